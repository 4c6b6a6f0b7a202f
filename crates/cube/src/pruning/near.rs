//! Exact distances near home: lower bounds for the two-phase solver that are ready at once.
//!
//! Start at [`NearTable`]. It knows exactly the states that are at most so many turns from home, in a hash table of a
//! few megabytes, and of all others that they are farther. A search of D turns meets its bound where D − near turns are
//! made: above that line a complete table would hardly prune more, below it this one is as good as complete. So a
//! table that takes tens of milliseconds to build does most of the work of one of hundreds of megabytes. The idea of a
//! complete ball around home is that of two-sided search; that of keeping it by symmetry classes is Kociemba's.
//!
//! [`DistanceTable`] is the ordinary complete table, a byte an entry.

/// The edges of a graph, as the builders of tables want them.
pub(crate) trait Neighbours {
    /// Gives the name of each state one turn away from the state of this name.
    fn each(&self, name: u32, give: impl FnMut(u32));

    /// Gives the other names of the same state, where it has several.
    fn twins(&self, name: u32, give: impl FnMut(u32));
}

/// Distances up to a limit, exact, for names of [`NAME_BITS`] bits.
///
/// A name is mixed one to one; the high bits of the result choose the bucket, the low bits are kept in it, so the
/// table is exact and not a sieve. A slot, with `r` low bits in a table of 2^(28 − r) buckets, r at most 12:
///
/// ```text
/// 15      4+r-1        4 3          0
/// |   0   | kept bits r | distance+1 |      0: empty
/// ```
#[derive(Clone, Debug)]
pub(crate) struct NearTable {
    buckets: Vec<Bucket>,
    kept_bits: u32,
    limit: u8,
}

/// Bits of a name.
pub(crate) const NAME_BITS: u32 = 28;

/// Sixteen slots, half a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Bucket([u16; 16]);

/// 2^28 divided by the golden ratio, made odd: multiplying by it is one to one modulo 2^28 and scatters neighbouring
/// names over the high bits.
const MIX: u32 = 0x09E3_779B;

impl NearTable {
    /// A table that knows no states yet. They must be put in in the order of their distance.
    pub(crate) fn empty(limit: u8, bucket_bits: u32) -> NearTable {
        assert!(limit < 15 && bucket_bits <= NAME_BITS && NAME_BITS - bucket_bits <= 12);
        NearTable {
            buckets: vec![Bucket([0; 16]); 1 << bucket_bits],
            kept_bits: NAME_BITS - bucket_bits,
            limit,
        }
    }

    /// Breadth-first search from `home` to depth `limit` (at most 14) into 2^`bucket_bits` buckets; also the number of
    /// names at each depth. Time in the number of edges within the limit, memory in that of states.
    ///
    /// A state at the last depth that finds its bucket full is left out, and counts as one that may be that near.
    ///
    /// # Panics
    ///
    /// Where a bucket is full before the last depth, so that the search could not go on from there: there are too few
    /// of them.
    pub(crate) fn build(
        graph: &impl Neighbours,
        home: u32,
        limit: u8,
        bucket_bits: u32,
    ) -> (NearTable, Vec<u64>) {
        let mut table = NearTable::empty(limit, bucket_bits);
        let mut counts = vec![0; usize::from(limit) + 1];
        let mut last = vec![home];
        let mut neighbours = Vec::new();
        counts[0] += u64::from(table.insert(home, 0));
        graph.twins(home, |twin| counts[0] += u64::from(table.insert(twin, 0)));
        for distance in 1..=limit {
            let count = &mut counts[usize::from(distance)];
            let mut next = Vec::new();
            for &name in &last {
                neighbours.clear();
                graph.each(name, |neighbour| neighbours.push(neighbour));
                table.touch(&neighbours);
                for &neighbour in &neighbours {
                    if table.insert(neighbour, distance) {
                        *count += 1;
                        graph.twins(neighbour, |twin| *count += u64::from(table.insert(twin, distance)));
                        if distance < limit {
                            next.push(neighbour);
                        }
                    }
                }
            }
            last = next;
        }
        (table, counts)
    }

    /// Where a name belongs: its bucket, and a slot of it at distance −1.
    #[inline]
    fn place(&self, name: u32) -> (usize, u16) {
        debug_assert!(name < 1 << NAME_BITS);
        let mixed = name.wrapping_mul(MIX) & ((1 << NAME_BITS) - 1);
        ((mixed >> self.kept_bits) as usize, ((mixed & ((1 << self.kept_bits) - 1)) << 4) as u16)
    }

    /// Puts a name in; false if it is there already or there is no room.
    #[inline]
    pub(crate) fn insert(&mut self, name: u32, distance: u8) -> bool {
        let (bucket, kept) = self.place(name);
        let slots = &mut self.buckets[bucket].0;
        // All sixteen at once, as in `distance`. Slots fill from the first on.
        let (mut found, mut taken) = (0, 0);
        for slot in slots.iter() {
            let difference = slot ^ kept;
            found |= if difference < 16 { difference } else { 0 };
            taken += u16::from(*slot != 0);
        }
        if found != 0 {
            return false;
        }
        match slots.get_mut(usize::from(taken)) {
            Some(slot) => *slot = kept | u16::from(distance + 1),
            None => assert!(distance == self.limit, "too few buckets for a table to depth {}", self.limit),
        }
        usize::from(taken) < slots.len()
    }

    /// The distance of a state within the limit, else a lower bound: limit + 1, or limit where its bucket is full.
    #[inline]
    pub(crate) fn distance(&self, name: u32) -> u8 {
        let (bucket, kept) = self.place(name);
        let slots = &self.buckets[bucket].0;
        // All sixteen at once: the difference is below 16 in the slot of that name and in no other that is taken, and
        // in an empty slot it is 0 or at least 16.
        let mut found = 0;
        for slot in slots {
            let difference = slot ^ kept;
            found |= if difference < 16 { difference } else { 0 };
        }
        match found {
            0 => self.limit + u8::from(slots[15] == 0),
            _ => found as u8 - 1,
        }
    }

    /// Reads from the buckets of all names. Nearly all the time of a look-up is the wait for memory; so the waits for
    /// several of them overlap.
    #[inline]
    fn touch(&self, names: &[u32]) {
        let touched = names.iter().fold(0, |sum, &name| sum ^ self.buckets[self.place(name).0].0[0]);
        std::hint::black_box(touched);
    }

    /// [`NearTable::distance`] of each name, faster than one by one.
    #[inline]
    pub(crate) fn distances(&self, names: &[u32], distances: &mut [u8]) {
        self.touch(names);
        for (distance, &name) in distances.iter_mut().zip(names) {
            *distance = self.distance(name);
        }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Bucket>() * self.buckets.len()
    }
}

/// The distance of each name from home, a byte each.
#[derive(Clone, Debug)]
pub(crate) struct DistanceTable(Vec<u8>);

impl DistanceTable {
    /// Breadth-first search over names below `size`. Names that are not reached keep the value 255.
    pub(crate) fn build(graph: &impl Neighbours, home: u32, size: usize) -> DistanceTable {
        let mut table = vec![u8::MAX; size];
        let mut last = vec![home];
        table[home as usize] = 0;
        graph.twins(home, |twin| table[twin as usize] = 0);
        let mut distance = 0;
        while !last.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for &name in &last {
                graph.each(name, |neighbour| {
                    if table[neighbour as usize] == u8::MAX {
                        table[neighbour as usize] = distance;
                        graph.twins(neighbour, |twin| table[twin as usize] = distance);
                        next.push(neighbour);
                    }
                });
            }
            last = next;
        }
        DistanceTable(table)
    }

    /// The distance of a name.
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

    /// 0..2^20 with x → 2x, 2x + 1 and x / 2: no state has twins.
    struct Tree;

    impl Neighbours for Tree {
        fn each(&self, name: u32, mut give: impl FnMut(u32)) {
            give(name / 2);
            for child in [2 * name, 2 * name + 1] {
                if child < 1 << 20 {
                    give(child);
                }
            }
        }

        fn twins(&self, _: u32, _: impl FnMut(u32)) {}
    }

    #[test]
    fn near_table_agrees_with_the_complete_one() {
        let complete = DistanceTable::build(&Tree, 1, 1 << 20);
        let limit = 13;
        let (near, counts) = NearTable::build(&Tree, 1, limit, 16);
        let mut expected = vec![0; usize::from(limit) + 1];
        for name in 0..1 << 20 {
            let distance = complete.distance(name);
            assert_eq!(near.distance(name as u32), distance.min(limit + 1), "{name}");
            if distance <= limit {
                expected[usize::from(distance)] += 1;
            }
        }
        assert_eq!(counts, expected);
    }

    /// Each name below 2^16 has 32 children: 2^20 names at distance 4 from 1.
    struct Broad;

    impl Neighbours for Broad {
        fn each(&self, name: u32, give: impl FnMut(u32)) {
            if name < 1 << 16 {
                (32 * name..32 * name + 32).for_each(give);
            }
        }

        fn twins(&self, _: u32, _: impl FnMut(u32)) {}
    }

    #[test]
    fn a_full_table_stays_a_lower_bound() {
        let complete = DistanceTable::build(&Broad, 1, 1 << 21);
        // As many slots as names: many buckets overflow.
        let (near, counts) = NearTable::build(&Broad, 1, 4, 16);
        assert!(counts[4] < 1 << 20);
        for name in 0..1 << 21 {
            assert!(near.distance(name as u32) <= complete.distance(name), "{name}");
        }
    }
}
