//! t
mod tables;
