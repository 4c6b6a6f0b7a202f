//! The clock: nine dials on each side, moved by wheels as the four pins allow.
//!
//! Start at [`clock`]. Slots are the dials, 1 to 9 on the front and 10 to 18 on the back, row by row as seen from
//! each side; an orientation is the hour. The corner dials of the two sides are coupled: the back ones turn the other
//! way. `UR+` turns by an hour with only the upper right pin up, `U+` with both upper pins, and `ALL+` with all pins
//! (the notation of the World Cube Association). `URDL+` and `ULDR+` have the two named pins up, `ur+` all but the
//! named one. The prefix `b` means the same as seen from behind, for which algorithms turn the clock over: `y2 U3+`.
//! Pin names alone (`UR DL`) have no effect.

use super::tracks::Made;
use crate::definition::{Action, Definition, Generator, Role};
use crate::orbit::Orbit;
use crate::picture::{Fixture, Flat, Outline, Part, Plane, Pose};
use crate::puzzle::Puzzle;
use crate::transformation::{OrbitTransformation, Transformation};

/// The number of dials on a side.
const SIDE: usize = 9;
/// The number of hours.
const HOURS: u16 = 12;

/// The pins: their names, clockwise from the upper right, and the dials around each, beginning with the corner.
const PINS: [(&str, [usize; 4]); 4] =
    [("UR", [2, 1, 4, 5]), ("DR", [8, 4, 5, 7]), ("DL", [6, 3, 4, 7]), ("UL", [0, 1, 3, 4])];

/// The settings of the pins, by the name of the move without its sign: the pins that are up. Those of the usual
/// notation come first, in its order.
const SETTINGS: [(&str, &[usize]); 15] = [
    ("UR", &[0]),
    ("DR", &[1]),
    ("DL", &[2]),
    ("UL", &[3]),
    ("U", &[3, 0]),
    ("R", &[0, 1]),
    ("D", &[1, 2]),
    ("L", &[2, 3]),
    ("ALL", &[0, 1, 2, 3]),
    ("URDL", &[0, 2]),
    ("ULDR", &[1, 3]),
    ("ur", &[1, 2, 3]),
    ("dr", &[0, 2, 3]),
    ("dl", &[0, 1, 3]),
    ("ul", &[0, 1, 2]),
];

/// The name of the move of the front with these pins up, given as bits clockwise from the upper right.
pub fn clock_move(pins: u8) -> Option<&'static str> {
    let bits = |up: &[usize]| up.iter().fold(0, |bits, pin| bits | 1 << pin);
    SETTINGS.iter().find(|(_, up)| bits(up) == pins).map(|(name, _)| *name)
}

/// The corner dial on the other side that is coupled to this one: left and right are exchanged.
fn tied(corner: usize) -> usize {
    match corner {
        0 => 2,
        2 => 0,
        6 => 8,
        _ => 6,
    }
}

/// The puzzle: 12^14 positions.
pub(super) fn clock() -> Made {
    let dials = Orbit { name: "DIALS".into(), pieces: 2 * SIDE as u16, orientations: HOURS };
    let mut definition = Definition::new("clock", vec![dials]);
    for (side, mark) in [(0, ""), (SIDE, "b")] {
        for (name, pins) in SETTINGS {
            let mut turns = vec![0; 2 * SIDE];
            for &pin in pins {
                let (_, dials) = PINS[pin];
                dials.iter().for_each(|dial| turns[side + dial] = 1);
                turns[SIDE - side + tied(dials[0])] = HOURS - 1;
            }
            let places = (0..2 * SIDE as u16).collect();
            add(&mut definition, format!("{mark}{name}+"), Role::Turn, places, turns);
        }
    }
    let other_side = (0..2 * SIDE as u16).map(|dial| (dial + SIDE as u16) % (2 * SIDE as u16)).collect();
    add(&mut definition, "y2".into(), Role::Rotation, other_side, vec![0; 2 * SIDE]);
    for (name, _) in PINS {
        let action = Action::Given(Transformation::identity());
        definition.generators.push(Generator { name: name.into(), role: Role::Named, action });
    }
    let puzzle = Puzzle::new(definition).expect("the clock is a puzzle").up_to_rotation();
    Made { puzzle, plane: plane(), states: None }
}

fn add(definition: &mut Definition, name: String, role: Role, places: Vec<u16>, turns: Vec<u16>) {
    let part = OrbitTransformation::new(&definition.orbits[0], places, turns);
    let part = part.expect("hours are added in place");
    let action = Action::Given(Transformation::from_parts([(0, part)]));
    definition.generators.push(Generator { name, role, action });
}

/// The colours of hands, and of hours at which there is none. Hands of both sides look alike: the side on the left is always the one that
/// faces the viewer, also after `y2`.
const PALETTE: [u32; 2] = [0xffdd00, 0x000000];
const HAND: usize = 0;
const NO_HAND: usize = 1;
/// The colours of what does not move: the dials of each side, hours, twelve o'clock, and pins.
const DIALS: [u32; 2] = [0x2a4b8d, 0x3f454e];
const HOUR: u32 = 0x8d97a5;
const TWELVE: u32 = 0xffffff;
const PIN: u32 = 0xc3cad4;

const DIAL_RADIUS: f64 = 0.42;
/// How far the hours are from the middle of a dial.
const HOURS_RADIUS: f64 = 0.465;
const PIN_RADIUS: f64 = 0.2;
/// Half the angle of an hour.
const HALF_HOUR: f64 = 180.0 / HOURS as f64;

/// Both sides next to each other, each as it is seen from its own side. What a dial shows is its hand: the other
/// hours are holes, through which the dial is seen.
fn plane() -> Plane {
    let mut parts = Vec::new();
    let mut fixtures = Vec::new();
    let mut fix = |outline: Outline, colour: u32, label: &str| {
        fixtures.push(Fixture { outline, colour, label: label.into() });
    };
    for dial in 0..2 * SIDE {
        let (side, at) = (dial / SIDE, dial % SIDE);
        let centre: Flat = [4.0 * side as f64 + (at % 3) as f64, (at / 3) as f64];
        fix(Outline::Disc { centre, radius: DIAL_RADIUS }, DIALS[side], "");
        for hour in 0..HOURS {
            let pose = Pose { centre, degrees: f64::from(hour) * 2.0 * HALF_HOUR };
            let (outline, colour) = if hour == 0 { (hand(), HAND) } else { (sector(), NO_HAND) };
            parts.push(Part {
                outline: Pose::default().carried(&outline, &pose),
                orbit: 0,
                slot: dial as u16,
                index: hour,
                colour,
                label: String::new(),
                pose: Some(pose),
            });
            let (radius, colour) = if hour == 0 { (0.05, TWELVE) } else { (0.03, HOUR) };
            let mark = Outline::Disc { centre: [0.0, -HOURS_RADIUS], radius };
            fix(Pose::default().carried(&mark, &pose), colour, "");
        }
    }
    for (left, prefix) in [(0.0, ""), (4.0, "b")] {
        for (name, [corner, ..]) in PINS {
            let centre = [left + if corner % 3 == 0 { 0.5 } else { 1.5 }, if corner < 3 { 0.5 } else { 1.5 }];
            fix(Outline::Disc { centre, radius: PIN_RADIUS }, PIN, &format!("{prefix}{name}"));
        }
    }
    let body = |left: f64| {
        // The hours of the corner dials are inside.
        let (low, near, far, high) = (-0.62, -0.2, 2.2, 2.62);
        let corners = [
            [low, near],
            [near, low],
            [far, low],
            [high, near],
            [high, far],
            [far, high],
            [near, high],
            [low, far],
        ];
        Outline::Polygon(corners.map(|[x, y]| [left + x, y]).to_vec())
    };
    Plane {
        parts,
        plates: vec![body(0.0), body(4.0)],
        fixtures,
        colours: PALETTE.len(),
        palette: PALETTE.to_vec(),
        rings: vec![HOURS],
        clear: Some(NO_HAND),
        ..Plane::default()
    }
}

/// A hand that points upwards from the origin.
fn hand() -> Outline {
    Outline::Polygon(vec![[0.0, -0.4], [0.085, 0.03], [0.0, 0.11], [-0.085, 0.03]])
}

/// The twelfth of a dial around the hour above the origin.
fn sector() -> Outline {
    let on_rim = |degrees: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        [DIAL_RADIUS * sin, -DIAL_RADIUS * cos]
    };
    Outline::Polygon(vec![[0.0; 2], on_rim(-HALF_HOUR), on_rim(0.0), on_rim(HALF_HOUR)])
}

#[cfg(test)]
mod tests {
    use crate::catalog::find;
    use crate::state::State;

    fn after(moves: &str) -> State {
        let puzzle = find("clock").unwrap().puzzle;
        let state = puzzle.solved().clone();
        moves.split(' ').fold(state, |state, name| {
            let (name, amount) =
                if name.ends_with('-') { (name.replace('-', "+"), -1) } else { (name.into(), 1) };
            state.after(&puzzle.turn_by(&name, amount).unwrap().transformation())
        })
    }

    #[test]
    fn wheels_turn_the_dials_about_the_pins_that_are_up() {
        let hours = |moves: &str| after(moves).orbits[0].orientations.clone();
        assert_eq!(hours("UR+"), [0, 1, 1, 0, 1, 1, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(hours("U+"), [1, 1, 1, 1, 1, 1, 0, 0, 0, 11, 0, 11, 0, 0, 0, 0, 0, 0]);
        assert_eq!(hours("ALL+"), [1, 1, 1, 1, 1, 1, 1, 1, 1, 11, 0, 11, 0, 0, 0, 11, 0, 11]);
        assert_eq!(hours("bUL+"), [0, 0, 11, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0]);
        // As seen from behind, each move has the effect that it has in front.
        for name in ["UR+", "L+", "ALL+", "ULDR+", "dr+"] {
            assert_eq!(after(&format!("y2 {name} y2")), after(&format!("b{name}")), "{name}");
        }
        assert_eq!(after("UR DL"), after("y2 y2"));
        assert!(find("clock").unwrap().puzzle.is_solved(&after("y2")));
    }
}
