//! Words with some turns taken out, so that what they did can be done in another way.
//!
//! Start at [`shaken`].

use super::grid::Grid;
use crate::model::turn::Turn;
use permutant_group::random::below;
use rand_core::Rng;

/// The most turns that are chosen to be taken out, each with another.
const MOST: u64 = 2;

/// The turns among which they are chosen.
const SPAN: u64 = 20;

/// One in so many turns of a free layer is taken out alone.
const ALONE: u64 = 8;

/// The word without a few of its turns that are near each other. Mostly a turn goes with the next one that turns the same layer back. Corners
/// and middle edges are as after the whole word.
pub(super) fn shaken<R: Rng + ?Sized>(grid: &Grid, turns: &[Turn], rng: &mut R) -> Vec<Turn> {
    let mut left: Vec<Option<Turn>> = turns.iter().copied().map(Some).collect();
    if turns.is_empty() {
        return Vec::new();
    }
    let is_free = |turn: &Turn| grid.is_free(turn.from.into());
    let centre = below(rng, turns.len() as u64);
    for _ in 0..=below(rng, MOST) {
        let at = (centre + below(rng, SPAN)).saturating_sub(SPAN / 2).min(turns.len() as u64 - 1) as usize;
        let Some(turn) = left[at].filter(|turn| !grid.is_outer(turn.from.into())) else { continue };
        let undoes = |other: &Turn| {
            (other.axis, other.from) == (turn.axis, turn.from)
                && (other.amount + turn.amount).is_multiple_of(4)
        };
        let back = (at + 1..turns.len()).find(|&back| left[back].is_some_and(|other| undoes(&other)));
        let is_alone = is_free(&turn) && below(rng, ALONE) == 0;
        match back.filter(|_| !is_alone) {
            Some(back) => {
                let is_in_the_way =
                    |other: &Turn| !is_free(other) && other.axis != turn.axis && !is_free(&turn);
                if !left[at..back].iter().flatten().any(is_in_the_way) {
                    (left[at], left[back]) = (None, None);
                }
            }
            None if is_free(&turn) => left[at] = None,
            None => {}
        }
    }
    left.into_iter().flatten().collect()
}
