//! Words that do the same to some points and bring as many others as possible where they should be.
//!
//! Start at [`varied`]. Letters that do the same to the points that are kept can take each other's place, and two of them, one of which is
//! undone, can be put between any letters. Simulated annealing makes these choices: what is right afterwards needs no 3-cycle.

use super::alphabet::{Alphabet, Letter};
use rand_core::Rng;

/// Letters that a piece in its place is worth: somewhat more than what 3-cycles add for each, seven to eight on the gigaminx. With 9 instead of 5,
/// twelve solutions of random ones have 784 turns on average instead of 802.
const WORTH: f64 = 9.0;

/// Temperatures at first and at last, in letters.
const HOT: f64 = 4.0;
const COLD: f64 = 0.4;

/// Sweeps over the word at most, and points that are looked at in all of them, about.
const MOST_SWEEPS: usize = 400;
const EFFORT: usize = 1 << 30;

/// Fewer sweeps are of no use.
const LEAST_SWEEPS: usize = 20;

/// Letters that may stand in one place, and what they do to points.
struct Choice {
    letters: Vec<Letter>,
    images: Vec<u16>,
    cost: f64,
}

/// A place in the word, by the numbers of its choices and of the one that was made.
struct Place {
    choices: Vec<usize>,
    chosen: usize,
}

/// The word with letters changed and added that do not change what it does to the points that are kept. `now` are the looks of points before
/// it, and `goal` those that they should have; the points that count are given with the number of points of their pieces. The word itself if
/// it is too long to be varied.
pub(super) fn varied<R: Rng + ?Sized, E>(
    alphabet: &Alphabet,
    kept: &[bool],
    counted: &[(u16, u16)],
    word: &[Letter],
    (now, goal): (&[u32], &[u32]),
    rng: &mut R,
    go_on: &mut impl FnMut() -> Result<(), E>,
) -> Result<Vec<Letter>, E> {
    let (choices, mut places) = places(alphabet, kept, word);
    let trials: usize = places.iter().map(|place| place.choices.len()).sum();
    let sweeps = (EFFORT / (trials * counted.len()).max(1)).min(MOST_SWEEPS);
    if sweeps < LEAST_SWEEPS {
        return Ok(word.to_vec());
    }
    let degree = alphabet.degree();
    let worth = |size: u16| WORTH / f64::from(size);
    let mut energies = Vec::new();
    for sweep in 0..sweeps {
        go_on()?;
        let heat = HOT * (COLD / HOT).powf(sweep as f64 / (sweeps - 1) as f64);
        // For each place, the looks that points should have after it.
        let mut wanted = vec![goal.to_vec()];
        for place in places.iter().rev() {
            let images = &choices[place.chosen].images;
            let after = wanted.last().map_or(goal, Vec::as_slice);
            wanted.push(images.iter().map(|&image| after[usize::from(image)]).collect());
        }
        wanted.pop();
        let mut looks = now.to_vec();
        let mut carried = vec![0; degree];
        for place in &mut places {
            let wanted = wanted.pop().unwrap_or_default();
            energies.clear();
            energies.extend(place.choices.iter().map(|&choice| {
                let Choice { images, cost, .. } = &choices[choice];
                let right = |&&(point, _): &&(u16, u16)| {
                    wanted[usize::from(images[usize::from(point)])] == looks[usize::from(point)]
                };
                let saved: f64 = counted.iter().filter(right).map(|&(_, size)| worth(size)).sum();
                cost - saved
            }));
            place.chosen = place.choices[drawn(&energies, heat, rng)];
            let images = &choices[place.chosen].images;
            looks.iter().zip(images).for_each(|(&look, &image)| carried[usize::from(image)] = look);
            std::mem::swap(&mut looks, &mut carried);
        }
    }
    let letters: Vec<Letter> =
        places.iter().flat_map(|place| choices[place.chosen].letters.iter().copied()).collect();
    Ok(alphabet.reduce(&letters))
}

/// The letters of the word and the gaps between them as places.
fn places(alphabet: &Alphabet, kept: &[bool], word: &[Letter]) -> (Vec<Choice>, Vec<Place>) {
    let degree = alphabet.degree();
    let kept: Vec<usize> = (0..degree).filter(|&point| kept[point]).collect();
    let alike = |a: Letter, b: Letter| {
        let (a, b) = (alphabet.images(a), alphabet.images(b));
        kept.iter().all(|&point| a[point] == b[point])
    };
    let choice = |letters: Vec<Letter>| {
        let images = alphabet.element(&letters).iter().map(|image| image as u16).collect();
        let cost = f64::from(alphabet.cost(&letters));
        Choice { letters, images, cost }
    };
    // Nothing, letters that the kept points do not see, and pairs whose effects on them cancel.
    let mut choices = vec![choice(Vec::new())];
    let all: Vec<Letter> = alphabet.letters().collect();
    let is_unseen = |letter: &Letter| {
        let images = alphabet.images(*letter);
        kept.iter().all(|&point| usize::from(images[point]) == point)
    };
    choices.extend(all.iter().copied().filter(is_unseen).map(|letter| choice(vec![letter])));
    for &a in all.iter().filter(|letter| !is_unseen(letter)) {
        for &b in all.iter().filter(|&&b| b != a && alike(a, b)) {
            choices.push(choice(vec![a, alphabet.inverse(b)]));
        }
    }
    let gaps: Vec<usize> = (0..choices.len()).collect();
    let first = choices.len();
    choices.extend(all.iter().map(|&letter| choice(vec![letter])));
    let gap = || Place { choices: gaps.clone(), chosen: 0 };
    let mut places = vec![gap()];
    for &letter in word {
        let others = all.iter().filter(|&&other| alike(letter, other));
        let choices = others.map(|other| first + other.index()).collect();
        places.extend([Place { choices, chosen: first + letter.index() }, gap()]);
    }
    (choices, places)
}

/// One of some energies, by the probabilities of Boltzmann.
fn drawn<R: Rng + ?Sized>(energies: &[f64], heat: f64, rng: &mut R) -> usize {
    let least = energies.iter().copied().fold(f64::INFINITY, f64::min);
    let weight = |energy: f64| ((least - energy) / heat).exp();
    let total: f64 = energies.iter().copied().map(weight).sum();
    let mut left = total * (f64::from(rng.next_u32()) / f64::from(u32::MAX));
    for (at, &energy) in energies.iter().enumerate() {
        left -= weight(energy);
        if left <= 0.0 {
            return at;
        }
    }
    energies.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permutation::Permutation;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn kept_points_do_not_see_what_varies() {
        // Two rings of ten, and five points that both turn together with them.
        let ring = |first: u32| {
            let turned = move |point: u32| match point {
                20.. => 20 + (point + 1) % 5,
                _ if point / 10 == first => 10 * first + (point + 1) % 10,
                _ => point,
            };
            Permutation::from_moved_to(&(0..25).map(turned).collect::<Vec<u32>>()).unwrap()
        };
        let alphabet = Alphabet::turns(&[ring(0), ring(1)]).unwrap();
        let kept: Vec<bool> = (0..25).map(|point| point >= 20).collect();
        let counted: Vec<(u16, u16)> = (0..20).map(|point| (point, 1)).collect();
        let letter = |generator, power| alphabet.letter(generator, power).unwrap();
        let goal: Vec<u32> = (0..25).collect();
        // The first ring was turned; the base turns the second one back.
        let now = alphabet.carried(&[letter(0, 3)], &goal);
        let base = [letter(1, -3)];
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut go_on = || Ok::<(), ()>(());
        let word = varied(&alphabet, &kept, &counted, &base, (&now, &goal), &mut rng, &mut go_on).unwrap();
        assert_eq!(word, [letter(0, -3)]);
    }
}
