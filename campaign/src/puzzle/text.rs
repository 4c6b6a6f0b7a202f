//! Definitions and positions in the format of twsearch.
//!
//! Start at [`definition`] and [`position`]. The format has two styles. `Solved`, `Move` and `Scramble` count from 1, and a move
//! lists its turns by the piece that moves; `StartState`, `MoveTransformation` and `ScrambleState` count from 0, by slot.

use super::definition::{Definition, Move, State};
use std::fmt::Write as _;
use std::ops::Range;

/// The style of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    FromOne,
    FromZero,
}

impl Style {
    fn base(self) -> usize {
        usize::from(self == Style::FromOne)
    }
}

fn row<T: ToString>(entries: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = entries.into_iter().map(|entry| entry.to_string()).collect();
    words.join(" ") + "\n"
}

/// A definition as text.
pub(crate) fn definition(definition: &Definition, style: Style) -> String {
    let mut text = String::new();
    for set in &definition.sets {
        let _ = writeln!(text, "Set {} {} {}", set.name, set.pieces, set.orientations);
    }
    text += if style == Style::FromOne { "Solved\n" } else { "StartState\n" };
    text += &state(definition, &definition.solved, style);
    // Slots and pieces of rules are counted from 1 in both styles.
    for rule in &definition.rules {
        for (set, range) in definition.sets.iter().zip(definition.ranges()) {
            if range.contains(&rule.slot) {
                let (slot, piece) = (rule.slot - range.start + 1, rule.piece + 1);
                let _ = writeln!(text, "Illegal {} {slot} {piece}", set.name);
            }
        }
    }
    for one in definition.moves.iter().chain(&definition.rotations) {
        text += &action(definition, one, style);
    }
    text
}

/// A position in the form of a scramble file.
pub(crate) fn position(definition: &Definition, position: &State, style: Style) -> String {
    let head = if style == Style::FromOne { "Scramble one\n" } else { "ScrambleState one\n" };
    head.to_string() + &state(definition, position, style)
}

fn state(definition: &Definition, state: &State, style: Style) -> String {
    let mut text = String::new();
    for (set, range) in definition.sets.iter().zip(definition.ranges()) {
        text += &format!("{}\n", set.name);
        text += &row(state.pieces[range.clone()].iter().map(|&piece| usize::from(piece) + style.base()));
        if set.orientations > 1 {
            text += &row(range.map(|slot| match definition.is_free(slot, state.pieces[slot]) {
                true => "?".to_string(),
                false => state.turns[slot].to_string(),
            }));
        }
    }
    text + "End\n"
}

fn action(definition: &Definition, one: &Move, style: Style) -> String {
    let command = if style == Style::FromOne { "Move" } else { "MoveTransformation" };
    let mut text = format!("{command} {}\n", one.name);
    for (set, range) in definition.sets.iter().zip(definition.ranges()) {
        let from: Vec<usize> = one.action.from[range.clone()].iter().map(|slot| slot - range.start).collect();
        let by_slot = &one.action.turn[range.clone()];
        // Sets that a move leaves unchanged may be omitted.
        if from.iter().enumerate().all(|(slot, &from)| slot == from) && by_slot.iter().all(|&turn| turn == 0)
        {
            continue;
        }
        text += &format!("{}\n", set.name);
        text += &row(from.iter().map(|slot| slot + style.base()));
        if set.orientations > 1 {
            text += &turns(&from, by_slot, range, style);
        }
    }
    text + "End\n"
}

fn turns(from: &[usize], by_slot: &[u8], range: Range<usize>, style: Style) -> String {
    if style == Style::FromZero {
        return row(by_slot);
    }
    let mut by_piece = vec![0; range.len()];
    for (&from, &turn) in from.iter().zip(by_slot) {
        by_piece[from] = turn;
    }
    row(by_piece)
}

#[cfg(test)]
mod tests {
    use super::super::definition::{Action, Rule, Set};
    use super::*;

    #[test]
    fn both_styles() {
        let puzzle = Definition {
            sets: vec![Set { name: "A".into(), pieces: 3, orientations: 2 }],
            solved: State { pieces: vec![0, 1, 1], turns: vec![0, 0, 0] },
            free: vec![true, false, false],
            moves: vec![Move {
                name: "a".into(),
                action: Action { from: vec![2, 0, 1], turn: vec![0, 1, 0] },
            }],
            rotations: Vec::new(),
            rules: vec![Rule { slot: 2, piece: 0 }],
        };
        assert_eq!(
            definition(&puzzle, Style::FromZero),
            "Set A 3 2\nStartState\nA\n0 1 1\n? 0 0\nEnd\nIllegal A 3 1\nMoveTransformation a\nA\n2 0 1\n0 1 0\nEnd\n"
        );
        // Slot 1 receives the piece of slot 0 and turns it; by piece, the first one turns.
        assert_eq!(
            definition(&puzzle, Style::FromOne),
            "Set A 3 2\nSolved\nA\n1 2 2\n? 0 0\nEnd\nIllegal A 3 1\nMove a\nA\n3 1 2\n1 0 0\nEnd\n"
        );
        assert_eq!(position(&puzzle, &puzzle.solved, Style::FromOne), "Scramble one\nA\n1 2 2\n? 0 0\nEnd\n");
    }
}
