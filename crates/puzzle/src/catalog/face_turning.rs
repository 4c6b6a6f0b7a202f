//! Puzzles whose pieces are named by the faces that they touch: turned about faces or vertices of a solid.
//!
//! Start at [`FaceTurning`]. A rotation of the solid is a permutation of its faces; a move is a rotation applied to
//! some of the pieces. No coordinates are needed: two rotations that generate the others, taken from a picture of the
//! solid, determine everything.

use super::stickers::{Slot, StickerModel, StickerMove};
use crate::definition::{Action, Definition, Generator, Role};
use crate::small_map::Map;
use crate::sorting;

/// A rotation of the solid: `image[f]` is the face to which face f goes.
pub(crate) type Rotation = Vec<usize>;

/// A solid with its pieces.
pub(crate) struct FaceTurning {
    faces: Vec<String>,
    /// By kind and sorted faces: the index in `pieces`.
    by_faces: Map<(usize, Vec<usize>), usize>,
    /// Kind (orbit) and faces, clockwise.
    pieces: Vec<(usize, Vec<usize>)>,
    model: StickerModel,
}

impl FaceTurning {
    /// `faces` gives the names of the faces. `kinds` gives the name of each orbit, its orientations, and its pieces as
    /// names of faces, clockwise, separated by spaces.
    pub(crate) fn new(faces: &[&str], kinds: &[(&str, u16, &[&str])]) -> Self {
        let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
        let mut pieces = Vec::new();
        for (kind, (_, _, names)) in kinds.iter().enumerate() {
            for name in *names {
                let number = |face: &str| faces.iter().position(|known| known == face).unwrap_or(usize::MAX);
                pieces.push((kind, name.split(' ').map(number).collect::<Vec<_>>()));
            }
        }
        let key = |(kind, faces): &(usize, Vec<usize>)| {
            let mut sorted = faces.clone();
            sorting::sort(&mut sorted);
            (*kind, sorted)
        };
        let by_faces = pieces.iter().enumerate().map(|(number, piece)| (key(piece), number)).collect();
        let slots = (pieces.iter().enumerate())
            .map(|(number, (kind, faces))| Slot {
                orbit: *kind,
                stickers: (0..faces.len()).map(|at| sticker(number, at)).collect(),
            })
            .collect();
        let orbits: Vec<_> = kinds.iter().map(|&(name, orientations, _)| (name, orientations)).collect();
        let model = StickerModel::new(&orbits, slots, &[]);
        FaceTurning { faces, by_faces, pieces, model }
    }

    /// The number of a face.
    pub(crate) fn face(&self, name: &str) -> usize {
        self.faces.iter().position(|face| face == name).unwrap_or(usize::MAX)
    }

    /// The rotation that maps each face of a list to the next one, and the last to the first.
    pub(crate) fn cycles(&self, cycles: &[&[&str]]) -> Rotation {
        let mut image: Rotation = (0..self.faces.len()).collect();
        for cycle in cycles {
            for (at, face) in cycle.iter().enumerate() {
                image[self.face(face)] = self.face(cycle[(at + 1) % cycle.len()]);
            }
        }
        image
    }

    /// A definition without moves, with a different colour for each face.
    pub(crate) fn definition(&self, name: &str) -> Definition {
        let colour = |s: u32| self.pieces[(s / STICKERS) as usize].1[(s % STICKERS) as usize] as u16;
        self.model.definition(name, colour)
    }

    /// The move that applies a rotation to the pieces for which `moves(kind, faces)` holds.
    pub(crate) fn generator(
        &self,
        name: impl Into<String>,
        role: Role,
        rotation: &Rotation,
        moves: impl Fn(usize, &[usize]) -> bool,
    ) -> Generator {
        let mut pairs: StickerMove = Vec::new();
        for (number, (kind, faces)) in self.pieces.iter().enumerate() {
            if !moves(*kind, faces) {
                continue;
            }
            let mut sorted: Vec<usize> = faces.iter().map(|&face| rotation[face]).collect();
            sorting::sort(&mut sorted);
            let target = self.by_faces[&(*kind, sorted)];
            for (at, &face) in faces.iter().enumerate() {
                let to = self.pieces[target].1.iter().position(|&f| f == rotation[face]);
                pairs.push((sticker(number, at), sticker(target, to.unwrap_or(0))));
            }
        }
        let action = Action::Given(self.model.transformation(&pairs));
        Generator { name: name.into(), role, action }
    }

    /// The rotation that has the effect of `about`, for face or vertex `target` instead of `source`: the conjugate of
    /// `about` by any product of `steps` that maps the faces in `source` to those in `target`.
    pub(crate) fn conjugate(
        &self,
        about: &Rotation,
        source: &[usize],
        target: &[usize],
        steps: &[Rotation],
    ) -> Rotation {
        let sorted = |faces: &[usize]| {
            let mut faces = faces.to_vec();
            sorting::sort(&mut faces);
            faces
        };
        let wanted = sorted(target);
        let mut found: Vec<Rotation> = vec![(0..self.faces.len()).collect()];
        let mut next = 0;
        loop {
            let g = found[next].clone();
            if sorted(&source.iter().map(|&face| g[face]).collect::<Vec<_>>()) == wanted {
                let mut conjugate = g.clone();
                for face in 0..g.len() {
                    conjugate[g[face]] = g[about[face]];
                }
                return conjugate;
            }
            for step in steps {
                let product: Rotation = g.iter().map(|&face| step[face]).collect();
                if !found.contains(&product) {
                    found.push(product);
                }
            }
            next += 1;
        }
    }
}

/// The greatest number of stickers of a piece.
const STICKERS: u32 = 8;

fn sticker(piece: usize, at: usize) -> u32 {
    piece as u32 * STICKERS + at as u32
}
