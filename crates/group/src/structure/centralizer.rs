//! Elements of a group that conjugate given permutations to others, and centralizers, with which the sizes of conjugacy classes are known.
//!
//! Start at [`centralizer`] and [`Conjugators`]. If g conjugates s to t, it carries s(p) to t(g(p)): on an orbit of the given permutations
//! it is determined by the image of one point. The base of the chain therefore runs through these orbits one after the other. Only the
//! first point of each orbit has a choice, among points with cycles of the same lengths, and the stabilizer chain says which images remain
//! possible. A centralizer is searched from the last base point to the first, with one element for each new image and none for images
//! that earlier elements reach or rule out (Butler, "Computing in permutation and matrix groups II: backtrack algorithm", 1982; Holt, Eick
//! and O'Brien, "Handbook of computational group theory", 2005, section 4.6).

use crate::orbit::{SchreierTree, orbits};
use crate::permutation::Permutation;
use crate::schreier_sims::{NotBuilt, SchreierSims};
use crate::stabilizer_chain::StabilizerChain;
use dashu_int::UBig;
use rand_core::Rng;

/// The elements of a group that commute with some permutations.
#[derive(Clone, Debug)]
pub struct Centralizer {
    /// Elements that generate it; none for the trivial group.
    pub generators: Vec<Permutation>,
    /// Its order. If it is the centralizer of one permutation, this has order of the group / this order conjugates.
    pub order: UBig,
}

/// The centralizer of a permutation, which need not be an element of the group. `go_on` is called repeatedly. See
/// [`Conjugators::centralizer`] for the cost.
///
/// ```
/// use permutant_group::{StabilizerChain, cycle_notation::Notation, structure::centralizer};
/// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
///
/// let gap = Notation::from_one();
/// let mut rng = ChaCha8Rng::seed_from_u64(1);
/// let chain = StabilizerChain::new(&[gap.read("(1,2,3,4,5)")?, gap.read("(1,2)")?], &mut rng);
/// let Ok(found) = centralizer(&chain, &gap.read("(1,2)(3,4)")?, &mut rng, || Ok::<(), ()>(())) else { panic!() };
/// // The class of the double transpositions has 120 / 8 elements.
/// assert_eq!(found.order, 8_u8.into());
/// # Ok::<(), permutant_group::cycle_notation::NotationError>(())
/// ```
///
/// # Errors
/// What `go_on` returns.
pub fn centralizer<R: Rng + ?Sized, E>(
    chain: &StabilizerChain,
    element: &Permutation,
    rng: &mut R,
    mut go_on: impl FnMut() -> Result<(), E>,
) -> Result<Centralizer, E> {
    Conjugators::new(chain, std::slice::from_ref(element), rng, &mut go_on)?.centralizer(go_on)
}

/// A group whose elements are searched for those that conjugate some permutations, which need not be elements of it.
#[derive(Clone, Debug)]
pub struct Conjugators {
    /// A chain of the group whose base runs through the orbits of the permutations.
    chain: StabilizerChain,
    permutations: Vec<Permutation>,
    /// By level of the chain: the base point.
    base: Vec<u32>,
    /// By level: an earlier level and the permutation that carries its base point to the one here, if there are such.
    before: Vec<Option<(usize, usize)>>,
}

impl Conjugators {
    /// Constructs a chain with a suitable base. `go_on` is called repeatedly.
    ///
    /// # Errors
    /// What `go_on` returns.
    pub fn new<R: Rng + ?Sized, E>(
        chain: &StabilizerChain,
        permutations: &[Permutation],
        rng: &mut R,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let degree = permutations.iter().map(Permutation::degree).fold(chain.degree(), usize::max);
        let extended = |all: &[Permutation]| -> Vec<Permutation> {
            all.iter().map(|one| one.extended(degree)).collect()
        };
        let (generators, permutations) = (extended(chain.generators()), extended(permutations));
        let points = base(degree, &permutations, &generators);
        let sims = SchreierSims::new(&generators).base(&points);
        let known = sims.prove_known_order_while(&chain.order(), rng, || go_on().map_err(NotBuilt::Stopped));
        let chain = match known {
            Ok(chain) => chain,
            Err(NotBuilt::Stopped(reason)) => return Err(reason),
            Err(NotBuilt::WrongOrder) => sims.prove_while(rng, go_on)?,
        };
        let base = chain.base();
        let inverses: Vec<Permutation> = permutations.iter().map(Permutation::inverse).collect();
        let mut level = vec![usize::MAX; degree];
        let mut before = vec![None; base.len()];
        for (number, &point) in base.iter().enumerate() {
            level[point as usize] = number;
            let from = inverses.iter().enumerate().find_map(|(by, inverse)| {
                let earlier = level[inverse.image(point) as usize];
                (earlier < number).then_some((earlier, by))
            });
            before[number] = from;
        }
        Ok(Conjugators { chain, permutations, base, before })
    }

    /// The elements that commute with all of the permutations.
    ///
    /// For the groups of puzzles the search hardly ever fails to extend a choice; in the worst case it takes exponential time.
    ///
    /// # Errors
    /// What `go_on` returns, which is called repeatedly.
    pub fn centralizer<E>(&self, go_on: impl FnMut() -> Result<(), E>) -> Result<Centralizer, E> {
        let mut search = Search::new(self, &self.permutations, go_on);
        let mut found = Centralizer { generators: Vec::new(), order: UBig::ONE };
        for (number, tree) in self.chain.orbits().enumerate().collect::<Vec<_>>().into_iter().rev() {
            let base = self.base[number];
            if self.before[number].is_some() || tree.points().len() == 1 {
                continue;
            }
            let mut reached = SchreierTree::new(base, &found.generators);
            let mut is_excluded = vec![false; self.chain.degree()];
            for &image in tree.points() {
                if !search.is_like(base, image) || reached.contains(image) || is_excluded[image as usize] {
                    continue;
                }
                let Some(first) = self.chain.representative(number, image) else { continue };
                match search.extend(number + 1, first)? {
                    Some(commuting) => {
                        found.generators.push(commuting);
                        reached = SchreierTree::new(base, &found.generators);
                    }
                    // No element leads to an image that elements found so far carry to this one.
                    None => {
                        let alike = SchreierTree::new(image, &found.generators);
                        alike.points().iter().for_each(|&point| is_excluded[point as usize] = true);
                    }
                }
            }
            found.order *= UBig::from(reached.points().len());
        }
        Ok(found)
    }

    /// An element g with g⁻¹ · s · g = t for each of the permutations s and the target t of the same number; `None` if there is none. All
    /// such elements are the products c · g with c from the centralizer.
    ///
    /// # Errors
    /// What `go_on` returns, which is called repeatedly.
    pub fn element<E>(
        &self,
        targets: &[Permutation],
        go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<Option<Permutation>, E> {
        let degree = self.chain.degree();
        let targets: Vec<Permutation> = targets.iter().map(|target| target.extended(degree)).collect();
        if targets.len() != self.permutations.len() || targets.iter().any(|one| one.degree() != degree) {
            return Ok(None);
        }
        let is_possible = |(from, to): (&Permutation, &Permutation)| from.cycle_type() == to.cycle_type();
        if !self.permutations.iter().zip(&targets).all(is_possible) {
            return Ok(None);
        }
        Search::new(self, &targets, go_on).extend(0, Permutation::identity(degree))
    }
}

/// The points that the group moves, orbit by orbit of the permutations and each after one that is carried to it; orbits of which there are
/// few of the same length come first.
fn base(degree: usize, permutations: &[Permutation], generators: &[Permutation]) -> Vec<u32> {
    let mut is_moved = vec![false; degree];
    for orbit in orbits(degree, generators).into_iter().filter(|orbit| orbit.len() > 1) {
        orbit.iter().for_each(|&point| is_moved[point as usize] = true);
    }
    let mut parts = orbits(degree, permutations);
    let number = |length: usize| parts.iter().filter(|part| part.len() == length).count();
    let mut keyed: Vec<(usize, usize, u32)> =
        parts.iter().map(|part| (number(part.len()), usize::MAX - part.len(), part[0])).collect();
    keyed.sort_unstable();
    parts.clear();
    let (mut points, mut is_listed) = (Vec::new(), vec![false; degree]);
    for (.., first) in keyed {
        is_listed[first as usize] = true;
        let start = points.len();
        points.push(first);
        let mut next = start;
        while next < points.len() {
            for permutation in permutations {
                let image = permutation.image(points[next]);
                if !std::mem::replace(&mut is_listed[image as usize], true) {
                    points.push(image);
                }
            }
            next += 1;
        }
    }
    points.retain(|&point| is_moved[point as usize]);
    points
}

/// A search for elements that conjugate the permutations to some targets.
struct Search<'a, F> {
    of: &'a Conjugators,
    targets: &'a [Permutation],
    /// By permutation and point, the length of its cycle; and the same for the targets.
    lengths: Vec<Vec<usize>>,
    lengths_of_targets: Vec<Vec<usize>>,
    go_on: F,
}

/// By permutation and point: the length of the cycle.
fn cycle_lengths(permutations: &[Permutation]) -> Vec<Vec<usize>> {
    let of = |permutation: &Permutation| {
        let mut lengths = vec![1; permutation.degree()];
        for cycle in permutation.cycles() {
            cycle.iter().for_each(|&point| lengths[point as usize] = cycle.len());
        }
        lengths
    };
    permutations.iter().map(of).collect()
}

impl<'a, E, F: FnMut() -> Result<(), E>> Search<'a, F> {
    fn new(of: &'a Conjugators, targets: &'a [Permutation], go_on: F) -> Self {
        let (lengths, lengths_of_targets) = (cycle_lengths(&of.permutations), cycle_lengths(targets));
        Search { of, targets, lengths, lengths_of_targets, go_on }
    }

    /// Whether a point and its image lie on cycles of the same lengths.
    fn is_like(&self, point: u32, image: u32) -> bool {
        let mut lengths = self.lengths.iter().zip(&self.lengths_of_targets);
        lengths.all(|(of_point, of_image)| of_point[point as usize] == of_image[image as usize])
    }

    /// An element whose base points before a level go where `product` carries them. The recursion is as deep as the permutations have
    /// orbits.
    fn extend(&mut self, from: usize, product: Permutation) -> Result<Option<Permutation>, E> {
        let (of, mut product) = (self.of, product);
        for (number, tree) in of.chain.orbits().enumerate().skip(from) {
            let (base, points) = (of.base[number], tree.points());
            let Some((earlier, by)) = of.before[number] else {
                (self.go_on)()?;
                for &before in points {
                    if !self.is_like(base, product.image(before)) {
                        continue;
                    }
                    let Some(step) = of.chain.representative(number, before) else { continue };
                    if let Some(found) = self.extend(number + 1, step.then(&product))? {
                        return Ok(Some(found));
                    }
                }
                return Ok(None);
            };
            let image = self.targets[by].image(product.image(of.base[earlier]));
            let Some(&before) = points.iter().find(|&&point| product.image(point) == image) else {
                return Ok(None);
            };
            if before != base {
                let Some(step) = of.chain.representative(number, before) else { return Ok(None) };
                product = step.then(&product);
            }
        }
        let mut pairs = of.permutations.iter().zip(self.targets);
        Ok(pairs.all(|(s, t)| s.then(&product) == product.then(t)).then_some(product))
    }
}
