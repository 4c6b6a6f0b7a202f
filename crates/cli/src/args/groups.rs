//! Commands about all states and elements: `god`, `factor`, `group`.

use super::position::Position;
use super::values::parse_duration;
use clap::{Args as ClapArgs, ValueEnum};
use std::time::Duration;

/// God's algorithm: how many states there are at each distance from the solved one, and the farthest of them.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant god 2x2x2 --moves U,R,F
  permutant god skewb --metric qtm --antipodes 5
  permutant god 3x3x3 --depth 5
  permutant god tetraminx --explain --json
  permutant god 3x3x3 --subgroup U,D,R,L,F2,B2

Distances are counted from the solved state as it lies; with --up-to-rotation from the solved state in every orientation.
Without --depth all states are counted, if that fits into --memory; what does not fit is refused before it begins.")]
pub(crate) struct God {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// What counts as a move: htm, qtm, stm, etm, or weights as R=1,R2=2
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// Count only up to this distance
    #[arg(long, value_name = "D")]
    pub(crate) depth: Option<u64>,
    /// Only these moves, separated by commas: R for all powers of R, R2 for that one [default: those of a search]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
    /// How many of the farthest states to tell, each with a shortest solution
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(..=10_000))]
    pub(crate) antipodes: u16,
    /// Whether to use the puzzle's symmetries, which are found from its moves; they change no count
    #[arg(long, value_enum, default_value_t = Switch::On, value_name = "on|off")]
    pub(crate) symmetry: Switch,
    /// Count from the solved state in every orientation of the whole puzzle
    #[arg(long)]
    pub(crate) up_to_rotation: bool,
    /// Count the cosets of the subgroup that these moves make, as U,D,R2,L2,F2,B2: the least moves into it
    #[arg(long, value_name = "MOVES", value_delimiter = ',', conflicts_with = "up_to_rotation")]
    pub(crate) subgroup: Vec<String>,
    /// Save the count after a level if this long has passed since the last save; the same command goes on from there
    #[arg(long, value_name = "T", value_parser = parse_duration, default_value = "10s")]
    pub(crate) save_every: Duration,
    /// Say on standard error which method was taken, and why
    #[arg(long)]
    pub(crate) explain: bool,
}

/// How many random moves mix a puzzle: how far its states are from equally likely after each.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant walk 2x2x2 --length 30
  permutant walk skewb --moves R,U --json

Told is the total variation distance: 1 for the solved state alone, 0 if every state is equally likely. It stays at a half or
above where a number of moves reaches only every other state.")]
pub(crate) struct Walk {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// Up to so many moves
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) length: u64,
    /// What counts as a move: htm, qtm, stm, etm; each of them is as likely as any other
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// Only these moves, separated by commas: R for all powers of R, R2 for that one [default: those of a search]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
}

/// Whether to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    /// Do it
    On,
    /// Leave it
    Off,
}

/// Elements of a puzzle's group as words in its moves.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant factor 3x3x3 \"R U2 F' D B2 L\"
  permutant factor 3x3x3 --element \"(1,3,5)(2,4,6)\"
  permutant factor megaminx \"(U R)7\" --effort table
  permutant factor 4x4x4 --stats 100 --seed 1 --time-limit 1s
  permutant factor my-generators.gap --element \"(1,2,3)\" --integers

The word makes the position of the solved puzzle, of the moves that the puzzle lists. Words are short, not shortest; every element
of the group has one. --effort table
puts a word together in microseconds, search takes the best of 1000 such words, beam (the default) takes some tens of
milliseconds and gives much shorter ones, and with --time-limit all the time given. Points of --element are counted as
`permutant group --help` says. A generator and its inverse count one unless --metric says otherwise.

Exit codes: 0 done, 1 the element is outside the group, 2 bad input, 3 the puzzle is too large for the memory.")]
pub(crate) struct Factor {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    #[command(flatten)]
    pub(crate) position: Position,
    /// The permutation of the points, as \"(1,2,3)(4,5)\"
    #[arg(long, value_name = "CYCLES", conflicts_with_all = ["position", "scramble", "facelets", "state"])]
    pub(crate) element: Option<String>,
    /// How much work goes into a word
    #[arg(long, value_enum, default_value_t = Effort::Beam)]
    pub(crate) effort: Effort,
    /// With --effort beam: states that are kept [default: 500]
    #[arg(long = "beam-width", alias = "width", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) width: Option<u32>,
    /// What counts as a move: htm, qtm, stm, etm, or weights as R=1,R2=2
    #[arg(long, default_value = "qtm")]
    pub(crate) metric: String,
    /// With --effort beam: take this much time for each word, as 200ms, 5s or 2m
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Write words as lists of integers: generator k of the puzzle (from 1) is k, its inverse -k
    #[arg(long)]
    pub(crate) integers: bool,
    /// Measure the words of this many random elements
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(conflicts_with_all = ["position", "scramble", "facelets", "state", "element"])]
    pub(crate) stats: Option<u64>,
    /// With --stats: where the random numbers start [default: 0]
    #[arg(long, value_name = "S", requires = "stats")]
    pub(crate) seed: Option<u64>,
}

/// How much work `factor` puts into a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Effort {
    /// Put together from the table
    Table,
    /// The best of many starts
    Search,
    /// Many products sifted at once
    Beam,
}

/// The group of a puzzle: order with proof, orbits, blocks, members.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant group 3x3x3
  permutant group 33x33x33 --json
  permutant group megaminx --method schreier
  permutant group 3x3x3 --member \"R U R' U'\"
  permutant group 2x2x2 --base 4,1 --element \"(1,2,3)\"

All pieces are told apart. The group acts on points, one for each piece and orientation, counted from 1 by set,
slot and orientation as `permutant puzzles NAME` lists the sets and as `permutant convert --to gap` writes them:
in 3x3x3, points 1 and 2 are the two orientations of the first edge. An orbit's blocks are parts that stay
together; the sizes of the finest systems of blocks are shown. \"C3 wr S8\" are the turns of 8 blocks of three
points with every exchange of the blocks, \"S24^2\" two times all permutations of 24 points.

Exit codes: 0 done or a member, 1 not a member, 2 bad input, 3 too large for the method.")]
pub(crate) struct Group {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// Whether moves make this position, and if not, why: an algorithm, a facelet string, or - for one a line
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) member: Option<String>,
    /// Whether moves make this permutation of the points, as \"(1,2,3)(4,5)\"
    #[arg(long, value_name = "CYCLES", conflicts_with = "member")]
    pub(crate) element: Option<String>,
    /// Points that the base begins with, as 4,1,7
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) base: Vec<std::num::NonZeroU32>,
    /// How to find the order
    #[arg(long, value_enum, default_value_t = GroupMethod::Auto)]
    pub(crate) method: GroupMethod,
}

/// How `group` finds the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupMethod {
    /// A random chain with proof; for the largest puzzles the certificate alone
    Auto,
    /// By giant orbits, without a chain
    Certificate,
    /// A random chain, proved by all Schreier generators
    Schreier,
    /// A random chain without proof
    Random,
    /// Level by level through Jerrum's filter, up to 60 points
    Jerrum,
    /// Sims' table, up to 40 points
    Sims,
}
