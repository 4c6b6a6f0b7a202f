//! Limits: long commands under `--time-limit` and `--memory`.
//!
//! Start at [`round`]. Time is processor time on one thread, so that other work on the machine does not count. Memory
//! is the peak resident size.

use crate::program::Run;
use crate::round::Round;
use std::io;
use std::time::Duration;

/// The time allowed between the limit and the end, and the slowdown allowed on a busy machine.
const GRACE: Duration = Duration::from_millis(100);
const BUSY: f64 = 1.2;

/// The memory that a program needs besides what `--memory` bounds: its code and preparations. The memory of the puzzle
/// is measured and added.
const BESIDES: u64 = 24 << 20;

/// Commands that take long. `$` is a random position of the puzzle, which is the second word.
const UNDER_TIME: [&[&str]; 24] = [
    &["solve", "3x3x3", "$", "--optimal"],
    &["solve", "3x3x3", "$", "--optimal", "--metric", "qtm"],
    &["solve", "3x3x3", "$"],
    &["solve", "3x3x3", "$", "--max-length", "17"],
    &["solve", "3x3x3", "$", "--solutions", "100000"],
    &["solve", "3x3x3", "$", "--subgroup", "U,D,R2,L2,F2,B2"],
    &["solve", "3x3x3", "$", "--method", "search"],
    &["solve", "4x4x4", "$"],
    &["solve", "5x5x5", "$"],
    &["solve", "4x4x4", "$", "--to", "R U Rw"],
    &["solve", "11x11x11", "$"],
    &["solve", "megaminx", "$"],
    &["solve", "megaminx", "$", "--optimal"],
    &["solve", "gigaminx", "$", "--method", "words"],
    &["solve", "slide:5x5", "$"],
    &["solve", "slide:4x4", "$", "--optimal"],
    &["solve", "torus:5x5", "$", "--method", "beam"],
    &["solve", "topspin:14,4", "$", "--patterns", "TILES:1,TILES:2,TILES:3,TILES:4"],
    &["solve", "square-1", "$", "--optimal"],
    &["solve", "dino", "$", "--optimal"],
    &["find", "3x3x3", "--cycles", "CORNERS: 3, EDGES: 5"],
    &["find", "megaminx", "--cycles", "CORNERS: 3"],
    &["factor", "megaminx", "$"],
    &["factor", "4x4x4", "--stats", "1", "--seed", "1"],
];

/// Commands whose tables are bounded by `--memory`.
const UNDER_MEMORY: [&[&str]; 12] = [
    &["solve", "3x3x3", "$"],
    &["solve", "pyraminx", "$", "--optimal"],
    &["solve", "4x4x4", "$"],
    &["solve", "5x5x5", "$", "--method", "words"],
    &["solve", "torus:4x4", "$", "--method", "beam", "--beam-width", "100000"],
    &["solve", "slide:4x4", "$"],
    &["solve", "megaminx", "$"],
    &["factor", "megaminx", "$"],
    &["god", "cuboid:2x3x3"],
    &["god", "3x3x3", "--depth", "6"],
    &["god", "skewb"],
    &["orders", "3x3x3", "--length", "4"],
];

/// Two commands under a limit on time, one under a limit on memory.
pub(super) fn round(round: &mut Round<'_>) -> io::Result<()> {
    for _ in 0..2 {
        time(round)?;
    }
    memory(round)
}

/// A command with its position filled in.
fn filled(round: &mut Round<'_>, command: &[&str]) -> io::Result<Vec<String>> {
    let mut words = Vec::new();
    for &word in command {
        words.push(if word == "$" { scramble(round, command[1])? } else { word.to_string() });
    }
    Ok(words)
}

fn scramble(round: &mut Round<'_>, puzzle: &str) -> io::Result<String> {
    let seed = round.dice.below(1_000_000).to_string();
    let run = round.call(&["scramble", puzzle, "--seed", &seed, "--no-tables"]).run()?;
    Ok(run.out.trim().to_string())
}

fn time(round: &mut Round<'_>) -> io::Result<()> {
    let command = *round.dice.pick(&UNDER_TIME);
    let mut words = filled(round, command)?;
    let limit = round.dice.milliseconds(300, 2000);
    let told = format!("{}ms", limit.as_millis());
    words.extend(["--time-limit", &told, "--threads", "1", "--no-tables"].map(str::to_string));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let call = round.call(&words);
    let most = (limit + GRACE).mul_f64(BUSY);
    let expected = format!("an end within {:.2} s of processor time", most.as_secs_f64());
    let in_time = |run: &Run| run.cpu <= most;
    let run = round.expect("processor time", &call, &expected, in_time)?;
    if !in_time(&run)
        && let Some(fault) = round.faults.last_mut()
    {
        fault.found = format!("{:.2} s; {}", run.cpu.as_secs_f64(), fault.found);
    }
    let expected = "an answer, or that there was none in time";
    let fault = (!run.is(0) && !run.is(3))
        .then(|| crate::round::Fault::of_call("exit code at a limit", &call, &run, expected, &[]));
    round.check("exit code at a limit", fault);
    Ok(())
}

fn memory(round: &mut Round<'_>) -> io::Result<()> {
    let command = *round.dice.pick(&UNDER_MEMORY);
    let mut words = filled(round, command)?;
    let budget = *round.dice.pick(&[1_u64, 16, 64, 128]);
    let told = format!("{budget}MiB");
    words.extend(["--memory", &told, "--no-tables"].map(str::to_string));
    if words[0] == "solve" {
        words.extend(["--time-limit", "5s"].map(str::to_string));
    }
    let floor = round.call(&["puzzles", command[1]]).run()?.peak + BESIDES;
    let most = floor + (budget << 20);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let call = round.call(&words);
    let expected = format!("at most {} MiB", most >> 20);
    let fits = |run: &Run| run.peak <= most;
    let run = round.expect("memory", &call, &expected, fits)?;
    if !fits(&run)
        && let Some(fault) = round.faults.last_mut()
    {
        fault.found = format!("{} MiB; {}", run.peak >> 20, fault.found);
    }
    Ok(())
}
