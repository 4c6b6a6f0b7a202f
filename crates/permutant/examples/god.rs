//! Counts the states of a puzzle at each distance from the solved one: `cargo run --release --example god`.

use permutant::prelude::*;
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let model = Model::find("tetraminx")?;
    let request = god::Request { threads: 2, ..god::Request::new(&model.puzzle) };
    let report = god::run(&model.puzzle, &request, &Control::new())?;
    for (distance, states) in report.distribution.iter().enumerate() {
        println!("{distance:2} {states:>8}");
    }
    println!("{} states by {}", report.total(), report.method);
    for antipode in &report.antipodes {
        println!("one of the farthest is solved by {}", algorithm::write(&antipode.solution));
    }
    Ok(())
}
