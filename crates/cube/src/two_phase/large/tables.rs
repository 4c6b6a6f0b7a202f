//! Walking the large tables.
//!
//! Start at [`Large`]. A state of phase 1 is held as its class sees it: the representative's class, the twist seen from
//! there, and the symmetry that leads there. So an entry's turns are those of the representative, and are only translated
//! when one is made.

use super::build::{PHASE_1_BYTES, TABLE_BYTES};
use super::entry::{self, Turns24};
use crate::coord;
use crate::cubie::CubieCube;
use crate::move_table::MoveTable;
use crate::moves::Move;
use crate::optimal::Memory;
use crate::sym::Symmetry;
use crate::sym_coord::{self, Conjugates, SymCoordinate};
use crate::two_phase::phases::{LEAVING, MAX_PATH, SUCCESSORS, bits};
use crate::two_phase::profile::{Child, Children, Profile, Trail, Turns};
use crate::two_phase::subgroup::{Permutations, Subgroup};

/// A state of phase 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(in crate::two_phase) struct Seen {
    /// Of flip and slice.
    class: u16,
    /// Seen from the representative.
    twist: u16,
    /// Takes the state to the representative.
    symmetry: u8,
    distance: u8,
}

/// Turns as an entry names them, for each symmetry that leads to its representative.
#[derive(Debug)]
struct Translation {
    /// By symmetry, then by the face that turned last as the cube lies: the turns that may follow.
    successors: [[Turns24; 7]; Symmetry::UD_COUNT],
    /// By symmetry, then by bit: the turn as the cube lies.
    turns: [[Move; 24]; Symmetry::UD_COUNT],
    /// By symmetry, then by turn as the cube lies: the bit.
    bits: [[u8; Move::COUNT]; Symmetry::UD_COUNT],
    /// By symmetry after a turn, as its row names it, then by symmetry before it.
    products: [[u8; Symmetry::UD_COUNT]; Symmetry::UD_COUNT],
    /// The same for all symmetries, which keep the axis.
    leaving: Turns24,
}

impl Translation {
    fn new() -> Translation {
        let seen = |symmetry: Symmetry, mask: u32| {
            bits(mask).fold(0, |set, turn| set | 1 << entry::bit_of(symmetry.of_move(Move::ALL[turn])))
        };
        Translation {
            successors: Symmetry::UD_AXIS.map(|symmetry| SUCCESSORS.map(|mask| seen(symmetry, mask))),
            turns: Symmetry::UD_AXIS.map(|symmetry| {
                let back = symmetry.inverse();
                let turn = |bit| Move::from_index(entry::turn_of(bit)).unwrap_or(Move::ALL[0]);
                std::array::from_fn(|bit| back.of_move(turn(bit)))
            }),
            bits: Symmetry::UD_AXIS
                .map(|symmetry| Move::ALL.map(|turn| entry::bit_of(symmetry.of_move(turn)) as u8)),
            products: Symmetry::UD_AXIS
                .map(|after| Symmetry::UD_AXIS.map(|before| after.then(before).index() as u8)),
            leaving: seen(Symmetry::UD_AXIS[0], LEAVING),
        }
    }
}

/// Places of the four edges of U that are all in the layers U and D: the last 70 of 495.
const FIRST_UPPER: u16 = 24 * 425;

/// The large profile.
pub(in crate::two_phase) struct Large {
    bytes: Memory,
    flip_slice: SymCoordinate,
    twist_moves: MoveTable<18>,
    twists: Conjugates,
    translation: Translation,
    corner_moves: MoveTable<18>,
    /// Four edges in order, whichever they are.
    four_moves: MoveTable<18>,
    /// Edges of U and D from the edges of U (less [`FIRST_UPPER`]) and the order of those of D.
    joined: Vec<[u16; 24]>,
    group: Subgroup,
}

impl std::fmt::Debug for Large {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Large").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

/// The four edges of U, and of D, as [`coord::SLICE_SORTED`] has those between.
fn upper_and_lower(cube: &CubieCube) -> (u16, u16) {
    let fours = |shift: u8| {
        let mut named = *cube;
        named.edges.e = cube.edges.e.map(|piece| (piece + shift) % 12);
        (coord::SLICE_SORTED.of)(&named) as u16
    };
    (fours(8), fours(4))
}

impl Large {
    /// From tables as [`build`](super::build()) makes them; `None` for bytes of another number.
    pub(in crate::two_phase) fn new(bytes: Memory) -> Option<Large> {
        if (*bytes).as_ref().len() != TABLE_BYTES {
            return None;
        }
        let mut joined = vec![[0; 24]; 70 * 24];
        for edges in 0..coord::UD_EDGES.size {
            let (upper, lower) = upper_and_lower(&(coord::UD_EDGES.cube)(edges));
            joined[usize::from(upper - FIRST_UPPER)][usize::from(lower % 24)] = edges as u16;
        }
        Some(Large {
            bytes,
            flip_slice: SymCoordinate::build(&sym_coord::FLIP_SLICE),
            twist_moves: MoveTable::build(&coord::TWIST, &Move::ALL),
            twists: Conjugates::build(&coord::TWIST),
            translation: Translation::new(),
            corner_moves: MoveTable::build(&coord::CORNERS, &Move::ALL),
            four_moves: MoveTable::build(&coord::SLICE_SORTED, &Move::ALL),
            joined,
            group: Subgroup::build(),
        })
    }

    /// Where the entry of a state lies.
    #[inline]
    fn place(class: u16, twist: u16) -> usize {
        4 * (usize::from(class) * coord::TWIST.size + usize::from(twist))
    }

    #[inline]
    fn entry(&self, at: Seen) -> u32 {
        let place = Large::place(at.class, at.twist);
        let bytes = &(*self.bytes).as_ref()[place..place + 4];
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// The state after a turn of the representative, given by its bit.
    #[inline]
    fn step(&self, at: Seen, entry: u32, bit: usize) -> Seen {
        let turn = entry::turn_of(bit);
        let name = self.flip_slice.row(usize::from(at.class))[turn];
        let turned = self.twist_moves.row(usize::from(at.twist))[turn];
        let (class, symmetry) = ((name >> 4) as u16, name as usize & 15);
        let farther = 1 - (entry::not_farther(entry) >> bit & 1) as u8;
        let nearer = (entry::nearer(entry) >> bit & 1) as u8;
        Seen {
            class,
            twist: self.twists.of(usize::from(turned), symmetry) as u16,
            symmetry: self.translation.products[symmetry][usize::from(at.symmetry & 15)],
            distance: at.distance + farther - nearer,
        }
    }

    /// Turns that corners and edges of U and D need; 15 for more too.
    #[inline]
    fn bound_2(&self, class: usize, edges: usize) -> u32 {
        let index = coord::UD_EDGES.size * class + edges;
        u32::from((*self.bytes).as_ref()[PHASE_1_BYTES + index / 2] >> (4 * (index & 1)) & 15)
    }
}

/// Asks memory for the entry at a place that is read soon.
#[inline]
fn prefetch(bytes: &[u8], place: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of any address is harmless; every x86-64 has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(bytes.as_ptr().wrapping_add(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, place);
}

/// Distance from which on an entry is prefetched: nearer states are so few that the caches have them.
const FAR: u8 = 6;

impl Profile for Large {
    type At = Seen;
    type Trail = Lines;

    const SOON: u32 = 14;
    const PRE_MOVES: usize = 2;
    const TURNS_AFTER_PRE_MOVES: u32 = 8;

    fn at(&self, cube: &CubieCube) -> Seen {
        let name = self.flip_slice.of(cube);
        let (class, symmetry) = ((name >> 4) as u16, name as usize & 15);
        let twist = self.twists.of((coord::TWIST.of)(cube), symmetry) as u16;
        let at = Seen { class, twist, symmetry: symmetry as u8, distance: 0 };
        Seen { distance: entry::distance(self.entry(at)), ..at }
    }

    #[inline]
    fn is_within(&self, at: Seen, turns: u32) -> bool {
        u32::from(at.distance) <= turns
    }

    #[inline]
    fn after(&self, at: Seen, turn: Move) -> Seen {
        let bit = self.translation.bits[usize::from(at.symmetry & 15)][turn.index()];
        self.step(at, self.entry(at), usize::from(bit))
    }

    #[inline]
    fn expand(&self, at: Seen, turns: Turns, left: u32, next: &mut Children<Seen>) {
        let entry = self.entry(at);
        let symmetry = usize::from(at.symmetry & 15);
        let translation = &self.translation;
        // Turns to spare.
        let mut mask = match (left + 1).saturating_sub(at.distance.into()) {
            0 => entry::nearer(entry),
            1 => entry::not_farther(entry),
            _ => entry::ALL,
        };
        mask &= translation.successors[symmetry][turns.last];
        if turns.leaving {
            mask &= translation.leaving;
        }
        for bit in bits(mask) {
            let child = self.step(at, entry, bit);
            if child.distance >= FAR {
                prefetch((*self.bytes).as_ref(), Large::place(child.class, child.twist));
            }
            next.push(Child { turn: translation.turns[symmetry][bit], distance: child.distance, at: child });
        }
    }

    fn trail(&self, cube: &CubieCube) -> Lines {
        let (upper, lower) = upper_and_lower(cube);
        let corners = (coord::CORNERS.of)(cube) as u16;
        let slice = (coord::SLICE_SORTED.of)(cube) as u16;
        Lines {
            corners: [corners; MAX_PATH + 1],
            slice: [slice; MAX_PATH + 1],
            upper: [upper; MAX_PATH + 1],
            lower: [lower; MAX_PATH + 1],
            fresh: 0,
            fresh_edges: 0,
        }
    }

    #[inline]
    fn enter(&self, trail: &mut Lines, path: &[Move], most: u32) -> Option<Permutations> {
        let end = path.len();
        for (depth, turn) in path.iter().enumerate().skip(trail.fresh) {
            let turn = turn.index();
            trail.corners[depth + 1] = self.corner_moves.row(usize::from(trail.corners[depth]))[turn];
            trail.slice[depth + 1] = self.four_moves.row(usize::from(trail.slice[depth]))[turn];
        }
        trail.fresh = end;
        // In G1 the places are 0 and the order is all.
        let (corners, slice) = (trail.corners[end], trail.slice[end]);
        if self.group.quick_bound(self.group.class(corners), slice) > most {
            return None;
        }
        for (depth, turn) in path.iter().enumerate().skip(trail.fresh_edges) {
            let turn = turn.index();
            trail.upper[depth + 1] = self.four_moves.row(usize::from(trail.upper[depth]))[turn];
            trail.lower[depth + 1] = self.four_moves.row(usize::from(trail.lower[depth]))[turn];
        }
        trail.fresh_edges = end;
        let upper = usize::from(trail.upper[end] - FIRST_UPPER);
        let edges = self.joined[upper][usize::from(trail.lower[end] % 24)];
        Some(Permutations { corners, edges, slice })
    }

    fn group(&self) -> &Subgroup {
        &self.group
    }

    #[inline]
    fn is_farther(&self, at: Permutations, turns: u32) -> bool {
        let (class, symmetry) = self.group.class(at.corners);
        self.group.quick_bound((class, symmetry), at.slice) > turns
            || self.bound_2(class, self.group.edges_seen(at.edges, symmetry)) > turns
    }

    fn bytes(&self) -> usize {
        TABLE_BYTES
            + self.twist_moves.bytes()
            + self.twists.bytes()
            + self.corner_moves.bytes()
            + self.four_moves.bytes()
            + size_of_val(&*self.joined)
            + self.group.bytes()
            + self.flip_slice.bytes()
    }
}

/// Permutations along a path of phase 1, by the number of turns.
#[derive(Clone, Debug)]
pub(in crate::two_phase) struct Lines {
    corners: [u16; MAX_PATH + 1],
    slice: [u16; MAX_PATH + 1],
    upper: [u16; MAX_PATH + 1],
    lower: [u16; MAX_PATH + 1],
    /// Up to which number of turns corners and slice are known.
    fresh: usize,
    /// The same of the other edges, which fewer paths need.
    fresh_edges: usize,
}

impl Trail for Lines {
    #[inline]
    fn changed(&mut self, depth: usize) {
        self.fresh = self.fresh.min(depth);
        self.fresh_edges = self.fresh_edges.min(depth);
    }
}
