//! Pictures of positions: flat polygons with colours, and SVG.
//!
//! Start at [`picture`], which lays a [`crate::geometry::Shape`] out flat (unfolded, or seen from the front and from behind)
//! and colours it; [`svg::write`] writes it. Nothing here decides what a puzzle is: all numbers are rounded.

mod colours;
mod layout;
pub mod svg;

pub use colours::Scheme;
pub use layout::{Flat, FlatFace, FlatSticker, Picture, View, picture};
