//! Threads that share one piece of work.
//!
//! If fewer threads are available than requested, as in a browser, the available ones do all the work. A panic in one
//! of them is resumed in the caller.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// Runs `work` on the given number of threads at once and returns the result of each. The threads are numbered from 0,
/// which is the current thread. They divide the work among themselves.
pub fn on_threads<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    scope(|scope| {
        let work = &work;
        let spawn = |number| Builder::new().spawn_scoped(scope, move || work(number)).ok();
        let others: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mut results = vec![work(0)];
        results.extend(
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))),
        );
        results
    })
}

/// Runs one task in parallel with another, or before it if there is only one thread.
pub fn join<A: Send, B>(beside: impl Fn() -> A + Sync, here: impl FnOnce() -> B) -> (A, B) {
    let beside = &beside;
    scope(|scope| match Builder::new().spawn_scoped(scope, beside) {
        Ok(other) => {
            let second = here();
            (other.join().unwrap_or_else(|panic| resume_unwind(panic)), second)
        }
        Err(_) => (beside(), here()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn all_work_is_done_and_told() {
        let next = AtomicUsize::new(0);
        let done = on_threads(3, |_| {
            std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&n| n < 100)).count()
        });
        assert_eq!(done.len(), 3);
        assert_eq!(done.iter().sum::<usize>(), 100);
        assert_eq!(join(|| 1, || 2), (1, 2));
    }

    #[test]
    #[should_panic(expected = "beside")]
    fn panics_go_on_in_the_caller() {
        join(|| panic!("beside"), || ());
    }
}
