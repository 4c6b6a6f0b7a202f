//! The points that a beam tracks, level by level.
//!
//! For one element these are the base points that are still to be fixed. Where any element of a coset is acceptable, a
//! level may first choose which of several identical points becomes its base point. The beam then also tracks the
//! points that later choices may need.

use super::levels::Levels;
use super::parity::Parities;
use super::stabilizer::Stabilizer;

/// The points of each level, in columns: the base points from that level on come first.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    widths: Vec<usize>,
    choices: Vec<Vec<Choice>>,
    /// By level, then for each level from there on: the columns of the points that may become its base point.
    heads: Option<Vec<Vec<Vec<u16>>>>,
    /// See [`Parities::costs`]; where choices change the parities.
    parity_costs: Option<Vec<u32>>,
}

/// One element of the coset's group that may come first at a level.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The column of the point that becomes the base point.
    pub(super) head: u16,
    /// For each column of the next level: its column here.
    pub(super) sources: Vec<u16>,
    /// The parities of the element that comes first.
    pub(super) parity: u16,
}

impl Columns {
    /// The base points of the first `depth` levels alone.
    pub(super) fn of_element(depth: usize) -> Self {
        let choices = (0..depth).map(|level| {
            let sources = (1..(depth - level) as u16).collect();
            vec![Choice { head: 0, sources, parity: 0 }]
        });
        Columns {
            widths: (0..=depth).map(|level| depth - level).collect(),
            choices: choices.collect(),
            heads: None,
            parity_costs: None,
        }
    }

    /// The points that the elements of a stabilizer take base points to. Returns the points of the first level too.
    pub(super) fn of_coset(
        levels: &Levels,
        stabilizer: &Stabilizer,
        parities: &Parities,
    ) -> (Self, Vec<u16>) {
        let base: Vec<u16> = levels.levels.iter().map(|level| level.base).collect();
        let depth = base.len();
        // Points by level: those of the level before are a union of orbits of the level's group, so whatever is
        // looked for is among them.
        let mut points: Vec<Vec<u16>> = Vec::with_capacity(depth + 1);
        for level in 0..=depth {
            let mut here: Vec<u16> = base[level..].to_vec();
            let mut at = 0;
            while at < here.len() {
                for image in stabilizer.orbit_images(level, here[at]) {
                    if !here.contains(&image) {
                        here.push(image);
                    }
                }
                at += 1;
            }
            points.push(here);
        }
        let column = |level: usize, point: u16| {
            points[level].iter().position(|&known| known == point).map_or(0, |at| at as u16)
        };
        let choices = (0..depth).map(|level| {
            let choice = |first: &[u16]| Choice {
                head: column(level, first[usize::from(base[level])]),
                parity: parities.of_images(first),
                sources: points[level + 1].iter().map(|&p| column(level, first[usize::from(p)])).collect(),
            };
            stabilizer.transversal(level).map(choice).collect()
        });
        let choices: Vec<Vec<Choice>> = choices.collect();
        let free = |level: usize| choices[level].iter().map(|choice| choice.parity).collect();
        let parity_costs = Some(parities.costs(levels, free));
        let heads = (0..=depth).map(|from| {
            let heads = |level: usize| {
                let points = stabilizer.transversal(level).map(|first| first[usize::from(base[level])]);
                points.map(|point| column(from, point)).collect()
            };
            (from..depth).map(heads).collect()
        });
        let heads = Some(heads.collect());
        (
            Columns { widths: points.iter().map(Vec::len).collect(), choices, heads, parity_costs },
            points.swap_remove(0),
        )
    }

    pub(super) fn depth(&self) -> usize {
        self.choices.len()
    }

    #[inline]
    pub(super) fn width(&self, level: usize) -> usize {
        self.widths[level]
    }

    /// What it costs to mend parities, where choices may do so; else it is the same for all elements.
    #[inline]
    pub(super) fn parity_costs(&self) -> Option<&Vec<u32>> {
        self.parity_costs.as_ref()
    }

    /// For each level from `level` on, the columns of the points that may become its base point; `None` if that is
    /// always the base point itself, in the order of the columns.
    #[inline]
    pub(super) fn heads(&self, level: usize) -> Option<&[Vec<u16>]> {
        self.heads.as_ref().map(|heads| heads[level].as_slice())
    }

    #[inline]
    pub(super) fn choices(&self, level: usize) -> &[Choice] {
        &self.choices[level]
    }
}
