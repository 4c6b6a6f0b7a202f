//! Pictures of positions: flat outlines with colours, SVG, and the scene that a web page draws and turns.
//!
//! Start at [`Look`]: a [`crate::geometry::Shape`] laid out flat (unfolded, or seen from the front and from behind),
//! or a [`Plane`]. A [`Canvas`] contains the shapes of a picture, and [`svg::write`] writes it; [`Scene`] contains
//! the same with the moves. Pictures never determine a puzzle: all their numbers are rounded.

mod canvas;
mod colours;
mod depiction;
mod fixture;
mod flat_picture;
mod glue;
mod layout;
mod look;
mod loose;
mod outline;
mod plane;
mod rings;
mod rotation;
mod scene;
mod seams;
mod sheet;
mod stereographic;
mod sticker_text;
pub mod svg;
mod upright;

pub use canvas::{Anchor, Arrow, Bridge, Canvas, Fill, Style, Theme, Word};
pub use colours::Scheme;
pub use depiction::Depiction;
pub use fixture::Fixture;
pub use flat_picture::{FlatFace, FlatSticker, Joint, Picture};
pub use glue::blocks;
pub use layout::{View, picture};
pub use look::Look;
pub use loose::Loose;
pub use outline::{Flat, Outline};
pub use plane::{Motion, Part, Plane, Pose};
pub use scene::{Carried, Path, Scene, SceneFixture, SceneMove, SceneSticker, Shown};
pub use seams::Seams;
pub use sheet::{Entry, gallery, sheet};
pub use sticker_text::{Painted, StickerText};

#[cfg(test)]
mod tests;
