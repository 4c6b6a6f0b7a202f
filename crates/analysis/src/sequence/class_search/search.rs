//! The search, by increasing length: first halves are stored in a table, second halves are enumerated.
//!
//! Start at [`find`].

use super::halves::{FirstHalves, Keys, Meeting};
use super::possible::is_possible;
use super::rows::{Row, Rows, Steps};
use permutant_puzzle::cycle_class::CyclePattern;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::replay::replay;
use permutant_puzzle::transformation::Transformation;
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use permutant_search::puzzle_space::{PuzzleSpace, SpaceError};
use permutant_search::sequences::{Node, Sequences};
use permutant_search::space::{MoveId, Space};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// The object of the search.
#[derive(Clone, Debug)]
pub struct Request {
    /// The required effect of the sequences.
    pub pattern: CyclePattern,
    /// The metric.
    pub metric: Metric,
    /// The turns of the sequences and their inverses; see [`crate::sequence::move_choice::turns`].
    pub turns: Vec<Turn>,
    /// The limits. The caller counts the solutions.
    pub limits: Limits,
}

/// A sequence with the required effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The turns, in order.
    pub turns: Vec<Turn>,
    /// Its length in the metric.
    pub length: u32,
}

/// The reason why there is no search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    /// The moves are not suitable for a search.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// A rule about sequences as a whole.
    #[error(
        "this search cannot respect limits on how often a move may occur; remove them from the definition"
    )]
    Limited,
    /// Signs or twists forbid it.
    #[error("no sequence of these moves has these cycles: signs and twists do not allow it")]
    Impossible,
    /// The referee rejected a sequence: an internal error of this program.
    #[error("internal error: '{0}' was found, but its cycles are different")]
    Refused(String),
}

/// Finds all canonical sequences of moves that match the pattern, in order of length. Of sequences that differ only by exchanging
/// neighbours that commute, one is found. Each is passed to `on_found` until that breaks.
///
/// [`Outcome::Found`] if `on_found` broke; [`Outcome::ProvenNone`] if there are no longer sequences; otherwise the limit. If there are
/// b^n sequences of length n, this length takes time and memory as b^(n/2), as long as `max_memory` has room for the halves, plus the
/// work for the pairs of halves that solved slots leave.
pub fn find(
    puzzle: &Puzzle,
    request: &Request,
    control: &Control<'_>,
    on_found: &mut dyn FnMut(Found) -> ControlFlow<()>,
) -> Result<Outcome<()>, FindError> {
    if !puzzle.definition().restrictions.move_limits.is_empty() {
        return Err(FindError::Limited);
    }
    let goal = std::slice::from_ref(puzzle.solved());
    let space = PuzzleSpace::new(puzzle, &request.turns, &request.metric, goal)?;
    let sequences = Sequences::new(&space);
    let change = |m: MoveId| {
        let turns = space.turns(m).iter();
        turns.fold(Transformation::identity(), |all, turn| all.then(&turn.transformation()))
    };
    let changes: Vec<Transformation> = space.moves().map(change).collect();
    let rows = Rows::new(puzzle, &changes).ok_or(SpaceError::TooLarge("more than 65 000 slots"))?;
    let steps: Vec<Steps> = changes.iter().map(|change| rows.steps(change)).collect();
    if !is_possible(&rows, &steps, &request.pattern) {
        return Err(FindError::Impossible);
    }
    let meeting = Meeting::new(&rows, &request.pattern);
    let mut search = Search {
        puzzle,
        request,
        space: &space,
        sequences: &sequences,
        rows: &rows,
        steps: &steps,
        meeting: &meeting,
        control,
        on_found,
        nodes: 0,
        next_look: 0,
        kept: None,
        stack: Vec::new(),
        affordable: affordable(&space, &sequences, &request.limits),
    };
    let mut ends = Ends::new(&space, &sequences);
    let mut length = request.limits.min_length;
    loop {
        if length > request.limits.max_length.unwrap_or(MOST_LENGTH).min(MOST_LENGTH) {
            return Ok(Outcome::LimitReached(StopReason::Length));
        }
        if !ends.reach(length) {
            return Ok(Outcome::ProvenNone);
        }
        control.report(Progress::Depth { length, nodes: search.nodes });
        match search.length(length) {
            Ok(()) => length += 1,
            Err(End::Enough) => return Ok(Outcome::Found(())),
            Err(End::Stop(reason)) => return Ok(Outcome::LimitReached(reason)),
            Err(End::Fault(fault)) => return Err(fault),
        }
    }
}

/// Number of slots of rows that are computed between two checks of the caller's flags.
const SLOTS_PER_LOOK: u64 = 1 << 18;

/// Longer sequences are not sought: the depth of the walk equals their length.
const MOST_LENGTH: u32 = 1000;

/// The nodes of the automaton in which canonical sequences of each cost end, to detect when there are no longer ones.
struct Ends<'a> {
    space: &'a PuzzleSpace,
    sequences: &'a Sequences,
    dearest: usize,
    by_cost: Vec<HashSet<Node>>,
}

impl<'a> Ends<'a> {
    fn new(space: &'a PuzzleSpace, sequences: &'a Sequences) -> Self {
        let dearest = space.moves().map(|m| space.cost(m) as usize).max().unwrap_or(1);
        Ends { space, sequences, dearest, by_cost: vec![HashSet::from([sequences.start()])] }
    }

    /// Whether there are sequences of this cost or of a greater one.
    fn reach(&mut self, cost: u32) -> bool {
        while self.by_cost.len() <= cost as usize {
            let here = self.by_cost.len();
            let mut ends = HashSet::new();
            for m in self.space.moves() {
                let Some(before) = here.checked_sub(self.space.cost(m) as usize) else { continue };
                ends.extend(self.by_cost[before].iter().filter_map(|&node| self.sequences.after(node, m)));
            }
            self.by_cost.push(ends);
            if !self.any() {
                return false;
            }
        }
        self.any()
    }

    /// Whether there are sequences of one of the last costs, from which greater ones are reached.
    fn any(&self) -> bool {
        self.by_cost.iter().rev().take(self.dearest).any(|ends| !ends.is_empty())
    }
}

/// The reason why a search ends.
enum End {
    /// The caller needs no more.
    Enough,
    Stop(StopReason),
    Fault(FindError),
}

/// First halves that the next length can use again: their cost, the alternative for meeting, the halves.
type Kept = (u32, usize, FirstHalves);

struct Search<'a> {
    puzzle: &'a Puzzle,
    request: &'a Request,
    space: &'a PuzzleSpace,
    sequences: &'a Sequences,
    rows: &'a Rows,
    steps: &'a [Steps],
    meeting: &'a Meeting,
    control: &'a Control<'a>,
    on_found: &'a mut dyn FnMut(Found) -> ControlFlow<()>,
    nodes: u64,
    /// Number of nodes between two checks whether to continue.
    next_look: u64,
    kept: Option<Kept>,
    /// The moves of the walk so far.
    stack: Vec<MoveId>,
    /// The largest cost of first halves.
    affordable: u32,
}

/// The largest cost for which all sequences fit into the memory, and their moves into a number of 64 bits; at least 1.
fn affordable(space: &PuzzleSpace, sequences: &Sequences, limits: &Limits) -> u32 {
    let most = limits.max_memory / FirstHalves::BYTES;
    let digits = u64::BITS / ((space.move_count() as u64 + 1).ilog2() + 1);
    let counts = sequences.counts(space, digits);
    let fitting = counts.iter().take_while(|count| u64::try_from(*count).is_ok_and(|count| count <= most));
    (fitting.count() as u32).saturating_sub(1).max(1)
}

/// The current point of a walk over sequences.
#[derive(Clone, Copy)]
struct Place {
    node: Node,
    /// The remaining cost.
    left: u32,
}

impl<'a> Search<'a> {
    /// All sequences of one length.
    fn length(&mut self, length: u32) -> Result<(), End> {
        let dearest = self.space.moves().map(|m| self.space.cost(m)).max().unwrap_or(1);
        // The first half is the shortest prefix with at least this cost.
        let middle = length.div_ceil(2).min(self.affordable);
        let most = if middle == 0 { 0 } else { (middle + dearest - 1).min(length) };
        for way in 0..self.meeting.ways() {
            let keys = Keys::new(self.rows, self.meeting, way);
            for first in middle..=most {
                let again = self.kept.take().filter(|kept| dearest == 1 && (kept.0, kept.1) == (first, way));
                let halves = match again {
                    Some((_, _, halves)) => halves,
                    None => self.first_halves(first, middle, &keys)?,
                };
                self.second_halves(length - first, &halves, &keys, way)?;
                self.kept = Some((first, way, halves));
            }
        }
        Ok(())
    }

    fn first_halves(&mut self, cost: u32, middle: u32, keys: &Keys) -> Result<FirstHalves, End> {
        let mut entries = Vec::new();
        self.walk(cost, &mut |search, row| {
            // The middle is not reached before its last move.
            if search.stack.last().is_none_or(|&last| cost - search.space.cost(last) < middle) {
                entries.push((keys.of_inverse(row), search.path()));
            }
            Ok(())
        })?;
        Ok(FirstHalves::new(entries))
    }

    fn second_halves(&mut self, cost: u32, halves: &FirstHalves, keys: &Keys, way: usize) -> Result<(), End> {
        let (mut a, mut whole, mut spare, mut kinds) = (Row::new(), Row::new(), Row::new(), Vec::new());
        self.walk(cost, &mut |search, b| {
            for path in halves.with_key(keys.of(b)) {
                search.visit()?;
                let first = search.moves(path);
                a.clone_from(&search.rows.identity());
                for m in &first {
                    search.rows.apply(&a, &search.steps[m.index()], &mut spare);
                    std::mem::swap(&mut a, &mut spare);
                }
                search.rows.product(&a, b, &mut whole);
                let fits = search.meeting.is_first(&whole, way)
                    && search.rows.matches(&whole, &search.request.pattern, &mut kinds);
                if fits {
                    let second = search.stack.clone();
                    search.tell(&first, &second)?;
                }
            }
            Ok(())
        })
    }

    /// Reports a sequence if it is canonical as a whole and can be executed.
    fn tell(&mut self, first: &[MoveId], second: &[MoveId]) -> Result<(), End> {
        let mut node = Some(self.sequences.start());
        let all = || first.iter().chain(second).copied();
        all().for_each(|m| node = node.and_then(|node| self.sequences.after(node, m)));
        if node.is_none() {
            return Ok(());
        }
        let turns: Vec<Turn> = all().flat_map(|m| self.space.turns(m).iter().cloned()).collect();
        let end = replay(self.puzzle, self.puzzle.solved(), &turns, &self.request.metric);
        if end.blocked_at.is_some() {
            return Ok(());
        }
        let whole =
            turns.iter().fold(Transformation::identity(), |all, turn| all.then(&turn.transformation()));
        if !self.request.pattern.matches(&whole, self.puzzle.orbits()) {
            return Err(End::Fault(FindError::Refused(permutant_puzzle::algorithm::write(&turns))));
        }
        let length = all().map(|m| self.space.cost(m)).sum();
        match (self.on_found)(Found { turns, length }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(End::Enough),
        }
    }

    /// The moves of the walk as digits of a number, none of them 0.
    fn path(&self) -> u64 {
        let base = self.space.move_count() as u64 + 1;
        self.stack.iter().fold(0, |path, m| path * base + u64::from(m.0) + 1)
    }

    /// The moves of a path.
    fn moves(&self, mut path: u64) -> Vec<MoveId> {
        let base = self.space.move_count() as u64 + 1;
        let mut moves = Vec::new();
        while path > 0 {
            moves.push(MoveId((path % base - 1) as u16));
            path /= base;
        }
        moves.reverse();
        moves
    }

    /// Counts a node, and checks at intervals whether to continue.
    fn visit(&mut self) -> Result<(), End> {
        self.nodes += 1;
        if self.nodes < self.next_look {
            return Ok(());
        }
        // The cost of a node grows with the number of slots of the puzzle.
        self.next_look = self.nodes + (SLOTS_PER_LOOK / self.rows.slots().max(1) as u64).max(1);
        self.control.interrupted().map_or(Ok(()), |reason| Err(End::Stop(reason)))
    }

    /// All canonical sequences of one cost, depth first in the order of moves, with their effects.
    fn walk(
        &mut self,
        cost: u32,
        leaf: &mut dyn FnMut(&mut Search<'a>, &Row) -> Result<(), End>,
    ) -> Result<(), End> {
        self.stack.clear();
        let start = Place { node: self.sequences.start(), left: cost };
        let mut rows = vec![self.rows.identity()];
        self.step(start, &mut rows, leaf)
    }

    fn step(
        &mut self,
        place: Place,
        rows: &mut Vec<Row>,
        leaf: &mut dyn FnMut(&mut Search<'a>, &Row) -> Result<(), End>,
    ) -> Result<(), End> {
        let depth = self.stack.len();
        self.visit()?;
        if self.request.limits.max_nodes.is_some_and(|most| self.nodes > most) {
            return Err(End::Stop(StopReason::Nodes));
        }
        if place.left == 0 {
            return leaf(self, &rows[depth]);
        }
        if rows.len() == depth + 1 {
            rows.push(Row::new());
        }
        let space = self.space;
        for m in space.moves().filter(|&m| space.cost(m) <= place.left) {
            let Some(node) = self.sequences.after(place.node, m) else { continue };
            let (done, next) = rows.split_at_mut(depth + 1);
            self.rows.apply(&done[depth], &self.steps[m.index()], &mut next[0]);
            self.stack.push(m);
            self.step(Place { node, left: place.left - space.cost(m) }, rows, leaf)?;
            self.stack.pop();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::move_choice;
    use crate::test_puzzles::named;
    use permutant_group::random::below;
    use permutant_puzzle::algorithm;
    use permutant_puzzle::cycle_class::CycleClass;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;
    use std::collections::BTreeSet;

    fn request(puzzle: &Puzzle, moves: &str, metric: &str, pattern: CyclePattern, length: u32) -> Request {
        let names: Vec<String> = moves.split(',').filter(|m| !m.is_empty()).map(str::to_string).collect();
        let metric = Metric::parse(metric).unwrap();
        let turns = move_choice::turns(puzzle, &metric, &names).unwrap();
        let limits = Limits { max_length: Some(length), ..Limits::default() };
        Request { pattern, metric, turns, limits }
    }

    fn all(puzzle: &Puzzle, request: &Request) -> Vec<(u32, String)> {
        let mut found = Vec::new();
        let end = find(puzzle, request, &Control::new(), &mut |one| {
            found.push((one.length, algorithm::write(&one.turns)));
            ControlFlow::Continue(())
        });
        assert!(
            matches!(end, Ok(Outcome::LimitReached(StopReason::Length)) | Err(FindError::Impossible)),
            "{end:?}"
        );
        found
    }

    /// Every canonical sequence up to a cost, tried one by one using only the changes of its turns.
    fn tried(puzzle: &Puzzle, request: &Request) -> BTreeSet<(u32, String)> {
        let goal = std::slice::from_ref(puzzle.solved());
        let space = PuzzleSpace::new(puzzle, &request.turns, &request.metric, goal).unwrap();
        let sequences = Sequences::new(&space);
        let mut found = BTreeSet::new();
        let mut open = vec![(Vec::<Turn>::new(), sequences.start(), 0, Transformation::identity())];
        while let Some((turns, node, cost, change)) = open.pop() {
            if request.pattern.matches(&change, puzzle.orbits()) {
                found.insert((cost, algorithm::write(&turns)));
            }
            for m in space.moves().filter(|&m| cost + space.cost(m) <= request.limits.max_length.unwrap_or(0))
            {
                let Some(node) = sequences.after(node, m) else { continue };
                let more: Vec<Turn> = turns.iter().chain(space.turns(m)).cloned().collect();
                let change =
                    space.turns(m).iter().fold(change.clone(), |all, turn| all.then(&turn.transformation()));
                open.push((more, node, cost + space.cost(m), change));
            }
        }
        found
    }

    fn agrees(puzzle: &Puzzle, request: &Request) -> usize {
        let found = all(puzzle, request);
        assert!(found.is_sorted_by_key(|one| one.0), "in order of length");
        let different: BTreeSet<_> = found.iter().cloned().collect();
        assert_eq!(different.len(), found.len(), "each once");
        let name = puzzle.name();
        let wanted = request.pattern.write(puzzle.orbits());
        assert_eq!(different, tried(puzzle, request), "{name}: {wanted}");
        found.len()
    }

    #[test]
    fn what_is_found_is_what_trying_all_finds() {
        for (name, moves, metric, pattern, length, some) in [
            ("2x2x2", "", "htm", "CORNERS: 2", 5, false),
            ("2x2x2", "", "qtm", "CORNERS: 4", 5, true),
            ("2x2x2", "", "U=1,R=2,F=1", "CORNERS: 4+?", 5, true),
            ("tetraminx", "", "htm", "EDGES: 3", 5, false),
            ("tetraminx", "", "htm", "EDGES: 3, CORNERS: any", 4, true),
            ("pyraminx", "", "htm", "TIPS: any, EDGES: 3+?, CORNERS: 1+?", 3, true),
            ("3x3x3", "U,R", "htm", "EDGES: 3, CORNERS: 2+1 2+2", 4, true),
            ("3x3x3", "", "htm", "CORNERS: 4, EDGES: 4", 3, true),
            ("3x3x3", "", "htm", "nothing", 4, true),
            ("3x3x3", "U2,R2", "htm", "EDGES: 2 2", 6, true),
        ] {
            let puzzle = named(name);
            let Ok(pattern) = CyclePattern::parse(pattern, puzzle.orbits()) else {
                let orbits: Vec<&str> = puzzle.orbits().iter().map(|o| o.name.as_str()).collect();
                panic!("{name} {pattern}: {orbits:?}");
            };
            let count = agrees(&puzzle, &request(&puzzle, moves, metric, pattern, length));
            assert!(!some || count > 0, "{name}");
        }
    }

    #[test]
    fn classes_of_random_sequences_are_found_again() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        for name in ["2x2x2", "tetraminx", "skewb", "pyraminx"] {
            let puzzle = named(name);
            for _ in 0..6 {
                let turns = puzzle.search_turns(&Metric::htm());
                let change = (0..4).fold(Transformation::identity(), |all, _| {
                    all.then(&turns[below(&mut rng, turns.len() as u64) as usize].transformation())
                });
                let pattern = CyclePattern::exactly(&CycleClass::of(&change, puzzle.orbits()));
                let length = if turns.len() > 10 { 3 } else { 4 };
                agrees(&puzzle, &request(&puzzle, "", "htm", pattern, length));
            }
        }
    }

    /// The well-known commutators of eight moves are the shortest pure 3-cycles of corners; the memory may limit the halves.
    #[test]
    fn shortest_three_cycles_of_corners_have_eight_moves() {
        let puzzle = named("3x3x3");
        let pattern = CyclePattern::parse("CORNERS: 3", puzzle.orbits()).unwrap();
        let mut request = request(&puzzle, "", "htm", pattern, 7);
        assert_eq!(all(&puzzle, &request), []);
        request.limits = Limits { min_length: 8, max_length: Some(8), ..Limits::default() };
        let found = all(&puzzle, &request);
        let texts: BTreeSet<&str> = found.iter().map(|one| one.1.as_str()).collect();
        for known in ["R U R' D R U' R' D'", "U R U' L' U R' U' L"] {
            let turns = algorithm::read(&puzzle, known).unwrap();
            let merged = algorithm::write(&algorithm::merge(&puzzle, &turns));
            assert!(
                texts.contains(merged.as_str()) || texts.contains(known),
                "{known}: {} others",
                texts.len()
            );
        }
    }

    #[test]
    fn what_signs_and_twists_forbid_is_refused_at_once() {
        for (name, pattern) in [
            ("3x3x3", "CORNERS: 2"),
            ("3x3x3", "EDGES: 1+1"),
            ("3x3x3", "CORNERS: 1+1"),
            ("3x3x3", "CENTERS: 2 2"),
            ("skewb", "CENTERS: 2"),
        ] {
            let puzzle = named(name);
            let pattern = CyclePattern::parse(pattern, puzzle.orbits()).unwrap();
            let request = request(&puzzle, "", "htm", pattern, 99);
            let end = find(&puzzle, &request, &Control::new(), &mut |_| ControlFlow::Break(()));
            assert_eq!(end, Err(FindError::Impossible));
        }
    }

    #[test]
    fn where_no_sequence_is_longer_the_search_ends() {
        let puzzle = named("3x3x3");
        for (moves, metric, end) in [
            ("U,D", "htm", Outcome::ProvenNone),
            ("U,D", "U=3,D=2", Outcome::ProvenNone),
            ("U2,R2", "htm", Outcome::LimitReached(StopReason::Length)),
        ] {
            let pattern = CyclePattern::parse("EDGES: 3", puzzle.orbits()).unwrap();
            let request = request(&puzzle, moves, metric, pattern, 40);
            let found = find(&puzzle, &request, &Control::new(), &mut |_| ControlFlow::Break(()));
            assert_eq!(found, Ok(end), "{moves} {metric}");
        }
        let pattern = CyclePattern::parse("EDGES: 3", puzzle.orbits()).unwrap();
        let mut request = request(&puzzle, "U,R", "htm", pattern, u32::MAX);
        request.limits.min_length = u32::MAX;
        let found = find(&puzzle, &request, &Control::new(), &mut |_| ControlFlow::Break(()));
        assert_eq!(found, Ok(Outcome::LimitReached(StopReason::Length)));
    }

    #[test]
    fn little_memory_changes_nothing() {
        let puzzle = named("2x2x2");
        let pattern = CyclePattern::parse("CORNERS: 3+?", puzzle.orbits()).unwrap();
        let mut request = request(&puzzle, "", "htm", pattern, 5);
        let much: BTreeSet<_> = all(&puzzle, &request).into_iter().collect();
        request.limits.max_memory = 1;
        assert_eq!(all(&puzzle, &request).into_iter().collect::<BTreeSet<_>>(), much);
    }
}
