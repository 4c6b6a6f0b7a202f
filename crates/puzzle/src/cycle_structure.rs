//! The cycle structure of a sequence: its cycles of slots, their twists, and the order of the sequence.
//!
//! Start at [`CycleStructure::of`]. Cycles are read "moved to": the piece in the first slot goes to the second. There
//! are two orders. [`CycleStructure::order`] distinguishes all pieces; [`CycleStructure::coloured_order`] is the
//! number of repetitions after which a state looks the same. For the second, each cycle is a necklace of the visible
//! contents of its slots. Its period is the least rotation that preserves the necklace ([`ColourPeriod`]), found by
//! the failure function of Knuth, Morris and Pratt. Counts over many sequences are made elsewhere.

use crate::orbit::Orbit;
use crate::sorting;
use crate::state::State;
use crate::transformation::{OrbitTransformation, Transformation};
use num_integer::{gcd, lcm};
use permutant_group::UBig;
use std::fmt::Write as _;

/// A cycle of slots.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cycle {
    /// The slots, from 0: the piece in each goes to the next, the last one's to the first. Begins with the least.
    pub slots: Vec<u16>,
    /// The total twist of a piece that has returned to its slot, less than the number of orientations of the orbit.
    pub twist: u16,
}

/// The cycles in one orbit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OrbitCycles {
    /// Number of the orbit.
    pub orbit: usize,
    /// Orientations of the orbit.
    pub orientations: u16,
    /// The nontrivial cycles, by their least slots.
    pub cycles: Vec<Cycle>,
}

/// The cycles of a transformation.
///
/// ```
/// use permutant_puzzle::{catalog, cycle_structure::CycleStructure};
///
/// let cube = catalog::find("3x3x3")?.puzzle;
/// let turns = ["R", "U"].into_iter().filter_map(|name| cube.turn(name));
/// let product = turns.map(|turn| turn.transformation()).reduce(|all, next| all.then(&next)).unwrap_or_default();
/// let cycles = CycleStructure::of(&product);
/// assert_eq!(cycles.order(), 105_u8.into());
/// let written = cycles.write(cube.orbits());
/// assert_eq!(written[0], "EDGES: (1 4 3 2 11 6 9)");
/// assert_eq!(written[1], "CORNERS: (1)+1 (2 8 5 4 3)+2");
/// # Ok::<(), catalog::NotFound>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CycleStructure {
    orbits: Vec<OrbitCycles>,
}

impl Cycle {
    /// Least number of repetitions that restore its pieces, with all pieces distinct: the length times the order of
    /// the twist. At most 2^32.
    pub fn order(&self, orientations: u16) -> u64 {
        self.slots.len() as u64 * order_of_twist(self.twist.into(), orientations.into())
    }
}

/// The order of a twist in the cyclic group of the orientations.
fn order_of_twist(twist: u64, orientations: u64) -> u64 {
    orientations / gcd(orientations, twist % orientations)
}

impl CycleStructure {
    /// The cycles of a transformation. O(slots of the orbits in which something moves).
    pub fn of(transformation: &Transformation) -> Self {
        let orbit = |(orbit, part): (usize, &OrbitTransformation)| {
            let mut cycles = Vec::new();
            // Moved to: the inverse of the rows, which say where each slot's piece comes from.
            let mut to = vec![0u16; part.permutation().len()];
            for (slot, &from) in part.permutation().iter().enumerate() {
                to[usize::from(from)] = slot as u16;
            }
            let mut seen = vec![false; to.len()];
            for start in 0..to.len() {
                let (mut slots, mut twist, mut at) = (Vec::new(), 0u64, start as u16);
                while !std::mem::replace(&mut seen[usize::from(at)], true) {
                    slots.push(at);
                    twist += u64::from(part.orientation()[usize::from(at)]);
                    at = to[usize::from(at)];
                }
                let twist = (twist % u64::from(part.modulus())) as u16;
                if slots.len() > 1 || twist != 0 {
                    cycles.push(Cycle { slots, twist });
                }
            }
            OrbitCycles { orbit, orientations: part.modulus(), cycles }
        };
        CycleStructure { orbits: transformation.parts().map(orbit).collect() }
    }

    /// The orbits with nontrivial cycles, in the order of their numbers.
    pub fn orbits(&self) -> &[OrbitCycles] {
        &self.orbits
    }

    /// Least positive number of repetitions that give the identity, with all pieces and orientations distinguished.
    /// O(cycles).
    pub fn order(&self) -> UBig {
        let of_orbit = |orbit: &OrbitCycles| {
            let orientations = orbit.orientations;
            orbit.cycles.iter().map(move |cycle| cycle.order(orientations)).collect::<Vec<_>>()
        };
        least_common_multiple(self.orbits.iter().flat_map(of_orbit))
    }

    /// Least positive number of repetitions of the transformation after which `state` looks as before: pieces with
    /// the same number are identical, and orientations count as far as the state knows them. `transformation` must be
    /// the one from which this structure was computed, and `state` one of the same puzzle. It divides
    /// [`order`](Self::order). O(slots in cycles).
    pub fn coloured_order(&self, transformation: &Transformation, state: &State) -> UBig {
        let mut period = ColourPeriod::default();
        let mut periods = Vec::new();
        for OrbitCycles { orbit, cycles, .. } in &self.orbits {
            let (Some(part), row) = (transformation.part(*orbit), &state.orbits[*orbit]) else { continue };
            for cycle in cycles {
                periods.push(period.of_cycle(cycle.slots.iter().map(|&slot| {
                    let slot = usize::from(slot);
                    Bead {
                        piece: row.pieces[slot],
                        orientation: row.orientations[slot],
                        modulus: row.moduli[slot],
                        turn: part.orientation()[slot],
                    }
                })));
            }
        }
        least_common_multiple(periods)
    }

    /// A line for each orbit: its name and its cycles, slots counted from 1, a twist after its cycle. Nothing for
    /// the identity.
    pub fn write(&self, orbits: &[Orbit]) -> Vec<String> {
        (self.orbits.iter())
            .map(|OrbitCycles { orbit, cycles, .. }| {
                let mut line = orbits.get(*orbit).map(|orbit| format!("{}:", orbit.name)).unwrap_or_default();
                for Cycle { slots, twist } in cycles {
                    let slots: Vec<String> =
                        slots.iter().map(|slot| (u32::from(*slot) + 1).to_string()).collect();
                    // Writing to a string cannot fail.
                    let _ = write!(line, " ({})", slots.join(" "));
                    if *twist != 0 {
                        let _ = write!(line, "+{twist}");
                    }
                }
                line
            })
            .collect()
    }
}

/// The exact least common multiple; 1 for an empty list.
pub fn least_common_multiple(numbers: impl IntoIterator<Item = u64>) -> UBig {
    let mut numbers: Vec<u64> = numbers.into_iter().collect();
    sorting::sort(&mut numbers);
    numbers.dedup();
    numbers.into_iter().fold(UBig::ONE, |all, number| {
        let rest = u64::try_from(&all % &UBig::from(number.max(1))).unwrap_or(0);
        all * UBig::from(number.max(1) / gcd(number.max(1), rest))
    })
}

/// The visible content of one slot of a cycle, and the turn of a piece that arrives there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bead {
    /// The piece; identical pieces share a number.
    pub piece: u16,
    /// Its orientation, below `modulus`.
    pub orientation: u16,
    /// The modulus of its known orientation, at least 1; the same for identical pieces, and a divisor of the orbit's
    /// orientations.
    pub modulus: u16,
    /// What is added to the orientation of the piece that comes into this slot.
    pub turn: u16,
}

/// Finds the least period of a visible cycle; reuses its memory from one cycle to the next.
///
/// Let L slots lie on a cycle, and let o(j) be the orientation in the j-th less all turns on the way to it from the
/// first, for every whole j: one round further it is less by the twist of the cycle. After k repetitions the cycle
/// looks as before exactly if for all j the piece at j-k is that at j, and o(j-k) = o(j) modulo what is known. So k
/// is a multiple of the least rotation d that keeps the pieces; where that holds, differences o(j+d) - o(j) repeat
/// with the round, and k must also be a multiple of the least rotation e of pieces and differences together. One
/// such rotation adds a constant to each of the d sequences j, j+d, j+2d, …; the order of those constants is the
/// factor that is left.
#[derive(Clone, Debug, Default)]
pub struct ColourPeriod {
    beads: Vec<Bead>,
    /// Orientation of each bead less the turns on the way.
    levels: Vec<u64>,
    letters: Vec<(u16, u64)>,
    failure: Vec<usize>,
}

impl ColourPeriod {
    /// Least positive number of repetitions after which the cycle looks as before. The beads come in the order in
    /// which pieces move. O(beads).
    pub fn of_cycle(&mut self, beads: impl Iterator<Item = Bead>) -> u64 {
        let ColourPeriod { beads: own, levels, letters, failure } = self;
        own.clear();
        own.extend(beads);
        let length = own.len();
        if length == 0 {
            return 1;
        }
        let difference = |a: u64, b: u64, modulus: u64| (a % modulus + modulus - b % modulus) % modulus;
        levels.clear();
        let mut turned = 0;
        for (at, bead) in own.iter().enumerate() {
            turned += if at == 0 { 0 } else { u64::from(bead.turn) };
            levels.push(difference(bead.orientation.into(), turned, bead.modulus.into()));
        }
        let twist = turned + u64::from(own[0].turn);
        // The level `ahead` places after `at`, at most one round.
        let level = |at: usize, ahead: usize, modulus: u64| match at + ahead {
            to if to < length => levels[to],
            to => difference(levels[to - length], twist, modulus),
        };

        letters.clear();
        letters.extend(own.iter().map(|bead| (bead.piece, 0)));
        let pieces = least_rotation(letters, failure);
        for (at, (letter, bead)) in letters.iter_mut().zip(own.iter()).enumerate() {
            let modulus = bead.modulus.into();
            letter.1 = difference(level(at, pieces, modulus), levels[at], modulus);
        }
        let rotation = least_rotation(letters, failure);
        let factor = own[..pieces].iter().enumerate().fold(1, |factor, (at, bead)| {
            let modulus = u64::from(bead.modulus);
            let step = difference(level(at, rotation, modulus), levels[at], modulus);
            lcm(factor, order_of_twist(step, modulus))
        });
        rotation as u64 * factor
    }
}

/// Least positive rotation that maps a cyclic word to itself; a divisor of its length. O(length).
fn least_rotation<T: PartialEq>(word: &[T], failure: &mut Vec<usize>) -> usize {
    failure.clear();
    failure.push(0);
    let mut border = 0;
    for at in 1..word.len() {
        while border > 0 && word[at] != word[border] {
            border = failure[border - 1];
        }
        border += usize::from(word[at] == word[border]);
        failure.push(border);
    }
    let period = word.len() - border;
    if word.len().is_multiple_of(period) { period } else { word.len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use permutant_group::random::{below, shuffle};
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// Repeats until it looks the same again: the definition.
    fn by_repeating(state: &State, whole: &Transformation) -> u64 {
        let mut now = state.after(whole);
        let mut count = 1;
        while now != *state {
            now.apply(whole);
            count += 1;
        }
        count
    }

    #[test]
    fn orders_are_those_of_repeating_on_random_puzzles() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for _ in 0..3000 {
            let pieces = 1 + below(&mut rng, 9) as u16;
            let orientations = [1, 2, 3, 4, 6, 12][below(&mut rng, 6) as usize];
            let orbit = Orbit { name: "A".into(), pieces, orientations };
            let mut from: Vec<u16> = (0..pieces).collect();
            shuffle(&mut rng, &mut from);
            let turns = (0..pieces).map(|_| below(&mut rng, orientations.into()) as u16).collect();
            let part = OrbitTransformation::new(&orbit, from, turns).unwrap();
            let whole = Transformation::from_parts([(0, part)]);
            // Few numbers for pieces, each with its own modulus.
            let divisors: Vec<u16> = (1..=orientations).filter(|d| orientations % d == 0).collect();
            let moduli: Vec<u16> =
                (0..pieces).map(|_| divisors[below(&mut rng, divisors.len() as u64) as usize]).collect();
            let kinds = 1 + below(&mut rng, pieces.into());
            let mut state = State::identity(std::slice::from_ref(&orbit));
            let row = &mut state.orbits[0];
            for slot in 0..usize::from(pieces) {
                row.pieces[slot] = below(&mut rng, kinds) as u16;
                row.moduli[slot] = moduli[usize::from(row.pieces[slot])];
                row.orientations[slot] = below(&mut rng, row.moduli[slot].into()) as u16;
            }
            state.check(std::slice::from_ref(&orbit)).unwrap();
            let cycles = CycleStructure::of(&whole);
            assert_eq!(
                cycles.coloured_order(&whole, &state),
                by_repeating(&state, &whole).into(),
                "{whole:?} {state:?}"
            );
            assert_eq!(Some(cycles.order()), whole.order().map(UBig::from));
            let apart = State::identity(&[orbit]);
            assert_eq!(cycles.coloured_order(&whole, &apart), cycles.order());
        }
    }

    #[test]
    fn least_rotations() {
        for (word, expected) in
            [("a", 1), ("aaaa", 1), ("abab", 2), ("ababa", 5), ("aabaab", 3), ("abcabcab", 8), ("abba", 4)]
        {
            assert_eq!(least_rotation(word.as_bytes(), &mut Vec::new()), expected, "{word}");
        }
    }

    #[test]
    fn cycles_multiply_back_to_the_permutation() {
        let cube = catalog::find("4x4x4").unwrap().puzzle;
        let turn = |name: &str| cube.turn(name).unwrap().transformation();
        let whole = turn("Rw").then(&turn("U'")).then(&turn("2F"));
        for orbit in CycleStructure::of(&whole).orbits() {
            let part = whole.part(orbit.orbit).unwrap();
            for Cycle { slots, .. } in &orbit.cycles {
                for (at, &slot) in slots.iter().enumerate() {
                    let next = slots[(at + 1) % slots.len()];
                    assert_eq!(part.permutation()[usize::from(next)], slot);
                }
            }
        }
        assert_eq!(CycleStructure::of(&Transformation::identity()), CycleStructure::default());
        assert_eq!(CycleStructure::default().order(), UBig::ONE);
    }

    #[test]
    fn least_common_multiples_of_any_size() {
        assert_eq!(least_common_multiple([]), UBig::ONE);
        assert_eq!(least_common_multiple([4, 6, 10]), 60_u8.into());
        // lcm(1, …, 60) = 2^5 3^3 5^2 7^2 11 13 … 59, more than 64 bits.
        assert_eq!(least_common_multiple(1..=60).to_string(), "9690712164777231700912800");
    }
}
