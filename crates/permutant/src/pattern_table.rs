//! Pattern databases as tables that can be kept.
//!
//! Start at [`PatternTable::new`].

use crate::model::Model;
use crate::tables::{plain_metric, plain_name};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_search::limits::{Control, StopReason};
use permutant_search::pattern::{PatternError, PieceSet};
use permutant_search::puzzle_space::{PuzzleSpace, SpaceError};
use permutant_search::table::{Description, distribution, hex};

/// The exact distances of all arrangements of some pieces.
#[derive(Clone, Debug)]
pub struct PatternTable {
    set: PieceSet,
    description: Description,
}

/// Why there is no such table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternTableError {
    /// The puzzle cannot be searched in this metric.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The pieces do not suit.
    #[error(transparent)]
    Pieces(#[from] PatternError),
}

impl PatternTable {
    /// The table for pieces of a puzzle, given by orbit and number, with some turns and their costs in a metric.
    ///
    /// # Errors
    ///
    /// If the puzzle or the pieces do not suit.
    pub fn new(
        model: &Model,
        metric: &Metric,
        turns: &[Turn],
        pieces: &[(usize, u16)],
    ) -> Result<Self, PatternTableError> {
        PuzzleSpace::check_size(&model.puzzle)?;
        let space = PuzzleSpace::new(&model.puzzle, turns, metric, &[model.puzzle.solved().clone()])?;
        Ok(PatternTable::of(model, metric, PieceSet::new(&space, pieces)?))
    }

    /// The table of a set of pieces.
    pub fn of(model: &Model, metric: &Metric, set: PieceSet) -> Self {
        let fingerprint = set.fingerprint();
        let description = Description {
            name: format!(
                "pattern-{}-{}-{}",
                plain_name(&model.puzzle),
                set.pieces().len(),
                hex(&fingerprint[..4])
            ),
            metric: plain_metric(metric),
            fingerprint,
            entry_bits: set.entry_bits(),
            entries: Some(set.entries()),
        };
        PatternTable { set, description }
    }

    /// The set of pieces.
    pub fn set(&self) -> &PieceSet {
        &self.set
    }

    /// The description in its file header.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// Bytes of the finished table.
    pub fn bytes(&self) -> u64 {
        self.description.payload_bytes().map_or(u64::MAX, |bytes| bytes as u64)
    }

    /// Bytes of memory that building it takes.
    pub fn bytes_to_build(&self) -> u64 {
        self.set.bytes_to_build(self.set.entry_bits())
    }

    /// Builds the entries. O(arrangements · moves).
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn build(&self, threads: usize, control: &Control<'_>) -> Result<Vec<u8>, StopReason> {
        self.set.distances(self.set.entry_bits(), threads, control)
    }

    /// Bytes of memory that [`PatternTable::distribution`] takes.
    pub fn bytes_to_count(&self) -> u64 {
        self.set.bytes_to_build(8)
    }

    /// The number of arrangements at each distance, by distance in the metric. O(arrangements · moves).
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn distribution(&self, threads: usize, control: &Control<'_>) -> Result<Vec<u64>, StopReason> {
        let entries = self.set.distances(8, threads, control)?;
        let mut counts = distribution(&entries, 8, self.set.entries());
        // The last value is that of arrangements that the moves do not lead to.
        counts.pop();
        let far = counts.iter().rposition(|&count| count > 0).map_or(0, |far| far + 1);
        counts.truncate(far);
        let unit = self.set.unit() as usize;
        let mut by_cost = vec![0; counts.len().saturating_sub(1) * unit + 1];
        by_cost.iter_mut().step_by(unit).zip(counts).for_each(|(there, count)| *there = count);
        Ok(by_cost)
    }
}
