//! One line in, one result out, in the same order, several lines at a time.
//!
//! Start at [`run`]. Lines are handed to threads as they come; a result is written as soon as it and all before
//! it are known, so a batch that is typed by hand is answered line by line.

use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::{Output, Record};
use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::sync::{Mutex, mpsc};

/// A line longer than this is refused: no position of a puzzle that fits into memory needs it.
const MAX_LINE: usize = 1 << 26;

type Answer = Result<Vec<Record>, Failure>;

/// Answers every line of standard input that is not blank and not a comment (`#`).
pub(crate) fn run(
    output: &Output,
    threads: usize,
    answer: impl Fn(&str, usize) -> Answer + Sync,
) -> io::Result<Exit> {
    let (line_sender, lines) = mpsc::sync_channel::<(usize, usize, String)>(4 * threads);
    let lines = Mutex::new(lines);
    let (answer_sender, answers) = mpsc::channel::<(usize, usize, Answer)>();
    let mut exit = Exit::Done;
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (answer_sender, lines, answer) = (answer_sender.clone(), &lines, &answer);
            scope.spawn(move || {
                loop {
                    // The lock is held while waiting: whoever has it gets the next line.
                    let next = lines.lock().ok().and_then(|lines| lines.recv().ok());
                    let Some((index, number, line)) = next else { return };
                    let result = if interrupt::happened() {
                        Err(Failure::interrupted())
                    } else {
                        answer(&line, number)
                    };
                    if answer_sender.send((index, number, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(answer_sender);
        // Reading is on a thread of its own that nobody waits for: a terminal may never send another line.
        std::thread::spawn(move || read_lines(&line_sender));
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, number, result) in answers {
            waiting.insert(index, (number, result));
            while let Some((number, result)) = waiting.remove(&next) {
                next += 1;
                match result {
                    Ok(records) => {
                        for record in records {
                            exit = exit.worse(record.exit);
                            output.result(&record)?;
                        }
                    }
                    Err(failure) => {
                        exit = exit.worse(failure.exit);
                        output.failure(&failure, Some(number))?;
                    }
                }
            }
            if interrupt::happened() {
                std::process::exit(Exit::Interrupted as i32);
            }
        }
        Ok(exit)
    })
}

fn read_lines(sender: &mpsc::SyncSender<(usize, usize, String)>) {
    let mut input = io::stdin().lock();
    let (mut index, mut number) = (0, 0);
    loop {
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut input, MAX_LINE as u64).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(count) if count > 0) {
            return;
        }
        number += 1;
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if sender.send((index, number, line.to_string())).is_err() {
            return;
        }
        index += 1;
    }
}
