//! Words in the moves that a puzzle lists: they make each of these moves, also where rotations or blocks of layers would do.

use permutant::algorithm;
use permutant::analysis::group::integer_words;
use permutant::analysis::group::report::{GroupReport, Membership, Request};
use permutant::analysis::group::words::{PuzzleWords, WordEffort, WordMoves};
use permutant::model::Model;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::search::limits::Control;
use permutant::tables::InMemory;
use std::sync::Arc;

/// Puzzles without fixed centres, and some of whose layers a search never turns alone.
const PUZZLES: [&str; 6] = ["2x2x2", "4x4x4", "cuboid:2x2x3", "pyramorphix", "skewb diamond", "little chop"];

#[test]
fn each_listed_move_is_a_word_of_one_letter() {
    for name in PUZZLES {
        let model = Model::find(name).unwrap();
        let (puzzle, metric) = (&model.puzzle, Metric::qtm());
        let words =
            PuzzleWords::new(puzzle, WordMoves::Generators, &metric, 1 << 24, &InMemory, &Control::new());
        let words = words.unwrap();
        let request = Request { members: true, ..Request::default() };
        let group = GroupReport::new(puzzle, &request, || true).unwrap();
        assert_eq!(*group.order(), words.order(), "{name}");
        for base in puzzle.generators() {
            let turn = Turn::new(Arc::clone(base), 1);
            assert_eq!(group.membership(&turn.transformation()).unwrap(), Membership::Member);
            let element = words.element_of(std::slice::from_ref(&turn)).unwrap();
            let word = words.turns(&words.word(&element, WordEffort::STARTS, &Control::new()).unwrap());
            assert_eq!(algorithm::write(&word), base.name, "{name}");
            let number = integer_words::write(puzzle, &word).unwrap();
            assert_eq!(algorithm::write(&integer_words::read(puzzle, &number).unwrap()), base.name, "{name}");
        }
    }
}
