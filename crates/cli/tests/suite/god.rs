//! The command `god` from outside: published distributions, antipodes, limits, kills.

use crate::program::{json_lines, ok, root, run};
use serde_json::Value;

fn god(args: &[&str]) -> Value {
    let args: Vec<&str> = ["god"].iter().chain(args).chain(&["--json", "--no-tables"]).copied().collect();
    json_lines(&ok(&args)).remove(0)
}

/// What twsearch counted, by name.
fn published(name: &str) -> Vec<u64> {
    let table = std::fs::read_to_string(root().join("testdata/tws/distances.tsv")).unwrap();
    let line = table.lines().find(|line| line.starts_with(&format!("{name}\t"))).unwrap();
    line.split('\t').nth(4).unwrap().split(' ').map(|count| count.parse().unwrap()).collect()
}

#[test]
fn published_distributions_are_reproduced() {
    let directory = tempfile::tempdir().unwrap();
    let loopover = directory.path().join("loopover.tws");
    let mut text = "Name loopover3x3\nSet P 9 1\nSolved\nP\n1 2 3 4 5 6 7 8 9\nEnd\n".to_string();
    for (name, row) in [
        ("A", "2 3 1 4 5 6 7 8 9"),
        ("B", "1 2 3 5 6 4 7 8 9"),
        ("C", "1 2 3 4 5 6 8 9 7"),
        ("D", "4 2 3 7 5 6 1 8 9"),
        ("E", "1 5 3 4 8 6 7 2 9"),
        ("F", "1 2 6 4 5 9 7 8 3"),
    ] {
        text += &format!("Move {name}\nP\n{row}\nEnd\n");
    }
    std::fs::write(&loopover, text).unwrap();
    for (name, args) in [
        ("2x2x2-URF-q-t1", &["2x2x2", "--moves", "U,R,F", "--metric", "qtm"][..]),
        ("2x2x2-URF-t1", &["testdata/tws/pg/2x2x2.fixv.tws"]),
        ("2x2x2-main-t1", &["2x2x2", "--moves", "U,R,F,D,L,B"]),
        ("lo33", &[loopover.to_str().unwrap()]),
        ("pyraminx-t1", &["testdata/tws/pg/pyraminx.tws"]),
        ("skewb-fixed-q", &["skewb", "--metric", "qtm"]),
        ("skewb-fixed", &["skewb", "--threads", "2"]),
        ("skewb-t1", &["testdata/tws/pg/skewb.tws"]),
        ("tetraminx-vertex-q", &["tetraminx", "--metric", "qtm", "--symmetry", "off"]),
        ("tetraminx-vertex", &["tetraminx"]),
    ] {
        let (told, expected) = (god(args), published(name));
        let counts: Vec<u64> =
            told["distribution"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
        assert_eq!(counts, expected, "{name}");
        assert_eq!(told["total"], expected.iter().sum::<u64>(), "{name}");
        assert_eq!(told["states"], told["total"], "{name}");
        assert_eq!(told["diameter"], expected.len() - 1, "{name}");
        assert_eq!(told["complete"], true, "{name}");
    }
}

#[test]
fn antipodes_are_solved_as_told() {
    for args in [
        &["2x2x2", "--antipodes", "5"][..],
        &["testdata/tws/pg/pyraminx.tws", "--antipodes", "5"],
        &["tetraminx", "--metric", "U=2,L=3", "--moves", "U,L,R", "--antipodes", "5"],
        &["skewb", "--moves", "R,U,L", "--antipodes", "5", "--symmetry", "on"],
    ] {
        let told = god(args);
        let antipodes = told["antipodes"].as_array().unwrap();
        assert!(!antipodes.is_empty() && antipodes.len() <= 5, "{told}");
        for antipode in antipodes {
            let metric = told["metric"].as_str().unwrap();
            let text = |key: &str| antipode[key].as_str().unwrap();
            let args = [
                "verify",
                args[0],
                text("scramble"),
                "--solution",
                text("solution"),
                "--metric",
                metric,
                "--json",
            ];
            let verified = json_lines(&ok(&args)).remove(0);
            assert_eq!(verified["length"], told["diameter"], "{told}");
        }
    }
}

/// Pancake numbers: Sloane's A058986; M12 and the parity of a torus of odd sides by the orders of their groups.
#[test]
fn large_sets_of_pieces_are_counted_by_cosets() {
    for (name, total, diameter) in
        [("pancake:8", 40_320, 9), ("pancake:9", 362_880, 10), ("m12", 95_040, 7), ("torus:3x3", 181_440, 8)]
    {
        let told = god(&[name, "--antipodes", "1"]);
        assert_eq!((&told["total"], &told["diameter"]), (&total.into(), &diameter.into()), "{name}");
        assert_eq!(told["antipodes"][0]["length"], diameter, "{name}");
    }
    let explained = run(&["god", "pancake:9", "--explain", "--no-tables"]);
    assert!(explained.err.contains("the arrangement of the others"), "{}", explained.err);
}

#[test]
fn random_moves_become_even() {
    let walk = |args: &[&str]| {
        let args: Vec<&str> = ["walk"].iter().chain(args).chain(&["--json"]).copied().collect();
        json_lines(&ok(&args)).remove(0)
    };
    let told = walk(&["pancake:6", "--length", "40"]);
    assert_eq!((&told["states"], &told["moves"]), (&"720".into(), &5.into()));
    let distances: Vec<f64> =
        told["distances"].as_array().unwrap().iter().map(|d| d.as_f64().unwrap()).collect();
    assert_eq!(distances.len(), 41);
    assert!((distances[0] - 719.0 / 720.0).abs() < 1e-12 && distances[40] < 0.01, "{told}");
    // One quarter turn after another reaches every other state only.
    let odd = walk(&["3x3x3", "--moves", "U,D", "--metric", "qtm", "--length", "30"]);
    let last = odd["distances"][30].as_f64().unwrap();
    assert!((last - 0.5).abs() < 1e-3, "{odd}");
    let large = run(&["walk", "3x3x3"]);
    assert!(large.code == 3 && large.err.contains("--memory"), "{}", large.err);
}

#[test]
fn depths_and_limits_end_a_count() {
    // One of each class under 48 symmetries and the inverse, and every state for itself.
    let told = god(&["3x3x3", "--depth", "6"]);
    assert_eq!(told["distribution"], serde_json::json!([1, 18, 243, 3240, 43239, 574_908, 7_618_438]));
    let plain = god(&["3x3x3", "--depth", "4", "--symmetry", "off"]);
    assert_eq!(plain["distribution"], serde_json::json!([1, 18, 243, 3240, 43239]));
    let quarter = god(&["3x3x3", "--depth", "6", "--metric", "qtm"]);
    assert_eq!(quarter["distribution"], serde_json::json!([1, 12, 114, 1068, 10011, 93840, 878_880]));
    assert_eq!((&told["complete"], &told["diameter"]), (&false.into(), &Value::Null));
    for args in [
        &["god", "3x3x3"][..],
        &["god", "4x4x4"],
        &["god", "2x2x2", "--memory", "100KiB"],
        &["god", "2x2x2", "--metric", "U=2", "--memory", "1MiB"],
    ] {
        let refused = run(args);
        assert_eq!(refused.code, 3, "{args:?} {}", refused.err);
        assert!(refused.err.contains("--memory"), "{args:?} {}", refused.err);
    }
    let unknown = run(&["god", "2x2x2", "--moves", "U,Q"]);
    assert!(unknown.code == 2 && unknown.err.contains("no move 'Q'"), "{}", unknown.err);
    let free = run(&["god", "2x2x2", "--metric", "U=0"]);
    assert!(free.code == 2 && free.err.contains("costs nothing"), "{}", free.err);
}

#[test]
fn more_than_numbers_hold_is_told_as_text() {
    // 25 cycles of 8 pieces side by side: 8^25 = 2^75 states.
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("cycles.gap");
    let cycle = |at: u32| (1..=8).map(|k| (8 * at + k).to_string()).collect::<Vec<_>>().join(",");
    let text: String = (0..25).map(|at| format!("m{at} := ({});\n", cycle(at))).collect();
    std::fs::write(&file, text).unwrap();
    let told = god(&[file.to_str().unwrap()]);
    assert_eq!((&told["total"], &told["method"]), (&(1_u128 << 75).to_string().into(), &"product".into()));
    assert_eq!(told["diameter"], 25);
}

#[test]
fn a_count_goes_on_where_it_was_saved() {
    let tables = tempfile::tempdir().unwrap();
    let path = tables.path().to_str().unwrap();
    let args = |depth: &'static str| {
        let args = ["god", "skewb", "--metric", "R=1,U=2,L=1,B=1", "--moves", "R,U,L", "--save-every", "0s"];
        [&args[..], &["--tables", path, "--json", "--depth", depth]].concat()
    };
    let saved = || {
        let files = std::fs::read_dir(tables.path()).unwrap().flatten().map(|entry| entry.path());
        files
            .filter(|path| path.extension().is_some_and(|extension| extension == "table"))
            .collect::<Vec<_>>()
    };
    ok(&args("5"));
    assert_eq!(saved().len(), 1);
    let went_on = run(&args("7"));
    assert!(went_on.code == 0 && went_on.err.contains("continuing"), "{}", went_on.err);
    // One bit is wrong: the save is told of and not used.
    let file = saved().remove(0);
    let mut bytes = std::fs::read(&file).unwrap();
    let last = bytes.len() - 9;
    bytes[last] ^= 4;
    std::fs::write(&file, bytes).unwrap();
    let anew = run(&args("7"));
    assert!(anew.code == 0 && anew.err.contains("not used"), "{}", anew.err);
    assert_eq!(anew.out, went_on.out);
    ok(&args("1000"));
    assert!(saved().is_empty(), "a count that is done leaves nothing");
}

/// Puzzles cut from solids against what was counted for hand-made definitions.
#[test]
fn distances_of_puzzles_cut_from_solids() {
    for (name, args) in [
        ("2x2x2-URF-t1", &["c f 0 with DBL fixed"][..]),
        ("2x2x2-URF-q-t1", &["c f 0 with UFR fixed", "--metric", "qtm"]),
        ("skewb-fixed", &["c v 0 with UFR fixed"]),
        ("tetraminx-vertex", &["t v 1/3 with F_BR_BL fixed"]),
    ] {
        let told = god(args);
        let counts: Vec<u64> =
            told["distribution"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
        assert_eq!(counts, published(name), "{name}");
    }
}

/// Where moves are not always possible, and where their order does not matter: the bicube as Jaap Scherphuis counted it (Jaap's
/// Puzzle Page, Bicube), the clock as Jakob Kogler did.
#[test]
fn published_distributions_of_a_bandaged_cube_and_of_the_clock() {
    for (name, depth, expected) in [
        ("bicube", "10", &[1u64, 9, 24, 54, 102, 168, 296, 583, 996, 1817, 3196][..]),
        ("clock", "2", &[1, 330, 51_651]),
    ] {
        let told = god(&[name, "--depth", depth]);
        let counts = told["distribution"].as_array().unwrap();
        let counts: Vec<u64> = counts.iter().map(|count| count.as_u64().unwrap()).collect();
        assert_eq!(counts, expected, "{name}");
    }
}

/// The arrangements of some pieces alone: with all pieces, those of the whole puzzle.
#[test]
fn patterns_are_counted_alone() {
    let whole = god(&["2x2x2"]);
    let all = god(&["2x2x2", "--pattern", "CORNERS"]);
    assert_eq!((&all["distribution"], &all["diameter"]), (&whole["distribution"], &11.into()));
    let doubled =
        god(&["pyraminx", "--pattern", "EDGES,CORNERS", "--metric", "U=2,L=2,R=2,B=2,u=2,l=2,r=2,b=2"]);
    assert_eq!(doubled["distribution"][1], 0);
    assert_eq!(doubled["total"], 933_120);
    let refused = run(&["god", "3x3x3", "--pattern", "EDGES"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("name fewer pieces"), "{}", refused.err);
    let limited = run(&["god", "3x3x3", "--pattern", "CORNERS", "--memory", "32MiB"]);
    assert_eq!(limited.code, 3);
    assert!(limited.err.contains("--memory"), "{}", limited.err);
}
