//! All states within some moves of solved, as many as fit, with their distances.
//!
//! Start at [`Ball`]. States are known by their index, which is a hash; so a way home is tried before it is believed.

use crate::limits::{Control, StopReason};
use crate::reachable::row_set::RowSet;
use crate::space::{MoveId, Space};

/// Indices of states near the goals.
#[derive(Debug)]
pub struct Ball {
    moves: Vec<MoveId>,
    /// In the order of distances.
    indices: RowSet,
    /// By distance: how many states are nearer.
    starts: Vec<u32>,
    /// Distances up to which no state is missing.
    whole: u32,
}

impl Ball {
    /// The states nearest to the goals by some moves, which must have their inverses among them; about `most` states.
    /// O(most × moves).
    pub fn new<S: Space>(
        space: &S,
        moves: &[MoveId],
        most: usize,
        control: &Control<'_>,
    ) -> Result<Self, StopReason> {
        let (moves, indices) = (moves.to_vec(), RowSet::new(1));
        let mut ball = Ball { moves, indices, starts: vec![0], whole: 0 };
        let mut level: Vec<S::State> = Vec::new();
        for goal in space.goals() {
            if ball.indices.insert(&[space.index(goal)]).1 {
                level.push(goal.clone());
            }
        }
        let mut to = space.goals()[0].clone();
        while !level.is_empty() {
            ball.starts.push(ball.indices.len() as u32);
            let mut next = Vec::new();
            for (number, state) in level.iter().enumerate() {
                if number % 256 == 0
                    && let Some(reason) = control.interrupted()
                {
                    return Err(reason);
                }
                for &m in &ball.moves {
                    if space.apply(m, state, &mut to) && ball.indices.insert(&[space.index(&to)]).1 {
                        next.push(to.clone());
                    }
                }
                if ball.indices.len() > most {
                    // The last level is not whole; the distances that are there are right.
                    ball.starts.push(ball.indices.len() as u32);
                    return Ok(ball);
                }
            }
            ball.whole += 1;
            level = next;
        }
        Ok(ball)
    }

    /// The distance in moves of a state of this index, if one is known.
    #[inline]
    pub fn distance(&self, index: u64) -> Option<u32> {
        let number = self.indices.get(&[index])?;
        Some(self.starts.partition_point(|&start| start <= number) as u32 - 1)
    }

    /// A state of this index is at least so far from every goal.
    pub fn least(&self, index: u64) -> u32 {
        self.distance(index).unwrap_or(self.least_outside())
    }

    /// A state that is not in the ball is at least so far from every goal.
    pub fn least_outside(&self) -> u32 {
        self.whole + 1
    }

    /// Moves that solve a state, one for each step of its distance; `None` if it is not near, or its index was another
    /// state's.
    pub fn way_home<S: Space>(&self, space: &S, state: &S::State) -> Option<Vec<MoveId>> {
        let (mut state, mut to) = (state.clone(), state.clone());
        let mut way = Vec::new();
        for left in (0..self.distance(space.index(&state))?).rev() {
            let nearer = self.moves.iter().copied().find(|&m| {
                space.apply(m, &state, &mut to) && self.distance(space.index(&to)) == Some(left)
            })?;
            space.apply(nearer, &state, &mut to);
            std::mem::swap(&mut state, &mut to);
            way.push(nearer);
        }
        space.is_goal(&state).then_some(way)
    }
}
