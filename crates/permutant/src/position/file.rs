//! Positions in texts of several lines.
//!
//! Start at [`read_file`].

use super::facelets::read_facelets;
use super::line_kind::{LineKind, plain};
use super::lines::PositionLines;
use super::read::{read, read_algorithm};
use super::start::Position;
use crate::model::Model;
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::formats::scr::Settings;
use permutant_puzzle::formats::{kpuzzle, scr};
use std::ops::Range;

/// An entry of a file: a position, or the error in its text.
pub type Entry = Result<Position, Diagnostic>;

/// Reads every position of a file: the blocks of a scramble file, a KPuzzle pattern, facelets of one position in several lines, or one
/// position per line, in which case an error in one line does not affect the others. Each position of a scramble file carries the
/// requirements of the file on solutions; other files have none.
pub fn read_file(model: &Model, text: &str) -> Result<Vec<(Entry, Settings)>, Diagnostic> {
    let unasked = |positions: Vec<Entry>| {
        positions.into_iter().map(|position| (position, Settings::default())).collect()
    };
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let definition = model.puzzle.definition();
    if start.starts_with('{') {
        return Ok(unasked(vec![Ok(Position::new(kpuzzle::read_pattern(text, definition)?))]));
    }
    let first = start.lines().find(|line| !is_skipped(line)).unwrap_or("");
    if !scr::is_command(first) {
        if let Some(facelets) = facelets_in_lines(model, text) {
            return read_joined(model, text, &facelets).map(|position| unasked(vec![Ok(position)]));
        }
        return Ok(unasked(read_lines(model, text)));
    }
    let mut positions = Vec::new();
    for entry in scr::read(text, definition)? {
        let position = match entry.scramble {
            scr::Scramble::Position(problem) => problem.into(),
            scr::Scramble::Algorithm { text: alg, span } => {
                read_algorithm(model, &alg).map_err(|fault| within(fault, span.start))?
            }
            scr::Scramble::Random => {
                return Err(Diagnostic::new(0..0, "a RandomScramble is not a position")
                    .help("`permutant scramble` makes random positions"));
            }
        };
        positions.push((Ok(position), entry.settings));
    }
    Ok(positions)
}

/// Whether a line of a list is empty: blank, or a comment.
pub fn is_skipped(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#') || line.starts_with("//")
}

/// Characters of a text with their positions, in the order of facelets.
type Symbols = Vec<(char, Range<usize>)>;

/// The facelets of a text that spreads them over several lines: one face per line, one row per line, or the usual net, three rows of U,
/// then L F R B side by side, then D. `None` if each line is a position of its own.
fn facelets_in_lines(model: &Model, text: &str) -> Option<Symbols> {
    let layout = model.facelets.as_ref()?;
    let (all, area) = (layout.facelets().len(), layout.facelets().len() / 6);
    let size = area.isqrt();
    let mut offset = 0;
    let mut lines: Vec<Symbols> = Vec::new();
    for line in text.split_inclusive('\n') {
        if !is_skipped(line) {
            let plain = plain(model, line);
            let symbols = plain.char_indices().filter(|(_, c)| !c.is_whitespace() && *c != '\u{feff}');
            lines.push(symbols.map(|(at, c)| (c, offset + at..offset + at + c.len_utf8())).collect());
        }
        offset += line.len();
    }
    let words: Vec<String> =
        lines.iter().map(|line| line.iter().map(|(symbol, _)| symbol).collect()).collect();
    let like_rows =
        lines.iter().all(|line| line.len() == size || line.len() == area || line.len() == 4 * size);
    if lines.len() < 2 || !like_rows || LineKind::of(model, &words.join(" "), false) != LineKind::Facelets {
        return None;
    }
    let lengths: Vec<usize> = lines.iter().map(Vec::len).collect();
    let alone = vec![size; size];
    if size > 1 && lengths == [alone.clone(), vec![4 * size; size], alone].concat() {
        let row = |line: usize, face: usize| lines[line][face * size..(face + 1) * size].iter().cloned();
        let face = |first: usize, face: usize| (first..first + size).flat_map(move |line| row(line, face));
        // In the order U R F D L B.
        let net = face(0, 0).chain(face(size, 2)).chain(face(size, 1));
        return Some(net.chain(face(2 * size, 0)).chain(face(size, 0)).chain(face(size, 3)).collect());
    }
    // Lines that are complete positions are read separately, as those of a 1x1x1 would be.
    (size > 1 && lengths.iter().all(|&length| length < all)).then(|| lines.concat())
}

/// Reads facelets that were extracted from a text.
fn read_joined(model: &Model, text: &str, facelets: &Symbols) -> Result<Position, Diagnostic> {
    let joined: String = facelets.iter().map(|(symbol, _)| symbol).collect();
    read_facelets(model, &joined, None).map_err(|fault| {
        let at = joined.char_indices().position(|(at, _)| at >= fault.span.start);
        let end = text.trim_end().len();
        let span = at.and_then(|at| facelets.get(at)).map_or(end..end, |(_, span)| span.clone());
        Diagnostic { span, ..fault }
    })
}

/// One position per line, or in as many lines as it has rows.
fn read_lines(model: &Model, text: &str) -> Vec<Entry> {
    let mut lines = PositionLines::of(model);
    let mut positions = Vec::new();
    let (mut start, mut offset) = (0, 0);
    for line in text.split_inclusive('\n') {
        let is_first = start == offset;
        offset += line.len();
        let entry = &text[start..offset];
        if is_first && lines.is_repetition(line) {
            start = offset;
            continue;
        }
        if lines.is_begun(entry) && offset < text.len() {
            continue;
        }
        if let Some(parts) = lines.listed(entry) {
            let part = |part: Range<usize>| {
                let begin = start + part.start;
                read(model, &entry[part], None).map_err(|fault| within(fault, begin))
            };
            positions.extend(parts.into_iter().map(part));
        } else if !is_skipped(entry) {
            positions.push(read(model, entry, None).map_err(|fault| within(fault, start)));
        }
        start = offset;
    }
    positions
}

/// The same error, with its position counted in a longer text.
fn within(fault: Diagnostic, offset: usize) -> Diagnostic {
    Diagnostic { span: fault.span.start + offset..fault.span.end + offset, ..fault }
}
