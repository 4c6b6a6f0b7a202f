//! The parts into which the search of one cost is split: the states after a few moves, in order.
//!
//! Start at [`split`]. The parts do not depend on the number of threads, and so neither does the first solution found.
//! If one solution is enough, one of several parts that are equal up to symmetry is kept, with every continuation
//! allowed: a solution of one part yields a solution of the other at the same cost.

use super::walk::{Seen, Spare, Step, Work, expand};
use crate::space::{MoveId, Space};
use std::collections::HashMap;

/// Beyond this number, no part is split further.
const ENOUGH: usize = 512;

/// The start of a walk.
#[derive(Clone, Debug)]
pub(super) struct Part<T> {
    pub(super) path: Vec<MoveId>,
    pub(super) start: Step<T>,
}

/// Splits the search from `start` into parts, as long as the remaining cost is worth splitting.
pub(super) fn split<S: Space>(
    work: &Work<'_, S>,
    start: Step<S::State>,
    merge: bool,
    seen: &mut Seen,
) -> Vec<Part<S::State>> {
    let mut parts = vec![Part { path: Vec::new(), start }];
    let moves = work.space.move_count() as u16;
    let dearest = work.space.moves().map(|m| work.space.cost(m)).max().unwrap_or(1);
    // Below the greatest bound of the table plus a move or two, a search takes no time.
    let least = work.table.most_bound().saturating_add(dearest);
    let mut spare = Spare::new(&parts[0].start.state);
    let mut representative = parts[0].start.state.clone();
    while parts.len() < ENOUGH && parts.iter().any(|part| part.start.left > least) {
        let mut next: Vec<Part<S::State>> = Vec::new();
        let mut known: HashMap<(S::State, u32), usize> = HashMap::new();
        for part in parts {
            if part.start.left <= least {
                next.push(part);
                continue;
            }
            let mut from = 0;
            while from < moves {
                let mut successors = Vec::new();
                let live =
                    expand(work, &part.start, &part.path, &mut from, &mut successors, &mut spare, seen);
                for step in successors.into_iter().take(live) {
                    if merge {
                        work.space.representative(&step.state, &mut representative);
                        let key = (representative.clone(), step.left);
                        if let Some(&same) = known.get(&key) {
                            next[same].start.node = work.sequences.start();
                            continue;
                        }
                        known.insert(key, next.len());
                    }
                    let path = part.path.iter().copied().chain([step.by]).collect();
                    next.push(Part { path, start: step });
                }
            }
        }
        parts = next;
        if parts.is_empty() {
            break;
        }
    }
    parts
}
