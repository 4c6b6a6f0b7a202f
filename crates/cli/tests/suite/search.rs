//! The general search from outside: chosen moves, threads, canonical sequences.

use crate::program::{json_lines, ok, run, run_with_input};
use serde_json::Value;

#[test]
fn only_the_moves_that_were_named_are_made() {
    for (puzzle, alg, moves, expected) in [
        ("3x3x3", "U R2 U' R2", "U,R2", 4),
        ("3x3x3", "U R2", "U,R2", 2),
        ("2x2x2", "U R'", "U,R", 2),
        ("skewb", "R U R'", "R,U", 3),
    ] {
        let out = ok(&["solve", puzzle, alg, "--optimal", "--moves", moves, "--json"]);
        let answer = &json_lines(&out)[0];
        assert_eq!(
            (answer["length"].as_u64(), answer["optimal"].as_bool()),
            (Some(expected), Some(true)),
            "{out}"
        );
        let solution = answer["solution"].as_str().unwrap();
        let named = |turn: &str| moves.split(',').any(|name| turn.starts_with(name));
        assert!(solution.split(' ').all(named), "{solution}");
    }
    // Inside the group of the cube, outside that of half turns and one face.
    let outside = run(&["solve", "3x3x3", "F", "--optimal", "--moves", "U,R2"]);
    assert_eq!(outside.code, 1, "{}{}", outside.out, outside.err);
    // The same by what is left out: five faces make every cube, four leave the flips of its edges alone.
    let without_f = ok(&["solve", "3x3x3", "F R U", "--forbid", "F", "--json"]);
    let solution = json_lines(&without_f)[0]["solution"].as_str().unwrap().to_string();
    assert!(!solution.contains('F'), "{solution}");
    let two_forbidden = ok(&["solve", "3x3x3", "R L2 F' B", "--optimal", "--forbid", "U,D", "--json"]);
    assert_eq!(json_lines(&two_forbidden)[0]["length"], 4);
    let unreachable = run(&["solve", "3x3x3", "R", "--forbid", "R,L"]);
    assert_eq!((unreachable.code, unreachable.out.as_str()), (1, ""));
    assert!(unreachable.err.contains("outside the group of these moves"), "{}", unreachable.err);
    let none = run(&["solve", "3x3x3", "F", "--moves", "U,F", "--forbid", "F,U"]);
    assert!(none.code == 2 && none.err.contains("every move is excluded"), "{}", none.err);
    let unknown = run(&["solve", "3x3x3", "F", "--moves", "U,Q"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("'Q'") && unknown.err.contains("U,R,F"), "{}", unknown.err);
    assert_eq!(run(&["solve", "3x3x3", "F", "--moves", "F", "--method", "two-phase"]).code, 2);
}

/// A fixed solution can be compared: the search alone depends on symmetry and on the order of moves, its answers do not.
#[test]
fn symmetry_and_the_order_of_moves_change_the_search_only() {
    let solve = |more: &[&str]| {
        let args = ["solve", "3x3x3", "R2 F2 R2 F2 R2 F2", "--optimal", "--no-tables", "--json"];
        json_lines(&ok(&[&args, more].concat())).remove(0)
    };
    let usual = solve(&["--method", "search"]);
    let plain = solve(&["--symmetry", "off"]);
    assert_eq!((&plain["method"], &plain["length"]), (&usual["method"], &usual["length"]));
    assert!(plain["nodes"].as_u64() > usual["nodes"].as_u64(), "{plain} {usual}");
    let found: Vec<Value> = ["1", "2", "1"].iter().map(|seed| solve(&["--random-order", seed])).collect();
    assert!(found.iter().all(|answer| answer["length"] == usual["length"] && answer["optimal"] == true));
    assert_eq!(found[0]["solution"], found[2]["solution"]);
    assert_ne!(found[0]["solution"], found[1]["solution"]);
    // All solutions are the same set, in another order.
    let all = |more: &[&str]| {
        let args = [
            "solve",
            "3x3x3",
            "R2 F2 R2 F2 R2 F2",
            "--solutions",
            "all",
            "--method",
            "search",
            "--no-tables",
        ];
        ok(&[&args, more].concat()).lines().map(str::to_string).collect::<Vec<_>>()
    };
    let (mut one, mut other) = (all(&[]), all(&["--random-order", "3", "--symmetry", "off"]));
    assert_ne!(one, other);
    one.sort_unstable();
    other.sort_unstable();
    assert_eq!(one, other);
    for (option, value) in [("--symmetry", "off"), ("--random-order", "1")] {
        for method in ["two-phase", "korf", "words", "beam"] {
            let refused = run(&["solve", "3x3x3", "R U", "--method", method, option, value]);
            assert!(refused.code == 2 && refused.err.contains("use --method search"), "{}", refused.err);
        }
    }
}

#[test]
fn of_longer_solutions_none_is_called_shortest() {
    let longer = ["solve", "3x3x3", "R U F", "--min-length", "5", "--memory", "128MiB", "--json"];
    for more in [&["--optimal"][..], &["--method", "search"]] {
        let answer = &json_lines(&ok(&[&longer, more].concat()))[0];
        assert!(answer["length"].as_u64() >= Some(5), "{answer}");
        assert_eq!((answer["optimal"].as_bool(), answer["lower_bound"].as_u64()), (Some(false), Some(0)));
    }
}

#[test]
fn what_is_left_out_need_not_be_solved() {
    // The last layer after a Sune: its orientations alone, by facelets and by names.
    let facelets = "?UUUUU?U?U??RRRRRRU??FFFFFFDDDDDDDDDU??LLLLLL???BBBBBB";
    for (position, more, length) in [
        (facelets, &[][..], 7),
        ("R U R' U R U2 R'", &["--ignore", "UF,UR,UB,UL", "--ignore-orientation", "CORNERS"], 1),
        ("U R2", &["--ignore", "UF,UR,UB,UL,CORNERS"], 1),
    ] {
        let out = ok(&[&["solve", "3x3x3", position, "--optimal", "--json"], more].concat());
        let answer = &json_lines(&out)[0];
        assert_eq!(
            (answer["optimal"].as_bool(), answer["length"].as_u64()),
            (Some(true), Some(length)),
            "{out}"
        );
    }
    let unknown = run(&["solve", "3x3x3", "F", "--ignore", "URD"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("'URD'") && unknown.err.contains("CORNERS"), "{}", unknown.err);
    assert_eq!(run(&["solve", "3x3x3", "F", "--ignore", "UF", "--to", "R"]).code, 2);
}

#[test]
fn solutions_lead_to_the_target() {
    for (puzzle, from, to, more) in [
        ("3x3x3", "R U F", "R U", &[][..]),
        ("3x3x3", "R U F", "R U", &["--optimal"]),
        ("3x3x3", "R", "R", &[]),
        ("2x2x2", "U R F'", "U R", &[]),
        ("skewb", "U R L' B", "U R L'", &["--optimal"]),
    ] {
        let out = ok(&[&["solve", puzzle, from, "--to", to, "--json"], more].concat());
        let solution = json_lines(&out)[0]["solution"].as_str().unwrap().to_string();
        let reached = |alg: &str| ok(&["apply", puzzle, alg, "--format", "tws"]);
        assert_eq!(reached(&format!("{from} {solution}")), reached(to), "{out}");
        assert_eq!(solution.is_empty(), from == to, "{out}");
        assert!(!solution.contains(' '), "{out}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    let answer = |threads: &str, more: &[&str]| {
        let all = [&["solve", "skewb", "R U L' B R' U L", "--optimal", "--json", "--threads", threads], more]
            .concat();
        let mut lines = json_lines(&ok(&all));
        lines.iter_mut().for_each(|line| line["seconds"] = 0.into());
        lines
    };
    for more in [&[][..], &["--solutions", "5"][..], &["--solutions", "all", "--max-length", "8"][..]] {
        let one = answer("1", more);
        assert!(!one.is_empty());
        assert_eq!(one, answer("3", more));
    }
}

#[test]
fn canonical_sequences_are_counted_in_big_integers() {
    let out = ok(&["canonical", "3x3x3", "--depth", "60", "--json"]);
    let counts = json_lines(&out)[0]["counts"].as_array().unwrap().clone();
    assert_eq!(counts.len(), 61);
    assert_eq!(counts[10], "244686773808");
    assert!(counts[60].as_str().unwrap().len() > 60);
    let text = ok(&["canonical", "2x2x2", "--depth", "3", "--metric", "qtm"]);
    let last: Vec<&str> = text.lines().last().unwrap().split_whitespace().collect();
    assert_eq!(last, ["3", "120"]);
}

#[test]
fn a_list_of_solutions_goes_on_after_any_of_them() {
    let list = |more: &[&str]| {
        let all = ["solve", "tetraminx", "U L' R B", "--solutions", "all", "--max-length", "9", "--json"];
        let lines = json_lines(&ok(&[&all[..], more].concat()));
        lines.iter().map(|line| line["solution"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    let all = list(&[]);
    assert!(all.len() > 3, "{all:?}");
    for at in [0, 1, all.len() - 2] {
        assert_eq!(list(&["--after", &all[at]]), all[at + 1..]);
    }
    let one = ok(&["solve", "tetraminx", "U L' R B", "--after", &all[1]]);
    assert!(one.starts_with(&all[2]), "{one}");
    let other = run(&["solve", "3x3x3", "R U", "--after", "x R"]);
    assert_eq!(other.code, 2);
    assert!(other.err.contains("'x'"), "{}", other.err);
    assert_eq!(run(&["solve", "3x3x3", "R U", "--after", "R", "--method", "two-phase"]).code, 2);
}

/// Without a length, all means all of the shortest length: those with which a longer list begins.
#[test]
fn all_solutions_are_all_shortest_ones() {
    let list = |args: &[&str]| -> Vec<String> {
        let run = run(&[&["solve"], args].concat());
        assert_eq!(run.code, 0, "{args:?}: {}", run.err);
        run.out.lines().map(|line| line.rsplit_once(' ').unwrap().0.to_string()).collect()
    };
    let turns = |text: &String| text.split(' ').count();
    for (puzzle, scramble, more) in
        [("tetraminx", "U L' R B", 9), ("pyraminx", "U L R' u", 8), ("2x2x2", "R2 U2 R2 U2", 6)]
    {
        let longer = list(&[puzzle, scramble, "--solutions", "all", "--max-length", &more.to_string()]);
        let shortest: Vec<String> =
            longer.iter().filter(|text| turns(text) == turns(&longer[0])).cloned().collect();
        assert!(shortest.len() < longer.len(), "{puzzle}");
        assert_eq!(list(&[puzzle, scramble, "--solutions", "all"]), shortest, "{puzzle}");
    }
    for more in [&[][..], &["--optimal"]] {
        let scramble = "R2 U2 R2 U2 R2 U2";
        let found = list(&[&["3x3x3", scramble, "--solutions", "all", "--no-tables"], more].concat());
        assert!(found.contains(&scramble.to_string()) && found.len() > 1, "{found:?}");
        assert!(found.iter().all(|text| turns(text) == turns(&found[0])), "{found:?}");
    }
    assert_eq!(list(&["3x3x3", "R U R' U'", "--solutions", "all"]), ["U R U' R'"]);
}

/// Where moves are not always possible, a position that walks do not lead to is told before a search, and any other one is solved.
#[test]
fn boards_that_cannot_be_solved_are_told_at_once() {
    for (puzzle, board) in [("slide:3x3", "CPOS 01234576800"), ("slide:4x4", "CPOS 0123456789ABCEDF00")] {
        for more in [&[][..], &["--optimal"], &["--solutions", "all"]] {
            let run = run(&[&["solve", puzzle, board, "--time-limit", "20s"], more].concat());
            assert_eq!(run.code, 1, "{puzzle} {more:?}: {}", run.err);
            assert!(run.err.contains("odd parity"), "{}", run.err);
        }
    }
    assert!(ok(&["solve", "slide:3x3", "CPOS 76358421000"]).ends_with("(26f*)"));
}

/// The table of a search is kept, read by the next run, and one with a flipped bit is built again.
#[test]
fn the_table_of_a_search_is_kept() {
    let directory = std::env::temp_dir().join(format!("permutant-search-tables-{}", std::process::id()));
    let tables = directory.to_str().unwrap();
    let solve = |more: &[&str]| {
        let alg = "B2 U B' U' B' L2 B U L2 D' U B";
        let run = run(&[&["solve", "3x3x3", alg, "--method", "search"], more].concat());
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
        run
    };
    let kept = ["--tables", tables];
    let files = || {
        let of = |file: std::fs::DirEntry| (file.path().extension()? == "table").then(|| file.path());
        let files = std::fs::read_dir(&directory).into_iter().flatten().flatten();
        files.filter_map(of).collect::<Vec<_>>()
    };
    let first = solve(&["--no-tables"]);
    assert!(files().is_empty());
    assert_eq!(solve(&kept).out, first.out);
    let [file] = &files()[..] else { panic!("one table is kept: {:?}", files()) };
    let listed = ok(&["tables", "list", "--tables", tables]);
    assert!(listed.contains("search-3x3x3-") && listed.contains("whole"), "{listed}");
    let (written, good) = (file.metadata().unwrap().modified().unwrap(), std::fs::read(file).unwrap());
    assert_eq!(solve(&kept).out, first.out);
    assert_eq!(file.metadata().unwrap().modified().unwrap(), written, "it was read, not built");
    let mut bad = good.clone();
    let middle = bad.len() / 2;
    bad[middle] ^= 1;
    std::fs::write(file, &bad).unwrap();
    let after = solve(&kept);
    assert!(after.err.contains("damaged"), "{}", after.err);
    assert_eq!(after.out, first.out);
    assert_eq!(run(&["tables", "verify", "--tables", tables]).code, 0);
    std::fs::remove_dir_all(&directory).unwrap();
}

/// Exact tables change no solution; what no engine can do with them is refused.
#[test]
fn tables_of_pieces_can_be_chosen() {
    let scramble = "r2 t r3 t r' t r4 t";
    for patterns in [
        &["--patterns", "auto"][..],
        &["--patterns", "none"],
        &["--patterns", "TILES:1,TILES:2,TILES:3"],
        &["--patterns", "TILES:1,TILES:2", "--patterns", "TILES:3,TILES:4,TILES:5"],
    ] {
        let args = [&["solve", "topspin:9,4", scramble, "--method", "search", "--json"], patterns].concat();
        let found = &json_lines(&ok(&args))[0];
        assert_eq!((&found["length"], &found["optimal"]), (&8.into(), &true.into()), "{patterns:?}");
    }
    let corners =
        json_lines(&ok(&["solve", "2x2x2", "U R2 F'", "--patterns", "CORNERS:1,CORNERS:2", "--json"]));
    assert_eq!((&corners[0]["length"], &corners[0]["method"]), (&3.into(), &"search".into()));
    for (patterns, method, message) in [
        ("none,UF", "search", "no piece 'none'"),
        ("EDGES", "search", "pattern database"),
        ("UF", "two-phase", "use pattern databases"),
    ] {
        let refused = run(&["solve", "3x3x3", "F", "--method", method, "--patterns", patterns]);
        assert_eq!(refused.code, 2);
        assert!(refused.err.contains(message), "{}", refused.err);
    }
}

/// Databases that are built once and kept, for all pieces or for some, and read by the next search.
#[test]
fn pattern_databases_are_kept() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path().to_str().unwrap();
    let build = [
        "tables",
        "build",
        "pyraminx",
        "--pattern",
        "EDGES,CORNERS",
        "--pattern",
        "TIPS",
        "--tables",
        at,
        "--json",
    ];
    let built = json_lines(&ok(&build));
    let bytes: Vec<&Value> = built.iter().map(|record| &record["bytes"]).collect();
    assert_eq!(bytes, [720 * 32 * 81, 81]);
    let scramble = "U L' R B u L U' R'";
    let solve = ["solve", "pyraminx", scramble, "--json", "--tables", at, "--method"];
    let expected = &json_lines(&ok(&[&solve[..], &["search"]].concat()))[0];
    for more in [&["korf"][..], &["korf", "--patterns", "EDGES,CORNERS", "--patterns", "TIPS"]] {
        let found = &json_lines(&ok(&[&solve[..], more].concat()))[0];
        assert_eq!((&found["length"], &found["optimal"]), (&expected["length"], &true.into()));
        assert_eq!(found["method"], "korf");
    }
    let listed = ok(&["tables", "list", "--tables", at]);
    assert_eq!(listed.matches("distances of some pieces").count(), 4, "{listed}");
    for (args, message) in [
        (["solve", "slide:3x3", "R D", "--method", "korf"], "always possible"),
        (["solve", "3x3x3", "R D", "--method", "korf"], "memory"),
    ] {
        let refused = run(&[&args[..], &["--memory", "1MiB", "--no-tables"]].concat());
        assert!(matches!(refused.code, 2 | 3), "{}", refused.code);
        assert!(refused.err.contains(message), "{}", refused.err);
    }
}

/// Dots separate as many parts as the JSON output has, and are read as pauses.
#[test]
fn phases_are_shown() {
    let scramble = "R U2 F' D B2 L U' R2 F D2 L' B U2 R F2";
    let explained = run(&["solve", "3x3x3", scramble, "--explain"]);
    assert_eq!(explained.code, 0, "{}", explained.err);
    assert!(explained.err.contains("phase 1 of"), "{}", explained.err);
    let (shown, _) = explained.out.rsplit_once(" (").unwrap();
    let answer = json_lines(&ok(&["solve", "3x3x3", scramble, "--json"])).remove(0);
    assert_eq!(shown.replace(" . ", " "), answer["solution"].as_str().unwrap());
    let phases = &answer["phases"];
    let mut parts = ["phase_1", "phase_2", "pre_moves"].map(|key| phases[key].as_u64().unwrap() as usize);
    if phases["inverse"] == true {
        parts.reverse();
    }
    let lengths: Vec<usize> = shown.split(" . ").map(|part| part.split(' ').count()).collect();
    assert_eq!(lengths, parts.into_iter().filter(|&length| length > 0).collect::<Vec<_>>());
    ok(&["verify", "3x3x3", scramble, "--solution", shown]);
    let axes = run(&["solve", "3x3x3", "R U2 F' D B2 L U'", "--method", "three-axes", "--explain"]);
    assert!(axes.err.contains("distances"), "{}", axes.err);
}

#[test]
fn the_method_is_explained_once_for_all_positions() {
    let run = run_with_input(&["solve", "2x2x2", "-", "--explain"], "R U\nnonsense\nR U' R\nF\n");
    assert_eq!(run.out.lines().count(), 4, "{}", run.out);
    assert_eq!(run.err.matches("method ").count(), 1, "{}", run.err);
}

#[test]
fn improvements_are_printed_as_they_are_found() {
    let scramble = "R U2 F' D B2 L U' R2 F D2 L' B U2 R F2";
    let run = run(&["solve", "3x3x3", scramble, "--improvements", "--node-limit", "2000000", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let lengths: Vec<u64> =
        json_lines(&run.out).iter().map(|record| record["length"].as_u64().unwrap()).collect();
    assert!(lengths.len() > 1 && lengths.windows(2).all(|pair| pair[1] < pair[0]), "{lengths:?}");
    let unbounded = crate::program::run(&["solve", "3x3x3", scramble, "--improvements"]);
    assert_eq!(unbounded.code, 2);
    assert!(unbounded.err.contains("--time-limit"), "{}", unbounded.err);
}
