//! The functions that JavaScript calls in a worker: [`scramble()`], [`mix()`] and [`solve()`].
//!
//! A job asks its [`Listener`] whether to continue; the clock is on that side. Texts are passed as in
//! [`crate::bindings`].

use crate::bindings::{json, thrown};
use crate::error::PageError;
use crate::{events, jobs};
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
    /// The object that a running job asks and informs.
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
    /// The listener of the running job; a worker runs one at a time. A control may be called from any thread, but a
    /// JavaScript value only from its own thread. This variable connects the two.
    static HEARD_BY: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

fn time_is_up() -> bool {
    HEARD_BY.with_borrow(|listener| listener.as_ref().is_some_and(|listener| !listener.goes_on()))
}

/// A progress report in the form that the page reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "stage", rename_all = "camelCase")]
pub enum Stage {
    /// A table is being built.
    Table {
        /// Its name.
        name: &'static str,
        /// Entries or levels done.
        done: u64,
        /// The number of all; 0 if it is not known beforehand.
        total: u64,
    },
    /// A part of the work is in progress.
    Part {
        /// Its name.
        name: &'static str,
        /// Steps done.
        done: u64,
        /// The number of all.
        total: u64,
    },
    /// Solutions of this length are searched; none is shorter.
    Depth {
        /// The length.
        length: u32,
        /// Nodes visited so far.
        nodes: u64,
    },
    /// All positions at a distance have been counted.
    Level {
        /// The distance.
        distance: u64,
        /// The number of positions.
        states: u64,
    },
    /// A better solution was found, and the search continues.
    Improved {
        /// Its length.
        length: u32,
        /// Nodes visited so far.
        nodes: u64,
    },
}

impl Stage {
    /// A progress report of the library; `None` if the page does not show it.
    fn of(progress: &Progress) -> Option<Stage> {
        Some(match *progress {
            Progress::Table { name, done, total } => Stage::Table { name, done, total },
            Progress::Part { name, done, total } => Stage::Part { name, done, total },
            Progress::Depth { length, nodes } => Stage::Depth { length, nodes },
            Progress::Level { distance, states } => Stage::Level { distance, states },
            Progress::Improved { length, nodes } => Stage::Improved { length, nodes },
            _ => return None,
        })
    }
}

fn tell(progress: &Progress) {
    if let Some(stage) = Stage::of(progress) {
        HEARD_BY.with_borrow(|listener| listener.iter().for_each(|listener| listener.hears(&json(&stage))));
    }
}

/// Runs a job with a listener.
pub(crate) fn heard<T>(
    listener: Listener,
    job: impl FnOnce(&Control<'_>) -> Result<T, PageError>,
) -> Result<T, JsValue> {
    HEARD_BY.set(Some(listener));
    let done = job(&Control::new().with_deadline(&time_is_up).with_progress(&|progress| tell(&progress)));
    HEARD_BY.set(None);
    done.map_err(|fault| thrown(&fault))
}

/// The algorithm of the scramble with this seed.
///
/// # Errors
///
/// See [`jobs::scramble`].
#[wasm_bindgen]
pub fn scramble(puzzle: &str, seed: u32, listener: Listener) -> Result<String, JsValue> {
    heard(listener, |control| jobs::scramble(puzzle, seed, control))
}

/// The scramble of an event of the World Cube Association with this seed.
///
/// # Errors
///
/// See [`events::scramble`].
#[wasm_bindgen(js_name = scrambleOfEvent)]
pub fn scramble_of_event(event: &str, seed: u32, listener: Listener) -> Result<String, JsValue> {
    heard(listener, |control| events::scramble(event, seed, control))
}

/// The position after this many random moves from another one.
///
/// # Errors
///
/// See [`jobs::mix`].
#[wasm_bindgen]
pub fn mix(
    puzzle: &str,
    position: &str,
    moves: u32,
    seed: u32,
    listener: Listener,
) -> Result<String, JsValue> {
    heard(listener, |control| jobs::mix(puzzle, position, moves, seed, control))
}

/// Reads a definition that is being written. Returns the name of the puzzle.
///
/// # Errors
///
/// See [`jobs::read_puzzle`].
#[wasm_bindgen(js_name = readPuzzle)]
pub fn read_puzzle(text: &str) -> Result<String, JsValue> {
    jobs::read_puzzle(text).map_err(|fault| thrown(&fault))
}

/// A position given in any notation, in the form that a game takes.
///
/// # Errors
///
/// See [`jobs::read_position`].
#[wasm_bindgen(js_name = readPosition)]
pub fn read_position(puzzle: &str, position: &str) -> Result<String, JsValue> {
    jobs::read_position(puzzle, position).map_err(|fault| thrown(&fault))
}

/// Runs a workload of the library to measure the speed of the engine. Returns its count in its own unit.
///
/// # Errors
///
/// See [`jobs::workload`].
#[wasm_bindgen]
pub fn workload(name: &str, listener: Listener) -> Result<f64, JsValue> {
    // Counts of workloads are far below 2^53.
    heard(listener, |control| jobs::workload(name, control).map(|count| count as f64))
}

/// Solves a position; the listener receives the solutions.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_have_names() {
        let stage = Stage::of(&Progress::Level { distance: 3, states: 3240 }).unwrap();
        assert_eq!(json(&stage), r#"{"stage":"level","distance":3,"states":3240}"#);
        assert_eq!(Stage::of(&Progress::LowerBound { cost: 1 }), None);
    }
}
