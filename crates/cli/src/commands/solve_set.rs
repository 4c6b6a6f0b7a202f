//! `solve-set`: short solutions of the states of a data set.

mod submission;

use super::{Context, End};
use crate::args;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::{Item, Output, Record, number_of};
use crate::table_files;
use crate::text_file;
use permutant::puzzle::formats::puzzle_set;
use permutant::solve_set::run::{Event, Run};
use permutant::solve_set::{Ending, PuzzleSet, SetAnswer};
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use submission::Submission;

/// The files that a folder stands for.
const FOLDERS: [[&str; 2]; 2] = [["puzzle_info.csv", "puzzles.csv"], ["puzzle_info.json", "states.tsv"]];

/// The least time between two reports on standard error.
const REPORTED: Duration = Duration::from_secs(10);

pub(super) fn run(context: &Context, args: &args::SolveSet) -> Result<Exit, End> {
    let set = read(args)?;
    let chosen = chosen(&set, args)?;
    let best_known = best_known(&set, args)?;
    let submission = Submission::open(args.output.as_deref(), &set)?;
    let known: HashMap<usize, usize> = submission.lengths();
    let threads = context.threads();
    let tables = table_files::open(&context.global, &context.output, threads);
    let began = Instant::now();
    let clock = || began.elapsed();
    let work = Run {
        set: &set,
        chosen: &chosen,
        known: &known,
        tables: &tables,
        time: args.time,
        clock: &clock,
        cancel: interrupt::flag(),
        threads,
        max_memory: context.global.memory,
    };
    let report = Report {
        output: &context.output,
        set: &set,
        chosen: &chosen,
        best_known,
        state: Mutex::new(Kept {
            submission,
            answers: HashMap::new(),
            endings: HashMap::new(),
            printed: 0,
            reported: None,
            recognised: HashSet::new(),
            fault: None,
        }),
    };
    report.header()?;
    work.solve(&|event| report.tell(event));
    report.end()
}

/// The set that files and folders hold. Rows that the user did not ask for may lack their puzzles.
fn read(args: &args::SolveSet) -> Result<PuzzleSet, Failure> {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in &args.files {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let held = |names: &[&str; 2]| names.map(|name| path.join(name));
        let found = FOLDERS.iter().map(held).find(|pair| pair.iter().all(|file| file.is_file()));
        files.extend(found.ok_or_else(|| {
            Failure::bad_input(format!("{} is a folder without a set of puzzles", path.display()))
                .help("expected puzzle_info.csv and puzzles.csv in it, or puzzle_info.json and states.tsv")
        })?);
    }
    let texts = files.iter().map(|file| text_file::read(file)).collect::<Result<Vec<_>, _>>()?;
    let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
    let is_wanted = |id: &str, puzzle: &str| {
        args.only.is_empty() || args.only.iter().any(|name| is_called(name, id, puzzle))
    };
    PuzzleSet::gather_wanted(&borrowed, &is_wanted)
        .map_err(|misfit| in_file(&files[misfit.text], &texts[misfit.text], misfit.diagnostic))
}

/// The greatest length of a line that is shown in a message about it.
const SHOWN: usize = 400;

/// A fault in a file. Of long lines, which have thousands of numbers, only the place is told.
fn in_file(path: &Path, text: &str, fault: permutant::puzzle::diagnostic::Diagnostic) -> Failure {
    let name = path.display().to_string();
    let begin = text[..fault.span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[fault.span.start..].find('\n').map_or(text.len(), |at| fault.span.start + at);
    if end - begin <= SHOWN {
        return Failure::in_text(name, text, fault);
    }
    let token: String = fault.token(text).chars().take(40).collect();
    let shown = if token.is_empty() { String::new() } else { format!(", at '{token}'") };
    let failure = Failure::bad_input(format!("{name}, {}{shown}: {}", fault.position(text), fault.message));
    match (fault.expected.as_str(), fault.help) {
        ("", None) => failure,
        ("", Some(help)) => failure.help(help),
        (expected, _) => failure.help(format!("expected {expected}")),
    }
}

/// The numbers of the states that the user asked for.
fn chosen(set: &PuzzleSet, args: &args::SolveSet) -> Result<Vec<usize>, Failure> {
    let tasks = set.tasks.iter().enumerate();
    let mut chosen: Vec<usize> = match &args.only[..] {
        [] => tasks.map(|(number, _)| number).collect(),
        names => {
            let mut taken = vec![false; set.tasks.len()];
            for name in names {
                let found: Vec<usize> = (set.tasks.iter().enumerate())
                    .filter(|(_, task)| is_called(name, &task.id, &set.puzzles[task.puzzle].name))
                    .map(|(number, _)| number)
                    .collect();
                if found.is_empty() {
                    let known: Vec<&str> =
                        set.puzzles.iter().map(|puzzle| puzzle.name.as_str()).take(20).collect();
                    return Err(Failure::bad_input(format!("--only: no state or puzzle is called '{name}'"))
                        .help(format!(
                            "expected an id, a range such as 0-29, or a puzzle: {}",
                            known.join(", ")
                        )));
                }
                found.into_iter().for_each(|number| taken[number] = true);
            }
            tasks.filter(|&(number, _)| taken[number]).map(|(number, _)| number).collect()
        }
    };
    chosen.truncate(args.limit.unwrap_or(usize::MAX));
    Ok(chosen)
}

/// Whether a word of `--only` stands for a state: by its id, by a range that contains it, or by its puzzle.
fn is_called(name: &str, id: &str, puzzle: &str) -> bool {
    let in_range = || Some(range(name)?.contains(&id.parse().ok()?));
    name == id || name == puzzle || in_range() == Some(true)
}

/// A range of numbers.
fn range(text: &str) -> Option<std::ops::RangeInclusive<u64>> {
    let (first, last) = text.split_once('-')?;
    Some(first.parse().ok()?..=last.parse().ok()?)
}

/// The best known lengths, by the number of the state.
fn best_known(set: &PuzzleSet, args: &args::SolveSet) -> Result<HashMap<usize, u64>, Failure> {
    let numbers: HashMap<&str, usize> =
        set.tasks.iter().enumerate().map(|(number, task)| (task.id.as_str(), number)).collect();
    let mut lengths: HashMap<usize, u64> =
        set.tasks.iter().enumerate().filter_map(|(number, task)| Some((number, task.best_known?))).collect();
    if let Some(path) = &args.best_known {
        let text = text_file::read(path)?;
        let read = puzzle_set::read_lengths(&text).map_err(|fault| in_file(path, &text, fault))?;
        lengths
            .extend(read.into_iter().filter_map(|(id, length)| Some((*numbers.get(id.as_str())?, length))));
    }
    Ok(lengths)
}

/// What is known, and what was said about it.
struct Kept {
    submission: Submission,
    answers: HashMap<usize, SetAnswer>,
    endings: HashMap<usize, Ending>,
    /// The number of chosen states whose lines were printed.
    printed: usize,
    reported: Option<Instant>,
    /// What was told about puzzles.
    recognised: HashSet<String>,
    fault: Option<End>,
}

/// Tells the user what happens.
struct Report<'a> {
    output: &'a Output,
    set: &'a PuzzleSet,
    chosen: &'a [usize],
    best_known: HashMap<usize, u64>,
    state: Mutex<Kept>,
}

impl Report<'_> {
    fn header(&self) -> Result<(), End> {
        let names = "id\tpuzzle\tlength\tbound\tbest known\tengine\n";
        if self.output.is_text() { Ok(self.output.raw(names)?) } else { Ok(()) }
    }

    fn tell(&self, event: Event) {
        let mut kept = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Recognised { puzzle, what } => {
                // It is told for each goal; most are the same.
                let told = format!("{}: {what}", self.set.puzzles[puzzle].name);
                if kept.recognised.insert(told.clone()) {
                    self.output.note(&told);
                }
            }
            Event::Answer { task, answer } => {
                kept.submission.keep(task, &answer.moves);
                kept.answers.insert(task, answer);
                self.save(&mut kept, false);
            }
            Event::Ended { task, ending } => {
                kept.endings.insert(task, ending);
                self.save(&mut kept, true);
                self.print(&mut kept, false);
            }
        }
        if kept.reported.is_none_or(|at| at.elapsed() >= REPORTED) {
            kept.reported = Some(Instant::now());
            self.output.note(&self.total(&kept));
        }
        if kept.fault.is_some() {
            interrupt::flag().store(true, std::sync::atomic::Ordering::SeqCst);
        }
    }

    fn save(&self, kept: &mut Kept, at_once: bool) {
        if let Err(failure) = interrupt::hold(|| kept.submission.save(self.set, at_once)) {
            kept.fault.get_or_insert(failure.into());
        }
    }

    /// The number of answers and of their moves.
    fn total(&self, kept: &Kept) -> String {
        let lengths = |&task: &usize| kept.submission.length(task).map(|length| (task, length as u64));
        let answered: Vec<(usize, u64)> = self.chosen.iter().filter_map(lengths).collect();
        let moves: u64 = answered.iter().map(|(_, length)| length).sum();
        let mut told = format!(
            "{} of {} solved, {}",
            answered.len(),
            self.chosen.len(),
            number_of(moves, ["move", "moves"])
        );
        let compared: Vec<(u64, u64)> = answered
            .iter()
            .filter_map(|(task, length)| Some((*length, *self.best_known.get(task)?)))
            .collect();
        if !compared.is_empty() {
            let (own, best) = compared.iter().fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
            let which =
                if compared.len() == answered.len() { String::new() } else { format!("; {own} of them") };
            told.push_str(&format!("{which} where the best known are {best}"));
        }
        told
    }

    /// Prints the lines of the states whose work has ended, in the order of the input, or of all of them.
    fn print(&self, kept: &mut Kept, all: bool) {
        while let Some(&task) = self.chosen.get(kept.printed) {
            let ending = kept.endings.get(&task).cloned();
            if ending.is_none() && !all {
                break;
            }
            kept.printed += 1;
            if let Err(error) = self.line(kept, task, ending) {
                kept.fault.get_or_insert(error.into());
                break;
            }
        }
    }

    /// Prints the line of a state.
    fn line(&self, kept: &Kept, task: usize, ending: Option<Ending>) -> std::io::Result<()> {
        let of = &self.set.tasks[task];
        let puzzle = &self.set.puzzles[of.puzzle].name;
        let number = task + 1;
        let Some(moves) = kept.submission.moves(task) else {
            let failure = match ending {
                Some(Ending::Unsolvable(reason)) => Failure::no(reason),
                Some(Ending::Nothing(reason)) => Failure::limit(reason),
                Some(Ending::Answered) | None => Failure::limit("the work ended before its turn"),
            };
            let item = Item { input: &of.id, number, of: None, line: None };
            return self.output.failure(&failure, Some(&item));
        };
        let answer = kept.answers.get(&task);
        let bound = answer.map_or(0, |answer| answer.lower_bound);
        let engine =
            answer.map(|answer| answer.engine.map_or("none".to_string(), |engine| engine.to_string()));
        let best = self.best_known.get(&task);
        if let Some(best) = best.filter(|&&best| best < u64::from(bound)) {
            self.output.note(&format!(
                "warning: {}: the best known length {best} cannot be right: every solution has at least {bound} moves",
                of.id
            ));
        }
        let text = [
            of.id.clone(),
            puzzle.clone(),
            moves.len().to_string(),
            bound.to_string(),
            best.map_or("-".to_string(), u64::to_string),
            engine.clone().unwrap_or_else(|| "kept".into()),
        ];
        let json = json!({
            "input": of.id,
            "number": number,
            "puzzle": puzzle,
            "solution": moves.join("."),
            "length": moves.len(),
            "lower_bound": bound,
            "optimal": bound as usize == moves.len(),
            "best_known": best,
            "method": engine,
        });
        self.output.result(&Record::done(text.join("\t"), json))
    }

    /// The last lines, and the exit.
    fn end(&self) -> Result<Exit, End> {
        let mut kept = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.save(&mut kept, true);
        self.print(&mut kept, true);
        self.output.note(&self.total(&kept));
        if let Some(fault) = kept.fault.take() {
            return Err(fault);
        }
        let exit = |task: &usize| match (kept.submission.length(*task), kept.endings.get(task)) {
            (Some(_), _) => Exit::Done,
            (None, Some(Ending::Unsolvable(_))) => Exit::No,
            (None, _) => Exit::Limit,
        };
        Ok(self.chosen.iter().map(exit).fold(Exit::Done, Exit::worse))
    }
}
