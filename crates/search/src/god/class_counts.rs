//! The number of classes of states at each distance, from a count of states.
//!
//! Start at [`class_counts`]. By the lemma of Burnside (Cauchy, Frobenius), the symmetries have as many orbits on a set as each of them
//! fixes elements, on average. The identity fixes all states of a level; what the others fix is found in the stored rows, where each
//! symmetry that carries a row to itself acts on its places. These states are few, so their distances, known modulo 3, are found by
//! descending to the solved state.

use super::distances::UNREACHED;
use super::two_bit::TwoBit;
use super::walk;
use crate::limits::Control;
use crate::reachable::move_symmetry::MoveSymmetries;
use crate::reachable::rows::Rows;

/// Rows between two looks at the caller's flags.
const ASK_AFTER: usize = 1 << 10;

/// By distance, the number of classes of the states reached so far under the symmetries that the rows represent. O(rows with a symmetry ×
/// symmetries × width), and O(moves × distance) for each state with a symmetry. `None` if the caller stopped it.
pub fn class_counts(
    rows: &Rows,
    symmetries: &MoveSymmetries,
    search: &TwoBit<'_>,
    control: &Control<'_>,
) -> Option<Vec<u64>> {
    let depth = search.counts().len() - 1;
    let mut fixed: Vec<u64> = search.counts().to_vec();
    for row in 0..rows.len() {
        if row.is_multiple_of(ASK_AFTER) && control.interrupted().is_some() {
            return None;
        }
        let maps = rows.itself(row);
        for place in (0..rows.width()).filter(|_| !maps.is_empty()) {
            let fixing = maps.iter().filter(|&&map| rows.image(map, place) == place).count() as u64;
            if fixing == 0 || search.distances().get(row, place) == UNREACHED {
                continue;
            }
            let way = walk::solution(rows, symmetries, search.distances(), (row, place), depth);
            if let Some((path, _)) = way {
                fixed[path.len()] += fixing * rows.weight(row);
            }
        }
    }
    let order = symmetries.count() as u64;
    debug_assert!(fixed.iter().all(|sum| sum.is_multiple_of(order)), "{fixed:?} by {order}");
    Some(fixed.into_iter().map(|sum| sum / order).collect())
}
