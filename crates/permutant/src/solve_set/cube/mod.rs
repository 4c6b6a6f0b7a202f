//! Cubes among listed puzzles, for the solvers of cubes.
//!
//! Start at [`ListedCube::of`], which recognises a cube by its moves, and [`ListedCube::steps`], which makes a solution of it one of the
//! listed puzzle: without rotations, in quarter turns of single layers.

mod colours;
mod recognise;

use super::alphabet::{Alphabet, Step};
use super::set::Task;
use crate::model::Model;
use crate::position::{self, Position};
use permutant_nxn::model::geometry::{FACES, axis_of};
use permutant_nxn::model::held::held_fast;
use permutant_nxn::model::stickers::Stickers;
use permutant_nxn::model::turn::Turn as LayerTurn;
use permutant_nxn::reduction::centre_cycles;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::notation::cube_names::{CubeTurn, TurningLayers};
use permutant_puzzle::notation::{self, AnyName, Dialect};
use permutant_search::limits::Control;
use recognise::CubeView;

/// The greatest size that is handed to the solvers of cubes.
const LARGEST: usize = 64;

/// A listed puzzle that is a cube.
#[derive(Debug)]
pub(super) struct ListedCube {
    pub(super) model: Model,
    view: CubeView,
}

impl ListedCube {
    /// The puzzle as a cube; `None` if it is none.
    pub(super) fn of(alphabet: &Alphabet) -> Option<Self> {
        let view = CubeView::of(alphabet).filter(|view| view.size <= LARGEST)?;
        let size = view.size;
        let model = Model::find(&format!("{size}x{size}x{size}")).ok()?;
        Some(ListedCube { model, view })
    }

    /// N.
    pub(super) fn size(&self) -> usize {
        self.view.size
    }

    /// A state as one of the cube that is solved when each face has one colour; `None` if its pieces are not those of the goal. With
    /// `exchanged`, two pieces that look the same are exchanged, if there are such.
    pub(super) fn start(&self, task: &Task, exchanged: bool) -> Option<Start> {
        let colours = colours::as_colours(&self.view, &task.start, &task.goal, exchanged)?;
        let letters: String = colours.iter().map(|&face| FACES[usize::from(face)]).collect();
        let position = position::read_facelets(&self.model, &letters, Some("URFDLB")).ok()?;
        Some(Start { position, stickers: Stickers::new(&colours)? })
    }

    /// A solution of the cube, up to how it is held, as steps of the listed puzzle.
    pub(super) fn steps(&self, start: &Start, turns: &[LayerTurn]) -> Option<Vec<Step>> {
        let mut end = start.stickers.clone();
        end.turns(turns);
        let area = self.size() * self.size();
        let cells = end.cells();
        let shown = std::array::from_fn(|face| cells[face * area]);
        self.held_fast(turns, shown)
    }

    /// The state and the goal of a task, by cell.
    pub(super) fn labels(&self, task: &Task) -> [Vec<u16>; 2] {
        [&task.start, &task.goal]
            .map(|labels| self.view.place_of.iter().map(|&place| labels[place]).collect())
    }

    /// Turns of blocks of layers as steps, of a cube that is held in the end as these faces say.
    fn held_fast(&self, turns: &[LayerTurn], shown: [u8; 6]) -> Option<Vec<Step>> {
        Some(self.steps_of_layers(&held_fast(self.size(), turns, shown)?))
    }

    /// Turns of single layers as steps.
    pub(super) fn steps_of_layers(&self, turns: &[LayerTurn]) -> Vec<Step> {
        let step = |turn: &LayerTurn| {
            let quarter = self.view.quarter(usize::from(turn.axis), usize::from(turn.from));
            match turn.amount {
                1 => vec![quarter],
                2 => vec![quarter; 2],
                _ => vec![quarter.inverse()],
            }
        };
        turns.iter().flat_map(step).collect()
    }

    /// Steps that bring the single centres of a state to their places, where nothing else is out of place; `None` if they cannot.
    pub(super) fn centre_steps(
        &self,
        state: &[u16],
        goal: &[u16],
        control: &Control<'_>,
    ) -> Option<Vec<Step>> {
        let homes = colours::homes_of_centres(&self.view, state, goal)?;
        let turns = centre_cycles::place(self.size(), &homes, control).ok()??;
        self.held_fast(&turns, std::array::from_fn(|face| face as u8))
    }

    /// Turns of the model as turns of layers.
    pub(super) fn layers(&self, turns: &[Turn]) -> Option<Vec<LayerTurn>> {
        turns.iter().map(|turn| self.layer_turn(turn)).collect()
    }

    /// A turn of the model as one of layers, if it is one.
    fn layer_turn(&self, turn: &Turn) -> Option<LayerTurn> {
        let name = notation::parse(&turn.base().name, &AnyName, Dialect::default()).ok()?;
        let token = name.expand(1).ok()?.into_iter().next()?.token;
        let CubeTurn { face, layers, amount } = CubeTurn::of(&token)?;
        let (last, face) = (self.size() as u16 - 1, face as usize);
        // Counted from the face, from 0.
        let (from, to) = match layers {
            TurningLayers::Block { from, to } => (from - 1, to - 1),
            TurningLayers::Middle => (last / 2, last / 2),
            TurningLayers::Inner => (1, last.checked_sub(1)?),
            TurningLayers::Whole => (0, last),
        };
        if from > to || to > last {
            return None;
        }
        let (axis, is_positive) = axis_of(face);
        let amount = (i64::from(amount) * turn.amount()).rem_euclid(4) as u8;
        let (from, to, amount) =
            if is_positive { (from, to, amount) } else { (last - to, last - from, (4 - amount) % 4) };
        Some(LayerTurn { axis: axis as u8, from, to, amount })
    }
}

/// A state of a listed cube, for a solver.
#[derive(Clone, Debug)]
pub(super) struct Start {
    pub(super) position: Position,
    pub(super) stickers: Stickers<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_nxn::model::turn;
    use permutant_puzzle::formats::puzzle_set::ListedPuzzle;

    /// A cube whose moves are quarter turns of its layers, solved when each face has one colour.
    fn listed(size: usize) -> (Alphabet, Task) {
        let list = |at: usize| (format!("m{at}"), recognise::quarter_list(size, at / size, at % size));
        let moves = (0..3 * size).map(list).collect();
        let goal: Vec<u16> = (0..6 * size * size).map(|at| (at / (size * size)) as u16).collect();
        let task =
            Task { id: String::new(), puzzle: 0, start: goal.clone(), goal, wildcards: 0, best_known: None };
        (Alphabet::new(&ListedPuzzle { name: "cube".into(), moves, solved: None }), task)
    }

    #[test]
    fn blocks_and_rotations_become_quarter_turns_of_single_layers() {
        for size in 2..8 {
            let (alphabet, mut task) = listed(size);
            let cube = ListedCube::of(&alphabet).unwrap();
            let mut at = size;
            let mut turns = Vec::new();
            for _ in 0..20 {
                at = at * 75 % 65_537;
                let (one, other) = (at / 5 % size, at / 59 % size);
                turns.push(LayerTurn {
                    axis: (at % 3) as u8,
                    from: one.min(other) as u16,
                    to: one.max(other) as u16,
                    amount: 1 + (at / 7 % 3) as u8,
                });
            }
            // What the turns make of the solved cube, by layers of the listed puzzle.
            let mut state = task.goal.clone();
            for turn in &turns {
                for layer in usize::from(turn.from)..=usize::from(turn.to) {
                    let quarter = cube.view.quarter(usize::from(turn.axis), layer);
                    (0..turn.amount).for_each(|_| alphabet.make(quarter, &mut state));
                }
            }
            task.start = state.clone();
            let start = cube.start(&task, false).unwrap();
            let steps = cube.steps(&start, &turn::inverse(&turns)).unwrap();
            steps.iter().for_each(|&step| alphabet.make(step, &mut state));
            assert_eq!(state, task.goal, "{size}");
        }
    }

    #[test]
    fn a_block_of_many_layers_is_made_by_the_others() {
        let (alphabet, mut task) = listed(5);
        let cube = ListedCube::of(&alphabet).unwrap();
        // Four layers forwards, and then the whole cube backwards: one layer backwards.
        let four = LayerTurn { axis: 0, from: 0, to: 3, amount: 1 };
        alphabet.make(cube.view.quarter(0, 4), &mut task.start);
        let start = cube.start(&task, false).unwrap();
        assert_eq!(cube.steps(&start, &[four]).unwrap(), [cube.view.quarter(0, 4).inverse()]);
    }

    #[test]
    fn of_two_corners_that_look_the_same_one_way_of_telling_them_apart_is_solved() {
        let (alphabet, mut task) = listed(3);
        let cube = ListedCube::of(&alphabet).unwrap();
        // A label for each place, but two corners with the same three.
        task.goal = (0..54).collect();
        let pieces = colours::pieces(3);
        let corners: Vec<&Vec<usize>> = pieces.iter().filter(|piece| piece.len() == 3).collect();
        let (one, other) =
            (corners[0], corners.iter().find(|other| !other.contains(&corners[0][0])).unwrap());
        for (&one, &other) in one.iter().zip(*other) {
            task.goal[cube.view.place_of[other]] = task.goal[cube.view.place_of[one]];
        }
        let solver = crate::solver::Solver::new(&cube.model);
        for quarters in 0..6 {
            task.start = task.goal.clone();
            (0..quarters)
                .for_each(|at| alphabet.make(cube.view.quarter(at % 3, at % 2 * 2), &mut task.start));
            let is_solved = |exchanged| {
                let start = cube.start(&task, exchanged).unwrap();
                solver.solve_one(&crate::solver::Request::new(&start.position)).is_ok()
            };
            assert_ne!(is_solved(false), is_solved(true), "{quarters}");
        }
        assert!(cube.start(&listed(3).1, true).is_none());
    }
}
