//! Coordinates under symmetry: conjugated values, symmetry classes and symcoords.
//!
//! Start at [`SymCoordinate`]: the symcoord of a value x is 16 · class + s, where S(s) maps x to the least value of its class.
//! The three instances ([`ALL`]) are Kociemba's (kociemba.org/cube.htm): flip and UD slice together, the sorted slice, and the
//! corner permutation. All of them are built from [`Classes`] and [`Conjugates`].
//!
//! A value that is itself symmetric has several symcoords. Code that fills a table by symcoord must fill all of them.

use crate::coordinates::coordinate::{self, Coordinate};
use crate::coordinates::move_table::MoveTable;
use crate::model::cubie::CubieCube;
use crate::model::moves::Move;
use crate::model::symmetry::Symmetry;

/// A coordinate under the sixteen symmetries that preserve the axis: the value of S · cube · S⁻¹ for each value of the cube.
#[derive(Clone, Debug)]
pub(crate) struct Conjugates {
    rows: Vec<[u16; Symmetry::UD_COUNT]>,
}

impl Conjugates {
    /// Conjugates 16 cubes for each value.
    ///
    /// For flip this is valid if the edges of the slice are in the slice, as in the cubes of the coordinate.
    pub(crate) fn build(coordinate: &Coordinate) -> Conjugates {
        let images =
            |cube| Symmetry::UD_AXIS.map(|symmetry| (coordinate.of)(&symmetry.of_cube(&cube)) as u16);
        Conjugates { rows: (0..coordinate.size).map(coordinate.cube).map(images).collect() }
    }

    /// [`Conjugates::build`] of [`coordinate::FLIP`]: with the edges at home, flips are added and conjugated place by place.
    fn of_flips() -> Conjugates {
        let mut rows = vec![[0; Symmetry::UD_COUNT]; coordinate::FLIP.size];
        for value in 1..coordinate::FLIP.size {
            let rest = value & (value - 1);
            rows[value] = if rest == 0 {
                let cube = (coordinate::FLIP.cube)(value);
                Symmetry::UD_AXIS.map(|symmetry| (coordinate::FLIP.of)(&symmetry.of_cube(&cube)) as u16)
            } else {
                std::array::from_fn(|symmetry| rows[rest][symmetry] ^ rows[value ^ rest][symmetry])
            };
        }
        Conjugates { rows }
    }

    /// The same for a coordinate all of whose values can be reached from the solved one by some turns, given their effect. S · xm
    /// · S⁻¹ is S · x · S⁻¹ followed by S · m · S⁻¹, so the images of each value follow from those of its predecessor by look-up.
    /// The turns must be closed under the sixteen symmetries. Takes 16 · size steps.
    pub(crate) fn spread<const TURNS: usize>(turns: &[Move; TURNS], moves: &MoveTable<TURNS>) -> Conjugates {
        let turn_images: Vec<[usize; Symmetry::UD_COUNT]> = turns
            .iter()
            .map(|&turn| {
                let image = |symmetry: Symmetry| turns.iter().position(|&m| m == symmetry.of_move(turn));
                Symmetry::UD_AXIS.map(|symmetry| image(symmetry).expect("turns are closed under symmetry"))
            })
            .collect();
        const UNKNOWN: [u16; Symmetry::UD_COUNT] = [u16::MAX; Symmetry::UD_COUNT];
        let mut rows = vec![UNKNOWN; moves.size()];
        rows[0] = [0; Symmetry::UD_COUNT];
        let mut reached = vec![0u16];
        let mut next = 0;
        while let Some(&value) = reached.get(next) {
            next += 1;
            let row = rows[usize::from(value)];
            for (turn, images) in turn_images.iter().enumerate() {
                let after = moves.row(usize::from(value))[turn];
                if rows[usize::from(after)] == UNKNOWN {
                    rows[usize::from(after)] = std::array::from_fn(|symmetry| {
                        moves.row(usize::from(row[symmetry]))[images[symmetry]]
                    });
                    reached.push(after);
                }
            }
        }
        debug_assert_eq!(reached.len(), moves.size());
        Conjugates { rows }
    }

    /// Value of S · cube · S⁻¹, `symmetry` below 16.
    #[inline]
    pub(crate) fn of(&self, value: usize, symmetry: usize) -> usize {
        usize::from(self.rows[value][symmetry])
    }

    /// Number of values.
    pub(crate) fn size(&self) -> usize {
        self.rows.len()
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.rows)
    }
}

/// The integer type of the entries of a table. A narrow type halves the cache space that a search fills.
pub(crate) trait Word: Copy + PartialEq + std::fmt::Debug {
    /// No number of a table: 2^bits − 1.
    const NONE: Self;
    /// A number that is known to fit and not to be [`Word::NONE`].
    fn narrow(value: usize) -> Self;
    /// The number.
    fn wide(self) -> usize;
}

impl Word for u16 {
    const NONE: u16 = u16::MAX;
    #[inline]
    fn narrow(value: usize) -> u16 {
        assert!(value < usize::from(u16::MAX));
        value as u16
    }
    #[inline]
    fn wide(self) -> usize {
        usize::from(self)
    }
}

impl Word for u32 {
    const NONE: u32 = u32::MAX;
    #[inline]
    fn narrow(value: usize) -> u32 {
        assert!(value < u32::MAX as usize);
        value as u32
    }
    #[inline]
    fn wide(self) -> usize {
        self as usize
    }
}

/// The classes of a coordinate under the sixteen symmetries that preserve the axis.
#[derive(Clone, Debug)]
pub(crate) struct Classes<W = u16> {
    /// For each value `class << 4 | symmetry`, where the symmetry takes the value to the representative of its class.
    names: Vec<W>,
    /// The smallest value of each class.
    representatives: Vec<W>,
    /// For each class, a bit for each symmetry that keeps the representative.
    stabilizers: Vec<u16>,
}

impl<W: Word> Classes<W> {
    /// Takes 16 steps per class. `conjugate` computes the value of S · cube · S⁻¹ from the value of the cube.
    pub(crate) fn build(size: usize, conjugate: impl Fn(usize, Symmetry) -> usize) -> Self {
        let mut names = vec![W::NONE; size];
        let (mut representatives, mut stabilizers) = (Vec::new(), Vec::new());
        for value in 0..size {
            if names[value] != W::NONE {
                continue;
            }
            let class = representatives.len();
            let mut stabilizer = 0;
            for symmetry in Symmetry::UD_AXIS {
                let image = conjugate(value, symmetry);
                if image == value {
                    stabilizer |= 1 << symmetry.index();
                }
                if names[image] == W::NONE {
                    names[image] = W::narrow(class << 4 | symmetry.inverse().index());
                }
            }
            representatives.push(W::narrow(value));
            stabilizers.push(stabilizer);
        }
        Classes { names, representatives, stabilizers }
    }

    /// Number of classes.
    pub(crate) fn count(&self) -> usize {
        self.representatives.len()
    }

    /// The class of a value and the symmetry that maps it to the representative.
    #[inline]
    pub(crate) fn of(&self, value: usize) -> (usize, usize) {
        let name = self.names[value].wide();
        (name >> 4, name & 15)
    }

    /// The representative of a class, its least value.
    pub(crate) fn representative(&self, class: usize) -> usize {
        self.representatives[class].wide()
    }

    /// The symmetries, except the identity, that fix the representative of a class.
    pub(crate) fn self_symmetries(&self, class: usize) -> impl Iterator<Item = usize> + use<W> {
        crate::model::move_masks::bits(u32::from(self.stabilizers[class]) & !1)
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.names) + size_of_val(&*self.representatives) + size_of_val(&*self.stabilizers)
    }
}

/// Flip under the sixteen symmetries, given the places of the edges of the slice.
///
/// A quarter turn of the whole cube about U and D changes the reference orientation of these edges, so flip alone cannot be
/// conjugated. The difference, however, is one pattern for each set of places. Thus 2048 · 16 and 495 · 16 numbers replace a
/// table of all pairs with 2048 · 16 · 788.
#[derive(Clone, Debug)]
pub(crate) struct FlipConjugates {
    /// With the edges of the slice in their places.
    flips: Conjugates,
    /// What other places of these edges add to that flip, and where the edges go, as `slice << 11 | flip`.
    slices: Vec<[u32; Symmetry::UD_COUNT]>,
}

impl FlipConjugates {
    pub(crate) fn build() -> FlipConjugates {
        let conjugate = |slice: usize, symmetry: Symmetry| {
            let image = symmetry.of_cube(&(coordinate::SLICE.cube)(slice));
            ((coordinate::SLICE.of)(&image) << 11 | (coordinate::FLIP.of)(&image)) as u32
        };
        FlipConjugates {
            flips: Conjugates::of_flips(),
            slices: (0..coordinate::SLICE.size)
                .map(|slice| Symmetry::UD_AXIS.map(|symmetry| conjugate(slice, symmetry)))
                .collect(),
        }
    }

    /// Slice and flip of S · cube · S⁻¹, as `slice << 11 | flip`, `symmetry` below 16.
    #[inline]
    pub(crate) fn of(&self, flip: usize, slice: usize, symmetry: usize) -> u32 {
        self.slices[slice][symmetry] ^ self.flips.of(flip, symmetry) as u32
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        self.flips.bytes() + size_of_val(&*self.slices)
    }
}

/// A coordinate that is reduced by symmetry, with its name and the number of its classes.
#[derive(Clone, Copy, Debug)]
pub struct Reduced {
    /// The coordinate.
    pub coordinate: Coordinate,
    /// The number of its classes under the sixteen symmetries that preserve the axis.
    pub classes: usize,
}

/// Every coordinate that is reduced by symmetry.
pub const ALL: [Reduced; 3] = [FLIP_SLICE, SLICE_SORTED, CORNERS];

/// Flip and slice, for phase 1: 64 430 classes.
pub const FLIP_SLICE: Reduced = Reduced { coordinate: coordinate::FLIP_SLICE, classes: 64_430 };

/// The sorted slice, for the large table of the optimal solver: 788 classes.
pub const SLICE_SORTED: Reduced = Reduced { coordinate: coordinate::SLICE_SORTED, classes: 788 };

/// The corners, for phase 2: 2768 classes.
pub const CORNERS: Reduced = Reduced { coordinate: coordinate::CORNERS, classes: 2768 };

/// A symcoord, 16 · class + symmetry, with its move table.
///
/// ```
/// use permutant_cube::model::cubie::CubieCube;
/// use permutant_cube::model::moves::Move;
/// use permutant_cube::coordinates::symcoord::{CORNERS, SymCoordinate};
/// let corners = SymCoordinate::build(&CORNERS);
/// assert_eq!(corners.classes(), 2768);
/// let cube = CubieCube::SOLVED.after(&[Move::ALL[3], Move::ALL[7]]);
/// let x = corners.of(&CubieCube::SOLVED);
/// let x = corners.after(corners.after(x, Move::ALL[3]), Move::ALL[7]);
/// assert_eq!(corners.value(x), corners.value(corners.of(&cube)));
/// ```
#[derive(Clone, Debug)]
pub struct SymCoordinate {
    coordinate: Coordinate,
    classes: Classes<u32>,
    moves: Vec<[u32; Move::COUNT]>,
}

impl SymCoordinate {
    /// Conjugates each class sixteen times and turns it eighteen times, on the pieces. Takes a tenth of a second for the largest
    /// coordinate.
    pub fn build(reduced: &Reduced) -> SymCoordinate {
        let Coordinate { size, of, cube, .. } = reduced.coordinate;
        let classes = Classes::build(size, |value, symmetry| of(&symmetry.of_cube(&cube(value))));
        debug_assert_eq!(classes.count(), reduced.classes);
        let row = |class| {
            let cube = cube(classes.representative(class));
            Move::ALL
                .map(|turn| classes.names[reduced.coordinate.of_product(&cube, CubieCube::of_move(turn))])
        };
        let moves = (0..classes.count()).map(row).collect();
        SymCoordinate { coordinate: reduced.coordinate, classes, moves }
    }

    /// Number of classes.
    pub fn classes(&self) -> usize {
        self.classes.count()
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        self.classes.bytes() + size_of_val(&*self.moves)
    }

    /// The symcoord 16 · class + s of a cube x: S(s) · x · S(s)⁻¹ has the least value of the class.
    pub fn of(&self, cube: &CubieCube) -> u32 {
        self.name((self.coordinate.of)(cube))
    }

    /// The same for a value of the coordinate.
    pub fn name(&self, value: usize) -> u32 {
        self.classes.names[value]
    }

    /// The value of a symcoord.
    pub fn value(&self, name: u32) -> usize {
        let cube = (self.coordinate.cube)(self.representative(name as usize >> 4));
        let symmetry = Symmetry::UD_AXIS[name as usize & 15].inverse();
        (self.coordinate.of)(&symmetry.of_cube(&cube))
    }

    /// The representative of a class, its least value.
    pub fn representative(&self, class: usize) -> usize {
        self.classes.representative(class)
    }

    /// The symmetries other than the identity, each below 16, that fix the least value of a class.
    pub fn self_symmetries(&self, class: usize) -> impl Iterator<Item = usize> + use<> {
        self.classes.self_symmetries(class)
    }

    /// The image of the least value of a class under each turn.
    #[inline]
    pub fn row(&self, class: usize) -> &[u32; Move::COUNT] {
        &self.moves[class]
    }

    /// A symcoord after a turn. With x = S⁻¹ · r · S, x · m = S⁻¹ · (r · (S · m · S⁻¹)) · S: the turn is conjugated, the row of
    /// the class is looked up, and the two symmetries are multiplied.
    pub fn after(&self, name: u32, turn: Move) -> u32 {
        let symmetry = Symmetry::UD_AXIS[name as usize & 15];
        let next = self.moves[name as usize >> 4][symmetry.of_move(turn).index()];
        let back = Symmetry::UD_AXIS[next as usize & 15];
        next & !15 | back.then(symmetry).index() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::random_state::random_cube;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn conjugates_are_those_of_the_pieces() {
        let check = |coordinate: &Coordinate, conjugates: &Conjugates| {
            for value in (0..coordinate.size).step_by(1 + coordinate.size / 500) {
                for symmetry in Symmetry::UD_AXIS {
                    let image = symmetry.of_cube(&(coordinate.cube)(value));
                    assert_eq!(conjugates.of(value, symmetry.index()), (coordinate.of)(&image));
                }
            }
        };
        for coordinate in [coordinate::TWIST, coordinate::FLIP] {
            check(&coordinate, &Conjugates::build(&coordinate));
        }
        check(&coordinate::FLIP, &Conjugates::of_flips());
        // The turns that keep the slice.
        let turns = [0, 1, 2, 4, 7, 9, 10, 11, 13, 16].map(|m| Move::ALL[m]);
        for coordinate in [coordinate::CORNERS, coordinate::UD_EDGES, coordinate::SLICE_ORDER] {
            check(&coordinate, &Conjugates::spread(&turns, &MoveTable::build(&coordinate, &turns)));
        }
    }

    #[test]
    fn classes_have_their_published_number_and_lead_to_their_representatives() {
        let conjugates = Conjugates::spread(&Move::ALL, &MoveTable::build(&coordinate::CORNERS, &Move::ALL));
        let classes =
            Classes::<u16>::build(coordinate::CORNERS.size, |value, s| conjugates.of(value, s.index()));
        assert_eq!(classes.count(), 2768); // kociemba.org/cube.htm
        let mut members = vec![0; classes.count()];
        for value in 0..coordinate::CORNERS.size {
            let (class, symmetry) = classes.of(value);
            assert_eq!(conjugates.of(value, symmetry), classes.representative(class));
            members[class] += 1;
        }
        for (class, members) in members.into_iter().enumerate() {
            // Orbit and stabilizer.
            assert_eq!(members * (1 + classes.self_symmetries(class).count()), Symmetry::UD_COUNT);
        }
    }

    #[test]
    fn reduced_coordinates_have_their_published_classes_and_turn_as_the_pieces_do() {
        let mut rng = ChaCha8Rng::seed_from_u64(61);
        for reduced in ALL {
            let coordinate = SymCoordinate::build(&reduced);
            assert_eq!(coordinate.classes(), reduced.classes);
            let names: usize =
                (0..reduced.classes).map(|class| 16 / (1 + coordinate.self_symmetries(class).count())).sum();
            assert_eq!(names, reduced.coordinate.size);
            for _ in 0..300 {
                let cube = random_cube(&mut rng);
                let name = coordinate.of(&cube);
                assert_eq!(coordinate.value(name), (reduced.coordinate.of)(&cube));
                for turn in Move::ALL {
                    let expected = (reduced.coordinate.of)(&cube.then(CubieCube::of_move(turn)));
                    assert_eq!(coordinate.value(coordinate.after(name, turn)), expected);
                }
            }
        }
    }

    #[test]
    fn flip_is_conjugated_with_the_slice() {
        let flips = FlipConjugates::build();
        let mut rng = ChaCha8Rng::seed_from_u64(62);
        for _ in 0..300 {
            let cube = random_cube(&mut rng);
            for symmetry in Symmetry::UD_AXIS {
                let image = (coordinate::FLIP_SLICE.of)(&symmetry.of_cube(&cube)) as u32;
                let (flip, slice) = ((coordinate::FLIP.of)(&cube), (coordinate::SLICE.of)(&cube));
                assert_eq!(flips.of(flip, slice, symmetry.index()), image);
            }
        }
    }
}
