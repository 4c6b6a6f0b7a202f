//! Positions as permutations of points in cycle notation, such as `(1,3)(2,4)`.
//!
//! Start at [`read`]. The points are those of `permutant group` and `permutant convert --to gap`: one for each piece and orientation,
//! numbered from 1 by orbit, slot and orientation. A cycle `(a,b)` says that the content of point a goes to point b.

use super::start::Position;
use crate::algorithm;
use crate::model::Model;
use permutant_group::cycle_notation::Notation;
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::points::Points;

/// Whether a line consists of cycles of numbers and is not an algorithm, as `(1,0)` is on Square-1.
pub(super) fn is_meant(model: &Model, line: &str) -> bool {
    let is_of_cycles = |c: char| c.is_ascii_digit() || matches!(c, '(' | ')' | ',' | ' ');
    line.starts_with('(')
        && line.chars().all(is_of_cycles)
        && line.contains(|c: char| c.is_ascii_digit())
        && algorithm::parse(&model.puzzle, line).is_err()
}

/// Reads the position that a permutation of the points makes of the solved one.
///
/// # Errors
///
/// If the text is not a permutation, names points that the puzzle does not have, or tears pieces apart.
pub(super) fn read(model: &Model, text: &str) -> Result<Position, Diagnostic> {
    let all = 0..text.len();
    let points = Points::new(model.puzzle.orbits())
        .ok_or_else(|| Diagnostic::new(all.clone(), "the puzzle has too many points for cycles"))?;
    let degree = points.degree();
    let notation = Notation::from_one().largest_degree(degree);
    let permutation = notation.read_cycles(text).map_err(|fault| {
        let message = format!("this is not a permutation of the puzzle's {degree} points: {}", fault.found);
        Diagnostic::new(fault.offset..fault.offset + fault.length, message)
            .expected(&fault.expected)
            .help("`permutant group --help` says how points are numbered")
    })?;
    let transformation = points.transformation(&permutation.extended(degree));
    let transformation = transformation.ok_or_else(|| {
        Diagnostic::new(all, "this permutation tears pieces apart")
            .expected("cycles that carry all points of a piece to points of one slot, in their cyclic order")
            .help("`permutant group --help` says how points are numbered")
    })?;
    Ok(Position::new(model.puzzle.solved().after(&transformation)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    /// Moves as they are exported to GAP give the positions after these moves.
    #[test]
    fn moves_as_cycles_make_the_positions_after_them() {
        for name in ["3x3x3", "pyraminx", "supercube", "4x4x4", "topspin:8,4"] {
            let model = Model::find(name).unwrap();
            let points = Points::new(model.puzzle.orbits()).unwrap();
            for base in model.puzzle.generators() {
                let cycles = Notation::from_one().write_cycles(&points.permutation(&base.transformation));
                let expected = position::read(&model, &base.name, None).unwrap();
                assert_eq!(position::read(&model, &cycles, None), Ok(expected), "{name} {cycles}");
            }
        }
        let square = Model::find("square-1").unwrap();
        assert!(!is_meant(&square, "(1,0)"));
    }

    #[test]
    fn faults_are_named() {
        let model = Model::find("3x3x3").unwrap();
        for (text, said) in [
            ("(1,3)", "tears pieces apart"),
            ("(1,2,1)", "not a permutation of the puzzle's 54 points: point 1 occurs twice"),
            ("(54,55)", "not a permutation of the puzzle's 54 points: number 55"),
            ("(1,99999999999)", "54 points: number 99999999999"),
        ] {
            let fault = position::read(&model, text, None).unwrap_err();
            assert!(fault.message.contains(said), "{text}: {fault}");
        }
    }
}
