//! The letters that words are made of, and the rules by which two words are recognized as equal.
//!
//! Start at [`Alphabet`]. A letter is a power of a generator and has a cost, so "half turns count two", "any power of a
//! generator is one turn" and weights are all expressed in the same way. Words are reduced by the orders of the
//! generators and by their commutation; further relations are left to a search.

use std::collections::BTreeMap;

use thiserror::Error;

use super::images::hash;
use crate::permutation::Permutation;

/// A letter of an [`Alphabet`], by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(pub(super) u16);

impl Letter {
    /// Its number, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Letters for the powers of some generators.
///
/// ```
/// use permutant_group::Permutation;
/// use permutant_group::words::Alphabet;
///
/// let turn = Permutation::from_moved_to(&[1, 2, 3, 0])?;
/// let swap = Permutation::from_moved_to(&[1, 0, 2, 3])?;
/// let alphabet = Alphabet::quarter_turns(&[turn, swap])?;
/// let (a, b) = (alphabet.letter(0, 1).unwrap(), alphabet.letter(1, 1).unwrap());
/// // Three turns are one turn back, and two swaps are nothing.
/// assert_eq!(alphabet.reduce(&[a, b, b, a, a]), [alphabet.letter(0, -1).unwrap()]);
/// assert_eq!(alphabet.cost(&[a, a, b]), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Alphabet {
    degree: usize,
    letters: Vec<Entry>,
    /// By letter, then point.
    images: Vec<u16>,
    generators: Vec<Generator>,
    /// `commutes[a * generators + b]`.
    commutes: Vec<bool>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    generator: u16,
    /// From 1 to the order less 1.
    exponent: u32,
    cost: u32,
    inverse: Letter,
}

#[derive(Clone, Debug)]
struct Generator {
    permutation: Permutation,
    order: u32,
    /// By exponent: the cost of the cheapest word of letters of this generator, and its first letter.
    spelling: Vec<(u32, Letter)>,
}

/// Why there is no such alphabet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AlphabetError {
    /// No generator moves anything.
    #[error("no generator moves any point")]
    Empty,
    /// Points are stored in 16 bits.
    #[error("{degree} points are more than the {} that words are made for", Alphabet::MAX_DEGREE)]
    Degree {
        /// The number of points.
        degree: usize,
    },
    /// More letters than fit their numbers.
    #[error("more than {} letters", u16::MAX)]
    Letters,
    /// The letters of a generator do not make all its powers.
    #[error("generator {generator} has no letters that make all its powers")]
    Powers {
        /// Its index.
        generator: usize,
    },
    /// A letter that is free makes words as long as one likes.
    #[error("power {exponent} of generator {generator} costs nothing, or over {}", Alphabet::MAX_COST)]
    Cost {
        /// Index of the generator.
        generator: usize,
        /// The power.
        exponent: i64,
    },
    /// The table of its powers would be too long.
    #[error("generator {generator} has an order over {}", Alphabet::MAX_ORDER)]
    Order {
        /// Its index.
        generator: usize,
    },
}

impl Alphabet {
    /// Most points.
    pub const MAX_DEGREE: usize = 1 << 16;
    /// Highest order of a generator.
    pub const MAX_ORDER: u32 = 1 << 16;
    /// Highest cost of a letter.
    pub const MAX_COST: u32 = 1000;

    /// Each generator and its inverse count one.
    ///
    /// # Errors
    /// If the generators are too many or too large, or none of them moves anything.
    pub fn quarter_turns(generators: &[Permutation]) -> Result<Self, AlphabetError> {
        Self::weighted(generators, |_, exponent| (exponent.abs() == 1).then_some(1))
    }

    /// Each power of a generator counts one.
    ///
    /// # Errors
    /// If the generators are too many or too large, or none of them moves anything.
    pub fn turns(generators: &[Permutation]) -> Result<Self, AlphabetError> {
        Self::weighted(generators, |_, _| Some(1))
    }

    /// Letters for those powers of generators that `cost` gives a cost. It is asked for each generator that moves
    /// something and each power from `-(order - 1) / 2` to `order / 2` but 0. If a letter's inverse has no cost, it
    /// is spelled with letters that have one.
    ///
    /// # Errors
    /// If the generators are too many or too large, none of them moves anything, or the letters of one do not make
    /// all its powers.
    pub fn weighted(
        generators: &[Permutation],
        cost: impl Fn(usize, i64) -> Option<u32>,
    ) -> Result<Self, AlphabetError> {
        let degree = generators.iter().map(Permutation::degree).max().unwrap_or(0);
        if degree > Self::MAX_DEGREE {
            return Err(AlphabetError::Degree { degree });
        }
        let mut alphabet = Alphabet {
            degree,
            letters: Vec::new(),
            images: Vec::new(),
            generators: Vec::new(),
            commutes: Vec::new(),
        };
        for (index, generator) in generators.iter().enumerate() {
            alphabet.add_generator(index, generator.extended(degree), &cost)?;
        }
        if alphabet.letters.is_empty() {
            return Err(AlphabetError::Empty);
        }
        let pairs = alphabet.generators.iter().flat_map(|a| alphabet.generators.iter().map(move |b| (a, b)));
        alphabet.commutes = pairs
            .map(|(a, b)| a.permutation.then(&b.permutation) == b.permutation.then(&a.permutation))
            .collect();
        Ok(alphabet)
    }

    fn add_generator(
        &mut self,
        generator: usize,
        permutation: Permutation,
        cost: &impl Fn(usize, i64) -> Option<u32>,
    ) -> Result<(), AlphabetError> {
        let order = permutation.order_u64().filter(|&order| order <= u64::from(Self::MAX_ORDER));
        let order = order.ok_or(AlphabetError::Order { generator })? as u32;
        let mut costs = BTreeMap::new();
        for exponent in 1..order {
            let signed =
                if exponent > order / 2 { i64::from(exponent) - i64::from(order) } else { exponent.into() };
            if let Some(cost) = cost(generator, signed) {
                if cost == 0 || cost > Self::MAX_COST {
                    return Err(AlphabetError::Cost { generator, exponent: signed });
                }
                costs.insert(exponent, cost);
            }
        }
        // The cheapest way to each power: Dijkstra's algorithm over the exponents.
        let mut steps: Vec<Option<(u32, u32)>> = vec![None; order as usize];
        steps[0] = Some((0, 0));
        let mut open = std::collections::BinaryHeap::from([(std::cmp::Reverse(0u32), 0u32)]);
        while let Some((std::cmp::Reverse(sum), exponent)) = open.pop() {
            if steps[exponent as usize].is_some_and(|(best, _)| best < sum) {
                continue;
            }
            for (&step, &cost) in &costs {
                let (reached, sum) = ((exponent + step) % order, sum + cost);
                if steps[reached as usize].is_none_or(|(best, _)| sum < best) {
                    steps[reached as usize] = Some((sum, step));
                    open.push((std::cmp::Reverse(sum), reached));
                }
            }
        }
        let steps: Vec<(u32, u32)> =
            steps.into_iter().collect::<Option<_>>().ok_or(AlphabetError::Powers { generator })?;
        // What the user has no letter for may still stand in a table; it is spelled out at the end.
        let missing: Vec<u32> =
            costs.keys().map(|&e| (order - e) % order).filter(|e| !costs.contains_key(e)).collect();
        costs.extend(missing.into_iter().map(|exponent| (exponent, steps[exponent as usize].0)));
        let first = self.letters.len();
        if first + costs.len() > usize::from(u16::MAX) {
            return Err(AlphabetError::Letters);
        }
        let number = |exponent: u32| {
            costs
                .keys()
                .position(|&known| known == exponent)
                .map_or(Letter(0), |at| Letter((first + at) as u16))
        };
        for (&exponent, &cost) in &costs {
            let inverse = number((order - exponent) % order);
            let generator = self.generators.len() as u16;
            self.letters.push(Entry { generator, exponent, cost, inverse });
            self.images.extend(permutation.power(exponent.into()).iter().map(|image| image as u16));
        }
        let spelling = steps.iter().map(|&(cost, step)| (cost, number(step))).collect();
        self.generators.push(Generator { permutation, order, spelling });
        Ok(())
    }

    /// Number of points.
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// Number of letters.
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// Never: an alphabet has letters.
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// The generators, as they were given (made to one degree).
    pub fn generators(&self) -> impl ExactSizeIterator<Item = &Permutation> {
        self.generators.iter().map(|generator| &generator.permutation)
    }

    /// All letters.
    pub fn letters(&self) -> impl ExactSizeIterator<Item = Letter> + use<> {
        (0..self.letters.len() as u16).map(Letter)
    }

    /// The letter of that number.
    pub fn letter_at(&self, index: usize) -> Option<Letter> {
        (index < self.letters.len()).then_some(Letter(index as u16))
    }

    /// The letter for a power of a generator, if there is one.
    pub fn letter(&self, generator: usize, exponent: i64) -> Option<Letter> {
        let order = i64::from(self.generators.get(generator)?.order);
        let exponent = exponent.rem_euclid(order) as u32;
        self.letters().find(|letter| {
            let entry = self.entry(*letter);
            usize::from(entry.generator) == generator && entry.exponent == exponent
        })
    }

    /// Which generator a letter is a power of, and which power, from `-(order - 1) / 2` to `order / 2`.
    pub fn power(&self, letter: Letter) -> (usize, i64) {
        let entry = self.entry(letter);
        let order = self.generators[usize::from(entry.generator)].order;
        let exponent = i64::from(entry.exponent);
        let signed = if entry.exponent > order / 2 { exponent - i64::from(order) } else { exponent };
        (usize::from(entry.generator), signed)
    }

    /// The letter that undoes it.
    #[inline]
    pub fn inverse(&self, letter: Letter) -> Letter {
        self.entry(letter).inverse
    }

    #[inline]
    fn entry(&self, letter: Letter) -> &Entry {
        &self.letters[letter.index()]
    }

    #[inline]
    pub(super) fn letter_cost(&self, letter: Letter) -> u32 {
        self.entry(letter).cost
    }

    #[inline]
    pub(super) fn images(&self, letter: Letter) -> &[u16] {
        &self.images[letter.index() * self.degree..][..self.degree]
    }

    #[inline]
    pub(super) fn generator(&self, letter: Letter) -> u16 {
        self.entry(letter).generator
    }

    #[inline]
    pub(super) fn commute(&self, a: u16, b: u16) -> bool {
        self.commutes[usize::from(a) * self.generators.len() + usize::from(b)]
    }

    /// Tells alphabets apart: a hash of what the letters do and cost. The same on every machine.
    pub fn fingerprint(&self) -> u64 {
        let mut row = self.images.clone();
        row.extend(self.letters.iter().map(|letter| letter.cost as u16));
        hash(&row)
    }

    /// What a word costs.
    pub fn cost(&self, word: &[Letter]) -> u32 {
        word.iter().map(|&letter| self.letter_cost(letter)).sum()
    }

    /// The word that undoes a word.
    pub fn invert(&self, word: &[Letter]) -> Vec<Letter> {
        word.iter().rev().map(|&letter| self.inverse(letter)).collect()
    }

    /// The element that a word stands for, its letters multiplied from left to right. O(letters × points).
    pub fn element(&self, word: &[Letter]) -> Permutation {
        let mut points: Vec<u32> = (0..self.degree as u32).collect();
        for &letter in word {
            let images = self.images(letter);
            points.iter_mut().for_each(|point| *point = images[*point as usize].into());
        }
        Permutation::from_moved_to(&points).expect("letters are permutations")
    }

    /// The looks of points where a word takes them, from the points where they are. O(letters × points).
    pub(super) fn carried(&self, word: &[Letter], looks: &[u32]) -> Vec<u32> {
        let mut carried = looks.to_vec();
        let element = self.element(word);
        looks.iter().zip(element.iter()).for_each(|(&look, image)| carried[image as usize] = look);
        carried
    }

    /// The word with powers of one generator merged, also where letters between them commute with it, and each power
    /// spelled in the cheapest way. O(letters × letters that commute in a row).
    pub fn reduce(&self, word: &[Letter]) -> Vec<Letter> {
        self.product(&[word])
    }
}

impl Alphabet {
    /// The cheapest word of letters of one generator for a power of it, from 0 to its order less 1.
    fn spelled(&self, generator: u16, exponent: u32) -> impl Iterator<Item = Letter> {
        let generator = &self.generators[usize::from(generator)];
        let mut left = exponent;
        std::iter::from_fn(move || {
            let letter = (left != 0).then(|| generator.spelling[left as usize].1)?;
            left = (left + generator.order - self.entry(letter).exponent) % generator.order;
            Some(letter)
        })
    }

    /// The same for any power.
    pub(super) fn power_word(&self, generator: usize, exponent: i64) -> Vec<Letter> {
        let order = i64::from(self.generators[generator].order);
        self.spelled(generator as u16, exponent.rem_euclid(order) as u32).collect()
    }

    /// The word of `left · right⁻¹`, reduced.
    pub(super) fn quotient(&self, left: &[Letter], right: &[Letter]) -> Vec<Letter> {
        let mut syllables = Syllables::new(self);
        left.iter().for_each(|&letter| syllables.push(letter));
        right.iter().rev().for_each(|&letter| syllables.push(self.inverse(letter)));
        syllables.word()
    }

    /// What is saved where two words meet: letters that cancel or merge there.
    #[inline]
    pub(super) fn saved(&self, left: &[Letter], right: &[Letter]) -> u32 {
        let mut saved = 0;
        for (&a, &b) in left.iter().rev().zip(right) {
            let (first, second) = (self.entry(a), self.entry(b));
            if first.generator != second.generator {
                break;
            }
            let generator = &self.generators[usize::from(first.generator)];
            let sum = (first.exponent + second.exponent) % generator.order;
            saved += first.cost + second.cost - generator.spelling[sum as usize].0;
            if sum != 0 {
                break;
            }
        }
        saved
    }

    /// The product of some words, reduced.
    pub(super) fn product(&self, words: &[&[Letter]]) -> Vec<Letter> {
        let mut syllables = Syllables::new(self);
        words.iter().copied().flatten().for_each(|&letter| syllables.push(letter));
        syllables.word()
    }
}

/// A word as powers of generators, no two of which can be merged.
#[derive(Clone, Debug)]
pub(super) struct Syllables<'a> {
    alphabet: &'a Alphabet,
    /// Generator, and exponent from 1.
    powers: Vec<(u16, u32)>,
    /// What has to be pushed again, as what stood before it has gone.
    again: Vec<(u16, u32)>,
}

impl<'a> Syllables<'a> {
    pub(super) fn new(alphabet: &'a Alphabet) -> Self {
        Syllables { alphabet, powers: Vec::new(), again: Vec::new() }
    }

    pub(super) fn push(&mut self, letter: Letter) {
        let entry = self.alphabet.entry(letter);
        self.again.push((entry.generator, entry.exponent));
        while let Some((generator, exponent)) = self.again.pop() {
            let twin = (self.powers.iter().enumerate().rev())
                .find(|(_, power)| power.0 == generator || !self.alphabet.commute(power.0, generator));
            match twin {
                Some((at, power)) if power.0 == generator => {
                    let order = self.alphabet.generators[usize::from(generator)].order;
                    let sum = (power.1 + exponent) % order;
                    if sum == 0 {
                        // What follows may now meet what stands before.
                        self.again.extend(self.powers.drain(at..).skip(1).rev());
                    } else {
                        self.powers[at].1 = sum;
                    }
                }
                _ => self.powers.push((generator, exponent)),
            }
        }
    }

    pub(super) fn word(&self) -> Vec<Letter> {
        self.powers
            .iter()
            .flat_map(|&(generator, exponent)| self.alphabet.spelled(generator, exponent))
            .collect()
    }
}
