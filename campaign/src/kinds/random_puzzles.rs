//! Random small puzzles in the format of twsearch; the campaign enumerates all their states itself.
//!
//! Start at [`round`]. A [`Case`] is a definition with positions; a [`Trial`] tests the program with it. A case that
//! fails is reduced before it is reported.

use crate::program::{Call, Run};
use crate::puzzle::definition::{Definition, State};
use crate::puzzle::distances::{Distances, Metric};
use crate::puzzle::random;
use crate::puzzle::text::{self, Style};
use crate::round::{Fault, Round};
use crate::shrink;
use std::io;

/// A test case: a definition, some of its positions, and their notation.
#[derive(Clone)]
struct Case {
    definition: Definition,
    positions: Vec<State>,
    style: Style,
    metric: Metric,
}

/// Tests one random definition: its counts, its group, its conversions, and a few positions.
pub(super) fn round(round: &mut Round<'_>) -> io::Result<()> {
    let dice = &mut round.dice;
    let definition = random::draw(dice);
    let positions = (0..4).map(|_| random::position(&definition, dice)).collect();
    let style = *dice.pick(&[Style::FromOne, Style::FromZero]);
    let metric = *dice.pick(&[Metric::Htm, Metric::Htm, Metric::Qtm]);
    let case = Case { definition, positions, style, metric };
    for (check, fault) in Trial::new(round, &case, None).made()? {
        let told = match fault {
            Some(fault) if !round.told.contains(check) => Some(smallest(round, &case, &fault)?),
            fault => fault,
        };
        round.check(check, told);
    }
    Ok(())
}

/// The same fault in the smallest case found that still shows it.
fn smallest(round: &Round<'_>, case: &Case, fault: &Fault) -> io::Result<Fault> {
    let smaller = |case: &Case| {
        let with = |(definition, positions)| Case { definition, positions, ..case.clone() };
        random::smaller(&case.definition, &case.positions).into_iter().map(with).collect()
    };
    let mut least = Ok(fault.clone());
    shrink::smallest(case.clone(), smaller, |case| match Trial::new(round, case, Some(fault.check)).made() {
        Err(error) => {
            least = Err(error);
            false
        }
        Ok(results) => match results.into_iter().find_map(|(_, fault)| fault) {
            None => false,
            Some(fault) => {
                least = Ok(fault);
                true
            }
        },
    });
    least
}

/// The name of a check, and its fault if it failed.
type Result = (&'static str, Option<Fault>);

/// The checks of one case.
struct Trial<'a> {
    round: &'a Round<'a>,
    case: &'a Case,
    /// The only check to make, while a case is being reduced.
    only: Option<&'static str>,
    text: String,
    results: Vec<Result>,
}

const PUZZLE: &str = "puzzle.tws";
const POSITION: &str = "position.scr";

impl<'a> Trial<'a> {
    fn new(round: &'a Round<'a>, case: &'a Case, only: Option<&'static str>) -> Self {
        let text = text::definition(&case.definition, case.style);
        Trial { round, case, only, text, results: Vec::new() }
    }

    fn made(mut self) -> io::Result<Vec<Result>> {
        self.round.write(PUZZLE, &self.text)?;
        let definition = &self.case.definition;
        let count = |definition: &Definition, goals: &[State], metric| {
            Distances::new(definition, goals, metric, random::MOST_STATES)
        };
        let solved = std::slice::from_ref(&definition.solved);
        let rotated = definition.rotated(random::MOST_ROTATIONS).unwrap_or_default();
        let exact = count(definition, solved, self.case.metric);
        let turned = count(definition, &rotated, self.case.metric);
        let apart = definition.told_apart();
        let apart = count(&apart, std::slice::from_ref(&apart.solved), Metric::Htm);
        if let Some(exact) = &exact {
            self.god("god", PUZZLE, self.case.metric, &[], exact)?;
            self.solved("", &[], exact, solved)?;
        }
        if let Some(turned) = turned.filter(|_| !definition.rotations.is_empty()) {
            // A count is refused if a rule forbids one of the goals; positions are solved to the other goals.
            if rotated.iter().all(|goal| definition.is_legal(goal)) {
                self.god("god, up to rotation", PUZZLE, self.case.metric, &["--up-to-rotation"], &turned)?;
            }
            self.solved(", up to rotation", &["--up-to-rotation"], &turned, &rotated)?;
        }
        if let Some(apart) = apart.filter(|_| definition.rules.is_empty()) {
            self.group(&apart)?;
            self.converted("convert to gap and back", "gap", "gap", Metric::Htm, &apart)?;
        }
        if let Some(exact) = &exact {
            self.converted("convert to tws and back", "tws", "tws", self.case.metric, exact)?;
            if definition.rules.is_empty() {
                self.converted("convert to json and back", "json", "json", self.case.metric, exact)?;
                self.converted("convert to ksolve and back", "ksolve", "def", self.case.metric, exact)?;
            }
        }
        Ok(self.results)
    }

    fn wants(&self, check: &str) -> bool {
        self.only.is_none_or(|only| only == check)
    }

    /// Records a check of a call: it must end as every call must, and report what was `expected`.
    fn note(
        &mut self,
        check: &'static str,
        call: &Call,
        run: &Run,
        expected: String,
        holds: bool,
        position: Option<&str>,
    ) {
        let wanted = run.breach().map_or(expected, str::to_string);
        let is_fault = run.breach().is_some() || !holds;
        let mut files = vec![(PUZZLE, self.text.as_str())];
        files.extend(position.map(|text| (POSITION, text)));
        self.results.push((check, is_fault.then(|| Fault::of_call(check, call, run, wanted, &files))));
    }

    /// The number of states at each distance.
    fn god(
        &mut self,
        check: &'static str,
        file: &str,
        metric: Metric,
        also: &[&str],
        counted: &Distances,
    ) -> io::Result<()> {
        if !self.wants(check) {
            return Ok(());
        }
        let words = ["god", file, "--metric", metric.name(), "--no-tables", "--json"];
        let call = self.round.call(&[&words, also].concat());
        let run = call.run()?;
        let expected = counted.distribution();
        let found = run.first();
        let told: Option<Vec<u64>> =
            found["distribution"].as_array().map(|row| row.iter().filter_map(number).collect());
        let holds = run.is(0) && told.as_ref() == Some(&expected);
        self.note(check, &call, &run, format!("the distribution {expected:?}"), holds, None);
        Ok(())
    }

    fn group(&mut self, counted: &Distances) -> io::Result<()> {
        if !self.wants("group") {
            return Ok(());
        }
        let call = self.round.call(&["group", PUZZLE, "--json"]);
        let run = call.run()?;
        let holds = run.is(0) && number(&run.first()["order"]) == Some(counted.count() as u64);
        self.note("group", &call, &run, format!("the order {}", counted.count()), holds, None);
        Ok(())
    }

    /// Converts the definition to another format and counts the states of the result.
    fn converted(
        &mut self,
        check: &'static str,
        format: &str,
        extension: &str,
        metric: Metric,
        counted: &Distances,
    ) -> io::Result<()> {
        if !self.wants(check) {
            return Ok(());
        }
        let call = self.round.call(&["convert", PUZZLE, "--to", format]);
        let run = call.run()?;
        if run.is(2) && run.err.contains("cannot be converted") {
            return Ok(()); // the format cannot express it
        }
        if !run.is(0) || run.breach().is_some() {
            self.note(check, &call, &run, "a definition".into(), false, None);
            return Ok(());
        }
        let file = format!("converted.{extension}");
        self.round.write(&file, &run.out)?;
        let before = self.results.len();
        self.god(check, &file, metric, &[], counted)?;
        // This check was requested under the given name, so it was made.
        if let Some((_, Some(fault))) = self.results.get_mut(before) {
            fault.command = format!("{} > {file}; {}", call.shown(), fault.command);
        }
        Ok(())
    }

    /// Solves each position with every method; an unsolvable position must be refused as such.
    fn solved(
        &mut self,
        kind: &'static str,
        also: &[&str],
        distances: &Distances,
        goals: &[State],
    ) -> io::Result<()> {
        const NAMES: [(&str, [&str; 3]); 2] = [
            ("", ["solve", "solve --optimal", "solve --method words"]),
            (
                ", up to rotation",
                [
                    "solve, up to rotation",
                    "solve --optimal, up to rotation",
                    "solve --method words, up to rotation",
                ],
            ),
        ];
        let names = NAMES.iter().find(|(name, _)| *name == kind).map_or(NAMES[0].1, |(_, names)| *names);
        let methods: [&[&str]; 3] = [&[], &["--optimal"], &["--method", "words"]];
        for (check, method) in names.into_iter().zip(methods) {
            if !self.wants(check) {
                continue;
            }
            for position in &self.case.positions {
                if self.case.definition.is_legal(position) {
                    self.position(check, &[method, also].concat(), position, distances, goals)?;
                }
            }
        }
        Ok(())
    }

    fn position(
        &mut self,
        check: &'static str,
        options: &[&str],
        position: &State,
        distances: &Distances,
        goals: &[State],
    ) -> io::Result<()> {
        let written = text::position(&self.case.definition, position, self.case.style);
        self.round.write(POSITION, &written)?;
        let metric = self.case.metric.name();
        let words = ["solve", PUZZLE, "--state", POSITION, "--metric", metric, "--no-tables", "--json"];
        let call = self.round.call(&[&words, options].concat());
        let run = call.run()?;
        let is_restricted = !self.case.definition.rules.is_empty();
        let (holds, expected) = match distances.of(position) {
            // Words require a group; a puzzle with rules has none.
            _ if is_restricted && options.contains(&"words") && (run.is(2) || run.is(3)) => return Ok(()),
            None => (run.is(1), "exit code 1: no moves solve it".to_string()),
            Some(distance) => {
                let must_be_shortest = options.contains(&"--optimal");
                let expected = format!("a solution, the shortest takes {distance}");
                (self.is_solution(&run, position, goals, distance as u64, must_be_shortest), expected)
            }
        };
        self.note(check, &call, &run, expected, holds, Some(&written));
        Ok(())
    }

    /// Whether a solution solves the position in the stated number of moves and makes only true statements about
    /// itself.
    fn is_solution(
        &self,
        run: &Run,
        position: &State,
        goals: &[State],
        distance: u64,
        shortest: bool,
    ) -> bool {
        let definition = &self.case.definition;
        let found = run.first();
        let Some(solution) = found["solution"].as_str() else { return false };
        let length = found["length"].as_u64();
        let says_optimal = found["optimal"].as_bool().unwrap_or(false);
        let bound = found["lower_bound"].as_u64();
        run.is(0)
            && definition.replayed(position, solution).is_some_and(|end| goals.contains(&end))
            && length == definition.cost(solution, self.case.metric == Metric::Qtm)
            && length >= Some(distance)
            && bound <= Some(distance)
            && (!says_optimal || length == Some(distance))
            && (!shortest || says_optimal)
    }
}

/// A number, which may be written as a string if it is large.
fn number(value: &serde_json::Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
