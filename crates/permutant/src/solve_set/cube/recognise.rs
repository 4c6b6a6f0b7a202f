//! Recognises an NxNxN cube by what the moves of a puzzle do, whatever they and the places are called.
//!
//! Start at [`CubeView::of`]. Two quarter turns of layers commute if and only if they are about one axis, and a turn of an outer layer moves
//! more places than one of an inner layer. A correspondence of moves with turns fixes the correspondence of an orbit of places as soon as
//! one place is matched, because every place is reached from it; so the few choices that remain are tried:
//!
//! 1. Any choice of axes and of their ends is right, since the cube has symmetries that make it so; directions of the six outer layers are
//!    tried on the corners.
//! 2. Inner layers at one depth are those that move the same edge pieces. Any order of the depths is right, because exchanging depths
//!    exchanges orbits of centres and nothing else. Ends and directions are tried on the edge pieces.
//! 3. Centres are matched by the layers that move them.

use crate::solve_set::alphabet::{Alphabet, Step};
use permutant_nxn::model::geometry::{self, Cell};
use std::collections::HashMap;

/// The layers of a cube as the moves of a puzzle, and its cells as places.
#[derive(Clone, Debug)]
pub(super) struct CubeView {
    /// N.
    pub(super) size: usize,
    /// By axis and layer: the step that turns it clockwise as seen from the positive end.
    quarters: Vec<Step>,
    /// By cell, in the order of facelet strings: its place.
    pub(super) place_of: Vec<usize>,
}

/// The move of a layer of the cube: after a quarter turn, cell c holds what was at the cell of entry c.
pub(super) fn quarter_list(size: usize, axis: usize, layer: usize) -> Vec<u16> {
    let area = size * size;
    let mut list: Vec<u16> = (0..6 * area).map(|cell| cell as u16).collect();
    for index in 0..6 * area {
        let cell = Cell { face: index / area, row: index / size % size, column: index % size };
        if geometry::layer(size, axis, cell) == layer {
            list[geometry::quarter(size, axis, cell).index(size)] = index as u16;
        }
    }
    list
}

fn inverse(list: &[u16]) -> Vec<u16> {
    let mut back = vec![0; list.len()];
    for (at, &from) in list.iter().enumerate() {
        back[usize::from(from)] = at as u16;
    }
    back
}

fn moves(list: &[u16], place: usize) -> bool {
    usize::from(list[place]) != place
}

/// Whether the order of a permutation is four.
fn is_quarter(list: &[u16]) -> bool {
    let twice = |place: usize| usize::from(list[usize::from(list[place])]);
    (0..list.len()).all(|place| twice(twice(place)) == place)
        && (0..list.len()).any(|place| twice(place) != place)
}

fn commute(a: &[u16], b: &[u16]) -> bool {
    (0..a.len()).all(|place| a[usize::from(b[place])] == b[usize::from(a[place])])
}

/// A move of the puzzle and the turn of the cube that corresponds to it.
type Pair<'a> = (&'a [u16], &'a [u16]);

/// A correspondence of places with cells that is being made.
#[derive(Clone)]
struct Matching {
    cell_of: Vec<Option<u16>>,
    is_taken: Vec<bool>,
}

impl Matching {
    /// Matches a place with a cell, and with that all that is reached from it; `false`, and nothing changes, if that is contradictory.
    fn extend(&mut self, pairs: &[Pair<'_>], place: usize, cell: usize) -> bool {
        if self.cell_of[place].is_some() || self.is_taken[cell] {
            return self.cell_of[place] == Some(cell as u16);
        }
        let mut made: Vec<(usize, usize)> = Vec::new();
        let mut waiting = vec![(place, cell)];
        while let Some((place, cell)) = waiting.pop() {
            match self.cell_of[place] {
                Some(known) if usize::from(known) == cell => continue,
                None if !self.is_taken[cell] => {}
                _ => {
                    for (place, cell) in made {
                        self.cell_of[place] = None;
                        self.is_taken[cell] = false;
                    }
                    return false;
                }
            }
            self.cell_of[place] = Some(cell as u16);
            self.is_taken[cell] = true;
            made.push((place, cell));
            let next = |&(list, turn): &Pair<'_>| (usize::from(list[place]), usize::from(turn[cell]));
            waiting.extend(pairs.iter().map(next));
        }
        true
    }
}

/// A cube that is being recognised.
struct Search<'a> {
    size: usize,
    lists: Vec<&'a [u16]>,
    backwards: Vec<Vec<u16>>,
    /// The turns of the cube, by axis and layer.
    turns: Vec<Vec<u16>>,
    /// By axis: the moves about it, the two outer ones first.
    axes: Vec<Vec<usize>>,
    /// By axis and layer: the move that was assigned to it, and whether backwards.
    assigned: Vec<Option<(usize, bool)>>,
    matching: Matching,
}

impl CubeView {
    /// The puzzle as a cube; `None` if it is none.
    pub(super) fn of(alphabet: &Alphabet) -> Option<Self> {
        let lists: Vec<&[u16]> = alphabet.letters.iter().map(|letter| &letter.list[..]).collect();
        let places = lists.first()?.len();
        let size = (places / 6).isqrt();
        if size < 2
            || places != 6 * size * size
            || lists.len() != 3 * size
            || !lists.iter().all(|list| is_quarter(list))
        {
            return None;
        }
        let backwards = lists.iter().map(|list| inverse(list)).collect();
        let turns = (0..3 * size).map(|at| quarter_list(size, at / size, at % size)).collect();
        let axes = axes(&lists, size)?;
        let matching = Matching { cell_of: vec![None; places], is_taken: vec![false; places] };
        let assigned = vec![None; 3 * size];
        let mut search = Search { size, lists, backwards, turns, axes, assigned, matching };
        search.match_corners()?;
        search.match_edges()?;
        search.match_centres()?;
        let quarters = search.assigned.iter().map(|assigned| {
            let (number, backwards) = (*assigned)?;
            Some(Step { number: u16::try_from(number).ok()?, backwards })
        });
        let mut place_of = vec![0; places];
        for (place, cell) in search.matching.cell_of.iter().enumerate() {
            place_of[usize::from((*cell)?)] = place;
        }
        Some(CubeView { size, quarters: quarters.collect::<Option<_>>()?, place_of })
    }

    /// The step of a clockwise quarter turn of a layer, as seen from the positive end of its axis.
    pub(super) fn quarter(&self, axis: usize, layer: usize) -> Step {
        self.quarters[axis * self.size + layer]
    }
}

/// The moves about each axis, the two of outer layers first.
fn axes(lists: &[&[u16]], size: usize) -> Option<Vec<Vec<usize>>> {
    let support = |at: usize| (0..lists[at].len()).filter(|&place| moves(lists[at], place)).count();
    let (inner, outer) = (4 * size, 4 * size + size * size - size % 2);
    let mut axes: Vec<Vec<usize>> = Vec::new();
    for at in 0..lists.len() {
        match axes.iter_mut().find(|axis| commute(lists[axis[0]], lists[at])) {
            Some(axis) => axis.push(at),
            None => axes.push(vec![at]),
        }
    }
    let is_regular = |axis: &mut Vec<usize>| {
        axis.sort_by_key(|&at| (support(at) != outer, at));
        let supports: Vec<usize> = axis.iter().map(|&at| support(at)).collect();
        axis.len() == size && supports[..2] == [outer; 2] && supports[2..].iter().all(|&count| count == inner)
    };
    (axes.len() == 3 && axes.iter_mut().all(is_regular)).then_some(axes)
}

impl Search<'_> {
    /// The move and the turn of what was assigned to a layer.
    fn pair(&self, at: usize, (number, backwards): (usize, bool)) -> Pair<'_> {
        let list = if backwards { &self.backwards[number][..] } else { self.lists[number] };
        (list, &self.turns[at])
    }

    /// Assigns moves to layers, of all these choices the first that matches a place with one of the cells.
    fn assign(
        &mut self,
        choices: impl Iterator<Item = Vec<(usize, (usize, bool))>>,
        place: usize,
    ) -> Option<()> {
        for choice in choices {
            let known =
                self.assigned.iter().enumerate().filter_map(|(at, assigned)| Some((at, (*assigned)?)));
            let all: Vec<(usize, (usize, bool))> = known.chain(choice.iter().copied()).collect();
            let pairs: Vec<Pair<'_>> = all.iter().map(|&(at, by)| self.pair(at, by)).collect();
            let is_alike =
                |cell: &usize| pairs.iter().all(|(list, turn)| moves(list, place) == moves(turn, *cell));
            let mut matching = self.matching.clone();
            let cells: Vec<usize> = (0..self.matching.is_taken.len()).filter(is_alike).collect();
            if cells.into_iter().any(|cell| matching.extend(&pairs, place, cell)) {
                for (at, by) in choice {
                    self.assigned[at] = Some(by);
                }
                return Some(());
            }
        }
        None
    }

    /// Outer layers, of which any place of a corner is moved by one about each axis.
    fn match_corners(&mut self) -> Option<()> {
        let outer: Vec<[usize; 2]> = self.axes.iter().map(|axis| [axis[0], axis[1]]).collect();
        let is_corner = |place: &usize| {
            outer.iter().all(|ends| ends.iter().any(|&number| moves(self.lists[number], *place)))
        };
        let place = (0..self.lists[0].len()).find(is_corner)?;
        let last = self.size - 1;
        let layers = [0, last, self.size, self.size + last, 2 * self.size, 2 * self.size + last];
        let numbers: Vec<usize> = outer.iter().flatten().copied().collect();
        let choices = (0..1u32 << 6).map(|directions| {
            let one = |at: usize| (layers[at], (numbers[at], directions >> at & 1 == 1));
            (0..6).map(one).collect()
        });
        self.assign(choices, place)
    }

    /// The pairs of all layers that were assigned.
    fn pairs(&self) -> Vec<Pair<'_>> {
        let all = self.assigned.iter().enumerate();
        all.filter_map(|(at, assigned)| Some(self.pair(at, (*assigned)?))).collect()
    }

    /// A place of an edge piece that an inner layer moves: two outer layers move it, too.
    fn edge_of(&self, number: usize) -> Option<usize> {
        let outer = |place: usize| {
            let ends = self.axes.iter().flat_map(|axis| &axis[..2]);
            ends.filter(|&&end| moves(self.lists[end], place)).count()
        };
        (0..self.lists[0].len()).find(|&place| moves(self.lists[number], place) && outer(place) == 2)
    }

    /// Inner layers, depth by depth.
    fn match_edges(&mut self) -> Option<()> {
        let mut depth = 1;
        let about_the_first = self.axes[0][2..].to_vec();
        for number in about_the_first {
            if self.assigned.iter().flatten().any(|&(known, _)| known == number) {
                continue;
            }
            let place = self.edge_of(number)?;
            let with = self.moving_with(place);
            let of: Vec<Vec<usize>> = (0..3)
                .map(|axis| with.iter().copied().filter(|at| self.axes[axis].contains(at)).collect())
                .collect();
            let choices: Vec<Vec<(usize, (usize, bool))>> = match [of[0].len(), of[1].len(), of[2].len()] {
                [1, 1, 1] => {
                    let middle = self.size / 2;
                    let one = |directions: u32| {
                        let one = |axis: usize| {
                            (axis * self.size + middle, (of[axis][0], directions >> axis & 1 == 1))
                        };
                        (0..3).map(one).collect()
                    };
                    (0..1u32 << 3).map(one).collect()
                }
                [2, 2, 2] => {
                    let (near, far) = (depth, self.size - 1 - depth);
                    depth += 1;
                    let one = |choice: u32| {
                        let one = |at: usize| {
                            let (axis, end) = (at / 2, at % 2);
                            // The ends of the first axis are as they come.
                            let turned = axis > 0 && choice >> (5 + axis) & 1 == 1;
                            let layer = if (end == 1) == turned { near } else { far };
                            (axis * self.size + layer, (of[axis][end], choice >> at & 1 == 1))
                        };
                        (0..6).map(one).collect()
                    };
                    (0..1u32 << 8).map(one).collect()
                }
                _ => return None,
            };
            self.assign(choices.into_iter(), place)?;
        }
        Some(())
    }

    /// The inner layers that move what may come to a place.
    fn moving_with(&self, place: usize) -> Vec<usize> {
        let mut reached = vec![place];
        let mut is_reached = vec![false; self.lists[0].len()];
        is_reached[place] = true;
        let mut at = 0;
        while let Some(&place) = reached.get(at) {
            at += 1;
            for list in &self.lists {
                let next = usize::from(list[place]);
                if !std::mem::replace(&mut is_reached[next], true) {
                    reached.push(next);
                }
            }
        }
        let moves_some = |number: &usize| reached.iter().any(|&place| moves(self.lists[*number], place));
        self.axes.iter().flat_map(|axis| axis[2..].iter().copied()).filter(moves_some).collect()
    }

    /// All other places.
    fn match_centres(&mut self) -> Option<()> {
        let mut matching = self.matching.clone();
        let pairs = self.pairs();
        let layers = |of: &dyn Fn(&Pair<'_>) -> bool| -> Vec<u16> {
            (0u16..).zip(&pairs).filter(|(_, pair)| of(pair)).map(|(at, _)| at).collect()
        };
        let mut cells: HashMap<Vec<u16>, Vec<usize>> = HashMap::new();
        for cell in 0..matching.is_taken.len() {
            cells.entry(layers(&|pair| moves(pair.1, cell))).or_default().push(cell);
        }
        for place in 0..matching.cell_of.len() {
            if matching.cell_of[place].is_none() {
                let alike = cells.get(&layers(&|pair| moves(pair.0, place)))?;
                alike
                    .iter()
                    .find(|&&cell| !matching.is_taken[cell] && matching.extend(&pairs, place, cell))?;
            }
        }
        // Every orbit was followed with all layers.
        let agrees = |place: usize| {
            let cell = matching.cell_of[place].map_or(0, usize::from);
            pairs.iter().all(|(list, turn)| matching.cell_of[usize::from(list[place])] == Some(turn[cell]))
        };
        let is_right = (0..matching.cell_of.len()).all(agrees);
        self.matching = matching;
        is_right.then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_group::random::shuffle;
    use permutant_puzzle::formats::puzzle_set::ListedPuzzle;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    /// A cube with places and moves in a random order, moves in random directions.
    fn disguised(size: usize, seed: u64) -> ListedPuzzle {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let places = 6 * size * size;
        let mut names: Vec<u16> = (0..places as u16).collect();
        shuffle(&mut random, &mut names);
        let mut moves: Vec<(String, Vec<u16>)> = (0..3 * size)
            .map(|at| {
                let turn = quarter_list(size, at / size, at % size);
                let turn = if random.next_u32() % 2 == 0 { turn } else { inverse(&turn) };
                let mut list = vec![0; places];
                for (cell, &from) in turn.iter().enumerate() {
                    list[usize::from(names[cell])] = names[usize::from(from)];
                }
                (format!("m{at}"), list)
            })
            .collect();
        shuffle(&mut random, &mut moves);
        ListedPuzzle { name: "disguised".into(), moves, solved: None }
    }

    #[test]
    fn a_cube_is_recognised_whatever_its_places_and_moves_are_called() {
        for size in 2..10 {
            for seed in 0..3 {
                let alphabet = Alphabet::new(&disguised(size, seed));
                let view = CubeView::of(&alphabet).unwrap_or_else(|| panic!("{size} {seed}"));
                assert_eq!(view.size, size);
                for at in 0..3 * size {
                    // A quarter turn of the layer, made by the moves, does what it does on the cube.
                    let mut held: Vec<usize> = vec![0; 6 * size * size];
                    for (cell, &place) in view.place_of.iter().enumerate() {
                        held[place] = cell;
                    }
                    alphabet.make(view.quarter(at / size, at % size), &mut held);
                    let turn = quarter_list(size, at / size, at % size);
                    for (cell, &place) in view.place_of.iter().enumerate() {
                        assert_eq!(held[place], usize::from(turn[cell]), "{size} {seed} {at}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_nearly_a_cube_is_none() {
        let cube = disguised(3, 7);
        let without = ListedPuzzle { moves: cube.moves[1..].to_vec(), ..cube.clone() };
        assert!(CubeView::of(&Alphabet::new(&without)).is_none());
        let mut mixed = cube;
        let (last, first) = (mixed.moves[8].1.clone(), &mut mixed.moves[0].1);
        *first = first.iter().map(|&at| last[usize::from(at)]).collect();
        assert!(CubeView::of(&Alphabet::new(&mixed)).is_none());
    }
}
