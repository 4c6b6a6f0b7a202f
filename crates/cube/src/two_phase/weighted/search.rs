//! The two recursions, by cost.
//!
//! Start at [`Search::phase1`]. Both recursions spend an exact cost. The turns of an axis are one step, and no two consecutive
//! steps belong to one axis. The last step of a phase-1 maneuver is one that does not stay within G1.

use super::costs::{AXIS_TURNS, Costs, PAIRS};
use super::tables::{Coset, IN_PHASE_2, Tables, stays};
use crate::model::cubie::CubieCube;
use crate::node_meter::Meter;
use crate::two_phase::phase_search::{Flow, Stop};

/// No axis has turned yet.
pub(super) const NO_AXIS: usize = 3;

/// The callback for the pairs of a solution: it returns the greatest cost of a further one, or a reason to stop.
pub(super) type OnPairs<'s> = dyn FnMut(&[usize], u64) -> Result<u32, Stop> + 's;

/// A search from one cube.
pub(super) struct Search<'t, 'm, 'a, 's> {
    pub(super) tables: &'t Tables,
    pub(super) costs: &'t [u8; AXIS_TURNS],
    pub(super) meter: &'m mut Meter<'a>,
    pub(super) cube: CubieCube,
    /// Least and most that phase 2 may cost, and what one more try of it adds: 2 where costs follow parity.
    pub(super) phase2: (u32, u32),
    pub(super) by: usize,
    /// The greatest cost of both phases.
    pub(super) most: u32,
    pub(super) on_pairs: &'m mut OnPairs<'s>,
    pub(super) path: Vec<usize>,
}

impl Search<'_, '_, '_, '_> {
    /// Tries all phase-1 maneuvers with the remaining cost `left`, each followed by phase 2. `spent` is the cost so far.
    pub(super) fn phase1(&mut self, at: Coset, spent: u32, left: u32, last: usize) -> Flow {
        self.meter.step()?;
        if left == 0 {
            return self.enter_phase2(spent, last);
        }
        for axis in (0..3).filter(|&axis| axis != last) {
            for pair in PAIRS * axis..PAIRS * (axis + 1) {
                // Steps 1 and 2: forbidden or too costly pairs, and a last step that belongs to phase 2.
                let cost = u32::from(self.costs[pair]);
                if cost > left || (cost == left && stays(pair)) {
                    continue;
                }
                // Step 3, the bound.
                let next = self.tables.coset_after(at, pair);
                if self.tables.bound(next) > left - cost {
                    continue;
                }
                self.path.push(pair);
                self.phase1(next, spent + cost, left - cost, axis)?;
                self.path.pop();
            }
        }
        Ok(())
    }

    fn enter_phase2(&mut self, spent: u32, last: usize) -> Flow {
        let mut cube = self.cube;
        for &pair in &self.path {
            cube = cube.then(&Costs::cube(pair));
        }
        let at = Tables::element(&cube);
        let bound = self.tables.bound_2(at);
        let most = self.phase2.1.min(self.most.saturating_sub(spent));
        let turns = self.path.len();
        for left in (self.phase2.0..=most).step_by(self.by).filter(|&left| left >= bound) {
            match self.phase2(at, left, last) {
                Err(Stop::Found) => {
                    self.most = (self.on_pairs)(&self.path, self.meter.nodes)?;
                    self.path.truncate(turns);
                    return if self.most < spent { Err(Stop::Found) } else { Ok(()) };
                }
                end => end?,
            }
        }
        Ok(())
    }

    /// One state of phase 2. [`Stop::Found`] with the solution on the path.
    fn phase2(&mut self, at: super::tables::Element, left: u32, last: usize) -> Flow {
        self.meter.step()?;
        if left == 0 {
            return Err(Stop::Found);
        }
        for (n, &pair) in IN_PHASE_2.iter().enumerate() {
            let cost = u32::from(self.costs[pair]);
            if pair / PAIRS == last || cost > left {
                continue;
            }
            let next = self.tables.element_after(at, n);
            if self.tables.bound_2(next) > left - cost {
                continue;
            }
            self.path.push(pair);
            self.phase2(next, left - cost, pair / PAIRS)?;
            self.path.pop();
        }
        Ok(())
    }
}
