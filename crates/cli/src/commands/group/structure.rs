//! Questions about the group of a puzzle: derived series, centre, stabilizers, orbits on pairs of points, conjugacy classes.

use super::transformation;
use crate::args::Structure;
use crate::commands::{Context, End};
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::{Output, Record, number_of};
use crate::progress::Meter;
use permutant::analysis::group::report::{GroupReport, Membership};
use permutant::group::cycle_notation::Notation;
use permutant::group::structure::{
    CentreError, ConjugacyClassesError, SetStabilizerError, centralizer, centre, conjugacy_classes,
    derived_series, set_stabilizer, subdegrees,
};
use permutant::group::{Permutation, StabilizerChain};
use permutant::model::Model;
use permutant::puzzle::cycle_class::CycleClass;
use permutant::search::limits::Progress;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Map, Value, json};
use std::num::NonZeroU32;

/// Candidates for the centre between two reports of progress.
const SHOWN_AFTER: u64 = 1024;

/// The group of a puzzle with its chain.
struct Group<'a> {
    model: &'a Model,
    report: &'a GroupReport,
    chain: &'a StabilizerChain,
    /// The results do not depend on the numbers, so they may be the same each time.
    rng: ChaCha8Rng,
}

pub(super) fn run(
    context: &Context,
    model: &Model,
    report: &GroupReport,
    asked: &Structure,
) -> Result<Exit, End> {
    let chain = report.chain().ok_or_else(|| {
        Failure::bad_input("subgroups come from a stabilizer chain of Schreier and Sims")
            .help("leave --method out")
    })?;
    let mut group = Group { model, report, chain, rng: ChaCha8Rng::seed_from_u64(0) };
    let record = match () {
        () if asked.derived_series => group.derived_series()?,
        () if asked.centre => group.centre(&context.output)?,
        () if asked.classes => group.classes(&context.output, context.global.memory)?,
        () if asked.class.is_some() => group.class(asked.class.as_deref().unwrap_or_default())?,
        () if asked.subdegrees => group.subdegrees()?,
        () if !asked.stabilizer.is_empty() => group.stabilizer(&asked.stabilizer)?,
        () => group.set_stabilizer(&asked.set_stabilizer, context.global.memory)?,
    };
    context.results(&[record])
}

/// A failure as soon as the user interrupts.
fn go_on() -> Result<(), Failure> {
    if interrupt::happened() { Err(Failure::interrupted()) } else { Ok(()) }
}

impl Group<'_> {
    fn json(&self) -> Map<String, Value> {
        Map::from_iter([
            ("puzzle".to_string(), self.model.puzzle.name().into()),
            ("order".to_string(), self.report.order().to_string().into()),
        ])
    }

    fn record(&self, lines: &[String], more: Value) -> Record {
        let mut json = self.json();
        if let Value::Object(more) = more {
            json.extend(more);
        }
        Record::done(lines.join("\n"), Value::Object(json))
    }

    fn derived_series(&mut self) -> Result<Record, Failure> {
        let series = derived_series(self.chain, &mut self.rng, go_on)?;
        let mut orders = vec![self.chain.order()];
        orders.extend(series.iter().map(StabilizerChain::order));
        let is_solvable = orders.last().is_some_and(permutant::group::UBig::is_one);
        let mut lines = vec![format!("order {}", orders[0])];
        let indices: Vec<_> = orders.windows(2).map(|pair| &pair[0] / &pair[1]).collect();
        for (order, index) in orders[1..].iter().zip(&indices) {
            lines.push(format!("order {order}, index {index}"));
        }
        let end = if is_solvable { "solvable" } else { "not solvable: the last group is perfect" };
        lines.push(end.to_string());
        let texts =
            |numbers: &[permutant::group::UBig]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>();
        Ok(self.record(
            &lines,
            json!({ "derived_orders": texts(&orders[1..]), "indices": texts(&indices), "solvable": is_solvable }),
        ))
    }

    fn centre(&mut self, output: &Output) -> Result<Record, Failure> {
        let meter = Meter::new(output);
        let go_on = |done: u64, total: u64| {
            if total > SHOWN_AFTER && done.is_multiple_of(SHOWN_AFTER) {
                meter.show(&Progress::Part { name: "candidates for the centre", done, total });
            }
            !interrupt::happened()
        };
        let elements = centre(self.chain, &mut self.rng, go_on).map_err(|fault| match fault {
            CentreError::Stopped => Failure::interrupted(),
            fault => Failure::limit(fault.to_string()),
        })?;
        drop(meter);
        let orbits = self.model.puzzle.orbits();
        let class = |element: &Permutation| {
            let transformation = self.report.transformation(element);
            transformation.map(|element| CycleClass::of(&element, orbits).write(orbits))
        };
        let mut lines = vec![number_of(elements.len(), ["element", "elements"])];
        let mut records = Vec::new();
        for element in &elements {
            let (cycles, class) = (Notation::from_one().write_cycles(element), class(element));
            let told = class.as_ref().filter(|_| !element.is_identity()).map(|class| format!("  {class}"));
            lines.push(format!("{cycles}{}", told.unwrap_or_default()));
            records.push(json!({ "element": cycles, "cycles": class }));
        }
        Ok(self.record(&lines, json!({ "centre": elements.len(), "elements": records })))
    }

    fn subdegrees(&mut self) -> Result<Record, Failure> {
        let found = subdegrees(self.chain, &mut self.rng, go_on)?;
        let mut lines = Vec::new();
        for of_orbit in &found {
            // Equal lengths in a row are counted.
            let parts = of_orbit.lengths.chunk_by(|a, b| a == b).map(|equal| match equal {
                [length] => length.to_string(),
                [length, ..] => format!("{length}^{}", equal.len()),
                [] => String::new(),
            });
            lines.push(format!(
                "{}: rank {}, subdegrees {}",
                self.report.name(of_orbit.point),
                of_orbit.lengths.len(),
                parts.collect::<Vec<_>>().join(" ")
            ));
        }
        let pairs: usize = found.iter().map(|of_orbit| of_orbit.pairs).sum();
        lines.push(format!("{} on pairs of points that move", number_of(pairs, ["orbit", "orbits"])));
        let orbits = found.iter().map(|of_orbit| {
            json!({
                "first": u64::from(of_orbit.point) + 1,
                "rank": of_orbit.lengths.len(),
                "subdegrees": of_orbit.lengths,
            })
        });
        Ok(self.record(&lines, json!({ "orbits": orbits.collect::<Vec<_>>(), "pairs": pairs })))
    }

    fn stabilizer(&mut self, points: &[NonZeroU32]) -> Result<Record, Failure> {
        let points = self.points(points)?;
        let fixing = self.chain.pointwise_stabilizer_while(&points, &mut self.rng, go_on)?;
        Ok(self.subgroup(&fixing))
    }

    fn set_stabilizer(&mut self, points: &[NonZeroU32], max_memory: u64) -> Result<Record, Failure> {
        let points = self.points(points)?;
        let found = set_stabilizer(self.chain, &points, max_memory, &mut self.rng, || !interrupt::happened());
        let found = found.map_err(|fault| match fault {
            SetStabilizerError::Stopped => Failure::interrupted(),
            fault => Failure::limit(fault.to_string()).help("allow more --memory"),
        })?;
        Ok(self.subgroup(&found.chain))
    }

    /// The permutation of the points that a text denotes: cycles, or a position or an algorithm.
    fn element(&self, text: &str) -> Result<Permutation, Failure> {
        let element = match Notation::from_one().read_cycles(text) {
            Ok(element) => element,
            Err(_) => self.report.permutation(&transformation(self.model, self.report, text)?),
        };
        match self.report.membership_of_points(&element) {
            Some(Membership::Stranger(reason)) => {
                Err(Failure::no(format!("not an element of the group: {reason}")))
            }
            _ => Ok(element.extended(self.chain.degree())),
        }
    }

    fn class(&mut self, text: &str) -> Result<Record, Failure> {
        let element = self.element(text)?;
        let found = centralizer(self.chain, &element, &mut self.rng, go_on)?;
        let size = self.chain.order() / &found.order;
        let gap = Notation::from_one();
        let generators: Vec<String> =
            found.generators.iter().map(|element| gap.write_cycles(element)).collect();
        let mut lines = vec![
            format!(
                "{size} {} of an element of order {}",
                if size.is_one() { "conjugate" } else { "conjugates" },
                element.order()
            ),
            format!("centralizer of order {}", found.order),
        ];
        lines.extend(generators.iter().cloned());
        Ok(self.record(
            &lines,
            json!({
                "element": gap.write_cycles(&element),
                "element_order": element.order().to_string(),
                "class_size": size.to_string(),
                "centralizer_order": found.order.to_string(),
                "generators": generators,
            }),
        ))
    }

    fn classes(&mut self, output: &Output, max_memory: u64) -> Result<Record, Failure> {
        let meter = Meter::new(output);
        let total = u64::try_from(&self.chain.order()).unwrap_or(u64::MAX);
        let go_on = |done: u64| {
            meter.show(&Progress::Part { name: "conjugacy classes", done, total });
            !interrupt::happened()
        };
        let found = conjugacy_classes(self.chain, max_memory, go_on).map_err(|fault| match fault {
            ConjugacyClassesError::Stopped => Failure::interrupted(),
            fault => Failure::limit(fault.to_string())
                .help("allow more --memory, or ask for one class with --class ELEMENT"),
        })?;
        drop(meter);
        let gap = Notation::from_one();
        let count = found.len();
        let mut lines = vec![number_of(count, ["class", "classes"])];
        let mut records = Vec::new();
        for class in &found {
            let (cycles, order) = (gap.write_cycles(&class.representative), class.representative.order());
            lines.push(format!("{} of order {order}: {cycles}", class.size));
            records
                .push(json!({ "size": class.size, "element_order": order.to_string(), "element": cycles }));
        }
        Ok(self.record(&lines, json!({ "number_of_classes": count, "classes": records })))
    }

    /// The points, from 0.
    fn points(&self, points: &[NonZeroU32]) -> Result<Vec<u32>, Failure> {
        let degree = self.chain.degree();
        match points.iter().find(|point| point.get() as usize > degree) {
            Some(point) => {
                let message = format!("point {point} is beyond the puzzle's {degree} points");
                Err(Failure::bad_input(message)
                    .help("points are counted from 1; `permutant group --help` says how"))
            }
            None => Ok(points.iter().map(|point| point.get() - 1).collect()),
        }
    }

    fn subgroup(&mut self, found: &StabilizerChain) -> Record {
        let index = self.chain.order() / found.order();
        let gap = Notation::from_one();
        let generators = self.needed_generators(found);
        let generators: Vec<String> = generators.iter().map(|element| gap.write_cycles(element)).collect();
        let mut lines = vec![format!("order {}, index {index}", found.order())];
        lines.extend(generators.iter().cloned());
        self.record(
            &lines,
            json!({ "subgroup_order": found.order().to_string(), "index": index.to_string(), "generators": generators }),
        )
    }
    /// The generators of a group without those that the ones before them generate.
    fn needed_generators(&mut self, group: &StabilizerChain) -> Vec<Permutation> {
        let mut needed: Vec<Permutation> = Vec::new();
        let mut known: Option<StabilizerChain> = None;
        for generator in group.generators().iter().filter(|generator| !generator.is_identity()) {
            if known.as_ref().is_some_and(|known| known.contains(generator)) {
                continue;
            }
            needed.push(generator.clone());
            let next = StabilizerChain::new(&needed, &mut self.rng);
            if next.order() == group.order() {
                break;
            }
            known = Some(next);
        }
        needed
    }
}
