//! The orientation in which a blindfolded cube is handed over.
//!
//! Start at [`Orientation::random`]. A turn about R or F brings one of six faces to the top, and a turn about U brings one of four to
//! the front. This gives 24 orientations, each by one pair of turns. A block of layers that holds the centre carries the frame of the
//! cube with it, so wide turns have the effect that rotations of the whole cube would have, in the notation of article 12a2.

use permutant_group::random::below;
use rand_core::Rng;

/// The turns that reorient the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// `Rw`, `Fw`, `Uw`: they contain the centre of the 3x3x3.
    TwoLayers,
    /// `3Rw`, `3Fw`, `3Uw`: they contain that of the 5x5x5.
    ThreeLayers,
    /// `x`, `z`, `y`: no block of an even cube has a fixed centre.
    Whole,
}

/// One of the 24 orientations of a cube, relative to the usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Orientation {
    /// About R (0) or F (1), and the number of quarter turns.
    tilt: Option<(usize, u8)>,
    /// About U.
    spin: u8,
}

/// The turns that bring each face to the top.
const TILTS: [Option<(usize, u8)>; 6] =
    [None, Some((0, 1)), Some((0, 2)), Some((0, 3)), Some((1, 1)), Some((1, 3))];

fn suffix(quarters: u8) -> &'static str {
    ["", "", "2", "'"][usize::from(quarters % 4)]
}

impl Orientation {
    /// All of them.
    #[cfg(test)]
    pub(super) fn all() -> impl Iterator<Item = Orientation> {
        TILTS.into_iter().flat_map(|tilt| (0..4).map(move |spin| Orientation { tilt, spin }))
    }

    /// A random orientation, each equally likely.
    pub(super) fn random(rng: &mut (impl Rng + ?Sized)) -> Orientation {
        let number = below(rng, 24) as usize;
        Orientation { tilt: TILTS[number / 4], spin: (number % 4) as u8 }
    }

    /// The turns that lead to it, about R, F or U, in order: a letter and the number of quarter turns.
    fn turns(self) -> impl Iterator<Item = (char, u8)> {
        let tilt = self.tilt.map(|(axis, quarters)| (['R', 'F'][axis], quarters));
        tilt.into_iter().chain((self.spin > 0).then_some(('U', self.spin)))
    }

    /// The face about which the first turn is made; `None` if nothing turns.
    pub(super) fn first(self) -> Option<char> {
        self.turns().next().map(|(face, _)| face)
    }

    /// The turns in written form, one word each.
    pub(super) fn words(self, block: Block) -> Vec<String> {
        let word = |(face, quarters): (char, u8)| {
            let suffix = suffix(quarters);
            match block {
                Block::TwoLayers => format!("{face}w{suffix}"),
                Block::ThreeLayers => format!("3{face}w{suffix}"),
                Block::Whole => format!(
                    "{}{suffix}",
                    match face {
                        'R' => 'x',
                        'F' => 'z',
                        _ => 'y',
                    }
                ),
            }
        };
        self.turns().map(word).collect()
    }

    /// The effect of the wide turns on a 3x3x3 with fixed centres: `Rw` is `L` and a rotation, so the opposite face turns. Faces and
    /// quarter turns in order, each face named by its position at the start.
    pub(super) fn faces(self) -> Vec<(char, u8)> {
        let mut faces = Vec::new();
        if let Some((axis, quarters)) = self.tilt {
            faces.push((['L', 'B'][axis], quarters));
        }
        if self.spin > 0 {
            // The face that the tilt brings to the bottom: inverting the tilt shows the original position of D.
            let ring: [char; 4] = match self.tilt {
                // A turn like that of R brings B to the bottom, the face after U in this ring.
                Some((0, _)) => ['D', 'B', 'U', 'F'],
                // A turn like that of F brings R to the bottom.
                Some(_) => ['D', 'R', 'U', 'L'],
                None => ['D'; 4],
            };
            faces.push((ring[usize::from(self.tilt.map_or(0, |(_, quarters)| quarters))], self.spin));
        }
        faces
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm;
    use crate::model::Model;
    use std::collections::HashSet;

    #[test]
    fn the_24_orientations_are_different_and_wide_turns_are_those_faces() {
        let model = Model::find("3x3x3").unwrap();
        let puzzle = &model.puzzle;
        let read = |words: &[String]| algorithm::read(puzzle, &words.join(" ")).unwrap();
        let mut seen = HashSet::new();
        for orientation in Orientation::all() {
            let whole = read(&orientation.words(Block::Whole));
            seen.insert(
                whole.iter().fold(puzzle.solved().clone(), |state, turn| state.after(&turn.transformation())),
            );
            let faces = orientation.faces();
            let faces: Vec<String> =
                faces.iter().map(|&(face, by)| format!("{face}{}", suffix(by))).collect();
            // `Rw` as its components, with the accompanying rotation.
            let wide = read(&orientation.words(Block::TwoLayers));
            let mut expected = read(&faces);
            expected.extend(whole);
            let end = |turns: &[permutant_puzzle::moves::Turn]| {
                turns.iter().fold(puzzle.solved().clone(), |state, turn| state.after(&turn.transformation()))
            };
            assert_eq!(end(&wide), end(&expected), "{orientation:?} {faces:?}");
        }
        assert_eq!(seen.len(), 24);
    }
}
