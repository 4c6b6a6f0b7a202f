//! The conjugates of the involution by the turns of the ring, and the words that they make.
//!
//! Start at [`Letters::new`]. Words that differ only in the order of commuting letters are one trace. Of each trace the search makes the
//! lexicographically least word (Anisimov and Knuth, 1979): after a word, a set of letters is forbidden, and it follows from the set before and
//! the last letter. A letter stays in it as long as nothing follows that does not commute with it, as it is its own inverse.

use std::collections::HashMap;

/// The greatest number of slots: the rank of an arrangement of all pieces but one must fit into 64 bits, and 20! < 2^62.
pub(super) const MOST_SLOTS: usize = 21;

/// The length of a row of slots: what is copied at once.
pub(super) const WIDTH: usize = 32;

/// By slot of the ring: its piece.
pub(super) type Row = [u8; WIDTH];

/// Lengths up to which traces are counted; beyond, their number is extrapolated.
const COUNTED: usize = 6;

/// Consecutive slots (cyclically) around which a letter changes neighbours.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// The first slot, and the number of slots whose two successors, or they themselves, get other pieces.
    pub(super) first: usize,
    pub(super) count: usize,
    /// Where the pieces of these slots and the two that follow come from.
    pub(super) sources: Vec<u8>,
}

/// All letters of a ring.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    pub(super) slots: usize,
    /// By letter and slot: where the piece comes from.
    sources: Vec<Row>,
    runs: Vec<Vec<Run>>,
    /// By letter: those that commute with it, and of these the lesser ones.
    commuting: Vec<u32>,
    lesser: Vec<u32>,
    /// By length: the number of traces.
    traces: Vec<u64>,
    /// Whether reflecting the ring maps letters to letters.
    pub(super) is_reflective: bool,
}

impl Letters {
    /// The letters of an involution, given by slot of the ring; `None` if two of its conjugates are equal.
    pub(super) fn new(involution: &[u8]) -> Option<Self> {
        let slots = involution.len();
        let shifted = |slot: usize, by: usize| (slot + by) % slots;
        let conjugate = |by: usize| {
            let mut row = identity();
            for slot in 0..slots {
                row[shifted(slot, by)] = shifted(usize::from(involution[slot]), by) as u8;
            }
            row
        };
        let sources: Vec<Row> = (0..slots).map(conjugate).collect();
        if (1..slots).any(|letter| sources[letter] == sources[0]) {
            return None;
        }
        let commute = |a: &Row, b: &Row| (0..slots).all(|x| a[usize::from(b[x])] == b[usize::from(a[x])]);
        let set = |a: usize| -> u32 {
            (0..slots).filter(|&b| b != a && commute(&sources[a], &sources[b])).map(|b| 1 << b).sum()
        };
        let commuting: Vec<u32> = (0..slots).map(set).collect();
        let lesser = commuting.iter().enumerate().map(|(a, set)| set & ((1 << a) - 1)).collect();
        let reflected = |slot: usize| (slots - slot) % slots;
        let mut mirror = identity();
        for slot in 0..slots {
            mirror[reflected(slot)] = reflected(usize::from(sources[0][slot])) as u8;
        }
        let is_reflective = sources.contains(&mirror);
        let runs = sources.iter().map(|row| runs(row, slots)).collect();
        let mut letters =
            Letters { slots, sources, runs, commuting, lesser, traces: Vec::new(), is_reflective };
        letters.traces = letters.count_traces();
        Some(letters)
    }

    /// All letters, as a set.
    fn all(&self) -> u32 {
        (1 << self.slots) - 1
    }

    /// The letters outside a set, in ascending order.
    #[inline]
    pub(super) fn outside(&self, forbidden: u32) -> impl Iterator<Item = usize> + use<> {
        let mut rest = self.all() & !forbidden;
        std::iter::from_fn(move || {
            let letter = (rest != 0).then(|| rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            letter
        })
    }

    /// The letters that are forbidden after one more letter.
    #[inline]
    pub(super) fn forbidden_after(&self, forbidden: u32, letter: usize) -> u32 {
        forbidden & self.commuting[letter] | self.lesser[letter] | 1 << letter
    }

    /// Whether two letters commute.
    pub(super) fn commutes(&self, a: usize, b: usize) -> bool {
        self.commuting[a] >> b & 1 == 1
    }

    /// The row after a letter.
    #[inline]
    pub(super) fn after(&self, row: &Row, letter: usize) -> Row {
        let mut after = [0; WIDTH];
        for (to, &from) in after.iter_mut().zip(&self.sources[letter]).take(self.slots) {
            *to = row[usize::from(from) % WIDTH];
        }
        after
    }

    #[inline]
    pub(super) fn runs(&self, letter: usize) -> &[Run] {
        &self.runs[letter]
    }

    /// The number of traces of a length, as far as it is counted, or about that number.
    pub(super) fn traces(&self, length: usize) -> f64 {
        let (counted, last) = (&self.traces, self.traces.len() - 1);
        match counted.get(length) {
            Some(&count) => count as f64,
            None => {
                let ratio = counted[last] as f64 / counted[last - 1].max(1) as f64;
                counted[last] as f64 * ratio.powi((length - last) as i32)
            }
        }
    }

    fn count_traces(&self) -> Vec<u64> {
        let mut by_set = HashMap::from([(0, 1)]);
        let mut counts = vec![1];
        for _ in 0..COUNTED {
            let mut next: HashMap<u32, u64> = HashMap::new();
            for (&forbidden, &count) in &by_set {
                for letter in self.outside(forbidden) {
                    *next.entry(self.forbidden_after(forbidden, letter)).or_default() += count;
                }
            }
            by_set = next;
            counts.push(by_set.values().sum());
        }
        counts
    }
}

/// Each piece in the slot of its own number.
pub(super) fn identity() -> Row {
    std::array::from_fn(|slot| slot as u8)
}

/// The runs of the slots whose pair of differences a letter changes.
fn runs(sources: &Row, slots: usize) -> Vec<Run> {
    let moved = |slot: usize| usize::from(sources[slot % slots]) != slot % slots;
    let is_changed = |slot: usize| (slot..slot + 3).any(moved);
    let run = |first: usize, count: usize| {
        let sources = (first..first + count + 2).map(|slot| sources[slot % slots]).collect();
        Run { first, count, sources }
    };
    if (0..slots).all(is_changed) {
        return vec![run(0, slots)];
    }
    let is_first = |&slot: &usize| is_changed(slot) && !is_changed(slot + slots - 1);
    let length = |first: usize| (first..).take_while(|&slot| is_changed(slot)).count();
    (0..slots).filter(is_first).map(|first| run(first, length(first))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reversing the first four slots.
    fn reversal(slots: usize) -> Vec<u8> {
        let mut involution: Vec<u8> = (0..slots as u8).collect();
        involution[..4].reverse();
        involution
    }

    #[test]
    fn traces_are_counted() {
        let letters = Letters::new(&reversal(20)).unwrap();
        // From the independence polynomial 1 − 20y + 130y² − 300y³ + 175y⁴ − 4y⁵ of the letters that commute, at y = x / (1 + x).
        assert_eq!(letters.traces[..5], [1, 20, 250, 2580, 24215]);
        assert!(letters.is_reflective);
        assert!(letters.commutes(0, 4) && letters.commutes(0, 16) && !letters.commutes(0, 3));
        assert!((8.0..8.8).contains(&(letters.traces(9) / letters.traces(8))));
    }

    #[test]
    fn conjugates_that_are_equal_are_refused() {
        assert!(Letters::new(&[3, 2, 1, 0]).is_none());
        assert!(Letters::new(&reversal(7)).is_some());
    }
}
