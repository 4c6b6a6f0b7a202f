//! Pattern databases: the exact distance of each arrangement of some pieces, wherever all others are.
//!
//! Start at [`PieceSet`], whose arrangements are numbered without enumerating them (`ranking.rs`), and
//! [`PieceSet::distances`]. The method is that of J. Culberson and J. Schaeffer (1996) and R. Korf ("Finding optimal
//! solutions to Rubik's Cube using pattern databases", 1997). Positions are numbered as partial permutations in time
//! linear in the number of pieces. The search takes the greatest distance of several sets (`guide/patterns.rs`).

mod carried;
mod distances;
mod images;
mod inverse;
mod piece_set;
mod ranking;

pub(crate) use carried::{Carried, Codes};
pub(crate) use distances::distance_at;
pub(crate) use images::Image;
pub(crate) use inverse::Inverse;
pub use piece_set::{MOST_SETS, PatternError, PieceSet};
