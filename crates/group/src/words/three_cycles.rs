//! Short words for the 3-cycles of an orbit.
//!
//! Start at [`ThreeCycles`]. If an element moves exactly three points, so do its conjugates. Conjugation by one
//! letter at a time, cheapest words first, gives a cheap word for each 3-cycle of the orbit.

use super::alphabet::{Alphabet, Letter};
use super::levels::Levels;

/// Orbits of more points have too many 3-cycles: 60 · 59 · 58 / 3 = 68 440.
const MOST_POINTS: usize = 60;
/// In orbits of fewer points there are too few cycles to choose from for it to pay.
const FEWEST_POINTS: usize = 12;

/// A word for each 3-cycle of one orbit.
#[derive(Clone, Debug)]
pub(super) struct ThreeCycles {
    /// By point: its place in the orbit.
    place: Vec<u8>,
    size: usize,
    /// By the three places `a → b → c → a`: cost and word, the same for `b c a` and `c a b`.
    costs: Vec<u16>,
    words: Vec<Vec<Letter>>,
}

/// Stands for "not a point of the orbit".
const OUTSIDE: u8 = u8::MAX;
/// Stands for "no word is known".
pub(super) const UNKNOWN: u16 = u16::MAX;

impl ThreeCycles {
    /// For each orbit that a known element of the levels has a 3-cycle of.
    pub(super) fn of(alphabet: &Alphabet, levels: &Levels) -> Vec<Self> {
        let mut tables: Vec<ThreeCycles> = Vec::new();
        let mut seeds: Vec<Vec<([u16; 3], Vec<Letter>)>> = Vec::new();
        for &element in levels.levels.iter().flat_map(|level| level.slots.iter().flatten()) {
            let images = levels.elements.images(element);
            let mut moved = (0..images.len() as u16).filter(|&point| images[usize::from(point)] != point);
            let (Some(a), Some(_), Some(_), None) = (moved.next(), moved.next(), moved.next(), moved.next())
            else {
                continue;
            };
            let b = images[usize::from(a)];
            let cycle = [a, b, images[usize::from(b)]];
            let table = tables.iter().position(|table| table.place[usize::from(a)] != OUTSIDE);
            let table = table.or_else(|| {
                tables.push(ThreeCycles::empty(alphabet, a)?);
                seeds.push(Vec::new());
                Some(tables.len() - 1)
            });
            if let Some(table) = table {
                seeds[table].push((cycle, levels.elements.word(element).to_vec()));
            }
        }
        for (table, seeds) in tables.iter_mut().zip(seeds) {
            table.fill(alphabet, seeds);
        }
        tables
    }

    /// The orbit of a point, if it is of a fit size.
    fn empty(alphabet: &Alphabet, point: u16) -> Option<Self> {
        let mut place = vec![OUTSIDE; alphabet.degree()];
        place[usize::from(point)] = 0;
        let mut orbit = vec![point];
        let mut next = 0;
        while next < orbit.len() {
            for letter in alphabet.letters() {
                let image = alphabet.images(letter)[usize::from(orbit[next])];
                if place[usize::from(image)] == OUTSIDE {
                    if orbit.len() == MOST_POINTS {
                        return None;
                    }
                    place[usize::from(image)] = orbit.len() as u8;
                    orbit.push(image);
                }
            }
            next += 1;
        }
        let size = orbit.len();
        (size >= FEWEST_POINTS).then(|| ThreeCycles {
            place,
            size,
            costs: vec![UNKNOWN; size.pow(3)],
            words: vec![Vec::new(); size.pow(3)],
        })
    }

    /// Dijkstra's algorithm, but that a conjugate may be cheaper than what it was made of: then it goes on from there.
    fn fill(&mut self, alphabet: &Alphabet, seeds: Vec<([u16; 3], Vec<Letter>)>) {
        let mut open: Vec<Vec<[u16; 3]>> = Vec::new();
        let offer = |table: &mut Self, open: &mut Vec<Vec<[u16; 3]>>, cycle: [u16; 3], word: Vec<Letter>| {
            let cost = alphabet.cost(&word).min(u32::from(UNKNOWN) - 1) as u16;
            if cost < table.cost(cycle) {
                table.learn(cycle, cost, &word);
                let [a, b, c] = cycle;
                table.learn([a, c, b], cost, &alphabet.invert(&word));
                open.resize(open.len().max(usize::from(cost) + 1), Vec::new());
                open[usize::from(cost)].push(cycle);
            }
        };
        seeds.into_iter().for_each(|(cycle, word)| offer(self, &mut open, cycle, word));
        let mut cost = 0;
        while cost < open.len() {
            let Some(cycle) = open[cost].pop() else {
                cost += 1;
                continue;
            };
            if usize::from(self.cost(cycle)) < cost {
                continue;
            }
            for letter in alphabet.letters() {
                let word = alphabet.product(&[&[alphabet.inverse(letter)], self.word(cycle), &[letter]]);
                let images = alphabet.images(letter);
                offer(self, &mut open, cycle.map(|point| images[usize::from(point)]), word);
            }
            cost = open.iter().take(cost).position(|row| !row.is_empty()).unwrap_or(cost);
        }
    }

    fn learn(&mut self, [a, b, c]: [u16; 3], cost: u16, word: &[Letter]) {
        for cycle in [[a, b, c], [b, c, a], [c, a, b]] {
            let at = self.at(cycle);
            self.costs[at] = cost;
            self.words[at] = word.to_vec();
        }
    }

    fn at(&self, cycle: [u16; 3]) -> usize {
        cycle.into_iter().fold(0, |at, point| at * self.size + usize::from(self.place[usize::from(point)]))
    }

    /// Whether a point belongs to the orbit.
    pub(super) fn holds(&self, point: u16) -> bool {
        self.place[usize::from(point)] != OUTSIDE
    }

    /// Cost of the word for `a → b → c → a`, three points of the orbit.
    #[inline]
    pub(super) fn cost(&self, cycle: [u16; 3]) -> u16 {
        self.costs[self.at(cycle)]
    }

    #[inline]
    pub(super) fn word(&self, cycle: [u16; 3]) -> &[Letter] {
        &self.words[self.at(cycle)]
    }
}
