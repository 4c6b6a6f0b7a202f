//! The exact number of canonical sequences of each length.
//!
//! Start at [`counts`]. Among sequences that differ only by exchanging neighbours that commute, or by merging turns of one move, one is
//! canonical. A search without a table visits exactly the canonical sequences.

use permutant_group::UBig;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_search::puzzle_space::{PuzzleSpace, SpaceError};
use permutant_search::sequences::Sequences;

/// The numbers of canonical sequences of length 0, 1, …, `length` in the metric, made of these turns, and the number of states of the
/// automaton that determines what may follow.
///
/// Rules that depend on the state (pieces that are glued together or excluded from a slot) are ignored, so turns of different moves
/// count in both orders. Limits on the number of occurrences of a move are ignored as well. O(length × automaton × turns) sums of
/// numbers of O(length) digits.
pub fn counts(
    puzzle: &Puzzle,
    metric: &Metric,
    turns: &[Turn],
    length: u32,
) -> Result<(Vec<UBig>, usize), SpaceError> {
    let space = PuzzleSpace::new(puzzle, turns, metric, &[puzzle.solved().clone()])?;
    let sequences = Sequences::new(&space);
    Ok((sequences.counts(&space, length), sequences.node_count()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::catalog;

    fn counted(name: &str, metric: &str, names: &[&str], length: u32) -> Vec<String> {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let metric = Metric::parse(metric).unwrap();
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let turns = crate::sequence::move_choice::turns(&puzzle, &metric, &names).unwrap();
        let counts = counts(&puzzle, &metric, &turns, length).unwrap().0;
        counts.iter().map(ToString::to_string).collect()
    }

    /// Published: 244 686 773 808 of length 10 on the 3x3x3 (twsearch). Up to three or four turns no two of them have the same effect
    /// there, so in quarter turns they are as many as positions (cube20.org).
    #[test]
    fn counts_are_the_published_ones() {
        assert_eq!(counted("3x3x3", "htm", &[], 10)[10], "244686773808");
        assert_eq!(counted("3x3x3", "qtm", &[], 4), ["1", "12", "114", "1068", "10011"]);
        assert_eq!(counted("2x2x2", "htm", &["U", "R", "F"], 3), ["1", "9", "54", "324"]);
        assert_eq!(counted("2x2x2", "htm", &["U", "R2"], 4), ["1", "4", "6", "12", "18"]);
    }

    #[test]
    fn weights_move_counts_to_other_lengths() {
        // U and U' cost 1, U2 2, R2 3: U, U' | U2 | R2 | R2 U …
        assert_eq!(counted("2x2x2", "U=1,R2=3", &["U", "R2"], 4), ["1", "2", "1", "1", "4"]);
    }

    #[test]
    fn long_sequences_are_counted_exactly() {
        // Two classes of three turns that do not commute: 6 · 3^(n-1).
        let counts = counted("3x3x3", "htm", &["U", "R"], 200);
        assert_eq!(counts[200], (UBig::from(6u8) * UBig::from(3u8).pow(199)).to_string());
    }
}
