//! What the program promises of the small tools that work on sequences and positions.

use crate::program::{json_lines, ok, run, run_with_input};

/// Lines out for lines in.
fn filtered(args: &[&str], input: &str) -> Vec<String> {
    let run = run_with_input(args, input);
    assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    run.out.lines().map(str::to_string).collect()
}

/// Each line of the table of examples, with the call that does the same here and what differs in the wording.
#[test]
fn the_filters_say_what_twsearch_says() {
    let table = include_str!("../../../../testdata/tws/cli-examples.tsv");
    let mut seen = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let (option, _, input, output) =
            (fields.next().unwrap(), fields.next(), fields.next().unwrap(), fields.next().unwrap());
        let lines = |text: &str| -> Vec<String> {
            text.split(" | ").filter(|line| !line.is_empty()).map(str::to_string).collect()
        };
        let (input, expected) = (lines(input), lines(output));
        let text = format!("{}\n", input.join("\n"));
        let call = |args: &[&str]| filtered(args, &text);
        let found: Vec<String> = match option {
            "-o" => {
                let told = run_with_input(&["order", "3x3x3", "-", "--json"], &text);
                let orders = json_lines(&told.out);
                orders
                    .iter()
                    .zip(&input)
                    .map(|(one, alg)| format!("{} {alg}", one["order"].as_str().unwrap()))
                    .collect()
            }
            "--showconjugacy" => call(&["alg", "conjugacy", "3x3x3", "-"])
                .iter()
                .zip(&input)
                .map(|(class, alg)| {
                    // twsearch writes [edges],[corners], short cycles first, twists after a colon.
                    let orbit = |part: &str| {
                        let cycles = part.split_once(": ").unwrap().1.replace('+', ":");
                        let mut cycles: Vec<&str> = cycles.split(' ').collect();
                        cycles.sort_unstable();
                        format!("[{}]", cycles.join(","))
                    };
                    let orbits: Vec<String> = class.split(", ").map(orbit).collect();
                    format!("{} {alg}", orbits.join(","))
                })
                .collect(),
            "-i" => call(&["alg", "invert", "3x3x3", "-"]),
            "--cancelseqs" => call(&["alg", "simplify", "3x3x3", "-"]),
            "--mergeseqs" => call(&["alg", "merge", "3x3x3", "-"]),
            "-u" => call(&["alg", "unique", "3x3x3", "-"]),
            "-U" => call(&["alg", "unique", "3x3x3", "-", "--up-to", "rotations"]),
            "--showsymmetry" => {
                let told = run_with_input(&["alg", "symmetry", "3x3x3", "-", "--json"], &text);
                let told = json_lines(&told.out);
                told.iter()
                    .zip(&input)
                    .map(|(one, alg)| format!("{alg}: {}", one["symmetry"]["rotations"]))
                    .collect()
            }
            "--unrotateseqs" => {
                // Its sample names rotations by faces and corners; D clockwise is y'.
                let text = text.replace("Dv", "y'");
                let done = filtered(&["alg", "unrotate", "3x3x3", "-"], &text);
                assert!(done[0].starts_with("R F L"), "{done:?}");
                seen += 1;
                continue;
            }
            "--maxwrong 8" => call(&["alg", "wrong", "3x3x3", "-", "--at-most", "8"]),
            other => panic!("{other}"),
        };
        assert_eq!(found, expected, "{option}");
        seen += 1;
    }
    assert_eq!(seen, 10);
}

#[test]
fn sequences_are_unique_up_to_what_is_named() {
    let input = "R\nL\nU'\nR U\nU' R'\nR U R' U'\nU R U' R'\n";
    let unique = |up_to: &[&str]| {
        let args: Vec<&str> = ["alg", "unique", "3x3x3", "-"].iter().chain(up_to).copied().collect();
        filtered(&args, input).join(", ")
    };
    assert_eq!(unique(&[]), "R, L, U', R U, U' R', R U R' U', U R U' R'");
    // A half turn about the edge between U and R exchanges the two.
    assert_eq!(unique(&["--up-to", "rotations"]), "R, U', R U, U' R', R U R' U'");
    // The mirror between them turns R into U'.
    assert_eq!(unique(&["--up-to", "symmetries"]), "R, R U, R U R' U'");
    assert_eq!(unique(&["--up-to", "rotations,inverse"]), "R, R U, R U R' U'");
    let refused = run_with_input(&["alg", "unique", "4x4x4", "-", "--up-to", "inverse"], "R\n");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("pieces are identical"), "{}", refused.err);
}

/// By hand: a 3-cycle of two opposite corners' turns has one class and its mirror image; the twelve rotated images of a pair of turns
/// are one. So are those of a skewb, whose turns about the two ends of an axis do the same but for how it is held.
#[test]
fn symmetry_classes_of_the_pyraminx_are_those_of_the_solid() {
    let find = |up_to: &str| {
        let like = ["find", "tetraminx", "--like", "R U' R' U", "--solutions", "all", "--up-to", up_to];
        ok(&like).lines().count()
    };
    assert_eq!((find("symmetries"), find("rotations")), (2, 4));
    let vertices = ["U", "L", "R", "B"];
    let pairs = vertices
        .iter()
        .flat_map(|a| vertices.iter().filter(move |b| *b != a).map(move |b| format!("{a} {b}\n")));
    let input: String = pairs.collect();
    for puzzle in ["pyraminx", "tetraminx", "skewb"] {
        let classes = filtered(&["alg", "unique", puzzle, "-", "--up-to", "rotations"], &input);
        assert_eq!(classes, ["U L"], "{puzzle}");
    }
    // Positions are compared as algorithms are.
    let cube = "UUUUUUFFFUBBRRRRRRRRRFFDFFDDDBDDBDDBFFDLLLLLLLLLUBBUBB\nL F\n";
    assert_eq!(filtered(&["alg", "unique", "3x3x3", "-", "--up-to", "rotations"], cube).len(), 1);
}

#[test]
fn powers_are_written_as_single_moves() {
    assert_eq!(ok(&["alg", "expand", "3x3x3", "(R2 U')2", "--single"]), "R R U' R R U'");
    assert_eq!(ok(&["alg", "expand", "topspin:8,4", "r3 t", "--single"]), "r r r t");
    assert_eq!(ok(&["alg", "expand", "3x3x3", "(R2 U')2"]), "R2 U' R2 U'");
}

#[test]
fn classes_and_wrong_pieces() {
    assert_eq!(ok(&["alg", "conjugacy", "3x3x3", "M' U2 M U2"]), "EDGES: 3");
    assert_eq!(ok(&["alg", "conjugacy", "3x3x3", ""]), "nothing");
    let told = &json_lines(&ok(&["alg", "conjugacy", "3x3x3", "R U R' U'", "--json"]))[0];
    assert_eq!(told["representative"], serde_json::json!(["EDGES: (1 2 3)", "CORNERS: (1 2)+1 (3 4)+2"]));
    assert_eq!(told["class"][1]["cycles"][1], serde_json::json!({ "length": 2, "twist": 2 }));
    // A whole cube turned is solved; so is a quarter turn of both halves of the small one.
    for (puzzle, alg, wrong) in
        [("3x3x3", "x y", "0"), ("3x3x3", "R", "8"), ("2x2x2", "R L'", "0"), ("pyraminx", "u", "1")]
    {
        assert_eq!(ok(&["alg", "wrong", puzzle, alg]), wrong, "{puzzle} {alg}");
    }
    assert_eq!(filtered(&["alg", "wrong", "3x3x3", "-", "--at-most", "8"], "R\nR U\nF2\n"), ["R", "F2"]);
    let counted = filtered(&["alg", "wrong", "3x3x3", "-", "--count"], "R\nR U\n");
    assert_eq!(counted, ["8 R", "13 R U"]);
    assert_eq!(filtered(&["alg", "wrong", "3x3x3", "-", "--count", "--at-most", "8"], "R\nR U\n"), ["8 R"]);
}

/// In a definition of stickers, each sticker counts, or each piece that they make up.
#[test]
fn stickers_that_move_together_count_as_one_piece() {
    let file = std::env::temp_dir().join(format!("permutant-stickers-{}.txt", std::process::id()));
    let of_stickers = ok(&["convert", "3x3x3", "--to", "gap"]);
    std::fs::write(&file, of_stickers).unwrap();
    let file = file.to_str().unwrap();
    for (alg, stickers, pieces) in [("R", "20", "8"), ("R U R' U'", "18", "7"), ("", "0", "0")] {
        assert_eq!(ok(&["alg", "wrong", file, alg]), stickers, "{alg}");
        assert_eq!(ok(&["alg", "wrong", file, alg, "--by-piece"]), pieces, "{alg}");
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn rotations_go_to_the_end() {
    for (alg, expected) in [("R y R F", "R B R y"), ("y 2-3Rw' 2F", "2-3Bw' 2R y"), ("x y x' y'", "x y'")] {
        let done = ok(&["alg", "unrotate", "5x5x5", alg]);
        if !alg.starts_with("x y") {
            assert_eq!(done, expected);
        }
        let check = ok(&["order", "5x5x5", &format!("({alg}) ({done})'")]);
        assert!(check.starts_with("order 1\n"), "{alg}: {check}");
    }
    assert_eq!(ok(&["alg", "rotate", "5x5x5", "2-3Rw' r", "--by", "y"]), "2-3Fw' f");
    let file = "testdata/tws/pg/3x3x3.symm.tws";
    let done = ok(&["alg", "unrotate", file, "R DFLv R F"]);
    assert!(ok(&["order", file, &format!("(R DFLv R F) ({done})'")]).starts_with("order 1\n"), "{done}");
    assert_eq!(ok(&["alg", "merge", "3x3x3", "L R D U"]), "R L U D");
}

#[test]
fn the_symmetry_of_a_position_is_shown() {
    let shown = ok(&["show", "3x3x3", "R L'", "--symmetry"]);
    let told: Vec<&str> = shown.lines().skip(4).collect();
    assert_eq!(
        told,
        [
            "symmetry  kept by 8 of the puzzle's 48 symmetries: 4 keep the sense of turns, 4 reverse it",
            "class     C4h",
            "inverse   the position turned",
            "made by   mirror: U→U' R→L' F→F' D→D' L→R' B→B'",
            "made by   x': U→F F→D D→B B→U",
        ]
    );
    for (puzzle, alg, fixing, class) in [
        ("3x3x3", "M2 E2 S2", 48, "Oh"),
        ("3x3x3", "U D' R L' F B' U D' x", 6, "S6"),
        ("2x2x2", "R", 8, "D4"),
        // The inner layers can be mirrored for themselves.
        ("5x5x5", "R", 8, "C4"),
        ("tetraminx", "U", 3, ""),
    ] {
        let told = &json_lines(&ok(&["alg", "symmetry", puzzle, alg, "--json"]))[0];
        assert_eq!(told["symmetry"]["fixing"], fixing, "{puzzle} {alg}: {told}");
        assert_eq!(told["symmetry"]["class"].as_str().unwrap_or(""), class, "{puzzle} {alg}");
    }
    assert_eq!(
        ok(&["alg", "symmetry", "3x3x3", "R U R' U'"]),
        "1 of 48 symmetries, 1 of them rotations; class C1; its inverse is the position turned"
    );
    let blocked = run(&["alg", "symmetry", "3x3x3", "R Q"]);
    assert_eq!(blocked.code, 2);
}

#[test]
fn sequences_of_a_kind_are_found_shortest_first() {
    let found = ok(&["find", "3x3x3", "--cycles", "CORNERS: 3", "--solutions", "3"]);
    assert_eq!(found.lines().count(), 3);
    for line in found.lines() {
        let alg = line.strip_suffix(" (8f)").unwrap_or_else(|| panic!("eight moves: {line}"));
        assert_eq!(ok(&["alg", "conjugacy", "3x3x3", alg]), "CORNERS: 3");
    }
    // Every position of the kind but for symmetry, and no two of them the same.
    let six = filtered(
        &["find", "3x3x3", "--cycles", "CORNERS: 3", "--solutions", "all", "--up-to", "symmetries,inverse"],
        "",
    );
    let algs: Vec<&str> = six.iter().map(|line| line.trim_end_matches(" (8f)")).collect();
    let input = algs.join("\n") + "\n";
    assert_eq!(filtered(&["alg", "unique", "3x3x3", "-", "--up-to", "symmetries,inverse"], &input), algs);
    let told = &json_lines(&ok(&["find", "pyraminx", "--like", "R U' R' U", "--json"]))[0];
    assert_eq!(told["cycles"], told["pattern"]);
    assert!(told["length"].as_u64().unwrap() <= 4);
    assert_eq!(ok(&["find", "2x2x2", "--cycles", "nothing"]), "(0f)");
    for (args, code, words) in [
        (&["--cycles", "CORNERS: 2"][..], 1, "signs and twists"),
        (&["--cycles", "WINGS: 3"], 2, "no orbit 'WINGS'"),
        (&["--cycles", "CORNERS: 3", "--max-length", "7"], 3, "length limit"),
        (&["--cycles", "EDGES: 11", "--node-limit", "10000"], 3, "node limit"),
        (&["--max-length", "7"], 2, "--cycles"),
    ] {
        let args: Vec<&str> = ["find", "3x3x3"].iter().chain(args).copied().collect();
        let run = run(&args);
        assert_eq!(run.code, code, "{args:?}: {}{}", run.out, run.err);
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    }
}

/// Thistlethwaite's first two phases: 2048 cosets within 7, 1 082 565 within 10 (his own bounds, and Scherphuis' counts).
#[test]
fn cosets_are_counted_by_distance() {
    let told = &json_lines(&ok(&["god", "3x3x3", "--subgroup", "U,D,R,L,F2,B2", "--json"]))[0];
    assert_eq!(told["distribution"], serde_json::json!([1, 2, 25, 202, 620, 900, 285, 13]));
    assert_eq!(told["antipodes"][0]["length"], 7);
    let second = ["--moves", "U,D,R,L,F2,B2", "--subgroup", "U,D,R2,L2,F2,B2", "--depth", "4"];
    let args: Vec<&str> = ["god", "3x3x3", "--json"].iter().chain(&second).copied().collect();
    assert_eq!(json_lines(&ok(&args))[0]["distribution"], serde_json::json!([1, 2, 17, 134, 1065]));
    let finer = run(&["god", "3x3x3", "--subgroup", "U2,D2,R2,L2,F2,B2"]);
    assert_eq!(finer.code, 2);
    assert!(finer.err.contains("do not determine the subgroup"), "{}", finer.err);
}

#[test]
fn definitions_are_solved_in_any_orientation_if_asked() {
    let file = "testdata/tws/pg/3x3x3.symm.tws";
    let exact = run(&["solve", file, "R U DFLv", "--method", "search", "--max-length", "3"]);
    assert_eq!(exact.code, 3, "{}", exact.out);
    let turned = ok(&["solve", file, "R U DFLv", "--up-to-rotation", "--method", "search"]);
    assert!(turned.ends_with("(2f*)"), "{turned}");
    let none = run(&["solve", "testdata/tws/pg/skewb.tws", "F", "--up-to-rotation"]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("no rotations"), "{}", none.err);
    let god = |more: &[&str]| {
        let args: Vec<&str> = ["god", "testdata/tws/pg/skewb.symm.tws", "--depth", "2", "--json"]
            .iter()
            .chain(more)
            .copied()
            .collect();
        json_lines(&ok(&args))[0]["distribution"].clone()
    };
    assert_eq!(god(&[])[0], 1);
    assert_eq!(god(&["--up-to-rotation"])[0], 24);
}

#[test]
fn puzzles_tells_pieces_and_slots() {
    let facts = ok(&["puzzles", "4x4x4"]);
    assert!(facts.contains("set CENTERS: 24 pieces of 6 kinds"), "{facts}");
    // `--describesets` of twsearch: each corner of the 2x2x2 is touched by three faces.
    let told = &json_lines(&ok(&["puzzles", "2x2x2", "--slots", "--json"]))[0];
    assert_eq!(told["rotations"], serde_json::json!(["x", "y", "z"]));
    let slots = told["slots"].as_array().unwrap();
    assert_eq!(slots.len(), 8);
    assert!(slots.iter().all(|slot| slot["moves"].as_array().unwrap().len() == 3));
    assert_eq!(slots[0], serde_json::json!({ "set": "CORNERS", "slot": 1, "moves": ["U", "R", "F"] }));
}

/// The values after R are those of Kociemba's page on coordinates.
#[test]
fn coordinates_are_shown_and_set() {
    let shown = ok(&["coordinates", "3x3x3", "R", "--row", "twist"]);
    for line in [
        "twist                 1494        2187",
        "corners              21021       40320  class 151 of 2768, symmetry 6",
        "ud-edges                 -       40320",
        "R 0  R2 1494  R' 0",
    ] {
        assert!(shown.lines().any(|found| found == line), "{shown}");
    }
    // A position is what its coordinates say.
    let json = &json_lines(&ok(&["coordinates", "3x3x3", "R U2 F' D", "--json"]))[0];
    let value = |name: &str| json["coordinates"][name]["value"].as_u64().unwrap();
    let set = ["edges", "twist", "flip", "corners"].map(|name| format!("{name}={}", value(name))).join(",");
    let made = &json_lines(&ok(&["coordinates", "3x3x3", "--set", &set, "--json"]))[0];
    assert_eq!(made["facelets"], json["facelets"]);
    assert_eq!(made["coordinates"], json["coordinates"]);
    for (set, told) in [
        ("corners=1,edges=0", "different parity"),
        ("twist=2187", "expected 0 to 2186"),
        ("slice=0,slice-sorted=24", "no cube has slice-sorted = 24"),
        ("twist", "gives no value"),
        ("turns=1", "there is no coordinate 'turns'"),
    ] {
        let run = run(&["coordinates", "3x3x3", "--set", set]);
        assert_eq!(run.code, 2, "{set}");
        assert!(run.err.contains(told), "{}", run.err);
    }
    assert_eq!(run(&["coordinates", "2x2x2", "R"]).code, 2);
}

#[test]
fn images_of_a_position_are_listed_once_each() {
    let count = |args: &[&str]| ok(&[&["alg", "images", "3x3x3"], args].concat()).lines().count();
    // No symmetry but the identity fixes the position, and a mirror inverts it.
    assert_eq!(count(&["R U F"]), 48);
    assert_eq!(count(&["R U F", "--up-to", "rotations"]), 24);
    assert_eq!(count(&["R U F", "--up-to", "symmetries,inverse"]), 48);
    assert_eq!(count(&["R U2 L' D", "--up-to", "symmetries,inverse"]), 96);
    assert_eq!(count(&["R U F", "--up-to", "inverse"]), 2);
    // U is kept by the four rotations about its axis.
    assert_eq!(count(&["U"]), 12);
    assert_eq!(count(&["U", "--up-to", "rotations"]), 6);
    // Every image is read as a position with the same symmetries, and counts as the same.
    let images = ok(&["alg", "images", "3x3x3", "R U2 L' D"]);
    let unique = run_with_input(&["alg", "unique", "3x3x3", "-", "--up-to", "symmetries"], &images);
    assert_eq!(unique.out.lines().count(), 1);
}

/// What an algorithm does, in each form in which it is written, makes the same position when it is read again.
#[test]
fn moves_are_written_as_blocks_lines_and_permutations() {
    let directory = tempfile::tempdir().unwrap();
    let made = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    for (puzzle, alg) in [("3x3x3", "R U2 F'"), ("skewb", "R U'"), ("topspin:8,4", "t r2 t")] {
        let shown = |alg: &str, format: &str| ok(&["show", puzzle, alg, "--format", format]);
        let after = shown(alg, "cpos");
        assert_eq!(shown(&shown(alg, "cycles"), "cpos"), after);
        let from_zero = made("state.scr", &shown(alg, "tws-from-0"));
        assert!(shown(alg, "tws-from-0").starts_with("ScrambleState"));
        assert_eq!(ok(&["show", puzzle, "--state", &from_zero, "--format", "cpos"]), after);
        let line = made("line.scr", &shown(alg, "cmov"));
        assert_eq!(ok(&["show", puzzle, "--state", &line, "--format", "cpos"]), after);
        // A definition in either style, with the algorithm as one more move.
        let old = ok(&["convert", puzzle, "--to", "tws"]);
        let new = ok(&["convert", puzzle, "--to", "tws-from-0"]);
        assert!(new.contains("StartState") && !new.contains("Move "), "{new}");
        assert_eq!(ok(&["convert", &made("new.tws", &new), "--to", "tws"]), old);
        for (definition, format) in [(&old, "move"), (&new, "move-from-0")] {
            let block = shown(alg, format).replace("noname", "Q");
            let more = made("more.tws", &format!("{definition}\n{block}"));
            assert_eq!(ok(&["show", &more, "Q", "--format", "cpos"]), after, "{block}");
        }
    }
    let position = ok(&["show", "3x3x3", "R", "--format", "facelets"]);
    let refused = run(&["show", "3x3x3", &position, "--format", "move"]);
    assert!(refused.code == 2 && refused.err.contains("expected an algorithm"), "{}", refused.err);
    assert!(ok(&["show", "2x2x2", "R", "--format", "move"]).starts_with("Move R\n"));
}

/// Every command has a manual page, with its examples.
#[test]
fn manual_pages_cover_all_commands() {
    let directory = tempfile::tempdir().unwrap();
    let pages = directory.path().join("share/man1");
    ok(&["man", "--dir", pages.to_str().unwrap()]);
    let help = ok(&["--help"]);
    let commands: Vec<&str> = (help.lines().skip_while(|line| *line != "Commands:").skip(1))
        .take_while(|line| !line.is_empty())
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let text = std::fs::read_to_string(pages.join(format!("permutant-{command}.1"))).unwrap();
        assert_eq!(ok(&["man", command]).trim_end(), text.trim_end());
        for section in [".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS", ".SH EXAMPLES"] {
            assert!(text.contains(section), "{section} of {command}");
        }
    }
    assert!(ok(&["man", "tables", "build"]).contains(".TH permutant-tables-build 1"));
    let refused = run(&["man", "solve", "nothing"]);
    assert_eq!(refused.code, 2);
}
