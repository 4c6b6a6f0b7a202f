//! Ends at any moment: Ctrl-C, kills, and tables that were damaged afterwards.
//!
//! Start at [`round`]. After a kill, the same command must give its undisturbed result. A damaged table may cost time,
//! but must never cause a wrong answer.

use crate::program::Run;
use crate::round::{Fault, Round};
use serde_json::Value;
use std::fs;
use std::io;
use std::time::Duration;

/// The time within which a command must end after Ctrl-C.
const SOON: Duration = Duration::from_millis(500);
/// The limit in elapsed time, which allows for a busy machine. A program that exceeds it without using processor time
/// is blocked.
const AT_LAST: Duration = Duration::from_secs(5);
/// Before this time the program may not listen for signals yet.
const LISTENS: Duration = Duration::from_millis(200);

/// Commands that take minutes.
const LONG: [&[&str]; 9] = [
    &["solve", "3x3x3", "F U' L2 B R2 D F' U2 L' B D2 R U' F2 L B' U R' D B2", "--optimal"],
    &["solve", "megaminx", "U R F L BR BL U2 R2 DR", "--optimal"],
    &["solve", "slide:5x5", "R D R D L U L D R R U L D D R U L L U R", "--optimal"],
    &["find", "megaminx", "--cycles", "CORNERS: 3"],
    &["god", "3x3x3", "--depth", "8"],
    &["orders", "3x3x3", "--length", "7"],
    &["orders", "4x4x4", "--sample", "100000000", "--seed", "1"],
    &["factor", "4x4x4", "--stats", "100000", "--seed", "1"],
    &["scramble", "4x4x4", "--count", "100000", "--seed", "1"],
];

/// A command stopped by Ctrl-C, a table and a count killed while they are built, and a damaged table.
pub(super) fn round(round: &mut Round<'_>) -> io::Result<()> {
    interrupted(round)?;
    interrupted(round)?;
    killed_table(round)?;
    killed_count(round)?;
    damaged_table(round)
}

fn interrupted(round: &mut Round<'_>) -> io::Result<()> {
    let command = *round.dice.pick(&LONG);
    let after = round.dice.milliseconds(100, 2500);
    let words = [command, &["--threads", "1", "--no-tables"]].concat();
    let call = round.call(&words).signal(after, libc::SIGINT);
    let run = call.run()?;
    let Some((wall, cpu)) = run.after_signal else { return Ok(()) };
    let ended = run.is(130) || after < LISTENS && run.how == Err(libc::SIGINT);
    let is_late = wall > AT_LAST || wall > SOON && cpu.unwrap_or(wall) > SOON;
    let expected = if ended { "an end within half a second" } else { "exit code 130" };
    let fault = (!ended || is_late).then(|| {
        let mut fault = Fault::of_call("Ctrl-C", &call, &run, expected, &[]);
        fault.found = format!("{:.2} s after the signal; {}", wall.as_secs_f64(), fault.found);
        fault
    });
    round.check("Ctrl-C", fault);
    Ok(())
}

/// The checksum of a table from the list, which does not depend on the time when the table was built.
fn checksum(run: &Run, name: &str) -> Option<Value> {
    let tables = run.json();
    let table = tables.iter().find(|table| table["name"] == name)?;
    table["checksum"].is_string().then(|| table["checksum"].clone())
}

fn killed_table(round: &mut Round<'_>) -> io::Result<()> {
    const NAME: &str = "2x2x2-htm";
    let build = ["tables", "build", NAME, "--json"];
    let list = ["tables", "list", "--json"];
    let tables = |round: &Round<'_>, words: &[&str], folder: &str| {
        round.call(&[words, &["--tables", folder]].concat())
    };
    tables(round, &build, "undisturbed").run()?;
    let expected = checksum(&tables(round, &list, "undisturbed").run()?, NAME);
    let after = round.dice.milliseconds(0, 600);
    let call = tables(round, &build, "killed").signal(after, libc::SIGKILL);
    call.run()?;
    let verify = tables(round, &["tables", "verify"], "killed");
    round.expect("killed tables build: what is there is whole", &verify, "exit code 0", |run| run.is(0))?;
    let again = tables(round, &build, "killed");
    round.expect("killed tables build, again", &again, "exit code 0", |run| run.is(0))?;
    let found = tables(round, &list, "killed");
    let shown = call.shown();
    round.expect(
        "killed tables build, then the table",
        &found,
        &format!("the table of an undisturbed build, after {shown}"),
        |run| expected.is_some() && checksum(run, NAME) == expected,
    )?;
    Ok(())
}

fn killed_count(round: &mut Round<'_>) -> io::Result<()> {
    const COUNTS: [&[&str]; 4] = [
        &["god", "3x3x3", "--depth", "5"],
        &["god", "megaminx", "--depth", "3"],
        &["god", "2x2x2"],
        &["god", "pyraminx", "--metric", "qtm"],
    ];
    let count = *round.dice.pick(&COUNTS);
    let words = [count, &["--save-every", "0s", "--json", "--tables"]].concat();
    let on = |round: &Round<'_>, folder| round.call(&[&words[..], &[folder]].concat());
    let undisturbed = on(round, "count-undisturbed").run()?;
    let expected = undisturbed.first();
    // A random moment within the time that the work takes on this machine at present.
    let milliseconds = undisturbed.wall.as_millis() as usize;
    let after = round.dice.milliseconds(0, milliseconds.max(20));
    let killed = on(round, "count-killed").signal(after, libc::SIGKILL);
    killed.run()?;
    let again = on(round, "count-killed");
    let shown = killed.shown();
    let run = round.expect(
        "killed god, again",
        &again,
        &format!("the distribution of an undisturbed count, after {shown}"),
        |run| run.is(0) && run.first()["distribution"] == expected["distribution"],
    )?;
    let fault = (run.first() != expected).then(|| {
        let expected = format!("{expected}, after {shown}");
        Fault::of_call("killed god, the whole record", &again, &run, expected, &[])
    });
    round.check("killed god, the whole record", fault);
    Ok(())
}

/// Flips a bit of a table or cuts off its end. Solutions must be as long as without tables, and `verify` must report
/// the damage.
fn damaged_table(round: &mut Round<'_>) -> io::Result<()> {
    let folder = round.folder.join("damaged");
    let built = round.call(&["tables", "build", "2x2x2-htm", "--tables", "damaged"]).run()?;
    let file = folder.join("2x2x2-htm.table");
    let Ok(mut bytes) = fs::read(&file) else {
        let call = round.call(&["tables", "build", "2x2x2-htm", "--tables", "damaged"]);
        let fault = Fault::of_call("damaged table: solutions", &call, &built, "a file 2x2x2-htm.table", &[]);
        round.check("damaged table: solutions", Some(fault));
        return Ok(());
    };
    let is_cut = round.dice.one_in(3);
    let done = if is_cut {
        let left = round.dice.below(bytes.len());
        bytes.truncate(left);
        format!("2x2x2-htm.table cut to {left} bytes")
    } else {
        // Often in the stamp, which records the state of the file.
        let near = round.dice.one_in(3);
        let at = round.dice.below(if near { 4096 } else { bytes.len() });
        let bit = round.dice.below(8);
        bytes[at] ^= 1 << bit;
        format!("bit {bit} of byte {at} of 2x2x2-htm.table flipped")
    };
    fs::write(&file, &bytes)?;
    let verify = round.call(&["tables", "verify", "--tables", "damaged"]);
    round.expect("damaged table: verify", &verify, &format!("exit code 1 or 2: {done}"), |run| {
        run.is(1) || run.is(2)
    })?;
    let seed = round.dice.below(1_000_000).to_string();
    let scrambles =
        round.call(&["scramble", "2x2x2", "--count", "4", "--seed", &seed, "--no-tables"]).run()?.out;
    let solve = |round: &Round<'_>, tables: &[&str]| {
        round
            .call(&[&["solve", "2x2x2", "-", "--optimal", "--json"], tables].concat())
            .input(scrambles.clone())
    };
    let lengths = |run: &Run| run.json().iter().map(|answer| answer["length"].clone()).collect::<Vec<_>>();
    let expected = lengths(&solve(round, &["--no-tables"]).run()?);
    let call = solve(round, &["--tables", "damaged"]);
    round.expect("damaged table: solutions", &call, &format!("lengths {expected:?}: {done}"), |run| {
        run.is(0) && lengths(run) == expected
    })?;
    Ok(())
}
