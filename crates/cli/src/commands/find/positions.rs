//! `find --symmetry` and `find --face`: positions of the 3x3x3 with given symmetry or patterns, counted, listed with maneuvers, or drawn.

use super::maneuvers::{Maneuver, Maneuvers, TimeLimit};
use super::symmetric;
use crate::args::{self, Count};
use crate::commands::sheet::{Arrangement, Lines, MOST_ENTRIES, Sheet};
use crate::commands::{Context, End};
use crate::exit::{Exit, Failure};
use crate::inputs;
use crate::interrupt;
use crate::output::{Record, number_of};
use crate::symmetries;
use crate::table_files;
use permutant::analysis::state::position_symmetry::{PositionSymmetries, UpTo};
use permutant::cube::model::cubie::PieceKind;
use permutant::cube::model::moves::Face;
use permutant::cube::model::point_group::PointGroup;
use permutant::cube::patterns::{FacePattern, Pattern};
use permutant::cube::symmetric_cubes::{Bound, Requirement, SignedGroup};
use permutant::cube_positions;
use permutant::cubies;
use permutant::model::Model;
use permutant::puzzle::state::State;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(super) fn run(context: &Context, args: &args::Find) -> Result<Exit, End> {
    let model = inputs::model(&args.puzzle)?;
    if !cubies::is_cube(&model) {
        return symmetric::run(context, &model, args);
    }
    let requirement = Requirement {
        symmetry: bound("symmetry", args.symmetry.as_deref())?,
        antisymmetry: bound("antisymmetry", args.antisymmetry.as_deref())?,
        self_inverse: args.self_inverse,
    };
    let faces = FacePatterns::read(&args.face)?;
    let wanted =
        Wanted { requirement, pattern: pattern(args, &faces)?, words: words(args, &requirement, &faces) };
    let limit = TimeLimit::new(args);
    if args.count {
        return count(context, &model, &wanted, &limit);
    }
    let tables = table_files::open(&context.global, &context.output, context.threads());
    let known = PositionSymmetries::new(&model.puzzle);
    let title = format!("{}: {}", model.puzzle.name(), wanted.words);
    let sheet = Sheet::new(&model, (args.format, args.output.as_deref()), Arrangement::Gallery, title)?;
    let listing = Listing {
        context,
        args,
        model: &model,
        maneuvers: Maneuvers::new(context, args, &model, &tables, &limit)?,
        up_to: symmetries::up_to(&model, &known, &args.up_to)?,
        known: &known,
        limit: &limit,
        lines: RefCell::new(Lines::new(context, args.output.as_deref())),
        sheet: sheet.map(RefCell::new),
    };
    listing.run(&wanted)
}

/// What is required of a position.
struct Wanted {
    requirement: Requirement,
    /// What is required of its stickers and pieces, if anything.
    pattern: Option<Pattern>,
    /// The same in words.
    words: String,
}

fn bound(name: &str, text: Option<&str>) -> Result<Option<Bound>, Failure> {
    let read = |text| cube_positions::bound(text);
    text.map(read).transpose().map_err(|fault| Failure::bad_input(format!("--{name}: {fault}")))
}

/// The patterns of `--face`.
#[derive(Default)]
struct FacePatterns {
    any_way_up: Vec<FacePattern>,
    own: Vec<(Face, FacePattern)>,
}

impl FacePatterns {
    fn read(texts: &[String]) -> Result<Self, Failure> {
        let mut all = FacePatterns::default();
        for text in texts {
            let read = cube_positions::face_pattern(text);
            let (faces, pattern) = read.map_err(|fault| Failure::in_text("face", text, fault))?;
            all.own.extend(faces.iter().map(|&face| (face, pattern)));
            if faces.is_empty() {
                all.any_way_up.push(pattern);
            }
        }
        Ok(all)
    }

    /// In words: `or` between the patterns of a face, and the faces one after the other.
    fn words(&self) -> String {
        let alternatives = |patterns: &[FacePattern]| {
            patterns.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
        };
        let mut named: Vec<(Vec<String>, Vec<FacePattern>)> = Vec::new();
        for face in Face::ALL {
            let of_face = self.own.iter().filter(|(of, _)| *of == face);
            let patterns: Vec<FacePattern> = of_face.map(|&(_, pattern)| pattern).collect();
            match named.iter_mut().find(|(_, others)| *others == patterns) {
                _ if patterns.is_empty() => {}
                Some((faces, _)) => faces.push(face.to_string()),
                None => named.push((vec![face.to_string()], patterns)),
            }
        }
        let count: usize = named.iter().map(|(faces, _)| faces.len()).sum();
        let mut parts: Vec<String> = named
            .iter()
            .map(|(faces, patterns)| format!("{}={}", faces.join(","), alternatives(patterns)))
            .collect();
        match &self.any_way_up[..] {
            [] => {}
            patterns if named.is_empty() => parts.push(alternatives(patterns)),
            patterns => parts.push(format!("other faces {}", alternatives(patterns))),
        }
        let faces = if count == 1 { "face" } else { "faces" };
        format!("{faces} {}", parts.join(" and "))
    }
}

fn pattern(args: &args::Find, faces: &FacePatterns) -> Result<Option<Pattern>, Failure> {
    if args.face.is_empty() && args.colours.is_none() && args.only.is_none() && args.parity.is_none() {
        return Ok(None);
    }
    let pattern = Pattern::of_faces(&faces.any_way_up, &faces.own);
    let mut pattern = pattern.map_err(|fault| Failure::bad_input(fault.to_string()))?;
    pattern.colours.clone_from(&args.colours);
    pattern.continuous = args.continuous;
    pattern.only = args.only.map(|kind| match kind {
        args::PieceKind::Corners => PieceKind::Corner,
        args::PieceKind::Edges => PieceKind::Edge,
    });
    pattern.odd = args.parity.map(|parity| parity == args::Parity::Odd);
    Ok(Some(pattern))
}

/// The requirement in words.
fn words(args: &args::Find, requirement: &Requirement, faces: &FacePatterns) -> String {
    let mut words: Vec<String> = Vec::new();
    words.extend(requirement.symmetry.map(|bound| format!("symmetry {bound}")));
    words.extend(requirement.antisymmetry.map(|bound| format!("antisymmetry {bound}")));
    words.extend(requirement.self_inverse.then(|| "self-inverse".to_string()));
    if !args.face.is_empty() {
        let continuous = if args.continuous { "continuous " } else { "" };
        words.push(format!("{continuous}{}", faces.words()));
    }
    if let Some(colours) = &args.colours {
        let (least, most) = (*colours.start(), *colours.end());
        words.push(match (least, most) {
            (1, 1) => "1 colour on each face".to_string(),
            _ if least == most => format!("{least} colours on each face"),
            _ => format!("{least} to {most} colours on each face"),
        });
    }
    words.extend(args.only.map(|kind| match kind {
        args::PieceKind::Corners => "edges in place".to_string(),
        args::PieceKind::Edges => "corners in place".to_string(),
    }));
    words.extend(args.parity.map(|parity| match parity {
        args::Parity::Even => "even permutations".to_string(),
        args::Parity::Odd => "odd permutations".to_string(),
    }));
    words.join(", ")
}

fn positions(number: u128) -> String {
    number_of(number, ["position", "positions"])
}

fn count(context: &Context, model: &Model, wanted: &Wanted, limit: &TimeLimit<'_>) -> Result<Exit, End> {
    let go_on = || !interrupt::happened() && !limit.is_up();
    let mut json = json!({ "puzzle": model.puzzle.name(), "requirement": wanted.words });
    let mut tell = |key: &str, number: u128| json[key] = number.to_string().into();
    let text = match &wanted.pattern {
        None => {
            let counts =
                wanted.requirement.count(go_on).ok_or_else(|| limit.stopped("the count is not finished"))?;
            tell("output", counts.cubes);
            tell("positions", counts.cubes);
            tell("up_to_symmetry", counts.up_to_symmetry);
            tell("up_to_symmetry_and_inversion", counts.up_to_symmetry_and_inversion);
            format!(
                "{}, {} up to symmetry, {} up to symmetry and inversion",
                positions(counts.cubes),
                counts.up_to_symmetry,
                counts.up_to_symmetry_and_inversion
            )
        }
        Some(pattern) => {
            let counts_classes = pattern.is_symmetric();
            let (mut number, mut symmetries) = (0u128, 0u128);
            let end = pattern.each(&wanted.requirement, go_on, &mut |cube| {
                number += 1;
                if counts_classes {
                    symmetries += u128::from(SignedGroup::of(&cube).number_of_symmetries());
                }
                ControlFlow::Continue(())
            });
            if end.is_break() {
                let were = if number == 1 { "was" } else { "were" };
                return Err(limit.stopped(&format!("{} {were} found so far", positions(number))).into());
            }
            tell("output", number);
            tell("positions", number);
            let mut text = positions(number);
            if counts_classes {
                // A position with s symmetries is one of 48 / s images.
                tell("up_to_symmetry", symmetries / 48);
                text.push_str(&format!(", {} up to symmetry", symmetries / 48));
            }
            text
        }
    };
    context.results(&[Record::done(format!("{}: {text}", wanted.words), json)])
}

/// The list of positions.
struct Listing<'a> {
    context: &'a Context,
    args: &'a args::Find,
    model: &'a Model,
    maneuvers: Maneuvers<'a>,
    known: &'a PositionSymmetries<'a>,
    up_to: UpTo,
    limit: &'a TimeLimit<'a>,
    lines: RefCell<Lines<'a>>,
    /// The sheet on which positions are drawn, unless they are written as lines.
    sheet: Option<RefCell<Sheet<'a>>>,
}

impl Listing<'_> {
    fn run(&self, wanted: &Wanted) -> Result<Exit, End> {
        let most = match self.args.solutions {
            Count::Some(count) => count,
            Count::All => u64::MAX,
        };
        let (mut count, mut stop) = (0, None);
        let go_on = || !interrupt::happened() && !self.limit.is_up();
        let mut list = |state: &State, signed: SignedGroup| {
            match self.list(count + 1, state, signed) {
                Ok(()) => count += 1,
                Err(end) => stop = Some(end),
            }
            match stop.is_some() || count >= most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let end = match &wanted.pattern {
            Some(pattern) => {
                let found = &mut |state: State, signed| list(&state, signed);
                cube_positions::each_with_pattern(
                    self.model,
                    pattern,
                    &wanted.requirement,
                    self.up_to,
                    go_on,
                    found,
                )
            }
            // One position of each class comes.
            None => {
                let found = &mut |state: State, signed| {
                    self.images(&state).iter().try_for_each(|image| list(image, signed))
                };
                cube_positions::each(self.model, &wanted.requirement, go_on, found)
            }
        };
        let end = end.map_err(|fault| Failure::bad_input(fault.to_string()))?;
        let sheet = self.sheet.as_ref().filter(|_| count > 0);
        sheet.map_or(Ok(()), |sheet| sheet.borrow().write(self.context))?;
        match stop {
            Some(end) => Err(end),
            None if end.is_break() && count < most => {
                Err(self.limit.stopped("not all positions are listed").into())
            }
            None if count == 0 => {
                Err(Failure::no(format!("no position has {}: all were tried", wanted.words)).into())
            }
            None => Ok(Exit::Done),
        }
    }

    /// The positions that differ from one by a symmetry or by inversion and do not count as the same, in their order.
    fn images(&self, state: &State) -> Vec<State> {
        if self.up_to.symmetries && self.up_to.inverse {
            return vec![state.clone()];
        }
        let (mut seen, mut images) = (HashSet::new(), Vec::new());
        for image in self.known.images(state, UpTo { rotations: true, symmetries: true, inverse: true }) {
            if seen.insert(self.known.representative(&image, self.up_to)) {
                images.push(image);
            }
        }
        images
    }

    /// Writes or draws a position, with a maneuver that makes it.
    fn list(&self, number: u64, state: &State, signed: SignedGroup) -> Result<(), End> {
        // Engines answer at once where they can, even if the time is up.
        if self.limit.is_up() {
            return Err(self.limit.stopped("not all positions are listed").into());
        }
        if self.sheet.is_some() && number > MOST_ENTRIES {
            let message = format!("the sheet shows the first {MOST_ENTRIES} positions only; there are more");
            return Err(Failure::limit(message).help("--format text lists all").into());
        }
        let Maneuver { text, line, length, optimal } = self.maneuvers.to(state)?;
        let class = |group: &[_]| PointGroup::of(group).map(|class| class.to_string());
        let symmetry = class(&signed.symmetries());
        if let Some(sheet) = &self.sheet {
            sheet.borrow_mut().add(
                number.to_string(),
                [Some(line), symmetry].into_iter().flatten().collect(),
                state,
                &[],
            );
            return Ok(());
        }
        let antisymmetry: Value = match signed.has_antisymmetry() {
            true => class(&signed.unsigned()).into(),
            false => Value::Null,
        };
        let facelets = self.model.facelets.as_ref();
        let record = Record::done(
            line,
            json!({
                "puzzle": self.model.puzzle.name(),
                "output": text,
                "algorithm": text,
                "length": length,
                "metric": self.maneuvers.metric.name(),
                "optimal": optimal,
                "facelets": facelets.map(|of| of.write(self.model.puzzle.orbits(), self.model.puzzle.solved(), state)),
                "symmetry": symmetry,
                "antisymmetry": antisymmetry,
                "self_inverse": signed.has_inversion(),
            }),
        );
        self.lines.borrow_mut().add(record)
    }
}
