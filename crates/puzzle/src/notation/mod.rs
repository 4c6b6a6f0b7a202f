//! Algorithms: reading, writing and transforming sequences of moves for any puzzle.
//!
//! Start at [`parse()`], which turns a text into an [`Alg`], and at [`MoveToken`], the name of a move as it was
//! written. A [`Vocabulary`] supplies the names of a puzzle to the reader. The module does not know the effects of
//! names: the puzzle resolves tokens. The language is the union of SiGN, the WCA's notation, that of cubing.js and
//! products as GAP prints them; `parse.rs` lists the rules.

mod amounts;
mod annotations;
pub mod ast;
mod comments;
mod count;
pub mod cube_names;
pub mod cube_symmetry;
pub mod expand;
mod move_names;
mod parse;
mod parser;
mod scan;
pub mod simplify;
mod suggest;
pub mod transform;
pub mod url;
pub mod vocabulary;
mod words;
mod write;

#[cfg(test)]
mod tests;

pub use annotations::without_annotations;
pub use ast::{Alg, Layers, MoveToken, Node, NodeKind};
pub use comments::comment_start;
pub use expand::{Moves, SpannedMove, TooLong};
pub use parse::{NESTING_LIMIT, parse};
pub use parser::{Dialect, Niss};
pub use simplify::{MoveAlgebra, simplify};
pub use transform::MoveMap;
pub use vocabulary::{AnyName, NameSet, Vocabulary};
