//! Orders of sequences against tables made elsewhere.

use permutant::algorithm;
use permutant::analysis::sequence::order::{SequenceOrder, product};
use permutant::group::multiset::TwoRow;
use permutant::model::Model;
use permutant::puzzle::cycle_structure;
use std::collections::BTreeMap;

/// Two moves of the 4x4x4 each: testdata/orders/orders4x4_2moves.csv.
#[test]
fn all_pairs_of_moves_of_the_4x4x4() {
    let cube = Model::find("4x4x4").unwrap();
    let table = include_str!("../../../../testdata/orders/orders4x4_2moves.csv");
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let turns = algorithm::read(&cube.puzzle, fields[0]).unwrap();
        let found = SequenceOrder::of(&cube.puzzle, cube.facelets.as_ref(), &turns).unwrap();
        let found = [found.order.to_string(), found.coloured_order.to_string()];
        assert_eq!(found, fields[1..], "{}", fields[0]);
        rows += 1;
    }
    assert_eq!(rows, 36 * 36);
}

/// Charles Reid numbers the 96 stickers face by face, in the order U L F R B D: testdata/groups/rubik4_faces12.txt.
#[test]
fn stickers_of_the_4x4x4_move_as_in_the_table() {
    let cube = Model::find("4x4x4").unwrap();
    let layout = cube.facelets.as_ref().unwrap();
    // Our facelet strings have the faces U R F D L B.
    let reid = |facelet: u32| [0, 3, 2, 5, 1, 4][facelet as usize / 16] * 16 + facelet % 16;
    let table = include_str!("../../../../testdata/groups/rubik4_faces12.txt");
    let mut generators = 0;
    for line in table.lines().filter_map(|line| line.strip_prefix("gen ")) {
        let (name, images) = line.split_once(' ').unwrap();
        let expected: Vec<u32> = images.split(' ').map(|image| image.parse().unwrap()).collect();
        let turns = algorithm::read(&cube.puzzle, name).unwrap();
        let moved = layout.permutation(cube.puzzle.orbits(), &product(&turns));
        let found: BTreeMap<u32, u32> = (0..96).map(|at| (reid(at), reid(moved.image(at)))).collect();
        assert_eq!(found.into_values().collect::<Vec<_>>(), expected, "{name}");
        generators += 1;
    }
    assert_eq!(generators, 12);
}

/// What docs/sequences.md says: the colours of the stickers before and after a sequence, in two rows, have factors
/// whose lengths have nothing to do with the order as coloured.
#[test]
fn factors_of_colours_give_no_order() {
    let cube = Model::find("4x4x4").unwrap();
    let layout = cube.facelets.as_ref().unwrap();
    let (orbits, solved) = (cube.puzzle.orbits(), cube.puzzle.solved());
    let least_common_multiple = |text: &str| {
        let turns = algorithm::read(&cube.puzzle, text).unwrap();
        let after = solved.after(&product(&turns));
        let [before, after] = [solved, &after].map(|state| layout.write(orbits, solved, state));
        let rows = TwoRow::new(before.chars(), after.chars()).unwrap();
        let lengths = rows.factors().into_iter().map(|factor| factor.len() as u64);
        let order = SequenceOrder::of(&cube.puzzle, cube.facelets.as_ref(), &turns).unwrap().coloured_order;
        (cycle_structure::least_common_multiple(lengths), order)
    };
    for text in ["R U' R U R U R U' R' U' R2", "U R"] {
        let (factors, order) = least_common_multiple(text);
        assert_ne!(factors, order, "{text}");
    }
    // Told apart, the factors are the cycles.
    let turns = algorithm::read(&cube.puzzle, "U R").unwrap();
    let found = SequenceOrder::of(&cube.puzzle, cube.facelets.as_ref(), &turns).unwrap();
    let rows = TwoRow::of_word(found.stickers.replaced_by());
    let lengths = rows.factors().into_iter().map(|factor| factor.len() as u64);
    assert_eq!(cycle_structure::least_common_multiple(lengths), found.order);
}
