//! An internal error of this program, detected by its checks of every scramble.

/// A state that cannot be determined, or a sequence that does not lead to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("internal error: a scramble leads to the wrong state; please report the event and the seed")]
pub struct Wrong;
