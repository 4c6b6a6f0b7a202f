//! The solutions of a cube without tables: by insertion as far as that goes, and by the general reduction otherwise.
//!
//! Start at [`Reduction::without_tables`].

use crate::insertion::solver::{self as insertion, Case, Insertion};
use crate::model::geometry::{Cell, FACES};
use crate::model::held::held_fast;
use crate::model::pieces::{Pieces, Reason, Unsolvable, outer, seen_from_centres};
use crate::model::stickers::Stickers;
use crate::model::turn::{Metric, Turn, spell};
use crate::reduction::solver::{ALL_TRIES, Allowed, Phase, Reduced, Reduction, ReductionError};
use permutant_cube::model::cubie::{Corners, CubieCube, Edges};
use permutant_cube::model::moves::{self, Move};
use permutant_cube::pocket::{Pocket, facelets};
use permutant_cube::two_phase;
use permutant_search::limits::{Control, Limits, Outcome};
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError};

/// The least number of layers of a cube that is solved by insertion rather than by the general reduction, which is as short for fewer.
const LEAST_INSERTED: usize = 5;
impl Reduction {
    /// Solutions without tables: by insertion if the cube has a size for it, and otherwise by the general reduction in several orientations.
    pub(super) fn without_tables(
        &self,
        tries: usize,
        cube: &Stickers<u8>,
        allowed: &Allowed<'_>,
        mut on_solution: impl FnMut(&Reduced) -> ControlFlow<()>,
    ) -> Result<Reduced, ReductionError> {
        if (LEAST_INSERTED..=insertion::LARGEST).contains(&cube.size()) {
            // The first one is shorter than the best of several orientations.
            let mut on_inserted = |found: &Reduced| match on_solution(found) {
                ControlFlow::Continue(()) if tries == ALL_TRIES => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            };
            if let Some(found) = self.insertions(cube, allowed, &mut on_inserted)? {
                return Ok(found);
            }
        }
        self.held_in(tries, cube, allowed, on_solution)
    }

    /// Solutions by insertion alone, ever shorter until `on_solution` breaks, `control` interrupts, or so many nodes are visited. Returns the last
    /// one; `None` if the cube has fewer layers than [`insertion::LEAST`] or more than [`insertion::LARGEST`].
    ///
    /// # Errors
    ///
    /// [`ReductionError`]: there is no solution, or `control` stopped the search before the first one.
    pub fn by_insertion(
        &self,
        cube: &Stickers<u8>,
        max_nodes: Option<u64>,
        control: &Control<'_>,
        on_solution: &mut dyn FnMut(&Reduced) -> ControlFlow<()>,
    ) -> Result<Option<Reduced>, ReductionError> {
        self.insertions(cube, &Allowed::new(control, max_nodes), on_solution)
    }

    fn insertions(
        &self,
        cube: &Stickers<u8>,
        allowed: &Allowed<'_>,
        on_solution: &mut dyn FnMut(&Reduced) -> ControlFlow<()>,
    ) -> Result<Option<Reduced>, ReductionError> {
        let start = seen_from_centres(cube)?;
        Pieces::read(&start)?;
        let size = start.size();
        let labels = |cube: &Stickers<u8>| cube.cells().into_iter().map(u16::from).collect::<Vec<u16>>();
        let (from, to) = (labels(&start), labels(&Stickers::solved(size)));
        let [first, later] = allowed.controls();
        let mut best: Option<Reduced> = None;
        let mut refused = None;
        let mut on_turns = |turns: &[Turn]| {
            let turns = spell(size, turns, self.metric());
            match self.checked(&start, vec![Phase { name: "insertion", turns }], allowed) {
                Ok(found) if best.as_ref().is_some_and(|best| best.length() <= found.length()) => {}
                Ok(found) => {
                    let flow = on_solution(&found);
                    best = Some(found);
                    return flow;
                }
                Err(fault) => refused = Some(fault),
            }
            ControlFlow::Continue(())
        };
        match (self.inserted(&start, (&from, &to), 0, [&first, &later], &mut on_turns), best) {
            (_, Some(best)) => Ok(Some(best)),
            (Err(fault), None) => Err(fault),
            (Ok(()), None) => refused.map_or(Ok(None), Err),
        }
    }

    /// Turns of single layers that bring a cube from one array of labels on its cells to another, but for so many stickers that are free to
    /// differ; ever fewer turns until `on_turns` breaks or a control interrupts: `first` before the first ones, `later` after them. Pieces
    /// of an orbit with equal labels may take each other's places, except for corners and middle edges, which belong where the colours say.
    /// No turns are found if the cube has fewer layers than [`insertion::LEAST`], more than [`insertion::LARGEST`], or if the labels are not
    /// those of the same pieces.
    ///
    /// # Errors
    ///
    /// [`ReductionError`]: there is no solution, or `first` stopped the search.
    pub fn inserted(
        &self,
        colours: &Stickers<u8>,
        (start, goal): (&[u16], &[u16]),
        free: usize,
        [first, later]: [&Control<'_>; 2],
        on_turns: &mut dyn FnMut(&[Turn]) -> ControlFlow<()>,
    ) -> Result<(), ReductionError> {
        let Some(insertion) = self.insertion_for(colours.size()) else { return Ok(()) };
        let bases = self.bases(colours, first)?;
        insertion
            .improve(Case { start, goal, free, bases: &bases }, [first, later], on_turns)
            .map_err(ReductionError::Stopped)
    }

    fn insertion_for(&self, size: usize) -> Option<Arc<Insertion>> {
        let mut kept = self.insertion.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some(insertion) if insertion.size() == size => Some(Arc::clone(insertion)),
            _ => {
                *kept = Insertion::new(size, self.metric()).map(Arc::new);
                kept.clone()
            }
        }
    }
}

/// Nodes of the search for a short word.
const NODES: u64 = 200_000;

/// The largest even cubes that begin with their corners alone, and those that also do. Corners take fewer turns than a 3x3x3, but a longer beginning
/// offers more places for insertions: the 4x4x4 gains from the shorter one, from 8 layers on cubes lose 1 to 4 % by it.
const LARGEST_FROM_CORNERS: usize = 4;
const LARGEST_ALSO_FROM_CORNERS: usize = 6;

impl Reduction {
    /// Words of turns of single layers, each of which brings corners, middle edges and fixed centres of a cube to the faces of their colours, which
    /// are numbers of faces. Where the cube is held matters: its centres come to their own faces by turns of the middle layers.
    ///
    /// # Errors
    ///
    /// [`ReductionError`]: these pieces cannot be solved, or `control` stopped the search.
    fn bases(&self, cube: &Stickers<u8>, control: &Control<'_>) -> Result<Vec<Vec<Turn>>, ReductionError> {
        let size = cube.size();
        let lines = [0, size / 2, size - 1];
        let pieces = outer(&seen_from_centres(cube)?)?;
        let mut bases = Vec::new();
        if size.is_multiple_of(2) && size <= LARGEST_ALSO_FROM_CORNERS {
            let (turns, shown) = corner_turns(&pieces.corners, self.pocket())?;
            let held = held_fast(2, &turns, shown).ok_or(ReductionError::Refused)?;
            bases.push(on_layers(&held, &[0, size - 1]));
            if size <= LARGEST_FROM_CORNERS {
                return Ok(bases);
            }
        }
        // Where no edge is in the middle, any two may be exchanged.
        let pieces = if pieces.check_solvable().is_ok() { pieces } else { with_two_edges_exchanged(pieces) };
        let turns = face_turns(&pieces, self.last(), control)?;
        let turns = if size.is_multiple_of(2) {
            turns
        } else {
            // The fixed centres alone say how the cube is held in the end.
            let middle = |face: usize| cube.get(Cell { face, row: size / 2, column: size / 2 });
            held_fast(3, &turns, std::array::from_fn(middle)).ok_or(ReductionError::Refused)?
        };
        bases.push(on_layers(&turns, &lines));
        Ok(bases)
    }

    /// The distances of the 2x2x2, made when they are first needed.
    fn pocket(&self) -> &Pocket {
        self.pocket.get_or_init(|| {
            Pocket::new(match self.metric() {
                Metric::LayerQuarters => moves::Metric::QuarterTurn,
                Metric::Slices | Metric::OuterBlocks => moves::Metric::HalfTurn,
            })
        })
    }
}

/// Turns of single layers of a small cube, made by these layers of a larger one.
fn on_layers(turns: &[Turn], layers: &[usize]) -> Vec<Turn> {
    let on_layer =
        |turn: &Turn| Turn::layer(usize::from(turn.axis), layers[usize::from(turn.from)], turn.amount);
    turns.iter().map(on_layer).collect()
}

fn with_two_edges_exchanged(pieces: CubieCube) -> CubieCube {
    let mut edges = pieces.edges.permutation();
    edges.swap(0, 1);
    Edges::new(edges, pieces.edges.flips()).map_or(pieces, |edges| CubieCube { edges, ..pieces })
}

/// Turns of the faces of a 2x2x2 that solve it, and the colour of each face in the end.
fn corner_turns(corners: &Corners, pocket: &Pocket) -> Result<(Vec<Turn>, [u8; 6]), ReductionError> {
    let solution = pocket.solve(corners).map_err(|reason| Unsolvable::Laws(Reason(reason)))?;
    let turn = |turn: &Move| Turn::face(2, turn.face().index(), turn.quarters());
    let end = solution.moves.iter().fold(*corners, |corners, &turn| corners.then(Corners::of_move(turn)));
    let cells: Vec<char> = facelets::write(&end).chars().filter(char::is_ascii_alphabetic).collect();
    let number = |letter: char| FACES.iter().position(|&face| face == letter).unwrap_or(0) as u8;
    let shown = std::array::from_fn(|face| number(cells[4 * face]));
    Ok((solution.moves.iter().map(turn).collect(), shown))
}

/// Turns of the faces of a 3x3x3 that solve it.
fn face_turns(
    pieces: &CubieCube,
    last: &two_phase::Solver,
    control: &Control<'_>,
) -> Result<Vec<Turn>, ReductionError> {
    pieces.check_solvable().map_err(|reason| Unsolvable::Laws(Reason(reason)))?;
    let limits = Limits { max_nodes: Some(NODES), ..Limits::default() };
    match last.improve(pieces, &limits, &control.without_progress(), |_| ControlFlow::Continue(())) {
        Outcome::Found(solution) => {
            let turn = |turn: &Move| Turn::face(3, turn.face().index(), turn.quarters());
            Ok(solution.moves.iter().map(turn).collect())
        }
        Outcome::LimitReached(reason) => Err(ReductionError::Stopped(reason)),
        Outcome::ProvenNone => Err(ReductionError::Refused),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_base_solves_corners_middle_edges_and_fixed_centres() {
        let reduction = Reduction::new(Metric::LayerQuarters, two_phase::Solver::new());
        for (size, count) in [(4, 1), (5, 1), (6, 2), (7, 1), (8, 1)] {
            let mut cube = Stickers::solved(size);
            for at in 0..10 * size {
                let layer = at * at % size;
                cube.turn(Turn::layer(at % 3, layer, 1 + (at * 7 % 3) as u8));
            }
            let bases = reduction.bases(&cube, &Control::new()).unwrap();
            assert_eq!(bases.len(), count, "{size}");
            for base in bases {
                let mut end = cube.clone();
                end.turns(&base);
                assert_eq!(outer(&end).unwrap().corners, CubieCube::SOLVED.corners, "{size}");
                if size % 2 == 1 {
                    assert_eq!(outer(&end).unwrap(), CubieCube::SOLVED, "{size}");
                    let middle = |face: usize| end.get(Cell { face, row: size / 2, column: size / 2 });
                    assert!((0..6).all(|face| usize::from(middle(face)) == face), "{size}");
                }
            }
        }
    }
}
