//! Moving the rotations of the whole puzzle to the end of a sequence.
//!
//! Start at [`unrotate`]. After a rotation g, a turn B has the same effect as a turn A before it: g B = A g. Every turn is therefore
//! replaced by the turn with the same effect without the preceding rotations, which is identified by its effect. On cubes turns are
//! identified by name too, because wide turns and slices of any layers have names but are not listed.

use crate::state::position_symmetry::rotation_words;
use permutant_puzzle::algorithm;
use permutant_puzzle::definition::Role;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::notation::cube_symmetry::CubeSymmetry;
use permutant_puzzle::notation::{self, AnyName, Dialect, MoveMap};
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::transformation::Transformation;
use std::collections::HashMap;
use std::sync::Arc;

/// A turn has no name in another orientation of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{puzzle} has no move that does what {turn} does after {rotations}")]
pub struct Unnamed {
    /// Name of the puzzle.
    pub puzzle: String,
    /// The turn.
    pub turn: String,
    /// The rotations before it.
    pub rotations: String,
}

/// The same sequence with its rotations moved to the end and shortened as far as possible.
///
/// # Errors
/// If the puzzle has no move for a turn in another orientation. O(turns × slots).
pub fn unrotate(puzzle: &Puzzle, turns: &[Turn]) -> Result<Vec<Turn>, Unnamed> {
    let is_rotation = |turn: &&Turn| turn.base().role == Role::Rotation;
    if !turns.iter().any(|turn| is_rotation(&turn)) {
        return Ok(turns.to_vec());
    }
    let by_effect = named_turns(puzzle);
    let mut rotation = Transformation::identity();
    let mut rotations: Vec<Turn> = Vec::new();
    let mut result = Vec::with_capacity(turns.len());
    for turn in turns {
        if is_rotation(&turn) {
            rotation = rotation.then(&turn.transformation());
            rotations.push(turn.clone());
            continue;
        }
        if rotation.is_identity() {
            result.push(turn.clone());
            continue;
        }
        let wanted = rotation.then(&turn.transformation()).then(&rotation.inverse());
        let by_name =
            || turned_by_name(puzzle, &rotations, turn).filter(|found| found.transformation() == wanted);
        let Some(found) = by_name().or_else(|| by_effect.get(&wanted).cloned()) else {
            let (turn, rotations) = (turn.to_string(), algorithm::write(&rotations));
            return Err(Unnamed { puzzle: puzzle.name().to_string(), turn, rotations });
        };
        result.push(found);
    }
    let short = rotation_words(puzzle).into_iter().find(|(effect, _)| *effect == rotation);
    result.extend(short.map_or(rotations, |(_, word)| word));
    Ok(result)
}

/// The listed moves and those of searches, by their effects.
fn named_turns(puzzle: &Puzzle) -> HashMap<Transformation, Turn> {
    /// Powers of moves of a larger order are ignored: no rotation takes a turn to another power.
    const POWERS: i64 = 60;
    let listed = puzzle.bases().iter().filter(|base| base.role != Role::Rotation).flat_map(|base| {
        let order = base.order.and_then(|order| i64::try_from(order).ok()).unwrap_or(POWERS).min(POWERS);
        (1..order).map(|amount| Turn::new(Arc::clone(base), amount))
    });
    let searched = [Metric::htm(), Metric::stm()].into_iter().flat_map(|metric| puzzle.search_turns(&metric));
    let mut by_effect = HashMap::new();
    for turn in listed.chain(searched) {
        by_effect.entry(turn.transformation()).or_insert(turn);
    }
    by_effect
}

/// On cubes: the turn that has this name before the rotations.
fn turned_by_name(puzzle: &Puzzle, rotations: &[Turn], turn: &Turn) -> Option<Turn> {
    let back = algorithm::parse(puzzle, &algorithm::write(&algorithm::invert(rotations))).ok()?;
    let symmetry = CubeSymmetry::rotation(&back).ok()?;
    let name = notation::parse(&turn.base().name, &AnyName, Dialect::default()).ok()?;
    let token = name.expand(1).ok()?.into_iter().next()?.token;
    let amount = i32::try_from(turn.amount()).ok()?;
    algorithm::turn(puzzle, &symmetry.image(&token.with_amount(amount))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::order::product;
    use crate::test_puzzles::{defined, named};

    #[test]
    fn rotations_go_to_the_end() {
        for (name, text, expected) in [
            ("3x3x3", "R y R F", "R B R y"),
            ("3x3x3", "x x' R", "R"),
            ("3x3x3", "x R U F", "R F D x"),
            ("3x3x3", "R y y", "R y2"),
            ("3x3x3", "x y x' M Rw'", "M Rw'"),
            ("5x5x5", "y 2-3Rw' 2F", "2-3Bw' 2R y"),
            ("3x3x3", "R U F", "R U F"),
        ] {
            let puzzle = named(name);
            let turns = algorithm::read(&puzzle, text).unwrap();
            let done = unrotate(&puzzle, &turns).unwrap();
            assert_eq!(product(&done), product(&turns), "{text}: {}", algorithm::write(&done));
            let roles: Vec<bool> = done.iter().map(|turn| turn.base().role == Role::Rotation).collect();
            assert!(roles.is_sorted(), "{text}: {}", algorithm::write(&done));
            if !text.starts_with("x y x'") {
                assert_eq!(algorithm::write(&done), expected, "{text}");
            }
        }
    }

    #[test]
    fn definitions_with_rotations_are_known_by_what_their_moves_do() {
        let text = include_str!("../../../../testdata/tws/pg/3x3x3.symm.tws");
        let puzzle = defined(text);
        let turns = algorithm::read(&puzzle, "R DFLv R F").unwrap();
        let done = unrotate(&puzzle, &turns).unwrap();
        assert_eq!(product(&done), product(&turns));
        assert_eq!((done.len(), done[3].to_string().as_str()), (4, "DFLv"));
    }
}
