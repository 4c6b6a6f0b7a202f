//! The greatest distance of several sets of pieces.
//!
//! Start at [`Patterns::new`].

use super::guided_state::Heuristic;
use crate::pattern::{Carried, Codes, Image, Inverse, MOST_SETS, PieceSet, distance_at};
use crate::prefetch::prefetch;
use crate::puzzle_space::PuzzleSpace;
use crate::space::MoveId;
use crate::table::Memory;

/// A set with its distances.
struct Database {
    set: PieceSet,
    distances: Memory,
    entry_bits: u8,
    /// Whether the inverse of a state may be farther away than the state.
    tells_more: bool,
    /// The other sets of pieces of which it tells the distances.
    images: Vec<Image>,
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
    /// Whether other look-ups may tell more than those of a state itself.
    has_others: bool,
}

impl std::fmt::Debug for Patterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sizes: Vec<u64> = self.databases.iter().map(|one| one.set.entries()).collect();
        f.debug_struct("Patterns").field("sizes", &sizes).finish_non_exhaustive()
    }
}

/// The greatest number of other sets of which a database tells the distances.
const MOST_IMAGES: usize = 2;

/// The greatest number of look-ups in a state and its images.
const MOST_LOOKS: usize = MOST_SETS * (1 + MOST_IMAGES);

impl Patterns {
    /// From sets of one space, with the distances that [`PieceSet::distances`] computed in entries of
    /// [`PieceSet::entry_bits`]; `None` if there are no sets or more than [`MOST_SETS`], or if their numbers are others.
    pub fn new(space: &PuzzleSpace, sets: Vec<(PieceSet, Memory)>) -> Option<Self> {
        let carried = sets.first()?.0.carried().clone();
        let all: Vec<PieceSet> = sets.iter().map(|(set, _)| set.clone()).collect();
        let with_width = |(set, distances): (PieceSet, Memory)| {
            let entry_bits = set.entry_bits();
            let bytes = (set.entries() * u64::from(entry_bits)).div_ceil(8);
            let fits = (*distances).as_ref().len() as u64 == bytes;
            let tells_more = !set.is_closed();
            let images = Image::all(space, &set, &all, MOST_IMAGES);
            fits.then_some(Database { set, distances, entry_bits, tells_more, images })
        };
        let databases = sets.into_iter().map(with_width).collect::<Option<Vec<Database>>>()?;
        let tell_more = databases.iter().any(|one| one.tells_more);
        let inverse = tell_more.then(|| Inverse::of(&carried)).flatten();
        let has_others = inverse.is_some() || databases.iter().any(|one| !one.images.is_empty());
        (databases.len() <= MOST_SETS).then_some(Patterns { databases, carried, inverse, has_others })
    }

    /// The greatest distance in images of a state and in its inverse, or the first that exceeds `most`.
    #[inline(always)]
    fn of_others(&self, codes: &Codes, most: u32) -> u8 {
        let own = self.of_images(codes, false, most);
        match &self.inverse {
            Some(inverse) if self.bound(&own) <= most => {
                own.max(self.of_images(&inverse.codes(codes), true, most))
            }
            _ => own,
        }
    }

    /// The greatest distance in images of a state, and in the state itself if that is the inverse of one, or the first that exceeds `most`.
    #[inline(always)]
    fn of_images(&self, codes: &Codes, is_inverse: bool, most: u32) -> u8 {
        // All look-ups wait for memory together.
        let mut looks = [(0u8, 0u32); MOST_LOOKS];
        let mut count = 0;
        for (number, one) in (0..).zip(&self.databases) {
            let mut look = |codes: &Codes| {
                let rank = one.set.rank(codes);
                one.prefetch(rank);
                looks[count % MOST_LOOKS] = (number, rank);
                count += 1;
            };
            if is_inverse && one.tells_more {
                look(codes);
            }
            for image in &one.images {
                look(&image.codes(codes));
            }
        }
        let mut greatest = 0;
        for &(number, rank) in &looks[..count.min(MOST_LOOKS)] {
            greatest = greatest.max(self.databases[usize::from(number)].distance(rank));
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
        (codes, own.max(self.of_others(&codes, u32::MAX)))
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
        if !self.has_others {
            return Ok(greatest);
        }
        // Most moves are left out by now, so that only the others wait for these look-ups.
        let other = self.of_others(&self.carried.after(state, m), left);
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
