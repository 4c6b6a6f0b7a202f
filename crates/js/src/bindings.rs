//! The one function that JavaScript calls: [`answer`].
//!
//! Records are returned as JSON, and faults are thrown as JSON. Anything else that is thrown is a trap, after which the engine cannot be
//! used any more.

use crate::caller::Caller;
use crate::engine::Engine;
use crate::fault::Fault;
use serde_json::Value;
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const LISTENER: &str = "export interface Listener {
    /** Seconds since some moment. */
    now(): number;
    /** Whether nobody waits for the answer any more; asked every few hundred states. */
    isGone(): boolean;
    /** How far the work is, as JSON. */
    hears(stage: string): void;
    /** A solution of a search that goes on, as JSON. */
    gets(solution: string): void;
}";

#[wasm_bindgen]
extern "C" {
    /// The object that is asked and told while a request is answered.
    #[wasm_bindgen(typescript_type = "Listener")]
    pub type Listener;

    #[wasm_bindgen(method, structural)]
    fn now(this: &Listener) -> f64;

    #[wasm_bindgen(method, structural, js_name = isGone)]
    fn is_gone(this: &Listener) -> bool;

    #[wasm_bindgen(method, structural)]
    fn hears(this: &Listener, stage: &str);

    #[wasm_bindgen(method, structural)]
    fn gets(this: &Listener, solution: &str);
}

thread_local! {
    /// What is kept between requests. A worker answers one at a time.
    static ENGINE: RefCell<Engine> = RefCell::default();
    /// Who asked.
    static LISTENER_NOW: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Asks the listener, if there is one.
fn ask<T>(question: impl FnOnce(&Listener) -> T) -> Option<T> {
    LISTENER_NOW.with_borrow(|listener| listener.as_ref().map(question))
}

fn now() -> f64 {
    ask(Listener::now).unwrap_or_default()
}

fn is_gone() -> bool {
    ask(Listener::is_gone).unwrap_or_default()
}

fn hears(stage: &Value) {
    ask(|listener| listener.hears(&stage.to_string()));
}

fn gets(solution: &Value) {
    ask(|listener| listener.gets(&solution.to_string()));
}

fn thrown(fault: &Fault) -> JsValue {
    // Faults contain only strings and numbers, so serialization cannot fail.
    JsValue::from_str(&serde_json::to_string(fault).unwrap_or_default())
}

/// Answers a request.
///
/// # Errors
///
/// See [`Engine::answer`].
#[wasm_bindgen]
pub fn answer(request: &str, listener: Listener) -> Result<String, JsValue> {
    LISTENER_NOW.set(Some(listener));
    let caller = Caller { now, is_gone, hears, gets };
    let answer = ENGINE.with_borrow_mut(|engine| engine.answer(request, caller));
    LISTENER_NOW.set(None);
    answer.map(|record| record.to_string()).map_err(|fault| thrown(&fault))
}
