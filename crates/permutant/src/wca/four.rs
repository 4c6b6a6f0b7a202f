//! The 4x4x4: a random state by reduction, written in outer turns and wide turns of U, R and F.
//!
//! Start at [`random`] and [`sequence`]. The pieces of an even cube have no fixed frame, so a wide turn of D equals one of U and a
//! rotation. Every sequence can therefore be written without wide turns of D, L and B, with the remaining rotations moved to the end
//! and dropped. The sequence reaches the state up to a rotation of the whole cube.

use super::error::Wrong;
use crate::algorithm;
use crate::engine::{Engine, Method};
use crate::model::Model;
use crate::position::Position;
use crate::solver::{Request, SolveError, Solver};
use permutant_group::random::{below, shuffle};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use permutant_search::limits::{Control, Outcome};
use rand_core::Rng;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The moves in which scrambles are written.
const MOVES: [&str; 9] = ["U", "R", "F", "D", "L", "B", "Uw", "Rw", "Fw"];

/// A state, each equally likely. Every arrangement of corners with total twist 0, of wings, and of centres can be reached, since an
/// exchange of two centres of one colour is not visible.
pub(crate) fn random(puzzle: &Puzzle, rng: &mut (impl Rng + ?Sized)) -> State {
    let mut state = puzzle.solved().clone();
    for (orbit, row) in puzzle.orbits().iter().zip(&mut state.orbits) {
        shuffle(rng, &mut row.pieces);
        if orbit.orientations > 1 {
            let ways = orbit.orientations;
            let mut sum = 0;
            for turned in row.orientations.iter_mut().skip(1) {
                *turned = below(rng, u64::from(ways)) as u16;
                sum += *turned;
            }
            if let Some(first) = row.orientations.first_mut() {
                *first = (ways - sum % ways) % ways;
            }
        }
    }
    state
}

/// Outer turns and wide turns of U, R and F, one or two for each possible turn of another sequence, by their effects.
#[derive(Debug)]
pub(crate) struct Wide {
    /// A turn has the effect of these turns followed by a rotation.
    words: HashMap<Transformation, (Vec<Turn>, usize)>,
    rotations: Vec<Transformation>,
}

impl Wide {
    pub(crate) fn new(puzzle: &Puzzle) -> Result<Wide, Wrong> {
        let rotations = puzzle.rotations().to_vec();
        let mut turns = Vec::new();
        for name in MOVES {
            let once = puzzle.turn(name).ok_or(Wrong)?;
            turns.extend((1..4).filter_map(|amount| once.times(amount)));
        }
        let mut words = HashMap::new();
        let mut add = |does: &Transformation, word: &[Turn]| {
            for (number, rotation) in rotations.iter().enumerate() {
                words.entry(does.then(rotation)).or_insert_with(|| (word.to_vec(), number));
            }
        };
        add(&Transformation::identity(), &[]);
        for turn in &turns {
            add(&turn.transformation(), std::slice::from_ref(turn));
        }
        // An inner layer is an outer turn and a wide turn about the same axis.
        for first in &turns {
            for second in turns.iter().filter(|second| second.base().name != first.base().name) {
                if second.commutes_with(first) {
                    add(
                        &first.transformation().then(&second.transformation()),
                        &[first.clone(), second.clone()],
                    );
                }
            }
        }
        Ok(Wide { words, rotations })
    }

    /// The equivalent after a rotation that is made first, up to a rotation at the end.
    fn written(&self, before: &Transformation, turns: &[Turn]) -> Result<Vec<Turn>, Wrong> {
        let mut rotation = before.clone();
        let mut result = Vec::with_capacity(turns.len());
        for turn in turns {
            let does = rotation.then(&turn.transformation());
            // After the rotation it has the effect of a word followed by a rotation that replaces the preceding one.
            let (word, by) = self.words.get(&does.then(&rotation.inverse())).ok_or(Wrong)?;
            result.extend(word.iter().cloned());
            rotation = self.rotations.get(*by).ok_or(Wrong)?.then(&rotation);
        }
        Ok(result)
    }
}

/// A sequence from the solved cube to a state, up to a rotation of the whole cube.
pub(crate) fn sequence(
    model: &Model,
    solver: &Solver<'_>,
    wide: &Wide,
    state: &State,
    control: &Control<'_>,
) -> Result<Vec<Turn>, SolveError> {
    let puzzle = &model.puzzle;
    let position = Position::new(state.clone());
    let request = Request { method: Method::Reduction, ..Request::new(&position) };
    let mut found = None;
    let end = solver.solve(&request, control, &mut |answer| {
        found = Some(answer.turns);
        ControlFlow::Break(())
    })?;
    let turns = match (found, end) {
        (Some(turns), _) => turns,
        (None, Outcome::LimitReached(reason)) => return Err(SolveError::Limit(reason)),
        (None, _) => return Err(SolveError::Unsolvable("a random 4x4x4".into())),
    };
    // The cube may be solved in another orientation, with which a scramble then begins.
    let mut solved = state.clone();
    turns.iter().for_each(|turn| turn.make(&mut solved));
    let held = puzzle.rotations().iter().find(|rotation| puzzle.solved().after(rotation) == solved);
    let words = held.ok_or(Wrong).and_then(|held| wide.written(held, &algorithm::invert(&turns)));
    let words = words.map_err(|_| SolveError::Rejected(Engine::Reduction))?;
    Ok(algorithm::simplify(puzzle, &words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn any_turns_are_written_in_outer_and_wide_turns() {
        let model = Model::find("4x4x4").unwrap();
        let puzzle = &model.puzzle;
        let wide = Wide::new(puzzle).unwrap();
        for text in ["Dw 2R' B x 3Lw2 y' Bw 2-3r U", "Lw Bw' Dw2 2-3u' 2-3f2 z 2B", "x y2 z'", ""] {
            let turns = algorithm::read(puzzle, text).unwrap();
            for before in puzzle.rotations() {
                let end = turns
                    .iter()
                    .fold(puzzle.solved().after(before), |at, turn| at.after(&turn.transformation()));
                let words = wide.written(before, &turns).unwrap();
                assert!(words.iter().all(|turn| MOVES.contains(&turn.base().name.as_str())), "{text}");
                let found =
                    words.iter().fold(puzzle.solved().clone(), |at, turn| at.after(&turn.transformation()));
                let same = puzzle.rotations().iter().any(|rotation| found.after(rotation) == end);
                assert!(same, "{text}: {}", algorithm::write(&words));
            }
        }
    }

    #[test]
    fn sequences_lead_to_their_states() {
        let model = Model::find("4x4x4").unwrap();
        let (solver, wide) = (Solver::new(&model), Wide::new(&model.puzzle).unwrap());
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..3 {
            let state = random(&model.puzzle, &mut rng);
            let turns = sequence(&model, &solver, &wide, &state, &Control::new()).unwrap();
            let end =
                turns.iter().fold(model.puzzle.solved().clone(), |at, turn| at.after(&turn.transformation()));
            assert!(model.puzzle.rotations().iter().any(|rotation| end.after(rotation) == state));
            assert!((30..60).contains(&turns.len()), "{}", algorithm::write(&turns));
        }
    }

    /// Each centre shows each colour with probability one in six, and each slot of wings and corners holds each piece with its
    /// probability.
    #[test]
    fn states_are_evenly_drawn() {
        let model = Model::find("4x4x4").unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        const DRAWS: usize = 12_000;
        let orbits = model.puzzle.orbits();
        let mut counts: Vec<Vec<HashMap<(u16, u16), u32>>> =
            orbits.iter().map(|orbit| vec![HashMap::new(); usize::from(orbit.pieces)]).collect();
        for _ in 0..DRAWS {
            let state = random(&model.puzzle, &mut rng);
            for (row, counts) in state.orbits.iter().zip(&mut counts) {
                for (slot, counts) in counts.iter_mut().enumerate() {
                    *counts.entry((row.pieces[slot], row.orientations[slot])).or_insert(0) += 1;
                }
            }
        }
        let kinds: Vec<usize> = counts.iter().map(|slots| slots[0].len()).collect();
        let mut sorted = kinds.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [6, 24, 24]);
        for counts in counts.iter().flatten() {
            let expected = DRAWS as f64 / counts.len() as f64;
            let chi: f64 = counts.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
            // 23 degrees of freedom at most; of the 56 slots one in a million passes 72.
            assert!(chi < 72.0, "{chi}: {counts:?}");
        }
    }
}
