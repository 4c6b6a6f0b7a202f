//! A puzzle in the format of another program.
//!
//! Start at [`convert`].

use permutant_puzzle::definition::{Action, Generator, Role};
use permutant_puzzle::formats::{Kind, WriteFault, write_definition};
use permutant_puzzle::puzzle::Puzzle;

/// A definition as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The text.
    pub text: String,
    /// Names of moves that have no place in the format, as they would be generators there, which they are not.
    pub left_out: Vec<String>,
}

/// Writes the definition of a puzzle. Moves are left out that the format would turn into generators, which would make the puzzle
/// another one: those known by name only (KPuzzle can keep the ones that are algorithms), and rotations where there are none.
///
/// # Errors
///
/// Where the format has no words for what the definition says.
pub fn convert(puzzle: &Puzzle, kind: Kind) -> Result<Converted, WriteFault> {
    let mut definition = puzzle.definition().clone();
    let stays = |generator: &Generator| match (generator.role, &generator.action) {
        (Role::Turn, _) => true,
        (Role::Rotation, _) => kind != Kind::Ksolve,
        (Role::Named, Action::Sequence(_)) => kind == Kind::Kpuzzle,
        (Role::Named, Action::Given(_)) => false,
    };
    let gone = definition.generators.iter().filter(|generator| !stays(generator));
    let left_out = gone.map(|generator| generator.name.clone()).collect();
    definition.generators.retain(stays);
    Ok(Converted { text: write_definition(&definition, kind)?, left_out })
}
