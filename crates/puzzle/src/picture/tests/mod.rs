//! Scenes compared with the puzzle: moves must carry parts as the puzzle's own states require, along the stated
//! paths.

use super::{Look, Path, Scene, Scheme, Shown};
use crate::catalog;
use crate::definition::Role;
use crate::puzzle::Puzzle;

pub(super) fn look(name: &str) -> (Puzzle, Look) {
    let entry = catalog::find(name).unwrap();
    let solid = || entry.shape.clone().or_else(|| catalog::look(&entry.puzzle, entry.facelets.as_ref()));
    let look = match &entry.plane {
        Some(plane) => Look::Plane(plane.clone()),
        None => Look::Solid(solid().unwrap()),
    };
    (entry.puzzle, look)
}

const PUZZLES: [&str; 24] = [
    "2x2x2",
    "3x3x3",
    "5x5x5",
    "cuboid:2x3x4",
    "pyraminx",
    "skewb",
    "megaminx",
    "dino",
    "fto",
    "curvy copter",
    "christophers jewel",
    "icosamate",
    "torus:3x5",
    "klein:4x3",
    "rotate:4x5,3",
    "topspin:20,4",
    "topspin:5,5",
    "rings:20,20,5,5",
    "rings:6,6,3,3",
    "wreath:12",
    "globe:3,4",
    "pancake:6",
    "m12",
    "m22",
];

/// A point carried along a path; `None` if the path does not determine the image of every point.
fn carried(path: &Path, at: &[f64]) -> Option<Vec<f64>> {
    match path {
        Path::Turn { axis: None, centre, degrees } => {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let (x, y) = (at[0] - centre[0], at[1] - centre[1]);
            Some(vec![centre[0] + x * cos - y * sin, centre[1] + x * sin + y * cos])
        }
        Path::Turn { axis: Some(axis), degrees, .. } => {
            // Rodrigues' formula, counterclockwise by minus the angle.
            let (sin, cos) = (-degrees).to_radians().sin_cos();
            let along = (0..3).map(|i| axis[i] * at[i]).sum::<f64>();
            let across = |i: usize| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                axis[j] * at[k] - axis[k] * at[j]
            };
            Some((0..3).map(|i| at[i] * cos + across(i) * sin + axis[i] * along * (1.0 - cos)).collect())
        }
        Path::Shift { .. } | Path::Track => None,
    }
}

fn near(x: &[f64], y: &[f64]) -> bool {
    x.iter().zip(y).all(|(x, y)| (x - y).abs() < 1e-4)
}

#[test]
fn moves_of_scenes_are_those_of_the_puzzle() {
    for name in PUZZLES {
        let (puzzle, look) = look(name);
        // A position in which no piece is solved.
        let mut state = puzzle.solved().clone();
        for (at, base) in puzzle.generators().enumerate() {
            let amount = 1 + at as i64 % 2;
            state.apply(&base.transformation.power(amount));
        }
        let scene = Scene::new(&puzzle, &look, &state, Scheme::Usual);
        let listed = puzzle.bases().iter().filter(|base| base.role != Role::Named);
        assert_eq!(scene.moves.len(), listed.count());
        for step in &scene.moves {
            let change = &puzzle.base(&step.name).unwrap().transformation();
            let after = Scene::new(&puzzle, &look, &state.after(change), Scheme::Usual);
            let mut shown: Vec<Option<Shown>> = scene.stickers.iter().map(|s| s.shows.clone()).collect();
            for carry in &step.carries {
                shown[carry.to] = scene.stickers[carry.from].shows.clone();
            }
            // A state does not say where parts are that are no pieces.
            for (shown, after) in shown.iter().zip(&after.stickers).filter(|(_, after)| after.set.is_some()) {
                assert!(*shown == after.shows, "{name} {}", step.name);
            }
            // No part is carried twice, nor to the destination of another part.
            let mut ends: Vec<usize> = step.carries.iter().map(|carry| carry.to).collect();
            ends.sort_unstable();
            ends.dedup();
            assert_eq!(ends.len(), step.carries.len(), "{name} {}", step.name);
            for carry in &step.carries {
                let (from, to) = (&scene.stickers[carry.from].centre, &scene.stickers[carry.to].centre);
                let length = carry.drag.iter().map(|x| x * x).sum::<f64>();
                assert!(length < 1e-6 || (length - 1.0).abs() < 1e-4, "{name} {}", step.name);
                if let Some(end) = carried(&step.path, from) {
                    assert!(near(&end, to), "{name} {}: {from:?} to {to:?}, not {end:?}", step.name);
                    // The first hundredth of the path has the direction of the drag.
                    let little = match step.path.clone() {
                        Path::Turn { axis, centre, degrees } => {
                            Path::Turn { axis, centre, degrees: degrees / 1e4 }
                        }
                        path => path,
                    };
                    let start = carried(&little, from).unwrap();
                    let along: f64 = (0..from.len()).map(|i| (start[i] - from[i]) * carry.drag[i]).sum();
                    assert!(length < 1e-6 || along > 0.0, "{name} {}", step.name);
                }
                if let Path::Shift { by } = &step.path {
                    let end: Vec<f64> = from.iter().zip(by).map(|(x, y)| x + y).collect();
                    let inside = scene.stickers.iter().any(|sticker| near(&sticker.centre, &end));
                    assert!(near(&end, to) || !inside, "{name} {}", step.name);
                }
            }
        }
        let json: serde_json::Value = serde_json::from_str(&scene.to_json()).unwrap();
        assert_eq!(json["stickers"].as_array().unwrap().len(), scene.stickers.len());
    }
}

/// However a solid was cut, its upper face is at the top, and its front face is in front and visible.
#[test]
fn solids_stand_upright() {
    for name in ["3x3x3", "skewb", "c f 1/3", "megaminx", "fto", "pyraminx", "icosamate"] {
        let (puzzle, look) = look(name);
        let scene = Scene::new(&puzzle, &look, puzzle.solved(), Scheme::Usual);
        let middle = |face: &str| {
            let own = scene.stickers.iter().filter(|sticker| sticker.face.as_deref() == Some(face));
            own.fold([0.0; 3], |sum: [f64; 3], one| std::array::from_fn(|i| sum[i] + one.centre[i]))
        };
        let Some(eye) = &scene.eye else { panic!("{name}") };
        assert!(eye[1] > 0.0 && eye[2] > 0.0, "{name}: {eye:?}");
        if matches!(name, "3x3x3" | "skewb" | "c f 1/3" | "megaminx" | "fto") {
            let [right, up, front] = middle("U");
            assert!(up > 0.0 && right.abs() < 1e-4 && front.abs() < 1e-4, "{name}: {right} {up} {front}");
        }
        if name != "icosamate" {
            let [right, _, front] = middle("F");
            assert!(front > 0.0 && right.abs() < 1e-4, "{name}: {right} {front}");
            let towards: f64 = (0..3).map(|i| middle("F")[i] * eye[i]).sum();
            assert!(towards > 0.0, "{name}");
        }
    }
}

/// A block that no move carries is seen at first, whichever it is.
#[test]
fn a_block_that_stays_is_seen() {
    for (name, expected) in [
        ("3x3x3", [0.75, 0.8, 1.0]),
        ("fused cube", [-0.75, 0.8, 1.0]),
        ("2x2x2 with DBL fixed", [-0.75, 0.8, 1.0]),
        ("2x2x2 with UFR fixed", [0.75, 0.8, 1.0]),
    ] {
        let (puzzle, look) = look(name);
        let eye = Scene::new(&puzzle, &look, puzzle.solved(), Scheme::Usual).eye.unwrap();
        assert!((0..3).all(|i| (eye[i] - expected[i]).abs() < 1e-6), "{name}: {eye:?}");
    }
}

/// A layer turns about its axis as its name says: clockwise as seen from outside.
#[test]
fn clockwise_is_clockwise() {
    for (name, turn, axis, degrees) in [
        ("3x3x3", "R", [1.0, 0.0, 0.0], 90.0),
        ("3x3x3", "D", [0.0, -1.0, 0.0], 90.0),
        ("4x4x4", "F", [0.0, 0.0, 1.0], 90.0),
        ("cuboid:2x3x3", "U", [0.0, 1.0, 0.0], 180.0),
    ] {
        let (puzzle, look) = look(name);
        let scene = Scene::new(&puzzle, &look, puzzle.solved(), Scheme::Usual);
        let step = scene.moves.iter().find(|step| step.name == turn).unwrap();
        let Path::Turn { axis: Some(found), degrees: by, .. } = &step.path else { panic!("{name} {turn}") };
        assert!(near(found, &axis), "{name} {turn}: {found:?}");
        assert!((by.rem_euclid(360.0) - degrees).abs() < 1e-4, "{name} {turn}: {by}");
        // The centre of a face moves along.
        let stickers = &scene.stickers;
        let whole = step.carries.iter().filter(|c| stickers[c.from].face.as_deref() == Some(turn)).count();
        assert_eq!(whole, stickers.iter().filter(|s| s.face.as_deref() == Some(turn)).count());
    }
}

/// A clock shows one hand on each dial, which points to the hour.
#[test]
fn hands_of_the_clock_point_to_the_hour() {
    let (puzzle, look) = look("clock");
    let turn = |name: &str, amount| puzzle.turn_by(name, amount).unwrap().transformation();
    let state = puzzle.solved().after(&turn("UR+", 4)).after(&turn("bD+", -3)).after(&turn("y2", 1));
    let Look::Plane(plane) = &look else { panic!("the clock lies in the plane") };
    let drawn = plane.picture(puzzle.solved(), &state, Scheme::Usual).stickers;
    assert_eq!(drawn.len(), 18);
    for (dial, hand) in drawn.iter().enumerate() {
        let hour = state.orbits[0].orientations[dial];
        assert_eq!(hand.sticker, 12 * dial + usize::from(hour));
        let corners = hand.outline.corners();
        // From the middle of the dial to the tip.
        let middle = [4.0 * (dial / 9) as f64 + (dial % 3) as f64, (dial % 9 / 3) as f64];
        let degrees = (corners[0][0] - middle[0]).atan2(middle[1] - corners[0][1]).to_degrees();
        let off = (degrees - 30.0 * f64::from(hour) + 180.0).rem_euclid(360.0) - 180.0;
        assert!(off.abs() < 1e-6, "dial {dial}: {degrees} at {hour}");
    }
    // The scene says so too: hours at which no hand is are holes, and hands turn about the middle of their dial.
    let scene = Scene::new(&puzzle, &look, &state, Scheme::Usual);
    let shown: Vec<usize> = (0..216).filter(|&part| scene.stickers[part].shows.is_some()).collect();
    assert_eq!(shown, drawn.iter().map(|hand| hand.sticker).collect::<Vec<_>>());
    let lies = scene.stickers[14].lies.as_ref().unwrap();
    assert_eq!((&lies.about[..], lies.degrees), (&[1.0, 0.0][..], 60.0));
    // A hand at twelve is dragged to the right, whatever its shape.
    let turn = scene.moves.iter().find(|known| known.name == "UR+").unwrap();
    let drag = |from: usize| turn.carries.iter().find(|carried| carried.from == from).unwrap().drag.clone();
    assert!(drag(12)[0] > 0.9 && drag(23)[0] > 0.9, "{:?} {:?}", drag(12), drag(23));
    assert_eq!(scene.fixtures.iter().filter(|fixture| fixture.label == "bDL").count(), 1);
}
