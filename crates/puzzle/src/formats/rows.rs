//! Position and move blocks: `SETNAME`, a row of pieces, optionally a row of orientations, …, `End`.
//!
//! Start at [`read_block`]. ksolve and twsearch share these blocks and their meaning; the only difference is whether
//! a row may span lines ([`super::lexer::Dialect`]). In an old `Move` the row of orientations is indexed by the piece
//! that moved, so `f[p[i]]` is added in slot `i`; every other row is in the order of the slots.

use super::budget::Budget;
use super::lexer::{Dialect, Lexer, Token, no_end};
use super::style::Style;
use crate::definition::Definition;
use crate::diagnostic::Diagnostic;
use crate::orbit::Orbit;
use crate::sorting;
use crate::state::{OrbitState, State};
use crate::transformation::{OrbitTransformation, Transformation};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The rows of one orbit in a block.
pub(super) struct Part<'t> {
    /// The number of the orbit.
    pub(super) orbit: usize,
    /// Its pieces, one word per slot.
    pub(super) pieces: Vec<Token<'t>>,
    /// Its orientations, one word per slot, if there was such a row.
    pub(super) orientations: Option<Vec<Token<'t>>>,
}

/// Whether a word can only be an entry of a row, and so never the name of a set.
pub(super) fn is_entry(word: &str) -> bool {
    let digits = word.strip_prefix('?').unwrap_or(word);
    (word.starts_with('?') && digits.is_empty())
        || (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A whole number up to `most`.
pub(super) fn number(token: Token<'_>, most: u32, what: &str) -> Result<u32, Diagnostic> {
    let fault = |message: String| Diagnostic::new(token.span(), message).expected(what);
    if token.text.is_empty() || !token.text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(fault(format!("`{}` is not a whole number", token.text)));
    }
    let value = token.text.parse::<u32>().ok().filter(|&value| value <= most);
    value.ok_or_else(|| fault(format!("{} is too large, at most {most} is possible here", token.text)))
}

/// The numbers of the sets by name.
#[derive(Default)]
pub(super) struct Sets<'t>(HashMap<&'t str, usize>);

impl<'t> Sets<'t> {
    /// The names of a definition's sets.
    pub(super) fn of(definition: &'t Definition) -> Self {
        Sets(
            definition.orbits.iter().enumerate().map(|(index, orbit)| (orbit.name.as_str(), index)).collect(),
        )
    }

    /// The number of a set.
    pub(super) fn find(&self, token: Token<'_>) -> Result<usize, Diagnostic> {
        self.0.get(token.text).copied().ok_or_else(|| {
            let mut names: Vec<_> = self.0.iter().map(|(name, index)| (*index, *name)).collect();
            sorting::sort(&mut names);
            let like = names.iter().find(|(_, name)| name.eq_ignore_ascii_case(token.text));
            let list = names.iter().take(12).map(|(_, name)| *name).collect::<Vec<_>>().join(", ");
            let fault = Diagnostic::new(token.span(), format!("there is no set `{}`", token.text))
                .expected(format!("`End` or one of {list}"));
            match like {
                Some((_, name)) => fault.help(format!("write `{name}`: case matters here")),
                None => fault,
            }
        })
    }
}

/// Reads `Set NAME PIECES ORIENTATIONS` after its first word. ksolve writes 0 orientations for 1.
pub(super) fn read_set<'t>(
    lexer: &mut Lexer<'t>,
    command: Token<'t>,
    sets: &mut Sets<'t>,
    budget: &mut Budget,
) -> Result<Orbit, Diagnostic> {
    let [name, pieces, orientations] = lexer.arguments(command, ["NAME", "PIECES", "ORIENTATIONS"])?;
    if is_entry(name.text) || name.text == "End" {
        return Err(Diagnostic::new(name.span(), format!("`{}` cannot be the name of a set", name.text))
            .expected("a name")
            .help("numbers, `?` and `End` mean something else inside blocks"));
    }
    let index = sets.0.len();
    if sets.0.insert(name.text, index).is_some() {
        return Err(Diagnostic::new(name.span(), format!("set `{}` is defined a second time", name.text))
            .expected("another name"));
    }
    let most = u32::from(u16::MAX);
    let count = number(pieces, most, "the number of pieces")? as u16;
    if count == 0 {
        return Err(Diagnostic::new(pieces.span(), format!("set `{}` has no pieces", name.text))
            .expected("a number from 1 to 65535"));
    }
    let mut turns = number(orientations, most, "the number of orientations")? as u16;
    if turns == 0 {
        if lexer.dialect() == Dialect::Lines {
            return Err(Diagnostic::new(orientations.span(), "a piece has at least one orientation")
                .expected("a number from 1 to 65535"));
        }
        turns = 1;
    }
    budget.take_slots(usize::from(count), pieces.span())?;
    Ok(Orbit { name: name.text.to_owned(), pieces: count, orientations: turns })
}

/// One row of `count` entries; `row_of` names it.
fn read_row<'t>(
    lexer: &mut Lexer<'t>,
    row_of: &str,
    count: usize,
    sets: &Sets<'_>,
) -> Result<Vec<Token<'t>>, Diagnostic> {
    let mut row: Vec<Token<'t>> = Vec::new();
    let short = |span, found: usize| {
        Diagnostic::new(span, format!("the row of {row_of} has {found} entries"))
            .expected(format!("{count} entries"))
    };
    let no_entry = |token: Token<'_>| {
        Diagnostic::new(token.span(), format!("`{}` is not an entry of the row of {row_of}", token.text))
            .expected(format!("a row of {count} whole numbers"))
    };
    while row.len() < count {
        let next = match (lexer.dialect(), row.last()) {
            (Dialect::Lines, Some(last)) => match lexer.next_on_line() {
                None => return Err(short(last.after(), row.len())),
                token => token,
            },
            _ => {
                lexer.peek().filter(|token| is_entry(token.text) || row.is_empty()).and_then(|_| lexer.next())
            }
        };
        match next {
            None => {
                let Some(token) = lexer.peek() else { return Err(short(lexer.end(), row.len())) };
                let ends = token.text == "End" || sets.find(token).is_ok();
                return Err(if ends { short(token.span(), row.len()) } else { no_entry(token) });
            }
            Some(token) if !is_entry(token.text) => return Err(no_entry(token)),
            Some(token) => row.push(token),
        }
    }
    if lexer.dialect() == Dialect::Lines
        && let Some(token) = lexer.next_on_line()
    {
        let message = format!("the row of {row_of} has more than its {count} entries");
        return Err(Diagnostic::new(token.span(), message).expected("the end of the line"));
    }
    Ok(row)
}

fn orientations_of(set: Token<'_>) -> String {
    format!("orientations of {}", set.text)
}

/// The row of orientations where rows may span lines. Entries on the line on which the row of pieces ends may be meant for either row; if
/// they are not as many as a row of orientations has, the row of pieces is too long.
fn read_second_row<'t>(
    lexer: &mut Lexer<'t>,
    set: Token<'t>,
    pieces: &[Token<'t>],
    count: usize,
    sets: &Sets<'_>,
) -> Result<Vec<Token<'t>>, Diagnostic> {
    let begins = lexer.peek();
    let on_one_line = begins.zip(pieces.last()).is_some_and(|(token, last)| token.line == last.line);
    let row = read_row(lexer, &orientations_of(set), count, sets);
    let goes_on = lexer.peek().is_some_and(|token| is_entry(token.text));
    match (begins, row) {
        (Some(extra), row) if on_one_line && (row.is_err() || goes_on) => {
            let message = format!("the row of pieces of {} has more than its {count} entries", set.text);
            Err(Diagnostic::new(extra.span(), message)
                .expected(format!("{count} entries, and the orientations in a row of their own")))
        }
        (_, Ok(_)) if goes_on => {
            let message = format!("the row of {} has more than its {count} entries", orientations_of(set));
            let span = lexer.peek().map_or(lexer.end(), |token| token.span());
            Err(Diagnostic::new(span, message).expected("`End` or the name of a set"))
        }
        (_, row) => row,
    }
}

/// Reads the rows of a block and its `End`.
pub(super) fn read_block<'t>(
    lexer: &mut Lexer<'t>,
    opening: Token<'t>,
    orbits: &[Orbit],
    sets: &Sets<'_>,
) -> Result<Vec<Part<'t>>, Diagnostic> {
    let mut parts = Vec::<Part<'t>>::new();
    let mut given = vec![false; orbits.len()];
    loop {
        let set = lexer.next().ok_or_else(|| no_end(opening, lexer.end()))?;
        if set.text == "End" {
            lexer.line_is_done("`End` alone on its line")?;
            return Ok(parts);
        }
        let orbit = sets.find(set)?;
        lexer.line_is_done("the name of a set alone on its line")?;
        if std::mem::replace(&mut given[orbit], true) {
            return Err(Diagnostic::new(set.span(), format!("set `{}` is given a second time", set.text))
                .expected("another set, or `End`"));
        }
        let count = usize::from(orbits[orbit].pieces);
        let pieces = read_row(lexer, &format!("pieces of {}", set.text), count, sets)?;
        let more = lexer.peek().is_some_and(|token| is_entry(token.text));
        let orientations = match (more, lexer.dialect()) {
            (false, _) => None,
            (true, Dialect::Lines) => Some(read_row(lexer, &orientations_of(set), count, sets)?),
            (true, Dialect::Words) => Some(read_second_row(lexer, set, &pieces, count, sets)?),
        };
        parts.push(Part { orbit, pieces, orientations });
    }
}

/// The numbers by which a text denotes the pieces of an orbit, ascending and counted from 1 in both styles. The index
/// of a number is the piece. `None` is the class of `?`, which comes last.
pub(super) type Numbering = Vec<Option<u32>>;

/// Reads the solved state. `base` is the number of the first piece.
pub(super) fn read_solved(
    parts: &[Part<'_>],
    orbits: &[Orbit],
    base: u32,
    wildcards: bool,
) -> Result<(State, Vec<Numbering>), Diagnostic> {
    let mut state = State::identity(orbits);
    let mut numberings: Vec<Numbering> =
        (orbits.iter().map(|orbit| (1..=u32::from(orbit.pieces)).map(Some).collect())).collect();
    for part in parts {
        let orbit = &orbits[part.orbit];
        let mut row = Vec::with_capacity(part.pieces.len());
        for &token in &part.pieces {
            row.push(piece(token, base, wildcards)?.map(|number| number + 1 - base));
        }
        let mut numbering = row.clone();
        // `None` sorts first but must come last.
        numbering.sort_unstable_by_key(|number| (number.is_none(), *number));
        numbering.dedup();
        let place = |number: &Option<u32>| {
            let key = |number: &Option<u32>| (number.is_none(), *number);
            numbering.binary_search_by_key(&key(number), key).unwrap_or(0) as u16
        };
        let rows = &mut state.orbits[part.orbit];
        rows.pieces = row.iter().map(place).collect();
        read_solved_orientations(part, orbit, rows, wildcards)?;
        numberings[part.orbit] = numbering;
    }
    Ok((state, numberings))
}

fn read_solved_orientations(
    part: &Part<'_>,
    orbit: &Orbit,
    rows: &mut OrbitState,
    wildcards: bool,
) -> Result<(), Diagnostic> {
    let Some(tokens) = &part.orientations else { return Ok(()) };
    let mut class_is_free = vec![None; rows.pieces.len()];
    for (slot, &token) in tokens.iter().enumerate() {
        let turn = orientation(token, orbit, wildcards)?;
        let class = &mut class_is_free[usize::from(rows.pieces[slot])];
        let free = turn.is_none() || orbit.orientations == 1;
        if *class.get_or_insert(free) != free {
            let message = format!(
                "`{}` is the orientation of a piece, and an identical one {} `?` in this row",
                token.text,
                if free { "has no" } else { "has" },
            );
            return Err(Diagnostic::new(token.span(), message)
                .expected("`?` for all identical pieces, or for none of them"));
        }
        rows.orientations[slot] = if free { 0 } else { turn.unwrap_or(0) };
        rows.moduli[slot] = if free { 1 } else { orbit.orientations };
    }
    Ok(())
}

/// The number of a piece in a state, as written; `None` for `?`.
pub(super) fn piece(token: Token<'_>, base: u32, wildcards: bool) -> Result<Option<u32>, Diagnostic> {
    if token.text == "?" && wildcards {
        return Ok(None);
    }
    let what = if wildcards { "the number of a piece, or `?`" } else { "the number of a piece" };
    let value = number(token, u32::MAX - 1, what)?;
    if value < base {
        return Err(Diagnostic::new(token.span(), "pieces are numbered from 1 here")
            .expected("a number from 1")
            .help("`StartState`, `ScrambleState` and `MoveTransformation` count from 0"));
    }
    Ok(Some(value))
}

/// An orientation below those of the orbit; `None` for `?`.
pub(super) fn orientation(
    token: Token<'_>,
    orbit: &Orbit,
    wildcards: bool,
) -> Result<Option<u16>, Diagnostic> {
    if token.text == "?" && wildcards {
        return Ok(None);
    }
    let most = orbit.orientations - 1;
    let or = if wildcards { ", or `?`" } else { "" };
    let what = format!("an orientation from 0 to {most}{or}");
    Ok(Some(number(token, u32::from(most), &what)? as u16))
}

/// The slots that a row of a move names, from 0; each must occur once.
pub(super) fn permutation(part: &Part<'_>, orbit: &Orbit, base: u32) -> Result<Vec<u16>, Diagnostic> {
    let count = u32::from(orbit.pieces);
    let what = || format!("a slot from {base} to {}", count - 1 + base);
    let mut seen = vec![false; usize::from(orbit.pieces)];
    let mut row = Vec::with_capacity(seen.len());
    for &token in &part.pieces {
        let value = number(token, u32::MAX, &what())?;
        let slot = value.checked_sub(base).filter(|&slot| slot < count).ok_or_else(|| {
            Diagnostic::new(token.span(), format!("{} has no slot {value}", orbit.name)).expected(what())
        })?;
        if std::mem::replace(&mut seen[slot as usize], true) {
            let message = format!("slot {value} occurs a second time in this row");
            return Err(Diagnostic::new(token.span(), message)
                .expected("every slot once")
                .help("a move permutes the slots, even if pieces are identical"));
        }
        row.push(slot as u16);
    }
    Ok(row)
}

/// Converts a row that is indexed by the piece that moved to the order of the slots.
pub(super) fn by_slot(permutation: &[u16], by_piece: &[u16]) -> Vec<u16> {
    permutation.iter().map(|&from| by_piece[usize::from(from)]).collect()
}

/// The inverse of [`by_slot`].
pub(super) fn by_piece(permutation: &[u16], by_slot: &[u16]) -> Vec<u16> {
    let mut row = vec![0; by_slot.len()];
    for (&from, &turn) in permutation.iter().zip(by_slot) {
        row[usize::from(from)] = turn;
    }
    row
}

/// Reads a move: old style (from 1, orientations by piece) or new (from 0, orientations by slot).
pub(super) fn read_move(
    parts: &[Part<'_>],
    orbits: &[Orbit],
    old: bool,
    budget: &mut Budget,
) -> Result<Transformation, Diagnostic> {
    let mut rows = Vec::new();
    for part in parts {
        let orbit = &orbits[part.orbit];
        let span = part.pieces[0].span();
        budget.take_cells(part.pieces.len(), span.clone())?;
        let permutation = permutation(part, orbit, u32::from(old))?;
        let mut turns = vec![0; permutation.len()];
        for (turn, &token) in turns.iter_mut().zip(part.orientations.iter().flatten()) {
            *turn = orientation(token, orbit, false)?.unwrap_or(0);
        }
        let turns = if old { by_slot(&permutation, &turns) } else { turns };
        let part_rows = OrbitTransformation::new(orbit, permutation, turns)
            .map_err(|fault| Diagnostic::new(span, fault.to_string()))?;
        rows.push((part.orbit, part_rows));
    }
    Ok(Transformation::from_parts(rows))
}

/// Writes one row after `indent`.
pub(super) fn write_row(
    out: &mut String,
    indent: &str,
    entries: impl IntoIterator<Item = impl std::fmt::Display>,
) {
    let mut separator = indent;
    for entry in entries {
        // Writing to a string cannot fail.
        let _ = write!(out, "{separator}{entry}");
        separator = " ";
    }
    out.push('\n');
}

/// The orientations of a move in a style.
pub(super) fn written_turns(permutation: &[u16], turns: &[u16], style: Style) -> Vec<u16> {
    match style {
        Style::FromOne => by_piece(permutation, turns),
        Style::FromZero => turns.to_vec(),
    }
}

/// Writes the parts of a move that are not the identity; rows of zeros are omitted.
pub(super) fn write_move_rows(
    out: &mut String,
    definition: &Definition,
    transformation: &Transformation,
    style: Style,
) {
    for (orbit, part) in transformation.parts() {
        out.push_str(&definition.orbits[orbit].name);
        out.push('\n');
        write_row(out, "", part.permutation().iter().map(|&slot| u32::from(slot) + style.first()));
        if part.orientation().iter().any(|&turn| turn != 0) {
            write_row(out, "", written_turns(part.permutation(), part.orientation(), style));
        }
    }
}
