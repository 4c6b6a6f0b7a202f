//! The kinds of work with which the program is tested, one file each.

mod broken;
mod files;
mod inputs;
mod interrupts;
mod limits;
mod positions;
mod random_puzzles;
mod server;

use crate::round::Round;
use std::io;

/// A kind of work.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// Makes one round, which takes a few seconds.
    pub(crate) round: fn(&mut Round<'_>) -> io::Result<()>,
}

/// All kinds.
pub(crate) const KINDS: [Kind; 7] = [
    Kind { name: "random puzzles", round: random_puzzles::round },
    Kind { name: "positions", round: positions::round },
    Kind { name: "inputs", round: inputs::round },
    Kind { name: "limits", round: limits::round },
    Kind { name: "interrupts", round: interrupts::round },
    Kind { name: "files", round: files::round },
    Kind { name: "server", round: server::round },
];
