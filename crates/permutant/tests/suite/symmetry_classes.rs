//! Classes of positions up to rotation, counted a second time: by the lemma that is not Burnside's, over the rotations that a
//! definition names and nothing else.

use permutant::analysis::state::position_symmetry::{PositionSymmetries, Sense, UpTo};
use permutant::model::Model;
use permutant::puzzle::catalog;
use permutant::puzzle::definition::Role;
use permutant::puzzle::puzzle::Puzzle;
use permutant::puzzle::state::State;
use permutant::puzzle::transformation::Transformation;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Positions × rotations² × slots that are looked at of a puzzle: some hundredths of a second.
const MOST: usize = 1 << 21;

/// The symmetries of larger puzzles take seconds.
const MOST_SLOTS: usize = 100;
/// But for this one, whose group of symmetries is too large to be found whole.
const LARGE: &str = "6x6x6";

/// All rotations of the whole puzzle, as the products of those with names.
fn rotations(puzzle: &Puzzle) -> Vec<Transformation> {
    let steps: Vec<&Transformation> = (puzzle.bases().iter())
        .filter(|base| base.role == Role::Rotation)
        .map(|base| &base.transformation)
        .collect();
    let mut all = vec![Transformation::identity()];
    let mut seen = HashSet::from([Transformation::identity()]);
    let mut next = 0;
    while next < all.len() {
        for step in &steps {
            let product = all[next].then(step);
            if seen.insert(product.clone()) {
                all.push(product);
            }
        }
        next += 1;
    }
    all
}

/// What turns of this many moves do, each also with the whole puzzle turned before and back after.
fn products(turns: &[Transformation], length: usize) -> Vec<Transformation> {
    (1..length).fold(turns.to_vec(), |products, _| {
        products.iter().flat_map(|product| turns.iter().map(|turn| product.then(turn))).collect()
    })
}

/// Positions that differ in how the puzzle is held are one: the least of them stands for all.
fn held(puzzle: &Puzzle, rotations: &[Transformation], change: &Transformation) -> State {
    let state = puzzle.solved().after(change);
    rotations.iter().map(|rotation| state.after(rotation)).min().unwrap()
}

#[test]
fn classes_up_to_rotation_are_as_many_as_orbit_counting_says() {
    let (mut puzzles, mut pairs, mut unnamed) = (0, 0, Vec::new());
    let up_to = UpTo { rotations: true, ..UpTo::default() };
    for name in catalog::list().flat_map(|line| line.examples) {
        let model = Model::find(name).unwrap();
        let puzzle = &model.puzzle;
        let slots: usize = puzzle.orbits().iter().map(|orbit| usize::from(orbit.pieces)).sum();
        let rotations = rotations(puzzle);
        if rotations.len() == 1 || puzzle.is_restricted() || slots > MOST_SLOTS && name != &LARGE {
            continue;
        }
        let conjugate = |by: &Transformation, change: &Transformation| by.inverse().then(change).then(by);
        let named: Vec<Transformation> =
            puzzle.generator_turns().iter().map(permutant::puzzle::moves::Turn::transformation).collect();
        let turns: HashSet<Transformation> =
            named.iter().flat_map(|turn| rotations.iter().map(|by| conjugate(by, turn))).collect();
        let turns: Vec<Transformation> = turns.into_iter().collect();
        let symmetries = PositionSymmetries::new(puzzle);
        // Not every rotation has a name: a dino has those about its corners.
        let kept = symmetries.senses().iter().filter(|sense| **sense == Sense::Kept).count();
        if kept > rotations.len() && name != &"clock" {
            unnamed.push(*name);
            continue;
        }
        for length in [1, 2] {
            let work = turns.len().saturating_pow(length as u32) * rotations.len().pow(2) * slots;
            if work > MOST {
                continue;
            }
            let mut positions: BTreeMap<State, Transformation> = BTreeMap::new();
            for change in products(&turns, length) {
                positions.entry(held(puzzle, &rotations, &change)).or_insert(change);
            }
            let fixed: usize = (rotations.iter())
                .map(|by| {
                    let stays = |(state, change): &(&State, &Transformation)| {
                        held(puzzle, &rotations, &conjugate(by, change)) == **state
                    };
                    positions.iter().filter(stays).count()
                })
                .sum();
            assert_eq!(fixed % rotations.len(), 0, "{name}");
            let classes: BTreeSet<State> = positions
                .values()
                .map(|change| symmetries.representative(&puzzle.solved().after(change), up_to))
                .collect();
            assert_eq!(classes.len(), fixed / rotations.len(), "{name}, {length} moves");
            pairs += usize::from(length == 2);
        }
        puzzles += 1;
    }
    assert!(puzzles > 40 && pairs > 10 && unnamed.len() < 8, "{puzzles}, {pairs}, but {unnamed:?}");
}
