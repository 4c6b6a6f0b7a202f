//! Limits on the sizes that a text may request, checked before anything of that size is allocated.
//!
//! A short text can name large numbers (`Set A 60000 60000`, `(1,60000)`), so these limits, not the length of the
//! text, bound the memory. The limits allow any puzzle that can be searched at all: a 33x33x33 cube has 5768 pieces.

use crate::diagnostic::Diagnostic;
use std::ops::Range;

/// The greatest number of slots in all orbits of a definition together, 2^20.
const MAX_SLOTS: usize = 1 << 20;

/// The greatest number of orbits of a definition; a 101x101x101 cube has about 2500.
const MAX_ORBITS: usize = 1 << 12;

/// The greatest number of entries in all rows of a text together (the solved state, each move, each position), 2^24. At
/// 6 bytes per entry in a state, that is 96 MiB.
const MAX_CELLS: usize = 1 << 24;

/// The sizes that a text may still request.
pub(super) struct Budget {
    orbits: usize,
    slots: usize,
    cells: usize,
}

impl Budget {
    /// The budget for one text.
    pub(super) fn new() -> Self {
        Budget { orbits: MAX_ORBITS, slots: MAX_SLOTS, cells: MAX_CELLS }
    }

    /// Takes the slots of an orbit, and the entries of the solved state for them.
    pub(super) fn take_slots(&mut self, slots: usize, span: Range<usize>) -> Result<(), Diagnostic> {
        if self.orbits == 0 {
            return Err(Diagnostic::new(span, "the puzzle has too many orbits")
                .expected(format!("at most {MAX_ORBITS} orbits")));
        }
        self.orbits -= 1;
        if slots > self.slots {
            return Err(Diagnostic::new(span, "the puzzle has too many pieces")
                .expected(format!("at most {MAX_SLOTS} pieces in all")));
        }
        self.slots -= slots;
        self.take_cells(slots, span)
    }

    /// Takes the entries of further rows.
    pub(super) fn take_cells(&mut self, cells: usize, span: Range<usize>) -> Result<(), Diagnostic> {
        if cells > self.cells {
            return Err(Diagnostic::new(span, "the rows of this text are too many")
                .expected(format!("at most {MAX_CELLS} entries in all rows together")));
        }
        self.cells -= cells;
        Ok(())
    }
}
