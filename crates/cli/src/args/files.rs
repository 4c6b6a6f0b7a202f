//! Commands about definitions, the catalog, tables and shells: `convert`, `puzzles`, `tables`, `serve`, `bench`, `completions`.

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use std::path::PathBuf;

/// A definition in another format.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant convert 3x3x3 --to tws
  permutant convert pyraminx --to json -o pyraminx.json
  permutant convert my-puzzle.tws --to gap

What a format cannot say is an error, never left out in silence.")]
pub(crate) struct Convert {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: String,
    /// The format
    #[arg(long, value_enum)]
    pub(crate) to: DefinitionFormat,
    #[command(flatten)]
    pub(crate) picture: super::Picture,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Formats of definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DefinitionFormat {
    /// twsearch
    Tws,
    /// ksolve and ksolve+
    Ksolve,
    /// KPuzzle JSON (cubing.js, twips)
    Json,
    /// Generators for GAP
    Gap,
    /// A picture of the solved puzzle
    Svg,
    /// A picture of pixels, for -o FILE
    Png,
    /// What a page needs to draw it and to turn it: outlines, colours, moves (JSON)
    Scene,
}

/// The page, for a browser on this machine: play, scramble, and watch puzzles being solved.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant serve
  permutant serve --port 9000
  permutant serve --dir web/dist

The address is printed; Ctrl-C ends it. Nothing outside this machine is asked, and nobody outside it is answered.")]
pub(crate) struct Serve {
    /// The port; 0 takes one that is free
    #[arg(long, value_name = "PORT", default_value_t = 8070)]
    pub(crate) port: u16,
    /// A folder with the page, in the place of the page in the program
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

/// The catalog, or the facts of one puzzle.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant puzzles
  permutant puzzles 4x4x4
  permutant puzzles 2x2x2 --slots
  permutant puzzles \"c f 0.6 f 0.2\"
  permutant puzzles my-puzzle.tws --json")]
pub(crate) struct Puzzles {
    /// A puzzle of the catalog, or a definition file
    pub(crate) puzzle: Option<String>,
    /// Which moves touch each slot
    #[arg(long, requires = "puzzle")]
    pub(crate) slots: bool,
}

/// The table files in the cache.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant tables list
  permutant tables build 2x2x2
  permutant tables remove 2x2x2-qtm
  permutant tables verify
  permutant tables clean

A table is made once and opened at once from then on. `tables build 5x5x5` makes what a puzzle gains most by, `tables build
--recommended` what list marks with *: 1.4 GB, a minute or two. Their contents are checked when they are made, by verify, and
where something was done to the file since.")]
pub(crate) struct Tables {
    #[command(subcommand)]
    pub(crate) action: TablesAction,
}

/// What `tables` does.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum TablesAction {
    /// Every table: whether it is kept, its size, the time to build it, and what it gives
    List,
    /// Build a table now, or those of a puzzle
    Build {
        /// A name that list shows, a puzzle as 5x5x5, or all (those of up to 20 MB)
        #[arg(required_unless_present = "recommended", conflicts_with = "recommended")]
        name: Option<String>,
        /// Build those that list marks with *, as far as they are not kept
        #[arg(long)]
        recommended: bool,
    },
    /// Read every table and check it
    Verify,
    /// Remove one table, by the name that list shows
    Remove {
        /// The table
        name: String,
    },
    /// Remove leftovers of builds that were stopped
    Clean {
        /// Remove every table
        #[arg(long)]
        all: bool,
    },
}

/// A script that completes commands and options in a shell.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant completions bash > ~/.local/share/bash-completion/completions/permutant
  permutant completions zsh > ~/.zfunc/_permutant")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Fixed work on one thread: what it counts, a checksum of what it finds, and how fast it goes.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant bench
  permutant bench two-phase optimal --json

Counts and checksums are the same on every machine; no table file is read or written.")]
pub(crate) struct Bench {
    /// Only these workloads [default: all]
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
}
