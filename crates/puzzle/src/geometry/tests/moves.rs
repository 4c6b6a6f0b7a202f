//! Names and effects of moves; definitions made by hand.

use super::named::{orbits_of_turns, order};
use crate::catalog;
use crate::geometry::{Generated, cuboid, generate};
use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::state::State;
use std::collections::HashSet;

fn made(text: &str) -> Puzzle {
    generate(text, text).unwrap_or_else(|fault| panic!("{text}: {fault}")).puzzle
}

fn after(puzzle: &Puzzle, moves: &str) -> State {
    moves.split_whitespace().fold(puzzle.solved().clone(), |state, name| {
        let turn = puzzle.turn(name).unwrap_or_else(|| panic!("{}: {name}", puzzle.name()));
        state.after(&turn.transformation())
    })
}

/// The number of states at each distance up to a depth, up to rotations of the whole puzzle.
fn spheres(puzzle: &Puzzle, depth: usize) -> Vec<usize> {
    let turns: Vec<_> =
        puzzle.search_turns(&Metric::htm()).iter().map(crate::moves::Turn::transformation).collect();
    let least =
        |state: &State| puzzle.rotations().iter().map(|rotation| state.after(rotation)).min().unwrap();
    let mut seen = HashSet::from([least(puzzle.solved())]);
    let mut level: Vec<State> = seen.iter().cloned().collect();
    let mut counts = vec![level.len()];
    for _ in 0..depth {
        let mut next = Vec::new();
        for state in &level {
            for turn in &turns {
                // A state and its images under rotations count as one. The turns of any image are covered by the
                // rotations below.
                let image = least(&state.after(turn));
                if seen.insert(image.clone()) {
                    next.push(image);
                }
            }
        }
        counts.push(next.len());
        level = next;
    }
    counts
}

#[test]
fn blocks_have_the_usual_names() {
    for (text, left, right) in [
        ("c f 1/3", "M", "2L"),
        ("c f 1/3", "r", "R M'"),
        ("c f 1/3", "x", "L' M' R"),
        ("c f 1/3", "z", "F S B'"),
        ("c f 1/3", "Rv", "x"),
        ("c f 1/3", "Lv", "x'"),
        ("c f 0.5 f 0", "Rw", "R 2R"),
        ("c f 0.5 f 0", "3Rw", "L x"),
        ("c f 0.5 f 0", "2-3Rw", "2R 3R"),
        ("c f 0.5 f 0", "3R", "2L'"),
        ("c v 0", "UFR", "DBL UFRv"),
        ("c v 0", "RUF", "UFR"),
        ("c e 0", "FU", "UF"),
        ("d f 0.64 f 0.82", "u", "U 2U"),
        ("d v 0", "U_F_R", "R_F_U"),
        ("o f 1/3", "BRv", "BR 2BR L'"),
        ("t v 1/3 v 5/3", "Uw", "U 2U"),
        ("t v 1/3 v 5/3", "U 2U", "Uv D"),
    ] {
        let puzzle = made(text);
        assert_eq!(after(&puzzle, left), after(&puzzle, right), "{text}: {left} = {right}");
    }
    for (text, unknown) in [
        ("c f 1/3", "Q"),
        ("c f 1/3", "4R"),
        ("c f 1/3", "UFR"),
        ("c f 0", "M"),
        ("c v 0", "UF"),
        ("c v 0", "UFB"),
        ("c v 0", "x2x"),
        ("d f 0.7", "M"),
        ("d f 0.7", "x"),
        ("d f 0.7", "3-2U"),
        ("d f 0.7", "0U"),
        ("d f 0.7", "-U"),
        ("d f 0.7", "99999999999999999999U"),
        ("d f 0.7", "v"),
        ("d f 0.7", "w"),
        ("d f 0.7", "_"),
        ("d f 0.7", ""),
    ] {
        assert!(made(text).turn(unknown).is_none(), "{text}: {unknown}");
    }
}

#[test]
fn orders_of_sequences_on_the_3x3x3_are_the_known_ones() {
    let cube = made("c f 1/3");
    for (moves, expected) in [("R U", 105), ("R U R' U'", 6), ("R U2 D' B D'", 1260), ("M E S", 4)] {
        let product =
            moves.split_whitespace().fold(crate::transformation::Transformation::identity(), |all, name| {
                all.then(&cube.turn(name).unwrap().transformation())
            });
        assert_eq!(product.order(), Some(expected), "{moves}");
    }
}

#[test]
fn definitions_made_by_hand_are_the_same_puzzles() {
    for (name, text, depth) in [
        ("2x2x2", "c f 0", 5),
        ("3x3x3", "c f 1/3", 2),
        ("4x4x4", "c f 1/2 f 0", 2),
        ("5x5x5", "c f 0.6 f 0.2", 1),
        ("megaminx", "d f 0.7", 2),
    ] {
        let (hand, cut) = (catalog::find(name).unwrap().puzzle, made(text));
        assert_eq!(orbits_of_turns(&hand), orbits_of_turns(&cut), "{name}");
        assert_eq!(order(&hand), order(&cut), "{name}");
        let up_to_rotation = |puzzle: &Puzzle| puzzle.rotations().len();
        assert_eq!(up_to_rotation(&hand), up_to_rotation(&cut), "{name}");
        assert_eq!(spheres(&hand, depth), spheres(&cut, depth), "{name}");
    }
}

/// The number of states at each distance up to a depth, in a fixed orientation, with all powers of the generators.
fn spheres_as_they_lie(puzzle: &Puzzle, depth: usize) -> Vec<usize> {
    let powers = |base: &std::sync::Arc<crate::moves::BaseMove>| {
        let order = base.order.unwrap() as i64;
        (1..order).map(|amount| base.transformation.power(amount)).collect::<Vec<_>>()
    };
    let turns: Vec<_> = puzzle.generators().flat_map(powers).collect();
    let mut seen = HashSet::from([puzzle.solved().clone()]);
    let mut level = vec![puzzle.solved().clone()];
    let mut counts = vec![1];
    for _ in 0..depth {
        let next = level.iter().flat_map(|state| turns.iter().map(|turn| state.after(turn)));
        level = next.filter(|state| seen.insert(state.clone())).collect();
        counts.push(level.len());
    }
    counts
}

/// Definitions written by PuzzleGeometry, with the descriptions in their first lines: the number of states at each
/// distance is the same.
#[test]
fn definitions_of_puzzle_geometry_are_the_same_puzzles() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/tws/pg");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let (head, _) = text.split_once(" {").unwrap();
        let (_, description) = head.split_once(": ").unwrap();
        // Others fix a piece, or count rotations as moves.
        if !text.lines().next().unwrap().ends_with("{\"optimizeOrbits\":true}") {
            continue;
        }
        let read = crate::formats::read_definition(&text, crate::formats::Kind::Tws).unwrap();
        let (theirs, cut) = (Puzzle::new(read).unwrap(), made(description));
        let depth = if cut.generators().count() > 8 { 2 } else { 3 };
        assert_eq!(spheres_as_they_lie(&theirs, depth), spheres_as_they_lie(&cut, depth), "{description}");
        count += 1;
    }
    assert!(count >= 14, "{count}");
}

/// Positions of boxes, as published. The group also rotates the whole box if it turns all layers of an axis.
#[test]
fn orders_of_boxes() {
    for (sizes, turned, positions) in
        [([2, 2, 2], 24, 3_674_160u128), ([2, 3, 2], 4, 241_920), ([3, 2, 3], 4, 406_425_600)]
    {
        let puzzle = cuboid(sizes, "box").unwrap().puzzle;
        assert_eq!(order(&puzzle), (turned * positions).to_string(), "{sizes:?}");
    }
    for sizes in [[1, 1, 2], [1, 2, 3], [3, 3, 3], [4, 5, 6], [2, 3, 4], [20, 20, 20], [64, 1, 1], [5, 1, 5]]
    {
        let Generated { puzzle, shape, .. } = cuboid(sizes, "box").unwrap();
        let [x, y, z] = sizes.map(usize::from);
        assert_eq!(shape.stickers().len(), 2 * (x * y + y * z + z * x), "{sizes:?}");
        let pieces: usize = puzzle.orbits().iter().map(|orbit| usize::from(orbit.pieces)).sum();
        let inner = |side: usize| side.saturating_sub(2);
        // The piece in the centre counts as one piece per sticker.
        let split = usize::from(sizes == [5, 1, 5]);
        assert_eq!(pieces, x * y * z - inner(x) * inner(y) * inner(z) + split, "{sizes:?}");
        let turns = [(x, y == z), (y, x == z), (z, x == y)];
        for (name, (side, square)) in ["R", "U", "F"].into_iter().zip(turns) {
            let order = puzzle.turn(name).map(|turn| turn.base().order);
            let expected = (side > 1).then_some(Some(if square { 4 } else { 2 }));
            // A layer one cubie thick and wide turns in place, which may be visible.
            if expected.is_some() && sizes.iter().filter(|&&side| side == 1).count() < 2 {
                assert_eq!(order, expected, "{sizes:?} {name}");
            }
        }
    }
    for sizes in [[1, 1, 1], [0, 2, 2], [65, 2, 2]] {
        assert!(cuboid(sizes, "box").is_none(), "{sizes:?}");
    }
    assert_eq!(orbits_of_turns(&cuboid([3, 3, 3], "box").unwrap().puzzle), orbits_of_turns(&made("c f 1/3")));
    let told = |name| catalog::find(name).unwrap_err().to_string();
    assert!(told("cuboid:2x3").contains("cuboid:AxBxC") && told("cuboid:+2x3x4").contains("cuboid:AxBxC"));
}

#[test]
fn names_find_what_they_name() {
    for (name, description) in [
        ("FTO", "o f 1/3"),
        ("Eitan's star", "i f 0.61803398874989"),
        ("face-turning octahedron", "o f 1/3"),
        ("master_tetraminx", "t v 0 v 1"),
        ("Helicopter Cube", "c e sqrt2/2"),
    ] {
        let named = catalog::find(name).unwrap();
        let cut = made(description);
        assert_eq!(named.puzzle.definition().orbits, cut.definition().orbits, "{name}");
        assert!(named.shape.is_some());
    }
    let told = |name| catalog::find(name).unwrap_err().to_string();
    assert!(told("gigamix").contains("gigaminx"), "{}", told("gigamix"));
    assert!(told("c f 2").contains("misses"), "{}", told("c f 2"));
}
