//! Words without spaces: the division of `RUR2` into moves.
//!
//! Start at [`split`]. A word is a run of letters and digits. Rules, in this order:
//!
//! 1. A word that is a known name, or a known name with a number, is a single move (`UR` where `UR` is known).
//! 2. Digits belong to the name before them: to the longest known name that ends in them (`f12` before `f1`),
//!    else as its amount (`R2U2` is `R2 U2`). Only at the start of a word may a name begin with a digit.
//! 3. A closed vocabulary then needs exactly one division of the word into known names and amounts. If there is none,
//!    the move is unknown; if there are several, the error asks for spaces.
//! 4. An open vocabulary divides each run of letters in this way; a run without a unique division is a name of its
//!    own.

use std::ops::Range;

use super::vocabulary::Vocabulary;

/// The marks of Pochmann's and the clock's notation after a word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    /// `++` or `--` after a name.
    Double,
    /// `+` or `-` after a name and a number.
    Single,
}

impl Mark {
    /// The suffix that the mark adds to the name of the family.
    pub(super) fn family_end(self) -> &'static str {
        match self {
            Mark::None => "",
            Mark::Double => "++",
            Mark::Single => "+",
        }
    }
}

/// A move inside a word: a name and the digits after it, possibly none, as byte offsets into the word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) name: Range<usize>,
    pub(super) digits: Range<usize>,
}

/// The outcome of dividing a word.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Split {
    /// The unique division.
    Pieces(Vec<Piece>),
    /// Two of several divisions.
    Several(Vec<Piece>, Vec<Piece>),
    /// No division. The longest prefix that can be divided ends at this offset.
    Unknown(usize),
}

/// Divides a word into moves. O(length of the word · longest known name) look-ups.
pub(super) fn split(word: &str, mark: Mark, vocabulary: &dyn Vocabulary) -> Split {
    if !vocabulary.is_open() {
        return divide(word, mark, vocabulary);
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    while at < word.len() {
        let letters_end = at + run(&word[at..], |c| !c.is_ascii_digit());
        let end = letters_end + run(&word[letters_end..], |c| c.is_ascii_digit());
        if letters_end == at {
            return Split::Unknown(at);
        }
        let mark = if end == word.len() { mark } else { Mark::None };
        match divide(&word[at..end], mark, vocabulary) {
            Split::Pieces(parts) => pieces.extend(parts.into_iter().map(|piece| piece.moved(at))),
            Split::Several(..) | Split::Unknown(_) => {
                pieces.push(Piece { name: at..letters_end, digits: letters_end..end });
            }
        }
        at = end;
    }
    Split::Pieces(pieces)
}

/// Divides a word into known names and amounts.
fn divide(word: &str, mark: Mark, vocabulary: &dyn Vocabulary) -> Split {
    let end = word.len();
    let digits_end = digit_run_ends(word);
    // ways[i]: the number of ways to divide the word from i on, where 2 stands for more; first[i], second[i]: the ends
    // of the first names of two of these divisions. 0 means none.
    let mut ways = vec![0u8; end + 1];
    let mut first = vec![0usize; end];
    let mut second = vec![0usize; end];
    ways[end] = 1;
    for start in (0..end).rev() {
        if !word.is_char_boundary(start) || (start > 0 && word.as_bytes()[start].is_ascii_digit()) {
            continue;
        }
        for name_end in known_names(word, start, mark, &digits_end, vocabulary) {
            let next = digits_end[name_end];
            if next == end && start == 0 {
                // Rule 1: the whole word is one move.
                return Split::Pieces(vec![Piece { name: 0..name_end, digits: name_end..end }]);
            }
            if ways[next] > 0 {
                let slot = if first[start] == 0 { &mut first } else { &mut second };
                slot[start] = name_end;
                ways[start] = (ways[start] + ways[next]).min(2);
            }
        }
    }
    // Follows first[], except that with `other` the first choice with an alternative goes to second[].
    let walk = |mut other: bool| {
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < end {
            let turn = other && second[at] != 0;
            let name_end = if turn { second[at] } else { first[at] };
            other &= !turn;
            pieces.push(Piece { name: at..name_end, digits: name_end..digits_end[name_end] });
            at = digits_end[name_end];
        }
        pieces
    };
    match ways[0] {
        0 => Split::Unknown(known_part(word, mark, &digits_end, vocabulary)),
        1 => Split::Pieces(walk(false)),
        _ => Split::Several(walk(false), walk(true)),
    }
}

/// The ends of the known names that begin at `start`, longest first. A name that a longer one extends only by digits is
/// omitted.
fn known_names(
    word: &str,
    start: usize,
    mark: Mark,
    digits_end: &[usize],
    vocabulary: &dyn Vocabulary,
) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    let longest = vocabulary.longest_name().min(word.len() - start);
    for name_end in (start + 1..=start + longest).rev() {
        if !word.is_char_boundary(name_end)
            || found.last().is_some_and(|&longer| longer <= digits_end[name_end])
        {
            continue;
        }
        let name = &word[start..name_end];
        let known = if digits_end[name_end] < word.len() || mark == Mark::None {
            vocabulary.knows(name)
        } else {
            let digits = name_end < word.len();
            digits == (mark == Mark::Single) && vocabulary.knows(&format!("{name}{}", mark.family_end()))
        };
        if known {
            found.push(name_end);
        }
    }
    found
}

/// The greatest offset, short of the end, up to which the word can be divided.
fn known_part(word: &str, mark: Mark, digits_end: &[usize], vocabulary: &dyn Vocabulary) -> usize {
    let mut reached = vec![false; word.len() + 1];
    reached[0] = true;
    for start in 0..word.len() {
        if reached[start] && word.is_char_boundary(start) {
            for name_end in known_names(word, start, mark, digits_end, vocabulary) {
                reached[digits_end[name_end]] = true;
            }
        }
    }
    reached[..word.len()].iter().rposition(|&reached| reached).unwrap_or(0)
}

/// For each offset, the end of the digits that begin there.
fn digit_run_ends(word: &str) -> Vec<usize> {
    let mut ends: Vec<usize> = (0..=word.len()).collect();
    for at in (0..word.len()).rev() {
        if word.as_bytes()[at].is_ascii_digit() {
            ends[at] = ends[at + 1];
        }
    }
    ends
}

fn run(text: &str, pass: impl Fn(char) -> bool) -> usize {
    text.find(|c| !pass(c)).unwrap_or(text.len())
}

impl Piece {
    fn moved(self, by: usize) -> Piece {
        let Piece { name, digits } = self;
        Piece { name: name.start + by..name.end + by, digits: digits.start + by..digits.end + by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{AnyName, NameSet};

    /// The pieces separated by spaces, with `|` between two divisions and `?` before an unknown part.
    fn show(word: &str, vocabulary: &dyn Vocabulary) -> String {
        let joined = |pieces: &[Piece]| {
            let texts: Vec<String> = pieces
                .iter()
                .map(|p| format!("{}:{}", &word[p.name.clone()], &word[p.digits.clone()]))
                .collect();
            texts.join(" ")
        };
        match split(word, Mark::None, vocabulary) {
            Split::Pieces(pieces) => joined(&pieces),
            Split::Several(a, b) => format!("{} | {}", joined(&a), joined(&b)),
            Split::Unknown(at) => format!("{}?{}", &word[..at], &word[at..]),
        }
    }

    fn check(names: &str, cases: &[(&str, &str)]) {
        let names = NameSet::new(names.split(' '));
        for &(word, expected) in cases {
            assert_eq!(show(word, &names), expected, "{word}");
        }
    }

    #[test]
    fn closed_words() {
        check(
            "U R F UR",
            &[
                ("U", "U:"),
                ("UR", "UR:"),
                ("UR2", "UR:2"),
                ("FU", "F: U:"),
                ("FU3R", "F: U:3 R:"),
                ("FUR", "F: UR: | F: U: R:"),
                ("FURF", "F: UR: F: | F: U: R: F:"),
                ("FQ", "F?Q"),
                ("Q", "?Q"),
                ("FUQU", "FU?QU"),
                ("2U", "?2U"),
            ],
        );
        check(
            "f f1 f12 r0 r",
            &[
                ("f1", "f1:"),
                ("f12", "f12:"),
                ("f123", "f12:3"),
                ("f3", "f:3"),
                ("f1r0", "f1: r0:"),
                ("f12r5", "f12: r:5"),
                ("f02", "f:02"),
            ],
        );
        check(
            "2R R 2U U",
            &[("2R", "2R:"), ("2R2", "2R:2"), ("R2U", "R:2 U:"), ("2RU", "2R: U:"), ("2R2U", "2R:2 U:")],
        );
        check("UFR UFL DBL", &[("UFRDBLUFL", "UFR: DBL: UFL:"), ("UFRDB", "UFR?DB")]);
        check("é éà", &[("éé", "é: é:"), ("éà", "éà:"), ("éàé2", "éà: é:2")]);
    }

    #[test]
    fn open_words() {
        for (word, expected) in [
            ("RUR", "R: U: R:"),
            ("rURwU2F", "r: U: Rw: U:2 F:"),
            ("MESxyz", "M: E: S: x: y: z:"),
            ("foo", "foo:"),
            ("UQ", "UQ:"),
            ("f0", "f:0"),
            ("a2b12", "a:2 b:12"),
            ("RvU", "Rv: U:"),
            ("2R", "?2R"),
        ] {
            assert_eq!(show(word, &AnyName), expected, "{word}");
        }
    }

    /// Compared with the definition: all divisions, listed one by one.
    #[test]
    fn division_agrees_with_listing_all() {
        fn all(word: &str, names: &[&str]) -> usize {
            if word.is_empty() {
                return 1;
            }
            names.iter().filter_map(|name| word.strip_prefix(name)).map(|rest| all(rest, names)).sum()
        }
        let names = ["a", "ab", "ba", "bb", "aab"];
        let set = NameSet::new(names);
        for length in 1..=9 {
            for bits in 0..1u32 << length {
                let word: String = (0..length).map(|i| if bits >> i & 1 == 1 { 'a' } else { 'b' }).collect();
                let count = if set.knows(&word) { 1 } else { all(&word, &names) };
                match split(&word, Mark::None, &set) {
                    Split::Pieces(pieces) => {
                        assert_eq!(count, 1, "{word}");
                        let joined: String = pieces.iter().map(|piece| &word[piece.name.clone()]).collect();
                        assert_eq!(joined, word);
                    }
                    Split::Several(first, second) => {
                        assert!(count > 1, "{word}");
                        assert_ne!(first, second, "{word}");
                    }
                    Split::Unknown(_) => assert_eq!(count, 0, "{word}"),
                }
            }
        }
    }
}
