//! Random positions of puzzles from the catalog: scrambled, solved and verified, as text and as JSON.
//!
//! Start at [`round`]. For cubes, the campaign also uses its own model ([`crate::cube`]), so that the program does not
//! judge itself.

use crate::cube::Cube;
use crate::dice::Dice;
use crate::round::{Fault, Round};
use crate::shrink;
use serde_json::Value;
use std::io;

/// Puzzles; for cubes also their size, otherwise 0.
const PUZZLES: [(&str, usize); 26] = [
    ("3x3x3", 3),
    ("3x3x3", 3),
    ("3x3x3", 3),
    ("3x3x3", 3),
    ("2x2x2", 2),
    ("2x2x2", 2),
    ("4x4x4", 4),
    ("5x5x5", 5),
    ("pyraminx", 0),
    ("tetraminx", 0),
    ("skewb", 0),
    ("megaminx", 0),
    ("kilominx", 0),
    ("square-1", 0),
    ("clock", 0),
    ("slide:3x3", 0),
    ("slide:4x4", 0),
    ("torus:3x3", 0),
    ("torus:4x4", 0),
    ("topspin:12,4", 0),
    ("pancake:8", 0),
    ("dino", 0),
    ("ivy cube", 0),
    ("gear cube", 0),
    ("cuboid:2x3x3", 0),
    ("fto", 0),
];

/// The steps from scramble to verified solution for one puzzle, and a few random sequences on a cube of random size.
pub(super) fn round(round: &mut Round<'_>) -> io::Result<()> {
    let &(puzzle, size) = round.dice.pick(&PUZZLES);
    let count = if size == 3 || size == 2 { 5 } else { 2 };
    let scrambles = scrambles(round, puzzle, count)?;
    as_json(round, puzzle, size, &scrambles)?;
    as_text(round, puzzle, size, &scrambles)?;
    if size == 2 || size == 3 {
        by_facelets(round, puzzle, size, &scrambles)?;
    }
    sequences(round)
}

/// Random positions; text and JSON of the same seed must agree.
fn scrambles(round: &mut Round<'_>, puzzle: &str, count: usize) -> io::Result<Vec<String>> {
    let (count, seed) = (count.to_string(), round.dice.below(1_000_000).to_string());
    let words = ["scramble", puzzle, "--count", &count, "--seed", &seed, "--no-tables"];
    let call = round.call(&words);
    let run = round.expect("scramble", &call, "scrambles", |run| run.is(0))?;
    let scrambles: Vec<String> = run.out.lines().map(str::to_string).collect();
    let call = round.call(&[&words[..], &["--json"]].concat());
    round.expect("scramble --json", &call, "the scrambles of the text", |run| {
        let json = run.json();
        run.is(0)
            && json.iter().filter_map(|one| one["scramble"].as_str()).eq(scrambles.iter().map(String::as_str))
    })?;
    Ok(scrambles)
}

fn lines(scrambles: &[String]) -> String {
    scrambles.join("\n") + "\n"
}

/// `scramble | solve - --json | verify - --json`.
fn as_json(round: &mut Round<'_>, puzzle: &str, size: usize, scrambles: &[String]) -> io::Result<()> {
    let call = round.call(&["solve", puzzle, "-", "--no-tables", "--json"]).input(lines(scrambles));
    let expected = "an answer to each line, in order";
    let solved = round.expect("solve --json", &call, expected, |run| {
        let answers = run.json();
        run.is(0)
            && answers.len() == scrambles.len()
            && answers.iter().zip(scrambles).all(|(answer, scramble)| {
                answer["input"] == scramble.as_str() && answer["solution"].is_string() && is_honest(answer)
            })
    })?;
    let answers = solved.json();
    for (answer, scramble) in answers.iter().zip(scrambles) {
        if let Some(solution) = answer["solution"].as_str() {
            own_cube(round, "own cube, solve --json", &call.shown(), size, scramble, solution);
        }
    }
    let call = round.call(&["verify", puzzle, "-", "--json"]).input(solved.out);
    round.expect("verify --json", &call, "each solved, as long as the solver said", |run| {
        let told = run.json();
        let agrees = |(verdict, answer): (&Value, &Value)| {
            verdict["solved"] == true && verdict["length"] == answer["length"]
        };
        run.is(0) && told.len() == answers.len() && told.iter().zip(&answers).all(agrees)
    })?;
    Ok(())
}

/// Whether the fields of an answer are consistent.
fn is_honest(answer: &Value) -> bool {
    let (length, bound) = (answer["length"].as_u64(), answer["lower_bound"].as_u64());
    bound <= length && (answer["optimal"] == true) == (bound == length)
}

/// `scramble | solve -`, with each line verified against its scramble.
fn as_text(round: &mut Round<'_>, puzzle: &str, size: usize, scrambles: &[String]) -> io::Result<()> {
    let call = round.call(&["solve", puzzle, "-", "--no-tables"]).input(lines(scrambles));
    let expected = "a line for each position";
    let run = round
        .expect("solve", &call, expected, |run| run.is(0) && run.out.lines().count() == scrambles.len())?;
    for (line, scramble) in run.out.lines().zip(scrambles) {
        let verify = round.call(&["verify", puzzle, "--scramble", scramble, "--solution", line]);
        round.expect("verify", &verify, "solved", |run| run.is(0) && run.out.starts_with("solved"))?;
        let moves = line.rsplit_once('(').map_or(line, |(moves, _)| moves);
        own_cube(round, "own cube, solve", &call.shown(), size, scramble, moves);
    }
    Ok(())
}

/// Replays a solution on the campaign's own cube.
fn own_cube(
    round: &mut Round<'_>,
    check: &'static str,
    command: &str,
    size: usize,
    scramble: &str,
    solution: &str,
) {
    if size == 0 {
        return;
    }
    let end = Cube::solved(size).after(scramble).and_then(|cube| cube.after(solution));
    let fault = (!end.is_some_and(|end| end.is_solved())).then(|| Fault {
        check,
        command: command.to_string(),
        expected: format!("a solution of {scramble}"),
        found: solution.to_string(),
        files: Vec::new(),
    });
    round.check(check, fault);
}

/// Solves facelets given by the campaign's own cube, and checks that optimal lengths of the 2x2x2 are within its
/// diameter.
fn by_facelets(round: &mut Round<'_>, puzzle: &str, size: usize, scrambles: &[String]) -> io::Result<()> {
    for scramble in scrambles.iter().take(2) {
        let Some(cube) = Cube::solved(size).after(scramble) else { continue };
        let facelets = cube.facelets();
        let call = round.call(&["solve", puzzle, "--facelets", &facelets, "--no-tables", "--json"]);
        let most = if size == 2 { 11 } else { u64::MAX };
        let expected = "a solution of the facelets";
        round.expect("solve --facelets", &call, expected, |run| {
            let answer = run.first();
            let end = answer["solution"].as_str().and_then(|solution| cube.after(solution));
            run.is(0) && end.is_some_and(|end| end.is_solved()) && answer["length"].as_u64() <= Some(most)
        })?;
    }
    Ok(())
}

/// Random words in cube notation: their effect on the solved cube must be the same in the program and in the campaign's
/// own model.
fn sequences(round: &mut Round<'_>) -> io::Result<()> {
    for _ in 0..3 {
        let size = round.dice.between(2, 7);
        let length = round.dice.between(1, 40);
        let words: Vec<String> = (0..length).map(|_| word(&mut round.dice, size)).collect();
        let call = facelets_call(round, size, &words);
        let run = call.run()?;
        let is_wrong = |words: &[String], out: &str| {
            Cube::solved(size).after(&words.join(" ")).is_none_or(|cube| out.trim() != cube.facelets())
        };
        let mut fault = None;
        if run.breach().is_some() || is_wrong(&words, &run.out) {
            let words = shrink::smallest(
                words,
                |words| shrink::without_parts(words),
                |words| facelets_call(round, size, words).run().is_ok_and(|run| is_wrong(words, &run.out)),
            );
            let call = facelets_call(round, size, &words);
            let expected = Cube::solved(size).after(&words.join(" ")).map(|cube| cube.facelets());
            let expected = expected.unwrap_or_else(|| "an answer".into());
            fault = Some(Fault::of_call("own cube, sequences", &call, &call.run()?, expected, &[]));
        }
        round.check("own cube, sequences", fault);
    }
    Ok(())
}

fn facelets_call(round: &Round<'_>, size: usize, words: &[String]) -> crate::program::Call {
    round.call(&["apply", &format!("{size}x{size}x{size}"), &words.join(" "), "--format", "facelets"])
}

/// A turn in usual notation: a face, a wide block, an inner layer, a middle slice, or a rotation.
fn word(dice: &mut Dice, size: usize) -> String {
    let face = *dice.pick(&["U", "R", "F", "D", "L", "B"]);
    let amount = *dice.pick(&["", "", "2", "'", "3", "2'"]);
    let base = match dice.below(8) {
        0 if size == 3 => (*dice.pick(&["M", "E", "S"])).to_string(),
        1 => (*dice.pick(&["x", "y", "z"])).to_string(),
        2 if size > 2 => format!("{face}w"),
        3 if size > 3 => format!("{}{face}w", dice.between(2, size - 1)),
        4 if size > 3 => format!("{}{face}", dice.between(2, size - 1)),
        5 if size > 4 => {
            let from = dice.between(2, size - 2);
            format!("{from}-{}{face}w", dice.between(from + 1, size - 1))
        }
        _ => face.to_string(),
    };
    base + amount
}
