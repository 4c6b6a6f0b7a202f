//! Writes the moves of a definition as GAP permutations of its stickers.
//!
//! Start at [`write()`].

use super::super::error::{WriteError, check_definition};
use super::super::move_names::{expand, is_rotation_name};
use super::super::tws::write_comments;
use crate::definition::{Definition, Role};
use crate::transformation::Transformation;
use std::fmt::Write as _;

const FORMAT: &str = "a list of GAP permutations";

/// The greatest number of points that the reader accepts.
const MAX_POINTS: u64 = u16::MAX as u64;

/// A name as a GAP identifier: characters other than letters, digits, `_` and `@` are escaped by `\`.
fn identifier(name: &str) -> Result<String, WriteError> {
    if name.is_empty() || name.chars().any(|c| c <= ' ') {
        let why = "it is empty or contains white space";
        return Err(WriteError::Name { format: FORMAT, what: "move", name: name.to_owned(), why });
    }
    let mut out = String::new();
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() && c != '_' && c != '@' {
            out.push('\\');
        }
        out.push(c);
    }
    Ok(out)
}

/// Writes the group of a definition on its stickers, with a line `G := Group(…)` of the turns (`G_` if a move is named
/// `G`).
///
/// Sequences are multiplied out. A comment lists identical pieces, since the group distinguishes all pieces. GAP
/// reserves a few names (`E`, `X`, `Z`, …); a move with such a name is written nevertheless. Rules under which moves
/// are not always possible are an error, because there is no group.
pub fn write(definition: &Definition) -> Result<String, WriteError> {
    check_definition(definition)?;
    let rules = &definition.restrictions;
    if !rules.illegal.is_empty() || !rules.blocks.is_empty() {
        return Err(WriteError::unsayable(FORMAT, "that a move is not always possible"));
    }
    let moves = expand(definition).map_err(|stuck| {
        let name = &definition.generators[stuck.index].name;
        WriteError::unsayable(FORMAT, format!("the sequence `{name}`, because of `{}`", stuck.word))
    })?;
    let mut out = String::new();
    write_comments(&mut out, std::slice::from_ref(&definition.name));
    write_comments(&mut out, &definition.comments);
    let mut first = vec![1u64];
    for (index, orbit) in definition.orbits.iter().enumerate() {
        let start = first[index];
        let points = u64::from(orbit.pieces) * u64::from(orbit.orientations);
        first.push(start + points);
        let (pieces, turns, end) = (orbit.pieces, orbit.orientations, start + points - 1);
        let name = orbit.name.replace(['\n', '\r'], " ");
        let _ = writeln!(out, "# {name}: {pieces} pieces x {turns} orientations, points {start}..{end}");
        let alike = alike(&definition.solved.orbits[index].pieces);
        if !alike.is_empty() {
            let _ = writeln!(out, "#   slots with identical pieces: {alike}");
        }
    }
    if first.last().is_some_and(|&end| end - 1 > MAX_POINTS) {
        return Err(WriteError::unsayable(FORMAT, format!("more than {MAX_POINTS} points")));
    }
    if definition.generators.is_empty() {
        return Err(WriteError::unsayable(FORMAT, "a puzzle without moves"));
    }
    let mut names = Vec::new();
    for (generator, transformation) in definition.generators.iter().zip(&moves) {
        if generator.role != Role::Rotation && is_rotation_name(&generator.name) {
            return Err(WriteError::unsayable(FORMAT, format!("that `{}` is no rotation", generator.name)));
        }
        let name = identifier(&generator.name)?;
        let _ = write!(out, "{name} := ");
        write_cycles(&mut out, definition, transformation, &first);
        out.push_str(";\n");
        if generator.role == Role::Turn {
            names.push(name);
        }
    }
    let mut group = "G".to_owned();
    while definition.generators.iter().any(|generator| generator.name == group) {
        group.push('_');
    }
    let _ = writeln!(out, "{group} := Group({});", names.join(", "));
    Ok(out)
}

/// The classes of identical pieces that have more than one member, with slots from 1.
fn alike(pieces: &[u16]) -> String {
    let mut classes: Vec<Vec<String>> =
        vec![Vec::new(); pieces.iter().max().map_or(0, |&m| usize::from(m) + 1)];
    for (slot, &piece) in pieces.iter().enumerate() {
        classes[usize::from(piece)].push((slot + 1).to_string());
    }
    let many = classes.iter().filter(|class| class.len() > 1);
    many.map(|class| format!("{{{}}}", class.join(","))).collect::<Vec<_>>().join(" ")
}

fn write_cycles(out: &mut String, definition: &Definition, transformation: &Transformation, first: &[u64]) {
    let before = out.len();
    for (index, part) in transformation.parts() {
        let turns = usize::from(definition.orbits[index].orientations);
        let slots = part.permutation().len();
        // Sticker j of the content of slot from[s] comes to place j + turn in slot s.
        let mut image = vec![0usize; slots * turns];
        for (slot, (&from, &turn)) in part.permutation().iter().zip(part.orientation()).enumerate() {
            for j in 0..turns {
                image[usize::from(from) * turns + j] = slot * turns + (j + usize::from(turn)) % turns;
            }
        }
        let mut seen = vec![false; image.len()];
        for start in 0..image.len() {
            if seen[start] || image[start] == start {
                continue;
            }
            let mut separator = '(';
            let mut point = start;
            while !std::mem::replace(&mut seen[point], true) {
                let _ = write!(out, "{separator}{}", first[index] + point as u64);
                separator = ',';
                point = image[point];
            }
            out.push(')');
        }
    }
    if out.len() == before {
        out.push_str("()");
    }
}
