//! Puzzles from geometry: a solid cut by planes about its faces, vertices and edges.
//!
//! The method is that of PuzzleGeometry (Tomas Rokicki, cubing.js): every image of a cut under the rotations of the
//! solid is a cut too, what lies on the same sides of all of them is a piece, and a layer between two parallel cuts
//! turns by the least rotation about its axis. Here all questions of which side are answered exactly.

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
