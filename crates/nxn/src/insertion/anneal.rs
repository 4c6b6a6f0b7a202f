//! Simulated annealing of the single layers with which a word begins.
//!
//! Start at [`Annealing::run`]. A turn of one inner layer moves many wings and centres and neither corners nor middle edges. Where such turns are put
//! into the word decides how much is left for the commutators. KMCoders annealed them likewise.

use super::board::{Board, Wrong};
use super::cost::Prices;
use super::grid::Grid;
use super::looks::Looks;
use super::word::Word;
use crate::model::turn::Turn;
use permutant_group::random::below;
use permutant_search::limits::{Control, StopReason};
use rand_core::Rng;

/// Quarter turns of an inner layer that a piece costs which is wrong in the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Penalties {
    wing: f64,
    centre: f64,
}

impl Penalties {
    /// Commutators for wings take eight turns, those for centres four. On a large cube wings are few, but so are the chances to solve several
    /// with the same turns of faces. Measured on the cubes of Santa 2023.
    pub(super) fn for_size(size: usize) -> Penalties {
        Penalties { wing: (0.6 * (size as f64 - 2.0)).clamp(3.0, 8.0), centre: 1.3 }
    }
}

/// The heat at the beginning and at the end, in quarter turns of an inner layer: a change that costs as much more is made in one case of three.
const HEAT: (f64, f64) = (3.0, 0.4);

/// What is annealed, and how long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Annealing<'a> {
    pub(super) grid: &'a Grid,
    pub(super) looks: &'a Looks,
    pub(super) prices: Prices,
    pub(super) penalties: Penalties,
    pub(super) steps: u64,
}

impl Annealing<'_> {
    /// The word with turns of free layers changed, put in or taken out. O(steps · N · turns).
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub(super) fn run<R: Rng + ?Sized>(
        &self,
        turns: Vec<Turn>,
        rng: &mut R,
        control: &Control<'_>,
    ) -> Result<Vec<Turn>, StopReason> {
        let layers: Vec<usize> = self.grid.free_layers().collect();
        let unit = f64::from(self.prices.inner_quarter());
        let mut now = (self.energy(&turns), turns);
        let mut best = now.clone();
        for step in 0..self.steps {
            if step % 256 == 0 {
                control.interrupted().map_or(Ok(()), Err)?;
            }
            let Some(turns) = changed(&now.1, &layers, rng) else { continue };
            let next = (self.energy(&turns), turns);
            let heat = unit * HEAT.0 * (HEAT.1 / HEAT.0).powf(step as f64 / self.steps as f64);
            let chance = below(rng, 1 << 30) as f64 / f64::from(1 << 30);
            if next.0 <= now.0 || chance < ((now.0 - next.0) / heat).exp() {
                now = next;
                if now.0 < best.0 {
                    best = now.clone();
                }
            }
        }
        Ok(Word::new(self.grid.size, self.prices, best.1).finish())
    }

    fn energy(&self, turns: &[Turn]) -> f64 {
        let Wrong { wings, centres } = Board::new(self.grid, self.looks, turns).wrong();
        let penalty = self.penalties.wing * wings as f64 + self.penalties.centre * centres as f64;
        f64::from(self.prices.sum(turns)) + f64::from(self.prices.inner_quarter()) * penalty
    }
}

/// The word with a turn of a free layer put in, taken out, or exchanged for another anywhere; `None` if the turn that was to go is not of such
/// a layer.
fn changed<R: Rng + ?Sized>(turns: &[Turn], layers: &[usize], rng: &mut R) -> Option<Vec<Turn>> {
    let mut changed = turns.to_vec();
    let (puts_in, takes_out) = [(true, false), (false, true), (true, true)][below(rng, 3) as usize];
    if takes_out {
        let at = below(rng, changed.len().max(1) as u64) as usize;
        let turn = changed.get(at)?;
        layers.contains(&usize::from(turn.from)).then(|| changed.remove(at))?;
    }
    if puts_in {
        let at = below(rng, changed.len() as u64 + 1) as usize;
        let layer = layers[below(rng, layers.len() as u64) as usize];
        changed.insert(at, Turn::layer(below(rng, 3) as usize, layer, 1 + below(rng, 3) as u8));
    }
    Some(changed)
}
