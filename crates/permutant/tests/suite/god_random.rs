//! God's algorithm on random small puzzles against brute force: every feature of a definition, alone and together.
//!
//! The brute force knows only what the definition says: states as rows, moves slot by slot, restrictions as written.
//! A failure prints the seed; a puzzle that once failed is kept below as a case of its own.

#[path = "../../../search/tests/suite/random_definition.rs"]
mod random_definition;

use permutant::analysis::state::god::{self, Damaged, GodError, Request, Saves};
use permutant::puzzle::definition::{Action, Block, Definition, Generator, Illegal, Role};
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::orbit::Orbit;
use permutant::puzzle::puzzle::Puzzle;
use permutant::puzzle::state::State;
use permutant::puzzle::transformation::Transformation;
use permutant::search::limits::Control;
use permutant::search::parted::memory_store::MemoryStore;
use permutant::search::table::Description;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use random_definition::{Dice, Sizes, is_possible, random_definition};
use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

/// The puzzle and its twin side by side, rules and all: to exchange them is a symmetry.
fn with_twin(definition: &Definition) -> Definition {
    let count = definition.orbits.len();
    let named = |orbit: &Orbit| Orbit { name: format!("{}X", orbit.name), ..orbit.clone() };
    let orbits: Vec<Orbit> =
        definition.orbits.iter().cloned().chain(definition.orbits.iter().map(named)).collect();
    let mut both = Definition::new("twins", orbits);
    both.solved.orbits = definition.solved.orbits.iter().chain(&definition.solved.orbits).cloned().collect();
    for generator in &definition.generators {
        let Action::Given(whole) = &generator.action else { continue };
        let parts = whole.parts().map(|(orbit, part)| (orbit + count, part.clone()));
        let twin = Transformation::from_parts(parts.collect::<Vec<_>>());
        let name = format!("{}x", generator.name);
        both.generators.push(generator.clone());
        both.generators.push(Generator { name, role: Role::Turn, action: Action::Given(twin) });
    }
    let rules = &definition.restrictions;
    for illegal in &rules.illegal {
        let twin = Illegal { orbit: illegal.orbit + count, ..illegal.clone() };
        both.restrictions.illegal.extend([illegal.clone(), twin]);
    }
    for block in &rules.blocks {
        let pieces = block.pieces.iter().map(|&(orbit, piece)| (orbit + count, piece)).collect();
        both.restrictions.blocks.extend([block.clone(), Block { pieces }]);
    }
    both
}

/// States by distance to a goal: from the goals backwards over every turn, the state before it found by undoing the
/// turn, and the turn allowed if it is possible there. `None` if there are more than so many.
fn brute_force(
    puzzle: &Puzzle,
    turns: &[Turn],
    metric: &Metric,
    goals: &[State],
    most: usize,
) -> Option<Vec<u64>> {
    let mut distances: HashMap<State, u64> = goals.iter().map(|goal| (goal.clone(), 0)).collect();
    let mut open: BTreeMap<u64, Vec<State>> = BTreeMap::from([(0, goals.to_vec())]);
    let steps: Vec<_> = (turns.iter())
        .map(|turn| (turn, turn.transformation().inverse(), u64::from(metric.cost(turn))))
        .collect();
    while let Some((distance, states)) = open.pop_first() {
        for state in states.into_iter().filter(|state| distances[state] == distance).collect::<Vec<_>>() {
            for (turn, undo, cost) in &steps {
                let before = state.after(undo);
                let sum = distance + cost;
                // The state before the turn has to be one that can occur itself.
                let legal =
                    is_possible(puzzle, &before, turn) && is_possible(puzzle, &state, &turn.inverse());
                if legal && distances.get(&before).is_none_or(|&known| known > sum) {
                    distances.insert(before.clone(), sum);
                    open.entry(sum).or_default().push(before);
                }
            }
        }
        if distances.len() > most {
            return None;
        }
    }
    let mut counts = vec![0; 1 + *distances.values().max()? as usize];
    distances.values().for_each(|&distance| counts[distance as usize] += 1);
    Some(counts)
}

/// Saves after every level.
#[derive(Debug, Default)]
struct InMemory(Mutex<BTreeMap<String, Vec<u8>>>);

impl Saves for InMemory {
    fn load(&self, description: &Description) -> Option<Vec<u8>> {
        self.0.lock().unwrap().get(&description.name).cloned()
    }

    fn level(&self, description: &Description, bytes: &dyn Fn() -> Vec<u8>) {
        self.0.lock().unwrap().insert(description.name.clone(), bytes());
    }

    fn resumed(&self, _: &Description, _: Result<(), Damaged>) {}

    fn done(&self, description: &Description) {
        self.0.lock().unwrap().remove(&description.name);
    }
}

/// What was counted, by the methods that did it.
#[derive(Debug, Default)]
struct Tally(BTreeMap<&'static str, usize>);

fn check(seed: u64, twins: bool, tally: &mut Tally) {
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
    let definition = random_definition(&mut dice, &Sizes { orbits: 3, pieces: 3, moves: 3 });
    let definition = if twins { with_twin(&definition) } else { definition };
    let puzzle = Puzzle::new(definition).unwrap();
    let metric = match dice.roll(6) {
        0 => Metric::qtm(),
        1 => Metric::parse("A=2,B=3,C=1,B'=1").unwrap(),
        2 => Metric::parse("A=2,B=2,C=2,D=2").unwrap(),
        _ => Metric::htm(),
    };
    let turns = puzzle.search_turns(&metric);
    if turns.len() > 24 || turns.is_empty() {
        // Moves of high order have many powers; brute force takes seconds with so many.
        return;
    }
    let mut goals = vec![puzzle.solved().clone()];
    if dice.one_in(6) {
        // A second goal, perhaps one that cannot be reached from the first.
        let mut other = goals[0].clone();
        other.orbits[0].pieces.swap(0, 1);
        other.orbits[0].orientations.swap(0, 1);
        other.orbits[0].moduli.swap(0, 1);
        if !goals.contains(&other) {
            goals.push(other);
        }
    }
    let Some(expected) = brute_force(&puzzle, &turns, &metric, &goals, 2500) else { return };
    let depth = dice.one_in(5).then(|| dice.roll(4) as u64);
    let symmetry = !dice.one_in(3);
    let request = Request {
        metric: metric.clone(),
        turns: turns.clone(),
        goals: goals.clone(),
        depth,
        antipodes: 2,
        symmetry,
        classes: false,
        threads: 1 + dice.roll(3),
        max_memory: 1 << 26,
        saves: &god::NoSaves,
        store: None,
    };
    if dice.one_in(2) {
        // Killed at some level, and once more with what was saved damaged.
        let saves = InMemory::default();
        let first = Request { depth: Some(dice.roll(4) as u64), saves: &saves, ..request.clone() };
        let _ = god::run(&puzzle, &first, &Control::new());
        if dice.one_in(2) {
            for bytes in saves.0.lock().unwrap().values_mut() {
                let at = dice.roll(bytes.len() as u64);
                bytes[at] ^= 1 << dice.roll(8);
                bytes.truncate(bytes.len() - dice.roll(2));
            }
        }
        // What is damaged is counted anew, and nobody sees from the report that anything was saved.
        let resumed = god::run(&puzzle, &Request { saves: &saves, ..request.clone() }, &Control::new());
        let whole = god::run(&puzzle, &request, &Control::new());
        assert_eq!(resumed, whole, "seed {seed}");
        let is_done = resumed.is_ok_and(|report| report.stopped.is_none());
        assert!(!is_done || saves.0.lock().unwrap().is_empty(), "seed {seed}");
    }
    let report = match god::run(&puzzle, &request, &Control::new()) {
        Ok(report) => report,
        Err(GodError::IllegalGoal) => {
            let legal = |goal: &State| is_possible(&puzzle, goal, &Turn::new(turns[0].base().clone(), 0));
            assert!(!goals.iter().all(legal), "seed {seed}");
            return;
        }
        Err(fault) => panic!("seed {seed}: {fault}\n{:#?}", puzzle.definition()),
    };
    let told: Vec<u64> = report.distribution.iter().map(|count| u64::try_from(count).unwrap()).collect();
    let cut = depth.map_or(expected.len(), |depth| expected.len().min(depth as usize + 1));
    let mut right = expected[..cut].to_vec();
    while right.last() == Some(&0) {
        right.pop();
    }
    let mut short = told.clone();
    while short.last() == Some(&0) {
        short.pop();
    }
    assert_eq!(short, right, "seed {seed} {metric:?} {:?}\n{:#?}", report.explanation, puzzle.definition());
    if report.diameter().is_some() {
        assert_eq!(report.states, Some(expected.iter().sum::<u64>().into()), "seed {seed}");
        assert!(report.antipodes.len() as u64 >= expected.last().copied().unwrap().min(1), "seed {seed}");
    }
    for antipode in &report.antipodes {
        assert_eq!(metric.length(&antipode.solution), told.len() as u64 - 1, "seed {seed}");
    }
    *tally.0.entry(report.method).or_default() += 1;
    if seed.is_multiple_of(3) {
        let store = MemoryStore::new();
        let in_parts = Request { store: Some(&store), ..request };
        let in_parts = god::run(&puzzle, &in_parts, &Control::new()).unwrap();
        let mut levels = in_parts.distribution.clone();
        while levels.last() == Some(&0_u8.into()) {
            levels.pop();
        }
        assert!(levels.into_iter().eq(right.into_iter().map(Into::into)), "seed {seed}: {in_parts:?}");
        assert_eq!(in_parts.diameter().is_some(), report.diameter().is_some(), "seed {seed}");
        // Products of counts name no antipodes of a depth.
        assert!(in_parts.antipodes.len() >= report.antipodes.len(), "seed {seed}: {in_parts:?} {report:?}");
        *tally.0.entry(in_parts.method).or_default() += 1;
    }
}

#[test]
fn counts_agree_with_brute_force() {
    let mut tally = Tally::default();
    (0..250).for_each(|seed| check(seed, false, &mut tally));
    for method in ["two-bit", "product", "hash", "parts"] {
        assert!(tally.0.get(method).is_some_and(|&count| count > 5), "{tally:?}");
    }
}

#[test]
fn counts_of_symmetric_puzzles_agree_with_brute_force() {
    let mut tally = Tally::default();
    (0..400).for_each(|seed| check(seed, true, &mut tally));
    assert!(tally.0.get("hash").is_some_and(|&count| count > 20), "{tally:?}");
}

#[test]
#[ignore = "long: fifty thousand random puzzles"]
fn many_counts_agree_with_brute_force() {
    let mut tally = Tally::default();
    (10_000..60_000).for_each(|seed| check(seed, seed % 4 == 0, &mut tally));
}
