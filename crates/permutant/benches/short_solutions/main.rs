//! The lengths of first solutions of many puzzles, beside those of the version that is on record: a change that makes solutions longer is seen
//! here.
//!
//! Run with `cargo bench -p permutant --bench short_solutions`; a name as an argument selects puzzles that contain it. It takes five minutes or so on
//! one thread and ends with an error if the total of a puzzle is more than 3 % longer than on record. Without a time limit every solution is the
//! same on every machine. [`sets`] makes the puzzles that are solved as lists of places.

mod sets;

use permutant::prelude::*;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

/// By puzzle: the metric, the number of scrambles, which have seed 1, and the total of the lengths on record.
const RECORD: &str = include_str!("record.tsv");

/// In place of a metric: the puzzle is given by lists of places, each of which counts 1.
const LISTS: &str = "lists";

/// A puzzle is reported if its total is longer by more than this, in percent.
const TOLERANCE: f64 = 3.0;

/// The total of the lengths of the first solutions.
fn total(name: &str, metric: &str, count: usize) -> Result<u64, Box<dyn Error>> {
    let model = Model::find(name)?;
    let metric = Metric::parse(metric)?;
    let solver = Solver::new(&model);
    let mut scrambler = Scrambler::new(&model, 1, None);
    let mut total = 0;
    for _ in 0..count {
        let scramble = scrambler.next(&Control::new())?;
        let start = Position::after(&model.puzzle, model.puzzle.solved(), &scramble.turns)?;
        let request = Request { metric: metric.clone(), ..Request::new(&start) };
        total += solver.solve_one(&request)?.length;
    }
    Ok(total)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    // Cargo passes options of its own, such as --bench.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut is_longer = false;
    println!("puzzle\tmetric\tscrambles\ttotal\ton record\tchange\tseconds");
    for line in RECORD.lines().filter(|line| !line.starts_with('#')) {
        let [name, metric, count, recorded] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("not four columns: {line}").into());
        };
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let (count, recorded) = (count.parse()?, recorded.parse::<u64>()?);
        let began = Instant::now();
        let total = if metric == LISTS { sets::total(name, count)? } else { total(name, metric, count)? };
        let change = 100.0 * (total as f64 / recorded as f64 - 1.0);
        let seconds = began.elapsed().as_secs_f64();
        println!("{name}\t{metric}\t{count}\t{total}\t{recorded}\t{change:+.1} %\t{seconds:.1}");
        is_longer |= change > TOLERANCE;
    }
    Ok(if is_longer { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
