//! The exact number of elements of each order in the group of a puzzle.
//!
//! Start at [`exact`]. The slots of one orbit, with the orientations of their pieces, form a wreath product C_k ≀ S_m. The sums of
//! twists and the signs of the moves generate all the sums and signs that elements can have, which bounds the group from above. If a
//! stabilizer chain reaches this bound, the group consists of everything within it, and its elements can be counted by order
//! ([`permutant_group::wreath_orders`]). The orders in any other group are not counted.

use num_integer::gcd;
use permutant_group::schreier_sims::KnownOrderError;
use permutant_group::wreath_orders::{WreathFactor, WreathOrdersError, WreathProduct, class_of_even};
use permutant_group::{Permutation, SchreierSims, UBig};
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::transformation::{OrbitTransformation, Transformation};
use permutant_search::limits::{Control, StopReason};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::BTreeMap;

/// Largest degree for which the group is computed: some seconds.
const MAX_DEGREE: usize = 600;

/// The orders of the elements of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderDistribution {
    /// Number of elements of the group.
    pub group_order: UBig,
    /// The number of elements of each order, ascending; the counts add up to `group_order`.
    pub counts: BTreeMap<u64, UBig>,
    /// The wreath products whose product contains the group: slots and orientations of each.
    pub factors: Vec<WreathFactor>,
    /// Index of the group in that product.
    pub index: UBig,
}

/// The reason why the orders of the elements are not computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DistributionError {
    /// Moves depend on the position, so they generate no group.
    #[error("moves of {0} may be blocked by pieces, so its positions do not form a group")]
    NoGroup(String),
    /// The group is smaller than the sums of twists and the signs allow.
    #[error(
        "the group has {} {found} elements, but {bound} have its sums of twists and signs: the moves have \
         further invariants, and only groups without any are counted",
        if *.exact { "exactly" } else { "at least" }
    )]
    Smaller {
        /// Order of the group, or a lower bound.
        found: UBig,
        /// Elements with the same sums and signs.
        bound: UBig,
        /// Whether `found` is exact.
        exact: bool,
    },
    /// The puzzle has too many points for its group.
    #[error("the group moves {degree} points; expected at most {MAX_DEGREE}")]
    TooManyPoints {
        /// Points of the puzzle.
        degree: usize,
    },
    /// Too many kinds of elements.
    #[error("the orders cannot be counted: {0}")]
    TooMany(String),
    /// The caller asked to stop.
    #[error("{0}")]
    Stopped(StopReason),
}

impl From<KnownOrderError> for DistributionError {
    fn from(KnownOrderError { known, found, exact }: KnownOrderError) -> Self {
        DistributionError::Smaller { found, bound: known, exact }
    }
}

/// The orders of all elements of the group that the moves generate, with all pieces distinguished. The work is that of the stabilizer
/// chain and of combining the orders of the orbits.
///
/// # Errors
/// If the group is not everything that its signs and sums of twists allow, or if it is too large.
pub fn exact(
    puzzle: &Puzzle,
    moves: &[Transformation],
    control: &Control<'_>,
) -> Result<OrderDistribution, DistributionError> {
    if puzzle.is_restricted() {
        return Err(DistributionError::NoGroup(puzzle.name().to_string()));
    }
    let degree = || puzzle.orbits().iter().map(|o| usize::from(o.pieces) * usize::from(o.orientations)).sum();
    let points = Points::new(puzzle.orbits())
        .filter(|points| points.degree() <= MAX_DEGREE)
        .ok_or_else(|| DistributionError::TooManyPoints { degree: degree() })?;
    let go_on = || control.interrupted().map_or(Ok(()), Err);
    let product = bound(puzzle, moves);
    prove(&points, moves, &product.order(), go_on)?;
    let counts = product.orders(go_on).map_err(|fault| match fault {
        WreathOrdersError::Stopped(reason) => DistributionError::Stopped(reason),
        many @ WreathOrdersError::TooMany { .. } => DistributionError::TooMany(many.to_string()),
    })?;
    let allowed = product.allowed();
    let all: UBig = allowed.moduli().iter().map(|&modulus| UBig::from(modulus)).product();
    let index = all / allowed.order();
    Ok(OrderDistribution { group_order: product.order(), counts, factors: product.factors().to_vec(), index })
}

/// Proves that the moves generate a group of this order, which must be an upper bound.
fn prove(
    points: &Points,
    moves: &[Transformation],
    bound: &UBig,
    go_on: impl Fn() -> Result<(), StopReason>,
) -> Result<(), DistributionError> {
    let mut generators: Vec<Permutation> = moves.iter().map(|whole| points.permutation(whole)).collect();
    generators.retain(|generator| !generator.is_identity());
    if generators.is_empty() {
        return Ok(());
    }
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    SchreierSims::new(&generators)
        .prove_known_order_while(bound, &mut rng, || go_on().map_err(DistributionError::Stopped))?;
    Ok(())
}

/// Slots of one orbit among which the moves carry pieces.
struct Part {
    orbit: usize,
    slots: Vec<usize>,
    /// Number of orientations that the moves really distinguish, after marking the slots so that it is as small as possible.
    orientations: u16,
    /// By slot of the orbit: the position of its mark relative to the definition's.
    marks: Vec<u16>,
    /// Whether these are 3 or 4 slots that are moved by even permutations only: such permutations preserve a class modulo 3.
    even: bool,
}

impl Part {
    fn factor(&self) -> WreathFactor {
        let (slots, orientations) = (self.slots.len() as u16, self.orientations);
        let even = WreathFactor::even(slots, orientations).filter(|_| self.even);
        even.unwrap_or_else(|| WreathFactor::new(slots, orientations))
    }

    /// A move's permutation of the slots, numbered from 0.
    fn images(&self, moved: &OrbitTransformation) -> Vec<usize> {
        let number = |slot: usize| self.slots.binary_search(&slot).unwrap_or_default();
        self.slots.iter().map(|&slot| number(moved.permutation()[slot].into())).collect()
    }
}

/// Whether it is a product of an odd number of exchanges.
fn is_odd(images: &[usize]) -> bool {
    let mut seen = vec![false; images.len()];
    let mut exchanges = 0;
    for start in 0..images.len() {
        let mut at = start;
        while !std::mem::replace(&mut seen[at], true) {
            at = images[at];
            exchanges += usize::from(at != start);
        }
    }
    exchanges % 2 == 1
}

/// The product of wreath products, with the sums and signs that the moves generate, that contains the group.
fn bound(puzzle: &Puzzle, moves: &[Transformation]) -> WreathProduct {
    let parts = parts(puzzle, moves);
    let factors: Vec<WreathFactor> = parts.iter().map(Part::factor).collect();
    let row =
        |whole: &Transformation| parts.iter().flat_map(|part| sums(part, whole.part(part.orbit))).collect();
    WreathProduct::new(&factors, &moves.iter().map(row).collect::<Vec<_>>())
}

/// The twist that a move adds, relative to the new marks, to the piece that enters a slot.
fn turn(part: &Part, moved: &OrbitTransformation, slot: usize) -> u32 {
    let modulus = u32::from(moved.modulus());
    let from = usize::from(moved.permutation()[slot]);
    let marks = u32::from(part.marks[from]) + modulus - u32::from(part.marks[slot]);
    (u32::from(moved.orientation()[slot]) + marks) % modulus
}

/// Sum of the twists, and sign or class, of a move on the slots of a part.
fn sums(part: &Part, moved: Option<&OrbitTransformation>) -> [u32; 2] {
    let Some(moved) = moved else { return [0, 0] };
    // Relative to the new marks all twists are multiples of this.
    let unit = u32::from(moved.modulus() / part.orientations);
    let sum: u64 = part.slots.iter().map(|&slot| u64::from(turn(part, moved, slot) / unit)).sum();
    let images = part.images(moved);
    let class = if part.even { class_of_even(&images) } else { is_odd(&images).into() };
    [(sum % u64::from(part.orientations)) as u32, class]
}

/// Slots that moves change, orbit by orbit, with those grouped that are carried into each other. Slots that no move changes are
/// omitted.
fn parts(puzzle: &Puzzle, moves: &[Transformation]) -> Vec<Part> {
    let mut parts = Vec::new();
    for (orbit, shape) in puzzle.orbits().iter().enumerate() {
        let count = usize::from(shape.pieces);
        let modulus = u32::from(shape.orientations);
        let here: Vec<&OrbitTransformation> = moves.iter().filter_map(|whole| whole.part(orbit)).collect();
        // The destination of the piece of each slot, and its twist on the way.
        let steps: Vec<Vec<(usize, u16)>> = (here.iter())
            .map(|moved| {
                let mut steps = vec![(0, 0); count];
                for (slot, (&from, &turn)) in moved.permutation().iter().zip(moved.orientation()).enumerate()
                {
                    steps[usize::from(from)] = (slot, turn);
                }
                steps
            })
            .collect();
        let mut reached = vec![false; count];
        let mut marks = vec![0u16; count];
        for start in 0..count {
            if std::mem::replace(&mut reached[start], true) {
                continue;
            }
            // Marks are carried from slot to slot, so that the moves used for this add no twist.
            let mut slots = vec![start];
            let mut next = 0;
            while let Some(&slot) = slots.get(next) {
                next += 1;
                for &(to, turn) in steps.iter().map(|steps| &steps[slot]) {
                    if !std::mem::replace(&mut reached[to], true) {
                        marks[to] = ((u32::from(marks[slot]) + u32::from(turn)) % modulus) as u16;
                        slots.push(to);
                    }
                }
            }
            slots.sort_unstable();
            let (orientations, few) = (shape.orientations, matches!(slots.len(), 3 | 4));
            let mut part = Part { orbit, slots, orientations, marks: marks.clone(), even: false };
            part.even = few && !here.iter().any(|moved| is_odd(&part.images(moved)));
            let turns = here.iter().flat_map(|moved| part.slots.iter().map(|&slot| turn(&part, moved, slot)));
            let unit = turns.fold(modulus, gcd);
            part.orientations = (modulus / unit) as u16;
            if part.slots.len() > 1 || part.orientations > 1 {
                parts.push(part);
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzles::{defined, named};
    use permutant_puzzle::definition::{Action, Definition, Generator, Role};
    use permutant_puzzle::orbit::Orbit;

    fn of(puzzle: &Puzzle, moves: &str) -> Result<OrderDistribution, DistributionError> {
        let moves: Vec<Transformation> = match moves {
            "" => puzzle.generators().map(|base| base.transformation.clone()).collect(),
            _ => moves.split(' ').map(|name| puzzle.turn(name).unwrap().transformation()).collect(),
        };
        exact(puzzle, &moves, &Control::new())
    }

    fn found(name: &str, moves: &str) -> OrderDistribution {
        let found = of(&named(name), moves).unwrap();
        assert_eq!(found.counts.values().sum::<UBig>(), found.group_order, "{name}");
        found
    }

    #[test]
    fn the_3x3x3_has_its_73_orders() {
        let found = found("3x3x3", "");
        let table = include_str!("../../../../testdata/orders/rubik3_orders.csv");
        let expected: Vec<String> = table.lines().skip(1).map(str::to_string).collect();
        let told: Vec<String> =
            found.counts.iter().map(|(order, count)| format!("{order},{count}")).collect();
        assert_eq!(told, expected);
        assert_eq!(found.index, 12_u8.into());
    }

    /// Computed by a separate program; with a corner fixed the group has 3674160 elements.
    #[test]
    fn the_2x2x2_with_a_corner_fixed_and_without() {
        let fixed = found("2x2x2", "U R F");
        let orders: Vec<u64> = fixed.counts.keys().copied().collect();
        let counts: Vec<String> = fixed.counts.values().map(ToString::to_string).collect();
        assert_eq!(orders, [1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 15, 18, 30, 36]);
        assert_eq!(
            counts.join(","),
            "1,3843,40418,56700,40824,521766,524880,215460,122472,657720,326592,714420,244944,204120"
        );
        let free = found("2x2x2", "");
        assert_eq!((free.counts.len(), free.counts.keys().next_back()), (17, Some(&45)));
    }

    #[test]
    fn the_largest_orders_of_big_puzzles() {
        for (name, orders, largest) in [("4x4x4", 877, 765_765), ("megaminx", 1278, 720_720)] {
            let found = found(name, "");
            assert_eq!(
                (found.counts.len(), found.counts.keys().next_back()),
                (orders, Some(&largest)),
                "{name}"
            );
        }
        // With fixed centres, as the layers beside the middle move.
        assert_eq!(found("5x5x5", "").counts.keys().next_back(), Some(&281_801_520));
        // With one corner of the 4x4x4 fixed.
        assert_eq!(found("4x4x4", "U R F 2U 2R 2F 2D 2L 2B").counts.keys().next_back(), Some(&471_240));
    }

    #[test]
    fn pyraminx_and_bare_permutations() {
        let found = found("pyraminx", "");
        assert_eq!(found.group_order, 75_582_720_u32.into());
        let puzzle = defined("a := (1,2,3,4,5,6,7); b := (1,2);");
        let symmetric = of(&puzzle, "").unwrap();
        assert_eq!(symmetric.counts[&12], 420_u32.into());
        assert_eq!(
            of(&puzzle, "a").unwrap_err(),
            DistributionError::Smaller { found: 7_u8.into(), bound: 2520_u32.into(), exact: true }
        );
    }

    /// Its corners move in cycles of three, four and four: even permutations that preserve a class each, with twists.
    #[test]
    fn the_skewb() {
        let found = found("skewb", "");
        assert_eq!(found.group_order, 3_149_280_u32.into());
        // Comparison with random elements of the group.
        let puzzle = named("skewb");
        let points = Points::new(puzzle.orbits()).unwrap();
        let generators: Vec<Permutation> =
            puzzle.generators().map(|base| points.permutation(&base.transformation)).collect();
        let chain = permutant_group::StabilizerChain::new(&generators, &mut ChaCha8Rng::seed_from_u64(0));
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut sampled = BTreeMap::<u64, u32>::new();
        for _ in 0..20_000 {
            *sampled.entry(chain.random(&mut rng).order_u64().unwrap()).or_default() += 1;
        }
        for (order, count) in sampled {
            let expected = found.counts[&order].to_f64().value() / 3_149_280.0 * 20_000.0;
            // Six standard deviations of a count with this mean, and one for rare orders.
            let off = (f64::from(count) - expected).abs();
            assert!(off < 6.0 * expected.sqrt() + 1.0, "{order}: {count} {expected}");
        }
    }

    /// The Mathieu group M11 preserves more than a sign; so do cyclic groups.
    #[test]
    fn groups_that_keep_more_are_refused() {
        let text = "a := (1,2,3,4,5,6,7,8,9,10,11); b := (3,7,11,8)(4,10,5,6);";
        let puzzle = defined(text);
        let fault = of(&puzzle, "").unwrap_err();
        assert!(
            matches!(&fault, DistributionError::Smaller { found, exact: true, .. } if *found == 7920_u32.into()),
            "{fault}"
        );
    }

    /// Orientations that are only apparent: each slot adds its own number to the twist, so that every piece has its original
    /// orientation when it returns to its slot.
    #[test]
    fn marks_are_moved_where_orientations_only_seem_to_change() {
        // Slot s is marked by [0, 1, 3][s], and a piece that comes from slot f is twisted by the difference.
        let orbit = Orbit { name: "A".into(), pieces: 3, orientations: 4 };
        let mut definition = Definition::new("marks", vec![orbit.clone()]);
        for (name, from, turns) in [("r", [1, 2, 0], [3, 2, 3]), ("s", [1, 0, 2], [3, 1, 0])] {
            let part = OrbitTransformation::new(&orbit, from.to_vec(), turns.to_vec()).unwrap();
            let action = Action::Given(Transformation::from_parts([(0, part)]));
            definition.generators.push(Generator { name: name.into(), role: Role::Turn, action });
        }
        let puzzle = Puzzle::new(definition).unwrap();
        let found = of(&puzzle, "").unwrap();
        assert_eq!(found.group_order, 6_u8.into());
        assert_eq!(found.factors, [WreathFactor::new(3, 1)]);
    }
}
