//! A picture of a position as flat polygons, for an unfolded solid or a planar puzzle.
//!
//! Start at [`Picture`]. A [canvas](super::Canvas) determines what is painted and in which order.

use super::fixture::Fixture;
use super::outline::{Flat, Outline};

/// A face of the solid.
#[derive(Clone, Debug, PartialEq)]
pub struct FlatFace {
    /// Number of the face.
    pub face: usize,
    /// Its polygon.
    pub outline: Outline,
}

/// A sticker, or a slot of a puzzle in the plane.
#[derive(Clone, Debug, PartialEq)]
pub struct FlatSticker {
    /// Number of the sticker in the shape, or of the part in the plane.
    pub sticker: usize,
    /// Its outline.
    pub outline: Outline,
    /// Its colour as 0xRRGGBB; `None` if the position does not determine it.
    pub colour: Option<u32>,
    /// The name of the face that has this colour on the solved puzzle; in the plane, the label of the piece.
    pub name: Option<String>,
}

/// A line over the gap between two stickers that belong together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// Its ends.
    pub line: [Flat; 2],
    /// Its width; `None` for that of the lines between stickers.
    pub width: Option<f64>,
    /// The two stickers, as indices in the picture; the line has their mean colour.
    pub stickers: [usize; 2],
}

/// A position as flat polygons. A face of a solid is about 2 wide, a slot in the plane about 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The extent of the polygons: least x and y, and width and height.
    pub frame: [f64; 4],
    /// The faces of a solid, drawn below the stickers.
    pub faces: Vec<FlatFace>,
    /// The plates below the slots of a puzzle in the plane.
    pub plates: Vec<Outline>,
    /// What lies on the plates.
    pub fixtures: Vec<Fixture>,
    /// Marks beside the plates.
    pub marks: Vec<Outline>,
    /// The stickers.
    pub stickers: Vec<FlatSticker>,
    /// Lines that join stickers that belong together.
    pub joints: Vec<Joint>,
    /// Arrows over the stickers, each with start and end.
    pub arrows: Vec<[Flat; 2]>,
}

impl Picture {
    /// Faces and stickers only.
    pub(super) fn new(frame: [f64; 4], faces: Vec<FlatFace>, stickers: Vec<FlatSticker>) -> Self {
        Picture {
            frame,
            faces,
            plates: Vec::new(),
            fixtures: Vec::new(),
            marks: Vec::new(),
            stickers,
            joints: Vec::new(),
            arrows: Vec::new(),
        }
    }
}
