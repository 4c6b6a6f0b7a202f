//! User-defined puzzles in TOML files: tracks, moves by cycles, or a solid with its cuts; layout and colours.
//!
//! Start at [`read`]. Positions are numbered from 1, as in pictures. `docs/custom.md` explains the keys. Everything
//! is checked before it is built, and an error gives its position in the file.

use super::parameters::{ParameterError, check_size};
use super::plane_layouts::Layout;
use super::tracks::{Blank, Made, Tracks};
use super::{Entry, NotFound};
use crate::diagnostic::Diagnostic;
use crate::picture::{Flat, Motion, Outline, Plane};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

/// The contents of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Option<Spanned<String>>,
    about: Option<String>,
    geometry: Option<Spanned<String>>,
    positions: Option<Spanned<usize>>,
    #[serde(default, alias = "colors")]
    colours: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    track: Vec<Track>,
    #[serde(default, rename = "move")]
    moves: Vec<Move>,
    layout: Option<Drawn>,
    #[serde(default)]
    alike: Vec<Spanned<Vec<usize>>>,
    blank: Option<Spanned<usize>>,
}

/// A closed track that shifts by one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Track {
    name: Spanned<String>,
    cycle: Spanned<Vec<usize>>,
    turn: Option<Turn>,
    shift: Option<Spanned<Flat>>,
}

/// A move by its cycles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    name: Spanned<String>,
    cycles: Spanned<Vec<Vec<usize>>>,
    turn: Option<Turn>,
    shift: Option<Spanned<Flat>>,
}

/// A rotation about a point.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    #[serde(alias = "center")]
    centre: Spanned<Flat>,
    degrees: Spanned<f64>,
}

/// The places of positions, and the labels and colours of their pieces.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    grid: Option<Spanned<[usize; 2]>>,
    points: Option<Spanned<Vec<Flat>>>,
    radius: Option<Spanned<f64>>,
    #[serde(alias = "colors")]
    colours: Option<Spanned<Vec<Spanned<String>>>>,
    labels: Option<Spanned<Vec<String>>>,
}

/// The bound of coordinates, so that pictures have finite sizes.
const FARTHEST: f64 = 1e6;

/// The puzzle that a file defines.
pub fn read(text: &str) -> Result<Entry, Diagnostic> {
    let file: File = toml::from_str(text).map_err(|error| unreadable(text, &error))?;
    let name = match &file.name {
        None => "custom".to_string(),
        Some(name) if !name.get_ref().trim().is_empty() && !name.get_ref().contains(char::is_control) => {
            name.get_ref().trim().to_string()
        }
        Some(name) => return Err(Diagnostic::new(name.span(), "a name is one line of text")),
    };
    let about = file.about.clone();
    let entry = match &file.geometry {
        Some(geometry) => solid(text, &file, geometry)?,
        None => plane(&file, &name)?,
    };
    let mut notes = entry.notes.clone();
    notes.extend(about);
    Ok(Entry { puzzle: entry.puzzle.clone().named(&name), notes, ..entry })
}

/// An error of TOML, in words of the file.
fn unreadable(text: &str, error: &toml::de::Error) -> Diagnostic {
    let place = error.span().unwrap_or(0..text.len().min(1));
    let at = text.get(place.start..).unwrap_or("");
    // All whole numbers of a file count from 1.
    let number = if at.starts_with('-') { "a whole number of 1 or more" } else { "a whole number" };
    let message = error.message().trim_end_matches('.').replace("usize", number);
    let is_number = message.ends_with(number);
    let fault = Diagnostic::new(place.clone(), message);
    match ["track", "move"].into_iter().find(|list| at.starts_with(&format!("[{list}]"))) {
        Some(list) => fault.help(format!("write [[{list}]], as there may be several")),
        _ if is_number && at.starts_with('"') => fault.help("write numbers as digits, without quotes"),
        _ => fault,
    }
}

/// A puzzle cut from a solid.
fn solid(text: &str, file: &File, geometry: &Spanned<String>) -> Result<Entry, Diagnostic> {
    let other = [
        file.positions.as_ref().map(Spanned::span),
        file.track.first().map(|track| track.name.span()),
        file.moves.first().map(|one| one.name.span()),
        file.alike.first().map(Spanned::span),
        file.blank.as_ref().map(Spanned::span),
    ];
    if let Some(place) = other.into_iter().flatten().next() {
        return Err(Diagnostic::new(
            place,
            "a puzzle is made from a geometry or from positions, not from both",
        ));
    }
    let span = geometry.span();
    let mut entry = super::find(geometry.get_ref()).map_err(|fault| match fault {
        NotFound::Description { fault, .. } => {
            // Inside the quotes, if the text there is the same as the value.
            let inner = span.start + 1..span.end.saturating_sub(1);
            let is_plain = text.get(inner.clone()) == Some(geometry.get_ref());
            let place = if is_plain {
                inner.start + fault.span.start..inner.start + fault.span.end
            } else {
                span.clone()
            };
            Diagnostic { span: place, ..fault }
        }
        fault => Diagnostic::new(span.clone(), fault.to_string()),
    })?;
    if file.colours.is_empty() {
        return Ok(entry);
    }
    let shape = entry.shape.take().or_else(|| super::look(&entry.puzzle, entry.facelets.as_ref()));
    let Some(mut shape) = shape else {
        return Err(Diagnostic::new(span, "this puzzle has no faces to colour"));
    };
    for (face, written) in &file.colours {
        let painted = shape.paint(face, colour(written)?);
        if !painted {
            let names: Vec<&str> = shape.faces().iter().map(|face| face.name.as_str()).collect();
            let message = format!("there is no face '{face}'");
            return Err(
                Diagnostic::new(written.span(), message).expected(format!("one of {}", names.join(" ")))
            );
        }
    }
    entry.shape = Some(shape);
    Ok(entry)
}

fn colour(written: &Spanned<String>) -> Result<u32, Diagnostic> {
    let digits = written.get_ref().strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii());
    let value = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
    value.and_then(|digits| u32::from_str_radix(digits, 16).ok()).ok_or_else(|| {
        let message = format!("'{}' is not a colour", written.get_ref());
        Diagnostic::new(written.span(), message).expected("a colour as \"#rrggbb\"")
    })
}

/// A puzzle of positions in the plane.
fn plane(file: &File, name: &str) -> Result<Entry, Diagnostic> {
    let Some(positions) = &file.positions else {
        return Err(Diagnostic::new(0..0, "the file contains neither 'positions' nor 'geometry'")
            .help("write positions = 12 and tracks or moves, or geometry = \"c f 1/3\""));
    };
    if let Some((_, written)) = file.colours.iter().next() {
        return Err(Diagnostic::new(written.span(), "faces have colours only with 'geometry'")
            .help("colours of positions are a list in [layout]"));
    }
    let (count, place) = (*positions.get_ref(), positions.span());
    let moves = file.track.len() + file.moves.len();
    let too_large = |fault: ParameterError| Diagnostic::new(place.clone(), fault.to_string());
    if count < 2 {
        return Err(Diagnostic::new(place.clone(), "a puzzle has at least 2 positions"));
    }
    check_size(count, moves).map_err(too_large)?;
    if moves == 0 {
        return Err(
            Diagnostic::new(place.clone(), "the puzzle has no moves").help("add a [[track]] or a [[move]]")
        );
    }
    let layout = layout(file.layout.as_ref(), count)?;
    let mut tracks = Tracks::new(count, moves, || layout).map_err(too_large)?;
    add_moves(&mut tracks, file, count)?;
    let mut grouped = vec![false; count];
    for group in &file.alike {
        let members = counted_from_0(&Spanned::new(group.span(), vec![group.get_ref().clone()]), count)?;
        let members = members.into_iter().next().unwrap_or_default();
        if let Some(twice) = members.iter().find(|&&member| std::mem::replace(&mut grouped[member], true)) {
            let message = format!("position {} is in another group already", twice + 1);
            return Err(Diagnostic::new(group.span(), message));
        }
        tracks.set_alike(members);
    }
    if let Some(blank) = &file.blank {
        let position = blank.get_ref().checked_sub(1).filter(|position| *position < count);
        let position = position.ok_or_else(|| out_of_range(*blank.get_ref(), count, blank.span()))?;
        let is_alike = file.alike.iter().any(|group| group.get_ref().contains(blank.get_ref()));
        if is_alike {
            return Err(Diagnostic::new(blank.span(), "the blank cannot look like a piece"));
        }
        tracks.set_blank(Blank { position, directions: Vec::new(), is_even: None });
    }
    let Made { puzzle, mut plane, states } = tracks.puzzle(name.to_string());
    draw_positions(&mut plane, file, count)?;
    Ok(Entry { plane: Some(plane), states, ..Entry::plain(puzzle) })
}

/// Adds the moves of a file, which are tracks or lists of cycles.
fn add_moves(tracks: &mut Tracks, file: &File, count: usize) -> Result<(), Diagnostic> {
    let mut names: Vec<&str> = Vec::new();
    let cycles = file.track.iter().map(|track| {
        let cycle = Spanned::new(track.cycle.span(), vec![track.cycle.get_ref().clone()]);
        (&track.name, cycle, &track.turn, &track.shift)
    });
    let given = file.moves.iter().map(|one| {
        let cycles = Spanned::new(one.cycles.span(), one.cycles.get_ref().clone());
        (&one.name, cycles, &one.turn, &one.shift)
    });
    for (name, cycles, turn, shift) in cycles.chain(given) {
        let word = name.get_ref().as_str();
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !is_name {
            return Err(Diagnostic::new(name.span(), format!("'{word}' is not a valid name of a move"))
                .expected("a letter, then letters, digits and _"));
        }
        if names.contains(&word) {
            return Err(Diagnostic::new(name.span(), format!("there is already a move '{word}'")));
        }
        names.push(word);
        let cycles = counted_from_0(&cycles, count)?;
        tracks.add(word, cycles, motion(turn.as_ref(), shift.as_ref())?);
    }
    Ok(())
}

/// Writes the labels and colours of a file on the positions.
fn draw_positions(plane: &mut Plane, file: &File, count: usize) -> Result<(), Diagnostic> {
    if let Some(labels) = file.layout.as_ref().and_then(|layout| layout.labels.as_ref()) {
        if labels.get_ref().len() != count {
            return Err(wrong_count(labels.get_ref().len(), count, labels.span()));
        }
        plane.parts.iter_mut().zip(labels.get_ref()).for_each(|(part, label)| part.label.clone_from(label));
    }
    if let Some(written) = file.layout.as_ref().and_then(|layout| layout.colours.as_ref()) {
        if written.get_ref().len() != count {
            return Err(wrong_count(written.get_ref().len(), count, written.span()));
        }
        plane.palette = written.get_ref().iter().map(colour).collect::<Result<_, _>>()?;
        plane.parts.iter_mut().enumerate().for_each(|(number, part)| part.colour = number);
        plane.colours = count;
    }
    Ok(())
}

fn wrong_count(found: usize, count: usize, place: Range<usize>) -> Diagnostic {
    Diagnostic::new(place, format!("{found} are listed for {count} positions"))
        .expected("one for each position")
}

fn out_of_range(value: usize, count: usize, place: Range<usize>) -> Diagnostic {
    Diagnostic::new(place, format!("there is no position {value}")).expected(format!("1 to {count}"))
}

/// Cycles with positions from 0, each position at most once.
fn counted_from_0(cycles: &Spanned<Vec<Vec<usize>>>, count: usize) -> Result<Vec<Vec<usize>>, Diagnostic> {
    let mut seen = vec![false; count];
    let mut counted = Vec::new();
    for cycle in cycles.get_ref() {
        let mut positions = Vec::with_capacity(cycle.len());
        for &value in cycle {
            let position = value.checked_sub(1).filter(|position| *position < count);
            let position = position.ok_or_else(|| out_of_range(value, count, cycles.span()))?;
            if std::mem::replace(&mut seen[position], true) {
                return Err(Diagnostic::new(cycles.span(), format!("position {value} occurs twice")));
            }
            positions.push(position);
        }
        counted.push(positions);
    }
    if counted.iter().all(|cycle| cycle.len() < 2) {
        return Err(
            Diagnostic::new(cycles.span(), "this exchanges nothing").expected("two positions or more")
        );
    }
    Ok(counted)
}

fn number(value: f64, place: Range<usize>) -> Result<f64, Diagnostic> {
    if value.abs() <= FARTHEST {
        return Ok(value);
    }
    Err(Diagnostic::new(place, format!("{value} is not within -{FARTHEST} and {FARTHEST}")))
}

fn point(value: Flat, place: &Range<usize>) -> Result<Flat, Diagnostic> {
    Ok([number(value[0], place.clone())?, number(value[1], place.clone())?])
}

fn motion(turn: Option<&Turn>, shift: Option<&Spanned<Flat>>) -> Result<Motion, Diagnostic> {
    match (turn, shift) {
        (Some(turn), None) => Ok(Motion::Turn {
            centre: point(*turn.centre.get_ref(), &turn.centre.span())?,
            degrees: number(*turn.degrees.get_ref(), turn.degrees.span())?,
        }),
        (None, Some(shift)) => Ok(Motion::Shift { by: point(*shift.get_ref(), &shift.span())? }),
        (None, None) => Ok(Motion::Track),
        (Some(_), Some(shift)) => Err(Diagnostic::new(shift.span(), "a move turns or shifts, not both")),
    }
}

/// The layout of the positions: on a grid, at given points, or otherwise on a circle.
fn layout(drawn: Option<&Drawn>, count: usize) -> Result<Layout, Diagnostic> {
    let Some(drawn) = drawn else { return Ok(Layout::circles(&[count])) };
    match (&drawn.grid, &drawn.points) {
        (Some(grid), None) => {
            let [rows, columns] = *grid.get_ref();
            match rows.checked_mul(columns) {
                Some(cells) if cells == count => Ok(Layout::board(rows, columns)),
                _ => {
                    let message = format!(
                        "a grid of {rows} rows and {columns} columns does not have {count} positions"
                    );
                    Err(Diagnostic::new(grid.span(), message).expected("[rows, columns]"))
                }
            }
        }
        (None, Some(points)) => {
            if points.get_ref().len() != count {
                return Err(wrong_count(points.get_ref().len(), count, points.span()));
            }
            let centres: Vec<Flat> =
                points.get_ref().iter().map(|&at| point(at, &points.span())).collect::<Result<_, _>>()?;
            let radius = match &drawn.radius {
                Some(radius) if *radius.get_ref() > 0.0 => number(*radius.get_ref(), radius.span())?,
                Some(radius) => return Err(Diagnostic::new(radius.span(), "a radius is greater than 0")),
                None => 0.45,
            };
            let discs = centres.into_iter().map(|centre| Outline::Disc { centre, radius });
            Ok(Layout { outlines: discs.collect(), colours: (0..count).collect(), ..Layout::default() })
        }
        (Some(grid), Some(_)) => Err(Diagnostic::new(grid.span(), "a layout is a grid or points, not both")),
        (None, None) => Ok(Layout::circles(&[count])),
    }
}
