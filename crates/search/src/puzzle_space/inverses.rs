//! The numbers off which the inverse of a packed state is read.

/// How the inverse of a state is read off its contents, where pieces are told apart.
#[derive(Clone, Debug)]
pub(super) struct Inverses {
    /// By content: the slot where its piece is at home.
    pub(super) home: Vec<u16>,
    /// By content: what the twist back adds to the number of a piece at home in the slot where it stands.
    pub(super) back: Vec<u16>,
    /// By slot: number of the piece that is at home there, not turned.
    pub(super) solved: Vec<u16>,
}
