//! Insertions of commutators into a word, until it solves.
//!
//! Start at [`Insertions::finish`]. A commutator of turns of both rings moves at most six pieces. Which ones depends on where in the word it is
//! inserted, and so does its cost, as its turns join those before and after. The best is taken again and again, at a rate that rises: the
//! moves that are paid for each place that becomes right.

use super::state::{append, shortest};
use super::{Case, Turn, Wreath};
use permutant_search::limits::Control;

/// The rates: the first, and by what each exceeds the one before.
const FIRST_RATE: f64 = 1.0;
const RISE: f64 = 1.2;

/// A commutator: x^a y^b x^-a y^-b with rings x and y.
struct Commutator {
    ring: usize,
    turns: [i32; 2],
    /// Places, each with the one whose content it gets.
    changes: Vec<(u16, u16)>,
}

/// The commutators of a wreath.
pub(super) struct Insertions {
    wreath: Wreath,
    /// Those with fewest moves first.
    commutators: Vec<Commutator>,
}

/// Where a commutator is best inserted: in which turn of the word, after how much of it.
struct Best {
    value: f64,
    turn: usize,
    made: i32,
    commutator: usize,
}

/// For each place, the place whose content a turn brings to it.
fn list(wreath: Wreath, turn: Turn) -> Vec<u16> {
    let mut list: Vec<u16> = (0..wreath.places() as u16).collect();
    let length = wreath.lengths[turn.ring];
    for to in 0..length {
        let from = (to as i32 + turn.by).rem_euclid(length as i32) as usize;
        list[wreath.place(turn.ring, to)] = wreath.place(turn.ring, from) as u16;
    }
    list
}

fn made(labels: &[u8], list: &[u16]) -> Vec<u8> {
    list.iter().map(|&from| labels[usize::from(from)]).collect()
}

impl Insertions {
    /// O(n³) time, O(n²) memory.
    pub(super) fn new(wreath: Wreath) -> Self {
        let mut commutators = Vec::new();
        let lists: [Vec<Vec<u16>>; 2] = [0, 1].map(|ring| {
            (0..wreath.lengths[ring]).map(|by| list(wreath, Turn { ring, by: by as i32 })).collect()
        });
        for ring in 0..2 {
            let lengths = [wreath.lengths[ring], wreath.lengths[1 - ring]];
            for (a, b) in (1..lengths[0]).flat_map(|a| (1..lengths[1]).map(move |b| (a, b))) {
                let turns = [
                    &lists[1 - ring][lengths[1] - b],
                    &lists[ring][lengths[0] - a],
                    &lists[1 - ring][b],
                    &lists[ring][a],
                ];
                // Backwards: where the content comes from.
                let from = |to: u16| turns.iter().fold(to, |at, list| list[usize::from(at)]);
                let changes = (0..wreath.places() as u16).map(|to| (to, from(to)));
                let changes = changes.filter(|(to, from)| to != from).collect();
                let turns = [shortest(a as i32, lengths[0]), shortest(b as i32, lengths[1])];
                commutators.push(Commutator { ring, turns, changes });
            }
        }
        commutators.sort_by_key(|commutator| commutator.turns.map(i32::abs).iter().sum::<i32>());
        Insertions { wreath, commutators }
    }

    /// The word with insertions after which it solves; `None` if they do not suffice, or the search is stopped.
    pub(super) fn finish(
        &self,
        case: &Case<'_>,
        mut word: Vec<Turn>,
        control: &Control<'_>,
    ) -> Option<Vec<Turn>> {
        let most = 4.0 * case.wreath.lengths.iter().sum::<usize>() as f64;
        let mut rate = FIRST_RATE;
        loop {
            let mut end = case.start.to_vec();
            word.iter().for_each(|&turn| end = made(&end, &list(self.wreath, turn)));
            if end.iter().zip(case.goal).filter(|(held, aim)| held != aim).count() <= case.wildcards {
                return Some(word);
            }
            if rate > most || control.interrupted().is_some() {
                return None;
            }
            match self.best(case, &word, rate) {
                Some(best) => word = self.inserted(&word, &best),
                None => rate *= RISE,
            }
        }
    }

    /// The insertion that gains most, if any gains more than it costs.
    fn best(&self, case: &Case<'_>, word: &[Turn], rate: f64) -> Option<Best> {
        let wreath = self.wreath;
        // What each place has to hold for the turns from here on.
        let mut wanted = case.goal.to_vec();
        for turn in word.iter().rev() {
            wanted = made(&wanted, &list(wreath, Turn { by: -turn.by, ..*turn }));
        }
        let mut held = case.start.to_vec();
        let mut best: Option<Best> = None;
        for (at, turn) in word.iter().enumerate() {
            let step = list(wreath, Turn { by: turn.by.signum(), ..*turn });
            for made_of in 0..turn.by.abs() {
                let made_of = made_of * turn.by.signum();
                let before = match (made_of, at.checked_sub(1)) {
                    (0, Some(last)) => word[last],
                    _ => Turn { by: made_of, ..*turn },
                };
                let around = [before, Turn { by: turn.by - made_of, ..*turn }];
                self.better(rate, (&held, &wanted), around, (at, made_of), &mut best);
                held = made(&held, &step);
                wanted = made(&wanted, &step);
            }
        }
        let end = Turn { ring: 0, by: 0 };
        let around = [word.last().copied().unwrap_or(end), end];
        self.better(rate, (&held, &wanted), around, (word.len(), 0), &mut best);
        best
    }

    /// Replaces an insertion by a better one at a moment of the word, between these turns.
    fn better(
        &self,
        rate: f64,
        (held, wanted): (&[u8], &[u8]),
        [before, after]: [Turn; 2],
        (turn, made): (usize, i32),
        best: &mut Option<Best>,
    ) {
        let lengths = self.wreath.lengths;
        let more = |beside: Turn, ring: usize, by: i32| match beside.ring == ring {
            true => shortest(beside.by + by, lengths[ring]).abs() - beside.by.abs(),
            false => by.abs(),
        };
        let wrong = held.iter().zip(wanted).filter(|(held, wanted)| held != wanted).count();
        for (number, commutator) in self.commutators.iter().enumerate() {
            let [a, b] = commutator.turns;
            let cost =
                more(before, commutator.ring, a) + a.abs() + b.abs() + more(after, 1 - commutator.ring, -b);
            // Most cost more than they can gain.
            let least = best.as_ref().map_or(0.0, |best| best.value) + f64::from(cost);
            if rate * (commutator.changes.len().min(wrong) as f64) <= least {
                continue;
            }
            let right = |to: u16, from: u16| i32::from(held[usize::from(from)] == wanted[usize::from(to)]);
            let gain: i32 =
                commutator.changes.iter().map(|&(to, from)| right(to, from) - right(to, to)).sum();
            let value = rate * f64::from(gain) - f64::from(cost);
            if value > best.as_ref().map_or(0.0, |best| best.value) {
                *best = Some(Best { value, turn, made, commutator: number });
            }
        }
    }

    fn inserted(&self, word: &[Turn], best: &Best) -> Vec<Turn> {
        let commutator = &self.commutators[best.commutator];
        let [a, b] = commutator.turns;
        let [first, second] = [commutator.ring, 1 - commutator.ring];
        let (before, after) = word.split_at(best.turn);
        let mut all: Vec<Turn> = before.to_vec();
        let divided =
            after.first().map(|&turn| [best.made, turn.by - best.made].map(|by| Turn { by, ..turn }));
        all.extend(divided.map(|parts| parts[0]));
        let inserted = [(first, a), (second, b), (first, -a), (second, -b)];
        all.extend(inserted.map(|(ring, by)| Turn { ring, by }));
        all.extend(divided.map(|parts| parts[1]));
        all.extend(after.iter().skip(1));
        let mut word = Vec::with_capacity(all.len());
        all.into_iter().for_each(|turn| append(&mut word, turn, self.wreath));
        word
    }
}
