//! Table files as a user sees them, and what a limit on time leaves of an answer.

use crate::program::*;

#[test]
fn tables_are_built_listed_verified_and_cleaned() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_str().unwrap();
    let tables = |args: &[&str]| {
        let args: Vec<&str> = ["tables", "--tables", path, "--json"].iter().chain(args).copied().collect();
        run(&args)
    };
    assert!(json_lines(&tables(&["list"]).out).iter().all(|table| table["state"] == "absent"));
    let built = json_lines(&tables(&["build", "2x2x2-htm"]).out);
    assert_eq!(
        built[0]["distribution"],
        serde_json::json!([1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644])
    );
    assert_eq!(json_lines(&tables(&["verify"]).out)[0]["state"], "good");
    let file = directory.path().join("2x2x2-htm.table");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[100_000] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    assert_eq!(tables(&["verify"]).code, 1);
    // The damaged one still has the right header; built anew it is good.
    assert_eq!(tables(&["build", "2x2x2-htm"]).code, 0);
    assert_eq!(tables(&["verify"]).code, 0);
    // The list tells what each costs and gives, kept or not; a puzzle stands for its tables.
    assert_eq!(tables(&["build", "2x2x2"]).code, 0);
    let listed = json_lines(&tables(&["list"]).out);
    let kept = listed.iter().filter(|table| table["state"] == "whole").collect::<Vec<_>>();
    assert_eq!(kept.iter().map(|table| &table["name"]).collect::<Vec<_>>(), ["2x2x2-htm", "2x2x2-qtm"]);
    assert_eq!(kept[0]["built_by"], env!("CARGO_PKG_VERSION"));
    for table in &listed {
        let (bytes, seconds) = (table["bytes_when_built"].as_u64(), table["seconds_to_build"].as_u64());
        assert!(bytes > Some(1_000_000) && seconds > Some(0), "{table}");
        assert!(table["gives"].as_str().unwrap().contains("x"), "{table}");
    }
    let recommended = listed.iter().filter(|table| table["recommended"] == true).count();
    assert_eq!(recommended, 5);
    // One is removed, and only that; one that is not there is a fault that names the others.
    assert_eq!(json_lines(&tables(&["remove", "2x2x2-qtm"]).out)[0]["state"], "removed");
    let again = tables(&["remove", "2x2x2-qtm"]);
    assert!(again.code == 2 && again.out.contains("2x2x2-htm"), "{}", again.out);
    assert_eq!(tables(&["clean", "--all"]).code, 0);
    assert!(json_lines(&tables(&["list"]).out).iter().all(|table| table["state"] == "absent"));
}

#[test]
fn all_tables_are_written_or_none() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("tables");
    let solve = |puzzle: &str, which: &str| {
        let place = path.to_str().unwrap();
        let args = ["solve", puzzle, "R U", "--method", "search", "--tables", place, "--write-tables", which];
        ok(&args)
    };
    let tables = || {
        let files = std::fs::read_dir(&path).into_iter().flatten().flatten();
        files.filter(|file| file.path().extension().is_some_and(|ending| ending == "table")).count()
    };
    // A search of a few nodes is worth a file to nobody who does not ask for it.
    let answer = solve("3x3x3", "auto");
    assert_eq!(tables(), 0);
    assert_eq!((solve("3x3x3", "always"), tables()), (answer.clone(), 1));
    assert_eq!((solve("3x3x3", "never"), tables()), (answer, 1));
    assert_eq!((solve("skewb", "never"), tables()), (solve("skewb", "auto"), 1));
    std::fs::remove_dir_all(&path).unwrap();
    let place = ["--tables", path.to_str().unwrap(), "--write-tables", "never"];
    ok(&[&["solve", "2x2x2", "R U F'"], &place[..]].concat());
    assert!(!path.exists(), "not even the directory is made");
    let built = run(&[&["tables", "build", "2x2x2"], &place[..]].concat());
    assert!(built.code == 2 && built.err.contains("--write-tables"), "{}", built.err);
}

/// Where a quick engine has a solution, a limit is no reason to have none; and what is made ready once for a batch is not
/// part of the limit of its first positions.
#[test]
fn a_time_limit_leaves_the_answer_of_a_quick_engine() {
    let solved = |args: &[&str], input: &str| {
        let run = run_with_input(args, input);
        assert_eq!(run.code, 0, "{args:?}: {}{}", run.out, run.err);
        (json_lines(&run.out), run.err)
    };
    let big = "Rw U2 F' 2R B Uw2 L D' Fw R2 U Lw' B2 Dw F Rw2 U' L2 Bw D";
    for (puzzle, scramble, most) in [
        ("4x4x4", big, 250),
        ("5x5x5", big, 400),
        ("megaminx", "U R2 F' L BL DR2 U' R DL2 BR' U2 F L' DR", 600),
        ("slide:5x5", "R D R D L U L D R R U L D D R U", 1000),
    ] {
        let args = ["solve", puzzle, scramble, "--time-limit", "20ms", "--no-tables", "--json"];
        let (answers, _) = solved(&args, "");
        assert!(answers[0]["length"].as_u64() <= Some(most), "{}", answers[0]);
    }
    let lines = "R D R D L U L D R R U L D D R U\nD R U R D D L L U R D L D R R U\n";
    let batch = ["solve", "slide:5x5", "-", "--time-limit", "20ms", "--no-tables", "--json"];
    assert_eq!(solved(&batch, lines).0.len(), 2);
    // Without a terminal nothing is built by itself; one line says what would be better, and by how much.
    let (_, told) = solved(&["solve", "5x5x5", big, "--no-tables", "--json"], "");
    let notes: Vec<&str> = told.lines().collect();
    assert!(notes.len() == 1 && notes[0].contains("about 70 turns instead of"), "{told}");
    assert!(notes[0].contains("`permutant tables build 5x5x5-phases`"), "{told}");
    assert_eq!(solved(&["solve", "5x5x5", "U R", "--no-tables", "--json"], "").1, "", "it is shortest");
    assert_eq!(solved(&["solve", "5x5x5", big, "--no-tables", "--json", "--quiet"], "").1, "");
    // An hour is no reason to make six hundred megabytes for two turns.
    assert_eq!(solved(&["solve", "3x3x3", "R U", "--time-limit", "1h", "--json"], "").1, "");
}

/// A search for a shortest solution that may take minutes is not what nobody asked for.
#[test]
fn puzzles_of_sixteen_tiles_are_solved_in_seconds() {
    for (puzzle, moves) in [("slide:4x4", "300"), ("klein:4x4", "40")] {
        let scramble = ok(&["scramble", puzzle, "--moves", moves, "--seed", "3"]);
        let answer = &json_lines(&ok(&["solve", puzzle, &scramble, "--no-tables", "--json"]))[0];
        assert!(answer["length"].as_u64() <= Some(90) && answer["seconds"].as_f64() < Some(60.0), "{answer}");
    }
    // Where it is near, the search still proves it.
    let near = &json_lines(&ok(&["solve", "slide:4x4", "R D L U R D", "--no-tables", "--json"]))[0];
    assert_eq!((&near["optimal"], &near["method"]), (&true.into(), &"search".into()), "{near}");
}

#[test]
fn large_two_phase_tables_are_used_where_they_are_kept_and_pay() {
    let explained = |words: &[&str]| {
        let args = [&["solve", "3x3x3", "R U", "--explain", "--no-tables"], words].concat();
        let run = run(&args);
        assert_eq!(run.code, 0, "{words:?}: {}", run.err);
        assert!(run.out.starts_with("U' R'"), "{words:?}: {}", run.out);
        run.err
    };
    assert!(explained(&[]).contains("the small tables, which are ready at once"));
    assert!(explained(&["--max-length", "20"]).contains("(3x3x3-two-phase) are not built"));
    assert!(explained(&["--time-limit", "2s"]).contains("(3x3x3-two-phase) are not built"));
    // The answer to a limit on nodes does not depend on what is kept.
    assert!(explained(&["--max-length", "20", "--node-limit", "100000"]).contains("ready at once"));
    let asked = ["--method", "two-phase-large", "--memory"];
    assert!(explained(&[&asked[..], &["100MiB"]].concat()).contains("the large ones need more --memory"));
    assert!(explained(&[&asked[..], &["680MiB"]].concat()).contains("building the large ones needs more"));
    let huge = run(&["solve", "3x3x3", "R U", "--no-tables", "--method", "huge", "--memory", "1500MiB"]);
    assert_eq!((huge.code, huge.err.contains("--memory")), (3, true), "{}", huge.err);
}
