//! Searching with the large tables.
//!
//! Start at [`Large`]. A state of phase 1 is stored relative to its representative: its class, the twist as seen from the
//! representative, and the symmetry to it. The turns of an entry are therefore those of the representative. They are translated
//! only when one of them is made.

use super::build::{PHASE_1_BYTES, TABLE_BYTES};
use super::entry::{self, Turns24};
use super::split_permutation::{Fours, Lines};
use crate::coordinates::coordinate;
use crate::coordinates::move_table::MoveTable;
use crate::coordinates::symcoord::{self, Conjugates, SymCoordinate};
use crate::model::cubie::CubieCube;
use crate::model::move_masks::LEAVING;
use crate::model::move_masks::SUCCESSORS;
use crate::model::move_masks::bits;
use crate::model::moves::Move;
use crate::model::symmetry::Symmetry;
use crate::two_phase::profile::{Child, Children, Profile, Turns};
use crate::two_phase::subgroup::{Permutations, Subgroup};
use permutant_search::prefetch::prefetch;
use permutant_search::table::Memory;

/// A state of phase 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// Of flip and slice.
    pub(super) class: u16,
    /// Seen from the representative.
    pub(super) twist: u16,
    /// Takes the state to the representative.
    pub(super) symmetry: u8,
    pub(super) distance: u8,
}

impl Seen {
    /// Turns to G1.
    #[inline]
    pub(crate) fn distance(self) -> u32 {
        self.distance.into()
    }

    /// The number of the state that represents it and its images, below 64 430 · 2187.
    #[inline]
    pub(crate) fn place(self) -> u32 {
        u32::from(self.class) * coordinate::TWIST.size as u32 + u32::from(self.twist)
    }

    /// The number of the symmetry that takes the state to its representative.
    #[inline]
    pub(crate) fn symmetry(self) -> usize {
        usize::from(self.symmetry) % Symmetry::UD_COUNT
    }

    /// The image that the symmetry of this number takes to the same representative.
    pub(crate) fn image(self, symmetry: usize) -> Seen {
        Seen { symmetry: (symmetry % Symmetry::UD_COUNT) as u8, ..self }
    }

    /// The representatives within some turns of G1, found in the entries of phase 1.
    pub(super) fn near(entries: &[u8], turns: u8) -> Vec<Seen> {
        let mut near = Vec::new();
        for (class, row) in (0..).zip(entries.as_chunks().0.chunks(coordinate::TWIST.size)) {
            let distance = |entry: &[u8; 4]| entry::distance(u32::from_le_bytes(*entry));
            for (twist, entry) in (0..).zip(row).filter(|(_, entry)| distance(entry) <= turns) {
                near.push(Seen { class, twist, symmetry: 0, distance: distance(entry) });
            }
        }
        near
    }
}

/// Turns as an entry names them, for each symmetry that leads to its representative.
#[derive(Debug)]
pub(super) struct Translation {
    /// By symmetry, then by the face that turned last as the cube lies: the turns that may follow.
    pub(super) successors: [[Turns24; 7]; Symmetry::UD_COUNT],
    /// By symmetry, then by bit: the turn as the cube lies.
    pub(super) turns: [[Move; 24]; Symmetry::UD_COUNT],
    /// By symmetry, then by turn as the cube lies: the bit.
    pub(super) bits: [[u8; Move::COUNT]; Symmetry::UD_COUNT],
    /// By symmetry after a turn, as its row names it, then by symmetry before it.
    products: [[u8; Symmetry::UD_COUNT]; Symmetry::UD_COUNT],
    /// The same for all symmetries, which keep the axis.
    pub(super) leaving: Turns24,
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

/// Where the turns take a class of flip and slice, in one line of memory.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Row {
    classes: [u16; Move::COUNT],
    /// What takes the state after the turn to the representative of its class.
    symmetries: [u8; Move::COUNT],
}

/// The large profile with direct access to its bytes, for a search.
#[derive(Debug)]
pub(crate) struct Large<'a> {
    bytes: &'a [u8],
    parts: &'a Parts,
}

/// The data of the large profile.
pub(crate) struct LargeTables {
    bytes: Memory,
    parts: Parts,
}

/// What is small beside the bytes.
#[derive(Debug)]
pub(super) struct Parts {
    rows: Vec<Row>,
    /// Class and symmetry of each flip and slice, as [`SymCoordinate::name`].
    names: SymCoordinate,
    twist_moves: MoveTable<18>,
    twists: Conjugates,
    pub(super) translation: Translation,
    fours: Fours,
    group: Subgroup,
}

impl std::fmt::Debug for LargeTables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LargeTables").finish_non_exhaustive()
    }
}

impl Parts {
    pub(super) fn build() -> Parts {
        let names = SymCoordinate::build(&symcoord::FLIP_SLICE);
        let row = |class| {
            let row = names.row(class);
            Row { classes: row.map(|name| (name >> 4) as u16), symmetries: row.map(|name| name as u8 & 15) }
        };
        Parts {
            rows: (0..names.classes()).map(row).collect(),
            names,
            twist_moves: MoveTable::build(&coordinate::TWIST, &Move::ALL),
            twists: Conjugates::build(&coordinate::TWIST),
            translation: Translation::new(),
            fours: Fours::build(),
            group: Subgroup::build(),
        }
    }

    /// Where a cube is, but for the distance.
    pub(super) fn seen(&self, cube: &CubieCube) -> Seen {
        let name = self.names.of(cube);
        let (class, symmetry) = ((name >> 4) as u16, name as usize & 15);
        let twist = self.twists.of((coordinate::TWIST.of)(cube), symmetry) as u16;
        Seen { class, twist, symmetry: symmetry as u8, distance: 0 }
    }

    /// The state after a turn of the representative, given by its bit, at a distance that the caller knows.
    #[inline]
    pub(super) fn step(&self, at: Seen, bit: usize, distance: u8) -> Seen {
        let turn = entry::turn_of(bit);
        let row = &self.rows[usize::from(at.class)];
        let turned = self.twist_moves.row(usize::from(at.twist))[turn];
        let (class, symmetry) = (row.classes[turn], usize::from(row.symmetries[turn] & 15));
        Seen {
            class,
            twist: self.twists.of(usize::from(turned), symmetry) as u16,
            symmetry: self.translation.products[symmetry][usize::from(at.symmetry & 15)],
            distance,
        }
    }

    /// Makes the row of a class come closer.
    #[inline]
    pub(super) fn prefetch(&self, at: Seen) {
        prefetch(&self.rows, at.class.into());
    }
}

impl LargeTables {
    /// From tables in the form that [`build`](super::build()) returns; `None` if the number of bytes is wrong.
    pub(in crate::two_phase) fn new(bytes: Memory) -> Option<LargeTables> {
        if (*bytes).as_ref().len() != TABLE_BYTES {
            return None;
        }
        Some(LargeTables { bytes, parts: Parts::build() })
    }

    /// The tables for a search.
    pub(crate) fn at_hand(&self) -> Large<'_> {
        Large { bytes: (*self.bytes).as_ref(), parts: &self.parts }
    }
}

impl Large<'_> {
    /// Where a cube is in phase 1.
    pub(crate) fn start(&self, cube: &CubieCube) -> Seen {
        self.at(cube)
    }

    /// Gives the states after some turns from which exactly `left` further ones may lead to G1.
    #[inline]
    pub(crate) fn follow(&self, at: Seen, turns: Turns, left: u32, mut give: impl FnMut(Child<Seen>)) {
        let entry = self.entry(at);
        let symmetry = usize::from(at.symmetry & 15);
        let translation = &self.parts.translation;
        // Slack in turns.
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
            give(Child { turn: translation.turns[symmetry][bit], distance: child.distance, at: child });
        }
    }

    /// The states within some turns of G1, one of those that are images of each other.
    pub(crate) fn near(&self, turns: u8) -> Vec<Seen> {
        Seen::near(&self.bytes[..PHASE_1_BYTES], turns)
    }

    /// Makes what the table says of a state come closer.
    #[inline]
    pub(crate) fn prefetch(&self, at: Seen) {
        prefetch(self.bytes, Large::place(at.class, at.twist));
        prefetch(&self.parts.rows, at.class.into());
    }

    /// Where the entry of a state lies.
    #[inline]
    pub(super) fn place(class: u16, twist: u16) -> usize {
        4 * (usize::from(class) * coordinate::TWIST.size + usize::from(twist))
    }

    #[inline]
    fn entry(&self, at: Seen) -> u32 {
        let place = Large::place(at.class, at.twist);
        let bytes = &self.bytes[place..place + 4];
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// The state after a turn of the representative, given by its bit.
    #[inline]
    fn step(&self, at: Seen, entry: u32, bit: usize) -> Seen {
        let farther = 1 - (entry::not_farther(entry) >> bit & 1) as u8;
        let nearer = (entry::nearer(entry) >> bit & 1) as u8;
        self.parts.step(at, bit, at.distance + farther - nearer)
    }

    /// Turns that corners and edges of U and D need; 15 for more too.
    #[inline]
    fn bound_2(&self, class: usize, edges: usize) -> u32 {
        let index = coordinate::UD_EDGES.size * class + edges;
        u32::from(self.bytes[PHASE_1_BYTES + index / 2] >> (4 * (index & 1)) & 15)
    }
}

/// Distance from which on an entry is prefetched: nearer states are so few that the caches have them.
const FAR: u8 = 6;

impl Profile for Large<'_> {
    type At = Seen;
    type Trail = Lines;

    const SOON: u32 = 14;
    const IN_CACHE: u32 = FAR as u32 - 1;
    const ONE_BY_ONE: u32 = 9;
    const PRE_MOVES: usize = 2;
    const TURNS_AFTER_PRE_MOVES: u32 = 8;

    fn at(&self, cube: &CubieCube) -> Seen {
        let at = self.parts.seen(cube);
        Seen { distance: entry::distance(self.entry(at)), ..at }
    }

    fn at_all(&self, cubes: impl Iterator<Item = CubieCube>) -> Vec<Seen> {
        // All entries are prefetched before the first is read.
        let seen = |cube: CubieCube| {
            let at = self.parts.seen(&cube);
            prefetch(self.bytes, Large::place(at.class, at.twist));
            at
        };
        let mut all: Vec<Seen> = cubes.map(seen).collect();
        for at in &mut all {
            at.distance = entry::distance(self.entry(*at));
        }
        all
    }

    #[inline]
    fn is_within(&self, at: Seen, turns: u32) -> bool {
        u32::from(at.distance) <= turns
    }

    #[inline]
    fn after(&self, at: Seen, turn: Move) -> Seen {
        let bit = self.parts.translation.bits[usize::from(at.symmetry & 15)][turn.index()];
        self.step(at, self.entry(at), usize::from(bit))
    }

    #[inline]
    fn expand(&self, at: Seen, turns: Turns, left: u32, next: &mut Children<Seen>) {
        self.follow(at, turns, left, |child| {
            if child.distance >= FAR {
                self.prefetch(child.at);
            }
            next.push(child);
        });
    }

    fn trail(&self, cube: &CubieCube) -> Lines {
        Lines::new(cube)
    }

    #[inline]
    fn enter(&self, trail: &mut Lines, path: &[Move], most: u32) -> Option<Permutations> {
        let (corners, slice) = trail.corners_and_slice(&self.parts.fours, path);
        let corners = self.parts.group.corners(corners);
        if self.parts.group.quick_bound(corners, slice) > most {
            return None;
        }
        let edges = self.parts.group.edges(trail.edges(&self.parts.fours, path));
        Some(Permutations { corners, edges, slice })
    }

    fn group(&self) -> &Subgroup {
        &self.parts.group
    }

    #[inline]
    fn is_farther(&self, at: Permutations, turns: u32) -> bool {
        let (class, edges) = self.parts.group.classed(at);
        self.bound_2(class, edges) > turns
    }

    fn bytes(&self) -> usize {
        TABLE_BYTES
            + self.parts.twist_moves.bytes()
            + self.parts.twists.bytes()
            + self.parts.fours.bytes()
            + self.parts.group.bytes()
            + self.parts.names.bytes()
            + size_of_val(&*self.parts.rows)
    }
}

#[cfg(test)]
impl Large<'_> {
    /// Class and twist of the first entry whose turns do not lead where it says.
    pub(super) fn first_fault(&self) -> Option<(u16, u16)> {
        let all =
            (0..self.parts.rows.len() as u16).flat_map(|class| (0..2187).map(move |twist| (class, twist)));
        all.into_iter().find(|&(class, twist)| {
            let at = Seen { class, twist, symmetry: 0, distance: 0 };
            let entry = self.entry(at);
            let at = Seen { distance: entry::distance(entry), ..at };
            !bits(entry::ALL).all(|bit| {
                let next = self.step(at, entry, bit);
                next.distance == entry::distance(self.entry(next))
            })
        })
    }
}
