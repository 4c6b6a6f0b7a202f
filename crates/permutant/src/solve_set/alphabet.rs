//! The moves of a listed puzzle without repetitions, and how a solver's moves are called in it.
//!
//! Start at [`Alphabet`]. Lists that do the same, or the inverse of each other, are one move here, made forwards or backwards.

use permutant_puzzle::formats::puzzle_set::ListedPuzzle;
use std::collections::HashMap;

/// A move, forwards or backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Step {
    /// Its number in the alphabet.
    pub(super) number: u16,
    /// Whether its inverse is made.
    pub(super) backwards: bool,
}

impl Step {
    pub(super) fn inverse(self) -> Step {
        Step { backwards: !self.backwards, ..self }
    }
}

/// A move that differs from the others and from their inverses.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    /// After the move, place i holds what was at the place of entry i.
    pub(super) list: Vec<u16>,
    forwards: String,
    backwards: String,
}

/// The moves of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Alphabet {
    pub(super) letters: Vec<Letter>,
}

fn inverse(list: &[u16]) -> Vec<u16> {
    let mut back = vec![0; list.len()];
    for (place, &from) in list.iter().enumerate() {
        back[usize::from(from)] = place as u16;
    }
    back
}

impl Alphabet {
    /// The moves of a puzzle, without those that change nothing.
    pub(super) fn new(puzzle: &ListedPuzzle) -> Self {
        let mut letters: Vec<Letter> = Vec::new();
        let mut known: HashMap<Vec<u16>, Step> = HashMap::new();
        for (name, list) in &puzzle.moves {
            let back = inverse(list);
            if list.iter().enumerate().all(|(place, &from)| place == usize::from(from)) {
                continue;
            }
            match known.get(list) {
                Some(step) if step.backwards => letters[usize::from(step.number)].backwards.clone_from(name),
                Some(_) => {}
                None => {
                    let step = Step { number: letters.len() as u16, backwards: false };
                    known.insert(back.clone(), step.inverse());
                    // A move that is its own inverse has one entry, forwards.
                    known.insert(list.clone(), step);
                    let backwards = if back == *list { name.clone() } else { format!("-{name}") };
                    letters.push(Letter { list: list.clone(), forwards: name.clone(), backwards });
                }
            }
        }
        Alphabet { letters }
    }

    /// The name of a step in the definition.
    pub(super) fn name(&self, step: Step) -> &str {
        let letter = &self.letters[usize::from(step.number)];
        if step.backwards { &letter.backwards } else { &letter.forwards }
    }

    /// The names of steps.
    pub(super) fn names(&self, steps: &[Step]) -> Vec<String> {
        steps.iter().map(|&step| self.name(step).to_string()).collect()
    }

    /// Makes a step.
    pub(super) fn make<T: Copy>(&self, step: Step, state: &mut [T]) {
        let before = state.to_vec();
        for (place, &other) in self.letters[usize::from(step.number)].list.iter().enumerate() {
            match step.backwards {
                false => state[place] = before[usize::from(other)],
                true => state[usize::from(other)] = before[place],
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_and_repetitions_are_no_further_moves() {
        let list = |name: &str, list: &[u16]| (name.to_string(), list.to_vec());
        let moves = vec![
            list("-a", &[1, 2, 0]),
            list("a", &[2, 0, 1]),
            list("same", &[1, 2, 0]),
            list("still", &[0, 1, 2]),
            list("swap", &[1, 0, 2]),
            list("turn", &[0, 2, 1]),
        ];
        let alphabet = Alphabet::new(&ListedPuzzle { name: "three".into(), moves, solved: None });
        let step = |number, backwards| alphabet.name(Step { number, backwards });
        assert_eq!(alphabet.letters.len(), 3);
        assert_eq!((step(0, false), step(0, true)), ("-a", "a"));
        assert_eq!((step(1, false), step(1, true)), ("swap", "swap"));
        let mut state = ['x', 'y', 'z'];
        alphabet.make(Step { number: 0, backwards: false }, &mut state);
        assert_eq!(state, ['y', 'z', 'x']);
        alphabet.make(Step { number: 0, backwards: true }, &mut state);
        assert_eq!(state, ['x', 'y', 'z']);
    }
}
