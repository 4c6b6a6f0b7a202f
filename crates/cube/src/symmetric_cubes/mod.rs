//! All cubes with given symmetry: how many there are, and each of them.
//!
//! Start at [`Requirement`], [`Requirement::count`] and [`Requirement::each`]. A symmetry S of a cube satisfies S · cube · S⁻¹ = cube;
//! an antisymmetry maps the cube to its inverse. Both together form a subgroup of the 96 [`SignedSymmetry`]s, the cube's signed
//! group. [`FixedCubes`] enumerates the cubes fixed by one such subgroup; inclusion and exclusion over the lattice of subgroups
//! gives the number of cubes whose signed group is exactly a given one. The classes of symmetry are those of Kociemba's Cube
//! Explorer.

pub(crate) mod cover;
mod fixed_cubes;
mod requirement;
mod signed_group;

pub(crate) use requirement::order_of;

pub use fixed_cubes::FixedCubes;
pub use requirement::{Bound, Counts, Requirement};
pub use signed_group::{SignedGroup, SignedSymmetry};
