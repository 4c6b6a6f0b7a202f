//! Tests the program `permutant` from outside: random work of many kinds for a given time, checked by code that shares
//! nothing with the program. `./check campaign` builds both and starts the campaign. `docs/reliability.md` describes
//! what is promised and what was tested.
//!
//! Start at [`kinds::KINDS`]. A kind makes rounds. A round draws its work from a seed, calls the program ([`program`])
//! and checks the results. [`puzzle`] provides independent results for puzzles, [`cube`] for cubes.
//!
//! Environment variables control it: `PERMUTANT_CAMPAIGN_SEED`, `PERMUTANT_CAMPAIGN_MINUTES`, and
//! `PERMUTANT_CAMPAIGN_ROUND` as `limits` for one kind or `limits:12` for one round. It runs on Unix only, because it
//! tests signals, links and limits of files.

mod cube;
mod dice;
mod kinds;
mod process;
mod program;
mod puzzle;
mod round;
mod shrink;
mod tally;

use dice::Dice;
use kinds::{KINDS, Kind};
use program::Program;
use round::Round;
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tally::Tally;

/// The settings from the environment.
struct Plan {
    seed: u64,
    time: Duration,
    /// The only kind to test, and its only round.
    only: Option<(String, Option<u64>)>,
}

impl Plan {
    fn of_environment() -> Result<Self, Box<dyn Error>> {
        let get = |name: &str| std::env::var(format!("PERMUTANT_CAMPAIGN_{name}")).ok();
        let seed = match get("SEED") {
            Some(seed) => seed.parse()?,
            None => u64::from(SystemTime::now().duration_since(UNIX_EPOCH)?.subsec_nanos()),
        };
        let minutes: f64 = get("MINUTES").map_or(Ok(10.0), |minutes| minutes.parse())?;
        let only = get("ROUND").map(|round| match round.split_once(':') {
            None => Ok((round, None)),
            Some((kind, number)) => number.parse().map(|number| (kind.to_string(), Some(number))),
        });
        let only = only.transpose()?;
        if let Some((name, _)) = &only
            && !KINDS.iter().any(|kind| kind.name == name)
        {
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            return Err(format!("there is no kind '{name}'; expected one of {}", names.join(", ")).into());
        }
        Ok(Plan { seed, time: Duration::try_from_secs_f64(minutes * 60.0)?, only })
    }

    fn wants(&self, kind: &Kind) -> bool {
        self.only.as_ref().is_none_or(|(name, _)| kind.name == name)
    }
}

/// A copy of the program beside the working folder. It is accessible to other users, who call it in some rounds, and no
/// build replaces it during the campaign.
fn copied(scratch: &std::path::Path) -> Result<Program, Box<dyn Error>> {
    let path = std::env::args_os()
        .nth(1)
        .ok_or("the path of the program is wanted, as ./check campaign gives it")?;
    let copy = scratch.join("permutant");
    std::fs::copy(&path, &copy).map_err(|error| format!("{}: {error}", path.to_string_lossy()))?;
    #[cfg(unix)]
    std::fs::set_permissions(scratch, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    Ok(Program::new(copy))
}

/// Makes rounds until the time is up. The next kind is the one with the least total time, so that slow kinds do not
/// displace others.
fn run(plan: &Plan) -> Result<Tally, Box<dyn Error>> {
    let scratch = tempfile::Builder::new().prefix("permutant-campaign-").tempdir()?;
    let program = copied(scratch.path())?;
    let mut tally = Tally::new(KINDS.iter().filter(|kind| plan.wants(kind)).map(|kind| kind.name));
    let begun = Instant::now();
    loop {
        let (name, number) = match &plan.only {
            Some((name, Some(number))) => (name.clone(), *number),
            _ => tally.next(),
        };
        let Some(kind) = KINDS.iter().find(|kind| kind.name == name) else { return Ok(tally) };
        let folder = scratch.path().join(format!("{}-{number}", name.replace(' ', "-")));
        std::fs::create_dir(&folder)?;
        let mut round = Round::new(&program, Dice::new(plan.seed, kind.name, number), &folder);
        round.told = tally.told(kind.name);
        let started = Instant::now();
        (kind.round)(&mut round).map_err(|error| format!("{name}, round {number}: {error}"))?;
        tally.add(kind.name, number, plan.seed, &round, started.elapsed());
        std::fs::remove_dir_all(&folder)?;
        let is_one = matches!(&plan.only, Some((_, Some(_))));
        if is_one || begun.elapsed() >= plan.time {
            return Ok(tally);
        }
    }
}

fn main() -> ExitCode {
    let ended = Plan::of_environment().and_then(|plan| {
        println!("seed {}, {:.1} minutes", plan.seed, plan.time.as_secs_f64() / 60.0);
        run(&plan)
    });
    match ended {
        Ok(tally) => {
            print!("\n{tally}");
            ExitCode::from(u8::from(tally.faults() > 0))
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
