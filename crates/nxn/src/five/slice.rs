//! Phase 4: four edges are paired between U and D, and the centres of the other sides brought to where phase 5 completes them.
//!
//! Start at [`Slice`]. Any four edges may be chosen that have no piece between R and L, because half turns of U, D, F and B
//! bring none there. Their pieces are therefore in eight places: C(8, 4) sets for the middle edges and 8 · 7 · 6 · 5
//! arrangements for the wings of each half. The distances of all 70 · 1680 · 1680 = 197 568 000 positions are known. Phase 4 of
//! C. Shuang's solver cube555 is similar.

use super::edges::{Edges, Places, Whereabouts, apart_from, between, members, mirrored_axis};
use super::ending;
use super::grid::{Grid, nibble};
use super::moves::State;
use super::sides::{POSITIONS, SETS, Sides};
use crate::four::halves::{EDGES, Halves};
use crate::model::slot_sets::SetRank;
use crate::phase_ida_star::{Space, greatest_sum};
use permutant_search::limits::{Control, StopReason};
use permutant_search::prefetch::prefetch;

/// R and L by any amount; half turns of the other faces and of all two layers.
pub(super) const TURNS: [u8; 16] = [3, 4, 5, 12, 13, 14, 1, 10, 7, 16, 19, 22, 25, 28, 31, 34];

/// Quarter turns of R and L and half turns of Uw and Dw, which end the phase: phase 5 has all other turns.
const ENDS: u64 = 1 << 3 | 1 << 5 | 1 << 12 | 1 << 14 | 1 << 19 | 1 << 28;

/// See [`Space::GREATEST_SUMS`]. Derived from solutions that were found without this limit on four cubes, and tested on
/// others.
const GREATEST_SUMS: [u8; 13] = [0, 3, 6, 9, 12, 15, 18, 20, 22, 24, 25, 26, 27];

/// Edges that are paired.
const FOUR: usize = 4;
/// Places that can hold their pieces.
const EIGHT: usize = 8;
/// C(8, 4): sets of four places.
const FOURS: usize = 70;
/// 8 · 7 · 6 · 5: arrangements of four pieces.
const ARRANGED: usize = 1680;
/// The orders of four pieces.
const ORDERS: usize = 24;
/// Positions of middle edges and wings of one half.
const ROWS: usize = FOURS * ARRANGED;
/// Positions of the axis of F and B that turns of the phase reach from the solved one.
const ENDS_REACHED: usize = 432;

/// Bytes of the tables: edges; one half with F and B; one half with the T centres of R and L; one half with their X
/// centres.
const PARTS: [usize; 4] = [ROWS * ARRANGED / 2, ROWS * ENDS_REACHED / 2, ROWS * SETS / 2, ROWS * SETS / 2];
/// Bytes of all tables.
pub(super) const BYTES: usize = PARTS[0] + PARTS[1] + PARTS[2] + PARTS[3];

/// Four of the eight places, by their numbers.
type Four = [u8; FOUR];

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    /// The places of the middle edges.
    set: u8,
    /// The places of their wings in either half, in the order of the middle edges.
    first: u16,
    second: u16,
    /// The position of the axis of R and L.
    sides: u16,
    /// The number of the position of the axis of F and B among those that are reached.
    ends: u16,
}

/// The data that phase 4 needs beside its tables.
pub(super) struct Slice {
    rank: SetRank,
    arrangements: Arrangements,
    /// By place: its number among the eight, or none.
    numbers: [u8; EDGES],
    /// By set and turn: the set after the turn, and the previous order of its members.
    sets: Vec<[(u8, u8); TURNS.len()]>,
    /// By 24 · turn + order: the next arrangement of the wings, by arrangement, for either half.
    first: Vec<Vec<u16>>,
    second: Vec<Vec<u16>>,
    /// By set and arrangement of the second half: the mirror image, which is an arrangement of the first half.
    mirrored: Vec<u32>,
    mirrored_sides: Vec<u16>,
    mirrored_ends: Vec<u16>,
    side_moves: Vec<[u16; TURNS.len()]>,
    /// By position of the axis of F and B: its number among those that are reached.
    end_numbers: Vec<u16>,
    end_moves: Vec<[u16; TURNS.len()]>,
    /// By number of the axis of F and B, then position of that of R and L.
    near: Vec<u8>,
}

/// Numbers of four different places.
struct Arrangements {
    all: Vec<Four>,
    numbers: Vec<u16>,
}

fn code(four: &Four) -> usize {
    four.iter().fold(0, |code, &place| code * EIGHT + usize::from(place))
}

impl Arrangements {
    fn new() -> Self {
        let mut all: Vec<Four> = Vec::new();
        let numbers = (0..EIGHT.pow(FOUR as u32)).map(|code| {
            let four = [3, 2, 1, 0].map(|at| (code / EIGHT.pow(at) % EIGHT) as u8);
            if (0..FOUR).any(|at| four[..at].contains(&four[at])) {
                return u16::MAX;
            }
            all.push(four);
            all.len() as u16 - 1
        });
        let numbers = numbers.collect();
        Arrangements { all, numbers }
    }

    fn number(&self, four: &Four) -> u16 {
        self.numbers[code(four)]
    }
}

/// All orders of four: the old place, by new place.
fn orders() -> Vec<Four> {
    let all = (0..256usize).map(|code| [0, 2, 4, 6].map(|shift| (code >> shift & 3) as u8));
    all.filter(|order| (0..FOUR).all(|at| !order[..at].contains(&order[at]))).collect()
}

fn set_of(places: &[u8]) -> u32 {
    places.iter().fold(0, |set, place| set | 1 << place)
}

impl Slice {
    /// `ends` are the positions of the axis of F and B that turns of the phase reach from the solved one.
    pub(super) fn build(edges: &Edges, sides: &Sides, ends: &[u16]) -> Self {
        let (rank, arrangements, orders) =
            (SetRank::new(EIGHT as u32, FOUR as u32), Arrangements::new(), orders());
        let places: [u8; EIGHT] = members(!apart_from(1));
        let mut numbers = [u8::MAX; EDGES];
        (0..).zip(places).for_each(|(number, place)| numbers[usize::from(place)] = number);
        let moved =
            |to: &Places, number: u8| numbers[usize::from(to[usize::from(places[usize::from(number)])])];
        let sorted = |moved: Four| {
            let mut order = [0, 1, 2, 3u8];
            order.sort_by_key(|&at| moved[usize::from(at)]);
            let number = orders.iter().position(|known| *known == order).unwrap_or(0);
            (rank.rank(set_of(&moved)), number)
        };
        let by_turn = TURNS.map(|number| &edges.moves[usize::from(number)]);
        let set_after = |set: u32, by: &Whereabouts| {
            let (set, order) = sorted(members(set).map(|number| moved(&by.middles, number)));
            (set as u8, order as u8)
        };
        let sets = rank.sets().into_iter().map(|set| by_turn.map(|by| set_after(set, by))).collect();
        let map = |to: &Places, order: &Four| {
            let after = |at: &Four| arrangements.number(&order.map(|old| moved(to, at[usize::from(old)])));
            arrangements.all.iter().map(after).collect::<Vec<u16>>()
        };
        let maps = |half: fn(&Whereabouts) -> &Places| {
            by_turn.iter().flat_map(|by| orders.iter().map(|order| map(half(by), order))).collect()
        };
        let mirrored_row = |(set, wings): (u32, &Four)| {
            let (set, order) = sorted(members(set).map(|number| moved(&edges.mirror, number)));
            let wings = orders[order].map(|old| moved(&edges.mirror, wings[usize::from(old)]));
            (set * ARRANGED) as u32 + u32::from(arrangements.number(&wings))
        };
        let rows =
            rank.sets().into_iter().flat_map(|set| arrangements.all.iter().map(move |four| (set, four)));
        let mirrored = rows.map(mirrored_row).collect();
        let mut end_numbers = vec![u16::MAX; POSITIONS];
        (0..).zip(ends).for_each(|(number, &end)| end_numbers[usize::from(end)] = number);
        let end_number = |end: u16| end_numbers[usize::from(end)];
        let all_end_moves = sides.moves(2, &TURNS);
        let end_moves = ends.iter().map(|&end| all_end_moves[usize::from(end)].map(end_number)).collect();
        let mirrored_axis_of_ends = mirrored_axis(sides, 2);
        let mirrored_ends =
            ends.iter().map(|&end| end_number(mirrored_axis_of_ends[usize::from(end)])).collect();
        let (first, second) = (maps(|by| &by.first), maps(|by| &by.second));
        let mut slice = Slice {
            rank,
            arrangements,
            numbers,
            sets,
            first,
            second,
            mirrored,
            mirrored_sides: mirrored_axis(sides, 1),
            mirrored_ends,
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

    /// The row of middle edges and wings of the first half after a turn.
    fn row_after(&self, row: usize, turn: usize) -> usize {
        let (set, order) = self.sets[row / ARRANGED][turn];
        let first = self.first[turn * ORDERS + usize::from(order)][row % ARRANGED];
        usize::from(set) * ARRANGED + usize::from(first)
    }

    pub(super) fn fill(
        &self,
        sides: &Sides,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Vec<u8>, StopReason> {
        let solved = between().map(|place| self.numbers[usize::from(place)]);
        let place = usize::from(self.arrangements.number(&solved));
        let row = self.rank.rank(set_of(&solved)) * ARRANGED + place;
        let edges = Grid {
            rows: ROWS,
            width: ARRANGED,
            turns: TURNS.len(),
            step: |row: usize, turn: usize| {
                let (_, order) = self.sets[row / ARRANGED][turn];
                (self.row_after(row, turn), turn * ORDERS + usize::from(order))
            },
            maps: self.second.clone(),
            twins: Vec::new(),
        };
        let mut bytes = edges.fill(&[(row, place)], threads, control)?;
        let bars = ending::bars(sides);
        let t = |side: u16| side / SETS as u16;
        let x = |side: u16| side % SETS as u16;
        let sets = |of: &dyn Fn(u16) -> u16, back: usize| {
            let by_turn = |turn: usize| (0..SETS).map(|set| of(self.side_moves[set * back][turn])).collect();
            (0..TURNS.len()).map(by_turn).collect::<Vec<Vec<u16>>>()
        };
        let ends = (0..TURNS.len()).map(|turn| self.end_moves.iter().map(|to| to[turn]).collect()).collect();
        let end = |at: &[u16; 2]| self.end_numbers[usize::from(at[1])];
        let parts: [(usize, Vec<Vec<u16>>, Vec<u16>); 3] = [
            (self.end_moves.len(), ends, bars.iter().map(end).collect()),
            (SETS, sets(&t, SETS), bars.iter().map(|at| t(at[0])).collect()),
            (SETS, sets(&x, 1), bars.iter().map(|at| x(at[0])).collect()),
        ];
        for (width, maps, mut ends) in parts {
            ends.sort_unstable();
            ends.dedup();
            let ends: Vec<(usize, usize)> = ends.into_iter().map(|end| (row, usize::from(end))).collect();
            let step = |row: usize, turn: usize| (self.row_after(row, turn), turn);
            let grid = Grid { rows: ROWS, width, turns: TURNS.len(), step, maps, twins: Vec::new() };
            bytes.extend(grid.fill(&ends, threads, control)?);
        }
        Ok(bytes)
    }

    /// The positions of a state for every choice of four edges that it allows.
    pub(super) fn each(&self, halves: &Halves, sides: &Sides, state: &State, found: &mut Vec<At>) {
        let at = Whereabouts::of(halves, state);
        let number = |place: u8| self.numbers[usize::from(place)];
        let free = (0..EDGES).filter(|&edge| {
            [at.middles, at.first, at.second].iter().all(|kind| number(kind[edge]) != u8::MAX)
        });
        let free: Vec<[u8; 3]> =
            free.map(|edge| [at.middles, at.first, at.second].map(|kind| number(kind[edge]))).collect();
        let (axis, ends) = (sides.at(state, 1), self.end_numbers[usize::from(sides.at(state, 2))]);
        for chosen in (0u32..1 << free.len()).filter(|chosen| chosen.count_ones() == FOUR as u32) {
            let mut pieces = members::<FOUR>(chosen).map(|edge| free[usize::from(edge)]);
            pieces.sort_unstable();
            let wings = |half: usize| self.arrangements.number(&pieces.map(|pieces| pieces[half]));
            found.push(At {
                set: self.rank.rank(set_of(&pieces.map(|[middle, ..]| middle))) as u8,
                first: wings(1),
                second: wings(2),
                sides: axis,
                ends,
            });
        }
    }

    pub(super) fn with<'a>(&'a self, table: &'a [u8]) -> SliceSpace<'a> {
        let (edges, table) = table.split_at(PARTS[0]);
        let (ends, table) = table.split_at(PARTS[1]);
        let (t, x) = table.split_at(PARTS[2]);
        SliceSpace { parts: self, edges, ends, t, x }
    }
}

/// Phase 4 with its tables.
pub(super) struct SliceSpace<'a> {
    parts: &'a Slice,
    edges: &'a [u8],
    ends: &'a [u8],
    t: &'a [u8],
    x: &'a [u8],
}

impl SliceSpace<'_> {
    fn near(&self, ends: u16, sides: u16) -> u8 {
        nibble(&self.parts.near, usize::from(ends) * POSITIONS + usize::from(sides))
    }

    fn edges_at(&self, at: At) -> usize {
        (usize::from(at.set) * ARRANGED + usize::from(at.first)) * ARRANGED + usize::from(at.second)
    }

    /// For either half: its row and the positions of R and L and of F and B as seen from it.
    fn halves(&self, at: At) -> [(usize, usize, usize); 2] {
        let row = |wings: u16| usize::from(at.set) * ARRANGED + usize::from(wings);
        let (sides, ends) = (usize::from(at.sides), usize::from(at.ends));
        let mirrored = self.parts.mirrored[row(at.second)] as usize;
        let [other_sides, other_ends] =
            [self.parts.mirrored_sides[sides], self.parts.mirrored_ends[ends]].map(usize::from);
        [(row(at.first), sides, ends), (mirrored, other_sides, other_ends)]
    }

    /// The wings of one half with the centres.
    fn with_centres(&self, (row, sides, ends): (usize, usize, usize)) -> u8 {
        nibble(self.ends, row * ENDS_REACHED + ends)
            .max(nibble(self.t, row * SETS + sides / SETS))
            .max(nibble(self.x, row * SETS + sides % SETS))
    }
}

impl Space for SliceSpace<'_> {
    type At = At;
    const GREATEST_SUMS: &'static [u8] = &GREATEST_SUMS;

    fn turns(&self) -> &[u8] {
        &TURNS
    }

    fn ends(&self) -> u64 {
        ENDS
    }

    fn after(&self, at: At, turn: usize) -> At {
        let (set, order) = self.parts.sets[usize::from(at.set)][turn];
        let map = turn * ORDERS + usize::from(order);
        At {
            set,
            first: self.parts.first[map][usize::from(at.first)],
            second: self.parts.second[map][usize::from(at.second)],
            sides: self.parts.side_moves[usize::from(at.sides)][turn],
            ends: self.parts.end_moves[usize::from(at.ends)][turn],
        }
    }

    fn bounds(&self, at: At) -> [u8; 3] {
        let edges = nibble(self.edges, self.edges_at(at));
        let [first, second] = self.halves(at).map(|half| self.with_centres(half));
        [edges, first.max(second), self.near(at.ends, at.sides)]
    }

    /// Checks the tables one by one, beginning with that of the edges, which excludes most.
    fn may_end(&self, at: At, left: u8) -> bool {
        let edges = nibble(self.edges, self.edges_at(at));
        let most = greatest_sum(&GREATEST_SUMS, left);
        let near = self.near(at.ends, at.sides);
        if edges > left || edges + near > most {
            return false;
        }
        let left = left.min(most.saturating_sub(edges + near));
        self.halves(at).into_iter().all(|half| self.with_centres(half) <= left)
    }

    fn prepare(&self, at: &mut At, left: u8) -> bool {
        let may_lead_on = self.near(at.ends, at.sides) < left;
        if may_lead_on {
            prefetch(self.edges, self.edges_at(*at) / 2);
        }
        may_lead_on
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::tests::counts;
    use super::super::moves::tests::{any, solved};
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn positions_follow_the_cube() {
        let (halves, sides) = (Halves::new(), Sides::build());
        let edges = Edges::build(&halves);
        let ends = sides.reached(2, &TURNS);
        assert_eq!(ends.len(), ENDS_REACHED);
        let parts = Slice::build(&edges, &sides, &ends);
        let table = vec![0; BYTES];
        let space = parts.with(&table);
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut state = solved();
        let mut before = Vec::new();
        parts.each(&halves, &sides, &state, &mut before);
        assert_eq!(before.len(), FOURS);
        assert_eq!(space.near(before[0].ends, before[0].sides), 0);
        for _ in 0..100 {
            let turn = any(&mut rng, &TURNS);
            state = state.after(TURNS[turn]);
            let mut after = Vec::new();
            parts.each(&halves, &sides, &state, &mut after);
            for (&before, &after) in before.iter().zip(&after) {
                assert_eq!(space.after(before, turn), after);
                let near = |at: At| space.near(at.ends, at.sides);
                assert!(near(before).abs_diff(near(after)) <= 1);
                // The mirrored turn has the same effect in the mirror.
                let number = super::super::moves::reflected(TURNS[turn]);
                let mirrored = TURNS.iter().position(|&other| other == number).unwrap();
                let [[_, from], [_, to]] = [before, after].map(|at| space.halves(at));
                assert_eq!(parts.row_after(from.0, mirrored), to.0);
                assert_eq!(usize::from(parts.side_moves[from.1][mirrored]), to.1);
                assert_eq!(usize::from(parts.end_moves[from.2][mirrored]), to.2);
            }
            before = after;
        }
    }

    /// The number of positions of edges at each distance agrees with Chen Shuang's counts for cube555
    /// (PruningValue.txt).
    #[test]
    #[ignore = "long: tables of 132 MB"]
    fn distances_are_those_of_an_independent_count() {
        let (halves, sides) = (Halves::new(), Sides::build());
        let parts = Slice::build(&Edges::build(&halves), &sides, &sides.reached(2, &TURNS));
        let table = parts.fill(&sides, 2, &Control::new()).unwrap();
        let published = [
            1, 4, 30, 200, 1_296, 8_187, 49_334, 283_026, 1_528_102, 7_504_518, 30_068_326, 76_791_716,
            72_115_012, 9_182_472, 35_776, 0,
        ];
        assert_eq!(counts(&table, ROWS * ARRANGED), published);
    }
}
