//! Breakpoints: pieces that are neighbours in the goal of a unit, and not where they are now.
//!
//! Start at [`Neighbours`]. A flip cuts both rows of a unit in two places and joins the ends in another way, and turns cut nothing. So the
//! number of breakpoints falls by at most four for each flip and unit, as in sorting by reversals. Two equal flips with turns between cut and join
//! at the ends of what they exchange only ([`Kind`]).

use super::Globe;
use super::word::{rotate, turn_over};

/// A position in a unit: the row, and the column beyond the first one that the flip turns over.
type Position = (usize, usize);

/// A kind of steps of a unit: a flip, or two with turns between.
pub(super) struct Kind {
    /// The turns between two flips; `None` for one flip.
    pub(super) between: Option<[i8; 2]>,
    /// The neighbours that are parted.
    cut: Vec<[Position; 2]>,
    /// The pieces that become neighbours, by where they were.
    joined: Vec<[Position; 2]>,
}

impl Kind {
    pub(super) fn of(between: Option<[i8; 2]>, globe: Globe) -> Self {
        let columns = globe.columns();
        let mut unit: Vec<u16> = (0..2 * columns as u16).collect();
        let pairs = |unit: &[u16]| -> Vec<[u16; 2]> {
            let row = |row: &[u16]| -> Vec<[u16; 2]> {
                let pair = |at: usize| [row[at], row[(at + 1) % columns]];
                (0..columns).map(pair).map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])]).collect()
            };
            unit.chunks(columns).flat_map(row).collect()
        };
        let before = pairs(&unit);
        turn_over(&mut unit, 0, globe);
        if let Some(turns) = between {
            rotate(&mut unit, turns.map(i16::from), globe);
            turn_over(&mut unit, 0, globe);
        }
        let after = pairs(&unit);
        let positions =
            |pair: &[u16; 2]| pair.map(|piece| (usize::from(piece) / columns, usize::from(piece) % columns));
        let not_in = |some: &[[u16; 2]], others: &[[u16; 2]]| {
            some.iter().filter(|pair| !others.contains(pair)).map(positions).collect()
        };
        Kind { between, cut: not_in(&before, &after), joined: not_in(&after, &before) }
    }
}

/// How often labels are neighbours in the goal of a unit.
pub(super) struct Neighbours {
    labels: usize,
    wanted: Vec<u8>,
}

/// How often labels are neighbours, and how many of the goal's neighbours are missing.
struct Count<'a> {
    wanted: &'a [u8],
    held: Vec<u8>,
    missing: i32,
}

impl Count<'_> {
    fn add(&mut self, pair: usize) {
        self.missing -= i32::from(self.held[pair] < self.wanted[pair]);
        self.held[pair] += 1;
    }

    fn take(&mut self, pair: usize) {
        self.held[pair] -= 1;
        self.missing += i32::from(self.held[pair] < self.wanted[pair]);
    }
}

impl Neighbours {
    pub(super) fn of(rows: [&[u16]; 2]) -> Self {
        let labels = rows.into_iter().flatten().map(|&label| usize::from(label) + 1).max().unwrap_or(0);
        let mut neighbours = Neighbours { labels, wanted: vec![0; labels * labels] };
        for pair in neighbours.pairs(rows) {
            neighbours.wanted[pair] += 1;
        }
        neighbours
    }

    fn pair(&self, one: u16, other: u16) -> usize {
        usize::from(one.min(other)) * self.labels + usize::from(one.max(other))
    }

    fn pairs(&self, rows: [&[u16]; 2]) -> Vec<usize> {
        let row = |row: &[u16]| -> Vec<usize> {
            (0..row.len()).map(|at| self.pair(row[at], row[(at + 1) % row.len()])).collect()
        };
        rows.into_iter().flat_map(row).collect()
    }

    fn count(&self, rows: [&[u16]; 2]) -> Count<'_> {
        let missing = self.wanted.iter().map(|&wanted| i32::from(wanted)).sum();
        let mut count = Count { wanted: &self.wanted, held: vec![0; self.wanted.len()], missing };
        self.pairs(rows).into_iter().for_each(|pair| count.add(pair));
        count
    }

    pub(super) fn breaks(&self, rows: [&[u16]; 2]) -> i32 {
        self.count(rows).missing
    }

    /// By the first column of the upper and of the lower row that flips turn over: by how much steps of a kind change the number of breakpoints.
    pub(super) fn changes(&self, rows: [&[u16]; 2], kind: &Kind) -> Vec<i32> {
        let columns = rows[0].len();
        let mut count = self.count(rows);
        let now = count.missing;
        // Rows twice, so that columns beyond the last one are in the list.
        let doubled = rows.map(|row| [row, row].concat());
        let mut changes = Vec::with_capacity(columns * columns);
        let mut pairs = [vec![0; kind.cut.len()], vec![0; kind.joined.len()]];
        for above in 0..columns {
            for below in 0..columns {
                let at = [above, below];
                for (pairs, positions) in pairs.iter_mut().zip([&kind.cut, &kind.joined]) {
                    for (pair, ends) in pairs.iter_mut().zip(positions) {
                        let [one, other] = ends.map(|(row, column)| doubled[row][at[row] + column]);
                        *pair = self.pair(one, other);
                    }
                }
                pairs[0].iter().for_each(|&pair| count.take(pair));
                pairs[1].iter().for_each(|&pair| count.add(pair));
                changes.push(count.missing - now);
                pairs[1].iter().for_each(|&pair| count.take(pair));
                pairs[0].iter().for_each(|&pair| count.add(pair));
            }
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_those_of_the_steps() {
        let globe = Globe { rows: 2, half: 5 };
        for (labels, between) in [4, 10, 20]
            .into_iter()
            .flat_map(|labels| [None, Some([1, 0]), Some([-1, 1])].map(|by| (labels, by)))
        {
            let goal: Vec<u16> = (0..20).map(|place| place * labels / 20).collect();
            let state: Vec<u16> = (0..20).map(|place| goal[place * 7 % 20]).collect();
            let rows = |of: &[u16]| [of[..10].to_vec(), of[10..].to_vec()];
            let breaks =
                |neighbours: &Neighbours, of: &[u16]| neighbours.breaks([&rows(of)[0], &rows(of)[1]]);
            let neighbours = Neighbours::of([&goal[..10], &goal[10..]]);
            assert_eq!(breaks(&neighbours, &goal), 0);
            let changes = neighbours.changes([&state[..10], &state[10..]], &Kind::of(between, globe));
            for (upper, lower) in (0..10).flat_map(|upper| (0..10).map(move |lower| (upper, lower))) {
                let mut after = state.clone();
                rotate(&mut after, [upper, lower].map(|by| by as i16), globe);
                turn_over(&mut after, 0, globe);
                if let Some(turns) = between {
                    rotate(&mut after, turns.map(i16::from), globe);
                    turn_over(&mut after, 0, globe);
                }
                let change = breaks(&neighbours, &after) - breaks(&neighbours, &state);
                assert_eq!(changes[upper * 10 + lower], change, "{labels} {between:?} {upper} {lower}");
            }
        }
    }
}
