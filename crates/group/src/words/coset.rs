//! Words for any element of a coset: identical points, and points that do not matter.
//!
//! Start at [`Alike`]. The freedom that a target leaves is a subgroup: the elements that permute only identical points.
//! It is generated from random elements that preserve the appearance. The search then finds a word for the cheapest
//! element of a coset and chooses level by level, as Minkwitz's table allows: at each level it takes the identical
//! point whose word is cheapest. If the random elements miss a part of the subgroup, words become longer, never wrong.

use rand_core::Rng;

use super::columns::Columns;
use super::images::{invert, multiply};
use super::levels::Levels;
use super::parity::Parities;
use super::stabilizer::Stabilizer;
use crate::permutation::Permutation;
use crate::random::shuffle;

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
