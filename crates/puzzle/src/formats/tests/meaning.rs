//! The meaning of texts: orientations of moves, glued centres, unspecified values in scrambles.

use super::*;
use crate::definition::Role;
use crate::definition::{Action, MoveLimit};
use crate::formats::Kind;
use crate::formats::problem::Problem;
use crate::formats::scr::{self, Counting, Scramble};
use crate::formats::{gap, kpuzzle, ksolve, tws};
use crate::state::State;
use crate::transformation::Transformation;

fn moves(definition: &Definition) -> Vec<Transformation> {
    let given = |action: &Action| match action {
        Action::Given(transformation) => transformation.clone(),
        Action::Sequence(_) => Transformation::identity(),
    };
    definition.generators.iter().map(|generator| given(&generator.action)).collect()
}

fn problem(definition: &Definition, rows: &str) -> Problem {
    let text = format!("Scramble s\n{rows}\nEnd\n");
    match ok(&text, scr::read(&text, definition)).remove(0).scramble {
        Scramble::Position(problem) => problem,
        other => panic!("{other:?}"),
    }
}

/// The example of the twsearch document: move 13425,01201 is state 13425,02011.
#[test]
fn old_moves_are_turned_by_piece() {
    let head = "Set A 5 3\nSolved\nEnd\n";
    let old = format!("{head}Move M\nA\n1 3 4 2 5\n0 1 2 0 1\nEnd\n");
    let new = format!("{head}MoveTransformation M\nA\n0 2 3 1 4\n0 2 0 1 1\nEnd\n");
    let (old, new) = (ok(&old, tws::read(&old)), ok(&new, tws::read(&new)));
    assert_eq!(old, new);
    let state = old.solved.after(&moves(&old)[0]);
    assert_eq!(state.orbits[0].orientations, [0, 2, 0, 1, 1]);
    assert_eq!(problem(&old, "A\n1 3 4 2 5\n0 2 0 1 1").state, state);
}

/// cubing.js writes -1 in its clock.
#[test]
fn a_negative_orientation_turns_backwards() {
    let text = |turns: &str| {
        format!(
            r#"{{"orbits": [{{"orbitName": "A", "numPieces": 2, "numOrientations": 4}}],
            "defaultPattern": {{"A": {{"pieces": [0, 1], "orientation": [0, 0]}}}},
            "moves": {{"M": {{"A": {{"permutation": [1, 0], "orientationDelta": {turns}}}}}}}}}"#
        )
    };
    let (negative, usual) = (text("[-1, -3]"), text("[3, 1]"));
    assert_eq!(ok(&negative, kpuzzle::read(&negative)), ok(&usual, kpuzzle::read(&usual)));
    for turns in ["[-4, 0]", "[-0.5, 0]", "[--1, 0]", "[0, -99999999999]"] {
        assert!(kpuzzle::read(&text(turns)).is_err(), "{turns}");
    }
}

#[test]
fn a_turned_centre_counts_as_moved() {
    let (definition, notes) = ok(GLUED, ksolve::read_with_notes(GLUED));
    assert_eq!(definition.name, "glued slab");
    let noted: Vec<&str> = notes.iter().map(|note| note.token(GLUED)).collect();
    assert_eq!(noted, ["ParallelMoves", "Multiplicators"]);
    let centre = &definition.orbits[1];
    // B has order 2: pieces 3 and 4 are exchanged and each is turned once, which two turns undo.
    assert_eq!((centre.pieces, centre.orientations), (1, 2));
    assert_eq!(definition.solved.orbits[1].moduli, [1]);
    let moves = moves(&definition);
    assert_eq!(moves[1].order(), Some(2));
    assert_eq!(moves[1].part(1).unwrap().orientation(), [1]);
    let rules = &definition.restrictions;
    assert_eq!(rules.blocks[0].pieces, [(0, 2), (1, 0)]);
    assert_eq!(rules.blocks[1].pieces, [(0, 0), (0, 1)]);
    assert_eq!(rules.forbidden_pairs[1], ("C'".to_owned(), "A".to_owned()));
    assert_eq!(rules.forbidden_groups, [vec!["A", "B", "C2"], vec!["C", "C2"]]);
    assert_eq!(rules.move_limits[0], MoveLimit { moves: "C*".into(), most: 3 });
    assert_eq!(rules.ignore[0].places, [true, true, false, false]);
    // Without the blocks, the centre has no visible effect.
    let text = GLUED.replace("CENTRE 1 End", "End");
    assert_eq!(ok(&text, ksolve::read(&text)).orbits[1].orientations, 1);
}

/// A corner of the slab turns by thirds in a set with one orientation, and another move carries it around.
#[test]
fn marks_show_in_every_power() {
    let text = "Set P 3 1 Set Q 4 1 Solved End Move A P 2 1 3 0 0 1 Q 2 3 4 1 End Move B Q 1 2 4 3 End \
        Block P 3 Q 1 End";
    let definition = ok(text, ksolve::read(text));
    assert_eq!(definition.orbits[0].orientations, 4);
    let a = &moves(&definition)[0];
    assert_eq!(a.order(), Some(4));
    for k in 1..4 {
        let power = a.power(k);
        assert_ne!(power.part(0).unwrap().orientation()[2], 0, "A{k}");
    }
    let written = ksolve::write(&definition).unwrap();
    assert_eq!(ok(&written, ksolve::read(&written)), definition);
}

#[test]
fn like_pieces_and_gaps_in_numbers() {
    let text = "Set A 4 2\nSolved\nA\n9 4 4 9\n0 1 ? ?\nEnd\n";
    // 9 has 0 and ?: refused.
    assert!(tws::read(text).is_err());
    let text = "Set A 4 2\nSolved\nA\n9 4 4 9\n1 ? ? 0\nEnd\n";
    let definition = ok(text, tws::read(text));
    assert_eq!(definition.solved.orbits[0].pieces, [1, 0, 0, 1]);
    let state = problem(&definition, "A\n4 9 9 4\n? 0 1 ?").state;
    assert_eq!(state.orbits[0].pieces, [0, 1, 1, 0]);
    assert_eq!(state.orbits[0].moduli, [1, 2, 2, 1]);
    // The same with consecutive numbers, and with all pieces distinguished: piece k is the one in slot k when solved.
    assert_eq!(problem(&definition, "A\n1 2 2 1\n? 0 1 ?").state, state);
    assert_eq!(problem(&definition, "A\n2 4 1 3\n1 0 0 1").state, state);
    assert_eq!(problem(&definition, "").state, definition.solved);
}

#[test]
fn a_class_of_unnamed_pieces() {
    let text = "Set A 4 1\nSolved\nA\n1 ? ? 2\nEnd\n";
    let definition = ok(text, tws::read(text));
    assert_eq!(definition.solved.orbits[0].pieces, [0, 2, 2, 1]);
    let found = problem(&definition, "A\n? 2 1 ?");
    assert_eq!((&found.state.orbits[0].pieces[..], found.goal), (&[2, 1, 0, 2][..], None));
}

#[test]
fn what_is_left_out_leaves_the_goal() {
    let text = "Set A 5 2 Solved A 1 2 3 4 5 End Ignore A 1 1 0 1 0 1 0 1 1 0 End";
    let definition = ok(text, ksolve::read(text));
    let found = problem(&definition, "A\n? 5 3 ? 2\n0 0 0 0 0");
    assert_eq!(found.state.orbits[0].pieces, [5, 4, 2, 5, 1]);
    let goal = found.goal.unwrap();
    assert_eq!(goal.orbits[0].pieces, [5, 1, 2, 5, 4]);
    assert_eq!(goal.orbits[0].moduli, [2; 5]);
    assert_eq!(found.hint, None);
    // Hints, and unspecified orientations.
    let found = problem(&definition, "A\n?4 5 3 ?1 2\n?1 0 ?1 ? 0");
    assert_eq!(found.state.orbits[0].moduli, [1, 2, 1, 1, 2]);
    assert_eq!(found.goal.as_ref().unwrap().orbits[0].moduli, [1, 2, 1, 1, 2]);
    let hint = &found.hint.as_ref().unwrap().orbits[0];
    assert_eq!((&hint.pieces[..], &hint.orientations[..]), (&[3, 4, 2, 0, 1][..], &[1, 0, 1, 0, 0][..]));
    let entry = scr::ScrambleEntry {
        name: "a b".into(),
        scramble: Scramble::Position(found),
        settings: scr::Settings::default(),
    };
    let written = scr::write(&definition, std::slice::from_ref(&entry)).unwrap();
    assert_eq!(ok(&written, scr::read(&written, &definition)), [entry]);
    // A single unspecified piece is determined: it must be in the slot that remains.
    let found = problem(&definition, "A\n1 2 3 ? 5\n0 0 0 0 0");
    assert_eq!(found, Problem::new(definition.solved.clone()));
}

#[test]
fn settings_hold_until_they_change() {
    let definition = ok(GLUED, ksolve::read(GLUED));
    let text = "# two\nMaxDepth 9 Slack 2 QTM\nScrambleAlg first one\n A B\n# not this\n C' End\nMoveLimits C* 2 End\n\
        RandomScramble\nEnd\nMoveLimits End HTM Slack 0\nScramble last\nPIECE ?1 ?2 3 4 End";
    let entries = ok(text, scr::read(text, &definition));
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["first one", "", "last"]);
    let Scramble::Algorithm { text: algorithm, span } = &entries[0].scramble else { panic!("an algorithm") };
    assert_eq!(algorithm.split_whitespace().collect::<Vec<_>>(), ["A", "B", "C'"]);
    assert_eq!(span.len(), algorithm.len());
    assert_eq!(entries[0].settings.counting, Counting::Quarters);
    assert_eq!((entries[0].settings.max_depth, entries[0].settings.slack), (Some(9), 2));
    assert_eq!(entries[1].scramble, Scramble::Random);
    assert_eq!(entries[1].settings.move_limits.len(), 1);
    assert_eq!(entries[2].settings, scr::Settings { max_depth: Some(9), ..scr::Settings::default() });
}

#[test]
fn settings_are_written_where_they_change() {
    let definition = ok(GLUED, ksolve::read(GLUED));
    let text = "MaxDepth 9\nSlack 2\nQTM\nScrambleAlg first one\nA B C'\nEnd\nMoveLimits\nC* 2\nEnd\n\
        RandomScramble\nEnd\nMoveLimits End HTM Slack 0\nScramble last\nPIECE ?2 ?1 3 4 1 1 0 0\nEnd";
    let entries = ok(text, scr::read(text, &definition));
    assert_eq!(entries.len(), 3);
    let Scramble::Position(last) = &entries[2].scramble else { panic!("a position") };
    assert_eq!(last.hint.as_ref().unwrap().orbits[0].pieces, [1, 0, 2, 3]);
    let written = scr::write(&definition, &entries).unwrap();
    let again = ok(&written, scr::read(&written, &definition));
    assert_eq!(again.len(), 3);
    for (again, entry) in again.iter().zip(&entries) {
        assert_eq!((&again.name, &again.settings), (&entry.name, &entry.settings));
        if let Scramble::Position(_) = entry.scramble {
            assert_eq!(again.scramble, entry.scramble);
        }
    }
}

#[test]
fn older_kpuzzle_keys() {
    let old = r#"{"name": "o", "orbits": {"B": {"numPieces": 2, "numOrientations": 4}, "A": {"numPieces": 1, "orientations": 1}},
        "startPieces": {"A": {"permutation": [0], "orientation": [0]}, "B": {"permutation": [3, 3], "orientation": [1, 0], "orientationMod": [2, 2]}},
        "moves": {"z": {"B": {"permutation": [1, 0], "orientation": [3, 0]}}, "R": {}},
        "experimentalDerivedMoves": {"M": "[R: z2']", "Rv": "z"}}"#;
    let definition = ok(old, kpuzzle::read(old));
    assert_eq!(definition.orbits[0].name, "B");
    assert_eq!(definition.solved.orbits[0].moduli, [2, 2]);
    assert_eq!(definition.solved.orbits[0].pieces, [0, 0]);
    let names: Vec<&str> = definition.generators.iter().map(|generator| generator.name.as_str()).collect();
    assert_eq!(names, ["z", "R", "M", "Rv"]);
    let written = kpuzzle::write(&definition).unwrap();
    assert_eq!(ok(&written, kpuzzle::read(&written)), definition);
    let state = definition.solved.after(&moves(&definition)[0]);
    let pattern = kpuzzle::write_pattern(&definition, &state).unwrap();
    assert_eq!(ok(&pattern, kpuzzle::read_pattern(&pattern, &definition)), state);
    let wrapped = format!("{{\"experimentalPuzzleName\": \"o\", \"patternData\": {pattern}}}");
    assert_eq!(ok(&wrapped, kpuzzle::read_pattern(&wrapped, &definition)), state);
    let moved = kpuzzle::write_transformation(&definition, &moves(&definition)[0]).unwrap();
    assert_eq!(ok(&moved, kpuzzle::read_transformation(&moved, &definition)), moves(&definition)[0]);
}

#[test]
fn gap_statements() {
    let text = "# points\n# and more\na := (1,2,3)\n  (4, 5); # a comment; with (\nb:=();\n2R\\' := (1,5);\n\
        G := Group(a, 2R\\', (2,3));\nGroup([ b ]);";
    let definition = ok(text, gap::read(text));
    assert_eq!(definition.comments, ["points", "and more"]);
    let names: Vec<&str> = definition.generators.iter().map(|generator| generator.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "2R'", "g4"]);
    // In GAP, 1 goes to 2, so slot 2 receives the content of slot 1.
    assert_eq!(moves(&definition)[0].part(0).unwrap().permutation(), [2, 0, 1, 4, 3]);
    assert_eq!(definition.solved, State::identity(&definition.orbits));
    let written = gap::write(&definition).unwrap();
    assert_eq!(ok(&written, gap::read(&written)).generators, definition.generators);
}

/// Common forms of generators, with the intended moves as the image of each point, from 1.
#[test]
fn generators_of_gap_sage_and_lists() {
    #[track_caller]
    fn means(text: &str, wanted: &[(&str, Role, &[u16])]) {
        let definition = ok(text, gap::read(text));
        let found: Vec<_> = (definition.generators.iter().zip(moves(&definition)))
            .map(|(generator, change)| {
                let images = change.inverse().part(0).map(|part| part.permutation().to_vec());
                let images: Vec<u16> = images.unwrap_or_default().iter().map(|point| point + 1).collect();
                (generator.name.clone(), generator.role, images)
            })
            .collect();
        let wanted: Vec<_> =
            wanted.iter().map(|&(name, role, images)| (name.to_owned(), role, images.to_vec())).collect();
        assert_eq!(found, wanted, "{text}");
        assert_eq!(Kind::of_text(text), Kind::Gap, "{text}");
    }
    use Role::{Named, Turn};
    let two: &[(&str, Role, &[u16])] = &[("g1", Turn, &[2, 3, 1, 4]), ("g2", Turn, &[1, 2, 4, 3])];
    for text in [
        "(1,2,3)\n(3,4)\n",
        "(1,2,3),\n(3,4)",
        "(1,2,3);(3,4);;",
        "[(1,2,3),(3,4)];",
        "[2,3,1]\n[1,2,4,3]",
        "[1,2,0]\n[0,1,3,2]",
        "[[2,3,1], [1,2,4,3]]",
        "2 3 1\n1 2 4 3\n",
        "# images\n1, 2, 0  # the first\n0, 1, 3, 2",
        "Group((1,2,3), (3,4));",
        "G = PermutationGroup([(1,2,3),(3,4)])",
        "G = PermutationGroup(['(1,2,3)', [(3,4)]])",
        "G := Group([PermList([2,3,1]), PermList([1,2,4,3])]);",
        "gens := [(1,2,3),(3,4)];\nG := Group(gens);",
    ] {
        means(text, two);
    }
    means(
        "a := (1,2,3,4)\nb := (1,2);\nG := Group(a*b, a^b, b/a, (a*b)^-1);",
        &[
            ("a", Named, &[2, 3, 4, 1]),
            ("b", Named, &[2, 1, 3, 4]),
            ("g3", Turn, &[1, 3, 4, 2]),
            ("g4", Turn, &[3, 1, 4, 2]),
            ("g5", Turn, &[1, 4, 2, 3]),
            ("g6", Turn, &[1, 4, 2, 3]),
        ],
    );
    means(
        "a := (1,2,3,4,5)^2; b := a^7; c := b;",
        &[("a", Turn, &[3, 4, 5, 1, 2]), ("b", Turn, &[5, 1, 2, 3, 4]), ("c", Turn, &[5, 1, 2, 3, 4])],
    );
    means("AlternatingGroup(6);", &[("g1", Turn, &[2, 3, 4, 5, 1, 6]), ("g2", Turn, &[1, 2, 3, 5, 6, 4])]);
    means(
        "G := DihedralGroup(IsPermGroup,10);",
        &[("g1", Turn, &[2, 3, 4, 5, 1]), ("g2", Turn, &[1, 5, 4, 3, 2])],
    );
    means("a := ();", &[("a", Turn, &[])]);
}

/// The well-known orders of named groups, computed from the moves alone.
#[test]
fn groups_with_names_have_their_orders() {
    for (text, order) in [
        ("SymmetricGroup(5)", 120),
        ("AlternatingGroup(5)", 60),
        ("AlternatingGroup(6)", 360),
        ("CyclicGroup(IsPermGroup,12)", 12),
        ("DihedralGroup(IsPermGroup,12)", 12),
        ("DihedralGroup(IsPermGroup,14)", 14),
        ("MathieuGroup(11)", 7920),
    ] {
        let definition = ok(text, gap::read(text));
        let mut seen = std::collections::HashSet::from([Transformation::identity()]);
        let mut open: Vec<Transformation> = seen.iter().cloned().collect();
        while let Some(element) = open.pop() {
            for change in moves(&definition) {
                let next = element.then(&change);
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        assert_eq!(seen.len(), order, "{text}");
    }
}
