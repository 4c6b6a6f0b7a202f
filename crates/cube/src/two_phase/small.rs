//! The small profile: tables of less than four megabytes that cover the states near the solved one and are ready at once.
//!
//! Start at [`Small`], which consists of [`Phase1`] and [`Phase2`]. Each of them contains the graph of its states, reduced by
//! the sixteen symmetries that preserve the axis, and the distances that bound a search in it.
//!
//! Phase 1 is reduced by the symmetry of the twist and not, as usual, by that of flip and slice. There are so few twists that
//! all tables for computing a symcoord stay in the first-level caches. In return, some states near the solved one have many
//! symcoords.

use super::phase_search::MAX_PATH;
use super::profile::{Child, Children, Profile, Trail, Turns};
use super::subgroup::{CornersAndEdges, Permutations, Subgroup};
use crate::coordinates::coordinate;
use crate::coordinates::move_table::MoveTable;
use crate::coordinates::symcoord::{Classes, Conjugates, FlipConjugates};
use crate::model::cubie::CubieCube;
use crate::model::move_masks::bits;
use crate::model::moves::Move;
use crate::model::symmetry::Symmetry;
use crate::tables::neighbours::{Groups, Met, NAME_BITS, Neighbours};
use crate::tables::partial_table::{NearTable, Reach};
use permutant_search::threads::join;

/// States near the goal of phase 1: about 7000 keys are known exactly. Of the others, 10^5 within six turns and 10^6 within seven
/// take about 20 and 12 bits each.
const NEAR_1: Reach = Reach { exact: 5, sieves: &[1 << 15, 6 << 15] };

/// States near the goal of phase 2: 7340 keys are known exactly. Of the others, 34 · 10^3 within seven turns, 15 · 10^4 within
/// eight and 62 · 10^4 within nine take about 16, 14 and 5 bits each.
const NEAR_2: Reach = Reach { exact: 6, sieves: &[1 << 13, 1 << 15, 3 << 14] };

/// The state of a cube in phase 1: a coset of G1. All zero is G1 itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Coset {
    twist: u16,
    flip: u16,
    slice: u16,
}

impl Coset {
    pub(super) fn of(cube: &CubieCube) -> Coset {
        Coset {
            twist: (coordinate::TWIST.of)(cube) as u16,
            flip: (coordinate::FLIP.of)(cube) as u16,
            slice: (coordinate::SLICE.of)(cube) as u16,
        }
    }
}

/// The cosets of G1 and their names: class of twist (8 bits), slice (9 bits), flip (11 bits).
#[derive(Clone, Debug)]
struct Cosets {
    twist_moves: MoveTable<18>,
    flip_moves: MoveTable<18>,
    slice_moves: MoveTable<18>,
    twists: Classes,
    flips: FlipConjugates,
    /// Faces as each symmetry sees them.
    faces: [[u8; 6]; Symmetry::UD_COUNT],
}

impl Cosets {
    fn build() -> Cosets {
        let twist_moves = MoveTable::build(&coordinate::TWIST, &Move::ALL);
        let twists = Conjugates::spread(&Move::ALL, &twist_moves);
        let cosets = Cosets {
            twist_moves,
            flip_moves: MoveTable::build(&coordinate::FLIP, &Move::ALL),
            slice_moves: MoveTable::build(&coordinate::SLICE, &Move::ALL),
            twists: Classes::build(twists.size(), |value, s| twists.of(value, s.index())),
            flips: FlipConjugates::build(),
            faces: Symmetry::UD_AXIS.map(Symmetry::of_faces),
        };
        assert!(cosets.twists.count() << 20 <= 1 << NAME_BITS);
        cosets
    }

    #[inline]
    fn after(&self, coset: Coset) -> impl Fn(Move) -> Coset {
        let twist = self.twist_moves.row(usize::from(coset.twist));
        let flip = self.flip_moves.row(usize::from(coset.flip));
        let slice = self.slice_moves.row(usize::from(coset.slice));
        move |turn| {
            let turn = turn.index();
            Coset { twist: twist[turn], flip: flip[turn], slice: slice[turn] }
        }
    }

    #[inline]
    fn conjugate(&self, flip: usize, slice: usize, symmetry: usize) -> u32 {
        self.flips.of(flip, slice, symmetry)
    }

    #[inline]
    fn name(&self, coset: Coset) -> u32 {
        let (class, symmetry) = self.twists.of(usize::from(coset.twist));
        (class as u32) << 20 | self.conjugate(usize::from(coset.flip), usize::from(coset.slice), symmetry)
    }

    fn bytes(&self) -> usize {
        self.twist_moves.bytes()
            + self.flip_moves.bytes()
            + self.slice_moves.bytes()
            + self.twists.bytes()
            + self.flips.bytes()
    }
}

impl Neighbours for Cosets {
    #[inline]
    fn each(&self, name: u32, but: u8, mut give: impl FnMut(u32, u8)) {
        let after = self.after(Coset {
            twist: self.twists.representative((name >> 20) as usize) as u16,
            slice: (name >> 11 & 0x1FF) as u16,
            flip: (name & 0x7FF) as u16,
        });
        for turn in Move::ALL.into_iter().filter(|turn| turn.face() as u8 != but) {
            let next = after(turn);
            let (_, symmetry) = self.twists.of(usize::from(next.twist));
            give(self.name(next), self.faces[symmetry][turn.face().index()]);
        }
    }

    fn twins(&self, name: u32, mut give: impl FnMut(u32)) {
        let (class, slice, flip) = (name >> 20, name as usize >> 11 & 0x1FF, name as usize & 0x7FF);
        for symmetry in self.twists.self_symmetries(class as usize) {
            give(class << 20 | self.conjugate(flip, slice, symmetry));
        }
    }

    /// What a turn, and then a symmetry, do to slice and flip is two small tables. They are made for one turn and one symmetry
    /// at a time, and serve all states of the classes of twist that this symmetry names after this turn.
    fn around(&self, states: &[Met], mut give: impl FnMut(u32)) {
        let groups = Groups::new(states, self.twists.count(), |met| (met.name() >> 20) as usize);
        let (mut slices, mut flips) = ([0; 1 << 9], [0; coordinate::FLIP.size]);
        for turn in Move::ALL {
            // For each class of twists, the class after the turn and a bit for each symmetry to its representative.
            let after: Vec<(u32, u32)> = (0..self.twists.count())
                .map(|class| {
                    let twist = self.twist_moves.row(self.twists.representative(class))[turn.index()];
                    let (next, symmetry) = self.twists.of(usize::from(twist));
                    let first = Symmetry::UD_AXIS[symmetry];
                    let others = self.twists.self_symmetries(next);
                    let all = others.map(|other| Symmetry::UD_AXIS[other].then(first).index());
                    (next as u32, all.fold(1 << symmetry, |all, other| all | 1 << other))
                })
                .collect();
            for symmetry in 0..Symmetry::UD_COUNT {
                // Unflipped edges give the contribution of the slice; the solved slice contributes nothing.
                for (slice, image) in slices.iter_mut().take(coordinate::SLICE.size).enumerate() {
                    let after = self.slice_moves.row(slice)[turn.index()];
                    *image = self.conjugate(0, usize::from(after), symmetry);
                }
                for (flip, image) in flips.iter_mut().enumerate() {
                    let after = self.flip_moves.row(flip)[turn.index()];
                    *image = self.conjugate(usize::from(after), 0, symmetry);
                }
                for (class, &(next, symmetries)) in after.iter().enumerate() {
                    if symmetries >> symmetry & 1 == 0 {
                        continue;
                    }
                    for some in groups.but(class, turn.face() as u8) {
                        for name in groups.states[some].iter().map(|met| met.name() as usize) {
                            give(next << 20 | slices[name >> 11 & 0x1FF] ^ flips[name & 0x7FF]);
                        }
                    }
                }
            }
        }
    }
}

/// Tables of phase 1.
#[derive(Clone, Debug)]
struct Phase1 {
    cosets: Cosets,
    near: NearTable,
}

impl Phase1 {
    fn build() -> Phase1 {
        let cosets = Cosets::build();
        let (near, _) = NearTable::build(&cosets, cosets.name(Coset::default()), &NEAR_1);
        Phase1 { cosets, near }
    }

    /// Where each turn leads.
    #[inline]
    fn after(&self, coset: Coset) -> impl Fn(Move) -> Coset {
        self.cosets.after(coset)
    }

    /// Whether so many turns may lead to G1; they do where distances are exact.
    #[inline]
    fn is_within(&self, coset: Coset, turns: u32) -> bool {
        turns > Phase1::NEAR || self.near.is_within(self.cosets.name(coset), turns)
    }

    /// The depth of the table: a search with fewer turns left follows shortest paths alone.
    const NEAR: u32 = NEAR_1.limit() as u32;

    /// Turns up to which distances are exact.
    const EXACT: u32 = NEAR_1.exact as u32;
}

/// Tables of phase 2.
#[derive(Clone, Debug)]
struct Phase2 {
    group: Subgroup,
    /// Of corners and the edges of U and D.
    near: NearTable,
}

impl Phase2 {
    fn build() -> Phase2 {
        let group = Subgroup::build();
        let (near, _) = NearTable::build(&CornersAndEdges(&group), 0, &NEAR_2);
        Phase2 { group, near }
    }

    /// Whether corners and edges need more than `turns`, as far as the tables know. Exact for no turns.
    #[inline]
    fn is_farther(&self, at: Permutations, turns: u32) -> bool {
        // Beyond its last depth the table has no information.
        turns <= u32::from(NEAR_2.limit()) && {
            let (class, edges) = self.group.classed(at);
            !self.near.is_within((class << 16 | edges) as u32, turns)
        }
    }
}

/// The small profile.
#[derive(Clone, Debug)]
pub(super) struct Small {
    phase1: Phase1,
    phase2: Phase2,
}

impl Small {
    /// Builds the tables, on two threads if available.
    pub(super) fn build() -> Small {
        let (phase2, phase1) = join(Phase2::build, Phase1::build);
        Small { phase1, phase2 }
    }
}

impl Profile for Small {
    type At = Coset;
    type Trail = Cubes;

    const SOON: u32 = 13;
    /// The whole table.
    const IN_CACHE: u32 = u32::MAX;
    const ONE_BY_ONE: u32 = u32::MAX;
    const PRE_MOVES: usize = 1;
    const TURNS_AFTER_PRE_MOVES: u32 = 7;

    fn at(&self, cube: &CubieCube) -> Coset {
        Coset::of(cube)
    }

    #[inline]
    fn is_within(&self, at: Coset, turns: u32) -> bool {
        self.phase1.is_within(at, turns)
    }

    #[inline]
    fn after(&self, at: Coset, turn: Move) -> Coset {
        self.phase1.after(at)(turn)
    }

    #[inline]
    fn expand(&self, at: Coset, turns: Turns, left: u32, next: &mut Children<Coset>) {
        let (after, cosets, near) = (self.phase1.after(at), &self.phase1.cosets, &self.phase1.near);
        let mut turns = turns.mask();
        if left <= Phase1::EXACT {
            for turn in bits(turns).map(|turn| Move::ALL[turn]) {
                let at = after(turn);
                let distance = near.distance(cosets.name(at));
                if distance <= left {
                    next.push(Child { turn, distance: distance as u8, at });
                }
            }
            return;
        }
        if let Some(sieve) = near.sieve(left) {
            // The look-ups come first and without branches, so that the memory accesses overlap.
            let mut places = [(0, 0); Move::COUNT];
            for turn in bits(turns) {
                places[turn] = sieve.place(cosets.name(after(Move::ALL[turn])));
            }
            turns = bits(turns).fold(0, |kept, turn| kept | u32::from(sieve.has(places[turn])) << turn);
        }
        // Their distance matters only if few turns are left.
        for turn in bits(turns).map(|turn| Move::ALL[turn]) {
            next.push(Child { turn, distance: 0, at: after(turn) });
        }
    }

    fn trail(&self, cube: &CubieCube) -> Cubes {
        Cubes { cubes: [*cube; MAX_PATH + 1], fresh: 0 }
    }

    fn enter(&self, trail: &mut Cubes, path: &[Move], most: u32) -> Option<Permutations> {
        while trail.fresh < path.len() {
            trail.cubes[trail.fresh + 1] =
                trail.cubes[trail.fresh].then(CubieCube::of_move(path[trail.fresh]));
            trail.fresh += 1;
        }
        let at = self.phase2.group.of(&trail.cubes[path.len()]);
        (self.phase2.group.quick_bound(at.corners, at.slice) <= most).then_some(at)
    }

    fn group(&self) -> &Subgroup {
        &self.phase2.group
    }

    #[inline]
    fn is_farther(&self, at: Permutations, turns: u32) -> bool {
        self.phase2.is_farther(at, turns)
    }

    fn bytes(&self) -> usize {
        let Small { phase1, phase2 } = self;
        phase1.cosets.bytes() + phase1.near.bytes() + phase2.group.bytes() + phase2.near.bytes()
    }
}

/// The pieces of a cube along a path of phase 1.
#[derive(Clone, Debug)]
pub(super) struct Cubes {
    /// `cubes[d]` is the cube after d turns, for d up to `fresh`.
    cubes: [CubieCube; MAX_PATH + 1],
    fresh: usize,
}

impl Trail for Cubes {
    #[inline]
    fn changed(&mut self, depth: usize) {
        self.fresh = self.fresh.min(depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::move_masks::PHASE_2_MOVES;
    use crate::model::random_state::random_cube;
    use crate::tables::neighbours::check_around;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};
    use std::collections::HashSet;

    #[test]
    fn symmetric_cosets_have_one_name() {
        let cosets = Cosets::build();
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        for _ in 0..300 {
            let cube = random_cube(&mut rng);
            let name = cosets.name(Coset::of(&cube));
            let mut names = vec![name];
            cosets.twins(name, |twin| names.push(twin));
            for symmetry in Symmetry::UD_AXIS {
                assert!(names.contains(&cosets.name(Coset::of(&symmetry.of_cube(&cube)))));
            }
        }
    }

    #[test]
    fn neighbours_of_many_states_are_those_of_each() {
        let cosets = Cosets::build();
        check_around(&cosets, cosets.name(Coset::default()), 6);
        let group = Subgroup::build();
        check_around(&CornersAndEdges(&group), 0, 7);
    }

    #[test]
    fn phase_1_has_its_published_number_of_states_at_each_depth() {
        // Classes of flip and slice, with a twist: kociemba.org/cube.htm, table of the first phase.
        const PUBLISHED: [u64; 6] = [1, 1, 5, 44, 487, 5841];
        let phase1 = Phase1::build();
        // Every coset by itself, from the move tables alone; its symmetric images name it as the publication does:
        // the pair of flip and slice smallest, the twist seen from there.
        let mut seen = HashSet::from([(0, 0, 0)]);
        let mut last = vec![Coset::default()];
        for (depth, published) in PUBLISHED.into_iter().enumerate() {
            let mut classes = HashSet::new();
            let mut next = Vec::new();
            for &coset in &last {
                assert_eq!(phase1.near.distance(phase1.cosets.name(coset)), depth as u32);
                let twists = Symmetry::UD_AXIS.map(|s| {
                    let image = s.of_cube(&(coordinate::TWIST.cube)(usize::from(coset.twist)));
                    (coordinate::TWIST.of)(&image)
                });
                let images: Vec<(u32, usize)> = (0..Symmetry::UD_COUNT)
                    .map(|s| {
                        (
                            phase1.cosets.conjugate(usize::from(coset.flip), usize::from(coset.slice), s),
                            twists[s],
                        )
                    })
                    .collect();
                let smallest = images.iter().map(|image| image.0).min();
                classes.extend(images.into_iter().filter(|image| Some(image.0) == smallest));
                for turn in Move::ALL {
                    let coset = phase1.after(coset)(turn);
                    if seen.insert((coset.twist, coset.flip, coset.slice)) {
                        next.push(coset);
                    }
                }
            }
            assert_eq!(classes.len() as u64, published, "depth {depth}");
            last = next;
        }
    }

    #[test]
    fn each_step_changes_the_distance_by_one_and_one_turn_leads_nearer() {
        let phase1 = Phase1::build();
        let mut rng = ChaCha8Rng::seed_from_u64(12);
        let mut near = [0; Phase1::EXACT as usize + 2];
        for _ in 0..20_000 {
            let mut coset = Coset::default();
            for _ in 0..10 {
                coset = phase1.after(coset)(Move::ALL[(rng.next_u32() % 18) as usize]);
                let distance_of = |coset| phase1.near.distance(phase1.cosets.name(coset));
                let distance = distance_of(coset);
                let nearest = Move::ALL.map(|turn| distance_of(phase1.after(coset)(turn))).into_iter().min();
                match distance {
                    0 => assert_eq!(nearest, Some(0)),
                    1..=Phase1::EXACT => assert_eq!(nearest, Some(distance - 1), "{coset:?}"),
                    _ => assert!(nearest >= Some(Phase1::EXACT), "{coset:?}"),
                }
                near[distance as usize] += 1;
            }
        }
        assert!(near.iter().all(|&count| count > 100), "{near:?}");
    }

    #[test]
    fn phase_2_has_its_published_number_of_states_at_each_depth() {
        // Classes of corners with edges of U and D: kociemba.org/cube.htm, table of the second phase.
        let group = Subgroup::build();
        let reach = Reach { exact: 10, sieves: &[] };
        let (_, counts) = NearTable::build(&CornersAndEdges(&group), 0, &reach);
        assert_eq!(counts, [1, 3, 10, 52, 285, 1318, 5671, 26502, 115_467, 470_846]);
    }

    #[test]
    fn bounds_are_never_more_than_the_turns_that_were_made() {
        let small = Small::build();
        let mut rng = ChaCha8Rng::seed_from_u64(14);
        let mut random = |count: u32| rng.next_u32() as usize % count as usize;
        for _ in 0..20_000 {
            let (mut coset, mut cube, mut cube_2) = (Coset::default(), CubieCube::SOLVED, CubieCube::SOLVED);
            for made in 1..=10 {
                let turn = Move::ALL[random(18)];
                (coset, cube) = (small.after(coset, turn), cube.then(CubieCube::of_move(turn)));
                assert!(small.is_within(coset, made));
                assert!(small.is_within(Coset::of(&cube), made));
                cube_2 = cube_2.then(CubieCube::of_move(PHASE_2_MOVES[random(10)]));
                let at = small.group().of(&cube_2);
                assert!(
                    !small.is_farther(at, made) && small.group().quick_bound(at.corners, at.slice) <= made
                );
            }
        }
    }

    #[test]
    fn home_is_where_no_turns_are_needed() {
        let phase2 = Phase2::build();
        assert!(!phase2.is_farther(Permutations::default(), 0));
        for turn in PHASE_2_MOVES {
            let at = phase2.group.of(CubieCube::of_move(turn));
            assert!(phase2.is_farther(at, 0));
            assert!(!phase2.is_farther(at, 1));
        }
    }
}
