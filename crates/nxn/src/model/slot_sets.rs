//! Sets of the 24 slots of an orbit as bits: their images under turns, and their ranks.
//!
//! Start at [`SetRank`] and [`moved`].

use crate::model::orbit::Permutation;

/// The effect of a turn on sets of slots, for each of the three bytes of a set.
pub(crate) type SetMove = [[u32; 256]; 3];

/// A set after a turn.
pub(crate) fn moved(set: u32, by: &SetMove) -> u32 {
    by[0][set as usize & 255] | by[1][set as usize >> 8 & 255] | by[2][set as usize >> 16 & 255]
}

/// The effect on sets of a permutation by which slot s receives the content of slot `p[s]`.
pub(crate) fn set_move(p: &Permutation) -> SetMove {
    let mut table = [[0; 256]; 3];
    for (byte, table) in table.iter_mut().enumerate() {
        for (set, moved) in table.iter_mut().enumerate() {
            for (slot, &from) in p.iter().enumerate() {
                let from = usize::from(from);
                if from / 8 == byte && set >> (from % 8) & 1 == 1 {
                    *moved |= 1 << slot;
                }
            }
        }
    }
    table
}

/// The slots of two opposite faces, as a set.
pub(crate) fn axis_set(face: usize) -> u32 {
    0xf << (4 * face) | 0xf << (4 * (face + 3))
}

/// Numbers of sets of one size, without gaps.
pub(crate) struct SetRank {
    size: u32,
    half: u32,
    /// By the lower or upper half of a set: its rank among the halves with as many elements.
    halves: Vec<u16>,
    /// By the number of elements in the upper half: the first rank, and the number of lower halves.
    rows: Vec<(u32, u32)>,
    count: u32,
}

impl SetRank {
    /// For sets of `size` elements out of this even number of slots.
    pub(crate) fn new(slots: u32, size: u32) -> Self {
        let half = slots / 2;
        let mut seen = vec![0u16; half as usize + 1];
        let halves = (0..1u32 << half).map(|set| {
            let seen = &mut seen[set.count_ones() as usize];
            *seen += 1;
            *seen - 1
        });
        let halves = halves.collect();
        let (mut rows, mut count) = (Vec::new(), 0);
        for upper in 0..=half {
            let lower = if upper <= size && size - upper <= half { seen[(size - upper) as usize] } else { 0 };
            rows.push((count, u32::from(lower)));
            count += u32::from(lower) * u32::from(seen[upper as usize]);
        }
        SetRank { size, half, halves, rows, count }
    }

    /// The number of sets.
    pub(crate) fn count(&self) -> usize {
        self.count as usize
    }

    /// The rank of a set.
    pub(crate) fn rank(&self, set: u32) -> usize {
        debug_assert_eq!(set.count_ones(), self.size);
        let (upper, lower) = (set >> self.half, set & ((1 << self.half) - 1));
        let (first, width) = self.rows[upper.count_ones() as usize];
        (first + u32::from(self.halves[upper as usize]) * width + u32::from(self.halves[lower as usize]))
            as usize
    }

    /// All sets by rank.
    pub(crate) fn sets(&self) -> Vec<u32> {
        let mut sets = vec![0; self.count()];
        let end = 1u32 << (2 * self.half);
        let mut set = (1u32 << self.size) - 1;
        while set < end {
            sets[self.rank(set)] = set;
            if set == 0 {
                break;
            }
            // The next number with as many bits: the lowest run of ones passes its top bit to the left, and the
            // other ones move to the right end.
            let low = set & set.wrapping_neg();
            let carried = set + low;
            set = carried | (((set ^ carried) >> 2) / low);
        }
        sets
    }
}

/// The slots of U, R, D and L as 16 bits, and of F and B as 8.
pub(crate) fn pack_sides(set: u32) -> u32 {
    set & 0xff | set >> 4 & 0xff00
}

/// The inverse of [`pack_sides`].
pub(crate) fn unpack_sides(set: u32) -> u32 {
    set & 0xff | (set & 0xff00) << 4
}

/// The slots of an axis as eight bits; its first face is `face`.
pub(crate) fn pack(set: u32, face: usize) -> u32 {
    set >> (4 * face) & 0xf | (set >> (4 * face + 12) & 0xf) << 4
}

/// The inverse of [`pack`].
pub(crate) fn unpack(set: u32, face: usize) -> u32 {
    (set & 0xf) << (4 * face) | (set >> 4) << (4 * face + 12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sets_of_a_size_are_listed_by_number() {
        for (slots, size) in [(8, 0), (8, 4), (8, 8), (12, 5), (16, 8)] {
            let rank = SetRank::new(slots, size);
            let sets = rank.sets();
            assert_eq!(sets.len(), (0..1u32 << slots).filter(|set| set.count_ones() == size).count());
            assert!(sets.iter().all(|set| set.count_ones() == size));
            assert!(sets.iter().enumerate().all(|(number, &set)| rank.rank(set) == number));
        }
    }
}
