//! Annotations in lists of algorithms: a number before the moves (`12. R U`, `3) R U`, `3: R U`) and a length after them
//! (`R U (2f*)`, `R U (2)`), as cubers and this program write them.
//!
//! Start at [`without_annotations`].

use std::borrow::Cow;
use std::ops::Range;

use super::comments::comment_start;
use super::scan::is_blank;
use super::vocabulary::Vocabulary;

/// The text with blanks in place of the number at the beginning and the length at the end of each line, so that all
/// places in it are unchanged.
///
/// A length is a whole number in parentheses, followed only by blanks or a comment. It may contain the letter of a
/// metric (f, h, q, s) and a star for a proven shortest one. If the puzzle has a move of that name (`(4f)`, four layers
/// of a big cube), it is a length only if it has a star or equals the number of words before it. O(length of the text).
pub fn without_annotations<'t>(text: &'t str, vocabulary: &dyn Vocabulary) -> Cow<'t, str> {
    let mut cut: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = comment_start(line, vocabulary).unwrap_or(line.len());
        let moves = line[..end].trim_end_matches(|c| is_blank(c) || c == '\n' || c == '\r');
        let number = number(moves);
        let length = length(&moves[number.clone().map_or(0, |number| number.end)..], vocabulary);
        cut.extend(number.map(|place| start + place.start..start + place.end));
        cut.extend(length.map(|length| start + moves.len() - length..start + moves.len()));
        start += line.len();
    }
    if cut.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut plain = text.to_string();
    for place in cut {
        plain.replace_range(place.clone(), &" ".repeat(place.len()));
    }
    Cow::Owned(plain)
}

/// The place of `12.`, `12)` or `12:` at the beginning of a line, followed by a blank or nothing.
fn number(line: &str) -> Option<Range<usize>> {
    let start = line.len() - line.trim_start_matches(is_blank).len();
    let rest = &line[start..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let mark = rest[digits..].chars().next().filter(|c| matches!(c, '.' | ')' | ':'));
    let behind = rest[digits..].chars().nth(1);
    (digits > 0 && mark.is_some() && behind.is_none_or(is_blank)).then(|| start..start + digits + 1)
}

/// The number of bytes that the length takes at the end of a line of moves.
fn length(moves: &str, vocabulary: &dyn Vocabulary) -> Option<usize> {
    let open = moves.strip_suffix(')')?.rfind('(')?;
    let inside = moves[open + 1..moves.len() - 1].trim();
    let (plain, proven) = match inside.strip_suffix('*') {
        Some(plain) => (plain.trim_end(), true),
        None => (inside, false),
    };
    let count = plain.trim_end_matches(['f', 'h', 'q', 's']);
    let is_count =
        !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit()) && plain.len() <= count.len() + 1;
    let words = || moves[..open].split_whitespace().count();
    let may_be = || proven || !vocabulary.knows(plain) || count.parse() == Ok(words());
    (is_count && may_be()).then(|| moves.len() - open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::NameSet;

    #[test]
    fn numbers_and_lengths_are_blanked() {
        let names = NameSet::new(["R", "U", "2f", "1"]);
        for (text, expected) in [
            ("R U (2f*)", "R U      "),
            ("R U (2)", "R U    "),
            ("R U (2f)", "R U     "),
            ("R U R (2f)", "R U R (2f)"),
            ("R U R (2f*)", "R U R      "),
            ("R U R (3q) // nice", "R U R      // nice"),
            ("12. R U", "    R U"),
            ("3: R U", "   R U"),
            ("3:R", "3:R"),
            ("3) R U (2f)\n4) R\n", "   R U     \n   R\n"),
            ("(0f*)", "     "),
            ("1.", "  "),
            ("(R U)2", "(R U)2"),
            ("R (U)", "R (U)"),
            ("R (2fq)", "R (2fq)"),
            ("1 R", "1 R"),
            ("2.R", "2.R"),
            ("()", "()"),
            ("é (1f*)", "é      "),
        ] {
            assert_eq!(without_annotations(text, &names), expected, "{text}");
        }
    }
}
