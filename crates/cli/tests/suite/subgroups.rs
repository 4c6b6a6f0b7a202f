//! `group`: derived series, centre, stabilizers, and orbits on pairs.

use crate::program::{ok, run};
use serde_json::{Value, json};

fn told(arguments: &[&str]) -> Value {
    serde_json::from_str(&ok(&[&["group"], arguments, &["--json"]].concat())).unwrap()
}

/// The superflip is the only element of the 3x3x3 that commutes with all but the identity; the index of the derived group is 2.
#[test]
fn subgroups_of_the_cube() {
    let centre = told(&["3x3x3", "--centre"]);
    assert_eq!(centre["centre"], 2);
    let element = centre["elements"][1]["element"].as_str().unwrap();
    assert_eq!(element.matches('(').count(), 12);
    let superflip = ok(&["group", "3x3x3", "--element", element]);
    assert_eq!(superflip.trim(), "a member");

    let series = told(&["3x3x3", "--derived-series"]);
    assert_eq!(series["indices"], json!(["2"]));
    assert_eq!(series["derived_orders"], json!(["21626001637244928000"]));
    assert_eq!(series["solvable"], false);

    let degrees = told(&["3x3x3", "--subdegrees"]);
    assert_eq!(degrees["orbits"][0]["subdegrees"], json!([1, 1, 22]));
    assert_eq!(degrees["orbits"][1]["subdegrees"], json!([1, 1, 1, 21]));
}

/// M24 carries any five points to any five; its orbits on sets of eight are known.
#[test]
fn stabilizers_in_the_largest_mathieu_group() {
    let five = told(&["m24", "--stabilizer", "1,2,3,4,5"]);
    assert_eq!(five["index"], (24 * 23 * 22 * 21 * 20).to_string());
    let set = told(&["m24", "--set-stabilizer", "1,2,3,4,5"]);
    assert_eq!(set["index"], "42504");
    let order: u64 = set["subgroup_order"].as_str().unwrap().parse().unwrap();
    assert_eq!(order * 42_504, 244_823_040);
    // Octads, and eight points that contain seven or at most six points of one.
    let eight = told(&["m24", "--set-stabilizer", "1,2,3,4,5,6,7,8"]);
    let index: u64 = eight["index"].as_str().unwrap().parse().unwrap();
    assert!([759, 97_152, 637_560].contains(&index), "{index}");
}

#[test]
fn what_has_no_answer_is_refused() {
    for (arguments, code, said) in [
        (vec!["group", "3x3x3", "--stabilizer", "100"], 2, "beyond the puzzle's 54 points"),
        (vec!["group", "3x3x3", "--set-stabilizer", "0"], 2, "0"),
        (vec!["group", "square-1", "--member", "/"], 2, "not always possible"),
        (vec!["group", "m12", "--centre", "--subdegrees"], 2, "cannot be used with"),
        (vec!["group", "m12", "--centre", "--method", "jerrum"], 2, "leave --method out"),
    ] {
        let output = run(&arguments);
        assert_eq!(output.code, code, "{arguments:?}: {}", output.err);
        assert!(output.err.contains(said), "{arguments:?}: {}", output.err);
    }
}
