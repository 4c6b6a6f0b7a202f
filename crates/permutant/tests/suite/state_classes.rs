//! Classes of states at each distance: those that `god` counts with the lemma of Burnside, one state after the other, and known numbers.

use permutant::analysis::group::subgroup::Subgroup;
use permutant::analysis::sequence::move_choice;
use permutant::analysis::state::god;
use permutant::analysis::state::position_symmetry::PositionSymmetries;
use permutant::model::Model;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::state::State;
use permutant::puzzle::transformation::Transformation;
use permutant::search::limits::Control;
use std::collections::{BTreeSet, HashMap};

/// All states, breadth first: by state its number, with distances and the states after each move.
struct Listed {
    distances: Vec<usize>,
    after: Vec<Vec<usize>>,
}

impl Listed {
    fn new(goal: &State, moves: &[Transformation]) -> Self {
        let mut numbers = HashMap::from([(goal.clone(), 0)]);
        let (mut states, mut distances, mut after) = (vec![goal.clone()], vec![0], Vec::new());
        let mut next = 0;
        while next < states.len() {
            let (state, distance): (State, usize) = (states[next].clone(), distances[next]);
            let reached = moves.iter().map(|change| {
                let to = state.after(change);
                *numbers.entry(to.clone()).or_insert_with(|| {
                    states.push(to);
                    distances.push(distance + 1);
                    states.len() - 1
                })
            });
            after.push(reached.collect());
            next += 1;
        }
        Listed { distances, after }
    }

    /// The images of all states if every move is replaced by another one, provided that two ways to a state never disagree.
    fn renamed(&self, moves: &[usize]) -> Option<Vec<usize>> {
        let mut images = vec![usize::MAX; self.distances.len()];
        images[0] = 0;
        for state in 0..images.len() {
            for (at, &by) in moves.iter().enumerate() {
                let (to, image) = (self.after[state][at], self.after[images[state]][by]);
                if images[to] == usize::MAX {
                    images[to] = image;
                } else if images[to] != image {
                    return None;
                }
            }
        }
        Some(images)
    }

    /// The number of classes at each distance.
    fn classes(&self, symmetries: &[Vec<usize>]) -> Vec<usize> {
        let mut counts = vec![0; self.distances.iter().max().unwrap() + 1];
        for state in 0..self.distances.len() {
            let images: BTreeSet<usize> = symmetries.iter().map(|images| images[state]).collect();
            assert!(images.iter().all(|&image| self.distances[image] == self.distances[state]));
            counts[self.distances[state]] += usize::from(images.first() == Some(&state));
        }
        counts
    }
}

/// The permutations of the moves that symmetries of the whole puzzle make, where they carry the moves to each other.
fn renamings(model: &Model, turns: &[Turn]) -> Vec<Vec<usize>> {
    let known = PositionSymmetries::new(&model.puzzle);
    let numbers: HashMap<Transformation, usize> = turns.iter().map(Turn::transformation).zip(0..).collect();
    let renaming = |symmetry: usize| -> Option<Vec<usize>> {
        let images = known.moves(symmetry);
        let image = |turn: &Turn| {
            let of_base = &images.iter().find(|(one, _)| one.base().name == turn.base().name)?.1;
            let amount = of_base.amount() * turn.amount();
            numbers.get(&Turn::new(of_base.base().clone(), amount).transformation()).copied()
        };
        turns.iter().map(image).collect()
    };
    let found: BTreeSet<Vec<usize>> = (0..known.count()).filter_map(renaming).collect();
    found.into_iter().collect()
}

/// Small puzzles and cosets of large ones, with all moves of the metric or some.
#[test]
fn classes_are_those_of_a_list_of_all_states() {
    for (name, names, subgroup, metric) in [
        ("2x2x2", &["U2", "R2", "F2"][..], &[][..], "htm"),
        ("2x2x2", &["U", "R2"], &[], "htm"),
        ("3x3x3", &["U2", "R2", "F2"], &[], "htm"),
        ("ivy cube", &[], &[], "htm"),
        ("3x3x3", &[], &["U", "D", "R", "L", "F2", "B2"], "htm"),
        ("2x2x2", &[], &["U", "R2", "F2"], "htm"),
        // One set of many pieces is usually numbered by cosets, without symmetries.
        ("topspin:9,4", &[], &[], "htm"),
    ] {
        let model = Model::find(name).unwrap();
        let metric = Metric::parse(metric).unwrap();
        let chosen = |names: &[&str]| -> Vec<Turn> {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            move_choice::turns(&model.puzzle, &metric, &names).unwrap()
        };
        let turns = chosen(names);
        let goal = match subgroup {
            [] => model.puzzle.solved().clone(),
            names => Subgroup::new(&model.puzzle, &chosen(names)).unwrap().goal().clone(),
        };
        let request = god::Request {
            turns: turns.clone(),
            goals: vec![goal.clone()],
            metric: metric.clone(),
            classes: true,
            ..god::Request::new(&model.puzzle)
        };
        let report = god::run(&model.puzzle, &request, &Control::new()).unwrap();
        let listed = Listed::new(&goal, &turns.iter().map(Turn::transformation).collect::<Vec<_>>());
        let symmetries: Vec<Vec<usize>> =
            renamings(&model, &turns).iter().filter_map(|moves| listed.renamed(moves)).collect();
        let classes = report.classes.unwrap();
        assert_eq!(classes.symmetries, symmetries.len(), "{name} {names:?} {subgroup:?}");
        let expected: Vec<String> = listed.classes(&symmetries).iter().map(ToString::to_string).collect();
        let found: Vec<String> = classes.distribution.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{name} {names:?} {subgroup:?}");
    }
}

/// The known numbers of positions of the 3x3x3 up to symmetry and inversion.
#[test]
fn classes_of_the_cube_are_the_known_ones() {
    let model = Model::find("3x3x3").unwrap();
    let request = god::Request { depth: Some(5), classes: true, ..god::Request::new(&model.puzzle) };
    let classes = god::run(&model.puzzle, &request, &Control::new()).unwrap().classes.unwrap();
    assert_eq!((classes.symmetries, classes.inverses), (48, true));
    let found: Vec<String> = classes.distribution.iter().map(ToString::to_string).collect();
    assert_eq!(found, ["1", "2", "8", "48", "509", "6198"]);
}
