//! The library as JavaScript calls it: the engine of the package `permutant` of npm.
//!
//! Start at [`Engine::answer`](engine::Engine::answer): one call takes a request as JSON and returns a record, those of `docs/json.md`
//! where a command of the program has one. [`request`] lists the requests. The package around this module, with its types, workers and
//! tests, is in `js/` at the root. Everything is plain Rust except [`bindings`], which knows JavaScript; no rule of a puzzle and no
//! algorithm is here.
//!
//! ```
//! use permutant_js::caller::Caller;
//! use permutant_js::engine::Engine;
//!
//! let request = r#"{"puzzle": {"name": "2x2x2"}, "call": "solve", "position": {"text": "R U"}}"#;
//! let record = Engine::default().answer(request, Caller::default())?;
//! assert_eq!(record["algorithm"], "U' R'");
//! # Ok::<(), permutant_js::fault::Fault>(())
//! ```

pub mod bindings;
pub mod caller;
pub mod engine;
pub mod fault;
mod given;
mod god;
mod group;
mod kept;
mod orders;
mod picture;
mod positions;
mod puzzles;
pub mod request;
mod scrambles;
mod solving;
