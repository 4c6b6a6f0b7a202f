//! The distances of states from the solved one, by breadth-first search that stores every state.
//!
//! Start at [`Distances::new`].

use super::definition::{Action, Definition, State};
use std::collections::HashMap;

/// The cost of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Metric {
    /// Every power of a move counts 1.
    Htm,
    /// Only the move itself and its inverse count 1. A power counts as its number of steps, each of which ends in a
    /// state.
    Qtm,
}

impl Metric {
    /// Its name in commands.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Metric::Htm => "htm",
            Metric::Qtm => "qtm",
        }
    }
}

/// The distance of each state from which a goal can be reached.
#[derive(Debug)]
pub(crate) struct Distances(HashMap<State, usize>);

impl Distances {
    /// Distances from the goals; `None` if there are more than `most` states.
    ///
    /// Moves and their inverses cost the same, so distances are those from a goal to the state. States with a piece in
    /// a forbidden slot are left out: no move leads to them, and no counted move starts from them.
    pub(crate) fn new(
        definition: &Definition,
        goals: &[State],
        metric: Metric,
        most: usize,
    ) -> Option<Distances> {
        let mut steps: Vec<Action> = Vec::new();
        for base in &definition.moves {
            let mut powers = definition.powers(&base.action, most)?;
            if metric == Metric::Qtm && powers.len() > 2 {
                powers.drain(1..powers.len() - 1);
            }
            steps.extend(powers);
        }
        let goals = goals.iter().filter(|goal| definition.is_legal(goal));
        let mut found: HashMap<State, usize> = goals.map(|goal| (goal.clone(), 0)).collect();
        let mut rim: Vec<State> = found.keys().cloned().collect();
        for distance in 1.. {
            let mut next_rim = Vec::new();
            for (state, action) in
                rim.iter().flat_map(|state| steps.iter().map(move |action| (state, action)))
            {
                let next = definition.after(state, action);
                if definition.is_legal(&next) && !found.contains_key(&next) {
                    found.insert(next.clone(), distance);
                    next_rim.push(next);
                }
            }
            if found.len() > most {
                return None;
            }
            if next_rim.is_empty() {
                break;
            }
            rim = next_rim;
        }
        Some(Distances(found))
    }

    /// The distance of a state.
    pub(crate) fn of(&self, state: &State) -> Option<usize> {
        self.0.get(state).copied()
    }

    /// The number of states.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The number of states at each distance.
    pub(crate) fn distribution(&self) -> Vec<u64> {
        let farthest = self.0.values().max().copied().unwrap_or(0);
        let mut counts = vec![0; farthest + 1];
        for &distance in self.0.values() {
            counts[distance] += 1;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::super::definition::tests::of_cube;
    use super::super::definition::{Move, Rule, Set};
    use super::*;

    /// The 2x2x2 with turns of U and R has 29160 = 5! · 3^5 states.
    #[test]
    fn two_faces_of_the_pocket_cube() {
        let cube = of_cube(2, &["U", "R"]);
        let counted = |metric| {
            let goals = [cube.solved.clone()];
            Distances::new(&cube, &goals, metric, 30_000).unwrap().distribution()
        };
        let (htm, qtm) = (counted(Metric::Htm), counted(Metric::Qtm));
        // 53 and not 54: U2 R2 U2 is R2 U2 R2.
        assert_eq!(htm, [1, 6, 18, 53, 148, 400, 910, 1882, 3276, 4628, 6198, 6325, 4352, 941, 22]);
        assert_eq!((htm.iter().sum::<u64>(), qtm.iter().sum::<u64>()), (29_160, 29_160));
        assert_eq!(qtm[..4], [1, 4, 10, 24]);
        assert!(Distances::new(&cube, std::slice::from_ref(&cube.solved), Metric::Htm, 29_159).is_none());
    }

    #[test]
    fn forbidden_places_are_not_entered() {
        let swap = |a: usize, b: usize| {
            let mut from: Vec<usize> = (0..3).collect();
            from.swap(a, b);
            Action { from, turn: vec![0; 3] }
        };
        let mut three = Definition {
            sets: vec![Set { name: "A".into(), pieces: 3, orientations: 1 }],
            solved: State { pieces: vec![0, 1, 2], turns: vec![0; 3] },
            free: vec![false; 3],
            moves: vec![
                Move { name: "a".into(), action: swap(0, 1) },
                Move { name: "b".into(), action: swap(1, 2) },
            ],
            rotations: Vec::new(),
            rules: Vec::new(),
        };
        let counted = |three: &Definition| {
            let goals = [three.solved.clone()];
            Distances::new(three, &goals, Metric::Htm, 100).unwrap().distribution()
        };
        assert_eq!(counted(&three), [1, 2, 2, 1]);
        three.rules = vec![Rule { slot: 0, piece: 2 }];
        assert_eq!(counted(&three), [1, 2, 1]);
    }
}
