//! Who asked: their clock, their wish to stop, and what they are told meanwhile.
//!
//! Start at [`Caller`]. The engine reads no clock and knows no signal: both are functions of the caller. They are plain functions because
//! a search may ask them from any thread, which no value of JavaScript allows.

use permutant::search::limits::{Control, Progress};
use serde_json::{Value, json};

/// The caller of a request.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    /// Seconds since some moment.
    pub now: fn() -> f64,
    /// Whether nobody waits for the answer any more.
    pub is_gone: fn() -> bool,
    /// Is told how far the work is: a record with the name of the stage, how far it is, and its end, 0 if that is not known.
    pub hears: fn(&Value),
    /// Gets each solution of a search that goes on.
    pub gets: fn(&Value),
}

impl Default for Caller {
    /// A caller without a clock, who waits as long as it takes and does not listen.
    fn default() -> Self {
        Caller { now: || 0.0, is_gone: || false, hears: |_| (), gets: |_| () }
    }
}

impl Caller {
    /// Does work that ends soon after this many seconds, or when nobody waits for it any more. Returns its result, and how many seconds
    /// it took.
    pub(crate) fn run<T>(self, limit: Option<f64>, work: impl FnOnce(&Control<'_>) -> T) -> (T, f64) {
        let Caller { now, is_gone, hears, .. } = self;
        let started = now();
        let is_over = || is_gone() || limit.is_some_and(|seconds| now() - started >= seconds);
        let listener = |progress: Progress| {
            if let Some(stage) = stage(&progress) {
                hears(&stage);
            }
        };
        let control = Control::new().with_deadline(&is_over).with_progress(&listener);
        let result = work(&control);
        (result, now() - started)
    }
}

/// A stage in words; `None` if callers are not told of it.
fn stage(progress: &Progress) -> Option<Value> {
    let (stage, done, total) = match *progress {
        Progress::Table { name, done, total } => (format!("table: {name}"), done, total),
        Progress::Part { name, done, total } => (name.to_string(), done, total),
        Progress::Depth { length, nodes } => (format!("length {length}"), nodes, 0),
        Progress::Level { distance, states } => (format!("distance {distance}"), states, 0),
        Progress::Improved { length, nodes } => (format!("found length {length}"), nodes, 0),
        _ => return None,
    };
    Some(json!({ "stage": stage, "done": done, "total": total }))
}
