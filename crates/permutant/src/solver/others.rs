//! Solving Square-1 and the clock by their own solvers.

use super::kept::Solver;
use super::request::Solvability;
use super::request::{Answer, Request, SolveError};
use crate::engine::Engine;
use permutant_others::clock;
use permutant_others::square1::{self, Improvement, Position, Step};
use permutant_puzzle::catalog::clock_move;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use std::ops::ControlFlow;

/// Turns and twists as moves of the puzzle.
pub(crate) fn turns_of_square1(puzzle: &Puzzle, steps: &[Step]) -> Vec<Turn> {
    let layer = |name: &str, by: i8| puzzle.turn_by(name, i64::from(by)).filter(|turn| turn.amount() != 0);
    let turns = steps.iter().flat_map(|step| match *step {
        Step::Turn(up, down) => [layer("(1,0)", up), layer("(0,1)", down)],
        Step::Twist => [puzzle.turn("/"), None],
    });
    turns.flatten().collect()
}

/// A state in the representation of the Square-1 solver.
fn position_of_square1(state: &State) -> Result<Position, SolveError> {
    let broken = || SolveError::Unsolvable("its pieces are not those of Square-1".into());
    let [wedges, middle] = state.orbits.as_slice() else { return Err(broken()) };
    let numbers: Vec<u8> = wedges.pieces.iter().filter_map(|&wedge| u8::try_from(wedge).ok()).collect();
    let numbers = numbers.try_into().map_err(|_| broken())?;
    let is_twisted = middle.pieces.first() == Some(&1);
    Position::new(numbers, is_twisted).map_err(|fault| SolveError::Unsolvable(fault.to_string()))
}

/// The hours of the dials of a clock, in the orientation in which it is held.
fn hours_of_clock(state: &State) -> Result<[u8; 18], SolveError> {
    let broken = || SolveError::Unsolvable("dials have changed their places".into());
    let [dials] = state.orbits.as_slice() else { return Err(broken()) };
    // In this orientation, or turned over.
    let is_held = |by: u16| (0u16..).zip(&dials.pieces).all(|(slot, &piece)| piece == (slot + by) % 18);
    if !is_held(0) && !is_held(9) {
        return Err(broken());
    }
    let hours: Vec<u8> = dials.orientations.iter().filter_map(|&hour| u8::try_from(hour).ok()).collect();
    hours.try_into().map_err(|_| broken())
}

/// Whether a position of Square-1 can be solved: every position can in which no corner is split. A layer of seven or more pieces has
/// opposite seams, as there are only six pairs of opposite places, and so has a layer of six corners. A twist is therefore always
/// within reach, and from there every position can be reached.
pub(super) fn solvability_of_square1(state: &State) -> Solvability {
    match position_of_square1(state) {
        Ok(_) => Solvability::Solvable,
        Err(fault) => Solvability::Unsolvable(fault.to_string()),
    }
}

impl Solver<'_> {
    /// A short solution of Square-1, followed by shorter ones as long as the limits allow, if that is requested.
    pub(super) fn by_square1(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let puzzle = &self.model.puzzle;
        let position = position_of_square1(&request.position.state)?;
        let (goals, most) =
            (request.goals(self.model), request.limits.max_length.map_or(u64::MAX, u64::from));
        // The solver counts twists.
        let counts_twists = request.metric.name().starts_with("twist");
        let max_length = request.limits.max_length.filter(|_| counts_twists);
        let limits = Limits { max_length, ..request.limits.clone() };
        let twist_costs = puzzle.turn("/").map_or(0, |twist| request.metric.cost(&twist));
        let improvement = if request.improve { Improvement::UntilLimit } else { Improvement::None };
        let (mut fault, mut is_told) = (None, false);
        let end = self.square1.get_or_init(square1::Solver::new).improve(
            &position,
            &limits,
            improvement,
            control,
            &mut |solution| {
                let turns = turns_of_square1(puzzle, &solution.steps);
                let length = request.metric.length(&turns);
                if length > most {
                    return ControlFlow::Continue(());
                }
                let lower_bound = solution.least_twists.saturating_mul(twist_costs);
                let answer = Answer {
                    turns,
                    length,
                    engine: Engine::Square1,
                    optimal: length == u64::from(lower_bound),
                    lower_bound,
                    nodes: solution.nodes,
                    derivation: None,
                };
                match self.referee(request, &goals, answer) {
                    Ok(answer) => {
                        is_told = true;
                        on_answer(answer)
                    }
                    Err(rejected) => {
                        fault = Some(rejected);
                        ControlFlow::Break(())
                    }
                }
            },
        );
        match (fault, end) {
            (Some(fault), _) => Err(fault),
            (None, Outcome::ProvenNone) => Err(SolveError::Unsolvable(
                "corners lie across the cut, however the layers are turned".into(),
            )),
            (None, Outcome::Found(())) if !is_told => Ok(Outcome::LimitReached(StopReason::Length)),
            (None, end) => Ok(end),
        }
    }

    /// A shortest solution of the clock.
    pub(super) fn by_clock(
        &self,
        request: &Request<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Outcome<()>, SolveError> {
        let puzzle = &self.model.puzzle;
        let hours = hours_of_clock(&request.position.state)?;
        let solution = self.clock.get_or_init(clock::Solver::new).solve(&hours);
        let solution = solution.map_err(|fault| SolveError::Unsolvable(fault.to_string()))?;
        let mut turns: Vec<Turn> = Vec::new();
        let mut is_behind = false;
        for step in &solution.moves {
            if step.is_behind && !is_behind {
                turns.extend(puzzle.turn("y2"));
                is_behind = true;
            }
            let name = clock_move(step.pins).map(|name| format!("{name}+"));
            turns.extend(name.and_then(|name| puzzle.turn_by(&name, i64::from(step.hours))));
        }
        let length = request.metric.length(&turns);
        if request.limits.max_length.is_some_and(|most| length > u64::from(most)) {
            return Ok(Outcome::LimitReached(StopReason::Length));
        }
        let answer = Answer {
            turns,
            length,
            engine: Engine::Clock,
            optimal: true,
            lower_bound: solution.moves.len() as u32,
            nodes: solution.nodes,
            derivation: None,
        };
        let _ = on_answer(self.referee(request, &request.goals(self.model), answer)?);
        Ok(Outcome::Found(()))
    }
}
