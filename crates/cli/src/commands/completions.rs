//! `completions`: a script for the user's shell.

use super::{Context, End};
use crate::args::{self, Args};
use crate::exit::Exit;
use clap::CommandFactory;

pub(super) fn run(context: &Context, args: &args::Completions) -> Result<Exit, End> {
    context.check_text("a script of completions")?;
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "permutant", &mut script);
    context.output.raw(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}
