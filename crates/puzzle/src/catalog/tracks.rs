//! Planar puzzles: shifting closed tracks of positions, turntables, flips, a blank.
//!
//! Start at [`Tracks`]: positions are numbered from 0, and each named move is a list of cycles. It becomes a
//! [`Puzzle`] with all pieces distinct, laid out in the plane. Positions that no sequence of moves exchanges become
//! separate orbits. With a [`Blank`], a move is possible only if it moves the blank.

use super::arrangements::Arrangements;
use super::parameters::{ParameterError, check_size};
use super::plane_layouts::Layout;
use crate::definition::{Action, Block, Definition, Generator, Role};
use crate::direction::Direction;
use crate::orbit::Orbit;
use crate::picture::{Motion, Part, Plane};
use crate::puzzle::Puzzle;
use crate::sorting;
use crate::state::State;
use crate::transformation::{OrbitTransformation, Transformation};

/// The positions and the effect of the moves on them.
#[derive(Clone, Debug)]
pub(super) struct Tracks {
    positions: usize,
    moves: Vec<TrackMove>,
    layout: Layout,
    blank: Option<Blank>,
    alike: Vec<Vec<usize>>,
}

/// A position that is empty on the solved puzzle. Every move must move it.
#[derive(Clone, Debug)]
pub(super) struct Blank {
    /// Its solved position.
    pub(super) position: usize,
    /// Directions in which pieces move into it: names, opposites, and the name of the move by position of the blank.
    pub(super) directions: Vec<(&'static str, &'static str, Vec<Option<String>>)>,
    /// Whether only half of all arrangements can be reached; `None` if that is unknown.
    pub(super) is_even: Option<bool>,
}

/// A puzzle of a family.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) puzzle: Puzzle,
    pub(super) plane: Plane,
    /// The number of its states, if its moves generate no group that would give it.
    pub(super) states: Option<Arrangements>,
}

#[derive(Clone, Debug)]
struct TrackMove {
    name: String,
    /// For each position, the one from which its piece comes.
    from: Vec<u16>,
    motion: Motion,
}

impl Tracks {
    /// A puzzle without moves. Refuses a size that would take too much memory before anything of that size is
    /// allocated. The layout has as many positions.
    pub(super) fn new(
        positions: usize,
        moves: usize,
        layout: impl FnOnce() -> Layout,
    ) -> Result<Self, ParameterError> {
        check_size(positions, moves)?;
        Ok(Tracks {
            positions,
            moves: Vec::with_capacity(moves),
            layout: layout(),
            blank: None,
            alike: Vec::new(),
        })
    }

    /// Adds a move that carries the piece at each position of a cycle to the next one, and from the last to the first.
    /// The positions must exist and be distinct.
    pub(super) fn add<C: AsRef<[usize]>>(
        &mut self,
        name: impl Into<String>,
        cycles: impl IntoIterator<Item = C>,
        motion: Motion,
    ) {
        let mut from: Vec<u16> = (0..self.positions).map(|position| position as u16).collect();
        for cycle in cycles {
            let cycle = cycle.as_ref();
            for (at, &position) in cycle.iter().enumerate() {
                from[cycle[(at + 1) % cycle.len()]] = position as u16;
            }
        }
        self.moves.push(TrackMove { name: name.into(), from, motion });
    }

    /// Makes a position empty.
    pub(super) fn set_blank(&mut self, blank: Blank) {
        self.blank = Some(blank);
    }

    /// Makes the pieces that belong at some positions identical, as far as moves exchange them.
    pub(super) fn set_alike(&mut self, positions: Vec<usize>) {
        self.alike.push(positions);
    }

    /// The orbits of the positions, each in ascending order, the one of the first position first.
    fn orbits(&self) -> Vec<Vec<usize>> {
        let mut reached = vec![false; self.positions];
        let mut orbits = Vec::new();
        for start in 0..self.positions {
            if reached[start] {
                continue;
            }
            reached[start] = true;
            let mut orbit = vec![start];
            let mut next = 0;
            // Moves have finite order, so following them backwards reaches the same positions.
            while let Some(&position) = orbit.get(next) {
                for step in &self.moves {
                    let from = usize::from(step.from[position]);
                    if !std::mem::replace(&mut reached[from], true) {
                        orbit.push(from);
                    }
                }
                next += 1;
            }
            sorting::sort(&mut orbit);
            orbits.push(orbit);
        }
        orbits
    }

    /// The puzzle and its layout in the plane, with pieces numbered by their positions. A single set is called `TILES`,
    /// several are called `TILES1`, `TILES2`, …
    pub(super) fn puzzle(self, name: String) -> Made {
        let members = self.orbits();
        let mut number = vec![0u16; self.positions];
        for orbit in &members {
            for (slot, &position) in orbit.iter().enumerate() {
                number[position] = slot as u16;
            }
        }
        let several = members.len() > 1;
        let orbits: Vec<Orbit> = (members.iter().enumerate())
            .map(|(index, orbit)| Orbit {
                name: if several { format!("TILES{}", index + 1) } else { "TILES".to_string() },
                pieces: orbit.len() as u16,
                orientations: 1,
            })
            .collect();
        let mut definition = Definition::new(name, orbits);
        let hand = self.blank.as_ref().map(|_| add_hand(&mut definition));
        let mut places = vec![(0, 0); self.positions];
        for (orbit, positions) in members.iter().enumerate() {
            positions.iter().for_each(|&position| places[position] = (orbit, number[position]));
        }
        for group in &self.alike {
            // By orbit, the first piece of the group represents all.
            let mut first = vec![None; members.len()];
            for (orbit, slot) in group.iter().map(|&position| places[position]) {
                let piece = *first[orbit].get_or_insert(slot);
                definition.solved.orbits[orbit].pieces[usize::from(slot)] = piece;
            }
        }
        let mut plane = Plane { plates: self.layout.plates, seams: self.layout.seams, ..Plane::default() };
        plane.colours = self.layout.colours.iter().max().map_or(0, |most| most + 1);
        let drawn = self.layout.outlines.into_iter().zip(self.layout.colours).zip(places).enumerate();
        plane.parts = drawn
            .map(|(position, ((outline, colour), (orbit, slot)))| Part {
                outline,
                orbit,
                slot,
                index: 0,
                colour,
                label: (position + 1).to_string(),
                pose: None,
            })
            .collect();
        for TrackMove { name, from, motion } in self.moves {
            let parts = members.iter().enumerate().map(|(index, orbit)| {
                let came = orbit.iter().map(|&position| number[usize::from(from[position])]).collect();
                let part = OrbitTransformation::new(&definition.orbits[index], came, vec![0; orbit.len()]);
                (index, part.expect("a move permutes the positions of an orbit"))
            });
            let parts = parts.chain(hand.clone());
            let action = Action::Given(Transformation::from_parts(parts));
            plane.motions.insert(name.clone(), motion);
            definition.generators.push(Generator { name, role: Role::Turn, action });
        }
        let mut directions = Vec::new();
        let mut states = None;
        if let (Some(Blank { position, directions: named, is_even }), Some((hand, _))) = (self.blank, hand) {
            states = is_even.map(|is_even| Arrangements::new(self.positions, is_even));
            let home = plane.parts.get(position).map_or((0, 0), |part| (part.orbit, part.slot));
            plane.blank = Some(home);
            definition.restrictions.blocks.push(Block { pieces: vec![home, (hand, 0)] });
            directions.extend(named.into_iter().map(|(name, opposite, by_position)| {
                let moves = members[home.0].iter().map(|&at| by_position[at].clone()).collect();
                Direction { name: name.to_string(), opposite: opposite.to_string(), piece: home, moves }
            }));
        }
        let puzzle = Puzzle::new(definition).expect("moves have different names");
        Made { puzzle: puzzle.with_directions(directions), plane, states }
    }
}

/// Adds the hand that holds the blank: two identical pieces that every move exchanges. Since they are glued to the
/// blank, only moves that also move the blank are possible. Formats and solvers need no other knowledge of blanks.
/// Returns the orbit of the hand and the effect of moves on it.
fn add_hand(definition: &mut Definition) -> (usize, OrbitTransformation) {
    let orbit = Orbit { name: "HAND".to_string(), pieces: 2, orientations: 1 };
    let exchanged = OrbitTransformation::new(&orbit, vec![1, 0], vec![0; 2]);
    definition.orbits.push(orbit);
    definition.solved = State::identity(&definition.orbits);
    let hand = definition.orbits.len() - 1;
    definition.solved.orbits[hand].pieces = vec![0; 2];
    (hand, exchanged.expect("two slots are exchanged"))
}
