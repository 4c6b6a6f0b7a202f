//! Solvers that know the cube.
