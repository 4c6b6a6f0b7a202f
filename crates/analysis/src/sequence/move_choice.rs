//! The moves that take part: those that a user names, or those of a search.
//!
//! [`turns`] converts names to turns, and [`turns_without`] leaves some turns out. [`metric`] reads a metric whose weights name turns.

use permutant_puzzle::metric::{Metric, MetricError};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;

/// A name that is not a move of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{puzzle} has no move '{name}'; expected names of moves such as {known}")]
pub struct UnknownMove {
    /// Name of the puzzle.
    pub puzzle: String,
    /// The text that was read as a move.
    pub name: String,
    /// The generators, separated by commas.
    pub known: String,
}

/// The reason why no turns remain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// A name is not a move.
    #[error(transparent)]
    Unknown(#[from] UnknownMove),
    /// A move is both allowed and forbidden.
    #[error("every move is excluded; expected at least one that is not")]
    NoneLeft,
}

/// The reason why a text is no metric of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MetricChoiceError {
    /// It is neither the name of a metric nor a list of weights.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// A weight is that of no move.
    #[error("the weights of the metric: {0}")]
    Unknown(#[from] UnknownMove),
}

/// A metric by its name or by weights, each of a move of the puzzle. A weight counts by whatever name its turn has: `R3` is R'.
///
/// # Errors
///
/// [`MetricChoiceError`].
pub fn metric(puzzle: &Puzzle, text: &str) -> Result<Metric, MetricChoiceError> {
    let metric = Metric::parse(text)?;
    let names: Vec<String> = metric.weighted_names().map(String::from).collect();
    if !names.is_empty() {
        turns(puzzle, &metric, &names)?;
    }
    let usual = |name: &str| match puzzle.base(name) {
        Some(_) => name.to_string(),
        None => puzzle.turn(name).map_or_else(|| name.to_string(), |turn| turn.to_string()),
    };
    Ok(metric.with_names(usual)?)
}

/// The turns denoted by some names, as in [`turns`], without those that other names denote. Where no turns are named, others take the place of
/// those that are left out if they have the same effect up to a rotation of the whole puzzle.
///
/// # Errors
///
/// [`ChoiceError`].
pub fn turns_without(
    puzzle: &Puzzle,
    metric: &Metric,
    names: &[String],
    forbidden: &[String],
) -> Result<Vec<Turn>, ChoiceError> {
    let mut left = turns(puzzle, metric, names)?;
    if !forbidden.is_empty() {
        let forbidden = turns(puzzle, metric, forbidden)?;
        if names.is_empty() {
            let others = puzzle.alike_up_to_rotation(&forbidden).into_iter();
            left.extend(others.filter(|turn| !left.contains(turn)).collect::<Vec<Turn>>());
        }
        left.retain(|turn| !forbidden.contains(turn));
    }
    if left.is_empty() { Err(ChoiceError::NoneLeft) } else { Ok(left) }
}

/// The turns denoted by names: `R` for the powers of R that are turns in the metric ([`Puzzle::powers`]), `R2` for that power and its
/// inverse. Without names, those that a search uses in the metric. Turns without effect are omitted.
pub fn turns(puzzle: &Puzzle, metric: &Metric, names: &[String]) -> Result<Vec<Turn>, UnknownMove> {
    if names.is_empty() {
        return Ok(puzzle.search_turns(metric));
    }
    let mut found: Vec<Turn> = Vec::new();
    for name in names {
        let unknown = || {
            let known: Vec<&str> = puzzle.generators().map(|base| base.name.as_str()).collect();
            UnknownMove { puzzle: puzzle.name().to_string(), name: name.clone(), known: known.join(",") }
        };
        let (turn, is_base) = match puzzle.base(name) {
            Some(turn) => (turn, true),
            None => (puzzle.turn(name).ok_or_else(unknown)?, false),
        };
        let powers = match is_base {
            true => puzzle.powers(turn.base(), metric),
            false => vec![turn.clone(), turn.inverse()],
        };
        for turn in powers {
            if turn.amount() != 0 && !found.contains(&turn) {
                found.push(turn);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzles::named;

    #[test]
    fn weights_count_by_whatever_name() {
        let puzzle = named("3x3x3");
        let cost =
            |text: &str, turn: &str| metric(&puzzle, text).map(|it| it.cost(&puzzle.turn(turn).unwrap()));
        assert_eq!(cost("R3=2", "R'"), Ok(2));
        assert_eq!(cost("R=3", "R2"), Ok(6));
        assert!(matches!(cost("Q=2", "R"), Err(MetricChoiceError::Unknown(_))));
        assert!(matches!(cost("R3=2,R'=1", "R"), Err(MetricChoiceError::Metric(MetricError::TwoWeights(_)))));
        assert!(matches!(cost("xyz", "R"), Err(MetricChoiceError::Metric(MetricError::Unknown(_)))));
    }
}
