//! The census: its request, the threads that count, and its report.
//!
//! Start at [`run`]. The sequences are divided into tasks by their first moves, and a sample into runs, each with its own stream of
//! random bits. Each thread takes the next free task and keeps its own counts, whose sum does not depend on the order. A reported
//! example is always the first one in order, whichever thread found it.

use super::elements::{Element, FixedElement, Layout, WideElement};
use super::tally::{CycleCount, FixedRow, Kinds, Row, Subject, Tally, WideRow};
use super::walk::{Course, Walker};
use permutant_group::UBig;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::Transformation;
use permutant_search::limits::{Control, Progress, StopReason};
use permutant_search::puzzle_space::{PuzzleSpace, SpaceError};
use permutant_search::sequences;
use permutant_search::space::Space;
use permutant_search::threads::on_threads;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Which sequences are counted separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequences {
    /// One of each set of sequences that differ by exchanging neighbours that commute, or by merging moves of one kind.
    Canonical,
    /// Every sequence.
    All,
}

/// The sequences that are enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// All sequences up to the given cost in the metric, including the empty one.
    UpTo(u32),
    /// Random sequences, with each move uniform among those that may follow.
    Sample {
        /// Number of sequences.
        count: u64,
        /// Number of moves of each.
        length: u32,
        /// Seed of the random numbers.
        seed: u64,
    },
}

/// The request.
#[derive(Clone, Debug)]
pub struct Request {
    /// The moves of which sequences consist.
    pub moves: Vec<Turn>,
    /// The metric.
    pub metric: Metric,
    /// Which sequences are counted separately.
    pub sequences: Sequences,
    /// The sequences that are enumerated.
    pub span: Span,
    /// Number of threads, at least 1. It affects the running time, but not the census.
    pub threads: usize,
    /// Approximate number of bytes that the counts may take.
    pub max_memory: u64,
}

/// The reason why there is no census.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The moves cannot be combined.
    #[error(transparent)]
    Moves(#[from] SpaceError),
    /// The possible moves depend on the position.
    #[error("moves of {0} may be blocked by pieces, so its sequences have no order")]
    Restricted(String),
    /// The sequences are longer than the maximum.
    #[error("sequences of up to {0} moves were requested; expected at most {MAX_LENGTH}")]
    Length(u32),
    /// A thread could not be started or failed.
    #[error("a thread failed")]
    Thread,
    /// A limit was reached, or the caller asked to stop.
    #[error("{0}")]
    Stopped(StopReason),
}

/// Greatest length of sequences: there is room for this many moves.
const MAX_LENGTH: u32 = 1000;

/// Sequences of one order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderLine {
    /// The order.
    pub order: UBig,
    /// The number of sequences with this order.
    pub count: u64,
    /// The number for each length from 0 upwards; for a sample a single number.
    pub by_length: Vec<u64>,
    /// Length of the shortest in the metric.
    pub length: u64,
    /// The first of the shortest sequences, in the order of words; for a sample the first one drawn.
    pub example: Vec<Turn>,
}

/// Sequences of one cycle type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleTypeLine {
    /// The cycles by orbit, length and rounds; fixed slots are left out.
    pub cycles: Vec<CycleCount>,
    /// The order, with all pieces distinguished.
    pub order: UBig,
    /// The number of sequences of this type.
    pub count: u64,
    /// Length of the shortest in the metric.
    pub length: u64,
    /// The first of the shortest sequences, in the order of words; for a sample the first one drawn.
    pub example: Vec<Turn>,
}

/// The result of the count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The number of sequences of each length from 0 upwards; for a sample a single number.
    pub by_length: Vec<u64>,
    /// The orders with all pieces distinguished, ascending.
    pub orders: Vec<OrderLine>,
    /// The orders of the coloured puzzle, ascending.
    pub coloured_orders: Vec<OrderLine>,
    /// The cycle types, sorted by order, then by their cycles.
    pub cycle_types: Vec<CycleTypeLine>,
}

impl Census {
    /// The number of sequences that were counted.
    pub fn sequences(&self) -> u64 {
        self.by_length.iter().sum()
    }

    /// The orders that exceed those of all shorter sequences, the largest for each length, ascending.
    pub fn records(lines: &[OrderLine]) -> Vec<&OrderLine> {
        let mut largest: BTreeMap<u64, &OrderLine> = BTreeMap::new();
        for line in lines {
            largest.insert(line.length, line);
        }
        let mut records: Vec<&OrderLine> = Vec::new();
        for line in largest.into_values() {
            if records.last().is_none_or(|last| last.order < line.order) {
                records.push(line);
            }
        }
        records
    }
}

/// The moves for a census: those of a search in the metric, or all powers of the named moves; if `once`, each move only with its
/// inverse.
///
/// # Errors
/// The first name that is not a move of the puzzle.
pub fn moves(puzzle: &Puzzle, metric: &Metric, names: &[String], once: bool) -> Result<Vec<Turn>, String> {
    let mut turns: Vec<Turn> = Vec::new();
    if names.is_empty() {
        turns = puzzle.search_turns(metric);
    }
    for name in names {
        let turn = puzzle.base(name).ok_or_else(|| name.clone())?;
        let powers: Vec<i64> = match turn.base().order {
            Some(order) if order <= MOST_POWERS => (1..order as i64).collect(),
            _ => vec![1, -1],
        };
        for power in powers {
            let turn = Turn::new(std::sync::Arc::clone(turn.base()), power);
            if !turns.contains(&turn) {
                turns.push(turn);
            }
        }
    }
    turns.retain(|turn| !turn.transformation().is_identity() && (!once || turn.amount().unsigned_abs() == 1));
    Ok(turns)
}

/// Moves of a larger order take part only with themselves and their inverses, as in searches.
const MOST_POWERS: u64 = 1000;

/// Counts the orders and cycle types of sequences. Each sequence takes one product and one pass over the slots; threads share the work.
///
/// # Errors
/// If the moves may be blocked or cost nothing, if a limit is reached, or if the caller asked to stop.
pub fn run(puzzle: &Puzzle, request: &Request, control: &Control<'_>) -> Result<Census, CensusError> {
    if puzzle.is_restricted() {
        return Err(CensusError::Restricted(puzzle.name().to_string()));
    }
    match request.span {
        Span::UpTo(length) if length > MAX_LENGTH => return Err(CensusError::Length(length)),
        _ => {}
    }
    if !request.metric.counts_turn_by_turn() {
        return Err(SpaceError::Together(request.metric.name().to_string()).into());
    }
    let told_apart = State::identity(puzzle.orbits());
    let mut words: Vec<Vec<Turn>> = request.moves.iter().map(|turn| vec![turn.clone()]).collect();
    let mut costs: Vec<u32> = request.moves.iter().map(|turn| request.metric.cost(turn)).collect();
    let mut canonical = None;
    if let Some(at) = costs.iter().position(|&cost| cost == 0) {
        let fault = SpaceError::Free(request.moves[at].to_string(), request.metric.name().to_string());
        return Err(fault.into());
    }
    if request.sequences == Sequences::Canonical {
        let space =
            PuzzleSpace::new(puzzle, &request.moves, &request.metric, std::slice::from_ref(&told_apart))?;
        words = space.moves().map(|m| space.turns(m).to_vec()).collect();
        costs = space.moves().map(|m| space.cost(m)).collect();
        canonical = Some(sequences::Sequences::new(&space));
    } else if request.moves.is_empty() {
        return Err(SpaceError::NoMoves.into());
    } else if request.moves.len() > usize::from(u16::MAX) {
        return Err(SpaceError::TooLarge("more than 65 000 moves").into());
    }
    let whole = |word: &Vec<Turn>| crate::sequence::order::product(word);
    let transformations: Vec<Transformation> = words.iter().map(whole).collect();
    let layout = Layout::new(puzzle.orbits(), &transformations);
    if layout.slots() > usize::from(u16::MAX) {
        return Err(SpaceError::TooLarge("more than 65 000 slots").into());
    }
    let course =
        Course { steps: transformations.iter().map(|whole| layout.steps(whole)).collect(), costs, canonical };
    let coloured = layout.coloured(puzzle.orbits(), puzzle.solved());
    let kinds = Kinds::new(&layout);
    let job = Job {
        request,
        control,
        course,
        subject: Subject { layout, kinds, coloured, solved: puzzle.solved() },
    };
    let small = job.subject.layout.orientations() <= 256;
    match (job.subject.layout.slots(), job.subject.kinds.words) {
        (0..=32, 0..=2) if small => job.census::<FixedElement<32>, FixedRow<2>>(&words),
        (0..=128, 0..=2) if small => job.census::<FixedElement<128>, FixedRow<2>>(&words),
        (0..=128, 0..=4) if small => job.census::<FixedElement<128>, FixedRow<4>>(&words),
        (0..=256, _) if small => job.census::<FixedElement<256>, WideRow>(&words),
        _ => job.census::<WideElement, WideRow>(&words),
    }
}

/// A prepared request.
struct Job<'a> {
    request: &'a Request,
    control: &'a Control<'a>,
    course: Course,
    subject: Subject<'a>,
}

/// The sequences are divided by as many first moves as are needed for this number of prefixes: enough for the threads to finish
/// together, while each prefix is still a substantial task.
const LEAST_TASKS: usize = 256;
/// Number of sequences of a sample that share a stream of random bits.
const SAMPLES_A_TASK: u64 = 1 << 12;

impl Job<'_> {
    fn census<E: Element, R: Row>(&self, words: &[Vec<Turn>]) -> Result<Census, CensusError> {
        let prefixes = match self.request.span {
            Span::UpTo(most) => self.prefixes(most),
            Span::Sample { .. } => (Vec::new(), 0),
        };
        let tasks = match self.request.span {
            Span::UpTo(_) => prefixes.0.len() as u64,
            Span::Sample { count, .. } => count.div_ceil(SAMPLES_A_TASK),
        };
        let threads = self.request.threads.clamp(1, 1024);
        // Data kept for each kind: its row, its counts, and the moves of its first sequence.
        let longest = match self.request.span {
            Span::UpTo(length) | Span::Sample { length, .. } => u64::from(length),
        };
        let bytes = 160 + 8 * self.subject.kinds.words as u64 + 2 * longest;
        let most_entries =
            usize::try_from(self.request.max_memory / bytes / (threads as u64 + 1)).unwrap_or(usize::MAX);
        let next = AtomicU64::new(0);
        let all: Mutex<Vec<Tally<R>>> = Mutex::new(Vec::new());
        let work = || -> Result<(), StopReason> {
            let mut walker = Walker::<E, R>::new(&self.subject, &self.course, self.control, most_entries);
            loop {
                let task = next.fetch_add(1, Ordering::Relaxed);
                if task >= tasks {
                    break;
                }
                self.control.report(Progress::Part { name: "sequences", done: task, total: tasks });
                let done = self.task(&mut walker, task, &prefixes);
                if done.is_err() {
                    // The others need not continue.
                    next.store(tasks, Ordering::Relaxed);
                    return done;
                }
            }
            let mut all = all.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            for (length, tally) in walker.tallies.into_iter().enumerate() {
                while all.len() <= length {
                    all.push(Tally::new());
                }
                all[length].add(tally);
            }
            Ok(())
        };
        for end in on_threads(threads, |_| work()) {
            end.map_err(CensusError::Stopped)?;
        }
        let tallies = all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        if tallies.iter().map(Tally::entries).sum::<usize>() > most_entries {
            return Err(CensusError::Stopped(StopReason::Memory));
        }
        Ok(self.told(&tallies, words))
    }

    /// Prefixes of all sequences in the order of words, and the number of moves of those that are continued.
    fn prefixes(&self, most: u32) -> (Vec<Vec<u16>>, usize) {
        let mut moves = 0;
        let mut found = self.course.prefixes(0, most);
        while found.len() < LEAST_TASKS && moves < most as usize {
            let longer = self.course.prefixes(moves + 1, most);
            if longer.len() == found.len() {
                break;
            }
            (moves, found) = (moves + 1, longer);
        }
        (found, moves)
    }

    fn task<E: Element, R: Row>(
        &self,
        walker: &mut Walker<'_, E, R>,
        task: u64,
        (prefixes, moves): &(Vec<Vec<u16>>, usize),
    ) -> Result<(), StopReason> {
        match self.request.span {
            Span::UpTo(most) => {
                let prefix = &prefixes[task as usize];
                walker.walk(prefix, task, prefix.len() == *moves, most)
            }
            Span::Sample { count, length, seed } => {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                rng.set_stream(task);
                let first = task * SAMPLES_A_TASK;
                for number in first..count.min(first + SAMPLES_A_TASK) {
                    walker.sample(&mut rng, length as usize, number)?;
                }
                Ok(())
            }
        }
    }

    /// Combines the counts of all lengths.
    fn told<R: Row>(&self, tallies: &[Tally<R>], words: &[Vec<Turn>]) -> Census {
        let example = |path: &[u16]| -> Vec<Turn> {
            path.iter().flat_map(|&m| words[usize::from(m)].iter().cloned()).collect()
        };
        let exact = |path: &[u16]| path.iter().map(|&m| u64::from(self.course.costs[usize::from(m)])).sum();
        let mut orders = Orders { lengths: tallies.len(), lines: BTreeMap::new() };
        let mut coloured = Orders { lengths: tallies.len(), lines: BTreeMap::new() };
        let mut types: BTreeMap<(UBig, Vec<CycleCount>), CycleTypeLine> = BTreeMap::new();
        for (length, tally) in tallies.iter().enumerate() {
            for (cycles, (order, counted)) in tally.types(&self.subject.kinds) {
                orders.add(&order, length, counted.count, &counted.first);
                match types.entry((order.clone(), cycles.clone())) {
                    Entry::Occupied(mut line) => line.get_mut().count += counted.count,
                    Entry::Vacant(line) => {
                        let (path, count) = (&counted.first.1, counted.count);
                        line.insert(CycleTypeLine {
                            cycles,
                            order,
                            count,
                            length: exact(path),
                            example: example(path),
                        });
                    }
                }
            }
            for (order, counted) in tally.coloured() {
                coloured.add(&order, length, counted.count, &counted.first);
            }
        }
        let line = |(order, line): (&UBig, &OrderCounts)| OrderLine {
            order: order.clone(),
            count: line.by_length.iter().sum(),
            by_length: line.by_length.clone(),
            length: exact(&line.first.1),
            example: example(&line.first.1),
        };
        let orders: Vec<OrderLine> = orders.lines.iter().map(line).collect();
        let coloured: Vec<OrderLine> = coloured.lines.iter().map(line).collect();
        let mut by_length = vec![0; tallies.len()];
        for line in &orders {
            by_length.iter_mut().zip(&line.by_length).for_each(|(sum, count)| *sum += count);
        }
        Census {
            by_length,
            coloured_orders: if self.subject.is_coloured() { coloured } else { orders.clone() },
            orders,
            cycle_types: types.into_values().collect(),
        }
    }
}

/// Counts of one order.
struct OrderCounts {
    by_length: Vec<u64>,
    /// Length, position in the walk, and moves of the first of the shortest sequences.
    first: (u64, Box<[u16]>),
    shortest: usize,
}

struct Orders {
    lengths: usize,
    lines: BTreeMap<UBig, OrderCounts>,
}

impl Orders {
    fn add(&mut self, order: &UBig, length: usize, count: u64, first: &(u64, Box<[u16]>)) {
        let lengths = self.lengths;
        let line = self.lines.entry(order.clone()).or_insert_with(|| OrderCounts {
            by_length: vec![0; lengths],
            first: first.clone(),
            shortest: length,
        });
        line.by_length[length] += count;
        if line.shortest == length && *first < line.first {
            line.first = first.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::order::SequenceOrder;
    use crate::test_puzzles::{defined, named};
    use permutant_puzzle::algorithm;

    fn request(puzzle: &Puzzle, span: Span) -> Request {
        Request {
            moves: puzzle.search_turns(&Metric::htm()),
            metric: Metric::htm(),
            sequences: Sequences::Canonical,
            span,
            threads: 2,
            max_memory: 1 << 30,
        }
    }

    fn census(puzzle: &Puzzle, request: &Request) -> Census {
        run(puzzle, request, &Control::new()).unwrap()
    }

    /// Lengths of the shortest sequences of each order: testdata/orders/rubik3_shortest_by_order.txt.
    fn shortest_of_the_3x3x3(depth: u32) {
        let cube = named("3x3x3");
        let found = census(&cube, &request(&cube, Span::UpTo(depth)));
        let table = include_str!("../../../../../testdata/orders/rubik3_shortest_by_order.txt");
        let mut expected = BTreeMap::new();
        for row in table.lines() {
            let fields: Vec<&str> = row.split(',').collect();
            if let (Ok(order), 3) = (fields[0].parse::<u64>(), fields.len()) {
                let length: u64 = fields[1].parse().unwrap();
                if length <= depth.into() {
                    expected.insert(order, length);
                }
            }
            let words: Vec<&str> = row.split(' ').collect();
            if let ["depth", at, "distinct", "orders", count] = words[..]
                && let Ok(at) = at.parse::<u64>()
                && at <= depth.into()
            {
                let upto = found.orders.iter().filter(|line| line.length <= at).count();
                assert_eq!(upto.to_string(), count, "depth {at}");
            }
        }
        let told: BTreeMap<u64, u64> =
            found.orders.iter().map(|line| (u64::try_from(&line.order).unwrap(), line.length)).collect();
        assert_eq!(told, expected);
        for line in &found.orders {
            let again = SequenceOrder::of(&cube, None, &line.example).unwrap();
            assert_eq!((&again.order, line.example.len() as u64), (&line.order, line.length));
        }
        // Canonical sequences of the six faces: 18, 243, 3240, ….
        assert_eq!(found.by_length[..4], [1, 18, 243, 3240]);
        assert_eq!(found.coloured_orders, found.orders);
    }

    #[test]
    fn shortest_sequences_of_each_order() {
        shortest_of_the_3x3x3(5);
    }

    #[test]
    #[ignore = "long: a hundred million sequences: half a minute"]
    fn shortest_sequences_of_each_order_to_length_7() {
        shortest_of_the_3x3x3(7);
    }

    /// Every sequence separately, each computed from scratch.
    fn by_definition(
        puzzle: &Puzzle,
        moves: &[Turn],
        length: usize,
    ) -> (BTreeMap<UBig, u64>, BTreeMap<UBig, u64>) {
        let (mut orders, mut coloured) = (BTreeMap::new(), BTreeMap::new());
        let mut words: Vec<Vec<Turn>> = vec![Vec::new()];
        for _ in 0..=length {
            for word in &words {
                let found = SequenceOrder::of(puzzle, None, word).unwrap();
                *orders.entry(found.order).or_insert(0) += 1;
                *coloured.entry(found.coloured_order).or_insert(0) += 1;
            }
            let longer = |word: &Vec<Turn>| {
                moves.iter().map(|m| word.iter().chain([m]).cloned().collect()).collect::<Vec<Vec<Turn>>>()
            };
            words = words.iter().flat_map(longer).collect();
        }
        (orders, coloured)
    }

    #[test]
    fn counts_are_those_of_the_definition() {
        for (name, names, length) in [
            ("2x2x2", "R U", 3),
            ("4x4x4", "Rw 2U F", 3),
            ("5x5x5", "Rw M U", 3),
            ("pyraminx", "U L u", 3),
            ("skewb", "R U", 4),
            ("megaminx", "U R", 3),
        ] {
            let puzzle = named(name);
            let names: Vec<String> = names.split(' ').map(str::to_string).collect();
            let moves = moves(&puzzle, &Metric::etm(), &names, false).unwrap();
            let request = Request {
                moves: moves.clone(),
                metric: Metric::etm(),
                sequences: Sequences::All,
                ..request(&puzzle, Span::UpTo(length))
            };
            let found = census(&puzzle, &request);
            let counts = |lines: &[OrderLine]| -> BTreeMap<UBig, u64> {
                lines.iter().map(|line| (line.order.clone(), line.count)).collect()
            };
            let expected = by_definition(&puzzle, &moves, length as usize);
            assert_eq!((counts(&found.orders), counts(&found.coloured_orders)), expected, "{name}");
            let types: u64 = found.cycle_types.iter().map(|line| line.count).sum();
            assert_eq!(types, found.sequences());
        }
    }

    /// Charles Reid's 36 quarter turns, two at a time: testdata/orders/orders4x4_2moves.csv.
    #[test]
    fn pairs_of_moves_of_the_4x4x4() {
        let cube = named("4x4x4");
        let names: Vec<String> = ["", "2"]
            .iter()
            .flat_map(|layer| "URFDLB".chars().map(move |face| format!("{layer}{face}")))
            .chain("URFDLB".chars().map(|face| format!("{face}w")))
            .collect();
        let moves = moves(&cube, &Metric::stm(), &names, true).unwrap();
        assert_eq!(moves.len(), 36);
        let request = Request {
            moves,
            metric: Metric::stm(),
            sequences: Sequences::All,
            ..request(&cube, Span::UpTo(2))
        };
        let found = census(&cube, &request);
        assert_eq!(found.by_length, [1, 36, 1296]);
        let table = include_str!("../../../../../testdata/orders/orders4x4_2moves.csv");
        for (lines, column) in [(&found.orders, 1), (&found.coloured_orders, 2)] {
            let mut expected: BTreeMap<UBig, u64> = BTreeMap::new();
            for row in table.lines().skip(1) {
                *expected.entry(row.split(',').nth(column).unwrap().parse().unwrap()).or_default() += 1;
            }
            let told: BTreeMap<UBig, u64> = (lines.iter().filter(|line| line.by_length[2] > 0))
                .map(|line| (line.order.clone(), line.by_length[2]))
                .collect();
            assert_eq!(told, expected);
        }
    }

    #[test]
    fn threads_do_not_change_the_census() {
        for (name, span) in [
            ("3x3x3", Span::UpTo(3)),
            ("4x4x4", Span::UpTo(2)),
            ("4x4x4", Span::Sample { count: 20_000, length: 12, seed: 7 }),
            ("megaminx", Span::Sample { count: 9000, length: 30, seed: 1 }),
        ] {
            let puzzle = named(name);
            let with = |threads| census(&puzzle, &Request { threads, ..request(&puzzle, span) });
            let one = with(1);
            assert_eq!(one, with(5), "{name}");
            if let Span::Sample { count, .. } = span {
                assert_eq!(one.sequences(), count);
            }
            for line in one.coloured_orders.iter().take(20) {
                let again = SequenceOrder::of(&puzzle, None, &line.example).unwrap();
                assert_eq!(again.coloured_order, line.order, "{name}");
            }
        }
    }

    /// In the quarter-turn metric a half turn costs 2.
    #[test]
    fn lengths_are_those_of_the_metric() {
        let cube = named("2x2x2");
        let found = census(
            &cube,
            &Request {
                moves: moves(&cube, &Metric::qtm(), &["R".to_string(), "U".to_string()], false).unwrap(),
                metric: Metric::qtm(),
                ..request(&cube, Span::UpTo(2))
            },
        );
        // R R' U U'; R2 U2 and eight products of two different faces.
        assert_eq!(found.by_length, [1, 4, 10]);
        let half = found.orders.iter().find(|line| line.order == UBig::from(2_u8)).unwrap();
        assert_eq!((half.length, algorithm::write(&half.example).as_str()), (2, "R2"));
    }

    #[test]
    fn records_grow() {
        let cube = named("3x3x3");
        let found = census(&cube, &request(&cube, Span::UpTo(3)));
        let records: Vec<String> =
            Census::records(&found.orders).iter().map(|line| line.order.to_string()).collect();
        assert_eq!(records, ["1", "4", "105", "360"]);
    }

    #[test]
    fn what_cannot_be_counted_is_told() {
        let cube = named("3x3x3");
        let asked = |change: &dyn Fn(&mut Request)| {
            let mut request = request(&cube, Span::UpTo(4));
            change(&mut request);
            run(&cube, &request, &Control::new()).unwrap_err()
        };
        assert!(matches!(asked(&|r| r.moves = Vec::new()), CensusError::Moves(SpaceError::NoMoves)));
        assert!(matches!(asked(&|r| r.span = Span::UpTo(1_000_000)), CensusError::Length(1_000_000)));
        assert_eq!(asked(&|r| r.max_memory = 1000), CensusError::Stopped(StopReason::Memory));
        let rotation = vec![cube.turn("x").unwrap(), cube.turn("x'").unwrap()];
        for sequences in [Sequences::All, Sequences::Canonical] {
            let fault = asked(&|r| (r.moves, r.sequences) = (rotation.clone(), sequences));
            assert!(matches!(fault, CensusError::Moves(SpaceError::Free(..))), "{fault}");
        }
        let cancelled = std::sync::atomic::AtomicBool::new(true);
        let control = Control::new().with_cancel(&cancelled);
        let fault = run(&cube, &request(&cube, Span::UpTo(6)), &control).unwrap_err();
        assert_eq!(fault, CensusError::Stopped(StopReason::Cancelled));
        assert_eq!(moves(&cube, &Metric::htm(), &["Q".to_string()], false), Err("Q".to_string()));
        let text =
            "Name Glued\n\nSet A 2 1\n\nSolved\nA\n1 2\nEnd\n\nMove r\nA\n2 1\nEnd\n\nBlock\nA\n1 2\nEnd\n";
        let glued = defined(text);
        let fault = run(&glued, &request(&glued, Span::UpTo(1)), &Control::new()).unwrap_err();
        assert!(matches!(fault, CensusError::Restricted(_)));
    }
}
