//! The reachable states of a puzzle, counted and numbered without gaps.
//!
//! Start at [`numbering::Numbering`], that engines walk on, and [`move_set::MoveSet`], the moves that it is made for. A
//! large set of pieces that stands alone is numbered by cosets ([`cosets`]). Any other puzzle is taken apart into
//! coordinates ([`split`]: who stands where, how it is turned, for each set of slots that moves mix); each is enumerated
//! from the solved state ([`coordinate`]), so it holds what can be reached and nothing else; what ties two of them
//! together is found in [`coupling`], and they make an index in [`index`].

pub mod coordinate;
pub mod cosets;
pub mod coupling;
pub mod index;
pub mod move_set;
pub mod move_symmetry;
pub mod numbering;
pub mod packed;
pub mod row_set;
pub mod rows;
pub mod slots;
pub mod split;
