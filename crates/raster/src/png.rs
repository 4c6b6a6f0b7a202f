//! Pictures as PNG: tiny-skia paints the canvas. Words are drawn as strokes, so no font is needed.
//!
//! Start at [`png`].

use crate::strokes;
use permutant_puzzle::picture::{Canvas, Flat, Outline};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

/// The greatest number of pixels of a picture: 400 MB.
const MOST_PIXELS: u64 = 100_000_000;

/// The reason why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RasterError {
    /// It would have too many pixels.
    #[error("a picture of {0} by {1} pixels is too large; ask for a smaller width")]
    TooLarge(u32, u32),
    /// It has no pixels, or could not be encoded.
    #[error("no picture of {0} by {1} pixels can be made")]
    Impossible(u32, u32),
}

/// The picture as a PNG file. O(pixels).
///
/// # Errors
///
/// If it would have more than a hundred million pixels, or none.
pub fn png(canvas: &Canvas) -> Result<Vec<u8>, RasterError> {
    let [width, height] = canvas.pixels;
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(RasterError::TooLarge(width, height));
    }
    let impossible = RasterError::Impossible(width, height);
    let mut pixmap = Pixmap::new(width, height).ok_or(impossible.clone())?;
    if let Some(background) = canvas.background {
        pixmap.fill(colour(background));
    }
    let [left, top, wide, _] = canvas.frame;
    let scale = f64::from(width) / wide;
    let view = Transform::from_row(
        scale as f32,
        0.0,
        0.0,
        scale as f32,
        (-left * scale) as f32,
        (-top * scale) as f32,
    );
    let line = |width: f64| Stroke {
        width: width as f32,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    };
    for fill in &canvas.fills {
        let Some(path) = outline(&fill.outline) else { continue };
        pixmap.fill_path(&path, &paint(fill.colour), FillRule::Winding, view, None);
        pixmap.stroke_path(&path, &paint(canvas.body), &line(canvas.line), view, None);
    }
    for bridge in &canvas.bridges {
        let Some(path) = polyline(&bridge.line, false) else { continue };
        let butt = Stroke { line_cap: LineCap::Butt, ..line(bridge.width) };
        pixmap.stroke_path(&path, &paint(bridge.colour), &butt, view, None);
    }
    for arrow in &canvas.arrows {
        if let Some(path) = polyline(&arrow.shaft, false) {
            pixmap.stroke_path(&path, &paint(canvas.ink), &line(arrow.width), view, None);
        }
        if let Some(path) = polyline(&arrow.tip, true) {
            pixmap.fill_path(&path, &paint(canvas.ink), FillRule::Winding, view, None);
        }
    }
    for word in &canvas.words {
        for stroke in strokes::of_word(word) {
            if let Some(path) = polyline(&stroke, false) {
                pixmap.stroke_path(&path, &paint(word.colour), &line(0.11 * word.size), view, None);
            }
        }
    }
    pixmap.encode_png().map_err(|_| impossible)
}

fn colour(colour: u32) -> Color {
    let [_, red, green, blue] = colour.to_be_bytes();
    Color::from_rgba8(red, green, blue, 255)
}

fn paint(of: u32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(colour(of));
    paint.anti_alias = true;
    paint
}

fn outline(outline: &Outline) -> Option<Path> {
    match outline {
        Outline::Polygon(corners) => polyline(corners, true),
        Outline::Disc { centre: [x, y], radius } => {
            PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32)
        }
    }
}

fn polyline(points: &[Flat], is_closed: bool) -> Option<Path> {
    let (first, rest) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(first[0] as f32, first[1] as f32);
    rest.iter().for_each(|[x, y]| path.line_to(*x as f32, *y as f32));
    if is_closed {
        path.close();
    }
    path.finish()
}
