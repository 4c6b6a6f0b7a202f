//! Characters of states: what moves of a kind keep or change whatever the state is.

/// Something of an orbit that is even or odd, and that a move changes in every state or in none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Character {
    /// The sign of the permutation in which its pieces stand, where they are told apart.
    Sign(usize),
    /// The sum of its pieces' orientations, where all are known modulo an even number.
    Turns(usize),
}
