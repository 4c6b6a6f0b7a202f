//! Solves a big cube by insertion, again and again with more effort.
//!
//! Start at [`Insertion`].

use super::anneal::{Annealing, Penalties};
use super::board::{Board, Wrong};
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

/// A solution is taken apart and put together again until so many attempts in a row have not made it shorter. Those that exceed the shortest one
/// by more than this factor are left as they are.
const PATIENCE: u64 = 100;
const NEAR: f64 = 1.08;

/// The largest cubes whose solutions are taken apart: for larger ones that takes so long that more variants at each rate gain more.
const LARGEST_APART: usize = 16;

/// A solution is taken apart at so many places at once, or at fewer.
const MOST_PLACES: u64 = 2;

/// The rates at which it is put together: the first is drawn from these, and those that follow rise by a factor until it solves.
const AGAIN_RATES: (f64, f64) = (0.7, 4.0);
const AGAIN_RISE: f64 = 1.4;

/// Rounds at most: hours for a large cube.
const ROUNDS: u64 = 256;

/// Turns that solve, and their cost.
type Solution = (i32, Vec<Turn>);

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
    fn of(round: u64, size: usize) -> Effort {
        Effort {
            seed: round,
            steps: 100_000 << (round / 4).min(5),
            tries: [0, 4, 16, if size > LARGEST_APART { 64 } else { 16 }][round as usize % 4],
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
    /// The number of stickers that may differ from the goal in the end.
    pub free: usize,
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
    /// the first solution, `later` after it. Each of 256 rounds begins with other single layers put into each of the bases, and makes the solution
    /// shorter that comes of it, if it is near the shortest. There are no
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
        let mut best: Option<Solution> = None;
        for round in 0..ROUNDS {
            let effort = Effort::of(round, self.size());
            let mut solutions: Vec<Solution> = Vec::new();
            let mut stopped = None;
            for base in case.bases {
                let control = if best.is_none() && solutions.is_empty() { first } else { later };
                let solved = self
                    .with_layers(&looks, base.clone(), effort, control)
                    .and_then(|turns| self.rising(&looks, turns, case.free, effort, control));
                match solved {
                    Ok(found) => solutions.extend(found.map(|turns| (self.prices.sum(&turns), turns))),
                    Err(reason) => {
                        stopped = Some(reason);
                        break;
                    }
                }
            }
            if let Some(reason) = stopped.filter(|_| best.is_none() && solutions.is_empty()) {
                return Err(reason);
            }
            solutions.sort_by_key(|solution| solution.0);
            for solution in solutions {
                let mut least = best.as_ref().map_or(i32::MAX, |best| best.0);
                if f64::from(solution.0) > NEAR * f64::from(least) {
                    break;
                }
                let mut tell = |solution: &Solution| {
                    if solution.0 >= least {
                        return ControlFlow::Continue(());
                    }
                    least = solution.0;
                    best = Some(solution.clone());
                    on_solution(&solution.1)
                };
                let is_over = tell(&solution).is_break();
                if is_over
                    || self.size() <= LARGEST_APART
                        && self.shorten(&looks, solution, case.free, effort.seed, later, &mut tell).is_break()
                {
                    return Ok(());
                }
            }
            if stopped.is_some() || best.is_none() && round == LAST_CHANCE {
                break;
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

    /// The word with commutators that solve everything but so many free stickers, at rates that rise from pass to pass; at each, some
    /// variants of the word are tried. `None` if more is left.
    fn rising(
        &self,
        looks: &Looks,
        mut turns: Vec<Turn>,
        free: usize,
        effort: Effort,
        control: &Control<'_>,
    ) -> Result<Option<Vec<Turn>>, StopReason> {
        let mut rng = ChaCha8Rng::seed_from_u64(effort.seed);
        let mut is_solved = false;
        for (pass, rate) in rates(RATES.0, RATES.1, PASSES).enumerate() {
            let (swept, mut wrong) = self.sweep(looks, turns, rate, control).commutators(&self.effects)?;
            turns = swept;
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
            }
            is_solved = wrong.stickers() <= free;
            if is_solved && (free > 0 || rate > LAST_IMPROVED) {
                break;
            }
            control.report(Progress::Part { name: "insertion", done: pass as u64 + 1, total: PASSES as u64 });
        }
        if !is_solved {
            // Detours are more places to insert at.
            turns.extend(self.detours());
            let (swept, wrong) = self.sweep(looks, turns, RATES.1, control).commutators(&self.effects)?;
            (turns, is_solved) = (swept, wrong.stickers() <= free);
        }
        Ok(is_solved.then_some(turns))
    }

    /// Takes a solution apart at a few places and puts it together again, until that has not made it shorter for long, and hands out what is shorter.
    fn shorten(
        &self,
        looks: &Looks,
        mut solution: Solution,
        free: usize,
        seed: u64,
        control: &Control<'_>,
        on_shorter: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut in_vain = 0;
        while in_vain < PATIENCE {
            in_vain += 1;
            let Ok(again) = self.again(looks, &solution.1, free, &mut rng, control) else { break };
            let found = again.map(|turns| (self.prices.sum(&turns), turns));
            let Some(found) = found.filter(|found| found.0 <= solution.0) else { continue };
            if found.0 < solution.0 {
                in_vain = 0;
                on_shorter(&found)?;
            }
            solution = found;
        }
        ControlFlow::Continue(())
    }

    /// A solution taken apart at a few places and put together again; `None` if more than the free stickers is left.
    fn again(
        &self,
        looks: &Looks,
        turns: &[Turn],
        free: usize,
        rng: &mut ChaCha8Rng,
        control: &Control<'_>,
    ) -> Result<Option<Vec<Turn>>, StopReason> {
        let mut turns = turns.to_vec();
        for _ in 0..1 + below(rng, MOST_PLACES) {
            turns = shaken(&self.grid, &turns, rng);
        }
        let mut turns = even(&self.grid, looks, self.prices, turns);
        let (low, high) = AGAIN_RATES;
        let mut rate = low * (high / low).powf(below(rng, 1000) as f64 / 1000.0);
        loop {
            let (better, wrong) = self.sweep(looks, turns, rate, control).commutators(&self.effects)?;
            if wrong.stickers() <= free {
                return Ok(Some(better));
            }
            if rate > RATES.1 {
                return Ok(None);
            }
            turns = better;
            rate *= AGAIN_RISE;
        }
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
    fn value(&self, turns: &[Turn], wrong: Wrong, rate: f64) -> f64 {
        let wrong = wrong.pieces() as f64;
        f64::from(self.prices.sum(turns)) + rate * f64::from(self.prices.inner_quarter()) * wrong
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
        insertion
            .improve(Case { start: &start, goal, free: 0, bases: &[faces] }, [&Control::new(); 2], keep)
            .unwrap();
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
    fn solutions_that_are_taken_apart_become_shorter() {
        let goal: Vec<u16> = (0..150).map(|at| at / 25).collect();
        let mut cube = Stickers::new(&goal).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..100 {
            let layer = [1, 3][rng.next_u64() as usize % 2];
            cube.turn(Turn::layer(rng.next_u64() as usize % 3, layer, 1 + (rng.next_u64() % 3) as u8));
        }
        let insertion = Insertion::new(5, Metric::LayerQuarters).unwrap();
        let looks = looks(&insertion.grid, &cube.cells(), &goal).unwrap();
        let effort = Effort::of(0, 5);
        let beginning = insertion.with_layers(&looks, Vec::new(), effort, &Control::new()).unwrap();
        let turns = insertion.rising(&looks, beginning, 0, effort, &Control::new()).unwrap().unwrap();
        let mut costs = vec![insertion.prices.sum(&turns)];
        let mut on_shorter = |(cost, turns): &Solution| {
            let mut end = cube.clone();
            end.turns(turns);
            assert_eq!(end.cells(), goal);
            assert_eq!(insertion.prices.sum(turns), *cost);
            costs.push(*cost);
            ControlFlow::Continue(())
        };
        let solution = (insertion.prices.sum(&turns), turns);
        assert!(insertion.shorten(&looks, solution, 0, 1, &Control::new(), &mut on_shorter).is_continue());
        assert!(costs.len() > 1 && costs.is_sorted_by(|one, next| one > next), "{costs:?}");
    }

    #[test]
    fn stickers_that_may_differ_make_solutions_shorter() {
        let goal: Vec<u16> = (0..150).collect();
        let mut cube = Stickers::new(&goal).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for _ in 0..100 {
            let layer = [1, 3][rng.next_u64() as usize % 2];
            cube.turn(Turn::layer(rng.next_u64() as usize % 3, layer, 1 + (rng.next_u64() % 3) as u8));
        }
        let start = cube.cells();
        let insertion = Insertion::new(5, Metric::LayerQuarters).unwrap();
        let first = |free: usize| {
            let mut length = 0;
            let case = Case { start: &start, goal: &goal, free, bases: &[Vec::new()] };
            let keep = |turns: &[Turn]| {
                let mut end = cube.clone();
                end.turns(turns);
                let wrong = end.cells().iter().zip(&goal).filter(|(held, aim)| held != aim).count();
                assert!(wrong <= free, "{wrong} of {free}");
                length = turns.len();
                ControlFlow::Break(())
            };
            insertion.improve(case, [&Control::new(); 2], keep).unwrap();
            length
        };
        let (all, most) = (first(0), first(20));
        assert!(0 < most && most < all, "{most} {all}");
    }

    #[test]
    fn other_pieces_and_other_sizes_have_no_solution() {
        let goal: Vec<u16> = (0..96).map(|at| at / 16).collect();
        let mut start = goal.clone();
        start[5] = 1;
        let insertion = Insertion::new(4, Metric::Slices).unwrap();
        let case = Case { start: &start, goal: &goal, free: 0, bases: &[Vec::new()] };
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
        let case = Case { start: &start, goal: &goal, free: 0, bases: &[Vec::new()] };
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
        let case = Case { start: &start, goal: &goal, free: 0, bases: &[Vec::new()] };
        assert_eq!(
            insertion.improve(case, [&control; 2], |_| ControlFlow::Continue(())),
            Err(StopReason::Time)
        );
    }
}
