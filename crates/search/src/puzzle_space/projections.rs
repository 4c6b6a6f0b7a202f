//! The parts of a puzzle that get exact tables: which pieces are where in an orbit, how they are oriented, or where
//! some of them are.
//!
//! Start at [`PuzzleSpace::with_patterns`]. Slots between which pieces move form a cell; an orbit may have several.

use super::error::SpaceError;
use super::packed_move::PackedMove;
use super::rows::PieceNumbers;
use super::space::PuzzleSpace;
use crate::pruning::{MOST_GIVEN, Projection, SlotChange, count_values};

/// Greatest number of cells considered.
const MOST_CELLS: usize = 32;
/// Greatest number of sets of pieces of one cell.
const MOST_SETS: usize = 6;
/// Greatest number of arrangements of all pieces of a cell; 8! = 40 320 is below it.
const MOST_PLACES: usize = 1 << 16;
/// Greatest number of values of a set of pieces: two small sets give a larger table with smaller look-up tables.
const MOST_VALUES: usize = 1 << 15;

/// Which parts of a puzzle get exact tables (pattern databases).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Patterns {
    /// Those that give better bounds than the table over whole states, once a search takes long.
    #[default]
    Auto,
    /// None.
    None,
    /// One table for each of these sets of pieces, as pairs of orbit and piece.
    Pieces(Vec<Vec<(usize, u16)>>),
}

/// Slots between which pieces move.
struct Cell {
    orbit: usize,
    slots: Vec<usize>,
}

impl PuzzleSpace {
    /// The same space with the exact tables that the user wants, in at most half of `max_memory`. The solutions do not
    /// depend on them.
    ///
    /// # Errors
    ///
    /// If sets of pieces are too large, or if there are too many. Pieces that no move touches are ignored.
    pub fn with_patterns(mut self, patterns: &Patterns, max_memory: u64) -> Result<Self, SpaceError> {
        self.given_parts = match patterns {
            Patterns::Auto => None,
            Patterns::None => Some(Vec::new()),
            Patterns::Pieces(sets) => {
                let mut left = max_memory / 2;
                let sets: Result<_, _> = sets.iter().map(|set| self.pattern(set, &mut left)).collect();
                Some(sets?)
            }
        };
        match self.given_parts.iter().flatten().flatten().count() {
            count if count > MOST_GIVEN => Err(SpaceError::TooManyPatterns),
            _ => Ok(self),
        }
    }

    /// The parts of one table: the positions and orientations of these pieces. Subtracts the size of the table from the
    /// bytes left.
    fn pattern(&self, pieces: &[(usize, u16)], left: &mut u64) -> Result<Vec<Projection>, SpaceError> {
        // Per value of a coordinate: four bytes per move, and its place in a map. Per entry of the table: one byte.
        let value = 4 * self.moves.len() as u64 + 33;
        let too_large = |bytes: Option<u64>| SpaceError::PatternTooLarge {
            pieces: format!("these {} pieces", pieces.len()),
            bytes,
            available: *left,
        };
        let room = usize::try_from(*left / value).unwrap_or(usize::MAX);
        let (mut parts, mut entries, mut values) = (Vec::new(), 1u64, 0u64);
        for cell in self.cells() {
            let orbit = &self.orbits[cell.orbit];
            let is_wanted = |piece: &PieceNumbers| {
                let wanted = pieces.iter().filter(|wanted| wanted.0 == orbit.orbit);
                wanted.filter_map(|wanted| orbit.pieces.get(&wanted.1)).any(|one| one.first == piece.first)
            };
            let kinds = self.kinds(&cell);
            let all = kinds.len();
            let wanted: Vec<_> = kinds.into_iter().filter(|(piece, _)| is_wanted(piece)).collect();
            if wanted.is_empty() {
                continue;
            }
            let found = if wanted.len() == all {
                // Sets that are far too large are rejected before they are numbered; a group may reach only some of the
                // arrangements.
                let counts: Vec<usize> = wanted.iter().map(|&(_, count)| count).collect();
                if arrangements(cell.slots.len(), &counts, 1, room.saturating_mul(64)).is_none() {
                    let ways = arrangements(cell.slots.len(), &counts, 1, usize::MAX);
                    return Err(too_large(ways.and_then(|ways| value.checked_mul(ways as u64))));
                }
                let pieces: Vec<PieceNumbers> = wanted.iter().map(|&(piece, _)| piece).collect();
                vec![self.places(&cell, &pieces), self.orientations(&cell)]
            } else {
                let sets = divided(&cell, &wanted, room).ok_or_else(|| too_large(None))?;
                let part = |set: &[(PieceNumbers, usize)]| {
                    let pieces: Vec<PieceNumbers> = set.iter().map(|&(piece, _)| piece).collect();
                    self.of_pieces(&cell, &pieces)
                };
                sets.into_iter().map(part).collect()
            };
            for part in found.into_iter().flatten() {
                let numbered = count_values(self, &part, room).ok_or_else(|| too_large(None))? as u64;
                values = values.saturating_add(numbered);
                entries = entries.saturating_mul(numbered);
                // A constant part gives no information.
                parts.extend((numbered > 1).then_some(part));
            }
        }
        let bytes = values.saturating_mul(value).saturating_add(entries);
        if bytes > *left || entries > u32::MAX.into() {
            return Err(too_large(Some(bytes)));
        }
        *left -= bytes;
        Ok(parts)
    }

    /// Parts of at most about `most` values each.
    pub(super) fn parts(&self, most: usize) -> Vec<Projection> {
        let mut parts = Vec::new();
        for cell in self.cells().iter().take(MOST_CELLS) {
            let kinds = self.kinds(cell);
            let counts: Vec<usize> = kinds.iter().map(|&(_, count)| count).collect();
            if arrangements(cell.slots.len(), &counts, 1, most.min(MOST_PLACES)).is_some() {
                let pieces: Vec<PieceNumbers> = kinds.iter().map(|&(piece, _)| piece).collect();
                parts.extend(self.places(cell, &pieces));
            } else {
                parts.extend(
                    self.sets(cell, &kinds, most).into_iter().flat_map(|set| self.of_pieces(cell, &set)),
                );
            }
            parts.extend(self.orientations(cell));
        }
        parts
    }

    /// The positions of all pieces of a cell.
    fn places(&self, cell: &Cell, pieces: &[PieceNumbers]) -> Option<Projection> {
        self.project_on(cell, |content| {
            pieces.iter().position(|piece| holds(piece, content)).map(|at| at as u16)
        })
    }

    /// The orientations of the pieces of a cell, regardless of which pieces they are.
    fn orientations(&self, cell: &Cell) -> Option<Projection> {
        let pieces = self.orbits[cell.orbit].pieces.values();
        // Pieces known modulo different numbers form different classes.
        let mut moduli: Vec<u16> = pieces.clone().map(|piece| piece.modulus).collect();
        moduli.sort_unstable();
        moduli.dedup();
        self.project_on(cell, |content| {
            let piece = pieces.clone().find(|piece| holds(piece, content))?;
            let before: u16 = moduli.iter().take_while(|&&modulus| modulus < piece.modulus).sum();
            Some(before + (piece.home + (content - piece.first)) % piece.modulus)
        })
    }

    /// The positions and orientations of some pieces of a cell.
    fn of_pieces(&self, cell: &Cell, pieces: &[PieceNumbers]) -> Option<Projection> {
        self.project_on(cell, |content| {
            let mut before = 1;
            for piece in pieces {
                if holds(piece, content) {
                    return Some(before + content - piece.first);
                }
                before += piece.modulus;
            }
            Some(0)
        })
    }

    /// Sets of pieces, such that positions and orientations of one set, or of two together, have at most `most` values.
    fn sets(&self, cell: &Cell, kinds: &[(PieceNumbers, usize)], most: usize) -> Vec<Vec<PieceNumbers>> {
        let mut sets: Vec<Vec<PieceNumbers>> = Vec::new();
        let mut rest = kinds;
        while !rest.is_empty() && sets.len() < MOST_SETS {
            // The most pieces whose two halves fit together, or that fit alone if that makes the look-up tables
            // smaller.
            let fitting = (1..=rest.len()).take_while(|&count| {
                let (one, other) =
                    if most <= MOST_VALUES { (count, 0) } else { (count.div_ceil(2), count / 2) };
                let first = set_size(cell, &rest[..one], most.min(MOST_VALUES));
                let second = set_size(cell, &rest[one..one + other], most);
                first.zip(second).is_some_and(|(first, second)| first.saturating_mul(second) <= most)
            });
            let Some(count) = fitting.last() else {
                rest = &rest[1..];
                continue;
            };
            let (group, behind) = rest.split_at(count);
            let half = if most <= MOST_VALUES { count } else { count.div_ceil(2) };
            let halves = [&group[..half], &group[half..]].into_iter().filter(|set| !set.is_empty());
            sets.extend(halves.map(|set| set.iter().map(|&(piece, _)| piece).collect()));
            rest = behind;
        }
        sets
    }

    /// The kinds of pieces of a cell, with the number of each.
    fn kinds(&self, cell: &Cell) -> Vec<(PieceNumbers, usize)> {
        let mut kinds: Vec<(PieceNumbers, usize)> = Vec::new();
        for &slot in &cell.slots {
            let content = self.goals[0][slot];
            match kinds.iter_mut().find(|(piece, _)| holds(piece, content)) {
                Some((_, count)) => *count += 1,
                None => {
                    let piece = self.orbits[cell.orbit].pieces.values().find(|piece| holds(piece, content));
                    kinds.extend(piece.map(|&piece| (piece, 1)));
                }
            }
        }
        kinds
    }

    fn cells(&self) -> Vec<Cell> {
        let mut root: Vec<usize> = (0..self.width).collect();
        for (to, from, _) in self.moves.iter().flat_map(changes) {
            let (to, from) = (find(&mut root, to), find(&mut root, from));
            root[to.max(from)] = to.min(from);
        }
        let mut cells: Vec<Cell> = Vec::new();
        for (number, orbit) in self.orbits.iter().enumerate() {
            let begun = cells.len();
            for slot in orbit.range() {
                let first = find(&mut root, slot);
                match cells[begun..].iter_mut().find(|cell| cell.slots[0] == first) {
                    Some(cell) => cell.slots.push(slot),
                    None => cells.push(Cell { orbit: number, slots: vec![slot] }),
                }
            }
        }
        cells
    }

    /// A part that gives the class of each slot of a cell; `None` if it is constant or does not exist.
    fn project_on(&self, cell: &Cell, class: impl Fn(u16) -> Option<u16>) -> Option<Projection> {
        let orbit = &self.orbits[cell.orbit];
        let own = orbit.contents();
        let of = |content| class(content).map_or(Some(0), |class| u8::try_from(class).ok());
        let classes = own.clone().map(of).collect::<Option<Vec<u8>>>()?;
        let (slots, own_contents) = (orbit.range(), usize::from(own.start)..usize::from(own.end));
        let moves = self.moves.iter().map(|m| {
            let mut changes = changes(m);
            changes.retain(|change| slots.contains(&change.0));
            // The contents of the orbit are followed by their images under another twist.
            changes.iter_mut().for_each(|change| change.2 = change.2.map(|all| &all[own_contents.clone()]));
            changes
        });
        Projection::new(cell.slots.clone(), (own.start, classes), moves)
    }
}

fn holds(piece: &PieceNumbers, content: u16) -> bool {
    (piece.first..piece.first + piece.modulus).contains(&content)
}

/// The effect of a move, slot by slot.
fn changes(m: &PackedMove) -> Vec<SlotChange<'_>> {
    let copied = m.copies.iter().map(|&(to, from)| (usize::from(to), usize::from(from), None));
    let turned = m
        .turned
        .iter()
        .map(|&(to, from, start)| (usize::from(to), usize::from(from), Some(&m.twisted[start as usize..])));
    copied.chain(turned).collect()
}

/// The first slot in the cell of a slot.
fn find(root: &mut [usize], mut slot: usize) -> usize {
    while root[slot] != slot {
        root[slot] = root[root[slot]];
        slot = root[slot];
    }
    slot
}

/// Divides some pieces of a cell into as few sets as the limit on the number of values allows. More sets take less
/// memory for their values, and more for the table of all of them together.
fn divided<'k>(
    cell: &Cell,
    kinds: &'k [(PieceNumbers, usize)],
    room: usize,
) -> Option<Vec<&'k [(PieceNumbers, usize)]>> {
    // Larger sets are slow to number, and their numbers take more memory than the table.
    let most = room.min(MOST_VALUES);
    (1..=kinds.len())
        .map(|sets| kinds.chunks(kinds.len().div_ceil(sets)).collect::<Vec<_>>())
        .find(|sets| sets.iter().all(|set| set_size(cell, set, most).is_some()))
}

/// The number of arrangements of the pieces of a set in a cell, orientations included; `None` if more than `most`.
fn set_size(cell: &Cell, set: &[(PieceNumbers, usize)], most: usize) -> Option<usize> {
    let counts: Vec<usize> = set.iter().map(|&(_, count)| count).collect();
    let turned = set.iter().fold(1usize, |turned, &(piece, count)| {
        turned.saturating_mul(usize::from(piece.modulus).saturating_pow(count as u32))
    });
    arrangements(cell.slots.len(), &counts, turned, most)
}

/// The number of arrangements of the given numbers of pieces of each kind in the slots, times `turned`; `None` if more
/// than `most`.
fn arrangements(slots: usize, counts: &[usize], turned: usize, most: usize) -> Option<usize> {
    let (mut left, mut ways) = (slots, turned);
    for &count in counts {
        for chosen in 0..count {
            // Exact: a product of this many factors divided by (chosen + 1)! is a binomial.
            ways = ways.checked_mul(left.checked_sub(chosen)?)? / (chosen + 1);
            if ways / 64 > most {
                return None;
            }
        }
        left -= count;
    }
    (ways <= most).then_some(ways)
}
