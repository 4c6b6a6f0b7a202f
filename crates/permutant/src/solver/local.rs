//! Local improvement: parts of a solution are replaced by shorter sequences with the same effect that lie near them.
//!
//! Start at [`Local`]. A part is a random one, of a random length. Among what lies near it ([`Shortcuts`]) is often another sequence that is as
//! short; taking that one leads to other parts than before, so that the solution keeps changing until one of them becomes shorter.

use super::kept::Solver;
use super::request::{Answer, Request, SolveError};
use super::search::moves_of;
use super::shorter::Shorter;
use crate::engine::{Engine, Method};
use permutant_analysis::sequence::unrotate::unrotate;
use permutant_group::random::below;
use permutant_puzzle::moves::Turn;
use permutant_search::limits::{Control, Outcome, StopReason};
use permutant_search::puzzle_space::{PackedState, PuzzleSpace};
use permutant_search::shortcuts::Shortcuts;
use permutant_search::space::{MoveId, Space};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::ops::ControlFlow;

/// States that are collected near a part, in the first round and at most. Each round doubles them, as far as there is memory.
const FIRST_STATES: usize = 1 << 13;
const MOST_STATES: usize = 1 << 24;

const MOST_ROUNDS: u32 = 24;

/// Moves from states that are made in a second or so.
const MOVES_AT_ONCE: u64 = 10_000_000;

/// Lengths of parts range from this number of moves to the whole solution.
const SHORTEST: usize = 8;

/// A round ends after so many parts in a row, and one for every so many moves, that did not become shorter.
const MOST_FAILURES: usize = 8;
const MOVES_FOR_FAILURE: usize = 2;

/// A solution, of which a part is shortened at a time.
struct Local {
    space: PuzzleSpace,
    start: PackedState,
    moves: Vec<MoveId>,
    round: u32,
    /// The most states for which there is memory.
    most: usize,
    /// Parts in a row that did not become shorter.
    failures: usize,
    rng: ChaCha8Rng,
}

impl Local {
    /// Searches near a random part. Whether the solution became shorter.
    fn next(&mut self, control: &Control<'_>) -> Result<bool, StopReason> {
        let (from, part) = self.part();
        let space = &self.space;
        let (mut state, mut to) = (self.start.clone(), self.start.clone());
        for &m in &self.moves[..from] {
            space.apply(m, &state, &mut to);
            std::mem::swap(&mut state, &mut to);
        }
        let of_part = &self.moves[from..from + part];
        let found = Shortcuts::new(space, self.states()).shortest(&state, of_part, &mut self.rng, control)?;
        let cost = |moves: &[MoveId]| moves.iter().map(|&m| u64::from(space.cost(m))).sum::<u64>();
        let is_shorter = cost(&found) < cost(of_part);
        self.moves.splice(from..from + part, found);
        self.failures = if is_shorter { 0 } else { self.failures + 1 };
        if self.failures > MOST_FAILURES + self.moves.len() / MOVES_FOR_FAILURE {
            (self.failures, self.round) = (0, self.round + 1);
        }
        Ok(is_shorter)
    }

    /// The states that are collected near a part in this round.
    fn states(&self) -> usize {
        let doublings = self.round.min((MOST_STATES / FIRST_STATES).ilog2());
        (FIRST_STATES << doublings).min(self.most)
    }

    /// A random part: the number of moves before it, and in it. Its length is the whole, or the whole halved some times.
    fn part(&mut self) -> (usize, usize) {
        let length = self.moves.len();
        let halvings = (length / SHORTEST).max(1).ilog2() + 1;
        let part = length >> below(&mut self.rng, u64::from(halvings));
        let from = below(&mut self.rng, (length - part) as u64 + 1) as usize;
        (from, part)
    }

    fn turns(&self) -> Vec<Turn> {
        self.moves.iter().flat_map(|&m| self.space.turns(m).iter().cloned()).collect()
    }
}

impl Solver<'_> {
    /// A first solution by the usual method, and local improvement of it: as far as takes a second or so, or until a limit is reached.
    pub(super) fn by_local(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let goals = request.goals(self.model);
        let mut told = Shorter::new(self, request, &goals, on_answer);
        let mut best = match self.first_for_local(request, control)? {
            ControlFlow::Break(answer) => answer,
            ControlFlow::Continue(end) => return Ok(end),
        };
        if request.improve {
            told.tell(best.clone())?;
        }
        let Some(mut local) = self.local(request, &best)? else {
            told.tell(best)?;
            return Ok(told.end(StopReason::Length));
        };
        let most_nodes = match request.improve {
            true => request.limits.max_nodes.unwrap_or(u64::MAX),
            false => MOVES_AT_ONCE / local.space.move_count().max(1) as u64,
        };
        let (before, mut nodes) = (best.nodes, 0);
        while !told.is_over && best.length > 0 && local.round < MOST_ROUNDS && nodes < most_nodes {
            nodes += local.states() as u64;
            match local.next(control) {
                Ok(true) => {
                    let turns = local.turns();
                    let length = request.metric.length(&turns);
                    best = Answer { turns, length, engine: Engine::Local, nodes: before + nodes, ..best };
                    if request.improve {
                        told.tell(best.clone())?;
                    }
                }
                Ok(false) => {}
                Err(_) => break,
            }
        }
        told.tell(best)?;
        Ok(told.end(StopReason::Length))
    }

    /// A solution to begin with, or why there is none: the usual one, or if that takes too long, the first one.
    fn first_for_local(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<ControlFlow<Answer, Outcome<()>>, SolveError> {
        let mut first = None;
        for improve in [false, true] {
            let usual = Request { method: Method::Auto, improve, ..request.clone() };
            let end = self.solve(&usual, control, &mut |answer| {
                first = Some(answer);
                ControlFlow::Break(())
            });
            match (first.take(), end) {
                (Some(first), _) => return Ok(ControlFlow::Break(first)),
                (
                    None,
                    Ok(Outcome::LimitReached(StopReason::Time)) | Err(SolveError::Limit(StopReason::Time)),
                ) if !improve => {}
                (None, end) => return end.map(ControlFlow::Continue),
            }
        }
        Ok(ControlFlow::Continue(Outcome::LimitReached(StopReason::Time)))
    }

    /// Prepares a solution; `None` if it turns the puzzle as a whole so that some turns have no name without that.
    fn local(&self, request: &Request<'_>, answer: &Answer) -> Result<Option<Local>, SolveError> {
        let puzzle = &self.model.puzzle;
        let Ok(mut made) = unrotate(puzzle, &answer.turns) else { return Ok(None) };
        made.retain(|turn| request.metric.cost(turn) > 0);
        // Solvers of cubes also turn blocks that searches need not turn.
        let mut turns = self.turns_of(request);
        for turn in made.iter().flat_map(|turn| [turn.clone(), turn.inverse()]) {
            if !turns.contains(&turn) {
                turns.push(turn);
            }
        }
        let mut end = request.position.state.clone();
        made.iter().for_each(|turn| turn.make(&mut end));
        let space = PuzzleSpace::new(puzzle, &turns, &request.metric, std::slice::from_ref(&end))?;
        let start = space.pack(puzzle, &request.position.state, &end)?;
        let moves = moves_of(&space, &made)?;
        let memory = usize::try_from(request.limits.max_memory / 4).unwrap_or(usize::MAX);
        // States at the greatest distance are stored twice while those beyond them are looked for.
        let bytes = Shortcuts::<PuzzleSpace>::BYTES + 2 * (size_of_val(&*start) + size_of::<PackedState>());
        let most = (memory / bytes).clamp(1, MOST_STATES);
        let rng = ChaCha8Rng::seed_from_u64(1);
        Ok(Some(Local { space, start, moves, round: 0, most, failures: 0, rng }))
    }
}
