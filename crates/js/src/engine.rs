//! The engine: it takes a request and returns a record.
//!
//! Start at [`Engine::answer`].

use crate::caller::Caller;
use crate::fault::Fault;
use crate::kept::Shelf;
use crate::request::{Call, Request};
use crate::{god, group, orders, picture, positions, puzzles, scrambles, solving};
use serde_json::Value;

/// The engine, with what it keeps between requests.
#[derive(Default)]
pub struct Engine(Shelf);

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

impl Engine {
    /// Answers a request, which is JSON as [`crate::request`] describes it.
    ///
    /// # Errors
    ///
    /// If the request is not one, or there is no answer to it, for the reason that the fault tells.
    pub fn answer(&mut self, request: &str, caller: Caller) -> Result<Value, Fault> {
        let Request { puzzle, call } =
            serde_json::from_str(request).map_err(|fault| Fault::unsupported(&fault))?;
        if let Call::Puzzles = call {
            return Ok(puzzles::catalog());
        }
        let puzzle = puzzle.ok_or_else(|| Fault::unsupported("the request names no puzzle"))?;
        let kept = self.0.get(puzzle)?;
        let model = kept.model();
        match call {
            Call::Puzzles => Ok(puzzles::catalog()),
            Call::Puzzle => Ok(puzzles::facts(model)),
            Call::Definition { format } => puzzles::definition(model, &format),
            Call::Position { position } => positions::record(model, &position),
            Call::After { position, algorithm } => positions::after(model, &position, &algorithm),
            Call::Inverse { position } => positions::inverse(model, &position),
            Call::Verify { position, algorithm } => positions::verify(model, &position, &algorithm),
            Call::Obstacle { position } => positions::obstacle(kept, &position, caller),
            Call::Permutation { position } => positions::permutation(model, &position),
            Call::Picture { position, options } => picture::svg(model, &position, &options),
            Call::Solve { position, options } => solving::one(kept, &position, &options, caller),
            Call::Solutions { position, count, options } => {
                solving::several(kept, &position, count, &options, caller)
            }
            Call::SolveMany { positions, stops, options } => {
                solving::many(kept, &positions, stops, &options, caller)
            }
            Call::Scrambles { seed, count, moves, length } => {
                scrambles::records(model, seed, count, (moves, length), caller)
            }
            Call::Order { algorithm } => orders::of_sequence(model, &algorithm),
            Call::Orders { options } => orders::of_many(model, &options, caller),
            Call::God { options } => god::count(model, &options, caller),
            Call::Group => group::record(kept, caller),
            Call::Member { element } => group::member(kept, &element, caller),
            Call::Factor { element, options } => group::factor(kept, &element, &options, caller),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Kind;

    fn asked(engine: &mut Engine, request: &str) -> Result<Value, Fault> {
        engine.answer(request, Caller::default())
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let mut engine = Engine::default();
        for request in [
            "",
            "[]",
            "{}",
            r#"{"call": "puzzle"}"#,
            r#"{"puzzle": {"name": "2x2x2"}, "call": "dance"}"#,
            r#"{"puzzle": {"name": "2x2x2"}, "call": "solve"}"#,
            r#"{"puzzle": {"name": "2x2x2"}, "call": "solve", "position": {"stickers": [-1]}}"#,
            r#"{"puzzle": {"moves": {"name": "a", "moves": [], "solved": [], "reading": "replaced by"}}, "call": "puzzle"}"#,
            r#"{"puzzle": {"name": "2x2x2"}, "call": "member", "element": {"permutation": [0, 0]}}"#,
        ] {
            assert_eq!(asked(&mut engine, request).unwrap_err().kind, Kind::Unsupported, "{request}");
        }
    }

    #[test]
    fn an_engine_answers_alike_whatever_was_asked_before() {
        let mut engine = Engine::default();
        let names = ["2x2x2", "pyraminx", "skewb", "dino cube", "m11", "2x2x2"];
        let request = |name: &str| {
            format!(r#"{{"puzzle": {{"name": "{name}"}}, "call": "scrambles", "seed": 1, "count": 2}}"#)
        };
        for name in names {
            let fresh = asked(&mut Engine::default(), &request(name)).unwrap();
            assert_eq!(asked(&mut engine, &request(name)), Ok(fresh), "{name}");
        }
    }

    #[test]
    fn nobody_waits_for_what_is_given_up() {
        let caller = Caller { is_gone: || true, ..Caller::default() };
        let request = r#"{"puzzle": {"name": "3x3x3"}, "call": "solve", "options": {"method": "search", "optimal": true},
            "position": {"text": "R U2 F' D B2 L U F D2 R B' U2 L F2 D R2 B U' L2 F"}}"#;
        let fault = Engine::default().answer(request, caller).unwrap_err();
        assert_eq!(fault.kind, Kind::Limit { limit: "time" });
    }
}
