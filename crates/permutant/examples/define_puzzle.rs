//! A puzzle of one's own: pieces on two tracks that cross. `cargo run --release --example define_puzzle`.

use permutant::prelude::*;
use std::error::Error;

const DEFINITION: &str = "\
name = \"two rings\"
positions = 9
[[track]]
name = \"l\"
cycle = [1, 2, 3, 4, 5]
[[track]]
name = \"r\"
cycle = [5, 6, 7, 8, 9]
";

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let model = Model::from_toml(DEFINITION)?;
    let order = order::order(&model.puzzle).ok_or("the group is too large")?;
    let report = god::run(&model.puzzle, &god::Request::new(&model.puzzle), &Control::new())?;
    println!("{order} states, all solved in at most {:?} moves", report.diameter());
    let start = position::read(&model, "l r2 l' r", None)?;
    let request = Request { optimal: true, ..Request::new(&start) };
    println!("{}", algorithm::write(&Solver::new(&model).solve_one(&request)?.turns));
    Ok(())
}
