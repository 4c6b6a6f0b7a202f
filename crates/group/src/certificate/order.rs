//! The order of a group from its envelope and its giants.
//!
//! Start at [`upper_bound`] and [`order`]. Points that no giant moves may require a chain. The caller supplies the
//! function that computes the order of this smaller group, because chains themselves are built with this module.

use std::collections::BTreeSet;

use dashu_int::UBig;
use rand_core::Rng;

use super::envelope::Envelope;
use super::giants::Towers;
use crate::permutation::Permutation;
use crate::product_replacement::ProductReplacement;

/// Orbits that are not giants are worked out by a chain of their own up to so many points.
const REST: usize = 250;

/// An upper bound of the order of a group, by orbits, blocks, sums and signs of the generators alone; the order itself
/// for most puzzles. Deterministic; cost as [`Certificate::new`](super::Certificate::new).
pub fn upper_bound(generators: &[Permutation]) -> UBig {
    let generators = same_degree(generators);
    Envelope::new(&generators).bound(&generators)
}

/// The order of a group with giants and other orbits besides, if it is found: there it can be below the upper bound,
/// as the other orbits are worked out by themselves: by `order_of_rest`, as for [`order`].
pub(crate) fn order_of_mixture<R: Rng + ?Sized>(
    generators: &[Permutation],
    rng: &mut R,
    order_of_rest: impl FnOnce(&[Permutation], &mut R) -> UBig,
) -> Option<UBig> {
    let envelope = Envelope::new(generators);
    let roots: BTreeSet<usize> = (0..envelope.nodes.len()).map(|node| envelope.root(node).0).collect();
    if roots.len() < 2 { None } else { order(&envelope, generators, rng, order_of_rest).ok() }
}

/// The same generators, all on the points of the largest degree.
pub(super) fn same_degree(generators: &[Permutation]) -> Vec<Permutation> {
    let degree = generators.iter().map(Permutation::degree).max().unwrap_or(0);
    generators.iter().map(|generator| generator.extended(degree)).collect()
}

/// The order if giants prove it, else a lower bound. Where there are few points besides the giants, `order_of_rest` is asked
/// for the order of the group of some generators, the quotient by what the giants make up.
pub(super) fn order<R: Rng + ?Sized>(
    envelope: &Envelope,
    generators: &[Permutation],
    rng: &mut R,
    order_of_rest: impl FnOnce(&[Permutation], &mut R) -> UBig,
) -> Result<UBig, UBig> {
    let mut source = ProductReplacement::new(generators, rng);
    let towers = Towers::prove(envelope, || source.next(rng).clone());
    let commutators = towers.commutator_order(envelope);
    if towers.rest.is_empty() {
        let nodes: Vec<usize> = (0..envelope.nodes.len()).collect();
        let image = envelope.abelian_image(&nodes, generators);
        let order = commutators * image.order();
        return if image.complete { Ok(order) } else { Err(order) };
    }
    if !towers.proved.is_empty() && towers.rest_points(envelope).len() <= REST {
        let quotient = towers.quotient(envelope, generators);
        return Ok(commutators * order_of_rest(&quotient, rng));
    }
    // The image of the group in the abelian quotients of all nodes is one of its quotient by the commutators.
    let nodes: Vec<usize> = (0..envelope.nodes.len()).collect();
    Err(commutators * envelope.abelian_image(&nodes, generators).order())
}
