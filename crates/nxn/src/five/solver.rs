//! The order in which the solutions of the phases of the 5x5x5 are tried.
//!
//! Start at [`Five::solve`]. After each phase the shortest solutions are kept. Each is seen from every direction from which the
//! next phase can start: three axes for phases 1 and 3, two for phase 4.

use super::axis::{self, Axis};
use super::edges::Edges;
use super::ending::{self, Ending};
use super::moves::{SIZE, State, turn, whole};
use super::orienting::{self, Orienting};
use super::sides::Sides;
use super::slice::{self, Slice};
use super::staging::{self, Staging};
use crate::four::halves::Halves;
use crate::model::stickers::Stickers;
use crate::model::turn::{Turn, unheld};
use crate::phase_ida_star::{Most, Space, Start, Way, ways};
use permutant_search::limits::{Control, Progress, StopReason};
use permutant_search::table::Memory;
use permutant_search::threads::join;

/// The number of partial solutions kept after each phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// After phase 1.
    pub axes: usize,
    /// After phase 2.
    pub staged: usize,
    /// After phase 3.
    pub oriented: usize,
    /// After phase 4.
    pub sliced: usize,
    /// After phase 5.
    pub reduced: usize,
    /// Nodes searched in each phase after its first solution.
    pub nodes: u64,
    /// Nodes of the search for each endgame.
    pub last: u64,
}

impl Effort {
    /// Less than a second: for short time limits, and as the first of a series of doubled efforts.
    pub const LEAST: Effort = Effort {
        axes: 50,
        staged: 120,
        oriented: 250,
        sliced: 250,
        reduced: 10,
        nodes: 75_000,
        last: 20_000,
    };

    /// Some seconds.
    pub const QUICK: Effort = Effort {
        axes: 150,
        staged: 1000,
        oriented: 2000,
        sliced: 2000,
        reduced: 100,
        nodes: 300_000,
        last: 60_000,
    };

    /// An effort that takes about twice as long, doubled this many times.
    pub fn doubled(self, times: u32) -> Effort {
        let Effort { axes, staged, oriented, sliced, reduced, nodes, last } = self;
        // More candidates contain better ones. Better endgames are worth more nodes as well, but to a lesser extent.
        let sharp = times / 2;
        let more = times.div_ceil(2);
        Effort {
            axes: axes << more,
            staged: staged << more,
            oriented: oriented << more,
            sliced: sliced << more,
            reduced: reduced << more,
            nodes: nodes << times,
            last: last << sharp,
        }
    }
}

/// Bytes of the tables.
pub const TABLE_BYTES: usize = axis::BYTES + staging::BYTES + orienting::BYTES + slice::BYTES + ending::BYTES;

/// The peak memory for building them in bytes: all tables, the last large one with one byte per entry at first, and small ones.
pub const TABLE_BYTES_TO_BUILD: usize = TABLE_BYTES + 2 * ending::BYTES + (160 << 20);

/// The error for bytes that are not the tables of the 5x5x5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tables of the 5x5x5 have {TABLE_BYTES} bytes, not {found}")]
pub struct WrongLength {
    /// The actual number of bytes.
    pub found: usize,
}

/// The data that are small compared with the tables.
struct Parts {
    halves: Halves,
    sides: Sides,
    axis: Axis,
    staging: Staging,
    orienting: Orienting,
    slice: Slice,
    ending: Ending,
}

impl Parts {
    fn build() -> Self {
        let (halves, sides) = (Halves::new(), Sides::build());
        let edges = Edges::build(&halves);
        // Positions of the axis of F and B.
        let ends = sides.reached(2, &slice::TURNS);
        // Some tenths of a second of work, split evenly between two threads if there are two.
        let ((axis, staging), (orienting, slice, ending)) = join(
            || (Axis::build(), Staging::build()),
            || {
                let orienting = Orienting::build(&halves, &sides, &ends);
                (orienting, Slice::build(&edges, &sides, &ends), Ending::build(&edges, &sides))
            },
        );
        Parts { axis, staging, orienting, slice, ending, halves, sides }
    }
}

/// The solver with its tables.
pub struct Five {
    table: Memory,
    parts: Parts,
}

impl std::fmt::Debug for Five {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Five").finish_non_exhaustive()
    }
}

/// A reduction of a 5x5x5: the turns of its five phases.
pub type Phases = [Vec<Turn>; 5];

/// The turns of the phases so far.
#[derive(Clone)]
struct Path {
    phases: Vec<Vec<Turn>>,
    /// Turns of the whole cube that bring it into its present orientation.
    held: Vec<Turn>,
    used: u8,
    state: State,
}

impl Path {
    /// The path after a turn of the whole cube.
    fn seen(&self, by: Option<Turn>) -> Path {
        let mut seen = self.clone();
        if let Some(by) = by {
            seen.held.push(by);
            seen.state = seen.state.turned(by);
        }
        seen
    }

    /// The path with one more phase.
    fn with(&self, way: &Way) -> Path {
        let mut path = self.clone();
        path.state = way.turns.iter().fold(path.state, |state, &number| state.after(number));
        let turns: Vec<Turn> = way.turns.iter().map(|&number| turn(number)).collect();
        path.phases.push(unheld(SIZE, &path.held, &turns));
        path.used += way.turns.len() as u8;
        path
    }
}

/// The starts of a phase that are no more than `slack` worse than the best, by turns used plus bound, each with the
/// number of its path. Each path has several starts; `each` adds them.
fn best_starts<S: Space>(
    space: &S,
    paths: &[Path],
    slack: u8,
    mut each: impl FnMut(&State, &mut Vec<S::At>),
) -> (Vec<usize>, Vec<Start<S::At>>) {
    let (mut all, mut positions) = (Vec::new(), Vec::new());
    let mut best = u8::MAX;
    for (number, path) in paths.iter().enumerate() {
        positions.clear();
        each(&path.state, &mut positions);
        for at in &mut positions {
            space.prepare(at, u8::MAX);
        }
        for &at in &positions {
            let bound = path.used + space.bound(at);
            best = best.min(bound);
            if bound <= best + slack {
                all.push((bound, number, (path.used, at)));
            }
        }
    }
    all.retain(|(bound, ..)| *bound <= best + slack);
    all.sort_by_key(|&(bound, number, _)| (bound, number));
    all.into_iter().map(|(_, number, start)| (number, start)).unzip()
}

impl Five {
    /// Builds the tables on several threads, in about a minute. They take [`TABLE_BYTES`], and [`TABLE_BYTES_TO_BUILD`] during
    /// the construction.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn build_table(threads: usize, control: &Control<'_>) -> Result<Vec<u8>, StopReason> {
        let tell = |done: usize| {
            control.report(Progress::Table { name: "5x5x5", done: done as u64, total: TABLE_BYTES as u64 });
        };
        let parts = Parts::build();
        let mut bytes = Vec::with_capacity(TABLE_BYTES);
        tell(0);
        // The largest table first, while the others do not yet occupy memory.
        bytes.extend(parts.slice.fill(&parts.sides, threads, control)?);
        tell(bytes.len());
        bytes.extend(parts.staging.fill(threads, control)?);
        tell(bytes.len());
        bytes.extend(parts.orienting.fill(&parts.halves, threads, control)?);
        tell(bytes.len());
        bytes.extend(parts.ending.fill(threads, control)?);
        tell(bytes.len());
        bytes.extend(parts.axis.fill(axis::DEEPEST, control)?);
        tell(bytes.len());
        Ok(bytes)
    }

    /// From tables built by [`Five::build_table`]. Takes a fraction of a second.
    ///
    /// # Errors
    ///
    /// [`WrongLength`]. The caller is responsible for the contents being those of the tables.
    pub fn new(table: Memory) -> Result<Self, WrongLength> {
        let found = (*table).as_ref().len();
        if found != TABLE_BYTES {
            return Err(WrongLength { found });
        }
        Ok(Five { table, parts: Parts::build() })
    }

    /// Finds turns that pair the edges and solve the centres of a 5x5x5 of legal pieces whose colours are those of its
    /// fixed centres, so that a 3x3x3 remains. Returns the first ones found, at least one, the shortest first.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn solve(
        &self,
        cube: &Stickers<u8>,
        effort: &Effort,
        control: &Control<'_>,
    ) -> Result<Vec<Phases>, StopReason> {
        let parts = &self.parts;
        let bytes = (*self.table).as_ref();
        let (slice, bytes) = bytes.split_at(slice::BYTES);
        let (staging, bytes) = bytes.split_at(staging::BYTES);
        let (orienting, bytes) = bytes.split_at(orienting::BYTES);
        let (ending, axis) = bytes.split_at(ending::BYTES);
        let most = |ways| Most { ways, nodes: effort.nodes };

        // 1: each of three pairs of colours.
        let start = Path { phases: Vec::new(), held: Vec::new(), used: 0, state: State::read(cube) };
        let seen = [None, Some(whole(0, 1)), Some(whole(1, 1))].map(|by| start.seen(by));
        let paths: Vec<Path> = seen.into();
        let starts: Vec<_> = paths.iter().map(|path| (0, Axis::at(&path.state))).collect();
        let space = parts.axis.with(axis);
        let found = ways(&space, &starts, most(effort.axes), control)?;
        let paths: Vec<Path> = found.iter().map(|way| paths[way.start].with(way)).collect();

        // 2
        let space = parts.staging.with(staging);
        let starts: Vec<_> = paths.iter().map(|path| (path.used, parts.staging.at(&path.state))).collect();
        let found = ways(&space, &starts, most(effort.staged), control)?;
        let paths: Vec<Path> = found.iter().map(|way| paths[way.start].with(way)).collect();

        // 3: each axis, each labelling of the wings.
        let paths = all_seen(&paths, &[None, Some(whole(0, 1)), Some(whole(1, 1))]);
        let space = parts.orienting.with(orienting);
        let (of, starts) = best_starts(&space, &paths, 2, |state, all| {
            parts.orienting.each(&parts.halves, &parts.sides, state, all);
        });
        let found = ways(&space, &starts, most(effort.oriented), control)?;
        let paths: Vec<Path> = found.iter().map(|way| paths[of[way.start]].with(way)).collect();

        // 4: either slice, each choice of four edges that it allows.
        let paths = all_seen(&paths, &[None, Some(whole(2, 1))]);
        let space = parts.slice.with(slice);
        let (of, starts) = best_starts(&space, &paths, 4, |state, all| {
            parts.slice.each(&parts.halves, &parts.sides, state, all);
        });
        let found = ways(&space, &starts, most(effort.sliced), control)?;
        let paths: Vec<Path> = found.iter().map(|way| paths[of[way.start]].with(way)).collect();

        // 5
        let space = parts.ending.with(ending);
        let starts: Vec<_> = (paths.iter())
            .map(|path| (path.used, parts.ending.at(&parts.halves, &parts.sides, &path.state)))
            .collect();
        let found = ways(&space, &starts, most(effort.reduced), control)?;
        let phases = found.iter().filter_map(|way| paths[way.start].with(way).phases.try_into().ok());
        Ok(phases.collect())
    }
}

/// Every path as seen after each of some turns of the whole cube.
fn all_seen(paths: &[Path], by: &[Option<Turn>]) -> Vec<Path> {
    paths.iter().flat_map(|path| by.iter().map(|&by| path.seen(by))).collect()
}
