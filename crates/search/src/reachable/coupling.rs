//! Dependencies between two coordinates: signs that agree, sums that cancel, pieces that move together.
//!
//! Start at [`Coupling::new`]. The values of the second coordinate fall into blocks, and every value of the first one
//! goes with one block only. The blocks are the finest that the moves respect. To find them, begin with single values
//! and follow the moves through all values of the first coordinate. Whenever two paths to one of these lead to two
//! blocks, join the blocks and all their images under the moves (the closure is Atkinson's for block systems). Every
//! reachable pair is in the blocks. The converse, that every pair in the blocks is reachable, holds for the couplings
//! of the usual puzzles; it is certain once a breadth-first search has visited all pairs.

use super::coordinate::Coordinate;
use super::move_set::MoveSet;

/// Which values of a second coordinate are compatible with the values of a first one.
#[derive(Clone, Debug)]
pub struct Coupling {
    /// By value of the second coordinate.
    block: Vec<u32>,
    /// By value of the first one.
    block_of_first: Vec<u32>,
    blocks: usize,
}

impl Coupling {
    /// Finds the blocks. O((first + second) × moves) steps of a union-find.
    pub fn new(first: &Coordinate, second: &Coordinate, moves: &MoveSet) -> Self {
        let direct: Vec<usize> = moves.direct().collect();
        let mut blocks = Blocks::new(second.size());
        // One compatible value of the second coordinate for each value of the first.
        let mut with = vec![u32::MAX; first.size()];
        with[0] = 0;
        for value in 0..first.size() as u32 {
            let here = with[value as usize];
            for &m in &direct {
                let (to, expected) = (first.after(value, m) as usize, second.after(here, m));
                if with[to] == u32::MAX {
                    with[to] = expected;
                } else {
                    blocks.join(with[to], expected, |value, join| {
                        direct.iter().for_each(|&m| join(second.after(value.0, m), second.after(value.1, m)));
                    });
                }
            }
        }
        let mut number = vec![u32::MAX; second.size()];
        let (mut block, mut count) = (Vec::with_capacity(second.size()), 0);
        for value in 0..second.size() as u32 {
            let root = blocks.find(value) as usize;
            if number[root] == u32::MAX {
                number[root] = count;
                count += 1;
            }
            block.push(number[root]);
        }
        let block_of_first = with.iter().map(|&value| block[value as usize]).collect();
        Coupling { block, block_of_first, blocks: count as usize }
    }

    /// Number of blocks; 1 if the first coordinate gives no information about the second.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// Number of values per block; it is the same for all blocks, because the moves map them to each other.
    pub fn width(&self) -> usize {
        self.block.len() / self.blocks
    }

    /// The block of each value of the second coordinate.
    pub fn block(&self) -> &[u32] {
        &self.block
    }

    /// The block that belongs to each value of the first coordinate.
    pub fn block_of_first(&self) -> &[u32] {
        &self.block_of_first
    }
}

/// Union-find over values, with the consequences of each union.
struct Blocks {
    root: Vec<u32>,
}

impl Blocks {
    fn new(size: usize) -> Self {
        Blocks { root: (0..size as u32).collect() }
    }

    fn find(&mut self, mut value: u32) -> u32 {
        while self.root[value as usize] != value {
            let above = self.root[self.root[value as usize] as usize];
            self.root[value as usize] = above;
            value = above;
        }
        value
    }

    /// Joins two values, and all pairs that follow from it.
    fn join(&mut self, a: u32, b: u32, follow: impl Fn((u32, u32), &mut dyn FnMut(u32, u32))) {
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            let (first, second) = (self.find(a), self.find(b));
            if first != second {
                self.root[first.max(second) as usize] = first.min(second);
                follow((a, b), &mut |a, b| open.push((a, b)));
            }
        }
    }
}
