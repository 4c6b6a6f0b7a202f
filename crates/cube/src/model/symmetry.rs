//! The 48 symmetries of the cube and their action on turns and coordinates.
//!
//! Start at [`Symmetry`]. The numbering is Kociemba's: 16·a + 8·b + 2·c + d is S_URF3^a · S_F2^b · S_U4^c · S_LR2^d, where the
//! factors are a third turn about the corner URF, a half turn about F, a quarter turn about U and the reflection of left and
//! right. The first sixteen preserve the axis through U and D. They reduce the coordinates of the two phases: see
//! [`crate::coordinates::symcoord`].
//!
//! Reflections do not map real corners to real corners. They are computed with three additional "twists", 3 to 5, which extend
//! the cyclic group of the corner to the dihedral group.

use crate::model::cubie::{Corners, CubieCube, Edges};
use crate::model::moves::{Face, Move};
use std::sync::LazyLock;

/// One of the 48 symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

/// The cubes that the symmetries are, their inverses and their effect on turns.
struct Tables {
    cubes: [CubieCube; Symmetry::COUNT],
    inverse: [Symmetry; Symmetry::COUNT],
    products: [[Symmetry; Symmetry::COUNT]; Symmetry::COUNT],
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
    let products: [[Symmetry; Symmetry::COUNT]; Symmetry::COUNT] = std::array::from_fn(|a| {
        std::array::from_fn(|b| {
            let image = product(&cubes[a], &cubes[b]);
            Symmetry(find(&|cube| *cube == image) as u8)
        })
    });
    let inverse: [Symmetry; Symmetry::COUNT] =
        products.map(|row| Symmetry(row.iter().position(|&s| s == Symmetry(0)).unwrap_or(0) as u8));
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
    Tables { cubes, inverse, products, moves }
});

/// The product of cubes, of which any may be mirrored.
fn product(a: &CubieCube, b: &CubieCube) -> CubieCube {
    let mut corners = Corners::SOLVED;
    for x in 0..8 {
        let from = usize::from(b.corners.c[x]);
        corners.c[x] = a.corners.c[from];
        corners.o[x] = twist_product(a.corners.o[from], b.corners.o[x]);
    }
    CubieCube { corners, edges: a.edges.then(&b.edges) }
}

/// The product of twists in the dihedral group of a corner: 0 to 2 are rotations by thirds, 3 to 5 reflections.
fn twist_product(p: u8, q: u8) -> u8 {
    match (p < 3, q < 3) {
        (true, true) => (p + q) % 3,
        (true, false) => (p + q) % 3 + 3,
        (false, true) => (p + 3 - q) % 3 + 3,
        (false, false) => (p + 3 - q) % 3,
    }
}

impl Symmetry {
    /// Number of symmetries of the cube.
    pub const COUNT: usize = 48;

    /// Number of symmetries that preserve the axis through U and D; they come first.
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

    /// The 24 rotations of the whole cube.
    pub fn rotations() -> impl Iterator<Item = Symmetry> {
        (0..Symmetry::COUNT as u8).step_by(2).map(Symmetry)
    }

    /// A third turn about the corner URF, 0 to 2 times: maps each of the three axes to that of U and D.
    pub fn third_turn(times: usize) -> Symmetry {
        Symmetry(16 * (times % 3) as u8)
    }

    /// Index 0..48.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The inverse symmetry.
    pub fn inverse(self) -> Symmetry {
        TABLES.inverse[self.index()]
    }

    /// The product of this symmetry and the next, multiplied as cubes: (S · T) · cube · (S · T)⁻¹ is S applied to the image of
    /// the cube under T.
    pub fn then(self, next: Symmetry) -> Symmetry {
        TABLES.products[self.index()][next.index()]
    }

    /// S · turn · S⁻¹.
    pub fn of_move(self, turn: Move) -> Move {
        TABLES.moves[self.index()][turn.index()]
    }

    /// The image of each face.
    pub(crate) fn of_faces(self) -> [u8; 6] {
        Face::ALL.map(|face| self.of_move(Move::ALL[3 * face.index()]).face() as u8)
    }

    /// S · cube · S⁻¹: the result of the same scramble on a cube that is held (and reflected) in this way.
    pub fn of_cube(self, cube: &CubieCube) -> CubieCube {
        let tables = &*TABLES;
        product(&product(&tables.cubes[self.index()], cube), &tables.cubes[self.inverse().index()])
    }

    /// The place, corner and twist of S · cube · S⁻¹ that result from a corner of the cube.
    pub(crate) fn of_corner(self, (place, corner, twist): (u8, u8, u8)) -> (u8, u8, u8) {
        let [by, back] = [self, self.inverse()].map(Symmetry::corners);
        let [to, piece] = [place, corner].map(|at| by.c[usize::from(at)]);
        let turned = twist_product(by.o[usize::from(corner)], twist);
        (to, piece, twist_product(turned, back.o[usize::from(to)]))
    }

    /// The place, edge and flip of S · cube · S⁻¹ that result from an edge of the cube.
    pub(crate) fn of_edge(self, (place, edge, flip): (u8, u8, u8)) -> (u8, u8, u8) {
        let [by, back] = [self, self.inverse()].map(Symmetry::edges);
        let [to, piece] = [place, edge].map(|at| by.e[usize::from(at)]);
        (to, piece, by.o[usize::from(edge)] ^ flip ^ back.o[usize::from(to)])
    }

    /// The symmetry as a cube: its edges.
    pub(crate) fn edges(self) -> &'static Edges {
        &TABLES.cubes[self.index()].edges
    }

    /// The symmetry as a cube: its corners, with twists 3 to 5 if it is a reflection.
    pub(crate) fn corners(self) -> &'static Corners {
        &TABLES.cubes[self.index()].corners
    }

    /// The whole cube after this rotation, as corners. Only for rotations.
    pub(crate) fn rotated_corners(self) -> Corners {
        debug_assert!(self.0.is_multiple_of(2));
        TABLES.cubes[self.index()].corners
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::random_state::random_cube;
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
            for other in Symmetry::all() {
                assert_eq!(symmetry.then(other).of_cube(&a), symmetry.of_cube(&other.of_cube(&a)));
            }
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
}
