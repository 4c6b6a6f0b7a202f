//! Command `enumerate`: finitely presented groups.

use super::values::parse_duration;
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Enumerate the cosets of a subgroup of a finitely presented group, or its subgroups of low index.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant enumerate \"<a, b | a^2, b^3, (a*b)^5>\"
  permutant enumerate \"<a, b | a^8, b^7, (ab)^2, (a^-1 b)^3>\" --subgroup \"a^2, a^-1 b\"
  permutant enumerate \"<x, y | x^2 = y^3 = 1, [x, y]^2>\" --subgroup x --table
  permutant enumerate \"<a, b | a^2, b^3, (ab)^5>\" --subgroup b --to gap | permutant group -
  permutant enumerate \"<a, b | a^2, b^3>\" --low-index 6
  permutant enumerate \"<a, b | a^4, b^6, [a, b]>\" --abelian
  permutant enumerate group.txt --strategy hlt --memory 4GiB --time-limit 10m

A presentation lists generators and relations: <a, b | a^2, a*b = b*a>. A word alone equals 1.
Factors stand side by side or with * between, and u/v is u*v^-1. Exponents are whole numbers (a^-3)
or words (a^b is b^-1*a*b); [u, v] is u^-1*v^-1*u*v. a' and, unless declared, A are the inverse of
a. Brackets may be < > or left out, line breaks are spaces, and comments begin with # or //.

The index is the order if the subgroup is trivial. An enumeration ends only if the index is finite,
and even then may need far more cosets than the index, so it is limited by --memory, --max-cosets
and --time-limit. The table does not depend on the strategy. Cosets are numbered from 1, which is
the subgroup, and generators act from the right.

Exit codes: 0 done, 1 the index is infinite, 2 bad input, 3 a limit was reached.")]
pub(crate) struct Enumerate {
    /// A presentation, a file that contains one, or - to read it from standard input
    pub(crate) presentation: String,
    /// Words that generate the subgroup, separated by commas [default: the trivial subgroup]
    #[arg(
        long,
        value_name = "WORDS",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub(crate) subgroup: String,
    /// Which cosets are defined
    #[arg(long, value_enum, default_value_t = CosetStrategy::Mix)]
    pub(crate) strategy: CosetStrategy,
    /// Maximum number of cosets in the table [default: as many as fit into --memory]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_cosets: Option<u32>,
    /// Maximum time, such as 500ms, 10s or 2m
    #[arg(long, value_name = "T", value_parser = parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Print the coset table, with a shortest word for each coset
    #[arg(long)]
    pub(crate) table: bool,
    /// Print the permutation of the cosets by each generator
    #[arg(long)]
    pub(crate) permutations: bool,
    /// Write these permutations as a definition, which every command reads
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["table", "permutations"])]
    pub(crate) to: Option<PermutationFormat>,
    /// With --to: write the output to this file instead of standard output
    #[arg(long, short, value_name = "FILE", requires = "to")]
    pub(crate) output: Option<PathBuf>,
    /// Print the largest abelian quotient, by the subgroup too, as a product of cyclic groups
    #[arg(long, conflicts_with_all = ["strategy", "max_cosets", "table", "permutations", "to", "low_index"])]
    pub(crate) abelian: bool,
    /// List the subgroups up to this index, one of each conjugacy class, 1 to 4096
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    #[arg(conflicts_with_all = ["subgroup", "strategy", "max_cosets", "table", "permutations", "to"])]
    pub(crate) low_index: Option<u32>,
}

/// How `enumerate` chooses the cosets that it defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CosetStrategy {
    /// Haselgrove, Leech and Trotter: close every relator at each coset; look ahead when the table is full
    Hlt,
    /// HLT that looks ahead whenever the number of cosets has doubled, to find collapses early
    Lookahead,
    /// Felsch: define the first unknown entry, and deduce all that follows
    Felsch,
    /// Felsch with preference for entries that close a relator, and some relators closed at once
    Mix,
}

/// Formats of definitions that hold permutations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PermutationFormat {
    /// Generators for GAP
    Gap,
    /// twsearch
    Tws,
    /// ksolve and ksolve+
    Ksolve,
    /// KPuzzle JSON (cubing.js, twips)
    Json,
}
