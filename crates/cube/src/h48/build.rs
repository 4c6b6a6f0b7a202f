//! Building the table.
//!
//! Start at [`build`]. An entry stands for all cosets that differ only in flips for which the table has no room, and holds the
//! least of their distances. A search on entries would therefore be wrong, and all cosets near the solved one are generated.
//! Those up to the base are kept in lists, by class. The cosets one turn farther are generated class by class and discarded as
//! soon as their own neighbours are marked. These marks, some 10^10, are most of the work. A turn acts on all flips of a block
//! alike (see [`Undo`](super::coset::Undo)), so the marks of a block are set together, as one word.

use super::coset::{BLOCKS, CLASSES, Cosets, FLIPS};
use super::table::{self, ROW, Size};
use permutant_search::limits::{Control, Progress, StopReason};
use permutant_search::threads::on_threads;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// Cosets of one class at one distance, as `block << 11 | flips`, in order.
type Level = Vec<u32>;

/// Candidates from which on a bit for each coset of a class takes less time than sorting them.
const MANY: usize = 150_000;

/// A bit for each coset of a class; empty between uses.
struct Seen(Vec<u64>);

impl Seen {
    fn new() -> Seen {
        Seen(vec![0; BLOCKS * FLIPS / 64])
    }

    fn insert(&mut self, coset: u32) {
        self.0[coset as usize / 64] |= 1 << (coset % 64);
    }

    fn remove(&mut self, coset: u32) {
        self.0[coset as usize / 64] &= !(1 << (coset % 64));
    }

    /// What is in it, in order, and empties it.
    fn drain(&mut self) -> Level {
        let mut found = Vec::new();
        for (n, word) in self.0.iter_mut().enumerate() {
            let mut bits = std::mem::take(word);
            while bits != 0 {
                found.push(64 * n as u32 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
        found
    }
}

/// Takes out of a list what is in another; both in order.
fn subtract(from: &mut Level, what: &[u32]) {
    let mut what = what.iter().peekable();
    from.retain(|coset| {
        while what.next_if(|other| *other < coset).is_some() {}
        what.peek() != Some(&coset)
    });
}

/// The cosets of a class one turn farther than those of `last`.
fn next_level(
    cosets: &Cosets,
    steps: usize,
    class: usize,
    last: &[Level],
    before: Option<&[Level]>,
    seen: &mut Seen,
) -> Level {
    let neighbours: Vec<_> = (0..steps).map(|step| cosets.neighbour(class, step)).collect();
    let many = neighbours.iter().map(|(from, _)| last[*from].len()).sum::<usize>() >= MANY;
    let mut found = Vec::new();
    for (from, undo) in &neighbours {
        for &coset in &last[*from] {
            let (block, flips) = undo.of(coset as usize / FLIPS, coset as usize % FLIPS);
            let coset = (block * FLIPS + flips) as u32;
            if many { seen.insert(coset) } else { found.push(coset) }
        }
    }
    let known = [Some(last), before].into_iter().flatten();
    if many {
        for level in known {
            level[class].iter().for_each(|&coset| seen.remove(coset));
        }
        return seen.drain();
    }
    found.sort_unstable();
    found.dedup();
    for level in known {
        subtract(&mut found, &level[class]);
    }
    found
}

/// Does something for each class, on some threads; results in the order of the classes.
fn for_classes<R: Send>(
    threads: usize,
    control: &Control<'_>,
    work: impl Fn(usize, &mut Seen) -> R + Sync,
) -> Result<Vec<R>, StopReason> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(CLASSES));
    let stopped = Mutex::new(None);
    let run = || {
        let mut seen = Seen::new();
        loop {
            let class = next.fetch_add(1, Ordering::Relaxed);
            if class >= CLASSES {
                return;
            }
            if let Some(reason) = control.interrupted() {
                *stopped.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(reason);
                return;
            }
            let result = work(class, &mut seen);
            done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((class, result));
        }
    };
    on_threads(threads, |_| run());
    if let Some(reason) = stopped.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(reason);
    }
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_unstable_by_key(|(class, _)| *class);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// All cosets up to a distance: lists by distance, then by class.
fn levels(
    cosets: &Cosets,
    steps: usize,
    most: u32,
    threads: usize,
    control: &Control<'_>,
) -> Result<Vec<Vec<Level>>, StopReason> {
    let (class, block) = cosets.home();
    let mut levels = vec![vec![Level::new(); CLASSES]];
    levels[0][class].push((block * FLIPS) as u32);
    for depth in 1..=most as usize {
        let (last, before) = (&levels[depth - 1], depth.checked_sub(2).map(|at| &*levels[at]));
        let next = for_classes(threads, control, |class, seen| {
            let mut level = next_level(cosets, steps, class, last, before, seen);
            level.shrink_to_fit();
            level
        })?;
        levels.push(next);
    }
    Ok(levels)
}

/// A bit for each entry of the table: whether it is at most two turns beyond the base.
struct Marks {
    words: Vec<AtomicU32>,
    size: Size,
}

impl Marks {
    fn new(size: Size) -> Marks {
        let bits = (CLASSES * BLOCKS) << size.flip_bits();
        Marks { words: (0..bits.div_ceil(32)).map(|_| AtomicU32::new(0)).collect(), size }
    }

    /// Marks the neighbours in `class` of some cosets, by a turn that is undone.
    fn spread(&self, class: usize, undo: &super::coset::Undo<'_>, from: &[u32]) {
        let bits = self.size.flip_bits();
        let linear: Vec<u16> =
            (0..FLIPS).map(|flips| self.size.kept(undo.linear(flips).into()) as u16).collect();
        let first = (class * BLOCKS) << bits;
        for run in from.chunk_by(|a, b| a / FLIPS as u32 == b / FLIPS as u32) {
            let (block, pattern) = undo.block(run[0] as usize / FLIPS);
            let pattern = self.size.kept(pattern.into());
            let at = first + (block << bits);
            let kept = |coset: &u32| usize::from(linear[*coset as usize % FLIPS]) ^ pattern;
            if bits <= 5 {
                // All flips of a block lie in one word.
                let mask = run.iter().fold(0u32, |mask, coset| mask | 1 << kept(coset));
                self.set(at / 32, mask << (at % 32));
            } else {
                for coset in run {
                    let at = at + kept(coset);
                    self.set(at / 32, 1 << (at % 32));
                }
            }
        }
    }

    #[inline]
    fn set(&self, word: usize, mask: u32) {
        let word = &self.words[word];
        // In the end most marks are already set, and reading is cheaper.
        if word.load(Ordering::Relaxed) & mask != mask {
            word.fetch_or(mask, Ordering::Relaxed);
        }
    }

    fn get(&self, at: usize) -> bool {
        self.words[at / 32].load(Ordering::Relaxed) >> (at % 32) & 1 == 1
    }
}

/// Builds the bytes of a table. Additional memory: half as much for the marks, and 400 MB for the lists if the base is 9.
pub(super) fn build(size: Size, threads: usize, control: &Control<'_>) -> Result<Vec<u8>, StopReason> {
    const NAME: &str = "half-turns";
    let total = CLASSES as u64;
    control.report(Progress::Table { name: NAME, done: 0, total });
    let steps = size.steps();
    let cosets = Cosets::build(&steps);
    let levels = levels(&cosets, steps.len(), size.base(), threads, control)?;
    let last = levels.len() - 1;
    let mut reached: Vec<Vec<(usize, usize)>> = vec![Vec::new(); CLASSES];
    for class in 0..CLASSES {
        for step in 0..steps.len() {
            reached[cosets.neighbour(class, step).0].push((class, step));
        }
    }
    let mut bytes = vec![u8::MAX; size.bytes()];
    let marks = Marks::new(size);
    let rows = size.rows_a_class() * ROW;
    let chunks: Vec<Mutex<&mut [u8]>> = bytes.chunks_mut(rows).map(Mutex::new).collect();
    let finished = AtomicUsize::new(0);
    for_classes(threads, control, |class, seen| {
        let before = last.checked_sub(1).map(|at| &*levels[at]);
        let beyond = next_level(&cosets, steps.len(), class, &levels[last], before, seen);
        let mut rows = chunks[class].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (distance, level) in levels.iter().enumerate() {
            for &coset in &level[class] {
                table::put_near(&mut rows, size, coset, distance as u8);
            }
        }
        for &coset in &beyond {
            table::put(&mut rows, size, coset as usize / FLIPS, size.kept(coset as usize % FLIPS), 1);
        }
        for &(to, step) in &reached[class] {
            marks.spread(to, &cosets.neighbour(to, step).1, &beyond);
        }
        let done = finished.fetch_add(1, Ordering::Relaxed) as u64 + 1;
        if done.is_multiple_of(32) {
            control.report(Progress::Table { name: NAME, done, total });
        }
    })?;
    drop(levels);
    for_classes(threads, control, |class, _| {
        let mut rows = chunks[class].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let first = (class * BLOCKS) << size.flip_bits();
        for at in 0..BLOCKS << size.flip_bits() {
            if marks.get(first + at) {
                let kept = at & ((1 << size.flip_bits()) - 1);
                table::put(&mut rows, size, at >> size.flip_bits(), kept, 2);
            }
        }
    })?;
    drop(chunks);
    control.report(Progress::Table { name: NAME, done: total, total });
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::cubie::CubieCube;
    use crate::model::moves::{Metric, Move};
    use crate::model::symmetry::Symmetry;
    use std::collections::HashSet;

    #[test]
    fn cosets_near_home_are_those_that_turns_reach() {
        // Against a search of single cubes; all names of a coset are those of its symmetric images.
        for metric in [
            Metric::HalfTurn,
            Metric::QuarterTurn,
            Metric::SliceTurn,
            Metric::SliceQuarterTurn,
            Metric::AxialTurn,
        ] {
            check_levels(&Size::LEAST.counting(metric).steps());
        }
    }

    fn check_levels(steps: &[Vec<Move>]) {
        let cosets = Cosets::build(steps);
        let levels = levels(&cosets, steps.len(), 4, 1, &Control::new()).unwrap();
        let mut seen = HashSet::new();
        let mut last = vec![CubieCube::SOLVED];
        for level in &levels {
            let found: usize = level.iter().map(Vec::len).sum();
            let before = seen.len();
            last.retain(|cube| {
                let is_new = !seen.contains(&cosets.of(cube));
                seen.extend(Symmetry::all().map(|s| cosets.of(&s.of_cube(cube))));
                is_new
            });
            assert_eq!(found, seen.len() - before);
            last = last.iter().flat_map(|cube| steps.iter().map(|step| cube.after(step))).collect();
        }
    }

    #[test]
    #[ignore = "long: seconds in a build without checks"]
    fn cosets_to_distance_8_are_as_many_as_published() {
        // By cube48opt and by nissy.
        let steps = Size::LEAST.steps();
        let cosets = Cosets::build(&steps);
        let levels = levels(&cosets, steps.len(), 8, 2, &Control::new()).unwrap();
        let counts: Vec<usize> = levels.iter().map(|level| level.iter().map(Vec::len).sum()).collect();
        assert_eq!(counts.iter().sum::<usize>(), 7_437_855, "{counts:?}");
    }
}
