//! Functions that JavaScript calls in a worker to analyse a puzzle: [`facts`], [`distances`], [`order`] and others.
//!
//! As in [`crate::bindings`], records are passed as JSON and errors are thrown as JSON.

use crate::bindings::{json, thrown};
use crate::work::{Listener, heard};
use crate::{analysis_panel, export};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The facts about a puzzle, as JSON.
///
/// # Errors
///
/// See [`analysis_panel::facts`].
#[wasm_bindgen]
pub fn facts(puzzle: &str, listener: Listener) -> Result<String, JsValue> {
    heard(listener, |control| analysis_panel::facts(puzzle, control).map(|facts| json(&facts)))
}

/// The number of positions at each distance, as JSON.
///
/// # Errors
///
/// See [`analysis_panel::distances`].
#[wasm_bindgen]
pub fn distances(puzzle: &str, depth: Option<u32>, listener: Listener) -> Result<String, JsValue> {
    heard(listener, |control| analysis_panel::distances(puzzle, depth, control).map(|found| json(&found)))
}

/// The effect of a sequence, as JSON.
///
/// # Errors
///
/// See [`analysis_panel::order`].
#[wasm_bindgen]
pub fn order(puzzle: &str, text: &str) -> Result<String, JsValue> {
    analysis_panel::order(puzzle, text).map(|order| json(&order)).map_err(|fault| thrown(&fault))
}

/// A word for a random element.
///
/// # Errors
///
/// See [`analysis_panel::random_word`].
#[wasm_bindgen(js_name = randomWord)]
pub fn random_word(puzzle: &str, seed: u32, listener: Listener) -> Result<String, JsValue> {
    heard(listener, |control| analysis_panel::random_word(puzzle, seed, control))
}

/// Whether a position, or one with the same colours, can be solved, as JSON.
///
/// # Errors
///
/// See [`analysis_panel::solvability`].
#[wasm_bindgen]
pub fn solvability(puzzle: &str, position: &str, seen: bool, listener: Listener) -> Result<String, JsValue> {
    heard(listener, |control| {
        analysis_panel::solvability(puzzle, position, seen, control).map(|verdict| json(&verdict))
    })
}

/// The puzzle or position as a text for another program, as JSON.
///
/// # Errors
///
/// See [`export::export`].
#[wasm_bindgen(js_name = exportTo)]
pub fn export_to(puzzle: &str, position: &str, format: &str) -> Result<String, JsValue> {
    export::export(puzzle, position, format).map(|text| json(&text)).map_err(|fault| thrown(&fault))
}
