//! The walk over all sequences of one cost in a sliding puzzle.
//!
//! Start at [`SlidingWalk::next`]. A walk as those of `guided.rs`, but all moves cost the same, and each changes one set of pieces in each division.
//! An entry of the stack tells how to make a slide, and once it was made, how to undo it.

use super::solution::Solution;
use super::walk::{Halt, Seen, Work};
use crate::guide::{Additive, Change, Places, Slides, Span, Sums, Tiles, Transition};
use crate::limits::StopReason;
use crate::sequences::Node;
use crate::space::{MoveId, Space};

/// Nodes between two checks of the caller's flags.
const NODES_PER_LOOK: u64 = 1 << 13;

/// Differences of moves from here on are negative ones that wrapped around: the bound fits.
const FITS: u32 = 1 << 31;

/// A slide to a state that may still be solved within the cost.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    /// Before the slide is made, what it changes; afterwards, what undoes it.
    change: Change,
    /// The sums after it.
    sums: Sums,
    /// What may follow.
    span: Span,
    /// [`MADE`] is added once it was made.
    slide: u16,
}

/// More than the slides to any slot.
const MOST_BESIDE: usize = 64;

/// More than the number of any slide: to each of 64 slots, there are at most 63.
const MADE: u16 = 1 << 12;

/// A walk by sums of distances.
#[derive(Debug)]
pub(super) struct SlidingWalk {
    tiles: Tiles,
    /// The first `open` are the slides made, and after each those beside it that have not been made. There is room for more.
    stack: Vec<Visit>,
    open: usize,
    /// The slides whose look-ups have begun: where the new distances are, and the sums without these.
    begun: Box<[(Places, Sums); MOST_BESIDE]>,
    path: Vec<MoveId>,
    /// The moves that may still be made.
    left: u32,
    /// By how many moves the least bound that exceeded these did, less one; [`FITS`] or more if none did.
    excess: u32,
    pub(super) seen: Seen,
    /// Nodes at which the caller is asked next.
    next_look: u64,
    /// The start, if it has not been visited.
    start: Option<Start>,
}

/// A state from which a walk starts.
#[derive(Clone, Copy, Debug)]
struct Start {
    sums: Sums,
    /// What may follow; `None` if no sequence leads to it.
    span: Option<Span>,
    left: u32,
}

impl SlidingWalk {
    /// A walk from a state that `path` leads to, with `left` of the cost left.
    pub(super) fn new(
        (additive, slides): (&Additive, &Slides),
        row: &[u16],
        path: Vec<MoveId>,
        node: Node,
        left: u32,
    ) -> Self {
        let (tiles, blank, sums) = additive.enter(row);
        let start = Start { sums, span: slides.span(node, blank), left };
        SlidingWalk {
            tiles,
            stack: Vec::new(),
            open: 0,
            begun: Box::new([<(Places, Sums)>::default(); MOST_BESIDE]),
            path,
            left: left / additive.cost(),
            excess: u32::MAX,
            seen: Seen::default(),
            next_look: 0,
            start: Some(start),
        }
    }

    /// Continues to the next solution. Stops with [`StopReason::Nodes`] once `most_nodes` nodes were visited here.
    pub(super) fn next<S: Space>(
        &mut self,
        guide: (&Additive, &Slides),
        work: &Work<'_, S>,
        most_nodes: u64,
    ) -> Result<Solution, Halt> {
        let step = match (guide.0.views(), guide.0.has_gaps()) {
            (1, false) => self.walk::<S, 1, false>(guide, work, most_nodes),
            (1, true) => self.walk::<S, 1, true>(guide, work, most_nodes),
            (_, false) => self.walk::<S, 2, false>(guide, work, most_nodes),
            (_, true) => self.walk::<S, 2, true>(guide, work, most_nodes),
        };
        if self.excess < FITS {
            self.seen.postpone(work.cost + (self.excess + 1) * guide.0.cost());
        }
        step
    }

    /// The sequence of the slides made.
    fn solution<S: Space>(&mut self, slides: &Slides, work: &Work<'_, S>) -> Solution {
        self.seen.postpone(work.cost + work.table.unit());
        let made = self.stack[..self.open]
            .iter()
            .filter(|visit| visit.slide >= MADE)
            .map(|visit| slides.by(visit.slide - MADE));
        Solution { moves: self.path.iter().copied().chain(made).collect(), cost: work.cost }
    }

    fn walk<S: Space, const V: usize, const GAPS: bool>(
        &mut self,
        (additive, slides): (&Additive, &Slides),
        work: &Work<'_, S>,
        most_nodes: u64,
    ) -> Result<Solution, Halt> {
        if let Some(Start { sums, span, left }) = self.start.take() {
            let (bound, rest) = (sums.greatest::<V>() * additive.cost(), left % additive.cost());
            if bound > left || rest > 0 {
                self.seen.postpone(work.cost - left + bound.max(left - rest + additive.cost()));
                return Err(Halt::Done);
            }
            if left == 0 {
                return Ok(self.solution(slides, work));
            }
            self.expand::<V, GAPS>((additive, slides), span.ok_or(Halt::Limit(StopReason::Fault))?, sums);
        }
        while let Some(last) = self.open.checked_sub(1) {
            let top = &mut self.stack[last];
            if top.slide >= MADE {
                additive.undo::<V>(&mut self.tiles, top.slide - MADE, &mut top.change);
                self.left += 1;
                self.open = last;
                continue;
            }
            // All distances are 0 after the last slide.
            if self.left == 1 {
                top.slide += MADE;
                let solution = self.solution(slides, work);
                self.open = last;
                return Ok(solution);
            }
            if self.seen.nodes >= self.next_look {
                if self.seen.nodes >= most_nodes {
                    return Err(Halt::Limit(StopReason::Nodes));
                }
                if let Some(reason) = work.control.interrupted() {
                    return Err(Halt::Limit(reason));
                }
                self.next_look = (self.seen.nodes + NODES_PER_LOOK).min(most_nodes);
            }
            let (span, sums) = (top.span, top.sums);
            additive.make::<V>(&mut self.tiles, top.slide, &mut top.change);
            top.slide += MADE;
            self.left -= 1;
            self.expand::<V, GAPS>((additive, slides), span, sums);
        }
        Err(Halt::Done)
    }

    /// Puts the slides that may follow on the stack. All look-ups begin before the first is used, so that they wait for memory together.
    #[inline(always)]
    fn expand<const V: usize, const GAPS: bool>(
        &mut self,
        (additive, slides): (&Additive, &Slides),
        span: Span,
        sums: Sums,
    ) {
        let transitions = slides.transitions(span);
        self.seen.nodes += transitions.len() as u64;
        for (begun, &Transition { slide, .. }) in self.begun.iter_mut().zip(transitions) {
            *begun = additive.begin::<V, GAPS>(&self.tiles, sums, slide);
        }
        if self.stack.len() < self.open + MOST_BESIDE {
            self.stack.resize(2 * self.open + MOST_BESIDE, Visit::default());
        }
        // Whether a slide is kept cannot be foretold, so that it is counted without a branch.
        for (&(places, rest), &Transition { slide, after }) in self.begun.iter().zip(transitions) {
            let (change, sums) = additive.look_up::<V>(places, rest);
            let greatest = sums.greatest::<V>();
            self.excess = self.excess.min(greatest.wrapping_sub(self.left));
            self.stack[self.open] = Visit { change, sums, span: after, slide };
            self.open += usize::from(greatest < self.left);
        }
    }
}
