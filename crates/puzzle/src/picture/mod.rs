//! Pictures of positions: flat outlines with colours, SVG, and the scene that a page draws and turns.
//!
//! Start at [`Look`]: a [`crate::geometry::Shape`] that is laid out flat (unfolded, or seen from the front and from behind), or a
//! [`Plane`]. [`svg::write`] writes a picture, [`Scene`] says the same with the moves. Nothing here decides what a puzzle
//! is: all numbers are rounded.

mod colours;
mod layout;
mod look;
mod outline;
mod plane;
mod rotation;
mod scene;
pub mod svg;

pub use colours::Scheme;
pub use layout::{FlatFace, FlatSticker, Picture, View, picture};
pub use look::Look;
pub use outline::{Flat, Outline};
pub use plane::{Motion, Part, Plane};
pub use scene::{Carried, Path, Scene, SceneMove, SceneSticker, Shown};

#[cfg(test)]
mod tests;
