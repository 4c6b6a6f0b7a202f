//! Pictures as SVG.
//!
//! Start at [`write()`].

use super::canvas::{Anchor, Canvas};
use super::outline::Outline;
use std::fmt::Write;

/// Writes a canvas as SVG. The title is an alternative text for readers who cannot see the picture. O(corners).
pub fn write(canvas: &Canvas, title: &str) -> String {
    let ([left, top, width, height], [pixels, high]) = (canvas.frame, canvas.pixels);
    let (body, ink) = (canvas.body, canvas.ink);
    let mut svg = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{high}\" viewBox=\"{left:.4} {top:.4} {width:.4} {height:.4}\" role=\"img\">"
    );
    let _ = writeln!(svg, "<title>{}</title>", escaped(title));
    if let Some(background) = canvas.background {
        let _ = writeln!(
            svg,
            "<rect x=\"{left:.4}\" y=\"{top:.4}\" width=\"{width:.4}\" height=\"{height:.4}\" fill=\"#{background:06x}\"/>"
        );
    }
    let _ = writeln!(
        svg,
        "<g stroke=\"#{body:06x}\" stroke-width=\"{:.4}\" stroke-linejoin=\"round\">",
        canvas.line
    );
    for fill in &canvas.fills {
        let _ = writeln!(svg, "{}", element(&fill.outline, &format!(" fill=\"#{:06x}\"", fill.colour)));
    }
    svg.push_str("</g>\n");
    for bridge in &canvas.bridges {
        let [[x, y], [to_x, to_y]] = bridge.line;
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.4}\" y1=\"{y:.4}\" x2=\"{to_x:.4}\" y2=\"{to_y:.4}\" stroke=\"#{:06x}\" stroke-width=\"{:.4}\"/>",
            bridge.colour, bridge.width
        );
    }
    if !canvas.arrows.is_empty() {
        let _ = writeln!(svg, "<g fill=\"#{ink:06x}\" stroke=\"#{ink:06x}\" stroke-linecap=\"round\">");
        for arrow in &canvas.arrows {
            let [[x, y], [to_x, to_y]] = arrow.shaft;
            let _ = writeln!(
                svg,
                "<line x1=\"{x:.4}\" y1=\"{y:.4}\" x2=\"{to_x:.4}\" y2=\"{to_y:.4}\" stroke-width=\"{:.4}\"/>",
                arrow.width
            );
            let _ = writeln!(svg, "{}", element(&Outline::Polygon(arrow.tip.to_vec()), " stroke=\"none\""));
        }
        svg.push_str("</g>\n");
    }
    if !canvas.words.is_empty() {
        let _ = writeln!(svg, "<g font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"#000\">");
        for word in canvas.words.iter().filter(|word| !word.text.is_empty()) {
            let ([x, y], size) = (word.at, word.size);
            let ink =
                if word.colour == 0 { String::new() } else { format!(" fill=\"#{:06x}\"", word.colour) };
            let anchor = match word.anchor {
                Anchor::Middle => "",
                Anchor::Start => " font-family=\"monospace\" text-anchor=\"start\"",
            };
            let _ = writeln!(
                svg,
                "<text x=\"{x:.4}\" y=\"{:.4}\" font-size=\"{size:.4}\"{ink}{anchor}>{}</text>",
                y + 0.35 * size,
                escaped(&word.text)
            );
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// A filled outline with additional attributes.
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

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // Control characters are not allowed in XML.
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::{Scheme, Style, View, picture};
    use super::*;
    use crate::catalog;

    #[test]
    fn a_polygon_for_each_face_and_sticker() {
        let entry = catalog::find("dino").unwrap();
        let (puzzle, shape) = (entry.puzzle, entry.shape.unwrap());
        let turned = puzzle.solved().after(&puzzle.turn("UFR").unwrap().transformation());
        for view in [View::Solid, View::Net] {
            let drawn = picture(&shape, puzzle.solved(), &turned, view, Scheme::Usual);
            let canvas = Canvas::new(&drawn, Style { letters: true, ..Style::default() });
            let svg = write(&canvas, "a & b <c>");
            assert_eq!(svg.matches("<polygon").count(), 6 + 24);
            assert_eq!(svg.matches("<text").count(), 24);
            assert!(svg.contains("<title>a &amp; b &lt;c&gt;</title>") && !svg.contains("NaN"));
            // Three edges around the corner were permuted, so the faces that meet there have lost two stickers each.
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
