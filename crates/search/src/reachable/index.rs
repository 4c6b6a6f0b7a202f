//! A perfect index of the reachable states: a row, and a place in the row.
//!
//! Start at [`StateIndex::new`]. The coordinates of a puzzle are shared out to rows and places; the places of a row are
//! the values of the second part that its row allows ([`super::coupling`]), so nothing is wasted on states that cannot
//! occur. To make a move is one look-up for the row, which also names the map of places, and one in that map; all states
//! of a row move with the same two.

use super::coordinate::{Coordinate, TooLarge};
use super::coupling::Coupling;
use super::move_set::MoveSet;
use super::slots::Slots;
use super::split;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;

/// Where a move leads from a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The row.
    pub row: u32,
    /// The map that says where each place goes.
    pub map: u32,
}

/// States as pairs of a row and a place; the solved one is place [`StateIndex::solved`] of row 0.
#[derive(Clone, Debug)]
pub struct StateIndex {
    outer: Coordinate,
    inner: Coordinate,
    moves: usize,
    rows: usize,
    width: usize,
    blocks: usize,
    /// `steps[row * moves + m]`.
    steps: Vec<Step>,
    /// `maps[map * width + place]`; map = block × moves + m.
    maps: Vec<u32>,
    /// By value of the inner coordinate: its place in its block, and the block.
    place: Vec<(u32, u32)>,
}

/// Values of a single coordinate: enumerated in some seconds, kept in some hundred megabytes.
pub const MOST_VALUES: usize = 1 << 24;

/// Places of a row are best about this many: their bits and the maps fit the first caches, and padding to whole words
/// wastes little.
const WIDTH: f64 = 1024.0;

/// No more than this for more than one inner coordinate.
const MOST_WIDTH: usize = 1 << 14;

impl StateIndex {
    /// The states that the moves reach from `solved`. The moves must always be possible. Fails if a coordinate or the
    /// rows would have more than `most` values.
    pub fn new(puzzle: &Puzzle, solved: &State, moves: &MoveSet, most: usize) -> Result<Self, TooLarge> {
        let aspects = split::aspects(puzzle, solved, moves).ok_or(TooLarge { most })?;
        StateIndex::of_aspects(&aspects, solved, moves, most)
    }

    /// The same by some aspects of the states only: states that agree in these count as one.
    pub fn of_aspects(
        aspects: &[Slots],
        solved: &State,
        moves: &MoveSet,
        most: usize,
    ) -> Result<Self, TooLarge> {
        let coordinates = split::coordinates(aspects, solved, moves, most.min(MOST_VALUES))?;
        let inner = choose_inner(&coordinates.iter().map(Coordinate::size).collect::<Vec<_>>());
        let (mut for_inner, mut for_outer) = (Vec::new(), Vec::new());
        for (at, coordinate) in coordinates.into_iter().enumerate() {
            if inner.contains(&at) { for_inner.push(coordinate) } else { for_outer.push(coordinate) }
        }
        let inner = join(for_inner, moves, most)?;
        let outer = join(for_outer, moves, most)?;
        Ok(StateIndex::of_two(outer, inner, moves))
    }

    fn of_two(outer: Coordinate, inner: Coordinate, moves: &MoveSet) -> Self {
        let coupling = Coupling::new(&outer, &inner, moves);
        let (rows, width, count) = (outer.size(), coupling.width(), moves.len());
        let mut next = vec![0_u32; coupling.blocks()];
        let place: Vec<(u32, u32)> = (coupling.block().iter())
            .map(|&block| {
                let place = next[block as usize];
                next[block as usize] += 1;
                (place, block)
            })
            .collect();
        let mut maps = vec![0_u32; coupling.blocks() * count * width];
        for (value, &(from, block)) in place.iter().enumerate() {
            for m in 0..count {
                let to = place[inner.after(value as u32, m) as usize].0;
                maps[(block as usize * count + m) * width + from as usize] = to;
            }
        }
        let mut steps = Vec::with_capacity(rows * count);
        for (row, &block) in coupling.block_of_first().iter().enumerate() {
            steps.extend(
                (0..count)
                    .map(|m| Step { row: outer.after(row as u32, m), map: block * count as u32 + m as u32 }),
            );
        }
        let blocks = coupling.blocks();
        StateIndex { outer, inner, moves: count, rows, width, blocks, steps, maps, place }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Places of each row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of moves.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Into how many blocks the values of the inner coordinate fall: by this factor the states are fewer than the
    /// product of rows and inner values.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// How many states have a number: all that can be reached.
    pub fn size(&self) -> u64 {
        self.rows as u64 * self.width as u64
    }

    /// Row and place of the solved state.
    pub fn solved(&self) -> (usize, usize) {
        (0, self.place[0].0 as usize)
    }

    /// Where the moves lead from a row.
    #[inline]
    pub fn steps(&self, row: usize) -> &[Step] {
        &self.steps[row * self.moves..][..self.moves]
    }

    /// Where a map carries each place.
    #[inline]
    pub fn map(&self, map: u32) -> &[u32] {
        &self.maps[map as usize * self.width..][..self.width]
    }

    /// Row and place after a move.
    pub fn after(&self, (row, place): (usize, usize), m: usize) -> (usize, usize) {
        let step = self.steps(row)[m];
        (step.row as usize, self.map(step.map)[place] as usize)
    }

    /// Row and place of a state; `None` if it cannot be reached.
    pub fn find(&self, state: &State) -> Option<(usize, usize)> {
        let row = self.outer.value(state)? as usize;
        let (place, block) = self.place[self.inner.value(state)? as usize];
        let first = *self.steps(row).first()?;
        (first.map / self.moves as u32 == block).then_some((row, place as usize))
    }

    /// Bytes that the tables take.
    pub fn bytes(&self) -> usize {
        let tables =
            size_of_val(&self.steps[..]) + size_of_val(&self.maps[..]) + size_of_val(&self.place[..]);
        self.outer.bytes() + self.inner.bytes() + tables
    }
}

/// One coordinate of many, the small ones first. Fails if there are more than `most` values.
fn join(mut coordinates: Vec<Coordinate>, moves: &MoveSet, most: usize) -> Result<Coordinate, TooLarge> {
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

/// Which coordinates make the places of the rows: those whose product comes nearest to [`WIDTH`], by ratio.
fn choose_inner(sizes: &[usize]) -> Vec<usize> {
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
        let distance = (product / WIDTH).ln().abs();
        if distance < best.0 {
            best = (distance, members);
        }
    }
    best.1
}
