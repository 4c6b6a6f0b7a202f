//! Tests whether a position can be solved at all, before any search.
//!
//! Start at [`Solver::solvability`], and at [`Solver::solvability_as_seen`] if only colours are known. The invariants of the moves are
//! tested first, since they give the reason, and then the group. If moves are not always possible, this is the group of the walks from
//! one shape back to it. Identical pieces may replace each other ([`permutant_analysis::group::identical_pieces`]).

use super::kept::Solver;
use super::others::solvability_of_square1;
use super::request::{Request, SeenSolvability, Solvability, SolveError};
use crate::model::Family;
use crate::position::Position;
use permutant_analysis::group::identical_pieces::IdenticalPieces;
use permutant_analysis::group::words::VertexGroup;
use permutant_puzzle::definition::Restrictions;
use permutant_puzzle::geometry::Seen;
use permutant_puzzle::invariants::Invariants;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use permutant_search::limits::{Control, Progress};

/// Memory for walks, in bytes.
const MEMORY: usize = 64 << 20;

/// Progress report: two groups are examined for each way of holding the solved puzzle.
const GROUPS: &str = "groups of the moves, with the position and without";

/// A goal as it appears, and as it is.
struct Goal {
    seen: State,
    whole: State,
}

impl Solver<'_> {
    /// What is known of a position without searching. The position is one of the puzzle. The test takes milliseconds if the order of
    /// the group is found without a chain ([`permutant_analysis::group::order::order`]), as for cubes; otherwise it takes at most about
    /// a second for each way of holding the solved puzzle. These are reported as progress; if a control interrupts the test, the result
    /// is undecided.
    pub fn solvability(&self, position: &Position, control: &Control<'_>) -> Solvability {
        self.judge(position, None, control).solvability
    }

    /// The same for all positions with the colours of a state of the puzzle: whether one of them can be solved, and which. This takes
    /// the same time again for each piece that the colours do not determine completely, unless the group turns it freely.
    pub fn solvability_as_seen(&self, state: &State, seen: &Seen, control: &Control<'_>) -> SeenSolvability {
        let position = Position::new(state.clone());
        if seen.tells_all() {
            let solvability = self.solvability(&position, control);
            let state = (solvability == Solvability::Solvable).then_some(position.state);
            return SeenSolvability { solvability, state };
        }
        self.judge(&position, Some(seen), control)
    }

    /// Tests, for a puzzle whose moves are not always possible, that its walks lead from a position to the goal; otherwise a search
    /// would end only after visiting all states. There is no result if some moves or pieces are left out, or if the group is not known.
    pub(super) fn check_walks(&self, request: &Request<'_>, control: &Control<'_>) -> Result<(), SolveError> {
        let is_whole = request.turns.is_empty() && request.position.goal.is_none();
        if !self.model.puzzle.is_restricted() || !is_whole {
            return Ok(());
        }
        let start = &request.position.state;
        match self.judge_by_walks(start, &request.goals(self.model), None, control).solvability {
            Solvability::Unsolvable(why) => Err(SolveError::Unsolvable(why)),
            Solvability::Solvable | Solvability::Open => Ok(()),
        }
    }

    /// Judges a position, or all positions of the same appearance; of the latter, a solvable one is chosen.
    fn judge(&self, position: &Position, seen: Option<&Seen>, control: &Control<'_>) -> SeenSolvability {
        let puzzle = &self.model.puzzle;
        let homes = Request::new(position).goals(self.model);
        if self.model.family == Family::Square1 {
            // No two of its pieces are identical.
            let solvability = solvability_of_square1(&position.state);
            let state = (solvability == Solvability::Solvable).then(|| position.state.clone());
            return SeenSolvability { solvability, state };
        }
        if puzzle.is_restricted() {
            return self.judge_by_walks(&position.state, &homes, seen, control);
        }
        let look = |state: &State| seen.map_or_else(|| state.clone(), |seen| seen.of(state));
        let goal = seen.map_or_else(|| position.goal.clone(), |seen| Some(seen.of(puzzle.solved())));
        let start = Position { state: look(&position.state), goal };
        let request = Request::new(&start);
        let near = match self.reachable_goals(&request, &puzzle.solution_turns(&request.metric)) {
            Ok(near) => near,
            Err(SolveError::Unsolvable(why)) => return Solvability::Unsolvable(why).into(),
            Err(_) => return Solvability::Open.into(),
        };
        let goals = homes.into_iter().map(|whole| Goal { seen: look(&whole), whole });
        let goals: Vec<Goal> = goals.filter(|goal| near.contains(&goal.seen)).collect();
        let moves: Vec<Transformation> =
            puzzle.generators().map(|base| base.transformation.clone()).collect();
        self.judge_in(&moves, &start.state, &goals, seen.is_some(), control)
    }

    /// The verdict of the group of some changes on a state and on the goals that no invariant excludes, at least one. If a state is
    /// wanted, it is one that leads to a complete goal.
    fn judge_in(
        &self,
        changes: &[Transformation],
        start: &State,
        goals: &[Goal],
        is_wanted: bool,
        control: &Control<'_>,
    ) -> SeenSolvability {
        let told = |done: usize| {
            let total = 2 * goals.len() as u64;
            control.report(Progress::Part { name: GROUPS, done: done as u64, total });
        };
        let mut is_open = false;
        for (number, goal) in goals.iter().enumerate() {
            told(2 * number);
            if control.interrupted().is_some() {
                return Solvability::Open.into();
            }
            let alike = IdenticalPieces::new(self.model.puzzle.orbits(), changes.to_vec(), &goal.seen);
            let Some(alike) = alike else {
                is_open = true;
                continue;
            };
            told(2 * number + 1);
            match alike.reaches(start) {
                Some(true) => {
                    let way = if is_wanted { alike.way(start, control) } else { None };
                    let state = way.map(|way| goal.whole.after(&way.inverse()));
                    return SeenSolvability { solvability: Solvability::Solvable, state };
                }
                Some(false) => {}
                None => is_open = true,
            }
        }
        let outside = "it is outside the group of the puzzle: a move that leads to it would make more \
             positions reachable";
        if is_open { Solvability::Open.into() } else { Solvability::Unsolvable(outside.into()).into() }
    }

    /// The same for moves that are not always possible, for a state that leads to the shape to which other states are brought as well.
    fn judge_by_walks(
        &self,
        start: &State,
        homes: &[State],
        seen: Option<&Seen>,
        control: &Control<'_>,
    ) -> SeenSolvability {
        if homes.contains(start) {
            return SeenSolvability { solvability: Solvability::Solvable, state: Some(start.clone()) };
        }
        let puzzle = &self.model.puzzle;
        control.report(Progress::Part { name: "walks from a shape back to it", done: 0, total: 1 });
        let walks = self.walks.get_or_init(|| VertexGroup::new(puzzle, MEMORY));
        let Some(group) = walks else { return Solvability::Open.into() };
        // The verdict on this state holds for all states of the same appearance if colours determine the positions of the pieces on
        // which the moves depend.
        let unsolvable = |why: String| match seen
            .is_none_or(|seen| tells_shape(seen, &puzzle.definition().restrictions))
        {
            true => SeenSolvability::from(Solvability::Unsolvable(why)),
            false => Solvability::Open.into(),
        };
        let Some(way) = group.way(start) else {
            // The shapes are those that the moves reach from the solved state; a rotation of it may have others.
            if homes.iter().any(|home| group.way(home).is_none()) {
                return Solvability::Open.into();
            }
            return unsolvable(
                "no moves bring the pieces on which other moves depend to their solved places".into(),
            );
        };
        let look = |state: &State| seen.map_or_else(|| state.clone(), |seen| seen.of(state));
        let start = look(&start.after(&way));
        let invariants = Invariants::new(puzzle.orbits(), group.generators().to_vec());
        let (mut near, mut reason) = (Vec::new(), None);
        for home in homes {
            let Some(whole) = group.way(home).map(|way| home.after(&way)) else { continue };
            let goal = Goal { seen: look(&whole), whole };
            match invariants.violation(&start, &goal.seen) {
                None => near.push(goal),
                Some(violation) => reason = Some(violation.to_string()),
            }
        }
        if let Some(reason) = reason.filter(|_| near.is_empty()) {
            return unsolvable(reason);
        }
        let found = self.judge_in(group.generators(), &start, &near, seen.is_some(), control);
        match found.solvability {
            Solvability::Unsolvable(why) => unsolvable(why),
            _ => SeenSolvability { state: found.state.map(|state| state.after(&way.inverse())), ..found },
        }
    }
}

/// Whether no piece that occurs in a rule has an identical one.
fn tells_shape(seen: &Seen, rules: &Restrictions) -> bool {
    let glued = rules.blocks.iter().flat_map(|block| block.pieces.iter().copied());
    let kept_out = rules.illegal.iter().flat_map(|rule| rule.pieces.iter().map(|&piece| (rule.orbit, piece)));
    glued.chain(kept_out).all(|(orbit, piece)| seen.tells(orbit, piece))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::position;
    use permutant_puzzle::picture::Look;

    fn solvability(name: &str, change: impl Fn(&mut State)) -> Solvability {
        let model = Model::find(name).unwrap();
        let mut position = position::read(&model, if name == "m12" { "a b c" } else { "" }, None).unwrap();
        change(&mut position.state);
        Solver::new(&model).solvability(&position, &Control::new())
    }

    #[test]
    fn exchanged_and_turned_pieces_are_told() {
        let swapped = |orbit: usize| move |state: &mut State| state.orbits[orbit].pieces.swap(0, 1);
        for name in ["2x2x2", "3x3x3", "skewb", "m12"] {
            assert_eq!(solvability(name, |_| {}), Solvability::Solvable, "{name}");
        }
        let Solvability::Unsolvable(why) = solvability("3x3x3", swapped(0)) else { panic!() };
        assert!(why.contains("exchange") || why.contains("swap") || why.contains("parit"), "{why}");
        // The Mathieu group contains no cycle of three, which is even like all its elements.
        let three = |state: &mut State| state.orbits[0].pieces[..3].rotate_left(1);
        let Solvability::Unsolvable(why) = solvability("m12", three) else { panic!() };
        assert!(why.contains("outside the group"), "{why}");
    }

    /// Identical pieces may be exchanged freely, whereas two pieces of a sliding puzzle may not.
    #[test]
    fn large_and_restricted_puzzles_are_told() {
        for (name, orbit) in [("4x4x4", 1), ("7x7x7", 2), ("torus:6x6", 0), ("topspin:20,4", 0), ("fto", 1)] {
            assert_eq!(solvability(name, |_| {}), Solvability::Solvable, "{name}");
            let swap = |state: &mut State| {
                let row = &mut state.orbits[orbit].pieces;
                let other = row.iter().position(|piece| *piece != row[0]).unwrap();
                row.swap(0, other);
            };
            let found = solvability(name, swap);
            assert_ne!(found, Solvability::Open, "{name}");
        }
        assert_eq!(solvability("slide:4x4", |_| {}), Solvability::Solvable);
        let Solvability::Unsolvable(why) =
            solvability("slide:4x4", |state| state.orbits[0].pieces.swap(0, 1))
        else {
            panic!()
        };
        assert!(why.contains("odd parity"), "{why}");
        assert_eq!(
            solvability("slide:4x4", |state| state.orbits[0].pieces[..3].rotate_left(1)),
            Solvability::Solvable
        );
    }

    /// A position of which only colours are known, given by the moves that lead to it, the changes made afterwards, and the way in
    /// which each piece is hidden. A position with this appearance is found, from which the inverse moves and further elements of the
    /// group lead to the solved state.
    #[test]
    fn of_what_looks_alike_one_that_is_reached_is_chosen() {
        let oriented = "3x3x3 with centre orientations";
        let turned = |state: &mut State| {
            let row = state.orbits.iter_mut().find(|row| row.moduli[0] == 4).unwrap();
            row.orientations[0] = (row.orientations[0] + 1) % 4;
        };
        check(oriented, "R U2 F' L D", |_| {}, true);
        check(oriented, "R U2 F' L D B", turned, true);
        // A flipped edge remains flipped, however centres are turned.
        let flipped = |state: &mut State| {
            let row = state.orbits.iter_mut().find(|row| row.moduli[0] == 2).unwrap();
            row.orientations[0] ^= 1;
        };
        check(oriented, "R U2 F'", flipped, false);
        for (name, moves) in [
            ("2x2x2 with centre orientations", "R U R' U R"),
            ("5x5x5 with centre orientations", "R 2U R' U 2R"),
        ] {
            check(name, moves, |_| {}, true);
        }
        check("3x3x3", "R U", |_| {}, true);
        check("3x3x3", "R U", |state| state.orbits[0].pieces.swap(0, 1), false);
        check("3x3x3 with centre orientations with UF+F_R_U glued", "D L", |_| {}, true);
    }

    fn check(name: &str, moves: &str, change: impl Fn(&mut State), is_solvable: bool) {
        let model = Model::find(name).unwrap();
        let puzzle = &model.puzzle;
        let Some(Look::Solid(shape)) = model.look() else { panic!("{name}") };
        let seen = Seen::new(&shape, puzzle.orbits(), puzzle.solved());
        let mut state = position::read(&model, moves, None).unwrap().state;
        change(&mut state);
        // Only what colours reveal of it.
        let painted = shape.colours(puzzle.solved(), &state);
        let read = shape.read_colours(puzzle.orbits(), puzzle.solved(), &painted).unwrap();
        let solver = Solver::new(&model);
        let found = solver.solvability_as_seen(&read, &seen, &Control::new());
        assert_eq!(
            found.solvability == Solvability::Solvable,
            is_solvable,
            "{name} {moves}: {:?}",
            found.solvability
        );
        assert_ne!(found.solvability, Solvability::Open, "{name} {moves}");
        assert_eq!(found.state.is_some(), is_solvable, "{name} {moves}");
        if let Some(chosen) = found.state {
            assert_eq!(shape.colours(puzzle.solved(), &chosen), painted, "{name} {moves}");
            let position = Position::new(chosen);
            assert_eq!(
                solver.solvability(&position, &Control::new()),
                Solvability::Solvable,
                "{name} {moves}"
            );
        }
    }
}
