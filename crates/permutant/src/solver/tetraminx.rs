//! Solving the professor tetraminx by its own solver.
//!
//! Start at [`Solver::by_tetraminx`]. The solver turns layers about corners, which leave the corners in their places; so a position is compared with the
//! solved state as it is held when the corners are there. What it needs to know of the puzzle, it finds in the turns as permutations of points.

use super::kept::{Decision, Solver};
use super::plan::Plan;
use super::request::{Answer, Preparation, Request, SolveError};
use super::shorter::Shorter;
use crate::engine::Engine;
use crate::tables;
use permutant_group::Permutation;
use permutant_others::tetraminx::{self, Move, Position, Recognised};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, Outcome, StopReason};
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError};

/// Memory of the solver apart from its tables: the effect of turns on coordinates.
const BESIDE: u64 = 64 << 20;

/// The puzzle as its solver knows it.
struct Known {
    points: Points,
    turns: Vec<Turn>,
    recognised: Recognised,
}

impl Solver<'_> {
    /// Whether the solver has its tables, or gets them.
    fn tables_of_tetraminx(&self, request: &Request<'_>) -> Decision {
        let preparation = request.preparation.max(Preparation::Load);
        self.decide(&tables::TETRAMINX, BESIDE, false, &Request { preparation, ..request.clone() })
    }

    /// The message about this.
    pub(super) fn told_of_tetraminx(&self, request: &Request<'_>) -> &'static str {
        match self.tables_of_tetraminx(request) {
            Decision::Kept => "; with tables, which are stored",
            Decision::Built => "; with tables, which are built first",
            Decision::Without(_) => {
                "; without its tables (professor-tetraminx), words of its group give longer ones"
            }
        }
    }

    /// The solver, if its tables are stored, or are built first; `None` if the request does not allow that.
    ///
    /// # Errors
    /// If `control` stopped building the tables.
    pub(crate) fn tetraminx(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<Option<Arc<tetraminx::Solver>>, SolveError> {
        let mut kept = self.tetraminx.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(solver) = kept.as_ref() {
            return Ok(Some(Arc::clone(solver)));
        }
        if !self.tables_of_tetraminx(request).is_with() {
            return Ok(None);
        }
        match tables::tetraminx(self.tables, self.build_threads, control) {
            Ok(solver) => Ok(Some(Arc::clone(kept.insert(Arc::new(solver))))),
            Err(StopReason::Memory) => Ok(None),
            Err(reason) => Err(SolveError::Limit(reason)),
        }
    }

    /// A short solution, after the quick search of the plan, followed by shorter ones as long as the limits allow, if that is requested. `None` if
    /// there are no tables, or too little time.
    pub(super) fn by_tetraminx(
        &self,
        plan: &Plan,
        request: &Request<'_>,
        control: &Control<'_>,
        on_answer: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Result<Option<Outcome<()>>, SolveError> {
        let goals = request.goals(self.model);
        let state = &request.position.state;
        let Some((known, (position, looks))) = self.known().and_then(|known| {
            let seen = goals.iter().find_map(|goal| self.seen(&known, state, goal))?;
            Some((known, seen))
        }) else {
            return Ok(None);
        };
        // If the time runs out during preparation, there is an answer all the same.
        let Some(solver) = (match self.tetraminx(request, control) {
            Err(SolveError::Limit(reason)) if reason != StopReason::Cancelled => None,
            solver => solver?,
        }) else {
            return Ok(None);
        };
        // Within a limited time, the first answer comes sooner without it.
        if let Some(nodes) = plan.quick_search.filter(|_| !request.improve)
            && let Some(end) = self.by_quick_search(request, nodes, control, on_answer)
        {
            return end.map(Some);
        }
        let (mut told, mut fault) = (Shorter::new(self, request, &goals, on_answer), None);
        let most = request.limits.max_length.map_or(usize::MAX, |most| most as usize + 1);
        let end = solver.improve(&position, &looks, most, control, &mut |moves| {
            let turns: Vec<Turn> = moves.iter().map(|&made| known.turn(made)).collect();
            let length = request.metric.length(&turns);
            let answer = Answer {
                turns,
                length,
                engine: Engine::Tetraminx,
                optimal: length == 0,
                lower_bound: u32::from(length > 0),
                nodes: 0,
                derivation: None,
            };
            fault = told.tell(answer).err();
            if request.improve && !told.is_over && fault.is_none() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        match (fault, end) {
            (Some(fault), _) => Err(fault),
            // Engines for any puzzle know the reason.
            (None, Outcome::ProvenNone) => Ok(None),
            // Words are there at once.
            (None, Outcome::LimitReached(StopReason::Time)) if told.length.is_none() => Ok(None),
            (None, Outcome::LimitReached(reason)) => Ok(Some(told.end(reason))),
            (None, Outcome::Found(())) => Ok(Some(Outcome::Found(()))),
        }
    }

    /// The puzzle as its solver knows it; `None` if it is another one.
    fn known(&self) -> Option<Known> {
        let puzzle = &self.model.puzzle;
        let points = Points::new(puzzle.orbits())?;
        let lists_of = |turn: &Turn| -> Vec<u16> {
            let images: Permutation = points.permutation(&turn.transformation()).inverse();
            (0..points.degree() as u32).map(|point| images.image(point) as u16).collect()
        };
        // Turns of the layers at faces take corners to others.
        let corners = puzzle.orbits().iter().position(|orbit| orbit.orientations == 3)?;
        let leaves_corners = |turn: &Turn| {
            let transformation = turn.transformation();
            let slots = transformation.part(corners).map(|part| part.permutation().to_vec());
            slots.is_none_or(|slots| (0..).zip(slots).all(|(to, from)| to == from))
        };
        let turns: Vec<Turn> =
            puzzle.generators().map(|base| Turn::new(Arc::clone(base), 1)).filter(leaves_corners).collect();
        let lists: Vec<Vec<u16>> = turns.iter().map(lists_of).collect();
        let slices: Vec<&[u16]> = lists.iter().map(|list| &list[..]).collect();
        let recognised = Recognised::of(&slices)?;
        Some(Known { points, turns, recognised })
    }

    /// A position as it is to be brought to a goal, and which centres look the same; `None` if the goal has corners elsewhere, or other pieces.
    fn seen(&self, known: &Known, state: &State, goal: &State) -> Option<(Position, [u16; 12])> {
        let orbits = self.model.puzzle.orbits();
        let (mut contents, mut looks) = (Vec::new(), Vec::new());
        for (number, orbit) in orbits.iter().enumerate() {
            let (now, aim) = (&state.orbits[number], &goal.orbits[number]);
            if now.moduli.iter().chain(&aim.moduli).any(|&modulus| modulus != orbit.orientations)
                || orbit.orientations == 3 && now.pieces != aim.pieces
            {
                return None;
            }
            let orientations = usize::from(orbit.orientations);
            let first = contents.len();
            let mut is_taken = vec![false; aim.pieces.len()];
            let mut row = vec![0; aim.pieces.len() * orientations];
            for (slot, piece) in now.pieces.iter().enumerate() {
                let home =
                    (0..aim.pieces.len()).find(|&home| aim.pieces[home] == *piece && !is_taken[home])?;
                is_taken[home] = true;
                let turned = |of: &[u16], slot: usize| usize::from(of[slot]);
                for mark in 0..orientations {
                    let at = slot * orientations + (mark + turned(&now.orientations, slot)) % orientations;
                    let from = home * orientations + (mark + turned(&aim.orientations, home)) % orientations;
                    row[at] = first + from;
                }
                looks.extend(std::iter::repeat_n(aim.pieces[slot], orientations));
            }
            contents.extend(row);
        }
        debug_assert_eq!(contents.len(), known.points.degree());
        Some((known.recognised.position(&contents)?, known.recognised.by_centre(&looks)))
    }
}

impl Known {
    fn turn(&self, made: Move) -> Turn {
        let (number, is_back) = self.recognised.step(made);
        let turn = &self.turns[number];
        if is_back { turn.inverse() } else { turn.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use permutant_others::tetraminx::Layer;

    #[test]
    fn positions_are_seen_however_the_puzzle_is_held() {
        let model = Model::find("professor tetraminx").unwrap();
        let solver = Solver::new(&model);
        let known = solver.known().unwrap();
        let puzzle = &model.puzzle;
        let goals: Vec<State> =
            puzzle.rotations().iter().map(|rotation| puzzle.solved().after(rotation)).collect();
        let seen = |state: &State| {
            let mut seen = goals.iter().filter_map(|goal| solver.seen(&known, state, goal));
            let first = seen.next();
            assert!(seen.next().is_none(), "corners are in their places for one goal");
            first
        };
        let (_, looks) = seen(puzzle.solved()).unwrap();
        let mut kinds = looks.to_vec();
        kinds.sort_unstable();
        assert_eq!(kinds.chunk_by(|one, next| one == next).map(<[u16]>::len).collect::<Vec<_>>(), [3; 4]);
        for corner in 0..4 {
            // Outer layers have no centres, which are not told apart.
            let outer = Move { layer: Layer::Outer, corner, backwards: corner % 2 == 0 };
            let turned = puzzle.solved().after(&known.turn(outer).transformation());
            for rotation in puzzle.rotations() {
                let (position, _) = seen(&turned.after(rotation)).unwrap();
                // The corner that was turned is elsewhere then.
                assert_ne!(position, Position::SOLVED);
            }
            assert_eq!(seen(&turned).unwrap().0, Position::SOLVED.after(outer));
        }
        // A turn of the layer at a face takes corners to others, as a rotation does.
        assert!(seen(&puzzle.solved().after(&puzzle.turn("D").unwrap().transformation())).is_some());
        let other = Model::find("master tetraminx").unwrap();
        assert!(Solver::new(&other).known().is_none());
    }
}
