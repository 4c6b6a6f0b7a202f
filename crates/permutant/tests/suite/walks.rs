//! Words where moves are not always possible: sliding puzzles, glued pieces, slots that pieces must not come to.
//!
//! What is reachable is counted by brute force with the moves of the definition; every solution is replayed.

use permutant::analysis::group::words::{PuzzleWords, WordEffort, WordMoves, WordsError};
use permutant::model::Model;
use permutant::puzzle::definition::{Action, Block, Definition, Generator, Illegal, Role};
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::orbit::Orbit;
use permutant::puzzle::points::Points;
use permutant::puzzle::puzzle::Puzzle;
use permutant::puzzle::replay::replay;
use permutant::puzzle::state::State;
use permutant::puzzle::transformation::{OrbitTransformation, Transformation};
use permutant::search::limits::Control;
use permutant::tables::InMemory;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::HashSet;

const EFFORTS: [WordEffort; 2] = [WordEffort::Table, WordEffort::Beam(50)];

fn exchange(slots: u16, pairs: &[(u16, u16)]) -> OrbitTransformation {
    let orbit = Orbit { name: String::new(), pieces: slots, orientations: 1 };
    let mut rows: Vec<u16> = (0..slots).collect();
    pairs.iter().for_each(|&(a, b)| rows.swap(a.into(), b.into()));
    OrbitTransformation::new(&orbit, rows, vec![0; slots.into()]).unwrap()
}

/// A sliding puzzle whose blank is the last tile. Tile and blank change places; that one of two neighbours is the blank
/// is said by a second orbit, where a move throws what is in all other cells out of the board, and the blank must not
/// be there.
fn slide(rows: u16, columns: u16) -> Definition {
    let cells = rows * columns;
    let orbit = |name: &str, pieces| Orbit { name: name.into(), pieces, orientations: 1 };
    let mut definition = Definition::new("slide", vec![orbit("TILES", cells), orbit("BLANK", 2 * cells)]);
    let marks = &mut definition.solved.orbits[1].pieces;
    marks.fill(0);
    marks[usize::from(cells) - 1] = 1;
    for slot in cells..2 * cells {
        definition.restrictions.illegal.push(Illegal { orbit: 1, slot, pieces: vec![1] });
    }
    let across = (0..cells).filter(|cell| (cell + 1) % columns != 0).map(|cell| (cell, cell + 1));
    let down = (0..cells - columns).map(|cell| (cell, cell + columns));
    for (a, b) in across.chain(down) {
        let out: Vec<_> =
            (0..cells).filter(|&cell| cell != a && cell != b).map(|cell| (cell, cell + cells)).collect();
        let whole = Transformation::from_parts([
            (0, exchange(cells, &[(a, b)])),
            (1, exchange(2 * cells, &[&[(a, b)], &out[..]].concat())),
        ]);
        let name = format!("m{a}_{b}_");
        definition.generators.push(Generator { name, role: Role::Turn, action: Action::Given(whole) });
    }
    definition
}

/// The 2x2x2 with two corners glued together.
fn glued_cube() -> Definition {
    let mut definition = Model::find("2x2x2").unwrap().puzzle.definition().clone();
    definition.restrictions.blocks.push(Block { pieces: vec![(0, 0), (0, 1)] });
    definition
}

fn words(puzzle: &Puzzle) -> PuzzleWords {
    PuzzleWords::new(puzzle, WordMoves::Search, &Metric::htm(), 1 << 30, &InMemory, &Control::new()).unwrap()
}

/// All states that can be reached, up to a number.
fn reachable(puzzle: &Puzzle, most: usize) -> HashSet<State> {
    let turns = puzzle.search_turns(&Metric::htm());
    let mut seen = HashSet::from([puzzle.solved().clone()]);
    let mut open = vec![puzzle.solved().clone()];
    while let Some(state) = open.pop() {
        for turn in turns.iter().filter(|turn| puzzle.is_possible(&state, turn)) {
            let next = state.after(&turn.transformation());
            if seen.len() < most && seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

fn walk(puzzle: &Puzzle, length: usize, rng: &mut ChaCha8Rng) -> State {
    let turns = puzzle.search_turns(&Metric::htm());
    let mut state = puzzle.solved().clone();
    for _ in 0..length {
        let possible: Vec<&Turn> = turns.iter().filter(|turn| puzzle.is_possible(&state, turn)).collect();
        possible[rng.next_u32() as usize % possible.len()].make(&mut state);
    }
    state
}

fn length(puzzle: &Puzzle, words: &PuzzleWords, start: &State, effort: WordEffort) -> u64 {
    let solution = words.solution(start, puzzle.solved(), effort, &Control::new()).unwrap();
    let end = replay(puzzle, start, &solution, &Metric::htm());
    assert_eq!((end.blocked_at, puzzle.is_solved(&end.state)), (None, true));
    end.length
}

#[test]
fn every_state_of_a_small_sliding_puzzle_has_a_word_and_no_other_has() {
    let puzzle = Puzzle::new(slide(2, 3)).unwrap();
    let words = words(&puzzle);
    let all = reachable(&puzzle, usize::MAX);
    assert_eq!(all.len(), 360);
    for state in &all {
        for effort in EFFORTS {
            length(&puzzle, &words, state, effort);
        }
        // The same with two tiles exchanged.
        let mut odd = state.clone();
        let tiles = &mut odd.orbits[0].pieces;
        for tile in tiles.iter_mut() {
            *tile = [1, 0, 2, 3, 4, 5][usize::from(*tile)];
        }
        let fault = words.solution(&odd, puzzle.solved(), WordEffort::Table, &Control::new());
        assert!(matches!(fault, Err(WordsError::Outside(_))), "{fault:?}");
    }
}

#[test]
fn tiles_that_look_alike_may_change_places() {
    let mut definition = slide(2, 3);
    definition.solved.orbits[0].pieces[1] = 0;
    let puzzle = Puzzle::new(definition).unwrap();
    let words = words(&puzzle);
    let all = reachable(&puzzle, usize::MAX);
    assert_eq!(all.len(), 360);
    all.iter().for_each(|state| assert!(length(&puzzle, &words, state, WordEffort::Beam(50)) < 60));
}

#[test]
fn glued_corners_stay_together() {
    let puzzle = Puzzle::new(glued_cube()).unwrap();
    let words = words(&puzzle);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..50 {
        let state = walk(&puzzle, 60, &mut rng);
        assert!(length(&puzzle, &words, &state, WordEffort::Beam(50)) < 60);
    }
    // Of a pair of glued corners one alone cannot be turned.
    let mut torn = puzzle.solved().clone();
    torn.orbits[0].pieces.swap(1, 6);
    let fault = words.solution(&torn, puzzle.solved(), WordEffort::Table, &Control::new());
    assert!(matches!(fault, Err(WordsError::Outside(_))), "{fault:?}");
}

#[test]
fn the_24_puzzle_is_solved_in_play_moves() {
    let puzzle = Puzzle::new(slide(5, 5)).unwrap();
    let words = words(&puzzle);
    // All even arrangements of the tiles: 24!/2.
    assert_eq!(words.order().to_string(), "310224200866619719680000");
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let lengths = (0..5).map(|_| length(&puzzle, &words, &walk(&puzzle, 2000, &mut rng), WordEffort::BEAM));
    // About 190 of these; a shortest solution has a hundred or so.
    assert!(lengths.sum::<u64>() < 5 * 260);
}

#[test]
fn elements_keep_the_shape_of_the_solved_state() {
    let puzzle = Puzzle::new(slide(3, 3)).unwrap();
    let words = words(&puzzle);
    // The blank goes twice around the lower two rows.
    let around = ["m5_8_", "m4_5_", "m3_4_", "m3_6_", "m6_7_", "m7_8_"].repeat(2);
    let done = around
        .iter()
        .fold(Transformation::identity(), |all, name| all.then(&puzzle.turn(name).unwrap().transformation()));
    let element = Points::new(puzzle.orbits()).unwrap().permutation(&done);
    let word = words.word(&words.element(&element).unwrap(), WordEffort::BEAM, &Control::new()).unwrap();
    let turns = words.turns(&word);
    assert_eq!(words.cost(&word), turns.len() as u64);
    assert!(turns.len() <= around.len());
    let end = replay(&puzzle, puzzle.solved(), &turns, &Metric::htm());
    assert_eq!((end.blocked_at, end.state), (None, puzzle.solved().after(&done)));
}
