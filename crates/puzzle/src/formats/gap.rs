//! Generators of a permutation group as GAP writes them, read and written.
//!
//! Start at [`read`] and [`write()`]. Read are statements `LABEL := (1,2,3)(4,5);` and `G := Group( (1,2), R );`, in
//! which labels may stand for permutations given before; they make a puzzle of n points, each told apart, without
//! orientations. In GAP point i goes to its image; so the slot of the image takes what was in slot i. Written are
//! all stickers: piece slot × orientation, point `first of the orbit + slot · orientations + orientation`.

use super::budget::Budget;
use super::fault::{WriteFault, check_definition};
use super::move_names::{expand, role_of};
use super::tws::write_comments;
use crate::definition::{Action, Definition, Generator, Orbit, Role};
use crate::diagnostic::Diagnostic;
use crate::transformation::{OrbitTransformation, Transformation};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;

const FORMAT: &str = "a list of GAP permutations";

/// Name of the one orbit that is made.
const ORBIT: &str = "POINTS";

/// A permutation in cycles of points from 1.
struct Cycles {
    cycles: Vec<Vec<u16>>,
    span: Range<usize>,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    most: u16,
    permutations: Vec<(String, Cycles)>,
    labels: HashMap<String, usize>,
    /// The last number given to a permutation without a label.
    unnamed: usize,
    /// Numbers of the permutations in the groups, if there is a group.
    grouped: Option<Vec<usize>>,
}

/// Reads generators. O(length of the text + generators × points).
///
/// Without a `Group` every label is a turn; with one those it lists are, and the others are known by name.
///
/// ```
/// let text = "# two swaps\na := (1,2); b := (2,3);\n";
/// let definition = permutant_puzzle::formats::gap::read(text)?;
/// assert_eq!((definition.orbits[0].pieces, definition.generators.len()), (3, 2));
/// # Ok::<(), permutant_puzzle::diagnostic::Diagnostic>(())
/// ```
pub fn read(text: &str) -> Result<Definition, Diagnostic> {
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut reader = Reader {
        text,
        at,
        most: 0,
        permutations: Vec::new(),
        labels: HashMap::new(),
        unnamed: 0,
        grouped: None,
    };
    let comments = reader.head_comments();
    while reader.peek().is_some() {
        reader.statement()?;
    }
    let mut definition = reader.build()?;
    definition.comments = comments;
    Ok(definition)
}

impl<'t> Reader<'t> {
    /// The next byte that is neither space nor comment.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at)? {
                b'#' => {
                    let rest = &bytes[self.at..];
                    self.at += rest.iter().position(|&b| b == b'\n' || b == b'\r').unwrap_or(rest.len());
                }
                0..=b' ' => self.at += 1,
                &byte => return Some(byte),
            }
        }
    }

    fn head_comments(&self) -> Vec<String> {
        let lines = self.text[self.at..].split(['\n', '\r']).map(str::trim);
        let comments = lines.filter(|line| !line.is_empty()).map_while(|line| line.strip_prefix('#'));
        comments.map(|comment| comment.strip_prefix(' ').unwrap_or(comment).to_owned()).collect()
    }

    /// The place of the next character; empty at the end.
    fn here(&mut self) -> Range<usize> {
        self.peek();
        let length = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        self.at..self.at + length
    }

    fn fault(&mut self, message: &str, expected: &str) -> Diagnostic {
        let span = self.here();
        let found = self.text[span.clone()].to_owned();
        let message = match found.as_str() {
            "" => format!("the text ends {message}"),
            found => format!("`{found}` stands {message}"),
        };
        Diagnostic::new(span, message).expected(expected)
    }

    fn eat(&mut self, wanted: u8) -> bool {
        let there = self.peek() == Some(wanted);
        self.at += usize::from(there);
        there
    }

    fn need(&mut self, wanted: &str, place: &str) -> Result<(), Diagnostic> {
        self.peek();
        if self.text[self.at..].starts_with(wanted) {
            self.at += wanted.len();
            return Ok(());
        }
        Err(self.fault(place, &format!("`{wanted}`")))
    }

    /// A label; `\` takes away the meaning of the character after it.
    fn label(&mut self) -> Option<(String, Range<usize>)> {
        self.peek()?;
        let start = self.at;
        let mut label = String::new();
        let mut characters = self.text[start..].char_indices();
        self.at = self.text.len();
        while let Some((offset, mut character)) = characters.next() {
            if character == '\\' {
                let Some((_, next)) = characters.next() else { break };
                character = next;
            } else if character <= ' ' || "()[],;:=#".contains(character) {
                self.at = start + offset;
                break;
            }
            label.push(character);
        }
        (!label.is_empty()).then_some((label, start..self.at))
    }

    fn statement(&mut self) -> Result<(), Diagnostic> {
        let begin = self.at;
        let label = self.label();
        if let Some((label, span)) = label {
            if label == "Group" && self.peek() == Some(b'(') {
                self.group()?;
            } else {
                self.need(":=", "after a label")?;
                self.assigned(label, span)?;
            }
        } else if self.peek() == Some(b'(') {
            return Err(self.fault("where a label belongs", "`LABEL := (1,2,3)(4,5);`"));
        } else if !self.text[self.at..].starts_with(';') {
            return Err(self.fault("where a statement begins", "`LABEL := (1,2,3)(4,5);`"));
        }
        self.need(";", "where a statement ends")?;
        debug_assert!(self.at > begin);
        Ok(())
    }

    fn assigned(&mut self, label: String, span: Range<usize>) -> Result<(), Diagnostic> {
        if self.peek() == Some(b'(') {
            let cycles = self.cycles()?;
            return self.add(label, cycles, span);
        }
        match self.label() {
            Some((word, _)) if word == "Group" => self.group(),
            Some((word, at)) => Err(Diagnostic::new(at, format!("`{word}` is no permutation"))
                .expected("cycles `(1,2,3)(4,5)` or `Group( … )`")),
            None => Err(self.fault("where a permutation belongs", "cycles `(1,2,3)(4,5)` or `Group( … )`")),
        }
    }

    fn add(&mut self, label: String, cycles: Cycles, span: Range<usize>) -> Result<(), Diagnostic> {
        if self.labels.insert(label.clone(), self.permutations.len()).is_some() {
            return Err(
                Diagnostic::new(span, format!("`{label}` is given a second time")).expected("another label")
            );
        }
        self.permutations.push((label, cycles));
        Ok(())
    }

    /// `( item, … )` or `([ item, … ])`, an item being cycles or a label.
    fn group(&mut self) -> Result<(), Diagnostic> {
        self.need("(", "after `Group`")?;
        let list = self.eat(b'[');
        let mut members = self.grouped.take().unwrap_or_default();
        let closing = if list { b']' } else { b')' };
        while self.peek() != Some(closing) {
            if self.peek() == Some(b'(') {
                let cycles = self.cycles()?;
                let span = cycles.span.clone();
                // Numbers only grow, so that a text full of such labels is read in linear time.
                self.unnamed = self.unnamed.max(self.permutations.len()) + 1;
                while self.labels.contains_key(&format!("g{}", self.unnamed)) {
                    self.unnamed += 1;
                }
                members.push(self.permutations.len());
                self.add(format!("g{}", self.unnamed), cycles, span)?;
            } else {
                let Some((label, span)) = self.label() else {
                    return Err(self.fault("in a group", "a permutation or a label"));
                };
                let Some(&index) = self.labels.get(&label) else {
                    return Err(Diagnostic::new(span, format!("there is no permutation `{label}`"))
                        .expected("a label given before"));
                };
                members.push(index);
            }
            if !self.eat(b',') {
                break;
            }
        }
        if list {
            self.need("]", "in a group")?;
        }
        self.need(")", "in a group")?;
        self.grouped = Some(members);
        Ok(())
    }

    fn cycles(&mut self) -> Result<Cycles, Diagnostic> {
        let start = self.at;
        let mut seen = HashMap::new();
        let mut cycles = Vec::new();
        while self.eat(b'(') {
            let mut cycle = Vec::new();
            while self.peek() != Some(b')') {
                let (point, span) = self.point()?;
                if let Some(()) = seen.insert(point, ()) {
                    return Err(Diagnostic::new(span, format!("point {point} occurs a second time"))
                        .expected("every point once in a permutation"));
                }
                cycle.push(point);
                if !self.eat(b',') {
                    break;
                }
            }
            self.need(")", "in a cycle")?;
            cycles.push(cycle);
        }
        Ok(Cycles { cycles, span: start..self.at })
    }

    fn point(&mut self) -> Result<(u16, Range<usize>), Diagnostic> {
        self.peek();
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.fault("in a cycle", "the number of a point"));
        }
        let span = self.at..self.at + digits;
        self.at = span.end;
        let point = self.text[span.clone()].parse::<u16>().ok().filter(|&point| point > 0);
        let point = point.ok_or_else(|| {
            Diagnostic::new(span.clone(), format!("there is no point {}", &self.text[span.clone()]))
                .expected("a point from 1 to 65535")
        })?;
        self.most = self.most.max(point);
        Ok((point, span))
    }

    fn build(mut self) -> Result<Definition, Diagnostic> {
        if self.most == 0 {
            let end = self.text.len();
            return Err(Diagnostic::new(end..end, "no point is moved").expected("`LABEL := (1,2,3)(4,5);`"));
        }
        let orbit = Orbit { name: ORBIT.into(), pieces: self.most, orientations: 1 };
        let mut budget = Budget::new();
        budget.take_slots(usize::from(self.most), 0..0)?;
        let mut turns = vec![self.grouped.is_none(); self.permutations.len()];
        for index in self.grouped.take().unwrap_or_default() {
            turns[index] = true;
        }
        let mut definition = Definition::new("Unnamed", vec![orbit.clone()]);
        for (index, (name, Cycles { cycles, span })) in self.permutations.into_iter().enumerate() {
            budget.take_cells(usize::from(self.most), span.clone())?;
            let mut permutation: Vec<u16> = (0..self.most).collect();
            for cycle in cycles {
                for (&point, &image) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
                    permutation[usize::from(image) - 1] = point - 1;
                }
            }
            let turned = vec![0; permutation.len()];
            let part = OrbitTransformation::new(&orbit, permutation, turned)
                .map_err(|fault| Diagnostic::new(span, fault.to_string()))?;
            let role = match (turns[index], role_of(&name)) {
                (_, Role::Rotation) => Role::Rotation,
                (true, _) => Role::Turn,
                (false, _) => Role::Named,
            };
            let action = Action::Given(Transformation::from_parts([(0, part)]));
            definition.generators.push(Generator { name, role, action });
        }
        Ok(definition)
    }
}

/// A name as a GAP identifier: what is not a letter, digit, `_` or `@` gets a `\` before it.
fn identifier(name: &str) -> Result<String, WriteFault> {
    if name.is_empty() || name.chars().any(|c| c <= ' ') {
        let why = "it is empty or holds white space";
        return Err(WriteFault::Name { format: FORMAT, what: "move", name: name.to_owned(), why });
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

/// Writes the group of a definition on its stickers, with a line `G := Group(…)` of the turns (`G_` if a move is named `G`).
///
/// Sequences are multiplied out. Pieces that look alike are told in a comment, as in the group all are told
/// apart. GAP keeps a few names for itself (`E`, `X`, `Z`, …); a move of that name is written all the same.
/// A fault names rules under which moves are not always possible: then there is no group.
pub fn write(definition: &Definition) -> Result<String, WriteFault> {
    check_definition(definition)?;
    let rules = &definition.restrictions;
    if !rules.illegal.is_empty() || !rules.blocks.is_empty() {
        return Err(WriteFault::unsayable(FORMAT, "that a move is not always possible"));
    }
    let moves = expand(definition).map_err(|stuck| {
        let name = &definition.generators[stuck.index].name;
        WriteFault::unsayable(FORMAT, format!("the sequence `{name}`, because of `{}`", stuck.word))
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
            let _ = writeln!(out, "#   slots with pieces that look alike: {alike}");
        }
    }
    if first.last().is_some_and(|&end| end > 1 << 24) {
        return Err(WriteFault::unsayable(FORMAT, "more than 2^24 points in this form"));
    }
    let mut names = Vec::new();
    for (generator, transformation) in definition.generators.iter().zip(&moves) {
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

/// The classes of like pieces that have more than one member, slots from 1.
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
        // Sticker j of what was in slot from[s] comes to place j + turn in slot s.
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
