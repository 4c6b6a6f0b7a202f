//! An algorithm as a tree: moves, groups, commutators, conjugates, and the text between them.
//!
//! Start at [`Alg`] and [`NodeKind`]. Every node stores its position in the source text, so that an error can point
//! to it and a player can highlight it. Equality ignores positions, so two trees are equal if their contents are. The
//! kinds are those of cubing.js, so that the two can exchange algorithms.

use std::ops::Range;

/// An algorithm: nodes executed from first to last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Alg {
    /// The nodes in the order of execution.
    pub nodes: Vec<Node>,
}

/// One node of an [`Alg`] and its place in the text. Equality and hashing ignore the place.
#[derive(Clone, Debug)]
pub struct Node {
    /// The content of the node.
    pub kind: NodeKind,
    /// Byte offsets in the text that was read; `0..0` for a node that was not read from a text.
    pub span: Range<usize>,
}

/// The content of a node.
///
/// Amounts lie in `-(2^31 - 1) ..= 2^31 - 1`, so that the negative of each is in range. [`parse`](super::parse())
/// refuses other amounts, and `i32::MIN` set by hand is treated as `-(2^31 - 1)` where it is negated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// One move with its amount.
    Move(MoveToken),
    /// `(A)n`: `A` executed `n` times, inverted if `n` is negative.
    Group(Alg, i32),
    /// `[A, B]n`: `n` times `A B A' B'`.
    Commutator(Alg, Alg, i32),
    /// `[A: B]n`: `n` times `A B A'`.
    Conjugate(Alg, Alg, i32),
    /// `.`, a pause for a player.
    Pause,
    /// The end of a line.
    Newline,
    /// The text after `//`, up to the end of its line.
    Comment(String),
}

/// A move by name, such as `3Rw2'`: layers, family, amount. The puzzle defines its effect.
///
/// The families `NAME++` and `NAME+` are those of Pochmann's and the clock's notation: `R--` is family `R++`
/// with amount -1, and `UR3-` is family `UR+` with amount -3. A pair of turns of Square-1 is a family of its own,
/// `(1,-3)`, with the turns in the name and the amount 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveToken {
    /// The prefix, such as `2` in `2R` and `2-4` in `2-4r`.
    pub layers: Option<Layers>,
    /// The name without layers and amount, such as `R`, `Rw`, `UFR`, `f0`, `R++`, `/`.
    pub family: String,
    /// The amount: 1 for the named turn, 2 for twice that, negative for the inverse direction.
    pub amount: i32,
}

/// The layers in a prefix, counted from 1 at the face: `from-to` or `to` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Layers {
    /// The outermost layer of a block `from-to`; `None` if one number was written, whose meaning (that slice,
    /// or the block down to it) depends on the family.
    pub from: Option<u16>,
    /// The innermost layer.
    pub to: u16,
}

impl Alg {
    /// The algorithm of these nodes.
    pub fn new(nodes: Vec<Node>) -> Self {
        Alg { nodes }
    }

    /// The algorithm of these moves, with empty spans.
    pub fn from_moves(moves: impl IntoIterator<Item = MoveToken>) -> Self {
        Alg { nodes: moves.into_iter().map(|token| Node::new(NodeKind::Move(token))).collect() }
    }

    /// Whether it is empty, without even a comment.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

impl Node {
    /// A node that was not read from a text.
    pub fn new(kind: NodeKind) -> Self {
        Node { kind, span: 0..0 }
    }

    /// A node with its place in the text.
    pub fn at(kind: NodeKind, span: Range<usize>) -> Self {
        Node { kind, span }
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Node {}

impl std::hash::Hash for Node {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.kind.hash(state);
    }
}

impl MoveToken {
    /// The family turned once, without layers.
    pub fn new(family: impl Into<String>) -> Self {
        MoveToken { layers: None, family: family.into(), amount: 1 }
    }

    /// The same move with another amount.
    pub fn with_amount(mut self, amount: i32) -> Self {
        self.amount = amount;
        self
    }

    /// The same move with a prefix of layers.
    pub fn with_layers(mut self, layers: Layers) -> Self {
        self.layers = Some(layers);
        self
    }

    /// Layers and family without the amount: `2-4r`, `3Rw`, `R`.
    pub fn name(&self) -> String {
        match self.layers {
            None => self.family.clone(),
            Some(Layers { from: None, to }) => format!("{to}{}", self.family),
            Some(Layers { from: Some(from), to }) => format!("{from}-{to}{}", self.family),
        }
    }

    /// The turns of both halves if this is a pair of turns of Square-1, such as `(1,-3)`.
    pub fn square1_turns(&self) -> Option<(i32, i32)> {
        let (up, down) = self.family.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        Some((up.parse().ok()?, down.parse().ok()?))
    }

    /// The pair of turns `(up, down)` of Square-1.
    pub fn square1(up: i32, down: i32) -> Self {
        MoveToken::new(format!("({up},{down})"))
    }

    /// The inverse move. For a pair of turns of Square-1, the sign is applied inside: `(-1, 3)`.
    pub fn inverse(&self) -> Self {
        if let Some((up, down)) = self.square1_turns() {
            return MoveToken::square1(negated(up), negated(down)).with_amount(self.amount);
        }
        MoveToken { amount: negated(self.amount), ..self.clone() }
    }

    /// The power of the move, or `None` if the amount would be out of range.
    pub fn power(&self, times: i32) -> Option<Self> {
        let within = |amount: i32| amount.checked_mul(times).filter(|&amount| amount != i32::MIN);
        if let Some((up, down)) = self.square1_turns() {
            return Some(MoveToken::square1(within(up)?, within(down)?).with_amount(self.amount));
        }
        Some(MoveToken { amount: within(self.amount)?, ..self.clone() })
    }
}

impl Layers {
    /// A single number, as in `2R` or `3Rw`.
    pub fn one(to: u16) -> Self {
        Layers { from: None, to }
    }

    /// A block, as in `2-4r`.
    pub fn block(from: u16, to: u16) -> Self {
        Layers { from: Some(from), to }
    }
}

/// The negative of an amount; see [`NodeKind`] for why this is exact.
pub(crate) fn negated(amount: i32) -> i32 {
    amount.saturating_neg()
}
