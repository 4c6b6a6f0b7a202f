//! The most memory that a command takes, under three budgets.

#![cfg(target_os = "linux")]

use crate::program::ok;
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// What the program takes besides what `--memory` bounds, and besides the puzzle, as `docs/reliability.md` promises.
const BESIDES: u64 = 24;
/// MiB of the program with a small puzzle.
const PUZZLE: u64 = 10;

/// The largest resident memory of a command in MiB, as the system counts it: looked up until the command ends.
fn peak(args: &[&str]) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_permutant"));
    let mut child = command.args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        most = most.max(kib.unwrap_or(0));
        sleep(Duration::from_millis(2));
    }
    most / 1024
}

#[test]
#[ignore = "long: thirty commands of up to three seconds"]
fn memory_stays_within_the_budget() {
    let scramble = |puzzle: &str| ok(&["scramble", puzzle, "--seed", "3"]).trim().to_string();
    let solve = |puzzle: &str, more: &str| {
        let words = more.split_whitespace().map(str::to_string);
        let limits = ["--no-tables", "--time-limit", "3s"].map(str::to_string);
        [
            ["solve".to_string(), puzzle.to_string(), scramble(puzzle)].to_vec(),
            words.collect(),
            limits.to_vec(),
        ]
        .concat()
    };
    let count = |puzzle: &str| ["god", puzzle].map(str::to_string).to_vec();
    let commands = [
        solve("3x3x3", ""),
        solve("3x3x3", "--optimal"),
        solve("3x3x3", "--method search"),
        solve("4x4x4", ""),
        solve("5x5x5", "--method words"),
        solve("megaminx", ""),
        solve("topspin:14,4", ""),
        solve("torus:5x5", "--method beam --beam-width 100000"),
        solve("square-1", ""),
        count("cuboid:2x3x3"),
    ];
    let mut over = Vec::new();
    for command in &commands {
        for budget in [1, 16, 64] {
            let memory = format!("{budget}MiB");
            let words: Vec<&str> = command.iter().map(String::as_str).chain(["--memory", &memory]).collect();
            let peak = peak(&words);
            if peak > PUZZLE + BESIDES + budget {
                over.push(format!("{} with {memory}: {peak} MiB", words[..2].join(" ")));
            }
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}
