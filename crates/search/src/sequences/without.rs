//! An automaton that leaves out every sequence with a forbidden word in it, by the method of Aho and Corasick (1975).

use super::{FORBIDDEN, Sequences};
use crate::space::MoveId;
use std::collections::VecDeque;

/// "Not made yet" in the table.
const OPEN: u32 = u32::MAX - 1;

impl Sequences {
    /// The automaton that allows a sequence of moves if no part of it is one of the words. Words are taken in their order until the
    /// automaton has `most_nodes` nodes. A node is the longest end of the sequence that begins a word. O(nodes · moves).
    pub fn without(words: &[Vec<MoveId>], moves: usize, most_nodes: usize) -> Self {
        // First the tree of all beginnings of words, then by breadth the transitions to shorter ends.
        let mut next = vec![OPEN; moves];
        for word in words {
            let Some((last, begin)) = word.split_last() else { continue };
            let nodes = next.len() / moves.max(1);
            if nodes + begin.len() > most_nodes.max(1) {
                break;
            }
            let mut node = Some(0);
            for m in begin {
                let Some(here) = node else { break };
                let at = here * moves + m.index();
                node = match next[at] {
                    // A word that begins this one is forbidden already.
                    FORBIDDEN => None,
                    OPEN => {
                        let new = next.len() / moves;
                        next[at] = new as u32;
                        next.resize(next.len() + moves, OPEN);
                        Some(new)
                    }
                    there => Some(there as usize),
                };
            }
            if let Some(node) = node {
                next[node * moves + last.index()] = FORBIDDEN;
            }
        }
        // The node of the longest end that begins a word, of the sequences that lead to each node without their first move.
        let mut shorter = vec![0; next.len() / moves.max(1)];
        let mut queue = VecDeque::from([0]);
        while let Some(node) = queue.pop_front() {
            for m in 0..moves {
                let at = node * moves + m;
                let otherwise = if node == 0 { 0 } else { next[shorter[node] * moves + m] };
                match next[at] {
                    OPEN => next[at] = otherwise,
                    FORBIDDEN => {}
                    _ if otherwise == FORBIDDEN => next[at] = FORBIDDEN,
                    after => {
                        shorter[after as usize] = otherwise as usize;
                        queue.push_back(after as usize);
                    }
                }
            }
        }
        Sequences { moves, next, restricted: true }
    }
}
