//! The second phase: both layers are square and remain so after every twist.
//!
//! Start at [`Squares`] and [`Arrangement`]. A square layer is read from a slot where a corner begins: four corners, each with
//! the edge behind it. A twist preserves the squares if both layers begin with a corner at the cut, or both with an edge. The
//! first kind exchanges corners and edges 0 and 1 of the layers, the second exchanges corners 0 and 1 and edges 3 and 0.
//! Corners and edges each have one of 8! arrangements. The lower bounds are exact distances of the corners or the edges
//! together with the colour (above or below) of the others.

use super::position::Position;

/// 8!
const ARRANGEMENTS: usize = 40_320;
/// Choices of the four of eight pieces that belong in the lower layer: C(8, 4).
const CHOICES: usize = 70;

/// The places of the corners and the edges, as ranks of permutations, and the rotation of each layer from the slot where it is
/// read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrangement {
    pub(super) corners: u16,
    pub(super) edges: u16,
    /// By layer: clockwise, from the position in which a corner begins at the cut.
    pub(super) turned: [i8; 2],
}

/// The turns of both layers before a twist.
pub(super) type Twist = [i8; 2];

/// The moves of the arrangements, and lower bounds.
#[derive(Debug)]
pub(super) struct Squares {
    /// By arrangement: the arrangement after a quarter turn of the upper layer, and of the lower layer.
    quarters: [Vec<u16>; 2],
    /// By arrangement: the arrangement after a twist, for corners and for edges if corners begin at the cut, and for
    /// edges otherwise.
    twists: [Vec<u16>; 2],
    /// By arrangement: the places of pieces that belong in the lower layer.
    choice: Vec<u8>,
    /// For corners with the choice of edges, and for edges with the choice of corners.
    bounds: [Vec<u8>; 2],
    solved: Arrangement,
}

/// An arrangement of places: place i receives the content of place `from[i]`.
type Places = [u8; 8];

const QUARTERS: [Places; 2] = [[3, 0, 1, 2, 4, 5, 6, 7], [0, 1, 2, 3, 7, 4, 5, 6]];
const TWISTS: [Places; 2] = [[4, 5, 2, 3, 0, 1, 6, 7], [4, 1, 2, 7, 0, 5, 6, 3]];

fn moved(pieces: &Places, from: &Places) -> Places {
    from.map(|place| pieces[usize::from(place)])
}

/// The rank of a permutation in lexicographic order.
fn rank(pieces: &Places) -> u16 {
    let (mut rank, mut left) = (0, u8::MAX);
    for (at, piece) in pieces.iter().enumerate() {
        let bit = 1 << piece;
        rank = rank * (8 - at as u32) + (left & (bit - 1)).count_ones();
        left &= !bit;
    }
    rank as u16
}

fn unrank(rank: usize) -> Places {
    let mut digits = [0; 8];
    let mut rest = rank;
    for base in 1..=8 {
        digits[8 - base] = rest % base;
        rest /= base;
    }
    let mut left: Vec<u8> = (0..8).collect();
    digits.map(|digit| left.remove(digit))
}

impl Squares {
    /// Computes moves and bounds: 6 MB, some ten million look-ups.
    pub(super) fn new() -> Self {
        let table = |from: &Places| -> Vec<u16> {
            (0..ARRANGEMENTS).map(|number| rank(&moved(&unrank(number), from))).collect()
        };
        let quarters = [table(&QUARTERS[0]), table(&QUARTERS[1])];
        let twists = [table(&TWISTS[0]), table(&TWISTS[1])];
        let below = |pieces: &Places| {
            pieces.iter().enumerate().fold(0u8, |bits, (place, piece)| bits | (piece >> 2) << place)
        };
        let masks: Vec<u8> = (0..=u8::MAX).filter(|mask| mask.count_ones() == 4).collect();
        let number = |mask: u8| masks.binary_search(&mask).unwrap_or(0) as u8;
        let choice: Vec<u8> = (0..ARRANGEMENTS).map(|rank| number(below(&unrank(rank)))).collect();
        // The effect of a move on a choice, computed with one of its arrangements.
        let mut example = [0usize; CHOICES];
        choice.iter().enumerate().for_each(|(rank, &choice)| example[usize::from(choice)] = rank);
        let of_choices = |table: &[u16]| example.map(|rank| choice[usize::from(table[rank])]);
        let choice_quarters = [of_choices(&quarters[0]), of_choices(&quarters[1])];
        let choice_twists = [of_choices(&twists[0]), of_choices(&twists[1])];
        let mut squares = Squares {
            quarters,
            twists,
            choice,
            bounds: [Vec::new(), Vec::new()],
            solved: Arrangement::EMPTY,
        };
        squares.solved = squares.arrangement(Position::SOLVED.packed());
        let Arrangement { corners, edges, .. } = squares.solved;
        let goals = [(corners, edges), (edges, corners)];
        squares.bounds = [0, 1].map(|kind| {
            let (whole, other) = goals[kind];
            let goal = (whole, squares.choice[usize::from(other)]);
            squares.distances(
                goal,
                |twist, (whole, choice)| {
                    // A twist acts on corners in one way, and on edges in two.
                    let (of_whole, of_choice) = if kind == 0 { (0, twist) } else { (twist, 0) };
                    (
                        squares.twists[of_whole][usize::from(whole)],
                        choice_twists[of_choice][usize::from(choice)],
                    )
                },
                |layer, (whole, choice)| {
                    (squares.quarters[layer][usize::from(whole)], choice_quarters[layer][usize::from(choice)])
                },
            )
        });
        squares
    }

    /// The number of twists from every state of one kind of pieces with the choice of the other to the goal; quarter
    /// turns are free.
    fn distances(
        &self,
        goal: (u16, u8),
        twist: impl Fn(usize, (u16, u8)) -> (u16, u8),
        quarter: impl Fn(usize, (u16, u8)) -> (u16, u8),
    ) -> Vec<u8> {
        let index = |(whole, choice): (u16, u8)| usize::from(whole) * CHOICES + usize::from(choice);
        let mut distances = vec![u8::MAX; ARRANGEMENTS * CHOICES];
        // The sixteen states that quarter turns connect have the same distance, so only one of them is expanded.
        let all_round = |state: (u16, u8)| {
            let mut states = [state; 16];
            for at in 1..16 {
                let layer = usize::from(at % 4 == 0);
                states[at] = quarter(layer, states[if layer == 1 { at - 4 } else { at - 1 }]);
            }
            states
        };
        let mut level = vec![goal];
        all_round(goal).into_iter().for_each(|state| distances[index(state)] = 0);
        let mut distance = 0;
        while !level.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for &state in &level {
                for (turned, kind) in all_round(state).into_iter().flat_map(|state| [(state, 0), (state, 1)])
                {
                    let found = twist(kind, turned);
                    if distances[index(found)] == u8::MAX {
                        all_round(found).into_iter().for_each(|state| distances[index(state)] = distance);
                        next.push(found);
                    }
                }
            }
            level = next;
        }
        distances
    }

    /// The arrangement of square layers in which a twist is possible, four bits per slot.
    pub(super) fn arrangement(&self, layers: [u64; 2]) -> Arrangement {
        let (mut corners, mut edges, mut turned) = ([0; 8], [0; 8], [0; 2]);
        for (layer, &bits) in layers.iter().enumerate() {
            // A corner begins at the cut and fills two slots, or an edge is there.
            let first = u32::from((bits ^ bits >> 4) & 0xf != 0);
            turned[layer] = first as i8;
            let piece = |slot: u32| (bits >> (4 * (slot % 12)) & 0x7) as u8;
            for quarter in 0..4 {
                corners[4 * layer + quarter as usize] = piece(first + 3 * quarter);
                edges[4 * layer + quarter as usize] = piece(first + 3 * quarter + 2);
            }
        }
        Arrangement { corners: rank(&corners), edges: rank(&edges), turned }
    }

    /// A lower bound on the number of twists to the solved position.
    fn bound(&self, corners: u16, edges: u16) -> u8 {
        let of = |table: &[u8], whole: u16, other: u16| {
            table[usize::from(whole) * CHOICES + usize::from(self.choice[usize::from(other)])]
        };
        of(&self.bounds[0], corners, edges).max(of(&self.bounds[1], edges, corners))
    }

    /// A lower bound on the number of twists from an arrangement to the solved one.
    pub(super) fn at_least(&self, from: &Arrangement) -> u8 {
        self.bound(from.corners, from.edges)
    }

    /// Searches for a solution of exactly this many twists. Pushes those of the first solution to `path` and returns the turns of
    /// both layers after them. Nodes are counted up to `most`.
    pub(super) fn search(
        &self,
        from: &Arrangement,
        twists: u8,
        nodes: &mut u64,
        most: u64,
        path: &mut Vec<Twist>,
    ) -> Option<[i8; 2]> {
        *nodes += 1;
        if twists == 0 {
            return self.ending(from);
        }
        // A second twist directly after the same one undoes it.
        let undone = (!path.is_empty()).then_some(from.turned);
        let mut turned = *from;
        for up in 0..4i8 {
            for down in 0..4i8 {
                for (kind, edges_twist) in [(0i8, &self.twists[0]), (1, &self.twists[1])] {
                    let to = [3 * up + kind, 3 * down + kind];
                    if undone == Some(to) || *nodes >= most {
                        continue;
                    }
                    let corners = self.twists[0][usize::from(turned.corners)];
                    let edges = edges_twist[usize::from(turned.edges)];
                    if self.bound(corners, edges) >= twists {
                        continue;
                    }
                    let next = Arrangement { corners, edges, turned: [kind; 2] };
                    path.push([to[0] - from.turned[0], to[1] - from.turned[1]]);
                    let found = self.search(&next, twists - 1, nodes, most, path);
                    if found.is_some() {
                        return found;
                    }
                    path.pop();
                }
                turned = self.quarter(&turned, 1);
            }
            turned = self.quarter(&turned, 0);
        }
        None
    }

    fn quarter(&self, from: &Arrangement, layer: usize) -> Arrangement {
        let table = &self.quarters[layer];
        let (corners, edges) = (table[usize::from(from.corners)], table[usize::from(from.edges)]);
        Arrangement { corners, edges, turned: from.turned }
    }

    /// The turns of both layers that solve an arrangement, if there are any.
    fn ending(&self, from: &Arrangement) -> Option<[i8; 2]> {
        let mut turned = *from;
        for up in 0..4i8 {
            for down in 0..4i8 {
                if (turned.corners, turned.edges) == (self.solved.corners, self.solved.edges) {
                    let home = self.solved.turned;
                    return Some([3 * up + home[0] - from.turned[0], 3 * down + home[1] - from.turned[1]]);
                }
                turned = self.quarter(&turned, 1);
            }
            turned = self.quarter(&turned, 0);
        }
        None
    }
}

impl Arrangement {
    const EMPTY: Arrangement = Arrangement { corners: 0, edges: 0, turned: [0; 2] };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_places_in_their_order() {
        assert_eq!(
            (0..ARRANGEMENTS).map(|n| usize::from(rank(&unrank(n)))).collect::<Vec<_>>(),
            (0..ARRANGEMENTS).collect::<Vec<_>>()
        );
    }

    /// The tables move arrangements as turns and twists move positions.
    #[test]
    fn arrangements_move_as_positions_do() {
        let squares = Squares::new();
        let mut position = Position::SOLVED;
        let mut at = squares.arrangement(position.packed());
        assert_eq!(at.turned, [0, 1]);
        for step in 0..500usize {
            let (up, down, kind) = (step * 7 % 4, step * step % 4, step / 3 % 2);
            for (layer, times) in [(0, up), (1, down)] {
                at = (0..times).fold(at, |at, _| squares.quarter(&at, layer));
            }
            position.turn((3 * up + kind) as i8 - at.turned[0], (3 * down + kind) as i8 - at.turned[1]);
            assert!(position.twist(), "{step}");
            at.corners = squares.twists[0][usize::from(at.corners)];
            at.edges = squares.twists[kind][usize::from(at.edges)];
            at.turned = [kind as i8; 2];
            assert_eq!(squares.arrangement(position.packed()), at, "{step}");
        }
    }

    /// A bound changes by at most one with each twist.
    #[test]
    fn bounds_are_distances() {
        let squares = Squares::new();
        for bounds in &squares.bounds {
            assert!(bounds.iter().all(|&bound| bound < 12));
        }
        assert_eq!(squares.at_least(&squares.solved), 0);
    }
}
