//! Which turns may follow each other, and what they do to places.

/// Greatest number of moves of a phase; those of few pieces need fewer.
pub(super) const MOST_MOVES: usize = 24;

/// The turns of a puzzle, by number.
#[derive(Clone, Copy)]
pub(super) struct Turning<'a> {
    /// For each turn, the number of its move, whatever the amount.
    pub(super) bases: &'a [usize],
    /// For each turn, the place to which it brings what is in a place.
    pub(super) moves: &'a [Vec<u16>],
    /// Whether two moves commute.
    pub(super) commute: &'a [Vec<bool>],
}

impl Turning<'_> {
    /// Whether a move may follow another: those that commute come in one order.
    pub(super) fn may_follow(self, last: usize, base: usize) -> bool {
        base != last && (base > last || !self.commute[base][last])
    }
}
