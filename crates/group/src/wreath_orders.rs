//! Counts the elements of each order in products of wreath products C_k ≀ S_m, and in those of their subgroups that
//! are defined by sums of twists and signs alone.
//!
//! Start at [`WreathProduct`]. An element of C_k ≀ S_m permutes m slots and twists the content that arrives in each
//! by a number modulo k. A cycle of l slots with twist w has order l · k / gcd(k, w), and there are (n-1)!/(n-l)! ·
//! k^(l-1) cycles of that kind through the first of n slots: the elements are therefore counted by (order, sum of
//! twists, sign), slot by slot, and factors are combined by the least common multiple of the orders. A_3 and A_4 have
//! no odd permutations but have a homomorphism to the integers modulo 3 instead ([`class_of_even`]), so they may
//! replace S_m. The module does not recognize such groups: the caller must prove that a group is one.

use crate::numbers::checked_lcm;
use num_integer::gcd;
use std::collections::{BTreeMap, HashMap};

use dashu_int::UBig;
use thiserror::Error;

use crate::abelian_subgroup::AbelianSubgroup;
use crate::rank::lehmer;

/// One factor: C_k ≀ S_m, or C_k ≀ A_m for the two m (3 and 4) whose even permutations have a further invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WreathFactor {
    /// m, the slots that are permuted.
    pub slots: u16,
    /// k, the orientations in each; at least 1.
    pub orientations: u16,
    /// How they are permuted.
    pub permutations: Permutations,
}

/// The permutations of the slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permutations {
    /// All.
    All,
    /// The even ones, of 3 or 4 slots; with other numbers of slots it means all, as the signs determine the even
    /// permutations there.
    Even,
}

impl WreathFactor {
    /// C_k ≀ S_m.
    pub fn new(slots: u16, orientations: u16) -> Self {
        WreathFactor { slots, orientations: orientations.max(1), permutations: Permutations::All }
    }

    /// C_k ≀ A_m, if m is 3 or 4.
    pub fn even(slots: u16, orientations: u16) -> Option<Self> {
        let permutations = Permutations::Even;
        matches!(slots, 3 | 4)
            .then(|| WreathFactor { permutations, ..WreathFactor::new(slots, orientations) })
    }

    fn is_even(&self) -> bool {
        self.permutations == Permutations::Even && matches!(self.slots, 3 | 4)
    }

    /// What the class of permutations is taken modulo: the sign, or [`class_of_even`].
    fn classes(&self) -> u32 {
        match self.slots {
            // There are no odd permutations of a single slot.
            0 | 1 => 1,
            _ if self.is_even() => 3,
            _ => 2,
        }
    }
}

/// The class modulo 3 of an even permutation of 3 or 4 points, given by its images: how far it rotates the points, or
/// the three partitions of four points into pairs. It is a homomorphism: A_3 is cyclic, and so is the quotient of A_4
/// by the four elements that fix all pairings. 0 for other numbers of points.
pub fn class_of_even(images: &[usize]) -> u32 {
    match images {
        [first, _, _] => *first as u32,
        // Pairing i - 1 puts 0 together with i; 0 stays with 1 or both go to the other pair, and so on.
        [first, second, ..] if images.len() == 4 => {
            let mate = if *first == 0 {
                *second
            } else if *second == 0 {
                *first
            } else {
                6 - first - second
            };
            mate as u32 - 1
        }
        _ => 0,
    }
}

/// The elements of a product of factors whose sums of twists and signs lie in a subgroup.
///
/// ```
/// use permutant_group::wreath_orders::{WreathFactor, WreathProduct};
///
/// // The 3x3x3: 8 corners of 3 orientations, 12 edges of 2; twists add up to 0, the signs are equal.
/// let cube = WreathProduct::new(&[WreathFactor::new(8, 3), WreathFactor::new(12, 2)], &[vec![0, 1, 0, 1]]);
/// assert_eq!(cube.order().to_string(), "43252003274489856000");
/// let orders = cube.orders(|| Ok::<(), ()>(())).unwrap();
/// assert_eq!(orders.len(), 73);
/// assert_eq!(orders[&1260].to_string(), "51490480088678400");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WreathProduct {
    factors: Vec<WreathFactor>,
    /// At place 2i the sum of twists of factor i, at 2i + 1 its sign (1 for odd) or class.
    allowed: AbelianSubgroup,
}

/// Reasons why the orders were not counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WreathOrdersError<E> {
    /// An order does not fit 64 bits, or there are too many different ones.
    #[error("there are more than {most} kinds of elements to tell apart, or an order beyond 64 bits")]
    TooMany {
        /// Kinds that are kept.
        most: usize,
    },
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped(E),
}

/// Elements of one kind, counted: by order, sum of twists, and sign or class.
type Kinds = BTreeMap<(u64, u32, u32), UBig>;

/// Kinds that are kept at most: about 200 MB.
const MOST_KINDS: usize = 1 << 20;

impl WreathProduct {
    /// The elements of the product of the factors whose (sum of twists, sign, sum of twists, sign, …), two numbers a
    /// factor, lie in the subgroup that the rows generate. Orientations of 0 count as 1.
    pub fn new(factors: &[WreathFactor], rows: &[Vec<u32>]) -> Self {
        let factors: Vec<WreathFactor> = (factors.iter())
            .map(|factor| WreathFactor { orientations: factor.orientations.max(1), ..*factor })
            .collect();
        let moduli = |factor: &WreathFactor| [u32::from(factor.orientations), factor.classes()];
        let moduli: Vec<u32> = factors.iter().flat_map(moduli).collect();
        WreathProduct { allowed: AbelianSubgroup::new(&moduli, rows), factors }
    }

    /// The factors.
    pub fn factors(&self) -> &[WreathFactor] {
        &self.factors
    }

    /// The sums and signs of the elements.
    pub fn allowed(&self) -> &AbelianSubgroup {
        &self.allowed
    }

    /// Number of elements: that of the product divided by the index of the subgroup.
    pub fn order(&self) -> UBig {
        let of_factor = |factor: &WreathFactor| {
            let slots = usize::from(factor.slots);
            let all = (1..=slots).map(UBig::from).product::<UBig>();
            let permutations = if factor.is_even() { all / UBig::from(2_u8) } else { all };
            permutations * UBig::from(factor.orientations).pow(slots)
        };
        let all: UBig = self.factors.iter().map(of_factor).product();
        let sums: UBig = self.allowed.moduli().iter().map(|&modulus| UBig::from(modulus)).product();
        all * self.allowed.order() / sums
    }

    /// How many elements have each order; the counts add up to [`order`](Self::order). `go_on` is called from time to
    /// time.
    ///
    /// The orders of a factor of m slots and k orientations take about m² · k steps for each kind of element (order,
    /// sum, sign), factors are put together in the product of the numbers of their kinds.
    ///
    /// # Errors
    /// If there are more than 2^20 kinds, if an order does not fit 64 bits, or what `go_on` returned.
    pub fn orders<E>(
        &self,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<BTreeMap<u64, UBig>, WreathOrdersError<E>> {
        let mut known: HashMap<WreathFactor, Kinds> = HashMap::new();
        // What was chosen so far matters only by what may still follow: so partial rows of sums and signs are
        // numbered by their cosets modulo the elements that are 0 from here on.
        let mut cosets: Vec<Vec<u32>> = vec![Vec::new()];
        let mut sofar: HashMap<(u64, usize), UBig> = HashMap::from([((1, 0), UBig::ONE)]);
        for (number, factor) in self.factors.iter().enumerate() {
            if !known.contains_key(factor) {
                let kinds =
                    if factor.is_even() { kinds_of_even(*factor)? } else { kinds(*factor, &mut go_on)? };
                known.insert(*factor, kinds);
            }
            let places = 2 * number + 2;
            let (possible, closed) = (self.allowed.projection(places), self.allowed.ending_at(places));
            let mut next_cosets: Vec<Vec<u32>> = Vec::new();
            let mut numbers: HashMap<Vec<u32>, usize> = HashMap::new();
            let mut steps: HashMap<(usize, u32, u32), Option<usize>> = HashMap::new();
            let mut next: HashMap<(u64, usize), UBig> = HashMap::new();
            for (&(order, sum, sign), count) in &known[factor] {
                go_on().map_err(WreathOrdersError::Stopped)?;
                for (&(before, coset), ways) in &sofar {
                    let step = *steps.entry((coset, sum, sign)).or_insert_with(|| {
                        let row: Vec<u32> = cosets[coset].iter().copied().chain([sum, sign]).collect();
                        possible.contains(&row).then(|| {
                            let row = closed.representative(&row);
                            *numbers.entry(row).or_insert_with_key(|row| {
                                next_cosets.push(row.clone());
                                next_cosets.len() - 1
                            })
                        })
                    });
                    let Some(step) = step else { continue };
                    let both =
                        checked_lcm(before, order).ok_or(WreathOrdersError::TooMany { most: MOST_KINDS })?;
                    *next.entry((both, step)).or_insert(UBig::ZERO) += ways * count;
                }
                if next.len() > MOST_KINDS {
                    return Err(WreathOrdersError::TooMany { most: MOST_KINDS });
                }
            }
            (cosets, sofar) = (next_cosets, next);
        }
        let mut orders = BTreeMap::new();
        for ((order, _), count) in sofar {
            *orders.entry(order).or_insert(UBig::ZERO) += count;
        }
        Ok(orders)
    }
}

/// The elements of C_k ≀ S_m by order, sum of twists, and sign.
fn kinds<E>(
    factor: WreathFactor,
    go_on: &mut impl FnMut() -> Result<(), E>,
) -> Result<Kinds, WreathOrdersError<E>> {
    let too_many = || WreathOrdersError::TooMany { most: MOST_KINDS };
    let orientations = u32::from(factor.orientations);
    // of[n]: the elements on n slots. The first of n slots lies on a cycle of some length, and what is left is an
    // element on fewer slots.
    let mut of: Vec<Kinds> = vec![Kinds::from([((1, 0, 0), UBig::ONE)])];
    for slots in 1..=usize::from(factor.slots) {
        let mut all = Kinds::new();
        // (slots - 1)! / (slots - length)! · k^(length - 1) cycles with each twist.
        let mut cycles = UBig::ONE;
        for length in 1..=slots {
            go_on().map_err(WreathOrdersError::Stopped)?;
            if length > 1 {
                cycles *= UBig::from((slots - length + 1) as u64 * u64::from(orientations));
            }
            let odd = (length as u32 - 1) % 2;
            for (&(order, sum, sign), count) in &of[slots - length] {
                let ways = count * &cycles;
                for twist in 0..orientations {
                    let turns = orientations / gcd(orientations, twist);
                    let order = checked_lcm(order, length as u64 * u64::from(turns)).ok_or_else(too_many)?;
                    let kind = (order, (sum + twist) % orientations, sign ^ odd);
                    *all.entry(kind).or_insert(UBig::ZERO) += &ways;
                }
            }
            if all.len() > MOST_KINDS {
                return Err(too_many());
            }
        }
        of.push(all);
    }
    Ok(of.pop().unwrap_or_default())
}

/// The elements of C_k ≀ A_m for m of 3 or 4, by order, sum of twists, and class: permutation by permutation.
fn kinds_of_even<E>(factor: WreathFactor) -> Result<Kinds, WreathOrdersError<E>> {
    let too_many = || WreathOrdersError::TooMany { most: MOST_KINDS };
    let orientations = u32::from(factor.orientations);
    let slots = usize::from(factor.slots);
    let mut all = Kinds::new();
    for number in 0..lehmer::count(slots, slots).unwrap_or(0) {
        let mut bytes = vec![0; slots];
        if lehmer::unrank(slots, number, &mut bytes).is_err() {
            continue;
        }
        let images: Vec<usize> = bytes.into_iter().map(usize::from).collect();
        let mut lengths = Vec::new();
        let mut seen = vec![false; slots];
        for start in 0..slots {
            let (mut at, mut length) = (start, 0);
            while !std::mem::replace(&mut seen[at], true) {
                (at, length) = (images[at], length + 1);
            }
            lengths.extend((length > 0).then_some(length));
        }
        if (slots - lengths.len()) % 2 == 1 {
            continue;
        }
        let class = class_of_even(&images);
        let mut elements = Kinds::from([((1, 0, class), UBig::ONE)]);
        for length in lengths {
            let mut longer = Kinds::new();
            for ((order, sum, class), count) in elements {
                // k^(length - 1) ways to spread each twist along the cycle.
                let ways = count * UBig::from(orientations).pow(length - 1);
                for twist in 0..orientations {
                    let turns = orientations / gcd(orientations, twist);
                    let order = checked_lcm(order, length as u64 * u64::from(turns)).ok_or_else(too_many)?;
                    *longer.entry((order, (sum + twist) % orientations, class)).or_insert(UBig::ZERO) +=
                        &ways;
                }
            }
            if longer.len() > MOST_KINDS {
                return Err(too_many());
            }
            elements = longer;
        }
        for (kind, count) in elements {
            *all.entry(kind).or_insert(UBig::ZERO) += count;
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;
    use crate::StabilizerChain;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;
    use std::collections::BTreeSet;

    fn orders(product: &WreathProduct) -> BTreeMap<u64, UBig> {
        product.orders(|| Ok::<(), ()>(())).unwrap()
    }

    fn factor(slots: u16, orientations: u16) -> WreathFactor {
        WreathFactor::new(slots, orientations)
    }

    #[test]
    fn classes_of_even_permutations_are_homomorphisms() {
        for slots in [3_usize, 4] {
            let all: Vec<Vec<usize>> = (0..lehmer::count(slots, slots).unwrap())
                .map(|number| {
                    let mut images = vec![0; slots];
                    lehmer::unrank(slots, number, &mut images).unwrap();
                    images.into_iter().map(usize::from).collect::<Vec<_>>()
                })
                .filter(|images| {
                    let wide: Vec<u32> = images.iter().map(|&image| image as u32).collect();
                    Permutation::from_moved_to(&wide).unwrap().is_even()
                })
                .collect();
            let mut counts = [0; 3];
            for a in &all {
                counts[class_of_even(a) as usize] += 1;
                for b in &all {
                    let product: Vec<usize> = a.iter().map(|&at| b[at]).collect();
                    assert_eq!(
                        class_of_even(&product),
                        (class_of_even(a) + class_of_even(b)) % 3,
                        "{a:?} {b:?}"
                    );
                }
            }
            assert_eq!(counts, [all.len() / 3; 3]);
        }
        assert_eq!(WreathFactor::even(5, 2), None);
    }

    /// A_4 has 1, 3 and 8 elements of orders 1, 2 and 3; C_2 ≀ A_3 the orders of C_2 x A_4.
    #[test]
    fn even_permutations_of_few_slots() {
        let free = [vec![1, 0], vec![0, 1]];
        let counts = |factor: WreathFactor| -> Vec<(u64, u64)> {
            let product = WreathProduct::new(&[factor], &free);
            let counts = orders(&product);
            assert_eq!(total(&counts), product.order());
            counts.into_iter().map(|(order, count)| (order, u64::try_from(&count).unwrap())).collect()
        };
        assert_eq!(counts(WreathFactor::even(4, 1).unwrap()), [(1, 1), (2, 3), (3, 8)]);
        assert_eq!(counts(WreathFactor::even(3, 2).unwrap()), [(1, 1), (2, 7), (3, 8), (6, 8)]);
        // With the class held at 0 only the four that keep all pairings are left of A_4.
        let four = WreathProduct::new(&[WreathFactor::even(4, 1).unwrap()], &[]);
        assert_eq!(orders(&four), BTreeMap::from([(1, UBig::ONE), (2, 3_u8.into())]));
    }

    fn total(counts: &BTreeMap<u64, UBig>) -> UBig {
        counts.values().sum()
    }

    /// Every permutation of the points slot · k + orientation that keeps slots together, counted one by one.
    #[test]
    fn small_wreath_products_are_counted_right() {
        for (m, k) in [(1, 1), (1, 4), (2, 2), (3, 2), (3, 3), (2, 6), (4, 2), (5, 1), (3, 4)] {
            let degree = u32::from(m * k);
            let point = |slot: u16, o: u16| u32::from(slot * k + o % k);
            let images = |f: &dyn Fn(u16, u16) -> u32| {
                let images: Vec<u32> = (0..degree as u16).map(|p| f(p / k, p % k)).collect();
                Permutation::from_moved_to(&images).unwrap()
            };
            let generators = [
                images(&|slot, o| point((slot + 1) % m, o)),
                images(&|slot, o| point(if m > 1 && slot < 2 { 1 - slot } else { slot }, o)),
                images(&|slot, o| point(slot, o + u16::from(slot == 0))),
            ];
            let mut all = BTreeSet::from([Permutation::identity(degree as usize)]);
            let mut waiting: Vec<Permutation> = all.iter().cloned().collect();
            while let Some(element) = waiting.pop() {
                for generator in &generators {
                    let next = element.then(generator);
                    if all.insert(next.clone()) {
                        waiting.push(next);
                    }
                }
            }
            let mut expected: BTreeMap<u64, UBig> = BTreeMap::new();
            for element in &all {
                *expected.entry(element.order_u64().unwrap()).or_insert(UBig::ZERO) += UBig::ONE;
            }
            let free = [vec![1, 0], vec![0, 1]];
            assert_eq!(orders(&WreathProduct::new(&[factor(m, k)], &free)), expected, "{m} {k}");
        }
    }

    /// Corners of three slots and edges of three, the signs equal and the twists adding up to 0 by orbit: counted
    /// against the elements of the group one by one.
    #[test]
    fn constrained_products_are_counted_right() {
        let both = WreathProduct::new(&[factor(3, 3), factor(3, 2)], &[vec![0, 1, 0, 1], vec![0, 0, 1, 0]]);
        // Points 0..9 slot · 3 + orientation, 9..15 slot · 2 + orientation.
        let exchange = |p: u32| match p {
            0..3 => p + 3,
            3..6 => p - 3,
            9..11 => p + 2,
            11..13 => p - 2,
            _ => p,
        };
        let round = |p: u32| if p < 9 { (p + 3) % 9 } else { p };
        let round_edges = |p: u32| if p < 9 { p } else { 9 + (p - 9 + 2) % 6 };
        let twist = |p: u32| match p {
            0..3 => (p + 1) % 3,
            3..6 => 3 + (p - 3 + 2) % 3,
            _ => p,
        };
        let flip = |p: u32| match p {
            9 => 10,
            10 => 9,
            _ => p,
        };
        let generators = [exchange, round, round_edges, twist, flip].map(|f: fn(u32) -> u32| {
            Permutation::from_moved_to(&(0..15).map(f).collect::<Vec<_>>()).unwrap()
        });
        let mut all = BTreeSet::from([Permutation::identity(15)]);
        let mut waiting: Vec<Permutation> = all.iter().cloned().collect();
        while let Some(element) = waiting.pop() {
            for generator in &generators {
                let next = element.then(generator);
                if all.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        assert_eq!(both.order(), UBig::from(all.len()));
        let chain = StabilizerChain::new(&generators, &mut ChaCha8Rng::seed_from_u64(1));
        assert_eq!(chain.order(), both.order());
        let mut expected: BTreeMap<u64, UBig> = BTreeMap::new();
        for element in &all {
            *expected.entry(element.order_u64().unwrap()).or_insert(UBig::ZERO) += UBig::ONE;
        }
        assert_eq!(orders(&both), expected);
    }

    /// Maxima of the orders in S_n (Landau), and n! elements in all.
    #[test]
    fn symmetric_groups() {
        for (n, largest) in [(1, 1), (5, 6), (10, 30), (20, 420), (40, 27720), (60, 1_021_020)] {
            let product = WreathProduct::new(&[factor(n, 1)], &[vec![0, 1]]);
            let counts = orders(&product);
            assert_eq!(counts.keys().next_back(), Some(&largest), "{n}");
            assert_eq!(total(&counts), product.order(), "{n}");
        }
    }

    #[test]
    fn stopping_and_nothing() {
        let product = WreathProduct::new(&[factor(30, 2)], &[]);
        assert_eq!(product.orders(|| Err("enough")), Err(WreathOrdersError::Stopped("enough")));
        assert_eq!(orders(&WreathProduct::new(&[], &[])), BTreeMap::from([(1, UBig::ONE)]));
        assert_eq!(WreathProduct::new(&[], &[]).order(), UBig::ONE);
        assert_eq!(WreathProduct::new(&[factor(1, 3)], &[vec![1]]).order(), 3_u8.into());
    }
}
