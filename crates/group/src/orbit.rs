//! Orbits of points under generators, and words that trace them.
//!
//! [`orbits`] partitions the points into orbits. [`SchreierTree`] stores one orbit and, for each of its points, a
//! shortest word in the generators that maps the root to it. A [`Letter`] of such a word is a generator or its inverse.
//! The methods are union-find and breadth-first search; see Holt, Eick and O'Brien, "Handbook of computational group
//! theory" (2005), 4.1. The module covers orbits of points only.

use std::fmt;

use crate::permutation::Permutation;

/// The orbits of the points `0..degree`, each ascending, in the order of their least points; fixed points are orbits
/// of one. A generator fixes all points beyond its degree. O(degree · generators), nearly.
///
/// ```
/// use permutant_group::{cycle_notation::Notation, orbit::orbits};
///
/// let gap = Notation::from_one();
/// let generators = [gap.read("(1,3)")?, gap.read("(3,5)(2,4)")?];
/// assert_eq!(orbits(6, &generators), [vec![0, 2, 4], vec![1, 3], vec![5]]);
/// # Ok::<(), permutant_group::cycle_notation::NotationError>(())
/// ```
pub fn orbits(degree: usize, generators: &[Permutation]) -> Vec<Vec<u32>> {
    // Union-find; the representative of a set is its least point, so orbits come out in the right order.
    let mut link: Vec<u32> = (0..degree as u32).collect();
    for generator in generators {
        for (point, image) in
            (0..degree as u32).zip(generator.iter()).filter(|&(_, image)| (image as usize) < degree)
        {
            let (a, b) = (find(&mut link, point), find(&mut link, image));
            link[a.max(b) as usize] = a.min(b);
        }
    }
    let mut number = vec![usize::MAX; degree];
    let mut orbits: Vec<Vec<u32>> = Vec::new();
    for point in 0..degree as u32 {
        let least = find(&mut link, point) as usize;
        if number[least] == usize::MAX {
            number[least] = orbits.len();
            orbits.push(Vec::new());
        }
        orbits[number[least]].push(point);
    }
    orbits
}

/// The representative of a point in a union-find forest; halves the way there.
pub(crate) fn find(link: &mut [u32], mut point: u32) -> u32 {
    while link[point as usize] != point {
        link[point as usize] = link[link[point as usize] as usize];
        point = link[point as usize];
    }
    point
}

/// A generator or its inverse in a word.
///
/// ```text
/// bit  31 ………………………………………… 1   0
///      number of the generator  1 for the inverse
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u32);

impl Letter {
    /// A generator by its number, below 2^31.
    pub const fn forward(generator: u32) -> Self {
        Letter(generator << 1)
    }

    /// The inverse of a generator.
    pub const fn backward(generator: u32) -> Self {
        Letter(generator << 1 | 1)
    }

    /// The number of the generator.
    pub const fn generator(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// True for the inverse of the generator.
    pub const fn is_inverse(self) -> bool {
        self.0 & 1 == 1
    }

    /// The inverse letter.
    #[must_use]
    pub const fn inverse(self) -> Self {
        Letter(self.0 ^ 1)
    }
}

/// `3` for the fourth generator, `3'` for its inverse.
impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.generator(), if self.is_inverse() { "'" } else { "" })
    }
}

/// The orbit of a root, as a tree of shortest paths: 8 bytes a point of the degree.
#[derive(Clone, Debug)]
pub struct SchreierTree {
    root: u32,
    depth: usize,
    /// The orbit, nearest points first.
    points: Vec<u32>,
    /// For each point of the degree the last letter of its word, and the point before it.
    steps: Vec<Step>,
}

/// The last step of the way to a point.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// [`Step::NONE`] at the root and outside the orbit.
    letter: Letter,
    /// The point before; at the root the root itself, outside the orbit [`Step::OUTSIDE`].
    parent: u32,
}

impl Step {
    const NONE: Letter = Letter(u32::MAX);
    const OUTSIDE: u32 = u32::MAX;
}

impl SchreierTree {
    /// The orbit of `root` under the generators and their inverses. O(orbit · generators).
    ///
    /// ```
    /// use permutant_group::{Permutation, orbit::{Letter, SchreierTree}};
    ///
    /// let cycle = Permutation::from_moved_to(&[1, 2, 3, 4, 0])?;
    /// let tree = SchreierTree::new(0, &[cycle]);
    /// assert_eq!(tree.points(), [0, 1, 4, 2, 3]);
    /// assert_eq!(tree.word(3), Some(vec![Letter::backward(0), Letter::backward(0)]));
    /// assert_eq!(tree.word(7), None);
    /// # Ok::<(), permutant_group::PermutationError>(())
    /// ```
    pub fn new(root: u32, generators: &[Permutation]) -> Self {
        let inverses: Vec<Permutation> = generators.iter().map(Permutation::inverse).collect();
        let forward = (0..).map(Letter::forward).zip(generators);
        let backward = (0..).map(Letter::backward).zip(&inverses);
        let degree = generators.iter().map(Permutation::degree).max().unwrap_or(0).max(root as usize + 1);
        Self::grow(root, degree, &forward.chain(backward).collect::<Vec<_>>())
    }

    /// The orbit of `root` under the arrows, each the permutation of its letter and of at most this degree.
    pub(crate) fn grow(root: u32, degree: usize, arrows: &[(Letter, &Permutation)]) -> Self {
        let mut steps = vec![Step { letter: Step::NONE, parent: Step::OUTSIDE }; degree];
        steps[root as usize].parent = root;
        let mut points = vec![root];
        let mut depth = 0;
        let mut layer = 0..1;
        while !layer.is_empty() {
            for at in layer.clone() {
                let parent = points[at];
                for &(letter, arrow) in arrows {
                    let point = arrow.image(parent);
                    let step = &mut steps[point as usize];
                    if step.parent == Step::OUTSIDE {
                        *step = Step { letter, parent };
                        points.push(point);
                    }
                }
            }
            layer = layer.end..points.len();
            depth += usize::from(!layer.is_empty());
        }
        SchreierTree { root, depth, points, steps }
    }

    /// The root, where all words begin.
    pub fn root(&self) -> u32 {
        self.root
    }

    /// The orbit, the root first, then by the length of the words.
    pub fn points(&self) -> &[u32] {
        &self.points
    }

    /// True if the point is in the orbit.
    #[inline]
    pub fn contains(&self, point: u32) -> bool {
        self.steps.get(point as usize).is_some_and(|step| step.parent != Step::OUTSIDE)
    }

    /// Length of the longest word.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The last letter of the word to a point and the point before it; `None` for the root and outside the orbit.
    #[inline]
    pub fn step(&self, point: u32) -> Option<(Letter, u32)> {
        let step = self.steps.get(point as usize)?;
        (step.letter != Step::NONE).then_some((step.letter, step.parent))
    }

    /// The word that maps the root to a point, empty for the root itself; `None` outside the orbit.
    pub fn word(&self, point: u32) -> Option<Vec<Letter>> {
        if !self.contains(point) {
            return None;
        }
        let mut word = Vec::with_capacity(self.depth);
        let mut at = point;
        while let Some((letter, parent)) = self.step(at) {
            word.push(letter);
            at = parent;
        }
        word.reverse();
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    proptest! {
        /// Orbits of random products of few cycles against closing one point at a time, and words against images.
        #[test]
        fn orbits_and_words_agree(degree in 1_usize..30, generators in 0_usize..4, seed: u64) {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let generators: Vec<Permutation> = (0..generators)
                .map(|_| {
                    let cycles = Permutation::random(degree, &mut rng).cycles();
                    let mut images: Vec<u32> = (0..degree as u32).collect();
                    if let Some(cycle) = cycles.last() {
                        for (i, &point) in cycle.iter().enumerate() {
                            images[point as usize] = cycle[(i + 1) % cycle.len()];
                        }
                    }
                    Permutation::from_moved_to(&images).unwrap()
                })
                .collect();
            let split = orbits(degree, &generators);
            prop_assert_eq!(split.iter().map(Vec::len).sum::<usize>(), degree);
            for orbit in split {
                for &root in &orbit {
                    let tree = SchreierTree::new(root, &generators);
                    let mut points = tree.points().to_vec();
                    points.sort_unstable();
                    prop_assert_eq!(&points, &orbit);
                    for &point in &points {
                        let word = tree.word(point).unwrap();
                        prop_assert!(word.len() <= tree.depth());
                        let end = word.iter().fold(root, |at, letter| {
                            let generator = &generators[letter.generator()];
                            if letter.is_inverse() { generator.inverse().image(at) } else { generator.image(at) }
                        });
                        prop_assert_eq!(end, point);
                    }
                }
            }
        }
    }

    #[test]
    fn a_cycle_is_walked_both_ways() {
        let cycle = Permutation::from_moved_to(&(1..10).chain([0]).collect::<Vec<_>>()).unwrap();
        assert_eq!(SchreierTree::new(0, std::slice::from_ref(&cycle)).depth(), 5);
        assert_eq!(SchreierTree::new(12, &[cycle]).points(), [12]);
        assert_eq!(orbits(0, &[]), Vec::<Vec<u32>>::new());
    }
}
