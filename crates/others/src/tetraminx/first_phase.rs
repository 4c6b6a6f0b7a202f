//! The first phase: to positions that turns of inner layers and of the middle layer of corner 0 solve, but for wings and corners.
//!
//! Start at [`FirstPhase`]. Such turns leave three second wings in their places, up to a turn of the three together, and turn the edges with the middle
//! layer. So two coordinates tell how far a position is from there: where those three wings are, which makes 440 classes, and the arrangement
//! of the edges up to turns of that middle layer, 3840 classes.

use super::inside::three;
use super::model::{HOME, Kind, Layer, Move, PAIRS, Position, composed};
use std::collections::HashMap;
use std::hash::Hash;

/// The number of turns: those of inner and middle layers, the first of all [`Move`]s.
pub(super) const TURNS: usize = 16;

/// The numbers of classes.
const WINGS: usize = 440;
const EDGES: usize = 3840;

/// A coset: the classes of wings and of edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coset {
    wings: u16,
    edges: u16,
}

impl Coset {
    fn number(self) -> usize {
        usize::from(self.edges) * WINGS + usize::from(self.wings)
    }
}

/// Classes of arrangements of one kind, and how turns change them.
#[derive(Debug)]
struct Classes<T> {
    numbers: HashMap<T, u16>,
    after: Vec<[u16; TURNS]>,
}

impl<T: Eq + Hash> Classes<T> {
    fn new(kind: Kind, class: impl Fn(&[u8; PAIRS]) -> T) -> Self {
        let sources: [_; TURNS] = std::array::from_fn(|turn| kind.sources(Move::of(turn)));
        let mut members = vec![HOME];
        let mut numbers = HashMap::from([(class(&members[0]), 0)]);
        let mut after = Vec::new();
        while let Some(&member) = members.get(after.len()) {
            after.push(sources.map(|sources| {
                let next = composed(&member, sources);
                *numbers.entry(class(&next)).or_insert_with(|| {
                    members.push(next);
                    members.len() as u16 - 1
                })
            }));
        }
        Classes { numbers, after }
    }
}

/// Where the three wings are that stay in their places in the second phase, up to a turn of the three.
fn class_of_wings(wings: &[u8; PAIRS]) -> [u8; 3] {
    let place = |wing: usize| wings.iter().position(|&at| usize::from(at) == wing).unwrap_or(0) as u8;
    let mut places = three().map(place);
    let least = (0..3).min_by_key(|&at| places[at]).unwrap_or(0);
    places.rotate_left(least);
    places
}

/// The arrangement of edges up to turns of the middle layer of corner 0.
fn class_of_edges(edges: &[u8; PAIRS]) -> [u8; PAIRS] {
    let turn = Kind::Edges.sources(Move { layer: Layer::Middle, corner: 0, backwards: false });
    let once = composed(turn, edges);
    let twice = composed(turn, &once);
    (*edges).min(once).min(twice)
}

/// The distances of all cosets.
#[derive(Debug)]
pub(super) struct FirstPhase {
    wings: Classes<[u8; 3]>,
    edges: Classes<[u8; PAIRS]>,
    distances: Vec<u8>,
}

impl FirstPhase {
    /// Computed in a fraction of a second.
    pub(super) fn new() -> Self {
        let (wings, edges) =
            (Classes::new(Kind::SecondWings, class_of_wings), Classes::new(Kind::Edges, class_of_edges));
        let mut phase = FirstPhase { wings, edges, distances: vec![u8::MAX; WINGS * EDGES] };
        let mut level = vec![Coset { wings: 0, edges: 0 }];
        phase.distances[0] = 0;
        for distance in 1.. {
            let mut next = Vec::new();
            for coset in level {
                for turn in 0..TURNS {
                    let after = phase.after(coset, turn);
                    let known = &mut phase.distances[after.number()];
                    if *known == u8::MAX {
                        *known = distance;
                        next.push(after);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        phase
    }

    /// The coset of a position; `None` if its pieces cannot be so arranged.
    pub(super) fn coset(&self, position: &Position) -> Option<Coset> {
        let wings = *self.wings.numbers.get(&class_of_wings(position.of(Kind::SecondWings)))?;
        let edges = *self.edges.numbers.get(&class_of_edges(position.of(Kind::Edges)))?;
        Some(Coset { wings, edges })
    }

    /// The coset after a turn.
    #[inline(always)]
    pub(super) fn after(&self, coset: Coset, turn: usize) -> Coset {
        Coset {
            wings: self.wings.after[usize::from(coset.wings)][turn],
            edges: self.edges.after[usize::from(coset.edges)][turn],
        }
    }

    /// The number of turns that lead from a coset to the subgroup.
    #[inline(always)]
    pub(super) fn distance(&self, coset: Coset) -> u32 {
        u32::from(self.distances[coset.number()])
    }
}

#[cfg(test)]
mod tests {
    use super::super::inside;
    use super::super::model::tests::{after, random_turns};
    use super::*;

    /// The index of the subgroup is the quotient of orders that Schreier–Sims gave: 7.93 · 10^21 / (3 · 9!/2 · 3 · 12!/2 · 4!/2).
    #[test]
    fn cosets_are_as_many_as_the_index() {
        let phase = FirstPhase::new();
        assert_eq!((phase.wings.after.len(), phase.edges.after.len()), (WINGS, EDGES));
        assert!(phase.distances.iter().all(|&distance| distance <= 11));
        let mut counts = [0; 12];
        phase.distances.iter().for_each(|&distance| counts[usize::from(distance)] += 1);
        assert_eq!(counts[..4], [1, 6, 60, 546]);
    }

    #[test]
    fn distance_is_0_where_the_second_phase_begins() {
        let phase = FirstPhase::new();
        let coordinates = inside::Coordinates::new();
        let mut inside = 0;
        for seed in 0..300 {
            let turns = random_turns(6, seed);
            let position = after(&turns);
            let coset = phase.coset(&position).unwrap();
            assert_eq!(phase.distance(coset) == 0, coordinates.inside(&position).is_some());
            inside += usize::from(phase.distance(coset) == 0);
            let next = seed as usize % TURNS;
            assert_eq!(phase.coset(&position.after(Move::of(next))), Some(phase.after(coset, next)));
        }
        assert!((10..290).contains(&inside), "{inside}");
    }
}
