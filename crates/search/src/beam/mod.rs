//! Short solutions of any puzzle by keeping, move by move, the states that look nearest to solved.
//!
//! Start at [`Beam`] and [`BeamTables`]. How far a state looks is the sum of what all pairs of its pieces need
//! ([`pairs`]); what is really near is known exactly ([`ball`]), so the end, where sums mislead, needs no luck.
//! Nothing is proved of the length, except where the start itself is near. The idea of beams is Lowerre's (1976); sums
//! over pairs are an additive use of Korf's pattern databases that gives up being a bound.

pub mod ball;
pub mod pairs;
mod search;

pub use search::{Beam, BeamLimits, BeamSolution, BeamTables};
