//! Commands about sequences of moves: `alg`, `order`, `orders`, `canonical`, `find`.

use super::values::{Count, parse_count, parse_duration};
use clap::{Args as ClapArgs, ValueEnum};
use std::time::Duration;

/// Changes, counts or compares algorithms.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant alg invert 3x3x3 \"R U [F, D]\"
  permutant alg expand 3x3x3 \"(R2 U)2\" --single
  permutant alg simplify 3x3x3 \"U D U'\"
  permutant alg rotate 3x3x3 \"R U R'\" --by y
  permutant alg mirror 3x3x3 \"R U R'\" --plane M
  permutant alg count 3x3x3 \"R M2 x\" --metric stm
  permutant alg shorten 3x3x3 \"R U R' U' R U R' U' R U R' U' R U R' U' R U R' U'\"
  permutant alg merge 3x3x3 \"L R D U\"
  permutant alg unrotate 3x3x3 \"R y R F\"
  permutant alg conjugacy 3x3x3 \"R U R' U'\"
  permutant alg symmetry 3x3x3 \"R L'\"
  printf 'R\\nL\\nR2\\n' | permutant alg unique 3x3x3 - --up-to symmetries,inverse
  printf 'R U\\nR U R U\\n' | permutant alg wrong 3x3x3 - --at-most 12

`conjugacy` tells the cycles of each orbit by length, long ones first, and the twist of each as +k: equal for all
sequences that do the same elsewhere on the puzzle, all pieces told apart. Symmetries are found from the moves alone;
one that keeps the sense of all turns counts as a rotation.")]
pub(crate) struct Alg {
    /// What to do
    #[arg(value_enum)]
    pub(crate) action: AlgAction,
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// The algorithm, or - for one a line on standard input
    #[arg(value_name = "ALG")]
    pub(crate) alg: String,
    /// What counts as a move: htm, qtm, stm, etm, atm, twist, or weights as R=1,R2=2
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// For expand: powers as single moves, R2 as R R and U' as U'
    #[arg(long)]
    pub(crate) single: bool,
    /// For rotate: turn the algorithm by these rotations
    #[arg(long, value_name = "ALG", default_value = "y")]
    pub(crate) by: String,
    /// For mirror: the slice that is the mirror
    #[arg(long, value_enum, default_value_t = Plane::M, ignore_case = true)]
    pub(crate) plane: Plane,
    /// For shorten: longest sequence that is searched for in place of a window
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) depth: u32,
    /// For unique: which positions are taken for the same, separated by commas
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) up_to: Vec<UpTo>,
    /// For wrong: only algorithms that leave at most this many pieces wrong
    #[arg(long, value_name = "N")]
    pub(crate) at_most: Option<usize>,
}

/// What positions may differ by and still be taken for the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpTo {
    /// Symmetries that keep the sense of all turns
    Rotations,
    /// All symmetries of the puzzle, mirrors too
    Symmetries,
    /// A position and its inverse
    Inverse,
}

/// What `alg` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AlgAction {
    /// The algorithm that undoes it
    Invert,
    /// Its moves one by one, brackets worked out
    Expand,
    /// Moves of one turn merged and cancelled, also through commuting ones
    Simplify,
    /// Windows of it replaced by shortest equal sequences
    Shorten,
    /// As seen in a mirror (cubes)
    Mirror,
    /// As done with the cube turned (cubes)
    Rotate,
    /// Its length in a metric
    Count,
    /// With -: only algorithms that make a position not seen before
    Unique,
    /// Simplified, and in one order for all that differ by exchanging turns that commute
    Merge,
    /// Rotations of the whole puzzle moved to the end
    Unrotate,
    /// Its class: the lengths and twists of its cycles, by orbit
    Conjugacy,
    /// How many symmetries of the puzzle leave its position as it is
    Symmetry,
    /// How many pieces it leaves wrong
    Wrong,
}

/// The planes of the mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Plane {
    /// Left and right exchanged
    M,
    /// Up and down exchanged
    E,
    /// Front and back exchanged
    S,
}

/// How often a sequence must be repeated to do nothing, and its cycles.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant order 3x3x3 \"R U2 D' B D'\"
  permutant order 4x4x4 \"R U' R U R U R U' R' U' R2\"
  permutant order 4x4x4 \"Uw Rw\" --tuple
  permutant order 3x3x3 \"2 1 -2 -1\" --integers
  printf 'R U\\nR U2\\n' | permutant order 3x3x3 - --json

The order is told with all pieces told apart, and as coloured: until the solved puzzle looks as before. A cycle
(1 5 3)+1 of an orbit takes the piece in slot 1 to slot 5, that to 3 and that to 1, and turns a piece by 1 in all. The
cycle type is that of the stickers, each told apart: facelets where the puzzle has facelet strings.")]
pub(crate) struct Order {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// The algorithm, or - for one a line on standard input
    #[arg(value_name = "ALG")]
    pub(crate) alg: String,
    /// The algorithm is a list of integers: generator k of the puzzle (from 1) is k, its inverse -k
    #[arg(long)]
    pub(crate) integers: bool,
    /// Write the tuple of stickers too: at each place, from 1, the number of the sticker that is there afterwards
    #[arg(long)]
    pub(crate) tuple: bool,
}

/// The orders of many sequences, or of all elements of a group.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant orders 3x3x3 --length 4
  permutant orders 4x4x4 --length 2 --all --quarter-turns --moves U,R,F,Uw,Rw,Fw
  permutant orders 4x4x4 --sample 100000 --seed 1 --length 30
  permutant orders 3x3x3 --exact
  permutant orders 2x2x2 --exact --moves U,R,F

Of sequences that differ only by exchanging neighbours that commute, or by merging moves (U U, U D U), one is counted;
with --all every one. Orders are told with all pieces told apart, and as coloured. --exact counts elements of the group,
not sequences; it is refused where that is not a product of wreath products but for sums of twists and signs.")]
#[command(group = clap::ArgGroup::new("what").args(["length", "sample", "exact"]).multiple(true).required(true))]
pub(crate) struct Orders {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// All sequences of up to this length; with --sample, random ones of this many moves [default there: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub(crate) length: Option<u32>,
    /// This many random sequences
    #[arg(long, value_name = "COUNT")]
    pub(crate) sample: Option<u64>,
    /// Where the random numbers start [default: from the operating system]
    #[arg(long, value_name = "S", requires = "sample")]
    pub(crate) seed: Option<u64>,
    /// The orders of all elements of the group, exactly
    #[arg(long, conflicts_with_all = ["length", "sample", "all", "metric", "quarter_turns", "cycle_types", "integers"])]
    pub(crate) exact: bool,
    /// What counts as a move: htm, qtm, stm, etm, or weights as R=1,R2=2
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// Only these moves and their powers, separated by commas [default: those that a search uses in the metric]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
    /// Every sequence, also those that do the same in another order
    #[arg(long)]
    pub(crate) all: bool,
    /// With --all or --sample: moves and their inverses only, no other powers
    #[arg(long)]
    pub(crate) quarter_turns: bool,
    /// How many cycle types to list, the commonest first: a number, or all
    #[arg(long, value_name = "N|all", default_value = "10", value_parser = parse_count)]
    pub(crate) cycle_types: Count,
    /// Write sequences as lists of integers: generator k of the puzzle (from 1) is k, its inverse -k
    #[arg(long)]
    pub(crate) integers: bool,
}

/// How many canonical sequences of moves there are of each length.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant canonical 3x3x3 --depth 20
  permutant canonical 2x2x2 --depth 10 --moves U,R,F --metric qtm

Of sequences that differ only by exchanging neighbours that commute, or by merging turns of one move, one is counted.")]
pub(crate) struct Canonical {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// Lengths up to this one
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    pub(crate) depth: u32,
    /// What counts as a move: htm, qtm, stm, etm, or weights as R=1,R2=2
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// Only these moves, separated by commas: R for all powers of R, R2 for that one [default: those of a search]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
}

/// Shortest sequences whose result is of a kind, as a 3-cycle of corners.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant find 3x3x3 --cycles \"CORNERS: 3\" --solutions 5
  permutant find 3x3x3 --cycles \"EDGES: 1+1 1+1\" --moves R,U,M
  permutant find 2x2x2 --cycles \"CORNERS: 1+1 1+2\" --solutions all --up-to symmetries,inverse
  permutant find 3x3x3 --cycles \"CORNERS: 3+?, EDGES: any\"
  permutant find pyraminx --like \"R U' R' U\" --solutions 3

--cycles names orbits as `permutant puzzles NAME` does, and their cycles by length: 3 is a cycle of three pieces that come
home unturned, 3+1 one that turns them by 1 in all, 3+? either, 1+1 a piece turned on its place. Orbits that are not named
stay solved; `any` does not look at one. Of sequences that differ only by exchanging neighbours that commute one is found.

Exit codes: 0 found, 1 no sequence does that, 2 bad input, 3 a limit was reached first.")]
#[command(group = clap::ArgGroup::new("kind").args(["cycles", "like"]).required(true))]
pub(crate) struct Find {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// The cycles of each orbit, as \"CORNERS: 3, EDGES: 2 2\"
    #[arg(long, value_name = "CYCLES")]
    pub(crate) cycles: Option<String>,
    /// The same cycles as this algorithm has
    #[arg(long, value_name = "ALG", allow_hyphen_values = true)]
    pub(crate) like: Option<String>,
    /// What counts as a move: htm, qtm, stm, etm, or weights as R=1,R2=2
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// Only these moves, separated by commas: R for all powers of R, R2 for that one [default: those of a search]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
    /// Only sequences of at most this length
    #[arg(long, value_name = "N")]
    pub(crate) max_length: Option<u32>,
    /// Only sequences of at least this length
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) min_length: u32,
    /// How many sequences: a number, or all (without --max-length: all of the shortest length)
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = parse_count)]
    pub(crate) solutions: Count,
    /// One sequence for all positions that are the same up to these, separated by commas
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) up_to: Vec<UpTo>,
    /// Stop after this time, as 200ms, 5s or 2m
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop after this many search nodes: the same answer on every machine
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
}
