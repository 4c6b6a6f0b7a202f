//! Sequences that are printed as they are found, until there are enough.
//!
//! Start at [`Listing`].

use super::super::{Context, End};
use crate::args::{self, Count};
use crate::exit::{Exit, Failure};
use crate::output::Record;
use permutant::search::limits::{Outcome, StopReason};
use std::io;
use std::ops::ControlFlow;

/// What was printed so far.
pub(super) struct Listing<'a> {
    context: &'a Context,
    args: &'a args::Find,
    pub(super) count: u64,
    shortest: Option<u32>,
    gone: Option<io::Error>,
}

impl<'a> Listing<'a> {
    pub(super) fn new(context: &'a Context, args: &'a args::Find) -> Self {
        Listing { context, args, count: 0, shortest: None, gone: None }
    }

    /// Whether sequences of a length are no longer wanted: without a length limit, `all` means all of the shortest length.
    pub(super) fn is_over(&mut self, length: u32) -> bool {
        let is_longer = *self.shortest.get_or_insert(length) < length;
        self.args.solutions == Count::All && self.args.max_length.is_none() && is_longer
    }

    /// Prints a sequence; breaks if it was the last one, or if nobody reads.
    pub(super) fn print(&mut self, record: &Record) -> ControlFlow<()> {
        self.count += 1;
        if let Err(error) = self.context.output.result(record) {
            self.gone = Some(error);
            return ControlFlow::Break(());
        }
        match self.args.solutions {
            Count::Some(wanted) if self.count >= wanted => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Fails if nobody reads any more.
    pub(super) fn check(&mut self) -> Result<(), End> {
        self.gone.take().map_or(Ok(()), |error| Err(error.into()))
    }

    /// The end of the command after a search that ended so.
    pub(super) fn end(&self, end: &Outcome<()>) -> Result<Exit, End> {
        match *end {
            Outcome::Found(()) | Outcome::ProvenNone => Ok(Exit::Done),
            // All sequences up to a given length were requested, and all were reported.
            Outcome::LimitReached(StopReason::Length)
                if self.count > 0 && self.args.solutions == Count::All =>
            {
                Ok(Exit::Done)
            }
            Outcome::LimitReached(StopReason::Cancelled) => Err(Failure::interrupted().into()),
            Outcome::LimitReached(reason) => {
                let message = match self.count {
                    0 => format!("no sequence: {reason}"),
                    count => format!("{count} found: {reason}"),
                };
                Err(Failure::limit(message).into())
            }
        }
    }
}
