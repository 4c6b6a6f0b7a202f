//! The visible part of a position: which pieces look the same, and after which turns in its slot a piece looks the
//! same.
//!
//! Start at [`Seen`]. Two positions have the same colours if and only if [`Seen::of`] gives equal results for them. A
//! move acts on the result as on the position, because stickers move with their pieces.

use super::shape::Shape;
use crate::orbit::Orbit;
use crate::state::State;
use std::collections::BTreeMap;

/// The stickers of a slot, by their index there.
pub(super) type Slot = BTreeMap<u16, usize>;

/// What colours determine about the pieces of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// By orbit and number of the piece.
    kinds: Vec<Vec<Kind>>,
    tells_all: bool,
}

/// The appearance of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    /// The first piece with this appearance.
    piece: u16,
    /// The additional turn of that piece that gives the same appearance.
    turn: u16,
    /// The number of turns after which the appearance repeats.
    modulus: u16,
}

impl Seen {
    /// What the stickers of a shape determine. Both the orbits and the solved state must be those of its puzzle.
    /// O(pieces² × orientations²) for each orbit at worst, usually O(pieces²).
    pub fn new(shape: &Shape, orbits: &[Orbit], solved: &State) -> Self {
        let mut seen = Seen { kinds: Vec::new(), tells_all: true };
        for (number, (row, slots)) in solved.orbits.iter().zip(shape.slots(orbits)).enumerate() {
            let mut kinds: Vec<Kind> =
                (0..orbits[number].pieces).map(|piece| Kind { piece, turn: 0, modulus: 1 }).collect();
            // The first piece of each kind, and its colours by orientation.
            let mut firsts: Vec<(u16, Vec<Vec<usize>>)> = Vec::new();
            for (home, &piece) in row.pieces.iter().enumerate() {
                if row.pieces[..home].contains(&piece) {
                    continue;
                }
                let modulus = row.moduli[home].max(1);
                let turned =
                    |orientation: u16| (orientation + modulus - row.orientations[home] % modulus) % modulus;
                let looks: Vec<Vec<usize>> =
                    (0..modulus).map(|at| shape.shown(number, &slots[home], turned(at))).collect();
                let period =
                    (1..modulus).find(|&by| modulus.is_multiple_of(by) && is_turned(&looks, &looks, by));
                let period = period.unwrap_or(modulus);
                let same = firsts.iter().find_map(|(first, known)| {
                    let turn = (0..period).find(|&by| is_turned(&looks, known, by))?;
                    Some(Kind { piece: *first, turn, modulus: period })
                });
                seen.tells_all &= same.is_none() && period == modulus;
                kinds[usize::from(piece)] = same.unwrap_or_else(|| {
                    firsts.push((piece, looks));
                    Kind { piece, turn: 0, modulus: period }
                });
            }
            seen.kinds.push(kinds);
        }
        seen
    }

    /// Whether no two positions have the same colours.
    pub fn tells_all(&self) -> bool {
        self.tells_all
    }

    /// Whether a piece, given by its orbit and number, differs in appearance from all others.
    pub fn tells(&self, orbit: usize, piece: u16) -> bool {
        let kinds = self.kinds.get(orbit).map_or(&[][..], |kinds| kinds);
        let same = |kind: &Kind| kinds.iter().filter(|other| other.piece == kind.piece).count() == 1;
        kinds.get(usize::from(piece)).is_some_and(same)
    }

    /// A state of the puzzle with orientations known only as far as they are visible; `None` if all are. O(slots).
    pub fn with_seen_turns(&self, state: &State) -> Option<State> {
        let mut seen = state.clone();
        for (row, kinds) in seen.orbits.iter_mut().zip(&self.kinds) {
            for (slot, piece) in row.pieces.iter().enumerate() {
                let modulus = kinds[usize::from(*piece)].modulus;
                row.orientations[slot] %= modulus;
                row.moduli[slot] = row.moduli[slot].min(modulus);
            }
        }
        (seen != *state).then_some(seen)
    }

    /// The visible part of a state of the puzzle. The first of the pieces with the same appearance represents all, and
    /// orientations are known only as far as they are visible. O(slots).
    pub fn of(&self, state: &State) -> State {
        let mut seen = state.clone();
        for (row, kinds) in seen.orbits.iter_mut().zip(&self.kinds) {
            for (slot, piece) in row.pieces.iter_mut().enumerate() {
                let kind = kinds[usize::from(*piece)];
                let orientation = u32::from(row.orientations[slot]) + u32::from(kind.turn);
                row.orientations[slot] = (orientation % u32::from(kind.modulus)) as u16;
                (*piece, row.moduli[slot]) = (kind.piece, kind.modulus);
            }
        }
        seen
    }
}

/// Whether a piece has in each orientation the colours of another one turned further by this amount.
fn is_turned(looks: &[Vec<usize>], other: &[Vec<usize>], by: u16) -> bool {
    looks.len() == other.len()
        && looks.iter().enumerate().all(|(at, look)| *look == other[(at + usize::from(by)) % other.len()])
}

impl Shape {
    /// The stickers of each slot, by orbit.
    pub(super) fn slots(&self, orbits: &[Orbit]) -> Vec<Vec<Slot>> {
        let mut slots: Vec<Vec<Slot>> =
            orbits.iter().map(|orbit| vec![Slot::new(); usize::from(orbit.pieces)]).collect();
        for (number, sticker) in self.stickers().iter().enumerate() {
            if let Some(place) = sticker.place {
                slots[place.orbit][usize::from(place.slot)].insert(place.index, number);
            }
        }
        slots
    }

    /// The faces whose colours a piece shows in its solved slot when it is turned by this amount, by the index of the
    /// sticker.
    pub(super) fn shown(&self, orbit: usize, home: &Slot, by: u16) -> Vec<usize> {
        let turned = home
            .iter()
            .map(|(&index, &sticker)| (self.turned(orbit, index, by), self.stickers()[sticker].face));
        turned.collect::<BTreeMap<u16, usize>>().into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    /// Positions have the same colours if and only if their visible parts are equal. Tested with positions made by a
    /// few moves, exchanges and twists.
    #[test]
    fn what_is_seen_is_what_is_shown() {
        for (name, tells_all) in [
            ("3x3x3", true),
            ("pyraminx", true),
            ("megaminx", true),
            ("3x3x3 with centre orientations", false),
            ("2x2x2 with centre orientations", true),
            ("skewb with centre orientations", false),
        ] {
            let entry = catalog::find(name).unwrap();
            let puzzle = entry.puzzle;
            let shape = entry.shape.or_else(|| catalog::look(&puzzle, entry.facelets.as_ref())).unwrap();
            let seen = Seen::new(&shape, puzzle.orbits(), puzzle.solved());
            assert_eq!(seen.tells_all(), tells_all, "{name}");
            let mut states = vec![puzzle.solved().clone()];
            for turn in 0..30 {
                let mut state = states[turn / 2].clone();
                let bases = puzzle.bases();
                state.apply(&bases[(5 * turn + 1) % bases.len()].transformation);
                let orbit = turn % state.orbits.len();
                let row = &mut state.orbits[orbit];
                let slot = (7 * turn) % row.pieces.len();
                if turn % 3 == 0 {
                    row.orientations[slot] = (row.orientations[slot] + 1) % row.moduli[slot];
                }
                // Each state is included unchanged, and with one piece turned.
                states.push(state.clone());
                let row = &mut state.orbits[orbit];
                row.orientations[slot] = (row.orientations[slot] + 1) % row.moduli[slot];
                states.push(state);
            }
            let (mut same, mut different) = (0, 0);
            for one in &states {
                for other in &states {
                    let colours = |state: &State| shape.colours(puzzle.solved(), state);
                    let is_same = colours(one) == colours(other);
                    assert_eq!(seen.of(one) == seen.of(other), is_same, "{name}: {one:?} {other:?}");
                    (same, different) =
                        (same + usize::from(is_same && one != other), different + usize::from(!is_same));
                }
            }
            assert!((same == 0) == tells_all && different > 100, "{name}: {same}, {different}");
        }
    }
}
