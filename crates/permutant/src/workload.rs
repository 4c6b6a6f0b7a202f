//! Fixed work for each engine, the same on every machine: what it counts and what it finds are its signature.
//!
//! Start at [`WORKLOADS`]. Each runs on one thread and reads no table file. A change of the program that should change no
//! answer changes no signature; a change that should only save work changes the count alone. How long a workload takes
//! is for the caller to measure.

use crate::algorithm;
use crate::engine::Method;
use crate::model::Model;
use crate::position::Position;
use crate::solver::{Request, Solver};
use crate::tables::InMemory;
use permutant_analysis::group::order;
use permutant_analysis::group::words::{PuzzleWords, WordEffort, WordMoves};
use permutant_analysis::state::god::{self, NoSaves};
use permutant_cube::h48::{H48Solver, Size};
use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::moves::{Algorithm, Move};
use permutant_cube::model::random_state::random_cube;
use permutant_cube::two_phase;
use permutant_group::random::below;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_search::limits::{Control, Limits};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::fmt::Write as _;
use std::ops::ControlFlow;

/// One piece of work.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// Its name.
    pub name: &'static str,
    /// What is done.
    pub about: &'static str,
    /// Its unit: `nodes`, `turns`, `states`, `words`, …
    pub unit: &'static str,
    work: fn(&Control<'_>) -> Signature,
}

/// The result of a workload.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The number of units.
    pub count: u64,
    /// The result as bytes.
    pub result: Vec<u8>,
}

impl Workload {
    /// Runs the workload. If `control` interrupts it, the signature covers what was done by then.
    pub fn run(&self, control: &Control<'_>) -> Signature {
        (self.work)(control)
    }
}

/// All workloads, together under a minute.
pub const WORKLOADS: &[Workload] = &[
    Workload { name: "turns", about: "a million turns of a 5x5x5", unit: "turns", work: turns },
    Workload {
        name: "two-phase",
        about: "its tables, and two hundred random 3x3x3",
        unit: "nodes",
        work: two_phase_work,
    },
    Workload {
        name: "optimal",
        about: "the smallest table of the optimal solver, and five 3x3x3 after fifteen turns",
        unit: "nodes",
        work: optimal,
    },
    Workload {
        name: "search-3x3x3",
        about: "five 3x3x3 after twelve turns, by the general search",
        unit: "nodes",
        work: |control| search("3x3x3", 5, 12, control),
    },
    Workload {
        name: "search-megaminx",
        about: "five megaminxes after six turns, by the general search",
        unit: "nodes",
        work: |control| search("megaminx", 5, 6, control),
    },
    Workload { name: "god", about: "all states of the skewb", unit: "states", work: god_work },
    Workload { name: "group", about: "the order of the megaminx, twenty times", unit: "orders", work: group },
    Workload {
        name: "words",
        about: "a table of words of the 3x3x3, and fifty words by a beam",
        unit: "words",
        work: words,
    },
];

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(1)
}

/// A table for workloads, independent of the user's memory.
const MEMORY: u64 = 256 << 20;

fn turns(_: &Control<'_>) -> Signature {
    let Ok(model) = Model::find("5x5x5") else { return Signature::default() };
    let turns = model.puzzle.search_turns(&Metric::htm());
    let (mut rng, mut state) = (rng(), model.puzzle.solved().clone());
    let changes: Vec<_> = turns.iter().map(Turn::transformation).collect();
    let count = 1_000_000;
    for _ in 0..count {
        state.apply(&changes[below(&mut rng, changes.len() as u64) as usize]);
    }
    Signature { count, result: format!("{state:?}").into_bytes() }
}

fn two_phase_work(control: &Control<'_>) -> Signature {
    let solver = two_phase::Solver::new();
    let (mut rng, mut nodes, mut found) = (rng(), 0, String::new());
    for _ in 0..200 {
        if let Some(solution) = solver.solve(&random_cube(&mut rng), &Limits::default(), control).found() {
            nodes += solution.nodes;
            let _ = writeln!(found, "{}", Algorithm(&solution.moves));
        }
    }
    Signature { count: nodes, result: found.into_bytes() }
}

fn optimal(control: &Control<'_>) -> Signature {
    let table = H48Solver::build_table(Size::LEAST, 1, control).unwrap_or_default();
    let Ok(solver) = H48Solver::new(Size::LEAST, Box::new(table), 1) else {
        return Signature::default();
    };
    let limits = Limits { max_solutions: Some(1), ..Limits::default() };
    let (mut rng, mut nodes, mut found) = (rng(), 0, format!("{:?}\n", solver.distribution()));
    for _ in 0..5 {
        let moves: Vec<Move> = (0..15).map(|_| Move::ALL[below(&mut rng, 18) as usize]).collect();
        solver.solve(&CubieCube::SOLVED.after(&moves), &limits, control, |solution| {
            nodes += solution.nodes;
            let _ = writeln!(found, "{}", Algorithm(&solution.moves));
            ControlFlow::Break(())
        });
    }
    Signature { count: nodes, result: found.into_bytes() }
}

fn search(puzzle: &str, positions: u32, length: u32, control: &Control<'_>) -> Signature {
    let Ok(model) = Model::find(puzzle) else { return Signature::default() };
    let solver = Solver::new(&model);
    let turns = model.puzzle.search_turns(&Metric::htm());
    let (mut rng, mut nodes, mut found) = (rng(), 0, String::new());
    for _ in 0..positions {
        let mut state = model.puzzle.solved().clone();
        for _ in 0..length {
            state.apply(&turns[below(&mut rng, turns.len() as u64) as usize].transformation());
        }
        let position = Position::new(state);
        let mut request = Request { method: Method::Search, ..Request::new(&position) };
        request.limits.max_memory = MEMORY;
        let _ = solver.solve(&request, control, &mut |answer| {
            nodes += answer.nodes;
            let _ = writeln!(found, "{}", answer.length);
            ControlFlow::Break(())
        });
    }
    Signature { count: nodes, result: found.into_bytes() }
}

fn god_work(control: &Control<'_>) -> Signature {
    let Ok(model) = Model::find("skewb") else { return Signature::default() };
    let request = god::Request {
        metric: Metric::htm(),
        turns: model.puzzle.search_turns(&Metric::htm()),
        goals: vec![model.puzzle.solved().clone()],
        depth: None,
        antipodes: 0,
        symmetry: true,
        classes: false,
        threads: 1,
        max_memory: MEMORY,
        saves: &NoSaves,
        store: None,
    };
    let Ok(report) = god::run(&model.puzzle, &request, control) else { return Signature::default() };
    let count = report.distribution.iter().map(|count| u64::try_from(count).unwrap_or(u64::MAX)).sum();
    Signature { count, result: format!("{:?}", report.distribution).into_bytes() }
}

fn group(control: &Control<'_>) -> Signature {
    let Ok(model) = Model::find("megaminx") else { return Signature::default() };
    let mut signature = Signature::default();
    while signature.count < 20 && control.interrupted().is_none() {
        let order = order::order(&model.puzzle).map(|order| order.to_string());
        signature = Signature { count: signature.count + 1, result: order.unwrap_or_default().into_bytes() };
    }
    signature
}

fn words(control: &Control<'_>) -> Signature {
    let Ok(model) = Model::find("3x3x3") else { return Signature::default() };
    let metric = Metric::htm();
    let Ok(words) =
        PuzzleWords::new(&model.puzzle, WordMoves::Search, &metric, MEMORY as usize, &InMemory, control)
    else {
        return Signature::default();
    };
    let (mut rng, mut found) = (rng(), String::new());
    let mut count = 0;
    for _ in 0..50 {
        let element = words.table().random(&mut rng);
        let Ok(word) = words.word(&element, WordEffort::BEAM, control) else { break };
        count += 1;
        let _ = writeln!(found, "{}", algorithm::write(&words.turns(&word)));
    }
    Signature { count, result: found.into_bytes() }
}
