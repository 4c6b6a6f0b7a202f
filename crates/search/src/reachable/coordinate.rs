//! One coordinate of a puzzle: the contents of some of its slots, numbered from the solved state on, with a table per
//! move.
//!
//! Start at [`Coordinate::of_slots`]. The values are found breadth first from the solved one. Every number therefore
//! stands for a reachable value, 0 stands for the solved one, and each other value comes after one from which it is
//! reached. [`Coordinate::pair`] combines two coordinates into one in the same way, whatever the dependencies between
//! them.

use super::move_set::{Making, MoveSet};
use super::row_set::RowSet;
use super::slots::{LocalMove, Slots};
use permutant_puzzle::state::State;

/// A numbered set of values on which every move acts.
#[derive(Clone, Debug)]
pub struct Coordinate {
    size: usize,
    /// `table[m * size + value]`: the value after move m.
    table: Vec<u32>,
    meaning: Meaning,
}

/// Number of values whose successors are looked up together.
const AT_ONCE: usize = 16;

/// How the value of a state is determined.
#[derive(Clone, Debug)]
enum Meaning {
    /// The same for every state.
    Nothing,
    Slots(Box<Slots>, RowSet),
    /// Number of the pair of values of two coordinates.
    Pair(Box<Coordinate>, Box<Coordinate>, Pairs),
}

/// Why a coordinate could not be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a coordinate has more than {most} values")]
pub struct TooLarge {
    /// The limit.
    pub most: usize,
}

impl Coordinate {
    /// A coordinate of one value.
    pub fn trivial(moves: &MoveSet) -> Self {
        Coordinate { size: 1, table: vec![0; moves.len()], meaning: Meaning::Nothing }
    }

    /// The reachable contents of some slots, starting from `solved`. The slots must be closed under the moves. O(values
    /// × moves × slots); fails as soon as there are more than `most` values.
    pub fn of_slots(slots: Slots, solved: &State, moves: &MoveSet, most: usize) -> Result<Self, TooLarge> {
        let locals: Vec<(usize, LocalMove)> =
            moves.direct().map(|m| (m, slots.local(&moves.moves()[m].change))).collect();
        let mut set = RowSet::new(slots.words());
        let mut packed = vec![0; slots.words()];
        let mut contents = slots.read(solved).unwrap_or_else(|| vec![0; slots.slots.len()]);
        let mut after = contents.clone();
        slots.pack(&contents, &mut packed);
        set.insert(&packed);
        let (mut packed, mut numbers) = (Vec::new(), Vec::new());
        let mut tables = vec![Vec::new(); moves.len()];
        let mut value = 0;
        while value < set.len() {
            // Several values at once, so that their cache misses overlap; the numbering does not change.
            let end = set.len().min(value + AT_ONCE);
            packed.resize((end - value) * locals.len() * slots.words(), 0);
            let mut rows = packed.chunks_exact_mut(slots.words());
            for value in value..end {
                slots.unpack(set.row(value), &mut contents);
                for ((_, local), row) in locals.iter().zip(&mut rows) {
                    slots.apply(local, &contents, &mut after);
                    slots.pack(&after, row);
                }
            }
            if set.insert_all(&packed, &mut numbers) && set.len() > most {
                return Err(TooLarge { most });
            }
            for numbers in numbers.chunks_exact(locals.len().max(1)) {
                for ((m, _), &number) in locals.iter().zip(numbers) {
                    tables[*m].push(number);
                }
            }
            value = end;
        }
        let size = set.len();
        let table = finish_tables(tables, size, moves);
        Ok(Coordinate { size, table, meaning: Meaning::Slots(Box::new(slots), set) })
    }

    /// The pairs of values of two coordinates that can be reached together. O(pairs × moves); fails as soon as there
    /// are more than `most`.
    pub fn pair(
        first: Coordinate,
        second: Coordinate,
        moves: &MoveSet,
        most: usize,
    ) -> Result<Self, TooLarge> {
        let mut pairs = Pairs::new(first.size, second.size);
        let mut values = vec![(0_u32, 0_u32)];
        pairs.insert((0, 0), 0);
        let direct: Vec<usize> = moves.direct().collect();
        let mut tables = vec![Vec::new(); moves.len()];
        let mut value = 0;
        while value < values.len() {
            let (a, b) = values[value];
            for &m in &direct {
                let to = (first.after(a, m), second.after(b, m));
                let number = match pairs.get(to) {
                    Some(number) => number,
                    None => {
                        let number = values.len() as u32;
                        if values.len() >= most {
                            return Err(TooLarge { most });
                        }
                        pairs.insert(to, number);
                        values.push(to);
                        number
                    }
                };
                tables[m].push(number);
            }
            value += 1;
        }
        let size = values.len();
        let table = finish_tables(tables, size, moves);
        let meaning = Meaning::Pair(Box::new(first), Box::new(second), pairs);
        Ok(Coordinate { size, table, meaning })
    }

    /// Number of values.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The value after a move.
    #[inline]
    pub fn after(&self, value: u32, m: usize) -> u32 {
        self.table[m * self.size + value as usize]
    }

    /// The values after a move, by value.
    pub fn table(&self, m: usize) -> &[u32] {
        &self.table[m * self.size..][..self.size]
    }

    /// The contents of its slots at a value, if it describes the slots of one set.
    pub(crate) fn read(&self, value: usize, contents: &mut [u16]) {
        if let Meaning::Slots(slots, set) = &self.meaning {
            slots.unpack(set.row(value), contents);
        }
    }

    /// The value of a state; `None` if it is unreachable.
    pub fn value(&self, state: &State) -> Option<u32> {
        match &self.meaning {
            Meaning::Nothing => Some(0),
            Meaning::Slots(slots, set) => {
                let mut row = vec![0; slots.words()];
                slots.pack(&slots.read(state)?, &mut row);
                set.get(&row)
            }
            Meaning::Pair(first, second, pairs) => pairs.get((first.value(state)?, second.value(state)?)),
        }
    }

    /// Size of its tables in bytes.
    pub fn bytes(&self) -> usize {
        let inner = match &self.meaning {
            Meaning::Nothing => 0,
            Meaning::Slots(_, set) => set.bytes(),
            Meaning::Pair(first, second, pairs) => first.bytes() + second.bytes() + pairs.bytes(),
        };
        self.table.capacity() * size_of::<u32>() + inner
    }
}

/// Computes the tables that follow from others.
fn finish_tables(mut tables: Vec<Vec<u32>>, size: usize, moves: &MoveSet) -> Vec<u32> {
    for (m, making) in moves.making().iter().enumerate() {
        match *making {
            Making::Direct => {}
            Making::Inverse(of) => {
                let mut back = vec![0; size];
                for (value, &to) in tables[of].iter().enumerate() {
                    back[to as usize] = value as u32;
                }
                tables[m] = back;
            }
            Making::Product(a, b) => {
                tables[m] = tables[a].iter().map(|&value| tables[b][value as usize]).collect();
            }
        }
    }
    tables.concat()
}

/// Greatest number of pairs for which a plain array is used: 64 MiB of numbers.
const DENSE_PAIRS: usize = 1 << 24;

/// Numbers of pairs.
#[derive(Clone, Debug)]
enum Pairs {
    /// By first × sizes + second, `u32::MAX` if there is none.
    Dense(usize, Vec<u32>),
    Sparse(RowSet),
}

impl Pairs {
    fn new(first: usize, second: usize) -> Self {
        match first.checked_mul(second).filter(|&pairs| pairs <= DENSE_PAIRS) {
            Some(pairs) => Pairs::Dense(second, vec![u32::MAX; pairs]),
            None => Pairs::Sparse(RowSet::new(1)),
        }
    }

    #[inline]
    fn get(&self, pair: (u32, u32)) -> Option<u32> {
        match self {
            Pairs::Dense(second, numbers) => {
                Some(numbers[pair.0 as usize * second + pair.1 as usize]).filter(|&number| number != u32::MAX)
            }
            Pairs::Sparse(set) => set.get(&[row(pair)]),
        }
    }

    /// Numbers arrive in ascending order.
    fn insert(&mut self, pair: (u32, u32), number: u32) {
        match self {
            Pairs::Dense(second, numbers) => numbers[pair.0 as usize * *second + pair.1 as usize] = number,
            Pairs::Sparse(set) => {
                let inserted = set.insert(&[row(pair)]);
                debug_assert_eq!(inserted, (number, true));
            }
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Pairs::Dense(_, numbers) => numbers.capacity() * size_of::<u32>(),
            Pairs::Sparse(set) => set.bytes(),
        }
    }
}

fn row((first, second): (u32, u32)) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}
