//! Cubes among listed puzzles, for the solvers of cubes.
//!
//! Start at [`ListedCube::of`], which recognises a cube by its moves, and [`ListedCube::steps`], which makes a solution of it one of the
//! listed puzzle: without rotations, in quarter turns of single layers.

mod colours;
mod recognise;
mod rewrite;

use super::alphabet::{Alphabet, Step};
use super::set::Task;
use crate::model::Model;
use crate::position::{self, Position};
use permutant_nxn::model::geometry::{FACES, axis_of};
use permutant_nxn::model::stickers::Stickers;
use permutant_nxn::model::turn::Turn as LayerTurn;
use permutant_nxn::reduction::centre_cycles;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::notation::cube_names::{CubeTurn, TurningLayers};
use permutant_puzzle::notation::{self, AnyName, Dialect};
use permutant_search::limits::Control;
use recognise::CubeView;
use rewrite::Rewriting;

/// The greatest size that is handed to the solvers of cubes.
const LARGEST: usize = 64;

/// A listed puzzle that is a cube.
#[derive(Debug)]
pub(super) struct ListedCube {
    pub(super) model: Model,
    view: CubeView,
    rewriting: Rewriting,
}

impl ListedCube {
    /// The puzzle as a cube; `None` if it is none.
    pub(super) fn of(alphabet: &Alphabet) -> Option<Self> {
        let view = CubeView::of(alphabet).filter(|view| view.size <= LARGEST)?;
        let size = view.size;
        let model = Model::find(&format!("{size}x{size}x{size}")).ok()?;
        Some(ListedCube { model, view, rewriting: Rewriting::new() })
    }

    /// N.
    pub(super) fn size(&self) -> usize {
        self.view.size
    }

    /// A state as one of the cube that is solved when each face has one colour; `None` if its pieces are not those of the goal.
    pub(super) fn start(&self, task: &Task) -> Option<Start> {
        let colours = colours::as_colours(&self.view, &task.start, &task.goal)?;
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
        self.rewriting.steps(&self.view, turns, shown)
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
        self.rewriting.steps(&self.view, &turns, std::array::from_fn(|face| face as u8))
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
