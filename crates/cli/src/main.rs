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
    if wants_json && fault.use_stderr() {
        let text = fault.to_string();
        // The first paragraph; suggestions and the usage follow.
        let lines: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
        let message = lines.join(" ");
        let message = message.strip_prefix("error: ").unwrap_or(&message);
        // Without a reader, the exit code still tells.
        let _ = writeln!(std::io::stdout(), "{}", serde_json::json!({ "error": message }));
    }
    fault.exit()
}
