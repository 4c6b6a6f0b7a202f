//! What a search needs of the table of phase 1, in half turns or in quarter turns.
//!
//! Start at [`PhaseOne`]. In quarter turns, a half turn is two quarter turns clockwise. The parity of a length is then that of the
//! permutation, and a prepass adds only elements of one parity: by quarter turns from those of the other parity, which are one turn
//! nearer, and by half turns from those of the same parity, which are two turns nearer.

use crate::model::cubie::CubieCube;
use crate::model::move_masks::SUCCESSORS;
use crate::model::moves::Move;
use crate::two_phase::{Child, Large, Quarters, Seen, Turns, is_detour};

/// The table of phase 1.
pub(super) trait PhaseOne: Sync {
    /// Whether a turn of the table changes the parity of the permutation.
    const IS_ODD: bool;

    /// Where a cube is.
    fn start(&self, cube: &CubieCube) -> Seen;

    /// Gives the states after some turns from which exactly `left` further ones may lead to G1.
    fn follow(&self, at: Seen, turns: Turns, left: u32, give: impl FnMut(Child<Seen>));

    /// Makes what the table says of a state come closer.
    fn prefetch(&self, at: Seen);

    /// The states within some turns of G1, one of those that are images of each other. Reads the whole table.
    fn near(&self, turns: u8) -> Vec<Seen>;

    /// A name for what turned last, after one more turn.
    fn after(last: usize, turn: Move) -> usize;

    /// The turns that may follow, with a bit for each.
    fn successors(last: usize) -> u32;

    /// Whether no way goes through a state at this distance when so many turns are left, if it must end with a turn that leads into G1
    /// from outside and is not found by a prepass.
    fn is_detour(distance: u8, left: u32) -> bool;
}

impl PhaseOne for Large<'_> {
    const IS_ODD: bool = false;

    fn start(&self, cube: &CubieCube) -> Seen {
        Large::start(self, cube)
    }

    #[inline]
    fn follow(&self, at: Seen, turns: Turns, left: u32, give: impl FnMut(Child<Seen>)) {
        Large::follow(self, at, turns, left, give);
    }

    #[inline]
    fn prefetch(&self, at: Seen) {
        Large::prefetch(self, at);
    }

    fn near(&self, turns: u8) -> Vec<Seen> {
        Large::near(self, turns)
    }

    #[inline]
    fn after(_: usize, turn: Move) -> usize {
        turn.face().index()
    }

    #[inline]
    fn successors(last: usize) -> u32 {
        SUCCESSORS[last]
    }

    #[inline]
    fn is_detour(distance: u8, left: u32) -> bool {
        is_detour(distance, left)
    }
}

impl PhaseOne for Quarters<'_> {
    const IS_ODD: bool = true;

    fn start(&self, cube: &CubieCube) -> Seen {
        Quarters::start(self, cube)
    }

    #[inline]
    fn follow(&self, at: Seen, turns: Turns, left: u32, give: impl FnMut(Child<Seen>)) {
        Quarters::follow(self, at, turns, left, give);
    }

    #[inline]
    fn prefetch(&self, at: Seen) {
        Quarters::prefetch(self, at);
    }

    fn near(&self, turns: u8) -> Vec<Seen> {
        Quarters::near(self, turns)
    }

    #[inline]
    fn after(last: usize, turn: Move) -> usize {
        Quarters::after(last, turn)
    }

    #[inline]
    fn successors(last: usize) -> u32 {
        Quarters::successors(last)
    }

    #[inline]
    fn is_detour(_: u8, _: u32) -> bool {
        false
    }
}
