//! The general method: reduces a cube of any size and solves the rest, part by part.
//!
//! Start at [`Reduction::by_parts`].

use crate::model::pieces::{Pieces, seen_from_centres};
use crate::model::stickers::Stickers;
use crate::model::turn::{Turn, about_u, length, spell, unheld};
use crate::reduction::centres;
use crate::reduction::solver::{Phases, Reduction, ReductionError, Told};
use crate::reduction::wings;
use permutant_search::limits::{Control, Limits};

/// Nodes of the search for a short endgame.
const LAST_NODES: u64 = 2_000_000;

/// Quarter turns about the axis of U and D that are tried before the other centres are solved; the shorter solution is
/// kept. The last stage varies by a quarter with the orientation. Smaller cubes are tried in several orientations from
/// the beginning; for larger ones that would take minutes.
fn views(size: usize) -> &'static [u8] {
    if (9..=50).contains(&size) { &[0, 1] } else { &[0] }
}

/// The progress of the centres: orbits done before a stage, and orbits of all stages in all views.
fn progress(size: usize, view: usize, stage: usize) -> (usize, usize) {
    let orbits = centres::orbits(size);
    (orbits * (2 * view + stage), orbits * (1 + 2 * views(size).len()))
}

impl Reduction {
    /// Solves a cube in its given orientation, with colours defined by its centres, and reports the turns part by part, each with
    /// the name of its phase.
    pub(crate) fn by_parts(
        &self,
        mut cube: Stickers<u8>,
        control: &Control<'_>,
        made: &mut Told<'_>,
    ) -> Result<(), ReductionError> {
        let (size, stopped) = (cube.size(), ReductionError::Stopped);
        Pieces::read(&cube)?;
        let mut told = |turns: &[Turn]| made("centres of U and D", turns);
        centres::solve(&mut cube, self.exchanges(), 0, progress(size, 0, 0), control, &mut told)
            .map_err(stopped)?;
        // Turns of middle layers have moved the fixed centres.
        cube = seen_from_centres(&cube)?;
        let parity = wings::parity(&Pieces::read(&cube)?);
        cube.turns(&parity);
        made("parity", &parity).map_err(stopped)?;
        self.other_centres(&mut cube, control, made)?;
        cube = seen_from_centres(&cube)?;
        let pieces = Pieces::read(&cube)?;
        let mut told = |turns: &[Turn]| made("edges", turns);
        wings::pair(&mut cube, &pieces, self.metric(), control, &mut told).map_err(stopped)?;
        let limits = Limits { max_nodes: Some(LAST_NODES), max_solutions: Some(1), ..Limits::default() };
        let last = self.end(&cube, &limits, control)?;
        made("3x3x3", &last).map_err(stopped)
    }

    /// The centres of the four other faces, in the view where they take fewest turns.
    fn other_centres(
        &self,
        cube: &mut Stickers<u8>,
        control: &Control<'_>,
        made: &mut Told<'_>,
    ) -> Result<(), ReductionError> {
        let (size, start) = (cube.size(), cube.clone());
        let mut make = |name: &'static str, turns: &[Turn]| {
            cube.turns(turns);
            made(name, turns)
        };
        // With a single view, the turns can be reported as they are made.
        if views(size).len() == 1 {
            return self.in_view(&start, 0, control, &mut make);
        }
        let mut shortest: Option<(u32, Phases)> = None;
        for view in 0..views(size).len() {
            let mut parts = Vec::new();
            self.in_view(&start, view, control, &mut |name, turns| {
                parts.push((name, turns.to_vec()));
                Ok(())
            })?;
            let turns: Vec<Turn> = parts.iter().flat_map(|(_, turns)| turns).copied().collect();
            let used = length(size, &spell(size, &turns, self.metric()), self.metric());
            if shortest.as_ref().is_none_or(|(least, _)| used < *least) {
                shortest = Some((used, parts));
            }
        }
        let parts = shortest.map(|(_, parts)| parts).unwrap_or_default();
        parts.iter().try_for_each(|(name, turns)| make(name, turns)).map_err(ReductionError::Stopped)
    }

    /// The same centres in one view.
    fn in_view(
        &self,
        start: &Stickers<u8>,
        view: usize,
        control: &Control<'_>,
        made: &mut Told<'_>,
    ) -> Result<(), ReductionError> {
        let size = start.size();
        let held = [about_u(size, views(size)[view])];
        let mut seen = named_by_faces(start, &held);
        for (stage, name) in [(1, "pairs of centres"), (2, "centres")] {
            let mut told = |turns: &[Turn]| made(name, &unheld(size, &held, turns));
            let progress = progress(size, view, stage);
            centres::solve(&mut seen, self.exchanges(), stage, progress, control, &mut told)
                .map_err(ReductionError::Stopped)?;
            seen = seen_from_centres(&seen)?;
        }
        Ok(())
    }
}

/// The cube after turns of the whole cube, with colours named by the present positions of their faces.
fn named_by_faces(cube: &Stickers<u8>, turns: &[Turn]) -> Stickers<u8> {
    let size = cube.size();
    let (mut cube, mut faces) = (cube.clone(), Stickers::solved(size));
    cube.turns(turns);
    faces.turns(turns);
    let mut names = [0; 6];
    for (face, shown) in (0u8..).zip(faces.cells().chunks(size * size)) {
        names[usize::from(shown[0])] = face;
    }
    cube.renamed(|colour| names[usize::from(colour)])
}
