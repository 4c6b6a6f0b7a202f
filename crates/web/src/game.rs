//! A puzzle in play: its position, the actions that led to it, and undo.
//!
//! Start at [`Game`]. An action changes the end of the line of turns, or replaces the line and its start (by a
//! scramble, random moves, or the solved puzzle). Each action can be undone and redone without limit. Stepping through
//! the line does not change it. A game stores turns and no states, except those of starts.

use crate::error::{self, PageError};
use crate::timeline::{Ending, Origin, Step, Timeline, spelled};
use crate::{out_of_place, rows, source, sticker_colours};
use permutant::algorithm;
use permutant::model::Model;
use permutant::position::Position;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::picture::{Look, Loose, Scene, SceneMove, Scheme};
use permutant::puzzle::state::State;
use serde::Serialize;

/// The greatest length, in bytes, of a text that is given to a page.
pub const LONGEST_TEXT: usize = 100_000;

/// A puzzle in play.
#[derive(Debug)]
pub struct Game {
    model: Model,
    look: Look,
    now: Timeline,
    past: Vec<Deed>,
    future: Vec<Deed>,
}

/// An action, stored so that it can be undone or redone.
#[derive(Debug)]
enum Deed {
    Ending(Ending),
    Beginning(Box<Timeline>),
}

/// The length of the turns made, in a metric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Length {
    /// The name of the metric.
    pub metric: String,
    /// What it counts, on one line.
    pub about: &'static str,
    /// The count.
    pub moves: u64,
}

/// The status of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// Whether the puzzle is solved.
    pub solved: bool,
    /// The number of pieces that are out of place, as [`out_of_place`] counts them.
    pub wrong: usize,
    /// The number of moves made since the start, by metric.
    pub lengths: Vec<Length>,
    /// The number of turns of the line that are made.
    pub made: usize,
    /// The number of turns of the line.
    pub all: usize,
    /// The place in the text of the turn made last, from and up to which UTF-16 unit.
    pub current: Option<[usize; 2]>,
    /// Whether there is something to undo.
    pub can_undo: bool,
    /// Whether there is something to redo.
    pub can_redo: bool,
    /// Whether the start is a position other than the solved one.
    pub scrambled: bool,
    /// The seed of that start, if it has one.
    pub seed: Option<u32>,
}

/// How the position arose, to be saved and shared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Record {
    /// The algorithm of the scramble; empty for the solved puzzle; `None` if it is not known.
    pub setup: Option<String>,
    /// The position at the start as [`rows`], if no algorithm for it is known.
    pub position: Option<String>,
    /// The text of the line; `None` if it is too long to show.
    pub text: Option<String>,
    /// The number of its turns that are made; `None` if all are.
    pub made: Option<usize>,
}

impl Game {
    /// A puzzle, given by its name or the text of its definition, in the solved state.
    ///
    /// # Errors
    ///
    /// If there is no such puzzle, or it is too large to be drawn.
    pub fn new(name: &str) -> Result<Self, PageError> {
        let model = source::model(name)?;
        let look = source::look(&model)?;
        let origin = Origin { setup: Some(String::new()), loose: Loose::home(&look), ..Origin::default() };
        let now = Timeline::new(model.puzzle.solved().clone(), origin);
        Ok(Game { model, look, now, past: Vec::new(), future: Vec::new() })
    }

    /// The data that a page needs to draw the puzzle in these colours and to turn it.
    pub fn scene(&self, scheme: Scheme) -> Scene {
        Scene::new(&self.model.puzzle, &self.look, self.model.puzzle.solved(), scheme)
    }

    /// The effect of a move on the parts of the scene, including moves that the scene does not list, such as `Rw` and
    /// `M`. `None` if there is no such move.
    pub fn way(&self, name: &str) -> Option<SceneMove> {
        Some(SceneMove::new(&self.look, self.model.puzzle.base(name)?.base()))
    }

    /// The directions of a puzzle with a hole, such as `U`; each can be played like a move.
    pub fn directions(&self) -> Vec<&str> {
        self.model.puzzle.directions().iter().map(|direction| direction.name.as_str()).collect()
    }

    /// By part of the scene: a part that has the same content in the solved puzzle; -1 for a hole.
    pub fn shows(&self) -> Vec<i32> {
        let mut shows = sticker_colours::parts(&self.look, self.model.puzzle.solved(), self.now.state());
        self.loose().place(&mut shows);
        shows
    }

    /// Where the parts are that are no pieces.
    fn loose(&self) -> Loose {
        let mut loose = self.now.origin().loose.clone();
        loose.turn(&self.look, self.now.turns());
        loose
    }

    /// What colours do not show: by part, a number that its piece shares with no other one but those identical to it; then, by part, by how
    /// many degrees the piece is turned if its only sticker does not show that, otherwise -1.
    pub fn unseen(&self) -> Vec<i32> {
        let orbits = self.model.puzzle.orbits();
        let mut found = vec![-1; 2 * self.look.len()];
        for part in 0..self.look.len() {
            let Some(place) = self.look.place(part) else { continue };
            let (orbit, slot) = (&self.now.state().orbits[place.orbit], usize::from(place.slot));
            found[part] = (place.orbit as i32) << 16 | i32::from(orbit.pieces[slot]);
            let orientations = orbits[place.orbit].orientations;
            if orientations > 1
                && matches!(&self.look, Look::Solid(shape) if shape.stickers_of_a_piece(place.orbit) == 1)
            {
                found[self.look.len() + part] = i32::from(360 / orientations * orbit.orientations[slot]);
            }
        }
        found
    }

    /// Whether a move can be made this many times now.
    pub fn can(&self, name: &str, amount: i64) -> bool {
        let puzzle = &self.model.puzzle;
        puzzle.turn_by(name, amount).is_some_and(|turn| puzzle.is_possible(self.now.state(), &turn))
    }

    /// Makes a move this many times. Turns of the line that were not made are removed.
    ///
    /// # Errors
    ///
    /// If there is no such move, or pieces block it.
    pub fn turn(&mut self, name: &str, amount: i64) -> Result<Vec<Step>, PageError> {
        let puzzle = &self.model.puzzle;
        let found = puzzle.turn_by(name, amount);
        let turn = found.ok_or_else(|| PageError::new(&format!("{} has no move '{name}'", puzzle.name())))?;
        if !puzzle.is_possible(self.now.state(), &turn) {
            return Err(PageError::new(&format!("{turn} is not possible there: pieces block it")));
        }
        let word = spelled(puzzle, self.now.state(), &turn);
        let ending = self.now.followed_by(puzzle, turn, &word);
        Ok(self.end(ending))
    }

    /// Makes the moves of an algorithm as one action, either all or none. Turns of the line that were not made are
    /// removed.
    ///
    /// # Errors
    ///
    /// If the text is not an algorithm of the puzzle, or pieces block one of its moves.
    pub fn play(&mut self, text: &str) -> Result<Vec<Step>, PageError> {
        let ending = self.now.followed_by_text(&self.model.puzzle, text, true)?;
        Ok(self.end(ending))
    }

    /// Adds an algorithm to the line without making any of its moves.
    ///
    /// # Errors
    ///
    /// As for [`Game::play`].
    pub fn lay(&mut self, text: &str) -> Result<(), PageError> {
        let ending = self.now.followed_by_text(&self.model.puzzle, text, false)?;
        self.end(ending);
        Ok(())
    }

    /// Replaces the whole line by another algorithm and makes all of it.
    ///
    /// # Errors
    ///
    /// As for [`Game::play`].
    pub fn write(&mut self, text: &str) -> Result<Vec<Step>, PageError> {
        let ending = self.now.rewritten(&self.model.puzzle, text)?;
        Ok(self.end(ending))
    }

    /// Whether a text could replace the line; nothing is changed.
    ///
    /// # Errors
    ///
    /// As for [`Game::play`].
    pub fn check(&self, text: &str) -> Result<(), PageError> {
        self.now.rewritten(&self.model.puzzle, text).map(|_| ())
    }

    /// Goes through the line until this many of its turns are made; this is not an action that can be undone.
    pub fn seek(&mut self, made: usize) -> Vec<Step> {
        self.now.seek(&self.model.puzzle, made)
    }

    /// Starts anew from the solved puzzle with an algorithm, which came from a scramble with this seed.
    ///
    /// # Errors
    ///
    /// As for [`Game::play`].
    pub fn begin(&mut self, text: &str, seed: Option<u32>) -> Result<(), PageError> {
        let puzzle = &self.model.puzzle;
        let fault = |fault| PageError::in_text(text, fault);
        let turns = algorithm::read_from(puzzle, puzzle.solved(), text).map_err(fault)?;
        let end =
            Position::after(puzzle, puzzle.solved(), &turns).map_err(|blocked| PageError::new(&blocked))?;
        let mut loose = Loose::home(&self.look);
        loose.turn(&self.look, &turns);
        self.begin_at(end.state, Origin { setup: Some(text.trim().to_string()), loose, seed });
        Ok(())
    }

    /// Starts anew with a position in the form of [`Game::position`], which came from random moves with this seed.
    ///
    /// # Errors
    ///
    /// If the text is not a position of the puzzle.
    pub fn place(&mut self, text: &str, seed: Option<u32>) -> Result<(), PageError> {
        let state = rows::read(&self.model.puzzle, text)?;
        let loose = rows::read_loose(&self.look, text)?.unwrap_or_else(|| Loose::home(&self.look));
        self.begin_at(state, Origin { seed, loose, ..Origin::default() });
        Ok(())
    }

    /// Undoes the last action. If that restores another start, there are no turns to show.
    pub fn undo(&mut self) -> Vec<Step> {
        let Some(deed) = self.past.pop() else { return Vec::new() };
        let (inverse, steps) = self.exchange(deed);
        self.future.push(inverse);
        steps
    }

    /// Redoes the action that was undone last. If that restores another start, there are no turns to show.
    pub fn redo(&mut self) -> Vec<Step> {
        let Some(deed) = self.future.pop() else { return Vec::new() };
        let (inverse, steps) = self.exchange(deed);
        self.past.push(inverse);
        steps
    }

    /// The status of the game.
    pub fn status(&self) -> Status {
        let puzzle = &self.model.puzzle;
        let lengths = Metric::named().into_iter().zip(self.now.lengths());
        let units = |end: usize| error::units(self.now.text(), end);
        Status {
            solved: puzzle.is_solved(self.now.state()),
            wrong: out_of_place::count(puzzle, &self.look, self.now.state()),
            lengths: lengths
                .map(|(metric, moves)| Length {
                    about: metric.about(),
                    metric: metric.name().to_string(),
                    moves,
                })
                .collect(),
            made: self.now.made(),
            all: self.now.len(),
            current: self.now.current().map(|place| [units(place.start), units(place.end)]),
            can_undo: !self.past.is_empty(),
            can_redo: !self.future.is_empty(),
            scrambled: self.now.start() != puzzle.solved(),
            seed: self.now.origin().seed,
        }
    }

    /// How the position arose.
    pub fn record(&self) -> Record {
        let is_known = self.now.origin().setup.is_some();
        let start = || rows::write(&self.model.puzzle, self.now.start(), &self.now.origin().loose);
        Record {
            setup: self.now.origin().setup.clone(),
            position: (!is_known).then(start),
            text: (self.now.text().len() <= LONGEST_TEXT).then(|| self.now.text().to_string()),
            made: (self.now.made() < self.now.len()).then(|| self.now.made()),
        }
    }

    /// The position as [`rows`].
    pub fn position(&self) -> String {
        rows::write(&self.model.puzzle, self.now.state(), &self.loose())
    }

    fn begin_at(&mut self, state: State, origin: Origin) {
        let before = std::mem::replace(&mut self.now, Timeline::new(state, origin));
        self.past.push(Deed::Beginning(Box::new(before)));
        self.future.clear();
    }

    fn end(&mut self, ending: Ending) -> Vec<Step> {
        if ending.is_idle(&self.now) {
            return Vec::new();
        }
        let (before, steps) = self.now.end(&self.model.puzzle, ending);
        self.past.push(Deed::Ending(before));
        self.future.clear();
        steps
    }

    /// Performs an action. Returns the one that undoes it, and the steps to show.
    fn exchange(&mut self, deed: Deed) -> (Deed, Vec<Step>) {
        match deed {
            Deed::Ending(ending) => {
                let (before, steps) = self.now.end(&self.model.puzzle, ending);
                (Deed::Ending(before), steps)
            }
            Deed::Beginning(other) => {
                let before = std::mem::replace(&mut self.now, *other);
                (Deed::Beginning(Box::new(before)), Vec::new())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(steps: &[Step]) -> Vec<&str> {
        steps.iter().map(|step| step.text.as_str()).collect()
    }

    /// The number of moves made since the start, in the half-turn metric.
    fn moves(game: &Game) -> u64 {
        game.status().lengths[0].moves
    }

    fn text(game: &Game) -> String {
        game.record().text.unwrap()
    }

    /// Where pieces all differ, each sticker is known by the place from which the move carried it.
    #[test]
    fn stickers_are_where_moves_carry_them() {
        for name in ["3x3x3", "megaminx", "pyraminx", "skewb", "slide:3x3"] {
            let puzzle = Game::new(name).unwrap();
            for way in puzzle.scene(Scheme::Usual).moves {
                let mut game = Game::new(name).unwrap();
                if !game.can(&way.name, 1) {
                    continue;
                }
                game.turn(&way.name, 1).unwrap();
                let shown = game.shows();
                for carried in &way.carries {
                    assert!(
                        shown[carried.to] == carried.from as i32 || shown[carried.to] < 0,
                        "{name} {}",
                        way.name
                    );
                }
            }
        }
    }

    #[test]
    fn everything_can_be_undone_and_redone() {
        let mut game = Game::new("3x3x3").unwrap();
        assert_eq!(texts(&game.play("R U2 (F D')2").unwrap()), ["R", "U2", "F", "D'", "F", "D'"]);
        let mut seen = vec![game.shows()];
        game.begin("R U F2", Some(7)).unwrap();
        seen.push(game.shows());
        assert_eq!((moves(&game), game.status().seed, game.status().scrambled), (0, Some(7), true));
        game.turn("R", -1).unwrap();
        game.turn("x", 1).unwrap();
        seen.push(game.shows());
        assert_eq!((game.record().setup.unwrap(), text(&game)), ("R U F2".to_string(), "R' x".to_string()));
        assert_eq!(moves(&game), 1);
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
        assert!(game.status().solved && !game.status().can_redo && moves(&game) == 0);
        game.undo();
        assert_eq!(game.shows(), seen[2]);
        // A new action replaces the actions that were undone.
        game.turn("U", 1).unwrap();
        assert!(!game.status().can_redo);
        assert_eq!(game.redo(), []);
    }

    /// A step has the effect that the scene gives for the move, as many times as the step says.
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
            ("rings:20,20,5,5", "L7 R'"),
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
    fn what_colours_do_not_show_is_told() {
        let mut game = Game::new("supercube").unwrap();
        let parts = game.shows().len();
        let turned =
            |game: &Game| game.unseen()[parts..].iter().filter(|&&by| by >= 0).copied().collect::<Vec<_>>();
        assert_eq!(turned(&game), [0; 6]);
        game.play("(R U R' U)5").unwrap();
        let mut degrees = turned(&game);
        degrees.sort_unstable();
        assert_eq!(degrees, [0, 0, 0, 0, 0, 180]);

        // Eight corners of three stickers, twelve edges of two and six centres, each with a number of its own.
        let mut pieces = game.unseen()[..parts].to_vec();
        pieces.sort_unstable();
        pieces.dedup();
        assert_eq!(pieces.len(), 26);
        // Pieces take their numbers along.
        let mut cube = Game::new("3x3x3").unwrap();
        let way = cube.way("R").unwrap();
        let before = cube.unseen();
        cube.turn("R", 1).unwrap();
        let after = cube.unseen();
        assert!(way.carries.iter().all(|carried| after[carried.to] == before[carried.from]));
        assert!(after[parts..].iter().all(|&none| none == -1));
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
        assert_eq!(text(&slide), "R");
        assert!(slide.shows().contains(&-1));
    }

    #[test]
    fn many_moves_are_not_told_one_by_one() {
        let mut game = Game::new("2x2x2").unwrap();
        assert_eq!(game.play("(R U)600").unwrap(), []);
        assert_eq!(moves(&game), 1200);
        assert_eq!(game.undo(), []);
        assert!(game.status().solved);
    }

    #[test]
    fn the_line_is_run_through_and_goes_on_from_its_middle() {
        let mut game = Game::new("3x3x3").unwrap();
        game.play("(R U)2 // twice").unwrap();
        assert_eq!(text(&game), "(R U)2 // twice");
        game.turn("F", 2).unwrap();
        assert_eq!(text(&game), "(R U)2 // twice\nF2");
        let end = game.shows();
        assert_eq!(texts(&game.seek(1)), ["F2", "U'", "R'", "U'"]);
        assert_eq!((game.status().made, game.status().all, moves(&game)), (1, 5, 1));
        assert_eq!(game.status().current, Some([1, 2]));
        assert_eq!(game.record().made, Some(1));
        assert_eq!(texts(&game.seek(99)), ["U", "R", "U", "F2"]);
        assert_eq!(game.shows(), end);
        // From the middle of a bracket: the turns made so far are written out.
        game.seek(3);
        game.turn("D", 1).unwrap();
        assert_eq!(text(&game), "R U R D");
        game.seek(2);
        game.turn("L", -1).unwrap();
        assert_eq!(text(&game), "R U L'");
        assert_eq!(texts(&game.undo()), ["L"]);
        assert_eq!((text(&game), game.status().made), ("R U R D".to_string(), 2));
        game.undo();
        assert_eq!((text(&game), game.status().made), ("(R U)2 // twice\nF2".to_string(), 3));
        game.undo();
        game.undo();
        assert!(game.status().solved && text(&game).is_empty());
        for _ in 0..4 {
            game.redo();
        }
        assert_eq!((text(&game), game.status().made), ("R U L'".to_string(), 3));
    }

    #[test]
    fn the_text_is_written_anew() {
        let mut game = Game::new("3x3x3").unwrap();
        game.begin("F", None).unwrap();
        assert_eq!(texts(&game.write("R U").unwrap()), ["R", "U"]);
        assert_eq!(texts(&game.write("R U  F").unwrap()), ["F"]);
        assert_eq!(texts(&game.write("R D").unwrap()), ["F'", "U'", "D"]);
        assert_eq!(game.write("R D").unwrap(), []);
        assert_eq!(texts(&game.undo()), ["D'", "U", "F"]);
        assert_eq!(text(&game), "R U  F");
        assert_eq!(game.write("R Q").unwrap_err().span, Some([2, 3]));
        assert!(game.check("R (U").is_err() && game.check("").is_ok());
        // A solution is added to the line without being made.
        game.write("").unwrap();
        game.lay("F'").unwrap();
        assert_eq!((game.status().made, game.status().all, game.status().solved), (0, 1, false));
        assert_eq!(texts(&game.seek(1)), ["F'"]);
        assert!(game.status().solved);
        game.undo();
        assert_eq!((game.status().all, game.status().solved), (0, false));

        let mut slide = Game::new("slide:4x4").unwrap();
        slide.play("R2 D").unwrap();
        slide.seek(1);
        slide.turn("a1b1", 1).unwrap_err();
        assert_eq!(texts(&slide.play("D").unwrap()), ["D"]);
        assert_eq!(text(&slide), "R D");
        let blocked = slide.write("R D a1b1").unwrap_err();
        assert_eq!(blocked.span, Some([4, 8]));
    }

    #[test]
    fn lengths_are_those_of_the_library() {
        let mut game = Game::new("5x5x5").unwrap();
        game.play("M2 R2 x U").unwrap();
        let counts =
            |game: &Game| game.status().lengths.iter().map(|length| length.moves).collect::<Vec<_>>();
        assert_eq!(counts(&game), [4, 7, 3, 5, 4]);
        game.seek(1);
        assert_eq!(counts(&game), [2, 4, 1, 2, 1]);
        assert_eq!(game.status().lengths[2].metric, "stm");
    }

    #[test]
    fn a_position_is_a_beginning_too() {
        let mut game = Game::new("pyraminx").unwrap();
        game.play("U L' B").unwrap();
        let (position, shown) = (game.position(), game.shows());
        let mut other = Game::new("pyraminx").unwrap();
        other.play("R").unwrap();
        other.place(&position, Some(9)).unwrap();
        assert_eq!((other.shows(), other.status().seed), (shown, Some(9)));
        assert!(other.record().setup.is_none() && other.record().position.is_some());
        other.undo();
        assert_eq!(text(&other), "R");
        assert!(other.place("{", None).is_err() && other.place("R Q", None).is_err());
    }

    #[test]
    fn a_record_brings_any_beginning_back() {
        for (puzzle, moves) in [("3x3x3", "R U F2"), ("pyraminx", "U L' b"), ("slide:4x4", "R D R")] {
            let mut mixed = Game::new(puzzle).unwrap();
            mixed.play(moves).unwrap();
            let mut game = Game::new(puzzle).unwrap();
            game.place(&mixed.position(), Some(7)).unwrap();
            let mut again = Game::new(puzzle).unwrap();
            again.place(&game.record().position.unwrap(), Some(7)).unwrap();
            assert_eq!(again.shows(), mixed.shows(), "{puzzle}");
        }
    }

    /// By face of a megaminx: the faces whose colours its parts show, the centre included.
    fn colours(game: &Game) -> Vec<Vec<String>> {
        let stickers = game.scene(Scheme::Usual).stickers;
        let mut faces: Vec<(String, Vec<String>)> = Vec::new();
        for (sticker, home) in stickers.iter().zip(game.shows()) {
            let colour = stickers[home as usize].face.clone().unwrap();
            let face = sticker.face.clone().unwrap();
            match faces.iter_mut().find(|(known, _)| *known == face) {
                Some((_, colours)) if colours.contains(&colour) => {}
                Some((_, colours)) => colours.push(colour),
                None => faces.push((face, vec![colour])),
            }
        }
        faces.into_iter().map(|(_, colours)| colours).collect()
    }

    #[test]
    fn the_centres_of_a_megaminx_go_along() {
        let mut game = Game::new("megaminx").unwrap();
        let solved = colours(&game);
        assert!(solved.iter().all(|colours| colours.len() == 1) && solved.len() == 12);
        let one_colour = |game: &Game| colours(game).iter().all(|colours| colours.len() == 1);
        game.play("Fv2").unwrap();
        assert!(one_colour(&game) && colours(&game) != solved);
        game.undo();
        assert_eq!(colours(&game), solved);
        // All but the layer L by two fifths: with that layer, the whole puzzle.
        game.play("R++").unwrap();
        assert!(!one_colour(&game));
        game.play("L2'").unwrap();
        assert!(one_colour(&game) && colours(&game) != solved);
        // What begins a game counts, and so does what is made of it.
        game.begin("R++ D-- R-- D++ U' Lv", None).unwrap();
        let scrambled = colours(&game);
        game.play("Lv' U D-- R++ D++ R--").unwrap();
        assert_eq!(colours(&game), solved);
        game.seek(0);
        assert_eq!(colours(&game), scrambled);
        game.begin("Uv", None).unwrap();
        assert!(one_colour(&game) && colours(&game) != solved);
    }

    #[test]
    fn positions_say_where_the_centres_of_a_megaminx_are() {
        let mut game = Game::new("megaminx").unwrap();
        game.play("Fv R++ U").unwrap();
        let (position, shown) = (game.position(), game.shows());
        let mut other = Game::new("megaminx").unwrap();
        other.place(&position, None).unwrap();
        assert_eq!((other.shows(), other.position()), (shown, position.clone()));
        // A record brings them back, and turns go on from there.
        let mut again = Game::new("megaminx").unwrap();
        again.place(&other.record().position.unwrap(), None).unwrap();
        again.play("U' R-- Fv'").unwrap();
        assert_eq!(again.shows(), Game::new("megaminx").unwrap().shows());
        other.begin("", None).unwrap();
        assert_eq!(other.shows(), again.shows());
        assert!(other.place(&position.replace("_c", "_c1."), None).is_err());
    }
}
