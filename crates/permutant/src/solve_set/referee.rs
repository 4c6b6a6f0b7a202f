//! The referee: what a sequence of named moves makes of a state, on the lists as they were given.
//!
//! It shares nothing with the solvers: it looks up each name in the definition and moves the labels.

use super::set::Task;
use permutant_puzzle::formats::puzzle_set::ListedPuzzle;
use std::collections::HashMap;

/// Names of moves of a puzzle.
#[derive(Debug)]
pub struct Referee<'s> {
    lists: HashMap<&'s str, &'s [u16]>,
}

/// The result of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The number of moves.
    pub length: usize,
    /// Whether the state is solved afterwards, but for the places that may differ.
    pub is_solved: bool,
}

/// A move that the puzzle does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no move of this puzzle")]
pub struct UnknownMove(pub String);

impl<'s> Referee<'s> {
    /// A referee for the states of a puzzle.
    pub fn new(puzzle: &'s ListedPuzzle) -> Self {
        Referee { lists: puzzle.moves.iter().map(|(name, list)| (name.as_str(), &list[..])).collect() }
    }

    /// Makes the moves one after the other. `-m` is the inverse of m, unless it is the name of a move itself. O(moves · places).
    pub fn replay<S: AsRef<str>>(&self, task: &Task, moves: &[S]) -> Result<Replayed, UnknownMove> {
        let mut state = task.start.clone();
        let mut before = state.clone();
        for name in moves {
            let name = name.as_ref();
            before.copy_from_slice(&state);
            if let Some(list) = self.lists.get(name) {
                for (place, &from) in list.iter().enumerate() {
                    state[place] = before[usize::from(from)];
                }
            } else if let Some(list) = name.strip_prefix('-').and_then(|name| self.lists.get(name)) {
                for (place, &to) in list.iter().enumerate() {
                    state[usize::from(to)] = before[place];
                }
            } else {
                return Err(UnknownMove(name.to_string()));
            }
        }
        let differing = state.iter().zip(&task.goal).filter(|(held, aim)| held != aim).count();
        Ok(Replayed { length: moves.len(), is_solved: differing <= task.wildcards })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_made_as_the_lists_say() {
        let moves = vec![("a".to_string(), vec![1, 2, 0]), ("-b".to_string(), vec![1, 0, 2])];
        let puzzle = ListedPuzzle { name: "three".into(), moves, solved: None };
        let task = Task {
            id: "0".into(),
            puzzle: 0,
            start: vec![2, 0, 1],
            goal: vec![0, 1, 2],
            wildcards: 0,
            best_known: None,
        };
        let referee = Referee::new(&puzzle);
        let solves = |task: &Task, moves: &[&str]| referee.replay(task, moves).map(|end| end.is_solved);
        assert_eq!(solves(&task, &["a"]), Ok(true));
        assert_eq!(solves(&task, &["-a"]), Ok(false));
        assert_eq!(solves(&task, &["-a", "-a"]), Ok(true));
        assert_eq!(solves(&task, &["-b", "a"]), Ok(false));
        assert_eq!(solves(&Task { wildcards: 2, ..task.clone() }, &["-b", "a"]), Ok(true));
        assert_eq!(solves(&task, &["b"]), Err(UnknownMove("b".into())));
    }
}
