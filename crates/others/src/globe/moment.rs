//! What a unit holds at a moment of a word, and what it should hold there: how much an exchange of pieces would gain.
//!
//! Start at [`Moments::of`] and [`Moment::promising`], where nearly all of the time is spent.

use super::measure::{BOTH, Change, Measure, WRONG};
use super::word::{Segment, Word, rotate, turn_over};
use super::{Case, Unit};

/// The moments before the turns of each segment of a word.
pub(super) struct Moments<'a> {
    goal: &'a [u16],
    measure: Measure,
    held: Vec<Vec<u16>>,
    ends: Vec<Vec<u16>>,
}

/// A moment: what the places of a unit hold, and the places where that ends.
pub(super) struct Moment<'a> {
    goal: &'a [u16],
    measure: &'a Measure,
    pub(super) held: &'a [u16],
    pub(super) ends: &'a [u16],
}

impl<'a> Moments<'a> {
    /// O(segments · columns).
    pub(super) fn of(case: &Case<'a>, word: &Word, unit: &Unit, segments: &[Segment]) -> Self {
        let globe = case.globe;
        let mut held = Vec::with_capacity(segments.len());
        let mut now = unit.labels(globe, case.start);
        for segment in segments {
            held.push(now.clone());
            rotate(&mut now, segment.turns, globe);
            if let Some(flip) = segment.flip {
                turn_over(&mut now, word.flips[flip], globe);
            }
        }
        let (measure, _) = Measure::of(&unit.places(globe), &now, case.goal);
        let mut ends = Vec::with_capacity(segments.len());
        let mut now = unit.places(globe);
        for segment in segments.iter().rev() {
            if let Some(flip) = segment.flip {
                turn_over(&mut now, word.flips[flip], globe);
            }
            rotate(&mut now, segment.turns.map(|turns| -turns), globe);
            ends.push(now.clone());
        }
        ends.reverse();
        Moments { goal: case.goal, measure, held, ends }
    }

    /// The moment before the turns of a segment.
    pub(super) fn at(&self, segment: usize) -> Moment<'_> {
        let (held, ends) = (&self.held[segment], &self.ends[segment]);
        Moment { goal: self.goal, measure: &self.measure, held, ends }
    }
}

impl Moment<'_> {
    /// By how much a change lessens the distance from the goal.
    pub(super) fn gain(&self, change: &Change) -> i32 {
        self.measure.gain(change, self.held, self.ends, self.goal)
    }

    /// The upper and lower columns such that exchanging their pieces, and those half a turn away, may gain at least so much. Upper columns are of
    /// the first half. O(columns²).
    pub(super) fn promising(&self, least: i32, found: &mut Vec<(u16, u16)>) {
        let columns = self.held.len() / 2;
        let half = columns / 2;
        let wanted: Vec<u16> = self.ends.iter().map(|&end| self.goal[usize::from(end)]).collect();
        let cycles = self
            .measure
            .cycles()
            .map(|cycles| self.ends.iter().map(|&end| cycles[usize::from(end)].0).collect::<Vec<u16>>());
        // The lower row twice, so that half a turn is a step in a list.
        let lower = |of: &[u16]| [&of[columns..], &of[columns..]].concat();
        let (held, wants, round) =
            (lower(self.held), lower(&wanted), cycles.as_ref().map(|cycles| lower(cycles)));
        let is_right = |place: usize| i16::from(self.held[place] == wanted[place]);
        let right: Vec<i16> = (0..columns)
            .map(|at| is_right(columns + at) + is_right(columns + (at + half) % columns))
            .collect();
        let mut gains = vec![0i16; columns];
        for upper in 0..half {
            let right_above = is_right(upper) + is_right(upper + half);
            // A piece that is right gains nothing by an exchange.
            if least > 0 && right_above == 2 && cycles.is_none() {
                continue;
            }
            let [one, far] = [upper, upper + half].map(|at| (self.held[at], wanted[at]));
            let near = held[..columns].iter().zip(&wants[..columns]);
            let beyond = held[half..half + columns].iter().zip(&wants[half..half + columns]);
            for (((gain, right), near), beyond) in gains.iter_mut().zip(&right).zip(near).zip(beyond) {
                let put = i16::from(*near.0 == one.1)
                    + i16::from(*near.1 == one.0)
                    + i16::from(*beyond.0 == far.1)
                    + i16::from(*beyond.1 == far.0);
                *gain = WRONG as i16 * (put - right - right_above);
            }
            if let (Some(cycles), Some(round)) = (&cycles, &round) {
                let [one, far] = [upper, upper + half].map(|at| cycles[at]);
                let beyond = &round[half..half + columns];
                for ((gain, near), beyond) in gains.iter_mut().zip(&round[..columns]).zip(beyond) {
                    *gain += BOTH as i16 * i16::from((*near == one) & (*beyond == far));
                }
            }
            for (first, some) in (0..).step_by(16).zip(gains.chunks(16)) {
                if some.iter().fold(i16::MIN, |most, &gain| most.max(gain)) < least as i16 {
                    continue;
                }
                let good = (first..).zip(some).filter(|&(_, &gain)| i32::from(gain) >= least);
                found.extend(good.map(|(lower, _)| (upper as u16, lower)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Globe;
    use super::super::measure::exchange;
    use super::*;

    #[test]
    fn promising_exchanges_are_those_that_gain_enough() {
        let globe = Globe { rows: 2, half: 9 };
        for labels in [3, 12, 36] {
            let goal: Vec<u16> = (0..36).map(|place| place * labels / 36).collect();
            let start: Vec<u16> = (0..36).map(|place| goal[place * 25 % 36]).collect();
            let case = Case { globe, start: &start, goal: &goal, wildcards: 0 };
            let word = Word::of(&[3, 5], globe);
            let unit = &globe.units()[0];
            let segments = word.segments(unit, globe);
            let moments = Moments::of(&case, &word, unit, &segments);
            for (segment, least) in
                (0..segments.len()).flat_map(|segment| [-2, 1, 2].map(|least| (segment, least)))
            {
                let moment = moments.at(segment);
                let mut found = Vec::new();
                moment.promising(least, &mut found);
                let all = (0..9).flat_map(|upper| (0..18).map(move |lower| (upper, lower)));
                let gain =
                    |&(upper, lower): &(u16, u16)| moment.gain(&exchange(globe, upper.into(), lower.into()));
                let good: Vec<(u16, u16)> = all.filter(|columns| gain(columns) >= least).collect();
                assert!(least > 1 || !good.is_empty(), "{labels} {segment} {least}");
                assert!(good.iter().all(|columns| found.contains(columns)), "{labels} {segment} {least}");
                // Where pieces all differ, some may gain less than it seems.
                assert!(labels == 36 || found == good, "{labels} {segment} {least}");
            }
        }
    }
}
