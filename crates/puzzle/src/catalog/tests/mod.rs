//! The puzzles of the catalog against what is known of them.

mod families;
mod solids;
