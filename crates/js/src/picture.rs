//! Pictures of positions.

use crate::fault::Fault;
use crate::given;
use crate::request::{Drawing, Given};
use permutant::model::Model;
use permutant::puzzle::picture::{self, Canvas, Depiction, Scheme, Style, Theme, View, svg};
use serde_json::{Value, json};

/// The widths that the program accepts, too.
const WIDTHS: std::ops::RangeInclusive<u32> = 16..=20_000;

/// One of several values by its name.
fn choice<T: Copy>(what: &str, name: &str, values: &[(&str, T)]) -> Result<T, Fault> {
    values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or_else(|| {
        let known: Vec<_> = values.iter().map(|(known, _)| *known).collect();
        Fault::unsupported(&format!("{what} is '{name}'; expected {}", known.join(", ")))
    })
}

/// A picture as SVG.
pub(crate) fn svg(model: &Model, position: &Given, options: &Drawing) -> Result<Value, Fault> {
    let Drawing { view, scheme, theme, letters, width } = options;
    let views = [("solid", View::Solid), ("net", View::Net), ("stereographic", View::Stereographic)];
    let view = choice("view", view, &views)?;
    let scheme = choice("scheme", scheme, &[("usual", Scheme::Usual), ("safe", Scheme::Safe)])?;
    let themes = [("clear", Theme::Clear), ("light", Theme::Light), ("dark", Theme::Dark)];
    let theme = choice("theme", theme, &themes)?;
    if !WIDTHS.contains(width) {
        let (least, most) = (WIDTHS.start(), WIDTHS.end());
        return Err(Fault::unsupported(&format!("width is {width}; expected {least} to {most} pixels")));
    }
    let state = given::position(model, position)?.state;
    let name = model.puzzle.name();
    let look = model.look();
    let look = look.ok_or_else(|| Fault::unsupported(&format!("{name} has too many pieces to be drawn")))?;
    let blocks = picture::blocks(&model.puzzle, &look);
    let depiction = Depiction { view, scheme, blocks, ..Depiction::default() };
    let style = Style { width: *width, letters: *letters || look.is_numbered(), theme };
    let canvas = Canvas::new(&look.picture(model.puzzle.solved(), &state, &depiction), style);
    Ok(json!({ "svg": svg::write(&canvas, name) }))
}
