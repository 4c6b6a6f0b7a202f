//! Define, play, analyse and solve permutation puzzles.
