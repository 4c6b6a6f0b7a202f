//! The pyraminx, with and without its tips.
//!
//! Vertices U (top), L (left), R (right), B (back); faces F (front), L, R, D. `U L R B` turn a vertex with its tip
//! and edges, and `u l r b` turn a tip alone, clockwise as seen from the vertex (WCA notation).

use super::face_turning::FaceTurning;
use crate::definition::Role;
use crate::puzzle::Puzzle;

const CORNERS: usize = 1;
const TIPS: usize = 2;

pub(super) const EDGES: [&str; 6] = ["F L", "F R", "F D", "L R", "D L", "D R"];

/// The faces of the corners, and of the tips on them.
pub(super) const CORNER_PIECES: [&str; 4] = ["F L R", "F D L", "F R D", "L D R"];

/// The faces around each vertex, clockwise.
const VERTICES: [(&str, [&str; 3]); 4] =
    [("U", ["F", "L", "R"]), ("L", ["F", "D", "L"]), ("R", ["F", "R", "D"]), ("B", ["L", "D", "R"])];

/// The pyraminx with its tips (75 582 720 · 4 = 933 120 · 3^4 positions) or without (933 120).
pub(super) fn pyraminx(tips: bool) -> Puzzle {
    let mut kinds: Vec<(_, _, &[&str])> = vec![("EDGES", 2, &EDGES), ("CORNERS", 3, &CORNER_PIECES)];
    if tips {
        kinds.push(("TIPS", 3, &CORNER_PIECES));
    }
    let solid = FaceTurning::new(&["F", "L", "R", "D"], &kinds);
    let mut definition = solid.definition(if tips { "pyraminx" } else { "tetraminx" });
    let turn = |name: String, role, faces: &[&str; 3], kinds: std::ops::RangeInclusive<usize>| {
        let about: Vec<usize> = faces.iter().map(|face| solid.face(face)).collect();
        let rotation = solid.cycles(&[faces]);
        solid.generator(name, role, &rotation, |kind, piece| {
            let touches = piece.iter().filter(|face| about.contains(face)).count();
            kinds.contains(&kind) && (role == Role::Rotation || touches == piece.len())
        })
    };
    for (vertex, faces) in &VERTICES {
        definition.generators.push(turn((*vertex).to_string(), Role::Turn, faces, 0..=TIPS));
    }
    for (vertex, faces) in VERTICES.iter().filter(|_| tips) {
        definition.generators.push(turn(vertex.to_ascii_lowercase(), Role::Turn, faces, TIPS..=TIPS));
    }
    for (vertex, faces) in &VERTICES {
        definition.generators.push(turn(format!("{vertex}v"), Role::Rotation, faces, 0..=TIPS));
    }
    debug_assert_eq!(definition.orbits[CORNERS].name, "CORNERS");
    Puzzle::new(definition).expect("the pyraminx is a puzzle").up_to_rotation()
}
