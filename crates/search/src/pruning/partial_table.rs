//! The states nearest to the solved ones with their exact distances, one state for each symmetry class.
//!
//! The filling of a table starts from [`Near::new`]: states further away are reached from its frontier.

use crate::space::Space;
use std::collections::{BTreeMap, HashSet};

/// All representatives below some cost, and those at the frontier.
#[derive(Debug)]
pub(super) struct Near<T> {
    /// States nearer than the frontier.
    pub(super) inside: HashSet<T>,
    /// Frontier states with the cost at which a cheapest path first leaves the inside; none is inside.
    pub(super) rim: Vec<(T, u32)>,
}

impl<T: Clone + Eq + std::hash::Hash> Near<T> {
    /// Continues until the frontier has `wanted` states or lies beyond `cost`. If the frontier is empty, no other state
    /// can be solved.
    pub(super) fn new<S: Space<State = T>>(space: &S, wanted: usize, cost: u32) -> Self {
        let mut inside = HashSet::new();
        let mut to_come: BTreeMap<u32, HashSet<T>> = BTreeMap::new();
        let mut representative = space.goals()[0].clone();
        for goal in space.goals() {
            space.representative(goal, &mut representative);
            to_come.entry(0).or_default().insert(representative.clone());
        }
        let mut next = representative.clone();
        while let Some((&here, states)) = to_come.first_key_value() {
            if here >= cost || states.len() >= wanted {
                break;
            }
            let Some((_, mut states)) = to_come.pop_first() else { break };
            states.retain(|state| !inside.contains(state));
            inside.extend(states.iter().cloned());
            for state in &states {
                for m in space.moves() {
                    // Backward: the cost is that of the inverse on the path to the goal.
                    let after = here.saturating_add(space.cost(space.inverse(m)));
                    if !space.apply(m, state, &mut next) {
                        continue;
                    }
                    space.representative(&next, &mut representative);
                    let there = to_come.entry(after).or_default();
                    if !inside.contains(&representative) && !there.contains(&representative) {
                        there.insert(representative.clone());
                    }
                }
            }
            to_come.retain(|_, states| !states.is_empty());
        }
        let rim =
            to_come.into_iter().flat_map(|(cost, states)| states.into_iter().map(move |one| (one, cost)));
        let rim = rim.filter(|(state, _)| !inside.contains(state)).collect();
        Near { inside, rim }
    }
}
