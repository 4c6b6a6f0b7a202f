//! Commands about sets of puzzles: `solve-set`.

use super::values::parse_duration;
use clap::Args as ClapArgs;
use std::path::PathBuf;
use std::time::Duration;

/// Solve the states of a data set or a competition, within a time for all of them.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant solve-set testdata/sets/puzzle_info.csv testdata/sets/puzzles.csv
  permutant solve-set testdata/sets --only cube_2/2/2,3-5 --time 5s --json
  permutant solve-set testdata/sets/tetra --best-known testdata/sets/tetra/states.tsv

Files are recognised by their columns or keys. Definitions are a table with puzzle_type and
allowed_moves (as in the competition Santa 2023) or a JSON object with name, central_state and
generators (as in the challenges of CayleyPy); states are a table with id and initial_state or
state, and where needed puzzle_type, solution_state, num_wildcards and best_known. Columns are
apart by commas or tabs. A folder stands for puzzle_info.csv and puzzles.csv, or for
puzzle_info.json and states.tsv.

Each move of a list, or its inverse, counts 1. Each line of output is a state: its id, its
puzzle, the number of moves, a number that no solution is below, the best known length, and the
engine. With -o, the moves are kept in a submission file with the columns id and moves; it is
written after each answer, and a further run keeps its answers where it finds no shorter ones.

Exit codes: 0 all solved, 1 a state cannot be solved, 2 bad input, 3 a state has no answer yet.")]
pub(crate) struct SolveSet {
    /// Files with definitions and states, or folders of them
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Keep the answers in this file, and go on from those that it has
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Time for all states together, such as 5m or 1h [default: the first answer of each state]
    #[arg(long, alias = "time-limit", value_name = "T", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Solve only these, separated by commas: ids, ranges of ids such as 0-29, names of puzzles
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Solve at most this many states
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// Compare with the lengths in this table: the columns id and best_known, or one whose name ends in length
    #[arg(long, value_name = "FILE")]
    pub(crate) best_known: Option<PathBuf>,
}
