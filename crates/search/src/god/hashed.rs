//! Breadth-first search over whole states in hash tables, for puzzles without a perfect index and for arbitrary costs.
//!
//! Start at [`Hashed::new`] and [`Hashed::step`]. Every reached state is kept with its distance, in shards by hash. A
//! level is generated in batches, each in two passes: first states are expanded and their successors sorted by shard,
//! then every shard inserts its own. Threads therefore share only a list of work, and the counts do not depend on their
//! number. If moves have different costs, a state may first be reached at a higher cost; it counts at its lowest
//! distance, when that level is generated (Dial's buckets).

use super::saved::{Damaged, Reader, Writer};
use super::state_codec::WholeStates;
use crate::limits::{Control, Progress, StopReason};
use crate::puzzle_space::PackedState;
use crate::reachable::move_set::MoveSet;
use crate::reachable::row_set::{Fingerprint, RowSet, hash};
use crate::threads::on_threads;
use permutant_puzzle::state::State;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Number of shards of the states: enough that threads rarely wait for the last one, few enough that their buffers
/// fill.
const SHARDS: usize = 64;

/// Number of states expanded in one batch.
const BATCH: usize = 1 << 13;

/// Greatest number of states of a saved count that are checked together with their neighbours, and of states of a level
/// that are counted again.
const SAMPLED: usize = 1 << 12;

/// The first number of a saved count of this kind.
pub(super) const SAVED: u64 = u64::from_le_bytes(*b"god hash");

/// Distinguishes these fingerprints from others.
const PURPOSE: u64 = u64::from_le_bytes(*b"hashed 1");

/// A count of states by distance.
#[derive(Debug)]
pub struct Hashed<'a> {
    puzzle: &'a dyn WholeStates,
    /// By move, the cost of returning from its result to the state where it was made.
    costs: Vec<u32>,
    /// The cost of each move.
    spent: Vec<u32>,
    shards: Vec<Mutex<Shard>>,
    /// States by the distance at which they were found; some have since been found at a lower one.
    open: BTreeMap<u64, Vec<Place>>,
    counts: Vec<u64>,
    /// The places of the states of the last level.
    last: Vec<Place>,
    threads: usize,
    memory: u64,
}

/// The place of a state: a shard, and its number there.
type Place = (u16, u32);

#[derive(Debug)]
struct Shard {
    states: RowSet,
    /// By state.
    distances: Vec<u64>,
}

impl Shard {
    fn bytes(&self) -> usize {
        self.states.bytes() + self.distances.capacity() * size_of::<u64>()
    }
}

impl<'a> Hashed<'a> {
    /// A count of the goals; equal goals count once. `None` if one of them is not a state of the puzzle.
    pub fn new(
        puzzle: &'a dyn WholeStates,
        goals: &[State],
        moves: &MoveSet,
        threads: usize,
        memory: u64,
    ) -> Option<Self> {
        let mut search = Hashed {
            puzzle,
            costs: moves.moves().iter().map(|m| moves.moves()[m.inverse].cost).collect(),
            spent: moves.moves().iter().map(|m| m.cost).collect(),
            shards: new_shards(puzzle),
            open: BTreeMap::new(),
            counts: Vec::new(),
            last: Vec::new(),
            threads: threads.max(1),
            memory,
        };
        let mut row = vec![0; puzzle.words()];
        let room = || puzzle.room();
        let (mut to, mut rooms) = (room(), [room(), room()]);
        for goal in goals {
            puzzle.represent(&puzzle.read(goal)?, &mut to, &mut rooms);
            puzzle.pack(&to, &mut row);
            let at = shard_of(&row);
            let shard = search.shards[at].get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
            let (number, new) = shard.states.insert(&row);
            if new {
                shard.distances.push(0);
                search.last.push((at as u16, number));
            }
        }
        search.counts.push(search.count(&search.last));
        search.open.insert(0, search.last.clone());
        Some(search)
    }

    /// Identifies the puzzle, the goals and the costs. Must be called before the first step.
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut sum = Fingerprint::new(PURPOSE);
        sum.add_all(self.puzzle.fingerprint().into_iter().map(u64::from));
        sum.add_all(self.costs.iter().map(|&cost| u64::from(cost)));
        let goals = self.last.iter().flat_map(|&(shard, number)| {
            lock(&self.shards[usize::from(shard)]).states.row(number as usize).to_vec()
        });
        sum.add_all(goals);
        sum.bytes()
    }

    /// The count so far, as bytes.
    pub fn save(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.number(SAVED);
        writer.numbers(&self.counts);
        writer.number(self.puzzle.words() as u64);
        for shard in &self.shards {
            let shard = lock(shard);
            writer.numbers(&shard.distances);
            (0..shard.states.len())
                .for_each(|at| shard.states.row(at).iter().for_each(|&word| writer.number(word)));
        }
        writer.finish()
    }

    /// Resumes a count of the same puzzle and goals that [`Hashed::save`] wrote. Every state is checked by itself, and
    /// some thousand are checked together with their neighbours: all of them, if there are no more.
    ///
    /// # Errors
    /// [`Damaged`] if the bytes are not a count of this puzzle, as far as this check shows.
    pub fn resume(mut self, bytes: &[u8]) -> Result<Self, Damaged> {
        let pieces = self.pieces_of_goals();
        let mut saved = Hashed {
            shards: new_shards(self.puzzle),
            costs: self.costs.clone(),
            spent: self.spent.clone(),
            open: BTreeMap::new(),
            counts: Vec::new(),
            last: Vec::new(),
            ..self
        };
        saved.read(bytes, &pieces)?;
        (self.is_begun_by(&saved) && saved.is_right_in_samples()).then_some(saved).ok_or(Damaged)
    }

    /// The pieces of each goal; every state has the pieces of one of them.
    fn pieces_of_goals(&self) -> Vec<Vec<u32>> {
        let mut state = self.puzzle.room();
        let mut pieces: Vec<Vec<u32>> = Vec::new();
        for &(shard, number) in &self.last {
            let shard = lock(&self.shards[usize::from(shard)]);
            self.puzzle.unpack(shard.states.row(number as usize), &mut state);
            pieces.extend(self.puzzle.pieces(&state).filter(|found| !pieces.contains(found)));
        }
        pieces
    }

    /// Reads a saved count. The levels must agree with the states. Each state must be one of the puzzle with these
    /// pieces, represent its class, and lie in its shard.
    fn read(&mut self, bytes: &[u8], pieces: &[Vec<u32>]) -> Result<(), Damaged> {
        let mut reader = Reader::new(bytes);
        reader.expect(SAVED)?;
        self.counts = reader.levels()?;
        if reader.number()? != self.puzzle.words() as u64 {
            return Err(Damaged);
        }
        let last = self.counts.len() as u64 - 1;
        // An open state was reached from a finished level, or belongs to one.
        let farthest = last + u64::from(self.costs.iter().copied().max().unwrap_or(0));
        let mut counted = vec![0_u64; self.counts.len()];
        let (mut row, mut again) = (vec![0; self.puzzle.words()], vec![0; self.puzzle.words()]);
        let room = || self.puzzle.room();
        let (mut state, mut leader, mut rooms) = (room(), room(), [room(), room()]);
        let mut sizes = Sizes::new(self.puzzle);
        for (at, shard) in self.shards.iter_mut().enumerate() {
            let shard = shard.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
            shard.distances = reader.numbers()?;
            for number in 0..shard.distances.len() {
                for word in &mut row {
                    *word = reader.number()?;
                }
                self.puzzle.unpack(&row, &mut state);
                let is_state = self.puzzle.pieces(&state).is_some_and(|found| pieces.contains(&found));
                if !is_state || shard_of(&row) != at || !shard.states.insert(&row).1 {
                    return Err(Damaged);
                }
                self.puzzle.represent(&state, &mut leader, &mut rooms);
                self.puzzle.pack(&leader, &mut again);
                let distance = shard.distances[number];
                if again != row || distance > farthest {
                    return Err(Damaged);
                }
                if distance <= last {
                    let sum = &mut counted[distance as usize];
                    *sum = sum.checked_add(sizes.of(&row)).ok_or(Damaged)?;
                }
                if distance == last {
                    self.last.push((at as u16, number as u32));
                }
                if distance >= last {
                    self.open.entry(distance).or_default().push((at as u16, number as u32));
                }
            }
        }
        (counted == self.counts && reader.rest().is_empty()).then_some(()).ok_or(Damaged)
    }

    /// Whether this count, which has only begun, has the first levels of a saved one: the goals, and the levels that
    /// are counted quickly.
    fn is_begun_by(&mut self, saved: &Self) -> bool {
        while self.counts.len() < saved.counts.len() && self.last.len() <= SAMPLED {
            if !matches!(self.step(&Control::new()), Ok(Some(_))) {
                return false;
            }
        }
        let levels = self.counts.len().min(saved.counts.len());
        let is_same = |(mine, theirs): (&Mutex<Shard>, &Mutex<Shard>)| {
            let (mine, theirs) = (lock(mine), lock(theirs));
            mine.distances.iter().enumerate().all(|(number, &distance)| {
                let there = theirs.states.get(mine.states.row(number));
                distance >= levels as u64
                    || there.is_some_and(|there| theirs.distances[there as usize] == distance)
            })
        };
        self.counts[..levels] == saved.counts[..levels] && self.shards.iter().zip(&saved.shards).all(is_same)
    }

    /// Whether sampled states have the distances that their neighbours imply: unless the state is a goal, one neighbour
    /// is nearer by the cost of the move between them, and none is farther by more.
    fn is_right_in_samples(&self) -> bool {
        let states: usize = self.shards.iter().map(|shard| lock(shard).states.len()).sum();
        let every = states.div_ceil(SAMPLED).max(1);
        let last = self.counts.len() as u64 - 1;
        let room = || self.puzzle.room();
        let (mut states, mut to, mut rooms) = ([room(), room()], room(), [room(), room()]);
        let mut number = 0_usize;
        for shard in &self.shards {
            let count = lock(shard).states.len();
            for at in 0..count {
                number += 1;
                if !number.is_multiple_of(every) {
                    continue;
                }
                let distance = {
                    let shard = lock(shard);
                    self.puzzle.unpack(shard.states.row(at), &mut states[0]);
                    shard.distances[at]
                };
                let [first, second] = &mut states;
                let both = self.puzzle.second(first, second, &mut rooms);
                let mut is_near = distance == 0;
                for state in &states[..if both { 2 } else { 1 }] {
                    for (m, (&back, &spent)) in self.costs.iter().zip(&self.spent).enumerate() {
                        if !self.puzzle.apply(m, state, &mut to) {
                            continue;
                        }
                        let next = self.distance(&to);
                        is_near |= next.is_some_and(|next| next + u64::from(spent) == distance);
                        // All neighbours have been inserted only for levels before the last one.
                        if distance < last && next.is_none_or(|next| next > distance + u64::from(back)) {
                            return false;
                        }
                    }
                }
                if !is_near {
                    return false;
                }
            }
        }
        true
    }

    /// Number of states at each distance so far; distances that no sum of costs equals have none.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Number of stored states at each distance so far: of classes, if one state represents a class. O(stored states).
    pub fn stored(&self) -> Vec<u64> {
        let mut stored = vec![0; self.counts.len()];
        for shard in &self.shards {
            for &distance in &lock(shard).distances {
                // Greater distances are not final.
                if let Some(count) = stored.get_mut(distance as usize) {
                    *count += 1;
                }
            }
        }
        stored
    }

    /// Number of states reached so far whose distances are final.
    pub fn reached(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        let shards = self.shards.iter().map(|shard| lock(shard).bytes() as u64).sum::<u64>();
        let places = self.open.values().map(Vec::capacity).sum::<usize>() + self.last.capacity();
        shards + (places * size_of::<Place>()) as u64
    }

    /// Counts the next level and returns its distance and number of states; `None` if there is none. After an error the
    /// counts are those of the previous levels, and no further level can be counted.
    pub fn step(&mut self, control: &Control<'_>) -> Result<Option<(u64, u64)>, StopReason> {
        let done = self.counts.len() as u64 - 1;
        if let Some(level) = self.open.remove(&done) {
            self.expand(done, &level, control)?;
        }
        // The states at the next distance that has any, except those that have since been found at a lower distance.
        while let Some((&distance, _)) = self.open.first_key_value() {
            let mut level = self.open.remove(&distance).unwrap_or_default();
            level.retain(|&(shard, number)| {
                lock(&self.shards[usize::from(shard)]).distances[number as usize] == distance
            });
            if level.is_empty() {
                continue;
            }
            let count = self.count(&level);
            self.counts.resize(distance as usize, 0);
            self.counts.push(count);
            self.last = level.clone();
            self.open.insert(distance, level);
            return Ok(Some((distance, count)));
        }
        Ok(None)
    }

    /// The number of states that the states at some places represent.
    fn count(&self, level: &[Place]) -> u64 {
        if !self.puzzle.has_classes() {
            return level.len() as u64;
        }
        let (count, chunk) = (AtomicU64::new(0), BATCH);
        share_out(self.threads, level.len().div_ceil(chunk), |piece| {
            let mut sizes = Sizes::new(self.puzzle);
            let places = &level[piece * chunk..((piece + 1) * chunk).min(level.len())];
            let size = |&(shard, number): &Place| {
                sizes.of(lock(&self.shards[usize::from(shard)]).states.row(number as usize))
            };
            count.fetch_add(places.iter().map(size).sum(), Relaxed);
        });
        count.into_inner()
    }

    /// Expands the states of a level.
    fn expand(&mut self, distance: u64, level: &[Place], control: &Control<'_>) -> Result<(), StopReason> {
        let reached = self.reached();
        let mut nodes = 0;
        for batch in level.chunks(BATCH) {
            control.report(Progress::Depth { length: distance as u32 + 1, nodes: reached + nodes });
            nodes += batch.len() as u64;
            if let Some(reason) = control.interrupted() {
                return Err(reason);
            }
            let threads = if batch.len() < 256 { 1 } else { self.threads };
            let out = self.move_on(batch, distance, threads);
            let taken = AtomicU64::new(self.bytes());
            let full = AtomicBool::new(false);
            let found: Mutex<Vec<(u64, Place)>> = Mutex::new(Vec::new());
            share_out(threads, SHARDS, |at| {
                let mut shard = lock(&self.shards[at]);
                let before = shard.bytes() as u64;
                let mut mine = Vec::new();
                for rows in &out {
                    for row in rows[at].chunks_exact(self.puzzle.words() + 1) {
                        let (row, distance) = (&row[1..], row[0]);
                        let (number, new) = shard.states.insert(row);
                        if new {
                            shard.distances.push(distance);
                        } else if shard.distances[number as usize] > distance {
                            shard.distances[number as usize] = distance;
                        } else {
                            continue;
                        }
                        mine.push((distance, (at as u16, number)));
                    }
                }
                let grown = shard.bytes() as u64 - before;
                if taken.fetch_add(grown, Relaxed) + grown > self.memory {
                    full.store(true, Relaxed);
                }
                lock(&found).extend(mine);
            });
            if full.load(Relaxed) {
                return Err(StopReason::Memory);
            }
            for (distance, place) in found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
                self.open.entry(distance).or_default().push(place);
            }
        }
        Ok(())
    }

    /// The neighbours of some states, by thread and shard: distance and row alternate.
    fn move_on(&self, batch: &[Place], distance: u64, threads: usize) -> Vec<Vec<Vec<u64>>> {
        let chunk = batch.len().div_ceil(threads * 4).max(1);
        let out = Mutex::new(Vec::new());
        share_out(threads, batch.len().div_ceil(chunk), |piece| {
            let words = self.puzzle.words();
            let mut rows = vec![Vec::new(); SHARDS];
            let room = || self.puzzle.room();
            let (mut states, mut to, mut leader) = ([room(), room()], room(), room());
            let (mut rooms, mut row) = ([room(), room()], vec![0; words]);
            for &(shard, number) in &batch[piece * chunk..((piece + 1) * chunk).min(batch.len())] {
                {
                    let shard = lock(&self.shards[usize::from(shard)]);
                    self.puzzle.unpack(shard.states.row(number as usize), &mut states[0]);
                }
                let [first, second] = &mut states;
                let both = self.puzzle.second(first, second, &mut rooms);
                let moves = self.costs.iter().enumerate();
                for (from, (m, &cost)) in states[..if both { 2 } else { 1 }]
                    .iter()
                    .flat_map(|from| moves.clone().map(move |m| (from, m)))
                {
                    if self.puzzle.apply(m, from, &mut to) {
                        self.puzzle.represent(&to, &mut leader, &mut rooms);
                        self.puzzle.pack(&leader, &mut row);
                        let shard = &mut rows[shard_of(&row)];
                        shard.push(distance + u64::from(cost));
                        shard.extend_from_slice(&row);
                    }
                }
            }
            lock(&out).push(rows);
        });
        out.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The distance of a reached state; it is final if it is below the number of counts.
    pub fn distance(&self, state: &PackedState) -> Option<u64> {
        let room = || self.puzzle.room();
        let (mut leader, mut row) = (room(), vec![0; self.puzzle.words()]);
        self.puzzle.represent(state, &mut leader, &mut [room(), room()]);
        self.puzzle.pack(&leader, &mut row);
        let shard = lock(&self.shards[shard_of(&row)]);
        shard.states.get(&row).map(|number| shard.distances[number as usize])
    }

    /// Up to `most` states of the last level, the least ones as rows.
    pub fn last_level(&self, most: usize) -> Vec<PackedState> {
        let row = |&(shard, number): &Place| {
            lock(&self.shards[usize::from(shard)]).states.row(number as usize).to_vec()
        };
        let mut rows: Vec<Vec<u64>> = Vec::new();
        for place in &self.last {
            rows.push(row(place));
            if rows.len() > 2 * most + 64 {
                rows.sort_unstable();
                rows.truncate(most);
            }
        }
        rows.sort_unstable();
        rows.truncate(most);
        let state = |row: &Vec<u64>| {
            let mut state = self.puzzle.room();
            self.puzzle.unpack(row, &mut state);
            state
        };
        rows.iter().map(state).collect()
    }
}

/// Computes how many states the state of a row represents.
struct Sizes<'a> {
    puzzle: &'a dyn WholeStates,
    state: PackedState,
    rooms: [PackedState; 3],
}

impl<'a> Sizes<'a> {
    fn new(puzzle: &'a dyn WholeStates) -> Self {
        let room = || puzzle.room();
        Sizes { puzzle, state: room(), rooms: [room(), room(), room()] }
    }

    fn of(&mut self, row: &[u64]) -> u64 {
        self.puzzle.unpack(row, &mut self.state);
        self.puzzle.class_size(&self.state, &mut self.rooms)
    }
}

/// Whether a saved count is consistent, as far as this can be decided without the puzzle. A state may represent
/// several, so a level may have fewer states than it claims, but not more, and all of them must be in the right place.
pub(super) fn fits_together(mut reader: Reader<'_>) -> Result<(), Damaged> {
    let counts = reader.levels()?;
    let words = usize::try_from(reader.number()?).map_err(|_| Damaged)?;
    let mut there = vec![0_u64; counts.len()];
    for at in 0..SHARDS {
        for distance in reader.numbers()? {
            let row = reader.some(words)?;
            if shard_of(&row) != at {
                return Err(Damaged);
            }
            if let Some(sum) = usize::try_from(distance).ok().and_then(|distance| there.get_mut(distance)) {
                *sum += 1;
            }
        }
    }
    let fits = |(&there, &told): (&u64, &u64)| there <= told && (there == 0) == (told == 0);
    let is_whole = there.iter().zip(&counts).all(fits) && reader.rest().is_empty();
    is_whole.then_some(()).ok_or(Damaged)
}

fn new_shards(puzzle: &dyn WholeStates) -> Vec<Mutex<Shard>> {
    let shard = || Mutex::new(Shard { states: RowSet::new(puzzle.words()), distances: Vec::new() });
    (0..SHARDS).map(|_| shard()).collect()
}

fn shard_of(row: &[u64]) -> usize {
    // The top bits: the lower ones determine the place in the shard's table.
    (hash(row) >> 58) as usize
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Divides pieces of work among some threads; each piece is done once.
fn share_out(threads: usize, pieces: usize, run: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let thread = |_: usize| {
        loop {
            let piece = next.fetch_add(1, Relaxed);
            if piece >= pieces {
                break;
            }
            run(piece);
        }
    };
    on_threads(threads, thread);
}
