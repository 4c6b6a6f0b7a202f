//! Ranks of sets of places, by small tables.
//!
//! Start at [`rank_4_of_8`], [`slot`] and [`edge_choices`].

use crate::simd::gathered;

/// Sets of four among N places, as bits, in the order of their ranks, and the rank of each.
pub(super) struct Choices<const SETS: usize, const ALL: usize> {
    sets: [u16; SETS],
    ranks: [u16; ALL],
}

impl<const SETS: usize, const ALL: usize> Choices<SETS, ALL> {
    const fn new() -> Self {
        let (mut sets, mut ranks) = ([0; SETS], [0; ALL]);
        let (mut set, mut rank) = (0, 0);
        while set < ALL {
            if (set as u32).count_ones() == 4 {
                sets[rank] = set as u16;
                ranks[set] = rank as u16;
                rank += 1;
            }
            set += 1;
        }
        Choices { sets, ranks }
    }

    /// The sets in order.
    pub(super) fn sets(&self) -> &[u16; SETS] {
        &self.sets
    }
}

/// C(8, 4) = 70.
pub(super) static CHOICES_4_OF_8: Choices<70, 256> = Choices::new();

/// C(12, 4) = 495.
pub(super) static CHOICES_4_OF_12: Choices<495, 4096> = Choices::new();

/// The rank of four places among eight, 0 to 69; of other sets, 0.
#[inline(always)]
pub(super) fn rank_4_of_8(set: usize) -> usize {
    usize::from(CHOICES_4_OF_8.ranks[set & 0xFF])
}

/// Ranks of the places of the slice's edges among twelve, and of those of the odd edges among the other eight. Bits of `odd`
/// within the slice do not matter.
#[inline(always)]
pub(super) fn edge_choices(slice: usize, odd: usize) -> (usize, usize) {
    (usize::from(CHOICES_4_OF_12.ranks[slice & 0xFFF]), second_choice(slice, odd))
}

/// The second of [`edge_choices`].
fn second_choice(slice: usize, odd: usize) -> usize {
    rank_4_of_8(gathered(odd, !slice & 0xFFF))
}

/// Slots of a group: 62 of two bits, and four bits for their least value, are 128 bits.
pub(super) const GROUP: usize = 62;

/// For the places of the slice's edges, the slot in a row of eight groups: 64 · group + place in the group.
static SLOTS: [u16; 4096] = {
    let mut slots = [0; 4096];
    let mut rank = 0;
    while rank < 495 {
        slots[CHOICES_4_OF_12.sets[rank] as usize] = (64 * (rank / GROUP) + rank % GROUP) as u16;
        rank += 1;
    }
    slots
};

/// The slot of the places of the slice's edges in a row.
#[inline(always)]
pub(super) fn slot(slice: usize) -> usize {
    usize::from(SLOTS[slice & 0xFFF])
}

/// The slot of a rank among 495.
pub(super) fn slot_of_rank(rank: usize) -> usize {
    64 * (rank / GROUP) + rank % GROUP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_have_every_pair_of_ranks() {
        let mut seen = vec![false; 495 * 70];
        for &slice in CHOICES_4_OF_12.sets() {
            let others: Vec<u32> = (0..12).filter(|at| slice >> at & 1 == 0).collect();
            for set in CHOICES_4_OF_8.sets() {
                let odd = (0..8).filter(|n| set >> n & 1 == 1).fold(0, |odd, n| odd | 1 << others[n]);
                let (first, second) = edge_choices(slice.into(), odd);
                assert_eq!(edge_choices(slice.into(), odd | usize::from(slice)), (first, second));
                assert!(!std::mem::replace(&mut seen[70 * first + second], true));
                assert_eq!(slot(slice.into()), slot_of_rank(first));
            }
        }
    }
}
