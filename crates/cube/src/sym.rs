//! The 48 symmetries of the cube, and what they do to turns and coordinates.
//!
//! Start at [`Symmetry`]. Numbers are Kociemba's: 16·a + 8·b + 2·c + d is S_URF3^a · S_F2^b · S_U4^c · S_LR2^d, a third
//! turn about the corner URF, a half turn about F, a quarter turn about U and the mirror of left and right. The first
//! sixteen keep the axis through U and D, and are the ones that coordinates of the two phases can be reduced by:
//! [`Conjugates`] is a coordinate under them, [`Classes`] its classes.
//!
//! Reflections do not permute real corners, so they are computed with three more "twists", 3 to 5, that make the
//! cyclic group of the corner the dihedral one.

use crate::coord::Coordinate;
use crate::cubie::{Corners, CubieCube, Edges};
use crate::move_table::MoveTable;
use crate::moves::Move;
use std::sync::LazyLock;

/// One of the 48 symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

/// The cubes that the symmetries are, their inverses and their effect on turns.
struct Tables {
    cubes: [CubieCube; Symmetry::COUNT],
    inverse: [Symmetry; Symmetry::COUNT],
    moves: [[Move; Move::COUNT]; Symmetry::COUNT],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let third = CubieCube {
        corners: Corners { c: [0, 4, 5, 1, 3, 7, 6, 2], o: [1, 2, 1, 2, 2, 1, 2, 1] },
        edges: Edges { e: [1, 8, 5, 9, 3, 11, 7, 10, 0, 4, 6, 2], o: [1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1] },
    };
    let half = CubieCube {
        corners: Corners { c: [5, 4, 7, 6, 1, 0, 3, 2], o: [0; 8] },
        edges: Edges { e: [6, 5, 4, 7, 2, 1, 0, 3, 9, 8, 11, 10], o: [0; 12] },
    };
    let quarter = CubieCube {
        corners: Corners { c: [3, 0, 1, 2, 7, 4, 5, 6], o: [0; 8] },
        edges: Edges { e: [3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10], o: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1] },
    };
    let mirror = CubieCube {
        corners: Corners { c: [1, 0, 3, 2, 5, 4, 7, 6], o: [3; 8] },
        edges: Edges { e: [2, 1, 0, 3, 6, 5, 4, 7, 9, 8, 11, 10], o: [0; 12] },
    };
    let cubes: [CubieCube; Symmetry::COUNT] = std::array::from_fn(|n| {
        let factors = [(third, n / 16), (half, n / 8 % 2), (quarter, n / 2 % 4), (mirror, n % 2)];
        factors.iter().fold(CubieCube::SOLVED, |cube, (factor, times)| {
            (0..*times).fold(cube, |cube, _| product(&cube, factor))
        })
    });
    let find =
        |is: &dyn Fn(&CubieCube) -> bool| cubes.iter().position(is).expect("the symmetries are a group");
    let inverse: [Symmetry; Symmetry::COUNT] =
        std::array::from_fn(|n| Symmetry(find(&|cube| product(&cubes[n], cube) == CubieCube::SOLVED) as u8));
    let moves = std::array::from_fn(|n| {
        Move::ALL.map(|turn| {
            let image =
                product(&product(&cubes[n], CubieCube::of_move(turn)), &cubes[usize::from(inverse[n].0)]);
            Move::ALL
                .into_iter()
                .find(|m| *CubieCube::of_move(*m) == image)
                .expect("a symmetry takes face turns to face turns")
        })
    });
    Tables { cubes, inverse, moves }
});

/// The product of cubes, of which any may be mirrored.
fn product(a: &CubieCube, b: &CubieCube) -> CubieCube {
    let mut corners = Corners::SOLVED;
    for x in 0..8 {
        let from = usize::from(b.corners.c[x]);
        let (p, q) = (a.corners.o[from], b.corners.o[x]);
        corners.c[x] = a.corners.c[from];
        // 0..3 are rotations by thirds, 3..6 reflections.
        corners.o[x] = match (p < 3, q < 3) {
            (true, true) => (p + q) % 3,
            (true, false) => (p + q) % 3 + 3,
            (false, true) => (p + 3 - q) % 3 + 3,
            (false, false) => (p + 3 - q) % 3,
        };
    }
    CubieCube { corners, edges: a.edges.then(&b.edges) }
}

impl Symmetry {
    /// Number of symmetries of the cube.
    pub const COUNT: usize = 48;

    /// Number of symmetries that keep the axis through U and D; they come first.
    pub const UD_COUNT: usize = 16;

    /// Those sixteen.
    pub const UD_AXIS: [Symmetry; Symmetry::UD_COUNT] = {
        let mut all = [Symmetry(0); Symmetry::UD_COUNT];
        let mut n = 0;
        while n < Symmetry::UD_COUNT {
            all[n] = Symmetry(n as u8);
            n += 1;
        }
        all
    };

    /// All 48.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..Symmetry::COUNT as u8).map(Symmetry)
    }

    /// The 24 that are rotations of the whole cube.
    pub fn rotations() -> impl Iterator<Item = Symmetry> {
        (0..Symmetry::COUNT as u8).step_by(2).map(Symmetry)
    }

    /// A third turn about the corner URF, 0 to 2 times: takes each of the three axes to the place of U and D.
    pub fn third_turn(times: usize) -> Symmetry {
        Symmetry(16 * (times % 3) as u8)
    }

    /// Index 0..48.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Symmetry {
        TABLES.inverse[self.index()]
    }

    /// S · turn · S⁻¹.
    pub fn of_move(self, turn: Move) -> Move {
        TABLES.moves[self.index()][turn.index()]
    }

    /// S · cube · S⁻¹: the same scramble done to a cube that is held (and mirrored) so.
    pub fn of_cube(self, cube: &CubieCube) -> CubieCube {
        let tables = &*TABLES;
        product(&product(&tables.cubes[self.index()], cube), &tables.cubes[self.inverse().index()])
    }

    /// The whole cube turned so, as corners. Only for rotations.
    pub(crate) fn rotated_corners(self) -> Corners {
        debug_assert!(self.0.is_multiple_of(2));
        TABLES.cubes[self.index()].corners
    }
}

/// A coordinate under the sixteen symmetries that keep the axis: value of S · cube · S⁻¹ from value of cube.
#[derive(Clone, Debug)]
pub(crate) struct Conjugates {
    rows: Vec<[u16; Symmetry::UD_COUNT]>,
}

impl Conjugates {
    /// 16 conjugations of cubes for each value.
    ///
    /// For flip this holds where the edges of the slice are at home, as in the cubes of the coordinate.
    pub(crate) fn build(coordinate: &Coordinate) -> Conjugates {
        let images =
            |cube| Symmetry::UD_AXIS.map(|symmetry| (coordinate.of)(&symmetry.of_cube(&cube)) as u16);
        Conjugates { rows: (0..coordinate.size).map(coordinate.cube).map(images).collect() }
    }

    /// The same for a coordinate all of whose values some turns reach from home, given what they do: S · xm · S⁻¹ is
    /// S · x · S⁻¹ followed by S · m · S⁻¹, so each value's images follow from its predecessor's by look-up. The turns
    /// must be closed under the sixteen symmetries. 16 · size steps.
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

/// The classes of a coordinate under the sixteen symmetries that keep the axis.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    /// For each value `class << 4 | symmetry`, where the symmetry takes the value to the representative of its class.
    names: Vec<u16>,
    /// The smallest value of each class.
    representatives: Vec<u16>,
    /// For each class, a bit for each symmetry that keeps the representative.
    stabilizers: Vec<u16>,
}

impl Classes {
    /// 16 steps a class.
    pub(crate) fn build(conjugates: &Conjugates) -> Classes {
        const UNNAMED: u16 = u16::MAX;
        let mut names = vec![UNNAMED; conjugates.size()];
        let (mut representatives, mut stabilizers) = (Vec::new(), Vec::new());
        for value in 0..conjugates.size() {
            if names[value] != UNNAMED {
                continue;
            }
            let class = representatives.len() as u16;
            assert!(class < UNNAMED >> 4, "a class and a symmetry fit 16 bits");
            let mut stabilizer = 0;
            for symmetry in Symmetry::UD_AXIS {
                let image = conjugates.of(value, symmetry.index());
                if image == value {
                    stabilizer |= 1 << symmetry.index();
                }
                if names[image] == UNNAMED {
                    names[image] = class << 4 | symmetry.inverse().index() as u16;
                }
            }
            representatives.push(value as u16);
            stabilizers.push(stabilizer);
        }
        Classes { names, representatives, stabilizers }
    }

    /// Number of classes.
    pub(crate) fn count(&self) -> usize {
        self.representatives.len()
    }

    /// The class of a value, and the symmetry that takes it to the representative.
    #[inline]
    pub(crate) fn of(&self, value: usize) -> (usize, usize) {
        let name = usize::from(self.names[value]);
        (name >> 4, name & 15)
    }

    /// The smallest value of a class.
    pub(crate) fn representative(&self, class: usize) -> usize {
        usize::from(self.representatives[class])
    }

    /// The symmetries, except the identity, that keep the representative of a class.
    pub(crate) fn self_symmetries(&self, class: usize) -> impl Iterator<Item = usize> + use<> {
        let bits = self.stabilizers[class];
        (1..Symmetry::UD_COUNT).filter(move |symmetry| bits >> symmetry & 1 == 1)
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        2 * (self.names.len() + self.representatives.len() + self.stabilizers.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord;
    use crate::random_state::random_cube;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn the_symmetries_are_48_and_a_group_of_automorphisms() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let (a, b) = (random_cube(&mut rng), random_cube(&mut rng));
        let mut images = Vec::new();
        for symmetry in Symmetry::all() {
            let image = symmetry.of_cube(&a);
            assert_eq!(image.check_solvable(), Ok(()));
            assert!(!images.contains(&image));
            images.push(image);
            assert_eq!(symmetry.inverse().of_cube(&image), a);
            assert_eq!(image.then(&symmetry.of_cube(&b)), symmetry.of_cube(&a.then(&b)));
            for turn in Move::ALL {
                let mirrored = symmetry.index() % 2 == 1;
                let image = symmetry.of_move(turn);
                assert_eq!(image.quarters() == turn.quarters(), !mirrored || turn.quarters() == 2);
                assert_eq!(*CubieCube::of_move(image), symmetry.of_cube(CubieCube::of_move(turn)));
            }
        }
        assert!(Symmetry::rotations().all(|s| s.of_move(Move::ALL[0]).quarters() == 1));
        let axes: Vec<usize> =
            (0..3).map(|n| Symmetry::third_turn(n).of_move(Move::ALL[0]).face().index()).collect();
        assert_eq!(axes.len(), 3);
        assert!((0..3).all(|axis| axes.iter().any(|face| face % 3 == axis)));
    }

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
        for coordinate in [coord::TWIST, coord::FLIP] {
            check(&coordinate, &Conjugates::build(&coordinate));
        }
        // The turns that keep the slice.
        let turns = [0, 1, 2, 4, 7, 9, 10, 11, 13, 16].map(|m| Move::ALL[m]);
        for coordinate in [coord::CORNERS, coord::UD_EDGES, coord::SLICE_ORDER] {
            check(&coordinate, &Conjugates::spread(&turns, &MoveTable::build(&coordinate, &turns)));
        }
    }

    #[test]
    fn classes_have_their_published_number_and_lead_to_their_representatives() {
        let conjugates = Conjugates::spread(&Move::ALL, &MoveTable::build(&coord::CORNERS, &Move::ALL));
        let classes = Classes::build(&conjugates);
        assert_eq!(classes.count(), 2768); // kociemba.org/cube.htm
        let mut members = vec![0; classes.count()];
        for value in 0..coord::CORNERS.size {
            let (class, symmetry) = classes.of(value);
            assert_eq!(conjugates.of(value, symmetry), classes.representative(class));
            members[class] += 1;
        }
        for (class, members) in members.into_iter().enumerate() {
            // Orbit and stabilizer.
            assert_eq!(members * (1 + classes.self_symmetries(class).count()), Symmetry::UD_COUNT);
        }
    }
}
