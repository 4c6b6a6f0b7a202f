//! Compares the puzzles of the catalog with known facts about them.

mod custom;
mod families;
mod solids;
mod variants;
