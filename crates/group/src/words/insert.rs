//! Completes words by inserting 3-cycles, each where it costs least.
//!
//! Start at [`finish`]. The last levels of a large symmetric orbit are expensive, because an element must fix nearly
//! everything. A 3-cycle does so and can be inserted anywhere in a word, where the letters after it conjugate it and
//! letters cancel at both ends. The idea is due to the solvers of the Santa 2023 competition (see "KMCoders" there).

use super::alphabet::{Alphabet, Letter};
use super::three_cycles::{ThreeCycles, UNKNOWN};

/// What letters around a 3-cycle may save, at most about: dearer ones are not tried.
const SLACK: u32 = 10;
/// Letters on either side that are looked at.
const AROUND: usize = 16;
/// Most points that may be out of place: of more, too many triples would have to be tried for what is gained.
const MOST: usize = 18;

/// Puts 3-cycles into a word until it stands for the element with these images (moved to), each time the one that adds
/// least to its cost. `None` if the word differs from the element in more than the orbit, in too many points, or by an
/// odd permutation. O(moved points³ × letters) for each 3-cycle.
pub(super) fn finish(
    alphabet: &Alphabet,
    cycles: &ThreeCycles,
    word: &[Letter],
    target: &[u16],
) -> Option<Vec<Letter>> {
    let mut word = word.to_vec();
    let mut rest = rest_of(alphabet, &word, target);
    let moved = || (0..rest.len() as u16).filter(|&point| rest[usize::from(point)] != point);
    if moved().count() > MOST || moved().any(|point| !cycles.holds(point)) || odd(&rest) {
        return None;
    }
    loop {
        let steps = steps(&rest);
        if steps.is_empty() {
            return Some(word);
        }
        let Insertion { place, cycle, step, .. } = cheapest(alphabet, cycles, &word, &steps)?;
        let (front, back) = word.split_at(place);
        word = alphabet.product(&[front, cycles.word(cycle), back]);
        // rest = step · (what is left then).
        let [a, b, c] = step.map(usize::from);
        (rest[a], rest[b], rest[c]) = (rest[c], rest[a], rest[b]);
    }
}

/// What is to come after the word: `word⁻¹ · target`.
fn rest_of(alphabet: &Alphabet, word: &[Letter], target: &[u16]) -> Vec<u16> {
    let mut points: Vec<u16> = (0..target.len()).map(|point| point as u16).collect();
    for &letter in word {
        let images = alphabet.images(letter);
        points.iter_mut().for_each(|point| *point = images[usize::from(*point)]);
    }
    let mut rest = vec![0; target.len()];
    for (&reached, &wanted) in points.iter().zip(target) {
        rest[usize::from(reached)] = wanted;
    }
    rest
}

fn cycle_of(rest: &[u16], start: u16) -> Vec<u16> {
    let mut cycle = vec![start];
    let mut at = rest[usize::from(start)];
    while at != start {
        cycle.push(at);
        at = rest[usize::from(at)];
    }
    cycle
}

fn cycles_of(rest: &[u16]) -> Vec<Vec<u16>> {
    let mut seen = vec![false; rest.len()];
    let mut cycles = Vec::new();
    for start in 0..rest.len() as u16 {
        if rest[usize::from(start)] != start && !seen[usize::from(start)] {
            let cycle = cycle_of(rest, start);
            cycle.iter().for_each(|&point| seen[usize::from(point)] = true);
            cycles.push(cycle);
        }
    }
    cycles
}

fn odd(rest: &[u16]) -> bool {
    cycles_of(rest).iter().filter(|cycle| cycle.len() % 2 == 0).count() % 2 == 1
}

/// The 3-cycles `a → b → c → a` after which one less is needed. A permutation whose cycles have lengths L needs
/// Σ ⌊L / 2⌋ of them: one splits an odd cycle into three odd ones, or makes an odd cycle of two even ones or of one.
fn steps(rest: &[u16]) -> Vec<[u16; 3]> {
    let cycles = cycles_of(rest);
    let mut steps = Vec::new();
    for cycle in &cycles {
        let n = cycle.len();
        for i in 0..n {
            for j in i + 1..n {
                for k in j + 1..n {
                    // The parts have lengths j - i, k - j and the rest.
                    let halves = (j - i) / 2 + (k - j) / 2 + (n - (k - i)) / 2;
                    if halves < n / 2 {
                        steps.push([cycle[i], cycle[j], cycle[k]]);
                    }
                }
            }
        }
    }
    // Two points of an even cycle and one of another.
    for (at, first) in cycles.iter().enumerate().filter(|(_, cycle)| cycle.len() % 2 == 0) {
        for (_, second) in cycles.iter().enumerate().filter(|&(to, cycle)| to != at && cycle.len() % 2 == 0) {
            for i in 0..first.len() {
                for j in (0..first.len()).filter(|&j| j != i) {
                    for &c in second {
                        let step = [first[i], first[j], c];
                        if halves_after(rest, step, first.len() + second.len())
                            < (first.len() + second.len()) / 2
                        {
                            steps.push(step);
                        }
                    }
                }
            }
        }
    }
    steps
}

/// Σ ⌊L / 2⌋ over the cycles that hold the points of a step once it is made, which have `total` points together.
fn halves_after(rest: &[u16], step: [u16; 3], total: usize) -> usize {
    let next = |point: u16| {
        let at = step.iter().position(|&one| one == point);
        rest[usize::from(at.map_or(point, |at| step[(at + 2) % 3]))]
    };
    let (mut halves, mut counted) = (0, 0);
    let mut seen: Vec<u16> = Vec::new();
    for start in step {
        if seen.contains(&start) {
            continue;
        }
        let mut length = 0;
        let mut at = start;
        loop {
            length += 1;
            if step.contains(&at) {
                seen.push(at);
            }
            at = next(at);
            if at == start {
                break;
            }
        }
        (halves, counted) = (halves + length / 2, counted + length);
    }
    debug_assert_eq!(counted, total);
    halves
}

/// A 3-cycle put into a word.
#[derive(Clone, Copy)]
struct Insertion {
    /// What the cost grows by; it may shrink.
    adds: i64,
    /// Before this letter.
    place: usize,
    /// The 3-cycle that is put there.
    cycle: [u16; 3],
    /// What it does at the end of the word.
    step: [u16; 3],
}

/// Where which 3-cycle adds least.
fn cheapest(
    alphabet: &Alphabet,
    cycles: &ThreeCycles,
    word: &[Letter],
    steps: &[[u16; 3]],
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
        for &step in steps {
            let cycle = step.map(|point| back[usize::from(point)]);
            let cost = cycles.cost(cycle);
            let bound = best.map_or(i64::MAX, |best| best.adds);
            if cost == UNKNOWN || i64::from(cost) >= bound.saturating_add(SLACK.into()) {
                continue;
            }
            let inner = cycles.word(cycle);
            let sure = alphabet.saved(front, inner) + alphabet.saved(inner, after);
            if best.is_some() && i64::from(cost) - i64::from(sure) >= bound.saturating_add(2) {
                continue;
            }
            let adds = i64::from(alphabet.cost(&alphabet.product(&[front, inner, after]))) - around;
            if adds < bound {
                best = Some(Insertion { adds, place, cycle, step });
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::build::Effort;
    use super::super::table::WordTable;
    use super::*;
    use crate::permutation::Permutation;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// A ring of 14 points and a turn of three of them, which make all even permutations if the ring is turned by two.
    fn table() -> WordTable {
        let ring: Vec<u32> = (0..14).map(|point| (point + 2) % 14).collect();
        let turn: Vec<u32> =
            (0..14).map(|point| [1, 2, 0].get(point).copied().unwrap_or(point as u32)).collect();
        let generators = [ring, turn].map(|images| Permutation::from_moved_to(&images).unwrap());
        let alphabet = Alphabet::quarter_turns(&generators).unwrap();
        let order = (3..=14u64).product::<u64>().into();
        WordTable::build(alphabet, &order, Effort::within(1 << 24, 14), &mut ChaCha8Rng::seed_from_u64(1))
            .unwrap()
    }

    fn images(permutation: &Permutation) -> Vec<u16> {
        (0..14).map(|point| permutation.image(point) as u16).collect()
    }

    #[test]
    fn every_three_cycle_has_a_word() {
        let table = table();
        let alphabet = table.alphabet();
        let cycles = &ThreeCycles::of(alphabet, table.parts().0)[0];
        for a in 0..14u16 {
            for (b, c) in (0..14).flat_map(|b| (0..14).map(move |c| (b, c))) {
                if a == b || b == c || a == c {
                    continue;
                }
                let word = cycles.word([a, b, c]);
                assert_eq!(u32::from(cycles.cost([a, b, c])), alphabet.cost(word));
                let element = alphabet.element(word);
                assert_eq!(element.support().count(), 3);
                assert_eq!([a, b, c].map(|p| element.image(p.into()) as u16), [b, c, a]);
            }
        }
    }

    #[test]
    fn unfinished_words_are_finished() {
        let table = table();
        let alphabet = table.alphabet();
        let cycles = &ThreeCycles::of(alphabet, table.parts().0)[0];
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..30 {
            let target = table.random(&mut rng);
            let start = table.word(&table.random(&mut rng)).unwrap();
            for part in [&[][..], &start[..start.len() / 2], &start] {
                let word = finish(alphabet, cycles, part, &images(&target)).unwrap();
                assert_eq!(alphabet.element(&word), target);
            }
        }
    }

    #[test]
    fn steps_need_one_three_cycle_less() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let needed = |rest: &[u16]| cycles_of(rest).iter().map(|cycle| cycle.len() / 2).sum::<usize>();
        for _ in 0..200 {
            let rest = images(&Permutation::random(14, &mut rng));
            for [a, b, c] in steps(&rest) {
                let mut left = rest.clone();
                let [i, j, k] = [a, b, c].map(usize::from);
                (left[i], left[j], left[k]) = (rest[k], rest[i], rest[j]);
                assert_eq!(needed(&left) + 1, needed(&rest), "{a} {b} {c}: {rest:?}");
            }
            assert!(odd(&rest) || needed(&rest) == 0 || !steps(&rest).is_empty());
        }
    }
}
