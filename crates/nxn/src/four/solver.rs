//! The order in which the solutions of the phases of the 4x4x4 are tried.
//!
//! Start at [`Four::solve`]. Short solutions of phase 1 are collected for each pair of colours. For n = 0, 1, …, all solutions
//! of phases 1 and 2 with n turns in total are collected until there are enough. Phase 3 follows in order of the total length.
//! Finally the 3x3x3 is solved for the shortest candidates.

use super::axis::{self, Axis};
use super::moves::{State, TurnSet};
use super::pairing_table;
use super::pairs::Pairs;
use super::sides;
use super::split::{self, Split};
use crate::model::orbit::SLOTS;
use crate::model::pieces::Pieces;
use crate::model::slot_sets::axis_set;
use crate::model::turn::{Metric, Turn};
use crate::phase_ida_star::{self, Most, ways};
use permutant_search::limits::{Control, Progress, StopReason};

/// The number of partial solutions kept after each phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// After phase 1.
    pub axes: usize,
    /// After phase 2.
    pub splits: usize,
    /// After phase 3.
    pub reduced: usize,
    /// Nodes searched in phase 3 after its first solution.
    pub nodes: u64,
    /// Nodes of the search for each endgame.
    pub last: u64,
}

impl Effort {
    /// Some tenths of a second.
    pub const QUICK: Effort = Effort { axes: 2_000, splits: 300, reduced: 100, nodes: 200_000, last: 30_000 };

    /// Some tenths of a second in quarter turns of layers.
    pub const QUARTERS: Effort = Effort { splits: 600, reduced: 5_000, ..Effort::QUICK };

    /// An effort that takes about twice as long, doubled this many times.
    pub fn doubled(self, times: u32) -> Effort {
        let Effort { axes, splits, reduced, nodes, last } = self;
        // More candidates contain better ones. Better endgames are worth more nodes as well, but to a lesser extent.
        let sharp = times / 2;
        Effort {
            axes: axes << times.div_ceil(2),
            splits: splits << times.div_ceil(2),
            reduced: reduced << times.div_ceil(2),
            nodes: nodes << times,
            last: last << sharp,
        }
    }
}

/// The tables of all phases, about 19 MB.
pub struct Four {
    turns: &'static TurnSet,
    axis: Axis,
    split: Split,
    pairs: Pairs,
}

impl std::fmt::Debug for Four {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Four").finish_non_exhaustive()
    }
}

/// The turns of phase 1, and possibly of phase 2.
#[derive(Clone)]
struct Way {
    /// The turns of each phase, including turns of the whole cube.
    phases: [Vec<Turn>; 3],
    turns: usize,
    state: State,
}

/// A reduction of a 4x4x4: the turns of its three phases.
pub type Phases = [Vec<Turn>; 3];

/// A turn of the whole 4x4x4.
fn whole(axis: u8) -> Turn {
    Turn { axis, from: 0, to: 3, amount: 1 }
}

/// The size of the saved tables in bytes.
pub const TABLE_BYTES: usize = axis::BYTES + split::BYTES + pairing_table::BYTES + sides::BYTES;

/// The error for bytes that are not the tables of the 4x4x4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tables of the 4x4x4 have {TABLE_BYTES} bytes, not {found}")]
pub struct WrongLength {
    /// The actual number of bytes.
    pub found: usize,
}

impl Four {
    /// Builds the tables in about a second, or some seconds for quarter turns of layers. Turns of blocks serve slices too.
    pub fn new(metric: Metric) -> Self {
        let turns = TurnSet::of(metric);
        Four {
            turns,
            axis: Axis::new(turns, None),
            split: Split::new(turns, None),
            pairs: Pairs::new(turns, None),
        }
    }

    /// The same, unless `control` stops it.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn build(metric: Metric, control: &Control<'_>) -> Result<Self, StopReason> {
        let go_on = || control.interrupted().map_or(Ok(()), Err);
        let tell = |done| control.report(Progress::Table { name: "4x4x4", done, total: 3 });
        let turns = TurnSet::of(metric);
        go_on()?;
        tell(0);
        let axis = Axis::new(turns, None);
        go_on()?;
        tell(1);
        let split = Split::new(turns, None);
        go_on()?;
        tell(2);
        let pairs = Pairs::new(turns, None);
        Ok(Four { turns, axis, split, pairs })
    }

    /// From saved tables of [`TABLE_BYTES`].
    ///
    /// # Errors
    ///
    /// [`WrongLength`] for another number of bytes. The caller is responsible for their contents.
    pub fn with_table(metric: Metric, bytes: &[u8]) -> Result<Self, WrongLength> {
        let wrong = WrongLength { found: bytes.len() };
        let (axis, rest) = bytes.split_at_checked(axis::BYTES).ok_or(wrong)?;
        let (split, rest) = rest.split_at_checked(split::BYTES).ok_or(wrong)?;
        let (pairings, sides) = rest.split_at_checked(pairing_table::BYTES).ok_or(wrong)?;
        if sides.len() != sides::BYTES {
            return Err(wrong);
        }
        let turns = TurnSet::of(metric);
        let pairs = Pairs::new(turns, Some((pairings, sides)));
        Ok(Four { turns, axis: Axis::new(turns, Some(axis)), split: Split::new(turns, Some(split)), pairs })
    }

    /// The tables in the form to be saved.
    pub fn table(&self) -> Vec<u8> {
        let (pairings, sides) = self.pairs.distances();
        [self.axis.distances(), self.split.distances(), pairings, sides].concat()
    }

    /// Finds turns that pair the wings and solve the centres of a 4x4x4, so that a solvable 3x3x3 remains. Returns the
    /// first ones found, at least one, the shortest first.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn solve(
        &self,
        pieces: &Pieces,
        effort: &Effort,
        control: &Control<'_>,
    ) -> Result<Vec<Phases>, StopReason> {
        let start = State {
            wings: pieces.wings.first().map_or([0; SLOTS], |(_, wings)| *wings),
            centres: pieces.centres.first().map_or([0; SLOTS], |(_, colours)| *colours),
            odd_corners: pieces.has_odd_corners(),
        };
        let interrupted = || control.interrupted().map_or(Ok(()), Err);
        let axes = self.axes(&start, effort.axes);
        interrupted()?;
        let splits = self.splits(&axes, effort.splits, control)?;
        self.reduced(&splits, effort, control)
    }

    fn written(&self, path: &[usize]) -> Vec<Turn> {
        path.iter().map(|&number| self.turns.turn(number)).collect()
    }

    fn axes(&self, start: &State, most: usize) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        for turns in 0.. {
            for colour in 0..3 {
                self.axis.each(start.axis_colours(colour), turns, &mut |path| {
                    let mut state = self.turns.after_all(start, path);
                    let mut phase = self.written(path);
                    // The axis becomes that of F and B.
                    if state.axis_colours(colour) == axis_set(0) {
                        state = state.rotated(0);
                        phase.push(whole(0));
                    } else if state.axis_colours(colour) == axis_set(1) {
                        state = state.rotated(1);
                        phase.push(whole(1));
                    }
                    ways.push(Way { phases: [phase, Vec::new(), Vec::new()], turns, state });
                    ways.len() < most
                });
            }
            if ways.len() >= most {
                return ways;
            }
        }
        ways
    }

    fn splits(&self, axes: &[Way], most: usize, control: &Control<'_>) -> Result<Vec<Way>, StopReason> {
        let mut ways: Vec<Way> = Vec::new();
        let least = axes.iter().map(|way| way.turns + self.split.distance(&way.state)).min().unwrap_or(0);
        for turns in least.. {
            for way in axes {
                if let Some(reason) = control.interrupted() {
                    return Err(reason);
                }
                let Some(left) = turns.checked_sub(way.turns) else { continue };
                self.split.each(&way.state, self.pairs.halves(), left, &mut |path, state| {
                    let [first, ..] = &way.phases;
                    let second = self.written(path);
                    ways.push(Way { phases: [first.clone(), second, Vec::new()], turns, state: *state });
                    ways.len() < most
                });
                if ways.len() >= most {
                    return Ok(ways);
                }
            }
        }
        Ok(ways)
    }

    fn reduced(
        &self,
        splits: &[Way],
        effort: &Effort,
        control: &Control<'_>,
    ) -> Result<Vec<Phases>, StopReason> {
        let starts: Vec<_> = splits.iter().map(|way| (way.turns as u8, self.pairs.at(&way.state))).collect();
        let ways = ways(&self.pairs, &starts, Most { ways: effort.reduced, nodes: effort.nodes }, control)?;
        let phases = |way: phase_ida_star::Way| {
            let [first, second, _] = &splits[way.start].phases;
            let third = way.turns.iter().map(|&number| self.turns.turn(usize::from(number))).collect();
            [first.clone(), second.clone(), third]
        };
        Ok(ways.into_iter().map(phases).collect())
    }
}
