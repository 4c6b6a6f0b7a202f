//! Siamese cubes: two 3x3x3 that share a bar of an edge and two corners.
//!
//! Start at [`siamese_cubes`]. Relative to the bar, each cube turns the four layers that do not contain it, and the
//! cubes do not interfere. The first cube, whose bar is the edge BR with the corners at its ends, has the moves `aL`,
//! `aM`, `aF`, `aS`; the second has the same with a `b`.

use super::cube::cube;
use super::tracks::Made;
use crate::definition::{Action, Definition, Generator, Role};
use crate::orbit::Orbit;
use crate::picture::Plane;
use crate::puzzle::Puzzle;
use crate::transformation::Transformation;

/// The layers that do not touch the edge BR and the corners UBR and DBR.
const LAYERS: [&str; 4] = ["L", "M", "F", "S"];

/// The puzzle, drawn as circles of discs. `None` never occurs, because the 3x3x3 exists.
pub(super) fn siamese_cubes() -> Option<Made> {
    let one = cube(3)?.puzzle;
    let count = one.orbits().len();
    let both = ["A", "B"].into_iter().flat_map(|mark| {
        one.orbits().iter().map(move |orbit| Orbit { name: format!("{}{mark}", orbit.name), ..orbit.clone() })
    });
    let mut definition = Definition::new("siamese cubes", both.collect());
    for half in 0..2 {
        let rows = &mut definition.solved.orbits[half * count..];
        rows.iter_mut().zip(&one.solved().orbits).for_each(|(row, solved)| row.clone_from(solved));
        for layer in LAYERS {
            let turn = one.base(layer)?.transformation();
            let parts = turn.parts().map(|(orbit, part)| (half * count + orbit, part.clone()));
            let action = Action::Given(Transformation::from_parts(parts.collect::<Vec<_>>()));
            let name = format!("{}{layer}", ["a", "b"][half]);
            definition.generators.push(Generator { name, role: Role::Turn, action });
        }
    }
    let plane = Plane::of_orbits(&definition.orbits, &definition.solved).unwrap_or_default();
    Some(Made { puzzle: Puzzle::new(definition).ok()?, plane, states: None })
}
