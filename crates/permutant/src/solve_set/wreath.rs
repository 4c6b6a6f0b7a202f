//! Wreaths among listed puzzles, for their solver.
//!
//! Start at [`ListedWreath::of`]. A wreath has two moves, each a cycle; together they move all places, and both move two of them.

use super::alphabet::{Alphabet, Step};
use super::set::Task;
use permutant_others::wreath::{self, Wreath};
use permutant_search::limits::Control;
use std::collections::HashMap;

/// A listed puzzle that is a wreath.
#[derive(Debug)]
pub(super) struct ListedWreath {
    wreath: Wreath,
    /// The place of the list for each place of the wreath.
    place_of: Vec<usize>,
}

/// The places that a move moves, from one of them on, each before the one from which it gets its content; `None` if the move has other cycles.
fn cycle(list: &[u16], first: usize) -> Option<Vec<usize>> {
    let mut places = vec![first];
    let mut at = usize::from(list[first]);
    while at != first {
        places.push(at);
        at = usize::from(list[at]);
    }
    let moved = list.iter().enumerate().filter(|&(place, &from)| place != usize::from(from)).count();
    (moved == places.len()).then_some(places)
}

impl ListedWreath {
    /// The puzzle as a wreath; `None` if it is none. O(places).
    pub(super) fn of(alphabet: &Alphabet) -> Option<Self> {
        let [one, other] = &alphabet.letters[..] else { return None };
        let lists = [&one.list, &other.list];
        let is_moved = |list: &[u16], place: usize| usize::from(list[place]) != place;
        let common: Vec<usize> =
            (0..one.list.len()).filter(|&place| lists.iter().all(|list| is_moved(list, place))).collect();
        let [first, second] = common[..] else { return None };
        let rings = [cycle(lists[0], first)?, cycle(lists[1], first)?];
        let crossing = |ring: &[usize]| ring.iter().position(|&place| place == second);
        let wreath = Wreath {
            lengths: [rings[0].len(), rings[1].len()],
            crossings: [crossing(&rings[0])?, crossing(&rings[1])?],
        };
        if wreath.places() != one.list.len() {
            return None;
        }
        let mut place_of = vec![0; wreath.places()];
        for (number, ring) in rings.iter().enumerate() {
            for (position, &place) in ring.iter().enumerate() {
                place_of[wreath.place(number, position)] = place;
            }
        }
        Some(ListedWreath { wreath, place_of })
    }

    /// The lengths of its rings.
    pub(super) fn lengths(&self) -> [usize; 2] {
        self.wreath.lengths
    }

    /// Steps that solve a state, fewer than `most`, by a beam of this width; `None` if it finds none or is stopped, or if there are many labels.
    pub(super) fn solve(
        &self,
        task: &Task,
        width: usize,
        most: usize,
        control: &Control<'_>,
    ) -> Option<Vec<Step>> {
        let mut numbers: HashMap<u16, u8> = HashMap::new();
        for &label in &task.goal {
            let next = numbers.len() as u8;
            numbers.entry(label).or_insert(next);
            if numbers.len() > wreath::LABELS {
                return None;
            }
        }
        let labels = |of: &[u16]| -> Option<Vec<u8>> {
            self.place_of.iter().map(|&place| numbers.get(&of[place]).copied()).collect()
        };
        let (start, goal) = (labels(&task.start)?, labels(&task.goal)?);
        let case =
            wreath::Case { wreath: self.wreath, start: &start, goal: &goal, wildcards: task.wildcards };
        let turns = wreath::solve(&case, width, most, control)?;
        let steps = turns.into_iter().flat_map(|turn| {
            let step = Step { number: turn.ring as u16, backwards: turn.by < 0 };
            std::iter::repeat_n(step, turn.by.unsigned_abs() as usize)
        });
        Some(steps.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::formats::puzzle_set::ListedPuzzle;

    fn alphabet(moves: &[Vec<u16>]) -> Alphabet {
        let moves = moves.iter().enumerate().map(|(at, list)| (format!("m{at}"), list.clone())).collect();
        Alphabet::new(&ListedPuzzle { name: "rings".into(), moves, solved: None })
    }

    /// Cycles of places, each of which gets what the next one held.
    fn cycles(count: u16, cycles: &[&[u16]]) -> Vec<u16> {
        let mut list: Vec<u16> = (0..count).collect();
        for cycle in cycles {
            for (at, &place) in cycle.iter().enumerate() {
                list[usize::from(place)] = cycle[(at + 1) % cycle.len()];
            }
        }
        list
    }

    #[test]
    fn wreaths_are_known_by_what_their_moves_do_and_solved_in_these() {
        let rings = [&[4, 9, 1, 7, 0, 11, 3, 12][..], &[2, 7, 5, 6, 8, 10, 9][..]];
        let alphabet = alphabet(&rings.map(|ring| cycles(13, &[ring])));
        let listed = ListedWreath::of(&alphabet).unwrap();
        assert_eq!(listed.lengths(), [8, 7]);
        let goal: Vec<u16> = (0..13).map(|place| 20 + u16::from(rings[0].contains(&place))).collect();
        let mut start = goal.clone();
        for at in 0..40 {
            alphabet.make(Step { number: at * at % 5 % 2, backwards: at % 3 == 0 }, &mut start);
        }
        let task = Task { id: String::new(), puzzle: 0, start, goal, wildcards: 0, best_known: None };
        let steps = listed.solve(&task, 20, 200, &Control::new()).unwrap();
        let mut state = task.start.clone();
        steps.iter().for_each(|&step| alphabet.make(step, &mut state));
        assert_eq!(state, task.goal);
        assert!(
            listed.solve(&task, 20, steps.len(), &Control::new()).is_none_or(|less| less.len() < steps.len())
        );
    }

    #[test]
    fn other_puzzles_are_no_wreaths() {
        let one = cycles(8, &[&[0, 1, 2, 3, 4]]);
        // Three places in common, one, a further cycle, a place that no move moves, one move, three moves.
        for other in
            [&[&[0, 1, 3, 5, 6, 7][..]][..], &[&[0, 5, 6, 7]], &[&[0, 2, 5], &[6, 7]], &[&[0, 2, 5, 6]]]
        {
            assert!(ListedWreath::of(&alphabet(&[one.clone(), cycles(8, other)])).is_none(), "{other:?}");
        }
        assert!(ListedWreath::of(&alphabet(std::slice::from_ref(&one))).is_none());
        let moves = [one, cycles(8, &[&[0, 5, 2, 6, 7]]), cycles(8, &[&[1, 5]])];
        assert!(ListedWreath::of(&alphabet(&moves)).is_none());
        assert!(ListedWreath::of(&alphabet(&moves[..2])).is_some());
    }
}
