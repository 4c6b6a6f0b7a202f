//! Pattern databases, against breadth-first search over the same pieces as states of a puzzle.

use crate::guides::all_solutions;
use crate::random_definition::{Dice, Sizes, random_definition};
use permutant_puzzle::catalog;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_search::guide::{Guide, Patterns};
use permutant_search::limits::{Control, Limits};
use permutant_search::pattern::{PatternError, PieceSet};
use permutant_search::puzzle_space::PuzzleSpace;
use permutant_search::sequences::Sequences;
use permutant_search::table;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::HashMap;

type Pieces = Vec<(usize, u16)>;

/// Arrangements that are enumerated in a moment.
const MOST_STATES: u64 = 20_000;

/// The piece that stands for all that are not in the set.
const OTHER: u16 = u16::MAX;

fn space_of(puzzle: &Puzzle, metric: &Metric) -> Option<PuzzleSpace> {
    PuzzleSpace::new(puzzle, &puzzle.search_turns(metric), metric, &[puzzle.solved().clone()]).ok()
}

/// A state with all pieces alike that are not in the set.
fn only(state: &State, pieces: &Pieces) -> State {
    let mut only = state.clone();
    for (orbit, row) in only.orbits.iter_mut().enumerate() {
        for slot in 0..row.pieces.len() {
            if !pieces.contains(&(orbit, row.pieces[slot])) {
                (row.pieces[slot], row.orientations[slot]) = (OTHER, 0);
            }
        }
    }
    only
}

/// What identifies such a state.
fn key(state: &State) -> Vec<(u16, u16)> {
    let rows = state.orbits.iter();
    rows.flat_map(|row| row.pieces.iter().copied().zip(row.orientations.iter().copied())).collect()
}

/// The distance of every arrangement of the pieces, from the definition.
fn distances(puzzle: &Puzzle, metric: &Metric, pieces: &Pieces) -> HashMap<Vec<(u16, u16)>, u32> {
    let start = only(puzzle.solved(), pieces);
    let turns = puzzle.search_turns(metric);
    let mut distances = HashMap::from([(key(&start), 0)]);
    let mut waiting = vec![vec![start]];
    let mut distance = 0;
    while distance < waiting.len() {
        for state in std::mem::take(&mut waiting[distance]) {
            if distances[&key(&state)] < distance as u32 {
                continue;
            }
            for turn in &turns {
                let next = only(&state.after(&turn.transformation()), pieces);
                let there = distance + metric.cost(turn) as usize;
                let known = distances.entry(key(&next)).or_insert(u32::MAX);
                if *known > there as u32 {
                    *known = there as u32;
                    waiting.resize(waiting.len().max(there + 1), Vec::new());
                    waiting[there].push(next);
                }
            }
        }
        distance += 1;
    }
    distances
}

fn guide(space: &PuzzleSpace, sets: &[Pieces]) -> Result<Guide, PatternError> {
    let with_distances = |pieces: &Pieces| {
        let set = PieceSet::new(space, pieces)?;
        let distances = set.distances(set.entry_bits(), 2, &Control::new()).unwrap();
        Ok((set, Box::new(distances) as table::Memory))
    };
    let sets = sets.iter().map(with_distances).collect::<Result<Vec<_>, PatternError>>()?;
    Ok(Guide::Patterns(Patterns::new(space, sets).unwrap()))
}

/// The same space, with the symmetries of the puzzle.
fn symmetric(puzzle: &Puzzle, metric: &Metric) -> PuzzleSpace {
    let space = space_of(puzzle, metric).unwrap();
    space.with_symmetry(puzzle, &puzzle.search_turns(metric), &[puzzle.solved().clone()])
}

/// The numbers of arrangements at each distance, and those that are not reached.
fn counts(set: &PieceSet, entry_bits: u8) -> (Vec<u64>, u64) {
    let entries = set.distances(entry_bits, 2, &Control::new()).unwrap();
    let mut counts = table::distribution(&entries, entry_bits, set.entries());
    let unreached = counts[(1 << entry_bits) - 1];
    counts.truncate((1 << entry_bits) - 1);
    while counts.last() == Some(&0) {
        counts.pop();
    }
    (counts, unreached)
}

/// The states on a random walk, each with what the inverse of the way to it leads to.
fn walk(puzzle: &Puzzle, metric: &Metric, dice: &mut Dice) -> Vec<(State, State)> {
    let turns = puzzle.search_turns(metric);
    let mut state = puzzle.solved().clone();
    let mut made = Vec::new();
    let mut states = Vec::new();
    for _ in 0..30 {
        let turn = turns[dice.roll(turns.len() as u64)].transformation();
        state.apply(&turn);
        made.push(turn.inverse());
        let mut inverse = puzzle.solved().clone();
        made.iter().rev().for_each(|turn| inverse.apply(turn));
        states.push((state.clone(), inverse));
    }
    states
}

/// Compares a database with the definition; `None` if the pieces do not suit.
fn check(puzzle: &Puzzle, metric: &Metric, pieces: &Pieces, dice: &mut Dice, name: &str) -> Option<PieceSet> {
    let space = space_of(puzzle, metric)?;
    let set = PieceSet::new(&space, pieces).ok().filter(|set| set.entries() <= MOST_STATES)?;
    let guide = guide(&space, std::slice::from_ref(pieces)).unwrap();
    // Pieces that no move touches belong to no set.
    let pieces = set.pieces().to_vec();
    let expected = distances(puzzle, metric, &pieces);
    // Random puzzles may have pieces that are alike.
    let has_inverse = !name.starts_with("seed");
    for (state, inverse) in walk(puzzle, metric, dice) {
        let packed = space.pack(puzzle, &state, puzzle.solved()).unwrap();
        let [own, other] = [&state, &inverse].map(|state| expected[&key(&only(state, &pieces))]);
        let bound = guide.bound(&packed);
        assert!(
            bound == own.max(other) || bound == own && !has_inverse,
            "{name} {state:?}: {bound}, {own} and {other}"
        );
    }
    let unit =
        puzzle.search_turns(metric).iter().map(|turn| metric.cost(turn)).fold(0, num_integer::gcd).max(1);
    let mut by_distance = vec![0; 1 + (expected.values().max().unwrap() / unit) as usize];
    expected.values().for_each(|distance| by_distance[(distance / unit) as usize] += 1);
    let unreached = set.entries() - by_distance.iter().sum::<u64>();
    assert_eq!(counts(&set, 8), (by_distance.clone(), unreached), "{name}");
    if by_distance.len() <= 15 {
        assert_eq!(counts(&set, 4), (by_distance, unreached), "{name}");
    }
    Some(set)
}

#[test]
fn distances_are_those_of_the_pieces() {
    let dice = &mut Dice(ChaCha8Rng::seed_from_u64(1));
    for (name, metric, pieces, entries) in [
        ("2x2x2", "htm", vec![(0, 0), (0, 3), (0, 5)], 7 * 6 * 5 * 27),
        ("2x2x2", "qtm", vec![(0, 1), (0, 2)], 7 * 6 * 9),
        ("skewb", "htm", vec![(0, 0), (0, 1), (1, 2), (1, 3)], 0),
        ("pyraminx", "htm", vec![(0, 1), (1, 0), (1, 2)], 0),
        ("pancake:7", "htm", vec![(0, 1), (0, 3), (0, 6)], 7 * 6 * 5),
        ("topspin:7,3", "htm", (0..7).map(|piece| (0, piece)).collect(), 5040),
        ("3x3x3", "htm", vec![(0, 0), (0, 7), (1, 1)], 0),
        ("3x3x3", "R=1,L=2,U=1,D=3,F=1,B=1", vec![(1, 3), (0, 5)], 0),
    ] {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let set = check(&puzzle, &Metric::parse(metric).unwrap(), &pieces, dice, name).unwrap();
        assert!(entries == 0 || set.entries() == entries, "{name}: {}", set.entries());
    }
}

#[test]
fn distances_of_random_puzzles_are_those_of_their_pieces() {
    let mut checked = 0;
    for seed in 0..400 {
        let dice = &mut Dice(ChaCha8Rng::seed_from_u64(seed));
        let definition = random_definition(dice, &Sizes { orbits: 2, pieces: 5, moves: 3 });
        let Ok(puzzle) = Puzzle::new(definition) else { continue };
        let solved = puzzle.solved().orbits.iter().enumerate();
        let all = solved.flat_map(|(orbit, row)| row.pieces.iter().map(move |&piece| (orbit, piece)));
        let some: Pieces = all.filter(|_| !dice.one_in(3)).collect();
        checked +=
            usize::from(check(&puzzle, &Metric::htm(), &some, dice, &format!("seed {seed}")).is_some());
    }
    assert!(checked > 60, "{checked}");
}

/// Searches with and without databases find the same solutions, on any number of threads.
#[test]
fn searches_find_the_same_solutions() {
    let dice = &mut Dice(ChaCha8Rng::seed_from_u64(3));
    for (name, sets) in [
        ("2x2x2", None),
        ("pyraminx", Some(vec![vec![(0, 0), (0, 1)], vec![(1, 0), (1, 3), (1, 4)]])),
        ("topspin:8,4", None),
        // Pieces that are alike, outside the sets.
        ("4x4x4", Some(vec![(0..4).map(|piece| (0, piece)).collect()])),
    ] {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let metric = Metric::htm();
        let space = symmetric(&puzzle, &metric);
        let guide = guide(&space, &sets.unwrap_or_else(|| PieceSet::chosen(&space))).unwrap();
        let sequences = Sequences::new(&space);
        for state in walk(&puzzle, &metric, dice).iter().take(3) {
            let start = space.pack(&puzzle, &state.0, puzzle.solved()).unwrap();
            let limits = Limits { max_length: Some(4), ..Limits::default() };
            let all = |guide, threads| all_solutions((&space, &sequences), &start, &limits, guide, threads);
            let expected = all(None, 1);
            assert!(!expected.0.is_empty(), "{name}");
            assert_eq!(all(Some(&guide), 1), expected, "{name}");
            assert_eq!(all(Some(&guide), 2), expected, "{name}");
        }
    }
}

/// In the images of a state, a database tells the distances of other sets: bounds are greater where that is so, and never too great.
#[test]
fn symmetric_images_tell_more() {
    for (name, pieces) in
        [("2x2x2", vec![(0, 0), (0, 1), (0, 2)]), ("pyraminx", vec![(1, 0), (1, 1), (1, 2)])]
    {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let metric = Metric::htm();
        let plain = guide(&space_of(&puzzle, &metric).unwrap(), std::slice::from_ref(&pieces)).unwrap();
        let space = symmetric(&puzzle, &metric);
        let more = guide(&space, std::slice::from_ref(&pieces)).unwrap();
        let sequences = Sequences::new(&space);
        let (mut greater, mut smaller) = (0, 0);
        for (state, _) in walk(&puzzle, &metric, &mut Dice(ChaCha8Rng::seed_from_u64(5))) {
            let packed = space.pack(&puzzle, &state, puzzle.solved()).unwrap();
            let limits = Limits { shortest_only: true, max_solutions: Some(1), ..Limits::default() };
            let (shortest, _) = all_solutions((&space, &sequences), &packed, &limits, None, 1);
            let bounds = [&plain, &more].map(|guide| guide.bound(&packed));
            assert!(bounds[1] as usize <= shortest[0].len(), "{name} {state:?}");
            greater += usize::from(bounds[1] > bounds[0]);
            smaller += usize::from(bounds[1] < bounds[0]);
        }
        assert!(greater > 0 && smaller == 0, "{name}: {greater}, {smaller}");
    }
}

/// R. Korf (1997): 88 179 840 corners, and the sets chosen for the cube are his.
#[test]
fn sets_of_the_3x3x3_are_those_of_korf() {
    let puzzle = catalog::find("3x3x3").unwrap().puzzle;
    let space = space_of(&puzzle, &Metric::htm()).unwrap();
    let chosen = PieceSet::chosen(&space);
    let mut sizes: Vec<u64> =
        chosen.iter().map(|pieces| PieceSet::new(&space, pieces).unwrap().entries()).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [42_577_920, 42_577_920, 88_179_840]);
    let edges = puzzle.orbits().iter().position(|orbit| orbit.name == "EDGES").unwrap();
    let seven = PieceSet::new(&space, &(0..7).map(|piece| (edges, piece)).collect::<Pieces>()).unwrap();
    assert_eq!(seven.entries(), 510_935_040);
    assert_eq!(seven.entry_bits(), 4);
}

/// The distribution of the corners was published by Korf; that of six edges agrees with a count of whole states of a cube whose
/// other pieces are blank.
#[test]
#[ignore = "long: 130 million arrangements"]
fn distributions_of_the_3x3x3_are_the_published_ones() {
    let puzzle = catalog::find("3x3x3").unwrap().puzzle;
    let space = space_of(&puzzle, &Metric::htm()).unwrap();
    let orbit = |name: &str| puzzle.orbits().iter().position(|orbit| orbit.name == name).unwrap();
    let counted = |pieces: Pieces| counts(&PieceSet::new(&space, &pieces).unwrap(), 4);
    let corners = [1, 18, 243, 2874, 28000, 205416, 1168516, 5402628, 20776176, 45391616, 15139616, 64736];
    assert_eq!(counted((0..8).map(|piece| (orbit("CORNERS"), piece)).collect()), (corners.to_vec(), 0));
    let edges = [1, 18, 230, 2747, 30847, 308783, 2508618, 13189082, 23497569, 3039786, 239];
    assert_eq!(counted((0..6).map(|piece| (orbit("EDGES"), piece)).collect()), (edges.to_vec(), 0));
}

#[test]
fn pieces_that_do_not_suit_are_refused() {
    let space = |name: &str| space_of(&catalog::find(name).unwrap().puzzle, &Metric::htm()).unwrap();
    let refused = |name: &str, pieces: &[(usize, u16)]| PieceSet::new(&space(name), pieces).unwrap_err();
    assert_eq!(refused("3x3x3", &[]), PatternError::NoPieces);
    assert_eq!(refused("slide:3x3", &[(0, 0)]), PatternError::Unsupported);
    let all: Pieces = (0..20).map(|piece| (0, piece)).collect();
    assert!(matches!(refused("topspin:20,4", &all), PatternError::TooLarge { entries: Some(_) }));
}
