//! Scrambles as the World Cube Association asks for them, event by event.
//!
//! Start at [`Event`] and [`Rounds`]. What the regulations want of each event is in `docs/scrambles.md`, with the article; how it is
//! met: states of few moves in `small.rs`, the 3x3x3 in `three.rs`, the 4x4x4 in `four.rs`, random turns of big cubes and of the
//! megaminx in `random_turns.rs`, what is too near on Square-1 in `square1.rs`, the orientation of blindfolded events in `orientation.rs`.

mod error;
mod event;
pub(crate) mod four;
mod orientation;
mod random_turns;
mod rounds;
mod small;
mod square1;
mod three;

pub use error::Wrong;
pub use event::{Event, NoSuchEvent};
pub use rounds::{Official, OfficialError, Rounds};
