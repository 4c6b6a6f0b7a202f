//! The states of a set with their puzzles, put together from the texts that define them.

use crate::listed_moves;
use permutant_puzzle::diagnostic::Diagnostic;
use permutant_puzzle::formats::puzzle_set::{self, Contents, ListedPuzzle, ListedState};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// States to be solved, and their puzzles.
#[derive(Clone, Debug, Default)]
pub struct PuzzleSet {
    /// The puzzles.
    pub puzzles: Vec<ListedPuzzle>,
    /// The states, in the order of the texts.
    pub tasks: Vec<Task>,
}

/// A state to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its id, which no other state has.
    pub id: String,
    /// The number of its puzzle.
    pub puzzle: usize,
    /// What each place holds.
    pub start: Vec<u16>,
    /// What each place holds when it is solved. Labels are numbered as they occur, so states with the same pattern have the same goal.
    pub goal: Vec<u16>,
    /// The number of places that may differ from the goal.
    pub wildcards: usize,
    /// The length of a known solution.
    pub best_known: Option<u64>,
}

impl Task {
    /// The number of places of a state that differ from the goal.
    pub(super) fn wrong(&self, state: &[u16]) -> usize {
        state.iter().zip(&self.goal).filter(|(held, aim)| held != aim).count()
    }
}

/// Texts do not fit together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The number of the text, from 0.
    pub text: usize,
    /// What is wrong there.
    pub diagnostic: Diagnostic,
}

impl PuzzleSet {
    /// Reads definitions and states. States without the name of a puzzle belong to the last one defined before them. If several texts hold
    /// states, an id that occurs in two of them is preceded by the name of its puzzle.
    ///
    /// # Errors
    ///
    /// The first [`Misfit`]: a text that cannot be read, or a state without a puzzle or with another number of places.
    pub fn gather(texts: &[&str]) -> Result<Self, Misfit> {
        Self::gather_wanted(texts, &|_, _| true)
    }

    /// As [`PuzzleSet::gather`], but of states that are not wanted, by their id and the name of their puzzle, those that do not fit are
    /// left out: a part of a set can be solved although definitions of the rest are missing.
    ///
    /// # Errors
    ///
    /// As [`PuzzleSet::gather`].
    pub fn gather_wanted(texts: &[&str], is_wanted: &dyn Fn(&str, &str) -> bool) -> Result<Self, Misfit> {
        let mut set = PuzzleSet::default();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut states: Vec<(usize, Option<usize>, Vec<ListedState>)> = Vec::new();
        for (text, content) in texts.iter().enumerate() {
            let misfit = |diagnostic| Misfit { text, diagnostic };
            match puzzle_set::read(content).map_err(misfit)? {
                Contents::States(listed) => {
                    states.push((text, set.puzzles.len().checked_sub(1), listed));
                }
                Contents::Puzzles(puzzles) => {
                    for puzzle in puzzles {
                        if numbers.insert(puzzle.name.clone(), set.puzzles.len()).is_some() {
                            let message = format!("an earlier file defines {}, too", puzzle.name);
                            return Err(misfit(Diagnostic::new(0..0, message).expected("another name")));
                        }
                        set.puzzles.push(puzzle);
                    }
                }
            }
        }
        let mut known = HashSet::new();
        let ids = states.iter().flat_map(|(.., listed)| listed.iter().map(|state| &state.id));
        let twice: HashSet<String> = ids.filter(|id| !known.insert(*id)).cloned().collect();
        for (text, before, listed) in &states {
            for state in listed {
                let before_it = before.map_or("", |puzzle| &set.puzzles[puzzle].name);
                let name = state.puzzle.as_deref().unwrap_or(before_it);
                let id =
                    if twice.contains(&state.id) { format!("{name}/{}", state.id) } else { state.id.clone() };
                let is_wanted = is_wanted(&id, name);
                let puzzle = puzzle_of(state, &numbers, *before);
                match puzzle.and_then(|puzzle| set.task(state, puzzle, id)) {
                    Ok(task) => set.tasks.push(task),
                    Err(diagnostic) if is_wanted => return Err(Misfit { text: *text, diagnostic }),
                    Err(_) => {}
                }
            }
        }
        if set.tasks.is_empty() {
            let (text, length) = (texts.len().saturating_sub(1), texts.last().map_or(0, |text| text.len()));
            let diagnostic = Diagnostic::new(length..length, "there is no state to solve")
                .expected("a table with the columns id and initial_state or state");
            return Err(Misfit { text, diagnostic });
        }
        Ok(set)
    }

    /// A state of a puzzle.
    fn task(&self, state: &ListedState, puzzle: usize, id: String) -> Result<Task, Diagnostic> {
        let ListedPuzzle { name, solved, .. } = &self.puzzles[puzzle];
        let places = self.puzzles[puzzle].places();
        let fits = |labels: &[String], span: &Range<usize>| {
            let message = format!("{} labels for the {places} places of {name}", labels.len());
            let span = span.start..(span.start + 1).min(span.end);
            match labels.len() == places {
                true => Ok(()),
                false => Err(Diagnostic::new(span, message).expected(format!("{places} labels"))),
            }
        };
        fits(&state.labels, &state.spans.labels)?;
        let goal = match (&state.solved, solved) {
            (Some(own), _) => {
                fits(own, &state.spans.solved)?;
                own
            }
            (None, Some(usual)) if usual.len() == places => usual,
            _ => {
                let message = format!("nothing says what the solved state of {name} is");
                return Err(Diagnostic::new(state.spans.id.clone(), message)
                    .expected("a column solution_state, or a definition with it"));
            }
        };
        let (goal, start) = numbered(goal, &state.labels);
        Ok(Task { id, puzzle, start, goal, wildcards: state.wildcards, best_known: state.best_known })
    }
}

/// The number of the puzzle of a state; `before` is the last one that was defined before it.
fn puzzle_of(
    state: &ListedState,
    numbers: &HashMap<String, usize>,
    before: Option<usize>,
) -> Result<usize, Diagnostic> {
    let found = state.puzzle.as_ref().map_or(before, |name| numbers.get(name).copied());
    found.ok_or_else(|| match &state.puzzle {
        Some(name) => {
            Diagnostic::new(state.spans.puzzle.clone(), format!("no file defines the puzzle {name}"))
                .expected("the name of a puzzle in one of the files")
        }
        None => Diagnostic::new(state.spans.id.clone(), "no puzzle is defined before these states")
            .expected("a file with definitions before this one"),
    })
}

/// What a place holds if the goal has no such label.
const UNKNOWN: u16 = u16::MAX;

/// The labels of a goal numbered from 0 as they occur, which are fewer than 65535, and those of a state by the same numbers.
fn numbered(goal: &[String], state: &[String]) -> (Vec<u16>, Vec<u16>) {
    let (aim, numbers) = listed_moves::numbered(goal);
    let held = state.iter().map(|label| numbers.get(label.as_str()).copied().unwrap_or(UNKNOWN)).collect();
    (aim, held)
}

#[cfg(test)]
mod tests {
    use super::*;

    const INFO: &str = "puzzle_type,allowed_moves\nrow,\"{'a': [1, 0, 2], 'b': [0, 2, 1]}\"\n";

    #[test]
    fn states_know_their_puzzles_and_goals() {
        let states = "id,puzzle_type,solution_state,initial_state,num_wildcards\n4,row,A;A;B,B;A;Z,1\n";
        let json = r#"{"name": "two", "central_state": [0, 1], "generators": {"s": [1, 0]}}"#;
        let set = PuzzleSet::gather(&[INFO, states, json, "id\tstate\n4\t1 0\n"]).unwrap();
        let ids: Vec<&str> = set.tasks.iter().map(|task| task.id.as_str()).collect();
        assert_eq!(ids, ["row/4", "two/4"]);
        assert_eq!(
            (set.tasks[0].goal.clone(), set.tasks[0].start.clone()),
            (vec![0, 0, 1], vec![1, 0, UNKNOWN])
        );
        assert_eq!((set.tasks[1].puzzle, set.tasks[1].start.clone()), (1, vec![1, 0]));
    }

    #[test]
    fn what_is_not_wanted_need_not_fit() {
        let states = "id,puzzle,state,solved\n1,row,A;B;C,B;A;C\n2,raw,A;B,A;B\n";
        let ids = |wanted: &'static str| {
            PuzzleSet::gather_wanted(&[INFO, states], &|id, puzzle| [id, puzzle].contains(&wanted))
                .map(|set| set.tasks.into_iter().map(|task| task.id).collect::<Vec<_>>())
                .map_err(|misfit| misfit.diagnostic.message)
        };
        let undefined = Err("no file defines the puzzle raw".to_string());
        assert_eq!(ids("1"), Ok(vec!["1".to_string()]));
        assert_eq!([ids("2"), ids("raw")], [undefined.clone(), undefined]);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_text() {
        let fault = |texts: &[&str]| {
            let Misfit { text, diagnostic } = PuzzleSet::gather(texts).unwrap_err();
            format!("{text}: {diagnostic}")
        };
        assert!(fault(&[INFO]).starts_with("0: there is no state to solve"));
        assert!(fault(&["id,state\n1,A;B;C\n"]).starts_with("0: no puzzle is defined before these states"));
        assert!(fault(&[INFO, "id,state\n1,A;B;C\n"]).starts_with("1: nothing says what the solved state"));
        let state = "id,puzzle,state,solved\n1,row,A;B,A;B;C\n";
        assert!(fault(&[INFO, state]).starts_with("1: 2 labels for the 3 places of row"));
        assert!(
            fault(&[INFO, &state.replace("row", "raw")]).starts_with("1: no file defines the puzzle raw")
        );
        assert!(fault(&[INFO, INFO]).starts_with("1: an earlier file defines row, too"));
    }
}
