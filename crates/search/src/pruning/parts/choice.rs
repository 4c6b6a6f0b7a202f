//! The choice of the parts that get tables, and the combined bound of all tables.
//!
//! Start at `Parts::choose`. A small coordinate is joined with as many others as fit: the larger a table, the larger
//! its mean distance. Of the resulting tables, the few with the largest means are kept.

use super::coordinate::{Coordinate, PartValues};
use super::part_table::{NEVER, PartTable};
use super::projection::Projection;
use crate::limits::{Control, StopReason};
use crate::space::Space;
use num_integer::gcd;

/// Greatest number of values of a coordinate: its move table should fit the nearer caches.
const MOST_VALUES: usize = 1 << 16;
/// Greatest number of moves: with more, all values of a table of feasible size are near the goals.
const MOST_MOVES: usize = 64;
/// Greatest number of tables that are used.
const MOST_TABLES: usize = 3;
/// A table is used if at least one in this many values has a distance beyond the other bound. Measured: see
/// `docs/search.md`.
const LEAST_SHARE: usize = 16;

/// Exact distances of parts of a puzzle.
#[derive(Debug, Default)]
pub struct Parts {
    coordinates: Vec<Coordinate>,
    tables: Vec<PartTable>,
    /// The number of tables in use.
    asked: usize,
    unit: u32,
}

impl Parts {
    /// Tables of at most this number of values each, in this number of bytes together, for those parts of a space that
    /// exceed a bound of `known` for enough of their values. O(tables × values × moves).
    pub(in crate::pruning) fn choose<S: Space>(
        space: &S,
        most_values: usize,
        max_memory: u64,
        known: u32,
        control: &Control<'_>,
    ) -> Result<Self, StopReason> {
        let mut parts = Parts { unit: unit(space), ..Parts::default() };
        if space.move_count() > MOST_MOVES {
            return Ok(parts);
        }
        // Numbering values takes longer than computing their distances.
        let mut numbered = most_values / 4;
        for projection in space.projections(most_values) {
            if parts.coordinates.len() == PartValues::MOST || numbered == 0 {
                break;
            }
            numbered = numbered.saturating_sub(parts.add(space, projection, most_values.min(MOST_VALUES)));
            if let Some(reason) = control.interrupted() {
                return Err(reason);
            }
        }
        parts.coordinates.sort_by_key(|coordinate| std::cmp::Reverse(coordinate.len()));
        let sizes: Vec<usize> = parts.coordinates.iter().map(Coordinate::len).collect();
        let bytes: u64 = parts.coordinates.iter().map(Coordinate::bytes).sum();
        let room = max_memory.saturating_sub(bytes) / MOST_TABLES as u64;
        let most = most_values.min(usize::try_from(room).unwrap_or(usize::MAX));
        let mut sets = joined(&sizes, most);
        sets.sort_by_key(|set| std::cmp::Reverse(set.iter().map(|&at| sizes[at]).product::<usize>()));
        for set in sets.into_iter().take(MOST_TABLES) {
            parts.fill(space, &set, control)?;
            // The largest table shows whether the others are worth their time.
            parts.weigh(known);
            if parts.asked == 0 {
                break;
            }
        }
        Ok(parts)
    }

    /// One table for each of these sets of parts, used regardless of their distances.
    pub(in crate::pruning) fn given<S: Space>(
        space: &S,
        sets: &[Vec<Projection>],
        control: &Control<'_>,
    ) -> Result<Self, StopReason> {
        let mut parts = Parts { unit: unit(space), ..Parts::default() };
        for set in sets {
            let begun = parts.coordinates.len();
            for projection in set {
                parts.add(space, projection.clone(), u32::MAX as usize);
            }
            let added: Vec<usize> = (begun..parts.coordinates.len()).collect();
            if !added.is_empty() {
                parts.fill(space, &added, control)?;
            }
        }
        parts.asked = parts.tables.len();
        Ok(parts)
    }

    /// Numbers the values of a part, if there is more than one and at most the given number. Returns how many were
    /// numbered.
    fn add<S: Space>(&mut self, space: &S, projection: Projection, most: usize) -> usize {
        let goals: Vec<u128> = space.goals().iter().map(|goal| space.project(&projection, goal)).collect();
        let Some(coordinate) = Coordinate::new(projection, &goals, most) else { return most };
        let values = coordinate.len();
        self.coordinates.extend((values > 1).then_some(coordinate));
        values
    }

    fn fill<S: Space>(&mut self, space: &S, set: &[usize], control: &Control<'_>) -> Result<(), StopReason> {
        let goals: Vec<PartValues> =
            space.goals().iter().filter_map(|goal| self.values(space, goal)).collect();
        // Away from the goals: a move counts the cost of its inverse.
        let costs: Vec<u32> = space.moves().map(|m| space.cost(space.inverse(m)) / self.unit).collect();
        self.tables.push(PartTable::new(&self.coordinates, set, &goals, &costs, control)?);
        Ok(())
    }

    /// Removes the tables that exceed a bound of `known` for too few values, with all values taken as equally likely.
    pub(in crate::pruning) fn weigh(&mut self, known: u32) {
        let units = known / self.unit.max(1);
        self.tables.sort_by_cached_key(|table| std::cmp::Reverse(table.beyond(units)));
        let tells = |table: &&PartTable| table.beyond(units) * LEAST_SHARE >= table.solvable();
        self.asked = self.tables.iter().take_while(tells).count();
    }

    /// Whether tables of this number of values are likely to exceed a bound of `known`, judging from the existing ones:
    /// distances grow like the logarithm of the number of values.
    pub(in crate::pruning) fn may_tell(&self, values: u64, known: u32) -> bool {
        let units = known / self.unit.max(1);
        let likely = |table: &PartTable| {
            let solvable = table.solvable().max(2);
            let alike = units * solvable.ilog2() / values.max(solvable as u64).ilog2();
            table.beyond(alike) * LEAST_SHARE >= solvable
        };
        self.tables.is_empty() || self.tables.iter().any(likely)
    }

    /// Whether no table is used.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.asked == 0
    }

    /// The values of a state; `None` if it cannot be solved.
    pub(crate) fn values<S: Space>(&self, space: &S, state: &S::State) -> Option<PartValues> {
        let mut values = PartValues::default();
        for (value, coordinate) in values.0.iter_mut().zip(&self.coordinates) {
            *value = coordinate.value(space.project(coordinate.projection(), state))?;
        }
        Some(values)
    }

    /// A bound for a state with these values: [`NEVER`] if it cannot be solved.
    pub(crate) fn bound(&self, values: &PartValues) -> u32 {
        let distances = self.tables[..self.asked].iter().map(|table| table.distance(values));
        self.cost(distances.max().unwrap_or(0))
    }

    #[inline]
    fn cost(&self, distance: u32) -> u32 {
        // A lower bound remains one.
        if distance == NEVER { NEVER } else { distance.saturating_mul(self.unit).min(1 << 31) }
    }

    /// The values after a move, or a bound for it that exceeds the cost left.
    #[inline]
    pub(crate) fn after(&self, values: &PartValues, m: usize, left: u32) -> Result<PartValues, u32> {
        let mut after = *values;
        for table in &self.tables[..self.asked] {
            for &(number, _) in &table.factors {
                after.0[number] = self.coordinates[number].after(values.0[number], m);
            }
            let bound = self.cost(table.distance(&after));
            if bound > left {
                return Err(bound);
            }
        }
        Ok(after)
    }
}

/// The number of values of a part; `None` beyond `most`. O(values × moves × slots).
pub(crate) fn count_values<S: Space>(space: &S, projection: &Projection, most: usize) -> Option<usize> {
    let goals: Vec<u128> = space.goals().iter().map(|goal| space.project(projection, goal)).collect();
    Coordinate::new(projection.clone(), &goals, most).map(|coordinate| coordinate.len())
}

/// The greatest common divisor of all costs.
fn unit<S: Space>(space: &S) -> u32 {
    space.moves().map(|m| space.cost(m)).fold(0, gcd).max(1)
}

/// Sets of coordinates whose sizes multiply to at most `most`, each as large as possible, none contained in another.
fn joined(sizes: &[usize], most: usize) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for first in (0..sizes.len()).filter(|&at| sizes[at] <= most) {
        // Try later coordinates first: larger ones have had their turn.
        let (mut set, mut size) = (vec![first], sizes[first]);
        for other in (first + 1..sizes.len()).chain(0..first) {
            if size * sizes[other] <= most {
                size *= sizes[other];
                set.push(other);
            }
        }
        set.sort_unstable();
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle_space::PuzzleSpace;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use std::collections::{BTreeMap, HashMap};

    /// All states with their distances, by plain relaxation.
    fn distances(space: &PuzzleSpace) -> HashMap<<PuzzleSpace as Space>::State, u32> {
        let mut known = HashMap::new();
        let mut to_come = BTreeMap::from([(0, space.goals().to_vec())]);
        let mut next = space.goals()[0].clone();
        while let Some((distance, states)) = to_come.pop_first() {
            for state in states {
                if known.contains_key(&state) {
                    continue;
                }
                for m in space.moves() {
                    if space.apply(m, &state, &mut next) {
                        let there = distance + space.cost(space.inverse(m));
                        to_come.entry(there).or_insert_with(Vec::new).push(next.clone());
                    }
                }
                known.insert(state, distance);
            }
        }
        known
    }

    /// The distance of a part is the least of all states with its value: it never overestimates, and is as large as
    /// possible. Moves act on values as they act on states.
    #[test]
    fn tables_say_the_least_distance_of_all_states_that_look_alike() {
        for (name, metric, moves, known) in [
            ("pancake:7", "htm", "", 4),
            ("2x2x2", "U=1,U2=3,R=2,R2=3", "U,R", 7),
            ("topspin:7,3", "htm", "", 2),
            ("2x2x2", "htm", "U,R", 7),
            ("3x3x3", "qtm", "U2,R2", 1),
            ("rotate:3x2,2", "htm", "", 1),
        ] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let metric = Metric::parse(metric).unwrap();
            let mut turns = puzzle.search_turns(&metric);
            turns.retain(|turn| {
                let half = format!("{}2", turn.base().name);
                moves.is_empty()
                    || moves
                        .split(',')
                        .any(|m| m == turn.base().name || m == half && turn.to_string() == half)
            });
            let goals = [puzzle.solved().clone()];
            let space = PuzzleSpace::new(&puzzle, &turns, &metric, &goals).unwrap();
            let states = distances(&space);
            let mut parts = Parts::choose(&space, 2000, 1 << 24, known, &Control::new()).unwrap();
            assert!(parts.asked > 0, "{name}");
            parts.asked = parts.tables.len();
            let mut least: HashMap<(usize, usize), u32> = HashMap::new();
            let mut next = space.goals()[0].clone();
            for (state, &distance) in &states {
                let values = parts.values(&space, state).unwrap();
                assert!(parts.bound(&values) <= distance);
                for (number, table) in parts.tables.iter().enumerate() {
                    let one = least.entry((number, table.place(&values))).or_insert(distance);
                    *one = (*one).min(distance);
                }
                for m in space.moves() {
                    assert!(space.apply(m, state, &mut next));
                    let after = parts.values(&space, &next).unwrap();
                    match parts.after(&values, m.index(), distance) {
                        Ok(told) => assert_eq!(parts.bound(&told), parts.bound(&after)),
                        Err(bound) => assert!(bound > distance && bound <= parts.bound(&after)),
                    }
                }
            }
            for ((number, place), least) in least {
                assert_eq!(parts.cost(parts.tables[number].at(place)), least, "{name}");
            }
            let largest = states.values().max().unwrap() / parts.unit;
            assert!(parts.tables.iter().all(|table| table.beyond(largest) == 0), "{name}");
        }
    }

    #[test]
    fn what_cannot_be_solved_is_known() {
        let puzzle = catalog::find("3x3x3").unwrap().puzzle;
        let metric = Metric::htm();
        let mut turns = puzzle.search_turns(&metric);
        turns.retain(|turn| ["U", "R"].contains(&turn.base().name.as_str()));
        let goals = [puzzle.solved().clone()];
        let space = PuzzleSpace::new(&puzzle, &turns, &metric, &goals).unwrap();
        let parts = Parts::choose(&space, 30_000, 1 << 24, 0, &Control::new()).unwrap();
        let solved = &space.goals()[0];
        assert!(parts.values(&space, solved).is_some());
        // The corners of two faces reach 120 of 720 arrangements, so two of them are never swapped alone.
        let is_told = |&slot: &usize| {
            let mut swapped = solved.clone();
            swapped.swap(slot, slot - 1);
            parts.values(&space, &swapped).is_none()
        };
        assert_eq!((1..13).filter(is_told).count(), 5 + 1);
    }
}
