//! Pictures as SVG.
//!
//! Start at [`write()`].

use super::layout::Picture;
use super::outline::Outline;
use std::fmt::Write;

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Width of the picture in pixels.
    pub width: u32,
    /// Whether each sticker has the name of its colour's face written on it.
    pub letters: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style { width: 800, letters: false }
    }
}

/// Room around the picture, and the widest line between stickers, in units of the picture.
const MARGIN: f64 = 0.08;
const LINE: f64 = 0.035;

/// The colour of a sticker that the position does not tell, and of what lies under the stickers.
const UNKNOWN: u32 = 0xbdbdbd;
const BODY: u32 = 0x1a1a1a;

/// Writes a picture. A title is text for those who do not see it. O(corners).
pub fn write(picture: &Picture, title: &str, style: Style) -> String {
    let [left, top, width, height] = picture.frame;
    let (left, top, width, height) =
        (left - MARGIN, top - MARGIN, width + 2.0 * MARGIN, height + 2.0 * MARGIN);
    let pixels = (f64::from(style.width) * height / width).round();
    let smallest =
        picture.stickers.iter().map(|sticker| sticker.outline.area()).fold(f64::INFINITY, f64::min);
    let line = LINE.min(0.15 * smallest.max(0.0).sqrt());
    let mut svg = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{pixels}\" viewBox=\"{left:.4} {top:.4} {width:.4} {height:.4}\" role=\"img\">",
        style.width
    );
    let _ = writeln!(svg, "<title>{}</title>", escaped(title));
    let _ = writeln!(
        svg,
        "<g fill=\"#{BODY:06x}\" stroke=\"#{BODY:06x}\" stroke-width=\"{line:.4}\" stroke-linejoin=\"round\">"
    );
    for outline in picture.faces.iter().map(|face| &face.outline).chain(&picture.plates) {
        let _ = writeln!(svg, "{}", element(outline, ""));
    }
    for sticker in &picture.stickers {
        let fill = format!(" fill=\"#{:06x}\"", sticker.colour.unwrap_or(UNKNOWN));
        let _ = writeln!(svg, "{}", element(&sticker.outline, &fill));
    }
    svg.push_str("</g>\n");
    if style.letters {
        let _ = writeln!(svg, "<g font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"#000\">");
        for sticker in &picture.stickers {
            let name = sticker.name.as_deref().unwrap_or("?");
            let size = 0.5 * sticker.outline.area().sqrt() / name.chars().count().max(1) as f64;
            let [x, y] = sticker.outline.middle();
            let ink = if is_dark(sticker.colour.unwrap_or(UNKNOWN)) { " fill=\"#fff\"" } else { "" };
            let _ = writeln!(
                svg,
                "<text x=\"{x:.4}\" y=\"{:.4}\" font-size=\"{size:.4}\"{ink}>{}</text>",
                y + 0.35 * size,
                escaped(name)
            );
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// A filled outline, with more attributes.
fn element(outline: &Outline, attributes: &str) -> String {
    match outline {
        Outline::Polygon(corners) => {
            let corners: Vec<String> = corners.iter().map(|[x, y]| format!("{x:.4},{y:.4}")).collect();
            format!("<polygon{attributes} points=\"{}\"/>", corners.join(" "))
        }
        Outline::Disc { centre: [x, y], radius } => {
            format!("<circle{attributes} cx=\"{x:.4}\" cy=\"{y:.4}\" r=\"{radius:.4}\"/>")
        }
    }
}

/// Whether white letters are read better than black ones: the luminance of ITU-R BT.601.
fn is_dark(colour: u32) -> bool {
    let channel = |shift: u32| f64::from(colour >> shift & 255);
    0.299 * channel(16) + 0.587 * channel(8) + 0.114 * channel(0) < 110.0
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // Control characters are not text in XML.
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::{Scheme, View, picture};
    use super::*;
    use crate::catalog;

    #[test]
    fn a_polygon_for_each_face_and_sticker() {
        let entry = catalog::find("dino").unwrap();
        let (puzzle, shape) = (entry.puzzle, entry.shape.unwrap());
        let turned = puzzle.solved().after(&puzzle.turn("UFR").unwrap().transformation());
        for view in [View::Solid, View::Net] {
            let drawn = picture(&shape, puzzle.solved(), &turned, view, Scheme::Usual);
            let svg = write(&drawn, "a & b <c>", Style { letters: true, ..Style::default() });
            assert_eq!(svg.matches("<polygon").count(), 6 + 24);
            assert_eq!(svg.matches("<text").count(), 24);
            assert!(svg.contains("<title>a &amp; b &lt;c&gt;</title>") && !svg.contains("NaN"));
            // Three edges about the corner changed places: the faces that meet there have lost two stickers each.
            for face in ["U", "F", "R"] {
                let number = shape.faces().iter().position(|known| known.name == face).unwrap();
                let own = drawn.stickers.iter().filter(|sticker| {
                    shape.stickers()[sticker.sticker].face == number && sticker.name.as_deref() == Some(face)
                });
                assert_eq!(own.count(), 2, "{face}");
            }
        }
    }
}
