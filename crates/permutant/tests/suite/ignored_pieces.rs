//! Pieces and orientations that are left out, against all short sequences.

use permutant::ignored_pieces::{IgnoredPiecesError, LeftOut};
use permutant::model::Model;
use permutant::position;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::state::State;
use permutant::solver::{Request, Solver};

fn names(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}

/// The least number of turns to a state that is good.
fn least(state: &State, turns: &[Turn], good: &impl Fn(&State) -> bool) -> u64 {
    fn within(state: &State, turns: &[Turn], left: u64, good: &impl Fn(&State) -> bool) -> bool {
        good(state)
            || left > 0
                && turns
                    .iter()
                    .any(|turn| within(&state.after(&turn.transformation()), turns, left - 1, good))
    }
    (0..).find(|&length| within(state, turns, length, good)).unwrap()
}

#[test]
fn solutions_are_as_short_as_all_short_sequences_say() {
    let model = Model::find("3x3x3").unwrap();
    let solver = Solver::new(&model);
    let turns = model.puzzle.search_turns(&Metric::htm());
    let solved = model.puzzle.solved().clone();
    let mut shorter = 0;
    for (scramble, pieces, orientations) in [
        ("R U F'", "CORNERS", ""),
        ("R U F2 D", "UR uf LU BU", "corners"),
        ("F R U' B", "EDGES", "CORNERS"),
        ("R U R' U'", "", "URF edges"),
        ("L' D2 F B", "corners:8 DLF FR", "EDGES:2"),
        ("U F R", "UR UF UL UB CORNERS", ""),
        ("U2 R L'", "UR UF UL UB UFR UFL UBL UBR", ""),
    ] {
        let position = position::read(&model, scramble, None).unwrap();
        let left_out = LeftOut::new(&model, &names(pieces), &names(orientations)).unwrap();
        let aim = left_out.position(&model, &position).unwrap();
        let answer = solver.solve_one(&Request { optimal: true, ..Request::new(&aim) }).unwrap();
        // What is left out, looked up in the goal: pieces past the last one, orientations of modulus 1.
        let goal = aim.goal.as_ref().unwrap();
        let good = |state: &State| {
            (state.orbits.iter().zip(&goal.orbits)).zip(&solved.orbits).all(|((now, goal), solved)| {
                (0..goal.pieces.len()).all(|slot| {
                    let is_open = goal.pieces[slot] != solved.pieces[slot];
                    let turned = now.orientations[slot] != solved.orientations[slot];
                    is_open || now.pieces[slot] == solved.pieces[slot] && !(turned && goal.moduli[slot] > 1)
                })
            })
        };
        let whole = position.state.clone();
        assert!(good(
            &whole.after(
                &answer
                    .turns
                    .iter()
                    .fold(permutant::puzzle::transformation::Transformation::identity(), |all, turn| all
                        .then(&turn.transformation()))
            )
        ));
        assert_eq!(answer.length, least(&whole, &turns, &good), "{scramble}");
        shorter += u32::from(answer.length < turns_of(scramble));
    }
    assert!(shorter >= 2);
}

fn turns_of(scramble: &str) -> u64 {
    scramble.split(' ').count() as u64
}

#[test]
fn what_is_left_out_by_name_is_what_open_facelets_leave_out() {
    let model = Model::find("3x3x3").unwrap();
    let position = position::read(&model, "F", None).unwrap();
    let left_out = LeftOut::new(&model, &names("URF ULF UB UR"), &[]).unwrap();
    let aim = left_out.position(&model, &position).unwrap();
    let mut open: Vec<char> = model
        .facelets
        .as_ref()
        .unwrap()
        .write(model.puzzle.orbits(), model.puzzle.solved(), &position.state)
        .chars()
        .collect();
    // After F the corner URF is at DFR, that of UFL at URF.
    for at in [1, 46, 5, 10, 29, 26, 15, 8, 9, 20] {
        open[at] = '?';
    }
    let open: String = open.into_iter().collect();
    assert_eq!(aim, position::read(&model, &open, None).unwrap());
    assert_eq!(left_out.position(&model, &aim), Err(IgnoredPiecesError::Open));
}

#[test]
fn unknown_names_and_restricted_puzzles_are_refused() {
    let model = Model::find("3x3x3").unwrap();
    for name in ["URD", "CORNERS:9", "CORNERS:0", "CORNER", ""] {
        let fault = LeftOut::new(&model, &names("UF"), &[name.to_string()]).unwrap_err();
        assert!(matches!(fault, IgnoredPiecesError::Unknown { .. }), "{name}");
    }
    let pyraminx = Model::find("pyraminx").unwrap();
    let fault = LeftOut::new(&pyraminx, &names("URF"), &[]).unwrap_err();
    assert!(fault.to_string().contains("with :N for its Nth piece"), "{fault}");
}
