//! The puzzle that has some of the moves of another and no others.

use super::request::Answer;
use crate::model::Model;
use permutant_puzzle::definition::{Action, Definition, Generator, Role};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use std::sync::Arc;

/// The puzzle of the moves that a request chose last.
#[derive(Debug)]
pub(super) struct KeptMoves {
    pub(super) metric: Metric,
    pub(super) turns: Vec<Turn>,
    /// None where they are no moves of a puzzle of their own.
    pub(super) chosen: Option<Arc<ChosenMoves>>,
}

/// The puzzle of some moves.
#[derive(Debug)]
pub(super) struct ChosenMoves {
    pub(super) model: Model,
    /// Its turns, each with the one of the whole puzzle.
    turns: Vec<(Turn, Turn)>,
}

impl ChosenMoves {
    /// `None` if the turns are not all powers of some generators, each of which costs the same where these are the only moves.
    pub(super) fn new(model: &Model, turns: &[Turn], metric: &Metric) -> Option<Self> {
        let mut generators: Vec<Generator> = Vec::new();
        let mut add = |name: String, turn: &Turn| {
            let action = Action::Given(turn.transformation());
            if generators.iter().all(|known| known.name != name) {
                generators.push(Generator { name, role: Role::Turn, action });
            }
        };
        for turn in turns {
            let all = model.puzzle.powers(turn.base(), metric);
            if all.iter().all(|power| turns.contains(power)) {
                add(turn.base().name.clone(), &Turn::new(Arc::clone(turn.base()), 1));
            } else if turn.amount() > 0 || !turns.contains(&turn.inverse()) {
                add(turn.to_string(), turn);
            }
        }
        let puzzle = &model.puzzle;
        let definition = Definition {
            solved: puzzle.solved().clone(),
            generators,
            ..Definition::new(puzzle.name().to_string(), puzzle.orbits().to_vec())
        };
        let model = Model::from_definition(definition).ok()?;
        let of_whole = |own: Turn| {
            let is_it = |turn: &&Turn| turn.transformation() == own.transformation();
            let whole = turns.iter().find(is_it)?.clone();
            (metric.cost(&own) == metric.cost(&whole)).then_some((own, whole))
        };
        let pairs: Vec<(Turn, Turn)> =
            model.puzzle.solution_turns(metric).into_iter().map(of_whole).collect::<Option<_>>()?;
        let has = |turn: &Turn| pairs.iter().any(|(_, whole)| whole == turn);
        turns.iter().all(has).then_some(ChosenMoves { model, turns: pairs })
    }

    /// An answer in the turns of the whole puzzle.
    pub(super) fn of_whole(&self, answer: Answer) -> Option<Answer> {
        let of_whole = |own: &Turn| Some(self.turns.iter().find(|(known, _)| known == own)?.1.clone());
        let turns = answer.turns.iter().map(of_whole).collect::<Option<Vec<Turn>>>()?;
        Some(Answer { turns, ..answer })
    }
}
