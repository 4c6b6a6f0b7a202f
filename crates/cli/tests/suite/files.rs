//! Files that are not what they should be: links and pipes under the names of tables, limits, names that steer terminals, counts
//! that somebody rewrote, inputs without an end.

use crate::program::{json_lines, ok, run};
use permutant_store::{TableDir, TableError, TableFile};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Runs `tables` in a directory.
fn tables(directory: &Path, args: &[&str]) -> crate::program::Run {
    run(&[&["tables", "--tables", directory.to_str().unwrap()], args].concat())
}

#[test]
fn names_do_not_steer_the_terminal() {
    let directory = tempfile::tempdir().unwrap();
    if std::fs::write(directory.path().join("\x1b[31mred.table"), "").is_err() {
        return; // a system that has no such names
    }
    for action in ["list", "verify", "clean"] {
        let run = tables(directory.path(), &[action]);
        assert!(!run.out.contains('\x1b') && !run.err.contains('\x1b'), "{action}: {}{}", run.out, run.err);
        assert_eq!(run.out.contains("\\u{1b}[31mred"), action != "clean", "{}", run.out);
    }
    let file = directory.path().join("\x1b[31mred.tws");
    std::fs::write(&file, "Name \x1b[31mred\nSet \u{9b}31m 1 1\nNothing \x1b[0m\n").unwrap();
    let unread = run(&["puzzles", file.to_str().unwrap(), "--color", "never"]);
    assert_eq!(unread.code, 2, "{}", unread.err);
    assert!(!unread.err.contains(['\x1b', '\u{9b}']), "{}", unread.err);
}

#[test]
fn a_directory_among_the_leftovers_is_passed_over() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir(directory.path().join("2x2x2-htm.abc.unfinished")).unwrap();
    std::fs::write(directory.path().join("2x2x2-htm.def.unfinished"), "half").unwrap();
    let cleaned = tables(directory.path(), &["clean"]);
    assert_eq!(cleaned.code, 0, "{}", cleaned.err);
    let lines: Vec<&str> = cleaned.out.lines().collect();
    assert_eq!(lines[0], "1 file removed");
    assert!(lines[1].starts_with("not removed: ") && lines[1].contains("abc.unfinished: a directory"));
    let listed = json_lines(&tables(directory.path(), &["list", "--json"]).out);
    let states: Vec<&Value> =
        listed.iter().filter(|table| table["name"] == "2x2x2-htm").map(|table| &table["state"]).collect();
    assert_eq!(states, ["unusable", "absent"]);
}

#[test]
fn files_have_variants() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("two kinds.tws");
    let text = "Name two-kinds\nSet A 4 1\nSet B 2 2\nSolved\nA\n1 1 2 2\nB\n1 2\n? 0\nEnd\n\
        Move r\nA\n2 3 4 1\nEnd\nMove s\nA\n2 1 3 4\nB\n2 1\n1 0\nEnd\n";
    std::fs::write(&file, text).unwrap();
    let total = |clauses: &str| {
        let name = format!("{}{clauses}", file.display());
        let run = ok(&["god", &name, "--json"]);
        json_lines(&run)[0]["total"].as_u64().unwrap()
    };
    // Two of four places; all orders of four pieces; twists of one or two of two others, exchanged as the first are or not.
    assert_eq!(total(" without B"), 6);
    assert_eq!(total(" without B with all pieces distinguished"), 24);
    assert_eq!(total(" without A"), 4);
    assert_eq!(total(" without A with all pieces distinguished"), 4);
    assert_eq!(total(" without orientations without A"), 2);
    assert_eq!(total(" without permutations of A without B"), 1);
    assert_eq!(total(" with moves r"), 4);
    for (clauses, said) in [
        (" without C", "it has no set 'c'"),
        (" with 1 fixed", "name one by its set and slot, as A:1"),
        (" with B:3 fixed", "'B:3' is not one of the 2 slots"),
        (" with B:1 fixed", ""),
    ] {
        let run = run(&["god", &format!("{}{clauses}", file.display())]);
        assert!(run.err.contains(said), "{}", run.err);
        assert_eq!(run.code, if said.is_empty() { 0 } else { 2 }, "{}", run.err);
    }
    let run = run(&["god", "none.tws without C"]);
    assert!(run.code == 2 && run.err.contains("none.tws cannot be read"), "{}", run.err);
}

/// The counts of a run that went on are those of one that was never stopped, antipodes and all, wherever it was stopped.
#[test]
fn a_count_that_went_on_tells_the_same() {
    for (puzzle, depths) in [
        (&["3x3x3"][..], &["0", "2", "4"][..]),
        (&["megaminx"], &["1", "3"]),
        (&["2x2x2"], &["0", "3", "5"]),
        (&["tetraminx", "--metric", "U=2,L=3", "--moves", "U,L,R"], &["4", "12"]),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let at = directory.path().to_str().unwrap();
        let counted = |depth: &str| {
            let saved = ["--tables", at, "--save-every", "0s", "--depth", depth, "--json"];
            run(&[&["god"], puzzle, &saved].concat())
        };
        for (number, depth) in depths.iter().enumerate() {
            // The second time the save is at the end already.
            for again in [false, true] {
                let went_on = counted(depth);
                let whole = ok(&[&["god"], puzzle, &["--no-tables", "--depth", depth, "--json"]].concat());
                assert_eq!(went_on.out.trim_end(), whole, "{puzzle:?} {depth}");
                let is_saved = number > 0 || again && *depth != "0";
                let was_saved = is_saved && (again || depths[number - 1] != "0");
                assert_eq!(
                    went_on.err.contains("continuing"),
                    was_saved,
                    "{puzzle:?} {depth}: {}",
                    went_on.err
                );
            }
        }
    }
}

/// The only file with this ending.
fn only(directory: &Path, ending: &str) -> PathBuf {
    let files = std::fs::read_dir(directory).unwrap().flatten().map(|entry| entry.path());
    let mut files = files.filter(|path| path.extension().is_some_and(|extension| extension == ending));
    let only = files.next().unwrap();
    assert!(files.next().is_none());
    only
}

/// Rewrites the numbers of a saved count, with a checksum that fits.
fn rewrite(directory: &Path, change: impl FnOnce(&mut Vec<u64>)) {
    let file = TableFile::open_any(&only(directory, "table")).unwrap();
    let numbers = file.entries().chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap()));
    let mut numbers: Vec<u64> = numbers.collect();
    change(&mut numbers);
    let bytes: Vec<u8> = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
    TableDir::new(directory)
        .build(&file.header().description, || Ok::<_, TableError>(bytes))
        .unwrap()
        .verify()
        .unwrap();
}

#[test]
fn counts_that_were_rewritten_are_not_believed() {
    // A kind of count, then how many levels there are, then the levels.
    let levels = 2;
    for (puzzle, change) in [
        // Three states fewer at distance 1, three more at 4: entries of both are the same modulo 3.
        (
            &["2x2x2", "--depth", "5"][..],
            Box::new(|numbers: &mut Vec<u64>| {
                numbers[levels + 1] -= 3;
                numbers[levels + 4] += 3;
            }) as Box<dyn Fn(&mut Vec<u64>)>,
        ),
        // One state of distance 3 is at 2, and so say the levels.
        (
            &["3x3x3", "--depth", "3", "--symmetry", "off"],
            Box::new(|numbers| {
                numbers[levels + 2] += 1;
                numbers[levels + 3] -= 1;
                let words = numbers[levels + 4] as usize;
                let mut at = levels + 5;
                // To the first shard with a state at distance 3.
                loop {
                    let count = numbers[at] as usize;
                    if let Some(state) = (at + 1..=at + count).find(|&state| numbers[state] == 3) {
                        numbers[state] = 2;
                        return;
                    }
                    at += 1 + count * (1 + words);
                }
            }),
        ),
        // A state that is none.
        (&["3x3x3", "--depth", "3"], Box::new(|numbers| *numbers.last_mut().unwrap() ^= 31 << 40)),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let at = directory.path().to_str().unwrap();
        let args = [&["god"], puzzle, &["--tables", at, "--save-every", "0s", "--json"]].concat();
        let told = ok(&args);
        rewrite(directory.path(), change);
        let again = run(&args);
        assert_eq!(again.code, 0, "{}", again.err);
        assert!(again.err.contains("is not used: the saved count is damaged"), "{puzzle:?}: {}", again.err);
        assert_eq!(again.out.trim_end(), told);
    }
}

#[test]
fn counts_that_cannot_be_are_found_without_their_puzzle() {
    for puzzle in [&["2x2x2", "--depth", "5"][..], &["3x3x3", "--depth", "3"]] {
        let directory = tempfile::tempdir().unwrap();
        let at = directory.path().to_str().unwrap();
        ok(&[&["god"], puzzle, &["--tables", at, "--save-every", "0s"]].concat());
        let right = tables(directory.path(), &["verify"]);
        assert_eq!(right.code, 0, "{}", right.out);
        // The last level but one has no states, though there are some.
        let numbers = |numbers: &mut Vec<u64>| {
            let last = 1 + numbers[1] as usize;
            numbers[last - 1] = 0;
        };
        rewrite(directory.path(), numbers);
        let wrong = tables(directory.path(), &["verify"]);
        assert_eq!(wrong.code, 1, "{puzzle:?}: {}", wrong.out);
        assert!(wrong.out.contains("the saved count is damaged"), "{}", wrong.out);
    }
}

/// A system of files with links, pipes, devices, and limits for each program.
#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    /// What a shell says that runs the program as `$0` with these words after it; it has a minute.
    fn shell(script: &str, args: &[&str]) -> crate::program::Run {
        let mut child = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_permutant")])
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if began.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("{script} {args:?} does not end");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let code = output.status.code().unwrap_or(-1);
        crate::program::Run { out: text(output.stdout), err: text(output.stderr), code }
    }

    #[test]
    fn a_lock_does_not_reach_through_a_link() {
        let directory = tempfile::tempdir().unwrap();
        let (mine, lock) = (directory.path().join("mine"), directory.path().join("2x2x2-htm.lock"));
        std::fs::write(&mine, [b'x'; 90]).unwrap();
        symlink(&mine, &lock).unwrap();
        let at = directory.path().to_str().unwrap();
        let build = ["tables", "build", "2x2x2-htm", "--tables", at];
        let refused = shell("exec \"$0\" \"$@\"", &build);
        assert_eq!(refused.code, 2, "{}", refused.err);
        assert!(refused.err.contains("2x2x2-htm.lock: a symbolic link"), "{}", refused.err);
        assert_eq!(std::fs::read(&mine).unwrap(), [b'x'; 90]);
        // A solver does without.
        let solved = shell("exec \"$0\" \"$@\"", &["solve", "2x2x2", "R U2", "--tables", at]);
        assert_eq!(solved.code, 0, "{}", solved.err);
        for name in ["2x2x2-htm.lock", "2x2x2-htm.table"] {
            let pipe = directory.path().join(name);
            let _ = std::fs::remove_file(&lock);
            assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
            let refused = shell("exec \"$0\" \"$@\"", &build);
            assert_eq!(refused.code, 2, "{}", refused.err);
            assert!(refused.err.contains(&format!("{name}: a named pipe")), "{}", refused.err);
            assert_eq!(shell("exec \"$0\" \"$@\"", &["tables", "list", "--tables", at]).code, 0);
        }
    }

    #[test]
    fn what_is_made_is_for_its_owner() {
        let directory = tempfile::tempdir().unwrap();
        let below = directory.path().join("made/here");
        let build = ["tables", "build", "2x2x2-htm", "--tables", below.to_str().unwrap()];
        assert_eq!(shell("umask 0; exec \"$0\" \"$@\"", &build).code, 0);
        let mode = |name: &str| below.join(name).metadata().unwrap().permissions().mode() & 0o7777;
        assert_eq!(["", "2x2x2-htm.lock", "2x2x2-htm.table"].map(mode), [0o700, 0o600, 0o600]);
    }

    #[test]
    fn a_file_that_may_not_be_so_large_leaves_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let at = directory.path().to_str().unwrap();
        let limited =
            shell("ulimit -f 100; exec \"$0\" \"$@\"", &["tables", "build", "2x2x2-htm", "--tables", at]);
        assert_eq!(limited.code, 3, "{}", limited.err);
        assert!(limited.err.contains(" bytes") && limited.err.contains("ulimit -f"), "{}", limited.err);
        let names = std::fs::read_dir(directory.path()).unwrap().flatten().map(|entry| entry.file_name());
        assert_eq!(names.collect::<Vec<_>>(), ["2x2x2-htm.lock"]);
        // What a builder left that was killed goes when the table is built.
        let left = directory.path().join("2x2x2-htm.abcdef.unfinished");
        std::fs::write(&left, "half").unwrap();
        assert_eq!(tables(directory.path(), &["build", "2x2x2-htm"]).code, 0);
        assert!(!left.exists());
    }

    #[test]
    fn inputs_without_an_end_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = directory.path().join("pipe.tws");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let (pipe, folder) = (pipe.to_str().unwrap(), directory.path().to_str().unwrap());
        for (script, args, told) in [
            ("exec \"$0\" \"$@\"", &["puzzles", "/dev/zero"][..], "more than 268435456 bytes"),
            ("exec \"$0\" \"$@\"", &["puzzles", folder], "is a directory"),
            ("exec \"$0\" \"$@\"", &["puzzles", pipe], "without a writer"),
            ("exec \"$0\" \"$@\"", &["solve", "3x3x3", "--state", "/dev/zero"], "more than 268435456 bytes"),
            ("exec \"$0\" \"$@\"", &["solve", "3x3x3", "--state", pipe], "without a writer"),
            ("exec \"$0\" \"$@\" </dev/zero", &["solve", "3x3x3", "-"], "more than 67108864 bytes"),
            ("exec \"$0\" \"$@\" </", &["solve", "3x3x3", "-"], "standard input cannot be read"),
        ] {
            let refused = shell(script, args);
            assert_eq!(refused.code, 2, "{script} {args:?}: {}{}", refused.out, refused.err);
            assert!(refused.err.contains(told), "{script} {args:?}: {}", refused.err);
        }
        // A pipe with a writer is a file like any other.
        let written = shell(
            "printf 'R U\\n' > \"$5\" & exec \"$0\" \"$@\"",
            &["solve", "3x3x3", "--no-tables", "--state", pipe],
        );
        assert_eq!((written.out.trim_end(), written.code), ("U' R' (2f*)", 0), "{}", written.err);
    }
}
