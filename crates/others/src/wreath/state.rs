//! What both rings hold.
//!
//! Start at [`State`]. Common places are in both rings.

use super::{Turn, Wreath};

/// A turn by an amount, as the shortest one that does the same.
pub(super) fn shortest(by: i32, length: usize) -> i32 {
    let (by, length) = (by.rem_euclid(length as i32), length as i32);
    if 2 * by > length { by - length } else { by }
}

/// Makes a turn the last one of a word, together with the one before if that turns the same ring.
pub(super) fn append(word: &mut Vec<Turn>, turn: Turn, wreath: Wreath) {
    let before = word.pop_if(|last| last.ring == turn.ring).map_or(0, |last| last.by);
    let by = shortest(before + turn.by, wreath.lengths[turn.ring]);
    if by != 0 {
        word.push(Turn { by, ..turn });
    }
}

/// The labels of each ring by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State(pub(super) [Vec<u8>; 2]);

impl State {
    /// What the rings hold where places have these labels.
    pub(super) fn of(wreath: Wreath, labels: &[u8]) -> State {
        let ring = |ring: usize| (0..wreath.lengths[ring]).map(move |at| labels[wreath.place(ring, at)]);
        State([ring(0).collect(), ring(1).collect()])
    }

    /// Turns a ring.
    pub(super) fn turn(&mut self, wreath: Wreath, Turn { ring, by }: Turn) {
        let length = wreath.lengths[ring];
        self.0[ring].rotate_left(by.rem_euclid(length as i32) as usize);
        let [from, to] = [wreath.crossings[ring], wreath.crossings[1 - ring]];
        let common = [self.0[ring][0], self.0[ring][from]];
        (self.0[1 - ring][0], self.0[1 - ring][to]) = (common[0], common[1]);
    }

    /// A number that is the same for states that differ by a turn of one ring, apart from what that leaves in the other, and hardly for others.
    pub(super) fn key(&self, ring: usize) -> u64 {
        let still = self.0[1 - ring].iter().fold(1, |key: u64, &label| mix(key ^ u64::from(label)));
        let turning = &self.0[ring];
        // Labels of 4 bits: the last sixteen.
        let push = |window: u64, label: u8| window << 4 | u64::from(label);
        let before = turning.iter().rev().take(15).rev().fold(0, |window, &label| push(window, label));
        let windows = turning.iter().scan(before, |window, &label| {
            *window = push(*window, label);
            Some(mix(*window))
        });
        windows.fold(mix(still ^ ring as u64), u64::wrapping_add)
    }
}

fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
