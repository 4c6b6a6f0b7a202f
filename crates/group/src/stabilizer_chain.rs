//! A permutation group as a chain of stabilizers: order, membership, random elements.
//!
//! Start at [`StabilizerChain`]. Level `i` belongs to the stabilizer of the base points before `i`. It stores the orbit
//! of its own base point under that stabilizer, as a [`SchreierTree`] whose words are short products of elements of the
//! stabilizer. Sims, "Computational methods in the study of permutation groups" (1970); Seress, "Permutation group
//! algorithms" (2003), chapter 4. The construction and proof of a chain, from [`StabilizerChain::new`] on, are in
//! [`crate::schreier_sims`].

use dashu_int::UBig;
use rand_core::Rng;
use thiserror::Error;

use crate::orbit::{Letter, SchreierTree};
use crate::permutation::Permutation;
use crate::random::below;

/// A group with a base and a strong generating set, proved complete.
///
/// Takes about `levels · degree · 8` bytes for the trees and as much again for the elements. All its results are
/// exact, unless it was constructed without proof ([`unproved_while`](crate::SchreierSims::unproved_while)); then
/// [`proof`](Self::proof) says so.
#[derive(Clone, Debug)]
pub struct StabilizerChain {
    pub(crate) degree: usize,
    pub(crate) generators: Vec<Permutation>,
    /// The elements that the trees' letters number: strong generators, and elements that shorten paths.
    elements: Vec<Element>,
    pub(crate) levels: Vec<Level>,
    pub(crate) proof: Proof,
}

/// The method that proved the chain to be that of the whole group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Every Schreier generator of every level was sifted and came out trivial.
    SchreierGenerators,
    /// The order reached an upper bound of that of the group, computed from orbits, blocks, sums and signs: see
    /// [`crate::certificate`].
    UpperBound,
    /// The order is that which a certificate proves without a chain: see [`crate::certificate`].
    Certificate,
    /// The order reached the one that the caller supplied.
    KnownOrder,
    /// There is no proof: the chain is that of a subgroup, very likely that of the group itself.
    None,
}

/// The point at which sifting stopped: the permutation is a non-member.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SiftError {
    /// At some level the image of the base point is outside its orbit.
    #[error("at level {level} base point {base} goes to {image}, which is not in its orbit")]
    Orbit {
        /// The level, from 0.
        level: usize,
        /// Its base point, from 0.
        base: u32,
        /// The image of the point after division by the elements of the preceding levels.
        image: u32,
        /// The residue of the permutation at this level.
        residue: Permutation,
    },
    /// All base images are possible, but the residue is not the identity.
    #[error("all base points are fixed, but {residue} is left over")]
    Residue {
        /// The residue.
        residue: Permutation,
    },
}

/// An element of the group with its inverse, as trees are traversed in both directions.
#[derive(Clone, Debug)]
struct Element {
    forward: Permutation,
    backward: Permutation,
}

/// One base point.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    pub(crate) base: u32,
    /// The strong generators that fix the preceding base points and move this one.
    own: Vec<u32>,
    /// Further elements of this level's group, which keep its tree shallow.
    shortcuts: Vec<u32>,
    pub(crate) tree: SchreierTree,
}

impl StabilizerChain {
    /// Trees deeper than this get shortcuts: a sift makes up to that many products at each level, while less depth
    /// costs more elements (about the `DEPTH`-th root of the orbit) and time to find them. On 24 to 150 points a
    /// depth of 1 to 5 makes little difference to the proof by Schreier generators; up to a known order 4 and 5
    /// were equal and twice as fast as 3, ten times as fast as 2.
    const DEPTH: usize = 4;

    /// The chain of the trivial group, with these base points to start with.
    pub(crate) fn trivial(degree: usize, generators: Vec<Permutation>, base: &[u32]) -> Self {
        let proof = Proof::SchreierGenerators;
        let mut chain =
            StabilizerChain { degree, generators, elements: Vec::new(), levels: Vec::new(), proof };
        for &point in base {
            if (point as usize) < degree && chain.levels.iter().all(|level| level.base != point) {
                chain.push_level(point);
            }
        }
        chain
    }

    /// Number of points.
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// The generators that define the group, all of the chain's degree.
    pub fn generators(&self) -> &[Permutation] {
        &self.generators
    }

    /// How the chain was proved.
    pub fn proof(&self) -> Proof {
        self.proof
    }

    /// The base points in their order. Only the identity fixes all of them.
    pub fn base(&self) -> Vec<u32> {
        self.levels.iter().map(|level| level.base).collect()
    }

    /// For each base point its orbit under the stabilizer of the preceding ones, as a tree.
    pub fn orbits(&self) -> impl ExactSizeIterator<Item = &SchreierTree> {
        self.levels.iter().map(|level| &level.tree)
    }

    /// The strong generators: those that fix an initial segment of the base generate its pointwise stabilizer.
    pub fn strong_generators(&self) -> impl Iterator<Item = &Permutation> {
        self.numbered_strong_of_level(0).map(|(_, generator)| generator)
    }

    /// The number of elements, exactly: the product of the orbit lengths.
    pub fn order(&self) -> UBig {
        self.levels.iter().map(|level| UBig::from(level.tree.points().len())).product()
    }

    /// True if the permutation is an element of the group. Costs one sift, which takes at most 4 products per level.
    pub fn contains(&self, permutation: &Permutation) -> bool {
        self.sift(permutation).is_ok()
    }

    /// Sifts a permutation: level by level, divides it by the transversal element of the current base image. The
    /// residue is the identity if and only if the permutation is an element. Points beyond the degree must be fixed.
    /// O(levels · degree).
    ///
    /// # Errors
    /// If the permutation is a non-member: gives the level at which sifting stopped and the residue there.
    pub fn sift(&self, permutation: &Permutation) -> Result<(), SiftError> {
        let mut residue = permutation.extended(self.degree);
        let level = self.strip(&mut residue, 0);
        match self.levels.get(level) {
            Some(&Level { base, .. }) => {
                Err(SiftError::Orbit { level, base, image: residue.image(base), residue })
            }
            None if residue.is_identity() => Ok(()),
            None => Err(SiftError::Residue { residue }),
        }
    }

    /// The element as a product of one transversal element for each level: `g = u_k · … · u_2 · u_1`, where `u_i`
    /// fixes the preceding base points and agrees at its own base point with the element divided by the preceding
    /// factors. The list starts with `u_1`. O(levels · degree).
    ///
    /// # Errors
    /// If the permutation is not in the group, as [`sift`](Self::sift).
    ///
    /// ```
    /// use permutant_group::{Permutation, StabilizerChain, cycle_notation::Notation};
    /// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// let gap = Notation::from_one();
    /// let generators = [gap.read("(1,2,3,4,5)")?, gap.read("(1,2)")?];
    /// let chain = StabilizerChain::new(&generators, &mut ChaCha8Rng::seed_from_u64(1));
    /// let element = gap.read("(1,3)(2,5,4)")?;
    /// let factors = chain.transversal_factors(&element)?;
    /// assert_eq!(factors.len(), chain.base().len());
    /// let product = factors.iter().rev().fold(Permutation::identity(5), |p, u| p.then(u));
    /// assert_eq!(product, element);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn transversal_factors(&self, permutation: &Permutation) -> Result<Vec<Permutation>, SiftError> {
        self.sift(permutation)?;
        let mut residue = permutation.extended(self.degree);
        let mut factors = Vec::with_capacity(self.levels.len());
        for level in &self.levels {
            let mut factor = Permutation::identity(self.degree);
            self.follow(level, residue.image(level.base), &mut factor);
            residue.then_assign(&factor.inverse());
            factors.push(factor);
        }
        Ok(factors)
    }

    /// A uniformly distributed element if the bits are random. O(levels · degree).
    pub fn random<R: Rng + ?Sized>(&self, rng: &mut R) -> Permutation {
        let mut product = Permutation::identity(self.degree);
        for level in self.levels.iter().rev() {
            let points = level.tree.points();
            self.follow(level, points[below(rng, points.len() as u64) as usize], &mut product);
        }
        product
    }

    /// An element that fixes the base points before a level and takes its base point to `image`; `None` if there
    /// is no such level or no such element. At most 4 products.
    pub fn representative(&self, level: usize, image: u32) -> Option<Permutation> {
        let level = self.levels.get(level)?;
        if !level.tree.contains(image) {
            return None;
        }
        let mut product = Permutation::identity(self.degree);
        self.follow(level, image, &mut product);
        Some(product)
    }

    /// Multiplies by the word from the root of a level's tree to a point of its orbit.
    fn follow(&self, level: &Level, point: u32, product: &mut Permutation) {
        for letter in level.tree.word(point).unwrap_or_default() {
            product.then_assign(self.element(letter));
        }
    }

    fn element(&self, letter: Letter) -> &Permutation {
        let element = &self.elements[letter.generator()];
        if letter.is_inverse() { &element.backward } else { &element.forward }
    }

    /// Sifts from a level on, in place. Returns the level whose orbit does not have the image of its base point,
    /// or the number of levels if all have.
    pub(crate) fn strip(&self, residue: &mut Permutation, from: usize) -> usize {
        for (number, level) in self.levels.iter().enumerate().skip(from) {
            let mut point = residue.image(level.base);
            if !level.tree.contains(point) {
                return number;
            }
            while let Some((letter, parent)) = level.tree.step(point) {
                residue.then_assign(self.element(letter.inverse()));
                point = parent;
            }
        }
        self.levels.len()
    }

    /// Numbers of the strong generators of a level's group.
    fn strong(&self, level: usize) -> impl Iterator<Item = u32> {
        self.levels[level.min(self.levels.len())..].iter().flat_map(|level| level.own.iter().copied())
    }

    /// The strong generators of a level's group, with the numbers that the letters of its tree have for them.
    pub(crate) fn numbered_strong_of_level(&self, level: usize) -> impl Iterator<Item = (u32, &Permutation)> {
        self.strong(level).map(|element| (element, &self.elements[element as usize].forward))
    }

    /// Adds an element that fixes the base points before a level and is not in the group so far. At the level after
    /// the last one it becomes the first of a new level.
    pub(crate) fn insert(&mut self, element: Permutation, level: usize) {
        if level == self.levels.len() {
            let Some(base) = element.support().next() else {
                debug_assert!(false, "the identity is in every group");
                return;
            };
            self.push_level(base);
        }
        let number = self.push_element(element);
        self.levels[level].own.push(number);
        for number in (0..=level).rev() {
            let tree = &self.levels[number].tree;
            let newest = &self.elements[self.elements.len() - 1].forward;
            // A new generator leaves most orbits as they are; those trees are kept unless it may shorten them.
            let grows = tree.points().iter().any(|&point| !tree.contains(newest.image(point)));
            if grows || tree.depth() > Self::DEPTH {
                self.grow_tree(number);
            }
        }
    }

    fn push_level(&mut self, base: u32) {
        let tree = SchreierTree::grow(base, self.degree, &[]);
        self.levels.push(Level { base, own: Vec::new(), shortcuts: Vec::new(), tree });
    }

    fn push_element(&mut self, element: Permutation) -> u32 {
        let backward = element.inverse();
        self.elements.push(Element { forward: element, backward });
        self.elements.len() as u32 - 1
    }

    /// Grows the tree of a level anew from all its strong generators and shortcuts.
    fn grow_tree(&mut self, level: usize) {
        let Level { base, shortcuts, .. } = &self.levels[level];
        let tree = self.tree_of(*base, self.strong(level).chain(shortcuts.iter().copied()));
        self.levels[level].tree = tree;
    }

    fn tree_of(&self, base: u32, elements: impl Iterator<Item = u32>) -> SchreierTree {
        let arrows: Vec<(Letter, &Permutation)> = elements
            .flat_map(|e| {
                let Element { forward, backward } = &self.elements[e as usize];
                [(Letter::forward(e), forward), (Letter::backward(e), backward)]
            })
            .collect();
        SchreierTree::grow(base, self.degree, &arrows)
    }

    /// Drops strong generators that the orbits do not need, and makes all trees shallow. The orbits stay, but
    /// whether the rest still generates the group must be proved afterwards.
    pub(crate) fn tidy(&mut self) {
        for level in (0..self.levels.len()).rev() {
            let base = self.levels[level].base;
            let size = self.levels[level].tree.points().len();
            let mut at = 0;
            while at < self.levels[level].own.len() {
                let dropped = self.levels[level].own.remove(at);
                if self.tree_of(base, self.strong(level)).points().len() < size {
                    self.levels[level].own.insert(at, dropped);
                    at += 1;
                }
            }
            self.levels[level].shortcuts.clear();
            self.grow_tree(level);
        }
        self.drop_unused();
        for level in 0..self.levels.len() {
            while self.levels[level].tree.depth() > Self::DEPTH {
                // The points are in the order of their depth, so the last is a deepest one; it and those around it
                // come next to the root.
                let deepest = self.levels[level].tree.points().last().copied().unwrap_or_default();
                let Some(shortcut) = self.representative(level, deepest) else { break };
                let number = self.push_element(shortcut);
                self.levels[level].shortcuts.push(number);
                self.grow_tree(level);
            }
        }
    }

    /// Removes the elements that are not strong generators and renumbers the others.
    fn drop_unused(&mut self) {
        let mut kept = Vec::new();
        for level in &mut self.levels {
            for number in &mut level.own {
                kept.push(self.elements[*number as usize].clone());
                *number = kept.len() as u32 - 1;
            }
        }
        self.elements = kept;
        for level in 0..self.levels.len() {
            self.grow_tree(level);
        }
    }
}
