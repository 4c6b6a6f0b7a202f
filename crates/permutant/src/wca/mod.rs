//! Scrambles according to the regulations of the World Cube Association, event by event.
//!
//! Start at [`Event`] and [`Rounds`]. `docs/scrambles.md` lists the requirements for each event, with the articles of the regulations.
//! They are implemented as follows: puzzles with few states in `small.rs`, the 3x3x3 in `three.rs`, the 4x4x4 in `four.rs`, random
//! turns of big cubes and of the megaminx in `random_turns.rs`, positions of Square-1 that are too close to solved in `square1.rs`, and
//! the orientation of blindfolded events in `orientation.rs`.

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
