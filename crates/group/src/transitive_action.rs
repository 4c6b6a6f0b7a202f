//! The action of a group on one orbit, as lists of images: the structure on which blocks and certificates operate.
//!
//! [`TransitiveAction`] numbers the points of an orbit (or the blocks of a block system) from 0 and stores the images
//! under those generators that act nontrivially on it. Two such actions are equivalent if a relabelling of the points
//! turns one into the other. The image of one point determines a relabelling, so the search tries each image of point 0
//! and follows the generators in both actions in parallel. The equivalences of an action with itself form its
//! centralizer in the symmetric group, in which only the identity fixes a point (Dixon and Mortimer, "Permutation
//! groups" (1996), theorem 4.2A).

use crate::permutation::Permutation;

/// A transitive action of the generators on `0..degree`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TransitiveAction {
    degree: usize,
    /// The generators that move a point, by their numbers, ascending.
    moving: Vec<(u32, Box<[u32]>)>,
}

/// The permutations of the points that commute with the action.
#[derive(Clone, Debug)]
pub(crate) struct Centralizer {
    /// Elements that generate it; none lies in the group of those before.
    pub(crate) generators: Vec<Vec<u32>>,
    /// The number of its orbit, for each point.
    pub(crate) block_of: Vec<u32>,
    /// Number of orbits.
    pub(crate) blocks: usize,
}

const NOWHERE: u32 = u32::MAX;

impl TransitiveAction {
    /// The action on an orbit: point `i` is `orbit[i]`, and `place[orbit[i]]` is `i`.
    pub(crate) fn on_orbit(orbit: &[u32], place: &[u32], generators: &[Permutation]) -> Self {
        let moving = (0..)
            .zip(generators)
            .filter(|(_, generator)| orbit.iter().any(|&point| generator.image(point) != point))
            .map(|(number, generator)| {
                (number, orbit.iter().map(|&point| place[generator.image(point) as usize]).collect())
            })
            .collect();
        TransitiveAction { degree: orbit.len(), moving }
    }

    /// The action on blocks, which every generator must permute.
    pub(crate) fn on_blocks(&self, block_of: &[u32], blocks: usize) -> Self {
        let mut moving = Vec::new();
        for (number, images) in &self.moving {
            let mut quotient = vec![0; blocks].into_boxed_slice();
            for (&block, &image) in block_of.iter().zip(images) {
                quotient[block as usize] = block_of[image as usize];
            }
            if (0..).zip(&quotient).any(|(block, &image)| block != image) {
                moving.push((*number, quotient));
            }
        }
        TransitiveAction { degree: blocks, moving }
    }

    /// Number of points.
    pub(crate) fn degree(&self) -> usize {
        self.degree
    }

    /// The images under the generators that move a point.
    pub(crate) fn images(&self) -> impl Iterator<Item = &[u32]> {
        self.moving.iter().map(|(_, images)| &**images)
    }

    /// The same with the numbers of the generators.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (usize, &[u32])> {
        self.moving.iter().map(|(number, images)| (*number as usize, &**images))
    }

    /// An invariant of equivalent actions: the degree and how many points each generator moves.
    pub(crate) fn signature(&self) -> Vec<u32> {
        let mut signature = vec![self.degree as u32];
        for (number, images) in &self.moving {
            let moved = (0..).zip(images).filter(|&(point, &image)| point != image).count();
            signature.extend([*number, moved as u32]);
        }
        signature
    }

    /// For each point a number that an equivalence preserves: a hash of the lengths of its cycles. Points with
    /// different numbers cannot correspond; points with equal numbers are examined in full.
    fn fingerprints(&self) -> Vec<u64> {
        let mut prints = vec![0_u64; self.degree];
        let mut seen = vec![NOWHERE; self.degree];
        let mut cycle = Vec::new();
        for (number, images) in &self.moving {
            for start in 0..self.degree as u32 {
                let mut point = start;
                while seen[point as usize] != *number {
                    seen[point as usize] = *number;
                    cycle.push(point);
                    point = images[point as usize];
                }
                for &point in &cycle {
                    let print = &mut prints[point as usize];
                    // An odd factor with well spread bits: 2^64 divided by the golden ratio.
                    *print = (print.rotate_left(23) ^ cycle.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                }
                cycle.clear();
            }
        }
        prints
    }

    /// The relabelling that maps point 0 of this action to `first` of the other and each generator to itself, into
    /// `map`; `queue` keeps the points reached for the next call. False if there is none. Stops at the first
    /// contradiction; O(degree · generators) if there is none.
    fn follow(&self, other: &TransitiveAction, first: u32, map: &mut Vec<u32>, queue: &mut Vec<u32>) -> bool {
        // Only what the last try wrote is taken back: most tries end after a few points.
        map.resize(self.degree, NOWHERE);
        queue.drain(..).for_each(|point| map[point as usize] = NOWHERE);
        map[0] = first;
        queue.push(0);
        let mut at = 0;
        while let Some(&point) = queue.get(at) {
            at += 1;
            let renamed = map[point as usize];
            for ((_, own), (_, its)) in self.moving.iter().zip(&other.moving) {
                let (image, expected) = (own[point as usize], its[renamed as usize]);
                let known = &mut map[image as usize];
                if *known == NOWHERE {
                    *known = expected;
                    queue.push(image);
                } else if *known != expected {
                    return false;
                }
            }
        }
        // Every point was reached as the action is transitive; the images are an orbit of the other action, so they
        // are all its points, each once.
        true
    }

    /// A relabelling that turns this action into the other: point `i` becomes point `map[i]`. At most O(degree² ·
    /// generators), nearly always O(degree · generators).
    pub(crate) fn equivalence(&self, other: &TransitiveAction) -> Option<Vec<u32>> {
        let same_numbers = || self.moving.iter().map(|m| m.0).eq(other.moving.iter().map(|m| m.0));
        if self.degree != other.degree || !same_numbers() {
            return None;
        }
        let (own, its) = (self.fingerprints(), other.fingerprints());
        let (mut map, mut queue) = (Vec::new(), Vec::new());
        (0..other.degree as u32)
            .filter(|&first| its[first as usize] == own[0])
            .any(|first| self.follow(other, first, &mut map, &mut queue))
            .then_some(map)
    }

    /// All permutations of the points that commute with the generators. Same cost as
    /// [`equivalence`](Self::equivalence).
    pub(crate) fn centralizer(&self) -> Centralizer {
        let prints = self.fingerprints();
        let mut found = Centralizer {
            generators: Vec::new(),
            block_of: (0..self.degree as u32).collect(),
            blocks: self.degree,
        };
        // If no element takes 0 to a point, none takes it to another point of the same orbit of what is found.
        let mut refused = vec![false; self.degree];
        let (mut map, mut queue) = (Vec::new(), Vec::new());
        for first in 1..self.degree as u32 {
            let block = found.block_of[first as usize];
            if prints[first as usize] != prints[0] || block == 0 || refused[block as usize] {
                continue;
            }
            if self.follow(self, first, &mut map, &mut queue) {
                found.generators.push(map.clone());
                found.number_orbits(self.degree);
                refused.fill(false);
            } else {
                refused[block as usize] = true;
            }
        }
        found
    }
}

impl Centralizer {
    /// Numbers the orbits by their least points, so that the orbit of point 0 is 0.
    fn number_orbits(&mut self, degree: usize) {
        self.block_of = vec![NOWHERE; degree];
        self.blocks = 0;
        let mut open = Vec::new();
        for start in 0..degree as u32 {
            if self.block_of[start as usize] != NOWHERE {
                continue;
            }
            open.push(start);
            self.block_of[start as usize] = self.blocks as u32;
            while let Some(point) = open.pop() {
                for generator in &self.generators {
                    let image = generator[point as usize] as usize;
                    if self.block_of[image] == NOWHERE {
                        self.block_of[image] = self.blocks as u32;
                        open.push(image as u32);
                    }
                }
            }
            self.blocks += 1;
        }
    }

    /// Number of elements: only the identity fixes a point, so all its orbits have this length.
    pub(crate) fn order(&self) -> usize {
        self.block_of.len() / self.blocks.max(1)
    }

    /// True if any two elements commute. As only the identity fixes a point, checking one point suffices.
    pub(crate) fn is_abelian(&self) -> bool {
        let at_zero = |a: &[u32], b: &[u32]| b[a[0] as usize];
        self.generators.iter().all(|a| self.generators.iter().all(|b| at_zero(a, b) == at_zero(b, a)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cycle_notation::Notation;

    fn action(degree: u32, cycles: &[&str]) -> TransitiveAction {
        let all: Vec<u32> = (0..degree).collect();
        let gap = Notation::from_one();
        let generators: Vec<Permutation> =
            cycles.iter().map(|text| gap.read_cycles(text).unwrap().extended(degree as usize)).collect();
        TransitiveAction::on_orbit(&all, &all, &generators)
    }

    #[test]
    fn centralizers_of_small_actions() {
        for (degree, cycles, order, abelian) in [
            (6, &["(1,2,3,4,5,6)"][..], 6, true),
            (6, &["(1,2,3)(4,6,5)", "(1,4)(2,5)(3,6)"], 6, false),
            (4, &["(1,2,3,4)", "(1,3)"], 2, true),
            (4, &["(1,2)(3,4)", "(1,3)(2,4)"], 4, true),
            (5, &["(1,2,3,4,5)", "(1,2)"], 1, true),
            // The turns of a cube on its faces: opposite faces stay opposite.
            (6, &["(1,2,3,4)", "(1,5,3,6)"], 2, true),
            (1, &[], 1, true),
        ] {
            let centralizer = action(degree, cycles).centralizer();
            assert_eq!((centralizer.order(), centralizer.is_abelian()), (order, abelian), "{cycles:?}");
        }
    }

    #[test]
    fn renamed_actions_are_equivalent() {
        let one = action(5, &["(1,2,3,4,5)", "(1,2,3)"]);
        let renamed = action(5, &["(3,1,4,2,5)", "(3,1,4)"]);
        let map = one.equivalence(&renamed).unwrap();
        assert_eq!(map, [2, 0, 3, 1, 4]);
        assert_eq!(one.equivalence(&action(5, &["(1,2,3,4,5)", "(1,3,2)"])), None);
        assert_eq!(one.equivalence(&action(5, &["(1,2,3,4,5)"])), None);
    }
}
