//! All positions of a coset of any subgroup by distance.
//!
//! Start at [`run()`] with a [`Request`]. Let p be the position and S the subgroup that the given moves generate. The positions of the
//! coset are s p for the elements s of S: moves of S are made before the scramble. A sequence w solves s⁻¹ p just if p w = s. The
//! distances are therefore those from p to the elements of S. There are two methods: `by_distances` looks them up if all states of
//! the puzzle can be counted, and `by_search` goes through all sequences that lead from p into S, shortest first. `elements` numbers S
//! without gaps. The large coset of the 3x3x3 has an engine of its own, in `permutant_cube::coset`.

mod by_distances;
mod by_search;
mod elements;
mod instance;
mod request;
mod run;
#[cfg(test)]
mod tests;

pub use request::{Aim, CosetError, Listed, Method, OnListed, Report, Request};
pub use run::run;
