//! Rewritten algorithms: what is written is read again, and does what it did before.

use permutant::algorithm;
use permutant::analysis::sequence::unrotate::unrotate;
use permutant::model::Model;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::puzzle::Puzzle;
use permutant::puzzle::transformation::Transformation;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// Puzzles with layers, with names of their own, with turns of order two, with pairs of turns.
const PUZZLES: [&str; 14] = [
    "2x2x2",
    "3x3x3",
    "6x6x6",
    "cuboid:2x3x4",
    "cuboid:2x2x3",
    "pyraminx",
    "skewb",
    "megaminx",
    "gigaminx",
    "square-1",
    "clock",
    "rings:20,20,5,5",
    "pancake:8",
    "m12",
];

/// Names of layers; a puzzle that lacks one is not asked for it.
const LAYERS: [&str; 16] =
    ["Rw", "r", "l", "f", "u", "3Fw", "2F", "02F", "2-3Rw", "2-2R", "M", "E", "S", "m", "RFw", "x"];

fn pick<'a, T: ?Sized>(all: &[&'a T], rng: &mut ChaCha8Rng) -> &'a T {
    all[rng.next_u32() as usize % all.len()]
}

/// An algorithm of up to eight words, perhaps in brackets.
fn random_text(names: &[&str], rng: &mut ChaCha8Rng) -> String {
    let amounts = ["", "", "", "'", "2", "2'", "3", "4"];
    let count = 1 + rng.next_u32() % 8;
    // A pair of turns, of Square-1, takes no amount.
    let word = |rng: &mut ChaCha8Rng| match pick(names, rng) {
        pair if pair.starts_with('(') => pair.to_string(),
        name => format!("{name}{}", pick(&amounts, rng)),
    };
    let words: Vec<String> = (0..count).map(|_| word(rng)).collect();
    let (first, rest) = words.split_at(words.len() / 2);
    let (first, rest) = (first.join(" "), rest.join(" "));
    match rng.next_u32() % 6 {
        0 => format!("({first} {rest}){}", pick(&["", "2", "'", "3'"], rng)),
        1 if !first.is_empty() => format!("[{first}, {rest}]"),
        2 if !first.is_empty() => format!("[{first}: {rest}]"),
        _ => format!("{first} {rest}"),
    }
}

fn effect(turns: &[Turn]) -> Transformation {
    turns.iter().fold(Transformation::identity(), |all, turn| all.then(&turn.transformation()))
}

fn read(puzzle: &Puzzle, text: &str, from: &str) -> Transformation {
    let turns = algorithm::read(puzzle, text);
    effect(&turns.unwrap_or_else(|fault| panic!("'{text}', from '{from}' of {}: {fault}", puzzle.name())))
}

#[test]
fn rewritten_algorithms_do_what_they_did() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for name in PUZZLES {
        let model = Model::find(name).unwrap();
        let puzzle = &model.puzzle;
        let mut names: Vec<&str> = puzzle.bases().iter().map(|base| base.name.as_str()).collect();
        names.extend(LAYERS.iter().filter(|layer| algorithm::read(puzzle, layer).is_ok()));
        for _ in 0..150 {
            let text = random_text(&names, &mut rng);
            let parsed = match algorithm::parse(puzzle, &text) {
                Ok(parsed) => parsed,
                // A pin with a number is a turn without its sign.
                Err(fault) if name == "clock" && fault.message.ends_with("without a sign") => continue,
                Err(fault) => panic!("{name} '{text}': {fault}"),
            };
            let turns = algorithm::turns(puzzle, &parsed).unwrap();
            let done = effect(&turns);
            let same = |kind: &str, rewritten: &str| {
                assert_eq!(
                    read(puzzle, rewritten, &text),
                    done,
                    "{kind} of '{text}' of {name}: '{rewritten}'"
                );
            };
            same("text", &parsed.to_string());
            same("expand", &algorithm::write(&turns));
            same("single", &algorithm::write(&algorithm::single(&turns).unwrap()));
            same("simplify", &algorithm::write(&algorithm::simplify(puzzle, &turns)));
            same("merge", &algorithm::write(&algorithm::merge(puzzle, &turns)));
            // Not every puzzle has a move for a turn in another orientation.
            if let Ok(unrotated) = unrotate(puzzle, &turns) {
                same("unrotate", &algorithm::write(&unrotated));
            }
            let inverse = algorithm::inverse(puzzle, &parsed).to_string();
            assert_eq!(
                read(puzzle, &inverse, &text),
                done.inverse(),
                "inverse of '{text}' of {name}: '{inverse}'"
            );
            let inverse = algorithm::write(&algorithm::invert(&turns));
            assert_eq!(
                read(puzzle, &inverse, &text),
                done.inverse(),
                "inverse of '{text}' of {name}: '{inverse}'"
            );
        }
    }
}
