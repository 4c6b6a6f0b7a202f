//! A drawing as a list of shapes in painting order: filled outlines, arrows and words on a background.
//!
//! Start at [`Canvas::new`]. SVG and all other output formats are produced from it, so that all show the same.

use super::fixture::Fixture;
use super::flat_picture::{FlatSticker, Joint, Picture};
use super::outline::{Flat, Outline};

/// The colours around and between the stickers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// No background.
    #[default]
    Clear,
    /// White.
    Light,
    /// Nearly black, with a lighter body.
    Dark,
}

/// The style in which a picture is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Width of the picture in pixels.
    pub width: u32,
    /// Whether each sticker is labelled with the face of its colour, or each piece with its number.
    pub letters: bool,
    /// Background and body.
    pub theme: Theme,
}

impl Default for Style {
    fn default() -> Self {
        Style { width: 800, letters: false, theme: Theme::Clear }
    }
}

/// A filled outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Fill {
    /// Its outline.
    pub outline: Outline,
    /// Its colour, as 0xRRGGBB.
    pub colour: u32,
}

/// The part of a word that its coordinates refer to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its middle.
    #[default]
    Middle,
    /// Its beginning. All letters have the same width, [`Word::LETTER`] times the size.
    Start,
}

/// A word, or a line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// The coordinates of the anchor, half way up the letters.
    pub at: Flat,
    /// The part of the word at these coordinates.
    pub anchor: Anchor,
    /// The maximum height of its letters.
    pub size: f64,
    /// Its colour, as 0xRRGGBB.
    pub colour: u32,
    /// Its text.
    pub text: String,
}

impl Word {
    /// The width of a letter, relative to the size: that of most monospaced fonts.
    pub const LETTER: f64 = 0.6;

    /// A word in the middle of an outline that is filled with a colour.
    fn on(outline: &Outline, filled: u32, text: String) -> Self {
        Word {
            anchor: Anchor::Middle,
            at: outline.middle(),
            size: 0.5 * outline.area().sqrt() / (0.5 + 0.5 * text.chars().count().max(1) as f64),
            colour: if is_dark(filled) { 0xffffff } else { 0 },
            text,
        }
    }
}

/// An arrow.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// Its shaft, a line.
    pub shaft: [Flat; 2],
    /// The width of the shaft.
    pub width: f64,
    /// The corners of its tip.
    pub tip: [Flat; 3],
}

/// A line over the gap between two stickers that belong together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bridge {
    /// Its ends.
    pub line: [Flat; 2],
    /// Its width.
    pub width: f64,
    /// Its colour, as 0xRRGGBB.
    pub colour: u32,
}

/// Everything to be painted, from the bottom to the top: fills, bridges, arrows, words.
#[derive(Clone, Debug, PartialEq)]
pub struct Canvas {
    /// The visible area: least x and y, width and height, including a margin.
    pub frame: [f64; 4],
    /// Width and height in pixels.
    pub pixels: [u32; 2],
    /// The colour behind everything; `None` for none.
    pub background: Option<u32>,
    /// The colour of the lines around fills.
    pub body: u32,
    /// The width of those lines.
    pub line: f64,
    /// Filled outlines.
    pub fills: Vec<Fill>,
    /// Lines that join fills.
    pub bridges: Vec<Bridge>,
    /// Arrows, all of one colour.
    pub arrows: Vec<Arrow>,
    /// The colour of the arrows.
    pub ink: u32,
    /// Words.
    pub words: Vec<Word>,
}

/// The margin around the picture, and the greatest width of lines between stickers, in units of the picture.
const MARGIN: f64 = 0.08;
const LINE: f64 = 0.035;

/// The colour of a sticker that the position does not determine.
const UNKNOWN: u32 = 0xbdbdbd;

impl Canvas {
    /// Paints a picture in a style. O(corners).
    pub fn new(picture: &Picture, style: Style) -> Self {
        let [left, top, width, height] = picture.frame;
        // A margin of a few pixels, whatever the units of the picture.
        let margin = f64::max(MARGIN, 0.01 * width.max(height));
        let frame = [left - margin, top - margin, width + 2.0 * margin, height + 2.0 * margin];
        let high = (f64::from(style.width) * frame[3] / frame[2]).round().clamp(1.0, f64::from(u32::MAX));
        let smallest =
            picture.stickers.iter().map(|sticker| sticker.outline.area()).fold(f64::INFINITY, f64::min);
        let (background, body, ink) = match style.theme {
            Theme::Clear => (None, 0x1a1a1a, 0x1a1a1a),
            Theme::Light => (Some(0xffffff), 0x1a1a1a, 0x1a1a1a),
            Theme::Dark => (Some(0x0f1216), 0x3b424c, 0xf2f2f2),
        };
        let under = picture.faces.iter().map(|face| &face.outline).chain(&picture.plates);
        let under = under.map(|outline| Fill { outline: outline.clone(), colour: body });
        let fixtures = (picture.fixtures.iter())
            .map(|fixture| Fill { outline: fixture.outline.clone(), colour: fixture.colour });
        let marks = picture.marks.iter().map(|outline| Fill { outline: outline.clone(), colour: ink });
        let stickers = picture.stickers.iter().map(|sticker| Fill {
            outline: sticker.outline.clone(),
            colour: sticker.colour.unwrap_or(UNKNOWN),
        });
        let named = |sticker: &FlatSticker| {
            let text = sticker.name.clone().unwrap_or_else(|| "?".to_string());
            Word::on(&sticker.outline, sticker.colour.unwrap_or(UNKNOWN), text)
        };
        let lettered = if style.letters { &picture.stickers[..] } else { &[] };
        let labelled = picture.fixtures.iter().filter(|fixture| !fixture.label.is_empty());
        let labels =
            labelled.map(|Fixture { outline, colour, label }| Word::on(outline, *colour, label.clone()));
        let line = LINE.min(0.15 * smallest.max(0.0).sqrt());
        Canvas {
            frame,
            pixels: [style.width, high as u32],
            background,
            body,
            line,
            fills: under.chain(fixtures).chain(marks).chain(stickers).collect(),
            bridges: picture.joints.iter().map(|joint| Bridge::of(joint, picture, line)).collect(),
            arrows: picture.arrows.iter().filter_map(|&arrow| Arrow::between(arrow, smallest)).collect(),
            ink,
            words: labels.chain(lettered.iter().map(named)).collect(),
        }
    }
}

impl Bridge {
    /// A bridge over a line of this width.
    fn of(joint: &Joint, picture: &Picture, line: f64) -> Self {
        let of = |at: usize| picture.stickers.get(at).and_then(|sticker| sticker.colour).unwrap_or(UNKNOWN);
        let [one, other] = joint.stickers.map(of);
        let mean = |shift: u32| ((one >> shift & 255) + (other >> shift & 255)) / 2;
        let colour = (mean(16) << 16) | (mean(8) << 8) | mean(0);
        let Some(width) = joint.width else {
            // Wide enough to cover the line and its blurred edges, and shorter at both ends by half the width of the
            // line, so that lines crossing there remain visible.
            let [start, end] = joint.line;
            let way = [end[0] - start[0], end[1] - start[1]];
            let by = f64::min(0.5 * line / way[0].hypot(way[1]).max(1e-9), 0.4);
            let ends = [[0, 1].map(|i| start[i] + by * way[i]), [0, 1].map(|i| end[i] - by * way[i])];
            return Bridge { line: ends, width: 1.4 * line, colour };
        };
        Bridge { line: joint.line, width, colour }
    }
}

impl Arrow {
    /// An arrow from one point to another, as wide as stickers of that size permit. `None` if the points are equal.
    fn between([from, to]: [Flat; 2], smallest: f64) -> Option<Self> {
        let way = [to[0] - from[0], to[1] - from[1]];
        let length = way[0].hypot(way[1]);
        let width = 0.09 * smallest.max(0.0).sqrt();
        if length <= 1e-9 || !width.is_finite() {
            return None;
        }
        let along = way.map(|x| x / length);
        let head = f64::min(4.0 * width, 0.5 * length);
        let neck = [0, 1].map(|i| to[i] - along[i] * head);
        let side =
            |sign: f64| [neck[0] - sign * along[1] * head * 0.5, neck[1] + sign * along[0] * head * 0.5];
        Some(Arrow { shaft: [from, neck], width, tip: [to, side(1.0), side(-1.0)] })
    }
}

/// Whether white letters are more legible than black ones: the luminance of ITU-R BT.601.
fn is_dark(colour: u32) -> bool {
    let channel = |shift: u32| f64::from(colour >> shift & 255);
    0.299 * channel(16) + 0.587 * channel(8) + 0.114 * channel(0) < 110.0
}
