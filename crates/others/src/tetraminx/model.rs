//! Places, pieces and turns.
//!
//! Start at [`Position`] and [`Move`]. The places of most kinds are numbered by two different corners of the tetrahedron in order, which
//! makes twelve, so that every turn changes them by the same rotation of corners.

use std::sync::LazyLock;

/// The number of corners of the tetrahedron.
pub(super) const CORNERS: usize = 4;

/// The number of pairs of different corners, in order.
pub(super) const PAIRS: usize = CORNERS * (CORNERS - 1);

/// The layers that turn about a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// The third from the corner.
    Inner,
    /// The second.
    Middle,
    /// The one at the corner.
    Outer,
}

impl Layer {
    /// All of them.
    pub const ALL: [Layer; 3] = [Layer::Inner, Layer::Middle, Layer::Outer];
}

/// A turn of a layer by 120°.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The layer.
    pub layer: Layer,
    /// The corner about which it turns, 0 to 3.
    pub corner: u8,
    /// Whether it turns against the direction of [`rotated`].
    pub backwards: bool,
}

impl Move {
    /// The number of turns.
    pub(super) const COUNT: usize = 2 * CORNERS * Layer::ALL.len();

    /// Its number: those of inner layers are 0 to 7, those of middle layers 8 to 15, those of outer layers 16 to 23.
    pub(super) fn number(self) -> usize {
        (self.layer as usize * CORNERS + usize::from(self.corner)) * 2 + usize::from(self.backwards)
    }

    /// The turn of a number.
    pub(super) fn of(number: usize) -> Self {
        Move {
            layer: Layer::ALL[number / (2 * CORNERS)],
            corner: (number / 2 % CORNERS) as u8,
            backwards: number % 2 == 1,
        }
    }

    /// The turn back.
    pub(super) fn inverse(self) -> Self {
        Move { backwards: !self.backwards, ..self }
    }

    /// Whether a sequence may have this turn after another. Turns about a corner commute, and stand in the order of the layers.
    pub(super) fn may_follow(self, before: Self) -> bool {
        self.corner != before.corner || self.layer > before.layer
    }
}

/// The corner to which a turn about another corner takes a corner.
pub(super) fn rotated(about: u8, corner: u8) -> u8 {
    const ROTATIONS: [[u8; CORNERS]; CORNERS] = [[0, 2, 3, 1], [3, 1, 0, 2], [1, 3, 2, 0], [2, 0, 1, 3]];
    ROTATIONS[usize::from(about)][usize::from(corner)]
}

/// The number of a pair of corners.
pub(super) fn pair([first, second]: [u8; 2]) -> usize {
    usize::from(3 * first + second) - usize::from(second > first)
}

/// The pair of a number.
pub(super) fn corners(pair: usize) -> [u8; 2] {
    let (first, second) = (pair / 3, pair % 3);
    [first as u8, (second + usize::from(second >= first)) as u8]
}

/// The kinds of places that pairs of corners number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    /// Wings at the first corner: its outer layer and the inner one of the second move them.
    Wings,
    /// Stickers of the piece at the first corner, which its outer layer turns in place.
    Corners,
    /// The middle layer of the first corner and the inner one of the second move them.
    SecondWings,
    /// The middle layer of the first corner moves them, and the inner ones of those corners that are not in the pair.
    Centres,
    /// Stickers of the edges: on the face away from the first corner, beside that away from the second. The middle layers of the other corners
    /// move them.
    Edges,
}

impl Kind {
    pub(super) const ALL: [Kind; 5] =
        [Kind::Wings, Kind::Corners, Kind::SecondWings, Kind::Centres, Kind::Edges];

    /// Where a forward turn takes what is at a pair.
    pub(super) fn image(self, layer: Layer, about: u8, pair: [u8; 2]) -> [u8; 2] {
        let [first, second] = pair;
        let is_moved = match (self, layer) {
            (Kind::Wings | Kind::Corners, Layer::Outer)
            | (Kind::SecondWings | Kind::Centres, Layer::Middle) => first == about,
            (Kind::Wings | Kind::SecondWings, Layer::Inner) => second == about,
            (Kind::Centres, Layer::Inner) | (Kind::Edges, Layer::Middle) => first != about && second != about,
            _ => false,
        };
        if is_moved { pair.map(|corner| rotated(about, corner)) } else { pair }
    }

    /// By place, the place from which a turn brings what is there afterwards.
    pub(super) fn sources(self, turn: Move) -> &'static [u8; PAIRS] {
        &SOURCES[turn.number()].pairs[self as usize]
    }

    fn computed_sources(self, turn: Move) -> [u8; PAIRS] {
        let mut sources = [0; PAIRS];
        for from in 0..PAIRS {
            let to = pair(self.image(turn.layer, turn.corner, corners(from)));
            let (to, from) = if turn.backwards { (from, to) } else { (to, from) };
            sources[to] = from as u8;
        }
        sources
    }
}

/// By turn, the position after it: at each place, the place from which it brings what is there afterwards.
static SOURCES: LazyLock<[Position; Move::COUNT]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let turn = Move::of(number);
        Position {
            pairs: Kind::ALL.map(|kind| kind.computed_sources(turn)),
            faces: computed_sources_of_faces(turn),
        }
    })
});

/// The same for the centres of the faces, by the corner away from them: inner layers move them.
pub(super) fn sources_of_faces(turn: Move) -> &'static [u8; CORNERS] {
    &SOURCES[turn.number()].faces
}

fn computed_sources_of_faces(turn: Move) -> [u8; CORNERS] {
    let mut sources = [0, 1, 2, 3];
    if turn.layer == Layer::Inner {
        for from in 0..CORNERS as u8 {
            let to = rotated(turn.corner, from);
            let (to, from) = if turn.backwards { (from, to) } else { (to, from) };
            sources[usize::from(to)] = from;
        }
    }
    sources
}

/// Twelve pieces at their places.
pub(super) const HOME: [u8; PAIRS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// Composes arrangements: at each place, what the first has at the place that the second says.
pub(super) fn composed<const N: usize>(first: &[u8; N], second: &[u8; N]) -> [u8; N] {
    second.map(|at| first[usize::from(at)])
}

/// The inverse of an arrangement.
pub(super) fn inverse<const N: usize>(of: &[u8; N]) -> [u8; N] {
    let mut inverse = [0; N];
    (0..).zip(of).for_each(|(at, &content)| inverse[usize::from(content)] = at);
    inverse
}

/// Whether a permutation is even.
pub(super) fn is_even(arrangement: &[u8]) -> bool {
    let inversions = (0..arrangement.len())
        .map(|at| arrangement[at + 1..].iter().filter(|&&later| later < arrangement[at]).count());
    inversions.sum::<usize>().is_multiple_of(2)
}

/// Which piece or sticker is at each place, by their numbers where they are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// By kind and pair.
    pub(super) pairs: [[u8; PAIRS]; Kind::ALL.len()],
    /// The centres of the faces.
    pub(super) faces: [u8; CORNERS],
}

impl Position {
    /// All pieces at their places.
    pub const SOLVED: Position = Position { pairs: [HOME; Kind::ALL.len()], faces: [0, 1, 2, 3] };

    /// The position after a turn.
    pub fn after(&self, turn: Move) -> Self {
        let sources = &SOURCES[turn.number()];
        let pairs = std::array::from_fn(|kind| composed(&self.pairs[kind], &sources.pairs[kind]));
        Position { pairs, faces: composed(&self.faces, &sources.faces) }
    }

    /// Whether turns can lead here, as far as permutations of wings, second wings and centres of faces tell: turns are 3-cycles, so these are even.
    pub(super) fn is_even(&self) -> bool {
        is_even(self.of(Kind::Wings)) && is_even(self.of(Kind::SecondWings)) && is_even(&self.faces)
    }

    /// The positions that look the same where some centres do, given by a number for each centre, and that are even: up to 648 where these are the
    /// centres of four faces.
    pub(super) fn alike(&self, looks: &[u16; PAIRS]) -> Vec<Self> {
        // By centre, another one that looks the same.
        let mut exchanges = vec![HOME];
        for (centre, look) in looks.iter().enumerate() {
            let later = (centre + 1..PAIRS).filter(|&other| looks[other] == *look);
            for (before, other) in exchanges
                .clone()
                .into_iter()
                .flat_map(|before| later.clone().map(move |other| (before, other)))
            {
                let mut exchanged = before;
                exchanged.swap(centre, other);
                exchanges.push(exchanged);
            }
        }
        let exchanged = |exchange: [u8; PAIRS]| {
            let mut position = *self;
            position.pairs[Kind::Centres as usize] = composed(&exchange, self.of(Kind::Centres));
            position
        };
        exchanges.into_iter().map(exchanged).filter(|position| is_even(position.of(Kind::Centres))).collect()
    }

    /// The pieces of a kind.
    pub(super) fn of(&self, kind: Kind) -> &[u8; PAIRS] {
        &self.pairs[kind as usize]
    }

    /// The position that the inverse of a sequence leads to, if the sequence leads to this one.
    pub(super) fn inverse(&self) -> Self {
        Position { pairs: self.pairs.map(|pairs| inverse(&pairs)), faces: inverse(&self.faces) }
    }

    /// The position as one sees it that calls each corner by another name: this must be a rotation of the tetrahedron.
    pub(super) fn renamed(&self, names: [u8; CORNERS]) -> Self {
        let rename = |at: usize| pair(corners(at).map(|corner| names[usize::from(corner)]));
        let mut renamed = *self;
        for (to, from) in renamed.pairs.iter_mut().zip(&self.pairs) {
            for (at, &content) in from.iter().enumerate() {
                to[rename(at)] = rename(usize::from(content)) as u8;
            }
        }
        for (at, &content) in self.faces.iter().enumerate() {
            renamed.faces[usize::from(names[at])] = names[usize::from(content)];
        }
        renamed
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use permutant_group::random::below;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// So many turns at random.
    pub(in super::super) fn random_turns(count: usize, seed: u64) -> Vec<Move> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        (0..count).map(|_| Move::of(below(&mut rng, Move::COUNT as u64) as usize)).collect()
    }

    /// The position after a sequence.
    pub(in super::super) fn after(turns: &[Move]) -> Position {
        turns.iter().fold(Position::SOLVED, |position, &turn| position.after(turn))
    }

    #[test]
    fn pairs_and_turns_have_numbers() {
        assert!(
            (0..PAIRS)
                .all(|number| pair(corners(number)) == number && corners(number)[0] != corners(number)[1])
        );
        assert!((0..Move::COUNT).all(|number| Move::of(number).number() == number));
    }

    /// Rotations are even and agree: a rotation of the tetrahedron takes the rotation about one corner to that about another.
    #[test]
    fn turns_are_rotations_of_one_tetrahedron() {
        for (about, by) in (0..4).flat_map(|about| (0..4).map(move |by| (about, by))) {
            for corner in 0..4 {
                let both = rotated(by, rotated(about, corner));
                assert_eq!(both, rotated(rotated(by, about), rotated(by, corner)));
            }
        }
        for turn in (0..Move::COUNT).map(Move::of) {
            let once = Position::SOLVED.after(turn);
            assert_ne!(once, Position::SOLVED);
            assert_eq!(once.after(turn).after(turn), Position::SOLVED);
            assert_eq!(once.after(turn.inverse()), Position::SOLVED);
            for other in (0..Move::COUNT).map(Move::of).filter(|other| other.corner == turn.corner) {
                assert_eq!(once.after(other), Position::SOLVED.after(other).after(turn));
            }
        }
    }

    #[test]
    fn centres_that_look_the_same_are_exchanged_evenly() {
        let position = after(&random_turns(40, 4));
        assert_eq!(position.alike(&std::array::from_fn(|centre| centre as u16)), [position]);
        let looks: [u16; PAIRS] = std::array::from_fn(|centre| centre as u16 % 4);
        let alike = position.alike(&looks);
        assert_eq!(alike.len(), 6 * 6 * 6 * 6 / 2);
        let shown = |position: &Position| position.of(Kind::Centres).map(|centre| looks[usize::from(centre)]);
        assert!(alike.iter().all(|other| shown(other) == shown(&position)));
        let distinct: std::collections::HashSet<_> =
            alike.iter().map(|other| *other.of(Kind::Centres)).collect();
        assert_eq!(distinct.len(), alike.len());
    }

    #[test]
    fn inverses_and_other_names_are_those_of_sequences() {
        let turns = random_turns(50, 1);
        let position = after(&turns);
        let back: Vec<Move> = turns.iter().rev().map(|turn| turn.inverse()).collect();
        assert_eq!(position.inverse(), after(&back));
        let names = std::array::from_fn(|corner| rotated(2, corner as u8));
        let renamed: Vec<Move> =
            turns.iter().map(|turn| Move { corner: names[usize::from(turn.corner)], ..*turn }).collect();
        assert_eq!(position.renamed(names), after(&renamed));
    }
}
