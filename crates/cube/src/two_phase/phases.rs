//! The two recursions: into G1 by a given number of turns, and home from there.
//!
//! Start at [`Search::phase1`]. Both go to an exact depth and try the turns in order, so a search is the same each
//! time. Neither looks at a clock: every few hundred states [`Meter::step`] asks the caller's [`Control`].

use super::solver::Tables;
use super::tables::{Coset, PHASE_2_MOVES, Permutations, Phase1};
use crate::cubie::CubieCube;
use crate::moves::{Face, Move};
use permutant_search::limits::{Control, StopReason};

/// Most turns of both phases together.
pub(super) const MAX_PATH: usize = 32;

/// Turns that may follow a turn of each face, a bit each; the last entry is for the beginning. Never the same face
/// again, and of two opposite faces, which commute, only the first before the second.
pub(crate) const SUCCESSORS: [u32; 7] = {
    let mut masks = [(1 << Move::COUNT) - 1; 7];
    let mut face = 0;
    while face < 6 {
        masks[face] &= !(0b111 << (3 * face));
        if face >= 3 {
            masks[face] &= !(0b111 << (3 * (face - 3)));
        }
        face += 1;
    }
    masks
};

/// Row of [`SUCCESSORS`] where no turn was made yet.
pub(crate) const NO_FACE: usize = 6;

/// The turns that lead out of G1: quarter turns of R, F, L and B.
pub(super) const LEAVING: u32 = {
    let mut mask = 0;
    let mut m = 0;
    while m < Move::COUNT {
        let turn = Move::ALL[m];
        if turn.quarters() != 2 && !matches!(turn.face(), Face::U | Face::D) {
            mask |= 1 << m;
        }
        m += 1;
    }
    mask
};

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

/// The bits of a mask from low to high.
#[inline]
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < 32).then_some(bit as usize)
    })
}

/// Counts states and knows when to stop.
pub(crate) struct Meter<'a> {
    pub(crate) nodes: u64,
    pub(crate) control: &'a Control<'a>,
    max_nodes: u64,
    /// Nodes at which the caller is asked next.
    next_question: u64,
    /// Only cancelling stops the search.
    must_answer: bool,
}

/// States between two questions to the caller.
const QUESTION_INTERVAL: u64 = 512;

impl<'a> Meter<'a> {
    /// Nothing visited yet.
    pub(crate) fn new(max_nodes: Option<u64>, control: &'a Control<'a>) -> Self {
        Meter {
            nodes: 0,
            control,
            max_nodes: max_nodes.unwrap_or(u64::MAX),
            next_question: 0,
            must_answer: false,
        }
    }

    /// From now on only cancelling stops the search.
    pub(crate) fn must_answer(&mut self) {
        self.must_answer = true;
    }

    /// Counts a state; an error ends the search.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), StopReason> {
        self.nodes += 1;
        if self.nodes < self.next_question { Ok(()) } else { self.question() }
    }

    #[cold]
    fn question(&mut self) -> Result<(), StopReason> {
        let past_limit = (self.nodes > self.max_nodes).then_some(StopReason::Nodes);
        self.next_question = self.nodes + QUESTION_INTERVAL;
        if past_limit.is_none() {
            // The limit on nodes is kept to the node, so that it means the same whenever the caller is asked.
            self.next_question = self.next_question.min(self.max_nodes.saturating_add(1));
        }
        match self.control.interrupted().or(past_limit) {
            Some(reason) if !self.must_answer || reason == StopReason::Cancelled => Err(reason),
            _ => Ok(()),
        }
    }
}

/// What a search from one cube in one direction does with a solution: stop there or look for shorter ones.
pub(super) type Flow = Result<(), Stop>;

/// Why a recursion unwinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// A solution is on the path.
    Found,
    /// A limit was reached.
    Limit(StopReason),
}

impl From<StopReason> for Stop {
    fn from(reason: StopReason) -> Stop {
        Stop::Limit(reason)
    }
}

/// The search from one cube along the axis of U and D.
pub(super) struct Search<'t, 'm, 'a> {
    pub(super) tables: &'t Tables,
    pub(super) meter: &'m mut Meter<'a>,
    /// Fewest and most turns that phase 2 may make.
    pub(super) phase2_lengths: (u32, u32),
    /// The turns made so far.
    path: [Move; MAX_PATH],
    /// `cubes[d]` is the cube after d turns, for d up to `fresh`.
    cubes: [CubieCube; MAX_PATH + 1],
    fresh: usize,
    /// Number of turns on the path.
    length: usize,
}

impl<'t, 'm, 'a> Search<'t, 'm, 'a> {
    pub(super) fn new(tables: &'t Tables, meter: &'m mut Meter<'a>, cube: &CubieCube) -> Self {
        Search {
            tables,
            meter,
            phase2_lengths: (0, 0),
            path: [Move::ALL[0]; MAX_PATH],
            cubes: [*cube; MAX_PATH + 1],
            fresh: 0,
            length: 0,
        }
    }

    /// The turns of the solution that was found.
    pub(super) fn solution(&self) -> &[Move] {
        &self.path[..self.length]
    }

    /// All ways into G1 with exactly `turns` turns, each followed by phase 2.
    pub(super) fn run(&mut self, coset: Coset, turns: u32) -> Flow {
        debug_assert!((turns + self.phase2_lengths.1) as usize <= MAX_PATH);
        self.fresh = 0;
        let distance = self.tables.phase1.distance(coset);
        if distance > turns {
            return Ok(());
        }
        if turns == 0 { self.enter_phase2(0) } else { self.phase1(coset, 0, turns, NO_FACE) }
    }

    /// One state of phase 1, `depth` turns made, `left` ≥ 1 to make, the last one of face `last`.
    fn phase1(&mut self, coset: Coset, depth: usize, left: u32, last: usize) -> Flow {
        debug_assert!(left >= 1);
        self.meter.step()?;
        let tables = self.tables;
        let after = tables.phase1.after(coset);
        // Step 1, the last turn: one that stays in G1 belongs to phase 2.
        let turns = SUCCESSORS[last] & if left == 1 { LEAVING } else { u32::MAX };
        let left = left - 1;
        let mut next = [Coset::default(); Move::COUNT];
        let mut count = 0;
        for turn in bits(turns) {
            next[count] = after(Move::ALL[turn]);
            count += 1;
        }
        let mut distances = [0; Move::COUNT];
        if left <= Phase1::NEAR {
            tables.phase1.distances(&next[..count], &mut distances);
        }
        for (n, turn) in bits(turns).enumerate() {
            let distance = u32::from(distances[n]);
            // Step 2, the bound: not enough turns left.
            if distance > left {
                continue;
            }
            // Step 3, the detour: too few turns left to come back after a shorter way in.
            if distance < left && distance + left < SHORTEST_DETOUR {
                continue;
            }
            let turn = Move::ALL[turn];
            self.path[depth] = turn;
            self.fresh = self.fresh.min(depth);
            if left == 0 {
                self.enter_phase2(depth + 1)?;
            } else {
                self.phase1(next[n], depth + 1, left, turn.face().index())?;
            }
        }
        Ok(())
    }

    /// The cube after `turns` turns of phase 1 is in G1: brings its pieces up to date and tries the lengths of phase 2.
    fn enter_phase2(&mut self, turns: usize) -> Flow {
        while self.fresh < turns {
            self.cubes[self.fresh + 1] =
                self.cubes[self.fresh].then(CubieCube::of_move(self.path[self.fresh]));
            self.fresh += 1;
        }
        let at = Permutations::of(&self.cubes[turns]);
        let row = match self.path[..turns] {
            [] => NO_FACE,
            [.., before, last] if before.face() == last.face().opposite() => last.face().index(),
            [.., last] if last.face() > last.face().opposite() => last.face().index() + 4,
            [.., last] => last.face().index(),
        };
        let (fewest, most) = self.phase2_lengths;
        for left in fewest..=most {
            if !self.tables.phase2.is_farther(at, left) {
                self.phase2(at, turns, left, row)?;
            }
        }
        Ok(())
    }

    /// One state of phase 2, `depth` turns made in both phases, `left` to make.
    fn phase2(&mut self, at: Permutations, depth: usize, left: u32, row: usize) -> Flow {
        self.meter.step()?;
        if left == 0 {
            // The bound is exact for no turns: this is home.
            self.length = depth;
            return Err(Stop::Found);
        }
        let tables = self.tables;
        let after = tables.phase2.after(at);
        for turn in bits(FIRST_2[row]) {
            let next = after(turn);
            if tables.phase2.is_farther(next, left - 1) {
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
    use crate::coord;

    #[test]
    fn shorter_detours_do_not_exist() {
        // All words without mergeable turns that begin and end with a turn that leaves G1.
        fn in_g1(cube: &CubieCube) -> bool {
            [coord::TWIST, coord::FLIP, coord::SLICE].iter().all(|coordinate| (coordinate.of)(cube) == 0)
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
