//! What comes of a state by turning one ring and then the other, for all amounts of both.
//!
//! Start at [`Expansion::of`]. The first turn puts two pieces of its ring into the other one, the second puts two of that into the first ring.
//! Which labels these four have decides nearly all: for each choice of them only the best second turns are looked at.

use super::state::{State, shortest};
use super::{Case, LABELS, Wreath};

/// Two turns after a state: those of the first ring and of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    /// The ring that turns first.
    pub(super) ring: u8,
    /// By how much each ring turns, in the order of the turns.
    pub(super) turns: [i16; 2],
}

/// How good the state is after an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Merit {
    /// The number of places that do not have the label of the goal.
    pub(super) wrong: usize,
    /// The number of neighbours in either ring with different labels.
    pub(super) breaks: usize,
}

/// The number of neighbours with different labels around a ring.
fn breaks(ring: &[u8]) -> usize {
    (0..ring.len()).filter(|&at| ring[at] != ring[(at + 1) % ring.len()]).count()
}

fn pair(labels: [u8; 2]) -> usize {
    usize::from(labels[0]) * LABELS + usize::from(labels[1])
}

/// A second turn: what it brings to the common places, how many places of its ring are then wrong, those included.
#[derive(Clone, Copy, Debug)]
struct Second {
    by: i16,
    brings: [u8; 2],
    wrong: usize,
}

/// The second turns that matter once these labels are in the common places, and the breaks in that ring.
#[derive(Clone, Debug)]
struct Seconds {
    turns: Vec<Second>,
    breaks: usize,
}

/// One ring of a state that turns first, and the other.
#[derive(Debug)]
pub(super) struct Expansion<'a> {
    wreath: Wreath,
    ring: usize,
    first: &'a [u8],
    other: &'a [u8],
    goals: [&'a [u8]; 2],
}

impl<'a> Expansion<'a> {
    /// The expansion of a state in which this ring turns first; `goal` is what both rings should hold.
    pub(super) fn of(case: &Case<'_>, state: &'a State, goal: &'a State, ring: usize) -> Self {
        let [first, other] = [&state.0[ring][..], &state.0[1 - ring]];
        Expansion { wreath: case.wreath, ring, first, other, goals: [&goal.0[ring], &goal.0[1 - ring]] }
    }

    /// Calls `offer` with each exchange that may be of use. O(n²), with small constants.
    pub(super) fn exchanges(&self, offer: &mut dyn FnMut(Exchange, Merit)) {
        let length = self.first.len();
        let crossing = self.wreath.crossings[self.ring];
        let before = breaks(self.first);
        let mut known: Vec<Option<Seconds>> = vec![None; LABELS * LABELS];
        let doubled = [self.first, self.first].concat();
        for by in 0..length {
            let put = [doubled[by], doubled[by + crossing]];
            let wrong = self.wrong_beside(&doubled[by..by + length]);
            let seconds = known[pair(put)].get_or_insert_with(|| self.seconds(put));
            for second in &seconds.turns {
                let taken = self.breaks_changed(by, second.brings);
                let merit = Merit {
                    wrong: wrong + second.wrong,
                    breaks: (before as i32 + taken) as usize + seconds.breaks,
                };
                let turns = [shortest(by as i32, length) as i16, second.by];
                offer(Exchange { ring: self.ring as u8, turns }, merit);
            }
        }
    }

    /// The number of wrong places of the first ring that are not common, where it holds these labels.
    fn wrong_beside(&self, held: &[u8]) -> usize {
        let goal = self.goals[0];
        let crossing = self.wreath.crossings[self.ring];
        let differs = |at: usize| usize::from(held[at] != goal[at]);
        held.iter().zip(goal).map(|(held, aim)| usize::from(held != aim)).sum::<usize>()
            - differs(0)
            - differs(crossing)
    }

    /// The second turns for labels in the common places: for each pair of labels that they bring, the smallest, and the one that leaves fewest
    /// places wrong.
    fn seconds(&self, put: [u8; 2]) -> Seconds {
        let length = self.other.len();
        let crossing = self.wreath.crossings[1 - self.ring];
        let mut held = self.other.to_vec();
        (held[0], held[crossing]) = (put[0], put[1]);
        let breaks = breaks(&held);
        held.extend_from_within(..);
        let mut best: Vec<Option<[Second; 2]>> = vec![None; LABELS * LABELS];
        for by in 0..length {
            let turned = &held[by..by + length];
            let wrong = turned.iter().zip(self.goals[1]).map(|(held, aim)| usize::from(held != aim)).sum();
            let second = Second {
                by: shortest(by as i32, length) as i16,
                brings: [turned[0], turned[crossing]],
                wrong,
            };
            let cost = |second: &Second| second.by.unsigned_abs();
            match &mut best[pair(second.brings)] {
                Some([smallest, fewest]) => {
                    *smallest = std::cmp::min_by_key(*smallest, second, cost);
                    *fewest = std::cmp::min_by_key(*fewest, second, |second| (second.wrong, cost(second)));
                }
                none => *none = Some([second; 2]),
            }
        }
        let mut turns = Vec::new();
        for [smallest, fewest] in best.into_iter().flatten() {
            turns.push(smallest);
            if fewest.by != smallest.by {
                turns.push(fewest);
            }
        }
        Seconds { turns, breaks }
    }

    /// How many breaks more the first ring has if its pieces at a position and at the crossing beyond it are replaced by others.
    fn breaks_changed(&self, by: usize, brings: [u8; 2]) -> i32 {
        let length = self.first.len();
        let places = [by, (by + self.wreath.crossings[self.ring]) % length];
        let label =
            |at: usize, replaced: usize| match places[..replaced].iter().position(|&place| place == at) {
                Some(which) => brings[which],
                None => self.first[at],
            };
        let mut more = 0;
        for (replaced, (&at, &brought)) in places.iter().zip(&brings).enumerate() {
            for beside in [(at + 1) % length, (at + length - 1) % length] {
                let neighbour = label(beside, replaced);
                more += i32::from(neighbour != brought) - i32::from(neighbour != self.first[at]);
            }
        }
        more
    }
}

#[cfg(test)]
mod tests {
    use super::super::Turn;
    use super::*;

    #[test]
    fn merits_are_those_of_the_states_that_come() {
        for wreath in [
            Wreath { lengths: [7, 9], crossings: [2, 4] },
            Wreath { lengths: [6, 5], crossings: [1, 4] },
            Wreath { lengths: [3, 3], crossings: [1, 1] },
        ] {
            let count = wreath.places();
            let goal: Vec<u8> = (0..count).map(|place| (3 * place / count) as u8).collect();
            let start: Vec<u8> = (0..count).map(|place| goal[(5 * place + 1) % count]).collect();
            let case = Case { wreath, start: &start, goal: &goal, wildcards: 0 };
            let [state, aim] = [&start, &goal].map(|labels| State::of(wreath, labels));
            for ring in 0..2 {
                let mut offered = 0;
                Expansion::of(&case, &state, &aim, ring).exchanges(&mut |exchange, merit| {
                    let mut after = state.clone();
                    after.turn(wreath, Turn { ring, by: exchange.turns[0].into() });
                    after.turn(wreath, Turn { ring: 1 - ring, by: exchange.turns[1].into() });
                    let places = (0..2).flat_map(|ring| (0..wreath.lengths[ring]).map(move |at| (ring, at)));
                    let is_common = |(ring, at): (usize, usize)| at == 0 || at == wreath.crossings[ring];
                    let wrong = places
                        .filter(|&place| place.0 == 0 || !is_common(place))
                        .filter(|&(ring, at)| after.0[ring][at] != aim.0[ring][at])
                        .count();
                    let breaks = breaks(&after.0[0]) + breaks(&after.0[1]);
                    assert_eq!(merit, Merit { wrong, breaks }, "{wreath:?} {exchange:?}");
                    offered += 1;
                });
                assert!(offered >= wreath.lengths[ring]);
            }
        }
    }
}
