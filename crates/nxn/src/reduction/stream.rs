//! A solution that is output while it is found, for cubes so large that it takes minutes and has a million turns.
//!
//! Start at [`Reduction::stream`].

use crate::model::pieces::seen_from_centres;
use crate::model::stickers::Stickers;
use crate::model::turn::{Metric, Run, Turn, length, runs, spell_runs};
use crate::reduction::solver::{Reduction, ReductionError};
use permutant_search::limits::{Control, StopReason};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;

/// A summary of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streamed {
    /// The metric.
    pub length: u32,
    /// Nodes visited.
    pub nodes: u64,
}

/// Runs about one axis that are withheld because later turns may merge with them. If a run cancels, the one before it
/// meets the next.
const WAITING: usize = 8;

/// Turns to be output.
struct Stream<'a> {
    size: usize,
    metric: Metric,
    waiting: Vec<Turn>,
    /// The cube after the turns that were output.
    replayed: Stickers<u8>,
    length: u32,
    out: &'a mut dyn FnMut(&'static str, &[Turn]) -> ControlFlow<()>,
}

impl Stream<'_> {
    fn push(&mut self, name: &'static str, turns: &[Turn]) -> Result<(), StopReason> {
        self.waiting.extend_from_slice(turns);
        self.give(name, WAITING)
    }

    /// Outputs all runs except the last `kept`.
    fn give(&mut self, name: &'static str, kept: usize) -> Result<(), StopReason> {
        let runs: Vec<Run> = runs(self.size, &self.waiting);
        let (certain, waiting) = runs.split_at(runs.len().saturating_sub(kept));
        let turns = spell_runs(certain, self.metric);
        self.waiting = spell_runs(waiting, self.metric);
        self.replayed.turns(&turns);
        self.length += length(self.size, &turns, self.metric);
        if !turns.is_empty() && (self.out)(name, &turns).is_break() {
            return Err(StopReason::Cancelled);
        }
        Ok(())
    }
}

impl Reduction {
    /// One solution by the general method, which needs no tables. Its turns are passed to `out` as soon as they are final, with
    /// the name of the current phase, until `out` breaks. They are replayed at the same time; when this returns, they are
    /// verified to solve the cube.
    ///
    /// # Errors
    ///
    /// [`ReductionError`]: there is no solution, which is known before the first turn; `control` or `out` stopped the search; or
    /// the output does not solve the cube, which would be a bug in this program.
    pub fn stream(
        &self,
        cube: &Stickers<u8>,
        control: &Control<'_>,
        out: &mut dyn FnMut(&'static str, &[Turn]) -> ControlFlow<()>,
    ) -> Result<Streamed, ReductionError> {
        let start = seen_from_centres(cube)?;
        let (size, metric) = (start.size(), self.metric());
        let (waiting, replayed) = (Vec::new(), start.clone());
        let mut stream = Stream { size, metric, waiting, replayed, length: 0, out };
        let nodes = AtomicU64::new(0);
        let control = control.with_nodes(&nodes, None);
        self.by_parts(start, &control, &mut |name, turns| stream.push(name, turns))?;
        stream.give("3x3x3", 0).map_err(ReductionError::Stopped)?;
        if !stream.replayed.is_solved() {
            return Err(ReductionError::Refused);
        }
        Ok(Streamed { length: stream.length, nodes: nodes.into_inner() })
    }
}
