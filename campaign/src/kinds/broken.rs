//! Inputs that are nearly correct: samples of everything that the program reads, each with a few changes.
//!
//! Start at [`draw`] and [`Sample`].

use crate::cube::Cube;
use crate::dice::Dice;
use crate::puzzle::random;
use crate::puzzle::text::{self, Style};
use std::ffi::OsString;

/// The place of the broken text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// All words of the command line.
    Words,
    /// The word with this number.
    Word(usize),
    /// Standard input.
    Input,
    /// A file of this name, which the command reads.
    File(&'static str),
}

/// A command and the broken text.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) command: Vec<String>,
    pub(super) place: Place,
    pub(super) text: Vec<u8>,
}

impl Sample {
    /// The words of the command line, without those that no system accepts as arguments.
    pub(super) fn words(&self) -> Vec<OsString> {
        let text: Vec<u8> = self.text.iter().copied().filter(|&byte| byte != 0).collect();
        let os = |bytes: &[u8]| -> OsString { std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec()) };
        match self.place {
            Place::Words => text.split(|&byte| byte == b'\x1f').map(os).collect(),
            Place::Word(at) => {
                let words = self.command.iter().enumerate();
                words.map(|(index, word)| if index == at { os(&text) } else { word.into() }).collect()
            }
            Place::Input | Place::File(_) => self.command.iter().map(Into::into).collect(),
        }
    }
}

const PUZZLES: [&str; 14] = [
    "3x3x3",
    "2x2x2",
    "4x4x4",
    "7x7x7",
    "pyraminx",
    "skewb",
    "megaminx",
    "square-1",
    "clock",
    "slide:3x3",
    "torus:3x3",
    "topspin:8,4",
    "gear cube",
    "c f 0.4",
];

const ALGORITHMS: [&str; 14] = [
    "R U2 F' D B2 L",
    "[R: U D'] F2 [F, B']",
    "(R U R' U')5 // a comment",
    "3Rw2 2-4r' 2R M2 x y' z2",
    "(1,0)/(3,3)/(-1,-4)/(4,-2)/",
    "UR3+ DL4- ALL2+ y2 U5+ R1-",
    "UFR DBL' UFL2",
    "R1 C2 R3' C1^2",
    "R++ D-- U'",
    "1. R U (2f*)",
    "OLL:27",
    "PLL:Ja",
    "r4 t r' t2",
    "",
];

const POSITIONS: [&str; 7] = [
    "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD",
    "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR",
    "1 2 3 4 5 6 0 7 8",
    "?UUUUU?U?U??RRRRRRU??FFFFFFDDDDDDDDDU??LLLLLL???BBBBBB",
    "acacbbbbcdcddfdfeeeeafaf",
    "CPOS 413",
    "{\"puzzle\":\"3x3x3\",\"scramble\":\"R U\",\"solution\":\"U' R'\",\"number\":1}",
];

const PERMUTATIONS: [&str; 6] = ["(1,2,3)(4,5)", "2 0 1", "5 3 1", "()", "a a b b / b a a b", "[1,0,2]"];

const OPTIONS: [(&str, &str); 22] = [
    ("--metric", "qtm"),
    ("--metric", "R=1,U=2"),
    ("--moves", "R,U2,F"),
    ("--forbid", "R2"),
    ("--max-length", "3"),
    ("--min-length", "2"),
    ("--solutions", "all"),
    ("--after", "R U"),
    ("--patterns", "CORNERS:1,CORNERS:2"),
    ("--subgroup", "U,D,R2"),
    ("--ignore", "UF,CORNERS:1-3"),
    ("--ignore-orientation", "EDGES"),
    ("--faces", "abcdef"),
    ("--to", "R2 U"),
    ("--memory", "64MiB"),
    ("--threads", "2"),
    ("--beam-width", "10"),
    ("--node-limit", "1000"),
    ("--color", "always"),
    ("--method", "words"),
    ("--state", "nothing.scr"),
    ("--scramble", "R U"),
];

/// A puzzle in a definition file.
const TOML: &str = r##"name = "small top spin"
positions = 6
[[track]]
name = "r"
cycle = [1, 2, 3, 4, 5, 6]
[[move]]
name = "t"
cycles = [[1, 4], [2, 3]]
turn = { centre = [1.5, 0], degrees = 180 }
[layout]
points = [[0, 0], [1, 0], [2, 0], [3, 0], [2, 2], [1, 2]]
colours = ["#ff5555", "#ff5555", "#55ff55", "#55ff55", "#5555ff", "#5555ff"]
"##;

const KPUZZLE: &str = r#"{"name":"swap","orbits":[{"orbitName":"A","numPieces":3,"numOrientations":2}],
"defaultPattern":{"A":{"pieces":[0,1,2],"orientation":[0,0,0]}},
"moves":{"S":{"A":{"permutation":[1,0,2],"orientationDelta":[0,1,1]}}},"derivedMoves":{"T":"S2 S'"}}"#;

const GAP: &str = "a := (1,2,3)(4,5);\nb := (3,4,5);\nG := Group(a, b^2, a*b);\nM12 := MathieuGroup(12);\n";

const KSOLVE: &str = "Name two\nSet A 3 1\nSet B 2 2\nSolved\nA\n1 2 3\nB\n1 2\nEnd\nMove R\nA\n2 3 1\nB\n2 1\n1 1\nEnd\n\
                      Block\nA\n1 2\nEnd\nForbiddenPairs\nR R\nEnd\nMoveLimits\nR 3\nEnd\n";

/// Pieces that are inserted into texts.
const PIECES: [&str; 34] = [
    "0",
    "-1",
    "1",
    "65536",
    "4294967296",
    "99999999999999999999",
    "1e300",
    "NaN",
    "0.333333",
    "'",
    "2'",
    "^",
    "(",
    ")",
    "[",
    "]",
    ":",
    ",",
    "/",
    "\"",
    "{",
    "}",
    "?",
    ".",
    "-",
    " ",
    "\n",
    "\t",
    "#",
    "//",
    "\u{0}",
    "é",
    "\u{202e}",
    "End\n",
];

/// A command with a broken text in it.
pub(super) fn draw(dice: &mut Dice) -> Sample {
    match dice.below(8) {
        0 => command_line(dice),
        1 | 2 => file(dice),
        3 => input(dice),
        _ => word(dice),
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_string()).collect()
}

/// Breaks a text by one to four changes.
fn broken(dice: &mut Dice, text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..dice.between(1, 4) {
        let at = dice.below(bytes.len() + 1);
        let to = (at + dice.between(1, 12)).min(bytes.len());
        match dice.below(7) {
            0 => drop(bytes.drain(at..to)),
            1 => bytes.truncate(at),
            2 => {
                let part = bytes[at..to].repeat(dice.between(1, 40));
                bytes.splice(at..at, part);
            }
            3 => {
                let number = bytes.iter().position(u8::is_ascii_digit).unwrap_or(at);
                let end = bytes[number..].iter().position(|byte| !byte.is_ascii_digit());
                let end = end.map_or(bytes.len(), |end| number + end);
                bytes.splice(number..end, dice.pick(&PIECES[..9]).bytes());
            }
            4 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            _ => drop(bytes.splice(at..at, dice.pick(&PIECES).bytes())),
        }
    }
    bytes
}

fn facelets(dice: &mut Dice) -> String {
    let size = dice.between(2, 4);
    let cube = Cube::solved(size).after("R U2 F' D").unwrap_or_else(|| Cube::solved(size));
    cube.facelets()
}

fn position(dice: &mut Dice) -> String {
    match dice.below(4) {
        0 => facelets(dice),
        1 => (*dice.pick(&POSITIONS)).to_string(),
        _ => (*dice.pick(&ALGORITHMS)).to_string(),
    }
}

/// Commands that end soon for any argument: searches have limits of their own.
fn word(dice: &mut Dice) -> Sample {
    let puzzle = *dice.pick(&PUZZLES);
    let position = position(dice);
    let position = position.as_str();
    let algorithm = *dice.pick(&ALGORITHMS);
    let permutation = *dice.pick(&PERMUTATIONS);
    let (option, value) = *dice.pick(&OPTIONS);
    let action = *dice
        .pick(&["invert", "expand", "simplify", "mirror", "rotate", "count", "unique", "unrotate", "merge"]);
    let perm = *dice.pick(&["rank", "multiply", "invert", "cycles", "order", "factor"]);
    let format = *dice.pick(&["text", "facelets", "tws", "cpos", "json", "svg"]);
    let (command, at): (Vec<&str>, usize) = match dice.below(16) {
        0 => (vec!["apply", puzzle, position, "--format", format], 2),
        1 => (vec!["order", puzzle, algorithm], 2),
        2 => (vec!["alg", action, puzzle, algorithm], 3),
        3 => (vec!["verify", puzzle, position, "--solution", algorithm], 4),
        4 => (vec!["solve", puzzle, position, "--time-limit", "200ms", "--no-tables"], 2),
        5 => (vec!["group", puzzle, "--member", position], 3),
        6 => (vec!["group", puzzle, "--element", permutation], 3),
        7 => (vec!["perm", perm, permutation], 2),
        8 => (vec!["puzzles", puzzle], 1),
        9 => (vec!["convert", puzzle, "--to", "tws"], 1),
        10 => (vec!["find", "pyraminx", "--cycles", "CORNERS: 1+1, EDGES: 3", "--max-length", "3"], 3),
        11 => (vec!["show", puzzle, algorithm, "--format", "svg", "--only", "EDGES:1-4,CORNERS"], 6),
        12 => (vec!["canonical", puzzle, "--depth", "5", "--moves", "R,U2"], 5),
        13 => (vec!["scramble", "--wca", "333bf", "--count", "1", "--seed", "1"], 2),
        14 => (vec!["solve", "2x2x2", "R U", "--time-limit", "200ms", "--no-tables", option, value], 7),
        _ => (vec!["factor", *dice.pick(&["2x2x2", "pyraminx", "skewb"]), position, "--effort", "table"], 2),
    };
    let text = broken(dice, command[at]);
    Sample { command: owned(&command), place: Place::Word(at), text }
}

fn input(dice: &mut Dice) -> Sample {
    let puzzle = *dice.pick(&PUZZLES);
    let command = match dice.below(5) {
        0 => vec!["solve", puzzle, "-", "--time-limit", "100ms", "--no-tables", "--json"],
        1 => vec!["apply", puzzle, "-"],
        2 => vec!["verify", puzzle, "-", "--json"],
        3 => vec!["alg", "simplify", puzzle, "-"],
        _ => vec!["group", "3x3x3", "--member", "-", "--json"],
    };
    let mut text = Vec::new();
    for _ in 0..dice.between(1, 12) {
        let line = position(dice);
        text.extend(if dice.one_in(3) { line.into_bytes() } else { broken(dice, &line) });
        text.push(b'\n');
    }
    Sample { command: owned(&command), place: Place::Input, text }
}

fn file(dice: &mut Dice) -> Sample {
    let style = *dice.pick(&[Style::FromOne, Style::FromZero]);
    let definition = random::draw(dice);
    let (name, text) = match dice.below(7) {
        0 => ("puzzle.json", KPUZZLE.to_string()),
        1 => ("puzzle.gap", GAP.to_string()),
        2 => ("puzzle.def", KSOLVE.to_string()),
        3 => ("puzzle.toml", TOML.to_string()),
        4 => {
            let position = random::position(&definition, dice);
            ("position.scr", text::position(&definition, &position, style))
        }
        _ => ("puzzle.tws", text::definition(&definition, style)),
    };
    let command = match (name, dice.below(4)) {
        ("position.scr", _) => {
            vec!["solve", "pyraminx", "--state", name, "--time-limit", "200ms", "--no-tables"]
        }
        (_, 0) => vec!["puzzles", name],
        (_, 1) => vec!["convert", name, "--to", "json"],
        (_, 2) => vec!["god", name, "--depth", "2", "--no-tables", "--memory", "64MiB"],
        _ => vec!["solve", name, "a b", "--time-limit", "200ms", "--no-tables"],
    };
    let text = broken(dice, &text);
    Sample { command: owned(&command), place: Place::File(name), text }
}

/// Any words in any order, separated by the unit separator. Commands that may rightly take long are excluded.
fn command_line(dice: &mut Dice) -> Sample {
    let commands = [
        "apply",
        "verify",
        "alg",
        "order",
        "group",
        "perm",
        "convert",
        "puzzles",
        "tables",
        "completions",
        "man",
        "help",
    ];
    let mut words = vec![*dice.pick(&commands)];
    for _ in 0..dice.between(0, 6) {
        match dice.below(5) {
            0 => words.push(*dice.pick(&PUZZLES)),
            1 => words.push(*dice.pick(&ALGORITHMS)),
            2 => words.push(*dice.pick(&[
                "--json",
                "--quiet",
                "--help",
                "--no-tables",
                "-",
                "--",
                "list",
                "--version",
                "-q",
            ])),
            3 => {
                let (option, value) = *dice.pick(&OPTIONS);
                words.extend([option, value]);
            }
            _ => words.push(*dice.pick(&PIECES)),
        }
    }
    // Tables are neither built nor removed, whatever the order of the words.
    words.extend(["--tables", "tables-of-this-round"]);
    let text = words.join("\x1f");
    let text = if dice.one_in(2) { broken(dice, &text) } else { text.into_bytes() };
    Sample { command: Vec::new(), place: Place::Words, text }
}
