//! A puzzle, a metric, turns and solved states, compiled to a space.
//!
//! Start at [`PuzzleSpace::new`].

use super::error::SpaceError;
use super::packing::pack_orbits;
use super::space::PuzzleSpace;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::touched_slots::TouchedSlots;
use std::collections::HashSet;

/// Greatest number of slots: each has a number of 16 bits.
const MAX_SLOTS: usize = u16::MAX as usize;
const TOO_MANY: &str = "more than 65 000 slots or moves";

impl PuzzleSpace {
    /// Compiles a puzzle for searching. `goals` are solved states of the puzzle (at least one) that agree in
    /// every slot that no turn touches. O(turns² × slots).
    pub fn new(
        puzzle: &Puzzle,
        turns: &[Turn],
        metric: &Metric,
        goals: &[State],
    ) -> Result<Self, SpaceError> {
        if goals.is_empty() || turns.is_empty() {
            return Err(SpaceError::NoMoves);
        }
        if !metric.counts_turn_by_turn() {
            return Err(SpaceError::Together(metric.name().to_string()));
        }
        let turns: Vec<&Turn> = turns.iter().filter(|turn| !turn.transformation().is_identity()).collect();
        let orbits = pack_orbits(puzzle, &turns, &goals[0])?;
        let slots: usize = orbits.iter().map(|orbit| orbit.slots.len()).sum();
        let width = slots.next_multiple_of(8);
        if slots > MAX_SLOTS || turns.len() > usize::from(u16::MAX) - 1 {
            return Err(SpaceError::TooLarge(TOO_MANY));
        }
        let mut space = PuzzleSpace {
            orbits,
            moves: Vec::new(),
            commutes: Vec::new(),
            apart: HashSet::new(),
            forbidden: Vec::new(),
            goals: Vec::new(),
            width,
            illegal: Vec::new(),
            blocks: Vec::new(),
            parity: None,
            limits: Vec::new(),
            representatives: None,
            sums: None,
            inverses: None,
            given_parts: None,
        };
        space.moves = space.compile_moves(puzzle, &turns, metric)?;
        space.apart = space.find_apart(&turns);
        for goal in goals {
            let packed = space.pack_unchecked(goal);
            if !space.goals.contains(&packed) {
                space.goals.push(packed);
            }
        }
        space.compile_restrictions(puzzle)?;
        space.compile_commuting(&turns, puzzle.is_restricted());
        space.parity = space.find_parity();
        Ok(space)
    }

    /// Whether the puzzle is small enough to be searched, checked before anything large is built. O(moves × slots).
    pub fn check_size(puzzle: &Puzzle) -> Result<(), SpaceError> {
        let moves = puzzle.generators().map(|base| &base.transformation);
        match TouchedSlots::new(puzzle.orbits(), moves).len() {
            slots if slots > MAX_SLOTS => Err(SpaceError::TooLarge(TOO_MANY)),
            _ => Ok(()),
        }
    }
}
