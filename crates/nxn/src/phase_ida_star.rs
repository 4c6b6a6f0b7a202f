//! Solutions of a phase from many starts, in order of the total length.
//!
//! Start at [`Space`] and [`ways`].

use permutant_search::limits::{Control, StopReason};

/// A phase as coordinates.
pub(crate) trait Space {
    /// A position.
    type At: Copy;

    /// By turns left: the greatest sum of the bounds that the search accepts. There is no limit for more turns than are
    /// listed.
    ///
    /// If each part alone needs nearly as many turns as are left, the same turns seldom solve all of them. Rejecting
    /// such positions loses some solutions and saves most of the work.
    const GREATEST_SUMS: &'static [u8] = &[];

    /// Its turns by number. Each family of turns has three, by one, two and three quarters. The families of the faces
    /// come first, in the order U R F D L B; those of other layers follow in the same order.
    fn turns(&self) -> &[u8];

    /// What a turn counts, which is given by its place among the turns; at least 1.
    fn cost(&self, _turn: usize) -> u8 {
        1
    }

    /// The turns that may end the phase, as bits. A turn that the next phase has too is left to that phase, so that no
    /// solution is found twice.
    fn ends(&self) -> u64;

    /// The position after a turn, which is given by its place among the turns.
    fn after(&self, at: Self::At, turn: usize) -> Self::At;

    /// Lower bounds for the parts of a prepared position; 0 for all of them only at an end.
    fn bounds(&self, at: Self::At) -> [u8; 3];

    /// Prefetches what [`Space::bounds`] reads, and notes its index in the position. Returns false if one of the bounds
    /// is known to be `left` or more.
    fn prepare(&self, at: &mut Self::At, left: u8) -> bool;

    /// The prepared position after a turn; `None` if one of the bounds is known to be `left` or more.
    fn successor(&self, at: Self::At, turn: usize, left: u8) -> Option<Self::At> {
        let mut after = self.after(at, turn);
        self.prepare(&mut after, left).then_some(after)
    }

    /// Whether this many turns may suffice.
    fn may_end(&self, at: Self::At, left: u8) -> bool {
        may_end(self.bounds(at), Self::GREATEST_SUMS, left)
    }

    /// A lower bound on the number of turns.
    fn bound(&self, at: Self::At) -> u8 {
        let (bounds, sums) = (self.bounds(at), Self::GREATEST_SUMS);
        (0..GREATEST).find(|&left| may_end(bounds, sums, left)).unwrap_or(GREATEST)
    }
}

/// Whether a turn may follow another: it turns about another axis, or belongs to a later family about the same axis.
fn may_follow(last: Option<u8>, next: u8) -> bool {
    last.is_none_or(|last| !same_axis(last, next) || last / 3 < next / 3)
}

fn same_axis(turn: u8, other: u8) -> bool {
    turn / 3 % 3 == other / 3 % 3
}

/// Whether a turn may be the last one after another. Of two commuting turns, the first may not be one that the next
/// phase has too.
fn may_end_after(last: Option<u8>, ends: u64, next: u8) -> bool {
    let is_end = |turn: u8| ends >> turn & 1 == 1;
    is_end(next) && last.is_none_or(|last| !same_axis(last, next) || is_end(last))
}

/// See [`Space::GREATEST_SUMS`].
pub(crate) fn greatest_sum(sums: &[u8], left: u8) -> u8 {
    sums.get(usize::from(left)).copied().unwrap_or(u8::MAX)
}

fn may_end(bounds: [u8; 3], sums: &[u8], left: u8) -> bool {
    let most = greatest_sum(sums, left);
    bounds.iter().all(|&bound| bound <= left)
        && bounds.iter().map(|&bound| u16::from(bound)).sum::<u16>() <= u16::from(most)
}

/// A start: the number of turns made before, and the position.
pub(crate) type Start<At> = (u8, At);

/// A solution of a phase.
#[derive(Debug)]
pub(crate) struct Way {
    /// The number of its start.
    pub(crate) start: usize,
    /// Its turns by number.
    pub(crate) turns: Vec<u8>,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    /// The number of solutions.
    pub(crate) ways: usize,
    /// The number of states visited after the first solution.
    pub(crate) nodes: u64,
}

/// States visited between two checks of the caller's flags.
const STATES_PER_LOOK: u64 = 1 << 14;
/// More turns than any phase needs.
const GREATEST: u8 = 40;

/// Solutions from these starts, in order of total length.
///
/// # Errors
///
/// The reason for the stop, if `control` stopped the search before the first solution.
pub(crate) fn ways<S: Space>(
    space: &S,
    starts: &[Start<S::At>],
    most: Most,
    control: &Control<'_>,
) -> Result<Vec<Way>, StopReason> {
    let prepared = |&(used, mut at): &Start<S::At>| {
        space.prepare(&mut at, GREATEST);
        (used, at)
    };
    let starts: Vec<Start<S::At>> = starts.iter().map(prepared).collect();
    let mut open: Vec<(u8, usize)> =
        starts.iter().enumerate().map(|(number, &(used, at))| (used + space.bound(at), number)).collect();
    open.sort_unstable();
    let first = open.first().map_or(0, |&(bound, _)| bound);
    let levels = (0..usize::from(GREATEST)).map(|_| Vec::new()).collect();
    let mut walk = Walk {
        space,
        levels,
        path: Vec::new(),
        start: 0,
        found: Vec::new(),
        most,
        visited: 0,
        stopped: None,
        control,
    };
    'search: for total in first..first.saturating_add(GREATEST) {
        for &(_, number) in open.iter().take_while(|&&(bound, _)| bound <= total) {
            let (used, at) = starts[number];
            let left = total - used;
            if left >= GREATEST {
                continue;
            }
            walk.start = number;
            if !walk.step(at, left, None) {
                break 'search;
            }
        }
    }
    control.visited(walk.visited % STATES_PER_LOOK);
    match walk.stopped {
        Some(reason) if walk.found.is_empty() => Err(reason),
        _ => Ok(walk.found),
    }
}

struct Walk<'a, S: Space> {
    space: &'a S,
    /// By turns left: successors still to be visited, each with the turn that leads to it and what is left after it.
    levels: Vec<Vec<(S::At, u8, u8)>>,
    path: Vec<u8>,
    start: usize,
    found: Vec<Way>,
    most: Most,
    visited: u64,
    stopped: Option<StopReason>,
    control: &'a Control<'a>,
}

impl<S: Space> Walk<'_, S> {
    fn is_over(&self) -> bool {
        self.stopped.is_some()
            || self.found.len() >= self.most.ways
            || self.visited > self.most.nodes && !self.found.is_empty()
    }

    /// Finds all solutions with exactly this many turns, unless a bound excludes them. Returns whether to continue.
    fn step(&mut self, at: S::At, left: u8, last: Option<u8>) -> bool {
        if left == 0 {
            if self.space.bound(at) == 0 {
                self.found.push(Way { start: self.start, turns: self.path.clone() });
            }
            return !self.is_over();
        }
        self.visited += 1;
        if self.visited.is_multiple_of(STATES_PER_LOOK) {
            self.control.visited(STATES_PER_LOOK);
            self.stopped = self.control.interrupted();
            if self.is_over() {
                return false;
            }
        }
        // Prefetches for all successors at once, because the large tables exceed every near cache.
        let space = self.space;
        let ends = space.ends();
        let mut level = std::mem::take(&mut self.levels[usize::from(left)]);
        level.clear();
        for (turn, &number) in space.turns().iter().enumerate() {
            if may_follow(last, number)
                && let Some(rest) = left.checked_sub(space.cost(turn))
                && (rest > 0 || may_end_after(last, ends, number))
                && let Some(after) = space.successor(at, turn, rest + 1)
            {
                level.push((after, number, rest));
            }
        }
        let mut on = true;
        for &(after, number, rest) in &level {
            if space.may_end(after, rest) {
                self.path.push(number);
                on = self.step(after, rest, Some(number));
                self.path.pop();
                if !on {
                    break;
                }
            }
        }
        self.levels[usize::from(left)] = level;
        on
    }
}
