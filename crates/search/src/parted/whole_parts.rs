//! Whole states in parts by hash, for spaces without a perfect index and moves of any cost.
//!
//! Start at [`WholeParts::new`]. The states that a part has at a level are a sorted run. Neighbours are sent in sorted chunks; a part sorts
//! what it received and leaves out the states of earlier levels by reading their runs along: those at most as many levels back as a move
//! costs, if every move can be undone at its cost, and of all levels otherwise. One state represents all states of its class.

use super::level_store::{Keep, LevelStore};
use super::parts::{Halt, Neighbour, Numbers, Parts};
use super::sorted_run::{Decoder, Encoder, Run, Sorter, sort};
use super::varint::{self, damaged};
use crate::god::state_codec::WholeStates;
use crate::limits::Control;
use crate::puzzle_space::PackedState;
use crate::reachable::move_set::MoveSet;
use crate::reachable::row_set::{Fingerprint, hash};
use permutant_puzzle::state::State;
use std::io::{self, BufReader};

/// Distinguishes these counts from others; changes with the format of files and messages.
const PURPOSE: u64 = u64::from_le_bytes(*b"wholepts");

/// Rows of a chunk; enough that differences become small.
const CHUNK: usize = 1 << 12;

/// Bytes of a buffer in front of a file.
const BUFFER: usize = 1 << 18;

/// States between two questions whether to stop.
const UNASKED: u64 = 1 << 12;

/// Whole states in parts.
#[derive(Debug)]
pub struct WholeParts<'a> {
    states: &'a dyn WholeStates,
    goals: &'a [State],
    /// By move: its cost, and the cost of returning from its result.
    costs: Vec<(u64, u64)>,
    /// Levels before one that may hold its states: all, if `None`.
    back: Option<u64>,
    parts: usize,
    sort_bytes: u64,
}

impl<'a> WholeParts<'a> {
    /// States in `parts` parts; each of them may take `sort_bytes` in memory to sort what it received. `can_fail` says that moves may be
    /// impossible.
    pub fn new(
        states: &'a dyn WholeStates,
        goals: &'a [State],
        moves: &MoveSet,
        can_fail: bool,
        parts: usize,
        sort_bytes: u64,
    ) -> Self {
        let cost = |m: usize| u64::from(moves.moves()[m].cost);
        let costs: Vec<(u64, u64)> =
            (moves.moves().iter().zip(0..)).map(|(m, at)| (cost(at), cost(m.inverse))).collect();
        let can_be_undone = !can_fail && costs.iter().all(|(there, back)| there == back);
        let largest = costs.iter().map(|(there, back)| *there.max(back)).max().unwrap_or(1);
        let back = can_be_undone.then_some(largest);
        WholeParts { states, goals, costs, back, parts: parts.max(1), sort_bytes }
    }

    fn part_of_row(&self, row: &[u64]) -> usize {
        ((u128::from(hash(row)) * self.parts as u128) >> u64::BITS) as usize
    }

    /// Sends a chunk of rows, sorted and each once.
    fn send(&self, rows: &mut Vec<u64>, level: u64, part: usize, store: &dyn LevelStore) -> io::Result<()> {
        let words = self.states.words();
        sort(rows, words);
        let mut bytes = Vec::with_capacity(4 * rows.len());
        varint::write((rows.len() / words) as u64, &mut bytes);
        let mut encoder = Encoder::new(words);
        rows.chunks_exact(words).for_each(|row| encoder.write(row, &mut bytes));
        rows.clear();
        store.send(level, part, &bytes)
    }
}

impl Parts for WholeParts<'_> {
    fn count(&self) -> usize {
        self.parts
    }

    fn identity(&self) -> [u8; 32] {
        let mut sum = Fingerprint::new(PURPOSE);
        sum.add_all(self.states.fingerprint().into_iter().map(u64::from));
        sum.add_all(self.costs.iter().flat_map(|&(there, back)| [there, back]));
        let mut row = vec![0; self.states.words()];
        for goal in self.goals {
            if let Some(state) = self.states.read(goal) {
                self.states.pack(&state, &mut row);
                sum.add_all(row.iter().copied());
            }
        }
        sum.bytes()
    }

    fn keep(&self) -> Keep {
        // Antipodes are solved along the runs of all levels.
        Keep::All
    }

    fn largest_cost(&self) -> u64 {
        self.costs.iter().map(|&(there, back)| there.max(back)).max().unwrap_or(1)
    }

    fn begin(&self, store: &dyn LevelStore) -> io::Result<u64> {
        let room = || self.states.room();
        let (mut leader, mut rooms, mut row) = (room(), [room(), room()], vec![0; self.states.words()]);
        for goal in self.goals {
            let Some(state) = self.states.read(goal) else { continue };
            self.states.represent(&state, &mut leader, &mut rooms);
            self.states.pack(&leader, &mut row);
            self.send(&mut row.clone(), 0, self.part_of_row(&row), store)?;
        }
        Ok(0)
    }

    fn expand(
        &self,
        part: usize,
        level: u64,
        store: &dyn LevelStore,
        control: &Control<'_>,
    ) -> Result<(), Halt> {
        let Some(file) = store.read(level, part)? else { return Ok(()) };
        let words = self.states.words();
        let mut run = Run::new(file, words)?;
        let room = || self.states.room();
        let (mut states, mut to, mut leader) = ([room(), room()], room(), room());
        let (mut rooms, mut row) = ([room(), room()], vec![0; words]);
        let mut costs: Vec<u64> = self.costs.iter().map(|(_, back)| *back).collect();
        costs.sort_unstable();
        costs.dedup();
        // By cost and part.
        let mut waiting = vec![Vec::new(); costs.len() * self.parts];
        let mut done = 0_u64;
        while let Some(here) = run.row() {
            if done.is_multiple_of(UNASKED)
                && let Some(reason) = control.interrupted()
            {
                return Err(reason.into());
            }
            done += 1;
            self.states.unpack(here, &mut states[0]);
            let [first, second] = &mut states;
            let both = self.states.second(first, second, &mut rooms);
            for from in &states[..if both { 2 } else { 1 }] {
                for (m, (_, back)) in self.costs.iter().enumerate() {
                    if !self.states.apply(m, from, &mut to) {
                        continue;
                    }
                    self.states.represent(&to, &mut leader, &mut rooms);
                    self.states.pack(&leader, &mut row);
                    let part = self.part_of_row(&row);
                    let cost = costs.partition_point(|cost| cost < back);
                    let rows = &mut waiting[cost * self.parts + part];
                    rows.extend_from_slice(&row);
                    if rows.len() >= CHUNK * words {
                        self.send(rows, level + back, part, store)?;
                    }
                }
            }
            run.advance()?;
        }
        for (at, rows) in waiting.iter_mut().enumerate().filter(|(_, rows)| !rows.is_empty()) {
            self.send(rows, level + costs[at / self.parts], at % self.parts, store)?;
        }
        Ok(())
    }

    fn absorb(
        &self,
        part: usize,
        level: u64,
        store: &dyn LevelStore,
        control: &Control<'_>,
    ) -> Result<u64, Halt> {
        let Some(messages) = store.received(level, part)? else { return Ok(0) };
        let words = self.states.words();
        let mut messages = BufReader::with_capacity(BUFFER, messages);
        let mut sorter = Sorter::new(store, words, self.sort_bytes);
        while let Some(count) = varint::read(&mut messages)? {
            if let Some(reason) = control.interrupted() {
                return Err(reason.into());
            }
            let mut decoder = Decoder::new(words);
            for _ in 0..count {
                if !decoder.read(&mut messages)? {
                    return Err(damaged().into());
                }
                sorter.add(&decoder.row)?;
            }
        }
        let earliest = self.back.map_or(0, |back| level.saturating_sub(2 * back));
        let mut earlier = Vec::new();
        for level in earliest..level {
            if let Some(file) = store.read(level, part)? {
                earlier.push(Run::new(file, words)?);
            }
        }
        let (mut encoder, mut bytes, mut file) = (Encoder::new(words), Vec::with_capacity(BUFFER), None);
        let room = || self.states.room();
        let (mut state, mut rooms) = (room(), [room(), room(), room()]);
        let (mut count, mut taken) = (0, 0_u64);
        sorter.finish(|row| {
            taken += 1;
            if taken.is_multiple_of(UNASKED)
                && let Some(reason) = control.interrupted()
            {
                return Err(Halt::from(reason));
            }
            for run in &mut earlier {
                if run.find(row)? {
                    return Ok(());
                }
            }
            count += if self.states.has_classes() {
                self.states.unpack(row, &mut state);
                self.states.class_size(&state, &mut rooms)
            } else {
                1
            };
            encoder.write(row, &mut bytes);
            if bytes.len() >= BUFFER - 64 {
                let file = match &mut file {
                    Some(file) => file,
                    None => file.insert(store.write(level, part)?),
                };
                file.write_all(&bytes)?;
                bytes.clear();
            }
            Ok(())
        })?;
        if count > 0 {
            let mut file = match file {
                Some(file) => file,
                None => store.write(level, part)?,
            };
            file.write_all(&bytes)?;
            file.finish()?;
        }
        Ok(count)
    }

    fn last(&self, part: usize, level: u64, most: usize, store: &dyn LevelStore) -> io::Result<Vec<Numbers>> {
        let Some(file) = store.read(level, part)? else { return Ok(Vec::new()) };
        let (mut run, mut found) = (Run::new(file, self.states.words())?, Vec::new());
        while found.len() < most
            && let Some(row) = run.row()
        {
            found.push(row.to_vec());
            run.advance()?;
        }
        Ok(found)
    }

    fn neighbours(&self, state: &[u64]) -> Vec<Neighbour> {
        let room = || self.states.room();
        let (mut from, mut to) = (room(), room());
        self.states.unpack(state, &mut from);
        let mut neighbours = Vec::new();
        for (turn, &(cost, _)) in self.costs.iter().enumerate() {
            if self.states.apply(turn, &from, &mut to) {
                let mut state = vec![0; self.states.words()];
                self.states.pack(&to, &mut state);
                neighbours.push(Neighbour { turn, cost, state });
            }
        }
        neighbours
    }

    fn part_of(&self, state: &[u64]) -> usize {
        self.part_of_row(&self.leader(state))
    }

    fn are_at(
        &self,
        part: usize,
        level: u64,
        states: &[Numbers],
        store: &dyn LevelStore,
    ) -> io::Result<Vec<bool>> {
        let mut found = vec![false; states.len()];
        let Some(file) = store.read(level, part)? else { return Ok(found) };
        let mut run = Run::new(file, self.states.words())?;
        let leaders: Vec<Numbers> = states.iter().map(|state| self.leader(state)).collect();
        let mut order: Vec<usize> = (0..states.len()).collect();
        order.sort_by_key(|&at| &leaders[at]);
        for at in order {
            found[at] = run.find(&leaders[at])?;
        }
        Ok(found)
    }

    fn level_of(&self, state: &[u64], levels: u64, store: &dyn LevelStore) -> io::Result<Option<u64>> {
        let state = [state.to_vec()];
        let part = self.part_of(&state[0]);
        for level in 0..levels {
            if self.are_at(part, level, &state, store)? == [true] {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }
}

impl WholeParts<'_> {
    /// The row of the state that represents a state.
    fn leader(&self, state: &[u64]) -> Numbers {
        let room = || self.states.room();
        let (mut from, mut leader, mut rooms) = (room(), room(), [room(), room()]);
        self.states.unpack(state, &mut from);
        self.states.represent(&from, &mut leader, &mut rooms);
        self.row(&leader)
    }

    /// A state in the numbers of this space; `None` if it does not have the contents of the goals.
    pub fn numbers(&self, state: &State) -> Option<Numbers> {
        let state = self.states.read(state).filter(|state| self.states.is_legal(state))?;
        Some(self.row(&state))
    }

    fn row(&self, state: &PackedState) -> Numbers {
        let mut row = vec![0; self.states.words()];
        self.states.pack(state, &mut row);
        row
    }
}
