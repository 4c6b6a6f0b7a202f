//! Distances of a few pieces together, which bound a phase from below.

use crate::limits::{Control, StopReason};

/// Greatest number of entries of a table.
const MOST_ENTRIES: usize = 1 << 19;

/// Greatest number of entries of all tables of a phase with the same number of pieces, times the number of moves: what a second does.
const MOST_STEPS: usize = 1 << 28;

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
    /// For each of the phase's pieces, its number of orientations.
    pub(super) orientations: Vec<u16>,
    /// For each of the phase's pieces, the places where it is solved: several if its orientation is not fully known.
    pub(super) solved: Vec<Vec<u16>>,
}

impl Bound {
    /// Tables for every three pieces, or fewer if their places are too many. If that would take too long, only for neighbours.
    ///
    /// # Errors
    /// The reason why it was stopped.
    pub(super) fn all(places: &Places<'_>, control: &Control<'_>) -> Result<Vec<Bound>, StopReason> {
        let count = places.solved.len();
        let mut bounds: Vec<Bound> = Vec::new();
        let mut of_neighbours = false;
        for size in (1..=MEMBERS.min(count)).rev() {
            let entries = |members: &[usize]| -> usize {
                members.iter().map(|&piece| places.reached[piece].len()).product()
            };
            let mut of_size = choices(count, size);
            of_size.retain(|members| entries(members) <= MOST_ENTRIES);
            let steps = of_size.iter().map(|members| entries(members)).sum::<usize>() * places.moves.len();
            of_neighbours |= steps > MOST_STEPS;
            if of_neighbours {
                of_size.retain(|members| members.windows(2).all(|pair| pair[0] + 1 == pair[1]));
            }
            for members in of_size {
                let is_known = |bound: &Bound| members.iter().all(|piece| bound.members.contains(piece));
                if !bounds.iter().any(is_known) {
                    if let Some(reason) = control.interrupted() {
                        return Err(reason);
                    }
                    bounds.push(Bound::new(members, places));
                }
            }
        }
        Ok(bounds)
    }

    /// Tables for every two pieces, which take less time.
    pub(super) fn pairs(places: &Places<'_>) -> Vec<Bound> {
        choices(places.solved.len(), 2).into_iter().map(|members| Bound::new(members, places)).collect()
    }

    /// A table for each piece alone.
    pub(super) fn singles(places: &Places<'_>) -> Vec<Bound> {
        (0..places.solved.len()).map(|piece| Bound::new(vec![piece], places)).collect()
    }

    fn new(members: Vec<usize>, places: &Places<'_>) -> Bound {
        let sizes: Vec<usize> = members.iter().map(|&piece| places.reached[piece].len()).collect();
        let mut bound = Bound { distances: vec![NEVER; sizes.iter().product()], members, sizes };
        let mut last = vec![0];
        for (&piece, size) in bound.members.iter().zip(&bound.sizes) {
            let with = |entry: &usize| {
                let entry = entry * size;
                places.solved[piece]
                    .iter()
                    .map(move |&place| entry + usize::from(places.local[usize::from(place)]))
            };
            last = last.iter().flat_map(with).collect();
        }
        last.iter().for_each(|&entry| bound.distances[entry] = 0);
        let mut unknown = bound.reachable(places).saturating_sub(last.len());
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
                        unknown = unknown.saturating_sub(1);
                        next.push(to);
                    }
                }
            }
            if next.is_empty() || unknown == 0 {
                break;
            }
            last = next;
        }
        bound
    }

    /// At most so many entries are reached: pieces of an orbit are in different slots.
    fn reachable(&self, places: &Places<'_>) -> usize {
        let left = |(number, &piece): (usize, &usize)| {
            let reached = &places.reached[piece];
            let same =
                self.members[..number].iter().filter(|&&other| places.reached[other] == *reached).count();
            reached.len() - same * usize::from(places.orientations[piece])
        };
        self.members.iter().enumerate().map(left).product()
    }

    /// The last of its pieces.
    pub(super) fn last(&self) -> usize {
        self.members.last().copied().unwrap_or(0)
    }

    /// The distance of the pieces in these places, one for each of the phase's pieces.
    #[inline]
    pub(super) fn of(&self, at: &[u16], local: &[u16]) -> u8 {
        let with = |index, (&piece, size): (&usize, &usize)| {
            index * size + usize::from(local[usize::from(at[piece])])
        };
        self.distances[self.members.iter().zip(&self.sizes).fold(0, with)]
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
