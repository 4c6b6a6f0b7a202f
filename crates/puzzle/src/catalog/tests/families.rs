//! The families in the plane: generators as in `testdata/groups`, orders from the literature or by enumeration.

use crate::catalog::{NotFound, find, list};
use crate::points::Points;
use crate::puzzle::Puzzle;
use permutant_group::{Permutation, StabilizerChain};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::{BTreeMap, BTreeSet};

/// A file of `testdata/groups`: order, and generators as (label, image of each point).
fn corpus(name: &str) -> (String, Vec<(String, Vec<usize>)>) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/groups");
    let text = std::fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
    let mut order = String::new();
    let mut generators = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("order") => order = words.next().unwrap().to_string(),
            Some("gen") => {
                let label = words.next().unwrap().to_string();
                generators.push((label, words.map(|word| word.parse().unwrap()).collect()));
            }
            _ => {}
        }
    }
    (order, generators)
}

fn puzzle(name: &str) -> Puzzle {
    find(name).unwrap_or_else(|fault| panic!("{fault}")).puzzle
}

fn generators(puzzle: &Puzzle) -> Vec<Permutation> {
    let points = Points::new(puzzle.orbits()).unwrap();
    puzzle.generators().map(|base| points.permutation(&base.transformation)).collect()
}

fn order(puzzle: &Puzzle) -> String {
    StabilizerChain::new(&generators(puzzle), &mut ChaCha8Rng::seed_from_u64(1)).order().to_string()
}

/// The lengths of the cycles of an image list, in ascending order.
fn cycle_type(image: &[usize]) -> Vec<usize> {
    let mut seen = vec![false; image.len()];
    let mut lengths = Vec::new();
    for start in 0..image.len() {
        let (mut at, mut length) = (start, 0);
        while !std::mem::replace(&mut seen[at], true) {
            at = image[at];
            length += 1;
        }
        lengths.extend((length > 0).then_some(length));
    }
    lengths.sort_unstable();
    lengths
}

fn images(permutation: &Permutation) -> Vec<usize> {
    (0..permutation.degree() as u32).map(|point| permutation.image(point) as usize).collect()
}

/// The positions of a corpus file by the points of the puzzle. Sets are in ascending order, with the set of position 0
/// first; positions are in the same set if the file's generators map one to the other.
fn by_sets(generators: &[(String, Vec<usize>)], degree: usize) -> Vec<usize> {
    let mut set: Vec<usize> = (0..degree).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (_, image) in generators {
            for (point, &to) in image.iter().enumerate() {
                let least = set[point].min(set[to]);
                changed |= set[point] != set[to];
                (set[point], set[to]) = (least, least);
            }
        }
    }
    let mut points: Vec<usize> = (0..degree).collect();
    points.sort_by_key(|&point| (set[point], point));
    points
}

#[test]
fn generators_are_those_of_the_corpus() {
    for (name, file) in [
        ("torus:2x2", "torus2x2"),
        ("torus:2x3", "torus2x3"),
        ("torus:3x3", "torus3x3"),
        ("torus:3x4", "torus3x4"),
        ("torus:4x4", "torus4x4"),
        ("torus:5x5", "torus5x5"),
        ("torus:6x6", "torus6x6"),
        ("torus:8x8", "torus8x8"),
        ("torus:10x10", "torus10x10"),
        ("topspin:12,4", "topspin12_4"),
        ("topspin:20,4", "topspin20_4"),
        ("topspin:20,5", "topspin20_5"),
        ("rings:20,20,5,5", "hungarian38"),
        ("wreath:6", "wreath6"),
        ("wreath:7", "wreath7"),
        ("wreath:12", "wreath12"),
        ("wreath:33", "wreath33"),
        ("wreath:100", "wreath100"),
        ("globe:1,8", "globe1_8"),
        ("globe:2,6", "globe2_6"),
        ("globe:3,4", "globe3_4"),
        ("globe:3,33", "globe3_33"),
        ("globe:6,4", "globe6_4"),
        ("globe:6,10", "globe6_10"),
        ("globe:8,25", "globe8_25"),
        ("rotate:3x3,2", "rot3x3"),
        ("rotate:5x5,2", "rot5x5"),
        ("m11", "m11"),
        ("m12", "m12"),
        ("m23", "m23"),
        ("m24", "m24"),
    ] {
        let (known_order, expected) = corpus(file);
        let puzzle = puzzle(name);
        assert_eq!(puzzle.name(), name);
        let degree = expected[0].1.len();
        let points = by_sets(&expected, degree);
        let mut number = vec![0; degree];
        points.iter().enumerate().for_each(|(at, &point)| number[point] = at);
        let found = generators(&puzzle);
        assert_eq!(found.len(), expected.len(), "{name}");
        for ((base, found), (label, expected)) in puzzle.generators().zip(&found).zip(&expected) {
            let expected: Vec<usize> = points.iter().map(|&point| number[expected[point]]).collect();
            assert_eq!(images(found), expected, "{name}: {} and {label}", base.name);
            // The names differ only in whether they count from 0 or 1.
            assert!(
                base.name.to_lowercase().starts_with(&label[..1]) || name.starts_with("rotate"),
                "{name}"
            );
        }
        if degree <= 25 {
            assert_eq!(order(&puzzle), known_order, "{name}");
        }
    }
}

#[test]
fn orders_are_the_known_ones() {
    let factorial = |n: u128| (1..=n).product::<u128>();
    for rows in 2..=5u128 {
        for columns in 2..=6u128 {
            let all = factorial(rows * columns);
            let expected = if rows * columns % 2 == 1 { all / 2 } else { all };
            assert_eq!(order(&puzzle(&format!("torus:{rows}x{columns}"))), expected.to_string());
        }
    }
    for (name, expected) in [
        ("topspin:25,4", factorial(25) / 2),
        ("topspin:19,4", factorial(19) / 2),
        ("topspin:20,6", factorial(20)),
        ("topspin:20,5", 13_168_189_440_000),
        ("topspin:26,5", 38_775_788_043_632_640_000),
        ("topspin:10,3", 28_800),
        ("rings:6,6,2,2", factorial(10)),
        ("rings:6,6,2,3", factorial(10)),
        ("rings:6,6,3,3", 1920),
        ("rings:4,4,2,2", 24),
        ("rings:4,6,2,3", 384),
        ("rings:7,7,2,3", factorial(12) / 2),
        ("rings:12,12,3,4", factorial(22)),
        ("rings:5,5,2,2", factorial(8) / 2),
        ("rotate:4x6,2", factorial(24)),
        ("pancake:2", 2),
        ("pancake:9", factorial(9)),
        ("m22", 443_520),
    ] {
        assert_eq!(order(&puzzle(name)), expected.to_string(), "{name}");
    }
}

/// Counts the group element by element.
fn counted(puzzle: &Puzzle) -> usize {
    let steps = generators(puzzle);
    let mut seen = BTreeSet::from([(0..steps[0].degree()).collect::<Vec<_>>()]);
    let mut open: Vec<_> = seen.iter().cloned().collect();
    while let Some(element) = open.pop() {
        for step in &steps {
            let image = images(step);
            let next: Vec<usize> = element.iter().map(|&point| image[point]).collect();
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen.len()
}

#[test]
fn small_groups_counted_element_by_element() {
    for name in [
        "torus:2x2",
        "torus:2x3",
        "klein:2x2",
        "klein:2x3",
        "klein:3x2",
        "klein:2x4",
        "rings:3,3,1,1",
        "rings:4,4,2,2",
        "rings:4,4,1,2",
        "rings:6,6,3,3",
        "wreath:3",
        "wreath:4",
        "wreath:5",
        "topspin:7,3",
        "topspin:8,3",
        "globe:1,1",
        "globe:1,2",
        "globe:2,1",
        "rotate:2x2,2",
        "rotate:2x3,2",
        "rotate:3x3,3",
        "pancake:7",
        "m11",
    ] {
        let puzzle = puzzle(name);
        assert_eq!(order(&puzzle), counted(&puzzle).to_string(), "{name}");
    }
}

#[test]
fn m22_moves_three_pieces_anywhere() {
    // 443520 = 22 · 21 · 20 · 48, and a transitive group of that order and degree with a point's stabilizer
    // of order 20160 transitive on the rest, and so on, is M22.
    let steps: Vec<Vec<usize>> = generators(&puzzle("m22")).iter().map(images).collect();
    let mut seen = BTreeSet::from([[0, 1, 2]]);
    let mut open = vec![[0, 1, 2]];
    while let Some(triple) = open.pop() {
        for step in &steps {
            let next = triple.map(|point: usize| step[point]);
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    assert_eq!(seen.len(), 22 * 21 * 20);
}

#[test]
fn moves_go_where_their_names_say() {
    for (name, moves, expected) in [
        // Row 1 to the right, column 2 down.
        ("torus:2x3", "R1", "2 0 1 3 4 5"),
        ("torus:2x3", "C2", "0 4 2 3 1 5"),
        // The right end of row 1 continues as row 2.
        ("klein:2x3", "R1", "5 0 1 2 3 4"),
        ("klein:3x2", "R2", "0 1 3 2 4 5"),
        ("klein:3x2", "R1", "5 0 2 3 1 4"),
        ("topspin:6,3", "r", "5 0 1 2 3 4"),
        ("topspin:6,3", "t", "2 1 0 3 4 5"),
        ("pancake:4", "f3", "2 1 0 3"),
        // Left ring 0 1 2 3, right ring 0 4 2 5.
        ("rings:4,4,2,2", "L", "3 0 1 2 4 5"),
        ("rings:4,4,2,2", "R", "5 1 4 3 0 2"),
        ("rotate:2x3,2", "r1c2", "0 4 1 3 5 2"),
        // The corners form a separate set.
        ("rotate:3x3,3", "r1c1", "2 0 3 1"),
    ] {
        let turn = puzzle(name).turn(moves).unwrap().transformation();
        let from = turn.part(0).unwrap().permutation().to_vec();
        let from = from.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(from, expected, "{name} {moves}");
    }
    let blocks = puzzle("rotate:6x6,5");
    let first = images(&generators(&blocks)[0]);
    assert_eq!(cycle_type(&first), [[1; 12].as_slice(), &[4; 6]].concat(), "25 = 6 · 4 + 1, 11 + 1 stay");
}

#[test]
fn digits_behind_a_name_are_read_as_the_longest_name() {
    let large = puzzle("torus:12x12");
    assert_eq!(large.turn("R12").unwrap().to_string(), "R12");
    assert_eq!(large.turn("R1^2").unwrap().to_string(), "R1^2");
    assert_eq!(large.turn("R12'").unwrap().to_string(), "R12'");
    let small = puzzle("torus:6x6");
    assert!(small.turn("R12").is_none());
    assert!(small.turn("R7").is_none());
    for puzzle in [&large, &small] {
        for turn in puzzle.generators().flat_map(|base| [-2, -1, 1, 2, 3].map(|n| (base, n))) {
            let turn = puzzle.turn_by(&turn.0.name, turn.1).unwrap();
            assert_eq!(puzzle.turn(&turn.to_string()).unwrap().transformation(), turn.transformation());
        }
    }
}

#[test]
fn positions_that_nothing_exchanges_are_sets_of_their_own() {
    let sizes = |name: &str| puzzle(name).orbits().iter().map(|orbit| orbit.pieces).collect::<Vec<_>>();
    assert_eq!(sizes("globe:3,4"), [16, 16]);
    assert_eq!(sizes("globe:2,6"), [24, 12]);
    assert_eq!(sizes("rotate:3x3,3"), [4, 4, 1]);
    assert_eq!(sizes("torus:3x3"), [9]);
    let names: BTreeMap<_, _> =
        ["globe:3,4", "m12"].map(|name| (name, puzzle(name).orbits()[0].name.clone())).into();
    assert_eq!((names["globe:3,4"].as_str(), names["m12"].as_str()), ("TILES1", "TILES"));
}

#[test]
fn every_line_of_the_catalog_has_an_example_that_is_built() {
    for line in list() {
        assert!(!line.examples.is_empty());
        for example in line.examples {
            assert_eq!(puzzle(example).name(), *example);
            assert_eq!(puzzle(&example.to_uppercase()).name(), *example);
        }
    }
}

#[test]
fn bad_parameters_say_what_is_wrong_and_what_is_expected() {
    let told = |name: &str| match find(name) {
        Err(fault @ (NotFound::Parameters { .. } | NotFound::Unknown { .. })) => fault.to_string(),
        other => panic!("{name}: {other:?}"),
    };
    for (name, fault) in [
        ("torus", "'torus': '' is not of the form MxN; expected torus:MxN, such as torus:4x4"),
        ("torus:", "'torus:': '' is not of the form MxN; expected torus:MxN, such as torus:4x4"),
        ("torus:4", "'torus:4': '4' is not of the form MxN; expected torus:MxN, such as torus:4x4"),
        (
            "torus:4x4x4",
            "'torus:4x4x4': '4x4x4' is not of the form MxN; expected torus:MxN, such as torus:4x4",
        ),
        (
            "torus:4x",
            "'torus:4x': '' is not a whole number up to 2500; expected torus:MxN, such as torus:4x4",
        ),
        (
            "torus:4x 5",
            "'torus:4x 5': ' 5' is not a whole number up to 2500; expected torus:MxN, such as torus:4x4",
        ),
        (
            "torus:1x4",
            "'torus:1x4': the number of rows must be 2 to 1250, not 1; expected torus:MxN, such as torus:4x4",
        ),
        (
            "torus:51x50",
            "'torus:51x50': that has 2550 positions; at most 2500 are supported; expected torus:MxN, such as torus:4x4",
        ),
        (
            "torus:2x1250",
            "'torus:2x1250': that has 1252 moves of 2500 positions; at most 2500000 in all are supported; \
             expected torus:MxN, such as torus:4x4",
        ),
        (
            "topspin:20,21",
            "'topspin:20,21': the length K of the turntable must be 2 to 20, not 21; expected topspin:N,K, \
             such as topspin:20,4",
        ),
        (
            "rings:20,20,5,20",
            "'rings:20,20,5,20': the distance DB along the right ring must be 1 to 19, not 20; expected \
             rings:A,B,DA,DB, such as rings:20,20,5,5",
        ),
        (
            "rotate:3x4,4",
            "'rotate:3x4,4': the side of a block must be 2 to 3, not 4; expected rotate:MxN,K, such as rotate:3x3,2",
        ),
        ("torsu:3x3", "there is no puzzle named 'torsu:3x3'; did you mean 'torus:3x3'?"),
        ("tours:0x3", "there is no puzzle named 'tours:0x3'; did you mean 'torus:4x4'?"),
        ("top spni:20,4", "there is no puzzle named 'top spni:20,4'; did you mean 'topspin:20,4'?"),
        ("m24:3", "there is no puzzle named 'm24:3'; did you mean 'm24'?"),
    ] {
        assert_eq!(told(name), fault);
    }
    for name in [
        "torus:-1x3",
        "torus:+3x3",
        "torus:٣x3",
        "torus:99999999999999999999999x3",
        "torus:10000x10000",
        "klein:10000x2",
        "rotate:100x100,2",
        "rotate:3x3",
        "rotate:3x3,1",
        "rings:3,3,0,1",
        "rings:2,2,1,1",
        "rings:10000,10000,1,1",
        "wreath:2",
        "wreath:5002",
        "globe:0,3",
        "globe:3,0",
        "globe:5000,5000",
        "pancake:1",
        "pancake:10000",
        "topspin:2,2",
        "topspin:10001,4",
        "m13",
        "m24:",
    ] {
        told(name);
    }
}

#[test]
fn the_largest_are_built() {
    for (name, pieces) in [
        ("torus:50x50", 2500),
        ("pancake:1581", 1581),
        ("topspin:2500,1250", 2500),
        ("wreath:1250", 2498),
        ("rings:1251,1251,600,1", 2500),
    ] {
        let sizes = puzzle(name).orbits().iter().map(|orbit| usize::from(orbit.pieces)).sum::<usize>();
        assert_eq!(sizes, pieces, "{name}");
    }
}

/// Two tracks with a common arc: the group is alternating if both lengths are odd, otherwise symmetric. With two common
/// positions, the tracks are rings that cross at neighbouring positions.
#[test]
fn merged_tracks_have_the_expected_groups() {
    let factorial = |n: u128| (1..=n).product::<u128>();
    for (left, right, shared) in [(4, 5, 1), (5, 7, 3), (6, 6, 2), (7, 7, 3), (9, 5, 4), (8, 8, 7)] {
        let positions = (left + right - shared) as u128;
        let all = factorial(positions);
        let expected = if left % 2 == 1 && right % 2 == 1 { all / 2 } else { all };
        assert_eq!(order(&puzzle(&format!("merge:{left},{right},{shared}"))), expected.to_string());
    }
    assert_eq!(order(&puzzle("merge:6,6,2")), order(&puzzle("rings:6,6,1,1")));
    assert!(find("merge:6,6,6").is_err() && find("merge:6,6").is_err());
}

/// A board with a blank: the number of moves equals that of pairs of neighbours, directions end at the edges, and the
/// number of states follows the rule.
#[test]
fn boards_with_a_blank() {
    for (name, moves, states) in [
        ("slide:4x4", 24, "10461394944000"),
        ("slide:5x5", 40, "7755605021665492992000000"),
        ("slide:2x2", 4, "12"),
        ("moebius:2x3", 9, "360"),
        ("moebius:3x3", 15, "362880"),
    ] {
        let entry = find(name).unwrap();
        assert_eq!(entry.puzzle.generators().count(), moves, "{name}");
        assert_eq!(entry.states.unwrap().count().to_string(), states, "{name}");
        assert!(entry.puzzle.is_restricted());
        let solved = entry.puzzle.solved();
        let goes: Vec<&str> = ["U", "D", "L", "R"]
            .into_iter()
            .filter(|way| entry.puzzle.directed(solved, way, 1).is_some())
            .collect();
        assert_eq!(
            goes,
            if name.starts_with("slide") { vec!["D", "R"] } else { vec!["D", "L", "R"] },
            "{name}"
        );
        for base in entry.puzzle.generators() {
            let turn = entry.puzzle.turn(&base.name).unwrap();
            let touches_blank =
                goes.iter().any(|way| entry.puzzle.directed(solved, way, 1).as_ref() == Some(&turn));
            assert_eq!(entry.puzzle.is_possible(solved, &turn), touches_blank, "{name} {}", base.name);
        }
    }
    assert!(find("slide:27x3").is_err() && find("moebius:3x2").is_err() && find("slide:1x9").is_err());
}
