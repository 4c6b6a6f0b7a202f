//! The search for solutions of one length, by many interleaved searches.
//!
//! Start at [`Worker::step`]. A thread runs several independent searches, its *contexts*, in turn. A step of a context uses the
//! table entries that its previous step prefetched, and prefetches the next ones, so that the memory latencies overlap. The
//! entries that are prefetched together belong to turns of one state:
//!
//! 1. on the normal side, one turn of each face: the half turn if it counts no more than the others, else a quarter turn;
//! 2. for the faces that remain by rule 3 of [`Node`](super::node::Node), the inverse side, where by rule 2 both quarter turns
//!    have one entry;
//! 3. the normal side after the remaining turns.
//!
//! The first step is omitted if only quarter turns remain. All turns of a state share their place in small tables, and one
//! branch covers many entries. One step for each single turn took up to a third longer.

use super::cube_pair::{Machine, Probe};
use super::node::{Node, Step};
use super::table::Table;
use crate::model::move_masks::{QUARTERS, bits, face_of, one_of_each_face};
use crate::model::moves::Move;
use crate::simd::Lanes;
use permutant_search::limits::{Control, StopReason};
use permutant_search::prefetch::prefetch;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Interleaved searches per thread. Each has four to five outstanding look-ups, and a core can wait for some twenty cache lines
/// at once.
pub(super) const CONTEXTS: usize = 8;

/// Searches whose requests to memory are made side by side. While those are on their way, the other searches go on.
const GROUP: usize = 4;

/// What a context waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// No work; the next step takes a job.
    Idle,
    /// Entries of the front after one turn of each face.
    First,
    /// Entries of the back after the quarter turns of each face.
    Backs,
    /// Entries of the front after the other turns.
    Rest,
}

/// A state whose turns are being tried. `node.turns` are those that are not yet known to be bad, and not yet made.
#[derive(Clone, Copy, Debug)]
struct Open<L> {
    node: Node<L>,
    /// The turns after which the front is known, or asked for.
    known: u32,
    /// Bounds of the front after each turn.
    fronts: [u8; Move::COUNT],
    /// Bounds of the back after the quarter turns of each face.
    backs: [u8; 6],
    /// Of the back's corners after those the coset, and then its name.
    corners: [u32; 6],
}

/// One search.
#[derive(Debug)]
struct Context<L> {
    stack: Vec<Open<L>>,
    stage: Stage,
    /// The turns whose entries are asked for, and where these are, in the order of the turns.
    wanted: u32,
    probes: [Probe; Move::COUNT],
    /// `usize::MAX` for none.
    job: usize,
    /// States that the job has come to.
    visited: u64,
}

/// Where a job starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// Its number among all jobs of the length.
    pub(super) number: u32,
    /// The index of its node.
    pub(super) node: u32,
    /// Of the turns of the node, those that belong to the job.
    pub(super) turns: u32,
}

/// The data that the threads share while they search one length.
pub(super) struct Shared<'a, L> {
    pub(super) machine: &'a Machine<'a, L>,
    pub(super) table: Table<'a>,
    /// The starts of the jobs, in the order in which they are taken.
    pub(super) jobs: &'a [Start],
    /// The nodes at which they start.
    pub(super) starts: &'a [Node<L>],
    /// The nodes of each finished job.
    pub(super) visited: &'a [AtomicU64],
    pub(super) next_job: AtomicUsize,
    /// Jobs from this one on no longer matter.
    pub(super) last_job: AtomicUsize,
    /// Whether the first solution is enough.
    pub(super) one: bool,
    /// The steps of each solution after those of its job, with the number of the job.
    pub(super) solutions: Mutex<Vec<(usize, Vec<Step>)>>,
    pub(super) nodes: &'a AtomicU64,
    pub(super) max_nodes: u64,
    pub(super) stop: AtomicBool,
    pub(super) reason: Mutex<Option<StopReason>>,
    pub(super) control: &'a Control<'a>,
    /// Called at intervals by one of the threads.
    pub(super) keep: &'a (dyn Fn() + Sync),
}

/// Rounds between two looks at what others say.
const ROUNDS: u64 = 1 << 9;

/// The part of one thread.
pub(super) struct Worker<'s, 'a, L> {
    shared: &'s Shared<'a, L>,
    nodes: u64,
    last_job: usize,
    /// Whether it is this thread that keeps what is done.
    keeps: bool,
}

/// The turns at the beginning and at the end of a solution, in order, from the steps on both sides.
pub(super) fn ends(steps: &(impl Iterator<Item = Step> + Clone)) -> [Vec<Move>; 2] {
    let on = |side: u8| {
        steps.clone().filter(move |step| step.0 == side).map(|step| Move::ALL[usize::from(step.1)])
    };
    let end: Vec<Move> = on(1).collect();
    [on(0).collect(), crate::model::moves::inverse(&end)]
}

impl<'a, L: Lanes> Shared<'a, L> {
    /// Stops every thread.
    fn halt(&self, reason: StopReason) {
        self.reason.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(reason);
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl<'s, 'a, L: Lanes> Worker<'s, 'a, L> {
    pub(super) fn new(shared: &'s Shared<'a, L>, keeps: bool) -> Self {
        Worker { shared, nodes: 0, last_job: usize::MAX, keeps }
    }

    /// Works until there are no more jobs.
    #[inline(always)]
    pub(super) fn run(mut self, contexts: usize) {
        let mut contexts: Vec<Context<L>> = (0..contexts)
            .map(|_| Context {
                stack: Vec::with_capacity(32),
                stage: Stage::Idle,
                wanted: 0,
                probes: [Probe::default(); Move::COUNT],
                job: usize::MAX,
                visited: 0,
            })
            .collect();
        let mut rounds = 0u64;
        loop {
            let mut busy = false;
            for group in contexts.chunks_mut(GROUP) {
                for context in &mut *group {
                    busy |= self.step(context);
                }
                for context in &mut *group {
                    self.find(context);
                }
                // These come separately: a core looks only some hundred instructions ahead, and each access waits for its address
                // translation. Side by side the waits overlap.
                for context in &*group {
                    for probe in &context.probes[..context.wanted.count_ones() as usize] {
                        prefetch(self.shared.table.bytes(), probe.address);
                    }
                }
            }
            rounds += 1;
            if !busy {
                break;
            }
            if rounds.is_multiple_of(ROUNDS) {
                if self.look() {
                    break;
                }
                for context in contexts.iter_mut().filter(|context| context.job > self.last_job) {
                    context.stack.clear();
                    context.stage = Stage::Idle;
                    context.wanted = 0;
                }
            }
        }
        self.shared.nodes.fetch_add(self.nodes, Ordering::Relaxed);
    }

    /// Tells and hears what is new; whether to stop.
    #[cold]
    fn look(&mut self) -> bool {
        let shared = self.shared;
        let nodes = shared.nodes.fetch_add(self.nodes, Ordering::Relaxed) + self.nodes;
        self.nodes = 0;
        if nodes > shared.max_nodes {
            shared.halt(StopReason::Nodes);
        }
        if let Some(reason) = shared.control.interrupted() {
            shared.halt(reason);
        }
        if self.keeps {
            (shared.keep)();
        }
        self.last_job = shared.last_job.load(Ordering::Relaxed);
        shared.stop.load(Ordering::Relaxed)
    }

    /// One step of a search: uses the entries asked for last, and says which ones come next. False where nothing is left.
    #[inline(always)]
    fn step(&mut self, context: &mut Context<L>) -> bool {
        let Some(open) = context.stack.last_mut() else { return self.descend(context) };
        let Shared { machine, table, .. } = self.shared;
        let (left, backs) = (open.node.left, context.stage == Stage::Backs);
        let mut bad = 0;
        for (turn, probe) in bits(context.wanted).zip(&context.probes) {
            let bound = table.bound(probe.address, probe.slot) as u8;
            let alike = if backs { face_of(turn) & QUARTERS } else { 1 << turn };
            if backs {
                open.backs[turn / 3] = bound;
            } else {
                open.fronts[turn] = bound;
            }
            let fits = bound + machine.cost(turn) <= left;
            bad |= if fits { 0 } else { alike | machine.dominated(turn, bound, left) };
        }
        open.node.turns &= !bad;
        let turns = open.node.turns;
        match context.stage {
            Stage::First if turns & QUARTERS != 0 => self.ask(context, Stage::Backs),
            Stage::First | Stage::Backs if turns & !open.known != 0 => self.ask(context, Stage::Rest),
            _ => return self.descend(context),
        }
        true
    }

    /// Says which entries come next, and counts the states that are looked at.
    #[inline(always)]
    fn ask(&mut self, context: &mut Context<L>, stage: Stage) {
        let Some(open) = context.stack.last_mut() else { return };
        let machine = self.shared.machine;
        let turns = open.node.turns;
        let (wanted, states) = match stage {
            Stage::First => {
                let wanted = machine.first(turns);
                (wanted, wanted)
            }
            Stage::Backs => (one_of_each_face(turns & QUARTERS), turns & QUARTERS & !open.known),
            Stage::Idle | Stage::Rest => (turns & !open.known, turns & !open.known & !QUARTERS),
        };
        if stage == Stage::Backs {
            for turn in bits(wanted) {
                open.corners[turn / 3] = machine.back_coset(&open.node.pair, turn) as u32;
            }
        } else {
            open.known |= wanted;
        }
        (context.stage, context.wanted) = (stage, wanted);
        let states = u64::from(states.count_ones());
        context.visited += states;
        self.nodes += states;
    }

    /// Goes on with the next turn that is good: of this state, of one above, or of another job. False where nothing is left.
    #[inline(always)]
    fn descend(&mut self, context: &mut Context<L>) -> bool {
        loop {
            let Some(open) = context.stack.last_mut() else {
                if self.take(context) {
                    return true;
                }
                context.stage = Stage::Idle;
                context.wanted = 0;
                return false;
            };
            if open.node.turns == 0 {
                context.stack.pop();
                continue;
            }
            let turn = open.node.turns.trailing_zeros() as usize;
            open.node.turns &= open.node.turns - 1;
            // Rule 2: a half turn does not change the coset of the back.
            let (back, corners) = if QUARTERS >> turn & 1 == 0 {
                (open.node.bounds[1], open.node.pair.names[1])
            } else {
                (open.backs[turn / 3], open.corners[turn / 3])
            };
            let child = open.node.child(self.shared.machine, turn, corners, [open.fronts[turn], back]);
            if child.left == 0 {
                self.end(context, &child);
            } else if child.turns != 0 {
                self.open(context, child);
                return true;
            }
        }
    }

    /// Goes on to a state.
    #[inline(always)]
    fn open(&mut self, context: &mut Context<L>, node: Node<L>) {
        self.shared.machine.prefetch_turned(&node.pair);
        let stage = if node.turns & !QUARTERS == 0 { Stage::Backs } else { Stage::First };
        let fronts = [0; Move::COUNT];
        context.stack.push(Open { node, known: 0, fronts, backs: [0; 6], corners: [0; 6] });
        self.ask(context, stage);
    }

    /// Finds the places of the entries that a context wants.
    #[inline(always)]
    fn find(&self, context: &mut Context<L>) {
        let Shared { machine, table, .. } = self.shared;
        let Some(Open { node, corners, .. }) = context.stack.last_mut() else { return };
        let probes = bits(context.wanted).zip(&mut context.probes);
        if context.stage == Stage::Backs {
            for (turn, probe) in probes {
                let name = &mut corners[turn / 3];
                *name = machine.name(*name as usize);
                *probe = machine.probe_back(table, &node.pair, turn, *name);
            }
        } else {
            for (turn, probe) in probes {
                *probe = machine.probe_front(table, &node.pair, turn);
            }
        }
    }

    /// All turns are made.
    #[cold]
    fn end(&mut self, context: &mut Context<L>, child: &Node<L>) {
        if !child.pair.is_solved() {
            return;
        }
        let steps = context.stack[1..].iter().map(|open| open.node.step()).chain([child.step()]).collect();
        let shared = self.shared;
        shared.solutions.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((context.job, steps));
        if shared.one {
            // The first solution is that of the first job that has one, whichever thread is faster.
            shared.last_job.fetch_min(context.job, Ordering::Relaxed);
            self.last_job = self.last_job.min(context.job);
            context.stack.clear();
        }
    }

    /// Takes the next job; false if there is none.
    #[cold]
    fn take(&mut self, context: &mut Context<L>) -> bool {
        if let Some(visited) = self.shared.visited.get(context.job) {
            // A job belongs to a single context.
            visited.store(context.visited, Ordering::Relaxed);
        }
        context.job = usize::MAX;
        let job = self.shared.next_job.fetch_add(1, Ordering::Relaxed);
        let Some(start) = self.shared.jobs.get(job).filter(|_| job < self.last_job) else { return false };
        let mut node = self.shared.starts[start.node as usize];
        node.turns &= start.turns;
        context.job = job;
        context.visited = 0;
        context.stack.clear();
        self.open(context, node);
        true
    }
}
