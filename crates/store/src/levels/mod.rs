//! Counts in parts on a disk.
//!
//! Start at [`LevelDir`]. A directory holds, for each count, a subdirectory named after its identity:
//!
//! - `level-L.part-P`: what part P wrote at level L;
//! - `level-L.for-P`: what was sent to part P for level L;
//! - `level-L.worker-W`: the manifest of a worker: its files at the end of level L, with lengths and checksums;
//! - `complete`: the last level that is complete, with the numbers of states.
//!
//! A level is durable when `complete` names it. Whatever no manifest of that level names is left over from an interrupted level, and is
//! removed when the count continues.

mod level_dir;
mod level_file;
mod manifest;

pub use level_dir::LevelDir;
