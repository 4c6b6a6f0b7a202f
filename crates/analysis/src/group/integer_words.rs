//! Words in the generators of a puzzle as lists of integers: generator k, counted from 1, is written k, and its inverse -k.
//!
//! Start at [`read`] and [`write()`]. Computer algebra systems exchange words in this form. The generators of a puzzle are the moves
//! that [`Puzzle::generators`] lists, in that order.

use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::moves::{BaseMove, Turn};
use permutant_puzzle::puzzle::Puzzle;
use std::sync::Arc;

/// Reads numbers separated by blanks or commas, in brackets or not: `[1, -2, 1]`, `1 -2 1`. O(text).
///
/// # Errors
/// If the text contains anything else, or a number is 0 or denotes no generator.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<Vec<Turn>, Diagnostic> {
    let generators: Vec<&Arc<BaseMove>> = puzzle.generators().collect();
    let start = text.len() - text.trim_start().len();
    let body = text.trim();
    let (start, body) = match body.strip_prefix('[').map(|inner| inner.strip_suffix(']')) {
        Some(Some(inner)) => (start + 1, inner),
        Some(None) => {
            let end = text.trim_end().len();
            return Err(Diagnostic::new(end..end, "the list is not closed").expected("']'"));
        }
        None => (start, body),
    };
    let mut turns = Vec::new();
    let mut at = start;
    for word in body.split([' ', ',', '\t', '\n', '\r']) {
        let span = at..at + word.len();
        at = span.end + 1;
        if word.is_empty() {
            continue;
        }
        let number = word.parse::<i64>().ok();
        let index = number.and_then(|number| usize::try_from(number.unsigned_abs()).ok()?.checked_sub(1));
        let generator = index.and_then(|index| generators.get(index).copied());
        let (Some(generator), Some(number)) = (generator, number) else {
            let most = generators.len();
            return Err(Diagnostic::new(span, format!("'{word}' names no generator of {}", puzzle.name()))
                .expected(format!("a number from 1 to {most}, or its negative for the inverse")));
        };
        turns.push(Turn::new(Arc::clone(generator), number.signum()));
    }
    Ok(turns)
}

/// Turns as numbers separated by blanks, with powers repeated. `None` if a turn is not of a generator, or if a power is beyond 2^20.
pub fn write(puzzle: &Puzzle, turns: &[Turn]) -> Option<String> {
    let mut words = Vec::new();
    for turn in turns {
        let index = puzzle.generators().position(|base| base.name == turn.base().name)? as i64 + 1;
        let times = usize::try_from(turn.amount().unsigned_abs()).ok().filter(|times| *times <= 1 << 20)?;
        words.extend(std::iter::repeat_n((index * turn.amount().signum()).to_string(), times));
    }
    Some(words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzles::named;
    use permutant_puzzle::algorithm;

    #[test]
    fn integers_and_names_say_the_same() {
        let cube = named("3x3x3");
        // Generators U R F D L B.
        for (numbers, names) in [("2 1 -2 -1", "R U R' U'"), ("[2,2, -6]", "R R B'"), ("", ""), ("[]", "")] {
            let turns = read(&cube, numbers).unwrap();
            assert_eq!(algorithm::write(&turns), names);
        }
        let turns = algorithm::read(&cube, "R2 U' B").unwrap();
        assert_eq!(write(&cube, &turns).unwrap(), "2 2 -1 6");
        assert_eq!(write(&cube, &algorithm::read(&cube, "M").unwrap()), None);
    }

    #[test]
    fn faults_have_places() {
        let cube = named("3x3x3");
        for (text, token) in [
            ("1 7", "7"),
            ("0", "0"),
            ("1,x,2", "x"),
            (" [2 --1]", "--1"),
            ("99999999999999999999", "99999999999999999999"),
            ("[1", ""),
        ] {
            assert_eq!(read(&cube, text).unwrap_err().token(text), token, "{text}");
        }
    }
}
