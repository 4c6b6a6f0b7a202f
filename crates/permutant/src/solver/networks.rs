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

/// Moves that beams consider before a better network is learned, for each of its states: a quarter of the time that learning takes. Where pairs lead
/// to no solution, better values gain more than wider beams.
const MOVES_FOR_A_SAMPLE: u64 = 2;

/// The same where pairs lead to solutions: twice the time that learning takes.
const MOVES_IF_PAIRS_LEAD_ON: u64 = 16;

/// Networks that took longer are stored.
const WORTH_KEEPING: u64 = 1 << 20;

/// What beams have done since the last network was learned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Moves considered, about.
    pub(super) considered: u64,
    /// Whether those by pairs found solutions.
    pub(super) leads_on: bool,
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
    /// A better network than the one in use, if there is one, or beams took so long that one is learned.
    ///
    /// # Errors
    /// The reason why the work was stopped.
    pub(super) fn better_network(
        &self,
        compiled: &Compiled,
        beams: &BeamTables,
        used: Option<&Network>,
        effort: Effort,
        control: &Control<'_>,
    ) -> Result<Option<Arc<Network>>, StopReason> {
        let samples = used.map_or(0, Network::samples);
        let known = compiled.network(self.tables);
        if let Some(known) = known.filter(|known| known.samples() > samples) {
            return Ok(Some(known));
        }
        let wanted = if samples == 0 { FIRST_SAMPLES } else { 4 * samples };
        let moves = if effort.leads_on { MOVES_IF_PAIRS_LEAD_ON } else { MOVES_FOR_A_SAMPLE };
        if beams.walks().is_none() || wanted > MOST_SAMPLES || effort.considered < wanted * moves {
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
