//! `coordinates`: the coordinates of a position of the 3x3x3, and positions with given coordinates.

use super::{Context, End};
use crate::args;
use crate::batch;
use crate::exit::{Exit, Failure};
use crate::inputs::{self, Named, Positions};
use crate::output::Record;
use permutant::cube::coordinates::assembly::assemble;
use permutant::cube::coordinates::coordinate::{self, Coordinate};
use permutant::cube::coordinates::symcoord::{self, SymCoordinate};
use permutant::cube::model::cubie::CubieCube;
use permutant::cube::model::facelet::FaceCube;
use permutant::cube::model::moves::Move;
use permutant::cubies;
use permutant::model::Model;
use permutant::puzzle::state::State;
use serde_json::{Map, Value, json};

/// The coordinates, those that are reduced by symmetry, and what is to be shown of them.
struct Shown<'m> {
    model: &'m Model,
    reduced: Vec<(&'static str, SymCoordinate)>,
    row: Option<Coordinate>,
}

pub(super) fn run(context: &Context, args: &args::Coordinates) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    if !cubies::is_cube(&model) {
        let message = format!("{} has no coordinates of the 3x3x3", model.puzzle.name());
        return Err(Failure::bad_input(message).help("permutant coordinates 3x3x3 POSITION").into());
    }
    let shown = Shown {
        model: &model,
        reduced: symcoord::ALL
            .iter()
            .map(|reduced| (reduced.coordinate.name, SymCoordinate::build(reduced)))
            .collect(),
        row: args.row.as_deref().map(named).transpose()?,
    };
    if !args.set.is_empty() {
        let values = args.set.iter().map(|text| value(text)).collect::<Result<Vec<_>, _>>()?;
        let cube = assemble(&values).map_err(|fault| Failure::bad_input(fault.to_string()))?;
        return context.results(&[shown.record(&args.set.join(","), &cube)]);
    }
    let faces = args.position.faces.as_deref();
    match inputs::positions(&model, &args.position)? {
        Positions::StandardInput => {
            Ok(batch::positions(&context.output, context.threads(), &model, |line, number| {
                let position = inputs::position(&model, line, faces).map_err(|f| f.in_line(number))?;
                Ok(vec![shown.of_state(line, &position.state)?])
            })?)
        }
        Positions::Given(positions) => {
            let mut exit = Exit::Done;
            for (index, named) in positions.iter().enumerate() {
                let Named { input, position, .. } = named;
                let item = named.item(index, positions.len());
                let position = position.as_ref().map_err(Clone::clone);
                match position.and_then(|position| shown.of_state(input, &position.state)) {
                    Ok(record) => context.output.result(&record.about(&item))?,
                    Err(failure) => {
                        exit = exit.worse(failure.exit);
                        context.output.failure(&failure, Some(&item))?;
                    }
                }
            }
            Ok(exit)
        }
    }
}

fn named(name: &str) -> Result<Coordinate, Failure> {
    coordinate::ALL.into_iter().find(|coordinate| coordinate.name == name).ok_or_else(|| {
        let names: Vec<&str> = coordinate::ALL.iter().map(|coordinate| coordinate.name).collect();
        Failure::bad_input(format!("there is no coordinate '{name}'"))
            .help(format!("the coordinates are {}", names.join(", ")))
    })
}

fn value(text: &str) -> Result<(Coordinate, usize), Failure> {
    let (name, value) = text.split_once('=').ok_or_else(|| {
        Failure::bad_input(format!("'{text}' gives no value")).help("write NAME=VALUE, such as twist=1494")
    })?;
    let coordinate = named(name.trim())?;
    match value.trim().parse() {
        Ok(value) => Ok((coordinate, value)),
        Err(_) => Err(Failure::bad_input(format!("'{value}' is not a value of {name}"))
            .help(format!("values are 0 to {}", coordinate.size - 1))),
    }
}

impl Shown<'_> {
    fn of_state(&self, input: &str, state: &State) -> Result<Record, Failure> {
        let cube =
            cubies::of_state(self.model, state).map_err(|fault| Failure::bad_input(fault.to_string()))?;
        Ok(self.record(input, &cube))
    }

    fn record(&self, input: &str, cube: &CubieCube) -> Record {
        let mut lines =
            vec![format!("{:16} {:>9} {:>11}  {}", "coordinate", "value", "values", "class, symmetry")];
        let mut values = Map::new();
        for coordinate in coordinate::ALL {
            let value = coordinate.value(cube);
            let mut json = json!({ "value": value, "size": coordinate.size });
            let mut line = format!(
                "{:16} {:>9} {:>11}",
                coordinate.name,
                value.map_or("-".into(), |value| value.to_string()),
                coordinate.size
            );
            if let (Some(value), Some(reduced)) = (value, self.reduced(coordinate.name)) {
                let name = reduced.name(value);
                let (class, symmetry) = (name >> 4, name & 15);
                line += &format!("  class {class} of {}, symmetry {symmetry}", reduced.classes());
                json["symcoord"] = name.into();
                json["class"] = class.into();
                json["classes"] = reduced.classes().into();
                json["symmetry"] = symmetry.into();
            }
            lines.push(line);
            values.insert(coordinate.name.into(), json);
        }
        let facelets = FaceCube::from(cube).to_string();
        lines.push(format!("facelets         {facelets}"));
        let row = self.row.map(|coordinate| row(&coordinate, cube));
        if let (Some(coordinate), Some(row)) = (self.row, &row) {
            lines.push(format!("{} after each turn", coordinate.name));
            let cell = |(turn, value): &(Move, Option<usize>)| {
                format!("{turn} {}", value.map_or("-".into(), |value| value.to_string()))
            };
            lines.extend(row.chunks(3).map(|turns| turns.iter().map(cell).collect::<Vec<_>>().join("  ")));
        }
        let row = row.map(|row| {
            let cells = row.into_iter().map(|(turn, value)| (turn.to_string(), value.into()));
            Value::Object(cells.collect())
        });
        Record::done(
            lines.join("\n"),
            json!({
                "puzzle": self.model.puzzle.name(),
                "input": input,
                "output": facelets,
                "facelets": facelets,
                "coordinates": values,
                "cubies": {
                    "cp": cube.corners.permutation(),
                    "co": cube.corners.twists(),
                    "ep": cube.edges.permutation(),
                    "eo": cube.edges.flips(),
                },
                "row": row,
            }),
        )
    }

    fn reduced(&self, name: &str) -> Option<&SymCoordinate> {
        self.reduced.iter().find(|(other, _)| *other == name).map(|(_, reduced)| reduced)
    }
}

/// The value after each turn.
fn row(coordinate: &Coordinate, cube: &CubieCube) -> Vec<(Move, Option<usize>)> {
    Move::ALL.into_iter().map(|turn| (turn, coordinate.value(&cube.after(&[turn])))).collect()
}
