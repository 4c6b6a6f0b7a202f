//! Move tables and distances of both phases, for given costs.
//!
//! Start at [`Tables`]. The coordinates are Kociemba's. Distances are those of two coordinates at a time, with one byte per
//! entry. They are computed by Dijkstra's algorithm over the turns, since costs are small integers.

use super::costs::{AXIS_TURNS, Costs, PAIRS, quarters};
use crate::coordinates::coordinate::{self, Coordinate};
use crate::coordinates::move_table::MoveTable;
use crate::model::cubie::CubieCube;
use crate::model::move_masks::PHASE_2_MOVES;
use crate::model::moves::Move;

/// Pairs that stay in G1: any of U and D, half turns of the others.
pub(super) const PAIRS_2: usize = PAIRS + 3 + 3;

/// Their numbers.
pub(super) const IN_PHASE_2: [usize; PAIRS_2] = {
    let mut all = [0; PAIRS_2];
    let (mut count, mut pair) = (0, 0);
    while pair < AXIS_TURNS {
        if stays(pair) {
            all[count] = pair;
            count += 1;
        }
        pair += 1;
    }
    all
};

/// Whether a pair stays in G1.
pub(super) const fn stays(pair: usize) -> bool {
    let (first, second) = quarters(pair);
    pair < PAIRS || (first % 2 == 0 && second % 2 == 0)
}

/// Values after each pair.
type Moves<const N: usize> = Vec<[u16; N]>;

fn moves<const N: usize, const M: usize>(
    coordinate: &Coordinate,
    turns: &[Move; M],
    pairs: impl Fn(usize) -> usize,
) -> Moves<N> {
    let single = MoveTable::build(coordinate, turns);
    let place = |turn| turns.iter().position(|&other| other == turn).unwrap_or_default();
    let pairs: [Vec<usize>; N] = std::array::from_fn(|n| Costs::turns(pairs(n)).map(place).collect());
    let after = |value: usize| {
        std::array::from_fn(|n| {
            pairs[n].iter().fold(value as u16, |value, &turn| single.row(value.into())[turn])
        })
    };
    (0..coordinate.size).map(after).collect()
}

/// Costs to the solved state for two coordinates together: `columns` · first + second.
#[derive(Debug)]
pub(super) struct Distances {
    columns: usize,
    bytes: Vec<u8>,
    /// The greatest.
    pub(super) most: u32,
}

impl Distances {
    /// `costs` of the columns of both tables of moves, [`Costs::FORBIDDEN`] for those that are not made.
    fn build<const N: usize>(first: &Moves<N>, second: &Moves<N>, costs: &[u8; N]) -> Distances {
        let columns = second.len();
        // A pair with the same cost as its parts leads nowhere else.
        let mut bytes = vec![u8::MAX; first.len() * columns];
        let mut layers: Vec<Vec<u32>> = vec![vec![0]];
        bytes[0] = 0;
        let (mut distance, mut most) = (0, 0);
        let made: Vec<usize> = (0..N).filter(|&n| costs[n] != Costs::FORBIDDEN).collect();
        while distance < layers.len() {
            for state in std::mem::take(&mut layers[distance]) {
                let state = state as usize;
                if usize::from(bytes[state]) < distance {
                    continue;
                }
                most = distance as u32;
                let (a, b) = (&first[state / columns], &second[state % columns]);
                for &n in &made {
                    let next = columns * usize::from(a[n]) + usize::from(b[n]);
                    let length = distance + usize::from(costs[n]);
                    if length < usize::from(bytes[next]) {
                        bytes[next] = length as u8;
                        if layers.len() <= length {
                            layers.resize(length + 1, Vec::new());
                        }
                        layers[length].push(next as u32);
                    }
                }
            }
            distance += 1;
        }
        Distances { columns, bytes, most }
    }

    #[inline]
    pub(super) fn of(&self, first: u16, second: u16) -> u32 {
        u32::from(self.bytes[self.columns * usize::from(first) + usize::from(second)])
    }
}

/// A state of phase 1; all zero is G1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coset {
    twist: u16,
    flip: u16,
    slice: u16,
}

/// A state of phase 2; all zero is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Element {
    corners: u16,
    edges: u16,
    slice: u16,
}

/// All tables for given costs.
#[derive(Debug)]
pub(super) struct Tables {
    twist: Moves<AXIS_TURNS>,
    flip: Moves<AXIS_TURNS>,
    slice: Moves<AXIS_TURNS>,
    twist_slice: Distances,
    flip_slice: Distances,
    twist_flip: Distances,
    corners: Moves<PAIRS_2>,
    edges: Moves<PAIRS_2>,
    order: Moves<PAIRS_2>,
    corners_order: Distances,
    edges_order: Distances,
}

impl Tables {
    pub(super) fn build(costs: &[u8; AXIS_TURNS]) -> Tables {
        let one = |coordinate| moves(coordinate, &Move::ALL, |pair| pair);
        let two = |coordinate| moves(coordinate, &PHASE_2_MOVES, |n| IN_PHASE_2[n]);
        let (twist, flip, slice) = (one(&coordinate::TWIST), one(&coordinate::FLIP), one(&coordinate::SLICE));
        let (corners, edges, order) =
            (two(&coordinate::CORNERS), two(&coordinate::UD_EDGES), two(&coordinate::SLICE_ORDER));
        // A pair with the same cost as two turns of the axis needs no edge of its own.
        let mut simple = *costs;
        for (pair, cost) in simple.iter_mut().enumerate() {
            let (first, second) = quarters(pair);
            let alone =
                |first: u8, second: u8| costs[pair - pair % PAIRS + usize::from(4 * first + second) - 1];
            if first > 0 && second > 0 {
                let apart = u32::from(alone(first, 0)) + u32::from(alone(0, second));
                if apart <= u32::from(*cost) {
                    *cost = Costs::FORBIDDEN;
                }
            }
        }
        let costs_2 = IN_PHASE_2.map(|pair| simple[pair]);
        Tables {
            twist_slice: Distances::build(&twist, &slice, &simple),
            flip_slice: Distances::build(&flip, &slice, &simple),
            twist_flip: Distances::build(&twist, &flip, &simple),
            corners_order: Distances::build(&corners, &order, &costs_2),
            edges_order: Distances::build(&edges, &order, &costs_2),
            twist,
            flip,
            slice,
            corners,
            edges,
            order,
        }
    }

    pub(super) fn coset(cube: &CubieCube) -> Coset {
        Coset {
            twist: (coordinate::TWIST.of)(cube) as u16,
            flip: (coordinate::FLIP.of)(cube) as u16,
            slice: (coordinate::SLICE.of)(cube) as u16,
        }
    }

    #[inline]
    pub(super) fn coset_after(&self, at: Coset, pair: usize) -> Coset {
        Coset {
            twist: self.twist[usize::from(at.twist)][pair],
            flip: self.flip[usize::from(at.flip)][pair],
            slice: self.slice[usize::from(at.slice)][pair],
        }
    }

    /// A lower bound on the cost of phase 1; 0 only in G1.
    #[inline]
    pub(super) fn bound(&self, at: Coset) -> u32 {
        let twist_flip = self.twist_flip.of(at.twist, at.flip);
        let twist_slice = self.twist_slice.of(at.twist, at.slice);
        twist_flip.max(twist_slice).max(self.flip_slice.of(at.flip, at.slice))
    }

    /// The state of a cube in G1.
    pub(super) fn element(cube: &CubieCube) -> Element {
        Element {
            corners: (coordinate::CORNERS.of)(cube) as u16,
            edges: (coordinate::UD_EDGES.of)(cube) as u16,
            slice: (coordinate::SLICE_ORDER.of)(cube) as u16,
        }
    }

    /// The state after the pair at this place in [`IN_PHASE_2`].
    #[inline]
    pub(super) fn element_after(&self, at: Element, n: usize) -> Element {
        Element {
            corners: self.corners[usize::from(at.corners)][n],
            edges: self.edges[usize::from(at.edges)][n],
            slice: self.order[usize::from(at.slice)][n],
        }
    }

    /// A lower bound on the cost of phase 2; 0 only if solved.
    #[inline]
    pub(super) fn bound_2(&self, at: Element) -> u32 {
        self.corners_order.of(at.corners, at.slice).max(self.edges_order.of(at.edges, at.slice))
    }

    /// The greatest cost of phase 2 for its pieces, as far as the tables know it.
    pub(super) fn most_2(&self) -> u32 {
        self.corners_order.most.max(self.edges_order.most)
    }

    pub(super) fn bytes(&self) -> usize {
        let distances =
            [&self.twist_slice, &self.flip_slice, &self.twist_flip, &self.corners_order, &self.edges_order];
        let of_pairs = self.twist.len() + self.flip.len() + self.slice.len();
        let of_pairs_2 = self.corners.len() + self.edges.len() + self.order.len();
        distances.iter().map(|table| table.bytes.len()).sum::<usize>()
            + 2 * (AXIS_TURNS * of_pairs + PAIRS_2 * of_pairs_2)
    }
}
