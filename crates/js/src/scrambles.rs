//! Scrambles.

use crate::caller::Caller;
use crate::fault::Fault;
use permutant::algorithm;
use permutant::model::Model;
use permutant::scramble::Scrambler;
use serde_json::{Value, json};

/// The largest number of random moves, as for the program.
const MOST_MOVES: u32 = 1_000_000;

/// The scrambles of a seed, by a number of random moves or of a given length on request.
pub(crate) fn records(
    model: &Model,
    seed: u64,
    count: u64,
    (moves, length): (Option<u32>, Option<u32>),
    caller: Caller,
) -> Result<Value, Fault> {
    if moves.is_some_and(|moves| moves > MOST_MOVES) {
        return Err(Fault::unsupported(&format!("a scramble has at most {MOST_MOVES} moves")));
    }
    let mut scrambler = Scrambler::new(model, seed, moves);
    if let Some(length) = length {
        scrambler = scrambler.with_length(length).map_err(|fault| Fault::unsupported(&fault))?;
    }
    let record = |number: u64, scrambler: &mut Scrambler<'_>| {
        let (scramble, _) = caller.run(None, |control| scrambler.next(control));
        let scramble = scramble?;
        let text = algorithm::write_from(&model.puzzle, model.puzzle.solved(), &scramble.turns);
        Ok(json!({
            "puzzle": model.puzzle.name(),
            "scramble": text,
            "algorithm": text,
            "seed": seed,
            "number": number,
            "attempt": (number + 1).to_string(),
            "method": scramble.source.to_string(),
        }))
    };
    (0..count).map(|number| record(number, &mut scrambler)).collect()
}
