//! The two recursions: phase 1 by a given number of turns, and phase 2 from there.
//!
//! Start at [`Search::phase1`]. Both search to an exact depth and try the turns in order, so a search is reproducible. Neither
//! reads a clock: every few hundred nodes [`Meter::step`] asks the caller's [`Control`](permutant_search::limits::Control).

use super::profile::{Children, Profile, Trail, Turns};
use super::subgroup::Permutations;
use crate::model::cubie::CubieCube;
use crate::model::move_masks::{NO_FACE, PHASE_2_MOVES, SUCCESSORS, bits};
use crate::model::moves::Move;
use crate::model::quarter_turns::QuarterTurns;
use crate::node_meter::Meter;
use permutant_search::limits::StopReason;
use std::ops::Range;

/// The greatest number of turns of both phases together.
pub(super) const MAX_PATH: usize = 32;

/// What a search of phase 2 remembers of the turns before: a row of [`FIRST_2`] and [`NEXT_2`]. Rows 0 to 5 are the face
/// that turned last, as in [`SUCCESSORS`], 6 is the beginning. Rows 7 to 9 are D, L and B where phase 1 ended with a turn
/// of that face and none of the opposite one before it: then that one may still turn, but not both after it.
const ROWS_2: usize = 10;

/// Turns that may follow, by their place in [`PHASE_2_MOVES`].
const FIRST_2: [u32; ROWS_2] = {
    let mut masks = [0; ROWS_2];
    let mut row = 0;
    while row < ROWS_2 {
        let mut n = 0;
        while n < PHASE_2_MOVES.len() {
            let turn = PHASE_2_MOVES[n];
            let follows = if row < 7 {
                SUCCESSORS[row] >> turn.index() & 1 == 1
            } else {
                turn.face().index() != row - 4
            };
            masks[row] |= (follows as u32) << n;
            n += 1;
        }
        row += 1;
    }
    masks
};

/// The row after a turn: its face, but the later of the pair where it turned the face opposite to the last.
const NEXT_2: [[u8; PHASE_2_MOVES.len()]; ROWS_2] = {
    let mut next = [[0; PHASE_2_MOVES.len()]; ROWS_2];
    let mut row = 0;
    while row < ROWS_2 {
        let mut n = 0;
        while n < PHASE_2_MOVES.len() {
            let face = PHASE_2_MOVES[n].face().index();
            next[row][n] = if row >= 7 && face == row - 7 { row - 4 } else { face } as u8;
            n += 1;
        }
        row += 1;
    }
    next
};

/// A word of at least this many turns is needed to leave G1 and come back to it by a turn that leads into it; shorter
/// ones that do so are equal to words without the detour. Found by trying all (see the tests).
const SHORTEST_DETOUR: u32 = 5;

/// Step 3, the detour: too few turns left to come back after a shorter way in.
#[inline]
pub(crate) fn is_detour(distance: u8, left: u32) -> bool {
    let distance = u32::from(distance);
    distance < left && distance + left < SHORTEST_DETOUR
}

/// Whether a recursion continues.
pub(super) type Flow = Result<(), Stop>;

/// Why a recursion unwinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// A solution was found, and this search cannot find another that is still wanted.
    Found,
    /// A limit was reached.
    Limit(StopReason),
}

impl From<StopReason> for Stop {
    fn from(reason: StopReason) -> Stop {
        Stop::Limit(reason)
    }
}

/// The callback for a solution, which gets the number of nodes visited. It returns the greatest number of turns of a further
/// solution, or stops the search.
pub(super) type OnSolution<'s> = dyn FnMut(&[Move], u64) -> Result<u32, Stop> + 's;

/// States of a layer that are expanded together: their entries have arrived when the last of them was asked for.
const LAYER: usize = 256;

/// Turns of a way as far as it is packed, 5 bits each: 12 · 5 ≤ 64.
const PACKED: usize = 12;

/// The state at the end of a few turns of phase 1.
#[derive(Clone, Copy)]
struct Way<At> {
    at: At,
    /// The turns, the first in the lowest bits.
    turns: u64,
    /// The face of the last one.
    last: u8,
}

/// The search from one cube along the axis of U and D.
pub(super) struct Search<'t, 'm, 'a, 's, P: Profile> {
    profile: &'t P,
    meter: &'m mut Meter<'a>,
    /// Fewest and most turns that phase 2 may make.
    phase2_lengths: (u32, u32),
    /// Most turns of both phases.
    most: u32,
    /// The quarter turns that both phases must make, if they matter.
    quarters: Option<QuarterTurns>,
    on_solution: &'m mut OnSolution<'s>,
    /// The turns made so far.
    path: [Move; MAX_PATH],
    trail: P::Trail,
    /// The layers that are being searched, one after the other.
    ways: Vec<Way<P::At>>,
}

impl<'t, 'm, 'a, 's, P: Profile> Search<'t, 'm, 'a, 's, P> {
    /// A search for solutions of at most this many turns, and with these quarter turns if any are given.
    pub(super) fn new(
        profile: &'t P,
        meter: &'m mut Meter<'a>,
        cube: &CubieCube,
        (most, quarters): (u32, Option<QuarterTurns>),
        on_solution: &'m mut OnSolution<'s>,
    ) -> Self {
        debug_assert!(most as usize <= MAX_PATH);
        let path = [Move::ALL[0]; MAX_PATH];
        let (trail, ways) = (profile.trail(cube), Vec::new());
        Search { profile, meter, phase2_lengths: (0, 0), most, quarters, on_solution, path, trail, ways }
    }

    /// Tries all phase-1 maneuvers of exactly `turns` turns, each followed by phase 2 with a number of turns from the first to
    /// the second of `phase2`.
    pub(super) fn run(&mut self, at: P::At, turns: u32, phase2: (u32, u32)) -> Flow {
        self.phase2_lengths = phase2;
        if !self.profile.is_within(at, turns) {
            return Ok(());
        }
        match turns {
            0 => self.enter_phase2(0),
            _ if turns <= P::ONE_BY_ONE => self.phase1(at, 0, turns, NO_FACE),
            _ => {
                self.ways.push(Way { at, turns: 0, last: NO_FACE as u8 });
                self.layers(0..1, 0, turns)
            }
        }
    }

    /// The same from each of some states, which are expanded together: the trips to memory overlap.
    fn layers(&mut self, ways: Range<usize>, depth: usize, left: u32) -> Flow {
        if left <= P::IN_CACHE || depth == PACKED {
            for n in ways {
                let Way { at, turns, last } = self.ways[n];
                for made in 0..depth {
                    let turn = Move::ALL[(turns >> (5 * made) & 31) as usize];
                    if self.path[made] != turn {
                        self.path[made] = turn;
                        self.trail.changed(made);
                    }
                }
                self.phase1(at, depth, left, last.into())?;
            }
            return Ok(());
        }
        let left = left - 1;
        for first in ways.clone().step_by(LAYER) {
            let next = self.ways.len();
            for n in first..ways.end.min(first + LAYER) {
                self.meter.step()?;
                let Way { at, turns, last } = self.ways[n];
                let mut children = Children::none(at);
                self.profile.expand(at, Turns { last: last.into(), leaving: false }, left, &mut children);
                for child in children.as_slice().iter().filter(|child| !is_detour(child.distance, left)) {
                    let turns = turns | (child.turn.index() as u64) << (5 * depth);
                    self.ways.push(Way { at: child.at, turns, last: child.turn.face() as u8 });
                }
            }
            self.layers(next..self.ways.len(), depth + 1, left)?;
            self.ways.truncate(next);
        }
        Ok(())
    }

    /// One state of phase 1, `depth` turns made, `left` ≥ 1 to make, the last one of face `last`.
    fn phase1(&mut self, at: P::At, depth: usize, left: u32, last: usize) -> Flow {
        debug_assert!(left >= 1);
        self.meter.step()?;
        let mut next = Children::none(at);
        // Step 1, the last turn: one that stays in G1 belongs to phase 2.
        let turns = Turns { last, leaving: left == 1 };
        let left = left - 1;
        // Step 2, the bound: not enough turns left.
        self.profile.expand(at, turns, left, &mut next);
        for child in next.as_slice() {
            if is_detour(child.distance, left) {
                continue;
            }
            self.path[depth] = child.turn;
            self.trail.changed(depth);
            if left == 0 {
                self.enter_phase2(depth + 1)?;
            } else {
                self.phase1(child.at, depth + 1, left, child.turn.face().index())?;
            }
        }
        Ok(())
    }

    /// The cube after `turns` turns of phase 1 is in G1: tries the lengths of phase 2.
    fn enter_phase2(&mut self, turns: usize) -> Flow {
        let (fewest, most) = self.phase2_lengths;
        let most = most.min(self.most - turns as u32);
        let fit = |quarters: QuarterTurns| quarters.agree_in_g1(QuarterTurns::of(&self.path[..turns]));
        if !self.quarters.is_none_or(fit) {
            return Ok(());
        }
        let Some(at) = self.profile.enter(&mut self.trail, &self.path[..turns], most) else { return Ok(()) };
        if self.profile.is_farther(at, most) {
            return Ok(());
        }
        let row = match self.path[..turns] {
            [] => NO_FACE,
            [.., before, last] if before.face() == last.face().opposite() => last.face().index(),
            [.., last] if last.face() > last.face().opposite() => last.face().index() + 4,
            [.., last] => last.face().index(),
        };
        let quick = self.profile.group().quick_bound(at.corners, at.slice);
        for left in fewest..=most {
            if quick > left || self.profile.is_farther(at, left) {
                continue;
            }
            match self.phase2(at, turns, left, row) {
                Err(Stop::Found) => {
                    let length = turns + left as usize;
                    self.most = (self.on_solution)(&self.path[..length], self.meter.nodes)?;
                    // Longer phases 2 from here are useless, and so are longer phases 1.
                    return if self.most < turns as u32 { Err(Stop::Found) } else { Ok(()) };
                }
                end => end?,
            }
        }
        Ok(())
    }

    /// One state of phase 2, `depth` turns made in both phases, `left` to make. [`Stop::Found`] with the solution on the
    /// path.
    fn phase2(&mut self, at: Permutations, depth: usize, left: u32, row: usize) -> Flow {
        self.meter.step()?;
        if left == 0 {
            // The bound is exact for zero turns: this is the solved state, except perhaps for the centres.
            let fit = |quarters: QuarterTurns| quarters == QuarterTurns::of(&self.path[..depth]);
            return if self.quarters.is_none_or(fit) { Err(Stop::Found) } else { Ok(()) };
        }
        let profile = self.profile;
        let group = profile.group();
        let after = group.after(at);
        for turn in bits(FIRST_2[row]) {
            // Step 1, corners and slice, from a table that stays cached.
            let (corners, slice) = after(turn);
            if group.quick_bound(corners, slice) > left - 1 {
                continue;
            }
            // Step 2, corners and edges.
            let next = Permutations { corners, edges: group.edges_after(at.edges, turn), slice };
            if profile.is_farther(next, left - 1) {
                continue;
            }
            self.path[depth] = PHASE_2_MOVES[turn];
            self.phase2(next, depth + 1, left - 1, usize::from(NEXT_2[row][turn]))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinates::coordinate;
    use crate::model::move_masks::LEAVING;

    #[test]
    fn shorter_detours_do_not_exist() {
        // All words without mergeable turns that begin and end with a turn that leaves G1.
        fn in_g1(cube: &CubieCube) -> bool {
            [coordinate::TWIST, coordinate::FLIP, coordinate::SLICE]
                .iter()
                .all(|coordinate| (coordinate.of)(cube) == 0)
        }
        fn detours(cube: &CubieCube, last: usize, left: u32) -> usize {
            let turns = SUCCESSORS[last] & if last == NO_FACE || left == 1 { LEAVING } else { u32::MAX };
            bits(turns)
                .map(|turn| {
                    let turn = Move::ALL[turn];
                    let next = cube.then(CubieCube::of_move(turn));
                    match left {
                        1 => usize::from(in_g1(&next)),
                        _ => detours(&next, turn.face().index(), left - 1),
                    }
                })
                .sum()
        }
        for length in 1..SHORTEST_DETOUR {
            assert_eq!(detours(&CubieCube::SOLVED, NO_FACE, length), 0, "{length}");
        }
    }
}
