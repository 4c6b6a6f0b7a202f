//! Finitely presented groups: presentations, coset enumeration, subgroups of low index.
//!
//! Start at [`Presentation`], which is read from a text such as `<a, b | a^2, b^3, (a*b)^5>`, and at [`Enumeration`], which finds the
//! index of a subgroup and its [`CosetTable`]; the table gives permutations, and with them everything that the rest of the crate does.

mod abelian_invariants;
mod columns;
mod coset_table;
mod enumeration;
mod from_chain;
mod known_edges;
mod low_index;
mod parse;
mod partial_table;
mod relators;
mod word;

pub use abelian_invariants::abelian_invariants;
pub use coset_table::{CosetTable, VerifyError};
pub use enumeration::{Enumerated, Enumeration, EnumerationError, Statistics, Strategy};
pub use from_chain::{FromChainError, PermutationPresentation};
pub use low_index::{LowIndexSubgroup, LowIndexSubgroups, StoppedError};
pub use parse::{SyntaxError, read_words};
pub use relators::{Presentation, PresentationError};
pub use word::Word;
