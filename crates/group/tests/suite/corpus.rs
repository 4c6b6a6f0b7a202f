//! The groups in `testdata/groups`.

use std::path::Path;

use permutant_group::{Permutation, UBig};

/// A group with its published order.
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) order: UBig,
    pub(crate) generators: Vec<Permutation>,
}

/// Reads one file; the README beside it says what the lines are.
fn parse(text: &str) -> Group {
    let mut group = Group { name: String::new(), order: UBig::ZERO, generators: Vec::new() };
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("name", name)) => group.name = name.to_owned(),
            Some(("order", order)) => group.order = order.parse().expect("an order"),
            Some(("gen", generator)) => {
                let images: Vec<u32> =
                    generator.split(' ').skip(1).map(|n| n.parse().expect("a point")).collect();
                group.generators.push(Permutation::from_moved_to(&images).expect("a permutation"));
            }
            _ => {}
        }
    }
    group
}

/// All groups, by name.
pub(crate) fn all() -> Vec<Group> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/groups");
    let mut groups: Vec<Group> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| parse(&std::fs::read_to_string(path).expect("a readable file")))
        .collect();
    groups.sort_by(|a, b| a.name.cmp(&b.name));
    groups
}
