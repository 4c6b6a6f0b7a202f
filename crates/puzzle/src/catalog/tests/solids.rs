use crate::catalog::*;
use crate::metric::Metric;
use crate::replay::replay;

fn after(puzzle: &Puzzle, moves: &str) -> crate::state::State {
    let turns = moves.split_whitespace().map(|m| puzzle.turn(m).unwrap_or_else(|| panic!("{m}")));
    let turns: Vec<_> = turns.collect();
    replay(puzzle, puzzle.solved(), &turns, &Metric::htm()).state
}

fn order(name: &str, moves: &str) -> u64 {
    let puzzle = find(name).unwrap().puzzle;
    let turns = moves.split_whitespace().map(|m| puzzle.turn(m).unwrap().transformation());
    turns
        .fold(crate::transformation::Transformation::identity(), |all, turn| all.then(&turn))
        .order()
        .unwrap()
}

#[test]
fn orders_of_sequences_are_the_known_ones() {
    for (name, moves, expected) in [
        ("3x3x3", "R U", 105),
        ("3x3x3", "R U R' U'", 6),
        ("3x3x3", "R U2 D' B D'", 1260),
        ("4x4x4", "R", 4),
        ("4x4x4", "U R", 420),
        ("4x4x4", "Uw Rw", 15),
        ("4x4x4", "U R U' R'", 6),
        ("pyraminx", "U L", 15),
        ("megaminx", "U", 5),
        ("megaminx", "U R U' R'", 6),
    ] {
        assert_eq!(order(name, moves), expected, "{name} {moves}");
    }
}

#[test]
fn the_3x3x3_moves_as_cubing_js_has_it() {
    let puzzle = find("3x3x3").unwrap().puzzle;
    let r = puzzle.turn("R").unwrap().transformation();
    let corners = r.part(puzzle.definition().orbit("CORNERS").unwrap()).unwrap();
    assert_eq!(corners.permutation(), [4, 0, 2, 3, 7, 5, 6, 1]);
    assert_eq!(corners.orientation(), [2, 1, 0, 0, 1, 0, 0, 2]);
    let edges = r.part(puzzle.definition().orbit("EDGES").unwrap()).unwrap();
    assert_eq!(edges.permutation(), [0, 8, 2, 3, 4, 10, 6, 7, 5, 9, 1, 11]);
    assert!(edges.orientation().iter().all(|&o| o == 0));
}

#[test]
fn names_of_blocks_agree_with_each_other() {
    for (size, left, right) in [
        (3, "M", "2L"),
        (3, "E", "2D"),
        (3, "S", "2F"),
        (3, "r", "L x"),
        (3, "Rw", "R M'"),
        (3, "x", "L' M' R"),
        (3, "y", "U E' D'"),
        (3, "z", "F S B'"),
        (3, "x'", "Lv"),
        (3, "x2", "Rv2"),
        (3, "M'", "2R"),
        (4, "Rw", "R 2R"),
        (4, "r2", "R2 2R2"),
        (4, "m", "2L 3L"),
        (4, "2-3Rw", "2R 3R"),
        (4, "3Rw", "L x"),
        (4, "3R", "2L'"),
        (5, "2-4r", "2R 3R 4R"),
        (5, "M", "3L"),
        (5, "E", "3D"),
        (5, "m", "2-4Lw"),
        (5, "s'", "2-4f'"),
        (2, "Rw", "x"),
        (2, "R L'", "x"),
        (7, "3u", "U 2U 3U"),
    ] {
        let puzzle = cube(size).unwrap().puzzle;
        assert_eq!(after(&puzzle, left), after(&puzzle, right), "{size}: {left} = {right}");
    }
    let cube = cube(4).unwrap().puzzle;
    for unknown in ["M", "5R", "0R", "3-2Rw", "Q", "2x", "rw", "", "2-", "-2R", "99999999R", "R'2'"] {
        assert!(cube.turn(unknown).is_none(), "{unknown}");
    }
}

#[test]
fn solved_is_solved_however_the_cube_is_turned() {
    let entry = find("3X3x3").unwrap().puzzle;
    assert_eq!(entry.rotations().len(), 24);
    for (moves, solved) in [("x y", true), ("R L' x'", false), ("M x", false), ("M2 M2", true), ("", true)] {
        assert_eq!(entry.is_solved(&after(&entry, moves)), solved, "{moves}");
    }
    let pocket = find("2x2x2").unwrap().puzzle;
    assert!(pocket.is_solved(&after(&pocket, "R L'")));
    assert_eq!(find("megaminx").unwrap().puzzle.rotations().len(), 60);
    assert_eq!(find("pyraminx").unwrap().puzzle.rotations().len(), 12);
    assert_eq!(find("skewb").unwrap().puzzle.rotations().len(), 24);
}

#[test]
fn orbits_of_big_cubes() {
    for (size, corners, edges, wings, centres) in
        [(2, 1, 0, 0, 0), (3, 1, 1, 0, 1), (4, 1, 0, 1, 1), (5, 1, 1, 1, 3), (6, 1, 0, 2, 4), (7, 1, 1, 2, 7)]
    {
        let cube = cube(size).unwrap();
        let count =
            |name: &str| cube.puzzle.orbits().iter().filter(|orbit| orbit.name.starts_with(name)).count();
        let found = (count("CORNERS"), count("EDGES"), count("WINGS"), count("CENTERS"));
        assert_eq!(found, (corners, edges, wings, centres), "{size}");
        assert_eq!(cube.facelets.facelets().len(), 6 * usize::from(size) * usize::from(size));
    }
    assert!(matches!(find("1x1x1"), Err(NotFound::Size(_))));
    assert!(matches!(find("999999x999999x999999"), Err(NotFound::Size(_))));
}

#[test]
fn megaminx_turns_are_those_of_the_wca() {
    let puzzle = find("megaminx").unwrap().puzzle;
    // Turning everything except U by two fifths about D is a rotation of the whole puzzle followed by a turn of U.
    assert_eq!(after(&puzzle, "D++"), after(&puzzle, "Dv2 U2"));
    assert_eq!(after(&puzzle, "R++"), after(&puzzle, "Lv2' L2"));
    assert_eq!(after(&puzzle, "D++ D--"), *puzzle.solved());
}

#[test]
fn unknown_names_get_a_suggestion() {
    let told = |name| find(name).unwrap_err().to_string();
    assert_eq!(told("skweb"), "there is no puzzle named 'skweb'; did you mean 'skewb'?");
    assert_eq!(told("zzzzzzzzzzz"), "there is no puzzle named 'zzzzzzzzzzz'");
}

#[test]
fn facelets_of_cubes_are_the_usual_ones() {
    for (size, moves, expected) in [
        (2, "", "UUUURRRRFFFFDDDDLLLLBBBB"),
        (3, "F", "UUUUUULLLURRURRURRFFFFFFFFFRRRDDDDDDLLDLLDLLDBBBBBBBBB"),
        (3, "R", "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"),
        (3, "x", "FFFFFFFFFRRRRRRRRRDDDDDDDDDBBBBBBBBBLLLLLLLLLUUUUUUUUU"),
    ] {
        let Cube { puzzle, facelets } = cube(size).unwrap();
        let state = after(&puzzle, moves);
        assert_eq!(facelets.write(puzzle.orbits(), puzzle.solved(), &state), expected, "{moves}");
        let read = facelets.read(puzzle.definition(), expected, None).unwrap();
        assert_eq!(read.state, state, "{moves}");
    }
    for (size, moves) in
        [(4, "Rw U2 F' 2L D"), (5, "2R 3U' F2 Lw' B"), (6, "3Rw U 2F2 3L'"), (7, "3Rw 2U' M F2")]
    {
        let Cube { puzzle, facelets } = cube(size).unwrap();
        let state = after(&puzzle, moves);
        let written = facelets.write(puzzle.orbits(), puzzle.solved(), &state);
        assert_eq!(facelets.read(puzzle.definition(), &written, None).unwrap().state, state, "{moves}");
    }
}
