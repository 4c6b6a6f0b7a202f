//! Rearranges the words of a command line, as people type them, into the order that the option parser expects.
//!
//! Start at [`arranged`]. Moves may be unquoted (`solve 3x3x3 R U F`), begin with a hyphen (`-r1`), and come before or
//! after options; `alg 3x3x3 invert …` is `alg invert 3x3x3 …`; `help solve` is `solve --help`. A negative number after an
//! option is its value, so that the parser says which numbers the option takes. An unknown option stays in a place where
//! the parser reports it.

use super::Args;
use clap::{Arg, Command, CommandFactory};
use std::ffi::OsString;

/// The words with the text of an algorithm or a position joined into one word after `--`, and options before it.
pub(crate) fn arranged(words: Vec<OsString>) -> Vec<OsString> {
    let mut program = Args::command();
    program.build();
    let Some(at) = command_at(&program, &words) else { return words };
    if words[at] == "help" {
        let mut asked: Vec<OsString> = words[..at].to_vec();
        asked.extend(words[at + 1..].iter().cloned());
        asked.push("--help".into());
        return asked;
    }
    let Some(command) = words[at].to_str().and_then(|name| program.find_subcommand(name)) else {
        return words;
    };
    let words = with_negative_numbers(command, words);
    let places: Vec<&Arg> = command.get_positionals().collect();
    let takes_text = |arg: &&Arg| {
        arg.get_value_names()
            .is_some_and(|names| names.iter().any(|name| matches!(name.as_str(), "POSITION" | "ALG")))
    };
    if !places.last().is_some_and(takes_text) {
        return words;
    }
    let (mut options, mut texts) = (words[..=at].to_vec(), Vec::new());
    let mut rest = words[at + 1..].iter();
    while let Some(word) = rest.next() {
        if word == "--" {
            texts.extend(rest.by_ref().cloned());
        } else if let Some(wants_value) = option(command, word) {
            options.push(word.clone());
            options.extend(rest.by_ref().take(usize::from(wants_value)).cloned());
        } else {
            texts.push(word.clone());
        }
    }
    let is_value = |text: &OsString, arg: &Arg| {
        arg.get_possible_values()
            .iter()
            .any(|value| text.to_str().is_some_and(|text| value.matches(text, false)))
    };
    if texts.len() > 1 && !is_value(&texts[0], places[0]) && is_value(&texts[1], places[0]) {
        texts.swap(0, 1);
    }
    if texts.len() > places.len() {
        let moves = texts.split_off(places.len() - 1);
        texts.push(moves.join(std::ffi::OsStr::new(" ")));
    }
    if !texts.is_empty() {
        options.push("--".into());
    }
    options.extend(texts);
    options
}

/// The words with options and negative numbers that are their values joined by `=`.
fn with_negative_numbers(command: &Command, words: Vec<OsString>) -> Vec<OsString> {
    let is_negative = |word: &str| word.strip_prefix('-').is_some_and(|rest| rest.parse::<f64>().is_ok());
    let mut joined: Vec<OsString> = Vec::with_capacity(words.len());
    let mut wants_value = false;
    for word in words {
        let number = word.to_str().filter(|word| wants_value && is_negative(word));
        match (number, joined.last_mut()) {
            (Some(number), Some(before)) => {
                before.push(format!("={number}"));
                wants_value = false;
            }
            _ => {
                let is_long = word.to_str().is_some_and(|word| word.starts_with("--") && word.len() > 2);
                wants_value = is_long && option(command, &word) == Some(true);
                joined.push(word);
            }
        }
    }
    joined
}

/// The place of the command's name: the first word that is neither an option nor the value of one.
fn command_at(program: &Command, words: &[OsString]) -> Option<usize> {
    let mut at = 1;
    while at < words.len() {
        match option(program, &words[at]) {
            Some(wants_value) => at += 1 + usize::from(wants_value),
            None => return Some(at),
        }
    }
    None
}

/// Whether a word is an option, and if so, whether the next word is its value. Moves may begin with one hyphen, but not
/// with two.
fn option(command: &Command, word: &OsString) -> Option<bool> {
    let word = word.to_str()?;
    let takes_value = |arg: &Arg| arg.get_action().takes_values();
    if let Some(long) = word.strip_prefix("--") {
        let (name, has_value) = long.split_once('=').map_or((long, false), |(name, _)| (name, true));
        let known = command.get_arguments().find(|arg| {
            arg.get_long() == Some(name)
                || arg.get_all_aliases().is_some_and(|aliases| aliases.contains(&name))
        });
        return Some(!has_value && known.is_some_and(takes_value));
    }
    let mut short = word.strip_prefix('-')?.chars();
    let letter = short.next()?;
    let known = command.get_arguments().find(|arg| arg.get_short() == Some(letter))?;
    Some(takes_value(known) && short.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_arranged() {
        for (typed, expected) in [
            ("solve 3x3x3 R", "solve|--|3x3x3|R"),
            ("solve 3x3x3 R U F --json", "solve|--json|--|3x3x3|R U F"),
            ("solve --optimal 3x3x3 R U", "solve|--optimal|--|3x3x3|R U"),
            ("--memory 1GiB solve 3x3x3 --max-length 5 R", "--memory|1GiB|solve|--max-length|5|--|3x3x3|R"),
            ("solve 3x3x3 --max-length=5 R", "solve|--max-length=5|--|3x3x3|R"),
            ("solve topspin:20,4 -r t", "solve|--|topspin:20,4|-r t"),
            ("solve 3x3x3 - -q", "solve|-q|--|3x3x3|-"),
            ("solve 3x3x3 --optimall R", "solve|--optimall|--|3x3x3|R"),
            ("apply 3x3x3 --scramble R -o f U", "apply|--scramble|R|-o|f|--|3x3x3|U"),
            ("show 3x3x3 R U", "show|--|3x3x3|R U"),
            ("alg 3x3x3 invert R U", "alg|--|invert|3x3x3|R U"),
            ("alg invert 3x3x3 R U", "alg|--|invert|3x3x3|R U"),
            ("scramble 3x3x3 --count -3", "scramble|3x3x3|--count=-3"),
            ("god 2x2x2 --depth -1.5 --json", "god|2x2x2|--depth=-1.5|--json"),
            ("solve topspin:20,4 --after -r -1", "solve|--after|-r|--|topspin:20,4|-1"),
            ("help solve", "solve|--help"),
            ("help", "--help"),
            ("puzzles 3x3x3 extra", "puzzles|3x3x3|extra"),
            ("--json", "--json"),
            ("", ""),
        ] {
            let words = |text: &str, by: char| -> Vec<OsString> {
                std::iter::once("permutant")
                    .chain(text.split(by).filter(|word| !word.is_empty()))
                    .map(Into::into)
                    .collect()
            };
            assert_eq!(arranged(words(typed, ' ')), words(expected, '|'), "{typed}");
        }
    }
}
