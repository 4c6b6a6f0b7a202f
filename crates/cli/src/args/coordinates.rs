//! The arguments of `coordinates`.

use super::position::Position;
use clap::Args as ClapArgs;

/// Show the coordinates of a position of the 3x3x3, or make a position from coordinates.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant coordinates 3x3x3 \"R U F\"
  permutant coordinates 3x3x3 \"R U F\" --row twist
  permutant coordinates 3x3x3 --set twist=1494,flip=550,slice=95
  permutant coordinates 3x3x3 --set corners=21021,ud-edges=4000 --json

The coordinates are Kociemba's; each is 0 for the solved cube. Some are reduced by the sixteen
symmetries that preserve the axis of U and D: the symcoord is 16 times the number of the class plus
the number of a symmetry S such that S · position · S⁻¹ has the least value of the class.

ud-edges and slice-order are defined only where the edges of the middle layer are in this layer.")]
pub(crate) struct Coordinates {
    /// The 3x3x3
    pub(crate) puzzle: String,
    #[command(flatten)]
    pub(crate) position: Position,
    /// Make a position with these values, separated by commas, and everything else solved as far as possible
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',', conflicts_with = "position")]
    pub(crate) set: Vec<String>,
    /// Show the row of this coordinate in its move table: its value after each turn
    #[arg(long, value_name = "NAME")]
    pub(crate) row: Option<String>,
}
