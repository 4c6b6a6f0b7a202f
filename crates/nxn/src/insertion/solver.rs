//! Solves a big cube by insertion, again and again with more effort.
//!
//! Start at [`Insertion`].

use super::anneal::{Annealing, Penalties};
use super::board::Board;
use super::cost::Prices;
use super::effects::Effects;
use super::grid::Grid;
use super::looks::{Looks, looks};
use super::parity::even;
use super::shake::shaken;
use super::sweep::{Sweep, UNIT};
use super::word::Word;
use crate::model::turn::{Metric, Turn};
use permutant_group::random::below;
use permutant_search::limits::{Control, Progress, StopReason};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::ops::ControlFlow;

/// The least number of layers: smaller cubes have neither wings nor centres that move.
pub const LEAST: usize = 4;

/// The greatest number of layers. A larger cube would take minutes.
pub const LARGEST: usize = 64;

/// Passes that insert single layers. The rate rises from the first value, divided by N, to the second.
const LAYER_PASSES: usize = 40;
const LAYER_RATES: (f64, f64) = (0.66, 1.0);

/// Passes that insert commutators, and their rates: quarter turns of an inner layer for each cell that becomes right. At the last rate
/// everything that gains is inserted.
const PASSES: usize = 60;
const RATES: (f64, f64) = (0.5, 16.0);

/// Rates up to which a longer search tries to improve the word: above, there is little left to do.
const LAST_IMPROVED: f64 = 4.0;

/// The round after which a cube is given up for which nothing was found.
const LAST_CHANCE: u64 = 7;

/// Rounds at most: hours for a large cube.
const ROUNDS: u64 = 256;

/// How much work a round is.
#[derive(Clone, Copy, Debug)]
struct Effort {
    seed: u64,
    /// Steps of the annealing.
    steps: u64,
    /// Variants of the word that are tried at each rate.
    tries: u64,
}

impl Effort {
    /// Different beginnings matter most; some of them are worked on longer.
    fn of(round: u64) -> Effort {
        Effort {
            seed: round,
            steps: 100_000 << (round / 4).min(5),
            tries: [0, 4, 16, 64][round as usize % 4],
        }
    }
}

/// What the solver needs for cubes of one size in one metric.
#[derive(Debug)]
pub struct Insertion {
    grid: Grid,
    effects: Effects,
    prices: Prices,
}

/// A cube to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The label on each cell, in the order of facelet strings.
    pub start: &'a [u16],
    /// The label that each cell has to show in the end. Pieces of an orbit with equal labels may take each other's places.
    pub goal: &'a [u16],
    /// Words of turns of single layers, each of which solves corners, middle edges and fixed centres. Each of them is made a solution.
    pub bases: &'a [Vec<Turn>],
}

impl Insertion {
    /// Finds the commutators, in O(N²) time and memory. `None` for fewer layers than [`LEAST`] and more than [`LARGEST`].
    pub fn new(size: usize, metric: Metric) -> Option<Self> {
        let grid = (LEAST..=LARGEST).contains(&size).then(|| Grid::new(size))?;
        let effects = Effects::new(&grid);
        Some(Insertion { effects, prices: Prices::new(size, metric), grid })
    }

    /// N.
    pub fn size(&self) -> usize {
        self.grid.size
    }

    /// Passes turns of single layers that solve a cube to `on_solution`, ever fewer, until that breaks or a control interrupts: `first` before
    /// the first solution, `later` after it. Each of 256 rounds begins with other single layers put into each of the bases. There are no
    /// solutions if the pieces are not those of the goal, or if commutators cannot solve them.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `first` stopped it.
    pub fn improve(
        &self,
        case: Case<'_>,
        [first, later]: [&Control<'_>; 2],
        mut on_solution: impl FnMut(&[Turn]) -> ControlFlow<()>,
    ) -> Result<(), StopReason> {
        let Some(looks) = looks(&self.grid, case.start, case.goal) else { return Ok(()) };
        let mut best: Option<(i32, Vec<Turn>)> = None;
        for round in 0..ROUNDS {
            let least = best.as_ref().map(|best| best.0);
            let mut stopped = None;
            for base in case.bases {
                let (effort, control) = (Effort::of(round), if best.is_none() { first } else { later });
                let solved = self
                    .with_layers(&looks, base.clone(), effort, control)
                    .and_then(|turns| self.rising(&looks, turns, effort, control));
                match solved {
                    Ok(turns) => {
                        let found = turns.map(|turns| (self.prices.sum(&turns), turns));
                        best = best.into_iter().chain(found).min_by_key(|(cost, _)| *cost);
                    }
                    Err(reason) => {
                        stopped = Some(reason);
                        break;
                    }
                }
            }
            let is_over = match &best {
                Some((cost, turns)) if least.is_none_or(|least| *cost < least) => {
                    on_solution(turns).is_break()
                }
                Some(_) => false,
                None => round == LAST_CHANCE,
            };
            match stopped {
                Some(reason) if best.is_none() => return Err(reason),
                None if !is_over => {}
                _ => break,
            }
        }
        Ok(())
    }

    /// The word with single turns of layers, which change many pieces at once, and with even permutations of wings.
    fn with_layers(
        &self,
        looks: &Looks,
        mut turns: Vec<Turn>,
        effort: Effort,
        control: &Control<'_>,
    ) -> Result<Vec<Turn>, StopReason> {
        let size = self.grid.size;
        let (first, last) = LAYER_RATES;
        for rate in rates(first / size as f64, last, LAYER_PASSES) {
            turns = self.sweep(looks, turns, rate, control).layers()?;
        }
        let penalties = Penalties::for_size(size);
        let annealing =
            Annealing { grid: &self.grid, looks, prices: self.prices, penalties, steps: effort.steps };
        let mut rng = ChaCha8Rng::seed_from_u64(effort.seed);
        let turns = annealing.run(turns, &mut rng, control)?;
        Ok(even(&self.grid, looks, self.prices, turns))
    }

    /// The word with commutators that solve everything, at rates that rise from pass to pass; at each, some variants of the word are
    /// tried. `None` if something is left.
    fn rising(
        &self,
        looks: &Looks,
        mut turns: Vec<Turn>,
        effort: Effort,
        control: &Control<'_>,
    ) -> Result<Option<Vec<Turn>>, StopReason> {
        let mut rng = ChaCha8Rng::seed_from_u64(effort.seed);
        let mut wrong = usize::MAX;
        for (pass, rate) in rates(RATES.0, RATES.1, PASSES).enumerate() {
            (turns, wrong) = self.sweep(looks, turns, rate, control).commutators(&self.effects)?;
            if rate <= LAST_IMPROVED {
                for _ in 0..effort.tries {
                    let variant = shaken(&self.grid, &turns, &mut rng);
                    let variant = even(&self.grid, looks, self.prices, variant);
                    // At other rates, other insertions come first.
                    let varied = rate * (0.9 + 0.2 * below(&mut rng, 1000) as f64 / 1000.0);
                    let (variant, left) =
                        self.sweep(looks, variant, varied, control).commutators(&self.effects)?;
                    if self.value(&variant, left, rate) <= self.value(&turns, wrong, rate) {
                        (turns, wrong) = (variant, left);
                    }
                }
            } else if wrong == 0 {
                break;
            }
            control.report(Progress::Part { name: "insertion", done: pass as u64 + 1, total: PASSES as u64 });
        }
        if wrong > 0 {
            // Detours are more places to insert at.
            turns.extend(self.detours());
            (turns, wrong) = self.sweep(looks, turns, RATES.1, control).commutators(&self.effects)?;
        }
        Ok((wrong == 0).then_some(turns))
    }

    fn sweep<'a>(
        &'a self,
        looks: &Looks,
        turns: Vec<Turn>,
        rate: f64,
        control: &'a Control<'a>,
    ) -> Sweep<'a, 'a> {
        let rate = (rate * f64::from(self.prices.inner_quarter() * UNIT)) as i32;
        let board = Board::new(&self.grid, looks, &turns);
        let word = Word::new(self.grid.size, self.prices, turns);
        Sweep { board, word, prices: self.prices, rate, control }
    }

    /// The cost of a word, and that of the cells it leaves wrong.
    fn value(&self, turns: &[Turn], wrong: usize, rate: f64) -> f64 {
        f64::from(self.prices.sum(turns)) + rate * f64::from(self.prices.inner_quarter()) * wrong as f64
    }

    /// Pairs of turns of single layers, each of them and back, which do nothing.
    fn detours(&self) -> Vec<Turn> {
        let size = self.grid.size;
        let layers = (0..3).flat_map(|axis| (0..size).map(move |layer| (axis, layer)));
        let turns: Vec<Turn> = layers
            .flat_map(|(axis, layer)| (1..4).map(move |amount| Turn::layer(axis, layer, amount)))
            .collect();
        turns.iter().flat_map(|turn| [*turn, turn.inverse()]).collect()
    }
}

/// Rates from the first to the last, each greater by the same factor.
fn rates(first: f64, last: f64, count: usize) -> impl Iterator<Item = f64> {
    (0..count).map(move |at| first * (last / first).powf(at as f64 / (count - 1) as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::stickers::Stickers;
    use rand_core::Rng;

    /// The first solution of a cube with these labels in the solved state, after random turns of all layers but the middle ones.
    fn first(size: usize, goal: &[u16], seed: u64) -> Option<Vec<Turn>> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut cube = Stickers::new(goal).unwrap();
        let mut faces = Vec::new();
        for _ in 0..20 * size {
            let layer = rng.next_u64() as usize % size;
            if 2 * layer + 1 != size {
                let turn = Turn::layer(rng.next_u64() as usize % 3, layer, 1 + (rng.next_u64() % 3) as u8);
                cube.turn(turn);
                // Turns of other layers move neither corners nor middle edges.
                if layer == 0 || layer + 1 == size {
                    faces.push(turn.inverse());
                }
            }
        }
        faces.reverse();
        let start = cube.cells();
        let insertion = Insertion::new(size, Metric::LayerQuarters).unwrap();
        let mut found = None;
        let keep = |turns: &[Turn]| {
            found = Some(turns.to_vec());
            ControlFlow::Break(())
        };
        insertion.improve(Case { start: &start, goal, bases: &[faces] }, [&Control::new(); 2], keep).unwrap();
        if let Some(turns) = &found {
            cube.turns(turns);
            assert_eq!(cube.cells(), goal, "{size}");
        }
        found
    }

    #[test]
    fn cubes_are_solved_by_colours_and_piece_by_piece() {
        for size in [4, 5, 6, 7, 12] {
            let area = size * size;
            let colours: Vec<u16> = (0..6 * area).map(|at| (at / area) as u16).collect();
            let distinct: Vec<u16> = (0..6 * area as u16).collect();
            let [short, long] = [colours, distinct].map(|goal| first(size, &goal, 7).unwrap().len());
            assert!(short < long, "{size}: {short} {long}");
        }
    }

    #[test]
    fn other_pieces_and_other_sizes_have_no_solution() {
        let goal: Vec<u16> = (0..96).map(|at| at / 16).collect();
        let mut start = goal.clone();
        start[5] = 1;
        let insertion = Insertion::new(4, Metric::Slices).unwrap();
        let case = Case { start: &start, goal: &goal, bases: &[Vec::new()] };
        insertion.improve(case, [&Control::new(); 2], |_| panic!("a centre is missing")).unwrap();
        assert!(Insertion::new(3, Metric::Slices).is_none());
        assert!(Insertion::new(LARGEST + 1, Metric::Slices).is_none());
    }

    #[test]
    fn a_single_exchange_of_distinct_centres_is_given_up() {
        let goal: Vec<u16> = (0..96).collect();
        let mut start = goal.clone();
        start.swap(5, 6);
        let insertion = Insertion::new(4, Metric::LayerQuarters).unwrap();
        let case = Case { start: &start, goal: &goal, bases: &[Vec::new()] };
        insertion.improve(case, [&Control::new(); 2], |_| panic!("an odd permutation")).unwrap();
    }

    #[test]
    fn a_stop_comes_through() {
        let goal: Vec<u16> = (0..96).map(|at| at / 16).collect();
        let mut cube = Stickers::new(&goal).unwrap();
        cube.turn(Turn::layer(0, 1, 1));
        let start = cube.cells();
        let is_late = || true;
        let control = Control::new().with_deadline(&is_late);
        let insertion = Insertion::new(4, Metric::OuterBlocks).unwrap();
        let case = Case { start: &start, goal: &goal, bases: &[Vec::new()] };
        assert_eq!(
            insertion.improve(case, [&control; 2], |_| ControlFlow::Continue(())),
            Err(StopReason::Time)
        );
    }
}
