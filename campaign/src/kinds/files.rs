//! Directories of tables that contain objects other than those that the program put there.
//!
//! Start at [`round`] and [`SCENES`]. Each scene makes a directory. Commands that use it must end in time, with an exit
//! code of the contract, and must not change anything outside.

use crate::process;
use crate::program::{Call, Run};
use crate::round::{Fault, Round};
use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The time limit in seconds of a command that uses such a directory: building the table takes one second.
const PATIENCE: u64 = 8;
/// The content of a file outside, which must not change.
const PRECIOUS: &str = "This file belongs to somebody else.\n";
/// A user who owns no files.
const NOBODY: u32 = 65534;

type Scene = fn(&mut Round<'_>, &Path) -> io::Result<()>;

const SCENES: [Scene; 8] =
    [link_as_lock, link_as_table, pipe, folder_in_place, odd_name, no_permission, small_files, open_umask];

/// Plays two scenes.
pub(super) fn round(round: &mut Round<'_>) -> io::Result<()> {
    for turn in 0..2 {
        let scene = *round.dice.pick(&SCENES);
        let tables = round.folder.join(format!("tables-{turn}"));
        fs::create_dir(&tables)?;
        scene(round, &tables)?;
    }
    Ok(())
}

/// A command that uses a directory of tables.
fn over(round: &Round<'_>, tables: &Path, words: &[&str]) -> Call {
    let within = tables.strip_prefix(&round.folder).unwrap_or(tables).to_string_lossy();
    round.call(&[words, &["--tables", &*within]].concat()).patience(PATIENCE)
}

/// A random command about tables.
fn any_command(round: &mut Round<'_>, tables: &Path) -> Call {
    const COMMANDS: [&[&str]; 6] = [
        &["tables", "list"],
        &["tables", "verify"],
        &["tables", "clean"],
        &["tables", "clean", "--all"],
        &["tables", "build", "2x2x2-htm"],
        &["solve", "2x2x2", "R U F2 R U' F", "--optimal"],
    ];
    let words = *round.dice.pick(&COMMANDS);
    over(round, tables, words)
}

/// Makes a call in a scene and checks that it ends as every call must. A fault names the scene.
fn ends(round: &mut Round<'_>, check: &'static str, call: &Call, scene: &str) -> io::Result<Run> {
    let run = round.expect(check, call, "an end", |_| true)?;
    tell(round, check, scene);
    Ok(run)
}

/// Adds the contents of the directory to the last fault.
fn tell(round: &mut Round<'_>, check: &str, scene: &str) {
    if let Some(fault) = round.faults.last_mut().filter(|fault| fault.check == check) {
        fault.expected =
            format!("{}, where {scene}", fault.expected.split(", where ").next().unwrap_or_default());
    }
}

fn stays(round: &mut Round<'_>, check: &'static str, file: &Path, call: &Call, run: &Run) {
    let text = fs::read_to_string(file).unwrap_or_default();
    let fault = (text != PRECIOUS).then(|| {
        let name = file.strip_prefix(&round.folder).unwrap_or(file);
        let expected = format!("{} as it was; it has {} bytes", name.display(), text.len());
        Fault::of_call(check, call, run, expected, &[])
    });
    round.check(check, fault);
}

fn precious(round: &Round<'_>) -> io::Result<PathBuf> {
    round.write("precious.txt", PRECIOUS)
}

fn link_as_lock(round: &mut Round<'_>, tables: &Path) -> io::Result<()> {
    let outside = precious(round)?;
    symlink(&outside, tables.join("2x2x2-htm.lock"))?;
    let call = any_command(round, tables);
    let run = ends(round, "a link as a lock", &call, "2x2x2-htm.lock is a link to a file elsewhere")?;
    stays(round, "a link as a lock: its target", &outside, &call, &run);
    Ok(())
}

fn link_as_table(round: &mut Round<'_>, tables: &Path) -> io::Result<()> {
    let outside = precious(round)?;
    let name = *round.dice.pick(&["2x2x2-htm.table", "2x2x2-htm.checked", "x.table", "x.unfinished"]);
    symlink(&outside, tables.join(name))?;
    let call = any_command(round, tables);
    let run = ends(round, "a link as a table", &call, &format!("{name} is a link to a file elsewhere"))?;
    stays(round, "a link as a table: its target", &outside, &call, &run);
    Ok(())
}

fn pipe(round: &mut Round<'_>, tables: &Path) -> io::Result<()> {
    let name = *round.dice.pick(&["2x2x2-htm.table", "2x2x2-htm.lock", "2x2x2-htm.checked"]);
    Command::new("mkfifo").arg(tables.join(name)).status()?;
    let call = any_command(round, tables);
    ends(round, "a pipe as a table", &call, &format!("{name} is a pipe"))?;
    Ok(())
}

fn folder_in_place(round: &mut Round<'_>, tables: &Path) -> io::Result<()> {
    let name =
        *round.dice.pick(&["2x2x2-htm.table", "2x2x2-htm.lock", "2x2x2-htm.abc.unfinished", "old.checked"]);
    fs::create_dir(tables.join(name))?;
    fs::write(tables.join(name).join("note.txt"), PRECIOUS)?;
    fs::write(tables.join("left.abc.unfinished"), "")?;
    let scene = format!("{name} is a directory");
    let call = any_command(round, tables);
    ends(round, "a directory as a table", &call, &scene)?;
    let clean = over(round, tables, &["tables", "clean"]);
    let is_gone = |_: &Run| !tables.join("left.abc.unfinished").exists();
    round.expect("clean goes on after a directory", &clean, "left.abc.unfinished is removed", is_gone)?;
    tell(round, "clean goes on after a directory", &scene);
    let note = tables.join(name).join("note.txt");
    let run = clean.run()?;
    stays(round, "what lies in such a directory", &note, &clean, &run);
    Ok(())
}

fn odd_name(round: &mut Round<'_>, tables: &Path) -> io::Result<()> {
    use std::os::unix::ffi::OsStrExt;
    let names: [&[u8]; 5] = [
        b"\x1b[31mred.table",
        b"a\nb.table",
        b"\xff\xfe.table",
        b"-rf.table",
        b"\xe2\x80\xaeelbat.unfinished",
    ];
    let name = *round.dice.pick(&names);
    fs::write(tables.join(std::ffi::OsStr::from_bytes(name)), "no table")?;
    let scene = format!("there is a file \"{}\"", name.escape_ascii());
    let call = any_command(round, tables);
    ends(round, "an odd name", &call, &scene)?;
    let call = over(round, tables, &["tables", "list"]);
    let run = ends(round, "an odd name", &call, &scene)?;
    let steers = run.out.contains('\x1b') || run.err.contains('\x1b') || run.out.contains('\u{202e}');
    let fault = steers.then(|| {
        let expected = format!("nothing that steers a terminal, where {scene}");
        Fault::of_call("an odd name, shown", &call, &run, expected, &[])
    });
    round.check("an odd name, shown", fault);
    Ok(())
}

/// No permission is denied to root, so root calls the program as another user.
fn no_permission(round: &mut Round<'_>, tables: &Path) -> io::Result<()> {
    let mode = *round.dice.pick(&[0o000, 0o111, 0o444, 0o555]);
    fs::set_permissions(tables, fs::Permissions::from_mode(mode))?;
    let call = any_command(round, tables);
    let call = if process::is_root() { call.user(NOBODY) } else { call };
    ends(round, "no permission", &call, &format!("the directory has the mode {mode:o}"))?;
    let solve = over(round, tables, &["solve", "2x2x2", "R U F2 R U' F", "--optimal", "--json"]);
    let solve = if process::is_root() { solve.user(NOBODY) } else { solve };
    let holds = |run: &Run| run.is(0) && run.first()["length"] == 6;
    round.expect("no permission: a solution all the same", &solve, "a solution of 6 moves", holds)?;
    fs::set_permissions(tables, fs::Permissions::from_mode(0o755))
}

/// By default, a signal ends a program that writes beyond the limit on the size of files.
fn small_files(round: &mut Round<'_>, tables: &Path) -> io::Result<()> {
    let script = *round.dice.pick(&["ulimit -f 0", "ulimit -f 1", "ulimit -f 1000"]);
    let call = any_command(round, tables).before(script);
    let run = ends(round, "a limit on files", &call, "the table does not fit")?;
    let left: Vec<String> = fs::read_dir(tables)?
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
        .filter(|name| name.ends_with(".unfinished"))
        .collect();
    let fault = (!left.is_empty()).then(|| {
        let expected = format!("nothing left behind; there is {}", left.join(", "));
        Fault::of_call("a limit on files: what is left", &call, &run, expected, &[])
    });
    round.check("a limit on files: what is left", fault);
    Ok(())
}

fn open_umask(round: &mut Round<'_>, tables: &Path) -> io::Result<()> {
    let within = tables.join("new");
    let call = over(round, &within, &["tables", "build", "2x2x2-htm"]).before("umask 0");
    let run = ends(round, "an open umask", &call, "the directory is new")?;
    let mut open = Vec::new();
    for path in fs::read_dir(&within)?.flatten().map(|entry| entry.path()).chain([within.clone()]) {
        if path.metadata()?.permissions().mode() & 0o022 != 0 {
            open.push(path.strip_prefix(tables).unwrap_or(&path).display().to_string());
        }
    }
    let fault = (!open.is_empty()).then(|| {
        let expected = format!("files that others cannot write; they can write {}", open.join(", "));
        Fault::of_call("an open umask: who may write", &call, &run, expected, &[])
    });
    round.check("an open umask: who may write", fault);
    Ok(())
}
