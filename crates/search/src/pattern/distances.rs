//! The distances of all arrangements of some pieces, by breadth-first search outwards from the solved one.
//!
//! Start at [`search`]. Arrangements with the same positions are neighbours in the table, and a move carries all of
//! them to arrangements with one other choice of positions: positions are ranked once for each move, and each of the
//! orientations takes one look-up. Every arrangement is expanded once.

use super::carried::{Carried, MOST_PIECES};
use super::ranking::Ranking;
use crate::limits::{Control, Progress, StopReason};
use crate::threads::on_threads;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

/// Databases of more entries have four bits an entry.
const MOST_BYTES: u64 = 1 << 24;

/// Positions that a thread takes at once.
const BLOCK: usize = 256;

/// Orientations are added in chunks of their digits with at most so many values.
const MOST_CHUNK: usize = 256;

/// The width of an entry.
pub(super) fn bits_of(entries: u64) -> u8 {
    if entries > MOST_BYTES { 4 } else { 8 }
}

/// An entry that no distance has been written to, or one too great for it.
fn unreached(entry_bits: u8) -> u8 {
    u8::MAX >> (8 - entry_bits)
}

/// An entry of a finished table.
#[inline(always)]
pub(crate) fn distance_at(entries: &[u8], entry_bits: u8, at: usize) -> u8 {
    match entry_bits {
        4 => entries[at / 2] >> (at % 2 * 4) & 15,
        _ => entries[at],
    }
}

/// A table that threads write at once.
struct Entries {
    bytes: Vec<AtomicU8>,
    is_narrow: bool,
}

impl Entries {
    fn new(size: usize, entry_bits: u8) -> Self {
        let is_narrow = entry_bits == 4;
        let bytes = if is_narrow { size.div_ceil(2) } else { size };
        let mut all: Vec<AtomicU8> = Vec::new();
        all.resize_with(bytes, || AtomicU8::new(u8::MAX));
        Entries { bytes: all, is_narrow }
    }

    #[inline(always)]
    fn get(&self, at: usize) -> u8 {
        match self.is_narrow {
            true => self.bytes[at / 2].load(Ordering::Relaxed) >> (at % 2 * 4) & 15,
            false => self.bytes[at].load(Ordering::Relaxed),
        }
    }

    /// Lowers an entry to a value if it is greater; whether it was.
    #[inline(always)]
    fn lower(&self, at: usize, value: u8) -> bool {
        if self.get(at) <= value {
            return false;
        }
        if !self.is_narrow {
            return self.bytes[at].fetch_min(value, Ordering::Relaxed) > value;
        }
        let shift = at % 2 * 4;
        let lowered =
            |byte: u8| (byte >> shift & 15 > value).then_some(byte & !(15 << shift) | value << shift);
        self.bytes[at / 2].fetch_update(Ordering::Relaxed, Ordering::Relaxed, lowered).is_ok()
    }
}

/// Addition of orientations, some digits at a time.
struct Turning {
    chunks: Vec<Chunk>,
}

struct Chunk {
    /// The first digit, and the digit after the last.
    digits: std::ops::Range<usize>,
    /// The number of values, and the weight of the lowest digit.
    size: usize,
    step: u32,
    /// By orientation of all pieces: the value of these digits.
    values: Vec<u8>,
    /// By value added and value: the sum.
    sums: Vec<u8>,
}

impl Turning {
    fn new(radices: &[usize]) -> Self {
        let mut chunks = Vec::new();
        let turns: usize = radices.iter().product();
        let (mut first, mut step) = (0, 1);
        while first < radices.len() {
            let (mut end, mut size) = (first + 1, radices[first]);
            while end < radices.len() && size * radices[end] <= MOST_CHUNK {
                size *= radices[end];
                end += 1;
            }
            let sum = |a: usize, b: usize| {
                let (mut weight, mut sum) = (1, 0);
                for radix in &radices[first..end] {
                    sum += (a / weight + b / weight) % radix * weight;
                    weight *= radix;
                }
                sum as u8
            };
            let sums = (0..size * size).map(|pair| sum(pair / size, pair % size)).collect();
            let values = (0..turns).map(|turn| (turn / step % size) as u8).collect();
            chunks.push(Chunk { digits: first..end, size, step: step as u32, values, sums });
            step *= size;
            first = end;
        }
        Turning { chunks }
    }

    /// Writes the sums of one orientation of all pieces and each of several. `added` are the digits of the first.
    #[inline(always)]
    fn add(&self, radices: &[usize], added: &[usize], turns: &[u32], sums: &mut Vec<u32>) {
        sums.clear();
        sums.resize(turns.len(), 0);
        for chunk in &self.chunks {
            let digits = chunk.digits.clone().rev();
            let value = digits.fold(0, |value, at| value * radices[at] + added[at]);
            let row = &chunk.sums[value * chunk.size..(value + 1) * chunk.size];
            for (sum, &turn) in sums.iter_mut().zip(turns) {
                *sum += u32::from(row[usize::from(chunk.values[turn as usize])]) * chunk.step;
            }
        }
    }
}

/// The distances of all arrangements, as [`PieceSet::distances`](super::PieceSet::distances) returns them.
pub(super) fn search(
    carried: &Carried,
    ranking: &Ranking,
    entry_bits: u8,
    threads: usize,
    control: &Control<'_>,
) -> Result<Vec<u8>, StopReason> {
    let entries = Entries::new(ranking.size(), entry_bits);
    // By positions: whether some of their arrangements have been reached, and not expanded.
    let mut is_waiting: Vec<AtomicBool> = Vec::new();
    is_waiting.resize_with(ranking.places, || AtomicBool::new(false));
    let mut solved = [0; MOST_PIECES];
    carried.pieces.iter().zip(&mut solved).for_each(|(piece, code)| *code = piece.home);
    let start = ranking.rank(&solved) as usize;
    entries.lower(start, 0);
    is_waiting[start / ranking.turns].store(true, Ordering::Relaxed);
    let level = Level { carried, ranking, entries, is_waiting, turning: Turning::new(&ranking.radices) };
    for distance in 0..unreached(entry_bits) {
        let next = AtomicUsize::new(0);
        let ends = on_threads(threads, |_| level.expand(distance, &next, control));
        let waiting = ends.into_iter().collect::<Result<Vec<bool>, StopReason>>()?;
        control.report(Progress::Table { name: "pattern database", done: distance.into(), total: 0 });
        if !waiting.contains(&true) {
            break;
        }
    }
    let mut bytes: Vec<u8> = level.entries.bytes.into_iter().map(AtomicU8::into_inner).collect();
    if entry_bits == 4 && ranking.size() % 2 == 1 {
        // The half of the last byte that is no entry.
        bytes.last_mut().into_iter().for_each(|last| *last &= 15);
    }
    Ok(bytes)
}

/// What the threads of a level share.
struct Level<'a> {
    carried: &'a Carried,
    ranking: &'a Ranking,
    entries: Entries,
    is_waiting: Vec<AtomicBool>,
    turning: Turning,
}

impl Level<'_> {
    /// Expands the arrangements at one distance; whether any arrangement is farther away.
    fn expand(&self, distance: u8, next: &AtomicUsize, control: &Control<'_>) -> Result<bool, StopReason> {
        let Level { ranking, is_waiting, .. } = self;
        let mut scratch = Scratch::default();
        let mut is_any = false;
        loop {
            let first = next.fetch_add(BLOCK, Ordering::Relaxed);
            if first >= ranking.places {
                return Ok(is_any);
            }
            if let Some(reason) = control.interrupted() {
                return Err(reason);
            }
            let block = &is_waiting[first..ranking.places.min(first + BLOCK)];
            for (place, is_waiting) in (first..).zip(block) {
                // Whoever reaches one of them later marks them again; who marked them before has written it.
                if is_waiting.swap(false, Ordering::Acquire) {
                    let waits = self.expand_place(place, distance, &mut scratch);
                    is_any |= waits | !scratch.turns.is_empty();
                    if waits {
                        is_waiting.store(true, Ordering::Release);
                    }
                }
            }
        }
    }

    /// The same for the arrangements with some positions; whether one of them waits.
    fn expand_place(&self, place: usize, distance: u8, scratch: &mut Scratch) -> bool {
        let Level { carried, ranking, entries, is_waiting, turning } = self;
        let most = unreached(if entries.is_narrow { 4 } else { 8 });
        scratch.turns.clear();
        let mut waits = false;
        for turn in 0..ranking.turns {
            match entries.get(place * ranking.turns + turn) {
                here if here == distance => scratch.turns.push(turn as u32),
                here => waits |= here > distance && here < most,
            }
        }
        if scratch.turns.is_empty() {
            return waits;
        }
        ranking.unrank(place, &mut scratch.slots);
        let mut digits = [0; MOST_PIECES];
        for &m in carried.moves() {
            let step = carried.costs[m.index()] / carried.unit();
            let Some(value) = u8::try_from(step).ok().and_then(|step| distance.checked_add(step)) else {
                continue;
            };
            if value >= most {
                continue;
            }
            let row = carried.row(m);
            let mut codes = [0; MOST_PIECES];
            let mut digit = 0;
            for member in ranking.parts.iter().rev().flat_map(|part| &part.members) {
                let piece = &carried.pieces[member.piece];
                let code = row[piece.start + usize::from(scratch.slots[member.piece]) * piece.modulus];
                let twist = usize::from(code) % piece.modulus;
                codes[member.piece] = code - twist as u8;
                if member.digit > 0 {
                    digits[digit] = twist;
                    digit += 1;
                }
            }
            let there = ranking.rank(&codes) as usize;
            turning.add(&ranking.radices, &digits[..digit], &scratch.turns, &mut scratch.sums);
            let mut is_lower = false;
            for &sum in &scratch.sums {
                is_lower |= entries.lower(there + sum as usize, value);
            }
            if is_lower {
                is_waiting[there / ranking.turns].store(true, Ordering::Release);
            }
        }
        waits
    }
}

/// Memory of a thread.
struct Scratch {
    /// The orientations to be expanded, and those after a move.
    turns: Vec<u32>,
    sums: Vec<u32>,
    /// By piece: its slot.
    slots: [u8; MOST_PIECES],
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch { turns: Vec::new(), sums: Vec::new(), slots: [0; MOST_PIECES] }
    }
}
