//! `orders`: the orders of many sequences, or of all elements of a group.

use super::{Context, End};
use crate::args::{self, Count};
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::{Record, number_of};
use crate::progress::Meter;
use permutant::algorithm;
use permutant::analysis::group::integer_words;
use permutant::analysis::group::order_distribution::{self, DistributionError, OrderDistribution};
use permutant::analysis::sequence::census::{
    self, Census, CensusError, CycleTypeLine, OrderLine, Request, Sequences, Span, write_cycle_counts,
};
use permutant::group::UBig;
use permutant::group::wreath_orders::Permutations;
use permutant::model::Model;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::puzzle::Puzzle;
use permutant::search::limits::{Control, StopReason};
use serde_json::{Value, json};
use std::hash::{BuildHasher, RandomState};

/// The default length of random sequences.
const SAMPLED_LENGTH: u32 = 20;

pub(super) fn run(context: &Context, args: &args::Orders) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    let meter = Meter::new(&context.output);
    let listener = |progress| meter.show(&progress);
    let control = Control::new().with_cancel(interrupt::flag()).with_progress(&listener);
    let record =
        if args.exact { exact(&model, args, &control)? } else { census(context, &model, args, &control)? };
    drop(meter);
    context.results(&[record])
}

/// The error for a name that is not a move of the puzzle.
fn unknown(model: &Model, name: &str) -> Failure {
    let known: Vec<String> = model.puzzle.generators().map(|base| base.name.clone()).collect();
    Failure::bad_input(format!("{} has no move '{name}'", model.puzzle.name()))
        .help(format!("--moves takes names without amounts, such as {}", known.join(",")))
}

fn stopped(reason: StopReason) -> Failure {
    match reason {
        StopReason::Cancelled => Failure::interrupted(),
        StopReason::Memory => Failure::limit("the counts take more memory than --memory allows")
            .help("allow more, use fewer moves, or take a sample with --sample"),
        other => Failure::limit(other.to_string()),
    }
}

fn exact(model: &Model, args: &args::Orders, control: &Control<'_>) -> Result<Record, Failure> {
    let puzzle = &model.puzzle;
    let moves: Vec<_> = match &args.moves[..] {
        [] => puzzle.generators().map(|base| base.transformation.clone()).collect(),
        names => (names.iter())
            .map(|name| {
                puzzle.base(name).map(|turn| turn.transformation()).ok_or_else(|| unknown(model, name))
            })
            .collect::<Result<_, _>>()?,
    };
    let found = order_distribution::exact(puzzle, &moves, control).map_err(|fault| match fault {
        DistributionError::Stopped(reason) => stopped(reason),
        DistributionError::TooManyPoints { .. } | DistributionError::TooMany(_) => {
            Failure::limit(fault.to_string())
        }
        _ => Failure::bad_input(fault.to_string())
            .help("--sample counts the orders of random sequences of any puzzle"),
    })?;
    Ok(told_exactly(model, args, &found))
}

fn told_exactly(model: &Model, args: &args::Orders, found: &OrderDistribution) -> Record {
    let share = |count: &UBig| 100.0 * ratio(count, &found.group_order);
    let weighed: UBig = found.counts.iter().map(|(order, count)| UBig::from(*order) * count).sum();
    let mean = ratio(&weighed, &found.group_order);
    let largest = found.counts.keys().next_back().copied().unwrap_or(1);
    let product: Vec<String> = (found.factors.iter())
        .map(|factor| {
            let group = if factor.permutations == Permutations::Even { 'A' } else { 'S' };
            match (factor.orientations, factor.slots) {
                (1, slots) => format!("{group}{slots}"),
                (k, 1) => format!("C{k}"),
                (k, slots) => format!("(C{k} wr {group}{slots})"),
            }
        })
        .collect();
    let product = if product.is_empty() { "1".to_string() } else { product.join(" x ") };
    let mut lines = vec![
        format!(
            "{}, a subgroup of index {} in {product}",
            number_of(&found.group_order, ["element", "elements"]),
            found.index
        ),
        format!(
            "{}, the largest {largest}, {mean:.4} on average",
            number_of(found.counts.len(), ["order", "orders"])
        ),
    ];
    let rows = found
        .counts
        .iter()
        .map(|(order, count)| vec![order.to_string(), count.to_string(), format!("{:.4} %", share(count))]);
    lines.extend(table(&["order", "elements", "share"], rows.collect()));
    let distribution = found
        .counts
        .iter()
        .map(|(order, count)| json!({ "order": order.to_string(), "count": count.to_string() }));
    let json = json!({
        "puzzle": model.puzzle.name(),
        "exact": true,
        "moves": args.moves,
        "elements": found.group_order.to_string(),
        "product": product,
        "index": found.index.to_string(),
        "largest": largest.to_string(),
        "mean": mean,
        "distribution": distribution.collect::<Vec<_>>(),
    });
    Record::done(lines.join("\n"), json)
}

/// A ratio to twelve places, for numbers that may exceed the range of floats.
fn ratio(part: &UBig, whole: &UBig) -> f64 {
    const PLACES: u64 = 1_000_000_000_000;
    (part * UBig::from(PLACES) / whole).to_f64().value() / PLACES as f64
}

fn census(
    context: &Context,
    model: &Model,
    args: &args::Orders,
    control: &Control<'_>,
) -> Result<Record, Failure> {
    let puzzle = &model.puzzle;
    let metric = inputs::metric(model, &args.metric)?;
    if args.quarter_turns && !args.all && args.sample.is_none() {
        return Err(Failure::bad_input("canonical sequences are made of all powers of the moves")
            .help("--quarter-turns goes with --all or --sample"));
    }
    let moves = census::moves(puzzle, &metric, &args.moves, args.quarter_turns)
        .map_err(|name| unknown(model, &name))?;
    // As with scrambles: from the operating system, limited to 53 bits so that every JSON reader represents it
    // exactly.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0) >> 11);
    let span = match (args.sample, args.length) {
        (Some(count), length) => Span::Sample { count, length: length.unwrap_or(SAMPLED_LENGTH), seed },
        (None, length) => Span::UpTo(length.unwrap_or(0)),
    };
    if args.sample.is_some() && args.seed.is_none() && !context.global.json {
        context.output.note(&format!("seed {seed}"));
    }
    let request = Request {
        moves,
        metric,
        sequences: if args.all { Sequences::All } else { Sequences::Canonical },
        span,
        threads: context.threads(),
        max_memory: context.global.memory,
    };
    let found = census::run(puzzle, &request, control).map_err(|fault| match fault {
        CensusError::Stopped(reason) => stopped(reason),
        other => Failure::bad_input(other.to_string()),
    })?;
    let told = Told::new(puzzle, args, &request, &found);
    Ok(Record::done(told.text()?, told.json()?))
}

/// A census in the user's terms.
struct Told<'a> {
    puzzle: &'a Puzzle,
    args: &'a args::Orders,
    request: &'a Request,
    found: &'a Census,
    /// The cycle types to be listed, the most frequent first.
    types: Vec<&'a CycleTypeLine>,
}

impl<'a> Told<'a> {
    fn new(puzzle: &'a Puzzle, args: &'a args::Orders, request: &'a Request, found: &'a Census) -> Self {
        let mut types: Vec<_> = found.cycle_types.iter().collect();
        types.sort_by_key(|line| std::cmp::Reverse(line.count));
        if let Count::Some(most) = args.cycle_types {
            types.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        }
        Told { puzzle, args, request, found, types }
    }

    fn word(&self, turns: &[Turn]) -> Result<String, Failure> {
        if !self.args.integers {
            return Ok(algorithm::write(turns));
        }
        integer_words::write(self.puzzle, turns).ok_or_else(|| {
            let text = algorithm::write(turns);
            Failure::bad_input(format!(
                "'{text}' contains moves that are not generators of {}",
                self.puzzle.name()
            ))
            .help("name generators with --moves, or leave out --integers")
        })
    }

    fn text(&self) -> Result<String, Failure> {
        let Told { request, found, .. } = self;
        let (what, shortest) = match request.span {
            Span::UpTo(length) => (
                format!("of up to {} ({})", number_of(length, ["move", "moves"]), request.metric.name()),
                "shortest",
            ),
            Span::Sample { length, .. } => {
                (format!("of {}", number_of(length, ["random move", "random moves"])), "first drawn")
            }
        };
        let kinds = match self.args.all {
            true => ["sequence", "sequences"],
            false => ["canonical sequence", "canonical sequences"],
        };
        let (sequences, orders) =
            (number_of(found.sequences(), kinds), number_of(found.orders.len(), ["order", "orders"]));
        let mut lines = vec![format!("{sequences} {what}: {orders}")];
        let alike = found.orders == found.coloured_orders;
        let lists: &[(&str, &[OrderLine])] = if alike {
            &[("order", &found.orders)]
        } else {
            &[("order, all pieces told apart", &found.orders), ("order as coloured", &found.coloured_orders)]
        };
        for (title, orders) in lists {
            let rows = (orders.iter())
                .map(|line| {
                    let (length, word) = (line.length.to_string(), self.word(&line.example)?);
                    Ok(vec![line.order.to_string(), line.count.to_string(), length, word])
                })
                .collect::<Result<Vec<_>, Failure>>()?;
            lines.extend(table(&[title, "sequences", "length", shortest], rows));
        }
        let rows = (self.types.iter())
            .map(|line| {
                let cycles = write_cycle_counts(&line.cycles, self.puzzle.orbits());
                let word = self.word(&line.example)?;
                Ok(vec![line.count.to_string(), line.order.to_string(), cycles, word])
            })
            .collect::<Result<Vec<_>, Failure>>()?;
        lines.push(format!("{} of {} cycle types, the commonest first", rows.len(), found.cycle_types.len()));
        lines.extend(table(&["sequences", "order", "cycles", "as in"], rows));
        if matches!(request.span, Span::UpTo(_)) {
            let records = Census::records(&found.orders);
            let records = records.iter().map(|line| format!("{} in {}", line.order, line.length));
            lines.push(format!("records: {}", records.collect::<Vec<_>>().join(", ")));
        }
        Ok(lines.join("\n"))
    }

    fn json(&self) -> Result<Value, Failure> {
        let Told { puzzle, request, found, .. } = self;
        let orders = |lines: &mut dyn Iterator<Item = &OrderLine>| -> Result<Vec<Value>, Failure> {
            let row = |line: &OrderLine| {
                Ok(json!({
                    "order": line.order.to_string(),
                    "count": line.count,
                    "by_length": line.by_length,
                    "length": line.length,
                    "sequence": self.word(&line.example)?,
                }))
            };
            lines.map(row).collect()
        };
        let cycle_types = self.types.iter().map(|line| {
            Ok(json!({
                "cycles": write_cycle_counts(&line.cycles, puzzle.orbits()),
                "order": line.order.to_string(),
                "count": line.count,
                "length": line.length,
                "sequence": self.word(&line.example)?,
            }))
        });
        let mut json = json!({
            "puzzle": puzzle.name(),
            "exact": false,
            "metric": request.metric.name(),
            "canonical": !self.args.all,
            "sequences": found.sequences(),
            "by_length": found.by_length,
            "distribution": orders(&mut found.orders.iter())?,
            "coloured_distribution": orders(&mut found.coloured_orders.iter())?,
            "cycle_type_count": found.cycle_types.len(),
            "cycle_types": cycle_types.collect::<Result<Vec<_>, Failure>>()?,
        });
        match request.span {
            Span::Sample { length, seed, .. } => {
                json["length"] = length.into();
                json["seed"] = seed.into();
            }
            Span::UpTo(_) => {
                json["length"] = self.args.length.into();
                json["records"] = orders(&mut Census::records(&found.orders).into_iter())?.into();
            }
        }
        Ok(json)
    }
}

/// A table with columns as wide as their contents and right-aligned numbers; the last column is not padded.
fn table(titles: &[&str], rows: Vec<Vec<String>>) -> Vec<String> {
    let titles: Vec<String> = titles.iter().map(ToString::to_string).collect();
    let all: Vec<Vec<String>> = std::iter::once(titles).chain(rows).collect();
    let columns = all[0].len();
    let width = |column: usize| all.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(at, cell)| match at + 1 < columns {
            true => format!("{cell:>width$}", width = widths[at]),
            false => cell.clone(),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    all.iter().map(line).collect()
}
