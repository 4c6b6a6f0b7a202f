//! Sets of slots up to symmetry.
//!
//! Start at [`Classes`].

use super::moves::{SIZE, reflection, whole};
use crate::model::orbit::{IDENTITY, Orbit, Permutation, inverse, then};
use crate::model::slot_sets::SetRank;

/// What the sixteen symmetries that keep the axis of F and B do to two orbits, the identity first.
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

/// Names of sets: by number, as many times their class as there are symmetries, and the symmetry that leads to the set that
/// stands for the class.
pub(super) struct Classes {
    names: Vec<u32>,
    standing: Vec<u32>,
    symmetries: usize,
}

impl Classes {
    /// `of` gives what a symmetry makes of a set, `back` by symmetry the one that undoes it.
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

    /// The sets that stand for their classes.
    pub(super) fn standing(&self) -> &[u32] {
        &self.standing
    }

    /// The class of a set, by its number, and a symmetry that leads to the one that stands for it.
    #[inline]
    pub(super) fn class(&self, number: usize) -> (usize, usize) {
        let name = self.names[number] as usize;
        (name / self.symmetries, name % self.symmetries)
    }
}
