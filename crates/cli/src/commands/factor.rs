//! `factor`: elements of a puzzle's group as words in its moves.

use super::{Context, End};
use crate::args::{self, Effort};
use crate::batch;
use crate::exit::{Exit, Failure};
use crate::inputs::{self, Named, Positions};
use crate::interrupt;
use crate::output::{Record, counted, number_of, rounded};
use crate::table_files;
use permutant::algorithm;
use permutant::analysis::group::integer_words;
use permutant::analysis::group::words::{PuzzleWords, WordEffort, WordMoves, WordsError};
use permutant::analysis::sequence::order::product;
use permutant::group::cycle_notation::Notation;
use permutant::model::Model;
use permutant::puzzle::diagnostic::Diagnostic;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::state::State;
use permutant::search::limits::{Control, StopReason};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde_json::json;
use std::time::Instant;

struct Job<'a> {
    model: &'a Model,
    words: PuzzleWords,
    metric: Metric,
    args: &'a args::Factor,
}

pub(super) fn run(context: &Context, args: &args::Factor) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    let metric = inputs::metric(&model, &args.metric)?;
    let tables = table_files::open(&context.global, &context.output, 1);
    let memory = usize::try_from(context.global.memory).unwrap_or(usize::MAX);
    let started = Instant::now();
    // With --stats, the time limit applies to each word.
    let time_is_up =
        || args.stats.is_none() && args.time_limit.is_some_and(|limit| started.elapsed() >= limit);
    let control = Control::new().with_cancel(interrupt::flag()).with_deadline(&time_is_up);
    let words = PuzzleWords::new(&model.puzzle, WordMoves::Generators, &metric, memory, &tables, &control)
        .map_err(|fault| failure(&fault))?;
    let build_seconds = started.elapsed().as_secs_f64();
    let job = Job { model: &model, words, metric, args };
    if let Some(count) = args.stats {
        return context.results(&[job.statistics(count, build_seconds)?]);
    }
    if let Some(cycles) = &args.element {
        return context.results(&[job.of_element(cycles)?]);
    }
    match inputs::positions(&model, &args.position)? {
        Positions::Given(positions) => {
            let records = positions.iter().map(|Named { input, position, .. }| {
                let position = position.as_ref().map_err(Clone::clone)?;
                if position.goal.is_some() {
                    return Err(Failure::bad_input(
                        "the position is incomplete, so it is not a single element",
                    ));
                }
                job.of_position(input, &position.state)
            });
            context.results(&records.collect::<Result<Vec<_>, _>>()?)
        }
        Positions::StandardInput => {
            Ok(batch::positions(&context.output, context.threads(), &model, |line, number| {
                let position = inputs::position(&model, line, None).map_err(|fault| fault.in_line(number))?;
                Ok(vec![job.of_position(line, &position.state)?])
            })?)
        }
    }
}

impl Job<'_> {
    /// The result of the chosen effort, or of all the time allowed.
    fn best<T>(
        &self,
        find: impl Fn(WordEffort, &Control<'_>) -> Result<T, WordsError>,
        length: impl Fn(&T) -> u64,
    ) -> Result<T, Failure> {
        let started = Instant::now();
        let time_is_up = || self.args.time_limit.is_some_and(|limit| started.elapsed() >= limit);
        let control = Control::new().with_cancel(interrupt::flag()).with_deadline(&time_is_up);
        let effort = match self.args.effort {
            Effort::Table => WordEffort::Table,
            Effort::Search => WordEffort::STARTS,
            Effort::Beam => {
                self.args.width.map_or(WordEffort::BEAM, |width| WordEffort::Beam(width as usize))
            }
        };
        let mut best = find(effort, &control).map_err(|fault| failure(&fault))?;
        if let (Some(_), WordEffort::Beam(mut width)) = (self.args.time_limit, effort) {
            while control.interrupted().is_none() && width < 1 << 17 {
                width *= 2;
                let next = find(WordEffort::Beam(width), &control).map_err(|fault| failure(&fault))?;
                if length(&next) < length(&best) {
                    best = next;
                }
            }
        }
        if interrupt::happened() { Err(Failure::interrupted()) } else { Ok(best) }
    }

    /// A word that leads from the solved state to the position.
    fn of_position(&self, input: &str, state: &State) -> Result<Record, Failure> {
        let started = Instant::now();
        let solved = self.model.puzzle.solved();
        let length = |turns: &Vec<Turn>| self.metric.length(turns);
        let solution =
            self.best(|effort, control| self.words.solution(state, solved, effort, control), length)?;
        let mut word: Vec<Turn> = solution.iter().rev().map(Turn::inverse).collect();
        // If pieces are identical, the permutation of an algorithm may have a shorter word.
        if !self.words.tells_apart(state, solved)
            && let Some(exact) = self.of_algorithm(input, state)?
            && length(&exact) < length(&word)
        {
            word = exact;
        }
        let mut reached = solved.clone();
        word.iter().for_each(|turn| turn.make(&mut reached));
        if reached != *state {
            return Err(Failure::bad_input(
                "internal error: the word found does not lead to the position; please report it",
            ));
        }
        self.record(input, &word, started)
    }

    /// A word for the effect of an algorithm on each piece, if the input is an algorithm that leads to the position.
    fn of_algorithm(&self, input: &str, state: &State) -> Result<Option<Vec<Turn>>, Failure> {
        let puzzle = &self.model.puzzle;
        let Ok(turns) = algorithm::read(puzzle, input) else { return Ok(None) };
        if puzzle.is_restricted() || puzzle.solved().after(&product(&turns)) != *state {
            return Ok(None);
        }
        let element = self.words.element_of(&turns).map_err(|fault| failure(&fault))?;
        let word = self.best(
            |effort, control| self.words.word(&element, effort, control),
            |word| self.words.cost(word),
        )?;
        Ok(Some(self.words.turns(&word)))
    }

    fn of_element(&self, cycles: &str) -> Result<Record, Failure> {
        let started = Instant::now();
        let permutation = Notation::from_one().read_cycles(cycles).map_err(|fault| {
            let place = fault.offset..fault.offset + fault.length;
            let message = format!("this is not a permutation: {}", fault.found);
            Failure::in_text("element", cycles, Diagnostic::new(place, message).expected(&fault.expected))
        })?;
        let element = self.words.element(&permutation).map_err(|fault| failure(&fault))?;
        let word = self.best(
            |effort, control| self.words.word(&element, effort, control),
            |word| self.words.cost(word),
        )?;
        if self.words.table().alphabet().element(&word) != element {
            return Err(Failure::bad_input(
                "internal error: the word found represents another element; please report it",
            ));
        }
        self.record(cycles, &self.words.turns(&word), started)
    }

    fn record(&self, input: &str, word: &[Turn], started: Instant) -> Result<Record, Failure> {
        let length = self.metric.length(word);
        let written = if self.args.integers {
            integer_words::write(&self.model.puzzle, word)
                .ok_or_else(|| Failure::bad_input("a move of the word has no number among the generators"))?
        } else {
            algorithm::write(word)
        };
        let json = json!({
            "puzzle": self.model.puzzle.name(),
            "input": input,
            "word": written,
            "algorithm": written,
            "length": length,
            "metric": self.metric.name(),
            "effort": self.effort(),
            "seconds": rounded(started.elapsed().as_secs_f64()),
        });
        let space = if written.is_empty() { "" } else { " " };
        Ok(Record::done(format!("{written}{space}({})", counted(length, &self.metric)), json))
    }

    fn effort(&self) -> &'static str {
        match self.args.effort {
            Effort::Table => "table",
            Effort::Search => "search",
            Effort::Beam => "beam",
        }
    }

    /// Lengths of the words of random elements; each word is verified by multiplication.
    fn statistics(&self, count: u64, build_seconds: f64) -> Result<Record, Failure> {
        let mut rng = match self.args.seed {
            Some(seed) => ChaCha8Rng::seed_from_u64(seed),
            None => ChaCha8Rng::seed_from_u64(0),
        };
        let table = self.words.table();
        let (mut total, mut most, mut seconds) = (0u64, 0u64, 0.0);
        for _ in 0..count {
            let element = table.random(&mut rng);
            let started = Instant::now();
            let word = self.best(
                |effort, control| self.words.word(&element, effort, control),
                |word| self.words.cost(word),
            )?;
            seconds += started.elapsed().as_secs_f64();
            if table.alphabet().element(&word) != element {
                return Err(Failure::bad_input(
                    "internal error: a word found represents another element; please report it",
                ));
            }
            let length = self.words.cost(&word);
            (total, most) = (total + length, most.max(length));
        }
        let (mean, each) = (total as f64 / count as f64, seconds / count as f64);
        let (mean, each) = ((mean * 1e3).round() / 1e3, (each * 1e9).round() / 1e9);
        let text = format!(
            "{}: mean {mean}, longest {most} ({}), {:.3} ms each; table ready in {build_seconds:.3} s",
            number_of(count, ["word", "words"]),
            self.metric.name(),
            each * 1e3
        );
        let json = json!({
            "puzzle": self.model.puzzle.name(),
            "count": count,
            "mean": mean,
            "max": most,
            "metric": self.metric.name(),
            "effort": self.effort(),
            "seconds_each": each,
            "build_seconds": rounded(build_seconds),
            "table_bytes": table.to_bytes().len(),
        });
        Ok(Record::done(text, json))
    }
}

fn failure(fault: &WordsError) -> Failure {
    match fault {
        WordsError::Outside(_) => Failure::no(fault.to_string()),
        WordsError::Stopped(StopReason::Cancelled) => Failure::interrupted(),
        WordsError::Stopped(_) | WordsError::Memory { .. } => Failure::limit(fault.to_string()),
        WordsError::Together(_)
        | WordsError::Restricted(_)
        | WordsError::Shapes
        | WordsError::Alphabet(_)
        | WordsError::Build(_) => Failure::bad_input(fault.to_string()),
    }
}
