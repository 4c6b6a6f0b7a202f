//! The answers of a set in a file with the columns `id` and `moves`, which is whole at any moment.
//!
//! Start at [`Submission::open`]. Each state of the file is a line, also those that nobody asked for now, so that several runs with
//! different choices share one file.

use super::in_file;
use crate::exit::Failure;
use crate::inputs;
use crate::text_file;
use permutant::puzzle::diagnostic::Diagnostic;
use permutant::puzzle::formats::puzzle_set::{self, ListedAnswer};
use permutant::solve_set::PuzzleSet;
use permutant::solve_set::referee::Referee;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The least time between two writes while one state gets shorter answers.
const BETWEEN: Duration = Duration::from_secs(1);

/// The answers so far.
#[derive(Debug)]
pub(super) struct Submission {
    path: Option<PathBuf>,
    /// The moves, by the number of the state.
    answers: HashMap<usize, Vec<String>>,
    saved: Option<Instant>,
    is_changed: bool,
}

impl Submission {
    /// The answers of an earlier run, each replayed, if the file exists.
    pub(super) fn open(path: Option<&Path>, set: &PuzzleSet) -> Result<Self, Failure> {
        let mut answers = HashMap::new();
        if let Some(path) = path.filter(|path| path.exists()) {
            let text = text_file::read(path)?;
            if !text.trim().is_empty() {
                answers = read(&text, set).map_err(|fault| in_file(path, &text, fault))?;
            }
        }
        Ok(Submission { path: path.map(Path::to_path_buf), answers, saved: None, is_changed: false })
    }

    /// The lengths of the answers.
    pub(super) fn lengths(&self) -> HashMap<usize, usize> {
        self.answers.iter().map(|(&task, moves)| (task, moves.len())).collect()
    }

    /// The moves of a state's answer.
    pub(super) fn moves(&self, task: usize) -> Option<&[String]> {
        self.answers.get(&task).map(Vec::as_slice)
    }

    /// The length of a state's answer.
    pub(super) fn length(&self, task: usize) -> Option<usize> {
        self.moves(task).map(<[String]>::len)
    }

    /// Keeps an answer if it is shorter.
    pub(super) fn keep(&mut self, task: usize, moves: &[String]) {
        if self.length(task).is_none_or(|length| moves.len() < length) {
            self.answers.insert(task, moves.to_vec());
            self.is_changed = true;
        }
    }

    /// Writes the file, unless nothing changed or, if that can wait, it was just written.
    pub(super) fn save(&mut self, set: &PuzzleSet, at_once: bool) -> Result<(), Failure> {
        let was_just_saved = self.saved.is_some_and(|at| at.elapsed() < BETWEEN);
        let Some(path) = &self.path else { return Ok(()) };
        if !self.is_changed || was_just_saved && !at_once {
            return Ok(());
        }
        let mut text = String::from("id,moves\n");
        for (number, task) in set.tasks.iter().enumerate() {
            if let Some(moves) = self.answers.get(&number) {
                // Writing into a string does not fail.
                let _ = writeln!(text, "{},{}", task.id, moves.join("."));
            }
        }
        write(path, &text).map_err(|error| inputs::unwritable(path, &error))?;
        (self.saved, self.is_changed) = (Some(Instant::now()), false);
        Ok(())
    }
}

/// Replaces a file by one with this text, or leaves it as it is.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As of any new file; the system takes away what the user's mask forbids.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory)?;
    file.write_all(text.as_bytes())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The answers in a text, by the number of the state.
fn read(text: &str, set: &PuzzleSet) -> Result<HashMap<usize, Vec<String>>, Diagnostic> {
    let numbers: HashMap<&str, usize> =
        set.tasks.iter().enumerate().map(|(number, task)| (task.id.as_str(), number)).collect();
    let referees: Vec<Referee<'_>> = set.puzzles.iter().map(Referee::new).collect();
    let mut answers = HashMap::new();
    for ListedAnswer { id, moves, span } in puzzle_set::read_answers(text)? {
        let start = span.start..span.start;
        let Some(&number) = numbers.get(id.as_str()) else {
            return Err(Diagnostic::new(
                start,
                format!("this file has an answer to {id}, which is not in the set"),
            )
            .expected("an id of the set")
            .help("give another file with -o"));
        };
        let task = &set.tasks[number];
        let end = referees[task.puzzle].replay(task, &moves);
        let end = end.map_err(|fault| {
            Diagnostic::new(start.clone(), fault.to_string()).expected("moves of its puzzle")
        })?;
        if !end.is_solved {
            return Err(Diagnostic::new(start, format!("these moves do not solve {id}"))
                .expected("an answer of an earlier run")
                .help("give another file with -o, or remove the line"));
        }
        answers.insert(number, moves);
    }
    Ok(answers)
}
