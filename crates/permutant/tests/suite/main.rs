//! The library as its users call it: engines against each other, and against published figures.

mod axial;
mod beams;
mod boards;
mod catalog_sweep;
mod cube_engines;
mod distances;
mod examples;
mod god_random;
mod ignored_pieces;
mod known_lengths;
mod large_puzzles;
mod listed_moves;
mod named_methods;
mod named_patterns;
mod orders;
mod rewrites;
mod state_classes;
mod subgroups;
mod supercube;
mod symmetric_positions;
mod symmetry_classes;
mod top_spins;
mod walks;
