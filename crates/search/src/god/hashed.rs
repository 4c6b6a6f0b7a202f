//! Breadth-first search over whole states in hash tables, for puzzles without a perfect index and for costs of any kind.
//!
//! Start at [`Hashed::new`] and [`Hashed::step`]. Every state that was reached is kept with its distance, in shards by
//! hash; a level is made in batches, each in two passes: states are moved on and sorted by shard, then every shard takes
//! in its own. So threads share nothing but a list of work, and counts do not depend on their number. With moves of
//! different costs a state may be reached dearly first; it counts at the lowest distance, when that level is made
//! (Dial's buckets).

use super::saved::{Damaged, Reader, Writer};
use super::whole::WholeStates;
use crate::limits::{Control, Progress, StopReason};
use crate::puzzle_space::PackedState;
use crate::reachable::move_set::MoveSet;
use crate::reachable::row_set::{Fingerprint, RowSet, hash};
use crate::threads::on_threads;
use permutant_puzzle::state::State;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Shards of the states: enough that threads seldom wait for the last one, few enough that their buffers fill.
const SHARDS: usize = 64;

/// States that are moved on in one batch.
const BATCH: usize = 1 << 13;

/// Tells these fingerprints from others.
const PURPOSE: u64 = u64::from_le_bytes(*b"hashed 1");

/// A count of states by distance.
#[derive(Debug)]
pub struct Hashed<'a> {
    puzzle: &'a dyn WholeStates,
    /// What it costs to come from the state that a move makes back to where it was made.
    costs: Vec<u32>,
    shards: Vec<Mutex<Shard>>,
    /// States by the distance at which they were found; some of them were found nearer since.
    open: BTreeMap<u64, Vec<Place>>,
    counts: Vec<u64>,
    /// The states of the last level that was made, where they lie.
    last: Vec<Place>,
    threads: usize,
    memory: u64,
}

/// Where a state lies: a shard, and its number there.
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
    /// The goals, counted; those that are alike count once. `None` if one of them is no state of the puzzle.
    pub fn new(
        puzzle: &'a dyn WholeStates,
        goals: &[State],
        moves: &MoveSet,
        threads: usize,
        memory: u64,
    ) -> Option<Self> {
        let shard = || Mutex::new(Shard { states: RowSet::new(puzzle.words()), distances: Vec::new() });
        let mut search = Hashed {
            puzzle,
            costs: moves.moves().iter().map(|m| moves.moves()[m.inverse].cost).collect(),
            shards: (0..SHARDS).map(|_| shard()).collect(),
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

    /// Stands for the puzzle, the goals and the costs. To be asked before the first step.
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
        writer.numbers(&self.counts);
        for shard in &self.shards {
            let shard = lock(shard);
            writer.numbers(&shard.distances);
            (0..shard.states.len())
                .for_each(|at| shard.states.row(at).iter().for_each(|&word| writer.number(word)));
        }
        writer.finish()
    }

    /// Goes on with a count of the same puzzle and goals that [`Hashed::save`] wrote.
    pub fn resume(mut self, bytes: &[u8]) -> Result<Self, Damaged> {
        let mut reader = Reader::new(bytes);
        let goals = self.counts[0];
        self.counts = reader.numbers()?;
        if self.counts.first() != Some(&goals) {
            return Err(Damaged);
        }
        let last = self.counts.len() as u64 - 1;
        // What is open was reached from a level that is done, or is one that is.
        let farthest = last + u64::from(self.costs.iter().copied().max().unwrap_or(0));
        let mut counted = vec![0_u64; self.counts.len()];
        (self.open, self.last) = (BTreeMap::new(), Vec::new());
        for (at, shard) in self.shards.iter_mut().enumerate() {
            let shard = shard.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
            *shard = Shard { states: RowSet::new(self.puzzle.words()), distances: reader.numbers()? };
            let mut row = vec![0; self.puzzle.words()];
            let mut sizes = Sizes::new(self.puzzle);
            for number in 0..shard.distances.len() {
                for word in &mut row {
                    *word = reader.number()?;
                }
                if shard_of(&row) != at || !shard.states.insert(&row).1 {
                    return Err(Damaged);
                }
                let (distance, size) = (shard.distances[number], sizes.of(&row));
                if distance > farthest {
                    return Err(Damaged);
                }
                if distance <= last {
                    counted[distance as usize] += size;
                }
                if distance == last {
                    self.last.push((at as u16, number as u32));
                }
                if distance >= last {
                    self.open.entry(distance).or_default().push((at as u16, number as u32));
                }
            }
        }
        if counted != self.counts || !reader.rest().is_empty() {
            return Err(Damaged);
        }
        Ok(self)
    }

    /// States at each distance so far; levels that no sum of costs makes have none.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// States reached so far and known to be counted right.
    pub fn reached(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Bytes that are taken now.
    pub fn bytes(&self) -> u64 {
        let shards = self.shards.iter().map(|shard| lock(shard).bytes() as u64).sum::<u64>();
        let places = self.open.values().map(Vec::capacity).sum::<usize>() + self.last.capacity();
        shards + (places * size_of::<Place>()) as u64
    }

    /// Counts the next level and returns its distance and number of states; `None` if there is none. After an error the
    /// counts are those of the levels before, and no further level can be counted.
    pub fn step(&mut self, control: &Control<'_>) -> Result<Option<(u64, u64)>, StopReason> {
        let done = self.counts.len() as u64 - 1;
        if let Some(level) = self.open.remove(&done) {
            self.expand(done, &level, control)?;
        }
        // What lies at the next distance that has any; states that were found nearer since are not of it.
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

    /// How many states those at some places stand for.
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

    /// Moves the states of a level on.
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

    /// The neighbours of some states, by thread and shard: distance and row one after the other.
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

    /// The distance of a state that was reached; it is final if it is below the number of counts.
    pub fn distance(&self, state: &PackedState) -> Option<u64> {
        let room = || self.puzzle.room();
        let (mut leader, mut row) = (room(), vec![0; self.puzzle.words()]);
        self.puzzle.represent(state, &mut leader, &mut [room(), room()]);
        self.puzzle.pack(&leader, &mut row);
        let shard = lock(&self.shards[shard_of(&row)]);
        shard.states.get(&row).map(|number| shard.distances[number as usize])
    }

    /// Up to `most` states of the last level, the smallest as rows.
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

/// Tells how many states the state of a row stands for.
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

fn shard_of(row: &[u64]) -> usize {
    // The top bits: the lower ones choose the place in the shard's table.
    (hash(row) >> 58) as usize
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Does pieces of work with some threads, each piece once.
fn share_out(threads: usize, pieces: usize, run: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let thread = || {
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
