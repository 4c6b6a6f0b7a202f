//! An entry of phase 1: a distance, and how each turn changes it.
//!
//! Start at [`encode`]. Each face has four bits. The results of its three turns are one turn apart, so their distances differ
//! by at most one: either some of the turns lead nearer and none farther, or none leads nearer.
//!
//! ```text
//! bit 31-28   27-24      23-20  …  7-4   3-0
//! |   0   | distance |    B    …    R  |  U  |     a face: | 1 | turns that lead nearer  |
//!                                                     or:  | 0 | turns that lead no farther |
//! ```
//!
//! The three low bits of a face stand for its turns by one, two and three quarters: bit 4 · face + quarters − 1. [`Turns24`]
//! uses the same numbering.

use crate::model::moves::Move;

/// A set of turns, by their bits in an entry.
pub(super) type Turns24 = u32;

/// The bits of all turns.
pub(super) const ALL: Turns24 = 0x77_7777;

/// The top bits of the faces.
const TOPS: u32 = 0x88_8888;

/// The bit of a turn in an entry.
pub(super) const fn bit_of(turn: Move) -> usize {
    turn.index() + turn.index() / 3
}

/// The turn of a bit in an entry.
#[inline]
pub(super) const fn turn_of(bit: usize) -> usize {
    bit - bit / 4
}

/// The four bits of a face by what its turns do to the distance: 0 for nearer, 1 for as far, 2 for farther, as three
/// digits in base 3.
pub(super) const FACES: [u8; 27] = {
    let mut codes = [0; 27];
    let mut digits = 0;
    while digits < 27 {
        let turns = [digits / 9, digits / 3 % 3, digits % 3];
        let (mut nearer, mut equal) = (0, 0);
        let mut n = 0;
        while n < 3 {
            nearer |= ((turns[n] == 0) as u8) << n;
            equal |= ((turns[n] == 1) as u8) << n;
            n += 1;
        }
        codes[digits] = if nearer != 0 { 8 | nearer } else { equal };
        digits += 1;
    }
    codes
};

/// An entry from its distance and the four bits of each face.
pub(super) fn encode(distance: u8, faces: u32) -> u32 {
    debug_assert!(distance < 16 && faces < 1 << 24);
    u32::from(distance) << 24 | faces
}

/// The distance to G1.
#[inline]
pub(super) fn distance(entry: u32) -> u8 {
    (entry >> 24) as u8
}

/// All turns of the faces of which one leads nearer.
#[inline]
fn of_nearer_faces(entry: u32) -> Turns24 {
    ((entry & TOPS) >> 3) * 7
}

/// The turns that lead nearer.
#[inline]
pub(super) fn nearer(entry: u32) -> Turns24 {
    entry & of_nearer_faces(entry)
}

/// The turns that do not lead farther.
#[inline]
pub(super) fn not_farther(entry: u32) -> Turns24 {
    (entry | of_nearer_faces(entry)) & ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_face_does_comes_back() {
        // All possible cases: three turns whose distances differ by at most one.
        for (digits, &code) in FACES.iter().enumerate() {
            let turns = [digits / 9, digits / 3 % 3, digits % 3];
            if turns.contains(&0) && turns.contains(&2) {
                continue;
            }
            for face in 0..6 {
                let entry = encode(12, u32::from(code) << (4 * face));
                assert_eq!(distance(entry), 12);
                for (n, &change) in turns.iter().enumerate() {
                    let turn = Move::from_index(3 * face + n).unwrap();
                    let bit = bit_of(turn);
                    assert_eq!(turn_of(bit), turn.index());
                    assert_eq!(nearer(entry) >> bit & 1 == 1, change == 0);
                    assert_eq!(not_farther(entry) >> bit & 1 == 1, change <= 1);
                }
            }
        }
    }
}
