//! twsearch definitions (`.tws`), read and written.
//!
//! Start at [`read`] and [`write()`]. The reader accepts both styles: `Solved` and `Move` (numbers from 1, the
//! orientations of a move indexed by the piece that moved) and `StartState` and `MoveTransformation` (from 0, by
//! slot); `?` for pieces and orientations; numbers with gaps, which are renumbered in order; `MoveSequence`,
//! `MoveAlias` and `Illegal`. The writer uses the old style, which every version of twsearch reads. The limits on
//! pieces (65535) and orientations (65535) exceed those of twsearch (255 and 127).

use super::budget::Budget;
use super::error::{WriteError, check_definition};
use super::lexer::{Dialect, Lexer, Token, unknown_command};
use super::move_names::{MoveNames, is_rotation_name, order_of_definition, role_of};
use super::rows::{
    self, Numbering, Sets, read_block, read_move, read_set, read_solved, write_move_rows, write_row,
};
use super::style::Style;
use crate::definition::{Action, Alias, Definition, Generator, Illegal, Role};
use crate::diagnostic::Diagnostic;
use crate::orbit::Orbit;
use crate::state::{OrbitState, State};
use crate::transformation::Transformation;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::Range;

const FORMAT: &str = "a twsearch definition";

const COMMANDS: [&str; 9] = [
    "Name",
    "Set",
    "Solved",
    "StartState",
    "Move",
    "MoveTransformation",
    "MoveSequence",
    "MoveAlias",
    "Illegal",
];

struct Reader<'t> {
    lexer: Lexer<'t>,
    budget: Budget,
    definition: Definition,
    /// The numbers of the pieces by orbit, once the solved state has been read.
    numberings: Option<Vec<Numbering>>,
    sets: Sets<'t>,
    names: HashSet<&'t str>,
    /// The places of the names of generators and aliases, for errors that are found at the end of the text.
    generator_spans: Vec<Range<usize>>,
    alias_spans: Vec<Range<usize>>,
}

/// Reads a definition. O(length of the text).
///
/// ```
/// let text = "Set A 3 2\nSolved\nA\n1 2 3\nEnd\nMove T\nA\n2 3 1\n0 1 1\nEnd\n";
/// let definition = permutant_puzzle::formats::tws::read(text).unwrap();
/// assert_eq!(definition.name, "Unnamed");
/// assert_eq!(definition.generators[0].name, "T");
///
/// let fault = permutant_puzzle::formats::tws::read(&text.replace("2 3 1", "2 3 2")).unwrap_err();
/// assert_eq!(fault.position(text).to_string(), "line 8, column 5");
/// ```
pub fn read(text: &str) -> Result<Definition, Diagnostic> {
    let lexer = Lexer::new(text, Dialect::Lines);
    let mut definition = Definition::new("Unnamed", Vec::new());
    definition.comments = lexer.head_comments();
    let mut reader = Reader {
        lexer,
        budget: Budget::new(),
        definition,
        numberings: None,
        sets: Sets::default(),
        names: HashSet::new(),
        generator_spans: Vec::new(),
        alias_spans: Vec::new(),
    };
    let mut first = true;
    while let Some(command) = reader.lexer.next() {
        reader.command(command, first)?;
        first = false;
    }
    reader.finish()
}

impl<'t> Reader<'t> {
    fn command(&mut self, command: Token<'t>, first: bool) -> Result<(), Diagnostic> {
        match command.text {
            "Name" => self.name(command, first),
            "Set" => self.set(command),
            "Solved" => self.solved(command, 1),
            "StartState" => self.solved(command, 0),
            "Move" => self.given(command, true),
            "MoveTransformation" => self.given(command, false),
            "MoveSequence" => self.sequence(command),
            "MoveAlias" => self.alias(command),
            "Illegal" => self.illegal(command),
            _ => Err(unknown_command(command, &COMMANDS)),
        }
    }

    fn name(&mut self, command: Token<'t>, first: bool) -> Result<(), Diagnostic> {
        if !first {
            return Err(Diagnostic::new(command.span(), "`Name` is not the first command")
                .expected("the name before all other commands, and once"));
        }
        let [name] = self.lexer.arguments(command, ["PUZZLE"])?;
        name.text.clone_into(&mut self.definition.name);
        Ok(())
    }

    fn set(&mut self, command: Token<'t>) -> Result<(), Diagnostic> {
        if self.numberings.is_some() {
            return Err(Diagnostic::new(command.span(), "a set is defined after the solved state")
                .expected("all sets before `Solved`"));
        }
        let orbit = read_set(&mut self.lexer, command, &mut self.sets, &mut self.budget)?;
        self.definition.orbits.push(orbit);
        Ok(())
    }

    fn solved(&mut self, command: Token<'t>, base: u32) -> Result<(), Diagnostic> {
        let [] = self.lexer.arguments(command, [])?;
        if self.numberings.is_some() {
            return Err(Diagnostic::new(command.span(), "the solved state is given a second time")
                .expected("one `Solved` or `StartState`"));
        }
        let orbits = &self.definition.orbits;
        if orbits.is_empty() {
            return Err(Diagnostic::new(command.span(), "there is no set yet")
                .expected("`Set NAME PIECES ORIENTATIONS`"));
        }
        let parts = read_block(&mut self.lexer, command, orbits, &self.sets)?;
        let (state, numberings) = read_solved(&parts, orbits, base, true)?;
        self.definition.solved = state;
        self.numberings = Some(numberings);
        Ok(())
    }

    fn needs_solved(&self, command: Token<'t>) -> Result<(), Diagnostic> {
        if self.numberings.is_some() {
            return Ok(());
        }
        Err(Diagnostic::new(command.span(), format!("`{}` comes before the solved state", command.text))
            .expected("`Solved` or `StartState` first"))
    }

    fn takes_name(&mut self, name: Token<'t>) -> Result<(), Diagnostic> {
        if self.names.insert(name.text) {
            return Ok(());
        }
        Err(Diagnostic::new(name.span(), format!("move `{}` is defined a second time", name.text))
            .expected("another name"))
    }

    fn add(&mut self, name: Token<'t>, action: Action) {
        let (name, span) = (name.text.to_owned(), name.span());
        self.definition.generators.push(Generator { role: role_of(&name), name, action });
        self.generator_spans.push(span);
    }

    fn given(&mut self, command: Token<'t>, old: bool) -> Result<(), Diagnostic> {
        self.needs_solved(command)?;
        let [name] = self.lexer.arguments(command, ["NAME"])?;
        self.takes_name(name)?;
        let orbits = &self.definition.orbits;
        let parts = read_block(&mut self.lexer, command, orbits, &self.sets)?;
        let transformation = read_move(&parts, orbits, old, &mut self.budget)?;
        self.add(name, Action::Given(transformation));
        Ok(())
    }

    fn sequence(&mut self, command: Token<'t>) -> Result<(), Diagnostic> {
        self.needs_solved(command)?;
        let usage = "`MoveSequence NAME MOVE MOVE …`";
        let Some(name) = self.lexer.next_on_line() else {
            return Err(Diagnostic::new(command.after(), "the sequence has no name").expected(usage));
        };
        self.takes_name(name)?;
        let words: Vec<&str> =
            std::iter::from_fn(|| self.lexer.next_on_line()).map(|token| token.text).collect();
        if words.is_empty() {
            return Err(Diagnostic::new(name.after(), "the sequence has no moves").expected(usage));
        }
        self.add(name, Action::Sequence(words.join(" ")));
        Ok(())
    }

    fn alias(&mut self, command: Token<'t>) -> Result<(), Diagnostic> {
        self.needs_solved(command)?;
        let [name, stands_for] = self.lexer.arguments(command, ["NEW", "OLD"])?;
        self.takes_name(name)?;
        let (name, stands_for_text) = (name.text.to_owned(), stands_for.text.to_owned());
        self.definition.aliases.push(Alias { name, stands_for: stands_for_text });
        self.alias_spans.push(stands_for.span());
        Ok(())
    }

    fn illegal(&mut self, command: Token<'t>) -> Result<(), Diagnostic> {
        let Some(numberings) = &self.numberings else { return self.needs_solved(command) };
        let usage = "`Illegal SET SLOT PIECE PIECE …`";
        let word = |lexer: &mut Lexer<'t>, what: &str| {
            let after = command.after();
            lexer
                .next_on_line()
                .ok_or_else(|| Diagnostic::new(after, format!("`Illegal` has no {what}")).expected(usage))
        };
        let orbit = self.sets.find(word(&mut self.lexer, "set")?)?;
        let shape = &self.definition.orbits[orbit];
        let slot = word(&mut self.lexer, "slot")?;
        let most = u32::from(shape.pieces);
        let what = format!("a slot of {} from 1 to {most}", shape.name);
        let place = rows::number(slot, most, &what)?;
        if place == 0 {
            return Err(Diagnostic::new(slot.span(), "slots are numbered from 1 here").expected(what));
        }
        let mut pieces = Vec::new();
        let first = word(&mut self.lexer, "pieces")?;
        let mut next = Some(first);
        while let Some(token) = next {
            pieces.push(piece_by_number(token, &numberings[orbit], shape)?);
            next = self.lexer.next_on_line();
        }
        self.budget.take_cells(pieces.len(), first.span())?;
        self.definition.restrictions.illegal.push(Illegal { orbit, slot: place as u16 - 1, pieces });
        Ok(())
    }

    fn finish(self) -> Result<Definition, Diagnostic> {
        let definition = self.definition;
        if self.numberings.is_none() {
            return Err(Diagnostic::new(self.lexer.end(), "the text has no solved state")
                .expected("`Solved` … `End`"));
        }
        let names = MoveNames::new(&definition);
        for (alias, span) in definition.aliases.iter().zip(self.alias_spans) {
            if names.find(&alias.stands_for).is_none() {
                return Err(Diagnostic::new(span, format!("there is no move `{}`", alias.stands_for))
                    .expected("a move, perhaps with an amount"));
            }
        }
        if let Err(stuck) = order_of_definition(&definition) {
            let (name, word) = (&definition.generators[stuck.index].name, &stuck.word);
            let span = self.generator_spans[stuck.index].clone();
            let fault = Diagnostic::new(span, format!("the sequence `{name}` cannot be expanded"));
            return Err(if names.find(word).is_none() {
                fault.expected(format!("moves of this definition; `{word}` is not one"))
            } else {
                fault.expected(format!(
                    "a sequence that does not contain itself, as this one does through `{word}`"
                ))
            });
        }
        Ok(definition)
    }
}

/// The piece that a text denotes by a number.
pub(super) fn piece_by_number(
    token: Token<'_>,
    numbering: &Numbering,
    orbit: &Orbit,
) -> Result<u16, Diagnostic> {
    let what = "the number of a piece as in the solved state";
    let value = rows::number(token, u32::MAX, what)?;
    // The class of `?`, `None`, comes last and is not below any number.
    let known = numbering.partition_point(|number| number.is_some_and(|number| number < value));
    numbering.get(known).filter(|&&number| number == Some(value)).map(|_| known as u16).ok_or_else(|| {
        Diagnostic::new(token.span(), format!("{} has no piece {value} in the solved state", orbit.name))
            .expected(what)
    })
}

/// Checks a name that must be a single word of a line format.
pub(super) fn check_word(
    format: &'static str,
    what: &'static str,
    name: &str,
    also: impl Fn(&str) -> Option<&'static str>,
) -> Result<(), WriteError> {
    let why = if name.is_empty() {
        Some("it is empty")
    } else if name.bytes().any(|byte| byte <= b' ') {
        Some("it contains white space")
    } else {
        also(name)
    };
    match why {
        None => Ok(()),
        Some(why) => Err(WriteError::Name { format, what, name: name.to_owned(), why }),
    }
}

/// Checks the name of an orbit.
pub(super) fn check_set_name(format: &'static str, name: &str) -> Result<(), WriteError> {
    check_word(format, "set", name, |name| {
        if rows::is_entry(name) || name == "End" {
            Some("it would be read as an entry of a row or as the end of a block")
        } else if name.starts_with('#') {
            Some("it would be read as a comment")
        } else {
            None
        }
    })
}

/// The name of a puzzle as a single word.
fn puzzle_word(name: &str) -> String {
    let word: String = name.chars().map(|c| if c.is_whitespace() || c <= ' ' { '_' } else { c }).collect();
    if word.is_empty() { "Unnamed".into() } else { word }
}

/// Writes the comments at the beginning of a file.
pub(super) fn write_comments(out: &mut String, comments: &[String]) {
    for line in comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
        let _ = writeln!(out, "# {line}");
    }
}

/// Writes the sets of a definition.
pub(super) fn write_sets(out: &mut String, orbits: &[Orbit]) {
    for orbit in orbits {
        let _ = writeln!(out, "Set {} {} {}", orbit.name, orbit.pieces, orbit.orientations);
    }
}

/// Whether each orientation of an orbit is either fully known or does not matter.
pub(super) fn whole_moduli(state: &OrbitState, orbit: &Orbit) -> bool {
    state.moduli.iter().all(|&modulus| modulus == 1 || modulus == orbit.orientations)
}

/// What no line format can express.
pub(super) const PARTIAL: &str = "that an orientation is known modulo a divisor";

/// Writes a definition. O(entries).
///
/// White space in the name of the puzzle is replaced by `_`. It is an error if the definition contains anything that
/// twsearch cannot express: moves that are known only by name, rules other than `Illegal`, orientations known modulo a
/// proper divisor, sequences with brackets, and names that would be read differently.
pub fn write(definition: &Definition, style: Style) -> Result<String, WriteError> {
    check_definition(definition)?;
    check(definition)?;
    let mut out = String::new();
    write_comments(&mut out, &definition.comments);
    let _ = writeln!(out, "Name {}\n", puzzle_word(&definition.name));
    write_sets(&mut out, &definition.orbits);
    out.push_str(match style {
        Style::FromOne => "\nSolved\n",
        Style::FromZero => "\nStartState\n",
    });
    for (orbit, rows) in definition.orbits.iter().zip(&definition.solved.orbits) {
        let _ = writeln!(out, "{}", orbit.name);
        write_row(&mut out, "", rows.pieces.iter().map(|&piece| u32::from(piece) + style.first()));
        let plain = |(&turn, &modulus): (&u16, &u16)| turn == 0 && modulus == orbit.orientations;
        if !rows.orientations.iter().zip(&rows.moduli).all(plain) {
            write_row(&mut out, "", orientation_words(rows, orbit));
        }
    }
    out.push_str("End\n");
    for rule in &definition.restrictions.illegal {
        let _ = write!(out, "\nIllegal {} {}", definition.orbits[rule.orbit].name, rule.slot + 1);
        for piece in &rule.pieces {
            let _ = write!(out, " {}", u32::from(*piece) + 1);
        }
    }
    if !definition.restrictions.illegal.is_empty() {
        out.push('\n');
    }
    for generator in &definition.generators {
        match &generator.action {
            Action::Given(transformation) => {
                let _ = writeln!(out, "\n{} {}", style.of_move(), generator.name);
                write_move_rows(&mut out, definition, transformation, style);
                out.push_str("End\n");
            }
            Action::Sequence(sequence) => {
                let _ = writeln!(out, "\nMoveSequence {} {sequence}", generator.name);
            }
        }
    }
    for alias in &definition.aliases {
        let _ = writeln!(out, "\nMoveAlias {} {}", alias.name, alias.stands_for);
    }
    Ok(out)
}

/// The orientations of a state, `?` where they do not matter.
pub(super) fn orientation_words<'a>(
    rows: &'a OrbitState,
    orbit: &'a Orbit,
) -> impl Iterator<Item = String> + 'a {
    rows.orientations.iter().zip(&rows.moduli).map(|(turn, &modulus)| {
        if modulus == 1 && orbit.orientations > 1 { "?".into() } else { turn.to_string() }
    })
}

fn check(definition: &Definition) -> Result<(), WriteError> {
    let cannot = |what: String| Err(WriteError::unsayable(FORMAT, what));
    for (orbit, rows) in definition.orbits.iter().zip(&definition.solved.orbits) {
        check_set_name(FORMAT, &orbit.name)?;
        if !whole_moduli(rows, orbit) {
            return cannot(PARTIAL.into());
        }
    }
    let rules = &definition.restrictions;
    for (is, what) in [
        (!rules.blocks.is_empty(), "that pieces block moves"),
        (
            !rules.forbidden_pairs.is_empty() || !rules.forbidden_groups.is_empty(),
            "which moves may not follow others",
        ),
        (!rules.move_limits.is_empty(), "how often moves may occur"),
        (!rules.ignore.is_empty(), "what scrambles may leave out"),
    ] {
        if is {
            return cannot(what.into());
        }
    }
    if rules.illegal.iter().any(|rule| rule.pieces.is_empty()) {
        return Err(WriteError::Definition("a rule about a slot forbids no piece".into()));
    }
    for generator in &definition.generators {
        check_word(FORMAT, "move", &generator.name, |_| None)?;
        let rotation = is_rotation_name(&generator.name);
        match generator.role {
            Role::Turn if rotation => return cannot(format!("that `{}` is no rotation", generator.name)),
            Role::Rotation if !rotation => return cannot(format!("that `{}` is a rotation", generator.name)),
            Role::Named => return cannot(format!("that `{}` is known by name only", generator.name)),
            Role::Turn | Role::Rotation => {}
        }
        if matches!(&generator.action, Action::Sequence(sequence) if sequence.split_whitespace().next().is_none())
        {
            return cannot(format!("that `{}` does nothing", generator.name));
        }
    }
    for alias in &definition.aliases {
        check_word(FORMAT, "alias", &alias.name, |_| None)?;
        check_word(FORMAT, "move", &alias.stands_for, |_| None)?;
    }
    order_of_definition(definition).map(|_| ()).map_err(|stuck| {
        let name = &definition.generators[stuck.index].name;
        WriteError::unsayable(FORMAT, format!("`{}` in the sequence of `{name}`", stuck.word))
    })
}

/// Writes a move as a block with all sets and rows, as twsearch shows moves: `Move`, or `MoveTransformation` from zero. The name is a
/// single word.
pub fn write_move(
    definition: &Definition,
    name: &str,
    transformation: &Transformation,
    style: Style,
) -> Result<String, WriteError> {
    check_word(FORMAT, "move", name, |_| None)?;
    let solved = State::identity(&definition.orbits);
    let mut probe = definition.clone();
    probe.generators = vec![Generator {
        name: name.to_owned(),
        role: Role::Named,
        action: Action::Given(transformation.clone()),
    }];
    check_definition(&probe)?;
    let mut out = format!("{} {name}\n", style.of_move());
    for (index, orbit) in definition.orbits.iter().enumerate() {
        check_set_name(FORMAT, &orbit.name)?;
        let _ = writeln!(out, "   {}", orbit.name);
        let rows = &solved.orbits[index];
        let (permutation, turns) = match transformation.part(index) {
            Some(part) => (part.permutation(), part.orientation()),
            None => (&rows.pieces[..], &rows.orientations[..]),
        };
        write_row(&mut out, "   ", permutation.iter().map(|&slot| u32::from(slot) + style.first()));
        write_row(&mut out, "   ", rows::written_turns(permutation, turns, style));
    }
    out.push_str("End\n");
    Ok(out)
}
