//! The gear cube: opposite faces turn against each other, and the edges between them are gears that roll.
//!
//! Start at [`gear_cube`]. Relative to the centres, a move turns a face and the opposite one by a quarter turn, both
//! clockwise as seen from outside. Each of the four edges between them rotates in place by a sixth of a turn. So `R`,
//! `U` and `F` are all the moves (`L` is `R`), and each has order twelve. The puzzle has 41 472 positions.

use super::face_turning::FaceTurning;
use super::tracks::Made;
use crate::definition::{Action, Alias, Definition, Generator, Role};
use crate::orbit::Orbit;
use crate::picture::Plane;
use crate::puzzle::Puzzle;
use crate::transformation::{OrbitTransformation, Transformation};

const FACES: [&str; 6] = ["U", "R", "F", "D", "L", "B"];
const CORNERS: [&str; 8] = ["U R F", "U F L", "U L B", "U B R", "D F R", "D L F", "D B L", "D R B"];
const EDGES: [&str; 12] =
    ["U R", "U F", "U L", "U B", "D R", "D F", "D L", "D B", "F R", "F L", "B L", "B R"];

/// The orientations of a gear, with six teeth; three of them exchange its two stickers.
const TEETH: u16 = 6;

/// Faces that turn together: their names, and the faces around each, clockwise.
const AXES: [[(&str, [&str; 4]); 2]; 3] = [
    [("R", ["F", "U", "B", "D"]), ("L", ["F", "D", "B", "U"])],
    [("U", ["F", "L", "B", "R"]), ("D", ["F", "R", "B", "L"])],
    [("F", ["U", "R", "D", "L"]), ("B", ["U", "L", "D", "R"])],
];

/// The puzzle, drawn as circles of discs.
pub(super) fn gear_cube() -> Made {
    let solid = FaceTurning::new(&FACES, &[("CORNERS", 3, &CORNERS), ("EDGES", 2, &EDGES)]);
    let corners = Orbit { name: "CORNERS".into(), pieces: 8, orientations: 3 };
    let edges = Orbit { name: "EDGES".into(), pieces: 12, orientations: TEETH };
    let mut definition = Definition::new("gear cube", vec![corners, edges]);
    let mut spellings = Vec::new();
    for axis in AXES {
        let turned = axis.iter().map(|(face, about)| {
            let number = solid.face(face);
            let turn = solid
                .generator(*face, Role::Turn, &solid.cycles(&[about]), |_, piece| piece.contains(&number));
            match turn.action {
                Action::Given(change) => change,
                Action::Sequence(_) => Transformation::identity(),
            }
        });
        let change = turned.fold(Transformation::identity(), |all, face| all.then(&face));
        let parts = change.parts().map(|(orbit, part)| match orbit {
            0 => (0, part.clone()),
            _ => (1, geared(&definition.orbits[1], part)),
        });
        let action = Action::Given(Transformation::from_parts(parts.collect::<Vec<_>>()));
        let [(name, _), (opposite, _)] = axis;
        definition.generators.push(Generator { name: name.into(), role: Role::Turn, action });
        spellings.push(Alias { name: opposite.into(), stands_for: name.into() });
    }
    let plane = Plane::of_orbits(&definition.orbits, &definition.solved).unwrap_or_default();
    let puzzle = Puzzle::new(definition).and_then(|puzzle| puzzle.with_spellings(&spellings));
    Made { puzzle: puzzle.expect("the gear cube is a puzzle"), plane, states: None }
}

/// Edges that a face carries turn as on a cube, where a half turn is three teeth; the others roll by one tooth.
fn geared(orbit: &Orbit, part: &OrbitTransformation) -> OrbitTransformation {
    let from = part.permutation().to_vec();
    let stays = |slot: usize| usize::from(from[slot]) == slot;
    let turns = part.orientation().iter().enumerate();
    let turns = turns.map(|(slot, &flip)| if stays(slot) { 1 } else { TEETH / 2 * flip }).collect();
    OrbitTransformation::new(orbit, from.clone(), turns).expect("teeth are below six")
}
