//! The positions of a coset found by all sequences that lead into the subgroup.
//!
//! Start at [`by_search`]. A search for the pattern of the subgroup enumerates all sequences of one cost after the other. Each that
//! ends in the subgroup gives the distance of a position, unless a shorter one did. What is left is bounded by moves of the subgroup
//! that follow such sequences.

use super::instance::Coset;
use super::request::{Aim, CosetError, Listed, Method, OnListed, Report};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::state::State;
use permutant_search::ida_star::IdaStar;
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use permutant_search::pruning::PruningTable;
use permutant_search::puzzle_space::PuzzleSpace;
use permutant_search::sequences::Sequences;
use permutant_search::space::MoveId;

/// The mark of an element that no sequence has reached.
const UNREACHED: u8 = u8::MAX;

/// Greatest cost that a mark can name.
const MOST_COST: u32 = UNREACHED as u32 - 1;

/// By element, the least cost of a sequence that was found to lead to it.
struct Marks {
    costs: Vec<u8>,
    left: u64,
}

/// Counts the positions, and lists those whose distance is exact.
pub(super) fn by_search(
    coset: &Coset<'_>,
    control: &Control<'_>,
    mut on_listed: Option<OnListed<'_>>,
) -> Result<Report, CosetError> {
    let (puzzle, request, elements) = (coset.puzzle, coset.request, &coset.elements);
    let goals = [coset.pattern.goal().clone()];
    let space = PuzzleSpace::new(puzzle, &coset.turns, request.metric, &goals)?;
    let space = space.with_symmetry(puzzle, &coset.turns, &goals);
    let sequences = Sequences::new(&space);
    let memory = request.max_memory.saturating_sub(elements.bytes() + elements.count());
    let mut table = PruningTable::new(&space, memory / 2);
    let position = puzzle.solved().after(&coset.position);
    let start = space.pack(puzzle, &coset.pattern.seen(&position), &goals[0])?;
    let limits = Limits {
        max_length: Some(match request.aim {
            Aim::Depth(depth) => depth.min(MOST_COST),
            Aim::Bounds(_) | Aim::Optimal => MOST_COST,
        }),
        max_nodes: match request.aim {
            Aim::Bounds(nodes) => Some(nodes),
            Aim::Depth(_) | Aim::Optimal => None,
        },
        max_memory: memory,
        ..Limits::default()
    };
    let mut marks = Marks { costs: vec![UNREACHED; elements.count() as usize], left: elements.count() };
    let mut counts = vec![0u64];
    let mut ends = Ends::new(&space, &position);
    let mut stopped = None;
    let mut search =
        IdaStar::new(&space, &sequences, &mut table, &start, &limits, *control).with_threads(request.threads);
    while marks.left > 0
        && stopped.is_none()
        && let Some(solution) = search.next()
    {
        let end = ends.after(&solution.moves);
        let Some(number) = elements.candidate(end).filter(|&number| marks.costs[number] == UNREACHED) else {
            continue;
        };
        let is_element = coset
            .points
            .between(puzzle.solved(), end)
            .is_some_and(|change| elements.contains(&coset.points, &change));
        if !is_element {
            continue;
        }
        marks.costs[number] = solution.cost as u8;
        marks.left -= 1;
        let at = solution.cost as usize;
        counts.resize(counts.len().max(at + 1), 0);
        counts[at] += 1;
        if let Some(on_listed) = &mut on_listed {
            let solution_turns: Vec<Turn> =
                solution.moves.iter().flat_map(|&m| space.turns(m).iter().cloned()).collect();
            let listed = Listed { distance: solution.cost.into(), solution: solution_turns };
            if on_listed(listed).is_break() {
                stopped = Some(StopReason::Cancelled);
            }
        }
    }
    // Every cost below this one has been searched.
    let mut known = search.lower_bound() as usize;
    match search.end() {
        None => known += usize::from(marks.left == 0),
        Some(Outcome::LimitReached(StopReason::Length)) => {
            known = counts.len().max(match request.aim {
                Aim::Depth(depth) => depth as usize + 1,
                Aim::Bounds(_) | Aim::Optimal => 0,
            });
        }
        Some(Outcome::LimitReached(reason)) => stopped = Some(*reason),
        Some(Outcome::ProvenNone | Outcome::Found(())) => known = counts.len(),
    }
    counts.resize(counts.len().max(known), 0);
    let within = counts.split_off(known);
    let mut report = Report {
        positions: elements.count(),
        exact: counts,
        within,
        left: marks.left,
        stopped,
        method: Method::Search,
    };
    if matches!(request.aim, Aim::Bounds(_)) && matches!(stopped, None | Some(StopReason::Nodes)) {
        bound(coset, &mut marks, &mut report, control);
    }
    Ok(report)
}

/// Bounds the distances of all positions that are left.
fn bound(coset: &Coset<'_>, marks: &mut Marks, report: &mut Report, control: &Control<'_>) {
    report.stopped = None;
    if marks.left == coset.elements.count()
        && let Some(cost) = (coset.request.solution)().and_then(|length| u32::try_from(length).ok())
        && cost <= MOST_COST
    {
        // The position itself belongs to its coset.
        marks.costs[coset.elements.identity()] = cost as u8;
        marks.left -= 1;
        report.within.resize((cost as usize + 1).saturating_sub(report.exact.len()), 0);
        if let Some(count) = report.within.last_mut() {
            *count += 1;
        }
    }
    if marks.left == coset.elements.count() {
        report.left = marks.left;
        report.stopped = Some(StopReason::Nodes);
        return;
    }
    let mut cost = report.exact.len() as u32;
    while marks.left > 0 && cost <= MOST_COST {
        if let Some(reason) = control.interrupted() {
            report.stopped = Some(reason);
            break;
        }
        let added = marks.spread(coset, cost as u8);
        let at = cost as usize - report.exact.len();
        report.within.resize(report.within.len().max(at + 1), 0);
        report.within[at] += added;
        control.report(Progress::Level { distance: cost.into(), states: report.within[at] });
        cost += 1;
    }
    report.left = marks.left;
}

impl Marks {
    /// Marks what one move makes of elements with marks, at this cost together. How many there are.
    fn spread(&mut self, coset: &Coset<'_>, cost: u8) -> u64 {
        let moves = coset.elements.moves();
        let before = self.left;
        for number in 0..self.costs.len() {
            if self.costs[number] >= cost {
                continue;
            }
            for (m, step) in moves.moves().iter().enumerate() {
                if u32::from(self.costs[number]) + step.cost * moves.unit() == u32::from(cost) {
                    let to = coset.elements.after(number, m);
                    if self.costs[to] == UNREACHED {
                        self.costs[to] = cost;
                        self.left -= 1;
                    }
                }
            }
        }
        before - self.left
    }
}

/// The ends of sequences of moves. Those that follow each other mostly begin alike.
struct Ends<'a> {
    space: &'a PuzzleSpace,
    path: Vec<MoveId>,
    /// The states after none of the moves of the path, after one, after two …
    states: Vec<State>,
}

impl<'a> Ends<'a> {
    fn new(space: &'a PuzzleSpace, start: &State) -> Self {
        Ends { space, path: Vec::new(), states: vec![start.clone()] }
    }

    fn after(&mut self, moves: &[MoveId]) -> &State {
        let same = self.path.iter().zip(moves).take_while(|(a, b)| a == b).count();
        self.path.truncate(same);
        for (at, &m) in moves.iter().enumerate().skip(same) {
            let mut state = self.states[at].clone();
            self.space.turns(m).iter().for_each(|turn| turn.make(&mut state));
            match self.states.get_mut(at + 1) {
                Some(room) => *room = state,
                None => self.states.push(state),
            }
            self.path.push(m);
        }
        &self.states[moves.len()]
    }
}
