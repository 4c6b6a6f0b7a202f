//! Pictures of positions.
//!
//! Start at [`Picture`].

use crate::errors::unsupported;
use crate::work;
use permutant::model::Model;
use permutant::puzzle::picture::{self, Canvas, Depiction, Scheme, Style, Theme, View, svg};
use permutant::puzzle::state::State;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

/// The usual width in pixels.
pub(crate) const WIDTH: u32 = 400;
/// The widths that the program accepts, too.
const WIDTHS: std::ops::RangeInclusive<u32> = 16..=20_000;

/// A picture, which Jupyter shows by itself.
#[pyclass(frozen, module = "permutant")]
#[derive(Debug)]
pub(crate) struct Picture {
    canvas: Canvas,
    title: String,
}

/// The arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options<'a> {
    pub(crate) view: &'a str,
    pub(crate) scheme: &'a str,
    pub(crate) theme: &'a str,
    pub(crate) letters: bool,
    pub(crate) width: u32,
}

/// One of several values by its name.
fn choice<T: Copy>(what: &str, name: &str, values: &[(&str, T)]) -> PyResult<T> {
    values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or_else(|| {
        let known: Vec<_> = values.iter().map(|(known, _)| *known).collect();
        unsupported(&format!("{what} is '{name}'; expected {}", known.join(", ")))
    })
}

impl Picture {
    /// Draws a state.
    pub(crate) fn new(model: &Model, py: Python<'_>, state: &State, options: &Options<'_>) -> PyResult<Self> {
        let views = [("solid", View::Solid), ("net", View::Net), ("stereographic", View::Stereographic)];
        let view = choice("view", options.view, &views)?;
        let scheme = choice("scheme", options.scheme, &[("usual", Scheme::Usual), ("safe", Scheme::Safe)])?;
        let themes = [("clear", Theme::Clear), ("light", Theme::Light), ("dark", Theme::Dark)];
        let theme = choice("theme", options.theme, &themes)?;
        if !WIDTHS.contains(&options.width) {
            return Err(unsupported(&format!(
                "width is {}; expected {} to {} pixels",
                options.width,
                WIDTHS.start(),
                WIDTHS.end()
            )));
        }
        let canvas = work::at_once(py, None, |_| {
            let look = model.look()?;
            let blocks = picture::blocks(&model.puzzle, &look);
            let depiction = Depiction { view, scheme, blocks, ..Depiction::default() };
            let style = Style { width: options.width, letters: options.letters || look.is_numbered(), theme };
            Some(Canvas::new(&look.picture(model.puzzle.solved(), state, &depiction), style))
        })?;
        let title = model.puzzle.name().to_string();
        match canvas {
            Some(canvas) => Ok(Picture { canvas, title }),
            None => Err(unsupported(&format!("{title} has too many pieces to be drawn"))),
        }
    }

    fn bytes(&self) -> PyResult<Vec<u8>> {
        permutant_raster::png(&self.canvas).map_err(|fault| unsupported(&fault))
    }
}

#[pymethods]
impl Picture {
    /// The picture as SVG.
    pub(crate) fn svg(&self) -> String {
        svg::write(&self.canvas, &self.title)
    }

    /// The picture as the bytes of a PNG file.
    fn png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = work::at_once(py, None, |_| self.bytes())??;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes the picture to a file, as SVG or PNG according to its ending.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        let bytes = match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("svg") => self.svg().into_bytes(),
            Some("png") => work::at_once(py, None, |_| self.bytes())??,
            _ => return Err(unsupported("the name of a picture ends in .svg or .png")),
        };
        Ok(std::fs::write(path, bytes)?)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.png(py)
    }

    fn __repr__(&self) -> String {
        let [width, height] = self.canvas.pixels;
        format!("<permutant.Picture of {}, {width} x {height}>", self.title)
    }
}
