//! `puzzles`: the catalog, or the facts of one puzzle.

use super::{Context, End};
use crate::args;
use crate::exit::Exit;
use crate::inputs;
use crate::output::Record;
use permutant::group_order;
use permutant::model::Model;
use permutant::puzzle::catalog;
use permutant::puzzle::definition::Orbit;
use serde_json::{Value, json};

/// What the catalog shows: of the cubes of any size the first few.
const SHOWN: [&str; 10] =
    ["2x2x2", "3x3x3", "4x4x4", "5x5x5", "6x6x6", "7x7x7", "pyraminx", "tetraminx", "skewb", "megaminx"];

pub(super) fn run(context: &Context, args: &args::Puzzles) -> Result<Exit, End> {
    if let Some(name) = &args.puzzle {
        return context.results(&[facts(&inputs::model(name)?)]);
    }
    for name in SHOWN {
        let about = catalog::list().iter().find(|line| line.name == name).map(|line| line.about);
        context.output.result(&line(&inputs::model(name)?, about.unwrap_or("NxNxN: any size up to 255")))?;
    }
    Ok(Exit::Done)
}

fn moves(model: &Model) -> Vec<String> {
    model.puzzle.generators().map(|base| base.name.clone()).collect()
}

fn json(model: &Model, about: Option<&str>) -> Value {
    let set = |orbit: &Orbit| json!({ "name": orbit.name, "pieces": orbit.pieces, "orientations": orbit.orientations });
    json!({
        "name": model.puzzle.name(),
        "about": about,
        "sets": model.puzzle.orbits().iter().map(set).collect::<Vec<_>>(),
        "moves": moves(model),
        "order": group_order::order(&model.puzzle).map(|order| order.to_string()),
    })
}

/// A line of the catalog.
fn line(model: &Model, about: &str) -> Record {
    let pieces: usize = model.puzzle.orbits().iter().map(|orbit| usize::from(orbit.pieces)).sum();
    let text =
        format!("{:10} {pieces:4} pieces  {:2} moves  {about}", model.puzzle.name(), moves(model).len());
    Record::done(text, json(model, Some(about)))
}

/// All facts of one puzzle.
fn facts(model: &Model) -> Record {
    let mut lines = vec![model.puzzle.name().to_string()];
    for Orbit { name, pieces, orientations } in model.puzzle.orbits() {
        lines.push(format!("  set {name}: {pieces} pieces, {orientations} orientations"));
    }
    lines.push(format!("  moves {}", moves(model).join(" ")));
    lines.push(match group_order::order(&model.puzzle) {
        Some(order) => format!("  order {order} (all pieces told apart)"),
        None => "  order not known: the group is too large to be worked out here".to_string(),
    });
    Record::done(lines.join("\n"), json(model, None))
}
