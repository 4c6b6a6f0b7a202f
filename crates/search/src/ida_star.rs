//! Shortest solutions by iterative deepening (Korf's IDA*), one after the other.
//!
//! Start at [`IdaStar::new`]; it is an iterator over solutions in order of their cost. For each cost that is
//! possible, all canonical sequences of exactly that cost are walked depth first; a pruning table cuts off what
//! cannot end in time, and is filled further between two costs when that pays. Nothing is found twice, and when
//! a solution of cost c is handed out every lower cost from `min_length` on was ruled out.

use crate::limits::{Control, Limits, Outcome, Progress, StopReason};
use crate::pruning::PruningTable;
use crate::sequences::{Node, Sequences};
use crate::space::{MoveId, Space};

/// A way to solve the start state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves, in order.
    pub moves: Vec<MoveId>,
    /// What they cost together.
    pub cost: u32,
}

/// One step down the tree: the state reached, and which move is tried next from there.
#[derive(Clone, Debug)]
struct Frame<T> {
    state: T,
    node: Node,
    left: u32,
    next: u16,
}

/// A search for solutions, lowest cost first.
#[derive(Debug)]
pub struct IdaStar<'a, S: Space> {
    space: &'a S,
    sequences: &'a Sequences,
    table: &'a mut PruningTable,
    limits: Limits,
    control: Control<'a>,
    /// `frames[..=depth]` is the path from the start; those beyond are kept for their memory.
    frames: Vec<Frame<S::State>>,
    depth: usize,
    path: Vec<MoveId>,
    /// The cost that is searched now.
    cost: u32,
    /// The least cost beyond it that was seen to be possible.
    next_cost: Option<u32>,
    started: bool,
    nodes: u64,
    nodes_before: u64,
    found: u64,
    least: Option<u32>,
    end: Option<Outcome<()>>,
}

/// How many nodes are visited between two looks at the caller's flags.
const NODES_PER_LOOK: u64 = 1 << 12;

impl<'a, S: Space> IdaStar<'a, S> {
    /// A search from `start`. The table may hold levels of an earlier search of the same space.
    pub fn new(
        space: &'a S,
        sequences: &'a Sequences,
        table: &'a mut PruningTable,
        start: &S::State,
        limits: &Limits,
        control: Control<'a>,
    ) -> Self {
        let root = Frame { state: start.clone(), node: sequences.start(), left: 0, next: u16::MAX };
        IdaStar {
            space,
            sequences,
            table,
            limits: limits.clone(),
            control,
            frames: vec![root],
            depth: 0,
            path: Vec::new(),
            cost: 0,
            next_cost: None,
            started: false,
            nodes: 0,
            nodes_before: 0,
            found: 0,
            least: None,
            end: None,
        }
    }

    /// States visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// No solution of lower cost exists (from the limits' `min_length` on).
    pub fn lower_bound(&self) -> u32 {
        self.cost
    }

    /// The cost of the first solution; no solution of lower cost exists (from the limits' `min_length` on).
    pub fn least(&self) -> Option<u32> {
        self.least
    }

    /// How it ended: `None` while it has not. Found: as many solutions as were wanted.
    pub fn end(&self) -> Option<&Outcome<()>> {
        self.end.as_ref()
    }

    fn count(&mut self, solution: Solution) -> Solution {
        self.found += 1;
        self.least.get_or_insert(solution.cost);
        solution
    }

    fn finish(&mut self, end: Outcome<()>) -> Option<Solution> {
        self.end = Some(end);
        None
    }

    /// Makes ready for the next cost; `false` when the search is over.
    fn next_threshold(&mut self) -> bool {
        let start = self.space.index(&self.frames[0].state);
        let least = if self.started { self.next_cost } else { Some(self.limits.min_length) };
        let Some(mut cost) = least else {
            self.finish(Outcome::ProvenNone);
            return false;
        };
        // The first levels of the table are cheap and make the first bound a real one; later ones must pay.
        let spent = self.nodes - self.nodes_before;
        self.nodes_before = self.nodes;
        loop {
            match self.table.deepen(self.space, spent.saturating_mul(GROWTH), &self.control) {
                Ok(true) => {}
                Ok(false) => break,
                Err(reason) => {
                    self.finish(Outcome::LimitReached(reason));
                    return false;
                }
            }
        }
        if self.table.is_unreachable(start) {
            self.finish(Outcome::ProvenNone);
            return false;
        }
        if !self.started || self.found == 0 {
            cost = cost.max(self.table.bound(start));
        }
        self.started = true;
        self.cost = cost;
        if self.limits.max_length.is_some_and(|most| cost > most) {
            self.finish(Outcome::LimitReached(StopReason::Length));
            return false;
        }
        self.control.report(Progress::Depth { length: cost, nodes: self.nodes });
        self.next_cost = None;
        self.frames[0].left = cost;
        self.frames[0].next = 0;
        self.depth = 0;
        self.path.clear();
        true
    }

    fn postpone(&mut self, cost: u32) {
        self.next_cost = Some(self.next_cost.map_or(cost, |next| next.min(cost)));
    }

    /// Whether a limit other than length ends the search here.
    fn interrupted(&mut self) -> Option<StopReason> {
        if self.limits.max_nodes.is_some_and(|most| self.nodes >= most) {
            return Some(StopReason::Nodes);
        }
        if self.nodes.is_multiple_of(NODES_PER_LOOK) { self.control.interrupted() } else { None }
    }

    /// Walks on to the next solution of the present cost.
    fn walk(&mut self) -> Option<Solution> {
        let moves = self.space.move_count() as u16;
        loop {
            // Step 1: the next move from here, or back up.
            let Frame { node, left, next, .. } = self.frames[self.depth];
            if next >= moves {
                if self.depth == 0 {
                    return None;
                }
                self.depth -= 1;
                self.path.pop();
                continue;
            }
            self.frames[self.depth].next += 1;
            let m = MoveId(next);
            // Step 2: of all orders of the same moves, one.
            let Some(node) = self.sequences.after(node, m) else { continue };
            // Step 3: what it costs must be left.
            let cost = self.space.cost(m);
            if cost > left {
                self.postpone(self.cost - left + cost);
                continue;
            }
            let left = left - cost;
            // Step 4: the move itself.
            if self.frames.len() == self.depth + 1 {
                let spare = self.frames[self.depth].clone();
                self.frames.push(spare);
            }
            let (here, there) = self.frames.split_at_mut(self.depth + 1);
            if !self.space.apply(m, &here[self.depth].state, &mut there[0].state) {
                continue;
            }
            self.nodes += 1;
            if let Some(reason) = self.interrupted() {
                return self.finish(Outcome::LimitReached(reason));
            }
            // Step 5: the bound.
            let state = &self.frames[self.depth + 1].state;
            let bound = self.table.bound(self.space.index(state));
            if bound > left {
                self.postpone(self.cost - left + bound);
                continue;
            }
            // Step 6: at the end of the budget, solved or not.
            if left == 0 {
                let solved = self.space.is_goal(state);
                self.postpone(self.cost + self.table.unit());
                if solved {
                    let moves = self.path.iter().copied().chain([m]).collect();
                    return Some(Solution { moves, cost: self.cost });
                }
                continue;
            }
            // Step 7: down.
            self.path.push(m);
            self.depth += 1;
            let frame = &mut self.frames[self.depth];
            (frame.node, frame.left, frame.next) = (node, left, 0);
        }
    }
}

/// A cost more costs about so many times the nodes; the table may take as much work as the search that it helps.
const GROWTH: u64 = 8;

impl<S: Space> Iterator for IdaStar<'_, S> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        loop {
            if self.end.is_some() {
                return None;
            }
            if self.limits.max_solutions.is_some_and(|most| self.found >= most) {
                return self.finish(Outcome::Found(()));
            }
            if !self.started || self.frames[0].next >= self.space.move_count() as u16 && self.depth == 0 {
                if !self.next_threshold() {
                    return None;
                }
                // The empty sequence is the only one of cost 0.
                if self.cost == 0 {
                    self.frames[0].next = u16::MAX;
                    self.postpone(self.table.unit());
                    if self.space.is_goal(&self.frames[0].state) {
                        return Some(self.count(Solution { moves: Vec::new(), cost: 0 }));
                    }
                    continue;
                }
            }
            if let Some(solution) = self.walk() {
                return Some(self.count(solution));
            }
        }
    }
}
