//! Tables that are worth keeping: which there are, how each is built, and where they come from.
//!
//! Start at [`list`] and [`TableSource`]. The library builds tables in memory; a program that keeps them in files
//! hands in a source of its own.

use permutant_cube::moves::Metric;
use permutant_cube::pocket::Pocket;
use permutant_search::table::Description;
use std::borrow::Cow;

/// A table by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub about: &'static str,
    metric: Metric,
}

/// The distances of the 2x2x2 in half turns.
pub const POCKET_HALF_TURNS: Table = Table {
    name: "2x2x2-htm",
    about: "distance of every state of the 2x2x2, in half turns",
    metric: Metric::HalfTurn,
};

/// The distances of the 2x2x2 in quarter turns.
pub const POCKET_QUARTER_TURNS: Table = Table {
    name: "2x2x2-qtm",
    about: "distance of every state of the 2x2x2, in quarter turns",
    metric: Metric::QuarterTurn,
};

/// Every table.
pub fn list() -> [Table; 2] {
    [POCKET_HALF_TURNS, POCKET_QUARTER_TURNS]
}

impl Table {
    /// What a file of it says of itself.
    pub fn description(&self) -> Description {
        let metric = match self.metric {
            Metric::HalfTurn => "htm",
            Metric::QuarterTurn => "qtm",
        };
        // Changes whenever the same entry would mean another state: corner DBL fixed, Lehmer rank of the other seven,
        // then six twists in base 3.
        let mut fingerprint = [0; 32];
        fingerprint[..MEANING.len()].copy_from_slice(MEANING);
        Description {
            name: self.name.into(),
            metric: metric.into(),
            fingerprint,
            entry_bits: 8,
            entries: Some(u64::from(Pocket::SIZE)),
        }
    }

    /// Builds its entries.
    pub fn build(&self) -> Vec<u8> {
        Pocket::new(self.metric).distances().to_vec()
    }
}

const MEANING: &[u8; 20] = b"2x2x2 DBL 7! 3^6 v1 ";

/// Where tables come from.
pub trait TableSource: Sync + std::fmt::Debug {
    /// The entries of a table, kept or built; `None` if the build gave none, because it was stopped.
    fn entries(
        &self,
        description: &Description,
        build: &mut dyn FnMut() -> Option<Vec<u8>>,
    ) -> Option<Cow<'_, [u8]>>;
}

/// Builds every table in memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct InMemory;

impl TableSource for InMemory {
    fn entries(&self, _: &Description, build: &mut dyn FnMut() -> Option<Vec<u8>>) -> Option<Cow<'_, [u8]>> {
        build().map(Cow::Owned)
    }
}

/// The 2x2x2 with its distances from a source; built here if the source has something else.
pub(crate) fn pocket(source: &dyn TableSource, table: &Table) -> Pocket {
    let kept = source.entries(&table.description(), &mut || Some(table.build()));
    kept.and_then(|entries| Pocket::with_distances(table.metric, entries.into_owned()).ok())
        .unwrap_or_else(|| Pocket::new(table.metric))
}
