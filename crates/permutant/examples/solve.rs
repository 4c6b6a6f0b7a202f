//! Solves one position of a puzzle: `cargo run --release --example solve -- 3x3x3 "R U F2 D' L"`.

use permutant::prelude::*;
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let name = words.next().filter(|word| !word.starts_with('-')).unwrap_or_else(|| "3x3x3".into());
    let text = words.next().unwrap_or_else(|| "R U F2 D' L".into());
    let model = Model::find(&name)?;
    let start = position::read(&model, &text, None)?;
    let solver = Solver::new(&model);
    let request = Request::new(&start);
    println!("{}", solver.plan(&request)?.reason);
    let answer = solver.solve_one(&request)?;
    println!("{} ({} moves)", algorithm::write(&answer.turns), answer.length);
    Ok(())
}
