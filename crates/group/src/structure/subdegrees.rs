//! Orbits on pairs of points.

use crate::orbit::orbits;
use crate::stabilizer_chain::StabilizerChain;
use rand_core::Rng;

/// How the stabilizer of a point of an orbit acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subdegrees {
    /// The first point of the orbit.
    pub point: u32,
    /// The lengths of the orbits of its stabilizer on the orbit, ascending. Their number is the rank of the group on the orbit; it is 2
    /// exactly if the group is doubly transitive there.
    pub lengths: Vec<usize>,
    /// The number of orbits of the stabilizer on all points that move: of the group on pairs whose first point is in the orbit.
    pub pairs: usize,
}

/// The subdegrees of each orbit of at least two points. The cost is that of a [pointwise
/// stabilizer](StabilizerChain::pointwise_stabilizer) for each orbit. `go_on` is called repeatedly.
///
/// # Errors
/// What `go_on` returns.
pub fn subdegrees<R: Rng + ?Sized, E>(
    chain: &StabilizerChain,
    rng: &mut R,
    mut go_on: impl FnMut() -> Result<(), E>,
) -> Result<Vec<Subdegrees>, E> {
    let all = orbits(chain.degree(), chain.generators());
    let moved: Vec<&Vec<u32>> = all.iter().filter(|orbit| orbit.len() > 1).collect();
    let moves = |point: u32| moved.iter().any(|orbit| orbit.binary_search(&point).is_ok());
    let of_orbit = |orbit: &&Vec<u32>| {
        let fixing = chain.pointwise_stabilizer_while(&orbit[..1], rng, &mut go_on)?;
        let parts = orbits(chain.degree(), fixing.generators());
        let here = parts.iter().filter(|part| orbit.binary_search(&part[0]).is_ok());
        let mut lengths: Vec<usize> = here.map(Vec::len).collect();
        lengths.sort_unstable();
        Ok(Subdegrees { point: orbit[0], lengths, pairs: parts.iter().filter(|part| moves(part[0])).count() })
    };
    moved.iter().map(of_orbit).collect()
}
