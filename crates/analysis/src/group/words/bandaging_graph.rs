//! Puzzles whose moves are not always possible: the shapes that such a puzzle can take, and which move leads from which shape to which.
//!
//! Start at [`Shapes`]. Whether a move is possible depends on the positions of a few pieces: the blank of a sliding puzzle, glued
//! pieces, or pieces that must not enter some slot. A shape records the positions of these pieces and nothing else. Shapes are the
//! vertices of a graph whose edges are moves. The effects of the moves on the pieces form a groupoid over this graph, and the walks
//! that return to one shape form a group.

use permutant_puzzle::definition::Restrictions;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

/// A shape of [`Shapes`], by number.
pub(super) type ShapeId = u32;

/// Marks a move that is not possible here.
const NOWHERE: ShapeId = ShapeId::MAX;

/// Largest number of shapes that are examined: with 18 moves each, a million edges.
pub(super) const MOST: usize = 1 << 16;

/// Up to this number of shapes, the root is the shape closest to all others.
const CENTRED: usize = 512;

/// All shapes that can be reached from the solved one.
#[derive(Debug)]
pub(super) struct Shapes {
    pieces: Pieces,
    numbers: HashMap<Box<[u16]>, ShapeId>,
    turns: usize,
    costs: Vec<u32>,
    inverse: Vec<usize>,
    /// By shape, then turn.
    next: Vec<ShapeId>,
    root: ShapeId,
    /// By shape: the cost of a cheapest path to the root, and its first turn.
    home: Vec<(u64, Option<usize>)>,
}

impl Shapes {
    /// Enumerates all shapes; `None` if there are more than [`MOST`]. The turns must include their inverses. O(shapes × turns × slots).
    pub(super) fn new(puzzle: &Puzzle, turns: &[Turn], metric: &Metric) -> Option<Self> {
        let pieces = Pieces::new(puzzle);
        let steps: Vec<Step> = turns.iter().map(|turn| Step::new(&pieces, puzzle, turn)).collect();
        let inverse = turns.iter().map(|turn| turns.iter().position(|other| *other == turn.inverse()));
        let first = pieces.shape(puzzle.solved());
        let mut shapes = Shapes {
            numbers: HashMap::from([(first.clone(), 0)]),
            turns: turns.len(),
            costs: turns.iter().map(|turn| metric.cost(turn)).collect(),
            inverse: inverse.collect::<Option<Vec<usize>>>()?,
            next: Vec::new(),
            root: 0,
            home: Vec::new(),
            pieces,
        };
        let mut open = vec![first];
        let mut looked_at = 0;
        while looked_at < open.len() {
            for step in &steps {
                let Some(to) = step.from(&shapes.pieces, &open[looked_at]) else {
                    shapes.next.push(NOWHERE);
                    continue;
                };
                let new = shapes.numbers.len() as ShapeId;
                let number = *shapes.numbers.entry(to.clone()).or_insert(new);
                if number == new {
                    open.push(to);
                }
                shapes.next.push(number);
            }
            if open.len() > MOST {
                return None;
            }
            looked_at += 1;
        }
        shapes.settle();
        Some(shapes)
    }

    /// Chooses the root and finds the paths to it.
    fn settle(&mut self) {
        let far = |shapes: &Self, root| shapes.homeward(root).iter().map(|(cost, _)| cost).sum::<u64>();
        if self.len() <= CENTRED {
            self.root = (0..self.len() as ShapeId).min_by_key(|&root| far(self, root)).unwrap_or(0);
        }
        self.home = self.homeward(self.root);
    }

    /// Dijkstra's cheapest paths to a shape: by shape the cost and the first turn.
    fn homeward(&self, root: ShapeId) -> Vec<(u64, Option<usize>)> {
        let mut home = vec![(u64::MAX, None); self.len()];
        home[root as usize].0 = 0;
        let mut open = BinaryHeap::from([Reverse((0, root))]);
        while let Some(Reverse((cost, shape))) = open.pop() {
            if cost > home[shape as usize].0 {
                continue;
            }
            for (turn, to) in self.ways(shape) {
                let back = self.inverse[turn];
                let sum = cost + u64::from(self.costs[back]);
                if sum < home[to as usize].0 {
                    home[to as usize] = (sum, Some(back));
                    open.push(Reverse((sum, to)));
                }
            }
        }
        home
    }

    /// Number of shapes.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The shape at which words start and end.
    pub(super) fn root(&self) -> ShapeId {
        self.root
    }

    /// The shape of a state; `None` if it cannot be reached.
    pub(super) fn of(&self, state: &State) -> Option<ShapeId> {
        self.numbers.get(&self.pieces.shape(state)).copied()
    }

    /// The cost of a turn.
    pub(super) fn cost(&self, turn: usize) -> u32 {
        self.costs[turn]
    }

    /// The turns that are possible in a shape, and where they lead.
    pub(super) fn ways(&self, shape: ShapeId) -> impl Iterator<Item = (usize, ShapeId)> + '_ {
        let row = &self.next[shape as usize * self.turns..][..self.turns];
        row.iter().copied().enumerate().filter(|(_, to)| *to != NOWHERE)
    }

    /// The first turn of a cheapest path to the root, and the shape to which it leads; `None` at the root.
    pub(super) fn homeward_step(&self, shape: ShapeId) -> Option<(usize, ShapeId)> {
        let turn = self.home[shape as usize].1?;
        Some((turn, self.next[shape as usize * self.turns + turn]))
    }

    /// A cheapest path to the root.
    pub(super) fn to_root(&self, shape: ShapeId) -> Vec<usize> {
        let mut at = shape;
        let step = || {
            let (turn, to) = self.homeward_step(at)?;
            at = to;
            Some(turn)
        };
        std::iter::from_fn(step).collect()
    }

    /// The path back.
    pub(super) fn backwards(&self, way: &[usize]) -> Vec<usize> {
        way.iter().rev().map(|&turn| self.inverse[turn]).collect()
    }
}

/// The pieces that matter, and their possible positions.
#[derive(Debug)]
struct Pieces {
    rules: Restrictions,
    /// The slots of the orbits that contain pieces named in rules, by orbit, then slot.
    slots: Vec<(usize, u16)>,
    /// The class of a piece (orbit, number) in the rules, from 1; all others are 0.
    classes: BTreeMap<(usize, u16), u16>,
    /// By class: the blocks that contain it, and the rules that forbid it a slot.
    of_class: Vec<Membership>,
}

/// By number of the rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Membership {
    blocks: Vec<usize>,
    illegal: Vec<usize>,
}

impl Pieces {
    fn new(puzzle: &Puzzle) -> Self {
        let rules = puzzle.definition().restrictions.clone();
        let mut memberships: BTreeMap<(usize, u16), Membership> = BTreeMap::new();
        for (number, block) in rules.blocks.iter().enumerate() {
            for &piece in &block.pieces {
                memberships.entry(piece).or_default().blocks.push(number);
            }
        }
        for (number, illegal) in rules.illegal.iter().enumerate() {
            for &piece in &illegal.pieces {
                memberships.entry((illegal.orbit, piece)).or_default().illegal.push(number);
            }
        }
        let mut of_class = vec![Membership::default()];
        let mut classes = BTreeMap::new();
        for (&piece, membership) in &memberships {
            let class = of_class.iter().position(|known| known == membership).unwrap_or(of_class.len());
            if class == of_class.len() {
                of_class.push(membership.clone());
            }
            classes.insert(piece, class as u16);
        }
        let orbits = puzzle.orbits().iter().enumerate();
        let slots = orbits
            .filter(|(orbit, _)| memberships.keys().any(|piece| piece.0 == *orbit))
            .flat_map(|(orbit, data)| (0..data.pieces).map(move |slot| (orbit, slot)))
            .collect();
        Pieces { rules, slots, classes, of_class }
    }

    fn shape(&self, state: &State) -> Box<[u16]> {
        let class = |&(orbit, slot): &(usize, u16)| {
            let piece = state.orbits[orbit].pieces[usize::from(slot)];
            self.classes.get(&(orbit, piece)).copied().unwrap_or(0)
        };
        self.slots.iter().map(class).collect()
    }
}

/// The effect of a turn on shapes.
struct Step {
    /// By place in a shape: the place from which its piece comes.
    from: Vec<usize>,
    /// By place: whether the move, made once, moves or twists the piece there.
    touched: Vec<bool>,
    /// The places of rules that forbid pieces a slot.
    watched: Vec<usize>,
}

impl Step {
    fn new(pieces: &Pieces, puzzle: &Puzzle, turn: &Turn) -> Self {
        let place = |wanted: (usize, u16)| pieces.slots.binary_search(&wanted).ok();
        let (whole, once) = (turn.transformation(), &turn.base().transformation);
        let from = |&(orbit, slot): &(usize, u16)| {
            let from = whole.part(orbit).map_or(slot, |part| part.permutation()[usize::from(slot)]);
            place((orbit, from))
        };
        let touched = |&(orbit, slot): &(usize, u16)| {
            once.part(orbit).is_some_and(|part| part.touches(usize::from(slot)))
        };
        let rules = &puzzle.definition().restrictions;
        let watched = rules.illegal.iter().map(|rule| place((rule.orbit, rule.slot)));
        Step {
            from: pieces.slots.iter().filter_map(from).collect(),
            touched: pieces.slots.iter().map(touched).collect(),
            // A rule about no piece has no place and forbids nothing.
            watched: watched.map(|place| place.unwrap_or(usize::MAX)).collect(),
        }
    }

    /// The shape after the turn, if it is possible.
    fn from(&self, pieces: &Pieces, shape: &[u16]) -> Option<Box<[u16]>> {
        // By block: whether its first piece moves.
        let mut moved = vec![None; pieces.rules.blocks.len()];
        for (&class, &touched) in shape.iter().zip(&self.touched) {
            for &block in &pieces.of_class[usize::from(class)].blocks {
                if *moved[block].get_or_insert(touched) != touched {
                    return None;
                }
            }
        }
        let to: Box<[u16]> = self.from.iter().map(|&from| shape[from]).collect();
        let stands_wrong = |(rule, &place): (usize, &usize)| {
            to.get(place).is_some_and(|&class| pieces.of_class[usize::from(class)].illegal.contains(&rule))
        };
        (!self.watched.iter().enumerate().any(stands_wrong)).then_some(to)
    }
}
