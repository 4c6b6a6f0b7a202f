//! The kind of a line of text: an algorithm, or a position in one of its notations.
//!
//! Start at [`LineKind::of`]. A line recognised as facelets or pieces is never an algorithm, whatever letters it has. If it has blanks
//! between the faces or the wrong length, it is an error, and the reader of facelets reports the count. Blanks distinguish an algorithm
//! that consists of letters alone from facelets: `R U R U` is moves, `UUUR RRFF` is facelets.

use crate::algorithm::{self, Names};
use crate::last_layer;
use crate::model::{Model, Stickers};
use crate::named_patterns;
use crate::position::{board, cycles};
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::formats::{orbit_rows, piece_text};
use permutant_puzzle::notation::{comment_start, without_annotations};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// Moves from the solved state.
    Algorithm,
    /// One symbol for each facelet.
    Facelets,
    /// The pieces by their names, in a fixed order.
    Pieces,
    /// The numbers of tiles, slot by slot.
    Board,
    /// The pieces of each orbit by their numbers.
    Rows,
    /// A case of the last layer by its name.
    Case,
    /// A pattern by its name.
    NamedPattern,
    /// A permutation of the points in cycles.
    Cycles,
    /// A CPOS string.
    Compact,
    /// A KPuzzle pattern.
    Pattern,
}

/// Symbols of ignored facelets.
const WILD: [char; 3] = ['?', '.', '-'];

/// A single word of letters is read as a face rather than as moves without blanks if it has at least half as many letters as there are
/// facelets.
const LONG_WORD: usize = 9;

impl LineKind {
    /// The intended kind of a line; `named` says that the user named the symbols of the faces. Errors are found only when the line is
    /// read.
    pub fn of(model: &Model, line: &str, named: bool) -> Self {
        let plain = plain(model, line);
        let line = plain.trim();
        if line.starts_with("CPOS") {
            return LineKind::Compact;
        }
        if line.starts_with('{') {
            return LineKind::Pattern;
        }
        if last_layer::is_meant(model, line) {
            return LineKind::Case;
        }
        if named_patterns::is_meant(line) {
            return LineKind::NamedPattern;
        }
        if cycles::is_meant(model, line) {
            return LineKind::Cycles;
        }
        if board::is_meant(model, line) && algorithm::parse(&model.puzzle, line).is_err() {
            return LineKind::Board;
        }
        let is_rows = orbit_rows::is_meant(model.puzzle.definition(), line);
        if is_rows && algorithm::parse(&model.puzzle, line).is_err() {
            return LineKind::Rows;
        }
        match &model.facelets {
            Some(layout) if piece_text::is_meant(layout, line) => LineKind::Pieces,
            Some(layout) if is_facelets(model, layout.facelets().len(), layout.faces(), line, named) => {
                LineKind::Facelets
            }
            None if may_be_stickers(model, line) => match model.stickers() {
                Some(Stickers { text, .. })
                    if is_facelets(model, text.len(), &text.letters(), line, named) =>
                {
                    LineKind::Facelets
                }
                _ => LineKind::Algorithm,
            },
            _ => LineKind::Algorithm,
        }
    }
}

/// Requires that a line is an algorithm, for readers that accept nothing else.
///
/// # Errors
///
/// If the line is intended as a position.
pub fn want_algorithm(model: &Model, line: &str) -> Result<(), Diagnostic> {
    let what = match LineKind::of(model, line, false) {
        LineKind::Algorithm => return Ok(()),
        LineKind::Facelets => "facelets",
        LineKind::Pieces => "a list of pieces",
        LineKind::Board => "a board",
        LineKind::Rows => "the pieces of orbits",
        LineKind::Case => "a case of the last layer",
        LineKind::NamedPattern => "the name of a pattern",
        LineKind::Cycles => "a permutation in cycles",
        LineKind::Compact => "a CPOS string",
        LineKind::Pattern => "a KPuzzle pattern",
    };
    let end = line.trim_end().len();
    Err(Diagnostic::new(
        line.len() - line.trim_start().len()..end,
        format!("{what}: a position, not an algorithm"),
    )
    .expected("moves, with blanks between them")
    .help("`permutant solve` finds an algorithm for a position"))
}

/// A line without the comment at its end, with blanks in place of the number before it and the length after it
/// ([`without_annotations`]), so that all positions in the line remain valid. A KPuzzle pattern is kept whole.
pub(crate) fn plain<'t>(model: &Model, line: &'t str) -> Cow<'t, str> {
    if line.trim_start().starts_with('{') {
        return Cow::Borrowed(line);
    }
    let names = Names(&model.puzzle);
    without_annotations(&line[..comment_start(line, &names).unwrap_or(line.len())], &names)
}

/// Whether the stickers of a solid need to be computed: the line has a dozen letters and no marks of moves, in words that are longer
/// than most names, or as long as some and are none.
fn may_be_stickers(model: &Model, line: &str) -> bool {
    let length = |word: &str| word.chars().count();
    let is_letter = |c: char| c.is_alphabetic() || c.is_whitespace() || WILD.contains(&c);
    line.chars().all(is_letter)
        && line.chars().filter(|c| !c.is_whitespace()).count() >= 12
        && (line.split_whitespace().any(|word| length(word) >= 4)
            || line.split_whitespace().all(|word| length(word) == 3)
                && algorithm::parse(&model.puzzle, line).is_err())
}

/// Whether a line is intended as a given number of facelets, of faces with these letters.
fn is_facelets(model: &Model, all: usize, faces: &[char], line: &str, named: bool) -> bool {
    let symbols: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    let count = symbols.len();
    let only_marks = |c: &char| matches!(c, '\'' | '’' | '(' | ')' | '[' | ']' | ',' | ':' | '*' | '^' | '/');
    if count == 0 || symbols.iter().any(only_marks) {
        return false;
    }
    if named {
        return count == all
            || count > LONG_WORD && line.split_whitespace().any(|word| word.len() > LONG_WORD);
    }
    let words = || line.split_whitespace();
    let longest = words().map(|word| word.chars().count()).max().unwrap_or(0);
    let mut times: BTreeMap<char, usize> = BTreeMap::new();
    symbols
        .iter()
        .filter(|symbol| !WILD.contains(symbol))
        .for_each(|&symbol| *times.entry(symbol).or_default() += 1);
    let of_faces = times.keys().all(|symbol| faces.contains(symbol));
    let few = times.len() <= faces.len();
    let digits = times.keys().filter(|symbol| symbol.is_ascii_digit()).count();
    // An amount or a layer, unless it is a colour.
    if digits > 0 && digits < times.len() {
        return false;
    }
    let balanced = few && times.values().all(|&times| times == all / faces.len());
    let is_algorithm = || algorithm::parse(&model.puzzle, line).is_ok();
    let glued = |least: usize| {
        words().any(|word| {
            let letters: Vec<char> = word.chars().collect();
            letters
                .windows(least)
                .any(|run| run.iter().all(|letter| *letter == run[0]) && faces.contains(&run[0]))
        })
    };
    let has_wild = symbols.contains(&'?');
    if count == all {
        return balanced
            || digits > 0
            || has_wild && few
            || longest > 1 && (of_faces || glued(3) || !is_algorithm());
    }
    if (all.div_ceil(2)..=2 * all).contains(&count) && few {
        let long = longest >= LONG_WORD.min(all / faces.len());
        return has_wild && !is_algorithm()
            || of_faces && (longest >= LONG_WORD || glued(2))
            || long && (digits > 0 || !is_algorithm());
    }
    // A face or a row of one: nobody writes a move three times in this way.
    of_faces && longest == count && (glued(3) || count == all / faces.len() && glued(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(puzzle: &str, line: &str) -> LineKind {
        LineKind::of(&Model::find(puzzle).unwrap(), line, false)
    }

    #[test]
    fn facelets_are_told_from_moves() {
        let scrambled = "UUUUUUFFFUBBRRRRRRRRRFFDFFDDDBDDBDDBFFDLLLLLLLLLUBBUBB";
        let spaced = |by: usize| -> String {
            let letters: Vec<char> = scrambled.chars().collect();
            letters.chunks(by).map(|chunk| chunk.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
        };
        let coloured = |colours: &str| -> String {
            let colour = |face: char| colours.chars().nth("URFDLB".find(face).unwrap()).unwrap();
            scrambled.chars().map(colour).collect()
        };
        let mut facelets = vec![scrambled.to_string(), spaced(9), spaced(3), spaced(1), spaced(18)];
        facelets.extend(["wrgyob", "WRGYOB", "012345", "123456", "urfdlb", "abcdef"].map(coloured));
        facelets.push(format!("{scrambled} // the second"));
        facelets.push(format!("2. {scrambled}"));
        for cut in [28, 40, 45, 50, 53] {
            facelets.push(scrambled[..cut].to_string());
            facelets.push(format!("{}   {}", &scrambled[..27], &scrambled[27..cut]));
            facelets.push(coloured("wrgyob")[..cut].to_string());
        }
        facelets.push(format!("{scrambled}U"));
        facelets.push(format!("{}?{}", &scrambled[..3], &scrambled[4..]));
        facelets.push(format!("{}????", &scrambled[..46]));
        facelets.push(scrambled[..9].to_string());
        for text in &facelets {
            assert_eq!(kind("3x3x3", text), LineKind::Facelets, "{text}");
        }
        assert_eq!(kind("2x2x2", "UUUU RRRR FFFF DDDD LLLL BBBB"), LineKind::Facelets);
        assert_eq!(kind("2x2x2", "UUUU RRRR FFFF DDDD LLLL BBB"), LineKind::Facelets);
        let five: String = "URFDLB".chars().map(|face| face.to_string().repeat(25)).collect();
        assert_eq!(kind("5x5x5", &five[..140]), LineKind::Facelets);
        // Moves, with and without blanks; a sequence of 54 moves, or of 54 letters.
        let turns = [
            "R U",
            "R",
            "F2 D",
            "R U R U",
            "x R y",
            "RUR'U'",
            "RUF",
            "R U R U R U F2 D R B L U",
            "Rw Uw",
            "M E S",
        ];
        for text in turns {
            assert_eq!(kind("3x3x3", text), LineKind::Algorithm, "{text}");
        }
        for text in [["R U"; 27].join(" "), ["Rw Uw"; 13].join(" ") + " R U", ["R2U2F2"; 9].join("")] {
            assert_eq!(kind("3x3x3", &text), LineKind::Algorithm, "{text}");
        }
        assert_eq!(kind("2x2x2", "R U F R U F R U F R U F"), LineKind::Algorithm);
        assert_eq!(kind("megaminx", &["U"; 54].join("")), LineKind::Algorithm);
        assert_eq!(kind("3x3x3", "not a cube"), LineKind::Algorithm);
    }

    #[test]
    fn pieces_are_told_from_moves() {
        let solved = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";
        assert_eq!(kind("3x3x3", solved), LineKind::Pieces);
        assert_eq!(kind("3x3x3", &solved[..solved.len() - 4]), LineKind::Pieces);
        assert_eq!(kind("2x2x2", "UFR URB UBL ULF DRF DFL DLB DBR"), LineKind::Pieces);
        assert_eq!(kind("3x3x3", "UF UR UB"), LineKind::Algorithm);
        assert_eq!(kind("4x4x4", solved), LineKind::Algorithm);
    }
}
