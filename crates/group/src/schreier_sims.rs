//! Constructs a proved stabilizer chain from generators.
//!
//! Start at [`SchreierSims`]. Nearly random elements are sifted until a number of consecutive ones sift to the identity
//! (Leon, "On an algorithm for finding a base and a strong generating set", 1980), which gives the correct chain with
//! high probability. The chain is then proved. For nearly all puzzles its order reaches an upper bound on the order of
//! the group ([`crate::certificate`]), or one that the caller supplies. Otherwise all Schreier generators of all levels
//! are sifted, and every nontrivial residue is added (Sims 1970). By Schreier's lemma the chain is complete when no
//! residue remains.

use std::convert::Infallible;

use dashu_int::UBig;
use rand_core::Rng;
use thiserror::Error;

use crate::certificate::order::{order_of_mixture, upper_bound};
use crate::orbit::Letter;
use crate::permutation::Permutation;
use crate::product_replacement::ProductReplacement;
use crate::stabilizer_chain::{Proof, StabilizerChain};

/// Options for constructing the chain of a group.
///
/// ```
/// use permutant_group::{Permutation, SchreierSims};
/// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
///
/// let turn = Permutation::from_moved_to(&[1, 2, 3, 4, 5, 0])?;
/// let flip = Permutation::from_moved_to(&[5, 4, 3, 2, 1, 0])?;
/// let mut rng = ChaCha8Rng::seed_from_u64(1);
/// let hexagon = SchreierSims::new(&[turn, flip]).base(&[3]).prove(&mut rng);
/// assert_eq!(hexagon.order(), 12_u8.into());
/// assert_eq!(hexagon.base()[0], 3);
/// # Ok::<(), permutant_group::PermutationError>(())
/// ```
///
/// For `n` points, a base of `b` points and `s` strong generators (both up to about `n`) the random part takes a few
/// times `b` sifts of `O(b n)` each, and the proof by Schreier generators up to `b n s` sifts, which is what an
/// upper bound or a known order saves. Memory is that of the chain, `O(b n)` words.
#[derive(Clone, Debug)]
pub struct SchreierSims<'a> {
    generators: &'a [Permutation],
    base: &'a [u32],
    with_bound: bool,
}

/// The order that was given for a group is not its order.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the group has {} {found} elements, not {known}", if *.exact { "exactly" } else { "at least" })]
pub struct KnownOrderError {
    /// The order that was given.
    pub known: UBig,
    /// The order that was found.
    pub found: UBig,
    /// True if the order found is that of the group, false if the group is at least so large.
    pub exact: bool,
}

impl<'a> SchreierSims<'a> {
    /// The random part ends after this many consecutive elements that sift to the identity. Uniform elements would
    /// miss half of the group or more with probability 2^-12. The proof finds what is missed, at the price of a
    /// restart.
    const QUIET: usize = 12;

    /// The same if an order is known but not reached, before the costly proof begins.
    const QUIET_BELOW_KNOWN: usize = 64;

    /// The group of these generators; those of fewer points fix the others.
    pub fn new(generators: &'a [Permutation]) -> Self {
        SchreierSims { generators, base: &[], with_bound: true }
    }

    /// Begins the base with these points. Repeated points and points beyond the degree are ignored, and further
    /// points are added as needed.
    pub fn base(self, base: &'a [u32]) -> Self {
        SchreierSims { base, ..self }
    }

    /// Skips the upper bound of the order, so that the proof always uses Schreier generators: a slower, independent
    /// check.
    pub fn without_bound(self) -> Self {
        SchreierSims { with_bound: false, ..self }
    }

    /// Finds the chain and proves it: by reaching an upper bound of the order ([`crate::certificate`]), else by
    /// Schreier generators.
    pub fn prove<R: Rng + ?Sized>(&self, rng: &mut R) -> StabilizerChain {
        let Ok(chain) = self.prove_while(rng, || Ok::<(), Infallible>(()));
        chain
    }

    /// [`prove`](Self::prove) with cancellation: `go_on` is called before every element that is sifted in the random
    /// part, and for every point of every orbit in the proof.
    ///
    /// # Errors
    /// What `go_on` returned.
    pub fn prove_while<R: Rng + ?Sized, E>(
        &self,
        rng: &mut R,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<StabilizerChain, E> {
        let mut chain = self.begin();
        let bound = self.with_bound.then(|| upper_bound(&chain.generators));
        let reached = |order: &UBig| bound.as_ref() == Some(order);
        gather(&mut chain, rng, &mut go_on, |order, quiet| quiet >= Self::QUIET || reached(order))?;
        if reached(&chain.order()) {
            // All elements of the group are in the chain, as it has no more than these.
            chain.proof = Proof::UpperBound;
            chain.tidy();
            return Ok(chain);
        }
        if let Some(order) = bound.and_then(|_| order_of_mixture(&chain.generators, rng, order_by_chain)) {
            gather(&mut chain, rng, &mut go_on, |found, quiet| {
                *found == order || quiet >= Self::QUIET_BELOW_KNOWN
            })?;
            if chain.order() == order {
                chain.proof = Proof::Certificate;
                chain.tidy();
                return Ok(chain);
            }
        }
        chain.tidy();
        verify(&mut chain, &mut go_on)?;
        Ok(chain)
    }

    /// The random part alone. All elements of the chain belong to the group; it lacks some with a probability of
    /// about 2^-64 if the random elements were uniform, which they are only approximately. `go_on` is called before
    /// every element.
    ///
    /// # Errors
    /// What `go_on` returned.
    pub fn unproved_while<R: Rng + ?Sized, E>(
        &self,
        rng: &mut R,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<StabilizerChain, E> {
        let mut chain = self.begin();
        gather(&mut chain, rng, &mut go_on, |_, quiet| quiet >= Self::QUIET_BELOW_KNOWN)?;
        chain.proof = Proof::None;
        chain.tidy();
        Ok(chain)
    }

    /// Constructs the chain up to an order that is known to be that of the group, or at least no smaller.
    ///
    /// # Errors
    /// If the group turns out to have another order. An order that is too small is detected only if the chain exceeds
    /// it or if a generator has a nontrivial residue.
    pub fn prove_known_order<R: Rng + ?Sized>(
        &self,
        order: &UBig,
        rng: &mut R,
    ) -> Result<StabilizerChain, KnownOrderError> {
        self.prove_known_order_while(order, rng, || Ok(()))
    }

    /// [`prove_known_order`](Self::prove_known_order) with cancellation.
    ///
    /// # Errors
    /// As there, and what `go_on` returned.
    pub fn prove_known_order_while<R: Rng + ?Sized, E: From<KnownOrderError>>(
        &self,
        order: &UBig,
        rng: &mut R,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<StabilizerChain, E> {
        let mut chain = self.begin();
        gather(&mut chain, rng, &mut go_on, |found, quiet| {
            found >= order || quiet >= Self::QUIET_BELOW_KNOWN
        })?;
        chain.tidy();
        let wrong = |found, exact| E::from(KnownOrderError { known: order.clone(), found, exact });
        let mut found = chain.order();
        if found < *order {
            verify(&mut chain, &mut go_on)?;
            found = chain.order();
            return if found == *order { Ok(chain) } else { Err(wrong(found, true)) };
        }
        // A chain of the right order has every element of the group, so a generator that is none of them, or an
        // order passed, shows the given one to be too small.
        if found > *order || !chain.generators.iter().all(|generator| chain.contains(generator)) {
            return Err(wrong(found, false));
        }
        chain.proof = Proof::KnownOrder;
        Ok(chain)
    }

    fn begin(&self) -> StabilizerChain {
        let degree = self.generators.iter().map(Permutation::degree).max().unwrap_or(0);
        let generators = self.generators.iter().map(|generator| generator.extended(degree)).collect();
        StabilizerChain::trivial(degree, generators, self.base)
    }
}

/// The order of the group of some generators, by a chain of its own.
pub(crate) fn order_by_chain<R: Rng + ?Sized>(generators: &[Permutation], rng: &mut R) -> UBig {
    SchreierSims::new(generators).prove(rng).order()
}

/// Constructors of chains without options.
impl StabilizerChain {
    /// The group of the generators; its order is proved by an upper bound if the chain reaches it, otherwise by
    /// Schreier generators. Generators of several degrees act on the points of the largest. The random source changes
    /// the time and the words, never the group.
    ///
    /// Cost and method are those of [`SchreierSims`], which offers more options.
    pub fn new<R: Rng + ?Sized>(generators: &[Permutation], rng: &mut R) -> Self {
        SchreierSims::new(generators).prove(rng)
    }

    /// The group of the generators, whose order is known: much faster, and proved by reaching that order.
    ///
    /// # Errors
    /// If the group is found to have another order. An order that is too small is not always noticed, so it
    /// must be certain.
    pub fn with_known_order<R: Rng + ?Sized>(
        generators: &[Permutation],
        order: &UBig,
        rng: &mut R,
    ) -> Result<Self, KnownOrderError> {
        SchreierSims::new(generators).prove_known_order(order, rng)
    }

    /// The group of the elements that fix all of these points, as a chain of its own. Points beyond the degree are
    /// always fixed.
    ///
    /// The method constructs a chain whose base begins with these points, which the known order proves; the rest of
    /// the base is the base of the result. The cost is that of [`with_known_order`](Self::with_known_order).
    ///
    /// ```
    /// use permutant_group::{StabilizerChain, cycle_notation::Notation};
    /// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    ///
    /// let gap = Notation::from_one();
    /// let all_of_six = [gap.read("(1,2,3,4,5,6)")?, gap.read("(1,2)")?];
    /// let mut rng = ChaCha8Rng::seed_from_u64(1);
    /// let chain = StabilizerChain::new(&all_of_six, &mut rng);
    /// let fixing = chain.pointwise_stabilizer(&[4, 0], &mut rng);
    /// assert_eq!(fixing.order(), 24_u8.into());
    /// assert!(fixing.strong_generators().all(|g| g.image(4) == 4 && g.image(0) == 0));
    /// # Ok::<(), permutant_group::cycle_notation::NotationError>(())
    /// ```
    pub fn pointwise_stabilizer<R: Rng + ?Sized>(&self, points: &[u32], rng: &mut R) -> Self {
        let Ok(chain) = self.pointwise_stabilizer_while(points, rng, || Ok::<(), Infallible>(()));
        chain
    }

    /// [`pointwise_stabilizer`](Self::pointwise_stabilizer) with cancellation, as that of [`SchreierSims::prove_while`].
    ///
    /// # Errors
    /// What `go_on` returned.
    pub fn pointwise_stabilizer_while<R: Rng + ?Sized, E>(
        &self,
        points: &[u32],
        rng: &mut R,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let search = SchreierSims::new(&self.generators).base(points);
        let known = search.prove_known_order_while(&self.order(), rng, || go_on().map_err(NotBuilt::Stopped));
        let mut chain = match known {
            Ok(chain) => chain,
            Err(NotBuilt::Stopped(reason)) => return Err(reason),
            Err(NotBuilt::WrongOrder) => search.prove_while(rng, go_on)?,
        };
        let fixed = chain.levels.iter().take_while(|level| points.contains(&level.base)).count();
        chain.levels.drain(..fixed);
        chain.generators = chain.strong_generators().cloned().collect();
        chain.proof = self.proof;
        Ok(chain)
    }
}

/// Why a chain of known order was not built.
pub(crate) enum NotBuilt<E> {
    WrongOrder,
    Stopped(E),
}

impl<E> From<KnownOrderError> for NotBuilt<E> {
    fn from(_: KnownOrderError) -> Self {
        NotBuilt::WrongOrder
    }
}

/// Sifts the generators and then nearly random elements into the chain, until `enough` of the order so far and the
/// number of elements in a row that left nothing.
fn gather<R: Rng + ?Sized, E>(
    chain: &mut StabilizerChain,
    rng: &mut R,
    go_on: &mut impl FnMut() -> Result<(), E>,
    enough: impl Fn(&UBig, usize) -> bool,
) -> Result<(), E> {
    for number in 0..chain.generators.len() {
        let mut residue = chain.generators[number].clone();
        add(chain, &mut residue);
    }
    let mut source = ProductReplacement::new(&chain.generators, rng);
    let mut residue = Permutation::identity(chain.degree);
    let mut quiet = 0;
    let mut order = chain.order();
    while !enough(&order, quiet) {
        go_on()?;
        residue.copy_from(source.next(rng));
        if add(chain, &mut residue) {
            quiet = 0;
            order = chain.order();
        } else {
            quiet += 1;
        }
    }
    Ok(())
}

/// Sifts an element and adds its residue. False if the residue is the identity.
fn add(chain: &mut StabilizerChain, element: &mut Permutation) -> bool {
    let level = chain.strip(element, 0);
    let adds = level < chain.levels.len() || !element.is_identity();
    if adds {
        chain.insert(element.clone(), level);
    }
    adds
}

/// Sifts all Schreier generators, from the last level to the first, and adds every nontrivial residue. Afterwards the
/// chain is that of the group.
///
/// At each level but the first the group is by definition that of the level's strong generators, which hold those of
/// the next level. At the first it is that of the generators given: the strong ones are products of these, so if
/// the stabilizer of the first base point lies in the second level's group, the two are equal.
fn verify<E>(chain: &mut StabilizerChain, go_on: &mut impl FnMut() -> Result<(), E>) -> Result<(), E> {
    let mut unproved = chain.levels.len();
    if unproved == 0 {
        return Ok(());
    }
    while unproved > 0 {
        match first_left_over(chain, unproved - 1, go_on)? {
            None => unproved -= 1,
            Some((residue, level)) => {
                // The levels after that one are as they were.
                chain.insert(residue, level);
                unproved = level + 1;
            }
        }
    }
    chain.proof = Proof::SchreierGenerators;
    Ok(())
}

/// The first Schreier generator of a level with a nontrivial residue, and the level at which sifting stops.
fn first_left_over<E>(
    chain: &StabilizerChain,
    level: usize,
    go_on: &mut impl FnMut() -> Result<(), E>,
) -> Result<Option<(Permutation, usize)>, E> {
    let tree = &chain.levels[level].tree;
    // At the first level the generators given, of which most are strong generators as they are.
    let letter_of = |generator: &Permutation| {
        chain.numbered_strong_of_level(0).find(|(_, strong)| *strong == generator).map(|(number, _)| number)
    };
    let given: Vec<(Option<u32>, &Permutation)> = match level {
        0 => chain.generators.iter().map(|generator| (letter_of(generator), generator)).collect(),
        _ => chain.numbered_strong_of_level(level).map(|(number, g)| (Some(number), g)).collect(),
    };
    let mut residue = Permutation::identity(chain.degree);
    for &point in tree.points() {
        go_on()?;
        let Some(way) = chain.representative(level, point) else { continue };
        for &(number, generator) in &given {
            // A step of the tree itself, taken forward or back, leaves nothing.
            let is_step = |from: u32, to: u32, letter: Letter| tree.step(to) == Some((letter, from));
            let image = generator.image(point);
            if number.is_some_and(|number| {
                is_step(point, image, Letter::forward(number))
                    || is_step(image, point, Letter::backward(number))
            }) {
                continue;
            }
            residue.copy_from(&way);
            residue.then_assign(generator);
            // Sifting from this very level takes off the way back to the base point first.
            let left_at = chain.strip(&mut residue, level);
            if left_at < chain.levels.len() || !residue.is_identity() {
                return Ok(Some((residue, left_at)));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// The chain of a group without any random element: the proof must find all that is missing.
    fn by_proof_alone(text: &str) -> (StabilizerChain, UBig) {
        let mut generators = Vec::new();
        let mut order = UBig::ZERO;
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("gen ") {
                let images: Vec<u32> = rest.split(' ').skip(1).map(|n| n.parse().unwrap()).collect();
                generators.push(Permutation::from_moved_to(&images).unwrap());
            } else if let Some(rest) = line.strip_prefix("order ") {
                order = rest.parse().unwrap();
            }
        }
        let mut chain = SchreierSims::new(&generators).begin();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut go_on = || Ok::<(), Infallible>(());
        let Ok(()) = gather(&mut chain, &mut rng, &mut go_on, |_, _| true);
        assert_ne!(chain.order(), order, "the generators alone must not be enough for this to be a test");
        chain.tidy();
        let Ok(()) = verify(&mut chain, &mut go_on);
        (chain, order)
    }

    #[test]
    fn the_proof_finds_what_the_random_part_missed() {
        for text in [
            include_str!("../../../testdata/groups/m12.txt"),
            include_str!("../../../testdata/groups/m24.txt"),
            include_str!("../../../testdata/groups/topspin20_5.txt"),
            include_str!("../../../testdata/groups/rubik2_urf.txt"),
            include_str!("../../../testdata/groups/rubik3.txt"),
        ] {
            let (chain, order) = by_proof_alone(text);
            assert_eq!(chain.order(), order);
            assert!(chain.generators.iter().all(|generator| chain.contains(generator)));
        }
    }
}
