//! KPuzzle definitions, patterns and transformations of cubing.js and twips (JSON), read and written.
//!
//! Start at [`read`] and [`write()`]; single positions and moves are [`read_pattern`] and [`read_transformation`].
//! Everything is numbered from 0, orientations are listed by slot, and `orientationMod` is the modulus of a partly
//! known orientation (0: fully known). A move may turn by a negative orientation. The reader also accepts the older
//! keys: orbits as an object, `startStateData` and `startPieces`, `permutation` for `pieces`, `orientation` for
//! `orientationDelta`, `experimentalDerivedMoves`.
//! Algorithms of derived moves are kept as written and examined when the puzzle is built.

use super::budget::Budget;
use super::error::{WriteError, check_definition};
use super::json::{Member, Value};
use super::move_names::{expand, is_rotation_name, role_of};
use super::problem::{Entry, Leave, Problem, Told, settle};
use crate::definition::{Action, Definition, Generator, Role};
use crate::diagnostic::Diagnostic;
use crate::orbit::Orbit;
use crate::state::{OrbitState, State};
use crate::transformation::{OrbitTransformation, Transformation};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

const FORMAT: &str = "a KPuzzle definition";

/// The members of an object by name, where a name may have several spellings.
struct Object<'t> {
    value: Value<'t>,
    members: Vec<Member<'t>>,
}

impl<'t> Object<'t> {
    fn new(value: Value<'t>, what: &str) -> Result<Self, Diagnostic> {
        Ok(Object { value, members: value.members(what)? })
    }

    fn optional(&self, names: &[&str]) -> Option<Value<'t>> {
        self.members.iter().find(|member| names.contains(&member.name.as_str())).map(|member| member.value)
    }

    fn needed(&self, names: &[&str], what: &str) -> Result<Value<'t>, Diagnostic> {
        self.optional(names).ok_or_else(|| {
            self.value
                .fault(format!("{what} has no `{}`", names[0]))
                .expected(format!("`\"{}\": …`", names[0]))
        })
    }
}

/// Reads a definition. O(length of the text).
///
/// ```
/// let text = r#"{"name": "swap", "orbits": [{"orbitName": "A", "numPieces": 2, "numOrientations": 1}],
///   "defaultPattern": {"A": {"pieces": [0, 1], "orientation": [0, 0]}},
///   "moves": {"S": {"A": {"permutation": [1, 0], "orientationDelta": [0, 0]}}}}"#;
/// let definition = permutant_puzzle::formats::kpuzzle::read(text)?;
/// assert_eq!(definition.generators[0].name, "S");
///
/// let wrong = text.replace("[1, 0]", "[1, 1]");
/// let fault = permutant_puzzle::formats::kpuzzle::read(&wrong).unwrap_err();
/// assert_eq!(fault.position(&wrong).to_string(), "line 3, column 44");
/// # Ok::<(), permutant_puzzle::diagnostic::Diagnostic>(())
/// ```
pub fn read(text: &str) -> Result<Definition, Diagnostic> {
    let root = Object::new(Value::parse(text)?, "a puzzle")?;
    let mut budget = Budget::new();
    let name = match root.optional(&["name"]) {
        Some(name) => name.string("the name of the puzzle")?,
        None => "Unnamed".to_owned(),
    };
    let orbits = read_orbits(root.needed(&["orbits"], "the puzzle")?, &mut budget)?;
    let mut definition = Definition::new(name, orbits);
    let start = root.needed(&["defaultPattern", "startStateData", "startPieces"], "the puzzle")?;
    definition.solved = read_solved(start, &definition.orbits)?;
    let mut names = HashSet::new();
    let mut take = |member: &Member<'_>| {
        if names.insert(member.name.clone()) {
            return Ok(role_of(&member.name));
        }
        Err(member
            .key
            .fault(format!("move `{}` is defined a second time", member.name))
            .expected("another name"))
    };
    let index = Index::new(&definition.orbits);
    let mut generators = Vec::new();
    for member in root.needed(&["moves"], "the puzzle")?.members("`moves`")? {
        let role = take(&member)?;
        let action = Action::Given(read_rows(member.value, &definition.orbits, &index, &mut budget)?);
        generators.push(Generator { name: member.name, role, action });
    }
    if let Some(derived) = root.optional(&["derivedMoves", "experimentalDerivedMoves"]) {
        for member in derived.members("`derivedMoves`")? {
            let role = if take(&member)? == Role::Rotation { Role::Rotation } else { Role::Named };
            let action = Action::Sequence(member.value.string("a derived move")?);
            generators.push(Generator { name: member.name, role, action });
        }
    }
    definition.generators = generators;
    Ok(definition)
}

fn read_orbits(value: Value<'_>, budget: &mut Budget) -> Result<Vec<Orbit>, Diagnostic> {
    let mut orbits = Vec::new();
    let mut names = HashSet::new();
    let mut add = |name: String, at: Value<'_>, fields: &Object<'_>| {
        if !names.insert(name.clone()) {
            let message = format!("orbit `{name}` is defined a second time");
            return Err(at.fault(message).expected("another name"));
        }
        let most = u32::from(u16::MAX);
        let pieces = fields.needed(&["numPieces"], "an orbit")?;
        let count = pieces.number("the number of pieces", 1, most)? as u16;
        let turns = fields.needed(&["numOrientations", "orientations"], "an orbit")?;
        let turns = turns.number("the number of orientations", 1, most)? as u16;
        budget.take_slots(usize::from(count), pieces.span())?;
        orbits.push(Orbit { name, pieces: count, orientations: turns });
        Ok(())
    };
    if value.is_object() {
        for member in value.members("`orbits`")? {
            add(member.name, member.key, &Object::new(member.value, "an orbit")?)?;
        }
    } else {
        for element in value.elements("`orbits`")? {
            let fields = Object::new(element, "an orbit")?;
            let name = fields.needed(&["orbitName"], "an orbit")?;
            add(name.string("the name of an orbit")?, name, &fields)?;
        }
    }
    if orbits.is_empty() {
        return Err(value.fault("the puzzle has no orbits").expected("at least one"));
    }
    Ok(orbits)
}

/// A row with one entry per slot.
fn row<'t>(value: Value<'t>, orbit: &Orbit, what: &str) -> Result<Vec<Value<'t>>, Diagnostic> {
    let row = value.elements(what)?;
    if row.len() == usize::from(orbit.pieces) {
        return Ok(row);
    }
    // The error is at the first superfluous entry, or at a row that ends too early.
    let message = format!("{what} of {} has {} entries", orbit.name, row.len());
    let fault = match row.get(usize::from(orbit.pieces)) {
        Some(entry) => entry.fault(message),
        None => value.fault(message),
    };
    Err(fault.expected(format!("{} entries", orbit.pieces)))
}

/// The numbers of the orbits by name.
struct Index<'d>(HashMap<&'d str, usize>);

impl<'d> Index<'d> {
    fn new(orbits: &'d [Orbit]) -> Self {
        Index(orbits.iter().enumerate().map(|(index, orbit)| (orbit.name.as_str(), index)).collect())
    }

    /// The members of an object by the number of their orbit.
    fn members<'t>(&self, value: Value<'t>, what: &str) -> Result<Vec<(usize, Value<'t>)>, Diagnostic> {
        let find = |member: Member<'t>| match self.0.get(member.name.as_str()) {
            Some(&index) => Ok((index, member.value)),
            None => {
                let mut names: Vec<_> = self.0.iter().map(|(name, index)| (*index, *name)).collect();
                names.sort_unstable();
                let list = names.iter().take(12).map(|(_, name)| *name).collect::<Vec<_>>().join(", ");
                Err(member
                    .key
                    .fault(format!("there is no orbit `{}`", member.name))
                    .expected(format!("one of {list}")))
            }
        };
        value.members(what)?.into_iter().map(find).collect()
    }

    /// One value for each orbit.
    fn all<'t>(&self, value: Value<'t>, orbits: &[Orbit], what: &str) -> Result<Vec<Value<'t>>, Diagnostic> {
        let mut all = vec![None; orbits.len()];
        for (index, value) in self.members(value, what)? {
            all[index] = Some(value);
        }
        let there = |(value_of, orbit): (Option<Value<'t>>, &Orbit)| {
            value_of.ok_or_else(|| {
                value
                    .fault(format!("{what} has no orbit `{}`", orbit.name))
                    .expected("all orbits of the puzzle")
            })
        };
        all.into_iter().zip(orbits).map(there).collect()
    }
}

fn read_rows(
    value: Value<'_>,
    orbits: &[Orbit],
    index: &Index<'_>,
    budget: &mut Budget,
) -> Result<Transformation, Diagnostic> {
    let mut parts = Vec::new();
    for (number, value) in index.members(value, "a move")? {
        let orbit = &orbits[number];
        let fields = Object::new(value, "the part of a move in one orbit")?;
        budget.take_cells(usize::from(orbit.pieces), value.span())?;
        let slots = row(fields.needed(&["permutation"], "the part of a move")?, orbit, "`permutation`")?;
        let mut seen = vec![false; slots.len()];
        let mut permutation = Vec::with_capacity(slots.len());
        for slot in slots {
            let from = slot.number("a slot", 0, u32::from(orbit.pieces) - 1)? as u16;
            if std::mem::replace(&mut seen[usize::from(from)], true) {
                let message = format!("slot {from} occurs a second time in this permutation");
                return Err(slot.fault(message).expected("every slot once"));
            }
            permutation.push(from);
        }
        let mut turns = vec![0; permutation.len()];
        if let Some(value) = fields.optional(&["orientationDelta", "orientation"]) {
            for (turn, value) in turns.iter_mut().zip(row(value, orbit, "`orientationDelta`")?) {
                *turn = value.residue("an orientation", orbit.orientations)?;
            }
        }
        let part = OrbitTransformation::new(orbit, permutation, turns)
            .map_err(|fault| value.fault(fault.to_string()))?;
        parts.push((number, part));
    }
    Ok(Transformation::from_parts(parts))
}

/// The rows of a pattern in one orbit.
struct Rows<'t> {
    pieces: Vec<(u32, Value<'t>)>,
    orientations: Vec<u16>,
    moduli: Vec<u16>,
}

fn read_pattern_rows<'t>(value: Value<'t>, orbit: &Orbit) -> Result<Rows<'t>, Diagnostic> {
    let fields = Object::new(value, "the part of a pattern in one orbit")?;
    let pieces = row(fields.needed(&["pieces", "permutation"], "the part of a pattern")?, orbit, "`pieces`")?;
    let numbered = |piece: Value<'t>| Ok((piece.number("a piece", 0, u32::MAX)?, piece));
    let pieces = pieces.into_iter().map(numbered).collect::<Result<Vec<_>, Diagnostic>>()?;
    let mut moduli = vec![orbit.orientations; pieces.len()];
    if let Some(value) = fields.optional(&["orientationMod"]) {
        let what = "an entry of `orientationMod`";
        for (modulus, value) in moduli.iter_mut().zip(row(value, orbit, "`orientationMod`")?) {
            match value.number(what, 0, u32::from(orbit.orientations))? as u16 {
                0 => {}
                divisor if orbit.orientations.is_multiple_of(divisor) => *modulus = divisor,
                other => {
                    let message = format!("{other} does not divide the {} orientations", orbit.orientations);
                    return Err(value.fault(message).expected("a divisor, or 0 for all of them"));
                }
            }
        }
    }
    let mut orientations = vec![0; pieces.len()];
    if let Some(value) = fields.optional(&["orientation"]) {
        for (slot, value) in row(value, orbit, "`orientation`")?.into_iter().enumerate() {
            orientations[slot] = value.number("an orientation", 0, u32::from(moduli[slot]) - 1)? as u16;
        }
    }
    Ok(Rows { pieces, orientations, moduli })
}

fn read_solved(value: Value<'_>, orbits: &[Orbit]) -> Result<State, Diagnostic> {
    let mut state = State { orbits: Vec::with_capacity(orbits.len()) };
    for (part, orbit) in Index::new(orbits).all(value, orbits, "the pattern")?.into_iter().zip(orbits) {
        let rows = read_pattern_rows(part, orbit)?;
        let mut numbers: Vec<u32> = rows.pieces.iter().map(|&(piece, _)| piece).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut modulus_of = vec![None; numbers.len()];
        let mut pieces = Vec::with_capacity(rows.pieces.len());
        for (&(number, at), &modulus) in rows.pieces.iter().zip(&rows.moduli) {
            let piece = numbers.partition_point(|&other| other < number);
            let expected = *modulus_of[piece].get_or_insert(modulus);
            if expected != modulus {
                let message = format!(
                    "piece {number} has its orientation known modulo {modulus} here, modulo {expected} elsewhere"
                );
                return Err(at.fault(message).expected("the same `orientationMod` for identical pieces"));
            }
            pieces.push(piece as u16);
        }
        state.orbits.push(OrbitState { pieces, orientations: rows.orientations, moduli: rows.moduli });
    }
    Ok(state)
}

/// The member of a wrapper object, or the value itself.
fn unwrapped<'t>(value: Value<'t>, key: &str, what: &str) -> Result<Value<'t>, Diagnostic> {
    Ok(Object::new(value, what)?.optional(&[key]).unwrap_or(value))
}

/// Reads a pattern of a puzzle. Pieces must be those of the solved state, or all be distinct (piece k is then the one
/// in slot k of the solved state).
pub fn read_pattern(text: &str, definition: &Definition) -> Result<State, Diagnostic> {
    let value = unwrapped(Value::parse(text)?, "patternData", "a pattern")?;
    let mut told = Vec::new();
    let mut moduli = Vec::new();
    let orbits = &definition.orbits;
    for (part, orbit) in Index::new(orbits).all(value, orbits, "the pattern")?.into_iter().zip(orbits) {
        let rows = read_pattern_rows(part, orbit)?;
        let span = |slot: usize| rows.pieces[slot].1.span();
        told.push(Some(Told {
            pieces: rows.pieces.iter().map(|&(piece, at)| (Entry::Told(piece), at.span())).collect(),
            orientations: (rows.orientations.iter().enumerate())
                .map(|(slot, &turn)| (Entry::Told(u32::from(turn)), span(slot)))
                .collect(),
        }));
        moduli.push((rows, part));
    }
    let state = settle(definition, told, Leave::Anything)?.state;
    for ((rows, part), settled) in moduli.iter().zip(&state.orbits) {
        for (slot, (&known, &needed)) in rows.moduli.iter().zip(&settled.moduli).enumerate() {
            if known % needed != 0 {
                let message = format!("in slot {slot} the orientation is known modulo {known} only");
                return Err(part
                    .fault(message)
                    .expected(format!("an orientation modulo {needed}, as the solved state has it")));
            }
        }
    }
    Ok(state)
}

/// Reads a transformation of a puzzle; missing orbits stay unchanged.
pub fn read_transformation(text: &str, definition: &Definition) -> Result<Transformation, Diagnostic> {
    let value = unwrapped(Value::parse(text)?, "transformationData", "a transformation")?;
    let orbits = &definition.orbits;
    read_rows(value, orbits, &Index::new(orbits), &mut Budget::new())
}

/// A JSON string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn numbers(row: impl IntoIterator<Item = u16>) -> String {
    let row: Vec<String> = row.into_iter().map(|number| number.to_string()).collect();
    format!("[{}]", row.join(", "))
}

fn object(indent: &str, members: &[(String, String)]) -> String {
    if members.is_empty() {
        return "{}".into();
    }
    let lines: Vec<String> =
        members.iter().map(|(name, value)| format!("{indent}  {}: {value}", quoted(name))).collect();
    format!("{{\n{}\n{indent}}}", lines.join(",\n"))
}

fn pattern(orbits: &[Orbit], state: &State, indent: &str) -> String {
    let part = |(orbit, rows): (&Orbit, &OrbitState)| {
        let mut out = format!(
            "{{ \"pieces\": {}, \"orientation\": {}",
            numbers(rows.pieces.iter().copied()),
            numbers(rows.orientations.iter().copied())
        );
        if rows.moduli.iter().any(|&modulus| modulus != orbit.orientations) {
            let modulus = |&modulus: &u16| if modulus == orbit.orientations { 0 } else { modulus };
            let _ = write!(out, ", \"orientationMod\": {}", numbers(rows.moduli.iter().map(modulus)));
        }
        out.push_str(" }");
        (orbit.name.clone(), out)
    };
    object(indent, &orbits.iter().zip(&state.orbits).map(part).collect::<Vec<_>>())
}

fn transformation_text(orbits: &[Orbit], transformation: &Transformation, indent: &str) -> String {
    let part = |(index, orbit): (usize, &Orbit)| {
        let (permutation, turns) = match transformation.part(index) {
            Some(part) => {
                (numbers(part.permutation().iter().copied()), numbers(part.orientation().iter().copied()))
            }
            None => (numbers(0..orbit.pieces), numbers((0..orbit.pieces).map(|_| 0))),
        };
        (orbit.name.clone(), format!("{{ \"permutation\": {permutation}, \"orientationDelta\": {turns} }}"))
    };
    object(indent, &orbits.iter().enumerate().map(part).collect::<Vec<_>>())
}

/// Writes a definition. O(entries of all moves).
///
/// Comments are omitted, because JSON has none. The format determines roles only by names ([`is_rotation_name`]). Moves
/// given by rows are written under `moves`, sequences that are not searched and alternative spellings under
/// `derivedMoves`; a sequence that is a turn is multiplied out. It is an error if the name of a move would give it
/// another role, or if there are rules about moves and pieces, which the format cannot express.
pub fn write(definition: &Definition) -> Result<String, WriteError> {
    check_definition(definition)?;
    let rules = &definition.restrictions;
    for (is, what) in [
        (!rules.illegal.is_empty(), "that pieces must not stand in a slot"),
        (!rules.blocks.is_empty(), "that pieces block moves"),
        (
            !rules.forbidden_pairs.is_empty() || !rules.forbidden_groups.is_empty(),
            "which moves may not follow others",
        ),
        (!rules.move_limits.is_empty(), "how often moves may occur"),
        (!rules.ignore.is_empty(), "what scrambles may leave out"),
    ] {
        if is {
            return Err(WriteError::unsayable(FORMAT, what));
        }
    }
    let is_sequence = |generator: &Generator| matches!(generator.action, Action::Sequence(_));
    for generator in &definition.generators {
        let name = &generator.name;
        let what = match (generator.role, is_rotation_name(name)) {
            (Role::Turn | Role::Named, true) => format!("that `{name}` is no rotation"),
            (Role::Rotation, false) => format!("that `{name}` is a rotation"),
            (Role::Named, false) if !is_sequence(generator) => format!("that `{name}` is known by name only"),
            _ => continue,
        };
        return Err(WriteError::unsayable(FORMAT, what));
    }
    let expanded = if definition.generators.iter().any(|g| g.role == Role::Turn && is_sequence(g)) {
        expand(definition).map_err(|stuck| {
            let name = &definition.generators[stuck.index].name;
            WriteError::unsayable(FORMAT, format!("that the sequence `{name}` is searched"))
        })?
    } else {
        Vec::new()
    };
    let orbits = &definition.orbits;
    let (mut moves, mut derived) = (Vec::new(), Vec::new());
    for (index, generator) in definition.generators.iter().enumerate() {
        let name = generator.name.clone();
        match &generator.action {
            Action::Given(given) => moves.push((name, transformation_text(orbits, given, "    "))),
            Action::Sequence(_) if generator.role == Role::Turn => {
                moves.push((name, transformation_text(orbits, &expanded[index], "    ")));
            }
            Action::Sequence(sequence) => derived.push((name, quoted(sequence))),
        }
    }
    derived.extend(definition.aliases.iter().map(|alias| (alias.name.clone(), quoted(&alias.stands_for))));
    let orbit = |orbit: &Orbit| {
        format!(
            "    {{ \"orbitName\": {}, \"numPieces\": {}, \"numOrientations\": {} }}",
            quoted(&orbit.name),
            orbit.pieces,
            orbit.orientations
        )
    };
    let mut members = vec![
        ("name".to_owned(), quoted(&definition.name)),
        (
            "orbits".to_owned(),
            format!("[\n{}\n  ]", orbits.iter().map(orbit).collect::<Vec<_>>().join(",\n")),
        ),
        ("defaultPattern".to_owned(), pattern(orbits, &definition.solved, "  ")),
        ("moves".to_owned(), object("  ", &moves)),
    ];
    if !derived.is_empty() {
        members.push(("derivedMoves".to_owned(), object("  ", &derived)));
    }
    Ok(object("", &members) + "\n")
}

/// Writes a position as a pattern.
pub fn write_pattern(definition: &Definition, state: &State) -> Result<String, WriteError> {
    state.check(&definition.orbits)?;
    Ok(pattern(&definition.orbits, state, "") + "\n")
}

/// Writes a position of a problem as a pattern.
///
/// It is an error if something was left out, since the pieces of the goal then have numbers of their own.
pub fn write_problem(definition: &Definition, problem: &Problem) -> Result<String, WriteError> {
    if problem.goal.is_some() {
        return Err(WriteError::unsayable("a KPuzzle pattern", "that pieces were left out"));
    }
    write_pattern(definition, &problem.state)
}

/// Writes a transformation of all orbits.
pub fn write_transformation(
    definition: &Definition,
    transformation: &Transformation,
) -> Result<String, WriteError> {
    let fits = |(orbit, part): (usize, &OrbitTransformation)| {
        definition
            .orbits
            .get(orbit)
            .is_some_and(|orbit| part.permutation().len() == usize::from(orbit.pieces))
    };
    if !transformation.parts().all(fits) {
        return Err(WriteError::Definition("the transformation does not fit the orbits".into()));
    }
    Ok(transformation_text(&definition.orbits, transformation, "") + "\n")
}
