//! A perfect index of one large set of pieces, divided into blocks that symmetries preserve.
//!
//! Start at [`BlockIndex::new`]. [`super::cosets`] distinguishes some pieces, which no symmetry does. Here all pieces of a block are alike
//! for the row: it says which slots each block fills, and what the rest of the puzzle is. The place says how the pieces of each block are
//! arranged in its slots. The symmetries of the moves permute the slots; blocks that they take to blocks give rows that they take to rows.
//! The twelve edges of the 3x3x3 are three slices of four: 12! / 4!³ · 2^11 rows, which form 1.5 million classes, and 4!³ places.
//! Without symmetries any blocks do; they take far less memory than cosets, because maps are not stored.

use super::block_maps::{BlockMaps, Renaming};
use super::classes::Classes;
use super::coordinate::Coordinate;
use super::move_set::MoveSet;
use super::move_symmetry::MoveSymmetries;
use super::rows::{Maps, Rows, Step};
use super::slots::{Aspect, Slots};
use permutant_group::Permutation;
use permutant_group::blocks::BlockSystem;
use permutant_group::rank::lehmer;
use permutant_puzzle::state::State;
use std::collections::VecDeque;

/// Greatest number of arrangements of a block: tables for two of them stay small.
const MOST_ARRANGED: usize = 720;

/// Greatest number of places per row: numbers of two bytes hold them.
const MOST_WIDTH: usize = 1 << 16;

/// Bytes per row while classes are formed: its class, its images under some generators.
const BYTES_PER_ROW: usize = 24;

/// States as a row (which slots each block fills, and the rest of the puzzle) and a place (the arrangements in the blocks).
#[derive(Clone, Debug)]
pub struct BlockIndex {
    slots: Slots,
    /// By slot: its block, and its number in the block.
    block: Vec<(usize, usize)>,
    /// By content: the block of the slot where it is in the solved state, and its number in the block.
    home: Vec<(usize, usize)>,
    /// By block: the number of its slots.
    sizes: Vec<usize>,
    /// Which slots each block fills.
    filled: Coordinate,
    rest: Coordinate,
    moves: MoveSet,
    maps: BlockMaps,
    symmetries: MoveSymmetries,
    /// By element: where it takes each slot.
    taken: Vec<Vec<usize>>,
}

impl BlockIndex {
    /// The states that moves reach from `solved`: the pieces in one set of slots, all different, and the rest of the puzzle. The moves must
    /// always be possible. `None` if there are no symmetries, no blocks of a suitable size, or more than `bytes` would be needed.
    pub fn new(slots: &Slots, rest: Coordinate, solved: &State, moves: &MoveSet, bytes: u64) -> Option<Self> {
        let count = slots.slots.len();
        let sources = sources(slots, moves);
        // First by the slots alone, which shows the blocks.
        let of_slots =
            MoveSymmetries::find_where(moves, |permutation| taken_by(&sources, permutation).is_some());
        let taken_by_element = |symmetries: &MoveSymmetries| {
            (0..symmetries.count())
                .map(|element| taken_by(&sources, symmetries.permutation(element)))
                .collect::<Option<Vec<_>>>()
        };
        let generators: Vec<Permutation> = (taken_by_element(&of_slots)?.iter())
            .map(|taken| {
                Permutation::from_moved_to(&taken.iter().map(|&to| to as u32).collect::<Vec<_>>()).ok()
            })
            .collect::<Option<_>>()?;
        let systems = (1..count as u32).filter_map(|other| BlockSystem::joining(&generators, 0, other));
        let numbered = systems.filter_map(|system| {
            let is_trivial = system.size() < 2 || system.size() == count;
            if is_trivial { None } else { Numbered::new(system.blocks(), count) }
        });
        let mut index = BlockIndex::of_blocks(
            slots,
            numbered.max_by_key(|numbered| numbered.width)?,
            rest,
            solved,
            moves,
            bytes / BYTES_PER_ROW as u64,
        )?;
        // Then by the rows.
        index.symmetries = MoveSymmetries::find_where(moves, |permutation| {
            taken_by(&sources, permutation).is_some() && index.row_images(permutation).is_some()
        });
        if index.symmetries.count() == 1 {
            return None;
        }
        index.taken = taken_by_element(&index.symmetries)?;
        index.set_maps()?;
        Some(index)
    }

    /// The same without symmetries, for any puzzle: the blocks are as many slots, one after the other, as give many places per row.
    pub fn without_symmetries(
        slots: &Slots,
        rest: Coordinate,
        solved: &State,
        moves: &MoveSet,
        bytes: u64,
    ) -> Option<Self> {
        let count = slots.slots.len();
        let mut next = 0..count as u32;
        let blocks: Vec<Vec<u32>> =
            block_sizes(count).into_iter().map(|size| next.by_ref().take(size).collect()).collect();
        let numbered = Numbered::new(&blocks, count)?;
        let per_row = BYTES_PER_ROW + moves.len() * size_of::<Step>();
        let mut index = BlockIndex::of_blocks(slots, numbered, rest, solved, moves, bytes / per_row as u64)?;
        index.taken = vec![(0..count).collect()];
        index.set_maps()?;
        Some(index)
    }

    /// At most `most_rows` rows of given blocks, without symmetries and maps.
    fn of_blocks(
        slots: &Slots,
        numbered: Numbered,
        rest: Coordinate,
        solved: &State,
        moves: &MoveSet,
        most_rows: u64,
    ) -> Option<Self> {
        let Numbered { block, sizes, width } = numbered;
        if slots.aspect != Aspect::Places || slots.contents() != block.len() {
            return None;
        }
        let rows = slots.arrangements(solved) / width as f64 * rest.size() as f64;
        if rows > most_rows as f64 || rows >= f64::from(u32::MAX) {
            return None;
        }
        let mut home = vec![(0, 0); block.len()];
        for (content, &of_slot) in slots.read(solved)?.into_iter().zip(&block) {
            *home.get_mut(usize::from(content))? = of_slot;
        }
        let merged = merge(slots, &home, solved)?;
        let of_blocks =
            Slots::new(slots.orbit, slots.slots.clone(), Aspect::Places, std::slice::from_ref(&merged))?;
        let filled = Coordinate::of_slots(of_blocks, &merged, moves, rows as usize + 1).ok()?;
        Some(BlockIndex {
            slots: slots.clone(),
            block,
            home,
            sizes,
            filled,
            rest,
            moves: moves.clone(),
            maps: BlockMaps::new(Vec::new(), Vec::new()),
            symmetries: MoveSymmetries::none(moves),
            taken: Vec::new(),
        })
    }

    /// Makes the maps for the symmetries; `None` if one of them does not take blocks to blocks.
    fn set_maps(&mut self) -> Option<()> {
        let after = self.sizes.iter().map(|&size| products(size)).collect();
        self.maps = BlockMaps::new(after, self.renamings()?);
        Some(())
    }

    /// The symmetries, all of which act on rows.
    pub fn symmetries(&self) -> &MoveSymmetries {
        &self.symmetries
    }

    /// Number of rows.
    pub fn row_count(&self) -> usize {
        self.filled.size() * self.rest.size()
    }

    /// Number of places per row.
    pub fn width(&self) -> usize {
        self.maps.width()
    }

    /// Size in bytes, with the rows of its classes.
    pub fn bytes(&self) -> u64 {
        let steps = self.row_count() / self.symmetries.count() * self.moves.len() * size_of::<Step>();
        (self.filled.bytes() + self.rest.bytes() + steps) as u64
    }

    /// Bytes that are taken besides while classes are formed.
    pub fn forming_bytes(&self) -> u64 {
        if self.symmetries.count() > 1 { (self.row_count() * BYTES_PER_ROW) as u64 } else { 0 }
    }

    /// Row and place of a reachable state; `None` or those of another state for one that is not.
    pub fn find(&self, state: &State) -> Option<(usize, usize)> {
        let filled = self.filled.value(&merge(&self.slots, &self.home, state)?)? as usize;
        let row = filled * self.rest.size() + self.rest.value(state)? as usize;
        let contents = self.slots.read(state)?;
        let mut arranged = vec![Vec::new(); self.sizes.len()];
        for content in contents {
            let (block, number) = *self.home.get(usize::from(content))?;
            arranged[block].push(number);
        }
        Some((row, self.maps.place_of(arranged.iter().map(|arrangement| rank(arrangement)))))
    }

    /// Which slots each block fills at a value, as the blocks of all slots.
    fn colors(&self, filled: usize) -> Vec<usize> {
        let mut contents = vec![0; self.block.len()];
        self.filled.read(filled, &mut contents);
        contents.into_iter().map(usize::from).collect()
    }

    /// The images of all rows under a permutation of the moves; `None` if it does not act on them, or if not all rows are reached.
    fn row_images(&self, permutation: &[u16]) -> Option<Vec<u32>> {
        let (filled, rest) = (self.filled.size(), self.rest.size());
        let direct: Vec<(usize, usize)> =
            self.moves.direct().map(|m| (m, usize::from(permutation[m]))).collect();
        // Which slots the blocks fill has an image of its own.
        let mut of_filled = vec![u32::MAX; filled];
        of_filled[0] = 0;
        for at in 0..filled as u32 {
            for &(m, becomes) in &direct {
                let image = self.filled.after(*of_filled.get(at as usize)?, becomes);
                let to = &mut of_filled[self.filled.after(at, m) as usize];
                if *to != u32::MAX && *to != image {
                    return None;
                }
                *to = image;
            }
        }
        // By row, the image of the rest. Rows with the same blocks lie together and are followed together: single rows lie anywhere.
        let mut of_rest = vec![u32::MAX; filled * rest];
        of_rest[0] = 0;
        let mut unknown = filled * rest - 1;
        let mut open = VecDeque::from([0_usize]);
        let mut is_open = vec![false; filled];
        while let Some(at) = open.pop_front() {
            is_open[at] = false;
            for &(m, becomes) in &direct {
                let there = self.filled.after(at as u32, m) as usize;
                let (moved, image) = (self.rest.table(m), self.rest.table(becomes));
                let mut is_new = false;
                for (value, &to) in moved.iter().enumerate() {
                    let here = of_rest[at * rest + value];
                    if here == u32::MAX {
                        continue;
                    }
                    let (expected, to) = (image[here as usize], &mut of_rest[there * rest + to as usize]);
                    if *to == u32::MAX {
                        *to = expected;
                        unknown -= 1;
                        is_new = true;
                    } else if *to != expected {
                        return None;
                    }
                }
                if is_new && !std::mem::replace(&mut is_open[there], true) {
                    open.push_back(there);
                }
            }
        }
        if unknown > 0 {
            return None;
        }
        for (rows, &image) in of_rest.chunks_mut(rest).zip(&of_filled) {
            rows.iter_mut().for_each(|row| *row += image * rest as u32);
        }
        Some(of_rest)
    }

    /// What each element does to each block; `None` if it does not take blocks to blocks.
    fn renamings(&self) -> Option<Vec<Vec<Renaming>>> {
        let of_element = |taken: &Vec<usize>| {
            let of_block = |block: usize| {
                let images = (0..taken.len()).filter(|&slot| self.block[slot].0 == block);
                let images: Vec<(usize, usize)> = images.map(|slot| self.block[taken[slot]]).collect();
                let becomes = images.first()?.0;
                let renamed: Vec<usize> = images.iter().map(|(_, number)| *number).collect();
                let rename = |arrangement: Vec<usize>| {
                    rank(&arrangement.iter().map(|&piece| renamed[piece]).collect::<Vec<_>>()) as u16
                };
                let size = self.sizes[block];
                let ranks = (0..factorial(size)).map(|at| rename(unrank(at, size))).collect();
                images.iter().all(|(other, _)| *other == becomes).then_some((becomes, ranks))
            };
            (0..self.sizes.len()).map(of_block).collect::<Option<Vec<_>>>()
        };
        self.taken.iter().map(of_element).collect()
    }

    /// How slots that are moved rearrange the pieces of each block: entry x says from which slot the content of slot x comes.
    fn rearrangement(&self, before: &[usize], from: &[usize]) -> usize {
        let mut number = vec![0; before.len()];
        let mut filled = vec![0; self.sizes.len()];
        for (slot, &block) in before.iter().enumerate() {
            number[slot] = filled[block];
            filled[block] += 1;
        }
        let mut arranged = vec![Vec::new(); self.sizes.len()];
        from.iter().for_each(|&from| arranged[before[from]].push(number[from]));
        self.maps.place_of(arranged.iter().map(|arrangement| rank(arrangement)))
    }

    /// The classes of the rows. O(rows × generators).
    pub(super) fn row_classes(&self) -> Classes {
        let generators = self.symmetries.generators().iter();
        let permutations = generators.map(|&element| self.symmetries.permutation(element));
        let images: Vec<Vec<u32>> =
            permutations.filter_map(|permutation| self.row_images(permutation)).collect();
        Classes::new(&self.symmetries, &images, self.row_count())
    }

    /// One row of each class. O(rows × generators + classes × moves).
    pub fn classes(&self) -> Rows {
        self.rows_of(self.row_classes())
    }

    /// The place to which a symmetry takes a place of a row.
    pub(super) fn image(&self, row: usize, place: usize, element: usize) -> usize {
        let rearranged = self.rearrangement(&self.colors(row / self.rest.size()), &self.back(element));
        self.maps.image(self.maps.number(element, rearranged), place)
    }

    /// By slot, the slot from which an element takes its contents.
    fn back(&self, element: usize) -> Vec<usize> {
        let taken = &self.taken[element];
        let mut back = vec![0; taken.len()];
        taken.iter().enumerate().for_each(|(slot, &to)| back[to] = slot);
        back
    }

    /// All rows.
    pub fn all_rows(&self) -> Rows {
        self.rows_of(Classes::new(&MoveSymmetries::none(&self.moves), &[], self.row_count()))
    }

    fn rows_of(&self, classes: Classes) -> Rows {
        let (filled, rest, count) = (self.filled.size(), self.rest.size(), self.moves.len());
        let locals = sources(&self.slots, &self.moves);
        let back: Vec<Vec<usize>> = (0..self.taken.len()).map(|element| self.back(element)).collect();
        let (mut by_move, mut by_element) = (Vec::new(), Vec::new());
        for at in 0..filled {
            let colors = self.colors(at);
            by_move.extend(locals.iter().map(|from| self.rearrangement(&colors, from) as u32));
            by_element.extend(back.iter().map(|from| self.rearrangement(&colors, from) as u32));
        }
        let elements = self.symmetries.count();
        let mut steps = Vec::with_capacity(classes.leaders.len() * count);
        let mut turned = Vec::with_capacity(classes.leaders.len() * count);
        let mut itself = Vec::with_capacity(classes.leaders.len());
        for (&leader, fixing) in classes.leaders.iter().zip(&classes.fixing) {
            let (of_filled, of_rest) = (leader as usize / rest, leader % rest as u32);
            for (m, rearranged) in by_move[of_filled * count..][..count].iter().enumerate() {
                let to_filled = self.filled.after(of_filled as u32, m) as usize;
                let to = to_filled * rest + self.rest.after(of_rest, m) as usize;
                let (class, element) = classes.of_row[to];
                let then = by_element[to_filled * elements + usize::from(element)];
                let both = self.maps.rearranged(*rearranged as usize, then as usize);
                steps.push(Step { row: class, map: self.maps.number(usize::from(element), both) });
                turned.push(element);
            }
            let map = |&element: &usize| {
                self.maps.number(element, by_element[of_filled * elements + element] as usize)
            };
            itself.push(fixing.iter().map(map).collect());
        }
        Rows {
            width: self.width(),
            moves: count,
            steps,
            maps: Maps::Blocks(self.maps.clone()),
            solved: (0, 0),
            weights: classes.weights,
            itself,
            turned,
            all_rows: self.row_count() as u64,
        }
    }
}

/// Where a relabelling of the slots that turns each move into another takes them; `None` if there is none. `sources[m][x]` is the slot from
/// which move m takes the content of slot x.
fn taken_by(sources: &[Vec<usize>], permutation: &[u16]) -> Option<Vec<usize>> {
    let slots = sources.first()?.len();
    (0..slots).find_map(|first| {
        let mut taken = vec![usize::MAX; slots];
        taken[0] = first;
        let mut open = vec![0];
        while let Some(slot) = open.pop() {
            for (from, becomes) in sources.iter().zip(permutation) {
                let (next, image) = (from[slot], sources[usize::from(*becomes)][taken[slot]]);
                if taken[next] == usize::MAX {
                    taken[next] = image;
                    open.push(next);
                } else if taken[next] != image {
                    return None;
                }
            }
        }
        let mut seen = vec![false; slots];
        let is_whole = taken.iter().all(|&to| to < slots && !std::mem::replace(&mut seen[to], true));
        is_whole.then_some(taken)
    })
}

/// By move and slot: the slot from which the content of the slot comes.
fn sources(slots: &Slots, moves: &MoveSet) -> Vec<Vec<usize>> {
    let of_move = |change| slots.local(change).from.iter().map(|&(from, _)| usize::from(from)).collect();
    moves.moves().iter().map(|m| of_move(&m.change)).collect()
}

/// Blocks of slots.
struct Numbered {
    /// By slot: its block, and its number in the block.
    block: Vec<(usize, usize)>,
    /// By block: the number of its slots.
    sizes: Vec<usize>,
    /// The product of the numbers of arrangements of all blocks.
    width: usize,
}

impl Numbered {
    /// `None` if the blocks do not hold all slots, or have too many arrangements.
    fn new(blocks: &[Vec<u32>], slots: usize) -> Option<Self> {
        let mut block = vec![(usize::MAX, 0); slots];
        let mut width = 1_usize;
        for (at, members) in blocks.iter().enumerate() {
            let arranged = factorial(members.len());
            width = width.checked_mul(arranged).filter(|&width| width <= MOST_WIDTH)?;
            if arranged > MOST_ARRANGED {
                return None;
            }
            members.iter().enumerate().for_each(|(number, &slot)| block[slot as usize] = (at, number));
        }
        let sizes = blocks.iter().map(Vec::len).collect();
        block.iter().all(|(of, _)| *of != usize::MAX).then_some(Numbered { block, sizes, width })
    }
}

/// The sizes of blocks of so many slots that give the most places per row.
fn block_sizes(slots: usize) -> Vec<usize> {
    /// The best product, and sizes that descend.
    fn best(slots: usize, greatest: usize, width: usize) -> (usize, Vec<usize>) {
        let sizes = (2..=greatest.min(slots)).filter(|&size| width * factorial(size) <= MOST_WIDTH);
        let with = |size: usize| {
            let (product, mut rest) = best(slots - size, size, width * factorial(size));
            rest.insert(0, size);
            (product, rest)
        };
        sizes.map(with).max().unwrap_or((width, Vec::new()))
    }
    let greatest = (1..).take_while(|&size| factorial(size) <= MOST_ARRANGED).last().unwrap_or(1);
    let (_, mut sizes) = best(slots, greatest, 1);
    sizes.resize(sizes.len() + slots - sizes.iter().sum::<usize>(), 1);
    sizes
}

/// The state with every piece replaced by the block of its home; orientations are another aspect.
fn merge(slots: &Slots, home: &[(usize, usize)], state: &State) -> Option<State> {
    let contents = slots.read(state)?;
    let mut state = state.clone();
    let orbit = state.orbits.get_mut(slots.orbit)?;
    orbit.moduli.fill(1);
    orbit.orientations.fill(0);
    for (&slot, content) in slots.slots.iter().zip(contents) {
        orbit.pieces[usize::from(slot)] = home.get(usize::from(content))?.0 as u16;
    }
    Some(state)
}

/// n!, at most some thousand.
fn factorial(n: usize) -> usize {
    (1..=n).fold(1, usize::saturating_mul)
}

fn rank(arrangement: &[usize]) -> usize {
    let places: Vec<u8> = arrangement.iter().map(|&piece| piece as u8).collect();
    lehmer::rank(places.len(), &places).unwrap_or(0) as usize
}

fn unrank(rank: usize, size: usize) -> Vec<usize> {
    let mut places = vec![0; size];
    // Every rank is one of these arrangements.
    let _ = lehmer::unrank(size, rank as u64, &mut places);
    places.into_iter().map(usize::from).collect()
}

/// `products[a * n! + b]`: the rank of arrangement a rearranged by b.
fn products(size: usize) -> Vec<u16> {
    let all: Vec<Vec<usize>> = (0..factorial(size)).map(|at| unrank(at, size)).collect();
    let product = |a: &[usize], b: &[usize]| rank(&b.iter().map(|&at| a[at]).collect::<Vec<_>>()) as u16;
    all.iter().flat_map(|a| all.iter().map(|b| product(a, b)).collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::god::two_bit::TwoBit;
    use crate::limits::Control;
    use crate::reachable::index::{StateIndex, join};
    use crate::reachable::split;
    use permutant_puzzle::algorithm;
    use permutant_puzzle::catalog;
    use permutant_puzzle::metric::Metric;
    use permutant_puzzle::puzzle::Puzzle;

    fn count(rows: &Rows) -> Vec<u64> {
        let mut table = TwoBit::new(rows, 2);
        while table.step(&Control::new()).unwrap() > 0 {}
        table.counts().to_vec()
    }

    fn setting(puzzle: &Puzzle, metric: &str, turns: &str) -> MoveSet {
        MoveSet::new(puzzle, &algorithm::read(puzzle, turns).unwrap(), &Metric::parse(metric).unwrap())
            .unwrap()
    }

    /// All turns of the 2x2x2 keep two tetrahedra of corners apart from each other as blocks: every symmetry takes them to themselves or
    /// to each other.
    #[test]
    fn blocks_are_counted_like_coordinates() {
        let puzzle = catalog::find("2x2x2").unwrap().puzzle;
        for (metric, turns) in [("htm", "U R F D L B U2 R2 F2 D2 L2 B2"), ("qtm", "U R F D L B")] {
            let moves = setting(&puzzle, metric, turns);
            let aspects = split::aspects(&puzzle, puzzle.solved(), &moves).unwrap();
            let (places, rest): (Vec<Slots>, Vec<Slots>) =
                aspects.into_iter().partition(|slots| slots.aspect == Aspect::Places);
            let rest = split::coordinates(&rest, puzzle.solved(), &moves, 1 << 14).unwrap();
            let rest = join(rest, &moves, 1 << 14).unwrap();
            let index = BlockIndex::new(&places[0], rest, puzzle.solved(), &moves, 1 << 30).unwrap();
            assert_eq!((index.row_count(), index.width()), (70 * 2187, 576));
            assert_eq!(index.symmetries().count(), 48);
            assert_eq!(index.find(puzzle.solved()), Some((0, 0)));
            let rows = index.classes();
            assert!(rows.len() < 70 * 2187 / 40);
            let whole = StateIndex::new(&puzzle, puzzle.solved(), &moves, 1 << 24).unwrap();
            assert_eq!(count(&rows), count(&whole.rows()));
            // Rows and places follow the moves.
            let all = index.all_rows();
            let (mut state, mut at) = (puzzle.solved().clone(), (0, 0));
            for m in (0..200).map(|step| step * step % moves.len()) {
                state = state.after(&moves.moves()[m].change);
                at = all.after(at, m).0;
                assert_eq!(index.find(&state), Some(at));
            }
        }
    }

    #[test]
    fn any_puzzle_has_blocks_without_symmetries() {
        assert_eq!(block_sizes(13), [6, 4, 2, 1]);
        assert_eq!(block_sizes(4), [4]);
        for (name, size) in [("pancake:8", 40_320), ("2x2x2", 3_674_160)] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let metric = Metric::htm();
            let moves = MoveSet::new(&puzzle, &puzzle.search_turns(&metric), &metric).unwrap();
            let aspects = split::aspects(&puzzle, puzzle.solved(), &moves).unwrap();
            let rest = split::coordinates(&aspects[1..], puzzle.solved(), &moves, 1 << 14).unwrap();
            let rest = join(rest, &moves, 1 << 14).unwrap();
            let index =
                BlockIndex::without_symmetries(&aspects[0], rest, puzzle.solved(), &moves, 1 << 30).unwrap();
            assert_eq!(index.row_count() * index.width(), size);
            let whole = StateIndex::new(&puzzle, puzzle.solved(), &moves, 1 << 24).unwrap();
            assert_eq!(count(&index.all_rows()), count(&whole.rows()), "{name}");
        }
    }

    #[test]
    fn what_has_no_blocks_is_left_to_others() {
        // Reversals of prefixes have no symmetry, and a ring of three has no blocks.
        for name in ["pancake:8", "pyraminx"] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let metric = Metric::htm();
            let moves = MoveSet::new(&puzzle, &puzzle.search_turns(&metric), &metric).unwrap();
            let aspects = split::aspects(&puzzle, puzzle.solved(), &moves).unwrap();
            let index =
                BlockIndex::new(&aspects[0], Coordinate::trivial(&moves), puzzle.solved(), &moves, 1 << 30);
            assert!(name == "pyraminx" || index.is_none());
        }
    }
}
