//! Engines for any puzzle, against breadth-first search and on random puzzles.

mod against_bfs;
mod alternating;
mod god;
mod guides;
mod patterns;
mod random_definition;
mod random_puzzles;
mod symmetry;
