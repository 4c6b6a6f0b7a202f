//! The puzzles of the catalog against what is known of them.

mod custom;
mod families;
mod solids;
mod variants;
