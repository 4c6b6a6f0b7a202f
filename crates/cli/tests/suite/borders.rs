//! The borders between the crates: who may import whom, and what the pure ones must not touch.
//!
//! A new edge or dependency is a decision: it is added here, in the same commit, with its reason in
//! ARCHITECTURE.md.

use std::fs;
use std::path::{Path, PathBuf};

/// Crate, the crates of ours that it may import, and the others.
const ALLOWED: &[(&str, &[&str], &[&str])] = &[
    ("group", &[], &["dashu-int", "num-integer", "rand_core", "thiserror"]),
    (
        "puzzle",
        &["group"],
        &["dashu-int", "num-integer", "serde", "serde_json", "thiserror", "toml", "ts-rs"],
    ),
    ("search", &["group", "puzzle"], &["num-integer", "rand_chacha", "rand_core", "thiserror"]),
    ("cube", &["group", "puzzle", "search"], &["rand_core", "thiserror"]),
    (
        "analysis",
        &["group", "puzzle", "search", "cube"],
        &["num-integer", "rand_chacha", "rand_core", "thiserror"],
    ),
    ("nxn", &["group", "search", "cube"], &["rand_chacha", "rand_core", "thiserror"]),
    ("others", &["group", "search"], &["rand_chacha", "rand_core", "thiserror"]),
    (
        "store",
        &["group", "puzzle", "search"],
        &["blake3", "fs4", "memmap2", "rustix", "tempfile", "thiserror"],
    ),
    (
        "permutant",
        &["group", "puzzle", "search", "cube", "nxn", "others", "analysis"],
        &["rand_chacha", "rand_core", "thiserror"],
    ),
    ("cluster", &["search", "store"], &["blake3", "getrandom", "serde", "thiserror", "timely"]),
    ("raster", &["puzzle"], &["thiserror", "tiny-skia"]),
    (
        "cli",
        &["permutant", "cluster", "raster", "store"],
        &[
            "annotate-snippets",
            "anstream",
            "clap",
            "clap_complete",
            "clap_mangen",
            "ctrlc",
            "indicatif",
            "nix",
            "rand_chacha",
            "rand_core",
            "rustix",
            "serde",
            "serde_json",
            "tempfile",
        ],
    ),
    ("python", &["permutant", "raster", "store"], &["pyo3", "self_cell"]),
    ("js", &["permutant"], &["self_cell", "serde", "serde_json", "wasm-bindgen"]),
    ("web", &["permutant"], &["serde", "serde_json", "wasm-bindgen"]),
    // It judges the program from outside: no crate of ours, so that no mistake is shared.
    ("campaign", &[], &["libc", "rand_chacha", "rand_core", "serde_json", "tempfile"]),
];

/// Crates without files, clocks, sockets and printing.
const PURE: &[&str] =
    &["group", "puzzle", "search", "cube", "nxn", "others", "analysis", "permutant", "raster"];

/// What the pure crates must not name.
const IMPURE: &[(&str, &str)] = &[
    ("std::fs", "files"),
    ("std::net", "sockets"),
    ("std::process", "processes"),
    ("std::env", "the environment"),
    ("Instant", "a clock"),
    ("SystemTime", "a clock"),
    ("println!", "printing"),
    ("print!", "printing"),
    ("dbg!", "printing"),
    // In a browser there are none: `Builder::spawn_scoped` says so, these panic.
    ("scope.spawn", "threads that must be had"),
    ("thread::spawn", "threads that must be had"),
];

pub(crate) fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What tries the program from outside; it lies beside the crates that the program is made of.
fn campaign() -> PathBuf {
    crates().join("../campaign")
}

pub(crate) fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut files = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Names of the dependencies of a manifest, those of single systems too, those of tests and builds not.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut is_inside = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            let section = line.trim();
            is_inside = section == "[dependencies]"
                || section.starts_with("[target.") && section.ends_with(".dependencies]");
        } else if is_inside && let Some((name, _)) = line.split_once('=') {
            names.extend(name.trim().split('.').next().map(str::to_string));
        }
    }
    names
}

/// What of `manifest` is not allowed to the crate.
fn edge_faults(name: &str, manifest: &str) -> Vec<String> {
    let Some((_, ours, others)) = ALLOWED.iter().find(|(allowed, _, _)| *allowed == name) else {
        return vec![format!("{name}: the crate is not in the list of crates")];
    };
    let allowed = |dependency: &str| {
        let own =
            dependency.strip_prefix("permutant-").or((dependency == "permutant").then_some("permutant"));
        own.map_or(others.contains(&dependency), |own| ours.contains(&own))
    };
    let faults = dependencies(manifest).into_iter().filter(|dependency| !allowed(dependency));
    faults.map(|dependency| format!("{name}: may not depend on {dependency}")).collect()
}

/// The source without comments and without test modules: lines keep their numbers.
pub(crate) fn product_lines(source: &str) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    let mut skipping_below: Option<usize> = None;
    let mut test_follows = false;
    for (number, line) in source.lines().enumerate() {
        let indent = line.len() - line.trim_start().len();
        if let Some(level) = skipping_below {
            if indent <= level && line.trim_start().starts_with('}') {
                skipping_below = None;
            }
            continue;
        }
        if line.trim_start().starts_with("#[cfg(test)]") {
            test_follows = true;
            continue;
        }
        if std::mem::take(&mut test_follows) {
            if line.trim_end().ends_with('{') {
                skipping_below = Some(indent);
            }
            continue;
        }
        let code = line.split("//").next().unwrap_or("");
        lines.push((number + 1, code.to_string()));
    }
    lines
}

/// Impure names in a source.
fn impurities(source: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    for (number, line) in product_lines(source) {
        for (name, what) in IMPURE {
            // `use std::{fs, io}` is `std::fs` too.
            let grouped = name.strip_prefix("std::").is_some_and(|module| {
                line.contains("std::{") && line.split(['{', ',', '}', ' ', ':']).any(|word| word == module)
            });
            if line.contains(name) || grouped {
                found.push((number, *what));
            }
        }
    }
    found
}

#[test]
fn crates_import_only_what_is_allowed() {
    let mut faults = Vec::new();
    let inside = fs::read_dir(crates()).unwrap().flatten().map(|entry| entry.path());
    for path in inside.filter(|path| path.is_dir()).chain([campaign()]) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let manifest = fs::read_to_string(path.join("Cargo.toml")).unwrap();
        faults.extend(edge_faults(&name, &manifest));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn pure_crates_touch_nothing_outside() {
    let mut faults = Vec::new();
    for name in PURE {
        let files = rust_files(&crates().join(name).join("src"));
        assert!(!files.is_empty(), "{name} has sources");
        for file in files.iter().filter(|file| !is_test_file(file)) {
            let source = fs::read_to_string(file).unwrap();
            faults.extend(
                impurities(&source)
                    .into_iter()
                    .map(|(line, what)| format!("{}:{line}: {what} in a pure crate", file.display())),
            );
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

pub(crate) fn is_test_file(file: &Path) -> bool {
    file.components().any(|part| part.as_os_str() == "tests") || file.ends_with("tests.rs")
}

#[test]
fn every_module_says_what_it_is_for() {
    let mut faults = Vec::new();
    for file in rust_files(&crates()).into_iter().chain(rust_files(&campaign())) {
        let source = fs::read_to_string(&file).unwrap();
        let told = |what: &str| format!("{}: {what}", file.display());
        if !source.starts_with("//!") && !is_test_file(&file) {
            faults.push(told("the module does not open with a //! head"));
        }
        if source.lines().count() > 800 && !source.lines().take(15).any(|line| line.contains("one thing")) {
            faults.push(told("over 800 lines, and the head does not say why it is one thing"));
        }
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        if ["utils", "util", "common", "misc", "helpers"].contains(&stem.as_ref()) {
            faults.push(told("a file name that answers no question"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Files under `directory` that are no text, whatever git, cargo, npm and Python keep for themselves and what is built of the
/// page, the package of npm and the module of Python left out.
fn binaries(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_built = ["web/dist", "web/src/engine", "js/engine"].iter().any(|built| path.ends_with(built));
        if path.is_symlink()
            || is_built
            || name == ".git"
            || name == "node_modules"
            || name == "__pycache__"
            || name == ".mypy_cache"
            || name.starts_with("_native.")
            || name.starts_with("target")
        {
            continue;
        }
        if path.is_dir() {
            found.extend(binaries(&path));
        } else if !name.ends_with(".tmp")
            && fs::read(&path).is_ok_and(|bytes| String::from_utf8(bytes).is_err())
        {
            found.push(path);
        }
    }
    found
}

#[test]
fn the_repository_holds_text() {
    let found = binaries(&crates().join(".."));
    assert!(found.is_empty(), "not text: {found:?}");

    let scratch = tempfile::tempdir().unwrap();
    fs::write(scratch.path().join("a.whl"), [b'P', b'K', 0xff]).unwrap();
    fs::write(scratch.path().join("b.svg"), "text").unwrap();
    assert_eq!(binaries(scratch.path()), [scratch.path().join("a.whl")]);
}

#[test]
fn the_scanners_see_what_they_should() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\npermutant-cube = { workspace = true }\nrand.workspace = true\nthiserror = \"2\"\n\n[target.'cfg(unix)'.dependencies]\nlibc = \"1\"\n\n[dev-dependencies]\ntempfile = \"3\"\n";
    assert_eq!(dependencies(manifest), ["permutant-cube", "rand", "thiserror", "libc"]);
    assert_eq!(
        edge_faults("search", manifest),
        [
            "search: may not depend on permutant-cube",
            "search: may not depend on rand",
            "search: may not depend on libc"
        ]
    );
    assert_eq!(edge_faults("new", manifest).len(), 1);

    let source = "//! std::fs in a comment\nuse std::{fmt, fs};\nfn f() {\n    let t = std::time::Instant::now(); // println!\n    eprintln!();\n}\n#[cfg(test)]\nmod tests {\n    fn g() {\n        println!();\n    }\n}\nfn h() { std::env::var(\"X\"); }\n";
    let found: Vec<usize> = impurities(source).into_iter().map(|(line, _)| line).collect();
    assert_eq!(found, [2, 4, 5, 13]);
    assert!(impurities("use std::fmt;\nuse std::{fmt, io};\nlet fs = 1;\n").is_empty());
}
