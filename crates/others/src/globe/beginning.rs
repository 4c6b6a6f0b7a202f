//! The words with which the search begins, after which insertions can solve the state.
//!
//! Start at [`beginnings`]. Insertions are even permutations of the pieces of a unit. Where all of them differ, the first moves must leave
//! an even permutation, unless places may differ.

use super::word::Word;
use super::{Case, Unit, breakpoints};
use permutant_search::limits::Control;
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

/// The word with at most one more turn of a row of each unit, in this slot, after which insertions can solve each unit; the one that leaves fewest
/// places wrong. `None` if there is none.
pub(super) fn fitted(case: &Case<'_>, units: &[Unit], mut word: Word, slot: usize) -> Option<Word> {
    let globe = case.globe;
    // Two wrong places make an odd permutation even.
    let mut may_be_odd = case.wildcards / 2;
    for unit in units {
        let goal = unit.labels(globe, case.goal);
        let state = word.held(unit, globe, case.start);
        if may_be_odd > 0 && !fits(&state, &goal) {
            may_be_odd -= 1;
            continue;
        }
        let rows = unit.rows.iter().flat_map(|&row| [1, -1].map(|by| (row, by)));
        let ways = std::iter::once((unit.rows[0], 0)).chain(rows).filter_map(|(row, by)| {
            let mut turned = word.clone();
            turned.add(slot, row, by, globe);
            let state = turned.held(unit, globe, case.start);
            let wrong = state.iter().zip(&goal).filter(|(held, aim)| held != aim).count();
            fits(&state, &goal).then_some((wrong + usize::from(by != 0), turned))
        });
        word = ways.min_by_key(|(wrong, _)| *wrong)?.1;
    }
    Some(word)
}

/// Words that are kept for each number of places left wrong.
const KEPT: usize = 16;

/// What a search begins with, besides words of at most two flips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beginnings {
    /// Nothing: all is done by insertions.
    Flips,
    /// Words that leave few breakpoints, where a wrong place counts as so many, by a beam of some width.
    Breakpoints(i32, usize),
}

/// Words after each of which insertions can solve every unit.
pub(super) fn beginnings(
    case: &Case<'_>,
    units: &[Unit],
    which: Beginnings,
    control: &Control<'_>,
) -> Vec<Word> {
    let flips = [&[][..], &[0], &[1], &[0, 1]].map(|flips| Word::of(flips, case.globe));
    let mut chosen: Vec<Word> = flips.into_iter().filter_map(|word| fitted(case, units, word, 0)).collect();
    if let Beginnings::Breakpoints(weight, width) = which {
        let mut words = breakpoints::words(case, units, (weight, width), control);
        words.sort_by_key(|(wrong, word)| (*wrong, word.cost()));
        // Words that leave more wrong and cost more than others are of no use.
        let mut least = u32::MAX;
        for same in words.chunk_by(|one, other| one.0 == other.0) {
            let useful = same.iter().take(KEPT).filter(|(_, word)| word.cost() <= least);
            chosen.extend(useful.filter_map(|(_, word)| fitted(case, units, word.clone(), word.flips.len())));
            least = least.min(same[0].1.cost());
        }
    }
    chosen
}
