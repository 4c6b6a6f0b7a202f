//! The program's words: `factor`, and `solve --method words`.

use crate::program::{json_lines, ok, run};
use serde_json::Value;

fn record(arguments: &[&str]) -> (Value, i32) {
    let answer = run(arguments);
    (json_lines(&answer.out).into_iter().next().unwrap_or_default(), answer.code)
}

#[test]
fn elements_are_words_in_the_moves() {
    let (word, code) = record(&["factor", "2x2x2", "R U2 F' R", "--json", "--no-tables"]);
    assert_eq!((code, word["metric"].as_str(), word["effort"].as_str()), (0, Some("qtm"), Some("beam")));
    assert!(word["length"].as_u64().unwrap() <= 5, "{word}");
    let text = word["word"].as_str().unwrap();
    let answer = run(&["verify", "2x2x2", "R U2 F' R", "--solution", &format!("({text})'")]);
    assert_eq!(answer.code, 0, "{}", answer.out);
    let integers = ["factor", "2x2x2", "R U'", "--json", "--no-tables", "--integers"];
    let (word, _) = record(&integers);
    assert_eq!(word["word"].as_str().unwrap().split(' ').count(), 2);
}

/// Moves that a search leaves out, where a rotation of the whole or a block of layers does the same, are elements all the same.
#[test]
fn a_listed_move_is_its_own_word() {
    for (puzzle, name) in [("2x2x2", "D"), ("cuboid:2x2x3", "D"), ("4x4x4", "2D")] {
        for form in [&[][..], &["--integers"]] {
            let (word, code) = record(
                &[&["factor", puzzle, name, "--effort", "search", "--json", "--no-tables"], form].concat(),
            );
            assert_eq!(code, 0, "{puzzle} {name}");
            let text = word["word"].as_str().unwrap();
            assert_eq!(text.split(' ').count(), 1, "{puzzle} {name}: {text}");
            assert!(!form.is_empty() || text == name, "{puzzle} {name}: {text}");
        }
    }
}

#[test]
fn random_elements_are_measured() {
    let arguments =
        ["factor", "skewb", "--stats", "20", "--seed", "1", "--effort", "table", "--json", "--no-tables"];
    let (first, code) = record(&arguments);
    assert_eq!((code, first["count"].as_u64()), (0, Some(20)));
    assert!(first["mean"].as_f64().unwrap() <= first["max"].as_f64().unwrap());
    assert_eq!(first["mean"], record(&arguments).0["mean"]);
}

#[test]
fn what_is_outside_the_group_is_a_definite_no() {
    let answer = run(&["factor", "2x2x2", "--element", "(1,2)", "--no-tables"]);
    assert_eq!(answer.code, 1);
    assert!(answer.err.contains("outside the group"), "{}", answer.err);
    let answer = run(&["factor", "2x2x2", "--element", "(1,2", "--no-tables"]);
    assert_eq!(answer.code, 2);
}

#[test]
fn large_puzzles_are_solved_by_words() {
    let scramble = "U R2' F L' DR B2 U' BL R FR2 U2 D L2' B";
    let (solved, code) = record(&["solve", "megaminx", scramble, "--json", "--no-tables"]);
    assert_eq!(
        (code, solved["method"].as_str(), solved["optimal"].as_bool()),
        (0, Some("words"), Some(false))
    );
    let solution = solved["solution"].as_str().unwrap();
    ok(&["verify", "megaminx", scramble, "--solution", solution]);
    // A short scramble is solved the shortest way.
    let (solved, _) = record(&["solve", "megaminx", "U R2'", "--json", "--no-tables"]);
    assert_eq!((solved["length"].as_u64(), solved["optimal"].as_bool()), (Some(2), Some(true)));
    let answer = run(&["solve", "skewb", "R U", "--method", "words", "--solutions", "all", "--no-tables"]);
    assert_eq!(answer.code, 2);
    let (solved, _) = record(&["solve", "skewb", "R U L' B", "--method", "words", "--json", "--no-tables"]);
    assert_eq!(solved["method"].as_str(), Some("words"));
}

/// A position that only some of the ways to hold the solved puzzle are within the group of: the others do not deny it.
#[test]
fn a_rotation_may_make_a_position_solvable() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("turned.tws");
    let text = "Set A 1 4\nSet B 4 1\nStartState\nA\n1\n0\nB\n1 2 3 4\nEnd\n\
        Move a\nB\n1 3 4 2\nEnd\nMove b\nA\n1\n2\nB\n3 2 1 4\nEnd\nMove x\nA\n1\n1\nB\n3 1 2 4\nEnd\n";
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let state = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let turned = state("turned.scr", "Scramble t\nA\n1\n2\nB\n1 3 4 2\nEnd\n");
    let rotated = state("rotated.scr", "Scramble r\nA\n1\n1\nB\n3 1 2 4\nEnd\n");
    for method in ["words", "search"] {
        for (position, length) in [(&turned, 1), (&rotated, 0)] {
            let arguments = ["solve", file, "--state", position, "--up-to-rotation", "--method", method];
            let (solved, code) = record(&[&arguments[..], &["--json", "--no-tables"]].concat());
            assert_eq!((code, solved["length"].as_u64()), (0, Some(length)), "{method} {solved}");
        }
    }
}
