//! All ways of a given length from a position into G1.
//!
//! Start at [`search`]. The phase-1 table of the two-phase solver tells for each state which turns still lead to G1 in time. The
//! elements of G1 at the ends are collected by page, because bits that are set one by one would each wait for memory.

use super::bitmap::Bitmap;
use super::endings::Endings;
use super::layout::{Layout, PAGES, Place};
use super::parts::{Node, Part, Ways, expand};
use super::phase_one::PhaseOne;
use super::pieces::Pieces;
use super::symmetry::{Image, Stabilizer};
use crate::model::cubie::CubieCube;
use crate::model::moves::Move;
use crate::simd::{self, Lanes, Task};
use permutant_search::limits::{Control, StopReason};
use permutant_search::threads::on_threads;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Elements of a page that are collected before they are inserted.
const COLLECTED: usize = 2048;

/// Bytes that a thread needs.
pub(super) const THREAD_BYTES: usize = PAGES * COLLECTED * size_of::<u32>();

/// States that are expanded together, so that their accesses to memory overlap.
const TOGETHER: usize = 64;

/// What a search found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// Sequences that lead into G1, with their images.
    pub(super) ways: u64,
    /// Elements that were not in the set.
    pub(super) added: u64,
}

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Search<'a, 'm, P> {
    pub(super) tables: &'a P,
    pub(super) endings: &'a Endings<'a>,
    pub(super) layout: &'a Layout,
    pub(super) bitmap: &'a Bitmap<'m>,
    pub(super) stabilizer: &'a Stabilizer,
    pub(super) control: &'a Control<'a>,
}

impl<P> Clone for Search<'_, '_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Search<'_, '_, P> {}

/// Inserts the ends of the ways of some parts into the set, one part after another until there are `most` ways. Returns what it found
/// and the number of parts done.
///
/// # Errors
///
/// The reason for the stop, if the control stopped it.
pub(super) fn search<P: PhaseOne>(
    search: Search<'_, '_, P>,
    (ways, parts): (Ways<'_>, &[Part]),
    most: u64,
    threads: usize,
) -> Result<(Found, usize), StopReason> {
    let images = if ways.are_split() { search.stabilizer.images() } else { &[] };
    let worker = || Worker {
        search,
        images,
        leaving: ways.leaving,
        turns: Move::ALL.map(|turn| Pieces::of(CubieCube::of_move(turn))),
        layers: vec![Vec::new(); ways.length as usize],
        ends: (0..PAGES).map(|_| Vec::with_capacity(COLLECTED)).collect(),
        found: Found::default(),
    };
    let (next, collected) = (AtomicUsize::new(0), AtomicU64::new(0));
    let results = on_threads(threads, |_| {
        let mut worker = worker();
        while collected.load(Ordering::Relaxed) < most
            && let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let before = worker.found.ways;
            worker.descend(std::slice::from_ref(&part.node), part.left)?;
            collected.fetch_add(worker.found.ways - before, Ordering::Relaxed);
        }
        Ok(worker.finish())
    });
    let found = results.into_iter().try_fold(Found::default(), |sum, result| {
        let result = result?;
        Ok(Found { ways: sum.ways + result.ways, added: sum.added + result.added })
    })?;
    Ok((found, next.into_inner().min(parts.len())))
}

/// A thread of a search.
struct Worker<'a, 'm, P> {
    search: Search<'a, 'm, P>,
    /// Those of the symmetries whose sequences are not searched.
    images: &'a [Image],
    leaving: bool,
    turns: [Pieces; Move::COUNT],
    /// By turns left, room for states.
    layers: Vec<Vec<Node>>,
    /// By page, elements that are not inserted yet.
    ends: Vec<Vec<u32>>,
    found: Found,
}

/// The states one turn after some, from which exactly `left` turns lead into G1.
struct Expand<'w, 'a, 'm, P> {
    worker: &'w Worker<'a, 'm, P>,
    nodes: &'w [Node],
    left: u32,
    next: &'w mut Vec<Node>,
}

impl<P: PhaseOne> Task for Expand<'_, '_, '_, P> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Worker { search: Search { tables, endings, .. }, leaving, turns, .. } = self.worker;
        let is_looked_up = self.left <= endings.length();
        for node in self.nodes {
            expand::<P, L>(node, self.left, *leaving, *tables, turns, |node, _| {
                if is_looked_up {
                    endings.near().prefetch(node.at);
                } else {
                    tables.prefetch(node.at);
                }
                self.next.push(node);
            });
        }
    }
}

/// The ends of all ways from at most [`TOGETHER`] states.
struct End<'w, 'a, 'm, P> {
    worker: &'w mut Worker<'a, 'm, P>,
    nodes: &'w [Node],
}

impl<P: PhaseOne> Task for End<'_, '_, '_, P> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Worker { search, images, ends, found, .. } = self.worker;
        let Search { endings, layout, bitmap, .. } = *search;
        let mut numbers = [0; TOGETHER];
        for (node, number) in self.nodes.iter().zip(&mut numbers) {
            *number = endings.near().number(node.at);
            endings.prefetch(*number);
        }
        let mut ranges: [Range<usize>; TOGETHER] = [const { 0..0 }; TOGETHER];
        for (range, &number) in ranges.iter_mut().zip(&numbers[..self.nodes.len()]) {
            *range = endings.range(number);
        }
        for (node, range) in self.nodes.iter().zip(ranges) {
            let successors = P::successors(node.last);
            for ending in endings.get(range) {
                if successors >> ending.first() & 1 == 0 {
                    continue;
                }
                let element = node.pieces.end::<L>(ending);
                found.collect(bitmap, ends, layout.place(element));
                for image in *images {
                    found.collect(bitmap, ends, layout.place(image.of(element)));
                }
            }
        }
    }
}

impl<P: PhaseOne> Worker<'_, '_, P> {
    /// All ways on from some states by exactly `left` turns.
    fn descend(&mut self, nodes: &[Node], left: u32) -> Result<(), StopReason> {
        if left <= self.search.endings.length() {
            nodes.chunks(TOGETHER).for_each(|nodes| simd::run(End { worker: self, nodes }));
            return Ok(());
        }
        if let Some(reason) = self.search.control.interrupted() {
            return Err(reason);
        }
        let left = left - 1;
        let mut next = std::mem::take(&mut self.layers[left as usize]);
        for nodes in nodes.chunks(TOGETHER) {
            next.clear();
            simd::run(Expand { worker: self, nodes, left, next: &mut next });
            self.descend(&next, left)?;
        }
        self.layers[left as usize] = next;
        Ok(())
    }

    /// Inserts what is left; what was found.
    fn finish(mut self) -> Found {
        for (page, ends) in self.ends.iter_mut().enumerate() {
            self.found.insert(self.search.bitmap, page as u16, ends);
        }
        self.found
    }
}

impl Found {
    /// Collects an element by its page, and inserts those of the page if they are many.
    #[inline]
    fn collect(&mut self, bitmap: &Bitmap<'_>, ends: &mut [Vec<u32>], at: Place) {
        let ends = &mut ends[usize::from(at.page)];
        ends.push(at.bit);
        if ends.len() == COLLECTED {
            self.insert(bitmap, at.page, ends);
        }
    }

    /// Inserts the elements of a page that were collected.
    #[cold]
    fn insert(&mut self, bitmap: &Bitmap<'_>, page: u16, ends: &mut Vec<u32>) {
        self.ways += ends.len() as u64;
        self.added += bitmap.insert(page, ends);
        ends.clear();
    }
}
