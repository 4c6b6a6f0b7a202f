//! What the program promises of presentations: indices, tables, permutations as definitions, subgroups, limits and faults.

use crate::program::{json_lines, ok, run, run_with_input};
use serde_json::{Value, json};

const ICOSAHEDRON: &str = "<a, b | a^2, b^3, (a*b)^5>";

fn record(args: &[&str]) -> Value {
    let args: Vec<&str> = ["enumerate"].iter().chain(args).copied().chain(["--json"]).collect();
    json_lines(&ok(&args)).remove(0)
}

#[test]
fn cosets_are_counted_and_listed() {
    for strategy in ["hlt", "felsch", "mix"] {
        let found =
            record(&[ICOSAHEDRON, "--subgroup", "a*b", "--strategy", strategy, "--table", "--permutations"]);
        assert_eq!((&found["index"], &found["strategy"]), (&json!(12), &json!(strategy)));
        assert_eq!(found["subgroup"], json!(["a*b"]));
        assert_eq!(found["table"][1], json!({ "coset": 2, "images": [1, 1, 1, 3], "word": "a" }));
        assert_eq!(found["permutations"]["a"], "(1,2)(3,4)(5,7)(6,8)(9,10)(11,12)");
    }
    assert_eq!(record(&["⟨a, b | a³, (ab)² = b⁵ = 1⟩"])["index"], 60);
    // Of a file, of standard input, and of an option that begins like one.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s3.txt");
    std::fs::write(&file, "# the triangle\n<r, s |\n  r^3, s^2, // turns\n  r^s = R>\n").unwrap();
    assert_eq!(record(&[file.to_str().unwrap()])["index"], 6);
    let read = run_with_input(&["enumerate", "-", "--subgroup", "a"], "a, b | a^2 = b^2 = (a*b)^4 = 1\n");
    assert!(read.code == 0 && read.out.starts_with("index 4\n"), "{}", read.out);
}

#[test]
fn permutations_are_definitions() {
    for format in ["gap", "tws", "ksolve", "json"] {
        let text = ok(&["enumerate", ICOSAHEDRON, "--subgroup", "b", "--to", format]);
        let group = run_with_input(&["group", "-", "--json"], &text);
        let group = &json_lines(&group.out)[0];
        assert_eq!((&group["order"], &group["degree"]), (&json!("60"), &json!(20)), "{format}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a5.gap");
    let name = file.to_str().unwrap();
    run(&["enumerate", ICOSAHEDRON, "--subgroup", "a*b", "--to", "gap", "-o", name]);
    assert_eq!(json_lines(&ok(&["god", name, "--json", "--quiet"]))[0]["total"], 60);
    let nothing = run_with_input(&["group", "-"], "");
    assert_eq!(nothing.code, 2, "{}", nothing.out);
}

#[test]
fn presentations_of_groups_lead_back() {
    for (name, order) in [("m11", 7920), ("m12", 95040)] {
        let found = &json_lines(&ok(&["group", name, "--presentation", "--json"]))[0];
        assert_eq!(record(&[found["presentation"].as_str().unwrap()])["index"], order);
        let text = ok(&["group", name, "--presentation"]);
        let again = run_with_input(&["enumerate", "-"], &text);
        assert!(again.out.starts_with(&format!("index {order}\n")), "{}", again.err);
    }
    // With strong generators: those that fix the first point of the base have its orbit as index.
    let found = &json_lines(&ok(&["group", "pyraminx", "--presentation", "--json"]))[0];
    let base = json_lines(&ok(&["group", "pyraminx", "--member", "R", "--json"]))[0]["base"][0].to_string();
    let moves = |cycles: &str| cycles.split(['(', ')', ',']).any(|point| point == base);
    let generators = found["generators"].as_object().unwrap();
    let fixing = generators.iter().filter(|(_, cycles)| !moves(cycles.as_str().unwrap()));
    let fixing: Vec<&str> = fixing.map(|(name, _)| name.as_str()).collect();
    let index = record(&[found["presentation"].as_str().unwrap(), "--subgroup", &fixing.join(",")]);
    assert!([6, 8, 12].contains(&index["index"].as_u64().unwrap()), "{index}");
    assert_eq!(run(&["group", "m11", "--presentation", "--method", "jerrum"]).code, 2);
}

#[test]
fn classes_of_subgroups_are_listed() {
    let lines = json_lines(&ok(&["enumerate", "<a, b |>", "--low-index", "3", "--json"]));
    let indices: Vec<u64> = lines.iter().map(|line| line["index"].as_u64().unwrap()).collect();
    assert_eq!(indices, [1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3]);
    let all: u64 = lines.iter().map(|line| line["class_length"].as_u64().unwrap()).sum();
    assert_eq!(all, 1 + 3 + 13);
}

#[test]
fn limits_are_told() {
    let modular = "<a, b | a^2, b^3>";
    for (args, told) in [
        (&["--max-cosets", "1000"][..], "raise --max-cosets"),
        (&["--memory", "1MiB"], "raise --memory"),
        (&["--memory", "1"], "raise --memory"),
        (&["--time-limit", "0ms", "--memory", "64MiB"], "raise --time-limit"),
        (&["--low-index", "30", "--time-limit", "10ms"], "lower --low-index"),
    ] {
        let args: Vec<&str> = ["enumerate", modular].iter().chain(args).copied().collect();
        let end = run(&args);
        assert!(end.code == 3 && end.err.contains(told), "{args:?}: {} {}", end.code, end.err);
    }
}

#[test]
fn faults_are_shown_where_they_are() {
    for (args, told) in [
        (&["<a, b | a^2, c>"][..], "unknown generator 'c'"),
        (&["<a, b | a^2"], "the end of the text"),
        (&["<a | a^2>", "--subgroup", "b"], "subgroup:1:1"),
        (&["<a | a^2>", "--subgroup", "a,"], "subgroup:1:3"),
        (&["<a | a^99999999999>"], "letters"),
        (&["no-such-file"], "a presentation has a '|'"),
        (&["<a | a^2>", "--low-index", "0"], "--low-index"),
        (&["<a | a^2>", "--low-index", "2", "--table"], "cannot be used"),
        (&["<a | a^2>", "--max-cosets", "0"], "--max-cosets"),
        (&[""], "cannot be read"),
    ] {
        let args: Vec<&str> = ["enumerate"].iter().chain(args).copied().collect();
        let end = run(&args);
        assert!(end.code == 2 && end.err.contains(told), "{args:?}: {} {}", end.code, end.err);
    }
}

#[test]
fn infinite_groups_are_recognised_by_their_abelian_quotient() {
    assert_eq!(ok(&["enumerate", "<a, b | a^4, b^6, [a, b]>", "--abelian"]), "C2 x C12");
    assert_eq!(ok(&["enumerate", "<a, b | a^2, b^3, (ab)^5>", "--abelian"]), "trivial");
    assert_eq!(ok(&["enumerate", "<a, b | >", "--abelian", "--subgroup", "a^3"]), "C3 x Z");
    let infinite = run(&["enumerate", "<x, y | x^2 = y^3>"]);
    assert_eq!(infinite.code, 1);
    assert!(infinite.err.contains("the group is infinite"), "{}", infinite.err);
    let subgroup = run(&["enumerate", "<a, b | a b = b a>", "--subgroup", "a b"]);
    assert_eq!(subgroup.code, 1);
    assert!(subgroup.err.contains("the index of the subgroup is infinite"), "{}", subgroup.err);
    assert!(ok(&["enumerate", "<a, b | a b = b a>", "--subgroup", "a b, a^5"]).starts_with("index 5"));
}
