//! All positions of a coset by distance.
//!
//! Start at [`run`]. The positions of a coset of a subgroup are those that moves of the subgroup, made before a scramble, turn into
//! each other; all of them enter the subgroup by the same moves. The engine is that of the 3x3x3 and of its subgroup
//! ⟨U, D, R2, F2, L2, B2⟩, along any of the three axes.

use crate::cubies;
use crate::model::Model;
use crate::position::Position;
use crate::tables::{self, Checked, TableSource};
use permutant_cube::coset::{self, bytes_needed};
pub use permutant_cube::coset::{
    Aim, CHECKPOINT_BYTES, CosetError, POSITIONS, Report, Saves, Unkept, WriteTo,
};
use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::moves::{Face, Move};
use permutant_cube::model::symmetry::Symmetry;
use permutant_cube::two_phase;
use permutant_puzzle::moves::Turn;
use permutant_search::limits::{Control, StopReason};

/// What is asked.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// A position of the coset.
    pub position: &'a Position,
    /// Moves that generate the subgroup.
    pub subgroup: &'a [Turn],
    /// What is to be found out.
    pub aim: Aim,
    /// The number of threads, on which the counts do not depend.
    pub threads: usize,
    /// Bytes that may be used.
    pub max_memory: u64,
    /// Where the tables of the two-phase solver come from.
    pub tables: &'a dyn TableSource,
    /// Where finished levels are kept.
    pub saves: &'a dyn Saves,
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("subgroup", &self.subgroup)
            .field("aim", &self.aim)
            .finish_non_exhaustive()
    }
}

/// Why a coset is not counted.
#[derive(Debug, thiserror::Error)]
pub enum CosetRunError {
    /// Another puzzle.
    #[error("the positions of a coset are counted on the 3x3x3 only, not on {0}")]
    Puzzle(String),
    /// Another subgroup.
    #[error(
        "the positions of a coset are counted for the subgroup U,D,R2,L2,F2,B2 and those of the other axes, R,L,U2,D2,F2,B2 and F,B,U2,D2,R2,L2"
    )]
    Subgroup,
    /// Pieces are ignored.
    #[error("the position must say where every piece is")]
    Ignored,
    /// The cube cannot be solved.
    #[error("the position cannot be solved: {0}")]
    Unsolvable(String),
    /// What the engine says.
    #[error(transparent)]
    Engine(#[from] CosetError),
    /// Building or opening the tables was stopped.
    #[error(transparent)]
    Stopped(StopReason),
}

/// Counts the positions of a coset. About half a minute of CPU time for [`Aim::Within`] 20 turns, and 3.7 GB of memory.
///
/// # Errors
///
/// [`CosetRunError`], before any work is done. What stops the count later is told by the report.
pub fn run(model: &Model, request: &Request<'_>, control: &Control<'_>) -> Result<Report, CosetRunError> {
    let cube = cube(model, request)?;
    let needed = bytes_needed(request.threads);
    if needed > request.max_memory {
        return Err(CosetError::Memory { needed, allowed: request.max_memory }.into());
    }
    let mut build = || tables::TWO_PHASE.build(request.threads, control);
    let description = tables::TWO_PHASE.description();
    let memory = request
        .tables
        .memory(&description, Checked::First, control, &mut build)
        .map_err(CosetRunError::Stopped)?;
    let solver = two_phase::Solver::large(memory).map_err(|_| CosetError::SmallTables)?;
    let Request { aim, threads, max_memory, saves, .. } = *request;
    let request = coset::Request { cube: &cube, aim, threads, max_memory, saves };
    Ok(coset::run(&solver, &request, control)?)
}

/// The cube of the position, held so that the axis of the subgroup is that of U and D.
fn cube(model: &Model, request: &Request<'_>) -> Result<CubieCube, CosetRunError> {
    let puzzle = &model.puzzle;
    if !cubies::is_cube(model) {
        return Err(CosetRunError::Puzzle(puzzle.name().to_string()));
    }
    let is_given =
        |turn: &Move| puzzle.turn(&turn.to_string()).is_some_and(|turn| request.subgroup.contains(&turn));
    let given: Vec<Move> = Move::ALL.into_iter().filter(is_given).collect();
    let held = (0..3).map(Symmetry::third_turn).find(|symmetry| {
        let is_of_axis = |turn: &Move| {
            let face = symmetry.inverse().of_move(*turn).face();
            turn.quarters() == 2 || matches!(face, Face::U | Face::D)
        };
        let axis: Vec<Move> = Move::ALL.into_iter().filter(is_of_axis).collect();
        axis == given && given.len() == request.subgroup.len()
    });
    let held = held.ok_or(CosetRunError::Subgroup)?;
    if request.position.goal.is_some() {
        return Err(CosetRunError::Ignored);
    }
    let cube = cubies::of_state(model, &request.position.state);
    let cube = cube.map_err(|fault| CosetRunError::Unsolvable(fault.to_string()))?;
    cube.check_solvable().map_err(|fault| CosetRunError::Unsolvable(fault.to_string()))?;
    Ok(held.inverse().of_cube(&cube))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;
    use permutant_analysis::sequence::move_choice;
    use permutant_puzzle::metric::Metric;
    use permutant_search::table_source::InMemory;

    fn refused(puzzle: &str, scramble: &str, subgroup: &str) -> Result<CubieCube, CosetRunError> {
        let model = Model::find(puzzle).unwrap();
        let position = position::read_algorithm(&model, scramble).unwrap();
        let names: Vec<String> = subgroup.split(',').map(String::from).collect();
        let turns = move_choice::turns(&model.puzzle, &Metric::htm(), &names).unwrap();
        let request = Request {
            position: &position,
            subgroup: &turns,
            aim: Aim::Within(20),
            threads: 1,
            max_memory: 1 << 20,
            tables: &InMemory,
            saves: &Unkept,
        };
        let error = run(&model, &request, &Control::new()).unwrap_err();
        match error {
            CosetRunError::Engine(CosetError::Memory { .. }) => cube(&model, &request),
            refusal => Err(refusal),
        }
    }

    #[test]
    fn an_axis_is_held_up_and_other_subgroups_are_refused() {
        // A third turn about URF takes U to R to F to U.
        let up = refused("3x3x3", "R U2 F'", "U,D,R2,L2,F2,B2").unwrap();
        assert_eq!(refused("3x3x3", "F R2 U'", "R,L,U2,D2,F2,B2").unwrap(), up);
        assert_eq!(refused("3x3x3", "U F2 R'", "F,B,U2,D2,R2,L2").unwrap(), up);
        assert!(matches!(refused("3x3x3", "R", "U,D"), Err(CosetRunError::Subgroup)));
        assert!(matches!(refused("3x3x3", "R", "U,D,R2,L2,F2,B2,R"), Err(CosetRunError::Subgroup)));
        assert!(matches!(refused("2x2x2", "R", "U,R2,F2"), Err(CosetRunError::Puzzle(_))));
    }
}
