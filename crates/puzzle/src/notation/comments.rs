//! Comments at the end of a line: `// …` and `# …`.
//!
//! Start at [`comment_start`]. On Square-1 `/` is a move, and blanks between moves may be left out, so that `(1,0)//(3,3)/` has two twists in a row.

use super::scan::{is_blank, is_dash, is_line_end};
use super::vocabulary::Vocabulary;

/// Where the comment at the end of a line begins. O(length of the line).
pub fn comment_start(line: &str, vocabulary: &dyn Vocabulary) -> Option<usize> {
    let mut slashes = Slashes::default();
    let mut places = line.match_indices("//").map(|(at, _)| at);
    let slashes = places.find(|&at| slashes.begin_comment(line, at, vocabulary));
    slashes.into_iter().chain(line.find('#')).min()
}

/// What two slashes in a row mean in a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slashes {
    /// The end of the line, and of all lines before it.
    end: usize,
    /// The end of the last mark of turns, in what can only be turns of Square-1: up to the end of the line, or to a comment.
    last_mark: usize,
}

impl Slashes {
    /// Whether two slashes at a place of a text begin a comment; places must ascend. Where `/` is a move, they do not if something stands before
    /// them in their line, and behind them only turns of Square-1, up to the end of the line or to a comment. O(length of the line), once for all
    /// places in it.
    pub(super) fn begin_comment(&mut self, text: &str, at: usize, vocabulary: &dyn Vocabulary) -> bool {
        let before = text[..at].chars().rev().find(|&c| !is_blank(c));
        if before.is_none_or(is_line_end) || !vocabulary.knows("/") {
            return true;
        }
        if at >= self.end {
            // Where any word may be a move, a twist alone does not tell that the puzzle is Square-1.
            let is_mark = |c| is_bracket(c) || c == '/' && !vocabulary.is_open();
            *self = Slashes::of_line(text, at, is_mark);
        }
        at + 2 >= self.last_mark
    }

    /// The line of a place.
    fn of_line(text: &str, at: usize, is_mark: impl Fn(char) -> bool) -> Self {
        let line = &text[at..];
        let end = line.find(is_line_end).unwrap_or(line.len());
        let turns = line[..end].find(|c| !is_of_square1(c)).unwrap_or(end);
        let has_comment = turns < end && !line[turns..].starts_with('#');
        let turns = if has_comment { line[..turns].rfind("//").unwrap_or(0) } else { turns };
        let last_mark = line[..turns].rfind(is_mark).map_or(0, |mark| mark + 1);
        Slashes { end: at + end, last_mark: at + last_mark }
    }
}

/// Whether a text can only be turns and twists of Square-1.
pub(super) fn is_turns(text: &str) -> bool {
    text.contains(|c| is_bracket(c) || c == '/') && text.chars().all(is_of_square1)
}

fn is_bracket(c: char) -> bool {
    matches!(c, '(' | ')' | ',')
}

fn is_of_square1(c: char) -> bool {
    is_bracket(c) || c == '/' || c.is_ascii_digit() || is_dash(c) || is_blank(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::NameSet;

    #[test]
    fn two_slashes_between_turns_of_square_1_are_twists() {
        let (square1, cube) = (NameSet::new(["/"]), NameSet::new(["R", "U"]));
        for (line, with_twists, without) in [
            ("(1,0)//(3,3)/", None, Some(5)),
            ("1,0//3,3/", None, Some(3)),
            ("1,0 / // -3,\u{2212}3 // (1,0) ends", Some(17), Some(6)),
            ("1,0 / // 3 // 3 ends", Some(6), Some(6)),
            ("1,0//3,3/ // solved", Some(10), Some(3)),
            ("(1,0)///(1,0) # twice", Some(14), Some(5)),
            ("// (1,0)/", Some(0), Some(0)),
            ("1,0 / // 12", Some(6), Some(6)),
            ("1,0 //", Some(4), Some(4)),
            ("R U # // 1", Some(4), Some(4)),
            ("R U", None, None),
        ] {
            assert_eq!(comment_start(line, &square1), with_twists, "{line}");
            assert_eq!(comment_start(line, &cube), without, "{line}");
        }
    }
}
