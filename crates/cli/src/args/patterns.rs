//! The arguments of `patterns`.

use super::values::{SheetFormat, output_file};
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// List the patterns of the 3x3x3 that have names, with maneuvers, or draw them on a sheet.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant patterns
  permutant patterns superflip \"cube in a cube\"
  permutant patterns -o patterns.svg
  permutant solve 3x3x3 \"pattern:cube in a cube\" --optimal
  permutant show 3x3x3 pattern:superflip --format svg

A maneuver makes the pattern from the solved cube. A star after its length means that this program has
proven that no maneuver with fewer face turns does. Four patterns of 19 and 20 turns have no star: an
exhaustive search for them has not been made. That the superflip needs 20 is known (Reid, 1995). `pattern:NAME` stands for the position wherever a position of the 3x3x3 is
expected; case, blanks and punctuation do not matter. `permutant find 3x3x3 --face` finds all positions
with a pattern of your own.")]
pub(crate) struct Patterns {
    /// Names of patterns [default: all]
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Output format: one line each, or a sheet with pictures [default: by the ending of the file, otherwise text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<SheetFormat>,
    /// Write the patterns to this file instead of standard output
    #[arg(long, short, value_name = "FILE", value_parser = output_file())]
    pub(crate) output: Option<PathBuf>,
}
