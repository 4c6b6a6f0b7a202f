//! The search for solutions of one length, by many searches at once.
//!
//! Start at [`Worker::step`]. A thread has several independent searches, its *contexts*, and goes round: each gets one
//! step, which uses the look-up that the step before has asked memory for, and asks for the next one. So the waits for
//! memory overlap. A node is turned at either end of the sequence, whichever allows fewer turns:
//!
//! 1. *Ends.* With X the cube and Y its inverse, X · m or m⁻¹ · X is again a cube with one turn less to make. The front
//!    of a node is the side that is turned.
//! 2. *Half turns.* The table does not tell Y from h · Y where h is a half turn. So where the bound of Y leaves no turn to
//!    spare, X · h is no good, and otherwise its back needs no look-up.
//! 3. *Faces.* Turns of one face differ by a turn of it; where the bound of X · m is two turns too many, the others are
//!    no good either. In quarter turns, where a half turn counts two, it has to be three; and where a quarter turn is no
//!    good, the half turn, one more and at most one nearer, is none.
//! 4. *Order.* Of sequences that differ in the order of turns of opposite faces one is walked, on both ends.
//!
//! The method is that of S. Tronto's H48 and C. Shuang's cube48opt, with T. Rokicki's rule of the tight bound.

use super::lanes::Lanes;
use super::state::{Machine, Pair, Probe};
use super::table::Table;
use crate::moves::Move;
use crate::two_phase::{NO_FACE, SUCCESSORS};
use permutant_search::limits::{Control, StopReason};
use permutant_search::prefetch::prefetch;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Searches that a thread has under way: about as many waits for memory as a core has at once. A random byte of a gigabyte
/// takes 54 ns with 8 under way, 25 with 12, 17 with 16, and no less with 32.
pub(super) const CONTEXTS: usize = 16;

/// Searches whose requests to memory are made side by side. While those are on their way, the other searches go on: a
/// tenth faster than all sixteen at once.
const GROUP: usize = 8;

/// Turns that may precede a turn of each face; the last entry is for the end. See [`SUCCESSORS`].
const PREDECESSORS: [u32; 7] = {
    let mut masks = [(1 << Move::COUNT) - 1; 7];
    let mut face = 0;
    while face < 6 {
        masks[face] &= !(0b111 << (3 * face));
        if face < 3 {
            masks[face] &= !(0b111 << (3 * (face + 3)));
        }
        face += 1;
    }
    masks
};

/// What is added to a face where a turn of the opposite one may follow on either side, see [`Node::in_any_order`].
const ANY_ORDER: u8 = 7;

/// Turns that may be made next on each side: 0 is the cube, which grows the sequence from its beginning, 1 the inverse,
/// which grows it from its end. From [`ANY_ORDER`] on, all but those of the face.
const NEXT: [[u32; 13]; 2] = {
    let mut next = [[0; 13]; 2];
    let mut face = 0;
    while face < 7 {
        next[0][face] = SUCCESSORS[face];
        next[1][face] = PREDECESSORS[face];
        if face < 6 {
            let others = SUCCESSORS[NO_FACE] & !(0b111 << (3 * face));
            next[0][face + ANY_ORDER as usize] = others;
            next[1][face + ANY_ORDER as usize] = others;
        }
        face += 1;
    }
    next
};

/// The quarter turns.
const QUARTERS: u32 = {
    let mut mask = 0;
    let mut turn = 0;
    while turn < Move::COUNT {
        if Move::ALL[turn].quarters() != 2 {
            mask |= 1 << turn;
        }
        turn += 1;
    }
    mask
};

/// A turn on one side.
pub(super) type Step = (u8, u8);

/// A state on the way, and which turns of its front are still to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<L> {
    pair: Pair<L>,
    /// Turns to try.
    turns: u32,
    /// Turns left to make.
    left: u8,
    /// Bounds of the front and of the back.
    bounds: [u8; 2],
    /// Face turned last on each side, 0 the cube and 1 the inverse; [`NO_FACE`] for none.
    last: [u8; 2],
    /// The side that is the front.
    side: u8,
    /// How this state came about.
    step: Step,
}

impl<L: Lanes> Node<L> {
    /// A state with the turns to try, at the end that has fewer of them. `dear` are the turns that count twice.
    #[inline(always)]
    fn new(dear: u32, pair: Pair<L>, left: u8, bounds: [u8; 2], last: [u8; 2], side: u8, step: Step) -> Self {
        let other = side ^ 1;
        let mut front = NEXT[usize::from(side)][usize::from(last[usize::from(side)])];
        let mut back = NEXT[usize::from(other)][usize::from(last[usize::from(other)])];
        if left == 1 {
            // The last turn lies between both ends.
            front &= back;
            back = front;
        }
        // What a half turn counts, less one.
        let more = u8::from(dear != 0);
        if left == 1 + more {
            // So does a last half turn, where it counts two.
            let both = front & back;
            front &= both | !dear;
            back &= both | !dear;
        }
        if bounds[1] + more >= left {
            front &= QUARTERS;
        }
        if bounds[0] + more >= left {
            back &= QUARTERS;
        }
        let (few, many) = (back.count_ones(), front.count_ones());
        // Where both have as many, the side that is farther fails sooner.
        if few < many || (few == many && bounds[1] > bounds[0]) {
            let bounds = [bounds[1], bounds[0]];
            Node { pair: pair.swap(), turns: back, left, bounds, last, side: other, step }
        } else {
            Node { pair, turns: front, left, bounds, last, side, step }
        }
    }

    /// A cube with no turn made yet.
    pub(super) fn first(dear: u32, pair: Pair<L>, left: u8, bounds: [u8; 2]) -> Self {
        Node::new(dear, pair, left, bounds, [NO_FACE as u8; 2], 0, (0, 0))
    }

    /// How this state came about.
    pub(super) fn step(&self) -> Step {
        self.step
    }

    /// The same state with another number of turns left to make; `None` if a bound forbids it.
    pub(super) fn with_left(&self, dear: u32, left: u8) -> Option<Self> {
        let possible = self.bounds[0].max(self.bounds[1]) <= left;
        possible.then(|| Node::new(dear, self.pair, left, self.bounds, self.last, self.side, self.step))
    }

    /// The same state, after some turns, where of opposite faces either may be turned first.
    pub(super) fn in_any_order(&self, dear: u32, steps: &[Step]) -> Self {
        let mut last = self.last;
        for (side, last) in last.iter_mut().enumerate() {
            let mut faces =
                steps.iter().rev().filter(|step| usize::from(step.0) == side).map(|step| step.1 / 3);
            if let Some(face) = faces.next()
                && faces.next().is_none_or(|before| before % 3 != face % 3)
            {
                *last = face + ANY_ORDER;
            }
        }
        Node::new(dear, self.pair, self.left, self.bounds, last, self.side, self.step)
    }

    /// The states after each turn to try that no bound forbids.
    pub(super) fn children(&self, machine: &Machine<'_, L>, table: &Table<'_>) -> Vec<Self> {
        let after = crate::two_phase::bits(self.turns).map(|turn| {
            let pair = Pair {
                corners: machine.turn_corners(self.pair.corners, turn),
                front: machine.turn_front(self.pair.front, turn),
                back: machine.turn_back(self.pair.back, turn),
            };
            (turn, pair, Shared::bounds(machine, table, &pair))
        });
        let possible =
            after.filter(|(turn, _, bounds)| bounds[0].max(bounds[1]) + machine.cost(*turn) <= self.left);
        possible.map(|(turn, pair, bounds)| after_turn(machine, self, pair, turn, bounds)).collect()
    }
}

/// What a context waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing: a job comes next.
    Idle,
    /// The look-up of the front after a turn.
    Front,
    /// That of the back.
    Back,
}

/// One search.
#[derive(Debug)]
struct Context<L> {
    stack: Vec<Node<L>>,
    stage: Stage,
    /// What is looked up: corners and edges, then the place in the table.
    coset: u32,
    edges: L,
    probe: Probe,
    /// The state that is looked up.
    child: Pair<L>,
    turn: usize,
    /// Bound of its front.
    bound: u8,
    /// `usize::MAX` for none.
    job: usize,
    /// States that the job has come to.
    visited: u64,
}

/// Everything that the threads share while they search one length.
pub(super) struct Shared<'a, L> {
    pub(super) machine: &'a Machine<'a, L>,
    pub(super) table: Table<'a>,
    /// The states to begin with, in the order in which they are taken.
    pub(super) jobs: &'a [Node<L>],
    /// States that each job has come to, once it is done.
    pub(super) visited: &'a [AtomicU64],
    pub(super) next_job: AtomicUsize,
    /// Jobs from this one on do not matter any more.
    pub(super) last_job: AtomicUsize,
    /// Whether the first solution is enough.
    pub(super) one: bool,
    /// The steps of each after those of its job, with the number of the job.
    pub(super) solutions: Mutex<Vec<(usize, Vec<Step>)>>,
    pub(super) nodes: &'a AtomicU64,
    pub(super) max_nodes: u64,
    pub(super) stop: AtomicBool,
    pub(super) reason: Mutex<Option<StopReason>>,
    pub(super) control: &'a Control<'a>,
    /// Called now and then by one of the threads.
    pub(super) keep: &'a (dyn Fn() + Sync),
}

/// Rounds between two looks at what others say.
const ROUNDS: u64 = 1 << 10;

/// One thread's part.
pub(super) struct Worker<'s, 'a, L> {
    shared: &'s Shared<'a, L>,
    nodes: u64,
    last_job: usize,
    /// Whether it is this thread that keeps what is done.
    keeps: bool,
}

/// The turns at the beginning and at the end of a sequence, in order, from the steps on both sides.
pub(super) fn ends(steps: &(impl Iterator<Item = Step> + Clone)) -> [Vec<Move>; 2] {
    let on = |side: u8| {
        steps.clone().filter(move |step| step.0 == side).map(|step| Move::ALL[usize::from(step.1)])
    };
    let end: Vec<Move> = on(1).collect();
    [on(0).collect(), crate::moves::inverse(&end)]
}

impl<'a, L: Lanes> Shared<'a, L> {
    /// Bounds of both sides of a pair, looked up at once.
    pub(super) fn bounds(machine: &Machine<'_, L>, table: &Table<'_>, pair: &Pair<L>) -> [u8; 2] {
        let bound = |pair: &Pair<L>| {
            let probe = machine.probe(table, machine.coset(pair.corners.low()), pair.front);
            table.bound(probe.address, probe.slot) as u8
        };
        [bound(pair), bound(&pair.swap())]
    }

    /// Stops every thread.
    fn halt(&self, reason: StopReason) {
        self.reason.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(reason);
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A child of a node.
#[inline(always)]
fn after_turn<L: Lanes>(
    machine: &Machine<'_, L>,
    node: &Node<L>,
    pair: Pair<L>,
    turn: usize,
    bounds: [u8; 2],
) -> Node<L> {
    let mut last = node.last;
    last[usize::from(node.side & 1)] = (turn / 3) as u8;
    let left = node.left - machine.cost(turn);
    Node::new(machine.dear, pair, left, bounds, last, node.side, (node.side, turn as u8))
}

impl<'s, 'a, L: Lanes> Worker<'s, 'a, L> {
    pub(super) fn new(shared: &'s Shared<'a, L>, keeps: bool) -> Self {
        Worker { shared, nodes: 0, last_job: usize::MAX, keeps }
    }

    /// Works until there are no more jobs.
    #[inline(always)]
    pub(super) fn run(mut self, contexts: usize) {
        let Some(empty) = self.shared.jobs.first() else { return };
        let mut contexts: Vec<Context<L>> = (0..contexts)
            .map(|_| Context {
                stack: Vec::with_capacity(32),
                stage: Stage::Idle,
                coset: 0,
                edges: empty.pair.front,
                probe: Probe::default(),
                child: empty.pair,
                turn: 0,
                bound: 0,
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
                // Without branches, so that these chains of small look-ups overlap too.
                for context in &mut *group {
                    context.probe =
                        self.shared.machine.probe(&self.shared.table, context.coset, context.edges);
                }
                // By themselves: a core looks only some hundred instructions ahead, and each of these waits for the address
                // to be translated. Side by side the waits overlap.
                for context in &*group {
                    prefetch(self.shared.table.bytes(), context.probe.address);
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

    /// One step of a search: uses the look-up asked for last, and asks for another. False where nothing is left.
    #[inline(always)]
    fn step(&mut self, context: &mut Context<L>) -> bool {
        let Shared { machine, table, .. } = self.shared;
        match context.stage {
            Stage::Idle => {
                if !self.take(context) {
                    return false;
                }
            }
            Stage::Front => {
                let bound = table.bound(context.probe.address, context.probe.slot) as u8;
                let top = context.stack.len() - 1;
                let node = &mut context.stack[top];
                if bound + machine.cost(context.turn) <= node.left {
                    context.bound = bound;
                    context.child.back = machine.turn_back(node.pair.back, context.turn);
                    if QUARTERS >> context.turn & 1 == 1 {
                        context.coset = machine.coset(context.child.corners.swap().low());
                        context.edges = context.child.back;
                        context.stage = Stage::Back;
                        return true;
                    }
                    // Rule 2: a half turn leaves the back where it is.
                    let bounds = [bound, node.bounds[1]];
                    self.open(context, bounds);
                } else {
                    node.turns &= !machine.no_better(context.turn, bound, node.left);
                }
            }
            Stage::Back => {
                let bound = table.bound(context.probe.address, context.probe.slot) as u8;
                let top = context.stack.len() - 1;
                let node = &mut context.stack[top];
                if bound + machine.cost(context.turn) <= node.left {
                    let bounds = [context.bound, bound];
                    self.open(context, bounds);
                } else {
                    node.turns &= !machine.no_better(context.turn, bound, node.left);
                }
            }
        }
        // The next turn: of this node, of one above, or of another job.
        loop {
            let Some(node) = context.stack.last_mut() else {
                if self.take(context) {
                    continue;
                }
                context.stage = Stage::Idle;
                return false;
            };
            if node.turns == 0 {
                context.stack.pop();
                continue;
            }
            let turn = node.turns.trailing_zeros() as usize;
            node.turns &= node.turns - 1;
            context.turn = turn;
            context.child.corners = machine.turn_corners(node.pair.corners, turn);
            context.child.front = machine.turn_front(node.pair.front, turn);
            context.coset = machine.coset(context.child.corners.low());
            context.edges = context.child.front;
            context.stage = Stage::Front;
            context.visited += 1;
            self.nodes += 1;
            return true;
        }
    }

    /// Goes on to the state that was looked up.
    #[inline(always)]
    fn open(&mut self, context: &mut Context<L>, bounds: [u8; 2]) {
        let Some(node) = context.stack.last() else { return };
        let child = after_turn(self.shared.machine, node, context.child, context.turn, bounds);
        if child.left == 0 {
            self.end(context, &child);
        } else {
            context.stack.push(child);
        }
    }

    /// All turns are made.
    #[cold]
    fn end(&mut self, context: &mut Context<L>, child: &Node<L>) {
        if !child.pair.is_solved() {
            return;
        }
        let steps = context.stack[1..].iter().map(|node| node.step).chain([child.step]).collect();
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
            // A job is one context's.
            visited.store(context.visited, Ordering::Relaxed);
        }
        context.job = usize::MAX;
        let job = self.shared.next_job.fetch_add(1, Ordering::Relaxed);
        let Some(begin) = self.shared.jobs.get(job).filter(|_| job < self.last_job) else { return false };
        context.job = job;
        context.visited = 0;
        context.stack.clear();
        context.stack.push(*begin);
        true
    }
}
