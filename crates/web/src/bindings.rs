//! The functions that JavaScript calls to play: [`Game`] and [`puzzles`].
//!
//! Records are passed as JSON, and errors are thrown as JSON.

use crate::error::PageError;
use crate::{game, shelf, source, twizzle};
use permutant::puzzle::picture::Scheme;
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

pub(crate) fn json(record: &impl Serialize) -> String {
    // Records contain only strings, numbers and lists, so serialization cannot fail.
    serde_json::to_string(record).unwrap_or_default()
}

pub(crate) fn thrown(fault: &PageError) -> JsValue {
    JsValue::from_str(&json(fault))
}

/// The puzzles to choose from, as JSON: a list of `name` and `about`.
#[wasm_bindgen]
pub fn puzzles() -> String {
    json(&shelf::puzzles())
}

/// Whether a text is a definition of a puzzle rather than a name.
#[wasm_bindgen(js_name = isDefinition)]
pub fn is_definition(text: &str) -> bool {
    source::is_definition(text)
}

/// The address at which Twizzle shows an algorithm.
#[wasm_bindgen]
pub fn twizzle(puzzle: &str, algorithm: &str) -> Option<String> {
    twizzle::address(puzzle, algorithm)
}

/// A puzzle in play; see [`game::Game`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct Game(game::Game);

#[wasm_bindgen]
impl Game {
    /// A puzzle of the catalog, solved.
    ///
    /// # Errors
    ///
    /// If there is no puzzle of that name.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str) -> Result<Game, JsValue> {
        game::Game::new(name).map(Game).map_err(|fault| thrown(&fault))
    }

    /// The scene, as JSON; on request in colours that can be distinguished with any colour vision.
    pub fn scene(&self, safe: bool) -> String {
        self.0.scene(if safe { Scheme::Safe } else { Scheme::Usual }).to_json()
    }

    /// A move that the scene does not list, as JSON.
    pub fn way(&self, name: &str) -> Option<String> {
        self.0.way(name).map(|way| way.to_json())
    }

    /// The directions of a puzzle with a hole.
    pub fn directions(&self) -> Vec<String> {
        self.0.directions().into_iter().map(str::to_string).collect()
    }

    /// By part: a part that has the same content in the solved puzzle; -1 for a hole.
    pub fn shows(&self) -> Vec<i32> {
        self.0.shows()
    }

    /// What colours do not show; see [`game::Game::unseen`].
    pub fn unseen(&self) -> Vec<i32> {
        self.0.unseen()
    }

    /// Whether a move can be made this many times now.
    pub fn can(&self, name: &str, amount: i32) -> bool {
        self.0.can(name, i64::from(amount))
    }

    /// Makes a move this many times; the steps as JSON.
    ///
    /// # Errors
    ///
    /// See [`game::Game::turn`].
    pub fn turn(&mut self, name: &str, amount: i32) -> Result<String, JsValue> {
        self.0.turn(name, i64::from(amount)).map(|steps| json(&steps)).map_err(|fault| thrown(&fault))
    }

    /// Makes the moves of an algorithm; the steps as JSON.
    ///
    /// # Errors
    ///
    /// See [`game::Game::play`].
    pub fn play(&mut self, text: &str) -> Result<String, JsValue> {
        self.0.play(text).map(|steps| json(&steps)).map_err(|fault| thrown(&fault))
    }

    /// Adds an algorithm to the line without making its moves.
    ///
    /// # Errors
    ///
    /// See [`game::Game::lay`].
    pub fn lay(&mut self, text: &str) -> Result<(), JsValue> {
        self.0.lay(text).map_err(|fault| thrown(&fault))
    }

    /// Replaces all moves since the start by another algorithm; the steps as JSON.
    ///
    /// # Errors
    ///
    /// See [`game::Game::write`].
    pub fn write(&mut self, text: &str) -> Result<String, JsValue> {
        self.0.write(text).map(|steps| json(&steps)).map_err(|fault| thrown(&fault))
    }

    /// Whether a text could replace the line.
    ///
    /// # Errors
    ///
    /// See [`game::Game::check`].
    pub fn check(&self, text: &str) -> Result<(), JsValue> {
        self.0.check(text).map_err(|fault| thrown(&fault))
    }

    /// Goes through the line until this many of its turns are made; the steps as JSON.
    pub fn seek(&mut self, made: usize) -> String {
        json(&self.0.seek(made))
    }

    /// Starts anew with a scramble, or with the solved puzzle if the text is empty.
    ///
    /// # Errors
    ///
    /// See [`game::Game::begin`].
    pub fn begin(&mut self, text: &str, seed: Option<u32>) -> Result<(), JsValue> {
        self.0.begin(text, seed).map_err(|fault| thrown(&fault))
    }

    /// Starts anew with a position.
    ///
    /// # Errors
    ///
    /// See [`game::Game::place`].
    pub fn place(&mut self, position: &str, seed: Option<u32>) -> Result<(), JsValue> {
        self.0.place(position, seed).map_err(|fault| thrown(&fault))
    }

    /// Undoes the last action; the steps as JSON.
    pub fn undo(&mut self) -> String {
        json(&self.0.undo())
    }

    /// Redoes the action that was undone last; the steps as JSON.
    pub fn redo(&mut self) -> String {
        json(&self.0.redo())
    }

    /// The status of the game, as JSON.
    pub fn status(&self) -> String {
        json(&self.0.status())
    }

    /// How the position arose, as JSON.
    pub fn record(&self) -> String {
        json(&self.0.record())
    }

    /// The position, in the form that [`Game::place`] and a worker that solves take.
    pub fn position(&self) -> String {
        self.0.position()
    }
}
