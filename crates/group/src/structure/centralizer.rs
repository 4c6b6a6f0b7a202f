//! The centralizer of an element, and with it the size of its conjugacy class.
//!
//! Start at [`centralizer`]. A permutation that commutes with g is determined on a cycle of g by the image of one point, which must lie on
//! a cycle of the same length. The base of the chain therefore runs through the cycles of g one after the other: only the first point of
//! each cycle has a choice, and the stabilizer chain says which images remain possible. Subgroups are searched from the last base point to
//! the first, with one element for each new image and none for images that earlier elements reach or rule out (Butler, "Effective
//! computation with group homomorphisms", 1985; Holt, Eick and O'Brien, "Handbook of computational group theory", section 4.6).

use crate::orbit::{SchreierTree, orbits};
use crate::permutation::Permutation;
use crate::schreier_sims::KnownOrderError;
use crate::schreier_sims::SchreierSims;
use crate::stabilizer_chain::StabilizerChain;
use dashu_int::UBig;
use rand_core::Rng;

/// The elements of a group that commute with a permutation.
#[derive(Clone, Debug)]
pub struct Centralizer {
    /// Elements that generate it; none for the trivial group.
    pub generators: Vec<Permutation>,
    /// Its order. The conjugacy class of the permutation has order of the group / this order elements.
    pub order: UBig,
}

/// The centralizer of a permutation, which need not be an element of the group. `go_on` is called repeatedly.
///
/// The cost is that of a chain with another base and of a backtrack search. For elements of the groups of puzzles the search hardly ever
/// fails to extend a choice; in the worst case it takes exponential time.
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
    let element = element.extended(chain.degree().max(element.degree()));
    let generators: Vec<Permutation> =
        chain.generators().iter().map(|one| one.extended(element.degree())).collect();
    let base = base(&element, &generators);
    let sims = SchreierSims::new(&generators).base(&base);
    let along = match sims.prove_known_order_while(&chain.order(), rng, || go_on().map_err(NotBuilt::Stopped))
    {
        Ok(along) => along,
        Err(NotBuilt::Stopped(reason)) => return Err(reason),
        Err(NotBuilt::WrongOrder) => sims.prove_while(rng, &mut go_on)?,
    };
    let mut length = vec![1; element.degree()];
    for cycle in element.cycles() {
        cycle.iter().for_each(|&point| length[point as usize] = cycle.len());
    }
    let levels: Vec<Level<'_>> = (along.base().into_iter().zip(along.orbits()).enumerate())
        .map(|(number, (base, tree))| {
            let is_next = number > 0 && element.image(along.base()[number - 1]) == base;
            Level { base, tree, is_next }
        })
        .collect();
    Search { chain: &along, element: &element, length: &length, levels: &levels, go_on }.run()
}

/// Why no chain with the base was built.
enum NotBuilt<E> {
    WrongOrder,
    Stopped(E),
}

impl<E> From<KnownOrderError> for NotBuilt<E> {
    fn from(_: KnownOrderError) -> Self {
        NotBuilt::WrongOrder
    }
}

/// The points that the group moves, cycle by cycle of the element; first those with the fewest cycles of their length to go to.
fn base(element: &Permutation, generators: &[Permutation]) -> Vec<u32> {
    let mut is_moved = vec![false; element.degree()];
    for orbit in orbits(element.degree(), generators).into_iter().filter(|orbit| orbit.len() > 1) {
        orbit.iter().for_each(|&point| is_moved[point as usize] = true);
    }
    let mut cycles = element.cycles();
    cycles.extend(element.fixed_points().map(|point| vec![point]));
    let number = |length: usize| cycles.iter().filter(|cycle| cycle.len() == length).count();
    let mut keyed: Vec<(usize, &Vec<u32>)> =
        cycles.iter().map(|cycle| (number(cycle.len()), cycle)).collect();
    keyed.sort_by_key(|&(number, cycle)| (number, std::cmp::Reverse(cycle.len()), cycle[0]));
    let points = keyed.iter().flat_map(|(_, cycle)| cycle.iter().copied());
    points.filter(|&point| is_moved[point as usize]).collect()
}

struct Level<'a> {
    base: u32,
    tree: &'a SchreierTree,
    /// Whether the element carries the base point before to this one, so that the image of that one determines the image of this.
    is_next: bool,
}

struct Search<'a, F> {
    chain: &'a StabilizerChain,
    element: &'a Permutation,
    /// By point: the length of its cycle.
    length: &'a [usize],
    levels: &'a [Level<'a>],
    go_on: F,
}

impl<E, F: FnMut() -> Result<(), E>> Search<'_, F> {
    fn run(mut self) -> Result<Centralizer, E> {
        let mut found = Centralizer { generators: Vec::new(), order: UBig::ONE };
        for (number, level) in self.levels.iter().enumerate().rev() {
            if level.is_next || level.tree.points().len() == 1 {
                continue;
            }
            let mut reached = SchreierTree::new(level.base, &found.generators);
            let mut is_excluded = vec![false; self.chain.degree()];
            for &image in level.tree.points() {
                let is_like = self.length[image as usize] == self.length[level.base as usize];
                if !is_like || reached.contains(image) || is_excluded[image as usize] {
                    continue;
                }
                let Some(first) = self.chain.representative(number, image) else { continue };
                match self.extend(number + 1, first)? {
                    Some(commuting) => {
                        found.generators.push(commuting);
                        reached = SchreierTree::new(level.base, &found.generators);
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

    /// An element of the group that commutes with the given one, whose base points before a level go where `product` carries them.
    fn extend(&mut self, from: usize, product: Permutation) -> Result<Option<Permutation>, E> {
        let mut product = product;
        for number in from..self.levels.len() {
            let Level { base, tree, is_next } = self.levels[number];
            let forced = is_next.then(|| self.element.image(product.image(self.levels[number - 1].base)));
            match (forced, tree.points()) {
                (Some(image), [_]) if product.image(base) != image => return Ok(None),
                (Some(_), [_]) => {}
                (Some(image), points) => {
                    let Some(&before) = points.iter().find(|&&point| product.image(point) == image) else {
                        return Ok(None);
                    };
                    let Some(step) = self.chain.representative(number, before) else { return Ok(None) };
                    product = step.then(&product);
                }
                (None, points) => {
                    (self.go_on)()?;
                    for &before in points {
                        let image = product.image(before);
                        if self.length[image as usize] != self.length[base as usize] {
                            continue;
                        }
                        let Some(step) = self.chain.representative(number, before) else { continue };
                        if let Some(commuting) = self.extend(number + 1, step.then(&product))? {
                            return Ok(Some(commuting));
                        }
                    }
                    return Ok(None);
                }
            }
        }
        let commutes = product.then(self.element) == self.element.then(&product);
        Ok(commutes.then_some(product))
    }
}
