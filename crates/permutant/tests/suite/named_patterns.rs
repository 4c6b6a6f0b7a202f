//! Patterns of the 3x3x3 with names: every line of the list holds.

use permutant::cube::model::facelet::FaceCube;
use permutant::cube::model::point_group::PointGroup;
use permutant::cube::patterns::{FacePattern, Pattern};
use permutant::cube::symmetric_cubes::SignedGroup;
use permutant::cubies;
use permutant::model::Model;
use permutant::named_patterns::{self, NamedPattern};
use permutant::position::{self, Position};
use permutant::solver::{Request, Solver};
use std::collections::HashSet;

fn made(model: &Model, pattern: &NamedPattern) -> Position {
    position::read(model, pattern.maneuver, None).unwrap()
}

/// Every pattern has its symmetry, and each face one of its patterns, of which each occurs; no pattern occurs twice.
#[test]
fn patterns_look_as_described() {
    let model = Model::find("3x3x3").unwrap();
    assert!(named_patterns::ALL.len() >= 40);
    let mut seen = HashSet::new();
    for named in named_patterns::ALL.iter() {
        let cube = cubies::of_state(&model, &made(&model, named).state).unwrap();
        let class = PointGroup::of(&SignedGroup::of(&cube).symmetries()).unwrap();
        assert_eq!(class.to_string(), named.symmetry, "{}", named.name);
        let faces: Vec<FacePattern> =
            named.faces.split(',').map(|text| FacePattern::parse(text).unwrap()).collect();
        assert!(Pattern::of_faces(&faces, &[]).unwrap().holds(&cube), "{}", named.name);
        for left_out in (0..faces.len()).filter(|_| faces.len() > 1) {
            let mut others = faces.clone();
            others.remove(left_out);
            assert!(!Pattern::of_faces(&others, &[]).unwrap().holds(&cube), "{}", named.name);
        }
        assert!(seen.insert(FaceCube::from(&cube).to_string()), "{}", named.name);
    }
}

/// Every name finds its pattern, however it is written, also where a position is expected.
#[test]
fn patterns_are_read_by_name() {
    let model = Model::find("3x3x3").unwrap();
    let mut names = HashSet::new();
    for named in named_patterns::ALL.iter() {
        for name in
            named.other_names.split(',').chain([named.name]).map(str::trim).filter(|name| !name.is_empty())
        {
            assert!(names.insert(name.to_lowercase()), "{name} names one pattern");
            for text in
                [format!("pattern:{name}"), format!(" PATTERN: {} ", name.to_uppercase().replace(' ', "-"))]
            {
                assert_eq!(position::read(&model, &text, None), Ok(made(&model, named)), "{text}");
            }
        }
    }
    let fault = position::read(&model, "pattern:superflop", None).unwrap_err();
    assert!(fault.message.contains("superflop"), "{fault}");
    assert_eq!(fault.span, 8..17);
    assert!(position::read(&model, "pattern:", None).is_err());
    for other in ["4x4x4", "pyraminx", "slide:3x3", "2x2x2"] {
        let fault = position::read(&Model::find(other).unwrap(), "pattern:superflip", None).unwrap_err();
        assert!(fault.message.contains("positions of the 3x3x3"), "{other}: {fault}");
    }
}

/// A quick solver finds no shorter maneuver than the one of the line. This refutes a wrong star, and proves none.
#[test]
fn no_quick_solution_is_shorter() {
    let model = Model::find("3x3x3").unwrap();
    let solver = Solver::new(&model);
    for named in named_patterns::ALL.iter() {
        let length = named.maneuver.split(' ').count() as u64;
        let quick = solver.solve_one(&Request::new(&made(&model, named))).unwrap();
        assert!(length <= quick.length, "{}: {} moves", named.name, quick.length);
    }
}

/// A star is a proof: an optimal search of the lines with a star finds the same length.
#[test]
#[ignore = "long: proves lengths up to 18 face turns, a minute"]
fn maneuvers_with_a_star_are_shortest() {
    let model = Model::find("3x3x3").unwrap();
    let solver = Solver::new(&model).with_threads(2);
    for named in named_patterns::ALL.iter().filter(|named| named.is_shortest) {
        let length = named.maneuver.split(' ').count() as u64;
        let position = made(&model, named);
        let request = Request { optimal: true, ..Request::new(&position) };
        let best = solver.solve_one(&request).unwrap();
        assert!(best.optimal && best.length == length, "{}: {} moves", named.name, best.length);
    }
}
