//! The writer of algorithms: a canonical spelling for each tree, which the reader converts back to the same tree.
//!
//! Start at the `Display` of [`Alg`]. Nodes are separated by one space, with none before or after a line end. A
//! comment ends its line even where the tree has no line end. Names that only a vocabulary makes readable (`f0`,
//! `2U'`) need the same vocabulary to be read back. Its names take precedence, so `f` made twice, `f2`, is not read
//! back as such if `f2` is also a name.

use std::fmt::{self, Write};

use super::ast::{Alg, Layers, MoveToken, Node, NodeKind};
use super::comments::is_turns;
use super::scan::{is_digit, is_letter};

impl fmt::Display for Alg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_nodes(&self.nodes, f)?;
        Ok(())
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            NodeKind::Move(token) => write!(f, "{token}"),
            NodeKind::Group(inner, amount) => {
                f.write_char('(')?;
                write_enclosed(inner, f)?;
                f.write_char(')')?;
                write_amount(*amount, f)
            }
            NodeKind::Commutator(a, b, amount) => write_pair(a, ", ", b, *amount, f),
            NodeKind::Conjugate(a, b, amount) => write_pair(a, ": ", b, *amount, f),
            NodeKind::Pause => f.write_char('.'),
            NodeKind::Newline => f.write_char('\n'),
            NodeKind::Comment(text) => {
                // After two slashes, a comment that looks like turns of Square-1 would be read as such.
                f.write_str(if is_turns(text) { "#" } else { "//" })?;
                // A comment that was not read from a text may contain characters that would end it.
                text.chars().try_for_each(|c| f.write_char(if matches!(c, '\n' | '\r') { ' ' } else { c }))
            }
        }
    }
}

impl fmt::Display for MoveToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(layers) = self.layers {
            write!(f, "{layers}")?;
        }
        if let Some((up, down)) = self.square1_turns() {
            write!(f, "({up}, {down})")?;
            return write_amount(self.amount, f);
        }
        let (amount, size) = (self.amount, self.amount.unsigned_abs());
        if let Some(stem) = stem(&self.family, "++") {
            write!(f, "{stem}{}", if amount < 0 { "--" } else { "++" })?;
            return if size == 1 { Ok(()) } else { write!(f, "{size}") };
        }
        if let Some(stem) = stem(&self.family, "+") {
            return write!(f, "{stem}{size}{}", if amount < 0 { '-' } else { '+' });
        }
        f.write_str(&self.family)?;
        if self.family.ends_with(is_digit) && !matches!(amount, 1 | -1) {
            return write!(f, "^{size}{}", if amount < 0 { "'" } else { "" });
        }
        write_amount(amount, f)
    }
}

impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(from) = self.from {
            write!(f, "{from}-")?;
        }
        write!(f, "{}", self.to)
    }
}

/// The name before the mark of a family such as `R++`, if it is a plain name.
fn stem<'n>(family: &'n str, mark: &str) -> Option<&'n str> {
    family.strip_suffix(mark).filter(|stem| !stem.is_empty() && stem.chars().all(is_letter))
}

/// `2`, `'`, `2'`, nothing for 1.
fn write_amount(amount: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let size = amount.unsigned_abs();
    if size != 1 {
        write!(f, "{size}")?;
    }
    if amount < 0 { f.write_char('\'') } else { Ok(()) }
}

fn write_pair(a: &Alg, divider: &str, b: &Alg, amount: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('[')?;
    write_enclosed(a, f)?;
    f.write_str(divider)?;
    write_enclosed(b, f)?;
    f.write_char(']')?;
    write_amount(amount, f)
}

/// Text followed by a bracket must not end in a comment, which would include the bracket.
fn write_enclosed(alg: &Alg, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if write_nodes(&alg.nodes, f)? { f.write_char('\n') } else { Ok(()) }
}

/// Returns whether the line is still in a comment.
fn write_nodes(nodes: &[Node], f: &mut fmt::Formatter<'_>) -> Result<bool, fmt::Error> {
    let mut before: Option<&NodeKind> = None;
    for node in nodes {
        match (before, &node.kind) {
            (None | Some(NodeKind::Newline), _) | (_, NodeKind::Newline) => {}
            (Some(NodeKind::Comment(_)), _) => f.write_char('\n')?,
            _ => f.write_char(' ')?,
        }
        write!(f, "{node}")?;
        before = Some(&node.kind);
    }
    Ok(matches!(before, Some(NodeKind::Comment(_))))
}
