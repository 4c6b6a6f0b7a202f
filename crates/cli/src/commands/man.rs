//! `man`: manual pages, made of the same words as `--help`.

use super::{Context, End};
use crate::args::{self, Args};
use crate::exit::{Exit, Failure};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::fs;
use std::io;
use std::path::Path;

pub(super) fn run(context: &Context, args: &args::Man) -> Result<Exit, End> {
    let mut program = Args::command();
    program.build();
    match &args.dir {
        Some(dir) => {
            let written = write(&program, dir).map_err(|fault| {
                Failure::bad_input(format!("manual pages cannot be written into {}: {fault}", dir.display()))
            })?;
            context.output.note(&format!("{written} manual pages written into {}", dir.display()));
        }
        None => {
            context.check_text("a manual page")?;
            context.output.raw(&page(find(program, &args.command)?)?.1)?;
        }
    }
    Ok(Exit::Done)
}

/// The command with these words.
fn find(program: Command, words: &[String]) -> Result<Command, Failure> {
    let mut command = program;
    for word in words {
        command = command.find_subcommand(word).cloned().ok_or_else(|| {
            let text = format!("{} has no command {word}", command.get_display_name().unwrap_or("permutant"));
            Failure::bad_input(text).help("permutant --help lists the commands")
        })?;
    }
    Ok(command)
}

/// Writes the pages of a command and of all below it into a directory, which is made if it is absent; returns their number.
fn write(program: &Command, dir: &Path) -> io::Result<usize> {
    fs::create_dir_all(dir)?;
    let (mut open, mut written) = (vec![program], 0);
    while let Some(command) = open.pop() {
        let (name, text) = page(command.clone())?;
        fs::write(dir.join(name), text)?;
        open.extend(command.get_subcommands());
        written += 1;
    }
    Ok(written)
}

/// The file name and the text of a page.
fn page(command: Command) -> io::Result<(String, String)> {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let has_commands = command.has_subcommands();
    let man = Man::new(command).source(concat!("permutant ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if has_commands {
        man.render_subcommands_section(&mut text)?;
    }
    after(&help).to_writer(&mut text)?;
    Ok((man.get_filename(), String::from_utf8_lossy(&text).into_owned()))
}

/// What follows the options in the help of a command, with its own breaks of lines: examples, and notes.
fn after(help: &str) -> Roff {
    let (examples, notes) = match help.strip_prefix("Examples:\n") {
        Some(rest) => rest.split_once("\n\n").unwrap_or((rest, "")),
        None => ("", help),
    };
    let mut roff = Roff::new();
    for (heading, text) in [("EXAMPLES", examples), ("NOTES", notes)] {
        if !text.is_empty() {
            roff.control("SH", [heading]).control("nf", []);
            text.lines().for_each(|line| {
                roff.text([roman(line)]);
            });
            roff.control("fi", []);
        }
    }
    roff
}
