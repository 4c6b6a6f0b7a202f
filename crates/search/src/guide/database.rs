//! Exact distances of a set of pieces of a sliding puzzle: the number of moves of these pieces, moves of others being free.
//!
//! Start at [`distances`]. A state of the search outwards from the solved one is an arrangement of the pieces and a connected
//! component of the other slots, in which the blank may be anywhere. Of the components of an arrangement, the table keeps the least
//! distance: a fraction of the memory for a slightly smaller bound (R. Korf, A. Felner, "Disjoint pattern database heuristics",
//! 2002).
//!
//! During the search, arrangements are sorted by the set of slots that the pieces occupy. All orders of the pieces in one set of slots
//! have the same components and the same moves, so these are found once for all of them.

use super::sliding::Sliding;
use crate::limits::{Control, Progress, StopReason};
use permutant_group::rank::combination;

/// An arrangement that has not been reached, or cannot be.
const EMPTY: u8 = u8::MAX;

/// The component that stands for all further ones: the blank may then be in any of them, which can only lower distances.
const LAST: u8 = 7;

/// The greatest number of pieces in a set.
pub(super) const MOST_PIECES: usize = 8;

/// How the arrangements of some pieces in the slots are numbered: in lexicographic order of their slots.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    pieces: usize,
    /// By piece of the set: the number of arrangements of the pieces after it; 0 if there is no such piece.
    weights: [u32; MOST_PIECES],
    size: usize,
    has_gaps: bool,
}

impl Numbering {
    /// `None` if there are 2^32 arrangements or more, or more than eight pieces: their orders are numbers of 16 bits.
    pub(super) fn new(slots: usize, pieces: usize) -> Option<Self> {
        Self::of_digits(pieces, false, |at| slots - at)
    }

    /// The same with a number for every choice of slots, as if pieces could share one: the numbers are greater, but that of a piece's
    /// slot counts alike whatever the slots of the others.
    pub(super) fn with_gaps(slots: usize, pieces: usize) -> Option<Self> {
        Self::of_digits(pieces, true, |_| slots)
    }

    /// From the number of slots that a piece can be in after so many others.
    fn of_digits(pieces: usize, has_gaps: bool, choices: impl Fn(usize) -> usize) -> Option<Self> {
        if pieces > MOST_PIECES {
            return None;
        }
        let mut weights = [0; MOST_PIECES];
        let mut weight = 1u32;
        for at in (0..pieces).rev() {
            weights[at] = weight;
            weight = weight.checked_mul(choices(at) as u32)?;
        }
        Some(Numbering { pieces, weights, size: weight as usize, has_gaps })
    }

    /// The number of numbers, which is that of arrangements if these leave no gaps.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Whether some numbers are those of no arrangement.
    pub(super) fn has_gaps(&self) -> bool {
        self.has_gaps
    }

    /// What the slots of the pieces count.
    pub(super) fn weights(&self) -> impl Iterator<Item = usize> {
        self.weights.into_iter().map(|weight| weight as usize)
    }

    /// The number of an arrangement, from the slots of the pieces, followed by any slots.
    #[inline(always)]
    pub(super) fn rank(&self, slots: [u8; MOST_PIECES]) -> usize {
        let (mut used, mut rank) = (0u64, 0u32);
        for (slot, weight) in slots.into_iter().zip(self.weights).take(self.pieces) {
            let bit = 1u64 << (slot % 64);
            rank += (u32::from(slot) - (used & (bit - 1)).count_ones()) * weight;
            used |= if self.has_gaps { 0 } else { bit };
        }
        rank as usize
    }
}

/// The distances of all arrangements, as bytes. O(arrangements · components · moves); [`BYTES_TO_BUILD`] an arrangement.
pub(super) fn distances(
    sliding: &Sliding,
    pieces: &[u8],
    numbering: &Numbering,
    all: &Arrangements,
    control: &Control<'_>,
) -> Result<Vec<u8>, StopReason> {
    let mut outwards = Outwards::new(sliding, pieces, numbering.size(), all);
    let mut distance = 0;
    while distance < EMPTY - 1 && outwards.next(distance + 1, control)? {
        distance += 1;
        control.report(Progress::Table { name: "sets of pieces", done: distance.into(), total: 0 });
    }
    // From the sets of slots to lexicographic order.
    let mut distances = vec![EMPTY; numbering.size()];
    let mut slots = [0; MOST_PIECES];
    for (set, row) in all.sets.iter().zip(outwards.distances.chunks(all.orders.count)) {
        for (order, &distance) in all.orders.pieces.chunks(pieces.len()).zip(row) {
            bits(*set).zip(order).for_each(|(slot, &piece)| slots[usize::from(piece)] = slot);
            distances[numbering.rank(slots)] = distance;
        }
    }
    Ok(distances)
}

/// Bytes per arrangement while distances are computed.
pub(super) const BYTES_TO_BUILD: u64 = 5;

/// The orders of some pieces, numbered lexicographically.
struct Orders {
    /// By order: the pieces, from that in the first of their slots to that in the last.
    pieces: Vec<u8>,
    /// By old place, new place and order: the order after the piece at the old place has moved to the new one.
    moved: Vec<u16>,
    size: usize,
    count: usize,
}

impl Orders {
    fn new(size: usize) -> Self {
        let mut all: Vec<Vec<u8>> = vec![Vec::new()];
        for _ in 0..size {
            let longer = |order: &Vec<u8>| {
                let order = order.clone();
                let others = (0..size as u8).filter(move |piece| !order.contains(piece));
                others.collect::<Vec<u8>>()
            };
            all = all
                .iter()
                .flat_map(|order| longer(order).into_iter().map(|last| [&order[..], &[last]].concat()))
                .collect();
        }
        let mut moved = Vec::new();
        for (from, to) in (0..size * size).map(|pair| (pair / size, pair % size)) {
            moved.extend(all.iter().map(|order| {
                let mut order = order.clone();
                let piece = order.remove(from);
                order.insert(to, piece);
                all.binary_search(&order).map_or(0, |number| number as u16)
            }));
        }
        Orders { count: all.len(), pieces: all.concat(), moved, size }
    }

    /// The orders after a piece has moved from a place to another.
    fn after(&self, from: usize, to: usize) -> &[u16] {
        let start = (from * self.size + to) * self.count;
        &self.moved[start..start + self.count]
    }
}

/// All arrangements of so many pieces, whichever they are: numbered by the set of slots, then by the order of the pieces in it.
pub(super) struct Arrangements {
    neighbours: Vec<u64>,
    /// The sets of slots, in the order of their numbers.
    sets: Vec<u64>,
    /// By set and slot: the number of the component of the slot in the others.
    components: Vec<u8>,
    orders: Orders,
}

impl Arrangements {
    /// O(sets of slots · slots).
    pub(super) fn new(sliding: &Sliding, pieces: usize) -> Self {
        let (slots, neighbours) = (sliding.slots(), sliding.neighbours());
        let all = u64::MAX >> (64 - slots);
        let sets = subsets(slots, pieces);
        let mut components = vec![0; sets.len() * slots];
        for (set, numbers) in sets.iter().zip(components.chunks_mut(slots)) {
            number_components(&neighbours, all & !set, numbers);
        }
        Arrangements { neighbours, sets, components, orders: Orders::new(pieces) }
    }
}

/// The search outwards from the solved state.
struct Outwards<'s> {
    /// All slots.
    all: u64,
    sliding: &'s Sliding,
    arrangements: &'s Arrangements,
    distances: Vec<u8>,
    /// By arrangement, as sets of bits: the components that were reached, those at this distance, and those at the next.
    reached: Vec<u8>,
    now: Vec<u8>,
    next: Vec<u8>,
}

impl<'s> Outwards<'s> {
    fn new(sliding: &'s Sliding, pieces: &[u8], size: usize, arrangements: &'s Arrangements) -> Self {
        let (slots, homes) = (sliding.slots(), sliding.homes());
        let empty = || vec![0u8; size];
        let mut outwards = Outwards {
            all: u64::MAX >> (64 - slots),
            sliding,
            arrangements,
            distances: vec![EMPTY; size],
            reached: empty(),
            now: empty(),
            next: empty(),
        };
        let Arrangements { components, orders, .. } = arrangements;
        let home = |piece: &u8| homes[usize::from(*piece)];
        let set = pieces.iter().fold(0u64, |set, piece| set | 1 << home(piece));
        let number = Self::number(set);
        let order: Vec<u8> = bits(set)
            .filter_map(|slot| (0..).zip(pieces).find(|(_, piece)| home(piece) == slot))
            .map(|(at, _)| at)
            .collect();
        let is_it = |of: &[u8]| of == &order[..];
        let order = orders.pieces.chunks(pieces.len()).position(is_it).unwrap_or(0);
        let start = number * orders.count + order;
        let bit = 1 << components[number * slots + usize::from(home(&sliding.blank))];
        (outwards.distances[start], outwards.reached[start], outwards.now[start]) = (0, bit, bit);
        outwards
    }

    /// The number of a set of slots.
    #[inline]
    fn number(set: u64) -> usize {
        combination::rank_unchecked(set) as usize
    }

    /// All arrangements at the next distance; whether there are any.
    fn next(&mut self, distance: u8, control: &Control<'_>) -> Result<bool, StopReason> {
        let Arrangements { neighbours, sets, components: component, orders } = self.arrangements;
        let (count, slots) = (orders.count, self.sliding.slots());
        let mut is_any = false;
        for (number, &set) in sets.iter().enumerate() {
            let here = number * count..(number + 1) * count;
            let components = self.now[here.clone()].iter().fold(0, |all, &some| all | some);
            if components == 0 {
                continue;
            }
            if let Some(reason) = control.interrupted() {
                return Err(reason);
            }
            is_any = true;
            for (place, from) in bits(set).enumerate() {
                for to in bits(neighbours[usize::from(from)] & self.all & !set) {
                    let bit = 1u8 << component[number * slots + usize::from(to)];
                    if components & bit == 0 {
                        continue;
                    }
                    let after = set & !(1 << from) | 1 << to;
                    let number = Self::number(after);
                    let there = number * count;
                    let reached = 1u8 << component[number * slots + usize::from(from)];
                    let moved = orders.after(place, (after & ((1 << to) - 1)).count_ones() as usize);
                    let there = there..there + count;
                    let (next, seen) = (&mut self.next[there.clone()], &mut self.reached[there.clone()]);
                    let distances = &mut self.distances[there];
                    for (&now, &moved) in self.now[here.clone()].iter().zip(moved) {
                        let moved = usize::from(moved);
                        if now & bit != 0 && seen[moved] & reached == 0 {
                            seen[moved] |= reached;
                            next[moved] |= reached;
                            distances[moved] = distances[moved].min(distance);
                        }
                    }
                }
            }
            self.now[here].fill(0);
        }
        std::mem::swap(&mut self.now, &mut self.next);
        Ok(is_any)
    }
}

/// The members of a set, ascending.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (first < 64).then_some(first)
    })
}

/// All sets of `size` of the first `slots` numbers, ascending as numbers: in the order of their ranks.
fn subsets(slots: usize, size: usize) -> Vec<u64> {
    let mut sets = vec![0u64];
    for slot in 0..slots {
        let with = sets.iter().filter(|set| set.count_ones() < size as u32).map(|set| set | 1 << slot);
        let with: Vec<u64> = with.collect();
        sets.extend(with);
    }
    sets.retain(|set| set.count_ones() == size as u32);
    sets
}

/// Numbers the component of each slot among those that are free, in the order of their first slots, up to [`LAST`].
fn number_components(neighbours: &[u64], free: u64, numbers: &mut [u8]) {
    let (mut rest, mut number) = (free, 0);
    while rest != 0 {
        let (mut component, mut rim) = (0, rest & rest.wrapping_neg());
        while rim != 0 {
            component |= rim;
            let near = bits(rim).fold(0, |near, slot| near | neighbours[usize::from(slot)]);
            rim = near & free & !component;
        }
        bits(component).for_each(|slot| numbers[usize::from(slot)] = number);
        rest &= !component;
        number = LAST.min(number + 1);
    }
}
