//! The cases of the last layer of the 3x3x3 by name: 57 to orient it (OLL), 21 to permute it (PLL).
//!
//! Start at [`read`]. A case is the appearance of the last layer in the usual orientation of the cube; numbers and letters are those in
//! common use. The cases were enumerated: the 216 orientations of the layer fall into 57 cases and the solved one, up to the way in
//! which the cube is held, and its 288 permutations fall into 21 cases and the solved one, up to turns of U before and after. An
//! orientation case does not determine which piece is which. A permutation case is a complete position, which `--subgroup U` solves up
//! to a turn of U.

use crate::model::{Family, Model};
use crate::position::{self, Position};
use permutant_puzzle::diagnostic::Diagnostic;

/// By number: the face U, row by row, then the upper rows of R, F, L and B, each as seen from outside; `U` marks the stickers that
/// belong to the face U.
const OLL: [(&str, &str); 57] = [
    ("1", "????U???? UUU ?U? UUU ?U?"),
    ("2", "????U???? ?U? ?UU UUU UU?"),
    ("3", "????U???U ?UU ?U? ?UU ?UU"),
    ("4", "??U?U???? UU? UU? UU? ?U?"),
    ("5", "????UU?UU ??U ??? ?UU ?UU"),
    ("6", "?UU?UU??? U?? UU? UU? ???"),
    ("7", "?U?UU?U?? ?UU ?UU ??? ??U"),
    ("8", "U??UU??U? UU? U?? ??? UU?"),
    ("9", "?U?UU???U ?U? UU? U?? U??"),
    ("10", "??UUU??U? ?U? ??U ??U ?UU"),
    ("11", "?UUUU???? ?U? ?UU ??U ??U"),
    ("12", "??U?UU?U? U?? U?? UU? ?U?"),
    ("13", "???UUUU?? ??U ?UU ??? ?UU"),
    ("14", "???UUU??U ??? UU? U?? UU?"),
    ("15", "U??UUU??? ??U ?UU ??U ?U?"),
    ("16", "??UUUU??? U?? UU? U?? ?U?"),
    ("17", "U???U???U ?UU UU? ?U? ?U?"),
    ("18", "U?U?U???? ?U? UUU ?U? ?U?"),
    ("19", "U?U?U???? UU? ?U? ?UU ?U?"),
    ("20", "U?U?U?U?U ?U? ?U? ?U? ?U?"),
    ("21", "?U?UUU?U? U?U ??? U?U ???"),
    ("22", "?U?UUU?U? ??? ??U U?U U??"),
    ("23", "?U?UUUUUU ??? ??? ??? U?U"),
    ("24", "?UUUUU?UU ??? U?? ??? ??U"),
    ("25", "?UUUUUUU? ??? ??U U?? ???"),
    ("26", "?UUUUU?U? U?? U?? U?? ???"),
    ("27", "?U?UUUUU? ??U ??U ??? ??U"),
    ("28", "UUUUU?U?U ?U? ?U? ??? ???"),
    ("29", "?UUUU???U ?U? UU? ??? ??U"),
    ("30", "?U?UU?U?U ?UU ?U? U?? ???"),
    ("31", "?UU?UU??U ??? UU? ?U? ??U"),
    ("32", "UU?UU?U?? ?U? ?UU ??? U??"),
    ("33", "??UUUU??U ??? UU? ??? ?UU"),
    ("34", "???UUUU?U ??U ?U? U?? ?U?"),
    ("35", "U???UU?UU ??U U?? ?U? ?U?"),
    ("36", "UU??UU??U ??? ?U? ?UU U??"),
    ("37", "UU?UU???U ?UU UU? ??? ???"),
    ("38", "?UUUU?U?? UU? ?U? ??? ??U"),
    ("39", "??UUUUU?? U?? ?U? ??? ?UU"),
    ("40", "U??UUU??U ??? ?U? ??U UU?"),
    ("41", "?U?UU?U?U ?U? ?U? ??? U?U"),
    ("42", "U?UUU??U? ?U? U?U ??? ?U?"),
    ("43", "?UU?UU??U ??? ?U? UUU ???"),
    ("44", "UU?UU?U?? UUU ?U? ??? ???"),
    ("45", "??UUUU??U ??? ?U? U?U ?U?"),
    ("46", "UU??U?UU? UUU ??? ?U? ???"),
    ("47", "?U??UU??? U?U UU? ?U? ??U"),
    ("48", "?U?UU???? ?U? ?UU U?U U??"),
    ("49", "?U??UU??? ??? ?UU UUU U??"),
    ("50", "????UU?U? ??? ??U UUU UU?"),
    ("51", "???UUU??? U?U UU? ??? ?UU"),
    ("52", "?U??U??U? UUU U?? ?U? ??U"),
    ("53", "????UU?U? U?U ??? UUU ?U?"),
    ("54", "?U??UU??? U?U ?U? UUU ???"),
    ("55", "???UUU??? ??? UUU ??? UUU"),
    ("56", "???UUU??? U?U ?U? U?U ?U?"),
    ("57", "U?UUUUU?U ??? ?U? ??? ?U?"),
];

/// By letters: the upper rows of R, F, L and B, each as seen from outside.
const PLL: [(&str, &str); 21] = [
    ("Aa", "LRF FFB BLL RBR"),
    ("Ab", "BRB FFR RLL LBF"),
    ("E", "BRF LFR FLB RBL"),
    ("F", "BRF FBR LLL RFB"),
    ("Ga", "BLF FRR LBL RFB"),
    ("Gb", "BFF FBR LRL RLB"),
    ("Gc", "BLF FBR LFL RRB"),
    ("Gd", "BBF FLR LRL RFB"),
    ("H", "RLR FBF LRL BFB"),
    ("Ja", "BBF FFR LLL RRB"),
    ("Jb", "RLL LFF BBB FRR"),
    ("Na", "RLL BFF LRR FBB"),
    ("Nb", "LLR FFB RRL BBF"),
    ("Ra", "RFL LLF BRB FBR"),
    ("Rb", "LBR RFB FRF BLL"),
    ("T", "BLF FFR LRL RBB"),
    ("Ua", "RLR FRF LFL BBB"),
    ("Ub", "RFR FLF LRL BBB"),
    ("V", "RFL BRF LLR FBB"),
    ("Y", "LRR FFB RBL BLF"),
    ("Z", "FRF LBL BLB RFR"),
];

/// Facelets of the whole cube from those of the last layer, faces in the order U R F D L B.
fn facelets(upper: &str, rows: [&str; 4]) -> String {
    let [right, front, left, back] = rows;
    let side = |row: &str, face: &str| format!("{row}{}", face.repeat(6));
    [upper.to_string(), side(right, "R"), side(front, "F"), "D".repeat(9), side(left, "L"), side(back, "B")]
        .concat()
}

/// Names and appearances.
type Cases = [(&'static str, &'static str)];

/// A set of cases, chosen by the beginning of the text, and the rest of the text.
fn set_of(text: &str) -> Option<(&'static str, &'static Cases, &str)> {
    let (head, rest) = text.split_at_checked(3)?;
    match head.to_ascii_uppercase().as_str() {
        "OLL" => Some(("OLL", &OLL[..], rest)),
        "PLL" => Some(("PLL", &PLL[..], rest)),
        _ => None,
    }
}

/// Whether a text begins like the name of a case, on the 3x3x3.
pub fn is_meant(model: &Model, text: &str) -> bool {
    model.family == Family::Cube(3) && set_of(text.trim()).is_some()
}

/// The position that a text names, such as `OLL:27` or `PLL:Ja`, in upper or lower case; a blank may replace the colon.
///
/// # Errors
///
/// If the text is none of the names; the error lists them.
pub fn read(model: &Model, text: &str) -> Result<Position, Diagnostic> {
    let start = text.len() - text.trim_start().len();
    let fault = |message: String| Diagnostic::new(start..start + text.trim().len(), message);
    let (set, cases, rest) = set_of(text.trim())
        .ok_or_else(|| fault("this names no case of the last layer".into()).expected("OLL:1 or PLL:Aa"))?;
    let name = rest.trim_start_matches([':', ' ']);
    let known = cases.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let (_, looks) = known.ok_or_else(|| {
        let names = match set {
            "OLL" => "a number from 1 to 57, as OLL:27".to_string(),
            _ => format!(
                "one of {}, as PLL:Ja",
                cases.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ")
            ),
        };
        fault(format!("{set} has no case '{name}'")).expected(names)
    })?;
    let words: Vec<&str> = looks.split(' ').collect();
    let shown = match words[..] {
        [upper, right, front, left, back] => facelets(upper, [right, front, left, back]),
        [right, front, left, back] => facelets(&"U".repeat(9), [right, front, left, back]),
        _ => String::new(),
    };
    position::read_facelets(model, &shown, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm;
    use crate::solver::{Request, Solver};
    use permutant_puzzle::state::State;
    use std::collections::{BTreeMap, BTreeSet};

    /// The last layer: the face U and the rows of R, F, L, B.
    type Layer = [String; 5];

    /// By slot, those of U first: the positions of its stickers, clockwise; faces are numbered as in [`Layer`].
    const CORNERS: [[(usize, usize); 3]; 4] = [
        [(0, 8), (1, 0), (2, 2)],
        [(0, 6), (2, 0), (3, 2)],
        [(0, 0), (3, 0), (4, 2)],
        [(0, 2), (4, 0), (1, 2)],
    ];
    const EDGES: [[(usize, usize); 2]; 4] =
        [[(0, 5), (1, 1)], [(0, 7), (2, 1)], [(0, 3), (3, 1)], [(0, 1), (4, 1)]];
    const FACES: [char; 5] = ['U', 'R', 'F', 'L', 'B'];

    fn layer(cells: &BTreeMap<(usize, usize), char>) -> Layer {
        let row = |face: usize, length: usize| {
            (0..length).map(|at| cells.get(&(face, at)).copied().unwrap_or('U')).collect()
        };
        [row(0, 9), row(1, 3), row(2, 3), row(3, 3), row(4, 3)]
    }

    /// The layer after a quarter turn; the colours of the sides turn as well if the whole cube is turned.
    fn turned(layer: &Layer, whole: bool) -> Layer {
        let [upper, right, front, left, back] = layer;
        let upper: Vec<char> = upper.chars().collect();
        let upper: String = [6, 3, 0, 7, 4, 1, 8, 5, 2].map(|at| upper[at]).iter().collect();
        let next = |row: &String| -> String {
            let colour = |letter: char| match letter {
                'F' if whole => 'L',
                'L' if whole => 'B',
                'B' if whole => 'R',
                'R' if whole => 'F',
                other => other,
            };
            row.chars().map(colour).collect()
        };
        [upper, next(back), next(right), next(front), next(left)]
    }

    /// All images of a layer under turns of U and of the whole cube about U.
    fn class(layer: &Layer) -> BTreeSet<Layer> {
        let mut class = BTreeSet::from([layer.clone()]);
        let mut open = vec![layer.clone()];
        while let Some(layer) = open.pop() {
            for next in [turned(&layer, false), turned(&layer, true)] {
                if class.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        class
    }

    fn cases(cases: &[(&'static str, &str)]) -> Vec<(&'static str, Layer)> {
        let read = |looks: &str| -> Layer {
            let mut words: Vec<String> = looks.split(' ').map(str::to_string).collect();
            if words.len() == 4 {
                words.insert(0, "U".repeat(9));
            }
            words.try_into().unwrap()
        };
        cases.iter().map(|(name, looks)| (*name, read(looks))).collect()
    }

    /// Each orientation and each permutation of the layer except the solved one is a case with exactly one name.
    #[test]
    fn the_cases_are_all_there_are() {
        let mut oriented = BTreeSet::new();
        for number in 0..27 * 8 {
            let (mut twists, mut flips) = ([0; 4], [0; 4]);
            (twists[0], twists[1], twists[2]) = (number % 3, number / 3 % 3, number / 9 % 3);
            (flips[0], flips[1], flips[2]) = (number / 27 % 2, number / 54 % 2, number / 108);
            twists[3] = (6 - twists[0] - twists[1] - twists[2]) % 3;
            flips[3] = (flips[0] + flips[1] + flips[2]) % 2;
            let mut cells = BTreeMap::new();
            for slot in 0..4 {
                for (at, cell) in CORNERS[slot].into_iter().enumerate() {
                    cells.insert(cell, if at == twists[slot] { 'U' } else { '?' });
                }
                for (at, cell) in EDGES[slot].into_iter().enumerate() {
                    cells.insert(cell, if at == flips[slot] { 'U' } else { '?' });
                }
            }
            oriented.insert(layer(&cells));
        }
        let mut permuted = BTreeSet::new();
        let orders: Vec<[usize; 4]> = (0..256)
            .map(|n| [n % 4, n / 4 % 4, n / 16 % 4, n / 64])
            .filter(|order| (0..4).all(|piece| order.contains(&piece)))
            .collect();
        let odd = |order: &[usize; 4]| {
            (0..4).flat_map(|b| (0..b).map(move |a| (a, b))).filter(|&(a, b)| order[a] > order[b]).count() % 2
        };
        for corners in &orders {
            for edges in orders.iter().filter(|edges| odd(edges) == odd(corners)) {
                let mut cells = BTreeMap::new();
                for slot in 0..4 {
                    for at in 1..3 {
                        cells.insert(CORNERS[slot][at], FACES[CORNERS[corners[slot]][at].0]);
                    }
                    cells.insert(EDGES[slot][1], FACES[EDGES[edges[slot]][1].0]);
                }
                permuted.insert(layer(&cells));
            }
        }
        assert_eq!((oriented.len(), permuted.len()), (216, 288));
        for (all, known, count) in [(oriented, cases(&OLL), 57), (permuted, cases(&PLL), 21)] {
            let mut left = all.clone();
            for (name, layer) in &known {
                let class = class(layer);
                assert!(class.is_subset(&all), "{name} can be");
                let before = left.len();
                left.retain(|layer| !class.contains(layer));
                assert_eq!(before - left.len(), class.len(), "{name} is none of the others");
            }
            assert_eq!(known.len(), count);
            // The remainder is solved up to a turn of U.
            let solved = left.first().unwrap().clone();
            assert_eq!(class(&solved), left);
            assert!(solved[0] == "U".repeat(9));
        }
    }

    /// Algorithms in common use solve the cases with the corresponding names.
    #[test]
    fn algorithms_in_common_use_belong_to_the_names() {
        let model = Model::find("3x3x3").unwrap();
        let puzzle = &model.puzzle;
        let shown =
            |state: &State| model.facelets.as_ref().unwrap().write(puzzle.orbits(), puzzle.solved(), state);
        let list = include_str!("../../../testdata/last_layer.txt");
        let mut seen = 0;
        for line in list.lines().filter(|line| !line.starts_with('#')) {
            let (name, text) = line.split_once(' ').unwrap();
            let turns = algorithm::read(puzzle, text).unwrap();
            let made = algorithm::invert(&turns);
            let state =
                made.iter().fold(puzzle.solved().clone(), |state, turn| state.after(&turn.transformation()));
            let centres = [4, 13, 22, 31, 40, 49];
            let home = puzzle.rotations().iter().map(|rotation| shown(&state.after(rotation)));
            let home = home.into_iter().find(|cells| {
                centres.iter().zip("URFDLB".chars()).all(|(&at, face)| cells[at..].starts_with(face))
            });
            let cells = home.unwrap();
            let is_oriented = name.starts_with("OLL");
            let part = |from: usize, length: usize| -> String {
                let seen = cells[from..from + length].chars();
                seen.map(|c| if is_oriented && c != 'U' { '?' } else { c }).collect()
            };
            let made: Layer = [part(0, 9), part(9, 3), part(18, 3), part(36, 3), part(45, 3)];
            let all = [cases(&OLL), cases(&PLL)].concat();
            let (_, layer) = &all[if is_oriented { 0..57 } else { 57..78 }]
                .iter()
                .find(|(known, _)| &name[4..] == *known)
                .unwrap();
            assert!(class(layer).contains(&made), "{line}");
            assert!(read(&model, name).is_ok(), "{name}");
            seen += 1;
        }
        assert_eq!(seen, 57 + 21);
    }

    #[test]
    fn names_are_read_and_faults_say_which_there_are() {
        let model = Model::find("3x3x3").unwrap();
        for text in ["OLL:27", "oll 27", " Oll27 ", "PLL:Ja", "pll ja", "PLLJA"] {
            assert!(is_meant(&model, text) && read(&model, text).is_ok(), "{text}");
        }
        for text in ["", "R U", "OL", "F2L:1", "PL", "UUU"] {
            assert!(!is_meant(&model, text) && read(&model, text).is_err(), "{text}");
        }
        assert!(!is_meant(&Model::find("4x4x4").unwrap(), "OLL:27"));
        let fault = read(&model, " PLL:Q").unwrap_err();
        assert!(fault.expected.contains("Aa, Ab") && fault.token(" PLL:Q") == "PLL:Q", "{fault:?}");
        assert!(read(&model, "OLL:58").unwrap_err().expected.contains("1 to 57"));
        // A sune orients in seven turns, and no algorithm does so in fewer.
        let start = position::read(&model, "OLL:27", None).unwrap();
        let answer =
            Solver::new(&model).solve_one(&Request { optimal: true, ..Request::new(&start) }).unwrap();
        assert_eq!(answer.length, 7);
    }
}
