//! Kociemba's three complete tables: for phase 1, for phase 2, and the huge one of the optimal solver.
//!
//! Start at [`Phase1Table`]. Each table combines a coordinate reduced by symmetry (the row) with one or two others as seen from
//! its representative (the place in the row). Kociemba's text writes phase 2 as 2768 · edges + class. Here it is
//! 40320 · class + edges as in the other tables, because a table is filled row by row (see `rows`).

use super::mod3::{FiveToAByte, TwoBits};
use super::rows::{Rows, fill};
use crate::coordinates::coordinate;
use crate::coordinates::move_table::MoveTable;
use crate::coordinates::symcoord::{self, Conjugates, FlipConjugates, SymCoordinate};
use crate::model::cubie::CubieCube;
use crate::model::move_masks::PHASE_2_MOVES;
use crate::model::moves::Move;
use crate::model::symmetry::Symmetry;
use permutant_search::limits::{Control, Progress, StopReason};
use permutant_search::table::Memory;

/// For each turn and symmetry of the sixteen, what turning and then conjugating does to each value of a coordinate;
/// and what conjugating alone does.
#[derive(Debug)]
struct Maps {
    /// turn · 16 + symmetry, then value.
    turned: Vec<Vec<u16>>,
    conjugated: Vec<Vec<u16>>,
}

impl Maps {
    fn new<const TURNS: usize>(moves: &MoveTable<TURNS>, conjugates: &Conjugates) -> Maps {
        let values = 0..moves.size();
        let conjugated: Vec<Vec<u16>> = (0..Symmetry::UD_COUNT)
            .map(|s| values.clone().map(|value| conjugates.of(value, s) as u16).collect())
            .collect();
        let map = |turn: usize, s: usize| {
            values.clone().map(|value| conjugated[s][usize::from(moves.row(value)[turn])]).collect()
        };
        let turned =
            (0..TURNS * Symmetry::UD_COUNT).map(|n| map(n / Symmetry::UD_COUNT, n % Symmetry::UD_COUNT));
        Maps { turned: turned.collect(), conjugated }
    }

    fn turned(&self, turn: usize, symmetry: usize) -> &[u16] {
        &self.turned[turn * Symmetry::UD_COUNT + symmetry]
    }
}

/// Twists in all ways that a table needs.
#[derive(Debug)]
struct Twists {
    moves: MoveTable<18>,
    conjugates: Conjugates,
}

impl Twists {
    fn build() -> Twists {
        Twists {
            moves: MoveTable::build(&coordinate::TWIST, &Move::ALL),
            conjugates: Conjugates::build(&coordinate::TWIST),
        }
    }
}

/// Flip-and-slice classes with the twist: 64 430 rows of 2187.
pub(crate) struct Phase1Rows<'a> {
    flip_slice: &'a SymCoordinate,
    twists: Maps,
}

impl<'a> Phase1Rows<'a> {
    /// From the coordinate [`symcoord::FLIP_SLICE`] and the move table and conjugates of the twists.
    pub(crate) fn new(
        flip_slice: &'a SymCoordinate,
        twist_moves: &MoveTable<18>,
        twists: &Conjugates,
    ) -> Phase1Rows<'a> {
        Phase1Rows { flip_slice, twists: Maps::new(twist_moves, twists) }
    }
}

impl Rows for Phase1Rows<'_> {
    fn rows(&self) -> usize {
        self.flip_slice.classes()
    }

    fn width(&self) -> usize {
        coordinate::TWIST.size
    }

    fn turns(&self) -> usize {
        Move::COUNT
    }

    fn step(&self, row: usize, turn: usize) -> (usize, &[u16]) {
        let to = self.flip_slice.row(row)[turn] as usize;
        (to >> 4, self.twists.turned(turn, to & 15))
    }

    fn twins<'a>(&'a self, row: usize, mut give: impl FnMut(usize, &'a [u16])) {
        for symmetry in self.flip_slice.self_symmetries(row) {
            give(row, &self.twists.conjugated[symmetry]);
        }
    }
}

/// Classes of corners with the edges of U and D: 2768 rows of 40 320.
pub(crate) struct Phase2Rows<'a> {
    corners: &'a SymCoordinate,
    edges: Maps,
}

impl<'a> Phase2Rows<'a> {
    /// From the coordinate [`symcoord::CORNERS`] and the move table and conjugates of the edges.
    pub(crate) fn new(
        corners: &'a SymCoordinate,
        edge_moves: &MoveTable<10>,
        edges: &Conjugates,
    ) -> Phase2Rows<'a> {
        Phase2Rows { corners, edges: Maps::new(edge_moves, edges) }
    }
}

impl Rows for Phase2Rows<'_> {
    fn rows(&self) -> usize {
        self.corners.classes()
    }

    fn width(&self) -> usize {
        self.edges.conjugated[0].len()
    }

    fn turns(&self) -> usize {
        PHASE_2_MOVES.len()
    }

    fn step(&self, row: usize, turn: usize) -> (usize, &[u16]) {
        let to = self.corners.row(row)[PHASE_2_MOVES[turn].index()] as usize;
        (to >> 4, self.edges.turned(turn, to & 15))
    }

    fn twins<'a>(&'a self, row: usize, mut give: impl FnMut(usize, &'a [u16])) {
        for symmetry in self.corners.self_symmetries(row) {
            give(row, &self.edges.conjugated[symmetry]);
        }
    }
}

/// Classes of the slice in order, then flip, with the twist: 788 · 2048 rows of 2187.
struct HugeRows<'a> {
    parts: &'a HugeParts,
    twists: Maps,
}

impl Rows for HugeRows<'_> {
    fn rows(&self) -> usize {
        self.parts.slices.classes() << 11
    }

    fn width(&self) -> usize {
        coordinate::TWIST.size
    }

    fn turns(&self) -> usize {
        Move::COUNT
    }

    fn step(&self, row: usize, turn: usize) -> (usize, &[u16]) {
        let (class, flip) = (row >> 11, row & 0x7FF);
        let to = self.parts.slices.row(class)[turn] as usize;
        let flip = usize::from(self.parts.flip_moves.row(flip)[turn]);
        let slice = self.parts.slice_moves.row(self.parts.slices.representative(class))[turn];
        let flip = self.parts.flip(flip, usize::from(slice), to & 15);
        (to >> 4 << 11 | flip, self.twists.turned(turn, to & 15))
    }

    fn twins<'a>(&'a self, row: usize, mut give: impl FnMut(usize, &'a [u16])) {
        let (class, flip) = (row >> 11, row & 0x7FF);
        for symmetry in self.parts.slices.self_symmetries(class) {
            let flip = self.parts.flip(flip, self.parts.slices.representative(class), symmetry);
            give(class << 11 | flip, &self.twists.conjugated[symmetry]);
        }
    }
}

/// The distances of all states modulo 3, five to a byte, and how many entries have each distance.
fn complete<G: Rows + Sync>(
    name: &'static str,
    rows: &G,
    threads: usize,
    control: &Control<'_>,
) -> Result<(Vec<u8>, Vec<u64>), StopReason> {
    let total = (rows.rows() * rows.width()) as u64;
    let table = TwoBits::new(rows.rows(), rows.width());
    let tell = |done: u64| control.report(Progress::Table { name, done, total });
    let distribution = fill(rows, &table, &[(0, 0)], threads, control, tell)?;
    Ok((table.pack(threads), distribution))
}

/// A small table as it is kept.
#[derive(Debug)]
struct Built {
    packed: FiveToAByte,
    distribution: Vec<u64>,
}

impl Built {
    fn fill<G: Rows + Sync>(
        name: &'static str,
        rows: &G,
        control: &Control<'_>,
    ) -> Result<Built, StopReason> {
        let (packed, distribution) = complete(name, rows, 1, control)?;
        Ok(Built { packed: FiveToAByte::new(packed), distribution })
    }
}

/// A complete table of distances modulo 3 that a search follows turn by turn.
pub trait AxisTable {
    /// Where a cube stands.
    type At: Copy;

    /// Where this cube stands.
    fn at(&self, cube: &CubieCube) -> Self::At;

    /// Where a turn leads from there.
    fn after(&self, at: Self::At, turn: Move) -> Self::At;

    /// The number of its entry.
    fn entry(&self, at: Self::At) -> usize;

    /// The distances modulo 3.
    fn entries(&self) -> FiveToAByte<&[u8]>;

    /// The distance modulo 3.
    #[inline]
    fn remainder(&self, at: Self::At) -> u8 {
        self.entries().get(self.entry(at))
    }

    /// The turns that count.
    const TURNS: &'static [Move];

    /// The distance, by following a path to the goal: each step takes a turn to the previous remainder.
    fn walk(&self, cube: &CubieCube) -> u32 {
        let mut at = self.at(cube);
        let home = self.at(&CubieCube::SOLVED);
        let mut steps = 0;
        loop {
            let below = (self.remainder(at) + 2) % 3;
            let mut nearer = Self::TURNS.iter().map(|&turn| self.after(at, turn));
            match nearer.find(|&next| self.remainder(next) == below) {
                Some(next) if !self.is_home(at, home) => at = next,
                _ => return steps,
            }
            steps += 1;
        }
    }

    /// Whether two places are the same.
    fn is_home(&self, at: Self::At, home: Self::At) -> bool;
}

/// The edges of the slice, flip and twist, as values of their coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orientations {
    slice: u16,
    flip: u16,
    twist: u16,
}

impl Orientations {
    /// Of a cube; `slice` is the coordinate of the slice's edges.
    fn of(slice: &coordinate::Coordinate, cube: &CubieCube) -> Self {
        Orientations {
            slice: (slice.of)(cube) as u16,
            flip: (coordinate::FLIP.of)(cube) as u16,
            twist: (coordinate::TWIST.of)(cube) as u16,
        }
    }

    /// After a turn, by the moves of slice, flip and twist.
    #[inline]
    fn after(self, [slice, flip, twist]: [&MoveTable<18>; 3], turn: Move) -> Self {
        Orientations {
            slice: slice.row(usize::from(self.slice))[turn.index()],
            flip: flip.row(usize::from(self.flip))[turn.index()],
            twist: twist.row(usize::from(self.twist))[turn.index()],
        }
    }
}

/// Distances to G1 = ⟨U, D, R2, L2, F2, B2⟩: 64 430 · 2187 = 140 908 410 entries (2187 · class + twist), 28 MB, at most 12 turns.
#[derive(Debug)]
pub struct Phase1Table {
    flip_slice: SymCoordinate,
    slice_moves: MoveTable<18>,
    flip_moves: MoveTable<18>,
    twists: Twists,
    built: Built,
}

impl Phase1Table {
    /// Builds the table in about two seconds on one core, with at most 64 MB.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn build(control: &Control<'_>) -> Result<Phase1Table, StopReason> {
        let flip_slice = SymCoordinate::build(&symcoord::FLIP_SLICE);
        let twists = Twists::build();
        let rows = Phase1Rows::new(&flip_slice, &twists.moves, &twists.conjugates);
        let built = Built::fill("phase-1", &rows, control)?;
        Ok(Phase1Table {
            flip_slice,
            slice_moves: MoveTable::build(&coordinate::SLICE, &Move::ALL),
            flip_moves: MoveTable::build(&coordinate::FLIP, &Move::ALL),
            twists,
            built,
        })
    }

    /// Number of entries at each distance, from 0.
    pub fn distribution(&self) -> &[u64] {
        &self.built.distribution
    }

    /// The number of turns to G1. At most 12 · 18 look-ups.
    pub fn distance(&self, cube: &CubieCube) -> u32 {
        self.walk(cube)
    }
}

impl AxisTable for Phase1Table {
    type At = Orientations;
    const TURNS: &'static [Move] = &Move::ALL;

    fn at(&self, cube: &CubieCube) -> Orientations {
        Orientations::of(&coordinate::SLICE, cube)
    }

    #[inline]
    fn after(&self, at: Orientations, turn: Move) -> Orientations {
        at.after([&self.slice_moves, &self.flip_moves, &self.twists.moves], turn)
    }

    #[inline]
    fn entry(&self, at: Orientations) -> usize {
        let name = self.flip_slice.name(usize::from(at.slice) << 11 | usize::from(at.flip)) as usize;
        let twist = self.twists.conjugates.of(usize::from(at.twist), name & 15);
        coordinate::TWIST.size * (name >> 4) + twist
    }

    fn entries(&self) -> FiveToAByte<&[u8]> {
        self.built.packed.view()
    }

    fn is_home(&self, at: Orientations, home: Orientations) -> bool {
        at == home
    }
}

/// Distances to the cubes with all pieces oriented and the slice sorted: 788 · 2048 · 2187 = 3 529 433 088 entries, 706 MB, at
/// most 13 turns.
pub struct HugeTable {
    parts: HugeParts,
    entries: Memory,
}

/// The data of the huge table that are small beside its entries.
#[derive(Debug)]
struct HugeParts {
    slices: SymCoordinate,
    slice_moves: MoveTable<18>,
    flip_moves: MoveTable<18>,
    flips: FlipConjugates,
    twists: Twists,
}

impl HugeParts {
    fn build() -> HugeParts {
        HugeParts {
            slices: SymCoordinate::build(&symcoord::SLICE_SORTED),
            slice_moves: MoveTable::build(&coordinate::SLICE_SORTED, &Move::ALL),
            flip_moves: MoveTable::build(&coordinate::FLIP, &Move::ALL),
            flips: FlipConjugates::build(),
            twists: Twists::build(),
        }
    }

    /// The flip of S · cube · S⁻¹ from that of the cube and its sorted slice, `symmetry` below 16.
    #[inline]
    fn flip(&self, flip: usize, slice: usize, symmetry: usize) -> usize {
        self.flips.of(flip, slice / 24, symmetry) as usize & 0x7FF
    }
}

/// The error for bytes that are not a huge table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the huge table has {} bytes, not {found}", HugeTable::BYTES)]
pub struct NotHuge {
    /// The actual number of bytes.
    pub found: usize,
}

impl std::fmt::Debug for HugeTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HugeTable").finish_non_exhaustive()
    }
}

impl HugeTable {
    /// Number of entries.
    pub const ENTRIES: usize =
        symcoord::SLICE_SORTED.classes * coordinate::FLIP.size * coordinate::TWIST.size;

    /// Bytes of the entries.
    pub const BYTES: usize = Self::ENTRIES.div_ceil(5);

    /// Bytes of memory that building takes.
    pub const BYTES_TO_BUILD: usize = TwoBits::bytes(Self::ENTRIES) + Self::BYTES + (64 << 20);

    /// Builds the entries for [`HugeTable::new`], 2187 · (2048 · class + flip) + twist, and returns the number of them at each
    /// distance. Takes 80 s on one core; threads share the work.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn build(threads: usize, control: &Control<'_>) -> Result<(Vec<u8>, Vec<u64>), StopReason> {
        let parts = HugeParts::build();
        let rows =
            HugeRows { twists: Maps::new(&parts.twists.moves, &parts.twists.conjugates), parts: &parts };
        complete("huge", &rows, threads, control)
    }

    /// The table with these entries.
    ///
    /// # Errors
    ///
    /// [`NotHuge`]. The caller is responsible for the contents being those of the table.
    pub fn new(entries: Memory) -> Result<HugeTable, NotHuge> {
        match (*entries).as_ref().len() {
            Self::BYTES => Ok(HugeTable { parts: HugeParts::build(), entries }),
            found => Err(NotHuge { found }),
        }
    }

    /// The number of turns to the goal of the table. At most 13 · 18 look-ups.
    pub fn distance(&self, cube: &CubieCube) -> u32 {
        self.walk(cube)
    }
}

impl AxisTable for HugeTable {
    type At = Orientations;
    const TURNS: &'static [Move] = &Move::ALL;

    fn at(&self, cube: &CubieCube) -> Orientations {
        Orientations::of(&coordinate::SLICE_SORTED, cube)
    }

    #[inline]
    fn after(&self, at: Orientations, turn: Move) -> Orientations {
        let HugeParts { slice_moves, flip_moves, twists, .. } = &self.parts;
        at.after([slice_moves, flip_moves, &twists.moves], turn)
    }

    #[inline]
    fn entry(&self, at: Orientations) -> usize {
        let slice = usize::from(at.slice);
        let name = self.parts.slices.name(slice) as usize;
        let flip = self.parts.flip(usize::from(at.flip), slice, name & 15);
        let twist = self.parts.twists.conjugates.of(usize::from(at.twist), name & 15);
        coordinate::TWIST.size * (name >> 4 << 11 | flip) + twist
    }

    fn entries(&self) -> FiveToAByte<&[u8]> {
        FiveToAByte::new((*self.entries).as_ref())
    }

    fn is_home(&self, at: Orientations, home: Orientations) -> bool {
        at == home
    }
}

/// Distances of corners and edges of U and D within G1: 2768 · 40 320 = 111 605 760 entries (40 320 · class + edges), 22 MB, at most
/// 18 turns.
#[derive(Debug)]
pub struct Phase2Table {
    corners: SymCoordinate,
    corner_moves: MoveTable<10>,
    edge_moves: MoveTable<10>,
    edge_conjugates: Conjugates,
    built: Built,
}

impl Phase2Table {
    /// Builds the table in about two seconds on one core, with at most 64 MB.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn build(control: &Control<'_>) -> Result<Phase2Table, StopReason> {
        let corners = SymCoordinate::build(&symcoord::CORNERS);
        let edge_moves = MoveTable::build(&coordinate::UD_EDGES, &PHASE_2_MOVES);
        let edge_conjugates = Conjugates::spread(&PHASE_2_MOVES, &edge_moves);
        let rows = Phase2Rows::new(&corners, &edge_moves, &edge_conjugates);
        let built = Built::fill("phase-2", &rows, control)?;
        let corner_moves = MoveTable::build(&coordinate::CORNERS, &PHASE_2_MOVES);
        Ok(Phase2Table { corners, corner_moves, edge_moves, edge_conjugates, built })
    }

    /// Number of entries at each distance, from 0.
    pub fn distribution(&self) -> &[u64] {
        &self.built.distribution
    }

    /// The number of turns of G1 that solve the corners and the edges of U and D; `None` for a cube outside G1. At most 18 · 10
    /// look-ups.
    pub fn distance(&self, cube: &CubieCube) -> Option<u32> {
        let in_g1 =
            [coordinate::TWIST, coordinate::FLIP, coordinate::SLICE].iter().all(|c| (c.of)(cube) == 0);
        in_g1.then(|| self.walk(cube))
    }
}

/// Corners and edges of U and D, as values of their coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permuted {
    corners: u16,
    edges: u16,
}

impl AxisTable for Phase2Table {
    type At = Permuted;
    const TURNS: &'static [Move] = &PHASE_2_MOVES;

    fn at(&self, cube: &CubieCube) -> Permuted {
        Permuted {
            corners: (coordinate::CORNERS.of)(cube) as u16,
            edges: (coordinate::UD_EDGES.of)(cube) as u16,
        }
    }

    fn after(&self, at: Permuted, turn: Move) -> Permuted {
        let n = PHASE_2_MOVES.iter().position(|&m| m == turn).unwrap_or(0);
        Permuted {
            corners: self.corner_moves.row(usize::from(at.corners))[n],
            edges: self.edge_moves.row(usize::from(at.edges))[n],
        }
    }

    fn entry(&self, at: Permuted) -> usize {
        let name = self.corners.name(usize::from(at.corners)) as usize;
        let edges = self.edge_conjugates.of(usize::from(at.edges), name & 15);
        coordinate::UD_EDGES.size * (name >> 4) + edges
    }

    fn entries(&self) -> FiveToAByte<&[u8]> {
        self.built.packed.view()
    }

    fn is_home(&self, at: Permuted, home: Permuted) -> bool {
        at == home
    }
}

/// The table of phase 1, filled once for all tests.
#[cfg(test)]
pub(crate) static PHASE_1: std::sync::LazyLock<std::sync::Arc<Phase1Table>> =
    std::sync::LazyLock::new(|| Phase1Table::build(&Control::new()).expect("nobody stops it").into());

#[cfg(test)]
mod tests {
    use super::super::distances::distances;
    use super::super::mod3::next_distance;
    use super::*;
    use crate::model::random_state::random_cube;
    use crate::reid::Reid;
    use permutant_search::limits::{Limits, Outcome};
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};
    use std::ops::ControlFlow;

    // kociemba.org/cube.htm, the exact distributions of the three tables.
    const IN_PHASE_1: [u64; 13] =
        [1, 1, 5, 44, 487, 5841, 68_364, 776_568, 7_950_748, 52_098_876, 76_236_234, 3_771_112, 129];
    const IN_PHASE_2: [u64; 19] = [
        1, 3, 10, 52, 285, 1318, 5671, 26_502, 115_467, 470_846, 1_853_056, 6_535_823, 18_349_792,
        32_843_350, 34_118_883, 15_974_563, 1_290_346, 19_777, 15,
    ];
    const HUGE: [u64; 14] = [
        1,
        2,
        12,
        119,
        1393,
        17_313,
        215_282,
        2_630_385,
        30_783_139,
        311_832_366,
        1_735_112_058,
        1_436_784_881,
        12_056_109,
        28,
    ];

    /// Random walks: the distance that is followed is the distance that is walked, and never more than the turns made.
    fn follow(table: &impl AxisTable, seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..50 {
            let mut cube = CubieCube::SOLVED;
            let mut distance = 0;
            for made in 1..=20 {
                let turn = next_turn(table, &mut rng);
                cube = cube.then(CubieCube::of_move(turn));
                distance = next_distance(distance, table.remainder(table.at(&cube)));
                assert_eq!(distance, table.walk(&cube));
                assert!(distance <= made);
            }
        }
    }

    fn next_turn<T: AxisTable>(_: &T, rng: &mut ChaCha8Rng) -> Move {
        T::TURNS[rng.next_u32() as usize % T::TURNS.len()]
    }

    #[test]
    fn phase_1_has_its_published_distribution() {
        let table = &**PHASE_1;
        assert_eq!(table.distribution(), IN_PHASE_1);
        assert_eq!(table.distribution().iter().sum::<u64>(), 140_908_410);
        assert_eq!(table.entries().bytes().len(), 140_908_410 / 5);
        follow(table, 71);
        // Symmetric cubes are equally far.
        let mut rng = ChaCha8Rng::seed_from_u64(72);
        for _ in 0..20 {
            let cube = random_cube(&mut rng);
            for symmetry in Symmetry::UD_AXIS {
                assert_eq!(table.distance(&symmetry.of_cube(&cube)), table.distance(&cube));
            }
        }
    }

    #[test]
    fn phase_2_has_its_published_distribution() {
        let table = Phase2Table::build(&Control::new()).unwrap();
        assert_eq!(table.distribution(), IN_PHASE_2);
        assert_eq!(table.distribution().iter().sum::<u64>(), 111_605_760);
        follow(&table, 73);
        assert_eq!(table.distance(CubieCube::of_move(Move::ALL[3])), None);
    }

    #[test]
    fn bytes_and_remainders_are_the_same_distances() {
        // Corners with the order of the slice, which is as small as a table of this kind can be.
        let corners = SymCoordinate::build(&symcoord::CORNERS);
        let moves = MoveTable::build(&coordinate::SLICE_ORDER, &PHASE_2_MOVES);
        let rows = Phase2Rows::new(&corners, &moves, &Conjugates::spread(&PHASE_2_MOVES, &moves));
        for threads in [1, 2] {
            let (packed, counts) = complete("corners", &rows, threads, &Control::new()).unwrap();
            let packed = FiveToAByte::new(packed);
            let bytes = distances(&rows, threads, &Control::new(), |_| {}).unwrap();
            let mut found = vec![0; counts.len()];
            for (n, &distance) in bytes.iter().enumerate() {
                found[usize::from(distance)] += 1;
                assert_eq!(packed.get(n), distance % 3);
            }
            assert_eq!(found, counts);
        }
    }

    #[test]
    #[ignore = "long: minutes and 1.6 GB"]
    fn the_huge_table_has_its_published_distribution() {
        let (entries, distribution) = HugeTable::build(2, &Control::new()).unwrap();
        assert_eq!(distribution, HUGE);
        assert_eq!(distribution.iter().sum::<u64>(), 3_529_433_088);
        assert_eq!(HugeTable::new(Box::new(vec![0; 7])).unwrap_err(), NotHuge { found: 7 });
        let table = HugeTable::new(Box::new(entries)).unwrap();
        follow(&table, 74);
        // Solvers with different tables find equally many shortest solutions.
        let (huge, small) = (Reid::new(table.into()), Reid::new(std::sync::Arc::clone(&PHASE_1)));
        let mut rng = ChaCha8Rng::seed_from_u64(75);
        for turns in 5..=11 {
            let scramble: Vec<Move> = (0..turns).map(|_| next_turn(huge.table(), &mut rng)).collect();
            let cube = CubieCube::SOLVED.after(&scramble);
            assert_eq!(lengths(&huge, &cube), lengths(&small, &cube), "{scramble:?}");
        }
    }

    /// The lengths of all shortest solutions.
    fn lengths<T: AxisTable>(solver: &Reid<T>, cube: &CubieCube) -> Vec<u32> {
        let (mut found, limits) = (Vec::new(), Limits { shortest_only: true, ..Limits::default() });
        let end = solver.solve(cube, &limits, &Control::new(), |solution, _| {
            found.push(solution.length());
            ControlFlow::Continue(())
        });
        assert_eq!(end, Outcome::Found(()));
        found
    }
}
