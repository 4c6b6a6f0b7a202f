//! The program `permutant`: parses words into a validated request and prints results.
//!
//! Start at `args/` for the command line and at `commands/` for what the commands do.

mod args;
mod batch;
mod commands;
mod coset_saves;
mod drawing;
mod drawn_line;
mod exit;
mod file_size_limit;
mod god_saves;
mod god_stores;
mod inputs;
mod interrupt;
mod output;
mod page_server;
mod printable;
mod printed;
mod progress;
mod symmetries;
mod table_files;
mod text_file;

use clap::Parser;
use std::io::Write;
use std::process::ExitCode;

/// Searches read tables at random; huge pages save part of the time that this takes.
#[global_allocator]
static ALLOCATOR: permutant_store::HugePages = permutant_store::HugePages;

fn main() -> ExitCode {
    let words = args::arranged(std::env::args_os().collect());
    let wants_json = words.iter().any(|word| word == "--json");
    let args = args::Args::try_parse_from(words).unwrap_or_else(|fault| refuse(&fault, wants_json));
    interrupt::listen(args.global.json);
    file_size_limit::fail_writes();
    commands::run(args).into()
}

/// Ends the program for words that are no request, or for help that was asked for.
fn refuse(fault: &clap::Error, wants_json: bool) -> ! {
    let text = plain(fault.to_string());
    if wants_json && fault.use_stderr() {
        // The first paragraph; suggestions and the usage follow.
        let lines: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
        let message = lines.join(" ");
        let message = message.strip_prefix("error: ").unwrap_or(&message);
        // Without a reader, the exit code still tells.
        let _ = writeln!(std::io::stdout(), "{}", serde_json::json!({ "error": message }));
    }
    if text == fault.to_string() {
        fault.exit();
    }
    // The parser writes colours only with words of its own.
    let _ = write!(std::io::stderr(), "{text}");
    std::process::exit(fault.exit_code())
}

/// Says what a number must be in words of its own, where the standard library's speak of digits and types.
fn plain(text: String) -> String {
    [
        ("invalid digit found in string", "expected a whole number, 0 or more"),
        ("number too large to fit in target type", "the number is too large"),
        ("cannot parse integer from empty string", "expected a number"),
        ("0 is not in 1..18446744073709551615", "expected a whole number, 1 or more"),
    ]
    .iter()
    .fold(text, |text, (from, to)| text.replace(from, to))
}
