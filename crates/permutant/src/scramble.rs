//! Random positions and the algorithms that make them.
//!
//! Start at [`Scrambler`]. If positions can be solved quickly, every state is equally likely: a random element of the group is solved,
//! and the solution is inverted. Otherwise the moves are random. The same seed gives the same scrambles on every machine.

use crate::algorithm;
use crate::engine::{Engine, Method};
use crate::model::{Family, Model};
use crate::position::Position;
use crate::solver::{Request, SolveError, Solver, turns_of_square1};
use crate::tables::TableSource;
use crate::wca::four::{self, Wide};
use permutant_analysis::sequence::random_moves::RandomMoves;
use permutant_cube::model::random_state::random_cube;
use permutant_cube::model::solution::GREATEST_LENGTH;
use permutant_cube::two_phase;
use permutant_group::random::below;
use permutant_group::{StabilizerChain, UBig};
use permutant_others::square1;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_search::limits::{Control, Limits, Outcome};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The way in which a scramble was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Every state is equally likely.
    RandomState,
    /// The given number of random moves.
    RandomMoves,
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Source::RandomState => "random-state",
            Source::RandomMoves => "random-moves",
        })
    }
}

/// A scramble.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scramble {
    /// The algorithm.
    pub turns: Vec<Turn>,
    /// The way in which it was made.
    pub source: Source,
}

/// For groups up to this order the general search solves random states, in seconds at most.
const MAX_SOLVED_ORDER: u64 = 100_000_000;
/// Largest degree for which the group is computed.
const MAX_DEGREE: usize = 100;

/// Moves that lead to each position of the clock in exactly one way, in the order of the regulations of the World Cube Association.
const CLOCK_MOVES: [&str; 15] =
    ["UR+", "DR+", "DL+", "UL+", "U+", "R+", "D+", "L+", "ALL+", "y2", "U+", "R+", "D+", "L+", "ALL+"];

/// Makes scrambles of one puzzle, one after the other.
#[derive(Debug)]
pub struct Scrambler<'m> {
    model: &'m Model,
    solver: Solver<'m>,
    rng: ChaCha8Rng,
    moves: Option<u32>,
    /// The length required of the algorithm for a random state, if any.
    length: Option<u32>,
    way: Way,
}

/// Possible lengths of an algorithm for a random state: every cube can be solved in 20 turns and in every larger number, and the two
/// phases search no further than 30.
pub const LENGTHS: std::ops::RangeInclusive<u32> = 20..=GREATEST_LENGTH;

/// The requested length of scrambles is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("random states with algorithms of a given length are available only for the 3x3x3, with {} to {} \
     turns", LENGTHS.start(), LENGTHS.end())]
pub struct NoSuchLength;

#[derive(Debug)]
enum Way {
    /// A random cube, solved by two phases.
    Cubies(Box<two_phase::Solver>),
    /// A random 4x4x4, solved by reduction.
    Four(Box<Wide>),
    /// A random position of Square-1, solved by its two phases.
    Square1(Box<square1::Solver>),
    /// Random hours for moves that reach each position of the clock exactly once.
    Clock,
    /// A random element of the group, solved by search.
    Group(Box<StabilizerChain>, Points),
    /// Random moves.
    Moves,
}

impl<'m> Scrambler<'m> {
    /// Scrambles from a seed: `moves` random moves if that is given, otherwise random states if possible.
    pub fn new(model: &'m Model, seed: u64, moves: Option<u32>) -> Self {
        let way = match model.family {
            _ if moves.is_some() => Way::Moves,
            Family::Cube(3) => Way::Cubies(Box::default()),
            Family::Cube(4) => Wide::new(&model.puzzle).map_or(Way::Moves, |wide| Way::Four(Box::new(wide))),
            Family::Square1 => Way::Square1(Box::default()),
            Family::Clock => Way::Clock,
            _ => group_of(model).map_or(Way::Moves, |(chain, points)| Way::Group(Box::new(chain), points)),
        };
        Scrambler {
            model,
            solver: Solver::new(model),
            rng: ChaCha8Rng::seed_from_u64(seed),
            moves,
            length: None,
            way,
        }
    }

    /// The same scrambles with tables from a source: those of the 4x4x4 take a second to build.
    pub fn with_tables(self, tables: &'m dyn TableSource) -> Self {
        Scrambler { solver: Solver::with_tables(self.model, tables), ..self }
    }

    /// The same scrambles with algorithms of a given number of turns each. The states for a seed are the same for every length.
    ///
    /// # Errors
    ///
    /// If such scrambles cannot be made: for puzzles other than the 3x3x3, and for lengths outside [`LENGTHS`].
    pub fn with_length(self, length: u32) -> Result<Self, NoSuchLength> {
        match self.way {
            Way::Cubies(_) if LENGTHS.contains(&length) => Ok(Scrambler { length: Some(length), ..self }),
            _ => Err(NoSuchLength),
        }
    }

    /// The next scramble.
    pub fn next(&mut self, control: &Control<'_>) -> Result<Scramble, SolveError> {
        if let Some(reason) = control.interrupted() {
            return Err(SolveError::Limit(reason));
        }
        let puzzle = &self.model.puzzle;
        let solved_by = match &self.way {
            Way::Moves => {
                let turns = self.random_moves();
                return Ok(Scramble { turns, source: Source::RandomMoves });
            }
            Way::Cubies(solver) => {
                let cube = random_cube(&mut self.rng);
                let limits = Limits {
                    min_length: self.length.unwrap_or(0),
                    max_length: self.length,
                    ..Limits::default()
                };
                match solver.solve(&cube, &limits, control) {
                    Outcome::Found(solution) => {
                        solution.moves.iter().filter_map(|m| puzzle.turn(&m.to_string())).collect()
                    }
                    Outcome::LimitReached(reason) => return Err(SolveError::Limit(reason)),
                    Outcome::ProvenNone => return Err(SolveError::Unsolvable("a random cube".into())),
                }
            }
            Way::Four(wide) => {
                let state = four::random(puzzle, &mut self.rng);
                let turns = four::sequence(self.model, &self.solver, wide, &state, control)?;
                return Ok(Scramble { turns, source: Source::RandomState });
            }
            Way::Square1(solver) => {
                let position = square1::Position::random(&mut self.rng);
                match solver.solve(&position, &Limits::default(), control) {
                    Outcome::Found(solution) => turns_of_square1(puzzle, &solution.steps),
                    Outcome::LimitReached(reason) => return Err(SolveError::Limit(reason)),
                    Outcome::ProvenNone => return Err(SolveError::Unsolvable("a random position".into())),
                }
            }
            Way::Clock => {
                let turns = CLOCK_MOVES.iter().filter_map(|name| match *name {
                    "y2" => puzzle.turn("y2"),
                    name => puzzle.turn_by(name, below(&mut self.rng, 12) as i64),
                });
                return Ok(Scramble { turns: turns.collect(), source: Source::RandomState });
            }
            Way::Group(chain, points) => {
                let element = chain.random(&mut self.rng);
                let change = points.transformation(&element).unwrap_or_default();
                let position = Position::new(puzzle.solved().after(&change));
                let mut found: Vec<Turn> = Vec::new();
                let mut request = Request::new(&position);
                if self.solver.engine(&request)? == Engine::Distances {
                    // Of the shortest solutions, the one that a seed has always produced.
                    request.method = Method::Search;
                }
                let end = self.solver.solve(&request, control, &mut |answer| {
                    found = answer.turns;
                    ControlFlow::Break(())
                })?;
                if let Outcome::LimitReached(reason) = end {
                    return Err(SolveError::Limit(reason));
                }
                found
            }
        };
        Ok(Scramble { turns: algorithm::invert(&solved_by), source: Source::RandomState })
    }

    fn random_moves(&mut self) -> Vec<Turn> {
        let puzzle = &self.model.puzzle;
        let count = self.moves.unwrap_or_else(|| default_moves(self.model));
        let mut walk = RandomMoves::new(puzzle, puzzle.solved().clone());
        let mut turns: Vec<Turn> = Vec::new();
        // If some moves merge, more are made.
        for _ in 0..20 * u64::from(count) {
            if turns.len() as u64 >= u64::from(count) {
                break;
            }
            let Some(turn) = walk.step(&mut self.rng).cloned() else { break };
            // If pieces block all other moves, a turn meets another of the same move, across turns that commute with it.
            let does = turn.transformation();
            let across = |other: &Turn| {
                other.base().name != turn.base().name && other.transformation().commutes_with(&does)
            };
            let before = turns.iter().rposition(|other| !across(other));
            match before.filter(|&at| turns[at].base().name == turn.base().name) {
                None => turns.push(turn),
                Some(at) => {
                    let both = Turn::new(Arc::clone(turn.base()), turns[at].amount() + turn.amount());
                    turns.splice(at..=at, Some(both).filter(|turn| turn.amount() != 0));
                }
            }
        }
        turns
    }
}

/// The usual number of random moves: 60 for the 5x5x5 and 20 more for each further layer, about two for each piece of other puzzles.
fn default_moves(model: &Model) -> u32 {
    match model.family {
        Family::Cube(size) => 20 * u32::from(size.max(3) - 2),
        _ => {
            let pieces: u32 = model.puzzle.orbits().iter().map(|orbit| u32::from(orbit.pieces)).sum();
            (2 * pieces).clamp(20, 1000)
        }
    }
}

/// The group of a puzzle, if random states can be drawn from it and solved.
fn group_of(model: &Model) -> Option<(StabilizerChain, Points)> {
    let puzzle = &model.puzzle;
    if puzzle.is_restricted() {
        return None;
    }
    let points = Points::new(puzzle.orbits()).filter(|points| points.degree() <= MAX_DEGREE)?;
    let generators: Vec<_> =
        puzzle.generators().map(|base| points.permutation(&base.transformation)).collect();
    if generators.is_empty() {
        return None;
    }
    let chain = StabilizerChain::new(&generators, &mut ChaCha8Rng::seed_from_u64(0));
    (chain.order() <= UBig::from(MAX_SOLVED_ORDER)).then_some((chain, points))
}
