//! Scrambles: random states, those of contests, and the sheets they are printed on.

use crate::program::*;

/// By event: its puzzle, and moves of a scramble.
const EVENTS: &[(&str, &str, std::ops::RangeInclusive<usize>)] = &[
    ("333", "3x3x3", 15..=21),
    ("222", "2x2x2", 11..=11),
    ("444", "4x4x4", 30..=60),
    ("555", "5x5x5", 60..=60),
    ("666", "6x6x6", 80..=80),
    ("777", "7x7x7", 100..=100),
    ("333bf", "3x3x3", 15..=30),
    ("333fm", "3x3x3", 21..=34),
    ("333oh", "3x3x3", 15..=21),
    ("minx", "megaminx", 77..=77),
    ("pyram", "pyraminx", 11..=15),
    ("skewb", "skewb", 11..=11),
    ("444bf", "4x4x4", 30..=62),
    ("555bf", "5x5x5", 60..=62),
    ("333mbf", "3x3x3", 15..=30),
    ("clock", "clock", 15..=15),
    ("sq1", "square-1", 11..=40),
];

#[test]
fn scrambles_have_the_length_that_is_asked_for() {
    let states = |scrambles: &str| {
        let run = run_with_input(&["apply", "3x3x3", "-", "--format", "facelets"], scrambles);
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let usual = states(&ok(&["scramble", "3x3x3", "--count", "4", "--seed", "7"]));
    for length in 20..=30 {
        let wanted = length.to_string();
        let scrambles = ok(&["scramble", "3x3x3", "--count", "4", "--seed", "7", "--length", &wanted]);
        assert!(scrambles.lines().all(|line| line.split(' ').count() == length), "{length}: {scrambles}");
        // The same states, by other ways.
        assert_eq!(states(&scrambles), usual, "{length}");
    }
    for args in [["3x3x3", "--length", "19"], ["3x3x3", "--length", "31"], ["skewb", "--length", "20"]] {
        let run = run(&[&["scramble"], &args[..]].concat());
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains("20 to 30"), "{}", run.err);
    }
}

#[test]
fn seeds_give_the_same_scrambles_for_ever() {
    for (puzzle, scramble) in [
        ("3x3x3", "L2 F2 L2 D2 F' U2 R2 F' D2 F2 L2 F' D U2 L' F2 D' L' F' D2 R2"),
        ("pyraminx", "b r l' R' U B R' U' B R B' U'"),
    ] {
        assert_eq!(ok(&["scramble", puzzle, "--seed", "1"]), scramble, "{puzzle}");
    }
}

#[test]
fn a_random_4x4x4_is_told_in_outer_and_wide_turns() {
    let told = &json_lines(&ok(&["scramble", "4x4x4", "--seed", "1", "--json"]))[0];
    assert_eq!(told["method"], "random-state", "{told}");
    let moves = told["scramble"].as_str().unwrap();
    let is_known = |word: &str| {
        ["", "w"].iter().any(|wide| {
            let bare = word.trim_end_matches(['2', '\'']);
            "URFDLB".chars().any(|face| bare == format!("{face}{wide}"))
                && !["Dw", "Lw", "Bw"].contains(&bare)
        })
    };
    assert!(moves.split(' ').all(is_known) && (30..60).contains(&moves.split(' ').count()), "{moves}");
    assert_eq!(
        json_lines(&ok(&["scramble", "4x4x4", "--moves", "40", "--json"]))[0]["method"],
        "random-moves"
    );
}

#[test]
fn scrambles_of_events_are_told_and_read_again() {
    for (event, puzzle, moves) in EVENTS {
        let args = ["scramble", "--wca", event, "--seed", "4", "--count", "2", "--extra", "1"];
        let text = ok(&args);
        assert_eq!(text.lines().count(), 3, "{event}");
        for line in text.lines() {
            let line = line.trim_end_matches(" // E1");
            assert!(moves.contains(&line.split(' ').count()), "{event}: {line}");
        }
        let read = run_with_input(&["apply", puzzle, "-", "--json"], &text);
        assert_eq!(read.code, 0, "{event}: {}", read.err);
        let told = json_lines(&ok(&[&args[..], &["--json"]].concat()));
        assert_eq!(told.len(), 3);
        for (line, told) in text.lines().zip(&told) {
            let flat = told["scramble"].as_str().unwrap().replace('\n', " ");
            assert_eq!(flat, line.trim_end_matches(" // E1"), "{event}");
            assert_eq!((&told["event"], &told["puzzle"]), (&(*event).into(), &(*puzzle).into()));
        }
        let attempts: Vec<&str> = told.iter().map(|told| told["attempt"].as_str().unwrap()).collect();
        assert_eq!(attempts, ["1", "2", "E1"]);
        let lines = told[0]["scramble"].as_str().unwrap().lines().count();
        assert_eq!(lines, if *event == "minx" { 7 } else { 1 }, "{event}");
        let is_random_state = !["555", "666", "777", "555bf", "minx"].contains(event);
        assert_eq!(
            told[0]["method"],
            if is_random_state { "random-state" } else { "random-moves" },
            "{event}"
        );
    }
    let wrong = run(&["scramble", "--wca", "333ft"]);
    assert_eq!(wrong.code, 2);
    for (event, ..) in EVENTS {
        assert!(wrong.err.contains(event), "{}", wrong.err);
    }
    for args in [
        &["scramble"][..],
        &["scramble", "3x3x3", "--wca", "333"],
        &["scramble", "--wca", "333", "--moves", "3"],
    ] {
        assert_eq!(run(args).code, 2, "{args:?}");
    }
}

#[test]
fn sheets_show_each_scramble_with_its_position() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let round = ["scramble", "--wca", "skewb", "--count", "5", "--extra", "2", "--seed", "1"];
    let svg = ok(&[&round[..], &["--format", "svg"]].concat());
    // Six faces with five stickers each, and the faces under them.
    assert_eq!(svg.matches("<polygon").count(), 7 * 36);
    let lines = ok(&round);
    for line in lines.lines().map(|line| line.trim_end_matches(" // E1").trim_end_matches(" // E2")) {
        assert!(svg.contains(&format!(">{line}<")), "{line}");
    }
    for label in ["1", "5", "E1", "E2", "Skewb"] {
        assert!(svg.contains(&format!(">{label}</text>")), "{label}");
    }
    // The first picture is that of the first scramble: the same colours in the same order.
    let colours = |svg: &str| -> Vec<String> {
        let fills = svg.split("<polygon fill=\"").skip(1);
        fills.map(|rest| rest.split('"').next().unwrap().to_string()).collect()
    };
    let first = lines.lines().next().unwrap();
    let shown = ok(&["show", "skewb", first, "--format", "svg", "--view", "net"]);
    assert_eq!(colours(&svg)[..36], colours(&shown));
    ok_silent(&[&round[..], &["--format", "svg", "-o", &file("round.svg")]].concat());
    assert_eq!(std::fs::read_to_string(file("round.svg")).unwrap().trim_end(), svg);
    ok_silent(&[&round[..], &["--format", "png", "-o", &file("round.png")]].concat());
    assert_eq!(std::fs::read(file("round.png")).unwrap()[..8], *b"\x89PNG\r\n\x1a\n");
    ok_silent(&[&round[..], &["-o", &file("round.txt")]].concat());
    assert_eq!(std::fs::read_to_string(file("round.txt")).unwrap().trim_end(), lines);
    assert!(ok(&["scramble", "slide:3x3", "--format", "svg"]).contains("slide:3x3"));
    assert_eq!(run(&["scramble", "--wca", "333", "--format", "png"]).code, 2);
}

/// A run that must succeed and say nothing on standard output.
fn ok_silent(args: &[&str]) {
    assert_eq!(ok(args), "", "{args:?}");
}

/// The names that people write, and puzzles that they own: each is scrambled, and what that makes is solved and verified.
#[test]
fn scrambles_of_square_1_and_of_the_clock_are_solved() {
    for (name, puzzle, most) in [("sq1", "square-1", 14), ("Clock", "clock", 12)] {
        let metric: &[&str] = if name == "sq1" { &["--metric", "twist"] } else { &[] };
        let scrambles = ok(&["scramble", name, "--count", "4", "--seed", "7"]);
        let solved = run_with_input(&[&["solve", name, "-", "--json"][..], metric].concat(), &scrambles);
        assert_eq!(solved.code, 0, "{}", solved.err);
        let lines = json_lines(&solved.out);
        assert_eq!(lines.len(), 4);
        for (line, scramble) in lines.iter().zip(scrambles.lines()) {
            assert_eq!(line["puzzle"], puzzle);
            assert!(line["length"].as_u64().unwrap() <= most, "{line}");
            let solution = line["solution"].as_str().unwrap();
            let verified = json_lines(&ok(&["verify", name, scramble, "--solution", solution, "--json"]));
            assert_eq!(verified[0]["solved"], true, "{scramble}: {solution}");
        }
        let picture = ok(&["show", name, scrambles.lines().next().unwrap(), "--format", "svg"]);
        assert!(picture.starts_with("<svg") && picture.contains("<polygon"), "{name}");
    }
}
