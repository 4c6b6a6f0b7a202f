//! Command `perm`: bare permutations.

use super::{Choice, refuse_strangers};
use clap::{Args as ClapArgs, ValueEnum};

/// Work with plain permutations: ranks, products, cycles, orders.
#[derive(Clone, Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  permutant perm rank \"2 0 1\"                  lexicographic rank: 4
  permutant perm rank \"5 3 1\" --of 6           of the sequences of 3 out of 6
  permutant perm unrank 4 --size 3
  permutant perm unrank 83 --size 3 --of 6
  permutant perm rank \"7 5\" --among \"5 6 7\"      of the sequences of 2 of these values: 4
  permutant perm rank \"2 0 1\" --of 3 --repeats    of the sequences with repetition: 19
  permutant perm lehmer \"2 0 1\"                  digits of the rank in the factorial base: 2 0 0
  permutant perm multiply \"(1,2)\" \"(2,3)\"      first the left one, as GAP has it
  permutant perm invert \"(1,2,3)\"
  permutant perm power \"(1,2,3,4,5)\" -2
  permutant perm conjugate \"(1,2,3)\" \"(3,4)\"     b⁻¹ a b, as GAP's a^b: (1,2,4)
  permutant perm commutator \"(1,2)\" \"(2,3)\"    a⁻¹ b⁻¹ a b, as GAP's Comm(a, b)
  permutant perm cycles \"1 2 0 4 3\"
  permutant perm order \"(1,2,3)(4,5)\"
  permutant perm factor \"a a b b / b a a b\"     the cycles of Theorem A: (b a)⊤(a)⊤(b)
  permutant perm intercalate \"(b a)\" \"(a)\" \"(b)\"
  permutant perm rank baab --multiset            of the 6 arrangements of aabb
  permutant perm unrank 3 --multiset aabb

A permutation is written as cycles of the points 1, 2, …, as in GAP, or as the list of the images
of 0, 1, 2, …: point i goes to the i-th number, counted from 0. A permutation of a multiset is
written in two rows separated by /, as the lower row alone if the upper one is sorted, or as a
cycle (x y z): y stands below x, z below y, x below z. Its symbols are single letters, or words
or numbers separated by blanks.")]
pub(crate) struct Perm {
    /// Operation
    #[arg(value_enum)]
    pub(crate) action: PermAction,
    /// Permutations, or a rank for unrank; - to read them line by line from standard input
    ///
    /// On a line of standard input, separate several operands by ; or *.
    #[arg(required = true, allow_negative_numbers = true)]
    pub(crate) operands: Vec<String>,
    /// For unrank: number of points in the permutation
    #[arg(long, value_name = "K")]
    pub(crate) size: Option<usize>,
    /// For rank, unrank and lehmer of partial permutations: number of points to choose from
    #[arg(long, value_name = "N")]
    pub(crate) of: Option<usize>,
    /// For rank and unrank: treat the permutation as one of a multiset
    ///
    /// For unrank, give the symbols of the multiset, such as aabb.
    #[arg(long, value_name = "SYMBOLS", num_args = 0..=1, conflicts_with_all = ["size", "of"])]
    pub(crate) multiset: Option<Option<String>>,
    /// For rank and unrank: the values of which the sequence consists, each once, such as "5 6 7"
    #[arg(long, value_name = "VALUES", conflicts_with_all = ["of", "multiset", "repeats"])]
    pub(crate) among: Option<String>,
    /// For rank and unrank: values may repeat; --of gives their number
    #[arg(long, conflicts_with = "multiset")]
    pub(crate) repeats: bool,
}

impl Perm {
    /// Refuses options of other actions, which would be ignored.
    pub(crate) fn check(&self) -> Result<(), String> {
        use PermAction::{Lehmer, Rank, Unrank};
        let options: [Choice<'_, PermAction>; 5] = [
            ("size", self.size.is_some(), &[Unrank]),
            ("of", self.of.is_some(), &[Rank, Unrank, Lehmer]),
            ("multiset", self.multiset.is_some(), &[Rank, Unrank]),
            ("among", self.among.is_some(), &[Rank, Unrank]),
            ("repeats", self.repeats, &[Rank, Unrank]),
        ];
        refuse_strangers("perm", self.action, &options)
    }
}

/// What `perm` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PermAction {
    /// Lexicographic rank, from 0
    Rank,
    /// Permutation with a given rank
    Unrank,
    /// Lehmer code: the digits of the rank in the factorial base
    Lehmer,
    /// Product, from left to right
    Multiply,
    /// Inverse
    Invert,
    /// Power: a permutation and an exponent, which may be negative
    Power,
    /// Conjugate of the first permutation by the second one: b⁻¹ a b
    Conjugate,
    /// Commutator: a⁻¹ b⁻¹ a b
    Commutator,
    /// Cycles
    Cycles,
    /// Order: least number of repetitions that give the identity
    Order,
    /// Intercalation product of permutations of multisets
    Intercalate,
    /// Cycles whose intercalation product is the permutation, by Theorem A
    Factor,
}
