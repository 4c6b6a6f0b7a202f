//! The group of the walks that return to one shape, for puzzles whose moves are not always possible.
//!
//! Start at [`VertexGroup`]. Its elements are exactly the changes between states of one shape that lead to each other. Every solvable
//! state is first brought to that shape.

use super::bandaging_graph::Shapes;
use super::loops::Loops;
use super::unfollowed;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use permutant_search::limits::Control;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Largest number of points that are examined, shapes times turns times points of the puzzle: the walk of each shape and turn is sifted
/// once.
const MOST: usize = 1 << 24;

/// The walks from a shape back to it.
#[derive(Debug)]
pub struct VertexGroup {
    loops: Loops,
    points: Points,
    generators: Vec<Transformation>,
}

impl VertexGroup {
    /// The group of a puzzle. `None` if its rules are about sequences, if there are too many shapes, or if the memory, in bytes, is too
    /// small.
    pub fn new(puzzle: &Puzzle, memory: usize) -> Option<Self> {
        if unfollowed(puzzle).is_some() {
            return None;
        }
        let points = Points::new(puzzle.orbits())?;
        let metric = Metric::htm();
        let turns = puzzle.search_turns(&metric);
        let ways = turns.len().saturating_mul(points.degree());
        let shapes = Shapes::new(puzzle, &turns, &metric)?;
        if shapes.len().saturating_mul(ways) > MOST {
            return None;
        }
        let loops = Loops::new(shapes, turns, &points);
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let letters = loops.letters(memory, &mut rng, &Control::new()).ok().flatten()?;
        let generators = letters.generators.iter().map(|element| points.transformation(element));
        let generators = generators.collect::<Option<Vec<_>>>()?;
        Some(VertexGroup { loops, points, generators })
    }

    /// The generators.
    pub fn generators(&self) -> &[Transformation] {
        &self.generators
    }

    /// A path from a state to one of the group's shape; `None` if there is none.
    pub fn way(&self, state: &State) -> Option<Transformation> {
        let shapes = self.loops.shapes();
        self.points.transformation(&self.loops.element(&shapes.to_root(shapes.of(state)?)))
    }
}
