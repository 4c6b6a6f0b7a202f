//! The program `permutant`: words in, a validated request, results out.
//!
//! Start at `args/` for what can be typed and at `commands/` for what it does.

mod args;
mod batch;
mod commands;
mod coset_saves;
mod drawing;
mod drawn_line;
mod exit;
mod file_size_limit;
mod god_saves;
mod inputs;
mod interrupt;
mod output;
mod page_server;
mod printable;
mod printed;
mod progress;
mod raster;
mod strokes;
mod symmetries;
mod table_files;
mod text_file;

use clap::Parser;
use std::process::ExitCode;

/// Tables of searches are read at random: huge pages save a part of the wait.
#[global_allocator]
static ALLOCATOR: permutant_store::HugePages = permutant_store::HugePages;

fn main() -> ExitCode {
    let args = args::Args::parse_from(args::arranged(std::env::args_os().collect()));
    interrupt::listen();
    file_size_limit::fail_writes();
    commands::run(args).into()
}
