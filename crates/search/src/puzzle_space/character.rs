//! Characters of states: quantities that a move of a given kind changes or keeps in every state alike.

/// A property of an orbit that is even or odd, and that a move changes either in every state or in none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Character {
    /// The sign of the permutation of its pieces, if they are distinct.
    Sign(usize),
    /// The sum of its pieces' orientations, if all are known modulo an even number.
    Turns(usize),
}
