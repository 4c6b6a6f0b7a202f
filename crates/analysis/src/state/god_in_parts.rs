//! Counts of spaces that do not fit into memory, in parts that a store keeps.
//!
//! Start at [`count`]. Where there is a perfect index that takes at most half of the memory, its rows are divided between parts; otherwise
//! whole states are, by hash. The levels are counted by [`permutant_search::parted::count::PartCount`] in either case.

use super::god_report::{GodError, Request};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_search::god::classes::StateClasses;
use permutant_search::god::distances::Distances;
use permutant_search::god::factors::{self, Factor};
use permutant_search::god::state_codec::WholeStates;
use permutant_search::limits::{Control, Progress, StopReason};
use permutant_search::parted::count::{LevelWork, PartCount};
use permutant_search::parted::level_store::LevelStore;
use permutant_search::parted::parts::{Halt, Numbers, Parts};
use permutant_search::parted::row_parts::RowParts;
use permutant_search::parted::whole_parts::WholeParts;
use permutant_search::reachable::move_set::MoveSet;
use permutant_search::reachable::move_symmetry::SymmetryUse;
use permutant_search::reachable::numbering::{Numbering, NumberingOptions};
use permutant_search::reachable::packed::PackedPuzzle;
use std::io;

/// The result of a count.
#[derive(Debug)]
pub(super) struct Counted {
    /// Number of states at each level.
    pub(super) counts: Vec<u64>,
    /// Why the count ended before all states were counted.
    pub(super) stopped: Option<StopReason>,
    /// Solutions of some states of the last level: the number of the goal, and the turns.
    pub(super) words: Vec<(usize, Vec<Turn>)>,
    /// The method and the reasons for it.
    pub(super) explanation: Vec<String>,
}

/// What the program takes besides all tables.
const PROGRAM: u64 = 12 << 20;

/// What the memory of a thread is divided by, to get the room for the entries of a part: the rest is for messages that wait to be sent, and
/// for what the system allocates in larger pieces.
const ROOM_SHARE: u64 = 2;

/// Least number of parts for each thread, so that all end at about the same time, and for each worker, so that their number can change.
const PARTS_PER_THREAD: usize = 4;

/// Number of parts of whole states.
const WHOLE_PARTS: usize = 64;

/// Counts states by distance in the parts of a store.
pub(super) fn count(
    puzzle: &Puzzle,
    request: &Request<'_>,
    moves: &MoveSet,
    store: &dyn LevelStore,
    control: &Control<'_>,
) -> Result<Counted, GodError> {
    let mut run = Run { request, moves, store, explanation: Vec::new() };
    if let Some(reason) = reason_against_an_index(puzzle, request, moves) {
        run.say(reason.into());
    } else if let Some(counted) = run.by_rows(puzzle, control)? {
        return Ok(counted);
    }
    run.whole(puzzle, control)
}

/// Why the states that are counted have no perfect index, whatever their number.
pub(super) fn reason_against_an_index(
    puzzle: &Puzzle,
    request: &Request<'_>,
    moves: &MoveSet,
) -> Option<&'static str> {
    if puzzle.is_restricted() {
        Some("some moves are not always possible, so there is no perfect index")
    } else if moves.largest_cost() > 1 {
        Some("the moves have different costs, so levels are not one move apart")
    } else if request.goals.len() > 1 {
        Some("there are several goals, perhaps in different orbits of the moves")
    } else {
        None
    }
}

/// The states by a perfect index.
pub(super) struct Indexed {
    pub(super) factor: Factor,
    /// The number of symmetries that are not used, as their tables would take so many bytes.
    unused: Option<(usize, u64)>,
}

/// The states by a perfect index; `None` if there is none that takes at most half of the memory. Its symmetries are used if the tables that
/// they take fit into memory, too.
pub(super) fn indexed(puzzle: &Puzzle, request: &Request<'_>, moves: &MoveSet) -> Option<Indexed> {
    let by = |symmetry| {
        let most_rows = Numbering::most_rows(moves, request.max_memory / 2);
        let options = NumberingOptions { most_rows, symmetry, exact: false, threads: request.threads };
        let factor = factors::whole(puzzle, &request.goals[0], moves, options).ok()?;
        let bytes = factor.index.classes_bytes(&factor.symmetries);
        Some((factor, bytes))
    };
    let fits = |bytes: &u64| PROGRAM + bytes <= request.max_memory;
    let mut unused = None;
    if request.symmetry
        && let Some((factor, bytes)) = by(SymmetryUse::IfFaster)
    {
        if fits(&bytes) {
            return Some(Indexed { factor, unused: None });
        }
        unused = Some((factor.symmetries.count(), bytes)).filter(|(count, _)| *count > 1);
    }
    let (factor, _) = by(SymmetryUse::None).filter(|(_, bytes)| fits(bytes))?;
    Some(Indexed { factor, unused })
}

/// The states as they are.
#[derive(Debug)]
pub(super) struct Whole {
    packed: PackedPuzzle,
    classes: Option<StateClasses>,
    is_restricted: bool,
}

impl Whole {
    pub(super) fn new(puzzle: &Puzzle, request: &Request<'_>, moves: &MoveSet) -> Result<Self, GodError> {
        let goals = &request.goals;
        let packed = PackedPuzzle::new(puzzle, goals, moves).ok_or(GodError::TooManyContents)?;
        let classes =
            (request.symmetry).then(|| StateClasses::new(puzzle, moves, &request.metric, goals)).flatten();
        let whole = Whole { packed, classes, is_restricted: puzzle.is_restricted() };
        let states = whole.states();
        if !goals.iter().all(|goal| states.read(goal).is_some_and(|state| states.is_legal(&state))) {
            return Err(GodError::IllegalGoal);
        }
        Ok(whole)
    }

    fn states(&self) -> &dyn WholeStates {
        match &self.classes {
            Some(classes) => classes,
            None => &self.packed,
        }
    }

    /// Divided into parts, each of which may take `bytes` to sort what it received.
    pub(super) fn parts<'a>(
        &'a self,
        goals: &'a [State],
        moves: &MoveSet,
        parts: usize,
        bytes: u64,
    ) -> WholeParts<'a> {
        WholeParts::new(self.states(), goals, moves, self.is_restricted, parts, bytes)
    }
}

/// A count in parts.
struct Run<'a> {
    request: &'a Request<'a>,
    moves: &'a MoveSet,
    store: &'a dyn LevelStore,
    explanation: Vec<String>,
}

impl Run<'_> {
    fn say(&mut self, sentence: String) {
        self.explanation.push(sentence);
    }

    /// The least number of parts.
    fn least_parts(&self) -> usize {
        PARTS_PER_THREAD * self.request.threads.max(1) * self.store.workers()
    }

    /// The memory of each thread besides tables that all share.
    fn memory_of_thread(&self, shared: u64) -> u64 {
        self.request.max_memory.saturating_sub(PROGRAM + shared) / self.request.threads.max(1) as u64
    }

    /// The count by a perfect index; `None` if there is none that takes at most half of the memory.
    fn by_rows(&mut self, puzzle: &Puzzle, control: &Control<'_>) -> Result<Option<Counted>, GodError> {
        let Some(Indexed { factor, unused }) = indexed(puzzle, self.request, self.moves) else {
            let half = self.request.max_memory / 2;
            self.say(format!("a perfect index would take more than {half} bytes, half of the memory"));
            return Ok(None);
        };
        if let Some((count, bytes)) = unused {
            self.say(format!("tables of {count} symmetries would take {bytes} bytes, so none are used"));
        }
        let symmetries = &factor.symmetries;
        let rows = factor.index.classes(symmetries);
        // The rest of the index is not needed for counting.
        drop(factor.index);
        let room = self.memory_of_thread(rows.bytes() as u64) / ROOM_SHARE;
        let table = Distances::bytes(rows.len(), rows.width());
        let parts = usize::try_from(table.div_ceil(room.max(1))).unwrap_or(usize::MAX);
        let parts = parts.max(self.least_parts()).min(rows.len());
        let parts =
            self.store.parts(&RowParts::identity(&rows)).map_err(|fault| refused(&fault))?.unwrap_or(parts);
        let space = RowParts::new(&rows, symmetries, parts);
        let table = table.max(rows.size() / 4);
        self.say(format!(
            "an index of at most {} states, two bits each, in {} parts: {table} bytes in the store, {} in memory for each thread",
            rows.size(),
            space.count(),
            space.part_bytes()
        ));
        if symmetries.count() > 1 {
            self.say(format!("{} symmetries of the moves", symmetries.count()));
        }
        if space.part_bytes() > self.memory_of_thread(rows.bytes() as u64) {
            let needed = rows.bytes() as u64
                + PROGRAM
                + ROOM_SHARE * space.part_bytes() * self.request.threads.max(1) as u64;
            let (states, needed) = (rows.size().into(), needed.into());
            return Err(GodError::Memory { states, needed, allowed: self.request.max_memory });
        }
        self.levels(&space, |_| 0, control).map(Some)
    }

    /// The count of whole states.
    fn whole(mut self, puzzle: &Puzzle, control: &Control<'_>) -> Result<Counted, GodError> {
        let goals = &self.request.goals;
        let whole = Whole::new(puzzle, self.request, self.moves)?;
        let states = whole.states();
        let parts = WHOLE_PARTS.max(self.least_parts());
        let identity = whole.parts(goals, self.moves, parts, 0).identity();
        let parts = self.store.parts(&identity).map_err(|fault| refused(&fault))?.unwrap_or(parts);
        let sort_bytes = self.memory_of_thread(0) / ROOM_SHARE;
        let space = whole.parts(goals, self.moves, parts, sort_bytes);
        self.say(format!(
            "whole states of {} bytes in sorted runs, in {parts} parts; {sort_bytes} bytes in memory for each thread to sort them",
            8 * states.words()
        ));
        if let Some(classes) = &whole.classes {
            self.say(format!(
                "one of each class under {} symmetries, inverses among them if they are as far",
                classes.symmetries()
            ));
        }
        let goal_of = |row: &[u64]| {
            let mut state = states.room();
            states.unpack(row, &mut state);
            goals.iter().position(|goal| states.read(goal).as_ref() == Some(&state)).unwrap_or(0)
        };
        self.levels(&space, goal_of, control)
    }

    fn levels(
        &mut self,
        space: &dyn Parts,
        goal_of: impl Fn(&[u64]) -> usize,
        control: &Control<'_>,
    ) -> Result<Counted, GodError> {
        let unit = u64::from(self.moves.unit());
        let depth = self.request.depth.map_or(u64::MAX, |depth| depth / unit);
        let tell = |level: u64, states| control.report(Progress::Level { distance: level * unit, states });
        // Distances are printed in the units of the metric.
        let listener = |progress| control.report(in_units(progress, unit));
        let control = &control.with_progress(&listener);
        let mut search = match PartCount::new(space, self.store, self.request.threads, control) {
            Ok(search) => search,
            Err(Halt::Stopped(reason)) => {
                // Not even the goals are counted.
                let explanation = std::mem::take(&mut self.explanation);
                return Ok(Counted {
                    counts: vec![0],
                    stopped: Some(reason),
                    words: Vec::new(),
                    explanation,
                });
            }
            Err(Halt::Store(fault)) => return Err(refused(&fault)),
        };
        if search.is_resumed() {
            self.say(format!("continued after level {}", (search.counts().len() as u64 - 1) * unit));
        }
        (0..).zip(search.counts()).for_each(|(level, &states)| tell(level, states));
        let stopped = loop {
            if search.counts().len() as u64 > depth {
                break Some(StopReason::Length);
            }
            match search.step(control) {
                Ok(Some((level, states))) => tell(level, states),
                Ok(None) => break None,
                Err(Halt::Stopped(reason)) => break Some(reason),
                Err(Halt::Store(fault)) => return Err(ended(&fault, &search.work(), unit)),
            }
        };
        let most = usize::try_from(depth).unwrap_or(usize::MAX).saturating_add(1);
        let counts = search.counts()[..search.counts().len().min(most)].to_vec();
        let is_whole = stopped.is_none() || stopped == Some(StopReason::Length);
        let mut words = Vec::new();
        if is_whole && counts.len() == search.counts().len() {
            let turn = |m: usize| self.moves.moves()[m].turn.clone();
            let word = |(_, (path, goal)): (Numbers, (Vec<usize>, Numbers))| {
                (goal_of(&goal), path.into_iter().map(turn).collect())
            };
            words = search
                .antipodes(self.request.antipodes)
                .map_err(|fault| refused(&fault))?
                .into_iter()
                .map(word)
                .collect();
        }
        if is_whole {
            self.store.done(stopped.is_none()).map_err(|fault| refused(&fault))?;
        }
        Ok(Counted { counts, stopped, words, explanation: std::mem::take(&mut self.explanation) })
    }
}

/// A report with distances that are multiples of a unit.
fn in_units(progress: Progress, unit: u64) -> Progress {
    match progress {
        Progress::LevelParts { distance, done, total, states, bytes } => {
            Progress::LevelParts { distance: distance * unit, done, total, states, bytes }
        }
        other => other,
    }
}

/// The error of a store.
pub(super) fn refused(fault: &io::Error) -> GodError {
    GodError::Store { text: fault.to_string(), is_full: is_full(fault) }
}

fn is_full(fault: &io::Error) -> bool {
    matches!(
        fault.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
    )
}

/// A store that failed while a level was made. Where there is no room left, this says how much is needed.
fn ended(fault: &io::Error, work: &LevelWork, unit: u64) -> GodError {
    if !is_full(fault) {
        return refused(fault);
    }
    let LevelWork { level, bytes, .. } = *work;
    let more = match work.bytes_left() {
        Some(0) => "little more".to_string(),
        Some(left) => format!("about {left} more"),
        None => "an unknown number more, as no part of it was done".to_string(),
    };
    let text = format!(
        "{fault}; distance {} had written {bytes} bytes and needs {more}; the states within {} are kept",
        level * unit,
        (level - 1) * unit,
    );
    GodError::Store { text, is_full: true }
}
