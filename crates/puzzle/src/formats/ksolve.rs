//! ksolve and ksolve+ definitions (`.def`), read and written.
//!
//! Start at [`read`] and [`write()`]. The text is a stream of words, in which a row may span lines. In addition to
//! the features shared with twsearch, the format has `Ignore`, `Block`, `ForbiddenPairs`, `ForbiddenGroups` and
//! `MoveLimits`, which are stored in [`crate::definition::Restrictions`]. Every `Move` is a turn: there are no
//! rotations.
//!
//! A set with one orientation may still be "turned": ksolve counts such a piece as moved when it tests whether a
//! `Block` moves as a whole. Definitions use this to glue pieces to a fixed centre. The reader preserves this
//! meaning: it gives the set enough orientations to make the turns of each move visible, and none of them matters in
//! the solved state.

use super::budget::Budget;
use super::error::{WriteError, check_definition};
use super::lexer::{Dialect, Lexer, Token, no_end, unknown_command};
use super::move_names::MoveNames;
use super::rows::{self, Numbering, Part, Sets, read_block, read_set, read_solved, write_row};
use super::style::Style;
use super::tws::{check_set_name, check_word, piece_by_number, write_comments};
use crate::definition::{Action, Block, Definition, Generator, Ignore, MoveLimit, Role};
use crate::diagnostic::Diagnostic;
use crate::orbit::Orbit;
use crate::transformation::{OrbitTransformation, Transformation};
use permutant_group::numbers::checked_lcm;
use std::collections::HashSet;
use std::fmt::Write as _;

const FORMAT: &str = "a ksolve definition";

const COMMANDS: [&str; 11] = [
    "Name",
    "Set",
    "Solved",
    "Move",
    "Ignore",
    "Block",
    "ForbiddenPairs",
    "ForbiddenGroups",
    "MoveLimits",
    "ParallelMoves",
    "Multiplicators",
];

/// The rows of a move in one orbit. Orientations are listed by slot and may exceed those of the orbit.
struct Rows {
    orbit: usize,
    permutation: Vec<u16>,
    turns: Vec<u16>,
}

struct Reader<'t> {
    lexer: Lexer<'t>,
    budget: Budget,
    definition: Definition,
    sets: Sets<'t>,
    numberings: Option<Vec<Numbering>>,
    /// The rows of each generator.
    moves: Vec<Vec<Rows>>,
    names: HashSet<&'t str>,
    /// Blocks as written: their pieces are numbered by the solved state, which may be defined later.
    blocks: Vec<Vec<(usize, Token<'t>)>>,
    /// Words that must be moves, which may be defined later.
    named: Vec<Token<'t>>,
    notes: Vec<Diagnostic>,
}

/// Reads a definition. O(length of the text).
pub fn read(text: &str) -> Result<Definition, Diagnostic> {
    read_with_notes(text).map(|(definition, _)| definition)
}

/// Reads a definition, and reports commands that were ignored because they have lost their meaning.
///
/// ```
/// let text = "Set A 2 2 Solved A 1 2 End Move T A 2 1 0 1 End ParallelMoves T End";
/// let (definition, notes) = permutant_puzzle::formats::ksolve::read_with_notes(text)?;
/// assert_eq!(definition.generators[0].name, "T");
/// assert_eq!(notes[0].token(text), "ParallelMoves");
/// # Ok::<(), permutant_puzzle::diagnostic::Diagnostic>(())
/// ```
pub fn read_with_notes(text: &str) -> Result<(Definition, Vec<Diagnostic>), Diagnostic> {
    let lexer = Lexer::new(text, Dialect::Words);
    let mut definition = Definition::new("Unnamed", Vec::new());
    definition.comments = lexer.head_comments();
    let mut reader = Reader {
        lexer,
        budget: Budget::new(),
        definition,
        sets: Sets::default(),
        numberings: None,
        moves: Vec::new(),
        names: HashSet::new(),
        blocks: Vec::new(),
        named: Vec::new(),
        notes: Vec::new(),
    };
    while let Some(command) = reader.lexer.next() {
        reader.command(command)?;
    }
    reader.finish()
}

impl<'t> Reader<'t> {
    fn command(&mut self, command: Token<'t>) -> Result<(), Diagnostic> {
        match command.text {
            "Name" => {
                let name = self.lexer.rest_of_line();
                if !name.text.is_empty() {
                    name.text.clone_into(&mut self.definition.name);
                }
                Ok(())
            }
            "Set" => self.set(command),
            "Solved" => self.solved(command),
            "Move" => self.given(command),
            "Ignore" => self.ignore(command),
            "Block" => self.block(command),
            "ForbiddenPairs" => self.forbidden_pairs(command),
            "ForbiddenGroups" => self.forbidden_groups(command),
            "MoveLimits" => {
                let limits = read_move_limits(&mut self.lexer, command, &mut self.named)?;
                self.definition.restrictions.move_limits.extend(limits);
                Ok(())
            }
            "ParallelMoves" | "Multiplicators" => self.passed_over(command),
            _ => Err(unknown_command(command, &COMMANDS)),
        }
    }

    fn set(&mut self, command: Token<'t>) -> Result<(), Diagnostic> {
        if self.numberings.is_some()
            || !self.moves.is_empty()
            || !self.definition.restrictions.ignore.is_empty()
        {
            return Err(Diagnostic::new(command.span(), "a set is defined after the sets were used")
                .expected("all sets before `Solved`, `Move` and `Ignore`"));
        }
        let orbit = read_set(&mut self.lexer, command, &mut self.sets, &mut self.budget)?;
        self.definition.orbits.push(orbit);
        Ok(())
    }

    fn parts(&mut self, command: Token<'t>) -> Result<Vec<Part<'t>>, Diagnostic> {
        let parts = read_block(&mut self.lexer, command, &self.definition.orbits, &self.sets)?;
        let cells = parts.iter().map(|part| part.pieces.len()).sum();
        self.budget.take_cells(cells, command.span())?;
        Ok(parts)
    }

    fn solved(&mut self, command: Token<'t>) -> Result<(), Diagnostic> {
        if self.numberings.is_some() {
            return Err(Diagnostic::new(command.span(), "the solved state is given a second time")
                .expected("one `Solved`"));
        }
        let parts = self.parts(command)?;
        if let Some(wild) = parts
            .iter()
            .flat_map(|part| part.pieces.iter().chain(part.orientations.iter().flatten()))
            .find(|token| token.text.starts_with('?'))
        {
            return Err(Diagnostic::new(wild.span(), "ksolve does not allow `?` in the solved state")
                .expected("a number")
                .help("name under `Ignore` what scrambles may leave out, or use `Illegal` and the like for a twsearch file"));
        }
        let (state, numberings) = read_solved(&parts, &self.definition.orbits, 1, false)?;
        self.definition.solved = state;
        self.numberings = Some(numberings);
        Ok(())
    }

    fn given(&mut self, command: Token<'t>) -> Result<(), Diagnostic> {
        let [name] = self.lexer.arguments(command, ["NAME"])?;
        if !self.names.insert(name.text) {
            return Err(Diagnostic::new(
                name.span(),
                format!("move `{}` is defined a second time", name.text),
            )
            .expected("another name"));
        }
        let mut all = Vec::new();
        for part in self.parts(command)? {
            let orbit = &self.definition.orbits[part.orbit];
            let permutation = rows::permutation(&part, orbit, 1)?;
            let mut turns = vec![0; permutation.len()];
            // With one orientation, any number is allowed here: see the header of this module.
            let marks = Orbit { orientations: u16::MAX, ..orbit.clone() };
            let shape = if orbit.orientations == 1 { &marks } else { orbit };
            for (turn, &token) in turns.iter_mut().zip(part.orientations.iter().flatten()) {
                *turn = rows::orientation(token, shape, false)?.unwrap_or(0);
            }
            let turns = rows::by_slot(&permutation, &turns);
            all.push(Rows { orbit: part.orbit, permutation, turns });
        }
        self.moves.push(all);
        let (name, action) = (name.text.to_owned(), Action::Given(Transformation::identity()));
        self.definition.generators.push(Generator { name, role: Role::Turn, action });
        Ok(())
    }

    fn ignore(&mut self, command: Token<'t>) -> Result<(), Diagnostic> {
        if !self.definition.restrictions.ignore.is_empty() {
            return Err(Diagnostic::new(command.span(), "`Ignore` is given a second time")
                .expected("one `Ignore` for all sets"));
        }
        let flags = |row: &[Token<'t>]| {
            row.iter()
                .map(|&token| Ok(rows::number(token, 1, "0 or 1")? == 1))
                .collect::<Result<Vec<_>, Diagnostic>>()
        };
        for part in self.parts(command)? {
            let places = flags(&part.pieces)?;
            let orientations = match &part.orientations {
                Some(row) => flags(row)?,
                None => vec![false; places.len()],
            };
            self.definition.restrictions.ignore.push(Ignore { orbit: part.orbit, places, orientations });
        }
        Ok(())
    }

    fn block(&mut self, command: Token<'t>) -> Result<(), Diagnostic> {
        let mut pieces = Vec::new();
        loop {
            let set = self.lexer.next().ok_or_else(|| no_end(command, self.lexer.end()))?;
            if set.text == "End" {
                break;
            }
            let orbit = self.sets.find(set)?;
            let before = pieces.len();
            while self.lexer.peek().is_some_and(|token| rows::is_entry(token.text)) {
                pieces.extend(self.lexer.next().map(|token| (orbit, token)));
            }
            if pieces.len() == before {
                return Err(Diagnostic::new(set.after(), format!("no pieces of {} are named", set.text))
                    .expected("the numbers of the pieces that are glued"));
            }
        }
        self.budget.take_cells(pieces.len(), command.span())?;
        self.blocks.push(pieces);
        Ok(())
    }

    /// The next word of a list of moves; `None` at its `End`.
    fn listed(&mut self, command: Token<'t>) -> Result<Option<Token<'t>>, Diagnostic> {
        let token = self.lexer.next().ok_or_else(|| no_end(command, self.lexer.end()))?;
        if token.text == "End" {
            return Ok(None);
        }
        self.named.push(token);
        Ok(Some(token))
    }

    fn forbidden_pairs(&mut self, command: Token<'t>) -> Result<(), Diagnostic> {
        while let Some(first) = self.listed(command)? {
            let Some(second) = self.listed(command)? else {
                return Err(Diagnostic::new(
                    first.after(),
                    format!("`{}` has no move to follow it", first.text),
                )
                .expected("two moves in each line"));
            };
            let pair = (first.text.to_owned(), second.text.to_owned());
            self.definition.restrictions.forbidden_pairs.push(pair);
        }
        Ok(())
    }

    fn forbidden_groups(&mut self, command: Token<'t>) -> Result<(), Diagnostic> {
        while let Some(first) = self.listed(command)? {
            let mut group = vec![first.text.to_owned()];
            while let Some(token) = self.lexer.next_on_line() {
                if token.text == "End" {
                    return Err(Diagnostic::new(token.span(), "`End` stands on the line of a group")
                        .expected("`End` on a line of its own"));
                }
                self.named.push(token);
                group.push(token.text.to_owned());
            }
            self.definition.restrictions.forbidden_groups.push(group);
        }
        Ok(())
    }

    fn passed_over(&mut self, command: Token<'t>) -> Result<(), Diagnostic> {
        self.lexer.until_end(command)?;
        let note = format!("`{}` is ignored: it is computed from the moves", command.text);
        self.notes.push(Diagnostic::new(command.span(), note).help("it can be left out"));
        Ok(())
    }

    fn finish(mut self) -> Result<(Definition, Vec<Diagnostic>), Diagnostic> {
        let Some(numberings) = &self.numberings else {
            return Err(Diagnostic::new(self.lexer.end(), "the text has no solved state")
                .expected("`Solved` … `End`"));
        };
        for block in std::mem::take(&mut self.blocks) {
            let orbits = &self.definition.orbits;
            let piece = |(orbit, token): (usize, Token<'t>)| {
                Ok((orbit, piece_by_number(token, &numberings[orbit], &orbits[orbit])?))
            };
            let pieces = block.into_iter().map(piece).collect::<Result<Vec<_>, Diagnostic>>()?;
            self.definition.restrictions.blocks.push(Block { pieces });
        }
        self.build_moves()?;
        let names = MoveNames::new(&self.definition);
        check_moves_exist(&names, &self.named)?;
        Ok((self.definition, self.notes))
    }

    /// Makes the moves from their rows; see the header of this module.
    fn build_moves(&mut self) -> Result<(), Diagnostic> {
        let glued: HashSet<usize> = (self.definition.restrictions.blocks.iter())
            .flat_map(|block| block.pieces.iter().map(|&(orbit, _)| orbit))
            .collect();
        let marks = |rows: &Rows, orbits: &[Orbit]| {
            orbits[rows.orbit].orientations == 1 && rows.turns.iter().any(|&turn| turn != 0)
        };
        let orbits = self.definition.orbits.clone();
        let mut needed = vec![1u64; orbits.len()];
        for all in &mut self.moves {
            let marked: Vec<usize> = (all.iter())
                .filter(|rows| glued.contains(&rows.orbit) && marks(rows, &orbits))
                .map(|rows| rows.orbit)
                .collect();
            if marked.is_empty() {
                continue;
            }
            // A move without another effect still counts as moving, so its order must not be 1.
            let order = order(all, &orbits).map(|order| order.max(2));
            for orbit in marked {
                let all = order.and_then(|order| checked_lcm(needed[orbit], order));
                needed[orbit] = all.filter(|&all| all <= u64::from(u16::MAX)).ok_or_else(|| {
                    let message = format!("the moves that turn {} have orders too large", orbits[orbit].name);
                    Diagnostic::new(self.lexer.end(), message)
                        .expected("orders with a common multiple up to 65535")
                })?;
            }
        }
        for (index, all) in std::mem::take(&mut self.moves).into_iter().enumerate() {
            let order = order(&all, &orbits).unwrap_or(1).max(2);
            let parts = all.into_iter().map(|rows| {
                let mut shape = orbits[rows.orbit].clone();
                let marked = marks(&rows, &orbits);
                let Rows { orbit, permutation, mut turns } = rows;
                if shape.orientations == 1 {
                    let most = needed[orbit] as u16;
                    shape.orientations = most;
                    turns = if most > 1 && marked {
                        visible_turns(&permutation, &turns, needed[orbit], order)
                    } else {
                        vec![0; permutation.len()]
                    };
                }
                OrbitTransformation::new(&shape, permutation, turns)
                    .map(|part| (orbit, part))
                    .map_err(|fault| Diagnostic::new(self.lexer.end(), fault.to_string()))
            });
            let parts = parts.collect::<Result<Vec<_>, Diagnostic>>()?;
            self.definition.generators[index].action = Action::Given(Transformation::from_parts(parts));
        }
        for (orbit, &needed) in self.definition.orbits.iter_mut().zip(&needed) {
            if needed > 1 {
                orbit.orientations = needed as u16;
            }
        }
        Ok(())
    }
}

/// The order of a move, without orientations of sets that have one orientation.
fn order(all: &[Rows], orbits: &[Orbit]) -> Option<u64> {
    let parts = all.iter().filter_map(|rows| {
        let orbit = &orbits[rows.orbit];
        let turns = if orbit.orientations == 1 { vec![0; rows.turns.len()] } else { rows.turns.clone() };
        Some((rows.orbit, OrbitTransformation::new(orbit, rows.permutation.clone(), turns).ok()?))
    });
    Transformation::from_parts(parts).order()
}

/// Turns modulo `modulus` whose sum around each marked cycle of length c is `modulus` · c / `order`. Each power of the
/// move below its order then turns the pieces that it returns to their slots, and the order is unchanged.
fn visible_turns(permutation: &[u16], marks: &[u16], modulus: u64, order: u64) -> Vec<u16> {
    let mut turns = vec![0; marks.len()];
    let mut seen = vec![false; marks.len()];
    for (start, turn) in turns.iter_mut().enumerate() {
        let (mut slot, mut length, mut marked) = (start, 0u64, false);
        while !std::mem::replace(&mut seen[slot], true) {
            length += 1;
            marked |= marks[slot] != 0;
            slot = usize::from(permutation[slot]);
        }
        if marked {
            *turn = (modulus / order * length % modulus) as u16;
        }
    }
    turns
}

/// Reads the lines `MOVE NUMBER` up to `End`; the moves are checked later.
pub(super) fn read_move_limits<'t>(
    lexer: &mut Lexer<'t>,
    command: Token<'t>,
    named: &mut Vec<Token<'t>>,
) -> Result<Vec<MoveLimit>, Diagnostic> {
    let mut limits = Vec::new();
    loop {
        let name = lexer.next().ok_or_else(|| no_end(command, lexer.end()))?;
        if name.text == "End" {
            return Ok(limits);
        }
        let most = lexer.next().ok_or_else(|| no_end(command, lexer.end()))?;
        let most = rows::number(most, u32::MAX, "how often the move may occur")?;
        named.push(name);
        limits.push(MoveLimit { moves: name.text.to_owned(), most });
    }
}

/// Checks that words name moves; `F*` denotes all powers of `F`.
pub(super) fn check_moves_exist(names: &MoveNames<'_>, named: &[Token<'_>]) -> Result<(), Diagnostic> {
    for token in named {
        let name = token.text.strip_suffix('*').filter(|name| !name.is_empty()).unwrap_or(token.text);
        if names.find(token.text).or_else(|| names.find(name)).is_none() {
            return Err(Diagnostic::new(token.span(), format!("there is no move `{name}`"))
                .expected("a move of the definition, perhaps with an amount"));
        }
    }
    Ok(())
}

/// Writes a definition. O(entries).
///
/// It is an error if the definition contains anything that ksolve cannot express: rotations and moves known only by
/// name (in ksolve every move is searched), sequences, alternative spellings, pieces that must not be in a slot, and
/// orientations that do not matter, unless that holds for a whole set.
pub fn write(definition: &Definition) -> Result<String, WriteError> {
    check_definition(definition)?;
    let free = free_sets(definition)?;
    check(definition, &free)?;
    let mut out = String::new();
    write_comments(&mut out, &definition.comments);
    let name = definition.name.replace(['\n', '\r'], " ");
    let _ = writeln!(out, "Name {name}\n");
    for (orbit, &free) in definition.orbits.iter().zip(&free) {
        let turns = if free { 1 } else { orbit.orientations };
        let _ = writeln!(out, "Set {} {} {turns}", orbit.name, orbit.pieces);
    }
    out.push_str("\nSolved\n");
    for (orbit, rows) in definition.orbits.iter().zip(&definition.solved.orbits) {
        let _ = writeln!(out, "{}", orbit.name);
        write_row(&mut out, "", rows.pieces.iter().map(|&piece| u32::from(piece) + 1));
        if rows.orientations.iter().any(|&turn| turn != 0) {
            write_row(&mut out, "", &rows.orientations);
        }
    }
    out.push_str("End\n");
    for generator in &definition.generators {
        if let Action::Given(transformation) = &generator.action {
            let _ = writeln!(out, "\nMove {}", generator.name);
            rows::write_move_rows(&mut out, definition, transformation, Style::FromOne);
            out.push_str("End\n");
        }
    }
    write_rules(&mut out, definition);
    Ok(out)
}

fn write_rules(out: &mut String, definition: &Definition) {
    let rules = &definition.restrictions;
    let name = |orbit: usize| definition.orbits[orbit].name.as_str();
    if !rules.ignore.is_empty() {
        out.push_str("\nIgnore\n");
        for rule in &rules.ignore {
            let _ = writeln!(out, "{}", name(rule.orbit));
            write_row(out, "", rule.places.iter().map(|&flag| u8::from(flag)));
            write_row(out, "", rule.orientations.iter().map(|&flag| u8::from(flag)));
        }
        out.push_str("End\n");
    }
    for block in &rules.blocks {
        out.push_str("\nBlock\n");
        let mut pieces = block.pieces.clone();
        pieces.sort_by_key(|&(orbit, _)| orbit);
        for run in pieces.chunk_by(|a, b| a.0 == b.0) {
            let _ = writeln!(out, "{}", name(run[0].0));
            write_row(out, "", run.iter().map(|&(_, piece)| u32::from(piece) + 1));
        }
        out.push_str("End\n");
    }
    let mut list = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            let _ = write!(out, "\n{title}\n{}\nEnd\n", lines.join("\n"));
        }
    };
    list("ForbiddenPairs", rules.forbidden_pairs.iter().map(|(a, b)| format!("{a} {b}")).collect());
    list("ForbiddenGroups", rules.forbidden_groups.iter().map(|group| group.join(" ")).collect());
    list("MoveLimits", rules.move_limits.iter().map(|l| format!("{} {}", l.moves, l.most)).collect());
}

/// The sets whose orientations never matter; in all others, every orientation must be known.
fn free_sets(definition: &Definition) -> Result<Vec<bool>, WriteError> {
    let mut free = Vec::new();
    for (orbit, rows) in definition.orbits.iter().zip(&definition.solved.orbits) {
        let none = orbit.orientations > 1 && rows.moduli.iter().all(|&modulus| modulus == 1);
        if !none && rows.moduli.iter().any(|&modulus| modulus != orbit.orientations) {
            let what = format!("that some orientations in {} do not matter", orbit.name);
            return Err(WriteError::unsayable(FORMAT, what));
        }
        free.push(none);
    }
    Ok(free)
}

fn check(definition: &Definition, free: &[bool]) -> Result<(), WriteError> {
    let cannot = |what: String| Err(WriteError::unsayable(FORMAT, what));
    for orbit in &definition.orbits {
        check_set_name(FORMAT, &orbit.name)?;
    }
    let rules = &definition.restrictions;
    if !rules.illegal.is_empty() {
        return cannot("that pieces must not stand in a slot".into());
    }
    if let Some(alias) = definition.aliases.first() {
        return cannot(format!("that `{}` is another spelling", alias.name));
    }
    let word = |name: &str| {
        check_word(FORMAT, "move", name, |name| {
            (name == "End" || name.starts_with('#')).then_some("it ends a list or opens a comment")
        })
    };
    for generator in &definition.generators {
        let name = &generator.name;
        word(name)?;
        match (generator.role, &generator.action) {
            (Role::Rotation, _) => {
                return cannot(format!("that `{name}` is a rotation, which is not searched"));
            }
            (Role::Named, _) => return cannot(format!("that `{name}` is known by name only")),
            (Role::Turn, Action::Sequence(_)) => return cannot(format!("that `{name}` is a sequence")),
            (Role::Turn, Action::Given(whole)) => {
                // Sets without orientation do not count towards the order, nor towards the names of powers.
                let rest = whole.parts().filter_map(|(orbit, part)| {
                    let zeros = vec![0; part.permutation().len()];
                    let shape = &definition.orbits[orbit];
                    let still = OrbitTransformation::new(shape, part.permutation().to_vec(), zeros).ok();
                    Some((orbit, if free[orbit] { still? } else { part.clone() }))
                });
                if Transformation::from_parts(rest).order() != whole.order() {
                    return cannot(format!(
                        "the powers of `{name}`, which differ only where it does not matter"
                    ));
                }
            }
        }
    }
    let names = MoveNames::new(definition);
    let pairs = rules.forbidden_pairs.iter().flat_map(|(a, b)| [a, b]);
    let groups = rules.forbidden_groups.iter().flatten();
    for name in pairs.chain(groups) {
        word(name)?;
        if names.find(name).is_none() {
            return Err(WriteError::Definition(format!("a rule names `{name}`, which is not a move")));
        }
    }
    for limit in &rules.move_limits {
        word(&limit.moves)?;
    }
    if rules.forbidden_groups.iter().any(Vec::is_empty) || rules.blocks.iter().any(|b| b.pieces.is_empty()) {
        return Err(WriteError::Definition("a rule names nothing".into()));
    }
    Ok(())
}
