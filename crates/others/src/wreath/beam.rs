//! The beam of words that turn the rings in turn.
//!
//! Start at [`solve`]. Words stand in levels by their number of moves, and each level keeps those whose states are best: fewest wrong places, and
//! fewest neighbours with different labels. A run of equal labels passes from ring to ring by few turns, so runs are worth as much as
//! places. States that differ by a turn of the ring that turned last have the same continuations, and one of them is kept.

use super::expansion::{Exchange, Expansion, Merit};
use super::insertion::Insertions;
use super::state::{State, append};
use super::{Case, LABELS, Turn};
use permutant_search::limits::Control;
use std::collections::HashSet;

/// A word: the one that it continues, and by what; and its state, until no word can continue it.
struct Node {
    before: Option<u32>,
    exchange: Exchange,
    state: Option<State>,
}

/// A word that may be made. The lowest are best.
#[derive(Clone, Copy)]
struct Candidate {
    /// 0 for solutions, otherwise one more than wrong places and breaks together.
    score: u32,
    before: u32,
    exchange: Exchange,
}

impl Candidate {
    /// Words of equal score in an order that is the same always, but says nothing about them.
    fn rank(&self) -> (u32, u32, u32) {
        let [one, other] = self.exchange.turns.map(|turn| u32::from(turn as u16));
        let number = self.before.wrapping_mul(0x9e37_79b1) ^ (one << 16 | other).wrapping_mul(0x85eb_ca6b);
        (self.score, number ^ (number >> 15), u32::from(self.exchange.ring))
    }
}

/// The best candidates of a level.
#[derive(Clone, Default)]
struct Level {
    candidates: Vec<Candidate>,
    /// Only better scores are of use.
    worst: Option<u32>,
}

/// How many times the width of candidates are kept: some lead to states that are known.
const SPARE: usize = 3;

impl Level {
    fn push(&mut self, candidate: Candidate, width: usize) {
        self.candidates.push(candidate);
        let most = SPARE * width;
        if self.candidates.len() >= 2 * most {
            self.candidates.select_nth_unstable_by_key(most, Candidate::rank);
            self.candidates.truncate(most);
            self.worst = self.candidates.iter().map(|candidate| candidate.score).max();
        }
    }
}

/// The moves that insertions take for a place that is wrong, as far as can be told before.
const PRICE: usize = 6;

/// The number of words that insertions are tried in.
const FINISHED: usize = 8;

/// A solution of fewer than `most` moves by a beam of `width` words on each level, or by insertions into the most promising of these words; `None`
/// if there is none, or the search is stopped, or if labels or rings are not as [`Case`] says. A turn by k counts k moves. O(most · width · n²) at
/// worst, and memory O(width · n²).
pub fn solve(case: &Case<'_>, width: usize, most: usize, control: &Control<'_>) -> Option<Vec<Turn>> {
    let wreath = case.wreath;
    let are_labels = [case.start, case.goal].iter().all(|labels| {
        labels.len() == wreath.places() && labels.iter().all(|&label| usize::from(label) < LABELS)
    });
    if !wreath.is_valid() || !are_labels || width == 0 {
        return None;
    }
    if case.start.iter().zip(case.goal).filter(|(held, aim)| held != aim).count() <= case.wildcards {
        return Some(Vec::new());
    }
    let mut beam = Beam::new(case, width, most);
    let insertions = Insertions::new(wreath);
    // Where insertions into the promising words solve none of them, longer ones are made.
    while beam.firsts.len() < most && control.interrupted().is_none() {
        let (found, promising) = beam.search(control);
        let finished = promising.into_iter().filter_map(|word| insertions.finish(case, word, control));
        let words = found.into_iter().chain(finished);
        let shortest = words.min_by_key(|word| cost(word));
        if shortest.is_some() {
            return shortest.filter(|word| cost(word) < most);
        }
    }
    None
}

/// The number of moves.
pub(super) fn cost(word: &[Turn]) -> usize {
    word.iter().map(|turn| turn.by.unsigned_abs() as usize).sum()
}

/// A search for one state.
struct Beam<'a> {
    case: &'a Case<'a>,
    goal: State,
    width: usize,
    most: usize,
    /// The longest exchange.
    span: usize,
    nodes: Vec<Node>,
    levels: Vec<Level>,
    /// The first node of each level.
    firsts: Vec<usize>,
    known: HashSet<u64>,
    /// The least moves that words may take with insertions, with their last exchanges and the nodes before.
    promising: Vec<(usize, Candidate)>,
}

impl<'a> Beam<'a> {
    fn new(case: &'a Case<'a>, width: usize, most: usize) -> Self {
        let wreath = case.wreath;
        let [start, goal] = [case.start, case.goal].map(|labels| State::of(wreath, labels));
        let span = wreath.lengths[0] / 2 + wreath.lengths[1] / 2;
        let still = Exchange { ring: 0, turns: [0, 0] };
        Beam {
            case,
            goal,
            width,
            most,
            span,
            nodes: vec![Node { before: None, exchange: still, state: Some(start) }],
            levels: vec![Level::default(); most + span],
            firsts: Vec::new(),
            known: HashSet::new(),
            promising: Vec::new(),
        }
    }

    /// A solution, and words that may become shorter ones by insertions. It ends where longer words promise nothing, and goes on from there.
    fn search(&mut self, control: &Control<'_>) -> (Option<Vec<Turn>>, Vec<Vec<Turn>>) {
        let mut found = None;
        for length in self.firsts.len()..self.most {
            let is_hopeless = self.promising.first().is_some_and(|&(least, _)| least <= length);
            if is_hopeless || control.interrupted().is_some() {
                break;
            }
            if let Some(solution) = self.level(length) {
                found = Some(self.turns(solution));
                break;
            }
            for at in self.firsts[length]..self.nodes.len() {
                self.expand(at, length);
            }
            if let Some(past) = length.checked_sub(self.span) {
                let past = self.firsts[past]..self.firsts[past + 1];
                self.nodes[past].iter_mut().for_each(|node| node.state = None);
            }
        }
        let promising = std::mem::take(&mut self.promising);
        (found, promising.into_iter().map(|(_, last)| self.turns(last)).collect())
    }

    /// Makes the best words of a level; the last exchange of a solution if there is one.
    fn level(&mut self, length: usize) -> Option<Candidate> {
        let wreath = self.case.wreath;
        let first_node = if length == 0 { 0 } else { self.nodes.len() };
        self.firsts.push(first_node);
        let mut candidates = std::mem::take(&mut self.levels[length].candidates);
        candidates.sort_unstable_by_key(Candidate::rank);
        for candidate in candidates {
            if candidate.score == 0 {
                return Some(candidate);
            }
            let Candidate { before, exchange, .. } = candidate;
            let Some(mut state) = self.nodes[before as usize].state.clone() else { continue };
            let first = usize::from(exchange.ring);
            for (ring, by) in [first, 1 - first].into_iter().zip(exchange.turns) {
                state.turn(wreath, Turn { ring, by: by.into() });
            }
            if self.known.insert(state.key(1 - first)) {
                self.nodes.push(Node { before: Some(before), exchange, state: Some(state) });
                if self.nodes.len() - first_node == self.width {
                    break;
                }
            }
        }
        None
    }

    /// Puts the continuations of a word into levels.
    fn expand(&mut self, at: usize, length: usize) {
        let Some(state) = &self.nodes[at].state else { return };
        for ring in 0..2 {
            let mut offer = |exchange: Exchange, Merit { wrong, breaks }: Merit| {
                let cost: usize = exchange.turns.iter().map(|turn| usize::from(turn.unsigned_abs())).sum();
                let level = &mut self.levels[length + cost];
                let wrong = wrong.saturating_sub(self.case.wildcards);
                let score = if wrong == 0 { 0 } else { (1 + wrong + breaks) as u32 };
                let is_useful = cost > 0 && (wrong == 0 || exchange.turns[1] != 0);
                if !is_useful {
                    return;
                }
                let candidate = Candidate { score, before: at as u32, exchange };
                let promise = length + cost + PRICE * wrong;
                if self.promising.len() < FINISHED
                    || self.promising.last().is_some_and(|last| promise < last.0)
                {
                    let place = self.promising.partition_point(|other| other.0 <= promise);
                    self.promising.insert(place, (promise, candidate));
                    self.promising.truncate(FINISHED);
                }
                if level.worst.is_none_or(|worst| score < worst) {
                    level.push(candidate, self.width);
                }
            };
            Expansion::of(self.case, state, &self.goal, ring).exchanges(&mut offer);
        }
    }

    /// The turns of a word, where those of one ring that follow each other are one.
    fn turns(&self, last: Candidate) -> Vec<Turn> {
        let mut exchanges = vec![last.exchange];
        let mut at = Some(last.before);
        while let Some(node) = at.map(|at| &self.nodes[at as usize]) {
            exchanges.push(node.exchange);
            at = node.before;
        }
        let mut word: Vec<Turn> = Vec::new();
        for exchange in exchanges.iter().rev() {
            let rings = [usize::from(exchange.ring), 1 - usize::from(exchange.ring)];
            for (ring, by) in rings.into_iter().zip(exchange.turns) {
                append(&mut word, Turn { ring, by: by.into() }, self.case.wreath);
            }
        }
        word
    }
}
