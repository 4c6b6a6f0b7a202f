//! The subgroup of which any coset is acceptable, as a stabilizer chain.
//!
//! Start at [`Stabilizer`]. Unlike [`crate::StabilizerChain`] it is not proved, and it stores an element for each
//! point of an orbit: the subgroups are small, and their elements are examined one by one.

use std::collections::BTreeMap;

use rand_core::Rng;

use super::images::{invert, multiply};
use crate::random::below;

/// A chain of stabilizers with explicit transversals, for a subgroup that is known by some of its elements.
#[derive(Clone, Debug)]
pub(super) struct Stabilizer {
    degree: usize,
    levels: Vec<StabilizerLevel>,
}

#[derive(Clone, Debug)]
struct StabilizerLevel {
    base: u16,
    /// They fix the base points before.
    generators: Vec<Vec<u16>>,
    /// By point of the orbit of the base point: an element that takes the base point there.
    transversal: BTreeMap<u16, Vec<u16>>,
}

impl Stabilizer {
    /// The trivial subgroup, with these base points.
    pub(super) fn new(base: &[u16], degree: usize) -> Self {
        let identity: Vec<u16> = (0..degree).map(|point| point as u16).collect();
        let level = |&base: &u16| StabilizerLevel {
            base,
            generators: Vec::new(),
            transversal: BTreeMap::from([(base, identity.clone())]),
        };
        Stabilizer { degree, levels: base.iter().map(level).collect() }
    }

    /// Adds what sifting leaves of an element; whether that was anything.
    fn sift_in(&mut self, mut element: Vec<u16>) -> bool {
        let (mut inverse, mut product) = (vec![0; self.degree], vec![0; self.degree]);
        for at in 0..self.levels.len() {
            let image = element[usize::from(self.levels[at].base)];
            let Some(representative) = self.levels[at].transversal.get(&image) else {
                self.levels[at].generators.push(element);
                (0..=at).for_each(|level| self.grow(level));
                return true;
            };
            invert(representative, &mut inverse);
            multiply(&element, &inverse, &mut product);
            std::mem::swap(&mut element, &mut product);
        }
        false
    }

    /// Adds an element, as far as it is not in the subgroup yet.
    pub(super) fn add(&mut self, element: Vec<u16>) {
        self.sift_in(element);
    }

    fn grow(&mut self, level: usize) {
        let generators: Vec<Vec<u16>> =
            self.levels[level..].iter().flat_map(|level| level.generators.iter().cloned()).collect();
        let transversal = &mut self.levels[level].transversal;
        let mut open: Vec<u16> = transversal.keys().copied().collect();
        while let Some(point) = open.pop() {
            for generator in &generators {
                let image = generator[usize::from(point)];
                if !transversal.contains_key(&image) {
                    let mut product = vec![0; self.degree];
                    multiply(&transversal[&point], generator, &mut product);
                    transversal.insert(image, product);
                    open.push(image);
                }
            }
        }
    }

    /// Sifts random products of what is there until twenty in a row leave nothing.
    pub(super) fn close<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let mut pool: Vec<Vec<u16>> = self.levels.iter().flat_map(|level| level.generators.clone()).collect();
        if pool.is_empty() {
            return;
        }
        let mut product = vec![0; self.degree];
        let mut quiet = 0;
        while quiet < 20 {
            let (i, j) = (below(rng, pool.len() as u64) as usize, below(rng, pool.len() as u64) as usize);
            multiply(&pool[i], &pool[j], &mut product);
            pool[i].copy_from_slice(&product);
            if self.sift_in(product.clone()) {
                pool.push(product.clone());
                quiet = 0;
            } else {
                quiet += 1;
            }
        }
    }

    /// Where the generators of a level's group take a point.
    pub(super) fn orbit_images(&self, level: usize, point: u16) -> Vec<u16> {
        let generators = self.levels.iter().skip(level).flat_map(|level| level.generators.iter());
        generators.map(|generator| generator[usize::from(point)]).collect()
    }

    /// Elements that take a level's base point to each point of its orbit, the identity among them.
    pub(super) fn transversal(&self, level: usize) -> impl Iterator<Item = &[u16]> {
        self.levels[level].transversal.values().map(Vec::as_slice)
    }
}
