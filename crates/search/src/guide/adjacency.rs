//! Counting separated neighbours, as the gap heuristic does for pancakes (M. Helmert, 2010).
//!
//! Start at [`Adjacency::find`]. A relation on slots is a set of ties: single slots and pairs of slots. A move carries most ties to
//! ties, and with them what they hold; the others it breaks. What ties hold in a solved state, and whatever moves make of that along
//! unbroken ties, is in order. If every move breaks at most k ties for each unit of its cost, a state with n ties out of order is at
//! least n / k away from solved, rounded up, and this bound is consistent.

use super::dual::Dual;
use super::guided_state::{Choice, End, Heuristic};
use super::improving::{Entered, Improving};
use super::relation::{Tie, relations, sorted};
use crate::puzzle_space::PuzzleSpace;
use crate::space::{MoveId, Space};
use crate::symmetry::mixed;
use std::collections::HashMap;
use std::ops::Range;

/// Larger puzzles have too many pairs of slots.
const MOST_SLOTS: usize = 128;

/// The greatest number of possible holdings of all ties together, and so of bits.
const MOST_HOLDINGS: usize = 1 << 27;

/// Random states on which relations are compared.
const SAMPLES: usize = 64;

/// Random moves between them, for each slot of the puzzle.
const MOVES_PER_SLOT: usize = 4;

/// The contents of all slots, and room for those that a move changes.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement {
    row: Vec<u16>,
    /// The inverse, if a search goes on from both ends, else empty.
    inverse: Vec<u16>,
    room: Vec<u16>,
}

/// Room for the moves to try.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    moves: Vec<MoveId>,
    chosen: Vec<Added>,
}

/// A move of a state, or of its inverse if it is added to the last moves of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Added {
    end: End,
    m: MoveId,
}

/// A relation on the slots of one orbit.
#[derive(Clone, Debug)]
pub struct Adjacency {
    ties: Vec<Tie>,
    /// The number of contents of a slot, from `content`.
    contents: usize,
    content: u16,
    /// By tie: the start of its table in `in_order`. Ties that may hold the same share a table, which then stays in the cache.
    tables: Vec<u32>,
    /// By table, first and second content: whether they are in order.
    in_order: Vec<bool>,
    /// The greatest number of ties that a move breaks for each unit of its cost.
    broken: u32,
    moves: Vec<Step>,
    /// By move: its ranges in `left` and `entered`.
    ranges: Vec<[(u32, u32); 2]>,
    /// Ties that moves break: their tables and slots.
    left: Vec<(u32, u16, u16)>,
    /// Ties that moves bring new pairs of contents to: their tables, and where the contents come from.
    entered: Vec<(u32, [(u16, usize); 2])>,
    /// By end.
    candidates: [Vec<Added>; 2],
    improving: Option<Improving>,
    dual: Option<Dual>,
    goals: Vec<Vec<u16>>,
    mean: f64,
}

/// A move, as far as the count needs it.
#[derive(Clone, Debug)]
struct Step {
    inverse: MoveId,
    /// (to, from, start of the look-up table of contents, or `usize::MAX`).
    changes: Vec<(u16, u16, usize)>,
    twisted: Vec<u16>,
}

/// A move that carries a tie to a tie.
#[derive(Clone, Copy, Debug)]
struct Arrow {
    to: u32,
    /// Whether the first slot of the tie goes to the second of the other.
    is_swapped: bool,
    /// Where the contents of the first and second slot of the other are looked up.
    starts: [usize; 2],
    m: usize,
}

/// No look-up: the content stays the same.
const PLAIN: usize = usize::MAX;

impl Step {
    #[inline]
    fn content(&self, state: &[u16], (from, start): (u16, usize)) -> u16 {
        let content = state[usize::from(from)];
        if start == PLAIN { content } else { self.twisted[start + usize::from(content)] }
    }

    /// Makes the move.
    #[inline]
    fn make(&self, state: &mut [u16], room: &mut Vec<u16>) {
        room.clear();
        room.extend(self.changes.iter().map(|&(_, from, start)| self.content(state, (from, start))));
        for (&(to, ..), &content) in self.changes.iter().zip(room.iter()) {
            state[usize::from(to)] = content;
        }
    }

    /// By slot: where its content comes from.
    fn sources(&self, slots: usize) -> Vec<(u16, usize)> {
        let mut sources: Vec<(u16, usize)> = (0..slots as u16).map(|slot| (slot, PLAIN)).collect();
        for &(to, from, start) in &self.changes {
            sources[usize::from(to)] = (from, start);
        }
        sources
    }

    /// By slot: where its content goes.
    fn goes(&self, slots: usize) -> Vec<u16> {
        let mut goes: Vec<u16> = (0..slots as u16).collect();
        self.changes.iter().for_each(|&(to, from, _)| goes[usize::from(from)] = to);
        goes
    }
}

impl Adjacency {
    /// The relation with the greatest bound on random states; `None` if moves are not always possible, or if there is no
    /// relation of which moves keep most ties. O(moves · slots²) for each of at most some hundred relations.
    pub fn find(space: &PuzzleSpace) -> Option<Self> {
        if !space.is_always_possible() || !space.move_limits().is_empty() {
            return None;
        }
        let steps: Vec<Step> = space.moves().map(|m| step(space, m)).collect();
        let slots = space.orbit_slots();
        let all = slots.iter().map(|range| range.end).max()?;
        if all > MOST_SLOTS {
            return None;
        }
        let goes: Vec<Vec<u16>> = steps.iter().map(|step| step.goes(all)).collect();
        let inverses: Vec<usize> = steps.iter().map(|step| step.inverse.index()).collect();
        let costs: Vec<u32> = space.moves().map(|m| space.cost(m)).collect();
        let samples = samples(space, &steps);
        let mut best: Option<Adjacency> = None;
        for range in slots.iter().filter(|range| range.len() > 3) {
            for ties in relations(range, &goes, &inverses, &costs) {
                let least = best.as_ref().map_or(1.0, |best| best.mean);
                if let Some(found) = Adjacency::new(space, range, ties, &steps, (&samples, least)) {
                    best = Some(found);
                }
            }
        }
        best
    }

    /// A relation, if its mean bound on these states exceeds `least`.
    fn new(
        space: &PuzzleSpace,
        range: &Range<usize>,
        ties: Vec<Tie>,
        steps: &[Step],
        (samples, least): (&[Vec<u16>], f64),
    ) -> Option<Self> {
        let slots = space.goals()[0].len();
        let number: HashMap<Tie, u32> = (0..).zip(&ties).map(|(at, &tie)| (tie, at)).collect();
        let (mut ranges, mut all_left, mut all_entered) = (Vec::new(), Vec::new(), Vec::new());
        let mut broken = 0;
        for (m, step) in space.moves().zip(steps) {
            let (sources, goes) = (step.sources(slots), step.goes(slots));
            let image = |(a, b): Tie| sorted(goes[usize::from(a)], goes[usize::from(b)]);
            let is_left = |tie: &Tie| !number.contains_key(&image(*tie));
            let first = [all_left.len() as u32, all_entered.len() as u32];
            let left = (0u32..).zip(&ties).filter(|(_, tie)| is_left(tie));
            all_left.extend(left.map(|(at, &(a, b))| (at, a, b)));
            let source = |(a, b): Tie| [sources[usize::from(a)], sources[usize::from(b)]];
            let is_entered = |tie: &Tie| {
                let [(a, _), (b, _)] = source(*tie);
                !number.contains_key(&sorted(a, b))
            };
            let entered = (0u32..).zip(&ties).filter(|(_, tie)| is_entered(tie));
            all_entered.extend(entered.map(|(at, &tie)| (at, source(tie))));
            let end = [all_left.len() as u32, all_entered.len() as u32];
            broken = broken.max((end[0] - first[0]).div_ceil(space.cost(m)));
            ranges.push([(first[0], end[0]), (first[1], end[1])]);
        }
        // A bound cannot exceed the number of ties divided by that of the broken ones.
        if broken == 0 || ties.len() as f64 / f64::from(broken) <= least {
            return None;
        }
        let goals = space.goals();
        let content = goals.iter().flat_map(|goal| &goal[range.clone()]).copied().min()?;
        let contents = usize::from(space.contents_end(range.start)? - content);
        if ties.len().checked_mul(contents * contents)? > MOST_HOLDINGS {
            return None;
        }
        let mut made = Adjacency {
            tables: (0..ties.len()).map(|tie| (tie * contents * contents) as u32).collect(),
            in_order: vec![false; ties.len() * contents * contents],
            ranges,
            left: all_left,
            entered: all_entered,
            improving: None,
            candidates: [End::First, End::Last].map(|end| space.moves().map(|m| Added { end, m }).collect()),
            dual: None,
            goals: goals.iter().map(|goal| goal.to_vec()).collect(),
            ties,
            contents,
            content,
            broken,
            moves: steps.to_vec(),
            mean: 0.0,
        };
        made.close(&number);
        made.share_tables();
        made.mean = made.mean_bound(samples);
        if made.mean <= least {
            return None;
        }
        let contents = made.content..made.content + made.contents as u16;
        let holds = |table, first, second| !made.is_broken(table, first, second);
        let entered = made.plainly_entered();
        made.improving = entered.and_then(|entered| Improving::new(&entered, range.clone(), contents, holds));
        made.dual = made.dual(space, range);
        Some(made)
    }

    /// Merges equal tables, and refers to ties by their tables.
    fn share_tables(&mut self) {
        let size = self.contents * self.contents;
        let mut known: HashMap<&[bool], u32> = HashMap::new();
        let mut shared = Vec::new();
        for (start, table) in self.tables.iter_mut().zip(self.in_order.chunks(size)) {
            *start = *known.entry(table).or_insert_with(|| {
                shared.extend_from_slice(table);
                (shared.len() - size) as u32
            });
        }
        self.in_order = shared;
        let tables = &self.tables;
        self.left.iter_mut().for_each(|(tie, ..)| *tie = tables[*tie as usize]);
        self.entered.iter_mut().for_each(|(tie, _)| *tie = tables[*tie as usize]);
    }

    /// Marks what ties hold in solved states, and what moves make of that along unbroken ties.
    fn close(&mut self, number: &HashMap<Tie, u32>) {
        let slots = self.goals[0].len();
        let mut arrows: Vec<Vec<Arrow>> = vec![Vec::new(); self.ties.len()];
        for (m, step) in self.moves.iter().enumerate() {
            let sources = step.sources(slots);
            for (to, &(a, b)) in (0..).zip(&self.ties) {
                let [first, second] = [sources[usize::from(a)], sources[usize::from(b)]];
                if let Some(&from) = number.get(&sorted(first.0, second.0)) {
                    let is_swapped = first.0 > second.0;
                    arrows[from as usize].push(Arrow { to, is_swapped, starts: [first.1, second.1], m });
                }
            }
        }
        let mut open: Vec<(u32, u16, u16)> = Vec::new();
        for goal in &self.goals {
            open.extend(
                (0..).zip(&self.ties).map(|(at, &(a, b))| (at, goal[usize::from(a)], goal[usize::from(b)])),
            );
        }
        while let Some((tie, first, second)) = open.pop() {
            let at = self.at(self.tables[tie as usize], first, second);
            if std::mem::replace(&mut self.in_order[at], true) {
                continue;
            }
            for &Arrow { to, is_swapped, starts, m } in &arrows[tie as usize] {
                let twisted = &self.moves[m].twisted;
                let (a, b) = if is_swapped { (second, first) } else { (first, second) };
                let after = |content: u16, start: usize| match start {
                    PLAIN => content,
                    start => twisted[start + usize::from(content)],
                };
                open.push((to, after(a, starts[0]), after(b, starts[1])));
            }
        }
    }

    #[inline]
    fn at(&self, table: u32, first: u16, second: u16) -> usize {
        let [first, second] = [first, second].map(|content| usize::from(content - self.content));
        table as usize + first * self.contents + second
    }

    #[inline]
    fn is_broken(&self, table: u32, first: u16, second: u16) -> bool {
        !self.in_order[self.at(table, first, second)]
    }

    /// The mean bound of some states.
    fn mean_bound(&self, samples: &[Vec<u16>]) -> f64 {
        let total: u32 = samples.iter().map(|row| self.bound(&self.enter(row).1)).sum();
        f64::from(total) / samples.len() as f64
    }

    /// What moves bring to ties; `None` if a move reorients such contents.
    fn plainly_entered(&self) -> Option<Vec<Entered>> {
        let of = |(&m, [_, (start, end)]): (&MoveId, &[(u32, u32); 2])| {
            let entered = self.entered[*start as usize..*end as usize].iter();
            entered.map(move |&(table, sources)| {
                let [first, second] = sources.map(|(slot, twist)| (twist == PLAIN).then_some(slot));
                Some(Entered { m, table, sources: [first?, second?] })
            })
        };
        self.candidates[0].iter().map(|added| &added.m).zip(&self.ranges).flat_map(of).collect()
    }

    /// How to pass between a state and its inverse, if the slots are all that moves change, the inverse has the same bound, and the moves that
    /// improve it are known.
    fn dual(&self, space: &PuzzleSpace, slots: &Range<usize>) -> Option<Dual> {
        let [goal] = &self.goals[..] else { return None };
        let is_plain = |step: &Step| {
            step.changes.iter().all(|&(to, _, start)| start == PLAIN && slots.contains(&to.into()))
        };
        let costs_the_same = |m: MoveId| space.cost(m) == space.cost(space.inverse(m));
        let is_simple = self.improving.is_some() && slots.start == 0 && slots.len() == self.contents;
        if !is_simple || !self.moves.iter().all(is_plain) || !space.moves().all(costs_the_same) {
            return None;
        }
        let holds = |tie: u32, first, second| !self.is_broken(self.tables[tie as usize], first, second);
        Dual::new(&goal[slots.clone()], self.content, &self.ties, holds)
    }

    /// How scattered the ties in order are: less, the more of them meet in a slot. Of states with as many ties in order, those with fewer
    /// and longer blocks leave more pieces alone, and such a piece can join its neighbours on either side.
    pub(crate) fn scatter(&self, row: &[u16]) -> u32 {
        let mut met = [0u8; MOST_SLOTS];
        for (&table, &(a, b)) in self.tables.iter().zip(&self.ties) {
            let is_in_order = !self.is_broken(table, row[usize::from(a)], row[usize::from(b)]);
            for slot in [a, b] {
                met[usize::from(slot)] += u8::from(is_in_order);
            }
        }
        u32::MAX - met.iter().map(|&ties| u32::from(ties).pow(2)).sum::<u32>()
    }

    /// The number of ties of the relation.
    pub fn ties(&self) -> usize {
        self.ties.len()
    }

    /// The greatest number of ties that a move breaks for each unit of its cost.
    pub fn broken(&self) -> u32 {
        self.broken
    }

    /// The mean of the bound on random states.
    pub fn mean(&self) -> f64 {
        self.mean
    }
}

/// States along a random walk. Arrangements drawn at random would not do: where a piece has several slots, moves never part their
/// contents, and a relation of such slots would seem to bound what no state needs.
fn samples(space: &PuzzleSpace, steps: &[Step]) -> Vec<Vec<u16>> {
    let mut row = space.goals()[0].to_vec();
    let mut room = Vec::new();
    let mut drawn = 0u32;
    let mut walk = || {
        for _ in 0..MOVES_PER_SLOT * row.len() {
            drawn += 1;
            let number = mixed(&[drawn as u16, (drawn >> 16) as u16, 0, 0]) % steps.len() as u64;
            steps[number as usize].make(&mut row, &mut room);
        }
        row.clone()
    };
    (0..SAMPLES).map(|_| walk()).collect()
}

/// What a move does to the slots.
fn step(space: &PuzzleSpace, m: MoveId) -> Step {
    let (changes, twisted) = space.slot_changes(m);
    let changes =
        changes.iter().map(|change| (change.to, change.from, change.table.unwrap_or(PLAIN))).collect();
    let twisted = twisted.to_vec();
    Step { inverse: space.inverse(m), changes, twisted }
}

impl Heuristic for Adjacency {
    type State = Arrangement;
    /// The number of ties out of order.
    type Value = u32;
    type Candidate = Added;
    type Look = ();
    type Room = Room;

    fn enter(&self, row: &[u16]) -> (Self::State, u32) {
        let holds =
            |(&table, &(a, b)): (&u32, &Tie)| self.is_broken(table, row[usize::from(a)], row[usize::from(b)]);
        let broken = self.tables.iter().zip(&self.ties).filter(|&tie| holds(tie)).count();
        let inverse = self.dual.as_ref().map(|dual| dual.inverse(row)).unwrap_or_default();
        (Arrangement { row: row.to_vec(), inverse, room: Vec::new() }, broken as u32)
    }

    #[inline]
    fn candidates(&self, _: &u32) -> &[Added] {
        &self.candidates[End::First as usize]
    }

    #[inline]
    fn number(&self, Added { end, m }: Added) -> MoveId {
        match end {
            End::First => m,
            End::Last => self.moves[m.index()].inverse,
        }
    }

    #[inline]
    fn end(&self, added: Added) -> End {
        added.end
    }

    /// The moves at one end. A solution has a first move and a last one, so the end is chosen at which fewer moves lower the bound; where
    /// it is tight, others are left out (single-frontier bidirectional search; Felner, Moldenhauer, Sturtevant and Schaeffer, 2010).
    fn choose<'c>(
        &'c self,
        state: &Arrangement,
        count: &u32,
        is_tight: bool,
        room: &'c mut Room,
    ) -> Choice<'c, Added> {
        let all = |end: End| Choice { moves: &self.candidates[end as usize], has_all: true };
        let Some(improving) = &self.improving else { return all(End::First) };
        let Some(dual) = &self.dual else {
            if !is_tight {
                return all(End::First);
            }
            improving.write(&state.row, &mut room.moves);
            room.chosen.clear();
            room.chosen.extend(room.moves.iter().map(|&m| Added { end: End::First, m }));
            return Choice { moves: &room.chosen, has_all: false };
        };
        let (row, inverse) = (&state.row, &state.inverse);
        room.chosen.clear();
        let most = self.bound(count).saturating_sub(1);
        let mut lowering = |end: End, row: &[u16], inverse: &[u16], chosen: &mut Vec<Added>| {
            improving.write_by(row, |content| dual.slot(content, inverse), &mut room.moves);
            let added = room.moves.iter().map(|&m| Added { end, m });
            chosen.extend(added.filter(|&added| self.after(state, count, added, (), most).is_ok()));
        };
        lowering(End::First, row, inverse, &mut room.chosen);
        let first = room.chosen.len();
        let mut end = End::First;
        if first > 0 {
            lowering(End::Last, inverse, row, &mut room.chosen);
            if room.chosen.len() < 2 * first {
                end = End::Last;
                room.chosen.drain(..first);
            } else {
                room.chosen.truncate(first);
            }
        }
        if is_tight { Choice { moves: &room.chosen, has_all: false } } else { all(end) }
    }

    #[inline]
    fn begin(&self, _: &Self::State, _: Added) {}

    #[inline]
    fn after(
        &self,
        Arrangement { row, inverse, .. }: &Self::State,
        &count: &u32,
        Added { end, m }: Added,
        (): (),
        left: u32,
    ) -> Result<u32, u32> {
        let state = if end == End::First { row } else { inverse };
        let step = &self.moves[m.index()];
        let mut after = count;
        let [left_ties, entered] = self.ranges[m.index()];
        for &(table, a, b) in &self.left[left_ties.0 as usize..left_ties.1 as usize] {
            after -= u32::from(self.is_broken(table, state[usize::from(a)], state[usize::from(b)]));
        }
        for &(table, sources) in &self.entered[entered.0 as usize..entered.1 as usize] {
            let [first, second] = sources.map(|source| step.content(state, source));
            after += u32::from(self.is_broken(table, first, second));
        }
        let bound = self.bound(&after);
        if bound > left { Err(bound) } else { Ok(after) }
    }

    #[inline]
    fn bound(&self, &count: &u32) -> u32 {
        count.div_ceil(self.broken)
    }

    #[inline]
    fn make(&self, state: &mut Arrangement, Added { end, m }: Added) {
        let step = &self.moves[m.index()];
        let Some(dual) = &self.dual else { return step.make(&mut state.row, &mut state.room) };
        let Arrangement { row, inverse, room } = state;
        let (row, inverse) = if end == End::First { (row, inverse) } else { (inverse, row) };
        room.clear();
        room.extend(step.changes.iter().map(|&(_, from, _)| row[usize::from(from)]));
        for (&(to, ..), &content) in step.changes.iter().zip(room.iter()) {
            row[usize::from(to)] = content;
            dual.place(content, to, inverse);
        }
    }

    #[inline]
    fn undo(&self, state: &mut Arrangement, Added { end, m }: Added) {
        self.make(state, Added { end, m: self.moves[m.index()].inverse });
    }

    #[inline]
    fn is_goal(&self, state: &Self::State) -> bool {
        self.goals.contains(&state.row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    /// No move at the chosen end that lowers the bound is left out, most others are, and bound and inverse are kept along the way.
    #[test]
    fn moves_that_lower_the_bound_are_among_them() {
        for name in ["pancake:16", "pancake:21"] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let metric = Metric::htm();
            let turns = puzzle.search_turns(&metric);
            let space = PuzzleSpace::new(&puzzle, &turns, &metric, &[puzzle.solved().clone()]).unwrap();
            let relation = Adjacency::find(&space).unwrap();
            let (mut state, mut count) = relation.enter(&space.goals()[0]);
            let mut rng = ChaCha8Rng::seed_from_u64(7);
            let (mut room, mut lowering, mut named, mut tried, mut ends) = (Room::default(), 0, 0, 0, [0, 0]);
            for _ in 0..2000 {
                let found: Vec<Added> = relation.choose(&state, &count, true, &mut room).moves.to_vec();
                let end = relation.choose(&state, &count, false, &mut room).moves[0].end;
                assert!(found.iter().all(|added| added.end == end));
                ends[end as usize] += 1;
                for &added in &relation.candidates[end as usize] {
                    let after = relation.after(&state, &count, added, (), u32::MAX).unwrap();
                    let lowers = relation.bound(&after) < relation.bound(&count);
                    assert!(!lowers || found.contains(&added), "{name} {added:?}");
                    lowering += usize::from(lowers);
                    tried += 1;
                }
                named += found.len();
                let end = [End::First, End::Last][rng.next_u32() as usize % 2];
                let candidates = &relation.candidates[end as usize];
                let added = candidates[rng.next_u32() as usize % candidates.len()];
                count = relation.after(&state, &count, added, (), u32::MAX).unwrap();
                let before = state.clone();
                relation.make(&mut state, added);
                let (expected, value) = relation.enter(&state.row);
                assert_eq!((&expected.inverse, value), (&state.inverse, count));
                relation.undo(&mut state, added);
                assert_eq!((&state.row, &state.inverse), (&before.row, &before.inverse));
                relation.make(&mut state, added);
            }
            assert!(lowering > 100 && named < tried / 2, "{name}: {lowering} {named} {tried}");
            assert!(ends.iter().all(|&times| times > 200), "{ends:?}");
        }
    }
}
