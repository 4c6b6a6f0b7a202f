//! Moves and their powers: a named move and its multiplicity.
//!
//! Start at [`BaseMove`] (the move once) and [`Turn`] (a power of it, with its name). The powers of a move of order o
//! are numbered from -o/2 to o/2: a clockwise fifth of a turn made twice is `U2`, made three times `U2'`. The half
//! turn of an even order is positive.

use crate::definition::Role;
use crate::notation::MoveToken;
use crate::state::State;
use crate::transformation::Transformation;
use std::fmt;
use std::sync::Arc;

/// A named move, made once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseMove {
    /// Its name, as `R`, `2-3Uw`, `UFR`.
    pub name: String,
    /// How it takes part.
    pub role: Role,
    /// What it does.
    pub transformation: Transformation,
    /// Least number of repetitions that give the identity; `None` beyond `u64::MAX`.
    pub order: Option<u64>,
    /// The cost of a single execution.
    pub weight: Weight,
    /// The number of the axis that it turns about, where the puzzle has layers about axes.
    pub axis: Option<usize>,
}

/// The cost of one turn of a move in the usual metrics, regardless of its amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Turns of outer blocks: an inner slice counts as two, a rotation as none.
    pub outer: u32,
    /// Turns of any block of layers: an inner slice counts as one, a rotation as none.
    pub slice: u32,
    /// Twists of Square-1: turns of its layers are free; elsewhere as `slice`.
    pub twist: u32,
}

impl Weight {
    /// A turn of an outer block, or any move of a puzzle without layers.
    pub const TURN: Weight = Weight { outer: 1, slice: 1, twist: 1 };
    /// A turn of inner layers.
    pub const SLICE: Weight = Weight { outer: 2, slice: 1, twist: 1 };
    /// A turn of a layer of Square-1.
    pub const LAYER: Weight = Weight { outer: 1, slice: 1, twist: 0 };
    /// A turn of the whole puzzle.
    pub const ROTATION: Weight = Weight { outer: 0, slice: 0, twist: 0 };
}

impl BaseMove {
    /// A move with its order computed. Rotations have weight 0, turns of a layer of Square-1 are not twists, and
    /// everything else is one turn.
    pub fn new(name: impl Into<String>, role: Role, transformation: Transformation) -> Self {
        let name = name.into();
        let weight = match role {
            Role::Rotation => Weight::ROTATION,
            _ if MoveToken::new(name.as_str()).square1_turns().is_some() => Weight::LAYER,
            _ => Weight::TURN,
        };
        BaseMove { name, role, order: transformation.order(), transformation, weight, axis: None }
    }

    /// The same move with another weight.
    pub fn with_weight(self, weight: Weight) -> Self {
        BaseMove { weight, ..self }
    }

    /// The same move about an axis.
    pub fn about(self, axis: usize) -> Self {
        BaseMove { axis: Some(axis), ..self }
    }

    /// Whether two moves turn about one axis: moves of the same name do.
    pub fn shares_axis(&self, other: &BaseMove) -> bool {
        self.name == other.name || (self.axis.is_some() && self.axis == other.axis)
    }

    /// The equivalent amount nearest to 0; of two, the positive one.
    pub fn reduce(&self, amount: i64) -> i64 {
        let Some(order) = self.order.and_then(|order| i64::try_from(order).ok()) else { return amount };
        let rest = amount.rem_euclid(order);
        if rest > order / 2 { rest - order } else { rest }
    }
}

/// A move made some number of times.
#[derive(Clone, Debug)]
pub struct Turn {
    base: Arc<BaseMove>,
    amount: i64,
}

impl Turn {
    /// The move `amount` times, reduced by its order.
    pub fn new(base: Arc<BaseMove>, amount: i64) -> Self {
        let amount = base.reduce(amount);
        Turn { base, amount }
    }

    /// The move that is repeated.
    pub fn base(&self) -> &Arc<BaseMove> {
        &self.base
    }

    /// The amount, between minus and plus half of the order. 0 if the turn is the identity.
    pub fn amount(&self) -> i64 {
        self.amount
    }

    /// What it does.
    pub fn transformation(&self) -> Transformation {
        self.base.transformation.power(self.amount)
    }

    /// Makes the turn: changes a state of the same puzzle. O(slots moved × log amount).
    pub fn make(&self, state: &mut State) {
        let once = &self.base.transformation;
        match self.amount {
            1 | 2 => (0..self.amount).for_each(|_| state.apply(once)),
            -1 | -2 => (self.amount..0).for_each(|_| state.undo(once)),
            amount => state.apply(&once.power(amount)),
        }
    }

    /// This turn `amount` times, as it is written. A move of order 2 also accepts 2 and -2, because on puzzles of
    /// half turns people write `R2` and `R'` for `R`. `None` if the amount is out of range.
    pub fn times(&self, amount: i64) -> Option<Turn> {
        let amount = match (self.base.order, amount) {
            (Some(2), 2 | -2) => 1,
            _ => amount,
        };
        Some(Turn::new(Arc::clone(&self.base), self.amount.checked_mul(amount)?))
    }

    /// Whether the two turns commute: layers about one axis do, and for others their effects decide.
    pub fn commutes_with(&self, other: &Turn) -> bool {
        self.base.shares_axis(&other.base) || self.transformation().commutes_with(&other.transformation())
    }

    /// The inverse turn.
    pub fn inverse(&self) -> Turn {
        Turn::new(Arc::clone(&self.base), -self.amount)
    }
}

impl PartialEq for Turn {
    fn eq(&self, other: &Self) -> bool {
        self.amount == other.amount && self.base == other.base
    }
}

impl Eq for Turn {}

/// The name: that of the base, the amount if it is not one, and a prime if it is negative, as [`MoveToken`] writes
/// them. A caret keeps the amount apart from a name that ends in a digit; a turn of a layer of Square-1 has it
/// inside, as `(-3,0)`, and the clock before its sign, as `UR3-`. Turns that are always the identity have no amount.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.base.name;
        let token = MoveToken::new(name.clone());
        match (token.square1_turns(), i32::try_from(self.amount)) {
            _ if self.base.order == Some(1) => f.write_str(name),
            (Some((up, down)), Ok(amount)) => {
                write!(f, "({},{})", up.saturating_mul(amount), down.saturating_mul(amount))
            }
            (_, Ok(amount)) => write!(f, "{}", token.with_amount(amount)),
            (_, Err(_)) => write!(f, "{name}^{}", self.amount),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::Orbit;
    use crate::transformation::OrbitTransformation;

    fn names(order: u16, name: &str) -> Vec<String> {
        let orbit = Orbit { name: "A".into(), pieces: order, orientations: 1 };
        let cycle = (0..order).map(|slot| (slot + 1) % order).collect();
        let part = OrbitTransformation::new(&orbit, cycle, vec![0; usize::from(order)]).unwrap();
        let base = Arc::new(BaseMove::new(name, Role::Turn, Transformation::from_parts([(0, part)])));
        (1..i64::from(order)).map(|amount| Turn::new(Arc::clone(&base), amount).to_string()).collect()
    }

    /// Amounts of a turn by fifths and of one with twists, made and as what they do.
    #[test]
    fn turns_are_made_as_they_say() {
        for (puzzle, name) in [("megaminx", "U"), ("skewb", "R"), ("4x4x4", "2-3Rw"), ("m24", "b")] {
            let puzzle = crate::catalog::find(puzzle).unwrap().puzzle;
            let base = puzzle.turn(name).unwrap();
            let start = puzzle.solved().after(&puzzle.bases()[0].transformation);
            for amount in -12..=12 {
                let turn = Turn::new(Arc::clone(base.base()), amount);
                let mut state = start.clone();
                turn.make(&mut state);
                assert_eq!(state, start.after(&base.base().transformation.power(amount)), "{turn}");
            }
        }
    }

    #[test]
    fn powers_have_the_usual_names() {
        assert_eq!(names(2, "UF"), ["UF"]);
        assert_eq!(names(3, "U"), ["U", "U'"]);
        assert_eq!(names(4, "U"), ["U", "U2", "U'"]);
        assert_eq!(names(5, "U"), ["U", "U2", "U2'", "U'"]);
        assert_eq!(names(6, "U"), ["U", "U2", "U3", "U2'", "U'"]);
        assert_eq!(names(4, "f0"), ["f0", "f0^2", "f0'"]);
    }
}
