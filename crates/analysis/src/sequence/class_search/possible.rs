//! What signs and twists reveal about a pattern before any sequence is tried.
//!
//! [`is_possible`]: the sign of the permutation of an orbit, and the sum of its twists, are the same for all changes with the same
//! cycles, and both add up along a sequence. The values that the moves can produce, over all orbits together, therefore form a small
//! group. A pattern whose values are not in this group is not the effect of any sequence. The converse does not hold.

use super::rows::{Rows, Steps};
use permutant_puzzle::cycle_class::CyclePattern;
use std::collections::BTreeSet;

/// Largest number of sums that are enumerated; for a puzzle with more, all patterns are assumed to be possible.
const MOST_SUMS: usize = 1 << 16;
/// Largest number of additions for them, orbit by orbit: some tenths of a second. A large cube has hundreds of orbits.
const MOST_SUMMANDS: usize = 1 << 26;

/// By orbit: sign and sum of twists.
type Sums = Vec<(u16, u16)>;

/// Whether signs and twists allow a change of this pattern as a product of the given changes.
pub(super) fn is_possible(rows: &Rows, moves: &[Steps], pattern: &CyclePattern) -> bool {
    let fits = rows.orbits().iter().zip(pattern.orbits()).all(|(range, wishes)| {
        let pieces = wishes.iter().flatten().map(|wish| wish.length).sum::<usize>();
        pieces <= range.len()
    });
    if !fits {
        return false;
    }
    let modulus = |orbit: usize| rows.orbits()[orbit].clone().next().map_or(1, |slot| rows.moduli[slot]);
    let add = |a: &Sums, b: &Sums| -> Sums {
        (a.iter().zip(b).enumerate())
            .map(|(orbit, (a, b))| {
                ((a.0 + b.0) % 2, ((u32::from(a.1) + u32::from(b.1)) % u32::from(modulus(orbit))) as u16)
            })
            .collect()
    };
    let steps: Vec<Sums> = moves.iter().map(|steps| sums(rows, steps)).collect();
    let most = MOST_SUMS.min(MOST_SUMMANDS / (steps.len() * rows.orbits().len()).max(1));
    let zero: Sums = vec![(0, 0); rows.orbits().len()];
    let mut known = BTreeSet::from([zero.clone()]);
    let mut open = vec![zero];
    while let Some(sum) = open.pop() {
        for step in &steps {
            let next = add(&sum, step);
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
        if known.len() > most {
            return true;
        }
    }
    known.iter().any(|sums| {
        sums.iter().zip(pattern.orbits()).enumerate().all(|(orbit, (&(sign, twist), wishes))| {
            let Some(wishes) = wishes else { return true };
            let odd = wishes.iter().map(|wish| wish.length - 1).sum::<usize>() % 2;
            let wanted: Option<u32> = wishes.iter().map(|wish| wish.twist.map(u32::from)).sum();
            let m = u32::from(modulus(orbit));
            usize::from(sign) == odd && wanted.is_none_or(|wanted| wanted % m == u32::from(twist))
        })
    })
}

fn sums(rows: &Rows, steps: &Steps) -> Sums {
    let mut row = rows.identity();
    rows.apply(&rows.identity(), steps, &mut row);
    let of_orbit = |range: &std::ops::Range<usize>| {
        let mut seen = vec![false; range.len()];
        let (mut odd, mut twists) = (0, 0u32);
        for start in range.clone() {
            let (mut slot, mut length) = (start, 0u16);
            while !std::mem::replace(&mut seen[slot - range.start], true) {
                twists += u32::from(super::rows::twist_of(row[slot]));
                slot = super::rows::from_of(row[slot]);
                length += 1;
            }
            odd += u16::from(length > 0 && length.is_multiple_of(2));
        }
        let modulus = range.clone().next().map_or(1, |slot| rows.moduli[slot]);
        (odd % 2, (twists % u32::from(modulus)) as u16)
    };
    rows.orbits().iter().map(of_orbit).collect()
}
