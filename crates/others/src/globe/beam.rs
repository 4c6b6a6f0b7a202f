//! The beam of words that become solutions by insertions.
//!
//! Start at [`Beam::search`]. Words stand in buckets by the distance from the goal ([`Measure`]) at which they leave the state, and each bucket keeps
//! the cheapest words, one for each pattern that is left. Buckets are worked off from the farthest to the nearest. Where the goal is near and
//! no insertion leads nearer, words at the same distance, or a little farther, are tried in further rounds, of which each keeps more of them.

use super::insertion::{Insertion, Insertions};
use super::measure::Measure;
use super::moment::{Moment, Moments};
use super::word::Word;
use super::{Case, Unit};
use permutant_search::limits::Control;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// The distance up to which insertions that lead no nearer are tried, in this many rounds.
const FEW: usize = 40;
const ROUNDS: usize = 8;

/// The least width in the first of these rounds; where no solution is known, it doubles with each of so many. Words of a thousand moves then take
/// some hundred megabytes.
const LATE_WIDTH: usize = 24;
const LATE_DOUBLINGS: usize = 4;

/// A word, the number of places that it leaves wrong, the units that have some, the distance that is left, and a hash of the pattern.
struct Node {
    word: Word,
    wrong: usize,
    unsolved: Vec<usize>,
    distance: usize,
    key: u64,
}

/// An insertion that may be made.
#[derive(Clone)]
struct Candidate {
    cost: i32,
    key: u64,
    parent: Rc<Node>,
    unit: u16,
    segment: u16,
    insertion: Insertion,
}

/// The cheapest candidates that leave a distance.
#[derive(Default)]
struct Bucket {
    candidates: Vec<Candidate>,
    /// Only cheaper ones are of use.
    worst: Option<i32>,
}

impl Bucket {
    fn push(&mut self, candidate: Candidate, width: usize) {
        self.candidates.push(candidate);
        if self.candidates.len() >= 8 * width {
            self.shrink(width);
        }
    }

    fn shrink(&mut self, width: usize) {
        self.candidates.sort_unstable_by_key(|candidate| (candidate.key, candidate.cost));
        self.candidates.dedup_by_key(|candidate| candidate.key);
        self.candidates.sort_unstable_by_key(|candidate| (candidate.cost, candidate.key));
        self.candidates.truncate(width);
        if self.candidates.len() == width {
            self.worst = self.candidates.last().map(|last| last.cost);
        }
    }
}

/// A number for a label at a place; those of a pattern are added.
fn hash(place: u16, label: u16) -> u64 {
    let mut z =
        (u64::from(place) << 16 | u64::from(label)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A search for one state.
pub(super) struct Beam<'a> {
    pub(super) case: Case<'a>,
    pub(super) units: Vec<Unit>,
    pub(super) insertions: Insertions,
    pub(super) width: usize,
    /// How often insertions that lead no nearer are tried, until there is a solution.
    pub(super) rounds: usize,
    /// Chooses among slots in which new flips do the same.
    pub(super) choice: u64,
}

impl<'a> Beam<'a> {
    pub(super) fn new(case: Case<'a>, width: usize) -> Self {
        let globe = case.globe;
        Beam {
            case,
            units: globe.units(),
            insertions: Insertions::new(globe),
            width,
            rounds: ROUNDS,
            choice: 0,
        }
    }

    fn node(&self, word: Word) -> Node {
        let (mut wrong, mut distance, mut key) = (0, 0, 0u64);
        let mut unsolved = Vec::new();
        for (number, unit) in self.units.iter().enumerate() {
            let before = wrong;
            let labels = word.held(unit, self.case.globe, self.case.start);
            let places = unit.places(self.case.globe);
            distance += Measure::of(&places, &labels, self.case.goal).1;
            for (&place, &label) in places.iter().zip(&labels) {
                wrong += usize::from(self.case.goal[usize::from(place)] != label);
                key = key.wrapping_add(hash(place, label));
            }
            if wrong > before {
                unsolved.push(number);
            }
        }
        Node { word, wrong, unsolved, distance, key }
    }

    /// The word of a candidate.
    fn made(&self, candidate: &Candidate) -> Word {
        let globe = self.case.globe;
        let unit = &self.units[usize::from(candidate.unit)];
        let word = &candidate.parent.word;
        let segments = word.segments(unit, globe);
        let at = usize::from(candidate.segment);
        let choice = candidate.key ^ self.choice;
        let mut made = self.insertions.apply(word, unit, &segments, at, candidate.insertion, choice);
        made.tidy(&self.units, globe);
        made
    }

    /// Puts the insertions into a word that bring the goal nearer by at least `least` into the buckets of those distances. Those of `width` are kept.
    fn expand(&mut self, node: &Rc<Node>, least: i32, width: usize, buckets: &mut [Bucket]) {
        let (start_cost, distance) = (node.word.cost() as i32, node.distance);
        let Beam { case, units, insertions, .. } = self;
        for (number, unit) in units.iter().enumerate() {
            // Insertions into a unit that is solved only lead away.
            if least > 0 && !node.unsolved.contains(&number) {
                continue;
            }
            let segments = node.word.segments(unit, case.globe);
            let moments = Moments::of(case, &node.word, unit, &segments);
            insertions.of(
                &node.word,
                &segments,
                &moments,
                least,
                &mut |(more, at, insertion), change, gain| {
                    let Ok(left) = usize::try_from(distance as i32 - gain) else { return };
                    let cost = start_cost + more;
                    let bucket = &mut buckets[left];
                    if bucket.worst.is_some_and(|worst| cost >= worst) {
                        return;
                    }
                    let Moment { held, ends, .. } = moments.at(at);
                    let key = change.iter().fold(node.key, |key, &(to, from)| {
                        let end = ends[usize::from(to)];
                        key.wrapping_add(hash(end, held[usize::from(from)]))
                            .wrapping_sub(hash(end, held[usize::from(to)]))
                    });
                    if key != node.key {
                        let (parent, unit, segment) = (Rc::clone(node), number as u16, at as u16);
                        bucket.push(Candidate { cost, key, parent, unit, segment, insertion }, width);
                    }
                },
            );
        }
    }

    /// The cheapest word of less than some cost that insertions into one of these make; `None` if there is none, or the caller stops.
    pub(super) fn search(
        &mut self,
        first: Vec<Word>,
        below: Option<u32>,
        control: &Control<'_>,
    ) -> Option<Word> {
        let mut bound = below.map_or(i32::MAX, |below| below as i32);
        let mut best: Option<Word> = None;
        let first: Vec<Node> = first.into_iter().map(|word| self.node(word)).collect();
        let most = FEW + 1 + first.iter().map(|node| node.distance).max().unwrap_or(0);
        // The cheapest word for each pattern that was expanded where few places are wrong.
        let mut known: HashMap<u64, i32> = HashMap::new();
        let empty = || (0..most).map(|_| Bucket::default()).collect::<Vec<_>>();
        let mut waiting = empty();
        let mut begun: Vec<Vec<Rc<Node>>> = vec![Vec::new(); most];
        first.into_iter().for_each(|node| begun[node.distance].push(Rc::new(node)));
        for round in 0..self.rounds {
            let doublings = if below.is_some() { 0 } else { round.min(LATE_DOUBLINGS) };
            let late = self.width.max(LATE_WIDTH << doublings);
            let width = if round > 0 { late } else { self.width };
            // Words near the goal, into which insertions that lead no nearer may be made.
            let mut near: VecDeque<Rc<Node>> = VecDeque::new();
            for distance in (0..most).rev() {
                let mut bucket = std::mem::take(&mut waiting[distance]);
                bucket.shrink(width);
                let mut nodes = std::mem::take(&mut begun[distance]);
                for candidate in &bucket.candidates {
                    if candidate.cost >= bound {
                        break;
                    }
                    let cost = known.entry(candidate.key).or_insert(i32::MAX);
                    if *cost <= candidate.cost {
                        continue;
                    }
                    *cost = candidate.cost;
                    nodes.push(Rc::new(self.node(self.made(candidate))));
                }
                for (number, node) in nodes.into_iter().enumerate() {
                    if control.interrupted().is_some() {
                        return best;
                    }
                    if node.wrong <= self.case.wildcards {
                        if (node.word.cost() as i32) < bound {
                            bound = node.word.cost() as i32;
                            best = Some(node.word.clone());
                        }
                    } else {
                        self.expand(&node, 1, width, &mut waiting);
                        while near.front().is_some_and(|far| far.distance > distance + FEW) {
                            near.pop_front();
                        }
                        if number < late {
                            near.push_back(node);
                        }
                    }
                }
            }
            if best.is_some() || round + 1 == self.rounds {
                break;
            }
            waiting = empty();
            for node in near {
                if control.interrupted().is_some() {
                    return best;
                }
                self.expand(&node, -2, 2 * late, &mut waiting);
            }
        }
        best
    }
}
