//! Words for all slots of an orbit, made of a single 3-cycle.
//!
//! Start at [`spread`]. Where one element moves exactly three points of an orbit, its conjugates are the 3-cycles of the
//! orbit, and each slot but the last two is filled by one of them. On puzzles of hundreds of points pools leave most
//! slots empty, and words that sifting finds for these grow from one to the next.

use super::alphabet::{Alphabet, Letter};
use super::ball::Ball;
use super::levels::Levels;
use crate::orbit::orbits;
use crate::permutation::Permutation;

/// Orbits of more points have too many 3-cycles to list them: 120³ = 1 728 000.
const MOST_POINTS: usize = 120;

/// A 3-cycle `a → b → c → a`, by points or by their places in the orbit.
type Cycle = [u16; 3];

/// An element all of whose cycles have length three, in one orbit and one for each point of a piece.
#[derive(Clone)]
struct Seed {
    cycles: Vec<Cycle>,
    word: Vec<Letter>,
}

/// Offers 3-cycles to the slots of each orbit in which one is found. Levels are added until only two pieces of such an
/// orbit hold no base point.
pub(super) fn spread<E>(
    levels: &mut Levels,
    alphabet: &Alphabet,
    ball: &Ball,
    go_on: &mut impl FnMut() -> Result<(), E>,
) -> Result<(), E> {
    let generators: Vec<Permutation> = alphabet.generators().cloned().collect();
    for orbit in orbits(alphabet.degree(), &generators) {
        let orbit: Vec<u16> = orbit.into_iter().map(|point| point as u16).collect();
        if !(3..=MOST_POINTS).contains(&orbit.len()) {
            continue;
        }
        go_on()?;
        let mut seeds = seeds(levels, alphabet, ball, &orbit);
        let Some((points, pieces)) =
            seeds.iter().find_map(|seed| Some((seed.cycles.len(), pieces(alphabet, &seed.cycles)?)))
        else {
            continue;
        };
        seeds.retain(|seed| {
            seed.cycles.len() == points && seed.cycles.iter().all(|cycle| are_apart(&pieces, cycle))
        });
        Conjugates::of(alphabet, orbit, &seeds).fill(levels, alphabet, &pieces);
    }
    Ok(())
}

/// Elements that move few points, some of them in the orbit.
const FEW: usize = 60;
/// Elements of the ball by which these are conjugated.
const CONJUGATORS: usize = 3000;
/// 3-cycles that are enough.
const ENOUGH: usize = 6;
/// The most points of a piece.
const MOST_OF_PIECE: usize = 3;

/// Known 3-cycles of an orbit, cheapest first; if there is none, commutators of elements that have a single piece in
/// common.
fn seeds(levels: &Levels, alphabet: &Alphabet, ball: &Ball, orbit: &[u16]) -> Vec<Seed> {
    let mut near: Vec<(usize, u32, u32)> = Vec::new();
    for &element in levels.levels.iter().flat_map(|level| level.slots.iter().flatten()) {
        let images = levels.elements.images(element);
        let touches = orbit.iter().any(|&point| images[usize::from(point)] != point);
        if touches {
            near.push((moved(images).count(), levels.elements.cost(element), element));
        }
    }
    near.sort_unstable();
    let mut seeds: Vec<Seed> = Vec::new();
    for &(_, _, element) in near.iter().take(4 * FEW) {
        if let Some(cycles) = three_cycles(levels.elements.images(element), orbit) {
            seeds.push(Seed { cycles, word: levels.elements.word(element).to_vec() });
        }
    }
    near.truncate(FEW);
    let degree = alphabet.degree();
    let supports: Vec<Vec<bool>> = (near.iter())
        .map(|&(_, _, element)| {
            let images = levels.elements.images(element);
            (0..degree).map(|point| usize::from(images[point]) != point).collect()
        })
        .collect();
    let mut found = usize::from(seeds.iter().any(|seed| pieces(alphabet, &seed.cycles).is_some())) * ENOUGH;
    let mut by_word = Vec::new();
    'search: for by in 1..ball.len().min(CONJUGATORS) as u32 {
        if found >= ENOUGH {
            break;
        }
        for &(_, _, inner) in &near {
            // x⁻¹ z x moves the images under x of the points that z moves.
            let support: Vec<u16> =
                moved(levels.elements.images(inner)).map(|point| ball.images(by)[point]).collect();
            for (&(_, _, outer), outer_support) in near.iter().zip(&supports) {
                let mut common = support.iter().filter(|&&point| outer_support[usize::from(point)]);
                let shared: Vec<&u16> = common.by_ref().take(MOST_OF_PIECE + 1).collect();
                let fits = (1..=MOST_OF_PIECE).contains(&shared.len());
                if !fits || shared.iter().any(|point| orbit.binary_search(point).is_err()) {
                    continue;
                }
                by_word.clear();
                ball.append_word(by, &mut by_word);
                let y = levels.elements.word(outer);
                let x =
                    alphabet.product(&[&alphabet.invert(&by_word), levels.elements.word(inner), &by_word]);
                let word = alphabet.product(&[&x, y, &alphabet.invert(&x), &alphabet.invert(y)]);
                let images: Vec<u16> = alphabet.element(&word).iter().map(|image| image as u16).collect();
                if let Some(cycles) = three_cycles(&images, orbit)
                    && pieces(alphabet, &cycles).is_some()
                {
                    seeds.push(Seed { cycles, word });
                    found += 1;
                    continue 'search;
                }
            }
        }
    }
    seeds.sort_by_key(|seed| alphabet.cost(&seed.word));
    seeds
}

fn moved(images: &[u16]) -> impl Iterator<Item = usize> {
    images.iter().enumerate().filter(|&(point, &image)| point != usize::from(image)).map(|(point, _)| point)
}

/// The cycles of an element, if it has between one and three, all of length three and in the orbit.
fn three_cycles(images: &[u16], orbit: &[u16]) -> Option<Vec<Cycle>> {
    let points: Vec<usize> = moved(images).take(3 * MOST_OF_PIECE + 1).collect();
    if points.is_empty() || points.len() > 3 * MOST_OF_PIECE {
        return None;
    }
    let next = |point: u16| images[usize::from(point)];
    let mut cycles: Vec<Cycle> = Vec::new();
    for point in points.into_iter().map(|point| point as u16) {
        if cycles.iter().flatten().any(|&known| known == point) {
            continue;
        }
        let cycle = [point, next(point), next(next(point))];
        if next(cycle[2]) != point || orbit.binary_search(&point).is_err() {
            return None;
        }
        cycles.push(cycle);
    }
    Some(cycles)
}

/// Whether three points belong to three pieces: otherwise the pieces are turned in place.
fn are_apart(pieces: &[u16], [a, b, c]: &Cycle) -> bool {
    let [a, b, c] = [a, b, c].map(|&point| pieces[usize::from(point)]);
    a != b && b != c && c != a
}

/// By point: the least point of its piece. Pieces are the blocks that hold one point of each cycle of an element that
/// moves three of them.
fn pieces(alphabet: &Alphabet, cycles: &[Cycle]) -> Option<Vec<u16>> {
    let (first, others) = cycles.split_first()?;
    let mut pieces: Vec<u16> = (0..alphabet.degree() as u16).collect();
    for other in others {
        pieces = other.iter().find_map(|&mate| {
            let joined = joined(alphabet, &pieces, first[0], mate);
            let size = joined.iter().filter(|&&piece| piece == joined[usize::from(first[0])]).count();
            (size <= cycles.len()).then_some(joined)
        })?;
    }
    cycles.iter().all(|cycle| are_apart(&pieces, cycle)).then_some(pieces)
}

/// The finest blocks in which two points lie together.
fn joined(alphabet: &Alphabet, pieces: &[u16], one: u16, other: u16) -> Vec<u16> {
    let mut pieces = pieces.to_vec();
    let mut open = vec![(one, other)];
    while let Some((one, other)) = open.pop() {
        let (a, b) = (pieces[usize::from(one)], pieces[usize::from(other)]);
        if a == b {
            continue;
        }
        let (keep, drop) = (a.min(b), a.max(b));
        pieces.iter_mut().filter(|piece| **piece == drop).for_each(|piece| *piece = keep);
        for letter in alphabet.letters() {
            let images = alphabet.images(letter);
            open.push((images[usize::from(one)], images[usize::from(other)]));
        }
    }
    pieces
}

/// How a 3-cycle is reached from the known ones.
#[derive(Clone, Copy)]
enum Step {
    Unreached,
    /// It is one of them, or the inverse of one.
    Seed {
        number: u32,
        is_inverse: bool,
    },
    /// It is the conjugate of another one, given by its place in the list, by a letter.
    By(u32, Letter),
}

/// The 3-cycles of an orbit, by breadth-first search from the known ones.
struct Conjugates<'a> {
    orbit: Vec<u16>,
    seeds: &'a [Seed],
    /// By the three places.
    steps: Vec<Step>,
    /// The number of letters on the way.
    depths: Vec<u16>,
}

impl<'a> Conjugates<'a> {
    fn of(alphabet: &Alphabet, orbit: Vec<u16>, seeds: &'a [Seed]) -> Self {
        let all = orbit.len().pow(3);
        let mut places = vec![0; alphabet.degree()];
        (0..).zip(&orbit).for_each(|(place, &point)| places[usize::from(point)] = place);
        let place = |point: u16| places[usize::from(point)];
        let mut found = Conjugates { orbit, seeds, steps: vec![Step::Unreached; all], depths: vec![0; all] };
        let moves: Vec<(Letter, Vec<u16>)> = (alphabet.letters())
            .map(|letter| {
                let images = alphabet.images(letter);
                (letter, found.orbit.iter().map(|&point| place(images[usize::from(point)])).collect())
            })
            .collect();
        let mut open: Vec<Cycle> = Vec::new();
        for (number, seed) in seeds.iter().enumerate() {
            for [a, b, c] in seed.cycles.iter().map(|cycle| cycle.map(place)) {
                for (cycle, is_inverse) in [([a, b, c], false), ([a, c, b], true)] {
                    found.reach(cycle, Step::Seed { number: number as u32, is_inverse }, 0, &mut open);
                }
            }
        }
        let mut next = 0;
        while let Some(&cycle) = open.get(next) {
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
        found
    }

    fn at(&self, cycle: Cycle) -> usize {
        cycle.into_iter().fold(0, |at, place| at * self.orbit.len() + usize::from(place))
    }

    /// Learns how a 3-cycle is reached, unless it was reached before.
    fn reach(&mut self, cycle: Cycle, step: Step, depth: u16, open: &mut Vec<Cycle>) {
        let at = self.at(cycle);
        if !matches!(self.steps[at], Step::Unreached) {
            return;
        }
        let [a, b, c] = cycle;
        for same in [[a, b, c], [b, c, a], [c, a, b]] {
            let at = self.at(same);
            (self.steps[at], self.depths[at]) = (step, depth);
        }
        open.push(cycle);
    }

    /// The word of a 3-cycle that was reached.
    fn word(&self, alphabet: &Alphabet, mut at: usize) -> Vec<Letter> {
        // From the last letter to the first.
        let mut path = Vec::new();
        loop {
            match self.steps[at] {
                Step::By(before, letter) => {
                    path.push(letter);
                    at = before as usize;
                }
                Step::Seed { number, is_inverse } => {
                    let word = &self.seeds[number as usize].word;
                    let inner = if is_inverse { alphabet.invert(word) } else { word.clone() };
                    path.reverse();
                    return alphabet.product(&[&alphabet.invert(&path), &inner, &path]);
                }
                Step::Unreached => return Vec::new(),
            }
        }
    }

    /// Offers to each slot the 3-cycle that takes fewest letters and leaves the earlier base points alone.
    fn fill(&self, levels: &mut Levels, alphabet: &Alphabet, pieces: &[u16]) {
        let size = self.orbit.len();
        let piece = |place: u16| pieces[usize::from(self.orbit[usize::from(place)])];
        let mut order: Vec<u16> = Vec::new();
        for level in &levels.levels {
            order.extend(self.orbit.binary_search(&level.base).ok().map(|place| place as u16));
        }
        for place in 0..size as u16 {
            if !order.iter().any(|&other| piece(other) == piece(place)) {
                levels.push_level(self.orbit[usize::from(place)]);
                order.push(place);
            }
        }
        for (number, &base) in order.iter().enumerate() {
            let is_free = |place: &u16| order[..=number].iter().all(|&other| piece(other) != piece(*place));
            let free: Vec<u16> = (0..size as u16).filter(is_free).collect();
            if order[..number].iter().any(|&other| piece(other) == piece(base)) {
                continue;
            }
            for &from in &free {
                let others = free.iter().filter(|&&other| piece(other) != piece(from));
                let cycles = others.map(|&other| [from, base, other]);
                let reached = cycles.filter(|&cycle| !matches!(self.steps[self.at(cycle)], Step::Unreached));
                let Some(cycle) = reached.min_by_key(|&cycle| self.depths[self.at(cycle)]) else { continue };
                let word = self.word(alphabet, self.at(cycle));
                let images: Vec<u16> = alphabet.element(&word).iter().map(|image| image as u16).collect();
                levels.offer(alphabet, &images, &word, alphabet.cost(&word));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::build::Effort;
    use super::super::levels::Level;
    use super::*;
    use dashu_int::UBig;

    /// The levels of a group in which one element is known, once 3-cycles were spread.
    fn spread_from(generators: &[Vec<u32>], seed: usize) -> (Alphabet, Levels) {
        let degree = generators[0].len();
        let permutations: Vec<Permutation> =
            generators.iter().map(|images| Permutation::from_moved_to(images).unwrap()).collect();
        let alphabet = Alphabet::quarter_turns(&permutations).unwrap();
        let effort = Effort::within(1 << 24, degree);
        let ball = Ball::new(&alphabet, effort.ball);
        let mut levels = Levels::new(degree, effort.width, effort.bytes);
        let images: Vec<u16> = generators[seed].iter().map(|&image| image as u16).collect();
        let letter = alphabet.letters().find(|&letter| alphabet.images(letter) == images).unwrap();
        levels.push_level(moved(&images).next().unwrap() as u16);
        levels.offer(&alphabet, &images, &[letter], 1);
        spread(&mut levels, &alphabet, &ball, &mut || Ok::<(), ()>(())).unwrap();
        (alphabet, levels)
    }

    fn words_are_right(alphabet: &Alphabet, levels: &Levels) {
        for (at, level) in levels.levels.iter().enumerate() {
            for (point, slot) in level.slots.iter().enumerate() {
                for &element in slot {
                    let images = levels.elements.images(element);
                    let made: Vec<u16> = (alphabet.element(levels.elements.word(element)).iter())
                        .map(|image| image as u16)
                        .collect();
                    assert_eq!(made, images);
                    assert_eq!(images[point], level.base);
                    assert_eq!(levels.level_of(images), Some(at));
                }
            }
        }
    }

    #[test]
    fn one_three_cycle_makes_all_even_permutations() {
        let ring: Vec<u32> = (0..14).map(|point| (point + 2) % 14).collect();
        let turn: Vec<u32> =
            (0..14).map(|point| [1, 2, 0].get(point).copied().unwrap_or(point as u32)).collect();
        let (alphabet, levels) = spread_from(&[ring, turn], 1);
        words_are_right(&alphabet, &levels);
        assert_eq!(levels.order(), (3..=14u64).map(UBig::from).product());
    }

    /// Ten pieces of two points, 2i and 2i + 1, which a ring shifts, turning one of them over, and a cycle of three pieces.
    #[test]
    fn pieces_of_several_points_are_carried_together() {
        let ring: Vec<u32> = (0..20)
            .map(|point| (point + 2) % 20)
            .map(|point| if point < 2 { 1 - point } else { point })
            .collect();
        let turn: Vec<u32> = (0..20).map(|point| if point < 6 { (point + 2) % 6 } else { point }).collect();
        let (alphabet, levels) = spread_from(&[ring, turn], 1);
        words_are_right(&alphabet, &levels);
        // Each of the pieces but the last two reaches the points of all pieces after it.
        let filled: Vec<usize> = levels.levels.iter().map(Level::filled).collect();
        assert!((2..10).all(|left| filled.contains(&(2 * left))), "{filled:?}");
        let pieces = pieces(&alphabet, &[[0, 2, 4], [1, 3, 5]]).unwrap();
        assert!((0..20).all(|point| pieces[point] == (point - point % 2) as u16));
        assert!(super::pieces(&alphabet, &[[0, 1, 4]]).is_some_and(|pieces| pieces[1] == 1));
    }
}
