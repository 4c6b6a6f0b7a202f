//! Runs the program as a user does: words in, output and exit code out.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What a run of the program left.
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A command line for `sh`, in which `permutant` is the program under test.
pub(crate) fn shell(command: &str, directory: &Path, tables: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_permutant")).parent().unwrap().to_path_buf();
    let rest = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths(std::iter::once(program).chain(std::env::split_paths(&rest))).unwrap();
    Command::new("sh")
        .args(["-c", command])
        .current_dir(directory)
        .env("PATH", path)
        .env("PERMUTANT_TABLES", tables)
        .output()
        .unwrap()
}

/// Runs the program in the root of the repository, without table files.
pub(crate) fn run_with_input(args: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_permutant"))
        .args(args)
        .current_dir(root())
        .env_remove("PERMUTANT_TABLES")
        .env("XDG_CACHE_HOME", std::env::temp_dir().join("permutant-tests"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_string();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { out: text(output.stdout), err: text(output.stderr), code: output.status.code().unwrap_or(-1) }
}

/// Runs the program with nothing on standard input.
pub(crate) fn run(args: &[&str]) -> Run {
    run_with_input(args, "")
}

/// Standard output of a run that must succeed, without the last line feed.
pub(crate) fn ok(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!(run.code, 0, "{args:?}: {}{}", run.out, run.err);
    run.out.trim_end().to_string()
}

/// The JSON objects of a run, one a line.
pub(crate) fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}
