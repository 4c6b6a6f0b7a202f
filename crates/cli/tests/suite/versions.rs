//! One release has one version, whatever it is packed for.

use crate::program::root;
use serde_json::Value;
use std::fs;

fn json(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(root().join(path)).unwrap()).unwrap()
}

#[test]
fn packages_have_the_version_of_the_crates() {
    let version = env!("CARGO_PKG_VERSION");
    for path in ["js/package.json", "js/package-lock.json", "web/package.json"] {
        assert_eq!(json(path)["version"], version, "{path}");
    }
    // The crates are found by each other in the same version.
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    for line in manifest.lines().filter(|line| line.contains("path = ")) {
        assert!(line.contains(&format!("version = \"{version}\"")), "{line}");
    }
}

#[test]
fn the_compiler_is_named_alike() {
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    for (path, words) in [
        ("README.md", format!("version {oldest} or later")),
        ("docs/releasing.md", format!("cargo +{oldest} check")),
    ] {
        assert!(fs::read_to_string(root().join(path)).unwrap().contains(&words), "{path}: {words}");
    }
}
