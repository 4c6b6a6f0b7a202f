//! Where the moves of a space carry each piece, by itself.
//!
//! Start at [`Carried::of`]. The position and orientation of a piece are one number, its code: the slot, counted within
//! the slots between which the piece moves, times the number of its orientations, plus its orientation.

use crate::puzzle_space::{PuzzleSpace, SolvedPiece};
use crate::space::{MoveId, Space};
use num_integer::gcd;
use std::collections::HashMap;

/// The greatest number of pieces of a puzzle.
pub(crate) const MOST_PIECES: usize = 64;

/// The greatest number of codes of a piece.
pub(super) const MOST_CODES: usize = 256;

/// The code of each piece.
pub(crate) type Codes = [u8; MOST_PIECES];

/// A piece, and its codes.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its orbit and number in the puzzle.
    pub(super) name: (usize, u16),
    /// Which cell: the slots between which it moves.
    pub(super) cell: usize,
    /// Its orientations.
    pub(super) modulus: usize,
    /// Where its codes begin in the row of a move.
    pub(super) start: usize,
    /// Its code in the solved state.
    pub(super) home: u8,
    /// No other piece is like it.
    pub(super) is_alone: bool,
    /// By code, as a set of bits: whether it is solved, in its own slot or in that of a piece like it.
    solved: [u64; MOST_CODES / 64],
    /// Its first content in a row.
    pub(super) first: u16,
}

/// What the moves of a space do to the code of each piece.
#[derive(Clone, Debug)]
pub(crate) struct Carried {
    pub(super) pieces: Vec<Piece>,
    /// Where the codes of each piece begin in the row of a move: what the search reads for each move.
    starts: Vec<u16>,
    /// By cell: its slots in a row, ascending.
    pub(super) cells: Vec<Vec<usize>>,
    /// By move: the codes of all kinds of pieces after it.
    next: Vec<u8>,
    width: usize,
    pub(super) costs: Vec<u32>,
    inverses: Vec<MoveId>,
    moves: Vec<MoveId>,
    /// The greatest common divisor of the costs.
    unit: u32,
}

impl Carried {
    /// `None` if a rule of the space restricts its moves, if there are several goals, or if the numbers of pieces or codes are too
    /// great. O(moves · slots · orientations).
    pub(crate) fn of(space: &PuzzleSpace) -> Option<Self> {
        let solved = space.solved_pieces()?;
        if solved.len() > MOST_PIECES {
            return None;
        }
        let cells = cells(space, &solved);
        let cell_of: HashMap<usize, (usize, usize)> = cells
            .iter()
            .enumerate()
            .flat_map(|(cell, slots)| slots.iter().enumerate().map(move |(at, &slot)| (slot, (cell, at))))
            .collect();
        let mut starts: HashMap<(usize, usize), usize> = HashMap::new();
        let mut width = 0;
        let mut pieces: Vec<Piece> = Vec::new();
        for one in &solved {
            let (cell, at) = cell_of[&one.slot];
            let modulus = usize::from(one.modulus);
            let codes = cells[cell].len() * modulus;
            if codes > MOST_CODES {
                return None;
            }
            let start = *starts.entry((cell, modulus)).or_insert_with(|| {
                width += codes;
                width - codes
            });
            let home = (at * modulus) as u8 + one.twist as u8;
            pieces.push(Piece {
                name: one.name,
                cell,
                modulus,
                start,
                home,
                is_alone: solved.iter().filter(|other| other.name == one.name).count() == 1,
                solved: [0; MOST_CODES / 64],
                first: one.first,
            });
        }
        let homes: Vec<((usize, u16), u8)> = pieces.iter().map(|piece| (piece.name, piece.home)).collect();
        for piece in &mut pieces {
            for &(_, home) in homes.iter().filter(|(name, _)| *name == piece.name) {
                piece.solved[usize::from(home) / 64] |= 1 << (home % 64);
            }
        }
        let mut next = Vec::new();
        for m in space.moves() {
            let mut row: Vec<u8> = vec![0; width];
            // Each kind of piece in the same way: the first of it stands for all.
            for (&(cell, modulus), &start) in &starts {
                let first = pieces.iter().find(|piece| piece.start == start)?.first;
                (0..cells[cell].len() * modulus).for_each(|code| row[start + code] = code as u8);
                let (changes, twisted) = space.slot_changes(m);
                for change in changes {
                    let Some(&(there, to)) = cell_of.get(&usize::from(change.to)) else { continue };
                    let Some(&(_, from)) = cell_of.get(&usize::from(change.from)) else { continue };
                    if there != cell {
                        continue;
                    }
                    for twist in 0..modulus {
                        let content = usize::from(first) + twist;
                        let becomes = change.table.map_or(content, |table| twisted[table + content].into());
                        let twisted = becomes.checked_sub(first.into()).filter(|&twist| twist < modulus)?;
                        row[start + from * modulus + twist] = (to * modulus + twisted) as u8;
                    }
                }
            }
            next.extend(row);
        }
        let costs: Vec<u32> = space.moves().map(|m| space.cost(m)).collect();
        Some(Carried {
            starts: pieces.iter().map(|piece| u16::try_from(piece.start).ok()).collect::<Option<_>>()?,
            pieces,
            cells,
            next,
            width,
            unit: costs.iter().copied().fold(0, gcd).max(1),
            costs,
            inverses: space.moves().map(|m| space.inverse(m)).collect(),
            moves: space.moves().collect(),
        })
    }

    /// All that determines where the pieces are carried, and at which cost.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let pieces =
            self.pieces.iter().flat_map(|piece| [piece.cell, piece.modulus, piece.start, piece.home.into()]);
        let costs = self.costs.iter().map(|&cost| u64::from(cost));
        pieces.map(|word| word as u64).chain(costs).chain(self.next.iter().map(|&code| u64::from(code)))
    }

    /// The greatest common divisor of the costs of moves: distances are counted in it.
    pub(crate) fn unit(&self) -> u32 {
        self.unit
    }

    pub(crate) fn moves(&self) -> &[MoveId] {
        &self.moves
    }

    /// What a move does to the codes of each kind of piece.
    #[inline(always)]
    pub(super) fn row(&self, m: MoveId) -> &[u8] {
        &self.next[m.index() * self.width..][..self.width]
    }

    /// The codes in a state.
    pub(crate) fn codes(&self, row: &[u16]) -> Codes {
        let mut codes = [0; MOST_PIECES];
        let mut is_placed = [false; MOST_PIECES];
        for (cell, slots) in self.cells.iter().enumerate() {
            for (at, &slot) in slots.iter().enumerate() {
                let twist = |piece: &Piece| row[slot].checked_sub(piece.first).map(usize::from);
                // Of pieces that are alike, any.
                let found = self.pieces.iter().enumerate().find(|(number, piece)| {
                    piece.cell == cell
                        && !is_placed[*number]
                        && twist(piece).is_some_and(|twist| twist < piece.modulus)
                });
                if let Some((number, piece)) = found {
                    is_placed[number] = true;
                    codes[number] = (at * piece.modulus + twist(piece).unwrap_or(0)) as u8;
                }
            }
        }
        codes
    }

    /// The codes after a move.
    #[inline(always)]
    pub(crate) fn after(&self, codes: &Codes, m: MoveId) -> Codes {
        let row = self.row(m);
        let mut after = *codes;
        for (code, &start) in after.iter_mut().zip(&self.starts) {
            *code = row[usize::from(start) + usize::from(*code)];
        }
        after
    }

    /// The move that undoes a move.
    pub(super) fn inverse(&self, m: MoveId) -> MoveId {
        self.inverses[m.index()]
    }

    /// The codes before a move.
    #[inline(always)]
    pub(crate) fn before(&self, codes: &Codes, m: MoveId) -> Codes {
        self.after(codes, self.inverses[m.index()])
    }

    /// Whether every piece is solved.
    pub(crate) fn is_solved(&self, codes: &Codes) -> bool {
        let is_home =
            |(piece, code): (&Piece, &u8)| piece.solved[usize::from(*code) / 64] >> (code % 64) & 1 == 1;
        self.pieces.iter().zip(codes).all(is_home)
    }
}

/// The slots between which pieces move, by cell.
fn cells(space: &PuzzleSpace, solved: &[SolvedPiece]) -> Vec<Vec<usize>> {
    let mut cell_of: HashMap<usize, usize> =
        solved.iter().enumerate().map(|(at, piece)| (piece.slot, at)).collect();
    for m in space.moves() {
        for change in space.slot_changes(m).0 {
            let (Some(&one), Some(&other)) =
                (cell_of.get(&usize::from(change.to)), cell_of.get(&usize::from(change.from)))
            else {
                continue;
            };
            let (least, greatest) = (one.min(other), one.max(other));
            cell_of.values_mut().filter(|cell| **cell == greatest).for_each(|cell| *cell = least);
        }
    }
    let mut cells: Vec<Vec<usize>> = vec![Vec::new(); solved.len()];
    for piece in solved {
        cells[cell_of[&piece.slot]].push(piece.slot);
    }
    cells.retain(|slots| !slots.is_empty());
    cells
}
