//! Commutators of short words: the elements that move few points.
//!
//! The commutator of two elements moves few points if they have few moved points in common. Near the end of a chain
//! almost every point must stay fixed, and few other elements are known there: on a puzzle with many letters the ball
//! is too small for two of its elements to collide.

use super::alphabet::{Alphabet, Letter};
use super::ball::Ball;
use super::elements::Elements;
use super::images::{HashedSet, hash, invert, multiply};
use crate::orbit::orbits;
use crate::permutation::Permutation;

/// So many atoms make about 60³ commutators.
const ATOMS: usize = 60;

/// An element with its word.
struct Atom {
    support: usize,
    cost: u32,
    images: Vec<u16>,
    word: Vec<Letter>,
}

/// Commutators `x y x⁻¹ y⁻¹` of an atom `y` with an atom or a conjugate `x = a b a⁻¹` of one by another, where atoms are
/// the words of one or two letters that move fewest points (on a cube whose letters turn blocks of layers, the single
/// layers): the `most` that move fewest points, then cost least. O(60³ × degree).
pub(super) fn commutators(alphabet: &Alphabet, ball: &Ball, most: usize) -> Elements {
    let degree = alphabet.degree();
    let mut atoms: Vec<Atom> = Vec::new();
    for at in 1..ball.len() as u32 {
        let mut word = Vec::new();
        ball.append_word(at, &mut word);
        if word.len() > 2 {
            break;
        }
        let images = ball.images(at).to_vec();
        atoms.push(Atom { support: support(&images), cost: ball.cost(at), images, word });
    }
    atoms.sort_by_key(|atom| (atom.support, atom.cost));
    atoms.truncate(ATOMS);
    let mut words: Vec<Vec<Letter>> = atoms.iter().map(|atom| atom.word.clone()).collect();
    for a in &atoms {
        words.extend(atoms.iter().map(|b| alphabet.product(&[&a.word, &b.word, &alphabet.invert(&a.word)])));
    }
    let mut found: Vec<(usize, u32, Vec<u16>, Vec<Letter>)> = Vec::new();
    let shares = Shares::new(alphabet, most);
    let mut seen = HashedSet::default();
    let (mut x, mut x_inverse) = (vec![0; degree], vec![0; degree]);
    let (mut half, mut whole, mut y_inverse) = (vec![0; degree], vec![0; degree], vec![0; degree]);
    for word in &words {
        x.iter_mut().enumerate().for_each(|(point, image)| *image = point as u16);
        for &letter in word {
            multiply(&x, alphabet.images(letter), &mut half);
            std::mem::swap(&mut x, &mut half);
        }
        invert(&x, &mut x_inverse);
        for y in &atoms {
            multiply(&x, &y.images, &mut half);
            multiply(&half, &x_inverse, &mut whole);
            invert(&y.images, &mut y_inverse);
            multiply(&whole, &y_inverse, &mut half);
            let support = support(&half);
            // More than half of the points are no use.
            if support == 0 || 2 * support > degree || !seen.insert(hash(&half)) {
                continue;
            }
            let (x_back, y_back) = (alphabet.invert(word), alphabet.invert(&y.word));
            let commutator = alphabet.product(&[word, &y.word, &x_back, &y_back]);
            found.push((support, alphabet.cost(&commutator), half.clone(), commutator));
        }
        if found.len() > 4 * most {
            keep(&mut found, shares.clone());
        }
    }
    keep(&mut found, shares);
    let mut elements = Elements::new(degree);
    for (_, cost, images, word) in found {
        elements.push(&images, &word, cost);
    }
    elements
}

fn support(images: &[u16]) -> usize {
    images.iter().enumerate().filter(|&(point, &image)| point != usize::from(image)).count()
}

fn keep(found: &mut Vec<(usize, u32, Vec<u16>, Vec<Letter>)>, mut shares: Shares) {
    found.sort_by_key(|&(support, cost, ..)| (support, cost));
    found.retain(|(_, _, images, _)| shares.take(images));
}

/// Room for elements, the same for each orbit of the group: what moves few points of one is no help in another.
#[derive(Clone)]
pub(super) struct Shares {
    orbit_of: Vec<usize>,
    left: Vec<usize>,
}

impl Shares {
    pub(super) fn new(alphabet: &Alphabet, most: usize) -> Self {
        let generators: Vec<Permutation> = alphabet.generators().cloned().collect();
        let orbits = orbits(alphabet.degree(), &generators);
        let mut orbit_of = vec![0; alphabet.degree()];
        for (number, orbit) in orbits.iter().enumerate() {
            orbit.iter().for_each(|&point| orbit_of[point as usize] = number);
        }
        let moved = orbits.iter().filter(|orbit| orbit.len() > 1).count().max(1);
        Shares { orbit_of, left: vec![most.div_ceil(moved); orbits.len()] }
    }

    /// Whether there is room for one more element, in the orbit of the first point that it moves.
    pub(super) fn take(&mut self, images: &[u16]) -> bool {
        let first = images.iter().enumerate().position(|(point, &image)| point != usize::from(image));
        let left = &mut self.left[first.map_or(0, |point| self.orbit_of[point])];
        let room = *left > 0;
        *left = left.saturating_sub(1);
        room
    }
}
