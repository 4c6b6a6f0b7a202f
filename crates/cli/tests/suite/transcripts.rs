//! Commands shown with their output, in `docs/` and `testdata/regress/`, print just that.
//!
//! In indented text a line `$ COMMAND` is run by `sh` in a directory of its own for each file; the lines under it, up to the next
//! command or the end of the indented text, are its standard output. `...` stands for any lines, and `[exit 1]` at the end for the exit
//! code, where it is not 0.

use crate::program::{self, root};
use std::path::{Path, PathBuf};

struct Shown {
    line: usize,
    command: String,
    output: Vec<String>,
    code: i32,
}

fn shown(text: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        let Some(line) = line.strip_prefix("    ") else {
            open = false;
            continue;
        };
        if let Some(command) = line.strip_prefix("$ ") {
            open = true;
            let (line, command) = (number + 1, command.to_string());
            all.push(Shown { line, command, output: Vec::new(), code: 0 });
        } else if let (true, Some(last)) = (open, all.last_mut()) {
            match line.strip_prefix("[exit ").and_then(|rest| rest.strip_suffix(']')) {
                Some(code) => last.code = code.parse().expect("an exit code"),
                None => last.output.push(line.to_string()),
            }
        }
    }
    all
}

/// Whether the lines are those, `...` standing for any.
fn fits(wanted: &[String], lines: &[&str]) -> bool {
    match wanted.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => (0..=lines.len()).any(|from| fits(rest, &lines[from..])),
        Some((first, rest)) => lines.first() == Some(&first.as_str()) && fits(rest, &lines[1..]),
    }
}

/// Runs what a file shows; returns how many commands that were, and what printed something else.
fn differences(file: &Path) -> (usize, Vec<String>) {
    let text = std::fs::read_to_string(file).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let shown = shown(&text);
    let mut found = Vec::new();
    for Shown { line, command, output, code } in &shown {
        let run = program::shell(command, directory.path(), &directory.path().join("tables"));
        let [out, err] = [&run.stdout, &run.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
        if !fits(output, &lines) || run.status.code() != Some(*code) {
            let file = file.display();
            found.push(format!("{file}:{line}: {command}\n{out}[{}]\n{err}", run.status));
        }
    }
    (shown.len(), found)
}

fn check(directory: &str, at_least: usize) {
    let entries = std::fs::read_dir(root().join(directory)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (counts, found): (Vec<usize>, Vec<Vec<String>>) = files.iter().map(|file| differences(file)).unzip();
    let found = found.concat();
    assert!(found.is_empty(), "{}", found.join("\n"));
    let count: usize = counts.iter().sum();
    assert!(count >= at_least, "only {count} commands were found in {directory}");
}

#[test]
fn commands_of_the_documents_print_what_is_shown() {
    check("docs", 10);
}

#[cfg(unix)]
#[test]
fn faults_found_before_stay_mended() {
    check("testdata/regress", 35);
}
