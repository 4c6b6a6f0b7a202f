//! Completes words by 3-cycles of several orbits, each inserted where it costs least.
//!
//! Start at [`complete`]. A word arranges some orbits, and 3-cycles that leave these alone arrange the others, one orbit after the other. A
//! 3-cycle can be inserted anywhere in the word: the letters after it conjugate it, and letters cancel at both of its ends. Of all
//! that bring pieces home, the one is taken that adds least for each of them. The idea is due to the solvers of the Santa 2023 competition
//! (see "KMCoders" there).

use super::alphabet::{Alphabet, Letter};
use super::piece_orbit::{Looks, PieceOrbit, Step};
use std::collections::HashMap;

/// Letters on either side of a place that a 3-cycle may cancel with.
const AROUND: usize = 16;

/// What cancels with the letters around a 3-cycle at most, about: dearer ones are not tried.
const SLACK: i64 = 8;

/// What merges besides letters that stand beside each other.
const MERGED: i64 = 2;

/// A 3-cycle put into a word.
struct Insertion {
    /// What the cost grows by; it may shrink.
    adds: i64,
    /// How many more pieces are right.
    gain: i64,
    /// Before this letter.
    place: usize,
    inner: Vec<Letter>,
}

/// The word with 3-cycles after which the orbits look like the goal, where `now` are the looks before the word. Each orbit may have 3-cycles
/// that move points of later ones. `None` if an orbit cannot be arranged. O(letters × pieces³) for each 3-cycle at most.
///
/// # Errors
/// What `go_on` gives, which is asked before each 3-cycle.
pub(super) fn complete<E>(
    alphabet: &Alphabet,
    orbits: &[PieceOrbit],
    word: &[Letter],
    now: &Looks,
    goal: &Looks,
    go_on: &mut impl FnMut() -> Result<(), E>,
) -> Result<Option<Vec<Letter>>, E> {
    let mut word = alphabet.reduce(word);
    for orbit in orbits {
        let mut words = HashMap::new();
        let mut detours = 0;
        loop {
            go_on()?;
            let looks = alphabet.carried(&word, now);
            if orbit.is_arranged(&looks, goal) {
                break;
            }
            let steps = orbit.steps(alphabet, &looks, goal);
            word = match cheapest(alphabet, orbit, &word, &steps, &mut words) {
                Some(Insertion { place, inner, .. }) => {
                    let (front, back) = word.split_at(place);
                    alphabet.product(&[front, &inner, back])
                }
                None => {
                    detours += 1;
                    match orbit.detour_word(alphabet, &looks, goal) {
                        Some(inner) if detours <= orbit.pieces() => alphabet.product(&[&word, &inner]),
                        _ => return Ok(None),
                    }
                }
            };
        }
    }
    Ok((alphabet.carried(&word, now) == goal).then_some(word))
}

/// The insertion that adds least for each piece that it brings home.
fn cheapest(
    alphabet: &Alphabet,
    orbit: &PieceOrbit,
    word: &[Letter],
    steps: &[Step],
    words: &mut HashMap<[u16; 3], Vec<Letter>>,
) -> Option<Insertion> {
    // Where the points at the end of the word are at the place.
    let mut back: Vec<u16> = (0..alphabet.degree()).map(|point| point as u16).collect();
    let mut best: Option<Insertion> = None;
    for place in (0..=word.len()).rev() {
        if let Some(&letter) = word.get(place) {
            let inverse = alphabet.images(alphabet.inverse(letter));
            back.iter_mut().for_each(|point| *point = inverse[usize::from(*point)]);
        }
        let front = &word[place.saturating_sub(AROUND)..place];
        let after = &word[place..word.len().min(place + AROUND)];
        let around = i64::from(alphabet.cost(front) + alphabet.cost(after));
        for &Step { cycle, gain } in steps {
            let gain = i64::from(gain);
            let cycle = orbit.places(cycle.map(|point| back[usize::from(point)]));
            let is_less = |adds: i64, best: &Insertion| adds * best.gain < best.adds * gain;
            let cost = i64::from(orbit.cost(cycle));
            if best.as_ref().is_some_and(|best| !is_less(cost - SLACK, best)) {
                continue;
            }
            let inner = words.entry(cycle).or_insert_with(|| orbit.word(alphabet, cycle));
            let sure = i64::from(alphabet.saved(front, inner) + alphabet.saved(inner, after));
            let cost = i64::from(alphabet.cost(inner));
            if best.as_ref().is_some_and(|best| !is_less(cost - sure - MERGED, best)) {
                continue;
            }
            let adds = i64::from(alphabet.cost(&alphabet.product(&[front, inner, after]))) - around;
            if best.as_ref().is_none_or(|best| is_less(adds, best)) {
                best = Some(Insertion { adds, gain, place, inner: inner.clone() });
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::alphabet::{Alphabet, Letter};
    use super::super::cycle_words::CycleWords;
    use crate::permutation::Permutation;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    /// Two rings of five with a point in common, each of which is turned together with either of two turns of five points that are kept.
    fn alphabet() -> Alphabet {
        let rings = [[1, 2, 3, 4, 0, 5, 6, 7, 8], [0, 1, 2, 3, 5, 6, 7, 8, 4]];
        let turns = [[10, 11, 9, 12, 13], [9, 10, 12, 13, 11]];
        let both = turns.iter().flat_map(|turn| rings.iter().map(move |ring| [&ring[..], turn].concat()));
        let generators: Vec<Permutation> =
            both.map(|images: Vec<u32>| Permutation::from_moved_to(&images).unwrap()).collect();
        Alphabet::turns(&generators).unwrap()
    }

    #[test]
    fn words_of_kept_points_are_completed() {
        let alphabet = alphabet();
        let kept: Vec<bool> = (0..14).map(|point| point >= 9).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut go_on = || Ok::<(), ()>(());
        let words =
            CycleWords::beside(alphabet.clone(), &kept, 1 << 20, &mut rng, &mut go_on).unwrap().unwrap();
        let letters: Vec<Letter> = alphabet.letters().collect();
        let goal: Vec<u32> = (0..14).collect();
        for _ in 0..50 {
            let scramble: Vec<Letter> =
                (0..30).map(|_| letters[rng.next_u32() as usize % letters.len()]).collect();
            let now = alphabet.carried(&scramble, &goal);
            // The same turns of the kept points, with the first of the rings each.
            let first = |letter: Letter| {
                let (generator, exponent) = alphabet.power(letter);
                alphabet.power_word(generator / 2 * 2, exponent)
            };
            let base: Vec<Letter> = alphabet.invert(&scramble).into_iter().flat_map(first).collect();
            assert!(alphabet.carried(&base, &now)[9..] == goal[9..]);
            let word = words.completed([&[], &base], &now, &goal, &mut rng, &mut go_on).unwrap().unwrap();
            assert_eq!(alphabet.carried(&word, &now), goal);
        }
        // A word that leaves kept points wrong has no completion.
        let now = alphabet.carried(&letters[..1], &goal);
        assert_eq!(words.completed([&[]; 2], &now, &goal, &mut rng, &mut go_on), Ok(None));
        assert_eq!(words.completed([&[]; 2], &now, &goal, &mut rng, &mut || Err(())), Err(()));
    }
}
