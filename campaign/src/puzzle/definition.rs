//! Definitions, states, and the effect of moves on them.
//!
//! Start at [`Definition`]. The slots of all sets form one row. For each slot, a move gives the slot from which its
//! piece comes and the change of its orientation. The sets say which slots belong together.

/// Slots between which pieces move.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) pieces: usize,
    pub(crate) orientations: u8,
}

/// Pieces and their orientations, by slot. Identical pieces share a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) pieces: Vec<u8>,
    pub(crate) turns: Vec<u8>,
}

/// The effect of a move, by slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Action {
    pub(crate) from: Vec<usize>,
    pub(crate) turn: Vec<u8>,
}

/// A move or a rotation.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) name: String,
    pub(crate) action: Action,
}

/// A slot in which a given piece must not be after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) slot: usize,
    pub(crate) piece: u8,
}

/// A puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) sets: Vec<Set>,
    pub(crate) solved: State,
    /// By solved slot of a piece: whether its orientation does not matter. It is the same for identical pieces.
    pub(crate) free: Vec<bool>,
    pub(crate) moves: Vec<Move>,
    /// Rotations of the whole puzzle: they cost nothing and are not moves of a solution.
    pub(crate) rotations: Vec<Move>,
    pub(crate) rules: Vec<Rule>,
}

impl Definition {
    /// The slots of each set.
    pub(crate) fn ranges(&self) -> Vec<std::ops::Range<usize>> {
        let mut start = 0;
        let range = |set: &Set| {
            start += set.pieces;
            start - set.pieces..start
        };
        self.sets.iter().map(range).collect()
    }

    /// The number of orientations of the piece in each slot.
    pub(crate) fn orientations(&self) -> Vec<u8> {
        self.sets.iter().flat_map(|set| std::iter::repeat_n(set.orientations, set.pieces)).collect()
    }

    /// Whether the orientation of the piece in a slot of a state does not matter.
    pub(crate) fn is_free(&self, slot: usize, piece: u8) -> bool {
        let range = self.ranges().into_iter().find(|range| range.contains(&slot));
        range.into_iter().flatten().any(|home| self.solved.pieces[home] == piece && self.free[home])
    }

    /// The state after a move.
    pub(crate) fn after(&self, state: &State, action: &Action) -> State {
        let orientations = self.orientations();
        let any_free = self.free.contains(&true);
        let (pieces, turns) = (action.from.iter().enumerate())
            .map(|(slot, &from)| {
                let piece = state.pieces[from];
                let turn = (state.turns[from] + action.turn[slot]) % orientations[slot];
                (piece, if any_free && self.is_free(slot, piece) { 0 } else { turn })
            })
            .unzip();
        State { pieces, turns }
    }

    /// The identity.
    pub(crate) fn nothing(&self) -> Action {
        let slots = self.solved.pieces.len();
        Action { from: (0..slots).collect(), turn: vec![0; slots] }
    }

    /// One move, then another.
    pub(crate) fn product(&self, first: &Action, then: &Action) -> Action {
        let orientations = self.orientations();
        let turn = |slot: usize| (first.turn[then.from[slot]] + then.turn[slot]) % orientations[slot];
        Action {
            from: then.from.iter().map(|&slot| first.from[slot]).collect(),
            turn: (0..then.from.len()).map(turn).collect(),
        }
    }

    /// The powers of a move that are not the identity; `None` if there are more than `most`.
    pub(crate) fn powers(&self, action: &Action, most: usize) -> Option<Vec<Action>> {
        let nothing = self.nothing();
        let mut powers = Vec::new();
        let mut power = action.clone();
        while power != nothing {
            if powers.len() == most {
                return None;
            }
            powers.push(power.clone());
            power = self.product(&power, action);
        }
        Some(powers)
    }

    /// Whether no piece is in a forbidden slot.
    pub(crate) fn is_legal(&self, state: &State) -> bool {
        self.rules.iter().all(|rule| state.pieces[rule.slot] != rule.piece)
    }

    /// The same moves without rules and with all pieces distinguished: the states then correspond to the elements of
    /// the group.
    pub(crate) fn told_apart(&self) -> Definition {
        let pieces = self.sets.iter().flat_map(|set| 0..set.pieces as u8).collect();
        let turns = vec![0; self.solved.turns.len()];
        let free = vec![false; self.free.len()];
        Definition { solved: State { pieces, turns }, free, rules: Vec::new(), ..self.clone() }
    }

    /// The solved state in every orientation of the whole puzzle; `None` if there are more than `most` rotations.
    pub(crate) fn rotated(&self, most: usize) -> Option<Vec<State>> {
        // Products of rotations are distinguished by their effect on slots, not by their effect on the solved state:
        // two with the same effect there may have different products with others.
        let mut products = vec![self.nothing()];
        let mut next = 0;
        while next < products.len() {
            for rotation in &self.rotations {
                let product = self.product(&products[next], &rotation.action);
                if !products.contains(&product) {
                    products.push(product);
                }
            }
            if products.len() > most {
                return None;
            }
            next += 1;
        }
        let mut states: Vec<State> = Vec::new();
        for state in products.iter().map(|product| self.after(&self.solved, product)) {
            if !states.contains(&state) {
                states.push(state);
            }
        }
        Some(states)
    }

    /// The state after a solution such as `a2 b' c`; `None` if it contains a word that is not a move, or brings a piece
    /// to a forbidden slot.
    pub(crate) fn replayed(&self, state: &State, words: &str) -> Option<State> {
        let mut state = state.clone();
        for word in words.split_whitespace() {
            let (word, is_inverse) = word.strip_suffix('\'').map_or((word, false), |word| (word, true));
            let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
            let times: usize = if name == word { 1 } else { word[name.len()..].parse().ok()? };
            let base = self.moves.iter().find(|one| one.name == name)?;
            let powers = self.powers(&base.action, usize::MAX)?;
            let order = powers.len() + 1;
            let amount = if is_inverse { order - times % order } else { times } % order;
            if amount > 0 {
                state = self.after(&state, &powers[amount - 1]);
            }
            if !self.is_legal(&state) {
                return None;
            }
        }
        Some(state)
    }

    /// The cost of a solution, with each power counted as one or as its number of steps; `None` for words that are not
    /// moves.
    pub(crate) fn cost(&self, words: &str, by_steps: bool) -> Option<u64> {
        let cost = |word: &str| {
            let word = word.trim_end_matches('\'');
            let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
            let times: u64 = if name == word { 1 } else { word[name.len()..].parse().ok()? };
            self.moves.iter().find(|one| one.name == name)?;
            Some(if by_steps { times } else { 1 })
        };
        words.split_whitespace().map(cost).sum()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::cube::Cube;

    /// Some moves of a cube, as a puzzle of its stickers with one orientation each.
    pub(crate) fn of_cube(size: usize, moves: &[&str]) -> Definition {
        let solved = Cube::solved(size);
        let stickers = 6 * size * size;
        let moved = |name: &&str| {
            let from = Cube::solved(size).after(name).unwrap().places();
            let action = Action { from, turn: vec![0; stickers] };
            Move { name: (*name).to_string(), action }
        };
        Definition {
            sets: vec![Set { name: "STICKERS".into(), pieces: stickers, orientations: 1 }],
            solved: State { pieces: solved.facelets().bytes().collect(), turns: vec![0; stickers] },
            free: vec![false; stickers],
            moves: moves.iter().map(moved).collect(),
            rotations: Vec::new(),
            rules: Vec::new(),
        }
    }

    #[test]
    fn words_are_replayed() {
        let cube = of_cube(2, &["U", "R"]);
        let scrambled = cube.replayed(&cube.solved, "U R2 U'").unwrap();
        assert_ne!(scrambled, cube.solved);
        assert_eq!(cube.replayed(&scrambled, "U R2 U3").unwrap(), cube.solved);
        assert_eq!(cube.replayed(&scrambled, "F"), None);
        assert_eq!((cube.cost("U R2 U'", false), cube.cost("U R2 U'", true)), (Some(3), Some(4)));
        assert_eq!(cube.powers(&cube.moves[0].action, 9).unwrap().len(), 3);
        assert!(cube.powers(&cube.moves[0].action, 2).is_none());
    }

    #[test]
    fn orientations_add_up_and_free_ones_are_not_looked_at() {
        let twist = Action { from: vec![1, 0], turn: vec![1, 0] };
        let mut pair = Definition {
            sets: vec![Set { name: "A".into(), pieces: 2, orientations: 3 }],
            solved: State { pieces: vec![0, 1], turns: vec![0, 0] },
            free: vec![false, false],
            moves: vec![Move { name: "t".into(), action: twist }],
            rotations: Vec::new(),
            rules: vec![Rule { slot: 0, piece: 1 }],
        };
        let once = pair.after(&pair.solved, &pair.moves[0].action);
        assert_eq!(once, State { pieces: vec![1, 0], turns: vec![1, 0] });
        assert!(!pair.is_legal(&once));
        assert_eq!(pair.powers(&pair.moves[0].action, 9).unwrap().len(), 5);
        // The state after half of `t2` is forbidden; its end is not.
        assert!(pair.replayed(&pair.solved, "t2").is_some() && pair.replayed(&pair.solved, "t t").is_none());
        pair.free = vec![false, true];
        assert_eq!(pair.after(&pair.solved, &pair.moves[0].action).turns, [0, 0]);
    }
}
