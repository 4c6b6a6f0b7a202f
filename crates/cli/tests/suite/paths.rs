//! Files that documents name are there.

use crate::program::root;
use std::fs;
use std::path::{Path, PathBuf};

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_kept = !name.starts_with('.') && !["target", "node_modules", "dist"].contains(&name.as_str());
        if is_kept && path.is_dir() && !path.is_symlink() {
            found.push(path.clone());
            files(&path, found);
        } else if is_kept {
            found.push(path);
        }
    }
}

/// What stands between backticks and looks like a path to a source file or a folder.
fn named(text: &str) -> Vec<String> {
    let quoted = text.split('`').skip(1).step_by(2);
    let is_path = |word: &&str| {
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "_./-".contains(c));
        let ends = [".rs", ".ts", ".md"].iter().any(|end| word.ends_with(end)) || word.ends_with('/');
        plain && ends && word.contains(|c: char| c.is_ascii_alphabetic()) && !word.starts_with('.')
    };
    quoted.filter(is_path).map(str::to_string).collect()
}

#[test]
fn documents_name_files_that_exist() {
    let root = root();
    let mut all = Vec::new();
    files(&root, &mut all);
    // Paths below a crate are named without its `src`.
    let known: Vec<String> = (all.iter())
        .map(|path| path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/"))
        .flat_map(|path| [path.replace("/src/", "/"), path])
        .map(|path| format!("/{path}/"))
        .collect();
    let mut documents: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root.join(name)).into();
    documents.extend(fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    let (mut count, mut missing) = (0, Vec::new());
    for document in documents {
        for path in named(&fs::read_to_string(&document).unwrap()) {
            count += 1;
            let wanted = format!("/{}/", path.trim_matches('/'));
            if !known.iter().any(|known| known.contains(&wanted)) {
                missing.push(format!("{}: {path}", document.file_name().unwrap().display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(count > 100, "only {count} paths were found");
}
