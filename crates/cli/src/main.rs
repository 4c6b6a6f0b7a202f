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
use std::process::ExitCode;

/// Searches read tables at random; huge pages save part of the time that this takes.
#[global_allocator]
static ALLOCATOR: permutant_store::HugePages = permutant_store::HugePages;

fn main() -> ExitCode {
    let args = args::Args::parse_from(args::arranged(std::env::args_os().collect()));
    interrupt::listen(args.global.json);
    file_size_limit::fail_writes();
    commands::run(args).into()
}
