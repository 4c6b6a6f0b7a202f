//! The group of a puzzle: its order with proof, membership, and an element as a word in the moves:
//! `cargo run --release --example group`.

use permutant::analysis::group::report::{GroupReport, Request};
use permutant::analysis::group::words::{PuzzleWords, WordEffort, WordMoves};
use permutant::prelude::*;
use permutant::tables::InMemory;
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let model = Model::find("2x2x2")?;
    let puzzle = &model.puzzle;
    let report = GroupReport::new(puzzle, &Request { members: true, ..Request::default() }, || true)?;
    println!("order {} = {:?}", report.order(), report.factors());
    println!("proof: {}", report.proof().about());

    let sequence = algorithm::read(puzzle, "R U R' U' F2")?;
    let state = Position::after(puzzle, puzzle.solved(), &sequence)?.state;
    let element = report.element(puzzle, &state).ok_or("some pieces look the same")?;
    println!("{:?}", report.membership(&element));

    let control = Control::new();
    let words =
        PuzzleWords::new(puzzle, WordMoves::Generators, &Metric::htm(), 16 << 20, &InMemory, &control)?;
    let element = words.element_of(&sequence)?;
    let word = words.turns(&words.word(&element, WordEffort::STARTS, &control)?);
    println!("{}", algorithm::write(&word));
    Ok(())
}
