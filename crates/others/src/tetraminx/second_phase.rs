//! The second phase: everything but wings and corners, by turns of inner layers and of the middle layer of corner 0.
//!
//! Start at [`SecondPhase::solve`], which finds all sequences of a length. Both tables of distances bound the length of what is left.

use super::distances::{Distances, Entries};
use super::inside::{Coordinates, Inside, TURNS, rank_of_centres, turns};
use super::model::{HOME, Kind, Move, Position, composed};
use super::walk::Walk;
use std::ops::ControlFlow;

/// The tables of the phase.
#[derive(Debug)]
pub(super) struct SecondPhase {
    coordinates: Coordinates,
    distances: Distances,
    turns: [Move; TURNS],
}

impl SecondPhase {
    pub(super) fn new(distances: Distances) -> Self {
        SecondPhase { coordinates: Coordinates::new(), distances, turns: turns() }
    }

    /// The entries of its tables, for its searches.
    pub(super) fn entries(&self) -> Entries<'_> {
        self.distances.entries()
    }

    /// Finds all sequences of so many turns that solve one of some positions, which differ in their centres only, after the turns of the walk, which
    /// lead into the subgroup.
    pub(super) fn solve(
        &self,
        positions: &[Position],
        left: u32,
        entries: Entries<'_>,
        walk: &mut Walk<'_>,
    ) -> ControlFlow<()> {
        let after = |centres, turn: &Move| composed(&centres, Kind::Centres.sources(*turn));
        let turned = walk.turns.iter().fold(HOME, after);
        for position in positions {
            walk.visit()?;
            let centres = composed(position.of(Kind::Centres), &turned);
            if entries.of_centres(rank_of_centres(&centres)) > left {
                continue;
            }
            let position = walk.turns.iter().fold(*position, |position, &turn| position.after(turn));
            if let Some(inside) = self.coordinates.inside(&position)
                && entries.of_rest(&inside) <= left
            {
                self.search(&inside, left, entries, walk)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The same from a position in the subgroup.
    fn search(&self, from: &Inside, left: u32, entries: Entries<'_>, walk: &mut Walk<'_>) -> ControlFlow<()> {
        walk.visit()?;
        let Some(left) = left.checked_sub(1) else { return (walk.on_end)(&walk.turns) };
        let before = walk.turns.last().copied();
        // All look-ups begin before the first is used, so that they wait for memory together.
        let rests: [Inside; TURNS] = std::array::from_fn(|turn| self.coordinates.rest_after(from, turn));
        rests.iter().for_each(|rest| entries.prefetch_rest(rest));
        let mut kept = [(*from, 0, 0); TURNS];
        let mut count = 0;
        for (turn, (&made, after)) in self.turns.iter().zip(rests).enumerate() {
            if before.is_some_and(|before| !made.may_follow(before)) {
                continue;
            }
            if entries.of_rest(&after) <= left {
                self.coordinates.prefetch(&after);
                let centres = self.coordinates.centres_after(&from.centres, turn);
                let rank = rank_of_centres(&centres);
                entries.prefetch_centres(rank);
                kept[count] = (Inside { centres, ..after }, rank, turn);
                count += 1;
            }
        }
        for (after, rank, turn) in &kept[..count] {
            if entries.of_centres(*rank) <= left {
                walk.turns.push(self.turns[*turn]);
                self.search(after, left, entries, walk)?;
                walk.turns.pop();
            }
        }
        ControlFlow::Continue(())
    }
}
