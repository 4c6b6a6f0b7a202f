//! Any puzzle, by the general search.

use super::dispatch::{KEPT, Solver};
use super::request::{Answer, Request, SolveFault};
use crate::model::Family;
use crate::strategy::Engine;
use permutant_group::StabilizerChain;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use permutant_search::ida_star::IdaStar;
use permutant_search::limits::{Control, Outcome};
use permutant_search::pruning::PruningTable;
use permutant_search::puzzle_space::PuzzleSpace;
use permutant_search::sequences::Sequences;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// Largest degree for which a group is worked out to see whether a position can be solved: within a second.
const MAX_DEGREE: usize = 128;

/// A puzzle made ready for the general search, for one metric and one set of goals.
#[derive(Debug)]
pub(super) struct Compiled {
    metric: Metric,
    turns: Vec<Turn>,
    goals: Vec<State>,
    space: PuzzleSpace,
    sequences: Sequences,
    table: Mutex<PruningTable>,
}
impl Solver<'_> {
    pub(super) fn by_search(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveFault> {
        let puzzle = &self.model.puzzle;
        PuzzleSpace::check_size(puzzle)?;
        let turns = match &request.turns[..] {
            [] => puzzle.search_turns(&request.metric),
            some => some.to_vec(),
        };
        let start = &request.position.state;
        let goals = self.reachable_goals(request, &turns)?;
        self.check_membership(start, &goals[0], &request.turns)?;
        // Of a big cube, making ready takes seconds.
        if let Some(reason) = control.interrupted() {
            return Ok(Outcome::LimitReached(reason));
        }
        let compiled = self.compiled(request, &turns, goals)?;
        let packed = compiled.space.pack(puzzle, start, &compiled.goals[0])?;
        // A thread that panicked while it held the table would leave whole levels only.
        let mut table = compiled.table.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Compiled { space, sequences, .. } = &*compiled;
        let search = IdaStar::new(space, sequences, &mut table, &packed, &request.limits, *control);
        let mut search = search.with_threads(self.threads);
        while let Some(solution) = search.next() {
            let turns = solution.moves.iter().flat_map(|&m| space.turns(m).iter().cloned()).collect();
            let answer = Answer {
                turns,
                length: u64::from(solution.cost),
                engine: Engine::Search,
                optimal: request.limits.min_length == 0 && search.least() == Some(solution.cost),
                lower_bound: search.least().filter(|_| request.limits.min_length == 0).unwrap_or(0),
                nodes: search.nodes(),
            };
            if on_answer(self.referee(request, &compiled.goals, answer)?).is_break() {
                return Ok(Outcome::Found(()));
            }
        }
        Ok(search.end().cloned().unwrap_or(Outcome::Found(())))
    }

    /// Asks the group of the puzzle, for a definition of the user's whose pieces are told apart, or the group of some
    /// of the turns: invariants alone are no proof there.
    pub(super) fn check_membership(
        &self,
        start: &State,
        goal: &State,
        some: &[Turn],
    ) -> Result<(), SolveFault> {
        let puzzle = &self.model.puzzle;
        if self.model.family != Family::Defined && some.is_empty() || puzzle.is_restricted() {
            return Ok(());
        }
        let Some(points) = Points::new(puzzle.orbits()).filter(|points| points.degree() <= MAX_DEGREE) else {
            return Ok(());
        };
        let Some(difference) = points.between(start, goal) else { return Ok(()) };
        let difference = points.permutation(&difference);
        let chain = |turns: &mut dyn Iterator<Item = Transformation>| {
            let generators: Vec<_> = turns.map(|turn| points.permutation(&turn)).collect();
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            (!generators.is_empty()).then(|| StabilizerChain::new(&generators, &mut rng))
        };
        let of_some;
        let chain = if some.is_empty() {
            let bases = || chain(&mut puzzle.generators().map(|base| base.transformation.clone()));
            self.chain.get_or_init(bases)
        } else {
            of_some = chain(&mut some.iter().map(Turn::transformation));
            &of_some
        };
        let Some(chain) = chain else { return Ok(()) };
        chain.sift(&difference).map_err(|fault| {
            let of = if some.is_empty() { "the puzzle" } else { "these moves" };
            SolveFault::Unsolvable(format!("it is outside the group of {of} ({fault})"))
        })
    }

    pub(super) fn compiled(
        &self,
        request: &Request<'_>,
        turns: &[Turn],
        goals: Vec<State>,
    ) -> Result<Arc<Compiled>, SolveFault> {
        let mut kept = self.compiled.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(found) =
            kept.iter().find(|one| one.metric == request.metric && one.goals == goals && one.turns == turns)
        {
            return Ok(Arc::clone(found));
        }
        let space = PuzzleSpace::new(&self.model.puzzle, turns, &request.metric, &goals)?;
        let space = space.with_symmetry(&self.model.puzzle, turns, &goals);
        let sequences = Sequences::new(&space);
        let table = Mutex::new(PruningTable::new(&space, request.limits.max_memory / 2));
        let compiled = Arc::new(Compiled {
            metric: request.metric.clone(),
            turns: turns.to_vec(),
            goals,
            space,
            sequences,
            table,
        });
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push(Arc::clone(&compiled));
        Ok(compiled)
    }
}
