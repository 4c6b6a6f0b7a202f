//! `perm`: plain permutations, and permutations of multisets.

mod choices;

use super::{Context, End};
use crate::args::{self, PermAction};
use crate::batch;
use crate::exit::{Exit, Failure};
use crate::output::Record;
use permutant::group::cycle_notation::{Notation, NotationError};
use permutant::group::multiset::TwoRow;
use permutant::group::multiset_notation::{self, Symbol};
use permutant::group::rank::big;
use permutant::group::{IBig, Permutation, UBig};
use permutant::puzzle::diagnostic::Diagnostic;
use serde_json::json;

pub(super) fn run(context: &Context, args: &args::Perm) -> Result<Exit, End> {
    args.check().map_err(Failure::bad_input)?;
    if args.operands == ["-"] {
        return Ok(batch::run(&context.output, context.threads(), |line, _| {
            // Several operands on one line are separated by semicolons or `*`.
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
    let two = |what: &str| match operands {
        [first, second] => Ok((first.as_str(), second.as_str())),
        _ => Err(Failure::bad_input(format!("this operation takes two operands: {what}"))),
    };
    let of_two = |name: &str, of: fn(&Permutation, &Permutation) -> Permutation| {
        let (first, second) = two("both permutations")?;
        Ok(shown(&format!("{name}({first}, {second})"), &of(&read(first)?, &read(second)?)))
    };
    match args.action {
        PermAction::Lehmer => choices::lehmer(one()?, args.of),
        PermAction::Rank => match (&args.among, &args.multiset) {
            (Some(among), _) => choices::rank_among(one()?, &choices::values(among)?),
            (None, Some(of)) => rank_in_multiset(one()?, of.as_deref()),
            (None, None) if args.repeats => choices::rank_repeated(one()?, args.of),
            (None, None) => rank(one()?, args.of),
        },
        PermAction::Unrank => match (&args.among, &args.multiset) {
            (Some(among), _) => choices::unrank_among(one()?, args.size, &choices::values(among)?),
            (None, None) if args.repeats => choices::unrank_repeated(one()?, args.size, args.of),
            (None, None) => unrank(one()?, args.size, args.of),
            (None, Some(of)) => {
                let of = of.as_deref().ok_or_else(|| {
                    Failure::bad_input("which multiset?")
                        .help("give its symbols in any order: --multiset aabbb")
                })?;
                unrank_in_multiset(one()?, of)
            }
        },
        PermAction::Intercalate => intercalate(operands),
        PermAction::Factor => factor(one()?),
        PermAction::Multiply => {
            let factors = operands.iter().map(|text| read(text)).collect::<Result<Vec<_>, _>>()?;
            let product = factors.into_iter().reduce(|product, next| product.then(&next));
            let product = product.ok_or_else(|| Failure::bad_input("nothing to multiply"))?;
            Ok(shown(&operands.join(" * "), &product))
        }
        PermAction::Invert => Ok(shown(one()?, &read(one()?)?.inverse())),
        PermAction::Power => {
            let (base, exponent) = two("a permutation and an exponent")?;
            let power = read(base)?.power_big(&read_exponent(exponent)?);
            Ok(shown(&format!("{base} ^ {exponent}"), &power))
        }
        PermAction::Conjugate => of_two("conjugate", Permutation::conjugate),
        PermAction::Commutator => of_two("commutator", Permutation::commutator),
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
    let message = format!("this is not a permutation: {}", fault.found);
    Failure::in_text("permutation", text, Diagnostic::new(span, message).expected(&fault.expected))
}

fn shown(input: &str, permutation: &Permutation) -> Record {
    let cycles = Notation::from_one().write_cycles(permutation);
    let json = json!({ "input": input, "result": cycles, "images": permutation.moved_to() });
    Record::done(cycles, json)
}

/// The numbers of a partial permutation, each with its place in the text.
fn places(text: &str, points: Option<usize>) -> Result<(usize, Vec<u32>), Failure> {
    let mut places: Vec<u32> = Vec::new();
    let mut start = None;
    let limit = points.unwrap_or(big::MOST_POINTS);
    let word = |from: usize, to: usize| -> Result<u32, Failure> {
        text[from..to].parse::<u32>().ok().filter(|&point| (point as usize) < limit).ok_or_else(|| {
            let fault = Diagnostic::new(from..to, "this is not a point");
            let most = limit.saturating_sub(1);
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
        if degree > big::MOST_POINTS {
            return Err(Failure::bad_input(format!(
                "ranks of {degree} points are not supported; expected at most {}",
                big::MOST_POINTS
            )));
        }
        (degree, permutation.extended(degree).moved_to())
    } else {
        places(text, of)?
    };
    let rank = big::rank(points, &places).map_err(|fault| Failure::bad_input(fault.to_string()))?;
    let json = json!({ "input": text, "rank": rank.to_string(), "points": points, "size": places.len() });
    Ok(Record::done(rank.to_string(), json))
}

/// No list has a longer rank: 65536! has 287194 digits.
const MAX_DIGITS: usize = 300_000;

fn read_rank(text: &str) -> Result<UBig, Failure> {
    let digits = text.trim();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse().ok().filter(|_| is_number && digits.len() <= MAX_DIGITS);
    number.ok_or_else(|| {
        let fault = Diagnostic::new(0..text.len(), "this is not a rank");
        let expected = format!("a whole number from 0, of at most {MAX_DIGITS} digits");
        Failure::in_text("rank", text, fault.expected(expected))
    })
}

fn read_exponent(text: &str) -> Result<IBig, Failure> {
    let digits = text.trim().trim_start_matches('-');
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.trim().parse().ok().filter(|_| is_number && digits.len() <= MAX_DIGITS);
    number.ok_or_else(|| {
        let fault = Diagnostic::new(0..text.len(), "this is not an exponent");
        Failure::in_text("exponent", text, fault.expected("a whole number, which may be negative"))
    })
}

fn unrank(text: &str, size: Option<usize>, of: Option<usize>) -> Result<Record, Failure> {
    let rank = read_rank(text)?;
    let size = size.or(of).ok_or_else(|| {
        Failure::bad_input("the number of points is missing").help("add --size K, and --of N for K out of N")
    })?;
    let points = of.unwrap_or(size);
    let places = big::unrank(points, &rank, size).map_err(|fault| Failure::bad_input(fault.to_string()))?;
    let list = places.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    Ok(Record::done(list, json!({ "rank": rank.to_string(), "points": points, "permutation": places })))
}

/// A permutation of a multiset, given by two rows, by its lower row, or as a cycle.
fn read_rows(text: &str) -> Result<TwoRow<Symbol>, Failure> {
    multiset_notation::read(text).map_err(|fault| {
        let span = fault.offset..fault.offset + fault.length;
        let message = format!("this is not a permutation of a multiset: {}", fault.found);
        Failure::in_text("permutation", text, Diagnostic::new(span, message).expected(&fault.expected))
    })
}

/// The symbols in their written form.
fn written(symbols: impl IntoIterator<Item = Symbol>) -> Vec<String> {
    symbols.into_iter().map(|symbol| symbol.to_string()).collect()
}

fn intercalate(operands: &[String]) -> Result<Record, Failure> {
    let rows = operands.iter().map(|text| read_rows(text)).collect::<Result<Vec<_>, _>>()?;
    let product = rows.into_iter().reduce(|product, next| product.intercalate(&next));
    let product = product.ok_or_else(|| Failure::bad_input("nothing to multiply"))?;
    let text = multiset_notation::write_rows(&product);
    let json = json!({
        "input": operands.join(" ⊤ "),
        "result": text,
        "top": written(product.top()),
        "bottom": written(product.bottom()),
    });
    Ok(Record::done(text, json))
}

fn factor(text: &str) -> Result<Record, Failure> {
    let rows = read_rows(text)?;
    let result = multiset_notation::write_factors(&rows);
    let factors: Vec<Vec<String>> = rows.factors().into_iter().map(written).collect();
    let lengths: Vec<usize> = factors.iter().map(Vec::len).collect();
    let json = json!({
        "input": text,
        "result": result,
        "factors": factors,
        "lengths": lengths,
        "top": written(rows.top()),
        "bottom": written(rows.bottom()),
    });
    Ok(Record::done(result, json))
}

/// The lower row as numbers of symbols, and the number of occurrences of each symbol.
fn numbered(rows: &TwoRow<Symbol>) -> (Vec<u32>, Vec<usize>) {
    let number = |symbol: Symbol| rows.symbols().binary_search(&symbol).unwrap_or_default();
    let list: Vec<usize> = rows.bottom().map(number).collect();
    let mut counts = vec![0; rows.symbols().len()];
    list.iter().for_each(|&number| counts[number] += 1);
    (list.into_iter().map(|number| number as u32).collect(), counts)
}

fn rank_in_multiset(text: &str, of: Option<&str>) -> Result<Record, Failure> {
    let rows = read_rows(text)?;
    if let Some(of) = of {
        let whole = read_rows(of)?;
        if whole.symbols() != rows.symbols() || numbered(&whole).1 != numbered(&rows).1 {
            return Err(Failure::bad_input(format!(
                "'{text}' is not an arrangement of the symbols of '{of}'"
            )));
        }
    }
    let (list, counts) = numbered(&rows);
    let told = |fault: big::BigRankError| Failure::bad_input(fault.to_string());
    let rank = big::multiset_rank(&list).map_err(told)?;
    let count = big::multiset_count(&counts).map_err(|fault| told(fault.into()))?;
    let json =
        json!({ "input": text, "rank": rank.to_string(), "count": count.to_string(), "size": list.len() });
    Ok(Record::done(rank.to_string(), json))
}

fn unrank_in_multiset(text: &str, of: &str) -> Result<Record, Failure> {
    let rank = read_rank(text)?;
    let rows = read_rows(of)?;
    let list = big::multiset_unrank(&numbered(&rows).1, &rank)
        .map_err(|fault| Failure::bad_input(fault.to_string()))?;
    let list = written(list.into_iter().map(|number| rows.symbols()[number as usize].clone()));
    let json = json!({ "rank": rank.to_string(), "multiset": of, "permutation": list });
    Ok(Record::done(list.join(" "), json))
}
