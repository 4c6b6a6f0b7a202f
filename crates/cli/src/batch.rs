//! Batches: one result for each line of input, in the same order, with several lines in progress at a time.
//!
//! Start at [`run`]. Lines are passed to threads as they arrive. A result is written as soon as it and all results
//! before it are known, so a batch that is typed by hand is answered line by line.

use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::{Item, Output, Record};
use crate::text_file::claim_standard_input;
use permutant::model::Model;
use permutant::position::{PositionLines, is_skipped};
use std::collections::BTreeMap;
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A longer line is refused, and reading stops there, since the line may be endless. No position of a puzzle that fits
/// into memory needs this many bytes.
const MAX_LINE: usize = 1 << 26;

/// The time to wait for a line before checking whether another one is still wanted. A terminal, or a program that runs
/// forever, may never send one.
const LOOK: Duration = Duration::from_millis(50);

type Answer = Result<Vec<Record>, Failure>;

/// A line of standard input.
struct Line {
    /// The number of lines to be answered before it.
    index: usize,
    /// Its line number in the input from 1, including blank lines and comments.
    number: usize,
    text: String,
    /// The reason why it cannot be answered.
    fault: Option<Failure>,
}

/// Answers every line of standard input that is not blank and not a comment (`#`, `//`).
pub(crate) fn run(
    output: &Output,
    threads: usize,
    answer: impl Fn(&str, usize) -> Answer + Sync,
) -> io::Result<Exit> {
    answer_each(output, threads, PositionLines::default(), answer)
}

/// Like [`run`], for positions of a puzzle. A position may take several lines.
pub(crate) fn positions(
    output: &Output,
    threads: usize,
    model: &Model,
    answer: impl Fn(&str, usize) -> Answer + Sync,
) -> io::Result<Exit> {
    answer_each(output, threads, PositionLines::of(model), answer)
}

fn answer_each(
    output: &Output,
    threads: usize,
    lines_of: PositionLines,
    answer: impl Fn(&str, usize) -> Answer + Sync,
) -> io::Result<Exit> {
    let (line_sender, lines) = mpsc::sync_channel::<Line>(4 * threads);
    let lines = Mutex::new(lines);
    let (answer_sender, answers) = mpsc::channel::<(Line, Answer)>();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (answer_sender, lines, answer, over) = (answer_sender.clone(), &lines, &answer, &over);
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    // The lock is held while waiting, and its holder gets the next line.
                    let next = lines.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK);
                    let mut line = match next {
                        Ok(next) => next,
                        Err(RecvTimeoutError::Timeout) => continue,
                        Err(RecvTimeoutError::Disconnected) => return,
                    };
                    let answer = match line.fault.take() {
                        Some(fault) => Err(fault),
                        None => answer(&line.text, line.number),
                    };
                    if answer_sender.send((line, answer)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(answer_sender);
        // A separate thread reads, and no other thread waits for it to end.
        std::thread::spawn(move || {
            let mut index = 0..;
            each_line(lines_of, |line, number| {
                let index = index.next().unwrap_or(usize::MAX);
                let (text, fault) = match line {
                    Ok(text) => (text.to_string(), None),
                    Err(fault) => (String::new(), Some(fault)),
                };
                line_sender.send(Line { index, number, text, fault }).is_ok()
            });
        });
        let exit = write_answers(output, &answers);
        over.store(true, Ordering::Relaxed);
        exit
    })
}

/// Writes the answers in the order of their lines until the last one, an interruption, or the end of the reader.
fn write_answers(output: &Output, answers: &mpsc::Receiver<(Line, Answer)>) -> io::Result<Exit> {
    let mut exit = Exit::Done;
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    loop {
        match answers.recv_timeout(LOOK) {
            Ok((line, answer)) => waiting.insert(line.index, (line, answer)),
            Err(RecvTimeoutError::Timeout) if interrupt::happened() => return Ok(Exit::Interrupted),
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(exit),
        };
        while let Some((line, result)) = waiting.remove(&next) {
            next += 1;
            let item = Item { input: &line.text, number: next, of: None, line: Some(line.number) };
            match result {
                Ok(records) => {
                    for record in records {
                        exit = exit.worse(record.exit);
                        output.result(&record.about(&item))?;
                    }
                }
                Err(failure) => {
                    exit = exit.worse(failure.exit);
                    output.failure(&failure, Some(&item))?;
                }
            }
        }
        if interrupt::happened() {
            return Ok(Exit::Interrupted);
        }
    }
}

/// Passes on every line of standard input that is not blank and not a comment (`#`, `//`), with its number, as long as
/// more lines are wanted. Lines that form one position are passed on as one, with the number of the first; of a list of
/// positions, each is passed on by itself. A failure is the last item.
pub(crate) fn each_line(
    mut lines: PositionLines,
    mut wants_more: impl FnMut(Result<&str, Failure>, usize) -> bool,
) {
    if let Err(failure) = claim_standard_input() {
        wants_more(Err(failure), 1);
        return;
    }
    let mut input = io::stdin().lock();
    let mut number = 0;
    // An incomplete position, and the number of their first line.
    let mut begun: Option<(String, usize)> = None;
    loop {
        number += 1;
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut input, MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes);
        let fault = match read {
            Ok(0) => {
                if let Some((rows, first)) = begun {
                    wants_more(Ok(&rows), first);
                }
                return;
            }
            Ok(_) if bytes.len() > MAX_LINE && !bytes.ends_with(b"\n") => {
                format!("the line has more than {MAX_LINE} bytes, and nothing is read from there on")
            }
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes);
                let line = line.trim();
                if is_skipped(line) || begun.is_none() && lines.is_repetition(line) {
                    continue;
                }
                let (text, first) = match begun.take() {
                    Some((rows, first)) => (format!("{rows}\n{line}"), first),
                    None => (line.to_string(), number),
                };
                if lines.is_begun(&text) {
                    begun = Some((text, first));
                    continue;
                }
                let goes_on = match lines.listed(&text) {
                    Some(parts) => parts.into_iter().all(|part| wants_more(Ok(&text[part]), first)),
                    None => wants_more(Ok(&text), first),
                };
                if !goes_on {
                    return;
                }
                continue;
            }
            Err(error) => format!("standard input cannot be read: {error}"),
        };
        wants_more(Err(Failure::bad_input(fault)), number);
        return;
    }
}
