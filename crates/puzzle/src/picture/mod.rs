//! Pictures of positions: flat outlines with colours, SVG, and the scene that a page draws and turns.
//!
//! Start at [`Look`]: a [`crate::geometry::Shape`] that is laid out flat (unfolded, or seen from the front and from behind), or a
//! [`Plane`]. A [`Canvas`] is what is painted of a picture, [`svg::write`] writes it; [`Scene`] says the same with the moves. Nothing here decides what a puzzle
//! is: all numbers are rounded.

mod canvas;
mod colours;
mod depiction;
mod flat_picture;
mod glue;
mod layout;
mod look;
mod outline;
mod plane;
mod rings;
mod rotation;
mod scene;
mod sheet;
mod stereographic;
mod sticker_text;
pub mod svg;
mod upright;

pub use canvas::{Anchor, Arrow, Bridge, Canvas, Fill, Style, Theme, Word};
pub use colours::Scheme;
pub use depiction::Depiction;
pub use flat_picture::{FlatFace, FlatSticker, Joint, Picture};
pub use layout::{View, picture};
pub use look::Look;
pub use outline::{Flat, Outline};
pub use plane::{Motion, Part, Plane, Pose};
pub use scene::{Carried, Path, Scene, SceneMove, SceneSticker, Shown};
pub use sheet::{Entry, sheet};
pub use sticker_text::{Painted, StickerText};

#[cfg(test)]
mod tests;
