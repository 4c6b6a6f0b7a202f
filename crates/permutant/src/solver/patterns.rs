//! IDA* with pattern databases of which the greatest distance is the bound (R. Korf, 1997).
//!
//! Start at [`Solver::by_patterns`].

use super::kept::{Compiled, Pieces, Solver};
use super::request::{Answer, Request, SolveError};
use crate::engine::Engine;
use crate::pattern_table::PatternTable;
use crate::tables::Checked;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::guide::{Guide, Patterns};
use permutant_search::ida_star::IdaStar;
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use permutant_search::pattern::{PatternError, PieceSet};
use permutant_search::pruning::PruningTable;
use permutant_search::puzzle_space;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError};

/// Sets of more arrangements get databases by ranks; smaller ones are numbered by the general search, beside its table.
const LARGE_SET: u64 = 1 << 20;

impl Solver<'_> {
    /// A search with databases of the pieces of the request, or of all pieces.
    pub(super) fn by_patterns(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let (turns, goals) = self.checked(request, control)?;
        if let Some(reason) = control.interrupted() {
            return Ok(Outcome::LimitReached(reason));
        }
        let compiled = self.without_parts(request, &turns, goals)?;
        self.by_databases(request, &compiled, &request.limits, control, on_answer)
    }

    /// The same with what has been compiled, under limits that may be narrower than those of the request.
    pub(super) fn by_databases(
        &self,
        request: &Request<'_>,
        compiled: &Compiled,
        limits: &Limits,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let packed = compiled.pack(&self.model.puzzle, &request.position.state)?;
        let guide = match self.databases(compiled, request, control) {
            Ok(guide) => guide,
            Err(SolveError::Limit(reason)) => return Ok(Outcome::LimitReached(reason)),
            Err(fault) => return Err(fault),
        };
        let Compiled { space, sequences, .. } = compiled;
        let mut table = PruningTable::new(space, 0);
        let search = IdaStar::new(space, sequences, &mut table, &packed, limits, *control);
        let mut search = search.with_threads(self.threads).with_guide(&guide);
        let mut on_found = |answer: Answer| on_answer(Answer { engine: Engine::Korf, ..answer });
        self.search_on(request, &compiled.goals, (&mut search, control), &mut on_found)
    }

    /// The databases, kept or built, in at most `max_memory`.
    fn databases(
        &self,
        compiled: &Compiled,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<Arc<Guide>, SolveError> {
        let pieces: Vec<Pieces> = match &request.patterns {
            puzzle_space::Patterns::Pieces(sets) => sets.clone(),
            _ => PieceSet::chosen(&compiled.space),
        };
        let mut kept = compiled.databases.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, guide)) = kept.as_ref().filter(|(known, _)| *known == pieces) {
            return Ok(Arc::clone(guide));
        }
        *kept = None;
        let mut left = request.limits.max_memory;
        let mut sets = Vec::new();
        for pieces in &pieces {
            let set = PieceSet::new(&compiled.space, pieces)?;
            let table = PatternTable::of(self.model, &compiled.metric, set.clone());
            if table.bytes_to_build() > left {
                return Err(SolveError::Limit(StopReason::Memory));
            }
            left -= table.bytes();
            let mut build = || table.build(self.build_threads, control);
            let distances = self.tables.memory(table.description(), Checked::First, control, &mut build);
            sets.push((set, distances.map_err(SolveError::Limit)?));
        }
        let is_empty = sets.is_empty();
        let fault = if is_empty { PatternError::Unsupported } else { PatternError::TooMany };
        let guide = Arc::new(Guide::Patterns(Patterns::new(&compiled.space, sets).ok_or(fault)?));
        *kept = Some((pieces, Arc::clone(&guide)));
        Ok(guide)
    }

    /// The puzzle without the tables of parts that the general search numbers.
    pub(super) fn without_parts(
        &self,
        request: &Request<'_>,
        turns: &[Turn],
        goals: Vec<State>,
    ) -> Result<Arc<Compiled>, SolveError> {
        let without = Request { patterns: puzzle_space::Patterns::None, ..request.clone() };
        self.compiled(&without, turns, goals)
    }

    /// The compiled puzzle if the request names pieces with so many arrangements that they get databases by ranks.
    pub(super) fn with_large_sets(
        &self,
        request: &Request<'_>,
        turns: &[Turn],
        goals: &[State],
    ) -> Option<Arc<Compiled>> {
        let puzzle_space::Patterns::Pieces(sets) = &request.patterns else { return None };
        if !request.after.is_empty() {
            return None;
        }
        let compiled = self.without_parts(request, turns, goals.to_vec()).ok()?;
        let sizes = sets.iter().map(|pieces| Some(PieceSet::new(&compiled.space, pieces).ok()?.entries()));
        let largest = sizes.collect::<Option<Vec<u64>>>()?.into_iter().max();
        largest.is_some_and(|entries| entries > LARGE_SET).then_some(compiled)
    }
}
