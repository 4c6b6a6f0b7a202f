//! What the program promises to its users: keys, formats, exit codes, messages.

#![allow(dead_code, reason = "each test file uses its own part of the shared module")]

mod program;

use program::{json_lines, ok, run, run_with_input};
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
        "puzzle input solution length metric method optimal lower_bound nodes seconds",
    );
    has_keys(&["solve", "tetraminx", "L' U", "--solutions", "2"], "solution length optimal lower_bound");
    has_keys(&["scramble", "3x3x3", "--seed", "1"], "puzzle scramble seed method");
    has_keys(&["verify", "3x3x3", "R", "--solution", "R'"], "solved length metric");
    has_keys(&["alg", "invert", "3x3x3", "R U"], "input output length");
    has_keys(&["puzzles", "3x3x3"], "name sets moves order");
    has_keys(&["puzzles", "c f 0.333333"], "name sets moves order notes");
    has_keys(&["show", "dino", "UFR", "--format", "svg"], "puzzle input svg");
    has_keys(&["show", "topspin:20,4", "r t", "--format", "scene"], "puzzle input scene");
    has_keys(&["group", "pyraminx"], "order degree base proof orbits");
    has_keys(&["group", "3x3x3", "--member", "R U"], "order degree base proof orbits member reason");
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
fn tables_are_built_listed_verified_and_cleaned() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_str().unwrap();
    let tables = |args: &[&str]| {
        let args: Vec<&str> = ["tables", "--tables", path, "--json"].iter().chain(args).copied().collect();
        run(&args)
    };
    assert!(json_lines(&tables(&["list"]).out).iter().all(|table| table["state"] == "absent"));
    let built = json_lines(&tables(&["build", "2x2x2-htm"]).out);
    assert_eq!(
        built[0]["distribution"],
        serde_json::json!([1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644])
    );
    assert_eq!(json_lines(&tables(&["verify"]).out)[0]["state"], "good");
    let file = directory.path().join("2x2x2-htm.table");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[100_000] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    assert_eq!(tables(&["verify"]).code, 1);
    // The damaged one still has the right passport; built anew it is good.
    assert_eq!(tables(&["build", "2x2x2-htm"]).code, 0);
    assert_eq!(tables(&["verify"]).code, 0);
    assert_eq!(tables(&["clean", "--all"]).code, 0);
    assert!(json_lines(&tables(&["list"]).out).iter().all(|table| table["state"] == "absent"));
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
    assert!(several.code == 2 && several.err.contains("stands for several elements"), "{}", several.err);
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

#[test]
fn large_two_phase_tables_are_used_where_they_are_kept_and_pay() {
    let explained = |words: &[&str]| {
        let args = [&["solve", "3x3x3", "R U", "--explain", "--no-tables"], words].concat();
        let run = run(&args);
        assert_eq!(run.code, 0, "{words:?}: {}", run.err);
        assert!(run.out.starts_with("U' R'"), "{words:?}: {}", run.out);
        run.err
    };
    assert!(explained(&[]).contains("the small tables, which are ready at once"));
    assert!(explained(&["--max-length", "20"]).contains("(3x3x3-two-phase) are not built"));
    assert!(explained(&["--time-limit", "2s"]).contains("(3x3x3-two-phase) are not built"));
    // The answer to a limit on nodes does not depend on what is kept.
    assert!(explained(&["--max-length", "20", "--node-limit", "100000"]).contains("ready at once"));
    let asked = ["--method", "two-phase-large", "--memory"];
    assert!(explained(&[&asked[..], &["100MiB"]].concat()).contains("the large ones need more --memory"));
    assert!(explained(&[&asked[..], &["680MiB"]].concat()).contains("building the large ones needs more"));
}
