//! Sets of puzzles made of lists, and states to be solved, as data sets and competitions publish them.
//!
//! Start at [`read`]. Two kinds of text are recognised by their columns or keys:
//!
//! - *Definitions*: a table with the columns `puzzle_type` and `allowed_moves`, as in the competition Santa 2023, or a JSON object with
//!   `name`, `central_state` and `generators`, as in the challenges of CayleyPy: an object of lists, or a list of them with another of their
//!   names, `generator_names`. A move has the list of its places: after the move, place i holds what was at the place of entry i. A list that
//!   is the inverse of another one is a move of its own.
//! - *States*: a table with `id` and `initial_state` or `state`, and, where they are needed, `puzzle_type`, `solution_state`,
//!   `num_wildcards` and `best_known`.
//!
//! Tables are apart by commas or tabs. The labels of a state are apart by `;`, commas or spaces.

mod delimited;
mod literal;

use crate::diagnostic::Diagnostic;
use delimited::{Field, Table};
use literal::{Content, Value};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A puzzle whose moves are lists of places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPuzzle {
    /// Its name.
    pub name: String,
    /// The name and the list of each move, all of one length. After the move, place i holds what was at the place of entry i.
    pub moves: Vec<(String, Vec<u16>)>,
    /// The label of each place when it is solved, if the definition says it.
    pub solved: Option<Vec<String>>,
}

impl ListedPuzzle {
    /// The number of its places.
    pub fn places(&self) -> usize {
        self.moves.first().map_or(0, |(_, list)| list.len())
    }
}

/// A state to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedState {
    /// Its id.
    pub id: String,
    /// The name of its puzzle, if the table has a column for it.
    pub puzzle: Option<String>,
    /// The label of each place.
    pub labels: Vec<String>,
    /// The labels of the solved state, if the table has a column for them.
    pub solved: Option<Vec<String>>,
    /// The number of places that may differ from the solved state.
    pub wildcards: usize,
    /// The length of a known solution.
    pub best_known: Option<u64>,
    /// The places of id, puzzle and labels in the text.
    pub spans: Spans,
}

/// Places of a state in its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spans {
    /// Its id.
    pub id: Range<usize>,
    /// The name of its puzzle.
    pub puzzle: Range<usize>,
    /// Its labels.
    pub labels: Range<usize>,
    /// The labels of the solved state.
    pub solved: Range<usize>,
}

/// An answer of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedAnswer {
    /// The id of its state.
    pub id: String,
    /// The names of its moves.
    pub moves: Vec<String>,
    /// The place of the moves in the text.
    pub span: Range<usize>,
}

/// What a text holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Definitions of puzzles.
    Puzzles(Vec<ListedPuzzle>),
    /// States.
    States(Vec<ListedState>),
}

const PUZZLE: [&str; 3] = ["puzzle_type", "puzzle", "type"];
const MOVES: [&str; 3] = ["allowed_moves", "generators", "moves"];
const LABELS: [&str; 2] = ["initial_state", "state"];
const NAMES: [&str; 2] = ["generator_names", "move_names"];
const SOLVED: [&str; 3] = ["solution_state", "central_state", "solved"];
const WILDCARDS: [&str; 2] = ["num_wildcards", "wildcards"];

/// The greatest number of places.
const MOST_PLACES: usize = u16::MAX as usize;

/// Reads definitions or states, whichever the text holds.
pub fn read(text: &str) -> Result<Contents, Diagnostic> {
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
        return Ok(Contents::Puzzles(vec![definition(text)?]));
    }
    let table = Table::read(text)?;
    if table.column(&MOVES).is_some() && table.column(&LABELS).is_none() {
        return definitions(text, &table).map(Contents::Puzzles);
    }
    states(&table).map(Contents::States)
}

/// Reads a table of lengths by id: the column `best_known`, or the last one whose name ends in `length`.
pub fn read_lengths(text: &str) -> Result<Vec<(String, u64)>, Diagnostic> {
    let table = Table::read(text)?;
    let id = table.needed(&["id"])?;
    let length = match table.column_where(|name| name.ends_with("length")) {
        Some(length) => length,
        None => table.needed(&["best_known"])?,
    };
    let rows = table.rows.iter();
    let row = |row: &Vec<Field>| Ok((table.text(&row[id]).trim().to_string(), number(&table, &row[length])?));
    rows.filter(|row| !table.text(&row[length]).trim().is_empty()).map(row).collect()
}

/// Reads the answers of a submission: the columns `id` and `moves`. Moves are apart by `.` or spaces.
pub fn read_answers(text: &str) -> Result<Vec<ListedAnswer>, Diagnostic> {
    let table = Table::read(text)?;
    let (id, moves) = (table.needed(&["id"])?, table.needed(&["moves"])?);
    let row = |row: &Vec<Field>| {
        let words = table.text(&row[moves]).split(['.', ' ']).filter(|word| !word.is_empty());
        ListedAnswer {
            id: table.text(&row[id]).trim().to_string(),
            moves: words.map(str::to_string).collect(),
            span: row[moves].clone(),
        }
    };
    Ok(table.rows.iter().map(row).collect())
}

fn definitions(text: &str, table: &Table<'_>) -> Result<Vec<ListedPuzzle>, Diagnostic> {
    let (name, moves, solved) = (table.needed(&PUZZLE)?, table.needed(&MOVES)?, table.column(&SOLVED));
    let mut known = HashSet::new();
    let puzzle = |row: &Vec<Field>| {
        let lists = literal::read(text, row[moves].clone())?;
        let puzzle = ListedPuzzle {
            name: table.text(&row[name]).trim().to_string(),
            moves: move_lists(&named_lists(&lists)?, lists.span.clone(), None)?,
            solved: solved.map(|solved| labels(table, &row[solved])),
        };
        if !known.insert(puzzle.name.clone()) {
            let message = format!("{} is defined twice", puzzle.name);
            return Err(Diagnostic::new(row[name].clone(), message).expected("another name"));
        }
        Ok(puzzle)
    };
    table.rows.iter().map(puzzle).collect()
}

/// A definition as a JSON object.
fn definition(text: &str) -> Result<ListedPuzzle, Diagnostic> {
    let begin = text.find('{').unwrap_or(0);
    let whole = literal::read(text, begin..text.len())?;
    let Content::Map(entries) = &whole.content else { return Err(not_lists(&whole)) };
    let entry = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| entries.iter().find(|(key, _)| key.word() == Some(name)).map(|(_, value)| value))
    };
    let missing = |name: &str| {
        Diagnostic::new(begin..begin + 1, format!("the key \"{name}\" is missing"))
            .expected("an object with the keys name, central_state and generators")
    };
    let moves = entry(&MOVES).ok_or_else(|| missing("generators"))?;
    let solved = entry(&SOLVED).ok_or_else(|| missing("central_state"))?;
    let Content::List(items) = &solved.content else {
        return Err(
            Diagnostic::new(solved.span.clone(), "the solved state is no list").expected("a list of labels")
        );
    };
    let label = |item: &Value| {
        let fault = || Diagnostic::new(item.span.clone(), "this is no label").expected("a number or a text");
        item.word().map(str::to_string).ok_or_else(fault)
    };
    let labels = items.iter().map(label).collect::<Result<Vec<_>, _>>()?;
    let named = match (&moves.content, entry(&NAMES)) {
        (Content::List(lists), Some(names)) => numbered(lists, names)?,
        (Content::List(_), None) => {
            return Err(not_lists(moves).help("or give their names with the key generator_names"));
        }
        _ => named_lists(moves)?,
    };
    let moves = move_lists(&named, moves.span.clone(), Some(labels.len()))?;
    let name = entry(&["name"]).and_then(Value::word).unwrap_or("puzzle").to_string();
    Ok(ListedPuzzle { name, moves, solved: Some(labels) })
}

fn not_lists(value: &Value) -> Diagnostic {
    Diagnostic::new(value.span.start..value.span.start, "these are no moves")
        .expected("an object that gives the list of each move, such as {\"f0\": [1, 0, 2], …}")
}

/// The lists of moves by their names.
fn named_lists(value: &Value) -> Result<Vec<(&Value, &Value)>, Diagnostic> {
    let Content::Map(entries) = &value.content else { return Err(not_lists(value)) };
    Ok(entries.iter().map(|(name, list)| (name, list)).collect())
}

/// Lists of moves, and their names in a list of its own.
fn numbered<'v>(lists: &'v [Value], names: &'v Value) -> Result<Vec<(&'v Value, &'v Value)>, Diagnostic> {
    let count = match &names.content {
        Content::List(names) if names.len() == lists.len() => return Ok(names.iter().zip(lists).collect()),
        Content::List(names) if names.len() == 1 => "1 name".to_string(),
        Content::List(names) => format!("{} names", names.len()),
        _ => "no names".to_string(),
    };
    let message = format!("{count} for {} moves", lists.len());
    Err(Diagnostic::new(names.span.start..names.span.start + 1, message)
        .expected("a list of a name for each move"))
}

/// The moves with their lists, each a permutation of the places of the solved state, if that is given, or of the first move. `-m` is the
/// inverse of `m`.
fn move_lists(
    entries: &[(&Value, &Value)],
    span: Range<usize>,
    solved: Option<usize>,
) -> Result<Vec<(String, Vec<u16>)>, Diagnostic> {
    let mut moves: Vec<(String, Vec<u16>)> = Vec::new();
    let mut known = HashSet::new();
    for &(name, value) in entries {
        let word = name.word().unwrap_or("").to_string();
        if word.is_empty() || word.contains(['.', ' ', ',', '\t']) {
            let fault = Diagnostic::new(name.span.clone(), "this is no name of a move");
            return Err(fault.expected("a name without dots, commas and spaces"));
        }
        if !known.insert(word.clone()) {
            return Err(Diagnostic::new(name.span.clone(), format!("the move {word} occurs twice"))
                .expected("another name"));
        }
        let places = match solved {
            Some(places) => Some((places, "solved state")),
            None => moves.first().map(|(_, first)| (first.len(), "first move")),
        };
        let list = permutation(&word, value, places)?;
        moves.push((word, list));
    }
    let by_name: HashMap<&str, &[u16]> = moves.iter().map(|(name, list)| (&name[..], &list[..])).collect();
    for ((_, value), (name, list)) in entries.iter().zip(&moves) {
        let Some((plain, forwards)) = name.strip_prefix('-').and_then(|plain| by_name.get_key_value(plain))
        else {
            continue;
        };
        if (0..).zip(list).any(|(at, &from)| forwards[usize::from(from)] != at) {
            let message = format!("{name} is not the inverse of {plain}");
            let fault = Diagnostic::new(value.span.start..value.span.start + 1, message);
            return Err(fault.expected(format!("the list of {plain} backwards, or another name")));
        }
    }
    match moves.is_empty() {
        true => Err(Diagnostic::new(span, "there is no move").expected("at least one move")),
        false => Ok(moves),
    }
}

/// A number of places in words.
fn counted(places: usize) -> String {
    match places {
        1 => "1 place".to_string(),
        places => format!("{places} places"),
    }
}

/// The list of a move.
fn permutation(name: &str, value: &Value, places: Option<(usize, &str)>) -> Result<Vec<u16>, Diagnostic> {
    let Content::List(items) = &value.content else {
        let fault =
            Diagnostic::new(value.span.start..value.span.start, format!("the move {name} is no list"));
        return Err(fault.expected("a list of places, numbered from 0"));
    };
    let (places, given_by) = places.unwrap_or((items.len(), ""));
    if items.len() != places || places == 0 || places > MOST_PLACES {
        let message = format!("the move {name} has {}", counted(items.len()));
        let expected = match (places, items.len()) {
            (0, _) | (_, 0) => "a list of places, numbered from 0".to_string(),
            (places, _) if places > MOST_PLACES => format!("at most {MOST_PLACES} places"),
            (places, _) => format!("{}, as the {given_by} has", counted(places)),
        };
        return Err(Diagnostic::new(value.span.start..value.span.start + 1, message).expected(expected));
    }
    let mut is_taken = vec![false; places];
    let entry = |item: &Value| {
        let number =
            item.word().and_then(|word| word.parse::<u16>().ok()).filter(|&at| usize::from(at) < places);
        let Some(number) = number else {
            return Err(Diagnostic::new(item.span.clone(), format!("in the move {name}, this is no place"))
                .expected(format!("a number from 0 to {}", places - 1)));
        };
        if std::mem::replace(&mut is_taken[usize::from(number)], true) {
            return Err(Diagnostic::new(
                item.span.clone(),
                format!("in the move {name}, {number} occurs twice"),
            )
            .expected("each place once"));
        }
        Ok(number)
    };
    items.iter().map(entry).collect()
}

/// The labels of a state, apart by semicolons if there is one, else by commas or spaces. Brackets around them are ignored.
fn labels(table: &Table<'_>, field: &Field) -> Vec<String> {
    let text = table.text(field).trim().trim_start_matches('[').trim_end_matches(']');
    let is_between = |c: char| if text.contains(';') { c == ';' } else { c == ',' || c.is_whitespace() };
    text.split(is_between).map(str::trim).filter(|label| !label.is_empty()).map(str::to_string).collect()
}

fn number<N: std::str::FromStr>(table: &Table<'_>, field: &Field) -> Result<N, Diagnostic> {
    let text = table.text(field).trim();
    let fault = || Diagnostic::new(field.clone(), "this is no number").expected("a whole number from 0");
    text.parse().map_err(|_| fault())
}

fn states(table: &Table<'_>) -> Result<Vec<ListedState>, Diagnostic> {
    let (id, state) = (table.needed(&["id"])?, table.needed(&LABELS)?);
    let (puzzle, solved) = (table.column(&PUZZLE), table.column(&SOLVED));
    let (wildcards, best) = (table.column(&WILDCARDS), table.column(&["best_known"]));
    let mut known = HashSet::new();
    let one = |row: &Vec<Field>| {
        let span = |column: Option<usize>| column.map_or(0..0, |column| row[column].clone());
        let filled = |column: Option<usize>| column.filter(|&at| !table.text(&row[at]).trim().is_empty());
        let name = table.text(&row[id]).trim().to_string();
        if name.is_empty() || name.contains(['\t', '"', ',']) {
            return Err(Diagnostic::new(row[id].clone(), "this is no id").expected("a number or a name"));
        }
        if !known.insert(name.clone()) {
            let fault = Diagnostic::new(row[id].clone(), format!("the id {name} occurs twice"));
            return Err(fault.expected("another id"));
        }
        Ok(ListedState {
            id: name,
            puzzle: puzzle.map(|at| table.text(&row[at]).trim().to_string()),
            labels: labels(table, &row[state]),
            solved: filled(solved).map(|at| labels(table, &row[at])),
            wildcards: filled(wildcards).map_or(Ok(0), |at| number(table, &row[at]))?,
            best_known: filled(best).map(|at| number(table, &row[at])).transpose()?,
            spans: Spans {
                id: row[id].clone(),
                puzzle: span(puzzle),
                labels: row[state].clone(),
                solved: span(solved),
            },
        })
    };
    table.rows.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const INFO: &str = "puzzle_type,allowed_moves\nrow,\"{'a': [1, 0, 2], 'b': [0, 2, 1]}\"\n";

    fn fault(text: &str) -> String {
        let fault = read(text).unwrap_err();
        format!("{}: {fault}", fault.position(text))
    }

    #[test]
    fn tables_of_definitions_and_states_are_read() {
        let Contents::Puzzles(puzzles) = read(INFO).unwrap() else { panic!() };
        assert_eq!((puzzles[0].name.as_str(), puzzles[0].places()), ("row", 3));
        assert_eq!(puzzles[0].moves[1], ("b".to_string(), vec![0, 2, 1]));
        let text = "id,puzzle_type,solution_state,initial_state,num_wildcards\n7,row,A;A;B,B;A;A,2\n";
        let Contents::States(states) = read(text).unwrap() else { panic!() };
        assert_eq!((states[0].id.as_str(), states[0].wildcards), ("7", 2));
        assert_eq!(states[0].labels, ["B", "A", "A"]);
        assert_eq!(states[0].solved.as_deref().unwrap(), ["A", "A", "B"]);
        let text = "id\tstate\tbest_known\n0\t2 0 1\t4\n1\t0 1 2\t\n";
        let Contents::States(states) = read(text).unwrap() else { panic!() };
        assert_eq!(states.iter().map(|state| state.best_known).collect::<Vec<_>>(), [Some(4), None]);
        assert_eq!(states[0].labels, ["2", "0", "1"]);
    }

    #[test]
    fn a_json_object_is_a_definition() {
        let text = r#"{"name": "row", "central_state": [0, 1, 1], "generators": {"a": [1, 0, 2]}}"#;
        let Contents::Puzzles(puzzles) = read(text).unwrap() else { panic!() };
        assert_eq!(puzzles[0].solved.as_deref().unwrap(), ["0", "1", "1"]);
        let without = text.replace("central_state", "centre");
        assert!(fault(&without).contains("the key \"central_state\" is missing"));
        let short = text.replace("[0, 1, 1]", "[0, 1]");
        assert!(
            fault(&short).contains("the move a has 3 places: expected 2 places, as the solved state has")
        );
        let short = text.replace("[1, 0, 2]", "[2, 0]");
        assert!(
            fault(&short).contains("the move a has 2 places: expected 3 places, as the solved state has")
        );
    }

    #[test]
    fn moves_may_be_named_by_another_list() {
        let text = r#"{"central_state": [0, 1, 2], "generators": [[1, 0, 2], [0, 2, 1]], "generator_names": ["a", "b"]}"#;
        let by_object = text.replace("[[1, 0, 2], [0, 2, 1]]", r#"{"a": [1, 0, 2], "b": [0, 2, 1]}"#);
        let [Contents::Puzzles(found), Contents::Puzzles(same)] =
            [text, &by_object].map(|text| read(text).unwrap())
        else {
            panic!()
        };
        assert_eq!(found, same);
        for (wrong, expected) in [
            (text.replace(r#", "b"]"#, "]"), "1 name for 2 moves"),
            (text.replace(r#"["a", "b"]"#, "7"), "no names for 2 moves"),
            (text.replace("generator_names", "others"), "these are no moves"),
            (text.replace("[0, 2, 1]", "[0, 2]"), "the move b has 2 places"),
            (text.replace("[0, 2, 1]", "[0]"), "the move b has 1 place: expected 3 places"),
        ] {
            assert!(fault(&wrong).contains(expected), "{}", fault(&wrong));
        }
    }

    #[test]
    fn lengths_and_answers_are_read() {
        let lengths = read_lengths("id\tpuzzle_type\tfirst_place_length\n3\tx\t17\n4\tx\t\n").unwrap();
        assert_eq!(lengths, [("3".to_string(), 17)]);
        let answers = read_answers("id,moves\n3,a.-b.a\n4,\n").unwrap();
        assert_eq!(answers[0].moves, ["a", "-b", "a"]);
        assert!(answers[1].moves.is_empty());
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, expected) in [
            ("", "line 1, column 1: the table is empty"),
            ("id,sate\n", "there is no column initial_state"),
            ("puzzle_type,allowed_moves\nrow,{}\n", "line 2, column 5: there is no move"),
            (
                "puzzle_type,allowed_moves\nrow,\"{'a': [0, 0]}\"\n",
                "line 2, column 16: in the move a, 0 occurs twice",
            ),
            (
                "puzzle_type,allowed_moves\nrow,\"{'a': [0, 2]}\"\n",
                "line 2, column 16: in the move a, this is no place",
            ),
            (
                "puzzle_type,allowed_moves\nrow,\"{'a': [0], 'a': [0]}\"\n",
                "line 2, column 17: the move a occurs twice",
            ),
            (
                "puzzle_type,allowed_moves\nrow,\"{'a': [1, 0], 'b': [0]}\"\n",
                "the move b has 1 place: expected 2 places",
            ),
            ("puzzle_type,allowed_moves\nrow,\"{'a.b': [0]}\"\n", "this is no name of a move"),
            ("puzzle_type,allowed_moves\nrow,[0]\n", "these are no moves"),
            (
                "puzzle_type,allowed_moves\nr,{'a': [0]}\nr,{'a': [0]}\n",
                "line 3, column 1: r is defined twice",
            ),
            ("id,state,num_wildcards\n1,0;1,x\n", "line 2, column 7: this is no number"),
            ("id,state\n1,0;1\n1,0;1\n", "line 3, column 1: the id 1 occurs twice"),
        ] {
            assert!(fault(text).contains(expected), "{text}: {}", fault(text));
        }
    }
}
