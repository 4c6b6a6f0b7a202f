//! Words that bring pieces next to those that are their neighbours in the goal.
//!
//! Start at [`words`]. A flip cuts both rows of a unit in two places and joins the ends in another way, and turns cut nothing. So the number of
//! *breakpoints*, neighbours in the goal that are none in the state, falls by at most four for each flip and unit, as in sorting by reversals. A beam makes it
//! small: its steps are turns of rows and a flip. The rows of each unit turn as it is best for this unit, since units share nothing but the flip.

use super::word::{Word, cyclic, rotate, turn_over};
use super::{Case, Unit};
use permutant_search::limits::Control;
use std::collections::HashSet;

/// Words kept on each level, by cost: at most, at least, and for globes between these as many as places and columns allow.
const WIDEST: usize = 64;
const NARROWEST: usize = 6;
const WORK: usize = 1 << 17;

/// How many times that many are made of the candidates with fewest breakpoints, to choose from.
const SPARE: usize = 2;

/// Moves that are paid for a breakpoint less: with these values, each unit turns its rows in its best way.
const RATES: [i32; 5] = [1, 2, 3, 5, 8];

/// A row turns at most so far before a flip.
const FARTHEST: i32 = 8;

/// Words cost less than so many times the number of places.
const LONGEST: usize = 2;

/// What the units hold.
type Rows = Vec<[Vec<u16>; 2]>;

/// A word, by the one it continues.
struct Node {
    before: Option<usize>,
    flip: u16,
    turns: Vec<[i16; 2]>,
    rows: Rows,
    breaks: i32,
}

/// A word that may be made.
struct Candidate {
    breaks: i32,
    before: usize,
    flip: u16,
    turns: Vec<[i16; 2]>,
}

/// How often labels are neighbours in the goal of a unit.
struct Neighbours {
    labels: usize,
    wanted: Vec<u8>,
}

/// How often labels are neighbours, and how many of the goal's neighbours are missing.
struct Count<'a> {
    wanted: &'a [u8],
    held: Vec<u8>,
    missing: i32,
}

impl Count<'_> {
    fn add(&mut self, pair: usize) {
        self.missing -= i32::from(self.held[pair] < self.wanted[pair]);
        self.held[pair] += 1;
    }

    fn take(&mut self, pair: usize) {
        self.held[pair] -= 1;
        self.missing += i32::from(self.held[pair] < self.wanted[pair]);
    }
}

impl Neighbours {
    fn of(rows: &[Vec<u16>; 2]) -> Self {
        let labels = rows.iter().flatten().map(|&label| usize::from(label) + 1).max().unwrap_or(0);
        let mut neighbours = Neighbours { labels, wanted: vec![0; labels * labels] };
        for pair in neighbours.pairs(rows) {
            neighbours.wanted[pair] += 1;
        }
        neighbours
    }

    fn pair(&self, one: u16, other: u16) -> usize {
        usize::from(one.min(other)) * self.labels + usize::from(one.max(other))
    }

    fn pairs(&self, rows: &[Vec<u16>; 2]) -> Vec<usize> {
        let row = |row: &Vec<u16>| -> Vec<usize> {
            (0..row.len()).map(|at| self.pair(row[at], row[(at + 1) % row.len()])).collect()
        };
        rows.iter().flat_map(row).collect()
    }

    fn count(&self, rows: &[Vec<u16>; 2]) -> Count<'_> {
        let missing = self.wanted.iter().map(|&wanted| i32::from(wanted)).sum();
        let mut count = Count { wanted: &self.wanted, held: vec![0; self.wanted.len()], missing };
        self.pairs(rows).into_iter().for_each(|pair| count.add(pair));
        count
    }

    fn breaks(&self, rows: &[Vec<u16>; 2]) -> i32 {
        self.count(rows).missing
    }

    /// By the first column of the upper and of the lower row that a flip turns over: by how much it changes the number of breakpoints.
    fn changes(&self, rows: &[Vec<u16>; 2]) -> Vec<i32> {
        let columns = rows[0].len();
        let half = columns / 2;
        let mut count = self.count(rows);
        // The ends of half a row and those beside them, and the pairs that they are.
        let ends = |row: &Vec<u16>| -> Vec<([u16; 4], [usize; 2])> {
            let end = |at: usize| {
                let ends = [at + columns - 1, at, at + half - 1, at + half].map(|at| row[at % columns]);
                (ends, [self.pair(ends[0], ends[1]), self.pair(ends[2], ends[3])])
            };
            (0..columns).map(end).collect()
        };
        let [upper, lower] = [&rows[0], &rows[1]].map(ends);
        let now = count.missing;
        let mut changes = Vec::with_capacity(columns * columns);
        for (above, cut) in &upper {
            cut.iter().for_each(|&pair| count.take(pair));
            for (below, other_cut) in &lower {
                other_cut.iter().for_each(|&pair| count.take(pair));
                let joined = [
                    self.pair(above[0], below[2]),
                    self.pair(below[1], above[3]),
                    self.pair(below[0], above[2]),
                    self.pair(above[1], below[3]),
                ];
                joined.iter().for_each(|&pair| count.add(pair));
                changes.push(count.missing - now);
                joined.iter().for_each(|&pair| count.take(pair));
                other_cut.iter().for_each(|&pair| count.add(pair));
            }
            cut.iter().for_each(|&pair| count.add(pair));
        }
        changes
    }
}

/// The state and the goal of each unit, with labels as small numbers; `None` if their labels differ.
fn renamed(case: &Case<'_>, units: &[Unit]) -> Option<(Rows, Rows)> {
    let columns = case.globe.columns();
    let mut both = (Vec::new(), Vec::new());
    for unit in units {
        let mut known = unit.labels(case.globe, case.goal);
        known.sort_unstable();
        known.dedup();
        let rows = |labels: &[u16]| -> Option<[Vec<u16>; 2]> {
            let number = |label: &u16| known.binary_search(label).ok().map(|number| number as u16);
            let numbers: Vec<u16> = labels.iter().map(number).collect::<Option<_>>()?;
            Some([numbers[..columns].to_vec(), numbers[columns..].to_vec()])
        };
        both.0.push(rows(&unit.labels(case.globe, case.start))?);
        both.1.push(rows(&unit.labels(case.globe, case.goal))?);
    }
    Some(both)
}

/// The turn of a row after which fewest of its places are wrong, a move counting as one of them; those places, and the turn.
fn aligned(row: &[u16], goal: &[u16]) -> (usize, i16) {
    let columns = row.len();
    let wrong = |by: usize| (0..columns).filter(|&at| row[(at + by) % columns] != goal[at]).count();
    let ways = (0..columns).map(|by| (wrong(by), cyclic(by as i32, columns / 2)));
    ways.min_by_key(|&(wrong, by)| (wrong + usize::from(by.unsigned_abs()), by)).unwrap_or((0, 0))
}

struct Beam<'a> {
    case: &'a Case<'a>,
    units: &'a [Unit],
    goal: Rows,
    neighbours: Vec<Neighbours>,
    nodes: Vec<Node>,
    levels: Vec<Vec<Candidate>>,
    width: usize,
    weight: i32,
}

impl Beam<'_> {
    /// Puts the continuations of a word into levels.
    fn expand(&mut self, at: usize, length: usize) {
        let half = self.case.globe.half;
        let columns = 2 * half;
        let node = &self.nodes[at];
        let changes: Vec<Vec<i32>> =
            self.neighbours.iter().zip(&node.rows).map(|(beside, rows)| beside.changes(rows)).collect();
        let farthest = FARTHEST.min(half as i32 - 1);
        let turned = move |flip: usize, by: i32| (flip as i32 + by).rem_euclid(columns as i32) as usize;
        // The turns of both rows of a unit, with their cost.
        let ways: Vec<([i32; 2], i32)> = (-farthest..=farthest)
            .flat_map(|upper| (-farthest..=farthest).map(move |lower| [upper, lower]))
            .map(|by| (by, by[0].abs() + by[1].abs()))
            .collect();
        for flip in 0..columns {
            let change =
                |changes: &[i32], by: [i32; 2]| changes[turned(flip, by[0]) * columns + turned(flip, by[1])];
            let mut offer = |turns: Vec<[i16; 2]>, change: i32| {
                let cost: usize = turns.iter().flatten().map(|turn| usize::from(turn.unsigned_abs())).sum();
                if let Some(level) = self.levels.get_mut(length + 1 + cost) {
                    let breaks = node.breaks + change;
                    level.push(Candidate { breaks, before: at, flip: flip as u16, turns });
                    if level.len() >= 16 * self.width {
                        level.select_nth_unstable_by_key(4 * self.width, |candidate| candidate.breaks);
                        level.truncate(4 * self.width);
                    }
                }
            };
            if let [changes] = &changes[..] {
                for &(by, cost) in &ways {
                    let change = change(changes, by);
                    if change <= 0 && cost <= FARTHEST {
                        offer(vec![by.map(|by| by as i16)], change);
                    }
                }
                continue;
            }
            for rate in RATES {
                let (mut turns, mut all) = (Vec::with_capacity(changes.len()), 0);
                for changes in &changes {
                    let values = ways.iter().map(|&(by, cost)| (cost + rate * change(changes, by), by));
                    let (_, by) = values.min().unwrap_or_default();
                    all += change(changes, by);
                    turns.push(by.map(|by| by as i16));
                }
                offer(turns, all);
            }
        }
    }

    /// The best words of a level.
    fn level(&mut self, length: usize, known: &mut HashSet<Rows>) -> Vec<usize> {
        let globe = self.case.globe;
        let mut candidates = std::mem::take(&mut self.levels[length]);
        candidates.sort_by_key(|candidate| candidate.breaks);
        let mut made: Vec<(i32, Node)> = Vec::new();
        for Candidate { breaks, before, flip, turns } in candidates {
            let mut rows = self.nodes[before].rows.clone();
            for (rows, turns) in rows.iter_mut().zip(&turns) {
                let mut both = rows.concat();
                rotate(&mut both, *turns, globe);
                turn_over(&mut both, flip, globe);
                let lower = both.split_off(globe.columns());
                *rows = [both, lower];
            }
            if known.insert(rows.clone()) {
                let wrong: usize = self.turned_right(&rows).iter().flatten().map(|way| way.0).sum();
                made.push((
                    breaks + self.weight * wrong as i32,
                    Node { before: Some(before), flip, turns, rows, breaks },
                ));
                if made.len() == SPARE * self.width {
                    break;
                }
            }
        }
        made.sort_by_key(|(score, _)| *score);
        made.truncate(self.width);
        let first = self.nodes.len();
        self.nodes.extend(made.into_iter().map(|(_, node)| node));
        (first..self.nodes.len()).collect()
    }

    /// For each row, the places that stay wrong after its best turn, and that.
    fn turned_right(&self, rows: &Rows) -> Vec<[(usize, i16); 2]> {
        let unit = |(rows, goal): (&[Vec<u16>; 2], &[Vec<u16>; 2])| {
            [0, 1].map(|row| aligned(&rows[row], &goal[row]))
        };
        rows.iter().zip(&self.goal).map(unit).collect()
    }

    /// The word of a node, with turns after it that leave fewest places wrong; and how many those are.
    fn word(&self, at: usize) -> (usize, Word) {
        let ways = self.turned_right(&self.nodes[at].rows);
        let mut path = Vec::new();
        let mut now = Some(at);
        while let Some(at) = now {
            path.push(&self.nodes[at]);
            now = self.nodes[at].before;
        }
        path.pop();
        path.reverse();
        let flips: Vec<u16> = path.iter().map(|node| node.flip).collect();
        let mut word = Word::of(&flips, self.case.globe);
        let last: Vec<[i16; 2]> = ways.iter().map(|unit| unit.map(|way| way.1)).collect();
        for (slot, turns) in path.iter().map(|node| &node.turns).chain([&last]).enumerate() {
            for (unit, turns) in self.units.iter().zip(turns) {
                unit.rows.iter().zip(turns).for_each(|(&row, &by)| word.add(slot, row, by, self.case.globe));
            }
        }
        (ways.iter().flatten().map(|way| way.0).sum(), word)
    }
}

/// Words that leave few breakpoints and few places wrong for their cost, each with the number of those places; one of them counts as `weight`
/// breakpoints. O(places · columns²) for each
/// word of a level.
pub(super) fn words(
    case: &Case<'_>,
    units: &[Unit],
    weight: i32,
    control: &Control<'_>,
) -> Vec<(usize, Word)> {
    let Some((start, goal)) = renamed(case, units) else { return Vec::new() };
    let neighbours: Vec<Neighbours> = goal.iter().map(Neighbours::of).collect();
    let breaks = neighbours.iter().zip(&start).map(|(beside, rows)| beside.breaks(rows)).sum();
    let most = LONGEST * case.globe.places();
    let mut beam = Beam {
        case,
        units,
        goal,
        neighbours,
        nodes: vec![Node { before: None, flip: 0, turns: Vec::new(), rows: start.clone(), breaks }],
        levels: (0..most).map(|_| Vec::new()).collect(),
        width: (WORK / (case.globe.places() * case.globe.columns())).clamp(NARROWEST, WIDEST),
        weight,
    };
    let mut known = HashSet::from([start]);
    let mut words = Vec::new();
    let mut least = breaks;
    let mut since = 0;
    for length in 0..most {
        if control.interrupted().is_some() {
            break;
        }
        let level = if length == 0 { vec![0] } else { beam.level(length, &mut known) };
        since += 1;
        for at in level {
            words.push(beam.word(at));
            let breaks = beam.nodes[at].breaks;
            if breaks < least {
                (least, since) = (breaks, 0);
            }
            beam.expand(at, length);
        }
        if since > case.globe.columns() + 8 || least == 0 && since > 4 {
            break;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::super::{Globe, Step};
    use super::*;

    fn case(globe: Globe, labels: usize) -> (Vec<u16>, Vec<u16>) {
        let goal: Vec<u16> =
            (0..globe.places()).map(|place| (place * labels / globe.places()) as u16).collect();
        let mut start = goal.clone();
        for at in 0..200 {
            let step = match at % 2 {
                0 => Step::Flip((at * at / 2 % globe.columns()) as u16),
                _ => Step::Turn { row: (at * 7 / 3 % globe.rows) as u16, backwards: at % 3 == 0 },
            };
            start = globe.list(step).iter().map(|&from| start[usize::from(from)]).collect();
        }
        (start, goal)
    }

    #[test]
    fn changes_are_those_of_the_flips() {
        let globe = Globe { rows: 2, half: 5 };
        for labels in [4, 10, 20] {
            let (start, goal) = case(globe, labels);
            let case = Case { globe, start: &start, goal: &goal, wildcards: 0 };
            let (state, aim) = renamed(&case, &globe.units()).unwrap();
            let neighbours = Neighbours::of(&aim[0]);
            assert_eq!(neighbours.breaks(&aim[0]), 0);
            let changes = neighbours.changes(&state[0]);
            for (upper, lower) in (0..10).flat_map(|upper| (0..10).map(move |lower| (upper, lower))) {
                let mut both = state[0].concat();
                rotate(&mut both, [upper, lower].map(|by| by as i16), globe);
                turn_over(&mut both, 0, globe);
                let after = [both[..10].to_vec(), both[10..].to_vec()];
                let change = neighbours.breaks(&after) - neighbours.breaks(&state[0]);
                assert_eq!(changes[upper * 10 + lower], change, "{labels} {upper} {lower}");
            }
        }
    }

    #[test]
    fn words_leave_as_many_places_wrong_as_is_said() {
        for (rows, half, labels) in [(2, 6, 6), (4, 4, 32), (5, 3, 10)] {
            let globe = Globe { rows, half };
            let (start, goal) = case(globe, labels);
            let case = Case { globe, start: &start, goal: &goal, wildcards: 0 };
            let units = globe.units();
            let words = words(&case, &units, 1, &Control::new());
            let first = words[0].0;
            assert!(words.iter().any(|(wrong, _)| 4 * wrong < 3 * first), "{globe:?}");
            for (wrong, word) in words {
                let left = units.iter().map(|unit| {
                    let goal = unit.labels(globe, &goal);
                    word.held(unit, globe, &start).iter().zip(&goal).filter(|(held, aim)| held != aim).count()
                });
                assert_eq!(left.sum::<usize>(), wrong, "{globe:?}");
            }
        }
    }
}
