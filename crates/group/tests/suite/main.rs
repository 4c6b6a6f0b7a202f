//! Permutation groups against published orders, textbook methods, and each other.

mod certificate;
mod corpus;
mod groups;
mod permutation;
mod presentations;
mod words;
