//! Short solutions of wreaths: two rings of places that cross in two of them, where places share few labels.
//!
//! Start at [`Wreath`] and [`solve`]. Either ring turns as a whole, and the two places of both rings take part in either turn. So a ring brings any
//! two of its pieces, as far apart as the crossings, to where the other ring takes them away and leaves two of its own. A search whose steps are
//! such exchanges sees progress with each of them ([`beam`]), where single turns are long ways with nothing to be seen. What it leaves wrong
//! in the end is put right by short words that change a few places only, inserted wherever they do most ([`insertion`]).

mod beam;
mod expansion;
mod insertion;
mod state;

#[cfg(test)]
mod tests;

pub use beam::solve;

/// Two rings. Position 0 of one is position 0 of the other, and they share one more place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wreath {
    /// The number of places of each ring.
    pub lengths: [usize; 2],
    /// The position of the second common place in each ring.
    pub crossings: [usize; 2],
}

/// Labels are less than this.
pub const LABELS: usize = 16;

/// The greatest length of a ring, so that turns are numbers of 16 bits.
const LONGEST: usize = 1 << 12;

/// A turn of a ring: each place gets what was so many positions further on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The ring, 0 or 1.
    pub ring: usize,
    /// The positions, in either direction.
    pub by: i32,
}

impl Wreath {
    /// The number of places, those of both rings counted once.
    pub fn places(&self) -> usize {
        self.lengths[0] + self.lengths[1] - 2
    }

    /// The place at a position of a ring. Those of the first ring come first; the others of the second follow in order.
    pub fn place(&self, ring: usize, position: usize) -> usize {
        let second = self.crossings[1];
        match (ring, position) {
            (0, _) => position,
            (_, 0) => 0,
            (_, _) if position == second => self.crossings[0],
            (_, _) => self.lengths[0] + position - 1 - usize::from(position > second),
        }
    }

    fn is_valid(&self) -> bool {
        self.lengths
            .iter()
            .zip(self.crossings)
            .all(|(&length, crossing)| (3..=LONGEST).contains(&length) && (1..length).contains(&crossing))
    }
}

/// A state of a wreath and what it should become.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The wreath.
    pub wreath: Wreath,
    /// The label at each place, less than [`LABELS`].
    pub start: &'a [u8],
    /// The label that each place should have.
    pub goal: &'a [u8],
    /// The number of places that may differ from the goal.
    pub wildcards: usize,
}
