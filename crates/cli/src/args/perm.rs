//! Command `perm`: bare permutations.

use clap::{Args as ClapArgs, ValueEnum};

/// Bare permutations: ranks, products, cycles, orders.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant perm rank \"2 0 1\"                  lexicographic rank: 4
  permutant perm rank \"5 3 1\" --of 6           of the sequences of 3 out of 6
  permutant perm unrank 4 --size 3
  permutant perm unrank 83 --size 3 --of 6
  permutant perm multiply \"(1,2)\" \"(2,3)\"      first the left one, as GAP has it
  permutant perm invert \"(1,2,3)\"
  permutant perm cycles \"1 2 0 4 3\"
  permutant perm order \"(1,2,3)(4,5)\"
  permutant perm factor \"a a b b / b a a b\"     the cycles of Theorem A: (b a)⊤(a)⊤(b)
  permutant perm intercalate \"(b a)\" \"(a)\" \"(b)\"
  permutant perm rank baab --multiset            of the 6 arrangements of aabb
  permutant perm unrank 3 --multiset aabb

A permutation is written in cycles of the points 1, 2, … as GAP writes them, or as the list of the images of
0, 1, 2, …: point i goes to the i-th number. A permutation of a multiset is written in two rows with / between them,
by the lower row alone where the upper one is sorted, or as a cycle (x y z): y stands below x, z below y, x below z.
Its symbols are words or numbers with blanks between them, or single letters.")]
pub(crate) struct Perm {
    /// What to do
    #[arg(value_enum)]
    pub(crate) action: PermAction,
    /// Permutations, or a rank for unrank; - for one a line on standard input
    #[arg(required = true)]
    pub(crate) operands: Vec<String>,
    /// For unrank: how many points the permutation has
    #[arg(long, value_name = "K")]
    pub(crate) size: Option<usize>,
    /// For rank and unrank of partial permutations: how many points there are to choose from
    #[arg(long, value_name = "N")]
    pub(crate) of: Option<usize>,
    /// For rank and unrank: symbols that may stand there several times; for unrank, which
    #[arg(long, value_name = "SYMBOLS", num_args = 0..=1, conflicts_with_all = ["size", "of"])]
    pub(crate) multiset: Option<Option<String>>,
}

/// What `perm` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PermAction {
    /// Lexicographic rank, from 0
    Rank,
    /// The permutation of a rank
    Unrank,
    /// The product, from left to right
    Multiply,
    /// The inverse
    Invert,
    /// Its cycles
    Cycles,
    /// Least number of repetitions that do nothing
    Order,
    /// The intercalation product of permutations of multisets
    Intercalate,
    /// The cycles whose intercalation product it is, by Theorem A
    Factor,
}
