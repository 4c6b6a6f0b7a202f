//! All cubes near the solved one, for the cubes on which the coset bounds say nothing.
//!
//! Start at [`NearCubes`]. There are 621 649 cubes within five turns of the solved one.

use crate::model::cubie::CubieCube;
use crate::model::move_masks::NO_FACE;
use crate::model::move_masks::SUCCESSORS;
use crate::model::move_masks::bits;
use crate::model::moves::Move;
use crate::tables::neighbours::NAME_BITS;
use crate::tables::partial_table::{NearTable, Reach};

/// Of 1 + 18 + 243 cubes and more the distance is exact; 3240 + 43 254 and 577 368 ones are kept at about twenty-two and
/// four bits each.
const REACH: Reach = Reach { exact: 2, sieves: &[1 << 11, 1 << 14, 1 << 15] };

/// All cubes up to a depth. A key is a hash, and one cube in four is taken for one of those at the last depth. The distance is
/// thus a lower bound, which is all that a search needs.
#[derive(Clone, Debug)]
pub(super) struct NearCubes(NearTable);

impl NearCubes {
    /// Bytes of memory.
    pub(super) const BYTES: usize = (4 << 10) + 8 * ((1 << 11) + (1 << 14) + (1 << 15));

    /// The depth of the table.
    pub(super) const NEAR: u32 = REACH.limit() as u32;

    /// Generates all sequences of up to five turns, shortest first: 1 + 18 + 243 + 3240 + 43 254 + 577 368 of them.
    pub(super) fn build() -> NearCubes {
        let mut table = NearTable::empty(&REACH);
        for turns in 0..=NearCubes::NEAR {
            fill(&mut table, &CubieCube::SOLVED, turns as u8, turns, NO_FACE);
        }
        NearCubes(table)
    }

    /// Whether a cube may be within this distance.
    pub(super) fn is_within(&self, cube: &CubieCube, turns: u32) -> bool {
        self.0.is_within(name(cube), turns)
    }
}

fn fill(table: &mut NearTable, cube: &CubieCube, distance: u8, left: u32, last: usize) {
    if left == 0 {
        table.insert(name(cube), distance);
        return;
    }
    for turn in bits(SUCCESSORS[last]) {
        let turn = Move::ALL[turn];
        fill(table, &cube.then(CubieCube::of_move(turn)), distance, left - 1, turn.face().index());
    }
}

/// A hash of all pieces: each kind's permutation and orientations side by side, multiplied by odd numbers (2^64 divided
/// by the golden ratio, and one without pattern) whose products scatter over the high bits.
fn name(cube: &CubieCube) -> u32 {
    // Five bits a place: of a corner 3 for the piece and 2 for its twist, of an edge 4 and 1.
    let pack = |pieces: &[u8], turned: &[u8], bits: u32| {
        pieces
            .iter()
            .zip(turned)
            .fold(0u64, |packed, (&piece, &o)| packed << 5 | u64::from(piece | o << bits))
    };
    let corners = pack(&cube.corners.c, &cube.corners.o, 3).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let edges = pack(&cube.edges.e, &cube.edges.o, 4).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    ((corners ^ edges.rotate_left(23)) >> (64 - NAME_BITS)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::random_state::random_cube;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    #[test]
    fn near_cubes_are_known_and_few_others() {
        let near = NearCubes::build();
        let mut rng = ChaCha8Rng::seed_from_u64(30);
        for length in 0..=NearCubes::NEAR {
            for _ in 0..1000 {
                let turns: Vec<Move> = (0..length).map(|_| Move::ALL[rng.next_u32() as usize % 18]).collect();
                assert!(near.is_within(&CubieCube::SOLVED.after(&turns), length));
            }
        }
        assert_eq!(near.0.bytes(), NearCubes::BYTES);
        for (turns, most) in [(2, 50), (3, 100), (4, 300), (5, 30_000)] {
            let known = (0..100_000).filter(|_| near.is_within(&random_cube(&mut rng), turns)).count();
            assert!(known < most, "{turns}: {known}");
        }
    }
}
