//! The puzzle among permutations of places, whatever places and moves are called.
//!
//! Start at [`Recognised::of`]. Inner layers have more places than middle ones, and these more than outer ones; of those, just the ones about the same
//! corner commute. So moves are known, but for their direction, and most places by the moves that move them. The direction of moves is seen on these. The
//! places of edges and corners follow from one of each. The puzzle is recognised if each move then does at all places what
//! the turn does.

use super::model::{CORNERS, Kind, Layer, Move, PAIRS, Position, corners, pair, rotated};

/// A place by its kind and number; the centre of a face by the corner away from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Pair(Kind, usize),
    Face(u8),
}

/// The puzzle with its places and moves.
#[derive(Clone, Debug)]
pub struct Recognised {
    /// By place of the list.
    places: Vec<Place>,
    /// By turn, its move, and whether that is the turn or the turn back.
    moves: [(usize, bool); Move::COUNT],
}

/// A move as the list of the places from which each place gets its content.
fn is_moved(list: &[u16], place: usize) -> bool {
    usize::from(list[place]) != place
}

fn commute(one: &[u16], other: &[u16]) -> bool {
    (0..one.len()).all(|place| one[usize::from(other[place])] == other[usize::from(one[place])])
}

/// The corners whose moves of a layer, given by corner, move a place.
fn movers(layer: &[&[u16]; CORNERS], place: usize) -> Vec<u8> {
    (0..).zip(layer).filter(|(_, list)| is_moved(list, place)).map(|(corner, _)| corner).collect()
}

/// The corners that are not in a list.
fn others(of: &[u8]) -> impl Iterator<Item = u8> + '_ {
    (0..CORNERS as u8).filter(|corner| !of.contains(corner))
}

impl Recognised {
    /// The puzzle of twelve moves, each as the list of the places from which each place gets its content; `None` if it is another one.
    /// O(places · moves).
    pub fn of(lists: &[&[u16]]) -> Option<Self> {
        let count = lists.first()?.len();
        let is_of_order_3 = |list: &&[u16]| {
            let after = |place: usize| usize::from(list[place]);
            list.len() == count && (0..count).all(|place| after(after(after(place))) == place)
        };
        if lists.len() != CORNERS * Layer::ALL.len() || !lists.iter().all(is_of_order_3) {
            return None;
        }
        let moved = |list: &[u16]| (0..count).filter(|&place| is_moved(list, place)).count();
        let mut by_size: Vec<usize> = (0..lists.len()).collect();
        by_size.sort_by_key(|&number| std::cmp::Reverse(moved(lists[number])));
        let [inner, middle, outer] = [0, 4, 8].map(|first| &by_size[first..first + CORNERS]);
        // By layer and corner, the number of the move.
        let mut numbers = [[0; CORNERS]; Layer::ALL.len()];
        for (corner, &of_outer) in outer.iter().enumerate() {
            numbers[Layer::Outer as usize][corner] = of_outer;
            let beside = |layer: &[usize], with: usize| {
                layer.iter().copied().find(|&number| commute(lists[number], lists[with]))
            };
            let of_inner = beside(inner, of_outer)?;
            numbers[Layer::Inner as usize][corner] = of_inner;
            numbers[Layer::Middle as usize][corner] = beside(middle, of_inner)?;
        }
        let layers = numbers.map(|layer| layer.map(|number| lists[number]));
        let mut places: Vec<Option<Place>> = (0..count).map(|place| known(&layers, place)).collect();
        let mut backwards = [[false; CORNERS]; Layer::ALL.len()];
        for layer in Layer::ALL {
            for corner in 0..CORNERS {
                backwards[layer as usize][corner] =
                    is_backwards(layers[layer as usize][corner], corner, &places)?;
            }
        }
        for first in 0..count {
            if places[first].is_none() {
                spread(first, &layers, &backwards, &mut places)?;
            }
        }
        let places: Vec<Place> = places.into_iter().collect::<Option<_>>()?;
        let moves = std::array::from_fn(|number| {
            let turn = Move::of(number);
            let (layer, corner) = (turn.layer as usize, usize::from(turn.corner));
            (numbers[layer][corner], backwards[layer][corner] != turn.backwards)
        });
        let recognised = Recognised { places, moves };
        recognised.is_sound(lists).then_some(recognised)
    }

    /// Whether all places are there, and each move does what its turn does.
    fn is_sound(&self, lists: &[&[u16]]) -> bool {
        let has = |place: Place| self.places.contains(&place);
        let has_all = Kind::ALL.into_iter().all(|kind| (0..PAIRS).all(|at| has(Place::Pair(kind, at))))
            && (0..CORNERS as u8).all(|corner| has(Place::Face(corner)));
        let does = |number: usize| {
            let turn = Move::of(number);
            let (list, is_back) = self.moves[number];
            self.places.iter().enumerate().all(|(to, place)| {
                // The turn takes what is at `from` to `to`, and the turn back the other way.
                let from = self.places[usize::from(lists[list][to])];
                let (to, from) = if is_back { (from, *place) } else { (*place, from) };
                after(from, turn) == to
            })
        };
        has_all && (0..Move::COUNT).all(does)
    }

    /// The position in which places have these contents, given by the places where they are in the solved state; `None` if pieces
    /// were taken apart or exchanged with pieces of another kind.
    pub fn position(&self, contents: &[usize]) -> Option<Position> {
        let mut position = Position { pairs: [[u8::MAX; PAIRS]; Kind::ALL.len()], faces: [u8::MAX; CORNERS] };
        for (place, &content) in self.places.iter().zip(contents) {
            let (at, number) = match (*place, *self.places.get(content)?) {
                (Place::Pair(kind, at), Place::Pair(of, number)) if kind == of => {
                    (&mut position.pairs[kind as usize][at], number as u8)
                }
                (Place::Face(at), Place::Face(number)) => (&mut position.faces[usize::from(at)], number),
                _ => return None,
            };
            // Some pieces have several stickers.
            if *at != u8::MAX && *at != number {
                return None;
            }
            *at = number;
        }
        let is_whole = |all: &[u8]| (0..all.len()).all(|number| all.contains(&(number as u8)));
        (position.pairs.iter().all(|pairs| is_whole(pairs)) && is_whole(&position.faces)).then_some(position)
    }

    /// By centre, what the place where it is solved has in a list.
    pub fn by_centre(&self, list: &[u16]) -> [u16; PAIRS] {
        let mut by_centre = [0; PAIRS];
        for (place, &entry) in self.places.iter().zip(list) {
            if let Place::Pair(Kind::Centres, number) = *place {
                by_centre[number] = entry;
            }
        }
        by_centre
    }

    /// The move that makes a turn, and whether it is made backwards.
    pub fn step(&self, turn: Move) -> (usize, bool) {
        self.moves[turn.number()]
    }
}

/// Where a turn takes what is at a place.
fn after(place: Place, turn: Move) -> Place {
    let times = if turn.backwards { 2 } else { 1 };
    (0..times).fold(place, |place, _| match place {
        Place::Pair(kind, at) => Place::Pair(kind, pair(kind.image(turn.layer, turn.corner, corners(at)))),
        Place::Face(corner) if turn.layer == Layer::Inner => Place::Face(rotated(turn.corner, corner)),
        Place::Face(_) => place,
    })
}

/// The place, if the moves that move it tell which one it is.
fn known(layers: &[[&[u16]; CORNERS]; 3], place: usize) -> Option<Place> {
    let [inner, middle, outer] = layers.each_ref().map(|layer| movers(layer, place));
    match (&inner[..], &middle[..], &outer[..]) {
        (&[second], [], &[first]) if first != second => Some(Place::Pair(Kind::Wings, pair([first, second]))),
        (&[second], &[first], []) if first != second => {
            Some(Place::Pair(Kind::SecondWings, pair([first, second])))
        }
        (&[a, b], &[first], []) => {
            let second = others(&[a, b, first]).next()?;
            (a != first && b != first).then(|| Place::Pair(Kind::Centres, pair([first, second])))
        }
        ([_, _, _], [], []) => others(&inner).next().map(Place::Face),
        _ => None,
    }
}

/// Whether a move about a corner turns it backwards, by the places that are known.
fn is_backwards(list: &[u16], corner: usize, places: &[Option<Place>]) -> Option<bool> {
    let about = corner as u8;
    (0..list.len()).filter(|&to| is_moved(list, to)).find_map(|to| {
        let from = places[usize::from(list[to])]?;
        let turns = |corner: u8, to: u8| rotated(about, corner) != to;
        match (from, places[to]?) {
            (Place::Face(from), Place::Face(to)) => Some(turns(from, to)),
            (Place::Pair(_, from), Place::Pair(_, to)) => {
                let (from, to) = (corners(from), corners(to));
                let at = (0..2).find(|&at| from[at] != about)?;
                Some(turns(from[at], to[at]))
            }
            _ => None,
        }
    })
}

/// Names a place of the edges or corners, and those to which moves take it. Of the two or three names that the first may have, each is right: they
/// differ by a turn of all these stickers in their places.
fn spread(
    first: usize,
    layers: &[[&[u16]; CORNERS]; 3],
    backwards: &[[bool; CORNERS]; 3],
    places: &mut [Option<Place>],
) -> Option<()> {
    let [inner, middle, outer] = layers.each_ref().map(|layer| movers(layer, first));
    let (kind, one, other) = match (&inner[..], &middle[..], &outer[..]) {
        ([], [_, _], []) => {
            let mut away = others(&middle);
            (Kind::Edges, away.next()?, away.next()?)
        }
        ([], [], &[corner]) => (Kind::Corners, corner, others(&[corner]).next()?),
        _ => return None,
    };
    places[first] = Some(Place::Pair(kind, pair([one, other])));
    let mut waiting = vec![first];
    while let Some(to) = waiting.pop() {
        let place = places[to]?;
        for number in 0..Move::COUNT {
            let turn = Move::of(number);
            let (layer, corner) = (turn.layer as usize, usize::from(turn.corner));
            // What is at `to` came from here; back there, if the turn is the move, leads the turn back.
            let from = usize::from(layers[layer][corner][to]);
            if turn.backwards == backwards[layer][corner] && places[from].is_none() {
                places[from] = Some(after(place, turn.inverse()));
                waiting.push(from);
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::{after, random_turns};
    use super::*;
    use permutant_group::random::{below, shuffle};
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// The lists of the twelve forward turns on places that stand one after the other, wings and second wings twice.
    fn lists() -> Vec<Vec<u16>> {
        let kinds = [0, 0, 1, 2, 2, 3, 4].map(|kind| Kind::ALL[kind]);
        let list = |number: usize| {
            let turn = Move::of(2 * number);
            let of_kinds = kinds.iter().enumerate().flat_map(|(at, kind)| {
                kind.sources(turn).map(|from| at as u16 * PAIRS as u16 + u16::from(from))
            });
            let faces = super::super::model::sources_of_faces(turn);
            of_kinds.chain(faces.map(|from| (kinds.len() * PAIRS) as u16 + u16::from(from))).collect()
        };
        (0..12).map(list).collect()
    }

    #[test]
    fn the_puzzle_is_known_by_what_its_moves_do() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let lists = lists();
        let count = lists[0].len();
        // Places get other numbers, moves another order, and some turn backwards.
        let mut names: Vec<u16> = (0..count as u16).collect();
        shuffle(&mut rng, &mut names);
        let mut moves: Vec<Vec<u16>> = lists
            .iter()
            .map(|list| {
                let mut renamed = vec![0; count];
                let is_back = below(&mut rng, 2) == 1;
                for (to, &from) in list.iter().enumerate() {
                    let (to, from) = if is_back { (usize::from(from), to as u16) } else { (to, from) };
                    renamed[usize::from(names[to])] = names[usize::from(from)];
                }
                renamed
            })
            .collect();
        shuffle(&mut rng, &mut moves);
        let slices: Vec<&[u16]> = moves.iter().map(|list| &list[..]).collect();
        let recognised = Recognised::of(&slices).unwrap();
        let turns = random_turns(60, 2);
        let mut contents: Vec<usize> = (0..count).collect();
        for &turn in &turns {
            let (number, is_back) = recognised.step(turn);
            let times = if is_back { 2 } else { 1 };
            for _ in 0..times {
                contents = moves[number].iter().map(|&from| contents[usize::from(from)]).collect();
            }
        }
        assert_eq!(recognised.position(&contents), Some(after(&turns)));
        contents.swap(usize::from(names[0]), usize::from(names[20]));
        assert_eq!(recognised.position(&contents), None, "stickers of two wings are exchanged");
    }

    #[test]
    fn other_moves_are_another_puzzle() {
        let lists = lists();
        let recognised = |lists: &[Vec<u16>]| {
            Recognised::of(&lists.iter().map(|list| &list[..]).collect::<Vec<_>>()).is_some()
        };
        assert!(recognised(&lists));
        assert!(!recognised(&lists[1..]));
        let mut other = lists.clone();
        other[0].swap(80, 81);
        assert!(!recognised(&other));
        let mut twice = lists.clone();
        twice[3] = lists[2].clone();
        assert!(!recognised(&twice));
        let places = Recognised::of(&[]).is_none() && Recognised::of(&[&[0_u16][..]; 12]).is_none();
        assert!(places);
    }
}
