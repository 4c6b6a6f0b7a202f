//! The 3x3x3: a random state by two phases, with sequence ends that suit the moves before and after.
//!
//! Start at [`sequence`]. The padding of the fewest-moves event and the wide turns of blindfolded events must not merge with the
//! adjacent moves. Any sequence to a state may be used, so another one is sought; no state is rejected for this reason.

use crate::solver::SolveError;
use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::moves::{Face, Move, inverse, merge};
use permutant_cube::model::random_state::random_cube;
use permutant_cube::two_phase;
use permutant_group::random::below;
use permutant_search::limits::{Control, Limits, Outcome};
use rand_core::Rng;

/// Axes about which a sequence must not begin or end, each given by one of its faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    pub(super) first: Option<Face>,
    pub(super) last: Option<Face>,
}

impl Ends {
    fn suit(self, moves: &[Move]) -> bool {
        let is_free = |at: Option<&Move>, taken: Option<Face>| match (at, taken) {
            (Some(turn), Some(face)) => turn.face().index() % 3 != face.index() % 3,
            _ => true,
        };
        is_free(moves.first(), self.first) && is_free(moves.last(), self.last)
    }
}

/// A random cube, each equally likely among those that need at least two moves.
pub(super) fn random(rng: &mut (impl Rng + ?Sized)) -> CubieCube {
    loop {
        let cube = random_cube(rng);
        if !is_near(&cube) {
            return cube;
        }
    }
}

/// Whether a cube can be solved in fewer than two moves.
pub(super) fn is_near(cube: &CubieCube) -> bool {
    *cube == CubieCube::SOLVED || Move::ALL.iter().any(|&turn| *cube == *CubieCube::of_move(turn))
}

/// Number of attempts in total, and of attempts with the same number of chosen moves.
const TRIES: usize = 100;
const AT_ONCE: usize = 4;

/// A sequence from the solved cube to this one, with suitable ends. If those of the solver's own sequence are unsuitable, end moves are
/// chosen, and the cube between them is solved. One chosen move is usually enough. If the solver's own sequence is short, it is found
/// again with the chosen move undone at its end, until so many moves are chosen that another sequence is shorter.
pub(super) fn sequence(
    solver: &two_phase::Solver,
    cube: &CubieCube,
    ends: Ends,
    rng: &mut (impl Rng + ?Sized),
    control: &Control<'_>,
) -> Result<Vec<Move>, SolveError> {
    let made = |cube: &CubieCube| match solver.solve(cube, &Limits::default(), control) {
        Outcome::Found(solution) => Ok(inverse(&solution.moves)),
        Outcome::LimitReached(reason) => Err(SolveError::Limit(reason)),
        Outcome::ProvenNone => Err(SolveError::Unsolvable("a random cube".into())),
    };
    let own = made(cube)?;
    if ends.suit(&own) {
        return Ok(own);
    }
    let wrong =
        [Ends { last: None, ..ends }.suit(&own), Ends { first: None, ..ends }.suit(&own)].map(|suits| !suits);
    for number in 0..TRIES {
        // An end that was suitable may become unsuitable.
        let chosen = |at: usize, taken: Option<Face>, rng: &mut _| match taken {
            Some(face) if wrong[at] || number >= AT_ONCE => beside(face, 1 + number / AT_ONCE, rng),
            _ => Vec::new(),
        };
        let first = chosen(0, ends.first, rng);
        let last = inverse(&chosen(1, ends.last, rng));
        let undone = |moves: &[Move]| CubieCube::SOLVED.after(&inverse(moves));
        let middle = made(&undone(&first).then(cube).then(&undone(&last)))?;
        let moves = merge(&[first, middle, last].concat());
        if ends.suit(&moves) {
            return Ok(moves);
        }
    }
    Err(SolveError::Unsolvable("no sequence to it has ends that are asked for".into()))
}

/// The given number of random moves, the first about an axis other than that of a given face.
fn beside(face: Face, count: usize, rng: &mut (impl Rng + ?Sized)) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::with_capacity(count);
    while moves.len() < count {
        let turn = Move::ALL[below(rng, Move::COUNT as u64) as usize];
        let before = moves.last().map_or(face, |turn| turn.face());
        if turn.face().index() % 3 != before.index() % 3 {
            moves.push(turn);
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn sequences_lead_to_their_cubes_with_any_ends() {
        let solver = two_phase::Solver::new();
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let faces = [None, Some(Face::U), Some(Face::R), Some(Face::B)];
        for first in faces {
            for last in faces {
                let cube = random(&mut rng);
                let ends = Ends { first, last };
                let moves = sequence(&solver, &cube, ends, &mut rng, &Control::new()).unwrap();
                assert_eq!(CubieCube::SOLVED.after(&moves), cube);
                assert!(ends.suit(&moves), "{moves:?}");
            }
        }
        // For a cube at a distance of one or two turns the solver's own sequence consists of these turns; other sequences are found
        // nevertheless.
        for cube in [vec![Move::ALL[3]], vec![Move::ALL[3], Move::ALL[0]]]
            .map(|moves| CubieCube::SOLVED.after(&moves))
        {
            let ends = Ends { first: Some(Face::R), last: Some(Face::U) };
            let moves = sequence(&solver, &cube, ends, &mut rng, &Control::new()).unwrap();
            assert!(ends.suit(&moves) && CubieCube::SOLVED.after(&moves) == cube, "{moves:?}");
        }
    }

    #[test]
    fn cubes_of_one_move_are_near_and_others_not() {
        assert!(is_near(&CubieCube::SOLVED));
        for first in Move::ALL {
            assert!(is_near(CubieCube::of_move(first)));
            for second in Move::ALL.into_iter().filter(|second| second.face() != first.face()) {
                assert!(!is_near(&CubieCube::SOLVED.after(&[first, second])), "{first} {second}");
            }
        }
    }
}
