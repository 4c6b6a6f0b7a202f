//! Random definitions of small puzzles, and their rules as the definition states them: for tests against brute force.

use permutant_group::random::{below, shuffle};
use permutant_puzzle::definition::{Action, Block, Definition, Generator, Illegal, Role};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::{OrbitTransformation, Transformation};
use rand_chacha::ChaCha8Rng;

/// Numbers by chance, from a seed.
pub(crate) struct Dice(pub(crate) ChaCha8Rng);

impl Dice {
    /// Below `sides`.
    pub(crate) fn roll(&mut self, sides: u64) -> usize {
        below(&mut self.0, sides) as usize
    }

    /// Whether a throw of `sides` is the one that counts.
    pub(crate) fn one_in(&mut self, sides: u64) -> bool {
        self.roll(sides) == 0
    }
}

/// How large puzzles may be: so many orbits, pieces an orbit from three on, and moves from two on.
pub(crate) struct Sizes {
    pub(crate) orbits: u64,
    pub(crate) pieces: u64,
    pub(crate) moves: u64,
}

/// A puzzle of a few orbits of a few pieces, perhaps turned, alike, forbidden, glued.
pub(crate) fn random_definition(dice: &mut Dice, sizes: &Sizes) -> Definition {
    let orbits: Vec<Orbit> = (0..1 + dice.roll(sizes.orbits))
        .map(|number| Orbit {
            name: format!("O{number}"),
            pieces: 3 + dice.roll(sizes.pieces) as u16,
            orientations: [1, 1, 2, 3, 4][dice.roll(5)],
        })
        .collect();
    let mut definition = Definition::new("random", orbits.clone());
    for (row, orbit) in definition.solved.orbits.iter_mut().zip(&orbits) {
        if dice.one_in(3) {
            // Some pieces look alike.
            row.pieces.iter_mut().for_each(|piece| *piece /= 2);
        }
        if orbit.orientations == 4 && dice.one_in(2) {
            row.moduli.fill(2);
        } else if dice.one_in(4) {
            row.moduli.fill(1);
        }
    }
    for number in 0..2 + dice.roll(sizes.moves) {
        let parts = orbits.iter().enumerate().map(|(index, orbit)| {
            let count = usize::from(orbit.pieces);
            // A cycle of some slots, the others stay.
            let mut slots: Vec<u16> = (0..orbit.pieces).collect();
            shuffle(&mut dice.0, &mut slots);
            let cycle = &slots[..dice.roll(count as u64 + 1)];
            let (mut rows, mut turns) = ((0..orbit.pieces).collect::<Vec<u16>>(), vec![0; count]);
            for (at, &slot) in cycle.iter().enumerate() {
                rows[usize::from(slot)] = cycle[(at + 1) % cycle.len()];
                turns[usize::from(slot)] = dice.roll(u64::from(orbit.orientations)) as u16;
            }
            (index, OrbitTransformation::new(orbit, rows, turns).unwrap())
        });
        let whole = Transformation::from_parts(parts.collect::<Vec<_>>());
        let name = char::from(b'A' + number as u8).to_string();
        definition.generators.push(Generator { name, role: Role::Turn, action: Action::Given(whole) });
    }
    definition.generators.retain(|generator| generator.action != Action::Given(Transformation::identity()));
    if dice.one_in(4) {
        let orbit = dice.roll(orbits.len() as u64);
        let slot = dice.roll(u64::from(orbits[orbit].pieces)) as u16;
        let at_home = definition.solved.orbits[orbit].pieces[usize::from(slot)];
        let pieces = vec![definition.solved.orbits[orbit].pieces[dice.roll(u64::from(orbits[orbit].pieces))]];
        if pieces[0] != at_home {
            definition.restrictions.illegal.push(Illegal { orbit, slot, pieces });
        }
    }
    if dice.one_in(4) {
        let orbit = dice.roll(orbits.len() as u64);
        let row = &definition.solved.orbits[orbit].pieces;
        let pieces = [row[0], row[1], row[2]].map(|piece| (orbit, piece)).to_vec();
        definition.restrictions.blocks.push(Block { pieces });
    }
    definition
}

/// Whether a turn may be made, from the definition's own words: every block moves as a whole (as its base move moves
/// it), and nothing comes to stand where it must not.
pub(crate) fn is_possible(puzzle: &Puzzle, state: &State, turn: &Turn) -> bool {
    let rules = &puzzle.definition().restrictions;
    let after = state.after(&turn.transformation());
    let legal = rules.illegal.iter().all(|illegal| {
        !illegal.pieces.contains(&after.orbits[illegal.orbit].pieces[usize::from(illegal.slot)])
    });
    let once = &turn.base().transformation;
    legal
        && rules.blocks.iter().all(|block| {
            let touched: Vec<bool> = (block.pieces.iter())
                .flat_map(|&(orbit, piece)| {
                    let row = state.orbits[orbit].pieces.clone();
                    (0..row.len()).filter(move |&slot| row[slot] == piece).map(move |slot| {
                        once.part(orbit).is_some_and(|part| {
                            usize::from(part.permutation()[slot]) != slot || part.orientation()[slot] != 0
                        })
                    })
                })
                .collect();
            touched.windows(2).all(|pair| pair[0] == pair[1])
        })
}
