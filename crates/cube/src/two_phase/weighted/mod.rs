//! The two phases in any metric, and with some of the turns only.
//!
//! Start at [`WeightedSolver`], made from [`Costs`]: what each turn of an axis costs, or that it is forbidden. Quarter turns,
//! slices, both faces of an axis at once, five faces: all are costs. The search of `two_phase` proper counts face turns
//! and knows more about them; this one asks the costs for everything, so that its tables are made for them in a second.

mod costs;
mod search;
mod solver;
mod tables;

pub use costs::{Costs, Slice, Step, WrongCosts};
pub use solver::{WeightedSolution, WeightedSolver};
