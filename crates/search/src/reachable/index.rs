//! A perfect index of the reachable states: a row, and a place in the row.
//!
//! Start at [`StateIndex::new`]. The coordinates of a puzzle are divided between rows and places. The places of a row
//! are the values of the second part that its row allows ([`super::coupling`]), so no memory is spent on impossible
//! states. The index yields the [`Rows`] for a count, either all rows or one row of each class under symmetries.

use super::classes::Classes;
use super::coordinate::{Coordinate, TooLarge};
use super::coupling::Coupling;
use super::move_set::MoveSet;
use super::move_symmetry::{Action, MoveSymmetries, SymmetryUse};
use super::rows::{Maps, Rows, Step};
use super::slots::Slots;
use super::split;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use std::collections::HashMap;

/// States as pairs of a row and a place.
#[derive(Clone, Debug)]
pub struct StateIndex {
    outer: Coordinate,
    inner: Coordinate,
    moves: MoveSet,
    width: usize,
    blocks: usize,
    /// By row.
    block_of_row: Vec<u32>,
    /// By value of the inner coordinate: its place in its block, and the block.
    place: Vec<(u32, u32)>,
    /// By block and place: the value of the inner coordinate.
    value: Vec<u32>,
}

/// Greatest number of values of a single coordinate: enumerated in some seconds, kept in some hundred megabytes.
pub const MOST_VALUES: usize = 1 << 24;

/// Greatest product of the sizes of coordinates that are not divided between rows and places, to have all symmetries act on rows. There may
/// be many times fewer rows.
const MOST_UNDIVIDED: f64 = (4 * MOST_VALUES) as f64;

/// Target numbers of places per row: few enough that their bits and the maps fit the first caches, enough that padding
/// to whole words wastes little and the number of rows stays moderate.
const WIDTHS: [f64; 4] = [256.0, 1024.0, 4096.0, 16384.0];

/// Rows are not enumerated if there would be too many even with couplings that divide their number by this factor.
const COUPLED: f64 = 1e6;

/// The cost of making a step of a row relative to counting a state: 25 and 5 nanoseconds.
const STEP: f64 = 5.0;

/// The relative cost of computing one place of a map that includes a symmetry.
const MAP: f64 = 3.0;

/// With this number of places a state takes twice as long: the table of a row and its maps no longer stay in the first
/// cache.
const WIDE: f64 = 8192.0;

/// Greatest number of places if there is more than one inner coordinate.
const MOST_WIDTH: usize = 1 << 15;

impl StateIndex {
    /// The states that the moves reach from `solved`. The moves must always be possible. Fails if a coordinate or the
    /// rows would have more than `most` values.
    pub fn new(puzzle: &Puzzle, solved: &State, moves: &MoveSet, most: usize) -> Result<Self, TooLarge> {
        let aspects = split::aspects(puzzle, solved, moves).ok_or(TooLarge { most })?;
        StateIndex::of_aspects(&aspects, solved, moves, most)
    }

    /// The same for some aspects of the states only: states that agree in these count as one.
    pub fn of_aspects(
        aspects: &[Slots],
        solved: &State,
        moves: &MoveSet,
        most: usize,
    ) -> Result<Self, TooLarge> {
        let coordinates = split::coordinates(aspects, solved, moves, most.min(MOST_VALUES))?;
        let sizes: Vec<usize> = coordinates.iter().map(Coordinate::size).collect();
        StateIndex::of_coordinates(&coordinates, &choose_inner(&sizes, WIDTHS[1]), moves, most)
    }

    /// The index that promises the shortest count, with the symmetries that permute its rows. Coordinates are divided
    /// between rows and places in several ways, and the division determines which symmetries act on both parts.
    pub fn with_symmetries(
        aspects: &[Slots],
        solved: &State,
        moves: &MoveSet,
        most: usize,
        symmetry: SymmetryUse,
    ) -> Result<(Self, MoveSymmetries), TooLarge> {
        let coordinates = split::coordinates(aspects, solved, moves, most.min(MOST_VALUES))?;
        let sizes: Vec<usize> = coordinates.iter().map(Coordinate::size).collect();
        let mut ways: Vec<Vec<usize>> = WIDTHS.iter().map(|&width| choose_inner(&sizes, width)).collect();
        let rows = |inner: &Vec<usize>| {
            let outer = (0..sizes.len()).filter(|at| !inner.contains(at));
            outer.map(|at| sizes[at] as f64).product::<f64>()
        };
        ways.sort_by(|a, b| rows(a).total_cmp(&rows(b)).then_with(|| a.cmp(b)));
        ways.dedup();
        if symmetry == SymmetryUse::Most && rows(&Vec::new()) <= MOST_UNDIVIDED {
            // Every symmetry acts on whole states.
            ways.insert(0, Vec::new());
        }
        let mut best: Option<(f64, StateIndex, MoveSymmetries)> = None;
        let mut fault = TooLarge { most };
        for inner in ways {
            let enough = best.as_ref().is_some_and(|best| rows(&inner) * moves.len() as f64 * STEP > best.0);
            if enough && symmetry != SymmetryUse::Most {
                continue;
            }
            let index = match StateIndex::of_coordinates(&coordinates, &inner, moves, most) {
                Ok(index) => index,
                Err(too_large) => {
                    fault = too_large;
                    continue;
                }
            };
            let mut symmetries = MoveSymmetries::none(moves);
            let mut cost = index.cost(1);
            if symmetry != SymmetryUse::None {
                let found = index.symmetries();
                let with = index.cost(found.count());
                if with < cost || symmetry == SymmetryUse::Most {
                    (cost, symmetries) = (with, found);
                }
            }
            let is_better = |(least, _, others): &(f64, StateIndex, MoveSymmetries)| match symmetry {
                SymmetryUse::Most if symmetries.count() != others.count() => {
                    symmetries.count() > others.count()
                }
                _ => cost < *least,
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((cost, index, symmetries));
            }
        }
        best.map(|(_, index, symmetries)| (index, symmetries)).ok_or(fault)
    }

    /// Approximate cost of a count with this number of symmetries, in counted states.
    fn cost(&self, symmetries: usize) -> f64 {
        let (rows, width, moves) = (self.row_count() as f64, self.width as f64, self.moves.len() as f64);
        let (classes, symmetries) = (rows / symmetries as f64, symmetries as f64);
        let mut cost = rows * moves * STEP + classes * width * (1.0 + width / WIDE);
        if symmetries > 1.0 {
            let maps = (classes * moves).min(self.blocks as f64 * moves * symmetries);
            cost += symmetries * self.place.len() as f64 + maps * width * MAP;
        }
        cost
    }

    /// Divides coordinates: those with the given numbers form the places, the others the rows.
    fn of_coordinates(
        coordinates: &[Coordinate],
        inner: &[usize],
        moves: &MoveSet,
        most: usize,
    ) -> Result<Self, TooLarge> {
        let apart = |at: &usize| !inner.contains(at);
        let rows =
            (0..coordinates.len()).filter(apart).map(|at| coordinates[at].size() as f64).product::<f64>();
        if rows > most as f64 * COUPLED {
            return Err(TooLarge { most });
        }
        let (mut for_inner, mut for_outer) = (Vec::new(), Vec::new());
        for (at, coordinate) in coordinates.iter().enumerate() {
            if inner.contains(&at) {
                for_inner.push(coordinate.clone());
            } else {
                for_outer.push(coordinate.clone());
            }
        }
        let inner = join(for_inner, moves, most)?;
        let outer = join(for_outer, moves, most)?;
        Ok(StateIndex::of_two(outer, inner, moves))
    }

    fn of_two(outer: Coordinate, inner: Coordinate, moves: &MoveSet) -> Self {
        let coupling = Coupling::new(&outer, &inner, moves);
        let (width, blocks) = (coupling.width(), coupling.blocks());
        let mut next = vec![0_u32; blocks];
        let mut value_at = vec![0; inner.size()];
        let mut place = Vec::with_capacity(inner.size());
        for (value, &block) in coupling.block().iter().enumerate() {
            let at = next[block as usize];
            next[block as usize] += 1;
            place.push((at, block));
            value_at[block as usize * width + at as usize] = value as u32;
        }
        let block_of_row = coupling.block_of_first().to_vec();
        StateIndex { outer, inner, moves: moves.clone(), width, blocks, block_of_row, place, value: value_at }
    }

    /// Number of rows.
    pub fn row_count(&self) -> usize {
        self.outer.size()
    }

    /// Number of places per row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of blocks of the values of the inner coordinate: the number of states is the product of rows and
    /// inner values divided by this factor.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// The number of states in the index: all reachable states.
    pub fn size(&self) -> u64 {
        self.row_count() as u64 * self.width as u64
    }

    /// Row and place of a reachable state. For an unreachable one, `None` or those of another state: aspects that
    /// follow from others, or never change, are not checked.
    pub fn find(&self, state: &State) -> Option<(usize, usize)> {
        let row = self.outer.value(state)? as usize;
        let (place, block) = self.place[self.inner.value(state)? as usize];
        (self.block_of_row[row] == block).then_some((row, place as usize))
    }

    /// Size of the index in bytes, without rows built from it.
    pub fn bytes(&self) -> usize {
        let tables = size_of_val(&self.place[..]) + size_of_val(&self.value[..]);
        self.outer.bytes() + self.inner.bytes() + tables + size_of_val(&self.block_of_row[..])
    }

    /// Upper bound for the size of [`StateIndex::rows`] in bytes.
    pub fn rows_bytes(&self) -> u64 {
        let place = if self.width <= 1 << 16 { 2 } else { 4 };
        (self.row_count() * self.moves.len() * size_of::<Step>()
            + self.place.len() * self.moves.len() * place) as u64
    }

    /// About the most bytes that [`StateIndex::classes`] takes at a time, with its result. It is assumed that few rows are fixed by a symmetry:
    /// there are at most twice as many classes as if none were.
    pub fn classes_bytes(&self, symmetries: &MoveSymmetries) -> u64 {
        let (rows, moves, elements) = (self.row_count(), self.moves.len(), symmetries.count());
        let classes = (2 * rows / elements).clamp(1, rows);
        let maps = (classes * moves).min(self.blocks * moves * elements);
        // A map is made of four bytes for each place, and then kept in two or four.
        let map = self.width * if self.width <= 1 << 16 { 4 + 2 } else { 4 + 4 };
        let actions = elements * self.inner.size() * size_of::<u32>();
        // By row: its class, and its images under the generators.
        let row = size_of::<(u32, u16)>() + symmetries.generators().len() * size_of::<u32>();
        (actions + rows * row + classes * moves * (size_of::<Step>() + size_of::<u16>()) + maps * map) as u64
    }

    /// The map of the places of a block that a map of values (moves and a symmetry) induces.
    fn map_of(&self, block: u32, image: impl Fn(u32) -> u32) -> impl Iterator<Item = u32> {
        let values = &self.value[block as usize * self.width..][..self.width];
        values.iter().map(move |&value| self.place[image(value) as usize].0)
    }

    /// All rows. O(rows × moves).
    pub fn rows(&self) -> Rows {
        let (rows, count) = (self.row_count(), self.moves.len());
        let values = (0..self.blocks as u32)
            .flat_map(|block| (0..count).map(move |m| (block, m)))
            .flat_map(|(block, m)| self.map_of(block, move |value| self.inner.after(value, m)));
        let maps = Maps::new(self.width, values);
        let mut steps = Vec::with_capacity(rows * count);
        for (row, &block) in self.block_of_row.iter().enumerate() {
            steps.extend((0..count).map(|m| Step {
                row: self.outer.after(row as u32, m),
                map: block * count as u32 + m as u32,
            }));
        }
        Rows {
            width: self.width,
            moves: count,
            steps,
            maps,
            solved: (0, self.place[0].0 as usize),
            weights: Vec::new(),
            itself: Vec::new(),
            turned: Vec::new(),
            all_rows: rows as u64,
        }
    }

    /// The symmetries that permute the rows.
    pub fn symmetries(&self) -> MoveSymmetries {
        // With fewer values, a permutation that is not a symmetry is detected sooner.
        let mut coordinates = [&self.outer, &self.inner];
        coordinates.sort_by_key(|coordinate| coordinate.size());
        MoveSymmetries::find(&self.moves, &coordinates)
    }

    /// The classes of the rows under the symmetries. O(rows × generators).
    pub(super) fn row_classes(&self, symmetries: &MoveSymmetries) -> Classes {
        Classes::new(symmetries, &symmetries.actions(&self.outer, &self.moves), self.row_count())
    }

    /// What each symmetry makes of the values of which places are a part.
    pub(super) fn actions_on_values(&self, symmetries: &MoveSymmetries) -> Action {
        symmetries.all_actions(&self.inner, &self.moves)
    }

    /// The place to which a symmetry takes a place of a row, given what it makes of values.
    pub(super) fn image(&self, row: usize, place: usize, action: &[u32]) -> usize {
        let block = self.block_of_row[row] as usize;
        self.place[action[self.value[block * self.width + place] as usize] as usize].0 as usize
    }

    /// One row of each class under the symmetries. O(rows × generators + classes × moves).
    pub fn classes(&self, symmetries: &MoveSymmetries) -> Rows {
        let (rows, count) = (self.row_count(), self.moves.len());
        let of_values = self.actions_on_values(symmetries);
        let Classes { of_row: class, leaders, weights, fixing } = self.row_classes(symmetries);
        // Maps by block, move and symmetry, in the order in which they occur.
        let mut known: HashMap<(u32, usize, usize), u32> = HashMap::new();
        let mut values: Vec<u32> = Vec::new();
        let mut map = |block: u32, m: Option<usize>, element: usize| {
            *known.entry((block, m.unwrap_or(usize::MAX), element)).or_insert_with(|| {
                let action = &of_values[element];
                let moved = |value| m.map_or(value, |m| self.inner.after(value, m));
                values.extend(self.map_of(block, |value| action[moved(value) as usize]));
                (values.len() / self.width) as u32 - 1
            })
        };
        let mut steps = Vec::with_capacity(leaders.len() * count);
        let mut turned = Vec::with_capacity(leaders.len() * count);
        for &leader in &leaders {
            for m in 0..count {
                let (row, element) = class[self.outer.after(leader, m) as usize];
                let map = map(self.block_of_row[leader as usize], Some(m), usize::from(element));
                steps.push(Step { row, map });
                turned.push(element);
            }
        }
        let itself = (leaders.iter().zip(fixing))
            .map(|(&leader, elements)| {
                let block = self.block_of_row[leader as usize];
                elements.into_iter().map(|element| map(block, None, element)).collect()
            })
            .collect();
        Rows {
            width: self.width,
            moves: count,
            steps,
            maps: Maps::new(self.width, values.into_iter()),
            solved: (0, self.place[0].0 as usize),
            weights,
            itself,
            turned,
            all_rows: rows as u64,
        }
    }
}

/// Joins many coordinates into one, the small ones first. Fails if there are more than `most` values.
pub(super) fn join(
    mut coordinates: Vec<Coordinate>,
    moves: &MoveSet,
    most: usize,
) -> Result<Coordinate, TooLarge> {
    coordinates.sort_by_key(Coordinate::size);
    let mut joined: Option<Coordinate> = None;
    for coordinate in coordinates {
        joined = Some(match joined {
            None => coordinate,
            Some(joined) => Coordinate::pair(joined, coordinate, moves, most)?,
        });
    }
    Ok(joined.unwrap_or_else(|| Coordinate::trivial(moves)))
}

/// The coordinates that form the places of the rows: those whose product is nearest to a width, by ratio.
fn choose_inner(sizes: &[usize], width: f64) -> Vec<usize> {
    if sizes.len() <= 1 {
        return (0..sizes.len()).collect();
    }
    // All subsets of the sixteen smallest: sizes come in descending order.
    let considered: Vec<usize> = (sizes.len().saturating_sub(16)..sizes.len()).collect();
    let mut best: (f64, Vec<usize>) = (f64::INFINITY, Vec::new());
    for subset in 1..1_u32 << considered.len() {
        let members: Vec<usize> = considered
            .iter()
            .enumerate()
            .filter(|(bit, _)| subset >> bit & 1 == 1)
            .map(|(_, &at)| at)
            .collect();
        let product = members.iter().map(|&at| sizes[at] as f64).product::<f64>();
        if product > MOST_WIDTH as f64 && members.len() > 1 {
            continue;
        }
        let distance = (product / width).ln().abs();
        if distance < best.0 {
            best = (distance, members);
        }
    }
    best.1
}
