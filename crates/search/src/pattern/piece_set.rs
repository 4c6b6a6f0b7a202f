//! A set of pieces that gets a pattern database.

use super::carried::{Carried, Codes, Piece};
use super::distances::{bits_of, search};
use super::ranking::Ranking;
use crate::limits::{Control, StopReason};
use crate::puzzle_space::PuzzleSpace;
use crate::reachable::row_set::Fingerprint;

/// Distinguishes these fingerprints from others.
const PURPOSE: u64 = u64::from_le_bytes(*b"patterns");

/// The greatest number of sets for one search.
pub const MOST_SETS: usize = 16;

/// Sets that are chosen automatically have at most so many arrangements: all corners of the 3x3x3, or six of its edges.
const MOST_CHOSEN: u64 = 100_000_000;

/// Mean distance up to which an entry of four bits tells most distances apart.
const MOST_IN_FOUR_BITS: f64 = 12.0;

/// Why a set of pieces gets no pattern database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// The moves of the puzzle are not possible everywhere, there are several solved states, or too many pieces.
    #[error("pattern databases need moves that are always possible, one solved state, and at most 64 pieces")]
    Unsupported,
    /// Pieces that look alike, or that differ in their orientations, in one set.
    #[error(
        "the pieces of a pattern database must all look different, and turn alike where they can change places"
    )]
    NotDistinct,
    /// More sets than a search can use.
    #[error("too many pattern databases: a search uses {MOST_SETS} at most")]
    TooMany,
    /// No piece that a move touches.
    #[error("no move touches these pieces")]
    NoPieces,
    /// Too many arrangements.
    #[error(
        "these pieces have {} arrangements; a pattern database has at most 2^32 entries: name fewer pieces",
        entries.map_or("more than 2^64".to_string(), |entries| entries.to_string())
    )]
    TooLarge {
        /// Their number, if it fits.
        entries: Option<u64>,
    },
}

/// Some pieces of a puzzle, and how their arrangements are numbered.
#[derive(Clone, Debug)]
pub struct PieceSet {
    carried: Carried,
    ranking: Ranking,
    pieces: Vec<(usize, u16)>,
}

impl PieceSet {
    /// A set of pieces, each given by its orbit and number. Pieces that no move touches are ignored.
    ///
    /// # Errors
    ///
    /// If the space or the pieces do not suit.
    pub fn new(space: &PuzzleSpace, pieces: &[(usize, u16)]) -> Result<Self, PatternError> {
        PieceSet::of(&Carried::of(space).ok_or(PatternError::Unsupported)?, pieces)
    }

    fn of(carried: &Carried, pieces: &[(usize, u16)]) -> Result<Self, PatternError> {
        let numbers = (0..carried.pieces.len()).filter(|&at| pieces.contains(&carried.pieces[at].name));
        let numbers: Vec<usize> = numbers.collect();
        let own = || numbers.iter().map(|&at| &carried.pieces[at]);
        if numbers.is_empty() {
            return Err(PatternError::NoPieces);
        }
        let suits = |piece: &Piece| {
            piece.is_alone && own().all(|other| other.cell != piece.cell || other.modulus == piece.modulus)
        };
        if !own().all(suits) {
            return Err(PatternError::NotDistinct);
        }
        let pieces = own().map(|piece| piece.name).collect();
        let ranking =
            Ranking::new(carried, &numbers).map_err(|entries| PatternError::TooLarge { entries })?;
        Ok(PieceSet { carried: carried.clone(), ranking, pieces })
    }

    /// Sets of a hundred million arrangements at most that together contain all pieces, as large and as equal as possible: for the
    /// 3x3x3 those of Korf, its corners and two sets of six edges. Pieces that look alike are left out, and so are the smallest sets
    /// if there are more than [`MOST_SETS`].
    pub fn chosen(space: &PuzzleSpace) -> Vec<Vec<(usize, u16)>> {
        let Some(carried) = Carried::of(space) else { return Vec::new() };
        let size = |set: &[(usize, u16)]| PieceSet::of(&carried, set).map_or(u64::MAX, |set| set.entries());
        let mut sets: Vec<Vec<(usize, u16)>> = Vec::new();
        for cell in 0..carried.cells.len() {
            let of_cell = carried.pieces.iter().filter(|piece| piece.cell == cell && piece.is_alone);
            let names: Vec<(usize, u16)> = of_cell.map(|piece| piece.name).collect();
            let fits = |set: &[(usize, u16)]| size(set) <= MOST_CHOSEN;
            let count = (1..=names.len()).find(|&count| names.chunks(names.len().div_ceil(count)).all(fits));
            if let Some(count) = count {
                sets.extend(names.chunks(names.len().div_ceil(count)).map(<[_]>::to_vec));
            }
        }
        // Small sets together, as of pieces that only turn.
        sets.sort_by_key(|set| size(set));
        let mut joined: Vec<Vec<(usize, u16)>> = Vec::new();
        for set in sets {
            match joined.last_mut() {
                Some(last) if size(&[&last[..], &set].concat()) <= MOST_CHOSEN => last.extend(set),
                _ => joined.push(set),
            }
        }
        joined.reverse();
        joined.truncate(MOST_SETS);
        joined
    }

    /// The pieces, by orbit and number.
    pub fn pieces(&self) -> &[(usize, u16)] {
        &self.pieces
    }

    /// Distinguishes the database from others.
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut sum = Fingerprint::new(PURPOSE);
        sum.add_all(self.carried.words());
        sum.add_all(self.pieces.iter().flat_map(|&(orbit, piece)| [orbit as u64, piece.into()]));
        sum.bytes()
    }

    /// The number of arrangements.
    pub fn entries(&self) -> u64 {
        self.ranking.size() as u64
    }

    /// The greatest common divisor of the costs of moves, in which distances are counted.
    pub fn unit(&self) -> u32 {
        self.carried.unit()
    }

    /// The bits of an entry: eight, or four in large databases, which saves half of the memory, unless so few moves lead to so many
    /// arrangements that most are farther than four bits can say.
    pub fn entry_bits(&self) -> u8 {
        let entries = self.entries();
        // A move does not follow its inverse, and the farthest arrangements are some moves beyond the mean.
        let branches = (self.carried.moves().len() as f64 - 1.0).max(1.0);
        if (entries as f64).ln() > MOST_IN_FOUR_BITS * branches.ln() { 8 } else { bits_of(entries) }
    }

    /// Bytes that [`PieceSet::distances`] takes.
    pub fn bytes_to_build(&self, entry_bits: u8) -> u64 {
        let entries = self.entries() * u64::from(entry_bits) / 8;
        entries + self.ranking.places as u64 + 4 * self.ranking.turns as u64
    }

    /// The distance of every arrangement from the solved one, in units of the greatest common divisor of the costs. An entry of four
    /// bits is 15 if the distance is 15 or more, or if the moves do not lead there; of eight bits, the same with 255.
    /// O(arrangements · moves).
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn distances(
        &self,
        entry_bits: u8,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Vec<u8>, StopReason> {
        search(&self.carried, &self.ranking, entry_bits, threads, control)
    }

    /// Whether it contains all pieces that ever come to its slots. An arrangement of these and its inverse are equally far away.
    pub(crate) fn is_closed(&self) -> bool {
        let is_own = |piece: &Piece| self.pieces.contains(&piece.name);
        let all = &self.carried.pieces;
        all.iter().all(|piece| is_own(piece) || !all.iter().any(|own| own.cell == piece.cell && is_own(own)))
    }

    /// The numbers of its pieces among all, as a set of bits.
    pub(super) fn bits(&self) -> u64 {
        self.ranking
            .parts
            .iter()
            .flat_map(|part| &part.members)
            .fold(0, |bits, member| bits | 1 << member.piece)
    }

    /// The pieces and moves.
    pub(crate) fn carried(&self) -> &Carried {
        &self.carried
    }

    /// The number of the arrangement in a state.
    #[inline(always)]
    pub(crate) fn rank(&self, codes: &Codes) -> u32 {
        self.ranking.rank(codes)
    }
}
