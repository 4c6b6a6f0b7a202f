//! Shortens words by replacing parts of them.

use super::alphabet::{Alphabet, Letter};
use super::ball::Ball;
use super::images::multiply;

/// Longest part that is looked up, as a multiple of the ball's radius.
const WINDOW: u32 = 3;

/// Replaces parts of a word by cheapest words of the ball, all that do not overlap and save most together, again and
/// again until nothing is saved. O(rounds × letters × window × degree).
pub(super) fn shorten(alphabet: &Alphabet, ball: &Ball, mut word: Vec<Letter>) -> Vec<Letter> {
    loop {
        let shorter = alphabet.reduce(&exchange(alphabet, ball, &word));
        if alphabet.cost(&shorter) >= alphabet.cost(&word) {
            return word;
        }
        word = shorter;
    }
}

/// One round: the cheapest way from the front to the back, where a step is a letter or an element of the ball.
fn exchange(alphabet: &Alphabet, ball: &Ball, word: &[Letter]) -> Vec<Letter> {
    let identity: Vec<u16> = (0..alphabet.degree()).map(|point| point as u16).collect();
    // By place in the word: cost of the cheapest way there, where its last step begins, and that step in the ball.
    let mut best: Vec<(u32, usize, Option<u32>)> = vec![(u32::MAX, 0, None); word.len() + 1];
    best[0].0 = 0;
    let (mut images, mut product) = (identity.clone(), identity.clone());
    for start in 0..word.len() {
        images.copy_from_slice(&identity);
        let mut cost = 0;
        for end in start..word.len() {
            let letter = word[end];
            cost += alphabet.letter_cost(letter);
            multiply(&images, alphabet.images(letter), &mut product);
            std::mem::swap(&mut images, &mut product);
            let step = if end == start { Some((cost, None)) } else { None };
            let known = ball.find(&images).map(|at| (ball.cost(at), Some(at)));
            for (cost, at) in step.into_iter().chain(known) {
                let sum = best[start].0 + cost;
                if sum < best[end + 1].0 {
                    best[end + 1] = (sum, start, at);
                }
            }
            if cost > WINDOW * ball.radius().max(1) {
                break;
            }
        }
    }
    let mut steps = Vec::new();
    let mut end = word.len();
    while end > 0 {
        let (_, start, at) = best[end];
        steps.push((start, end, at));
        end = start;
    }
    let mut shorter = Vec::new();
    for (start, end, at) in steps.into_iter().rev() {
        match at {
            Some(at) => ball.append_word(at, &mut shorter),
            None => shorter.extend_from_slice(&word[start..end]),
        }
    }
    shorter
}
