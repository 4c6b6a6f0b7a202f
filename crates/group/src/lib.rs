//! Permutations, their ranks, and permutation groups.
