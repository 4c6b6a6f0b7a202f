//! The step of the search: from a state to its successors, and down to those that may still be solved within the cost.
//!
//! Start at [`Walk::next`]. All successors of a state are generated and looked up together, so that the latency of a
//! large table is paid once, not for each successor.

use super::solution::Solution;
use crate::limits::{Control, StopReason};
use crate::pruning::{NEVER, PartValues, PruningTable};
use crate::sequences::{Node, Sequences};
use crate::space::{MoveId, Space};
use crate::symmetry::Around;

/// What all walks of a search share.
#[derive(Debug)]
pub(super) struct Work<'a, S: Space> {
    pub(super) space: &'a S,
    pub(super) sequences: &'a Sequences,
    pub(super) table: &'a PruningTable,
    pub(super) control: Control<'a>,
    /// The cost that is now searched.
    pub(super) cost: u32,
    /// A sequence of this cost; whatever does not come after it in the order of moves is omitted.
    pub(super) after: Option<&'a [MoveId]>,
}

impl<S: Space> Clone for Work<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space> Copy for Work<'_, S> {}

/// A state on the path, and the cost left from there.
#[derive(Clone, Debug)]
pub(super) struct Step<T> {
    pub(super) state: T,
    pub(super) node: Node,
    pub(super) left: u32,
    pub(super) by: MoveId,
    pub(super) parts: PartValues,
}

/// A state whose successors are processed in batches.
#[derive(Clone, Debug)]
pub(super) struct Frame<T> {
    pub(super) here: Step<T>,
    /// The first move that has not been tried.
    next: u16,
    /// The first `live` successors, in order, may be solved within the cost; those up to `at` are done.
    successors: Vec<Step<T>>,
    live: usize,
    at: usize,
}

/// Greatest number of successors looked up together.
const TOGETHER: usize = 32;
/// Number of states expanded between two checks of the caller's flags.
const EXPANDED_PER_LOOK: u64 = 1 << 9;

impl<T: Clone> Frame<T> {
    fn new(here: Step<T>) -> Self {
        Frame { here, next: 0, successors: Vec::new(), live: 0, at: 0 }
    }
}

/// Why a walk halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// Everything has been searched.
    Done,
    /// A limit was reached.
    Limit(StopReason),
}

/// Spare states for temporary results.
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

/// Statistics gathered on the way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// States visited.
    pub(super) nodes: u64,
    /// The least cost above the current one at which a solution may exist.
    pub(super) next_cost: Option<u32>,
}

impl Seen {
    pub(super) fn postpone(&mut self, cost: u32) {
        self.next_cost = Some(self.next_cost.map_or(cost, |next| next.min(cost)));
    }
}

/// Writes the successors of a state, by the moves from `next` on, that may be solved within the cost to the front of
/// `successors`, at most [`TOGETHER`]. Returns their number and advances `next`.
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
    // Values of parts are carried along only if they are used.
    let (most, parts) = (table.most_bound(), Some(table.parts()).filter(|parts| !parts.is_empty()));
    if let Some(after) = work.after
        && let Some((&m, rest)) = after.strip_prefix(path).and_then(<[MoveId]>::split_first)
    {
        *next = (*next).max(m.0 + u16::from(rest.is_empty()));
    }
    // If every move can be made, it is made only if its result may be solved within the cost.
    let always = space.is_always_possible();
    let mut made = 0;
    spare.indices.clear();
    while *next < moves && made < TOGETHER {
        let m = MoveId(*next);
        *next += 1;
        // Step 1: of all orders of the same moves, try one.
        let Some(node) = sequences.after(here.node, m) else { continue };
        // Step 2: its cost must not exceed what is left, and its limit must allow it.
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
        // Step 5: no cost is left; the state is solved or not.
        if left == 0 {
            seen.postpone(work.cost + table.unit());
            made += usize::from(space.is_goal(&successor.state));
            continue;
        }
        // A bound that cannot exceed the cost left is not looked up.
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
    // Step 6: the bounds, all of which have been prefetched by now.
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
        // Step 7: a second bound, since the first may be low because of a shared entry.
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

/// Whether one more of this move exceeds a limit.
fn is_over_limit<S: Space>(space: &S, path: &[MoveId], m: MoveId) -> bool {
    space.move_limits().iter().any(|(moves, most)| {
        moves.contains(&m)
            && path.iter().filter(|made| moves.contains(made)).count() as u64 >= u64::from(*most)
    })
}

/// A walk over all sequences of one cost that begin with one path.
#[derive(Debug)]
pub(super) struct Walk<T> {
    /// `frames[..=depth]` is the path from the start; those beyond are kept for their memory.
    frames: Vec<Frame<T>>,
    depth: usize,
    path: Vec<MoveId>,
    /// Number of moves of the path before the first frame.
    given: usize,
    spare: Spare<T>,
    expanded: u64,
    pub(super) seen: Seen,
    /// The path itself is a solution that has not been reported.
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

    /// Continues to the next solution. Stops with [`StopReason::Nodes`] once `most_nodes` nodes were visited here.
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
            // Down to the next successor, unless it is a leaf.
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
                    // The successor is not used again, so its memory and that of the frame are swapped.
                    std::mem::swap(&mut before[self.depth - 1].successors[at], &mut after[0].here);
                    (after[0].next, after[0].live, after[0].at) = (0, 0, 0);
                }
                continue;
            }
            // Up, if all moves have been tried.
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
