//! A coset whose positions can be counted: everything that both methods need.

use super::elements::Elements;
use super::request::{CosetError, MOST_POINTS, Request};
use crate::group::subgroup::{SubgroupError, SubgroupPattern};
use permutant_group::StabilizerChain;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use permutant_search::reachable::move_set::MoveSet;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A coset that can be counted.
pub(super) struct Coset<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) request: &'a Request<'a>,
    pub(super) points: Points,
    /// From the solved state to the position.
    pub(super) position: Transformation,
    pub(super) pattern: SubgroupPattern,
    pub(super) turns: Vec<Turn>,
    pub(super) moves: MoveSet,
    pub(super) elements: Elements,
}

impl<'a> Coset<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, request: &'a Request<'a>) -> Result<Self, CosetError> {
        let pattern = SubgroupPattern::new(puzzle, request.subgroup)?;
        let turns = puzzle.search_turns(request.metric);
        let moves = MoveSet::new(puzzle, &turns, request.metric)?;
        let subgroup = MoveSet::new(puzzle, request.subgroup, request.metric)?;
        if subgroup.is_empty() {
            return Err(CosetError::Trivial);
        }
        let points = Points::new(puzzle.orbits())
            .filter(|points| points.degree() <= MOST_POINTS)
            .ok_or_else(|| CosetError::Points { puzzle: puzzle.name().to_string() })?;
        let chain = |moves: &MoveSet| {
            let generators: Vec<_> = moves.moves().iter().map(|m| points.permutation(&m.change)).collect();
            StabilizerChain::new(&generators, &mut ChaCha8Rng::seed_from_u64(0))
        };
        let whole = chain(&moves);
        let made = |change: Transformation| whole.contains(&points.permutation(&change)).then_some(change);
        let reached = |state: &State| points.between(puzzle.solved(), state).and_then(made);
        // Solved states that only rotations lead to do not matter.
        if puzzle.solved_states().iter().filter_map(reached).count() > 1 {
            return Err(CosetError::Goals(puzzle.name().to_string()));
        }
        let group = chain(&subgroup);
        if !group.generators().iter().all(|generator| whole.contains(generator)) {
            return Err(SubgroupError::held(puzzle, &turns).into());
        }
        // A position that is held in another way has the same solutions as one that begins with a rotation.
        let held = |rotation: &Transformation| {
            points.between(puzzle.solved(), request.position).and_then(|change| made(rotation.then(&change)))
        };
        let position = reached(request.position)
            .or_else(|| puzzle.rotations().iter().find_map(held))
            .ok_or(CosetError::Unreachable)?;
        let elements = Elements::new(puzzle, subgroup, group, request.max_memory, request.threads)?;
        Ok(Coset { puzzle, request, points, position, pattern, turns, moves, elements })
    }
}
