//! Networks that are learned for beams while these go on, and stored for the next run.

use super::kept::{Compiled, Solver};
use crate::tables::TableSource;
use permutant_search::beam::{BeamTables, Network};
use permutant_search::limits::{Control, StopReason};
use permutant_search::table::Description;
use std::sync::{Arc, PoisonError};

/// States from which the first network is learned: some seconds. Each further one has four times as many.
const FIRST_SAMPLES: u64 = 1 << 19;
const MOST_SAMPLES: u64 = 1 << 25;

/// Moves that beams consider before a better network is learned, for each of its states: they take a quarter of its time. Beams by better values
/// gain more than wider ones, and the next positions gain as well.
const MOVES_FOR_A_SAMPLE: u64 = 2;

/// Networks that took longer are stored.
const WORTH_KEEPING: u64 = 1 << 20;

/// The best network that is there.
#[derive(Debug, Default)]
pub(super) struct BestNetwork {
    /// Whether a stored one has been looked for.
    is_looked_for: bool,
    network: Option<Arc<Network>>,
}

/// The name under which the network for a table's space is stored.
fn description(of_table: &Description) -> Description {
    let name = of_table.name.replacen("search-", "network-", 1);
    Description { name, ..of_table.clone() }
}

impl Compiled {
    /// The best network that was learned in this or an earlier run.
    pub(super) fn network(&self, tables: &dyn TableSource) -> Option<Arc<Network>> {
        let mut best = self.network.lock().unwrap_or_else(PoisonError::into_inner);
        if !std::mem::replace(&mut best.is_looked_for, true) && self.is_stored {
            let bytes = tables.kept(&description(&self.description));
            let restored = bytes.and_then(|bytes| Network::restore(&self.space, (*bytes).as_ref()).ok());
            best.network = restored.map(Arc::new);
        }
        best.network.clone()
    }
}

impl Solver<'_> {
    /// A better network than the one in use, if there is one or beams took as long as it takes to learn one: they considered so many moves
    /// since the last was learned.
    ///
    /// # Errors
    /// The reason why the work was stopped.
    pub(super) fn better_network(
        &self,
        compiled: &Compiled,
        beams: &BeamTables,
        used: Option<&Network>,
        considered: u64,
        control: &Control<'_>,
    ) -> Result<Option<Arc<Network>>, StopReason> {
        let samples = used.map_or(0, Network::samples);
        let known = compiled.network(self.tables);
        if let Some(known) = known.filter(|known| known.samples() > samples) {
            return Ok(Some(known));
        }
        let wanted = if samples == 0 { FIRST_SAMPLES } else { 4 * samples };
        if beams.walks().is_none() || wanted > MOST_SAMPLES || considered < wanted * MOVES_FOR_A_SAMPLE {
            return Ok(None);
        }
        let learned = beams.network(&compiled.space, wanted, self.threads, control)?.map(Arc::new);
        if let Some(network) = &learned {
            let mut best = compiled.network.lock().unwrap_or_else(PoisonError::into_inner);
            best.network = Some(Arc::clone(network));
            if compiled.is_stored && (wanted > WORTH_KEEPING || self.tables.keeps_all()) {
                self.tables.keep(&description(&compiled.description), &network.save());
            }
        }
        Ok(learned)
    }
}
