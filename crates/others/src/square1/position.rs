//! A position of Square-1, wedge by wedge.
//!
//! Start at [`Position`]. There are 24 slots of 30 degrees: 0 to 11 clockwise as seen from above, from the cut at the back, and
//! 12 to 23 clockwise as seen from below, from the cut at the front. A twist therefore exchanges slot i with slot 12 + i for i
//! below 6. The pieces are numbered by their places in the solved puzzle; a corner fills two slots.

use super::shapes::{self, LAYER};
use permutant_group::random::{below, shuffle};
use rand_core::Rng;

/// Pieces: 0 to 7 are corners, 8 to 15 edges, in the order of their slots.
pub(super) const PIECES: usize = 16;
/// By wedge: its piece, and whether it is the second half of a corner.
const WEDGES: [(u8, bool); 24] = [
    (0, false),
    (0, true),
    (8, false),
    (1, false),
    (1, true),
    (9, false),
    (2, false),
    (2, true),
    (10, false),
    (3, false),
    (3, true),
    (11, false),
    (12, false),
    (4, false),
    (4, true),
    (13, false),
    (5, false),
    (5, true),
    (14, false),
    (6, false),
    (6, true),
    (15, false),
    (7, false),
    (7, true),
];

/// The place of every wedge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    wedges: [u8; 2 * LAYER],
    is_twisted: bool,
}

/// The reason why wedges do not form a position of Square-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A wedge is missing, and another occurs twice.
    #[error("wedge {} does not occur exactly once", .0 + 1)]
    Wedges(u8),
    /// The halves of a corner are not adjacent in the right order.
    #[error("the corner of wedges {} and {} is broken", .0 + 1, .0 + 2)]
    Broken(u8),
}

impl Position {
    /// Both layers are square and all pieces solved.
    pub const SOLVED: Position = Position {
        wedges: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
        is_twisted: false,
    };

    /// From the wedge in each slot, and whether the right half of the middle layer is turned over.
    ///
    /// # Errors
    ///
    /// If a wedge is missing or the halves of a corner are separated.
    pub fn new(wedges: [u8; 2 * LAYER], is_twisted: bool) -> Result<Self, PositionError> {
        for wedge in 0..2 * LAYER as u8 {
            if wedges.iter().filter(|&&found| found == wedge).count() != 1 {
                return Err(PositionError::Wedges(wedge));
            }
        }
        for (slot, &wedge) in wedges.iter().enumerate() {
            let is_second = WEDGES[usize::from(wedge)].1;
            let before = wedges[slot / LAYER * LAYER + (slot + LAYER - 1) % LAYER];
            if is_second && before + 1 != wedge {
                return Err(PositionError::Broken(wedge - 1));
            }
        }
        Ok(Position { wedges, is_twisted })
    }

    /// The wedge in each slot.
    pub fn wedges(&self) -> [u8; 2 * LAYER] {
        self.wedges
    }

    /// Whether the right half of the middle layer is turned over: after an odd number of twists.
    pub fn is_twisted(&self) -> bool {
        self.is_twisted
    }

    /// One of the 3678 · 8!² · 2 positions in which a twist is possible, each equally likely.
    pub fn random(rng: &mut (impl Rng + ?Sized)) -> Self {
        let shapes = shapes::all();
        let starts = shapes[below(rng, shapes.len() as u64) as usize];
        let mut pieces: [u8; PIECES] = std::array::from_fn(|piece| piece as u8);
        let (corners, edges) = pieces.split_at_mut(8);
        shuffle(rng, corners);
        shuffle(rng, edges);
        let (mut corners, mut edges) = (corners.iter(), edges.iter());
        let mut wedges = [0; 2 * LAYER];
        let first = |piece: u8| WEDGES.iter().position(|&wedge| wedge == (piece, false)).unwrap_or(0) as u8;
        for slot in 0..2 * LAYER {
            let next = slot / LAYER * LAYER + (slot + 1) % LAYER;
            let is_corner = starts >> next & 1 == 0;
            if starts >> slot & 1 == 0 {
                continue;
            }
            let piece = if is_corner { corners.next() } else { edges.next() };
            wedges[slot] = first(piece.copied().unwrap_or(0));
            if is_corner {
                wedges[next] = wedges[slot] + 1;
            }
        }
        Position { wedges, is_twisted: below(rng, 2) == 1 }
    }

    /// Turns the upper layer clockwise as seen from above by this many times 30 degrees, and the lower one as seen from below.
    pub fn turn(&mut self, up: i8, down: i8) {
        let steps = |by: i8| usize::from(by.rem_euclid(LAYER as i8).unsigned_abs());
        self.wedges[..LAYER].rotate_right(steps(up));
        self.wedges[LAYER..].rotate_right(steps(down));
    }

    /// Turns the right half over. Returns `false` and does nothing if a corner lies across the cut.
    pub fn twist(&mut self) -> bool {
        if !shapes::is_open(self.starts()) {
            return false;
        }
        let (top, bottom) = self.wedges.split_at_mut(LAYER);
        top[..6].swap_with_slice(&mut bottom[..6]);
        self.is_twisted = !self.is_twisted;
        true
    }

    /// By slot, as bits: whether a piece begins there.
    pub(super) fn starts(&self) -> u32 {
        let bits = self.wedges.iter().enumerate();
        bits.fold(0, |all, (slot, &wedge)| all | u32::from(!WEDGES[usize::from(wedge)].1) << slot)
    }

    /// The piece in each slot of each layer, four bits per slot, lowest first; a corner occurs twice.
    pub(super) fn packed(&self) -> [u64; 2] {
        let piece = |wedge: u8| u64::from(WEDGES[usize::from(wedge)].0);
        let pack = |layer: &[u8]| layer.iter().rev().fold(0, |bits, &wedge| bits << 4 | piece(wedge));
        [pack(&self.wedges[..LAYER]), pack(&self.wedges[LAYER..])]
    }

    /// The pieces in the order of their slots, those that begin in the upper layer first.
    pub(super) fn pieces(&self) -> impl Iterator<Item = u8> {
        let wedges = self.wedges.into_iter().map(|wedge| WEDGES[usize::from(wedge)]);
        wedges.filter(|(_, is_second)| !is_second).map(|(piece, _)| piece)
    }

    /// Whether the order of the pieces is an odd permutation of their order in the solved puzzle.
    pub(super) fn is_odd(&self) -> bool {
        let rank = |piece: u8| Position::SOLVED.pieces().position(|known| known == piece);
        let order: Vec<_> = self.pieces().map(rank).collect();
        let smaller = |at: usize| order[at + 1..].iter().filter(|&&later| later < order[at]).count();
        (0..order.len()).map(smaller).sum::<usize>() % 2 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn broken_corners_and_missing_wedges_are_told() {
        let mut wedges = Position::SOLVED.wedges();
        wedges.swap(0, 1);
        assert_eq!(Position::new(wedges, false), Err(PositionError::Broken(0)));
        wedges[1] = 5;
        assert_eq!(Position::new(wedges, false), Err(PositionError::Wedges(0)));
    }

    #[test]
    fn turns_and_twists_undo_themselves() {
        let mut position = Position::SOLVED;
        assert!(position.twist() && position.twist());
        assert_eq!(position, Position::SOLVED);
        position.turn(2, 0);
        assert!(!position.twist());
        position.turn(-2, 5);
        assert_eq!(position.starts(), position.starts() & 0xff_ffff);
        position.turn(12, -5);
        assert_eq!(position, Position::SOLVED);
    }

    /// Random positions are valid, and they differ.
    #[test]
    fn random_positions_can_be_twisted() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..200 {
            let position = Position::random(&mut rng);
            assert_eq!(Position::new(position.wedges(), position.is_twisted()), Ok(position));
            assert!(position.clone().twist() && seen.insert(position));
        }
        assert!(seen.iter().any(Position::is_odd) && seen.iter().any(Position::is_twisted));
    }
}
