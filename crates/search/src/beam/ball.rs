//! All states within a number of moves of the solved states, as many as fit, with their distances.
//!
//! Start at [`Ball`]. States are identified by their index, which is a hash. A solution found in the ball is therefore
//! verified before it is used.

use crate::limits::{Control, StopReason};
use crate::reachable::row_set::RowSet;
use crate::space::{MoveId, Space};

/// Indices of states near the goals.
#[derive(Debug)]
pub struct Ball {
    moves: Vec<MoveId>,
    /// In order of distance.
    indices: RowSet,
    /// By distance: the number of states that are nearer.
    starts: Vec<u32>,
    /// The distance up to which no state is missing.
    whole: u32,
}

impl Ball {
    /// The states nearest to the goals by the given moves, whose inverses must be among them; about `most` states.
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
                    // The last level is incomplete; the distances it contains are correct.
                    ball.starts.push(ball.indices.len() as u32);
                    return Ok(ball);
                }
            }
            ball.whole += 1;
            level = next;
        }
        Ok(ball)
    }

    /// The distance in moves of a state with this index, if one is known.
    #[inline]
    pub fn distance(&self, index: u64) -> Option<u32> {
        let number = self.indices.get(&[index])?;
        Some(self.starts.partition_point(|&start| start <= number) as u32 - 1)
    }

    /// The numbers of states at the distances up to which none is missing.
    pub fn levels(&self) -> Vec<u32> {
        let ends = self.starts.windows(2).map(|ends| ends[1] - ends[0]);
        ends.take(self.whole as usize + 1).collect()
    }

    /// A lower bound for the distance from a state with this index to every goal.
    pub fn least(&self, index: u64) -> u32 {
        self.distance(index).unwrap_or(self.least_outside())
    }

    /// A lower bound for the distance from a state outside the ball to every goal.
    pub fn least_outside(&self) -> u32 {
        self.whole + 1
    }

    /// Moves that solve a state, as many as its distance; `None` if it is not in the ball, or if its index belonged to
    /// another state.
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
