//! Words for all slots of an orbit, made of a single 3-cycle.
//!
//! Start at [`spread`]. Where one element moves exactly three points of an orbit, its conjugates are the 3-cycles of the
//! orbit, and each slot but the last two is filled by one of them. On puzzles of hundreds of points pools leave most
//! slots empty, and words that sifting finds for these grow from one to the next.

use super::alphabet::Alphabet;
use super::ball::Ball;
use super::conjugates::{Conjugates, MOST_POINTS};
use super::levels::Levels;
use super::seeds::{MOST_OF_PIECE, Seed, are_apart, moved, pieces, three_cycles};
use crate::orbit::orbits;
use crate::permutation::Permutation;

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
        fill(&Conjugates::of(alphabet, orbit, seeds), levels, alphabet, &pieces);
    }
    Ok(())
}

/// Elements that move few points, some of them in the orbit.
const FEW: usize = 60;
/// Elements of the ball by which these are conjugated.
const CONJUGATORS: usize = 3000;
/// 3-cycles that are enough.
const ENOUGH: usize = 6;

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

/// Offers to each slot the 3-cycle that takes fewest letters and leaves the earlier base points alone.
fn fill(conjugates: &Conjugates, levels: &mut Levels, alphabet: &Alphabet, pieces: &[u16]) {
    let orbit = conjugates.orbit();
    let size = orbit.len();
    let piece = |place: u16| pieces[usize::from(orbit[usize::from(place)])];
    let mut order: Vec<u16> = Vec::new();
    for level in &levels.levels {
        order.extend(orbit.binary_search(&level.base).ok().map(|place| place as u16));
    }
    for place in 0..size as u16 {
        if !order.iter().any(|&other| piece(other) == piece(place)) {
            levels.push_level(orbit[usize::from(place)]);
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
            let reached = cycles.filter(|&cycle| conjugates.is_reached(cycle));
            let Some(cycle) = reached.min_by_key(|&cycle| conjugates.depth(cycle)) else { continue };
            let word = conjugates.word(alphabet, cycle);
            let images: Vec<u16> = alphabet.element(&word).iter().map(|image| image as u16).collect();
            levels.offer(alphabet, &images, &word, alphabet.cost(&word));
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
