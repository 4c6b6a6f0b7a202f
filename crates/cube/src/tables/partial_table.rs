//! Exact distances near the solved state: lower bounds that make the two-phase solver ready at once.
//!
//! Start at [`NearTable`]. It covers the states up to a given distance from the solved one: the nearest exactly, the others by
//! one Bloom filter for each distance. All other states are known to be farther away. A search to depth D uses its bound after
//! D − near turns. Above that depth a complete table would hardly prune more, and below it the partial table is as good as a
//! complete one. Thus a table that is built in some ten milliseconds does most of the work of one of hundreds of megabytes. The
//! idea of a complete ball around the solved state comes from bidirectional search; storing it by symmetry classes is
//! Kociemba's idea.
//!
//! [`DistanceTable`] is the ordinary complete table with one byte per entry.

use super::bloom_filter::Sieve;
use super::neighbours::{ANY, Met, NAME_BITS, Neighbours};
use permutant_search::prefetch::prefetch;

/// States whose neighbours are looked up together: some hundred.
const SIDE_BY_SIDE: usize = 16;

/// The depth of a table, and the memory of each part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Turns up to which distances are exact, at most 14.
    pub(crate) exact: u8,
    /// The words of the Bloom filter of each greater distance, in order.
    pub(crate) sieves: &'static [usize],
}

impl Reach {
    /// The greatest distance that the table covers.
    pub(crate) const fn limit(&self) -> u8 {
        self.exact + self.sieves.len() as u8
    }
}

/// States near the solved one, by keys of [`NAME_BITS`] bits.
#[derive(Clone, Debug)]
pub(crate) struct NearTable {
    exact: Exact,
    /// Turns up to which distances are exact.
    limit: u32,
    /// By distance after that: the names of all states within it, and a few others.
    sieves: Vec<Sieve>,
}

impl NearTable {
    /// An empty table. States must be inserted in the order of their distance.
    pub(crate) fn empty(reach: &Reach) -> NearTable {
        NearTable {
            exact: Exact::with_slots(0),
            limit: reach.exact.into(),
            sieves: reach.sieves.iter().map(|&words| Sieve::new(words)).collect(),
        }
    }

    /// Breadth-first search from `home`. Also returns the number of keys at each depth except the last, where they are not
    /// distinguished. The time is linear in the number of edges, the memory in that of states before the last depth.
    ///
    /// If a turn of some face reached a state, the other turns of that face lead no farther and are not tried.
    pub(crate) fn build(graph: &impl Neighbours, home: u32, reach: &Reach) -> (NearTable, Vec<u64>) {
        // Those before the last depth, with slots for about as many as there are.
        let words = reach.sieves.iter().rev().nth(1).copied().unwrap_or_default();
        let mut seen = Exact::with_slots(8 * words);
        let mut counts = vec![0; usize::from(reach.limit())];
        let (mut around, mut last, mut next) = (Vec::new(), vec![Met::new(home, ANY)], Vec::new());
        // All names in the order of their distances.
        let mut names = vec![home];
        seen.insert(home, 0);
        graph.twins(home, |twin| {
            if seen.insert(twin, 0) {
                names.push(twin);
            }
        });
        counts[0] = names.len() as u64;
        for distance in 1..reach.limit() {
            let before = names.len();
            next.clear();
            for some in last.chunks(SIDE_BY_SIDE) {
                // All names first, so that the trips to memory for them overlap.
                around.clear();
                for met in some {
                    graph.each(met.name(), met.face(), |neighbour, face| {
                        seen.prefetch(neighbour);
                        around.push(Met::new(neighbour, face));
                    });
                }
                for &met in &around {
                    if seen.insert(met.name(), distance) {
                        names.push(met.name());
                        graph.twins(met.name(), |twin| {
                            if seen.insert(twin, distance) {
                                names.push(twin);
                            }
                        });
                        // One name for each state: its others have the same neighbours.
                        next.push(met);
                    }
                }
            }
            std::mem::swap(&mut last, &mut next);
            counts[usize::from(distance)] = (names.len() - before) as u64;
        }
        drop(seen);
        let mut table = NearTable::empty(reach);
        let mut known = 0;
        for (distance, &count) in (0..).zip(&counts) {
            let met = known..known + count as usize;
            known = met.end;
            match usize::from(distance).checked_sub(1 + usize::from(reach.exact)) {
                None => names[met].iter().for_each(|&name| _ = table.exact.insert(name, distance)),
                Some(rim) => table.sieves[rim].extend(&names[..known]),
            }
        }
        // At the last depth, which has most of them, keys are not compared with earlier ones.
        match table.sieves.last_mut() {
            Some(sieve) => {
                sieve.extend(&names);
                let mut filling = sieve.fill();
                graph.around(&last, |name| filling.insert(name));
            }
            None => graph.around(&last, |name| _ = table.exact.insert(name, reach.limit())),
        }
        (table, counts)
    }

    /// Inserts a key, unless it is already present with a smaller distance.
    #[inline]
    pub(crate) fn insert(&mut self, name: u32, distance: u8) {
        let rims = match u32::from(distance).checked_sub(self.limit + 1) {
            Some(first) => self.sieves.get_mut(first as usize..).unwrap_or_default(),
            None => {
                self.exact.insert(name, distance);
                &mut self.sieves
            }
        };
        rims.iter_mut().for_each(|sieve| sieve.insert(name));
    }

    /// The distance of a state if it is known exactly, else one more than the greatest such distance.
    #[inline]
    pub(crate) fn distance(&self, name: u32) -> u32 {
        self.exact.distance(name).map_or(self.limit + 1, u32::from)
    }

    /// Whether a state may be within this distance. Where distances are exact, the answer is exact too.
    #[inline]
    pub(crate) fn is_within(&self, name: u32, turns: u32) -> bool {
        match turns.checked_sub(self.limit + 1) {
            None => self.distance(name) <= turns,
            Some(rim) => self.sieves.get(rim as usize).is_none_or(|sieve| sieve.may_hold(name)),
        }
    }

    /// The keys of all states within this distance, and a few others; `None` if distances are exact or all states are within it.
    #[inline]
    pub(crate) fn sieve(&self, turns: u32) -> Option<&Sieve> {
        self.sieves.get(turns.checked_sub(self.limit + 1)? as usize)
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        self.exact.bytes() + self.sieves.iter().map(Sieve::bytes).sum::<usize>()
    }
}

/// Names with their distances, in a hash table with open addressing that is at most five eighths full. A slot:
///
/// ```text
/// 31      28 27        0
/// | distance |   name   |    all ones: empty
/// ```
#[derive(Clone, Debug)]
struct Exact {
    slots: Vec<u32>,
    taken: usize,
}

const EMPTY: u32 = u32::MAX;

impl Exact {
    /// Empty; it grows where the slots are too few.
    fn with_slots(slots: usize) -> Exact {
        Exact { slots: vec![EMPTY; slots.next_power_of_two().max(1 << 10)], taken: 0 }
    }

    /// The slot where the search for a name begins.
    #[inline]
    fn first(&self, name: u32) -> usize {
        debug_assert!(name < 1 << NAME_BITS);
        // 2^32 divided by the golden ratio, made odd, scatters names over the high bits. They are made of parts, so one
        // product alone would leave patterns.
        let mixed = (name ^ name >> 13).wrapping_mul(0x9E37_79B9);
        let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85EB_CA6B);
        mixed as usize >> (32 - self.slots.len().trailing_zeros())
    }

    /// Asks memory for the slot of a name.
    #[inline]
    fn prefetch(&self, name: u32) {
        prefetch(&self.slots, self.first(name));
    }

    /// The slot of a name, or the empty one where it belongs.
    #[inline]
    fn find(&self, name: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = self.first(name);
        while self.slots[at] != EMPTY && self.slots[at] << (32 - NAME_BITS) != name << (32 - NAME_BITS) {
            at = (at + 1) & mask;
        }
        at
    }

    /// Puts a name in; false if it is there already. `distance` is at most 14.
    #[inline]
    fn insert(&mut self, name: u32, distance: u8) -> bool {
        debug_assert!(distance < 15);
        let at = self.find(name);
        if self.slots[at] != EMPTY {
            return false;
        }
        self.slots[at] = u32::from(distance) << NAME_BITS | name;
        self.taken += 1;
        if 8 * self.taken > 5 * self.slots.len() {
            self.grow();
        }
        true
    }

    #[cold]
    fn grow(&mut self) {
        let longer = vec![EMPTY; 2 * self.slots.len()];
        for slot in std::mem::replace(&mut self.slots, longer) {
            if slot != EMPTY {
                let at = self.find(slot & ((1 << NAME_BITS) - 1));
                self.slots[at] = slot;
            }
        }
    }

    #[inline]
    fn distance(&self, name: u32) -> Option<u8> {
        let slot = self.slots[self.find(name)];
        (slot != EMPTY).then_some((slot >> NAME_BITS) as u8)
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }
}

/// The distance of each key from the solved state, with one byte per entry.
#[derive(Clone, Debug)]
pub(crate) struct DistanceTable(Vec<u8>);

impl DistanceTable {
    /// Breadth-first search over keys below `size`. Keys that are not reached keep the value 255.
    pub(crate) fn build(graph: &impl Neighbours, home: u32, size: usize) -> DistanceTable {
        let mut table = vec![u8::MAX; size];
        let (mut last, mut next) = (vec![Met::new(home, ANY)], Vec::new());
        table[home as usize] = 0;
        graph.twins(home, |twin| table[twin as usize] = 0);
        let mut distance = 0;
        while !last.is_empty() {
            distance += 1;
            next.clear();
            for met in &last {
                graph.each(met.name(), met.face(), |neighbour, face| {
                    if table[neighbour as usize] == u8::MAX {
                        table[neighbour as usize] = distance;
                        graph.twins(neighbour, |twin| table[twin as usize] = distance);
                        next.push(Met::new(neighbour, face));
                    }
                });
            }
            std::mem::swap(&mut last, &mut next);
        }
        DistanceTable(table)
    }

    /// The distance of a key.
    #[inline]
    pub(crate) fn distance(&self, name: usize) -> u8 {
        self.0[name]
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0..2^20 with x → 2x, 2x + 1 and x / 2: no state has symmetric duplicates.
    struct Tree;

    impl Neighbours for Tree {
        fn each(&self, name: u32, _: u8, mut give: impl FnMut(u32, u8)) {
            give(name / 2, ANY);
            for child in [2 * name, 2 * name + 1] {
                if child < 1 << 20 {
                    give(child, ANY);
                }
            }
        }

        fn twins(&self, _: u32, _: impl FnMut(u32)) {}
    }

    #[test]
    fn near_table_agrees_with_the_complete_one() {
        let complete = DistanceTable::build(&Tree, 1, 1 << 20);
        // About sixteen bits a name.
        let reach = Reach { exact: 9, sieves: &[500, 1000, 2000] };
        let (near, counts) = NearTable::build(&Tree, 1, &reach);
        let mut expected = vec![0; usize::from(reach.limit())];
        let mut passed = 0;
        for name in 0..1 << 20 {
            let distance = complete.distance(name);
            let name = name as u32;
            assert_eq!(near.distance(name), u32::from(distance.min(10)), "{name}");
            for turns in 0..14 {
                let is_within = near.is_within(name, turns);
                match u32::from(distance) <= turns || turns > reach.limit().into() {
                    true => assert!(is_within),
                    false if turns <= 9 => assert!(!is_within),
                    false => passed += u64::from(is_within),
                }
            }
            if distance < reach.limit() {
                expected[usize::from(distance)] += 1;
            }
        }
        assert_eq!(counts, expected);
        assert!(passed < 60_000, "{passed}");
    }
}
