//! Alternative names: the table of aliases, and the comparison of an unknown name with all names.
//!
//! Start at [`other_names`] and [`meant`]. Comparison ignores case, blanks, hyphens, underscores and apostrophes. The
//! aliases include the event codes of the World Cube Association. [`near`] returns the closest matches of an unknown
//! name.

use super::{cube_size, families, list};
use crate::spelling;

/// A puzzle and its alternative names.
type Called = (&'static str, &'static [&'static str]);

/// By the name in the catalog. Cubes also have names that repeat their size, such as `777`, which need no entry here.
static OTHER_NAMES: &[Called] = &[
    ("2x2x2", &["222", "2x2", "pocket cube", "mini cube"]),
    (
        "3x3x3",
        &[
            "333",
            "3x3",
            "cube",
            "rubik",
            "rubiks cube",
            "magic cube",
            "mirror cube",
            "mirror blocks",
            "333bf",
            "333bld",
            "333oh",
            "333fm",
            "333fmc",
            "333ft",
            "333mbf",
            "333mbo",
            "333mbld",
        ],
    ),
    ("4x4x4", &["444", "4x4", "444bf", "444bld", "revenge", "rubiks revenge", "master cube"]),
    ("5x5x5", &["555", "5x5", "555bf", "555bld", "professor", "professors cube", "professor cube"]),
    ("6x6x6", &["666", "6x6", "v cube 6"]),
    ("7x7x7", &["777", "7x7", "v cube 7"]),
    ("pyraminx", &["pyram", "pyra", "pyramid"]),
    ("tetraminx", &["pyraminx:notips"]),
    ("skewb", &["skewb cube"]),
    ("megaminx", &["minx", "mega"]),
    ("gigaminx", &["giga"]),
    ("square-1", &["sq1", "squan", "square one"]),
    ("clock", &["rubiks clock"]),
    ("kilominx", &["kilo", "flowerminx", "2x2 megaminx"]),
    ("redi cube", &["redi"]),
    ("ivy cube", &["ivy", "eitans leaf"]),
    ("gear cube", &["gear"]),
    ("void cube", &["void", "holey cube"]),
    ("supercube", &["super cube", "super 3x3x3"]),
    ("fused cube", &["fuse cube", "bandaged 2x2x2"]),
    ("bicube", &["bandaged cube", "bandage cube"]),
    ("siamese cubes", &["siamese cube", "siamese"]),
    ("jing pyraminx", &["jings pyraminx"]),
    ("helicopter", &["helicopter cube", "heli cube", "heli"]),
    ("curvy copter", &["curvycopter"]),
    ("dino", &["dino cube", "rainbow cube"]),
    ("little chop", &["24 cube"]),
    ("fto", &["face turning octahedron"]),
    ("master fto", &["mfto", "master face turning octahedron"]),
    ("skewb diamond", &["diamond"]),
    ("pyraminx crystal", &["crystal"]),
    ("regular astrominx", &["astrominx"]),
    ("redicosahedron with centers", &["redicosahedron with centres"]),
    ("eitans star", &["eitan star"]),
    ("slide:3x3", &["8 puzzle", "eight puzzle"]),
    ("slide:4x4", &["15 puzzle", "15", "fifteen", "fifteen puzzle", "sliding puzzle"]),
    ("slide:5x5", &["24 puzzle"]),
    ("slide:6x6", &["35 puzzle"]),
    ("rings:20,20,5,5", &["hungarian rings", "hungarian"]),
    ("torus:4x4", &["rubiks torus"]),
    ("pancake:8", &["pancakes"]),
    ("cuboid:3x1x3", &["floppy", "floppy cube"]),
    ("cuboid:2x2x3", &["2x2x3", "223", "tower cube"]),
    ("cuboid:2x3x3", &["2x3x3", "233", "domino", "rubiks domino"]),
    ("cuboid:2x3x4", &["2x3x4", "234"]),
];

/// The alternative names of a puzzle of the catalog, given by its name there in lower case.
pub fn other_names(name: &str) -> &'static [&'static str] {
    OTHER_NAMES.iter().find(|(known, _)| *known == name).map_or(&[], |(_, others)| others)
}

/// A name in the form used for comparison.
pub(super) fn plain(name: &str) -> String {
    let kept = |c: &char| !c.is_whitespace() && !matches!(c, '-' | '_' | '\'' | '’' | '‐' | '–');
    name.chars().filter(kept).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// The size of a cube whose name repeats it three times, such as `333`.
fn tripled(plain: &str) -> Option<&str> {
    let third = plain.len() / 3;
    let is_number = plain.len() >= 3 && plain.bytes().all(|b| b.is_ascii_digit());
    let size = plain.get(..third).filter(|size| is_number && !size.starts_with('0'))?;
    (size.repeat(3) == plain).then_some(size)
}

/// The box of a name that is its three sides, such as `2x3x4`; those of a cube are equal.
fn cuboid(plain: &str) -> Option<String> {
    let is_side = |side: &str| !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit());
    let sides: Vec<&str> = plain.split('x').collect();
    let is_box = sides.len() == 3 && sides.iter().all(|side| is_side(side));
    (is_box && sides.iter().any(|side| *side != sides[0])).then(|| format!("cuboid:{plain}"))
}

/// All names: those of the catalog, and the alternative names.
fn known() -> impl Iterator<Item = (&'static str, &'static str)> {
    let listed = list().flat_map(|line| line.examples).map(|&name| (name, name));
    listed
        .chain(OTHER_NAMES.iter().flat_map(|&(name, others)| others.iter().map(move |&other| (other, name))))
}

/// The name in the catalog for a name that is written differently; `None` if it is unknown.
pub(super) fn meant(name: &str) -> Option<String> {
    let asked = plain(name);
    if let Some(size) = tripled(&asked) {
        return Some(format!("{size}x{size}x{size}"));
    }
    if let Some(cuboid) = cuboid(&asked) {
        return Some(cuboid);
    }
    let found = known().find(|(written, _)| plain(written) == asked).map(|(_, name)| name.to_string());
    found.filter(|found| *found != name)
}

/// Whether a name is that of a family or of a cube, ignoring spacing.
pub(super) fn is_of_family(name: &str) -> bool {
    let asked = plain(name);
    asked != name && (families::is_family(&asked) || cube_size(&asked).is_some())
}

/// The greatest number of names that are suggested.
const MOST: usize = 3;

/// The names closest to a name, the closest first: those with a similar spelling, then those that contain it.
pub(super) fn near(name: &str) -> Vec<String> {
    let asked = plain(name);
    let written: Vec<(String, &str)> = known().map(|(written, name)| (plain(written), name)).collect();
    let by_spelling = spelling::near(&asked, written.iter().map(|(written, _)| written.as_str()));
    let of =
        |near: &str| written.iter().find(|(written, _)| written == near).map(|(_, name)| name.to_string());
    let mut found: Vec<String> = families::nearest(&asked).into_iter().collect();
    found.extend(by_spelling.into_iter().filter_map(of));
    let is_part = |(written, _): &&(String, &str)| asked.len() > 2 && written.contains(&asked);
    found.extend(written.iter().filter(is_part).map(|(_, name)| name.to_string()));
    let mut different: Vec<String> = Vec::new();
    for name in found {
        if !different.contains(&name) {
            different.push(name);
        }
    }
    different.truncate(MOST);
    different
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::find;

    fn name(written: &str) -> String {
        find(written).map_or_else(|fault| fault.to_string(), |entry| entry.puzzle.name().to_string())
    }

    #[test]
    fn puzzles_answer_to_the_names_that_people_write() {
        for (written, expected) in [
            ("333", "3x3x3"),
            ("3x3", "3x3x3"),
            ("3 x 3 x 3", "3x3x3"),
            ("Cube", "3x3x3"),
            ("Rubik's Cube", "3x3x3"),
            ("rubik’s-cube", "3x3x3"),
            ("222", "2x2x2"),
            ("101010", "10x10x10"),
            ("pyra", "pyraminx"),
            ("Mega", "megaminx"),
            ("face-turning octahedron", "fto"),
            ("master_pyraminx", "master pyraminx"),
            ("15 puzzle", "slide:4x4"),
            ("15puzzle", "slide:4x4"),
            ("15-Puzzle", "slide:4x4"),
            ("Hungarian Rings", "rings:20,20,5,5"),
            ("Floppy Cube", "cuboid:3x1x3"),
            ("3x3x5", "cuboid:3x3x5"),
            ("3 x 3 x 2", "cuboid:3x3x2"),
            ("top spin:20,4", "topspin:20,4"),
            ("eitan's star", "eitans star"),
            ("333 without corners", "333 without corners"),
            ("333 with centre orientations", "333 with centre orientations"),
        ] {
            assert_eq!(name(written), expected, "{written}");
        }
    }

    /// The codes of the events as listed in the regulations (article 9b).
    #[test]
    fn event_codes_are_names() {
        for (code, expected) in [
            ("222", "2x2x2"),
            ("333", "3x3x3"),
            ("333bf", "3x3x3"),
            ("333fm", "3x3x3"),
            ("333mbf", "3x3x3"),
            ("333oh", "3x3x3"),
            ("444", "4x4x4"),
            ("444bf", "4x4x4"),
            ("555", "5x5x5"),
            ("555bf", "5x5x5"),
            ("666", "6x6x6"),
            ("777", "7x7x7"),
            ("minx", "megaminx"),
            ("pyram", "pyraminx"),
            ("skewb", "skewb"),
            ("sq1", "square-1"),
            ("clock", "clock"),
        ] {
            assert_eq!(name(code), expected, "{code}");
        }
    }

    /// No name belongs to two puzzles, and each leads to the puzzle that it is listed with.
    #[test]
    fn every_other_name_leads_to_its_puzzle() {
        for (puzzle, others) in OTHER_NAMES {
            assert_eq!(other_names(puzzle), *others);
            for other in *others {
                assert_eq!(name(other), *puzzle, "{other}");
                assert_eq!(name(&other.to_uppercase().replace(' ', "-")), *puzzle, "{other}");
            }
        }
    }

    #[test]
    fn the_nearest_names_are_proposed() {
        for (written, expected) in [
            ("skweb", "'skewb'"),
            ("pyramix", "'pyraminx'"),
            ("rubics cube", "'3x3x3'"),
            ("astro", "'regular astrominx'"),
            ("hungarian ring", "'rings:20,20,5,5'"),
        ] {
            let told = name(written);
            assert!(told.contains(&format!("did you mean {expected}")), "{told}");
        }
        assert_eq!(name("nothing like it"), "there is no puzzle named 'nothing like it'");
    }
}
