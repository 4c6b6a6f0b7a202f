//! The engine is chosen, works, and what it finds goes past the referee.

use super::distances::Counted;
use super::preparing::Decision;
use super::reduction::Reductions;
use super::request::{Answer, Request, SolveError};
use super::search::Compiled;
use crate::model::Model;
use crate::strategy::{self, Choice, Engine, Method, Refusal, Wish};
use crate::tables::{InMemory, TableSource};
use permutant_analysis::group::words::{PuzzleWords, VertexGroup};
use permutant_cube::h48::H48Solver;
use permutant_cube::pocket::Pocket;
use permutant_cube::thistlethwaite::Thistlethwaite;
use permutant_cube::two_phase::{self, weighted::WeightedSolver};
use permutant_group::StabilizerChain;
use permutant_others::{clock, square1};
use permutant_puzzle::invariants::{Invariants, Violation};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::replay::replay;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, Outcome};
use permutant_search::puzzle_space::Patterns;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock};

/// Solves positions of one puzzle.
#[derive(Debug)]
pub struct Solver<'m> {
    pub(super) model: &'m Model,
    pub(super) tables: &'m dyn TableSource,
    pub(super) two_phase: OnceLock<two_phase::Solver>,
    /// The same with its large tables.
    pub(super) large_two_phase: OnceLock<two_phase::Solver>,
    /// Held by the thread that makes it ready.
    pub(super) large_is_made: Mutex<()>,
    /// Whether those are kept, asked once.
    pub(super) large_is_kept: OnceLock<Decision>,
    /// The last one that was built for costs of its own.
    pub(super) weighted: Mutex<Option<Arc<WeightedSolver>>>,
    pub(super) thistlethwaite: OnceLock<Thistlethwaite>,
    pub(super) optimal: Mutex<Option<Arc<H48Solver>>>,
    pub(super) threads: usize,
    pub(super) build_threads: usize,
    pub(super) reductions: Reductions,
    /// In half turns and in quarter turns.
    pub(super) pockets: [OnceLock<Pocket>; 2],
    pub(super) square1: OnceLock<square1::Solver>,
    pub(super) clock: OnceLock<clock::Solver>,
    pub(super) chain: OnceLock<Option<StabilizerChain>>,
    /// Where moves are not always possible: the group of the walks from a shape back to it.
    pub(super) walks: OnceLock<Option<VertexGroup>>,
    pub(super) compiled: Mutex<Vec<Arc<Compiled>>>,
    pub(super) words: Mutex<Vec<(Metric, Arc<PuzzleWords>)>>,
    pub(super) oracles: Mutex<Vec<Counted>>,
}

/// How many compiled goals are kept: a batch mostly has one.
pub(super) const KEPT: usize = 8;

impl<'m> Solver<'m> {
    /// A solver that has built nothing yet and keeps its tables in memory.
    pub fn new(model: &'m Model) -> Self {
        Solver::with_tables(model, &InMemory)
    }

    /// A solver that gets its tables from a source.
    pub fn with_tables(model: &'m Model, tables: &'m dyn TableSource) -> Self {
        Solver {
            model,
            tables,
            two_phase: OnceLock::new(),
            large_two_phase: OnceLock::new(),
            large_is_made: Mutex::new(()),
            large_is_kept: OnceLock::new(),
            weighted: Mutex::new(None),
            thistlethwaite: OnceLock::new(),
            optimal: Mutex::new(None),
            threads: 1,
            build_threads: 1,
            reductions: Reductions::default(),
            pockets: [OnceLock::new(), OnceLock::new()],
            square1: OnceLock::new(),
            clock: OnceLock::new(),
            chain: OnceLock::new(),
            walks: OnceLock::new(),
            compiled: Mutex::new(Vec::new()),
            words: Mutex::new(Vec::new()),
            oracles: Mutex::new(Vec::new()),
        }
    }

    /// The same with so many threads for each position, where the engine can use them. No answer depends on it.
    pub fn with_threads(self, threads: usize) -> Self {
        Solver { threads, build_threads: threads, ..self }
    }

    /// The same with so many threads for building tables: while one position waits for a table, so do all.
    pub fn with_build_threads(self, build_threads: usize) -> Self {
        Solver { build_threads, ..self }
    }

    /// The engine that a request would get, and why.
    pub fn choose(&self, request: &Request<'_>) -> Result<Choice, SolveError> {
        let of_pieces = matches!(request.patterns, Patterns::Pieces(_));
        if !of_pieces && self.is_weighted(request) {
            match self.costs(request) {
                Ok(_) => {
                    return Ok(Choice {
                        engine: Engine::TwoPhase,
                        reason: "short solutions of the 3x3x3 in this metric and with these moves come fastest from \
                                 Kociemba's two phases, with tables made for what turns cost"
                            .into(),
                    });
                }
                Err(what) if request.method != Method::Auto => {
                    return Err(Refusal::Beyond(Engine::TwoPhase, what).into());
                }
                // Another engine may.
                Err(_) => {}
            }
        }
        if !request.turns.is_empty() || !request.after.is_empty() || of_pieces {
            let what = match () {
                () if !request.after.is_empty() => "go on after a solution",
                () if !request.turns.is_empty() => "leave moves out",
                () => "use exact tables of pieces",
            };
            return match request.method {
                Method::TwoPhase | Method::TwoPhaseLarge => {
                    Err(Refusal::Beyond(Engine::TwoPhase, what).into())
                }
                Method::Thistlethwaite => Err(Refusal::Beyond(Engine::Thistlethwaite, what).into()),
                Method::Words => Err(Refusal::BeyondWords(what).into()),
                Method::Beam if !request.after.is_empty() => Err(Refusal::Beyond(Engine::Beam, what).into()),
                Method::Beam => Ok(Choice { engine: Engine::Beam, reason: "a beam was asked for".into() }),
                Method::Reduction => Err(Refusal::Beyond(Engine::Reduction, what).into()),
                _ => Ok(Choice {
                    engine: Engine::Search,
                    reason:
                        "the general search is the engine that takes a part of the moves, goes on after a \
                             solution, and uses exact tables of pieces"
                            .into(),
                }),
            };
        }
        let wish = Wish {
            method: request.method,
            optimal: request.optimal,
            metric: &request.metric,
            limits: &request.limits,
            to_another: request.target.is_some() || request.position.goal.is_some(),
            pattern: request.position.goal.as_ref(),
        };
        let mut choice = strategy::choose(self.model, &wish)?;
        if choice.engine == Engine::TwoPhase {
            choice.reason.push_str(self.told_of_two_phase(request));
        }
        if choice.engine == Engine::Reduction {
            choice.reason.push_str(self.told_of_four(request));
            choice.reason.push_str(self.told_of_five(request));
        }
        let is_optimal = matches!(request.method, Method::Auto | Method::Optimal);
        if choice.engine == Engine::Search && is_optimal && self.may_be_counted(request) {
            return Ok(Choice {
                engine: Engine::Distances,
                reason: "if it has few enough states, all distances are counted once and lead to a shortest \
                         solution; else the general search finds one"
                    .into(),
            });
        }
        Ok(choice)
    }

    /// The first solution, without interruption.
    pub fn solve_one(&self, request: &Request<'_>) -> Result<Answer, SolveError> {
        let mut first = None;
        let end = self.solve(request, &Control::new(), &mut |answer| {
            first = Some(answer);
            ControlFlow::Break(())
        })?;
        first.ok_or(match end {
            Outcome::LimitReached(reason) => SolveError::Limit(reason),
            _ => SolveError::Unsolvable("every sequence of moves was tried".into()),
        })
    }

    /// Solves: each solution is handed to `on_answer` as soon as it is known, until that breaks, as many as were
    /// wanted are found, or a limit is reached. With `improve`, each is shorter than the one before.
    ///
    /// [`Outcome::Found`] where solutions were wanted and found; [`Outcome::ProvenNone`] where there is none (or no
    /// further one); the limit otherwise.
    pub fn solve(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        match self.choose(request)?.engine {
            Engine::TwoPhase => self.by_two_phase(request, control, on_answer),
            Engine::Thistlethwaite => self.by_thistlethwaite(request, on_answer),
            Engine::Optimal => self.by_optimal(request, control, on_answer),
            Engine::Square1 => self.by_square1(request, control, on_answer),
            Engine::Clock => self.by_clock(request, on_answer),
            Engine::Table => self.by_table(request, on_answer),
            Engine::Distances => self.by_distances(request, control, on_answer),
            Engine::Search => self.by_search(request, control, on_answer),
            Engine::Words => self.by_words(request, control, on_answer),
            Engine::Beam => self.by_beam(request, control, on_answer),
            Engine::Reduction => self.by_reduction(request, control, on_answer),
        }
    }

    /// The states that count as reached.
    pub(super) fn goals(&self, request: &Request<'_>) -> Vec<State> {
        let base = request.target.or(request.position.goal.as_ref()).unwrap_or(self.model.puzzle.solved());
        let turned = self.model.puzzle.rotations().iter().map(|rotation| base.after(rotation));
        turned.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
    }

    /// Only what really leads to a goal is handed out.
    pub(super) fn referee(
        &self,
        request: &Request<'_>,
        goals: &[State],
        answer: Answer,
    ) -> Result<Answer, SolveError> {
        let end = replay(&self.model.puzzle, &request.position.state, &answer.turns, &request.metric);
        let reached = end.blocked_at.is_none() && goals.contains(&end.state) && end.length == answer.length;
        if reached { Ok(answer) } else { Err(SolveError::Rejected(answer.engine)) }
    }

    /// The goals that no invariant keeps the position from, at least one.
    pub(super) fn reachable_goals(
        &self,
        request: &Request<'_>,
        turns: &[Turn],
    ) -> Result<Vec<State>, SolveError> {
        let moves = turns.iter().map(Turn::transformation).collect();
        let invariants = Invariants::new(self.model.puzzle.orbits(), moves);
        let start = &request.position.state;
        let (mut goals, mut violations) = (Vec::new(), Vec::new());
        for goal in self.goals(request) {
            match invariants.violation(start, &goal) {
                None => goals.push(goal),
                Some(violation) => violations.push(violation),
            }
        }
        if goals.is_empty() {
            // Of the reasons for each way to hold the puzzle, one that is not about how it is held.
            let out_of_reach = |violation: &Violation| matches!(violation, Violation::OutOfReach { .. });
            violations.sort_by_key(out_of_reach);
            let reason = violations.first().map(ToString::to_string).unwrap_or_default();
            return Err(SolveError::Unsolvable(self.in_cube_words(start).unwrap_or(reason)));
        }
        Ok(goals)
    }
}
