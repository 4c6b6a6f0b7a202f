//! Solving: the engine is chosen, works, and what it finds goes past the referee.
//!
//! Start at [`Solver`], [`Request`] and [`Answer`]. A solver belongs to one puzzle and keeps what it has built
//! (tables, compiled moves) for the next position; threads may share it. Each engine has a file of its own.

mod beam;
mod cube;
mod dispatch;
mod distances;
mod others;
mod preparing;
mod reduction;
mod request;
mod search;
mod shorter;
mod solvability;
mod stream;
mod targets;
mod weighted;
mod words;

pub use dispatch::Solver;
pub(crate) use others::turns_of_square1;
pub use preparing::Advice;
pub use reduction::NamedPhase;
pub use request::{Answer, Preparation, Request, SolveError};
pub use solvability::{SeenSolvability, Solvability};
pub use stream::{Part, Streamed};
