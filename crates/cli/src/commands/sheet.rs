//! Results that are lines or pictures: sheets of pictures with text beside them (scrambles of a round, or a gallery of positions), and
//! lines on standard output or in a file.
//!
//! Start at [`Sheet::new`] and [`Lines::new`].

use super::{Context, End};
use crate::args::SheetFormat;
use crate::drawing::Drawing;
use crate::exit::Failure;
use crate::inputs;
use crate::interrupt;
use crate::output::Record;
use permutant::model::Model;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::picture::{self, Canvas, Depiction, Entry, Look, Loose, View, gallery, sheet, svg};
use permutant::puzzle::state::State;
use serde_json::{Value, json};
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// The greatest number of entries on a sheet.
pub(crate) const MOST_ENTRIES: u64 = 1000;

/// The width of a sheet in pixels: A4 paper at 96 pixels per inch; a PNG file has twice as many.
const WIDTH: u32 = 794;

/// How the entries of a sheet are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrangement {
    /// A row each, with a label, its text, and the net of a solid.
    Rows,
    /// Four in a row, each a picture of the solid with its text below.
    Gallery,
}

/// A sheet that is being filled.
pub(crate) struct Sheet<'a> {
    model: &'a Model,
    format: SheetFormat,
    file: Option<&'a Path>,
    look: Look,
    arrangement: Arrangement,
    title: String,
    entries: Vec<Entry>,
}

impl<'a> Sheet<'a> {
    /// `None` if lines of text were requested. Refuses puzzles that cannot be drawn, and PNG without a file.
    pub(crate) fn new(
        model: &'a Model,
        (format, file): (Option<SheetFormat>, Option<&'a Path>),
        arrangement: Arrangement,
        title: String,
    ) -> Result<Option<Self>, Failure> {
        let format = SheetFormat::of(format, file);
        Drawing::check_ending(file, &format)?;
        match format {
            SheetFormat::Text => return Ok(None),
            SheetFormat::Png if file.is_none() => return Err(Drawing::no_file()),
            SheetFormat::Svg | SheetFormat::Png => {}
        }
        let look = Drawing::look(model)?;
        Ok(Some(Sheet { model, format, file, look, arrangement, title, entries: Vec::new() }))
    }

    /// Adds an entry with a picture of a position, to which these turns lead from the solved state if it shows what a state does not say.
    pub(crate) fn add(&mut self, label: String, lines: Vec<String>, state: &State, turns: &[Turn]) {
        let mut loose = Loose::home(&self.look);
        loose.turn(&self.look, turns);
        let depiction = Depiction {
            view: match self.arrangement {
                Arrangement::Rows => View::Net,
                Arrangement::Gallery => View::Solid,
            },
            blocks: picture::blocks(&self.model.puzzle, &self.look),
            loose,
            ..Depiction::default()
        };
        let picture = self.look.picture(self.model.puzzle.solved(), state, &depiction);
        self.entries.push(Entry { label, lines, picture });
    }

    /// Writes the sheet to its file, or as a result.
    pub(crate) fn write(&self, context: &Context) -> Result<(), End> {
        let drawn = |pixels| -> Canvas {
            match self.arrangement {
                Arrangement::Rows => sheet(&self.title, &self.entries, pixels),
                Arrangement::Gallery => gallery(&self.title, &self.entries, pixels),
            }
        };
        match (self.format, self.file) {
            (SheetFormat::Png, Some(path)) => {
                let bytes = permutant_raster::png(&drawn(2 * WIDTH))
                    .map_err(|fault| Failure::bad_input(fault.to_string()))?;
                inputs::write_bytes(path, &bytes)?;
            }
            (_, Some(path)) => inputs::write_text(path, &svg::write(&drawn(WIDTH), &self.title))?,
            (_, None) => {
                let text = svg::write(&drawn(WIDTH), &self.title);
                let json = json!({ "puzzle": self.model.puzzle.name(), "title": self.title, "svg": text });
                context.output.result(&Record::done(text.trim_end(), json))?;
            }
        }
        Ok(())
    }
}

/// Results as lines, each written as soon as it is known.
pub(crate) struct Lines<'a> {
    context: &'a Context,
    path: Option<&'a Path>,
    file: Option<File>,
}

impl<'a> Lines<'a> {
    /// Lines on standard output, or in a file, which is created with the first line.
    pub(crate) fn new(context: &'a Context, path: Option<&'a Path>) -> Self {
        Lines { context, path, file: None }
    }

    /// Writes a line.
    pub(crate) fn add(&mut self, record: Record) -> Result<(), End> {
        let Some(path) = self.path else { return Ok(self.context.output.result(&record)?) };
        let json = self.context.global.json;
        let text = if json { Value::Object(record.json).to_string() } else { record.text };
        let file = self.file.take().map_or_else(|| File::create(path), Ok);
        let written = interrupt::hold(|| file.and_then(|mut file| writeln!(file, "{text}").map(|()| file)));
        self.file = Some(written.map_err(|error| inputs::unwritable(path, &error))?);
        Ok(())
    }
}
