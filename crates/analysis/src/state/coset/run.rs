//! The choice of the method.

use super::by_distances::{self, by_distances};
use super::by_search::by_search;
use super::instance::Coset;
use super::request::{CosetError, Method, OnListed, Report, Request};
use permutant_puzzle::puzzle::Puzzle;
use permutant_search::limits::Control;

/// Counts the positions of a coset, and lists those at known distances.
///
/// If all states of the puzzle are counted, this takes some microseconds for each of them and of the positions. Otherwise each level
/// takes as many times longer than the one before as a state has successors.
///
/// # Errors
///
/// [`CosetError`], before the count begins. What stops it later is told by the report.
pub fn run(
    puzzle: &Puzzle,
    request: &Request<'_>,
    control: &Control<'_>,
    on_listed: Option<OnListed<'_>>,
) -> Result<Report, CosetError> {
    let coset = Coset::new(puzzle, request)?;
    match by_distances(&coset, control) {
        Ok(oracle) => Ok(by_distances::count(&coset, &oracle, control, on_listed)),
        Err(by_distances::Refused::TooLarge) => by_search(&coset, control, on_listed),
        Err(by_distances::Refused::Stopped(reason)) => Ok(Report {
            positions: coset.elements.count(),
            exact: Vec::new(),
            within: Vec::new(),
            left: coset.elements.count(),
            stopped: Some(reason),
            method: Method::Distances,
        }),
    }
}
