//! Solving any puzzle by a beam search of increasing width.

use super::kept::Compiled;
use super::kept::Solver;
use super::networks::Effort;
use super::request::{Answer, Request, SolveError};
use crate::engine::Engine;
use permutant_group::random::shuffle;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::beam::{Beam, BeamLimits, Network};
use permutant_search::guide::Guide;
use permutant_search::limits::{Control, Outcome, StopReason};
use permutant_search::puzzle_space::PackedState;
use permutant_search::space::Space;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Initial and maximal number of states of a beam if no width is given.
const FIRST_WIDTH: usize = 1 << 8;
const MAX_WIDTH: usize = 1 << 17;

/// The number of states of the first beam for a request.
fn first_width(request: &Request<'_>) -> usize {
    request.width.unwrap_or(FIRST_WIDTH).max(1)
}

/// A position that is solved with beams of increasing width.
pub(super) struct Widening {
    /// The heuristic that takes the place of pairs, if there is one.
    guide: Option<Arc<Guide>>,
    compiled: Arc<Compiled>,
    start: PackedState,
    width: usize,
    /// The width to which beams by a heuristic grow where they get no nearer.
    widest: usize,
    /// The heuristics that the beams of a width use, and the number of them that this width has used.
    heuristics: Vec<Tried>,
    used: usize,
    /// The network that takes the place of pairs, and the moves that beams considered since it was learned, about.
    network: Option<Arc<Network>>,
    considered: u64,
    nodes: u64,
}

/// What a beam of a position follows, if no heuristic takes its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Values {
    /// One of the heuristics from pairs, by its number.
    Pairs(usize),
    /// The network.
    Network,
}

/// A heuristic that beams have followed.
struct Tried {
    values: Values,
    /// Whether beams begin with the inverse.
    inverse: bool,
    /// Its last beams that found nothing.
    failures: u32,
    /// Whether one of its beams found a solution.
    has_found: bool,
}

/// Beams without a solution after which pairs are left out, if there is a network or others have more success.
const MOST_FAILURES: u32 = 2;

impl Widening {
    /// Whether a wider beam will follow.
    pub(super) fn goes_on(&self) -> bool {
        self.width <= MAX_WIDTH
    }

    /// Number of states of the next beam.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Lets beams by a heuristic grow to this width where they get no nearer.
    pub(super) fn widening_to(self, widest: usize) -> Self {
        Widening { widest, ..self }
    }

    /// Chooses the next heuristic or width, after a beam that found something or nothing.
    fn go_on(&mut self, has_found: bool) {
        let tried = &mut self.heuristics[self.used];
        tried.failures = if has_found { 0 } else { tried.failures + 1 };
        tried.has_found |= has_found;
        self.used += 1;
        if self.used == self.heuristics.len() {
            let fewest = self.heuristics.iter().map(|tried| tried.failures).min().unwrap_or(0);
            let has_network = self.network.is_some();
            self.heuristics.retain(|tried| {
                let is_last = tried.values == Values::Network || tried.failures == fewest && !has_network;
                is_last || tried.failures < MOST_FAILURES
            });
            (self.used, self.width) = (0, self.width.saturating_mul(2));
        }
    }

    /// Follows a better network as well, and what has led to solutions by pairs. One that was stored waits for pairs.
    fn follow(&mut self, network: Arc<Network>, starts: &[bool]) {
        self.heuristics.retain(|tried| tried.values != Values::Network && tried.failures == 0);
        self.used = if self.considered == 0 { 0 } else { self.heuristics.len() };
        let tried = |&inverse| Tried { values: Values::Network, inverse, failures: 0, has_found: false };
        self.heuristics.extend(starts.iter().map(tried));
        (self.network, self.considered) = (Some(network), 0);
    }

    /// Runs the next beam, and returns what it finds that costs no more than `most` in the metric.
    pub(super) fn next(
        &mut self,
        solver: &Solver<'_>,
        request: &Request<'_>,
        most: u64,
        control: &Control<'_>,
    ) -> Result<Outcome<Answer>, SolveError> {
        let compiled = Arc::clone(&self.compiled);
        let space = compiled.space();
        let tables = match compiled.beam(request.limits.max_memory / 4, self.guide.is_some(), control) {
            Ok(tables) => tables,
            Err(reason) => return Ok(Outcome::LimitReached(reason)),
        };
        let mut beam = Beam::new(space, tables);
        let both = self.guide.is_none() && beam.has_inverses();
        let starts: &[bool] = if both { &[false, true] } else { &[false] };
        if self.heuristics.is_empty() {
            let all = (0..tables.heuristics().max(1)).map(Values::Pairs);
            let tried = |values| {
                starts.iter().map(move |&inverse| Tried { values, inverse, failures: 0, has_found: false })
            };
            self.heuristics = all.flat_map(tried).collect();
        }
        // What a limit of nodes leads to depends on nothing that is stored.
        if request.limits.max_nodes.is_none() {
            let is_pairs = |tried: &&Tried| tried.values != Values::Network;
            let leads_on = self.heuristics.iter().filter(is_pairs).any(|tried| tried.has_found);
            let effort = Effort { considered: self.considered, leads_on };
            match solver.better_network(&compiled, tables, self.network.as_deref(), effort, control) {
                Ok(Some(network)) => self.follow(network, starts),
                Ok(None) => {}
                Err(reason) => return Ok(Outcome::LimitReached(reason)),
            }
        }
        let &Tried { values, inverse, .. } = &self.heuristics[self.used];
        beam = match (values, &self.network) {
            (Values::Pairs(number), _) => beam.with_heuristic(number),
            (Values::Network, Some(network)) => beam.with_network(network),
            (Values::Network, None) => beam,
        };
        if let Some(guide) = &self.guide {
            beam = beam.with_guide(guide).widening_to(self.widest);
        }
        let max_length = u32::try_from(most).unwrap_or(u32::MAX);
        let levels = u64::from(max_length.min(4 * tables.walks().unwrap_or(0)));
        self.considered += (self.width * space.move_count()) as u64 * levels;
        let limits = BeamLimits {
            width: self.width,
            max_length,
            max_nodes: request.limits.max_nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes)),
            threads: solver.threads,
        };
        let by_inverse = inverse.then(|| beam.solve_by_inverse(&self.start, &limits, control)).flatten();
        let outcome = by_inverse.unwrap_or_else(|| beam.solve(&self.start, &limits, control));
        let near = beam.least(&self.start);
        self.go_on(matches!(outcome, Outcome::Found(_)));
        let solution = match outcome {
            Outcome::Found(solution) => solution,
            Outcome::ProvenNone => return Ok(Outcome::ProvenNone),
            Outcome::LimitReached(reason) => return Ok(Outcome::LimitReached(reason)),
        };
        self.nodes += solution.nodes;
        let turns: Vec<Turn> = solution.moves.iter().flat_map(|&m| space.turns(m).iter().cloned()).collect();
        let length = request.metric.length(&turns);
        if length > most {
            return Ok(Outcome::LimitReached(StopReason::Length));
        }
        let all_cost_one = space.moves().all(|m| space.cost(m) == 1);
        let near = if all_cost_one { near } else { u32::from(length > 0) };
        let lower_bound = near.max(self.guide.as_ref().map_or(0, |guide| guide.bound(&self.start)));
        let optimal = length == u64::from(lower_bound);
        Ok(Outcome::Found(Answer {
            turns,
            length,
            engine: Engine::Beam,
            optimal,
            lower_bound,
            nodes: self.nodes,
            derivation: None,
        }))
    }
}

impl Solver<'_> {
    /// Prepares a position for beams.
    pub(super) fn widening(
        &self,
        request: &Request<'_>,
        goals: Vec<State>,
        turns: &[Turn],
        control: &Control<'_>,
    ) -> Result<Widening, SolveError> {
        let puzzle = &self.model.puzzle;
        let compiled = self.compiled(request, turns, goals)?;
        let start = compiled.pack(puzzle, &request.position.state)?;
        let width = first_width(request);
        let guide = self.guide(&compiled, request.limits.max_memory, control).map_err(SolveError::Limit)?;
        let (heuristics, used) = (Vec::new(), 0);
        let (network, considered) = (None, 0);
        Ok(Widening {
            guide,
            compiled,
            start,
            width,
            widest: 0,
            heuristics,
            used,
            network,
            considered,
            nodes: 0,
        })
    }

    /// Begins anew with a narrow beam if a better heuristic has been prepared for a puzzle.
    pub(super) fn refresh(
        &self,
        beams: &mut Widening,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<(), StopReason> {
        let guide = self.guide(&beams.compiled, request.limits.max_memory, control)?;
        let is_kept = match (&guide, &beams.guide) {
            (Some(guide), Some(used)) => Arc::ptr_eq(guide, used),
            (guide, used) => guide.is_none() && used.is_none(),
        };
        if !is_kept {
            (beams.guide, beams.width, beams.used) = (guide, first_width(request), 0);
            beams.heuristics.clear();
        }
        Ok(())
    }

    /// Beams of increasing width, until one finds a solution or, if shorter ones are wanted, until a limit is reached.
    pub(super) fn by_beam(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let turns = self.turns_of(request);
        let goals = self.reachable_goals(request, &turns)?;
        self.check_membership(&request.position.state, &goals, &request.turns)?;
        let mut beams = self.widening(request, goals.clone(), &turns, control)?;
        let mut most = request.limits.max_length.map_or(u64::from(u16::MAX), u64::from);
        let (mut end, mut found) = (StopReason::Length, false);
        loop {
            match beams.next(self, request, most, control)? {
                Outcome::Found(answer) => {
                    let (length, optimal) = (answer.length, answer.optimal);
                    found = true;
                    if on_answer(self.referee(request, &goals, answer)?).is_break() || optimal || length == 0
                    {
                        break;
                    }
                    most = length - 1;
                }
                Outcome::ProvenNone | Outcome::LimitReached(StopReason::Length) => {}
                Outcome::LimitReached(reason) => {
                    end = reason;
                    break;
                }
            }
            let is_over = match request.width {
                Some(width) => beams.width() > width.max(1),
                None => !beams.goes_on(),
            };
            if is_over || found && !request.improve {
                break;
            }
        }
        Ok(if found { Outcome::Found(()) } else { Outcome::LimitReached(end) })
    }

    /// The turns that are allowed in solutions of a request, in the order in which a search tries them.
    pub(super) fn turns_of(&self, request: &Request<'_>) -> Vec<Turn> {
        let mut turns = match &request.turns[..] {
            [] => self.model.puzzle.solution_turns(&request.metric),
            some => some.to_vec(),
        };
        if let Some(seed) = request.order {
            shuffle(&mut ChaCha8Rng::seed_from_u64(seed), &mut turns);
        }
        turns
    }
}
