//! All elements given by short words, each once, in order of cost.

use super::alphabet::{Alphabet, Letter};
use super::images::{HashedMap, hash, multiply};

/// The elements of least cost, with the cheapest word of each. About `2 · degree + 28` bytes an element.
#[derive(Clone, Debug)]
pub(super) struct Ball {
    degree: usize,
    images: Vec<u16>,
    /// The element before the last letter.
    parents: Vec<u32>,
    last: Vec<Letter>,
    costs: Vec<u32>,
    /// By hash of the images.
    index: HashedMap<u32>,
    /// Every element up to this cost is there.
    radius: u32,
}

impl Ball {
    /// The first `most` elements in order of cost; fewer where the group has fewer. O(elements × letters × degree).
    pub(super) fn new(alphabet: &Alphabet, most: usize) -> Self {
        let degree = alphabet.degree();
        let identity: Vec<u16> = (0..degree).map(|point| point as u16).collect();
        let mut ball = Ball {
            degree,
            index: HashedMap::default(),
            images: identity.clone(),
            parents: vec![0],
            last: vec![Letter(0)],
            costs: vec![0],
            radius: 0,
        };
        ball.index.insert(hash(&identity), 0);
        let dearest = alphabet.letters().map(|letter| alphabet.letter_cost(letter)).max().unwrap_or(1);
        // Where the elements of each cost begin.
        let mut starts = vec![0, 1];
        let mut product = identity;
        for cost in 1u32.. {
            for letter in alphabet.letters() {
                let Some(before) = cost.checked_sub(alphabet.letter_cost(letter)) else { continue };
                let generator = alphabet.generator(letter);
                for parent in starts[before as usize]..starts[before as usize + 1] {
                    if parent > 0 {
                        let last = alphabet.generator(ball.last[parent]);
                        if generator < last && alphabet.commute(generator, last) {
                            continue; // the other order comes as well
                        }
                    }
                    multiply(ball.images(parent as u32), alphabet.images(letter), &mut product);
                    let next = ball.costs.len() as u32;
                    if let std::collections::hash_map::Entry::Vacant(entry) = ball.index.entry(hash(&product))
                    {
                        entry.insert(next);
                        ball.images.extend_from_slice(&product);
                        ball.parents.push(parent as u32);
                        ball.last.push(letter);
                        ball.costs.push(cost);
                        if ball.costs.len() >= most {
                            return ball;
                        }
                    }
                }
            }
            ball.radius = cost;
            starts.push(ball.costs.len());
            let quiet = starts.len().saturating_sub(dearest as usize + 1);
            if starts[quiet] == ball.costs.len() {
                break; // nothing new for as long as the dearest letter: that is the whole group
            }
        }
        ball
    }

    pub(super) fn len(&self) -> usize {
        self.costs.len()
    }

    /// Every element up to this cost is in the ball.
    pub(super) fn radius(&self) -> u32 {
        self.radius
    }

    #[inline]
    pub(super) fn images(&self, at: u32) -> &[u16] {
        &self.images[at as usize * self.degree..][..self.degree]
    }

    #[inline]
    pub(super) fn cost(&self, at: u32) -> u32 {
        self.costs[at as usize]
    }

    /// The word, onto the end of `word`.
    pub(super) fn append_word(&self, mut at: u32, word: &mut Vec<Letter>) {
        let start = word.len();
        while at > 0 {
            word.push(self.last[at as usize]);
            at = self.parents[at as usize];
        }
        word[start..].reverse();
    }

    pub(super) fn find(&self, images: &[u16]) -> Option<u32> {
        self.index.get(&hash(images)).copied().filter(|&at| self.images(at) == images)
    }
}
