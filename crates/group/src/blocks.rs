//! Block systems: partitions of an orbit whose parts the group permutes.
//!
//! Start at [`BlockSystem::joining`], the finest system in which two given points share a block, or at
//! [`minimal_block_systems`], which returns all systems that are minimal, that is, have no nontrivial refinement. An
//! orbit without such a system is primitive ([`is_primitive`]). The method is union-find: Atkinson, "An algorithm for
//! finding the blocks of a permutation group" (1975); Holt, Eick and O'Brien, "Handbook of computational group theory"
//! (2005), 4.3. To find systems that are not minimal, apply the functions to the action on the blocks.

use std::collections::BTreeSet;

use crate::orbit::{SchreierTree, find};
use crate::permutation::Permutation;
use crate::transitive_action::TransitiveAction;

/// A system of blocks of equal size on one orbit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlockSystem {
    blocks: Vec<Vec<u32>>,
}

impl BlockSystem {
    /// The finest system that has `a` and `b` in one block, on the orbit of `a`; `None` if `b` is not in it. It may
    /// be the trivial system of one block. O(orbit · generators), nearly.
    ///
    /// ```
    /// use permutant_group::{blocks::BlockSystem, cycle_notation::Notation};
    ///
    /// let turn = Notation::from_zero().read("(0,1,2,3,4,5)")?;
    /// let blocks = BlockSystem::joining(&[turn], 0, 4).unwrap();
    /// assert_eq!(blocks.blocks(), [[0, 2, 4], [1, 3, 5]]);
    /// # Ok::<(), permutant_group::cycle_notation::NotationError>(())
    /// ```
    pub fn joining(generators: &[Permutation], a: u32, b: u32) -> Option<Self> {
        let (orbit, action) = on_orbit_of(generators, a);
        let place = |point| orbit.binary_search(&point).ok().map(|place| place as u32);
        let partition = Partition::joining(&action, place(a)?, place(b)?);
        Some(partition.system(&orbit))
    }

    /// The blocks, each ascending, in the order of their least points.
    pub fn blocks(&self) -> &[Vec<u32>] {
        &self.blocks
    }

    /// Number of points of each block.
    pub fn size(&self) -> usize {
        self.blocks.first().map_or(0, Vec::len)
    }
}

/// The minimal nontrivial block systems on the orbit of a point, each as its blocks. Empty exactly if the group acts
/// primitively there (or on at most two points).
///
/// At most O(orbit² · generators), nearly; one pass if the stabilizer of a point is transitive on the other points.
///
/// ```
/// use permutant_group::{blocks::minimal_block_systems, cycle_notation::Notation};
///
/// let turn = Notation::from_zero().read("(0,1,2,3,4,5)")?;
/// let systems = minimal_block_systems(&[turn], 0);
/// let sizes: Vec<usize> = systems.iter().map(|system| system.size()).collect();
/// assert_eq!(sizes, [3, 2]);
/// # Ok::<(), permutant_group::cycle_notation::NotationError>(())
/// ```
pub fn minimal_block_systems(generators: &[Permutation], point: u32) -> Vec<BlockSystem> {
    let (orbit, action) = on_orbit_of(generators, point);
    let mut systems: Vec<BlockSystem> =
        minimal_partitions(&action).iter().map(|partition| partition.system(&orbit)).collect();
    systems.sort_unstable();
    systems
}

/// True if the group has no nontrivial block on the orbit of a point. Orbits of one and two points are primitive. The
/// cost is that of [`minimal_block_systems`].
pub fn is_primitive(generators: &[Permutation], point: u32) -> bool {
    minimal_partitions(&on_orbit_of(generators, point).1).is_empty()
}

fn on_orbit_of(generators: &[Permutation], point: u32) -> (Vec<u32>, TransitiveAction) {
    let degree = generators.iter().map(Permutation::degree).max().unwrap_or(0);
    if point as usize >= degree {
        return (vec![point], TransitiveAction::on_orbit(&[0], &[0], &[]));
    }
    let mut orbit = SchreierTree::new(point, generators).points().to_vec();
    orbit.sort_unstable();
    let mut place = vec![0; degree];
    for (&point, number) in orbit.iter().zip(0..) {
        place[point as usize] = number;
    }
    let action = TransitiveAction::on_orbit(&orbit, &place, generators);
    (orbit, action)
}

/// The points of an action, each with the number of its block; blocks are numbered by their least points.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Partition {
    pub(crate) block_of: Vec<u32>,
    pub(crate) blocks: usize,
}

impl Partition {
    /// The finest partition into blocks that joins two points.
    fn joining(action: &TransitiveAction, a: u32, b: u32) -> Self {
        let degree = action.degree();
        let mut link: Vec<u32> = (0..degree as u32).collect();
        let mut blocks = degree;
        let mut open = Vec::new();
        let mut merge = |link: &mut [u32], open: &mut Vec<u32>, a: u32, b: u32| {
            let (a, b) = (find(link, a), find(link, b));
            if a != b {
                link[a.max(b) as usize] = a.min(b);
                blocks -= 1;
                open.push(a.max(b));
            }
        };
        merge(&mut link, &mut open, a, b);
        // For each point that lost its place as a representative: where it and its new one go must be joined too.
        while let Some(point) = open.pop() {
            let representative = find(&mut link, point);
            for images in action.images() {
                merge(&mut link, &mut open, images[point as usize], images[representative as usize]);
            }
        }
        let mut number = vec![u32::MAX; degree];
        let mut next = 0;
        let block_of = (0..degree as u32)
            .map(|point| {
                let least = find(&mut link, point) as usize;
                if number[least] == u32::MAX {
                    number[least] = next;
                    next += 1;
                }
                number[least]
            })
            .collect();
        Partition { block_of, blocks }
    }

    fn system(&self, orbit: &[u32]) -> BlockSystem {
        let mut blocks = vec![Vec::new(); self.blocks];
        for (&block, &point) in self.block_of.iter().zip(orbit) {
            blocks[block as usize].push(point);
        }
        BlockSystem { blocks }
    }

    /// Number of points of each block.
    pub(crate) fn size(&self) -> usize {
        self.block_of.len() / self.blocks.max(1)
    }

    /// True if the block of point 0 lies in that of the other: then each block does, as the action is transitive.
    fn refines(&self, other: &Partition) -> bool {
        self.block_of.iter().zip(&other.block_of).all(|(&own, &its)| own != 0 || its == 0)
    }
}

/// The minimal partitions into blocks.
pub(crate) fn minimal_partitions(action: &TransitiveAction) -> Vec<Partition> {
    let degree = action.degree();
    let mut found = BTreeSet::new();
    // An element that fixes 0 takes the system that joins 0 and x to itself, as every element does, and x to another
    // point of the block of 0; so one x of each orbit of such elements is enough. A few elements already join
    // most points.
    let mut link: Vec<u32> = (0..degree as u32).collect();
    for element in stabilizer_elements(action) {
        for (point, &image) in (0..).zip(&element) {
            let (a, b) = (find(&mut link, point), find(&mut link, image));
            link[a.max(b) as usize] = a.min(b);
        }
    }
    for point in 1..degree as u32 {
        if link[point as usize] == point {
            let partition = Partition::joining(action, 0, point);
            if partition.blocks > 1 {
                found.insert(partition);
            }
        }
    }
    let finer = |partition: &Partition| {
        found.iter().any(|other| other.size() < partition.size() && other.refines(partition))
    };
    found.iter().filter(|partition| !finer(partition)).cloned().collect()
}

/// Some elements that fix point 0: Schreier generators for a sample of the orbit.
fn stabilizer_elements(action: &TransitiveAction) -> Vec<Vec<u32>> {
    const WANTED: usize = 6;
    let degree = action.degree();
    if degree < 4 {
        return Vec::new();
    }
    let generators: Vec<&[u32]> = action.images().collect();
    let mut before = vec![(u32::MAX, 0_usize); degree];
    before[0] = (0, usize::MAX);
    let mut points = vec![0_u32];
    let mut at = 0;
    while let Some(&point) = points.get(at) {
        at += 1;
        for (number, images) in generators.iter().enumerate() {
            let image = images[point as usize] as usize;
            if before[image].0 == u32::MAX {
                before[image] = (point, number);
                points.push(image as u32);
            }
        }
    }
    let way = |mut point: u32| {
        let mut word = Vec::new();
        while point != 0 {
            let (parent, number) = before[point as usize];
            word.push(number);
            point = parent;
        }
        let mut product: Vec<u32> = (0..degree as u32).collect();
        for &number in word.iter().rev() {
            product.iter_mut().for_each(|image| *image = generators[number][*image as usize]);
        }
        product
    };
    let edges = degree * generators.len();
    // A stride that is prime to most numbers of edges visits points and generators in turn.
    let stride = edges / (WANTED + 1) + 1;
    let mut elements = Vec::new();
    for edge in (0..edges).step_by(stride) {
        let (point, images) = (points[edge % degree], generators[edge % generators.len()]);
        let (there, back) = (way(point), way(images[point as usize]));
        let mut inverse = vec![0; degree];
        for (point, &image) in (0..).zip(&back) {
            inverse[image as usize] = point;
        }
        let product: Vec<u32> = there.iter().map(|&image| inverse[images[image as usize] as usize]).collect();
        debug_assert_eq!(product[0], 0);
        elements.push(product);
    }
    elements
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::orbits;
    use proptest::prelude::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// True if every generator takes each block to a block.
    fn are_blocks(generators: &[Permutation], blocks: &[Vec<u32>]) -> bool {
        generators.iter().all(|generator| {
            blocks.iter().all(|block| {
                let mut image: Vec<u32> = block.iter().map(|&point| generator.image(point)).collect();
                image.sort_unstable();
                blocks.contains(&image)
            })
        })
    }

    /// The sizes of all blocks that hold point `first` of an orbit, found by trying every set of points.
    fn by_trying(generators: &[Permutation], orbit: &[u32]) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        for bits in (1_u32..1 << orbit.len()).step_by(2) {
            let set: Vec<u32> =
                orbit.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|p| *p.1).collect();
            if set.len() == 1 || set.len() == orbit.len() {
                continue;
            }
            let mut images = BTreeSet::from([set.clone()]);
            let mut open = vec![set.clone()];
            let mut disjoint = true;
            while let Some(block) = open.pop() {
                for generator in generators {
                    let mut image: Vec<u32> = block.iter().map(|&point| generator.image(point)).collect();
                    image.sort_unstable();
                    disjoint &= images
                        .iter()
                        .all(|known| *known == image || !known.iter().any(|point| image.contains(point)));
                    if disjoint && images.insert(image.clone()) {
                        open.push(image);
                    }
                }
            }
            if disjoint {
                found.push(set);
            }
        }
        found
    }

    proptest! {
        /// Powers of products of few cycles make many imprimitive groups.
        #[test]
        fn blocks_are_those_found_by_trying(degree in 2_usize..9, powers in prop::collection::vec(1_i64..5, 1..3), seed: u64) {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let generators: Vec<Permutation> =
                powers.iter().map(|&power| Permutation::random(degree, &mut rng).power(power)).collect();
            for orbit in orbits(degree, &generators) {
                let all = by_trying(&generators, &orbit);
                let systems = minimal_block_systems(&generators, orbit[0]);
                for system in &systems {
                    prop_assert!(are_blocks(&generators, system.blocks()));
                    prop_assert!(system.size() > 1 && system.blocks().len() > 1);
                }
                let minimal = all.iter().filter(|block| {
                    !all.iter().any(|other| other.len() < block.len() && other.iter().all(|p| block.contains(p)))
                });
                let mut expected: Vec<Vec<u32>> = minimal.cloned().collect();
                let mut found: Vec<Vec<u32>> = systems.iter().map(|system| system.blocks()[0].clone()).collect();
                expected.sort();
                found.sort();
                prop_assert_eq!(found, expected);
                prop_assert_eq!(is_primitive(&generators, orbit[0]), all.is_empty());
                for &b in &orbit {
                    let joined = BlockSystem::joining(&generators, orbit[0], b).unwrap();
                    prop_assert!(are_blocks(&generators, joined.blocks()));
                    prop_assert!(joined.blocks()[0].contains(&b));
                    if b != orbit[0] {
                        let least = all.iter().filter(|block| block.contains(&b)).map(Vec::len).min();
                        prop_assert_eq!(joined.size(), least.unwrap_or(orbit.len()));
                    }
                }
            }
        }
    }

    #[test]
    fn points_of_other_orbits_are_refused() {
        let generators = [Permutation::from_moved_to(&[1, 0, 2]).unwrap()];
        assert_eq!(BlockSystem::joining(&generators, 0, 2), None);
        assert_eq!(BlockSystem::joining(&generators, 0, 77), None);
        assert_eq!(BlockSystem::joining(&generators, 77, 77).unwrap().blocks(), [[77]]);
    }
}
