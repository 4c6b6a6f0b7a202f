//! The known God's numbers: how many moves the farthest positions require.
//!
//! Start at [`gods_numbers`]. The entries that `god` computes within minutes are marked; the others required large
//! computations.

/// The greatest distance of a position from the solved one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GodsNumber {
    /// The metric, by its short name.
    pub metric: &'static str,
    /// The number.
    pub number: u32,
    /// Who found it, or how it was found.
    pub source: &'static str,
}

const COUNTED: &str = "counted by `god`";
const ENCYCLOPEDIA: &str = "On-Line Encyclopedia of Integer Sequences, A058986";

const KNOWN: &[(&str, &str, u32, &str)] = &[
    ("2x2x2", "htm", 11, COUNTED),
    ("2x2x2", "qtm", 14, COUNTED),
    ("3x3x3", "htm", 20, "Rokicki, Kociemba, Davidson and Dethridge, 2010"),
    ("3x3x3", "qtm", 26, "Rokicki and Davidson, 2014"),
    ("pyraminx", "htm", 15, COUNTED),
    ("tetraminx", "htm", 11, COUNTED),
    ("skewb", "htm", 11, COUNTED),
    ("slide:2x2", "htm", 6, COUNTED),
    ("slide:2x3", "htm", 21, COUNTED),
    ("slide:3x2", "htm", 21, COUNTED),
    ("slide:3x3", "htm", 31, COUNTED),
    ("slide:4x4", "htm", 80, "Brüngger, Marzetta, Fukuda and Nievergelt, 1999 (steps of one tile)"),
];

/// By height, from 2: the number of flips that sort any stack of pancakes.
const PANCAKES: [u32; 18] = [1, 3, 4, 5, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 22];

/// The known God's numbers of a puzzle of the catalog, given by its name in lower case.
pub fn gods_numbers(name: &str) -> Vec<GodsNumber> {
    let height = name.strip_prefix("pancake:").and_then(|height| height.parse::<usize>().ok());
    let pancakes = height.and_then(|height| PANCAKES.get(height.checked_sub(2)?));
    let flips = pancakes.map(|&number| GodsNumber { metric: "htm", number, source: ENCYCLOPEDIA });
    let known = KNOWN.iter().filter(|(known, ..)| *known == name);
    let known = known.map(|&(_, metric, number, source)| GodsNumber { metric, number, source });
    known.chain(flips).collect()
}
