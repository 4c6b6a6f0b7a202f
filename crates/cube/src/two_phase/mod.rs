//! The two-phase solver of the 3x3x3: a short solution at once, and shorter ones as long as the caller waits.
//!
//! Start at [`Solver`]. It works with small tables that are ready at once, or with large ones that find more in the same time:
//! see `profile`. Phase 1 brings a cube into the subgroup G1 = ⟨U, D, R2, F2, L2, B2⟩, and phase 2 solves it there (H.
//! Kociemba, kociemba.org/cube.htm). Both are searched along three axes, for the cube and for its inverse. Solutions of up to
//! [`EXACT_LENGTH`] turns are searched first, so that a nearly solved cube gets a shortest one. Lengths are in the half-turn
//! metric; for other metrics and restricted sets of turns, see [`weighted`].

mod directions;
mod exact;
mod large;
mod near_cubes;
mod parallel_search;
mod phase_search;
mod profile;
mod search;
mod small;
mod solver;
mod subgroup;
pub mod weighted;

pub use exact::EXACT_LENGTH;
pub(crate) use large::{Large, Quarters, Seen};
pub use large::{QuarterTables, TABLE_BYTES, TABLE_BYTES_TO_BUILD};
pub(crate) use phase_search::is_detour;
pub(crate) use profile::{Child, Turns};
pub use search::{DEFAULT_TARGET, DEFAULT_TARGET_WITH_CENTRES};
pub use solver::{Solver, WrongLength};
