//! The step of the search: from a state to its successors, and down to those that may still be solved in time.
//!
//! Start at [`Walk::next`]. All successors of a state are made and looked up together, so that the memory of a large
//! table is waited for once, not once for each.

use super::solution::Solution;
use crate::limits::{Control, StopReason};
use crate::pruning::{NEVER, PartValues, PruningTable};
use crate::sequences::{Node, Sequences};
use crate::space::{MoveId, Space};
use crate::symmetry::Around;

/// What every walk of a search works with.
#[derive(Debug)]
pub(super) struct Work<'a, S: Space> {
    pub(super) space: &'a S,
    pub(super) sequences: &'a Sequences,
    pub(super) table: &'a PruningTable,
    pub(super) control: Control<'a>,
    /// The cost that is searched now.
    pub(super) cost: u32,
    /// A sequence of this cost; what does not come after it in the order of moves is left out.
    pub(super) after: Option<&'a [MoveId]>,
}

impl<S: Space> Clone for Work<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space> Copy for Work<'_, S> {}

/// A state on the way, and what is left to spend from there.
#[derive(Clone, Debug)]
pub(super) struct Step<T> {
    pub(super) state: T,
    pub(super) node: Node,
    pub(super) left: u32,
    pub(super) by: MoveId,
    pub(super) parts: PartValues,
}

/// A state whose successors are walked: some of them at a time.
#[derive(Clone, Debug)]
pub(super) struct Frame<T> {
    pub(super) here: Step<T>,
    /// The first move that was not tried yet.
    next: u16,
    /// The successors that may be solved in time, in order, are the first `live`; those up to `at` are done.
    successors: Vec<Step<T>>,
    live: usize,
    at: usize,
}

/// Most successors that are looked up together.
const TOGETHER: usize = 32;
/// How many states are expanded between two looks at the caller's flags.
const EXPANDED_PER_LOOK: u64 = 1 << 9;

impl<T: Clone> Frame<T> {
    fn new(here: Step<T>) -> Self {
        Frame { here, next: 0, successors: Vec::new(), live: 0, at: 0 }
    }
}

/// How a walk came to a halt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// Everything was walked.
    Done,
    /// A limit was reached.
    Limit(StopReason),
}

/// Spare states, for what is not kept.
#[derive(Debug)]
pub(super) struct Spare<T> {
    states: [T; 2],
    around: Around,
    indices: Vec<u64>,
}

impl<T: Clone> Spare<T> {
    pub(super) fn new(state: &T) -> Self {
        Spare { states: [state.clone(), state.clone()], around: Around::default(), indices: Vec::new() }
    }
}

/// What was seen on the way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// States visited.
    pub(super) nodes: u64,
    /// The least cost above the present one at which something may be found.
    pub(super) next_cost: Option<u32>,
}

impl Seen {
    pub(super) fn postpone(&mut self, cost: u32) {
        self.next_cost = Some(self.next_cost.map_or(cost, |next| next.min(cost)));
    }
}

/// Writes the successors of a state by the moves from `next` on that may be solved in time to the front of
/// `successors`, at most [`TOGETHER`]; says how many, and moves `next` on.
pub(super) fn expand<S: Space>(
    work: &Work<'_, S>,
    here: &Step<S::State>,
    path: &[MoveId],
    next: &mut u16,
    successors: &mut Vec<Step<S::State>>,
    spare: &mut Spare<S::State>,
    seen: &mut Seen,
) -> usize {
    let Work { space, sequences, table, .. } = *work;
    let moves = space.move_count() as u16;
    // Values of parts are carried along only where they are asked.
    let (most, parts) = (table.most_bound(), Some(table.parts()).filter(|parts| !parts.is_empty()));
    if let Some(after) = work.after
        && let Some((&m, rest)) = after.strip_prefix(path).and_then(<[MoveId]>::split_first)
    {
        *next = (*next).max(m.0 + u16::from(rest.is_empty()));
    }
    // Where every move can be made, it is made only where its end may be solved in time.
    let always = space.is_always_possible();
    let mut made = 0;
    spare.indices.clear();
    while *next < moves && made < TOGETHER {
        let m = MoveId(*next);
        *next += 1;
        // Step 1: of all orders of the same moves, one.
        let Some(node) = sequences.after(here.node, m) else { continue };
        // Step 2: what it costs must be left, and its limit must allow it.
        let cost = space.cost(m);
        let Some(left) = here.left.checked_sub(cost) else {
            seen.postpone(work.cost - here.left + cost);
            continue;
        };
        if is_over_limit(space, path, m) {
            continue;
        }
        // Step 3: exact distances of parts, known before the move is made.
        let parts = match parts.map(|parts| parts.after(&here.parts, m.index(), left)) {
            None => None,
            Some(Ok(parts)) => Some(parts),
            Some(Err(bound)) => {
                seen.nodes += 1;
                if bound != NEVER {
                    seen.postpone((work.cost - left).saturating_add(bound));
                }
                continue;
            }
        };
        // Step 4: the move itself, if it can be made.
        if successors.len() == made {
            successors.push(Step {
                state: here.state.clone(),
                node,
                left,
                by: m,
                parts: PartValues::default(),
            });
        }
        let successor = &mut successors[made];
        if !(always && left > 0 || space.apply(m, &here.state, &mut successor.state)) {
            continue;
        }
        (successor.node, successor.left, successor.by) = (node, left, m);
        if let Some(parts) = parts {
            successor.parts = parts;
        }
        seen.nodes += 1;
        // Step 5: at the end of what there is to spend, solved or not.
        if left == 0 {
            seen.postpone(work.cost + table.unit());
            made += usize::from(space.is_goal(&successor.state));
            continue;
        }
        // A bound that cannot be too high is not asked for.
        if left < most {
            if spare.indices.is_empty() {
                space.begin_expand(&here.state, &mut spare.around);
            }
            let index = space.index_after(m, &spare.around, &here.state, &mut spare.states);
            table.prefetch(index);
            spare.indices.push(index);
        }
        made += 1;
    }
    // Step 6: the bounds, all of which memory was asked for by now.
    let mut bounds = spare.indices.iter().map(|&index| table.bound(index));
    let mut live = 0;
    for at in 0..made {
        let successor = &mut successors[at];
        let left = successor.left;
        let bound = if left > 0 && left < most { bounds.next().unwrap_or(0) } else { 0 };
        if bound > left {
            seen.postpone(work.cost - left + bound);
            continue;
        }
        if always && left > 0 {
            space.apply(successor.by, &here.state, &mut successor.state);
        }
        // Step 7: a second opinion, where the first may be low for sharing an entry.
        if left > 0
            && left < most
            && bound < most
            && let Some(index) = space.second_index(&successor.state, &mut spare.states)
            && let bound = table.bound(index)
            && bound > left
        {
            seen.postpone(work.cost - left + bound);
            continue;
        }
        successors.swap(live, at);
        live += 1;
    }
    live
}

/// Whether one more of this move is more than a limit allows.
fn is_over_limit<S: Space>(space: &S, path: &[MoveId], m: MoveId) -> bool {
    space.move_limits().iter().any(|(moves, most)| {
        moves.contains(&m)
            && path.iter().filter(|made| moves.contains(made)).count() as u64 >= u64::from(*most)
    })
}

/// A walk over all sequences of one cost that begin with one path.
#[derive(Debug)]
pub(super) struct Walk<T> {
    /// `frames[..=depth]` is the way from the start; those beyond are kept for their memory.
    frames: Vec<Frame<T>>,
    depth: usize,
    path: Vec<MoveId>,
    /// Moves of the path before the first frame.
    given: usize,
    spare: Spare<T>,
    expanded: u64,
    pub(super) seen: Seen,
    /// The path itself is a solution that was not told yet.
    solved: bool,
}

impl<T: Clone> Walk<T> {
    pub(super) fn new<S: Space<State = T>>(space: &S, path: Vec<MoveId>, start: Step<T>) -> Self {
        let spare = Spare::new(&start.state);
        let solved = start.left == 0 && space.is_goal(&start.state);
        let given = path.len();
        let frames = vec![Frame::new(start)];
        Walk { frames, depth: 0, path, given, spare, expanded: 0, seen: Seen::default(), solved }
    }

    /// Walks on to the next solution. Stops with [`StopReason::Nodes`] once `most_nodes` were visited here.
    pub(super) fn next<S: Space<State = T>>(
        &mut self,
        work: &Work<'_, S>,
        most_nodes: u64,
    ) -> Result<Solution, Halt> {
        if std::mem::take(&mut self.solved) {
            return Ok(Solution { moves: self.path.clone(), cost: work.cost });
        }
        if self.frames[0].here.left == 0 {
            return Err(Halt::Done);
        }
        let moves = work.space.move_count() as u16;
        loop {
            let frame = &mut self.frames[self.depth];
            // Down to the next successor, if it is not the end itself.
            if frame.at < frame.live {
                let at = frame.at;
                frame.at += 1;
                let by = frame.successors[at].by;
                self.path.truncate(self.given + self.depth);
                self.path.push(by);
                if frame.successors[at].left == 0 {
                    return Ok(Solution { moves: self.path.clone(), cost: work.cost });
                }
                self.depth += 1;
                if self.frames.len() == self.depth {
                    let step = self.frames[self.depth - 1].successors[at].clone();
                    self.frames.push(Frame::new(step));
                } else {
                    let (before, after) = self.frames.split_at_mut(self.depth);
                    // The successor is not looked at again: its memory serves the frame, and the frame's it.
                    std::mem::swap(&mut before[self.depth - 1].successors[at], &mut after[0].here);
                    (after[0].next, after[0].live, after[0].at) = (0, 0, 0);
                }
                continue;
            }
            // Up, if all moves were tried.
            if frame.next >= moves {
                if self.depth == 0 {
                    return Err(Halt::Done);
                }
                self.depth -= 1;
                continue;
            }
            // More successors.
            if self.seen.nodes >= most_nodes {
                return Err(Halt::Limit(StopReason::Nodes));
            }
            self.expanded += 1;
            if self.expanded.is_multiple_of(EXPANDED_PER_LOOK)
                && let Some(reason) = work.control.interrupted()
            {
                return Err(Halt::Limit(reason));
            }
            self.path.truncate(self.given + self.depth);
            let Frame { here, next, successors, live, at } = &mut self.frames[self.depth];
            *at = 0;
            *live = expand(work, here, &self.path, next, successors, &mut self.spare, &mut self.seen);
        }
    }
}
