//! Positions as users write them.
