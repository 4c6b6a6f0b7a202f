//! `patterns`: the patterns of the 3x3x3 that have names.

use super::sheet::{Arrangement, Lines, Sheet};
use super::{Context, End};
use crate::args;
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::output::{Record, counted};
use permutant::algorithm;
use permutant::model::Model;
use permutant::named_patterns::{self, NamedPattern};
use permutant::position;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::state::State;
use serde_json::json;

pub(super) fn run(context: &Context, args: &args::Patterns) -> Result<Exit, End> {
    let model = inputs::model("3x3x3")?;
    let patterns: Vec<&NamedPattern> = match args.names.is_empty() {
        true => named_patterns::ALL.iter().collect(),
        false => args.names.iter().map(|name| named(name)).collect::<Result<_, _>>()?,
    };
    let title = "Patterns of the 3x3x3".to_string();
    let mut sheet = Sheet::new(&model, (args.format, args.output.as_deref()), Arrangement::Gallery, title)?;
    let mut written = Lines::new(context, args.output.as_deref());
    for (number, pattern) in (1..).zip(patterns) {
        let made = Made::new(&model, pattern)?;
        match &mut sheet {
            Some(sheet) => {
                let lines = vec![pattern.name.to_string(), made.line()];
                sheet.add(number.to_string(), lines, &made.state, &[]);
            }
            None => written.add(made.record(&model))?,
        }
    }
    if let Some(sheet) = sheet {
        sheet.write(context)?;
    }
    Ok(Exit::Done)
}

fn named(name: &str) -> Result<&'static NamedPattern, Failure> {
    named_patterns::find(name).ok_or_else(|| {
        Failure::bad_input(format!("there is no pattern named '{name}'"))
            .help("`permutant patterns` lists the names")
    })
}

/// A pattern with its position and the length of its maneuver.
struct Made<'p> {
    pattern: &'p NamedPattern,
    length: u64,
    state: State,
}

impl<'p> Made<'p> {
    fn new(model: &Model, pattern: &'p NamedPattern) -> Result<Self, Failure> {
        let failed = |fault| Failure::in_text(pattern.name, pattern.maneuver, fault);
        let turns = algorithm::read(&model.puzzle, pattern.maneuver).map_err(failed)?;
        let state = position::read(model, pattern.maneuver, None).map_err(failed)?.state;
        Ok(Made { pattern, length: turns.len() as u64, state })
    }

    fn line(&self) -> String {
        let proven = if self.pattern.is_shortest { "*" } else { "" };
        format!("{} ({}{proven})", self.pattern.maneuver, counted(self.length, &Metric::htm()))
    }

    fn record(&self, model: &Model) -> Record {
        let NamedPattern { name, other_names, maneuver, is_shortest, symmetry, faces, .. } = self.pattern;
        let others = other_names.split(',').map(str::trim).filter(|name| !name.is_empty());
        let facelets = model.facelets.as_ref();
        Record::done(
            format!("{name}: {}", self.line()),
            json!({
                "puzzle": model.puzzle.name(),
                "name": name,
                "other_names": others.collect::<Vec<_>>(),
                "output": maneuver,
                "algorithm": maneuver,
                "length": self.length,
                "metric": Metric::htm().name(),
                "optimal": is_shortest,
                "symmetry": symmetry,
                "faces": faces.split(',').map(str::trim).collect::<Vec<_>>(),
                "facelets": facelets.map(|of| of.write(model.puzzle.orbits(), model.puzzle.solved(), &self.state)),
            }),
        )
    }
}
