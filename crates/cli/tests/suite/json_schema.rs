//! Records in JSON: commands print what `docs/json.schema.json` says, and `docs/json.md` says the same.
//!
//! The schema keeps to the few keywords that [`fault`] knows, which is checked, too: a validator of the whole language would be forty
//! crates for every build of the tests.

use crate::program::{json_lines, root, run, run_with_input};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// A record, and a command that prints it and nothing else.
const RUNS: &[(&str, &[&str])] = &[
    ("solution", &["solve", "3x3x3", "R U2 F' D"]),
    ("solution", &["solve", "pyraminx", "U L' R B u", "--solutions", "all", "--max-length", "6"]),
    ("solution", &["solve", "2x2x2", "R U", "--improvements", "--node-limit", "1000"]),
    ("set-answer", &["solve-set", "testdata/sets/tetra"]),
    ("scramble", &["scramble", "pyraminx", "--count", "2", "--seed", "1"]),
    ("scramble", &["scramble", "--wca", "333mbf", "--count", "2", "--seed", "1"]),
    ("position", &["apply", "3x3x3", "R U", "--symmetry"]),
    ("position", &["apply", "pyraminx", "R U", "--symmetry"]),
    ("position", &["apply", "slide:3x3", "R", "--format", "svg"]),
    ("position", &["apply", "2x2x2", "R U", "--format", "cycles"]),
    ("position", &["show", "square-1", "(1,0)/", "--format", "scene"]),
    ("verification", &["verify", "3x3x3", "R U", "--solution", "U' R'"]),
    ("verification", &["verify", "3x3x3", "R U", "--solution", "U'"]),
    ("algorithm", &["alg", "simplify", "3x3x3", "U D U' R R2 L R"]),
    ("algorithm", &["alg", "invert", "3x3x3", "[R: U D'] F2"]),
    ("algorithm", &["alg", "shorten", "2x2x2", "R U R' R"]),
    ("algorithm", &["alg", "expand", "3x3x3", "[R, U]"]),
    ("algorithm", &["alg", "mirror", "3x3x3", "R U"]),
    ("algorithm", &["alg", "rotate", "3x3x3", "R U"]),
    ("algorithm", &["alg", "merge", "3x3x3", "L R D U"]),
    ("algorithm", &["alg", "unrotate", "3x3x3", "R y R F"]),
    ("algorithm-length", &["alg", "count", "3x3x3", "R M2 x"]),
    ("conjugacy-class", &["alg", "conjugacy", "3x3x3", "R U R' U'"]),
    ("algorithm-symmetry", &["alg", "symmetry", "3x3x3", "R L'"]),
    ("image", &["alg", "images", "pyraminx", "R"]),
    ("unsolved-pieces", &["alg", "wrong", "3x3x3", "R U"]),
    ("sequence-order", &["order", "3x3x3", "U R", "--tuple"]),
    ("sequence-order", &["order", "pyraminx", "R"]),
    ("orders-of-sequences", &["orders", "3x3x3", "--length", "2"]),
    ("orders-of-sequences", &["orders", "3x3x3", "--sample", "20", "--seed", "1"]),
    ("orders-of-elements", &["orders", "pyraminx", "--exact"]),
    ("canonical-sequences", &["canonical", "3x3x3", "--depth", "4", "--moves", "R,U"]),
    ("coordinates", &["coordinates", "3x3x3", "R U F"]),
    ("coordinates", &["coordinates", "3x3x3", "--set", "twist=1494,flip=550,slice=95"]),
    ("named-pattern", &["patterns"]),
    ("word", &["factor", "2x2x2", "R U"]),
    ("word-statistics", &["factor", "2x2x2", "--stats", "3", "--seed", "1"]),
    ("coset-enumeration", &["enumerate", "<a, b | a^2, b^3, (a*b)^5>", "--subgroup", "b", "--table"]),
    ("coset-enumeration", &["enumerate", "<a | a^5>"]),
    ("coset-enumeration", &["enumerate", "<a | a^2>", "--permutations"]),
    ("coset-permutations", &["enumerate", "<a | a^2>", "--to", "gap"]),
    ("coset-positions", &["coset", "2x2x2", "R U F", "--subgroup", "U", "--no-tables"]),
    ("low-index-subgroup", &["enumerate", "<a, b | a^2, b^3>", "--low-index", "3"]),
    ("abelian-quotient", &["enumerate", "<a, b | a^2, b^3>", "--abelian"]),
    ("group", &["group", "pyraminx"]),
    ("group", &["group", "3x3x3", "--member", "R U"]),
    ("group", &["group", "pyraminx", "--element", "(1,2)"]),
    ("centre", &["group", "m11", "--centre"]),
    ("presentation", &["group", "m11", "--presentation"]),
    ("derived-series", &["group", "2x2x2", "--derived-series"]),
    ("subdegrees", &["group", "m11", "--subdegrees"]),
    ("stabilizer", &["group", "m11", "--stabilizer", "1"]),
    ("stabilizer", &["group", "m11", "--set-stabilizer", "1,2"]),
    ("distances", &["god", "3x3x3", "--depth", "2"]),
    ("distances", &["god", "slide:2x3"]),
    ("distances", &["god", "2x2x2", "--depth", "3", "--classes"]),
    ("random-walk", &["walk", "topspin:6,3", "--length", "3"]),
    ("found-sequence", &["find", "pyraminx", "--like", "U R' U' R", "--solutions", "2"]),
    ("few-pieces", &["find", "pyraminx", "--few", "3", "--solutions", "2"]),
    ("position-count", &["find", "3x3x3", "--symmetry", "Oh", "--count"]),
    ("found-position", &["find", "3x3x3", "--symmetry", "Oh"]),
    ("sheet", &["find", "3x3x3", "--symmetry", "Oh", "--solutions", "all", "--format", "svg"]),
    ("sheet", &["scramble", "2x2x2", "--seed", "1", "--format", "svg"]),
    ("position-count", &["find", "skewb", "--symmetry", "x y'", "--count"]),
    ("found-position", &["find", "skewb", "--symmetry", "x y'", "--solutions", "2"]),
    ("conjugates", &["group", "3x3x3", "--class", "R"]),
    ("conjugacy-classes", &["group", "m11", "--classes"]),
    ("rank", &["perm", "rank", "2 0 1"]),
    ("rank", &["perm", "rank", "5 6", "--among", "5 6 7"]),
    ("unranked", &["perm", "unrank", "3", "--size", "3"]),
    ("unranked", &["perm", "unrank", "2", "--multiset", "a b a b"]),
    ("lehmer-code", &["perm", "lehmer", "2 0 1"]),
    ("permutation-order", &["perm", "order", "(1,2,3)(4,5)"]),
    ("permutation", &["perm", "multiply", "(1,2)", "(2,3)"]),
    ("permutation", &["perm", "invert", "(1,2,3)"]),
    ("permutation-cycles", &["perm", "cycles", "[1,2,0]"]),
    ("multiset-permutation", &["perm", "intercalate", "a b / b a", "c c / c c"]),
    ("multiset-permutation", &["perm", "factor", "a a b b / b a a b"]),
    ("definition", &["convert", "skewb", "--to", "tws"]),
    ("puzzle", &["puzzles", "2x2x2", "--slots"]),
    ("puzzle", &["puzzles", "slide:3x3"]),
    ("workload", &["bench", "group"]),
    ("failure", &["solve", "3x3x3", "R Q"]),
    ("failure", &["factor", "no-such-puzzle", "R"]),
];

/// Commands without records.
const WITHOUT: [&str; 3] = ["serve", "completions", "man"];

fn schema() -> Value {
    let text = fs::read_to_string(root().join("docs/json.schema.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Why a value does not have the form that a schema demands.
fn fault(schema: &Value, value: &Value, whole: &Value, place: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let record = name.strip_prefix("#/$defs/").unwrap_or(name);
        return fault(&whole["$defs"][record], value, whole, place);
    }
    let is_of = |kind: &Value| match kind.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        _ => false,
    };
    let fits = match &schema["type"] {
        Value::Null => true,
        Value::Array(kinds) => kinds.iter().any(is_of),
        kind => is_of(kind),
    };
    if !fits {
        return Some(format!("{place}: {value} is not of type {}", schema["type"]));
    }
    if let (Some(_), Some(text)) = (schema["pattern"].as_str(), value.as_str())
        && (text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()))
    {
        return Some(format!("{place}: {text} does not consist of digits"));
    }
    if let Some(items) = value.as_array() {
        return items.iter().find_map(|item| fault(&schema["items"], item, whole, place));
    }
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let fields = value.as_object()?;
    required
        .filter(|key| !fields.contains_key(*key))
        .map(|key| format!("{place}: the key {key} is missing"))
        .next()
        .or_else(|| {
            fields.iter().find_map(|(key, field)| {
                let place = format!("{place}.{key}");
                match (schema["properties"].get(key), &schema["additionalProperties"]) {
                    (Some(known), _) => fault(known, field, whole, &place),
                    (None, Value::Bool(false)) => Some(format!("{place} is not in the schema")),
                    (None, others) => fault(others, field, whole, &place),
                }
            })
        })
}

/// The keywords that [`fault`] does not know.
fn strange_keywords(schema: &Value) -> Vec<String> {
    let known =
        ["$ref", "type", "pattern", "items", "required", "properties", "additionalProperties", "description"];
    let Some(fields) = schema.as_object() else { return Vec::new() };
    let mut strange: Vec<String> =
        fields.keys().filter(|key| !known.contains(&key.as_str())).cloned().collect();
    strange.extend(schema["pattern"].as_str().filter(|pattern| *pattern != "^[0-9]+$").map(str::to_string));
    let below = schema["properties"].as_object().into_iter().flat_map(|properties| properties.values());
    for inner in below.chain([&schema["items"], &schema["additionalProperties"]]) {
        strange.extend(strange_keywords(inner));
    }
    strange
}

#[test]
fn commands_print_the_records_of_the_schema() {
    let schema = schema();
    let check = |record: &str, printed: &Value, command: &str| {
        assert!(!schema["$defs"][record].is_null(), "the schema has no record {record}");
        let fault = fault(&schema["$defs"][record], printed, &schema, record);
        assert_eq!(fault, None, "{command}; describe the change in docs/json.schema.json and docs/json.md");
    };
    for (record, args) in RUNS {
        let printed = json_lines(&run(&[*args, &["--json"]].concat()).out);
        assert!(!printed.is_empty(), "{args:?} prints nothing");
        printed.iter().for_each(|printed| check(record, printed, &args.join(" ")));
    }
    // In a batch, records also say to which line they belong.
    for (record, args) in [
        ("solution", &["solve", "3x3x3", "-"][..]),
        ("algorithm", &["alg", "unique", "3x3x3", "-"]),
        ("position", &["apply", "3x3x3", "-"]),
        ("verification", &["verify", "3x3x3", "-", "--solution", "U' R'"]),
        ("sequence-order", &["order", "3x3x3", "-"]),
        ("coordinates", &["coordinates", "3x3x3", "-"]),
        ("group", &["group", "3x3x3", "--member", "-"]),
    ] {
        let printed = json_lines(&run_with_input(&[args, &["--json"]].concat(), "R U\nR Q\n").out);
        assert_eq!(printed.len(), 2, "{args:?}");
        check(record, &printed[0], &args.join(" "));
        check("failure", &printed[1], &args.join(" "));
    }
    let coset = ["coset", "2x2x2", "R U F", "--subgroup", "U", "--no-tables", "--list", "--json"];
    let listed = json_lines(&run(&coset).out);
    listed[..4].iter().for_each(|listed| check("coset-position", listed, "coset --list"));
    check("coset-positions", &listed[4], "coset --list");
    let parts = json_lines(&run(&["solve", "7x7x7", "R 2U F'", "--stream", "--json"]).out);
    let (end, parts) = parts.split_last().unwrap();
    check("streamed-solution", end, "solve --stream");
    parts.iter().for_each(|part| check("solution-part", part, "solve --stream"));
}

#[test]
fn commands_of_tables_print_the_records_of_the_schema() {
    let schema = schema();
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().display().to_string();
    for (record, args) in [
        ("built-table", &["build", "2x2x2-htm"][..]),
        ("table", &["list"]),
        ("verified-table", &["verify"]),
        ("removed-table", &["remove", "2x2x2-htm"]),
        ("cleaned-tables", &["clean"]),
    ] {
        let args = [&["tables"], args, &["--tables", &place, "--json"]].concat();
        let records = json_lines(&run(&args).out);
        assert!(!records.is_empty(), "{args:?} prints nothing");
        for printed in records {
            assert_eq!(fault(&schema["$defs"][record], &printed, &schema, record), None, "{args:?}");
        }
    }
}

#[test]
fn every_command_has_records() {
    let help = run(&["--help"]).out;
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Further lines of a description are indented more.
    let named = commands.filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
    let names: Vec<&str> = named.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 20, "{help}");
    for name in names {
        let is_tried = RUNS.iter().any(|(_, args)| args[0] == name) || name == "tables";
        assert!(is_tried || WITHOUT.contains(&name), "{name}: no record of this command is checked");
    }
}

#[test]
fn the_document_lists_what_the_schema_says() {
    let schema = schema();
    let document = fs::read_to_string(root().join("docs/json.md")).unwrap();
    let records = schema["$defs"].as_object().unwrap();
    let headings = document.lines().filter(|line| line.starts_with("### ")).count();
    assert_eq!(headings, records.len());
    // The whole accepts every record, but none that occurs only inside others.
    let accepted = schema["anyOf"].as_array().unwrap().iter().filter_map(|record| record["$ref"].as_str());
    let accepted: Vec<&str> = accepted.filter_map(|name| name.strip_prefix("#/$defs/")).collect();
    let is_inner = |record: &Value| record["description"].as_str().unwrap().contains("inside");
    let outer = records.iter().filter(|(_, record)| !is_inner(record)).map(|(name, _)| name.as_str());
    assert_eq!(BTreeSet::from_iter(accepted), outer.collect());
    for (name, record) in records {
        let section = document.split("\n### ").find_map(|part| part.strip_prefix(&format!("{name}\n")));
        let section = section.unwrap_or_else(|| panic!("docs/json.md has no section {name}"));
        for (key, property) in record["properties"].as_object().unwrap() {
            let meaning = property["description"].as_str().unwrap();
            let row = section.lines().find(|line| line.starts_with(&format!("| `{key}` |")));
            assert!(
                row.is_some_and(|row| row.ends_with(&format!("| {meaning} |"))),
                "docs/json.md, {name}: {key}"
            );
        }
        assert_eq!(strange_keywords(record), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn faults_are_seen() {
    let schema = schema();
    let told = |record: &str, text: &str| {
        let value: Value = serde_json::from_str(text).unwrap();
        fault(&schema["$defs"][record], &value, &schema, record).unwrap_or_default()
    };
    assert_eq!(told("removed-table", r#"{"name": "a", "state": "removed", "bytes": 1}"#), "");
    assert!(told("removed-table", r#"{"name": "a", "state": "removed"}"#).contains("bytes is missing"));
    assert!(told("removed-table", r#"{"name": 1, "state": "removed", "bytes": 1}"#).contains("not of type"));
    assert!(
        told("removed-table", r#"{"name": "a", "state": "b", "bytes": 1, "more": 1}"#)
            .contains("not in the schema")
    );
    assert!(told("permutation-order", r#"{"input": "a", "order": "six"}"#).contains("digits"));
    assert!(
        told("lehmer-code", r#"{"input": "", "lehmer": [0.5], "rank": "1", "points": 3}"#)
            .contains("not of type")
    );
    assert!(!strange_keywords(&serde_json::json!({ "items": { "enum": [1] } })).is_empty());
}
