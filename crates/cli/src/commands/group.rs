//! `group`: the group of a puzzle, and whether a position or a permutation belongs to it.

use super::{Context, End};
use crate::args;
use crate::batch;
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::{Record, number_of, shortened};
use permutant::algorithm;
use permutant::analysis::group::report::{
    GroupError, GroupOrbit, GroupReport, MOST_IN_CHAINS, Membership, Method, Request,
};
use permutant::group::cycle_notation::Notation;
use permutant::group::presentation::{FromChainError, Presentation};
use permutant::model::Model;
use permutant::position::line_kind::LineKind;
use permutant::puzzle::diagnostic::Diagnostic;
use permutant::puzzle::orbit::Orbit;
use permutant::puzzle::transformation::Transformation;
use serde_json::{Value, json};

/// The number of base points that the text lists; the JSON lists all.
const SHOWN: usize = 24;

mod structure;

pub(super) fn run(context: &Context, args: &args::Group) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    let members =
        args.member.is_some() || args.element.is_some() || args.presentation || args.structure.is_asked();
    let mut points = args.base.iter().enumerate();
    if let Some((_, point)) = points.find(|(number, point)| args.base[..*number].contains(point)) {
        return Err(Failure::bad_input(format!("point {point} is given twice"))
            .help("name each point of the base once")
            .into());
    }
    let base = args.base.iter().map(|point| point.get() - 1).collect();
    // Whether a position can be reached does not follow from permutations that are not always possible.
    let as_permutations = args.member.is_none();
    let request = Request { method: args.method, base, members, as_permutations };
    let report = GroupReport::new(&model.puzzle, &request, || !interrupt::happened())
        .map_err(|fault| failure(&model, args.method, &fault))?;
    if args.presentation {
        return presentation(context, &model, &report);
    }
    if args.structure.is_asked() {
        return structure::run(context, &model, &report, &args.structure);
    }
    match (&args.member, &args.element) {
        (Some(text), _) if text == "-" => {
            Ok(batch::run(&context.output, context.threads(), |line, number| {
                let moved = transformation(&model, &report, line).map_err(|fault| fault.in_line(number))?;
                Ok(vec![member(&model, &report, line, report.membership(&moved).as_ref())])
            })?)
        }
        (Some(text), _) => {
            let moved = transformation(&model, &report, text)?;
            context.results(&[member(&model, &report, text, report.membership(&moved).as_ref())])
        }
        (None, Some(text)) => {
            let permutation = Notation::from_one().read_cycles(text).map_err(|fault| {
                let place = Diagnostic::new(
                    fault.offset..fault.offset + fault.length,
                    format!("this is not a permutation: {}", fault.found),
                );
                Failure::in_text("element", text, place.expected(&fault.expected))
            })?;
            let found = report.membership_of_points(&permutation);
            context.results(&[member(&model, &report, text, found.as_ref())])
        }
        (None, None) => context.results(&[facts(&model, &report)]),
    }
}

/// A method is only recommended where it can succeed.
fn failure(model: &Model, method: Method, fault: &GroupError) -> Failure {
    let told = Failure::bad_input(fault.to_string());
    match fault {
        GroupError::Interrupted => Failure::interrupted(),
        GroupError::BoundsOnly { lower, upper } => {
            let [lower, upper] = [lower, upper].map(|bound| shortened(&bound.to_string()));
            let message = format!("the certificate gives only bounds: at least {lower}, at most {upper}");
            let points = |orbit: &Orbit| usize::from(orbit.pieces) * usize::from(orbit.orientations);
            match model.puzzle.orbits().iter().map(points).sum::<usize>() <= MOST_IN_CHAINS {
                true => Failure::limit(message).help("--method auto builds a chain if one is needed"),
                false => Failure::limit(message),
            }
        }
        // The limit of one method, and not that of all.
        GroupError::TooLarge { most, .. } if *most <= MOST_IN_CHAINS && method != Method::Auto => {
            Failure::limit(fault.to_string()).help("--method auto accepts larger puzzles")
        }
        GroupError::TooLarge { .. } => Failure::limit(fault.to_string()),
        GroupError::NoPoint { .. } => {
            told.help("points are counted from 1; `permutant group --help` says how")
        }
        GroupError::NoChain => told.help("omit --method"),
        GroupError::Restricted(_) => told,
    }
}

/// Prints a presentation, with the order and the names of the generators in comments.
fn presentation(context: &Context, model: &Model, report: &GroupReport) -> Result<Exit, End> {
    let moves: Vec<String> = model.puzzle.generators().map(|base| base.name.clone()).collect();
    // Where moves have names such as 2R, numbers stand for them.
    let names = match Presentation::new(moves.clone(), Vec::new()) {
        Ok(_) => moves.clone(),
        Err(_) => (1..=moves.len()).map(|number| format!("g{number}")).collect(),
    };
    let found = report.presentation(&names, || !interrupt::happened()).ok_or_else(|| {
        Failure::bad_input("a presentation comes from a stabilizer chain of Schreier and Sims")
            .help("leave --method out")
    })?;
    let found = found.map_err(|fault| match fault {
        FromChainError::Stopped => Failure::interrupted(),
        fault => Failure::bad_input(fault.to_string()),
    })?;
    let (group, gap) = (&found.presentation, Notation::from_one());
    let relators: Vec<String> = group.relators().iter().map(|relator| group.write(relator)).collect();
    let mut lines = vec![format!("# {}, order {}", model.puzzle.name(), report.order())];
    let mut generators = serde_json::Map::new();
    for (number, (name, permutation)) in group.generators().iter().zip(&found.generators).enumerate() {
        let cycles = gap.write_cycles(permutation);
        match moves.get(number) {
            None => lines.push(format!("# {name} = {cycles}")),
            Some(label) if label != name => lines.push(format!("# {name} = {label}")),
            _ => {}
        }
        generators.insert(name.clone(), cycles.into());
    }
    lines.push(format!("<{} |", group.generators().join(", ")));
    lines.push(format!("  {}>", relators.join(",\n  ")));
    let json = json!({
        "puzzle": model.puzzle.name(),
        "order": report.order().to_string(),
        "presentation": group.to_string(),
        "generators": generators,
        "relators": relators,
    });
    context.results(&[Record::done(lines.join("\n"), json)])
}

/// The element that a position or an algorithm denotes.
fn transformation(model: &Model, report: &GroupReport, text: &str) -> Result<Transformation, Failure> {
    let position = inputs::position(model, text, None)?;
    if let (None, Some(element)) = (&position.goal, report.element(&model.puzzle, &position.state)) {
        return Ok(element);
    }
    // An algorithm determines the destination of each piece, even if pieces are identical.
    let is_algorithm = LineKind::of(model, text, false) == LineKind::Algorithm;
    let turns = is_algorithm.then(|| algorithm::read(&model.puzzle, text).ok()).flatten();
    let Some(turns) = turns else {
        let message = format!(
            "this position of {} represents several elements, as pieces of it are identical or may be turned",
            model.puzzle.name()
        );
        return Err(Failure::bad_input(message)
            .help("give an algorithm, or --element with a permutation of the points"));
    };
    Ok(turns.iter().fold(Transformation::identity(), |product, turn| product.then(&turn.transformation())))
}

fn orbits_json(orbits: &[GroupOrbit]) -> Vec<Value> {
    (orbits.iter())
        .map(|orbit| {
            json!({
                "set": orbit.set,
                "length": orbit.points.len(),
                "first": orbit.points.first().map(|&point| u64::from(point) + 1),
                "blocks": orbit.blocks,
            })
        })
        .collect()
}

fn json(model: &Model, report: &GroupReport) -> Value {
    json!({
        "puzzle": model.puzzle.name(),
        "order": report.order().to_string(),
        "degree": report.degree(),
        "base": report.base().iter().map(|&point| u64::from(point) + 1).collect::<Vec<_>>(),
        "proof": report.proof().name(),
        "envelope": report.envelope(),
        "always_possible": !model.puzzle.is_restricted(),
        "orbits": orbits_json(&report.orbits()),
    })
}

fn facts(model: &Model, report: &GroupReport) -> Record {
    let mut lines = vec![
        model.puzzle.name().to_string(),
        format!("  order   {}", report.order()),
        format!("  proof   {}: {}", report.proof().name(), report.proof().about()),
        format!("  inside  {}", report.envelope()),
        format!("  points  {}", report.degree()),
    ];
    if model.puzzle.is_restricted() {
        lines.push(
            "  moves   not always possible: this is the group of their permutations, in which not all products \
             are sequences of moves"
                .to_string(),
        );
    }
    // Equal orbits share a line.
    let orbits = report.orbits();
    let mut kinds: Vec<(usize, &[usize], Vec<&str>)> = Vec::new();
    for orbit in &orbits {
        let (length, blocks) = (orbit.points.len(), &orbit.blocks[..]);
        match kinds.iter_mut().find(|kind| (kind.0, kind.1) == (length, blocks)) {
            Some((.., sets)) => sets.push(&orbit.set),
            None => kinds.push((length, blocks, vec![&orbit.set])),
        }
    }
    for (length, blocks, sets) in kinds {
        let blocks = match blocks {
            [] => String::new(),
            sizes => {
                let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
                format!(", blocks of {}", sizes.join(" and of "))
            }
        };
        let sets = match &sets[..] {
            [set] => (*set).to_string(),
            [first, .., last] => format!("{} orbits, {first} to {last}", sets.len()),
            [] => String::new(),
        };
        let points = number_of(length, ["point", "points"]);
        lines.push(format!("  orbit   {points}{blocks}: {sets}"));
    }
    if !report.base().is_empty() {
        let mut points: Vec<String> =
            report.base().iter().take(SHOWN).map(|&point| (u64::from(point) + 1).to_string()).collect();
        if report.base().len() > SHOWN {
            points.push("…".to_string());
        }
        lines.push(format!(
            "  base    {}: {}",
            number_of(report.base().len(), ["point", "points"]),
            points.join(" ")
        ));
    }
    Record::done(lines.join("\n"), json(model, report))
}

fn member(model: &Model, report: &GroupReport, input: &str, found: Option<&Membership>) -> Record {
    let reason = match found {
        Some(Membership::Stranger(reason)) => Some(reason.as_str()),
        _ => None,
    };
    let text = match reason {
        None => "a member".to_string(),
        Some(reason) => format!("not a member: {reason}"),
    };
    let mut json = json(model, report);
    json["input"] = input.into();
    json["member"] = reason.is_none().into();
    json["reason"] = reason.into();
    Record::done(text, json).with_exit(if reason.is_none() { Exit::Done } else { Exit::No })
}
