//! The command `coset` from outside: what it refuses, and a whole coset.

use crate::program::{json_lines, ok, run};

#[test]
fn what_is_not_counted_is_refused_with_what_is() {
    let subgroup = "U,D,R2,L2,F2,B2";
    for (args, code, told) in [
        (&["3x3x3", "R U", "--subgroup", subgroup][..], 3, "allow more, for instance with --memory 4GiB"),
        (&["3x3x3", "R U", "--subgroup", "U,R,F"], 3, "170659735142400 positions"),
        (&["3x3x3", "R U", "--subgroup", subgroup, "--list"], 3, "19508428800 positions"),
        (&["2x2x2", "R U", "--subgroup", "U,R2", "--max-length", "20"], 2, "of the 3x3x3"),
        (&["3x3x3", "R U", "--subgroup", "U", "--metric", "stm"], 2, "use another metric"),
        (&["4x4x4", "R U", "--subgroup", "U"], 2, "identical pieces"),
        (&["3x3x3", "R U", "--subgroup", subgroup, "--max-length", "19"], 2, "20..=30"),
        (&["3x3x3", "R U", "--subgroup", "U,D,R2,L2,F2,X"], 2, "no move 'X'"),
        (&["3x3x3", "-", "--subgroup", subgroup], 2, "one position"),
    ] {
        let end = run(&[&["coset"], args, &["--no-tables"]].concat());
        assert_eq!(end.code, code, "{args:?}: {}", end.err);
        assert!(end.err.contains(told), "{args:?}: {}", end.err);
    }
}

/// The argument of other commands may name standard input, which is not read here.
#[test]
fn the_help_promises_no_standard_input() {
    let help = ok(&["coset", "--help"]);
    assert!(help.contains("[POSITION]") && !help.contains("standard input"), "{help}");
}

#[test]
fn positions_of_small_cosets_are_counted_and_listed() {
    let told = json_lines(&ok(&["coset", "2x2x2", "R U F", "--subgroup", "U,R", "--json", "--no-tables"]));
    let counts = [0, 1, 6, 18, 59, 211, 750, 2441, 7830, 14015, 3800, 29];
    assert_eq!(told[0]["distribution"], serde_json::Value::from(counts.to_vec()));
    assert_eq!((&told[0]["method"], &told[0]["complete"]), (&"distances".into(), &true.into()));
    // Six half turns generate 663 552 positions; after R U F, two of them are three turns away.
    let squares = ["coset", "3x3x3", "R U F", "--subgroup", "U2,D2,R2,L2,F2,B2", "--depth", "6", "--json"];
    let told = json_lines(&ok(&squares));
    assert_eq!(told[0]["distribution"], serde_json::Value::from(vec![0, 0, 0, 2, 10, 44, 242]));
    assert_eq!((&told[0]["method"], &told[0]["positions"]), (&"search".into(), &663_552.into()));
    let listed = ok(&["coset", "2x2x2", "R U F", "--subgroup", "U", "--list", "--no-tables"]);
    assert!(listed.starts_with("       3  F' U' R'\n       4  F' U' R' U\n"), "{listed}");
}

#[test]
#[ignore = "long: a minute of two cores, 4 GB"]
fn every_position_of_a_coset_has_twenty_moves() {
    let args =
        ["coset", "3x3x3", "R U2 F' D B2 L", "--subgroup", "U,D,R2,L2,F2,B2", "--memory", "4GiB", "--json"];
    let told = json_lines(&ok(&args)).remove(0);
    assert_eq!(told["proven"], true);
    let sum =
        |key: &str| told[key].as_array().unwrap().iter().filter_map(serde_json::Value::as_u64).sum::<u64>();
    let solved = sum("distribution") + sum("within") + told["one_by_one"].as_u64().unwrap();
    assert_eq!(solved, told["positions"].as_u64().unwrap());
    // As counted without a prepass.
    let first = [0, 0, 0, 0, 0, 0, 2, 24, 184, 1440, 10826, 76584, 527_517, 3_622_202];
    assert_eq!(told["distribution"].as_array().unwrap()[..14], first.map(serde_json::Value::from));
}
