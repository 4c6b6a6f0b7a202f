//! The shared state of the readers of algorithms: the text with the current position, the reading options, and the
//! sequence so far.
//!
//! Start at [`Parser`]. Its methods are in the modules of what they read: [`amounts`](super::amounts),
//! [`move_names`](super::move_names), and otherwise `parse.rs`.

use std::ops::Range;

use super::ast::{Alg, Node, NodeKind};
use super::comments::Slashes;
use super::scan::Cursor;
use super::suggest::suggest;
use super::vocabulary::Vocabulary;
use crate::diagnostic::Diagnostic;

/// Reading options where conventions differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// The notation of moves on the inverse.
    pub niss: Niss,
}

/// Moves on the inverse scramble ("normal-inverse scramble switch"). The tree does not distinguish them: moves
/// written for the inverse are inverted and appended in reverse order after everything else, which gives the intended
/// algorithm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Niss {
    /// Not at all.
    #[default]
    Off,
    /// `^(A)`.
    Caret,
    /// `(A)`, as in fewest-moves write-ups; parentheses then do not group.
    Paren,
}

/// A text that is being read, with the reading options.
pub(super) struct Parser<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) vocabulary: &'a dyn Vocabulary,
    pub(super) dialect: Dialect,
    /// The moves on the inverse, in the order in which they were written.
    pub(super) inverse_side: Vec<Alg>,
    pub(super) slashes: Slashes,
}

/// The sequence being read, and what may come next in it.
#[derive(Default)]
pub(super) struct Sequence {
    pub(super) nodes: Vec<Node>,
    /// Whether it contains something that a separator can follow.
    pub(super) has_unit: bool,
    /// A separator that is not followed by anything yet.
    pub(super) separator: Option<(char, Range<usize>)>,
}

impl Sequence {
    pub(super) fn push(&mut self, kind: NodeKind, span: Range<usize>) {
        self.nodes.push(Node::at(kind, span));
    }

    pub(super) fn push_unit(&mut self, kind: NodeKind, span: Range<usize>) {
        self.push(kind, span);
        self.mark_unit();
    }

    pub(super) fn mark_unit(&mut self) {
        self.has_unit = true;
        self.separator = None;
    }
}

impl Parser<'_> {
    /// The error for an unknown move name.
    pub(super) fn unknown(&self, span: Range<usize>, name: &str) -> Diagnostic {
        let fault = Diagnostic::new(span, format!("unknown move `{}`", shortened(name)));
        let fault = fault.expected("the name of a move of this puzzle");
        match suggest(name, self.vocabulary) {
            Some(help) => fault.help(help),
            None => fault,
        }
    }
}

/// A name in the form in which a message of one line shows it.
pub(super) fn shortened(name: &str) -> String {
    const MOST: usize = 40;
    match name.char_indices().nth(MOST) {
        Some((cut, _)) => format!("{}…", &name[..cut]),
        None => name.to_owned(),
    }
}
