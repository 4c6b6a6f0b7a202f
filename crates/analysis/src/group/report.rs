//! The group of a puzzle with all pieces distinguished: its order with proof, orbits, blocks, and membership tests.
//!
//! Start at [`GroupReport::new`] with a [`Request`], and at [`GroupReport::membership`]. The points are those of
//! [`permutant_puzzle::points`], ordered by orbit of the puzzle, slot and orientation, but numbered from 0. [`Method`] selects the
//! method; the result of `Auto` is always proved.

use crate::group::order;
use crate::group::outside::why_outside;
use permutant_group::blocks::minimal_block_systems;
use permutant_group::jerrum::{JerrumChain, JerrumLevel};
use permutant_group::orbit::orbits;
use permutant_group::presentation::{FromChainError, PermutationPresentation};
use permutant_group::prime_factors::prime_factors;
use permutant_group::sims_table::SimsTable;
use permutant_group::stabilizer_chain::{self, SiftError};
use permutant_group::{Certificate, Permutation, SchreierSims, StabilizerChain, UBig};
use permutant_puzzle::invariants::{Invariants, Kept};
use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Largest degree for which a chain is built without a request: some tenths of a second.
const CHAIN_DEGREE: usize = 700;

/// Largest degree of the textbook methods, whose time grows with its sixth power: some seconds.
const TEXTBOOK_DEGREE: usize = 60;

/// Largest degree of the table of products.
const TABLE_DEGREE: usize = 40;

/// Largest degree of a chain: its trees take 8 bytes for each point at each level, so about a gigabyte.
pub const MOST_IN_CHAINS: usize = 10_000;

/// The method of computing the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// A random chain, proved by a bound or by Schreier generators; above 700 points only the certificate, if it finds the order.
    #[default]
    Auto,
    /// Bounds and giants, without a chain.
    Certificate,
    /// A random chain, proved by Schreier generators.
    Schreier,
    /// A random chain without proof.
    Random,
    /// Level by level with Jerrum's filter; up to 60 points.
    Jerrum,
    /// Sims' table; up to 40 points.
    Sims,
}

impl Method {
    /// All methods, in the order in which help pages list them.
    pub const ALL: [Self; 6] =
        [Method::Auto, Method::Certificate, Method::Schreier, Method::Random, Method::Jerrum, Method::Sims];

    /// Its name, as in `--method`.
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Certificate => "certificate",
            Method::Schreier => "schreier",
            Method::Random => "random",
            Method::Jerrum => "jerrum",
            Method::Sims => "sims",
        }
    }
}

/// The request.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// Points, from 0, with which the base begins.
    pub base: Vec<u32>,
    /// True if membership will be tested, so that a chain is needed.
    pub members: bool,
    /// Where moves are not always possible, take them as permutations anyway: their group is larger than what positions can be reached.
    pub as_permutations: bool,
}

/// The reason why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GroupError {
    /// Moves that are not always possible generate no group of positions (see [`Request::as_permutations`]).
    #[error("{0} has moves that are not always possible, so they generate no group")]
    Restricted(String),
    /// There are too many points.
    #[error("the puzzle has {degree} points; this method accepts at most {most}")]
    TooLarge {
        /// Pieces times orientations.
        degree: usize,
        /// The limit.
        most: usize,
    },
    /// A requested base point does not belong to the puzzle.
    #[error("base point {} is beyond the puzzle's {degree} points", u64::from(*.point) + 1)]
    NoPoint {
        /// The point, from 0.
        point: u32,
        /// Number of points.
        degree: usize,
    },
    /// The certificate builds no chain.
    #[error("the certificate gives the order without a chain, but a membership test needs one")]
    NoChain,
    /// The caller stopped the computation.
    #[error("interrupted")]
    Interrupted,
    /// The certificate yields only bounds.
    #[error("the certificate gives only bounds: at least {lower}, at most {upper}")]
    BoundsOnly {
        /// Lower bound of the order.
        lower: UBig,
        /// Upper bound of the order.
        upper: UBig,
    },
}

/// The proof of the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// By the size that a chain reached, or by its Schreier generators.
    Chain(stabilizer_chain::Proof),
    /// By bounds and giants, without a chain.
    Certificate,
    /// By construction: Jerrum's filter yields the complete stabilizers.
    Jerrum,
    /// By construction: every product of two elements of the table sifts to the identity.
    SimsTable,
}

impl Proof {
    /// A short name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Proof::Chain(stabilizer_chain::Proof::UpperBound) => "upper-bound",
            Proof::Chain(stabilizer_chain::Proof::SchreierGenerators) => "schreier-generators",
            Proof::Chain(stabilizer_chain::Proof::KnownOrder) => "known-order",
            Proof::Chain(stabilizer_chain::Proof::Certificate) | Proof::Certificate => "certificate",
            Proof::Chain(stabilizer_chain::Proof::None) => "none",
            Proof::Jerrum => "jerrum",
            Proof::SimsTable => "sims-table",
        }
    }

    /// The meaning of the name.
    pub fn about(self) -> &'static str {
        match self {
            Proof::Chain(stabilizer_chain::Proof::UpperBound) => {
                "a random chain reached the upper bound of orbits, blocks, sums and signs"
            }
            Proof::Chain(stabilizer_chain::Proof::SchreierGenerators) => {
                "all Schreier generators were sifted"
            }
            Proof::Chain(stabilizer_chain::Proof::KnownOrder) => "the chain reached the known order",
            Proof::Chain(stabilizer_chain::Proof::Certificate) => {
                "a random chain reached the order that giant orbits prove"
            }
            Proof::Certificate => "giant orbits, without a chain",
            Proof::Chain(stabilizer_chain::Proof::None) => {
                "not proved: random elements found nothing more, the order may be a multiple of this"
            }
            Proof::Jerrum => "Schreier generators level by level, through Jerrum's filter",
            Proof::SimsTable => "Sims' table, closed under products",
        }
    }
}

/// An orbit of the group on the points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupOrbit {
    /// The name of the puzzle's set of pieces that contains it.
    pub set: String,
    /// The points, ascending, from 0.
    pub points: Vec<u32>,
    /// The sizes of the blocks of its minimal block systems, ascending; empty if it is primitive.
    pub blocks: Vec<usize>,
}

/// The computed facts about the group of a puzzle.
#[derive(Clone, Debug)]
pub struct GroupReport {
    points: Points,
    sets: Vec<Orbit>,
    generators: Vec<Permutation>,
    order: UBig,
    proof: Proof,
    envelope: String,
    base: Vec<u32>,
    chain: Option<Chain>,
    invariants: Invariants,
}

/// The structure that tests membership.
#[derive(Clone, Debug)]
enum Chain {
    Fast(StabilizerChain),
    Jerrum(JerrumChain),
    Table(SimsTable),
}

/// Whether an element is a member, and if not, why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Membership {
    /// It is.
    Member,
    /// It is not, for this reason.
    Stranger(String),
}

impl GroupReport {
    /// Computes the group, with the same result every time. `go_on` is called repeatedly while a chain is built.
    ///
    /// # Errors
    /// If there is no group, if it is too large for the method, if a base point is invalid, or if `go_on` returned false.
    pub fn new(
        puzzle: &Puzzle,
        request: &Request,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Self, GroupError> {
        if puzzle.is_restricted() && !request.as_permutations {
            return Err(GroupError::Restricted(puzzle.name().to_string()));
        }
        let (points, generators) =
            order::generators(puzzle).map_err(|(degree, most)| GroupError::TooLarge { degree, most })?;
        let degree = points.degree();
        if let Some(&point) = request.base.iter().find(|&&point| point as usize >= degree) {
            return Err(GroupError::NoPoint { point, degree });
        }
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let certificate = Certificate::new(&generators, &mut rng);
        let limit = |most: usize| match degree {
            _ if degree > most => Err(GroupError::TooLarge { degree, most }),
            _ => Ok(()),
        };
        let go_on = || if go_on() { Ok(()) } else { Err(GroupError::Interrupted) };
        let search = SchreierSims::new(&generators).base(&request.base);
        let wants_chain = request.members || !request.base.is_empty();
        let (order, proof, chain) = match (request.method, certificate.order()) {
            (Method::Auto, Some(order)) if !wants_chain && degree > CHAIN_DEGREE => {
                (order.clone(), Proof::Certificate, None)
            }
            (Method::Certificate, _) if wants_chain => return Err(GroupError::NoChain),
            (Method::Certificate, Some(order)) => (order.clone(), Proof::Certificate, None),
            (Method::Certificate, None) => {
                let (lower, upper) = (certificate.lower().clone(), certificate.upper().clone());
                return Err(GroupError::BoundsOnly { lower, upper });
            }
            (Method::Auto | Method::Schreier | Method::Random, _) => {
                limit(MOST_IN_CHAINS)?;
                let chain = match request.method {
                    Method::Schreier => search.without_bound().prove_while(&mut rng, go_on)?,
                    Method::Random => search.unproved_while(&mut rng, go_on)?,
                    _ => search.prove_while(&mut rng, go_on)?,
                };
                (chain.order(), Proof::Chain(chain.proof()), Some(Chain::Fast(chain)))
            }
            (Method::Jerrum, _) => {
                limit(TEXTBOOK_DEGREE)?;
                let chain = JerrumChain::new(&generators, &request.base);
                (chain.order(), Proof::Jerrum, Some(Chain::Jerrum(chain)))
            }
            (Method::Sims, _) => {
                limit(TABLE_DEGREE)?;
                let table = SimsTable::new(&generators, &request.base);
                (table.order(), Proof::SimsTable, Some(Chain::Table(table)))
            }
        };
        let base = match &chain {
            None => Vec::new(),
            Some(Chain::Fast(chain)) => chain.base(),
            Some(Chain::Jerrum(chain)) => chain.levels().iter().map(JerrumLevel::base).collect(),
            Some(Chain::Table(table)) => (0..degree)
                .filter(|&row| !table.row(row).is_empty())
                .filter_map(|row| table.point(row))
                .collect(),
        };
        let moves = puzzle.generators().map(|base| base.transformation.clone()).collect();
        Ok(GroupReport {
            sets: puzzle.orbits().to_vec(),
            invariants: Invariants::new(puzzle.orbits(), moves),
            envelope: certificate.envelope(),
            points,
            generators,
            order,
            proof,
            base,
            chain,
        })
    }

    /// Number of points: pieces times orientations.
    pub fn degree(&self) -> usize {
        self.points.degree()
    }

    /// The number of elements.
    pub fn order(&self) -> &UBig {
        &self.order
    }

    /// The proof of this order.
    pub fn proof(&self) -> Proof {
        self.proof
    }

    /// The product of wreath products that contains the group, as [`Certificate::envelope`] writes it.
    pub fn envelope(&self) -> &str {
        &self.envelope
    }

    /// The base points of the chain, from 0; none if there is no chain.
    pub fn base(&self) -> &[u32] {
        &self.base
    }

    /// For each base point, the size of its orbit under the elements that fix the preceding ones; the product of these numbers is the
    /// order. None if there is no chain.
    pub fn transversals(&self) -> Vec<usize> {
        match &self.chain {
            None => Vec::new(),
            Some(Chain::Fast(chain)) => chain.orbits().map(|tree| tree.points().len()).collect(),
            Some(Chain::Jerrum(chain)) => {
                chain.levels().iter().map(|level| level.tree().points().len()).collect()
            }
            Some(Chain::Table(table)) => {
                (0..self.degree()).map(|row| table.row(row).len() + 1).filter(|&length| length > 1).collect()
            }
        }
    }

    /// The stabilizer chain of Schreier and Sims; `None` if the report has no chain of that kind: request members, and a method that makes
    /// one.
    pub fn chain(&self) -> Option<&StabilizerChain> {
        match &self.chain {
            Some(Chain::Fast(chain)) => Some(chain),
            _ => None,
        }
    }

    /// A permutation of the points as a transformation of the pieces; `None` if it tears pieces apart.
    pub fn transformation(&self, permutation: &Permutation) -> Option<Transformation> {
        self.points.transformation(permutation)
    }

    /// The number of strong generators of the chain; `None` if there is no such chain.
    pub fn strong_generators(&self) -> Option<usize> {
        match &self.chain {
            Some(Chain::Fast(chain)) => Some(chain.strong_generators().count()),
            _ => None,
        }
    }

    /// The invariants of the moves on the solved state; see [`Invariants::kept`].
    pub fn kept(&self, solved: &State) -> Vec<Kept> {
        self.invariants.kept(solved)
    }

    /// The primes of the order and their exponents.
    pub fn factors(&self) -> Option<Vec<(u32, usize)>> {
        prime_factors(&self.order, u32::try_from(self.degree()).ok()?)
    }

    /// Relators of the group in generators with these names, of which there must be as many as [`generators`](Self::generators), and
    /// possibly strong generators. `None` if the report has no chain of that kind: request members, and a method that makes one.
    /// `go_on` is called for every relator.
    ///
    /// # Errors
    /// As for [`PermutationPresentation::new`].
    pub fn presentation(
        &self,
        names: &[String],
        go_on: impl FnMut() -> bool,
    ) -> Option<Result<PermutationPresentation, FromChainError>> {
        match self.chain.as_ref()? {
            Chain::Fast(chain) => Some(PermutationPresentation::new(chain, names, go_on)),
            Chain::Jerrum(_) | Chain::Table(_) => None,
        }
    }

    /// The generators as permutations of the points.
    pub fn generators(&self) -> &[Permutation] {
        &self.generators
    }

    /// The orbits of at least two points, with their blocks. Usually O(degree · generators).
    pub fn orbits(&self) -> Vec<GroupOrbit> {
        (orbits(self.degree(), &self.generators).into_iter())
            .filter(|points| points.len() > 1)
            .map(|points| {
                let set = points.first().and_then(|&point| self.points.describe(point));
                let mut blocks: Vec<usize> = (points.first().into_iter())
                    .flat_map(|&point| minimal_block_systems(&self.generators, point))
                    .map(|system| system.size())
                    .collect();
                blocks.sort_unstable();
                blocks.dedup();
                let set = set
                    .and_then(|(orbit, ..)| self.sets.get(orbit))
                    .map(|set| set.name.clone())
                    .unwrap_or_default();
                GroupOrbit { set, points, blocks }
            })
            .collect()
    }

    /// A point in the puzzle's terms; numbered from 1, as users count.
    pub fn name(&self, point: u32) -> String {
        match self.points.describe(point) {
            Some((orbit, slot, orientation)) => {
                let set = self.sets.get(orbit).map_or("", |set| &set.name);
                format!("point {} ({set} slot {}, orientation {orientation})", point + 1, slot + 1)
            }
            None => format!("point {}", u64::from(point) + 1),
        }
    }

    /// The element that transforms the solved state into a given one; `None` if identical pieces or unknown orientations allow several.
    pub fn element(&self, puzzle: &Puzzle, state: &State) -> Option<Transformation> {
        self.points.between(puzzle.solved(), state)
    }

    /// A transformation of the pieces as a permutation of the points.
    pub fn permutation(&self, element: &Transformation) -> Permutation {
        self.points.permutation(element)
    }

    /// Whether moves can produce a transformation of the pieces; `None` if the report has no chain.
    pub fn membership(&self, element: &Transformation) -> Option<Membership> {
        self.membership_of_points(&self.permutation(element))
    }

    /// Whether moves can produce a permutation of the points, which need not keep the points of a piece together. `None` if the report
    /// has no chain.
    pub fn membership_of_points(&self, permutation: &Permutation) -> Option<Membership> {
        let beyond = permutation.support().last().filter(|&point| point as usize >= self.degree());
        if let Some(point) = beyond {
            let (point, degree) = (u64::from(point) + 1, self.degree());
            let reason = format!("point {point} moves, but the puzzle has {degree} points");
            return Some(Membership::Stranger(reason));
        }
        let member = match self.chain.as_ref()? {
            Chain::Fast(chain) => chain.sift(permutation).map_err(|left| self.reason(&left)),
            Chain::Jerrum(chain) => chain.contains(permutation).then_some(()).ok_or_else(Self::no_reason),
            Chain::Table(table) => table.contains(permutation).then_some(()).ok_or_else(Self::no_reason),
        };
        // In the puzzle's terms if possible.
        let reason = |by_points| why_outside(&self.sets, &self.invariants, permutation).unwrap_or(by_points);
        Some(member.map_or_else(|left| Membership::Stranger(reason(left)), |()| Membership::Member))
    }

    fn no_reason() -> String {
        "no sequence of moves has this effect".to_string()
    }

    /// The point at which a sift stopped, in the puzzle's terms.
    fn reason(&self, left: &SiftError) -> String {
        match left {
            SiftError::Orbit { level: 0, base, image, .. } => {
                format!("{} goes to {}, which it cannot reach", self.name(*base), self.name(*image))
            }
            SiftError::Orbit { base, image, .. } => format!(
                "when moves have undone a part of it, {} still goes to {}, and no further ones bring it back",
                self.name(*base),
                self.name(*image)
            ),
            SiftError::Residue { residue } => {
                let moved = residue.support().next().map_or_else(String::new, |point| self.name(point));
                format!("when moves have undone as much of it as they can, {moved} still moves")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzles::named;
    use permutant_puzzle::algorithm;

    fn report(name: &str, method: Method, members: bool) -> Result<GroupReport, GroupError> {
        let request = Request { method, members, ..Request::default() };
        GroupReport::new(&named(name), &request, || true)
    }

    #[test]
    fn moves_that_are_not_always_possible_generate_permutations() {
        assert!(matches!(report("square-1", Method::Auto, false), Err(GroupError::Restricted(_))));
        let request = Request { as_permutations: true, ..Request::default() };
        let found = GroupReport::new(&named("square-1"), &request, || true).unwrap();
        // All permutations of 24 wedges, and the middle layer by itself: 2 · 24!.
        let expected = (1..=24_u64).fold(UBig::from(2_u64), |product, factor| product * factor);
        assert_eq!(found.order(), &expected);
    }

    #[test]
    fn methods_agree() {
        for name in ["2x2x2", "pyraminx", "3x3x3", "skewb"] {
            let auto = report(name, Method::Auto, true).unwrap();
            for method in
                [Method::Certificate, Method::Schreier, Method::Random, Method::Jerrum, Method::Sims]
            {
                match report(name, method, false) {
                    Ok(other) => assert_eq!(other.order(), auto.order(), "{name} {method:?}"),
                    Err(GroupError::BoundsOnly { lower, upper }) => {
                        assert!(lower <= *auto.order() && *auto.order() <= upper, "{name}");
                    }
                    Err(GroupError::TooLarge { degree, most }) => assert!(degree > most, "{name}"),
                    Err(fault) => panic!("{name} {method:?}: {fault}"),
                }
            }
        }
    }

    #[test]
    fn transversals_and_factors_multiply_to_the_order() {
        for (name, method) in [
            ("3x3x3", Method::Auto),
            ("m12", Method::Auto),
            ("2x2x2", Method::Jerrum),
            ("2x2x2", Method::Sims),
        ] {
            let found = report(name, method, true).unwrap();
            let product: UBig = found.transversals().into_iter().map(UBig::from).product();
            assert_eq!(product, *found.order(), "{name} {method:?}");
            assert_eq!(found.transversals().len(), found.base().len(), "{name} {method:?}");
            let factors = found.factors().unwrap().into_iter();
            let product: UBig = factors.map(|(prime, exponent)| UBig::from(prime).pow(exponent)).product();
            assert_eq!(product, *found.order(), "{name} {method:?}");
        }
    }

    #[test]
    fn large_cubes_have_orders_without_a_chain() {
        let cube = report("33x33x33", Method::Auto, false).unwrap();
        assert_eq!((cube.proof(), cube.base()), (Proof::Certificate, &[][..]));
        assert_eq!(cube.membership(&Transformation::identity()), None);
        // The layers of one half of the cube: the middle layer is fixed, and so are the centres of the faces.
        let orbits = cube.orbits();
        assert_eq!(orbits.len(), 2 + 15 + 15 * 15 + 15);
        assert_eq!(orbits.iter().map(|orbit| orbit.points.len()).sum::<usize>() + 6, cube.degree());
    }

    #[test]
    fn members_and_strangers() {
        let puzzle = named("3x3x3");
        let report = report("3x3x3", Method::Auto, true).unwrap();
        let element =
            |text: &str| report.element(&puzzle, &crate::test_puzzles::after(&puzzle, text)).unwrap();
        assert_eq!(report.membership(&element("R U F2 [R, U]")), Some(Membership::Member));
        // A slice turn moves the centres, which face turns fix.
        assert!(matches!(report.membership(&element("M")), Some(Membership::Stranger(_))));
        let mut flipped = puzzle.solved().clone();
        let edges = puzzle.orbits().iter().position(|orbit| orbit.name == "EDGES").unwrap();
        flipped.orbits[edges].orientations[0] = 1;
        let reason = Membership::Stranger("orbit EDGES: one piece is flipped".to_string());
        assert_eq!(report.membership(&report.element(&puzzle, &flipped).unwrap()), Some(reason));
        for images in [vec![1, 0], vec![1, 2, 0], (0..60).chain([61, 60]).collect()] {
            let points = Permutation::from_moved_to(&images).unwrap();
            assert!(matches!(report.membership_of_points(&points), Some(Membership::Stranger(_))));
        }
        let turns = algorithm::read(&puzzle, "R").unwrap();
        assert_eq!(report.membership(&turns[0].transformation()), Some(Membership::Member));
    }

    #[test]
    fn what_is_asked_wrongly_is_told() {
        let puzzle = named("2x2x2");
        let ask = |request: Request| GroupReport::new(&puzzle, &request, || true).map(|r| r.base().to_vec());
        assert_eq!(ask(Request { base: vec![5, 0], ..Request::default() }).unwrap()[..2], [5, 0]);
        let beyond = Request { base: vec![24], ..Request::default() };
        assert_eq!(ask(beyond), Err(GroupError::NoPoint { point: 24, degree: 24 }));
        let no_chain = Request { method: Method::Certificate, members: true, ..Request::default() };
        assert_eq!(ask(no_chain), Err(GroupError::NoChain));
        let never = GroupReport::new(&puzzle, &Request::default(), || false);
        assert_eq!(never.map(|_| ()), Err(GroupError::Interrupted));
    }
}
