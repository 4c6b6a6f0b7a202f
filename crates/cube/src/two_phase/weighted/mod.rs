//! The two-phase algorithm in any metric, optionally with some of the turns only.
//!
//! Start at [`WeightedSolver`], made from [`Costs`], which give the cost of each turn of an axis or forbid it. Quarter turns,
//! slices, both faces of an axis at once, five faces: all of these are costs. The search of `two_phase` itself counts face
//! turns and uses more of their properties. This one takes everything from the costs, for which its tables are built in a
//! second.

mod costs;
mod search;
mod solver;
mod tables;

pub use costs::{Costs, Slice, Step, WrongCosts};
pub use solver::{WeightedSolution, WeightedSolver};
