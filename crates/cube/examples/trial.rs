//! Trial.
use permutant_cube::model::random_state::random_cube;
use permutant_cube::two_phase::Solver;
use rand_core::SeedableRng;
#[global_allocator]
static A: permutant_store::HugePages = permutant_store::HugePages;
fn main() {
    let a: Vec<u32> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let file = "/tmp/cs/table";
    let table = std::fs::read(file).unwrap_or_else(|_| {
        let t = Solver::build_table(2, &permutant_search::limits::Control::new()).unwrap();
        std::fs::write(file, &t).unwrap();
        t
    });
    let solver = Solver::large(Box::new(table)).unwrap();
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(a[0].into());
    let cube = random_cube(&mut rng);
    permutant_cube::coset::solver::trial(&solver, &cube, a[1], a[2], a[3], a[4] as usize);
}
