//! `convert`: a definition in another format.

use super::{Context, End};
use crate::args::{self, DefinitionFormat};
use crate::drawing::Drawing;
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::output::Record;
use clap::ValueEnum;
use permutant::conversion::{self, Converted};
use permutant::model::Model;
use permutant::puzzle::formats::Kind;
use serde_json::json;

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
    if let Some(path) = &args.output {
        inputs::write_text(path, &text)?;
        return Ok(Exit::Done);
    }
    if context.global.json {
        let format = args.to.to_possible_value();
        let format = format.as_ref().map_or("", |value| value.get_name());
        let json = json!({ "puzzle": model.puzzle.name(), "format": format, "output": text });
        return context.results(&[Record::done(text.as_str(), json)]);
    }
    context.output.raw(&text)?;
    Ok(Exit::Done)
}

fn definition(context: &Context, model: &Model, kind: Kind) -> Result<String, Failure> {
    let Converted { text, left_out } = conversion::convert(&model.puzzle, kind).map_err(|fault| {
        Failure::bad_input(format!("{} cannot be converted: {fault}", model.puzzle.name()))
    })?;
    if !left_out.is_empty() {
        let names = left_out.join(" ");
        context.output.note(&format!("note: this format contains only generators; left out: {names}"));
    }
    Ok(text)
}
