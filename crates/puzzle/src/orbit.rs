//! The orbits of a puzzle: what states, transformations and definitions are divided into.

/// A set of slots whose pieces can stand in each other's place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Orbit {
    /// Its name, as `CORNERS`.
    pub name: String,
    /// Number of slots and of pieces, at least 1.
    pub pieces: u16,
    /// Orientations that a piece can have, at least 1.
    pub orientations: u16,
}
