//! Symmetry found, not declared: the automorphisms of a set of turns that fix the solved state.
//!
//! Start at [`Symmetries::find`] and [`Automorphism::image`]. Names play no role: the search finds rotations,
//! reflections and exchanges of independent parts alike.

mod action;
mod automorphism;
mod find;
mod pair_sums;
mod relabelling;
mod representatives;
mod touched_slots;

pub use automorphism::Automorphism;
pub use find::{Symmetries, inverse};
pub use pair_sums::Around;
pub(crate) use pair_sums::{Brought, PairSums};
pub(crate) use representatives::{Representatives, mixed};
