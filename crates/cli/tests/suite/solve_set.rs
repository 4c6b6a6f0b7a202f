//! `solve-set`: sets of puzzles, from their files to a submission.

use crate::program::{json_lines, ok, root, run};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SET: &str = "testdata/sets";

/// What the moves of a submission make of a state, by the lists of the definition alone.
fn is_solved(row: &str, moves: &str) -> bool {
    let info = fs::read_to_string(root().join(SET).join("puzzle_info.csv")).unwrap();
    let fields: Vec<&str> = row.split(',').collect();
    let lists = info.lines().find_map(|line| line.strip_prefix(&format!("{},", fields[1]))).unwrap();
    let lists = lists.trim_matches('"').replace("\"\"", "\"");
    let lists: serde_json::Value = serde_json::from_str(&lists).unwrap();
    let mut state: Vec<&str> = fields[3].split(';').collect();
    for name in moves.split('.').filter(|name| !name.is_empty()) {
        let list = lists[name.trim_start_matches('-')].as_array().unwrap();
        let before = state.clone();
        for (place, other) in list.iter().enumerate() {
            let other = other.as_u64().unwrap() as usize;
            match name.starts_with('-') {
                false => state[place] = before[other],
                true => state[other] = before[place],
            }
        }
    }
    let differing = fields[2].split(';').zip(&state).filter(|(aim, held)| aim != *held).count();
    differing <= fields[4].parse().unwrap()
}

/// The answers of a submission that solve their states, by id.
fn checked(path: &Path) -> Vec<(String, usize)> {
    let states = fs::read_to_string(root().join(SET).join("puzzles.csv")).unwrap();
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("id,moves"));
    let answer = |line: &str| {
        let (id, moves) = line.split_once(',').unwrap();
        let row = states.lines().find(|row| row.starts_with(&format!("{id},"))).unwrap();
        assert!(is_solved(row, moves), "{line}");
        (id.to_string(), moves.split('.').filter(|name| !name.is_empty()).count())
    };
    lines.map(answer).collect()
}

#[test]
fn each_state_of_a_set_has_an_answer_that_its_lists_confirm() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("submission.csv");
    let run = run(&["solve-set", SET, "-o", path.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("cube_4/4/4: a cube, 4x4x4\n"), "{}", run.err);
    let text = run.out.trim_end();
    let answers = checked(&path);
    assert_eq!(answers.len(), 11);
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    for ((id, length), row) in answers.iter().zip(&rows) {
        assert_eq!((id.as_str(), length.to_string().as_str()), (row[0], row[2]));
    }
    // The first is five random moves from the solved state.
    assert!(answers[0].1 <= 5);
    // Cubes are solved as such, in patterns and where each sticker has its own label.
    let engines: Vec<&str> = rows[..8].iter().map(|row| row[5]).collect();
    assert_eq!(engines, [&["table"; 3][..], &["two-phase"; 3], &["reduction"; 2]].concat());
}

#[test]
fn a_further_run_keeps_shorter_answers_and_adds_others() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("submission.csv");
    let file = path.to_str().unwrap();
    ok(&["solve-set", SET, "--only", "globe_1/3", "-o", file]);
    let first = checked(&path);
    assert_eq!(first.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["8", "9", "10"]);
    let line = fs::read_to_string(&path).unwrap().lines().nth(1).unwrap().to_string();
    // A detour, which the next run does better, and a state that is not asked for.
    let longer = format!("id,moves\n{line}.r0.-r0\n");
    fs::write(&path, &longer).unwrap();
    let kept = ok(&["solve-set", SET, "--only", "0", "-o", file]);
    assert_eq!(kept.lines().count(), 2);
    let both = checked(&path);
    assert_eq!(both.len(), 2);
    assert_eq!(both[1].1, first[0].1 + 2);
    ok(&["solve-set", SET, "--only", "8", "--time", "500ms", "-o", file]);
    assert_eq!(checked(&path)[1].1, first[0].1);
}

#[test]
fn answers_survive_a_kill() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("submission.csv");
    let mut child = Command::new(env!("CARGO_BIN_EXE_permutant"))
        .args(["solve-set", SET, "--time", "10m", "--threads", "1", "--no-tables", "-o"])
        .arg(&path)
        .current_dir(root())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while !path.exists() && began.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!checked(&path).is_empty());
    let others = fs::read_dir(directory.path()).unwrap().count();
    assert!(others <= 2, "the submission, and at most what was being written");
}

#[test]
fn records_and_best_known_lengths_are_told() {
    let run = run(&["solve-set", "testdata/sets/tetra", "--json"]);
    assert_eq!(run.code, 0);
    assert!(run.err.contains("4 of 4 solved, 18 moves where the best known are"), "{}", run.err);
    let records = json_lines(&run.out);
    assert_eq!(records.len(), 4);
    assert_eq!((records[0]["solution"].as_str(), records[0]["optimal"].as_bool()), (Some("a.b"), Some(true)));
    let directory = tempfile::tempdir().unwrap();
    let best = directory.path().join("best.tsv");
    fs::write(&best, "id\tfirst_place_length\n1\t77\n").unwrap();
    let text =
        ok(&["solve-set", "testdata/sets/tetra", "--only", "1-2", "--best-known", best.to_str().unwrap()]);
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(rows.len(), 2);
    assert!(rows[0].starts_with("1\ttetra\t5\t5\t77\t"), "{text}");
}

#[test]
fn what_cannot_be_solved_is_a_no_and_bad_files_are_told() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let info = write("info.csv", "puzzle,moves\nrow,\"{'a': [1, 2, 0]}\"\n");
    let odd = write("odd.csv", "id,puzzle,state,solved\n0,row,1;0;2,0;1;2\n1,row,1;2;0,0;1;2\n");
    let told = run(&["solve-set", &info, &odd]);
    assert_eq!(told.code, 1);
    assert!(told.out.contains("error: 0: ") && told.out.contains("1\trow\t1\t1\t"), "{}", told.out);
    let wrong = write("wrong.csv", "id,moves\n1,a\n");
    for (args, expected) in [
        (vec![&info[..]], "there is no state to solve"),
        (vec![&odd], "no file defines the puzzle row"),
        (vec![&info, &odd, "--only", "row,7"], "no state or puzzle is called '7'"),
        (vec![&info, &odd, "-o", &wrong], "these moves do not solve 1"),
        (vec![directory.path().to_str().unwrap()], "is a folder without a set of puzzles"),
    ] {
        let told = run(&[&["solve-set"], &args[..]].concat());
        assert_eq!(told.code, 2, "{args:?}");
        assert!(told.err.contains(expected), "{args:?}: {}", told.err);
    }
    assert_eq!(fs::read_to_string(&wrong).unwrap(), "id,moves\n1,a\n", "a foreign file stays as it is");
}
