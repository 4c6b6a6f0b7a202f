//! Results on standard output and messages on standard error, both as text or JSON.
//!
//! Start at [`Output`] and [`Record`]. A result is written and flushed as soon as it is known. If the reader has closed
//! its end (`| head`), the program ends quietly.

use crate::args::{Color, Global};
use crate::drawn_line;
use crate::exit::{Exit, Failure, Place};
use crate::interrupt;
use crate::printable::printable;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use permutant::puzzle::metric::Metric;
use serde_json::{Map, Value, json};
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// One result, both as text and as JSON.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// For people; one or more lines, without the final line feed.
    pub(crate) text: String,
    /// For programs.
    pub(crate) json: Map<String, Value>,
    /// The exit code that it implies.
    pub(crate) exit: Exit,
}

impl Record {
    /// A result of completed work. `json` must be an object.
    pub(crate) fn done(text: impl Into<String>, json: Value) -> Self {
        let json = match json {
            Value::Object(map) => map,
            other => Map::from_iter([("value".to_string(), other)]),
        };
        Record { text: text.into(), json, exit: Exit::Done }
    }

    /// The same result, with the item that it is about.
    pub(crate) fn about(mut self, item: &Item<'_>) -> Self {
        self.json.entry("input").or_insert_with(|| item.input.into());
        self.json.insert("number".into(), item.number.into());
        if let Some(line) = item.line {
            self.json.insert("line".into(), line.into());
        }
        self
    }

    /// The same result with another exit code.
    pub(crate) fn with_exit(self, exit: Exit) -> Self {
        Record { exit, ..self }
    }
}

/// Seconds, rounded to microseconds for output.
pub(crate) fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// The destination of results and messages.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    json: bool,
    quiet: bool,
    color: bool,
}

impl Output {
    /// The output according to the options.
    pub(crate) fn new(global: &Global) -> Self {
        let color = match global.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
            }
        };
        Output { json: global.json, quiet: global.quiet, color }
    }

    /// Whether progress is shown.
    pub(crate) fn draws_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Whether results are printed as text.
    pub(crate) fn is_text(&self) -> bool {
        !self.json
    }

    /// Whether anything except results and errors is printed.
    pub(crate) fn talks(&self) -> bool {
        !self.quiet
    }

    /// Writes a result and flushes it. An error means that the reader has closed its end or that the disk is full; the
    /// two are distinguished where the command ends.
    pub(crate) fn result(&self, record: &Record) -> io::Result<()> {
        interrupt::report(|| drawn_line::aside(|| self.write(record)))
    }

    fn write(&self, record: &Record) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            serde_json::to_writer(&mut out, &record.json)?;
            out.write_all(b"\n")?;
        } else {
            writeln!(out, "{}", printable(&record.text))?;
        }
        out.flush()
    }

    /// Writes a part of a result: as text without a line feed, or as JSON on a separate line.
    pub(crate) fn part(&self, record: &Record) -> io::Result<()> {
        if self.json { self.result(record) } else { self.raw(&record.text) }
    }

    /// Ends a line of text whose parts were written.
    pub(crate) fn end_parts(&self) -> io::Result<()> {
        if self.json { Ok(()) } else { self.raw("\n") }
    }

    /// Writes plain text unchanged, without adding a line feed, for other programs to read.
    pub(crate) fn raw(&self, text: &str) -> io::Result<()> {
        drawn_line::aside(|| {
            let mut out = io::stdout().lock();
            let text = if out.is_terminal() { printable(text) } else { text.into() };
            out.write_all(text.as_bytes())?;
            out.flush()
        })
    }

    /// Prints a message that is not a result.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            talk(&printable(text));
        }
    }

    /// Reports a failure on standard error. For several items or with --json it is also a result, so that a batch stays
    /// in step. `item` is the position or line that the failure is about, if any.
    pub(crate) fn failure(&self, failure: &Failure, item: Option<&Item<'_>>) -> io::Result<()> {
        if self.json {
            let record = Record::done("", failure_json(failure, item));
            self.result(&record)?;
        } else if let Some(item) = item.filter(|item| item.of != Some(1)) {
            // One line of output for each position of the input.
            let record = Record::done(format!("error: {}: {}", item.name(), one_line(failure)), json!({}));
            self.result(&record)?;
        }
        interrupt::report(|| talk(&render(failure, item, self.color)));
        Ok(())
    }
}

/// A length as cubers write it: 17f, 20q; without a letter in metrics that have none.
pub(crate) fn counted(length: u64, metric: &Metric) -> String {
    let unit = match metric.name() {
        "htm" | "ftm" => "f",
        "qtm" => "q",
        "stm" => "s",
        _ => "",
    };
    format!("{length}{unit}")
}

/// A number with its noun, which is in the singular after 1.
pub(crate) fn number_of(number: impl Display, [one, several]: [&str; 2]) -> String {
    let number = number.to_string();
    let noun = if number == "1" { one } else { several };
    format!("{number} {noun}")
}

/// A number as shown in a table or a message: all digits if there are at most twenty.
pub(crate) fn shortened(digits: &str) -> String {
    match digits.len() {
        0..=20 => digits.to_string(),
        count => format!("{}.{}e{}", &digits[..1], &digits[1..3], count - 1),
    }
}

/// One of the positions, algorithms or lines of the input, which a result or a failure is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'a> {
    /// The user's text, or the file and the number of the position in it.
    pub(crate) input: &'a str,
    /// Its number among them, from 1.
    pub(crate) number: usize,
    /// The number of items, if it is known.
    pub(crate) of: Option<usize>,
    /// The line number in standard input, from 1.
    pub(crate) line: Option<usize>,
}

impl Item<'_> {
    fn name(&self) -> String {
        self.line.map_or_else(|| self.input.to_string(), |line| format!("line {line}"))
    }
}

/// Writes to standard error. If that fails (`2>/dev/full`), the program still ends with the same exit code.
fn talk(text: &str) {
    drawn_line::aside(|| {
        let _ = writeln!(anstream::stderr(), "{text}");
    });
}

fn failure_json(failure: &Failure, item: Option<&Item<'_>>) -> Value {
    let mut json = json!({ "error": failure.message });
    if let Some(Place { origin, text, diagnostic, lines_before }) = failure.place.as_deref() {
        let position = diagnostic.position(text);
        json["origin"] = origin.as_str().into();
        json["line"] = (position.line + lines_before).into();
        json["column"] = position.column.into();
        json["token"] = diagnostic.token(text).into();
        if !diagnostic.expected.is_empty() {
            json["expected"] = diagnostic.expected.as_str().into();
        }
    }
    if let Some(item) = item {
        json["input"] = item.input.into();
        json["number"] = item.number.into();
        if let Some(line) = item.line {
            json["line"] = line.into();
        }
    }
    if let Some(help) = &failure.help {
        json["help"] = help.as_str().into();
    }
    json
}

fn one_line(failure: &Failure) -> String {
    let expected = failure.place.as_ref().map(|place| &place.diagnostic.expected);
    match expected.filter(|expected| !expected.is_empty()) {
        Some(expected) => format!("{}: expected {expected}", failure.message),
        None => failure.message.clone(),
    }
}

/// The message with the marked text, in the style of compilers. All of it is made [`printable`] before colours are
/// added. In the marked text, the renderer replaces control characters by pictures, except those of two bytes.
fn render(failure: &Failure, item: Option<&Item<'_>>, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let line = item.and_then(|item| item.line);
    let title = match item.filter(|item| item.of != Some(1)) {
        Some(item) if failure.place.is_none() || item.line.is_none() => {
            format!("{}: {}", item.name(), failure.message)
        }
        _ => failure.message.clone(),
    };
    let mut group = Level::ERROR
        .primary_title(printable(&title))
        .elements(Vec::<Snippet<'_, annotate_snippets::Annotation<'_>>>::new());
    if let Some(Place { origin, text, diagnostic, lines_before }) = failure.place.as_deref() {
        let (start, end) = (diagnostic.span.start.min(text.len()), diagnostic.span.end.min(text.len()));
        let annotation = AnnotationKind::Primary.span(start..end.max(start));
        let annotation = if diagnostic.expected.is_empty() {
            annotation
        } else {
            annotation.label(printable(&format!("expected {}", diagnostic.expected)).into_owned())
        };
        let first = line.unwrap_or(1 + lines_before);
        // A dot of two bytes as well, so that the mark stays in place.
        let text = text.replace(|c| matches!(c, '\u{80}'..='\u{9f}'), "\u{b7}");
        group = group
            .element(Snippet::source(text).path(printable(origin)).line_start(first).annotation(annotation));
    }
    if let Some(help) = &failure.help {
        group = group.element(Level::HELP.message(printable(help)));
    }
    renderer.render(&[group])
}
