//! Counts that are products: moves that split into sets whose distances add.
//!
//! Start at [`split()`]. Let the moves consist of two sets A and B such that the conjugate a⁻¹ b a of a move b of B by
//! a move a of A is a move of B of the same cost. Then all moves of B in any sequence can be brought to its end at the
//! same cost: d(s) is the least |h| + |n| over words h of A and n of B with solved·h·n = s. If, in addition, the states
//! that A reaches can be distinguished by something that B does not touch, s determines solved·h, and the two distances
//! add. Thus the tips of a pyraminx are counted separately from its body, even where they travel with it. The same
//! holds for puzzles that are merely combined without sharing pieces. Distributions of sums of distances are products
//! of polynomials.

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

/// With more moves than this no split is sought, because the search would take more than a second.
const MOST_MOVES: usize = 256;

/// A set of moves whose distances add to those of the other factors.
#[derive(Clone, Debug)]
pub struct Factor {
    /// Its moves.
    pub moves: MoveSet,
    /// The states that these moves reach, described by what the other factors do not touch.
    pub index: Numbering,
    /// The symmetries that permute the rows of the index.
    pub symmetries: MoveSymmetries,
}

/// Splits the moves of a puzzle, which must always be possible, into as many factors as it finds; a single factor if
/// there is no split. The distances add if each index turns out to be perfect, that is, if a search reaches all its
/// states. Fails if an index would be too large.
pub fn split(
    puzzle: &Puzzle,
    solved: &State,
    moves: &MoveSet,
    options: NumberingOptions,
) -> Result<Vec<Factor>, TooLarge> {
    let aspects = aspects(puzzle, solved, moves, options)?;
    let mut open = side_by_side(moves, aspects);
    let mut parts = Vec::new();
    while let Some((moves, aspects)) = open.pop() {
        match split_once(&moves, &aspects, solved, options.most_rows) {
            Some(smaller) => open.extend(smaller),
            None => parts.push((moves, aspects)),
        }
    }
    // That every number is reached is what proves that the distances add.
    let options = NumberingOptions { exact: options.exact || parts.len() > 1, ..options };
    let factor = |(moves, aspects): (MoveSet, Vec<Slots>)| {
        let (index, symmetries) = Numbering::new(&aspects, solved, &moves, options)?;
        Ok(Factor { moves, index, symmetries })
    };
    parts.into_iter().map(factor).collect()
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

/// Parts that have no touched slots in common, for any number of moves.
fn side_by_side(moves: &MoveSet, aspects: Vec<Slots>) -> Vec<Part> {
    // By move, the first of the moves in its group.
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
        // A move without a visible effect forms no part.
        if !aspects.is_empty() {
            parts.push((moves.part(&members), aspects));
        }
    }
    if parts.is_empty() {
        // Only the solved state.
        parts.push((moves.clone(), aspects));
    }
    parts
}

/// Two parts whose distances add: B, and A restricted to what B does not touch.
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

/// The smallest sets of moves, other than none and all, that are closed under conjugation by every other move; in
/// ascending order of size, without duplicates.
fn normal_sets(moves: &MoveSet) -> Vec<Vec<usize>> {
    let count = moves.len();
    let known: HashMap<_, _> = moves.moves().iter().enumerate().map(|(at, m)| (&m.change, at)).collect();
    // The conjugate a⁻¹ b a, if it is a move of the same cost.
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
            // A move and its inverse belong together, and so do moves that do not normalize the set.
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
