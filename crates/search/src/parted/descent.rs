//! Shortest solutions by the files of a count.
//!
//! Start at [`Descent::solve`]. A state at a level has a neighbour that is as much nearer as the move to it costs.

use super::level_store::LevelStore;
use super::parts::{Numbers, Parts};
use std::collections::BTreeMap;
use std::io;

/// A path from a state to a goal: the numbers of the moves, and the goal.
pub type Path = (Vec<usize>, Numbers);

/// Looks up states in the files of a count.
#[derive(Clone, Copy)]
pub struct Descent<'a> {
    parts: &'a dyn Parts,
    store: &'a dyn LevelStore,
}

impl std::fmt::Debug for Descent<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Descent").field("store", &self.store).finish()
    }
}

impl<'a> Descent<'a> {
    /// In a store whose count has begun.
    pub fn new(parts: &'a dyn Parts, store: &'a dyn LevelStore) -> Self {
        Descent { parts, store }
    }

    /// Whether this worker has the files of a part.
    pub(super) fn is_own(&self, part: usize) -> bool {
        part % self.store.workers() == self.store.worker()
    }

    /// A shortest path from a state at a level: the first move that leads nearer, again and again. All workers must call it.
    ///
    /// # Errors
    /// If the store fails, or if the state is not at that level.
    pub fn solve(&self, mut state: Numbers, mut level: u64) -> io::Result<Path> {
        let mut path = Vec::new();
        while level > 0 {
            let neighbours = self.parts.neighbours(&state);
            // By level and part, so that every file is read once.
            let mut asked: BTreeMap<(u64, usize), Vec<usize>> = BTreeMap::new();
            for (at, next) in neighbours.iter().enumerate().filter(|(_, next)| next.cost <= level) {
                let part = self.parts.part_of(&next.state);
                if self.is_own(part) {
                    asked.entry((level - next.cost, part)).or_default().push(at);
                }
            }
            let mut is_nearer = vec![0; neighbours.len()];
            for ((level, part), of_part) in asked {
                let states: Vec<Numbers> = of_part.iter().map(|&at| neighbours[at].state.clone()).collect();
                let found = self.parts.are_at(part, level, &states, self.store)?;
                of_part.into_iter().zip(found).for_each(|(at, found)| is_nearer[at] = u64::from(found));
            }
            let is_nearer = self.store.sum(&is_nearer)?;
            let Some(at) = is_nearer.iter().position(|&count| count > 0) else {
                let fault = "a state of a level has no neighbour in an earlier one: the files are damaged";
                return Err(io::Error::new(io::ErrorKind::InvalidData, fault));
            };
            let next = &neighbours[at];
            path.push(next.turn);
            level -= next.cost;
            state.clone_from(&next.state);
        }
        Ok((path, state))
    }

    /// A shortest path from a state of a complete count with some levels; `None` if it was not reached. For a single worker.
    ///
    /// # Errors
    /// If the store fails.
    pub fn solve_any(&self, state: Numbers, levels: u64) -> io::Result<Option<Path>> {
        match self.parts.level_of(&state, levels, self.store)? {
            Some(level) => self.solve(state, level).map(Some),
            None => Ok(None),
        }
    }
}
