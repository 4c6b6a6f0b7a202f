//! The symmetries of a coset, and what they make of its elements.
//!
//! Start at [`Stabilizer::of`]. Let a be the cube, and w a sequence that leads from it to the element a·w of G1. A symmetry S keeps the axis of
//! G1, so it takes elements of G1 to such. If a·S(a)⁻¹ is in G1 as well, the image of w leads from a into G1, too:
//! a·S(w) = a·S(a)⁻¹ · S(a·w). Of all sequences that are images of each other, only one needs to be searched.

use super::layout::Entries;
use crate::coordinates::coordinate;
use crate::model::cubie::CubieCube;
use crate::model::symmetry::Symmetry;

/// The symmetries that take a coset to itself.
#[derive(Clone, Debug)]
pub(super) struct Stabilizer {
    symmetries: Vec<Symmetry>,
    images: Vec<Image>,
}

/// What a symmetry makes of an element: other pieces at other places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image {
    corners: Renaming<8>,
    /// Entries from 12 on name no edges.
    edges: Renaming<16>,
}

/// Position i of the image has piece `pieces[p[places[i]]]`, where p is the permutation.
#[derive(Clone, Copy, Debug)]
struct Renaming<const N: usize> {
    places: [u8; N],
    pieces: [u8; N],
}

impl<const N: usize> Renaming<N> {
    fn new(pieces: impl Fn(usize) -> u8, places: impl Fn(usize) -> u8) -> Renaming<N> {
        Renaming { places: std::array::from_fn(places), pieces: std::array::from_fn(pieces) }
    }

    #[inline]
    fn of(&self, piece: impl Fn(usize) -> u8, at: usize) -> u8 {
        // N is a power of two, so that no entry has to be checked.
        self.pieces[usize::from(piece(usize::from(self.places[at]) % N)) % N]
    }
}

impl Image {
    fn new(symmetry: Symmetry, cube: &CubieCube) -> Image {
        let to_image = cube.then(&symmetry.of_cube(cube).inverse());
        let (by, back) = (symmetry, symmetry.inverse());
        let edge = |edges: &[u8; 12], at: usize| edges.get(at).copied().unwrap_or_default();
        Image {
            corners: Renaming::new(
                |piece| to_image.corners.c[usize::from(by.corners().c[piece])],
                |place| back.corners().c[place],
            ),
            edges: Renaming::new(
                |piece| to_image.edges.e[usize::from(edge(&by.edges().e, piece))],
                |place| edge(&back.edges().e, place),
            ),
        }
    }

    /// The image of an element.
    #[inline]
    pub(super) fn of(&self, element: Entries) -> Entries {
        let corner = |at: usize| (element.corners >> (8 * at)) as u8 & 7;
        let edge = |at: usize| match at.checked_sub(8) {
            None => (element.edges >> (8 * at)) as u8 & 7,
            Some(at) => (element.slice >> (8 * at)) as u8 & 3 | 8,
        };
        let edges =
            |from: usize| u64::from_le_bytes(std::array::from_fn(|at| self.edges.of(edge, from + at)));
        Entries {
            corners: u64::from_le_bytes(std::array::from_fn(|at| self.corners.of(corner, at))),
            edges: edges(0),
            slice: edges(8) as u32,
        }
    }
}

impl Stabilizer {
    /// The symmetries of the coset of a cube.
    pub(super) fn of(cube: &CubieCube) -> Stabilizer {
        let keeps = |symmetry: &Symmetry| is_in_g1(&cube.then(&symmetry.of_cube(cube).inverse()));
        let symmetries: Vec<Symmetry> = Symmetry::UD_AXIS.into_iter().filter(keeps).collect();
        let images = symmetries.iter().skip(1).map(|&symmetry| Image::new(symmetry, cube)).collect();
        Stabilizer { symmetries, images }
    }

    /// What the symmetries other than the identity make of an element.
    pub(super) fn images(&self) -> &[Image] {
        &self.images
    }

    /// Whether the permutation of pieces by some turns is the least among its images.
    pub(super) fn is_least(&self, turns: &CubieCube) -> bool {
        let key = |cube: &CubieCube| (cube.corners.c, cube.edges.e);
        self.symmetries.iter().all(|symmetry| key(turns) <= key(&symmetry.of_cube(turns)))
    }
}

fn is_in_g1(cube: &CubieCube) -> bool {
    [coordinate::TWIST, coordinate::FLIP, coordinate::SLICE]
        .iter()
        .all(|coordinate| (coordinate.of)(cube) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::moves::Move;
    use crate::model::random_state::random_cube;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// A sequence into G1 and its image, made turn by turn.
    fn check(cube: &CubieCube, into: &[Move], count: usize) {
        let stabilizer = Stabilizer::of(cube);
        assert_eq!(stabilizer.symmetries.len(), count);
        let element = cube.after(into);
        assert!(is_in_g1(&element));
        for (&symmetry, image) in stabilizer.symmetries.iter().skip(1).zip(stabilizer.images()) {
            let turns: Vec<Move> = into.iter().map(|&turn| symmetry.of_move(turn)).collect();
            let expected = cube.after(&turns);
            assert!(is_in_g1(&expected));
            assert_eq!(image.of(Entries::of(&element)), Entries::of(&expected));
        }
    }

    fn moves(names: &str) -> Vec<Move> {
        let turn = |name| Move::ALL.into_iter().find(|turn| turn.to_string() == name).unwrap();
        names.split_whitespace().map(turn).collect()
    }

    #[test]
    fn images_of_sequences_lead_to_images_of_elements() {
        check(&CubieCube::SOLVED, &moves("U R2 F2 D L2 U' B2 D2"), 16);
        // Turns of G1 before a symmetric scramble change nothing about which symmetries there are, but the images.
        for before in ["", "U R2 F2 D L2 U' B2 D2 F2"] {
            let scramble = [moves(before), moves("R")].concat();
            let back = [moves("R'"), moves("U2 F2 D R2 B2")].concat();
            check(&CubieCube::SOLVED.after(&scramble), &back, 4);
            let scramble = [moves(before), moves("R L")].concat();
            let back = [moves("R' L'"), moves("U2 F2 D R2 B2")].concat();
            check(&CubieCube::SOLVED.after(&scramble), &back, 8);
        }
    }

    #[test]
    fn a_random_coset_has_no_symmetry() {
        let cube = random_cube(&mut ChaCha8Rng::seed_from_u64(84));
        assert!(Stabilizer::of(&cube).images().is_empty());
        assert!(Stabilizer::of(&cube).is_least(CubieCube::of_move(Move::ALL[17])));
    }
}
