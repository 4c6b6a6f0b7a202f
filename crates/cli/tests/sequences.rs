//! What the program promises of sequences: orders and cycles.

#![allow(dead_code, reason = "each test file uses its own part of the shared module")]

mod program;

use program::{json_lines, ok, run, run_with_input};

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
