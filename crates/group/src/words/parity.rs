//! Parities of words, and the cost of correcting one.
//!
//! The sign of an element on an orbit of the group may be invariant under all short words of a deep level. Where only
//! long words change it, a beam that discovers a wrong sign at the end fails. Each state therefore carries its
//! parities, and its estimate includes the cost of making them even from its level on.

use super::alphabet::{Alphabet, Letter};
use super::levels::Levels;
use crate::orbit::orbits;

/// More parities than these are left to the search: the table of costs has a row of `2^MOST` for each level.
const MOST: usize = 12;

/// No word at the levels that are left changes the parities so.
const NEVER: u32 = 1 << 20;

/// The independent parities of an alphabet, one bit each.
#[derive(Clone, Debug)]
pub(super) struct Parities {
    /// By letter.
    letters: Vec<u16>,
    /// By bit: the orbits whose signs make it.
    orbits: Vec<Vec<Vec<u32>>>,
}

impl Parities {
    pub(super) fn new(alphabet: &Alphabet) -> Self {
        let generators: Vec<_> = alphabet.generators().cloned().collect();
        let mut letters = vec![0; alphabet.len()];
        let mut rows: Vec<Vec<bool>> = Vec::new();
        let mut made_of: Vec<Vec<Vec<u32>>> = Vec::new();
        for orbit in orbits(alphabet.degree(), &generators) {
            let row: Vec<bool> =
                alphabet.letters().map(|letter| is_odd(alphabet.images(letter), &orbit)).collect();
            // Independent of those before? Each row that is kept has a letter at which later rows are made even.
            let mut rest = row;
            let mut orbits = vec![orbit];
            for (known, parts) in rows.iter().zip(&made_of) {
                let pivot = known.iter().position(|&odd| odd).unwrap_or(0);
                if rest[pivot] {
                    rest.iter_mut().zip(known).for_each(|(odd, &other)| *odd ^= other);
                    orbits.extend(parts.iter().cloned());
                }
            }
            if rest.iter().any(|&odd| odd) && rows.len() < MOST {
                letters.iter_mut().zip(&rest).for_each(|(bits, &odd)| *bits |= u16::from(odd) << rows.len());
                rows.push(rest);
                made_of.push(orbits);
            }
        }
        Parities { letters, orbits: made_of }
    }

    pub(super) fn of(&self, word: &[Letter]) -> u16 {
        word.iter().fold(0, |bits, letter| bits ^ self.letters[letter.index()])
    }

    pub(super) fn of_images(&self, images: &[u16]) -> u16 {
        let odd =
            |orbits: &Vec<Vec<u32>>| orbits.iter().fold(false, |odd, orbit| odd ^ is_odd(images, orbit));
        self.orbits.iter().enumerate().fold(0, |bits, (bit, orbits)| bits | u16::from(odd(orbits)) << bit)
    }

    /// How many combinations there are.
    pub(super) fn classes(&self) -> usize {
        1 << self.orbits.len()
    }

    /// By level and parities: what it costs, over words that change nothing, to have the parities even in the end.
    ///
    /// For each level and class, the mean cost of the cheapest words of that class over the slots that have one, against
    /// the mean of the cheapest words of even parities; then the cheapest way to combine levels, from the last one back.
    ///
    /// `free` gives the parities of what may come first at a level at no cost, where there is a choice.
    pub(super) fn costs(&self, levels: &Levels, free: impl Fn(usize) -> Vec<u16>) -> Vec<u32> {
        let classes = self.classes();
        let mut costs = vec![NEVER; (levels.levels.len() + 1) * classes];
        costs[levels.levels.len() * classes] = 0;
        for (at, level) in levels.levels.iter().enumerate().rev() {
            let mut sums = vec![(0u32, 0u32); classes];
            let mut least = vec![None; classes];
            for slot in &level.slots {
                least.fill(None);
                for &element in slot {
                    let class = usize::from(self.of(levels.elements.word(element)));
                    least[class].get_or_insert(levels.elements.cost(element));
                }
                for (sum, least) in sums.iter_mut().zip(&least) {
                    *sum = least.map_or(*sum, |cost| (sum.0 + cost, sum.1 + 1));
                }
            }
            let mean = |(sum, count): (u32, u32)| (count > 0).then(|| sum / count);
            let even = mean(sums[0]).unwrap_or(0);
            let (here, next) = costs[at * classes..].split_at_mut(classes);
            here.copy_from_slice(&next[..classes]);
            for (step, &sum) in sums.iter().enumerate() {
                let Some(extra) = mean(sum).map(|mean| mean.saturating_sub(even)) else { continue };
                for (class, cost) in here.iter_mut().enumerate() {
                    *cost = (*cost).min(next[class ^ step].saturating_add(extra));
                }
            }
            let chosen = here.to_vec();
            for choice in free(at) {
                for (class, cost) in here.iter_mut().enumerate() {
                    *cost = (*cost).min(chosen[class ^ usize::from(choice)]);
                }
            }
        }
        costs
    }
}

fn is_odd(images: &[u16], orbit: &[u32]) -> bool {
    let mut seen = vec![false; images.len()];
    let mut odd = false;
    for &start in orbit {
        let mut point = start as usize;
        let mut length = 0;
        while !seen[point] {
            seen[point] = true;
            point = usize::from(images[point]);
            length += 1;
        }
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}
