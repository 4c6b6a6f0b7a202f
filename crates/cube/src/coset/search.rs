//! All ways of a given length from a position into G1.
//!
//! Start at [`search`]. The phase-1 table of the two-phase solver tells for each state which turns still lead to G1 in time. The
//! elements of G1 at the ends are collected by page, because bits that are set one by one would each wait for memory.

use super::bitmap::Bitmap;
use super::endings::{Endings, FIRST, LONGEST, Pieces};
use super::layout::{Layout, PAGES, Place};
use super::parts::{Node, Ways, expand, parts};
use super::phase_one::PhaseOne;
use super::symmetry::{Image, Stabilizer};
use crate::model::cubie::CubieCube;
use crate::model::moves::Move;
use permutant_search::limits::{Control, StopReason};
use permutant_search::threads::on_threads;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Elements of a page that are collected before they are inserted.
const COLLECTED: usize = 2048;

/// Bytes that a thread needs.
pub(super) const THREAD_BYTES: usize = PAGES * COLLECTED * size_of::<u32>() + Endings::BYTES;

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

/// Inserts the ends of all ways into the set.
///
/// # Errors
///
/// The reason for the stop, if the control stopped it.
pub(super) fn search<P: PhaseOne>(
    search: Search<'_, '_, P>,
    ways: Ways<'_>,
    threads: usize,
) -> Result<Found, StopReason> {
    let parts = parts(ways, search.stabilizer, search.tables);
    let images = if ways.are_split() { search.stabilizer.images() } else { &[] };
    let worker = || Worker {
        search,
        images,
        leaving: ways.leaving,
        turns: Move::ALL.map(|turn| Pieces::of(CubieCube::of_move(turn))),
        endings: Endings::new(ways.length.min(LONGEST), ways.leaving),
        layers: vec![Vec::new(); ways.length as usize],
        ends: (0..PAGES).map(|_| Vec::with_capacity(COLLECTED)).collect(),
        found: Found::default(),
    };
    let next = AtomicUsize::new(0);
    let results = on_threads(threads, |_| {
        let mut worker = worker();
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            worker.descend(std::slice::from_ref(&part.node), part.left)?;
        }
        Ok(worker.finish())
    });
    results.into_iter().try_fold(Found::default(), |sum, result| {
        let result = result?;
        Ok(Found { ways: sum.ways + result.ways, added: sum.added + result.added })
    })
}

/// A thread of a search.
struct Worker<'a, 'm, P> {
    search: Search<'a, 'm, P>,
    /// Those of the symmetries whose sequences are not searched.
    images: &'a [Image],
    leaving: bool,
    turns: [Pieces; Move::COUNT],
    endings: Endings,
    /// By turns left, room for states.
    layers: Vec<Vec<Node>>,
    /// By page, elements that are not inserted yet.
    ends: Vec<Vec<u32>>,
    found: Found,
}

impl<P: PhaseOne> Worker<'_, '_, P> {
    /// All ways on from some states by exactly `left` turns.
    fn descend(&mut self, nodes: &[Node], left: u32) -> Result<(), StopReason> {
        if left <= LONGEST {
            nodes.chunks(TOGETHER).for_each(|nodes| self.end(nodes));
            return Ok(());
        }
        if let Some(reason) = self.search.control.interrupted() {
            return Err(reason);
        }
        let left = left - 1;
        let mut next = std::mem::take(&mut self.layers[left as usize]);
        for some in nodes.chunks(TOGETHER) {
            next.clear();
            for node in some {
                expand(node, left, self.leaving, self.search.tables, &self.turns, |node, _| next.push(node));
            }
            self.descend(&next, left)?;
        }
        self.layers[left as usize] = next;
        Ok(())
    }

    /// All endings of at most [`TOGETHER`] states.
    fn end(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| self.endings.prefetch(node.at));
        let mut ranges: [Range<usize>; TOGETHER] = [const { 0..0 }; TOGETHER];
        for (node, range) in nodes.iter().zip(&mut ranges) {
            *range = self.endings.of(node.at, self.search.tables);
        }
        for (node, range) in nodes.iter().zip(ranges) {
            let successors = P::successors(node.last);
            for ending in self.endings.get(range) {
                if successors >> ending.edges[FIRST] & 1 == 0 {
                    continue;
                }
                let corner = |at: usize| node.pieces.corners[usize::from(ending.corners[at] & 7)];
                let edge = |at: usize| node.pieces.edges[usize::from(ending.edges[at] & 15)];
                let layout = self.search.layout;
                self.found.collect(self.search.bitmap, &mut self.ends, layout.place(corner, edge));
                for image in self.images {
                    let place = layout.place(|at| image.corner(corner, at), |at| image.edge(edge, at));
                    self.found.collect(self.search.bitmap, &mut self.ends, place);
                }
            }
        }
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
