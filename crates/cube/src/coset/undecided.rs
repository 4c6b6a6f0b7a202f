//! Distances of the positions that no level of a coset and no search in two phases decides.

use super::solver::{LEAST_WITHIN, LEAST_WITHIN_QUARTERS, Report};
use crate::h48::H48Solver;
use crate::model::moves::Metric;
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use std::ops::ControlFlow;

impl Report {
    /// Finds the distances of the [undecided](Report::undecided) positions of an [`Aim::Optimal`](super::Aim::Optimal), none of which
    /// is nearer than [`Report::longest`], and makes the report exact. `solver` counts the turns in which the coset was counted.
    ///
    /// A position takes minutes if it has no solution of that length. The greatest distance of all, 20 half turns or 26 quarter turns,
    /// is not searched: a position that is not nearer is there.
    pub fn decide(&mut self, solver: &H48Solver, control: &Control<'_>) {
        let level = self.longest();
        let farthest = match solver.metric() {
            Metric::QuarterTurn => LEAST_WITHIN_QUARTERS,
            _ => LEAST_WITHIN,
        };
        let limits = Limits {
            min_length: level,
            max_length: Some(farthest - 1),
            max_solutions: Some(1),
            ..Limits::default()
        };
        let total = self.undecided.len() as u64;
        let mut farther = vec![0; farthest.saturating_sub(level) as usize];
        let mut left = Vec::new();
        for (done, cube) in self.undecided.drain(..).enumerate() {
            control.report(Progress::Part { name: "optimally", done: done as u64, total });
            let mut distance = farthest;
            let outcome = match self.stopped {
                Some(reason) => Outcome::LimitReached(reason),
                None => solver.solve(&cube, &limits, &control.without_progress(), |solution| {
                    distance = solution.length();
                    ControlFlow::Break(())
                }),
            };
            match outcome {
                Outcome::Found(()) | Outcome::LimitReached(StopReason::Length) if distance <= level => {
                    (self.singly, self.left) = (self.singly + 1, self.left - 1);
                }
                Outcome::Found(()) | Outcome::LimitReached(StopReason::Length) => {
                    farther[(distance - level - 1) as usize] += 1;
                    left.push(cube);
                }
                Outcome::LimitReached(reason) => {
                    self.stopped = Some(reason);
                    left.push(cube);
                }
                Outcome::ProvenNone => left.push(cube),
            }
        }
        let decided = farther.iter().sum::<u64>();
        if self.left == decided {
            self.complete();
            self.left = 0;
            while farther.pop_if(|count| *count == 0).is_some() {}
            self.exact.extend(farther);
        } else {
            self.undecided = left;
        }
    }
}
