//! Positions of the 3x3x3 and 2x2x2 by their pieces, in the order of Singmaster and Reid: `UF UR UB … DLB DBR`.
//!
//! Start at [`read`], and at [`is_meant`], which distinguishes such a line from an algorithm. The line names the
//! piece at each place in a fixed order: at the place UF, the word `RB` means the edge of the faces R and B, with its
//! R sticker on the face U. The solved 3x3x3 is
//! `UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR`; the 2x2x2 has only the corners. The words
//! are converted to stickers, which are read like a facelet string.

use super::facelets::FaceletLayout;
use super::problem::Problem;
use crate::definition::Definition;
use crate::diagnostic::Diagnostic;
use crate::sorting;
use std::ops::Range;

/// The places of edges and of corners in their order.
const EDGES: [&str; 12] = ["UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL"];
const CORNERS: [&str; 8] = ["UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"];

/// A line with fewer words may well be an algorithm.
const FEWEST: usize = 8;

/// The places whose pieces a line names; `None` for puzzles other than the 3x3x3 and 2x2x2.
fn places(layout: &FaceletLayout) -> Option<Vec<&'static str>> {
    match layout.facelets().len() {
        54 => Some(EDGES.into_iter().chain(CORNERS).collect()),
        24 => Some(CORNERS.to_vec()),
        _ => None,
    }
}

fn words(line: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    let is_between = |c: char| c.is_whitespace() || c == ',';
    line.split(is_between).filter(|word| !word.is_empty()).map(move |word| {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        (word, start..start + word.len())
    })
}

/// Whether a word names the faces of a piece.
fn is_piece(word: &str) -> bool {
    let axis = |c: char| match c {
        'U' | 'D' => Some(0),
        'R' | 'L' => Some(1),
        'F' | 'B' => Some(2),
        _ => None,
    };
    let mut axes: Vec<_> = word.chars().map(axis).collect();
    let count = axes.len();
    sorting::sort(&mut axes);
    axes.dedup();
    (2..=3).contains(&count) && axes.len() == count && !axes.contains(&None)
}

/// Whether a line is a list of pieces: it has at least eight words, and each of them names a piece.
pub fn is_meant(layout: &FaceletLayout, line: &str) -> bool {
    places(layout).is_some() && words(line).count() >= FEWEST && words(line).all(|(word, _)| is_piece(word))
}

/// Reads a position by its pieces. O(line).
///
/// # Errors
///
/// If there are too few or too many words, a word names no piece, a piece is named twice, or the puzzle is not the
/// 3x3x3 or 2x2x2.
pub fn read(layout: &FaceletLayout, definition: &Definition, line: &str) -> Result<Problem, Diagnostic> {
    let name = &definition.name;
    let Some(places) = places(layout) else {
        return Err(Diagnostic::new(0..line.len(), format!("positions of {name} cannot be given by pieces"))
            .expected("a position of the 3x3x3 or 2x2x2"));
    };
    let words: Vec<_> = words(line).collect();
    let order = places.join(" ");
    if words.len() != places.len() {
        let end = line.trim_end().len();
        let span = words.get(places.len()).map_or(end..end, |(_, span)| span.clone());
        let message = format!("{} pieces where {name} has {}", words.len(), places.len());
        return Err(Diagnostic::new(span, message).expected(format!("the pieces at {order}")));
    }
    // A facelet that no word describes is a fixed centre.
    let letter = |face: u8| layout.faces()[usize::from(face)];
    let mut shown: Vec<(char, Range<usize>)> =
        layout.facelets().iter().map(|facelet| (letter(facelet.face), 0..0)).collect();
    for ((word, span), place) in words.iter().zip(&places) {
        let fault = |message: String| Diagnostic::new(span.clone(), message);
        if !is_piece(word) || word.len() != place.len() {
            let kind = if place.len() == 2 { "an edge, as UF" } else { "a corner, as UFR" };
            return Err(fault(format!("`{word}` is not a piece that can be at {place}"))
                .expected(kind)
                .help(format!("the order is {order}")));
        }
        let facelets = layout.facelets_of(place);
        for (face, sticker) in place.chars().zip(word.chars()) {
            let facelet = facelets.iter().find(|&&facelet| letter(layout.facelets()[facelet].face) == face);
            let Some(&facelet) = facelet else {
                return Err(fault(format!("{name} has no piece at {place}")));
            };
            shown[facelet] = (sticker, span.clone());
        }
    }
    let text: String = shown.iter().map(|(symbol, _)| symbol).collect();
    let letters: String = layout.faces().iter().collect();
    layout.read(definition, &text, Some(&letters)).map_err(|fault| {
        // One letter of that text is one facelet.
        let span = shown.get(fault.span.start).map_or(0..line.len(), |(_, span)| span.clone());
        Diagnostic { span, ..fault }
    })
}
