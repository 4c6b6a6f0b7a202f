//! Reduces cases that show a fault.
//!
//! Start at [`smallest`]: in greedy steps, it goes to the first smaller case that fails in the same way.

use std::time::{Duration, Instant};

/// The time limit for reducing one fault.
const TIME: Duration = Duration::from_secs(20);

/// The smallest case found: `smaller` returns the cases one step below a case, and `fails` whether a case shows the
/// same fault.
pub(crate) fn smallest<C>(case: C, smaller: impl Fn(&C) -> Vec<C>, mut fails: impl FnMut(&C) -> bool) -> C {
    let begun = Instant::now();
    let mut smallest = case;
    while let Some(next) =
        smaller(&smallest).into_iter().take_while(|_| begun.elapsed() < TIME).find(|case| fails(case))
    {
        smallest = next;
    }
    smallest
}

/// The slice without one of its parts: halves first, then quarters, down to single entries.
pub(crate) fn without_parts<T: Clone>(row: &[T]) -> Vec<Vec<T>> {
    let mut shorter = Vec::new();
    let mut size = row.len().div_ceil(2);
    while size > 0 {
        for start in (0..row.len()).step_by(size) {
            let end = (start + size).min(row.len());
            shorter.push([&row[..start], &row[end..]].concat());
        }
        size /= 2;
    }
    shorter
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_goes() {
        let row: Vec<u32> = (0..100).collect();
        let found = smallest(row, |row| without_parts(row), |row| row.contains(&17) && row.contains(&60));
        assert_eq!(found, [17, 60]);
        assert_eq!(smallest(3, |_| Vec::new(), |_| true), 3);
    }
}
