//! Moves that a definition gives as algorithms of other moves.

use crate::definition::{Action, Definition, Generator};
use crate::moves::BaseMove;
use crate::puzzle::PuzzleFault;
use crate::transformation::Transformation;

pub(crate) fn resolve_generators(definition: &Definition) -> Result<Vec<BaseMove>, PuzzleFault> {
    let base = |generator: &Generator| match &generator.action {
        Action::Given(given) => BaseMove::new(generator.name.clone(), generator.role, given.clone()),
        Action::Sequence(_) => {
            BaseMove::new(generator.name.clone(), generator.role, Transformation::identity())
        }
    };
    Ok(definition.generators.iter().map(base).collect())
}
