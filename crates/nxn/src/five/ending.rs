//! Phase 5: the other eight edges are paired and all centres solved.
//!
//! Start at [`Ending`]. The identity of the eight middle edges does not matter, only the places of the wings of their edges.
//! Those of the first half have 8! arrangements, and with the centres of U and D there are 197 568 000 positions. The same
//! table covers the second half by reflection. The other centres form bars of three, which have few positions under half turns.

use super::edges::{Edges, Whereabouts, between, mirrored_axis, mirrored_turns};
use super::grid::{Grid, nibble};
use super::moves::State;
use super::sides::{POSITIONS, Sides, place};
use crate::four::halves::{EDGES, Halves};
use crate::phase_ida_star::Space;
use permutant_cube::coordinates::coordinate;
use permutant_search::limits::{Control, StopReason};
use permutant_search::prefetch::prefetch;

/// U and D by any amount; half turns of the other faces, and of two layers of these sides.
const TURNS: [u8; 14] = [0, 1, 2, 9, 10, 11, 4, 13, 7, 16, 22, 31, 25, 34];

/// Half turns of two layers, which end the phase: the 3x3x3 that follows has all other turns.
const ENDS: u64 = 1 << 22 | 1 << 31 | 1 << 25 | 1 << 34;

/// See [`Space::GREATEST_SUMS`]. Derived from solutions that were found without this limit on a few cubes, and tested
/// on others.
const GREATEST_SUMS: [u8; 16] = [0, 3, 6, 9, 12, 14, 17, 19, 21, 23, 25, 27, 28, 29, 30, 31];

/// Edges that are not between U and D.
const EIGHT: usize = 8;
/// 8!.
const ARRANGED: usize = 40_320;

/// Bytes of the table.
pub(super) const BYTES: usize = ARRANGED * POSITIONS / 2;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    /// By place of a middle edge: the place of its wing of the first half; as a number.
    first: u16,
    /// The same for the second half, in the mirror.
    second: u16,
    /// The position of the axis of U and D.
    centres: u16,
    /// The positions of the other two axes.
    bars: u8,
    /// The indices in the table, for either half, once the position is prepared.
    places: [u32; 2],
}

/// The data that phase 5 needs beside its table.
pub(super) struct Ending {
    /// By place: its number among the eight, or none.
    numbers: [u8; EDGES],
    mirror: [u8; EDGES],
    moves: Vec<[u16; TURNS.len()]>,
    mirrored_turns: [usize; TURNS.len()],
    centre_moves: Vec<[u16; TURNS.len()]>,
    mirrored_centres: Vec<u16>,
    bars: Vec<[u16; 2]>,
    bar_moves: Vec<[u8; TURNS.len()]>,
    /// Distances by bars, then by centres of U and D.
    near: Vec<u8>,
    solved: u16,
}

/// Positions of the axes of R and L, and of F and B, that turns of the phase reach from the solved ones, which come first.
pub(super) fn bars(sides: &Sides) -> Vec<[u16; 2]> {
    let mut bars = vec![[sides.solved(); 2]];
    let mut next = 0;
    while next < bars.len() {
        for turn in TURNS.map(place) {
            let after = [sides.after(bars[next][0], 1, turn), sides.after(bars[next][1], 2, turn)];
            if !bars.contains(&after) {
                bars.push(after);
            }
        }
        next += 1;
    }
    bars
}

impl Ending {
    pub(super) fn build(edges: &Edges, sides: &Sides) -> Self {
        let places: Vec<u8> = (0..EDGES as u8).filter(|place| !between().contains(place)).collect();
        let mut numbers = [u8::MAX; EDGES];
        (0..).zip(&places).for_each(|(number, &place)| numbers[usize::from(place)] = number);
        let after = |arranged: &[u8; EIGHT], number: u8| {
            let by = &edges.moves[usize::from(number)];
            let moved =
                |to: &[u8; EDGES], at: u8| numbers[usize::from(to[usize::from(places[usize::from(at)])])];
            let mut after = [0; EIGHT];
            for (middle, &wing) in (0..).zip(arranged) {
                after[usize::from(moved(&by.middles, middle)) % EIGHT] = moved(&by.first, wing);
            }
            coordinate::rank(&after) as u16
        };
        let moves = (0..ARRANGED)
            .map(|number| {
                let arranged = coordinate::unrank::<EIGHT>(number);
                TURNS.map(|turn| after(&arranged, turn))
            })
            .collect();
        let bars = bars(sides);
        let bar_after = |[sideways, endways]: [u16; 2], number: u8| {
            let turn = place(number);
            let after = [sides.after(sideways, 1, turn), sides.after(endways, 2, turn)];
            bars.iter().position(|at| *at == after).unwrap_or(0) as u8
        };
        let bar_moves = bars.iter().map(|&at| TURNS.map(|number| bar_after(at, number))).collect();
        let mut ending = Ending {
            numbers,
            mirror: edges.mirror,
            moves,
            mirrored_turns: mirrored_turns(&TURNS),
            centre_moves: sides.moves(0, &TURNS),
            mirrored_centres: mirrored_axis(sides, 0),
            bars,
            bar_moves,
            near: Vec::new(),
            solved: sides.solved(),
        };
        let grid = Grid {
            rows: ending.bars.len(),
            width: POSITIONS,
            turns: TURNS.len(),
            step: |row: usize, turn: usize| (usize::from(ending.bar_moves[row][turn]), turn),
            maps: ending.centre_maps(),
            twins: Vec::new(),
        };
        let near = grid.fill(&[(0, usize::from(ending.solved))], 1, &Control::new());
        ending.near = near.unwrap_or_default();
        ending
    }

    fn centre_maps(&self) -> Vec<Vec<u16>> {
        (0..TURNS.len()).map(|turn| self.centre_moves.iter().map(|to| to[turn]).collect()).collect()
    }

    pub(super) fn fill(&self, threads: usize, control: &Control<'_>) -> Result<Vec<u8>, StopReason> {
        let grid = Grid {
            rows: ARRANGED,
            width: POSITIONS,
            turns: TURNS.len(),
            step: |row: usize, turn: usize| (usize::from(self.moves[row][turn]), turn),
            maps: self.centre_maps(),
            twins: Vec::new(),
        };
        // Every wing is beside its middle edge: the first of all arrangements.
        grid.fill(&[(0, usize::from(self.solved))], threads, control)
    }

    /// The position of a state after phase 4.
    pub(super) fn at(&self, halves: &Halves, sides: &Sides, state: &State) -> At {
        let at = Whereabouts::of(halves, state);
        let number = |place: u8| self.numbers[usize::from(place)];
        let mirrored = |place: u8| self.mirror[usize::from(place)];
        let (mut first, mut second) = ([0; EIGHT], [0; EIGHT]);
        for edge in 0..EDGES {
            let middle = at.middles[edge];
            if usize::from(number(middle)) < EIGHT {
                first[usize::from(number(middle))] = number(at.first[edge]);
                second[usize::from(number(mirrored(middle)))] = number(mirrored(at.second[edge]));
            }
        }
        let axes = [sides.at(state, 1), sides.at(state, 2)];
        At {
            first: coordinate::rank(&first) as u16,
            second: coordinate::rank(&second) as u16,
            centres: sides.at(state, 0),
            bars: self.bars.iter().position(|at| *at == axes).unwrap_or(0) as u8,
            places: [0; 2],
        }
    }

    pub(super) fn with<'a>(&'a self, table: &'a [u8]) -> EndingSpace<'a> {
        EndingSpace { parts: self, table }
    }
}

/// Phase 5 with its table.
pub(super) struct EndingSpace<'a> {
    parts: &'a Ending,
    table: &'a [u8],
}

impl EndingSpace<'_> {
    fn near(&self, at: At) -> u8 {
        nibble(&self.parts.near, usize::from(at.bars) * POSITIONS + usize::from(at.centres))
    }

    /// The indices in the table, for either half.
    fn places(&self, at: At) -> [u32; 2] {
        let place = |arranged: u16, centres: u16| u32::from(arranged) * POSITIONS as u32 + u32::from(centres);
        let mirrored = self.parts.mirrored_centres[usize::from(at.centres)];
        [place(at.first, at.centres), place(at.second, mirrored)]
    }
}

impl Space for EndingSpace<'_> {
    type At = At;
    const GREATEST_SUMS: &'static [u8] = &GREATEST_SUMS;

    fn turns(&self) -> &[u8] {
        &TURNS
    }

    fn ends(&self) -> u64 {
        ENDS
    }

    fn after(&self, at: At, turn: usize) -> At {
        let parts = self.parts;
        At {
            first: parts.moves[usize::from(at.first)][turn],
            second: parts.moves[usize::from(at.second)][parts.mirrored_turns[turn]],
            centres: parts.centre_moves[usize::from(at.centres)][turn],
            bars: parts.bar_moves[usize::from(at.bars)][turn],
            places: [0; 2],
        }
    }

    fn bounds(&self, at: At) -> [u8; 3] {
        let [first, second] = at.places.map(|place| nibble(self.table, place as usize));
        [first, second, self.near(at)]
    }

    fn prepare(&self, at: &mut At, left: u8) -> bool {
        let may_lead_on = self.near(*at) < left;
        if may_lead_on {
            at.places = self.places(*at);
            at.places.iter().for_each(|&place| prefetch(self.table, place as usize / 2));
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
        let parts = Ending::build(&Edges::build(&halves), &sides);
        assert_eq!(parts.bars.len(), 36);
        let space = parts.with(&[]);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut state = solved();
        let mut at = parts.at(&halves, &sides, &state);
        assert_eq!((at.first, at.second, space.near(at)), (0, 0, 0));
        for _ in 0..1000 {
            let turn = any(&mut rng, &TURNS);
            state = state.after(TURNS[turn]);
            let after = space.after(at, turn);
            assert_eq!(parts.at(&halves, &sides, &state), after);
            assert!(space.near(at).abs_diff(space.near(after)) <= 1);
            at = after;
        }
    }

    /// The number of positions at each distance agrees with Chen Shuang's counts for cube555 (PruningValue.txt).
    #[test]
    #[ignore = "long: the table of 99 MB"]
    fn distances_are_those_of_an_independent_count() {
        let (halves, sides) = (Halves::new(), Sides::build());
        let table = Ending::build(&Edges::build(&halves), &sides).fill(2, &Control::new()).unwrap();
        let published = [
            1, 4, 30, 196, 1_315, 8_527, 54_089, 335_196, 1_983_675, 10_389_623, 40_762_934, 86_158_440,
            54_686_120, 3_185_914, 1_936, 0,
        ];
        assert_eq!(counts(&table, ARRANGED * POSITIONS), published);
    }
}
