//! Cosets of ⟨U, D, R2, F2, L2, B2⟩ of the 3x3x3, along any of the three axes.

use super::request::{Aim, CosetRunError, Report, Request};
use crate::cubies;
use crate::model::Model;
use crate::tables::{self, Checked};
use permutant_cube::coset::{
    self, CosetError, LEAST_WITHIN, LEAST_WITHIN_QUARTERS, QuarterTables, bytes_needed,
};
use permutant_cube::h48::H48Solver;
use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::moves::{Face, Metric as CubeMetric, Move};
use permutant_cube::model::symmetry::Symmetry;
use permutant_cube::two_phase;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_search::limits::{Control, StopReason};

/// How the cube is held so that the axis of the subgroup is that of U and D; `None` if the subgroup, the puzzle or the metric is
/// another.
pub(super) fn held(model: &Model, request: &Request<'_>) -> Option<Symmetry> {
    if !cubies::is_cube(model) || ![Metric::htm(), Metric::qtm()].contains(request.metric) {
        return None;
    }
    let is_given = |turn: &Move| {
        model.puzzle.turn(&turn.to_string()).is_some_and(|turn| request.subgroup.contains(&turn))
    };
    let given: Vec<Move> = Move::ALL.into_iter().filter(is_given).collect();
    let is_of_face =
        |turn: &Turn| given.iter().any(|given| model.puzzle.turn(&given.to_string()).as_ref() == Some(turn));
    if !request.subgroup.iter().all(is_of_face) {
        return None;
    }
    (0..3).map(Symmetry::third_turn).find(|symmetry| {
        let is_of_axis = |turn: &Move| {
            let face = symmetry.inverse().of_move(*turn).face();
            turn.quarters() == 2 || matches!(face, Face::U | Face::D)
        };
        let axis: Vec<Move> = Move::ALL.into_iter().filter(is_of_axis).collect();
        axis == given
    })
}

/// Counts the positions.
pub(super) fn run(
    model: &Model,
    request: &Request<'_>,
    held: Symmetry,
    control: &Control<'_>,
) -> Result<Report, CosetRunError> {
    let cube = cube(model, request, held)?;
    let needed = bytes_needed(request.threads);
    if needed > request.max_memory {
        return Err(CosetError::Memory { needed, allowed: request.max_memory }.into());
    }
    let in_quarters = *request.metric == Metric::qtm();
    let least = if in_quarters { LEAST_WITHIN_QUARTERS } else { LEAST_WITHIN };
    let Request { threads, max_memory, saves, .. } = *request;
    let aim = match request.aim {
        Aim::Within(length) => coset::Aim::Within(length.unwrap_or(least)),
        Aim::Depth(depth) => coset::Aim::Depth(depth),
        Aim::Optimal => coset::Aim::Optimal,
    };
    let own = coset::Request { cube: &cube, aim, threads, max_memory, saves };
    if in_quarters {
        // The table is built faster than many a disk would read it, and nothing else needs it.
        let tables = QuarterTables::build(threads, control).map_err(CosetRunError::Stopped)?;
        let report = coset::run_in_quarter_turns(&tables, &own, control)?;
        drop(tables);
        return Ok(decided(report, request, CubeMetric::QuarterTurn, control).into());
    }
    let mut build = || tables::TWO_PHASE.build(threads, control);
    let description = tables::TWO_PHASE.description();
    let memory = request
        .tables
        .memory(&description, Checked::First, control, &mut build)
        .map_err(CosetRunError::Stopped)?;
    let solver = two_phase::Solver::large(memory).map_err(|_| CosetError::SmallTables)?;
    let report = coset::run(&solver, &own, control)?;
    // Its memory is used again.
    drop(solver);
    Ok(decided(report, request, CubeMetric::HalfTurn, control).into())
}

/// Seconds for which a table of the optimal solver may be built for each position that it decides: a small one takes longer to decide it.
const WORTH_BUILDING: u64 = 40;

/// With the distances of the positions that are left, if all distances are requested.
fn decided(
    mut report: coset::Report,
    request: &Request<'_>,
    metric: CubeMetric,
    control: &Control<'_>,
) -> coset::Report {
    if request.aim != Aim::Optimal || report.stopped.is_some() || report.undecided.is_empty() {
        return report;
    }
    let seconds = WORTH_BUILDING * report.undecided.len() as u64;
    let solver = tables::optimal_within(request.tables, metric, request.max_memory, seconds)
        .ok_or(StopReason::Memory)
        .and_then(|(table, size)| {
            let mut build = || table.build(request.threads, control);
            let memory = request.tables.memory(&table.description(), Checked::First, control, &mut build)?;
            H48Solver::new(size, memory, request.threads).map_err(|_| StopReason::Memory)
        });
    match solver {
        Ok(solver) => report.decide(&solver, control),
        Err(reason) => report.stopped = Some(reason),
    }
    report
}

/// The cube of the position, held in this way.
fn cube(model: &Model, request: &Request<'_>, held: Symmetry) -> Result<CubieCube, CosetRunError> {
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
    use permutant_cube::coset::Unkept;
    use permutant_search::table_source::InMemory;

    fn held_cube(puzzle: &str, scramble: &str, subgroup: &str) -> Option<CubieCube> {
        held_in(&Metric::htm(), puzzle, scramble, subgroup)
    }

    fn held_in(metric: &Metric, puzzle: &str, scramble: &str, subgroup: &str) -> Option<CubieCube> {
        let model = Model::find(puzzle).unwrap();
        let position = position::read_algorithm(&model, scramble).unwrap();
        let names: Vec<String> = subgroup.split(',').map(String::from).collect();
        let turns = move_choice::turns(&model.puzzle, metric, &names).unwrap();
        let request = Request {
            position: &position,
            subgroup: &turns,
            metric,
            aim: Aim::Within(None),
            threads: 1,
            max_memory: 1 << 20,
            tables: &InMemory,
            saves: &Unkept,
        };
        let held = held(&model, &request)?;
        let error = run(&model, &request, held, &Control::new()).unwrap_err();
        assert!(matches!(error, CosetRunError::Large(CosetError::Memory { .. })));
        cube(&model, &request, held).ok()
    }

    #[test]
    fn an_axis_is_held_up_and_other_subgroups_are_not_large() {
        // A third turn about URF takes U to R to F to U.
        let up = held_cube("3x3x3", "R U2 F'", "U,D,R2,L2,F2,B2").unwrap();
        assert_eq!(held_cube("3x3x3", "F R2 U'", "R,L,U2,D2,F2,B2"), Some(up));
        assert_eq!(held_cube("3x3x3", "U F2 R'", "F,B,U2,D2,R2,L2"), Some(up));
        assert_eq!(held_in(&Metric::qtm(), "3x3x3", "U F2 R'", "F,B,U2,D2,R2,L2"), Some(up));
        assert_eq!(held_in(&Metric::stm(), "3x3x3", "U F2 R'", "F,B,U2,D2,R2,L2"), None);
        assert_eq!(held_cube("3x3x3", "R", "U,D"), None);
        assert_eq!(held_cube("3x3x3", "R", "U,D,R2,L2,F2,B2,R"), None);
        assert_eq!(held_cube("3x3x3", "R", "U,D,R2,L2,F2,B2,M2"), None);
        assert_eq!(held_cube("2x2x2", "R", "U,R2,F2"), None);
    }
}
