//! Solutions, shorter and shorter ones.
//!
//! Start at [`Solver::improve`].

use super::distances::{Distances, Entries};
use super::first_phase::{Coset, FirstPhase, TURNS};
use super::insertion::{Insertion, amounts};
use super::inside;
use super::model::{CORNERS, Move, Position, rotated};
use super::second_phase::SecondPhase;
use super::walk::Walk;
use permutant_search::limits::{Control, Outcome, StopReason};
use permutant_search::table::Memory;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// The greatest length of a first phase. Longer ones take longer than second phases of the same sum.
const MOST_FIRST: u32 = 11;

/// First phases of so many turns are few. There are so many more of a greater length that they only pay with longer second phases, which more of
/// them have.
const FEW_FIRST: u32 = 9;
const LEAST_SECOND: u32 = 11;

/// Turns that are inserted into each first part at most. Eight take a second, and are looked for only in the shortest first parts, of which there
/// are few. Nine take two or three, which are spent where any solution is wanted.
const MOST_INSERTED: usize = 8;
const MOST_IF_SOON: usize = 9;

/// The greatest length of a first part.
const MOST_LENGTH: u32 = 40;

/// After so many positions without a solution, about a second, the search goes on where it finds one soonest.
const SOON: u64 = 1 << 21;

/// The solver with its tables.
#[derive(Debug)]
pub struct Solver {
    first: FirstPhase,
    second: SecondPhase,
}

/// A position as it is solved: about another corner, or backwards.
struct View {
    /// The position with each arrangement of its centres that looks the same.
    positions: Vec<Position>,
    coset: Coset,
    /// By name that a corner has here, the corner.
    corners: [u8; CORNERS],
    is_inverse: bool,
}

impl View {
    /// The turns of the position itself that turns of this one stand for, those about a corner in the order of the layers.
    fn turns(&self, turns: &[Move]) -> Vec<Move> {
        let own = |turn: &Move| Move { corner: self.corners[usize::from(turn.corner)], ..*turn };
        let mut turns: Vec<Move> = if self.is_inverse {
            turns.iter().rev().map(|turn| own(&turn.inverse())).collect()
        } else {
            turns.iter().map(own).collect()
        };
        turns.chunk_by_mut(|one, next| one.corner == next.corner).for_each(<[Move]>::sort);
        turns
    }
}

/// Solutions of a position so far.
struct Best<'b> {
    position: &'b Position,
    /// Solutions must be shorter.
    most: usize,
    has_found: bool,
    /// At most so many turns are inserted.
    inserted: usize,
    /// First parts into which turns were inserted.
    seen: HashSet<Vec<Move>>,
    on_solution: &'b mut dyn FnMut(&[Move]) -> ControlFlow<()>,
}

impl Best<'_> {
    /// Inserts turns into a first part, and hands out the solution if it is shorter.
    fn complete(&mut self, turns: Vec<Move>, control: &Control<'_>) -> ControlFlow<()> {
        if self.seen.contains(&turns) {
            return ControlFlow::Continue(());
        }
        let solution = match self.most.checked_sub(turns.len() + 1) {
            Some(room) => Insertion::new(self.position, &turns).shortest(room.min(self.inserted), control),
            None => None,
        };
        self.seen.insert(turns);
        match solution {
            Some(solution) => {
                (self.most, self.has_found) = (solution.len(), true);
                (self.on_solution)(&solution)
            }
            None => ControlFlow::Continue(()),
        }
    }
}

impl Solver {
    /// With tables as [`super::build_table`] computes them; `None` if their size is another.
    pub fn new(tables: Memory) -> Option<Self> {
        let second = SecondPhase::new(Distances::new(tables)?);
        Some(Solver { first: FirstPhase::new(), second })
    }

    /// Gives solutions, each shorter than the one before and than `most` turns, as long as the control allows and the listener wants them. Nothing is
    /// proven about those that it does not find. Centres with the same number in `looks` look the same, and may be exchanged.
    pub fn improve(
        &self,
        position: &Position,
        looks: &[u16; 12],
        most: usize,
        control: &Control<'_>,
        on_solution: &mut dyn FnMut(&[Move]) -> ControlFlow<()>,
    ) -> Outcome<()> {
        let alike = position.alike(looks);
        let views = self.views(&alike);
        let Some(views) = views.filter(|_| position.is_even() && amounts(position).is_some()) else {
            return Outcome::ProvenNone;
        };
        let (inserted, seen) = (MOST_INSERTED, HashSet::new());
        let mut best = Best { position, most, has_found: false, inserted, seen, on_solution };
        let end = self.by_length(&views, control, &mut best);
        match (end, control.interrupted()) {
            (ControlFlow::Continue(()), _) => Outcome::LimitReached(StopReason::Length),
            (ControlFlow::Break(()), Some(reason)) => Outcome::LimitReached(reason),
            (ControlFlow::Break(()), None) => Outcome::Found(()),
        }
    }

    /// First parts of all lengths, the shortest first.
    fn by_length(&self, views: &[View], control: &Control<'_>, best: &mut Best<'_>) -> ControlFlow<()> {
        let nearest = views.iter().map(|view| self.first.distance(view.coset)).min().unwrap_or(0);
        let mut nodes = 0;
        for length in nearest..MOST_LENGTH {
            for view in views {
                for first in self.first.distance(view.coset)..=length.min(MOST_FIRST) {
                    let second = length - first;
                    if first > FEW_FIRST && second < LEAST_SECOND {
                        continue;
                    }
                    if length as usize >= best.most {
                        return ControlFlow::Continue(());
                    }
                    nodes += self.of_lengths(view, (first, second), control, best)?;
                    if !best.has_found && nodes >= SOON {
                        self.soon(views, length, control, best)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// First parts after short first phases, which are few, until there is a solution.
    fn soon(
        &self,
        views: &[View],
        least: u32,
        control: &Control<'_>,
        best: &mut Best<'_>,
    ) -> ControlFlow<()> {
        best.inserted = MOST_IF_SOON;
        for length in least..MOST_LENGTH {
            for view in views {
                let first = self.first.distance(view.coset) + 1;
                self.of_lengths(view, (first, length.saturating_sub(first)), control, best)?;
                if best.has_found {
                    best.inserted = MOST_INSERTED;
                    return ControlFlow::Continue(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// All first parts whose phases have these lengths. Returns the number of positions that it examined.
    fn of_lengths(
        &self,
        view: &View,
        lengths: (u32, u32),
        control: &Control<'_>,
        best: &mut Best<'_>,
    ) -> ControlFlow<(), u64> {
        let mut on_end = |turns: &[Move]| best.complete(view.turns(turns), control);
        let mut walk = Walk { turns: Vec::new(), nodes: 0, on_end: &mut on_end, control: *control };
        self.search(view, view.coset, lengths, self.second.entries(), &mut walk)?;
        ControlFlow::Continue(walk.nodes)
    }

    /// Positions that look the same about each corner, and their inverses; `None` if there are none, or their edges cannot be arranged so.
    fn views(&self, positions: &[Position]) -> Option<Vec<View>> {
        let views =
            (0..CORNERS as u8).flat_map(|corner| [false, true].map(|is_inverse| (corner, is_inverse)));
        let view = |(corner, is_inverse): (u8, bool)| {
            // A rotation of the tetrahedron that takes the corner to corner 0.
            let about = (0..CORNERS as u8).find(|&about| rotated(about, corner) == 0)?;
            let names = std::array::from_fn(|of| rotated(about, of as u8));
            let mut corners = [0; CORNERS];
            (0..).zip(names).for_each(|(of, name)| corners[usize::from(name)] = of);
            let seen = |position: &Position| {
                if is_inverse { position.inverse().renamed(names) } else { position.renamed(names) }
            };
            let positions: Vec<Position> = positions.iter().map(seen).collect();
            Some(View { coset: self.first.coset(positions.first()?)?, positions, corners, is_inverse })
        };
        views.map(view).collect()
    }

    /// All sequences of so many turns of the first phase, the last of which leads into the subgroup, and so many of the second.
    fn search(
        &self,
        view: &View,
        coset: Coset,
        (first, second): (u32, u32),
        entries: Entries<'_>,
        walk: &mut Walk<'_>,
    ) -> ControlFlow<()> {
        walk.visit()?;
        let last = walk.turns.last().copied();
        let Some(left) = first.checked_sub(1) else {
            // A turn of the second phase at the end belongs to a shorter first phase.
            if last.is_some_and(|last| last.number() < inside::TURNS) {
                return ControlFlow::Continue(());
            }
            return self.second.solve(&view.positions, second, entries, walk);
        };
        for turn in 0..TURNS {
            let made = Move::of(turn);
            if last.is_some_and(|last| !made.may_follow(last)) {
                continue;
            }
            let after = self.first.after(coset, turn);
            if self.first.distance(after) <= left {
                walk.turns.push(made);
                self.search(view, after, (left, second), entries, walk)?;
                walk.turns.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::distances::tests::near;
    use super::super::model::tests::{after, random_turns};
    use super::*;

    const DIFFERENT: [u16; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

    /// The lengths of solutions, until there is one of at most so many turns.
    fn lengths(solver: &Solver, position: &Position, looks: &[u16; 12], enough: usize) -> Vec<usize> {
        let mut lengths = Vec::new();
        let end = solver.improve(position, looks, usize::MAX, &Control::new(), &mut |solution| {
            let end = solution.iter().fold(*position, |position, &turn| position.after(turn));
            let mut shown = end;
            let centres = &mut shown.pairs[super::super::model::Kind::Centres as usize];
            assert!(
                centres
                    .iter()
                    .zip(&DIFFERENT)
                    .all(|(&at, &home)| looks[usize::from(at)] == looks[usize::from(home)])
            );
            *centres = super::super::model::HOME;
            assert_eq!(shown, Position::SOLVED);
            lengths.push(solution.len());
            if solution.len() <= enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(end, Outcome::Found(()));
        lengths
    }

    #[test]
    fn short_sequences_are_undone_by_no_longer_ones() {
        let solver = Solver::new(near(4)).unwrap();
        for seed in 0..12 {
            let turns = random_turns(1 + seed as usize / 2, seed);
            for position in [after(&turns), after(&turns).inverse()] {
                let lengths = lengths(&solver, &position, &DIFFERENT, turns.len());
                assert!(lengths.is_sorted_by(|one, next| one > next), "{lengths:?}");
            }
        }
        assert_eq!(lengths(&solver, &Position::SOLVED, &DIFFERENT, 0), [0]);
    }

    #[test]
    fn centres_that_look_the_same_may_be_exchanged() {
        let solver = Solver::new(near(4)).unwrap();
        let looks = DIFFERENT.map(|centre| centre / 3);
        let turns = random_turns(5, 20);
        let position = after(&turns);
        for exchanged in position.alike(&looks).into_iter().step_by(100) {
            assert!(lengths(&solver, &exchanged, &looks, 5).last() <= Some(&5));
        }
    }

    #[test]
    fn what_turns_cannot_lead_to_has_no_solution() {
        let solver = Solver::new(near(1)).unwrap();
        let exchange = |kind: usize, one: usize, other: usize| {
            let mut position = after(&random_turns(30, 5));
            position.pairs[kind].swap(one, other);
            position
        };
        let mut faces = after(&random_turns(30, 6));
        faces.faces.swap(0, 1);
        // Two wings, two stickers of a corner, two second wings, two centres, two stickers of edges.
        let positions = (0..5).map(|kind| exchange(kind, 0, 1)).chain([faces]);
        for position in positions {
            let end =
                solver.improve(&position, &DIFFERENT, usize::MAX, &Control::new(), &mut |_| unreachable!());
            assert_eq!(end, Outcome::ProvenNone);
        }
    }
}
