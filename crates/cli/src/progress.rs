//! Progress of long jobs on standard error, where that is a terminal.

use crate::output::Output;
use indicatif::{ProgressBar, ProgressStyle};
use permutant::search::limits::Progress;
use std::time::Duration;

/// A line that says what is going on; nothing where nobody would see it.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    bar: ProgressBar,
}

impl Meter {
    /// Starts to draw, if the output allows it, once there is something to tell.
    pub(crate) fn new(output: &Output) -> Self {
        let bar = if output.draws_progress() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]") {
            bar.set_style(style);
        }
        Meter { bar }
    }

    /// Shows a stage.
    pub(crate) fn show(&self, progress: &Progress) {
        self.bar.enable_steady_tick(Duration::from_millis(200));
        self.bar.set_message(match progress {
            Progress::Table { name, done, total: 0 } => format!("table {name}, level {done}"),
            Progress::Table { name, done, total } => format!("table {name}, {done} of {total}"),
            Progress::Part { name, done, total } => format!("{name}, {done} of {total}"),
            Progress::Depth { length, nodes } => format!("searching length {length}, {nodes} nodes so far"),
            Progress::Improved { length, nodes } => format!("found length {length}, {nodes} nodes so far"),
            _ => return,
        });
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
