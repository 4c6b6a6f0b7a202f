//! Words that bring pieces next to those that are their neighbours in the goal.
//!
//! Start at [`words`]. A beam makes the number of breakpoints ([`neighbours`](super::neighbours)) and of wrong places small: its steps are turns of
//! rows and a flip. Units share nothing but the flip, so that the rows of each turn as it is best for this unit, for any number of turns of all.
//!
//! A globe of one unit looks the same from all sides: what matters is how far its rows turn against each other, and whichever of them does it
//! decides how the globe is held in the end. So there all states that differ by a turn of both rows count as one.

use super::neighbours::{Kind, Neighbours};
use super::word::{Word, cyclic, rotate, turn_over};
use super::{Case, Unit};
use permutant_search::limits::Control;
use std::collections::HashSet;

/// Words are made of this many candidates times the width, to choose from.
const SPARE: usize = 3;

/// The rows of a unit turn at most so far together before a flip.
const FARTHEST: usize = 8;

/// Words of each level that are handed out.
const KEPT: usize = 64;

/// The least number of words of a level.
const NARROWEST: usize = 8;

/// Words cost less than so many times the number of places.
const LONGEST: usize = 2;

/// The turns of both rows of a unit before a flip, and those after it if it is made twice.
type Turns = [[i8; 2]; 2];

/// What the units hold.
type Rows = Vec<[Vec<u16>; 2]>;

fn both(rows: &[Vec<u16>; 2]) -> [&[u16]; 2] {
    [&rows[0], &rows[1]]
}

/// A word, by the one it continues.
struct Node {
    before: u32,
    flip: u16,
    /// Whether the flip is made twice.
    twice: bool,
    /// By unit.
    turns: Vec<Turns>,
    /// Row by row, unit by unit; empty once no word can continue this one.
    held: Vec<u16>,
    breaks: i32,
    /// The turns of each unit, for steps that were thought of.
    ways: Vec<Turns>,
}

/// A word that may be made.
#[derive(Clone, Copy)]
struct Candidate {
    breaks: i32,
    lot: u32,
    before: u32,
    flip: u16,
    twice: bool,
    /// Which of the ways.
    turns: u32,
}

/// The candidates of a level.
#[derive(Default)]
struct Level {
    candidates: Vec<Candidate>,
    worst: Option<i32>,
}

impl Level {
    fn push(&mut self, candidate: Candidate, most: usize) {
        if self.worst.is_some_and(|worst| candidate.breaks > worst) {
            return;
        }
        self.candidates.push(candidate);
        if self.candidates.len() >= 3 * most {
            self.candidates.select_nth_unstable_by_key(most, |candidate| (candidate.breaks, candidate.lot));
            self.candidates.truncate(most);
            self.worst = self.candidates.iter().map(|candidate| candidate.breaks).max();
        }
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

fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Replaces the best changes of a unit, by the number of turns, where flips at a column and these turns between are better.
fn best_turns(flip: usize, changes: &[i32], columns: usize, between: [i8; 2], best: &mut [(i32, Turns)]) {
    let inner = between[0].abs() + between[1].abs();
    let far = best.len() as i8 - 1 - inner;
    for upper in -far..=far {
        let row = (flip as i32 + i32::from(upper)).rem_euclid(columns as i32) as usize * columns;
        let rest = far - upper.abs();
        for lower in -rest..=rest {
            let column = (flip as i32 + i32::from(lower)).rem_euclid(columns as i32) as usize;
            let best = &mut best[(inner + upper.abs() + lower.abs()) as usize];
            let change = changes[row + column];
            if change < best.0 {
                *best = (change, [[upper, lower], between]);
            }
        }
    }
}

/// The best changes of some units and one more, by the number of turns.
fn together(all: &[(i32, Vec<Turns>)], best: &[(i32, Turns)]) -> Vec<(i32, Vec<Turns>)> {
    let mut sums: Vec<(i32, usize, usize)> = vec![(i32::MAX, 0, 0); all.len() + best.len() - 1];
    for (before, (sum, _)) in all.iter().enumerate() {
        for (now, (change, _)) in best.iter().enumerate() {
            let sum = sum.saturating_add(*change);
            if sum < sums[before + now].0 {
                sums[before + now] = (sum, before, now);
            }
        }
    }
    let made = sums.into_iter().map(|(sum, before, now)| {
        let mut turns = all[before].1.clone();
        turns.push(best[now].1);
        (sum, turns)
    });
    made.collect()
}

struct Beam<'a> {
    kinds: Vec<Kind>,
    case: &'a Case<'a>,
    units: &'a [Unit],
    goal: Rows,
    neighbours: Vec<Neighbours>,
    nodes: Vec<Node>,
    levels: Vec<Level>,
    width: usize,
    weight: i32,
}

impl Beam<'_> {
    /// The rows of each unit.
    fn rows<'h>(&self, held: &'h [u16]) -> impl Iterator<Item = [&'h [u16]; 2]> + use<'h> {
        let columns = self.case.globe.columns();
        held.chunks(2 * columns).map(move |unit| [&unit[..columns], &unit[columns..]])
    }

    /// A number that is hardly the same for two states, unless they are alike.
    fn key(&self, held: &[u16]) -> u64 {
        let columns = self.case.globe.columns();
        if self.units.len() != 1 {
            return held.iter().fold(1, |key, &label| mix(key ^ u64::from(label)));
        }
        let (upper, lower) = held.split_at(columns);
        let at = |row: &[u16], column: usize| u64::from(row[column % columns]);
        let window = |column: usize| {
            (0..4).fold(0, |key, by| key << 16 ^ at(upper, column + by) ^ at(lower, column + 2 * by) << 7)
        };
        (0..columns).fold(0, |key, column| {
            key.wrapping_add(mix(mix(window(column)) ^ at(lower, column) << 16 ^ at(upper, column + 4)))
        })
    }

    /// Puts the continuations of a word into levels.
    fn expand(&mut self, at: usize, length: usize) {
        let half = self.case.globe.half;
        let columns = 2 * half;
        let node = &self.nodes[at];
        let changes = |kind: &Kind| -> Vec<Vec<i32>> {
            let units = self.neighbours.iter().zip(self.rows(&node.held));
            units.map(|(beside, rows)| beside.changes(rows, kind)).collect()
        };
        let changes: Vec<Vec<Vec<i32>>> = self.kinds.iter().map(changes).collect();
        let farthest = FARTHEST.min(half - 1);
        let breaks = node.breaks;
        let most = SPARE * self.width;
        let mut ways = Vec::new();
        let mut offer = |flip: usize, twice: bool, turns: usize, cost: usize, change: i32| {
            if let Some(level) = self.levels.get_mut(length + 1 + usize::from(twice) + cost) {
                let lot = (mix((at as u64) << 32 | (flip as u64) << 16 | turns as u64) >> 32) as u32;
                let candidate = Candidate {
                    breaks: breaks + change,
                    lot,
                    before: at as u32,
                    flip: flip as u16,
                    twice,
                    turns: turns as u32,
                };
                level.push(candidate, most);
            }
        };
        if self.units.len() == 1 {
            ways.extend((0..=2 * farthest as i8).map(|by| [[by - farthest as i8, 0], [0, 0]]));
            for flip in 0..columns {
                for (number, [by, _]) in ways.iter().enumerate() {
                    let upper = (flip as i32 + i32::from(by[0])).rem_euclid(columns as i32) as usize;
                    offer(
                        flip,
                        false,
                        number,
                        usize::from(by[0].unsigned_abs()),
                        changes[0][0][upper * columns + flip],
                    );
                }
            }
        } else {
            for flip in 0..columns {
                for twice in [false, true] {
                    // The best change by the number of turns, in all units so far.
                    let mut all = vec![(0, Vec::new())];
                    for unit in 0..self.units.len() {
                        let mut best = vec![(i32::MAX, Turns::default()); farthest + 1];
                        for (kind, changes) in self.kinds.iter().zip(&changes) {
                            let between = kind.between.unwrap_or_default();
                            if twice == kind.between.is_some() {
                                best_turns(flip, &changes[unit], columns, between, &mut best);
                            }
                        }
                        if twice {
                            best[0] = (0, Turns::default());
                        }
                        all = together(&all, &best);
                    }
                    for (cost, (change, turns)) in all.into_iter().enumerate().skip(usize::from(twice)) {
                        offer(flip, twice, ways.len() / self.units.len(), cost, change);
                        ways.extend(turns);
                    }
                }
            }
        }
        self.nodes[at].ways = ways;
    }

    /// The best words of a level.
    fn level(&mut self, length: usize, known: &mut HashSet<u64>) -> Vec<usize> {
        let globe = self.case.globe;
        let mut candidates = std::mem::take(&mut self.levels[length].candidates);
        candidates.sort_unstable_by_key(|candidate| (candidate.breaks, candidate.lot));
        let mut made: Vec<(i32, Node)> = Vec::new();
        for Candidate { breaks, before, flip, twice, turns, .. } in candidates {
            let parent = &self.nodes[before as usize];
            let count = self.units.len();
            let turns = parent.ways[turns as usize * count..][..count].to_vec();
            let mut held = parent.held.clone();
            for (both, turns) in held.chunks_mut(2 * globe.columns()).zip(&turns) {
                for turns in &turns[..1 + usize::from(twice)] {
                    rotate(both, turns.map(i16::from), globe);
                    turn_over(both, flip, globe);
                }
            }
            if known.insert(self.key(&held)) {
                let wrong: usize = self.turned_right(&held).iter().flatten().map(|way| way.0).sum();
                let score = breaks + self.weight * wrong as i32;
                made.push((score, Node { before, flip, twice, turns, held, breaks, ways: Vec::new() }));
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
    fn turned_right(&self, held: &[u16]) -> Vec<[(usize, i16); 2]> {
        let unit =
            |(rows, goal): ([&[u16]; 2], &[Vec<u16>; 2])| [0, 1].map(|row| aligned(rows[row], &goal[row]));
        self.rows(held).zip(&self.goal).map(unit).collect()
    }

    /// The word of a node, with turns after it that leave fewest places wrong; and how many those are.
    fn word(&self, at: usize) -> (usize, Word) {
        let globe = self.case.globe;
        let ways = self.turned_right(&self.nodes[at].held);
        let mut path = Vec::new();
        let mut now = at;
        while now != 0 {
            path.push(&self.nodes[now]);
            now = self.nodes[now].before as usize;
        }
        path.reverse();
        let flips: Vec<u16> = path
            .iter()
            .flat_map(|node| std::iter::repeat_n(node.flip, 1 + usize::from(node.twice)))
            .collect();
        let mut word = Word::of(&flips, globe);
        let made = path.iter().flat_map(|node| {
            let made =
                |which: usize| node.turns.iter().map(|turns| turns[which].map(i16::from)).collect::<Vec<_>>();
            (0..1 + usize::from(node.twice)).map(made).collect::<Vec<_>>()
        });
        let last: Vec<[i16; 2]> = ways.iter().map(|unit| unit.map(|way| way.1)).collect();
        for (slot, turns) in made.chain([last]).enumerate() {
            for (unit, turns) in self.units.iter().zip(turns) {
                unit.rows.iter().zip(turns).for_each(|(&row, by)| word.add(slot, row, by, globe));
            }
        }
        if let [unit] = self.units {
            word.hold(unit, globe);
        }
        (ways.iter().flatten().map(|way| way.0).sum(), word)
    }
}

/// The kinds of steps. In a globe of one unit, two flips are no more than twice one.
fn kinds(case: &Case<'_>, units: &[Unit]) -> Vec<Kind> {
    let twice = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]].map(Some);
    let between = std::iter::once(None).chain(twice.into_iter().filter(|_| units.len() > 1));
    between.map(|between| Kind::of(between, case.globe)).collect()
}

/// The words of each level for the work on one in a globe of one unit with one column.
pub(super) fn width(case: &Case<'_>, units: &[Unit], work: usize) -> usize {
    let kinds = if units.len() > 1 { 7 } else { 1 };
    (work / (kinds * units.len() * case.globe.columns().pow(2))).max(NARROWEST)
}

/// Words that leave few breakpoints and few places wrong for their cost, each with the number of those places; one of them counts as `weight`
/// breakpoints. Of each level, `width` words are kept. O(units · columns²) for each word of a level, and memory O(places · width).
pub(super) fn words(
    case: &Case<'_>,
    units: &[Unit],
    (weight, width): (i32, usize),
    control: &Control<'_>,
) -> Vec<(usize, Word)> {
    let Some((start, goal)) = renamed(case, units) else { return Vec::new() };
    let neighbours: Vec<Neighbours> = goal.iter().map(|rows| Neighbours::of(both(rows))).collect();
    let breaks = neighbours.iter().zip(&start).map(|(beside, rows)| beside.breaks(both(rows))).sum();
    let most = LONGEST * case.globe.places();
    let held = start.concat().concat();
    let first = Node { before: 0, flip: 0, twice: false, turns: Vec::new(), held, breaks, ways: Vec::new() };
    let mut beam = Beam {
        kinds: kinds(case, units),
        case,
        units,
        goal,
        neighbours,
        nodes: vec![first],
        levels: (0..most).map(|_| Level::default()).collect(),
        width,
        weight,
    };
    let mut known = HashSet::from([beam.key(&beam.nodes[0].held)]);
    let mut words = Vec::new();
    let mut least = breaks;
    let mut since = 0;
    let mut firsts = Vec::new();
    for length in 0..most {
        let level = if length == 0 { vec![0] } else { beam.level(length, &mut known) };
        firsts.push(level.first().copied().unwrap_or(beam.nodes.len()));
        since += 1;
        let mut fewest: Vec<(usize, usize)> = Vec::new();
        for at in level {
            if control.interrupted().is_some() {
                return words;
            }
            let node = &beam.nodes[at];
            let wrong: usize = beam.turned_right(&node.held).iter().flatten().map(|way| way.0).sum();
            fewest.push((wrong, at));
            if node.breaks < least {
                (least, since) = (node.breaks, 0);
            }
            beam.expand(at, length);
        }
        fewest.sort_unstable();
        fewest.truncate(KEPT);
        words.extend(fewest.into_iter().map(|(_, at)| beam.word(at)));
        if let Some(past) = length.checked_sub(FARTHEST * units.len() + 2) {
            for node in &mut beam.nodes[firsts[past]..firsts[past + 1]] {
                (node.held, node.ways) = (Vec::new(), Vec::new());
            }
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
    fn words_leave_as_many_places_wrong_as_is_said() {
        for (rows, half, labels) in [(2, 6, 6), (4, 4, 32), (5, 3, 10)] {
            let globe = Globe { rows, half };
            let (start, goal) = case(globe, labels);
            let case = Case { globe, start: &start, goal: &goal, wildcards: 0 };
            let units = globe.units();
            let words = words(&case, &units, (1, 20), &Control::new());
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
