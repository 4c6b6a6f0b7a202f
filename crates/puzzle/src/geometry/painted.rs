//! Positions given by the colours of their stickers, as people enter the puzzle in their hands.
//!
//! Start at [`Shape::read_colours`], the inverse of [`Shape::colours`]. Colours may leave details open, such as which
//! of two pieces with the same colours is in a slot, or how a piece of one colour is turned. These are taken from the
//! solved puzzle where possible; [`super::Seen`] represents all positions with the same colours.

use super::seen::Slot;
use super::shape::Shape;
use crate::orbit::Orbit;
use crate::state::State;
use std::collections::HashMap;

/// The reason why colours do not define a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PaintError {
    /// Some stickers have no colour yet.
    #[error("{} no colour yet", unpainted(.stickers.len()))]
    Unpainted {
        /// Their numbers.
        stickers: Vec<usize>,
    },
    /// A sticker that no move affects has a colour other than that of its face.
    #[error("this sticker never leaves its face {face}, so it has the colour of {face}")]
    Fixed {
        /// Its number.
        sticker: usize,
        /// The name of its face.
        face: String,
    },
    /// No piece has such colours.
    #[error("no {} has the {}", one_of(.set), in_colours(.colours))]
    NoPiece {
        /// The name of the set of pieces.
        set: String,
        /// The names of the faces with these colours, in the order of the stickers.
        colours: Vec<String>,
        /// The numbers of the stickers.
        stickers: Vec<usize>,
    },
    /// More pieces with some colours are painted than the puzzle has.
    #[error("{found} {} are painted {}, but the puzzle has only {expected} of that kind", several_of(.set), listed(.colours))]
    TooMany {
        /// The name of the set of pieces.
        set: String,
        /// The names of the faces with these colours, in the order of the stickers.
        colours: Vec<String>,
        /// The number of painted pieces.
        found: usize,
        /// The number of such pieces in the puzzle.
        expected: usize,
        /// The numbers of their stickers.
        stickers: Vec<usize>,
    },
}

fn unpainted(count: usize) -> String {
    if count == 1 { "1 sticker has".to_string() } else { format!("{count} stickers have") }
}

/// The usual sets of pieces, with what their pieces are called. A definition may call its sets anything.
const USUAL: [(&str, &str); 5] =
    [("CORNERS", "corner"), ("EDGES", "edge"), ("CENTERS", "centre"), ("WINGS", "wing"), ("TIPS", "tip")];

fn usual(set: &str) -> Option<&'static str> {
    USUAL.iter().find(|(known, _)| set.eq_ignore_ascii_case(known)).map(|(_, piece)| *piece)
}

fn one_of(set: &str) -> String {
    usual(set).map_or_else(|| format!("piece of the set {set}"), str::to_string)
}

fn several_of(set: &str) -> String {
    usual(set).map_or_else(|| format!("pieces of the set {set}"), |piece| format!("{piece}s"))
}

/// Names with "and" between the last two.
fn listed(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

fn in_colours(names: &[String]) -> String {
    format!("{} {}", if names.len() == 1 { "colour" } else { "colours" }, listed(names))
}

impl PaintError {
    /// The stickers concerned.
    pub fn stickers(&self) -> Vec<usize> {
        match self {
            PaintError::Fixed { sticker, .. } => vec![*sticker],
            PaintError::Unpainted { stickers }
            | PaintError::NoPiece { stickers, .. }
            | PaintError::TooMany { stickers, .. } => stickers.clone(),
        }
    }
}

/// The colours of a slot by the index of each sticker, and the pieces that show them: number and orientation.
type Looks = HashMap<Vec<usize>, Vec<(u16, u16)>>;

impl Shape {
    /// The position whose stickers have these colours, given for each sticker as the number of a face. Both the orbits
    /// and the solved state must be those of the puzzle. O(stickers × orientations).
    ///
    /// # Errors
    ///
    /// If some stickers are not painted, or no position has these colours. Whether the position can be solved is not
    /// checked.
    pub fn read_colours(
        &self,
        orbits: &[Orbit],
        solved: &State,
        painted: &[Option<usize>],
    ) -> Result<State, PaintError> {
        let painted = |sticker: usize| painted.get(sticker).copied().flatten();
        let shown = self.colours(solved, solved);
        let stickers =
            (0..shown.len()).filter(|&sticker| shown[sticker].is_some() && painted(sticker).is_none());
        let stickers: Vec<usize> = stickers.collect();
        if !stickers.is_empty() {
            return Err(PaintError::Unpainted { stickers });
        }
        for (number, sticker) in self.stickers().iter().enumerate() {
            if sticker.place.is_none() && shown[number].is_some() && painted(number) != Some(sticker.face) {
                let face = self.faces()[sticker.face].name.clone();
                return Err(PaintError::Fixed { sticker: number, face });
            }
        }
        let slots = self.slots(orbits);
        let mut state = solved.clone();
        for (number, (orbit, slots)) in orbits.iter().zip(&slots).enumerate() {
            let looks = self.looks(number, slots, solved);
            let colours = |slot: &Slot| -> Vec<usize> {
                slot.values().filter_map(|&sticker| painted(sticker)).collect()
            };
            let row = &mut state.orbits[number];
            let home = &solved.orbits[number];
            let mut left: HashMap<u16, usize> = HashMap::new();
            home.pieces.iter().for_each(|&piece| *left.entry(piece).or_default() += 1);
            // Pieces in their solved slots first, since colours alone may not distinguish them from others.
            let mut open = Vec::new();
            for (slot, stickers) in slots.iter().enumerate() {
                let seen = colours(stickers);
                let Some(known) = looks.get(&seen) else {
                    let (set, colours) = (orbit.name.clone(), self.names(&seen));
                    return Err(PaintError::NoPiece {
                        set,
                        colours,
                        stickers: stickers.values().copied().collect(),
                    });
                };
                let at_home = known.iter().find(|(piece, _)| *piece == home.pieces[slot]);
                match at_home.filter(|(piece, _)| left[piece] > 0) {
                    Some(&(piece, orientation)) => {
                        *left.entry(piece).or_default() -= 1;
                        (row.pieces[slot], row.orientations[slot]) = (piece, orientation);
                    }
                    None => open.push((slot, known)),
                }
            }
            for (slot, known) in open {
                let Some(&(piece, orientation)) = known.iter().find(|(piece, _)| left[piece] > 0) else {
                    let seen = colours(&slots[slot]);
                    let same = |stickers: &&Slot| {
                        looks.get(&colours(stickers)).is_some_and(|other| other[0].0 == known[0].0)
                    };
                    let alike: Vec<&Slot> = slots.iter().filter(same).collect();
                    let pieces = |piece: &&u16| known.iter().any(|(known, _)| known == *piece);
                    return Err(PaintError::TooMany {
                        set: orbit.name.clone(),
                        colours: self.names(&seen),
                        found: alike.len(),
                        expected: home.pieces.iter().filter(pieces).count(),
                        stickers: alike.iter().flat_map(|slot| slot.values().copied()).collect(),
                    });
                };
                *left.entry(piece).or_default() -= 1;
                (row.pieces[slot], row.orientations[slot]) = (piece, orientation);
            }
            for slot in 0..row.pieces.len() {
                let piece = row.pieces[slot];
                let at = home.pieces.iter().position(|&other| other == piece).unwrap_or(slot);
                row.moduli[slot] = home.moduli[at];
            }
        }
        Ok(state)
    }

    /// The colours of the pieces of an orbit in each orientation; `slots` contains its stickers by slot and index.
    fn looks(&self, orbit: usize, slots: &[Slot], solved: &State) -> Looks {
        let row = &solved.orbits[orbit];
        let mut looks = Looks::new();
        for (home, &piece) in row.pieces.iter().enumerate() {
            if row.pieces[..home].contains(&piece) {
                continue;
            }
            let modulus = row.moduli[home].max(1);
            for by in 0..modulus {
                let known = looks.entry(self.shown(orbit, &slots[home], by)).or_default();
                if known.iter().all(|(other, _)| *other != piece) {
                    let orientation =
                        (u32::from(row.orientations[home]) + u32::from(by)) % u32::from(modulus);
                    known.push((piece, orientation as u16));
                }
            }
        }
        looks
    }

    fn names(&self, faces: &[usize]) -> Vec<String> {
        let name = |&face: &usize| self.faces().get(face).map_or("?", |face| &face.name).to_string();
        faces.iter().map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::puzzle::Puzzle;

    fn open(name: &str) -> (Puzzle, Shape) {
        let entry = catalog::find(name).unwrap();
        let shape = entry.shape.or_else(|| catalog::look(&entry.puzzle, entry.facelets.as_ref())).unwrap();
        (entry.puzzle, shape)
    }

    /// The colours of a position are read as this position.
    #[test]
    fn colours_are_read_as_what_shows_them() {
        for name in
            ["2x2x2", "3x3x3", "4x4x4", "5x5x5", "pyraminx", "skewb", "megaminx", "dino", "fto", "c f 0 v 0"]
        {
            let (puzzle, shape) = open(name);
            let mut state = puzzle.solved().clone();
            for base in puzzle.bases().iter().cycle().step_by(3).take(40) {
                state.apply(&base.transformation);
                let painted = shape.colours(puzzle.solved(), &state);
                let read = shape.read_colours(puzzle.orbits(), puzzle.solved(), &painted).unwrap();
                assert_eq!(shape.colours(puzzle.solved(), &read), painted, "{name}");
                if name != "4x4x4" && name != "5x5x5" {
                    assert_eq!(read, state, "{name}");
                }
                read.check_pieces(puzzle.solved(), puzzle.orbits()).unwrap();
            }
        }
    }

    #[test]
    fn pieces_and_colours_have_natural_names() {
        let fault = |set: &str, colours: &[&str]| {
            let colours = colours.iter().map(|name| (*name).to_string()).collect();
            PaintError::NoPiece { set: set.to_string(), colours, stickers: Vec::new() }.to_string()
        };
        assert_eq!(fault("CENTERS", &["U"]), "no centre has the colour U");
        assert_eq!(fault("wings", &["U", "F"]), "no wing has the colours U and F");
        assert_eq!(fault("CENTERS2", &["U"]), "no piece of the set CENTERS2 has the colour U");
    }

    #[test]
    fn what_no_piece_shows_is_told() {
        let (puzzle, shape) = open("3x3x3");
        let solved = shape.colours(puzzle.solved(), puzzle.solved());
        let read = |painted: &[Option<usize>]| {
            shape.read_colours(puzzle.orbits(), puzzle.solved(), painted).unwrap_err()
        };
        let mut painted = solved.clone();
        painted[0] = None;
        assert_eq!(read(&painted), PaintError::Unpainted { stickers: vec![0] });
        assert!(matches!(read(&[]), PaintError::Unpainted { stickers } if stickers.len() == 54));
        // The first sticker of the upper face belongs to a corner, the second to an edge; the fifth is the centre.
        let mut painted = solved.clone();
        painted[0] = Some(3);
        let fault = read(&painted);
        let told = fault.to_string();
        let listed = told.strip_prefix("no corner has the colours ").unwrap();
        assert!(listed.matches(", ").count() == 1 && listed.matches(" and ").count() == 1, "{told}");
        assert_eq!(fault.stickers().len(), 3);
        // UB painted with the colours of UF.
        let mut painted = solved.clone();
        let back = |sticker: usize| shape.stickers()[sticker].place;
        let edge = back(1).unwrap();
        let other = (0..54).find(|&at| {
            at != 1 && back(at).is_some_and(|place| (place.orbit, place.slot) == (edge.orbit, edge.slot))
        });
        painted[other.unwrap()] = Some(2);
        let fault = read(&painted);
        assert!(
            matches!(&fault, PaintError::TooMany { found: 2, expected: 1, stickers, .. } if stickers.len() == 4),
            "{fault}"
        );
        let told = fault.to_string();
        let kind = told.strip_prefix("2 edges are painted ").unwrap();
        assert!(kind.ends_with(", but the puzzle has only 1 of that kind"), "{told}");
        let mut painted = solved;
        painted[4] = Some(1);
        assert!(matches!(read(&painted), PaintError::Fixed { .. } | PaintError::TooMany { .. }));
    }
}
