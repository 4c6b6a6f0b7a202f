//! The megaminx.
//!
//! The twelve faces are named as in cubing.js: U, around it F L BL BR R, the lower ring FR FL DL B DR, and D opposite
//! U. A face turn is a clockwise fifth of a turn. WCA scrambles also turn everything but one face by two fifths:
//! `R++` all but L, `D++` all but U; `R--` and `D--` are their inverses.

use super::face_turning::FaceTurning;
use crate::definition::{Definition, Role};
use crate::puzzle::Puzzle;

pub(super) const FACES: [&str; 12] = ["U", "F", "R", "BR", "BL", "L", "FR", "FL", "DL", "B", "DR", "D"];

/// A fifth of a turn about U and about F, as cycles of faces, from a picture of the puzzle.
const ABOUT_U: [&[&str]; 2] = [&["F", "L", "BL", "BR", "R"], &["FL", "DL", "B", "DR", "FR"]];
const ABOUT_F: [&[&str]; 2] = [&["U", "R", "FR", "FL", "L"], &["BR", "DR", "D", "DL", "BL"]];

pub(super) const CORNERS: [&str; 20] = [
    "U R F", "U F L", "U L BL", "U BL BR", "U BR R", "F R FR", "L F FL", "BL L DL", "BR BL B", "R BR DR",
    "F FR FL", "L FL DL", "BL DL B", "BR B DR", "R DR FR", "D FL FR", "D DL FL", "D B DL", "D DR B",
    "D FR DR",
];

pub(super) const EDGES: [&str; 30] = [
    "U F", "U L", "U BL", "U BR", "U R", "F R", "F L", "L BL", "BL BR", "BR R", "F FR", "F FL", "L FL",
    "L DL", "BL DL", "BL B", "BR B", "BR DR", "R DR", "R FR", "FR FL", "FL DL", "DL B", "B DR", "DR FR",
    "D FL", "D DL", "D B", "D DR", "D FR",
];

/// The megaminx: about 1.007·10^68 positions.
pub(super) fn megaminx() -> Puzzle {
    let solid = FaceTurning::new(&FACES, &[("CORNERS", 3, &CORNERS), ("EDGES", 2, &EDGES)]);
    let steps = [solid.cycles(&ABOUT_U), solid.cycles(&ABOUT_F)];
    let about = |face: &str| solid.conjugate(&steps[0], &[solid.face("U")], &[solid.face(face)], &steps);
    let twice = |rotation: &[usize]| -> Vec<usize> { rotation.iter().map(|&face| rotation[face]).collect() };

    let mut definition: Definition = solid.definition("megaminx");
    for face in FACES {
        let touched = solid.face(face);
        let turn = solid.generator(face, Role::Turn, &about(face), |_, piece| piece.contains(&touched));
        definition.generators.push(turn);
    }
    for face in FACES {
        let name = format!("{face}v");
        definition.generators.push(solid.generator(name, Role::Rotation, &about(face), |_, _| true));
    }
    for (name, kept) in [("R++", "L"), ("D++", "U")] {
        // As R turns clockwise, L turns counterclockwise as seen from its own side.
        let rotation = inverse(&twice(&about(kept)));
        let kept = solid.face(kept);
        let wide = solid.generator(name, Role::Named, &rotation, |_, piece| !piece.contains(&kept));
        definition.generators.push(wide);
    }
    Puzzle::new(definition).expect("the megaminx is a puzzle").up_to_rotation()
}

fn inverse(rotation: &[usize]) -> Vec<usize> {
    let mut inverse = rotation.to_vec();
    for (face, &image) in rotation.iter().enumerate() {
        inverse[image] = face;
    }
    inverse
}
