//! Functions that JavaScript calls in a worker to analyse a puzzle: [`facts`], [`distances`], [`order`] and others.
//!
//! As in [`crate::bindings`], records are passed as JSON and errors are thrown as JSON.

use crate::bindings::{json, thrown};
use crate::work::{Listener, heard};
use crate::{analysis_panel, change_algorithm, export, words};
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
/// See [`words::random_word`].
#[wasm_bindgen(js_name = randomWord)]
pub fn random_word(puzzle: &str, seed: u32, listener: Listener) -> Result<String, JsValue> {
    heard(listener, |control| words::random_word(puzzle, seed, control))
}

/// A word for a given element.
///
/// # Errors
///
/// See [`words::word_of`].
#[wasm_bindgen(js_name = wordOf)]
pub fn word_of(puzzle: &str, element: &str, listener: Listener) -> Result<String, JsValue> {
    heard(listener, |control| words::word_of(puzzle, element, control))
}

/// The strong generators as words, as JSON.
///
/// # Errors
///
/// See [`words::strong_generators`].
#[wasm_bindgen(js_name = strongGenerators)]
pub fn strong_generators(puzzle: &str, listener: Listener) -> Result<String, JsValue> {
    heard(listener, |control| words::strong_generators(puzzle, control).map(|found| json(&found)))
}

/// Another way to write an algorithm, or a related one.
///
/// # Errors
///
/// See [`change_algorithm::changed`].
#[wasm_bindgen(js_name = changeAlgorithm)]
pub fn change_algorithm(puzzle: &str, text: &str, change: &str) -> Result<String, JsValue> {
    change_algorithm::changed(puzzle, text, change).map_err(|fault| thrown(&fault))
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
