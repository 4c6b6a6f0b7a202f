//! What is required of the stickers and pieces of a cube.

use super::face_pattern::{Cell, FacePattern};
use crate::model::cubie::PieceKind;
use crate::model::moves::Face;
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
        "face {face} may show {count} patterns, counted with their rotations and reflections: at most {MOST_OF_A_FACE} are possible"
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
}
