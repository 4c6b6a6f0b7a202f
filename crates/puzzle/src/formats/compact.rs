//! The compact strings of twsearch (`CPOS`, `CMOV`): piece · orientations + orientation, slot by slot, in base 62.
//!
//! Digits are `0`–`9`, `A`–`Z`, `a`–`z`. A set whose values all lie below 62 takes one digit a slot, below 62^2 =
//! 3844 two, the higher first; a larger set has no compact string. A compact string cannot contain unspecified
//! values.

use super::error::WriteError;
use super::lexer::Token;
use crate::definition::Definition;
use crate::diagnostic::Diagnostic;
use crate::orbit::Orbit;

const FORMAT: &str = "a compact string";
const BASE: u32 = 62;

/// The number of digits per slot of the orbit; `None` if two are not enough.
fn digits(orbit: &Orbit) -> Option<usize> {
    match u32::from(orbit.pieces) * u32::from(orbit.orientations) {
        0..=BASE => Some(1),
        63..=3844 => Some(2),
        _ => None,
    }
}

fn digit(character: u8) -> Option<u32> {
    Some(u32::from(match character {
        b'0'..=b'9' => character - b'0',
        b'A'..=b'Z' => character - b'A' + 10,
        b'a'..=b'z' => character - b'a' + 36,
        _ => return None,
    }))
}

fn character(digit: u32) -> char {
    match digit as u8 {
        digit @ 0..=9 => char::from(b'0' + digit),
        digit @ 10..=35 => char::from(b'A' + digit - 10),
        digit => char::from(b'a' + digit - 36),
    }
}

/// Piece (or slot) and orientation of each slot, by orbit.
pub(super) type Values = Vec<Vec<(u16, u16)>>;

/// Reads a compact string; checks only the range of each value.
pub(super) fn read(token: Token<'_>, definition: &Definition) -> Result<Values, Diagnostic> {
    let mut at = 0;
    let mut all = Vec::new();
    for orbit in &definition.orbits {
        let width = digits(orbit).ok_or_else(|| {
            Diagnostic::new(token.span(), format!("{} is too large for a compact string", orbit.name))
                .expected("pieces × orientations up to 3844")
                .help("write the position as a `Scramble` block")
        })?;
        let mut row = Vec::with_capacity(usize::from(orbit.pieces));
        for slot in 0..orbit.pieces {
            let mut value = 0;
            let start = token.start + at;
            for _ in 0..width {
                let place = token.start + at;
                let Some(&byte) = token.text.as_bytes().get(at) else {
                    let message = format!("the string ends at slot {} of {}", slot + 1, orbit.name);
                    return Err(Diagnostic::new(token.after(), message).expected(length(definition)));
                };
                let length = token.text[at..].chars().next().map_or(1, char::len_utf8);
                value = value * BASE
                    + digit(byte).ok_or_else(|| {
                        Diagnostic::new(place..place + length, "this is no digit of a compact string")
                            .expected("0-9, A-Z or a-z")
                    })?;
                at += 1;
            }
            let turns = u32::from(orbit.orientations);
            let (piece, turn) = (value / turns, value % turns);
            if piece >= u32::from(orbit.pieces) {
                let message = format!("{} has no piece {piece}, counted from 0", orbit.name);
                return Err(Diagnostic::new(start..token.start + at, message)
                    .expected(format!("a piece from 0 to {}", orbit.pieces - 1)));
            }
            row.push((piece as u16, turn as u16));
        }
        all.push(row);
    }
    if at < token.text.len() {
        let span = token.start + at..token.span().end;
        return Err(Diagnostic::new(span, "the string is too long").expected(length(definition)));
    }
    Ok(all)
}

fn length(definition: &Definition) -> String {
    let width = |orbit: &Orbit| usize::from(orbit.pieces) * digits(orbit).unwrap_or(0);
    format!("{} digits in all", definition.orbits.iter().map(width).sum::<usize>())
}

/// Writes a compact string; the values must be in range.
pub(super) fn write(definition: &Definition, values: &Values) -> Result<String, WriteError> {
    let mut out = String::new();
    for (orbit, row) in definition.orbits.iter().zip(values) {
        let width = digits(orbit)
            .ok_or_else(|| WriteError::unsayable(FORMAT, format!("the many values of {}", orbit.name)))?;
        for &(piece, turn) in row {
            let value = u32::from(piece) * u32::from(orbit.orientations) + u32::from(turn);
            if width == 2 {
                out.push(character(value / BASE));
            }
            out.push(character(value % BASE));
        }
    }
    Ok(out)
}
