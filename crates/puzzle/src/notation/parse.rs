//! The reader of algorithms: a recursive-descent parser for texts that people write and paste.
//!
//! Start at [`parse`]. The language:
//!
//! - a move is `[layers] name [amount]`: `R`, `2R`, `3Rw`, `2-4r`, and all names of the vocabulary, which take
//!   precedence over every other reading (`2U'` if a move has this name); amounts are `2`, `'`, `2'`, `'2`, `^2`,
//!   `^-1`, `^(-1)`, `²`, `⁻¹`; also `R++ D--`, `UR3-`, `/ (1, -3)`, `1,-3/` where `(1,0)` is a move, and a sign in
//!   front, as in `-r1`;
//! - `(A)n`, `[A, B]n`, `[A: B]n`, also with a minus, `(A)-n`, nested up to [`NESTING_LIMIT`]; `.` pauses; ends of lines are kept;
//! - `//` and `#` begin a comment up to the end of the line;
//! - moves are separated by blanks of any kind, commas (not directly inside `[ ]`), `*` or `·`, a dot without blanks
//!   around it, or nothing, where the division is clear (see `words.rs`).

use std::ops::Range;

use super::amounts::{signed_digits, too_large, whole_number};
use super::ast::{Alg, MoveToken, NodeKind};
use super::comments::Slashes;
use super::parser::{Dialect, Niss, Parser, Sequence};
use super::scan::{Cursor, is_blank, is_dash, is_line_end, is_prime, is_word, lowered};
use super::vocabulary::Vocabulary;
use crate::diagnostic::{Diagnostic, Position};

/// How deep groups, commutators and conjugates may be nested in a text.
pub const NESTING_LIMIT: usize = 200;

/// Reads an algorithm.
///
/// The tree takes space proportional to the length of the text. The time is that of O(length of the text ·
/// [`longest_name`](Vocabulary::longest_name)) look-ups.
///
/// # Errors
///
/// The first error in the text: an unknown move (with a suggestion), letters that could be divided in two ways, an
/// amount beyond `2^31 - 1`, brackets that do not match or are nested too deep, anything else that is not an algorithm.
///
/// ```
/// use permutant_puzzle::notation::{AnyName, Dialect, parse};
///
/// let alg = parse("[RU’R', D2] (x 3Rw)^2 // sune?", &AnyName, Dialect::default())?;
/// assert_eq!(alg.to_string(), "[R U' R', D2] (x 3Rw)2 // sune?");
/// # Ok::<(), permutant_puzzle::diagnostic::Diagnostic>(())
/// ```
pub fn parse(text: &str, vocabulary: &dyn Vocabulary, dialect: Dialect) -> Result<Alg, Diagnostic> {
    let mut parser = Parser {
        cursor: Cursor::new(text),
        vocabulary,
        dialect,
        inverse_side: Vec::new(),
        slashes: Slashes::default(),
    };
    let mut alg = parser.sequence(Inside::Top, 0)?;
    if let Some(c) = parser.cursor.peek() {
        return Err(Diagnostic::new(parser.cursor.here(), format!("`{c}` closes nothing"))
            .help("remove it, or open the bracket before"));
    }
    for part in parser.inverse_side.into_iter().rev() {
        alg = alg.then(part.inverse());
    }
    Ok(alg)
}

/// What encloses a sequence, which decides what ends it and what a comma means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Top,
    Paren,
    BracketFirst,
    BracketSecond,
}

impl Parser<'_> {
    /// Reads up to the end of the sequence; the terminator is left to the caller.
    fn sequence(&mut self, inside: Inside, depth: usize) -> Result<Alg, Diagnostic> {
        let mut sequence = Sequence::default();
        while let Some(c) = self.cursor.peek() {
            let start = self.cursor.at;
            // The order matters: a comment comes before the slash of Square-1, and known names take precedence over other
            // readings.
            if is_blank(c) {
                self.cursor.skip_blanks();
            } else if self.cursor.take_newline() {
                sequence.push(NodeKind::Newline, start..self.cursor.at);
            } else if self.cursor.rest().starts_with("//")
                && self.slashes.begin_comment(self.cursor.text, start, self.vocabulary)
            {
                self.comment(&mut sequence, 2);
            } else if let Some((token, end)) = self.bare_turns()? {
                self.cursor.at = end;
                sequence.push_unit(NodeKind::Move(token), start..end);
            } else if let Some(name) = self.special_name() {
                self.finish_special(&mut sequence, start, name, 1)?;
            } else if is_word(c) {
                self.word(&mut sequence, start, 1)?;
            } else {
                match c {
                    '#' => self.comment(&mut sequence, 1),
                    '/' => self.slash(&mut sequence)?,
                    ')' | ']' => break,
                    ',' | ':' if inside == Inside::BracketFirst => break,
                    ',' | ':' if inside == Inside::BracketSecond => return Err(self.third_part(c)),
                    ',' | '*' | '·' => self.separator(&mut sequence, c)?,
                    '.' => self.dot(&mut sequence, c)?,
                    '(' => self.parenthesis(&mut sequence, depth)?,
                    '[' => self.bracket(&mut sequence, depth)?,
                    '^' => self.caret(&mut sequence, depth)?,
                    c if is_dash(c) => self.leading_minus(&mut sequence)?,
                    _ => return Err(self.unexpected(c)),
                }
            }
        }
        match sequence.separator {
            Some((c, span)) if c != ',' => {
                Err(Diagnostic::new(span, format!("nothing follows `{c}`")).expected("a move"))
            }
            _ => Ok(Alg::new(sequence.nodes)),
        }
    }

    fn comment(&mut self, sequence: &mut Sequence, mark_length: usize) {
        let start = self.cursor.at;
        let body = self.cursor.take_while(|c| !is_line_end(c)).start + mark_length..self.cursor.at;
        sequence.push(NodeKind::Comment(self.cursor.text[body].to_owned()), start..self.cursor.at);
    }

    fn separator(&mut self, sequence: &mut Sequence, c: char) -> Result<(), Diagnostic> {
        let span = self.cursor.here();
        if !sequence.has_unit || sequence.separator.is_some() {
            return Err(Diagnostic::new(span, format!("there is nothing before `{c}`")).expected("a move"));
        }
        self.cursor.take();
        sequence.separator = Some((c, span));
        Ok(())
    }

    /// A dot is a product sign if it touches moves on both sides, otherwise a pause.
    fn dot(&mut self, sequence: &mut Sequence, c: char) -> Result<(), Diagnostic> {
        let before = self.cursor.previous().is_some_and(ends_unit);
        let after = self
            .cursor
            .peek_second()
            .is_some_and(|next| is_word(next) || is_dash(next) || matches!(next, '(' | '[' | '/' | '^'));
        if before && after {
            return self.separator(sequence, c);
        }
        let span = self.cursor.here();
        self.cursor.take();
        sequence.push_unit(NodeKind::Pause, span);
        Ok(())
    }

    /// `-` before a name, as in `-r1`.
    fn leading_minus(&mut self, sequence: &mut Sequence) -> Result<(), Diagnostic> {
        let start = self.cursor.at;
        if self.cursor.previous().is_some_and(ends_unit) {
            return Err(Diagnostic::new(self.cursor.here(), "`-` directly after a move")
                .expected("`'` for the inverse, or a space before the next move"));
        }
        self.cursor.take();
        if let Some(name) = self.special_name() {
            return self.finish_special(sequence, start, name, -1);
        }
        match self.cursor.peek() {
            Some(c) if is_word(c) => self.word(sequence, start, -1),
            _ => Err(Diagnostic::new(start..self.cursor.here().end, "`-` without a move")
                .expected("the name of a move after `-`")),
        }
    }

    fn slash(&mut self, sequence: &mut Sequence) -> Result<(), Diagnostic> {
        let start = self.cursor.at;
        if !self.vocabulary.knows("/") {
            return Err(self.unknown(self.cursor.here(), "/"));
        }
        self.cursor.take();
        let token = MoveToken::new("/").with_amount(self.amount()?.value);
        sequence.push_unit(NodeKind::Move(token), start..self.cursor.at);
        Ok(())
    }

    fn parenthesis(&mut self, sequence: &mut Sequence, depth: usize) -> Result<(), Diagnostic> {
        let start = self.cursor.at;
        if let Some(token) = self.square1_turns()? {
            sequence.push_unit(NodeKind::Move(token), start..self.cursor.at);
            return Ok(());
        }
        if self.dialect.niss == Niss::Paren {
            return self.inverse_side(sequence, depth);
        }
        let inner = self.enclosed(Inside::Paren, depth)?;
        let amount = self.bracket_amount()?;
        sequence.push_unit(NodeKind::Group(inner, amount), start..self.cursor.at);
        Ok(())
    }

    /// `( A )` for the inverse side; the cursor is at the parenthesis.
    fn inverse_side(&mut self, sequence: &mut Sequence, depth: usize) -> Result<(), Diagnostic> {
        let opener = self.cursor.here();
        if depth > 0 {
            return Err(Diagnostic::new(opener, "moves on the inverse within brackets")
                .expected("moves on the inverse only outside of brackets")
                .help("in this dialect parentheses do not group"));
        }
        let inner = self.enclosed(Inside::Paren, depth)?;
        let amount_start = self.cursor.at;
        if self.amount()?.written {
            return Err(Diagnostic::new(
                amount_start..self.cursor.at,
                "an amount after moves on the inverse",
            )
            .help("in this dialect parentheses do not group"));
        }
        self.inverse_side.push(inner);
        sequence.mark_unit();
        Ok(())
    }

    fn bracket(&mut self, sequence: &mut Sequence, depth: usize) -> Result<(), Diagnostic> {
        let opener = self.cursor.here();
        self.nest(depth)?;
        self.cursor.take();
        let first = self.sequence(Inside::BracketFirst, depth + 1)?;
        let divider = match self.cursor.peek() {
            Some(c @ (',' | ':')) => {
                self.cursor.take();
                c
            }
            Some(']') => {
                return Err(Diagnostic::new(opener.start..self.cursor.here().end, "brackets with one part")
                    .expected("`[A, B]` or `[A: B]`")
                    .help("to group moves, write `(A)`"));
            }
            _ => return Err(self.not_closed(&opener, '[', ']')),
        };
        let second = self.sequence(Inside::BracketSecond, depth + 1)?;
        self.close(&opener, '[', ']')?;
        let amount = self.bracket_amount()?;
        let kind = match divider {
            ',' => NodeKind::Commutator(first, second, amount),
            _ => NodeKind::Conjugate(first, second, amount),
        };
        sequence.push_unit(kind, opener.start..self.cursor.at);
        Ok(())
    }

    /// `( … )`; the cursor is at the opening one.
    fn enclosed(&mut self, inside: Inside, depth: usize) -> Result<Alg, Diagnostic> {
        let opener = self.cursor.here();
        self.nest(depth)?;
        self.cursor.take();
        let inner = self.sequence(inside, depth + 1)?;
        self.close(&opener, '(', ')')?;
        Ok(inner)
    }

    fn nest(&self, depth: usize) -> Result<(), Diagnostic> {
        if depth < NESTING_LIMIT {
            return Ok(());
        }
        Err(Diagnostic::new(self.cursor.here(), "brackets are nested too deeply")
            .expected(format!("at most {NESTING_LIMIT} levels")))
    }

    fn close(&mut self, opener: &Range<usize>, open: char, close: char) -> Result<(), Diagnostic> {
        match self.cursor.take_if(|c| c == close) {
            Some(_) => Ok(()),
            None => Err(self.not_closed(opener, open, close)),
        }
    }

    /// The error if the text ends, or another bracket occurs, where a bracket should be closed.
    fn not_closed(&self, opener: &Range<usize>, open: char, close: char) -> Diagnostic {
        match self.cursor.peek() {
            None => Diagnostic::new(opener.clone(), format!("this `{open}` is never closed"))
                .expected(format!("`{close}` after it")),
            Some(c) => {
                Diagnostic::new(self.cursor.here(), format!("`{c}` does not close the `{open}` before it"))
                    .expected(format!("`{close}`"))
                    .help(format!("the `{open}` stands at {}", Position::of(self.cursor.text, opener.start)))
            }
        }
    }

    fn caret(&mut self, sequence: &mut Sequence, depth: usize) -> Result<(), Diagnostic> {
        let here = self.cursor.here();
        if self.cursor.peek_second() == Some('(') {
            if self.dialect.niss == Niss::Caret {
                self.cursor.take();
                return self.inverse_side(sequence, depth);
            }
            return Err(Diagnostic::new(here, "`^` without a move before it")
                .help("to read `^(A)` as moves on the inverse, choose the dialect `caret` for NISS"));
        }
        Err(Diagnostic::new(here, "`^` without a move before it")
            .expected("an exponent directly after its move, as in `R^-1`"))
    }

    /// `(1, -3)` with its amount, if the parenthesis here is a pair of turns.
    fn square1_turns(&mut self) -> Result<Option<MoveToken>, Diagnostic> {
        let start = self.cursor.at;
        let mut cursor = self.cursor.clone();
        cursor.take();
        let Some((up_sign, up)) = signed_digits(&mut cursor) else { return Ok(None) };
        if cursor.take_if(|c| c == ',').is_none() {
            return Ok(None);
        }
        let Some((down_sign, down)) = signed_digits(&mut cursor) else { return Ok(None) };
        if cursor.take_if(|c| c == ')').is_none() {
            return Ok(None);
        }
        let text = cursor.text;
        let token =
            MoveToken::square1(up_sign * whole_number(text, up)?, down_sign * whole_number(text, down)?);
        if !self.vocabulary.knows("/") && !self.vocabulary.knows(&token.family) {
            return Err(self.unknown(start..cursor.at, &token.family));
        }
        self.cursor = cursor;
        let amount = self.amount()?.value;
        let span = start..self.cursor.at;
        token.power(amount).map(Some).ok_or_else(|| too_large(span))
    }

    fn third_part(&self, c: char) -> Diagnostic {
        let fault = Diagnostic::new(self.cursor.here(), "brackets with three parts");
        let fault = fault.expected("`[A, B]` or `[A: B]`");
        if c == ',' { fault.help("write `[A: [B, C]]` or `[[A, B], C]`") } else { fault }
    }

    fn unexpected(&self, c: char) -> Diagnostic {
        let span = self.cursor.here();
        match c {
            ':' => Diagnostic::new(span, "`:` outside of brackets").expected("a conjugate as `[A: B]`"),
            c if is_prime(c) => Diagnostic::new(span, "a prime without a move")
                .expected("a move directly before it, as in `R'`"),
            '"' | '“' | '”' | '″' => Diagnostic::new(span, "a double quote")
                .expected("a move")
                .help("write `R'` for the inverse and `R2` for twice"),
            c => Diagnostic::new(span, format!("unexpected `{}`", c.escape_debug()))
                .expected("a move or a bracket"),
        }
    }
}

/// Whether a move or a bracket can end in this character.
fn ends_unit(c: char) -> bool {
    is_word(c)
        || is_prime(c)
        || is_dash(c)
        || lowered(c).is_some()
        || matches!(c, ')' | ']' | '+' | '/' | '—')
}
