//! Phases that are found from the moves: each solves pieces so that one or more moves are no longer needed.
//!
//! Start at [`Phases::new`] and [`Phases::ends`]. Moves are left out one after the other ([`chain`]). A piece in a slot that the remaining
//! moves do not touch has to be solved before; it then stays solved by itself, so a phase knows only the few pieces that it solves. Its
//! bounds are the exact distances of every three of them ([`bounds`]). Of identical pieces, each start chooses those that are nearest
//! ([`begin`]). The search ([`descent`]) keeps several of the shortest ends of each phase; where there are too many positions for it, a beam by
//! the sum of the distances of every two pieces takes its place ([`beam`]). People solve a megaminx in this way, face by face towards the last
//! ones. Any number of the phases can be made: they leave the pieces of some moves, for an engine that solves few pieces well.

mod beam;
mod begin;
mod bounds;
mod chain;
mod descent;
mod ends;
mod turning;

pub use descent::{Looks, Made, Phases, Wanted, Which};
