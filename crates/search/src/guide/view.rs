//! A division of the pieces of a sliding puzzle into sets, and how the numbers of their arrangements change in a slide.
//!
//! Start at [`View::change`]. The digit of a piece in the number of an arrangement is its slot less the number of earlier pieces in slots before
//! it. A piece that slides past slots therefore changes its own digit, and by one those of the later pieces that it passes. So the number after
//! the slide is the number before plus a sum of weights, one for each slot passed. Where numbers have gaps, a digit is the slot alone.

use super::database::{MOST_PIECES, Numbering};
use super::sliding::{MOST_SLOTS, Slide, Sliding};

/// The greatest number of sets.
pub(super) const MOST_SETS: usize = 16;

/// Passed slots that are looked up together: as many as in a board of five columns.
const TOGETHER: usize = 4;

/// By how much a slide changes the slot of a piece.
#[derive(Clone, Copy, Debug)]
struct Course {
    /// The images of its slots.
    from: u8,
    to: u8,
    /// By how much it goes upwards.
    by: i16,
    /// The first slots that are passed; beyond these the slot of the blank, which adds nothing.
    passed: [u8; TOGETHER],
}

/// A division of the pieces into sets, or its image under a symmetry.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// By slot: the slot that stands for it.
    pub(super) image: [u8; MOST_SLOTS],
    /// By piece: its set.
    sets: [u8; MOST_SLOTS],
    /// By set: its pieces.
    pieces: Vec<Vec<u8>>,
    /// By piece: what a change of its slot by one adds to the number of an arrangement.
    weights: [i32; MOST_SLOTS],
    /// By piece that slides upwards and piece that it passes: what that adds to the number.
    passing: Box<[[i32; MOST_SLOTS]; MOST_SLOTS]>,
    /// By slide.
    courses: Vec<Course>,
    /// By slide: further slots that are passed, so many groups each.
    further: Vec<[u8; TOGETHER]>,
    groups: usize,
}

impl View {
    /// The image of a division into `sets`, numbered alike, under a symmetry.
    pub(super) fn new(sliding: &Sliding, symmetry: &[u8], sets: &[(Vec<u8>, Numbering)]) -> Self {
        let mut image = [0; MOST_SLOTS];
        image[..symmetry.len()].copy_from_slice(symmetry);
        let (mut of, mut weights) = ([0; MOST_SLOTS], [0; MOST_SLOTS]);
        let mut passing = Box::new([[0; MOST_SLOTS]; MOST_SLOTS]);
        for (set, (pieces, numbering)) in sets.iter().enumerate() {
            let weighed: Vec<(usize, i32)> = pieces
                .iter()
                .zip(numbering.weights())
                .map(|(&piece, weight)| (piece.into(), weight as i32))
                .collect();
            for (at, &(piece, weight)) in weighed.iter().enumerate() {
                of[piece] = set as u8;
                weights[piece] = weight;
                if numbering.has_gaps() {
                    continue;
                }
                weighed[..at].iter().for_each(|&(earlier, _)| passing[piece][earlier] = -weight);
                weighed[at + 1..].iter().for_each(|&(later, weight)| passing[piece][later] = weight);
            }
        }
        let ends = |slide: Slide| [slide.from, slide.to].map(|slot| image[usize::from(slot)]);
        let between = |[from, to]: [u8; 2]| from.min(to) + 1..from.max(to);
        let most = sliding.slides().map(|slide| between(ends(slide)).len()).max().unwrap_or(0);
        let groups = most.saturating_sub(1) / TOGETHER;
        let (mut courses, mut further) = (Vec::new(), Vec::new());
        for [from, to] in sliding.slides().map(ends) {
            let mut slots = between([from, to]).chain(std::iter::repeat(to));
            let mut group = || std::array::from_fn(|_| slots.next().unwrap_or(to));
            courses.push(Course { from, to, by: i16::from(to) - i16::from(from), passed: group() });
            further.extend((0..groups).map(|_| group()));
        }
        let pieces = sets.iter().map(|(pieces, _)| pieces.clone()).collect();
        View { image, sets: of, pieces, weights, passing, courses, further, groups }
    }

    /// The set of a piece.
    #[inline(always)]
    pub(super) fn set(&self, piece: u8) -> usize {
        usize::from(self.sets[usize::from(piece) % MOST_SLOTS]) % MOST_SETS
    }

    /// The slots of the pieces of a set, from those of all pieces.
    pub(super) fn slots_of(&self, set: usize, slots: &[u8; MOST_SLOTS]) -> [u8; MOST_PIECES] {
        let mut own = [0; MOST_PIECES];
        self.pieces[set].iter().zip(&mut own).for_each(|(&piece, slot)| *slot = slots[usize::from(piece)]);
        own
    }

    /// The images of the slots of a slide.
    #[inline(always)]
    pub(super) fn ends(&self, slide: u16) -> [usize; 2] {
        let Course { from, to, .. } = self.courses[usize::from(slide)];
        [from, to].map(|slot| usize::from(slot) % MOST_SLOTS)
    }

    /// By how much a slide of a piece changes the number of the arrangement of its set. `row` has the contents by image of the slot.
    /// With `GAPS`, no number may have a digit that depends on others.
    #[inline(always)]
    pub(super) fn change<const GAPS: bool>(&self, row: &[u8; MOST_SLOTS], moved: u8, slide: u16) -> i32 {
        let (moved, slide) = (usize::from(moved) % MOST_SLOTS, usize::from(slide));
        let Course { by, passed, .. } = self.courses[slide];
        if GAPS {
            return i32::from(by).wrapping_mul(self.weights[moved]);
        }
        let passing = &self.passing[moved];
        let of_passed = |slot: u8| passing[usize::from(row[usize::from(slot) % MOST_SLOTS]) % MOST_SLOTS];
        let mut up = i32::from(by.abs()) * self.weights[moved] + passed.map(of_passed).iter().sum::<i32>();
        if self.groups > 0 {
            let further = self.further[slide * self.groups..][..self.groups].as_flattened();
            up += further.iter().map(|&slot| of_passed(slot)).sum::<i32>();
        }
        up * i32::from(by.signum())
    }
}
