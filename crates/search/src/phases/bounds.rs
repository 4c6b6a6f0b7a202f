//! Distances of a few pieces together, which bound a phase from below.

/// Greatest number of entries of a table.
const MOST_ENTRIES: usize = 1 << 19;

/// Pieces of a table.
const MEMBERS: usize = 3;

/// No move sequence leads there.
const NEVER: u8 = u8::MAX;

/// The least number of moves that solve some of a phase's pieces, for all their places.
#[derive(Debug)]
pub(super) struct Bound {
    /// Which of the phase's pieces.
    members: Vec<usize>,
    /// The number of places of each.
    sizes: Vec<usize>,
    distances: Vec<u8>,
}

/// The moves of a phase on places: a place is a slot and an orientation.
pub(super) struct Places<'a> {
    /// For each move, the place to which it brings what is in a place.
    pub(super) moves: &'a [Vec<u16>],
    /// For each place, its number among those that pieces of its kind reach in this phase.
    pub(super) local: &'a [u16],
    /// For each of the phase's pieces, the places that it reaches, by these numbers.
    pub(super) reached: Vec<Vec<u16>>,
    /// For each of the phase's pieces, where it belongs.
    pub(super) solved: &'a [u16],
}

impl Bound {
    /// Tables for every three pieces, or fewer if their places are too many.
    pub(super) fn all(places: &Places<'_>) -> Vec<Bound> {
        let count = places.solved.len();
        let mut bounds: Vec<Bound> = Vec::new();
        for size in (1..=MEMBERS.min(count)).rev() {
            for members in choices(count, size) {
                let is_known = |bound: &Bound| members.iter().all(|piece| bound.members.contains(piece));
                let entries = members.iter().map(|&piece| places.reached[piece].len()).product::<usize>();
                if entries <= MOST_ENTRIES && !bounds.iter().any(is_known) {
                    bounds.push(Bound::new(members, places));
                }
            }
        }
        bounds
    }

    fn new(members: Vec<usize>, places: &Places<'_>) -> Bound {
        let sizes: Vec<usize> = members.iter().map(|&piece| places.reached[piece].len()).collect();
        let mut bound = Bound { distances: vec![NEVER; sizes.iter().product()], members, sizes };
        let start = bound.index(places.solved, places.local);
        bound.distances[start] = 0;
        let mut last = vec![start];
        for distance in 1..NEVER {
            let mut next = Vec::new();
            for entry in last {
                let mut rest = entry;
                let mut at = [0_u16; MEMBERS];
                for (place, (&piece, size)) in at.iter_mut().zip(bound.members.iter().zip(&bound.sizes)).rev()
                {
                    *place = places.reached[piece][rest % size];
                    rest /= size;
                }
                for moved in places.moves {
                    let to = bound.members.iter().zip(&bound.sizes).zip(&at).fold(
                        0,
                        |index, ((_, size), &place)| {
                            index * size + usize::from(places.local[usize::from(moved[usize::from(place)])])
                        },
                    );
                    if bound.distances[to] == NEVER {
                        bound.distances[to] = distance;
                        next.push(to);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            last = next;
        }
        bound
    }

    fn index(&self, at: &[u16], local: &[u16]) -> usize {
        self.members
            .iter()
            .zip(&self.sizes)
            .fold(0, |index, (&piece, size)| index * size + usize::from(local[usize::from(at[piece])]))
    }

    /// The distance of the pieces in these places, one for each of the phase's pieces.
    #[inline]
    pub(super) fn of(&self, at: &[u16], local: &[u16]) -> u8 {
        self.distances[self.index(at, local)]
    }
}

/// All choices of `size` numbers below `count`, ascending.
fn choices(count: usize, size: usize) -> Vec<Vec<usize>> {
    match size {
        0 => vec![Vec::new()],
        _ => choices(count, size - 1)
            .into_iter()
            .flat_map(|chosen| {
                let from = chosen.last().map_or(0, |last| last + 1);
                (from..count).map(move |next| [&chosen[..], &[next]].concat())
            })
            .collect(),
    }
}
