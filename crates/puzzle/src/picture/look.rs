//! How a puzzle looks, be it a solid or one in the plane.
//!
//! Start at [`Look::picture`].

use super::colours::Scheme;
use super::layout::{Picture, View, picture};
use super::plane::Plane;
use crate::geometry::Shape;
use crate::state::State;

/// How a puzzle looks.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// A solid with stickers.
    Solid(Shape),
    /// Slots in the plane.
    Plane(Plane),
}

impl Look {
    /// A position laid out flat. Both states must be of the puzzle; the view matters for solids alone.
    pub fn picture(&self, solved: &State, state: &State, view: View, scheme: Scheme) -> Picture {
        match self {
            Look::Solid(shape) => picture(shape, solved, state, view, scheme),
            Look::Plane(plane) => plane.picture(solved, state, scheme),
        }
    }

    /// Whether pieces are told apart by what is written on them rather than by colours alone.
    pub fn is_numbered(&self) -> bool {
        matches!(self, Look::Plane(_))
    }
}
