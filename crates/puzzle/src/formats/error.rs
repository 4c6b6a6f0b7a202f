//! Reasons why a definition, a position or a move cannot be written in a format.
//!
//! Start at [`WriteError`]. A writer never silently omits anything that changes the puzzle. The exceptions,
//! documented at each writer, are comments and, in formats without roles, the role of a move.

use crate::definition::Definition;
use crate::state::StateError;

/// The reason why something cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format cannot express it.
    #[error("{format} cannot express {what}")]
    Unsayable {
        /// The format.
        format: &'static str,
        /// The feature that it cannot express.
        what: String,
    },
    /// A name that the format would not read back as a name.
    #[error("{what} `{name}` is not a valid name in {format}: {why}")]
    Name {
        /// The format.
        format: &'static str,
        /// The kind of object with that name.
        what: &'static str,
        /// The name.
        name: String,
        /// The reason why it is invalid.
        why: &'static str,
    },
    /// The state does not belong to the definition.
    #[error(transparent)]
    State(#[from] StateError),
    /// The definition contradicts itself.
    #[error("the definition contradicts itself: {0}")]
    Definition(String),
}

impl WriteError {
    pub(super) fn unsayable(format: &'static str, what: impl Into<String>) -> Self {
        WriteError::Unsayable { format, what: what.into() }
    }
}

/// Checks that all numbers in a definition are in range, so that a writer may index with them.
pub(super) fn check_definition(definition: &Definition) -> Result<(), WriteError> {
    let orbits = &definition.orbits;
    let wrong = |what: String| Err(WriteError::Definition(what));
    for orbit in orbits {
        if orbit.pieces == 0 || orbit.orientations == 0 {
            return wrong(format!("orbit {} is empty", orbit.name));
        }
    }
    definition.solved.check(orbits)?;
    for generator in &definition.generators {
        if let crate::definition::Action::Given(transformation) = &generator.action {
            for (orbit, part) in transformation.parts() {
                let fits = orbits.get(orbit).is_some_and(|orbit| {
                    part.permutation().len() == usize::from(orbit.pieces)
                        && part.modulus() == orbit.orientations
                });
                if !fits {
                    return wrong(format!("move {} does not fit the orbits", generator.name));
                }
            }
        }
    }
    let slots = |orbit: usize| orbits.get(orbit).map_or(0, |orbit| usize::from(orbit.pieces));
    let rules = &definition.restrictions;
    if rules.illegal.iter().any(|rule| usize::from(rule.slot) >= slots(rule.orbit)) {
        return wrong("a rule about a slot names one that does not exist".into());
    }
    if rules.blocks.iter().flat_map(|block| &block.pieces).any(|&(orbit, _)| slots(orbit) == 0) {
        return wrong("a block names an orbit that does not exist".into());
    }
    let fits = |rule: &crate::definition::Ignore| {
        let slots = slots(rule.orbit);
        slots > 0 && rule.places.len() == slots && rule.orientations.len() == slots
    };
    if !rules.ignore.iter().all(fits) {
        return wrong("the list of what may be left out does not have one entry per slot".into());
    }
    Ok(())
}
