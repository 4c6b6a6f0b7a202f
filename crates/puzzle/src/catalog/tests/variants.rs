//! Variants in words: known orders, remaining moves and pieces, and rejected input.

use crate::catalog::{find, look};
use crate::points::Points;
use crate::puzzle::{Goal, Puzzle};
use permutant_group::{Permutation, StabilizerChain};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

fn order(puzzle: &Puzzle) -> String {
    let points = Points::new(puzzle.orbits()).unwrap();
    let generators: Vec<Permutation> =
        puzzle.generators().map(|base| points.permutation(&base.transformation)).collect();
    StabilizerChain::new(&generators, &mut ChaCha8Rng::seed_from_u64(1)).order().to_string()
}

fn puzzle(name: &str) -> Puzzle {
    find(name).unwrap_or_else(|fault| panic!("{fault}")).puzzle
}

#[test]
fn orders_of_variants_are_the_known_ones() {
    let factorial = |n: u128| (1..=n).product::<u128>();
    for (name, expected) in [
        // One 24th of all positions, because the whole puzzle is not turned.
        ("2x2x2 with DBL fixed", 88_179_840 / 24),
        ("c f 0 with UFR fixed", 88_179_840 / 24),
        ("c v 0 with UFR fixed", 37_791_360 / 12),
        ("t v 1/3 with F_BR_BL fixed", 11_197_440 / 12),
        // The centres move as well, in all 24 rotations.
        ("c f 1/3 with slices", 43_252_003_274_489_856_000 * 24),
        // The supercube: each of six centres in four orientations, with the same parity as the other pieces.
        ("c f 1/3 with centre orientations", 43_252_003_274_489_856_000 * 2048),
        ("c f 1/3 with center orientations without corners without edges", 4096),
        ("3x3x3 with outer blocks", 43_252_003_274_489_856_000),
        ("3x3x3 without orientations", factorial(8) * factorial(12) / 2),
        ("3x3x3 without orientations of edges", factorial(8) * 2187 * factorial(12) / 2),
        ("c f 1/3 without edges", factorial(8) * 2187),
        ("c f 1/3 without corners and centers", factorial(12) * 2048),
        ("c f 1/3 without corners without orientations", factorial(12)),
        ("3x3x3 with moves U,R", 73_483_200),
        // Named puzzles with definitions of their own are cut by their descriptions if layers or centres are requested.
        ("3x3x3 with centre orientations", 43_252_003_274_489_856_000 * 2048),
        ("cuboid:3x3x3 with centre orientations", 43_252_003_274_489_856_000 * 2048),
        ("2x2x2 with centre orientations", 88_179_840),
        ("tetraminx with centre orientations", 11_197_440),
        ("skewb with UFR fixed", 37_791_360 / 12),
        ("megaminx without edges without orientations", factorial(20) / 2),
        ("torus:3x3 with moves R1,C1", factorial(5) / 2),
        ("torus:4x4 with 1 fixed", factorial(15)),
        ("pancake:5 with moves f2,f5", 8),
        // Counted element by element.
        ("rotate:3x3,2 with 9 fixed", 40320),
        ("dino without edges with nothing", 0),
    ] {
        match expected {
            0 => assert!(find(name).is_err()),
            _ => assert_eq!(order(&puzzle(name)), expected.to_string(), "{name}"),
        }
    }
}

#[test]
fn moves_of_variants() {
    let names =
        |name: &str| puzzle(name).generators().map(|base| base.name.clone()).collect::<Vec<_>>().join(" ");
    assert_eq!(names("2x2x2 with DBL fixed"), "U R F");
    assert_eq!(names("5x5x5 with moves R,2R,3Rw"), "R 2R 3Rw");
    assert_eq!(names("4x4x4 with outer blocks"), "U Uw R Rw F Fw D L B");
    assert!(names("c f 1/3 with slices").ends_with("M E S") || names("c f 1/3 with slices").contains(" M"));
    let fixed = puzzle("2x2x2 with DBL fixed");
    assert_eq!((fixed.goal(), fixed.rotations().len()), (Goal::Exact, 1));
    assert_eq!(puzzle("4x4x4 with outer blocks").goal(), Goal::UpToRotation);
    // Layers keep their names and their effect on the remaining pieces.
    let left = puzzle("5x5x5 without corners");
    assert!(left.orbits().iter().all(|orbit| orbit.name != "CORNERS"));
    assert_eq!(left.turn("3Rw").unwrap().base().order, Some(4));
    // Names that contain such words remain names.
    assert_eq!(puzzle("redicosahedron with centers").name(), "redicosahedron with centers");
    assert_eq!(puzzle("Megaminx  without corners").name(), "Megaminx without corners");
}

#[test]
fn glued_pieces_move_together() {
    let glued = puzzle("3x3x3 with UF+UFR glued");
    let possible = |name: &str| glued.is_possible(glued.solved(), &glued.turn(name).unwrap());
    let told: Vec<bool> = ["U", "F", "D", "B", "L", "R", "Uw"].into_iter().map(possible).collect();
    assert_eq!(told, [true, true, true, true, true, false, true]);
    assert!(puzzle("c f 1/3 with UF+F_R_U glued").is_restricted());
}

/// Pieces that are left out show no colour; everything else is unchanged.
#[test]
fn left_out_pieces_show_nothing() {
    for (name, whole, hidden) in [("3x3x3 without corners", "3x3x3", 24), ("fto without edges", "fto", 24)] {
        let (part, all) = (find(name).unwrap(), find(whole).unwrap());
        let shape = part.shape.unwrap();
        let colours = shape.colours(part.puzzle.solved(), part.puzzle.solved());
        assert_eq!(colours.iter().filter(|colour| colour.is_none()).count(), hidden, "{name}");
        let before = all.shape.or_else(|| look(&all.puzzle, all.facelets.as_ref())).unwrap();
        let turn = |puzzle: &Puzzle| puzzle.solved().after(&puzzle.turn("F").unwrap().transformation());
        let shown = shape.colours(part.puzzle.solved(), &turn(&part.puzzle));
        let expected = before.colours(all.puzzle.solved(), &turn(&all.puzzle));
        assert!(
            shown.iter().zip(expected).all(|(shown, expected)| shown.is_none() || *shown == expected),
            "{name}"
        );
    }
}

#[test]
fn what_is_no_variant_is_refused_with_the_reason() {
    for (name, why) in [
        ("3x3x3 with wings", "this is not a variant; expected one of: with outer blocks"),
        ("3x3x3 without wings", "it has no set 'wings'"),
        ("3x3x3 without corners, edges, centers", "no "),
        ("3x3x3 with UFX fixed", "'UFX' names no faces"),
        ("3x3x3 with UD fixed", "it has no piece 'UD'"),
        ("5x5x5 with UF fixed", "3 pieces are on 'UF'"),
        ("3x3x3 with UF glued", "one piece is not glued"),
        ("4x4x4 with CENTERS:1+CENTERS:2 glued", "identical to others"),
        ("3x3x3 with moves R,Q", "it has no move 'Q'"),
        ("3x3x3 with moves x", "it has no move 'x'"),
        ("torus:3x3 with centre orientations", "only solids have centres"),
        ("torus:3x3 with slices", "its moves have no layers"),
        ("torus:3x3 without tiles", "that leaves no pieces"),
        ("torus:3x3 without orientations", "its pieces have no orientations"),
        ("torus:3x3 with 10 fixed", "it has no piece '10'"),
        ("pancake:5 with 1 fixed", "every move moves it"),
        ("slide:3x3 with moves a1b1", "a puzzle with a blank has no variants"),
        ("prism:7 with slices", "a prism of 7 sides is not supported"),
        ("3x3x3 with UF+UR glued without corners", "leave out pieces before"),
        ("nothing without corners", "there is no puzzle named"),
    ] {
        let told = find(name).map(|_| ()).unwrap_err().to_string();
        assert!(told.contains(why), "{name}: {told}");
    }
}
