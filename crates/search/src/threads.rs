//! Threads that share one piece of work.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// Does `work` on so many threads at once, this one among them, and returns what each of them returned. What they share
/// out they share out themselves: where fewer threads can be had, those that are there do it all.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    scope(|scope| {
        let spawn = |_| Builder::new().spawn_scoped(scope, &work).ok();
        let others: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mut results = vec![work()];
        results.extend(
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))),
        );
        results
    })
}
