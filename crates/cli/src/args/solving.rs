//! Commands about positions: `solve`, `scramble`, `apply`, `verify`.

use super::position::Position;
use super::values::{Count, parse_count, parse_duration};
use clap::{Args as ClapArgs, ValueEnum};
use permutant::wca::Event;
use std::path::PathBuf;
use std::time::Duration;

/// A solution, as short as the method finds it; shortest with --optimal.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant solve 3x3x3 \"R U2 F' D B2 L\"
  permutant solve 3x3x3 DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD
  permutant solve pyraminx \"U L' R B\" --solutions all --max-length 5
  permutant solve 3x3x3 \"R U2 F' D B2 L\" --subgroup U,D,R2,L2,F2,B2
  permutant solve 3x3x3 PLL:Ja --subgroup U
  permutant solve 3x3x3 \"U R2 U' R2\" --optimal --moves U,R2
  permutant solve 3x3x3 \"R U2 F' D B2 L\" --ignore UF,UR,UB,UL --ignore-orientation CORNERS
  permutant solve topspin:14,4 \"r6 t r' t r2 t\" --patterns TILES:1,TILES:2,TILES:3,TILES:4
  permutant scramble 3x3x3 --count 1000 --seed 1 | permutant solve 3x3x3 -
  permutant solve torus:4x4 \"R1 C2 R3' C4 R2 C1'\" --method beam
  permutant solve my-puzzle.tws \"A B' C\" --optimal --time-limit 10s

A solution ends with its length: (21f), f for face turns, q for quarter turns, s for slice turns, and a star, (21f*), \
where every shorter length was ruled out. Moves may stand without quotes where the shell leaves them alone.

Metrics:
  htm (ftm, obtm)  a turn of a face by any angle is 1, of an inner slice 2
  qtm (obqtm)      a quarter turn of a face is 1, a half turn 2
  stm (btm)        a turn of any block of layers by any angle is 1
  sqtm (qstm)      a quarter turn of any block is 1, a half turn 2
  etm              every move that is written is 1, rotations too
  atm (axial)      turns about one axis that follow each other are 1 together
  twist            only the half turns of a square-1 are 1

A scramble file of ksolve+ may say MaxDepth, Slack, QTM or HTM, and MoveLimits; each position is solved as it says.

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
    /// What counts as a move: one of those below, or weights as R=1,R2=2 [default: htm, or what the file of --state says]
    #[arg(long)]
    pub(crate) metric: Option<String>,
    /// Only these moves, separated by commas: R for all powers of R, R2 for that one [default: those of a search]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
    /// Not these moves, separated by commas: R for all powers of R, R2 for that one, as where a robot cannot turn a face
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) forbid: Vec<String>,
    /// Only solutions of at most this length
    #[arg(long, value_name = "N")]
    pub(crate) max_length: Option<u32>,
    /// Only solutions of at least this length
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) min_length: u32,
    /// States that a beam keeps of each level [default: 256, then twice as many until it finds a solution]
    #[arg(long = "beam-width", alias = "width", value_name = "N")]
    pub(crate) width: Option<usize>,
    /// Stop after this time, as 200ms, 5s or 2m
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop after this many search nodes: the same answer on every machine
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    /// How many solutions: a number, the shortest first, or all: those of the shortest length, with --max-length those of every length
    /// up to it [default: 1, or all where the file of --state asks for longer ones too]
    #[arg(long, value_name = "N|all", value_parser = parse_count)]
    pub(crate) solutions: Option<Count>,
    /// Only solutions after this one, in the order of --solutions all: to go on where an earlier run stopped
    #[arg(long, value_name = "ALG", allow_hyphen_values = true)]
    pub(crate) after: Option<String>,
    /// Exact tables (pattern databases) for the general search: auto, none, or one of these pieces, as URF,UF or CORNERS;
    /// again for another table
    #[arg(long, value_name = "PIECES", default_value = "auto")]
    pub(crate) patterns: Vec<String>,
    /// Say on standard error why this method was taken
    #[arg(long)]
    pub(crate) explain: bool,
    /// Write the turns of a big cube as soon as they are certain, before all are known; longer ones than without, for cubes that
    /// take minutes
    #[arg(long, conflicts_with_all = ["max_length", "node_limit", "solutions", "to", "subgroup", "ignore", "optimal"])]
    pub(crate) stream: bool,
    /// Solve to this position instead of the solved one
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
    /// Solve to the solved state in any orientation of the whole puzzle; cubes of the catalog are always solved so
    #[arg(long)]
    pub(crate) up_to_rotation: bool,
    /// Solve to any state that these moves alone could solve, as U,D,R2,L2,F2,B2, or U for a last layer that may be turned
    #[arg(long, value_name = "MOVES", value_delimiter = ',', conflicts_with = "to")]
    pub(crate) subgroup: Vec<String>,
    /// These pieces may end anywhere: URF, CORNERS:3 or CORNERS, separated by commas
    #[arg(long, value_name = "PIECES", value_delimiter = ',', conflicts_with_all = ["to", "subgroup"])]
    pub(crate) ignore: Vec<String>,
    /// These pieces must come home, turned as they like
    #[arg(long, value_name = "PIECES", value_delimiter = ',', conflicts_with_all = ["to", "subgroup"])]
    pub(crate) ignore_orientation: Vec<String>,
}

/// Methods by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// What suits the puzzle
    Auto,
    /// Kociemba's two phases (3x3x3)
    TwoPhase,
    /// The same with large tables, which are built first if they are not kept: shorter solutions in the same time
    TwoPhaseLarge,
    /// Thistlethwaite's four groups (3x3x3), at most 45 turns; --explain shows the phases
    Thistlethwaite,
    /// A shortest solution by search
    Optimal,
    /// The general search
    Search,
    /// Words of the puzzle's group: short solutions of any puzzle, however large
    Words,
    /// A beam of the states that look nearest: often much shorter than words, but not sure to find a solution
    Beam,
    /// Reduction to the 3x3x3 (cubes from 4x4x4 on); --explain shows the phases
    Reduction,
}

/// Random positions, as the algorithms that make them.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant scramble 3x3x3
  permutant scramble pyraminx --count 5 --seed 42
  permutant scramble 3x3x3 --length 25
  permutant scramble 5x5x5 --moves 60
  permutant scramble --wca 333bf --count 3
  permutant scramble --wca minx --count 5 --extra 2 --format svg -o round.svg

Every state is equally likely where the puzzle is small enough for that, and on the 3x3x3 and the 4x4x4; otherwise the moves
are random. The same seed gives the same scrambles for ever.

With --wca the scrambles are what section 4 of the regulations of the World Cube Association asks for: 333, 222, 444, 555, 666,
777, 333bf, 333fm, 333oh, clock, minx, pyram, skewb, sq1, 444bf, 555bf, 333mbf. Competitions must use the association's own
program; these are for practice and for other contests.")]
pub(crate) struct Scramble {
    /// A puzzle of the catalog, or a definition file
    #[arg(required_unless_present = "wca", conflicts_with = "wca")]
    pub(crate) puzzle: Option<String>,
    /// Scrambles of an event of the World Cube Association, by its code
    #[arg(long, value_name = "EVENT", conflicts_with_all = ["length", "moves"])]
    pub(crate) wca: Option<Event>,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// So many more for attempts that have to be repeated, called E1, E2, and so on
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) extra: u64,
    /// Where the random numbers start [default: from the operating system]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Random states with algorithms of exactly this many turns (3x3x3: 20 to 30)
    #[arg(long, value_name = "N", conflicts_with = "moves")]
    pub(crate) length: Option<u32>,
    /// This many random moves instead of a random state
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub(crate) moves: Option<u32>,
    /// One scramble a line, or a sheet of A4 paper with a picture of each position
    #[arg(long, value_enum, default_value_t = ScrambleFormat::Text)]
    pub(crate) format: ScrambleFormat,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How scrambles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScrambleFormat {
    /// One a line
    Text,
    /// A sheet with pictures
    Svg,
    /// The same of pixels, for -o FILE
    Png,
}

/// The position after an algorithm.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant apply 3x3x3 \"R U R' U'\"
  permutant apply 3x3x3 \"R U R' U'\" --format facelets
  permutant show 4x4x4 \"Rw U2\" --format json
  permutant apply 3x3x3 \"F2\" --from \"R U R' U'\" --format tws
  permutant show 3x3x3 \"R L'\" --symmetry
  permutant show fto \"U BR\" --format svg
  permutant show \"c e 0.83\" UF --format svg --view net --letters")]
pub(crate) struct Apply {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// The algorithm, or - for one a line on standard input
    #[arg(value_name = "ALG", default_value = "")]
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
    #[command(flatten)]
    pub(crate) picture: Picture,
    /// Tell the position's symmetry too: which symmetries of the puzzle leave it as it is, or make its inverse of it
    #[arg(long)]
    pub(crate) symmetry: bool,
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
    /// A picture
    Svg,
    /// A picture of pixels, for -o FILE
    Png,
    /// What a page needs to draw it and to turn it: outlines, colours, moves (JSON)
    Scene,
}

/// How a picture is made.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct Picture {
    /// The solid from the front and from behind, unfolded, or pressed into the plane
    #[arg(help_heading = "Pictures", long, value_enum, default_value_t = PictureView::Solid)]
    pub(crate) view: PictureView,
    /// The colours that the puzzle is sold with, or ones to be told apart with any colour vision
    #[arg(help_heading = "Pictures", long, value_enum, default_value_t = PictureScheme::Usual)]
    pub(crate) scheme: PictureScheme,
    /// Write on each sticker which face it belongs to
    #[arg(help_heading = "Pictures", long)]
    pub(crate) letters: bool,
    /// The width in pixels
    #[arg(help_heading = "Pictures", long, value_name = "PIXELS", default_value_t = 800, value_parser = clap::value_parser!(u32).range(16..=20_000))]
    pub(crate) width: u32,
    /// No background, white, or dark
    #[arg(help_heading = "Pictures", long, value_enum, default_value_t = PictureTheme::Clear)]
    pub(crate) theme: PictureTheme,
    /// Only these pieces in colour, by where they are at home: sets, or slots of a set, as CENTERS,EDGES:5-8
    #[arg(help_heading = "Pictures", long, value_name = "PIECES", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Arrows that show where these moves would carry the pieces; or cycles of slots, as "EDGES(1 2 3) CORNERS(1 2)"
    #[arg(help_heading = "Pictures", long, value_name = "ALG", allow_hyphen_values = true)]
    pub(crate) arrows: Option<String>,
}

/// What lies around a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureTheme {
    /// Nothing
    Clear,
    /// White
    Light,
    /// Nearly black
    Dark,
}

/// What a picture shows of a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureView {
    /// From the front and from behind
    Solid,
    /// Unfolded
    Net,
    /// Blown up to a sphere and projected from a point at the back
    Stereographic,
}

/// Colours of faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureScheme {
    /// As the puzzle is sold
    Usual,
    /// For any colour vision
    Safe,
}

/// Whether an algorithm solves a position.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant verify 3x3x3 \"R U\" --solution \"U' R'\"
  permutant solve 3x3x3 \"R U\" | permutant verify 3x3x3 \"R U\" --solution -
  permutant scramble 3x3x3 --count 5 | permutant solve 3x3x3 - --json | permutant verify 3x3x3 -

Lines of JSON as `solve` prints them hold a position and its solution, and both are read. Exit codes: 0 it is solved, 1 it is not, 2 bad
input.")]
pub(crate) struct Verify {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    #[command(flatten)]
    pub(crate) position: Position,
    /// The algorithm that should solve it, or - for one a line on standard input [default: none; is it solved as it is?]
    #[arg(long, value_name = "ALG", allow_hyphen_values = true)]
    pub(crate) solution: Option<String>,
    /// What counts as a move; `permutant help solve` lists the metrics
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
}
