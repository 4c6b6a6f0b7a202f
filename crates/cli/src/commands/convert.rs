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
use permutant::position::Position;
use permutant::puzzle::formats::{Kind, WriteError};
use permutant::puzzle::picture::Loose;
use serde_json::json;

pub(super) fn run(context: &Context, args: &args::Convert) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    let puzzle = &model.puzzle;
    Drawing::check_ending(args.output.as_deref(), &args.to)?;
    let converted = match args.to {
        DefinitionFormat::Tws => Some(conversion::convert(puzzle, Kind::Tws)),
        DefinitionFormat::TwsFromZero => Some(conversion::convert_from_zero(puzzle)),
        DefinitionFormat::Ksolve => Some(conversion::convert(puzzle, Kind::Ksolve)),
        DefinitionFormat::Json => Some(conversion::convert(puzzle, Kind::Kpuzzle)),
        DefinitionFormat::Gap => Some(conversion::convert(puzzle, Kind::Gap)),
        DefinitionFormat::Svg | DefinitionFormat::Png | DefinitionFormat::Scene => None,
    };
    let text = match converted {
        Some(converted) => {
            Drawing::none(&args.picture, "--to svg or --to png")?;
            definition(context, &model, converted)?
        }
        None => {
            let drawing = Drawing::new(&model, &args.picture)?;
            let (solved, home) = (Position::new(model.puzzle.solved().clone()), Loose::default());
            match args.to {
                DefinitionFormat::Scene => drawing.scene(&solved.state, &home),
                DefinitionFormat::Png => {
                    let path = args.output.as_ref().ok_or_else(Drawing::no_file)?;
                    inputs::write_bytes(path, &drawing.png(&solved, &home)?)?;
                    return Ok(Exit::Done);
                }
                _ => drawing.svg(&solved, &home, model.puzzle.name())?,
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

fn definition(
    context: &Context,
    model: &Model,
    converted: Result<Converted, WriteError>,
) -> Result<String, Failure> {
    let Converted { text, left_out } = converted.map_err(|fault| {
        Failure::bad_input(format!("{} cannot be converted: {fault}", model.puzzle.name()))
    })?;
    if !left_out.is_empty() {
        let names = left_out.join(" ");
        context.output.note(&format!(
            "note: this format would make generators of moves that are none; left out: {names}"
        ));
    }
    Ok(text)
}
