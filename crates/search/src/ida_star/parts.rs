//! The parts into which a search of one cost is split: the states after some moves, in order.
//!
//! Start at [`split`]. The parts do not depend on the number of threads, so neither does what is found first. Where
//! one solution is enough, of parts that are the same up to symmetry one is kept, with every continuation allowed:
//! a solution of one gives one of the same cost of the other.

use super::walk::{Seen, Spare, Step, Work, expand};
use crate::space::{MoveId, Space};
use std::collections::HashMap;

/// Beyond so many parts none is split further.
const ENOUGH: usize = 512;

/// Where a walk begins.
#[derive(Clone, Debug)]
pub(super) struct Part<T> {
    pub(super) path: Vec<MoveId>,
    pub(super) start: Step<T>,
}

/// Splits the search from `start` into parts, as long as what is left is worth splitting.
pub(super) fn split<S: Space>(
    work: &Work<'_, S>,
    start: Step<S::State>,
    merge: bool,
    seen: &mut Seen,
) -> Vec<Part<S::State>> {
    let mut parts = vec![Part { path: Vec::new(), start }];
    let moves = work.space.move_count() as u16;
    let dearest = work.space.moves().map(|m| work.space.cost(m)).max().unwrap_or(1);
    // Below the greatest bound of the table and a move or two, a search takes no time.
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
