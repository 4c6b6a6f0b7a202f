//! Shorter words than one that solves, by solving one unit anew in the word of the others.
//!
//! Start at [`Rebuilding::shorten`]. In a part of the word a unit stops turning, so that flips which stood there for its sake alone fall away, and
//! the beam of insertions solves it again. It uses the flips of other units at no cost, and finds other ones to use than before. What comes out is
//! kept if it is no longer: a large neighbourhood search (Shaw 1998). Parts are long, and beams wide: short parts nearly always come out as they were.

use super::Case;
use super::beam::Beam;
use super::beginning::fitted;
use super::word::Word;
use permutant_group::random::below;
use permutant_search::limits::Control;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use std::ops::ControlFlow;

/// The widths of beams, of which one is drawn.
const WIDTHS: [usize; 4] = [16, 32, 64, 128];

/// A search for shorter words.
pub(super) struct Rebuilding<'a> {
    beam: Beam<'a>,
    rng: ChaCha8Rng,
}

impl<'a> Rebuilding<'a> {
    pub(super) fn new(case: Case<'a>) -> Self {
        let beam = Beam { rounds: 1, ..Beam::new(case, WIDTHS[0]) };
        Rebuilding { beam, rng: ChaCha8Rng::seed_from_u64(1) }
    }

    /// The word, in a part of which a unit does not turn; half of the time all of it is this part. `None` if no insertions can solve what is left.
    fn without_a_part(&mut self, word: &Word) -> Option<Word> {
        let mut below = |bound: usize| below(&mut self.rng, bound as u64) as usize;
        let number = below(self.beam.units.len());
        let slots = word.turns.len();
        let part = if below(2) == 0 {
            0..slots
        } else {
            let length = 1 + below(slots);
            let first = below(slots - length + 1);
            first..first + length
        };
        let mut made = word.clone();
        let Beam { case, units, .. } = &self.beam;
        for turns in &mut made.turns[part] {
            units[number].rows.iter().for_each(|&row| turns[row] = 0);
        }
        made.tidy(units, case.globe);
        fitted(case, units, made, 0)
    }

    /// Makes a solution shorter, and hands out each that is, until so many attempts in a row have not, or the caller stops.
    pub(super) fn shorten(
        &mut self,
        mut word: Word,
        patience: usize,
        control: &Control<'_>,
        on_shorter: &mut dyn FnMut(&Word) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        word.tidy(&self.beam.units, self.beam.case.globe);
        let mut in_vain = 0;
        while in_vain < patience && control.interrupted().is_none() {
            in_vain += 1;
            let Some(first) = self.without_a_part(&word) else { continue };
            self.beam.width = WIDTHS[below(&mut self.rng, WIDTHS.len() as u64) as usize];
            self.beam.choice = self.rng.next_u64();
            let Some(found) = self.beam.search(vec![first], Some(word.cost() + 1), control) else { continue };
            let is_shorter = found.cost() < word.cost();
            word = found;
            if is_shorter {
                in_vain = 0;
                on_shorter(&word)?;
            }
        }
        ControlFlow::Continue(())
    }
}
