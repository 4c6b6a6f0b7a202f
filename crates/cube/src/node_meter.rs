//! Counts the nodes of a search and asks at intervals whether it should stop.

use permutant_search::limits::{Control, StopReason};

/// Counts nodes and determines when to stop.
pub(crate) struct Meter<'a> {
    pub(crate) nodes: u64,
    pub(crate) control: &'a Control<'a>,
    max_nodes: u64,
    /// Nodes at which the caller is asked next.
    next_question: u64,
    /// Only cancelling stops the search.
    must_answer: bool,
}

/// States between two questions to the caller.
const QUESTION_INTERVAL: u64 = 512;

impl<'a> Meter<'a> {
    /// A meter before the first node.
    pub(crate) fn new(max_nodes: Option<u64>, control: &'a Control<'a>) -> Self {
        Meter {
            nodes: 0,
            control,
            max_nodes: max_nodes.unwrap_or(u64::MAX),
            next_question: 0,
            must_answer: false,
        }
    }

    /// From now on only cancellation stops the search.
    pub(crate) fn must_answer(&mut self) {
        self.must_answer = true;
    }

    /// Counts a node; an error ends the search.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), StopReason> {
        self.nodes += 1;
        if self.nodes < self.next_question { Ok(()) } else { self.question() }
    }

    #[cold]
    fn question(&mut self) -> Result<(), StopReason> {
        let past_limit = (self.nodes > self.max_nodes).then_some(StopReason::Nodes);
        self.next_question = self.nodes + QUESTION_INTERVAL;
        if past_limit.is_none() {
            // The limit on nodes is kept to the node, so that it means the same whenever the caller is asked.
            self.next_question = self.next_question.min(self.max_nodes.saturating_add(1));
        }
        match self.control.interrupted().or(past_limit) {
            Some(reason) if !self.must_answer || reason == StopReason::Cancelled => Err(reason),
            _ => Ok(()),
        }
    }
}
