//! Insertion-ordered maps and sets whose hash table shares one body of code for all key types.
//!
//! Start at [`Map`] and [`Set`]. The hash map of the standard library is compiled anew for every pair of types, a
//! kilobyte or more of WebAssembly each time, and a page loads all of it before it shows anything. Here the table
//! contains only entry numbers. It hashes with the random keys of the standard library, so that no crafted file can
//! make it slow, and iteration has the same order in every run.

use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash, RandomState};
use std::ops::Index;

/// An insertion-ordered map. Looking up and inserting take O(1) on average; nothing is removed.
#[derive(Clone, Debug)]
pub struct Map<K, V> {
    entries: Vec<(K, V)>,
    table: Table,
}

/// An insertion-ordered set. Looking up and inserting take O(1) on average; nothing is removed.
#[derive(Clone, Debug)]
pub struct Set<T> {
    map: Map<T, ()>,
}

/// Finds entries by their hashes, with open addressing; at most half full.
#[derive(Clone, Debug, Default)]
struct Table {
    /// One more than the number of an entry, or 0; a power of two of them.
    slots: Vec<u32>,
    hashes: Vec<u64>,
    random: RandomState,
}

impl Table {
    /// The entry with this hash that satisfies the test.
    fn find(&self, hash: u64, is_it: &dyn Fn(usize) -> bool) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let entry = (self.slots[slot] as usize).checked_sub(1)?;
            if self.hashes[entry] == hash && is_it(entry) {
                return Some(entry);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Adds the hash of the next entry.
    ///
    /// # Panics
    /// With 2³² − 1 entries, whose keys alone would fill the memory first.
    fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
        if 2 * self.hashes.len() > self.slots.len() {
            self.slots = vec![0; (2 * self.slots.len()).max(8)];
            for entry in 0..self.hashes.len() {
                self.place(entry);
            }
        } else {
            self.place(self.hashes.len() - 1);
        }
    }

    fn place(&mut self, entry: usize) {
        let mask = self.slots.len() - 1;
        let mut slot = self.hashes[entry] as usize & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = u32::try_from(entry + 1).expect("fewer entries than memory has room for");
    }
}

impl<K: Hash + Eq, V> Map<K, V> {
    /// An empty map.
    #[must_use]
    pub fn new() -> Map<K, V> {
        Map { entries: Vec::new(), table: Table::default() }
    }

    fn find<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> (u64, Option<usize>)
    where
        K: Borrow<Q>,
    {
        let hash = self.table.random.hash_one(key);
        (hash, self.table.find(hash, &|entry| self.entries[entry].0.borrow() == key))
    }

    /// What a key leads to.
    #[must_use]
    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).1.map(|entry| &self.entries[entry].1)
    }

    /// What a key leads to, to be changed.
    pub fn get_mut<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.find(key).1.map(|entry| &mut self.entries[entry].1)
    }

    /// Whether a key is there.
    #[must_use]
    pub fn contains_key<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).1.is_some()
    }

    /// Sets the value of a key and returns its previous value. An existing key keeps its place in the order.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            (_, Some(entry)) => Some(std::mem::replace(&mut self.entries[entry].1, value)),
            (hash, None) => {
                self.table.push(hash);
                self.entries.push((key, value));
                None
            }
        }
    }

    /// A mutable reference to the value of a key, which is inserted if the key is new.
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let entry = match self.find(&key) {
            (_, Some(entry)) => entry,
            (hash, None) => {
                self.table.push(hash);
                self.entries.push((key, make()));
                self.entries.len() - 1
            }
        };
        &mut self.entries[entry].1
    }
}

impl<K, V> Map<K, V> {
    /// The number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The keys and their values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&K, &V)> {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// The keys.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &K> {
        self.entries.iter().map(|(key, _)| key)
    }

    /// Mutable references to the values.
    pub fn values_mut(&mut self) -> impl ExactSizeIterator<Item = &mut V> {
        self.entries.iter_mut().map(|(_, value)| value)
    }
}

impl<K: Hash + Eq, V> Default for Map<K, V> {
    fn default() -> Map<K, V> {
        Map::new()
    }
}

impl<K: Hash + Eq, V: PartialEq> PartialEq for Map<K, V> {
    /// Whether both maps have the same keys and values, in any order.
    fn eq(&self, other: &Map<K, V>) -> bool {
        self.len() == other.len() && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

impl<K: Hash + Eq, V: Eq> Eq for Map<K, V> {}

impl<K: Hash + Eq, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        for (key, value) in pairs {
            self.insert(key, value);
        }
    }
}

impl<K: Hash + Eq, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Map<K, V> {
        let mut map = Map::new();
        map.extend(pairs);
        map
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<K: Hash + Eq + Borrow<Q>, V, Q: Hash + Eq + ?Sized> Index<&Q> for Map<K, V> {
    type Output = V;

    /// # Panics
    /// If the key is not there.
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("a key that is there")
    }
}

impl<T: Hash + Eq> Set<T> {
    /// An empty set.
    #[must_use]
    pub fn new() -> Set<T> {
        Set { map: Map::new() }
    }

    /// Whether an element is there.
    #[must_use]
    pub fn contains<Q: Hash + Eq + ?Sized>(&self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.map.contains_key(element)
    }

    /// Adds an element; returns whether it is new.
    pub fn insert(&mut self, element: T) -> bool {
        self.map.insert(element, ()).is_none()
    }
}

impl<T: Hash + Eq> Default for Set<T> {
    fn default() -> Set<T> {
        Set::new()
    }
}

impl<T: Hash + Eq> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Set<T> {
        Set { map: elements.into_iter().map(|element| (element, ())).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn as_the_maps_of_the_standard_library() {
        let (mut ours, mut theirs) = (Map::new(), HashMap::new());
        assert!(ours.is_empty() && !ours.contains_key(&0));
        // Keys come again and again, in no order.
        for number in 0..5000u64 {
            let key = number * number % 2003;
            assert_eq!(ours.insert(key, number), theirs.insert(key, number));
            *ours.get_or_insert_with(key + 1, || 7) += 1;
            *theirs.entry(key + 1).or_insert(7) += 1;
            if let Some(value) = ours.get_mut(&(number % 100)) {
                *value ^= 1;
                *theirs.get_mut(&(number % 100)).unwrap() ^= 1;
            }
            assert_eq!(ours.len(), theirs.len());
        }
        assert!((0..2100).all(|key| ours.get(&key) == theirs.get(&key)));
        assert_eq!(ours[&4], theirs[&4]);
        assert_eq!(ours, theirs.clone().into_iter().collect());
        ours.insert(0, u64::MAX);
        assert_ne!(ours, theirs.into_iter().collect());
    }

    #[test]
    fn things_come_in_their_order() {
        let words = ["one", "two", "three", "two", "four", "one"];
        let map: Map<String, usize> =
            words.iter().enumerate().map(|(i, word)| (word.to_string(), i)).collect();
        assert_eq!(map.keys().collect::<Vec<_>>(), ["one", "two", "three", "four"]);
        let set: Set<String> = map.into_iter().map(|(word, _)| word).collect();
        assert!(set.contains("four") && !set.contains("five"));
    }
}
