//! The reachable states of a puzzle, counted and numbered without gaps.
//!
//! Start at [`numbering::Numbering`], on which engines operate, and [`move_set::MoveSet`], the moves for which it is
//! built. A large set of pieces is numbered by blocks that symmetries preserve ([`block_index`]), or, if it is independent of others, by
//! cosets ([`cosets`]). Any other puzzle is decomposed into coordinates ([`split`]): the positions and the orientations of the pieces, for each set of slots
//! between which pieces move. Each coordinate is enumerated from the solved state ([`coordinate`]), so it contains
//! exactly the reachable values. [`coupling`] finds the dependencies between two coordinates, and [`index`] combines
//! them into an index.

pub mod block_index;
mod block_maps;
mod classes;
pub mod coordinate;
pub mod cosets;
pub mod coupling;
pub mod index;
pub mod move_set;
pub mod move_symmetry;
pub mod numbering;
pub mod packed;
pub mod place;
pub mod representatives;
pub mod row_set;
pub mod rows;
pub mod slots;
pub mod split;

pub use block_maps::BlockMaps;
