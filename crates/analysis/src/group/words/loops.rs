//! Letters for puzzles whose moves are not always possible: walks that return to the shape from which they started.
//!
//! Start at [`Loops`]. The walks from one shape back to it form a group, the vertex group of the groupoid of all walks. It is generated
//! by one loop for each move in each shape: a cheapest walk to the shape, the move, and a cheapest walk back (Schreier's generators of
//! the graph of shapes). The cheapest loops become the letters, together with those of the others that are needed to generate the
//! group.

use super::bandaging_graph::{ShapeId, Shapes};
use permutant_group::{Permutation, SchreierSims};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_search::limits::{Control, StopReason};
use rand_core::Rng;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};

/// Number of loops that become letters because they are cheap.
const CHEAP: usize = 64;
/// Number of states that are examined for cheap walks.
const NODES: usize = 20_000;
/// For loops up to this order, their powers are sought among the other loops.
const ORDER: u64 = 12;

/// A walk by its turns, and its effect.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub(super) turns: Vec<usize>,
    pub(super) element: Permutation,
}

/// The walks of a puzzle.
#[derive(Debug)]
pub(super) struct Loops {
    shapes: Shapes,
    turns: Vec<Turn>,
    /// By turn, on the points of the puzzle.
    elements: Vec<Permutation>,
    degree: usize,
}

/// Generators of the vertex group, and the powers of them that are letters.
#[derive(Debug)]
pub(super) struct Letters {
    pub(super) generators: Vec<Permutation>,
    /// By generator and power: the walk.
    pub(super) walks: BTreeMap<(usize, i64), Vec<usize>>,
}

impl Loops {
    pub(super) fn new(shapes: Shapes, turns: Vec<Turn>, points: &Points) -> Self {
        let elements = turns.iter().map(|turn| points.permutation(&turn.transformation())).collect();
        Loops { shapes, turns, elements, degree: points.degree() }
    }

    pub(super) fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// Turns by their numbers.
    pub(super) fn spell(&self, walk: &[usize]) -> Vec<Turn> {
        walk.iter().map(|&turn| self.turns[turn].clone()).collect()
    }

    pub(super) fn cost(&self, walk: &[usize]) -> u64 {
        walk.iter().map(|&turn| u64::from(self.shapes.cost(turn))).sum()
    }

    pub(super) fn degree(&self) -> usize {
        self.degree
    }

    /// A walk to the root, loops there, and a walk away from it, joined and reduced.
    pub(super) fn walk<'a>(
        &self,
        out: &[usize],
        loops: impl Iterator<Item = &'a [usize]>,
        back: &[usize],
    ) -> Vec<usize> {
        let inner: Vec<usize> = loops.flatten().copied().collect();
        self.reduce(&[out, &inner, back].concat())
    }

    /// The effect of a walk on the points.
    pub(super) fn element(&self, walk: &[usize]) -> Permutation {
        walk.iter().fold(Permutation::identity(self.degree), |all, &turn| all.then(&self.elements[turn]))
    }

    /// Up to `most` walks to the root with different effects, the cheapest first. They do not pass through the root; from the root
    /// itself they are loops, without the empty one. There are few if the root is far away.
    pub(super) fn walks_to_root(&self, from: ShapeId, most: usize) -> Vec<Walk> {
        struct Node {
            shape: ShapeId,
            element: Permutation,
            came: Option<(usize, usize)>,
        }
        let root = self.shapes.root();
        // This bounds the memory for puzzles with many points.
        let limit = NODES.min((1 << 24) / self.degree.max(1)).max(100);
        let mut nodes = vec![Node { shape: from, element: Permutation::identity(self.degree), came: None }];
        let mut seen = HashSet::from([(from, nodes[0].element.clone())]);
        let mut open = BinaryHeap::from([Reverse((0u64, 0usize))]);
        let mut found = Vec::new();
        while let Some(Reverse((cost, at))) = open.pop() {
            let shape = nodes[at].shape;
            if shape == root && at != 0 {
                let mut turns = Vec::new();
                let mut step = at;
                while let Some((before, turn)) = nodes[step].came {
                    turns.push(turn);
                    step = before;
                }
                turns.reverse();
                found.push(Walk { turns, element: nodes[at].element.clone() });
                if found.len() == most {
                    break;
                }
                continue;
            }
            for (turn, to) in self.shapes.ways(shape) {
                let element = nodes[at].element.then(&self.elements[turn]);
                if nodes.len() < limit && seen.insert((to, element.clone())) {
                    open.push(Reverse((cost + u64::from(self.shapes.cost(turn)), nodes.len())));
                    nodes.push(Node { shape: to, element, came: Some((at, turn)) });
                }
            }
        }
        found
    }

    /// Letters for the group of the loops at the root; `None` if that takes more memory. O(shapes × turns) sifts. A control that
    /// interrupts ends it.
    pub(super) fn letters<R: Rng + ?Sized>(
        &self,
        memory: usize,
        rng: &mut R,
        control: &Control<'_>,
    ) -> Result<Option<Letters>, StopReason> {
        // A permutation for each shape, in words of at most four bytes.
        if self.shapes.len().saturating_mul(4 * self.degree) > memory / 2 {
            return Ok(None);
        }
        let go_on = || control.interrupted().map_or(Ok(()), Err);
        // An element that seems new to an unproved chain may nevertheless be in the group; an additional letter does no harm.
        let chain_of = |generators: &[Permutation], rng: &mut R| {
            SchreierSims::new(generators).unproved_while(rng, go_on)
        };
        let mut letters = Letters { generators: Vec::new(), walks: BTreeMap::new() };
        let mut known = HashMap::new();
        for walk in self.walks_to_root(self.shapes.root(), CHEAP) {
            self.add(&mut letters, &mut known, walk);
        }
        let mut chain = chain_of(&letters.generators, rng)?;
        let mut order: Vec<ShapeId> = (0..self.shapes.len() as ShapeId).collect();
        order.sort_by_cached_key(|&shape| self.cost(&self.shapes.to_root(shape)));
        // By shape: the effect of the path to the root.
        let mut home = vec![Permutation::identity(0); self.shapes.len()];
        for &shape in &order {
            if let Some((turn, to)) = self.shapes.homeward_step(shape) {
                home[shape as usize] = self.elements[turn].then(&home[to as usize]);
            }
        }
        for &shape in &order {
            go_on()?;
            let out = home[shape as usize].inverse();
            for (turn, to) in self.shapes.ways(shape).filter(|&(_, to)| to >= shape) {
                let element = out.then(&self.elements[turn]).then(&home[to as usize]);
                if chain.sift(&element).is_err() {
                    let mut turns = self.shapes.backwards(&self.shapes.to_root(shape));
                    turns.push(turn);
                    turns.extend(self.shapes.to_root(to));
                    self.add(&mut letters, &mut known, Walk { turns: self.reduce(&turns), element });
                    chain = chain_of(&letters.generators, rng)?;
                }
            }
        }
        Ok(Some(letters))
    }

    /// Makes a walk a letter, as a power of an existing generator or as a new one.
    fn add(
        &self,
        letters: &mut Letters,
        known: &mut HashMap<Permutation, (usize, i64)>,
        Walk { turns, element }: Walk,
    ) {
        if element.is_identity() {
            return;
        }
        let back = self.shapes.backwards(&turns);
        if let Some(&(generator, power)) = known.get(&element) {
            letters.walks.entry((generator, power)).or_insert(turns);
            if let Some(&inverse) = known.get(&element.inverse()) {
                letters.walks.entry(inverse).or_insert(back);
            }
            return;
        }
        let generator = letters.generators.len();
        let order = element.order_u64();
        let powers = order.filter(|&order| order <= ORDER).map_or(1, |order| order as i64 / 2);
        for power in 1..=powers {
            known.entry(element.power(-power)).or_insert((generator, -power));
            // A half turn counts as positive.
            known.insert(element.power(power), (generator, power));
        }
        letters.walks.insert((generator, 1), turns);
        if order != Some(2) {
            letters.walks.insert((generator, -1), back);
        }
        letters.generators.push(element);
    }

    /// Removes turns that are immediately undone and joins turns of one move. The result is possible wherever the walk was: turns of
    /// one move touch the same pieces, and the final state is the same.
    fn reduce(&self, walk: &[usize]) -> Vec<usize> {
        let mut reduced: Vec<usize> = Vec::new();
        for &next in walk {
            let Some(&last) =
                reduced.last().filter(|&&last| self.turns[last].base() == self.turns[next].base())
            else {
                reduced.push(next);
                continue;
            };
            let amount = self.turns[last].amount() + self.turns[next].amount();
            let joined = Turn::new(self.turns[next].base().clone(), amount);
            let cost = self.shapes.cost(last) + self.shapes.cost(next);
            if joined.amount() == 0 {
                reduced.pop();
            } else if let Some(joined) = self.turns.iter().position(|turn| *turn == joined)
                && self.shapes.cost(joined) <= cost
            {
                reduced.pop();
                reduced.push(joined);
            } else {
                reduced.push(next);
            }
        }
        reduced
    }
}
