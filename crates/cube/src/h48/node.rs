//! A node of the search, and the turns of it that are worth trying.
//!
//! Start at [`Node`]. A node is extended at either end of the sequence, at the one that allows fewer turns:
//!
//! 1. *Ends.* With X the cube and Y its inverse, X · m or m⁻¹ · X is again a cube that needs one turn less. In what follows X is
//!    the side of a node that is turned (its front), and Y is the other side (its back).
//! 2. *Half turns.* The table does not distinguish Y from h · Y for a half turn h. If the bound of Y leaves no slack, X · h is
//!    pruned; otherwise its inverse needs no look-up. On this side the two quarter turns of a face differ by a half turn, so
//!    their inverses share one entry.
//! 3. *Faces.* Turns of one face differ by a turn of it. If the bound of X · m is two turns too large, the other turns of the
//!    face are pruned as well. In the quarter-turn metric, where a half turn counts two, it has to be three. If a quarter turn
//!    is pruned there, so is the half turn, which costs one more and leads at most one nearer.
//! 4. *Order.* Of the sequences that differ only in the order of turns of opposite faces, one is searched, at both ends.
//!
//! The method is that of S. Tronto's H48 and C. Shuang's cube48opt, with T. Rokicki's rule of the tight bound.

use super::cube_pair::{Machine, Pair};
use super::table::Table;
use crate::model::move_masks::{NO_FACE, QUARTERS, SUCCESSORS, bits};
use crate::model::moves::Move;
use crate::simd::Lanes;

/// Turns that may precede a turn of each face; the last entry is for the end. See [`SUCCESSORS`].
const PREDECESSORS: [u32; 7] = {
    let mut masks = [(1 << Move::COUNT) - 1; 7];
    let mut face = 0;
    while face < 6 {
        masks[face] &= !(0b111 << (3 * face));
        if face < 3 {
            masks[face] &= !(0b111 << (3 * (face + 3)));
        }
        face += 1;
    }
    masks
};

/// What is added to a face where a turn of the opposite one may follow on either side, see [`Node::in_any_order`].
const ANY_ORDER: u8 = 7;

/// Turns that may be made next on each side: 0 is the cube, which grows the sequence from its beginning, 1 the inverse,
/// which grows it from its end. From [`ANY_ORDER`] on, all but those of the face.
const NEXT: [[u32; 13]; 2] = {
    let mut next = [[0; 13]; 2];
    let mut face = 0;
    while face < 7 {
        next[0][face] = SUCCESSORS[face];
        next[1][face] = PREDECESSORS[face];
        if face < 6 {
            let others = SUCCESSORS[NO_FACE] & !(0b111 << (3 * face));
            next[0][face + ANY_ORDER as usize] = others;
            next[1][face + ANY_ORDER as usize] = others;
        }
        face += 1;
    }
    next
};

/// A turn on one side.
pub(super) type Step = (u8, u8);

/// A node, and the turns of its front that are still to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<L> {
    pub(super) pair: Pair<L>,
    /// Turns to try.
    pub(super) turns: u32,
    /// Remaining turns.
    pub(super) left: u8,
    /// Lower bounds of the front and of the back.
    pub(super) bounds: [u8; 2],
    /// Face turned last on each side, 0 the cube and 1 the inverse; [`NO_FACE`] for none.
    last: [u8; 2],
    /// The side that is the front.
    side: u8,
    /// The step that led to this node.
    step: Step,
}

impl<L: Lanes> Node<L> {
    /// A state with the turns to try, at the end that has fewer of them. `cost_two` are the turns that count twice.
    #[inline(always)]
    fn new(
        cost_two: u32,
        pair: Pair<L>,
        left: u8,
        bounds: [u8; 2],
        last: [u8; 2],
        side: u8,
        step: Step,
    ) -> Self {
        let other = side ^ 1;
        let mut front = NEXT[usize::from(side)][usize::from(last[usize::from(side)])];
        let mut back = NEXT[usize::from(other)][usize::from(last[usize::from(other)])];
        if left == 1 {
            // The last turn is between both ends.
            front &= back;
            back = front;
        }
        // The cost of a half turn, minus one.
        let more = u8::from(cost_two != 0);
        if left == 1 + more {
            // So does a last half turn, where it counts two.
            let both = front & back;
            front &= both | !cost_two;
            back &= both | !cost_two;
        }
        if bounds[1] + more >= left {
            front &= QUARTERS;
        }
        if bounds[0] + more >= left {
            back &= QUARTERS;
        }
        let (few, many) = (back.count_ones(), front.count_ones());
        // If both have equally many, the side with the greater distance fails sooner.
        if few < many || (few == many && bounds[1] > bounds[0]) {
            let bounds = [bounds[1], bounds[0]];
            Node { pair: pair.swap(), turns: back, left, bounds, last, side: other, step }
        } else {
            Node { pair, turns: front, left, bounds, last, side, step }
        }
    }

    /// The root: a cube before any turn.
    pub(super) fn first(cost_two: u32, pair: Pair<L>, left: u8, bounds: [u8; 2]) -> Self {
        Node::new(cost_two, pair, left, bounds, [NO_FACE as u8; 2], 0, (0, 0))
    }

    /// The step that led to this node.
    pub(super) fn step(&self) -> Step {
        self.step
    }

    /// The same node with another number of remaining turns; `None` if a bound forbids it.
    pub(super) fn with_left(&self, cost_two: u32, left: u8) -> Option<Self> {
        let possible = self.bounds[0].max(self.bounds[1]) <= left;
        possible.then(|| Node::new(cost_two, self.pair, left, self.bounds, self.last, self.side, self.step))
    }

    /// The same node, after some turns, with either order of turns of opposite faces allowed.
    pub(super) fn in_any_order(&self, cost_two: u32, steps: &[Step]) -> Self {
        let mut last = self.last;
        for (side, last) in last.iter_mut().enumerate() {
            let mut faces =
                steps.iter().rev().filter(|step| usize::from(step.0) == side).map(|step| step.1 / 3);
            if let Some(face) = faces.next()
                && faces.next().is_none_or(|before| before % 3 != face % 3)
            {
                *last = face + ANY_ORDER;
            }
        }
        Node::new(cost_two, self.pair, self.left, self.bounds, last, self.side, self.step)
    }

    /// The successors by the turns to try, except those that a bound forbids.
    pub(super) fn children(&self, machine: &Machine<'_, L>, table: &Table<'_>) -> Vec<Self> {
        // All entries are prefetched before the first is read, so that the memory latencies overlap.
        let after: Vec<_> = bits(self.turns)
            .map(|turn| {
                let back = machine.name(machine.back_coset(&self.pair, turn));
                (turn, back, machine.probes(table, &machine.turned(&self.pair, turn, back)))
            })
            .collect();
        let after = after.into_iter().map(|(turn, back, probes)| (turn, back, machine.read(table, probes)));
        let possible =
            after.filter(|(turn, _, bounds)| bounds[0].max(bounds[1]) + machine.cost(*turn) <= self.left);
        possible.map(|(turn, back, bounds)| self.child(machine, turn, back, bounds)).collect()
    }

    /// The successor by a turn of the front, given the symcoord of the back's corners and the bounds.
    #[inline(always)]
    pub(super) fn child(&self, machine: &Machine<'_, L>, turn: usize, back: u32, bounds: [u8; 2]) -> Self {
        let mut last = self.last;
        last[usize::from(self.side & 1)] = (turn / 3) as u8;
        let left = self.left - machine.cost(turn);
        let pair = machine.turned(&self.pair, turn, back);
        Node::new(machine.cost_two, pair, left, bounds, last, self.side, (self.side, turn as u8))
    }
}
