//! Sums of the distances of disjoint sets of pieces of a sliding puzzle.
//!
//! Start at [`Additive::new`]. Each move moves one piece, so the distances of disjoint sets add up to a lower bound (R. Korf,
//! A. Felner, 2002). A symmetry of the graph makes another division of the pieces from the same tables, and the greater of the two
//! sums counts.

use super::database::{BYTES_TO_BUILD, Database, MOST_PIECES, Numbering};
use super::guided_state::Heuristic;
use super::partition::divided;
use super::sliding::{MOST_SLOTS, Slide, Sliding};
use crate::limits::{Control, StopReason};
use crate::space::MoveId;
use crate::threads::on_threads;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The greatest number of sets.
const MOST_SETS: usize = 16;

/// Databases of so many entries are built in milliseconds.
const FREE_ENTRIES: u64 = 1 << 17;

/// The number of divisions whose sums are compared.
const VIEWS: usize = 2;

/// A division of the pieces into sets, or its image under a symmetry.
#[derive(Debug)]
struct View {
    /// By piece: eight times its set, plus its place among the pieces of the set.
    place: [u8; MOST_SLOTS],
    /// By slot: the slot that stands for it.
    image: [u8; MOST_SLOTS],
}

/// The state: which piece is where, and where each is.
#[derive(Clone, Debug)]
pub(crate) struct Tiles {
    /// By slot: its content.
    row: [u8; MOST_SLOTS],
    /// By view, set and place in it: the slot of the piece.
    slots: [[[u8; MOST_PIECES]; MOST_SETS]; VIEWS],
}

/// The distances of the sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sums {
    blank: u8,
    totals: [u16; VIEWS],
    distances: [[u8; MOST_SETS]; VIEWS],
}

/// Which distances change in a move, by view: the sets, and the ranks of their new arrangements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    sets: [u8; VIEWS],
    ranks: [u32; VIEWS],
}

/// Pattern databases of disjoint sets of pieces.
#[derive(Debug)]
pub struct Additive {
    sliding: Sliding,
    databases: Vec<Database>,
    views: Vec<View>,
}

/// Which sets of pieces get databases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sets(Vec<Vec<u8>>);

impl Sets {
    /// The largest sets whose databases have at most `entries` entries each and can be built within some memory; `None` if not even
    /// sets of one piece can.
    pub fn within(sliding: &Sliding, entries: u64, max_memory: u64) -> Option<Self> {
        let slots = sliding.slots();
        let fits = |&size: &usize| {
            let each = Numbering::new(slots, size).map(|numbering| numbering.size() as u64);
            // More sets than there may be are no division at all.
            let entries =
                if size <= (slots - 1).div_ceil(MOST_SETS) { entries.max(FREE_ENTRIES) } else { entries };
            each.is_some_and(|each| {
                let kept = each * (slots as u64 - 1).div_ceil(size as u64);
                each <= entries && kept + each * BYTES_TO_BUILD <= max_memory
            })
        };
        let size = (1..slots).take_while(fits).last()?;
        let sets = divided(sliding, size);
        (sets.len() <= MOST_SETS).then_some(Sets(sets))
    }

    /// The number of entries of all databases.
    pub fn entries(&self, sliding: &Sliding) -> u64 {
        let size =
            |set: &Vec<u8>| Numbering::new(sliding.slots(), set.len()).map_or(0, |all| all.size() as u64);
        self.0.iter().map(size).sum()
    }

    /// The bytes that all databases take while the largest is built.
    pub fn bytes_to_build(&self, sliding: &Sliding) -> u64 {
        let size =
            |set: &Vec<u8>| Numbering::new(sliding.slots(), set.len()).map_or(0, |all| all.size() as u64);
        self.entries(sliding) + self.0.iter().map(size).max().unwrap_or(0) * BYTES_TO_BUILD
    }

    /// The pieces of each set.
    pub fn pieces(&self) -> &[Vec<u8>] {
        &self.0
    }

    /// The numbers of pieces of the sets.
    pub fn sizes(&self) -> Vec<usize> {
        self.0.iter().map(Vec::len).collect()
    }

    /// Computes the distances of all sets, one after the other, as the databases contain them.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn build(
        &self,
        sliding: &Sliding,
        threads: usize,
        max_memory: u64,
        control: &Control<'_>,
    ) -> Result<Vec<u8>, StopReason> {
        let next = AtomicUsize::new(0);
        let built: Vec<_> = self.0.iter().map(|_| Mutex::new(None)).collect();
        // As if all sets were built at once.
        let most = self.entries(sliding) * BYTES_TO_BUILD;
        let threads = threads.min((max_memory / most.max(1)).max(1) as usize);
        on_threads(threads, |_| {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(set) = self.0.get(at) else { break };
                let made = match Numbering::new(sliding.slots(), set.len()) {
                    Some(numbering) => Database::build(sliding, set, &numbering, control),
                    None => Err(StopReason::Memory),
                };
                *built[at].lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(made);
            }
        });
        let mut bytes = Vec::new();
        for one in built {
            let one = one.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
            bytes.extend(one.unwrap_or(Err(StopReason::Cancelled))?);
        }
        Ok(bytes)
    }
}

impl Additive {
    /// From the distances that [`Sets::build`] computed; `None` if their number is another.
    pub fn new(sliding: Sliding, Sets(sets): &Sets, distances: &[u8]) -> Option<Self> {
        let mut rest = distances;
        let mut databases = Vec::new();
        for set in sets {
            let size = Numbering::new(sliding.slots(), set.len())?.size();
            let (own, others) = rest.split_at_checked(size)?;
            databases.push(Database::new(&sliding, set.clone(), own.to_vec())?);
            rest = others;
        }
        let mut views: Vec<View> = Vec::new();
        let mut known: Vec<Vec<Vec<u8>>> = Vec::new();
        for symmetry in sliding.symmetries() {
            // The piece that is at home where the image of another is at home.
            let mut stands_for = [0; MOST_SLOTS];
            for (slot, &to) in symmetry.iter().enumerate() {
                stands_for[usize::from(sliding.goal[usize::from(to)])] = sliding.goal[slot];
            }
            let image_of = |set: &Vec<u8>| set.iter().map(|&piece| stands_for[usize::from(piece)]).collect();
            let pieces: Vec<Vec<u8>> = sets.iter().map(image_of).collect();
            // A symmetry that carries sets to sets gives the same sum.
            let mut sorted = pieces.clone();
            sorted.iter_mut().for_each(|set| set.sort_unstable());
            sorted.sort_unstable();
            if views.len() == VIEWS || known.contains(&sorted) {
                continue;
            }
            known.push(sorted);
            let mut view = View { place: [0; MOST_SLOTS], image: [0; MOST_SLOTS] };
            for (set, pieces) in pieces.iter().enumerate() {
                for (place, &piece) in pieces.iter().enumerate() {
                    view.place[usize::from(piece)] = (MOST_PIECES * set + place) as u8;
                }
            }
            view.image[..symmetry.len()].copy_from_slice(&symmetry);
            views.push(view);
        }
        rest.is_empty().then_some(Additive { sliding, databases, views })
    }
}

impl Heuristic for Additive {
    type State = Tiles;
    type Value = Sums;
    type Candidate = Slide;
    type Look = Look;
    type Room = ();

    fn enter(&self, row: &[u16]) -> (Tiles, Sums) {
        let Sliding { first, content, .. } = self.sliding;
        let mut tiles = Tiles { row: [0; MOST_SLOTS], slots: [[[0; MOST_PIECES]; MOST_SETS]; VIEWS] };
        let mut sums = Sums { blank: 0, totals: [0; VIEWS], distances: [[0; MOST_SETS]; VIEWS] };
        for (slot, number) in row[first..first + self.sliding.slots()].iter().enumerate() {
            let piece = (number - content) as u8;
            tiles.row[slot] = piece;
            if piece == self.sliding.blank {
                sums.blank = slot as u8;
                continue;
            }
            for (view, slots) in self.views.iter().zip(&mut tiles.slots) {
                let place = usize::from(view.place[usize::from(piece)]);
                slots[place / MOST_PIECES][place % MOST_PIECES] = view.image[slot];
            }
        }
        for at in 0..self.views.len() {
            for (set, database) in self.databases.iter().enumerate() {
                let distance = database.distance(database.numbering.rank(tiles.slots[at][set]));
                sums.distances[at][set] = distance;
                sums.totals[at] += u16::from(distance);
            }
        }
        (tiles, sums)
    }

    #[inline(always)]
    fn candidates(&self, value: &Sums) -> &[Slide] {
        &self.sliding.edges[usize::from(value.blank)]
    }

    #[inline(always)]
    fn number(&self, candidate: Slide) -> MoveId {
        candidate.by
    }

    #[inline(always)]
    fn begin(&self, state: &Tiles, slide: Slide) -> Look {
        let moved = usize::from(state.row[usize::from(slide.from) % MOST_SLOTS]) % MOST_SLOTS;
        let mut look = Look { sets: [0; VIEWS], ranks: [0; VIEWS] };
        for (at, view) in self.views.iter().enumerate().take(VIEWS) {
            let place = usize::from(view.place[moved]);
            let set = place / MOST_PIECES % MOST_SETS;
            let mut slots = state.slots[at][set];
            slots[place % MOST_PIECES] = view.image[usize::from(slide.to) % MOST_SLOTS];
            let rank = self.databases[set].numbering.rank(slots);
            self.databases[set].prefetch(rank);
            (look.sets[at], look.ranks[at]) = (set as u8, rank as u32);
        }
        look
    }

    #[inline(always)]
    fn after(&self, _: &Tiles, value: &Sums, slide: Slide, look: Look, left: u32) -> Result<Sums, u32> {
        let mut after = Sums { blank: slide.from, ..*value };
        for at in 0..self.views.len() {
            let set = usize::from(look.sets[at]);
            let distance = self.databases[set].distance(look.ranks[at] as usize);
            after.totals[at] = value.totals[at] - u16::from(value.distances[at][set]) + u16::from(distance);
            after.distances[at][set] = distance;
            let bound = u32::from(after.totals[at]) * self.sliding.cost;
            if bound > left {
                return Err(bound);
            }
        }
        Ok(after)
    }

    #[inline(always)]
    fn bound(&self, value: &Sums) -> u32 {
        value.totals.iter().map(|&total| u32::from(total)).max().unwrap_or(0) * self.sliding.cost
    }

    #[inline(always)]
    fn make(&self, state: &mut Tiles, Slide { from, to, .. }: Slide) {
        let [from, to] = [from, to].map(|slot| usize::from(slot) % MOST_SLOTS);
        state.row.swap(from, to);
        let moved = usize::from(state.row[to]) % MOST_SLOTS;
        for (view, slots) in self.views.iter().zip(&mut state.slots) {
            let place = usize::from(view.place[moved]);
            slots[place / MOST_PIECES % MOST_SETS][place % MOST_PIECES] = view.image[to];
        }
    }

    #[inline(always)]
    fn undo(&self, state: &mut Tiles, Slide { by, from, to }: Slide) {
        self.make(state, Slide { by, from: to, to: from });
    }

    #[inline(always)]
    fn is_goal(&self, state: &Tiles) -> bool {
        state.row[..self.sliding.slots()] == self.sliding.goal
    }
}
