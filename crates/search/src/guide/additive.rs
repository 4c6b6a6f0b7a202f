//! Sums of the distances of disjoint sets of pieces of a sliding puzzle.
//!
//! Start at [`Additive::new`]. Each move moves one piece, so the distances of disjoint sets add up to a lower bound (R. Korf,
//! A. Felner, 2002). A symmetry of the graph makes another division of the pieces from the same tables, and the greater of the two
//! sums counts.

use super::database::{Arrangements, BYTES_TO_BUILD, Numbering, distances};
use super::excesses::Excesses;
use super::partition::divided;
use super::sliding::{MOST_SLOTS, Slide, Sliding};
use super::view::{MOST_SETS, View};
use crate::limits::{Control, StopReason};
use crate::space::MoveId;
use crate::threads::on_threads;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Databases of so many entries are built in milliseconds.
const FREE_ENTRIES: u64 = 1 << 17;

/// The number of divisions whose sums are compared.
const VIEWS: usize = 2;

/// The state: which piece is where, and what is known of the sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tiles {
    /// By view and image of a slot: its content.
    rows: [[u8; MOST_SLOTS]; VIEWS],
    /// By view and set.
    known: [[Known; MOST_SETS]; VIEWS],
}

/// A state, the slot of the blank, and the sums of the distances.
pub(crate) type Entry = (Tiles, u8, Sums);

/// What is known of a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Known {
    /// The place of its excess among all.
    place: u32,
    /// As a part of the sums.
    excess: Sums,
}

/// By view, the places of excesses among all.
pub(crate) type Places = [u32; VIEWS];

/// What is known of the sets of one piece, by view.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Change([Known; VIEWS]);

/// The sums of the distances of all views: sixteen bits for each. All have as much room as is needed, so that they are added together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums(u32);

impl Sums {
    /// A number of moves as a part of the sum of a view.
    #[inline(always)]
    fn of(view: usize, moves: u32) -> Self {
        Sums(moves << (16 * view))
    }

    /// A number of moves as a part of the sums of all views.
    #[inline(always)]
    fn of_all(moves: i32) -> Self {
        Sums((moves as u32).wrapping_mul(0x0001_0001))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Sums(self.0.wrapping_add(other.0))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Sums(self.0.wrapping_sub(other.0))
    }

    /// The greatest of the sums of the first `V` views: others may not have been renewed.
    #[inline(always)]
    pub(crate) fn greatest<const V: usize>(self) -> u32 {
        const { assert!(V == 1 || V == VIEWS) };
        let (first, second) = (self.0 & 0xffff, self.0 >> 16);
        if V == VIEWS { first.max(second) } else { first }
    }
}

/// Pattern databases of disjoint sets of pieces.
#[derive(Debug)]
pub struct Additive {
    sliding: Sliding,
    sets: Vec<(Vec<u8>, Numbering)>,
    /// Whether their numbers have gaps.
    has_gaps: bool,
    /// Of all sets, one after the other.
    excesses: Excesses,
    /// The same twice if there is but one.
    views: Box<[View; VIEWS]>,
    /// The number of views that differ.
    count: usize,
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
        let all: BTreeMap<usize, Arrangements> =
            self.sizes().into_iter().map(|size| (size, Arrangements::new(sliding, size))).collect();
        // As if all sets were built at once.
        let most = self.entries(sliding) * BYTES_TO_BUILD;
        let threads = threads.min((max_memory / most.max(1)).max(1) as usize);
        on_threads(threads, |_| {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(set) = self.0.get(at) else { break };
                let made = match (Numbering::new(sliding.slots(), set.len()), all.get(&set.len())) {
                    (Some(numbering), Some(all)) => distances(sliding, set, &numbering, all, control),
                    _ => Err(StopReason::Memory),
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
    /// From the distances that [`Sets::build`] computed; `None` if their number is another, or if they are 2^32 or more.
    pub fn new(sliding: Sliding, Sets(sets): &Sets, distances: &[u8]) -> Option<Self> {
        type Numbered = Vec<(Vec<u8>, Numbering)>;
        let numbered = |number: fn(usize, usize) -> Option<Numbering>| {
            let one = |set: &Vec<u8>| Some((set.clone(), number(sliding.slots(), set.len())?));
            let sets = sets.iter().map(one).collect::<Option<Numbered>>()?;
            let size: usize = sets.iter().map(|(_, numbering)| numbering.size()).sum();
            u32::try_from(size).ok().map(|_| (sets, size))
        };
        let (dense, entries) = numbered(Numbering::new)?;
        if entries != distances.len() {
            return None;
        }
        // Half a byte for each number, gaps included, is no more than a byte for each distance.
        let with_gaps = numbered(Numbering::with_gaps).filter(|&(_, size)| size <= 2 * entries);
        let has_gaps = with_gaps.is_some();
        let (sets, _) = with_gaps.unwrap_or((dense, entries));
        let mut views: Vec<View> = Vec::new();
        let mut known: Vec<Vec<Vec<u8>>> = Vec::new();
        for symmetry in sliding.symmetries() {
            // The piece that is at home where the image of another is at home.
            let mut stands_for = [0; MOST_SLOTS];
            for (slot, &to) in symmetry.iter().enumerate() {
                stands_for[usize::from(sliding.goal[usize::from(to)])] = sliding.goal[slot];
            }
            let image_of = |(set, numbering): &(Vec<u8>, Numbering)| {
                let pieces: Vec<u8> = set.iter().map(|&piece| stands_for[usize::from(piece)]).collect();
                (pieces, numbering.clone())
            };
            let images: Vec<(Vec<u8>, Numbering)> = sets.iter().map(image_of).collect();
            // A symmetry that carries sets to sets gives the same sum.
            let mut sorted: Vec<Vec<u8>> = images.iter().map(|(pieces, _)| pieces.clone()).collect();
            sorted.iter_mut().for_each(|set| set.sort_unstable());
            sorted.sort_unstable();
            if views.len() == VIEWS || known.contains(&sorted) {
                continue;
            }
            known.push(sorted);
            views.push(View::new(&sliding, &symmetry, &images));
        }
        let (count, last) = (views.len(), views.last()?.clone());
        views.resize(VIEWS, last);
        let excesses = Excesses::new(&sliding, &sets, distances);
        Some(Additive { sliding, sets, has_gaps, excesses, views: Box::new(views.try_into().ok()?), count })
    }

    /// The graph of the puzzle.
    pub(crate) fn sliding(&self) -> &Sliding {
        &self.sliding
    }

    /// The cost of each move.
    pub(crate) fn cost(&self) -> u32 {
        self.sliding.cost
    }

    /// The number of divisions whose sums differ.
    pub(crate) fn views(&self) -> usize {
        self.count
    }

    /// Whether the numbers of arrangements have gaps.
    pub(crate) fn has_gaps(&self) -> bool {
        self.has_gaps
    }

    /// A state from the contents of its slots.
    pub(crate) fn enter(&self, row: &[u16]) -> Entry {
        let Sliding { first, content, .. } = self.sliding;
        let known = [[Known::default(); MOST_SETS]; VIEWS];
        let mut tiles = Tiles { rows: [[0; MOST_SLOTS]; VIEWS], known };
        let contents = row[first..first + self.sliding.slots()].iter().map(|number| (number - content) as u8);
        let contents: Vec<u8> = contents.collect();
        let blank = contents.iter().position(|&piece| piece == self.sliding.blank).unwrap_or(0);
        let mut sums = Sums::of_all(self.excesses.apart(&contents) as i32);
        for (at, view) in self.views.iter().enumerate() {
            let mut slots = [0; MOST_SLOTS];
            for (&image, &piece) in view.image.iter().zip(&contents) {
                tiles.rows[at][usize::from(image)] = piece;
                slots[usize::from(piece)] = image;
            }
            let mut start = 0;
            for (set, (_, numbering)) in self.sets.iter().enumerate() {
                let place = start + numbering.rank(view.slots_of(set, &slots));
                let excess = Sums::of(at, self.excesses.get(place));
                tiles.known[at][set] = Known { place: place as u32, excess };
                sums = sums.plus(excess);
                start += numbering.size();
            }
        }
        (tiles, blank as u8, sums)
    }

    /// Begins to look up what a slide changes in so many views: where the new distances are, and the sums without the old ones.
    /// `GAPS` may be said only if the numbers of arrangements have gaps.
    #[inline(always)]
    pub(crate) fn begin<const V: usize, const GAPS: bool>(
        &self,
        tiles: &Tiles,
        sums: Sums,
        slide: u16,
    ) -> (Places, Sums) {
        let [from, _] = self.views[0].ends(slide);
        let moved = tiles.rows[0][from];
        let (mut places, mut rest) =
            ([0; VIEWS], sums.plus(Sums::of_all(self.excesses.farther(moved, slide))));
        for (at, (view, new)) in self.views.iter().zip(&mut places).enumerate().take(V) {
            let Known { place, excess } = tiles.known[at][view.set(moved)];
            *new = place.wrapping_add_signed(view.change::<GAPS>(&tiles.rows[at], moved, slide));
            self.excesses.prefetch(*new as usize);
            rest = rest.minus(excess);
        }
        (places, rest)
    }

    /// Looks up the new distances, and the sums with them.
    #[inline(always)]
    pub(crate) fn look_up<const V: usize>(&self, places: Places, rest: Sums) -> (Change, Sums) {
        let (mut change, mut sums) = (Change::default(), rest);
        for (at, (&place, new)) in places.iter().zip(&mut change.0).enumerate().take(V) {
            let excess = Sums::of(at, self.excesses.get(place as usize));
            *new = Known { place, excess };
            sums = sums.plus(excess);
        }
        (change, sums)
    }

    /// Makes a slide; afterwards, the change is what undoes it.
    #[inline(always)]
    pub(crate) fn make<const V: usize>(&self, tiles: &mut Tiles, slide: u16, change: &mut Change) {
        self.exchange::<V, 0>(tiles, slide, change);
    }

    /// Undoes a slide that was just made.
    #[inline(always)]
    pub(crate) fn undo<const V: usize>(&self, tiles: &mut Tiles, slide: u16, change: &mut Change) {
        self.exchange::<V, 1>(tiles, slide, change);
    }

    /// Slides a piece from one of two ends, and exchanges what is known of its sets.
    #[inline(always)]
    fn exchange<const V: usize, const FROM: usize>(
        &self,
        tiles: &mut Tiles,
        slide: u16,
        change: &mut Change,
    ) {
        for at in 0..V {
            let view = &self.views[at];
            let ends = view.ends(slide);
            let moved = tiles.rows[at][ends[FROM]];
            tiles.rows[at][ends[FROM]] = self.sliding.blank;
            tiles.rows[at][ends[1 - FROM]] = moved;
            std::mem::swap(&mut tiles.known[at][view.set(moved)], &mut change.0[at]);
        }
    }

    /// A lower bound for the cost of solving a state, from the contents of its slots.
    pub(super) fn bound(&self, row: &[u16]) -> u32 {
        let (.., sums) = self.enter(row);
        sums.greatest::<VIEWS>() * self.sliding.cost
    }

    /// The moves that can be made in a state, with lower bounds for the cost of solving the states that they lead to.
    pub(super) fn successors(&self, (tiles, blank, sums): &Entry, found: &mut Vec<(MoveId, u32)>) {
        found.extend(self.sliding.slides_to(*blank).map(|(slide, Slide { by, .. })| {
            let (places, rest) = self.begin::<VIEWS, false>(tiles, *sums, slide);
            let (_, after) = self.look_up::<VIEWS>(places, rest);
            (by, after.greatest::<VIEWS>() * self.sliding.cost)
        }));
    }

    /// The state that a move leads to; `None` if it cannot be made.
    pub(super) fn entered_after(&self, (tiles, blank, sums): &Entry, m: MoveId) -> Option<Entry> {
        let (slide, Slide { from, .. }) = self.sliding.slides_to(*blank).find(|(_, slide)| slide.by == m)?;
        let (places, rest) = self.begin::<VIEWS, false>(tiles, *sums, slide);
        let (mut change, sums) = self.look_up::<VIEWS>(places, rest);
        let mut tiles = tiles.clone();
        self.make::<VIEWS>(&mut tiles, slide, &mut change);
        Some((tiles, from, sums))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle_space::PuzzleSpace;
    use crate::space::Space;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    /// After every slide of a walk and of the way back, what is carried along is what a fresh state has. The last boards are wide: pieces pass more
    /// slots than are looked up together.
    #[test]
    fn changes_are_those_of_whole_states() {
        for (name, entries, views) in
            [("slide:3x3", 600, 2), ("slide:4x4", 4000, 2), ("slide:2x8", 4000, 1), ("moebius:2x7", 200, 2)]
        {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let metric = Metric::htm();
            let solved = [puzzle.solved().clone()];
            let space = PuzzleSpace::new(&puzzle, &puzzle.search_turns(&metric), &metric, &solved).unwrap();
            let sliding = Sliding::of(&space).unwrap();
            let sets = Sets::within(&sliding, entries, 1 << 30).unwrap();
            let distances = sets.build(&sliding, 1, 1 << 30, &Control::new()).unwrap();
            let additive = Additive::new(sliding.clone(), &sets, &distances).unwrap();
            assert_eq!(additive.views(), views, "{name}");
            let mut row = space.goals()[0].to_vec();
            let (mut tiles, mut blank, mut sums) = additive.enter(&row);
            let mut dice = ChaCha8Rng::seed_from_u64(1);
            let mut made = Vec::new();
            for _ in 0..300 {
                let slides: Vec<(u16, Slide)> = sliding.slides_to(blank).collect();
                let before = (tiles.clone(), blank, sums);
                let (slide, Slide { by, from, to }) = slides[dice.next_u32() as usize % slides.len()];
                let (places, rest) = additive.begin::<VIEWS, false>(&tiles, sums, slide);
                let (mut change, after) = additive.look_up::<VIEWS>(places, rest);
                made.push((slide, change, tiles.clone()));
                additive.make::<VIEWS>(&mut tiles, slide, &mut change);
                made.last_mut().unwrap().1 = change;
                row.swap(sliding.first + usize::from(from), sliding.first + usize::from(to));
                (blank, sums) = (from, after);
                let entered = (tiles.clone(), blank, sums);
                assert_eq!(additive.entered_after(&before, by), Some(entered.clone()), "{name}");
                assert_eq!(entered, additive.enter(&row), "{name}");
            }
            for (slide, mut change, before) in made.into_iter().rev() {
                additive.undo::<VIEWS>(&mut tiles, slide, &mut change);
                assert_eq!(tiles, before, "{name}");
            }
        }
    }
}
