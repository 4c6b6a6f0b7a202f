//! `enumerate`: cosets of a subgroup of a finitely presented group, and its subgroups of low index.

use super::{Context, End};
use crate::args::{self, CosetStrategy, PermutationFormat};
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::{Record, rounded};
use crate::progress::Meter;
use crate::text_file;
use clap::ValueEnum;
use permutant::conversion;
use permutant::group::cycle_notation::Notation;
use permutant::group::presentation::{
    Enumerated, Enumeration, EnumerationError, LowIndexSubgroup, LowIndexSubgroups, Presentation, Statistics,
    Strategy, SyntaxError, Word, abelian_invariants, read_words,
};
use permutant::group::{Permutation, UBig};
use permutant::model::Model;
use permutant::puzzle::diagnostic::Diagnostic;
use permutant::puzzle::formats::Kind;
use permutant::search::limits::Progress;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

pub(super) fn run(context: &Context, args: &args::Enumerate) -> Result<Exit, End> {
    let started = Instant::now();
    let group = presentation(&args.presentation)?;
    let in_time = || args.time_limit.is_none_or(|limit| started.elapsed() < limit);
    let go_on = || !interrupt::happened() && in_time();
    if let Some(most) = args.low_index {
        return low_index(context, &group, most, go_on);
    }
    let subgroup = read_words(&args.subgroup, &group)
        .map_err(|fault| in_text("subgroup", &args.subgroup, fault, "a list of words such as a, b^2"))?;
    let factors = abelian_invariants(&group, &subgroup);
    if args.abelian {
        let factors = factors.ok_or_else(|| Failure::limit("there are too many generators and relators"))?;
        return abelian(context, &group, &factors);
    }
    if factors.is_some_and(|factors| factors.contains(&UBig::ZERO)) {
        let message = match subgroup.is_empty() {
            true => "the group is infinite: so is its largest abelian quotient",
            false => {
                "the index of the subgroup is infinite: so is that of its image in the largest abelian quotient"
            }
        };
        return Err(Failure::no(message).help("--abelian prints the factors of this quotient").into());
    }
    let strategy = match args.strategy {
        CosetStrategy::Hlt => Strategy::Hlt,
        CosetStrategy::Lookahead => Strategy::Lookahead,
        CosetStrategy::Felsch => Strategy::Felsch,
        CosetStrategy::Mix => Strategy::Mix,
    };
    let fitting = context.global.memory / Enumeration::bytes_per_coset(&group);
    let capacity = args.max_cosets.unwrap_or(u32::try_from(fitting).unwrap_or(u32::MAX));
    let meter = Meter::new(&context.output);
    let search = Enumeration::new(&group, &subgroup).strategy(strategy).capacity(capacity);
    let found = search.run_while(|statistics: Statistics| {
        let (done, total) = (statistics.live.into(), capacity.into());
        meter.show(&Progress::Part { name: "cosets until the table is full", done, total });
        go_on()
    });
    drop(meter);
    let found = found.map_err(|fault| failure(&fault, args))?;
    found.table.verify(&group, &subgroup).map_err(|fault| Failure::bad_input(fault.to_string()))?;
    if let Some(format) = args.to {
        return definition(context, args, format, &group, &found.table.permutations());
    }
    context.results(&[record(&group, &subgroup, args, &found, started.elapsed().as_secs_f64())])
}

/// Prints the factors of the largest abelian quotient.
fn abelian(context: &Context, group: &Presentation, factors: &[UBig]) -> Result<Exit, End> {
    let factors: Vec<String> = factors.iter().map(ToString::to_string).collect();
    let name = |factor: &String| if factor == "0" { "Z".to_string() } else { format!("C{factor}") };
    let text = match factors.is_empty() {
        true => "trivial".to_string(),
        false => factors.iter().map(name).collect::<Vec<_>>().join(" x "),
    };
    let json = json!({ "presentation": group.to_string(), "output": text, "abelian_invariants": factors });
    context.results(&[Record::done(text, json)])
}

/// The presentation that an argument is or names.
fn presentation(argument: &str) -> Result<Presentation, Failure> {
    let is_text = argument.contains(['|', '∣']) || argument.starts_with(['<', '⟨']);
    let (origin, text) = match argument {
        "-" => ("standard input", text_file::read_standard_input()?),
        text if is_text => ("presentation", text.to_string()),
        path => {
            let read = text_file::read(Path::new(path));
            (path, read.map_err(|fault| fault.help("a presentation has a '|', as in \"<a, b | a^2, b^3>\""))?)
        }
    };
    text.parse().map_err(|fault| in_text(origin, &text, fault, "a presentation such as <a, b | a^2, b^3>"))
}

fn in_text(origin: &str, text: &str, fault: SyntaxError, what: &str) -> Failure {
    let message = format!("this is not {what}: {}", fault.found);
    Failure::in_text(origin, text, Diagnostic::new(fault.span, message).expected(fault.expected))
}

fn failure(fault: &EnumerationError, args: &args::Enumerate) -> Failure {
    let told = Failure::limit(fault.to_string());
    match fault {
        EnumerationError::Presentation(_) => Failure::bad_input(fault.to_string()),
        EnumerationError::Stopped { .. } if interrupt::happened() => Failure::interrupted(),
        EnumerationError::Stopped { .. } => told.help("the index may be infinite; raise --time-limit"),
        EnumerationError::Full { .. } => {
            let more = if args.max_cosets.is_some() { "--max-cosets" } else { "--memory" };
            told.help(format!("the index may be infinite; raise {more}, or enlarge the subgroup"))
        }
    }
}

/// The permutations with the names of the generators.
fn named<'a>(group: &'a Presentation, permutations: &[Permutation]) -> Vec<(&'a str, String)> {
    let cycles = permutations.iter().map(|permutation| Notation::from_one().write_cycles(permutation));
    group.generators().iter().map(String::as_str).zip(cycles).collect()
}

/// Writes permutations in the format of another program.
fn definition(
    context: &Context,
    args: &args::Enumerate,
    format: PermutationFormat,
    group: &Presentation,
    permutations: &[Permutation],
) -> Result<Exit, End> {
    let named = named(group, permutations);
    let gap: String = named.iter().map(|(name, cycles)| format!("{name} := {cycles};\n")).collect();
    let kind = match format {
        PermutationFormat::Gap => Kind::Gap,
        PermutationFormat::Tws => Kind::Tws,
        PermutationFormat::Ksolve => Kind::Ksolve,
        PermutationFormat::Json => Kind::Kpuzzle,
    };
    let text = if kind == Kind::Gap {
        gap
    } else {
        let refused = |fault: &dyn std::fmt::Display| {
            Failure::bad_input(format!("the permutations are no definition: {fault}"))
                .help("--to gap writes any permutations")
        };
        let model = Model::from_text(&gap, Kind::Gap).map_err(|fault| refused(&fault))?;
        conversion::convert(&model.puzzle, kind).map_err(|fault| refused(&fault))?.text
    };
    if let Some(path) = &args.output {
        inputs::write_text(path, &text)?;
        return Ok(Exit::Done);
    }
    if context.global.json {
        let format = format.to_possible_value();
        let format = format.as_ref().map_or("", |value| value.get_name());
        let json = json!({ "presentation": group.to_string(), "format": format, "output": text });
        return context.results(&[Record::done("", json)]);
    }
    context.output.raw(&text)?;
    Ok(Exit::Done)
}

fn written(group: &Presentation, words: &[Word]) -> Vec<String> {
    words.iter().map(|word| group.write(word)).collect()
}

fn record(
    group: &Presentation,
    subgroup: &[Word],
    args: &args::Enumerate,
    found: &Enumerated,
    seconds: f64,
) -> Record {
    let Statistics { max, total, .. } = found.statistics;
    let strategy = args.strategy.to_possible_value();
    let strategy = strategy.as_ref().map_or("", |value| value.get_name());
    let generated = written(group, subgroup);
    let mut lines = vec![
        format!("index {}", found.table.index()),
        format!("  group     {group}"),
        format!("  subgroup  {}", if generated.is_empty() { "trivial".into() } else { generated.join(", ") }),
        format!("  cosets    {total} defined, at most {max} at once"),
        format!("  strategy  {strategy}"),
    ];
    let mut json = json!({
        "presentation": group.to_string(),
        "subgroup": generated,
        "index": found.table.index(),
        "total": total,
        "max": max,
        "strategy": strategy,
        "seconds": rounded(seconds),
    });
    if args.permutations {
        let named = named(group, &found.table.permutations());
        lines.extend(named.iter().map(|(name, cycles)| format!("{name} = {cycles}")));
        let object = named.into_iter().map(|(name, cycles)| (name.to_string(), Value::from(cycles)));
        json["permutations"] = Value::Object(object.collect());
    }
    if args.table {
        let (text, rows) = table(group, found);
        lines.extend(text);
        json["table"] = rows;
    }
    Record::done(lines.join("\n"), json)
}

/// The coset table as lines, and as JSON: for each coset a word, and its images under the generators and their inverses.
fn table(group: &Presentation, found: &Enumerated) -> (Vec<String>, Value) {
    let permutations = found.table.permutations();
    let both = permutations.iter().map(|permutation| (permutation.clone(), permutation.inverse()));
    let columns: Vec<(Permutation, Permutation)> = both.collect();
    let heads = group.generators().iter().flat_map(|name| [name.clone(), format!("{name}^-1")]);
    let heads: Vec<String> = ["coset".to_string()].into_iter().chain(heads).collect();
    let digits = found.table.index().to_string().len();
    let line = |cells: &[String], word: &str| {
        let cells = cells.iter().zip(&heads).map(|(cell, head)| {
            let width = head.len().max(digits);
            format!("{cell:>width$}")
        });
        format!("{}  {word}", cells.collect::<Vec<_>>().join("  "))
    };
    let mut lines = vec![line(&heads, "word")];
    let mut rows = Vec::new();
    for (coset, word) in (0_u32..).zip(found.table.representatives()) {
        let images = columns.iter().flat_map(|(forward, back)| [forward.image(coset), back.image(coset)]);
        let numbers: Vec<u32> = images.map(|image| image + 1).collect();
        let word = group.write(&word);
        let cells = [coset + 1].iter().chain(&numbers).map(ToString::to_string).collect::<Vec<_>>();
        lines.push(line(&cells, &word));
        rows.push(json!({ "coset": coset + 1, "word": word, "images": numbers }));
    }
    (lines, Value::Array(rows))
}

/// Lists the classes of subgroups up to an index.
fn low_index(
    context: &Context,
    group: &Presentation,
    most: u32,
    go_on: impl Fn() -> bool,
) -> Result<Exit, End> {
    let mut search = LowIndexSubgroups::new(group, most);
    let mut classes: Vec<(u32, Vec<Word>, u32)> = Vec::new();
    let stopped = loop {
        match search.next_while(&go_on) {
            Ok(Some(LowIndexSubgroup { table, generators, class_length })) => {
                classes.push((table.index(), generators, class_length));
            }
            Ok(None) => break false,
            Err(_) => break true,
        }
    };
    if stopped && interrupt::happened() {
        return Err(Failure::interrupted().into());
    }
    if stopped {
        let message = format!("the time limit ended the search after {} classes of subgroups", classes.len());
        return Err(Failure::limit(message).help("raise --time-limit, or lower --low-index").into());
    }
    classes.sort_by_key(|(index, ..)| *index);
    let records: Vec<Record> = classes
        .iter()
        .map(|(index, generators, class_length)| {
            let words = written(group, generators);
            let conjugates = match class_length {
                1 => "normal".to_string(),
                length => format!("{length} conjugates"),
            };
            let shown = if words.is_empty() { "trivial".to_string() } else { words.join(", ") };
            let json = json!({ "index": index, "generators": words, "class_length": class_length });
            Record::done(format!("index {index}, {conjugates}: {shown}"), json)
        })
        .collect();
    context.results(&records)
}
