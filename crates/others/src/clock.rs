//! Shortest solutions of the clock, with proof.
//!
//! Start at [`Solver`]. A move turns all dials around the pins that are up, on one side, by any number of hours. There are 15
//! settings of the pins on each side, and the order of moves does not matter. A solution is therefore a number of hours for
//! each of 30 settings, and a shortest one has the fewest that are not 0.
//!
//! For one side, let x be the hours of a setting. The dial in the middle gives the sum of all x. Together with the dial between
//! two neighbouring pins it gives the sum of the three x of the other two pins, alone and together, as only those do not affect
//! this dial. Thus four x (of single pins) determine four others (of neighbours), and the remaining seven (opposite pins, three
//! pins, all) are constrained by one sum. Their effect on the four corners is looked up in a table of 12^5 entries.
//!
//! The two sides share only the corners, so the minimum over all 12^4 ways to divide those is the global minimum: no other
//! solution is omitted. Jakob Kogler found in 2014, by a computer search, that twelve moves always suffice.

/// The hours of a dial.
const HOURS: usize = 12;
/// The ways to divide the corners between the sides: 12^4.
const CORNERS: usize = HOURS * HOURS * HOURS * HOURS;
/// Dials of a side, row by row.
const SIDE: usize = 9;
/// A side never needs more moves than this: the single pins, the pairs of neighbours, and all four pins.
const MOST_OF_A_SIDE: u8 = 9;

/// The dials about the pins, clockwise from the upper right: in the corner, and to the next pin.
const CORNER_DIALS: [usize; 4] = [2, 8, 6, 0];
const SIDE_DIALS: [usize; 4] = [5, 7, 3, 1];
const MIDDLE: usize = 4;

/// By pin: the pin at the same place as seen from behind. Upper right and upper left correspond, and so do lower right
/// and lower left.
const BEHIND: [usize; 4] = [3, 2, 1, 0];

/// The seven settings that the table covers, as bits by pin: two opposite pins, all but one, and all.
const REST: [u8; 7] = [0b0101, 0b1010, 0b1110, 0b1101, 0b1011, 0b0111, 0b1111];

/// A move: the pins that are up, as bits clockwise from the upper right as seen from that side, and the hours clockwise, -5 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Whether it is made on the back.
    pub is_behind: bool,
    /// The pins that are up.
    pub pins: u8,
    /// The number of hours.
    pub hours: i8,
}

/// A shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves: those of the front first.
    pub moves: Vec<Move>,
    /// The divisions of the corners that were examined, plus the table entries read.
    pub nodes: u64,
}

/// The corner dials of the two sides do not correspond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the dial in corner {} of the front and the one behind it do not correspond", .dial + 1)]
pub struct Untied {
    /// The dial of the front, row by row from 0.
    pub dial: usize,
}

/// Hours of the four corners, or of four pins.
type Four = [u8; 4];

fn index(four: Four) -> usize {
    four.iter().fold(0, |index, &hours| index * HOURS + usize::from(hours))
}

fn four(mut index: usize) -> Four {
    let mut four = [0; 4];
    for hours in four.iter_mut().rev() {
        *hours = (index % HOURS) as u8;
        index /= HOURS;
    }
    four
}

fn sum(hours: impl IntoIterator<Item = u8>) -> u8 {
    (hours.into_iter().map(usize::from).sum::<usize>() % HOURS) as u8
}

fn negative(hours: u8) -> u8 {
    (HOURS as u8 - hours) % HOURS as u8
}

/// What a side still needs: the hours of the middle dial and of the dials between the pins.
#[derive(Clone, Copy)]
struct Needs {
    /// For each pin: the sum of the hours of the three settings with only this pin and the next one up, alone or
    /// together.
    pairs: Four,
    middle: u8,
}

impl Needs {
    /// From the hours that the dials of a side show.
    fn of(dials: &[u8]) -> Self {
        let middle = negative(dials[MIDDLE]);
        // The dial between two pins is not affected by settings that use only the other two pins.
        let pairs = [0, 1, 2, 3].map(|pin: usize| sum([middle, dials[SIDE_DIALS[(pin + 2) % 4]]]));
        Needs { pairs, middle }
    }

    /// What remains after the single pins: the hours of pairs of neighbours, the sum of the other seven settings, and
    /// the effect on the corners.
    fn after(&self, single: Four) -> (Four, u8, Four) {
        let pairs = [0, 1, 2, 3]
            .map(|pin: usize| sum([self.pairs[pin], negative(single[pin]), negative(single[(pin + 1) % 4])]));
        let rest = sum([self.middle, negative(sum(single)), negative(sum(pairs))]);
        let corners = [0, 1, 2, 3].map(|pin: usize| sum([single[pin], pairs[pin], pairs[(pin + 3) % 4]]));
        (pairs, rest, corners)
    }
}

fn used(four: Four) -> u8 {
    four.iter().filter(|hours| **hours != 0).count() as u8
}

/// Solves positions; its table is built once, in some tenths of a second.
#[derive(Debug)]
pub struct Solver {
    /// By the sum of the seven settings and their effect on the corners: the least number of settings that are not 0.
    fewest: Vec<u8>,
    /// By that sum and that number: the possible effects on the corners.
    reached: Vec<Vec<Vec<Four>>>,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

impl Solver {
    /// Builds the table: 12^5 entries, each extended in 77 ways.
    pub fn new() -> Self {
        let mut fewest = vec![u8::MAX; HOURS * CORNERS];
        fewest[0] = 0;
        let mut level = vec![(0u8, [0; 4])];
        let mut reached = vec![vec![Vec::new(); REST.len() + 1]; HOURS];
        let mut moves = 0;
        while !level.is_empty() {
            let mut next = Vec::new();
            for &(total, corners) in &level {
                reached[usize::from(total)][usize::from(moves)].push(corners);
                for (way, hours) in
                    REST.iter().flat_map(|way| (1..HOURS as u8).map(move |hours| (way, hours)))
                {
                    let to = (sum([total, hours]), added(corners, *way, hours));
                    let entry = &mut fewest[usize::from(to.0) * CORNERS + index(to.1)];
                    if *entry == u8::MAX {
                        *entry = moves + 1;
                        next.push(to);
                    }
                }
            }
            level = next;
            moves += 1;
        }
        Solver { fewest, reached }
    }

    /// A shortest solution of a position, given by the hours of the dials of the front and then of the back, row by row as seen
    /// from that side, below 12.
    ///
    /// # Errors
    ///
    /// If corner dials do not correspond to each other.
    pub fn solve(&self, hours: &[u8; 2 * SIDE]) -> Result<Solution, Untied> {
        let (front, back) = hours.split_at(SIDE);
        for pin in 0..4 {
            let dial = CORNER_DIALS[pin];
            if sum([front[dial], back[CORNER_DIALS[BEHIND[pin]]]]) != 0 {
                return Err(Untied { dial });
            }
        }
        let needs = [Needs::of(front), Needs::of(back)];
        let mut nodes = 0;
        let fewest = needs.map(|needs| self.side(&needs, &mut nodes));
        // The front contributes what its corners need, plus what the back undoes.
        let shared = |corners: Four| {
            let mut behind = [0; 4];
            for pin in 0..4 {
                behind[BEHIND[pin]] = sum([corners[pin], front[CORNER_DIALS[pin]]]);
            }
            behind
        };
        let total = |at: usize| fewest[0][at] + fewest[1][index(shared(four(at)))];
        let best = (0..CORNERS).min_by_key(|&at| total(at)).unwrap_or(0);
        let (ahead, behind) = (four(best), shared(four(best)));
        let mut moves = self.moves(&needs[0], ahead, false);
        moves.extend(self.moves(&needs[1], behind, true));
        Ok(Solution { moves, nodes: nodes + CORNERS as u64 })
    }

    /// By effect on the corners: the least number of moves of a side.
    fn side(&self, needs: &Needs, nodes: &mut u64) -> Vec<u8> {
        // All single pins, all pairs of neighbours and all four pins together achieve any effect. That many moves
        // always suffice, so larger numbers are not considered.
        let mut fewest = vec![MOST_OF_A_SIDE; CORNERS];
        for at in 0..CORNERS {
            let single = four(at);
            let (pairs, rest, corners) = needs.after(single);
            let moves = used(single) + used(pairs);
            let place = corners.map(|hours| {
                // By the hours that are added: the digit of the sum.
                std::array::from_fn::<usize, HOURS, _>(|added| (usize::from(hours) + added) % HOURS)
            });
            for (more, reached) in self.reached[usize::from(rest)].iter().enumerate() {
                let moves = moves + more as u8;
                if moves >= MOST_OF_A_SIDE {
                    break;
                }
                *nodes += reached.len() as u64;
                for &done in reached {
                    let digit = |pin: usize| place[pin][usize::from(done[pin])];
                    let to = ((digit(0) * HOURS + digit(1)) * HOURS + digit(2)) * HOURS + digit(3);
                    fewest[to] = fewest[to].min(moves);
                }
            }
        }
        fewest
    }

    /// The fewest moves of a side with this effect on the corners.
    fn moves(&self, needs: &Needs, corners: Four, is_behind: bool) -> Vec<Move> {
        let left = |done: Four| {
            let mut left = corners;
            (0..4).for_each(|pin| left[pin] = sum([corners[pin], negative(done[pin])]));
            left
        };
        let count = |at: usize| {
            let (pairs, rest, done) = needs.after(four(at));
            used(four(at)) + used(pairs) + self.fewest[usize::from(rest) * CORNERS + index(left(done))]
        };
        let single = four((0..CORNERS).min_by_key(|&at| count(at)).unwrap_or(0));
        let (pairs, mut rest, done) = needs.after(single);
        let mut left = left(done);
        let mut moves: Vec<(u8, u8)> = (0..4).map(|pin| (1 << pin, single[pin])).collect();
        moves.extend((0..4).map(|pin| (1 << pin | 1 << ((pin + 1) % 4), pairs[pin])));
        // Follows the table downwards, one setting at a time.
        while rest != 0 || left != [0; 4] {
            let now = self.fewest[usize::from(rest) * CORNERS + index(left)];
            let ways = REST.iter().flat_map(|way| (1..HOURS as u8).map(move |hours| (*way, hours)));
            let without =
                |(way, hours): (u8, u8)| (sum([rest, negative(hours)]), added(left, way, negative(hours)));
            let nearer = |&step: &(u8, u8)| {
                let (rest, left) = without(step);
                self.fewest[usize::from(rest) * CORNERS + index(left)] < now
            };
            let mut ways = ways;
            let Some(step) = ways.find(nearer) else { break };
            (rest, left) = without(step);
            moves.push(step);
        }
        let made = moves.into_iter().filter(|(_, hours)| *hours != 0);
        made.map(|(pins, hours)| Move { is_behind, pins, hours: (hours as i8 + 5) % HOURS as i8 - 5 })
            .collect()
    }
}

/// The hours of the corners after hours were added to those of the pins that are up.
fn added(corners: Four, pins: u8, hours: u8) -> Four {
    let mut corners = corners;
    for (pin, corner) in corners.iter_mut().enumerate() {
        if pins >> pin & 1 == 1 {
            *corner = sum([*corner, hours]);
        }
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_group::random::below;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// A move made dial by dial.
    fn make(dials: &mut [u8; 2 * SIDE], step: Move) {
        let hours = step.hours.rem_euclid(12) as u8;
        let side = if step.is_behind { SIDE } else { 0 };
        let mut moved = std::collections::BTreeSet::from([MIDDLE]);
        for pin in (0..4).filter(|pin| step.pins >> pin & 1 == 1) {
            moved.extend([CORNER_DIALS[pin], SIDE_DIALS[pin], SIDE_DIALS[(pin + 3) % 4]]);
            let tied = SIDE - side + CORNER_DIALS[BEHIND[pin]];
            dials[tied] = sum([dials[tied], negative(hours)]);
        }
        moved.into_iter().for_each(|dial| dials[side + dial] = sum([dials[side + dial], hours]));
    }

    fn random(rng: &mut ChaCha8Rng, moves: usize) -> [u8; 2 * SIDE] {
        let mut dials = [0; 2 * SIDE];
        for _ in 0..moves {
            let (is_behind, pins) = (below(rng, 2) == 1, below(rng, 15) as u8 + 1);
            make(&mut dials, Move { is_behind, pins, hours: below(rng, 11) as i8 + 1 });
        }
        dials
    }

    #[test]
    fn positions_are_solved_in_twelve_moves_at_most() {
        let solver = Solver::new();
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for moves in [0, 1, 2, 3, 4, 5, 6, 8, 40, 40, 40, 40, 40, 40] {
            let start = random(&mut rng, moves);
            let solution = solver.solve(&start).unwrap();
            let mut end = start;
            solution.moves.iter().for_each(|&step| make(&mut end, step));
            assert_eq!(end, [0; 2 * SIDE], "{start:?} {solution:?}");
            assert!(solution.moves.len() <= moves.min(12), "{solution:?}");
        }
    }

    /// The number of positions at each distance, counted move by move: 1, 330, and then as in Kogler's table up to
    /// three moves.
    #[test]
    fn as_a_count_of_near_positions_tells() {
        let solver = Solver::new();
        let mut known = std::collections::HashSet::from([[0u8; 2 * SIDE]]);
        let mut level = vec![[0u8; 2 * SIDE]];
        for (distance, count) in [(0, 1), (1, 330), (2, 51_651)] {
            assert_eq!(level.len(), count);
            for dials in level.iter().step_by(1 + count / 40) {
                assert_eq!(solver.solve(dials).unwrap().moves.len(), distance, "{dials:?}");
            }
            let mut next = Vec::new();
            for dials in if distance < 2 { level } else { Vec::new() } {
                for step in (0..30 * 11i32).map(|n| Move {
                    is_behind: n % 2 == 1,
                    pins: (n / 2 % 15 + 1) as u8,
                    hours: (n / 30 + 1) as i8,
                }) {
                    let mut to = dials;
                    make(&mut to, step);
                    if known.insert(to) {
                        next.push(to);
                    }
                }
            }
            level = next;
        }
    }

    #[test]
    fn dials_that_are_tied_go_together() {
        let solver = Solver::new();
        let mut dials = [0; 2 * SIDE];
        dials[2] = 1;
        assert_eq!(solver.solve(&dials), Err(Untied { dial: 2 }));
        dials[9] = 11;
        assert!(solver.solve(&dials).is_ok());
    }
}
