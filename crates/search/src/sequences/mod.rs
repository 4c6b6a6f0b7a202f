//! Canonical sequences: of all sequences that differ only in the order of commuting moves, one is searched.
//!
//! Start at [`Sequences`], an automaton that says which move may come next. Two classes of moves commute if all their
//! moves do. Within a run of commuting moves, the classes must ascend. A state of the automaton is a set of classes:
//! those with a move in the sequence such that everything after that move commutes with it. Class m is forbidden if the
//! set contains m, or a greater class that commutes with m. A class that is dominated by another class of the set is
//! omitted, which keeps the automaton small on puzzles with many parallel layers. The idea is Rokicki's, in twsearch;
//! his version handles equal neighbourhoods and at most 63 classes, this one any number of classes and also
//! neighbourhoods contained in others. If two moves of a class do not always combine into a third, each move of the
//! class counts as a class of its own, which forbids only those moves of the original class with which it combines into
//! one move.

mod without;

use crate::space::{MoveId, Space};
use permutant_group::UBig;
use std::collections::{BTreeMap, HashMap};

/// State of the automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node(u32);

impl Node {
    /// Its number, from 0.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// "Not allowed" in the table.
const FORBIDDEN: u32 = u32::MAX;
/// Beyond this number of transitions the automaton remembers only the last move: weaker, but still correct.
const MAX_TRANSITIONS: usize = 1 << 24;

/// The automaton that says which move may follow which sequence.
#[derive(Clone, Debug)]
pub struct Sequences {
    moves: usize,
    next: Vec<u32>,
    restricted: bool,
}

impl Sequences {
    /// Builds the automaton for the moves of a space. O(states × moves).
    pub fn new<S: Space>(space: &S) -> Self {
        let moves: Vec<MoveId> = space.moves().collect();
        let free = moves.iter().all(|&a| moves.iter().all(|&b| space.may_follow(a, b)));
        if free { Sequences::unrestricted(space) } else { Sequences::by_last_move(space, true) }
    }

    /// The automaton that ignores [`Space::may_follow`]: for lower bounds, which can only decrease as a result.
    pub fn unrestricted<S: Space>(space: &S) -> Self {
        Sequences::by_commuting(space).unwrap_or_else(|| Sequences::by_last_move(space, false))
    }

    /// Whether the automaton excludes more than reorderings, because of [`Space::may_follow`] or of forbidden words.
    pub fn is_restricted(&self) -> bool {
        self.restricted
    }

    /// The node before any move.
    pub fn start(&self) -> Node {
        Node(0)
    }

    /// The node after a move, or `None` if the move is not allowed here.
    #[inline]
    pub fn after(&self, node: Node, m: MoveId) -> Option<Node> {
        let next = self.next[node.0 as usize * self.moves + m.index()];
        (next != FORBIDDEN).then_some(Node(next))
    }

    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.next.len() / self.moves.max(1)
    }

    /// Number of canonical sequences of each cost 0, 1, …, `cost`, exactly. The space must be that of the automaton.
    pub fn counts<S: Space>(&self, space: &S, cost: u32) -> Vec<UBig> {
        // Number of paths to each node at the costs to which a move can still be added.
        let mut ways: BTreeMap<u32, BTreeMap<u32, UBig>> =
            BTreeMap::from([(0, BTreeMap::from([(0, UBig::ONE)]))]);
        let mut counts = Vec::new();
        for here in 0..=cost {
            let now = ways.remove(&here).unwrap_or_default();
            counts.push(now.values().fold(UBig::ZERO, |sum, count| sum + count));
            for (node, count) in now {
                for m in space.moves().filter(|&m| space.cost(m) <= cost - here) {
                    if let Some(Node(after)) = self.after(Node(node), m) {
                        *ways.entry(here + space.cost(m)).or_default().entry(after).or_default() += &count;
                    }
                }
            }
        }
        counts
    }

    /// By how much one more move multiplies the number of canonical sequences, on average over so many moves.
    pub fn growth(&self, moves: u32) -> f64 {
        let mut ways: BTreeMap<u32, f64> = BTreeMap::from([(0, 1.0)]);
        for _ in 0..moves {
            let mut next: BTreeMap<u32, f64> = BTreeMap::new();
            for (node, count) in ways {
                let after = &self.next[node as usize * self.moves..(node as usize + 1) * self.moves];
                for &after in after.iter().filter(|&&after| after != FORBIDDEN) {
                    *next.entry(after).or_default() += count;
                }
            }
            ways = next;
        }
        ways.values().sum::<f64>().powf(1.0 / f64::from(moves.max(1)))
    }

    fn by_commuting<S: Space>(space: &S) -> Option<Self> {
        let moves = space.move_count();
        let class_of = merging_classes(space);
        let classes = class_of.iter().map(|class| class + 1).max().unwrap_or(0);
        // commuting[c]: the classes all of whose moves commute with all moves of c, including c itself.
        let mut commuting = vec![Bits::full(classes); classes];
        // forbidden[c]: the classes that must not come after c and later moves that commute with it.
        let mut forbidden = vec![Bits::empty(classes); classes];
        for a in space.moves() {
            let class = class_of[a.index()];
            for b in space.moves() {
                let other = class_of[b.index()];
                if !space.commutes(a, b) && other != class {
                    commuting[class].remove(other);
                }
                if space.merges(a, b) {
                    forbidden[class].insert(other);
                }
            }
        }
        for (class, forbidden) in forbidden.iter_mut().enumerate() {
            (0..class)
                .filter(|&lesser| commuting[class].has(lesser))
                .for_each(|lesser| forbidden.insert(lesser));
        }
        let mut nodes = vec![Bits::empty(classes)];
        let mut numbers = HashMap::from([(nodes[0].clone(), 0u32)]);
        let mut next = Vec::new();
        let mut at = 0;
        while at < nodes.len() {
            if (at + 1) * moves > MAX_TRANSITIONS {
                return None;
            }
            let seen = nodes[at].clone();
            for &class in &class_of {
                let blocked = seen.iter().any(|before| forbidden[before].has(class));
                next.push(if blocked {
                    FORBIDDEN
                } else {
                    let mut after = seen.intersection(&commuting[class]);
                    after.insert(class);
                    let kept = undominated(&after, &commuting, &forbidden);
                    *numbers.entry(kept).or_insert_with_key(|kept| {
                        nodes.push(kept.clone());
                        nodes.len() as u32 - 1
                    })
                });
            }
            at += 1;
        }
        Some(Sequences { moves, next, restricted: false })
    }

    fn by_last_move<S: Space>(space: &S, ask: bool) -> Self {
        let moves = space.move_count();
        let mut next: Vec<u32> = (1..=moves as u32).collect();
        for last in space.moves() {
            next.extend(space.moves().map(|m| {
                let allowed = !space.merges(last, m) && (!ask || space.may_follow(last, m));
                if allowed { u32::from(m.0) + 1 } else { FORBIDDEN }
            }));
        }
        Sequences { moves, next, restricted: ask }
    }
}

/// The class of each move, such that two moves of a class always combine into one move or none: a class of the space,
/// or a single move of a class in which they do not.
fn merging_classes<S: Space>(space: &S) -> Vec<usize> {
    let classes = space.moves().map(|m| space.class(m) + 1).max().unwrap_or(0);
    let mut whole = vec![true; classes];
    for a in space.moves() {
        for b in space.moves().filter(|&b| space.class(a) == space.class(b) && !space.merges(a, b)) {
            whole[space.class(b)] = false;
        }
    }
    let mut numbers: HashMap<(usize, Option<MoveId>), usize> = HashMap::new();
    let class_of = |m: MoveId| {
        let class = space.class(m);
        let next = numbers.len();
        *numbers.entry((class, (!whole[class]).then_some(m))).or_insert(next)
    };
    space.moves().map(class_of).collect()
}

/// Removes each dominated class a: one for which a greater b in the set forbids what a forbids and commutes with all
/// that a commutes with. Then b stays in the set as long as a would.
fn undominated(set: &Bits, commuting: &[Bits], forbidden: &[Bits]) -> Bits {
    let mut kept = set.clone();
    for a in set.iter() {
        let dominates = |b: usize| {
            b > a && commuting[a].is_subset(&commuting[b]) && forbidden[a].is_subset(&forbidden[b])
        };
        if set.iter().any(dominates) {
            kept.remove(a);
        }
    }
    kept
}

/// A set of small numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Bits(Vec<u64>);

impl Bits {
    fn empty(size: usize) -> Self {
        Bits(vec![0; size.div_ceil(64)])
    }

    fn full(size: usize) -> Self {
        let mut bits = Bits::empty(size);
        (0..size).for_each(|i| bits.insert(i));
        bits
    }

    fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }

    fn has(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    fn intersection(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    fn is_subset(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| 64 * word + bit)
        })
    }
}
