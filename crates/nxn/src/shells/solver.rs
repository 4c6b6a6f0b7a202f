//! The order of the steps.
//!
//! Start at [`Shells::solve`].

use super::bars::Bars;
use super::lines::Lines;
use super::matching::{self, Matching};
use super::second_layers;
use crate::five::{self, Five};
use crate::four::{self, Four};
use crate::model::pieces::{Pieces, Unsolvable, seen_from_centres};
use crate::model::stickers::Stickers;
use crate::model::turn::{Metric, Turn, length, spell};
use permutant_search::limits::{Control, StopReason};

/// The greatest width of a beam for bars, whatever the effort: some tens of megabytes.
const WIDEST: usize = 2000;

/// The number of partial solutions kept after each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// For the innermost 4x4x4.
    pub four: four::Effort,
    /// For intermediate 5x5x5s.
    pub inner: five::Effort,
    /// For the last 5x5x5.
    pub last: five::Effort,
    /// The number of reductions of the inner cube that are tried.
    pub inside: usize,
    /// States in the beam for the bars of a 6x6x6; fewer for larger cubes, whose states take longer.
    pub width: usize,
    /// Solutions of the bars that are kept.
    pub bars: usize,
}

impl Effort {
    /// Seconds.
    pub const QUICK: Effort = Effort {
        four: four::Effort::QUICK,
        inner: five::Effort::LEAST,
        last: five::Effort::LEAST,
        inside: 8,
        width: 64,
        bars: 1,
    };

    /// The first of a series of doubled efforts.
    pub const LEAST: Effort = Effort { inside: 4, width: 16, ..Effort::QUICK };

    /// An effort that takes about twice as long, doubled this many times.
    pub fn doubled(self, times: u32) -> Effort {
        Effort {
            four: self.four.doubled(times),
            inner: self.inner.doubled(times),
            last: self.last.doubled(times),
            inside: self.inside << times.div_ceil(2),
            width: self.width << times,
            bars: self.bars << (times / 2),
        }
    }

    fn width(&self, size: usize) -> usize {
        (self.width * 6usize.pow(4) / size.pow(4)).clamp(4, WIDEST)
    }
}

/// A reduction of a cube: the purpose of each step, and its turns.
pub type Phases = Vec<(&'static str, Vec<Turn>)>;

/// The reason why there is no reduction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShellsError {
    /// The search was stopped.
    #[error("{0}")]
    Stopped(StopReason),
    /// An intermediate cube cannot be solved.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
}

impl From<StopReason> for ShellsError {
    fn from(reason: StopReason) -> Self {
        ShellsError::Stopped(reason)
    }
}

/// Reduces cubes of at least 6 layers to the 3x3x3.
pub struct Shells<'a> {
    /// The solver of the 4x4x4, which only even cubes need.
    pub four: Option<&'a Four>,
    /// The solver of the 5x5x5.
    pub five: &'a Five,
    /// The metric.
    pub metric: Metric,
}

impl Shells<'_> {
    /// Finds turns that solve the centres and pair the wings of a cube of legal pieces, the shortest first.
    ///
    /// # Errors
    ///
    /// [`ShellsError`]: the reason for the stop, or the error in the cube.
    pub fn solve(
        &self,
        cube: &Stickers<u8>,
        effort: &Effort,
        control: &Control<'_>,
    ) -> Result<Vec<Phases>, ShellsError> {
        let size = cube.size();
        let lines = Lines::inner(size);
        let found = self.inner(&lines.seen(cube), effort, control)?;
        // 1: the inner cube, whose faces turn with or without the shell.
        let bars = Bars::read(cube);
        let mut starts = Vec::new();
        let mut paths = Vec::new();
        for inside in found.iter().take(effort.inside) {
            let turns: Vec<Turn> = inside.iter().map(|&turn| lines.lift(turn)).collect();
            let (turns, bars) = second_layers::chosen(size, &turns, &bars, self.metric);
            starts.push(matching::Start { bars, used: self.length(size, &turns) });
            paths.push(turns);
        }
        // 2: bars
        let matching = Matching::new(size, self.metric);
        let mut width = effort.width(size);
        let mut ways = matching.solve(&starts, width, effort.bars, control)?;
        // A beam that is too narrow may find nothing.
        while ways.is_empty() && width < WIDEST {
            width = (4 * width).min(WIDEST);
            ways = matching.solve(&starts, width, effort.bars, control)?;
        }
        // 3: the ring as a 5x5x5
        let mut all: Vec<(u32, Phases)> = Vec::new();
        let outline = Lines::outline(size);
        for way in ways {
            let path = [("the cube inside", paths[way.start].clone()), ("bars of centres", way.turns)];
            let mut cube = cube.clone();
            cube.turns(path.iter().flat_map(|(_, turns)| turns));
            let five = seen_from_centres(&outline.seen(&cube))?;
            Pieces::read(&five)?;
            for phases in self.five.solve(&five, &effort.last, control)? {
                let turns = phases.concat().into_iter().map(|turn| outline.lift(turn)).collect();
                let path: Phases = path.iter().cloned().chain([("outer ring and edges", turns)]).collect();
                all.push((self.length(size, &concat(&path)), path));
            }
        }
        all.sort_by_key(|(used, _)| *used);
        Ok(all.into_iter().map(|(_, path)| path).collect())
    }

    fn length(&self, size: usize, turns: &[Turn]) -> u32 {
        length(size, &spell(size, turns, self.metric), self.metric)
    }

    /// Reductions of the inner cube.
    fn inner(
        &self,
        cube: &Stickers<u8>,
        effort: &Effort,
        control: &Control<'_>,
    ) -> Result<Vec<Vec<Turn>>, ShellsError> {
        let seen = seen_from_centres(cube)?;
        match cube.size() {
            4 => {
                let four = self.four.ok_or(StopReason::Memory)?;
                let ways = four.solve(&Pieces::read(&seen)?, &effort.four, control)?;
                Ok(ways.into_iter().map(|phases| phases.concat()).collect())
            }
            5 => {
                Pieces::read(&seen)?;
                let ways = self.five.solve(&seen, &effort.inner, control)?;
                Ok(ways.into_iter().map(|phases| phases.concat()).collect())
            }
            _ => {
                let ways = self.solve(cube, &Effort { last: effort.inner, ..*effort }, control)?;
                Ok(ways.iter().map(|way| concat(way)).collect())
            }
        }
    }
}

/// All turns of a reduction.
fn concat(phases: &[(&'static str, Vec<Turn>)]) -> Vec<Turn> {
    phases.iter().flat_map(|(_, turns)| turns).copied().collect()
}
