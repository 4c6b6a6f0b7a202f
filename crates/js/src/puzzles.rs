//! The catalog, the facts about a puzzle, and its definition.

use crate::fault::Fault;
use crate::given;
use permutant::conversion;
use permutant::model::Model;
use permutant::puzzle::catalog;
use permutant::puzzle::formats::Kind;
use serde_json::{Value, json};

/// The names of the catalog, with a description.
pub(crate) fn catalog() -> Value {
    catalog::list().map(|line| json!({ "name": line.name, "about": line.about })).collect()
}

/// What the package tells of a puzzle: the names of its moves, of its faces in the order of their numbers, and how many stickers it has.
pub(crate) fn facts(model: &Model) -> Value {
    let faces = given::faces(model).unwrap_or_default();
    json!({
        "name": model.puzzle.name(),
        "moves": model.puzzle.generators().map(|base| base.name.as_str()).collect::<Vec<_>>(),
        "faces": faces.iter().map(char::to_string).collect::<Vec<_>>(),
        "stickers": given::stickers(model),
    })
}

/// The definition in a format of other programs.
pub(crate) fn definition(model: &Model, format: &str) -> Result<Value, Fault> {
    let kind = match format {
        "kpuzzle" => Kind::Kpuzzle,
        "tws" => Kind::Tws,
        "ksolve" => Kind::Ksolve,
        "gap" => Kind::Gap,
        _ => return Err(Fault::unsupported(&format!("'{format}' is not kpuzzle, tws, ksolve or gap"))),
    };
    let converted = conversion::convert(&model.puzzle, kind).map_err(|fault| Fault::unsupported(&fault))?;
    Ok(json!({ "puzzle": model.puzzle.name(), "format": format, "output": converted.text }))
}
