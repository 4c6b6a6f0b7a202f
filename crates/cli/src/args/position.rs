//! The arguments that name a position, in every command that takes one.

use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Where the pieces are: one of these.
#[derive(Clone, Debug, Default, ClapArgs)]
pub(crate) struct Position {
    /// An algorithm from the solved state, a facelet string, pieces by name (UF UR UB …), the numbers of a board, a CPOS string, a
    /// file as for --state, or - for one position a line on standard input
    #[arg(value_name = "POSITION")]
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
