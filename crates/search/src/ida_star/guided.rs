//! The walk over all sequences of one cost, directed by a heuristic that is updated move by move.
//!
//! Start at [`GuidedWalk::next`]. One state is changed in place and changed back, so a node costs a few nanoseconds where a move
//! changes little.

use super::solution::Solution;
use super::walk::{Halt, Seen, Work};
use crate::guide::{Guide, Heuristic};
use crate::limits::StopReason;
use crate::sequences::Node;
use crate::space::{MoveId, Space};

/// Nodes between two checks of the caller's flags.
const NODES_PER_LOOK: u64 = 1 << 13;

/// A walk by one of the heuristics.
#[derive(Debug)]
pub(super) enum GuidedWalk {
    Additive(Box<Walk<crate::guide::Additive>>),
    Adjacency(Box<Walk<crate::guide::Adjacency>>),
    Patterns(Box<Walk<crate::guide::Patterns>>),
}

impl GuidedWalk {
    /// A walk from a state that `path` leads to, with `left` of the cost left.
    pub(super) fn new(guide: &Guide, row: &[u16], path: Vec<MoveId>, node: Node, left: u32) -> Self {
        match guide {
            Guide::Additive(additive) => {
                GuidedWalk::Additive(Box::new(Walk::new(additive, row, path, node, left)))
            }
            Guide::Adjacency(adjacency) => {
                GuidedWalk::Adjacency(Box::new(Walk::new(adjacency, row, path, node, left)))
            }
            Guide::Patterns(patterns) => {
                GuidedWalk::Patterns(Box::new(Walk::new(patterns, row, path, node, left)))
            }
        }
    }

    /// Continues to the next solution. Stops with [`StopReason::Nodes`] once `most_nodes` nodes were visited here.
    pub(super) fn next<S: Space>(
        &mut self,
        guide: &Guide,
        work: &Work<'_, S>,
        most_nodes: u64,
    ) -> Result<Solution, Halt> {
        match (self, guide) {
            (GuidedWalk::Additive(walk), Guide::Additive(additive)) => {
                #[cfg(target_arch = "x86_64")]
                if crate::native::has_bit_instructions() {
                    // SAFETY: this machine has the instructions.
                    return unsafe { next_there(walk, additive, work, most_nodes) };
                }
                walk.next(additive, work, most_nodes)
            }
            (GuidedWalk::Adjacency(walk), Guide::Adjacency(adjacency)) => {
                walk.next(adjacency, work, most_nodes)
            }
            (GuidedWalk::Patterns(walk), Guide::Patterns(patterns)) => {
                #[cfg(target_arch = "x86_64")]
                if crate::native::has_bit_instructions() {
                    // SAFETY: this machine has the instructions.
                    return unsafe { next_there(walk, patterns, work, most_nodes) };
                }
                walk.next(patterns, work, most_nodes)
            }
            _ => Err(Halt::Limit(StopReason::Fault)),
        }
    }

    pub(super) fn seen(&self) -> Seen {
        match self {
            GuidedWalk::Additive(walk) => walk.seen,
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

/// A state that may still be solved within the cost, before the move that leads to it is made.
#[derive(Clone, Copy, Debug)]
struct Child<C, V> {
    candidate: C,
    node: Node,
    left: u32,
    value: V,
}

/// A move whose look-ups have begun.
#[derive(Clone, Copy, Debug)]
struct Begun<C, L> {
    candidate: C,
    node: Node,
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
    improving: Vec<H::Candidate>,
    path: Vec<MoveId>,
    seen: Seen,
    /// Nodes at which the caller is asked next.
    next_look: u64,
    /// The start, if it has not been visited.
    start: Option<(H::Value, Node, u32)>,
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
            improving: Vec::new(),
            path,
            seen: Seen::default(),
            next_look: 0,
            start: Some((value, node, left)),
        }
    }

    fn solution<S: Space>(&self, heuristic: &H, work: &Work<'_, S>) -> Solution {
        let made = self.made.iter().map(|&candidate| heuristic.number(candidate));
        Solution { moves: self.path.iter().copied().chain(made).collect(), cost: work.cost }
    }

    #[inline(always)]
    fn next<S: Space>(
        &mut self,
        heuristic: &H,
        work: &Work<'_, S>,
        most_nodes: u64,
    ) -> Result<Solution, Halt> {
        if let Some((value, node, left)) = self.start.take() {
            let bound = heuristic.bound(&value);
            if bound > left {
                self.seen.postpone(work.cost - left + bound);
            } else if left == 0 {
                self.seen.postpone(work.cost + work.table.unit());
                if heuristic.is_goal(&self.state) {
                    return Ok(self.solution(heuristic, work));
                }
            } else {
                self.expand(heuristic, work, &value, node, left);
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
            let Some(Child { candidate, node, left, value }) = self.open.pop() else { break };
            heuristic.make(&mut self.state, candidate);
            self.made.push(candidate);
            if left > 0 {
                self.expand(heuristic, work, &value, node, left);
                continue;
            }
            self.seen.postpone(work.cost + work.table.unit());
            let found = heuristic.is_goal(&self.state).then(|| self.solution(heuristic, work));
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
        node: Node,
        left: u32,
    ) {
        let Work { space, sequences, .. } = *work;
        self.first.push(self.open.len());
        self.begun.clear();
        // If the bound leaves no room, only moves that lower it lead on.
        let is_tight =
            heuristic.bound(value) == left && heuristic.improving(&self.state, &mut self.improving);
        if is_tight {
            self.seen.postpone(work.cost + work.table.unit());
        }
        let candidates = if is_tight { &self.improving[..] } else { heuristic.candidates(value) };
        for &candidate in candidates.iter().rev() {
            let m = heuristic.number(candidate);
            let Some(node) = sequences.after(node, m) else { continue };
            let cost = space.cost(m);
            let Some(left) = left.checked_sub(cost) else {
                self.seen.postpone(work.cost - left + cost);
                continue;
            };
            let look = heuristic.begin(&self.state, candidate);
            self.begun.push(Begun { candidate, node, left, look });
        }
        self.seen.nodes += self.begun.len() as u64;
        for &Begun { candidate, node, left, look } in &self.begun {
            match heuristic.after(&self.state, value, candidate, look, left) {
                Ok(value) => self.open.push(Child { candidate, node, left, value }),
                Err(bound) => self.seen.postpone(work.cost - left + bound),
            }
        }
    }
}
