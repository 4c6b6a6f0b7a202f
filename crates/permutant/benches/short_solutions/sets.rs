//! Globes and wreaths as lists of places, as competitions publish them, with random states of a few labels.
//!
//! Start at [`total`]. They are solved as `solve-set` solves them, without a time limit.

use permutant::solve_set::PuzzleSet;
use permutant::solve_set::run::{Event, Run};
use permutant::tables::InMemory;
use permutant_others::globe::{Globe, Step};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::HashMap;
use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Places with the same label.
const ALIKE: usize = 4;

/// Memory for a state.
const MEMORY: u64 = 1 << 30;

/// The total length of the answers for so many random states of a puzzle, `globe R/H` or `wreath A/B`.
pub(crate) fn total(name: &str, count: usize) -> Result<u64, Box<dyn Error>> {
    let unknown = || format!("{name} is neither `globe R/H` nor `wreath A/B`");
    let (kind, sizes) = name.split_once(' ').ok_or_else(unknown)?;
    let (one, other) = sizes.split_once('/').ok_or_else(unknown)?;
    let (one, other) = (one.parse::<usize>()?, other.parse::<usize>()?);
    let moves = match kind {
        "globe" => globe(Globe { rows: one + 1, half: other }),
        "wreath" => wreath([one, other]),
        _ => return Err(unknown().into()),
    };
    let set = PuzzleSet::gather(&[&definition(&moves), &states(&moves, count)])
        .map_err(|misfit| misfit.diagnostic.to_string())?;
    let lengths: Mutex<HashMap<usize, usize>> = Mutex::default();
    let chosen: Vec<usize> = (0..set.tasks.len()).collect();
    let run = Run {
        set: &set,
        chosen: &chosen,
        known: &HashMap::new(),
        tables: &InMemory,
        time: None,
        clock: &|| Duration::ZERO,
        cancel: &AtomicBool::new(false),
        threads: 1,
        max_memory: MEMORY,
    };
    run.solve(&|event| {
        if let (Event::Answer { task, answer }, Ok(mut lengths)) = (event, lengths.lock()) {
            lengths.insert(task, answer.length());
        }
    });
    let lengths = lengths.into_inner()?;
    match lengths.len() == count {
        true => Ok(lengths.into_values().map(|length| length as u64).sum()),
        false => Err(format!("{} of {count} states of {name} have an answer", lengths.len()).into()),
    }
}

fn globe(globe: Globe) -> Vec<Vec<u16>> {
    let turns = (0..globe.rows as u16).map(|row| Step::Turn { row, backwards: false });
    let flips = (0..globe.columns() as u16).map(Step::Flip);
    turns.chain(flips).map(|step| globe.list(step)).collect()
}

/// Two rings that cross in two places, a quarter of the first ring apart.
fn wreath([one, other]: [usize; 2]) -> Vec<Vec<u16>> {
    let apart = one / 4 + 1;
    let count = one + other - 2;
    let first: Vec<usize> = (0..one).collect();
    let mut second: Vec<usize> = (one..count).collect();
    second.insert(0, 0);
    second.insert(apart, apart);
    let ring = |ring: &[usize]| {
        let mut list: Vec<u16> = (0..count as u16).collect();
        for (at, &place) in ring.iter().enumerate() {
            list[place] = ring[(at + 1) % ring.len()] as u16;
        }
        list
    };
    vec![ring(&first), ring(&second)]
}

/// The moves with a goal in which neighbours have the same label, as a JSON object.
fn definition(moves: &[Vec<u16>]) -> String {
    let labels: Vec<usize> = (0..moves[0].len()).map(|place| place / ALIKE).collect();
    let moves: Vec<String> =
        moves.iter().enumerate().map(|(at, list)| format!("\"m{at}\": {list:?}")).collect();
    format!("{{\"name\": \"p\", \"central_state\": {labels:?}, \"generators\": {{{}}}}}", moves.join(", "))
}

/// States after many random moves, as a table.
fn states(moves: &[Vec<u16>], count: usize) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut table = String::from("id\tinitial_state\n");
    let mut state: Vec<usize> = (0..moves[0].len()).map(|place| place / ALIKE).collect();
    for id in 0..count {
        for _ in 0..20 * state.len() {
            let list = &moves[rng.next_u32() as usize % moves.len()];
            state = list.iter().map(|&from| state[usize::from(from)]).collect();
        }
        let labels: Vec<String> = state.iter().map(usize::to_string).collect();
        table.push_str(&format!("{id}\t{}\n", labels.join(";")));
    }
    table
}
