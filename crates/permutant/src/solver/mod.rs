//! Solving: making and executing a plan, and checking every solution that an engine finds by the referee.
//!
//! Start at [`Solver`], [`Request`] and [`Answer`]. A solver belongs to one puzzle and keeps what it has built (tables, compiled moves)
//! for the next position; threads may share it. `plan` decides which engine solves which request, and why. Each engine has a file of
//! its own.

mod alternating;
mod beam;
mod bound_reason;
mod by_count;
mod by_moves;
mod chosen_moves;
mod cube;
mod derivation;
mod distances;
mod execute;
mod guided;
mod in_turns;
mod inserted;
mod kept;
mod local;
mod networks;
mod others;
mod patterns;
mod phased;
mod plan;
mod preparing;
mod reduction;
mod request;
mod search;
mod shorter;
mod solvability;
mod stream;
mod structure;
mod targets;
mod tetraminx;
mod tried;
mod weighted;
mod words;

pub use derivation::Derivation;
pub use kept::Solver;
pub(crate) use others::turns_of_square1;
pub use plan::Plan;
pub use preparing::Advice;
pub use reduction::NamedPhase;
pub use request::{Answer, Preparation, Request, SeenSolvability, Solvability, SolveError};

pub use stream::{Part, Streamed};
