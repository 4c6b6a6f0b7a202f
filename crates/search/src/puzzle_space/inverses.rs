//! The numbers from which the inverse of a packed state is computed.

/// How to compute the inverse of a state from its contents, if pieces are distinct.
#[derive(Clone, Debug)]
pub(super) struct Inverses {
    /// By content: the solved slot of its piece.
    pub(super) home: Vec<u16>,
    /// By content: what the inverse twist adds to the number of the piece solved in the slot where this content is.
    pub(super) back: Vec<u16>,
    /// By slot: the number of the piece solved there, without twist.
    pub(super) solved: Vec<u16>,
}
