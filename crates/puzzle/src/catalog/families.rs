//! The families of planar puzzles, and the reader of their names.
//!
//! Start at [`FAMILIES`] and [`find`]. A name consists of the name of a family, a colon and parameters. Each family
//! has a file of its own that defines the parameters and turns them into [`Tracks`].

use super::parameters::ParameterError;
use super::tracks::{Made, Tracks};
use super::{Line, NotFound};
use super::{boards, globe, mathieu, rings};
use crate::spelling;

/// A family, or a puzzle without parameters that is built in the same way.
pub(super) struct Family {
    /// Its entry in the catalog.
    pub(super) line: Line,
    build: fn(&str) -> Result<(String, Tracks), ParameterError>,
}

const fn family(
    name: &'static str,
    examples: &'static [&'static str],
    about: &'static str,
    build: fn(&str) -> Result<(String, Tracks), ParameterError>,
) -> Family {
    Family { line: Line { name, examples, about }, build }
}

/// All families, in the order of the catalog.
pub(super) static FAMILIES: [Family; 16] = [
    family(
        "torus:MxN",
        &["torus:4x4"],
        "Rubik's torus: M rows and N columns that shift cyclically",
        boards::torus,
    ),
    family(
        "slide:MxN",
        &["slide:4x4", "slide:5x5"],
        "the 15 puzzle, M rows and N columns with a blank",
        boards::slide,
    ),
    family("moebius:MxN", &["moebius:4x4"], "the 15 puzzle on a Möbius strip", boards::moebius),
    family("klein:MxN", &["klein:4x4"], "the torus glued to a Klein bottle", boards::klein),
    family(
        "rotate:MxN,K",
        &["rotate:3x3,2"],
        "M rows and N columns, each block of K by K turns",
        boards::turning_blocks,
    ),
    family(
        "topspin:N,K",
        &["topspin:20,4"],
        "Top Spin: a track of N that shifts, K of them turn over",
        rings::top_spin,
    ),
    family(
        "rings:A,B,DA,DB",
        &["rings:20,20,5,5"],
        "Hungarian rings: A and B balls on two rings that cross twice, DA and DB apart",
        rings::hungarian,
    ),
    family("merge:A,B,K", &["merge:12,12,4"], "two tracks of A and B that share an arc of K", rings::merged),
    family(
        "wreath:N",
        &["wreath:12"],
        "two rings of N that cross at a quarter of their length",
        rings::wreath,
    ),
    family(
        "globe:A,B",
        &["globe:3,4"],
        "A + 1 circles of 2B that turn, halves of the globe that flip",
        globe::globe,
    ),
    family("pancake:N", &["pancake:8"], "a stack of N, the top ones turn over", rings::pancake),
    family("m11", &["m11"], "Mathieu group M11", mathieu::mathieu::<11>),
    family("m12", &["m12"], "Mathieu group M12", mathieu::mathieu::<12>),
    family("m22", &["m22"], "Mathieu group M22", mathieu::mathieu::<22>),
    family("m23", &["m23"], "Mathieu group M23", mathieu::mathieu::<23>),
    family("m24", &["m24"], "Mathieu group M24", mathieu::mathieu::<24>),
];

/// The text before the colon.
fn head(pattern: &str) -> &str {
    pattern.split_once(':').map_or(pattern, |(head, _)| head)
}

/// Whether a name in lower case is that of a family, possibly with numbers.
pub(super) fn is_family(name: &str) -> bool {
    let asked = head(name);
    FAMILIES.iter().any(|family| head(family.line.name) == asked)
}

/// The puzzle with this name in lower case. `None` if it belongs to no family.
pub(super) fn find(name: &str) -> Option<Result<Made, NotFound>> {
    let (asked, parameters) = name.split_once(':').unwrap_or((name, ""));
    let Family { line, build } = FAMILIES.iter().find(|family| head(family.line.name) == asked)?;
    // A puzzle without parameters is written without a colon.
    let has_parameters = line.name.contains(':');
    if !has_parameters && name != asked {
        return None;
    }
    Some(match build(parameters) {
        Ok((name, tracks)) => Ok(tracks.puzzle(name)),
        Err(fault) => Err(NotFound::Parameters {
            name: name.to_string(),
            fault,
            pattern: line.name,
            example: line.examples[0],
        }),
    })
}

/// The name with the part before its colon replaced by the nearest family, or the example of the family whose name is
/// nearest to a word without a colon.
pub(super) fn nearest(name: &str) -> Option<String> {
    let near = spelling::nearest(head(name), FAMILIES.iter().map(|family| head(family.line.name)))?;
    let family = FAMILIES.iter().find(|family| head(family.line.name) == near)?;
    let (_, parameters) = name.split_once(':').unwrap_or((name, ""));
    if family.line.name.contains(':') && (family.build)(parameters).is_ok() {
        return Some(format!("{near}:{parameters}"));
    }
    Some(family.line.examples[0].to_string())
}
