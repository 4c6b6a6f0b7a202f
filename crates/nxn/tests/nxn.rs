//! The model of big cubes against the definitions of the catalog, which work from the stickers in another way, and solutions
//! by reduction against both.

use permutant_cube::h48::{H48Solver, Size};
use permutant_cube::model::moves as cube_moves;
use permutant_cube::two_phase;
use permutant_nxn::five::Five;
use permutant_nxn::four::{Four, TABLE_BYTES, WrongLength};
use permutant_nxn::model::geometry::FACES;
use permutant_nxn::model::held::held_fast;
use permutant_nxn::model::pieces::{Pieces, Unsolvable, seen_from_centres};
use permutant_nxn::model::stickers::Stickers;
use permutant_nxn::model::turn::{Metric, Turn, length, spell};
use permutant_nxn::reduction::solver::{Reduction, ReductionError};
use permutant_puzzle::catalog;
use permutant_search::limits::{Control, Progress, StopReason};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    (rng.next_u64() % bound as u64) as usize
}

fn random_turns(rng: &mut ChaCha8Rng, size: usize, count: usize) -> Vec<Turn> {
    let turn = |rng: &mut ChaCha8Rng| {
        let (a, b) = (below(rng, size), below(rng, size));
        let (from, to) = (a.min(b) as u16, a.max(b) as u16);
        Turn { axis: below(rng, 3) as u8, from, to, amount: 1 + below(rng, 3) as u8 }
    };
    (0..count).map(|_| turn(rng)).collect()
}

fn text(cube: &Stickers<u8>) -> String {
    cube.cells().into_iter().map(|colour| FACES[usize::from(colour)]).collect()
}

fn cube(facelets: &str) -> Stickers<u8> {
    let colour = |letter: char| FACES.iter().position(|&face| face == letter).unwrap() as u8;
    Stickers::new(&facelets.chars().map(colour).collect::<Vec<_>>()).unwrap()
}

#[test]
fn turns_do_what_the_catalog_says_by_the_same_names() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for size in 2..8 {
        let entry = catalog::find(&format!("{size}x{size}x{size}")).unwrap();
        let (puzzle, layout) = (entry.puzzle, entry.facelets.unwrap());
        let mut state = puzzle.solved().clone();
        let mut cube = Stickers::solved(size);
        for turn in random_turns(&mut rng, size, 30) {
            let named = puzzle.turn(&turn.name(size)).unwrap_or_else(|| panic!("{}", turn.name(size)));
            named.make(&mut state);
            cube.turn(turn);
            let shown = layout.write(puzzle.orbits(), puzzle.solved(), &state);
            assert_eq!(text(&cube), shown, "{size}: {}", turn.name(size));
        }
    }
}

#[test]
fn turns_obey_the_laws_of_a_group() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for size in [2, 3, 5, 10, 101] {
        let numbers: Vec<u32> = (0..6 * (size * size) as u32).collect();
        let start = Stickers::new(&numbers).unwrap();
        let turns = random_turns(&mut rng, size, 20);
        let mut cube = start.clone();
        cube.turns(&turns);
        for count in [Metric::OuterBlocks, Metric::Slices] {
            let spelled = spell(size, &turns, count);
            let mut same = start.clone();
            same.turns(&spelled);
            assert!(same == cube);
            if count == Metric::OuterBlocks {
                assert!(length(size, &spelled, count) <= length(size, &turns, count));
            }
        }
        assert!(cube != start);
        cube.turns(&permutant_nxn::model::turn::inverse(&turns));
        assert!(cube == start);
    }
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_reason() {
    let refused = |size: usize, change: &dyn Fn(&mut Vec<u8>)| {
        let mut cells = Stickers::solved(size).cells();
        change(&mut cells);
        let cube = seen_from_centres(&Stickers::new(&cells).unwrap());
        cube.and_then(|cube| Pieces::read(&cube)).unwrap_err()
    };
    let swap = |a: usize, b: usize| move |cells: &mut Vec<u8>| cells.swap(a, b);
    // The sticker U1 makes one colour too frequent.
    let count = refused(4, &|cells| cells[0] = 3);
    assert_eq!(count, Unsolvable::Count { colour: 'U', found: 15, expected: 16 });
    // An X centre of the 6x6x6 and an oblique one.
    let centres = refused(6, &swap(7, 36 + 8));
    assert_eq!(centres, Unsolvable::Centres { row: 2, column: 2, colour: 'U', found: 3 });
    // Both stickers of a wing between U and F exchanged: it is flipped.
    let wing = refused(4, &swap(13, 33)).to_string();
    assert!(wing.contains("is flipped"), "{wing}");
    // A wing of U and D.
    let wing = refused(4, &swap(33, 49)).to_string();
    assert!(wing.contains("no edge has these colours"), "{wing}");
    // The corner URF, twisted.
    let twisted = refused(4, &|cells| {
        (cells[15], cells[16], cells[35]) = (cells[16], cells[35], cells[15]);
    });
    assert!(twisted.to_string().contains("one corner is twisted"), "{twisted}");
    // The middle edge UF of the 5x5x5, flipped; and two of them exchanged.
    let flipped = refused(5, &swap(22, 52)).to_string();
    assert!(flipped.contains("flipped"), "{flipped}");
    let fixed = refused(5, &|cells| cells[12] = 1);
    assert_eq!(fixed, Unsolvable::FixedCentres('R'));
    assert!(matches!(refused(3, &|cells| cells[0] = 9), Unsolvable::Colour('U', 1, 1)));
}

#[test]
fn cubes_of_any_size_are_solved_in_both_ways_of_counting() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let last = two_phase::Solver::new();
    for count in [Metric::OuterBlocks, Metric::Slices] {
        let solver = Reduction::new(count, last.clone());
        let sizes: &[usize] = if count == Metric::Slices { &[3, 4, 9] } else { &[5, 6, 8] };
        for &size in sizes {
            let mut cube = Stickers::solved(size);
            cube.turns(&random_turns(&mut rng, size, 20 * size));
            let solution = solver.solve(&cube, &Control::new()).unwrap();
            cube.turns(&solution.turns);
            assert!(cube.is_solved());
        }
        let mut again = Stickers::solved(5);
        again.turns(&random_turns(&mut rng, 5, 100));
        let twice = [0, 1].map(|_| solver.solve(&again, &Control::new()).unwrap());
        assert_eq!(twice[0], twice[1]);
        let solved = solver.solve(&Stickers::solved(6), &Control::new()).unwrap();
        assert_eq!(solved.length(), 0);
    }
}

/// Of the general reduction: centres to the last orbit, then edges. Of insertion: its passes.
#[test]
fn what_is_done_is_told_as_it_goes() {
    let size = 9;
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut cube = Stickers::solved(size);
    cube.turns(&random_turns(&mut rng, size, 200));
    let told = Mutex::new(Vec::new());
    let listener = |progress: Progress| match progress {
        Progress::Part { name, done, total } => told.lock().unwrap().push((name, done, total)),
        // A solution of the 3x3x3 at the end is no solution of the whole cube.
        Progress::Improved { length, .. } => panic!("{length} moves are no solution"),
        _ => {}
    };
    let control = Control::new().with_progress(&listener);
    let solver = Reduction::new(Metric::Slices, two_phase::Solver::new());
    solver.solve(&cube, &control).unwrap();
    let passes = std::mem::take(&mut *told.lock().unwrap());
    assert!(!passes.is_empty());
    for ((name, done, total), at) in passes.into_iter().zip(1..) {
        assert_eq!((name, done), ("insertion", at));
        assert!(done <= total);
    }
    solver.stream(&cube, &control, &mut |_, _| ControlFlow::Continue(())).unwrap();
    let told = told.into_inner().unwrap();
    // (N − 2)² centres of each face, 24 per orbit, except the fixed one. Three stages, two of them in two views.
    let orbits = 5 * ((size as u64 - 2).pow(2) - 1) / 4;
    assert!(told.contains(&("centres", orbits, orbits)), "{told:?}");
    assert!(told.iter().any(|(name, ..)| *name == "edges"));
    let in_order = |pair: &[(&str, u64, u64)]| pair[0].0 != pair[1].0 || pair[0].1 <= pair[1].1;
    assert!(told.iter().all(|(_, done, total)| done <= total));
    assert!(told.windows(2).filter(|pair| pair[0].0 == "centres").all(in_order));
}

#[test]
fn cubes_of_a_public_suite_are_solved() {
    let solver = Reduction::new(Metric::OuterBlocks, two_phase::Solver::new());
    for line in include_str!("../../../testdata/nxn/suite.txt").lines().filter(|line| !line.starts_with('#'))
    {
        let mut cube = cube(line);
        let solution = solver.solve(&cube, &Control::new()).unwrap();
        cube.turns(&solution.turns);
        assert!(cube.is_solved(), "{line}");
    }
}

/// Cubes after any number of turns, from none on, are solved in few turns, and with the same result when repeated; more
/// effort never gives a longer solution.
#[test]
fn a_4x4x4_is_solved_in_three_phases_and_an_end() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let solver = Reduction::new(Metric::OuterBlocks, two_phase::Solver::new());
    let (mut lengths, random) = (Vec::new(), 6);
    for turns in [0, 1, 2, 3, 5, 8].into_iter().chain(std::iter::repeat_n(80, random)) {
        let mut cube = Stickers::solved(4);
        cube.turns(&random_turns(&mut rng, 4, turns));
        let solution = solver.solve(&cube, &Control::new()).unwrap();
        let mut solved = cube.clone();
        solved.turns(&solution.turns);
        assert!(solved.is_solved());
        assert!(turns > 0 || solution.length() == 0);
        lengths.push(solution.length());
        if turns == 8 {
            assert_eq!(solver.solve(&cube, &Control::new()).unwrap(), solution);
            let mut found = Vec::new();
            solver
                .improve(&cube, None, &Control::new(), |better| {
                    found.push(better.length());
                    if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })
                .unwrap();
            assert!(found[0] <= solution.length() && found.is_sorted_by(|a, b| a > b), "{found:?}");
        }
    }
    let mean = lengths[lengths.len() - random..].iter().sum::<u32>() as f64 / random as f64;
    assert!(mean < 48.0, "{lengths:?}");
}

/// The number of quarter turns of single layers that some turns take if the cube is held fast.
fn held_quarters(cube: &Stickers<u8>, turns: &[Turn]) -> u32 {
    let mut end = cube.clone();
    end.turns(turns);
    assert!(end.is_solved());
    let cells = end.cells();
    let held = held_fast(4, turns, std::array::from_fn(|face| cells[16 * face])).unwrap();
    let mut fast = cube.clone();
    fast.turns(&held);
    assert_eq!(fast.cells(), Stickers::solved(4).cells());
    length(4, &held, Metric::LayerQuarters)
}

fn random_quarters(rng: &mut ChaCha8Rng, count: usize) -> Vec<Turn> {
    (0..count).map(|_| Turn::layer(below(rng, 3), below(rng, 4), [1, 3][below(rng, 2)])).collect()
}

/// In quarter turns of layers, cubes after a few of them are solved in no more of these, and random ones in fewer than by counting
/// blocks, whose mean is 62.
#[test]
fn a_4x4x4_is_solved_in_quarter_turns_of_layers() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let size = Size::LEAST.counting(cube_moves::Metric::QuarterTurn).with_base(5);
    let table = H48Solver::build_table(size, 2, &Control::new()).unwrap();
    let shortest = H48Solver::new(size, Box::new(table), 1).unwrap().for_short_searches();
    let four = Arc::new(Four::new(Metric::LayerQuarters));
    let solver = || Reduction::new(Metric::LayerQuarters, two_phase::Solver::new()).with_four(four.clone());
    let with_shortest = solver().with_shortest(Arc::new(shortest));
    for count in 0..7 {
        let mut cube = Stickers::solved(4);
        cube.turns(&random_quarters(&mut rng, count));
        let solution = with_shortest.solve(&cube, &Control::new()).unwrap();
        let found = held_quarters(&cube, &solution.turns);
        assert!(found <= count as u32 && found % 2 == count as u32 % 2, "{found} {count}");
    }
    let (without_shortest, count) = (solver(), 4);
    let random = (0..count).map(|_| {
        let mut cube = Stickers::solved(4);
        cube.turns(&random_quarters(&mut rng, 100));
        held_quarters(&cube, &without_shortest.solve(&cube, &Control::new()).unwrap().turns)
    });
    let lengths: Vec<u32> = random.collect();
    assert!(lengths.iter().sum::<u32>() < 60 * count, "{lengths:?}");
}

/// Saved tables give the same solutions as tables that were just built.
#[test]
fn tables_of_the_4x4x4_can_be_kept() {
    let built = Four::new(Metric::OuterBlocks);
    let table = built.table();
    let kept = Four::with_table(Metric::OuterBlocks, &table).unwrap();
    assert!(kept.table() == table);
    assert_eq!(
        Four::with_table(Metric::OuterBlocks, &table[1..]).err(),
        Some(WrongLength { found: TABLE_BYTES - 1 })
    );
    assert!(Four::with_table(Metric::OuterBlocks, &[0; 7]).is_err());
    let mut cube = Stickers::solved(4);
    cube.turns(&random_turns(&mut ChaCha8Rng::seed_from_u64(16), 4, 100));
    let [one, other] = [built, kept].map(|four| {
        let solver = Reduction::new(Metric::OuterBlocks, two_phase::Solver::new()).with_four(Arc::new(four));
        solver.solve(&cube, &Control::new()).unwrap()
    });
    assert_eq!(one, other);
}

/// A solution that is output while it is found solves the cube, and takes more turns than one that is found as a whole.
#[test]
fn a_solution_is_handed_out_part_by_part() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    for (size, count) in [(4, Metric::OuterBlocks), (6, Metric::OuterBlocks), (9, Metric::Slices)] {
        let solver = Reduction::new(count, two_phase::Solver::new());
        let mut cube = Stickers::solved(size);
        assert_eq!(solver.stream(&cube, &Control::new(), &mut |_, _| panic!("solved")).unwrap().length, 0);
        cube.turns(&random_turns(&mut rng, size, 40 * size));
        let (mut parts, mut names) = (Vec::new(), Vec::new());
        let streamed = solver.stream(&cube, &Control::new(), &mut |name, turns| {
            parts.push(turns.to_vec());
            if names.last() != Some(&name) {
                names.push(name);
            }
            ControlFlow::Continue(())
        });
        let (streamed, turns) = (streamed.unwrap(), parts.concat());
        let mut solved = cube.clone();
        solved.turns(&turns);
        assert!(solved.is_solved() && parts.len() > 10);
        assert_eq!(streamed.length, length(size, &turns, count));
        assert!(names.starts_with(&["centres of U and D"]) && names.ends_with(&["3x3x3"]), "{names:?}");
        if size == 9 {
            let whole = solver.solve(&cube, &Control::new()).unwrap();
            assert!(whole.length() < streamed.length);
        }
        let mut told = 0;
        let stopped = solver.stream(&cube, &Control::new(), &mut |_, _| {
            told += 1;
            ControlFlow::Break(())
        });
        assert_eq!((stopped, told), (Err(ReductionError::Stopped(StopReason::Cancelled)), 1));
    }
}

/// The search for shorter solutions continues until a given number of states was visited, with the same result every
/// time.
#[test]
fn a_limit_on_nodes_ends_the_search_for_shorter_solutions() {
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    let solver = Reduction::new(Metric::OuterBlocks, two_phase::Solver::new());
    // Later rounds of an insertion are longer than the first.
    for (size, times) in [(4, 8), (6, 400)] {
        let mut cube = Stickers::solved(size);
        cube.turns(&random_turns(&mut rng, size, 40 * size));
        let within = |max_nodes: u64| {
            let mut lengths = Vec::new();
            let best = solver.improve(&cube, Some(max_nodes), &Control::new(), |found| {
                lengths.push(found.length());
                ControlFlow::Continue(())
            });
            (best.unwrap(), lengths)
        };
        let (first, lengths) = within(0);
        assert_eq!(lengths, [first.length()]);
        let enough = times * first.nodes;
        let (best, lengths) = within(enough);
        assert!(lengths.is_sorted_by(|before, after| after < before) && lengths[0] == first.length());
        assert!(lengths.len() > 1 && best.nodes > first.nodes, "{lengths:?}");
        // One more part of the work may begin before the limit is checked.
        assert!(best.nodes < enough + 2 * first.nodes);
        assert_eq!((best, lengths), within(enough));
    }
}

#[test]
#[ignore = "long: two hundred cubes"]
fn many_4x4x4_are_solved() {
    let mut rng = ChaCha8Rng::seed_from_u64(44);
    let solver = Reduction::new(Metric::OuterBlocks, two_phase::Solver::new());
    let count = 200;
    let mut sum = 0;
    for _ in 0..count {
        let mut cube = Stickers::solved(4);
        cube.turns(&random_turns(&mut rng, 4, 100));
        let solution = solver.solve(&cube, &Control::new()).unwrap();
        cube.turns(&solution.turns);
        assert!(cube.is_solved());
        sum += solution.length();
    }
    let mean = f64::from(sum) / f64::from(count);
    println!("mean length {mean}");
    assert!(mean < 46.0, "{mean}");
}

/// A public suite, cubes of few turns, and random cubes.
#[test]
#[ignore = "long: two hundred and fifty cubes, with tables that are built in minutes"]
fn a_5x5x5_is_solved_in_five_phases_and_an_end() {
    let table = Five::build_table(2, &Control::new()).unwrap();
    let five = Arc::new(Five::new(Box::new(table)).unwrap());
    let solver = Reduction::new(Metric::OuterBlocks, two_phase::Solver::new()).with_five(five);
    let solved_in = |start: &Stickers<u8>| {
        let solution = solver.solve(start, &Control::new()).unwrap();
        let mut cube = start.clone();
        cube.turns(&solution.turns);
        assert!(cube.is_solved());
        solution.length()
    };
    let mean = |lengths: &[u32]| f64::from(lengths.iter().sum::<u32>()) / lengths.len() as f64;
    let mut rng = ChaCha8Rng::seed_from_u64(55);
    let mut after = |turns: usize| {
        let mut cube = Stickers::solved(5);
        cube.turns(&random_turns(&mut rng, 5, turns));
        cube
    };
    assert_eq!(solved_in(&after(0)), 0);
    for turns in 1..10 {
        solved_in(&after(turns));
    }
    // Each solution is shorter than the one before.
    let mut lengths = Vec::new();
    let best = solver.improve(&after(150), None, &Control::new(), |found| {
        lengths.push(found.length());
        if lengths.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(lengths.is_sorted_by(|before, after| after < before) && lengths[0] < 90, "{lengths:?}");
    assert_eq!(lengths.last(), Some(&best.unwrap().length()));
    let suite = include_str!("../../../testdata/nxn/suite_5x5x5.txt");
    let suite = suite.lines().filter(|line| !line.starts_with('#')).map(|line| solved_in(&cube(line)));
    let suite: Vec<u32> = suite.collect();
    println!("suite: {}", mean(&suite));
    assert!(mean(&suite) < 73.0);
    let random: Vec<u32> = (0..200).map(|_| solved_in(&after(150))).collect();
    println!("random: {}", mean(&random));
    assert!(mean(&random) < 73.0);
}

/// Shell by shell, in both metrics.
#[test]
#[ignore = "long: cubes of many layers, with tables that are built in minutes"]
fn larger_cubes_are_solved_shell_by_shell() {
    let table = Five::build_table(2, &Control::new()).unwrap();
    let five = Arc::new(Five::new(Box::new(table)).unwrap());
    let last = two_phase::Solver::new();
    let mut rng = ChaCha8Rng::seed_from_u64(66);
    let by_blocks = Reduction::new(Metric::OuterBlocks, last.clone()).with_five(Arc::clone(&five));
    for (size, cubes, most) in [(6, 40, 130.0), (7, 40, 185.0), (8, 5, 270.0), (9, 5, 350.0), (10, 3, 480.0)]
    {
        let mut sum = 0;
        for turns in [0, 1, 2].into_iter().chain(std::iter::repeat_n(40 * size, cubes)) {
            let mut cube = Stickers::solved(size);
            cube.turns(&random_turns(&mut rng, size, turns));
            let solution = by_blocks.solve(&cube, &Control::new()).unwrap();
            cube.turns(&solution.turns);
            assert!(cube.is_solved());
            assert!(turns > 0 || solution.length() == 0);
            sum += if turns > 2 { solution.length() } else { 0 };
        }
        let mean = f64::from(sum) / cubes as f64;
        println!("{size}: {mean}");
        assert!(mean < most, "{size}: {mean}");
    }
    let by_slices = Reduction::new(Metric::Slices, last).with_five(five);
    for size in [6, 7, 9] {
        let mut cube = Stickers::solved(size);
        cube.turns(&random_turns(&mut rng, size, 40 * size));
        let solution = by_slices.solve(&cube, &Control::new()).unwrap();
        cube.turns(&solution.turns);
        assert!(cube.is_solved());
        println!("{size}: {} slices", solution.length());
    }
}
