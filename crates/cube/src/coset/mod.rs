//! All positions of a coset of G1 = ⟨U, D, R2, F2, L2, B2⟩ by distance.
//!
//! Start at [`solver`].

mod bitmap;
mod endings;
mod layout;
mod prepass;
mod search;
pub mod solver;
mod sweep;
