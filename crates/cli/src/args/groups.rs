//! Commands about all states and elements: `god`, `coset`, `factor`, `group`.

use super::methods;
use super::position::Position;
use super::values::{parse_duration, parse_point};
use clap::{Args as ClapArgs, ValueEnum};
use permutant::analysis::group::report::Method;
use std::path::PathBuf;
use std::time::Duration;

/// Count the states at each distance from the solved state (God's algorithm) and show the farthest.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant god 2x2x2 --moves U,R,F
  permutant god skewb --metric qtm --antipodes 5
  permutant god 3x3x3 --depth 5
  permutant god tetraminx --explain --json
  permutant god 3x3x3 --subgroup U,D,R,L,F2,B2 --classes
  permutant god 3x3x3 --pattern UF,UR,UB,UL,DF,DR
  permutant god pyraminx --ignore TIPS
  permutant god 2x2x2 --ignore-orientation CORNERS
  permutant god pancake:10 --disk levels --memory 32MiB
  permutant god pancake:10 --disk levels --processes 2

Distances are measured from the solved state in its standard orientation, or with --up-to-rotation
from the solved state in every orientation. Without --depth, all states are counted. A count that
does not fit into --memory is refused before it starts; with --disk the states are kept in files.")]
pub(crate) struct God {
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: String,
    /// Metric: htm, qtm, stm, etm, or weights such as R=1,R2=2
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// Count only up to this distance [default: all distances]
    #[arg(long, value_name = "D")]
    pub(crate) depth: Option<u64>,
    /// Use only these moves, separated by commas [default: the moves that a search uses in the metric]
    ///
    /// R stands for all powers of R, R2 for R2 and its inverse.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
    /// Number of farthest states to print, each with a shortest solution: 0 to 10000, or all of at most 10000
    #[arg(long, value_name = "N|all", default_value = "3", value_parser = antipodes)]
    pub(crate) antipodes: u16,
    /// Use the puzzle's symmetries to save work; the counts stay the same
    #[arg(long, value_enum, default_value_t = Switch::On, value_name = "on|off")]
    pub(crate) symmetry: Switch,
    /// Count also the classes of states at each distance under symmetries of the moves
    ///
    /// These are permutations of the moves that correspond to renamings of all states and fix the solved state, or the subgroup.
    /// For large puzzles only some of them are used; their number is printed.
    /// Where whole states are stored, a state and its inverse are of one class, if they are equally far.
    #[arg(long, conflicts_with_all = ["up_to_rotation", "pattern"])]
    pub(crate) classes: bool,
    /// Measure distances from the solved state in every orientation of the whole puzzle
    #[arg(long)]
    pub(crate) up_to_rotation: bool,
    /// Count the cosets of the subgroup that these moves generate, such as U,D,R2,L2,F2,B2
    ///
    /// The distance of a coset is the least number of moves that leads from it into the subgroup.
    #[arg(long, value_name = "MOVES", value_delimiter = ',', conflicts_with = "up_to_rotation")]
    pub(crate) subgroup: Vec<String>,
    /// Count the arrangements of these pieces alone, such as CORNERS or UF,UR,UB,UL,DF,DR
    ///
    /// The distance of an arrangement is the least number of moves that solves these pieces, wherever the others are.
    #[arg(long, value_name = "PIECES", value_delimiter = ',', conflicts_with_all = ["depth", "antipodes", "symmetry", "up_to_rotation", "subgroup", "save_every"])]
    pub(crate) pattern: Vec<String>,
    /// Do not distinguish these pieces, separated by commas, such as URF, CORNERS:3 or CORNERS
    #[arg(long, value_name = "PIECES", value_delimiter = ',', conflicts_with_all = ["up_to_rotation", "subgroup", "pattern"])]
    pub(crate) ignore: Vec<String>,
    /// Do not distinguish the orientations of these pieces
    #[arg(long, value_name = "PIECES", value_delimiter = ',', conflicts_with_all = ["up_to_rotation", "subgroup", "pattern"])]
    pub(crate) ignore_orientation: Vec<String>,
    /// Minimum time between checkpoints, such as 500ms, 10s or 2m
    ///
    /// A checkpoint is saved when a level is complete. The same command resumes from it.
    #[arg(long, value_name = "T", value_parser = parse_duration, default_value = "10s")]
    pub(crate) save_every: Duration,
    /// Keep the states in this directory instead of memory, for counts that are larger than --memory
    ///
    /// Each level is durable when it is complete; the same command continues after the last one. When the count is done, its files are
    /// removed.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["classes", "pattern", "save_every"])]
    pub(crate) disk: Option<PathBuf>,
    /// Leave the files of a complete count in the directory of --disk, so that the same command answers at once
    #[arg(long, requires = "disk")]
    pub(crate) keep: bool,
    /// Share the count among this number of processes on this machine, which divide threads and memory, 1 to 64
    #[arg(long, value_name = "N", requires = "disk", value_parser = clap::value_parser!(u8).range(1..=64), conflicts_with_all = ["hosts", "process", "secret_file"])]
    pub(crate) processes: Option<u8>,
    /// Share the count with the processes at these addresses: a file with one HOST:PORT a line
    ///
    /// The same command is started once for each line, with its own --process, on the machine of that line.
    #[arg(long, value_name = "FILE", requires_all = ["disk", "process"])]
    pub(crate) hosts: Option<PathBuf>,
    /// The number of this process among --hosts, from 0; process 0 prints the result
    #[arg(long, value_name = "K", requires = "hosts")]
    pub(crate) process: Option<u16>,
    /// A file with a text that all processes know and nobody else; needed if they are not all on this machine
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub(crate) secret_file: Option<PathBuf>,
    /// Print the counting method and the reasons for it on standard error
    #[arg(long)]
    pub(crate) explain: bool,
}

/// The greatest number of farthest states that are printed.
const MOST_ANTIPODES: u16 = 10_000;

fn antipodes(text: &str) -> Result<u16, String> {
    let number = if text == "all" { Some(MOST_ANTIPODES) } else { text.parse().ok() };
    number
        .filter(|&number| number <= MOST_ANTIPODES)
        .ok_or_else(|| format!("expected a number from 0 to {MOST_ANTIPODES}, or all"))
}

/// A coset is that of one position: standard input, which the argument of other commands may name, is not read.
const COSET_POSITION: &str = "The position: an algorithm, a facelet string or a file";
const COSET_POSITION_LONG: &str = "The position: an algorithm, a facelet string or a file

An algorithm starts from the solved state. Pieces by name (UF UR UB …), the numbers of a board and CPOS strings are accepted too. Files \
are read as with --state.";

/// Count all positions of a coset of a subgroup by distance, or list them.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant coset 3x3x3 \"R U2 F' D B2 L\" --subgroup U,D,R2,L2,F2,B2 --memory 4GiB
  permutant coset 3x3x3 \"R U F\" --subgroup U,D,R2,L2,F2,B2 --depth 12 --memory 4GiB --json
  permutant coset 3x3x3 \"R U F\" --subgroup R,L,U2,D2,F2,B2 --optimal --keep ruf.coset --memory 4GiB
  permutant coset 3x3x3 \"R U F\" --subgroup U,D,R2,L2,F2,B2 --metric qtm --memory 4GiB
  permutant coset 3x3x3 \"R U F\" --subgroup U2,D2,R2,L2,F2,B2 --depth 15
  permutant coset skewb \"R U' L B\" --subgroup R,U
  permutant coset 2x2x2 \"R U F\" --subgroup U --list

The coset contains the positions after any moves of the subgroup followed by the given scramble.
All of them enter the subgroup by the same moves. Without --depth and --optimal, the command counts
as far as that is quick and finds a number of moves within which every position has a solution;
lines with <= count positions that were solved in so many moves and may have shorter solutions.

Exit codes: 0 done, 1 the position cannot be solved, 2 bad input, 3 a limit was reached.")]
#[command(mut_arg("position", |position| position.help(COSET_POSITION).long_help(COSET_POSITION_LONG)))]
pub(crate) struct Coset {
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: String,
    #[command(flatten)]
    pub(crate) position: Position,
    /// Moves that generate the subgroup, such as U,R or U2,D2,R2,L2,F2,B2
    #[arg(long, value_name = "MOVES", value_delimiter = ',', required = true)]
    pub(crate) subgroup: Vec<String>,
    /// Metric, such as htm or qtm
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// Prove that every position has a solution of at most this many moves, for U,D,R2,L2,F2,B2 [default: 20, or 26 in qtm]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(20..=30))]
    pub(crate) max_length: Option<u8>,
    /// Count the positions at each distance exactly
    #[arg(long, conflicts_with_all = ["max_length", "depth"])]
    pub(crate) optimal: bool,
    /// Count the positions at each distance exactly, only up to this distance
    #[arg(long, value_name = "D", conflicts_with = "max_length")]
    pub(crate) depth: Option<u8>,
    /// List the positions at known distances as they are found, each by a shortest solution
    #[arg(long, conflicts_with_all = ["max_length", "keep"])]
    pub(crate) list: bool,
    /// Stop after this time, such as 200ms, 5s or 2m
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Keep the finished levels of U,D,R2,L2,F2,B2 in this file of 2.4 GB, and resume from it if it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) keep: Option<PathBuf>,
}

/// Show how well random moves mix a puzzle: how far its states are from equally likely after each move.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant walk 2x2x2 --length 30
  permutant walk skewb --moves R,U --json

The output is the total variation distance from the uniform distribution after each number of
moves: near 1 for the solved state alone, 0 if all states are equally likely. It stays at one
half or above if every fixed number of moves reaches at most half of the states.")]
pub(crate) struct Walk {
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: String,
    /// Maximum number of moves
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) length: u64,
    /// Metric that determines the moves: htm, qtm, stm or etm; all moves are equally likely
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// Use only these moves, separated by commas [default: the moves that a search uses in the metric]
    ///
    /// R stands for all powers of R, R2 for R2 and its inverse.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
}

/// Whether to use something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    /// Use them
    On,
    /// Do not use them
    Off,
}

/// Write positions or group elements as words in the moves of the puzzle.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant factor 3x3x3 \"R U2 F' D B2 L\"
  permutant factor 3x3x3 --element \"(1,3,5)(2,4,6)\"
  permutant factor megaminx \"(U R)7\" --effort table
  permutant factor 4x4x4 --stats 100 --seed 1 --time-limit 1s
  permutant factor my-generators.gap --element \"(1,2,3)\" --integers

The word leads from the solved puzzle to the position and uses the moves listed in the
definition. Every element of the group has a word; words are short, but not necessarily shortest.
`--effort table` builds a word in microseconds, and `search` takes the best of 1000 such words.
`beam`, the default, needs some tens of milliseconds, finds much shorter words, and uses all of
--time-limit if it is given. `permutant group --help` explains how the points of --element are
numbered. In the default metric, a generator and its inverse each count 1.

Exit codes: 0 done, 1 the element is not in the group, 2 bad input, 3 too little memory.")]
pub(crate) struct Factor {
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: String,
    #[command(flatten)]
    pub(crate) position: Position,
    /// Permutation of the points, such as "(1,2,3)(4,5)"
    #[arg(long, value_name = "CYCLES", conflicts_with_all = ["position", "scramble", "facelets", "state"])]
    pub(crate) element: Option<String>,
    /// How much work to spend on each word
    #[arg(long, value_enum, default_value_t = Effort::Beam)]
    pub(crate) effort: Effort,
    /// With --effort beam: number of states kept at each step, 1 to 1000000 [default: 500]
    #[arg(long = "beam-width", alias = "width", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) width: Option<u32>,
    /// Metric: htm, qtm, stm, etm, or weights such as R=1,R2=2
    #[arg(long, default_value = "qtm")]
    pub(crate) metric: String,
    /// With --effort beam: time to spend on each word, such as 200ms, 5s or 2m
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Write words as lists of integers: k for generator k of the puzzle (from 1), -k for its inverse
    #[arg(long)]
    pub(crate) integers: bool,
    /// Measure the words of this many random elements, at least 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["position", "scramble", "facelets", "state", "element"])]
    pub(crate) stats: Option<u64>,
    /// With --stats: seed of the random numbers, a whole number [default: 0]
    #[arg(long, value_name = "S", requires = "stats")]
    pub(crate) seed: Option<u64>,
}

/// How much work `factor` puts into a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Effort {
    /// One word, built from the table
    Table,
    /// The best of 1000 words from the table
    Search,
    /// A beam search over many products at once
    Beam,
}

/// Analyse the group of a puzzle: proven order, orbits, blocks, membership.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant group 3x3x3
  permutant group 33x33x33 --json
  permutant group megaminx --method schreier
  permutant group 3x3x3 --member \"R U R' U'\"
  permutant group 2x2x2 --base 4,1 --element \"(1,2,3)\"
  permutant group m12 --presentation | permutant enumerate -
  permutant group 3x3x3 --centre
  permutant group 2x2x2 --derived-series
  permutant group 3x3x3 --class \"R U R' U'\"
  permutant group m11 --classes
  permutant group m24 --set-stabilizer 1,2,3,4,5

Where moves are not always possible, as those of Square-1, the group is that of their
permutations; which positions can be reached does not follow from it.

All pieces are distinguished. The group acts on points, one for each piece and orientation.
Points are numbered from 1 by set, slot and orientation, in the order of `permutant puzzles NAME`
and `permutant convert --to gap`: on the 3x3x3, points 1 and 2 are the two orientations of the
first edge. The blocks of an orbit are parts that stay together; the output shows the sizes of
the finest block systems. \"C3 wr S8\" means every permutation of 8 blocks of three points, with a
cyclic turn of each block; \"S24^2\" means all permutations of 24 points, twice.

--presentation prints relators that determine the group, proved by a coset enumeration at each
level of a stabilizer chain. Small groups have only the moves as generators; larger ones also have
strong generators s1, s2, ..., whose permutations stand in comments.

--derived-series prints the orders of the commutator subgroup, of its commutator subgroup, and so
on. --centre lists the elements that commute with every element of the group. --subdegrees prints,
for each orbit, the lengths of the orbits of the stabilizer of a point: their number is the rank.
--stabilizer and --set-stabilizer print the order and generators of the group that fixes these
points one by one, or as a set. --class prints how many conjugates an element has, with the order
and generators of its centralizer; --classes lists the conjugacy classes of a group whose elements
fit into --memory, each with its size and one of its elements.

Exit codes: 0 done or a member, 1 not a member, 2 bad input, 3 too large for the method.")]
pub(crate) struct Group {
    /// A puzzle from the catalog, a definition file, or - to read a definition from standard input
    pub(crate) puzzle: String,
    /// Test whether the moves can reach this position, and if not, explain why
    ///
    /// The position is an algorithm, a facelet string, or - to read one per line from standard input.
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) member: Option<String>,
    /// Test whether the moves generate this permutation of the points, such as "(1,2,3)(4,5)"
    #[arg(long, value_name = "CYCLES", conflicts_with = "member")]
    pub(crate) element: Option<String>,
    /// First points of the base, separated by commas, such as 4,1,7
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_point)]
    pub(crate) base: Vec<std::num::NonZeroU32>,
    /// Print a presentation of the group, in the form that `permutant enumerate` reads
    #[arg(long, conflicts_with_all = ["member", "element"])]
    pub(crate) presentation: bool,
    #[command(flatten)]
    pub(crate) structure: Structure,
    /// Method that determines the order
    #[arg(long, value_parser = methods::group(), default_value = Method::Auto.name())]
    pub(crate) method: Method,
}

/// Questions about subgroups, one at a time.
#[derive(Clone, Debug, ClapArgs)]
#[group(multiple = false, conflicts_with_all = ["member", "element", "presentation"])]
pub(crate) struct Structure {
    /// Print the orders of the derived subgroups
    #[arg(long)]
    pub(crate) derived_series: bool,
    /// List the centre: the elements that commute with every element of the group
    #[arg(long, alias = "center")]
    pub(crate) centre: bool,
    /// Print the number of conjugates of an element (a position, an algorithm or cycles of points), and its centralizer
    #[arg(long, value_name = "ELEMENT", allow_hyphen_values = true)]
    pub(crate) class: Option<String>,
    /// List the conjugacy classes of a group of up to some hundred million elements
    #[arg(long)]
    pub(crate) classes: bool,
    /// Print the lengths of the orbits of the stabilizer of a point of each orbit
    #[arg(long)]
    pub(crate) subdegrees: bool,
    /// Print the group of the elements that fix each of these points, such as 1,2
    #[arg(long, value_name = "POINTS", value_delimiter = ',', value_parser = parse_point)]
    pub(crate) stabilizer: Vec<std::num::NonZeroU32>,
    /// Print the group of the elements that carry this set of points to itself
    #[arg(long, value_name = "POINTS", value_delimiter = ',', value_parser = parse_point)]
    pub(crate) set_stabilizer: Vec<std::num::NonZeroU32>,
}

impl Structure {
    /// Whether there is such a question.
    pub(crate) fn is_asked(&self) -> bool {
        let points = self.stabilizer.len() + self.set_stabilizer.len();
        let classes = self.classes || self.class.is_some();
        self.derived_series || self.centre || self.subdegrees || classes || points > 0
    }
}
