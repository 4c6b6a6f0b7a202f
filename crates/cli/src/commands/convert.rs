//! `convert`: a definition in another format.

use super::{Context, End};
use crate::args::{self, DefinitionFormat};
use crate::drawing::Drawing;
use crate::exit::{Exit, Failure};
use crate::inputs;
use permutant::model::Model;
use permutant::puzzle::definition::{Action, Definition, Generator, Role};
use permutant::puzzle::formats::{Kind, write_definition};

pub(super) fn run(context: &Context, args: &args::Convert) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    let kind = match args.to {
        DefinitionFormat::Tws => Some(Kind::Tws),
        DefinitionFormat::Ksolve => Some(Kind::Ksolve),
        DefinitionFormat::Json => Some(Kind::Kpuzzle),
        DefinitionFormat::Gap => Some(Kind::Gap),
        DefinitionFormat::Svg | DefinitionFormat::Png | DefinitionFormat::Scene => None,
    };
    let text = match kind {
        Some(kind) => definition(context, &model, kind)?,
        None => {
            let drawing = Drawing::new(&model, &args.picture)?;
            let solved = model.puzzle.solved();
            match args.to {
                DefinitionFormat::Scene => drawing.scene(solved),
                DefinitionFormat::Png => {
                    let path = args.output.as_ref().ok_or_else(Drawing::no_file)?;
                    inputs::write_bytes(path, &drawing.png(solved)?)?;
                    return Ok(Exit::Done);
                }
                _ => drawing.svg(solved, model.puzzle.name())?,
            }
        }
    };
    match &args.output {
        Some(path) => inputs::write_text(path, &text)?,
        None => context.output.raw(&text)?,
    }
    Ok(Exit::Done)
}

fn definition(context: &Context, model: &Model, kind: Kind) -> Result<String, Failure> {
    let mut definition = model.puzzle.definition().clone();
    let left_out = leave_out(&mut definition, kind);
    if !left_out.is_empty() {
        let names = left_out.join(" ");
        context.output.note(&format!("note: not generators, and so without a place in this format: {names}"));
    }
    write_definition(&definition, kind)
        .map_err(|fault| Failure::bad_input(format!("{} cannot be converted: {fault}", model.puzzle.name())))
}

/// Takes out the moves that a format would turn into generators, which would make the puzzle another one: those known
/// by name only (KPuzzle can keep the ones that are algorithms), and rotations where there are none.
fn leave_out(definition: &mut Definition, kind: Kind) -> Vec<String> {
    let stays = |generator: &Generator| match (generator.role, &generator.action) {
        (Role::Turn, _) => true,
        (Role::Rotation, _) => kind != Kind::Ksolve,
        (Role::Named, Action::Sequence(_)) => kind == Kind::Kpuzzle,
        (Role::Named, Action::Given(_)) => false,
    };
    let gone = definition.generators.iter().filter(|generator| !stays(generator));
    let names = gone.map(|generator| generator.name.clone()).collect();
    definition.generators.retain(stays);
    names
}
