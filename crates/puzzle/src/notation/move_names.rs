//! The names of moves in a text, with preceding layers and following amounts.
//!
//! Start at [`Parser::word`] for runs of letters and digits, which may hold several moves, and at
//! [`Parser::special_name`] for known names with other characters in them.

use std::ops::Range;

use super::amounts::whole_number;
use super::ast::{Layers, MoveToken, NodeKind};
use super::parser::{Parser, Sequence, shortened};
use super::scan::{Cursor, is_dash, is_digit, is_letter, is_prime, is_word};
use super::words::{Mark, Piece, Split, split};
use crate::diagnostic::Diagnostic;
use crate::spelling;

impl Parser<'_> {
    /// The end of the longest known name here that is not a plain word, such as `2U'` or `r.1`.
    pub(super) fn special_name(&self) -> Option<usize> {
        let rest = self.cursor.rest();
        // Pairs of turns of Square-1 are read elsewhere, with the amount inside.
        if self.vocabulary.is_open() || rest.starts_with('(') {
            return None;
        }
        let plain = rest.find(|c| !is_word(c))?;
        let longest = self.vocabulary.longest_name().min(rest.len());
        let name_end = (plain + 1..=longest).rev().find(|&end| {
            if !rest.is_char_boundary(end) || !self.vocabulary.knows(&rest[..end]) {
                return false;
            }
            // A name does not end within a word; only an amount may follow it at once.
            match (rest[..end].chars().next_back(), rest[end..].chars().next()) {
                (Some(last), Some(next)) if is_digit(last) => !is_word(next),
                (Some(last), Some(next)) if is_letter(last) => !is_letter(next),
                _ => true,
            }
        })?;
        Some(self.cursor.at + name_end)
    }

    pub(super) fn finish_special(
        &mut self,
        sequence: &mut Sequence,
        start: usize,
        name_end: usize,
        sign: i32,
    ) -> Result<(), Diagnostic> {
        let family = self.cursor.text[self.cursor.at..name_end].to_owned();
        self.cursor.at = name_end;
        let amount = sign * self.amount()?.value;
        sequence.push_unit(NodeKind::Move(MoveToken::new(family).with_amount(amount)), start..self.cursor.at);
        Ok(())
    }

    /// A run of letters and digits with the layers before it and the amount after it.
    pub(super) fn word(
        &mut self,
        sequence: &mut Sequence,
        start: usize,
        sign: i32,
    ) -> Result<(), Diagnostic> {
        self.no_times_sign()?;
        // A known name may begin with a digit; otherwise digits in front are layers.
        let first_digit = self.cursor.peek().is_some_and(is_digit);
        let (mut word, mut mark, mut division) = self.divide_word();
        let mut layers = None;
        if first_digit && !matches!(division, Split::Pieces(_) | Split::Several(..)) {
            layers = Some(self.layers()?);
            (word, mark, division) = self.divide_word();
        }
        let text = self.cursor.text;
        let pieces = match division {
            Split::Pieces(pieces) => pieces,
            Split::Several(one, other) => return Err(several(text, word, &one, &other)),
            Split::Unknown(known) => return Err(self.unknown_part(word, known)),
        };
        self.cursor.at = word.end;
        let mut begin = start;
        let count = pieces.len();
        for (number, Piece { name, digits }) in pieces.into_iter().enumerate() {
            let mut family = text[word.start + name.start..word.start + name.end].to_owned();
            let digits = word.start + digits.start..word.start + digits.end;
            let written = if digits.is_empty() { None } else { Some(whole_number(text, digits.clone())?) };
            let mut amount = written.unwrap_or(1);
            let mut end = digits.end;
            if number + 1 == count {
                family.push_str(mark.family_end());
                amount = self.last_amount(mark, written)?;
                end = self.cursor.at;
            }
            if written.is_some() && self.vocabulary.lacks_sign(&family) {
                let fault = Diagnostic::new(begin..end, format!("`{}` without a sign", &text[begin..end]));
                return Err(fault.expected(format!("`+` or `-` after the number, as in `{family}3+`")));
            }
            if number == 0 {
                amount *= sign;
            }
            let token = MoveToken { layers: if number == 0 { layers } else { None }, family, amount };
            sequence.push_unit(NodeKind::Move(token), begin..end);
            begin = end;
        }
        Ok(())
    }

    /// Refuses `(R U)x6`: people mean six times, and it would be six rotations.
    fn no_times_sign(&self) -> Result<(), Diagnostic> {
        let mut cursor = self.cursor.clone();
        let start = cursor.at;
        if !matches!(cursor.previous(), Some(')' | ']')) || cursor.take_if(|c| c == 'x').is_none() {
            return Ok(());
        }
        let digits = cursor.take_while(is_digit);
        if digits.is_empty() {
            return Ok(());
        }
        let number = &cursor.text[digits.clone()];
        Err(Diagnostic::new(start..digits.end, format!("`x{number}` may be an amount or a rotation"))
            .expected(format!(
                "`{number}` for an amount, as in `(R U){number}`, or a space before a rotation"
            )))
    }

    /// The error for a word of which only the part before `known` can be divided into moves.
    fn unknown_part(&self, word: Range<usize>, known: usize) -> Diagnostic {
        let text = self.cursor.text;
        let rest = word.start + known;
        if known > 0 && text[rest..].starts_with('i') {
            // "Ri" is an older way to write the inverse.
            return self.unknown(rest..rest + 1, "i").help("for the inverse write `'`");
        }
        // Points at the unknown part, unless the whole word looks like another name mistyped.
        let mistyped =
            spelling::nearest(text[word.clone()].trim_end_matches(is_digit), self.vocabulary.names())
                .is_some();
        let from = if mistyped { word.start } else { rest };
        let end = match text[from..word.end].trim_end_matches(is_digit).len() {
            0 => word.end,
            length => from + length,
        };
        let fault = self.unknown(from..end, &text[from..end]);
        if from == word.start {
            return fault;
        }
        // The moves before it may have been intended as a part of the name.
        let message = format!("{} in `{}`", fault.message, shortened(&text[word]));
        Diagnostic { message, ..fault }
    }

    /// The word that begins here, the mark after it and its division into moves.
    fn divide_word(&self) -> (Range<usize>, Mark, Split) {
        let mut cursor = self.cursor.clone();
        let word = cursor.take_while(is_word);
        let text = &cursor.text[word.clone()];
        let mark = mark_at(&cursor, text);
        let division = split(text, mark, self.vocabulary);
        if mark != Mark::None && !matches!(division, Split::Pieces(_)) {
            // The mark belongs to no name, so it is left to be reported separately.
            return (word, Mark::None, split(text, Mark::None, self.vocabulary));
        }
        (word, mark, division)
    }

    /// The amount of the last move of a word, given the number at the end of the word. The cursor is after it.
    fn last_amount(&mut self, mark: Mark, written: Option<i32>) -> Result<i32, Diagnostic> {
        match (mark, written) {
            (Mark::Double, _) => {
                let sign = self.double_mark();
                Ok(sign * self.amount()?.value)
            }
            (Mark::Single, written) => {
                let sign = if self.cursor.take() == Some('+') { 1 } else { -1 };
                self.no_second_amount()?;
                Ok(sign * written.unwrap_or(1))
            }
            (Mark::None, Some(written)) => {
                let sign = if self.cursor.take_if(is_prime).is_some() { -1 } else { 1 };
                self.no_second_amount()?;
                Ok(sign * written)
            }
            (Mark::None, None) => Ok(self.amount()?.value),
        }
    }

    /// Takes `++`, `--` or a long dash; returns the sign.
    fn double_mark(&mut self) -> i32 {
        match self.cursor.take() {
            Some('—') => -1,
            Some('+') => {
                self.cursor.take();
                1
            }
            _ => {
                self.cursor.take();
                -1
            }
        }
    }

    /// `3` or `2-4`, followed by a name.
    fn layers(&mut self) -> Result<Layers, Diagnostic> {
        let start = self.cursor.at;
        let first = self.cursor.take_while(is_digit);
        let mut second = None;
        if self.cursor.peek().is_some_and(is_dash) && self.cursor.peek_second().is_some_and(is_digit) {
            self.cursor.take();
            second = Some(self.cursor.take_while(is_digit));
        }
        let span = start..self.cursor.at;
        if !self.cursor.peek().is_some_and(is_letter) {
            return Err(Diagnostic::new(span, "a number without a move")
                .expected("the name of a move after the number")
                .help("an amount follows its move directly, as in `R2` or `(R U)3`"));
        }
        let layer = |range: Range<usize>| match self.cursor.text[range.clone()].parse::<u16>() {
            Ok(0) => Err(Diagnostic::new(range, "there is no layer 0").expected("layers counted from 1")),
            Ok(layer) => Ok(layer),
            Err(_) => Err(Diagnostic::new(range, "this layer is too deep")
                .expected(format!("a number of at most {}", u16::MAX))),
        };
        let first = layer(first)?;
        let Some(second) = second else { return Ok(Layers::one(first)) };
        let second = layer(second)?;
        if first > second {
            return Err(Diagnostic::new(span, "the layers are in the wrong order")
                .expected("the outer layer first")
                .help(format!("write `{second}-{first}`")));
        }
        Ok(Layers::block(first, second))
    }
}

/// The mark of a separate family directly after the word at whose end the cursor is.
fn mark_at(cursor: &Cursor<'_>, word: &str) -> Mark {
    let rest = cursor.rest();
    let mut following = rest.chars();
    let (first, second) = (following.next(), following.next());
    let ends_in_digit = word.ends_with(is_digit);
    match (first, second) {
        (Some('—'), _) | (Some('+'), Some('+')) if !ends_in_digit => Mark::Double,
        (Some(a), Some(b)) if is_dash(a) && is_dash(b) && !ends_in_digit => Mark::Double,
        (Some('+'), second) if ends_in_digit && second != Some('+') => Mark::Single,
        (Some(c), second)
            if ends_in_digit && is_dash(c) && !second.is_some_and(|c| is_digit(c) || is_dash(c)) =>
        {
            Mark::Single
        }
        _ => Mark::None,
    }
}

fn several(text: &str, word: Range<usize>, one: &[Piece], other: &[Piece]) -> Diagnostic {
    let shown = |pieces: &[Piece]| {
        let parts: Vec<&str> = pieces
            .iter()
            .map(|Piece { name, digits }| &text[word.start + name.start..word.start + digits.end])
            .collect();
        shortened(&parts.join(" "))
    };
    let fault =
        format!("`{}` could be `{}` or `{}`", shortened(&text[word.clone()]), shown(one), shown(other));
    Diagnostic::new(word, fault).expected("spaces between these moves")
}
