//! What the program promises of sequences: orders and cycles.

use crate::program::{json_lines, ok, run, run_with_input};

#[test]
fn order_tells_both_orders_and_the_cycles() {
    assert_eq!(
        ok(&["order", "4x4x4", "U R"]),
        "order 420 with all pieces told apart, 105 as coloured\n\
         CORNERS: (1 4 3 8 5)+2 (2)+1\n\
         WINGS: (1 23 14 10 2 4 3) (5 9 17 21 6 8 7)\n\
         CENTERS: (1 2 4 3) (5 6 8 7)\n\
         cycle type of the 96 stickers: 1^42 3 4^2 7^4 15"
    );
    let told = &json_lines(&ok(&["order", "4x4x4", "U R", "--json", "--tuple"]))[0];
    assert_eq!((&told["order"], &told["coloured_order"]), (&"420".into(), &"105".into()));
    assert_eq!(told["cycles"][0]["orbit"], "CORNERS");
    assert_eq!(told["cycles"][0]["slots"], serde_json::json!([1, 4, 3, 8, 5]));
    assert_eq!(told["cycles"][0]["twist"], 2);
    assert_eq!(told["tuple"].as_array().unwrap().len(), 96);
    assert_eq!(ok(&["order", "3x3x3", ""]), "order 1\ncycle type of the 54 stickers: 1^54");
}

#[test]
fn orders_of_a_batch_come_in_its_order() {
    let input = "R U\n# a comment\nR Q\nR2\n";
    let run = run_with_input(&["order", "3x3x3", "-", "--json"], input);
    assert_eq!(run.code, 2);
    let told = json_lines(&run.out);
    assert_eq!(told[0]["order"], "105");
    assert_eq!(told[1]["line"], 3);
    assert_eq!(told[1]["token"], "Q");
    assert_eq!(told[2]["order"], "2");
}

#[test]
fn words_may_be_integers() {
    for words in ["2 1", "[2, 1]"] {
        assert!(ok(&["order", "3x3x3", words, "--integers"]).starts_with("order 105\n"));
    }
    assert!(ok(&["order", "3x3x3", "-2 -1", "--integers"]).starts_with("order 105\n"));
    let fault = run(&["order", "3x3x3", "2 7", "--integers"]);
    assert_eq!(fault.code, 2);
    assert!(fault.err.contains("'7' names no generator"), "{}", fault.err);
}

#[test]
fn generators_for_gap_are_a_puzzle() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("small.gap");
    std::fs::write(&file, "a := (1,2,3)(4,5);\nb := (5,6);\n").unwrap();
    let file = file.to_str().unwrap();
    assert_eq!(
        ok(&["order", file, "a"]),
        "order 6\nPOINTS: (1 2 3) (4 5)\ncycle type of the 6 stickers: 1 2 3"
    );
    assert!(ok(&["order", file, "1 -2 1", "--integers"]).starts_with("order "));
    let told = &json_lines(&ok(&["orders", file, "--length", "3", "--integers", "--json"]))[0];
    assert_eq!(told["distribution"][0]["sequence"], "");
    let exact = &json_lines(&ok(&["orders", file, "--exact", "--json"]))[0];
    // S_3 on the last three points, and turns of the first three that do not depend on them.
    assert_eq!((&exact["elements"], &exact["product"]), (&"18".into(), &"A3 x S3".into()));
}

#[test]
fn orders_counts_all_sequences_up_to_a_length() {
    let told = &json_lines(&ok(&["orders", "3x3x3", "--length", "3", "--json"]))[0];
    assert_eq!(told["by_length"], serde_json::json!([1, 18, 243, 3240]));
    let distribution = told["distribution"].as_array().unwrap();
    assert_eq!(distribution.len(), 19);
    let of = |order: &str| distribution.iter().find(|line| line["order"] == order).unwrap();
    assert_eq!((&of("105")["length"], &of("105")["sequence"]), (&2.into(), &"U R".into()));
    assert_eq!(told["records"][3]["order"], "360");
    // Charles Reid's quarter turns, two at a time.
    let moves = "U,R,F,D,L,B,Uw,Rw,Fw,Dw,Lw,Bw,2U,2R,2F,2D,2L,2B";
    let args = ["orders", "4x4x4", "--length", "2", "--all", "--quarter-turns", "--metric", "stm", "--json"];
    let args: Vec<&str> = args.into_iter().chain(["--moves", moves]).collect();
    let told = &json_lines(&ok(&args))[0];
    assert_eq!(told["by_length"], serde_json::json!([1, 36, 1296]));
    let orders = |key: &str| -> Vec<String> {
        let lines = told[key].as_array().unwrap().iter();
        lines.map(|line| line["order"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(orders("distribution").join(" "), "1 2 4 9 15 20 28 80 240 252 420 720");
    assert!(orders("coloured_distribution").contains(&"63".to_string()));
}

#[test]
fn a_sample_is_the_same_for_a_seed_on_any_number_of_threads() {
    let sample = |threads| {
        let args = ["orders", "4x4x4", "--sample", "9000", "--seed", "3", "--length", "15", "--json"];
        ok(&args.into_iter().chain(["--threads", threads]).collect::<Vec<_>>())
    };
    assert_eq!(sample("1"), sample("3"));
    assert_eq!(json_lines(&sample("2"))[0]["sequences"], 9000);
}

#[test]
fn exact_orders_are_those_of_the_published_table() {
    let told = &json_lines(&ok(&["orders", "3x3x3", "--exact", "--json"]))[0];
    let distribution = told["distribution"].as_array().unwrap();
    let rows: Vec<String> = (distribution.iter())
        .map(|line| format!("{},{}", line["order"].as_str().unwrap(), line["count"].as_str().unwrap()))
        .collect();
    let table = include_str!("../../../../testdata/orders/rubik3_orders.csv");
    assert_eq!(rows, table.lines().skip(1).collect::<Vec<_>>());
    assert_eq!(told["elements"], "43252003274489856000");
    let fixed = &json_lines(&ok(&["orders", "2x2x2", "--exact", "--moves", "U,R,F", "--json"]))[0];
    assert_eq!((&fixed["elements"], &fixed["largest"]), (&"3674160".into(), &"36".into()));
}

#[test]
fn orders_refuses_what_it_cannot_count() {
    for (args, code, words) in [
        (&["orders", "3x3x3"][..], 2, "required"),
        (&["orders", "3x3x3", "--exact", "--length", "3"], 2, "cannot be used with"),
        (&["orders", "3x3x3", "--length", "3", "--moves", "R,Q"], 2, "no move 'Q'"),
        (&["orders", "3x3x3", "--length", "2", "--metric", "R=0"], 2, "costs nothing"),
        (&["orders", "3x3x3", "--length", "2", "--quarter-turns"], 2, "--all"),
        (&["orders", "3x3x3", "--length", "999999"], 2, "at most 1000"),
        (&["orders", "3x3x3", "--length", "6", "--memory", "1KiB"], 3, "--memory"),
        (&["orders", "4x4x4", "--length", "2", "--integers"], 2, "not generators"),
        (&["orders", "33x33x33", "--exact"], 3, "points"),
    ] {
        let run = run(args);
        assert_eq!(run.code, code, "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_census_ends_with_130() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_permutant"))
        .args(["orders", "3x3x3", "--sample", "1000000000000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Once the seed is told, the program listens, and has years to go.
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("seed "), "{line}");
    assert!(child.try_wait().unwrap().is_none());
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty());
}

#[test]
fn permutations_of_multisets() {
    let mut pack: Vec<String> = (0..52).map(|card| card.to_string()).collect();
    let identity = pack.join(" ");
    pack.reverse();
    let backwards = pack.join(" ");
    // 52! - 1.
    let last = "80658175170943878571660636856403766975289505440883277823999999999999";
    for (args, expected) in [
        (&["factor", "dbcbcacdaddbbbd"][..], "(d d b c d b b c a)⊤(b a)⊤(c d b)⊤(d)"),
        (&["factor", "a a b b / b a a b"], "(b a)⊤(a)⊤(b)"),
        (&["intercalate", "aabcd / cadab", "abddd / bddad"], "a a a b b c d d d d / c a b d d a b d a d"),
        (&["intercalate", "(b a)", "(a)", "(b)"], "a a b b / b a a b"),
        (&["rank", "baab", "--multiset"], "3"),
        (&["unrank", "3", "--multiset", "aabb"], "b a a b"),
        (&["rank", &backwards], last),
        (&["unrank", last, "--size", "52"], &backwards),
        (&["rank", &identity], "0"),
    ] {
        let args: Vec<&str> = ["perm"].iter().chain(args).copied().collect();
        assert_eq!(ok(&args), expected, "{args:?}");
    }
    for (args, words) in [
        (&["factor", "a b / a a"][..], "'a' once more"),
        (&["factor", "(a b"], "')'"),
        (&["unrank", "6", "--multiset", "aabb"], "below 6"),
        (&["unrank", "x", "--size", "3"], "not a rank"),
        (&["unrank", "1", "--size", "70000"], "at most 65536"),
        (&["rank", "0 0"], "at most once"),
        (&["rank", "baa", "--multiset", "aabb"], "not an arrangement"),
    ] {
        let args: Vec<&str> = ["perm"].iter().chain(args).copied().collect();
        let run = run(&args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.out);
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    }
}

/// Every sequence of two of three values, with and without repetition, in order; and the digits of all ranks of four points.
#[test]
fn sequences_of_values_are_ranked() {
    let among = ["5 6", "5 9", "6 5", "6 9", "9 5", "9 6"];
    let repeated = ["0 0", "0 1", "0 2", "1 0", "1 1", "1 2", "2 0", "2 1", "2 2"];
    for (sequences, more) in
        [(&among[..], &["--among", "9 5 6"][..]), (&repeated, &["--of", "3", "--repeats"])]
    {
        for (rank, sequence) in sequences.iter().enumerate() {
            let rank = rank.to_string();
            assert_eq!(ok(&[&["perm", "rank", sequence], more].concat()), rank);
            assert_eq!(ok(&[&["perm", "unrank", &rank, "--size", "2"], more].concat()), *sequence);
        }
        let beyond = sequences.len().to_string();
        assert_eq!(run(&[&["perm", "unrank", &beyond, "--size", "2"], more].concat()).code, 2);
    }
    for rank in 0..24u64 {
        let list = ok(&["perm", "unrank", &rank.to_string(), "--size", "4"]);
        let digits = ok(&["perm", "lehmer", &list]);
        let digits: Vec<u64> = digits.split(' ').map(|digit| digit.parse().unwrap()).collect();
        assert_eq!(digits[0] * 6 + digits[1] * 2 + digits[2] + digits[3], rank);
    }
    for (args, words) in [
        (&["rank", "5 8", "--among", "5 6"][..], "8 is not one of the values"),
        (&["rank", "5", "--among", "5 5"], "listed twice"),
        (&["rank", "5", "--among", ""], "no values"),
        (&["rank", "0 1", "--repeats"], "--of"),
        (&["unrank", "3", "--of", "2", "--repeats"], "--size"),
        (&["lehmer", "0 0"], "at most once"),
    ] {
        let refused = run(&[&["perm"], args].concat());
        assert_eq!(refused.code, 2, "{args:?}");
        assert!(refused.err.contains(words), "{args:?}: {}", refused.err);
    }
}

#[test]
fn positions_are_found_by_their_symmetry() {
    let counted = ok(&["find", "3x3x3", "--symmetry", "at least Th", "--count"]);
    assert_eq!(
        counted,
        "symmetry at least Th: 24 positions, 14 up to symmetry, 12 up to symmetry and inversion"
    );
    let all = json_lines(&ok(&["find", "3x3x3", "--symmetry", "D4h", "--solutions", "8", "--json"]));
    assert_eq!(all.len(), 8);
    for record in &all {
        assert_eq!(record["symmetry"], "D4h");
        let found = ok(&["alg", "symmetry", "3x3x3", record["algorithm"].as_str().unwrap(), "--json"]);
        assert!(found.contains("D4h"), "{found}");
    }
    // One position of each class, or more of its images.
    for (up_to, count) in [("symmetries,inverse", 12), ("symmetries", 12), ("inverse", 24), ("", 48)] {
        let mut args = vec!["find", "3x3x3", "--symmetry", "T", "--solutions", "all"];
        if !up_to.is_empty() {
            args.extend(["--up-to", up_to]);
        }
        assert_eq!(ok(&args).lines().count(), count, "{up_to}");
    }
}

/// Classes are recognized by a set of all that were found.
#[test]
fn memory_ends_a_search_up_to_symmetry() {
    let args = ["find", "3x3x3", "--cycles", "CORNERS: any, EDGES: any", "--solutions", "all"];
    let run =
        run(&[&args[..], &["--max-length", "4", "--up-to", "symmetries", "--memory", "100KiB"]].concat());
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
    assert!(
        run.err.contains("all the memory that is allowed") && run.err.contains("--memory"),
        "{}",
        run.err
    );
    assert!(run.out.lines().count() > 10, "{}", run.out);
}

/// Each position that is listed has the symmetry, which another command finds, and there are as many as are counted.
#[test]
fn symmetric_positions_of_other_puzzles() {
    for (name, symmetry) in [("skewb", "x y',rotations"), ("pyraminx", "rotations"), ("2x2x2", "y,x")] {
        let find = ["find", name, "--symmetry", symmetry, "--json"];
        let counted = json_lines(&ok(&[&find[..], &["--count"]].concat())).remove(0);
        let all = json_lines(&ok(&[&find[..], &["--solutions", "all"]].concat()));
        assert_eq!(counted["positions"], all.len().to_string(), "{name}");
        for record in &all {
            let found = ok(&["alg", "symmetry", name, record["algorithm"].as_str().unwrap(), "--json"]);
            let rotations = json_lines(&found).remove(0)["symmetry"]["rotations"].as_u64().unwrap();
            assert!(rotations >= 12, "{name} {record} {found}");
        }
    }
}

/// There are 170 billion such positions.
#[test]
fn a_time_limit_ends_a_listing_by_symmetry() {
    let args = ["find", "3x3x3", "--self-inverse", "--solutions", "all"];
    let run = run(&[&args[..], &["--time-limit", "300ms"]].concat());
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
    assert!(run.err.contains("not all positions are listed"), "{}", run.err);
}

#[test]
fn requirements_on_symmetry_that_nothing_meets_are_refused() {
    let none = run(&["find", "3x3x3", "--symmetry", "C4", "--antisymmetry", "C3"]);
    assert_eq!(none.code, 1, "{}", none.err);
    for (args, told) in [
        (&["find", "3x3x3", "--symmetry", "C2v"][..], "may be any of"),
        (&["find", "3x3x3", "--symmetry", "C7"], "there is no class"),
        (&["find", "2x2x2", "--self-inverse"], "are for the 3x3x3"),
        (&["find", "skewb", "--symmetry", "R→R"], "3 symmetries do"),
        (&["find", "skewb", "--symmetry", "mirror"], "no symmetry of skewb"),
        (&["find", "4x4x4", "--symmetry", "y"], "identical pieces"),
        (&["find", "3x3x3", "--count", "--cycles", "EDGES: 3"], "--count"),
        (&["find", "3x3x3"], "required"),
    ] {
        let run = run(args);
        assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains(told), "{}", run.err);
    }
}
