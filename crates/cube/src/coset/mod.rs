//! All positions of a coset of G1 = ⟨U, D, R2, F2, L2, B2⟩ by distance, 19 508 428 800 at a time.
//!
//! Start at [`run`]. The method is T. Rokicki's: one bit for each position, two operations on the set of bits. `layout` says which
//! bit stands for which position, `bitmap` holds the bits, `prepass` makes one more turn after all positions at once, in the order
//! that `sweep` chooses, and `search` finds the ways into G1, with `endings` for their last turns. `parts` splits a search, and `symmetry`
//! says which parts are images of others. `phase_one` is the table of phase 1
//! in half turns or quarter turns. `solver` puts them together, and `checkpoint` keeps finished levels.

mod bitmap;
mod checkpoint;
mod endings;
mod layout;
mod parts;
mod phase_one;
mod pieces;
mod prepass;
mod search;
mod solver;
mod sweep;
mod symmetry;
#[cfg(test)]
mod tests;
mod undecided;

pub use crate::two_phase::QuarterTables;
pub use checkpoint::{CHECKPOINT_BYTES, Saves, Unkept, WriteTo};
pub use solver::{
    Aim, CosetError, LEAST_WITHIN, LEAST_WITHIN_QUARTERS, POSITIONS, Report, Request, bytes_needed, run,
    run_in_quarter_turns,
};
