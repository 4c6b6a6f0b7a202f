//! Every command that README.md and the help pages show works as shown.

use crate::program::{self, root};
use std::path::Path;

/// Commands in the text: lines that call the program, or cargo for it.
fn commands(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    let calls = lines.filter_map(|line| {
        let call = line.strip_prefix("cargo run --release -- ").map(|rest| format!("permutant {rest}"));
        call.or_else(|| (line.starts_with("permutant ") && !line.contains(" = ")).then(|| line.to_string()))
    });
    calls.collect()
}

/// Runs a command line in a shell in the root of the repository; panics unless it succeeds.
fn succeeds(command: &str, tables: &Path) {
    let output = program::shell(command, &root(), tables);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{command}\n{told}");
    assert!(!output.stdout.is_empty(), "{command} says nothing");
}

#[test]
fn commands_of_the_readme_work() {
    let tables = tempfile::tempdir().unwrap();
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let shown = commands(&readme);
    assert!(shown.len() >= 20, "the commands are found: {shown:?}");
    for command in shown {
        succeeds(&command, tables.path());
    }
    for file in ["check", ".ci/run"] {
        let metadata = std::fs::metadata(root().join(file)).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert!(metadata.permissions().mode() & 0o111 != 0, "{file} can be run");
        }
        assert!(metadata.is_file());
    }
}

#[test]
fn examples_of_the_help_pages_work() {
    let tables = tempfile::tempdir().unwrap();
    let names = [
        "solve",
        "solve-set",
        "scramble",
        "apply",
        "verify",
        "alg",
        "order",
        "orders",
        "god",
        "walk",
        "enumerate",
        "patterns",
        "perm",
        "convert",
        "coordinates",
        "puzzles",
        "tables",
        "completions",
        "man",
    ];
    for name in names {
        let help = program::ok(&[name, "--help"]);
        let examples = commands(&help);
        assert!(!examples.is_empty(), "{name} has examples");
        for example in examples {
            // Files that only stand for the user's own, and results that would be written to their places.
            if example.contains("my-puzzle")
                || example.contains("scramble.txt")
                || example.contains("group.txt")
                || example.contains(" > ")
                || example.contains(" -o ")
            {
                continue;
            }
            // What follows two blanks explains.
            succeeds(example.split("   ").next().unwrap(), tables.path());
        }
    }
}
