//! What most programs need: `use permutant::prelude::*;`.

pub use crate::algorithm;
pub use crate::analysis::group::order;
pub use crate::analysis::state::god;
pub use crate::engine::{Engine, Method};
pub use crate::model::Model;
pub use crate::position::{self, Position};
pub use crate::puzzle::metric::Metric;
pub use crate::puzzle::moves::Turn;
pub use crate::puzzle::puzzle::Puzzle;
pub use crate::puzzle::state::State;
pub use crate::scramble::{Scramble, Scrambler};
pub use crate::search::limits::{Control, Limits, Outcome, StopReason};
pub use crate::solver::{Answer, Request, SolveError, Solver};
