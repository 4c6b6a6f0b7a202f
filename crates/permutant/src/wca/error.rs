//! A fault of this program, which its checks of every scramble notice.

/// A state that cannot be told, or a sequence that does not lead to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a scramble does not lead where it should: please report the event and the seed")]
pub struct Wrong;
