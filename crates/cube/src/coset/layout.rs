//! Which bit of which page stands for an element of G1 = ⟨U, D, R2, F2, L2, B2⟩.
//!
//! Start at [`Layout`]. An element is a permutation of the corners, one of the edges of U and D, and one of the edges of the
//! slice, whose parities add up to even: 8! · 8! · 4! / 2 = 19 508 428 800. The even involutions that exchange corners 0 to 3 in
//! pairs, or corners 4 to 7, are renamings of the corners: x becomes x ^ k. Elements that differ by such renamings and by
//! exchanges in pairs of the slice edges share a word, so that a turn takes a word to a word and its bits to bits whose number
//! differs by an exclusive or:
//!
//! ```text
//! page (2520): corners up to renaming     word of a page: 40 320 · order + 20 160 · parity of the edges + half of their rank
//! bit of a word | 5 4 | 3 2 | 1 0 |
//!               |  v  |  k of corners 4-7, of corners 0-3       v: exchanges of the slice; order: the rest of it, 3 of a parity
//! ```
//!
//! The mask of a turn is therefore the same for all words of a page, but for the two bits of the slice.

use crate::coordinates::coordinate::{self, rank, unrank};
use crate::model::cubie::{CubieCube, is_odd};
use crate::model::move_masks::PHASE_2_MOVES;

/// Pages: 8! / 16.
pub(super) const PAGES: usize = 2520;

/// Words for one order of the slice: the permutations of the edges of U and D.
pub(super) const PLANE: usize = 40_320;

/// Words for one parity of the edges in a plane.
pub(super) const HALF: usize = PLANE / 2;

/// Orders of the slice of one parity, up to exchanges in pairs: 4! / 4 / 2.
pub(super) const ORDERS: usize = 3;

/// Words of a page, 967 680 bytes.
pub(super) const PAGE: usize = ORDERS * PLANE;

/// Elements of G1, a bit each.
pub(super) const ELEMENTS: u64 = (PAGES * PAGE) as u64 * 64;

/// The turns of G1.
pub(super) const TURNS: usize = PHASE_2_MOVES.len();

/// Corners in G1 after a turn: the page, and the bits 0 to 3 by which the numbers change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PageTurn {
    pub(super) page: u16,
    pub(super) mask: u8,
}

/// The slice after a turn: its order, and the bits 4 and 5 by which the numbers change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct SliceTurn {
    pub(super) order: u8,
    pub(super) mask: u8,
}

/// The place of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) page: u16,
    /// 64 · word + bit.
    pub(super) bit: u32,
}

/// The pieces of an element, a byte for each place: the corners, the edges of U and D, and the edges of the slice. Upper bits of a
/// byte, from bit 3 on or from bit 2 on in the slice, do not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entries {
    pub(super) corners: u64,
    pub(super) edges: u64,
    pub(super) slice: u32,
}

impl Entries {
    #[cfg(test)]
    pub(super) fn of(cube: &CubieCube) -> Entries {
        let pieces = |from: &[u8]| from.iter().rev().fold(0, |all, &piece| all << 8 | u64::from(piece));
        let edges = &cube.edges.e;
        Entries {
            corners: pieces(&cube.corners.c),
            edges: pieces(&edges[..8]),
            slice: pieces(&edges[8..]) as u32,
        }
    }
}

/// Numbers for the elements of G1, and what turns do to them.
#[derive(Debug)]
pub(super) struct Layout {
    eights: Eights,
    /// By the number of the corners: 16 · page + k.
    corners: Vec<u16>,
    /// The corners of each page with k = 0.
    representatives: Vec<[u8; 8]>,
    page_turns: Vec<[PageTurn; TURNS]>,
    odd_pages: Vec<bool>,
    /// By the four pieces of the slice, two bits each: order in bits 2 and 3, v in bits 0 and 1.
    slices: [u8; 256],
    /// By parity of the slice, then 4 · order + v: the slice.
    slice_pieces: [[[u8; 4]; 4 * ORDERS]; 2],
    /// By parity of the slice, order and turn.
    slice_turns: [[[SliceTurn; TURNS]; ORDERS]; 2],
    /// By the number of the edges: the word in the first plane.
    edges: Vec<u16>,
    /// By turn: the word in the first plane after it, for each word.
    edge_turns: Vec<Vec<u16>>,
}

/// Numbers for the permutations of eight, by two look-ups in tables that fit into the L1 cache.
#[derive(Debug)]
struct Eights {
    /// By the first four, three bits each: 24 times a number of their own.
    first: Vec<u16>,
    /// By the last four, three bits each: the rank of their order.
    last: Vec<u8>,
}

impl Eights {
    fn build() -> Eights {
        let (mut first, mut last) = (vec![0; 1 << 12], vec![0; 1 << 12]);
        let mut count = 0;
        for four in 0..1 << 12 {
            let pieces: [u8; 4] = std::array::from_fn(|at| (four >> (3 * at) & 7) as u8);
            let order = pieces.map(|piece| pieces.iter().filter(|&&other| other < piece).count() as u8);
            if pieces.iter().map(|piece| 1u8 << piece).fold(0, |set, bit| set | bit).count_ones() == 4 {
                first[four] = 24 * count;
                last[four] = rank(&order) as u8;
                count += 1;
            }
        }
        Eights { first, last }
    }

    /// The number, below 8!, of the permutation with these entries, a byte each. Bits 3 and up of an entry do not matter.
    #[inline(always)]
    fn of(&self, entries: u64) -> usize {
        // Bytes become threes of bits, two, then four side by side.
        let entries = entries & 0x0707_0707_0707_0707;
        let twos = (entries | entries >> 5) & 0x003F_003F_003F_003F;
        let fours = (twos | twos >> 10) & 0x0000_0FFF_0000_0FFF;
        usize::from(self.first[fours as usize & 0xFFF])
            + usize::from(self.last[(fours >> 32) as usize & 0xFFF])
    }
}

/// Corners with other names for the first four and the last four.
fn renamed(corners: &[u8; 8], k: u8) -> [u8; 8] {
    corners.map(|corner| corner ^ if corner < 4 { k & 3 } else { k >> 2 })
}

/// A permutation, then another.
fn product<const N: usize>(first: &[u8; N], then: &[u8; N]) -> [u8; N] {
    then.map(|from| first[usize::from(from)])
}

/// The four edges of the slice, two bits each. Bits 2 and up of an edge do not matter.
#[inline(always)]
fn slice_key(slice: u32) -> usize {
    let edges = slice & 0x0303_0303;
    let twos = (edges | edges >> 6) & 0x000F_000F;
    (twos | twos >> 12) as usize & 0xFF
}

/// What a turn does to the slice.
fn slice_of_turn(turn: usize) -> [u8; 4] {
    let edges = &CubieCube::of_move(PHASE_2_MOVES[turn]).edges.permutation();
    std::array::from_fn(|at| edges[8 + at] - 8)
}

/// Parity, order and v of a slice: v brings 3 back to the last place.
fn parts_of_slice(slice: &[u8; 4]) -> (usize, u8, u8) {
    let v = slice[3] ^ 3;
    let order = rank(&slice.map(|piece| piece ^ v)) as u8;
    (is_odd(slice).into(), order / 2, v)
}

impl Layout {
    /// Takes some milliseconds.
    pub(super) fn build() -> Layout {
        let (corners, representatives) = pages();
        let after = |first: &[u8; 8]| {
            PHASE_2_MOVES.map(|turn| {
                let code = corners[rank(&product(first, &CubieCube::of_move(turn).corners.permutation()))];
                PageTurn { page: code >> 4, mask: code as u8 & 15 }
            })
        };
        let page_turns = representatives.iter().map(after).collect();
        let odd_pages = representatives.iter().map(|first| is_odd(first)).collect();
        let (edge_words, edge_turns) = edge_tables();
        let eights = Eights::build();
        let by_number = |by_rank: &[u16]| {
            let mut by_number = vec![0; by_rank.len()];
            for (value, &code) in by_rank.iter().enumerate() {
                let permutation = unrank::<8>(value);
                by_number[eights.of(u64::from_le_bytes(permutation))] = code;
            }
            by_number
        };
        let mut layout = Layout {
            corners: by_number(&corners),
            edges: by_number(&edge_words),
            eights,
            representatives,
            page_turns,
            odd_pages,
            slices: [0; 256],
            slice_pieces: [[[0; 4]; 4 * ORDERS]; 2],
            slice_turns: [[[SliceTurn::default(); TURNS]; ORDERS]; 2],
            edge_turns,
        };
        layout.fill_slices();
        layout
    }

    fn fill_slices(&mut self) {
        for value in 0..24 {
            let slice: [u8; 4] = unrank(value);
            let (parity, order, v) = parts_of_slice(&slice);
            self.slices[slice_key(u32::from_le_bytes(slice))] = order << 2 | v;
            self.slice_pieces[parity][usize::from(order << 2 | v)] = slice;
            if v == 0 {
                self.slice_turns[parity][usize::from(order)] = std::array::from_fn(|turn| {
                    let (_, order, v) = parts_of_slice(&product(&slice, &slice_of_turn(turn)));
                    SliceTurn { order, mask: v << 4 }
                });
            }
        }
    }

    /// The place of the element with these entries.
    #[inline(always)]
    pub(super) fn place(&self, Entries { corners, edges, slice }: Entries) -> Place {
        let code = self.corners[self.eights.of(corners)];
        let slice = u32::from(self.slices[slice_key(slice)]);
        let word = (slice >> 2) * PLANE as u32 + u32::from(self.edges[self.eights.of(edges)]);
        Place { page: code >> 4, bit: word << 6 | (slice & 3) << 4 | u32::from(code & 15) }
    }

    /// The element of a place.
    pub(super) fn element(&self, at: Place) -> CubieCube {
        let (word, bit) = (at.bit as usize >> 6, at.bit as usize & 63);
        let (order, word) = (word / PLANE, word % PLANE);
        let odd_edges = word / HALF;
        let mut cube = CubieCube::SOLVED;
        cube.corners.c = renamed(&self.representatives[usize::from(at.page)], bit as u8 & 15);
        let pair = word % HALF * 2;
        let edges = [pair, pair + 1].map(unrank::<8>);
        let edges = if usize::from(is_odd(&edges[0])) == odd_edges { edges[0] } else { edges[1] };
        cube.edges.e[..8].copy_from_slice(&edges);
        let parity = usize::from(self.is_odd(at.page)) ^ odd_edges;
        cube.edges.e[8..].copy_from_slice(&self.slice_pieces[parity][order << 2 | bit >> 4].map(|e| e + 8));
        cube
    }

    /// Whether the corners of a page are permuted oddly.
    #[inline]
    pub(super) fn is_odd(&self, page: u16) -> bool {
        self.odd_pages[usize::from(page)]
    }

    /// The corners of a page after each turn.
    pub(super) fn page_turns(&self, page: u16) -> &[PageTurn; TURNS] {
        &self.page_turns[usize::from(page)]
    }

    /// The slice after each turn, by parity and order.
    pub(super) fn slice_turns(&self, odd: bool, order: usize) -> &[SliceTurn; TURNS] {
        &self.slice_turns[usize::from(odd)][order]
    }

    /// The word in the first plane after a turn, for each word of the first plane.
    pub(super) fn edge_turns(&self, turn: usize) -> &[u16] {
        &self.edge_turns[turn]
    }
}

/// By rank of the corners 16 · page + k, and the corners with k = 0 of each page. Pages are numbered as a breadth-first search by
/// turns meets them, which makes their k = 0 follow each other: half of all turns then have no mask, a third more than with the
/// least rank as k = 0, and a page meets half as many other masks.
fn pages() -> (Vec<u16>, Vec<[u8; 8]>) {
    let mut corners = vec![u16::MAX; coordinate::CORNERS.size];
    let mut representatives: Vec<[u8; 8]> = Vec::with_capacity(PAGES);
    let mut add = |first: [u8; 8], representatives: &mut Vec<[u8; 8]>| {
        if corners[rank(&first)] == u16::MAX {
            for k in 0..16 {
                corners[rank(&renamed(&first, k))] = (representatives.len() << 4) as u16 | u16::from(k);
            }
            representatives.push(first);
        }
    };
    add(CubieCube::SOLVED.corners.permutation(), &mut representatives);
    let mut next = 0;
    while let Some(&first) = representatives.get(next) {
        next += 1;
        for turn in PHASE_2_MOVES {
            add(product(&first, &CubieCube::of_move(turn).corners.permutation()), &mut representatives);
        }
    }
    (corners, representatives)
}

/// By rank of the edges of U and D the word, and by turn the word for each word. Ranks 2n and 2n + 1 differ by an exchange of
/// the first two places, so each pair has one of each parity.
fn edge_tables() -> (Vec<u16>, Vec<Vec<u16>>) {
    let word = |edges: &[u8; 8]| (usize::from(is_odd(edges)) * HALF + rank(edges) / 2) as u16;
    let all: Vec<[u8; 8]> = (0..PLANE).map(unrank).collect();
    let words: Vec<u16> = all.iter().map(word).collect();
    let turns = PHASE_2_MOVES.map(|turn| {
        let turn: [u8; 8] = std::array::from_fn(|at| CubieCube::of_move(turn).edges.permutation()[at]);
        let mut after = vec![0; PLANE];
        for (edges, &word_before) in all.iter().zip(&words) {
            after[usize::from(word_before)] = word(&product(edges, &turn));
        }
        after
    });
    (words, turns.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    #[test]
    fn places_lead_to_their_elements_and_turn_as_the_pieces_do() {
        let layout = Layout::build();
        assert_eq!(layout.representatives.len(), PAGES);
        assert_eq!(ELEMENTS, 19_508_428_800);
        let mut rng = ChaCha8Rng::seed_from_u64(71);
        let mut cube = CubieCube::SOLVED;
        assert_eq!(layout.place(Entries::of(&cube)), Place { page: 0, bit: 0 });
        for _ in 0..3000 {
            let at = layout.place(Entries::of(&cube));
            assert_eq!(layout.element(at), cube);
            let turn = rng.next_u32() as usize % TURNS;
            cube = cube.then(CubieCube::of_move(PHASE_2_MOVES[turn]));
            let next = layout.place(Entries::of(&cube));
            let (word, bit) = ((at.bit >> 6) as usize, at.bit as u8 & 63);
            let odd = layout.is_odd(at.page) != (word % PLANE >= HALF);
            let corners = layout.page_turns(at.page)[turn];
            let slice = layout.slice_turns(odd, word / PLANE)[turn];
            let edges = layout.edge_turns(turn)[word % PLANE];
            let word = usize::from(slice.order) * PLANE + usize::from(edges);
            let bit = bit ^ corners.mask ^ slice.mask;
            assert_eq!(next, Place { page: corners.page, bit: (word << 6) as u32 | u32::from(bit) });
        }
    }
}
