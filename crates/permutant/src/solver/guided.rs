//! The general search, directed by a heuristic that is found from the moves.
//!
//! Start at [`Solver::level`]. Sums of distances of disjoint sets are tried with small sets first: larger ones must pay.

use super::kept::{Compiled, Solver};
use super::structure::{SlidingSums, Structure};
use crate::tables::{Checked, plain_metric};
use permutant_search::guide::{Additive, Guide, Sets};
use permutant_search::limits::{Control, StopReason};
use permutant_search::puzzle_space::Patterns;
use permutant_search::table::{Description, hex};
use std::sync::Arc;

/// Entries that are built while a search visits a node.
const ENTRIES_PER_NODE: u64 = 2;

/// Entries that are read from a file while a search visits a node.
const ENTRIES_READ_PER_NODE: u64 = 64;

impl Compiled {
    /// The structure of the space. It is not used where the user chose moves or patterns, as only complete tables show that such moves
    /// do not lead to the goal, nor where the search does without symmetry, which these heuristics use.
    pub(super) fn structure(&self, max_memory: u64) -> &Structure {
        let is_usual = self.has_all_turns && self.patterns == Patterns::Auto && self.symmetry;
        self.structure.get_or_init(|| match is_usual {
            true => Structure::of(&self.space, &self.sequences, max_memory),
            false => Structure::Unknown,
        })
    }
}

/// The sums of one level, for a search.
pub(super) struct Level {
    pub(super) number: usize,
    pub(super) guide: Arc<Guide>,
    /// The number of nodes after which the next level pays.
    pub(super) pays: Option<u64>,
}

/// A sliding puzzle with its prepared sums, as a search uses them.
#[derive(Clone, Copy)]
pub(super) struct Sums<'s> {
    pub(super) compiled: &'s Compiled,
    pub(super) prepared: &'s SlidingSums,
    pub(super) max_memory: u64,
}

impl Sums<'_> {
    /// The sets of a level, if there is one and their databases fit into the memory.
    fn sets(&self, level: usize) -> Option<Sets> {
        let sets = self.prepared.levels().sets.get(level).cloned();
        sets.filter(|sets| sets.bytes_to_build(&self.prepared.sliding) <= self.max_memory)
    }

    /// The greatest level that has been prepared and fits into the memory.
    pub(super) fn highest(&self) -> usize {
        let fits = |sets: &Sets| sets.bytes_to_build(&self.prepared.sliding) <= self.max_memory;
        let levels = self.prepared.levels();
        let mut guides = levels.guides.iter().zip(&levels.sets);
        guides.rposition(|(guide, sets)| guide.is_some() && fits(sets)).unwrap_or(0)
    }

    /// The level from which a search for several solutions starts: it would find the first ones again on every level.
    pub(super) fn thorough(&self, alone: bool) -> usize {
        let first = usize::from(self.sets(1).is_some());
        if alone { first } else { self.highest().max(first) }
    }

    /// Notes the nodes of a search on a level.
    pub(super) fn spend(&self, level: usize, nodes: u64) {
        if level == self.highest() {
            self.prepared.levels().spent += nodes;
        }
    }

    /// The header of a file of databases. Moves, goal and sets are in the fingerprint.
    fn description(&self, sets: &Sets) -> Description {
        let mut fingerprint = self.compiled.space.fingerprint();
        for (at, &piece) in sets.pieces().iter().flatten().enumerate() {
            let byte = &mut fingerprint[at % 32];
            *byte = byte.rotate_left(3) ^ piece;
        }
        let largest = sets.sizes().into_iter().max().unwrap_or(0);
        Description {
            name: format!("sets-of-{largest}-{}", hex(&fingerprint[..8])),
            metric: plain_metric(&self.compiled.metric),
            fingerprint,
            entry_bits: 8,
            entries: Some(sets.entries(&self.prepared.sliding)),
        }
    }
}

impl Solver<'_> {
    /// The best heuristic that is prepared, or prepared in a moment, for beams; `None` if there is none.
    pub(super) fn guide(
        &self,
        compiled: &Compiled,
        max_memory: u64,
        control: &Control<'_>,
    ) -> Result<Option<Arc<Guide>>, StopReason> {
        match compiled.structure(max_memory) {
            Structure::Neighbours(guide) => Ok(Some(Arc::clone(guide))),
            Structure::Sliding(prepared) => {
                let sums = Sums { compiled, prepared, max_memory };
                let is_stored = |sets: Sets| self.tables.has(&sums.description(&sets));
                let best = sums.highest().max(usize::from(sums.sets(1).is_some_and(is_stored)));
                let level = self.level(sums, best, false, control)?;
                Ok(level.map(|level| level.guide))
            }
            Structure::Unknown => Ok(None),
        }
    }

    /// The sums of a level, prepared if necessary; `None` if there is no such level. If `alone`, what other searches did is not
    /// considered.
    pub(super) fn level(
        &self,
        sums: Sums<'_>,
        number: usize,
        alone: bool,
        control: &Control<'_>,
    ) -> Result<Option<Level>, StopReason> {
        let Some(sets) = sums.sets(number) else { return Ok(None) };
        let pays = sums.sets(number + 1).map(|larger| {
            let entries = larger.entries(&sums.prepared.sliding);
            match !alone && self.tables.has(&sums.description(&larger)) {
                true => entries / ENTRIES_READ_PER_NODE,
                false => entries / ENTRIES_PER_NODE,
            }
        });
        let mut levels = sums.prepared.levels();
        let pays = pays.map(|pays| if alone { pays } else { pays.saturating_sub(levels.spent) });
        if let Some(Some(guide)) = levels.guides.get(number) {
            return Ok(Some(Level { number, guide: Arc::clone(guide), pays }));
        }
        let mut build = || sets.build(&sums.prepared.sliding, self.build_threads, sums.max_memory, control);
        let distances = match number {
            1.. if sums.compiled.is_stored => {
                self.tables.memory(&sums.description(&sets), Checked::First, control, &mut build)?
            }
            _ => Box::new(build()?),
        };
        let additive = Additive::new(sums.prepared.sliding.clone(), &sets, (*distances).as_ref());
        let guide = Arc::new(Guide::Additive(additive.ok_or(StopReason::Fault)?));
        if levels.guides.len() <= number {
            levels.guides.resize(number + 1, None);
            levels.spent = 0;
        }
        levels.guides[number] = Some(Arc::clone(&guide));
        Ok(Some(Level { number, guide, pays }))
    }
}
