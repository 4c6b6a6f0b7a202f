//! What lies on the plates of a planar puzzle and no move carries.
//!
//! Start at [`Fixture`].

use super::outline::Outline;

/// A shape on a plate, such as the face of a dial or a pin.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixture {
    /// Its outline.
    pub outline: Outline,
    /// Its colour, as 0xRRGGBB, in every scheme.
    pub colour: u32,
    /// What is written on it; may be empty.
    pub label: String,
}
