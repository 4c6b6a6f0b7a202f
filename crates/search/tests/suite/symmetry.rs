//! Automorphisms that were found, against the definition: turns go to turns, states to states as far from solved,
//! and there are as many as geometry says.

use permutant_puzzle::catalog;
use permutant_puzzle::definition::{Action, Definition, Generator, Role};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::transformation::{OrbitTransformation, Transformation};
use permutant_search::puzzle_space::PuzzleSpace;
use permutant_search::space::Space;
use permutant_search::symmetry::{Around, Symmetries, inverse};
use std::collections::HashSet;

fn costs(turns: &[Turn], metric: &Metric) -> Vec<u32> {
    turns.iter().map(|turn| metric.cost(turn)).collect()
}

fn turns_of(puzzle: &Puzzle, names: &str) -> Vec<Turn> {
    let powers = |name: &str| {
        let turn = puzzle.turn(name).unwrap();
        let order = turn.base().order.unwrap() as i64;
        // A name without an amount stands for all powers.
        let amounts = if turn.amount() == 1 { 1..order } else { turn.amount()..turn.amount() + 1 };
        amounts.map(move |amount| Turn::new(turn.base().clone(), amount)).collect::<Vec<_>>()
    };
    names.split_whitespace().flat_map(powers).collect()
}

/// Every claim that an automorphism makes, checked on states and transformations alone.
fn check(name: &str, puzzle: &Puzzle, turns: &[Turn], costs: &[u32], expected: usize) {
    let goal = puzzle.solved().clone();
    let symmetries = Symmetries::find(puzzle, turns, costs, std::slice::from_ref(&goal));
    let elements = symmetries.elements();
    assert_eq!(elements.len(), expected, "{name}");
    assert!(elements[0].is_identity());
    let permutations: HashSet<Vec<usize>> = elements.iter().map(|one| one.turns().to_vec()).collect();
    assert_eq!(permutations.len(), expected, "{name}: each permutes the turns in its own way");
    let mut state = goal.clone();
    for step in 0..30 {
        turns[(step * step + 3 * step) % turns.len()].make(&mut state);
    }
    for one in elements {
        assert_eq!(one.image(&goal), goal, "{name}: the solved state is fixed");
        for (at, turn) in turns.iter().enumerate() {
            let image = &turns[one.turns()[at]];
            assert_eq!(costs[at], costs[one.turns()[at]]);
            // (s t)ᵃ = sᵃ tᵃ, on a state that looks like nothing in particular.
            let left = one.image(&state.after(&turn.transformation()));
            assert_eq!(left, one.image(&state).after(&image.transformation()), "{name} {turn} {image}");
        }
        for other in elements.iter().step_by(7) {
            let product: Vec<usize> = one.turns().iter().map(|&turn| other.turns()[turn]).collect();
            assert!(permutations.contains(&product), "{name}: products are in the group");
        }
    }
}

#[test]
fn puzzles_of_the_catalog_have_the_symmetry_of_their_solid() {
    for (name, moves, expected) in [
        ("3x3x3", "", 48),
        ("2x2x2", "U R F D L B", 48),
        ("2x2x2", "U R F", 6),
        ("3x3x3", "U R F", 6),
        // The half turn about the axis between R and U, and the mirrors that keep or exchange the two.
        ("3x3x3", "U R", 4),
        ("3x3x3", "U D R2 L2 F2 B2", 16),
        // Its search holds one corner in place.
        ("4x4x4", "", 6),
        ("pyraminx", "", 24),
        ("tetraminx", "", 24),
        ("megaminx", "", 120),
        // Turns about the four corners around one that stays: the symmetry of a corner.
        ("skewb", "", 6),
        ("skewb", "UFR UBR UBL UFL DFR DFL DBL DBR", 48),
    ] {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let metric = Metric::htm();
        let turns = if moves.is_empty() { puzzle.search_turns(&metric) } else { turns_of(&puzzle, moves) };
        check(&format!("{name} {moves}"), &puzzle, &turns, &costs(&turns, &metric), expected);
    }
}

/// The index that all images of a state share, and the same number from the state before: along a walk, for puzzles
/// with turned, alike and many pieces.
#[test]
fn images_share_an_index() {
    let tori = [torus(4, true), torus(5, false)];
    let catalog = ["3x3x3", "2x2x2", "4x4x4", "5x5x5", "pyraminx", "skewb", "megaminx"];
    let puzzles = catalog.map(|name| catalog::find(name).unwrap().puzzle);
    for puzzle in puzzles.iter().chain(&tori) {
        let (metric, goals) = (Metric::htm(), [puzzle.solved().clone()]);
        let turns = puzzle.search_turns(&metric);
        let plain = PuzzleSpace::new(puzzle, &turns, &metric, &goals).unwrap();
        let space = plain.with_symmetry(puzzle, &turns, &goals);
        let symmetries = Symmetries::find(puzzle, &turns, &costs(&turns, &metric), &goals);
        let mut spare = space.goals()[0].clone();
        let mut index = |state: &State| {
            space.index_up_to_symmetry(&space.pack(puzzle, state, &goals[0]).unwrap(), &mut spare)
        };
        let (mut state, mut seen) = (goals[0].clone(), HashSet::new());
        let (mut around, mut random) = (Around::default(), 1u64);
        let mut successor = space.goals()[0].clone();
        for step in 0..12 {
            let here = space.pack(puzzle, &state, &goals[0]).unwrap();
            space.begin_expand(&here, &mut around);
            for m in space.moves() {
                assert!(space.apply(m, &here, &mut successor));
                let mut spare = [successor.clone(), successor.clone()];
                let expected = space.index_up_to_symmetry(&successor, &mut spare[0]);
                assert_eq!(space.index_after(m, &around, &here, &mut spare), expected);
            }
            let expected = index(&state);
            seen.insert(expected);
            for one in symmetries.elements() {
                assert_eq!(index(&one.image(&state)), expected, "{} after {step} turns", puzzle.name());
            }
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            turns[(random >> 33) as usize % turns.len()].make(&mut state);
        }
        assert!(seen.len() > 6, "{}: {} indices", puzzle.name(), seen.len());
    }
}

/// Of the states of the 3x3x3 up to symmetry within five moves, hardly any share an index.
#[test]
fn other_states_seldom_share_an_index() {
    let puzzle = catalog::find("3x3x3").unwrap().puzzle;
    let (metric, goals) = (Metric::htm(), [puzzle.solved().clone()]);
    let turns = puzzle.search_turns(&metric);
    let space =
        PuzzleSpace::new(&puzzle, &turns, &metric, &goals).unwrap().with_symmetry(&puzzle, &turns, &goals);
    let mut level = vec![space.goals()[0].clone()];
    let (mut states, mut indices) = (HashSet::from([level[0].clone()]), HashSet::new());
    for _ in 0..5 {
        let mut next = Vec::new();
        for state in &level {
            for m in space.moves() {
                let (mut successor, mut representative) = (state.clone(), state.clone());
                assert!(space.apply(m, state, &mut successor));
                space.representative(&successor, &mut representative);
                if states.insert(representative.clone()) {
                    next.push(representative);
                }
            }
        }
        level = next;
    }
    // 1 + 2 + 9 + 75 + 934 + 12077: the published numbers of positions up to symmetry.
    assert_eq!(states.len(), 13_098);
    let mut spare = level[0].clone();
    indices.extend(states.iter().map(|state| space.index_up_to_symmetry(state, &mut spare)));
    assert!(indices.len() > 13_098 * 99 / 100, "{} indices", indices.len());
}

#[test]
fn costs_break_symmetry() {
    let puzzle = catalog::find("3x3x3").unwrap().puzzle;
    for (metric, expected) in [("qtm", 48), ("U=2,D=2", 16), ("U=2,U2=3,U'=5", 4)] {
        let metric = Metric::parse(metric).unwrap();
        let turns = turns_of(&puzzle, "U R F D L B");
        check(metric.name(), &puzzle, &turns, &costs(&turns, &metric), expected);
    }
}

/// A torus of n × n tiles, rows and columns turned in circles.
fn torus(n: u16, alike: bool) -> Puzzle {
    let orbit = Orbit { name: "TILES".into(), pieces: n * n, orientations: 1 };
    let mut definition = Definition::new("torus", vec![orbit.clone()]);
    for line in 0..2 * n {
        let mut rows: Vec<u16> = (0..n * n).collect();
        for at in 0..n {
            let slot = |at: u16| if line < n { line * n + at % n } else { at % n * n + line - n };
            rows[usize::from(slot(at))] = slot(at + 1);
        }
        let part = OrbitTransformation::new(&orbit, rows, vec![0; usize::from(n * n)]).unwrap();
        let action = Action::Given(Transformation::from_parts([(0, part)]));
        definition.generators.push(Generator { name: format!("t{line}x"), role: Role::Turn, action });
    }
    if alike {
        for (slot, piece) in definition.solved.orbits[0].pieces.iter_mut().enumerate() {
            *piece = slot as u16 / n;
        }
    }
    Puzzle::new(definition).unwrap()
}

#[test]
fn tori_are_turned_shifted_and_mirrored() {
    for (n, alike, expected) in [
        // n shifts each way, mirrors each way, rows and columns exchanged.
        (3, false, 3 * 3 * 4 * 2),
        (4, false, 4 * 4 * 4 * 2),
        // Rows of one colour each: rows and columns are no longer the same.
        (4, true, 4 * 4 * 4),
    ] {
        let puzzle = torus(n, alike);
        let turns = puzzle.search_turns(&Metric::htm());
        check("torus", &puzzle, &turns, &costs(&turns, &Metric::htm()), expected);
    }
}

#[test]
fn the_work_is_bounded_and_what_comes_back_is_a_group() {
    // Forty independent swaps: 40! automorphisms.
    let orbit = Orbit { name: "PAIRS".into(), pieces: 80, orientations: 1 };
    let mut definition = Definition::new("pairs", vec![orbit.clone()]);
    for pair in 0..40u16 {
        let mut rows: Vec<u16> = (0..80).collect();
        rows.swap(usize::from(2 * pair), usize::from(2 * pair + 1));
        let part = OrbitTransformation::new(&orbit, rows, vec![0; 80]).unwrap();
        let action = Action::Given(Transformation::from_parts([(0, part)]));
        definition.generators.push(Generator { name: format!("s{pair}x"), role: Role::Turn, action });
    }
    let puzzle = Puzzle::new(definition).unwrap();
    let turns = puzzle.search_turns(&Metric::htm());
    // 6! = 720 is the last that is not over a thousand.
    check("pairs", &puzzle, &turns, &costs(&turns, &Metric::htm()), 720);
}

#[test]
fn the_inverse_of_a_state_is_as_far() {
    let puzzle = catalog::find("3x3x3").unwrap().puzzle;
    let turns = turns_of(&puzzle, "U R F");
    let goal: State = puzzle.solved().clone();
    let one = [1; 9];
    assert!(Symmetries::find(&puzzle, &turns, &one, std::slice::from_ref(&goal)).has_inverse());
    let dear = [1, 1, 2, 1, 1, 1, 1, 1, 1];
    assert!(!Symmetries::find(&puzzle, &turns, &dear, std::slice::from_ref(&goal)).has_inverse());
    let (mut there, mut back) = (goal.clone(), goal.clone());
    for turn in [0, 3, 7, 2, 5, 8] {
        turns[turn].make(&mut there);
    }
    for turn in [8, 5, 2, 7, 3, 0] {
        turns[turn].inverse().make(&mut back);
    }
    assert_eq!(inverse(&goal, &there), back);
    assert_eq!(inverse(&goal, &back), there);
}

/// Where pieces are turned and only some moves are allowed, states are counted up to all symmetries of those moves.
#[test]
fn some_moves_keep_their_symmetry() {
    for (name, moves, expected) in
        [("3x3x3", "U R F", 12), ("2x2x2", "U R F", 12), ("3x3x3", "U R", 8), ("skewb", "UFR UBR UFL", 4)]
    {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let turns = turns_of(&puzzle, moves);
        let goals = [puzzle.solved().clone()];
        let space = PuzzleSpace::new(&puzzle, &turns, &Metric::htm(), &goals).unwrap();
        let space = space.with_symmetry(&puzzle, &turns, &goals);
        assert_eq!(space.symmetry_count(), expected, "{name} {moves}");
    }
}
