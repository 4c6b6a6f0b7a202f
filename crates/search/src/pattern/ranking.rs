//! Numbers for the arrangements of some pieces.
//!
//! Start at [`Ranking::new`]. The positions of the pieces of one cell are a partial permutation; its rank in
//! lexicographic order takes one count of bits for each piece. Orientations are the digits of a mixed-radix number.
//! The number of an arrangement is that of the positions of all cells times the number of orientations, plus that of
//! the orientations: arrangements that differ in orientations alone are neighbours.

use super::carried::{Carried, Codes, MOST_CODES, MOST_PIECES};

/// Pieces of one cell.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// By code: the slot.
    slot: [u8; MOST_CODES],
    pub(super) members: Vec<Member>,
    slots: usize,
}

/// A piece of the set.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Its number among all pieces.
    pub(super) piece: usize,
    /// What a free slot below its own counts.
    weight: u32,
    /// By code: what its orientation adds.
    turned: [u32; MOST_CODES],
    /// The weight of its orientation; 0 if those of the others determine it.
    pub(super) digit: u32,
}

/// How the arrangements of some pieces are numbered.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    pub(super) parts: Vec<Part>,
    /// The numbers of positions and of orientations.
    pub(super) places: usize,
    pub(super) turns: usize,
    /// The radices of the orientations, the lowest digit first.
    pub(super) radices: Vec<usize>,
}

impl Ranking {
    /// The numbers of some pieces, all different and those of one cell alike in their orientations; the number of arrangements if
    /// that is 2^32 or more.
    pub(super) fn new(carried: &Carried, pieces: &[usize]) -> Result<Self, Option<u64>> {
        let mut cells: Vec<usize> = pieces.iter().map(|&piece| carried.pieces[piece].cell).collect();
        cells.sort_unstable();
        cells.dedup();
        let (mut places, mut turns) = (1u64, 1u64);
        let mut digits = vec![0u64; MOST_PIECES];
        let mut radices = Vec::new();
        let mut wide = false;
        let of_cell =
            |cell: usize| pieces.iter().copied().filter(move |&piece| carried.pieces[piece].cell == cell);
        for &cell in &cells {
            let size = carried.cells[cell].len();
            let count = of_cell(cell).count();
            let modulus = of_cell(cell).map(|piece| carried.pieces[piece].modulus).max().unwrap_or(1);
            let free = if count == size && is_conserved(carried, cell) { count - 1 } else { count };
            for piece in of_cell(cell).take(free).filter(|_| modulus > 1) {
                digits[piece] = turns;
                radices.push(modulus);
                let longer = turns.checked_mul(modulus as u64);
                wide |= longer.is_none();
                turns = longer.unwrap_or(turns);
            }
            for taken in 0..count {
                let longer = places.checked_mul((size - taken) as u64);
                wide |= longer.is_none();
                places = longer.unwrap_or(places);
            }
        }
        let all = places.checked_mul(turns).filter(|_| !wide);
        if all.is_none_or(|all| all > u64::from(u32::MAX)) {
            return Err(all);
        }
        // From here on, every weight is a divisor of the number of arrangements.
        let mut weight = turns;
        let mut parts = Vec::new();
        for &cell in cells.iter().rev() {
            let size = carried.cells[cell].len();
            let own: Vec<usize> = of_cell(cell).collect();
            let modulus = carried.pieces[own[0]].modulus;
            let mut slot = [0; MOST_CODES];
            (0..size * modulus).for_each(|code| slot[code] = (code / modulus) as u8);
            let mut members = Vec::new();
            for (at, &piece) in own.iter().enumerate().rev() {
                let mut turned = [0; MOST_CODES];
                (0..size * modulus)
                    .for_each(|code| turned[code] = (code % modulus) as u32 * digits[piece] as u32);
                members.push(Member { piece, weight: weight as u32, turned, digit: digits[piece] as u32 });
                weight *= (size - at) as u64;
            }
            members.reverse();
            parts.push(Part { slot, members, slots: size });
        }
        Ok(Ranking { parts, places: places as usize, turns: turns as usize, radices })
    }

    /// The number of arrangements.
    pub(super) fn size(&self) -> usize {
        self.places * self.turns
    }

    /// The number of an arrangement, from the codes of all pieces. O(pieces).
    #[inline(always)]
    pub(super) fn rank(&self, codes: &Codes) -> u32 {
        let mut rank = 0;
        for part in &self.parts {
            let mut used = 0u64;
            for member in &part.members {
                let code = usize::from(codes[member.piece % MOST_PIECES]);
                let slot = part.slot[code];
                let bit = 1u64 << (slot % 64);
                rank +=
                    (u32::from(slot) - (used & (bit - 1)).count_ones()) * member.weight + member.turned[code];
                used |= bit;
            }
        }
        rank
    }

    /// Writes the slots of the pieces of the set, from the number of their positions. O(pieces · slots).
    pub(super) fn unrank(&self, place: usize, slots: &mut [u8; MOST_PIECES]) {
        let rank = (place * self.turns) as u32;
        for part in &self.parts {
            let mut free: u64 = u64::MAX >> (64 - part.slots);
            for (at, member) in part.members.iter().enumerate() {
                let below = rank / member.weight % (part.slots - at) as u32;
                let mut rest = free;
                (0..below).for_each(|_| rest &= rest - 1);
                slots[member.piece] = rest.trailing_zeros() as u8;
                free &= !(rest & rest.wrapping_neg());
            }
        }
    }
}

/// Whether no move changes the sum of the orientations of all pieces of a cell, which are alike in their number of orientations.
fn is_conserved(carried: &Carried, cell: usize) -> bool {
    let of_cell = || carried.pieces.iter().filter(move |piece| piece.cell == cell);
    let Some(first) = of_cell().next() else { return false };
    let modulus = first.modulus;
    let is_kept = |&m: &crate::space::MoveId| {
        let row = carried.row(m);
        let sum: usize = (0..carried.cells[cell].len())
            .map(|slot| usize::from(row[first.start + slot * modulus]) % modulus)
            .sum();
        sum.is_multiple_of(modulus)
    };
    of_cell().all(|piece| piece.modulus == modulus) && carried.moves().iter().all(is_kept)
}
