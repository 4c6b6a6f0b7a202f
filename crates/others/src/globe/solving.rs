//! Solutions of globes, and shorter ones in the time that is left.
//!
//! Start at [`solve`] and [`improve`].

use super::beam::Beam;
use super::beginning::{Beginnings, beginnings};
use super::rebuilding::Rebuilding;
use super::word::{Word, cyclic};
use super::{Case, Step, breakpoints};
use permutant_search::limits::Control;
use std::ops::ControlFlow;

/// The greatest half of the columns of a globe: turns, and sums of a few of them, are numbers of 16 bits.
const WIDEST: usize = 1 << 11;

/// What a wrong place counts in words that leave few breakpoints. Searches begin with each of these, but for globes of more places, where they
/// take long.
const WEIGHTS: [i32; 3] = [1, 2, 4];
const MANY_PLACES: usize = 160;

/// The work on words that leave few breakpoints, for each insertion that the beam keeps.
const OPENING: usize = 1 << 12;

/// Beams become wider so many times.
const DOUBLINGS: usize = 5;

/// Between two beams, units are rebuilt until so many attempts in a row have made nothing shorter.
const PATIENCE: usize = 200;

/// A case without its middle row, which has no partner, and the turns of that.
struct PairedRows<'a> {
    case: Case<'a>,
    middle: i16,
}

impl<'a> PairedRows<'a> {
    /// `None` if the globe is too large, or too many places of the middle row stay wrong.
    fn of(case: &Case<'a>) -> Option<Self> {
        let globe = case.globe;
        let has_places = [case.start, case.goal].iter().all(|labels| labels.len() == globe.places());
        if !(2..=WIDEST).contains(&globe.half) || globe.places() > usize::from(u16::MAX) || !has_places {
            return None;
        }
        let columns = globe.columns();
        let first = globe.rows / 2 * columns;
        let row = if globe.rows.is_multiple_of(2) { 0..0 } else { first..first + columns };
        let (start, goal) = (&case.start[row.clone()], &case.goal[row]);
        let wrong = |by: usize| (0..start.len()).filter(|&at| start[(at + by) % columns] != goal[at]).count();
        let ways = (0..columns).map(|by| (wrong(by), cyclic(by as i32, globe.half)));
        let (wrong, middle) = ways.min_by_key(|&(wrong, turns)| (wrong, turns.unsigned_abs()))?;
        Some(PairedRows { case: Case { wildcards: case.wildcards.checked_sub(wrong)?, ..*case }, middle })
    }

    /// The steps of a word that solves the case without the middle row.
    fn steps(&self, mut word: Word) -> Vec<Step> {
        if self.middle != 0 {
            word.add(0, self.case.globe.rows / 2, self.middle, self.case.globe);
        }
        word.steps()
    }

    /// The word of steps, in which the middle row does not turn.
    fn word(&self, steps: &[Step]) -> Word {
        let globe = self.case.globe;
        let is_middle = |row: u16| 2 * usize::from(row) + 1 == globe.rows;
        let others = steps.iter().filter(|step| !matches!(step, Step::Turn { row, .. } if is_middle(*row)));
        Word::made_of(others.copied(), globe)
    }

    /// The shortest word that beams of some width find.
    fn solved(&self, width: usize, control: &Control<'_>) -> Option<Word> {
        let globe = self.case.globe;
        let mut beam = Beam::new(self.case, width);
        let opening = breakpoints::width(&self.case, &beam.units, width.saturating_mul(OPENING));
        let weights = if globe.places() <= MANY_PLACES { &WEIGHTS[..] } else { &[] };
        let openings = weights.iter().map(|&weight| Beginnings::Breakpoints(weight, opening));
        let mut best: Option<Word> = None;
        // Which is best differs from state to state.
        for which in std::iter::once(Beginnings::Flips).chain(openings) {
            let first = beginnings(&self.case, &beam.units, which, control);
            let found = beam.search(first, best.as_ref().map(Word::cost), control);
            best = found.or(best);
        }
        best
    }
}

/// A solution by a beam that keeps `width` words for each distance from the goal; `None` if it finds none or is stopped. O(width · places ·
/// length · columns²), and memory O(width · places · length). A globe has at least 4 and at most 4096 columns, and at most 65 535 places.
pub fn solve(case: &Case<'_>, width: usize, control: &Control<'_>) -> Option<Vec<Step>> {
    let paired = PairedRows::of(case)?;
    paired.solved(width, control).map(|word| paired.steps(word))
}

/// Makes a solution shorter, which a beam of this width found, and hands out each that is shorter than all before: units are rebuilt
/// ([`Rebuilding`]), and globes of few places solved by wider beams. It ends if the caller stops it, or if nothing is left to be tried.
pub fn improve(
    case: &Case<'_>,
    (solution, width): (&[Step], usize),
    control: &Control<'_>,
    on_shorter: &mut dyn FnMut(Vec<Step>) -> ControlFlow<()>,
) {
    let Some(paired) = PairedRows::of(case) else { return };
    let has_units = case.globe.rows > 3;
    let doublings = if has_units && case.globe.places() > MANY_PLACES { 0 } else { DOUBLINGS };
    let mut least = solution.len();
    let mut tell = |word: &Word| {
        let steps = paired.steps(word.clone());
        if steps.len() >= least {
            return ControlFlow::Continue(());
        }
        least = steps.len();
        on_shorter(steps)
    };
    let mut rebuilding = Rebuilding::new(paired.case);
    let mut next = Some(paired.word(solution));
    for times in 1.. {
        if let Some(word) = next.take() {
            if tell(&word).is_break() {
                return;
            }
            let patience = if times > doublings { usize::MAX } else { PATIENCE };
            if has_units && rebuilding.shorten(word, patience, control, &mut tell).is_break() {
                return;
            }
        }
        if times > doublings || control.interrupted().is_some() {
            return;
        }
        next = paired.solved(width << times, control);
    }
}
