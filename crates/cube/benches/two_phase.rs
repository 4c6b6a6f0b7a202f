//! The two-phase solver: building its tables, and solving the same 1000 random cubes, one thread, by CPU time.
//!
//! `cargo bench -p permutant-cube --bench two_phase`, with `-- small` or `-- large` for one of the profiles. Lengths and
//! nodes are the same on every machine. The large tables lie in huge pages where the system has them; `-- table=FILE`
//! keeps them in a file for the next run. `-- short` ends after the first figures, `-- long` takes minutes more.

use memmap2::MmapMut;
use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::random_state::random_cube;
use permutant_cube::model::solution::Solution;
use permutant_cube::two_phase::{Solver, TABLE_BYTES};
use permutant_search::limits::{Control, Limits};
use rand_core::SeedableRng;
use std::ops::ControlFlow;
use std::time::Instant;

const CUBES: usize = 1000;

fn cubes(count: usize) -> Vec<CubieCube> {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    std::iter::repeat_with(|| random_cube(&mut rng)).take(count).collect()
}

/// Seconds that this thread has had a processor; where the system does not say, seconds of the clock.
fn cpu_seconds() -> f64 {
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    {
        // Seconds and nanoseconds, as the C library has them on these systems.
        unsafe extern "C" {
            fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
        }
        const THREAD_CPU_TIME: i32 = 3;
        let mut time = [0; 2];
        // SAFETY: the function writes two numbers of 64 bits, for which there is room.
        unsafe { clock_gettime(THREAD_CPU_TIME, &raw mut time) };
        time[0] as f64 + time[1] as f64 / 1e9
    }
    #[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
    {
        static STARTED: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
        STARTED.elapsed().as_secs_f64()
    }
}

/// The first solution of at most so many turns.
fn first(solver: &Solver, max_length: u32, count: usize) {
    let limits = Limits { max_length: Some(max_length), ..Limits::default() };
    let (cubes, mut length, mut nodes) = (cubes(count), 0, 0);
    let started = cpu_seconds();
    for cube in &cubes {
        let solution = solver.solve(cube, &limits, &Control::new()).found().expect("20 turns are enough");
        length += solution.length();
        nodes += solution.nodes;
    }
    let (total, n) = (cpu_seconds() - started, count as f64);
    println!(
        "  <= {max_length} turns, {count} cubes: {:.0} a second, mean {:.3} ms, length {:.3}, nodes {:.0}",
        n / total,
        1e3 * total / n,
        f64::from(length) / n,
        nodes as f64 / n,
    );
}

/// The best solution within some time.
fn best(solver: &Solver, seconds: f64, count: usize) {
    let mut length = 0;
    for cube in cubes(count) {
        let end = cpu_seconds() + seconds;
        let time_is_up = || cpu_seconds() >= end;
        let control = Control::new().with_deadline(&time_is_up);
        let solution =
            solver.improve(&cube, &Limits::default(), &control, |_: &Solution| ControlFlow::Continue(()));
        length += solution.found().expect("there always is one").length();
    }
    let mean = f64::from(length) / count as f64;
    println!("  {:.0} ms a cube, {count} cubes: length {mean:.3}", 1e3 * seconds);
}

fn small() {
    let started = cpu_seconds();
    let wall = Instant::now();
    let solver = Solver::new();
    println!("small profile: {} bytes", solver.bytes());
    println!(
        "  ready: {:.1} ms of the clock, {:.1} of this thread",
        1e3 * wall.elapsed().as_secs_f64(),
        1e3 * (cpu_seconds() - started)
    );
    first(&solver, 22, CUBES);
    first(&solver, 21, CUBES);
    first(&solver, 20, CUBES);
    best(&solver, 0.01, CUBES);
}

fn build() -> Vec<u8> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let wall = Instant::now();
    let table = Solver::build_table(threads, &Control::new()).expect("nobody stops it");
    println!("tables of the large profile: {TABLE_BYTES} bytes");
    println!("  built on {threads} threads: {:.1} s of the clock", wall.elapsed().as_secs_f64());
    table
}

fn large() {
    let word = |start: &str| std::env::args().find_map(|word| Some(word.strip_prefix(start)?.to_owned()));
    let file = word("table=");
    let kept =
        file.as_ref().and_then(|file| std::fs::read(file).ok()).filter(|kept| kept.len() == TABLE_BYTES);
    let table = kept.unwrap_or_else(|| {
        let table = build();
        if let Some(file) = &file {
            std::fs::write(file, &table).expect("the file can be written");
        }
        table
    });
    let mut memory = MmapMut::map_anon(table.len()).expect("there is memory");
    #[cfg(target_os = "linux")]
    let _ = memory.advise(memmap2::Advice::HugePage);
    memory.copy_from_slice(&table);
    drop(table);
    let started = cpu_seconds();
    let solver = Solver::large(Box::new(memory)).expect("these are its tables");
    println!("large profile: {} bytes", solver.bytes());
    println!("  ready on tables that are there: {:.1} ms", 1e3 * (cpu_seconds() - started));
    first(&solver, 21, CUBES);
    first(&solver, 20, CUBES);
    if std::env::args().any(|word| word == "short") {
        return;
    }
    first(&solver, 19, CUBES / 5);
    best(&solver, 0.01, CUBES);
    best(&solver, 0.1, CUBES / 5);
    if std::env::args().any(|word| word == "long") {
        first(&solver, 19, CUBES);
        best(&solver, 1.0, CUBES / 10);
    }
}

fn main() {
    let only =
        |name: &str| !std::env::args().any(|word| ["small", "large"].contains(&&*word) && word != name);
    if only("small") {
        small();
    }
    if only("large") {
        large();
    }
}
