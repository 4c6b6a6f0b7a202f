//! The greatest distance of several sets of pieces.
//!
//! Start at [`Patterns::new`].

use super::guided_state::Heuristic;
use crate::pattern::{Carried, Codes, Inverse, MOST_SETS, PieceSet, distance_at};
use crate::prefetch::prefetch;
use crate::space::MoveId;
use crate::table::Memory;

/// A set with its distances.
struct Database {
    set: PieceSet,
    distances: Memory,
    entry_bits: u8,
    /// Whether the inverse of a state may be farther away than the state.
    tells_more: bool,
}

impl Database {
    #[inline(always)]
    fn distance(&self, rank: u32) -> u8 {
        distance_at((*self.distances).as_ref(), self.entry_bits, rank as usize)
    }

    #[inline(always)]
    fn prefetch(&self, rank: u32) {
        prefetch((*self.distances).as_ref(), rank as usize * usize::from(self.entry_bits) / 8);
    }
}

/// Pattern databases of which the greatest distance is the bound.
pub struct Patterns {
    databases: Vec<Database>,
    carried: Carried,
    /// If a state and its inverse are equally far away, and the databases tell more of both than of one.
    inverse: Option<Inverse>,
}

impl std::fmt::Debug for Patterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sizes: Vec<u64> = self.databases.iter().map(|one| one.set.entries()).collect();
        f.debug_struct("Patterns").field("sizes", &sizes).finish_non_exhaustive()
    }
}

impl Patterns {
    /// From sets of one space, with the distances that [`PieceSet::distances`] computed in entries of
    /// [`PieceSet::entry_bits`]; `None` if there are no sets or more than [`MOST_SETS`], or if their numbers are others.
    pub fn new(sets: Vec<(PieceSet, Memory)>) -> Option<Self> {
        let carried = sets.first()?.0.carried().clone();
        let with_width = |(set, distances): (PieceSet, Memory)| {
            let entry_bits = set.entry_bits();
            let bytes = (set.entries() * u64::from(entry_bits)).div_ceil(8);
            let fits = (*distances).as_ref().len() as u64 == bytes;
            let tells_more = !set.is_closed();
            fits.then_some(Database { set, distances, entry_bits, tells_more })
        };
        let databases = sets.into_iter().map(with_width).collect::<Option<Vec<Database>>>()?;
        let tell_more = databases.iter().any(|one| one.tells_more);
        let inverse = tell_more.then(|| Inverse::of(&carried)).flatten();
        (databases.len() <= MOST_SETS).then_some(Patterns { databases, carried, inverse })
    }

    /// The greatest distance of the inverse of a state, where it may be greater than that of the state, or the first that exceeds `most`.
    #[inline(always)]
    fn of_inverse(&self, inverse: &Inverse, codes: &Codes, most: u32) -> u8 {
        let codes = inverse.codes(codes);
        let mut greatest = 0;
        for one in self.databases.iter().filter(|one| one.tells_more) {
            greatest = greatest.max(one.distance(one.set.rank(&codes)));
            if self.bound(&greatest) > most {
                break;
            }
        }
        greatest
    }
}

impl Heuristic for Patterns {
    type State = Codes;
    /// The greatest distance.
    type Value = u8;
    type Candidate = MoveId;
    /// By database: the number of the arrangement.
    type Look = [u32; MOST_SETS];
    type Room = ();

    fn enter(&self, row: &[u16]) -> (Codes, u8) {
        let codes = self.carried.codes(row);
        let distance = |one: &Database| one.distance(one.set.rank(&codes));
        let own = self.databases.iter().map(distance).max().unwrap_or(0);
        let other = self.inverse.as_ref().map_or(0, |inverse| self.of_inverse(inverse, &codes, u32::MAX));
        (codes, own.max(other))
    }

    #[inline(always)]
    fn candidates(&self, _: &u8) -> &[MoveId] {
        self.carried.moves()
    }

    #[inline(always)]
    fn number(&self, candidate: MoveId) -> MoveId {
        candidate
    }

    #[inline(always)]
    fn begin(&self, state: &Codes, m: MoveId) -> [u32; MOST_SETS] {
        let after = self.carried.after(state, m);
        let mut look = [0; MOST_SETS];
        for (one, rank) in self.databases.iter().zip(&mut look) {
            *rank = one.set.rank(&after);
            one.prefetch(*rank);
        }
        look
    }

    #[inline(always)]
    fn after(&self, state: &Codes, _: &u8, m: MoveId, look: [u32; MOST_SETS], left: u32) -> Result<u8, u32> {
        let mut greatest = 0;
        for (one, rank) in self.databases.iter().zip(look) {
            let distance = one.distance(rank);
            let bound = self.bound(&distance);
            if bound > left {
                return Err(bound);
            }
            greatest = greatest.max(distance);
        }
        let Some(inverse) = &self.inverse else { return Ok(greatest) };
        // Most moves are left out by now, so that only the others wait for these look-ups.
        let other = self.of_inverse(inverse, &self.carried.after(state, m), left);
        match self.bound(&other) {
            bound if bound > left => Err(bound),
            _ => Ok(greatest.max(other)),
        }
    }

    #[inline(always)]
    fn bound(&self, value: &u8) -> u32 {
        u32::from(*value) * self.carried.unit()
    }

    #[inline(always)]
    fn make(&self, state: &mut Codes, m: MoveId) {
        *state = self.carried.after(state, m);
    }

    #[inline(always)]
    fn undo(&self, state: &mut Codes, m: MoveId) {
        *state = self.carried.before(state, m);
    }

    #[inline(always)]
    fn is_goal(&self, state: &Codes) -> bool {
        self.carried.is_solved(state)
    }
}
