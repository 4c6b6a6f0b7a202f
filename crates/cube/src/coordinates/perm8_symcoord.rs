//! The symcoord of the permutations of eight pieces, corners or edges of U and D, under the sixteen symmetries that preserve
//! the axis.
//!
//! Start at [`Perm8`]. The symcoord of a permutation x is 16 · class + s, where S(s) · x · S(s)⁻¹ is the least member of its
//! class (H. Kociemba, kociemba.org/cube.htm). The moves and symmetries of 2768 classes determine those of all 40320
//! permutations, and their tables fit into the L1 and L2 caches.

use crate::coordinates::coordinate::{rank, unrank};
use crate::model::cubie::CubieCube;
use crate::model::move_masks::PHASE_2_MOVES;
use crate::model::moves::Move;
use crate::model::symmetry::Symmetry;

/// Permutations of eight, 8!.
const PERMUTATIONS: usize = 40320;

/// The number of classes, for either kind of pieces (kociemba.org/cube.htm).
pub(crate) const CLASSES: usize = 2768;

/// No name: 16 · 2768 and more are none.
const UNNAMED: u16 = u16::MAX;

/// Perm8 pieces in G1.
#[derive(Clone, Debug)]
pub(crate) struct Perm8 {
    /// Names by rank.
    names: Vec<u16>,
    /// Ranks by name.
    ranks: Vec<[u16; Symmetry::UD_COUNT]>,
    /// The image of the representative of a class under each turn of [`PHASE_2_MOVES`].
    moves: Vec<[u16; PHASE_2_MOVES.len()]>,
    /// For each class, a bit for each symmetry that keeps its smallest.
    stabilizers: Vec<u16>,
}

impl Perm8 {
    /// The corners.
    pub(crate) fn corners() -> Perm8 {
        Perm8::build(|symmetry| symmetry.corners().c, |turn| CubieCube::of_move(turn).corners.c)
    }

    /// The edges of U and D.
    pub(crate) fn edges() -> Perm8 {
        let first_eight = |edges: &[u8; 12]| std::array::from_fn(|at| edges[at]);
        Perm8::build(
            |symmetry| first_eight(&symmetry.edges().e),
            |turn| first_eight(&CubieCube::of_move(turn).edges.e),
        )
    }

    /// From what symmetries and turns do to the places.
    fn build(symmetry: impl Fn(Symmetry) -> [u8; 8], turn: impl Fn(Move) -> [u8; 8]) -> Perm8 {
        let product = |a: &[u8; 8], b: &[u8; 8]| b.map(|from| a[usize::from(from & 7)]);
        let frames = Symmetry::UD_AXIS.map(|s| (s.inverse().index(), symmetry(s), symmetry(s.inverse())));
        let mut names = vec![UNNAMED; PERMUTATIONS];
        let (mut ranks, mut smallest, mut stabilizers) = (Vec::new(), Vec::new(), Vec::new());
        for value in 0..PERMUTATIONS {
            if names[value] != UNNAMED {
                continue;
            }
            let permutation = unrank::<8>(value);
            let (mut images, mut stabilizer) = ([0; Symmetry::UD_COUNT], 0);
            for (back, frame, undone) in &frames {
                let image = rank(&product(&product(frame, &permutation), undone));
                images[*back] = image as u16;
                stabilizer |= u16::from(image == value) << back;
                if names[image] == UNNAMED {
                    names[image] = (smallest.len() << 4 | back) as u16;
                }
            }
            smallest.push(permutation);
            ranks.push(images);
            stabilizers.push(stabilizer);
        }
        debug_assert_eq!(smallest.len(), CLASSES);
        let turns = PHASE_2_MOVES.map(turn);
        let row = |permutation| turns.map(|turn| names[rank(&product(permutation, &turn))]);
        let moves = smallest.iter().map(row).collect();
        Perm8 { names, ranks, moves, stabilizers }
    }

    /// The symcoord of the permutation with this rank.
    #[inline]
    pub(crate) fn name(&self, rank: u16) -> u16 {
        self.names[usize::from(rank)]
    }

    /// The rank of the permutation with this symcoord.
    #[inline]
    pub(crate) fn rank(&self, name: u16) -> u16 {
        self.ranks[usize::from(name >> 4)][usize::from(name & 15)]
    }

    /// The image of the representative of a class under each turn of [`PHASE_2_MOVES`].
    #[inline]
    pub(crate) fn row(&self, class: u16) -> &[u16; PHASE_2_MOVES.len()] {
        &self.moves[usize::from(class)]
    }

    /// The symmetries, except the identity, that fix the representative of a class.
    pub(crate) fn self_symmetries(&self, class: u16) -> impl Iterator<Item = usize> + use<> {
        crate::model::move_masks::bits(u32::from(self.stabilizers[usize::from(class)]) & !1)
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.names)
            + size_of_val(&*self.ranks)
            + size_of_val(&*self.moves)
            + size_of_val(&*self.stabilizers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinates::coordinate::{self, Coordinate};

    fn check(eight: &Perm8, coordinate: &Coordinate) {
        assert_eq!(eight.moves.len(), CLASSES);
        let mut members = vec![0; CLASSES];
        for value in 0..PERMUTATIONS {
            let name = eight.name(value as u16);
            assert_eq!(usize::from(eight.rank(name)), value);
            members[usize::from(name >> 4)] += 1;
            if value % 37 == 0 {
                // The name's symmetry takes it to the smallest of its class.
                let image = Symmetry::UD_AXIS[usize::from(name & 15)].of_cube(&(coordinate.cube)(value));
                let smallest = eight.rank(name & !15);
                assert_eq!((coordinate.of)(&image), usize::from(smallest));
                let row = eight.row(name >> 4);
                for (turn, &after) in PHASE_2_MOVES.iter().zip(row) {
                    let expected = (coordinate.of)(&image.then(CubieCube::of_move(*turn)));
                    assert_eq!(usize::from(eight.rank(after)), expected);
                }
            }
        }
        for (class, members) in members.into_iter().enumerate() {
            // Orbit and stabilizer.
            let others = eight.self_symmetries(class as u16).count();
            assert_eq!(members * (1 + others), Symmetry::UD_COUNT);
        }
    }

    #[test]
    fn classes_have_their_published_number_and_turn_as_the_pieces_do() {
        check(&Perm8::corners(), &coordinate::CORNERS);
        check(&Perm8::edges(), &coordinate::UD_EDGES);
    }
}
