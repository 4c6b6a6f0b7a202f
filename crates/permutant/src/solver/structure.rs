//! The structure of a puzzle on which a heuristic or a search of its own relies.
//!
//! Start at [`Structure::of`] and [`Ring::of`].

use super::tried::is_better;
use permutant_search::alternating::{Alternating, DoubleCosets};
use permutant_search::guide::{Adjacency, Guide, Sets, Sliding};
use permutant_search::puzzle_space::PuzzleSpace;
use permutant_search::sequences::Sequences;
use permutant_search::space::Space;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

/// The greatest number of entries of each database, by level.
const ENTRIES: [u64; 3] = [1 << 14, 1 << 23, 1 << 27];

/// States of the search for duplicate words: some hundredths of a second.
const DUPLICATE_STATES: usize = 50_000;

/// Nodes of the automaton without them, which should stay in the cache.
const DUPLICATE_NODES: usize = 1 << 13;

/// If the mean bound and the depth of a table differ by less than this factor, both are tried.
const UNCLEAR: f64 = 2.0;

/// The structure of a space on which a heuristic relies.
#[derive(Debug)]
pub(super) enum Structure {
    /// Every move slides a piece into the only hole.
    Sliding(Box<SlidingSums>),
    /// Moves separate few neighbours.
    Neighbours(Arc<Guide>),
    /// None that is known.
    Unknown,
}

/// A sliding puzzle and what has been prepared for it.
#[derive(Debug)]
pub(super) struct SlidingSums {
    pub(super) sliding: Sliding,
    levels: Mutex<Levels>,
    without_duplicates: OnceLock<Sequences>,
}

impl SlidingSums {
    /// The automaton for long searches.
    pub(super) fn without_duplicates(&self) -> &Sequences {
        self.without_duplicates.get_or_init(|| self.sliding.duplicates(DUPLICATE_STATES, DUPLICATE_NODES))
    }

    pub(super) fn levels(&self) -> MutexGuard<'_, Levels> {
        self.levels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The sums that have been prepared for a sliding puzzle.
#[derive(Debug)]
pub(super) struct Levels {
    /// The sets of pieces, by level.
    pub(super) sets: Vec<Sets>,
    /// By level.
    pub(super) guides: Vec<Option<Arc<Guide>>>,
    /// The nodes of searches with the sums of the greatest level.
    pub(super) spent: u64,
}

impl Structure {
    /// The structure of a space, if a heuristic from it is better than a table in this much memory.
    pub(super) fn of(space: &PuzzleSpace, sequences: &Sequences, max_memory: u64) -> Self {
        if let Some(sliding) = Sliding::of(space) {
            let mut sets: Vec<Sets> =
                ENTRIES.iter().filter_map(|&entries| Sets::within(&sliding, entries, max_memory)).collect();
            sets.dedup();
            if !sets.is_empty() {
                let levels = Levels { sets, guides: Vec::new(), spent: 0 };
                let (levels, without_duplicates) = (Mutex::new(levels), OnceLock::new());
                return Structure::Sliding(Box::new(SlidingSums { sliding, levels, without_duplicates }));
            }
        }
        let Some(adjacency) = Adjacency::find(space) else { return Structure::Unknown };
        let ratio = adjacency.mean() / table_depth(space, sequences, max_memory);
        let guide = Guide::Adjacency(adjacency);
        let tried = match (1.0 / UNCLEAR..UNCLEAR).contains(&ratio) {
            true => is_better(space, sequences, &guide),
            false => None,
        };
        match tried.unwrap_or(ratio > 1.0) {
            true => Structure::Neighbours(Arc::new(guide)),
            false => Structure::Unknown,
        }
    }
}

/// A ring of which turns alternate with an involution, and the table that all positions share.
#[derive(Debug)]
pub(super) struct Ring {
    pub(super) alternating: Alternating,
    pub(super) table: RwLock<DoubleCosets>,
}

impl Ring {
    /// The ring of a space, if it is such a puzzle.
    pub(super) fn of(space: &PuzzleSpace) -> Option<Self> {
        let alternating = Alternating::of(space)?;
        let table = RwLock::new(DoubleCosets::new(&alternating));
        Some(Ring { alternating, table })
    }
}

/// The cost up to which a table of this size can contain all states, from the growth of the number of sequences with each move.
fn table_depth(space: &PuzzleSpace, sequences: &Sequences, max_memory: u64) -> f64 {
    let total: f64 = space.moves().map(|m| f64::from(space.cost(m))).sum();
    let mean_cost = total / space.move_count().max(1) as f64;
    (max_memory.max(1) as f64).ln() / sequences.growth(MOVES_COUNTED).max(1.1).ln() * mean_cost
}

/// Moves of the sequences whose number is estimated.
const MOVES_COUNTED: u32 = 4;
