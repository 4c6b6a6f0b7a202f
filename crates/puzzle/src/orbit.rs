//! The orbits of a puzzle: the parts into which states, transformations and definitions are divided.

/// A set of slots whose pieces can replace each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Orbit {
    /// Its name, as `CORNERS`.
    pub name: String,
    /// Number of slots and of pieces, at least 1.
    pub pieces: u16,
    /// Orientations that a piece can have, at least 1.
    pub orientations: u16,
}
