//! Commands about definitions, the catalog, tables and the program itself: `convert`, `puzzles`, `tables`, `serve`, `bench`,
//! `completions`, `man`.

use super::values::output_file;
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Convert a definition to another format.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant convert 3x3x3 --to tws
  permutant convert pyraminx --to json -o pyraminx.json
  permutant convert my-puzzle.tws --to gap

tws, ksolve and json leave out moves that are known by name only, where the format would make
generators of them, and ksolve rotations too; a note on standard error names them. Anything else
that a format cannot express is reported as an error. In gap, moves are permutations with names,
and those in the last line, Group(...), generate the group.")]
pub(crate) struct Convert {
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: String,
    /// Output format
    #[arg(long, value_enum)]
    pub(crate) to: DefinitionFormat,
    #[command(flatten)]
    pub(crate) picture: super::Picture,
    /// Write the output to this file instead of standard output
    #[arg(long, short, value_name = "FILE", value_parser = output_file())]
    pub(crate) output: Option<PathBuf>,
}

/// Formats of definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DefinitionFormat {
    /// twsearch
    Tws,
    /// twsearch, numbers from 0: StartState and MoveTransformation
    #[value(name = "tws-from-0")]
    TwsFromZero,
    /// ksolve and ksolve+
    Ksolve,
    /// KPuzzle JSON (cubing.js, twips)
    Json,
    /// Generators for GAP
    Gap,
    /// An SVG picture of the solved puzzle
    Svg,
    /// A PNG picture; needs -o FILE
    Png,
    /// JSON for a page that draws and turns the puzzle: outlines, colours, moves
    Scene,
}

/// Serve the web page to a browser on this machine, to play puzzles and watch them being solved.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant serve
  permutant serve --port 9000
  permutant serve --dir web/dist

The command prints the address of the page and runs until Ctrl-C. It accepts connections only from
this machine and makes none to others.")]
pub(crate) struct Serve {
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = 8070)]
    pub(crate) port: u16,
    /// Serve the page in this folder instead of the one built into the program
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

/// List the catalog, or show the properties of one puzzle.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant puzzles
  permutant puzzles 4x4x4
  permutant puzzles 2x2x2 --slots
  permutant puzzles \"c f 0.6 f 0.2\"
  permutant puzzles my-puzzle.tws --json")]
pub(crate) struct Puzzles {
    /// A puzzle from the catalog, or a definition file
    pub(crate) puzzle: Option<String>,
    /// Show which moves affect each slot
    #[arg(long, requires = "puzzle")]
    pub(crate) slots: bool,
}

/// List, build, verify and remove table files.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant tables list
  permutant tables build 2x2x2
  permutant tables build 3x3x3 --pattern CORNERS --pattern UF,UR,UB,UL,DF,DR
  permutant tables remove 2x2x2-qtm
  permutant tables verify
  permutant tables clean

A table is built once; later commands open it immediately. `tables build 5x5x5` builds the tables
that help the 5x5x5 most. `tables build --recommended` builds those marked * by `tables list`:
1.4 GB, in a minute or two. The contents of a table are checked when it is built, by
`tables verify`, and after its file has been changed.")]
pub(crate) struct Tables {
    #[command(subcommand)]
    pub(crate) action: TablesAction,
}

/// What `tables` does.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum TablesAction {
    /// List every table with its state, size, build time and benefit
    List,
    /// Build a table now, or all tables for one puzzle
    Build {
        /// A name shown by `tables list`, a cube such as 5x5x5, or all (every table of up to 20 MB)
        #[arg(required_unless_present = "recommended", conflicts_with = "recommended")]
        name: Option<String>,
        /// Build the tables that `tables list` marks with *, except those already stored
        #[arg(long)]
        recommended: bool,
        /// Build the pattern database of these pieces of any puzzle, such as CORNERS or UF,UR,UB,UL,DF,DR
        ///
        /// Repeat the option for further databases. `solve --method korf` uses them.
        #[arg(long, value_name = "PIECES", conflicts_with = "recommended")]
        pattern: Vec<String>,
        /// Metric of a pattern database
        #[arg(long, value_name = "METRIC", default_value = "htm", requires = "pattern")]
        metric: String,
    },
    /// Read every stored table and check its contents
    Verify,
    /// Remove one table
    Remove {
        /// A name shown by `tables list`
        name: String,
    },
    /// Remove unusable files and the leftovers of interrupted builds
    Clean {
        /// Remove all tables as well
        #[arg(long)]
        all: bool,
    },
}

/// Print a script that completes commands and options in a shell.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant completions bash > ~/.local/share/bash-completion/completions/permutant
  permutant completions zsh > ~/.zfunc/_permutant")]
pub(crate) struct Completions {
    /// The shell that the script is for
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page of a command, or write all manual pages into a directory.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant man
  permutant man alg
  permutant man tables build

`permutant man --dir ~/.local/share/man/man1` makes them known to man(1).")]
pub(crate) struct Man {
    /// The command, such as `solve` or `tables build` [default: the program as a whole]
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Write the pages of all commands into this directory
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub(crate) dir: Option<PathBuf>,
}

/// Run fixed workloads on one thread and print their counts, checksums and speeds.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant bench
  permutant bench two-phase optimal --json

Counts and checksums are the same on every machine. No table files are read or written.")]
pub(crate) struct Bench {
    /// Run only these workloads [default: all]
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
}
