//! Commands about sequences of moves: `alg`, `order`, `orders`, `canonical`.

use super::values::{Count, parse_count};
use super::{Choice, refuse_strangers};
use clap::{Args as ClapArgs, ValueEnum};

/// Transform, count or compare algorithms.
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
  permutant alg images 3x3x3 \"R U F\" --up-to rotations
  printf 'R U\\nR U R U\\n' | permutant alg wrong 3x3x3 - --at-most 12 --count

`conjugacy` prints the lengths of the cycles of each orbit, longest first, and the twist of each
as +k, with all pieces distinguished. Sequences that do the same thing to different pieces print
the same line. Symmetries are found from the moves alone; one that preserves the direction of
every turn counts as a rotation.")]
pub(crate) struct Alg {
    /// Operation
    #[arg(value_enum)]
    pub(crate) action: AlgAction,
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: String,
    /// The algorithm, or - to read one per line from standard input
    #[arg(value_name = "ALG")]
    pub(crate) alg: String,
    /// Metric: htm, qtm, stm, etm, atm, twist, or weights such as R=1,R2=2
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// For expand: write powers as repeated moves, R2 as R R; U' stays U'
    #[arg(long)]
    pub(crate) single: bool,
    /// For rotate: rotations to apply to the algorithm [default: y]
    #[arg(long, value_name = "ALG")]
    pub(crate) by: Option<String>,
    /// For mirror: the slice that acts as the mirror [default: m]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) plane: Option<Plane>,
    /// For shorten: maximum length of a replacement, in the metric [default: 6]
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// For unique and images: differences between positions that count as the same, separated by commas
    ///
    /// Without it, images are those under all symmetries.
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) up_to: Vec<UpTo>,
    /// For wrong: print only algorithms that leave at most this many pieces unsolved
    #[arg(long, value_name = "N")]
    pub(crate) at_most: Option<usize>,
    /// For wrong: in a definition of stickers, count those that always move together as one piece
    #[arg(long)]
    pub(crate) by_piece: bool,
    /// For wrong: print the number of unsolved pieces and the algorithm, such as 13 R U F
    #[arg(long)]
    pub(crate) count: bool,
}

impl Alg {
    /// Refuses options of other actions, which would be ignored.
    pub(crate) fn check(&self) -> Result<(), String> {
        use AlgAction::{Expand, Images, Mirror, Rotate, Shorten, Unique, Wrong};
        let options: [Choice<'_, AlgAction>; 8] = [
            ("single", self.single, &[Expand]),
            ("by", self.by.is_some(), &[Rotate]),
            ("plane", self.plane.is_some(), &[Mirror]),
            ("depth", self.depth.is_some(), &[Shorten]),
            ("up-to", !self.up_to.is_empty(), &[Unique, Images]),
            ("at-most", self.at_most.is_some(), &[Wrong]),
            ("by-piece", self.by_piece, &[Wrong]),
            ("count", self.count, &[Wrong]),
        ];
        refuse_strangers("alg", self.action, &options)
    }
}

/// Differences to ignore when positions are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpTo {
    /// Symmetries that preserve the direction of every turn
    Rotations,
    /// All symmetries of the puzzle, including mirrors
    Symmetries,
    /// Taking the inverse of a position
    Inverse,
}

/// What `alg` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AlgAction {
    /// The algorithm that undoes the given one
    Invert,
    /// The single moves, with all brackets expanded
    Expand,
    /// Merge and cancel powers of the same move, also across commuting moves
    Simplify,
    /// Replace parts of the algorithm by shortest equivalent sequences
    Shorten,
    /// Reflect the algorithm in a mirror (cubes only)
    Mirror,
    /// Rewrite the algorithm for a rotated cube (cubes only)
    Rotate,
    /// Length in the metric
    Count,
    /// With -: print only algorithms whose position has not occurred before
    Unique,
    /// Simplify, and put commuting moves into a standard order
    Merge,
    /// Move rotations of the whole puzzle to the end
    Unrotate,
    /// Conjugacy class: lengths and twists of the cycles, by orbit
    Conjugacy,
    /// Number of symmetries of the puzzle that preserve the position
    Symmetry,
    /// All images of the position under the symmetries of the puzzle, one on a line
    Images,
    /// Number of pieces that the algorithm leaves unsolved
    Wrong,
}

/// The planes of the mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Plane {
    /// Exchanges left and right
    M,
    /// Exchanges up and down
    E,
    /// Exchanges front and back
    S,
}

/// Show the order of a sequence (the repetitions until it has no effect) and its cycles.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant order 3x3x3 \"R U2 D' B D'\"
  permutant order 4x4x4 \"R U' R U R U R U' R' U' R2\"
  permutant order 4x4x4 \"Uw Rw\" --tuple
  permutant order 3x3x3 \"2 1 -2 -1\" --integers
  printf 'R U\\nR U2\\n' | permutant order 3x3x3 - --json

The output gives the order with all pieces distinguished, and the order as coloured: the
repetitions until the solved puzzle looks the same again. A cycle (1 5 3)+1 of an orbit moves the
piece in slot 1 to slot 5, the one in 5 to 3, and the one in 3 to 1; one round twists each piece
by 1. The cycle type is that of all stickers, or of the facelets if the puzzle has facelet
strings.")]
pub(crate) struct Order {
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: String,
    /// The algorithm, or - to read one per line from standard input
    #[arg(value_name = "ALG")]
    pub(crate) alg: String,
    /// Read the algorithm as integers: k for generator k of the puzzle (from 1), -k for its inverse
    #[arg(long)]
    pub(crate) integers: bool,
    /// Also print the tuple of stickers
    ///
    /// The tuple lists, for each place from 1, the number of the sticker that is there afterwards.
    #[arg(long)]
    pub(crate) tuple: bool,
}

/// Count the orders of many sequences, or of all elements of a group.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant orders 3x3x3 --length 4
  permutant orders 4x4x4 --length 2 --all --quarter-turns --moves U,R,F,Uw,Rw,Fw
  permutant orders 4x4x4 --sample 100000 --seed 1 --length 30
  permutant orders 3x3x3 --exact
  permutant orders 2x2x2 --exact --moves U,R,F

Sequences that differ only in the order of commuting neighbours, or in moves that can be merged
(U U, U D U), are counted once; --all counts every sequence. Orders are given with all pieces
distinguished, and as coloured. --exact counts elements of the group instead of sequences. It
requires a group that is a product of wreath products, restricted only by sums of twists and
signs.")]
#[command(group = clap::ArgGroup::new("what").args(["length", "sample", "exact"]).multiple(true).required(true))]
pub(crate) struct Orders {
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: String,
    /// Count all sequences of up to this length, 0 to 1000000
    ///
    /// With --sample, the length of the random sequences [default there: 20].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub(crate) length: Option<u32>,
    /// Examine this many random sequences, at least 1
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sample: Option<u64>,
    /// Seed of the random numbers, a whole number [default: from the operating system]
    #[arg(long, value_name = "S", requires = "sample")]
    pub(crate) seed: Option<u64>,
    /// Count all elements of the group by their order, exactly
    #[arg(long, conflicts_with_all = ["length", "sample", "seed", "all", "metric", "quarter_turns", "cycle_types", "integers"])]
    pub(crate) exact: bool,
    /// Metric: htm, qtm, stm, etm, or weights such as R=1,R2=2
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// Use only these moves and their powers, separated by commas [default: those a search uses]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
    /// Count every sequence, including those that differ only in the order of commuting moves
    #[arg(long)]
    pub(crate) all: bool,
    /// With --all or --sample: use only moves and their inverses, no other powers
    #[arg(long)]
    pub(crate) quarter_turns: bool,
    /// Number of cycle types to list, most frequent first, or all
    #[arg(long, value_name = "N|all", default_value = "10", value_parser = parse_count)]
    pub(crate) cycle_types: Count,
    /// Write sequences as integers: k for generator k of the puzzle (from 1), -k for its inverse
    #[arg(long)]
    pub(crate) integers: bool,
}

/// Count the canonical sequences of moves of each length.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant canonical 3x3x3 --depth 20
  permutant canonical 2x2x2 --depth 10 --moves U,R,F --metric qtm

Sequences that differ only in the order of commuting neighbours, or in turns of one move that can
be merged, are counted once.")]
pub(crate) struct Canonical {
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: String,
    /// Maximum length, 0 to 10000
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    pub(crate) depth: u32,
    /// Metric: htm, qtm, stm, etm, or weights such as R=1,R2=2
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// Use only these moves, separated by commas [default: the moves that a search uses in the metric]
    ///
    /// R stands for all powers of R, R2 for R2 and its inverse.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
}
