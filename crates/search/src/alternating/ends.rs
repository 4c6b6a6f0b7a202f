//! Moves of a word, with as few turns as possible at its ends.
//!
//! Start at [`Ends::of`].

use super::letters::{Letters, Row};
use super::structure::Alternating;
use crate::ida_star::Solution;
use crate::space::MoveId;

/// How a word begins and ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    /// The word, in an order of its commuting letters with the fewest turns at its ends.
    pub(super) word: Vec<usize>,
    /// The number of turns at its ends, 0 to 2.
    pub(super) turns: u32,
    /// What the ring must be turned by after the last letter, if it was last turned to this letter.
    last_turn: usize,
}

impl Ends {
    /// The ends of a lexicographically least word that leads to a turned solved row.
    ///
    /// The first letter needs no turn if it is 0, which comes first wherever it can. The last letter needs none after it if it is the one
    /// to which the ring must be turned in the end. That both ends need the same letter, which is there once, matters only for words of one
    /// letter: in a longer one, either end may have it.
    pub(super) fn of(letters: &Letters, word: &[usize], solved: &Row) -> Self {
        let slots = letters.slots;
        let mut word = word.to_vec();
        let home = (slots - usize::from(solved[0])) % slots;
        let begins = word.first() == Some(&0);
        let movable = usize::from(begins && word.len() > 1);
        if let Some(at) = word[movable..].iter().rposition(|&letter| letter == home) {
            let (at, letter) = (at + movable, home);
            if word[at + 1..].iter().all(|&later| letters.commutes(letter, later)) {
                word[at..].rotate_left(1);
            }
        }
        let last = word.last().copied().unwrap_or(0);
        let last_turn = (home + slots - last) % slots;
        let begin = u32::from(!word.is_empty() && !begins);
        Ends { word, turns: begin + u32::from(last_turn != 0), last_turn }
    }

    /// The moves, with their cost.
    pub(super) fn solution(&self, alternating: &Alternating) -> Solution {
        let slots = alternating.letters.slots;
        let mut moves: Vec<MoveId> = Vec::new();
        let mut turned = 0;
        for &letter in &self.word {
            moves.extend(alternating.turn(letter + slots - turned));
            moves.push(alternating.involution());
            turned = letter;
        }
        moves.extend(alternating.turn(self.last_turn));
        let involutions = self.word.len();
        let [turn, involution] = alternating.costs;
        let cost = involutions as u32 * involution + (moves.len() - involutions) as u32 * turn;
        Solution { moves, cost }
    }
}
