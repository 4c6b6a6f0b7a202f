//! What JavaScript calls: [`Game`], [`puzzles`], and for a worker [`scramble`] and [`solve`].
//!
//! Records go over as JSON, faults are thrown as JSON. A job asks its [`Listener`] whether to go on: the clock is there.

use crate::fault::Fault;
use crate::{game, jobs, shelf};
use permutant::search::limits::{Control, Progress};
use serde::Serialize;
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const LISTENER: &str = "export interface Listener {
    /** Whether the job is to go on; asked every few hundred states. */
    goesOn(): boolean;
    /** How far the job is, as JSON. */
    hears(stage: string): void;
    /** A solution, as JSON; each is shorter than the one before. */
    gets(solution: string): void;
}";

#[wasm_bindgen]
extern "C" {
    /// Who is asked and told while a job runs.
    #[wasm_bindgen(typescript_type = "Listener")]
    pub type Listener;

    #[wasm_bindgen(method, structural, js_name = goesOn)]
    fn goes_on(this: &Listener) -> bool;

    #[wasm_bindgen(method, structural)]
    fn hears(this: &Listener, stage: &str);

    #[wasm_bindgen(method, structural)]
    fn gets(this: &Listener, solution: &str);
}

thread_local! {
    /// The listener of the job that runs: a worker runs one at a time. Callbacks of a control may be asked from any thread, a
    /// value of JavaScript from its own alone; here they meet.
    static HEARD_BY: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

fn json(record: &impl Serialize) -> String {
    // Strings, numbers and lists alone: all of it can be written.
    serde_json::to_string(record).unwrap_or_default()
}

fn thrown(fault: &Fault) -> JsValue {
    JsValue::from_str(&json(fault))
}

fn time_is_up() -> bool {
    HEARD_BY.with_borrow(|listener| listener.as_ref().is_some_and(|listener| !listener.goes_on()))
}

fn tell(progress: &Progress) {
    if let Some(stage) = jobs::Stage::of(progress) {
        HEARD_BY.with_borrow(|listener| listener.iter().for_each(|listener| listener.hears(&json(&stage))));
    }
}

/// Does a job that a listener hears.
fn heard<T>(listener: Listener, job: impl FnOnce(&Control<'_>) -> Result<T, Fault>) -> Result<T, JsValue> {
    HEARD_BY.set(Some(listener));
    let done = job(&Control::new().with_deadline(&time_is_up).with_progress(&|progress| tell(&progress)));
    HEARD_BY.set(None);
    done.map_err(|fault| thrown(&fault))
}

/// The puzzles to choose from, as JSON: a list of `name` and `about`.
#[wasm_bindgen]
pub fn puzzles() -> String {
    json(&shelf::puzzles())
}

/// The algorithm of the scramble of a seed.
///
/// # Errors
///
/// See [`jobs::scramble`].
#[wasm_bindgen]
pub fn scramble(puzzle: &str, seed: u32, listener: Listener) -> Result<String, JsValue> {
    heard(listener, |control| jobs::scramble(puzzle, seed, control))
}

/// Solves a position; the listener gets the solutions.
///
/// # Errors
///
/// See [`jobs::solve`].
#[wasm_bindgen]
pub fn solve(puzzle: &str, position: &str, listener: Listener) -> Result<(), JsValue> {
    let mut get = |solution: jobs::Solution| {
        HEARD_BY.with_borrow(|listener| listener.iter().for_each(|listener| listener.gets(&json(&solution))));
    };
    heard(listener, |control| jobs::solve(puzzle, position, control, &mut get).map(|_| ()))
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
    /// Where there is no puzzle of that name.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str) -> Result<Game, JsValue> {
        game::Game::new(name).map(Game).map_err(|fault| thrown(&fault))
    }

    /// The scene, as JSON.
    pub fn scene(&self) -> String {
        self.0.scene().to_json()
    }

    /// A move that the scene does not list, as JSON.
    pub fn way(&self, name: &str) -> Option<String> {
        self.0.way(name).as_ref().map(json)
    }

    /// The directions of a puzzle with a hole.
    pub fn directions(&self) -> Vec<String> {
        self.0.directions().into_iter().map(str::to_string).collect()
    }

    /// By part: a part that shows the same when the puzzle is solved; -1 for a hole.
    pub fn shows(&self) -> Vec<i32> {
        self.0.shows()
    }

    /// Whether a move can be made so often now.
    pub fn can(&self, name: &str, amount: i32) -> bool {
        self.0.can(name, i64::from(amount))
    }

    /// Makes a move so often; the steps as JSON.
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

    /// Begins anew with a scramble, or solved with an empty one.
    ///
    /// # Errors
    ///
    /// See [`game::Game::begin`].
    pub fn begin(&mut self, text: &str, seed: Option<u32>) -> Result<(), JsValue> {
        self.0.begin(text, seed).map_err(|fault| thrown(&fault))
    }

    /// Takes back what was done last; the steps as JSON.
    pub fn undo(&mut self) -> String {
        json(&self.0.undo())
    }

    /// Does again what was taken back last; the steps as JSON.
    pub fn redo(&mut self) -> String {
        json(&self.0.redo())
    }

    /// How the game stands, as JSON.
    pub fn status(&self) -> String {
        json(&self.0.status())
    }

    /// The algorithm of the scramble and that of the moves made since, as JSON.
    pub fn record(&self) -> String {
        json(&self.0.record())
    }

    /// The position, for [`solve`].
    ///
    /// # Errors
    ///
    /// See [`game::Game::position`].
    pub fn position(&self) -> Result<String, JsValue> {
        self.0.position().map_err(|fault| thrown(&fault))
    }
}
