//! Construction of a table of words.
//!
//! Start at [`Effort`] and `build`. Pools fill most slots with short words, and conjugates and shortest paths fill the
//! others. Elements of growing length are then sifted until the orbit lengths multiply to the order of the group, so
//! that no slot stays empty.

use std::ops::ControlFlow;

use dashu_int::UBig;
use rand_core::Rng;
use thiserror::Error;

use super::alphabet::{Alphabet, Letter};
use super::ball::Ball;
use super::beam::{Beam, Estimates, Task};
use super::columns::Columns;
use super::fill::{conjugates, shortest_paths};
use super::levels::Levels;
use super::pools::{Pools, Rule};
use super::spread::spread;
use crate::random::below;

/// How much work and memory go into a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Elements of least cost that are known by heart.
    pub ball: usize,
    /// Elements that are looked at for each level.
    pub pool: usize,
    /// Words kept for each slot: more make the beam's words shorter and its steps slower.
    pub width: usize,
    /// Bytes that elements may take, those that were replaced by others included.
    pub bytes: usize,
}

impl Effort {
    /// Tables of most groups take less, whatever the memory.
    const LEAST_BYTES: usize = 64 << 20;

    /// What pays for a group on so many points, in about so much memory.
    pub fn within(bytes: usize, degree: usize) -> Self {
        let row = 2 * degree.max(1);
        Effort {
            ball: (bytes / 4 / (row + 28)).clamp(1_000, 100_000),
            pool: ((bytes / 2).min(2_000_000) / degree.max(1)).clamp(500, 10_000),
            // A level has at most `degree` slots, and there are mostly fewer than `degree / 2` levels of half as many.
            width: (bytes / 2 / (row * degree.max(1) * degree.max(1) / 8).max(1)).clamp(1, 16),
            bytes: bytes.max(Self::LEAST_BYTES),
        }
    }
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The order is not that of the group.
    #[error("the group is said to have {order} elements, but {reached} were reached")]
    Order {
        /// As it was given.
        order: UBig,
        /// The product of the orbits that were found.
        reached: UBig,
    },
    /// The words take more memory than they may.
    #[error("the words take more than {bytes} bytes")]
    Memory {
        /// As it was given.
        bytes: usize,
    },
}

/// On fewer points, pools fill most slots. On more, they leave many to sifting, which need not come to an end.
const SMALL_DEGREE: usize = 130;

/// On more points than this, looking for shorter words in all slots takes as long as all else.
const LARGE_DEGREE: usize = 250;

/// What a build gave.
pub(super) struct Built {
    pub(super) ball: Ball,
    pub(super) levels: Levels,
}

/// Groups on so few points get a table by each rule, of which the best is kept.
const FEW_POINTS: usize = 40;

pub(super) fn build<R: Rng + ?Sized, E: From<BuildError>>(
    alphabet: &Alphabet,
    order: &UBig,
    effort: Effort,
    rng: &mut R,
    go_on: &mut impl FnMut() -> Result<(), E>,
) -> Result<Built, E> {
    go_on()?;
    let ball = Ball::new(alphabet, effort.ball);
    let rules: &[Rule] = match alphabet.degree() <= FEW_POINTS {
        true => &[Rule::MostFixed, Rule::MostFixedByCost, Rule::Natural],
        false => &[Rule::MostFixedByCost],
    };
    let mut best: Option<(u64, Levels)> = None;
    for &rule in rules {
        let builder = Builder { alphabet, ball: &ball, effort };
        let levels = builder.levels(rule, order, rng, go_on)?;
        let cost = if rules.len() > 1 { sample(alphabet, &levels, rng) } else { 0 };
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, levels));
        }
    }
    let mut levels =
        best.map_or_else(|| Levels::new(alphabet.degree(), effort.width, effort.bytes), |(_, levels)| levels);
    levels.compact();
    Ok(Built { ball, levels })
}

/// Cost of the words of some random elements, reduced.
fn sample<R: Rng + ?Sized>(alphabet: &Alphabet, levels: &Levels, rng: &mut R) -> u64 {
    const ELEMENTS: usize = 200;
    let mut total = 0;
    for _ in 0..ELEMENTS {
        // A random element of every slot of every level makes a uniform element.
        let mut word: Vec<Letter> = Vec::new();
        for level in &levels.levels {
            let orbit: Vec<Option<u32>> = std::iter::once(None)
                .chain(level.slots.iter().filter_map(|slot| slot.first()).map(|&best| Some(best)))
                .collect();
            if let Some(best) = orbit[below(rng, orbit.len() as u64) as usize] {
                word.splice(0..0, alphabet.invert(levels.elements.word(best)));
            }
        }
        total += u64::from(alphabet.cost(&alphabet.reduce(&word)));
    }
    total
}

struct Builder<'a> {
    alphabet: &'a Alphabet,
    ball: &'a Ball,
    effort: Effort,
}

impl Builder<'_> {
    /// Elements that are conjugated, those that move fewest points.
    const SEEDS: usize = 500;
    /// Elements of the ball that they are conjugated by.
    const CONJUGATORS: usize = 20_000;
    /// Elements of a slot that serve as steps of paths.
    const STEPS: usize = 4;

    fn levels<R: Rng + ?Sized, E: From<BuildError>>(
        &self,
        rule: Rule,
        order: &UBig,
        rng: &mut R,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Levels, E> {
        let mut levels = Levels::new(self.alphabet.degree(), self.effort.width, self.effort.bytes);
        let pools = Pools { alphabet: self.alphabet, ball: self.ball, size: self.effort.pool, rule };
        pools.run(&mut levels, &mut *go_on)?;
        conjugates(&mut levels, self.alphabet, self.ball, Self::SEEDS, Self::CONJUGATORS);
        if self.alphabet.degree() > SMALL_DEGREE {
            spread(&mut levels, self.alphabet, self.ball, go_on)?;
        }
        for level in (0..levels.levels.len()).rev() {
            go_on()?;
            self.make_room(&mut levels)?;
            shortest_paths(&mut levels, self.alphabet, level, Self::STEPS);
        }
        self.complete(&mut levels, order, rng, go_on)?;
        let rounds = if self.alphabet.degree() > LARGE_DEGREE { 0 } else { 2 };
        for _ in 0..rounds {
            for level in (0..levels.levels.len()).rev() {
                go_on()?;
                self.make_room(&mut levels)?;
                self.polish(&mut levels, level);
                shortest_paths(&mut levels, self.alphabet, level, self.effort.width);
            }
        }
        Ok(levels)
    }

    fn make_room(&self, levels: &mut Levels) -> Result<(), BuildError> {
        levels.make_room().then_some(()).ok_or(BuildError::Memory { bytes: self.effort.bytes })
    }

    /// Finds other words for the slots of a level that are much dearer than most.
    ///
    /// Those are words that sifting left, where some law of the group (a parity, mostly) kept shorter words from the
    /// slots. All dear slots are emptied before the search, so that the beam cannot step into one.
    fn polish(&self, levels: &mut Levels, level: usize) {
        let mut costs: Vec<u32> = levels.levels.iter().flat_map(|level| levels.costs_of(level)).collect();
        costs.sort_unstable();
        let Some(&usual) = costs.get(costs.len() * 9 / 10) else { return };
        let dear = |slot: &[u32]| slot.first().is_some_and(|&best| levels.elements.cost(best) > 2 * usual);
        let dear: Vec<usize> =
            (0..self.alphabet.degree()).filter(|&point| dear(&levels.levels[level].slots[point])).collect();
        let taken: Vec<Vec<u32>> =
            dear.iter().map(|&point| std::mem::take(&mut levels.levels[level].slots[point])).collect();
        let elements: Vec<Vec<u16>> =
            taken.iter().map(|slot| levels.elements.images(slot[0]).to_vec()).collect();
        let words: Vec<_> =
            elements.iter().filter_map(|element| self.shorter(levels, level, element)).collect();
        for (point, slot) in dear.into_iter().zip(taken) {
            levels.levels[level].slots[point] = slot;
        }
        for word in words {
            self.offer_word(levels, &word);
        }
    }

    fn offer_word(&self, levels: &mut Levels, word: &[Letter]) {
        let images: Vec<u16> = self.alphabet.element(word).iter().map(|image| image as u16).collect();
        levels.offer(self.alphabet, &images, word, self.alphabet.cost(word));
    }

    /// Sifts random words until the orbits multiply to the order.
    fn complete<R: Rng + ?Sized, E: From<BuildError>>(
        &self,
        levels: &mut Levels,
        order: &UBig,
        rng: &mut R,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        /// Words that leave nothing, before the order is held to be wrong.
        const QUIET: usize = 200;
        let mut quiet = 0;
        let mut length = 8;
        loop {
            let reached = levels.order();
            if reached == *order && self.is_closed(levels, rng) {
                return Ok(());
            }
            if reached >= *order || quiet == QUIET {
                return Err(BuildError::Order { order: order.clone(), reached }.into());
            }
            go_on()?;
            length = (length + length / 8 + 1).min(20 * self.alphabet.degree());
            let (mut word, mut images) = self.random_word(length, rng);
            let level = match levels.sift(&mut images, &mut word) {
                Some(level) => level,
                None => match (0..images.len()).find(|&point| usize::from(images[point]) != point) {
                    Some(point) => {
                        levels.push_level(point as u16);
                        levels.levels.len() - 1
                    }
                    None => {
                        quiet += 1;
                        continue;
                    }
                },
            };
            quiet = 0;
            // What is left is long, but it shows where a word is missing; the beam finds a better one for that slot.
            if let Some(word) = self.shorter(levels, level, &images) {
                self.offer_word(levels, &word);
            }
            let word = self.alphabet.reduce(&word);
            levels.offer(self.alphabet, &images, &word, self.alphabet.cost(&word));
            for level in (0..=level).rev() {
                go_on()?;
                self.make_room(levels)?;
                shortest_paths(levels, self.alphabet, level, Self::STEPS);
            }
        }
    }

    /// A random word and what it makes.
    fn random_word<R: Rng + ?Sized>(&self, length: usize, rng: &mut R) -> (Vec<Letter>, Vec<u16>) {
        let letters = self.alphabet.len() as u64;
        let word: Vec<Letter> = (0..length).map(|_| Letter(below(rng, letters) as u16)).collect();
        let images = self.alphabet.element(&word).iter().map(|image| image as u16).collect();
        (word, images)
    }

    /// Whether random words come home. If the orbits are those of a subgroup, each word has a chance of a half or more
    /// not to.
    fn is_closed<R: Rng + ?Sized>(&self, levels: &Levels, rng: &mut R) -> bool {
        const WORDS: usize = 30;
        (0..WORDS).all(|_| {
            let (mut word, mut images) = self.random_word(2 * self.alphabet.degree(), rng);
            let stopped = levels.sift(&mut images, &mut word);
            stopped.is_none() && images.iter().enumerate().all(|(point, &image)| point == usize::from(image))
        })
    }

    /// A word for an element of the slot that the given one belongs to, sought with the slots filled so far. The beam
    /// keeps away from the empty slots of that level, of which the element's own is one.
    fn shorter(&self, levels: &Levels, level: usize, element: &[u16]) -> Option<Vec<Letter>> {
        const WIDTH: usize = 500;
        let start: Vec<u16> =
            levels.levels[..=level].iter().map(|level| element[usize::from(level.base)]).collect();
        let mut estimates = Estimates::new(self.alphabet, levels);
        let dearest = levels.levels.iter().flat_map(|level| levels.costs_of(level)).max().unwrap_or(0);
        let row = &mut estimates.least[level * self.alphabet.degree()..];
        let earlier: Vec<u16> = levels.levels[..=level].iter().map(|level| level.base).collect();
        for (point, slot) in levels.levels[level].slots.iter().enumerate() {
            if slot.is_empty() && !earlier.contains(&(point as u16)) {
                row[point] = u16::try_from(2 * dearest).unwrap_or(u16::MAX);
            }
        }
        let beam = Beam { alphabet: self.alphabet, ball: self.ball, levels, estimates: &estimates };
        let parity = estimates.parities.of_images(element);
        let columns = Columns::of_element(level + 1);
        let task = Task { columns: &columns, start: &start, parity, width: WIDTH, unfinished: 0 };
        beam.search(&task, || ControlFlow::Continue(())).word
    }
}
