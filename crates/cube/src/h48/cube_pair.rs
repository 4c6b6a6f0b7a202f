//! A cube and its inverse, turned together.
//!
//! Start at [`Pair`]. The side that is turned is the *front* of the pair. The *back* is its inverse, which the same turn
//! changes from the other side. No inverse is ever computed.

use super::coset::{CornerNames, corner_bytes, corner_coset, edge_bytes};
use super::ranks::{rank_4_of_8, slot};
use super::table::Table;
use crate::model::cubie::CubieCube;
use crate::model::move_masks::{QUARTERS, face_of, one_of_each_face};
use crate::model::moves::{Metric, Move};
use crate::model::symmetry::Symmetry;
use crate::simd::Lanes;
use permutant_search::prefetch::prefetch;

/// A cube (front) and its inverse (back). Bytes are `orientation << 4 | piece`.
///
/// ```text
/// corners  | back: places 7 … 0 | front: places 7 … 0 |
/// edges    | unused: 4 | places 11 … 0 |                   one for the front, one for the back
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<L> {
    pub(super) corners: L,
    pub(super) front: L,
    pub(super) back: L,
    /// Symcoords of the corner cosets of front and back.
    pub(super) names: [u32; 2],
}

/// A turn, for both sides of a pair.
#[derive(Clone, Copy, Debug)]
struct Turn<L> {
    /// Low half: which place each place's corner comes from. High half: 8 … 15.
    corner_places: L,
    /// Low half: what is added to the twists. High half: 0.
    corner_twists: L,
    /// The inverse turn as bytes of corners, in both halves: what a corner of the back becomes.
    corner_names: L,
    edge_places: L,
    edge_flips: L,
    /// The inverse turn as bytes of edges.
    edge_names: L,
}

/// A symmetry, for edges.
#[derive(Clone, Copy, Debug)]
struct Conjugation<L> {
    /// The inverse symmetry's places.
    places: L,
    /// The inverse symmetry's flips.
    flips: L,
    /// The symmetry as bytes of edges.
    names: L,
}

/// The data for turns and look-ups, apart from the table.
#[derive(Debug)]
pub(super) struct Machine<'n, L> {
    turns: [Turn<L>; Move::COUNT],
    symmetries: Vec<Conjugation<L>>,
    corners: &'n CornerNames,
    /// The turns that cost 2.
    pub(super) cost_two: u32,
}

impl<L: Lanes> Pair<L> {
    pub(super) fn of(cube: &CubieCube, corners: &CornerNames) -> Self {
        let inverse = cube.inverse();
        let (low, high) = (corner_bytes(cube), corner_bytes(&inverse));
        Pair {
            corners: L::new(std::array::from_fn(|x| if x < 8 { low[x] } else { high[x - 8] })),
            front: L::new(edge_bytes(cube)),
            back: L::new(edge_bytes(&inverse)),
            names: [corners.of(cube), corners.of(&inverse)],
        }
    }

    /// The pair with front and back exchanged.
    #[inline(always)]
    pub(super) fn swap(self) -> Self {
        let names = [self.names[1], self.names[0]];
        Pair { corners: self.corners.swap(), front: self.back, back: self.front, names }
    }

    /// Whether it is the solved cube.
    pub(super) fn is_solved(&self) -> bool {
        let solved = &CubieCube::SOLVED;
        self.corners.bytes()[..8] == corner_bytes(solved)
            && self.front.bytes()[..12] == edge_bytes(solved)[..12]
    }
}

/// A look-up: the byte of the table and the slot.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Probe {
    pub(super) address: usize,
    pub(super) slot: usize,
}

impl<'n, L: Lanes> Machine<'n, L> {
    /// For the symcoords of corner cosets and the turns of this metric.
    pub(super) fn new(corners: &'n CornerNames, metric: Metric) -> Self {
        let turn = |turn: Move| {
            let (cube, inverse) = (CubieCube::of_move(turn), CubieCube::of_move(turn.inverse()));
            let (corners, edges) = (corner_bytes(cube), edge_bytes(cube));
            let names = corner_bytes(inverse);
            let low = |f: &dyn Fn(usize) -> u8, high: &dyn Fn(usize) -> u8| {
                L::new(std::array::from_fn(|x| if x < 8 { f(x) } else { high(x) }))
            };
            Turn {
                corner_places: low(&|x| corners[x] & 15, &|x| x as u8),
                corner_twists: low(&|x| corners[x] & 0x30, &|_| 0),
                corner_names: low(&|x| names[x], &|x| names[x - 8]),
                edge_places: L::new(std::array::from_fn(|x| if x < 12 { edges[x] & 15 } else { x as u8 })),
                edge_flips: L::new(edges.map(|edge| edge & 0x10)),
                edge_names: L::new(edge_bytes(inverse)),
            }
        };
        let conjugation = |symmetry: Symmetry| {
            let bytes = |symmetry: Symmetry| {
                let edges = symmetry.edges();
                edge_bytes(&CubieCube { edges: *edges, ..CubieCube::SOLVED })
            };
            let inverse = bytes(symmetry.inverse());
            Conjugation {
                places: L::new(inverse.map(|edge| edge & 15)),
                flips: L::new(inverse.map(|edge| edge & 0x10)),
                names: L::new(bytes(symmetry)),
            }
        };
        let cost_two = Move::ALL.into_iter().filter(|&turn| metric.cost(turn) == 2);
        Machine {
            turns: Move::ALL.map(turn),
            symmetries: Symmetry::all().map(conjugation).collect(),
            corners,
            cost_two: cost_two.fold(0, |cost_two, turn| cost_two | 1 << turn.index()),
        }
    }

    /// A cube and its inverse.
    pub(super) fn pair(&self, cube: &CubieCube) -> Pair<L> {
        Pair::of(cube, self.corners)
    }

    /// The cost of a turn.
    #[inline(always)]
    pub(super) fn cost(&self, turn: usize) -> u8 {
        1 + (self.cost_two >> turn & 1) as u8
    }

    /// For each face, the one of the given turns that says most about the others: the half turn, or a quarter turn if half turns
    /// cost 2.
    #[inline(always)]
    pub(super) fn first(&self, turns: u32) -> u32 {
        if self.cost_two == 0 { turns & !QUARTERS } else { one_of_each_face(turns & QUARTERS) }
    }

    /// The turns of the same face that are pruned as well if a turn leads to this bound with this many turns left before it: rule
    /// 3 of the search.
    #[inline(always)]
    pub(super) fn dominated(&self, turn: usize, bound: u8, left: u8) -> u32 {
        let face = face_of(turn);
        if self.cost_two == 0 {
            if bound > left { face } else { 0 }
        } else if bound > left + 1 {
            face
        } else {
            face & self.cost_two
        }
    }

    /// Corners of both sides after a turn of the front.
    #[inline(always)]
    pub(super) fn turn_corners(&self, corners: L, turn: usize) -> L {
        let turn = &self.turns[turn];
        // Front: the piece that is now at the place given by the turn, and its twist.
        let front = corners.shuffle(turn.corner_places).add(turn.corner_twists);
        // Back: each corner is renamed, and its twist increases by that of the turn there.
        let back = turn.corner_names.shuffle(corners).add(corners.and(L::new([0x30; 16])));
        let sum = front.join(back);
        // Twists are now below 5; from those of 3 and more, 3 is subtracted. A smaller one wraps around and is kept.
        sum.min(sum.sub(L::new([0x30; 16])))
    }

    /// Edges of the front after a turn of it.
    #[inline(always)]
    pub(super) fn turn_front(&self, front: L, turn: usize) -> L {
        let turn = &self.turns[turn];
        front.shuffle(turn.edge_places).xor(turn.edge_flips)
    }

    /// Edges of the back after a turn of the front.
    #[inline(always)]
    pub(super) fn turn_back(&self, back: L, turn: usize) -> L {
        self.turns[turn].edge_names.shuffle(back).xor(back.and(L::new([0x10; 16])))
    }

    /// A pair after a turn of the front, given the symcoord of the back's corners; see [`back_coset`](Self::back_coset).
    #[inline(always)]
    pub(super) fn turned(&self, pair: &Pair<L>, turn: usize, back: u32) -> Pair<L> {
        Pair {
            corners: self.turn_corners(pair.corners, turn),
            front: self.turn_front(pair.front, turn),
            back: self.turn_back(pair.back, turn),
            names: [self.corners.turned(pair.names[0], turn), back],
        }
    }

    /// The coset of the back's corners after a turn of the front; its symcoord is prefetched. A turn from the other side does not
    /// map cosets to cosets, so this uses the corners themselves.
    #[inline(always)]
    pub(super) fn back_coset(&self, pair: &Pair<L>, turn: usize) -> usize {
        let coset = corner_coset(self.turn_corners(pair.corners, turn).swap().low());
        self.corners.prefetch(coset);
        coset
    }

    /// Prefetches the data that [`probe_front`](Self::probe_front) needs.
    #[inline(always)]
    pub(super) fn prefetch_turned(&self, pair: &Pair<L>) {
        self.corners.prefetch_turned(pair.names[0]);
    }

    /// A symcoord of a corner coset.
    #[inline(always)]
    pub(super) fn name(&self, coset: usize) -> u32 {
        self.corners.of_coset(coset)
    }

    /// The table entry of the front after a turn.
    #[inline(always)]
    pub(super) fn probe_front(&self, table: &Table<'_>, pair: &Pair<L>, turn: usize) -> Probe {
        let name = self.corners.turned(pair.names[0], turn);
        self.probe(table, name, self.turn_front(pair.front, turn))
    }

    /// The table entry of the back after a turn of the front, given the symcoord of its corners.
    #[inline(always)]
    pub(super) fn probe_back(&self, table: &Table<'_>, pair: &Pair<L>, turn: usize, name: u32) -> Probe {
        self.probe(table, name, self.turn_back(pair.back, turn))
    }

    /// The lower bounds of both sides.
    pub(super) fn bounds(&self, table: &Table<'_>, pair: &Pair<L>) -> [u8; 2] {
        self.read(table, self.probes(table, pair))
    }

    /// The table entries of both sides, which are prefetched.
    pub(super) fn probes(&self, table: &Table<'_>, pair: &Pair<L>) -> [Probe; 2] {
        [(pair.names[0], pair.front), (pair.names[1], pair.back)].map(|(name, edges)| {
            let probe = self.probe(table, name, edges);
            prefetch(table.bytes(), probe.address);
            probe
        })
    }

    /// Reads these table entries.
    pub(super) fn read(&self, table: &Table<'_>, probes: [Probe; 2]) -> [u8; 2] {
        probes.map(|probe| table.bound(probe.address, probe.slot) as u8)
    }

    /// Where the table speaks of a cube with corners of this name and these edges.
    #[inline(always)]
    fn probe(&self, table: &Table<'_>, name: u32, edges: L) -> Probe {
        let name = name as usize;
        let symmetry = &self.symmetries[name & 63];
        // S · x · S⁻¹: from the right, then renamed.
        let from = edges.shuffle(symmetry.places);
        let seen = symmetry.names.shuffle(from).xor(from.and(L::new([0x10; 16]))).xor(symmetry.flips);
        let slice = seen.bits::<3>();
        let slot = slot(slice);
        let second = rank_4_of_8(L::gather(seen.bits::<0>(), !slice & 0xFFF));
        Probe { address: table.address(name >> 6, second, seen.bits::<4>(), slot), slot }
    }
}

#[cfg(test)]
mod tests {
    use super::super::coset::{CornerNames, Cosets, edges_of, representatives};
    use super::super::table::Size;
    use super::*;
    use crate::model::random_state::random_cube;
    use crate::simd::Portable;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    #[test]
    fn both_sides_turn_as_the_pieces_do_and_look_up_their_cosets() {
        let (cosets, representatives) = (Cosets::build(&Size::LEAST.steps()), representatives());
        let names = CornerNames::build();
        let machine = Machine::<Portable>::new(&names, Metric::HalfTurn);
        let size = Size::new(4).unwrap();
        let empty = Table::unchecked(&[], size);
        let mut rng = ChaCha8Rng::seed_from_u64(91);
        for _ in 0..500 {
            let cube = random_cube(&mut rng);
            let turn = Move::ALL[rng.next_u32() as usize % 18];
            let next = cube.then(CubieCube::of_move(turn));
            let (pair, expected) = (machine.pair(&cube), machine.pair(&next));
            let corners = machine.turn_corners(pair.corners, turn.index());
            assert_eq!(corners.bytes(), expected.corners.bytes());
            assert_eq!(
                machine.turn_front(pair.front, turn.index()).bytes()[..12],
                expected.front.bytes()[..12]
            );
            assert_eq!(machine.turn_back(pair.back, turn.index()).bytes()[..12], expected.back.bytes()[..12]);
            let front = machine.probe_front(&empty, &pair, turn.index());
            let back_name = machine.name(machine.back_coset(&pair, turn.index()));
            let back = machine.probe_back(&empty, &pair, turn.index(), back_name);
            let turned = machine.turned(&pair, turn.index(), back_name);
            for (probe, name, cube) in [(front, turned.names[0], &next), (back, back_name, &next.inverse())] {
                let (class, ..) = cosets.of(cube);
                let seen = Symmetry::all().nth(name as usize & 63).unwrap().of_cube(cube);
                assert_eq!(class, name as usize >> 6);
                assert_eq!(
                    representatives[class] as usize,
                    corner_coset(u64::from_le_bytes(corner_bytes(&seen)))
                );
                let (block, flips) = edges_of(&seen);
                let slot = super::super::ranks::slot_of_rank(block % 495);
                assert_eq!(probe.slot, slot);
                assert_eq!(probe.address, empty.address(class, block / 495, flips, slot));
            }
        }
    }
}
