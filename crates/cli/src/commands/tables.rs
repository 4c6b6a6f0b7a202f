//! `tables`: the table files in the cache.

use super::{Context, End};
use crate::args::{self, TablesAction};
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::Record;
use crate::progress::Meter;
use crate::table_files;
use permutant::search::limits::{Control, Progress};
use permutant::search::table::hex;
use permutant::tables::{self, Table};
use permutant_store::table_dir::{FileState, Listed};
use permutant_store::{TableDir, TableFile};
use serde_json::json;

pub(super) fn run(context: &Context, args: &args::Tables) -> Result<Exit, End> {
    let Some(directory) = table_files::directory(&context.global) else {
        let failure = Failure::bad_input("there is no directory for tables");
        return Err(failure
            .help("set $PERMUTANT_TABLES or $HOME, name --tables DIR, or drop --no-tables")
            .into());
    };
    match &args.action {
        TablesAction::List => list(context, &directory),
        TablesAction::Build { name } => build(context, &directory, name),
        TablesAction::Verify => verify(context, &directory),
        TablesAction::Clean { all } => {
            let removed = directory.clean(*all)?;
            let record = json!({ "removed": removed, "directory": directory.path().display().to_string() });
            context.results(&[Record::done(format!("{removed} files removed"), record)])
        }
    }
}

/// Tables that exist as files, and those that could.
fn list(context: &Context, directory: &TableDir) -> Result<Exit, End> {
    let listed = directory.list()?;
    let mut records: Vec<Record> = listed.iter().map(file_record).collect();
    for table in tables::list() {
        if !listed.iter().any(|file| file.name == table.name && file.state != FileState::Unfinished) {
            let record = json!({ "name": table.name, "bytes": 0, "checksum": null, "state": "absent" });
            records.push(Record::done(format!("{:15} absent  {}", table.name, table.about), record));
        }
    }
    context.output.note(&format!("tables in {}", directory.path().display()));
    context.results(&records)
}

fn file_record(listed: &Listed) -> Record {
    let (state, checksum, detail) = match &listed.state {
        FileState::Whole { checksum, built_by } => {
            ("whole", Some(hex(checksum)), format!("built by version {built_by}"))
        }
        FileState::Unusable(why) => ("unusable", None, why.clone()),
        FileState::Unfinished => ("unfinished", None, "left by a build that was stopped".to_string()),
    };
    let text = format!("{:15} {state}  {} bytes  {detail}", listed.name, listed.bytes);
    let json = json!({
        "name": listed.name,
        "bytes": listed.bytes,
        "checksum": checksum,
        "state": state,
        "detail": detail,
        "path": listed.path.display().to_string(),
    });
    Record::done(text, json)
}

fn build(context: &Context, directory: &TableDir, name: &str) -> Result<Exit, End> {
    // A puzzle's name stands for all of its tables, but for those so large that each has to be named.
    let is_wanted = |table: &Table| {
        let is_of = |rest: &str| rest.is_empty() || (rest.starts_with('-') && !table.large);
        (name == "all" && !table.large) || table.name.strip_prefix(name).is_some_and(is_of)
    };
    let wanted: Vec<Table> = tables::list().into_iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        let names: Vec<&str> = tables::list().iter().map(|table| table.name).collect();
        let names = names.join(", ");
        let failure = Failure::bad_input(format!("there is no table named '{name}'"));
        return Err(failure.help(format!("tables are {names}, or all")).into());
    }
    let mut exit = Exit::Done;
    for table in wanted {
        if interrupt::happened() {
            return Err(Failure::interrupted().into());
        }
        let description = table.description();
        let (meter, threads) = (Meter::new(&context.output), context.threads());
        let show = |progress: Progress| meter.show(&progress);
        let control = Control::new().with_cancel(interrupt::flag()).with_progress(&show);
        if table.bytes_to_build() > context.global.memory {
            let needed = table.bytes_to_build().div_ceil(1 << 20);
            let failure = Failure::limit(format!("building {} takes {needed} MiB of memory", table.name));
            return Err(failure.help(format!("allow more: --memory {needed}MiB")).into());
        }
        if let Some(room) = table_files::lacks_room(directory, table.bytes()) {
            let (room, needed) = (room / 1_000_000, table.bytes().div_ceil(1_000_000));
            let place = directory.path().display();
            let failure = Failure::limit(format!(
                "the table {} takes {needed} MB, and {place} has {room} MB left",
                table.name
            ));
            return Err(failure
                .help("make room, name another place with --tables, or take a smaller table")
                .into());
        }
        if table.large {
            context.output.note(&format!("building {}", table_files::estimate(&table, threads)));
        }
        let file = directory.build(&description, || {
            table.build(threads, &control).map_err(|_| End::from(Failure::interrupted()))
        })?;
        exit = exit.worse(context.results(&[built_record(&table, &file)])?);
    }
    Ok(exit)
}

fn built_record(table: &Table, file: &TableFile) -> Record {
    let passport = file.passport();
    let text = format!("{:15} built  {} bytes", table.name, file.entries().len());
    let json = json!({
        "name": table.name,
        "bytes": file.entries().len(),
        "checksum": hex(&passport.checksum),
        "state": "whole",
        "distribution": passport.distribution.iter().take_while(|count| **count > 0).collect::<Vec<_>>(),
    });
    Record::done(text, json)
}

fn verify(context: &Context, directory: &TableDir) -> Result<Exit, End> {
    let verified = directory.verify()?;
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
