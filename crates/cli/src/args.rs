//! What a user may type: commands, options and their help.
//!
//! Start at [`Args`] and [`Command`]. Words become typed values here and nowhere else; what they mean for a puzzle
//! is looked at by the commands.

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Define, play, analyse and solve permutation puzzles.
#[derive(Debug, Parser)]
#[command(name = "permutant", version, about, max_term_width = 110, disable_help_subcommand = true)]
#[command(after_help = "\
Examples:
  permutant solve 3x3x3 \"R U2 F' D B2 L\"
  permutant scramble 3x3x3 --count 5 --seed 1
  permutant puzzles

A position is an algorithm, a facelet string, a file, or - for one position a line on standard input.
Exit codes: 0 done, 1 a definite no, 2 bad input, 3 a limit was reached, 130 interrupted.")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options of every command.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct Global {
    /// Threads for batches [default: all cores]
    #[arg(help_heading = "Everywhere", long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Memory for tables, as 512MiB or 2GiB
    #[arg(help_heading = "Everywhere", long, global = true, value_name = "SIZE", value_parser = parse_memory, default_value = "1GiB")]
    pub(crate) memory: u64,
    /// Directory of the tables [default: the user's cache directory, or $PERMUTANT_TABLES]
    #[arg(help_heading = "Everywhere", long, global = true, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Keep tables in memory only: read and write no table files
    #[arg(help_heading = "Everywhere", long, global = true, conflicts_with = "tables")]
    pub(crate) no_tables: bool,
    /// Say nothing but results and errors
    #[arg(help_heading = "Everywhere", long, short, global = true)]
    pub(crate) quiet: bool,
    /// One JSON object a result, one result a line
    #[arg(help_heading = "Everywhere", long, global = true)]
    pub(crate) json: bool,
    /// When to colour messages
    #[arg(help_heading = "Everywhere", long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Solve),
    Scramble(Scramble),
    #[command(visible_alias = "show")]
    Apply(Apply),
    Verify(Verify),
    Alg(Alg),
    Order(Order),
    Orders(Orders),
    Canonical(Canonical),
    Factor(Factor),
    Group(Group),
    God(God),
    Perm(Perm),
    Convert(Convert),
    Puzzles(Puzzles),
    Tables(Tables),
    Completions(Completions),
}

/// Where the pieces are: one of these.
#[derive(Clone, Debug, Default, ClapArgs)]
pub(crate) struct Position {
    /// An algorithm from the solved state, a facelet string, a CPOS string, or - for one position a line on standard input
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// The position that this algorithm makes of the solved state
    #[arg(help_heading = "Position", long, value_name = "ALG", allow_hyphen_values = true, conflicts_with_all = ["position", "facelets", "state"])]
    pub(crate) scramble: Option<String>,
    /// A facelet string: faces U R F D L B, row by row
    #[arg(help_heading = "Position", long, value_name = "FACELETS", allow_hyphen_values = true, conflicts_with_all = ["position", "state"])]
    pub(crate) facelets: Option<String>,
    /// A file with a position: a Scramble, ScrambleState, ScrambleAlg or CPOS block, or a KPuzzle pattern
    #[arg(help_heading = "Position", long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) state: Option<PathBuf>,
    /// The six symbols that stand for the faces U R F D L B in facelet strings
    #[arg(help_heading = "Position", long, value_name = "SYMBOLS")]
    pub(crate) faces: Option<String>,
}

/// A solution, as short as the method finds it; shortest with --optimal.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant solve 3x3x3 \"R U2 F' D B2 L\"
  permutant solve 3x3x3 DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD
  permutant solve pyraminx \"U L' R B\" --solutions all --max-length 5
  permutant solve 3x3x3 \"R U2 F' D B2 L\" --subgroup U,D,R2,L2,F2,B2
  permutant solve 3x3x3 \"U R2 U' R2\" --optimal --moves U,R2
  permutant scramble 3x3x3 --count 1000 --seed 1 | permutant solve 3x3x3 -
  permutant solve my-puzzle.tws \"A B' C\" --optimal --time-limit 10s

Exit codes: 0 solved, 1 the position cannot be solved, 2 bad input, 3 a limit was reached first.")]
pub(crate) struct Solve {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    #[command(flatten)]
    pub(crate) position: Position,
    /// A shortest solution, proven by ruling out every shorter length
    #[arg(long)]
    pub(crate) optimal: bool,
    /// How to solve
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    pub(crate) method: Method,
    /// What counts as a move: htm, qtm, stm, etm, or weights as R=1,R2=2
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// Only these moves, separated by commas: R for all powers of R, R2 for that one [default: those of a search]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
    /// Only solutions of at most this length
    #[arg(long, value_name = "N")]
    pub(crate) max_length: Option<u32>,
    /// Only solutions of at least this length
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) min_length: u32,
    /// Stop after this time, as 200ms, 5s or 2m
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop after this many search nodes: the same answer on every machine
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    /// How many solutions: a number, or all
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = parse_count)]
    pub(crate) solutions: Count,
    /// Say on standard error why this method was taken
    #[arg(long)]
    pub(crate) explain: bool,
    /// Solve to this position instead of the solved one
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
    /// Solve to any state that these moves alone could solve, as U,D,R2,L2,F2,B2
    #[arg(long, value_name = "MOVES", value_delimiter = ',', conflicts_with = "to")]
    pub(crate) subgroup: Vec<String>,
}

/// How many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// So many.
    Some(u64),
    /// Every one.
    All,
}

/// Methods by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// What suits the puzzle
    Auto,
    /// Kociemba's two phases (3x3x3)
    TwoPhase,
    /// Thistlethwaite's four groups (3x3x3), at most 45 turns; --explain shows the phases
    Thistlethwaite,
    /// A shortest solution by search
    Optimal,
    /// The general search
    Search,
    /// Words of the puzzle's group: short solutions of any puzzle, however large
    Words,
}

/// Random positions, as the algorithms that make them.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant scramble 3x3x3
  permutant scramble pyraminx --count 5 --seed 42
  permutant scramble 5x5x5 --moves 60

Every state is equally likely where the puzzle is small enough for that; otherwise the moves are random.
The same seed gives the same scrambles for ever.")]
pub(crate) struct Scramble {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Where the random numbers start [default: from the operating system]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// This many random moves instead of a random state
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub(crate) moves: Option<u32>,
}

/// The position after an algorithm.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant apply 3x3x3 \"R U R' U'\"
  permutant apply 3x3x3 \"R U R' U'\" --format facelets
  permutant show 4x4x4 \"Rw U2\" --format json
  permutant apply 3x3x3 \"F2\" --from \"R U R' U'\" --format tws")]
pub(crate) struct Apply {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// The algorithm, or - for one a line on standard input
    #[arg(value_name = "ALG", allow_hyphen_values = true, default_value = "")]
    pub(crate) alg: String,
    /// Start from this position instead of the solved one
    #[arg(long, visible_alias = "scramble", value_name = "POSITION", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["facelets", "state"])]
    pub(crate) from: Option<String>,
    /// Start from this facelet string
    #[arg(long, value_name = "FACELETS", allow_hyphen_values = true, conflicts_with = "state")]
    pub(crate) facelets: Option<String>,
    /// Start from the position in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// The six symbols that stand for the faces U R F D L B in facelet strings
    #[arg(long, value_name = "SYMBOLS")]
    pub(crate) faces: Option<String>,
    /// How to write the position
    #[arg(long, value_enum, default_value_t = StateFormat::Text)]
    pub(crate) format: StateFormat,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StateFormat {
    /// By orbit, for people
    Text,
    /// A facelet string (cubes)
    Facelets,
    /// A Scramble block of a twsearch file
    Tws,
    /// A CPOS line of a twsearch file
    Cpos,
    /// A KPuzzle pattern
    Json,
}

/// Whether an algorithm solves a position.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant verify 3x3x3 \"R U\" --solution \"U' R'\"
  permutant verify 3x3x3 --state scramble.txt --solution \"U' R'\"

Exit codes: 0 it does, 1 it does not, 2 bad input.")]
pub(crate) struct Verify {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    #[command(flatten)]
    pub(crate) position: Position,
    /// The algorithm that should solve it
    #[arg(long, value_name = "ALG", allow_hyphen_values = true)]
    pub(crate) solution: String,
    /// What counts as a move: htm, qtm, stm, etm, or weights as R=1,R2=2
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
}

/// Changes, counts or compares algorithms.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant alg invert 3x3x3 \"R U [F, D]\"
  permutant alg simplify 3x3x3 \"U D U'\"
  permutant alg rotate 3x3x3 \"R U R'\" --by y
  permutant alg mirror 3x3x3 \"R U R'\" --plane M
  permutant alg count 3x3x3 \"R M2 x\" --metric stm
  permutant alg shorten 3x3x3 \"R U R' U' R U R' U' R U R' U' R U R' U' R U R' U'\"")]
pub(crate) struct Alg {
    /// What to do
    #[arg(value_enum)]
    pub(crate) action: AlgAction,
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// The algorithm, or - for one a line on standard input
    #[arg(value_name = "ALG", allow_hyphen_values = true)]
    pub(crate) alg: String,
    /// What counts as a move: htm, qtm, stm, etm, or weights as R=1,R2=2
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// For rotate: turn the algorithm by these rotations
    #[arg(long, value_name = "ALG", default_value = "y")]
    pub(crate) by: String,
    /// For mirror: the slice that is the mirror
    #[arg(long, value_enum, default_value_t = Plane::M, ignore_case = true)]
    pub(crate) plane: Plane,
    /// For shorten: longest sequence that is searched for in place of a window
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) depth: u32,
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
  permutant order 4x4x4 \"R U' R U R U R' U' R' U' R2\"
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
    #[arg(value_name = "ALG", allow_hyphen_values = true)]
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

/// God's algorithm: how many states there are at each distance from the solved one, and the farthest of them.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant god 2x2x2 --moves U,R,F
  permutant god skewb --metric qtm --antipodes 5
  permutant god 3x3x3 --depth 5
  permutant god tetraminx --explain --json

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
    /// Save the count after a level if this long has passed since the last save; the same command goes on from there
    #[arg(long, value_name = "T", value_parser = parse_duration, default_value = "10s")]
    pub(crate) save_every: Duration,
    /// Say on standard error which method was taken, and why
    #[arg(long)]
    pub(crate) explain: bool,
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

The word makes the position of the solved puzzle. Words are short, not shortest; no element is without. --effort table
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
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
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

/// Bare permutations: ranks, products, cycles, orders.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant perm rank \"2 0 1\"                  lexicographic rank: 4
  permutant perm rank \"5 3 1\" --of 6           of the sequences of 3 out of 6
  permutant perm unrank 4 --size 3
  permutant perm unrank 83 --size 3 --of 6
  permutant perm multiply \"(1,2)\" \"(2,3)\"      first the left one, as GAP has it
  permutant perm invert \"(1,2,3)\"
  permutant perm cycles \"1 2 0 4 3\"
  permutant perm order \"(1,2,3)(4,5)\"
  permutant perm factor \"a a b b / b a a b\"     the cycles of Theorem A: (b a)⊤(a)⊤(b)
  permutant perm intercalate \"(b a)\" \"(a)\" \"(b)\"
  permutant perm rank baab --multiset            of the 6 arrangements of aabb
  permutant perm unrank 3 --multiset aabb

A permutation is written in cycles of the points 1, 2, … as GAP writes them, or as the list of the images of
0, 1, 2, …: point i goes to the i-th number. A permutation of a multiset is written in two rows with / between them,
by the lower row alone where the upper one is sorted, or as a cycle (x y z): y stands below x, z below y, x below z.
Its symbols are words or numbers with blanks between them, or single letters.")]
pub(crate) struct Perm {
    /// What to do
    #[arg(value_enum)]
    pub(crate) action: PermAction,
    /// Permutations, or a rank for unrank; - for one a line on standard input
    #[arg(required = true)]
    pub(crate) operands: Vec<String>,
    /// For unrank: how many points the permutation has
    #[arg(long, value_name = "K")]
    pub(crate) size: Option<usize>,
    /// For rank and unrank of partial permutations: how many points there are to choose from
    #[arg(long, value_name = "N")]
    pub(crate) of: Option<usize>,
    /// For rank and unrank: symbols that may stand there several times; for unrank, which
    #[arg(long, value_name = "SYMBOLS", num_args = 0..=1, conflicts_with_all = ["size", "of"])]
    pub(crate) multiset: Option<Option<String>>,
}

/// What `perm` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PermAction {
    /// Lexicographic rank, from 0
    Rank,
    /// The permutation of a rank
    Unrank,
    /// The product, from left to right
    Multiply,
    /// The inverse
    Invert,
    /// Its cycles
    Cycles,
    /// Least number of repetitions that do nothing
    Order,
    /// The intercalation product of permutations of multisets
    Intercalate,
    /// The cycles whose intercalation product it is, by Theorem A
    Factor,
}

/// A definition in another format.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant convert 3x3x3 --to tws
  permutant convert pyraminx --to json -o pyraminx.json
  permutant convert my-puzzle.tws --to gap

What a format cannot say is an error, never left out in silence.")]
pub(crate) struct Convert {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// The format
    #[arg(long, value_enum)]
    pub(crate) to: DefinitionFormat,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Formats of definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DefinitionFormat {
    /// twsearch
    Tws,
    /// ksolve and ksolve+
    Ksolve,
    /// KPuzzle JSON (cubing.js, twips)
    Json,
    /// Generators for GAP
    Gap,
}

/// The catalog, or the facts of one puzzle.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant puzzles
  permutant puzzles 4x4x4
  permutant puzzles my-puzzle.tws --json")]
pub(crate) struct Puzzles {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: Option<String>,
}

/// The table files in the cache.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant tables list
  permutant tables build 2x2x2
  permutant tables verify
  permutant tables clean")]
pub(crate) struct Tables {
    #[command(subcommand)]
    pub(crate) action: TablesAction,
}

/// What `tables` does.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum TablesAction {
    /// Every table file: name, size, state
    List,
    /// Build a table now (a name that list shows, or all)
    Build {
        /// The table
        name: String,
    },
    /// Read every table and check it
    Verify,
    /// Remove leftovers of builds that were stopped
    Clean {
        /// Remove every table
        #[arg(long)]
        all: bool,
    },
}

/// A script that completes commands and options in a shell.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant completions bash > ~/.local/share/bash-completion/completions/permutant
  permutant completions zsh > ~/.zfunc/_permutant")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

fn parse_count(text: &str) -> Result<Count, String> {
    match text {
        "all" => Ok(Count::All),
        _ => match text.parse() {
            Ok(count) if count > 0 => Ok(Count::Some(count)),
            _ => Err("expected a number from 1, or all".into()),
        },
    }
}

/// A number and a unit: `512MiB`, `2GiB`, `1000000` (bytes), `64MB`.
fn parse_memory(text: &str) -> Result<u64, String> {
    let expected = || "expected a size such as 512MiB or 2GiB".to_string();
    let (number, unit) = split_unit(text);
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        _ => return Err(expected()),
    };
    let number: u64 = number.parse().map_err(|_| expected())?;
    number.checked_mul(factor).filter(|&bytes| bytes > 0).ok_or_else(expected)
}

/// A number and a unit: `200ms`, `5s`, `2m`, `1h`.
fn parse_duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time such as 200ms, 5s or 2m".to_string();
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected()),
    };
    let number: f64 = number.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| expected())
}

fn split_unit(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn sizes_and_times() {
        assert_eq!(parse_memory("512MiB"), Ok(512 << 20));
        assert_eq!(parse_memory("2GiB"), Ok(2 << 30));
        assert_eq!(parse_memory("1000"), Ok(1000));
        assert_eq!(parse_duration("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(parse_duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        for bad in ["", "MiB", "-1GiB", "9999999999TiB", "1XB", "0"] {
            assert!(parse_memory(bad).is_err(), "{bad}");
        }
        for bad in ["", "5", "-1s", "s", "1e999s", "5 apples"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }
}
