//! Puzzles from geometry: a solid cut by planes about its faces, vertices and edges.
//!
//! The method is that of PuzzleGeometry (Tomas Rokicki, cubing.js): every image of a cut under the rotations of the
//! solid is a cut too, points on the same sides of all cuts belong to one piece, and a layer between two parallel
//! cuts turns by the least rotation about its axis. In this implementation, all tests of sides are exact.

mod cells;
mod depths;
mod description;
mod dissection;
mod generate;
mod grips;
mod painted;
mod pieces;
mod rotations;
mod seen;
mod shape;
mod sided;
mod solid;
mod surd;
mod whole_corners;

pub use description::{Body, Cut, Depth, Description};
pub use generate::{
    Generated, LONGEST_SIDE, cuboid, cuboid_with_oriented_centres, generate, generate_with_oriented_centres,
};
pub use painted::PaintError;
pub use seen::Seen;
pub use shape::{Point, Shape, ShapeFace, ShapeSticker};
pub use sided::Sided;
pub use solid::{Feature, Platonic};

#[cfg(test)]
mod tests;
