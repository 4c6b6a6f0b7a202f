//! `puzzles`: the catalog, or the facts of one puzzle.

use super::{Context, End};
use crate::args;
use crate::exit::Exit;
use crate::inputs;
use crate::output::{Record, number_of, shortened};
use permutant::analysis::group::order;
use permutant::analysis::group::state_count::StateCount;
use permutant::group::UBig;
use permutant::model::{Family, Model};
use permutant::puzzle::catalog::{self, Arrangements, GodsNumber, Line};
use permutant::puzzle::definition::Role;
use permutant::puzzle::moves::BaseMove;
use permutant::puzzle::orbit::Orbit;
use permutant::puzzle::state::OrbitState;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) fn run(context: &Context, args: &args::Puzzles) -> Result<Exit, End> {
    if let Some(name) = &args.puzzle {
        return context.results(&[facts(&inputs::model(name)?, args.slots)]);
    }
    for entry in catalog::list() {
        for name in entry.examples {
            let is_pattern = entry.name != *name;
            let about =
                if is_pattern { format!("{}: {}", entry.name, entry.about) } else { entry.about.into() };
            context.output.result(&line(&inputs::model(name)?, &about))?;
        }
    }
    Ok(Exit::Done)
}

fn moves(model: &Model) -> Vec<String> {
    model.puzzle.generators().map(|base| base.name.clone()).collect()
}

/// The size of a puzzle, computed once.
struct Counts {
    /// The order of the group, with all pieces distinguished.
    order: Option<UBig>,
    /// The number of states, without distinguishing identical pieces.
    states: Option<UBig>,
    /// The same up to rotation of the whole puzzle, if moves can turn it as a whole.
    states_up_to_rotation: Option<UBig>,
}

impl Counts {
    fn of(model: &Model) -> Self {
        let order = order::order(&model.puzzle);
        let counted = if model.states.is_none() { StateCount::of(&model.puzzle) } else { None };
        let states_up_to_rotation = counted.as_ref().and_then(StateCount::up_to_rotation);
        let states = model.states.map(Arrangements::count).or(counted.map(|count| count.states));
        Counts { order, states, states_up_to_rotation }
    }
}

fn json(model: &Model, about: Option<&str>, counts: &Counts) -> Value {
    let set = |(orbit, solved): (&Orbit, &OrbitState)| {
        json!({
            "name": orbit.name,
            "pieces": orbit.pieces,
            "kinds": kinds(solved),
            "orientations": orbit.orientations,
        })
    };
    json!({
        "name": model.puzzle.name(),
        "about": about,
        "aliases": other_names(model),
        "gods_numbers": gods_numbers(model).iter().map(|god| {
            json!({ "metric": god.metric, "number": god.number, "source": god.source })
        }).collect::<Vec<_>>(),
        "sets": model.puzzle.orbits().iter().zip(&model.puzzle.solved().orbits).map(set).collect::<Vec<_>>(),
        "moves": moves(model),
        "rotations": rotations(model),
        "notes": model.notes,
        "order": counts.order.as_ref().map(UBig::to_string),
        "states": counts.states.as_ref().map(UBig::to_string),
        "states_up_to_rotation": counts.states_up_to_rotation.as_ref().map(UBig::to_string),
    })
}

/// The catalog's entry for a puzzle from the catalog.
fn known(model: &Model) -> Option<&'static Line> {
    catalog::line(model.puzzle.name()).filter(|_| model.family != Family::Defined)
}

/// The other names of a puzzle from the catalog.
fn other_names(model: &Model) -> &'static [&'static str] {
    if model.family == Family::Defined { &[] } else { catalog::other_names(model.puzzle.name()) }
}

/// Known God's numbers. A user's definition is a different puzzle, whatever its name.
fn gods_numbers(model: &Model) -> Vec<GodsNumber> {
    if model.family == Family::Defined { Vec::new() } else { catalog::gods_numbers(model.puzzle.name()) }
}

/// A line of the catalog.
fn line(model: &Model, about: &str) -> Record {
    let pieces: usize = model.puzzle.orbits().iter().map(|orbit| usize::from(orbit.pieces)).sum();
    let json = json(model, Some(about), &Counts::of(model));
    let count = json["states"].as_str().or(json["order"].as_str()).map_or("?".to_string(), shortened);
    let also = match other_names(model) {
        [] => String::new(),
        names => format!(" (also {})", names.join(", ")),
    };
    let text = format!(
        "{:28} {pieces:4} pieces  {:2} moves  {count:>20}  {about}{also}",
        model.puzzle.name(),
        moves(model).len()
    );
    Record::done(text, json)
}

/// The number of distinguishable pieces of a set.
fn kinds(solved: &OrbitState) -> usize {
    solved.pieces.iter().collect::<BTreeSet<_>>().len()
}

/// The rotations of the whole puzzle.
fn rotations(model: &Model) -> Vec<String> {
    let bases = model.puzzle.bases().iter().filter(|base| base.role == Role::Rotation);
    bases.map(|base| base.name.clone()).collect()
}

/// By set and slot: the moves that affect it.
fn touching(model: &Model) -> Vec<(String, usize, Vec<String>)> {
    let orbits = model.puzzle.orbits().iter().enumerate();
    let slots = orbits
        .flat_map(|(number, orbit)| (0..usize::from(orbit.pieces)).map(move |slot| (number, orbit, slot)));
    slots
        .map(|(number, orbit, slot)| {
            let touches = |base: &&Arc<BaseMove>| {
                base.transformation.part(number).is_some_and(|part| {
                    usize::from(part.permutation()[slot]) != slot || part.orientation()[slot] != 0
                })
            };
            let names = model.puzzle.generators().filter(touches).map(|base| base.name.clone());
            (orbit.name.clone(), slot + 1, names.collect())
        })
        .collect()
}

/// All facts about one puzzle.
fn facts(model: &Model, slots: bool) -> Record {
    let known = known(model);
    let mut lines = vec![match known {
        Some(line) => format!("{}: {}", model.puzzle.name(), line.about),
        None => model.puzzle.name().to_string(),
    }];
    if !other_names(model).is_empty() {
        lines.push(format!("  also {}", other_names(model).join(", ")));
    }
    lines.extend(model.notes.iter().map(|note| format!("  {note}")));
    for (orbit, solved) in model.puzzle.orbits().iter().zip(&model.puzzle.solved().orbits) {
        let Orbit { name, pieces, orientations } = orbit;
        let (number, twists) = (
            number_of(pieces, ["piece", "pieces"]),
            number_of(orientations, ["orientation", "orientations"]),
        );
        let alike = match kinds(solved) {
            kinds if kinds == usize::from(*pieces) => String::new(),
            kinds => format!(" of {}", number_of(kinds, ["kind", "kinds"])),
        };
        lines.push(format!("  set {name}: {number}{alike}, {twists}"));
    }
    lines.push(format!("  moves {}", moves(model).join(" ")));
    let rotations = rotations(model);
    if !rotations.is_empty() {
        lines.push(format!("  rotations {}", rotations.join(" ")));
    }
    let counts = Counts::of(model);
    lines.push(match (&counts.order, &counts.states) {
        (Some(order), Some(states)) if order != states => {
            format!("  order {order} (all pieces told apart)\n  states {states} (identical pieces not distinguished)")
        }
        (Some(order), _) => format!("  order {order} (all pieces told apart)"),
        (None, Some(states)) => format!("  states {states} (moves are not always possible)"),
        (None, None) if model.puzzle.is_restricted() => {
            "  moves are not always possible, so they generate no group; states not counted".to_string()
        }
        (None, None) => "  order not known: the group is too large to compute here".to_string(),
    });
    let up_to_rotation = counts.states_up_to_rotation.iter();
    lines.extend(
        up_to_rotation.map(|states| format!("  states {states} (up to rotation of the whole puzzle)")),
    );
    lines.extend(
        gods_numbers(model)
            .iter()
            .map(|god| format!("  God's number {} ({}): {}", god.number, god.metric, god.source)),
    );
    if model.family != Family::Defined && model.look().is_some() {
        lines.push(format!("  picture: permutant convert \"{}\" --to svg", model.puzzle.name()));
    }
    let mut json = json(model, known.map(|line| line.about), &counts);
    if slots {
        let touching = touching(model);
        lines.extend(touching.iter().map(|(set, slot, names)| {
            format!("  {set} {slot}: {}", if names.is_empty() { "no move".into() } else { names.join(" ") })
        }));
        let slot = |(set, slot, names): &(String, usize, Vec<String>)| json!({ "set": set, "slot": slot, "moves": names });
        json["slots"] = touching.iter().map(slot).collect();
    }
    Record::done(lines.join("\n"), json)
}
