//! `find --face` and `patterns`: positions by the patterns of their faces.

use crate::program::{ok, run};
use serde_json::Value;
use std::collections::HashSet;

#[test]
fn patterns_are_counted_and_listed() {
    let counted = ok(&["find", "3x3x3", "--face", "aba/bab/aba", "--count", "--json"]);
    let counted: Value = serde_json::from_str(&counted).unwrap();
    assert_eq!((&counted["positions"], &counted["up_to_symmetry"]), (&"17".into(), &"3".into()));
    let listed = ok(&["find", "3x3x3", "--face", "aba bab aba", "--solutions", "all", "--json"]);
    let facelets: HashSet<String> = listed
        .lines()
        .map(|line| {
            let record: Value = serde_json::from_str(line).unwrap();
            let maneuver = record["algorithm"].as_str().unwrap();
            let facelets = record["facelets"].as_str().unwrap().to_string();
            assert_eq!(ok(&["apply", "3x3x3", maneuver, "--format", "facelets"]).trim(), facelets);
            facelets
        })
        .collect();
    assert_eq!(facelets.len(), 17);
    for face in facelets.iter().flat_map(|facelets| facelets.as_bytes().chunks(9)) {
        assert!(face.iter().step_by(2).all(|colour| *colour == face[4]), "{face:?}");
        assert!(
            face.iter().skip(1).step_by(2).all(|colour| *colour == face[1] && *colour != face[4]),
            "{face:?}"
        );
    }
}

/// Patterns of certain faces are those of the net; the other faces are free.
#[test]
fn patterns_of_certain_faces() {
    let solved = "U=UUU/UUU/UUU,R=RRR/RRR/RRR";
    assert!(run(&["find", "3x3x3", "--face", solved]).code == 2, "one face, one pattern");
    let all = ok(&[
        "find",
        "3x3x3",
        "--face",
        "U=UUU UUU UUU",
        "--face",
        "F,B=?b? ?b? ?b?",
        "--only",
        "edges",
        "--parity",
        "even",
        "--solutions",
        "3",
        "--json",
    ]);
    assert_eq!(all.lines().count(), 3);
    for line in all.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let facelets = record["facelets"].as_str().unwrap().as_bytes();
        assert!(facelets[..9].iter().all(|&colour| colour == b'U'));
        for face in [2, 5] {
            let middle = [1, 4, 7].map(|at| facelets[9 * face + at]);
            assert!(middle.iter().all(|&colour| colour == middle[0]), "{line}");
        }
    }
}

#[test]
fn what_cannot_be_is_refused_or_reported() {
    for (arguments, code, told) in [
        (vec!["find", "3x3x3", "--face", "aba bab ab"], 2, "8 stickers in a face pattern"),
        (vec!["find", "3x3x3", "--face", "X=aba bab aba"], 2, "`X` is not a face"),
        (vec!["find", "3x3x3", "--face", "U=aba b#b aba"], 2, "`#` is not a symbol"),
        (vec!["find", "3x3x3", "--face", "abc def ghi"], 1, "all were tried"),
        (vec!["find", "3x3x3", "--only", "edges", "--parity", "odd"], 1, "all were tried"),
        (vec!["find", "3x3x3", "--colours", "7"], 2, "from 1 to 6"),
        (vec!["find", "4x4x4", "--colours", "2"], 2, "3x3x3 only"),
        (vec!["find", "3x3x3", "--colours", "2", "--format", "png"], 2, "-o FILE.png"),
        (
            vec!["find", "3x3x3", "--colours", "2", "--count", "--time-limit", "200ms"],
            3,
            "positions were found so far",
        ),
        (vec!["find", "3x3x3", "--cycles", "CORNERS: 3", "--face", "aaa aaa aaa"], 2, "cannot be used with"),
        (vec!["patterns", "superflop"], 2, "no pattern named 'superflop'"),
    ] {
        let output = run(&arguments);
        let said = &output.err;
        assert_eq!(output.code, code, "{arguments:?}: {said}");
        assert!(said.contains(told), "{arguments:?}: {said}");
    }
}

#[test]
fn sheets_show_every_pattern() {
    let sheet = ok(&["patterns", "--format", "svg"]);
    let names = ok(&["patterns"]);
    assert_eq!(names.lines().count(), 42);
    assert!(sheet.starts_with("<svg") && sheet.trim_end().ends_with("</svg>"));
    for line in names.lines() {
        let name = line.split(':').next().unwrap().replace('\'', "&#39;");
        assert!(sheet.contains(&name) || sheet.contains(&name.replace("&#39;", "'")), "{name}");
    }
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("found.png");
    let path = file.to_str().unwrap();
    run(&[
        "find",
        "3x3x3",
        "--colours",
        "2",
        "--symmetry",
        "D3",
        "--solutions",
        "3",
        "--format",
        "png",
        "-o",
        path,
    ]);
    assert!(std::fs::read(&file).unwrap().starts_with(b"\x89PNG"));
}
