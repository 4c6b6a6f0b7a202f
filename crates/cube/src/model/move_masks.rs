//! Sets of turns with one bit per turn, and the sets that several searches share.

use super::moves::{Face, Move};

/// The turns that may follow a turn of each face, with one bit per turn; the last entry is for the beginning. The same face never
/// turns again, and of two opposite faces, which commute, only the first may turn before the second.
pub(crate) const SUCCESSORS: [u32; 7] = {
    let mut masks = [(1 << Move::COUNT) - 1; 7];
    let mut face = 0;
    while face < 6 {
        masks[face] &= !(0b111 << (3 * face));
        if face >= 3 {
            masks[face] &= !(0b111 << (3 * (face - 3)));
        }
        face += 1;
    }
    masks
};

/// The row of [`SUCCESSORS`] before the first turn.
pub(crate) const NO_FACE: usize = 6;

/// The quarter turns.
pub(crate) const QUARTERS: u32 = {
    let mut mask = 0;
    let mut turn = 0;
    while turn < Move::COUNT {
        if Move::ALL[turn].quarters() != 2 {
            mask |= 1 << turn;
        }
        turn += 1;
    }
    mask
};

/// The turns that leave G1: quarter turns of R, F, L and B.
pub(crate) const LEAVING: u32 = {
    let mut mask = 0;
    let mut m = 0;
    while m < Move::COUNT {
        let turn = Move::ALL[m];
        if turn.quarters() != 2 && !matches!(turn.face(), Face::U | Face::D) {
            mask |= 1 << m;
        }
        m += 1;
    }
    mask
};

/// The ten turns that preserve G1 = ⟨U, D, R2, F2, L2, B2⟩.
pub(crate) const PHASE_2_MOVES: [Move; 10] = {
    // U U2 U' R2 F2 D D2 D' L2 B2
    const INDICES: [usize; 10] = [0, 1, 2, 4, 7, 9, 10, 11, 13, 16];
    let mut moves = [Move::ALL[0]; 10];
    let mut n = 0;
    while n < 10 {
        moves[n] = Move::ALL[INDICES[n]];
        n += 1;
    }
    moves
};

/// The bits of a mask from low to high.
#[inline]
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < 32).then_some(bit as usize)
    })
}

/// All turns of the face of a turn.
#[inline(always)]
pub(crate) const fn face_of(turn: usize) -> u32 {
    0b111 << (turn / 3 * 3)
}

/// The first of the given turns of each face.
#[inline(always)]
pub(crate) fn one_of_each_face(turns: u32) -> u32 {
    const FIRST: u32 = 0o111_111;
    let (first, second, third) = (turns & FIRST, turns >> 1 & FIRST, turns >> 2 & FIRST);
    first | (second & !first) << 1 | (third & !first & !second) << 2
}
