//! Shortest solutions of puzzles in which turns of a ring alternate with one involution, as in Top Spin.
//!
//! Start at [`Alternating::of`], which finds the structure in the moves, and [`shortest`]. A turn of the ring by any amount is one move and
//! the involution t is another, so a solution alternates between the two. The search counts the moves t only: its nodes are the arrangements
//! up to turns of the ring (the cosets of the group R of these turns), and its letters are the conjugates of t by the turns, n of them for n
//! slots. Letters that commute are tried in one order (`letters.rs`). A table of double cosets of R around the solved state (`table.rs`) meets
//! a search forwards (`forwards.rs`); `ends.rs` makes moves of letters.
//!
//! # Why the fewest moves t suffice
//!
//! Let a turn of the ring cost c and a move t cost d ≥ c. Between two moves t of a shortest solution is exactly one turn, so that T moves t
//! cost T·d + (T − 1)·c, and at most 2·c more for turns at the two ends. One more move t costs d + c, so that a solution with more than the
//! least T costs at least d − c ≥ 0 more than any with the least T that has a turn at each end, and the cheapest of the latter is shortest. So
//! all solutions with the least T are compared by the turns at their ends, and no others. (Where no t is needed, one turn suffices, which costs
//! no more than a t.)

mod classes;
mod ends;
mod filter;
mod forwards;
mod letters;
mod necklace;
mod search;
mod structure;
mod table;

pub use search::{Shortest, shortest};
pub use structure::Alternating;
pub use table::DoubleCosets;
