//! The walk over all sequences of one cost, directed by a heuristic that is updated move by move.
//!
//! Start at [`GuidedWalk::next`]. One state is changed in place and changed back, so a node costs a few nanoseconds where a move
//! changes little.

use super::sliding::SlidingWalk;
use super::solution::Solution;
use super::walk::{Halt, Seen, Work};
use crate::guide::{Additive, Adjacency, Choice, End, Guide, Heuristic, Patterns, Slides};
use crate::limits::StopReason;
use crate::sequences::{Node, Sequences};
use crate::space::{MoveId, Space};

/// Nodes between two checks of the caller's flags.
const NODES_PER_LOOK: u64 = 1 << 13;

/// A heuristic and what it needs of the canonical sequences.
#[derive(Debug)]
pub(super) enum Guidance<'g> {
    Sliding(&'g Additive, Slides),
    Adjacency(&'g Adjacency),
    Patterns(&'g Patterns),
}

impl<'g> Guidance<'g> {
    pub(super) fn new(guide: &'g Guide, sequences: &Sequences) -> Self {
        match guide {
            Guide::Additive(additive) => {
                Guidance::Sliding(additive, Slides::new(additive.sliding(), sequences))
            }
            Guide::Adjacency(adjacency) => Guidance::Adjacency(adjacency),
            Guide::Patterns(patterns) => Guidance::Patterns(patterns),
        }
    }
}

/// A walk by one of the heuristics.
#[derive(Debug)]
pub(super) enum GuidedWalk {
    Sliding(Box<SlidingWalk>),
    Adjacency(Box<Walk<Adjacency>>),
    Patterns(Box<Walk<Patterns>>),
}

impl GuidedWalk {
    /// A walk from a state that `path` leads to, with `left` of the cost left.
    pub(super) fn new(guide: &Guidance<'_>, row: &[u16], path: Vec<MoveId>, node: Node, left: u32) -> Self {
        match guide {
            Guidance::Sliding(additive, slides) => {
                GuidedWalk::Sliding(Box::new(SlidingWalk::new((additive, slides), row, path, node, left)))
            }
            Guidance::Adjacency(adjacency) => {
                GuidedWalk::Adjacency(Box::new(Walk::new(*adjacency, row, path, node, left)))
            }
            Guidance::Patterns(patterns) => {
                GuidedWalk::Patterns(Box::new(Walk::new(*patterns, row, path, node, left)))
            }
        }
    }

    /// Continues to the next solution. Stops with [`StopReason::Nodes`] once `most_nodes` nodes were visited here.
    pub(super) fn next<S: Space>(
        &mut self,
        guide: &Guidance<'_>,
        work: &Work<'_, S>,
        most_nodes: u64,
    ) -> Result<Solution, Halt> {
        match (self, guide) {
            (GuidedWalk::Sliding(walk), Guidance::Sliding(additive, slides)) => {
                walk.next((additive, slides), work, most_nodes)
            }
            (GuidedWalk::Adjacency(walk), Guidance::Adjacency(adjacency)) => {
                walk.next(*adjacency, work, most_nodes)
            }
            (GuidedWalk::Patterns(walk), Guidance::Patterns(patterns)) => {
                #[cfg(target_arch = "x86_64")]
                if crate::native::has_bit_instructions() {
                    // SAFETY: this machine has the instructions.
                    return unsafe { next_there(walk, *patterns, work, most_nodes) };
                }
                walk.next(*patterns, work, most_nodes)
            }
            _ => Err(Halt::Limit(StopReason::Fault)),
        }
    }

    pub(super) fn seen(&self) -> Seen {
        match self {
            GuidedWalk::Sliding(walk) => walk.seen,
            GuidedWalk::Adjacency(walk) => walk.seen,
            GuidedWalk::Patterns(walk) => walk.seen,
        }
    }
}

/// [`Walk::next`] with instructions that count bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2")]
fn next_there<H: Heuristic, S: Space>(
    walk: &mut Walk<H>,
    heuristic: &H,
    work: &Work<'_, S>,
    most_nodes: u64,
) -> Result<Solution, Halt> {
    walk.next(heuristic, work, most_nodes)
}

/// What may be added to a sequence at its two ends.
#[derive(Clone, Copy, Debug)]
struct Ends {
    /// After its first moves.
    node: Node,
    /// The earliest of its last moves.
    next: Option<MoveId>,
}

impl Ends {
    /// After one more move; `None` if another sequence stands for those with it. Each part of a sequence that is kept is kept itself, so it is
    /// enough that two neighbouring moves are.
    #[inline(always)]
    fn after(self, sequences: &Sequences, m: MoveId, end: End) -> Option<Ends> {
        match (end, self.next) {
            (End::First, _) => Some(Ends { node: sequences.after(self.node, m)?, ..self }),
            (End::Last, None) => Some(Ends { next: Some(m), ..self }),
            (End::Last, Some(next)) => {
                sequences.after(sequences.after(sequences.start(), m)?, next)?;
                Some(Ends { next: Some(m), ..self })
            }
        }
    }
}

/// A state that may still be solved within the cost, before the move that leads to it is made.
#[derive(Clone, Copy, Debug)]
struct Child<C, V> {
    candidate: C,
    ends: Ends,
    left: u32,
    value: V,
}

/// A move whose look-ups have begun.
#[derive(Clone, Copy, Debug)]
struct Begun<C, L> {
    candidate: C,
    ends: Ends,
    left: u32,
    look: L,
}

/// A walk by a heuristic.
#[derive(Debug)]
pub(super) struct Walk<H: Heuristic> {
    state: H::State,
    /// The children of all states on the path that have not been visited, those of the last state at the end, its first child last.
    open: Vec<Child<H::Candidate, H::Value>>,
    /// By state on the path: where its children begin.
    first: Vec<usize>,
    /// The moves between them.
    made: Vec<H::Candidate>,
    begun: Vec<Begun<H::Candidate, H::Look>>,
    room: H::Room,
    path: Vec<MoveId>,
    seen: Seen,
    /// Nodes at which the caller is asked next.
    next_look: u64,
    /// The start, if it has not been visited.
    start: Option<(H::Value, Ends, u32)>,
}

impl<H: Heuristic> Walk<H> {
    fn new(heuristic: &H, row: &[u16], path: Vec<MoveId>, node: Node, left: u32) -> Self {
        let (state, value) = heuristic.enter(row);
        Walk {
            state,
            open: Vec::new(),
            first: Vec::new(),
            made: Vec::new(),
            begun: Vec::new(),
            room: H::Room::default(),
            path,
            seen: Seen::default(),
            next_look: 0,
            start: Some((value, Ends { node, next: None }, left)),
        }
    }

    /// The sequence of the moves made; `None` if another stands for it, which only the whole shows if it was made from both ends.
    fn solution<S: Space>(&self, heuristic: &H, work: &Work<'_, S>) -> Option<Solution> {
        let from = |end: End| self.made.iter().filter(move |&&made| heuristic.end(made) == end);
        let made = from(End::First).chain(from(End::Last).rev()).map(|&made| heuristic.number(made));
        let moves: Vec<MoveId> = self.path.iter().copied().chain(made).collect();
        let is_kept = || {
            let sequences = work.sequences;
            moves.iter().try_fold(sequences.start(), |node, &m| sequences.after(node, m)).is_some()
        };
        let is_whole = from(End::Last).next().is_none() || is_kept();
        is_whole.then_some(Solution { moves, cost: work.cost })
    }

    #[inline(always)]
    fn next<S: Space>(
        &mut self,
        heuristic: &H,
        work: &Work<'_, S>,
        most_nodes: u64,
    ) -> Result<Solution, Halt> {
        if let Some((value, ends, left)) = self.start.take() {
            let bound = heuristic.bound(&value);
            if bound > left {
                self.seen.postpone(work.cost - left + bound);
            } else if left == 0 {
                self.seen.postpone(work.cost + work.table.unit());
                if heuristic.is_goal(&self.state)
                    && let Some(solution) = self.solution(heuristic, work)
                {
                    return Ok(solution);
                }
            } else {
                self.expand(heuristic, work, &value, ends, left);
            }
        }
        while let Some(&first) = self.first.last() {
            if self.open.len() == first {
                self.first.pop();
                if let Some(last) = self.made.pop() {
                    heuristic.undo(&mut self.state, last);
                }
                continue;
            }
            let is_leaf = self.open.last().is_none_or(|child| child.left == 0);
            if self.seen.nodes >= self.next_look && !is_leaf {
                if self.seen.nodes >= most_nodes {
                    return Err(Halt::Limit(StopReason::Nodes));
                }
                if let Some(reason) = work.control.interrupted() {
                    return Err(Halt::Limit(reason));
                }
                self.next_look = (self.seen.nodes + NODES_PER_LOOK).min(most_nodes);
            }
            let Some(Child { candidate, ends, left, value }) = self.open.pop() else { break };
            heuristic.make(&mut self.state, candidate);
            self.made.push(candidate);
            if left > 0 {
                self.expand(heuristic, work, &value, ends, left);
                continue;
            }
            self.seen.postpone(work.cost + work.table.unit());
            let is_goal = heuristic.is_goal(&self.state);
            let found = if is_goal { self.solution(heuristic, work) } else { None };
            self.made.pop();
            heuristic.undo(&mut self.state, candidate);
            if let Some(solution) = found {
                return Ok(solution);
            }
        }
        Err(Halt::Done)
    }

    /// Opens the children of the state. All look-ups begin before the first is used, so that they wait for memory together.
    #[inline(always)]
    fn expand<S: Space>(
        &mut self,
        heuristic: &H,
        work: &Work<'_, S>,
        value: &H::Value,
        ends: Ends,
        left: u32,
    ) {
        let Work { space, sequences, .. } = *work;
        self.first.push(self.open.len());
        self.begun.clear();
        let is_tight = heuristic.bound(value) == left;
        let Choice { moves, has_all } = heuristic.choose(&self.state, value, is_tight, &mut self.room);
        if !has_all {
            self.seen.postpone(work.cost + work.table.unit());
        }
        for &candidate in moves.iter().rev() {
            let m = heuristic.number(candidate);
            let Some(ends) = ends.after(sequences, m, heuristic.end(candidate)) else { continue };
            let cost = space.cost(m);
            let Some(left) = left.checked_sub(cost) else {
                self.seen.postpone(work.cost - left + cost);
                continue;
            };
            let look = heuristic.begin(&self.state, candidate);
            self.begun.push(Begun { candidate, ends, left, look });
        }
        self.seen.nodes += self.begun.len() as u64;
        for &Begun { candidate, ends, left, look } in &self.begun {
            match heuristic.after(&self.state, value, candidate, look, left) {
                Ok(value) => self.open.push(Child { candidate, ends, left, value }),
                Err(bound) => self.seen.postpone(work.cost - left + bound),
            }
        }
    }
}
