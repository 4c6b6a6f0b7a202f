//! Counts in parts against counts in memory.

use super::count::PartCount;
use super::memory_store::MemoryStore;
use super::parts::Parts;
use super::row_parts::RowParts;
use super::whole_parts::WholeParts;
use crate::god::classes::StateClasses;
use crate::god::factors;
use crate::god::hashed::Hashed;
use crate::god::two_bit::TwoBit;
use crate::limits::Control;
use crate::reachable::move_set::MoveSet;
use crate::reachable::move_symmetry::SymmetryUse;
use crate::reachable::numbering::NumberingOptions;
use crate::reachable::packed::PackedPuzzle;
use permutant_puzzle::catalog;
use permutant_puzzle::metric::Metric;

/// Counts to the end, or to a number of levels, and checks that the antipodes are as far as they should be.
fn count(parts: &dyn Parts, levels: usize, moves: &MoveSet) -> Vec<u64> {
    let store = MemoryStore::new();
    let mut count = PartCount::new(parts, &store, 2, &Control::new()).unwrap();
    while count.counts().len() < levels && count.step(&Control::new()).unwrap().is_some() {}
    let last = *count.counts().last().unwrap();
    let antipodes = count.antipodes(3).unwrap();
    assert!(antipodes.len() == 3 || antipodes.len() as u64 == last);
    for (_, (path, _)) in antipodes {
        let cost: u64 = path.iter().map(|&m| u64::from(moves.moves()[m].cost)).sum();
        assert_eq!(cost, count.counts().len() as u64 - 1);
    }
    count.counts().to_vec()
}

#[test]
fn whole_states_are_counted_as_in_hash_tables() {
    for (name, metric) in [("2x2x2", "htm"), ("pyraminx", "R=1,U=3,L=2,B=1"), ("square-1", "htm")] {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let metric = Metric::parse(metric).unwrap();
        let moves = MoveSet::new(&puzzle, &puzzle.search_turns(&metric), &metric).unwrap();
        let goals = [puzzle.solved().clone()];
        let packed = PackedPuzzle::new(&puzzle, &goals, &moves).unwrap();
        let mut hashed = Hashed::new(&packed, &goals, &moves, 1, 1 << 30).unwrap();
        while hashed.counts().len() < 7 {
            hashed.step(&Control::new()).unwrap();
        }
        let levels = hashed.counts().len();
        let new = |bytes| WholeParts::new(&packed, &goals, &moves, puzzle.is_restricted(), 5, bytes);
        assert_eq!(count(&new(1 << 12), levels, &moves), hashed.counts(), "{name}");
        let classes = StateClasses::new(&puzzle, &moves, &metric, &goals).unwrap();
        let by_class = WholeParts::new(&classes, &goals, &moves, puzzle.is_restricted(), 3, 1 << 20);
        assert_eq!(count(&by_class, levels, &moves), hashed.counts(), "{name}");
    }
}

#[test]
fn rows_are_counted_as_in_one_table() {
    for (name, symmetry) in [
        ("2x2x2", SymmetryUse::Most),
        ("skewb", SymmetryUse::None),
        ("pyraminx", SymmetryUse::Most),
        ("pancake:8", SymmetryUse::None),
    ] {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let metric = Metric::htm();
        let moves = MoveSet::new(&puzzle, &puzzle.search_turns(&metric), &metric).unwrap();
        let options = NumberingOptions { most_rows: 1 << 20, symmetry, exact: false, threads: 1 };
        let whole = factors::whole(&puzzle, puzzle.solved(), &moves, options).unwrap();
        let rows = whole.index.classes(&whole.symmetries);
        let mut table = TwoBit::new(&rows, 1);
        while table.step(&Control::new()).unwrap() > 0 {}
        for parts in [1, 3, 16] {
            let parts = RowParts::new(&rows, &whole.symmetries, parts);
            assert_eq!(count(&parts, usize::MAX, &moves), table.counts(), "{name}");
        }
    }
}
