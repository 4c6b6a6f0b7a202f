//! No files of a crate import each other in a circle: each can be read knowing only those below it.
//!
//! An import is a path that begins with `crate`, `self` or `super`, outside of comments and tests. What a `mod.rs` hands on counts as an
//! import of the file that defines it.

use crate::borders::{crates, is_test_file, product_lines, rust_files};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

type Modules = BTreeMap<String, String>;

/// The modules of a crate that are files, by their paths without `crate`, with their code.
fn modules(source: &Path) -> Modules {
    let files = rust_files(source).into_iter().filter(|file| !is_test_file(file));
    let module = |file: std::path::PathBuf| {
        let path = file.strip_prefix(source).unwrap().with_extension("");
        let mut parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if parts.last().is_some_and(|last| ["lib", "main", "mod"].contains(&last.as_str())) {
            parts.pop();
        }
        let text = fs::read_to_string(&file).unwrap().replace("#[cfg(doc)]", "#[cfg(test)]");
        let code: Vec<String> = product_lines(&text).into_iter().map(|(_, line)| line).collect();
        (parts.join("::"), code.join("\n"))
    };
    files.map(module).collect()
}

/// The paths that a use declaration names: `a::{b, c::{d, e}}` are `a::b`, `a::c::d` and `a::c::e`.
fn expanded(declaration: &str) -> Vec<String> {
    let Some((head, group)) = declaration.split_once('{') else {
        let path = declaration.split(" as ").next().unwrap_or("");
        return vec![path.split_whitespace().collect::<String>()];
    };
    let group = group.rsplit_once('}').map_or(group, |(group, _)| group);
    let (mut items, mut depth) = (vec![String::new()], 0);
    for c in group.chars() {
        match c {
            ',' if depth == 0 => items.push(String::new()),
            _ => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                items.last_mut().unwrap().push(c);
            }
        }
    }
    let head: String = head.split_whitespace().collect();
    let items = items.iter().map(|item| item.trim()).filter(|item| !item.is_empty());
    items.flat_map(expanded).map(|item| format!("{head}{item}")).collect()
}

/// Every path of the crate that code names, as written.
fn named(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let is_word = code[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '_');
        if let (true, Some(end)) = (is_word, code[at..].find(';')) {
            found.extend(expanded(&code[at + 4..at + end]));
        }
    }
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let path =
                code[at..].split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next().unwrap_or("");
            found.push(path.trim_end_matches(':').to_string());
        }
    }
    found.retain(|path| ["crate::", "self::", "super::"].iter().any(|start| path.starts_with(start)));
    found
}

/// A path as seen from a module, from the root of the crate on.
fn absolute(module: &str, path: &str) -> Vec<String> {
    let mut base: Vec<String> =
        module.split("::").filter(|part| !part.is_empty()).map(str::to_string).collect();
    for part in path.split("::") {
        match part {
            "crate" => base.clear(),
            "self" => {}
            "super" => _ = base.pop(),
            name => base.push(name.to_string()),
        }
    }
    base
}

/// What modules hand on: by module and name, the module that has it.
fn handed_on(modules: &Modules) -> BTreeMap<(String, String), String> {
    let mut all = BTreeMap::new();
    for (module, code) in modules {
        for (at, _) in code.match_indices("pub").filter(|(at, _)| code[*at..].contains("use ")) {
            let rest = &code[at..];
            let Some(begin) = rest.find("use ").filter(|&begin| begin < 16) else { continue };
            let Some(end) = rest.find(';') else { continue };
            for path in expanded(&rest[begin + 4..end]) {
                let from = if path.starts_with("crate::") || path.starts_with("super::") {
                    absolute(module, &path)
                } else {
                    absolute(module, &format!("self::{path}"))
                };
                if let Some((name, home)) =
                    from.split_last().filter(|(_, home)| modules.contains_key(&home.join("::")))
                {
                    all.insert((module.clone(), name.clone()), home.join("::"));
                }
            }
        }
    }
    all
}

/// The modules that each imports.
fn imports(modules: &Modules) -> BTreeMap<String, BTreeSet<String>> {
    let handed_on = handed_on(modules);
    let home = |path: &[String]| {
        let depth = (0..=path.len())
            .rev()
            .find(|&depth| modules.contains_key(&path[..depth].join("::")))
            .unwrap_or(0);
        let (mut module, name) = (path[..depth].join("::"), path.get(depth).cloned().unwrap_or_default());
        for _ in 0..8 {
            match handed_on.get(&(module.clone(), name.clone())) {
                Some(next) => module.clone_from(next),
                None => break,
            }
        }
        module
    };
    let of = |(module, code): (&String, &String)| {
        let homes = named(code).into_iter().map(|path| home(&absolute(module, &path)));
        (module.clone(), homes.filter(|other| other != module && !other.is_empty()).collect())
    };
    modules.iter().map(of).collect()
}

/// Modules that lead back to themselves, each with what it imports of them.
fn circles(modules: &Modules) -> Vec<String> {
    let imports = imports(modules);
    let reached = |start: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(module) = open.pop() {
            for next in imports.get(module).into_iter().flatten() {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let from: BTreeMap<&String, BTreeSet<&String>> =
        imports.keys().map(|module| (module, reached(module))).collect();
    let mut found = Vec::new();
    for (module, reached) in &from {
        let round = |other: &&String| {
            reached.contains(*other) && from.get(*other).is_some_and(|back| back.contains(module))
        };
        let others: Vec<&str> = imports[*module].iter().filter(round).map(String::as_str).collect();
        if !others.is_empty() {
            found.push(format!("{module} imports {}", others.join(", ")));
        }
    }
    found
}

#[test]
fn no_files_import_each_other() {
    let mut found = Vec::new();
    for path in fs::read_dir(crates()).unwrap().map(|entry| entry.unwrap().path()) {
        let modules = modules(&path.join("src"));
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        found.extend(circles(&modules).into_iter().map(|circle| format!("{name}: {circle}")));
    }
    assert!(found.is_empty(), "files that import each other:\n{}", found.join("\n"));
}

#[test]
fn circles_are_seen() {
    let modules = |all: &[(&str, &str)]| -> Modules {
        all.iter().map(|(name, code)| ((*name).to_string(), (*code).to_string())).collect()
    };
    let straight = [("", "mod a; mod b;"), ("a", "use crate::b::{C, D};"), ("b", "pub struct C;")];
    assert!(circles(&modules(&straight)).is_empty());
    let round = [("a", "use super::b::C;"), ("b", "fn f() { crate::a::g() }")];
    assert_eq!(circles(&modules(&round)), ["a imports b", "b imports a"]);
    let through = [
        ("", "pub mod m;"),
        ("m", "mod x; pub use x::X;"),
        ("m::x", "use crate::y::Y;"),
        ("y", "use crate::m::X;"),
    ];
    assert_eq!(circles(&modules(&through)), ["m::x imports y", "y imports m::x"]);
    assert_eq!(expanded("a::{b, c::{d, e as f}}"), ["a::b", "a::c::d", "a::c::e"]);
}
