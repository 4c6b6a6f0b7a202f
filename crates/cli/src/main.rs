//! The program `permutant`.

fn main() {}
