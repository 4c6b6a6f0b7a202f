//! The moves that may lower the number of separated neighbours, found without trying every move.
//!
//! Start at [`Improving::write`]. Such a move brings contents that are in order to a tie that held others. In a stack, one of the two is
//! always the content of the top slot, so the place of its few neighbours tells which moves to consider.

use super::adjacency::Adjacency;
use crate::space::MoveId;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// Slots from which most contents of new neighbours come. With more, trying all moves is as fast.
const MOST_HUBS: usize = 4;

/// Contents that are in order beside one content.
const MOST_PARTNERS: usize = 4;

/// Slots that are compared at once.
const CHUNK: usize = 32;

/// By content and slot: which moves may improve.
#[derive(Clone, Debug)]
pub(super) struct Improving {
    range: Range<usize>,
    content: u16,
    hubs: Vec<Hub>,
    /// Moves that bring one content to a place: its slot, by content whether it is in order there, and the move.
    singles: Vec<(u16, Vec<bool>, MoveId)>,
}

/// A slot whose content gets new neighbours.
#[derive(Clone, Debug)]
struct Hub {
    slot: u16,
    /// By its content: the neighbours that are in order.
    partners: Vec<Vec<u16>>,
    /// By slot: the moves that bring the content of the slot beside that of the hub.
    moves: Vec<Vec<MoveId>>,
}

impl Improving {
    /// `None` if moves reorient pieces, or if trying all moves is as fast.
    pub(super) fn new(relation: &Adjacency, range: &Range<usize>) -> Option<Self> {
        let entered = relation.plainly_entered()?;
        let mut occurrences: HashMap<u16, usize> = HashMap::new();
        for &(_, _, sources) in &entered {
            sources.iter().for_each(|&slot| *occurrences.entry(slot).or_default() += 1);
        }
        let contents = 0..relation.contents();
        let mut singles = Vec::new();
        let mut hubs: BTreeMap<(u16, bool, u32), Vec<Vec<MoveId>>> = BTreeMap::new();
        for &(m, table, [first, second]) in &entered {
            if first == second {
                let holds = contents.clone().map(|content| relation.holds(table, content, content));
                singles.push((first, holds.collect(), m));
                continue;
            }
            let is_first = (occurrences[&first], second) >= (occurrences[&second], first);
            let (hub, other) = if is_first { (first, second) } else { (second, first) };
            let moves = hubs.entry((hub, is_first, table)).or_insert_with(|| vec![Vec::new(); range.len()]);
            moves[usize::from(other) - range.start].push(m);
        }
        let hub = |((slot, is_first, table), moves): ((u16, bool, u32), Vec<Vec<MoveId>>)| {
            let fits = |hub: u16, other: u16| match is_first {
                true => relation.holds(table, hub, other),
                false => relation.holds(table, other, hub),
            };
            let partners = |content: u16| {
                let others = contents.clone().filter(|&other| fits(content, other));
                others.map(|other| other + relation.content()).collect()
            };
            Hub { slot, partners: contents.clone().map(partners).collect(), moves }
        };
        let hubs: Vec<Hub> = hubs.into_iter().map(hub).collect();
        let most = hubs.iter().flat_map(|hub| hub.partners.iter().map(Vec::len)).max().unwrap_or(0);
        let pays = hubs.len() <= MOST_HUBS && most <= MOST_PARTNERS;
        pays.then(|| Improving { range: range.clone(), content: relation.content(), hubs, singles })
    }

    /// Writes the moves that may improve a state, in ascending order.
    #[inline]
    pub(super) fn write(&self, row: &[u16], found: &mut Vec<MoveId>) {
        found.clear();
        let content = |slot: u16| usize::from(row[usize::from(slot)] - self.content);
        let singles = self.singles.iter().filter(|(slot, holds, _)| holds[content(*slot)]);
        found.extend(singles.map(|&(.., m)| m));
        let slots = &row[self.range.clone()];
        for hub in &self.hubs {
            for &partner in &hub.partners[content(hub.slot)] {
                for (chunk, moves) in slots.chunks(CHUNK).zip(hub.moves.chunks(CHUNK)) {
                    // Without a branch for each slot, several are compared by one instruction.
                    if chunk.iter().fold(false, |any, &content| any | (content == partner)) {
                        let places = chunk.iter().zip(moves).filter(|(content, _)| **content == partner);
                        places.for_each(|(_, moves)| found.extend_from_slice(moves));
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide::Heuristic;
    use crate::puzzle_space::PuzzleSpace;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    /// No move that lowers the bound is left out, and most others are.
    #[test]
    fn moves_that_lower_the_bound_are_among_them() {
        for name in ["pancake:16", "pancake:21"] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let metric = Metric::htm();
            let turns = puzzle.search_turns(&metric);
            let space = PuzzleSpace::new(&puzzle, &turns, &metric, &[puzzle.solved().clone()]).unwrap();
            let relation = Adjacency::find(&space).unwrap();
            let (mut state, mut count) = relation.enter(&crate::space::Space::goals(&space)[0]);
            let mut rng = ChaCha8Rng::seed_from_u64(7);
            let (mut found, mut lowering, mut named, mut tried) = (Vec::new(), 0, 0, 0);
            for _ in 0..2000 {
                assert!(relation.improving(&state, &mut found), "{name}");
                for &m in relation.candidates(&count) {
                    let after = relation.after(&state, &count, m, (), u32::MAX).unwrap();
                    let lowers = relation.bound(&after) < relation.bound(&count);
                    assert!(!lowers || found.contains(&m), "{name} {m:?}");
                    lowering += usize::from(lowers);
                    tried += 1;
                }
                named += found.len();
                let candidates = relation.candidates(&count);
                let m = candidates[rng.next_u32() as usize % candidates.len()];
                count = relation.after(&state, &count, m, (), u32::MAX).unwrap();
                relation.make(&mut state, m);
            }
            assert!(lowering > 100 && named < tried / 2, "{name}: {lowering} {named} {tried}");
        }
    }
}
