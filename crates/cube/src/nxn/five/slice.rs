//! Phase 4: any four edges paired between U and D, and the centres of the other sides so far that phase 5 finishes them.
//!
//! Start at [`Slice`]. Of four edges the places of the middle edges and where their wings of the first half are:
//! C(12, 4) · 11 880 = 5 880 600 positions, with the T centres of R and L 411 642 000; the same table tells of the second
//! half, in a mirror. All 495 choices of four edges are tried at the start.

use super::super::deepening::Space;
use super::super::four::halves::{EDGES, Halves, PAIRED, Slots, of_slot};
use super::super::slot_sets::SetRank;
use super::super::wings::edges;
use super::edges::{Edges, Places, Whereabouts, mirrored_axis, mirrored_turns};
use super::ending;
use super::grid::{Grid, nibble};
use super::moves::State;
use super::sides::{POSITIONS, SETS, Sides};
use permutant_search::limits::{Control, StopReason};
use permutant_search::prefetch::prefetch;

/// U, R, D and L by any amount; half turns of F, B and of all two layers.
pub(super) const TURNS: [u8; 20] = [0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14, 7, 16, 19, 22, 25, 28, 31, 34];

/// Quarter turns of R and L, half turns of Uw and Dw: phase 5 has the others.
const ENDS: u64 = 1 << 3 | 1 << 5 | 1 << 12 | 1 << 14 | 1 << 19 | 1 << 28;

/// See [`Space::greatest_sums`]: from the ways that were found without it on a few cubes, and tried on others.
const GREATEST_SUMS: [u8; 13] = [0, 3, 6, 8, 10, 12, 14, 15, 17, 19, 21, 22, 23];

/// Edges that are paired.
const FOUR: usize = 4;
/// C(12, 4).
const FOURS: usize = 495;
/// 12 · 11 · 10 · 9.
const ARRANGED: usize = 11_880;
/// Orders of four.
const ORDERS: usize = 24;

/// Bytes of the large table.
const LARGE: usize = FOURS * SETS * ARRANGED / 2;

/// Bytes of both tables: the large one, and that of the wings of both halves.
pub(super) const BYTES: usize = LARGE + FOURS * ARRANGED / 2;

/// Four pieces of one kind, and where those of the same edges of another kind are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pairs {
    /// The places of the first kind.
    set: u16,
    /// Those of the second, in the order of those places.
    arranged: [u8; FOUR],
}

/// What turns do to such pairs.
struct PairMoves {
    /// By set and turn: the set after it, and the order in which its members were before.
    sets: Vec<[(u16, u8); TURNS.len()]>,
    /// By turn: where it takes pieces of the second kind.
    second: [Slots; TURNS.len()],
    orders: Vec<[u8; FOUR]>,
}

impl PairMoves {
    /// By turn: where it takes pieces of either kind.
    fn new(rank: &SetRank, moves: [[&Places; 2]; TURNS.len()]) -> Self {
        let orders = orders();
        let set_after = |set: u32, to: &Places| {
            let moved = members(set).map(|place| to[usize::from(place)]);
            let mut sorted = [0, 1, 2, 3u8];
            sorted.sort_by_key(|&at| moved[usize::from(at)]);
            let order = orders.iter().position(|order| *order == sorted).unwrap_or(0);
            (rank.rank(set_of(&moved)) as u16, order as u8)
        };
        let sets = rank.sets().into_iter().map(|set| moves.map(|[to, _]| set_after(set, to))).collect();
        let all_slots = |to: &Places| {
            let mut slots = PAIRED;
            slots[..EDGES].copy_from_slice(to);
            slots
        };
        PairMoves { sets, second: moves.map(|[_, to]| all_slots(to)), orders }
    }

    fn after(&self, at: Pairs, turn: usize) -> Pairs {
        let (set, order) = self.sets[usize::from(at.set)][turn];
        Pairs { set, arranged: self.arranged(&at.arranged, turn, usize::from(order)) }
    }

    fn arranged(&self, at: &[u8; FOUR], turn: usize, order: usize) -> [u8; FOUR] {
        let to = &self.second[turn];
        self.orders[order].map(|place| of_slot(to, at[usize::from(place) % FOUR]))
    }

    /// What turns make of all arrangements, by 24 · turn + order.
    fn maps(&self, arrangements: &Arrangements) -> Vec<Vec<u16>> {
        let map = |turn: usize, order: usize| {
            let after = |at: &[u8; FOUR]| arrangements.number(&self.arranged(at, turn, order)) as u16;
            arrangements.all.iter().map(after).collect()
        };
        (0..TURNS.len())
            .flat_map(|turn| (0..ORDERS).map(move |order| (turn, order)))
            .map(|(t, o)| map(t, o))
            .collect()
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    first: Pairs,
    /// In the mirror.
    second: Pairs,
    /// Wings of the first half with those of the second.
    wings: Pairs,
    /// Of the axis of R and L.
    sides: u16,
    /// Of that of F and B, among those that are reached.
    ends: u16,
    /// In the large table, for either half, once it is prepared.
    places: [u32; 2],
}

/// What phase 4 needs beside its tables.
pub(super) struct Slice {
    rank: SetRank,
    /// Of middle edges with wings of the first half.
    pairs: PairMoves,
    /// Of wings of both halves.
    wings: PairMoves,
    arrangements: Arrangements,
    mirrored_turns: [usize; TURNS.len()],
    mirror: [u8; EDGES],
    /// By T centres of R and L.
    mirrored_sides: Vec<u8>,
    side_moves: Vec<[u16; TURNS.len()]>,
    /// By position of the axis of F and B: its number among those that are reached.
    end_numbers: Vec<u16>,
    end_moves: Vec<[u16; TURNS.len()]>,
    /// By number of the axis of F and B, then position of that of R and L.
    near: Vec<u8>,
}

/// Numbers of four different places.
struct Arrangements {
    all: Vec<[u8; FOUR]>,
    numbers: Vec<u16>,
}

fn code(four: &[u8; FOUR]) -> usize {
    four.iter().fold(0, |code, &place| code * EDGES + usize::from(place))
}

impl Arrangements {
    fn new() -> Self {
        let mut all: Vec<[u8; FOUR]> = Vec::new();
        let numbers = (0..EDGES.pow(FOUR as u32)).map(|code| {
            let four = [3, 2, 1, 0].map(|at| (code / EDGES.pow(at) % EDGES) as u8);
            if (0..FOUR).any(|at| four[..at].contains(&four[at])) {
                return u16::MAX;
            }
            all.push(four);
            all.len() as u16 - 1
        });
        let numbers = numbers.collect();
        Arrangements { all, numbers }
    }

    fn number(&self, four: &[u8; FOUR]) -> usize {
        usize::from(self.numbers[code(four)])
    }
}

/// The orders of four, each the old place by the new one.
fn orders() -> Vec<[u8; FOUR]> {
    let all = (0..256usize).map(|code| [0, 2, 4, 6].map(|shift| (code >> shift & 3) as u8));
    all.filter(|order| (0..FOUR).all(|at| !order[..at].contains(&order[at]))).collect()
}

/// The members of a set, from the least.
fn members(set: u32) -> [u8; FOUR] {
    let mut members = (0..EDGES as u8).filter(|place| set >> place & 1 == 1);
    std::array::from_fn(|_| members.next().unwrap_or(0))
}

fn set_of(places: &[u8; FOUR]) -> u32 {
    places.iter().fold(0, |set, place| set | 1 << place)
}

/// The places between U and D.
pub(super) fn between() -> [u8; FOUR] {
    let flat = |pair: &[usize; 2]| pair.iter().all(|slot| slot / 4 % 3 != 0);
    members((0..).zip(edges()).filter(|(_, pair)| flat(pair)).fold(0, |set, (place, _)| set | 1 << place))
}

impl Slice {
    /// `ends` are the positions of the axis of F and B that turns of the phase reach from the solved one.
    pub(super) fn build(edges: &Edges, sides: &Sides, ends: &[u16]) -> Self {
        let rank = SetRank::new(EDGES as u32, FOUR as u32);
        let arrangements = Arrangements::new();
        let moves = TURNS.map(|number| &edges.moves[usize::from(number)]);
        let pairs = PairMoves::new(&rank, moves.map(|by| [&by.middles, &by.first]));
        let wings = PairMoves::new(&rank, moves.map(|by| [&by.first, &by.second]));
        let mut end_numbers = vec![u16::MAX; POSITIONS];
        (0..).zip(ends).for_each(|(number, &end)| end_numbers[usize::from(end)] = number);
        let all_end_moves = sides.moves(2, &TURNS);
        let end_moves = (ends.iter())
            .map(|&end| all_end_moves[usize::from(end)].map(|end| end_numbers[usize::from(end)]))
            .collect();
        let mirrored = mirrored_axis(sides, 1);
        let mut slice = Slice {
            rank,
            pairs,
            wings,
            arrangements,
            mirrored_turns: mirrored_turns(&TURNS),
            mirror: edges.mirror,
            mirrored_sides: mirrored.iter().step_by(SETS).map(|at| (usize::from(*at) / SETS) as u8).collect(),
            side_moves: sides.moves(1, &TURNS),
            end_numbers,
            end_moves,
            near: Vec::new(),
        };
        slice.fill_near(sides);
        slice
    }

    fn fill_near(&mut self, sides: &Sides) {
        let maps = 0..TURNS.len();
        let grid = Grid {
            rows: self.end_moves.len(),
            width: POSITIONS,
            turns: TURNS.len(),
            step: |row: usize, turn: usize| (usize::from(self.end_moves[row][turn]), turn),
            maps: maps.map(|turn| self.side_moves.iter().map(|to| to[turn]).collect()).collect(),
            twins: Vec::new(),
        };
        let ends: Vec<(usize, usize)> = (ending::bars(sides).into_iter())
            .map(|[sides, ends]| (usize::from(self.end_numbers[usize::from(ends)]), usize::from(sides)))
            .collect();
        self.near = grid.fill(&ends, 1, &Control::new()).unwrap_or_default();
    }

    pub(super) fn fill(
        &self,
        sides: &Sides,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Vec<u8>, StopReason> {
        let places = between();
        let (set, place) = (self.rank.rank(set_of(&places)), self.arrangements.number(&places));
        let mut ends: Vec<(usize, usize)> = (ending::bars(sides).into_iter())
            .map(|[sides, _]| (set * SETS + usize::from(sides) / SETS, place))
            .collect();
        ends.sort_unstable();
        ends.dedup();
        let large = Grid {
            rows: FOURS * SETS,
            width: ARRANGED,
            turns: TURNS.len(),
            step: |row: usize, turn: usize| {
                let (set, order) = self.pairs.sets[row / SETS][turn];
                let t = usize::from(self.side_moves[row % SETS * SETS][turn]) / SETS;
                (usize::from(set) * SETS + t, turn * ORDERS + usize::from(order))
            },
            maps: self.pairs.maps(&self.arrangements),
            twins: Vec::new(),
        };
        let mut bytes = large.fill(&ends, threads, control)?;
        let wings = Grid {
            rows: FOURS,
            width: ARRANGED,
            turns: TURNS.len(),
            step: |row: usize, turn: usize| {
                let (set, order) = self.wings.sets[row][turn];
                (usize::from(set), turn * ORDERS + usize::from(order))
            },
            maps: self.wings.maps(&self.arrangements),
            twins: Vec::new(),
        };
        bytes.extend(wings.fill(&[(set, place)], threads, control)?);
        Ok(bytes)
    }

    /// The positions of a state for every choice of four edges.
    pub(super) fn each(&self, halves: &Halves, sides: &Sides, state: &State, found: &mut Vec<At>) {
        let at = Whereabouts::of(halves, state);
        let (axis, ends) = (sides.at(state, 1), sides.at(state, 2));
        let pairs = |four: [u8; FOUR], image: &dyn Fn(u8) -> u8, kinds: [&Places; 2]| {
            let mut pairs = four.map(|edge| kinds.map(|places| image(places[usize::from(edge)])));
            pairs.sort_unstable();
            let set = self.rank.rank(set_of(&pairs.map(|[place, _]| place))) as u16;
            Pairs { set, arranged: pairs.map(|[_, place]| place) }
        };
        let (same, mirrored) = (|place| place, |place| self.mirror[usize::from(place)]);
        for set in self.rank.sets() {
            let four = members(set);
            found.push(At {
                first: pairs(four, &same, [&at.middles, &at.first]),
                second: pairs(four, &mirrored, [&at.middles, &at.second]),
                wings: pairs(four, &same, [&at.first, &at.second]),
                sides: axis,
                ends: self.end_numbers[usize::from(ends)],
                places: [0; 2],
            });
        }
    }

    pub(super) fn with<'a>(&'a self, table: &'a [u8]) -> SliceSpace<'a> {
        let (large, wings) = table.split_at(LARGE);
        SliceSpace { parts: self, large, wings }
    }
}

/// Phase 4 with its tables.
pub(super) struct SliceSpace<'a> {
    parts: &'a Slice,
    large: &'a [u8],
    wings: &'a [u8],
}

impl SliceSpace<'_> {
    fn near(&self, ends: u16, sides: u16) -> u8 {
        nibble(&self.parts.near, usize::from(ends) * POSITIONS + usize::from(sides))
    }

    fn wings(&self, wings: Pairs) -> u8 {
        let number = self.parts.arrangements.number(&wings.arranged);
        nibble(self.wings, usize::from(wings.set) * ARRANGED + number)
    }

    /// In the large table, for either half.
    fn places(&self, at: At) -> [u32; 2] {
        let (t, numbers) = (usize::from(at.sides) / SETS, &self.parts.arrangements);
        let place = |at: Pairs, t: usize| {
            ((usize::from(at.set) * SETS + t) * ARRANGED + numbers.number(&at.arranged)) as u32
        };
        [place(at.first, t), place(at.second, usize::from(self.parts.mirrored_sides[t]))]
    }
}

impl Space for SliceSpace<'_> {
    type At = At;
    const TURNS: &'static [u8] = &TURNS;
    const ENDS: u64 = ENDS;
    const GREATEST_SUMS: &'static [u8] = &GREATEST_SUMS;

    fn after(&self, at: At, turn: usize) -> At {
        At {
            first: self.parts.pairs.after(at.first, turn),
            second: self.parts.pairs.after(at.second, self.parts.mirrored_turns[turn]),
            wings: self.parts.wings.after(at.wings, turn),
            sides: self.parts.side_moves[usize::from(at.sides)][turn],
            ends: self.parts.end_moves[usize::from(at.ends)][turn],
            places: [0; 2],
        }
    }

    fn bounds(&self, at: At) -> [u8; 3] {
        let [first, second] = at.places.map(|place| nibble(self.large, place as usize));
        [first, second, self.near(at.ends, at.sides)]
    }

    fn prepare(&self, at: &mut At, left: u8) -> bool {
        let may_lead_on = self.near(at.ends, at.sides) < left && self.wings(at.wings) < left;
        if may_lead_on {
            at.places = self.places(*at);
            at.places.iter().for_each(|&place| prefetch(self.large, place as usize / 2));
        }
        may_lead_on
    }

    /// Part by part: most turns are known to lead too far by the first ones.
    fn successor(&self, at: At, turn: usize, left: u8) -> Option<At> {
        let sides = self.parts.side_moves[usize::from(at.sides)][turn];
        let ends = self.parts.end_moves[usize::from(at.ends)][turn];
        if self.near(ends, sides) >= left {
            return None;
        }
        let wings = self.parts.wings.after(at.wings, turn);
        if self.wings(wings) >= left {
            return None;
        }
        let first = self.parts.pairs.after(at.first, turn);
        let second = self.parts.pairs.after(at.second, self.parts.mirrored_turns[turn]);
        let mut after = At { first, second, wings, sides, ends, places: [0; 2] };
        after.places = self.places(after);
        after.places.iter().for_each(|&place| prefetch(self.large, place as usize / 2));
        Some(after)
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::tests::{any, solved};
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn positions_follow_the_cube() {
        let (halves, sides) = (Halves::new(), Sides::build());
        let edges = Edges::build(&halves);
        let ends = sides.reached(2, &TURNS);
        assert_eq!(ends.len(), 432);
        let parts = Slice::build(&edges, &sides, &ends);
        let table = vec![0; BYTES];
        let space = parts.with(&table);
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut state = solved();
        let mut before = Vec::new();
        parts.each(&halves, &sides, &state, &mut before);
        assert_eq!(before.len(), FOURS);
        let solved_four = parts.rank.rank(set_of(&between()));
        assert_eq!(space.near(before[solved_four].ends, before[solved_four].sides), 0);
        for _ in 0..100 {
            let turn = any(&mut rng, &TURNS);
            state = state.after(TURNS[turn]);
            let mut after = Vec::new();
            parts.each(&halves, &sides, &state, &mut after);
            for (&before, &after) in before.iter().zip(&after) {
                assert_eq!(space.after(before, turn), after);
                let mut prepared = after;
                let leads_on = space.prepare(&mut prepared, 9);
                assert_eq!(space.successor(before, turn, 9), leads_on.then_some(prepared));
                let near = |at: At| space.near(at.ends, at.sides);
                assert!(near(before).abs_diff(near(after)) <= 1);
            }
            before = after;
        }
    }
}
