//! Solving into a subgroup: every state that certain moves alone could solve counts as a goal.
//!
//! Start at [`Subgroup::new`] and [`SubgroupPattern::seen`]. A pattern describes the states of a subgroup. Pieces that the moves of the
//! subgroup exchange become identical, and an orientation counts only as far as the moves preserve it, after each slot has been given
//! the frame in which they do. The phases of Thistlethwaite and Kociemba arise in this way, and the construction works for any puzzle.
//! Counting proves that the pattern contains nothing else: there must be as many patterns as cosets.

use crate::group::order;
use num_integer::gcd;
use permutant_group::UBig;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use permutant_search::reachable::index::StateIndex;
use permutant_search::reachable::move_set::{MoveError, MoveSet};
use permutant_search::reachable::split;
use std::collections::{HashSet, VecDeque};

/// Largest number of values of a coordinate that are enumerated, and of their rows in total: some seconds at worst.
const MOST_VALUES: usize = 1 << 22;

/// What the places and orientations of single pieces tell of the states of a subgroup: all its states have the pattern, and so may
/// others.
#[derive(Clone, Debug)]
pub struct SubgroupPattern {
    /// By orbit.
    frames: Vec<Frame>,
    /// The pattern of the solved state.
    goal: State,
}

/// The states of a subgroup, as a pattern that no other state has.
#[derive(Clone, Debug)]
pub struct Subgroup {
    pattern: SubgroupPattern,
    cosets: UBig,
}

/// The invariants of one orbit under the moves of a subgroup.
#[derive(Clone, Debug)]
struct Frame {
    /// By slot: the least slot to which the moves carry its piece.
    class: Vec<u16>,
    /// By slot: the orientation there of a piece of the class whose orientation is 0 in the slot that names the class.
    turn: Vec<u16>,
    /// By slot: the modulus up to which such orientations are determined.
    modulus: Vec<u16>,
}

/// The reason why there is no such goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubgroupError {
    /// The moves are not always possible.
    #[error("the moves of {0} are not always possible, so they generate no subgroup to solve into")]
    Restricted(String),
    /// The solved state is not an element of a group.
    #[error("{0} has identical pieces; a subgroup requires that all pieces are distinguished")]
    LookAlike(String),
    /// The moves of the subgroup move what those of a search leave where it is.
    #[error(
        "positions of {puzzle} are counted with the puzzle held in one way, by {moves}; expected moves of the subgroup that these make up"
    )]
    Held {
        /// Its name.
        puzzle: String,
        /// The moves of a search.
        moves: String,
    },
    /// The effect of the moves cannot be enumerated.
    #[error(transparent)]
    Moves(#[from] MoveError),
    /// The pattern does not determine the subgroup.
    #[error(
        "the places and orientations of single pieces do not determine the subgroup: at least {times} times \
         as many states as it has match them"
    )]
    Finer {
        /// At least so many states have the same pattern for each state of the subgroup.
        times: UBig,
    },
    /// The proof that the pattern is the subgroup failed.
    #[error(
        "there are too many cosets to count, so it cannot be decided whether a position is in the subgroup"
    )]
    TooLarge,
    /// The position already has ignored pieces.
    #[error("the position is incomplete, so it does not belong to a single coset")]
    Incomplete,
}

impl SubgroupError {
    /// Moves of a subgroup that these turns of a search do not generate.
    pub(crate) fn held(puzzle: &Puzzle, turns: &[Turn]) -> Self {
        let mut names: Vec<&str> = turns.iter().map(|turn| turn.base().name.as_str()).collect();
        names.dedup();
        SubgroupError::Held { puzzle: puzzle.name().to_string(), moves: names.join(", ") }
    }
}

impl SubgroupPattern {
    /// The pattern of the subgroup that these turns generate. O(slots × moves).
    ///
    /// # Errors
    ///
    /// If moves are not always possible, or pieces are identical.
    pub fn new(puzzle: &Puzzle, turns: &[Turn]) -> Result<Self, SubgroupError> {
        if puzzle.is_restricted() {
            return Err(SubgroupError::Restricted(puzzle.name().to_string()));
        }
        if !puzzle.orbits().iter().zip(&puzzle.solved().orbits).all(|(orbit, row)| row.is_full(orbit)) {
            return Err(SubgroupError::LookAlike(puzzle.name().to_string()));
        }
        let moves: Vec<Transformation> = turns.iter().map(Turn::transformation).collect();
        let frames = (0..puzzle.orbits().len())
            .map(|orbit| Frame::new(orbit, puzzle.orbits()[orbit].orientations, puzzle, &moves))
            .collect();
        let mut pattern = SubgroupPattern { frames, goal: puzzle.solved().clone() };
        pattern.goal = pattern.seen(puzzle.solved());
        Ok(pattern)
    }

    /// The pattern of the solved state, and of every state of the subgroup.
    pub fn goal(&self) -> &State {
        &self.goal
    }

    /// The relevant part of a state: it is the same for two states if a solution of one into the subgroup is a solution of the other.
    pub fn seen(&self, state: &State) -> State {
        let mut seen = state.clone();
        for (row, frame) in seen.orbits.iter_mut().zip(&self.frames) {
            for slot in 0..row.pieces.len() {
                // All pieces are distinguished, and piece k belongs in slot k.
                let home = usize::from(row.pieces[slot]);
                let modulus = u32::from(frame.modulus[home]);
                // Coming from the slot that names its class, a piece would be twisted by this much less.
                let turned = u32::from(row.orientations[slot]) + u32::from(frame.turn[home]);
                row.pieces[slot] = frame.class[home];
                row.orientations[slot] = (turned % modulus) as u16;
                row.moduli[slot] = frame.modulus[home];
            }
        }
        seen
    }
}

impl Subgroup {
    /// The subgroup that these turns generate in the group of the puzzle's own moves. The patterns are enumerated:
    /// O(values of each orbit × moves).
    pub fn new(puzzle: &Puzzle, turns: &[Turn]) -> Result<Self, SubgroupError> {
        let pattern = SubgroupPattern::new(puzzle, turns)?;
        let moves: Vec<Transformation> = turns.iter().map(Turn::transformation).collect();
        let metric = Metric::htm();
        let all = MoveSet::new(puzzle, &puzzle.search_turns(&metric), &metric)?;
        let order = |changes: &mut dyn Iterator<Item = &Transformation>| {
            order::order_of_changes(puzzle.orbits(), changes).ok_or(SubgroupError::TooLarge)
        };
        let whole = order(&mut all.moves().iter().map(|m| &m.change))?;
        if order(&mut all.moves().iter().map(|m| &m.change).chain(&moves))? != whole {
            return Err(SubgroupError::held(puzzle, &puzzle.search_turns(&metric)));
        }
        let cosets = whole / order(&mut moves.iter())?;
        // Elements of one coset have the same pattern, so there are never more patterns than cosets.
        let goal = pattern.goal();
        let finer = |patterns: UBig| match patterns == cosets {
            true => Ok(()),
            false => Err(SubgroupError::Finer { times: &cosets / patterns }),
        };
        match StateIndex::new(puzzle, goal, &all, MOST_VALUES) {
            Ok(index) => finer(index.size().into())?,
            Err(too_large) => {
                let aspects = split::aspects(puzzle, goal, &all).ok_or(SubgroupError::TooLarge)?;
                let coordinates = split::coordinates(&aspects, goal, &all, too_large.most)
                    .map_err(|_| SubgroupError::TooLarge)?;
                // Dependencies between coordinates further reduce the number of patterns.
                let most: UBig = coordinates.iter().map(|c| UBig::from(c.size())).product();
                if most < cosets {
                    finer(most)?;
                }
                return Err(SubgroupError::TooLarge);
            }
        }
        Ok(Subgroup { pattern, cosets })
    }

    /// The goal states, as patterns.
    pub fn goal(&self) -> &State {
        self.pattern.goal()
    }

    /// How many cosets there are: the index of the subgroup.
    pub fn cosets(&self) -> &UBig {
        &self.cosets
    }

    /// As [`SubgroupPattern::seen`].
    pub fn seen(&self, state: &State) -> State {
        self.pattern.seen(state)
    }
}

/// The states that some moves reach from the solved one, which comes first; `None` if there are more than `most`. O(states × moves).
///
/// A subgroup with few elements has too many cosets for a pattern, but few states as goals.
pub fn elements(puzzle: &Puzzle, turns: &[Turn], most: usize) -> Option<Vec<State>> {
    let moves: Vec<Transformation> = turns.iter().map(Turn::transformation).collect();
    let mut states = vec![puzzle.solved().clone()];
    let mut seen: HashSet<State> = states.iter().cloned().collect();
    let mut next = 0;
    while next < states.len() {
        for change in &moves {
            let state = states[next].after(change);
            if seen.insert(state.clone()) {
                if seen.len() > most {
                    return None;
                }
                states.push(state);
            }
        }
        next += 1;
    }
    Some(states)
}

impl Frame {
    /// Walks over the slots along the moves. If two paths to a slot twist a piece differently, their difference is not preserved.
    fn new(orbit: usize, orientations: u16, puzzle: &Puzzle, moves: &[Transformation]) -> Self {
        let slots = usize::from(puzzle.orbits()[orbit].pieces);
        let solved = &puzzle.solved().orbits[orbit];
        let mut frame = Frame {
            class: (0..slots as u16).collect(),
            turn: vec![0; slots],
            modulus: vec![orientations; slots],
        };
        // By slot: the destination of its piece under a move, and its twist.
        let mut ways: Vec<Vec<(usize, u16)>> = vec![Vec::new(); slots];
        for part in moves.iter().filter_map(|change| change.part(orbit)) {
            for (to, (&from, &turn)) in part.permutation().iter().zip(part.orientation()).enumerate() {
                ways[usize::from(from)].push((to, turn));
            }
        }
        let modulo = u32::from(orientations);
        let mut reached = vec![false; slots];
        for first in 0..slots {
            if reached[first] {
                continue;
            }
            reached[first] = true;
            let mut members = vec![first];
            let mut kept = orientations;
            let mut open = VecDeque::from([first]);
            while let Some(from) = open.pop_front() {
                for &(to, turn) in &ways[from] {
                    let turn = ((u32::from(frame.turn[from]) + u32::from(turn)) % modulo) as u16;
                    if !reached[to] {
                        reached[to] = true;
                        frame.turn[to] = turn;
                        frame.class[to] = first as u16;
                        members.push(to);
                        open.push_back(to);
                    } else {
                        kept = gcd(kept, turn.abs_diff(frame.turn[to]));
                    }
                }
            }
            members.iter().for_each(|&slot| frame.modulus[slot] = kept);
        }
        // If a piece has orientation o in its solved slot, it counts as twisted by o less everywhere.
        for slot in 0..slots {
            let home = usize::from(solved.pieces[slot]);
            let less = (u32::from(frame.turn[slot]) + modulo - u32::from(solved.orientations[slot])) % modulo;
            debug_assert_eq!(home, slot, "pieces told apart are numbered by their homes");
            frame.turn[slot] = less as u16;
        }
        frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::move_choice;
    use crate::test_puzzles::named;

    fn subgroup(name: &str, moves: &str) -> Result<Subgroup, SubgroupError> {
        let puzzle = named(name);
        let names: Vec<String> = moves.split(',').map(str::to_string).collect();
        let turns = move_choice::turns(&puzzle, &Metric::htm(), &names).unwrap();
        Subgroup::new(&puzzle, &turns)
    }

    /// Kociemba's phase 1 has 2187 · 2048 · 495 cosets, Thistlethwaite's first two 2048 and 2187 · 495 of the first.
    #[test]
    fn the_cosets_of_the_phases_are_counted() {
        for (name, moves, cosets) in [
            ("3x3x3", "U,D,R2,L2,F2,B2", "2217093120"),
            ("3x3x3", "U,D,R,L,F2,B2", "2048"),
            ("3x3x3", "U,R,F,D,L,B", "1"),
            ("2x2x2", "U,R2,F2", "729"),
            ("pyraminx", "u,l,r,b", "933120"),
        ] {
            assert_eq!(subgroup(name, moves).unwrap().cosets().to_string(), cosets, "{name} {moves}");
        }
    }

    #[test]
    fn few_elements_are_listed() {
        for (name, moves, count) in [
            ("3x3x3", "U", Some(4)),
            ("3x3x3", "U,D", Some(16)),
            ("3x3x3", "U2,R2", Some(12)),
            ("3x3x3", "U,R", None),
        ] {
            let puzzle = named(name);
            let names: Vec<String> = moves.split(',').map(str::to_string).collect();
            let turns = move_choice::turns(&puzzle, &Metric::htm(), &names).unwrap();
            let found = elements(&puzzle, &turns, 1000);
            assert_eq!(found.map(|states| states.len()), count, "{moves}");
        }
    }

    #[test]
    fn what_a_pattern_cannot_say_is_refused() {
        // The squares group has 663 552 elements and couples the positions of corners and edges.
        let fault = subgroup("3x3x3", "U2,D2,R2,L2,F2,B2").unwrap_err();
        assert!(matches!(fault, SubgroupError::Finer { .. }), "{fault}");
    }
}
