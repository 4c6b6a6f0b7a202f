//! A word of turns of single layers with a gap in which turns are inserted.

use super::cost::Prices;
use crate::model::turn::Turn;

/// The turns before the gap and those after it. Turns about one axis that follow each other are merged.
#[derive(Clone, Debug)]
pub(super) struct Word {
    before: Vec<Turn>,
    /// The last one comes next.
    after: Vec<Turn>,
    /// The run of turns about one axis before the gap, and the one after it.
    last: Run,
    next: Run,
    prices: Prices,
}

/// The amounts of neighbouring turns about one axis, by layer.
#[derive(Clone, Debug)]
struct Run {
    axis: usize,
    amounts: Vec<u8>,
}

const NO_AXIS: usize = 3;

impl Run {
    fn of<'t>(size: usize, turns: impl Iterator<Item = &'t Turn>) -> Run {
        let mut run = Run { axis: NO_AXIS, amounts: vec![0; size] };
        for turn in turns {
            let axis = usize::from(turn.axis);
            if run.axis != NO_AXIS && run.axis != axis {
                break;
            }
            run.axis = axis;
            let amount = &mut run.amounts[usize::from(turn.from)];
            *amount = (*amount + turn.amount) % 4;
        }
        run
    }

    /// What a turn beside the run costs.
    #[inline]
    fn more(&self, prices: &Prices, axis: usize, layer: usize, amount: u8) -> i32 {
        let now = if self.axis == axis { self.amounts[layer] } else { 0 };
        prices.of(layer, now + amount) - prices.of(layer, now)
    }
}

impl Word {
    /// A word with the gap at its beginning.
    pub(super) fn new(size: usize, prices: Prices, mut turns: Vec<Turn>) -> Word {
        turns.reverse();
        let next = Run::of(size, turns.iter().rev());
        Word {
            before: Vec::with_capacity(2 * turns.len()),
            after: turns,
            last: Run::of(size, [].iter()),
            next,
            prices,
        }
    }

    fn size(&self) -> usize {
        self.last.amounts.len()
    }

    /// What a turn costs that comes first of those inserted.
    #[inline]
    pub(super) fn first(&self, axis: usize, layer: usize, amount: u8) -> i32 {
        self.last.more(&self.prices, axis, layer, amount)
    }

    /// What a turn costs that comes last of those inserted.
    #[inline]
    pub(super) fn last(&self, axis: usize, layer: usize, amount: u8) -> i32 {
        self.next.more(&self.prices, axis, layer, amount)
    }

    /// What a turn costs that is inserted alone.
    pub(super) fn alone(&self, axis: usize, layer: usize, amount: u8) -> i32 {
        self.first(axis, layer, amount).min(self.last(axis, layer, amount))
    }

    /// Moves the gap behind the next turn, which is returned.
    pub(super) fn pass(&mut self) -> Option<Turn> {
        let turn = self.after.pop()?;
        let amount = &mut self.next.amounts[usize::from(turn.from)];
        *amount = (*amount + 4 - turn.amount) % 4;
        if self.after.last().is_none_or(|next| next.axis != turn.axis) {
            self.next = Run::of(self.size(), self.after.iter().rev());
        }
        self.insert(turn);
        Some(turn)
    }

    /// Whether the turns before and after the gap are about the same axis, so that what is inserted between may cost less than it seems.
    pub(super) fn is_joined(&self) -> bool {
        self.last.axis == self.next.axis && self.next.axis != NO_AXIS
    }

    /// Whether the turn after the gap is about another axis than the one before.
    pub(super) fn begins_run(&self) -> bool {
        self.after.last().is_some_and(|next| usize::from(next.axis) != self.last.axis)
    }

    /// The turns after the gap that are about one axis.
    pub(super) fn next_run(&self) -> impl Iterator<Item = &Turn> {
        self.after.iter().rev().take_while(|turn| usize::from(turn.axis) == self.next.axis)
    }

    /// Adds a turn right before the gap.
    pub(super) fn insert(&mut self, turn: Turn) {
        let axis = usize::from(turn.axis);
        if self.last.axis != axis {
            self.last.axis = axis;
            self.last.amounts.fill(0);
        }
        let run = self.before.iter().rposition(|made| made.axis != turn.axis).map_or(0, |at| at + 1);
        let layer = usize::from(turn.from);
        let amount = (self.last.amounts[layer] + turn.amount) % 4;
        match self.before[run..].iter().position(|made| made.from == turn.from) {
            None => self.before.push(turn),
            Some(at) if amount == 0 => {
                self.before.remove(run + at);
                if run == self.before.len() {
                    self.last = Run::of(self.size(), self.before.iter().rev());
                    return;
                }
            }
            Some(at) => self.before[run + at].amount = amount,
        }
        self.last.amounts[layer] = amount;
    }

    /// All turns.
    pub(super) fn finish(mut self) -> Vec<Turn> {
        while self.pass().is_some() {}
        self.before
    }
}
