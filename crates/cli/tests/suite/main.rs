//! The program from outside: its contract, its commands, its documents, and the borders between crates.

mod borders;
mod circles;

mod contract;
mod coset;
mod families;
mod files;
mod god;
mod god_parts;
mod json_schema;
mod ksolve;
mod memory;
mod paths;
mod patterns;
mod pictures;
mod presentations;
mod program;
mod readme;
mod scrambles;
mod search;
mod sequences;
mod serve;
mod solve_set;
mod subgroups;
mod tables;
mod tools;
mod transcripts;
mod versions;
mod words;
