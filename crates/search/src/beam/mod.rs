//! Beam search: short solutions of any puzzle, found by keeping on each level the states with the lowest heuristic.
//!
//! Start at [`Beam`] and [`BeamTables`]. The heuristic is the sum of a value for each pair of pieces ([`pairs`]), which
//! is learned from random walks or a distance. Near the solved states exact distances are known ([`ball`]), so that the
//! end of the search does not depend on these sums, which mislead there. The length of a solution is not proved minimal,
//! except where the start itself is near.
//! Beam search is due to Lowerre (1976). The sums over pairs are an additive use of Korf's pattern databases that is no
//! longer a lower bound.

pub mod ball;
mod learned;
mod network;
pub mod pairs;
mod path;
mod search;
mod walk;

pub use network::Network;
pub use search::{Beam, BeamLimits, BeamSolution, BeamTables, Start};
