//! Phase 3: wings paired, centres solved, and the parity that lets the 3x3x3 be solved.
//!
//! Start at [`Pairs::search`].

use super::halves::{Halves, Image, Pairing};
use super::moves::{MOVES, PHASE_3, State, may_follow, tables};
use super::pairing_table::PairingTable;
use super::sides::{Centres, Sides};
use permutant_search::limits::{Control, StopReason};

/// A place in phase 3.
#[derive(Clone, Copy)]
struct At {
    pairing: Pairing,
    centres: Centres,
}

/// A way through phase 3: where it starts, and its turns.
pub(super) struct PairsWay {
    pub(super) start: usize,
    pub(super) turns: Vec<usize>,
}

/// The tables of phase 3.
pub(super) struct Pairs {
    halves: Halves,
    turns: [Image; PHASE_3.len()],
    pairings: PairingTable,
    sides: Sides,
}

/// More turns than this phase ever needs.
const GREATEST: usize = 40;
/// States that are visited between two looks at the caller's flags.
const STATES_PER_LOOK: u64 = 1 << 14;

impl Pairs {
    pub(super) fn build() -> Self {
        let halves = Halves::new();
        let turns = PHASE_3
            .map(|number| halves.image(&tables().wings[number]).expect("turns of the phase keep the halves"));
        let pairings = PairingTable::build(halves.symmetries(), &turns);
        let sides = Sides::build(&turns);
        Pairs { halves, turns, pairings, sides }
    }

    pub(super) fn halves(&self) -> &Halves {
        &self.halves
    }

    /// Where a state is that phase 2 has brought so far.
    fn at(&self, state: &State) -> At {
        let (pairing, odd) = self.halves.pairing(&state.wings);
        At { pairing, centres: self.sides.at(state, odd) }
    }

    fn bound(&self, at: &At) -> usize {
        usize::from(self.sides.distance(at.centres).max(self.pairings.distance(&at.pairing)))
    }

    /// Ways through the phase from any of these states, each with the turns that were made before: those first of which
    /// the whole is shortest. At most `most`, and no more that need visits to more than `nodes` states, once there is one.
    pub(super) fn search(
        &self,
        starts: &[(usize, State)],
        most: usize,
        nodes: u64,
        control: &Control<'_>,
    ) -> Result<Vec<PairsWay>, StopReason> {
        let mut open: Vec<(usize, usize, At)> = (starts.iter().enumerate())
            .map(|(number, (turns, state))| {
                let at = self.at(state);
                (turns + self.bound(&at), number, at)
            })
            .filter(|&(_, _, at)| self.sides.distance(at.centres) < u8::MAX)
            .collect();
        open.sort_unstable_by_key(|&(bound, number, _)| (bound, number));
        let mut walk = Walk { pairs: self, path: Vec::new(), visited: 0, stopped: None, control };
        let mut found: Vec<PairsWay> = Vec::new();
        let first = open.first().map_or(0, |&(bound, ..)| bound);
        for total in first..first + GREATEST {
            for &(_, number, at) in open.iter().take_while(|&&(bound, ..)| bound <= total) {
                let left = total - starts[number].0;
                walk.path.clear();
                if walk.step(&at, left, MOVES) {
                    found.push(PairsWay { start: number, turns: walk.path.clone() });
                }
                if let Some(reason) = walk.stopped {
                    return if found.is_empty() { Err(reason) } else { Ok(found) };
                }
                if found.len() >= most || (walk.visited > nodes && !found.is_empty()) {
                    return Ok(found);
                }
            }
        }
        Ok(found)
    }
}

struct Walk<'a> {
    pairs: &'a Pairs,
    path: Vec<usize>,
    visited: u64,
    stopped: Option<StopReason>,
    control: &'a Control<'a>,
}

impl Walk<'_> {
    /// Whether exactly so many turns end the phase, if no bound says more; they are the path then.
    fn step(&mut self, at: &At, left: usize, last: usize) -> bool {
        if left == 0 {
            return self.pairs.bound(at) == 0;
        }
        // The large table is asked for all successors at once: it lies in no near cache.
        let mut open = [(*at, 0, 0); PHASE_3.len()];
        let mut count = 0;
        for (turn, &number) in PHASE_3.iter().enumerate() {
            if !may_follow(last, number) {
                continue;
            }
            let centres = self.pairs.sides.after(at.centres, turn);
            if usize::from(self.pairs.sides.distance(centres)) >= left {
                continue;
            }
            let after = At { pairing: self.pairs.turns[turn].of(&at.pairing), centres };
            open[count] = (after, self.pairs.pairings.look_up(&after.pairing), number);
            count += 1;
        }
        for &(after, place, number) in &open[..count] {
            self.visited += 1;
            if self.visited.is_multiple_of(STATES_PER_LOOK) {
                self.stopped = self.control.interrupted();
            }
            if usize::from(self.pairs.pairings.at(place)) >= left {
                continue;
            }
            self.path.push(number);
            if self.step(&after, left - 1, number) {
                return true;
            }
            self.path.pop();
            if self.stopped.is_some() {
                return false;
            }
        }
        false
    }
}
