//! What the program promises to its users: keys, formats, exit codes, messages.

use crate::program::{self, json_lines, ok, run, run_with_input};
use serde_json::Value;

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn has_keys(args: &[&str], expected: &str) {
    let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
    for value in json_lines(&ok(&args)) {
        for key in expected.split(' ') {
            assert!(keys(&value).contains(&key), "{args:?}: {key} is missing in {value}");
        }
    }
}

#[test]
fn json_has_its_keys() {
    has_keys(
        &["solve", "3x3x3", "R U"],
        "puzzle input solution length metric method optimal lower_bound nodes seconds phases",
    );
    has_keys(&["solve", "tetraminx", "L' U", "--solutions", "2"], "solution length optimal lower_bound");
    has_keys(&["scramble", "3x3x3", "--seed", "1"], "puzzle scramble seed method");
    has_keys(
        &["verify", "3x3x3", "R", "--solution", "R'"],
        "puzzle input solution solved length metric wrong",
    );
    for args in [
        &["solve", "3x3x3", "R U"][..],
        &["scramble", "pyraminx", "--seed", "1"],
        &["alg", "expand", "3x3x3", "(R U)2"],
        &["factor", "3x3x3", "R U"],
        &["find", "tetraminx", "--like", "R U' R' U"],
    ] {
        has_keys(args, "puzzle algorithm");
    }
    has_keys(&["alg", "invert", "3x3x3", "R U"], "input output length");
    has_keys(&["puzzles", "3x3x3"], "name sets moves order");
    has_keys(&["puzzles", "c f 0.333333"], "name sets moves order notes");
    has_keys(&["show", "dino", "UFR", "--format", "svg"], "puzzle input svg");
    has_keys(&["show", "topspin:20,4", "r t", "--format", "scene"], "puzzle input scene");
    has_keys(&["group", "pyraminx"], "order degree base proof orbits");
    has_keys(&["group", "3x3x3", "--member", "R U"], "order degree base proof orbits member reason");
    has_keys(&["group", "m11", "--presentation"], "puzzle order presentation generators relators");
    has_keys(
        &["group", "3x3x3", "--class", "R U"],
        "puzzle order element element_order class_size centralizer_order generators",
    );
    has_keys(&["group", "m11", "--classes"], "puzzle order number_of_classes classes");
    has_keys(&["god", "tetraminx", "--classes"], "distribution classes symmetries total");
    has_keys(&["find", "skewb", "--symmetry", "x y'", "--count"], "puzzle requirement output positions");
    has_keys(&["find", "skewb", "--symmetry", "all"], "puzzle output algorithm length metric optimal");
    has_keys(&["enumerate", "<a | a^3>"], "presentation subgroup index total max strategy seconds");
    has_keys(&["enumerate", "<a | a^3>", "--low-index", "3"], "index generators class_length");
    has_keys(&["tables", "list", "--tables", "/nonexistent/tables"], "name bytes checksum state");
}

/// As text it reads as without --stream, as JSON each part is a line; the parts solve the cube.
#[test]
fn a_big_cube_is_solved_while_it_is_written() {
    let scramble = "Rw U2 3Fw' D 2L B2 3Uw F' Rw2 U 2F2 L' 3Rw D2";
    let text = ok(&["solve", "7x7x7", scramble, "--stream"]);
    let (moves, length) = text.trim_end().rsplit_once(" (").unwrap();
    let length: u64 = length.trim_end_matches("f)").parse().unwrap();
    let verified = &json_lines(&ok(&["verify", "7x7x7", scramble, "--solution", moves, "--json"]))[0];
    assert_eq!((&verified["solved"], &verified["length"]), (&Value::from(true), &Value::from(length)));
    let parts = json_lines(&run_with_input(&["solve", "7x7x7", "-", "--stream", "--json"], scramble).out);
    let (last, parts) = parts.split_last().unwrap();
    let joined: Vec<&str> = parts.iter().map(|part| part["moves"].as_str().unwrap()).collect();
    assert_eq!(joined.join(" "), moves);
    assert_eq!(parts.iter().map(|part| part["length"].as_u64().unwrap()).sum::<u64>(), length);
    assert_eq!((&last["length"], &last["method"]), (&Value::from(length), &Value::from("reduction")));
    assert!(parts.len() > 10 && last.get("solution").is_none());
    let refused = run(&["solve", "3x3x3", "R U", "--stream"]);
    assert_eq!(refused.code, 2, "{}", refused.err);
}

#[test]
fn exit_codes_mean_what_they_say() {
    let flipped = "UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    for (args, code) in [
        (&["solve", "3x3x3", "R"][..], 0),
        (&["verify", "3x3x3", "R", "--solution", "R"], 1),
        (&["solve", "3x3x3", flipped], 1),
        (&["solve", "3x3x3", "R Q"], 2),
        (&["solve", "3x3x3"], 2),
        (&["solve", "nothing", "R"], 2),
        (&["solve", "c f 2", "R"], 2),
        (&["solve", "c v 1/sqrt3", "UFR DFL'"], 0),
        (&["group", "o f 1/3", "--member", "F U BR'"], 0),
        (&["convert", "c f 1/3", "--to", "tws"], 0),
        (&["convert", "megaminx", "--to", "svg", "--view", "net"], 0),
        (&["show", "torus:4x4", "--format", "svg"], 0),
        (&["convert", "rings:20,20,5,5", "--to", "scene"], 0),
        (&["solve", "3x3x3", "R", "--metric", "xyz"], 2),
        (&["solve", "3x3x3", "R", "--no-such-option"], 2),
        (&["solve", "skewb", "R U L B", "--max-length", "2"], 3),
        (&["solve", "3x3x3", "R U F2 L B D2 R' U F L2 D B' U R2", "--optimal", "--time-limit", "1ms"], 3),
        (&["solve", "megaminx", "U R F L BR BL", "--node-limit", "10"], 3),
        (&["convert", "3x3x3", "--to", "png"], 2), // no file is named
        (
            &[
                "show",
                "3x3x3",
                "R",
                "--format",
                "svg",
                "--view",
                "stereographic",
                "--arrows",
                "U",
                "--only",
                "EDGES:1-4,CORNERS",
            ],
            0,
        ),
        (&["show", "3x3x3", "R", "--format", "svg", "--only", "EDGES:13"], 2),
        (&["group", "3x3x3", "--member", "R U2"], 0),
        (&["group", "3x3x3", "--member", flipped], 1),
        (&["group", "3x3x3", "--member", "M"], 1),
        (&["group", "3x3x3", "--element", "(1,3)"], 1),
        (&["group", "3x3x3", "--element", "(1,3"], 2),
        (&["group", "3x3x3", "--element", "(4000000000,1)"], 2),
        (&["group", "3x3x3", "--base", "55"], 2),
        (&["group", "3x3x3", "--base", "0"], 2),
        (&["group", "3x3x3", "--method", "certificate", "--member", "R"], 2),
        (&["group", "megaminx", "--method", "jerrum"], 3),
        (&["--help"], 0),
        (&["--version"], 0),
    ] {
        let run = run(args);
        assert_eq!(run.code, code, "{args:?}: {}{}", run.out, run.err);
    }
}

#[test]
fn solutions_solve_in_as_many_moves_as_they_say() {
    for (puzzle, scramble, most) in [
        ("3x3x3", "", 0),
        ("3x3x3", "R", 1),
        ("3x3x3", "R U F2 L'", 4),
        ("3x3x3", "M2 E2 S2", 6),
        ("3x3x3", "x R y", 1),
        ("3x3x3", "F R U' L2 D B' U2 R' F2 L D' B2 U R2 F' D2 L' U B R'", 21),
        ("2x2x2", "R U2 F' D L", 5),
        ("4x4x4", "Rw U2 F'", 3),
        ("5x5x5", "3Rw U2", 2),
        ("pyraminx", "U L' R B u", 5),
        ("tetraminx", "U L' R B", 4),
        ("skewb", "R U L' B", 4),
        ("skewb", "UFR DBL'", 2),
        ("megaminx", "U R2 BL'", 3),
        ("megaminx", "R++ U", 2),
    ] {
        let answer = &json_lines(&ok(&["solve", puzzle, "--scramble", scramble, "--json"]))[0];
        let length = answer["length"].as_u64().unwrap();
        assert!(length <= most, "{puzzle} {scramble}: {answer}");
        let solution = answer["solution"].as_str().unwrap();
        let judged =
            &json_lines(&ok(&["verify", puzzle, "--scramble", scramble, "--solution", solution, "--json"]))
                [0];
        assert_eq!(judged["solved"], true, "{puzzle} {scramble}: {answer}");
        assert_eq!(judged["length"], length);
    }
}

#[test]
fn facelets_are_read_in_any_symbols_and_any_orientation() {
    let facelets = ok(&["apply", "3x3x3", "R U F' L2 D", "--format", "facelets"]);
    let turned = ok(&["apply", "3x3x3", "R U F' L2 D x y", "--format", "facelets"]);
    let recoloured: String =
        facelets.chars().map(|c| "wrgyob".as_bytes()["URFDLB".find(c).unwrap()] as char).collect();
    let numbered: String =
        facelets.chars().map(|c| char::from(b'1' + "URFDLB".find(c).unwrap() as u8)).collect();
    for text in [&facelets, &turned, &recoloured, &numbered] {
        let answer = &json_lines(&ok(&["solve", "3x3x3", "--facelets", text, "--json"]))[0];
        assert_eq!(answer["length"], 5, "{text}: {answer}");
        let solution = answer["solution"].as_str().unwrap();
        ok(&["verify", "3x3x3", "--facelets", text, "--solution", solution]);
    }
    let named = ok(&["solve", "2x2x2", "--facelets", "acacbbbbcdcddfdfeeeeafaf", "--faces", "abcdef"]);
    assert_eq!(named, "R' (1f*)");
}

/// Facelets with blanks, in lines and by pieces are the position; cut short they are an error that counts, never moves.
#[test]
fn facelets_are_never_taken_for_moves() {
    let facelets = "UUUUUUFFFUBBRRRRRRRRRFFDFFDDDBDDBDDBFFDLLLLLLLLLUBBUBB";
    let lines = |width: usize, between: &str| {
        let letters: Vec<char> = facelets.chars().collect();
        letters.chunks(width).map(String::from_iter).collect::<Vec<_>>().join(between)
    };
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("faces.txt");
    std::fs::write(&file, lines(9, "\n")).unwrap();
    for args in [vec![lines(9, " ")], vec![lines(3, " ")], vec!["--state".into(), file.display().to_string()]]
    {
        let args: Vec<&str> = ["solve", "3x3x3"].into_iter().chain(args.iter().map(String::as_str)).collect();
        assert_eq!(ok(&args), "U' R' (2f*)", "{args:?}");
    }
    assert_eq!(ok(&["verify", "3x3x3", &lines(9, " "), "--solution", "U' R'"]), "solved, length 2 (htm)");
    assert!(ok(&["apply", "3x3x3", &lines(9, " ")]).ends_with(facelets));
    let pieces = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";
    assert_eq!(ok(&["solve", "3x3x3", pieces]), "(0f*)");
    for (args, told) in [
        (&["solve", "3x3x3", &facelets[..50]][..], "50 facelets where 3x3x3 has 54"),
        (
            &["solve", "5x5x5", &"URFDL".chars().map(|face| face.to_string().repeat(25)).collect::<String>()],
            "125 facelets",
        ),
        (&["alg", "expand", "3x3x3", facelets], "this is a position"),
        (&["order", "3x3x3", facelets], "a position, not an algorithm"),
        (&["verify", "3x3x3", "R", "--solution", pieces], "a position, not an algorithm"),
        (&["solve", "3x3x3", "--scramble", facelets], "a position, not an algorithm"),
    ] {
        let run = run(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.out);
        assert!(run.err.contains(told), "{args:?}: {}", run.err);
    }
    // One a line: six errors, no answers.
    let told = run_with_input(&["solve", "3x3x3", "-"], &lines(9, "\n"));
    assert!(told.code == 2 && told.out.lines().all(|line| line.contains("9 facelets")), "{}", told.out);
}

/// Boards as numbers and grids, and stickers of solids: typed in, and printed so that they can be typed in.
#[test]
fn boards_and_stickers_are_positions() {
    assert_eq!(ok(&["solve", "slide:3x3", "1 2 3 4 5 6 0 7 8"]), "L L (2f*)");
    assert_eq!(ok(&["solve", "slide:3x3", "1 2 3 / 4 5 6 / _ 7 8"]), "L L (2f*)");
    let odd = run(&["solve", "slide:3x3", "1 2 3 4 5 6 8 7 0"]);
    assert!(odd.code == 1 && odd.err.contains("odd parity"), "{}", odd.err);
    let grid = ok(&["apply", "slide:3x3", "R R D"]);
    assert_eq!(grid, "1 2 3\n_ 5 6\n4 7 8");
    assert_eq!(ok(&["solve", "slide:3x3", &grid]), "U L L (3f*)");
    for (puzzle, moves) in [("pyraminx", "U L' R b"), ("skewb", "R U' B"), ("megaminx", "R U")] {
        let text = ok(&["apply", puzzle, moves, "--format", "facelets"]);
        let solution = ok(&["solve", puzzle, &text]);
        assert!(
            ok(&["verify", puzzle, moves, "--solution", &solution]).starts_with("solved"),
            "{puzzle}: {solution}"
        );
        let short = run(&["solve", puzzle, &text[..text.len() - 1]]);
        assert!(short.code == 2 && short.err.contains("facelets where"), "{}", short.err);
    }
    let other = run(&["solve", "torus:3x3", "--facelets", "UUU"]);
    assert!(other.code == 2 && other.err.contains("no facelet strings"), "{}", other.err);
}

/// What a command prints the next one reads; numbers in front, lengths behind and comments are passed over.
#[test]
fn output_is_input() {
    let solution = ok(&["solve", "3x3x3", "R U F"]);
    assert_eq!(solution, "F' U' R' (3f*)");
    let piped = |args: &[&str], input: &str| {
        let run = run_with_input(args, input);
        assert_eq!(run.code, 0, "{args:?}: {}", run.err);
        run.out
    };
    assert_eq!(piped(&["solve", "3x3x3", "-"], &solution), "R U F (3f*)\n");
    assert_eq!(
        piped(&["solve", "3x3x3", "-"], "(0f*)\n// a comment\n1. R2 U2 (2f)\n2) R (1) // last\n"),
        "(0f*)\nU2 R2 (2f*)\nR' (1f*)\n"
    );
    assert_eq!(ok(&["verify", "3x3x3", "R U F", "--solution", &solution]), "solved, length 3 (htm)");
    let found = ok(&["find", "tetraminx", "--like", "R U' R' U", "--solutions", "2"]);
    assert_eq!(piped(&["alg", "count", "tetraminx", "-"], &(found + "\n")), "4\n4\n");
    let word = ok(&["factor", "3x3x3", "R U"]);
    assert!(ok(&["verify", "3x3x3", "U' R'", "--solution", &word]).starts_with("solved"), "{word}");
}

/// Every position of a batch has its answer in its place, which says which one it is; results are read by the next command.
#[test]
fn answers_can_be_assigned() {
    let flipped = "UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("many.scr");
    std::fs::write(&file, format!("R\n# a comment\n{flipped}\nR Q\nF2\n")).unwrap();
    let name = file.display().to_string();
    for args in [&["--state", &name][..], &[&name]] {
        let told = run(&[&["solve", "3x3x3"], args].concat());
        assert_eq!(told.code, 2, "{}", told.err);
        let lines: Vec<&str> = told.out.lines().collect();
        assert_eq!((lines[0], lines[3], lines.len()), ("R' (1f*)", "F2 (1f*)", 4), "{lines:?}");
        assert!(lines[1].starts_with(&format!("error: {name} 2: ")), "{lines:?}");
        assert!(lines[2].starts_with(&format!("error: {name} 3: ")), "{lines:?}");
        let told = run(&[&["solve", "3x3x3", "--json"], args].concat());
        let answers = json_lines(&told.out);
        for (index, answer) in answers.iter().enumerate() {
            assert_eq!(answer["number"], index + 1, "{answer}");
            assert_eq!(answer["input"], format!("{name} {}", index + 1), "{answer}");
        }
        assert!(answers[1]["error"].is_string() && answers[0]["solution"] == "R'", "{answers:?}");
    }
    let told = run_with_input(&["solve", "3x3x3", "-", "--json"], &format!("R\n\n{flipped}\nR Q\n"));
    let answers = json_lines(&told.out);
    let of = |index: usize| {
        (answers[index]["number"].as_u64(), answers[index]["line"].as_u64(), answers[index]["input"].as_str())
    };
    assert_eq!(of(0), (Some(1), Some(1), Some("R")));
    assert_eq!(of(1), (Some(2), Some(3), Some(flipped)));
    assert_eq!(of(2), (Some(3), Some(4), Some("R Q")));
    // Each line is verified with its own solution; where it leads to is solved.
    let scrambles = ok(&["scramble", "pyraminx", "--count", "3", "--seed", "3", "--json"]);
    let solved = run_with_input(&["solve", "pyraminx", "-", "--json"], &scrambles).out;
    let verified = json_lines(&run_with_input(&["verify", "pyraminx", "-", "--json"], &solved).out);
    assert_eq!(verified.iter().map(|one| one["solved"] == true).collect::<Vec<_>>(), [true; 3]);
    assert!(verified.iter().all(|one| one["input"].is_string() && one["wrong"] == 0));
    assert_eq!(run_with_input(&["solve", "pyraminx", "-"], &solved).out, "(0f*)\n".repeat(3));
    let broken = run_with_input(&["solve", "pyraminx", "-"], "{\"error\":\"no\"}\n");
    assert!(broken.code == 2 && broken.out.contains("the previous command"), "{}", broken.out);
    let judged = run_with_input(&["verify", "3x3x3", "R U", "--solution", "-"], "U' R' (2f*)\nR'\n");
    assert_eq!(judged.code, 1);
    assert_eq!(
        judged.out,
        "solved, length 2 (htm)\nnot solved: 4 of the 12 EDGES, 4 of the 8 CORNERS are out of place or turned\n"
    );
    assert_eq!(run(&["verify", "3x3x3", "x y"]).out, "solved, length 0 (htm)\n");
}

/// Words as people type them: no quotes, another order, a mistyped option or name.
#[test]
fn what_is_typed_is_understood() {
    for (args, expected) in [
        (&["solve", "3x3x3", "R", "U", "F"][..], "F' U' R' (3f*)"),
        (&["--quiet", "solve", "3x3x3", "R", "U", "--optimal", "--no-tables"], "U' R' (2f*)"),
        (&["alg", "3x3x3", "invert", "R", "U"], "U' R'"),
        (&["verify", "3x3x3", "R", "--solution", "R'"], "solved, length 1 (htm)"),
        (&["solve", "3x3x3", "R U2 F", "--ignore", "EDGES:1-12,CORNERS:1-8"], "(0f*)"),
    ] {
        assert_eq!(ok(args), expected, "{args:?}");
    }
    assert!(ok(&["help", "solve"]).contains("--max-length"));
    for (args, words) in [
        (&["solve", "3x3x3", "--optimall", "R U"][..], &["--optimall", "--optimal"][..]),
        (&["solve", "3x3x3", "foo"], &["unknown move `oo` in `foo`", "Rw", "M, E, S"]),
        (&["solve", "3x3x3", "f33.txt"], &["no file `f33.txt`"]),
        (&["solve", "3x3x3", "R", "--ignore", "EDGES:9-3"], &["EDGES:9-3", ":N-M"]),
    ] {
        let run = run(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.out);
        for word in words {
            assert!(run.err.contains(word), "{args:?}: {}", run.err);
        }
    }
    let converted = &json_lines(&ok(&["convert", "pyraminx", "--to", "tws", "--json"]))[0];
    assert_eq!(converted["format"], "tws");
    assert!(converted["output"].as_str().unwrap().starts_with("Name pyraminx"), "{converted}");
}

#[test]
fn unsolvable_positions_are_told_in_the_words_of_the_puzzle() {
    for (facelets, reason) in [
        ("UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", "flipped"),
        ("UUUUUUUUFURRRRRRRRFFRFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", "twisted"),
    ] {
        let run = run(&["solve", "3x3x3", facelets]);
        assert_eq!(run.code, 1, "{}", run.err);
        assert!(run.err.contains(reason), "{}", run.err);
    }
    let miscounted = run(&["solve", "3x3x3", "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU"]);
    assert_eq!(miscounted.code, 2);
    assert!(miscounted.err.contains("10"), "{}", miscounted.err);
}

#[test]
fn errors_say_what_where_and_what_to_do() {
    let told = run(&["solve", "3x3x3", "R U (F Q)2", "--json"]);
    let error = &json_lines(&told.out)[0];
    assert_eq!((error["line"].as_u64(), error["column"].as_u64()), (Some(1), Some(8)), "{error}");
    assert_eq!(error["token"], "Q");
    for (args, words) in [
        (&["solve", "3x3x3", "R U (F"][..], &["position:1:5"][..]),
        (&["solve", "skweb", "R"], &["did you mean 'skewb'"]),
        (&["solve", "4x4x4", "R 9U"], &["9U"]),
        (&["perm", "rank", "0 1 1"], &["1"]),
        (&["perm", "cycles", "(1,2"], &["permutation:1"]),
        (&["convert", "no-such-file.tws", "--to", "json"], &["no-such-file.tws", "cannot be read"]),
        (&["tables", "build", "nothing"], &["2x2x2-htm"]),
        (&["solve", "megaminx", "--method", "two-phase", "U"], &["3x3x3 only"]),
    ] {
        let run = run(args);
        assert_ne!(run.code, 0, "{args:?}");
        for word in words {
            assert!(run.err.contains(word), "{args:?}: {word} is missing in:\n{}", run.err);
        }
    }
}

#[test]
fn batches_answer_line_by_line_in_order() {
    let input = "R\n\n# a comment\nR Q\nUUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB\nR U'\n";
    let run = run_with_input(&["solve", "3x3x3", "-", "--json"], input);
    assert_eq!(run.code, 2, "a bad line makes the exit code 2");
    let answers = json_lines(&run.out);
    let solutions: Vec<Option<&str>> = answers.iter().map(|answer| answer["solution"].as_str()).collect();
    assert_eq!(solutions, [Some("R'"), None, Some(""), Some("U R'")]);
    assert_eq!(answers[1]["line"], 4);
    assert!(answers[1]["error"].as_str().unwrap().contains('Q'));
}

/// A thousand cubes, a bad one among them: all answered, in order, each solution right.
#[test]
fn a_thousand_cubes_are_answered_in_order() {
    let scrambles = ok(&["scramble", "3x3x3", "--count", "999", "--seed", "20"]);
    let mut facelets: Vec<String> =
        run_with_input(&["apply", "3x3x3", "-", "--format", "facelets"], &scrambles)
            .out
            .lines()
            .map(str::to_string)
            .collect();
    assert_eq!(facelets.len(), 999);
    facelets.insert(500, "not a cube".into());
    let run = run_with_input(&["solve", "3x3x3", "-", "--json"], &(facelets.join("\n") + "\n"));
    assert_eq!(run.code, 2);
    let answers = json_lines(&run.out);
    assert_eq!(answers.len(), 1000);
    let mut total = 0;
    for (index, (answer, facelets)) in answers.iter().zip(&facelets).enumerate() {
        if index == 500 {
            assert_eq!(answer["line"], 501, "{answer}");
            assert!(answer["error"].is_string());
            continue;
        }
        assert_eq!(answer["input"], facelets.as_str());
        total += answer["length"].as_u64().unwrap();
    }
    assert!(total <= 21 * 999, "mean length {}", total as f64 / 999.0);
    // The referee on a sample, from outside.
    for index in (0..1000).step_by(97).filter(|&index| index != 500) {
        let solution = answers[index]["solution"].as_str().unwrap();
        ok(&["verify", "3x3x3", "--facelets", &facelets[index], "--solution", solution]);
    }
}

#[test]
fn a_nearly_solved_cube_has_a_shortest_solution_in_quarter_turns_without_a_table() {
    let args = ["solve", "3x3x3", "R U2 F' L2", "--optimal", "--metric", "qtm", "--no-tables", "--json"];
    let answer = &json_lines(&ok(&args))[0];
    assert_eq!((&answer["length"], &answer["lower_bound"]), (&6.into(), &6.into()), "{answer}");
    assert_eq!((&answer["optimal"], &answer["method"]), (&true.into(), &"optimal".into()), "{answer}");
}

/// A subgroup of four elements has 10^19 cosets, and four states to solve to.
#[test]
fn solutions_up_to_a_turn_of_the_last_layer() {
    // A sune, and its U turned on: a turn of U is left over or not.
    for scramble in ["R U R' U R U2 R'", "R U R' U R U2 R' U"] {
        let found =
            &json_lines(&ok(&["solve", "3x3x3", scramble, "--subgroup", "U", "--optimal", "--json"]))[0];
        assert_eq!((&found["length"], &found["optimal"]), (&7.into(), &true.into()), "{found}");
        let end = ok(&["apply", "3x3x3", &format!("{scramble} {}", found["solution"].as_str().unwrap())]);
        let turned = ["", "U", "U2", "U'"].iter().map(|turn| ok(&["apply", "3x3x3", turn]));
        assert!(turned.into_iter().any(|state| state == end), "{end}");
    }
    assert_eq!(ok(&["solve", "3x3x3", "U2", "--subgroup", "U"]), "(0f*)");
    let all = ok(&["solve", "2x2x2", "R U R' U R U2 R'", "--subgroup", "U", "--solutions", "3"]);
    assert_eq!(all.lines().count(), 3);
}

#[test]
fn bare_permutations() {
    for (args, expected) in [
        (&["rank", "2 0 1"][..], "4"),
        (&["rank", "5 3 1", "--of", "6"], "113"),
        (&["unrank", "4", "--size", "3"], "2 0 1"),
        (&["unrank", "83", "--size", "3", "--of", "6"], "4 0 5"),
        (&["multiply", "(1,2)", "(2,3)"], "(1,3,2)"),
        (&["invert", "(1,2,3)"], "(1,3,2)"),
        (&["cycles", "1 2 0 4 3"], "(1,2,3)(4,5)"),
        (&["order", "(1,2,3)(4,5)"], "6"),
        (&["order", "()"], "1"),
    ] {
        let args: Vec<&str> = ["perm"].iter().chain(args).copied().collect();
        assert_eq!(ok(&args), expected, "{args:?}");
    }
}

#[test]
fn groups_are_told_with_proof() {
    let told = |args: &[&str]| {
        let args: Vec<&str> = ["group"].iter().chain(args).chain(&["--json"]).copied().collect();
        json_lines(&ok(&args)).remove(0)
    };
    for (puzzle, order) in [
        ("2x2x2", "88179840"),
        ("3x3x3", "43252003274489856000"),
        ("pyraminx", "75582720"),
        ("skewb", "3149280"),
        ("megaminx", "100669616553523347122516032313645505168688116411019768627200000000000"),
    ] {
        let group = told(&[puzzle]);
        assert_eq!(group["order"], order, "{puzzle}");
        assert!(["upper-bound", "certificate"].contains(&group["proof"].as_str().unwrap()), "{group}");
        assert_eq!(json_lines(&ok(&["puzzles", puzzle, "--json"]))[0]["order"], order);
    }
    for (method, proof) in [
        ("certificate", "certificate"),
        ("schreier", "schreier-generators"),
        ("jerrum", "jerrum"),
        ("sims", "sims-table"),
        ("random", "none"),
    ] {
        let group = told(&["2x2x2", "--method", method]);
        assert_eq!((&group["order"], &group["proof"]), (&"88179840".into(), &proof.into()), "{method}");
    }
    let cube = told(&["3x3x3", "--base", "25,3"]);
    assert_eq!(cube["base"].as_array().unwrap()[..2], [Value::from(25), Value::from(3)]);
    assert_eq!(cube["base"].as_array().unwrap().len(), 18);
    let orbits: Vec<(&str, u64)> = (cube["orbits"].as_array().unwrap().iter())
        .map(|orbit| (orbit["set"].as_str().unwrap(), orbit["blocks"][0].as_u64().unwrap()))
        .collect();
    assert_eq!(orbits, [("EDGES", 2), ("CORNERS", 3)]);
    // The layers of the largest cubes, without a chain.
    assert_eq!(told(&["33x33x33"])["proof"], "certificate");
}

#[test]
fn members_of_groups_are_told_from_strangers() {
    let flipped = "UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let run =
        run_with_input(&["group", "3x3x3", "--member", "-"], &format!("R U\n# nothing\n{flipped}\nR Q\n"));
    assert_eq!(run.code, 2);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[..2], ["a member", "not a member: orbit EDGES: one piece is flipped"]);
    assert!(lines[2].starts_with("error: line 4"), "{}", lines[2]);
    // A turn of pieces that look alike is known; a position is not.
    assert_eq!(ok(&["group", "4x4x4", "--member", "Rw U"]).trim(), "a member");
    let solved: String = "URFDLB".chars().flat_map(|face| [face; 16]).collect();
    let several = program::run(&["group", "4x4x4", "--member", &solved]);
    assert!(several.code == 2 && several.err.contains("represents several elements"), "{}", several.err);
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let program = env!("CARGO_BIN_EXE_permutant");
    let command = format!("{program} scramble 3x3x3 --count 200 --seed 1 | head -n 1");
    let output = std::process::Command::new("sh").args(["-c", &command]).output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
}

#[test]
fn fixed_work_has_the_same_signature_every_time() {
    let signatures = || -> Vec<(String, u64, String)> {
        let out = ok(&["bench", "GOD", "group", "two-phase", "--json"]);
        let text = |value: &Value| value.as_str().unwrap().to_string();
        let lines = json_lines(&out);
        lines
            .iter()
            .map(|line| (text(&line["name"]), line["nodes"].as_u64().unwrap(), text(&line["checksum"])))
            .collect()
    };
    let first = signatures();
    let names: Vec<&str> = first.iter().map(|signature| signature.0.as_str()).collect();
    assert_eq!(names, ["two-phase", "god", "group"]);
    assert_eq!(first[1].1, 3_149_280);
    assert_eq!(first, signatures());
    assert_eq!(run(&["bench", "gods"]).code, 2);
}
