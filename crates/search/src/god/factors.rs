//! Counts that are products: moves that split into sets whose distances add.
//!
//! Start at [`split()`]. Let the moves be two sets A and B, such that turning a move of B over by a move of A (a⁻¹ b a)
//! gives a move of B of the same cost. Then in every sequence all moves of B can be brought to the end, at the same
//! cost: d(s) is the least |h| + |n| over words h of A and n of B with solved·h·n = s. If further the states that A
//! reaches are told apart by something that B does not touch, s fixes solved·h, and the two distances add. So the tips of
//! a pyraminx are counted apart from its body, also where they travel with it, and so are puzzles that merely lie side by
//! side. Distributions of sums of distances are products of polynomials.

use crate::reachable::coordinate::TooLarge;
use crate::reachable::index::StateIndex;
use crate::reachable::move_set::MoveSet;
use crate::reachable::move_symmetry::MoveSymmetries;
use crate::reachable::numbering::{Numbering, NumberingOptions};
use crate::reachable::slots::Slots;
use crate::reachable::split;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use std::collections::HashMap;

/// With more moves than this no split is looked for: it would take more than a second.
const MOST_MOVES: usize = 256;

/// A set of moves whose distances add to those of the other factors.
#[derive(Clone, Debug)]
pub struct Factor {
    /// Its moves.
    pub moves: MoveSet,
    /// What these reach, by what the other factors do not touch.
    pub index: Numbering,
    /// The symmetries that permute the rows of the index.
    pub symmetries: MoveSymmetries,
}

/// Splits the moves of a puzzle, which must always be possible, into as many factors as it finds; one if there is no
/// split. The distances add if each index turns out to be perfect, that is, if a search reaches all its states. Fails if an
/// index would be too large.
pub fn split(
    puzzle: &Puzzle,
    solved: &State,
    moves: &MoveSet,
    options: NumberingOptions,
) -> Result<Vec<Factor>, TooLarge> {
    let aspects = aspects(puzzle, solved, moves, options)?;
    let mut factors = Vec::new();
    let mut open = side_by_side(moves, aspects);
    while let Some((moves, aspects)) = open.pop() {
        match split_once(&moves, &aspects, solved, options.most_rows) {
            Some(parts) => open.extend(parts),
            None => {
                let (index, symmetries) = Numbering::new(&aspects, solved, &moves, options)?;
                factors.push(Factor { moves, index, symmetries });
            }
        }
    }
    Ok(factors)
}

/// All moves as one factor.
pub fn whole(
    puzzle: &Puzzle,
    solved: &State,
    moves: &MoveSet,
    options: NumberingOptions,
) -> Result<Factor, TooLarge> {
    let aspects = aspects(puzzle, solved, moves, options)?;
    let (index, symmetries) = Numbering::new(&aspects, solved, moves, options)?;
    Ok(Factor { moves: moves.clone(), index, symmetries })
}

fn aspects(
    puzzle: &Puzzle,
    solved: &State,
    moves: &MoveSet,
    options: NumberingOptions,
) -> Result<Vec<Slots>, TooLarge> {
    split::aspects(puzzle, solved, moves).ok_or(TooLarge { most: options.most_rows })
}

type Part = (MoveSet, Vec<Slots>);

/// Parts that touch nothing in common, however many moves there are.
fn side_by_side(moves: &MoveSet, aspects: Vec<Slots>) -> Vec<Part> {
    // By move the first of those that it goes with.
    let mut group: Vec<usize> = (0..moves.len()).collect();
    let touches = |slots: &Slots, m: usize| slots.is_touched(&moves.moves()[m].change);
    for slots in &aspects {
        let together: Vec<usize> =
            (0..moves.len()).filter(|&m| touches(slots, m)).map(|m| group[m]).collect();
        if let Some(&first) = together.iter().min() {
            group.iter_mut().filter(|group| together.contains(group)).for_each(|group| *group = first);
        }
    }
    let mut parts: Vec<Part> = Vec::new();
    for first in (0..moves.len()).filter(|&m| group[m] == m) {
        let members: Vec<usize> = (0..moves.len()).filter(|&m| group[m] == first).collect();
        let touched = |slots: &&Slots| members.iter().any(|&m| touches(slots, m));
        let aspects: Vec<Slots> = aspects.iter().filter(touched).cloned().collect();
        // A move that changes nothing that can be seen is no part.
        if !aspects.is_empty() {
            parts.push((moves.part(&members), aspects));
        }
    }
    if parts.is_empty() {
        // The solved state alone.
        parts.push((moves.clone(), aspects));
    }
    parts
}

/// Two parts whose distances add: B, and A by what B does not touch.
fn split_once(moves: &MoveSet, aspects: &[Slots], solved: &State, most: usize) -> Option<[Part; 2]> {
    if moves.len() > MOST_MOVES {
        return None;
    }
    for inner in normal_sets(moves) {
        let outer: Vec<usize> = (0..moves.len()).filter(|m| !inner.contains(m)).collect();
        let touched = |slots: &&Slots| inner.iter().any(|&m| slots.is_touched(&moves.moves()[m].change));
        let (by_inner, by_outer): (Vec<&Slots>, Vec<&Slots>) = aspects.iter().partition(touched);
        if by_outer.is_empty() {
            continue;
        }
        let (inner, outer) = (moves.part(&inner), moves.part(&outer));
        let by_inner: Vec<Slots> = by_inner.into_iter().cloned().collect();
        let by_outer: Vec<Slots> = by_outer.into_iter().cloned().collect();
        let whole = StateIndex::of_aspects(aspects, solved, &outer, most).ok()?.size();
        if StateIndex::of_aspects(&by_outer, solved, &outer, most).ok()?.size() == whole {
            return Some([(inner, by_inner), (outer, by_outer)]);
        }
    }
    None
}

/// The smallest sets of moves, besides none and all, that every other move turns over into themselves; ascending by
/// size, no two alike.
fn normal_sets(moves: &MoveSet) -> Vec<Vec<usize>> {
    let count = moves.len();
    let known: HashMap<_, _> = moves.moves().iter().enumerate().map(|(at, m)| (&m.change, at)).collect();
    // What becomes of b between the inverse of a and a, if that is a move of the same cost.
    let turned_over = |a: usize, b: usize| {
        let (a, b) = (&moves.moves()[a], &moves.moves()[b]);
        let turned = moves.moves()[a.inverse].change.then(&b.change).then(&a.change);
        known.get(&turned).copied().filter(|&at| moves.moves()[at].cost == b.cost)
    };
    let table: Vec<Option<usize>> =
        (0..count * count).map(|pair| turned_over(pair / count, pair % count)).collect();
    let closure = |start: usize| {
        let mut inside = vec![false; count];
        let mut open = vec![start];
        while let Some(new) = open.pop() {
            if std::mem::replace(&mut inside[new], true) {
                continue;
            }
            // A move and its inverse belong together, as do those that do not leave the set alone.
            open.push(moves.moves()[new].inverse);
            let outside = (0..count).filter(|&a| !inside[a]);
            open.extend(outside.map(|a| table[a * count + new].unwrap_or(a)));
        }
        (0..count).filter(|&m| inside[m]).collect::<Vec<usize>>()
    };
    let mut sets: Vec<Vec<usize>> = (0..count).map(closure).filter(|set| set.len() < count).collect();
    sets.sort_by_key(|set| (set.len(), set.clone()));
    sets.dedup();
    sets
}
