//! The commands, one file each, and the choice between them.

mod alg;
mod apply;
mod bench;
mod canonical;
mod completions;
mod convert;
mod coordinates;
mod coset;
mod enumerate;
mod factor;
mod find;
mod god;
mod group;
mod man;
mod order;
mod orders;
mod patterns;
mod perm;
mod puzzles;
mod scramble;
mod serve;
mod sheet;
mod solve;
mod solve_set;
mod tables;
mod verify;
mod walk;

use crate::args::{Args, Command, Global};
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::output::{Output, Record};
use permutant_store::TableError;
use std::io;

/// What every command needs.
#[derive(Debug)]
struct Context {
    /// The options shared by all commands.
    global: Global,
    /// The destination of results.
    output: Output,
}

impl Context {
    /// Refuses `--json` for what is a text and no record.
    fn check_text(&self, what: &str) -> Result<(), Failure> {
        match self.global.json {
            true => Err(Failure::bad_input(format!("{what} is a text and has no form as JSON"))
                .help("leave out --json")),
            false => Ok(()),
        }
    }

    /// Refuses a task that takes more memory than allowed.
    fn check_memory(&self, task: &str, bytes: u64) -> Result<(), Failure> {
        if bytes <= self.global.memory {
            return Ok(());
        }
        let needed = bytes.div_ceil(1 << 20);
        let failure = Failure::limit(format!("{task} takes {needed} MiB of memory"));
        Err(failure.help(format!("allow more: --memory {needed}MiB")))
    }
}

/// An early end of a command.
enum End {
    /// Nothing remains to be reported.
    Exit(Exit),
    /// The failure remains to be reported.
    Failure(Failure),
}

impl From<Failure> for End {
    fn from(failure: Failure) -> Self {
        End::Failure(failure)
    }
}

impl From<TableError> for End {
    fn from(fault: TableError) -> Self {
        End::Failure(match fault {
            TableError::NoRoom { .. } => Failure::limit(fault.to_string()),
            _ => Failure::bad_input(fault.to_string()),
        })
    }
}

impl From<io::Error> for End {
    /// Standard output cannot be written to. If its reader closed it, the reader has what it wanted; if the disk is
    /// full, results are lost.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => End::Exit(Exit::Done),
            _ => End::Failure(Failure::bad_input(format!("standard output cannot be written: {error}"))),
        }
    }
}

impl Context {
    /// The number of threads for batches.
    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.global.threads.map_or_else(all, usize::from)
    }

    /// Writes results; returns the worst of their exits.
    fn results(&self, records: &[Record]) -> Result<Exit, End> {
        let mut exit = Exit::Done;
        for record in records {
            self.output.result(record)?;
            exit = exit.worse(record.exit);
        }
        Ok(exit)
    }
}

/// Runs a command.
pub(crate) fn run(args: Args) -> Exit {
    let context = Context { output: Output::new(&args.global), global: args.global };
    let end = match &args.command {
        Command::Solve(args) => solve::run(&context, args),
        Command::SolveSet(args) => solve_set::run(&context, args),
        Command::Scramble(args) => scramble::run(&context, args),
        Command::Apply(args) => apply::run(&context, args),
        Command::Verify(args) => verify::run(&context, args),
        Command::Alg(args) => alg::run(&context, args),
        Command::Order(args) => order::run(&context, args),
        Command::Orders(args) => orders::run(&context, args),
        Command::Factor(args) => factor::run(&context, args),
        Command::Find(args) => find::run(&context, args),
        Command::God(args) => god::run(&context, args),
        Command::Coset(args) => coset::run(&context, args),
        Command::Walk(args) => walk::run(&context, args),
        Command::Group(args) => group::run(&context, args),
        Command::Enumerate(args) => enumerate::run(&context, args),
        Command::Perm(args) => perm::run(&context, args),
        Command::Convert(args) => convert::run(&context, args),
        Command::Puzzles(args) => puzzles::run(&context, args),
        Command::Serve(args) => serve::run(&context, args),
        Command::Tables(args) => tables::run(&context, args),
        Command::Coordinates(args) => coordinates::run(&context, args),
        Command::Patterns(args) => patterns::run(&context, args),
        Command::Canonical(args) => canonical::run(&context, args),
        Command::Bench(args) => bench::run(&context, args),
        Command::Completions(args) => completions::run(&context, args),
        Command::Man(args) => man::run(&context, args),
    };
    let exit = match end {
        Ok(exit) | Err(End::Exit(exit)) => exit,
        Err(End::Failure(failure)) => {
            // If standard output has no reader any more, the exit code still reports the failure.
            let _ = context.output.failure(&failure, None);
            failure.exit
        }
    };
    // A command that ended in an orderly way with partial results was interrupted nevertheless.
    if interrupt::happened() { Exit::Interrupted } else { exit }
}
