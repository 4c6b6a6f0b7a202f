//! The moves of a count: their effects, their costs, and how their tables follow from one another.
//!
//! Start at [`MoveSet::new`]. Turns without effect are omitted, and so are turns that are no cheaper than repeating the
//! same base turn (a half turn in quarter turns). This changes no distance and leaves most metrics with moves of equal
//! cost. Costs are divided by their greatest common divisor.

use num_integer::gcd;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::transformation::Transformation;
use std::collections::HashMap;

/// Greatest number of moves in a set.
pub const MAX_MOVES: usize = 4096;

/// A move.
#[derive(Clone, Debug)]
pub struct Move {
    /// The turn of the puzzle.
    pub turn: Turn,
    /// The effect of the turn.
    pub change: Transformation,
    /// The cost, in units of [`MoveSet::unit`].
    pub cost: u32,
    /// The number of the move that undoes it.
    pub inverse: usize,
}

/// How the table of a move is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Making {
    /// From the effect of the move.
    Direct,
    /// By inverting the table of an earlier move.
    Inverse(usize),
    /// By composing two earlier moves.
    Product(usize, usize),
}

/// The moves of a count.
#[derive(Clone, Debug)]
pub struct MoveSet {
    moves: Vec<Move>,
    making: Vec<Making>,
    unit: u32,
}

/// Why turns cannot be used as moves of a count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// A move costs nothing.
    #[error("the move {0} costs nothing in the metric {1}; every move has to cost at least 1")]
    Free(String, String),
    /// The metric gives a move no cost of its own.
    #[error(
        "distances need a metric that counts move by move, and {0} does not; use another metric, such as htm"
    )]
    Together(String),
    /// There are too many moves.
    #[error("{0} moves; at most {MAX_MOVES} can be counted with")]
    TooMany(usize),
}

impl MoveSet {
    /// The moves given by `turns` and their inverses. O(turns² × slots).
    pub fn new(puzzle: &Puzzle, turns: &[Turn], metric: &Metric) -> Result<Self, MoveError> {
        if !metric.counts_turn_by_turn() {
            return Err(MoveError::Together(metric.name().to_string()));
        }
        let mut given: Vec<(Turn, Transformation, u32)> = Vec::new();
        for turn in turns.iter().flat_map(|turn| [turn.clone(), turn.inverse()]) {
            let change = turn.transformation();
            if change.is_identity() || given.iter().any(|(known, _, _)| *known == turn) {
                continue;
            }
            let cost = metric.cost(&turn);
            if cost == 0 {
                return Err(MoveError::Free(turn.to_string(), metric.name().to_string()));
            }
            given.push((turn, change, cost));
            if given.len() > MAX_MOVES {
                return Err(MoveError::TooMany(2 * turns.len()));
            }
        }
        if !puzzle.is_restricted() {
            drop_redundant(&mut given);
        }
        // Of two turns with the same effect, the cheaper one.
        let mut cheapest: HashMap<Transformation, usize> = HashMap::new();
        for (at, (turn, change, cost)) in given.iter().enumerate() {
            let _ = turn;
            let best = cheapest.entry(change.clone()).or_insert(at);
            if *cost < given[*best].2 {
                *best = at;
            }
        }
        // If moves may be impossible, two turns with the same effect may still differ in when they are possible.
        let keep = |at: &usize| puzzle.is_restricted() || cheapest[&given[*at].1] == *at;
        let kept: Vec<usize> = (0..given.len()).filter(keep).collect();
        let unit = kept.iter().fold(0, |unit, &at| gcd(unit, given[at].2)).max(1);
        let mut moves: Vec<Move> = (kept.iter())
            .map(|&at| {
                let (turn, change, cost) = given[at].clone();
                Move { turn, change, cost: cost / unit, inverse: 0 }
            })
            .collect();
        let inverses: Vec<usize> = (moves.iter())
            .map(|m| {
                let back = m.turn.inverse();
                let same = moves.iter().position(|other| other.turn == back);
                let change = back.transformation();
                same.or_else(|| moves.iter().position(|other| other.change == change)).unwrap_or(usize::MAX)
            })
            .collect();
        // The inverse of a kept turn has the effect of some kept turn: equal changes have equal inverses.
        for (m, inverse) in moves.iter_mut().zip(inverses) {
            debug_assert_ne!(inverse, usize::MAX);
            m.inverse = inverse;
        }
        let making = (0..moves.len()).map(|at| making(&moves, at)).collect();
        Ok(MoveSet { moves, making, unit })
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// How the tables of the moves are computed, in their order.
    pub fn making(&self) -> &[Making] {
        &self.making
    }

    /// The moves from which all others are composed.
    pub fn direct(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(|&m| self.making[m] == Making::Direct)
    }

    /// The divisor of the costs: a distance is a sum of costs times this.
    pub fn unit(&self) -> u32 {
        self.unit
    }

    /// The largest cost; 1 if all moves cost the same.
    pub fn largest_cost(&self) -> u32 {
        self.moves.iter().map(|m| m.cost).max().unwrap_or(1)
    }

    /// The moves with the given numbers and their inverses, as a set of their own.
    pub fn part(&self, numbers: &[usize]) -> MoveSet {
        let position = |number: usize| numbers.iter().position(|&other| other == number);
        let moves: Vec<Move> = (numbers.iter())
            .filter_map(|&number| {
                let inverse = position(self.moves[number].inverse)?;
                Some(Move { inverse, ..self.moves[number].clone() })
            })
            .collect();
        debug_assert_eq!(moves.len(), numbers.len(), "a part is closed under inverses");
        let making = (0..moves.len()).map(|at| making(&moves, at)).collect();
        MoveSet { moves, making, unit: self.unit }
    }
}

/// The cheapest way to compute the table of a move from earlier ones.
fn making(moves: &[Move], at: usize) -> Making {
    let m = &moves[at];
    if let Some(earlier) = moves[..at].iter().position(|other| other.inverse == at) {
        return Making::Inverse(earlier);
    }
    let of_base: Vec<usize> =
        (0..at).filter(|&other| moves[other].turn.base().name == m.turn.base().name).collect();
    for &a in &of_base {
        for &b in &of_base {
            let sum = moves[a].turn.amount() + moves[b].turn.amount();
            if m.turn.base().reduce(sum) == m.turn.amount() {
                return Making::Product(a, b);
            }
        }
    }
    Making::Direct
}

/// Removes turns that cost at least as much as repeating the same base turn.
fn drop_redundant(given: &mut Vec<(Turn, Transformation, u32)>) {
    let redundant = |turn: &Turn, direct: u32| {
        let base = turn.base();
        let powers: Vec<(i64, u32)> = (given.iter())
            .filter(|(other, _, _)| other.base().name == base.name)
            .map(|(other, _, cost)| (other.amount(), *cost))
            .collect();
        // Least sums of costs by amount, of at least one turn; the direct turn alone does not count.
        let mut best: HashMap<i64, u32> = HashMap::new();
        let mut open: Vec<(i64, u32)> =
            powers.iter().copied().filter(|&(amount, _)| amount != turn.amount()).collect();
        while let Some((amount, cost)) = open.pop() {
            if cost > direct || best.get(&amount).is_some_and(|&known| known <= cost) {
                continue;
            }
            best.insert(amount, cost);
            for &(power, step) in &powers {
                let sum = cost.saturating_add(step);
                if sum <= direct {
                    open.push((base.reduce(amount + power), sum));
                }
            }
        }
        best.contains_key(&turn.amount())
    };
    let drop: Vec<bool> = given.iter().map(|(turn, _, cost)| redundant(turn, *cost)).collect();
    // A turn is removed only together with its inverse, so that every move can be undone by a move.
    let goes = |at: usize| {
        let back = given[at].0.inverse();
        drop[at] && given.iter().zip(&drop).any(|((turn, _, _), &goes)| goes && *turn == back)
    };
    let goes: Vec<bool> = (0..given.len()).map(goes).collect();
    let mut goes = goes.into_iter();
    given.retain(|_| !goes.next().unwrap_or(false));
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::catalog;

    fn names(puzzle: &str, metric: &str) -> (String, u32, u32) {
        let puzzle = catalog::find(puzzle).unwrap().puzzle;
        let metric = Metric::parse(metric).unwrap();
        let turns = puzzle.search_turns(&metric);
        let set = MoveSet::new(&puzzle, &turns, &metric).unwrap();
        for m in set.moves() {
            assert_eq!(set.moves()[m.inverse].change, m.change.inverse());
        }
        let names: Vec<String> = set.moves().iter().map(|m| m.turn.to_string()).collect();
        (names.join(" "), set.unit(), set.largest_cost())
    }

    #[test]
    fn what_repeating_makes_is_left_out() {
        assert_eq!(names("2x2x2", "htm"), ("U U' U2 R R' R2 F F' F2".into(), 1, 1));
        assert_eq!(names("2x2x2", "qtm"), ("U U' R R' F F'".into(), 1, 1));
        assert_eq!(names("2x2x2", "U=4,R=4,F=4"), ("U U' R R' F F'".into(), 4, 1));
        // The inverse turn costs more than three forward turns, but must stay so that R can be undone.
        assert_eq!(names("2x2x2", "U2=1,F2=1,R=1,R'=9"), ("U U' U2 R R' F F' F2".into(), 1, 9));
        assert_eq!(names("skewb", "qtm").0, "R R' U U' L L' B B'");
    }
}
