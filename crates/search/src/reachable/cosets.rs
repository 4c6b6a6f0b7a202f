//! A perfect index of one large set of pieces: the row says where some of them are, the place how the others are
//! arranged.
//!
//! Start at [`CosetIndex::new`]. Rows are cosets of the stabilizer of the distinguished pieces. A spanning tree of the
//! rows carries the solved arrangement of the others to each row, and a place is an arrangement relative to that one.
//! By Schreier's lemma, the effects of the moves on places generate the stabilizer, so the orbit of the solved place
//! consists of exactly the reachable places. Twelve pieces need tables for 12!/6! rows instead of 12! values.

use super::coordinate::{Coordinate, TooLarge};
use super::move_set::MoveSet;
use super::row_set::RowSet;
use super::rows::{Maps, Rows, Step};
use super::slots::{Aspect, LocalMove, Slots};
use crate::threads::on_threads;
use permutant_puzzle::state::State;
use std::sync::{Arc, Mutex, PoisonError};

/// States as a row, the positions of the distinguished pieces, and a place, the arrangement of the others.
#[derive(Clone, Debug)]
pub struct CosetIndex {
    told_apart: ToldApart,
    coordinate: Coordinate,
    /// By row, as many entries as there are other pieces: where the tree moves each entry of an arrangement.
    tree: Vec<u8>,
    arrangements: RowSet,
    /// Shared, because a count and its results need the rows as long as the index does.
    rows: Arc<Rows>,
}

/// Preferred greatest number of places per row: their bits and some maps then stay in the first caches.
const GOOD_WIDTH: usize = 1 << 10;

/// Number of places per row that is accepted if fewer would take too many rows.
const MORE_WIDTH: usize = 1 << 13;

/// Greatest number of places per row: numbers of two bytes hold them.
const MOST_WIDTH: usize = 1 << 16;

/// Greatest number of entries of all maps together: 128 MiB.
const MOST_MAPPED: usize = 1 << 26;

impl CosetIndex {
    /// The states that the moves reach from `solved`, by positions of pieces in one set of slots. The moves must always
    /// be possible. Fails if there would be more than `most` rows. The index does not depend on the number of threads.
    /// O(rows × moves × slots).
    pub fn new(
        slots: &Slots,
        solved: &State,
        moves: &MoveSet,
        most: usize,
        threads: usize,
    ) -> Result<Self, TooLarge> {
        for width in [GOOD_WIDTH, MORE_WIDTH, MOST_WIDTH] {
            for count in 1.. {
                let Some(told_apart) = ToldApart::new(slots, solved, count) else { break };
                let (one_set, merged) = (told_apart.slots.clone(), told_apart.merge(solved));
                let Ok(coordinate) = Coordinate::of_slots(one_set, &merged, moves, most) else { break };
                let index = CosetIndex::of_rows(told_apart, coordinate, solved, moves, (width, threads));
                if let Some(index) = index {
                    return Ok(index);
                }
            }
        }
        Err(TooLarge { most })
    }

    /// `None` if a row would have more than `most` places.
    fn of_rows(
        told_apart: ToldApart,
        coordinate: Coordinate,
        solved: &State,
        moves: &MoveSet,
        (most, threads): (usize, usize),
    ) -> Option<Self> {
        let locals: Vec<LocalMove> =
            moves.moves().iter().map(|m| told_apart.slots.local(&m.change)).collect();
        let width = told_apart.others;
        let mut carried = Carried::new(&told_apart);
        // The tree: rows are numbered in the order in which direct moves reach them first.
        let mut tree = vec![u8::MAX; coordinate.size() * width];
        tree[..width].iter_mut().zip(0..).for_each(|(entry, at)| *entry = at);
        let direct: Vec<usize> = moves.direct().collect();
        for row in 0..coordinate.size() {
            carried.enter(&coordinate, row);
            for &m in &direct {
                let to = coordinate.after(row as u32, m) as usize;
                if tree[to * width] == u8::MAX {
                    let here: Vec<u8> = tree[row * width..][..width].to_vec();
                    let sources = carried.sources(&locals[m]);
                    for (entry, &source) in tree[to * width..][..width].iter_mut().zip(sources) {
                        *entry = here[usize::from(source)];
                    }
                }
            }
        }
        // If all pieces differ, there are as many changes as places; with identical pieces there are more.
        let measuring = Measuring { told_apart: &told_apart, coordinate: &coordinate, locals, tree: &tree };
        let (steps, changes) = measuring.steps(2 * most, threads)?;
        let (arrangements, maps) = places(&told_apart.arrangement(solved)?, &changes, most)?;
        let rows = Rows {
            width: arrangements.len(),
            moves: moves.len(),
            steps,
            maps,
            solved: (0, 0),
            weights: Vec::new(),
            itself: Vec::new(),
            turned: Vec::new(),
            all_rows: coordinate.size() as u64,
        };
        Some(CosetIndex { told_apart, coordinate, tree, arrangements, rows: Arc::new(rows) })
    }

    /// The rows.
    pub fn rows(&self) -> &Arc<Rows> {
        &self.rows
    }

    /// Number of places per row.
    pub fn width(&self) -> usize {
        self.rows.width()
    }

    /// Row and place of a state; `None` if it is unreachable. The contents of other slots are ignored.
    pub fn find(&self, state: &State) -> Option<(usize, usize)> {
        let arrangement = self.told_apart.arrangement(state)?;
        let row = self.coordinate.value(&self.told_apart.merge(state))? as usize;
        let width = self.told_apart.others;
        let mut measured = vec![0; width];
        for (&piece, &home) in arrangement.iter().zip(&self.tree[row * width..][..width]) {
            measured[usize::from(home)] = piece;
        }
        let mut packed = vec![0; width.div_ceil(8)];
        pack(&measured, &mut packed);
        Some((row, self.arrangements.get(&packed)? as usize))
    }

    /// Bytes that the index takes besides its rows.
    pub fn bytes(&self) -> usize {
        self.coordinate.bytes() + self.tree.len() + self.arrangements.bytes()
    }
}

/// The pieces that rows distinguish.
#[derive(Clone, Debug)]
struct ToldApart {
    /// The slots, filled as in states with the other pieces merged.
    slots: Slots,
    /// The other pieces, ascending; when they are merged, the first represents all of them.
    pieces: Vec<u16>,
    /// Number of slots that they fill.
    others: usize,
}

impl ToldApart {
    /// The first `count` kinds of pieces; `None` if fewer than two would be left, or if a byte cannot number the slots.
    fn new(slots: &Slots, solved: &State, count: usize) -> Option<Self> {
        let row = &solved.orbits[slots.orbit].pieces;
        let held = || slots.slots.iter().map(|&slot| row[usize::from(slot)]);
        let mut sorts: Vec<u16> = held().collect();
        sorts.sort_unstable();
        sorts.dedup();
        let pieces = sorts.split_off(count.min(sorts.len()));
        let others = held().filter(|piece| pieces.contains(piece)).count();
        if pieces.len() < 2 || others >= usize::from(u8::MAX) {
            return None;
        }
        let mut told_apart = ToldApart { slots: slots.clone(), pieces, others };
        let merged = told_apart.merge(solved);
        told_apart.slots = Slots::new(slots.orbit, slots.slots.clone(), Aspect::Places, &[merged])?;
        Some(told_apart)
    }

    /// The state with the other pieces merged.
    fn merge(&self, state: &State) -> State {
        let mut state = state.clone();
        if let Some(orbit) = state.orbits.get_mut(self.slots.orbit) {
            // Only the kinds of pieces matter here; orientations are another aspect.
            orbit.moduli.fill(1);
            orbit.orientations.fill(0);
            for piece in orbit.pieces.iter_mut().filter(|piece| self.pieces.contains(piece)) {
                *piece = self.pieces[0];
            }
        }
        state
    }

    /// The other pieces in the order of their slots, as numbers from 0; `None` if their number is wrong.
    fn arrangement(&self, state: &State) -> Option<Vec<u8>> {
        let row = &state.orbits.get(self.slots.orbit)?.pieces;
        let pieces = self.slots.slots.iter().filter_map(|&slot| {
            let piece = row.get(usize::from(slot))?;
            self.pieces.binary_search(piece).ok().map(|number| number as u8)
        });
        let arrangement: Vec<u8> = pieces.collect();
        (arrangement.len() == self.others).then_some(arrangement)
    }
}

/// The effect of each move on arrangements relative to the tree.
struct Measuring<'a> {
    told_apart: &'a ToldApart,
    coordinate: &'a Coordinate,
    locals: Vec<LocalMove>,
    tree: &'a [u8],
}

/// Number of rows that a thread measures at once.
const ROWS_AT_ONCE: usize = 1 << 12;

impl Measuring<'_> {
    /// The steps of all rows, and the distinct changes of arrangements, which are few, in the order in which rows and
    /// moves produce them; `None` if there are more than `most`.
    fn steps(&self, most: usize, threads: usize) -> Option<(Vec<Step>, RowSet)> {
        let (rows, moves) = (self.coordinate.size(), self.locals.len());
        let mut steps = vec![Step::default(); rows * moves];
        let threads = threads.clamp(1, rows.div_ceil(ROWS_AT_ONCE));
        // Each piece of work numbers its own changes.
        let pieces = Mutex::new(steps.chunks_mut(ROWS_AT_ONCE * moves.max(1)).enumerate());
        let found = on_threads(threads, |_| {
            let (mut found, mut is_within) = (Vec::new(), true);
            while is_within && let Some((number, piece)) = next(&pieces) {
                let mut changes = RowSet::new(self.told_apart.others.div_ceil(8));
                is_within = self.measure(number * ROWS_AT_ONCE, piece, &mut changes, most);
                found.push((number, changes));
            }
            is_within.then_some(found)
        });
        let mut found: Vec<(usize, RowSet)> =
            found.into_iter().collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
        found.sort_unstable_by_key(|(number, _)| *number);
        let mut changes = RowSet::new(self.told_apart.others.div_ceil(8));
        let mut numbers: Vec<Vec<u32>> = Vec::with_capacity(found.len());
        for (_, piece) in found {
            numbers.push((0..piece.len()).map(|at| changes.insert(piece.row(at)).0).collect());
            if changes.len() > most {
                return None;
            }
        }
        let pieces = Mutex::new(steps.chunks_mut(ROWS_AT_ONCE * moves.max(1)).enumerate());
        on_threads(threads, |_| {
            while let Some((number, piece)) = next(&pieces) {
                piece.iter_mut().for_each(|step| step.map = numbers[number][step.map as usize]);
            }
        });
        Some((steps, changes))
    }

    /// The steps of rows from `first` on; returns whether there were at most the given number of changes.
    fn measure(&self, first: usize, steps: &mut [Step], changes: &mut RowSet, most: usize) -> bool {
        let width = self.told_apart.others;
        let mut carried = Carried::new(self.told_apart);
        let (mut change, mut packed) = (vec![0_u8; width], vec![0_u64; width.div_ceil(8)]);
        for (row, steps) in (first..).zip(steps.chunks_mut(self.locals.len())) {
            carried.enter(self.coordinate, row);
            for (m, (local, step)) in self.locals.iter().zip(steps).enumerate() {
                let to = self.coordinate.after(row as u32, m);
                let here = &self.tree[row * width..][..width];
                let there = &self.tree[to as usize * width..][..width];
                for (&source, &home) in carried.sources(local).iter().zip(there) {
                    change[usize::from(home)] = here[usize::from(source)];
                }
                pack(&change, &mut packed);
                let (map, new) = changes.insert(&packed);
                if new && changes.len() > most {
                    return false;
                }
                *step = Step { row: to, map };
            }
        }
        true
    }
}

/// The next item that the threads share.
fn next<T>(shared: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    // A thread that panicked took nothing that another one needs.
    shared.lock().unwrap_or_else(PoisonError::into_inner).next()
}

/// How the moves of a row permute the entries of its arrangements.
struct Carried {
    /// The content of a slot that holds one of the other pieces.
    merged: u16,
    contents: Vec<u16>,
    /// By slot that holds one of the other pieces: its entry in the arrangement.
    entry: Vec<u8>,
    sources: Vec<u8>,
}

impl Carried {
    fn new(told_apart: &ToldApart) -> Self {
        let merged = told_apart.slots.contents_of(told_apart.pieces[0]).start;
        let slots = told_apart.slots.slots.len();
        Carried { merged, contents: vec![0; slots], entry: vec![0; slots], sources: Vec::new() }
    }

    fn enter(&mut self, coordinate: &Coordinate, row: usize) {
        coordinate.read(row, &mut self.contents);
        let others =
            self.entry.iter_mut().zip(&self.contents).filter(|(_, content)| **content == self.merged);
        others.zip(0..).for_each(|((entry, _), number)| *entry = number);
    }

    /// By entry of an arrangement after the move: its entry before the move.
    fn sources(&mut self, local: &LocalMove) -> &[u8] {
        self.sources.clear();
        for &(from, _) in &local.from {
            if self.contents[usize::from(from)] == self.merged {
                self.sources.push(self.entry[usize::from(from)]);
            }
        }
        &self.sources
    }
}

fn pack(bytes: &[u8], words: &mut [u64]) {
    for (word, bytes) in words.iter_mut().zip(bytes.chunks(8)) {
        *word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    }
}

fn byte(words: &[u64], at: usize) -> u8 {
    (words[at / 8] >> (8 * (at % 8))) as u8
}

/// Packs the result of applying a change to an arrangement, both packed.
fn changed(arrangement: &[u64], change: &[u64], width: usize, to: &mut [u64]) {
    to.fill(0);
    for at in 0..width {
        let source = usize::from(byte(change, at));
        to[at / 8] |= u64::from(byte(arrangement, source)) << (8 * (at % 8));
    }
}

/// All arrangements that changes make from one, and the action of each change on them; `None` if there are more than
/// `most`.
fn places(start: &[u8], changes: &RowSet, most: usize) -> Option<(RowSet, Maps)> {
    let width = start.len();
    let mut packed = vec![0; width.div_ceil(8)];
    // A few changes generate all: those that lead out of the orbit of the earlier ones.
    let mut making: Vec<usize> = Vec::new();
    'more: loop {
        let arrangements = orbit(start, changes, &making, most)?;
        if changes.len() * arrangements.len() > MOST_MAPPED {
            return None;
        }
        let mut map = Vec::with_capacity(changes.len() * arrangements.len());
        for change in 0..changes.len() {
            for at in 0..arrangements.len() {
                changed(arrangements.row(at), changes.row(change), width, &mut packed);
                match arrangements.get(&packed) {
                    Some(place) => map.push(place as u16),
                    None => {
                        making.push(change);
                        continue 'more;
                    }
                }
            }
        }
        return Some((arrangements, Maps::Narrow(map)));
    }
}

/// All arrangements that some of the changes make from one; `None` if there are more than `most`.
fn orbit(start: &[u8], changes: &RowSet, making: &[usize], most: usize) -> Option<RowSet> {
    let (width, words) = (start.len(), start.len().div_ceil(8));
    let mut found = RowSet::new(words);
    let (mut packed, mut here) = (vec![0; words], vec![0; words]);
    pack(start, &mut packed);
    found.insert(&packed);
    let mut next = 0;
    while next < found.len() {
        here.copy_from_slice(found.row(next));
        for &change in making {
            changed(&here, changes.row(change), width, &mut packed);
            found.insert(&packed);
        }
        if found.len() > most {
            return None;
        }
        next += 1;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::god::two_bit::TwoBit;
    use crate::limits::Control;
    use crate::reachable::index::StateIndex;
    use crate::reachable::split;
    use permutant_puzzle::catalog;
    use permutant_puzzle::formats::tws;
    use permutant_puzzle::metric::Metric;
    use permutant_puzzle::puzzle::Puzzle;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    /// Pieces of four sorts in a ring of ten, a turn of half of them, and a ring that turns.
    const ALIKE: &str = "Set P 10 1\nSolved\nP\n1 1 1 2 2 2 3 3 4 4\nEnd\n\
                         Move A\nP\n2 3 4 5 1 6 7 8 9 10\nEnd\nMove B\nP\n2 3 4 5 6 7 8 9 10 1\nEnd\n";

    fn counts(rows: &Rows) -> Vec<u64> {
        let mut search = TwoBit::new(rows, 1);
        while search.step(&Control::new()).unwrap() > 0 {}
        assert!(search.is_full(), "the index is perfect");
        search.counts().to_vec()
    }

    fn moves_and_slots(puzzle: &Puzzle) -> (MoveSet, Slots) {
        let metric = Metric::htm();
        let moves = MoveSet::new(puzzle, &puzzle.search_turns(&metric), &metric).unwrap();
        let aspects = split::aspects(puzzle, puzzle.solved(), &moves).unwrap();
        let [slots] = &aspects[..] else { panic!("one set of slots: {}", aspects.len()) };
        (moves, slots.clone())
    }

    #[test]
    fn all_states_are_counted_and_found() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let catalog = ["pancake:7", "topspin:8,4", "m11", "m12", "torus:3x3", "torus:2x4"];
        let puzzles = catalog.map(|name| catalog::find(name).unwrap().puzzle);
        let alike = Puzzle::new(tws::read(ALIKE).unwrap()).unwrap();
        for puzzle in puzzles.iter().chain([&alike]) {
            let name = puzzle.name();
            let (moves, slots) = moves_and_slots(puzzle);
            let cosets = CosetIndex::new(&slots, puzzle.solved(), &moves, 1 << 20, 1).unwrap();
            assert!(cosets.rows().len() > 1 && cosets.width() > 1, "{name}");
            let plain = StateIndex::new(puzzle, puzzle.solved(), &moves, 1 << 20).unwrap();
            assert_eq!(cosets.rows().size(), plain.size(), "{name}");
            assert_eq!(counts(cosets.rows()), counts(&plain.rows()), "{name}");
            // A walk in the puzzle and one in the rows stay in step.
            let (mut state, mut at) = (puzzle.solved().clone(), cosets.rows().solved());
            for _ in 0..500 {
                assert_eq!(cosets.find(&state), Some(at), "{name}");
                let m = rng.next_u32() as usize % moves.len();
                state.apply(&moves.moves()[m].change);
                at = cosets.rows().after(at, m).0;
            }
        }
    }

    #[test]
    fn threads_make_the_same_index() {
        let puzzle = catalog::find("topspin:11,4").unwrap().puzzle;
        let (moves, slots) = moves_and_slots(&puzzle);
        let [one, three] =
            [1, 3].map(|threads| CosetIndex::new(&slots, puzzle.solved(), &moves, 1 << 20, threads).unwrap());
        assert!(one.rows().len() > 4 * ROWS_AT_ONCE, "{}", one.rows().len());
        assert_eq!(one.rows().fingerprint(), three.rows().fingerprint());
        assert_eq!((one.tree, one.arrangements.len()), (three.tree, three.arrangements.len()));
    }

    #[test]
    fn what_cannot_be_reached_is_not_found() {
        // All turns of a torus of odd sides are even.
        let puzzle = catalog::find("torus:3x3").unwrap().puzzle;
        let (moves, slots) = moves_and_slots(&puzzle);
        let cosets = CosetIndex::new(&slots, puzzle.solved(), &moves, 1 << 20, 1).unwrap();
        let mut odd = puzzle.solved().clone();
        odd.orbits[0].pieces.swap(0, 1);
        assert_eq!(cosets.find(&odd), None);
        let mut twice = puzzle.solved().clone();
        twice.orbits[0].pieces[0] = twice.orbits[0].pieces[8];
        assert_eq!(cosets.find(&twice), None);
    }

    #[test]
    fn rows_are_bounded() {
        let puzzle = catalog::find("pancake:12").unwrap().puzzle;
        let (moves, slots) = moves_and_slots(&puzzle);
        assert_eq!(
            CosetIndex::new(&slots, puzzle.solved(), &moves, 1000, 1).unwrap_err(),
            TooLarge { most: 1000 }
        );
    }
}
