//! Additional turns of second layers within a solution: they cost little there, and each changes which centres meet in bars.
//!
//! Start at [`chosen`]. The inner cube is not affected by second layers. In each run of turns about an axis they may therefore
//! turn by any amounts, and between two runs also about the third axis. A turn of a face together with its second layer costs
//! the same as a turn of the face alone. The amounts are chosen to put most centres into bars of their colour relative to their
//! cost. The search changes the amounts in one place after the other, where the result is better or as good. Accepting equal
//! results lets it continue where there is no immediate gain.

use super::bars::{Bars, permutation, permuted};
use super::exchanges::Pair;
use crate::model::orbit::{IDENTITY, Permutation, SLOTS, then};
use crate::model::turn::{Metric, Run, Turn, runs, spell};

/// The gain required for a turn here, in tenths of a centre. Later exchanges gain a centre for two turns, but those at
/// the end do not.
const PRICE: i32 = 20;
/// The greatest number of passes through all turns.
const SWEEPS: usize = 300;
/// The limit on turns times positions that are examined.
const WORK: usize = 1_000_000;

/// The runs about one axis, and the choices that are open in them.
struct Place {
    run: Run,
    /// The effect of all layers except the second ones, by position.
    fixed: Vec<Permutation>,
    /// The cost of the run, by the amounts of the second layers.
    counts: [i32; 16],
    amounts: Pair,
}

impl Place {
    fn new(mut run: Run, positions: usize, metric: Metric) -> Place {
        let size = run.amounts.len();
        let amounts = Pair::new(run.amounts[1], run.amounts[size - 2]);
        let mut length = |amounts: Pair| {
            (run.amounts[1], run.amounts[size - 2]) = (amounts.near(), amounts.far());
            run.length(metric) as i32
        };
        let counts = std::array::from_fn(|number| length(Pair(number as u8)));
        (run.amounts[1], run.amounts[size - 2]) = (0, 0);
        let layers = run.amounts.iter().enumerate().filter(|(_, amount)| **amount > 0);
        let turns: Vec<Turn> =
            layers.map(|(layer, &amount)| Turn::layer(usize::from(run.axis), layer, amount)).collect();
        let by =
            |at: usize| turns.iter().fold(IDENTITY, |by, turn| then(&by, &permutation(size, at + 2, *turn)));
        Place { fixed: (0..positions).map(by).collect(), run, counts, amounts }
    }

    fn turns(&self) -> Vec<Turn> {
        let mut amounts = self.run.amounts.clone();
        let size = amounts.len();
        (amounts[1], amounts[size - 2]) = (self.amounts.near(), self.amounts.far());
        let turn = |(layer, amount)| Turn::layer(usize::from(self.run.axis), layer, amount);
        amounts.into_iter().enumerate().map(turn).filter(|turn| turn.amount > 0).collect()
    }
}

/// The number of centres that match the middle of their bar after turns of second layers and then the remaining turns.
fn matched(slots: &[[u8; SLOTS]], rims: &Permutation, rest: &[Permutation], middle: usize) -> i32 {
    let place = |at: usize| {
        let (slots, rest) = (&slots[at], &rest[at]);
        std::array::from_fn::<u8, SLOTS, _>(|slot| slots[usize::from(rims[usize::from(rest[slot])])])
    };
    let middles = place(middle);
    let others = (0..slots.len()).filter(|&at| at != middle);
    let same = |at: usize| place(at).iter().zip(&middles).filter(|(a, b)| a == b).count() as i32;
    others.map(same).sum()
}

/// The amounts to try in a place, scattered but reproducible.
fn scattered(sweep: usize, place: usize) -> Pair {
    let mixed = (sweep as u32).wrapping_mul(0x9E37_79B9) ^ (place as u32).wrapping_mul(0x85EB_CA6B);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2C1B_3C6D);
    Pair((mixed >> 28) as u8)
}

/// Turns with the same effect on the inner cube, chosen so that bars have one colour, and the bars after them.
/// O([`WORK`]), or three passes through the turns. The result is the same on every machine.
pub fn chosen(size: usize, turns: &[Turn], bars: &Bars, metric: Metric) -> (Vec<Turn>, Bars) {
    let positions = bars.positions.len();
    let sweeps = (WORK / (turns.len() * positions).max(1)).clamp(3, SWEEPS);
    let middle = bars.middle();
    let rims: [[Permutation; 16]; 3] = std::array::from_fn(|axis| {
        std::array::from_fn(|number| Pair(number as u8).permutation(size, axis as u8, 1))
    });
    let mut places: Vec<Place> = Vec::new();
    let still = |axis: u8| Run { axis, amounts: vec![0; size] };
    let mut before: Option<u8> = None;
    for run in runs(size, turns) {
        let axes = (0..3).filter(|axis| *axis != run.axis && before.is_none_or(|before| *axis != before));
        places.extend(axes.map(|axis| Place::new(still(axis), positions, metric)));
        before = Some(run.axis);
        places.push(Place::new(run, positions, metric));
    }
    let mut reached = bars.clone();
    let mut rest = vec![IDENTITY; places.len() * positions];
    for sweep in 0..sweeps {
        // By place: the effect of everything after it, by position.
        let mut after = vec![IDENTITY; positions];
        for (at, place) in places.iter().enumerate().rev() {
            rest[at * positions..(at + 1) * positions].copy_from_slice(&after);
            let by = &rims[usize::from(place.run.axis)][usize::from(place.amounts.0)];
            for (after, fixed) in after.iter_mut().zip(&place.fixed) {
                *after = then(&then(fixed, by), after);
            }
        }
        let mut slots = bars.positions.clone();
        for (at, (place, rest)) in places.iter_mut().zip(rest.chunks_exact(positions)).enumerate() {
            for (slots, fixed) in slots.iter_mut().zip(&place.fixed) {
                *slots = permuted(slots, fixed);
            }
            let rims = &rims[usize::from(place.run.axis)];
            let value = |amounts: Pair| {
                let number = usize::from(amounts.0);
                10 * matched(&slots, &rims[number], rest, middle) - PRICE * place.counts[number]
            };
            let other = scattered(sweep, at);
            if other != place.amounts && value(other) >= value(place.amounts) {
                place.amounts = other;
            }
            let by = &rims[usize::from(place.amounts.0)];
            for slots in &mut slots {
                *slots = permuted(slots, by);
            }
        }
        reached.positions = slots;
    }
    let turns: Vec<Turn> = places.iter().flat_map(Place::turns).collect();
    (spell(size, &turns, metric), reached)
}

#[cfg(test)]
mod tests {
    use super::super::lines::Lines;
    use super::*;
    use crate::model::stickers::Stickers;
    use crate::model::turn::length;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    #[test]
    fn what_is_inside_sees_the_same_turns_and_more_centres_are_matched() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        for size in [6, 7, 9] {
            let lines = Lines::inner(size);
            let mut random = |layers: usize| {
                let number = rng.next_u32() as usize;
                Turn::layer(number % 3, number / 3 % layers, 1 + (number >> 16) as u8 % 3)
            };
            let mut cube = Stickers::solved(size);
            for _ in 0..20 * size {
                cube.turn(random(size));
            }
            let inner: Vec<Turn> = (0..25).map(|_| random(size - 2)).collect();
            let lifted: Vec<Turn> = inner.iter().map(|&turn| lines.lift(turn)).collect();
            for metric in [Metric::OuterBlocks, Metric::Slices] {
                let (turns, bars) = chosen(size, &lifted, &Bars::read(&cube), metric);
                let after = |turns: &[Turn]| {
                    let mut cube = cube.clone();
                    cube.turns(turns);
                    cube
                };
                let (plain, changed) = (after(&lifted), after(&turns));
                assert!(lines.seen(&plain) == lines.seen(&changed));
                assert_eq!(Bars::read(&changed), bars);
                let value = |turns: &[Turn], bars: &Bars| {
                    10 * bars.matched() as i32
                        - PRICE * length(size, &spell(size, turns, metric), metric) as i32
                };
                assert!(value(&turns, &bars) >= value(&lifted, &Bars::read(&plain)), "{size}");
            }
        }
    }
}
