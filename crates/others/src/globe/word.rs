//! Words in the moves of a globe, and how one unit sees them.
//!
//! Start at [`Word`]: flips, with turns of rows before, between and after them, in slots. A unit whose rows do not turn between two equal
//! flips sees neither of them. What is left are [`Segment`]s: turns that can be made anywhere in the same segment, between flips that the
//! unit does see. The flips that it does not see are ready for insertions at no cost.

use super::{Globe, Step, Unit};

/// A word. Turns are by slot and row, from −n+1 to n; there is one slot more than flips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) flips: Vec<u16>,
    pub(super) turns: Vec<Vec<i16>>,
}

/// A part of a word as a unit sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Segment {
    /// The slots whose turns can be exchanged freely.
    pub(super) slots: Vec<usize>,
    /// The turns of the upper and of the lower row in all of them.
    pub(super) turns: [i16; 2],
    /// Pairs of equal flips that the unit does not see, in order. Pairs inside other pairs are not listed.
    pub(super) unseen: Vec<(usize, usize)>,
    /// The flip after the segment; the last segment has none.
    pub(super) flip: Option<usize>,
}

/// A number of columns, from −n+1 to n.
pub(super) fn cyclic(turns: i32, half: usize) -> i16 {
    let (half, columns) = (half as i32, 2 * half as i32);
    let least = turns.rem_euclid(columns);
    (if least > half { least - columns } else { least }) as i16
}

/// Turns the rows of a unit.
pub(super) fn rotate(state: &mut [u16], turns: [i16; 2], globe: Globe) {
    let columns = globe.columns();
    for (row, turns) in state.chunks_mut(columns).zip(turns) {
        row.rotate_left(i32::from(turns).rem_euclid(columns as i32) as usize);
    }
}

/// Makes a flip on the places of a unit.
pub(super) fn turn_over(state: &mut [u16], flip: u16, globe: Globe) {
    let (flip, columns) = (usize::from(flip), globe.columns());
    for offset in 0..globe.half {
        state.swap((flip + offset) % columns, columns + (flip + globe.half - 1 - offset) % columns);
    }
}

impl Word {
    /// A word of these flips without turns.
    pub(super) fn of(flips: &[u16], globe: Globe) -> Self {
        Word { flips: flips.to_vec(), turns: vec![vec![0; globe.rows]; flips.len() + 1] }
    }

    /// The number of moves.
    pub(super) fn cost(&self) -> u32 {
        let turns: u32 = self.turns.iter().flatten().map(|turn| u32::from(turn.unsigned_abs())).sum();
        self.flips.len() as u32 + turns
    }

    /// The word of these moves.
    pub(super) fn made_of(steps: impl Iterator<Item = Step>, globe: Globe) -> Self {
        let mut word = Word::of(&[], globe);
        for step in steps {
            match step {
                Step::Flip(flip) => {
                    word.flips.push(flip);
                    word.turns.push(vec![0; globe.rows]);
                }
                Step::Turn { row, backwards } => {
                    word.add(word.flips.len(), usize::from(row), if backwards { -1 } else { 1 }, globe);
                }
            }
        }
        word
    }

    /// The moves.
    pub(super) fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for (slot, turns) in self.turns.iter().enumerate() {
            for (row, &turn) in turns.iter().enumerate() {
                let step = Step::Turn { row: row as u16, backwards: turn < 0 };
                steps.extend(std::iter::repeat_n(step, usize::from(turn.unsigned_abs())));
            }
            steps.extend(self.flips.get(slot).map(|&flip| Step::Flip(flip)));
        }
        steps
    }

    /// Turns a row further in a slot.
    pub(super) fn add(&mut self, slot: usize, row: usize, turns: i16, globe: Globe) {
        let turn = &mut self.turns[slot][row];
        *turn = cyclic(i32::from(*turn) + i32::from(turns), globe.half);
    }

    /// Inserts a flip twice after the turns of a slot, with two slots after it.
    pub(super) fn insert_twice(&mut self, slot: usize, flip: u16) {
        self.flips.splice(slot..slot, [flip, flip]);
        let rows = self.turns[slot].len();
        self.turns.splice(slot + 1..slot + 1, [vec![0; rows], vec![0; rows]]);
    }

    /// What a unit holds after the word, where its places had these labels before.
    pub(super) fn held(&self, unit: &Unit, globe: Globe, labels: &[u16]) -> Vec<u16> {
        let mut state = unit.labels(globe, labels);
        for (slot, turns) in self.turns.iter().enumerate() {
            rotate(&mut state, unit.rows.map(|row| turns[row]), globe);
            if let Some(&flip) = self.flips.get(slot) {
                turn_over(&mut state, flip, globe);
            }
        }
        state
    }

    /// Turns the other row the other way where only the upper row turns, so that the last turns become short. Columns of flips follow.
    pub(super) fn hold(&mut self, unit: &Unit, globe: Globe) {
        let [upper, lower] = unit.rows;
        let last = self.turns.len() - 1;
        let lasts = unit.rows.map(|row| i32::from(self.turns[last][row]));
        // How far both rows may turn together at no cost.
        let free = |turn: i16| (i32::from(-turn).min(0), i32::from(-turn).max(0));
        let spans: Vec<(i32, i32)> = self.turns[..last].iter().map(|turns| free(turns[upper])).collect();
        let least: i32 = spans.iter().map(|span| span.0).sum();
        let most: i32 = spans.iter().map(|span| span.1).sum();
        let left =
            |by: i32| lasts.map(|turns| i32::from(cyclic(turns - by, globe.half).abs())).iter().sum::<i32>();
        let Some(mut by) = (least..=most).min_by_key(|&by| (left(by), by.abs())) else { return };
        for (row, turns) in unit.rows.into_iter().zip(lasts) {
            self.turns[last][row] = cyclic(turns - by, globe.half);
        }
        let mut turned = 0;
        for (slot, (backwards, forwards)) in spans.into_iter().enumerate() {
            let now = by.clamp(backwards, forwards);
            by -= now;
            turned += now;
            self.add(slot, upper, now as i16, globe);
            self.add(slot, lower, now as i16, globe);
            let columns = globe.columns() as i32;
            self.flips[slot] = (i32::from(self.flips[slot]) - turned).rem_euclid(columns) as u16;
        }
    }

    /// The word as a unit sees it. O(flips).
    pub(super) fn segments(&self, unit: &Unit, globe: Globe) -> Vec<Segment> {
        let mut segments: Vec<Segment> = Vec::with_capacity(self.flips.len() + 1);
        let mut now = Segment::default();
        let take = |now: &mut Segment, slot: usize| {
            now.slots.push(slot);
            for (turns, &row) in now.turns.iter_mut().zip(&unit.rows) {
                *turns = cyclic(i32::from(*turns) + i32::from(self.turns[slot][row]), globe.half);
            }
        };
        take(&mut now, 0);
        for (at, flip) in self.flips.iter().enumerate() {
            let opening = segments.last().and_then(|last: &Segment| last.flip);
            match opening.filter(|&opening| now.turns == [0, 0] && self.flips[opening] == *flip) {
                Some(opening) => {
                    now = segments.pop().unwrap_or_default();
                    now.flip = None;
                    now.unseen.push((opening, at));
                }
                None => {
                    now.flip = Some(at);
                    segments.push(std::mem::take(&mut now));
                }
            }
            take(&mut now, at + 1);
        }
        segments.push(now);
        segments
    }

    /// Makes all turns of each segment in its first slot, so that turns undo each other, and leaves out flips that no unit sees.
    pub(super) fn tidy(&mut self, units: &[Unit], globe: Globe) {
        for unit in units {
            let segments = self.segments(unit, globe);
            self.turns.iter_mut().for_each(|turns| unit.rows.iter().for_each(|&row| turns[row] = 0));
            for segment in segments {
                for (&row, turns) in unit.rows.iter().zip(segment.turns) {
                    self.turns[segment.slots[0]][row] = turns;
                }
            }
        }
        let mut flips: Vec<u16> = Vec::with_capacity(self.flips.len());
        let mut slots: Vec<Vec<i16>> = Vec::with_capacity(self.turns.len());
        let mut turns = std::mem::take(&mut self.turns).into_iter();
        slots.extend(turns.next());
        for (flip, turns) in std::mem::take(&mut self.flips).into_iter().zip(turns) {
            let is_still = slots.last().is_some_and(|last| last.iter().all(|&turn| turn == 0));
            if is_still && flips.last() == Some(&flip) {
                flips.pop();
                slots.pop();
                if let Some(last) = slots.last_mut() {
                    for (turn, more) in last.iter_mut().zip(turns) {
                        *turn = cyclic(i32::from(*turn) + i32::from(more), globe.half);
                    }
                }
            } else {
                flips.push(flip);
                slots.push(turns);
            }
        }
        (self.flips, self.turns) = (flips, slots);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_held_otherwise_do_the_same() {
        let globe = Globe { rows: 2, half: 7 };
        let unit = &globe.units()[0];
        let labels: Vec<u16> = (0..28).collect();
        let mut shorter = 0;
        for seed in 0..50 {
            let mut word = Word::of(&[3, 11, 6, 0, 9, 5].map(|flip| (flip * seed + 2) % 14), globe);
            for slot in 0..6 {
                word.add(slot, 0, (seed as i16 * 5 + slot as i16 * 3) % 7 - 3, globe);
            }
            word.add(6, 0, seed as i16 % 13 - 6, globe);
            word.add(6, 1, (seed / 2) as i16 % 13 - 6, globe);
            let mut other = word.clone();
            other.hold(unit, globe);
            assert_eq!(other.held(unit, globe, &labels), word.held(unit, globe, &labels), "{seed}");
            assert!(other.cost() <= word.cost(), "{seed}");
            shorter += usize::from(other.cost() < word.cost());
        }
        assert!(shorter > 10, "{shorter}");
    }
}
