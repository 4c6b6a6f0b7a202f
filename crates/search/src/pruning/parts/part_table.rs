//! The exact distance of a part: the least cost of solving every value of one coordinate, or of several together.

use super::coordinate::{Coordinate, PartValues};
use crate::limits::{Control, StopReason};

/// Marks a part that cannot be solved.
pub(crate) const NEVER: u32 = u32::MAX;
/// Greatest distance that can be stored, in units of cost; greater ones are stored as this value.
const MOST: u8 = u8::MAX - 1;
/// Not reached.
const NONE: u8 = u8::MAX;
/// Number of values processed between two checks of the caller's flags.
const VALUES_PER_LOOK: usize = 1 << 14;

/// Distances of a product of coordinates.
#[derive(Debug)]
pub(super) struct PartTable {
    /// The number of each coordinate, with the factor of its value.
    pub(super) factors: Vec<(usize, u32)>,
    distances: Vec<u8>,
    /// By distance: the number of values that have it.
    counts: Vec<usize>,
    /// Whether no distance was too large to be stored: then unreached values cannot be solved.
    is_whole: bool,
}

impl PartTable {
    /// Computes distances outward from the goals. `goals` have one value per coordinate; `costs` are those of the moves
    /// that lead away from the goals, in units. The product of the sizes is below 2^32. O(sizes' product × (moves +
    /// largest distance)).
    pub(super) fn new(
        coordinates: &[Coordinate],
        chosen: &[usize],
        goals: &[PartValues],
        costs: &[u32],
        control: &Control<'_>,
    ) -> Result<Self, StopReason> {
        let (mut factors, mut size) = (Vec::new(), 1usize);
        for &number in chosen {
            factors.push((number, size as u32));
            size *= coordinates[number].len();
        }
        let mut table =
            PartTable { factors, distances: vec![NONE; size], counts: Vec::new(), is_whole: true };
        goals.iter().for_each(|goal| {
            let place = table.place(goal);
            table.distances[place] = 0;
        });
        // Pending values wait in the table itself: a value that has a distance when its turn comes keeps it, since
        // every move costs something. One pass through the table per distance costs less than following the moves of
        // its values, and a queue would take four times the memory of the table.
        let (mut last, mut distance) = (0, 0);
        let mut here = [0; PartValues::MOST];
        while distance <= last {
            table.counts.push(0);
            for block in (0..size).step_by(VALUES_PER_LOOK) {
                if let Some(reason) = control.interrupted() {
                    return Err(reason);
                }
                for value in block..size.min(block + VALUES_PER_LOOK) {
                    if usize::from(table.distances[value]) != distance {
                        continue;
                    }
                    table.counts[distance] += 1;
                    let mut rest = value;
                    for (&number, one) in chosen.iter().zip(&mut here) {
                        let size = coordinates[number].len();
                        (*one, rest) = ((rest % size) as u32, rest / size);
                    }
                    for (m, &cost) in costs.iter().enumerate() {
                        let after: u32 = table
                            .factors
                            .iter()
                            .zip(&here)
                            .map(|(&(number, factor), &one)| coordinates[number].after(one, m) * factor)
                            .sum();
                        let there = distance + cost as usize;
                        let known = &mut table.distances[after as usize];
                        if there < usize::from(*known) {
                            *known = there as u8;
                            last = last.max(there);
                        } else {
                            table.is_whole &= there <= usize::from(MOST) || *known != NONE;
                        }
                    }
                }
            }
            distance += 1;
        }
        Ok(table)
    }

    /// The place of the distance of these values.
    pub(super) fn place(&self, values: &PartValues) -> usize {
        self.factors.iter().map(|&(number, factor)| (values.0[number] * factor) as usize).sum()
    }

    /// Least number of units for solving the part; [`NEVER`] if it cannot be solved.
    #[inline]
    pub(super) fn distance(&self, values: &PartValues) -> u32 {
        self.at(self.place(values))
    }

    /// The same by place.
    #[inline]
    pub(super) fn at(&self, place: usize) -> u32 {
        match self.distances[place] {
            NONE if self.is_whole => NEVER,
            NONE => u32::from(MOST),
            known => u32::from(known),
        }
    }

    /// The number of solvable values.
    pub(super) fn solvable(&self) -> usize {
        self.counts.iter().sum()
    }

    /// The number of those with a distance of more than this many units.
    pub(super) fn beyond(&self, units: u32) -> usize {
        self.counts.iter().skip(units as usize).skip(1).sum()
    }
}
