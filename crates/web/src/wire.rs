//! The records that cross from here to the page, as types of TypeScript: `web/src/wire.ts` is what their types of Rust
//! say.
//!
//! Start at [`written`]. Only this test needs the types; no engine contains them.

use crate::analysis_panel::{Distances, Facts, Order, Verdict};
use crate::bench::{Draft, Paint};
use crate::error::PageError;
use crate::export::Exported;
use crate::game::{Record, Status};
use crate::jobs::Solution;
use crate::shelf::Offer;
use crate::timeline::Step;
use crate::words::StrongLevel;
use crate::work::Stage;
use permutant::puzzle::picture::{Scene, SceneMove};
use permutant::wca::Event;
use std::any::TypeId;
use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};
use ts_rs::{Config, TS, TypeVisitor};

/// The variable of the environment with which the test writes the file instead of comparing it.
const RENEW: &str = "PERMUTANT_RENEW_WIRE";

/// The declarations of some types and of those that they contain, by name: `ts-rs` lists what a type contains in another
/// order each time it is compiled.
struct Declarations {
    config: Config,
    by_name: BTreeMap<String, (TypeId, String)>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // A number, a text or a list has no declaration of its own.
        if T::output_path().is_none() {
            return;
        }
        let (name, id) = (T::ident(&self.config), TypeId::of::<T>());
        if let Some((known, _)) = self.by_name.get(&name) {
            assert_eq!(*known, id, "two types are called {name}");
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = laid_out(&format!("{docs}export {}", T::decl(&self.config)));
        self.by_name.insert(name, (id, declaration));
        T::visit_dependencies(self);
    }
}

/// The text of the file.
fn written() -> String {
    // The numbers that are sent are far below 2^53; larger ones are sent as texts.
    let config = Config::new().with_large_int("number");
    let mut text = format!(
        "/** What the engines send to the page as JSON. Generated from the types of Rust by `crates/web/src/wire.rs`: not to be\n \
         *  edited, but written anew by `{RENEW}=1 cargo test -p permutant-web wire`. */\n"
    );
    let mut all = Declarations { config, by_name: BTreeMap::new() };
    all.visit::<PageError>();
    all.visit::<Offer>();
    all.visit::<Scene>();
    all.visit::<SceneMove>();
    all.visit::<Step>();
    all.visit::<Status>();
    all.visit::<Record>();
    all.visit::<Stage>();
    all.visit::<Solution>();
    all.visit::<StrongLevel>();
    all.visit::<Facts>();
    all.visit::<Distances>();
    all.visit::<Order>();
    all.visit::<Verdict>();
    all.visit::<Exported>();
    all.visit::<Paint>();
    all.visit::<Draft>();
    for (_, declaration) in all.by_name.values() {
        text += &format!("\n{declaration}");
    }
    text
}

/// A declaration with one field a line, in the style of the page.
fn laid_out(declaration: &str) -> String {
    let text = lists_in_brackets(declaration);
    let mut lines = vec![String::new()];
    let (mut depth, mut brackets, mut rest) = (0, 0, text.as_str());
    while let Some(sign) = rest.chars().next() {
        let line = lines.last_mut().expect("there is always a line");
        let indent = if line.is_empty() { 2 * depth } else { 0 };
        let mut length = sign.len_utf8();
        match sign {
            '/' => {
                let comment = rest.split_inclusive("*/").next().unwrap_or(rest);
                length = comment.len();
                *line += &format!("{:indent$}{}", "", one_line(comment));
                lines.push(String::new());
            }
            '{' => {
                *line += "{";
                depth += 1;
                lines.push(String::new());
            }
            '}' => {
                depth -= 1;
                if !line.is_empty() {
                    *line = format!("{};", line.trim_end());
                    lines.push(String::new());
                }
                let last = lines.last_mut().expect("there is always a line");
                *last += &format!("{:1$}}}", "", 2 * depth);
            }
            ',' if depth > 0 && brackets == 0 => {
                *line += ";";
                lines.push(String::new());
            }
            '"' => {
                let name = rest[1..].split('"').next().unwrap_or_default();
                length = name.len() + 2;
                let is_key = rest[length..].starts_with(':');
                let name = if is_key { name.to_string() } else { format!("'{name}'") };
                *line += &format!("{:indent$}{name}", "");
            }
            ' ' | '\n' if line.is_empty() || line.ends_with(' ') => {}
            sign => {
                brackets += i32::from(sign == '[') - i32::from(sign == ']');
                *line += &format!("{:indent$}{sign}", "");
            }
        }
        rest = &rest[length..];
    }
    lines.iter().map(|line| line.trim_end().to_string() + "\n").collect()
}

/// `Array<T>` as `T[]`.
fn lists_in_brackets(declaration: &str) -> String {
    let mut text = declaration.to_string();
    // The last one contains no other.
    while let Some(at) = text.rfind("Array<") {
        let start = at + "Array<".len();
        let end = start + text[start..].find('>').expect("a list ends");
        let each = &text[start..end];
        let list = if each.contains('|') { format!("({each})[]") } else { format!("{each}[]") };
        text.replace_range(at..=end, &list);
    }
    text
}

/// A comment on one line, without links, which only rustdoc follows, and with the null of JavaScript.
fn one_line(comment: &str) -> String {
    let words = comment.trim_start_matches("/**").trim_end_matches("*/").lines();
    let words: Vec<&str> = words.map(|line| line.trim().trim_start_matches('*').trim()).collect();
    let text = words.join(" ").replace("[`", "`").replace("`]", "`").replace("`None`", "null");
    format!("/** {} */", text.trim())
}

/// Compares a file of the page with what is written here, or writes it.
fn check(file: &str, written: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src").join(file);
    if env::var_os(RENEW).is_some() {
        fs::write(&path, written).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == written,
        "web/src/{file} is no longer what the code in Rust says: write it anew with `{RENEW}=1 cargo test -p permutant-web wire`, \
         and then let `npm --prefix web run types` check who reads it"
    );
}

#[test]
fn the_page_has_the_types_of_what_it_is_sent() {
    check("wire.ts", &written());
}

#[test]
fn the_page_has_the_events_that_are_timed() {
    let mut text = format!(
        "/** The events of the World Cube Association whose results are times, with their puzzles. Generated by `crates/web/src/wire.rs`: not to be\n \
         *  edited, but written anew by `{RENEW}=1 cargo test -p permutant-web wire`. */\nexport const EVENTS = [\n"
    );
    for event in Event::ALL.into_iter().filter(|event| event.is_timed()) {
        text += &format!("  {{ code: '{}', puzzle: '{}' }},\n", event.code(), event.puzzle());
    }
    check("event_list.ts", &(text + "] as const;\n"));
}
