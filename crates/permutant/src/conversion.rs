//! A puzzle in the format of another program.
//!
//! Start at [`convert`].

use permutant_puzzle::definition::{Action, Definition, Generator, Role};
use permutant_puzzle::formats::style::Style;
use permutant_puzzle::formats::{Kind, WriteError, is_rotation_name, tws, write_definition};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::BaseMove;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::transformation::Transformation;

/// A definition as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The text.
    pub text: String,
    /// Names of moves that the format cannot express: it would turn them into generators, which they are not.
    pub left_out: Vec<String>,
}

/// Writes the definition of a puzzle. Moves that the format would turn into generators are omitted, since they would change the puzzle:
/// moves known by name only (KPuzzle can keep those that are algorithms), and rotations if there are none. GAP keeps all names: a
/// permutation that is not in `Group(…)` is known by name only.
///
/// A KPuzzle definition also lists the blocks of layers in which solutions are written but which a definition does not list, such as
/// `Fw` and `M` of a cube.
///
/// # Errors
///
/// If the format cannot express the definition.
pub fn convert(puzzle: &Puzzle, kind: Kind) -> Result<Converted, WriteError> {
    let (definition, left_out) = expressible(puzzle, kind);
    Ok(Converted { text: write_definition(&definition, kind)?, left_out })
}

/// The same for twsearch in the style that counts from 0: `StartState` and `MoveTransformation`.
///
/// # Errors
///
/// If the format cannot express the definition.
pub fn convert_from_zero(puzzle: &Puzzle) -> Result<Converted, WriteError> {
    let (definition, left_out) = expressible(puzzle, Kind::Tws);
    Ok(Converted { text: tws::write(&definition, Style::FromZero)?, left_out })
}

/// The definition without the moves that the format would turn into generators, and the names of those moves.
fn expressible(puzzle: &Puzzle, kind: Kind) -> (Definition, Vec<String>) {
    let mut definition = puzzle.definition().clone();
    if kind == Kind::Gap {
        // As permutations, whatever words the format has for moves.
        for generator in definition.generators.iter_mut().filter(|generator| generator.role == Role::Named) {
            if let Some(turn) = puzzle.base(&generator.name) {
                generator.action = Action::Given(turn.transformation());
            }
        }
    }
    let stays = |generator: &Generator| match (generator.role, &generator.action) {
        (Role::Turn, _) => true,
        (Role::Named, Action::Given(_)) if kind == Kind::Gap => !is_rotation_name(&generator.name),
        (Role::Rotation, _) => kind != Kind::Ksolve,
        (Role::Named, Action::Sequence(_)) => kind == Kind::Kpuzzle,
        (Role::Named, Action::Given(_)) => false,
    };
    let gone = definition.generators.iter().filter(|generator| !stays(generator));
    let left_out = gone.map(|generator| generator.name.clone()).collect();
    definition.generators.retain(stays);
    if kind == Kind::Kpuzzle {
        definition.generators.extend(blocks(puzzle));
    }
    (definition, left_out)
}

/// The blocks of layers that occur in solutions but are not listed in the definition, as algorithms of listed moves.
fn blocks(puzzle: &Puzzle) -> Vec<Generator> {
    let mut found: Vec<Generator> = Vec::new();
    for turn in [Metric::htm(), Metric::stm()].iter().flat_map(|metric| puzzle.search_turns(metric)) {
        let base = turn.base();
        let is_new = |name: &str| {
            let listed = puzzle.bases().iter().any(|base| base.name == name);
            !listed && !found.iter().any(|block| block.name == name)
        };
        if is_new(&base.name)
            && let Some(text) = in_listed_moves(puzzle, base)
        {
            let (name, action) = (base.name.clone(), Action::Sequence(text));
            found.push(Generator { name, role: Role::Named, action });
        }
    }
    found
}

/// A block of layers as an algorithm of listed moves about its axis: its layers, or, if not all of those are listed, a turn of the
/// whole puzzle followed by turning the other layers back.
fn in_listed_moves(puzzle: &Puzzle, block: &BaseMove) -> Option<String> {
    let axis: Vec<&BaseMove> =
        puzzle.bases().iter().map(AsRef::as_ref).filter(|base| base.shares_axis(block)).collect();
    let of_role = |role| {
        let moves = axis.iter().filter(move |base| base.role == role);
        moves.flat_map(|base| {
            let once = &base.transformation;
            [(base.name.clone(), once.clone()), (format!("{}'", base.name), once.inverse())]
        })
    };
    let turns: Vec<(String, Transformation)> = of_role(Role::Turn).collect();
    let nothing = (String::new(), Transformation::identity());
    std::iter::once(nothing).chain(of_role(Role::Rotation)).find_map(|(start, turned)| {
        let mut text = start;
        let mut rest = turned.inverse().then(&block.transformation);
        // Layers have no pieces in common, so each is turned either as required or not at all.
        for (name, turn) in &turns {
            if is_part(turn, &rest) {
                rest = turn.inverse().then(&rest);
                text = if text.is_empty() { name.clone() } else { format!("{text} {name}") };
            }
        }
        rest.is_identity().then_some(text)
    })
}

/// Whether a change agrees with the turn wherever the turn moves anything.
fn is_part(turn: &Transformation, change: &Transformation) -> bool {
    turn.parts().all(|(orbit, part)| {
        let Some(other) = change.part(orbit) else { return false };
        (0..part.permutation().len()).all(|slot| {
            let same = part.permutation()[slot] == other.permutation()[slot]
                && part.orientation()[slot] == other.orientation()[slot];
            !part.touches(slot) || same
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::model::Model;

    use super::*;

    #[test]
    fn blocks_of_layers_do_what_their_algorithms_say() {
        for (name, some) in [
            ("3x3x3", vec!["M", "E", "S"]),
            ("4x4x4", vec!["Rw", "Uw"]),
            ("5x5x5", vec!["Rw", "Lw", "M"]),
            ("cuboid:2x3x4", vec!["Fw"]),
            ("gigaminx", vec!["Uw", "DRw"]),
            ("master pyraminx", vec!["Uw"]),
            ("4x4x4 with moves U,2U", vec![]),
        ] {
            let puzzle = Model::find(name).unwrap().puzzle;
            let blocks = blocks(&puzzle);
            for name in some {
                assert!(blocks.iter().any(|block| block.name == name), "{name} of {}", puzzle.name());
            }
            let mut definition = puzzle.definition().clone();
            definition.generators.extend(blocks.iter().cloned());
            let with_blocks = Puzzle::new(definition).unwrap();
            for block in blocks {
                let [by_rule, written] =
                    [&puzzle, &with_blocks].map(|puzzle| puzzle.base(&block.name).unwrap());
                assert_eq!(by_rule.transformation(), written.transformation(), "{} of {name}", block.name);
            }
        }
    }

    #[test]
    fn gap_keeps_moves_that_are_known_by_name() {
        for (name, some) in [("skewb", "UFR"), ("megaminx", "R++")] {
            let puzzle = Model::find(name).unwrap().puzzle;
            let Converted { text, left_out } = convert(&puzzle, Kind::Gap).unwrap();
            assert_eq!(left_out, Vec::<String>::new(), "{name}");
            let read = Model::from_text(&text, Kind::Gap).unwrap().puzzle;
            let names =
                |puzzle: &Puzzle| puzzle.generators().map(|base| base.name.clone()).collect::<Vec<_>>();
            assert_eq!(names(&read), names(&puzzle));
            let order = |puzzle: &Puzzle| puzzle.base(some).unwrap().transformation().order();
            assert_eq!(order(&read), order(&puzzle), "{some} of {name}");
        }
    }

    #[test]
    fn solutions_can_be_made_in_a_written_definition() {
        for name in ["cuboid:2x3x4", "4x4x4", "5x5x5", "professor pyraminx"] {
            let puzzle = Model::find(name).unwrap().puzzle;
            let text = convert(&puzzle, Kind::Kpuzzle).unwrap().text;
            let read = Model::from_text(&text, Kind::Kpuzzle).unwrap().puzzle;
            for turn in puzzle.search_turns(&Metric::htm()) {
                let again = read.turn(&turn.to_string()).unwrap_or_else(|| panic!("{turn} of {name}"));
                assert_eq!(again.transformation(), turn.transformation(), "{turn} of {name}");
            }
        }
    }
}
