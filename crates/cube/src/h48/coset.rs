//! The numbering of the cosets that the table covers.
//!
//! Start at [`Cosets`]. H is the subgroup that preserves the two tetrads of corners, the three slices of edges, and all
//! orientations. It contains all half turns, and all 48 symmetries preserve it (S. Tronto and C. Shuang, about 2021). A coset H
//! · c consists of
//!
//! - for the corners, the places that hold a corner of the second tetrad, C(8, 4) = 70, and the twists, 3^7: 153 090, in 3393
//!   classes under the 48 symmetries;
//! - for the edges, the places that hold those of each slice, C(12, 4) · C(8, 4) = 495 · 70 = 34 650 (the *block*), and the
//!   flips, 2^11.

use super::ranks::{CHOICES_4_OF_8, CHOICES_4_OF_12, edge_choices, rank_4_of_8};
use crate::model::cubie::CubieCube;
use crate::model::moves::Move;
use crate::model::symmetry::Symmetry;
use permutant_search::prefetch::prefetch;

/// Corner cosets: 70 · 3^7.
pub(super) const CORNERS: usize = 70 * 2187;

/// Their classes under the 48 symmetries.
pub(super) const CLASSES: usize = 3393;

/// Choices of places for the edges of the slices: 495 · 70.
pub(super) const BLOCKS: usize = 495 * 70;

/// Flips of the first eleven places.
pub(super) const FLIPS: usize = 2048;

/// The number of a corner coset, from eight bytes `twist << 4 | corner`, place 0 lowest: 70 · twists + tetrads. The
/// twists of the first seven places are digits in base 3, the lowest first.
#[inline(always)]
pub(super) fn corner_coset(bytes: u64) -> usize {
    // Digits two by two, four by four, then all: each step adds neighbours with the weight of the upper one.
    let digits = bytes >> 4 & 0x0003_0303_0303_0303;
    let pairs = (digits & 0x00FF_00FF_00FF_00FF) + 3 * (digits >> 8 & 0x00FF_00FF_00FF_00FF);
    let fours = (pairs & 0x0000_FFFF_0000_FFFF) + 9 * (pairs >> 16 & 0x0000_FFFF_0000_FFFF);
    let twist = (fours & 0xFFFF_FFFF) + 81 * (fours >> 32);
    // The tetrad is the parity of bits 0 and 2 of a corner. The product gathers the lowest bits of all bytes on top:
    // 2^8i · 2^(56 − 7i) = 2^(56 + i).
    let tetrads = (bytes ^ bytes >> 2) & 0x0101_0101_0101_0101;
    let places = tetrads.wrapping_mul(0x0102_0408_1020_4080) >> 56;
    70 * twist as usize + rank_4_of_8(places as usize)
}

/// The corners of a cube as eight bytes, see [`corner_coset`].
pub(super) fn corner_bytes(cube: &CubieCube) -> [u8; 8] {
    std::array::from_fn(|x| cube.corners.c[x] | cube.corners.o[x] << 4)
}

/// The edges of a cube as bytes `flip << 4 | edge`.
pub(super) fn edge_bytes(cube: &CubieCube) -> [u8; 16] {
    std::array::from_fn(|x| if x < 12 { cube.edges.e[x] | cube.edges.o[x] << 4 } else { 0 })
}

/// What a symmetry or a turn does to the edges' part of a coset: the block by a table, the flips by a linear map and
/// a pattern for each block.
struct EdgeMap {
    blocks: Vec<u16>,
    /// Flips of the image where the flips of the block are zero.
    patterns: Vec<u16>,
    /// Flips of the image, less the pattern.
    flips: Vec<u16>,
}

impl EdgeMap {
    /// `image` takes cubes to cubes.
    fn build(image: impl Fn(&CubieCube) -> CubieCube) -> EdgeMap {
        let (mut blocks, mut patterns) = (Vec::with_capacity(BLOCKS), Vec::with_capacity(BLOCKS));
        for block in 0..BLOCKS {
            let (to, pattern) = edges_of(&image(&cube_of_block(block)));
            blocks.push(to as u16);
            patterns.push(pattern as u16);
        }
        // Linear, so eleven images tell all.
        let basis: Vec<u16> = (0..11)
            .map(|bit| {
                let mut cube = CubieCube::SOLVED;
                cube.edges.o[bit] = 1;
                cube.edges.o[11] = 1;
                edges_of(&image(&cube)).1 as u16 ^ patterns[edges_of(&CubieCube::SOLVED).0]
            })
            .collect();
        let sum =
            |flips: usize| (0..11).filter(|bit| flips >> bit & 1 == 1).fold(0, |sum, bit| sum ^ basis[bit]);
        EdgeMap { blocks, patterns, flips: (0..FLIPS).map(sum).collect() }
    }
}

/// Block and flips of a cube's edges; bit p is the flip at place p.
pub(super) fn edges_of(cube: &CubieCube) -> (usize, usize) {
    let bits = |is: &dyn Fn(usize) -> bool| (0..12).filter(|&x| is(x)).fold(0, |bits, x| bits | 1 << x);
    let slice = bits(&|x| cube.edges.e[x] >= 8);
    let odd = bits(&|x| cube.edges.e[x] & 1 == 1);
    let (first, second) = edge_choices(slice, odd);
    (495 * second + first, bits(&|x| cube.edges.o[x] == 1) & (FLIPS - 1))
}

/// A cube with its edges in a block, unflipped. Corners are solved.
fn cube_of_block(block: usize) -> CubieCube {
    let slice = CHOICES_4_OF_12.sets()[block % 495];
    let odd = CHOICES_4_OF_8.sets()[block / 495];
    let mut cube = CubieCube::SOLVED;
    let (mut in_slice, mut even, mut odds) = (8..12, (0..8).step_by(2), (1..8).step_by(2));
    let mut other = 0;
    for x in 0..12 {
        let next = if slice >> x & 1 == 1 {
            in_slice.next()
        } else {
            other += 1;
            if odd >> (other - 1) & 1 == 1 { odds.next() } else { even.next() }
        };
        cube.edges.e[x] = next.unwrap_or(0);
    }
    cube
}

/// A cube with its corners in a coset. Edges are solved.
fn cube_of_corners(coset: usize) -> CubieCube {
    let mut cube = CubieCube::SOLVED;
    let mut twist = coset / 70;
    for o in &mut cube.corners.o[..7] {
        *o = (twist % 3) as u8;
        twist /= 3;
    }
    cube.corners.o[7] = (21 - cube.corners.o[..7].iter().sum::<u8>()) % 3;
    let places = CHOICES_4_OF_8.sets()[coset % 70];
    let (mut first, mut second) = ([0, 2, 5, 7].into_iter(), [1, 3, 4, 6].into_iter());
    for x in 0..8 {
        let next = if places >> x & 1 == 1 { second.next() } else { first.next() };
        cube.corners.c[x] = next.unwrap_or(0);
    }
    cube
}

/// For each corner coset its name, see [`CornerNames`]; and the representatives.
fn corner_classes() -> (Vec<u32>, Vec<u32>) {
    let mut names = vec![u32::MAX; CORNERS];
    let mut representatives = Vec::new();
    for value in 0..CORNERS {
        if names[value] != u32::MAX {
            continue;
        }
        let cube = cube_of_corners(value);
        for symmetry in Symmetry::all() {
            let name = &mut names[coset_of(&symmetry.of_cube(&cube))];
            if *name == u32::MAX {
                *name = (representatives.len() << 6 | symmetry.inverse().index()) as u32;
            }
        }
        representatives.push(value as u32);
    }
    assert_eq!(representatives.len(), CLASSES);
    (names, representatives)
}

/// The representative of each class.
#[cfg(test)]
pub(super) fn representatives() -> Vec<u32> {
    corner_classes().1
}

/// Symcoords of corner cosets: `class << 6 | symmetry`, where the symmetry maps the coset to the representative of its class. A
/// symmetric coset has several symcoords, each of which is valid.
#[derive(Debug)]
pub(super) struct CornerNames {
    /// See [`corner_classes`].
    names: Vec<u32>,
    /// For each class, the name of its representative after each turn.
    turned: Vec<[u32; Move::COUNT]>,
    /// What each symmetry makes of each turn.
    turns: [[u8; Move::COUNT]; 64],
    /// What two symmetries are in a row.
    products: [[u8; 64]; 64],
}

impl CornerNames {
    /// Takes a tenth of a second and 0.9 MB.
    pub(super) fn build() -> Self {
        let (names, representatives) = corner_classes();
        CornerNames::of_classes(names, &representatives)
    }

    fn of_classes(names: Vec<u32>, representatives: &[u32]) -> Self {
        let turned = representatives
            .iter()
            .map(|&value| {
                let cube = cube_of_corners(value as usize);
                Move::ALL.map(|turn| names[coset_of(&cube.then(CubieCube::of_move(turn)))])
            })
            .collect();
        let (mut turns, mut products) = ([[0; Move::COUNT]; 64], [[0; 64]; 64]);
        for symmetry in Symmetry::all() {
            turns[symmetry.index()] = Move::ALL.map(|turn| symmetry.of_move(turn).index() as u8);
            for next in Symmetry::all() {
                products[symmetry.index()][next.index()] = symmetry.then(next).index() as u8;
            }
        }
        CornerNames { names, turned, turns, products }
    }

    /// A symcoord of a cube's coset.
    pub(super) fn of(&self, cube: &CubieCube) -> u32 {
        self.of_coset(coset_of(cube))
    }

    /// A symcoord of a coset.
    #[inline(always)]
    pub(super) fn of_coset(&self, coset: usize) -> u32 {
        self.names[coset]
    }

    /// Prefetches the symcoord of a coset.
    #[inline(always)]
    pub(super) fn prefetch(&self, coset: usize) {
        prefetch(&self.names, coset);
    }

    /// Prefetches the symcoords that turns produce from this one.
    #[inline(always)]
    pub(super) fn prefetch_turned(&self, name: u32) {
        prefetch(&self.turned, (name >> 6) as usize);
        // A row is longer than a line of memory.
        prefetch(&self.turned, (name >> 6) as usize + 1);
    }

    /// A symcoord after a turn. With S · c · S⁻¹ the representative, S · (c · m) · S⁻¹ is the representative after S · m · S⁻¹.
    #[inline(always)]
    pub(super) fn turned(&self, name: u32, turn: usize) -> u32 {
        let (class, symmetry) = ((name >> 6) as usize, name as usize & 63);
        let next = self.turned[class][usize::from(self.turns[symmetry][turn])];
        next & !63 | u32::from(self.products[next as usize & 63][symmetry])
    }
}

/// The coset of a cube's corners.
fn coset_of(cube: &CubieCube) -> usize {
    corner_coset(u64::from_le_bytes(corner_bytes(cube)))
}

/// The classes of corner cosets and the maps of edges.
pub(super) struct Cosets {
    corners: CornerNames,
    symmetries: Vec<EdgeMap>,
    steps: Vec<Step>,
}

/// What is done at once, at the cost of a turn.
struct Step {
    edges: EdgeMap,
    /// For each class, the name of its representative after the step.
    turned: Vec<u32>,
    /// The number of the inverse step.
    inverse: usize,
}

/// The inverse of a step and a symmetry, on edges.
pub(super) struct Undo<'a> {
    symmetry: &'a EdgeMap,
    step: &'a EdgeMap,
    /// Of the step, for all blocks.
    pattern: u16,
}

impl Undo<'_> {
    /// Block and flips.
    #[inline]
    pub(super) fn of(&self, block: usize, flips: usize) -> (usize, usize) {
        let (block, pattern) = self.block(block);
        (block, usize::from(self.linear(flips) ^ pattern))
    }

    /// The block, and what it adds to [`Undo::linear`].
    #[inline]
    pub(super) fn block(&self, block: usize) -> (usize, u16) {
        let middle = usize::from(self.symmetry.blocks[block]);
        let pattern = self.step.flips[usize::from(self.symmetry.patterns[block])] ^ self.pattern;
        (usize::from(self.step.blocks[middle]), pattern)
    }

    /// The part of the flips that does not depend on the block.
    #[inline]
    pub(super) fn linear(&self, flips: usize) -> u16 {
        self.step.flips[usize::from(self.symmetry.flips[flips])]
    }
}

impl Cosets {
    /// With steps of which each has its inverse among them. Takes some tenths of a second and 8 MB.
    pub(super) fn build(steps: &[Vec<Move>]) -> Cosets {
        let (names, representatives) = corner_classes();
        let corners = CornerNames::of_classes(names, &representatives);
        let cubes: Vec<CubieCube> = steps.iter().map(|step| CubieCube::SOLVED.after(step)).collect();
        let turned = |step: &CubieCube, value: u32| corners.of(&cube_of_corners(value as usize).then(step));
        let of_cube = |cube: &CubieCube| {
            let inverse = cube.inverse();
            Step {
                edges: EdgeMap::build(|other| other.then(cube)),
                turned: representatives.iter().map(|&value| turned(cube, value)).collect(),
                inverse: cubes.iter().position(|other| *other == inverse).unwrap_or(0),
            }
        };
        Cosets {
            symmetries: Symmetry::all().map(|s| EdgeMap::build(|cube| s.of_cube(cube))).collect(),
            steps: cubes.iter().map(of_cube).collect(),
            corners,
        }
    }

    /// The class of the representative of `class` after a step, and the map of the edges back: it maps those of a coset in that
    /// class to those of its neighbour in this one.
    pub(super) fn neighbour(&self, class: usize, step: usize) -> (usize, Undo<'_>) {
        let name = self.steps[step].turned[class] as usize;
        let symmetry = Symmetry::all().nth(name & 63).unwrap_or(Symmetry::third_turn(0));
        let back = &self.steps[self.steps[step].inverse].edges;
        let symmetry = &self.symmetries[symmetry.inverse().index()];
        (name >> 6, Undo { symmetry, step: back, pattern: back.patterns[0] })
    }

    /// Class, block and flips of a cube.
    pub(super) fn of(&self, cube: &CubieCube) -> (usize, usize, usize) {
        let name = self.corners.of(cube) as usize;
        let symmetry = Symmetry::all().nth(name & 63).unwrap_or(Symmetry::third_turn(0));
        let (block, flips) = edges_of(&symmetry.of_cube(cube));
        (name >> 6, block, flips)
    }

    /// Class and block of the solved cube; its flips are 0.
    pub(super) fn home(&self) -> (usize, usize) {
        let (class, block, _) = self.of(&CubieCube::SOLVED);
        (class, block)
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Size;
    use super::*;
    use crate::model::moves::Metric;
    use crate::model::random_state::random_cube;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    #[test]
    fn numbers_and_their_cubes_agree() {
        for coset in (0..CORNERS).step_by(7) {
            assert_eq!(corner_coset(u64::from_le_bytes(corner_bytes(&cube_of_corners(coset)))), coset);
        }
        for block in 0..BLOCKS {
            assert_eq!(edges_of(&cube_of_block(block)), (block, 0));
        }
    }

    #[test]
    fn symmetric_cubes_and_cubes_of_one_coset_have_one_class() {
        let cosets = Cosets::build(&Size::LEAST.steps());
        let mut rng = ChaCha8Rng::seed_from_u64(81);
        let half_turns: Vec<Move> = Move::ALL.into_iter().filter(|turn| turn.quarters() == 2).collect();
        for _ in 0..100 {
            let cube = random_cube(&mut rng);
            let (class, block, flips) = cosets.of(&cube);
            for symmetry in Symmetry::all() {
                assert_eq!(cosets.of(&symmetry.of_cube(&cube)).0, class);
            }
            let turn = half_turns[rng.next_u32() as usize % 6];
            assert_eq!(cosets.of(&CubieCube::of_move(turn).then(&cube)), (class, block, flips));
        }
    }

    #[test]
    fn neighbours_lead_back() {
        // A neighbour's edges, led back, are those of a cube with the corners of the first.
        let steps = Size::LEAST.counting(Metric::SliceTurn).steps();
        assert_eq!(steps.len(), 18 + 9);
        let (cosets, representatives) = (Cosets::build(&steps), representatives());
        let mut rng = ChaCha8Rng::seed_from_u64(82);
        for _ in 0..300 {
            let class = rng.next_u32() as usize % CLASSES;
            let corners = cube_of_corners(representatives[class] as usize);
            let cube = CubieCube { corners: corners.corners, edges: random_cube(&mut rng).edges };
            for (number, step) in steps.iter().enumerate() {
                let (to, undo) = cosets.neighbour(class, number);
                let (found, block, flips) = cosets.of(&cube.after(step));
                assert_eq!(found, to);
                assert_eq!(undo.of(block, flips), edges_of(&cube));
            }
        }
    }
}
