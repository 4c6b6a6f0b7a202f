//! The skewb.
//!
//! `R U L B` turn the halves around the corners DRB, ULB, DLF and DLB (WCA notation), so the corner UFR never moves.
//! Each of the eight corners also names a turn of the half around it (`UFR`, `DBL`, …), clockwise as seen from the
//! corner.

use super::face_turning::FaceTurning;
use crate::definition::{Definition, Role};
use crate::puzzle::Puzzle;

/// The corners with their faces, clockwise.
pub(super) const CORNERS: [&str; 8] =
    ["U R F", "U B R", "U L B", "U F L", "D F R", "D L F", "D B L", "D R B"];

/// The faces, each with its centre.
pub(super) const CENTERS: [&str; 6] = ["U", "R", "F", "D", "L", "B"];

/// The name of the turn about each of them.
const NAMES: [&str; 8] = ["UFR", "UBR", "UBL", "UFL", "DFR", "DFL", "DBL", "DBR"];

/// The moves of the WCA notation.
const TURNS: [(&str, &str); 4] = [("R", "D R B"), ("U", "U L B"), ("L", "D L F"), ("B", "D B L")];

/// The skewb: 3 149 280 positions.
pub(super) fn skewb() -> Puzzle {
    let solid = FaceTurning::new(&CENTERS, &[("CORNERS", 3, &CORNERS), ("CENTERS", 1, &CENTERS)]);
    let mut definition = solid.definition("skewb");
    let opposite = |face: usize| (face + 3) % 6;
    let add = |definition: &mut Definition, name: &str, role, corner: &str| {
        let about: Vec<usize> = corner.split(' ').map(|face| solid.face(face)).collect();
        let mut rotation = vec![0; 6];
        for at in 0..3 {
            rotation[about[at]] = about[(at + 1) % 3];
            rotation[opposite(about[at])] = opposite(about[(at + 1) % 3]);
        }
        // The half around a corner: the pieces that touch more of its faces than of the opposite ones.
        let generator = solid.generator(name, role, &rotation, |_, piece| {
            let near = piece.iter().filter(|face| about.contains(face)).count();
            role == Role::Rotation || 2 * near > piece.len()
        });
        definition.generators.push(generator);
    };
    for (name, corner) in TURNS {
        add(&mut definition, name, Role::Turn, corner);
    }
    for (name, corner) in NAMES.into_iter().zip(CORNERS) {
        add(&mut definition, name, Role::Named, corner);
    }
    for (name, cycle) in
        [("x", ["U", "B", "D", "F"]), ("y", ["F", "L", "B", "R"]), ("z", ["U", "R", "D", "L"])]
    {
        let rotation = solid.cycles(&[&cycle]);
        definition.generators.push(solid.generator(name, Role::Rotation, &rotation, |_, _| true));
    }
    Puzzle::new(definition).expect("the skewb is a puzzle").up_to_rotation()
}
