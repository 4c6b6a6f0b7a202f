//! The engine against what sequences of turns reach one by one.

use super::bitmap::Bitmap;
use super::layout::{Entries, HALF, Layout, PAGE, PAGES, Place};
use super::prepass::renew;
use super::solver::{
    Aim, LEAST_WITHIN, LEAST_WITHIN_QUARTERS, POSITIONS, Pace, Report, Request, run, run_at,
    run_at_in_quarter_turns, run_in_quarter_turns,
};
use super::{CosetError, Saves, Unkept, WriteTo};
use crate::coordinates::coordinate;
use crate::h48::{H48Solver, Size};
use crate::model::cubie::CubieCube;
use crate::model::move_masks::{NO_FACE, PHASE_2_MOVES, SUCCESSORS, bits};
use crate::model::moves::Move;
use crate::two_phase::{QuarterTables, Solver};
use permutant_search::limits::{Control, StopReason};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::HashMap;
use std::io::Read;
use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, Mutex};

/// The large tables, built once for all tests that need them.
static SOLVER: LazyLock<Solver> = LazyLock::new(|| {
    let table = Solver::build_table(2, &Control::new()).expect("nobody stops it");
    Solver::large(Box::new(table)).expect("these are its tables")
});

static QUARTERS: LazyLock<QuarterTables> =
    LazyLock::new(|| QuarterTables::build(2, &Control::new()).expect("nobody stops it"));

fn after(scramble: &str) -> CubieCube {
    let turn = |name: &str| Move::ALL.into_iter().find(|turn| turn.to_string() == name).unwrap();
    CubieCube::SOLVED.after(&scramble.split_whitespace().map(turn).collect::<Vec<_>>())
}

/// Words that turns lead to: random ones, of which about half are full.
fn random_words(rng: &mut ChaCha8Rng, words: &mut [u64]) {
    for word in words.iter_mut().step_by(7) {
        *word = u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32());
    }
}

#[test]
fn a_page_is_renewed_by_what_each_turn_makes_of_each_element() {
    let layout = Layout::build();
    let mut rng = ChaCha8Rng::seed_from_u64(81);
    // Room for all pages, of which only a few are ever touched.
    let mut memory = vec![0; (PAGES + 1) * PAGE];
    let bitmap = Bitmap::new(&mut memory);
    for page in [0, 1234] {
        for turn in layout.page_turns(page) {
            random_words(&mut rng, &mut bitmap.write(bitmap.slot_of(turn.page)));
        }
        let slot = PAGES as u32;
        let holds = |slot: u32, at: Place| bitmap.read(slot)[at.bit as usize >> 6] >> (at.bit & 63) & 1 == 1;
        let mut results = Vec::new();
        for has_few_gaps in [false, true] {
            let added = renew(&bitmap, &layout, page, slot, has_few_gaps, &mut vec![0; HALF]);
            results.push((added, bitmap.read(slot).to_vec()));
        }
        assert_eq!(results[0], results[1]);
        for _ in 0..3000 {
            let at = Place { page, bit: rng.next_u32() % (64 * PAGE as u32) };
            let cube = layout.element(at);
            let from = |turn: &Move| {
                let before = cube.then(CubieCube::of_move(turn.inverse()));
                let before = layout.place(Entries::of(&before));
                holds(bitmap.slot_of(before.page), before)
            };
            let expected = holds(bitmap.slot_of(page), at) || PHASE_2_MOVES.iter().any(from);
            assert_eq!(holds(slot, at), expected);
        }
    }
}

/// The number of positions in the coset of a cube at each distance, by all sequences of turns.
fn counted(cube: &CubieCube, depth: u32, cost: fn(Move) -> u32) -> Vec<u64> {
    struct Counting {
        cost: fn(Move) -> u32,
        depth: u32,
        found: HashMap<CubieCube, u32>,
    }
    fn go(cube: &CubieCube, last: usize, length: u32, counting: &mut Counting) {
        let is_in_g1 = [coordinate::TWIST, coordinate::FLIP, coordinate::SLICE]
            .iter()
            .all(|coordinate| (coordinate.of)(cube) == 0);
        if is_in_g1 {
            let known = counting.found.entry(*cube).or_insert(length);
            *known = length.min(*known);
        }
        for turn in bits(SUCCESSORS[last]).map(|turn| Move::ALL[turn]) {
            let length = length + (counting.cost)(turn);
            if length <= counting.depth {
                go(&cube.then(CubieCube::of_move(turn)), turn.face().index(), length, counting);
            }
        }
    }
    let mut counting = Counting { cost, depth, found: HashMap::new() };
    go(cube, NO_FACE, 0, &mut counting);
    let mut counts = vec![0; depth as usize + 1];
    counting.found.values().for_each(|&length| counts[length as usize] += 1);
    counts
}

fn count(cube: &CubieCube, aim: Aim, saves: &dyn Saves) -> Report {
    let request = Request { cube, aim, threads: 2, max_memory: 1 << 32, saves };
    run(&SOLVER, &request, &Control::new()).unwrap()
}

#[test]
#[ignore = "long: seconds, with tables of 620 MB"]
fn short_distances_are_those_of_all_sequences() {
    for scramble in ["", "R", "R U F", "F R' D2 B", "U L B2 R' F D"] {
        let cube = after(scramble);
        let report = count(&cube, Aim::Depth(6), &Unkept);
        assert_eq!(report.exact, counted(&cube, 6, |_| 1), "{scramble}");
        assert_eq!(report.left, POSITIONS - report.exact.iter().sum::<u64>());
        assert_eq!((report.stopped, report.longest()), (None, 6));
    }
}

#[test]
#[ignore = "long: a minute, 3.8 GB"]
fn a_level_is_the_same_with_and_without_a_prepass() {
    for scramble in ["", "U L B2 R' F D"] {
        let cube = after(scramble);
        let request =
            Request { cube: &cube, aim: Aim::Depth(8), threads: 2, max_memory: 1 << 32, saves: &Unkept };
        let at = |many_ways: u64| {
            run_at(&SOLVER, &request, Pace { many_ways, ..Pace::USUAL }, &Control::new()).unwrap()
        };
        assert_eq!(at(1), at(u64::MAX));
    }
}

#[test]
#[ignore = "long: half a minute, 3.8 GB"]
fn a_coset_with_symmetries_has_as_many_positions_as_without_using_them() {
    // Counted by a search of all sequences, of which eight at a time are images of each other.
    let expected =
        [0, 0, 4, 48, 400, 2976, 20_386, 132_888, 827_240, 4_921_266, 27_711_912, 147_763_742, 710_384_454];
    assert_eq!(count(&after("R L"), Aim::Depth(12), &Unkept).exact, expected);
}

#[test]
#[ignore = "long: seconds, with a table of 560 MB"]
fn short_distances_in_quarter_turns_are_those_of_all_sequences() {
    for scramble in ["", "R", "R U F2", "F R' D2 B", "U L B2 R' F D"] {
        let cube = after(scramble);
        let request =
            Request { cube: &cube, aim: Aim::Depth(7), threads: 2, max_memory: 1 << 32, saves: &Unkept };
        let quarters = |turn: Move| if turn.quarters() == 2 { 2 } else { 1 };
        for many_ways in [1, u64::MAX] {
            let pace = Pace { many_ways, ..Pace::USUAL };
            let report = run_at_in_quarter_turns(&QUARTERS, &request, pace, &Control::new()).unwrap();
            assert_eq!(report.exact, counted(&cube, 7, quarters), "{scramble}");
        }
    }
}

#[test]
#[ignore = "long: minutes of two cores, 3.8 GB"]
fn every_position_of_a_random_coset_has_twenty_six_quarter_turns() {
    let mut rng = ChaCha8Rng::seed_from_u64(83);
    let cube = crate::model::random_state::random_cube(&mut rng);
    let request = Request {
        cube: &cube,
        aim: Aim::Within(LEAST_WITHIN_QUARTERS),
        threads: 2,
        max_memory: 1 << 32,
        saves: &Unkept,
    };
    let report = run_in_quarter_turns(&QUARTERS, &request, &Control::new()).unwrap();
    assert_eq!((report.left, report.stopped), (0, None));
    let solved: u64 = report.exact.iter().chain(&report.within).sum();
    assert_eq!(solved + report.singly, POSITIONS);
}

/// Keeps everything in memory.
#[derive(Default)]
struct InMemory(Mutex<Vec<u8>>);

impl Saves for InMemory {
    fn load(&self) -> Option<Box<dyn Read>> {
        let bytes = self.0.lock().unwrap().clone();
        (!bytes.is_empty()).then(|| Box::new(std::io::Cursor::new(bytes)) as Box<dyn Read>)
    }
    fn keep(&self, ways: u64, write: WriteTo<'_>) {
        if ways > 1000 {
            let mut bytes = Vec::new();
            write(&mut bytes).unwrap();
            *self.0.lock().unwrap() = bytes;
        }
    }
    fn unusable(&self) {
        self.0.lock().unwrap().clear();
    }
}

#[test]
#[ignore = "long: a minute, 11 GB"]
fn a_count_goes_on_where_another_stopped() {
    let cube = after("R U F");
    let whole = count(&cube, Aim::Depth(9), &Unkept);
    let saves = InMemory::default();
    assert_eq!(count(&cube, Aim::Depth(8), &saves).exact, whole.exact[..9]);
    assert!(!saves.0.lock().unwrap().is_empty());
    assert_eq!(count(&cube, Aim::Depth(9), &saves), whole);
    // Of another coset nothing is used.
    assert_eq!(count(&after("R"), Aim::Depth(3), &saves), count(&after("R"), Aim::Depth(3), &Unkept));
    assert!(saves.0.lock().unwrap().is_empty());
}

/// Keeps the first part of a level that is long enough to be searched in parts, and nothing after it.
#[derive(Default)]
struct FirstPart(InMemory);

impl Saves for FirstPart {
    fn load(&self) -> Option<Box<dyn Read>> {
        self.0.load()
    }
    fn keep(&self, _: u64, write: WriteTo<'_>) {
        let mut kept = self.0.0.lock().unwrap();
        if kept.is_empty() {
            let mut bytes = Vec::new();
            write(&mut bytes).unwrap();
            // After name, cube and the number of levels: their counts and the last one's ways, then whether there was a prepass.
            let levels = usize::from(bytes[48]);
            if bytes[56 + 8 * (levels + 2)] > 0 {
                *kept = bytes;
            }
        }
    }
    fn unusable(&self) {
        self.0.unusable();
    }
}

#[test]
#[ignore = "long: a minute, 9 GB"]
fn a_level_goes_on_where_it_stopped() {
    let cube = after("R U F");
    for many_ways in [1, u64::MAX] {
        let count = |saves: &dyn Saves| {
            let request =
                Request { cube: &cube, aim: Aim::Depth(12), threads: 2, max_memory: 1 << 32, saves };
            let pace = Pace { many_ways, ways_at_a_time: 1000 };
            run_at(&SOLVER, &request, pace, &Control::new()).unwrap()
        };
        let saves = FirstPart::default();
        let whole = count(&saves);
        assert!(!saves.0.0.lock().unwrap().is_empty());
        assert_eq!(count(&saves), whole);
    }
}

#[test]
#[ignore = "long: a minute of two cores, 3.8 GB"]
fn every_position_of_a_random_coset_has_twenty_turns() {
    let mut rng = ChaCha8Rng::seed_from_u64(82);
    let cube = crate::model::random_state::random_cube(&mut rng);
    let report = count(&cube, Aim::Within(LEAST_WITHIN), &Unkept);
    assert_eq!((report.left, report.stopped), (0, None));
    let solved: u64 = report.exact.iter().chain(&report.within).sum();
    assert_eq!(solved + report.singly, POSITIONS);
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let request = Request {
        cube: &CubieCube::SOLVED,
        aim: Aim::Within(20),
        threads: 1,
        max_memory: 1 << 32,
        saves: &Unkept,
    };
    assert_eq!(run(&Solver::new(), &request, &Control::new()), Err(CosetError::SmallTables));
}

#[test]
#[ignore = "long: seconds, 110 MB"]
fn undecided_positions_get_their_distances() {
    let table = H48Solver::build_table(Size::LEAST, 2, &Control::new()).unwrap();
    let solver = H48Solver::new(Size::LEAST, Box::new(table), 2).unwrap();
    // The pons asinorum, a Sune, and patterns of four and of six spots.
    let known = ["U2 D2 F2 B2 L2 R2", "R U R' U R U2 R'", "F2 B2 U D' R2 L2 U D'", "U D' R L' F B' U D'"];
    let left = Report {
        exact: vec![0; 6],
        within: vec![100],
        singly: 10,
        left: 4,
        undecided: known.map(after).to_vec(),
        stopped: None,
    };
    let mut report = left.clone();
    report.decide(&solver, &Control::new());
    let exact = vec![0, 0, 0, 0, 0, 0, 111, 1, 2];
    assert_eq!(report, Report { exact, ..Report::default() });
    assert_eq!(report.longest(), 8);
    let is_cancelled = AtomicBool::new(true);
    let mut report = left.clone();
    report.decide(&solver, &Control::new().with_cancel(&is_cancelled));
    assert_eq!(report, Report { stopped: Some(StopReason::Cancelled), ..left });
}
