//! Limits and outcomes of a search, shared by every solver in the project.
//!
//! Start at [`Limits`] (what the caller allows), [`Control`] (how the caller interrupts a running search and follows
//! its progress) and [`Outcome`] (how the search ended). A search calls [`Control::interrupted`] every few hundred
//! nodes. This module never reads a clock: a time limit is a callback of the caller. The same code therefore runs where
//! there is no clock, and a search limited by nodes is the same on every machine.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The resources that a search may use. The default allows everything, with 1 GiB of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Shortest length (in the search's metric) that counts as a solution.
    pub min_length: u32,
    /// Greatest length that is searched; `None` for no bound.
    pub max_length: Option<u32>,
    /// Greatest number of nodes (visited states) before the search gives up. Deterministic, unlike time.
    pub max_nodes: Option<u64>,
    /// Greatest number of solutions wanted; `None` for all.
    pub max_solutions: Option<u64>,
    /// Whether only solutions of the least possible length are wanted; otherwise longer ones follow, up to
    /// [`max_length`](Self::max_length).
    pub shortest_only: bool,
    /// Bytes that tables and frontiers may take together.
    pub max_memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            min_length: 0,
            max_length: None,
            max_nodes: None,
            max_solutions: None,
            shortest_only: false,
            max_memory: 1 << 30,
        }
    }
}

/// A stage of a long job, reported to [`Control::progress`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Progress {
    /// A table is being built: entries done out of all.
    Table {
        /// The name of the table.
        name: &'static str,
        /// Entries (or levels) done.
        done: u64,
        /// Total number of entries (or levels); 0 if it is not known beforehand.
        total: u64,
    },
    /// A part of the work is in progress: steps done out of all.
    Part {
        /// The name of the part.
        name: &'static str,
        /// Steps done.
        done: u64,
        /// Total number of steps.
        total: u64,
    },
    /// Every solution shorter than `length` is ruled out; that length is now searched.
    Depth {
        /// The length that is now searched.
        length: u32,
        /// Nodes visited so far.
        nodes: u64,
    },
    /// No solution of the whole position costs less. Reported by solvers, not by the searches of which they are made.
    LowerBound {
        /// That cost.
        cost: u32,
    },
    /// The states at a distance are being counted in parts, in two steps that each part takes one after the other.
    LevelParts {
        /// The distance.
        distance: u64,
        /// Steps of parts done.
        done: u64,
        /// Total number of steps: two for each part.
        total: u64,
        /// The number of states found at that distance so far.
        states: u64,
        /// Bytes that were written for it so far.
        bytes: u64,
    },
    /// All states at a distance have been counted.
    Level {
        /// The distance.
        distance: u64,
        /// The number of states at that distance.
        states: u64,
    },
    /// A better solution was found, and the search continues.
    Improved {
        /// Its length.
        length: u32,
        /// Nodes visited so far.
        nodes: u64,
    },
}

/// How a running search asks the caller whether to stop and reports its progress.
///
/// ```
/// use permutant_search::limits::{Control, StopReason};
/// use std::sync::atomic::AtomicBool;
///
/// let cancel = AtomicBool::new(true);
/// let control = Control::new().with_cancel(&cancel);
/// assert_eq!(control.interrupted(), Some(StopReason::Cancelled));
/// ```
#[derive(Clone, Copy, Default)]
pub struct Control<'a> {
    cancel: Option<&'a AtomicBool>,
    time_is_up: Option<&'a (dyn Fn() -> bool + Sync)>,
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    nodes: Option<(&'a AtomicU64, u64)>,
}

impl<'a> Control<'a> {
    /// A control that never interrupts and has no listener.
    pub fn new() -> Self {
        Control::default()
    }

    /// Stops the search soon after this flag becomes true.
    pub fn with_cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Stops the search soon after this callback reports that time is up.
    pub fn with_deadline(mut self, time_is_up: &'a (dyn Fn() -> bool + Sync)) -> Self {
        self.time_is_up = Some(time_is_up);
        self
    }

    /// The same control without a deadline: for a quick first answer, which is better than none.
    pub fn without_deadline(self) -> Self {
        Control { time_is_up: None, ..self }
    }

    /// Reports progress to this callback; each search does so at most a few times per second.
    pub fn with_progress(mut self, listener: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = Some(listener);
        self
    }

    /// The same control without a listener: for a search whose solution is part of what the caller requested.
    pub fn without_progress(self) -> Self {
        Control { progress: None, ..self }
    }

    /// For a solver that runs several searches: the nodes they visit are added to this count. With `most`, they stop
    /// soon after it reaches that number.
    pub fn with_nodes(mut self, count: &'a AtomicU64, most: Option<u64>) -> Self {
        self.nodes = Some((count, most.unwrap_or(u64::MAX)));
        self
    }

    /// Reports visited nodes; every search of a solver that runs several must call it.
    pub fn visited(&self, nodes: u64) {
        if let Some((count, _)) = self.nodes {
            count.fetch_add(nodes, Ordering::Relaxed);
        }
    }

    /// Whether to stop now, and why. Cheap enough to call every few hundred nodes, but not at each node.
    pub fn interrupted(&self) -> Option<StopReason> {
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(StopReason::Cancelled);
        }
        if self.nodes.is_some_and(|(count, most)| count.load(Ordering::Relaxed) >= most) {
            return Some(StopReason::Nodes);
        }
        self.time_is_up.is_some_and(|up| up()).then_some(StopReason::Time)
    }

    /// Reports progress to the listener, if there is one.
    pub fn report(&self, progress: Progress) {
        if let Some(listener) = self.progress {
            listener(progress);
        }
    }
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control")
            .field("cancel", &self.cancel)
            .field("time_is_up", &self.time_is_up.is_some())
            .field("progress", &self.progress.is_some())
            .field("nodes", &self.nodes)
            .finish()
    }
}

/// The limit that ended a search before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum StopReason {
    /// Every length up to [`Limits::max_length`] was searched.
    #[error("the length limit was reached")]
    Length,
    /// [`Limits::max_nodes`] states were visited.
    #[error("the node limit was reached")]
    Nodes,
    /// The caller's deadline passed.
    #[error("the time limit was reached")]
    Time,
    /// [`Limits::max_memory`] would have been exceeded.
    #[error("the memory limit was reached")]
    Memory,
    /// The caller cancelled the search.
    #[error("the search was cancelled")]
    Cancelled,
    /// A replay showed that the solution found does not solve: a fault of the solver, which then returns nothing.
    #[error("internal error: a solution was found that does not solve")]
    Fault,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// An answer.
    Found(T),
    /// There is no answer, and this is proved.
    ProvenNone,
    /// A limit was reached before an answer was found.
    LimitReached(StopReason),
}

impl<T> Outcome<T> {
    /// The answer, if there is one.
    pub fn found(self) -> Option<T> {
        match self {
            Outcome::Found(answer) => Some(answer),
            Outcome::ProvenNone | Outcome::LimitReached(_) => None,
        }
    }

    /// The same outcome with its answer changed.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Found(answer) => Outcome::Found(change(answer)),
            Outcome::ProvenNone => Outcome::ProvenNone,
            Outcome::LimitReached(reason) => Outcome::LimitReached(reason),
        }
    }
}
