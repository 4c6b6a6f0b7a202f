//! The public interface of the optimal solver.
//!
//! Start at [`H48Solver`]. It searches one length after the other, each by [`Deepening`].

use super::axial::{AxialSearch, Shared, Wanted};
use super::build;
use super::checkpoint::{Saves, Standing};
use super::coset::CornerNames;
use super::cube_pair::Machine;
use super::deepening::{Deepening, Parts, Setup, Task};
use super::jobs::Split;
use super::search::{CONTEXTS, Worker};
use super::table::{Size, Table};
use crate::model::cubie::{CubieCube, is_odd};
use crate::model::moves::Metric;
use crate::model::solution::GREATEST_LENGTH;
use crate::model::solution::Solution;
use crate::simd::{Lanes, Portable};
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use std::ops::ControlFlow;

/// The error for bytes that are not a table of the expected size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a table of {} flips has {expected} bytes, not {found}", .size.flips())]
pub struct WrongLength {
    /// The size of the table.
    pub size: Size,
    /// The expected number of bytes.
    pub expected: usize,
    /// The actual number of bytes.
    pub found: usize,
}

/// An optimal solver with its table. A table look-up is a memory access that misses the caches; with huge pages the search takes
/// half the time.
///
/// ```no_run
/// use permutant_cube::h48::{H48Solver, Size};
/// use permutant_cube::{model::cubie::CubieCube, model::moves::{Algorithm, Move}};
/// use permutant_search::limits::{Control, Limits};
/// use std::ops::ControlFlow;
///
/// let table = H48Solver::build_table(Size::LEAST, 2, &Control::new()).unwrap();
/// let solver = H48Solver::new(Size::LEAST, Box::new(table), 2).unwrap();
/// let cube = CubieCube::SOLVED.after(&[Move::ALL[3], Move::ALL[0]]);
/// solver.solve(&cube, &Limits::default(), &Control::new(), |solution| {
///     assert_eq!(Algorithm(&solution.moves).to_string(), "U' R'");
///     ControlFlow::Break(())
/// });
/// ```
pub struct H48Solver {
    size: Size,
    bytes: Memory,
    names: CornerNames,
    threads: usize,
    split: Split,
}

use permutant_search::table::Memory;

impl std::fmt::Debug for H48Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("H48Solver").field("size", &self.size).field("threads", &self.threads).finish()
    }
}

impl H48Solver {
    /// Builds the entries of a table of [`Size::bytes`] bytes, for [`H48Solver::new`]. Takes [`Size::bytes_to_build`] bytes of
    /// memory.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn build_table(size: Size, threads: usize, control: &Control<'_>) -> Result<Vec<u8>, StopReason> {
        build::build(size, threads, control)
    }

    /// A solver with an existing table and this many threads (at least one).
    ///
    /// # Errors
    ///
    /// [`WrongLength`]. The caller is responsible for the contents being those of a table.
    pub fn new(size: Size, bytes: Memory, threads: usize) -> Result<Self, WrongLength> {
        let (expected, found) = (size.bytes(), (*bytes).as_ref().len());
        if expected != found {
            return Err(WrongLength { size, expected, found });
        }
        Ok(H48Solver {
            size,
            bytes,
            names: CornerNames::build(),
            threads: threads.max(1),
            split: Split::USUAL,
        })
    }

    /// The same for many searches of milliseconds each: the usual division of the work takes ten of them to make.
    pub fn for_short_searches(self) -> Self {
        H48Solver { split: Split::SLIGHT, ..self }
    }

    /// The size of its table.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of entries with each value, 0 for a distance of at most [`Size::base`]. Reads the whole table.
    pub fn distribution(&self) -> [u64; 4] {
        Table::new((*self.bytes).as_ref(), self.size).map_or([0; 4], |table| table.distribution())
    }

    /// The number of its threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The metric of solution lengths and limits.
    pub fn metric(&self) -> Metric {
        self.size.metric()
    }

    /// A lower bound on the length of every solution of the cube.
    pub fn lower_bound(&self, cube: &CubieCube) -> u32 {
        let machine = Machine::<Portable>::new(&self.names, self.size.metric());
        let Some(table) = Table::new((*self.bytes).as_ref(), self.size) else { return 0 };
        machine.bounds(&table, &machine.pair(cube)).into_iter().max().unwrap_or(0).into()
    }

    /// Finds solutions, shortest first, until `on_solution` breaks or a limit is reached. Of solutions that differ only in the
    /// order of turns of opposite faces, one is given. The solutions of one length are given when all of them are found; if one
    /// solution is wanted, it is given at once.
    ///
    /// The solutions and their order depend only on the size of the table, not on the number of threads. This also holds with a
    /// node limit, because such a search uses one thread. The result is [`Outcome::Found`] if as many solutions were given as
    /// were wanted, else the limit, and [`Outcome::ProvenNone`] for a cube that cannot be solved.
    pub fn solve(
        &self,
        cube: &CubieCube,
        limits: &Limits,
        control: &Control<'_>,
        on_solution: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Outcome<()> {
        self.solve_on(cube, limits, &Saves::NONE, control, on_solution)
    }

    /// The same, resuming from where an earlier search was stopped, if [`Saves::suit`] says that the limits allow it. The
    /// solution is the one that an uninterrupted search finds. Searches that count turns of opposite faces together are not resumed.
    pub fn solve_on(
        &self,
        cube: &CubieCube,
        limits: &Limits,
        saves: &Saves<'_>,
        control: &Control<'_>,
        on_solution: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Outcome<()> {
        if cube.check_solvable().is_err() {
            return Outcome::ProvenNone;
        }
        let by_axes = self.size.metric().joins_opposite_faces();
        #[cfg(target_arch = "x86_64")]
        if crate::simd::x86::are_there() {
            return match by_axes {
                true => self.deepen_by_axes(cube, limits, control, registers::run_axial, on_solution),
                false => self.deepen(cube, limits, saves, control, registers::run, on_solution),
            };
        }
        match by_axes {
            true => self.deepen_by_axes(cube, limits, control, portable_axial, on_solution),
            false => self.deepen(cube, limits, saves, control, portable, on_solution),
        }
    }

    /// The same, counting turns of opposite faces together.
    fn deepen_by_axes<L: Lanes + Send + Sync>(
        &self,
        cube: &CubieCube,
        limits: &Limits,
        control: &Control<'_>,
        run: impl Fn(&Shared<'_, '_, L>) + Copy + Sync,
        mut on_solution: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Outcome<()> {
        let machine = Machine::new(&self.names, self.size.metric());
        let Some(table) = Table::new((*self.bytes).as_ref(), self.size) else { return Outcome::ProvenNone };
        let search = AxialSearch::<L>::new(cube, machine, table);
        let most = limits.max_solutions.unwrap_or(u64::MAX);
        let (mut nodes, mut lower_bound, mut wanted) = (0, limits.min_length, most);
        for length in limits.min_length..=limits.max_length.unwrap_or(GREATEST_LENGTH).min(GREATEST_LENGTH) {
            if let Some(reason) = control.interrupted() {
                return Outcome::LimitReached(reason);
            }
            control.report(Progress::Depth { length, nodes });
            let found = search.length(
                Wanted {
                    length: length as u8,
                    one: wanted == 1,
                    max_nodes: limits.max_nodes.map(|most| most.saturating_sub(nodes)),
                    threads: self.threads,
                    control,
                },
                run,
            );
            nodes += found.nodes;
            for moves in found.solutions {
                if cube.after(&moves) != CubieCube::SOLVED {
                    return Outcome::LimitReached(StopReason::Fault);
                }
                wanted -= 1;
                let flow = on_solution(&Solution { moves, lower_bound, nodes, phases: None });
                if flow.is_break() || wanted == 0 {
                    return Outcome::Found(());
                }
            }
            if let Some(reason) = found.stopped {
                return Outcome::LimitReached(reason);
            }
            if wanted == most {
                lower_bound = length + 1;
            } else if limits.shortest_only {
                return Outcome::Found(());
            }
        }
        Outcome::LimitReached(StopReason::Length)
    }

    /// [`solve`](Self::solve) with the instructions of a machine.
    fn deepen<L: Lanes + Send + Sync>(
        &self,
        cube: &CubieCube,
        limits: &Limits,
        saves: &Saves<'_>,
        control: &Control<'_>,
        run: impl Fn(Worker<'_, '_, L>, usize) + Copy + Sync,
        mut on_solution: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Outcome<()> {
        let Some(mut search) = self.search_of::<L>(cube, Setup { fold: Saves::suit(limits), ..self.setup() })
        else {
            return Outcome::ProvenNone;
        };
        let mut wanted = limits.max_solutions.unwrap_or(u64::MAX);
        let standing = saves.begin.filter(|_| Saves::suit(limits));
        let metric = self.size.metric();
        let size_of = |flips| Size::new(flips).map(|size| size.counting(metric));
        let standing = standing.and_then(|bytes| Standing::read(bytes, size_of));
        let (mut nodes, mut lower_bound, mut done) = (0, limits.min_length, Vec::new());
        if let Some(standing) = standing {
            nodes = standing.nodes;
            lower_bound = u32::from(standing.length);
            if standing.size == self.size && search.restore(standing.length, &standing.before) {
                done = standing.done;
            }
        }
        let (first, parity) = (lower_bound, u32::from(is_odd(&cube.corners.c)));
        for length in first..=limits.max_length.unwrap_or(GREATEST_LENGTH).min(GREATEST_LENGTH) {
            if metric == Metric::QuarterTurn && length % 2 != parity {
                // A quarter turn exchanges four corners in a ring, which is odd.
                if wanted == limits.max_solutions.unwrap_or(u64::MAX) {
                    lower_bound = length + 1;
                }
                continue;
            }
            if let Some(reason) = control.interrupted() {
                return Outcome::LimitReached(reason);
            }
            control.report(Progress::Depth { length, nodes });
            let standing = |parts: Parts| Standing {
                size: self.size,
                length: length as u8,
                nodes: nodes + parts.nodes,
                before: parts.before,
                done: parts.done,
            };
            let task = Task {
                length: length as u8,
                one: wanted == 1,
                allowed: limits.max_nodes.map(|most| most.saturating_sub(nodes)),
                done: &std::mem::take(&mut done),
                keep: &|parts| {
                    if Saves::suit(limits) {
                        (saves.keep)(&|| standing(parts()).bytes(), false);
                    }
                },
            };
            let searched = search.length(&task, control, run);
            if searched.stopped.is_some() && searched.solutions.is_empty() && Saves::suit(limits) {
                (saves.keep)(&|| standing(searched.parts.clone()).bytes(), true);
            }
            nodes += searched.nodes;
            for moves in searched.solutions {
                if cube.after(&moves) != CubieCube::SOLVED {
                    return Outcome::LimitReached(StopReason::Fault);
                }
                wanted = wanted.saturating_sub(1);
                let lower_bound = lower_bound.min(length);
                let flow = on_solution(&Solution { moves, lower_bound, nodes, phases: None });
                if flow.is_break() || wanted == 0 {
                    return Outcome::Found(());
                }
            }
            if let Some(reason) = searched.stopped {
                return Outcome::LimitReached(reason);
            }
            if wanted == limits.max_solutions.unwrap_or(u64::MAX) {
                lower_bound = length + 1;
            } else if limits.shortest_only {
                return Outcome::Found(());
            }
        }
        Outcome::LimitReached(StopReason::Length)
    }

    /// The search of a cube; nothing if the table is none.
    fn search_of<L: Lanes>(&self, cube: &CubieCube, setup: Setup) -> Option<Deepening<'_, L>> {
        let table = Table::new((*self.bytes).as_ref(), self.size)?;
        Some(Deepening::new(cube, Machine::new(&self.names, self.size.metric()), table, setup))
    }

    fn setup(&self) -> Setup {
        Setup { threads: self.threads, contexts: CONTEXTS, split: self.split, fold: false }
    }
}

/// The search for any machine.
fn portable(worker: Worker<'_, '_, Portable>, contexts: usize) {
    worker.run(contexts);
}

/// The same for axial steps.
fn portable_axial(shared: &Shared<'_, '_, Portable>) {
    shared.work();
}

/// The search compiled for machines with AVX2.
#[cfg(target_arch = "x86_64")]
mod registers {
    use super::{Shared, Worker};
    use crate::simd::x86::{Register, are_there};

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn run_there(worker: Worker<'_, '_, Register>, contexts: usize) {
        worker.run(contexts);
    }

    /// Runs a worker. May be called only if [`are_there`].
    pub(super) fn run(worker: Worker<'_, '_, Register>, contexts: usize) {
        debug_assert!(are_there());
        // SAFETY: the caller has asked.
        unsafe { run_there(worker, contexts) }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn run_axial_there(shared: &Shared<'_, '_, Register>) {
        shared.work();
    }

    /// The same for axial steps.
    pub(super) fn run_axial(shared: &Shared<'_, '_, Register>) {
        debug_assert!(are_there());
        // SAFETY: the caller has asked.
        unsafe { run_axial_there(shared) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::jobs::symmetries;
    use super::*;
    use crate::model::move_masks::NO_FACE;
    use crate::model::move_masks::SUCCESSORS;
    use crate::model::moves::{Move, inverse, merge};
    use crate::reid::Reid;
    use crate::tables::PHASE_1;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Mutex};

    /// A small table, filled at once.
    fn solver(threads: usize) -> H48Solver {
        let size = Size::new(1).unwrap().with_base(5);
        let table = H48Solver::build_table(size, threads, &Control::new()).unwrap();
        H48Solver::new(size, Box::new(table), threads).unwrap()
    }

    fn random_sequence(rng: &mut ChaCha8Rng, length: u32) -> Vec<Move> {
        (0..length).map(|_| Move::ALL[rng.next_u32() as usize % 18]).collect()
    }

    #[test]
    fn bounds_are_lower_bounds_and_solutions_are_those_of_the_other_solver() {
        let fast = solver(1);
        let slow = Reid::new(Arc::clone(&PHASE_1));
        let mut rng = ChaCha8Rng::seed_from_u64(101);
        for _ in 0..20_000 {
            let length = rng.next_u32() % 15;
            let cube = CubieCube::SOLVED.after(&random_sequence(&mut rng, length));
            assert!(fast.lower_bound(&cube) <= length);
        }
        for n in 0..24 {
            let cube = CubieCube::SOLVED.after(&random_sequence(&mut rng, n * 9 / 24));
            let least = {
                let mut least = 0;
                let limits = Limits { max_solutions: Some(1), ..Limits::default() };
                slow.solve(&cube, &limits, &Control::new(), |solution, _| {
                    least = solution.length();
                    ControlFlow::Break(())
                });
                least
            };
            // All of optimal length, and all of one turn more.
            let limits = Limits { max_length: Some(least + 1), ..Limits::default() };
            let (mut found, mut expected) = (Vec::new(), Vec::new());
            slow.solve(&cube, &limits, &Control::new(), |solution, _| {
                expected.push(solution.moves.clone());
                ControlFlow::Continue(())
            });
            let end = fast.solve(&cube, &limits, &Control::new(), |solution| {
                assert!(solution.lower_bound == least);
                found.push(solution.moves.clone());
                ControlFlow::Continue(())
            });
            assert_eq!(end, Outcome::LimitReached(StopReason::Length));
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected);
            // Those of the least length alone.
            let limits = Limits { shortest_only: true, ..Limits::default() };
            expected.retain(|moves| moves.len() as u32 == least);
            for is_fast in [true, false] {
                let mut found = Vec::new();
                let mut told = |solution: &Solution| {
                    found.push(solution.moves.clone());
                    ControlFlow::Continue(())
                };
                let end = match is_fast {
                    true => fast.solve(&cube, &limits, &Control::new(), told),
                    false => slow.solve(&cube, &limits, &Control::new(), |solution, _| told(solution)),
                };
                found.sort_unstable();
                assert_eq!((end, found), (Outcome::Found(()), expected.clone()));
            }
        }
    }

    /// The first shortest solution, by so many threads with so many searches under way.
    fn shortest<L: Lanes + Send + Sync>(
        solver: &H48Solver,
        (threads, contexts): (usize, usize),
        cube: &CubieCube,
        run: impl Fn(Worker<'_, '_, L>, usize) + Copy + Sync,
    ) -> Vec<Move> {
        let mut search = solver.search_of(cube, Setup { threads, contexts, ..solver.setup() }).unwrap();
        let mut lengths = (0..=20).map(|length| {
            let task = Task { one: true, ..Task::new(length) };
            search.length(&task, &Control::new(), run).solutions.pop()
        });
        lengths.find_map(|found| found).unwrap()
    }

    #[test]
    #[ignore = "long: two minutes in a release build, 330 MB"]
    fn contexts_and_threads_agree_and_bounds_hold_for_many_cubes() {
        let size = Size::new(3).unwrap();
        let table = H48Solver::build_table(size, 2, &Control::new()).unwrap();
        let solver = H48Solver::new(size, Box::new(table), 1).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(106);
        for _ in 0..3_000_000 {
            let length = rng.next_u32() % 18;
            let cube = CubieCube::SOLVED.after(&random_sequence(&mut rng, length));
            assert!(solver.lower_bound(&cube) <= length);
        }
        for n in 0..1000 {
            let length = 12 + n % 5;
            let cube = CubieCube::SOLVED.after(&random_sequence(&mut rng, length));
            let [alone, interleaved, shared] = [(1, 1), (1, CONTEXTS), (2, CONTEXTS)].map(|by| {
                #[cfg(target_arch = "x86_64")]
                if crate::simd::x86::are_there() {
                    return shortest(&solver, by, &cube, registers::run);
                }
                shortest(&solver, by, &cube, portable)
            });
            assert!(alone.len() <= length as usize);
            assert_eq!(cube.after(&alone), CubieCube::SOLVED);
            assert_eq!(alone, interleaved);
            assert_eq!(alone, shared);
        }
    }

    #[test]
    fn contexts_threads_and_instructions_make_no_difference() {
        // Two whose jobs are divided by turns, and one whose jobs are not.
        let split = Split { from: 7, turns: 2, many: 300 };
        let [one, two] = [1, 2].map(|threads| H48Solver { split, ..solver(threads) });
        let undivided = H48Solver { split: Split { many: u64::MAX, ..split }, ..solver(1) };
        assert!((*one.bytes).as_ref() == (*two.bytes).as_ref());
        let mut rng = ChaCha8Rng::seed_from_u64(102);
        for _ in 0..20 {
            let cube = CubieCube::SOLVED.after(&random_sequence(&mut rng, 12));
            let limits = Limits { max_solutions: Some(1), ..Limits::default() };
            let solution = |solver: &H48Solver| {
                let mut found = None;
                let end = solver.solve(&cube, &limits, &Control::new(), |solution| {
                    found = Some(solution.clone());
                    ControlFlow::Continue(())
                });
                assert_eq!(end, Outcome::Found(()));
                found.unwrap()
            };
            let (a, b) = (solution(&one), solution(&two));
            assert_eq!(a.moves, b.moves);
            assert!(a.is_optimal());
            assert_eq!(a.length(), solution(&undivided).length());
            // One length more, all solutions: also the same number of states.
            let length = a.length() as u8;
            let searched_by = |solver: &H48Solver, contexts: usize| {
                let mut search =
                    solver.search_of::<Portable>(&cube, Setup { contexts, ..solver.setup() }).unwrap();
                let searched = search.length(&Task::new(length), &Control::new(), portable);
                (searched.solutions, searched.nodes)
            };
            let alone = searched_by(&one, 1);
            assert_eq!(alone, searched_by(&one, CONTEXTS));
            assert_eq!(alone, searched_by(&two, 3));
            #[cfg(target_arch = "x86_64")]
            if crate::simd::x86::are_there() {
                let mut search = two.search_of(&cube, two.setup()).unwrap();
                let searched = search.length(&Task::new(length), &Control::new(), registers::run);
                assert_eq!(alone, (searched.solutions, searched.nodes));
            }
            assert!(alone.0.contains(&a.moves));
        }
    }

    /// With jobs as short as they can be, the likely first, and of those that are images of one another, one.
    #[test]
    fn symmetric_cubes_are_solved_as_others_with_less_work() {
        let solver = solver(1);
        let read = |text: &str| -> Vec<Move> {
            let named = |name| Move::ALL.into_iter().find(|turn| turn.to_string() == name).unwrap();
            text.split(' ').map(named).collect()
        };
        // From many symmetries to none.
        let texts = [
            "R2 L2 U2 D2",
            "U D R L' F",
            "R U R' U' R U",
            "F R L' U2 D2 R' L B2",
            "U2 R2 F2 U2 R2 F2 U2",
            "L2 R2 D U F2 B2 U D'",
            "U B2 R F' L",
            "R' D2 F U L2 B R D",
        ];
        let (mut folded, mut whole) = (0, 0);
        for cube in texts.map(|text| CubieCube::SOLVED.after(&read(text))) {
            for split in [(2, 1), (3, 2), (4, 4)].map(|(from, turns)| Split { from, turns, many: 100 }) {
                let find = |fold: bool| {
                    let setup = Setup { split, fold, contexts: 3, ..solver.setup() };
                    let mut search = solver.search_of::<Portable>(&cube, setup).unwrap();
                    let mut nodes = 0;
                    for length in 0..=10 {
                        // All of a length, so that what is left out is seen.
                        let searched = search.length(&Task::new(length), &Control::new(), portable);
                        nodes += searched.nodes;
                        if !searched.solutions.is_empty() {
                            return (searched.solutions, nodes);
                        }
                    }
                    panic!("no solution up to ten turns")
                };
                let ((some, few), (all, many)) = (find(true), find(false));
                assert_eq!(some[0].len(), all[0].len());
                assert!(some.len() <= all.len());
                // Every solution is the image of one that was kept.
                let symmetries = symmetries(&cube);
                let images = some.iter().flat_map(|solution| {
                    symmetries.iter().map(|&(symmetry, inverts)| {
                        let image: Vec<Move> = solution.iter().map(|&turn| symmetry.of_move(turn)).collect();
                        merge(&if inverts { inverse(&image) } else { image })
                    })
                });
                let mut images: Vec<_> = images.collect();
                images.sort_unstable();
                images.dedup();
                let mut all = all;
                all.sort_unstable();
                assert_eq!(images, all);
                folded += few;
                whole += many;
            }
        }
        assert!(folded < whole);
    }

    #[test]
    fn a_search_that_was_stopped_goes_on_to_the_same_solution() {
        let solver = H48Solver { split: Split { from: 7, turns: 2, many: 300 }, ..solver(1) };
        let mut rng = ChaCha8Rng::seed_from_u64(104);
        let mut stops = 0;
        for _ in 0..20 {
            let cube = CubieCube::SOLVED.after(&random_sequence(&mut rng, 14));
            let limits = Limits { max_solutions: Some(1), ..Limits::default() };
            let find = |limits: &Limits, saves: &Saves<'_>| {
                let mut found = None;
                let end = solver.solve_on(&cube, limits, saves, &Control::new(), |solution| {
                    found = Some((solution.moves.clone(), solution.lower_bound, solution.nodes));
                    ControlFlow::Break(())
                });
                (end, found)
            };
            let most = Limits { max_nodes: Some(1_000_000), ..limits.clone() };
            let Some(whole) = find(&most, &Saves::NONE).1.filter(|whole| whole.2 > 40_000) else { continue };
            let kept = Mutex::new(None);
            // The limit grows each time, because the work of unfinished jobs is lost.
            let (mut allowed, mut step) = (0, 10_000);
            let found = loop {
                step *= 2;
                allowed += step;
                let begin = kept.lock().unwrap().take();
                let keep = |bytes: &dyn Fn() -> Vec<u8>, stops: bool| {
                    if stops {
                        *kept.lock().unwrap() = Some(bytes());
                    }
                };
                let saves = Saves { begin: begin.as_deref(), keep: &keep };
                let (end, found) = find(&Limits { max_nodes: Some(allowed), ..limits.clone() }, &saves);
                if let Some(found) = found {
                    break found;
                }
                assert_eq!(end, Outcome::LimitReached(StopReason::Nodes));
                stops += 1;
            };
            assert_eq!((found.0, found.1), (whole.0, whole.1));
            // Bytes that are not a record do no harm.
            let saves = Saves { begin: Some(&[3; 99]), keep: &|_, _| {} };
            assert_eq!(find(&most, &saves).1.unwrap().2, whole.2);
        }
        assert!(stops >= 3, "only {stops} stops");
    }

    /// All sequences that count so many quarter turns and solve a cube, of those that differ in the order of opposite
    /// faces one: by trying all.
    fn tried(cube: &CubieCube, left: u32, last: usize, path: &mut Vec<Move>, found: &mut Vec<Vec<Move>>) {
        if left == 0 {
            if *cube == CubieCube::SOLVED {
                found.push(path.clone());
            }
            return;
        }
        for turn in crate::model::move_masks::bits(SUCCESSORS[last]).map(|turn| Move::ALL[turn]) {
            if let Some(left) = left.checked_sub(Metric::QuarterTurn.cost(turn)) {
                path.push(turn);
                tried(&cube.then(CubieCube::of_move(turn)), left, turn.face().index(), path, found);
                path.pop();
            }
        }
    }

    #[test]
    fn in_quarter_turns_solutions_are_those_of_trying_all() {
        let quarters = |flips: u8, base: u8, split: Split| {
            let size = Size::new(flips).unwrap().counting(Metric::QuarterTurn).with_base(base);
            let table = H48Solver::build_table(size, 2, &Control::new()).unwrap();
            H48Solver { split, ..H48Solver::new(size, Box::new(table), 2).unwrap() }
        };
        let solver = quarters(1, 5, Split { from: 5, turns: 2, many: 100 });
        let other = quarters(0, 4, Split::USUAL);
        let mut rng = ChaCha8Rng::seed_from_u64(105);
        for _ in 0..20_000 {
            let length = rng.next_u32() % 15;
            let sequence = random_sequence(&mut rng, length);
            let cube = CubieCube::SOLVED.after(&sequence);
            assert!(solver.lower_bound(&cube) <= Metric::QuarterTurn.length(&sequence));
        }
        for n in 0..30 {
            let cube = CubieCube::SOLVED.after(&random_sequence(&mut rng, n / 6));
            let mut all = Vec::new();
            for length in 0..=6 {
                tried(&cube, length, NO_FACE, &mut Vec::new(), &mut all);
            }
            let limits = Limits { max_length: Some(6), ..Limits::default() };
            let mut found = Vec::new();
            solver.solve(&cube, &limits, &Control::new(), |solution| {
                found.push(solution.moves.clone());
                ControlFlow::Continue(())
            });
            assert!(found.is_sorted_by_key(|moves| Metric::QuarterTurn.length(moves)));
            found.sort_unstable();
            all.sort_unstable();
            assert_eq!(found, all);
        }
        // Farther, two tables and two ways to split a length agree.
        for _ in 0..8 {
            let cube = CubieCube::SOLVED.after(&random_sequence(&mut rng, 8));
            let [one, two] = [&solver, &other].map(|solver| {
                let limits = Limits { max_solutions: Some(1), ..Limits::default() };
                let mut length = 0;
                solver.solve(&cube, &limits, &Control::new(), |solution| {
                    length = Metric::QuarterTurn.length(&solution.moves);
                    assert_eq!(solution.lower_bound, length);
                    ControlFlow::Break(())
                });
                length
            });
            assert_eq!(one, two);
        }
    }

    #[test]
    fn limits_hold_and_bad_tables_and_cubes_are_refused() {
        let solver = solver(1);
        let cube = CubieCube::SOLVED.after(&random_sequence(&mut ChaCha8Rng::seed_from_u64(103), 40));
        let limits = |max_nodes| Limits { max_nodes: Some(max_nodes), ..Limits::default() };
        let end = solver.solve(&cube, &limits(20_000), &Control::new(), |_| ControlFlow::Continue(()));
        assert_eq!(end, Outcome::LimitReached(StopReason::Nodes));
        let stop = AtomicBool::new(true);
        let control = Control::new().with_cancel(&stop);
        let end = solver.solve(&cube, &Limits::default(), &control, |_| ControlFlow::Continue(()));
        assert_eq!(end, Outcome::LimitReached(StopReason::Cancelled));
        let mut unsolvable = CubieCube::SOLVED;
        unsolvable.edges.o[0] = 1;
        let end =
            solver.solve(&unsolvable, &Limits::default(), &Control::new(), |_| ControlFlow::Continue(()));
        assert_eq!(end, Outcome::ProvenNone);
        let fault = H48Solver::new(Size::LEAST, Box::new(vec![0; 5]), 1).unwrap_err();
        assert_eq!(fault.to_string(), "a table of 0 flips has 30401280 bytes, not 5");
    }

    /// Cubes of known optimal length, found by other programs: `scramble`, tab, `length`.
    const KNOWN: &str = include_str!("../../../../testdata/cube3/optimal.tsv");

    fn known(length: u32) -> impl Iterator<Item = CubieCube> {
        let lines = KNOWN.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t'));
        lines.filter_map(move |mut fields| {
            let scramble = fields.next()?;
            (fields.next()?.parse() == Ok(length)).then(|| {
                let turns: Vec<Move> = (scramble.split(' '))
                    .map(|name| Move::ALL.into_iter().find(|turn| turn.to_string() == name).unwrap())
                    .collect();
                CubieCube::SOLVED.after(&turns)
            })
        })
    }

    fn check_known(flips: u8, lengths: std::ops::RangeInclusive<u32>) {
        let size = Size::new(flips).unwrap();
        let table = H48Solver::build_table(size, 2, &Control::new()).unwrap();
        let solver = H48Solver::new(size, Box::new(table), 2).unwrap();
        for length in lengths {
            for cube in known(length) {
                let mut found = None;
                let limits = Limits { max_solutions: Some(1), ..Limits::default() };
                solver.solve(&cube, &limits, &Control::new(), |solution| {
                    found = Some(solution.clone());
                    ControlFlow::Break(())
                });
                let found = found.unwrap();
                assert_eq!((found.length(), found.is_optimal()), (length, true));
            }
        }
    }

    #[test]
    #[ignore = "long: a minute in a build without checks, 450 MB"]
    fn cubes_of_known_length_up_to_17() {
        check_known(3, 1..=17);
    }

    #[test]
    #[ignore = "long: many minutes, 2 GB"]
    fn cubes_of_known_length() {
        check_known(5, 1..=20);
    }
}
