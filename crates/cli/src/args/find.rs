//! What may be typed after `find`.

use super::sequences::UpTo;
use super::values::{Count, SheetFormat, output_file, parse_count, parse_duration};
use clap::{Args as ClapArgs, ValueEnum};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// Find the shortest sequences with given cycles, or all positions with given symmetry or patterns.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant find 3x3x3 --cycles \"CORNERS: 3\" --solutions 5
  permutant find 3x3x3 --cycles \"EDGES: 1+1 1+1\" --moves R,U,M
  permutant find 2x2x2 --cycles \"CORNERS: 1+1 1+2\" --solutions all --up-to symmetries,inverse
  permutant find 3x3x3 --cycles \"CORNERS: 3+?, EDGES: any\"
  permutant find pyraminx --like \"R U' R' U\" --solutions 3
  permutant find 3x3x3 --few 4 --max-length 12 --solutions all
  permutant find 3x3x3 --symmetry \"at least D3d\" --count
  permutant find 3x3x3 --symmetry Th --solutions all --optimal --up-to symmetries,inverse
  permutant find 3x3x3 --face \"aba bab aba\" --solutions all --up-to symmetries,inverse
  permutant find 3x3x3 --face \"aab aab bbb\" --continuous --symmetry \"at least C3\"
  permutant find 3x3x3 --colours 2 --symmetry D3 --solutions all -o patterns.svg
  permutant find skewb --symmetry \"x y'\" --count
  permutant find pyraminx --symmetry rotations --solutions all --optimal

--cycles takes the names of orbits from `permutant puzzles NAME`, and the lengths of their cycles:

  3    a cycle of three pieces with a total twist of 0
  3+1  a cycle of three pieces with a total twist of 1
  3+?  a cycle of three pieces with any twist
  1+1  a piece twisted in place

Orbits that are not named stay solved; those given as `any` may change in any way. Of sequences
that differ only in the order of commuting neighbours, one is found.

--few tries powers (A)n and commutators [A, B] = A B A' B' of all words A and B by their length, and
prints each with the number of pieces that it moves or turns, its order and its cycles.

With --symmetry, --antisymmetry or --self-inverse, the positions of the 3x3x3 with this symmetry are
counted exactly or listed, each with a maneuver that makes it. Classes have the Schoenflies symbols
of crystallography: C1, Ci, Cs (face), Cs (edge), C2 (face), ..., D3d, D4h, T, Th, Td, O, Oh. An
antisymmetry maps a position to its inverse; --antisymmetry takes the class of the group that
symmetries and antisymmetries form together.

On other puzzles, --symmetry takes symmetries that leave a position unchanged, separated by commas:
a rotation of the whole puzzle such as y2, images of moves such as \"R→L U→U'\" (or R->L) that only one
symmetry has, all, or rotations for all rotations of the whole puzzle. `permutant show PUZZLE
--symmetry` prints generators of all symmetries.

--face describes the stickers of a face, row by row:

  a to z       some colour: equal letters equal colours, different letters different colours
  U R F D L B  the colour of that face
  ? or .       any colour

Each face then shows the pattern or a rotation or reflection of it, or any of several patterns if
--face is repeated. U=aba/bab/aba describes the face U alone, as the net shows it; several faces are
separated by commas, as in U,D=aba/bab/aba. --continuous demands the same letter, or ?, on both
sides of every edge of the cube. The options for symmetry, patterns, --colours, --only and
--parity can be combined.

Exit codes: 0 found, 1 no such sequence or position exists, 2 bad input, 3 a limit was
reached first.")]
#[command(group = clap::ArgGroup::new("kind").args(["cycles", "like", "few", "symmetry", "antisymmetry", "self_inverse", "face", "colours", "only", "parity"]).required(true).multiple(true))]
#[command(group = clap::ArgGroup::new("positions").args(["symmetry", "antisymmetry", "self_inverse", "face", "colours", "only", "parity"]).multiple(true))]
pub(crate) struct Find {
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: String,
    /// Find sequences with these cycles, by orbit, such as "CORNERS: 3, EDGES: 2 2"
    #[arg(long, value_name = "CYCLES")]
    pub(crate) cycles: Option<String>,
    /// Find sequences with the same cycles as this algorithm
    #[arg(long, value_name = "ALG", allow_hyphen_values = true, conflicts_with = "cycles")]
    pub(crate) like: Option<String>,
    /// Find powers and commutators of words that move at most N pieces, the first of each kind of cycles
    #[arg(long, value_name = "N", conflicts_with_all = ["cycles", "like", "up_to"])]
    pub(crate) few: Option<usize>,
    /// Find positions with this symmetry, such as D3d, "exactly D3d" or "at least D3d"; on other puzzles a rotation or images of moves
    #[arg(long, value_name = "CLASS", conflicts_with_all = ["cycles", "like", "few"])]
    pub(crate) symmetry: Option<String>,
    /// Find positions whose symmetries and antisymmetries form a group of this class
    #[arg(long, value_name = "CLASS", conflicts_with_all = ["cycles", "like", "few"])]
    pub(crate) antisymmetry: Option<String>,
    /// Find positions that are their own inverses
    #[arg(long, conflicts_with_all = ["cycles", "like", "few"])]
    pub(crate) self_inverse: bool,
    /// Find positions whose faces show this pattern; U=PATTERN or, with a comma, U,D=PATTERN for certain faces
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["cycles", "like", "few"])]
    pub(crate) face: Vec<String>,
    /// Demand that patterns continue across the edges of the cube
    #[arg(long, requires = "face")]
    pub(crate) continuous: bool,
    /// Number of colours on each face, such as 2 or 2-3
    #[arg(long, alias = "colors", value_name = "N", value_parser = parse_colours, conflicts_with_all = ["cycles", "like", "few"])]
    pub(crate) colours: Option<RangeInclusive<u8>>,
    /// The only kind of piece that may be out of place
    #[arg(long, value_enum, value_name = "PIECES", conflicts_with_all = ["cycles", "like", "few"])]
    pub(crate) only: Option<PieceKind>,
    /// Parity of the permutations of corners and edges
    #[arg(long, value_enum, conflicts_with_all = ["cycles", "like", "few"])]
    pub(crate) parity: Option<Parity>,
    /// Count the positions instead of listing them
    #[arg(long, conflicts_with_all = ["cycles", "like", "few", "optimal", "metric", "up_to", "solutions", "format", "output"])]
    pub(crate) count: bool,
    /// List shortest maneuvers, with proof
    #[arg(long, conflicts_with_all = ["cycles", "like", "few"])]
    pub(crate) optimal: bool,
    /// Metric: htm, qtm, stm, etm, or weights such as R=1,R2=2
    #[arg(long, default_value = "htm")]
    pub(crate) metric: String,
    /// Use only these moves, separated by commas [default: the moves that a search uses in the metric]
    ///
    /// R stands for all powers of R, R2 for R2 and its inverse.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "positions")]
    pub(crate) moves: Vec<String>,
    /// Maximum length of a sequence, in the metric [default: no limit]
    #[arg(long, value_name = "N", conflicts_with = "positions")]
    pub(crate) max_length: Option<u32>,
    /// Minimum length of a sequence, in the metric
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "positions")]
    pub(crate) min_length: u32,
    /// Number of sequences to find, shortest first, or of positions to list; or all
    ///
    /// For sequences without --max-length, all means all of the shortest length; for positions, all that there are.
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = parse_count)]
    pub(crate) solutions: Count,
    /// Differences to ignore between results, separated by commas: one sequence is found for each class
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) up_to: Vec<UpTo>,
    /// Stop after this time, such as 200ms, 5s or 2m [default: no limit]
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop after this many search nodes; the answer is then the same on every machine [default: no limit]
    #[arg(long, value_name = "N", conflicts_with = "positions")]
    pub(crate) node_limit: Option<u64>,
    /// Output format of positions: one line each, or a sheet with pictures [default: by the ending of the file, otherwise text]
    #[arg(long, value_enum, requires = "positions")]
    pub(crate) format: Option<SheetFormat>,
    /// Write the positions to this file instead of standard output
    #[arg(long, short, value_name = "FILE", requires = "positions", value_parser = output_file())]
    pub(crate) output: Option<PathBuf>,
}

/// A kind of piece of the 3x3x3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PieceKind {
    /// The eight corners
    Corners,
    /// The twelve edges
    Edges,
}

/// The parity of a permutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Parity {
    /// An even number of exchanges
    Even,
    /// An odd number of exchanges
    Odd,
}

/// Reads `2` or `2-3`.
fn parse_colours(text: &str) -> Result<RangeInclusive<u8>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.trim().parse::<u8>(), most.trim().parse::<u8>()) {
        (Ok(least @ 1..=6), Ok(most @ 1..=6)) if least <= most => Ok(least..=most),
        _ => Err("expected a number of colours from 1 to 6, or a range such as 2-3".to_string()),
    }
}
