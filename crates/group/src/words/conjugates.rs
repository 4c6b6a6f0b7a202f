//! Words for all 3-cycles of an orbit, made of few known ones.
//!
//! Start at [`Conjugates::of`]. Conjugation by one letter after the other leads from a 3-cycle to all others, by few
//! letters: breadth-first search over the triples of points finds the fewest.

use super::alphabet::{Alphabet, Letter};
use super::seeds::{Cycle, Seed};

/// Orbits of more points have too many 3-cycles to list them: 120³ = 1 728 000.
pub(super) const MOST_POINTS: usize = 120;

/// How a 3-cycle is reached from the known ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Unreached,
    /// It is one of them, or the inverse of one.
    Seed {
        number: u16,
        is_inverse: bool,
    },
    /// It is the conjugate of another one, given by its place in the list, by a letter.
    By(u32, Letter),
}

/// The 3-cycles of an orbit, by breadth-first search from the known ones.
#[derive(Clone, Debug)]
pub(super) struct Conjugates {
    /// Ascending.
    orbit: Vec<u16>,
    seeds: Vec<Seed>,
    /// By the three places.
    steps: Vec<Step>,
    /// The number of letters on the way.
    depths: Vec<u16>,
    /// 3-cycles that were reached, each of the three ways to begin counted.
    reached: usize,
}

impl Conjugates {
    /// Of at most [`MOST_POINTS`] points, in pieces of equal size, and not more seeds than 16 bits number. O(points³ × letters) at
    /// most; the search is over when the last 3-cycle is reached.
    pub(super) fn of(alphabet: &Alphabet, orbit: Vec<u16>, seeds: Vec<Seed>) -> Self {
        let size = orbit.len();
        let piece = seeds.first().map_or(1, |seed| seed.cycles.len());
        let most = size * size.saturating_sub(piece) * size.saturating_sub(2 * piece);
        let mut places = vec![0; alphabet.degree()];
        (0..).zip(&orbit).for_each(|(place, &point)| places[usize::from(point)] = place);
        let place = |point: u16| places[usize::from(point)];
        let (steps, depths) = (vec![Step::Unreached; size.pow(3)], vec![0; size.pow(3)]);
        let mut found = Conjugates { orbit, seeds: Vec::new(), steps, depths, reached: 0 };
        let moves = found.moves(alphabet, place);
        let mut open: Vec<Cycle> = Vec::new();
        for (number, seed) in (0..).zip(&seeds) {
            for [a, b, c] in seed.cycles.iter().map(|cycle| cycle.map(place)) {
                for (cycle, is_inverse) in [([a, b, c], false), ([a, c, b], true)] {
                    found.reach(cycle, Step::Seed { number, is_inverse }, 0, &mut open);
                }
            }
        }
        let mut next = 0;
        while let Some(&cycle) = open.get(next).filter(|_| found.reached < most) {
            next += 1;
            let at = found.at(cycle);
            let depth = found.depths[at] + 1;
            for (letter, images) in &moves {
                let to = cycle.map(|place| images[usize::from(place)]);
                if to != cycle {
                    found.reach(to, Step::By(at as u32, *letter), depth, &mut open);
                }
            }
        }
        found.seeds = seeds;
        found
    }

    /// Letters with what they do to places, of those that do the same only the cheapest.
    fn moves(&self, alphabet: &Alphabet, place: impl Fn(u16) -> u16) -> Vec<(Letter, Vec<u16>)> {
        let mut moves: Vec<(Letter, Vec<u16>)> = Vec::new();
        for letter in alphabet.letters() {
            let images = alphabet.images(letter);
            let images: Vec<u16> =
                self.orbit.iter().map(|&point| place(images[usize::from(point)])).collect();
            let is_idle = images.iter().enumerate().all(|(place, &image)| place == usize::from(image));
            match moves.iter_mut().find(|(_, known)| *known == images) {
                _ if is_idle => {}
                Some((known, _)) if alphabet.letter_cost(*known) > alphabet.letter_cost(letter) => {
                    *known = letter;
                }
                Some(_) => {}
                None => moves.push((letter, images)),
            }
        }
        moves
    }

    /// Memory of the lists.
    pub(super) fn bytes(&self) -> usize {
        self.steps.len() * (size_of::<Step>() + size_of::<u16>())
    }

    pub(super) fn orbit(&self) -> &[u16] {
        &self.orbit
    }

    pub(super) fn at(&self, cycle: Cycle) -> usize {
        cycle.into_iter().fold(0, |at, place| at * self.orbit.len() + usize::from(place))
    }

    pub(super) fn is_reached(&self, cycle: Cycle) -> bool {
        self.steps[self.at(cycle)] != Step::Unreached
    }

    /// Letters by which the 3-cycle is conjugated.
    pub(super) fn depth(&self, cycle: Cycle) -> u16 {
        self.depths[self.at(cycle)]
    }

    /// Learns how a 3-cycle is reached, unless it was reached before.
    fn reach(&mut self, cycle: Cycle, step: Step, depth: u16, open: &mut Vec<Cycle>) {
        let at = self.at(cycle);
        if self.steps[at] != Step::Unreached {
            return;
        }
        let [a, b, c] = cycle;
        for same in [[a, b, c], [b, c, a], [c, a, b]] {
            let at = self.at(same);
            (self.steps[at], self.depths[at]) = (step, depth);
        }
        self.reached += 3;
        open.push(cycle);
    }

    /// The seed of a 3-cycle that was reached, whether it is inverted, and the letters that it is then conjugated by.
    fn way(&self, cycle: Cycle) -> Option<(&Seed, bool, Vec<Letter>)> {
        let mut at = self.at(cycle);
        // From the last letter to the first.
        let mut path = Vec::new();
        loop {
            match self.steps[at] {
                Step::By(before, letter) => {
                    path.push(letter);
                    at = before as usize;
                }
                Step::Seed { number, is_inverse } => {
                    path.reverse();
                    return Some((&self.seeds[usize::from(number)], is_inverse, path));
                }
                Step::Unreached => return None,
            }
        }
    }

    /// The word of a 3-cycle; empty if it was not reached.
    pub(super) fn word(&self, alphabet: &Alphabet, cycle: Cycle) -> Vec<Letter> {
        let Some((seed, is_inverse, path)) = self.way(cycle) else { return Vec::new() };
        let inner = if is_inverse { alphabet.invert(&seed.word) } else { seed.word.clone() };
        alphabet.product(&[&alphabet.invert(&path), &inner, &path])
    }

    /// All cycles of the element with this 3-cycle of places, by points; none if it was not reached.
    pub(super) fn cycles(&self, alphabet: &Alphabet, cycle: Cycle) -> Vec<Cycle> {
        let Some((seed, is_inverse, path)) = self.way(cycle) else { return Vec::new() };
        let carried = |point: u16| {
            path.iter().fold(point, |point, &letter| alphabet.images(letter)[usize::from(point)])
        };
        let cycles = seed.cycles.iter().map(|&[a, b, c]| if is_inverse { [a, c, b] } else { [a, b, c] });
        cycles.map(|cycle| cycle.map(carried)).collect()
    }

    /// Whether all triples of points of three pieces were reached.
    pub(super) fn is_complete(&self) -> bool {
        let size = self.orbit.len();
        let piece = self.seeds.first().map_or(1, |seed| seed.cycles.len());
        self.reached == size * size.saturating_sub(piece) * size.saturating_sub(2 * piece)
    }
}
