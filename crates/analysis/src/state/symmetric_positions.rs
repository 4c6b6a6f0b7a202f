//! All positions of a puzzle that some of its symmetries leave unchanged, counted exactly and listed.
//!
//! Start at [`SymmetricPositions::new`]. A symmetry renames the moves, and a permutation s of the points that conjugates each move to its
//! image does the same to positions: it carries the position g to s⁻¹ g s. If the puzzle may be held in any way, the position is unchanged
//! if this is g r with a rotation r of the whole puzzle, that is, if g conjugates s to s r⁻¹. The positions with given rotations for the
//! generators of a group of symmetries are therefore a coset of the centralizer of their permutations, or none; the orders add up to the
//! number of positions, once for every way to hold the puzzle. Centralizers and their cosets come from
//! [`Conjugators`]. Positions that are distinguished by colours alone are not group elements and are refused.

use super::position_symmetry::PositionSymmetries;
use permutant_group::structure::Conjugators;
use permutant_group::{Permutation, SchreierSims, StabilizerChain, UBig, orbit::SchreierTree, orbit::orbits};
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use rand_core::Rng;
use std::ops::ControlFlow;

/// Points up to which chains are built: seconds.
const MOST_POINTS: usize = 2000;

/// Why positions are not counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SymmetricPositionsError {
    /// The moves generate no group.
    #[error("the moves of {0} are not always possible, so its positions form no group")]
    Restricted(String),
    /// Several elements of the group are one position.
    #[error("{0} has identical pieces, so a position is not an element of its group")]
    LookAlike(String),
    /// A chain would take long.
    #[error("{name} has {points} points, and at most {MOST_POINTS} are supported")]
    TooLarge {
        /// The puzzle.
        name: String,
        /// Its number of points.
        points: usize,
    },
    /// A symmetry of the moves is no symmetry of the points.
    #[error("a symmetry of {0} does not act on the points of its pieces")]
    NoPermutation(String),
    /// The caller stopped the search.
    #[error("the search was stopped")]
    Stopped,
}

/// The positions that some symmetries leave unchanged.
#[derive(Debug)]
pub struct SymmetricPositions<'p> {
    puzzle: &'p Puzzle,
    points: Points,
    /// The elements of the group that commute with the symmetries.
    centralizer: StabilizerChain,
    /// An element of each of its cosets.
    cosets: Vec<Permutation>,
    /// The ways to hold the puzzle that moves can bring about.
    rotations: Vec<Transformation>,
}

impl<'p> SymmetricPositions<'p> {
    /// The positions with the symmetries of the given numbers, which need only generate a group. `go_on` is called repeatedly.
    ///
    /// # Errors
    /// [`SymmetricPositionsError`].
    pub fn new<R: Rng + ?Sized>(
        puzzle: &'p Puzzle,
        known: &PositionSymmetries<'_>,
        symmetries: &[usize],
        rng: &mut R,
        go_on: impl Fn() -> bool,
    ) -> Result<Self, SymmetricPositionsError> {
        let name = || puzzle.name().to_string();
        if puzzle.is_restricted() {
            return Err(SymmetricPositionsError::Restricted(name()));
        }
        if !puzzle.orbits().iter().zip(&puzzle.solved().orbits).all(|(orbit, row)| row.is_full(orbit)) {
            return Err(SymmetricPositionsError::LookAlike(name()));
        }
        let count =
            puzzle.orbits().iter().map(|orbit| usize::from(orbit.pieces) * usize::from(orbit.orientations));
        let degree: usize = count.sum();
        let points = Points::new(puzzle.orbits()).filter(|_| degree <= MOST_POINTS);
        let points =
            points.ok_or_else(|| SymmetricPositionsError::TooLarge { name: name(), points: degree })?;
        let proceed = || if go_on() { Ok(()) } else { Err(SymmetricPositionsError::Stopped) };

        // All moves, also as they are after rotations of the whole puzzle: symmetries permute these.
        let moves: Vec<Permutation> =
            known.moves(0).iter().map(|(turn, _)| points.permutation(&turn.transformation())).collect();
        let chain = SchreierSims::new(&moves).prove_while(rng, proceed)?;
        let chain_degree = chain.degree();
        let acting = |&number: &usize| {
            let images: Vec<Permutation> = known
                .moves(number)
                .iter()
                .map(|(_, image)| points.permutation(&image.transformation()))
                .collect();
            renaming(degree, &moves, &images).ok_or_else(|| SymmetricPositionsError::NoPermutation(name()))
        };
        let acting: Vec<Permutation> =
            known.generators(symmetries).iter().map(acting).collect::<Result<_, _>>()?;
        let is_made = |rotation: &&Transformation| {
            let permutation = points.permutation(rotation);
            permutation.support().all(|point| (point as usize) < chain_degree) && chain.contains(&permutation)
        };
        let rotations: Vec<Transformation> = puzzle.rotations().iter().filter(is_made).cloned().collect();
        let back: Vec<Permutation> =
            rotations.iter().map(|rotation| points.permutation(rotation).inverse()).collect();

        let search = Conjugators::new(&chain, &acting, rng, proceed)?;
        let centralizer = search.centralizer(proceed)?;
        // For each generator, what it may become together with a rotation: conjugates have cycles of the same lengths.
        let targets: Vec<Vec<Permutation>> = (acting.iter())
            .map(|by| {
                let turned = back.iter().map(|rotation| by.then(rotation));
                turned.filter(|target| target.cycle_type() == by.cycle_type()).collect()
            })
            .collect();
        let mut cosets = Vec::new();
        let mut choice = vec![0; acting.len()];
        loop {
            proceed()?;
            let chosen: Vec<Permutation> =
                targets.iter().zip(&choice).filter_map(|(of_one, &at)| of_one.get(at).cloned()).collect();
            cosets.extend(search.element(&chosen, proceed)?);
            // The next choice for each generator.
            let next = (0..choice.len()).find(|&at| choice[at] + 1 < targets[at].len());
            let Some(at) = next else { break };
            choice[..at].fill(0);
            choice[at] += 1;
        }
        let mut generators = centralizer.generators;
        generators.push(Permutation::identity(degree));
        let centralizer = StabilizerChain::with_known_order(&generators, &centralizer.order, rng)
            .unwrap_or_else(|_| StabilizerChain::new(&generators, rng));
        Ok(SymmetricPositions { puzzle, points, centralizer, cosets, rotations })
    }

    /// The number of positions, where those that differ only in how the puzzle is held count once.
    pub fn count(&self) -> UBig {
        self.centralizer.order() * UBig::from(self.cosets.len()) / UBig::from(self.rotations.len())
    }

    /// Passes every position to `found`, once and held in one way, until `found` breaks or `go_on` returns false. The order is the same
    /// each time. O(degree · levels of a chain) for each position and each way to hold it.
    pub fn each(
        &self,
        go_on: impl Fn() -> bool,
        found: &mut dyn FnMut(State) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let orbits: Vec<&[u32]> = self.centralizer.orbits().map(SchreierTree::points).collect();
        for coset in &self.cosets {
            // By level: which image of the base point.
            let mut digits = vec![0_usize; orbits.len()];
            loop {
                if !go_on() {
                    return ControlFlow::Break(());
                }
                let identity = Permutation::identity(self.points.degree());
                let levels = (0..orbits.len()).rev().filter(|&level| digits[level] > 0);
                let element = levels.fold(identity, |product, level| {
                    let step = self.centralizer.representative(level, orbits[level][digits[level]]);
                    step.map_or(product.clone(), |step| product.then(&step))
                });
                let change = self.points.transformation(&element.then(coset));
                let state = change.map(|change| self.puzzle.solved().after(&change));
                if let Some(state) = state.filter(|state| self.is_first(state)) {
                    found(state)?;
                }
                let next = (0..orbits.len()).rev().find(|&level| digits[level] + 1 < orbits[level].len());
                let Some(level) = next else { break };
                digits[level] += 1;
                digits[level + 1..].fill(0);
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a state is the least among those that differ in how the puzzle is held.
    fn is_first(&self, state: &State) -> bool {
        self.rotations.iter().all(|rotation| *state <= state.after(rotation))
    }
}

/// A permutation of the points that conjugates each move to its image. Points that no move touches stay. On an orbit of the moves it is
/// determined by the image of one point; orbits are matched one by one, because all that match the same one act alike.
fn renaming(degree: usize, moves: &[Permutation], images: &[Permutation]) -> Option<Permutation> {
    let extended =
        |all: &[Permutation]| -> Vec<Permutation> { all.iter().map(|one| one.extended(degree)).collect() };
    let (moves, images) = (extended(moves), extended(images));
    let mut renamed: Vec<u32> = (0..degree as u32).collect();
    let mut is_taken = vec![false; degree];
    let parts = orbits(degree, &moves);
    for orbit in parts.iter().filter(|orbit| orbit.len() > 1) {
        let candidates = parts.iter().filter(|other| other.len() == orbit.len()).flatten();
        let found = candidates.filter(|&&to| !is_taken[to as usize]).find_map(|&to| {
            let mut of_orbit = vec![None; degree];
            of_orbit[orbit[0] as usize] = Some(to);
            let mut open = vec![orbit[0]];
            while let Some(from) = open.pop() {
                let to = of_orbit[from as usize]?;
                for (by, image) in moves.iter().zip(&images) {
                    let (next, expected) = (by.image(from), image.image(to));
                    match of_orbit[next as usize] {
                        Some(known) if known != expected => return None,
                        Some(_) => {}
                        None => {
                            of_orbit[next as usize] = Some(expected);
                            open.push(next);
                        }
                    }
                }
            }
            Some(of_orbit)
        })?;
        for &point in orbit {
            let to = found[point as usize]?;
            is_taken[to as usize] = true;
            renamed[point as usize] = to;
        }
    }
    Permutation::from_moved_to(&renamed).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzles::named;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;
    use std::collections::BTreeSet;

    /// All positions, one state for each, by making moves.
    fn all(puzzle: &Puzzle, known: &PositionSymmetries<'_>) -> Vec<State> {
        let held = |state: &State| {
            puzzle.rotations().iter().map(|rotation| state.after(rotation)).min().unwrap_or(state.clone())
        };
        let moves: Vec<Transformation> =
            known.moves(0).iter().map(|(turn, _)| turn.transformation()).collect();
        let mut states = vec![held(puzzle.solved())];
        let mut seen = BTreeSet::from([states[0].clone()]);
        let mut next = 0;
        while next < states.len() {
            for change in &moves {
                let state = held(&states[next].after(change));
                if seen.insert(state.clone()) {
                    states.push(state);
                }
            }
            next += 1;
        }
        states
    }

    /// Compares with the symmetries of every position, for the groups that one and two symmetries generate.
    fn check(name: &str, groups: usize) {
        let puzzle = named(name);
        let known = PositionSymmetries::new(&puzzle);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let states = all(&puzzle, &known);
        let fixing: Vec<Vec<usize>> = states.iter().map(|state| known.of(state).fixing).collect();
        let pairs = (0..known.count()).map(|number| vec![number, (5 * number + 1) % known.count()]);
        let everything = vec![(0..known.count()).collect()];
        let single = (0..known.count()).map(|number| vec![number]);
        for group in single.chain(pairs).chain(everything).take(groups) {
            let has = |of: &Vec<usize>| group.iter().all(|number| of.contains(number));
            let expected = fixing.iter().filter(|of| has(of)).count();
            let found = SymmetricPositions::new(&puzzle, &known, &group, &mut rng, || true).unwrap();
            assert_eq!(found.count(), expected.into(), "{name} {group:?}");
            if expected < 1000 {
                let mut listed = BTreeSet::new();
                let _ = found.each(|| true, &mut |state| {
                    assert!(has(&known.of(&state).fixing), "{name} {group:?}");
                    assert!(listed.insert(state));
                    ControlFlow::Continue(())
                });
                assert_eq!(listed.len(), expected, "{name} {group:?}");
            }
        }
    }

    #[test]
    fn positions_of_small_puzzles() {
        check("ivy cube", 60);
        check("cuboid:1x2x3", 60);
        check("cuboid:1x3x3", 60);
        check("pyramorphix", 60);
    }

    #[test]
    #[ignore = "long: lists all positions of two puzzles, four minutes"]
    fn positions_of_larger_puzzles() {
        check("cuboid:2x2x3", 24);
        check("tetraminx", 24);
    }

    #[test]
    fn what_has_no_elements_is_refused() {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        let puzzle = named("4x4x4");
        let known = PositionSymmetries::new(&puzzle);
        let found = SymmetricPositions::new(&puzzle, &known, &[0], &mut rng, || true);
        assert!(matches!(found, Err(SymmetricPositionsError::LookAlike(_))));
        let puzzle = named("skewb");
        let known = PositionSymmetries::new(&puzzle);
        let found = SymmetricPositions::new(&puzzle, &known, &[1], &mut rng, || false);
        assert!(matches!(found, Err(SymmetricPositionsError::Stopped)));
    }
}
