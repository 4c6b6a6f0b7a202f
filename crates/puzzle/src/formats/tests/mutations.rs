//! Damaged texts: every reader returns, and whatever it accepts can be written or is rejected with a reason.

use super::*;
use crate::formats::{Kind, gap, kpuzzle, ksolve, read_definition, scr, tws, write_definition};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// Words that have a meaning in some format.
const WORDS: [&str; 40] = [
    "Name",
    "Set",
    "Solved",
    "StartState",
    "Move",
    "MoveTransformation",
    "MoveSequence",
    "MoveAlias",
    "Illegal",
    "End",
    "Ignore",
    "Block",
    "ForbiddenPairs",
    "ForbiddenGroups",
    "MoveLimits",
    "ParallelMoves",
    "Scramble",
    "ScrambleState",
    "ScrambleAlg",
    "RandomScramble",
    "CPOS",
    "MaxDepth",
    "Slack",
    "?",
    "?3",
    "#",
    "65535",
    "65536",
    "4294967296",
    "0",
    "-1",
    "\r",
    "\u{feff}",
    "é",
    "(1,2)",
    "Group(",
    ";",
    ":=",
    "{",
    "numPieces",
];

fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    (rng.next_u64() % bound.max(1) as u64) as usize
}

/// A few changes at random places: characters, words, cuts, and copies of other parts.
fn mutated(rng: &mut ChaCha8Rng, seed: &str) -> String {
    let mut bytes = seed.as_bytes().to_vec();
    for _ in 0..=below(rng, 4) {
        let at = below(rng, bytes.len() + 1);
        let end = (at + below(rng, 12)).min(bytes.len());
        match below(rng, 7) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.insert(at, rng.next_u32() as u8),
            2 => drop(bytes.splice(at..at, WORDS[below(rng, WORDS.len())].bytes())),
            3 => drop(bytes.splice(at..end, format!(" {} ", WORDS[below(rng, WORDS.len())]).bytes())),
            4 => bytes.truncate(at.max(bytes.len() / 4)),
            5 => {
                let from = below(rng, bytes.len() + 1);
                let piece = bytes[from..(from + below(rng, 80)).min(bytes.len())].to_vec();
                drop(bytes.splice(at..at, piece));
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = b"0123456789 \n?()[]{},:;\"'"[below(rng, 24)];
                }
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn run(seed: u64, count: usize) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let small = ["2x2x2.fixv.tws", "2x2x2.tws", "dino.tws", "pyraminx.tws"];
    let mut seeds = vec![GLUED.to_owned()];
    for name in small {
        let text = text(&format!("pg/{name}"));
        let definition = ok(&text, tws::read(&text));
        seeds.push(kpuzzle::write(&definition).unwrap());
        seeds.push(gap::write(&definition).unwrap());
        seeds.push(text);
    }
    seeds.push("Set A 4 3\nStartState\nA\n7 2 2 ?\n1 ? ? 0\nEnd\nIllegal A 2 8\nMove X\nA\n2 1 3 4\nEnd\nMoveSequence S X X\nMoveAlias T S\n".into());
    let glued = ok(GLUED, ksolve::read(GLUED));
    let scrambles = "MaxDepth 9 Slack 2 QTM ScrambleAlg a\nA B C'\nEnd MoveLimits C* 2 End RandomScramble\nEnd\n\
        Scramble b\nPIECE ?2 ?1 3 4 ?1 ? 0 0 End ScrambleState c\nPIECE\n1 0 2 3\n1 1 0 0\nCENTRE\n0\nEnd\n\
        CPOS 02460\nCMOV 20460 ";
    let pattern = r#"{"PIECE": {"pieces": [1, 0, 2, 3], "orientation": [1, 1, 0, 0]}, "CENTRE": {"pieces": [0], "orientation": [0], "orientationMod": [1]}}"#;
    ok(scrambles, scr::read(scrambles, &glued));
    ok(pattern, kpuzzle::read_pattern(pattern, &glued));
    let (cube, layout) = kociemba::cube3();
    let mut accepted = 0;
    for round in 0..count {
        let place = below(&mut rng, seeds.len() + 4);
        let place_of = |fault: &Diagnostic, text: &str| {
            assert!(fault.span.start <= fault.span.end && fault.span.end <= text.len(), "{fault:?}");
            assert!(text.get(fault.span.clone()).is_some(), "{fault:?} cuts a character of {text}");
            assert!(!fault.message.is_empty());
        };
        if round % 8 == 0 {
            let text = mutated(&mut rng, kociemba::AFTER_F);
            let symbols = (round % 16 == 0).then_some("URFDLB");
            match layout.read(&cube, &text, symbols) {
                Ok(problem) => {
                    let goal = problem.goal.as_ref().unwrap_or(&cube.solved);
                    problem.state.check(&cube.orbits).unwrap();
                    problem.state.check_pieces(goal, &cube.orbits).unwrap();
                }
                Err(fault) => place_of(&fault, &text),
            }
        }
        if place >= seeds.len() {
            let seed = if place.is_multiple_of(2) { scrambles } else { pattern };
            let text = mutated(&mut rng, seed);
            match scr::read(&text, &glued) {
                Ok(entries) => {
                    accepted += 1;
                    // What was read can be written, unless it contains a word that closes a list.
                    let _ = scr::write(&glued, &entries);
                }
                Err(fault) => place_of(&fault, &text),
            }
            match kpuzzle::read_pattern(&text, &glued) {
                Ok(state) => assert!(state.check(&glued.orbits).is_ok()),
                Err(fault) => place_of(&fault, &text),
            }
            continue;
        }
        let text = mutated(&mut rng, &seeds[place]);
        for kind in [Kind::Tws, Kind::Ksolve, Kind::Kpuzzle, Kind::Gap] {
            match read_definition(&text, kind) {
                Err(fault) => place_of(&fault, &text),
                Ok(definition) => {
                    accepted += 1;
                    definition.solved.check(&definition.orbits).unwrap();
                    if round % 16 == 0 {
                        written_again(&text, kind, &definition);
                    }
                }
            }
        }
    }
    accepted
}

/// An accepted definition is written so that it can be read again; its own format preserves it exactly.
fn written_again(text: &str, kind: Kind, definition: &Definition) {
    for into in [Kind::Tws, Kind::Ksolve, Kind::Kpuzzle, Kind::Gap] {
        let Ok(written) = write_definition(definition, into) else { continue };
        let (read, same) = match into {
            Kind::Tws => (tws::read(&written), kind == into && tws::read(text).is_ok()),
            Kind::Ksolve => (ksolve::read(&written), kind == into && ksolve::read(text).is_ok()),
            Kind::Kpuzzle => (kpuzzle::read(&written), kind == into),
            Kind::Gap => (gap::read(&written), false),
        };
        match read {
            Ok(read) if same => assert_eq!(read, *definition, "{kind:?}:\n{text}\nis\n{written}"),
            Ok(_) => {}
            Err(fault) => panic!("{into:?} of\n{text}\nis\n{written}\n{fault}"),
        }
    }
}

#[test]
fn twenty_thousand_damaged_texts() {
    let accepted = run(1, 20_000);
    assert!(accepted > 1_000, "{accepted} accepted: the damage is too great to test much");
}

#[test]
#[ignore = "long: a million damaged texts"]
fn a_million_damaged_texts() {
    run(2, 1_000_000);
}
