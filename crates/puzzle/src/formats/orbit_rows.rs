//! Positions as the program prints them: for each orbit its name and the piece in each slot, such as
//! `EDGES 9 3 4 1 5 11 7 8 6 10 2 12`.
//!
//! Start at [`write()`] and [`read`]. Pieces count from 1, in the numbering of the solved state. `3+1` is piece 3 with
//! orientation 1, `3?` piece 3 with an orientation that does not matter, `?` any piece in any orientation, `?+1` any piece with
//! orientation 1. Orbits that carry no information are omitted. The facelets and the word `solved` that may follow repeat what the rows
//! state; they are ignored.

use super::problem::{Entry, Leave, Problem, Told, settle};
use crate::definition::Definition;
use crate::diagnostic::Diagnostic;
use crate::orbit::Orbit;
use crate::state::{OrbitState, State};
use std::ops::Range;

/// Least width of the column of names.
const WIDTH: usize = 8;

/// Whether a row distinguishes positions: an orbit of identical pieces without visible orientation does not.
fn is_shown((orbit, row): (&Orbit, &OrbitState)) -> bool {
    orbit.orientations > 1 || orbit.pieces == 1 || row.pieces.iter().any(|piece| *piece != row.pieces[0])
}

/// Writes the rows of a position, and its facelets if they are given. The goal is that of an incomplete position; if its rows cannot say
/// which pieces may be where, facelets stand alone. O(slots).
pub fn write(definition: &Definition, state: &State, goal: Option<&State>, facelets: Option<&str>) -> String {
    let orbits = &definition.orbits;
    let width = orbits.iter().map(|orbit| orbit.name.len()).max().unwrap_or(0).max(WIDTH);
    let row = |((orbit, row), solved): ((&Orbit, &OrbitState), &OrbitState)| {
        let content = (0..row.pieces.len()).map(|slot| {
            let piece = row.pieces[slot] + 1;
            match (row.moduli[slot], row.orientations[slot]) {
                (1, _) if !solved.pieces.contains(&row.pieces[slot]) => "?".to_string(),
                (_, turn) if !solved.pieces.contains(&row.pieces[slot]) => format!("?+{turn}"),
                (1, _) if orbit.orientations > 1 => format!("{piece}?"),
                (_, 0) => piece.to_string(),
                (_, turn) => format!("{piece}+{turn}"),
            }
        });
        format!("{:width$}  {}", orbit.name, content.collect::<Vec<_>>().join(" "))
    };
    let rows = orbits.iter().zip(&state.orbits).zip(&definition.solved.orbits);
    let mut lines: Vec<String> = rows.filter(|&(pair, _)| is_shown(pair)).map(row).collect();
    let is_read_back = |goal: &State| {
        let read = read(definition, &lines.join("\n"));
        read.is_ok_and(|read| read.state == *state && read.goal.as_ref() == Some(goal))
    };
    match facelets {
        Some(facelets) if !goal.is_none_or(is_read_back) => return facelets.to_string(),
        Some(facelets) => lines.push(format!("{FACELETS:width$}  {facelets}")),
        None => {}
    }
    lines.join("\n")
}

const FACELETS: &str = "facelets";
const SOLVED: &str = "solved";

fn words(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (word, start..start + word.len())
    })
}

fn is_entry(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || c == '?')
}

/// Whether a text is meant as rows: the name of an orbit, then entries.
pub fn is_meant(definition: &Definition, text: &str) -> bool {
    let mut words = words(text).map(|(word, _)| word);
    let is_name = words.next().is_some_and(|word| definition.orbits.iter().any(|orbit| orbit.name == word));
    is_name && words.next().is_some_and(is_entry)
}

/// Combines lines that each hold the row of an orbit into complete positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowLines {
    /// The orbits that have rows.
    names: Vec<String>,
}

impl RowLines {
    /// The lines of a definition's positions.
    pub fn new(definition: &Definition) -> Self {
        let shown = definition.orbits.iter().zip(&definition.solved.orbits).filter(|&pair| is_shown(pair));
        RowLines { names: shown.map(|(orbit, _)| orbit.name.clone()).collect() }
    }

    /// Whether a text holds some rows but not all, so that the next line belongs to it.
    pub fn is_begun(&self, text: &str) -> bool {
        let found: Vec<&str> = words(text).map(|(word, _)| word).collect();
        let is_row = found.first().is_some_and(|word| self.names.iter().any(|name| name == word))
            && found.get(1).is_some_and(|word| is_entry(word));
        is_row && self.names.iter().any(|name| !found.contains(&name.as_str()))
    }

    /// Whether a text holds all rows, so that lines may follow that only repeat what they state.
    pub fn is_complete(&self, text: &str) -> bool {
        let found: Vec<&str> = words(text).map(|(word, _)| word).collect();
        !self.names.is_empty() && self.names.iter().all(|name| found.contains(&name.as_str()))
    }
}

/// Whether a line after rows only repeats what they state.
pub fn is_repetition(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some(SOLVED) => words.next().is_none(),
        first => first == Some(FACELETS),
    }
}

/// Reads a position from rows in any order; orbits without a row are solved. O(slots).
///
/// # Errors
///
/// If an orbit is named twice or is unknown, has too few or too many entries, or has pieces that do not exist, that
/// occur too often, or that cannot have their orientations.
pub fn read(definition: &Definition, text: &str) -> Result<Problem, Diagnostic> {
    let mut told: Vec<Option<Told>> = definition.orbits.iter().map(|_| None).collect();
    let mut words = words(text).peekable();
    while let Some((name, span)) = words.next() {
        if name == FACELETS || name == SOLVED {
            break;
        }
        let orbit = definition.orbits.iter().position(|orbit| orbit.name == name).ok_or_else(|| {
            let names: Vec<&str> = definition.orbits.iter().map(|orbit| orbit.name.as_str()).collect();
            Diagnostic::new(span.clone(), format!("`{name}` is not an orbit of {}", definition.name))
                .expected(format!("one of {}", names.join(", ")))
        })?;
        let mut row = Told { pieces: Vec::new(), orientations: Vec::new() };
        while let Some((word, place)) = words.next_if(|(word, _)| is_entry(word)) {
            let (piece, turn) = entry(&definition.orbits[orbit], word, &place)?;
            row.pieces.push((piece, place.clone()));
            row.orientations.push((turn, place));
        }
        let (found, slots) = (row.pieces.len(), usize::from(definition.orbits[orbit].pieces));
        if found != slots {
            let place = row.pieces.get(slots).map_or(span.clone(), |(_, place)| place.clone());
            return Err(Diagnostic::new(place, format!("{found} entries for {name}"))
                .expected(format!("{slots}, one for each slot")));
        }
        if told[orbit].replace(row).is_some() {
            return Err(Diagnostic::new(span, format!("{name} has a row already")));
        }
    }
    settle(definition, told, Leave::Anything)
}

/// One entry: a piece and its orientation.
fn entry(orbit: &Orbit, word: &str, place: &Range<usize>) -> Result<(Entry, Entry), Diagnostic> {
    let fault = |message: String| Diagnostic::new(place.clone(), message);
    if word == "?" {
        return Ok((Entry::Open(None), Entry::Open(None)));
    }
    let (piece, turn) = match (word.strip_suffix('?'), word.split_once('+')) {
        (Some(piece), _) => (piece, None),
        (None, Some((piece, turn))) => (piece, Some(turn)),
        (None, None) => (word, Some("0")),
    };
    let number = piece.parse::<u16>().ok().filter(|number| (1..=orbit.pieces).contains(number));
    let piece = match number {
        Some(number) => Entry::Told(u32::from(number) - 1),
        None if piece == "?" => Entry::Open(None),
        None => {
            return Err(fault(format!("`{piece}` is not a piece of {}", orbit.name))
                .expected(format!("a number from 1 to {}", orbit.pieces)));
        }
    };
    let turn = match turn.map(str::parse::<u16>) {
        None => Entry::Open(None),
        Some(Ok(turn)) if turn < orbit.orientations.max(1) => Entry::Told(turn.into()),
        Some(_) => {
            return Err(fault(format!("`{word}` has no orientation of {}", orbit.name))
                .expected(format!("a number below {} after the +", orbit.orientations)));
        }
    };
    Ok((piece, turn))
}
