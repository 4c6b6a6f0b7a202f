//! Mirrored and rotated cube algorithms: the same effect on another side.
//!
//! Start at [`CubeSymmetry`], which is a [`MoveMap`]. It works by names, for cubes of any size: faces, wide turns,
//! slices and rotations map to those of the image of their face, and a reflection reverses the direction of turns.

use super::ast::{Alg, MoveToken, NodeKind};
use super::cube_names::{CubeTurn, Face, TurningLayers, form_of, name_of};
use super::transform::MoveMap;
use crate::diagnostic::Diagnostic;

/// A symmetry of the cube as a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CubeSymmetry {
    /// `images[face]` is the image of that face.
    images: [Face; 6],
    mirrors: bool,
}

/// A plane through the middle of the cube, named by the slice in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Plane {
    /// Left and right are exchanged.
    M,
    /// Up and down are exchanged.
    E,
    /// Front and back are exchanged.
    S,
}

impl CubeSymmetry {
    /// The identity.
    pub const IDENTITY: CubeSymmetry = CubeSymmetry { images: Face::ALL, mirrors: false };

    /// The reflection in a plane.
    pub fn mirror(plane: Plane) -> Self {
        let axis = match plane {
            Plane::M => Face::R,
            Plane::E => Face::U,
            Plane::S => Face::F,
        };
        let images = Face::ALL.map(|face| if face.axis() == axis { face.opposite() } else { face });
        CubeSymmetry { images, mirrors: true }
    }

    /// The whole cube turned clockwise by a quarter as seen from this face: x for R, y for U, z for F.
    pub fn quarter_turn(face: Face) -> Self {
        // The images of the faces in the order U R F D L B.
        use Face::{B, D, F, L, R, U};
        let images = match face.axis() {
            // x: F → U → B → D → F
            R => [B, R, U, F, L, D],
            // y: F → L → B → R → F
            U => [U, F, L, D, B, R],
            // z: U → R → D → L → U
            _ => [R, D, F, L, U, B],
        };
        let turn = CubeSymmetry { images, mirrors: false };
        if face == face.axis() { turn } else { turn.then(turn).then(turn) }
    }

    /// The product of the rotations in an algorithm such as `x y2`.
    ///
    /// # Errors
    ///
    /// If a move is not a rotation of the whole cube, or there are brackets.
    pub fn rotation(alg: &Alg) -> Result<Self, Diagnostic> {
        let mut all = CubeSymmetry::IDENTITY;
        for node in &alg.nodes {
            let turn = match &node.kind {
                NodeKind::Pause | NodeKind::Newline | NodeKind::Comment(_) => continue,
                NodeKind::Move(token) => {
                    CubeTurn::of(token).filter(|turn| turn.layers == TurningLayers::Whole)
                }
                _ => None,
            };
            let turn = turn.ok_or_else(|| {
                Diagnostic::new(node.span.clone(), format!("`{node}` does not turn the whole cube"))
                    .expected("rotations, as in `x y2`")
            })?;
            for _ in 0..turn.amount.rem_euclid(4) {
                all = all.then(CubeSymmetry::quarter_turn(turn.face));
            }
        }
        Ok(all)
    }

    /// This symmetry, then another.
    pub fn then(self, other: CubeSymmetry) -> Self {
        let images = self.images.map(|face| other.images[face as usize]);
        CubeSymmetry { images, mirrors: self.mirrors != other.mirrors }
    }

    /// The image of a face.
    pub fn image_of(self, face: Face) -> Face {
        self.images[face as usize]
    }

    /// Whether the symmetry reverses handedness.
    pub fn mirrors(self) -> bool {
        self.mirrors
    }
}

/// The image of a move: the image of `A` under `y` does on the left what `A` does in front. For a rotation `g` and the
/// image `B` of `A`, `A g` and `g B` have the same effect.
impl MoveMap for CubeSymmetry {
    fn image(&self, token: &MoveToken) -> Option<MoveToken> {
        // Refuses names that are not turns, such as `2x`.
        CubeTurn::of(token)?;
        let (face, form) = form_of(&token.family)?;
        let (family, opposite) = name_of(self.image_of(face), form);
        let image = MoveToken { layers: token.layers, family, amount: token.amount };
        Some(if opposite != self.mirrors { image.inverse() } else { image })
    }
}
