//! The order in which the directions and lengths of a cube are searched, and when the search ends.
//!
//! Start at [`run`]. All solutions of up to [`EXACT_LENGTH`] turns come first. Then, for n = 0, 1, 2, …, the search tries all
//! phase-1 maneuvers of n turns, along three axes, for the cube and for its inverse. It also tries those of n − k turns after k
//! turns on the other side of the cube ("pre-moves", as in Chen Shuang's min2phase). Each phase-1 maneuver is followed by a
//! shortest phase 2 that makes the whole solution shorter than the incumbent. When n reaches the length of the incumbent, the
//! incumbent is proved to be shortest.

use super::directions::{Direction, PRE_MOVES, Start, as_it_lies, as_seen, distinct, phases};
use super::exact::{EXACT_LENGTH, ShortSearch};
use super::near_cubes::NearCubes;
use super::parallel_search::{Part, PartSolution, Round, Searched};
use super::phase_search::{MAX_PATH, Search, Stop};
use super::profile::Profile;
use crate::model::cubie::CubieCube;
use crate::model::moves::Move;
use crate::model::phases::Phases;
use crate::model::quarter_turns::{CubeWithCentres, QuarterTurns};
use crate::model::solution::GREATEST_LENGTH;
use crate::model::solution::Solution;
use crate::node_meter::Meter;
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use std::ops::ControlFlow;

/// Without a [`Limits::max_length`], the first solution of at most this many turns suffices.
pub const DEFAULT_TARGET: u32 = 21;

/// The same if the centres matter: 2048 times as many states are a little farther.
pub const DEFAULT_TARGET_WITH_CENTRES: u32 = 24;

/// The greatest number of turns of phase 2 when any solution will do. Most cubes of G1 need 13 or 14 (at most 18), and another
/// phase-1 maneuver is found faster than a longer phase 2.
const PHASE_2_IN_HASTE: u32 = 14;

/// The number of turns of phase 1 that most cubes need.
const TURNS_OF_PHASE_1: u32 = 9;

/// The greatest number of turns that phase 2 ever needs.
const PHASE_2_MOST: u32 = 18;

/// The number of rounds by which each turn of phase 2 past [`Profile::SOON`] is delayed. This matters for cubes that begin near
/// G1: for them it pays to try other phase-1 maneuvers before a long phase 2. It is at most 3, so that D turns of phase 1 and d
/// of phase 2 are tried no later than in round D + d: D + 3 (d − 13) ≤ D + d for d ≤ 18, which proves the lower bound. Here 13 is
/// the least [`Profile::SOON`] of a profile.
const ROUNDS_PER_TURN: u32 = 3;

/// The turns of phase 1, and the first and last number of turns of phase 2, that are tried in a round: first those that follow a
/// phase-1 maneuver at once, up to `soon` turns, then those that were delayed to this round. More than [`PHASE_2_MOST`] turns
/// matter only for a greater [`Limits::min_length`] and come with that number.
fn lengths(round: u32, soon: u32) -> impl Iterator<Item = (u32, (u32, u32))> {
    let last = |phase2| if phase2 >= PHASE_2_MOST { GREATEST_LENGTH } else { phase2 };
    let later = (soon + 1..=PHASE_2_MOST).filter_map(move |phase2| {
        Some((round.checked_sub(ROUNDS_PER_TURN * (phase2 - soon))?, (phase2, last(phase2))))
    });
    std::iter::once((round, (0, last(soon)))).chain(later)
}

/// States after which the threads share the work: a millisecond or less, which is about what starting them costs.
const ALONE: u64 = 2000;

/// What becomes of solutions.
struct Sink<F> {
    to_solve: CubeWithCentres,
    min_length: u32,
    /// Longer solutions are not looked for: the length limit, then one less than the best.
    cap: u32,
    /// No solution that counts is shorter.
    lower_bound: u32,
    best: Option<Solution>,
    /// Solutions that may still be given.
    wanted: u64,
    on_solution: F,
}

/// A search for shorter and shorter solutions of one cube.
struct Improver<'t, 'a, P: Profile, F> {
    profile: &'t P,
    meter: Meter<'a>,
    /// On one thread the states visited are the same each time.
    threads: usize,
    directions: Vec<Direction>,
    /// Where the search starts in phase 1, by the number of turns that were made on the other side: by direction.
    starts: Vec<Vec<Start<P::At>>>,
    sink: Sink<F>,
}

/// Searches for shorter and shorter solutions. See [`super::solver::Solver::improve`].
pub(super) fn run<'t, P: Profile>(
    profile: &P,
    near_cubes: &dyn Fn() -> &'t NearCubes,
    to_solve: &CubeWithCentres,
    limits: &Limits,
    threads: usize,
    control: &Control<'_>,
    on_solution: impl FnMut(&Solution) -> ControlFlow<()>,
) -> Outcome<Solution> {
    let CubeWithCentres { cube, quarters } = to_solve;
    if cube.check_solvable().is_err() || quarters.is_some_and(|quarters| quarters.is_odd() != cube.is_odd()) {
        return Outcome::ProvenNone;
    }
    let target = if quarters.is_some() { DEFAULT_TARGET_WITH_CENTRES } else { DEFAULT_TARGET };
    let sink = Sink {
        to_solve: *to_solve,
        min_length: limits.min_length,
        cap: limits.max_length.unwrap_or(target.max(limits.min_length)).min(GREATEST_LENGTH),
        lower_bound: limits.min_length,
        best: None,
        wanted: limits.max_solutions.unwrap_or(u64::MAX),
        on_solution,
    };
    let mut search = Improver {
        profile,
        meter: Meter::new(limits.max_nodes, control),
        // A limit on nodes is reproducible on a single thread only.
        threads: if limits.max_nodes.is_some() { 1 } else { threads },
        directions: Direction::all(cube),
        starts: Vec::new(),
        sink,
    };
    let ended = search.short(near_cubes).and_then(|()| search.by_length());
    let reason = match ended {
        Ok(()) | Err(Stop::Found) => StopReason::Length,
        Err(Stop::Limit(reason)) => reason,
    };
    let hurried = matches!(reason, StopReason::Nodes | StopReason::Time);
    if search.sink.best.is_none() && hurried && limits.max_length.is_none() && quarters.is_none() {
        search.in_haste();
    }
    let lower_bound = search.sink.lower_bound;
    match search.sink.best {
        Some(best) => Outcome::Found(Solution { lower_bound: lower_bound.min(best.length()), ..best }),
        None => Outcome::LimitReached(reason),
    }
}

impl<P: Profile, F: FnMut(&Solution) -> ControlFlow<()>> Improver<'_, '_, P, F> {
    /// All lengths up to [`EXACT_LENGTH`], shortest first.
    fn short<'t>(&mut self, near_cubes: &dyn Fn() -> &'t NearCubes) -> Result<(), Stop> {
        let profile = self.profile;
        let starts = [0, 1, 2].map(|axis| profile.at(&self.directions[axis].cube));
        let mut search = ShortSearch::new(profile, near_cubes, &mut self.meter, &self.sink.to_solve, starts);
        let mut found = None;
        for length in self.sink.lower_bound..=EXACT_LENGTH.min(self.sink.cap) {
            match search.run(length) {
                Ok(()) => self.sink.lower_bound = length + 1,
                Err(Stop::Found) => {
                    found = Some(search.solution().to_vec());
                    break;
                }
                limit => return limit,
            }
        }
        match found {
            // A shortest one: nothing is left to do.
            Some(moves) => {
                self.sink.give(moves, None, self.meter.nodes, self.meter.control).and(Err(Stop::Found))
            }
            None => Ok(()),
        }
    }

    /// All pairs of lengths of the two phases whose sum is within the cap, cheapest first: see [`lengths`].
    fn by_length(&mut self) -> Result<(), Stop> {
        // If long solutions are wanted, phase 2 has to be longer from the start.
        let soon = P::SOON.max(self.sink.min_length.saturating_sub(TURNS_OF_PHASE_1));
        let directions = distinct(&self.directions);
        let mut round = 0;
        while round <= self.sink.cap && self.sink.lower_bound <= self.sink.cap {
            if round > EXACT_LENGTH {
                self.meter.control.report(Progress::Depth { length: round, nodes: self.meter.nodes });
            }
            if self.threads > 1 && self.meter.nodes > ALONE {
                self.share(round, soon, &directions)?;
            } else {
                for pre_moves in 0..=P::PRE_MOVES {
                    for part in self.parts(round, pre_moves, soon, &directions) {
                        self.ways_in(part)?;
                    }
                    self.sink.rule_out(round);
                }
            }
            round += 1;
        }
        Ok(())
    }

    /// The parts of a round with so many pre-moves, in their order.
    fn parts(&mut self, round: u32, pre_moves: usize, soon: u32, directions: &[usize]) -> Vec<Part> {
        if pre_moves > 0 && round < pre_moves as u32 + P::TURNS_AFTER_PRE_MOVES {
            return Vec::new();
        }
        self.prepare(pre_moves, directions);
        let starts = 0..self.starts[pre_moves].len();
        let part = |start, turns, phase2| Part { start: (pre_moves, start), turns, phase2 };
        if pre_moves > 0 {
            return starts.map(|start| part(start, round, (0, soon))).collect();
        }
        let of = |start| lengths(round, soon).map(move |(turns, phase2)| part(start, turns, phase2));
        starts.flat_map(of).collect()
    }

    /// A round on all threads.
    fn share(&mut self, round: u32, soon: u32, directions: &[usize]) -> Result<(), Stop> {
        let mut parts = self.parts(round, 0, soon, directions);
        let without = parts.len();
        for pre_moves in 1..=P::PRE_MOVES {
            parts.extend(self.parts(round, pre_moves, soon, directions));
        }
        let Improver { profile, meter, threads, directions, starts, sink } = self;
        let shared = Round::new(*profile, directions, starts, parts, sink.min_length);
        loop {
            let Searched { found, nodes, stopped } = shared.search(sink.cap, *threads, meter.control);
            meter.nodes += nodes;
            if stopped.is_none() && found.as_ref().is_none_or(|(part, _)| *part >= without) {
                sink.rule_out(round);
            }
            let is_last = found.is_none();
            if let Some((_, PartSolution { moves, phases })) = found {
                sink.give(moves, phases, meter.nodes, meter.control)?;
            }
            match stopped {
                Some(reason) => return Err(reason.into()),
                None if is_last => return Ok(()),
                None => {}
            }
        }
    }

    /// Where the search starts after so many turns on the other side.
    fn prepare(&mut self, count: usize, directions: &[usize]) {
        if self.starts.len() > count {
            return;
        }
        debug_assert_eq!(self.starts.len(), count);
        let sequences = &PRE_MOVES[count];
        let mut starts = Vec::with_capacity(directions.len() * sequences.len());
        for &direction in directions {
            let cube = &self.directions[direction].cube;
            let at_all = self.profile.at_all(sequences.iter().map(|pre_moves| pre_moves.cube.then(cube)));
            let seen = &self.directions[direction];
            let start = |(pre_moves, at)| Start {
                direction,
                pre_moves,
                quarters: self.sink.to_solve.quarters.map(|quarters| as_seen(quarters, seen, pre_moves)),
                at,
            };
            starts.extend(sequences.iter().zip(at_all).map(start));
        }
        self.starts.push(starts);
    }

    /// A part of a round: all phase-1 maneuvers, and phase 2 after each.
    fn ways_in(&mut self, part: Part) -> Result<(), Stop> {
        let Part { start: (pre_moves, start), turns, phase2 } = part;
        let Start { direction, pre_moves, quarters, at } = &self.starts[pre_moves][start];
        let made = pre_moves.moves.len() as u32;
        let (profile, direction) = (self.profile, &self.directions[*direction]);
        let (sink, meter) = (&mut self.sink, &mut self.meter);
        if turns > sink.cap || !profile.is_within(*at, turns - made) {
            return Ok(());
        }
        let cube = pre_moves.cube.then(&direction.cube);
        let (fewest, most) = (sink.min_length.saturating_sub(turns), sink.cap - made);
        let control = meter.control;
        let mut on_solution = |moves: &[Move], nodes| {
            let moves = as_it_lies(direction, &[moves, &pre_moves.moves].concat());
            // If its end merged with the pre-moves, it may be too short. The lengths that count are also tried without pre-moves.
            if moves.len() >= sink.min_length as usize {
                let phases = phases(&moves, direction, pre_moves);
                sink.give(moves, phases, nodes, control)?;
            }
            Ok(sink.cap.saturating_sub(made))
        };
        let mut search = Search::new(profile, meter, &cube, (most, *quarters), &mut on_solution);
        match search.run(*at, turns - made, (phase2.0.max(fewest), phase2.1)) {
            // Shorter solutions are found at other lengths.
            Err(Stop::Found) if self.sink.is_wanting() => Ok(()),
            end => end,
        }
    }

    /// The first solution of any length, however few nodes or time are left, for a cube whose centres do not matter: if they do, it may
    /// take a thousand times as long.
    fn in_haste(&mut self) {
        self.meter.must_answer();
        let (profile, direction) = (self.profile, &self.directions[0]);
        let (sink, meter) = (&mut self.sink, &mut self.meter);
        let cube = direction.cube;
        let (at, control) = (profile.at(&cube), meter.control);
        sink.cap = GREATEST_LENGTH;
        let min_length = sink.min_length;
        let mut on_solution = |moves: &[Move], nodes| {
            // Nothing follows, whoever wants more.
            let moves = as_it_lies(direction, moves);
            let phases = phases(&moves, direction, &PRE_MOVES[0][0]);
            let _ = sink.give(moves, phases, nodes, control);
            Err(Stop::Found)
        };
        for turns in 0..=GREATEST_LENGTH {
            let fewest = min_length.saturating_sub(turns);
            let most = PHASE_2_IN_HASTE.max(fewest).min(MAX_PATH as u32 - turns);
            let mut search = Search::new(profile, meter, &cube, (MAX_PATH as u32, None), &mut on_solution);
            if search.run(at, turns, (fewest.min(most), most)).is_err() {
                return;
            }
        }
    }
}

impl<F: FnMut(&Solution) -> ControlFlow<()>> Sink<F> {
    /// Once the parts of a round without pre-moves are done. A solution of at most so many turns would have been found: its
    /// turns up to the last that leads into G1 are a way in, the others a way home, and no pair has a later round than
    /// its sum.
    fn rule_out(&mut self, round: u32) {
        self.lower_bound = self.lower_bound.max(round + 1);
    }

    /// Whether a solution shorter than the best is wanted still.
    fn is_wanting(&self) -> bool {
        self.wanted > 0
    }

    /// Replays a solution and gives it to the caller. [`Stop::Found`] if no other is wanted.
    fn give(
        &mut self,
        moves: Vec<Move>,
        phases: Option<Phases>,
        nodes: u64,
        control: &Control<'_>,
    ) -> Result<(), Stop> {
        let CubeWithCentres { cube, quarters } = self.to_solve;
        let is_turned = quarters.is_none_or(|quarters| quarters == QuarterTurns::of(&moves));
        if cube.after(&moves) != CubieCube::SOLVED || !is_turned {
            return Err(Stop::Limit(StopReason::Fault));
        }
        let length = moves.len() as u32;
        let solution = Solution { moves, lower_bound: self.lower_bound.min(length), nodes, phases };
        self.cap = length.saturating_sub(1);
        self.wanted = self.wanted.saturating_sub(1);
        let flow = (self.on_solution)(&solution);
        self.best = Some(solution);
        if flow.is_break() || self.wanted == 0 || length <= self.lower_bound {
            self.wanted = 0;
            return Err(Stop::Found);
        }
        control.report(Progress::Improved { length, nodes });
        Ok(())
    }
}
