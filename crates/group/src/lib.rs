//! Permutations, their ranks, and permutation groups.
//!
//! Permutations are read "moved to": the content of point `i` goes to point `image(i)`, and products act left to right,
//! as in GAP. Puzzle groups are large and have long bases, for which the chain is designed.
//!
//! ```
//! use permutant_group::{StabilizerChain, cycle_notation::Notation};
//! use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
//!
//! // The Mathieu group M12 and its order, proved.
//! let gap = Notation::from_one();
//! let generators = [
//!     gap.read("(1,2,3,4,5,6,7,8,9,10,11)")?,
//!     gap.read("(3,7,11,8)(4,10,5,6)")?,
//!     gap.read("(1,12)(2,11)(3,6)(4,8)(5,9)(7,10)")?,
//! ];
//! let chain = StabilizerChain::new(&generators, &mut ChaCha8Rng::seed_from_u64(1));
//! assert_eq!(chain.order().to_string(), "95040");
//! assert!(!chain.contains(&gap.read("(1,2)")?));
//! # Ok::<(), permutant_group::cycle_notation::NotationError>(())
//! ```

pub mod abelian_subgroup;
pub mod blocks;
mod byte_product;
pub mod certificate;
pub mod cycle_notation;
pub mod fixed;
pub mod jerrum;
pub mod multiset;
pub mod multiset_notation;
pub mod numbers;
pub mod orbit;
pub mod permutation;
mod point_order;
pub mod presentation;
pub mod prime_factors;
pub mod product_replacement;
pub mod random;
pub mod rank;
pub mod schreier_sims;
pub mod sims_table;
pub mod stabilizer_chain;
pub mod structure;
mod transitive_action;
pub mod words;
pub mod wreath_orders;

pub use certificate::Certificate;
pub use dashu_int::{IBig, UBig};
pub use fixed::FixedPermutation;
pub use permutation::{Permutation, PermutationError};
pub use schreier_sims::SchreierSims;
pub use stabilizer_chain::StabilizerChain;
