//! The words with which the search begins: few moves, after which insertions can solve the state.
//!
//! Start at [`beginnings`]. Insertions are even permutations of the pieces of a unit. Where all of them differ, the first moves must leave
//! an even permutation, unless places may differ.

use super::word::Word;
use super::{Case, Unit};
use std::collections::HashMap;

/// Whether even permutations of these places lead from one pattern to the other.
fn fits(state: &[u16], goal: &[u16]) -> bool {
    let mut places: HashMap<u16, Vec<usize>> = HashMap::new();
    for (place, &label) in goal.iter().enumerate() {
        places.entry(label).or_default().push(place);
    }
    let is_distinct = places.len() == goal.len();
    let mut to = Vec::with_capacity(state.len());
    for label in state {
        let Some(place) = places.get_mut(label).and_then(Vec::pop) else { return false };
        to.push(place);
    }
    let mut cycles = 0;
    let mut seen = vec![false; to.len()];
    for first in 0..to.len() {
        let mut at = first;
        cycles += usize::from(!seen[at]);
        while !seen[at] {
            seen[at] = true;
            at = to[at];
        }
    }
    !is_distinct || (to.len() - cycles).is_multiple_of(2)
}

/// Words of at most two flips and a turn of a row of each unit after which each unit can be solved by insertions; the one that leaves fewest
/// pieces wrong for each choice of flips.
pub(super) fn beginnings(case: &Case<'_>, units: &[Unit]) -> Vec<Word> {
    let globe = case.globe;
    let mut words = Vec::new();
    for flips in [&[][..], &[0], &[1], &[0, 1]] {
        let mut word = Word::of(flips, globe);
        // Two wrong places make an odd permutation even.
        let mut may_be_odd = case.wildcards / 2;
        let is_possible = units.iter().all(|unit| {
            let goal = unit.labels(globe, case.goal);
            let state = word.held(unit, globe, case.start);
            if may_be_odd > 0 && !fits(&state, &goal) {
                may_be_odd -= 1;
                return true;
            }
            let rows = unit.rows.iter().flat_map(|&row| [1, -1].map(|by| (row, by)));
            let ways = std::iter::once((unit.rows[0], 0)).chain(rows).filter_map(|(row, by)| {
                let mut turned = word.clone();
                turned.add(0, row, by, globe);
                let state = turned.held(unit, globe, case.start);
                let wrong = state.iter().zip(&goal).filter(|(held, aim)| held != aim).count();
                fits(&state, &goal).then_some((wrong + usize::from(by != 0), turned))
            });
            match ways.min_by_key(|(wrong, _)| *wrong) {
                Some((_, turned)) => word = turned,
                None => return false,
            }
            true
        });
        if is_possible {
            words.push(word);
        }
    }
    words
}
