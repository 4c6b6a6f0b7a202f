//! Errors of ranking and unranking.

use thiserror::Error;

/// Why a value has no rank, or a rank no value. Places count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RankError {
    /// An entry is not one of the values there are.
    #[error("entry {place}, counted from 0, is {value}, expected a value from 0 to {}", limit.saturating_sub(1))]
    Value {
        /// Where it stands.
        place: usize,
        /// The entry.
        value: u64,
        /// The number of values.
        limit: u64,
    },
    /// An entry stands there more often than it may.
    #[error("entry {place}, counted from 0, is {value}, expected that value at most {}", counted(*times))]
    Repeated {
        /// Where it stands once too often.
        place: usize,
        /// The entry.
        value: u64,
        /// How often it may stand there.
        times: u64,
    },
    /// The list has a wrong length.
    #[error("there are {length} entries, expected {expected}")]
    Length {
        /// Its length.
        length: usize,
        /// The right one.
        expected: usize,
    },
    /// The combination has a wrong number of elements.
    #[error("the set has {size} elements, expected {expected}")]
    Size {
        /// Its size.
        size: usize,
        /// The right one.
        expected: usize,
    },
    /// The digits do not add up to what they must.
    #[error("the entries add up to {sum} modulo {base}, expected {expected}")]
    Sum {
        /// Their sum modulo the base.
        sum: u32,
        /// The right one.
        expected: u32,
        /// The base.
        base: u32,
    },
    /// No value has this rank.
    #[error("rank {rank} does not exist, expected one below {count}")]
    Rank {
        /// The rank.
        rank: u64,
        /// How many ranks there are.
        count: u64,
    },
    /// There are too many values for 64-bit ranks.
    #[error("there are more than 2^64 - 1 values, expected a kind whose values can be numbered by 64 bits")]
    Count,
    /// There are more points than the method takes.
    #[error("there are {points} points, expected at most {most}")]
    Points {
        /// Their number.
        points: usize,
        /// The largest number taken.
        most: usize,
    },
    /// A base of the orientations without digits.
    #[error("the base is 0, expected at least 1")]
    Base,
}

/// How often.
fn counted(times: u64) -> String {
    if times == 1 { "once".into() } else { format!("{times} times") }
}

impl RankError {
    /// Refuses a rank that is not below the count.
    pub(crate) fn check(rank: u64, count: u64) -> Result<(), RankError> {
        if rank < count { Ok(()) } else { Err(RankError::Rank { rank, count }) }
    }
}
