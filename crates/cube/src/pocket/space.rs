//! The 2x2x2 as a space for the general engines: states are numbers, and the number is a perfect index.
//!
//! This is the opposite extreme of a puzzle whose states are rows: no hashing, no collisions, and one state per table entry.
//! Engines that work for both make no more assumptions than [`Space`] states.

use super::table::Pocket;
use crate::model::moves::Move;
use permutant_search::space::{MoveId, Space};

impl Pocket {
    fn turn(m: MoveId) -> Move {
        Pocket::MOVES[m.index()]
    }
}

impl Space for Pocket {
    type State = u32;

    fn move_count(&self) -> usize {
        Pocket::MOVES.len()
    }

    fn cost(&self, m: MoveId) -> u32 {
        self.metric().cost(Pocket::turn(m))
    }

    fn inverse(&self, m: MoveId) -> MoveId {
        // U U2 U' R R2 R' …: the powers of a face stand together.
        MoveId(m.0 - m.0 % 3 + (2 - m.0 % 3))
    }

    fn class(&self, m: MoveId) -> usize {
        m.index() / 3
    }

    fn commutes(&self, a: MoveId, b: MoveId) -> bool {
        self.class(a) == self.class(b)
    }

    fn apply(&self, m: MoveId, from: &u32, to: &mut u32) -> bool {
        *to = Pocket::apply(self, *from, Pocket::turn(m));
        true
    }

    fn goals(&self) -> &[u32] {
        &[0]
    }

    fn index(&self, state: &u32) -> u64 {
        u64::from(*state)
    }

    fn size(&self) -> Option<u64> {
        Some(u64::from(Pocket::SIZE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::moves::Metric;
    use permutant_search::bfs::levels;
    use permutant_search::ida_star::IdaStar;
    use permutant_search::limits::{Control, Limits};
    use permutant_search::pruning::PruningTable;
    use permutant_search::sequences::Sequences;

    #[test]
    fn inverses_take_back() {
        let pocket = Pocket::new(Metric::HalfTurn);
        for m in pocket.moves() {
            let (mut there, mut back) = (0, 0);
            assert!(Space::apply(&pocket, m, &12345, &mut there));
            assert!(Space::apply(&pocket, pocket.inverse(m), &there, &mut back));
            assert_eq!(back, 12345);
        }
    }

    /// The general search, on this index, against the distance table, and breadth-first search against both.
    #[test]
    fn the_general_engines_agree_with_the_table() {
        for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
            let pocket = Pocket::new(metric);
            let sequences = Sequences::new(&pocket);
            let mut table = PruningTable::new(&pocket, 1 << 23);
            for start in (0..Pocket::SIZE).step_by(9973) {
                let limits = Limits { max_solutions: Some(1), ..Limits::default() };
                let mut search =
                    IdaStar::new(&pocket, &sequences, &mut table, &start, &limits, Control::new());
                assert_eq!(search.next().map(|solution| solution.cost), Some(pocket.distance(start)));
            }
        }
        let pocket = Pocket::new(Metric::HalfTurn);
        let limits = Limits { max_length: Some(6), ..Limits::default() };
        let level = levels(&pocket, &limits, &Control::new());
        assert_eq!(level.counts, pocket.distribution()[..7]);
        assert!(level.last.iter().all(|&state| pocket.distance(state) == 6));
    }
}
