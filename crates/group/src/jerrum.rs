//! The textbook Schreier-Sims algorithm: level by level, with Jerrum's filter. It is deterministic and slow.
//!
//! Start at [`JerrumChain::new`]. Each level lists the orbit of the base point with an element for each of its points
//! (a transversal). It then forms all Schreier generators. [`JerrumFilter`] keeps at most `degree - 1` of them that
//! generate the same group, and these generate the next level. Nothing is random and the result needs no further proof,
//! so the method suits teaching and checking [`crate::StabilizerChain`], which is hundreds of times faster. Sims
//! (1970); Jerrum, "A compact representation for permutation groups" (1986); Cameron, "Permutation groups" (1999),
//! 1.13.

use std::collections::VecDeque;

use dashu_int::UBig;

use crate::orbit::SchreierTree;
use crate::permutation::Permutation;
use crate::point_order::PointOrder;

/// A set of at most `degree - 1` permutations that generates the same group as all those that were added.
///
/// The points are the vertices of a graph. A permutation is an edge from the first point it moves to the image of
/// that; A new one that closes a cycle is not kept. Instead the product along the cycle, from its first point around
/// to that point, replaces an edge there. The product fixes that point and those before it, and the edge is a product
/// of it and the others on the cycle. The first moved points move to later places, so this terminates.
#[derive(Clone, Debug)]
pub struct JerrumFilter {
    order: PointOrder,
    /// By place: the edges there, as (place at the other end, number of the permutation).
    edges: Vec<Vec<(usize, usize)>>,
    /// The place of each point.
    place: Vec<usize>,
    kept: Vec<Option<Permutation>>,
}

impl JerrumFilter {
    /// An empty filter. The points of `first` come first, then the others ascending.
    pub fn new(degree: usize, first: &[u32]) -> Self {
        let order = PointOrder::new(degree, first);
        let mut place = vec![0; degree];
        for (at, &point) in order.points().iter().enumerate() {
            place[point as usize] = at;
        }
        JerrumFilter { order, edges: vec![Vec::new(); degree], place, kept: Vec::new() }
    }

    /// Adds a permutation of at most the filter's degree. Each round costs O(degree²), and there are at most
    /// `degree²` rounds over all additions, besides one for each.
    ///
    /// ```
    /// use permutant_group::{cycle_notation::Notation, jerrum::JerrumFilter};
    ///
    /// // Of all exchanges of two out of five points four are enough.
    /// let mut filter = JerrumFilter::new(5, &[]);
    /// for a in 1..=5 {
    ///     for b in a + 1..=5 {
    ///         filter.add(&Notation::from_one().read(&format!("({a},{b})"))?);
    ///     }
    /// }
    /// assert_eq!(filter.permutations().count(), 4);
    /// # Ok::<(), permutant_group::cycle_notation::NotationError>(())
    /// ```
    pub fn add(&mut self, permutation: &Permutation) {
        let mut new = permutation.extended(self.edges.len());
        while let Some(from) = self.order.first_moved(&new) {
            let Some(&image) = self.place.get(new.image(self.order.points()[from]) as usize) else { return };
            let Some(path) = self.path(image, from) else {
                self.link(from, image, new);
                return;
            };
            // The cycle as (place, permutation read forward or backward), from `from` over `image` back.
            let mut cycle = vec![(from, None)];
            cycle.extend(path.into_iter().map(|(place, number)| (place, Some(number))));
            let least = (0..cycle.len()).min_by_key(|&at| cycle[at].0).unwrap_or(0);
            cycle.rotate_left(least);
            let mut product = Permutation::identity(self.edges.len());
            let mut at = cycle[0].0;
            for &(place, number) in &cycle {
                debug_assert_eq!(place, at);
                let step = number.and_then(|number: usize| self.kept[number].as_ref()).unwrap_or(&new);
                let point = self.order.points()[place];
                // An edge is walked forward from the first point that its permutation moves.
                let forward = self.order.first_moved(step) == Some(place);
                if forward {
                    product.then_assign(step);
                    at = self.place[step.image(point) as usize];
                } else {
                    let inverse = step.inverse();
                    product.then_assign(&inverse);
                    at = self.place[inverse.image(point) as usize];
                }
            }
            // The edge that leaves the least point belongs to a permutation whose first moved point that is.
            // It goes: the new one itself, or an edge that the new one replaces on the cycle.
            if let Some(number) = cycle[0].1 {
                self.unlink(number);
                self.link(from, image, new);
            }
            new = product;
        }
    }

    /// The permutations that are kept.
    pub fn permutations(&self) -> impl Iterator<Item = &Permutation> {
        self.kept.iter().flatten()
    }

    fn link(&mut self, from: usize, to: usize, permutation: Permutation) {
        let number = self.kept.len();
        self.kept.push(Some(permutation));
        self.edges[from].push((to, number));
        self.edges[to].push((from, number));
    }

    fn unlink(&mut self, number: usize) {
        for edges in &mut self.edges {
            edges.retain(|&(_, other)| other != number);
        }
        self.kept[number] = None;
    }

    /// The edges from one place to another: for each its place and number.
    fn path(&self, from: usize, to: usize) -> Option<Vec<(usize, usize)>> {
        let mut before: Vec<Option<(usize, usize)>> = vec![None; self.edges.len()];
        let mut open = VecDeque::from([to]);
        while let Some(at) = open.pop_front() {
            if at == from {
                let mut path = Vec::new();
                let mut at = from;
                while at != to {
                    let (next, number) = before[at]?;
                    path.push((at, number));
                    at = next;
                }
                return Some(path);
            }
            for &(next, number) in &self.edges[at] {
                if next != to && before[next].is_none() {
                    before[next] = Some((at, number));
                    open.push_back(next);
                }
            }
        }
        None
    }
}

/// One level: the stabilizer of the preceding base points.
#[derive(Clone, Debug)]
pub struct JerrumLevel {
    base: u32,
    generators: Vec<Permutation>,
    tree: SchreierTree,
    transversal: Vec<Permutation>,
}

impl JerrumLevel {
    /// The base point.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// Generators of the stabilizer of the preceding base points: at most `degree - 1`, except at the first level,
    /// which has the given generators.
    pub fn generators(&self) -> &[Permutation] {
        &self.generators
    }

    /// The orbit of the base point under them, with words; letters count [`generators`](Self::generators).
    pub fn tree(&self) -> &SchreierTree {
        &self.tree
    }

    /// For each point of the orbit, in the tree's order, an element that takes the base point there.
    pub fn transversal(&self) -> &[Permutation] {
        &self.transversal
    }
}

/// A base with transversals, found without randomness or a separate proof.
#[derive(Clone, Debug)]
pub struct JerrumChain {
    degree: usize,
    levels: Vec<JerrumLevel>,
}

impl JerrumChain {
    /// The chain of the generators; `base` points come first, then the others ascending, and levels that would have
    /// orbits of one point are left out. O(degree^7) at worst, and about a second for 50 points.
    ///
    /// ```
    /// use permutant_group::{cycle_notation::Notation, jerrum::JerrumChain};
    ///
    /// let gap = Notation::from_one();
    /// let square = [gap.read("(1,2,3,4)")?, gap.read("(1,3)")?];
    /// let chain = JerrumChain::new(&square, &[]);
    /// assert_eq!(chain.order(), 8_u8.into());
    /// let orbits: Vec<&[u32]> = chain.levels().iter().map(|level| level.tree().points()).collect();
    /// assert_eq!(orbits, [&[0, 1, 2, 3][..], &[1, 3]]);
    /// # Ok::<(), permutant_group::cycle_notation::NotationError>(())
    /// ```
    pub fn new(generators: &[Permutation], base: &[u32]) -> Self {
        let degree = generators.iter().map(Permutation::degree).max().unwrap_or(0);
        let order = PointOrder::new(degree, base);
        let mut generators: Vec<Permutation> = generators.iter().map(|g| g.extended(degree)).collect();
        let mut levels = Vec::new();
        for &point in order.points() {
            if generators.iter().all(|generator| generator.image(point) == point) {
                continue;
            }
            let tree = SchreierTree::new(point, &generators);
            let transversal = transversal(&tree, &generators);
            let mut filter = JerrumFilter::new(degree, order.points());
            let mut number = vec![usize::MAX; degree];
            for (at, &point) in tree.points().iter().enumerate() {
                number[point as usize] = at;
            }
            for (&point, there) in tree.points().iter().zip(&transversal) {
                for generator in &generators {
                    let back = &transversal[number[generator.image(point) as usize]];
                    filter.add(&there.then(generator).then(&back.inverse()));
                }
            }
            let next = filter.permutations().cloned().collect();
            levels.push(JerrumLevel { base: point, generators, tree, transversal });
            generators = next;
        }
        JerrumChain { degree, levels }
    }

    /// The levels with orbits of two and more points.
    pub fn levels(&self) -> &[JerrumLevel] {
        &self.levels
    }

    /// The number of elements: the product of the orbit lengths.
    pub fn order(&self) -> UBig {
        self.levels.iter().map(|level| UBig::from(level.transversal.len())).product()
    }

    /// True if the permutation is an element. O(levels · degree).
    pub fn contains(&self, permutation: &Permutation) -> bool {
        let mut residue = permutation.extended(self.degree);
        for level in &self.levels {
            let image = residue.image(level.base);
            let Some(at) = level.tree.points().iter().position(|&point| point == image) else { return false };
            residue.then_assign(&level.transversal[at].inverse());
        }
        residue.is_identity()
    }
}

/// Elements along a tree, each a generator or an inverse times the one before.
fn transversal(tree: &SchreierTree, generators: &[Permutation]) -> Vec<Permutation> {
    let degree = generators.iter().map(Permutation::degree).max().unwrap_or(0);
    let mut elements: Vec<Permutation> = Vec::with_capacity(tree.points().len());
    for &point in tree.points() {
        let element = match tree.step(point) {
            None => Permutation::identity(degree),
            Some((letter, parent)) => {
                let at = tree.points().iter().position(|&point| point == parent).unwrap_or(0);
                let generator = &generators[letter.generator()];
                if letter.is_inverse() {
                    elements[at].then(&generator.inverse())
                } else {
                    elements[at].then(generator)
                }
            }
        };
        elements.push(element);
    }
    elements
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StabilizerChain;
    use proptest::prelude::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    proptest! {
        /// The filter keeps the group and few permutations, without a cycle.
        #[test]
        fn the_filter_keeps_the_group(degree in 1_usize..9, powers in prop::collection::vec(0_i64..5, 0..12), seed: u64) {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let first = Permutation::random(degree, &mut rng).moved_to();
            let mut filter = JerrumFilter::new(degree, &first);
            let added: Vec<Permutation> =
                powers.iter().map(|&power| Permutation::random(degree, &mut rng).power(power)).collect();
            added.iter().for_each(|permutation| filter.add(permutation));
            let kept: Vec<Permutation> = filter.permutations().cloned().collect();
            prop_assert!(kept.len() < degree);
            let (all, few) = (StabilizerChain::new(&added, &mut rng), StabilizerChain::new(&kept, &mut rng));
            prop_assert_eq!(all.order(), few.order());
            prop_assert!(added.iter().all(|permutation| few.contains(permutation)));
        }
    }
}
