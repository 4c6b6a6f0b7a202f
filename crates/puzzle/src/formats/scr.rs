//! Scramble files of twsearch and ksolve+, read and written; compact strings.
//!
//! Start at [`read`] and [`ScrambleEntry`]. Blocks: `Scramble` (numbers from 1), `ScrambleState` and `StartState`
//! (from 0), `ScrambleAlg`, `RandomScramble`, and the compact `CPOS` and `CMOV`. ksolve+'s settings (`MaxDepth`,
//! `Slack`, `QTM`, `HTM`, `MoveLimits`) apply to all later blocks until they are changed. Values given as `?` are
//! removed from the goal, see [`super::problem`].

use super::budget::Budget;
use super::compact;
use super::error::{WriteError, check_definition};
use super::ksolve::{check_moves_exist, read_move_limits};
use super::lexer::{Dialect, Lexer, Token, no_end, unknown_command};
use super::move_names::MoveNames;
use super::problem::{Entry, Leave, Problem, Told, settle};
use super::rows::{Part, Sets, number, read_block, write_row};
use super::style::Style;
use super::tws::{PARTIAL, check_set_name, whole_moduli};
use crate::definition::{Definition, MoveLimit};
use crate::diagnostic::Diagnostic;
use crate::state::{OrbitState, State};
use crate::transformation::{OrbitTransformation, Transformation};
use std::fmt::Write as _;
use std::ops::Range;

const FORMAT: &str = "a scramble file";

const COMMANDS: [&str; 12] = [
    "Scramble",
    "ScrambleState",
    "StartState",
    "ScrambleAlg",
    "RandomScramble",
    "CPOS",
    "CMOV",
    "MaxDepth",
    "Slack",
    "QTM",
    "HTM",
    "MoveLimits",
];

/// Whether a line begins with a command of a scramble file.
pub fn is_command(line: &str) -> bool {
    COMMANDS.iter().any(|command| line.starts_with(command))
}

/// How turns are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// `HTM`: any power of a move is one turn.
    #[default]
    Powers,
    /// `QTM`: a power counts as the number of times that the move is made, forwards or backwards.
    Quarters,
}

/// The requirements of a scramble file on a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The greatest number of turns (`MaxDepth`).
    pub max_depth: Option<u32>,
    /// The number of turns by which further solutions may exceed the shortest (`Slack`).
    pub slack: u32,
    /// How turns are counted.
    pub counting: Counting,
    /// The greatest number of occurrences of moves (`MoveLimits`).
    pub move_limits: Vec<MoveLimit>,
}

/// The position to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scramble {
    /// A position.
    Position(Problem),
    /// The result of an algorithm on the solved state.
    Algorithm {
        /// The algorithm; comment lines in it are replaced by spaces.
        text: String,
        /// Its place in the file, byte for byte.
        span: Range<usize>,
    },
    /// Any position.
    Random,
}

/// One scramble of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScrambleEntry {
    /// Its name, may be empty.
    pub name: String,
    /// The position to be solved.
    pub scramble: Scramble,
    /// The requirements on the solution.
    pub settings: Settings,
}

/// Reads a scramble file. O(length of the text + scrambles × slots).
///
/// ```
/// use permutant_puzzle::formats::{scr, tws};
/// let definition = tws::read("Set A 3 2\nSolved\nEnd\nMove T\nA\n2 3 1\nEnd\n")?;
/// let entries = scr::read("Slack 1\nScramble one\nA\n3 1 2\n0 1 1\nEnd\n", &definition)?;
/// let scr::Scramble::Position(problem) = &entries[0].scramble else { unreachable!() };
/// assert_eq!(problem.state.orbits[0].pieces, [2, 0, 1]);
/// assert_eq!(scr::write_cpos(&definition, &problem.state).unwrap(), "CPOS 413");
/// # Ok::<(), permutant_puzzle::diagnostic::Diagnostic>(())
/// ```
pub fn read(text: &str, definition: &Definition) -> Result<Vec<ScrambleEntry>, Diagnostic> {
    let names = MoveNames::new(definition);
    let sets = Sets::of(definition);
    let slots: usize = definition.orbits.iter().map(|orbit| usize::from(orbit.pieces)).sum();
    let mut reader = Reader {
        lexer: Lexer::new(text, Dialect::Words),
        budget: Budget::new(),
        definition,
        sets,
        slots,
        settings: Settings::default(),
        entries: Vec::new(),
    };
    while let Some(command) = reader.lexer.next() {
        reader.command(command, &names)?;
    }
    Ok(reader.entries)
}

struct Reader<'t, 'd> {
    lexer: Lexer<'t>,
    budget: Budget,
    definition: &'d Definition,
    sets: Sets<'d>,
    slots: usize,
    settings: Settings,
    entries: Vec<ScrambleEntry>,
}

impl<'t> Reader<'t, '_> {
    fn command(&mut self, command: Token<'t>, names: &MoveNames<'_>) -> Result<(), Diagnostic> {
        match command.text {
            "Scramble" => self.position(command, 1),
            "ScrambleState" | "StartState" => self.position(command, 0),
            "ScrambleAlg" => {
                let name = self.lexer.rest_of_line();
                let (text, span) = self.lexer.until_end(command)?;
                self.add(name.text, Scramble::Algorithm { text, span }, command)
            }
            "RandomScramble" => {
                let name = self.lexer.rest_of_line();
                let end = self.lexer.next().ok_or_else(|| no_end(command, self.lexer.end()))?;
                if end.text != "End" {
                    let message = format!("`{}` occurs in a random scramble", end.text);
                    return Err(Diagnostic::new(end.span(), message).expected("`End`"));
                }
                self.add(name.text, Scramble::Random, command)
            }
            "CPOS" => {
                let problem = read_compact_position(self.word(command, "DIGITS")?, self.definition)?;
                self.add("", Scramble::Position(problem), command)
            }
            "CMOV" => {
                let moved = read_compact_move(self.word(command, "DIGITS")?, self.definition)?;
                let state = self.definition.solved.after(&moved);
                self.add("", Scramble::Position(Problem::new(state)), command)
            }
            "MaxDepth" => {
                self.settings.max_depth = Some(self.number(command)?);
                Ok(())
            }
            "Slack" => {
                self.settings.slack = self.number(command)?;
                Ok(())
            }
            "QTM" => {
                self.settings.counting = Counting::Quarters;
                Ok(())
            }
            "HTM" => {
                self.settings.counting = Counting::Powers;
                Ok(())
            }
            "MoveLimits" => {
                let mut named = Vec::new();
                self.settings.move_limits = read_move_limits(&mut self.lexer, command, &mut named)?;
                check_moves_exist(names, &named)
            }
            _ => Err(unknown_command(command, &COMMANDS)),
        }
    }

    fn word(&mut self, command: Token<'t>, what: &str) -> Result<Token<'t>, Diagnostic> {
        let [word] = self.lexer.arguments(command, [what])?;
        Ok(word)
    }

    fn number(&mut self, command: Token<'t>) -> Result<u32, Diagnostic> {
        number(self.word(command, "NUMBER")?, u32::MAX, "a number of turns")
    }

    fn add(&mut self, name: &str, scramble: Scramble, command: Token<'t>) -> Result<(), Diagnostic> {
        // A state and, if something is unspecified, a goal and a hint; the limits are stored with every entry.
        let states = match &scramble {
            Scramble::Position(problem) => {
                1 + usize::from(problem.goal.is_some()) + usize::from(problem.hint.is_some())
            }
            _ => 0,
        };
        let limits = 8 * self.settings.move_limits.len();
        self.budget.take_cells(self.slots * states + limits + 1, command.span())?;
        self.entries.push(ScrambleEntry { name: name.to_owned(), scramble, settings: self.settings.clone() });
        Ok(())
    }

    fn position(&mut self, command: Token<'t>, base: u32) -> Result<(), Diagnostic> {
        let name = self.lexer.rest_of_line();
        let parts = read_block(&mut self.lexer, command, &self.definition.orbits, &self.sets)?;
        let mut told: Vec<Option<Told>> = self.definition.orbits.iter().map(|_| None).collect();
        for part in &parts {
            told[part.orbit] = Some(self.told(part, base)?);
        }
        let problem = settle(self.definition, told, Leave::Listed)?;
        self.add(name.text, Scramble::Position(problem), command)
    }

    fn told(&self, part: &Part<'t>, base: u32) -> Result<Told, Diagnostic> {
        let orbit = &self.definition.orbits[part.orbit];
        let piece = |token: Token<'t>| {
            let what = format!("a piece from {base}, or `?`");
            let value = number(token, u32::MAX - 1, &what)?;
            value.checked_sub(base).ok_or_else(|| {
                Diagnostic::new(token.span(), "pieces are numbered from 1 here")
                    .expected(what)
                    .help("`ScrambleState` counts from 0")
            })
        };
        let most = orbit.orientations - 1;
        let what = format!("an orientation from 0 to {most}, or `?`");
        let turn = |token: Token<'t>| number(token, u32::from(most), &what);
        Ok(Told {
            pieces: part.pieces.iter().map(|&token| entry(token, piece)).collect::<Result<_, _>>()?,
            orientations: (part.orientations.iter().flatten())
                .map(|&token| entry(token, turn))
                .collect::<Result<_, _>>()?,
        })
    }
}

fn entry<'t>(
    token: Token<'t>,
    value: impl Fn(Token<'t>) -> Result<u32, Diagnostic>,
) -> Result<(Entry, Range<usize>), Diagnostic> {
    let entry = match token.text.strip_prefix('?') {
        None => Entry::Told(value(token)?),
        Some("") => Entry::Open(None),
        Some(text) => Entry::Open(Some(value(Token { text, start: token.start + 1, ..token })?)),
    };
    Ok((entry, token.span()))
}

fn read_compact_position(token: Token<'_>, definition: &Definition) -> Result<Problem, Diagnostic> {
    let told = |row: Vec<(u16, u16)>| {
        let span = || token.span();
        Some(Told {
            pieces: row.iter().map(|&(piece, _)| (Entry::Told(u32::from(piece)), span())).collect(),
            orientations: row.iter().map(|&(_, turn)| (Entry::Told(u32::from(turn)), span())).collect(),
        })
    };
    settle(definition, compact::read(token, definition)?.into_iter().map(told).collect(), Leave::Anything)
}

fn read_compact_move(token: Token<'_>, definition: &Definition) -> Result<Transformation, Diagnostic> {
    let mut parts = Vec::new();
    for (index, row) in compact::read(token, definition)?.into_iter().enumerate() {
        let (permutation, turns) = row.into_iter().unzip();
        let part =
            OrbitTransformation::new(&definition.orbits[index], permutation, turns).map_err(|fault| {
                Diagnostic::new(token.span(), format!("in {}: {fault}", definition.orbits[index].name))
                    .expected("every slot once, counted from 0")
            })?;
        parts.push((index, part));
    }
    Ok(Transformation::from_parts(parts))
}

/// The digits of a compact string, with or without the command before them.
fn compact_word<'t>(text: &'t str, command: &str) -> Result<Token<'t>, Diagnostic> {
    let mut lexer = Lexer::new(text, Dialect::Words);
    let mut word = lexer.next();
    if word.is_some_and(|word| word.text == command) {
        word = lexer.next();
    }
    let word = word.ok_or_else(|| {
        Diagnostic::new(lexer.end(), "there is no compact string").expected(format!("`{command} DIGITS`"))
    })?;
    match lexer.next() {
        None => Ok(word),
        Some(more) => {
            Err(Diagnostic::new(more.span(), format!("`{}` follows the compact string", more.text))
                .expected("nothing more"))
        }
    }
}

/// Reads a position from a compact string; the command `CPOS` before it is optional.
pub fn read_cpos(text: &str, definition: &Definition) -> Result<State, Diagnostic> {
    read_compact_position(compact_word(text, "CPOS")?, definition).map(|problem| problem.state)
}

/// Reads a move from a compact string; the command `CMOV` before it is optional.
pub fn read_cmov(text: &str, definition: &Definition) -> Result<Transformation, Diagnostic> {
    read_compact_move(compact_word(text, "CMOV")?, definition)
}

fn check_state(definition: &Definition, state: &State) -> Result<(), WriteError> {
    check_definition(definition)?;
    state.check(&definition.orbits)?;
    Ok(state.check_pieces(&definition.solved, &definition.orbits)?)
}

/// Writes a position as `CPOS` followed by its digits.
pub fn write_cpos(definition: &Definition, state: &State) -> Result<String, WriteError> {
    check_state(definition, state)?;
    for (orbit, rows) in definition.orbits.iter().zip(&state.orbits) {
        if rows.moduli.iter().any(|&modulus| modulus != orbit.orientations) {
            let what = format!("that orientations in {} do not matter", orbit.name);
            return Err(WriteError::unsayable("a compact string", what));
        }
        if rows.pieces.iter().any(|&piece| piece >= orbit.pieces) {
            return Err(WriteError::unsayable(
                "a compact string",
                format!("the numbers of pieces of {}", orbit.name),
            ));
        }
    }
    let row = |rows: &OrbitState| {
        rows.pieces.iter().copied().zip(rows.orientations.iter().copied()).collect::<Vec<_>>()
    };
    let values = state.orbits.iter().map(row).collect();
    Ok(format!("CPOS {}", compact::write(definition, &values)?))
}

/// Writes a move as `CMOV` followed by its digits.
pub fn write_cmov(definition: &Definition, transformation: &Transformation) -> Result<String, WriteError> {
    let identity = State::identity(&definition.orbits);
    let mut values = Vec::new();
    for (index, orbit) in definition.orbits.iter().enumerate() {
        let (permutation, turns) = match transformation.part(index) {
            Some(part) => (part.permutation(), part.orientation()),
            None => (&identity.orbits[index].pieces[..], &identity.orbits[index].orientations[..]),
        };
        if permutation.len() != usize::from(orbit.pieces) {
            return Err(WriteError::Definition(format!("the move does not fit {}", orbit.name)));
        }
        values.push(permutation.iter().copied().zip(turns.iter().copied()).collect());
    }
    Ok(format!("CMOV {}", compact::write(definition, &values)?))
}

/// Writes a position as a block with all sets and rows, as twsearch shows positions: `Scramble`, or `ScrambleState` from zero.
///
/// It is an error if the position does not belong to the definition, or if it contains an orientation known modulo a
/// proper divisor, which these files cannot express.
pub fn write_position(
    definition: &Definition,
    name: &str,
    problem: &Problem,
    style: Style,
) -> Result<String, WriteError> {
    let goal = problem.goal.as_ref().unwrap_or(&definition.solved);
    check_definition(definition)?;
    for state in [goal, &problem.state] {
        state.check(&definition.orbits)?;
    }
    problem.state.check_pieces(goal, &definition.orbits)?;
    if let Some(hint) = &problem.hint {
        check_state(definition, hint)?;
    }
    let command = match style {
        Style::FromOne => "Scramble",
        Style::FromZero => "ScrambleState",
    };
    let mut out = format!("{command} {}", one_line(name));
    out.truncate(out.trim_end().len());
    out.push('\n');
    for (index, orbit) in definition.orbits.iter().enumerate() {
        check_set_name(FORMAT, &orbit.name)?;
        let (rows, solved) = (&problem.state.orbits[index], &definition.solved.orbits[index]);
        if !whole_moduli(rows, orbit) {
            return Err(WriteError::unsayable(FORMAT, PARTIAL));
        }
        let hint = problem.hint.as_ref().map(|hint| &hint.orbits[index]);
        let last = solved.pieces.iter().max().copied().unwrap_or(0);
        let base = style.first();
        let piece = |slot: usize| match (rows.pieces[slot] > last, hint) {
            (false, _) => (u32::from(rows.pieces[slot]) + base).to_string(),
            (true, None) => "?".into(),
            (true, Some(hint)) => format!("?{}", u32::from(hint.pieces[slot]) + base),
        };
        let turn = |slot: usize| match (rows.moduli[slot] == 1 && orbit.orientations > 1, hint) {
            (false, _) => rows.orientations[slot].to_string(),
            (true, Some(hint)) if hint.moduli[slot] > 1 => format!("?{}", hint.orientations[slot]),
            (true, _) => "?".into(),
        };
        let _ = writeln!(out, "   {}", orbit.name);
        write_row(&mut out, "   ", (0..rows.pieces.len()).map(piece));
        write_row(&mut out, "   ", (0..rows.pieces.len()).map(turn));
    }
    out.push_str("End\n");
    Ok(out)
}

fn one_line(name: &str) -> String {
    name.replace(|c: char| c < ' ', " ").trim_matches(|c: char| c <= ' ').to_owned()
}

/// Writes a scramble file; settings are written where they change.
pub fn write(definition: &Definition, entries: &[ScrambleEntry]) -> Result<String, WriteError> {
    let mut out = String::new();
    let mut now = Settings::default();
    for entry in entries {
        write_settings(&mut out, &now, &entry.settings)?;
        now = entry.settings.clone();
        match &entry.scramble {
            Scramble::Position(problem) => {
                out.push_str(&write_position(definition, &entry.name, problem, Style::FromOne)?);
            }
            Scramble::Algorithm { text, .. } => {
                if text.split_whitespace().any(|word| word == "End" || word.starts_with('#')) {
                    return Err(WriteError::unsayable(
                        FORMAT,
                        "an algorithm with the word `End` or with `#`",
                    ));
                }
                let _ = writeln!(out, "ScrambleAlg {}\n{text}\nEnd", one_line(&entry.name));
            }
            Scramble::Random => {
                let _ = writeln!(out, "RandomScramble {}\nEnd", one_line(&entry.name));
            }
        }
        out.push('\n');
    }
    Ok(out)
}

fn write_settings(out: &mut String, now: &Settings, next: &Settings) -> Result<(), WriteError> {
    if now.max_depth != next.max_depth {
        // The format cannot express "no limit"; ksolve+ starts at 999, which has this meaning.
        let _ = writeln!(out, "MaxDepth {}", next.max_depth.unwrap_or(999));
    }
    if now.slack != next.slack {
        let _ = writeln!(out, "Slack {}", next.slack);
    }
    if now.counting != next.counting {
        out.push_str(if next.counting == Counting::Quarters { "QTM\n" } else { "HTM\n" });
    }
    if now.move_limits != next.move_limits {
        out.push_str("MoveLimits\n");
        for limit in &next.move_limits {
            super::tws::check_word(FORMAT, "move", &limit.moves, |name| {
                (name == "End" || name.starts_with('#')).then_some("it ends a list or opens a comment")
            })?;
            let _ = writeln!(out, "{} {}", limit.moves, limit.most);
        }
        out.push_str("End\n");
    }
    Ok(())
}
