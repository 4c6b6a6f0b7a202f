//! `find --face` and `patterns`: positions by the patterns of their faces.

use crate::program::{ok, run, run_with_input};
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
        (vec!["find", "3x3x3", "--face", "UD=aba bab aba"], 2, "U,D=PATTERN"),
        (vec!["find", "3x3x3", "--colours", "2", "--metric", "bogus"], 2, "no metric 'bogus'"),
        (vec!["find", "3x3x3", "--colours", "2", "--count", "--metric", "qtm"], 2, "cannot be used with"),
        (vec!["solve", "4x4x4", "pattern:superflip"], 2, "positions of the 3x3x3, not of 4x4x4"),
        (vec!["find", "3x3x3", "--face", "U=aba b#b aba"], 2, "`#` is not a symbol"),
        (vec!["find", "3x3x3", "--face", "abc def ghi"], 1, "all were tried"),
        (vec!["find", "3x3x3", "--only", "edges", "--parity", "odd"], 1, "all were tried"),
        (vec!["find", "3x3x3", "--colours", "7"], 2, "from 1 to 6"),
        (vec!["find", "4x4x4", "--colours", "2"], 2, "are for the 3x3x3"),
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

/// The format is that of the file's ending, for every command that draws sheets.
#[test]
fn the_ending_of_a_file_says_its_format() {
    let directory = tempfile::tempdir().unwrap();
    let found = ["find", "3x3x3", "--face", "aba bab aba", "--solutions", "2"];
    for command in [&found[..], &["patterns"], &["scramble", "2x2x2", "--count", "2", "--seed", "1"]] {
        for (name, chosen, start) in [
            ("a.svg", None, "<svg"),
            ("a.PNG", None, "\u{89}PNG"),
            ("a.txt", None, ""),
            ("b.svg", Some("text"), ""),
            ("b.txt", Some("svg"), "<svg"),
        ] {
            let file = directory.path().join(name);
            let mut arguments = [command, &["-o", file.to_str().unwrap()]].concat();
            arguments.extend(chosen.iter().flat_map(|format| ["--format", format]));
            assert_eq!(ok(&arguments), "", "{arguments:?}");
            let written: String = std::fs::read(&file).unwrap().into_iter().map(char::from).collect();
            match start {
                "" => assert_eq!(written.trim_end(), ok(command).trim_end(), "{arguments:?}"),
                start => assert!(written.starts_with(start), "{arguments:?}"),
            }
        }
    }
    let nowhere = directory.path().join("none/a.txt");
    let refused = run(&[&found[..], &["-o", nowhere.to_str().unwrap()]].concat());
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("cannot be written"), "{}", refused.err);
}

/// A sheet that is full is written, and the end of the list reported.
#[test]
fn a_full_sheet_is_reported() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("full.svg");
    let path = file.to_str().unwrap();
    let full =
        run(&["find", "3x3x3", "--only", "edges", "--parity", "even", "--solutions", "all", "-o", path]);
    assert_eq!(full.code, 3, "{}", full.err);
    assert!(full.err.contains("first 1000 positions only"), "{}", full.err);
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("<svg"));
}

/// Requirements in words: alternatives for a face, and faces that must all agree; one position is singular.
#[test]
fn requirements_are_told_in_words() {
    for (arguments, told) in [
        (
            vec!["--face", "U=UUU/UUU/UUU", "--only", "edges", "--colours", "1"],
            "face U=UUU UUU UUU, 1 colour on each face, corners in place: 1 position",
        ),
        (
            vec![
                "--face",
                "F,B=?b?/?b?/?b?",
                "--face",
                "U=UUU UUU UUU",
                "--face",
                "F=FFF FFF FFF",
                "--face",
                "abc def ghi",
            ],
            "faces U=UUU UUU UUU and F=?b? ?b? ?b? or FFF FFF FFF and B=?b? ?b? ?b? and other faces abc def ghi: 0 positions",
        ),
        (
            vec!["--symmetry", " at least  Oh ", "--face", "aaa aaa aaa", "--face", "aba bab aba"],
            "symmetry at least Oh, faces aaa aaa aaa or aba bab aba: 2 positions, 2 up to symmetry",
        ),
    ] {
        let counted = ok(&[&["find", "3x3x3", "--count"], &arguments[..]].concat());
        assert_eq!(counted.trim(), told);
    }
}

/// Of the positions that count as the same, one is listed; those of other classes are all there.
#[test]
fn positions_are_listed_once_for_each_class() {
    let read = |lines: &str| -> Vec<String> { lines.lines().map(str::to_string).collect() };
    let edges = [
        "--face",
        "U=aaa aaa aaa",
        "--face",
        "R=?b? ?b? ?b?",
        "--symmetry",
        "at least C2 (edge)",
        "--only",
        "edges",
    ];
    for requirement in [&["--face", "aaa abb abb"][..], &["--colours", "2", "--symmetry", "D3"], &edges] {
        let find = [&["find", "3x3x3", "--solutions", "all"], requirement].concat();
        let all = ok(&find);
        for up_to in ["rotations", "symmetries", "inverse", "symmetries,inverse"] {
            let listed = read(&ok(&[&find[..], &["--up-to", up_to]].concat()));
            let classes = run_with_input(&["alg", "unique", "3x3x3", "-", "--up-to", up_to], &all);
            assert_eq!(listed.len(), read(&classes.out).len(), "{requirement:?} {up_to}");
            let apart =
                run_with_input(&["alg", "unique", "3x3x3", "-", "--up-to", up_to], &listed.join("\n"));
            assert_eq!(listed.len(), read(&apart.out).len(), "{requirement:?} {up_to}");
        }
    }
}
