//! The named puzzles, compared with the table of another program: orbits, numbers of stickers and pieces, and orders.

use crate::definition::Role;
use crate::geometry::{Generated, generate};
use crate::points::Points;
use crate::puzzle::Puzzle;
use permutant_group::{Certificate, Permutation, StabilizerChain};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// The orbits of slots under the turns alone, as (size, orientations that turns can give), without slots that no turn
/// moves.
pub(super) fn orbits_of_turns(puzzle: &Puzzle) -> Vec<(usize, u16)> {
    let mut found = Vec::new();
    for (number, orbit) in puzzle.orbits().iter().enumerate() {
        let parts: Vec<_> = puzzle.generators().filter_map(|base| base.transformation.part(number)).collect();
        let mut height: Vec<Option<u16>> = vec![None; usize::from(orbit.pieces)];
        for start in 0..height.len() {
            if height[start].is_some() {
                continue;
            }
            height[start] = Some(0);
            let (mut slots, mut next, mut twist) = (vec![start], 0, 0u16);
            while next < slots.len() {
                for part in &parts {
                    let to = slots[next];
                    let from = usize::from(part.permutation()[to]);
                    let there = (height[to].unwrap() + orbit.orientations - part.orientation()[to])
                        % orbit.orientations;
                    match height[from] {
                        None => {
                            height[from] = Some(there);
                            slots.push(from);
                        }
                        // A closed walk that turns the piece.
                        Some(known) => twist |= u16::from(known != there),
                    }
                }
                next += 1;
            }
            let orientations = if twist > 0 { orbit.orientations } else { 1 };
            if slots.len() > 1 || orientations > 1 {
                found.push((slots.len(), orientations));
            }
        }
    }
    found.sort_unstable();
    found
}

pub(super) fn order(puzzle: &Puzzle) -> String {
    let points = Points::new(puzzle.orbits()).unwrap();
    let generators: Vec<Permutation> =
        puzzle.generators().map(|base| points.permutation(&base.transformation)).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    match Certificate::new(&generators, &mut rng).order() {
        Some(order) => order.to_string(),
        None => StabilizerChain::new(&generators, &mut rng).order().to_string(),
    }
}

/// Whether a number equals the other one, which is rounded to about 18 digits if it has an exponent.
fn is_rounded(exact: &str, rounded: &str) -> bool {
    let Some((digits, exponent)) = rounded.split_once("e+") else { return exact == rounded };
    let digits: String = digits.chars().filter(|c| *c != '.').collect();
    let count = digits.len().min(16);
    let number = |text: &str| text[..count].parse::<i64>().unwrap();
    exact.len() == exponent.parse::<usize>().unwrap() + 1 && (number(exact) - number(&digits)).abs() <= 2
}

struct Expected {
    name: String,
    description: String,
    faces: usize,
    stickers: usize,
    pieces: usize,
    orbits: Vec<(usize, u16)>,
    moves: usize,
    order: String,
}

fn table() -> Vec<Expected> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/geometry/named.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let number = |at: usize| columns[at].parse().unwrap();
            let orbit = |text: &str| {
                let (size, orientations) = text.split_once('^').unwrap();
                (size.parse().unwrap(), orientations.parse().unwrap())
            };
            Expected {
                name: columns[0].into(),
                description: columns[1].into(),
                faces: number(2),
                stickers: number(3),
                pieces: number(4),
                orbits: columns[5].split(' ').map(orbit).collect(),
                moves: number(6),
                order: columns[7].into(),
            }
        })
        .collect()
}

fn check(expected: &Expected) {
    let Expected { name, description, .. } = expected;
    let Generated { puzzle, shape, .. } =
        generate(description, name).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let pieces: usize = puzzle.orbits().iter().map(|orbit| usize::from(orbit.pieces)).sum();
    assert_eq!(shape.faces().len(), expected.faces, "{name}");
    assert_eq!(shape.stickers().len(), expected.faces * expected.stickers, "{name}");
    assert_eq!(pieces, expected.pieces, "{name}");
    assert_eq!(orbits_of_turns(&puzzle), expected.orbits, "{name}");
    assert_eq!(puzzle.generators().count(), expected.moves, "{name}");
    assert!(puzzle.bases().iter().any(|base| base.role == Role::Rotation), "{name}");
    if expected.order != "-" {
        let order = order(&puzzle);
        assert!(is_rounded(&order, &expected.order), "{name}: {order}, not {}", expected.order);
    }
}

#[test]
fn named_puzzles_are_those_of_puzzle_geometry() {
    let table = table();
    assert_eq!(table.len(), 65);
    table.iter().for_each(check);
}
