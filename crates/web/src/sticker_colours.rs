//! What each part of a scene shows: a part that shows the same when the puzzle is solved.
//!
//! Start at [`parts`].

use permutant::puzzle::geometry::Shape;
use permutant::puzzle::picture::Look;
use permutant::puzzle::state::State;

/// By part of the scene: a part that shows the same when the puzzle is solved; -1 for a hole, or where the position does not
/// tell. Both states are of the puzzle. O(parts).
pub fn parts(look: &Look, solved: &State, state: &State) -> Vec<i32> {
    match look {
        Look::Plane(plane) => plane.homes(solved, state).into_iter().map(number).collect(),
        Look::Solid(shape) => of_faces(shape, solved, &shape.colours(solved, state)),
    }
}

/// The same of a solid whose stickers have the colours of these faces.
pub fn of_faces(shape: &Shape, solved: &State, faces: &[Option<usize>]) -> Vec<i32> {
    let first = first_parts(shape, solved);
    faces.iter().map(|face| number(face.and_then(|face| first[face]))).collect()
}

/// By face: the first part that shows its colour when the puzzle is solved.
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
