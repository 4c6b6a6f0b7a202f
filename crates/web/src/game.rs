//! A puzzle in play: its position, what was done to it, and how to take that back.
//!
//! Start at [`Game`]. What is done is a deed: some moves, or a beginning (a scramble, or the solved puzzle again); each can be
//! undone and redone without limit. A game keeps moves and no states, save those that a beginning wiped away.

use crate::fault::Fault;
use permutant::algorithm;
use permutant::model::Model;
use permutant::position::{Position, wrong_pieces};
use permutant::puzzle::diagnostic::Diagnostic;
use permutant::puzzle::formats::kpuzzle;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::picture::{Look, Scene, SceneMove, Scheme};
use permutant::puzzle::state::State;
use serde::Serialize;

/// Most steps that are told one by one: nobody watches more.
pub const MOST_STEPS: usize = 1000;

/// A puzzle in play.
#[derive(Debug)]
pub struct Game {
    model: Model,
    look: Look,
    state: State,
    past: Vec<Deed>,
    future: Vec<Deed>,
}

/// What was done, so that it can be taken back.
#[derive(Debug)]
enum Deed {
    Moves(Vec<Turn>),
    /// From the solved puzzle these turns were made, by the scramble of this seed if there is one; before it the position
    /// was `before`.
    Beginning {
        turns: Vec<Turn>,
        seed: Option<u32>,
        before: State,
    },
}

/// A turn that was made, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// As people write it.
    pub text: String,
    /// The name of the move.
    pub name: String,
    /// How often it was made.
    pub amount: i64,
}

/// How the game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// Whether the puzzle is solved.
    pub solved: bool,
    /// How many pieces are not where they belong.
    pub wrong: usize,
    /// Moves made since the beginning, counted in half turns.
    pub moves: u64,
    /// Whether there is something to undo.
    pub can_undo: bool,
    /// Whether there is something to redo.
    pub can_redo: bool,
    /// Whether the beginning was a scramble.
    pub scrambled: bool,
    /// The seed of that scramble, where it has one.
    pub seed: Option<u32>,
}

impl Game {
    /// A puzzle of the catalog, solved.
    ///
    /// # Errors
    ///
    /// Where there is no puzzle of that name.
    pub fn new(name: &str) -> Result<Self, Fault> {
        let model = Model::find(name).map_err(|fault| Fault::new(&fault))?;
        let look = model.look().ok_or_else(|| Fault::new(&format!("there is no picture of {name}")))?;
        let state = model.puzzle.solved().clone();
        Ok(Game { model, look, state, past: Vec::new(), future: Vec::new() })
    }

    /// What a page needs to draw the puzzle and to turn it.
    pub fn scene(&self) -> Scene {
        Scene::new(&self.model.puzzle, &self.look, self.model.puzzle.solved(), Scheme::Usual)
    }

    /// What a move of the puzzle does to the parts of the scene, also one that the scene does not list, as `Rw` and `M`.
    /// `None` if there is no such move.
    pub fn way(&self, name: &str) -> Option<SceneMove> {
        Some(SceneMove::new(&self.look, self.model.puzzle.base(name)?.base()))
    }

    /// The directions of a puzzle with a hole, as `U`; each can be played like a move.
    pub fn directions(&self) -> Vec<&str> {
        self.model.puzzle.directions().iter().map(|direction| direction.name.as_str()).collect()
    }

    /// By part of the scene: a part that shows the same when the puzzle is solved; -1 for a hole.
    pub fn shows(&self) -> Vec<i32> {
        let solved = self.model.puzzle.solved();
        let number = |part: Option<usize>| part.and_then(|part| i32::try_from(part).ok()).unwrap_or(-1);
        match &self.look {
            Look::Plane(plane) => plane.homes(solved, &self.state).into_iter().map(number).collect(),
            Look::Solid(shape) => {
                let mut first = vec![None; shape.faces().len()];
                for (part, face) in shape.colours(solved, solved).into_iter().enumerate() {
                    if let Some(face) = face {
                        first[face].get_or_insert(part);
                    }
                }
                let face = |face: Option<usize>| number(face.and_then(|face| first[face]));
                shape.colours(solved, &self.state).into_iter().map(face).collect()
            }
        }
    }

    /// Whether a move can be made so often now.
    pub fn can(&self, name: &str, amount: i64) -> bool {
        let puzzle = &self.model.puzzle;
        puzzle.turn_by(name, amount).is_some_and(|turn| puzzle.is_possible(&self.state, &turn))
    }

    /// Makes a move so often.
    ///
    /// # Errors
    ///
    /// Where there is no such move, or pieces block it.
    pub fn turn(&mut self, name: &str, amount: i64) -> Result<Vec<Step>, Fault> {
        let puzzle = &self.model.puzzle;
        let found = puzzle.turn_by(name, amount);
        let turn = found.ok_or_else(|| Fault::new(&format!("{} has no move '{name}'", puzzle.name())))?;
        if !puzzle.is_possible(&self.state, &turn) {
            return Err(Fault::new(&format!("{turn} is not possible there: pieces block it")));
        }
        Ok(self.make(vec![turn]))
    }

    /// Makes the moves of an algorithm, as one deed; all of them or none.
    ///
    /// # Errors
    ///
    /// Where the text is no algorithm of the puzzle, or pieces block one of its moves.
    pub fn play(&mut self, text: &str) -> Result<Vec<Step>, Fault> {
        let turns = self.read(&self.state, text)?;
        Ok(if turns.is_empty() { Vec::new() } else { self.make(turns) })
    }

    /// Begins anew: the solved puzzle with an algorithm made, which a scramble of that seed gave.
    ///
    /// # Errors
    ///
    /// As of [`Game::play`].
    pub fn begin(&mut self, text: &str, seed: Option<u32>) -> Result<(), Fault> {
        let turns = self.read(self.model.puzzle.solved(), text)?;
        let mut state = self.model.puzzle.solved().clone();
        turns.iter().for_each(|turn| state.apply(&turn.transformation()));
        let before = std::mem::replace(&mut self.state, state);
        self.past.push(Deed::Beginning { turns, seed, before });
        self.future.clear();
        Ok(())
    }

    /// Takes back what was done last. The turns to show are none where a beginning is taken back.
    pub fn undo(&mut self) -> Vec<Step> {
        match self.past.pop() {
            None => Vec::new(),
            Some(Deed::Moves(turns)) => {
                let steps = self.advance(&algorithm::invert(&turns));
                self.future.push(Deed::Moves(turns));
                steps
            }
            Some(Deed::Beginning { turns, seed, before }) => {
                self.state = before.clone();
                self.future.push(Deed::Beginning { turns, seed, before });
                Vec::new()
            }
        }
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self) -> Vec<Step> {
        let Some(deed) = self.future.pop() else { return Vec::new() };
        let steps = match &deed {
            Deed::Moves(turns) => self.advance(&turns.clone()),
            Deed::Beginning { turns, .. } => {
                self.state = self.model.puzzle.solved().clone();
                turns.iter().for_each(|turn| self.state.apply(&turn.transformation()));
                Vec::new()
            }
        };
        self.past.push(deed);
        steps
    }

    /// How the game stands. O(moves since the beginning).
    pub fn status(&self) -> Status {
        let puzzle = &self.model.puzzle;
        let (beginning, seed) = match self.beginning() {
            Some((turns, seed)) => (turns, seed),
            None => (&[][..], None),
        };
        Status {
            solved: puzzle.is_solved(&self.state),
            wrong: wrong_pieces(puzzle, &self.state),
            moves: Metric::htm().length(self.made()),
            can_undo: !self.past.is_empty(),
            can_redo: !self.future.is_empty(),
            scrambled: !beginning.is_empty(),
            seed,
        }
    }

    /// The algorithms that lead here: of the scramble, and of the moves made since.
    pub fn record(&self) -> [String; 2] {
        let puzzle = &self.model.puzzle;
        let beginning = self.beginning().map_or(&[][..], |(turns, _)| turns);
        let mut start = puzzle.solved().clone();
        let setup = algorithm::write_from(puzzle, &start, beginning);
        beginning.iter().for_each(|turn| start.apply(&turn.transformation()));
        let made: Vec<Turn> = self.made().cloned().collect();
        [setup, algorithm::write_from(puzzle, &start, &made)]
    }

    /// The position as text, for [`crate::jobs::solve`].
    ///
    /// # Errors
    ///
    /// Where a definition has a name that JSON cannot hold, which no puzzle of the catalog has.
    pub fn position(&self) -> Result<String, Fault> {
        kpuzzle::write_pattern(self.model.puzzle.definition(), &self.state)
            .map_err(|fault| Fault::new(&fault))
    }

    /// The turns of an algorithm that can be made in a state.
    fn read(&self, start: &State, text: &str) -> Result<Vec<Turn>, Fault> {
        let puzzle = &self.model.puzzle;
        let fault = |fault: Diagnostic| Fault::in_text(text, fault);
        let turns = algorithm::read_from(puzzle, start, text).map_err(fault)?;
        let end = Position::after(puzzle, start, &turns);
        end.map_err(|blocked| fault(Diagnostic::new(0..text.len(), blocked.to_string())))?;
        Ok(turns)
    }

    fn make(&mut self, turns: Vec<Turn>) -> Vec<Step> {
        let steps = self.advance(&turns);
        self.past.push(Deed::Moves(turns));
        self.future.clear();
        steps
    }

    /// Makes turns, and tells them, if they are few enough.
    fn advance(&mut self, turns: &[Turn]) -> Vec<Step> {
        let mut steps = Vec::new();
        for turn in turns {
            if turns.len() <= MOST_STEPS {
                let direction = self.model.puzzle.direction_of(&self.state, turn);
                steps.push(Step {
                    text: direction.map_or_else(|| turn.to_string(), str::to_string),
                    name: turn.base().name.clone(),
                    amount: turn.amount(),
                });
            }
            self.state.apply(&turn.transformation());
        }
        steps
    }

    fn beginning(&self) -> Option<(&[Turn], Option<u32>)> {
        self.past.iter().rev().find_map(|deed| match deed {
            Deed::Beginning { turns, seed, .. } => Some((&turns[..], *seed)),
            Deed::Moves(_) => None,
        })
    }

    /// The turns made since the beginning.
    fn made(&self) -> impl Iterator<Item = &Turn> {
        let is_beginning = |deed: &Deed| matches!(deed, Deed::Beginning { .. });
        let first = self.past.iter().rposition(is_beginning).map_or(0, |at| at + 1);
        self.past[first..].iter().flat_map(|deed| match deed {
            Deed::Moves(turns) => &turns[..],
            Deed::Beginning { .. } => &[],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(steps: &[Step]) -> Vec<&str> {
        steps.iter().map(|step| step.text.as_str()).collect()
    }

    #[test]
    fn everything_can_be_undone_and_redone() {
        let mut game = Game::new("3x3x3").unwrap();
        assert_eq!(texts(&game.play("R U2 (F D')2").unwrap()), ["R", "U2", "F", "D'", "F", "D'"]);
        let mut seen = vec![game.shows()];
        game.begin("R U F2", Some(7)).unwrap();
        seen.push(game.shows());
        assert_eq!((game.status().moves, game.status().seed, game.status().scrambled), (0, Some(7), true));
        game.turn("R", -1).unwrap();
        game.turn("x", 1).unwrap();
        seen.push(game.shows());
        assert_eq!(game.record(), ["R U F2".to_string(), "R' x".to_string()]);
        assert_eq!(game.status().moves, 1);
        game.begin("", None).unwrap();
        assert!(game.status().solved && !game.status().scrambled && game.status().seed.is_none());
        assert_eq!(game.undo(), []);
        assert_eq!(game.shows(), seen[2]);
        assert_eq!(texts(&game.undo()), ["x'"]);
        assert_eq!(texts(&game.undo()), ["R"]);
        assert_eq!(game.shows(), seen[1]);
        assert_eq!(game.undo(), []);
        assert_eq!(game.shows(), seen[0]);
        assert_eq!(texts(&game.undo()), ["D", "F'", "D", "F'", "U2", "R'"]);
        assert!(game.status().solved && !game.status().can_undo);
        assert_eq!(game.undo(), []);
        for _ in 0..5 {
            game.redo();
        }
        assert!(game.status().solved && !game.status().can_redo && game.status().moves == 0);
        game.undo();
        assert_eq!(game.shows(), seen[2]);
        // What is done now takes the place of what was taken back.
        game.turn("U", 1).unwrap();
        assert!(!game.status().can_redo);
        assert_eq!(game.redo(), []);
    }

    /// A step is what the scene says that the move does, as often as the step says.
    #[test]
    fn what_parts_show_follows_the_ways_of_moves() {
        for (name, text) in [
            ("3x3x3", "R M' Uw2 y"),
            ("4x4x4", "2-3Rw 2U' F2"),
            ("pyraminx", "U l' Rv"),
            ("megaminx", "BR2' DL"),
            ("torus:6x6", "R2 C3^-2"),
            ("topspin:20,4", "r3 t r'"),
            ("slide:4x4", "R D L"),
            ("rings:20,20,5,5", "l7 r'"),
        ] {
            let mut game = Game::new(name).unwrap();
            let mut shown = game.shows();
            for step in game.play(text).unwrap() {
                let way = game.way(&step.name).unwrap();
                for _ in 0..step.amount.unsigned_abs() {
                    let before = shown.clone();
                    for carried in &way.carries {
                        let (from, to) = if step.amount < 0 {
                            (carried.to, carried.from)
                        } else {
                            (carried.from, carried.to)
                        };
                        shown[to] = before[from];
                    }
                }
            }
            assert_eq!(shown, game.shows(), "{name} {text}");
        }
    }

    #[test]
    fn faults_have_a_place_and_change_nothing() {
        let mut game = Game::new("3x3x3").unwrap();
        let fault = game.play("R U Q F").unwrap_err();
        assert_eq!(fault.span, Some([4, 5]));
        assert!(game.turn("Q", 1).is_err() && game.begin("R Q", None).is_err());
        assert!(game.status().solved && !game.status().can_undo);
        assert_eq!(game.play("  ").unwrap(), []);
        assert!(!game.status().can_undo);
        assert!(Game::new("4x3x3 of a kind").is_err());

        let mut slide = Game::new("slide:4x4").unwrap();
        assert_eq!(slide.directions(), ["U", "D", "L", "R"]);
        let blocked = slide.way("a1b1").unwrap().name;
        assert!(!slide.can(&blocked, 1) && slide.turn(&blocked, 1).is_err());
        assert_eq!(texts(&slide.play("R").unwrap()), ["R"]);
        assert_eq!(slide.record()[1], "R");
        assert!(slide.shows().contains(&-1));
    }

    #[test]
    fn many_moves_are_not_told_one_by_one() {
        let mut game = Game::new("2x2x2").unwrap();
        assert_eq!(game.play("(R U)600").unwrap(), []);
        assert_eq!(game.status().moves, 1200);
        assert_eq!(game.undo(), []);
        assert!(game.status().solved);
    }
}
