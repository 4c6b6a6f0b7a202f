//! The families of puzzles in the plane from outside: solved, scrambled, measured, refused.

use crate::program::{json_lines, ok, run};

#[test]
fn families_are_solved() {
    for (puzzle, alg, length) in [
        ("torus:3x3", "R1 C2", 2),
        ("topspin:12,4", "r t r2 t", 4),
        ("klein:2x3", "R1 C2", 2),
        ("merge:6,5,2", "L R'", 2),
        ("moebius:3x4", "R D", 2),
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

/// The numbers of positions at each distance that are known of small boards with a blank: 2x2 and 2x3 by hand or by
/// anyone's program, 3x3 as in the Encyclopedia of Integer Sequences, A089473.
#[test]
fn boards_with_a_blank_are_counted() {
    let eight = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
        16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    let five = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1];
    for (name, known) in [
        ("slide:2x2", &[1, 2, 2, 2, 2, 2, 1][..]),
        ("slide:2x3", &five),
        ("slide:3x2", &five),
        ("slide:3x3", &eight),
    ] {
        let answer = &json_lines(&ok(&["god", name, "--json"]))[0];
        let found: Vec<u64> = answer["distribution"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.to_string().trim_matches('"').parse().unwrap())
            .collect();
        assert_eq!(found, known, "{name}");
        let states = &json_lines(&ok(&["puzzles", name, "--json"]))[0]["states"];
        assert_eq!(*states, known.iter().sum::<u64>().to_string(), "{name}");
    }
    // On a strip with a twist the chessboard's colours do not fit together if M + N is even: all arrangements.
    for (name, states) in [("moebius:2x3", 360), ("moebius:2x4", 40320), ("moebius:3x3", 362880)] {
        let answer = &json_lines(&ok(&["god", name, "--json"]))[0];
        assert_eq!(answer["total"].to_string().trim_matches('"'), states.to_string(), "{name}");
        let told = &json_lines(&ok(&["puzzles", name, "--json"]))[0]["states"];
        assert_eq!(*told, states.to_string(), "{name}");
    }
}

/// Tiles are moved by directions, from where the blank is, and only where there is one.
#[test]
fn tiles_slide_into_the_blank() {
    let out = ok(&["show", "slide:3x3", "R D"]);
    assert_eq!(out, "1 2 3\n4 _ 6\n7 5 8");
    assert_eq!(out, ok(&["show", "slide:3x3", "L' b2b3"]), "moves are called by their squares too");
    let solved = ok(&["solve", "slide:3x3", "R R D L U L D R", "--optimal", "--json"]);
    let answer = &json_lines(&solved)[0];
    let solution = answer["solution"].as_str().unwrap();
    assert!(solution.split(' ').all(|word| ["U", "D", "L", "R"].contains(&word)), "{solution}");
    assert!(answer["length"].as_u64() <= Some(8), "{solved}");
    ok(&["verify", "slide:3x3", "R R D L U L D R", "--solution", solution]);
    for args in
        [&["show", "slide:3x3", "L"][..], &["show", "slide:3x3", "R3"], &["show", "slide:3x3", "a1b1"]]
    {
        let refused = run(args);
        assert_ne!(refused.code, 0, "{}", refused.out);
    }
    let permutations = ok(&["group", "slide:3x3"]);
    assert!(
        permutations.contains(" 362880\n") && permutations.contains("not always possible"),
        "{permutations}"
    );
    let refused = run(&["group", "slide:3x3", "--member", "R D"]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    let scramble = ok(&["scramble", "slide:4x4", "--seed", "2"]);
    let back = ok(&["alg", "invert", "slide:4x4", scramble.trim()]);
    ok(&["verify", "slide:4x4", scramble.trim(), "--solution", back.trim()]);
}
