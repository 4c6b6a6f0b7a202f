//! What a turn of a single layer costs in a metric.

use crate::model::turn::{Metric, Turn, quarters};

/// By amount: the cost of an outer layer and of an inner one. Layers that turn as one block count one by one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prices {
    size: usize,
    outer: [i32; 4],
    inner: [i32; 4],
}

impl Prices {
    pub(super) fn new(size: usize, metric: Metric) -> Prices {
        let by_quarters = [0, 1, 2, 3].map(|amount| quarters(amount) as i32);
        let (outer, inner) = match metric {
            Metric::OuterBlocks => ([0, 1, 1, 1], [0, 2, 2, 2]),
            Metric::Slices => ([0, 1, 1, 1], [0, 1, 1, 1]),
            Metric::LayerQuarters => (by_quarters, by_quarters),
        };
        Prices { size, outer, inner }
    }

    /// The cost of a turn by an amount, which may be 4 or more.
    #[inline]
    pub(super) fn of(&self, layer: usize, amount: u8) -> i32 {
        let prices = if layer == 0 || layer + 1 == self.size { &self.outer } else { &self.inner };
        prices[usize::from(amount % 4)]
    }

    /// The cost of a word.
    pub(super) fn sum(&self, turns: &[Turn]) -> i32 {
        turns.iter().map(|turn| self.of(usize::from(turn.from), turn.amount)).sum()
    }

    /// The cost of a quarter turn of an inner layer.
    pub(super) fn inner_quarter(&self) -> i32 {
        self.inner[1]
    }
}
