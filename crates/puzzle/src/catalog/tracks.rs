//! Puzzles in the plane whose moves are always possible: closed tracks of positions that shift, turntables, flips.
//!
//! Start at [`Tracks`]: positions counted from 0, and moves by name, each a list of cycles; it becomes a
//! [`Puzzle`] with all pieces told apart, laid out in the plane. Positions that no sequence of moves exchanges come to lie in sets of
//! their own. What has a blank is not told here: its moves depend on the position.

use super::parameters::ParameterFault;
use super::plane_layouts::Layout;
use crate::definition::{Action, Definition, Generator, Orbit, Role};
use crate::picture::{Motion, Part, Plane};
use crate::puzzle::Puzzle;
use crate::transformation::{OrbitTransformation, Transformation};

/// Most positions of a puzzle: the order of its group is then known within some ten seconds.
pub(super) const MAX_POSITIONS: usize = 2500;

/// Most positions of all moves together: a puzzle keeps four bytes of each twice, 20 MB in all.
pub(super) const MAX_IMAGES: usize = 2_500_000;

/// Positions and what the moves do to them.
#[derive(Clone, Debug)]
pub(super) struct Tracks {
    positions: usize,
    moves: Vec<TrackMove>,
    layout: Layout,
}

/// Refuses what would take too much memory.
pub(super) fn check_size(positions: usize, moves: usize) -> Result<(), ParameterFault> {
    if positions > MAX_POSITIONS {
        return Err(ParameterFault::Positions(positions));
    }
    if positions.saturating_mul(moves) > MAX_IMAGES {
        return Err(ParameterFault::Images { positions, moves });
    }
    Ok(())
}

#[derive(Clone, Debug)]
struct TrackMove {
    name: String,
    /// For each position, the one from which its piece comes.
    from: Vec<u16>,
    motion: Motion,
}

impl Tracks {
    /// No moves yet. Refuses what would take too much memory, before anything of that size is made. The layout has as
    /// many positions.
    pub(super) fn new(
        positions: usize,
        moves: usize,
        layout: impl FnOnce() -> Layout,
    ) -> Result<Self, ParameterFault> {
        check_size(positions, moves)?;
        Ok(Tracks { positions, moves: Vec::with_capacity(moves), layout: layout() })
    }

    /// Adds a move that carries the piece at each position of a cycle to the next, from the last to the first. The
    /// positions are below the number of them, none twice.
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
            // Moves are of finite order, so going back along them reaches what going forth does.
            while let Some(&position) = orbit.get(next) {
                for step in &self.moves {
                    let from = usize::from(step.from[position]);
                    if !std::mem::replace(&mut reached[from], true) {
                        orbit.push(from);
                    }
                }
                next += 1;
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        orbits
    }

    /// The puzzle and how it lies in the plane, its pieces numbered by their positions. One set is called `TILES`, several `TILES1`, `TILES2`, …
    pub(super) fn puzzle(self, name: String) -> (Puzzle, Plane) {
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
        let mut plane = Plane { plates: self.layout.plates, ..Plane::default() };
        plane.colours = self.layout.colours.iter().max().map_or(0, |most| most + 1);
        let mut places = vec![(0, 0); self.positions];
        for (orbit, positions) in members.iter().enumerate() {
            positions.iter().for_each(|&position| places[position] = (orbit, number[position]));
        }
        let drawn = self.layout.outlines.into_iter().zip(self.layout.colours).zip(places).enumerate();
        plane.parts = drawn
            .map(|(position, ((outline, colour), (orbit, slot)))| Part {
                outline,
                orbit,
                slot,
                colour,
                label: (position + 1).to_string(),
            })
            .collect();
        for TrackMove { name, from, motion } in self.moves {
            let parts = members.iter().enumerate().map(|(index, orbit)| {
                let came = orbit.iter().map(|&position| number[usize::from(from[position])]).collect();
                let part = OrbitTransformation::new(&definition.orbits[index], came, vec![0; orbit.len()]);
                (index, part.expect("a move permutes the positions of an orbit"))
            });
            let action = Action::Given(Transformation::from_parts(parts));
            plane.motions.insert(name.clone(), motion);
            definition.generators.push(Generator { name, role: Role::Turn, action });
        }
        (Puzzle::new(definition).expect("moves have different names"), plane)
    }
}
