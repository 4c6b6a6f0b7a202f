//! Counts in parts, for spaces that are larger than memory or shared by several processes.
//!
//! Start at [`count::PartCount`]. The states are divided into parts. A level is made in two steps: every part sends the neighbours of its
//! last level to the parts to which they belong, and then every part takes in what arrived and finds out which states are new. No step needs
//! more than one part in memory. Where the parts are kept and how states travel is the matter of a [`level_store::LevelStore`]: memory,
//! a disk, or several processes. All of them are driven by the same code, so that counts cannot differ. [`row_parts`] divides the rows of a
//! perfect index (R. Korf's two bits per state with delayed writes, 2008), [`whole_parts`] whole states by hash (sorted runs with delayed
//! detection of duplicates). [`descent`] solves states by the files of a count.

pub mod count;
pub mod descent;
pub mod level_store;
pub mod memory_store;
pub mod parts;
mod post;
mod row_packet;
pub mod row_parts;
mod sorted_run;
mod varint;
pub mod whole_parts;

#[cfg(test)]
mod tests;
