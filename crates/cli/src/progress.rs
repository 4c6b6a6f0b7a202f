//! Progress of long jobs on standard error: on a terminal a line that is redrawn, elsewhere an occasional line.
//!
//! Start at [`Meter`]. All other output goes through [`drawn_line::aside`], so that it never mixes with the line shown.

use crate::drawn_line;
use crate::interrupt;
use crate::output::Output;
use indicatif::{ProgressBar, ProgressStyle};
use permutant::search::limits::Progress;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The times at which lines are written if nothing can be redrawn; the last interval repeats.
const LINES: [Duration; 3] = [Duration::from_secs(10), Duration::from_secs(20), Duration::from_secs(30)];

/// The duration of a stage before its remaining time is estimated.
const FORESEEN: Duration = Duration::from_secs(2);

/// A stage whose parts are counted.
#[derive(Debug)]
struct Stage {
    name: &'static str,
    /// What distinguishes stages of the same name.
    number: u64,
    began: Instant,
    done: u64,
}

/// What was reported last, and whether more will follow.
#[derive(Debug, Default)]
struct Told {
    message: String,
    stage: Option<Stage>,
    is_over: bool,
}

/// A line that shows the progress.
#[derive(Debug)]
pub(crate) struct Meter {
    bar: ProgressBar,
    output: Output,
    told: Arc<(Mutex<Told>, Condvar)>,
}

impl Meter {
    /// Starts to draw or to write, if the output allows it, once there is something to report.
    pub(crate) fn new(output: &Output) -> Self {
        let bar = if output.draws_progress() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]") {
            bar.set_style(style);
        }
        Meter { bar, output: output.clone(), told: Arc::default() }
    }

    /// Shows a stage.
    pub(crate) fn show(&self, progress: &Progress) {
        let mut told = self.told.0.lock().unwrap_or_else(PoisonError::into_inner);
        let begins = told.message.is_empty();
        let Some(message) = described(progress, &mut told.stage) else { return };
        interrupt::at(&message);
        told.message.clone_from(&message);
        drop(told);
        if begins {
            self.begin();
        }
        self.bar.set_message(message);
    }

    /// Starts the output when there is something to report for the first time.
    fn begin(&self) {
        if self.output.draws_progress() {
            self.bar.enable_steady_tick(Duration::from_millis(200));
            *drawn_line::drawn() = Some(self.bar.clone());
        } else if self.output.talks() {
            let (told, output) = (Arc::clone(&self.told), self.output.clone());
            // Without a thread, no progress is reported.
            let _ = std::thread::Builder::new().spawn(move || write_lines(&told, &output));
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.told.0.lock().unwrap_or_else(PoisonError::into_inner).is_over = true;
        self.told.1.notify_all();
        *drawn_line::drawn() = None;
        self.bar.finish_and_clear();
        interrupt::at("");
    }
}

/// Writes at intervals what was reported last.
fn write_lines(told: &(Mutex<Told>, Condvar), output: &Output) {
    let began = Instant::now();
    let mut waits = LINES.into_iter();
    let mut wait = LINES[0];
    loop {
        wait = waits.next().unwrap_or(wait);
        let until = Instant::now() + wait;
        let mut state = told.0.lock().unwrap_or_else(PoisonError::into_inner);
        while !state.is_over && Instant::now() < until {
            let left = until.saturating_duration_since(Instant::now());
            state = told.1.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        if state.is_over {
            return;
        }
        let message = state.message.clone();
        drop(state);
        output.note(&format!("{message} [{} s]", began.elapsed().as_secs()));
    }
}

/// A stage in words; `None` for what is printed as a result.
fn described(progress: &Progress, stage: &mut Option<Stage>) -> Option<String> {
    Some(match *progress {
        Progress::Table { name, done, total: 0 } => format!("table {name}, level {done}"),
        Progress::Table { name, done, total } => {
            format!("table {name}, {}", share((name, 0), done, total, stage))
        }
        Progress::Part { name, done, total } => format!("{name}, {}", share((name, 0), done, total, stage)),
        Progress::LevelParts { distance, done, total, states, bytes } => {
            let share = share(("distance", distance), done, total, stage);
            let rate = stage.as_ref().and_then(|stage| rate(stage.began.elapsed(), bytes));
            format!(
                "distance {distance}, {share}, {states} states so far, {} written{}",
                size(bytes),
                rate.unwrap_or_default()
            )
        }
        Progress::Depth { length, nodes } => format!("searching length {length}, {nodes} nodes so far"),
        Progress::Improved { length, nodes } => format!("found length {length}, {nodes} nodes so far"),
        Progress::Level { distance, states } => format!("distance {distance} has {states} states"),
        _ => return None,
    })
}

/// The share of a stage that is done, and the remaining time at the same pace.
fn share((name, number): (&'static str, u64), done: u64, total: u64, stage: &mut Option<Stage>) -> String {
    let is_same = |of: &Stage| of.name == name && of.number == number && of.done <= done;
    let of = stage.take().filter(is_same);
    let of = stage.insert(of.unwrap_or_else(|| Stage { name, number, began: Instant::now(), done }));
    let percent = u128::from(done) * 100 / u128::from(total.max(1));
    let (taken, made) = (of.began.elapsed(), done.saturating_sub(of.done));
    if made == 0 || taken < FORESEEN {
        return format!("{percent} %");
    }
    let left = taken.as_secs_f64() * total.saturating_sub(done) as f64 / made as f64;
    format!("{percent} %, about {} left", time(left.ceil() as u64))
}

/// The rate at which bytes are written; `None` before it can be told.
fn rate(taken: Duration, bytes: u64) -> Option<String> {
    (taken >= FORESEEN).then(|| format!(" ({}/s)", size((bytes as f64 / taken.as_secs_f64()) as u64)))
}

/// A number of bytes in readable units.
fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} B"),
        10_000..10_000_000 => format!("{} kB", bytes / 1000),
        10_000_000..10_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{} GB", bytes / 1_000_000_000),
    }
}

/// A time in readable units.
pub(crate) fn time(seconds: u64) -> String {
    match seconds {
        0..90 => format!("{seconds} s"),
        90..5400 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_says_how_much_is_done_and_how_long_the_rest_takes() {
        let mut stage = None;
        let table = |done| Progress::Table { name: "t", done, total: 400 };
        assert_eq!(described(&table(0), &mut stage).unwrap(), "table t, 0 %");
        assert_eq!(described(&table(100), &mut stage).unwrap(), "table t, 25 %");
        // The stage has taken ten seconds so far.
        stage.as_mut().unwrap().began = Instant::now().checked_sub(Duration::from_secs(10)).unwrap();
        let told = described(&table(100), &mut stage).unwrap();
        assert!(told.starts_with("table t, 25 %, about 3") && told.ends_with(" s left"), "{told}");
        // A new stage starts from the beginning.
        let part = Progress::Part { name: "p", done: 50, total: 100 };
        assert_eq!(described(&part, &mut stage).unwrap(), "p, 50 %");
        // As does a level that is made in parts.
        let level =
            |distance, done| Progress::LevelParts { distance, done, total: 8, states: 70, bytes: 20_000_000 };
        let first = described(&level(6, 0), &mut stage).unwrap();
        assert_eq!(first, "distance 6, 0 %, 70 states so far, 20 MB written");
        stage.as_mut().unwrap().began = Instant::now().checked_sub(Duration::from_secs(10)).unwrap();
        let told = described(&level(6, 2), &mut stage).unwrap();
        assert!(told.starts_with("distance 6, 25 %, about 3"), "{told}");
        assert!(
            told.contains(" s left, 70 states so far, 20 MB written (1") && told.ends_with("B/s)"),
            "{told}"
        );
        assert!(described(&level(7, 2), &mut stage).unwrap().starts_with("distance 7, 25 %, 70 states"));
        assert_eq!((time(89), time(91), time(6000)), ("89 s".into(), "2 min".into(), "2 h".into()));
    }
}
