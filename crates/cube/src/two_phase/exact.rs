//! Shortest solutions of nearly solved cubes.
//!
//! Start at [`ShortSearch::run`]: iterative deepening (R. Korf, 1985) with the greatest of the distances to G1 along the three
//! axes as lower bound (M. Reid, 1997). The small table knows every state within seven turns of G1, so a cube that is not
//! nearly solved is recognised at depth three. Excluding all ten turns takes some tens of microseconds for a random cube. With
//! the large table it costs next to nothing.
//!
//! This bound says nothing about cubes that are near G1 along all three axes at once, such as products of half turns. For them,
//! ten turns would take millions of nodes. A search that grows large therefore meets in the middle, with a table of all cubes
//! within five turns that is built when the first such cube occurs.

use super::near_cubes::NearCubes;
use super::phase_search::{Flow, Stop};
use super::profile::{Children, Profile, Turns};
use crate::model::cubie::CubieCube;
use crate::model::move_masks::NO_FACE;
use crate::model::moves::Move;
use crate::model::quarter_turns::{CubeWithCentres, QuarterTurns};
use crate::model::symmetry::Symmetry;
use crate::node_meter::Meter;

/// Up to this length the solver's solutions are shortest ones.
pub const EXACT_LENGTH: u32 = 10;

/// The number of nodes after which a search uses the cubes near the solved one. Nearly all cubes need fewer.
const LARGE_SEARCH: u64 = 5000;

/// The search from one cube.
pub(super) struct ShortSearch<'t, 'm, 'a, P: Profile> {
    profile: &'m P,
    /// Builds the cubes near the solved one on first use.
    get_near_cubes: &'m dyn Fn() -> &'t NearCubes,
    meter: &'m mut Meter<'a>,
    cube: CubieCube,
    /// The quarter turns that a solution must make, if they matter.
    quarters: Option<QuarterTurns>,
    starts: [P::At; 3],
    /// The turns as they look along each axis.
    images: [[Move; Move::COUNT]; 3],
    path: Vec<Move>,
    /// In a large search.
    near_cubes: Option<&'t NearCubes>,
}

impl<'t, 'm, 'a, P: Profile> ShortSearch<'t, 'm, 'a, P> {
    /// For a cube and its states along each axis.
    pub(super) fn new(
        profile: &'m P,
        get_near_cubes: &'m dyn Fn() -> &'t NearCubes,
        meter: &'m mut Meter<'a>,
        &CubeWithCentres { cube, quarters }: &CubeWithCentres,
        starts: [P::At; 3],
    ) -> Self {
        let axes = [0, 1, 2].map(Symmetry::third_turn);
        ShortSearch {
            profile,
            get_near_cubes,
            meter,
            cube,
            quarters,
            starts,
            images: axes.map(|axis| Move::ALL.map(|turn| axis.of_move(turn))),
            path: Vec::with_capacity(EXACT_LENGTH as usize),
            near_cubes: None,
        }
    }

    /// Searches for a solution of exactly `turns` turns: [`Stop::Found`] if there is one.
    pub(super) fn run(&mut self, turns: u32) -> Flow {
        self.path.clear();
        if self.starts.iter().any(|&at| !self.profile.is_within(at, turns)) {
            return Ok(());
        }
        self.visit(self.starts, turns, NO_FACE)
    }

    /// The turns of the solution that was found.
    pub(super) fn solution(&self) -> &[Move] {
        &self.path
    }

    /// One state, with `left` turns to make, the last one of face `last`.
    fn visit(&mut self, at: [P::At; 3], left: u32, last: usize) -> Flow {
        self.meter.step()?;
        if self.meter.nodes > LARGE_SEARCH && self.near_cubes.is_none() {
            self.near_cubes = Some((self.get_near_cubes)());
        }
        if left == 0 {
            // A cube in all three subgroups at once needs half turns only; the pieces show whether it is solved.
            let is_solved = self.cube.after(&self.path) == CubieCube::SOLVED
                && self.quarters.is_none_or(|quarters| quarters == QuarterTurns::of(&self.path));
            return if is_solved { Err(Stop::Found) } else { Ok(()) };
        }
        // Step 1, meeting in the middle: not one of the cubes near the solved one.
        if let Some(near) = self.near_cubes.filter(|_| left <= NearCubes::NEAR)
            && !near.is_within(&self.cube.after(&self.path), left)
        {
            return Ok(());
        }
        let left = left - 1;
        let profile = self.profile;
        // Step 2, the bound: too far from G1 along one axis.
        let mut next = Children::none(at[0]);
        profile.expand(at[0], Turns { last, leaving: false }, left, &mut next);
        for child in next.as_slice() {
            let [_, second, third] = self.images.map(|images| images[child.turn.index()]);
            let next = [child.at, profile.after(at[1], second), profile.after(at[2], third)];
            if next[1..].iter().any(|&at| !profile.is_within(at, left)) {
                continue;
            }
            self.path.push(child.turn);
            self.visit(next, left, child.turn.face().index())?;
            self.path.pop();
        }
        Ok(())
    }
}
