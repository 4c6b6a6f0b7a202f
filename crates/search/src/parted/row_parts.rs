//! The rows of a perfect index in parts, with two bits per state.
//!
//! Start at [`RowParts::new`]. A part is a range of rows. Its file holds the two-bit entries of these rows as in
//! [`crate::god::distances`], and the first states of the level at which it was written: entries do not tell them from those three levels
//! nearer. What a row reaches by a move lies in one row, so a message holds the places of a row at the last level once,
//! and the rows and maps by which they continue: between one bit and one byte per state and part.

use super::level_store::{Keep, LevelStore, Output};
use super::parts::{Halt, Neighbour, Numbers, Parts};
use super::post::Post;
use super::row_packet::{self, Packet};
use crate::god::distances::{LOW, PER_WORD, UNREACHED, equal};
use crate::limits::Control;
use crate::reachable::move_symmetry::MoveSymmetries;
use crate::reachable::place::Place;
use crate::reachable::row_set::Fingerprint;
use crate::reachable::rows::{Maps, PlaceMaps, Rows, Step, Stored};
use std::collections::BinaryHeap;
use std::io::{self, BufReader, Read};

/// Distinguishes these counts from others; changes with the format of files and messages.
const PURPOSE: u64 = u64::from_le_bytes(*b"rowparts");

/// Bytes that are read from a file at once.
const BUFFER: usize = 1 << 18;

/// Greatest number of states of a level that the file of a part lists, the first in order.
const LISTED: usize = 1 << 14;

/// Rows or packets between two questions whether to stop.
const UNASKED: usize = 1 << 10;

/// Rows in parts.
#[derive(Debug)]
pub struct RowParts<'a> {
    rows: &'a Rows,
    symmetries: &'a MoveSymmetries,
    part_rows: usize,
    row_words: usize,
}

impl<'a> RowParts<'a> {
    /// About this number of parts with equally many rows each, the last one excepted. If rows represent classes, these are the symmetries
    /// that make them.
    pub fn new(rows: &'a Rows, symmetries: &'a MoveSymmetries, parts: usize) -> Self {
        let part_rows = rows.len().div_ceil(parts.max(1));
        RowParts { rows, symmetries, part_rows, row_words: rows.width().div_ceil(PER_WORD) }
    }

    /// Identifies the count, whatever the number of its parts.
    pub fn identity(rows: &Rows) -> [u8; 32] {
        let mut sum = Fingerprint::new(PURPOSE);
        sum.add_all(rows.fingerprint().into_iter().map(u64::from));
        sum.bytes()
    }

    /// Bytes of the entries of a part.
    pub fn part_bytes(&self) -> u64 {
        8 * (self.part_rows * self.row_words) as u64
    }

    /// The number of rows of a part: all have equally many, except the last.
    fn rows_of(&self, part: usize) -> usize {
        self.part_rows.min(self.rows.len() - part * self.part_rows)
    }

    /// The file of a part as it was written last.
    fn entries(&self, part: usize, store: &dyn LevelStore) -> io::Result<Entries> {
        let words = self.rows_of(part) * self.row_words;
        let file = match store.newest(part) {
            Some(level) => store.read(level, part)?,
            None => None,
        };
        match file {
            Some(file) => Entries::read(file, words),
            None => Ok(Entries { words: vec![u64::MAX; words], first: Vec::new() }),
        }
    }

    fn expand_with<P: Place>(
        &self,
        part: usize,
        level: u64,
        store: &dyn LevelStore,
        control: &Control<'_>,
    ) -> Result<(), Halt> {
        let entries = self.entries(part, store)?;
        let mut post = Post::new(store, self.count());
        let (mut places, mut steps): (Vec<P>, Vec<(usize, Step)>) = (Vec::new(), Vec::new());
        let mut targets = Vec::new();
        for at in 0..self.rows_of(part) {
            if at % UNASKED == 0
                && let Some(reason) = control.interrupted()
            {
                return Err(reason.into());
            }
            entries.places(at, self, level % 3, &mut places);
            if places.is_empty() {
                continue;
            }
            steps.clear();
            steps.extend(self.rows.steps(part * self.part_rows + at).iter().map(|step| {
                let row = step.row as usize;
                (row / self.part_rows, Step { row: (row % self.part_rows) as u32, map: step.map })
            }));
            steps.sort_unstable_by_key(|(to, step)| (*to, step.row, step.map));
            for group in steps.chunk_by(|one, other| one.0 == other.0) {
                targets.clear();
                targets.extend(group.iter().map(|(_, step)| *step));
                row_packet::write(&targets, &places, self.rows.width(), post.to(group[0].0));
                post.send_large(level + 1, group[0].0)?;
            }
        }
        Ok(post.send_all(level + 1)?)
    }

    fn absorb_with<M: PlaceMaps>(
        &self,
        maps: M,
        part: usize,
        level: u64,
        store: &dyn LevelStore,
        control: &Control<'_>,
    ) -> Result<u64, Halt> {
        let Some(messages) = store.received(level, part)? else { return Ok(0) };
        let mut messages = BufReader::with_capacity(BUFFER, messages);
        let mut entries = self.entries(part, store)?;
        let first = part * self.part_rows;
        let (mut packet, mut count, mut packets) = (Packet::<M::Place>::new(), 0, 0_usize);
        let mut room = Vec::new();
        let (mut listed, entry) = (Least::default(), level % 3);
        while packet.read(&mut messages, self.rows_of(part), maps.count(), self.rows)? {
            packets += 1;
            if packets.is_multiple_of(UNASKED)
                && let Some(reason) = control.interrupted()
            {
                return Err(reason.into());
            }
            for target in &packet.targets {
                let row = target.row as usize;
                let image = maps.view(target.map, packet.places.len(), &mut room);
                let images = packet.places.iter().map(|place| image(place.index()));
                let there = &mut entries.words[row * self.row_words..][..self.row_words];
                let itself = self.rows.itself(first + row);
                let mut new = 0;
                if itself.is_empty() && !listed.takes(row) {
                    new += images.map(|place| claim(there, place, entry)).sum::<u64>();
                } else {
                    for place in images {
                        if claim(there, place, entry) == 0 {
                            continue;
                        }
                        new += 1;
                        listed.add(row, place);
                        for image in itself.iter().map(|&map| maps.image(map, place)) {
                            if claim(there, image, entry) == 1 {
                                new += 1;
                                listed.add(row, image);
                            }
                        }
                    }
                }
                count += new * self.rows.weight(first + row);
            }
        }
        if count > 0 {
            entries.first = listed.into_sorted();
            entries.write(store.write(level, part)?)?;
        }
        Ok(count)
    }

    /// The entry of a state, read from its file alone.
    fn entry_of(&self, state: &[u64], store: &dyn LevelStore) -> io::Result<u64> {
        let (row, place) = (state[0] as usize, state[1] as usize);
        let part = row / self.part_rows;
        let word = (row % self.part_rows) * self.row_words + place / PER_WORD;
        let bytes = match store.newest(part) {
            Some(level) => store.read_at(level, part, 8 * word as u64, 8)?,
            None => None,
        };
        let word = match bytes.as_deref().and_then(|bytes| bytes.first_chunk()) {
            Some(bytes) => u64::from_le_bytes(*bytes),
            None => u64::MAX,
        };
        Ok(word >> (2 * (place % PER_WORD)) & 3)
    }
}

/// Writes the entry of an unreached state: 1 if it was unreached, otherwise 0. Without branches, because which states are new cannot be
/// predicted.
#[inline]
fn claim(row: &mut [u64], place: usize, value: u64) -> u64 {
    let (word, shift) = (&mut row[place / PER_WORD], 2 * (place % PER_WORD));
    let unreached = *word >> shift & *word >> shift >> 1 & 1;
    *word ^= ((UNREACHED ^ value) * unreached) << shift;
    unreached
}

/// The file of a part in memory.
struct Entries {
    words: Vec<u64>,
    /// The first states of the level at which the file was written: row in the part, and place.
    first: Vec<(u32, u32)>,
}

impl Entries {
    fn read(mut file: impl Read, words: usize) -> io::Result<Self> {
        let mut entries = Entries { words: Vec::with_capacity(words), first: Vec::new() };
        let mut bytes = vec![0; BUFFER.min(8 * words)];
        while entries.words.len() < words {
            let some = &mut bytes[..BUFFER.min(8 * (words - entries.words.len()))];
            file.read_exact(some)?;
            entries.words.extend(some.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)));
        }
        // To the end of the file, where its checksum is compared.
        let mut rest = Vec::new();
        file.read_to_end(&mut rest)?;
        let pair = |word: u64| (word as u32, (word >> 32) as u32);
        entries.first.extend(rest.as_chunks().0.iter().map(|bytes| pair(u64::from_le_bytes(*bytes))));
        Ok(entries)
    }

    fn write(&self, mut file: Box<dyn Output + Send>) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(BUFFER);
        for words in self.words.chunks(BUFFER / 8) {
            bytes.clear();
            words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
            file.write_all(&bytes)?;
        }
        for (row, place) in &self.first {
            file.write_all(&(u64::from(*row) | u64::from(*place) << 32).to_le_bytes())?;
        }
        file.finish()
    }

    /// The places of a row with an entry, other than that of unreached states.
    fn places<P: Place>(&self, row: usize, parts: &RowParts<'_>, value: u64, places: &mut Vec<P>) {
        places.clear();
        let words = &self.words[row * parts.row_words..][..parts.row_words];
        for (number, &word) in words.iter().enumerate() {
            let mut bits = equal(word, value) & LOW;
            while bits != 0 {
                places.push(P::new(number * PER_WORD + bits.trailing_zeros() as usize / 2));
                bits &= bits - 1;
            }
        }
    }
}

/// The least of some states, at most [`LISTED`].
#[derive(Default)]
struct Least {
    states: BinaryHeap<(u32, u32)>,
}

impl Least {
    /// Whether states of this row may belong to the least.
    #[inline]
    fn takes(&self, row: usize) -> bool {
        self.states.len() < LISTED
            || self.states.peek().is_some_and(|(greatest, _)| row <= *greatest as usize)
    }

    fn add(&mut self, row: usize, place: usize) {
        let state = (row as u32, place as u32);
        if self.states.len() < LISTED {
            self.states.push(state);
        } else if let Some(mut greatest) = self.states.peek_mut()
            && state < *greatest
        {
            *greatest = state;
        }
    }

    fn into_sorted(self) -> Vec<(u32, u32)> {
        self.states.into_sorted_vec()
    }
}

impl Parts for RowParts<'_> {
    fn count(&self) -> usize {
        self.rows.len().div_ceil(self.part_rows)
    }

    fn identity(&self) -> [u8; 32] {
        RowParts::identity(self.rows)
    }

    fn keep(&self) -> Keep {
        Keep::Last
    }

    fn largest_cost(&self) -> u64 {
        1
    }

    fn begin(&self, store: &dyn LevelStore) -> io::Result<u64> {
        let (row, place) = self.rows.solved();
        let part = row / self.part_rows;
        // The solved row is the first one, of the first part; no map leads to it from itself, so the file is written here.
        let at = row % self.part_rows;
        let words = vec![u64::MAX; self.rows_of(part) * self.row_words];
        let mut entries = Entries { words, first: vec![(at as u32, place as u32)] };
        claim(&mut entries.words[at * self.row_words..][..self.row_words], place, 0);
        entries.write(store.write(0, part)?)?;
        Ok(self.rows.weight(row))
    }

    fn expand(
        &self,
        part: usize,
        level: u64,
        store: &dyn LevelStore,
        control: &Control<'_>,
    ) -> Result<(), Halt> {
        match self.rows.maps() {
            Maps::Narrow(_) | Maps::Blocks(_) => self.expand_with::<u16>(part, level, store, control),
            Maps::Wide(_) => self.expand_with::<u32>(part, level, store, control),
        }
    }

    fn absorb(
        &self,
        part: usize,
        level: u64,
        store: &dyn LevelStore,
        control: &Control<'_>,
    ) -> Result<u64, Halt> {
        let width = self.rows.width();
        match self.rows.maps() {
            Maps::Narrow(maps) => self.absorb_with(Stored { maps, width }, part, level, store, control),
            Maps::Wide(maps) => self.absorb_with(Stored { maps, width }, part, level, store, control),
            Maps::Blocks(maps) => self.absorb_with(maps, part, level, store, control),
        }
    }

    fn last(&self, part: usize, level: u64, most: usize, store: &dyn LevelStore) -> io::Result<Vec<Numbers>> {
        if store.newest(part) != Some(level) {
            return Ok(Vec::new());
        }
        let first = (part * self.part_rows) as u64;
        // The stored row is the true one: no symmetry has been applied.
        let state = |&(row, place): &(u32, u32)| vec![first + u64::from(row), place.into(), 0];
        Ok(self.entries(part, store)?.first.iter().take(most).map(state).collect())
    }

    fn neighbours(&self, state: &[u64]) -> Vec<Neighbour> {
        let (row, place, turned) = (state[0] as usize, state[1] as usize, state[2] as usize);
        let after = |m| {
            let ((row, place), symmetry) = self.rows.after((row, place), m);
            // The move as made on the true state.
            let turn = self.symmetries.image(self.symmetries.inverse(turned), m);
            let turned = self.symmetries.then(turned, usize::from(symmetry));
            Neighbour { turn, cost: 1, state: vec![row as u64, place as u64, turned as u64] }
        };
        (0..self.rows.moves()).map(after).collect()
    }

    fn part_of(&self, state: &[u64]) -> usize {
        state[0] as usize / self.part_rows
    }

    fn are_at(
        &self,
        _: usize,
        level: u64,
        states: &[Numbers],
        store: &dyn LevelStore,
    ) -> io::Result<Vec<bool>> {
        // Distances of neighbours differ by at most 1.
        states.iter().map(|state| Ok(self.entry_of(state, store)? == level % 3)).collect()
    }

    fn level_of(&self, state: &[u64], levels: u64, store: &dyn LevelStore) -> io::Result<Option<u64>> {
        // An entry tells the level up to multiples of three: as many moves lead nearer as the state is far.
        let (mut state, mut entry) = (state.to_vec(), self.entry_of(state, store)?);
        if entry == UNREACHED {
            return Ok(None);
        }
        for level in 0..levels {
            let nearer = (entry + 2) % 3;
            let mut found = None;
            for next in self.neighbours(&state) {
                if self.entry_of(&next.state, store)? == nearer {
                    found = Some(next.state);
                    break;
                }
            }
            match found {
                Some(next) => (state, entry) = (next, nearer),
                None if entry == 0 => return Ok(Some(level)),
                None => return Ok(None),
            }
        }
        Ok(None)
    }
}
