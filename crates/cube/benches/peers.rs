//! Ours beside two other two-phase solvers, in one run on one thread by the same clock: the small profile, the crate
//! `min2phase` (a port of Chen Shuang's) and the crate `kewb` (the textbook's two phases).
//!
//! `cargo bench -p permutant-cube --bench peers`. All get the same random cubes of seed 1 and the same lengths. `kewb` gets
//! fewer cubes and two turns more, as it takes a hundred times as long. Every solution is replayed by our own pieces.

use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::facelet::FaceCube;
use permutant_cube::model::moves::Move;
use permutant_cube::model::random_state::random_cube;
use permutant_cube::two_phase::Solver;
use permutant_search::limits::{Control, Limits};
use rand_core::SeedableRng;
use std::time::Instant;

/// Solves some cubes and tells how long that takes; `solve` answers with turns by their names.
fn compare(name: &str, count: usize, mut solve: impl FnMut(&CubieCube, &str) -> String) {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let cubes: Vec<CubieCube> = std::iter::repeat_with(|| random_cube(&mut rng)).take(count).collect();
    let facelets: Vec<String> = cubes.iter().map(|cube| FaceCube::from(cube).to_string()).collect();
    let started = Instant::now();
    let answers: Vec<String> = cubes.iter().zip(&facelets).map(|(cube, text)| solve(cube, text)).collect();
    let seconds = started.elapsed().as_secs_f64();
    let mut length = 0;
    for (cube, answer) in cubes.iter().zip(&answers) {
        let named = |name| Move::ALL.into_iter().find(|turn: &Move| turn.to_string() == name);
        let turns: Vec<Move> = answer.split_whitespace().filter_map(named).collect();
        assert!(cube.after(&turns) == CubieCube::SOLVED, "{name}: {answer}");
        length += turns.len();
    }
    println!(
        "{name:34} {count:4} cubes: {:8.1} a second, length {:.3}",
        count as f64 / seconds,
        length as f64 / count as f64
    );
}

fn main() {
    let timed = |name: &str, seconds: f64| println!("{name:34} ready in {:.0} ms", 1e3 * seconds);
    let started = Instant::now();
    let ours = Solver::new();
    timed("permutant, small (two threads)", started.elapsed().as_secs_f64());
    let started = Instant::now();
    // Its tables are made when they are first needed.
    let solved = FaceCube::from(&CubieCube::SOLVED).to_string();
    min2phase::solve(&solved, 21);
    timed("min2phase", started.elapsed().as_secs_f64());
    let started = Instant::now();
    let data = kewb::DataTable::default();
    timed("kewb", started.elapsed().as_secs_f64());

    for length in [21, 20] {
        let limits = Limits { max_length: Some(length), ..Limits::default() };
        compare(&format!("permutant, small, <= {length}"), 300, |cube, _| {
            let solution = ours.solve(cube, &limits, &Control::new()).found().expect("20 turns are enough");
            permutant_cube::model::moves::Algorithm(&solution.moves).to_string()
        });
        compare(&format!("min2phase, <= {length}"), 300, |_, facelets| {
            min2phase::solve(&facelets.to_string(), length as u8)
        });
    }
    compare("kewb, <= 23", 30, |_, facelets| {
        let cube = kewb::FaceCube::try_from(facelets).and_then(|cube| kewb::CubieCube::try_from(&cube));
        let found = kewb::Solver::new(&data, 23, None).solve(cube.expect("the cube is legal"));
        found.map(|solution| solution.to_string()).unwrap_or_default()
    });
}
