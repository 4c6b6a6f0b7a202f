//! Commands about positions: `solve`, `scramble`, `apply`, `verify`.

use super::Switch;
use super::methods;
use super::position::Position;
use super::values::{Count, SheetFormat, output_file, parse_count, parse_duration};
use clap::{Args as ClapArgs, ValueEnum};
use permutant::engine::Method;
use permutant::wca::Event;
use std::path::PathBuf;
use std::time::Duration;

/// Solve positions; with --optimal, find a shortest solution and prove it.
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
  permutant solve skewb \"R U L' B R\" --random-order 7

A solution is followed by its length, such as (21f): f for face turns, q for quarter turns, s for
slice turns. A star, as in (21f*), means that shorter solutions are proven not to exist. Moves
need no quotes unless they contain characters that are special to the shell.

Metrics:
  htm (ftm, obtm)  a turn of a face by any angle counts 1, of an inner slice 2
  qtm (obqtm)      a quarter turn of a face counts 1, a half turn 2
  stm (btm)        a turn of any block of layers by any angle counts 1
  sqtm (qstm)      a quarter turn of any block counts 1, a half turn 2
  etm              every written move counts 1, including rotations
  atm (axial)      consecutive turns about one axis count 1 together
  twist            only the half turns (/) of Square-1 count, 1 each
  R=1,R2=2,U3=3    weights: U3 is another name of U'; a turn without a weight counts as often as its
                   move (R=3 makes R2 count 6), or as in htm if its move has no weight either

A scramble file of ksolve+ may set MaxDepth, Slack, QTM or HTM, and MoveLimits for its positions.

Exit codes: 0 solved, 1 the position cannot be solved, 2 bad input, 3 a limit was reached first.")]
#[command(group = clap::ArgGroup::new("bounded").args(["time_limit", "node_limit"]).multiple(true))]
pub(crate) struct Solve {
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: String,
    #[command(flatten)]
    pub(crate) position: Position,
    /// Find a shortest solution, proven by ruling out every shorter length
    #[arg(long)]
    pub(crate) optimal: bool,
    /// Solving method
    #[arg(long, value_parser = methods::solving(), default_value = Method::Auto.name())]
    pub(crate) method: Method,
    /// Metric: one of those below, or weights such as R=1,R2=2 [default: htm, or that of the --state file]
    #[arg(long)]
    pub(crate) metric: Option<String>,
    /// Solve by the complete count that `god --disk DIR --keep` left in this directory, of the same states and moves: shortest
    /// solutions, by a look-up
    #[arg(long, value_name = "DIR", conflicts_with_all = ["method", "patterns", "random_order", "after", "solutions", "min_length", "width", "improvements", "stream"])]
    pub(crate) disk: Option<PathBuf>,
    /// Use only these moves, separated by commas [default: the moves that a search uses in the metric]
    ///
    /// R stands for all powers of R, R2 for R2 and its inverse.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,
    /// Do not use these moves, separated by commas, for example because a robot cannot turn a face
    ///
    /// R stands for all powers of R, R2 for R2 and its inverse.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) forbid: Vec<String>,
    /// Maximum length of a solution, in the metric [default: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) max_length: Option<u32>,
    /// Minimum length of a solution, in the metric
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) min_length: u32,
    /// States that a beam search keeps on each level [default: 256, doubled until a solution is found]
    #[arg(long = "beam-width", alias = "width", value_name = "N")]
    pub(crate) width: Option<usize>,
    /// Stop after this time, such as 200ms, 5s or 2m [default: no limit]
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop after this many search nodes; the answer is then the same on every machine [default: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    /// Print every solution that is found within --time-limit or --node-limit: each is shorter, or proven shortest
    #[arg(long, requires = "bounded", conflicts_with_all = ["solutions", "max_length", "stream", "optimal", "subgroup", "after"])]
    pub(crate) improvements: bool,
    /// Number of solutions, shortest first, or all [default: 1, or all if the --state file sets Slack]
    ///
    /// Without --max-length, all means every solution of the shortest length; with it, every one up to that length.
    #[arg(long, value_name = "N|all", value_parser = parse_count)]
    pub(crate) solutions: Option<Count>,
    /// Print only solutions after this one, to continue where an earlier run stopped
    ///
    /// The order is that of --solutions all.
    #[arg(long, value_name = "ALG", allow_hyphen_values = true)]
    pub(crate) after: Option<String>,
    /// Pattern databases for the general search: auto, none, or pieces such as URF,UF or CORNERS
    ///
    /// Pieces separated by commas share one table. Repeat the option for further tables.
    #[arg(long, value_name = "PIECES", default_value = "auto")]
    pub(crate) patterns: Vec<String>,
    /// Treat symmetric states as one in the general search
    ///
    /// With off, the general search does without symmetry: to compare, as solutions and their lengths stay the same.
    #[arg(long, value_enum, default_value_t = Switch::On, value_name = "on|off")]
    pub(crate) symmetry: Switch,
    /// Try moves in a random order with this seed, a whole number, in the general search
    ///
    /// The order decides which of several solutions of one length is found first.
    #[arg(long, value_name = "SEED", conflicts_with = "stream")]
    pub(crate) random_order: Option<u64>,
    /// Print the method and the reason for it on standard error, for positions on standard input once
    #[arg(long)]
    pub(crate) explain: bool,
    /// Write the turns of a big cube as soon as they are final, before the whole solution is known
    ///
    /// This helps with cubes that take minutes, but the solution is longer.
    #[arg(long, conflicts_with_all = ["max_length", "node_limit", "solutions", "to", "subgroup", "ignore", "optimal"])]
    pub(crate) stream: bool,
    /// Solve to this position instead of the solved one
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
    /// Accept the solved state in any orientation of the whole puzzle
    ///
    /// Cubes from the catalog are always solved in this way.
    #[arg(long)]
    pub(crate) up_to_rotation: bool,
    /// Accept any state that these moves alone could solve, such as U,D,R2,L2,F2,B2
    ///
    /// For example, U accepts a last layer that still needs a turn.
    #[arg(long, value_name = "MOVES", value_delimiter = ',', conflicts_with = "to")]
    pub(crate) subgroup: Vec<String>,
    /// Ignore these pieces, separated by commas, such as URF, CORNERS:3 or CORNERS
    #[arg(long, value_name = "PIECES", value_delimiter = ',', conflicts_with_all = ["to", "subgroup"])]
    pub(crate) ignore: Vec<String>,
    /// Ignore the orientation of these pieces; they must still reach their solved positions
    #[arg(long, value_name = "PIECES", value_delimiter = ',', conflicts_with_all = ["to", "subgroup"])]
    pub(crate) ignore_orientation: Vec<String>,
}

/// Generate random positions and print the algorithms that lead to them.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant scramble 3x3x3
  permutant scramble pyraminx --count 5 --seed 42
  permutant scramble 3x3x3 --length 25
  permutant scramble 5x5x5 --moves 60
  permutant scramble --wca 333bf --count 3
  permutant scramble --wca minx --count 5 --extra 2 -o round.svg

On the 3x3x3, the 4x4x4 and small puzzles, every state is equally likely. Other puzzles get random
moves. A given seed always produces the same scrambles.

With --wca, scrambles follow section 4 of the regulations of the World Cube Association. The
events are 333, 222, 444, 555, 666, 777, 333bf, 333fm, 333oh, clock, minx, pyram, skewb, sq1,
444bf, 555bf and 333mbf. Official competitions must use the association's own program; these
scrambles are for practice and for other contests.")]
pub(crate) struct Scramble {
    /// A puzzle from the catalog, or a definition file
    #[arg(required_unless_present = "wca", conflicts_with = "wca")]
    pub(crate) puzzle: Option<String>,
    /// Generate scrambles for this event of the World Cube Association, given by its code
    #[arg(long, value_name = "EVENT", conflicts_with_all = ["length", "moves"])]
    pub(crate) wca: Option<Event>,
    /// Number of scrambles
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Number of reserve scrambles for repeated attempts, named E1, E2, and so on
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) extra: u64,
    /// Seed of the random numbers, a whole number [default: from the operating system]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Generate random states with algorithms of exactly this many turns (3x3x3 only: 20 to 30)
    #[arg(long, value_name = "N", conflicts_with = "moves")]
    pub(crate) length: Option<u32>,
    /// Make this many random moves instead of a random state, at most 1000000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub(crate) moves: Option<u32>,
    /// Output format: one scramble per line, or an A4 sheet with a picture of each position [default: by the ending of the file,
    /// otherwise text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<SheetFormat>,
    /// Write the output to this file instead of standard output
    #[arg(long, short, value_name = "FILE", value_parser = output_file())]
    pub(crate) output: Option<PathBuf>,
}

/// Show the position after an algorithm.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant apply 3x3x3 \"R U R' U'\"
  permutant apply 3x3x3 \"R U R' U'\" --format facelets
  permutant show 4x4x4 \"Rw U2\" --format json
  permutant apply 3x3x3 \"F2\" --from \"R U R' U'\" --format tws
  permutant show 3x3x3 \"R L'\" --symmetry
  permutant show 3x3x3 \"R U R' U'\" --format cycles
  printf 'R\\nR U\\n' | permutant show 2x2x2 - --format move
  permutant show fto \"U BR\" --format svg
  permutant show \"c e 0.83\" UF --format svg --view net --letters")]
pub(crate) struct Apply {
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: String,
    /// The algorithm, or - to read one per line from standard input
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
    /// Six symbols that stand for the faces U R F D L B in facelet strings
    #[arg(long, value_name = "SYMBOLS")]
    pub(crate) faces: Option<String>,
    /// Output format [default: a picture if the file of -o ends in svg or png, otherwise text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<StateFormat>,
    #[command(flatten)]
    pub(crate) picture: Picture,
    /// Also show the symmetry of the position
    ///
    /// The output says which symmetries of the puzzle preserve the position, or map it to its inverse.
    #[arg(long)]
    pub(crate) symmetry: bool,
    /// Write the output to this file instead of standard output
    #[arg(long, short, value_name = "FILE", value_parser = output_file())]
    pub(crate) output: Option<PathBuf>,
}

impl Apply {
    /// The format that the user chose, or that the ending of the file says.
    pub(crate) fn format(&self) -> StateFormat {
        self.format.unwrap_or_else(|| match SheetFormat::of(None, self.output.as_deref()) {
            SheetFormat::Text => StateFormat::Text,
            SheetFormat::Svg => StateFormat::Svg,
            SheetFormat::Png => StateFormat::Png,
        })
    }
}

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StateFormat {
    /// Readable text, by orbit
    Text,
    /// A facelet string (cubes)
    Facelets,
    /// A Scramble block of a twsearch file
    Tws,
    /// A ScrambleState block of a twsearch file, numbers from 0
    #[value(name = "tws-from-0")]
    TwsFromZero,
    /// A CPOS line of a twsearch file
    Cpos,
    /// What the algorithm does, as a Move block of a twsearch file
    Move,
    /// The same as a MoveTransformation block, numbers from 0
    #[value(name = "move-from-0")]
    MoveFromZero,
    /// The same as a CMOV line
    Cmov,
    /// The same as a permutation of points in cycle notation, numbered as by convert --to gap
    Cycles,
    /// A KPuzzle pattern
    Json,
    /// An SVG picture
    Svg,
    /// A PNG picture; needs -o FILE
    Png,
    /// JSON for a page that draws and turns the puzzle: outlines, colours, moves
    Scene,
}

/// Options of pictures.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct Picture {
    /// View of a solid
    #[arg(help_heading = "Pictures", long, value_enum, default_value_t = PictureView::Solid)]
    pub(crate) view: PictureView,
    /// Colour scheme
    #[arg(help_heading = "Pictures", long, value_enum, default_value_t = PictureScheme::Usual)]
    pub(crate) scheme: PictureScheme,
    /// Label each sticker with its face
    #[arg(help_heading = "Pictures", long)]
    pub(crate) letters: bool,
    /// Width in pixels, 16 to 20000
    #[arg(help_heading = "Pictures", long, value_name = "PIXELS", default_value_t = 800, value_parser = clap::value_parser!(u32).range(16..=20_000))]
    pub(crate) width: u32,
    /// Background
    #[arg(help_heading = "Pictures", long, value_enum, default_value_t = PictureTheme::Clear)]
    pub(crate) theme: PictureTheme,
    /// Draw only these pieces in colour, given by their solved positions; the others are grey
    ///
    /// Give sets or slots of sets, separated by commas, such as CENTERS,EDGES:5-8.
    #[arg(help_heading = "Pictures", long, value_name = "PIECES", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Draw arrows that show where these moves would carry the pieces
    ///
    /// Cycles of slots are accepted too, such as "EDGES(1 2 3) CORNERS(1 2)".
    #[arg(help_heading = "Pictures", long, value_name = "ALG", allow_hyphen_values = true)]
    pub(crate) arrows: Option<String>,
}

impl Picture {
    /// An option whose value differs from the default, if there is one.
    pub(crate) fn chosen(&self) -> Option<&'static str> {
        let options = [
            ("--view", self.view != PictureView::Solid),
            ("--scheme", self.scheme != PictureScheme::Usual),
            ("--letters", self.letters),
            ("--width", self.width != 800),
            ("--theme", self.theme != PictureTheme::Clear),
            ("--only", !self.only.is_empty()),
            ("--arrows", self.arrows.is_some()),
        ];
        options.into_iter().find_map(|(option, is_chosen)| is_chosen.then_some(option))
    }

    /// The same of the options that change pictures of solids only.
    pub(crate) fn chosen_for_solids(&self) -> Option<&'static str> {
        let options = [("--view", self.view != PictureView::Solid), ("--letters", self.letters)];
        options.into_iter().find_map(|(option, is_chosen)| is_chosen.then_some(option))
    }
}

/// The background of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureTheme {
    /// Transparent
    Clear,
    /// White
    Light,
    /// Nearly black
    Dark,
}

/// The view of a solid in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureView {
    /// Front and back, side by side
    Solid,
    /// Unfolded net
    Net,
    /// Stereographic projection from a point at the back
    Stereographic,
}

/// Colours of faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureScheme {
    /// The usual colours of the puzzle
    Usual,
    /// Colours that can be distinguished with any colour vision
    Safe,
}

/// Check whether an algorithm solves a position.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant verify 3x3x3 \"R U\" --solution \"U' R'\"
  permutant solve 3x3x3 \"R U\" | permutant verify 3x3x3 \"R U\" --solution -
  permutant scramble 3x3x3 --count 5 | permutant solve 3x3x3 - --json | permutant verify 3x3x3 -

A line of JSON printed by `solve` contains both the position and its solution.

Exit codes: 0 solved, 1 not solved, 2 bad input.")]
pub(crate) struct Verify {
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: String,
    #[command(flatten)]
    pub(crate) position: Position,
    /// The algorithm to check, or - to read one per line from standard input [default: none]
    ///
    /// Without it, the command checks whether the position itself is solved.
    #[arg(long, value_name = "ALG", allow_hyphen_values = true)]
    pub(crate) solution: Option<String>,
    /// Metric; `permutant help solve` lists them
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
}
