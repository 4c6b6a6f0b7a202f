//! Square-1: two layers of corners (60 degrees) and edges (30 degrees), and a twist that exchanges half of one with half of the other.
//!
//! Start at [`square1`]. Each layer has twelve slots of 30 degrees: 1 to 12 clockwise as seen from above, from the
//! cut at the back; 13 to 24 clockwise as seen from below, from the cut at the front. A corner is two wedges that are
//! glued together, so that the twist `/`, which exchanges slot i with slot 12 + i for the six on the right, is
//! possible if no corner lies across the cut. `(1,0)` and `(0,1)` turn a layer by 30 degrees clockwise; algorithms
//! write both together, as `(1,-3)`.

use super::arrangements::Arrangements;
use super::tracks::Made;
use crate::definition::{Action, Alias, Block, Definition, Generator, Role};
use crate::orbit::Orbit;
use crate::picture::{Fixture, Flat, Motion, Outline, Part, Plane, Pose};
use crate::puzzle::Puzzle;
use crate::transformation::{OrbitTransformation, Transformation};

/// The number of slots of a layer.
const LAYER: usize = 12;

/// By piece, in the order of slots: the side that it shows in the solved state, or the two sides of a corner.
const SIDES: [&str; 16] =
    ["BR", "R", "RF", "F", "FL", "L", "LB", "B", "F", "FR", "R", "RB", "B", "BL", "L", "LF"];

/// The faces and their colours, as on a cube: top and bottom, then the four sides.
const FACES: [(&str, u32); 6] =
    [("U", 0xffffff), ("D", 0xffdd00), ("R", 0xd9202a), ("F", 0x00a651), ("L", 0xff8a1f), ("B", 0x1f5fd0)];

/// The shapes of both layers, with rotations of a layer distinguished: k corners and 12 - 2k edges lie on a circle in
/// 12 / (12 - k) · C(12 - k, k) ways, so there are 2 · 54 · 2 + 2 · 112 · 36 + 105² in all (Jaap Scherphuis, Jaap's
/// Puzzle Page, Square-1: 19305).
const SHAPES: u64 = 19_305;

/// The puzzle: 19 305 · 8!² · 2 positions, including the middle layer.
pub(super) fn square1() -> Made {
    let wedges = Orbit { name: "WEDGES".into(), pieces: 2 * LAYER as u16, orientations: 1 };
    let middle = Orbit { name: "MIDDLE".into(), pieces: 2, orientations: 1 };
    let mut definition = Definition::new("square-1", vec![wedges, middle]);
    let turned = |first: usize| {
        move |slot: usize| match slot.checked_sub(first) {
            Some(at) if at < LAYER => first + (at + LAYER - 1) % LAYER,
            _ => slot,
        }
    };
    let twisted = |slot: usize| match slot {
        0..6 => slot + LAYER,
        12..18 => slot - LAYER,
        _ => slot,
    };
    add(&mut definition, "(1,0)", turned(0), false);
    add(&mut definition, "(0,1)", turned(LAYER), false);
    add(&mut definition, "/", twisted, true);
    for corner in corners() {
        definition.restrictions.blocks.push(Block { pieces: corner.map(|slot| (0, slot as u16)).to_vec() });
    }
    let plane = plane();
    // The letters of the faces, and the names of cubing.js.
    let spellings =
        [("U", "(1,0)"), ("D", "(0,1)"), ("U_SQ_", "(1,0)"), ("D_SQ_", "(0,1)"), ("_SLASH_", "/")]
            .map(|(name, stands_for)| Alias { name: name.into(), stands_for: stands_for.into() });
    let puzzle = Puzzle::new(definition).and_then(|puzzle| puzzle.with_spellings(&spellings));
    let puzzle = puzzle.expect("square-1 is a puzzle");
    Made { puzzle, plane, states: Some(Arrangements::of_kinds(2 * SHAPES, [8, 8])) }
}

fn add(definition: &mut Definition, name: &str, from: impl Fn(usize) -> usize, is_twist: bool) {
    let sources = (0..2 * LAYER).map(|slot| from(slot) as u16).collect();
    let part = |orbit: usize, sources: Vec<u16>| {
        let turns = vec![0; sources.len()];
        let part = OrbitTransformation::new(&definition.orbits[orbit], sources, turns);
        (orbit, part.expect("a move permutes the slots"))
    };
    let mut parts = vec![part(0, sources)];
    if is_twist {
        parts.push(part(1, vec![1, 0]));
    }
    let action = Action::Given(Transformation::from_parts(parts));
    definition.generators.push(Generator { name: name.into(), role: Role::Turn, action });
}

/// The two slots of each corner of the solved puzzle, clockwise.
fn corners() -> Vec<[usize; 2]> {
    let mut slot = 0;
    let mut corners = Vec::new();
    for sides in SIDES {
        if sides.len() == 2 {
            corners.push([slot, slot + 1]);
        }
        slot += sides.len();
    }
    corners
}

/// The centres of the two layers and of the two strips of the middle layer in the picture; half the width of a square
/// is 1.
const TOP: Flat = [0.0, 0.0];
const BOTTOM: Flat = [3.4, 0.0];
const STRIP: f64 = 1.75;
/// The colour of the names of the faces that are seen.
const LABELS: u32 = 0xc3cad4;

/// tan 15°: the distance at which the cuts meet the sides of a square.
const CUT: f64 = 0.267_949_192_431_122_7;

/// The view from above, and next to it the view from below with the front at the top; under them the right half of the
/// middle layer from the front and from behind.
fn plane() -> Plane {
    let mut parts = Vec::new();
    let colour = |face: &str| FACES.iter().position(|(name, _)| *name == face).unwrap_or(0);
    let mut slot = 0;
    for sides in SIDES {
        for (half, side) in sides.chars().enumerate() {
            let is_top = slot < LAYER;
            let pose = wedge_pose(slot);
            let faces = [if is_top { "U" } else { "D" }.to_string(), side.to_string()];
            let stickers = wedge(sides.len(), half).into_iter().zip(faces);
            for (index, (corners, face)) in stickers.enumerate() {
                let outline = Pose::default().carried(&Outline::Polygon(corners), &pose);
                parts.push(Part {
                    outline,
                    orbit: 0,
                    slot: slot as u16,
                    index: index as u16,
                    colour: colour(&face),
                    label: String::new(),
                    pose: Some(pose),
                });
            }
            slot += 1;
        }
    }
    // The right half is wide in front and narrow behind, until it is twisted.
    let strips =
        [([TOP[0] - CUT, STRIP], 0.0, 1.0 + CUT, "F"), ([BOTTOM[0] - CUT, STRIP], 180.0, 1.0 - CUT, "B")];
    for (slot, (centre, degrees, width, face)) in strips.into_iter().enumerate() {
        let pose = Pose { centre, degrees };
        let outline = Pose::default().carried(&Outline::rectangle([0.0, -0.25], [width, 0.25]), &pose);
        parts.push(Part {
            outline,
            orbit: 1,
            slot: slot as u16,
            index: 0,
            colour: colour(face),
            label: String::new(),
            pose: Some(pose),
        });
    }
    let fixed = [[TOP[0] - 1.0, TOP[0] - CUT], [BOTTOM[0] - CUT, BOTTOM[0] + 1.0]];
    let mut plates: Vec<Outline> =
        fixed.map(|[left, right]| Outline::rectangle([left, STRIP - 0.25], [right, STRIP + 0.25])).to_vec();
    plates.extend([(TOP, 15.0), (BOTTOM, -15.0)].map(|(centre, degrees)| {
        let cut = Outline::rectangle([-0.02, -1.5], [0.02, 1.5]);
        Pose::default().carried(&cut, &Pose { centre, degrees })
    }));
    let label = |x: f64, y: f64, label: &str| Fixture {
        outline: Outline::Disc { centre: [x, y], radius: 0.17 },
        colour: LABELS,
        label: label.into(),
    };
    let fixtures = vec![
        label(TOP[0] - 1.35, -1.35, "U"),
        label(BOTTOM[0] + 1.35, -1.35, "D"),
        label(TOP[0] - 1.0 + 0.25, STRIP, "F"),
        label(BOTTOM[0] + 1.0 - 0.25, STRIP, "B"),
    ];
    let turn = |centre: Flat| Motion::Turn { centre, degrees: 30.0 };
    Plane {
        parts,
        plates,
        fixtures,
        colours: FACES.len(),
        palette: FACES.iter().map(|(_, colour)| *colour).collect(),
        motions: [("(1,0)".to_string(), turn(TOP)), ("(0,1)".to_string(), turn(BOTTOM))]
            .into_iter()
            .collect(),
        ..Plane::default()
    }
}

/// The pose of a wedge in a slot: its first edge points upwards before it is turned clockwise.
fn wedge_pose(slot: usize) -> Pose {
    match slot.checked_sub(LAYER) {
        None => Pose { centre: TOP, degrees: 15.0 + 30.0 * slot as f64 },
        Some(slot) => Pose { centre: BOTTOM, degrees: -15.0 + 30.0 * slot as f64 },
    }
}

/// The top and side stickers of a wedge whose first edge points upwards: of an edge, or of half a corner.
fn wedge(width: usize, half: usize) -> [Vec<Flat>; 2] {
    // Clockwise from the cut: the points where the piece meets the outline of the square, with the corner in between.
    let short = (1.0 + CUT * CUT).sqrt();
    let at = |radius: f64, degrees: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        [radius * sin, -radius * cos]
    };
    let (from, to) = match (width, half) {
        (1, _) => (at(short, 0.0), at(short, 30.0)),
        (_, 0) => (at(short, 0.0), at(std::f64::consts::SQRT_2, 30.0)),
        _ => (at(std::f64::consts::SQRT_2, 0.0), at(short, 30.0)),
    };
    let inner = |[x, y]: Flat| [0.8 * x, 0.8 * y];
    [vec![[0.0; 2], inner(from), inner(to)], vec![inner(from), from, to, inner(to)]]
}

#[cfg(test)]
mod tests {
    use crate::catalog::find;
    use crate::state::State;

    /// The state after some moves; `None` if one of them is not possible.
    fn after(moves: &str) -> Option<State> {
        let puzzle = find("square-1").unwrap().puzzle;
        moves.split(' ').try_fold(puzzle.solved().clone(), |state, name| {
            let turn = puzzle.turn(name).unwrap();
            puzzle.is_possible(&state, &turn).then(|| state.after(&turn.transformation()))
        })
    }

    /// Corners block the right twists, and layers turn clockwise as seen from their own side.
    #[test]
    fn corners_block_the_twist() {
        // One wedge clockwise, an edge of the upper layer comes to the cut, and a corner of the lower layer lies across
        // it.
        for (moves, is_possible) in [
            ("/", true),
            ("U /", true),
            ("U U /", false),
            ("U' /", false),
            ("D /", false),
            ("D' /", true),
            ("D D /", true),
        ] {
            assert_eq!(after(moves).is_some(), is_possible, "{moves}");
        }
        assert_eq!(after("U /"), after("(1,0) _SLASH_"));
        assert_eq!(after("/ /").unwrap(), *find("square-1").unwrap().puzzle.solved());
        // Two pairs of edges are exchanged, so the square is the identity (the M2 of Square-1's solvers).
        let once = "(1,0) / U' D' / (0,1)";
        assert!(after(once).unwrap() != *find("square-1").unwrap().puzzle.solved());
        assert_eq!(after(&format!("{once} {once}")).unwrap(), *find("square-1").unwrap().puzzle.solved());
    }

    /// Jaap Scherphuis (Jaap's Puzzle Page, Square-1): 62 768 369 664 000 positions, including the middle layer.
    #[test]
    fn the_published_number_of_positions() {
        let states = find("square-1").unwrap().states.unwrap();
        assert_eq!(states.count().to_string(), "62768369664000");
    }
}
