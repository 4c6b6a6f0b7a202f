//! Passing between a state and its inverse, where pieces all differ.
//!
//! Start at [`Dual::new`]. Let the solved state name each content by the slot that holds it. A state is then a permutation of the slots, and what
//! solves its inverse is what solves the state, inverted and in reverse order. If the contents in order in a tie are those that make a tie
//! themselves, a state and its inverse have the same number of ties out of order.

use super::relation::{Tie, sorted};
use std::collections::HashSet;

/// The solved state, and its inverse.
#[derive(Clone, Debug)]
pub(super) struct Dual {
    goal: Vec<u16>,
    content: u16,
    /// By content, from `content`: the slot that holds it in the solved state.
    slots: Vec<u16>,
}

impl Dual {
    /// `None` if contents are alike, or if the bound of an inverse may differ. `holds` tells whether two contents are in order in a tie, by its
    /// number.
    pub(super) fn new(
        goal: &[u16],
        content: u16,
        ties: &[Tie],
        holds: impl Fn(u32, u16, u16) -> bool,
    ) -> Option<Dual> {
        let mut slots = vec![u16::MAX; goal.len()];
        for (slot, &held) in (0..).zip(goal) {
            *slots.get_mut(usize::from(held.checked_sub(content)?))? = slot;
        }
        if slots.contains(&u16::MAX) {
            return None;
        }
        let all: HashSet<Tie> = ties.iter().copied().collect();
        let is_tie = |first: u16, second: u16| {
            let [first, second] = [first, second].map(|held| slots[usize::from(held - content)]);
            all.contains(&sorted(first, second))
        };
        let is_dual = (0..).zip(ties).all(|(at, &(a, b))| {
            goal.iter().all(|&first| match a == b {
                true => holds(at, first, first) == is_tie(first, first),
                false => goal
                    .iter()
                    .all(|&second| first == second || holds(at, first, second) == is_tie(first, second)),
            })
        });
        is_dual.then(|| Dual { goal: goal.to_vec(), content, slots })
    }

    /// The inverse of a state.
    pub(super) fn inverse(&self, row: &[u16]) -> Vec<u16> {
        // Beyond the slots there may be room that no move changes.
        let mut inverse = row.to_vec();
        for (slot, &content) in (0..).zip(&row[..self.goal.len()]) {
            self.place(content, slot, &mut inverse);
        }
        inverse
    }

    /// Corrects the inverse for a content and the slot that now holds it.
    #[inline]
    pub(super) fn place(&self, content: u16, slot: u16, inverse: &mut [u16]) {
        inverse[self.solved_slot(content)] = self.goal[usize::from(slot)];
    }

    /// The slot that holds a content, from the inverse.
    #[inline]
    pub(super) fn slot(&self, content: u16, inverse: &[u16]) -> u16 {
        self.solved_slot(inverse[self.solved_slot(content)]) as u16
    }

    #[inline]
    fn solved_slot(&self, content: u16) -> usize {
        usize::from(self.slots[usize::from(content - self.content)])
    }
}
