//! Presentations of permutation groups.
//!
//! Start at [`PermutationPresentation`]. A small group gets relators in its given generators, found in its action on its own elements. A
//! larger one gets relators in the strong generators of a stabilizer chain, level by level: at each level those that determine the action
//! on the orbit of the base point, given that the stabilizer is presented by the levels below. Either way [`super::known_edges`] proves the
//! relators to be enough. Cannon, "Construction of defining relators for finite groups" (1973); Holt, Eick and O'Brien, "Handbook of
//! computational group theory" (2005), 6.2.

use super::known_edges::KnownEdges;
use super::low_index::StoppedError;
use super::relators::{Presentation, PresentationError};
use super::word::Word;
use crate::orbit::{Letter, SchreierTree};
use crate::permutation::Permutation;
use crate::stabilizer_chain::StabilizerChain;
use std::collections::HashMap;

use thiserror::Error;

/// A presentation of a permutation group, and the permutations that its generators stand for.
#[derive(Clone, Debug)]
pub struct PermutationPresentation {
    /// Generators and relators.
    pub presentation: Presentation,
    /// By generator of the presentation: the permutation. The given generators come first.
    pub generators: Vec<Permutation>,
}

/// Why there is no presentation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FromChainError {
    /// The names are not those of generators, or there are too many.
    #[error(transparent)]
    Names(#[from] PresentationError),
    /// There are not as many names as generators.
    #[error("{names} names for {generators} generators")]
    Count {
        /// Number of names.
        names: usize,
        /// Number of generators.
        generators: usize,
    },
    /// The chain is without proof, and turned out to be that of a subgroup.
    #[error("the chain is not that of the group")]
    Incomplete,
    /// The caller stopped the work.
    #[error("stopped before all relators were found")]
    Stopped,
}

impl From<StoppedError> for FromChainError {
    fn from(_: StoppedError) -> Self {
        FromChainError::Stopped
    }
}

impl PermutationPresentation {
    /// Elements times generators up to which the relators are in the given generators: some seconds.
    const MOST_EDGES: u64 = 1 << 19;

    /// Elements times relators up to which superfluous relators are looked for, each by a completion without it.
    const MOST_TRIALS: u64 = 1 << 18;

    /// A presentation of the group of a chain, with names for the chain's generators. If the group is small (half a million edges, elements
    /// times generators), these alone generate it, and no relator follows from the others where that could be checked. Otherwise the
    /// presentation also has the strong generators `s1`, `s2`, … that are none of the given ones; the given ones are then written in the
    /// strong ones. `go_on` is called for every relator.
    ///
    /// # Errors
    /// If the names are no names or too few, if the chain is not that of the group, or if `go_on` returned false.
    ///
    /// ```
    /// use permutant_group::presentation::{Enumeration, PermutationPresentation};
    /// use permutant_group::{StabilizerChain, cycle_notation::Notation};
    /// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// let gap = Notation::from_one();
    /// let generators = [gap.read("(1,2,3)")?, gap.read("(3,4,5)")?];
    /// let chain = StabilizerChain::new(&generators, &mut ChaCha8Rng::seed_from_u64(1));
    /// let names = ["a".to_string(), "b".to_string()];
    /// let found = PermutationPresentation::new(&chain, &names, || true)?;
    /// assert_eq!(found.presentation.to_string(), "<a, b | a^3, b^3, (b*a*b^-1*a)^2, (b*a^-1*b*a)^2>");
    /// assert_eq!(Enumeration::new(&found.presentation, &[]).run()?.table.index(), 60);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        chain: &StabilizerChain,
        names: &[String],
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Self, FromChainError> {
        let generators = chain.generators();
        if names.len() != generators.len() {
            return Err(FromChainError::Count { names: names.len(), generators: generators.len() });
        }
        let order = u64::try_from(&chain.order()).unwrap_or(u64::MAX);
        if order.saturating_mul(generators.len() as u64) <= Self::MOST_EDGES {
            on_given_generators(chain, names, &mut go_on)
        } else {
            on_strong_generators(chain, names, &mut go_on)
        }
    }
}

/// Relators in the given generators, from the action on the elements by multiplication.
fn on_given_generators(
    chain: &StabilizerChain,
    names: &[String],
    go_on: &mut dyn FnMut() -> bool,
) -> Result<PermutationPresentation, FromChainError> {
    let generators = chain.generators();
    let action = regular_action(&chain.base(), generators);
    let order = action.first().map_or(1, Permutation::degree);
    if chain.order() != order.into() {
        return Err(FromChainError::Incomplete);
    }
    let empty = KnownEdges::new(&action, order);
    let mut edges = empty.clone();
    let tree = edges.tree(0);
    let mut relators = edges.complete(&tree, |_| Ok::<_, StoppedError>(Word::empty()), go_on)?;
    let trials = (order as u64).saturating_mul(relators.len() as u64);
    let mut at = if trials <= PermutationPresentation::MOST_TRIALS { relators.len() } else { 0 };
    while at > 0 && go_on() {
        at -= 1;
        let mut edges = empty.clone();
        let tree = edges.tree(0);
        for (number, relator) in relators.iter().enumerate() {
            if number != at {
                edges.add(relator, &tree.points);
            }
        }
        edges.deduce();
        if edges.is_complete(&tree.points) {
            relators.remove(at);
        }
    }
    let presentation = Presentation::new(names.to_vec(), relators)?;
    Ok(PermutationPresentation { presentation, generators: generators.to_vec() })
}

/// The action of the generators on the elements of their group, the identity being point 0. The images of the base tell elements
/// apart. O(order · base · generators).
fn regular_action(base: &[u32], generators: &[Permutation]) -> Vec<Permutation> {
    let mut numbers: HashMap<Vec<u32>, u32> = HashMap::from([(base.to_vec(), 0)]);
    let mut elements = vec![base.to_vec()];
    let mut images: Vec<Vec<u32>> = vec![Vec::new(); generators.len()];
    let mut at = 0;
    while at < elements.len() {
        for (generator, images) in generators.iter().zip(&mut images) {
            let product: Vec<u32> = elements[at].iter().map(|&point| generator.image(point)).collect();
            let number = *numbers.entry(product).or_insert_with_key(|product| {
                elements.push(product.clone());
                elements.len() as u32 - 1
            });
            images.push(number);
        }
        at += 1;
    }
    images.iter().map(|images| Permutation::from_points(images)).collect()
}

/// The strong generators of a chain in the order of a presentation, and trees whose words are in these.
struct Strong {
    generators: Vec<Permutation>,
    /// By level: the numbers of the strong generators of its group, and a tree of the orbit in these.
    levels: Vec<(Vec<usize>, SchreierTree)>,
}

impl Strong {
    /// `first` are generators of which strong ones may be some, and then have their numbers.
    fn new(chain: &StabilizerChain, first: &[Permutation]) -> Self {
        let mut generators = first.to_vec();
        let mut numbers = Vec::new();
        for strong in chain.strong_generators() {
            let inverse = strong.inverse();
            let known = generators.iter().position(|known| known == strong || *known == inverse);
            numbers.push(known.unwrap_or_else(|| {
                generators.push(strong.clone());
                generators.len() - 1
            }));
        }
        numbers.sort_unstable();
        numbers.dedup();
        let base = chain.base();
        let level = |level: usize| {
            let fixes = |&&number: &&usize| {
                base[..level].iter().all(|&point| generators[number].image(point) == point)
            };
            let own: Vec<usize> = numbers.iter().filter(fixes).copied().collect();
            let permutations: Vec<Permutation> =
                own.iter().map(|&number| generators[number].clone()).collect();
            (own, SchreierTree::new(base[level], &permutations))
        };
        let levels = (0..base.len()).map(level).collect();
        Strong { generators, levels }
    }

    /// An element of a level's group as a word in its strong generators; `None` if it is none.
    fn word(&self, element: &Permutation, level: usize) -> Option<Word> {
        let mut residue = element.clone();
        let mut factors = Vec::new();
        for (own, tree) in &self.levels[level..] {
            let word = tree.word(residue.image(tree.root()))?;
            let factor = renumbered(word, own);
            residue = residue.then(&self.product(&factor.inverse()));
            factors.push(factor);
        }
        residue
            .is_identity()
            .then(|| factors.iter().rev().fold(Word::empty(), |product, factor| product.then(factor)))
    }

    fn product(&self, word: &Word) -> Permutation {
        let degree = self.generators.first().map_or(0, Permutation::degree);
        word.letters().iter().fold(Permutation::identity(degree), |product, letter| {
            let generator = &self.generators[letter.generator()];
            if letter.is_inverse() { product.then(&generator.inverse()) } else { product.then(generator) }
        })
    }
}

/// A word in some generators as one in all of them.
fn renumbered(letters: impl IntoIterator<Item = Letter>, numbers: &[usize]) -> Word {
    Word::from_letters(letters.into_iter().map(|letter| {
        let number = numbers[letter.generator()] as u32;
        if letter.is_inverse() { Letter::backward(number) } else { Letter::forward(number) }
    }))
}

/// Relators in strong generators, from the last level to the first, and the given generators as words in these.
fn on_strong_generators(
    chain: &StabilizerChain,
    names: &[String],
    go_on: &mut dyn FnMut() -> bool,
) -> Result<PermutationPresentation, FromChainError> {
    let given = chain.generators();
    let strong = Strong::new(chain, given);
    let mut relators: Vec<Word> = Vec::new();
    for level in (0..strong.levels.len()).rev() {
        let (own, tree) = &strong.levels[level];
        let permutations: Vec<Permutation> =
            own.iter().map(|&number| strong.generators[number].clone()).collect();
        let mut edges = KnownEdges::new(&permutations, chain.degree());
        let root = tree.root();
        let ways = edges.tree(root);
        for (local, permutation) in permutations.iter().enumerate() {
            // Those that fix the base point generate the stabilizer, whose cosets the points are.
            if permutation.image(root) == root {
                edges.learn_generator(root, local);
            }
        }
        let place: HashMap<usize, u32> = own.iter().copied().zip(0..).collect();
        let local = |word: &Word| {
            let letters = word.letters().iter().map(|letter| {
                let number = place.get(&letter.generator()).copied().unwrap_or_default();
                if letter.is_inverse() { Letter::backward(number) } else { Letter::forward(number) }
            });
            Word::from_letters(letters)
        };
        for relator in &relators {
            edges.add(&local(relator), &ways.points);
        }
        let rest = |cycle: &Word| {
            let element = strong.product(&renumbered(cycle.letters().iter().copied(), own));
            let word = strong.word(&element, level + 1).ok_or(FromChainError::Incomplete)?;
            Ok::<_, FromChainError>(local(&word))
        };
        let found = edges.complete(&ways, rest, go_on)?;
        relators.extend(found.iter().map(|word| renumbered(word.letters().iter().copied(), own)));
        debug_assert!(edges.is_complete(&ways.points));
    }
    let is_strong = |number: usize| strong.levels.first().is_some_and(|(own, _)| own.contains(&number));
    for (number, generator) in given.iter().enumerate().filter(|&(number, _)| !is_strong(number)) {
        let word = strong.word(generator, 0).ok_or(FromChainError::Incomplete)?;
        relators.push(Word::generator(number as u32).then(&word.inverse()));
    }
    let mut all = names.to_vec();
    let fresh = (1..).map(|number| format!("s{number}")).filter(|name| !names.contains(name));
    all.extend(fresh.take(strong.generators.len() - given.len()));
    let presentation = Presentation::new(all, relators)?;
    Ok(PermutationPresentation { presentation, generators: strong.generators })
}
