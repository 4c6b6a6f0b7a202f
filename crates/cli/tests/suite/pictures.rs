//! Pictures against references that were looked at: `testdata/pictures`.

use crate::program::{ok, root, run};

/// By file: what is shown of which puzzle, with which options.
const PICTURES: &[(&str, &[&str])] = &[
    ("2x2x2", &["2x2x2", "R U"]),
    ("3x3x3-net", &["3x3x3", "R U F'", "--view", "net", "--letters"]),
    ("3x3x3-cross", &["3x3x3", "F2", "--only", "EDGES:5-8,CENTERS", "--theme", "dark"]),
    ("2x2x2-stereographic", &["2x2x2", "R", "--view", "stereographic"]),
    ("3x3x3-cycles", &["3x3x3", "", "--arrows", "EDGES(1 2 3) CORNERS(1,2)"]),
    ("3x3x3-glued", &["3x3x3 with UF+UFR+FR glued", "F B"]),
    ("cuboid", &["cuboid:2x3x4", "R F"]),
    ("prism", &["prism:5 f 0.6", "U F"]),
    ("pyraminx", &["pyraminx", "U L' b"]),
    ("skewb", &["skewb", "R U'", "--scheme", "safe"]),
    ("dino", &["dino", "UFR"]),
    ("fto-net", &["fto", "F", "--view", "net"]),
    ("skewb-diamond", &["skewb diamond", "F U"]),
    ("icosamate", &["icosamate", ""]),
    ("torus", &["torus:3x4", "R1 C2"]),
    ("klein", &["klein:3x3", "R1"]),
    ("moebius", &["moebius:3x4", "L"]),
    ("slide", &["slide:3x4", "R D L"]),
    ("rotate", &["rotate:3x4,3", "r1c2"]),
    ("rotate-glued", &["rotate:4x4,2 with 1+2+6 glued", "r3c3"]),
    ("topspin", &["topspin:12,4", "r t"]),
    ("topspin-arrows", &["topspin:9,4", "", "--arrows", "t"]),
    ("rings", &["rings:12,12,3,4", "L R'"]),
    ("rings-lenses", &["rings:6,6,3,3", "L"]),
    ("merge", &["merge:8,10,3", "L"]),
    ("wreath", &["wreath:8", "l"]),
    ("globe", &["globe:2,3", "f0 r1"]),
    ("pancake", &["pancake:6", "f4"]),
    ("m12", &["m12", "a b"]),
];

#[test]
fn pictures_are_those_that_were_looked_at() {
    for (file, words) in PICTURES {
        let args = [&["show"], *words, &["--format", "svg", "--width", "400"]].concat();
        let drawn = ok(&args);
        let path = root().join("testdata/pictures").join(format!("{file}.svg"));
        let expected =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(
            drawn == expected.trim_end(),
            "{} is no longer what `permutant {}` draws: look at both, and keep the better one",
            path.display(),
            args.join(" ")
        );
    }
}

#[test]
fn pictures_of_pixels() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rings.png");
    let path = file.to_str().unwrap();
    ok(&["show", "rings:20,20,5,5", "L", "--format", "png", "--width", "200", "-o", path]);
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    // Width and height stand in the first chunk.
    assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), 200);
    for args in [
        &["show", "3x3x3", "R", "--format", "png"][..],
        &["convert", "3x3x3", "--to", "png"],
        &["show", "3x3x3", "", "--format", "svg", "--arrows", "EDGES(1 2"],
        &["show", "3x3x3", "", "--format", "svg", "--arrows", "EDGES(1 2)(2 3)"],
        &["show", "3x3x3", "", "--format", "svg", "--arrows", "EDGES(13 1)"],
        &["show", "pancake:2000", "", "--format", "png", "--width", "20000", "-o", path],
    ] {
        assert_eq!(run(args).code, 2, "{args:?}");
    }
}

#[test]
fn puzzles_are_described_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let path = file.to_str().unwrap();
    let text = "name = \"mine\"\nabout = \"two rings\"\npositions = 7\n\
                [[track]]\nname = \"a\"\ncycle = [1, 2, 3, 4]\n[[track]]\nname = \"b\"\ncycle = [4, 5, 6, 7]\n";
    std::fs::write(&file, text).unwrap();
    assert!(ok(&["puzzles", path]).contains("5040"), "two cycles of four that meet generate all of 7!");
    assert!(ok(&["solve", path, "a b"]).starts_with("b' a'"));
    assert!(ok(&["show", path, "a", "--format", "svg"]).contains("<circle"));
    std::fs::write(&file, text.replace("6, 7]", "6, 8]")).unwrap();
    let refused = run(&["puzzles", path]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("no position 8") && refused.err.contains(":9:"), "{}", refused.err);
}

/// After a rotation of the whole megaminx each face has one colour, that of its centre included.
#[test]
fn centres_go_along_with_rotations() {
    for words in [
        ["show", "megaminx", "Fv Uv2", "--format", "scene"],
        ["show", "megaminx", "R++ L2'", "--format", "scene"],
    ] {
        let scene: serde_json::Value = serde_json::from_str(&ok(&words)).unwrap();
        let stickers = scene["stickers"].as_array().unwrap();
        let mut faces: Vec<_> =
            stickers.iter().map(|one| (one["face"].to_string(), one["shows"].to_string())).collect();
        faces.sort();
        faces.dedup();
        assert_eq!(faces.len(), 12, "{words:?}");
    }
    let drawn = |alg| {
        let svg = ok(&["show", "megaminx", alg, "--format", "svg"]);
        svg.lines().filter(|line| line.starts_with("<polygon")).map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(drawn("Fv R++ R-- Fv'"), drawn(""));
    assert_ne!(drawn("Fv"), drawn(""));
}
