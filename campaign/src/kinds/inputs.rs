//! Broken inputs: algorithms, facelets, JSON, definitions and command lines with a few changes.
//!
//! Start at [`round`]. Whatever the input, the program answers within seconds, with an exit code of the contract and
//! without a panic. `broken.rs` determines what is broken and how.

use super::broken::{self, Place, Sample};
use crate::program::{Call, Run};
use crate::round::{Fault, Round};
use crate::shrink;
use std::io;
use std::time::Duration;

/// Calls per round.
const CALLS: usize = 40;
/// The limit for "within seconds", in processor time, since other work may slow down the machine.
const SECONDS: u64 = 6;
/// The memory limit for an input of a few kilobytes: one and a half times the default budget for tables without
/// `--memory`.
const MEMORY: u64 = 3 << 29;

/// Some broken inputs, and some command lines of random words.
pub(super) fn round(round: &mut Round<'_>) -> io::Result<()> {
    for _ in 0..CALLS {
        let sample = broken::draw(&mut round.dice);
        let call = prepared(round, &sample)?;
        let run = call.run()?;
        let check = match sample.place {
            Place::Words => "command lines",
            Place::Word(_) => "words",
            Place::Input => "standard input",
            Place::File(_) => "files",
        };
        let fault = match fault(check, &call, &run, &sample) {
            Some(fault) if !run.overdue && !round.told.contains(check) => {
                smallest(round, check, sample, fault)?
            }
            fault => fault,
        };
        round.check(check, fault);
    }
    Ok(())
}

/// The call, and the file that it reads.
fn prepared(round: &Round<'_>, sample: &Sample) -> io::Result<Call> {
    if let Place::File(name) = sample.place {
        round.write(name, &sample.text)?;
    }
    let call = round.program.call(&round.folder, sample.words()).patience(SECONDS * 5);
    Ok(if sample.place == Place::Input { call.input(sample.text.clone()) } else { call })
}

fn fault(check: &'static str, call: &Call, run: &Run, sample: &Sample) -> Option<Fault> {
    let expected = match run.breach() {
        Some(breach) => breach.to_string(),
        None if run.cpu > Duration::from_secs(SECONDS) => {
            format!("an answer in {SECONDS} s of processor time")
        }
        None if run.peak > MEMORY => format!("no more memory than {MEMORY} bytes"),
        None => return None,
    };
    let text = String::from_utf8_lossy(&sample.text);
    let files: &[(&str, &str)] = match sample.place {
        Place::File(name) => &[(name, &text)],
        _ => &[],
    };
    Some(Fault::of_call(check, call, run, expected, files))
}

/// The fault of the shortest text found that still shows a fault of the same kind.
fn smallest(
    round: &Round<'_>,
    check: &'static str,
    sample: Sample,
    fault: Fault,
) -> io::Result<Option<Fault>> {
    let expected = fault.expected.clone();
    let mut least = fault;
    let smaller = |sample: &Sample| {
        let with = |text| Sample { text, ..sample.clone() };
        shrink::without_parts(&sample.text).into_iter().map(with).collect()
    };
    shrink::smallest(sample, smaller, |sample| {
        let found = prepared(round, sample).and_then(|call| {
            let run = call.run()?;
            Ok(self::fault(check, &call, &run, sample))
        });
        match found {
            Ok(Some(fault)) if fault.expected == expected => {
                least = fault;
                true
            }
            _ => false,
        }
    });
    Ok(Some(least))
}
