//! The turns of the 5x5x5 and their effect on its orbits.
//!
//! Start at [`State`] and [`tables`]. The turns are those of each face alone and with its second layer. Up to rotations of the
//! whole cube these are all turns of outer blocks, and the fixed centres stay in place.

use crate::model::geometry::{self, Cell, opposite};
use crate::model::orbit::{Orbit, Permutation, SLOTS, inverse};
use crate::model::pieces::wing_faces;
use crate::model::slot_sets::{SetMove, set_move};
use crate::model::stickers::Stickers;
use crate::model::turn::Turn;
use std::sync::LazyLock;

/// Number of turns: U R F D L B Uw Rw Fw Dw Lw Bw by one, two and three quarters.
pub(super) const MOVES: usize = 36;

/// N.
pub(super) const SIZE: usize = 5;

/// The orbits that move, except the corners. A middle edge is identified by either of its stickers; a slot exists for each.
pub(super) const WINGS: Orbit = Orbit { row: 0, column: 1 };
pub(super) const MIDDLES: Orbit = Orbit { row: 0, column: 2 };
pub(super) const X_CENTRES: Orbit = Orbit { row: 1, column: 1 };
pub(super) const T_CENTRES: Orbit = Orbit { row: 1, column: 2 };

/// A turn by its number.
pub(super) fn turn(number: u8) -> Turn {
    let (family, amount) = (usize::from(number) / 3, number % 3 + 1);
    Turn::outer(SIZE, family % 6, 1 + family / 6, amount)
}

/// The mirror image of a turn under the reflection that exchanges R and L.
pub(super) fn reflected(number: u8) -> u8 {
    let family = number / 3;
    let family = if family % 3 == 1 { family / 6 * 6 + (family + 3) % 6 } else { family };
    3 * family + 2 - number % 3
}

/// The image of each slot under the reflection that exchanges R and L.
pub(super) fn reflection(orbit: Orbit) -> Permutation {
    let image = |cell: Cell| {
        let face = if geometry::axis_of(cell.face).0 == 0 { opposite(cell.face) } else { cell.face };
        Cell { face, row: cell.row, column: SIZE - 1 - cell.column }
    };
    let slot_of = |cell| Orbit::of_cell(SIZE, cell).filter(|(of, _)| *of == orbit).map(|(_, slot)| slot);
    std::array::from_fn(|slot| {
        let cell = orbit.cell(SIZE, slot);
        // The mirror image of a wing is identified by its other sticker.
        let other = || geometry::neighbours(SIZE, cell).first().and_then(|&other| slot_of(image(other)));
        slot_of(image(cell)).or_else(other).unwrap_or(slot) as u8
    })
}

/// The effect of the turns.
pub(super) struct MoveTables {
    pub(super) wings: [Permutation; MOVES],
    pub(super) middles: [Permutation; MOVES],
    pub(super) x_centres: [Permutation; MOVES],
    pub(super) t_centres: [Permutation; MOVES],
    /// On sets of slots.
    pub(super) wing_sets: Vec<SetMove>,
    pub(super) x_sets: Vec<SetMove>,
    pub(super) t_sets: Vec<SetMove>,
}

/// The tables of the turns.
pub(super) fn tables() -> &'static MoveTables {
    static TABLES: LazyLock<MoveTables> = LazyLock::new(|| {
        let of = |orbit: Orbit| std::array::from_fn(|number| orbit.permutation(SIZE, turn(number as u8)));
        let sets = |orbit: &[Permutation; MOVES]| orbit.iter().map(set_move).collect();
        let (wings, x_centres, t_centres) = (of(WINGS), of(X_CENTRES), of(T_CENTRES));
        MoveTables {
            wing_sets: sets(&wings),
            x_sets: sets(&x_centres),
            t_sets: sets(&t_centres),
            wings,
            middles: of(MIDDLES),
            x_centres,
            t_centres,
        }
    });
    &TABLES
}

/// The contents of the slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The wing, by the slot it is in when solved.
    pub(super) wings: [u8; SLOTS],
    /// The sticker of a middle edge, by its slot in the solved cube.
    pub(super) middles: [u8; SLOTS],
    /// The colour of an X centre.
    pub(super) x_centres: [u8; SLOTS],
    pub(super) t_centres: [u8; SLOTS],
}

impl State {
    /// The state of a cube of legal pieces whose colours are those of its fixed centres.
    pub(super) fn read(cube: &Stickers<u8>) -> State {
        let faces = wing_faces();
        let edges = |orbit: Orbit| {
            std::array::from_fn(|slot| {
                let cell = orbit.cell(SIZE, slot);
                let colours =
                    [cell, geometry::neighbours(SIZE, cell)[0]].map(|cell| usize::from(cube.get(cell)));
                faces.iter().position(|faces| *faces == colours).unwrap_or(0) as u8
            })
        };
        let centres = |orbit: Orbit| std::array::from_fn(|slot| cube.get(orbit.cell(SIZE, slot)));
        State {
            wings: edges(WINGS),
            middles: edges(MIDDLES),
            x_centres: centres(X_CENTRES),
            t_centres: centres(T_CENTRES),
        }
    }

    pub(super) fn after(&self, number: u8) -> State {
        let number = usize::from(number);
        let tables = tables();
        let moved = |content: &[u8; SLOTS], p: &Permutation| p.map(|from| content[usize::from(from)]);
        State {
            wings: moved(&self.wings, &tables.wings[number]),
            middles: moved(&self.middles, &tables.middles[number]),
            x_centres: moved(&self.x_centres, &tables.x_centres[number]),
            t_centres: moved(&self.t_centres, &tables.t_centres[number]),
        }
    }

    /// The state after a turn of the whole cube, as seen from its fixed centres.
    pub(super) fn turned(&self, whole: Turn) -> State {
        let pieces = |content: &[u8; SLOTS], orbit: Orbit| {
            let p = orbit.permutation(SIZE, whole);
            let image = inverse(&p);
            p.map(|from| image[usize::from(content[usize::from(from)])])
        };
        let image = inverse(&T_CENTRES.permutation(SIZE, whole));
        let colours = |content: &[u8; SLOTS], orbit: Orbit| {
            orbit.permutation(SIZE, whole).map(|from| image[4 * usize::from(content[usize::from(from)])] / 4)
        };
        State {
            wings: pieces(&self.wings, WINGS),
            middles: pieces(&self.middles, MIDDLES),
            x_centres: colours(&self.x_centres, X_CENTRES),
            t_centres: colours(&self.t_centres, T_CENTRES),
        }
    }
}

/// The slots that show one of two opposite colours.
pub(super) fn axis_colours(centres: &[u8; SLOTS], colour: u8) -> u32 {
    (0..SLOTS).filter(|&slot| centres[slot] % 3 == colour).fold(0, |set, slot| set | 1 << slot)
}

/// The slots that show a colour.
pub(super) fn one_colour(centres: &[u8; SLOTS], colour: u8) -> u32 {
    (0..SLOTS).filter(|&slot| centres[slot] == colour).fold(0, |set, slot| set | 1 << slot)
}

/// A turn of the whole cube.
pub(super) fn whole(axis: u8, amount: u8) -> Turn {
    Turn { axis, from: 0, to: SIZE as u16 - 1, amount }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use permutant_group::random::below;
    use rand_chacha::ChaCha8Rng;

    /// The solved cube.
    pub(in crate::five) fn solved() -> State {
        State::read(&Stickers::solved(SIZE))
    }

    /// One of these turns.
    pub(in crate::five) fn any(rng: &mut ChaCha8Rng, turns: &[u8]) -> usize {
        below(rng, turns.len() as u64) as usize
    }

    #[test]
    fn states_follow_the_stickers_and_turn_as_a_whole() {
        use crate::model::pieces::seen_from_centres;
        use rand_core::SeedableRng;
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut cube, mut state) = (Stickers::solved(SIZE), solved());
        for _ in 0..100 {
            let number = below(&mut rng, MOVES as u64) as u8;
            cube.turn(turn(number));
            state = state.after(number);
            assert_eq!(State::read(&cube), state);
            let by = whole(below(&mut rng, 3) as u8, 1 + below(&mut rng, 3) as u8);
            let mut seen = cube.clone();
            seen.turn(by);
            assert_eq!(State::read(&seen_from_centres(&seen).unwrap()), state.turned(by));
        }
    }

    #[test]
    fn the_mirror_of_a_turn_turns_the_mirrored_cube() {
        for orbit in [WINGS, MIDDLES, X_CENTRES, T_CENTRES] {
            let image = reflection(orbit);
            for number in 0..MOVES as u8 {
                let p = orbit.permutation(SIZE, turn(number));
                let mirrored = orbit.permutation(SIZE, turn(reflected(number)));
                for (slot, &from) in p.iter().enumerate() {
                    assert_eq!(mirrored[usize::from(image[slot])], image[usize::from(from)]);
                }
            }
        }
    }
}
