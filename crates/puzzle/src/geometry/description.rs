//! Descriptions of puzzles in the syntax of cubing.js: a solid, and cuts given by what they surround and by their
//! depth.
//!
//! Start at [`Description::read`]. `c f 0.6 f 0.2` is a cube with two cuts parallel to each face. Depths are
//! distances from the centre in units of the distance of a face. They are written as decimals, as fractions (`1/3`),
//! or with a root (`1/sqrt3`, `sqrt2/2`).

use super::sided::Sided;
use super::solid::{Feature, Platonic};
use crate::decimal;
use crate::diagnostic::Diagnostic;
use std::ops::Range;

/// The maximum length of a description in bytes, and the greatest number of cuts in it.
const LONGEST: usize = 4096;
const MOST_CUTS: usize = 32;

/// A decimal with at least this many digits after the point may denote a number that was rounded to it.
const ROUNDED_DIGITS: u32 = 6;

/// The supported numbers of sides.
const SIDES: &str = "3, 4, 5, 6, 8, 10 or 12 sides";

/// A solid and its cuts.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// The solid.
    pub solid: Body,
    /// The cuts.
    pub cuts: Vec<Cut>,
}

/// The body that a description cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// A Platonic solid.
    Platonic(Platonic),
    /// A prism, whose faces can be cut.
    Prism(Sided),
    /// A dipyramid, whose vertices can be cut.
    Dipyramid(Sided),
}

/// A cut about every face, vertex or edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The features around which it lies.
    pub feature: Feature,
    /// Its distance from the centre.
    pub depth: Depth,
    /// Its place in the description.
    pub span: Range<usize>,
}

/// A distance from the centre, in units of the distance of a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// The value as written.
    pub value: f64,
    /// The greatest distance from it of the intended number: 0, or one unit of the last digit of a long decimal (of the
    /// ninth digit if there are more).
    pub radius: f64,
}

/// A piece of a description with its place.
type Token<'t> = (Range<usize>, &'t str);

fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    text.split_whitespace().map(|token| {
        let start = token.as_ptr() as usize - text.as_ptr() as usize;
        (start..start + token.len(), token)
    })
}

/// The solid that a word denotes by its name or the first letter of it, in any case, or in the form `prism:6`. `None`
/// if it denotes none, and a message for an unsupported number of sides.
fn solid(word: &str) -> Option<Result<Body, String>> {
    let lower = word.to_ascii_lowercase();
    for (kind, body) in [("prism", Body::Prism as fn(Sided) -> Body), ("dipyramid", Body::Dipyramid)] {
        let Some(sides) = lower.strip_prefix(kind).and_then(|rest| rest.strip_prefix(':')) else { continue };
        let number = sides.parse().ok().filter(|_| sides.bytes().all(|b| b.is_ascii_digit()));
        return Some(match number {
            None | Some(0..3) => Err(format!("'{sides}' is not a number of sides of a {kind}")),
            Some(number) => Sided::new(number).map(body).ok_or_else(|| {
                format!(
                    "a {kind} of {number} sides is not supported: its angles cannot be expressed \
                     exactly as a + b√d"
                )
            }),
        });
    }
    let named = |kind: &Platonic| kind.name() == lower || kind.name()[..1] == lower;
    Platonic::ALL.into_iter().find(named).map(|kind| Ok(Body::Platonic(kind)))
}

/// Cuts that make a puzzle out of a solid.
fn example(solid: Body) -> &'static str {
    match solid {
        Body::Platonic(Platonic::Tetrahedron) => "v 1/3",
        Body::Platonic(Platonic::Cube | Platonic::Octahedron) => "f 1/3",
        Body::Platonic(Platonic::Dodecahedron) => "f 0.7",
        Body::Platonic(Platonic::Icosahedron) => "v 0.84",
        Body::Prism(_) => "f 0.6",
        Body::Dipyramid(_) => "v 0.8",
    }
}

fn feature(word: &str) -> Option<Feature> {
    match word {
        "f" | "F" => Some(Feature::Face),
        "v" | "V" => Some(Feature::Vertex),
        "e" | "E" => Some(Feature::Edge),
        _ => None,
    }
}

impl Description {
    /// Whether a text is intended as a description: it is a solid, or begins with one followed by something like cuts.
    pub fn is_meant(text: &str) -> bool {
        let mut words = tokens(text);
        let first = words.next().and_then(|(_, word)| solid(word));
        let second = words.next();
        first.is_some() && second.is_none_or(|(_, word)| word.len() == 1 || words.next().is_some())
    }

    /// Reads a description.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        const CUT: &str = "f, v or e (a cut about faces, vertices or edges)";
        if text.len() > LONGEST {
            let message = format!("a description of {} bytes; at most {LONGEST} are read", text.len());
            return Err(Diagnostic::new(LONGEST..LONGEST, message));
        }
        let end = text.len()..text.len();
        let mut words = tokens(text);
        let (span, word) = words.next().unwrap_or((end.clone(), ""));
        let solid = solid(word)
            .ok_or_else(|| {
                Diagnostic::new(span.clone(), format!("'{word}' is not a solid"))
                    .expected("t, c, o, d or i (tetrahedron, cube, octahedron, dodecahedron, icosahedron), or prism:6 or dipyramid:6")
            })?
            .map_err(|message| Diagnostic::new(span, message).expected(SIDES))?;
        // Nothing turns about the vertices of a prism or the faces of a dipyramid, and their edges are of two kinds.
        let only = match solid {
            Body::Platonic(_) => None,
            Body::Prism(_) => {
                Some((Feature::Face, "f (the faces; nothing turns about the vertices of a prism)"))
            }
            Body::Dipyramid(_) => {
                Some((Feature::Vertex, "v (the vertices; nothing turns about the faces of a dipyramid)"))
            }
        };
        let mut cuts: Vec<Cut> = Vec::new();
        while let Some((span, word)) = words.next() {
            let feature = feature(word).ok_or_else(|| match word {
                // Only where no words follow is it read as a part of the description.
                "with" | "without" => {
                    Diagnostic::new(span.clone(), format!("words are missing after `{word}`"))
                        .expected("what the puzzle differs in")
                }
                _ => Diagnostic::new(span.clone(), format!("'{word}' is not a kind of cut")).expected(CUT),
            })?;
            if let Some((_, expected)) = only.filter(|(possible, _)| *possible != feature) {
                let message = format!("this solid cannot be cut about '{word}'");
                return Err(Diagnostic::new(span, message).expected(expected));
            }
            let Some((at, number)) = words.next() else {
                return Err(Diagnostic::new(end, "the last cut has no depth")
                    .expected("a number, as 0.5 or 1/3 (the faces are at 1)"));
            };
            let depth = depth(number, &at)?;
            if cuts.len() == MOST_CUTS {
                let message = format!("more than {MOST_CUTS} cuts");
                return Err(Diagnostic::new(span, message).expected("the end of the description"));
            }
            cuts.push(Cut { feature, depth, span: at });
        }
        if cuts.is_empty() {
            let expected = only.map_or(CUT, |(_, expected)| expected);
            let help = format!("add its cuts, as in \"{word} {}\"", example(solid));
            return Err(Diagnostic::new(end, "a solid without cuts").expected(expected).help(help));
        }
        Ok(Description { solid, cuts })
    }
}

/// Reads a depth: a factor, or a quotient of two.
fn depth(text: &str, span: &Range<usize>) -> Result<Depth, Diagnostic> {
    let fault = || {
        Diagnostic::new(span.clone(), format!("'{text}' is not a depth"))
            .expected("a decimal, a fraction or a root, such as -0.5, 1/3, 1/sqrt3")
    };
    let depth = match text.split_once('/') {
        None => factor(text).ok_or_else(fault)?,
        Some((over, under)) => {
            let (over, under) = (factor(over).ok_or_else(fault)?, factor(under).ok_or_else(fault)?);
            Depth { value: over.value / under.value, radius: 0.0 }
        }
    };
    if !depth.value.is_finite() || depth.value.abs() > 100.0 {
        return Err(fault().help("no solid reaches further than 3 from its centre"));
    }
    Ok(depth)
}

/// A decimal, the root of a whole number, or the product of both: `2`, `-0.25`, `sqrt5`, `2sqrt3`, `√2`.
fn factor(text: &str) -> Option<Depth> {
    let (sign, text) = text.strip_prefix('-').map_or((1.0, text), |rest| (-1.0, rest));
    let parts = text.split_once("sqrt").or_else(|| text.split_once('√'));
    let Some((times, root)) = parts else {
        let Depth { value, radius } = plain(text)?;
        return Some(Depth { value: sign * value, radius });
    };
    let times = if times.is_empty() { 1.0 } else { plain(times)?.value };
    let is_whole = !root.is_empty() && root.len() <= 9 && root.bytes().all(|b| b.is_ascii_digit());
    let root: u32 = root.parse().ok().filter(|_| is_whole)?;
    Some(Depth { value: sign * times * f64::from(root).sqrt(), radius: 0.0 })
}

fn plain(text: &str) -> Option<Depth> {
    let value = decimal::read(text)?;
    let after = text.split_once('.').map_or("", |(_, after)| after);
    let count = u32::try_from(after.len()).ok()?;
    let radius = if count < ROUNDED_DIGITS { 0.0 } else { 0.1f64.powi(count.min(9) as i32) };
    Some(Depth { value, radius })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Depth {
        Description::read(&format!("c f {text}")).unwrap().cuts[0].depth
    }

    #[test]
    fn depths() {
        assert_eq!(cut("0.5"), Depth { value: 0.5, radius: 0.0 });
        assert_eq!(cut("-.25"), Depth { value: -0.25, radius: 0.0 });
        assert_eq!(cut("1/3").value, 1.0 / 3.0);
        assert_eq!(cut("1/sqrt3").value, 1.0 / 3f64.sqrt());
        assert_eq!(cut("-√2/2").value, -(2f64.sqrt()) / 2.0);
        assert!((cut("0.333333").radius - 1e-6).abs() < 1e-15);
        assert!((cut("0.577350269189626").radius - 1e-9).abs() < 1e-15);
        assert_eq!(Description::read("Dodecahedron  f 0 E .5").unwrap().cuts[1].feature, Feature::Edge);
    }

    #[test]
    fn faults_point_at_their_place() {
        for (text, token) in [
            ("q f 0", "q"),
            ("c g 0", "g"),
            ("c f x", "x"),
            ("c f 1e3", "1e3"),
            ("c f 1/0", "1/0"),
            ("c f 0 v", ""),
            ("c", ""),
            ("", ""),
            ("c f 0x", "0x"),
            ("c f sqrt", "sqrt"),
            ("c f --1", "--1"),
            ("c f NaN", "NaN"),
            ("c f inf", "inf"),
            ("c f 5000", "5000"),
        ] {
            let fault = Description::read(text).unwrap_err();
            assert_eq!(fault.token(text), token, "{text}: {fault}");
        }
        let many = format!("c{}", " f 0.1".repeat(MOST_CUTS + 1));
        assert!(Description::read(&many).is_err() && Description::read(&"c ".repeat(4000)).is_err());
    }

    #[test]
    fn what_is_meant_as_a_description() {
        for (text, meant) in [
            ("c f 0", true),
            ("d f", true),
            ("cube f 0.5", true),
            ("3x3x3", false),
            ("c", true),
            ("prism:6", true),
            ("prism:7", true),
            ("prism", false),
            ("cuboid:2x3x4", false),
            ("dino", false),
            ("c q r", true),
        ] {
            assert_eq!(Description::is_meant(text), meant, "{text}");
        }
    }
}
