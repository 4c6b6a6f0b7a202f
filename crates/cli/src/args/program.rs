//! The program as a whole: its commands, and the options that all commands share.

use super::coordinates::Coordinates;
use super::files::{Bench, Completions, Convert, Man, Puzzles, Serve, Tables};
use super::find::Find;
use super::groups::{Coset, Factor, God, Group, Walk};
use super::patterns::Patterns;
use super::perm::Perm;
use super::presentations::Enumerate;
use super::sequences::{Alg, Canonical, Order, Orders};
use super::sets::SolveSet;
use super::solving::{Apply, Scramble, Solve, Verify};
use super::values::parse_memory;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Define, play, analyse and solve permutation puzzles.
#[derive(Debug, Parser)]
#[command(name = "permutant", version, max_term_width = 110, disable_help_subcommand = true)]
#[command(after_help = "\
Examples:
  permutant solve 3x3x3 \"R U2 F' D B2 L\"
  permutant scramble 3x3x3 --count 5 --seed 1
  permutant puzzles

A position is an algorithm, a facelet string, a file, or - to read one position per line from
standard input. `permutant help COMMAND` explains a command.

Exit codes: 0 done, 1 a definite no, 2 bad input, 3 a limit was reached, 130 interrupted.")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options of every command.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct Global {
    /// Number of threads, 1 to 1024 [default: all cores]
    #[arg(help_heading = "Everywhere", long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Maximum memory for tables, such as 512MiB or 2GiB; a number without a unit means bytes
    #[arg(help_heading = "Everywhere", long, global = true, value_name = "SIZE", value_parser = parse_memory, default_value = "1GiB")]
    pub(crate) memory: u64,
    /// Directory of the table files [default: $PERMUTANT_TABLES, or else the user's cache directory]
    #[arg(help_heading = "Everywhere", long, global = true, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Keep tables in memory only; do not read or write table files
    #[arg(help_heading = "Everywhere", long, global = true, conflicts_with = "tables")]
    pub(crate) no_tables: bool,
    /// Which tables are written into files; stored ones are read in any case
    #[arg(help_heading = "Everywhere", long, global = true, value_enum, default_value_t = Writing::Auto, value_name = "WHICH", conflicts_with = "no_tables")]
    pub(crate) write_tables: Writing,
    /// Print only results and errors
    #[arg(help_heading = "Everywhere", long, short, global = true)]
    pub(crate) quiet: bool,
    /// Print each result as one line of JSON
    #[arg(help_heading = "Everywhere", long, global = true)]
    pub(crate) json: bool,
    /// When to use colours in messages
    #[arg(help_heading = "Everywhere", long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
}

/// Which tables are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Writing {
    /// Those that take longer to build than to read
    Auto,
    /// All, also those of short searches
    Always,
    /// None
    Never,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The commands.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Solve),
    SolveSet(SolveSet),
    Scramble(Scramble),
    #[command(visible_alias = "show")]
    Apply(Apply),
    Verify(Verify),
    Alg(Alg),
    Order(Order),
    Orders(Orders),
    Canonical(Canonical),
    Coordinates(Coordinates),
    Patterns(Patterns),
    Factor(Factor),
    Group(Group),
    Enumerate(Enumerate),
    God(God),
    Coset(Coset),
    Walk(Walk),
    Find(Find),
    Perm(Perm),
    Convert(Convert),
    Puzzles(Puzzles),
    Tables(Tables),
    Serve(Serve),
    Bench(Bench),
    Completions(Completions),
    Man(Man),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_command_says_what_it_does() {
        for command in Args::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{}", command.get_name());
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }
}
