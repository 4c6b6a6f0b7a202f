//! Results on standard output, talk on standard error, each as text and as JSON.
//!
//! Start at [`Output`] and [`Record`]. A result is written and flushed as soon as it is known. A reader that has
//! gone away (`| head`) ends the program quietly.

use crate::args::{Color, Global};
use crate::drawn_line;
use crate::exit::{Exit, Failure, Place};
use crate::interrupt;
use crate::printable::printable;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use permutant::puzzle::metric::Metric;
use serde_json::{Map, Value, json};
use std::io::{self, IsTerminal, Write};

/// One result: the same as text and as JSON.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// For people; one or more lines, without the last line feed.
    pub(crate) text: String,
    /// For programs.
    pub(crate) json: Map<String, Value>,
    /// The exit code that it stands for.
    pub(crate) exit: Exit,
}

impl Record {
    /// A result of a thing that was done. `json` must be an object.
    pub(crate) fn done(text: impl Into<String>, json: Value) -> Self {
        let json = match json {
            Value::Object(map) => map,
            other => Map::from_iter([("value".to_string(), other)]),
        };
        Record { text: text.into(), json, exit: Exit::Done }
    }

    /// The same result, which tells what it is about too.
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

/// Seconds to the microsecond, as they are told.
pub(crate) fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// Where results and messages go.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    json: bool,
    quiet: bool,
    color: bool,
}

impl Output {
    /// As the user asked.
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

    /// Whether progress may be drawn.
    pub(crate) fn draws_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Whether anything but results and errors is said.
    pub(crate) fn talks(&self) -> bool {
        !self.quiet
    }

    /// Writes a result and flushes it. An error means that the reader has gone or that the disk is full; which of
    /// the two is told where it ends the command.
    pub(crate) fn result(&self, record: &Record) -> io::Result<()> {
        interrupt::hold(|| drawn_line::aside(|| self.write(record)))
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

    /// Writes a part of a result: as text without a line feed, as JSON on a line of its own.
    pub(crate) fn part(&self, record: &Record) -> io::Result<()> {
        if self.json { self.result(record) } else { self.raw(&record.text) }
    }

    /// Ends the line of text of which parts were written.
    pub(crate) fn end_parts(&self) -> io::Result<()> {
        if self.json { Ok(()) } else { self.raw("\n") }
    }

    /// Writes bare text, without a line feed of its own: as it is where another program reads it.
    pub(crate) fn raw(&self, text: &str) -> io::Result<()> {
        drawn_line::aside(|| {
            let mut out = io::stdout().lock();
            let text = if out.is_terminal() { printable(text) } else { text.into() };
            out.write_all(text.as_bytes())?;
            out.flush()
        })
    }

    /// Says something that is not a result.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            talk(&printable(text));
        }
    }

    /// Tells a failure: on standard error, and as a result too where there are several or with --json, so that a batch stays in
    /// step. `item` is what it is about, if that is one of the positions or lines that were given.
    pub(crate) fn failure(&self, failure: &Failure, item: Option<&Item<'_>>) -> io::Result<()> {
        if self.json {
            let record = Record::done("", failure_json(failure, item));
            self.result(&record)?;
        } else if let Some(item) = item.filter(|item| item.of != Some(1)) {
            // One line out for each position in.
            let record = Record::done(format!("error: {}: {}", item.name(), one_line(failure)), json!({}));
            self.result(&record)?;
        }
        talk(&render(failure, item, self.color));
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

/// One of the positions, algorithms or lines that were given, which a result or a failure is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'a> {
    /// What the user wrote, or the file and the number of the position in it.
    pub(crate) input: &'a str,
    /// Its number among them, from 1.
    pub(crate) number: usize,
    /// How many there are, where that is known.
    pub(crate) of: Option<usize>,
    /// The line of standard input, from 1.
    pub(crate) line: Option<usize>,
}

impl Item<'_> {
    fn name(&self) -> String {
        self.line.map_or_else(|| self.input.to_string(), |line| format!("line {line}"))
    }
}

/// Writes to standard error. Nobody may listen there (`2>/dev/full`): that is no reason to end otherwise.
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

/// The message with the marked text, as compilers show it. All of it is made [`printable`] before colours come in; in the marked
/// text the renderer shows control characters as pictures of them, but for those of two bytes.
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
        // A dot of two bytes too, so that the mark stays where it is.
        let text = text.replace(|c| matches!(c, '\u{80}'..='\u{9f}'), "\u{b7}");
        group = group
            .element(Snippet::source(text).path(printable(origin)).line_start(first).annotation(annotation));
    }
    if let Some(help) = &failure.help {
        group = group.element(Level::HELP.message(printable(help)));
    }
    renderer.render(&[group])
}
