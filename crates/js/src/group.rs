//! The group that the moves of a puzzle generate.
//!
//! Start at [`record`]. Elements are permutations of points: one for each orientation of each piece, numbered by orbit, slot and
//! orientation.

use crate::caller::Caller;
use crate::fault::{Fault, Kind};
use crate::given;
use crate::kept::Kept;
use crate::request::{Element, Factoring, MEMORY};
use crate::solving::metric;
use permutant::algorithm;
use permutant::analysis::group::report::{GroupError, GroupReport, Membership, Request};
use permutant::analysis::group::words::{PuzzleWords, WordEffort, WordMoves, WordsError};
use permutant::analysis::sequence::order::product;
use permutant::group::Permutation;
use permutant::group::cycle_notation::Notation;
use permutant::model::Model;
use permutant::position::line_kind::LineKind;
use permutant::puzzle::diagnostic::Diagnostic;
use permutant::puzzle::points::Points;
use permutant::search::limits::StopReason;
use permutant::tables::InMemory;
use serde_json::{Map, Value, json};
use std::rc::Rc;

/// The group, computed once.
fn report(kept: &mut Kept, caller: Caller) -> Result<Rc<GroupReport>, Fault> {
    if let Some(report) = &kept.group {
        return Ok(Rc::clone(report));
    }
    let request = Request { members: true, ..Request::default() };
    let (report, _) = caller.run(None, |control| {
        GroupReport::new(&kept.model().puzzle, &request, || control.interrupted().is_none())
    });
    let report = report.map_err(|fault| match fault {
        GroupError::Interrupted => StopReason::Cancelled.into(),
        fault => Fault::unsupported(&fault),
    })?;
    Ok(Rc::clone(kept.group.insert(Rc::new(report))))
}

/// The record of the group.
pub(crate) fn record(kept: &mut Kept, caller: Caller) -> Result<Value, Fault> {
    let report = report(kept, caller)?;
    let puzzle = &kept.model().puzzle;
    let generators: Map<String, Value> = (puzzle.generators().zip(report.generators()))
        .map(|(base, permutation)| (base.name.clone(), permutation.moved_to().into()))
        .collect();
    let orbits = report.orbits().into_iter().map(|orbit| {
        json!({
            "set": orbit.set,
            "length": orbit.points.len(),
            "first": orbit.points.first().map(|&point| u64::from(point) + 1),
            "blocks": orbit.blocks,
            "points": orbit.points,
        })
    });
    Ok(json!({
        "puzzle": puzzle.name(),
        "order": report.order().to_string(),
        "degree": report.degree(),
        "base": report.base().iter().map(|&point| u64::from(point) + 1).collect::<Vec<_>>(),
        "proof": report.proof().name(),
        "envelope": report.envelope(),
        "orbits": orbits.collect::<Vec<_>>(),
        "transversals": report.transversals(),
        "generators": generators,
    }))
}

/// The element that was given.
fn element(model: &Model, given: &Element) -> Result<Permutation, Fault> {
    let given = match given {
        Element::Permutation { permutation } => {
            return Permutation::from_moved_to(permutation).map_err(|fault| Fault::unsupported(&fault));
        }
        Element::Given(given) => given,
    };
    let points = Points::new(model.puzzle.orbits());
    let points = points.ok_or_else(|| Fault::unsupported("the puzzle has too many points for a group"))?;
    if given.stickers.is_none() {
        match LineKind::of(model, &given.text, given.faces.is_some()) {
            // An algorithm says where each piece goes, even among identical ones.
            LineKind::Algorithm => {
                let turns = algorithm::read(&model.puzzle, &given.text);
                let turns = turns.map_err(|fault| Fault::in_text(&given.text, &fault))?;
                return Ok(points.permutation(&product(&turns)));
            }
            LineKind::Cycles => return cycles(&given.text, points.degree()),
            _ => {}
        }
    }
    let position = given::position(model, given)?;
    let change = match position.goal {
        None => points.between(model.puzzle.solved(), &position.state),
        Some(_) => None,
    };
    change.map(|change| points.permutation(&change)).ok_or_else(|| {
        Fault::unsupported(
            "this position represents several elements; give an algorithm or a permutation instead",
        )
    })
}

/// The permutation that cycles denote, with points counted from 1.
fn cycles(text: &str, degree: usize) -> Result<Permutation, Fault> {
    Notation::from_one().least_degree(degree).read(text).map_err(|fault| {
        let place = fault.offset..fault.offset + fault.length;
        let message = format!("this is not a permutation: {}", fault.found);
        Fault::in_text(text, &Diagnostic::new(place, message).expected(&fault.expected))
    })
}

/// Whether moves can make an element, and if not, why.
pub(crate) fn member(kept: &mut Kept, given: &Element, caller: Caller) -> Result<Value, Fault> {
    let report = report(kept, caller)?;
    let model = kept.model();
    let element = element(model, given)?;
    let points = Points::new(model.puzzle.orbits());
    let whole = points.and_then(|points| points.transformation(&element.extended(points.degree())));
    let found = match whole {
        Some(whole) => report.membership(&whole),
        None => report.membership_of_points(&element),
    };
    match found {
        Some(Membership::Member) => Ok(json!({ "member": true, "reason": null })),
        Some(Membership::Stranger(reason)) => Ok(json!({ "member": false, "reason": reason })),
        None => Err(Fault::unsupported("the group of this puzzle is too large for a stabilizer chain")),
    }
}

fn no_words(fault: &WordsError) -> Fault {
    match fault {
        WordsError::Outside(_) => Fault::new(Kind::Unsolvable, fault),
        _ => Fault::unsupported(fault),
    }
}

/// The words of the group in a metric, made once.
fn words(kept: &mut Kept, name: &str, caller: Caller) -> Result<Rc<PuzzleWords>, Fault> {
    if let Some((known, words)) = &kept.words
        && known == name
    {
        return Ok(Rc::clone(words));
    }
    let metric = metric(kept.model(), name)?;
    let memory = usize::try_from(MEMORY).unwrap_or(usize::MAX);
    let (words, _) = caller.run(None, |control| {
        let puzzle = &kept.model().puzzle;
        PuzzleWords::new(puzzle, WordMoves::Generators, &metric, memory, &InMemory, control)
    });
    let words = Rc::new(words.map_err(|fault| no_words(&fault))?);
    kept.words = Some((name.to_string(), Rc::clone(&words)));
    Ok(words)
}

/// An algorithm that makes an element.
pub(crate) fn factor(
    kept: &mut Kept,
    given: &Element,
    options: &Factoring,
    caller: Caller,
) -> Result<Value, Fault> {
    let Factoring { effort: name, width, metric } = options;
    let effort = match &name[..] {
        "table" => WordEffort::Table,
        "search" => WordEffort::STARTS,
        "beam" => WordEffort::Beam((*width).clamp(1, 1 << 20)),
        _ => {
            return Err(Fault::unsupported(&format!("effort is '{name}'; expected table, search or beam")));
        }
    };
    let whole = element(kept.model(), given)?;
    let words = words(kept, metric, caller)?;
    let wanted = words.element(&whole).map_err(|fault| no_words(&fault))?;
    let (word, _) = caller.run(None, |control| words.word(&wanted, effort, control));
    let word = word.map_err(|fault| no_words(&fault))?;
    // Handed out only after it was multiplied out.
    if words.table().alphabet().element(&word) != wanted {
        return Err(Fault::internal("internal error: a word of another element; please report it"));
    }
    let turns = words.turns(&word);
    let text = algorithm::write(&turns);
    Ok(json!({
        "puzzle": kept.model().puzzle.name(),
        "metric": metric,
        "word": text,
        "algorithm": text,
        "effort": name,
    }))
}
