//! Output of twsearch, compared byte for byte.

use super::*;
use crate::definition::{Action, Generator, Role};
use crate::formats::problem::Problem;
use crate::formats::scr::{self, Scramble};
use crate::formats::style::Style;
use crate::formats::tws;
use crate::orbit::Orbit;

/// The orbits of the sample 3x3x3 and its move R, read from the output of `--showmoves`.
fn sample() -> Definition {
    let orbits = [("EDGE", 12, 2), ("CORNER", 8, 3)];
    let orbits = orbits.map(|(name, pieces, orientations)| Orbit { name: name.into(), pieces, orientations });
    let plain = tws::write(&Definition::new("sample", orbits.to_vec()), Style::FromOne).unwrap();
    let whole = plain + &printed("--showmoves samples").replace("noname", "R");
    ok(&whole, tws::read(&whole))
}

/// The output of the command, without its messages.
fn printed(command: &str) -> String {
    let all = text("positions.txt");
    let (_, after) = all.split_once(command).unwrap();
    let (_, after) = after.split_once("entry; ").unwrap();
    let (_, after) = after.split_once('\n').unwrap();
    after.split_once("[rc=").unwrap().0.to_owned()
}

#[test]
fn positions_and_moves_as_twsearch_shows_them() {
    let definition = sample();
    let Action::Given(r) = &definition.generators[0].action else { panic!("R is given by rows") };
    let state = definition.solved.after(r);
    let block = printed("'R\\n' | twsearch --showpositions");
    let entries = ok(&block, scr::read(&block, &definition));
    assert_eq!(entries[0].name, "noname");
    assert_eq!(entries[0].scramble, Scramble::Position(Problem::new(state.clone())));
    let problem = Problem::new(state.clone());
    assert_eq!(scr::write_position(&definition, "noname", &problem, Style::FromOne).unwrap(), block);
    assert_eq!(
        tws::write_move(&definition, "noname", r, Style::FromOne).unwrap(),
        printed("--showmoves samples")
    );

    let (cpos, cmov) = (printed("--compact --showpositions"), printed("--compact --showmoves"));
    assert_eq!(scr::write_cpos(&definition, &state).unwrap() + "\n", cpos);
    assert_eq!(scr::write_cmov(&definition, r).unwrap() + "\n", cmov);
    assert_eq!(cpos, "CPOS 62E48AC0GIKM5D198FIL\n");
    assert_eq!(ok(&cpos, scr::read_cpos(&cpos, &definition)), state);
    assert_eq!(&ok(&cmov, scr::read_cmov(&cmov, &definition)), r);
    let both = cpos.clone() + &cmov;
    for entry in ok(&both, scr::read(&both, &definition)) {
        assert_eq!(entry.scramble, Scramble::Position(Problem::new(state.clone())));
    }
    // R has order 4 and twists four corners; both styles agree.
    assert_eq!(r.order(), Some(4));
    let zero = scr::write_position(&definition, "", &problem, Style::FromZero).unwrap();
    assert!(zero.starts_with("ScrambleState\n   EDGE\n   3 1 7 2 4"));
    let entry = &ok(&zero, scr::read(&zero, &definition))[0];
    assert_eq!(entry.scramble, Scramble::Position(problem));
}

#[test]
fn random_positions_of_the_2x2x2() {
    let mut definition =
        Definition::new("2", vec![Orbit { name: "CORNER".into(), pieces: 8, orientations: 3 }]);
    definition.generators.push(Generator {
        name: "R".into(),
        role: Role::Turn,
        action: Action::Sequence(String::new()),
    });
    let block = printed("-R 5 -r 2");
    let entries = ok(&block, scr::read(&block, &definition));
    assert_eq!(entries.len(), 2);
    let written: String = (entries.iter())
        .map(|entry| {
            let Scramble::Position(problem) = &entry.scramble else { panic!("a position") };
            scr::write_position(&definition, &entry.name, problem, Style::FromOne).unwrap()
        })
        .collect();
    assert_eq!(written, block);
}

#[test]
fn scrambles_of_the_corpus_name_moves_of_their_definitions() {
    for (scrambles, definition) in [("2x2x2", "2x2x2"), ("3x3x3", "3x3x3"), ("4x4x4c", "4x4x4")] {
        let definition = text(&format!("pg/{definition}.tws"));
        let definition = ok(&definition, tws::read(&definition));
        let names = crate::formats::move_names::MoveNames::new(&definition);
        let lines = text(&format!("scr/{scrambles}.txt"));
        for word in lines.split_whitespace() {
            assert!(names.find(word).is_some(), "{scrambles}: {word}");
        }
        let file: String = lines.lines().map(|line| format!("ScrambleAlg s\n{line}\nEnd\n")).collect();
        let entries = ok(&file, scr::read(&file, &definition));
        assert_eq!(entries.len(), lines.lines().filter(|line| !line.trim().is_empty()).count());
        for entry in entries {
            let Scramble::Algorithm { text, span } = entry.scramble else { panic!("an algorithm") };
            assert_eq!(file[span], text);
        }
    }
}
