//! Puzzles described in TOML: agreement with the catalog, and errors with their positions.

use crate::catalog::{find, read_custom};
use crate::diagnostic::Diagnostic;

const TOP_SPIN: &str = r##"
name = "small top spin"
positions = 6

[[track]]
name = "r"
cycle = [1, 2, 3, 4, 5, 6]

[[move]]
name = "t"
cycles = [[1, 4], [2, 3]]
turn = { centre = [1.5, 0], degrees = 180 }

[layout]
points = [[0, 0], [1, 0], [2, 0], [3, 0], [2, 2], [1, 2]]
colours = ["#ff0000", "#ff0000", "#00ff00", "#00ff00", "#0000ff", "#0000ff"]
labels = ["a", "b", "c", "d", "e", "f"]
"##;

#[test]
fn a_track_and_a_turntable() {
    let made = read_custom(TOP_SPIN).unwrap();
    let known = find("topspin:6,4").unwrap();
    assert_eq!(made.puzzle.name(), "small top spin");
    let moves = |entry: &crate::catalog::Entry| {
        entry
            .puzzle
            .generators()
            .map(|base| (base.name.clone(), base.transformation.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(moves(&made), moves(&known));
    let plane = made.plane.unwrap();
    assert_eq!((plane.palette.len(), plane.parts[3].label.as_str()), (6, "d"));
}

#[test]
fn boards_blanks_and_pieces_that_look_alike() {
    let text = r#"
positions = 4
alike = [[1, 2]]
blank = 4
[layout]
grid = [2, 2]
[[move]]
name = "a"
cycles = [[1, 2]]
[[move]]
name = "b"
cycles = [[1, 3]]
[[move]]
name = "c"
cycles = [[2, 4]]
[[move]]
name = "d"
cycles = [[3, 4]]
"#;
    let made = read_custom(text).unwrap();
    let (puzzle, known) = (made.puzzle, find("slide:2x2").unwrap().puzzle);
    assert!(puzzle.is_restricted());
    assert_eq!(puzzle.solved().orbits[0].pieces, [0, 0, 2, 3]);
    let possible = |puzzle: &crate::puzzle::Puzzle| {
        puzzle
            .search_turns(&crate::metric::Metric::htm())
            .iter()
            .filter(|turn| puzzle.is_possible(puzzle.solved(), turn))
            .count()
    };
    assert_eq!((possible(&puzzle), possible(&known)), (2, 2));
}

#[test]
fn solids_with_other_colours() {
    let made = read_custom("geometry = \"c f 1/3 without edges\"\ncolours = { U = \"#123456\" }\n").unwrap();
    let shape = made.shape.unwrap();
    let face = shape.faces().iter().find(|face| face.name == "U").unwrap();
    assert_eq!(face.colour, Some(0x123456));
}

/// Each error is reported at the place given by the second text.
#[test]
fn faults_have_places() {
    let base = "positions = 4\n[[track]]\nname = \"r\"\ncycle = [1, 2, 3, 4]\n";
    let with = |more: &str| format!("{base}{more}");
    for (text, place, told) in [
        (String::new(), "", "neither 'positions' nor 'geometry'"),
        ("positions = four".to_string(), "four", ""),
        ("positions = 4\nspeed = 3".to_string(), "speed", "unknown field"),
        ("positions = 4".to_string(), "4", "no moves"),
        ("positions = 9000000".to_string(), "9000000", "at most 2500"),
        ("positions = 1".to_string(), "1", "at least 2"),
        (with("[[track]]\nname = \"r\"\ncycle = [1, 2]\n"), "\"r\"", "already"),
        (with("[[track]]\nname = \"2x\"\ncycle = [1, 2]\n"), "\"2x\"", "not a valid name of a move"),
        (with("[[track]]\nname = \"s\"\ncycle = [1, 5]\n"), "[1, 5]", "no position 5"),
        (with("[[track]]\nname = \"s\"\ncycle = [0, 1]\n"), "[0, 1]", "no position 0"),
        (with("[[move]]\nname = \"s\"\ncycles = [[1, 2], [2, 3]]\n"), "[[1, 2], [2, 3]]", "twice"),
        (with("[[move]]\nname = \"s\"\ncycles = [[1]]\n"), "[[1]]", "exchanges nothing"),
        (with("[layout]\ngrid = [3, 2]\n"), "[3, 2]", "does not have 4 positions"),
        (with("[layout]\ngrid = [4294967296, 4294967296]\n"), "[4294967296, 4294967296]", "does not have 4"),
        (with("[layout]\npoints = [[0, 0]]\n"), "[[0, 0]]", "1 are listed for 4"),
        (
            with("[layout]\npoints = [[0, 0], [1, 0], [nan, 0], [3, 0]]\n"),
            "[[0, 0], [1, 0], [nan, 0], [3, 0]]",
            "not within",
        ),
        (
            with("[layout]\ncolours = [\"red\", \"#ffffff\", \"#ffffff\", \"#ffffff\"]\n"),
            "\"red\"",
            "not a colour",
        ),
        (with("[layout]\nlabels = [\"a\"]\n"), "[\"a\"]", "1 are listed"),
        ("blank = 7\n".to_string() + base, "7", "no position 7"),
        ("alike = [[1, 2]]\nblank = 2\n".to_string() + base, "2", "look like"),
        ("alike = [[1, 2], [2, 3]]\n".to_string() + base, "[2, 3]", "in another group"),
        ("geometry = \"c f 2\"".to_string(), "2", ""),
        ("geometry = \"nothing\"".to_string(), "\"nothing\"", "no puzzle named"),
        ("geometry = \"c f 0\"\npositions = 3".to_string(), "3", "not from both"),
        ("geometry = \"c f 0\"\ncolours = { Q = \"#ffffff\" }".to_string(), "\"#ffffff\"", "no face 'Q'"),
    ] {
        let fault: Diagnostic = read_custom(&text).map(|_| ()).unwrap_err();
        assert!(fault.message.contains(told), "{text}: {}", fault.message);
        assert!(fault.span.end <= text.len(), "{text}");
        assert_eq!(&text[fault.span.clone()], place, "{text}: {}", fault.message);
    }
}
