//! Shortest solutions of cubes that are nearly solved.
//!
//! Start at [`ShortSearch::run`]: iterative deepening (R. Korf, 1985) with the distance to G1 along all three axes as
//! its bound, of which the largest holds (M. Reid, 1997). As the table knows every state within seven turns of G1, a
//! cube that is not nearly solved is recognised three turns deep, and trying all ten turns costs a random cube some
//! tens of microseconds.
//!
//! To cubes that are near G1 along all three axes at once, such as products of half turns, that bound says nothing, and
//! ten turns would take millions of states. So a search that grows large is met half-way, by a table of all cubes within
//! five turns that is built when the first such cube comes.

use super::near_cubes::NearCubes;
use super::phases::{Flow, Meter, NO_FACE, SUCCESSORS, Stop, bits};
use super::solver::Tables;
use super::tables::{Coset, Phase1};
use crate::cubie::CubieCube;
use crate::moves::Move;
use crate::sym::Symmetry;

/// Up to this length the solver's solutions are shortest ones.
pub const EXACT_LENGTH: u32 = 10;

/// States after which a search asks for the cubes near home. Nearly all cubes need fewer.
const LARGE_SEARCH: u64 = 5000;

/// The search from one cube.
pub(super) struct ShortSearch<'t, 'm, 'a> {
    tables: &'t Tables,
    meter: &'m mut Meter<'a>,
    cube: CubieCube,
    cosets: [Coset; 3],
    /// The turns as they look along each axis.
    images: [[Move; Move::COUNT]; 3],
    path: Vec<Move>,
    /// In a large search.
    near_cubes: Option<&'t NearCubes>,
}

impl<'t, 'm, 'a> ShortSearch<'t, 'm, 'a> {
    pub(super) fn new(tables: &'t Tables, meter: &'m mut Meter<'a>, cube: &CubieCube) -> Self {
        let axes = [0, 1, 2].map(Symmetry::third_turn);
        ShortSearch {
            tables,
            meter,
            cube: *cube,
            cosets: axes.map(|axis| Coset::of(&axis.of_cube(cube))),
            images: axes.map(|axis| Move::ALL.map(|turn| axis.of_move(turn))),
            path: Vec::with_capacity(EXACT_LENGTH as usize),
            near_cubes: None,
        }
    }

    /// Looks for a solution of exactly `turns` turns: [`Stop::Found`] if there is one.
    pub(super) fn run(&mut self, turns: u32) -> Flow {
        self.path.clear();
        if self.cosets.iter().any(|&coset| self.tables.phase1.distance(coset) > turns) {
            return Ok(());
        }
        self.visit(self.cosets, turns, NO_FACE)
    }

    /// The turns of the solution that was found.
    pub(super) fn solution(&self) -> &[Move] {
        &self.path
    }

    /// One state, with `left` turns to make, the last one of face `last`.
    fn visit(&mut self, cosets: [Coset; 3], left: u32, last: usize) -> Flow {
        self.meter.step()?;
        if self.meter.nodes > LARGE_SEARCH && self.near_cubes.is_none() {
            self.near_cubes = Some(self.tables.near_cubes.get_or_init(NearCubes::build));
        }
        if left == 0 {
            // In all three subgroups at once only half turns are left; whether they are done the pieces know.
            return if self.cube.after(&self.path) == CubieCube::SOLVED { Err(Stop::Found) } else { Ok(()) };
        }
        // Step 1, half-way: not one of the cubes near home.
        if let Some(near) = self.near_cubes.filter(|_| left <= NearCubes::NEAR)
            && near.distance(&self.cube.after(&self.path)) > left
        {
            return Ok(());
        }
        let left = left - 1;
        let phase1 = &self.tables.phase1;
        let [first, second, third] = cosets.map(|coset| phase1.after(coset));
        let images = self.images;
        let along = |axis: usize, turn: usize| images[axis][turn];
        let mut next = [Coset::default(); Move::COUNT];
        let mut count = 0;
        for turn in bits(SUCCESSORS[last]) {
            next[count] = first(along(0, turn));
            count += 1;
        }
        let mut distances = [0; Move::COUNT];
        let is_bounded = left <= Phase1::NEAR;
        if is_bounded {
            phase1.distances(&next[..count], &mut distances);
        }
        for (n, turn) in bits(SUCCESSORS[last]).enumerate() {
            // Step 2, the bound: too far from G1 along one axis.
            if u32::from(distances[n]) > left {
                continue;
            }
            let next = [next[n], second(along(1, turn)), third(along(2, turn))];
            if is_bounded && next[1..].iter().any(|&coset| phase1.distance(coset) > left) {
                continue;
            }
            self.path.push(Move::ALL[turn]);
            self.visit(next, left, Move::ALL[turn].face().index())?;
            self.path.pop();
        }
        Ok(())
    }
}
