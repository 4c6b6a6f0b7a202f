//! Tables that are worth keeping: a list of them, the way in which each is built, and their source.
//!
//! Start at [`list`] and [`TableSource`]. The library builds tables in memory; a program that keeps them in files supplies a source of
//! its own.

use permutant_cube::h48::{H48Solver, Size};
use permutant_cube::model::moves::Metric;
use permutant_cube::pocket::Pocket;
use permutant_cube::tables::HugeTable;
use permutant_cube::two_phase;
use permutant_nxn::five::{self, Five};
use permutant_nxn::four::{self, Four};
use permutant_nxn::model::turn::Metric as BigCubeMetric;
use permutant_nxn::reduction::solver::SHELLS;
use permutant_others::tetraminx;
use permutant_puzzle::puzzle::Puzzle;
use permutant_search::limits::{Control, StopReason};
use permutant_search::table::Description;
pub use permutant_search::table_source::{Checked, InMemory, TableSource};

/// A table by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub about: &'static str,
    /// Whether it is so large that the user is informed when it is built.
    pub large: bool,
    content: Content,
}

/// The contents of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    /// Distances of the 2x2x2.
    Pocket(Metric),
    /// Bounds for the optimal solver of the 3x3x3.
    Optimal(Size),
    /// Distances along an axis of the 3x3x3.
    Huge,
    /// Both phases of the large two-phase solver of the 3x3x3.
    TwoPhase,
    /// The phases of the 4x4x4.
    Four(BigCubeMetric),
    /// The phases of the 5x5x5.
    Five,
    /// The second phase of the professor tetraminx.
    Tetraminx,
}

/// The distances of the 2x2x2 in half turns.
pub const POCKET_HALF_TURNS: Table = Table {
    name: "2x2x2-htm",
    about: "distance of every state of the 2x2x2, in half turns",
    large: false,
    content: Content::Pocket(Metric::HalfTurn),
};

/// The distances of the 2x2x2 in quarter turns.
pub const POCKET_QUARTER_TURNS: Table = Table {
    name: "2x2x2-qtm",
    about: "distance of every state of the 2x2x2, in quarter turns",
    large: false,
    content: Content::Pocket(Metric::QuarterTurn),
};

/// The tables of the large profile of the two-phase solver.
pub const TWO_PHASE: Table = Table {
    name: "3x3x3-two-phase",
    about: "both phases of the 3x3x3, complete",
    large: true,
    content: Content::TwoPhase,
};

/// Kociemba's huge table.
pub const HUGE: Table = Table {
    name: "3x3x3-huge",
    about: "distances of the 3x3x3 until all pieces are oriented and a slice is solved, for --method huge",
    large: true,
    content: Content::Huge,
};

/// The tables of the 4x4x4 by phases.
pub const FOUR: Table = Table {
    name: "4x4x4-phases",
    about: "three phases of the 4x4x4, for larger even cubes too",
    large: false,
    content: Content::Four(BigCubeMetric::OuterBlocks),
};

/// Those in quarter turns of single layers.
pub const FOUR_QUARTERS: Table = Table {
    name: "4x4x4-phases-quarters",
    about: "three phases of the 4x4x4, counting quarter turns of single layers",
    large: false,
    content: Content::Four(BigCubeMetric::LayerQuarters),
};

/// The tables of the 5x5x5 by phases.
pub const FIVE: Table = Table {
    name: "5x5x5-phases",
    about: "five phases of the 5x5x5, for larger cubes too",
    large: true,
    content: Content::Five,
};

/// The distances of the second phase of the professor tetraminx.
pub const TETRAMINX: Table = Table {
    name: "professor-tetraminx",
    about: "second phase of the professor tetraminx",
    large: true,
    content: Content::Tetraminx,
};

/// Names of the tables of the optimal solver, by the number of flips they contain.
const OPTIMAL: [&str; 9] = [
    "3x3x3-optimal-0",
    "3x3x3-optimal-1",
    "3x3x3-optimal-2",
    "3x3x3-optimal-3",
    "3x3x3-optimal-4",
    "3x3x3-optimal-5",
    "3x3x3-optimal-6",
    "3x3x3-optimal-7",
    "3x3x3-optimal-8",
];

/// Names of the tables for the quarter-turn metric.
const OPTIMAL_QUARTERS: [&str; 9] = [
    "3x3x3-optimal-qtm-0",
    "3x3x3-optimal-qtm-1",
    "3x3x3-optimal-qtm-2",
    "3x3x3-optimal-qtm-3",
    "3x3x3-optimal-qtm-4",
    "3x3x3-optimal-qtm-5",
    "3x3x3-optimal-qtm-6",
    "3x3x3-optimal-qtm-7",
    "3x3x3-optimal-qtm-8",
];

/// Names of the tables that count turns of middle slices as 1.
const OPTIMAL_SLICES: [&str; 9] = [
    "3x3x3-optimal-stm-0",
    "3x3x3-optimal-stm-1",
    "3x3x3-optimal-stm-2",
    "3x3x3-optimal-stm-3",
    "3x3x3-optimal-stm-4",
    "3x3x3-optimal-stm-5",
    "3x3x3-optimal-stm-6",
    "3x3x3-optimal-stm-7",
    "3x3x3-optimal-stm-8",
];

/// Names of the tables that count quarter turns of faces and of middle slices as 1.
const OPTIMAL_SLICE_QUARTERS: [&str; 9] = [
    "3x3x3-optimal-sqtm-0",
    "3x3x3-optimal-sqtm-1",
    "3x3x3-optimal-sqtm-2",
    "3x3x3-optimal-sqtm-3",
    "3x3x3-optimal-sqtm-4",
    "3x3x3-optimal-sqtm-5",
    "3x3x3-optimal-sqtm-6",
    "3x3x3-optimal-sqtm-7",
    "3x3x3-optimal-sqtm-8",
];

/// Names of the tables that count all turns about an axis as 1.
const OPTIMAL_AXES: [&str; 9] = [
    "3x3x3-optimal-atm-0",
    "3x3x3-optimal-atm-1",
    "3x3x3-optimal-atm-2",
    "3x3x3-optimal-atm-3",
    "3x3x3-optimal-atm-4",
    "3x3x3-optimal-atm-5",
    "3x3x3-optimal-atm-6",
    "3x3x3-optimal-atm-7",
    "3x3x3-optimal-atm-8",
];

/// Time for building each table on one core: measured for 0, 3, 4, 5, 6 and 8 (`docs/optimal.md`), interpolated for the others.
const OPTIMAL_SECONDS: [u64; 9] = [18, 20, 24, 30, 200, 220, 320, 430, 550];

/// The tables of the optimal solver of the 3x3x3 for a metric, smallest first: 30 MB · 2^n, for n up to 8.
pub fn optimal(metric: Metric) -> impl DoubleEndedIterator<Item = (Table, Size)> {
    let (names, about) = match metric {
        Metric::HalfTurn => (&OPTIMAL, "bounds for the optimal solver of the 3x3x3"),
        Metric::QuarterTurn => {
            (&OPTIMAL_QUARTERS, "bounds for the optimal solver of the 3x3x3, counting quarter turns")
        }
        Metric::SliceTurn => (
            &OPTIMAL_SLICES,
            "bounds for the optimal solver of the 3x3x3, counting turns of faces and slices",
        ),
        Metric::SliceQuarterTurn => (
            &OPTIMAL_SLICE_QUARTERS,
            "bounds for the optimal solver of the 3x3x3, counting quarter turns of faces and slices",
        ),
        Metric::AxialTurn => {
            (&OPTIMAL_AXES, "bounds for the optimal solver of the 3x3x3, counting turns of axes")
        }
    };
    names.iter().enumerate().filter_map(move |(flips, &name)| {
        let size = Size::new(flips as u8)?.counting(metric);
        Some((Table { name, about, large: true, content: Content::Optimal(size) }, size))
    })
}

/// The table of the optimal solver that suits a metric, with its size: the largest stored one that the memory allows. If there is none,
/// it is the largest that one core builds in so many seconds, but at least the smallest.
pub(crate) fn optimal_within(
    source: &dyn TableSource,
    metric: Metric,
    max_memory: u64,
    seconds_to_build: u64,
) -> Option<(Table, Size)> {
    let kept = |(table, _): &(Table, Size)| table.bytes() <= max_memory && source.has(&table.description());
    let can_be_built = |(table, size): &(Table, Size)| {
        table.bytes_to_build() <= max_memory
            && (size.flips() == 0
                || table.seconds_to_build() <= seconds_to_build && source.has_room(&table.description()))
    };
    optimal(metric).rev().find(kept).or_else(|| optimal(metric).rev().find(can_be_built))
}

/// Every table.
pub fn list() -> Vec<Table> {
    let metrics = [
        Metric::HalfTurn,
        Metric::QuarterTurn,
        Metric::SliceTurn,
        Metric::SliceQuarterTurn,
        Metric::AxialTurn,
    ];
    let optimal = metrics.into_iter().flat_map(optimal);
    let optimal = optimal.map(|(table, _)| table);
    [POCKET_HALF_TURNS, POCKET_QUARTER_TURNS, FOUR, FOUR_QUARTERS, TWO_PHASE, HUGE, FIVE, TETRAMINX]
        .into_iter()
        .chain(optimal)
        .collect()
}

/// The characters of a puzzle's name that the name of a file may contain, 24 at most.
pub(crate) fn plain_name(puzzle: &Puzzle) -> String {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    puzzle.name().chars().filter(is_plain).take(24).collect()
}

/// The name of a metric as a header can hold it.
pub(crate) fn plain_metric(metric: &permutant_puzzle::metric::Metric) -> String {
    metric.name().chars().filter(char::is_ascii_graphic).take(64).collect()
}

impl Table {
    /// The description in its file header.
    pub fn description(&self) -> Description {
        let (metric, meaning, entry_bits, entries) = match self.content {
            Content::Pocket(metric) => (name_of(metric), POCKET_MEANING, 8, u64::from(Pocket::SIZE)),
            Content::Optimal(size) => (name_of(size.metric()), OPTIMAL_MEANING, 2, 4 * size.bytes() as u64),
            Content::Huge => ("htm", HUGE_MEANING, 8, HugeTable::BYTES as u64),
            Content::TwoPhase => ("htm", TWO_PHASE_MEANING, 8, two_phase::TABLE_BYTES as u64),
            Content::Four(BigCubeMetric::LayerQuarters) => {
                ("sqtm", FOUR_MEANING, 8, four::TABLE_BYTES as u64)
            }
            Content::Four(_) => ("obtm", FOUR_MEANING, 8, four::TABLE_BYTES as u64),
            Content::Five => ("obtm", FIVE_MEANING, 4, 2 * five::TABLE_BYTES as u64),
            Content::Tetraminx => ("htm", TETRAMINX_MEANING, 4, 2 * tetraminx::TABLE_BYTES as u64),
        };
        let mut fingerprint = [0; 32];
        fingerprint[..meaning.len()].copy_from_slice(meaning);
        Description {
            name: self.name.into(),
            metric: metric.into(),
            fingerprint,
            entry_bits,
            entries: Some(entries),
        }
    }

    /// Builds its entries, on several threads if that pays.
    ///
    /// # Errors
    ///
    /// If `control` stopped it, with the reason.
    pub fn build(&self, threads: usize, control: &Control<'_>) -> Result<Vec<u8>, StopReason> {
        match self.content {
            Content::Pocket(metric) => Ok(Pocket::new(metric).distances().to_vec()),
            Content::Optimal(size) => H48Solver::build_table(size, threads, control),
            Content::Huge => HugeTable::build(threads, control).map(|(entries, _)| entries),
            Content::TwoPhase => two_phase::Solver::build_table(threads, control),
            Content::Four(metric) => Four::build(metric, control).map(|four| four.table()),
            Content::Five => Five::build_table(threads, control),
            Content::Tetraminx => tetraminx::build_table(threads, control),
        }
    }

    /// Whether a solver that gains much from it builds it on first use, if time and memory allow.
    pub fn is_built_when_needed(&self) -> bool {
        matches!(self.content, Content::Pocket(_) | Content::Four(_) | Content::Five | Content::Tetraminx)
    }

    /// Whether it is worth storing for everyone who solves its puzzle often; of the tables of the optimal solver, this is the largest
    /// that takes less than a minute to build.
    pub fn is_recommended(&self) -> bool {
        match self.content {
            Content::Pocket(metric) => metric == Metric::HalfTurn,
            Content::Optimal(size) => size.metric() == Metric::HalfTurn && size.flips() == 3,
            Content::Huge | Content::Tetraminx => false,
            Content::Four(metric) => metric == BigCubeMetric::OuterBlocks,
            Content::TwoPhase | Content::Five => true,
        }
    }

    /// Whether it serves a cube of the given number of layers.
    pub fn serves(&self, layers: usize) -> bool {
        match self.content {
            Content::Pocket(_) => layers == 2,
            Content::Optimal(_) | Content::TwoPhase | Content::Huge => layers == 3,
            Content::Four(_) => layers == 4,
            Content::Five => (5..=SHELLS).contains(&layers),
            Content::Tetraminx => false,
        }
    }

    /// Its benefit, as measured (`docs/`).
    pub fn gives(&self) -> String {
        match self.content {
            Content::Pocket(_) => "shortest solutions of the 2x2x2 at once".into(),
            Content::Four(BigCubeMetric::LayerQuarters) => {
                "the 4x4x4 in quarter turns of single layers (solve-set), ready at once instead of after seconds"
                    .into()
            }
            Content::Four(_) => "the 4x4x4 in 43 turns, ready at once instead of after a second".into(),
            Content::Five => {
                "the 5x5x5 in 70 turns instead of 212, the 7x7x7 in 170 instead of 520, up to 12x12x12".into()
            }
            Content::Tetraminx => "the professor tetraminx in 28 turns of layers instead of 60".into(),
            Content::Huge => "shortest solutions of the 3x3x3 by Kociemba's method (--method huge)".into(),
            Content::TwoPhase => {
                "the 3x3x3 a third of a turn shorter in the same time (--time-limit), --max-length 19 at once"
                    .into()
            }
            Content::Optimal(size) => {
                let time = match (size.metric(), size.flips()) {
                    (Metric::QuarterTurn, _) => ", in quarter turns",
                    (Metric::SliceTurn, _) => ", in turns of faces and slices",
                    (Metric::SliceQuarterTurn, _) => ", in quarter turns of faces and slices",
                    (Metric::AxialTurn, _) => ", in turns of axes",
                    (_, 3) => ", a random one in about 20 s of one core",
                    (_, 4) => ", a random one in about 9 s of one core",
                    (_, 5) => ", a random one in about 5 s of one core",
                    (_, 6) => ", a random one in about 3 s of one core",
                    (_, 8) => ", a random one in about 1 s of one core",
                    _ => "",
                };
                format!("shortest solutions of the 3x3x3{time}")
            }
        }
    }

    /// Bytes of its entries.
    pub fn bytes(&self) -> u64 {
        match self.content {
            Content::Pocket(_) => u64::from(Pocket::SIZE),
            Content::Optimal(size) => size.bytes() as u64,
            Content::Huge => HugeTable::BYTES as u64,
            Content::TwoPhase => two_phase::TABLE_BYTES as u64,
            Content::Four(_) => four::TABLE_BYTES as u64,
            Content::Five => five::TABLE_BYTES as u64,
            Content::Tetraminx => tetraminx::TABLE_BYTES as u64,
        }
    }

    /// Seconds that one core of about the year 2021 takes to build it; several threads share the work.
    pub fn seconds_to_build(&self) -> u64 {
        match self.content {
            Content::Pocket(_) => 1,
            Content::Optimal(size) => OPTIMAL_SECONDS[usize::from(size.flips())],
            Content::Huge => 80,
            Content::TwoPhase => 16,
            Content::Four(_) => 2,
            Content::Five => 53,
            Content::Tetraminx => 60,
        }
    }

    /// Bytes of memory that building it takes.
    pub fn bytes_to_build(&self) -> u64 {
        match self.content {
            Content::Pocket(_) => 2 * u64::from(Pocket::SIZE),
            Content::Optimal(size) => size.bytes_to_build() as u64,
            Content::Huge => HugeTable::BYTES_TO_BUILD as u64,
            Content::TwoPhase => two_phase::TABLE_BYTES_TO_BUILD as u64,
            Content::Four(_) => 4 * four::TABLE_BYTES as u64,
            Content::Five => five::TABLE_BYTES_TO_BUILD as u64,
            Content::Tetraminx => tetraminx::TABLE_BYTES_TO_BUILD as u64,
        }
    }
}

fn name_of(metric: Metric) -> &'static str {
    match metric {
        Metric::HalfTurn => "htm",
        Metric::QuarterTurn => "qtm",
        Metric::SliceTurn => "stm",
        Metric::SliceQuarterTurn => "sqtm",
        Metric::AxialTurn => "atm",
    }
}

// These change whenever the same entry would denote another state.

/// Corner DBL fixed, Lehmer rank of the other seven, then six twists in base 3.
const POCKET_MEANING: &[u8] = b"2x2x2 DBL 7! 3^6 v1 ";

/// Classes of corners by least coset, sets of slots by their bits, the upper flips, eight groups per row.
const OPTIMAL_MEANING: &[u8] = b"3x3x3 half-turn coset v1";

/// Class of the sorted slice, flip, then twist: distance modulo 3, five to a byte, the fifth from the last fifth of the entries.
const HUGE_MEANING: &[u8] = b"3x3x3 slice flip twist mod 3 v1";

/// Class of flip and slice, then twist: distance and the effect of turns on it, 32 bits; class of corners, then edges of U and D:
/// distance, 4 bits.
const TWO_PHASE_MEANING: &[u8] = b"3x3x3 two-phase moves v1";

/// Phases 1 and 2 by sets of slots, 8 bits; pairings of phase 3, 4 bits; its centres, 8 bits.
const FOUR_MEANING: &[u8] = b"4x4x4 phases 1 2 3 v1 ";

/// Phases 4, 2, 3, 5 and 1 in this order, each by rows as described in its module, 4 bits per entry.
const FIVE_MEANING: &[u8] = b"5x5x5 phases 4 2 3 5 1 v2 ";

/// Second wings, edges and centres of faces by their numbers, then the centres by the rank of the first ten.
const TETRAMINX_MEANING: &[u8] = b"professor tetraminx v1 ";

/// The solver of the professor tetraminx with its tables from a source.
///
/// # Errors
///
/// If `control` stopped it, with the reason; [`StopReason::Memory`] if the source returns something else.
pub(crate) fn tetraminx(
    source: &dyn TableSource,
    threads: usize,
    control: &Control<'_>,
) -> Result<tetraminx::Solver, StopReason> {
    let mut build = || TETRAMINX.build(threads, control);
    // Wrong entries only make searches miss solutions.
    let kept = source.memory(&TETRAMINX.description(), Checked::Beside, control, &mut build)?;
    tetraminx::Solver::new(kept).ok_or(StopReason::Memory)
}

/// The 4x4x4 in a metric with its tables from a source; they are built here if the source returns something else.
///
/// # Errors
///
/// If `control` stopped it, with the reason.
pub(crate) fn four(
    source: &dyn TableSource,
    metric: BigCubeMetric,
    control: &Control<'_>,
) -> Result<Four, StopReason> {
    let table = if metric == BigCubeMetric::LayerQuarters { FOUR_QUARTERS } else { FOUR };
    let mut build = || table.build(1, control);
    let kept = source.memory(&table.description(), Checked::First, control, &mut build)?;
    Ok(Four::with_table(metric, (*kept).as_ref()).unwrap_or_else(|_| Four::new(metric)))
}

/// The 2x2x2 with its distances from a source; they are built here if the source returns something else.
pub(crate) fn pocket(source: &dyn TableSource, table: &Table) -> Pocket {
    let kept = source.entries(&table.description(), &mut || table.build(1, &Control::new()).ok());
    let metric = if *table == POCKET_QUARTER_TURNS { Metric::QuarterTurn } else { Metric::HalfTurn };
    kept.and_then(|entries| Pocket::with_distances(metric, entries.into_owned()).ok())
        .unwrap_or_else(|| Pocket::new(metric))
}
