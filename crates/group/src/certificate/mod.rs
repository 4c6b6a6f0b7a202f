//! The order of a group without a stabilizer chain: exact where the group consists of giants (alternating and
//! symmetric groups in their natural action), otherwise between two bounds.
//!
//! Start at [`Certificate::new`]. Puzzle groups are nearly always as large as their orbits, their blocks and a few sums
//! and signs allow. The generators and a few random elements suffice to prove it:
//!
//! * `envelope`: an upper bound, with its proof: the smallest iterated wreath product that contains the group, reduced
//!   by the sums and signs of the generators.
//! * `giants`: elements which show that the group contains the whole commutator subgroup, with the proof. The order is
//!   then that of a small group times the known order of the rest.
//! * `lattice`: orders of abelian groups given by generators and relations;
//! * `order`: combines the two, for the certificate and for the construction of a chain.
//!
//! The upper bound is deterministic and always valid, and a reported order is always correct. Chance decides only
//! whether the order is found. Sources: Jordan (1873), Goursat (1889); Seress, "Permutation group algorithms" (2003),
//! chapter 10; Dixon and Mortimer, "Permutation groups" (1996), 3.3 and 4.2.

mod envelope;
mod giants;
mod lattice;
pub(crate) mod order;

use std::collections::BTreeMap;
use std::fmt;

use dashu_int::UBig;
use rand_core::Rng;

use crate::permutation::Permutation;
use crate::schreier_sims::order_by_chain;
use envelope::{Envelope, Fibre, Kind};
use order::{order, same_degree};

pub use order::upper_bound;

/// Bounds of the order of a group, and the order itself where they prove it.
///
/// ```
/// use permutant_group::{Certificate, cycle_notation::Notation};
/// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
///
/// // Two rings of 20 balls that cross at two places: all arrangements of the 38 balls.
/// let gap = Notation::from_one();
/// let rings = [
///     gap.read("(1,38,37,36,35,6,34,33,32,31,30,29,28,27,26,25,24,23,22,21)")?,
///     gap.read("(1,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2)")?,
/// ];
/// let certificate = Certificate::new(&rings, &mut ChaCha8Rng::seed_from_u64(1));
/// let order = certificate.order().ok_or("not found")?;
/// assert_eq!(order.to_string(), "523022617466601111760007224100074291200000000");
/// assert_eq!(certificate.envelope(), "S38");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Certificate {
    lower: UBig,
    upper: UBig,
    factors: Vec<Factor>,
}

/// One factor of the envelope: a root with the fibres above it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Factor {
    /// The number of points of the root.
    root: usize,
    /// The names of the fibres by their height, those that stand on the root first.
    fibres: Vec<Vec<String>>,
}

/// As `C3 wr S8`.
impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fibres = self.fibres.iter().rev().map(|names| match &names[..] {
            [name] => name.clone(),
            _ => format!("({})", names.join(" x ")),
        });
        let root = (self.root > 1).then(|| format!("S{}", self.root));
        f.write_str(&fibres.chain(root).collect::<Vec<_>>().join(" wr "))
    }
}

impl Certificate {
    /// Looks at the generators and some dozens of random elements.
    ///
    /// Orbits that are no giants (tips that only turn, centres that move as a body, Mathieu groups) are worked out by
    /// a chain if they have up to 250 points together and there are giants besides; if there are none, a chain of
    /// the whole group is what is wanted, and there are only bounds.
    ///
    /// Mostly O(degree · generators) for each point of the largest orbit. About a dozen random elements are
    /// enough for one orbit, and some dozens for hundreds of orbits.
    pub fn new<R: Rng + ?Sized>(generators: &[Permutation], rng: &mut R) -> Self {
        let generators = same_degree(generators);
        let envelope = Envelope::new(&generators);
        let mut certificate =
            Certificate { lower: UBig::ONE, upper: envelope.bound(&generators), factors: factors(&envelope) };
        match order(&envelope, &generators, rng, order_by_chain) {
            Ok(order) => (certificate.lower, certificate.upper) = (order.clone(), order),
            Err(lower) => certificate.lower = lower,
        }
        certificate
    }

    /// The group has at least so many elements.
    pub fn lower(&self) -> &UBig {
        &self.lower
    }

    /// The group has at most so many elements.
    pub fn upper(&self) -> &UBig {
        &self.upper
    }

    /// The order, if it is proved.
    pub fn order(&self) -> Option<&UBig> {
        (self.lower == self.upper).then_some(&self.upper)
    }

    /// The product of wreath products that the upper bound comes from, as `(C3 wr S8) x (C2 wr S12)`, equal factors being counted as `S24^2`.
    /// `S8` are all permutations of eight blocks or points, `C3` the shifts of a block of three, `[6]` those by a group of six elements that is
    /// not cyclic, as the ATLAS of Finite Groups writes it; `(C2 x C3) wr S8` has two sorts of blocks on the same eight.
    pub fn envelope(&self) -> String {
        self.to_string()
    }
}

/// The envelope.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.factors.is_empty() {
            return f.write_str("1");
        }
        let several = self.factors.len() > 1;
        for (number, equal) in self.factors.chunk_by(|a, b| a == b).enumerate() {
            if number > 0 {
                f.write_str(" x ")?;
            }
            let name = equal[0].to_string();
            if several && name.contains(' ') {
                write!(f, "({name})")?;
            } else {
                f.write_str(&name)?;
            }
            if equal.len() > 1 {
                write!(f, "^{}", equal.len())?;
            }
        }
        Ok(())
    }
}

/// What the envelope is called, the factors with the largest roots first.
fn factors(envelope: &Envelope) -> Vec<Factor> {
    let mut by_root = BTreeMap::<usize, Vec<Vec<String>>>::new();
    for (number, node) in envelope.nodes.iter().enumerate() {
        let (root, height) = envelope.root(number);
        let fibres = by_root.entry(root).or_default();
        let name = match &node.kind {
            Kind::Point | Kind::Primitive => continue,
            Kind::Blocks { size, .. } => format!("S{size}"),
            Kind::Shifts(Fibre { order, shifts: Some(shifts), .. }) if shifts.exponent == *order as u64 => {
                format!("C{order}")
            }
            Kind::Shifts(Fibre { order, .. }) => format!("[{order}]"),
        };
        fibres.resize(fibres.len().max(height), Vec::new());
        fibres[height - 1].push(name);
    }
    let mut factors = Vec::new();
    for (root, fibres) in by_root {
        let root = envelope.nodes[root].action.degree();
        match &fibres[..] {
            // Orbits that share nothing but the one point that each has for its only block.
            [names] if root == 1 => {
                factors.extend(names.iter().map(|name| Factor { root, fibres: vec![vec![name.clone()]] }));
            }
            _ => factors.push(Factor { root, fibres }),
        }
    }
    factors.sort_unstable_by(|a, b| b.cmp(a));
    factors
}
