//! The named puzzles cut from solids, given by their descriptions.
//!
//! Start at [`find`]. Names and descriptions are those of PuzzleGeometry (cubing.js). Cubes, pyraminx, tetraminx,
//! skewb and megaminx have files of their own, with the customary names for moves and pieces.

use super::names::plain;
use super::{Line, NotFound};
use crate::geometry::{self, Generated};

/// A named puzzle.
pub(super) struct NamedSolid {
    /// Its entry in the catalog.
    pub(super) line: Line,
    /// The description of its cuts.
    pub(super) description: &'static str,
}

const fn named(
    names: &'static [&'static str; 1],
    about: &'static str,
    description: &'static str,
) -> NamedSolid {
    NamedSolid { line: Line { name: names[0], examples: names, about }, description }
}

/// All of these puzzles: tetrahedra, cubes, octahedra, dodecahedra, icosahedra.
pub(super) static SOLIDS: [NamedSolid; 54] = [
    named(&["pyramorphix"], "tetrahedron turned about its edges", "t e 0"),
    named(
        &["mastermorphix"],
        "tetrahedron turned about its edges, with middle pieces",
        "t e 0.346184634065199",
    ),
    named(
        &["master pyramorphix"],
        "tetrahedron turned about its edges, cuts through its edges",
        "t e sqrt3/2",
    ),
    named(&["master pyraminx"], "pyraminx of four layers, with its tips", "t v 0 v 1 v 2"),
    named(&["master tetraminx"], "pyraminx of four layers, without its tips", "t v 0 v 1"),
    named(&["professor pyraminx"], "pyraminx of five layers, with its tips", "t v -0.2 v 0.6 v 1.4 v 2.2"),
    named(&["professor tetraminx"], "pyraminx of five layers, without its tips", "t v -0.2 v 0.6 v 1.4"),
    named(&["royal pyraminx"], "pyraminx of six layers, with its tips", "t v -1/3 v 1/3 v 1 v 5/3 v 7/3"),
    named(&["royal tetraminx"], "pyraminx of six layers, without its tips", "t v -1/3 v 1/3 v 1 v 5/3"),
    named(
        &["emperor pyraminx"],
        "pyraminx of seven layers, with its tips",
        "t v -3/7 v 1/7 v 5/7 v 9/7 v 13/7 v 17/7",
    ),
    named(
        &["emperor tetraminx"],
        "pyraminx of seven layers, without its tips",
        "t v -3/7 v 1/7 v 5/7 v 9/7 v 13/7",
    ),
    named(&["jing pyraminx"], "tetrahedron turned about its faces", "t f 0"),
    named(&["master skewb"], "cube turned about its corners, off the middle", "c v 0.275"),
    named(&["professor skewb"], "cube turned about its corners, in four layers", "c v 0 v 0.38"),
    named(&["compy cube"], "cube turned about its corners, near them", "c v 0.915641442663986"),
    named(&["redi cube"], "cube turned about its corners, which are pieces too", "c v 0.8"),
    named(&["helicopter"], "cube turned about its edges, cuts through corners", "c e sqrt2/2"),
    named(&["curvy copter"], "cube turned about its edges, with edge pieces", "c e 0.83"),
    named(&["dino"], "cube turned about its corners, only edge pieces", "c v 1/sqrt3"),
    named(&["little chop"], "cube turned about its edges through the middle", "c e 0"),
    named(&["2x2x2 + dino"], "cube with the cuts of both", "c f 0 v 1/sqrt3"),
    named(&["2x2x2 + little chop"], "cube with the cuts of both", "c f 0 e 0"),
    named(&["dino + little chop"], "cube with the cuts of both", "c v 1/sqrt3 e 0"),
    named(&["2x2x2 + dino + little chop"], "cube with the cuts of all three", "c f 0 v 1/sqrt3 e 0"),
    named(&["skewb diamond"], "octahedron turned about its faces through the middle", "o f 0"),
    named(&["fto"], "octahedron turned about its faces", "o f 1/3"),
    named(&["master fto"], "octahedron turned about its faces, in four layers", "o f 0.5 f 0"),
    named(&["christophers jewel"], "octahedron turned about its vertices", "o v 1/sqrt3"),
    named(&["octastar"], "octahedron turned about its edges through the middle", "o e 0"),
    named(&["trajbers octahedron"], "octahedron turned about its vertices, with centres", "o v sqrt3/4"),
    named(&["gigaminx"], "megaminx of five layers", "d f 0.64 f 0.82"),
    named(&["teraminx"], "megaminx of seven layers", "d f 0.64 f 0.76 f 0.88"),
    named(&["petaminx"], "megaminx of nine layers", "d f 0.64 f 0.73 f 0.82 f 0.91"),
    named(&["examinx"], "megaminx of eleven layers", "d f 0.64 f 0.712 f 0.784 f 0.856 f 0.928"),
    named(&["zetaminx"], "megaminx of thirteen layers", "d f 0.64 f 0.7 f 0.76 f 0.82 f 0.88 f 0.94"),
    named(
        &["yottaminx"],
        "megaminx of fifteen layers",
        "d f 16/25 f 121/175 f 26/35 f 139/175 f 148/175 f 157/175 f 166/175",
    ),
    named(&["pentultimate"], "dodecahedron turned about its faces through the middle", "d f 0"),
    named(&["master pentultimate"], "dodecahedron turned about its faces, near the middle", "d f 0.1"),
    named(&["elite pentultimate"], "dodecahedron turned about its faces, in four layers", "d f 0 f 0.145905"),
    named(&["starminx"], "dodecahedron turned about its vertices", "d v 0.937962370425399"),
    named(&["starminx 2"], "dodecahedron turned about its faces, star-shaped cuts", "d f 0.23606797749979"),
    named(&["pyraminx crystal"], "dodecahedron turned about its faces, no centres", "d f sqrt5/5"),
    named(&["chopasaurus"], "dodecahedron turned about its vertices through the middle", "d v 0"),
    named(&["big chop"], "dodecahedron turned about its edges through the middle", "d e 0"),
    named(&["megaminx + chopasaurus"], "dodecahedron with the cuts of both", "d f 0.61803398875 v 0"),
    named(
        &["starminx combo"],
        "dodecahedron with the cuts of both starminxes",
        "d f 0.23606797749979 v 0.937962370425399",
    ),
    named(&["radio chop"], "icosahedron turned about its faces through the middle", "i f 0"),
    named(&["icosamate"], "icosahedron turned about its vertices through the middle", "i v 0"),
    named(
        &["regular astrominx"],
        "icosahedron turned about its vertices, star-shaped cuts",
        "i v 0.18759247376021",
    ),
    named(
        &["regular astrominx + big chop"],
        "icosahedron with cuts about vertices and edges",
        "i v 0.18759247376021 e 0",
    ),
    named(&["redicosahedron"], "icosahedron turned about its vertices", "i v 0.794654472291766"),
    named(
        &["redicosahedron with centers"],
        "icosahedron turned about its vertices, with centres",
        "i v 0.84",
    ),
    named(&["icosaminx"], "icosahedron turned about its vertices, deeper", "i v 0.73"),
    named(&["eitans star"], "icosahedron turned about its faces", "i f 0.61803398874989"),
];

/// Boxes of cubies.
pub(super) static CUBOIDS: Line = Line {
    name: "cuboid:AxBxC",
    examples: &["cuboid:2x2x3", "cuboid:2x3x3", "cuboid:2x3x4"],
    about: "box of A by B by C cubies; sides that differ turn by halves",
};

/// The box with this name in lower case: `cuboid:2x3x4` gives width, height and depth. `None` if the name is not that
/// of a box.
pub(super) fn cuboid(name: &str) -> Option<Result<Generated, NotFound>> {
    sized(name, geometry::cuboid)
}

/// The same, with visible orientations of the pieces in the middles of its faces.
pub(super) fn cuboid_with_oriented_centres(name: &str) -> Option<Result<Generated, NotFound>> {
    sized(name, geometry::cuboid_with_oriented_centres)
}

fn sized(name: &str, build: fn([u16; 3], &str) -> Option<Generated>) -> Option<Result<Generated, NotFound>> {
    let sizes = name.strip_prefix("cuboid:")?;
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let sizes: Option<Vec<u16>> =
        sizes.split('x').map(|size| size.parse().ok().filter(|_| digits(size))).collect();
    let sizes: Option<[u16; 3]> = sizes.and_then(|sizes| sizes.try_into().ok());
    let made = sizes.and_then(|sizes| build(sizes, name));
    Some(made.ok_or_else(|| NotFound::Cuboid(name.to_string())))
}

/// The puzzle of this name.
pub(super) fn find(name: &str) -> Option<&'static NamedSolid> {
    let name = plain(name);
    SOLIDS.iter().find(|solid| plain(solid.line.name) == name)
}
