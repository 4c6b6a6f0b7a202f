//! Related algorithms: the inverse, the same without redundant moves, without brackets and repetitions, and the mirror image.
//!
//! Start at [`changed`].

use crate::error::PageError;
use crate::source;
use permutant::algorithm;
use permutant::model::Family;
use permutant::puzzle::diagnostic::Diagnostic;
use permutant::puzzle::notation::cube_symmetry::{CubeSymmetry, Plane};

/// The algorithm to which a change leads: `invert`, `simplify`, `expand`, or, on cubes, `mirror`, which exchanges left and right.
///
/// # Errors
///
/// If there is no such puzzle or change, or the text is not an algorithm of the puzzle.
pub fn changed(puzzle: &str, text: &str, change: &str) -> Result<String, PageError> {
    let model = source::model(puzzle)?;
    let puzzle = &model.puzzle;
    let fault = |fault: Diagnostic| PageError::in_text(text, fault);
    let alg = algorithm::parse(puzzle, text).map_err(fault)?;
    // Computed for every change, so that a move that the puzzle lacks is always an error.
    let turns = algorithm::turns(puzzle, &alg).map_err(fault)?;
    match change {
        "invert" => Ok(algorithm::inverse(puzzle, &alg).to_string()),
        "simplify" => Ok(algorithm::write(&algorithm::simplify(puzzle, &turns))),
        "expand" => Ok(algorithm::write(&turns)),
        "mirror" if matches!(model.family, Family::Cube(_)) => {
            let mirrored = algorithm::image_on_cube(puzzle, text, &CubeSymmetry::mirror(Plane::M));
            Ok(mirrored.map_err(fault)?.to_string())
        }
        "mirror" => Err(PageError::new(&format!(
            "only algorithms of cubes are mirrored, not those of {}",
            puzzle.name()
        ))),
        _ => Err(PageError::new(&format!("there is no change '{change}' of algorithms"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithms_are_changed() {
        for (puzzle, text, change, expected) in [
            ("3x3x3", "[R, U] F2", "invert", "F2 [U, R]"),
            ("3x3x3", "R R U U' F", "simplify", "R2 F"),
            ("3x3x3", "[R: U] (F B)2", "expand", "R U R' F B F B"),
            ("3x3x3", "R U Fw M x", "mirror", "L' U' Fw' M x"),
            ("7x7x7", "3Rw 2U", "mirror", "3Lw' 2U'"),
            ("megaminx", "(R U)2", "expand", "R U R U"),
        ] {
            assert_eq!(changed(puzzle, text, change).as_deref(), Ok(expected), "{text}, {change}");
        }
        assert!(changed("3x3x3", "R Q", "invert").unwrap_err().span.is_some());
        assert!(changed("megaminx", "R", "mirror").is_err() && changed("3x3x3", "R", "reverse").is_err());
    }
}
