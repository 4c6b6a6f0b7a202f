//! What the searches of both phases share.

use super::model::Move;
use permutant_search::limits::Control;
use std::ops::ControlFlow;

/// Positions between two questions whether to stop.
const NODES_PER_LOOK: u64 = 1 << 12;

/// A search in depth.
pub(super) struct Walk<'w> {
    /// The turns so far.
    pub(super) turns: Vec<Move>,
    /// The number of positions that were examined.
    pub(super) nodes: u64,
    /// Is given each sequence that is found.
    pub(super) on_end: &'w mut dyn FnMut(&[Move]) -> ControlFlow<()>,
    /// Stops the search.
    pub(super) control: Control<'w>,
}

impl Walk<'_> {
    /// Counts a position, and breaks off if the control says so.
    #[inline(always)]
    pub(super) fn visit(&mut self) -> ControlFlow<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.control.interrupted().is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
