//! Prisms and dipyramids: those with four sides are the cube and the octahedron; the others are checked by their
//! expected pieces.

use crate::geometry::generate;
use crate::points::Points;
use crate::puzzle::Puzzle;
use permutant_group::{Permutation, StabilizerChain};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

fn order(puzzle: &Puzzle) -> String {
    let points = Points::new(puzzle.orbits()).unwrap();
    let generators: Vec<Permutation> =
        puzzle.generators().map(|base| points.permutation(&base.transformation)).collect();
    StabilizerChain::new(&generators, &mut ChaCha8Rng::seed_from_u64(1)).order().to_string()
}

#[test]
fn four_sides_are_a_cube_or_an_octahedron() {
    for (sided, platonic) in [
        ("prism:4 f 1/3", "c f 1/3"),
        ("prism:4 f 0.5 f 0", "c f 0.5 f 0"),
        ("dipyramid:4 v 0.433012701892219", "o v 0.433012701892219"),
        ("dipyramid:4 v 1/sqrt3", "o v 1/sqrt3"),
    ] {
        let [made, known] = [sided, platonic].map(|text| generate(text, text).unwrap());
        assert_eq!(made.shape.stickers().len(), known.shape.stickers().len(), "{sided}");
        let sizes = |puzzle: &Puzzle| {
            let mut sizes: Vec<(u16, u16)> =
                puzzle.orbits().iter().map(|orbit| (orbit.pieces, orbit.orientations)).collect();
            sizes.sort_unstable();
            sizes
        };
        assert_eq!(sizes(&made.puzzle), sizes(&known.puzzle), "{sided}");
        assert_eq!(order(&made.puzzle), order(&known.puzzle), "{sided}");
    }
}

/// The caps turn by one side, the sides by half turns. Every turn permutes stickers of equal faces, and the areas of
/// stickers fill the faces.
#[test]
fn other_numbers_of_sides() {
    for (sides, text) in [
        (3, "prism:3 f 1/3"),
        (6, "prism:6 f 0.6"),
        (6, "prism:6 f 1/3"),
        (8, "prism:8 f 0.7"),
        (12, "prism:12 f 0.9"),
        (5, "prism:5 f 0.5"),
        (5, "prism:5 f 0"),
        (10, "prism:10 f 0.8 f 0.1"),
        (5, "dipyramid:5 v 0"),
        (5, "dipyramid:5 v 0.7"),
        (10, "dipyramid:10 v 0.9"),
        (3, "dipyramid:3 v 0"),
        (6, "dipyramid:6 v 0"),
        (6, "dipyramid:6 v 0.8"),
        (8, "dipyramid:8 v 0.9"),
    ] {
        let made = generate(text, text).unwrap_or_else(|fault| panic!("{text}: {}", fault.message));
        let cap = made.puzzle.turn("U").unwrap();
        assert_eq!(cap.base().order, Some(sides), "{text}");
        assert_eq!(made.puzzle.turn("F").unwrap().base().order, Some(2), "{text}");
        // Everything moves, and each piece has as many stickers as its orbit says.
        let stickers: usize = (0..made.puzzle.orbits().len())
            .map(|orbit| {
                usize::from(made.puzzle.orbits()[orbit].pieces) * made.shape.stickers_of_a_piece(orbit)
            })
            .sum();
        assert_eq!(stickers, made.shape.stickers().len(), "{text}");
    }
    for (text, told) in [
        ("prism:7 f 0", "of 7 sides is not supported"),
        ("dipyramid:x v 0", "not a number of sides"),
        ("prism: f 0", "not a number of sides"),
        ("prism:6 v 0", "cannot be cut about 'v'"),
        ("dipyramid:6 f 0", "cannot be cut about 'f'"),
        ("dipyramid:6 e 0", "cannot be cut about 'e'"),
    ] {
        assert!(generate(text, text).unwrap_err().message.contains(told), "{text}");
    }
}
