//! Any element of a coset: points that look alike, and points that do not matter.
//!
//! Start at [`Alike`]. What a target leaves open is a subgroup, those elements that exchange only what looks alike; it
//! is found from random elements that keep the look. A word is then sought for the cheapest element of a coset, the
//! choice being made level by level (as Minkwitz's table allows it: at each level, that point among those alike whose
//! word is cheapest). Random elements may miss a part of the subgroup: then words are longer, never wrong.

use std::collections::BTreeMap;

use rand_core::Rng;

use super::columns::Columns;
use super::elements::{invert, multiply};
use super::levels::Levels;
use super::parity::Parities;
use crate::permutation::Permutation;
use crate::random::{below, shuffle};

/// What the points should look like, and which elements of a group keep that look.
#[derive(Clone, Debug)]
pub struct Alike {
    goal: Vec<u32>,
    pub(super) columns: Columns,
    /// The points of the columns of the first level.
    pub(super) points: Vec<u16>,
    choices: usize,
}

impl Alike {
    /// So many choices are made before a position is given up. Mostly a level is chosen for once, and the last few twice
    /// or so, until the laws of the group (parities, sums of orientations) hold.
    const CHOICES: usize = 50_000;

    /// So many random elements span the subgroup.
    const ELEMENTS: usize = 24;

    pub(super) fn new<R: Rng + ?Sized>(
        levels: &Levels,
        parities: &Parities,
        goal: &[u32],
        rng: &mut R,
    ) -> Self {
        let base: Vec<u16> = levels.levels.iter().map(|level| level.base).collect();
        let mut stabilizer = Stabilizer::new(&base, goal.len());
        for _ in 0..Self::ELEMENTS {
            match arrange(levels, goal, goal, Self::CHOICES, rng) {
                Some(element) => stabilizer.add(element),
                None => break,
            }
        }
        stabilizer.close(rng);
        let (columns, points) = Columns::of_coset(levels, &stabilizer, parities);
        let choices = (0..base.len()).map(|level| columns.choices(level).len()).max().unwrap_or(1);
        Alike { goal: goal.to_vec(), columns, points, choices }
    }

    /// Most points that can be chosen from at one level; 1 if nothing looks alike.
    pub fn choices(&self) -> usize {
        self.choices
    }

    /// An element that carries every point to one of the right look, found by trying.
    pub(super) fn arrange<R: Rng + ?Sized>(
        &self,
        levels: &Levels,
        now: &[u32],
        rng: &mut R,
    ) -> Option<Permutation> {
        let images = arrange(levels, now, &self.goal, Self::CHOICES, rng)?;
        let images: Vec<u32> = images.into_iter().map(u32::from).collect();
        Permutation::from_moved_to(&images).ok()
    }
}

/// An element of the group that takes each point `p` to one with `goal` of it as `now` of `p`.
///
/// The points that come to the base are chosen at random, level by level; a choice is taken back where a point that no
/// later level moves looks wrong. Gives up after so many choices.
fn arrange<R: Rng + ?Sized>(
    levels: &Levels,
    now: &[u32],
    goal: &[u32],
    choices: usize,
    rng: &mut R,
) -> Option<Vec<u16>> {
    let degree = goal.len();
    // By level: points that it moves and no later one does. Points that no level moves come first.
    let mut settled: Vec<Vec<usize>> = vec![Vec::new(); levels.levels.len() + 1];
    let mut last = vec![0; degree];
    for (at, level) in levels.levels.iter().enumerate() {
        for &element in level.slots.iter().flatten() {
            let moved = levels.elements.images(element).iter().enumerate();
            let moved = moved.filter(|&(point, &image)| point != usize::from(image));
            moved.for_each(|(point, _)| last[point] = at + 1);
        }
    }
    last.iter().enumerate().for_each(|(point, &level)| settled[level].push(point));
    let identity: Vec<u16> = (0..degree).map(|point| point as u16).collect();
    let mut arranger = Arranger { levels, now, goal, settled, choices, rng };
    arranger.looks_right(0, &identity).then(|| arranger.arrange(0, identity)).flatten()
}

struct Arranger<'a, R: Rng + ?Sized> {
    levels: &'a Levels,
    now: &'a [u32],
    goal: &'a [u32],
    /// See [`arrange`].
    settled: Vec<Vec<usize>>,
    /// How many more choices are made.
    choices: usize,
    rng: &'a mut R,
}

impl<R: Rng + ?Sized> Arranger<'_, R> {
    /// Whether the points that are settled before `level` look as they should.
    fn looks_right(&self, level: usize, images: &[u16]) -> bool {
        let mut inverse = vec![0; images.len()];
        invert(images, &mut inverse);
        self.settled[level].iter().all(|&point| self.now[usize::from(inverse[point])] == self.goal[point])
    }

    fn arrange(&mut self, at: usize, images: Vec<u16>) -> Option<Vec<u16>> {
        let levels = self.levels;
        let Some(level) = levels.levels.get(at) else { return Some(images) };
        let look = self.goal[usize::from(level.base)];
        let mut candidates: Vec<u16> = (0..images.len())
            .filter(|&point| self.now[point] == look)
            .map(|point| images[point])
            .filter(|&point| point == level.base || level.best(point).is_some())
            .collect();
        shuffle(self.rng, &mut candidates);
        for point in candidates {
            self.choices = self.choices.checked_sub(1)?;
            let mut next = images.clone();
            if let Some(best) = level.best(point) {
                multiply(&images, levels.elements.images(best), &mut next);
            }
            if self.looks_right(at + 1, &next)
                && let Some(found) = self.arrange(at + 1, next)
            {
                return Some(found);
            }
        }
        None
    }
}

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

    fn add(&mut self, element: Vec<u16>) {
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
    fn close<R: Rng + ?Sized>(&mut self, rng: &mut R) {
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
