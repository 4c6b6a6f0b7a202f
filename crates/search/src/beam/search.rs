//! The beam search itself: level by level, it expands the states with the lowest heuristic.
//!
//! [`Work::expand`] processes a level in stages: (1) make a move; (2) drop states that an earlier level kept; (3) look
//! the state up in the ball; (4) sum the values of the pairs, or ask a network. Then the best of all candidates are kept, equal states
//! once. Ties are broken by the index of the state, so that the answer does not depend on the number of threads.
//!
//! A heuristic is known before a move is made, so moves that lead to none of the best states are not made
//! ([`Work::highest`]). It has few values and leaves many ties: these are ordered by [`Guide::scatter`], and at the width of the
//! beam the states with the best successors are kept ([`Work::look_ahead`]).

use super::ball::Ball;
use super::learned::{self, learned};
use super::network::{self, Network, Summed};
use super::pairs::{Looked, PairValues};
use super::path::{Origin, Path};
use crate::guide::{Entered, Guide};
use crate::limits::{Control, Outcome, Progress, StopReason};
use crate::puzzle_space::{PackedState, PuzzleSpace};
use crate::reachable::row_set::RowSet;
use crate::space::{MoveId, Space};
use crate::threads::on_threads;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Greatest number of states in a ball: a second or two.
const MOST_NEAR: u64 = 1 << 20;

/// The same if a heuristic leads to the solved states.
const NEAR_IF_GUIDED: usize = 1 << 10;

/// Number of levels without a new lowest heuristic after which a beam is given up.
const PATIENCE: u32 = 40;

/// The same after which a beam that may widen has twice the states.
const PATIENCE_TO_WIDEN: u32 = 8;

/// Candidates for each state that is kept, if ties are broken by a look ahead.
const POOL: usize = 2;

/// Moves that are made for each candidate that a heuristic shall leave, since some lead to equal states or back.
const MADE: usize = 2;

/// Number of states that a thread expands at a time.
const CHUNK: usize = 64;

/// The tables of a beam search.
#[derive(Debug)]
pub struct BeamTables {
    /// A move that consists of several turns is omitted: those turns have the same effect.
    moves: Vec<MoveId>,
    /// Made on first use; none if a heuristic takes their place.
    sums: Vec<(Values, OnceLock<PairValues>)>,
    /// The length of the walks from which a network may be learned.
    walks: Option<u32>,
    ball: Ball,
}

/// Where the values of pairs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Values {
    /// Random walks of this length.
    Learned(u32),
    /// Distances.
    Distances,
}

/// The length of walks, as a share of the number of moves within which about all states lie. Beams by values from shorter or longer
/// walks find longer solutions, or none.
const LENGTH: f64 = 0.9;

/// The same for networks, which tell more of states far away.
const NETWORK_LENGTH: f64 = 1.2;

/// The limits of a beam search.
#[derive(Clone, Copy, Debug)]
pub struct BeamLimits {
    /// Number of states kept on each level.
    pub width: usize,
    /// Greatest number of moves in a solution.
    pub max_length: u32,
    /// Greatest number of moves considered.
    pub max_nodes: u64,
    /// Number of threads that share the work; the answer does not depend on it.
    pub threads: usize,
}

/// A state from which a beam begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// The state.
    pub state: PackedState,
    /// The number of moves that led to it.
    pub spent: u32,
}

/// The result of a beam search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeamSolution {
    /// The number of the start.
    pub start: usize,
    /// The moves from there.
    pub moves: Vec<MoveId>,
    /// Number of moves considered.
    pub nodes: u64,
}

/// Beam searches on one puzzle. Rules about which move may follow which, and limits on moves, are ignored.
#[derive(Clone, Copy, Debug)]
pub struct Beam<'a> {
    space: &'a PuzzleSpace,
    tables: &'a BeamTables,
    guide: Option<&'a Guide>,
    /// Which of the heuristics from pairs is used.
    heuristic: usize,
    /// What is used in their place.
    network: Option<&'a Network>,
    /// Number of states to which a level may grow where a beam gets no nearer.
    widest: usize,
}

impl BeamTables {
    /// Tables of up to about a quarter of `memory` bytes, built in some seconds at most, for a puzzle of about 2^`bits` states.
    pub fn new(
        space: &PuzzleSpace,
        bits: f64,
        memory: u64,
        control: &Control<'_>,
    ) -> Result<Self, StopReason> {
        // A state of the ball takes 8 bytes and its number, plus the state itself while its level is being generated.
        let near = memory / 8 / (space.state_bytes() as u64 + 24);
        let moves: Vec<MoveId> = space.moves().filter(|&m| space.turns(m).len() == 1).collect();
        let ball = Ball::new(space, &moves, near.min(MOST_NEAR) as usize, control)?;
        let spread = learned::spread(&ball, bits);
        let walks = |share: f64| spread.map(|spread| (share * spread).round() as u32);
        let length = walks(LENGTH).filter(|_| learned::suits(space, memory)).map(Values::Learned);
        let sums = length.into_iter().chain([Values::Distances]);
        let sums = sums.map(|values| (values, OnceLock::new())).collect();
        let walks = walks(NETWORK_LENGTH).filter(|_| network::suits(space, memory));
        Ok(BeamTables { moves, sums, walks, ball })
    }

    /// The number of moves of the random walks from which networks are learned; `None` if this puzzle can have none.
    pub fn walks(&self) -> Option<u32> {
        self.walks
    }

    /// A network learned from so many states, about a hundred thousand each second; `None` if this puzzle can have none.
    ///
    /// # Errors
    /// The reason why the work was stopped.
    pub fn network(
        &self,
        space: &PuzzleSpace,
        samples: u64,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Option<Network>, StopReason> {
        let learned = |length| Network::learned(space, &self.moves, length, samples, threads, control);
        self.walks.map(learned).transpose()
    }

    /// The number of heuristics from pairs, of which the first are likely to be best.
    pub fn heuristics(&self) -> usize {
        self.sums.len()
    }

    /// One of these heuristics, made on first use in a second or two.
    fn sums(
        &self,
        space: &PuzzleSpace,
        number: usize,
        control: &Control<'_>,
    ) -> Result<Option<&PairValues>, StopReason> {
        let Some((values, made)) = self.sums.get(number) else { return Ok(None) };
        if let Some(made) = made.get() {
            return Ok(Some(made));
        }
        let sums = match *values {
            Values::Learned(length) => learned(space, &self.moves, length, control)?,
            Values::Distances => PairValues::of_distances(space),
        };
        Ok(Some(made.get_or_init(|| sums)))
    }

    /// Tables for a beam search by a heuristic, built in milliseconds.
    pub fn guided(space: &PuzzleSpace, control: &Control<'_>) -> Result<Self, StopReason> {
        let moves: Vec<MoveId> = space.moves().filter(|&m| space.turns(m).len() == 1).collect();
        let ball = Ball::new(space, &moves, NEAR_IF_GUIDED, control)?;
        Ok(BeamTables { moves, sums: Vec::new(), walks: None, ball })
    }
}

/// A state of a level.
struct Node {
    state: PackedState,
    /// What the heuristic that leads knows of it.
    entered: Option<Entered>,
    from: Origin,
}

/// A move from a node, ordered by preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    sum: u32,
    scatter: u32,
    index: u64,
    node: u32,
    m: MoveId,
}

/// What orders candidates that the heuristic does not distinguish: the bound after their best move, how scattered they are, and the
/// number of such moves.
type Key = (u32, u32, Reverse<usize>);

/// A move into the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Hit {
    length: u32,
    node: u32,
    m: MoveId,
}

/// The findings of one thread.
#[derive(Default)]
struct Found {
    candidates: Vec<Candidate>,
    hit: Option<Hit>,
    nodes: u64,
}

impl<'a> Beam<'a> {
    /// A beam search with tables of the same space.
    pub fn new(space: &'a PuzzleSpace, tables: &'a BeamTables) -> Self {
        Beam { space, tables, guide: None, heuristic: 0, network: None, widest: 0 }
    }

    /// The same by another of the heuristics from pairs, by its number.
    pub fn with_heuristic(self, heuristic: usize) -> Self {
        Beam { heuristic, ..self }
    }

    /// The same by a network, which must have been learned for this space.
    pub fn with_network(self, network: &'a Network) -> Self {
        Beam { network: Some(network), ..self }
    }

    /// The same by a heuristic, which must have been made for this space.
    pub fn with_guide(self, guide: &'a Guide) -> Self {
        Beam { guide: Some(guide), ..self }
    }

    /// The same where a beam that gets no nearer for some levels doubles its width, up to this number of states. That costs less than to
    /// begin again with a wider one.
    pub fn widening_to(self, widest: usize) -> Self {
        Beam { widest, ..self }
    }

    /// Makes the table of the heuristic, which the first search does otherwise: a second or two.
    ///
    /// # Errors
    /// The reason why the work was stopped.
    pub fn prepare(&self, control: &Control<'_>) -> Result<(), StopReason> {
        self.tables.sums(self.space, self.heuristic, control).map(|_| ())
    }

    /// Whether inverses are as far from solved as states, so that beams may begin with them.
    pub fn has_inverses(&self) -> bool {
        self.space.has_inverses()
    }

    /// A solution by one of the inverse of the start, which a beam of the same width finds in another way; `None` if there are no
    /// inverses. See [`Beam::solve`].
    pub fn solve_by_inverse(
        &self,
        start: &PackedState,
        limits: &BeamLimits,
        control: &Control<'_>,
    ) -> Option<Outcome<BeamSolution>> {
        let mut inverse = start.clone();
        self.space.write_inverse(start, &mut inverse).then(|| match self.solve(&inverse, limits, control) {
            Outcome::Found(found) => {
                let moves = found.moves.into_iter().rev().map(|m| self.space.inverse(m)).collect();
                Outcome::Found(BeamSolution { moves, ..found })
            }
            nothing => nothing,
        })
    }

    /// A lower bound for the number of moves that solve a state.
    pub fn least(&self, state: &PackedState) -> u32 {
        self.tables.ball.least(self.space.index(state))
    }

    /// A solution, as short as the beam finds it. It is a shortest one (in moves) if it is no longer than
    /// [`Beam::least`]. O(width × moves × slots) per level, besides the selection of the best candidates.
    pub fn solve(
        &self,
        start: &PackedState,
        limits: &BeamLimits,
        control: &Control<'_>,
    ) -> Outcome<BeamSolution> {
        self.solve_from(&[Start { state: start.clone(), spent: 0 }], limits, control)
    }

    /// The same from several states, each of which enters the beam at the level of the moves that were spent on it: the lengths of
    /// levels and limits include these.
    pub fn solve_from(
        &self,
        starts: &[Start],
        limits: &BeamLimits,
        control: &Control<'_>,
    ) -> Outcome<BeamSolution> {
        let ball = &self.tables.ball;
        // The distance of a start in the ball is known: only the others need a beam.
        let mut best: Option<(u32, usize, Vec<MoveId>)> = None;
        let mut waiting = Vec::new();
        for (number, start) in starts.iter().enumerate() {
            let Some(moves) = ball.way_home(self.space, &start.state) else {
                waiting.push(number);
                continue;
            };
            let length = start.spent + moves.len() as u32;
            if length <= best.as_ref().map_or(limits.max_length, |(length, ..)| length.saturating_sub(1)) {
                best = Some((length, number, moves));
            }
        }
        waiting.sort_by_key(|&number| Reverse((starts[number].spent, number)));
        let Some(first) = waiting.last().map(|&number| starts[number].spent) else {
            return match best {
                Some((_, start, moves)) => Outcome::Found(BeamSolution { start, moves, nodes: 0 }),
                None => Outcome::LimitReached(StopReason::Length),
            };
        };
        let sums = match self.network {
            Some(_) => Ok(None),
            None => self.tables.sums(self.space, self.heuristic, control),
        };
        let sums = match sums {
            Ok(sums) => sums,
            Err(reason) => return Outcome::LimitReached(reason),
        };
        let mut path = Path::default();
        let mut kept = RowSet::new(1);
        let mut level: Vec<Node> = Vec::new();
        let (mut nodes, mut nearest, mut patience) = (0, u32::MAX, PATIENCE);
        let mut width = limits.width;
        for depth in first + 1..=limits.max_length {
            while let Some(number) = waiting.pop_if(|number| starts[*number].spent < depth) {
                let Start { state, .. } = &starts[number];
                if kept.insert(&[self.space.index(state)]).1 {
                    let entered = self.guide.map(|guide| guide.enter(state));
                    level.push(Node { state: state.clone(), entered, from: Origin::Start(number as u32) });
                }
            }
            // A state outside the ball is at least as far away as the radius of the ball.
            if best.as_ref().is_some_and(|(length, ..)| depth - 1 + ball.least_outside() >= *length) {
                break;
            }
            control.report(Progress::Depth { length: depth, nodes });
            let most = best.as_ref().map_or(limits.max_length, |(length, ..)| length - 1);
            let work = Work { beam: *self, sums, level: &level, kept: &kept, depth, width, limits, control };
            let found = match work.share_out() {
                Ok(found) => found,
                Err(reason) if best.is_none() => return Outcome::LimitReached(reason),
                Err(_) => break,
            };
            nodes += found.nodes;
            if let Some(hit) = found.hit.filter(|hit| hit.length <= most) {
                let node = &level[hit.node as usize];
                let mut to = node.state.clone();
                self.space.apply(hit.m, &node.state, &mut to);
                if let Some(home) = ball.way_home(self.space, &to) {
                    let (start, moves) = path.to(node.from);
                    best = Some((hit.length, start, moves.chain([hit.m]).chain(home).collect()));
                }
            }
            let least = found.candidates.first().map_or(u32::MAX, |candidate| candidate.sum);
            patience = if least < nearest || !waiting.is_empty() { PATIENCE } else { patience - 1 };
            nearest = nearest.min(least);
            if patience.is_multiple_of(PATIENCE_TO_WIDEN) && patience < PATIENCE {
                width = width.max(self.widest.min(2 * width));
            }
            if found.candidates.is_empty() && waiting.is_empty() || patience == 0 {
                break;
            }
            if nodes > limits.max_nodes {
                if best.is_none() {
                    return Outcome::LimitReached(StopReason::Nodes);
                }
                break;
            }
            level = (found.candidates.iter())
                .map(|&Candidate { index, node, m, .. }| {
                    let node = &level[node as usize];
                    let mut state = node.state.clone();
                    self.space.apply(m, &node.state, &mut state);
                    kept.insert(&[index]);
                    let entered = self.entered_after(node, m, &state);
                    Node { state, entered, from: path.push(node.from, m) }
                })
                .collect();
        }
        match best {
            Some((_, start, moves)) => Outcome::Found(BeamSolution { start, moves, nodes }),
            None => Outcome::LimitReached(StopReason::Length),
        }
    }

    /// What the heuristic that leads knows of the state after a move.
    fn entered_after(&self, Node { entered, .. }: &Node, m: MoveId, state: &PackedState) -> Option<Entered> {
        Some(self.guide?.entered_after(entered.as_ref()?, m, state))
    }
}

/// One level that is being expanded.
struct Work<'a> {
    beam: Beam<'a>,
    sums: Option<&'a PairValues>,
    level: &'a [Node],
    kept: &'a RowSet,
    depth: u32,
    /// The number of states that are kept.
    width: usize,
    limits: &'a BeamLimits,
    control: &'a Control<'a>,
}

impl Work<'_> {
    /// Processes `count` things in chunks on all threads; the result of each thread.
    fn in_chunks<T: Default + Send>(
        &self,
        count: usize,
        work: impl Fn(Range<usize>, &mut T) + Sync,
    ) -> Result<Vec<T>, StopReason> {
        let next = AtomicUsize::new(0);
        let run = || {
            let mut found = T::default();
            loop {
                let first = next.fetch_add(CHUNK, Relaxed);
                if first >= count {
                    return Ok(found);
                }
                if let Some(reason) = self.control.interrupted() {
                    return Err(reason);
                }
                work(first..(first + CHUNK).min(count), &mut found);
            }
        };
        on_threads(self.limits.threads.min(count.div_ceil(CHUNK)), |_| run()).into_iter().collect()
    }

    /// The best candidates of the level, in order, and the shortest hit.
    fn share_out(&self) -> Result<Found, StopReason> {
        let highest = self.highest()?;
        let mut all = self.expanded(highest)?;
        // All of those states may be known from earlier levels.
        if all.candidates.is_empty() && all.hit.is_none() && highest < u32::MAX {
            let again = self.expanded(u32::MAX)?;
            all = Found { nodes: all.nodes + again.nodes, ..again };
        }
        self.look_ahead(&mut all)?;
        Ok(all)
    }

    /// The candidates of the level with at most this bound, the best first, and the shortest hit.
    fn expanded(&self, highest: u32) -> Result<Found, StopReason> {
        let mut all = Found::default();
        for part in self.in_chunks(self.level.len(), |nodes, found| self.expand(nodes, highest, found))? {
            all.candidates.extend(part.candidates);
            all.hit = all.hit.into_iter().chain(part.hit).min();
            all.nodes += part.nodes;
        }
        self.keep_best(&mut all.candidates);
        Ok(all)
    }

    /// The highest bound of successors that are made: enough have this bound or a lower one.
    fn highest(&self) -> Result<u32, StopReason> {
        let (space, wanted) = (self.beam.space, self.width.saturating_mul(POOL * MADE));
        let all = self.level.len().saturating_mul(space.move_count());
        let Some(guide) = self.beam.guide.filter(|_| all > wanted) else { return Ok(u32::MAX) };
        let count = |nodes: Range<usize>, counts: &mut BTreeMap<u32, usize>| {
            let mut successors = Vec::new();
            for Node { state, entered, .. } in &self.level[nodes] {
                entered.iter().for_each(|entered| guide.successors(entered, state, &mut successors));
                successors.iter().for_each(|&(_, bound)| *counts.entry(bound).or_default() += 1);
            }
        };
        let mut counts = BTreeMap::new();
        for (bound, count) in self.in_chunks(self.level.len(), count)?.into_iter().flatten() {
            *counts.entry(bound).or_default() += count;
        }
        let mut sum = 0;
        let enough = |&(_, count): &(u32, usize)| {
            sum += count;
            sum >= wanted
        };
        Ok(counts.into_iter().find(enough).map_or(u32::MAX, |(bound, _)| bound))
    }

    fn expand(&self, nodes: Range<usize>, highest: u32, found: &mut Found) {
        let Beam { space, tables: BeamTables { moves, ball, .. }, guide, network, .. } = self.beam;
        let (mut looked, mut spare) = (Looked::default(), Vec::new());
        // A heuristic tells which moves can be made, and bounds after them.
        let mut successors: Vec<(MoveId, u32)> = moves.iter().map(|&m| (m, 0)).collect();
        let mut summed = Summed::default();
        let mut to = self.level[nodes.start].state.clone();
        for number in nodes {
            let node = &self.level[number];
            if let (Some(guide), Some(entered)) = (guide, &node.entered) {
                guide.successors(entered, &node.state, &mut successors);
                successors.retain(|&(m, bound)| bound <= highest && space.turns(m).len() == 1);
            }
            if let Some(sums) = self.sums {
                sums.look(&node.state, &mut looked);
            }
            if let Some(network) = network {
                network.sum(&node.state, &mut summed);
            }
            found.nodes += moves.len() as u64;
            for &(m, bound) in &successors {
                if !space.apply(m, &node.state, &mut to) {
                    continue;
                }
                let (index, node) = (space.index(&to), number as u32);
                if self.kept.get(&[index]).is_some() {
                    continue;
                }
                if let Some(distance) = ball.distance(index) {
                    let hit = Hit { length: self.depth + distance, node, m };
                    found.hit = found.hit.into_iter().chain([hit]).min();
                }
                let sum = match (guide, network, self.sums) {
                    (Some(_), ..) => bound,
                    (None, Some(network), _) => network.value_after(m, &mut summed, &to),
                    (None, None, Some(sums)) => sums.sum_after(m, &looked, &to, &mut spare),
                    (None, None, None) => 0,
                };
                let scatter = guide.map_or(0, |guide| guide.scatter(&to));
                found.candidates.push(Candidate { sum, scatter, index, node, m });
            }
        }
        if found.candidates.len() > 4 * self.width.max(1 << 10) {
            self.keep_best(&mut found.candidates);
        }
    }

    /// Sorts the candidates, and drops equal states and those that will not be kept.
    fn keep_best(&self, candidates: &mut Vec<Candidate>) {
        candidates.sort_unstable();
        candidates.dedup_by_key(|candidate| candidate.index);
        let pool = if self.beam.guide.is_some() { POOL } else { 1 };
        candidates.truncate(self.width.saturating_mul(pool));
    }

    /// Reduces the sorted candidates to the width of the beam. Of those that the heuristic does not distinguish, the states remain
    /// whose best successor is best; if that is equal too, those that are less scattered, and then those with more such successors.
    fn look_ahead(&self, found: &mut Found) -> Result<(), StopReason> {
        let (candidates, width) = (&mut found.candidates, self.width);
        let (Some(guide), true) = (self.beam.guide, candidates.len() > width) else { return Ok(()) };
        let last = candidates[width - 1].sum;
        let from = candidates.partition_point(|candidate| candidate.sum < last);
        candidates.truncate(candidates.partition_point(|candidate| candidate.sum <= last));
        if candidates.len() > width {
            let ties = &candidates[from..];
            let space = self.beam.space;
            let look = |part: Range<usize>, keyed: &mut Vec<(Key, Candidate)>| {
                let (mut successors, mut state) = (Vec::new(), self.level[0].state.clone());
                for &candidate in &ties[part] {
                    let node = &self.level[candidate.node as usize];
                    space.apply(candidate.m, &node.state, &mut state);
                    let entered = self.beam.entered_after(node, candidate.m, &state);
                    entered.iter().for_each(|entered| guide.successors(entered, &state, &mut successors));
                    let least = successors.iter().map(|&(_, bound)| bound).min().unwrap_or(u32::MAX);
                    let best = successors.iter().filter(|&&(_, bound)| bound == least).count();
                    keyed.push(((least, candidate.scatter, Reverse(best)), candidate));
                }
            };
            let mut keyed: Vec<(Key, Candidate)> =
                self.in_chunks(ties.len(), look)?.into_iter().flatten().collect();
            keyed.sort_unstable();
            found.nodes += (keyed.len() * self.beam.tables.moves.len()) as u64;
            candidates.truncate(from);
            candidates.extend(keyed.into_iter().map(|(_, candidate)| candidate));
            candidates.truncate(width);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};
    use std::collections::HashMap;

    fn symmetric_space(name: &str) -> PuzzleSpace {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let metric = Metric::htm();
        let turns = puzzle.search_turns(&metric);
        let goals = [puzzle.solved().clone()];
        let space = PuzzleSpace::new(&puzzle, &turns, &metric, &goals).unwrap();
        space.with_symmetry(&puzzle, &turns, &goals)
    }

    fn walk(space: &PuzzleSpace, length: usize, rng: &mut ChaCha8Rng) -> PackedState {
        let mut state = space.goals()[0].clone();
        let mut to = state.clone();
        for _ in 0..length {
            let m = MoveId((rng.next_u32() as usize % space.move_count()) as u16);
            space.apply(m, &state, &mut to);
            std::mem::swap(&mut state, &mut to);
        }
        state
    }

    fn replay(space: &PuzzleSpace, start: &PackedState, moves: &[MoveId]) -> PackedState {
        let (mut state, mut to) = (start.clone(), start.clone());
        for &m in moves {
            assert!(space.apply(m, &state, &mut to));
            std::mem::swap(&mut state, &mut to);
        }
        state
    }

    #[test]
    fn solutions_solve_on_any_number_of_threads() {
        for (name, most) in [("torus:4x4", 40), ("topspin:12,4", 60), ("rotate:4x4,2", 40), ("skewb", 20)] {
            let space = symmetric_space(name);
            let tables = BeamTables::new(&space, 40.0, 1 << 22, &Control::new()).unwrap();
            assert_eq!(tables.heuristics(), 2);
            let mut rng = ChaCha8Rng::seed_from_u64(11);
            for (length, heuristic) in
                [0, 1, 4, 100].into_iter().flat_map(|length| [(length, 0), (length, 1)])
            {
                let beam = Beam::new(&space, &tables).with_heuristic(heuristic);
                let start = walk(&space, length, &mut rng);
                let limits = BeamLimits { width: 500, max_length: most, max_nodes: u64::MAX, threads: 1 };
                let solve = |limits: &BeamLimits| beam.solve(&start, limits, &Control::new()).found();
                // Values from walks may be of no use for states far beyond their length.
                let Some(found) = solve(&limits) else {
                    assert_eq!((length, heuristic), (100, 0), "{name}");
                    continue;
                };
                assert!(space.is_goal(&replay(&space, &start, &found.moves)), "{name}");
                assert!(found.moves.len() >= beam.least(&start) as usize, "{name}");
                assert!(length == 100 || found.moves.len() <= length, "{name}");
                assert!(beam.has_inverses(), "{name}");
                let other = beam.solve_by_inverse(&start, &limits, &Control::new()).unwrap().found();
                let solves = |other: &BeamSolution| space.is_goal(&replay(&space, &start, &other.moves));
                assert!(other.as_ref().map_or(length == 100, solves), "{name}");
                assert_eq!(solve(&BeamLimits { threads: 3, ..limits }).unwrap(), found, "{name}");
                // No solution may be longer than requested.
                let shorter = found.moves.len().saturating_sub(1) as u32;
                let shorter = solve(&BeamLimits { max_length: shorter, ..limits });
                assert!(shorter.is_none_or(|shorter| shorter.moves.len() < found.moves.len().max(1)));
            }
        }
    }

    #[test]
    fn a_beam_that_widens_finds_more() {
        let space = symmetric_space("torus:4x4");
        let tables = BeamTables::new(&space, 40.0, 1 << 22, &Control::new()).unwrap();
        let narrow = Beam::new(&space, &tables).with_heuristic(1);
        let mut rng = ChaCha8Rng::seed_from_u64(17);
        let (mut before, mut after) = (0, 0);
        for _ in 0..12 {
            let start = walk(&space, 100, &mut rng);
            let limits = BeamLimits { width: 8, max_length: 100, max_nodes: u64::MAX, threads: 1 };
            let solve =
                |beam: Beam<'_>, limits: &BeamLimits| beam.solve(&start, limits, &Control::new()).found();
            let found = solve(narrow.widening_to(512), &limits);
            if let Some(found) = &found {
                assert!(space.is_goal(&replay(&space, &start, &found.moves)));
            }
            assert_eq!(solve(narrow.widening_to(512), &BeamLimits { threads: 3, ..limits }), found);
            after += u32::from(found.is_some());
            before += u32::from(solve(narrow, &limits).is_some());
        }
        assert!(before < after, "{before} {after}");
    }

    #[test]
    fn a_network_leads_to_solutions() {
        let space = symmetric_space("skewb");
        let tables = BeamTables::new(&space, 22.0, 1 << 24, &Control::new()).unwrap();
        let network = tables.network(&space, 100_000, 2, &Control::new()).unwrap().unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(13);
        let mut others = 0;
        for _ in 0..10 {
            let start = walk(&space, 50, &mut rng);
            let limits = BeamLimits { width: 30, max_length: 30, max_nodes: u64::MAX, threads: 1 };
            let solve =
                |beam: Beam<'_>, limits: &BeamLimits| beam.solve(&start, limits, &Control::new()).found();
            let by_pairs = solve(Beam::new(&space, &tables), &limits);
            let led = Beam::new(&space, &tables).with_network(&network);
            let found = solve(led, &limits);
            others += u32::from(found.is_some() && found != by_pairs);
            if let Some(found) = &found {
                assert!(space.is_goal(&replay(&space, &start, &found.moves)));
            }
            assert_eq!(solve(led, &BeamLimits { threads: 3, ..limits }), found);
        }
        assert!(others > 0, "no solution is that of the network");
    }

    /// From several starts, the shortest of all solutions is found, with the moves that were spent before; in a wide beam, which loses nothing.
    #[test]
    fn the_best_of_several_starts_is_found() {
        let puzzle = catalog::find("skewb").unwrap().puzzle;
        let metric = Metric::htm();
        let turns = puzzle.search_turns(&metric);
        let space = PuzzleSpace::new(&puzzle, &turns, &metric, &[puzzle.solved().clone()]).unwrap();
        let tables = BeamTables::new(&space, 20.0, 1 << 12, &Control::new()).unwrap();
        let beam = Beam::new(&space, &tables);
        let limits = BeamLimits { width: 1 << 14, max_length: 30, max_nodes: u64::MAX, threads: 2 };
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let mut last_starts = 0;
        for _ in 0..10 {
            let start = |_| {
                let spent = rng.next_u32() % 5;
                Start { state: walk(&space, 3 + rng.next_u32() as usize % 4, &mut rng), spent }
            };
            let starts: Vec<Start> = (0..6).map(start).collect();
            let alone = |start: &Start| {
                let found = beam.solve(&start.state, &limits, &Control::new()).found().unwrap();
                start.spent + found.moves.len() as u32
            };
            let found = beam.solve_from(&starts, &limits, &Control::new()).found().unwrap();
            let start = &starts[found.start];
            assert!(space.is_goal(&replay(&space, &start.state, &found.moves)));
            let length = start.spent + found.moves.len() as u32;
            assert_eq!(Some(length), starts.iter().map(alone).min());
            last_starts += u32::from(start.spent > starts.iter().map(|start| start.spent).min().unwrap());
            let shorter = BeamLimits { max_length: length.saturating_sub(1), ..limits };
            assert!(beam.solve_from(&starts, &shorter, &Control::new()).found().is_none());
        }
        assert!(last_starts > 0, "the first start was always best");
    }

    /// In a wide beam nothing is lost, so every length is the distance.
    #[test]
    fn a_beam_that_keeps_all_finds_shortest() {
        let puzzle = catalog::find("pyraminx").unwrap().puzzle;
        let metric = Metric::htm();
        let some = ["U", "R"];
        let turns: Vec<_> = (puzzle.search_turns(&metric).into_iter())
            .filter(|turn| some.contains(&turn.base().name.as_str()))
            .collect();
        let space = PuzzleSpace::new(&puzzle, &turns, &metric, &[puzzle.solved().clone()]).unwrap();
        // A ball of few states, so that most solutions begin outside.
        let tables = BeamTables::new(&space, 20.0, 1 << 12, &Control::new()).unwrap();
        let beam = Beam::new(&space, &tables);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut distance = HashMap::from([(space.goals()[0].clone(), 0)]);
        let mut open = vec![space.goals()[0].clone()];
        for length in 1.. {
            let mut next = Vec::new();
            for (state, m) in open.iter().flat_map(|state| space.moves().map(move |m| (state, m))) {
                let to = replay(&space, state, &[m]);
                if !distance.contains_key(&to) {
                    distance.insert(to.clone(), length);
                    next.push(to);
                }
            }
            open = next;
            if open.is_empty() {
                break;
            }
        }
        let mut outside = 0;
        for _ in 0..40 {
            let start = walk(&space, 30, &mut rng);
            let limits = BeamLimits { width: 1 << 20, max_length: 30, max_nodes: u64::MAX, threads: 2 };
            let found = beam.solve(&start, &limits, &Control::new()).found().unwrap();
            assert_eq!(found.moves.len(), distance[&start]);
            outside += u32::from((beam.least(&start) as usize) < found.moves.len());
        }
        assert!(outside > 10, "{outside}");
    }
}
