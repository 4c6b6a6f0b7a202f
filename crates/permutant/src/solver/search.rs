//! Solving any puzzle by the general search.

use super::guided::{Level, Sums};
use super::kept::{Compiled, KEPT, Solver};
use super::request::{Answer, Request, SolveError};
use super::structure::Structure;
use crate::engine::Engine;
use crate::model::Family;
use crate::tables::TableSource;
use crate::tables::{plain_metric, plain_name};
use permutant_group::StabilizerChain;
use permutant_group::stabilizer_chain::SiftError;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::placements;
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use permutant_search::beam::BeamTables;
use permutant_search::guide::Sliding;
use permutant_search::ida_star::IdaStar;
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use permutant_search::pruning::PruningTable;
use permutant_search::puzzle_space::{PackedState, Patterns, PuzzleSpace};
use permutant_search::sequences::Sequences;
use permutant_search::space::{MoveId, Space};
use permutant_search::table::{Description, hex};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The number of nodes of a guided search that take as long as one of another.
const GUIDED_NODES: u64 = 8;

/// Largest degree for which a group is computed to test whether a position can be solved: within a second.
const MAX_DEGREE: usize = 128;

impl Compiled {
    pub(super) fn space(&self) -> &PuzzleSpace {
        &self.space
    }

    pub(super) fn pack(&self, puzzle: &Puzzle, state: &State) -> Result<PackedState, SolveError> {
        Ok(self.space.pack(puzzle, state, &self.goals[0])?)
    }

    /// The table in which beams look up states, built on first use. The same puzzle is always or never `guided`.
    pub(super) fn beam(
        &self,
        memory: u64,
        guided: bool,
        control: &Control<'_>,
    ) -> Result<&BeamTables, StopReason> {
        if let Some(tables) = self.beam.get() {
            return Ok(tables);
        }
        let tables = match guided {
            true => BeamTables::guided(&self.space, control)?,
            false => BeamTables::new(&self.space, self.bits, memory, control)?,
        };
        Ok(self.beam.get_or_init(|| tables))
    }

    /// The table left by an earlier run, looked up once.
    fn kept(&self, tables: &dyn TableSource, max_memory: u64) -> Option<PruningTable> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut kept.0, true) || !self.is_stored {
            return None;
        }
        let bytes = tables.kept(&self.description)?;
        let size = (*bytes).as_ref().len() as u64;
        let table = PruningTable::restore(&self.space, max_memory, bytes).ok();
        kept.1 = match &table {
            Some(table) => table.filled(),
            // A table that was made with more memory is kept.
            None if size > max_memory => Some(u32::MAX),
            None => None,
        };
        table
    }

    /// Stores a table if it contains more than the stored one.
    fn keep(&self, tables: &dyn TableSource, table: &PruningTable) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_stored
            && (table.is_worth_keeping() || tables.keeps_all())
            && table.filled() > kept.1
            && let Some(bytes) = table.save()
        {
            kept.1 = table.filled();
            tables.keep(&self.description, &bytes);
        }
    }
}

/// The points of a puzzle, if its group is computed within a second.
fn small_points(puzzle: &Puzzle) -> Option<Points> {
    Points::new(puzzle.orbits()).filter(|points| points.degree() <= MAX_DEGREE)
}

/// The group that some transformations generate; `None` if there are none.
fn chain_of(points: &Points, turns: impl Iterator<Item = Transformation>) -> Option<StabilizerChain> {
    let generators: Vec<_> = turns.map(|turn| points.permutation(&turn)).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    (!generators.is_empty()).then(|| StabilizerChain::new(&generators, &mut rng))
}

/// The moves of a space that are made one after another by turns; each stands for as many turns as possible.
pub(super) fn moves_of(space: &PuzzleSpace, turns: &[Turn]) -> Result<Vec<MoveId>, SolveError> {
    let mut rest = turns;
    let mut moves = Vec::new();
    while let Some(first) = rest.first() {
        let longest = space.moves().filter(|&m| rest.starts_with(space.turns(m)));
        let m = longest.max_by_key(|&m| space.turns(m).len());
        let m = m.ok_or_else(|| SolveError::After(first.clone()))?;
        rest = &rest[space.turns(m).len()..];
        moves.push(m);
    }
    Ok(moves)
}

/// The header of a file of this table. Moves, goals and costs are in the fingerprint.
fn description(puzzle: &Puzzle, metric: &Metric, space: &PuzzleSpace) -> Description {
    let fingerprint = space.fingerprint();
    Description {
        name: format!("search-{}-{}", plain_name(puzzle), hex(&fingerprint[..8])),
        metric: plain_metric(metric),
        fingerprint,
        entry_bits: 8,
        entries: None,
    }
}

impl Solver<'_> {
    pub(super) fn by_search(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        self.by_search_within(request, None, control, on_answer)
    }

    /// The turns of a request and the goals that they may reach, after all checks that need no search.
    pub(super) fn checked(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<(Vec<Turn>, Vec<State>), SolveError> {
        PuzzleSpace::check_size(&self.model.puzzle)?;
        let turns = self.turns_of(request);
        let goals = self.reachable_goals(request, &turns)?;
        self.check_membership(&request.position.state, &goals, &request.turns)?;
        self.check_walks(request, control)?;
        Ok((turns, goals))
    }

    /// The search with a limit on nodes that is not the user's.
    pub(super) fn by_search_within(
        &self,
        request: &Request<'_>,
        most_nodes: Option<u64>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let max_nodes = [request.limits.max_nodes, most_nodes].into_iter().flatten().min();
        let limits = &Limits { max_nodes, ..request.limits.clone() };
        let (turns, goals) = self.checked(request, control)?;
        // For a big cube, the preparation takes seconds.
        if let Some(reason) = control.interrupted() {
            return Ok(Outcome::LimitReached(reason));
        }
        if let Some(compiled) = self.with_large_sets(request, &turns, &goals) {
            return self.by_databases(request, &compiled, limits, control, on_answer);
        }
        let compiled = self.compiled(request, &turns, goals)?;
        let packed = compiled.pack(&self.model.puzzle, &request.position.state)?;
        let memory = request.limits.max_memory;
        // Its nodes are not those that a user or another engine limits.
        if max_nodes.is_none()
            && let Some(end) = self.by_alternating(request, (&compiled, &packed), control, on_answer)?
        {
            return Ok(end);
        }
        if request.after.is_empty() {
            match compiled.structure(memory) {
                Structure::Sliding(prepared) => {
                    let sums = Sums { compiled: &compiled, prepared, max_memory: memory };
                    return self.by_sums(request, sums, (&packed, max_nodes), control, on_answer);
                }
                Structure::Neighbours(guide) => {
                    let mut table = PruningTable::new(&compiled.space, 0);
                    let Compiled { space, sequences, .. } = &*compiled;
                    let search = IdaStar::new(space, sequences, &mut table, &packed, limits, *control);
                    let mut search = search.with_threads(self.threads).with_guide(guide);
                    return self.search_on(request, &compiled.goals, (&mut search, control), on_answer);
                }
                Structure::Unknown => {}
            }
        }
        // A thread that panicked while it held the table left only complete levels.
        let mut table = compiled.table.lock().unwrap_or_else(PoisonError::into_inner);
        let Compiled { space, sequences, .. } = &*compiled;
        let search = IdaStar::new(space, sequences, &mut table, &packed, limits, *control);
        let mut search = search.with_threads(self.threads);
        if !request.after.is_empty() {
            search = search.after(&moves_of(space, &request.after)?);
        }
        // A user who limits the nodes wants the same answer whatever was searched before.
        let is_bounded = max_nodes.is_some();
        let kept = || compiled.kept(self.tables, memory / 2);
        if !is_bounded {
            search = search.with_saved(&kept);
        }
        let end = self.search_on(request, &compiled.goals, (&mut search, control), on_answer);
        if !is_bounded {
            compiled.keep(self.tables, &table);
        }
        end
    }

    /// A search of a sliding puzzle, with larger and larger sets of pieces.
    fn by_sums(
        &self,
        request: &Request<'_>,
        sums: Sums<'_>,
        (packed, most_nodes): (&PackedState, Option<u64>),
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let Compiled { space, sequences, goals, .. } = sums.compiled;
        let is_one = request.limits.max_solutions == Some(1);
        // A user who limits the nodes wants the same answer whatever was searched before.
        let alone = request.limits.max_nodes.is_some();
        let mut next = match (is_one, alone) {
            (true, true) => 0,
            (true, false) => sums.highest(),
            (false, _) => sums.thorough(alone),
        };
        let mut nodes = 0;
        loop {
            let Level { number, guide, pays } = match self.level(sums, next, alone, control) {
                Ok(Some(level)) => level,
                Ok(None) => return Ok(Outcome::LimitReached(StopReason::Memory)),
                Err(reason) => return Ok(Outcome::LimitReached(reason)),
            };
            let allowed = most_nodes.map(|most| most.saturating_sub(nodes));
            let max_nodes = [allowed, pays.filter(|_| is_one)].into_iter().flatten().min();
            let limits = Limits { max_nodes, ..request.limits.clone() };
            let mut table = PruningTable::new(space, 0);
            // The first shortest solution contains no duplicate word, but others may, and longer ones.
            let sequences = match number > 0 && is_one && request.limits.min_length == 0 {
                true => sums.prepared.without_duplicates(),
                false => sequences,
            };
            let search = IdaStar::new(space, sequences, &mut table, packed, &limits, *control);
            let mut search = search.with_threads(self.threads).with_guide(&guide);
            let mut on_counted = |answer: Answer| on_answer(Answer { nodes: nodes + answer.nodes, ..answer });
            let end = self.search_on(request, goals, (&mut search, control), &mut on_counted)?;
            nodes += search.nodes();
            sums.spend(number, search.nodes());
            if end != Outcome::LimitReached(StopReason::Nodes) || max_nodes == allowed {
                return Ok(end);
            }
            next = number + 1;
        }
    }

    /// The bound of a heuristic from the structure of the puzzle, if there is one; it takes milliseconds at most.
    pub(super) fn guided_bound(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<Option<u32>, SolveError> {
        let turns = self.turns_of(request);
        let goals = self.reachable_goals(request, &turns)?;
        if PuzzleSpace::check_size(&self.model.puzzle).is_err() {
            return Ok(None);
        }
        let Ok(compiled) = self.compiled(request, &turns, goals) else { return Ok(None) };
        let guide = self.guide(&compiled, request.limits.max_memory, &control.without_deadline());
        let Some(guide) = guide.map_err(SolveError::Limit)? else { return Ok(None) };
        let packed = compiled.pack(&self.model.puzzle, &request.position.state)?;
        Ok(Some(guide.bound(&packed)))
    }

    /// A search for a short solution before another engine; `None` if that engine is to continue.
    pub(super) fn by_quick_search(
        &self,
        request: &Request<'_>,
        nodes: u64,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Option<Result<Outcome<()>, SolveError>> {
        let is_guided = self.guided_bound(request, control).is_ok_and(|bound| bound.is_some());
        let nodes = if is_guided { GUIDED_NODES * nodes } else { nodes };
        match self.by_search_within(request, Some(nodes), control, on_answer) {
            // The other engine may support rules that a search does not, and may have an answer when the time is over.
            Ok(Outcome::LimitReached(StopReason::Nodes | StopReason::Memory | StopReason::Time))
            | Err(SolveError::Space(_) | SolveError::Limit(StopReason::Time | StopReason::Memory)) => None,
            end => {
                self.ended_within.fetch_max(nodes, Relaxed);
                Some(end)
            }
        }
    }

    /// The limit of nodes within which a search for a shortest solution of the next position may well end; `None` before one has ended.
    pub(super) fn promising_nodes(&self) -> Option<u64> {
        let most = self.ended_within.load(Relaxed);
        (most > 0).then_some(most.saturating_mul(4))
    }

    /// The whole result if a short search finds it; otherwise `None`, with nothing reported.
    pub(super) fn by_bounded_search(
        &self,
        request: &Request<'_>,
        nodes: u64,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Option<Result<Outcome<()>, SolveError>> {
        let limits = Limits { max_nodes: Some(nodes), ..request.limits.clone() };
        let mut answers = Vec::new();
        let end = self.by_search(&Request { limits, ..request.clone() }, control, &mut |answer| {
            answers.push(answer);
            ControlFlow::Continue(())
        });
        if let Ok(Outcome::LimitReached(StopReason::Nodes | StopReason::Memory)) | Err(SolveError::Space(_)) =
            end
        {
            return None;
        }
        for answer in answers {
            if on_answer(answer).is_break() {
                return Some(Ok(Outcome::Found(())));
            }
        }
        Some(end)
    }

    /// Reports what a search finds until it ends.
    pub(super) fn search_on(
        &self,
        request: &Request<'_>,
        goals: &[State],
        (search, control): (&mut IdaStar<'_, PuzzleSpace>, &Control<'_>),
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let space = search.space();
        let from_the_first = request.limits.min_length == 0 && request.after.is_empty();
        while let Some(solution) = search.next() {
            let turns = solution.moves.iter().flat_map(|&m| space.turns(m).iter().cloned()).collect();
            let answer = Answer {
                turns,
                length: u64::from(solution.cost),
                engine: Engine::Search,
                optimal: from_the_first && search.least() == Some(solution.cost),
                lower_bound: search.least().filter(|_| from_the_first).unwrap_or(0),
                nodes: search.nodes(),
                derivation: None,
            };
            if on_answer(self.referee(request, goals, answer)?).is_break() {
                return Ok(Outcome::Found(()));
            }
        }
        if from_the_first {
            control.report(Progress::LowerBound { cost: search.least().unwrap_or(search.lower_bound()) });
        }
        Ok(search.end().cloned().unwrap_or(Outcome::Found(())))
    }

    /// Tests membership in the group of the puzzle, for a user's definition with all pieces distinguished, or in the group of some of
    /// the turns: in these cases invariants alone are no proof. It suffices that one goal can be reached.
    pub(super) fn check_membership(
        &self,
        start: &State,
        goals: &[State],
        some: &[Turn],
    ) -> Result<(), SolveError> {
        if self.model.family != Family::Defined && some.is_empty() {
            return Ok(());
        }
        let Some(fault) = self.sifted(start, goals, some) else { return Ok(()) };
        let of = if some.is_empty() { "the puzzle" } else { "these moves" };
        Err(SolveError::Unsolvable(format!("it is outside the group of {of} ({fault})")))
    }

    /// The reason why the group of the puzzle, or of some of the turns, contains no element that brings a position to one of the given
    /// goals. `None` if it contains one, if there is no such group or it is large, and if there are identical pieces.
    fn sifted(&self, start: &State, goals: &[State], some: &[Turn]) -> Option<SiftError> {
        let puzzle = &self.model.puzzle;
        if puzzle.is_restricted() {
            return None;
        }
        let points = small_points(puzzle)?;
        let differences = goals.iter().map(|goal| points.between(start, goal));
        let differences = differences.collect::<Option<Vec<Transformation>>>()?;
        let of_some;
        let chain = if some.is_empty() {
            self.group()?
        } else {
            of_some = chain_of(&points, some.iter().map(Turn::transformation))?;
            &of_some
        };
        let mut first = None;
        for difference in differences {
            let fault = chain.sift(&points.permutation(&difference)).err()?;
            first = first.or(Some(fault));
        }
        first
    }

    /// The group of the puzzle; `None` if moves are not always possible, or if it is large.
    pub(super) fn group(&self) -> Option<&StabilizerChain> {
        let puzzle = &self.model.puzzle;
        let make = || {
            let points = small_points(puzzle).filter(|_| !puzzle.is_restricted())?;
            chain_of(&points, puzzle.generators().map(|base| base.transformation.clone()))
        };
        self.chain.get_or_init(make).as_ref()
    }

    pub(super) fn compiled(
        &self,
        request: &Request<'_>,
        turns: &[Turn],
        goals: Vec<State>,
    ) -> Result<Arc<Compiled>, SolveError> {
        let mut kept = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept.iter().find(|one| {
            one.metric == request.metric
                && one.goals == goals
                && one.turns == turns
                && one.patterns == request.patterns
                && one.symmetry == request.symmetry
        }) {
            return Ok(Arc::clone(found));
        }
        let space = PuzzleSpace::new(&self.model.puzzle, turns, &request.metric, &goals)?;
        // Sliding puzzles have their own heuristic, with the symmetries of their slots.
        let is_directed =
            request.turns.is_empty() && request.patterns == Patterns::Auto && Sliding::of(&space).is_some();
        let space = match request.symmetry && !is_directed {
            true => space.with_symmetry(&self.model.puzzle, turns, &goals),
            false => space,
        };
        let space = space.with_patterns(&request.patterns, request.limits.max_memory)?;
        let sequences = Sequences::new(&space);
        let description = description(&self.model.puzzle, &request.metric, &space);
        let table = Mutex::new(PruningTable::new(&space, request.limits.max_memory / 2));
        let compiled = Arc::new(Compiled {
            metric: request.metric.clone(),
            turns: turns.to_vec(),
            bits: placements::log2(self.model.puzzle.orbits(), &goals[0], turns),
            goals,
            patterns: request.patterns.clone(),
            symmetry: request.symmetry,
            is_stored: request.order.is_none(),
            has_all_turns: request.turns.is_empty(),
            space,
            sequences,
            table,
            description,
            kept: Mutex::new((false, None)),
            beam: OnceLock::new(),
            network: Mutex::default(),
            structure: OnceLock::new(),
            ring: OnceLock::new(),
            databases: Mutex::new(None),
        });
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push(Arc::clone(&compiled));
        Ok(compiled)
    }
}
