//! The sequence of moves that an algorithm represents.
//!
//! Start at [`Alg::length`], which counts them without expansion, [`Alg::expand`], which lists them up to a limit,
//! and [`Alg::moves`], which iterates over them in space bounded by the tree. The short text
//! `((((R)9999)9999)9999)9999` represents 10^16 moves.

use std::ops::Range;

use thiserror::Error;

use super::ast::{Alg, MoveToken, Node, NodeKind};

/// A move of an expanded algorithm, and the place in the text of the move from which it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedMove {
    /// The move to execute, already inverted where a bracket inverts it.
    pub token: MoveToken,
    /// Byte offsets in the text that was read.
    pub span: Range<usize>,
}

/// An algorithm represents more moves than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the algorithm has {} moves, at most {limit} were allowed", shown(*length))]
pub struct TooLong {
    /// The number of moves; `u128::MAX` stands for that many or more.
    pub length: u128,
    /// The number that was allowed.
    pub limit: usize,
}

fn shown(length: u128) -> String {
    if length == u128::MAX { format!("at least {length}") } else { length.to_string() }
}

impl Alg {
    /// The number of moves, with brackets expanded; each move counts 1, whatever its amount. `u128::MAX` stands for
    /// that many or more. Takes time proportional to the size of the tree.
    pub fn length(&self) -> u128 {
        self.weigh(&mut |_| 1)
    }

    /// The saturating sum of `weight` over the moves, with brackets expanded. An inverted move has the weight of the
    /// move as written. Takes time proportional to the size of the tree.
    pub(super) fn weigh(&self, weight: &mut impl FnMut(&Node) -> u128) -> u128 {
        self.nodes.iter().fold(0, |sum, node| {
            let (once, times): (u128, i32) = match &node.kind {
                NodeKind::Move(_) => (weight(node), 1),
                NodeKind::Group(inner, amount) => (inner.weigh(weight), *amount),
                NodeKind::Commutator(a, b, amount) => {
                    (a.weigh(weight).saturating_add(b.weigh(weight)).saturating_mul(2), *amount)
                }
                NodeKind::Conjugate(a, b, amount) => {
                    (a.weigh(weight).saturating_mul(2).saturating_add(b.weigh(weight)), *amount)
                }
                NodeKind::Pause | NodeKind::Newline | NodeKind::Comment(_) => (0, 0),
            };
            sum.saturating_add(once.saturating_mul(times.unsigned_abs().into()))
        })
    }

    /// The moves one after another.
    ///
    /// # Errors
    ///
    /// [`TooLong`] if there are more than `limit`; this is determined before any move is generated.
    pub fn expand(&self, limit: usize) -> Result<Vec<SpannedMove>, TooLong> {
        let length = self.length();
        if length > limit as u128 {
            return Err(TooLong { length, limit });
        }
        Ok(self.moves().collect())
    }

    /// An iterator over the moves, generated on demand. Its construction takes time and space proportional to the
    /// size of the tree, and each step takes time proportional to the depth of the tree.
    pub fn moves(&self) -> Moves<'_> {
        let mut program = Program::default();
        let list = program.list(self);
        Moves { program, frames: vec![Frame::List { list, done: 0, backwards: false }] }
    }
}

/// The moves of an algorithm; see [`Alg::moves`].
#[derive(Clone, Debug)]
pub struct Moves<'a> {
    program: Program<'a>,
    frames: Vec<Frame>,
}

/// The tree without parts that contain no moves, so that no loop is idle: `(((.)9999)9999)9999` is empty here.
#[derive(Clone, Debug, Default)]
struct Program<'a> {
    items: Vec<Item<'a>>,
    /// Lists of items, one after the other; a list is a range of this.
    lists: Vec<usize>,
}

/// A list of items, as a range of [`Program::lists`].
type List = Range<usize>;

#[derive(Clone, Debug)]
enum Item<'a> {
    Move(&'a MoveToken, Range<usize>),
    Block(Block),
}

/// A bracket, executed `times` > 0 times, and backwards if its amount was negative.
#[derive(Clone, Debug)]
struct Block {
    shape: Shape,
    times: u32,
    backwards: bool,
}

#[derive(Clone, Debug)]
enum Shape {
    Group(List),
    Commutator(List, List),
    Conjugate(List, List),
}

#[derive(Clone, Debug)]
enum Frame {
    List {
        list: List,
        done: usize,
        backwards: bool,
    },
    /// The next part to enter is number `part` of the block's current round; `left` rounds remain, including this one.
    Block {
        item: usize,
        part: usize,
        left: u32,
        backwards: bool,
    },
}

impl<'a> Program<'a> {
    fn list(&mut self, alg: &'a Alg) -> List {
        let items: Vec<usize> = alg.nodes.iter().filter_map(|node| self.item(node)).collect();
        let start = self.lists.len();
        self.lists.extend(items);
        start..self.lists.len()
    }

    fn item(&mut self, node: &'a Node) -> Option<usize> {
        let (shape, amount) = match &node.kind {
            NodeKind::Move(token) => {
                self.items.push(Item::Move(token, node.span.clone()));
                return Some(self.items.len() - 1);
            }
            NodeKind::Group(_, 0) | NodeKind::Commutator(_, _, 0) | NodeKind::Conjugate(_, _, 0) => {
                return None;
            }
            NodeKind::Group(inner, amount) => (Shape::Group(self.list(inner)), *amount),
            NodeKind::Commutator(a, b, amount) => (Shape::Commutator(self.list(a), self.list(b)), *amount),
            NodeKind::Conjugate(a, b, amount) => (Shape::Conjugate(self.list(a), self.list(b)), *amount),
            NodeKind::Pause | NodeKind::Newline | NodeKind::Comment(_) => return None,
        };
        let empty = match &shape {
            Shape::Group(a) => a.is_empty(),
            Shape::Commutator(a, b) | Shape::Conjugate(a, b) => a.is_empty() && b.is_empty(),
        };
        if empty {
            return None;
        }
        self.items.push(Item::Block(Block { shape, times: amount.unsigned_abs(), backwards: amount < 0 }));
        Some(self.items.len() - 1)
    }
}

impl Shape {
    /// Part `number` of one round, and whether it is executed backwards.
    fn part(&self, number: usize, backwards: bool) -> Option<(List, bool)> {
        let (list, inverted) = match (self, number) {
            (Shape::Group(a), 0) => (a, backwards),
            // A B A' B', and backwards B A B' A'.
            (Shape::Commutator(a, b), 0..4) => {
                (if number.is_multiple_of(2) != backwards { a } else { b }, number >= 2)
            }
            // A B A', and backwards A B' A'.
            (Shape::Conjugate(a, _), 0 | 2) => (a, number == 2),
            (Shape::Conjugate(_, b), 1) => (b, backwards),
            _ => return None,
        };
        Some((list.clone(), inverted))
    }
}

impl Iterator for Moves<'_> {
    type Item = SpannedMove;

    fn next(&mut self) -> Option<SpannedMove> {
        loop {
            let next = match self.frames.last_mut()? {
                Frame::List { done, list, .. } if *done == list.len() => None,
                Frame::List { list, done, backwards } => {
                    let at = if *backwards { list.end - 1 - *done } else { list.start + *done };
                    *done += 1;
                    let item = self.program.lists[at];
                    match &self.program.items[item] {
                        Item::Move(token, span) => {
                            let token = if *backwards { token.inverse() } else { (*token).clone() };
                            return Some(SpannedMove { token, span: span.clone() });
                        }
                        Item::Block(block) => Some(Frame::Block {
                            item,
                            part: 0,
                            left: block.times,
                            backwards: *backwards != block.backwards,
                        }),
                    }
                }
                Frame::Block { item, part, left, backwards } => {
                    let Item::Block(block) = &self.program.items[*item] else {
                        unreachable!("frames of blocks are made for blocks alone")
                    };
                    let mut found = block.shape.part(*part, *backwards);
                    if found.is_none() && *left > 1 {
                        *left -= 1;
                        *part = 0;
                        found = block.shape.part(0, *backwards);
                    }
                    *part += 1;
                    found.map(|(list, backwards)| Frame::List { list, done: 0, backwards })
                }
            };
            match next {
                Some(frame) => self.frames.push(frame),
                None => {
                    self.frames.pop();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{AnyName, Dialect, parse};

    fn alg(text: &str) -> Alg {
        parse(text, &AnyName, Dialect::default()).unwrap()
    }

    fn check(text: &str, expected: &str) {
        let alg = alg(text);
        let moves = alg.expand(1000).unwrap();
        assert_eq!(moves.len() as u128, alg.length(), "{text}");
        for place in &moves {
            assert!(text.get(place.span.clone()).is_some_and(|written| !written.is_empty()), "{text}");
        }
        assert_eq!(
            Alg::from_moves(moves.into_iter().map(|place| place.token)).to_string(),
            expected,
            "{text}"
        );
    }

    #[test]
    fn expansions() {
        for (text, expected) in [
            ("", ""),
            ("R U2 F'", "R U2 F'"),
            ("R . U // x\n\nF", "R U F"),
            ("(R U)3", "R U R U R U"),
            ("(R U2)2'", "U2' R' U2' R'"),
            ("(R U)0 F", "F"),
            ("(R U)'", "U' R'"),
            ("((R U)2 F)2", "R U R U F R U R U F"),
            ("((R U)' F)'", "F' R U"),
            ("[R, U]", "R U R' U'"),
            ("[R, U]'", "U R U' R'"),
            ("[R, U]2", "R U R' U' R U R' U'"),
            ("[R, U]2'", "U R U' R' U R U' R'"),
            ("[R U, F D]", "R U F D U' R' D' F'"),
            ("[R: U]", "R U R'"),
            ("[R: U]'", "R U' R'"),
            ("[R: U]2", "R U R' R U R'"),
            ("[R F: U D]'", "R F D' U' F' R'"),
            ("[F: [R, U]]", "F R U R' U' F'"),
            ("[[R: U], D]", "R U R' D R U' R' D'"),
            ("[R,]", "R R'"),
            ("[,R]", "R R'"),
            ("[R:]", "R R'"),
            ("[:R]", "R"),
            ("[:]", ""),
            ("((()9)9 [,]5)9", ""),
            ("R0", "R0"),
            ("((1,-3)/)'", "/' (-1, 3)"),
            ("(UR3+ D--)'", "D++ UR3-"),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn too_long_is_known_at_once() {
        let long = alg("((((R)9999)9999)9999)9999");
        let length = 9999u128.pow(4);
        assert_eq!(long.length(), length);
        assert_eq!(long.expand(1_000_000), Err(TooLong { length, limit: 1_000_000 }));
        assert_eq!(long.moves().take(3).count(), 3);
        let deep = format!("{}R{}", "(".repeat(150), ")9999".repeat(150));
        assert_eq!(alg(&deep).length(), u128::MAX);
        assert_eq!(alg(&deep).moves().take(1000).count(), 1000);
        let nothing = format!("{}.{} R", "(".repeat(150), ")2147483647".repeat(150));
        assert_eq!(alg(&nothing).moves().count(), 1);
        let commutators = format!("{}R{}", "[".repeat(150), ",U]".repeat(150));
        assert!(alg(&commutators).length() == u128::MAX);
        assert_eq!(alg(&commutators).moves().take(1000).count(), 1000);
        assert_eq!(
            alg("R U").expand(1).unwrap_err().to_string(),
            "the algorithm has 2 moves, at most 1 were allowed"
        );
    }
}
