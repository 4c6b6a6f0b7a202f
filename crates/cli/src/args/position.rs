//! The arguments that name a position, in every command that takes one.

use clap::Args as ClapArgs;
use std::path::PathBuf;

/// Where the pieces are: one of these.
#[derive(Clone, Debug, Default, ClapArgs)]
pub(crate) struct Position {
    /// The position: an algorithm, a facelet string, a file, or - to read one position per line
    ///
    /// An algorithm starts from the solved state. Pieces by name (UF UR UB …), the numbers of a board and CPOS strings are
    /// accepted too. Files are read as with --state. With -, positions come from standard input.
    #[arg(value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// The position after this algorithm, starting from the solved state
    #[arg(help_heading = "Position", long, value_name = "ALG", allow_hyphen_values = true, conflicts_with_all = ["position", "facelets", "state"])]
    pub(crate) scramble: Option<String>,
    /// The position as a facelet string: faces U R F D L B, row by row
    #[arg(help_heading = "Position", long, value_name = "FACELETS", allow_hyphen_values = true, conflicts_with_all = ["position", "state"])]
    pub(crate) facelets: Option<String>,
    /// Read positions from this file
    ///
    /// The file contains a Scramble, ScrambleState, ScrambleAlg or CPOS block, or a KPuzzle pattern.
    #[arg(help_heading = "Position", long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) state: Option<PathBuf>,
    /// Six symbols that stand for the faces U R F D L B in facelet strings
    #[arg(help_heading = "Position", long, value_name = "SYMBOLS")]
    pub(crate) faces: Option<String>,
}
