//! Random cuts of all solids: a right puzzle, or a refusal.

use crate::definition::Role;
use crate::geometry::{Generated, Platonic, generate};
use crate::geometry::{Point, ShapeSticker};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

fn below(rng: &mut ChaCha8Rng, count: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(count)) >> 32) as u32
}

/// A random description: up to three cuts, depths of a few digits or many, some where cuts meet.
fn description(rng: &mut ChaCha8Rng) -> String {
    const MEETING: [&str; 12] = [
        "0",
        "1/3",
        "0.333333",
        "1/sqrt3",
        "0.577350269189626",
        "0.707106781186547",
        "0.618033988749895",
        "0.236067977499790",
        "0.5",
        "5/3",
        "-1/3",
        "0.447213595499958",
    ];
    let solid = Platonic::ALL[below(rng, 5) as usize];
    let mut text = solid.name()[..1].to_string();
    for _ in 0..1 + below(rng, 3).min(below(rng, 3)) {
        let feature = ["f", "v", "e"][below(rng, 3) as usize];
        let depth = match below(rng, 4) {
            0 => MEETING[below(rng, 12) as usize].to_string(),
            1 => format!("{:.2}", f64::from(below(rng, 1000)) / 800.0 - 0.1),
            2 => format!("{:.4}", f64::from(below(rng, 100_000)) / 80_000.0 - 0.1),
            _ => format!("{:.12}", f64::from(rng.next_u32()) / f64::from(u32::MAX) * 1.2 - 0.1),
        };
        text.push_str(&format!(" {feature} {depth}"));
    }
    text
}

fn minus(x: Point, y: Point) -> Point {
    [x[0] - y[0], x[1] - y[1], x[2] - y[2]]
}

fn area(sticker: &ShapeSticker) -> f64 {
    let corners = &sticker.corners;
    let doubled = (1..corners.len() - 1).map(|at| {
        let (x, y) = (minus(corners[at], corners[0]), minus(corners[at + 1], corners[0]));
        let cross = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
        (cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]).sqrt()
    });
    doubled.sum::<f64>() / 2.0
}

/// The area of a face of a solid whose faces are at the distance 1.
fn face_area(solid: char) -> f64 {
    let sides = |count: f64, inner: f64| count * inner * inner * (std::f64::consts::PI / count).tan();
    let golden = (1.0 + 5f64.sqrt()) / 2.0;
    match solid {
        // The inner radius of a face, from the angle between faces.
        't' => sides(3.0, 2f64.sqrt()),
        'c' => sides(4.0, 1.0),
        'o' => sides(3.0, 2f64.sqrt() / 2.0),
        'd' => sides(5.0, golden - 1.0),
        _ => sides(3.0, 2.0 - golden),
    }
}

/// What every puzzle must fulfil.
fn check(text: &str, Generated { puzzle, shape, .. }: &Generated) {
    // The stickers of a face are all of it, and none is a sliver.
    let mut areas = vec![0.0; shape.faces().len()];
    for sticker in shape.stickers() {
        let area = area(sticker);
        assert!(area > 1e-13 && sticker.corners.len() >= 3, "{text}: a sticker of area {area}");
        areas[sticker.face] += area;
    }
    let whole = face_area(text.chars().next().unwrap());
    assert!(areas.iter().all(|area| (area / whole - 1.0).abs() < 1e-9), "{text}: {areas:?}, not {whole}");
    // Every place of every slot shows one sticker, and the stickers of a piece are on different faces.
    let mut places: BTreeMap<(usize, u16), Vec<(u16, usize)>> = BTreeMap::new();
    for sticker in shape.stickers() {
        let place = sticker.place.unwrap();
        places.entry((place.orbit, place.slot)).or_default().push((place.index, sticker.face));
    }
    let slots: usize = puzzle.orbits().iter().map(|orbit| usize::from(orbit.pieces)).sum();
    assert_eq!(places.len(), slots, "{text}");
    for ((orbit, _), stickers) in &mut places {
        stickers.sort_unstable();
        assert!(stickers.iter().enumerate().all(|(at, sticker)| at == usize::from(sticker.0)), "{text}");
        assert_eq!(stickers.len(), shape.stickers_of_a_piece(*orbit), "{text}");
        let mut faces: Vec<usize> = stickers.iter().map(|sticker| sticker.1).collect();
        faces.sort_unstable();
        faces.dedup();
        assert_eq!(faces.len(), stickers.len(), "{text}");
    }
    // Layers turn about an axis of the solid: orders 2 to 5; turning all layers of an axis is turning the whole.
    for base in puzzle.bases() {
        assert!(base.order.is_some_and(|order| (1..=5).contains(&order)), "{text}: {}", base.name);
    }
    let rotations = puzzle.bases().iter().filter(|base| base.role == Role::Rotation).take(2);
    for rotation in rotations {
        for turn in puzzle.generators() {
            // A rotation carries turns to turns: those of the same kind at another grip.
            let carried =
                rotation.transformation.inverse().then(&turn.transformation).then(&rotation.transformation);
            let is_turn = puzzle
                .generators()
                .any(|other| carried == other.transformation || carried == other.transformation.inverse());
            assert!(is_turn, "{text}: {} turned by {}", turn.name, rotation.name);
        }
    }
    // A position shows each colour as often as the solved one, and turning a move back shows the solved one.
    let count = |colours: &[Option<usize>]| {
        let mut counts = vec![0; shape.faces().len()];
        colours.iter().for_each(|colour| counts[colour.unwrap()] += 1);
        counts
    };
    let solved = shape.colours(puzzle.solved(), puzzle.solved());
    assert!(
        shape.stickers().iter().zip(&solved).all(|(sticker, colour)| Some(sticker.face) == *colour),
        "{text}"
    );
    let mixed =
        puzzle.generators().fold(puzzle.solved().clone(), |state, base| state.after(&base.transformation));
    assert_eq!(count(&shape.colours(puzzle.solved(), &mixed)), count(&solved), "{text}");
    // The definition is one that can be written and read again.
    let written = crate::formats::write_definition(puzzle.definition(), crate::formats::Kind::Kpuzzle);
    if let Ok(written) = written {
        let read = crate::formats::read_definition(&written, crate::formats::Kind::Kpuzzle).unwrap();
        assert_eq!(read.orbits, puzzle.definition().orbits, "{text}");
    }
}

fn random(seed: u64, count: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut refusals: BTreeMap<String, usize> = BTreeMap::new();
    let mut made = 0;
    for _ in 0..count {
        let text = description(&mut rng);
        match generate(&text, &text) {
            Ok(puzzle) => {
                made += 1;
                check(&text, &puzzle);
            }
            Err(fault) => {
                assert!(
                    text.get(fault.span.clone()).is_some_and(|token| !token.is_empty()),
                    "{text}: {fault}"
                );
                *refusals.entry(fault.message).or_default() += 1;
            }
        }
    }
    println!("{made} puzzles of {count}; refused: {refusals:?}");
    assert!(made > count / 3, "{made} of {count}: {refusals:?}");
}

#[test]
fn random_cuts_make_right_puzzles_or_are_refused() {
    random(1, 40);
}

#[test]
#[ignore = "long: a hundred thousand random cuts"]
fn many_random_cuts_make_right_puzzles_or_are_refused() {
    random(2, 100_000);
}
