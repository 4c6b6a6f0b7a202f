//! The families of puzzles in the plane from outside: solved, scrambled, measured, refused.

#![allow(dead_code, reason = "each test file uses its own part of the shared module")]

mod program;

use program::{json_lines, ok, run};

#[test]
fn families_are_solved() {
    for (puzzle, alg, length) in [
        ("torus:3x3", "R1 C2", 2),
        ("topspin:12,4", "r t r2 t", 4),
        ("klein:2x3", "R1 C2", 2),
        ("rotate:3x3,2", "r1c1 r2c2'", 2),
        ("wreath:6", "l r'", 2),
        ("globe:1,2", "r0 f1", 2),
        ("pancake:5", "f3 f5", 2),
        ("m11", "a b", 2),
    ] {
        let out = ok(&["solve", puzzle, alg, "--json"]);
        let answer = &json_lines(&out)[0];
        assert!(answer["length"].as_u64() <= Some(length), "{out}");
        let solution = answer["solution"].as_str().unwrap();
        ok(&["verify", puzzle, alg, "--solution", solution]);
    }
}

#[test]
fn families_are_scrambled_and_their_groups_known() {
    let out = ok(&["group", "m24", "--json"]);
    assert_eq!(json_lines(&out)[0]["order"], "244823040");
    let first = ok(&["scramble", "rings:20,20,5,5", "--seed", "1"]);
    assert_eq!(first, ok(&["scramble", "RINGS:20,20,5,5", "--seed", "1"]));
    assert_eq!(ok(&["alg", "invert", "torus:12x12", "R12 R1^3"]), "R1^3' R12'");
}

/// What is printed is read again, amounts behind carets and primes behind those.
#[test]
fn scrambles_are_read_again() {
    for puzzle in
        ["torus:5x6", "globe:2,5", "topspin:20,4", "rings:20,20,5,5", "megaminx", "pancake:9", "m24"]
    {
        let scramble = ok(&["scramble", puzzle, "--seed", "3"]);
        let back = ok(&["alg", "invert", puzzle, scramble.trim()]);
        assert_eq!(ok(&["alg", "invert", puzzle, back.trim()]), scramble.trim(), "{puzzle}");
        assert_eq!(run(&["verify", puzzle, scramble.trim(), "--solution", back.trim()]).code, 0, "{puzzle}");
    }
}

#[test]
fn bad_parameters_are_refused() {
    for (name, told) in [
        ("torus:2x0", "the number of columns must be 2 to 1250, not 0; expected torus:MxN"),
        ("topspin:20", "'20' is not of the form N,K"),
        ("torsu:3x3", "did you mean 'torus:3x3'?"),
    ] {
        let refused = run(&["puzzles", name]);
        assert_eq!(refused.code, 2, "{}", refused.err);
        assert!(refused.err.contains(told), "{}", refused.err);
    }
}
