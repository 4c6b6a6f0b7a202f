//! Sets of slots up to symmetry.
//!
//! Start at [`Classes`].

use super::moves::{SIZE, reflection, whole};
use crate::model::orbit::{IDENTITY, Orbit, Permutation, inverse, then};
use crate::model::slot_sets::SetRank;

/// The effect of the sixteen symmetries that preserve the axis of F and B on two orbits, the identity first.
pub(super) fn symmetries(orbits: [Orbit; 2]) -> Vec<[Permutation; 2]> {
    let rotation = |axis, amount| orbits.map(|orbit| orbit.permutation(SIZE, whole(axis, amount)));
    let making = [rotation(2, 1), rotation(0, 2), orbits.map(|orbit| inverse(&reflection(orbit)))];
    let mut all = vec![[IDENTITY; 2]];
    let mut next = 0;
    while next < all.len() {
        for with in &making {
            let product = [then(&all[next][0], &with[0]), then(&all[next][1], &with[1])];
            if !all.contains(&product) {
                all.push(product);
            }
        }
        next += 1;
    }
    all
}

/// Symcoords of sets by rank: the class times the number of symmetries, plus the symmetry to the representative of the class.
pub(super) struct Classes {
    names: Vec<u32>,
    standing: Vec<u32>,
    symmetries: usize,
}

impl Classes {
    /// `of` gives the image of a set under a symmetry; `back` gives the inverse of each symmetry.
    pub(super) fn new(rank: &SetRank, back: &[usize], of: impl Fn(usize, u32) -> u32) -> Self {
        let symmetries = back.len();
        let mut names = vec![u32::MAX; rank.count()];
        let mut standing = Vec::new();
        for set in rank.sets() {
            if names[rank.rank(set)] == u32::MAX {
                for (symmetry, back) in back.iter().enumerate() {
                    names[rank.rank(of(symmetry, set))] = (standing.len() * symmetries + back) as u32;
                }
                names[rank.rank(set)] = (standing.len() * symmetries) as u32;
                standing.push(set);
            }
        }
        Classes { names, standing, symmetries }
    }

    /// The representatives of the classes.
    pub(super) fn standing(&self) -> &[u32] {
        &self.standing
    }

    /// The class of a set, given its rank, and a symmetry to the representative of the class.
    #[inline]
    pub(super) fn class(&self, number: usize) -> (usize, usize) {
        let name = self.names[number] as usize;
        (name / self.symmetries, name % self.symmetries)
    }
}
