//! `tables`: the table files in the cache.

use super::{Context, End};
use crate::args::{self, TablesAction, Writing};
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::{Record, number_of};
use crate::progress::{self, Meter};
use crate::table_files;
use permutant::analysis::state::god;
use permutant::pattern_table::PatternTable;
use permutant::search::limits::{Control, Progress};
use permutant::search::table::{Description, hex};
use permutant::tables::{self, Table};
use permutant_store::table_dir::{Cleaned, FileState, Listed};
use permutant_store::table_files::lacks_room;
use permutant_store::{TableDir, TableError, TableFile};
use serde_json::{Value, json};
use std::fmt::Display;

pub(super) fn run(context: &Context, args: &args::Tables) -> Result<Exit, End> {
    let Some(directory) = table_files::directory(&context.global) else {
        let failure = Failure::bad_input("there is no directory for tables");
        return Err(failure
            .help("set $PERMUTANT_TABLES or $HOME, name --tables DIR, or drop --no-tables")
            .into());
    };
    if matches!(args.action, TablesAction::Build { .. }) && context.global.write_tables == Writing::Never {
        let failure = Failure::bad_input("a table that is not written is not built");
        return Err(failure.help("drop --write-tables never").into());
    }
    match &args.action {
        TablesAction::List => list(context, &directory),
        TablesAction::Build { name: Some(name), pattern, metric, .. } if !pattern.is_empty() => {
            build_patterns(context, &directory, (name, metric), pattern)
        }
        TablesAction::Build { name: Some(name), .. } => build(context, &directory, &named(name)?),
        TablesAction::Build { name: None, .. } => build_recommended(context, &directory),
        TablesAction::Remove { name } => remove(context, &directory, name),
        TablesAction::Verify => verify(context, &directory),
        TablesAction::Clean { all } => {
            let cleaned = directory.clean(*all)?;
            context.results(&[cleaned_record(&directory, &cleaned)])
        }
    }
}

/// The number of files removed, and a line for each object that was not. A foreign object is not a failure.
fn cleaned_record(directory: &TableDir, cleaned: &Cleaned) -> Record {
    let Cleaned { removed, passed_over } = cleaned;
    let stayed: Vec<String> = passed_over.iter().map(ToString::to_string).collect();
    let lines = stayed.iter().map(|why| format!("\nnot removed: {why}")).collect::<String>();
    let json = json!({
        "removed": removed,
        "passed_over": stayed,
        "directory": directory.path().display().to_string(),
    });
    let is_foreign = |fault: &TableError| matches!(fault, TableError::NotPlain { .. });
    let exit = if passed_over.iter().all(is_foreign) { Exit::Done } else { Exit::BadInput };
    let removed = number_of(removed, ["file", "files"]);
    Record::done(format!("{removed} removed{lines}"), json).with_exit(exit)
}

/// Tables that exist as files, and tables that could be built.
fn list(context: &Context, directory: &TableDir) -> Result<Exit, End> {
    let listed = directory.list()?;
    let mut records: Vec<Record> = listed.iter().map(|file| file_record(file, context.threads())).collect();
    for table in tables::list() {
        if !listed.iter().any(|file| file.name == table.name && file.is_table()) {
            let mut json = json!({ "name": table.name, "bytes": 0, "checksum": null, "state": "absent" });
            add_facts(&mut json, &table, context.threads());
            let detail = format!("about {}", progress::time(seconds(&table, context.threads())));
            records
                .push(Record::done(line(table.name, "absent", table.bytes(), &detail, Some(&table)), json));
        }
    }
    context.output.note(&format!("tables in {}", directory.path().display()));
    context
        .output
        .note("* recommended: `permutant tables build --recommended` builds those that are missing");
    context.results(&records)
}

/// A line of the list.
fn line(name: &str, state: &str, bytes: u64, detail: &str, table: Option<&Table>) -> String {
    let mark = if table.is_some_and(Table::is_recommended) { '*' } else { ' ' };
    let gives = table.map_or_else(|| of_a_file(name).to_string(), Table::gives);
    let line = format!("{mark} {name:22} {state:10} {:>7}  {detail:16}  {gives}", size(bytes));
    line.trim_end().to_string()
}

/// The purpose of a solver's file that is named after its puzzle.
fn of_a_file(name: &str) -> &'static str {
    match name.split_once('-').map(|(kind, _)| kind) {
        Some("search") => "lower bounds for a search",
        Some("pattern") => "distances of some pieces, for solve --method korf",
        Some("words") => "words of a puzzle's group, ready at once instead of after seconds",
        Some("solve") => "a stopped search; the same command continues it",
        Some("god") => "a stopped count; the same command continues it",
        _ => "",
    }
}

/// A number of bytes in readable units.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{}.{:02} GB", bytes / 1_000_000_000, bytes / 10_000_000 % 100),
    }
}

/// The number of seconds that building a table takes on this many threads.
fn seconds(table: &Table, threads: usize) -> u64 {
    table.seconds_to_build().div_ceil(threads.max(1) as u64)
}

/// Adds what is known of a table before it is built.
fn add_facts(json: &mut Value, table: &Table, threads: usize) {
    json["bytes_when_built"] = table.bytes().into();
    json["seconds_to_build"] = seconds(table, threads).into();
    json["holds"] = table.about.into();
    json["gives"] = table.gives().into();
    json["recommended"] = table.is_recommended().into();
}

fn file_record(listed: &Listed, threads: usize) -> Record {
    let (state, checksum, detail) = match &listed.state {
        FileState::Whole { checksum, built_by } => {
            ("whole", Some(hex(checksum)), format!("built by version {built_by}"))
        }
        FileState::Unusable(why) => ("unusable", None, why.clone()),
        FileState::Unfinished => ("unfinished", None, "left by a stopped build".to_string()),
        FileState::NotPlain(kind) => ("unusable", None, (*kind).to_string()),
    };
    let table = tables::list().into_iter().find(|table| table.name == listed.name);
    let short = match &listed.state {
        FileState::Whole { built_by, .. } => format!("by version {built_by}"),
        _ => detail.clone(),
    };
    let text = line(&listed.name, state, listed.bytes, &short, table.as_ref());
    let mut json = json!({
        "name": listed.name,
        "bytes": listed.bytes,
        "checksum": checksum,
        "state": state,
        "detail": detail,
        "path": listed.path.display().to_string(),
    });
    if let FileState::Whole { built_by, .. } = &listed.state {
        json["built_by"] = built_by.as_str().into();
    }
    if let Some(table) = &table {
        add_facts(&mut json, table, threads);
    }
    Record::done(text, json)
}

/// The tables that a name denotes: a single table, those of a puzzle, or all small ones.
fn named(name: &str) -> Result<Vec<Table>, Failure> {
    let all = tables::list();
    if let Some(table) = all.iter().find(|table| table.name == name) {
        return Ok(vec![*table]);
    }
    // The tables of a puzzle exclude those so large that they must be named one by one, except recommended ones.
    let layers = cube_layers(name);
    let is_wanted = |table: &&Table| match layers {
        Some(layers) => table.serves(layers) && (!table.large || table.is_recommended()),
        None => name == "all" && !table.large,
    };
    let wanted: Vec<Table> = all.iter().filter(is_wanted).copied().collect();
    if wanted.is_empty() {
        let names: Vec<&str> = all.iter().map(|table| table.name).collect();
        let failure = Failure::bad_input(format!("there is no table named '{name}'"));
        return Err(failure.help(format!(
            "the tables are {}; a cube such as 5x5x5 and all are accepted too",
            names.join(", ")
        )));
    }
    Ok(wanted)
}

/// The N of a cube with a name of the form NxNxN.
fn cube_layers(name: &str) -> Option<usize> {
    let mut sides = name.split('x').map(|side| side.parse::<usize>().ok());
    let layers = sides.next()??;
    (sides.clone().count() == 2 && sides.all(|side| side == Some(layers))).then_some(layers)
}

/// Removes one table and the records about it.
fn remove(context: &Context, directory: &TableDir, name: &str) -> Result<Exit, End> {
    let listed = directory.list()?;
    let Some(file) = listed.iter().find(|file| file.name == name && file.is_table()) else {
        let failure = Failure::bad_input(format!("no table named '{name}' is stored"));
        let names: Vec<&str> = listed.iter().map(|file| file.name.as_str()).collect();
        let help =
            if names.is_empty() { "none is".to_string() } else { format!("kept are {}", names.join(", ")) };
        return Err(failure.help(help).into());
    };
    directory.remove(name)?;
    let json = json!({ "name": name, "bytes": file.bytes, "state": "removed" });
    context.results(&[Record::done(format!("{name}: removed, {}", size(file.bytes)), json)])
}

fn build_recommended(context: &Context, directory: &TableDir) -> Result<Exit, End> {
    let is_absent = |table: &Table| directory.open(&table.description()).is_err();
    let wanted: Vec<Table> =
        tables::list().into_iter().filter(|table| table.is_recommended() && is_absent(table)).collect();
    let bytes = wanted.iter().map(Table::bytes).sum();
    let time = wanted.iter().map(|table| seconds(table, context.threads())).sum();
    context.output.note(&match wanted.len() {
        0 => "all recommended tables are stored".to_string(),
        count => format!("{count} tables to build: {}, about {}", size(bytes), progress::time(time)),
    });
    build(context, directory, &wanted)
}

fn build(context: &Context, directory: &TableDir, wanted: &[Table]) -> Result<Exit, End> {
    let mut exit = Exit::Done;
    for table in wanted {
        if interrupt::happened() {
            return Err(Failure::interrupted().into());
        }
        let description = table.description();
        let (meter, threads) = (Meter::new(&context.output), context.threads());
        let show = |progress: Progress| meter.show(&progress);
        let control = Control::new().with_cancel(interrupt::flag()).with_progress(&show);
        context.check_memory(&format!("building {}", table.name), table.bytes_to_build())?;
        check_room(directory, table.name, table.bytes())?;
        if table.large {
            context.output.note(&format!("building {}", table_files::estimate(table, threads)));
        }
        let file = directory.build(&description, || {
            table.build(threads, &control).map_err(|_| End::from(Failure::interrupted()))
        })?;
        exit = exit.worse(context.results(&[built_record(table.name, &file)])?);
    }
    Ok(exit)
}

/// Builds the databases of some pieces of a puzzle.
fn build_patterns(
    context: &Context,
    directory: &TableDir,
    (puzzle, metric): (&str, &str),
    patterns: &[String],
) -> Result<Exit, End> {
    let bad = |fault: &dyn Display| Failure::bad_input(fault.to_string());
    let model = inputs::model(puzzle)?;
    let metric = inputs::metric(&model, metric)?;
    let turns = model.puzzle.search_turns(&metric);
    let mut exit = Exit::Done;
    for names in patterns {
        let names: Vec<&str> = names.split(',').collect();
        let pieces = inputs::pieces(&model, &names)?;
        let table = PatternTable::new(&model, &metric, &turns, &pieces).map_err(|fault| bad(&fault))?;
        let name = &table.description().name;
        context.check_memory(&format!("building {name}"), table.bytes_to_build())?;
        check_room(directory, name, table.bytes())?;
        let (meter, threads) = (Meter::new(&context.output), context.threads());
        let show = |progress: Progress| meter.show(&progress);
        let control = Control::new().with_cancel(interrupt::flag()).with_progress(&show);
        let file = directory.build(table.description(), || {
            table.build(threads, &control).map_err(|_| End::from(Failure::interrupted()))
        })?;
        drop(meter);
        exit = exit.worse(context.results(&[built_record(name, &file)])?);
    }
    Ok(exit)
}

/// Refuses to build a table that does not fit on the disk.
fn check_room(directory: &TableDir, name: &str, bytes: u64) -> Result<(), Failure> {
    let Some(room) = lacks_room(directory, bytes) else { return Ok(()) };
    let (room, needed) = (room / 1_000_000, bytes.div_ceil(1_000_000));
    let place = directory.path().display();
    let failure =
        Failure::limit(format!("the table {name} takes {needed} MB, and {place} has {room} MB left"));
    Err(failure.help("free some space, choose another directory with --tables, or build a smaller table"))
}

fn built_record(name: &str, file: &TableFile) -> Record {
    let header = file.header();
    let text = format!("{name:15} built  {} bytes", file.entries().len());
    let json = json!({
        "name": name,
        "bytes": file.entries().len(),
        "checksum": hex(&header.checksum),
        "state": "whole",
        "distribution": header.distribution.iter().take_while(|count| **count > 0).collect::<Vec<_>>(),
    });
    Record::done(text, json)
}

fn verify(context: &Context, directory: &TableDir) -> Result<Exit, End> {
    // A table that was rewritten with a matching checksum is detected by its own consistency conditions.
    let is_sound = |description: &Description, entries: &[u8]| {
        let is_count = description.name.starts_with("god-");
        if is_count { god::check_save(entries).map_err(|fault| fault.to_string()) } else { Ok(()) }
    };
    let verified = directory.verify(is_sound)?;
    let records: Vec<Record> = (verified.iter())
        .map(|verified| {
            let name = &verified.name;
            match &verified.result {
                Ok(()) => Record::done(format!("{name:15} good"), json!({ "name": name, "state": "good" })),
                Err(fault) => {
                    let told = fault.to_string();
                    let json = json!({ "name": name, "state": "damaged", "detail": told });
                    Record::done(format!("{name:15} damaged: {told}"), json).with_exit(Exit::No)
                }
            }
        })
        .collect();
    context.results(&records)
}
