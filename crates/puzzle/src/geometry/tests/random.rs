//! Random cuts of all solids: each gives a correct puzzle or an error.

use crate::definition::Role;
use crate::geometry::solid::Solid;
use crate::geometry::{Body, Description, Generated, Platonic, Point, ShapeSticker, generate};
use crate::puzzle::Puzzle;
use crate::transformation::Transformation;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::collections::{BTreeMap, HashMap, HashSet};

fn below(rng: &mut ChaCha8Rng, count: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(count)) >> 32) as u32
}

/// A random description: up to three cuts, depths with few digits or many, some of them where cuts meet.
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

/// The area of a face of a solid whose faces have distance 1.
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

fn dot(x: Point, y: Point) -> f64 {
    x[0] * y[0] + x[1] * y[1] + x[2] * y[2]
}

/// By axis of the cuts of a description: its direction and the depths of its cuts, ascending. Computed only with
/// floating-point numbers from the written depths.
fn cut_axes(text: &str) -> Vec<(Point, Vec<f64>)> {
    let description = Description::read(text).unwrap();
    let Body::Platonic(kind) = description.solid else { panic!("{text}: a Platonic solid") };
    let solid = Solid::platonic(kind);
    let mut axes: Vec<(Point, Vec<f64>)> = Vec::new();
    for cut in &description.cuts {
        for direction in solid.directions.iter().filter(|direction| direction.feature == cut.feature) {
            let normal = direction.normal.map(|x| solid.ring.value(x));
            let normal = normal.map(|x| x / dot(normal, normal).sqrt());
            let known = axes.iter().position(|(axis, _)| dot(*axis, normal).abs() > 1.0 - 1e-9);
            let at = known.unwrap_or_else(|| {
                axes.push((normal, Vec::new()));
                axes.len() - 1
            });
            let depth = cut.depth.value * dot(axes[at].0, normal).signum();
            if axes[at].1.iter().all(|known| (known - depth).abs() > 1e-7) {
                axes[at].1.push(depth);
            }
        }
    }
    axes.iter_mut().for_each(|(_, depths)| depths.sort_by(f64::total_cmp));
    axes
}

/// Consequences of the planes alone: no plane divides a sticker, pieces consist of what lies in the same layers, and a
/// turn moves a layer.
fn check_layers(text: &str, puzzle: &Puzzle, stickers: &[ShapeSticker]) {
    let axes = cut_axes(text);
    // By sticker: its layer about each axis. A corner may lie beyond a plane within the precision of the digits.
    let layers: Vec<Vec<usize>> = (stickers.iter())
        .map(|sticker| {
            let layer = |(axis, depths): &(Point, Vec<f64>)| {
                let along = sticker.corners.iter().map(|&corner| dot(*axis, corner));
                let (least, most) =
                    along.fold((f64::MAX, f64::MIN), |(least, most), x| (least.min(x), most.max(x)));
                let middle = (least + most) / 2.0;
                let layer = depths.iter().filter(|&&depth| depth < middle).count();
                let above = depths.get(layer).is_none_or(|depth| most - depth < 2e-6);
                let below = layer == 0 || depths[layer - 1] - least < 2e-6;
                assert!(above && below, "{text}: a sticker of {least} to {most} between {depths:?}");
                layer
            };
            axes.iter().map(layer).collect()
        })
        .collect();
    let core: Option<Vec<usize>> = (axes.iter())
        .map(|(_, depths)| {
            let through = depths.iter().any(|depth| depth.abs() < 1e-12);
            (!through).then(|| depths.iter().filter(|&&depth| depth < 0.0).count())
        })
        .collect();
    let mut of_slot: HashMap<(usize, u16), &Vec<usize>> = HashMap::new();
    let mut of_layers: HashMap<&Vec<usize>, (usize, u16)> = HashMap::new();
    for (sticker, layers) in stickers.iter().zip(&layers) {
        let slot = sticker.place.map(|place| (place.orbit, place.slot)).unwrap();
        assert_eq!(*of_slot.entry(slot).or_insert(layers), layers, "{text}: a piece in two places");
        if Some(layers) != core.as_ref() {
            assert_eq!(*of_layers.entry(layers).or_insert(slot), slot, "{text}: two pieces in one place");
        }
    }
    let middles: HashMap<(usize, u16), Point> = stickers.iter().fold(HashMap::new(), |mut sums, sticker| {
        let place = sticker.place.unwrap();
        let sum: &mut Point = sums.entry((place.orbit, place.slot)).or_default();
        let corners = sticker.corners.len() as f64;
        sticker.corners.iter().for_each(|corner| (0..3).for_each(|i| sum[i] += corner[i] / corners));
        sums
    });
    for turn in puzzle.generators() {
        let moves = |orbit: usize, slot: u16| {
            turn.transformation.part(orbit).is_some_and(|part| {
                let at = usize::from(slot);
                part.permutation()[at] != slot || part.orientation()[at] != 0
            })
        };
        // A layer that moves, together with everything in it except what lies on the axis.
        let fits = |(number, (axis, _)): (usize, &(Point, Vec<f64>))| {
            let mut moved = of_slot.iter().filter(|((orbit, slot), _)| moves(*orbit, *slot));
            let Some(layer) = moved.next().map(|(_, layers)| layers[number]) else { return false };
            of_slot.iter().all(|(&(orbit, slot), layers)| {
                let middle = middles[&(orbit, slot)];
                let on_axis = dot(*axis, middle).powi(2) > (1.0 - 1e-9) * dot(middle, middle);
                match moves(orbit, slot) {
                    true => layers[number] == layer,
                    false => layers[number] != layer || on_axis,
                }
            })
        };
        assert!(axes.iter().enumerate().any(fits), "{text}: {} moves no layer", turn.name);
    }
}

/// Conditions that every puzzle must satisfy. The slow ones are checked only for one in eight puzzles with more than a
/// few stickers.
fn check(number: usize, text: &str, Generated { puzzle, shape, .. }: &Generated) {
    // The stickers of a face cover it completely, and none is a sliver.
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
    check_layers(text, puzzle, shape.stickers());
    // Layers turn about an axis of the solid, with orders 2 to 5. A rotation maps turns to turns of the same kind at
    // another grip.
    for base in puzzle.bases() {
        assert!(base.order.is_some_and(|order| (1..=5).contains(&order)), "{text}: {}", base.name);
    }
    let thorough = number.is_multiple_of(8) || shape.stickers().len() < 300;
    if thorough {
        let turns: HashSet<Transformation> = (puzzle.generators())
            .flat_map(|turn| [turn.transformation.clone(), turn.transformation.inverse()])
            .collect();
        for rotation in puzzle.bases().iter().filter(|base| base.role == Role::Rotation).take(2) {
            let back = rotation.transformation.inverse();
            for turn in puzzle.generators() {
                let carried = back.then(&turn.transformation).then(&rotation.transformation);
                assert!(turns.contains(&carried), "{text}: {} turned by {}", turn.name, rotation.name);
            }
        }
    }
    // A position shows each colour as often as the solved one, and undoing a move restores the solved one.
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
    // The definition can be written and read again.
    let written = thorough
        .then(|| crate::formats::write_definition(puzzle.definition(), crate::formats::Kind::Kpuzzle).ok());
    if let Some(written) = written.flatten() {
        let read = crate::formats::read_definition(&written, crate::formats::Kind::Kpuzzle).unwrap();
        assert_eq!(read.orbits, puzzle.definition().orbits, "{text}");
    }
}

fn random(seed: u64, count: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut refusals: BTreeMap<String, usize> = BTreeMap::new();
    let mut made = 0;
    for number in 0..count {
        let text = description(&mut rng);
        match generate(&text, &text) {
            Ok(puzzle) => {
                made += 1;
                check(number, &text, &puzzle);
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

/// One hundred thousand cuts in ten tests, which can run in parallel.
macro_rules! many_random_cuts {
    ($($name:ident $seed:literal)*) => {
        $(
            #[test]
            #[ignore = "long: ten thousand random cuts"]
            fn $name() {
                random($seed, 10_000);
            }
        )*
    };
}

many_random_cuts! {
    many_random_cuts_0 2 many_random_cuts_1 3 many_random_cuts_2 4 many_random_cuts_3 5 many_random_cuts_4 6
    many_random_cuts_5 7 many_random_cuts_6 8 many_random_cuts_7 9 many_random_cuts_8 10 many_random_cuts_9 11
}
