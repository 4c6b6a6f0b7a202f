//! Written texts are read back unchanged.

use super::*;
use crate::definition::{Action, Role};
use crate::formats::style::Style;
use crate::formats::{Kind, WriteError, gap, kpuzzle, ksolve, read_definition, tws, write_definition};
use crate::transformation::Transformation;
use std::collections::BTreeMap;

#[test]
fn tws_is_read_back_equal() {
    for (name, text) in definitions() {
        let definition = ok(&text, tws::read(&text));
        for style in [Style::FromOne, Style::FromZero] {
            let written = tws::write(&definition, style).unwrap();
            assert_eq!(ok(&written, tws::read(&written)), definition, "{name}");
        }
        assert!(!definition.comments.is_empty() && !definition.generators.is_empty());
    }
}

#[test]
fn line_ends_do_not_matter() {
    let text = text("pg/3x3x3.tws");
    let definition = ok(&text, tws::read(&text));
    for end in ["\r", "\r\n", "\n\n \t\n"] {
        let other = text.replace('\n', end);
        assert_eq!(ok(&other, tws::read(&other)), definition);
    }
}

#[test]
fn tws_through_kpuzzle_and_back() {
    for (name, text) in definitions() {
        let definition = bare(&ok(&text, tws::read(&text)));
        let json = kpuzzle::write(&definition).unwrap();
        let read = ok(&json, kpuzzle::read(&json));
        assert_eq!(read, definition, "{name}");
        assert_eq!(kpuzzle::write(&read).unwrap(), json);
        assert_eq!(
            tws::write(&read, Style::FromOne).unwrap(),
            tws::write(&definition, Style::FromOne).unwrap()
        );
        // The output is JSON for other readers too.
        serde_json::from_str::<serde_json::Value>(&json).unwrap();
    }
}

#[test]
fn tws_to_ksolve_and_back() {
    for (name, text) in definitions() {
        let definition = ok(&text, tws::read(&text));
        let written = ksolve::write(&definition);
        if definition.generators.iter().any(|generator| generator.role == Role::Rotation) {
            assert!(matches!(written, Err(WriteError::Unsayable { .. })), "{name}");
        } else {
            let written = written.unwrap();
            assert_eq!(ok(&written, ksolve::read(&written)), definition, "{name}");
            assert_eq!(ok(&written, read_definition(&written, Kind::Tws)), definition, "{name}");
        }
    }
}

#[test]
fn ksolve_is_read_back_equal() {
    let definition = ok(GLUED, ksolve::read(GLUED));
    let written = ksolve::write(&definition).unwrap();
    assert_eq!(ok(&written, ksolve::read(&written)), definition);
    for kind in [Kind::Tws, Kind::Ksolve] {
        assert_eq!(ok(GLUED, read_definition(GLUED, kind)), definition);
    }
    for kind in [Kind::Tws, Kind::Kpuzzle, Kind::Gap] {
        assert!(write_definition(&definition, kind).is_err());
    }
}

/// The lengths of the cycles of a move on stickers, longest last.
fn cycle_structure(transformation: &Transformation) -> BTreeMap<usize, usize> {
    let mut lengths = BTreeMap::new();
    for (_, part) in transformation.parts() {
        let turns = usize::from(part.modulus());
        let mut seen = vec![false; part.permutation().len() * turns];
        for start in 0..seen.len() {
            let (mut slot, mut sticker, mut length) = (start / turns, start % turns, 0);
            while !std::mem::replace(&mut seen[slot * turns + sticker], true) {
                length += 1;
                // Backwards, from the slot to the origin of its sticker; the cycles have the same lengths.
                sticker = (sticker + turns - usize::from(part.orientation()[slot])) % turns;
                slot = usize::from(part.permutation()[slot]);
            }
            if length > 1 {
                *lengths.entry(length).or_insert(0) += 1;
            }
        }
    }
    lengths
}

#[test]
fn gap_keeps_the_cycles_of_each_move() {
    for (name, text) in definitions() {
        let definition = ok(&text, tws::read(&text));
        let written = gap::write(&definition).unwrap();
        let read = ok(&written, gap::read(&written));
        assert_eq!(read.generators.len(), definition.generators.len());
        for (read, given) in read.generators.iter().zip(&definition.generators) {
            assert_eq!((&read.name, read.role), (&given.name, given.role), "{name}");
            let (Action::Given(a), Action::Given(b)) = (&read.action, &given.action) else { panic!("rows") };
            assert_eq!(cycle_structure(a), cycle_structure(b), "{name} {}", given.name);
            assert_eq!(a.order(), b.order());
        }
        // Products too: GAP multiplies in the same order.
        let product = |definition: &Definition| {
            definition.generators.iter().fold(Transformation::identity(), |all, next| match &next.action {
                Action::Given(next) => all.then(next),
                Action::Sequence(_) => all,
            })
        };
        assert_eq!(cycle_structure(&product(&read)), cycle_structure(&product(&definition)), "{name}");
        // A definition of points is written with the same cycles.
        let again = gap::write(&read).unwrap();
        let cycles = |text: &str| {
            text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(cycles(&again), cycles(&written), "{name}");
    }
}

#[test]
fn kinds_are_told_by_ending_and_content() {
    assert_eq!(Kind::from_extension("TWS"), Some(Kind::Tws));
    assert_eq!(Kind::from_extension("def"), Some(Kind::Ksolve));
    assert_eq!(Kind::from_extension("txt"), None);
    assert_eq!(Kind::of_text(GLUED), Kind::Ksolve);
    for (_, text) in definitions() {
        let definition = ok(&text, tws::read(&text));
        for kind in [Kind::Tws, Kind::Kpuzzle, Kind::Gap] {
            assert_eq!(Kind::of_text(&write_definition(&definition, kind).unwrap()), kind);
        }
    }
    let rotations = text("pg/3x3x3.symm.tws");
    let read = ok(&rotations, read_definition(&rotations, Kind::Ksolve));
    assert!(read.generators.iter().any(|generator| generator.role == Role::Rotation));
}

#[test]
fn sequences_aliases_and_illegal_are_kept() {
    let text = "Set A 4 3\nStartState\nA\n7 2 2 ?\n1 ? ? 0\nEnd\nIllegal A 2 8 3\nMove X\nA\n2 1 3 4\nEnd\n\
        MoveSequence S Y' X2\nMoveTransformation Y\nA\n1 2 3 0\n0 1 2 0\nEnd\nMoveAlias other Y2'\n\
        MoveSequence Tv S X\n";
    let definition = ok(text, tws::read(text));
    assert_eq!(definition.solved.orbits[0].pieces, [1, 0, 0, 2]);
    assert_eq!(definition.solved.orbits[0].moduli, [3, 1, 1, 3]);
    assert_eq!(definition.restrictions.illegal[0].pieces, [1, 0]);
    assert_eq!(definition.restrictions.illegal[0].slot, 1);
    assert_eq!(definition.generators[1].action, Action::Sequence("Y' X2".into()));
    assert_eq!(definition.generators[3].role, Role::Rotation);
    let written = tws::write(&definition, Style::FromOne).unwrap();
    assert_eq!(ok(&written, tws::read(&written)), definition);

    let json = Definition { restrictions: Default::default(), ..definition.clone() };
    let json = kpuzzle::write(&json).unwrap();
    let read = ok(&json, kpuzzle::read(&json));
    assert_eq!(read.solved, definition.solved);
    let name = |generator: &crate::definition::Generator| (generator.name.clone(), generator.role);
    let names: Vec<_> = read.generators.iter().map(name).collect();
    let expected = [
        ("X", Role::Turn),
        ("S", Role::Turn),
        ("Y", Role::Turn),
        ("Tv", Role::Rotation),
        ("other", Role::Named),
    ];
    assert_eq!(names, expected.map(|(name, role)| (name.to_owned(), role)));
    assert_eq!(read.generators[4].action, Action::Sequence("Y2'".into()));
    assert!(tws::write(&read, Style::FromOne).is_err());
}

/// If a format determines the role of a move by its name alone, a name that would change the role is refused.
#[test]
fn names_that_would_change_a_role_are_refused() {
    let mut definition = ok("a := (1,2,3); b := (3,4,5);", gap::read("a := (1,2,3); b := (3,4,5);"));
    for (name, role, refused) in [
        ("b", Role::Turn, [false, false]),
        ("y", Role::Turn, [true, true]),
        ("y", Role::Rotation, [false, false]),
        ("b", Role::Rotation, [true, false]),
        ("b", Role::Named, [true, false]),
    ] {
        definition.generators[1].name = name.into();
        definition.generators[1].role = role;
        let written = [kpuzzle::write(&definition), gap::write(&definition)];
        assert_eq!(written.clone().map(|written| written.is_err()), refused, "{name} {role:?}");
        if let Ok(text) = &written[0] {
            assert_eq!(ok(text, kpuzzle::read(text)).generators, definition.generators);
        }
    }
}
