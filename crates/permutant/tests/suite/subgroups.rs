//! Solutions into a subgroup end in it.

use permutant::algorithm;
use permutant::analysis::group::subgroup::Subgroup;
use permutant::analysis::sequence::move_choice;
use permutant::group::{Permutation, StabilizerChain};
use permutant::model::Model;
use permutant::position;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::points::Points;
use permutant::solver::{Request, Solver};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

#[test]
fn a_solution_leads_into_the_subgroup() {
    let model = Model::find("3x3x3").unwrap();
    let puzzle = &model.puzzle;
    let names: Vec<String> = ["U", "D", "R2", "L2", "F2", "B2"].map(str::to_string).to_vec();
    let turns = move_choice::turns(puzzle, &Metric::htm(), &names).unwrap();
    let subgroup = Subgroup::new(puzzle, &turns).unwrap();
    let points = Points::new(puzzle.orbits()).unwrap();
    let generators: Vec<Permutation> =
        turns.iter().map(|turn| points.permutation(&turn.transformation())).collect();
    let chain = StabilizerChain::new(&generators, &mut ChaCha8Rng::seed_from_u64(1));
    let solver = Solver::new(&model);
    for (scramble, length) in [("U R2 D' F2", 0), ("U R", 1), ("R2 F U L'", 3), ("R U F' L B D' R", 7)] {
        let start = position::read(&model, scramble, None).unwrap();
        let blurred = start.into_subgroup(&subgroup).unwrap();
        let answer = solver.solve_one(&Request { optimal: true, ..Request::new(&blurred) }).unwrap();
        assert!(answer.length <= length, "{scramble}: {}", algorithm::write(&answer.turns));
        let end = answer.turns.iter().fold(start.state, |state, turn| state.after(&turn.transformation()));
        let left = points.between(puzzle.solved(), &end).unwrap();
        assert!(chain.contains(&points.permutation(&left)), "{scramble}");
    }
}
