//! Solves random positions with one solver, which keeps its tables from one to the next: `cargo run --release --example batch`.

use permutant::prelude::*;
use std::error::Error;
use std::ops::ControlFlow;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let model = Model::find("3x3x3")?;
    let solver = Solver::new(&model);
    let mut scrambler = Scrambler::new(&model, 1, None);
    let control = Control::new();
    let mut total = 0;
    for number in 1..=10 {
        let scramble = scrambler.next(&control)?;
        let start = Position::after(&model.puzzle, model.puzzle.solved(), &scramble.turns)?;
        // Shorter and shorter solutions, of at most ten thousand nodes.
        let limits = Limits { max_solutions: Some(1), max_nodes: Some(10_000), ..Limits::default() };
        let request = Request { improve: true, limits, ..Request::new(&start) };
        let mut shortest = None;
        solver.solve(&request, &control, &mut |answer| {
            shortest = Some(answer);
            ControlFlow::Continue(())
        })?;
        let answer = shortest.ok_or("every position of the cube has a solution")?;
        println!("{number}: {} ({} moves)", algorithm::write(&answer.turns), answer.length);
        total += answer.length;
    }
    println!("{} moves on average", total as f64 / 10.0);
    Ok(())
}
