//! Every puzzle of the catalog is scrambled, solved, drawn, converted and read again.

use permutant::algorithm;
use permutant::model::Model;
use permutant::position::Position;
use permutant::puzzle::catalog;
use permutant::puzzle::definition::Role;
use permutant::puzzle::formats::{Kind, read_definition, write_definition};
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::picture::{Canvas, Depiction, Look, Scene, Scheme, Style, View, svg};
use permutant::puzzle::puzzle::Puzzle;
use permutant::puzzle::replay::replay;
use permutant::puzzle::transformation::Transformation;
use permutant::scramble::Scrambler;
use permutant::search::limits::Control;
use permutant::solver::{Request, Solver};

/// Names beyond the examples of the catalog.
const MORE: &[&str] = &[
    "torus:3x5",
    "rings:6,6,3,3",
    "merge:9,12,1",
    "moebius:2x4",
    "slide:3x3",
    "globe:2,5",
    "2x2x2 with DBL fixed",
    "4x4x4 with outer blocks",
    "3x3x3 without corners",
    "3x3x3 with UF+UFR glued",
    "c v 0 with UFR fixed",
    "o f 1/3 without orientations",
];

fn names() -> Vec<&'static str> {
    catalog::list().flat_map(|line| line.examples).copied().chain(MORE.iter().copied()).collect()
}

/// Turns that are possible one after the other from the solved state, each another move than the one before.
fn walk(puzzle: &Puzzle, length: usize) -> Vec<Turn> {
    let turns = puzzle.search_turns(&Metric::htm());
    let mut state = puzzle.solved().clone();
    let mut walked: Vec<Turn> = Vec::new();
    for step in 0..length {
        let other = |turn: &&Turn| walked.last().is_none_or(|last| last.base().name != turn.base().name);
        let possible: Vec<&Turn> =
            turns.iter().filter(other).filter(|turn| puzzle.is_possible(&state, turn)).collect();
        let turn = possible[(7 * step + 3) % possible.len()];
        turn.make(&mut state);
        walked.push(turn.clone());
    }
    walked
}

/// The order of the product of all generators: it does not depend on how slots are numbered.
fn signature(puzzle: &Puzzle) -> (usize, Option<u64>) {
    let product =
        puzzle.generators().fold(Transformation::identity(), |all, base| all.then(&base.transformation));
    (puzzle.generators().count(), product.order())
}

fn sweep(name: &str) {
    let model = Model::find(name).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let puzzle = &model.puzzle;
    let turns = walk(puzzle, 2);
    let position = Position::after(puzzle, puzzle.solved(), &turns).unwrap();

    // Written and read again, as moves and as people write them.
    let text = algorithm::write_from(puzzle, puzzle.solved(), &turns);
    assert_eq!(algorithm::read(puzzle, &text).unwrap(), turns, "{name}: {text}");

    let scramble = Scrambler::new(&model, 1, Some(5)).next(&Control::new()).unwrap();
    assert!(Position::after(puzzle, puzzle.solved(), &scramble.turns).is_ok(), "{name}");

    let answer = Solver::new(&model)
        .solve_one(&Request::new(&position))
        .unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let end = replay(puzzle, &position.state, &answer.turns, &Metric::htm());
    assert!(puzzle.is_solved(&end.state), "{name}");

    let look = model.look().unwrap_or_else(|| panic!("{name} has no look"));
    for view in [View::Solid, View::Net, View::Stereographic] {
        let depiction = Depiction { view, arrows: Some(turns[0].transformation()), ..Depiction::default() };
        let drawn = look.picture(puzzle.solved(), &position.state, &depiction);
        assert!(drawn.frame.iter().all(|x| x.is_finite()) && !drawn.stickers.is_empty(), "{name} {view:?}");
        let written = svg::write(&Canvas::new(&drawn, Style::default()), name);
        assert!(!written.contains("NaN") && !written.contains("inf"), "{name} {view:?}");
        if matches!(look, Look::Plane(_)) {
            break;
        }
    }
    let scene = Scene::new(puzzle, &look, &position.state, Scheme::Safe);
    assert!(scene.moves.iter().all(|step| !step.carries.is_empty()), "{name}");

    let mut definition = puzzle.definition().clone();
    definition.generators.retain(|generator| generator.role == Role::Turn);
    let plain = Puzzle::new(definition.clone()).unwrap();
    let mut written = 0;
    for kind in [Kind::Tws, Kind::Ksolve, Kind::Kpuzzle, Kind::Gap] {
        match write_definition(&definition, kind) {
            Ok(text) => {
                let read = read_definition(&text, kind)
                    .unwrap_or_else(|fault| panic!("{name} {kind:?}: {}", fault.message));
                let read = Puzzle::new(read).unwrap_or_else(|fault| panic!("{name} {kind:?}: {fault}"));
                assert_eq!(signature(&read), signature(&plain), "{name} {kind:?}");
                written += 1;
            }
            Err(fault) => assert!(!fault.to_string().is_empty()),
        }
    }
    assert!(written > 0, "{name}");
}

/// Most pieces of what is swept in the ordinary tests.
const SMALL: u16 = 20;

#[test]
fn some_puzzles_of_the_catalog_do_all_that_puzzles_do() {
    let small = |name: &&str| {
        let orbits = Model::find(name).unwrap().puzzle.orbits().to_vec();
        orbits.iter().map(|orbit| orbit.pieces).sum::<u16>() <= SMALL
    };
    let families = names().into_iter().filter(|name| name.contains(':') || MORE.contains(name));
    let solids = [
        "3x3x3",
        "pyraminx",
        "skewb",
        "dino",
        "jing pyraminx",
        "square-1",
        "clock",
        "ivy cube",
        "gear cube",
        "void cube",
        "redi cube",
    ];
    let mut count = 0;
    for name in families.filter(small).chain(solids) {
        sweep(name);
        count += 1;
    }
    assert!(count > 15, "{count}");
}

#[test]
#[ignore = "long: every puzzle of the catalog"]
fn all_puzzles_of_the_catalog_do_all_that_puzzles_do() {
    let mut failed = Vec::new();
    for name in names() {
        if std::panic::catch_unwind(|| sweep(name)).is_err() {
            failed.push(name);
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}
