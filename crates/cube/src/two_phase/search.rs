//! The order in which a cube's directions and lengths are tried, and when that ends.
//!
//! Start at [`run`]. First all solutions of up to [`EXACT_LENGTH`] turns. Then, for n = 0, 1, 2, …, all ways into G1 by
//! n turns, along three axes, for the cube and for its inverse, and also by n − 1 turns where one turn is made first on
//! the other side of the cube (a "pre-move", as in Chen Shuang's min2phase; it nearly doubles the rate of solutions of
//! 20 turns). Each way in is followed by a shortest way home that makes the whole shorter than the best so far. When n
//! reaches the best length, that is proven to be shortest.

use super::exact::{EXACT_LENGTH, ShortSearch};
use super::phases::{LEAVING, MAX_PATH, Meter, Search, Stop, bits};
use super::solver::{Solution, Tables};
use super::tables::Coset;
use crate::cubie::CubieCube;
use crate::moves::{self, Move};
use crate::sym::Symmetry;
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use std::ops::ControlFlow;

/// Without a [`Limits::max_length`], the first solution of at most this many turns is good enough.
pub const DEFAULT_TARGET: u32 = 21;

/// The longest solutions that are searched. Every cube has one of 20 turns (Rokicki, Kociemba, Davidson and Dethridge,
/// 2010), so this matters only for a greater [`Limits::min_length`].
pub const GREATEST_LENGTH: u32 = 30;

/// Most turns of phase 2 when any solution will do: most cubes of G1 need 13 or 14 (at most 18), and another way into
/// G1 is found faster than a longer way home.
const PHASE_2_IN_HASTE: u32 = 14;

/// Most turns of phase 2 that are tried as soon as a way into G1 is found. One turn more costs seven times as much.
const PHASE_2_SOON: u32 = 13;

/// Turns of phase 1 that most cubes need.
const TURNS_OF_PHASE_1: u32 = 9;

/// Most turns that phase 2 ever needs.
const PHASE_2_MOST: u32 = 18;

/// Rounds by which each turn of phase 2 past [`PHASE_2_SOON`] is put off. Matters to cubes that begin near G1: for them
/// it pays to try other ways in before the long way home. At most 3, so that D turns of phase 1 and d of phase 2 are
/// tried no later than in round D + d: D + 3 (d − 13) ≤ D + d where d ≤ 18, the proof of the lower bound.
const ROUNDS_PER_TURN: u32 = 3;

/// The turns of phase 1, and the first and last number of turns of phase 2, that are tried in a round: first those that
/// are tried as soon as there is a way in, up to `soon` turns, then those that were put off to this round. More than
/// [`PHASE_2_MOST`] turns matter to a greater [`Limits::min_length`] only and come with that number.
fn lengths(round: u32, soon: u32) -> impl Iterator<Item = (u32, (u32, u32))> {
    let last = |phase2| if phase2 >= PHASE_2_MOST { GREATEST_LENGTH } else { phase2 };
    let later = (soon + 1..=PHASE_2_MOST).filter_map(move |phase2| {
        Some((round.checked_sub(ROUNDS_PER_TURN * (phase2 - soon))?, (phase2, last(phase2))))
    });
    std::iter::once((round, (0, last(soon)))).chain(later)
}

/// Fewest turns of phase 1 after a pre-move.
const TURNS_AFTER_PRE_MOVE: u32 = 7;

/// A way to look at the cube: along an axis, and it or its inverse.
struct Direction {
    axis: Symmetry,
    inverse: bool,
    cube: CubieCube,
    coset: Coset,
}

/// A search for shorter and shorter solutions of one cube.
struct Improver<'t, 'a, F> {
    tables: &'t Tables,
    cube: CubieCube,
    directions: Vec<Direction>,
    meter: Meter<'a>,
    min_length: u32,
    /// Longer solutions are not looked for: the length limit, then one less than the best.
    cap: u32,
    /// No solution that counts is shorter.
    lower_bound: u32,
    best: Option<Solution>,
    /// Solutions that may still be given.
    wanted: u64,
    on_solution: F,
}

/// Searches for shorter and shorter solutions. See [`super::solver::Solver::improve`].
pub(super) fn run(
    tables: &Tables,
    table_bytes: usize,
    cube: &CubieCube,
    limits: &Limits,
    control: &Control<'_>,
    on_solution: impl FnMut(&Solution) -> ControlFlow<()>,
) -> Outcome<Solution> {
    if cube.check_solvable().is_err() {
        return Outcome::ProvenNone;
    }
    if table_bytes as u64 > limits.max_memory {
        return Outcome::LimitReached(StopReason::Memory);
    }
    let axes = [0, 1, 2].map(Symmetry::third_turn);
    let directions = [false, true].into_iter().flat_map(|inverse| {
        let start = if inverse { cube.inverse() } else { *cube };
        axes.map(|axis| {
            let cube = axis.of_cube(&start);
            Direction { axis, inverse, cube, coset: Coset::of(&cube) }
        })
    });
    let mut search = Improver {
        tables,
        cube: *cube,
        directions: directions.collect(),
        meter: Meter::new(limits.max_nodes, control),
        min_length: limits.min_length,
        cap: limits.max_length.unwrap_or(DEFAULT_TARGET.max(limits.min_length)).min(GREATEST_LENGTH),
        lower_bound: limits.min_length,
        best: None,
        wanted: limits.max_solutions.unwrap_or(u64::MAX),
        on_solution,
    };
    let ended = search.short().and_then(|()| search.by_length());
    let reason = match ended {
        Ok(()) | Err(Ended::Enough) => StopReason::Length,
        Err(Ended::Limit(reason)) => reason,
    };
    let hurried = matches!(reason, StopReason::Nodes | StopReason::Time);
    if search.best.is_none() && hurried && limits.max_length.is_none() {
        search.in_haste();
    }
    let lower_bound = search.lower_bound;
    match search.best {
        Some(best) => Outcome::Found(Solution { lower_bound: lower_bound.min(best.length()), ..best }),
        None => Outcome::LimitReached(reason),
    }
}

/// Why an [`Improver`] ends before every length is tried.
enum Ended {
    /// Nobody wants another solution.
    Enough,
    /// A limit was reached.
    Limit(StopReason),
}

impl<F: FnMut(&Solution) -> ControlFlow<()>> Improver<'_, '_, F> {
    /// All lengths up to [`EXACT_LENGTH`], shortest first.
    fn short(&mut self) -> Result<(), Ended> {
        let mut search = ShortSearch::new(self.tables, &mut self.meter, &self.cube);
        let mut found = None;
        for length in self.lower_bound..=EXACT_LENGTH.min(self.cap) {
            match search.run(length) {
                Ok(()) => self.lower_bound = length + 1,
                Err(Stop::Limit(reason)) => return Err(Ended::Limit(reason)),
                Err(Stop::Found) => {
                    found = Some(search.solution().to_vec());
                    break;
                }
            }
        }
        match found {
            // A shortest one: nothing is left to do.
            Some(moves) => self.give(moves).and(Err(Ended::Enough)),
            None => Ok(()),
        }
    }

    /// All pairs of lengths of the two phases whose sum is within the cap, cheapest first: see [`lengths`].
    fn by_length(&mut self) -> Result<(), Ended> {
        // Where long solutions are asked for, phase 2 has to be longer from the first.
        let soon = PHASE_2_SOON.max(self.min_length.saturating_sub(TURNS_OF_PHASE_1));
        let mut round = 0;
        while round <= self.cap && self.lower_bound <= self.cap {
            if round > EXACT_LENGTH {
                self.meter.control.report(Progress::Depth { length: round, nodes: self.meter.nodes });
            }
            for direction in 0..self.directions.len() {
                for (turns, phase2) in lengths(round, soon) {
                    self.ways_in(direction, turns, None, phase2)?;
                }
            }
            // A solution of at most so many turns would have been found: its turns up to the last that leads into G1
            // are a way in, the others a way home, and no pair has a later round than its sum.
            self.lower_bound = self.lower_bound.max(round + 1);
            if round > TURNS_AFTER_PRE_MOVE {
                for direction in 0..self.directions.len() {
                    for pre_move in bits(LEAVING) {
                        self.ways_in(direction, round, Some(Move::ALL[pre_move]), (0, soon))?;
                    }
                }
            }
            round += 1;
        }
        Ok(())
    }

    /// All ways into G1 by `turns` turns, of which one may be made on the other side, and home by a number of turns
    /// from the first to the second of `phase2`.
    fn ways_in(
        &mut self,
        direction: usize,
        turns: u32,
        pre_move: Option<Move>,
        phase2: (u32, u32),
    ) -> Result<(), Ended> {
        let Direction { cube, coset, .. } = self.directions[direction];
        // With v first, v · cube · u is solved where cube · u · v is.
        let (cube, coset) = match pre_move {
            None => (cube, coset),
            Some(turn) => {
                let cube = CubieCube::of_move(turn).then(&cube);
                (cube, Coset::of(&cube))
            }
        };
        let turns_1 = turns - u32::from(pre_move.is_some());
        // Each solution lowers the cap, and the search goes on from the beginning of this task: what was found before
        // is too long now. Only a task in which a solution was found is repeated.
        while turns <= self.cap {
            let mut search = Search::new(self.tables, &mut self.meter, &cube);
            search.phase2_lengths =
                (phase2.0.max(self.min_length.saturating_sub(turns)), phase2.1.min(self.cap - turns));
            match search.run(coset, turns_1) {
                Ok(()) => return Ok(()),
                Err(Stop::Limit(reason)) => return Err(Ended::Limit(reason)),
                Err(Stop::Found) => {
                    let mut moves = search.solution().to_vec();
                    moves.extend(pre_move);
                    let moves = self.as_it_lies(direction, moves);
                    if moves.len() < self.min_length as usize {
                        // Its end merged with the pre-move. Lengths that count are tried without pre-moves too.
                        return Ok(());
                    }
                    self.give(moves)?;
                }
            }
        }
        Ok(())
    }

    /// The first solution of any length, however few nodes or time are left.
    fn in_haste(&mut self) {
        self.meter.must_answer();
        let Direction { cube, coset, .. } = self.directions[0];
        for turns in 0..=GREATEST_LENGTH {
            let most =
                PHASE_2_IN_HASTE.max(self.min_length.saturating_sub(turns)).min(MAX_PATH as u32 - turns);
            let mut search = Search::new(self.tables, &mut self.meter, &cube);
            search.phase2_lengths = (self.min_length.saturating_sub(turns).min(most), most);
            match search.run(coset, turns) {
                Ok(()) => {}
                Err(Stop::Limit(_)) => return,
                Err(Stop::Found) => {
                    let moves = search.solution().to_vec();
                    let moves = self.as_it_lies(0, moves);
                    // Nothing follows, whoever wants more.
                    let _ = self.give(moves);
                    return;
                }
            }
        }
    }

    /// A solution of a direction's cube, for the cube as it lies.
    fn as_it_lies(&self, direction: usize, mut moves: Vec<Move>) -> Vec<Move> {
        let Direction { axis, inverse, .. } = self.directions[direction];
        if inverse {
            moves = moves::inverse(&moves);
        }
        let back = axis.inverse();
        moves::merge(&moves.into_iter().map(|turn| back.of_move(turn)).collect::<Vec<_>>())
    }

    /// Replays a solution and gives it to the caller.
    fn give(&mut self, moves: Vec<Move>) -> Result<(), Ended> {
        assert!(self.cube.after(&moves) == CubieCube::SOLVED, "a solution must solve the cube");
        let length = moves.len() as u32;
        let solution = Solution { moves, lower_bound: self.lower_bound.min(length), nodes: self.meter.nodes };
        self.cap = length.saturating_sub(1);
        self.wanted = self.wanted.saturating_sub(1);
        let flow = (self.on_solution)(&solution);
        let nodes = solution.nodes;
        self.best = Some(solution);
        if flow.is_break() || self.wanted == 0 || length <= self.lower_bound {
            return Err(Ended::Enough);
        }
        self.meter.control.report(Progress::Improved { length, nodes });
        Ok(())
    }
}
