//! Solving the 3x3x3 by two phases if turns have costs other than 1 or if some turns are not allowed.
//!
//! Start at [`costs`], which translates the metric and the moves of a request for `permutant_cube::two_phase::weighted`.

use super::kept::Solver;
use super::request::{Answer, Request, SolveError};
use crate::engine::{Engine, Method, Refusal};
use crate::model::{Family, Model};
use permutant_cube::model::moves::{Face, Move};
use permutant_cube::two_phase::weighted::{Costs, Slice, Step, WeightedSolution, WeightedSolver, WrongCosts};
use permutant_puzzle::moves::Turn;
use permutant_search::limits::{Control, Outcome};
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError};

/// Number of states visited if no limit bounds the length of a solution: some tenths of a second.
const NODES: u64 = 300_000;

/// Whether a request belongs to the solver for these costs: a short solution of the 3x3x3, other than by unrestricted face turns.
pub(super) fn is_weighted(model: &Model, request: &Request<'_>) -> bool {
    let is_plain = request.turns.is_empty() && matches!(request.metric.name(), "htm" | "obtm" | "ftm");
    let is_one = request.limits.max_solutions == Some(1) && request.limits.min_length == 0;
    model.family == Family::Cube(3)
        && matches!(request.method, Method::Auto | Method::TwoPhase | Method::TwoPhaseLarge)
        && !is_plain
        && is_one
        && !request.optimal
        && request.after.is_empty()
        && request.position.goal.is_none()
}

/// The costs of the turns.
///
/// # Errors
///
/// If the two phases do not support the request; the refusal names the reason.
pub(super) fn costs(model: &Model, request: &Request<'_>) -> Result<Costs, &'static str> {
    let Request { metric, turns, .. } = request;
    let named = |name: String| model.puzzle.turn(&name);
    let slice_turns = Slice::ALL.into_iter().flat_map(|slice| (1..=3).map(move |q| Step::Slice(slice, q)));
    let known: Vec<Turn> = (Move::ALL.into_iter().map(Step::Face).chain(slice_turns))
        .filter_map(|step| named(step.to_string()))
        .collect();
    if turns.iter().any(|turn| !known.contains(turn)) {
        return Err("make other turns than those of faces and slices");
    }
    let cost = |step: Step, by_itself: bool| {
        let turn = named(step.to_string())?;
        let is_allowed = match turns[..] {
            [] => by_itself,
            _ => turns.contains(&turn) || turns.contains(&turn.inverse()),
        };
        is_allowed.then(|| metric.cost(&turn))
    };
    let costs = Costs::new(
        |turn| cost(Step::Face(turn), true),
        |slice, quarters| cost(Step::Slice(slice, quarters), metric.favours_slices()),
    );
    let together = |costs: Costs| if metric.counts_turn_by_turn() { costs } else { costs.by_axis() };
    costs.map(together).map_err(|fault| match fault {
        WrongCosts::OutOfRange(_) => "count a turn as nothing, or as more than eight",
        WrongCosts::TooFewFaces(_) => "leave out more than one face",
        WrongCosts::UnevenSlices => "leave turns out or count them unlike others where slices turn",
    })
}

impl Solver<'_> {
    /// A solution if turns have costs other than 1, or if some turns are not allowed.
    pub(super) fn by_costs(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let costs = costs(self.model, request).map_err(|what| Refusal::Beyond(Engine::TwoPhase, what))?;
        self.by_weighted(costs, request, control, on_answer)
    }

    /// The solver for given costs: the last one that was built, or a new one.
    fn weighted(&self, costs: Costs) -> Arc<WeightedSolver> {
        let mut kept = self.weighted.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.as_ref().filter(|solver| *solver.costs() == costs) {
            Some(solver) => Arc::clone(solver),
            None => Arc::clone(kept.insert(Arc::new(WeightedSolver::new(costs)))),
        }
    }

    /// Turns of faces and slices as turns of the puzzle.
    pub(super) fn steps(&self, steps: &[Step]) -> Vec<Turn> {
        steps.iter().filter_map(|step| self.model.puzzle.turn(&step.to_string())).collect()
    }

    pub(super) fn by_weighted(
        &self,
        costs: Costs,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let goals = request.goals(self.model);
        let cube = self.difference(request)?;
        let solver = self.weighted(costs);
        let mut limits = request.limits.clone();
        if limits.max_length.is_none() {
            limits.max_solutions = None;
            if !request.improve {
                // Without a stopping criterion, the best solution within this number of states is returned.
                limits.max_nodes = Some(limits.max_nodes.unwrap_or(NODES));
            }
        }
        // What is proven of turns of faces says nothing of other ones that have weights.
        let is_face =
            |turn: &Turn| Face::ALL.iter().any(|face| turn.base().name == face.letter().to_string());
        let weighted = request.metric.weighted_names().filter_map(|name| self.model.puzzle.turn(name));
        let proves = !request.turns.is_empty() || weighted.into_iter().all(|turn| is_face(&turn));
        let answer = |solution: &WeightedSolution| {
            let lower_bound = if proves { solution.lower_bound } else { u32::from(solution.cost > 0) };
            let answer = Answer {
                turns: self.steps(&solution.steps),
                length: u64::from(solution.cost),
                engine: Engine::WeightedTwoPhase,
                optimal: lower_bound == solution.cost,
                lower_bound,
                nodes: solution.nodes,
                derivation: None,
            };
            self.referee(request, &goals, answer)
        };
        let mut fault = None;
        let mut told = |solution: &WeightedSolution| match answer(solution) {
            Ok(answer) => on_answer(answer),
            Err(rejected) => {
                fault = Some(rejected);
                ControlFlow::Break(())
            }
        };
        let end = if request.improve {
            solver.improve(&cube, &limits, control, &mut told)
        } else {
            let end = solver.improve(&cube, &limits, control, |_| ControlFlow::Continue(()));
            if let Outcome::Found(solution) = &end {
                let _ = told(solution);
            }
            end
        };
        fault.map_or(Ok(end.map(|_| ())), Err)
    }
}
