//! Puzzles in which every move slides one piece into the only hole.
//!
//! Start at [`Sliding::of`]. A definition says this by a rule: the blank is glued to pieces that every move takes along. The slots then
//! are the vertices of a graph, and each move is an edge, which can be made when the blank is at one of its ends.

use crate::puzzle_space::PuzzleSpace;
use crate::space::{MoveId, Space};

/// The greatest number of slots: sets of them are machine words.
pub(super) const MOST_SLOTS: usize = 64;

/// Symmetries of larger numbers are not enumerated.
const MOST_SYMMETRIES: usize = 8;

/// The graph of a sliding puzzle with one hole, of which all pieces are different and all moves cost the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sliding {
    /// Where its slots begin in a row of the space.
    pub(super) first: usize,
    /// The number of the first content of its slots.
    pub(super) content: u16,
    /// By slot: its content in the solved state, from 0.
    pub(super) goal: Vec<u8>,
    /// The content that is the blank.
    pub(super) blank: u8,
    /// By slot: the slots from which a piece can slide into it, and the move, in the order of the moves.
    pub(super) edges: Vec<Vec<Slide>>,
    /// The cost of each move.
    pub(super) cost: u32,
}

/// A piece slides from a slot to the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slide {
    pub(super) by: MoveId,
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Sliding {
    /// The graph, if the space is such a puzzle. O(moves · slots).
    pub fn of(space: &PuzzleSpace) -> Option<Self> {
        let (block, touched) = space.only_block()?;
        let [goal] = space.goals() else { return None };
        let in_block = |content: u16| block.contains(&content);
        // Of the ranges of slots, one holds the pieces and the blank; in all others every piece is glued to the blank.
        let mut ranges = space.orbit_slots().into_iter().filter(|slots| {
            let all_touched = touched.iter().all(|by_slot| slots.clone().all(|slot| by_slot[slot]));
            !(all_touched && slots.clone().all(|slot| in_block(goal[slot])))
        });
        let (slots, None) = (ranges.next()?, ranges.next()) else { return None };
        let contents = &goal[slots.clone()];
        let least = *contents.iter().min()?;
        let mut numbers: Vec<u16> = contents.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        let span = numbers.last()? - least + 1;
        let blanks: Vec<usize> = (0..contents.len()).filter(|&at| in_block(contents[at])).collect();
        let &[blank] = &blanks[..] else { return None };
        if numbers.len() != contents.len() || usize::from(span) != contents.len() || slots.len() > MOST_SLOTS
        {
            return None;
        }
        let mut edges = vec![Vec::new(); slots.len()];
        let cost = space.cost(MoveId(0));
        for m in space.moves() {
            let changes = space.plain_changes(m)?;
            let (here, glued): (Vec<_>, Vec<_>) =
                changes.into_iter().partition(|&(to, _)| slots.contains(&usize::from(to)));
            // Pieces that a move takes along must look alike, or they may be left in another order.
            if glued.iter().any(|&(to, from)| goal[usize::from(to)] != goal[usize::from(from)]) {
                return None;
            }
            let &[(a, b), (c, d)] = &here[..] else { return None };
            if (a, b) != (d, c) || space.cost(m) != cost {
                return None;
            }
            let [a, b] = [a, b].map(|slot| usize::from(slot) - slots.start);
            for (to, from) in [(a, b), (b, a)] {
                edges[to].push(Slide { by: m, from: from as u8, to: to as u8 });
            }
        }
        // Of so many moves to one slot, some do the same.
        if edges.iter().any(|slides| slides.len() >= MOST_SLOTS) {
            return None;
        }
        let goal: Vec<u8> = contents.iter().map(|content| (content - least) as u8).collect();
        Some(Sliding { first: slots.start, content: least, blank: goal[blank], goal, edges, cost })
    }

    /// The number of slots.
    pub(super) fn slots(&self) -> usize {
        self.goal.len()
    }

    /// All slides, by slot of the blank: their order is that of their numbers.
    pub(super) fn slides(&self) -> impl Iterator<Item = Slide> + '_ {
        self.edges.iter().flatten().copied()
    }

    /// The slides to a slot, with their numbers.
    pub(super) fn slides_to(&self, slot: u8) -> impl Iterator<Item = (u16, Slide)> + '_ {
        let (before, from) = self.edges.split_at(usize::from(slot));
        let first = before.iter().map(Vec::len).sum::<usize>() as u16;
        (first..).zip(from.iter().take(1).flatten().copied())
    }

    /// By content: its slot in the solved state.
    pub(super) fn homes(&self) -> Vec<u8> {
        let mut homes = vec![0; self.goal.len()];
        (0..).zip(&self.goal).for_each(|(slot, &content)| homes[usize::from(content)] = slot);
        homes
    }

    /// By slot: its neighbours as a set of bits.
    pub(super) fn neighbours(&self) -> Vec<u64> {
        self.edges.iter().map(|slides| slides.iter().fold(0, |set, slide| set | 1 << slide.from)).collect()
    }

    /// The permutations of slots, at most eight, that carry neighbours to neighbours and fix the slot where the blank is solved. The
    /// identity is the first.
    pub(super) fn symmetries(&self) -> Vec<Vec<u8>> {
        let neighbours = self.neighbours();
        let blank = self.homes()[usize::from(self.blank)];
        let mut found = Vec::new();
        let mut image = vec![u8::MAX; self.slots()];
        image[usize::from(blank)] = blank;
        // Each slot after one of its neighbours, as far as the graph is connected: then few images fit.
        let mut order = vec![blank];
        let mut at = 0;
        while at < order.len() {
            let next =
                (0..self.slots() as u8).filter(|&slot| neighbours[usize::from(order[at])] >> slot & 1 == 1);
            let next: Vec<u8> = next.filter(|slot| !order.contains(slot)).collect();
            order.extend(next);
            at += 1;
        }
        if order.len() == self.slots() {
            extend(&neighbours, &order[1..], &image, 1 << blank, &mut found);
        }
        let identity: Vec<u8> = (0..self.slots() as u8).collect();
        found.retain(|one| *one != identity);
        found.insert(0, identity);
        found
    }
}

/// Adds all ways to choose images of the other slots.
fn extend(neighbours: &[u64], order: &[u8], image: &[u8], used: u64, found: &mut Vec<Vec<u8>>) {
    if found.len() >= MOST_SYMMETRIES {
        return;
    }
    let Some((&slot, rest)) = order.split_first() else {
        found.push(image.to_vec());
        return;
    };
    let known = |other: &usize| image[*other] != u8::MAX;
    for to in (0..neighbours.len() as u8).filter(|to| used >> to & 1 == 0) {
        let fits = (0..neighbours.len()).filter(known).all(|other| {
            neighbours[usize::from(slot)] >> other & 1 == neighbours[usize::from(to)] >> image[other] & 1
        });
        if fits {
            let mut with = image.to_vec();
            with[usize::from(slot)] = to;
            extend(neighbours, rest, &with, used | 1 << to, found);
        }
    }
}
