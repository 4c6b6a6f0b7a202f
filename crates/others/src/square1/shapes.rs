//! The first phase: the shapes, and the number of twists from each to square shape with an even permutation.
//!
//! Start at [`Shapes`]. A shape is a set of bits for the slots in which a piece begins. Only shapes that allow a twist are
//! considered. The effect of a turn or a twist on the parity of the order of the pieces depends only on the shape. A shape with
//! a parity is therefore a node of a graph with 2 · 3678 nodes.

use std::collections::HashMap;

/// Slots of a layer.
pub(super) const LAYER: usize = 12;

/// Both layers in the slots of the solved puzzle: corners first above, edges first below.
const SQUARES: u32 = 0b101_101_101_101 | 0b011_011_011_011 << LAYER;

/// Whether a twist is possible: a piece begins at each end of both halves.
pub(super) fn is_open(starts: u32) -> bool {
    const ENDS: u32 = 1 | 1 << 6 | 1 << 12 | 1 << 18;
    starts & ENDS == ENDS
}

/// The bits of a layer turned clockwise.
fn turned(layer: u32, by: usize) -> u32 {
    (layer << by | layer >> (LAYER - by)) & ((1 << LAYER) - 1)
}

fn layers(starts: u32) -> [u32; 2] {
    [starts & ((1 << LAYER) - 1), starts >> LAYER]
}

fn twisted(starts: u32) -> u32 {
    let halves = (starts ^ starts >> LAYER) & 0x3f;
    starts ^ (halves | halves << LAYER)
}

/// Whether a turn of a layer by this many slots changes the parity of the order of its pieces. Some pieces move from
/// the end to the beginning.
fn turn_is_odd(layer: u32, by: usize) -> bool {
    let pieces = layer.count_ones();
    let carried = (layer >> (LAYER - by)).count_ones();
    carried * (pieces - carried) % 2 == 1
}

/// Whether a twist changes that parity: it turns the order A B C D of the half layers into C B A D.
fn twist_is_odd(starts: u32) -> bool {
    let pieces = |first: usize| (starts >> first & 0x3f).count_ones();
    let (a, b, c) = (pieces(0), pieces(6), pieces(12));
    (a * b + a * c + b * c) % 2 == 1
}

/// All shapes in which a twist is possible, ascending: 3678.
pub(super) fn all() -> Vec<u32> {
    let mut known = std::collections::BTreeSet::from([SQUARES]);
    let mut open = vec![SQUARES];
    while let Some(shape) = open.pop() {
        for (next, ..) in turns(twisted(shape)) {
            if known.insert(next) {
                open.push(next);
            }
        }
    }
    known.into_iter().collect()
}

/// The turns of both layers after which a twist is possible: the shape, the amounts of the layers, and whether the
/// parity changes.
fn turns(shape: u32) -> Vec<(u32, [i8; 2], bool)> {
    let [top, bottom] = layers(shape);
    let ways = |layer: u32| {
        let fits = move |&by: &usize| turned(layer, by) & (1 | 1 << 6) == 1 | 1 << 6;
        (0..LAYER).filter(fits).collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    for &up in &ways(top) {
        for &down in &ways(bottom) {
            let shape = turned(top, up) | turned(bottom, down) << LAYER;
            let is_odd = turn_is_odd(top, up) != turn_is_odd(bottom, down);
            found.push((shape, [up as i8, down as i8], is_odd));
        }
    }
    found
}

/// A turn of both layers, the twist after it, and the node to which they lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The amount by which each layer turns.
    pub(super) turn: [i8; 2],
    /// The node after the twist.
    pub(super) to: u16,
}

/// The shapes with parities, and their distances to square shape.
#[derive(Debug)]
pub(super) struct Shapes {
    numbers: HashMap<u32, u16>,
    /// By node: the number of twists to squares with an even permutation of all pieces.
    distances: Vec<u8>,
    /// By node: the turns and twists that lead away from it, to the nearest node first.
    ways: Vec<Vec<Way>>,
}

impl Shapes {
    /// Computes all of them: some 80 000 edges, in milliseconds.
    pub(super) fn new() -> Self {
        let shapes = all();
        let numbers: HashMap<u32, u16> =
            shapes.iter().enumerate().map(|(number, &shape)| (shape, number as u16)).collect();
        let node = |shape: u32, is_odd: bool| 2 * numbers[&shape] + u16::from(is_odd);
        let mut ways = Vec::with_capacity(2 * shapes.len());
        // The nodes that turns alone reach.
        let mut beside: Vec<Vec<u16>> = Vec::with_capacity(2 * shapes.len());
        for &shape in &shapes {
            let turns = turns(shape);
            for is_odd in [false, true] {
                beside.push(turns.iter().map(|(next, _, odd)| node(*next, is_odd != *odd)).collect());
                let on = turns.iter().map(|&(next, turn, odd)| {
                    let to = node(twisted(next), is_odd ^ odd ^ twist_is_odd(next));
                    Way { turn, to }
                });
                ways.push(on.collect::<Vec<_>>());
            }
        }
        let mut distances = vec![u8::MAX; ways.len()];
        let home = node(SQUARES, false);
        let mut level: Vec<u16> = beside[usize::from(home)].clone();
        level.iter().for_each(|&node| distances[usize::from(node)] = 0);
        // Nodes that turns connect have the same distance, so the nodes after each twist form the whole next level.
        for distance in 1.. {
            let mut next = Vec::new();
            for &from in &level {
                for way in &ways[usize::from(from)] {
                    for &to in &beside[usize::from(way.to)] {
                        if distances[usize::from(to)] == u8::MAX {
                            distances[usize::from(to)] = distance;
                            next.push(to);
                        }
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        for ways in &mut ways {
            ways.sort_by_key(|way| distances[usize::from(way.to)]);
        }
        Shapes { numbers, distances, ways }
    }

    /// The node of a shape in which a twist is possible.
    pub(super) fn node(&self, starts: u32, is_odd: bool) -> Option<u16> {
        Some(2 * self.numbers.get(&starts)? + u16::from(is_odd))
    }

    /// The number of twists to squares with an even permutation.
    pub(super) fn distance(&self, node: u16) -> u8 {
        self.distances[usize::from(node)]
    }

    /// The turns and twists that lead away from a node, to the nearest node first.
    pub(super) fn ways(&self, node: u16) -> &[Way] {
        &self.ways[usize::from(node)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::Position;
    use super::*;

    /// Published numbers (Jaap Scherphuis, Jaap's Puzzle Page, Square-1): the shapes in which a twist is possible, and
    /// at most 7 twists to squares; with the parity a few more.
    #[test]
    fn published_numbers_of_shapes() {
        assert_eq!(all().len(), 3678);
        let shapes = Shapes::new();
        let nearer = |node: &u16| shapes.distance(*node).min(shapes.distance(*node ^ 1));
        let nodes = || 0..shapes.distances.len() as u16;
        assert_eq!(nodes().map(|node| nearer(&node)).max(), Some(7));
        assert!(nodes().all(|node| shapes.distance(node) < 12));
        assert_eq!(shapes.distance(shapes.node(Position::SOLVED.starts(), false).unwrap()), 0);
    }

    /// The parities along edges agree with those of the pieces.
    #[test]
    fn parities_follow_the_pieces() {
        let shapes = Shapes::new();
        let mut position = Position::SOLVED;
        let mut node = shapes.node(position.starts(), position.is_odd()).unwrap();
        for step in 0..2000usize {
            let ways = shapes.ways(node);
            let way = ways[step * step % 7919 % ways.len()];
            position.turn(way.turn[0], way.turn[1]);
            assert!(position.twist());
            node = way.to;
            assert_eq!(shapes.node(position.starts(), position.is_odd()), Some(node), "{step}");
        }
    }
}
