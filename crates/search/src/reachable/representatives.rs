//! Where states are stored if one row represents each class.
//!
//! Start at [`Representatives::find`]. The rows of [`Numbering::classes`] do not say which class another row belongs to, as counting does not
//! need it. Whoever looks up single states does.

use super::move_symmetry::{Action, MoveSymmetries};
use super::numbering::Numbering;
use permutant_puzzle::state::State;

/// The classes of the rows of a numbering.
#[derive(Clone, Debug)]
pub struct Representatives {
    /// By row: the stored row, and a symmetry that leads to it. Empty without symmetries.
    of_row: Vec<(u32, u16)>,
    /// What each symmetry makes of the values of coordinates; empty by blocks.
    actions: Action,
}

impl Representatives {
    /// Under the symmetries that were found with a numbering. O(rows × generators); keeps 8 bytes per row.
    pub fn new(index: &Numbering, symmetries: &MoveSymmetries) -> Self {
        let (of_row, actions) = match index {
            Numbering::Coordinates(index) if symmetries.count() > 1 => {
                (index.row_classes(symmetries).of_row, index.actions_on_values(symmetries))
            }
            Numbering::Blocks(index) if symmetries.count() > 1 => (index.row_classes().of_row, Vec::new()),
            _ => (Vec::new(), Vec::new()),
        };
        Representatives { of_row, actions }
    }

    /// The stored row and place of a reachable state, and the symmetry that takes the state there. For an unreachable state, `None` or those
    /// of another state. `index` is the numbering for which this was made.
    pub fn find(&self, index: &Numbering, state: &State) -> Option<((usize, usize), usize)> {
        let (row, place) = index.find(state)?;
        let Some(&(stored, element)) = self.of_row.get(row) else { return Some(((row, place), 0)) };
        let element = usize::from(element);
        let image = match index {
            Numbering::Coordinates(index) => index.image(row, place, self.actions.get(element)?),
            Numbering::Blocks(index) => index.image(row, place, element),
            Numbering::Cosets(_) => place,
        };
        Some(((stored as usize, image), element))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reachable::move_set::MoveSet;
    use crate::reachable::move_symmetry::SymmetryUse;
    use crate::reachable::numbering::NumberingOptions;
    use crate::reachable::split;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;

    /// Following the moves of a walk among the stored rows leads to where its end is found.
    #[test]
    fn walks_end_where_their_states_are_found() {
        for name in ["2x2x2", "skewb", "dino"] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let metric = Metric::htm();
            let moves = MoveSet::new(&puzzle, &puzzle.search_turns(&metric), &metric).unwrap();
            let mut aspects = split::aspects(&puzzle, puzzle.solved(), &moves).unwrap();
            let mut symmetry = SymmetryUse::Most;
            if name == "dino" {
                // The places of the edges alone are numbered by blocks.
                aspects.truncate(1);
                symmetry = SymmetryUse::IfFaster;
            }
            let options = NumberingOptions { most_rows: 1 << 20, symmetry, exact: false, threads: 1 };
            let (index, symmetries) = Numbering::new(&aspects, puzzle.solved(), &moves, options).unwrap();
            assert_eq!(matches!(index, Numbering::Blocks(_)), name == "dino");
            assert!(symmetries.count() > 1, "{name}");
            check(&index, &symmetries, &moves, puzzle.solved());
        }
    }

    fn check(index: &Numbering, symmetries: &MoveSymmetries, moves: &MoveSet, solved: &State) {
        let (rows, found) = (index.classes(symmetries), Representatives::new(index, symmetries));
        let (mut state, mut at, mut turned) = (solved.clone(), rows.solved(), 0);
        for step in 0..200 {
            let m = (step * step + step / 7) % moves.len();
            state.apply(&moves.moves()[m].change);
            // The move as it is made on the stored state.
            let (next, symmetry) = rows.after(at, symmetries.image(turned, m));
            (at, turned) = (next, symmetries.then(turned, usize::from(symmetry)));
            let (there, element) = found.find(index, &state).unwrap();
            assert_eq!(there.0, at.0);
            // A symmetry that fixes the row may make the difference between the two places.
            let images = rows.itself(there.0).iter().map(|&map| rows.image(map, there.1));
            let is_image = there.1 == at.1 || images.into_iter().any(|place| place == at.1);
            assert!(is_image && element < symmetries.count(), "step {step}");
        }
    }
}
