//! Operations on algorithms: inverse, repetition, concatenation, renaming of moves.
//!
//! Start at [`Alg::inverse`] and [`MoveMap`]. All preserve the structure of the tree and the positions in the text.
//! They take time linear in the size of the tree, however many moves it represents.

use std::ops::Range;

use super::ast::{Alg, MoveToken, Node, NodeKind};
use crate::diagnostic::Diagnostic;

/// Maps each move to another, for example when a puzzle is reflected or rotated.
///
/// The map must commute with inversion: the image of a move's inverse is the inverse of its image.
pub trait MoveMap {
    /// The image of a move; `None` if the map does not define it.
    fn image(&self, token: &MoveToken) -> Option<MoveToken>;
}

impl<F: Fn(&MoveToken) -> Option<MoveToken>> MoveMap for F {
    fn image(&self, token: &MoveToken) -> Option<MoveToken> {
        self(token)
    }
}

impl Alg {
    /// The algorithm that undoes this one.
    ///
    /// The structure stays: `(A)n` becomes `(A')n`, `[A, B]n` becomes `[B, A]n`, `[A: B]n` becomes `[A: B']n`, with
    /// `A'` written out. Lines are reversed as units: a comment stays after the moves of its line. Inverting twice
    /// gives the original, provided that comments are at the ends of lines, as after reading.
    pub fn inverse(&self) -> Alg {
        let is_comment = |node: &&Node| matches!(node.kind, NodeKind::Comment(_));
        // There is one line end less than there are lines; each keeps its place in the text.
        let mut ends = self.nodes.iter().filter(|node| node.kind == NodeKind::Newline).rev();
        let mut nodes = Vec::with_capacity(self.nodes.len());
        for line in self.nodes.split(|node| node.kind == NodeKind::Newline).rev() {
            nodes.extend(line.iter().rev().filter(|node| !is_comment(node)).map(Node::inverse));
            nodes.extend(line.iter().filter(is_comment).cloned());
            nodes.extend(ends.next().cloned());
        }
        Alg::new(nodes)
    }

    /// `(A)n`.
    pub fn repeated(self, amount: i32) -> Alg {
        let span = self.span();
        Alg::new(vec![Node::at(NodeKind::Group(self, amount), span)])
    }

    /// This algorithm, followed by another. If it ends in a comment, a line end is inserted between them.
    pub fn then(mut self, other: Alg) -> Alg {
        let after_comment = matches!(self.nodes.last().map(|node| &node.kind), Some(NodeKind::Comment(_)));
        let line_goes_on = other.nodes.first().is_some_and(|node| node.kind != NodeKind::Newline);
        if after_comment && line_goes_on {
            self.nodes.push(Node::new(NodeKind::Newline));
        }
        self.nodes.extend(other.nodes);
        self
    }

    /// The algorithm with each move replaced by its image.
    ///
    /// # Errors
    ///
    /// At the first move that the map does not define.
    pub fn map_moves(&self, map: &dyn MoveMap) -> Result<Alg, Diagnostic> {
        let nodes = self.nodes.iter().map(|node| node.map_moves(map)).collect::<Result<_, _>>()?;
        Ok(Alg::new(nodes))
    }

    /// From the first node to the last.
    fn span(&self) -> Range<usize> {
        let start = self.nodes.iter().map(|node| node.span.start).min().unwrap_or(0);
        let end = self.nodes.iter().map(|node| node.span.end).max().unwrap_or(0);
        start..end
    }
}

impl Node {
    fn inverse(&self) -> Node {
        let kind = match &self.kind {
            NodeKind::Move(token) => NodeKind::Move(token.inverse()),
            NodeKind::Group(inner, amount) => NodeKind::Group(inner.inverse(), *amount),
            NodeKind::Commutator(a, b, amount) => NodeKind::Commutator(b.clone(), a.clone(), *amount),
            NodeKind::Conjugate(a, b, amount) => NodeKind::Conjugate(a.clone(), b.inverse(), *amount),
            NodeKind::Pause | NodeKind::Newline | NodeKind::Comment(_) => self.kind.clone(),
        };
        Node::at(kind, self.span.clone())
    }

    fn map_moves(&self, map: &dyn MoveMap) -> Result<Node, Diagnostic> {
        let kind = match &self.kind {
            NodeKind::Move(token) => NodeKind::Move(map.image(token).ok_or_else(|| {
                Diagnostic::new(self.span.clone(), format!("nothing corresponds to the move `{token}`"))
                    .expected("a move of the puzzle that is transformed")
            })?),
            NodeKind::Group(inner, amount) => NodeKind::Group(inner.map_moves(map)?, *amount),
            NodeKind::Commutator(a, b, amount) => {
                NodeKind::Commutator(a.map_moves(map)?, b.map_moves(map)?, *amount)
            }
            NodeKind::Conjugate(a, b, amount) => {
                NodeKind::Conjugate(a.map_moves(map)?, b.map_moves(map)?, *amount)
            }
            NodeKind::Pause | NodeKind::Newline | NodeKind::Comment(_) => self.kind.clone(),
        };
        Ok(Node::at(kind, self.span.clone()))
    }
}
