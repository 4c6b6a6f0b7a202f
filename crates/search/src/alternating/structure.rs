//! The structure, found in the moves.
//!
//! Start at [`Alternating::of`].

use super::letters::{Letters, MOST_SLOTS, Row, identity};
use super::necklace::Necklaces;
use crate::puzzle_space::PuzzleSpace;
use crate::space::{MoveId, Space};

/// The fewest slots: of fewer, no two of the conjugates commute.
const LEAST_SLOTS: usize = 4;

/// A ring of distinct pieces with two kinds of moves: all turns of the ring, of one cost, and an involution that costs at least as much.
#[derive(Clone, Debug)]
pub struct Alternating {
    pub(super) letters: Letters,
    pub(super) necklaces: Necklaces,
    /// By slot of a state, its place on the ring.
    places: Vec<usize>,
    /// By content, from the least one, its solved place.
    homes: Vec<Option<u8>>,
    least: u16,
    /// By number of slots from which pieces come: the turn that brings them, from 1.
    turns: Vec<MoveId>,
    involution: MoveId,
    /// The costs of a turn and of the involution.
    pub(super) costs: [u32; 2],
}

impl Alternating {
    /// The structure of a space, if it is such a puzzle. O(moves · slots²).
    pub fn of(space: &PuzzleSpace) -> Option<Self> {
        let pieces = space.solved_pieces()?;
        let [slots] = &space.orbit_slots()[..] else { return None };
        let count = slots.len();
        if slots.start != 0 || !(LEAST_SLOTS..=MOST_SLOTS).contains(&count) || space.move_count() != count {
            return None;
        }
        let least = pieces.iter().map(|piece| piece.first).min()?;
        let sources: Vec<Vec<usize>> =
            space.moves().map(|m| sources(space, m, count)).collect::<Option<_>>()?;
        let cyclic = sources.iter().position(|sources| cycle(sources).len() == count)?;
        let ring = cycle(&sources[cyclic]);
        let mut places = vec![0; count];
        ring.iter().enumerate().for_each(|(place, &slot)| places[slot] = place);
        // A move on the ring: by place, the place from which its piece comes.
        let on_ring =
            |sources: &[usize]| -> Vec<usize> { ring.iter().map(|&slot| places[sources[slot]]).collect() };
        let (mut turns, mut involution) = (vec![None; count], None);
        for (m, sources) in space.moves().zip(&sources) {
            let sources = on_ring(sources);
            let by = sources[0];
            if sources.iter().enumerate().all(|(place, &from)| from == (place + by) % count) {
                turns[by] = Some(m);
            } else if sources.iter().enumerate().all(|(place, &from)| sources[from] == place) {
                involution = Some((m, sources));
            }
        }
        // As many moves as slots: every turn but the identity, and one other move.
        let turns: Vec<MoveId> = turns.into_iter().skip(1).collect::<Option<_>>()?;
        let (involution, its_sources) = involution?;
        let costs = [space.cost(turns[0]), space.cost(involution)];
        if turns.iter().any(|&turn| space.cost(turn) != costs[0]) || costs[0] > costs[1] {
            return None;
        }
        let its_sources: Vec<u8> = its_sources.into_iter().map(|from| from as u8).collect();
        let letters = Letters::new(&its_sources)?;
        let goal = &space.goals()[0];
        let end = slots.clone().map(|slot| goal[slot]).max()? + 1;
        let mut homes = vec![None; usize::from(end - least)];
        for slot in slots.clone() {
            let home = homes.get_mut(usize::from(goal[slot] - least))?;
            if home.replace(places[slot] as u8).is_some() {
                return None;
            }
        }
        let necklaces = Necklaces::new(&letters);
        Some(Alternating { letters, necklaces, places, homes, least, turns, involution, costs })
    }

    /// The row of a state on the ring, pieces numbered by their solved places; `None` if a piece is in an orientation in which no move
    /// leaves it.
    pub(super) fn row(&self, state: &[u16]) -> Option<Row> {
        let mut row = identity();
        for (&place, &content) in self.places.iter().zip(state) {
            row[place] = (*self.homes.get(usize::from(content.checked_sub(self.least)?))?)?;
        }
        Some(row)
    }

    /// The turn that brings pieces from so many places ahead, modulo the length of the ring; `None` if it changes nothing.
    pub(super) fn turn(&self, by: usize) -> Option<MoveId> {
        (by % self.letters.slots).checked_sub(1).map(|at| self.turns[at])
    }

    pub(super) fn involution(&self) -> MoveId {
        self.involution
    }

    /// The least cost of a solution with so many involutions.
    pub(super) fn least_cost(&self, involutions: u32) -> u32 {
        involutions * self.costs[1] + involutions.saturating_sub(1) * self.costs[0]
    }
}

/// By slot, where its piece comes from.
fn sources(space: &PuzzleSpace, m: MoveId, slots: usize) -> Option<Vec<usize>> {
    let mut sources: Vec<usize> = (0..slots).collect();
    for (to, from) in space.plain_changes(m)? {
        *sources.get_mut(usize::from(to))? = usize::from(from);
    }
    Some(sources)
}

/// The cycle of slot 0.
fn cycle(sources: &[usize]) -> Vec<usize> {
    let next = |&slot: &usize| Some(sources[slot]).filter(|&slot| slot != 0);
    std::iter::successors(Some(0), next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;

    fn found(name: &str, metric: &Metric) -> Option<Alternating> {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let goal = puzzle.solved().clone();
        Alternating::of(&PuzzleSpace::new(&puzzle, &puzzle.search_turns(metric), metric, &[goal]).unwrap())
    }

    #[test]
    fn top_spins_are_found_and_no_other_puzzles() {
        let htm = Metric::htm();
        for name in ["topspin:20,4", "topspin:5,4", "topspin:9,3", "topspin:21,6"] {
            assert_eq!(found(name, &htm).unwrap().costs, [1, 1], "{name}");
        }
        for name in ["topspin:22,4", "topspin:4,4", "pancake:8", "slide:3x3", "2x2x2", "torus:3x3"] {
            assert!(found(name, &htm).is_none(), "{name}");
        }
        // In quarter turns, turns of the ring differ in cost.
        assert!(found("topspin:8,4", &Metric::qtm()).is_none());
    }
}
