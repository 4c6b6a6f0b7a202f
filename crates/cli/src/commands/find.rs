//! `find`: shortest sequences with a given cycle pattern; `few.rs` finds others, `positions.rs` positions.

use self::listing::Listing;
use super::{Context, End};
use crate::args;
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::{Record, counted};
use crate::progress::Meter;
use crate::symmetries;
use permutant::algorithm;
use permutant::analysis::sequence::class_search::{self, FindError, Found, Request};
use permutant::analysis::sequence::move_choice;
use permutant::analysis::sequence::order::product;
use permutant::analysis::state::position_symmetry::PositionSymmetries;
use permutant::model::Model;
use permutant::puzzle::cycle_class::{CycleClass, CyclePattern};
use permutant::puzzle::definition::Role;
use permutant::puzzle::state::State;
use permutant::search::limits::{Control, Limits, Outcome, Progress};
use serde_json::json;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Instant;

mod few;
mod listing;
mod maneuvers;
mod positions;
mod symmetric;

pub(super) fn run(context: &Context, args: &args::Find) -> Result<Exit, End> {
    if args.max_length.is_some_and(|most| most < args.min_length) {
        return Err(Failure::bad_input("--max-length is less than --min-length").into());
    }
    if let Some(most_pieces) = args.few {
        return few::run(context, args, most_pieces);
    }
    if args.cycles.is_none() && args.like.is_none() {
        return positions::run(context, args);
    }
    let model = inputs::model(&args.puzzle)?;
    let metric = inputs::metric(&model, &args.metric)?;
    let turns = move_choice::turns(&model.puzzle, &metric, &args.moves)
        .map_err(|fault| Failure::bad_input(fault.to_string()))?;
    let symmetries = (!args.up_to.is_empty()).then(|| PositionSymmetries::new(&model.puzzle));
    let up_to = match &symmetries {
        Some(known) => Some((known, symmetries::up_to(&model, known, &args.up_to)?)),
        None => None,
    };
    let limits = Limits {
        min_length: args.min_length,
        max_length: args.max_length,
        max_nodes: args.node_limit,
        max_memory: context.global.memory,
        ..Limits::default()
    };
    let request = Request { pattern: pattern(&model, args)?, metric, turns, limits };

    let meter = Meter::new(&context.output);
    let show = |progress: Progress| meter.show(&progress);
    let started = Instant::now();
    let time_is_up = || args.time_limit.is_some_and(|limit| started.elapsed() >= limit);
    let control =
        Control::new().with_cancel(interrupt::flag()).with_deadline(&time_is_up).with_progress(&show);
    let mut seen: HashSet<State> = HashSet::new();
    let (mut listing, mut is_full) = (Listing::new(context, args), false);
    let most_seen = context.global.memory / SHARE_OF_SEEN / bytes_of(model.puzzle.solved());
    let end = class_search::find(&model.puzzle, &request, &control, &mut |found| {
        if listing.is_over(found.length) {
            return ControlFlow::Break(());
        }
        if let Some((known, up_to)) = up_to {
            let state = model.puzzle.solved().after(&product(&found.turns));
            if !seen.insert(known.representative(&state, up_to)) {
                return ControlFlow::Continue(());
            }
            is_full = seen.len() as u64 > most_seen;
            if is_full {
                return ControlFlow::Break(());
            }
        }
        listing.print(&record(&model, &request, &found))
    });
    drop(meter);
    listing.check()?;
    let is_named = |name: &str| request.turns.iter().any(|turn| turn.base().name == name);
    let mut generators = model.puzzle.generators();
    let is_part =
        args.moves.is_empty() && generators.any(|base| base.role == Role::Turn && !is_named(&base.name));
    match end.map_err(|fault| failure(&fault, is_part))? {
        _ if is_full => {
            let count = listing.count;
            let message =
                format!("{count} found: the classes found so far take all the memory that is allowed");
            Err(Failure::limit(message).help("allow more --memory, or leave out --up-to").into())
        }
        Outcome::ProvenNone if listing.count == 0 => {
            Err(Failure::no("no sequence of these moves has these cycles: every one was tried").into())
        }
        end => listing.end(&end),
    }
}

/// The part of the memory that classes already found may take: the search has tables of its own.
const SHARE_OF_SEEN: u64 = 2;

/// Bytes that a state takes in a set, at least one: its rows with their vectors, and its place in a hash table that is half full.
fn bytes_of(state: &State) -> u64 {
    let of_orbit = |slots: usize| 3 * (size_of::<Vec<u16>>() + 16 + 2 * slots);
    let rows = state.orbits.iter().map(|orbit| of_orbit(orbit.pieces.len())).sum::<usize>();
    (rows + 2 * (size_of::<State>() + 1)) as u64
}

/// The cycle pattern to be found.
fn pattern(model: &Model, args: &args::Find) -> Result<CyclePattern, Failure> {
    let orbits = model.puzzle.orbits();
    if let Some(text) = &args.cycles {
        return CyclePattern::parse(text, orbits).map_err(|fault| Failure::in_text("cycles", text, fault));
    }
    let text = args.like.as_deref().unwrap_or_default();
    let turns = inputs::turns(model, model.puzzle.solved(), "algorithm", text)?;
    Ok(CyclePattern::exactly(&CycleClass::of(&product(&turns), orbits)))
}

/// A search without named moves that does without some of the puzzle's generators has not tried all.
fn failure(fault: &FindError, is_part: bool) -> Failure {
    match fault {
        FindError::Impossible if is_part => Failure::no(fault.to_string())
            .help("a search leaves out moves that do the same as others up to how the puzzle is held; name all with --moves"),
        FindError::Impossible => Failure::no(fault.to_string()),
        FindError::Space(_) | FindError::Limited | FindError::Refused(_) => {
            Failure::bad_input(fault.to_string())
        }
    }
}

fn record(model: &Model, request: &Request, found: &Found) -> Record {
    let text = algorithm::write(&found.turns);
    let orbits = model.puzzle.orbits();
    let class = CycleClass::of(&product(&found.turns), orbits).write(orbits);
    let space = if text.is_empty() { "" } else { " " };
    Record::done(
        format!("{text}{space}({})", counted(found.length.into(), &request.metric)),
        json!({
            "puzzle": model.puzzle.name(),
            "pattern": request.pattern.write(orbits),
            "output": text,
            "algorithm": text,
            "length": found.length,
            "metric": request.metric.name(),
            "cycles": class,
        }),
    )
}
