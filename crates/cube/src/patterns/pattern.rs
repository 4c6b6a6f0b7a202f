//! What is required of the stickers and pieces of a cube.

use super::face_pattern::{Cell, FacePattern};
use crate::model::cubie::{CubieCube, PieceKind};
use crate::model::moves::Face;
use crate::symmetric_cubes::{SignedSymmetry, order_of};
use std::ops::RangeInclusive;

/// The greatest number of patterns of one face, counted with their images: they are the bits of a word.
pub(super) const MOST_OF_A_FACE: usize = 64;

/// A requirement on the stickers and pieces of a cube. The default admits every cube.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// By face: it shows one of these; anything if there are none.
    pub(super) faces: [Vec<FacePattern>; 6],
    /// How many colours each face shows.
    pub colours: Option<RangeInclusive<u8>>,
    /// Whether the patterns continue across the edges: neighbouring stickers of two faces have the same symbol, or one of them `?`.
    pub continuous: bool,
    /// The only kind of piece that may be out of place.
    pub only: Option<PieceKind>,
    /// Whether the permutations of corners and edges are odd.
    pub odd: Option<bool>,
}

/// Why patterns cannot be required.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// There are too many.
    #[error(
        "face {face} may show {count} patterns, counted with their rotations and reflections: at most {MOST_OF_A_FACE} are allowed"
    )]
    TooMany {
        /// The face.
        face: Face,
        /// How many it may show.
        count: usize,
    },
}

impl Pattern {
    /// Requires that certain faces show a pattern as the net of the cube shows it (`own`; one of them, if there are several for a
    /// face), and that each other face shows one of the patterns `any_way_up` or a rotation or reflection of it, if there are any.
    ///
    /// # Errors
    ///
    /// [`PatternError::TooMany`] if a face could show more than 64 patterns.
    pub fn of_faces(
        any_way_up: &[FacePattern],
        own: &[(Face, FacePattern)],
    ) -> Result<Pattern, PatternError> {
        let mut all: Vec<FacePattern> = any_way_up.iter().flat_map(FacePattern::images).collect();
        all.sort_unstable();
        all.dedup();
        let mut pattern = Pattern::default();
        for (face, shown) in Face::ALL.into_iter().zip(&mut pattern.faces) {
            let of_face = own.iter().filter(|(of, _)| *of == face);
            *shown = of_face.map(|&(_, pattern)| pattern).collect();
            if shown.is_empty() {
                shown.clone_from(&all);
            }
            if shown.len() > MOST_OF_A_FACE {
                return Err(PatternError::TooMany { face, count: shown.len() });
            }
        }
        Ok(pattern)
    }

    /// Whether the images of every cube with this pattern under the 48 symmetries have it too: no face and no colour is distinguished.
    pub fn is_symmetric(&self) -> bool {
        let [first, ..] = &self.faces;
        let is_closed = |pattern: &FacePattern| pattern.images().iter().all(|image| first.contains(image));
        let names_colour =
            |pattern: &FacePattern| pattern.cells().iter().any(|cell| matches!(cell, Cell::Colour(_)));
        self.faces.iter().all(|face| face == first)
            && first.iter().all(|one| is_closed(one) && !names_colour(one))
    }

    /// Whether the inverse of every cube with this pattern has it too: nothing is said of stickers.
    fn is_kept_by_inversion(&self) -> bool {
        self.faces.iter().all(Vec::is_empty) && self.colours.is_none()
    }

    /// A test for cubes that have the pattern: whether one comes first among its images that have it, in an order of all cubes. Exactly
    /// one of the images under a group does, so a list without repetitions needs no memory. O(elements · pieces) for a cube, and
    /// [`Pattern::holds`] for the images that come before it, if they do not all have the pattern.
    pub fn first_of<'a>(&'a self, group: &[SignedSymmetry]) -> impl Fn(&CubieCube) -> bool + use<'a> {
        let (is_symmetric, is_kept_by_inversion) = (self.is_symmetric(), self.is_kept_by_inversion());
        let keeps = |by: &SignedSymmetry| is_symmetric && (!by.inverts || is_kept_by_inversion);
        // Those that cost little come first.
        let (keeping, others): (Vec<SignedSymmetry>, Vec<SignedSymmetry>) =
            group.iter().partition(|by| keeps(by));
        move |cube| {
            let before = |by: &SignedSymmetry| {
                let image = by.of_cube(cube);
                (order_of(&image) < order_of(cube)).then_some(image)
            };
            keeping.iter().all(|by| before(by).is_none())
                && others.iter().all(|by| before(by).is_none_or(|image| !self.holds(&image)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::symmetry::Symmetry;
    use crate::symmetric_cubes::Requirement;
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    /// The first cubes of the classes, compared with a list of all cubes.
    #[test]
    fn one_cube_of_each_class_is_first() {
        let read = |text: &str| FacePattern::parse(text).unwrap();
        let named =
            Pattern::of_faces(&[read("aba ?b? aba"), read("aaa aaa aaa")], &[(Face::U, read("UUU UUU UUU"))]);
        let chequered = Pattern::of_faces(&[read("aba bab aba")], &[]).unwrap();
        let cubes = Pattern::of_faces(&[read("aaa abb abb")], &[]).unwrap();
        for pattern in [named.unwrap(), chequered, cubes] {
            let mut all = Vec::new();
            let _ = pattern.each(&Requirement::default(), || true, &mut |cube| {
                all.push(cube);
                ControlFlow::Continue(())
            });
            let group = |up_to: &dyn Fn(SignedSymmetry) -> bool| -> Vec<SignedSymmetry> {
                SignedSymmetry::all().filter(|&by| up_to(by)).collect()
            };
            let rotations: Vec<Symmetry> = Symmetry::rotations().collect();
            for group in [
                group(&|by| by.symmetry.index() == 0 && !by.inverts),
                group(&|by| by.symmetry.index() == 0),
                group(&|by| !by.inverts && rotations.contains(&by.symmetry)),
                group(&|by| !by.inverts),
                group(&|_| true),
            ] {
                let classes = |cubes: &[CubieCube]| {
                    let mut seen: HashSet<CubieCube> = HashSet::new();
                    let is_new = |cube: &&CubieCube| {
                        let is_new = !seen.contains(*cube);
                        seen.extend(group.iter().map(|by| by.of_cube(cube)));
                        is_new
                    };
                    cubes.iter().filter(is_new).count()
                };
                let is_first = pattern.first_of(&group);
                let first: Vec<CubieCube> = all.iter().filter(|cube| is_first(cube)).copied().collect();
                assert_eq!(first.len(), classes(&all));
                assert_eq!(first.len(), classes(&first));
            }
        }
    }
}
