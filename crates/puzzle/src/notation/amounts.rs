//! Numbers in algorithms: the multiplicity of a move or a bracket.
//!
//! Start at [`Parser::amount`]. An amount directly follows its move or bracket, and there is at most one: `2`, `'`,
//! `2'`, `'2`, `^2`, `^2'`, `^-1`, `^(-1)`, `²`, `⁻¹`, and after a bracket `-2`. All must lie within `-(2^31 - 1) ..= 2^31 - 1`. A pair of
//! turns of Square-1 can look like an amount, so [`Parser::bare_turns`] is here too.

use std::ops::Range;

use super::ast::MoveToken;
use super::parser::{Niss, Parser};
use super::scan::{Cursor, is_dash, is_digit, is_letter, is_prime, lowered};
use crate::diagnostic::Diagnostic;

/// An amount, and whether it was written or is the implicit 1.
pub(super) struct Amount {
    pub(super) value: i32,
    pub(super) written: bool,
}

impl Parser<'_> {
    /// The amount attached here; 1 if there is none.
    pub(super) fn amount(&mut self) -> Result<Amount, Diagnostic> {
        let value = match self.cursor.peek() {
            // `/3,0` is a twist and the next pair of turns.
            Some(c) if is_digit(c) && self.cursor.previous() == Some('/') && self.bare_turns()?.is_some() => {
                return Ok(Amount { value: 1, written: false });
            }
            Some(c) if is_digit(c) => {
                let digits = self.cursor.take_while(is_digit);
                let size = whole_number(self.cursor.text, digits)?;
                if self.cursor.take_if(is_prime).is_some() { -size } else { size }
            }
            Some(c) if is_prime(c) => {
                let prime = self.cursor.here();
                self.cursor.take();
                let digits = self.cursor.take_while(is_digit);
                match self.cursor.peek() {
                    _ if digits.is_empty() => -1,
                    Some(c) if is_letter(c) || is_dash(c) => {
                        let number = &self.cursor.text[digits.clone()];
                        return Err(Diagnostic::new(
                            prime.start..digits.end,
                            format!("`{number}` may belong to the move before it or to the one after it"),
                        )
                        .expected(format!("a space before or after `{number}`")));
                    }
                    _ => -whole_number(self.cursor.text, digits)?,
                }
            }
            Some('^') => match self.exponent()? {
                // A name that ends in a digit has its amount after a caret, followed by its prime: `R1^2'`.
                Some(value)
                    if self.cursor.previous().is_some_and(is_digit)
                        && value >= 0
                        && self.cursor.take_if(is_prime).is_some() =>
                {
                    -value
                }
                Some(value) => value,
                None => return Ok(Amount { value: 1, written: false }),
            },
            Some(c) if lowered(c).is_some() => self.raised()?,
            _ => return Ok(Amount { value: 1, written: false }),
        };
        self.no_second_amount()?;
        Ok(Amount { value, written: true })
    }

    /// The amount attached to a bracket, which may have a minus before it: `(R U)-2`. After a move, a minus is read as a mark or refused,
    /// since `R3-` is a move of its own; nor is it an amount where the digits may be layers of the next move, as in `(R)-2r`.
    pub(super) fn bracket_amount(&mut self) -> Result<i32, Diagnostic> {
        let mut cursor = self.cursor.clone();
        if cursor.take_if(is_dash).is_none() {
            return Ok(self.amount()?.value);
        }
        let digits = cursor.take_while(is_digit);
        let goes_on = |c: char| is_letter(c) || is_dash(c) || matches!(c, ',' | '+' | '—');
        if digits.is_empty() || cursor.peek().is_some_and(goes_on) {
            return Ok(1);
        }
        let size = whole_number(cursor.text, digits)?;
        self.cursor = cursor;
        self.no_second_amount()?;
        Ok(-size)
    }

    /// `^2`, `^-1`, `^(-1)`. Nothing if this is the `^(A)` of moves on the inverse.
    fn exponent(&mut self) -> Result<Option<i32>, Diagnostic> {
        let start = self.cursor.at;
        let mut cursor = self.cursor.clone();
        cursor.take();
        let paren = cursor.take_if(|c| c == '(').is_some();
        let number = if paren { signed_digits(&mut cursor) } else { sign_and_digits(&mut cursor) };
        let closed = !paren || cursor.take_if(|c| c == ')').is_some();
        match number {
            Some((sign, digits)) if closed => {
                self.cursor = cursor;
                Ok(Some(sign * whole_number(self.cursor.text, digits)?))
            }
            _ if paren && self.dialect.niss == Niss::Caret => Ok(None),
            _ => Err(Diagnostic::new(start..start + 1, "`^` without a whole number")
                .expected("an exponent, as in `R^2` or `R^-1`")
                .help("a conjugate is written `[A: B]`")),
        }
    }

    /// `²`, `⁻¹`.
    fn raised(&mut self) -> Result<i32, Diagnostic> {
        let span = self.cursor.take_while(|c| lowered(c).is_some());
        let plain: String = self.cursor.text[span.clone()].chars().filter_map(lowered).collect();
        let digits = plain.strip_prefix('-').unwrap_or(&plain);
        if digits.is_empty() || digits.contains('-') {
            return Err(Diagnostic::new(span, "not an exponent").expected("one as in `R²` or `R⁻¹`"));
        }
        let size: i32 = digits.parse().map_err(|_| too_large(span))?;
        Ok(if plain.starts_with('-') { -size } else { size })
    }

    /// `1,-3` and its end, if there is a pair of turns of Square-1 without parentheses here and the puzzle has such
    /// moves.
    pub(super) fn bare_turns(&self) -> Result<Option<(MoveToken, usize)>, Diagnostic> {
        let begins = self.cursor.peek().is_some_and(|c| c.is_ascii_digit() || is_dash(c));
        if !begins || !self.vocabulary.knows("(1,0)") {
            return Ok(None);
        }
        let mut cursor = self.cursor.clone();
        let Some((up_sign, up)) = signed_digits(&mut cursor) else { return Ok(None) };
        if cursor.take_if(|c| c == ',').is_none() {
            return Ok(None);
        }
        cursor.skip_blanks();
        let Some((down_sign, down)) = sign_and_digits(&mut cursor) else { return Ok(None) };
        let text = cursor.text;
        let (up, down) = (up_sign * whole_number(text, up)?, down_sign * whole_number(text, down)?);
        Ok(Some((MoveToken::square1(up, down), cursor.at)))
    }

    /// Refuses `R''`, `R2'3`, `R2^3`, `R^-2'`, whose meaning is ambiguous.
    pub(super) fn no_second_amount(&self) -> Result<(), Diagnostic> {
        let Some(c) = self.cursor.peek() else { return Ok(()) };
        if is_prime(c) && self.cursor.previous().is_some_and(is_prime) {
            return Err(Diagnostic::new(self.cursor.here(), "a second prime")
                .expected("one prime")
                .help("write `R'` for the inverse and `R2` for twice"));
        }
        let niss = c == '^' && self.dialect.niss == Niss::Caret;
        if is_prime(c) || is_digit(c) || lowered(c).is_some() || (c == '^' && !niss) {
            return Err(Diagnostic::new(self.cursor.here(), "a second amount")
                .expected("one amount, as in `R2'`")
                .help("put brackets around the move, as in `(R2)3`, or a space before the next one"));
        }
        Ok(())
    }
}

/// A number with an optional sign and surrounding blanks.
pub(super) fn signed_digits(cursor: &mut Cursor<'_>) -> Option<(i32, Range<usize>)> {
    cursor.skip_blanks();
    let number = sign_and_digits(cursor)?;
    cursor.skip_blanks();
    Some(number)
}

pub(super) fn sign_and_digits(cursor: &mut Cursor<'_>) -> Option<(i32, Range<usize>)> {
    let sign = match cursor.take_if(|c| c == '+' || is_dash(c)) {
        Some(c) if c != '+' => -1,
        _ => 1,
    };
    let digits = cursor.take_while(is_digit);
    (!digits.is_empty()).then_some((sign, digits))
}

pub(super) fn whole_number(text: &str, digits: Range<usize>) -> Result<i32, Diagnostic> {
    text[digits.clone()].parse().map_err(|_| too_large(digits))
}

pub(super) fn too_large(span: Range<usize>) -> Diagnostic {
    Diagnostic::new(span, "this amount is too large").expected(format!("a number of at most {}", i32::MAX))
}
