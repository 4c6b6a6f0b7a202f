//! Moves that a definition gives as algorithms of other moves.
//!
//! [`resolve_generators`] computes them, whatever their order in the definition.

use crate::definition::{Action, Definition};
use crate::moves::BaseMove;
use crate::notation::{self, Alg, Dialect, NameSet};
use crate::puzzle_error::PuzzleError;
use crate::small_map::Map;
use crate::transformation::Transformation;

/// Most moves to which one algorithm of a definition may expand.
const MAX_MOVES: usize = 1_000_000;

/// Every listed move with its effect.
pub(crate) fn resolve_generators(definition: &Definition) -> Result<Vec<BaseMove>, PuzzleError> {
    let generators = &definition.generators;
    let names = generators.iter().map(|generator| generator.name.as_str());
    let aliases = definition.aliases.iter().map(|alias| alias.name.as_str());
    let vocabulary = NameSet::new(names.chain(aliases));
    let mut done: Map<&str, Transformation> = Map::new();
    let mut pending: Vec<(&str, Alg)> = Vec::new();
    for generator in generators {
        match &generator.action {
            Action::Given(given) => {
                done.insert(&generator.name, given.clone());
            }
            Action::Sequence(text) => {
                let alg = notation::parse(text, &vocabulary, Dialect::default());
                let alg = alg.map_err(|fault| PuzzleError::Algorithm {
                    name: generator.name.clone(),
                    reason: format!("{fault}, in '{text}'"),
                })?;
                pending.push((&generator.name, alg));
            }
        }
    }
    // Each round works out what needs only what is known; a round without gain is a circle or an unknown name.
    while !pending.is_empty() {
        let before = pending.len();
        let mut missing = None;
        let mut waiting = Vec::new();
        for (name, alg) in pending {
            match product(definition, &done, name, &alg)? {
                Ok(whole) => {
                    done.insert(name, whole);
                }
                Err(part) => {
                    missing = Some(PuzzleError::Sequence { name: name.to_string(), part });
                    waiting.push((name, alg));
                }
            }
        }
        pending = waiting;
        if let Some(fault) = missing.filter(|_| pending.len() == before) {
            return Err(fault);
        }
    }
    let base = |generator: &crate::definition::Generator| {
        let whole = done.get(generator.name.as_str()).cloned().unwrap_or_default();
        BaseMove::new(generator.name.clone(), generator.role, whole)
    };
    Ok(generators.iter().map(base).collect())
}

/// The effect of an algorithm, or its first move that is not yet known.
fn product(
    definition: &Definition,
    known: &Map<&str, Transformation>,
    name: &str,
    alg: &Alg,
) -> Result<Result<Transformation, String>, PuzzleError> {
    let moves = alg
        .expand(MAX_MOVES)
        .map_err(|fault| PuzzleError::Algorithm { name: name.to_string(), reason: fault.to_string() })?;
    let mut whole = Transformation::identity();
    for spanned in moves {
        let token = spanned.token;
        let once = |written: &str| known.get(written).map(|part| (part, 1));
        let base = token.name();
        let alias = definition.aliases.iter().find(|alias| alias.name == base);
        let meant = alias.map_or(base.as_str(), |alias| alias.stands_for.as_str());
        let found = once(meant).or_else(|| {
            // An alias may stand for a power.
            let (stem, sign) = meant.strip_suffix('\'').map_or((meant, 1), |stem| (stem, -1));
            let stem_name = stem.trim_end_matches(|c: char| c.is_ascii_digit());
            let amount =
                if stem_name.len() == stem.len() { 1 } else { stem[stem_name.len()..].parse().ok()? };
            let amount: i64 = amount;
            known.get(stem_name).map(|part| (part, sign * amount))
        });
        let Some((part, amount)) = found else { return Ok(Err(token.to_string())) };
        whole = whole.then(&part.power(amount.saturating_mul(i64::from(token.amount))));
    }
    Ok(Ok(whole))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{Alias, Generator, Role};
    use crate::orbit::Orbit;
    use crate::transformation::OrbitTransformation;

    fn definition(sequences: &[(&str, &str)]) -> Definition {
        let orbit = Orbit { name: "A".into(), pieces: 5, orientations: 1 };
        let rotate = OrbitTransformation::new(&orbit, vec![1, 2, 3, 4, 0], vec![0; 5]).unwrap();
        let mut definition = Definition::new("test", vec![orbit]);
        let given = Action::Given(Transformation::from_parts([(0, rotate)]));
        definition.generators.push(Generator { name: "r".into(), role: Role::Turn, action: given });
        definition.aliases.push(Alias { name: "back".into(), stands_for: "r'".into() });
        for (name, text) in sequences {
            let action = Action::Sequence((*text).to_string());
            definition.generators.push(Generator { name: (*name).into(), role: Role::Turn, action });
        }
        definition
    }

    #[test]
    fn sequences_are_worked_out_in_any_order() {
        let bases =
            resolve_generators(&definition(&[("a", "b r"), ("b", "(r r)2 r'"), ("c", "a back b'")])).unwrap();
        let r = &bases[0].transformation;
        for (base, power) in bases.iter().zip([1, 4, 3, 0]) {
            assert_eq!(base.transformation, r.power(power), "{}", base.name);
        }
    }

    #[test]
    fn circles_and_unknown_names_are_told() {
        let fault = |sequences| resolve_generators(&definition(sequences)).unwrap_err().to_string();
        assert!(
            fault(&[("a", "b"), ("b", "a r")]).contains("made of"),
            "{}",
            fault(&[("a", "b"), ("b", "a r")])
        );
        assert!(fault(&[("a", "a")]).contains("'a'"));
        assert!(fault(&[("a", "r q")]).contains('q'));
        assert!(fault(&[("a", "((((r)9999)9999)9999)9999")]).contains("moves"));
    }
}
