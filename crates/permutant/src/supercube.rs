//! States of the supercube, the 3x3x3 whose centres show how they are turned, as a cube and the quarter turns of its faces.
//!
//! Start at [`Supercube::new`] and [`Supercube::between`]. The puzzle of the catalog is cut from a solid, and numbers its slots and
//! orientations in its own way. The turns of the six faces show which slot is which place, and by how much the orientations differ.

use permutant_cube::model::cubie::{Corners, CubieCube, Edges};
use permutant_cube::model::moves::{Face, Move};
use permutant_cube::model::quarter_turns::{CubeWithCentres, QuarterTurns};
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::OrbitTransformation;

/// An orbit of corners or edges, and what its slots are on the cube.
#[derive(Clone, Debug)]
struct Pieces {
    orbit: usize,
    orientations: i32,
    /// By slot: its place on the cube.
    places: Vec<u8>,
    /// By slot: the orientation there that counts as none on the cube.
    zero: Vec<i32>,
    /// Whether orientations are counted the other way round.
    reversed: bool,
}

/// What a turn of a face does to the places of a kind of piece: by place, where its piece comes from and how it is reoriented.
type Effect = Vec<(u8, u8)>;

/// The places and the centres of the supercube.
#[derive(Clone, Debug)]
pub(crate) struct Supercube {
    corners: Pieces,
    edges: Pieces,
    centres: usize,
    /// By slot of the centres: the face, and the orientation that a quarter turn of it adds.
    faces: Vec<(Face, u16)>,
}

/// A quarter turn of each face.
fn quarters() -> [Move; 6] {
    Face::ALL.map(|face| Move::ALL[3 * face.index()])
}

impl Supercube {
    /// `None` if the turns of the puzzle do not act like those of a supercube.
    pub(crate) fn new(puzzle: &Puzzle) -> Option<Self> {
        let transformations: Vec<_> = quarters()
            .iter()
            .map(|turn| Some(puzzle.turn(&turn.to_string())?.transformation()))
            .collect::<Option<_>>()?;
        let orbit_of = |pieces: u16, orientations: u16| {
            let is_it = |orbit: &permutant_puzzle::orbit::Orbit| {
                (orbit.pieces, orbit.orientations) == (pieces, orientations)
            };
            puzzle.orbits().iter().position(is_it)
        };
        let parts = |orbit: usize| -> Option<Vec<&OrbitTransformation>> {
            transformations.iter().map(|transformation| transformation.part(orbit)).collect()
        };
        let effects = |kind: fn(&CubieCube) -> Effect| quarters().map(|turn| kind(CubieCube::of_move(turn)));
        let corner_effects =
            effects(|cube| cube.corners.permutation().into_iter().zip(cube.corners.twists()).collect());
        let edge_effects =
            effects(|cube| cube.edges.permutation().into_iter().zip(cube.edges.flips()).collect());
        let (corners, edges, centres) = (orbit_of(8, 3)?, orbit_of(12, 2)?, orbit_of(6, 4)?);
        let centre_parts = parts(centres)?;
        let face_of = |slot: usize| {
            let mut turned = centre_parts.iter().zip(Face::ALL).filter(|(part, _)| part.touches(slot));
            let (part, face) = turned.next()?;
            let stays = usize::from(part.permutation()[slot]) == slot && part.orientation()[slot] % 2 == 1;
            (stays && turned.next().is_none()).then_some((face, part.orientation()[slot]))
        };
        Some(Supercube {
            corners: Pieces::new(corners, 3, &parts(corners)?, &corner_effects)?,
            edges: Pieces::new(edges, 2, &parts(edges)?, &edge_effects)?,
            centres,
            faces: (0..6).map(face_of).collect::<Option<_>>()?,
        })
    }

    /// The cube whose solutions lead from a state to a goal; `None` if the centres are in other slots, or a piece occurs twice.
    pub(crate) fn between(&self, start: &State, goal: &State) -> Option<CubeWithCentres> {
        let (centres, aims) = (&start.orbits[self.centres], &goal.orbits[self.centres]);
        if centres.pieces != aims.pieces {
            return None;
        }
        let mut turns = QuarterTurns::default();
        for (slot, &(face, quarter)) in self.faces.iter().enumerate() {
            let missing = (aims.orientations[slot] + 4 - centres.orientations[slot] % 4) % 4;
            turns.0[face.index()] = (missing * quarter % 4) as u8;
        }
        let ((mut c, mut twists), (mut e, mut flips)) = (([0; 8], [0; 8]), ([0; 12], [0; 12]));
        self.corners.between(start, goal, &mut c, &mut twists)?;
        self.edges.between(start, goal, &mut e, &mut flips)?;
        let cube = CubieCube { corners: Corners::new(c, twists).ok()?, edges: Edges::new(e, flips).ok()? };
        Some(CubeWithCentres { cube, quarters: Some(turns) })
    }
}

impl Pieces {
    fn new(
        orbit: usize,
        orientations: i32,
        parts: &[&OrbitTransformation],
        effects: &[Effect; 6],
    ) -> Option<Self> {
        // A slot is the place that the same faces move.
        let places = (0..parts[0].permutation().len()).map(|slot| {
            let moves = |part: &&OrbitTransformation| usize::from(part.permutation()[slot]) != slot;
            let moved: Vec<bool> = parts.iter().map(moves).collect();
            let is_it = |place: &usize| {
                effects
                    .iter()
                    .zip(&moved)
                    .all(|(effect, moved)| (usize::from(effect[*place].0) != *place) == *moved)
            };
            (0..effects[0].len()).find(is_it).map(|place| place as u8)
        });
        let places: Vec<u8> = places.collect::<Option<_>>()?;
        [false, true].into_iter().find_map(|reversed| {
            let zero = zeros(&places, orientations, reversed, parts, effects)?;
            Some(Pieces { orbit, orientations, places: places.clone(), zero, reversed })
        })
    }

    /// Fills in the piece and its orientation for each place, relative to the goal.
    fn between(&self, start: &State, goal: &State, pieces: &mut [u8], orientations: &mut [u8]) -> Option<()> {
        let (now, aim) = (&start.orbits[self.orbit], &goal.orbits[self.orbit]);
        for (slot, &place) in self.places.iter().enumerate() {
            let home = aim.pieces.iter().position(|piece| *piece == now.pieces[slot])?;
            let turned = i32::from(now.orientations[slot]) - i32::from(aim.orientations[home]);
            let turned = turned + self.zero[slot] - self.zero[home];
            let turned = if self.reversed { -turned } else { turned };
            pieces[usize::from(place)] = self.places[home];
            orientations[usize::from(place)] = turned.rem_euclid(self.orientations) as u8;
        }
        Some(())
    }
}

/// What to add to the orientation in each slot, so that every turn reorients pieces as on the cube; `None` if there is no such choice.
fn zeros(
    places: &[u8],
    orientations: i32,
    reversed: bool,
    parts: &[&OrbitTransformation],
    effects: &[Effect; 6],
) -> Option<Vec<i32>> {
    let mut zero: Vec<Option<i32>> = vec![None; places.len()];
    zero[0] = Some(0);
    // Every pass reaches all slots one turn farther away.
    for _ in 0..=places.len() {
        for (part, effect) in parts.iter().zip(effects) {
            for (slot, &source) in part.permutation().iter().enumerate() {
                let (from, wanted) = effect[usize::from(places[slot])];
                if places[usize::from(source)] != from {
                    return None;
                }
                let Some(there) = zero[usize::from(source)] else { continue };
                let wanted = if reversed { -i32::from(wanted) } else { i32::from(wanted) };
                let here = (there + wanted - i32::from(part.orientation()[slot])).rem_euclid(orientations);
                if *zero[slot].get_or_insert(here) != here {
                    return None;
                }
            }
        }
    }
    zero.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::position;

    /// The cube after moves of the puzzle is the cube after the same moves, and the quarter turns are undone by the inverse moves.
    #[test]
    fn states_are_cubes() {
        let model = Model::find("supercube").unwrap();
        let supercube = Supercube::new(&model.puzzle).unwrap();
        let solved = model.puzzle.solved();
        for text in ["U", "R", "F", "D", "L", "B", "R U2 F' D L2 B U R' D2 F L B' R2 U' F2 D' L' B2"] {
            let moves: Vec<Move> = text
                .split(' ')
                .map(|name| Move::ALL.into_iter().find(|turn| turn.to_string() == name).unwrap())
                .collect();
            let state = position::read(&model, text, None).unwrap().state;
            let CubeWithCentres { cube, quarters } = supercube.between(&state, solved).unwrap();
            assert_eq!(cube, CubieCube::SOLVED.after(&moves), "{text}");
            let back: Vec<Move> = moves.iter().rev().map(|turn| turn.inverse()).collect();
            assert_eq!(quarters, Some(QuarterTurns::of(&back)), "{text}");
            let CubeWithCentres { cube, quarters } = supercube.between(solved, &state).unwrap();
            assert_eq!(cube, CubieCube::SOLVED.after(&moves).inverse());
            assert_eq!(quarters, Some(QuarterTurns::of(&moves)), "{text}");
        }
        let turned = position::read(&model, "x R", None).unwrap().state;
        assert_eq!(supercube.between(&turned, solved), None);
        assert!(Supercube::new(&Model::find("3x3x3").unwrap().puzzle).is_none());
        assert!(Supercube::new(&Model::find("megaminx").unwrap().puzzle).is_none());
    }
}
