//! The codes of pieces in the inverse of a state.
//!
//! Start at [`Inverse::of`]. What solves the inverse of a state solves the state, inverted and in reverse order, so that the distances of
//! both are equal (dual look-ups; Zahavi, Felner, Holte and Schaeffer, 2006). A set of pieces is elsewhere in the inverse: there it tells which
//! pieces are in its slots.

use super::carried::{Carried, Codes, MOST_PIECES, Piece};

/// By piece and code: what the inverse has instead.
#[derive(Clone, Debug)]
pub(crate) struct Inverse {
    /// Where the codes of each piece begin.
    starts: Vec<u16>,
    /// The piece that is at home where this one is, and its code in the inverse: this piece's slot, turned back.
    entries: Vec<(u8, u8)>,
}

impl Inverse {
    /// `None` if pieces are alike, if a move does not add the same to all orientations of a slot, or if an inverse move costs something else.
    /// O(moves · codes).
    pub(crate) fn of(carried: &Carried) -> Option<Self> {
        let Carried { pieces, cells, costs, .. } = carried;
        let costs_the_same = |&m| costs[carried.inverse(m).index()] == costs[m.index()];
        if !pieces.iter().all(|piece| piece.is_alone) || !carried.moves().iter().all(costs_the_same) {
            return None;
        }
        for (piece, &m) in pieces.iter().flat_map(|piece| carried.moves().iter().map(move |m| (piece, m))) {
            let modulus = piece.modulus;
            let row = &carried.row(m)[piece.start..][..cells[piece.cell].len() * modulus];
            let adds = |slot: &[u8]| {
                let first = usize::from(slot[0]);
                let turned = |twist: usize| first / modulus * modulus + (first + twist) % modulus;
                slot.iter().enumerate().all(|(twist, &code)| usize::from(code) == turned(twist))
            };
            if !row.chunks(modulus).all(adds) {
                return None;
            }
        }
        let mut inverse = Inverse { starts: Vec::new(), entries: Vec::new() };
        for piece in pieces {
            let modulus = piece.modulus;
            inverse.starts.push(u16::try_from(inverse.entries.len()).ok()?);
            let (home, twist) = (usize::from(piece.home) / modulus, usize::from(piece.home) % modulus);
            for code in 0..cells[piece.cell].len() * modulus {
                let slot = code / modulus;
                let is_home = |other: &Piece| {
                    other.cell == piece.cell && usize::from(other.home) / other.modulus == slot
                };
                let number = pieces.iter().position(is_home)?;
                let other = &pieces[number];
                if other.modulus != modulus {
                    return None;
                }
                let added = (code + modulus - twist) % modulus;
                let back = (usize::from(other.home) + modulus - added) % modulus;
                inverse.entries.push((number as u8, (home * modulus + back) as u8));
            }
        }
        Some(inverse)
    }

    /// The codes in the inverse.
    #[inline(always)]
    pub(crate) fn codes(&self, codes: &Codes) -> Codes {
        let mut inverse = [0; MOST_PIECES];
        for (&start, &code) in self.starts.iter().zip(codes) {
            let (piece, code) = self.entries[usize::from(start) + usize::from(code)];
            // The remainder is the number itself, and spares a check.
            inverse[usize::from(piece) % MOST_PIECES] = code;
        }
        inverse
    }
}
