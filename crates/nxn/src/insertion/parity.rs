//! Single quarter turns that make the permutation of each orbit of wings even, as commutators need it.
//!
//! Start at [`even`].

use super::board::Board;
use super::cost::Prices;
use super::grid::Grid;
use super::looks::{Looks, are_distinct};
use super::word::Word;
use crate::model::orbit::{Orbit, SLOTS, is_odd};
use crate::model::turn::Turn;

/// A turn, and how many turns of the word precede it.
type Place = (usize, Turn);

/// The word with a quarter turn for each orbit of distinct wings that it would leave in an odd permutation, each where it gains most. A cell that
/// becomes right counts as half a quarter turn.
pub(super) fn even(grid: &Grid, looks: &Looks, prices: Prices, turns: Vec<Turn>) -> Vec<Turn> {
    let odd = odd_orbits(grid, looks, &turns);
    if odd.is_empty() {
        return turns;
    }
    let mut best: Vec<(i32, Option<Place>)> = vec![(i32::MIN, None); odd.len()];
    let mut board = Board::new(grid, looks, &turns);
    let mut word = Word::new(grid.size, prices, turns.clone());
    for at in 0.. {
        for (&depth, best) in odd.iter().zip(&mut best) {
            for (axis, layer) in
                (0..3).flat_map(|axis| [depth, grid.size - 1 - depth].map(|layer| (axis, layer)))
            {
                let gains = board.gains_of_layer(axis, layer);
                for amount in [1u8, 3] {
                    let cost = word.alone(axis, layer, amount);
                    let value = gains[usize::from(amount) - 1] * prices.inner_quarter() - 2 * cost;
                    if value > best.0 {
                        *best = (value, Some((at, Turn::layer(axis, layer, amount))));
                    }
                }
            }
        }
        let Some(turn) = word.pass() else { break };
        board.pass(turn);
    }
    let mut word = Word::new(grid.size, prices, turns);
    for at in 0.. {
        let here = best.iter().filter_map(|(_, place)| *place).filter(|(place, _)| *place == at);
        here.for_each(|(_, turn)| word.insert(turn));
        if word.pass().is_none() {
            break;
        }
    }
    word.finish()
}

/// The depths of the orbits of distinct wings that a word leaves in an odd permutation.
fn odd_orbits(grid: &Grid, looks: &Looks, turns: &[Turn]) -> Vec<usize> {
    let board = Board::new(grid, looks, turns);
    let is_odd = |orbit: &Orbit| {
        let cells: [u16; SLOTS] =
            std::array::from_fn(|slot| orbit.cell(grid.size, slot).index(grid.size) as u16);
        let home = |from: u16| cells.iter().position(|&to| board.fits(from, to)).unwrap_or(0) as u8;
        are_distinct(grid, &looks.goal, *orbit) && is_odd(&cells.map(home))
    };
    Orbit::wings(grid.size).filter(is_odd).map(|orbit| orbit.column).collect()
}
