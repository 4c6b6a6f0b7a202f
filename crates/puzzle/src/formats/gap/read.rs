//! Reads generators in common forms: files of GAP and Sage, and plain lists of cycles or of images.
//!
//! Start at [`read`]. A text is a list of statements. Each is an expression with an optional label. Expressions
//! consist of cycles, labels, lists and groups, and of products, quotients, powers and conjugates of permutations.

use super::super::budget::Budget;
use super::super::move_names::role_of;
use super::points::Points;
use super::scan::Scanner;
use super::{ORBIT, named_groups};
use crate::definition::{Action, Definition, Generator, Role};
use crate::diagnostic::Diagnostic;
use crate::orbit::Orbit;
use crate::transformation::{OrbitTransformation, Transformation};
use std::collections::HashMap;
use std::ops::Range;

/// What is expected in place of a permutation or a group.
const EXPRESSION: &str = "cycles `(1,2,3)(4,5)`, images `[2,3,1]`, a label given before, or `Group( … )`";

/// The value of an expression.
#[derive(Clone)]
enum Value {
    One(Item),
    /// A list of permutations.
    Many(Vec<Item>),
    Group(Vec<Item>),
}

/// A permutation, either with a name or new.
#[derive(Clone)]
enum Item {
    Known(usize),
    New(Points),
}

/// A permutation that will be a move.
struct Named {
    label: String,
    points: Points,
    span: Range<usize>,
}

/// The value of a label.
enum Stored {
    Permutation(usize),
    /// A list or a group.
    Value(Value),
}

struct Reader<'t> {
    scan: Scanner<'t>,
    budget: Budget,
    permutations: Vec<Named>,
    labels: HashMap<String, Stored>,
    /// The last number given to a permutation without a label.
    unnamed: usize,
    /// Numbers of the permutations in the groups, if there is a group.
    grouped: Option<Vec<usize>>,
}

/// Reads generators. O(length of the text + operations × points).
///
/// The reader accepts
/// - statements `LABEL := …;` and expressions without a label, whose permutations are named `g1`, `g2`, … by their
///   number in the text; a text without `;` has one statement per line, and Sage's `=` is `:=`;
/// - cycles `(1,2,3)(4,5)` of points from 1, images `[2,3,1]` (from 0 if one of them is 0), `PermList([2,3,1])`, and
///   lines that contain only images, `2 3 1`;
/// - products `a*b` (first `a`, as in GAP), `a/b`, powers `a^-2`, conjugates `a^b`, parentheses;
/// - lists `[a, b]`; `Group(…)` and Sage's `PermutationGroup(…)` of permutations or of a list, in which a list of cycles is their
///   product; GAP's `SymmetricGroup(n)`, `AlternatingGroup(n)`, `CyclicGroup(n)`, `DihedralGroup(n)` of order n, each also with
///   `IsPermGroup,` before the number, and `MathieuGroup(n)`, with the generators that GAP gives them.
///
/// Without a group, every named permutation is a turn. With a group, those in it are turns, and the others are known by
/// name.
///
/// ```
/// let text = "# two swaps\na := (1,2); gens := [a, a^(1,2,3)]; G := Group(gens);";
/// let definition = permutant_puzzle::formats::gap::read(text)?;
/// assert_eq!((definition.orbits[0].pieces, definition.generators.len()), (3, 2));
/// # Ok::<(), permutant_puzzle::diagnostic::Diagnostic>(())
/// ```
pub fn read(text: &str) -> Result<Definition, Diagnostic> {
    let mut reader = Reader {
        scan: Scanner::new(text),
        budget: Budget::new(),
        permutations: Vec::new(),
        labels: HashMap::new(),
        unnamed: 0,
        grouped: None,
    };
    let comments = reader.scan.head_comments();
    while reader.scan.peek().is_some() {
        reader.statement()?;
    }
    let mut definition = reader.build()?;
    definition.comments = comments;
    Ok(definition)
}

impl Reader<'_> {
    fn statement(&mut self) -> Result<(), Diagnostic> {
        let begin = self.scan.here().start;
        if let Some(line) = self.scan.line_of_images() {
            let points = self.images(line.clone())?;
            self.scan.at = line.end;
            self.name_anonymous(Item::New(points), line)?;
            return Ok(());
        }
        if !self.scan.eat(b';') {
            let label = self.assignment();
            if label.is_none() {
                self.scan.at = begin;
            }
            let start = self.scan.here().start;
            let value = self.expression()?;
            self.settle(label, value, start..self.scan.at)?;
            self.end_of_statement()?;
        }
        debug_assert!(self.scan.at > begin);
        Ok(())
    }

    /// `LABEL :=`, or Sage's `LABEL =`.
    fn assignment(&mut self) -> Option<(String, Range<usize>)> {
        let label = self.scan.label()?;
        let sign = if self.scan.goes_on(b":=") == Some(b':') { ":=" } else { "=" };
        let follows = self.scan.text[self.scan.at..].starts_with(sign)
            && !self.scan.text[self.scan.at..].starts_with("==");
        self.scan.at += if follows { sign.len() } else { 0 };
        follows.then_some(label)
    }

    fn end_of_statement(&mut self) -> Result<(), Diagnostic> {
        let before = self.scan.at;
        if self.scan.eat(b';') {
            self.scan.eat(b';');
            return Ok(());
        }
        let ended = self.scan.peek().is_none() || self.scan.text[before..self.scan.at].contains(['\n', '\r']);
        if ended || (self.scan.lines && self.scan.eat(b',')) {
            return Ok(());
        }
        Err(self.scan.fault("where a statement ends", "`;`"))
    }

    /// Stores the result of a statement.
    fn settle(
        &mut self,
        label: Option<(String, Range<usize>)>,
        value: Value,
        span: Range<usize>,
    ) -> Result<(), Diagnostic> {
        let (value, label) = match (value, label) {
            (Value::One(item), Some((label, at))) => {
                let points = self.permutation(Value::One(item), span)?;
                return self.add(label, points, at);
            }
            (Value::One(Item::Known(_)), None) => return Ok(()),
            (Value::One(item), None) => return self.name_anonymous(item, span).map(drop),
            (Value::Many(items), label) => {
                let known = self.all_named(items, &span)?;
                (Value::Many(known), label)
            }
            (Value::Group(items), label) => {
                let known = self.all_named(items, &span)?;
                let numbers = known.iter().filter_map(|item| match item {
                    Item::Known(index) => Some(*index),
                    Item::New(_) => None,
                });
                self.grouped.get_or_insert_default().extend(numbers);
                (Value::Group(known), label)
            }
        };
        if let Some((label, at)) = label {
            self.reserve(&label, at)?;
            self.labels.insert(label, Stored::Value(value));
        }
        Ok(())
    }

    /// The same permutations, each with a name.
    fn all_named(&mut self, items: Vec<Item>, span: &Range<usize>) -> Result<Vec<Item>, Diagnostic> {
        self.budget.take_cells(items.len(), span.clone())?;
        items.into_iter().map(|item| self.name_anonymous(item, span.clone()).map(Item::Known)).collect()
    }

    /// The number of a permutation, which receives a name if it has none.
    fn name_anonymous(&mut self, item: Item, span: Range<usize>) -> Result<usize, Diagnostic> {
        let points = match item {
            Item::Known(index) => return Ok(index),
            Item::New(points) => points,
        };
        // Numbers only increase, so that a text full of such labels is read in linear time.
        self.unnamed = self.unnamed.max(self.permutations.len()) + 1;
        while self.labels.contains_key(&format!("g{}", self.unnamed)) {
            self.unnamed += 1;
        }
        self.add(format!("g{}", self.unnamed), points, span)?;
        Ok(self.permutations.len() - 1)
    }

    fn reserve(&self, label: &str, span: Range<usize>) -> Result<(), Diagnostic> {
        if self.labels.contains_key(label) {
            return Err(
                Diagnostic::new(span, format!("`{label}` is given a second time")).expected("another label")
            );
        }
        Ok(())
    }

    fn add(&mut self, label: String, points: Points, span: Range<usize>) -> Result<(), Diagnostic> {
        self.reserve(&label, span.clone())?;
        self.labels.insert(label.clone(), Stored::Permutation(self.permutations.len()));
        self.permutations.push(Named { label, points, span });
        Ok(())
    }

    fn points<'a>(&'a self, item: &'a Item) -> &'a Points {
        match item {
            Item::Known(index) => &self.permutations[*index].points,
            Item::New(points) => points,
        }
    }

    /// Products and quotients of powers.
    fn expression(&mut self) -> Result<Value, Diagnostic> {
        let start = self.scan.here().start;
        let mut left = self.power()?;
        while let Some(sign) = self.scan.goes_on(b"*/") {
            self.scan.at += 1;
            let first = self.permutation(left, start..self.scan.at - 1)?;
            let at = self.scan.here().start;
            let right = self.power()?;
            let right = self.permutation(right, at..self.scan.at)?;
            let right = if sign == b'/' { right.inverse() } else { right };
            left = Value::One(Item::New(self.made(first.then(&right), start)?));
        }
        Ok(left)
    }

    /// A primary, with powers `^3` and conjugates `^a` after it.
    fn power(&mut self) -> Result<Value, Diagnostic> {
        let start = self.scan.here().start;
        let mut base = self.primary()?;
        while self.scan.goes_on(b"^").is_some() {
            self.scan.at += 1;
            let points = self.permutation(base, start..self.scan.at - 1)?;
            let at = self.scan.here().start;
            let made = if let Some(exponent) = self.scan.whole_number()? {
                points.power(exponent)
            } else {
                let by = self.primary()?;
                let by = self.permutation(by, at..self.scan.at)?;
                by.inverse().then(&points).then(&by)
            };
            base = Value::One(Item::New(self.made(made, start)?));
        }
        Ok(base)
    }

    /// Charges a new permutation to the budget of the text.
    fn made(&mut self, points: Points, start: usize) -> Result<Points, Diagnostic> {
        self.budget.take_cells(points.len(), start..self.scan.at)?;
        Ok(points)
    }

    /// The single permutation that an expression denotes.
    fn permutation(&mut self, value: Value, span: Range<usize>) -> Result<Points, Diagnostic> {
        match value {
            Value::One(Item::Known(index)) => {
                let points = self.permutations[index].points.clone();
                self.budget.take_cells(points.len(), span)?;
                Ok(points)
            }
            Value::One(Item::New(points)) => Ok(points),
            Value::Many(_) | Value::Group(_) => {
                let what = self.scan.text[span.clone()].trim();
                Err(Diagnostic::new(span, format!("`{what}` is not one permutation"))
                    .expected("a permutation"))
            }
        }
    }

    fn primary(&mut self) -> Result<Value, Diagnostic> {
        match self.scan.peek() {
            Some(b'(') if self.scan.begins_a_cycle() => {
                let start = self.scan.at;
                let points = self.cycles()?;
                Ok(Value::One(Item::New(self.made(points, start)?)))
            }
            Some(b'(') => {
                self.scan.open(b'(', "where an expression begins")?;
                let value = self.expression()?;
                self.scan.close(b')', "after an expression")?;
                Ok(value)
            }
            Some(b'[') => self.list(),
            // Sage's permutations in quotes.
            Some(quote @ (b'"' | b'\'')) => {
                self.scan.open(quote, "where a permutation begins")?;
                let value = self.primary()?;
                self.scan.close(quote, "after a permutation")?;
                Ok(value)
            }
            _ => self.named(),
        }
    }

    fn cycles(&mut self) -> Result<Points, Diagnostic> {
        let mut cycles = Vec::new();
        let mut seen = HashMap::new();
        while self.scan.goes_on(b"(").is_some() {
            self.scan.open(b'(', "where a cycle begins")?;
            let mut cycle = Vec::new();
            while self.scan.peek() != Some(b')') {
                let (point, span) = self.scan.point()?;
                if seen.insert(point, ()).is_some() {
                    return Err(Diagnostic::new(span, format!("point {point} occurs a second time"))
                        .expected("every point once in a permutation"));
                }
                cycle.push(point);
                if !self.scan.eat(b',') {
                    break;
                }
            }
            self.scan.close(b')', "in a cycle")?;
            cycles.push(cycle);
        }
        Ok(Points::from_cycles(cycles.iter().map(Vec::as_slice)))
    }

    /// A list of permutations, or of the images of one.
    fn list(&mut self) -> Result<Value, Diagnostic> {
        let start = self.scan.at;
        self.scan.open(b'[', "where a list begins")?;
        let inside = self.scan.at;
        let end =
            inside + self.scan.text[inside..].find([']', '[', '(']).unwrap_or(self.scan.text.len() - inside);
        let body = &self.scan.text[inside..end];
        let numbers = body.bytes().all(|b| b.is_ascii_digit() || b <= b' ' || b == b',');
        if numbers && body.contains(|c: char| c.is_ascii_digit()) && self.scan.text[end..].starts_with(']') {
            self.scan.at = end;
            self.scan.close(b']', "in a list")?;
            let points = self.images(inside..end)?;
            return Ok(Value::One(Item::New(self.made(points, start)?)));
        }
        let mut items = Vec::new();
        while self.scan.peek() != Some(b']') {
            let at = self.scan.here().start;
            match self.expression()? {
                Value::One(item) => items.push(item),
                // Sage writes a permutation as the list of its cycles.
                Value::Many(cycles) => {
                    let mut product = Points::identity();
                    for cycle in &cycles {
                        product = product.then(self.points(cycle));
                    }
                    items.push(Item::New(self.made(product, at)?));
                }
                Value::Group(_) => {
                    return Err(Diagnostic::new(at..self.scan.at, "a group stands in a list")
                        .expected("permutations"));
                }
            }
            if !self.scan.eat(b',') {
                break;
            }
        }
        self.scan.close(b']', "in a list")?;
        Ok(Value::Many(items))
    }

    /// The images in a range of the text: all numbers from 1 or from 0, without gaps.
    fn images(&self, range: Range<usize>) -> Result<Points, Diagnostic> {
        let mut images: Vec<(usize, Range<usize>)> = Vec::new();
        let mut at = range.start;
        for word in self.scan.text[range.clone()].split(|c: char| !c.is_ascii_digit()) {
            let span = at..at + word.len();
            at = span.end + 1;
            if word.is_empty() {
                continue;
            }
            let number = word.parse().map_err(|_| {
                Diagnostic::new(span.clone(), "an image is too large").expected("a number of a point")
            })?;
            images.push((number, span));
        }
        let first = usize::from(images.iter().all(|&(number, _)| number > 0));
        if images.len() >= usize::from(u16::MAX) {
            return Err(Diagnostic::new(range, "there are too many images").expected("at most 65534"));
        }
        let mut seen = vec![false; images.len()];
        for (number, span) in &images {
            let Some(seen) = number.checked_sub(first).and_then(|point| seen.get_mut(point)) else {
                return Err(Diagnostic::new(span.clone(), format!("{number} is no image here"))
                    .expected(format!("a number from {first} to {}", images.len() - 1 + first)));
            };
            if std::mem::replace(seen, true) {
                return Err(Diagnostic::new(
                    span.clone(),
                    format!("the image {number} occurs a second time"),
                )
                .expected("every image once"));
            }
        }
        Ok(Points::from_images(images.into_iter().map(|(number, _)| (number - first) as u16).collect()))
    }

    /// A label defined before, or a call of a function that makes a permutation or a group.
    fn named(&mut self) -> Result<Value, Diagnostic> {
        let Some((label, span)) = self.scan.label() else {
            return Err(self.scan.fault("where a permutation belongs", EXPRESSION));
        };
        if self.scan.goes_on(b"(").is_some() {
            return self.call(&label, span);
        }
        match self.labels.get(&label) {
            Some(Stored::Permutation(index)) => Ok(Value::One(Item::Known(*index))),
            Some(Stored::Value(value)) => {
                let (Value::Many(items) | Value::Group(items)) = value else {
                    unreachable!("single permutations are stored by number")
                };
                self.budget.take_cells(items.len(), span)?;
                Ok(value.clone())
            }
            None => {
                Err(Diagnostic::new(span, format!("there is no permutation `{label}`")).expected(EXPRESSION))
            }
        }
    }

    fn call(&mut self, function: &str, span: Range<usize>) -> Result<Value, Diagnostic> {
        match function {
            "Group" | "GroupWithGenerators" | "PermutationGroup" => self.group(),
            "PermList" => {
                self.scan.open(b'(', "after `PermList`")?;
                let at = self.scan.here().start;
                let value = self.expression()?;
                let points = self.permutation(value, at..self.scan.at)?;
                self.scan.close(b')', "after a list")?;
                Ok(Value::One(Item::New(points)))
            }
            name if named_groups::is_known(name) => {
                self.scan.open(b'(', "after the name of a group")?;
                let mut at = self.scan.here().start;
                if self.scan.label().is_some_and(|(label, _)| label == "IsPermGroup") {
                    self.scan.need(b',', "after `IsPermGroup`")?;
                    at = self.scan.here().start;
                } else {
                    self.scan.at = at;
                }
                let (number, at) = match self.scan.whole_number()? {
                    Some(number) => (number, at..self.scan.at),
                    None => {
                        return Err(self.scan.fault("where the number of a group belongs", "a whole number"));
                    }
                };
                self.scan.close(b')', "after the number of a group")?;
                let generators = named_groups::generators(name, number).map_err(|expected| {
                    Diagnostic::new(at.clone(), format!("there is no {name}({number}) here"))
                        .expected(expected)
                })?;
                for points in &generators {
                    self.budget.take_cells(points.len(), at.clone())?;
                }
                Ok(Value::Group(generators.into_iter().map(Item::New).collect()))
            }
            _ => Err(Diagnostic::new(span, format!("`{function}` is no function that is known here"))
                .expected("permutations and groups alone; commands of GAP and Sage are not carried out")),
        }
    }

    /// `( permutation, … )` or `( list )`.
    fn group(&mut self) -> Result<Value, Diagnostic> {
        self.scan.open(b'(', "after `Group`")?;
        let mut members = Vec::new();
        while self.scan.peek() != Some(b')') {
            let at = self.scan.here().start;
            match self.expression()? {
                Value::One(item) => members.push(item),
                Value::Many(items) | Value::Group(items) => {
                    self.budget.take_cells(items.len(), at..self.scan.at)?;
                    members.extend(items);
                }
            }
            if !self.scan.eat(b',') {
                break;
            }
        }
        self.scan.close(b')', "in a group")?;
        Ok(Value::Group(members))
    }

    fn build(mut self) -> Result<Definition, Diagnostic> {
        if self.permutations.is_empty() {
            let end = self.scan.text.len();
            return Err(
                Diagnostic::new(end..end, "no permutation is given").expected("`LABEL := (1,2,3)(4,5);`")
            );
        }
        // A trivial group has one point.
        let most = self.permutations.iter().map(|named| named.points.len()).max().unwrap_or(0).max(1);
        let orbit = Orbit { name: ORBIT.into(), pieces: most as u16, orientations: 1 };
        let mut budget = Budget::new();
        budget.take_slots(most, 0..0)?;
        let mut turns = vec![self.grouped.is_none(); self.permutations.len()];
        for index in self.grouped.take().unwrap_or_default() {
            turns[index] = true;
        }
        let mut definition = Definition::new("Unnamed", vec![orbit.clone()]);
        for (Named { label: name, points, span }, turn) in self.permutations.into_iter().zip(turns) {
            budget.take_cells(most, span.clone())?;
            // In GAP a point goes to its image, so the slot of the image receives the content of the slot of the point.
            let part = OrbitTransformation::new(&orbit, points.inverse().images(most), vec![0; most])
                .map_err(|fault| Diagnostic::new(span, fault.to_string()))?;
            let role = match (turn, role_of(&name)) {
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
