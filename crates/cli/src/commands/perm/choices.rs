//! Ranks among sequences of given values, and among sequences in which values repeat; digits in the factorial base.

use super::{places, read, read_rank};
use crate::exit::Failure;
use crate::output::Record;
use permutant::group::UBig;
use permutant::group::rank::RankError;
use permutant::group::rank::big::{self, BigRankError};
use permutant::puzzle::diagnostic::Diagnostic;
use serde_json::json;

/// The values of which a sequence consists, ascending.
pub(super) fn values(text: &str) -> Result<Vec<u32>, Failure> {
    let (_, mut values) = places(text, Some(big::MOST_POINTS))?;
    values.sort_unstable();
    match values.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Failure::bad_input(format!("the value {} is listed twice", pair[0]))),
        None if values.is_empty() => {
            Err(Failure::bad_input("no values are listed").help("such as --among \"5 6 7\""))
        }
        None => Ok(values),
    }
}

/// The rank of a sequence of different values among all such sequences of its length.
pub(super) fn rank_among(text: &str, values: &[u32]) -> Result<Record, Failure> {
    let (_, list) = places(text, Some(big::MOST_POINTS))?;
    let place = |value: &u32| {
        values.binary_search(value).map(|at| at as u32).map_err(|_| {
            let fault = Diagnostic::new(0..text.len(), format!("{value} is not one of the values"));
            Failure::in_text("permutation", text, fault.expected("values of --among"))
        })
    };
    let places = list.iter().map(place).collect::<Result<Vec<u32>, Failure>>()?;
    let rank = big::rank(values.len(), &places).map_err(|fault| match fault {
        BigRankError::Kind(RankError::Repeated { value, .. }) => {
            let message = format!("{} occurs twice", values[value as usize]);
            let fault =
                Diagnostic::new(0..text.len(), message).expected("each value of --among at most once");
            Failure::in_text("permutation", text, fault)
        }
        fault => Failure::bad_input(fault.to_string()),
    })?;
    let json = json!({ "input": text, "rank": rank.to_string(), "values": values, "size": list.len() });
    Ok(Record::done(rank.to_string(), json))
}

pub(super) fn unrank_among(text: &str, size: Option<usize>, values: &[u32]) -> Result<Record, Failure> {
    let rank = read_rank(text)?;
    let list = big::unrank(values.len(), &rank, size.unwrap_or(values.len()))
        .map_err(|fault| Failure::bad_input(fault.to_string()))?;
    let list: Vec<u32> = list.into_iter().map(|at| values[at as usize]).collect();
    let json = json!({ "rank": rank.to_string(), "values": values, "permutation": list });
    Ok(Record::done(joined(&list), json))
}

/// The number of values that may repeat.
fn repeated(of: Option<usize>) -> Result<usize, Failure> {
    of.filter(|of| (1..=big::MOST_POINTS).contains(of)).ok_or_else(|| {
        let most = big::MOST_POINTS;
        Failure::bad_input("how many values may repeat?").help(format!("add --of N, from 1 to {most}"))
    })
}

/// The rank of a sequence of values 0, 1, … that may repeat: the number with these digits.
pub(super) fn rank_repeated(text: &str, of: Option<usize>) -> Result<Record, Failure> {
    let base = repeated(of)?;
    let (_, digits) = places(text, Some(base))?;
    if digits.len() > big::MOST_POINTS {
        return Err(Failure::bad_input(format!("expected at most {} values", big::MOST_POINTS)));
    }
    let rank = digits.iter().fold(UBig::ZERO, |rank, &digit| rank * base + digit);
    let json = json!({ "input": text, "rank": rank.to_string(), "points": base, "size": digits.len() });
    Ok(Record::done(rank.to_string(), json))
}

pub(super) fn unrank_repeated(text: &str, size: Option<usize>, of: Option<usize>) -> Result<Record, Failure> {
    let base = repeated(of)?;
    let given = read_rank(text)?;
    let size = size.filter(|&size| size <= big::MOST_POINTS).ok_or_else(|| {
        let most = big::MOST_POINTS;
        Failure::bad_input("the number of values is missing").help(format!("add --size K, at most {most}"))
    })?;
    let mut rest = given.clone();
    let mut digits = vec![0u32; size];
    for digit in digits.iter_mut().rev() {
        *digit = u32::try_from(&rest % base).unwrap_or(0);
        rest /= base;
    }
    if rest > UBig::ZERO {
        return Err(Failure::bad_input(format!("there are {base}^{size} sequences, numbered from 0")));
    }
    let json = json!({ "rank": given.to_string(), "points": base, "permutation": digits });
    Ok(Record::done(joined(&digits), json))
}

/// The Lehmer code: by place, how many of the values that come later are smaller. These are the digits of the rank in the
/// factorial base; for K out of N points the weights are (N − 1)(N − 2)…, as many factors as places follow.
pub(super) fn lehmer(text: &str, of: Option<usize>) -> Result<Record, Failure> {
    let (points, list) = if text.trim_start().starts_with('(') {
        let permutation = read(text)?;
        let degree = of.unwrap_or(0).max(permutation.degree());
        if degree > big::MOST_POINTS {
            return Err(Failure::bad_input(format!("expected at most {} points", big::MOST_POINTS)));
        }
        (degree, permutation.extended(degree).moved_to())
    } else {
        places(text, of)?
    };
    let rank = big::rank(points, &list).map_err(|fault| Failure::bad_input(fault.to_string()))?;
    // Of the values below, those that have not been used: a word at a time.
    let mut is_free = vec![u64::MAX; points.div_ceil(64)];
    let digit = |&value: &u32| {
        let (word, bit) = (value as usize / 64, value % 64);
        let below: u32 = is_free[..word].iter().map(|free| free.count_ones()).sum();
        let digit = below + (is_free[word] & ((1 << bit) - 1)).count_ones();
        is_free[word] &= !(1 << bit);
        digit
    };
    let digits: Vec<u32> = list.iter().map(digit).collect();
    let json = json!({ "input": text, "lehmer": digits, "rank": rank.to_string(), "points": points });
    Ok(Record::done(joined(&digits), json))
}

fn joined(numbers: &[u32]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
