//! A word for every element of a group.
//!
//! Start at [`WordTable::build`] and [`WordTable::word`]. Minkwitz, "An algorithm for solving the factorization
//! problem in permutation groups", J. Symbolic Computation 26 (1998): the table stores a short word for an element of
//! each coset at each level of a stabilizer chain. Sifting an element assembles its word.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use dashu_int::UBig;
use rand_core::Rng;
use thiserror::Error;

use super::alphabet::{Alphabet, Letter};
use super::ball::Ball;
use super::beam::{Beam, Estimates, Found, Task};
use super::build::{BuildError, Built, Effort, build};
use super::columns::Columns;
use super::coset::Alike;
use super::images::multiply;
use super::insert::finish;
use super::levels::Levels;
use super::shorten::shorten;
use super::three_cycles::ThreeCycles;
use crate::permutation::Permutation;
use crate::random::below;

/// Words for the elements of a group, ready to be put together.
///
/// ```
/// use permutant_group::{Permutation, StabilizerChain};
/// use permutant_group::words::{Alphabet, Effort, WordTable};
/// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
///
/// let mut rng = ChaCha8Rng::seed_from_u64(1);
/// let turn = Permutation::from_moved_to(&[1, 2, 3, 4, 5, 0])?;
/// let swap = Permutation::from_moved_to(&[1, 0, 2, 3, 4, 5])?;
/// let generators = [turn, swap];
/// let order = StabilizerChain::new(&generators, &mut rng).order();
/// let alphabet = Alphabet::quarter_turns(&generators)?;
/// let table = WordTable::build(alphabet, &order, Effort::within(1 << 20, 6), &mut rng)?;
///
/// let reversed = Permutation::from_moved_to(&[5, 4, 3, 2, 1, 0])?;
/// let word = table.word(&reversed)?;
/// assert_eq!(table.alphabet().element(&word), reversed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WordTable {
    alphabet: Alphabet,
    /// Made when a search first asks for it, of so many elements.
    ball: OnceLock<Ball>,
    ball_size: usize,
    levels: Levels,
    estimates: Estimates,
    /// Made when a search first asks for it.
    three_cycles: OnceLock<Vec<ThreeCycles>>,
}

/// The element is not in the group of the letters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotInGroup {
    /// More points are moved than the group has.
    #[error("the element moves point {point}, the group has the points below {degree}")]
    Degree {
        /// A point that is moved, from 0.
        point: u32,
        /// Degree of the group.
        degree: usize,
    },
    /// A base point goes where no element of the group takes it.
    #[error("at level {level} base point {base} goes to {image}, which is not in its orbit")]
    Orbit {
        /// The level, from 0.
        level: usize,
        /// Its base point, from 0.
        base: u32,
        /// Where the point goes after the levels before were taken off.
        image: u32,
    },
    /// The base is right, but other points are not.
    #[error("all base points are fixed, but {residue} is left over")]
    Residue {
        /// What was left.
        residue: Permutation,
    },
}

/// The looks of another number of points than the group has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there are looks for {found} points, the group has {degree}")]
pub struct WrongDegree {
    /// Points that were given.
    pub found: usize,
    /// Points of the group.
    pub degree: usize,
}

impl WordTable {
    /// Of so many states of a beam one is finished with 3-cycles.
    const FINISHED: usize = 50;
    /// How much dearer than the best a word may be to be shortened.
    const NEAR: u32 = 4;

    /// Builds the table for the group of the letters, which has `order` elements. The random source changes the words
    /// of some elements, never whether they have one.
    ///
    /// # Errors
    /// If the group is found to have another order.
    pub fn build<R: Rng + ?Sized>(
        alphabet: Alphabet,
        order: &UBig,
        effort: Effort,
        rng: &mut R,
    ) -> Result<Self, BuildError> {
        Self::build_while(alphabet, order, effort, rng, || Ok(()))
    }

    /// [`build`](Self::build) with a way to give up: `go_on` is asked every few milliseconds.
    ///
    /// # Errors
    /// What `go_on` gives, and those of `build`.
    pub fn build_while<R: Rng + ?Sized, E: From<BuildError>>(
        alphabet: Alphabet,
        order: &UBig,
        effort: Effort,
        rng: &mut R,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let Built { ball, levels } = build(&alphabet, order, effort, rng, &mut go_on)?;
        let estimates = Estimates::new(&alphabet, &levels);
        let ball_size = ball.len();
        Ok(WordTable {
            alphabet,
            ball: ball.into(),
            ball_size,
            levels,
            estimates,
            three_cycles: OnceLock::new(),
        })
    }

    /// The letters of the words.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The base points, level by level.
    pub fn base(&self) -> Vec<u32> {
        self.levels.levels.iter().map(|level| level.base.into()).collect()
    }

    /// The strong generators of a level, from 0: for each other point of the orbit of its base point under the stabilizer of the base
    /// points before it, the point and the cheapest known word that takes the base point there and fixes those before. Ordered by point;
    /// empty if there is no such level.
    pub fn strong_generators(&self, level: usize) -> Vec<(u32, Vec<Letter>)> {
        let slots = self.levels.levels.get(level).map_or(&[][..], |level| &level.slots);
        let best = slots.iter().enumerate().filter_map(|(point, slot)| Some((point as u32, *slot.first()?)));
        // What is kept takes the point back to the base point.
        best.map(|(point, at)| (point, self.alphabet.invert(self.levels.elements.word(at)))).collect()
    }

    /// No word of [`word`](Self::word) costs more.
    pub fn longest(&self) -> u32 {
        let dearest = |level| self.levels.costs_of(level).max().unwrap_or(0);
        self.levels.levels.iter().map(dearest).sum()
    }

    /// An element of the group, each with the same chance.
    pub fn random<R: Rng + ?Sized>(&self, rng: &mut R) -> Permutation {
        let mut element: Vec<u16> = (0..self.alphabet.degree()).map(|point| point as u16).collect();
        let mut product = element.clone();
        for level in &self.levels.levels {
            let filled = level.slots.iter().filter_map(|slot| slot.first().copied());
            let orbit: Vec<Option<u32>> = std::iter::once(None).chain(filled.map(Some)).collect();
            if let Some(best) = orbit[below(rng, orbit.len() as u64) as usize] {
                multiply(&element, self.levels.elements.images(best), &mut product);
                std::mem::swap(&mut element, &mut product);
            }
        }
        let images: Vec<u32> = element.into_iter().map(u32::from).collect();
        Permutation::from_moved_to(&images).expect("a product of permutations is one")
    }

    /// A word for the element, put together from one word a level. O(levels × degree + length).
    ///
    /// # Errors
    /// If the element is not in the group.
    pub fn word(&self, element: &Permutation) -> Result<Vec<Letter>, NotInGroup> {
        Ok(self.alphabet.invert(&self.solution(&self.images(element)?)?))
    }

    /// The best of many words: the element is multiplied by each of the `starts` cheapest elements first.
    /// O(starts × levels × degree).
    ///
    /// # Errors
    /// If the element is not in the group.
    pub fn best_word(&self, element: &Permutation, starts: usize) -> Result<Vec<Letter>, NotInGroup> {
        let images = self.images(element)?;
        if let Some(word) = self.cheapest_word(&images) {
            return Ok(word);
        }
        let mut best = self.solution(&images)?;
        let mut product = images.clone();
        let mut start = Vec::new();
        for at in 1..self.ball().len().min(starts) as u32 {
            multiply(&images, self.ball().images(at), &mut product);
            let Ok(rest) = self.solution(&product) else { continue };
            start.clear();
            self.ball().append_word(at, &mut start);
            let word = self.alphabet.product(&[&start, &rest]);
            if self.alphabet.cost(&word) < self.alphabet.cost(&best) {
                best = word;
            }
        }
        let best = shorten(&self.alphabet, self.ball(), best);
        Ok(self.alphabet.invert(&best))
    }

    /// A much shorter word, the cheapest where few letters make one, else by sifting `width` products at once from
    /// either side; the cheapest found before `go_on` says stop. It is asked at each level. O(width × words of a slot
    /// × levels²).
    ///
    /// # Errors
    /// If the element is not in the group.
    pub fn short_word(
        &self,
        element: &Permutation,
        width: usize,
        mut go_on: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Vec<Letter>, NotInGroup> {
        let images = self.images(element)?;
        if let Some(word) = self.cheapest_word(&images) {
            return Ok(word);
        }
        let solution = self.solution(&images)?;
        let parity = self.estimates.parities.of(&solution);
        let mut best = self.alphabet.invert(&solution);
        let columns = Columns::of_element(self.levels.levels.len());
        let beam = self.beam();
        // A word of the inverse is the inverse of a word, but the search does not see the two alike.
        for (element, inverted) in [(element.clone(), false), (element.inverse(), true)] {
            let start: Vec<u16> = self.base().iter().map(|&base| element.image(base) as u16).collect();
            let width = width.div_ceil(2);
            let unfinished = if self.three_cycles().is_empty() { 0 } else { width.div_ceil(Self::FINISHED) };
            let task = Task { columns: &columns, start: &start, parity, width, unfinished };
            let Found { word, unfinished } = beam.search(&task, &mut go_on);
            let target = self.images(&element.inverse())?;
            let finished = unfinished.into_iter().flat_map(|part| {
                let stopped = go_on().is_break();
                let cycles = self.three_cycles().iter().filter(move |_| !stopped);
                cycles.filter_map(|cycles| finish(&self.alphabet, cycles, &part, &target)).collect::<Vec<_>>()
            });
            for word in word.into_iter().chain(finished) {
                let word = if inverted { word } else { self.alphabet.invert(&word) };
                // Shortening is worth its time where a word is nearly as short.
                if self.alphabet.cost(&word) > self.alphabet.cost(&best) + Self::NEAR {
                    continue;
                }
                let word = shorten(&self.alphabet, self.ball(), word);
                if self.alphabet.cost(&word) < self.alphabet.cost(&best) {
                    best = word;
                }
            }
        }
        Ok(best)
    }

    /// What the points should look like: points of one number look alike. See [`Alike`].
    ///
    /// # Errors
    /// If `goal` has not a number for each point.
    pub fn alike<R: Rng + ?Sized>(&self, goal: &[u32], rng: &mut R) -> Result<Alike, WrongDegree> {
        self.check_degree(goal)?;
        Ok(Alike::new(&self.levels, &self.estimates.parities, goal, rng))
    }

    /// A short word that makes the points look as they should: it takes each point `p` to one whose goal is `now[p]`.
    /// `None` if no element was found that does; where nothing looks alike that says that there is none.
    ///
    /// # Errors
    /// If `now` has not a number for each point.
    pub fn arranging_word<R: Rng + ?Sized>(
        &self,
        alike: &Alike,
        now: &[u32],
        width: usize,
        rng: &mut R,
        mut go_on: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Option<Vec<Letter>>, WrongDegree> {
        self.check_degree(now)?;
        let Some(element) = alike.arrange(&self.levels, now, rng) else { return Ok(None) };
        let mut best = self.short_word(&element, width, &mut go_on).ok();
        if alike.choices() > 1 {
            let home = element.inverse();
            let start: Vec<u16> = alike.points.iter().map(|&point| home.image(point.into()) as u16).collect();
            let images: Vec<u16> = home.iter().map(|image| image as u16).collect();
            let parity = self.estimates.parities.of_images(&images);
            let beam = self.beam();
            let task = Task { columns: &alike.columns, start: &start, parity, width, unfinished: 0 };
            let found = beam.search(&task, go_on).word;
            let found = found.map(|word| shorten(&self.alphabet, self.ball(), word));
            best = best.into_iter().chain(found).min_by_key(|word| self.alphabet.cost(word));
        }
        Ok(best)
    }

    fn check_degree(&self, looks: &[u32]) -> Result<(), WrongDegree> {
        let (found, degree) = (looks.len(), self.alphabet.degree());
        if found == degree { Ok(()) } else { Err(WrongDegree { found, degree }) }
    }

    fn three_cycles(&self) -> &[ThreeCycles] {
        self.three_cycles.get_or_init(|| ThreeCycles::of(&self.alphabet, &self.levels))
    }

    /// No word of the element with these images costs less; `None` if the ball does not reach that far.
    fn cheapest_word(&self, images: &[u16]) -> Option<Vec<Letter>> {
        let mut word = Vec::new();
        self.ball().append_word(self.ball().find(images)?, &mut word);
        Some(self.alphabet.product(&[&word]))
    }

    fn ball(&self) -> &Ball {
        self.ball.get_or_init(|| Ball::new(&self.alphabet, self.ball_size))
    }

    fn beam(&self) -> Beam<'_> {
        Beam { alphabet: &self.alphabet, ball: self.ball(), levels: &self.levels, estimates: &self.estimates }
    }

    /// What a saved table holds, see [`super::saved`].
    pub(super) fn parts(&self) -> (&Levels, usize) {
        (&self.levels, self.ball_size)
    }

    /// A table out of what was saved; the ball is made when it is needed.
    pub(super) fn from_parts(alphabet: Alphabet, levels: Levels, ball_size: usize) -> Self {
        let estimates = Estimates::new(&alphabet, &levels);
        WordTable {
            alphabet,
            ball: OnceLock::new(),
            ball_size,
            levels,
            estimates,
            three_cycles: OnceLock::new(),
        }
    }

    /// The order of the group.
    pub fn order(&self) -> UBig {
        self.levels.order()
    }

    fn images(&self, element: &Permutation) -> Result<Vec<u16>, NotInGroup> {
        let degree = self.alphabet.degree();
        if let Some(point) = element.support().find(|&point| point as usize >= degree) {
            return Err(NotInGroup::Degree { point, degree });
        }
        Ok((0..degree as u32).map(|point| element.image(point) as u16).collect())
    }

    /// A word that takes the element with these images to the identity, reduced.
    fn solution(&self, images: &[u16]) -> Result<Vec<Letter>, NotInGroup> {
        let mut rest = images.to_vec();
        let mut word = Vec::new();
        if let Some(level) = self.levels.sift(&mut rest, &mut word) {
            let base = self.levels.levels[level].base;
            let image = rest[usize::from(base)];
            return Err(NotInGroup::Orbit { level, base: base.into(), image: image.into() });
        }
        if rest.iter().enumerate().any(|(point, &image)| point != usize::from(image)) {
            let images: Vec<u32> = rest.into_iter().map(u32::from).collect();
            let residue = Permutation::from_moved_to(&images).unwrap_or_else(|_| Permutation::identity(0));
            return Err(NotInGroup::Residue { residue });
        }
        Ok(self.alphabet.reduce(&word))
    }
}
