//! The steps that lead to the states of a beam.
//!
//! Start at [`Path`].

use crate::space::MoveId;

/// How a state was reached: it is a start, or a step led there, by their numbers.
#[derive(Clone, Copy)]
pub(super) enum Origin {
    Start(u32),
    Step(u32),
}

/// All kept steps, each after an earlier one.
#[derive(Default)]
pub(super) struct Path {
    steps: Vec<(Origin, MoveId)>,
}

impl Path {
    /// Keeps a step after another one or a start.
    pub(super) fn push(&mut self, before: Origin, m: MoveId) -> Origin {
        self.steps.push((before, m));
        Origin::Step(self.steps.len() as u32 - 1)
    }

    /// The number of the start of a path, and its moves.
    pub(super) fn to(&self, mut end: Origin) -> (usize, impl Iterator<Item = MoveId>) {
        let mut moves = Vec::new();
        loop {
            match end {
                Origin::Start(start) => return (start as usize, moves.into_iter().rev()),
                Origin::Step(step) => {
                    let (before, m) = self.steps[step as usize];
                    moves.push(m);
                    end = before;
                }
            }
        }
    }
}
