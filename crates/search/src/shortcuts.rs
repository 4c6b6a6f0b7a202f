//! Shorter sequences through what lies near a sequence.
//!
//! Start at [`Shortcuts`]. Most solutions that phases, beams and words find make detours: they can be shortened by sequences that stay close
//! to them. All states within a few moves of those that a sequence passes through are collected, as many as are allowed, and a cheapest path
//! through these is computed. Of several cheapest ones, a random one is taken: other states lie near it, and another search from there may
//! find what this one did not. After Furcy, "ITSA*: Iterative Tunneling Search with A*" (2006).

use crate::limits::{Control, StopReason};
use crate::reachable::row_set::RowSet;
use crate::space::{MoveId, Space};
use permutant_group::random::{below, shuffle};
use rand_core::Rng;
use std::collections::BTreeMap;

/// The cost of a state that no path has reached.
const FAR: u64 = u64::MAX;

/// States between two questions whether to stop.
const PATIENCE: usize = 256;

/// Searches near sequences of one puzzle. Rules about which move may follow which are ignored.
#[derive(Clone, Copy, Debug)]
pub struct Shortcuts<'a, S> {
    space: &'a S,
    /// The number of states that are collected, about.
    most: usize,
}

impl<'a, S: Space> Shortcuts<'a, S> {
    /// Bytes that each of the states takes, besides those of states at the greatest distance.
    pub const BYTES: usize = 2 * size_of::<u64>() + 4 * size_of::<u32>();

    /// Searches among about `most` states.
    pub fn new(space: &'a S, most: usize) -> Self {
        Shortcuts { space, most }
    }

    /// A cheapest sequence with the same effect on a state among those that lie near the given one; of several, a random one. It costs no more
    /// than the given one. O(states × moves).
    ///
    /// # Errors
    ///
    /// The reason why the search was interrupted.
    pub fn shortest<R: Rng + ?Sized>(
        &self,
        start: &S::State,
        sequence: &[MoveId],
        rng: &mut R,
        control: &Control<'_>,
    ) -> Result<Vec<MoveId>, StopReason> {
        let near = self.near(start, sequence, rng, control)?;
        let mut end = start.clone();
        self.follow(&mut end, sequence);
        let bound = sequence.iter().map(|&m| u64::from(self.space.cost(m))).sum();
        let costs = self.costs(&near, (start, &end), bound, control)?;
        let found = self.backwards(&near, &costs, end, rng);
        // States are told apart by hashes: what a collision leads to does not count.
        let is_same = found.as_ref().is_some_and(|found| {
            let [mut one, mut other] = [start.clone(), start.clone()];
            self.follow(&mut one, sequence) && self.follow(&mut other, found) && one == other
        });
        Ok(found.filter(|_| is_same).unwrap_or_else(|| sequence.to_vec()))
    }

    /// Makes moves, as far as they are possible; whether all were.
    fn follow(&self, state: &mut S::State, moves: &[MoveId]) -> bool {
        let mut to = state.clone();
        moves.iter().all(|&m| {
            let is_possible = self.space.apply(m, state, &mut to);
            if is_possible {
                std::mem::swap(state, &mut to);
            }
            is_possible
        })
    }

    /// The states of the sequence, and those nearest to them.
    fn near<R: Rng + ?Sized>(
        &self,
        start: &S::State,
        sequence: &[MoveId],
        rng: &mut R,
        control: &Control<'_>,
    ) -> Result<RowSet, StopReason> {
        let mut near = RowSet::new(1);
        let mut level: Vec<S::State> = Vec::new();
        let mut state = start.clone();
        for end in 0..=sequence.len() {
            if near.insert(&[self.space.index(&state)]).1 {
                level.push(state.clone());
            }
            self.follow(&mut state, &sequence[end..(end + 1).min(sequence.len())]);
        }
        let mut to = start.clone();
        while !level.is_empty() {
            let mut next = Vec::new();
            // The last level is incomplete: all parts of the sequence have their share of it.
            shuffle(rng, &mut level);
            for (number, state) in level.iter().enumerate() {
                if number % PATIENCE == 0
                    && let Some(reason) = control.interrupted()
                {
                    return Err(reason);
                }
                for m in self.moves() {
                    if self.space.apply(m, state, &mut to) && near.insert(&[self.space.index(&to)]).1 {
                        next.push(to.clone());
                    }
                }
                if near.len() >= self.most {
                    return Ok(near);
                }
            }
            level = next;
        }
        Ok(near)
    }

    /// The least costs of reaching these states from the start by way of them, for all that cost less than the end does.
    fn costs(
        &self,
        near: &RowSet,
        (start, end): (&S::State, &S::State),
        bound: u64,
        control: &Control<'_>,
    ) -> Result<Vec<u64>, StopReason> {
        let mut costs = vec![FAR; near.len()];
        let number = |state: &S::State| near.get(&[self.space.index(state)]).map(|number| number as usize);
        let (Some(first), Some(last)) = (number(start), number(end)) else { return Ok(costs) };
        costs[first] = 0;
        let mut waiting = BTreeMap::from([(0, vec![start.clone()])]);
        let (mut to, mut expanded) = (start.clone(), 0);
        while let Some((cost, states)) = waiting.pop_first() {
            if cost >= costs[last] {
                break;
            }
            for state in states {
                if number(&state).is_none_or(|number| costs[number] < cost) {
                    continue;
                }
                expanded += 1;
                if expanded % PATIENCE == 0
                    && let Some(reason) = control.interrupted()
                {
                    return Err(reason);
                }
                for m in self.moves() {
                    let cost = cost + u64::from(self.space.cost(m));
                    if cost <= bound
                        && self.space.apply(m, &state, &mut to)
                        && let Some(number) = number(&to)
                        && cost < costs[number]
                    {
                        costs[number] = cost;
                        waiting.entry(cost).or_default().push(to.clone());
                    }
                }
            }
        }
        Ok(costs)
    }

    /// A sequence of least cost to the end, chosen at random from behind; `None` if none is known.
    fn backwards<R: Rng + ?Sized>(
        &self,
        near: &RowSet,
        costs: &[u64],
        end: S::State,
        rng: &mut R,
    ) -> Option<Vec<MoveId>> {
        let cost_of = |state: &S::State| Some(costs[near.get(&[self.space.index(state)])? as usize]);
        let (mut state, mut to) = (end.clone(), end);
        let mut cost = cost_of(&state).filter(|&cost| cost != FAR)?;
        let mut moves = Vec::new();
        while cost > 0 {
            let leads_here = |m: &MoveId, to: &mut S::State| {
                let before = cost.checked_sub(u64::from(self.space.cost(*m)));
                before.is_some()
                    && self.space.apply(self.space.inverse(*m), &state, to)
                    && cost_of(to) == before
            };
            let leading: Vec<MoveId> = self.moves().filter(|m| leads_here(m, &mut to)).collect();
            let m = *leading.get(below(rng, leading.len() as u64) as usize)?;
            self.space.apply(self.space.inverse(m), &state, &mut to);
            std::mem::swap(&mut state, &mut to);
            cost -= u64::from(self.space.cost(m));
            moves.push(m);
        }
        moves.reverse();
        Some(moves)
    }

    fn moves(&self) -> impl Iterator<Item = MoveId> + use<S> {
        (0..self.space.move_count() as u16).map(MoveId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::puzzle_space::PuzzleSpace;
    use permutant_puzzle::{catalog, metric::Metric};
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;
    use std::sync::atomic::AtomicBool;

    fn space(name: &str, metric: &Metric) -> PuzzleSpace {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let goal = puzzle.solved().clone();
        PuzzleSpace::new(&puzzle, &puzzle.search_turns(metric), metric, &[goal]).unwrap()
    }

    /// Random moves that are possible one after the other.
    fn walk(space: &PuzzleSpace, length: usize, rng: &mut ChaCha8Rng) -> Vec<MoveId> {
        let mut state = space.goals()[0].clone();
        let all = Shortcuts::new(space, 1);
        let mut moves = Vec::new();
        while moves.len() < length {
            let m = MoveId(below(rng, space.move_count() as u64) as u16);
            if all.follow(&mut state, &[m]) {
                moves.push(m);
            }
        }
        moves
    }

    fn cost(space: &PuzzleSpace, moves: &[MoveId]) -> u64 {
        moves.iter().map(|&m| u64::from(space.cost(m))).sum()
    }

    /// Where all states are near, the sequence is a shortest one.
    #[test]
    fn with_all_states_it_is_shortest() {
        for (name, metric) in [
            ("ivy cube", "UFL=3,UFL'=3,DFR=2"),
            ("slide:2x3", "htm"),
            ("pancake:6", "htm"),
            ("pancake:6", "f2=5"),
        ] {
            let space = space(name, &Metric::parse(metric).unwrap());
            let sequences = crate::sequences::Sequences::new(&space);
            let mut table = crate::pruning::PruningTable::new(&space, 1 << 20);
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            for _ in 0..5 {
                let mut state = space.goals()[0].clone();
                let shortcuts = Shortcuts::new(&space, 1 << 16);
                let away = walk(&space, 20, &mut rng);
                shortcuts.follow(&mut state, &away);
                let back: Vec<MoveId> = away.iter().rev().map(|&m| space.inverse(m)).collect();
                let found = shortcuts.shortest(&state, &back, &mut rng, &Control::new()).unwrap();
                let mut end = state.clone();
                assert!(shortcuts.follow(&mut end, &found) && space.is_goal(&end));
                let limits = Limits { max_solutions: Some(1), ..Limits::default() };
                let mut search = crate::ida_star::IdaStar::new(
                    &space,
                    &sequences,
                    &mut table,
                    &state,
                    &limits,
                    Control::new(),
                );
                assert_eq!(cost(&space, &found), u64::from(search.next().unwrap().cost));
            }
        }
    }

    /// With few states it is never longer, has the same effect, and more states make it shorter.
    #[test]
    fn with_few_states_it_has_the_same_effect() {
        let space = space("megaminx", &Metric::htm());
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let start = space.goals()[0].clone();
        let mut totals = [0, 0];
        for _ in 0..5 {
            let moves = walk(&space, 60, &mut rng);
            let mut end = start.clone();
            Shortcuts::new(&space, 1).follow(&mut end, &moves);
            for (most, total) in [1, 5000].into_iter().zip(&mut totals) {
                let shortcuts = Shortcuts::new(&space, most);
                let found = shortcuts.shortest(&start, &moves, &mut rng, &Control::new()).unwrap();
                let mut reached = start.clone();
                assert!(shortcuts.follow(&mut reached, &found) && reached == end);
                assert!(found.len() <= moves.len());
                *total += found.len();
            }
        }
        assert!(totals[1] < totals[0], "{totals:?}");
    }

    #[test]
    fn it_stops_when_asked() {
        let space = space("megaminx", &Metric::htm());
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let moves = walk(&space, 30, &mut rng);
        let cancel = AtomicBool::new(true);
        let control = Control::new().with_cancel(&cancel);
        let found = Shortcuts::new(&space, 1 << 20).shortest(&space.goals()[0], &moves, &mut rng, &control);
        assert_eq!(found, Err(StopReason::Cancelled));
        let nothing = Shortcuts::new(&space, 1).shortest(&space.goals()[0], &[], &mut rng, &Control::new());
        assert_eq!(nothing, Ok(Vec::new()));
    }
}
