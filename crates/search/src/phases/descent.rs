//! The search through the phases.

use super::bounds::{Bound, Places};
use super::chain::{Layout, Plan};
use crate::limits::{Control, StopReason};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use std::collections::HashSet;
use std::hash::BuildHasher;

/// Greatest number of moves of a phase; those of few pieces need fewer.
const MOST_MOVES: usize = 24;

/// Nodes of a phase after which it is given up, and how many more for each end that is wanted.
const MOST_NODES: u64 = 1_000_000;
const NODES_AN_END: u64 = 300;

/// Nodes between two questions whether to stop.
const UNASKED: u64 = 1 << 12;

/// Phases of a puzzle, with their tables.
#[derive(Debug)]
pub struct Phases {
    turns: Vec<Turn>,
    /// For each turn, the number of its move, whatever the amount.
    bases: Vec<usize>,
    /// Whether two moves commute.
    commute: Vec<Vec<bool>>,
    /// For each turn, the place to which it brings what is in a place.
    moves: Vec<Vec<u16>>,
    /// For each slot, its first place.
    first: Vec<u16>,
    /// For each orbit, its first slot.
    orbits: Vec<usize>,
    orientations: Vec<u16>,
    phases: Vec<Phase>,
    /// The last moves.
    last: Vec<Turn>,
}

/// The ends that are wanted of some phases.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How many of the phases are made.
    pub phases: usize,
    /// The number of states that each of them keeps.
    pub ends: usize,
}

#[derive(Debug)]
struct Phase {
    turns: Vec<usize>,
    /// The slots whose pieces it solves.
    pieces: Vec<usize>,
    solved: Vec<u16>,
    /// See [`Places::local`].
    local: Vec<u16>,
    bounds: Vec<Bound>,
}

/// A state at the end of a phase: the place of each piece, and the turns that lead there.
#[derive(Clone, Debug)]
struct End {
    places: Vec<u16>,
    word: Vec<u16>,
}

impl Phases {
    /// The phases of the chain with this number, in turns that all count 1: there is one for each move that may be left out first, as far as
    /// they differ, and after the last one they begin anew. The last moves are those of the latest slots in an order of
    /// orbits and slots. Takes some tenths of a second for a megaminx.
    ///
    /// `None` if pieces are identical or turns are not always possible, or if no phase is small enough.
    pub fn new(puzzle: &Puzzle, turns: &[Turn], order: &[(usize, u16)], chain: usize) -> Option<Phases> {
        let all_differ =
            puzzle.solved().orbits.iter().zip(puzzle.orbits()).all(|(row, orbit)| row.is_full(orbit));
        if !all_differ || puzzle.is_restricted() {
            return None;
        }
        let (mut slots, mut first, mut orbits, mut places) = (Vec::new(), Vec::new(), Vec::new(), 0_usize);
        for (number, orbit) in puzzle.orbits().iter().enumerate() {
            orbits.push(slots.len());
            for _ in 0..orbit.pieces {
                slots.push((number, orbit.orientations));
                first.push(u16::try_from(places).ok()?);
                places += usize::from(orbit.orientations);
            }
        }
        u16::try_from(places).ok()?;
        let names = names(turns);
        let bases: Vec<usize> =
            turns.iter().filter_map(|turn| names.iter().position(|name| *name == turn.base().name)).collect();
        let moves: Vec<Vec<u16>> = turns
            .iter()
            .map(|turn| {
                let mut to: Vec<u16> = (0..places as u16).collect();
                for (orbit, part) in turn.transformation().parts() {
                    for (slot, (&from, &twist)) in
                        part.permutation().iter().zip(part.orientation()).enumerate()
                    {
                        let (from, slot) = (orbits[orbit] + usize::from(from), orbits[orbit] + slot);
                        let modulus = slots[slot].1;
                        for orientation in 0..modulus {
                            to[usize::from(first[from] + orientation)] =
                                first[slot] + (orientation + twist) % modulus;
                        }
                    }
                }
                to
            })
            .collect();
        let touches = |base: usize, slot: usize| {
            let places = usize::from(first[slot])..usize::from(first[slot] + slots[slot].1);
            let of_base = bases.iter().zip(&moves).filter(|(other, _)| **other == base);
            of_base.into_iter().any(|(_, to)| places.clone().any(|place| usize::from(to[place]) != place))
        };
        let touched: Vec<Vec<bool>> =
            (0..names.len()).map(|base| (0..slots.len()).map(|slot| touches(base, slot)).collect()).collect();
        let commute = (0..names.len())
            .map(|one| {
                let apart = |other: &Vec<bool>| !touched[one].iter().zip(other).any(|(a, b)| *a && *b);
                touched.iter().map(apart).collect()
            })
            .collect();
        let layout = Layout { touched, slots };
        let orientations: Vec<u16> = layout.slots.iter().map(|slot| slot.1).collect();
        let phase = |plan: Plan| {
            let reached = layout.reached(&plan.bases);
            let mut local = vec![0; places];
            let mut counts = vec![0_u16; orbits.len()];
            let mut of_orbit: Vec<Vec<u16>> = vec![Vec::new(); orbits.len()];
            for slot in (0..reached.len()).filter(|&slot| reached[slot]) {
                let (orbit, modulus) = layout.slots[slot];
                for place in first[slot]..first[slot] + modulus {
                    local[usize::from(place)] = counts[orbit];
                    of_orbit[orbit].push(place);
                    counts[orbit] += 1;
                }
            }
            let turns: Vec<usize> =
                (0..turns.len()).filter(|&turn| plan.bases.contains(&bases[turn])).collect();
            let solved: Vec<u16> = plan.pieces.iter().map(|&slot| first[slot]).collect();
            let of_phase: Vec<Vec<u16>> = turns.iter().map(|&turn| moves[turn].clone()).collect();
            let reached = plan.pieces.iter().map(|&slot| of_orbit[layout.slots[slot].0].clone()).collect();
            let bounds = Bound::all(&Places { moves: &of_phase, local: &local, reached, solved: &solved });
            Phase { turns, pieces: plan.pieces, solved, local, bounds }
        };
        let order: Vec<usize> =
            order.iter().filter_map(|&(orbit, slot)| Some(orbits.get(orbit)? + usize::from(slot))).collect();
        let last = layout.last(&order)?;
        let mut chains: Vec<Vec<Plan>> = Vec::new();
        for begin in (0..names.len()).filter(|base| !last.contains(base)) {
            let plans = layout.chain(begin, &last);
            if !chains.contains(&plans) {
                chains.push(plans);
            }
        }
        let chain = chain.checked_rem(chains.len())?;
        let phases: Vec<Phase> = chains.swap_remove(chain).into_iter().map(phase).collect();
        let of_last: Vec<usize> = (0..turns.len()).filter(|&turn| last.contains(&bases[turn])).collect();
        let last = of_last.into_iter().map(|turn| turns[turn].clone()).collect();
        let turns = turns.to_vec();
        (!phases.is_empty()).then_some(Phases {
            turns,
            bases,
            commute,
            moves,
            first,
            orbits,
            orientations,
            phases,
            last,
        })
    }

    /// The turns of all phases.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The turns that are left after each number of phases, from 0.
    pub fn left(&self) -> Vec<Vec<Turn>> {
        let of_phase = |phase: &Phase| phase.turns.iter().map(|&turn| self.turns[turn].clone()).collect();
        self.phases.iter().map(of_phase).chain([self.last.clone()]).collect()
    }

    /// Sequences that lead from a state to one that differs from the goal only in the pieces of the moves that are left, shortest first; by
    /// numbers of [`Phases::turns`]. If a phase cannot be completed, they lead to the end of the one before.
    ///
    /// # Errors
    /// The reason why the search was stopped.
    pub fn ends(
        &self,
        start: &State,
        goal: &State,
        wanted: Wanted,
        control: &Control<'_>,
    ) -> Result<Vec<Vec<u16>>, StopReason> {
        let mut ends = vec![End { places: self.places(start, goal), word: Vec::new() }];
        for phase in self.phases.iter().take(wanted.phases) {
            let next = self.after(phase, &ends, wanted.ends, control)?;
            if next.is_empty() {
                break;
            }
            ends = next;
        }
        Ok(ends.into_iter().map(|end| end.word).collect())
    }

    /// For each piece, by the slot where it belongs, its place.
    fn places(&self, start: &State, goal: &State) -> Vec<u16> {
        let mut places = self.first.clone();
        for ((now, aim), &first) in start.orbits.iter().zip(&goal.orbits).zip(&self.orbits) {
            for (slot, (piece, orientation)) in now.pieces.iter().zip(&now.orientations).enumerate() {
                let Some(home) = aim.pieces.iter().position(|other| other == piece) else { continue };
                let modulus = self.orientations[first + slot];
                let turned = (orientation + modulus - aim.orientations[home]) % modulus;
                places[first + home] = self.first[first + slot] + turned;
            }
        }
        places
    }

    /// The shortest ends of a phase from any of those of the one before.
    fn after(
        &self,
        phase: &Phase,
        starts: &[End],
        width: usize,
        control: &Control<'_>,
    ) -> Result<Vec<End>, StopReason> {
        let least = starts.iter().map(|end| end.word.len()).min().unwrap_or(0);
        let mut walk = Walk {
            chain: self,
            phase,
            control,
            ends: Vec::new(),
            seen: HashSet::new(),
            width,
            rows: Vec::new(),
            nodes: 0,
            most_nodes: MOST_NODES + width as u64 * NODES_AN_END,
        };
        for length in least..least + MOST_MOVES {
            for start in starts.iter().filter(|start| start.word.len() <= length) {
                walk.rows.clear();
                walk.rows.extend(phase.pieces.iter().map(|&piece| start.places[piece]));
                let mut word = start.word.clone();
                if !walk.descend(start, length - start.word.len(), &mut word)? {
                    return Ok(walk.ends);
                }
            }
        }
        Ok(walk.ends)
    }
}

/// The search of a phase, and what it has found so far.
struct Walk<'a> {
    chain: &'a Phases,
    phase: &'a Phase,
    control: &'a Control<'a>,
    ends: Vec<End>,
    /// Hashes of their places.
    seen: HashSet<u64>,
    width: usize,
    /// The places of the phase's pieces in each state on the path, one state after the other.
    rows: Vec<u16>,
    nodes: u64,
    most_nodes: u64,
}

impl Walk<'_> {
    /// Continues a word by `left` turns. Returns whether more may be found.
    fn descend(&mut self, start: &End, left: usize, word: &mut Vec<u16>) -> Result<bool, StopReason> {
        let (chain, phase) = (self.chain, self.phase);
        let count = phase.solved.len();
        let here = self.rows.len() - count;
        if left == 0 {
            return Ok(self.rows[here..] != phase.solved || self.keep(start, word));
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(UNASKED) {
            if let Some(reason) = self.control.interrupted() {
                return Err(reason);
            }
            if self.nodes > self.most_nodes {
                return Ok(false);
            }
        }
        let last = word.last().map(|&turn| chain.bases[usize::from(turn)]);
        for &turn in &phase.turns {
            let base = chain.bases[turn];
            // Turns of moves that commute come in one order.
            if last.is_some_and(|last| base == last || base < last && chain.commute[base][last]) {
                continue;
            }
            let moved = &chain.moves[turn];
            self.rows.truncate(here + count);
            self.rows.extend_from_within(here..);
            let next = &mut self.rows[here + count..];
            next.iter_mut().for_each(|place| *place = moved[usize::from(*place)]);
            if phase.bounds.iter().any(|bound| usize::from(bound.of(next, &phase.local)) > left - 1) {
                continue;
            }
            word.push(turn as u16);
            let goes_on = self.descend(start, left - 1, word)?;
            word.pop();
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Keeps an end if it is new. Returns whether more are wanted.
    fn keep(&mut self, start: &End, word: &[u16]) -> bool {
        let mut places = start.places.clone();
        for &turn in &word[start.word.len()..] {
            let moved = &self.chain.moves[usize::from(turn)];
            places.iter_mut().for_each(|place| *place = moved[usize::from(*place)]);
        }
        let hash = self.seen.hasher().hash_one(&places);
        if self.seen.insert(hash) {
            self.ends.push(End { places, word: word.to_vec() });
        }
        self.ends.len() < self.width
    }
}

/// The names of the moves, each once.
fn names(turns: &[Turn]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for turn in turns {
        if !names.contains(&turn.base().name.as_str()) {
            names.push(&turn.base().name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    #[test]
    fn pieces_of_few_moves_are_left() {
        for (name, most) in [("megaminx", 20), ("3x3x3 with all pieces distinguished", 14)] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let turns = puzzle.search_turns(&Metric::htm());
            let mut rng = ChaCha8Rng::seed_from_u64(5);
            for chain in 0..2 {
                let phases = Phases::new(&puzzle, &turns, &[], chain).unwrap();
                let mut start = puzzle.solved().clone();
                (0..100).for_each(|_| turns[rng.next_u32() as usize % turns.len()].make(&mut start));
                let wanted = Wanted { phases: usize::MAX, ends: 3 };
                let ends = phases.ends(&start, puzzle.solved(), wanted, &Control::new()).unwrap();
                assert!(!ends.is_empty() && ends.windows(2).all(|pair| pair[0].len() <= pair[1].len()));
                for end in ends {
                    let mut state = start.clone();
                    end.iter().for_each(|&turn| phases.turns()[usize::from(turn)].make(&mut state));
                    let rows = state.orbits.iter().zip(&puzzle.solved().orbits);
                    let unsolved = rows.map(|(now, aim)| {
                        let differs = |slot: &usize| {
                            now.pieces[*slot] != aim.pieces[*slot]
                                || now.orientations[*slot] != aim.orientations[*slot]
                        };
                        (0..now.pieces.len()).filter(differs).count()
                    });
                    let unsolved = unsolved.sum::<usize>();
                    assert!(unsolved <= most, "{name}: {unsolved} pieces are left by chain {chain}");
                }
            }
        }
    }
}
