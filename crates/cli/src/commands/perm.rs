//! `perm`: bare permutations.

use super::{Context, End};
use crate::args::{self, PermAction};
use crate::batch;
use crate::exit::{Exit, Failure};
use crate::output::Record;
use permutant::group::Permutation;
use permutant::group::cycle_notation::{Notation, NotationError};
use permutant::group::rank::lehmer;
use permutant::puzzle::diagnostic::Diagnostic;
use serde_json::json;

pub(super) fn run(context: &Context, args: &args::Perm) -> Result<Exit, End> {
    if args.operands == ["-"] {
        return Ok(batch::run(&context.output, context.threads(), |line, _| {
            // Several operands of one line are separated by semicolons or `*`.
            let operands: Vec<String> = line.split([';', '*']).map(|part| part.trim().to_string()).collect();
            Ok(vec![record(args, &operands)?])
        })?);
    }
    context.results(&[record(args, &args.operands)?])
}

fn record(args: &args::Perm, operands: &[String]) -> Result<Record, Failure> {
    let one = || match operands {
        [text] => Ok(text.as_str()),
        _ => Err(Failure::bad_input(format!("{} operands were given, expected one", operands.len()))),
    };
    match args.action {
        PermAction::Rank => rank(one()?, args.of),
        PermAction::Unrank => unrank(one()?, args.size, args.of),
        PermAction::Multiply => {
            let factors = operands.iter().map(|text| read(text)).collect::<Result<Vec<_>, _>>()?;
            let product = factors.into_iter().reduce(|product, next| product.then(&next));
            let product = product.ok_or_else(|| Failure::bad_input("nothing to multiply"))?;
            Ok(shown(&operands.join(" * "), &product))
        }
        PermAction::Invert => Ok(shown(one()?, &read(one()?)?.inverse())),
        PermAction::Cycles => {
            let permutation = read(one()?)?;
            let lengths: Vec<(usize, usize)> = permutation.cycle_type().into_iter().collect();
            let text = Notation::from_one().write_cycles(&permutation);
            let json = json!({
                "input": one()?,
                "cycles": permutation.cycles(),
                "cycle_type": lengths.iter().map(|(length, count)| json!([length, count])).collect::<Vec<_>>(),
                "even": permutation.is_even(),
                "text": text,
            });
            Ok(Record::done(text, json))
        }
        PermAction::Order => {
            let order = read(one()?)?.order().to_string();
            let json = json!({ "input": one()?, "order": order });
            Ok(Record::done(order, json))
        }
    }
}

/// Cycles of the points 1, 2, …, or the images of 0, 1, 2, ….
fn read(text: &str) -> Result<Permutation, Failure> {
    let is_cycles = text.trim_start().starts_with('(') || text.trim().is_empty();
    let notation = if is_cycles { Notation::from_one() } else { Notation::from_zero() };
    let read = if is_cycles { notation.read_cycles(text) } else { notation.read_images(text) };
    read.map_err(|fault| in_text(text, &fault))
}

fn in_text(text: &str, fault: &NotationError) -> Failure {
    let span = fault.offset..fault.offset + fault.length;
    let message = format!("this is no permutation: {}", fault.found);
    Failure::in_text("permutation", text, Diagnostic::new(span, message).expected(&fault.expected))
}

fn shown(input: &str, permutation: &Permutation) -> Record {
    let cycles = Notation::from_one().write_cycles(permutation);
    let json = json!({ "input": input, "result": cycles, "images": permutation.moved_to() });
    Record::done(cycles, json)
}

/// The list of numbers of a partial permutation, each with its place in the text.
fn places(text: &str, points: Option<usize>) -> Result<(usize, Vec<u8>), Failure> {
    let mut places: Vec<u8> = Vec::new();
    let mut start = None;
    let word = |from: usize, to: usize| -> Result<u8, Failure> {
        text[from..to]
            .parse::<u8>()
            .ok()
            .filter(|&point| usize::from(point) < points.unwrap_or(64))
            .ok_or_else(|| {
                let fault = Diagnostic::new(from..to, "this is no point");
                let most = points.unwrap_or(64).saturating_sub(1);
                Failure::in_text("permutation", text, fault.expected(format!("a number from 0 to {most}")))
            })
    };
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let separates = c.is_whitespace() || matches!(c, ',' | '[' | ']');
        match (start, separates) {
            (None, false) => start = Some(at),
            (Some(from), true) => {
                places.push(word(from, at)?);
                start = None;
            }
            _ => {}
        }
    }
    Ok((points.unwrap_or(places.len()), places))
}

fn rank(text: &str, of: Option<usize>) -> Result<Record, Failure> {
    let (points, places) = if text.trim_start().starts_with('(') {
        let permutation = read(text)?;
        let degree = of.unwrap_or(permutation.degree()).max(permutation.degree());
        let images = permutation.extended(degree).moved_to();
        let images = images.into_iter().map(|image| u8::try_from(image).unwrap_or(u8::MAX));
        (degree, images.collect())
    } else {
        places(text, of)?
    };
    let rank = lehmer::rank(points, &places).map_err(|fault| Failure::bad_input(fault.to_string()))?;
    let json = json!({ "input": text, "rank": rank.to_string(), "points": points, "size": places.len() });
    Ok(Record::done(rank.to_string(), json))
}

fn unrank(text: &str, size: Option<usize>, of: Option<usize>) -> Result<Record, Failure> {
    let rank: u64 = text.trim().parse().map_err(|_| {
        let fault = Diagnostic::new(0..text.len(), "this is no rank");
        Failure::in_text("rank", text, fault.expected("a whole number from 0, below 2^64"))
    })?;
    let size = size.or(of).ok_or_else(|| {
        Failure::bad_input("how many points has the permutation?")
            .help("add --size K, and --of N for K out of N")
    })?;
    let points = of.unwrap_or(size);
    if size > 64 {
        return Err(Failure::bad_input(format!(
            "ranks of {size} points are not worked out; expected at most 64"
        )));
    }
    let mut places = vec![0u8; size];
    lehmer::unrank(points, rank, &mut places).map_err(|fault| Failure::bad_input(fault.to_string()))?;
    let list = places.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    Ok(Record::done(list, json!({ "rank": rank.to_string(), "points": points, "permutation": places })))
}
