//! The ivy cube: four turning corners, each of which carries parts of the three faces around it.
//!
//! Start at [`ivy_cube`]. The moves are named by their corners: `UFL`, `UBR`, `DFR`, `DBL`, clockwise as seen from each.

use super::face_turning::FaceTurning;
use crate::definition::Role;
use crate::puzzle::Puzzle;

/// The corners that turn, with their faces, clockwise.
pub(super) const CORNERS: [&str; 4] = ["U F L", "U B R", "D F R", "D B L"];
/// The faces, each with its leaf.
pub(super) const LEAVES: [&str; 6] = ["U", "R", "F", "D", "L", "B"];

/// The puzzle: 29 160 positions.
pub(super) fn ivy_cube() -> Puzzle {
    let solid = FaceTurning::new(&LEAVES, &[("CORNERS", 3, &CORNERS), ("LEAVES", 1, &LEAVES)]);
    let mut definition = solid.definition("ivy cube");
    for corner in CORNERS {
        let faces: Vec<&str> = corner.split(' ').collect();
        let about: Vec<usize> = faces.iter().map(|face| solid.face(face)).collect();
        let generator = solid.generator(faces.concat(), Role::Turn, &solid.cycles(&[&faces]), |_, piece| {
            piece.iter().all(|face| about.contains(face))
        });
        definition.generators.push(generator);
    }
    Puzzle::new(definition).expect("the ivy cube is a puzzle")
}
