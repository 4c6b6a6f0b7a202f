//! `scramble`: random positions as algorithms that lead to them, line by line or as a sheet with pictures.

use super::sheet::{Arrangement, Lines, MOST_ENTRIES, Sheet};
use super::{Context, End, solve};
use crate::args::{self, SheetFormat};
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::Record;
use crate::table_files::{self, TableFiles};
use permutant::algorithm;
use permutant::model::Model;
use permutant::position::Position;
use permutant::puzzle::state::State;
use permutant::scramble::{NoSuchLength, Scrambler};
use permutant::search::limits::Control;
use permutant::wca::{Event, OfficialError, Rounds};
use serde_json::json;
use std::hash::{BuildHasher, RandomState};

/// One scramble: its lines, its position, and how it was made.
struct Made {
    lines: Vec<String>,
    state: State,
    method: String,
}

pub(super) fn run(context: &Context, args: &args::Scramble) -> Result<Exit, End> {
    let model = match (args.wca, &args.puzzle) {
        (Some(event), _) => Rounds::model(event).map_err(|fault| Failure::bad_input(fault.to_string()))?,
        (None, Some(name)) => inputs::model(name)?,
        (None, None) => return Err(Failure::bad_input("no puzzle was named").into()),
    };
    let total = args.count.saturating_add(args.extra);
    if total == 0 {
        return Err(Failure::bad_input("no scramble was asked for, expected --count 1 or more").into());
    }
    let is_sheet = SheetFormat::of(args.format, args.output.as_deref()) != SheetFormat::Text;
    if is_sheet && total > MOST_ENTRIES {
        let message = format!("a sheet has at most {MOST_ENTRIES} scrambles, not {total}");
        return Err(Failure::bad_input(message).help("--format text has no limit").into());
    }
    // The standard library seeds its hash maps from the operating system, which is sufficient here. The seed is
    // limited to 53 bits so that every JSON reader represents it exactly.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0) >> 11);
    let control = Control::new().with_cancel(interrupt::flag());
    let tables = table_files::open(&context.global, &context.output, context.threads());
    let mut maker = Maker::new(&model, &tables, args, seed)?;
    let title = args.wca.map_or_else(|| model.puzzle.name().to_string(), |event| event.name().to_string());
    let mut sheet = Sheet::new(&model, (args.format, args.output.as_deref()), Arrangement::Rows, title)?;
    if args.seed.is_none() && !context.global.json {
        context.output.note(&format!("seed {seed}"));
    }
    let mut lines = Lines::new(context, args.output.as_deref());
    for number in 0..total {
        let made = maker.next(&control)?;
        // Attempts are counted from 1, and reserve attempts separately from 1.
        let extra = number.checked_sub(args.count).map(|extra| extra + 1);
        let label = extra.map_or_else(|| (number + 1).to_string(), |extra| format!("E{extra}"));
        if let Some(sheet) = &mut sheet {
            let text = made.lines.join("\n");
            let turns = algorithm::read(&model.puzzle, &text)
                .map_err(|fault| Failure::in_text("scramble", &text, fault))?;
            sheet.add(label, made.lines, &made.state, &turns);
            continue;
        }
        lines.add(record(&model, args.wca, &made, number, &label, seed))?;
    }
    if let Some(sheet) = sheet {
        sheet.write(context)?;
    }
    Ok(Exit::Done)
}

fn record(model: &Model, event: Option<Event>, made: &Made, number: u64, label: &str, seed: u64) -> Record {
    let line = made.lines.join(" ");
    let text = if label.starts_with('E') { format!("{line} // {label}") } else { line };
    let mut json = json!({
        "puzzle": model.puzzle.name(),
        "scramble": made.lines.join("\n"),
        "algorithm": made.lines.join("\n"),
        "seed": seed,
        "number": number,
        "attempt": label,
        "method": made.method,
    });
    if let Some(event) = event {
        json["event"] = event.code().into();
    }
    Record::done(text, json)
}

/// The method that makes the scrambles.
enum Maker<'m> {
    Plain(Box<Scrambler<'m>>, &'m Model),
    Official(Box<Rounds<'m>>),
}

impl<'m> Maker<'m> {
    fn new(
        model: &'m Model,
        tables: &'m TableFiles,
        args: &args::Scramble,
        seed: u64,
    ) -> Result<Self, Failure> {
        if let Some(event) = args.wca {
            let rounds = Rounds::new(event, model, seed);
            let rounds = rounds.map_err(|fault| Failure::bad_input(fault.to_string()))?;
            return Ok(Maker::Official(Box::new(rounds.with_tables(tables))));
        }
        let mut scrambler = Scrambler::new(model, seed, args.moves).with_tables(tables);
        if let Some(length) = args.length {
            let fault = |fault: NoSuchLength| Failure::bad_input(fault.to_string());
            let help = "use --moves for any number of random moves on any puzzle";
            scrambler = scrambler.with_length(length).map_err(|no| fault(no).help(help))?;
        }
        Ok(Maker::Plain(Box::new(scrambler), model))
    }

    fn next(&mut self, control: &Control<'_>) -> Result<Made, Failure> {
        match self {
            Maker::Plain(scrambler, model) => {
                let scramble = scrambler.next(control).map_err(|fault| solve::failure(&fault))?;
                let solved = model.puzzle.solved();
                let line = algorithm::write_from(&model.puzzle, solved, &scramble.turns);
                let after = Position::after(&model.puzzle, solved, &scramble.turns);
                let state = after.map_err(|blocked| Failure::bad_input(blocked.to_string()))?.state;
                Ok(Made { lines: vec![line], state, method: scramble.source.to_string() })
            }
            Maker::Official(rounds) => {
                let made = rounds.next(control).map_err(|fault| match fault {
                    OfficialError::Solve(fault) => solve::failure(&fault),
                    OfficialError::Wrong(fault) => Failure::bad_input(fault.to_string()),
                })?;
                Ok(Made { lines: made.lines, state: made.state, method: rounds.source().to_string() })
            }
        }
    }
}
