//! How far a unit is from its goal, and how much nearer an insertion brings it.
//!
//! Start at [`Measure`]. Where labels occur several times, places with a wrong label are counted. Where all pieces differ, that would favour
//! pieces that reach their places at once: their permutation needs as many exchanges as it has points less cycles, and each exchange within a
//! cycle is progress.

use super::Globe;

/// A change of the content of places of a unit, before a segment: each place gets what another one held. The first two exchange what they
/// hold, and so do the last two.
pub(super) type Change = [(u16, u16); 4];

/// The change by an exchange of the pieces in an upper and a lower column, and of those half a turn away.
pub(super) fn exchange(globe: Globe, upper: i32, lower: i32) -> Change {
    let (columns, half) = (globe.columns() as i32, globe.half as i32);
    let place = |row: i32, column: i32| (row * columns + column.rem_euclid(columns)) as u16;
    let (one, other) = (place(0, upper), place(1, lower));
    let (far, beyond) = (place(0, upper + half), place(1, lower + half));
    [(one, other), (other, one), (far, beyond), (beyond, far)]
}

/// The distance of a unit from its goal.
pub(super) enum Measure {
    /// The number of wrong places.
    Wrong,
    /// By place: the cycle in which its piece must move, and the position in it.
    Cycles(Vec<(u16, u16)>),
}

/// The cycle and position of places that are in none.
const NOWHERE: (u16, u16) = (u16::MAX, 0);

impl Measure {
    /// The measure and the distance of a unit, whose places hold these labels.
    pub(super) fn of(places: &[u16], held: &[u16], goal: &[u16]) -> (Self, usize) {
        let mut homes: Vec<(u16, u16)> =
            places.iter().map(|&place| (goal[usize::from(place)], place)).collect();
        homes.sort_unstable();
        let wrong =
            places.iter().zip(held).filter(|&(&place, &label)| goal[usize::from(place)] != label).count();
        if homes.windows(2).any(|two| two[0].0 == two[1].0) {
            return (Measure::Wrong, wrong);
        }
        let home = |label: u16| homes.binary_search_by_key(&label, |home| home.0).ok().map(|at| homes[at].1);
        let mut cycles = vec![NOWHERE; goal.len()];
        let mut next = vec![u16::MAX; goal.len()];
        for (&place, &label) in places.iter().zip(held) {
            // A label that the goal does not have can only be left where places may differ.
            let Some(home) = home(label) else { return (Measure::Wrong, wrong) };
            next[usize::from(place)] = home;
        }
        let mut distance = 0;
        for (number, &first) in places.iter().enumerate() {
            let (mut at, mut position) = (first, 0);
            while cycles[usize::from(at)] == NOWHERE {
                cycles[usize::from(at)] = (number as u16, position);
                position += 1;
                at = next[usize::from(at)];
            }
            distance += usize::from(position.saturating_sub(1));
        }
        (Measure::Cycles(cycles), EXCHANGE as usize * distance + WRONG as usize * wrong)
    }

    /// By place, the cycle in which its piece must move, and the position in it, if these count.
    pub(super) fn cycles(&self) -> Option<&[(u16, u16)]> {
        match self {
            Measure::Wrong => None,
            Measure::Cycles(cycles) => Some(cycles),
        }
    }

    /// By how much a change lessens the distance, given what places hold, and where that ends.
    pub(super) fn gain(&self, change: &Change, held: &[u16], ends: &[u16], goal: &[u16]) -> i32 {
        match self {
            Measure::Wrong => put_right(change, held, ends, goal),
            Measure::Cycles(cycles) => {
                let [(one, other), _, (far, beyond), _] = change;
                let divided = two_exchanges(
                    [one, other, far, beyond].map(|&place| cycles[usize::from(ends[usize::from(place)])]),
                );
                EXCHANGE * divided + WRONG * put_right(change, held, ends, goal)
            }
        }
    }
}

/// What an exchange that is still needed counts, and what a wrong place.
const EXCHANGE: i32 = 2;
pub(super) const WRONG: i32 = 1;

/// What two exchanges count.
pub(super) const BOTH: i32 = 2 * EXCHANGE;

/// How many more pieces are right after a change.
fn put_right(change: &Change, held: &[u16], ends: &[u16], goal: &[u16]) -> i32 {
    let is_right =
        |to: u16, from: u16| i32::from(held[usize::from(from)] == goal[usize::from(ends[usize::from(to)])]);
    change.iter().map(|&(to, from)| is_right(to, from) - is_right(to, to)).sum()
}

/// By how much exchanging the first two and the last two of four points, given by cycle and position, adds to the number of cycles.
fn two_exchanges([one, other, far, beyond]: [(u16, u16); 4]) -> i32 {
    match (one.0 == other.0, far.0 == beyond.0) {
        (true, true) => {
            let (least, most) = (one.1.min(other.1), one.1.max(other.1));
            let is_between = |point: (u16, u16)| least < point.1 && point.1 < most;
            // Two exchanges whose points alternate on a cycle divide it and join it again.
            if one.0 == far.0 && is_between(far) != is_between(beyond) { 0 } else { 2 }
        }
        (false, false) => {
            let is_same = (one.0 == far.0 && other.0 == beyond.0) || (one.0 == beyond.0 && other.0 == far.0);
            if is_same { 0 } else { -2 }
        }
        _ => 0,
    }
}
