//! The editor of positions that JavaScript calls: [`Bench`].
//!
//! As in [`crate::bindings`], records are passed as JSON and errors are thrown as JSON.

use crate::bench;
use crate::bindings::{json, thrown};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A position in preparation; see [`bench::Bench`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct Bench(bench::Bench);

#[wasm_bindgen]
impl Bench {
    /// A puzzle in a given position.
    ///
    /// # Errors
    ///
    /// See [`bench::Bench::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(puzzle: &str, position: &str) -> Result<Bench, JsValue> {
        bench::Bench::new(puzzle, position).map(Bench).map_err(|fault| thrown(&fault))
    }

    /// By part: a part that has the same content in the solved puzzle.
    pub fn shows(&self) -> Vec<i32> {
        self.0.shows()
    }

    /// The colours to paint with, as JSON.
    pub fn paints(&self) -> String {
        json(&self.0.paints())
    }

    /// The position, or the reason why there is none, as JSON.
    pub fn draft(&self) -> String {
        json(&self.0.draft())
    }

    /// The position in the form that a game takes.
    pub fn position(&self) -> Option<String> {
        self.0.position()
    }

    /// The parts that show the same piece as this part.
    pub fn piece(&self, part: usize) -> Vec<usize> {
        self.0.piece(part)
    }

    /// Gives a sticker a colour.
    ///
    /// # Errors
    ///
    /// See [`bench::Bench::paint`].
    pub fn paint(&mut self, part: usize, face: usize) -> Result<(), JsValue> {
        self.0.paint(part, face).map_err(|fault| thrown(&fault))
    }

    /// Removes all colours.
    ///
    /// # Errors
    ///
    /// See [`bench::Bench::strip`].
    pub fn strip(&mut self) -> Result<(), JsValue> {
        self.0.strip().map_err(|fault| thrown(&fault))
    }

    /// Puts every piece into its solved slot.
    pub fn restore(&mut self) {
        self.0.restore();
    }

    /// Exchanges two pieces.
    ///
    /// # Errors
    ///
    /// See [`bench::Bench::swap`].
    pub fn swap(&mut self, part: usize, other: usize) -> Result<(), JsValue> {
        self.0.swap(part, other).map_err(|fault| thrown(&fault))
    }

    /// Turns a piece in its slot.
    ///
    /// # Errors
    ///
    /// See [`bench::Bench::twist`].
    pub fn twist(&mut self, part: usize) -> Result<(), JsValue> {
        self.0.twist(part).map_err(|fault| thrown(&fault))
    }

    /// Takes a position given as text.
    ///
    /// # Errors
    ///
    /// See [`bench::Bench::write`].
    pub fn write(&mut self, text: &str) -> Result<(), JsValue> {
        self.0.write(text).map_err(|fault| thrown(&fault))
    }
}
