//! The arguments of `patterns`.

use super::values::SheetFormat;
use clap::Args as ClapArgs;
use std::path::PathBuf;

/// List the patterns of the 3x3x3 that have names, with maneuvers, or draw them on a sheet.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant patterns
  permutant patterns superflip \"cube in a cube\"
  permutant patterns --format svg -o patterns.svg
  permutant solve 3x3x3 \"pattern:cube in a cube\" --optimal
  permutant show 3x3x3 pattern:superflip --format svg

A maneuver makes the pattern from the solved cube. A star after its length means that no maneuver with
fewer face turns does. `pattern:NAME` stands for the position wherever a position of the 3x3x3 is
expected; case, blanks and punctuation do not matter. `permutant find 3x3x3 --face` finds all positions
with a pattern of your own.")]
pub(crate) struct Patterns {
    /// Names of patterns [default: all]
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Output format: one line each, or a sheet with pictures
    #[arg(long, value_enum, default_value_t = SheetFormat::Text)]
    pub(crate) format: SheetFormat,
    /// Write the sheet to this file instead of standard output
    #[arg(long, short, value_name = "FILE", requires = "format")]
    pub(crate) output: Option<PathBuf>,
}
