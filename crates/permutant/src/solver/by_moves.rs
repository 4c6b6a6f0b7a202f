//! Solutions by some of the moves: words, phases, insertion and local improvement take them from a puzzle that has no others. The general
//! search leaves moves out by itself, and is used where it ends soon.

use super::chosen_moves::{ChosenMoves, KeptMoves};
use super::kept::Solver;
use super::plan::{Plan, is_large, makes_words};
use super::request::{Answer, Request, SolveError};
use crate::engine::{Engine, Method, Refusal};
use permutant_search::limits::{Control, Outcome};
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError};

/// Nodes of the general search that runs first, a few seconds. Few moves often generate a small group: two faces of the megaminx have 2^55
/// placements, but are solved within these nodes.
const NODES_FIRST: u64 = 8_000_000;

impl Solver<'_> {
    /// The puzzle of the moves of a request and the plan for it; `None` where the whole puzzle serves the request as well, or alone can.
    pub(super) fn chosen_moves(&self, request: &Request<'_>) -> Option<(Arc<ChosenMoves>, Plan)> {
        let puzzle = &self.model.puzzle;
        if request.turns.is_empty()
            || self.counts.is_some()
            || puzzle.is_restricted()
            || !makes_words(self.model)
        {
            return None;
        }
        let is_lacking = match Plan::of(self.model, request) {
            Ok(plan) => request.method == Method::Auto && plan.engine == Engine::Search,
            Err(Refusal::Beyond(Engine::Phases | Engine::Insertion | Engine::Local, _)) => true,
            Err(refusal) => matches!(refusal, Refusal::BeyondWords(_)),
        };
        if !is_lacking {
            return None;
        }
        let mut kept = self.chosen_moves.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |known: &&KeptMoves| known.turns == request.turns && known.metric == request.metric;
        let chosen = match kept.as_ref().filter(is_it) {
            Some(known) => known.chosen.clone(),
            None => {
                let (turns, metric) = (request.turns.clone(), request.metric.clone());
                let chosen = ChosenMoves::new(self.model, &turns, &metric).map(Arc::new);
                *kept = Some(KeptMoves { turns, metric, chosen: chosen.clone() });
                chosen
            }
        }?;
        let plan = Plan::of(&chosen.model, &Request { turns: Vec::new(), ..request.clone() }).ok()?;
        let is_beyond_search =
            || plan.engine == Engine::Words && is_large(&chosen.model, request.position.goal.as_ref());
        (request.method != Method::Auto || is_beyond_search()).then_some((chosen, plan))
    }

    /// Solutions by the engines that solve the puzzle of the chosen moves.
    pub(super) fn by_chosen_moves(
        &self,
        chosen: &ChosenMoves,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        if request.method == Method::Auto
            && let Some(end) = self.by_quick_search(request, NODES_FIRST, control, on_answer)
        {
            return end;
        }
        let mut goals = self.reachable_goals(request, &request.turns)?;
        // As the puzzle is held, it is reached most often, unless it is solved in another way already.
        let held = request.held_goal(self.model);
        goals.sort_by_key(|goal| (*goal != request.position.state, goal != held));
        let solver = Solver::with_tables(&chosen.model, self.tables)
            .with_threads(self.threads)
            .with_build_threads(self.build_threads);
        let mut unsolvable = None;
        for goal in &goals {
            let is_usual = request.position.goal.is_none() && goal == self.model.puzzle.solved();
            let target = Some(goal).filter(|_| !is_usual);
            let own = Request { turns: Vec::new(), target, ..request.clone() };
            let mut fault = None;
            let mut on_own = |answer: Answer| {
                let engine = answer.engine;
                // What is proven of one goal says nothing of the others.
                let answer = match goals.len() {
                    1 => answer,
                    _ => Answer::of_word(request, answer.engine, answer.turns, answer.nodes as usize),
                };
                let answer = chosen.of_whole(answer).ok_or(SolveError::Rejected(engine));
                match answer.and_then(|answer| self.referee(request, &goals, answer)) {
                    Ok(answer) => on_answer(answer),
                    Err(other) => {
                        fault = Some(other);
                        ControlFlow::Break(())
                    }
                }
            };
            let end = solver.solve(&own, control, &mut on_own);
            match (fault, end) {
                (Some(fault), _) => return Err(fault),
                (None, Err(reason @ SolveError::Unsolvable(_))) => {
                    unsolvable = unsolvable.or(Some(reason.by_moves_of(request)));
                }
                (None, end) => return end,
            }
        }
        Err(unsolvable.unwrap_or_else(|| SolveError::exhausted(request)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::position;
    use permutant_puzzle::metric::Metric;
    use permutant_puzzle::moves::Turn;

    fn turns(model: &Model, metric: &Metric, names: &[&str]) -> Vec<Turn> {
        let powers = |name: &&str| {
            let turn = model.puzzle.turn(name).unwrap();
            match model.puzzle.base(name) {
                Some(base) => model.puzzle.powers(base.base(), metric),
                None => vec![turn.clone(), turn.inverse()],
            }
        };
        names.iter().flat_map(powers).collect()
    }

    #[test]
    fn solutions_are_made_of_the_chosen_moves() {
        let model = Model::find("megaminx").unwrap();
        let start =
            position::read(&model, "R U R2 L' U2 F R' L U R2 F' U R U2 R' L2 U' R2 F U R' U2 R U' F2", None);
        let position = start.unwrap();
        let solver = Solver::new(&model);
        for (method, engine) in [
            (Method::Auto, Engine::Words),
            (Method::Words, Engine::Words),
            (Method::Phases, Engine::Phases),
            (Method::Insertion, Engine::Insertion),
        ] {
            let turns = turns(&model, &Metric::htm(), &["U", "F", "R", "L"]);
            let request = Request { method, turns: turns.clone(), ..Request::new(&position) };
            assert_eq!(solver.engine(&request).unwrap(), engine);
            if method == Method::Insertion {
                let answer = solver.solve_one(&request).unwrap();
                assert!(answer.turns.iter().all(|turn| turns.contains(turn)), "{answer:?}");
            }
        }
    }

    #[test]
    fn a_goal_among_others_proves_nothing() {
        let model = Model::find("2x2x2").unwrap();
        let solver = Solver::new(&model);
        let turns = turns(&model, &Metric::htm(), &["U", "F", "R", "L", "D"]);
        // The first is solved, held in another way.
        for (scramble, most) in [("R L'", 0), ("R U F2", 30)] {
            let position = position::read(&model, scramble, None).unwrap();
            let request = Request { method: Method::Words, turns: turns.clone(), ..Request::new(&position) };
            let answer = solver.solve_one(&request).unwrap();
            assert!(
                answer.length <= most && answer.optimal == (most == 0) && answer.lower_bound <= 1,
                "{scramble}: {answer:?}"
            );
        }
    }

    #[test]
    fn the_general_search_keeps_what_only_it_can_do() {
        let model = Model::find("megaminx").unwrap();
        let position = position::read(&model, "R2 U", None).unwrap();
        let solver = Solver::new(&model);
        // A fifth of a turn is a power of two fifths, but no move that was chosen.
        for (names, optimal) in [(&["R2", "U", "F", "L"][..], false), (&["U", "F", "R", "L"], true)] {
            let turns = turns(&model, &Metric::htm(), names);
            let request = Request { turns, optimal, ..Request::new(&position) };
            assert_eq!(solver.engine(&request).unwrap(), Engine::Search, "{names:?}");
        }
    }
}
