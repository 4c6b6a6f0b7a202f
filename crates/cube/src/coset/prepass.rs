//! The prepass: one more turn of G1 after each element of the set.
//!
//! Start at [`prepass`]. Each page is renewed as a whole from its old contents and those of the pages that the turns lead to.
//! All words of a page meet the same few masks, so the words of several turns with the same mask are joined before their bits
//! are exchanged.

use super::bitmap::Bitmap;
use super::layout::{ELEMENTS, HALF, Layout, ORDERS, PAGE, PAGES, PLANE, TURNS};
use super::sweep::Sweep;
use permutant_search::limits::{Control, StopReason};
use permutant_search::prefetch::prefetch;
use permutant_search::threads::on_threads;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Words of a cache line.
const LINE: usize = 8;

/// Words that a turn of D takes along in order: edges of U in all orders of one parity, 4! / 2.
const RUN: usize = 12;

/// From this share of elements in the set on, in hundredths, only words with gaps are renewed.
const NEARLY_ALL: u64 = 95;

/// What a turn adds to some words of a page: a plane of another page, where its words go, and the change of the bits' numbers.
#[derive(Clone, Copy)]
struct Source<'s> {
    plane: &'s [u64],
    words: &'s [u16],
    mask: u8,
}

/// Adds to the set whatever one turn of G1 makes of its elements. Returns the number of elements added. With `odd`, only elements of
/// this parity are added.
///
/// # Errors
///
/// The reason for the stop, if `control` stopped it. The set then contains some of the elements.
pub(super) fn prepass(
    bitmap: &mut Bitmap<'_>,
    layout: &Layout,
    sweep: &Sweep,
    (count, odd): (u64, Option<bool>),
    threads: usize,
    control: &Control<'_>,
) -> Result<u64, StopReason> {
    let has_few_gaps = count >= ELEMENTS / 100 * NEARLY_ALL;
    let is_renewed = |page: u16| odd.is_none_or(|odd| layout.is_odd(page) == odd);
    let users = |page: u16| sweep.needs(page).iter().filter(|&&user| is_renewed(user)).count();
    let users: Vec<AtomicU8> = (0..PAGES as u16).map(|page| AtomicU8::new(users(page) as u8)).collect();
    let slots: Vec<Mutex<u32>> = (0..PAGES as u16).map(|page| Mutex::new(bitmap.slot_of(page))).collect();
    let (next, added, stopped) = (AtomicUsize::new(0), AtomicU64::new(0), Mutex::new(None));
    on_threads(threads, |_| {
        let mut buffer = vec![0; HALF];
        while let Some(&page) = sweep.order().get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(reason) = control.interrupted() {
                *stopped.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason);
                return;
            }
            if !is_renewed(page) {
                continue;
            }
            let slot = bitmap.free().pop().expect("there are as many slots as a sweep needs");
            let new = renew(bitmap, layout, page, slot, has_few_gaps, &mut buffer);
            added.fetch_add(new, Ordering::Relaxed);
            *slots[usize::from(page)].lock().unwrap_or_else(PoisonError::into_inner) = slot;
            for &source in sweep.needs(page) {
                if users[usize::from(source)].fetch_sub(1, Ordering::AcqRel) == 1 && is_renewed(source) {
                    bitmap.free().push(bitmap.slot_of(source));
                }
            }
        }
    });
    let slots: Vec<u32> =
        slots.into_iter().map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner)).collect();
    bitmap.move_pages(&slots);
    match stopped.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(reason) => Err(reason),
        None => Ok(added.into_inner()),
    }
}

/// Writes the new contents of a page into a slot; how many elements were added.
pub(super) fn renew(
    bitmap: &Bitmap<'_>,
    layout: &Layout,
    page: u16,
    slot: u32,
    has_few_gaps: bool,
    buffer: &mut [u64],
) -> u64 {
    let turns = layout.page_turns(page);
    let old = bitmap.read(bitmap.slot_of(page));
    let others = turns.map(|turn| bitmap.read(bitmap.slot_of(turn.page)));
    let mut new = bitmap.write(slot);
    let mut added = 0;
    for order in 0..ORDERS {
        for odd_edges in [false, true] {
            let slices = layout.slice_turns(layout.is_odd(page) != odd_edges, order);
            let half = usize::from(odd_edges) * HALF..(usize::from(odd_edges) + 1) * HALF;
            let mut sources: [Source<'_>; TURNS] = std::array::from_fn(|turn| {
                let plane = usize::from(slices[turn].order) * PLANE;
                Source {
                    plane: &others[turn][plane..plane + PLANE],
                    words: &layout.edge_turns(turn)[half.clone()],
                    mask: turns[turn].mask | slices[turn].mask,
                }
            });
            sources.sort_unstable_by_key(|source| source.mask);
            let here = order * PLANE + half.start..order * PLANE + half.end;
            let (old, new) = (&old[here.clone()], &mut new[here]);
            added +=
                if has_few_gaps { fill_gaps(old, new, &sources) } else { join(old, new, &sources, buffer) };
        }
    }
    debug_assert_eq!(new.len(), PAGE);
    added
}

/// The union of old words and what all sources add to them; how many bits are new.
fn join(old: &[u64], new: &mut [u64], sources: &[Source<'_>; TURNS], buffer: &mut [u64]) -> u64 {
    new.copy_from_slice(old);
    for group in sources.chunk_by(|a, b| a.mask == b.mask) {
        if group[0].mask == 0 {
            group.iter().for_each(|source| gather(new, source.plane, source.words));
            continue;
        }
        buffer.fill(0);
        for source in group {
            gather(buffer, source.plane, source.words);
        }
        exchange(buffer, group[0].mask);
        new.iter_mut().zip(&*buffer).for_each(|(new, word)| *new |= word);
    }
    new.iter().zip(old).map(|(new, old)| u64::from((new & !old).count_ones())).sum()
}

/// Joins to each word the one of a plane that it comes from.
fn gather(words: &mut [u64], plane: &[u64], from: &[u16]) {
    let Some(plane) = plane.first_chunk::<PLANE>() else { return };
    // All come from one half. Read in order first, they are met at random in the L2 cache.
    let half = usize::from(from.first().is_some_and(|&word| usize::from(word) >= HALF)) * HALF;
    (half..half + HALF).step_by(LINE).for_each(|word| prefetch(plane, word));
    let is_in_runs = from.chunks_exact(RUN).all(|run| run[RUN - 1].wrapping_sub(run[0]) == RUN as u16 - 1);
    if is_in_runs {
        for (words, from) in words.chunks_exact_mut(RUN).zip(from.iter().step_by(RUN)) {
            let from = &plane[usize::from(*from)..][..RUN];
            words.iter_mut().zip(from).for_each(|(word, from)| *word |= from);
        }
        return;
    }
    for (word, &from) in words.iter_mut().zip(from) {
        *word |= plane[usize::from(from)];
    }
}

/// In all words, puts bit n where bit n ^ mask was.
fn exchange(words: &mut [u64], mask: u8) {
    fn exchange_by<const BY: u32>(words: &mut [u64], low: u64) {
        for word in words {
            *word = (*word >> BY) & low | (*word & low) << BY;
        }
    }
    let steps: [fn(&mut [u64], u64); 6] = [
        exchange_by::<1>,
        exchange_by::<2>,
        exchange_by::<4>,
        exchange_by::<8>,
        exchange_by::<16>,
        exchange_by::<32>,
    ];
    for (bit, step) in steps.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1) {
        step(words, LOW[bit]);
    }
}

/// By bit of a number, the numbers below 64 that do not have it.
const LOW: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0F0F_0F0F_0F0F_0F0F,
    0x00FF_00FF_00FF_00FF,
    0x0000_FFFF_0000_FFFF,
    0x0000_0000_FFFF_FFFF,
];

/// As [`join`], but each word only until it has no gap.
fn fill_gaps(old: &[u64], new: &mut [u64], sources: &[Source<'_>; TURNS]) -> u64 {
    new.copy_from_slice(old);
    let mut added = 0;
    for (n, word) in new.iter_mut().enumerate() {
        if *word == u64::MAX {
            continue;
        }
        for source in sources {
            let mut from = [source.plane[usize::from(source.words[n])]];
            exchange(&mut from, source.mask);
            *word |= from[0];
            if *word == u64::MAX {
                break;
            }
        }
        added += u64::from((*word & !old[n]).count_ones());
    }
    added
}
