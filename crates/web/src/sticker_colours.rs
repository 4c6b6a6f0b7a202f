//! The content of each part of a scene, identified by a part that has the same content in the solved puzzle.
//!
//! Start at [`parts`].

use permutant::puzzle::geometry::Shape;
use permutant::puzzle::picture::Look;
use permutant::puzzle::state::State;

/// By part of the scene: a part that has the same content in the solved puzzle; -1 for a hole, or if the position does
/// not determine the content. Both states are of the puzzle. O(parts).
pub fn parts(look: &Look, solved: &State, state: &State) -> Vec<i32> {
    match look {
        Look::Plane(plane) => plane.homes(solved, state).into_iter().map(number).collect(),
        Look::Solid(shape) => shape.homes(solved, state).into_iter().map(number).collect(),
    }
}

/// The same for a solid whose stickers have the colours of these faces.
pub fn of_faces(shape: &Shape, solved: &State, faces: &[Option<usize>]) -> Vec<i32> {
    let first = first_parts(shape, solved);
    faces.iter().map(|face| number(face.and_then(|face| first[face]))).collect()
}

/// By face: the first part that has its colour in the solved puzzle.
pub fn first_parts(shape: &Shape, solved: &State) -> Vec<Option<usize>> {
    let mut first = vec![None; shape.faces().len()];
    for (part, face) in shape.colours(solved, solved).into_iter().enumerate() {
        if let Some(face) = face {
            first[face].get_or_insert(part);
        }
    }
    first
}

fn number(part: Option<usize>) -> i32 {
    part.and_then(|part| i32::try_from(part).ok()).unwrap_or(-1)
}
